"""The lamp test: one lamp at a time is lit, a person says which one, and the lamps get the order of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.errors import RequestError
from device.settings import LampPins
from device.signals.indicator import Indicator
from device.signals.patterns import OFF, Pattern, Rgb, Sign, Stroke
from engine.sentence import say

DARK = -1
"""The answer of a person who sees no lamp shine."""

TEST = Pattern("test", Rgb(1.0, 1.0, 1.0), (Stroke(1.0, 1.0, 1.0),), sign=Sign.LEGAL)  # of three LEDs the first


@dataclass(frozen=True, slots=True)
class LampTest:
    """Which of ``lamps`` is lit, and at which seat each was seen so far."""

    lamps: int
    seen: tuple[int, ...] = ()

    @property
    def lit(self) -> int | None:
        """The lamp that shines now, None when all are through."""
        return len(self.seen) if len(self.seen) < self.lamps else None

    def answer(self, seat: int) -> LampTest:
        """Note where the lit lamp was seen (DARK: nowhere) and go on to the next.

        Raises:
            RequestError: no lamp is lit, there is no such seat, or another lamp was seen there.
        """
        if self.lit is None:
            raise RequestError(say("No lamp is being tested."))
        if seat != DARK and not 0 <= seat < self.lamps:
            raise RequestError(say("There is no lamp {number}.", number=seat + 1))
        if seat != DARK and seat in self.seen:
            raise RequestError(say("You have seen another lamp there already. Start again if that was wrong."))
        return replace(self, seen=(*self.seen, seat))

    def order(self, pins: Sequence[LampPins]) -> tuple[LampPins, ...]:
        """The pins by seat as they were seen; lamps that nobody saw take the places that are left."""
        free = iter([seat for seat in range(self.lamps) if seat not in self.seen])
        places = [seat if seat != DARK else next(free) for seat in self.seen]
        by_seat = dict(zip(places, pins, strict=False))
        return (*(by_seat[seat] for seat in range(self.lamps)), *pins[self.lamps :])

    def show(self, indicator: Indicator) -> None:
        """Let the lit lamp shine and all others be dark, from the next tick on."""
        for lamp in indicator.values():
            indicator.show(lamp.seat, TEST if lamp.seat == self.lit else OFF)
