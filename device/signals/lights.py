"""The two kinds of lamp a player may have: one in all colours, or three LEDs for legal, illegal and question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from gpiozero import PWMLED, RGBLED

from device.signals.patterns import BLUISH_GREEN, ORANGE, VERMILION, Pattern, Rgb

Pins = tuple[int, int, int]
"""GPIO numbers: red, green and blue leg, or the LEDs for legal, illegal and question."""

_SINGLE = (BLUISH_GREEN, VERMILION, ORANGE)
"""As what the page draws the three LEDs, whatever colours were soldered in."""


class Light(Protocol):
    """What shows patterns at a seat."""

    def set(self, pattern: Pattern, elapsed_s: float, seat: int, brightness: float) -> None:
        """Shine as a pattern wants it at this time since its start, dimmed."""

    def shown(self) -> Rgb:
        """The light that comes out, read back from the pins."""

    def close(self) -> None:
        """Go dark and free the pins."""


class RgbLight:
    """One lamp that mixes its colour from three pins; raises GPIOZeroError where they cannot be used."""

    def __init__(self, pins: Pins, active_high: bool) -> None:
        self._led = RGBLED(*pins, active_high=active_high)
        self._written: tuple[float, ...] | None = None

    def set(self, pattern: Pattern, elapsed_s: float, seat: int, brightness: float) -> None:
        """Mix the pattern's colour."""
        wanted = tuple(channel * brightness for channel in pattern.at(elapsed_s, seat))
        # Not what reads back: lgpio keeps whole percents, and setting a duty cycle anew makes a glitch.
        if self._written != wanted:
            self._led.value = self._written = wanted

    def shown(self) -> Rgb:
        """The duty cycles of the pins."""
        return Rgb(*self._led.value)

    def close(self) -> None:
        """Go dark and free the pins."""
        self._led.close()


class ThreeLights:
    """Three single LEDs: legal, illegal, question; raises GPIOZeroError where their pins cannot be used."""

    def __init__(self, pins: Pins, active_high: bool) -> None:
        self._leds: list[PWMLED] = []
        self._written: list[float | None] = [None, None, None]
        try:
            for pin in pins:
                self._leds.append(PWMLED(pin, active_high=active_high))
        except BaseException:
            self.close()
            raise

    def set(self, pattern: Pattern, elapsed_s: float, seat: int, brightness: float) -> None:
        """Let the pattern's own LED shine."""
        for number, level in enumerate(pattern.signs_at(elapsed_s, seat)):
            if self._written[number] != level * brightness:
                self._leds[number].value = self._written[number] = level * brightness

    def shown(self) -> Rgb:
        """The colours of the LEDs together, as they are drawn on the page."""
        levels = [float(led.value) for led in self._leds]
        mixed = [
            sum(level * color[channel] for level, color in zip(levels, _SINGLE, strict=True)) for channel in range(3)
        ]
        return Rgb(*(min(1.0, channel) for channel in mixed))

    def close(self) -> None:
        """Go dark and free the pins."""
        while self._leds:
            self._leds.pop().close()


LIGHTS: Mapping[str, Callable[[Pins, bool], Light]] = MappingProxyType({"rgb": RgbLight, "three": ThreeLights})
"""What makes a light of pins and whether they are active high, by the word of the settings."""
