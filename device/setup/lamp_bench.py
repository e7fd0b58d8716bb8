"""The lamps while they are tested: opened when a page asks, one shown at a time, let go when test or set-up ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.errors import RequestError
from device.settings import LampPins, Settings
from device.setup.lamps import LampTest
from device.signals.indicator import Indicator
from device.signals.lamps import lamps_of
from engine.sentence import say


def open_lamps(settings: Settings) -> Indicator:
    """All lamps of the settings; raises PinsError where they cannot be used."""
    return lamps_of(settings, len(settings.lamp_pins))


class LampBench:
    """Owns the lamps from the first ``start`` until ``close``.

    Args:
        new_lamps: opens them.
        clock: monotonic seconds.
    """

    def __init__(self, new_lamps: Callable[[Settings], Indicator], clock: Callable[[], float]) -> None:
        self._new_lamps, self._clock = new_lamps, clock
        self._lamps: Indicator | None = None
        self._test: LampTest | None = None

    def start(self, settings: Settings) -> None:
        """Begin the test anew with the lamps of these settings."""
        if self._lamps is None:
            self._lamps = self._new_lamps(settings)
        self._test = LampTest(len(self._lamps.values()))

    def seen(self, seat: int, pins: tuple[LampPins, ...]) -> tuple[LampPins, ...] | None:
        """Note at which seat the lit lamp was seen; returns the pins by seat once all are through, None before.

        Raises:
            RequestError: no lamp is being tested, or ``LampTest.answer`` refuses.
        """
        if self._test is None:
            raise RequestError(say("No lamp is being tested."))
        self._test = self._test.answer(seat)
        return None if self._test.lit is not None else self._test.order(pins)

    def tick(self) -> None:
        """Let the lamp that is tested shine; asked for many times a second."""
        if self._lamps is not None and self._test is not None:
            self._test.show(self._lamps)
            self._lamps.tick(self._clock())

    def close(self) -> None:
        """End the test and let the pins go; safe to ask for again."""
        self._test = None
        if self._lamps is not None:
            self._lamps.close()
            self._lamps = None

    def json(self, lamps: int) -> Mapping[str, object]:
        """How the test stands, as the pages see it; ``lamps`` are those of the settings."""
        test = self._test
        return {
            "mock": self._lamps is not None and "Mock" in self._lamps.factory,
            "count": lamps if test is None else test.lamps,
            "lit": None if test is None else test.lit,
            "seen": [] if test is None else list(test.seen),
            "done": test is not None and test.lit is None,
        }
