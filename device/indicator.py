"""One RGB lamp a player, driven by the table's loop through gpiozero; no thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import NamedTuple

from gpiozero import RGBLED, GPIOZeroError

from device.errors import PinsError
from device.patterns import OFF, Pattern
from device.pins import choose_pin_factory

Pins = tuple[int, int, int]
"""GPIO numbers of a lamp's red, green and blue legs."""


class LampState(NamedTuple):
    """What a lamp does now: the pattern it was told, and the duty cycles 0 to 1 read back from its pins."""

    seat: int
    pattern: str
    red: float
    green: float
    blue: float
    pins: Pins


class _Lamp:
    """One lamp with the pattern it shows since a time; None until the next tick."""

    __slots__ = ("led", "pattern", "pins", "seat", "since_s", "written")

    def __init__(self, seat: int, pins: Pins, active_high: bool) -> None:
        self.seat = seat
        self.pins = pins
        self.pattern: Pattern = OFF
        self.since_s: float | None = None
        self.written: tuple[float, ...] | None = None
        self.led = RGBLED(*pins, active_high=active_high)

    def tick(self, now_s: float, brightness: float) -> None:
        if self.since_s is None:
            self.since_s = now_s
        light = self.pattern.at(now_s - self.since_s, self.seat)
        wanted = tuple(channel * brightness for channel in light)
        # Not what reads back: lgpio keeps whole percents, and setting a duty cycle anew makes a glitch.
        if self.written != wanted:
            self.led.value = self.written = wanted

    def state(self) -> LampState:
        red, green, blue = self.led.value
        return LampState(self.seat, self.pattern.name, red, green, blue, self.pins)


class Indicator:
    """The players' lamps by seat, from 0; ``pins`` holds the GPIO numbers (red, green, blue) of each.

    ``brightness`` 0 to 1 dims every lamp (night). ``active_high`` is False for lamps with a common anode.

    Raises:
        PinsError: no pin factory, a pin that does not exist or is in use, or one that cannot be dimmed.
    """

    def __init__(self, pins: Sequence[Pins], *, brightness: float = 1.0, active_high: bool = True) -> None:
        if not 0 <= brightness <= 1:
            raise ValueError(f"brightness lies in 0 to 1, got {brightness}")
        self._brightness = brightness
        self._lamps: list[_Lamp] = []
        self.factory = choose_pin_factory()
        try:
            for seat, legs in enumerate(pins):
                self._lamps.append(_Lamp(seat, legs, active_high))
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
        for lamp in self._lamps:
            lamp.tick(now_s, self._brightness)

    def values(self) -> tuple[LampState, ...]:
        """What every lamp does, by seat, read back from the pins."""
        return tuple(lamp.state() for lamp in self._lamps)

    def close(self) -> None:
        """Darken the lamps and free their pins; doing so twice is harmless."""
        while self._lamps:
            self._lamps.pop().led.close()

    def __enter__(self) -> Indicator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
