"""One lamp a player and, if there is one, the buzzer, driven by the table's loop through gpiozero."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol

from gpiozero import GPIOZeroError

from device.errors import PinsError
from device.signals.lights import Light, Pins, RgbLight
from device.signals.patterns import OFF, Pattern
from device.signals.pins import choose_pin_factory
from device.signals.tunes import TUNES, Tune


class LampState(NamedTuple):
    """What a lamp does now: the pattern it was told, and its light 0 to 1 read back from its pins."""

    seat: int
    pattern: str
    red: float
    green: float
    blue: float
    pins: Pins


class Player(Protocol):
    """What plays tunes, such as a buzzer."""

    def play(self, tune: Tune) -> None:
        """Begin a tune and return at once."""

    def close(self) -> None:
        """Fall silent."""


class _Lamp:
    """One lamp with the pattern it shows since a time; None until the next tick."""

    __slots__ = ("light", "pattern", "pins", "seat", "since_s")

    def __init__(self, seat: int, pins: Pins, light: Light) -> None:
        self.seat = seat
        self.pins = pins
        self.pattern: Pattern = OFF
        self.since_s: float | None = None
        self.light = light

    def tick(self, now_s: float, brightness: float) -> None:
        if self.since_s is None:
            self.since_s = now_s
        self.light.set(self.pattern, now_s - self.since_s, self.seat, brightness)

    def state(self) -> LampState:
        return LampState(self.seat, self.pattern.name, *self.light.shown(), self.pins)


class Indicator:
    """The players' lamps by seat, from 0; ``pins`` holds the GPIO numbers of each.

    Args:
        pins: three a lamp: red, green and blue leg, or the LEDs for legal, illegal and question.
        brightness: dims every lamp, 0 to 1; a function is asked at every tick (night).
        active_high: False for lamps with a common anode.
        light: what makes a lamp of its pins; one of ``device.signals.lights``.
        buzzer: plays the tune of a pattern when the first lamp begins to show it; closed with the lamps.

    Raises:
        PinsError: no pin factory, a pin that does not exist or is in use, or one that cannot be dimmed.
    """

    def __init__(
        self,
        pins: Sequence[Pins],
        *,
        brightness: float | Callable[[], float] = 1.0,
        active_high: bool = True,
        light: Callable[[Pins, bool], Light] = RgbLight,
        buzzer: Player | None = None,
    ) -> None:
        if not callable(brightness) and not 0 <= brightness <= 1:
            raise ValueError(f"brightness lies in 0 to 1, got {brightness}")
        self._brightness = brightness
        self._buzzer = buzzer
        self._showing: frozenset[str] = frozenset()
        self._lamps: list[_Lamp] = []
        self.factory = choose_pin_factory()
        try:
            for seat, legs in enumerate(pins):
                self._lamps.append(_Lamp(seat, legs, light(legs, active_high)))
        except GPIOZeroError as error:
            self.close()
            raise PinsError(f"the lamp of seat {seat} on pins {list(legs)} cannot be used: {error}") from error

    def show(self, seat: int, pattern: Pattern) -> None:
        """Let a seat's lamp show a pattern from the next tick on; the one it shows already goes on undisturbed.

        Raises:
            IndexError: no lamp has this seat.
        """
        if not 0 <= seat < len(self._lamps):
            raise IndexError(f"no lamp for seat {seat}: there are {len(self._lamps)}, from 0")
        lamp = self._lamps[seat]
        if lamp.pattern != pattern:
            lamp.pattern, lamp.since_s = pattern, None

    def tick(self, now_s: float) -> None:
        """Set every pin to what its pattern wants at this time (seconds, monotonic)."""
        brightness = self._brightness() if callable(self._brightness) else self._brightness
        for lamp in self._lamps:
            lamp.tick(now_s, brightness)
        showing = frozenset(lamp.pattern.name for lamp in self._lamps)
        for name in sorted(showing - self._showing):
            if self._buzzer is not None and name in TUNES:
                self._buzzer.play(TUNES[name])
        self._showing = showing

    def values(self) -> tuple[LampState, ...]:
        """What every lamp does, by seat, read back from the pins."""
        return tuple(lamp.state() for lamp in self._lamps)

    def close(self) -> None:
        """Darken the lamps, silence the buzzer and free the pins; doing so twice is harmless."""
        while self._lamps:
            self._lamps.pop().light.close()
        buzzer, self._buzzer = self._buzzer, None
        if buzzer is not None:
            buzzer.close()

    def __enter__(self) -> Indicator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
