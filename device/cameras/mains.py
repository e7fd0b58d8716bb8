"""The mains and the lamps on it: how often they flicker, and exposures over which their flicker evens out.

A lamp on the mains is brightest twice a period of it. A sensor reads row after row: unless every row collects light
over whole flickers, light and dark bands lie in the picture and roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MAINS_HZ: Final = (50, 60)
"""The frequencies of the mains that there are."""

USUAL_MAINS_HZ: Final = 50

_WHOLE = 0.02  # of a flicker: a sensor counts its exposure in rows, so a whole number is never met exactly


def flicker_period_us(mains_hz: int) -> int:
    """From one flicker of a lamp to the next, in microseconds."""
    return round(1e6 / (2 * mains_hz))


def evened(controls: Mapping[str, object], mains_hz: int, most_gain: float) -> dict[str, object]:
    """The same controls with an exposure of whole flickers and the same brightness.

    The exposure is shortened and the gain makes up for it, as libcamera's automatic does it. Controls stay as they are
    where the exposure is shorter than a flicker, is whole already, or the gain would exceed ``most_gain``.

    Args:
        controls: ``ExposureTime`` in microseconds and ``AnalogueGain`` among them, or not.
        mains_hz: of the mains.
        most_gain: the highest that the camera has.
    """
    exposure_us, gain = controls.get("ExposureTime"), controls.get("AnalogueGain")
    if not isinstance(exposure_us, int | float) or not isinstance(gain, int | float):
        return dict(controls)
    period_us = flicker_period_us(mains_hz)
    flickers = int(exposure_us / period_us + _WHOLE)
    whole_us = flickers * period_us
    if flickers == 0 or exposure_us - whole_us <= _WHOLE * period_us or gain * exposure_us > most_gain * whole_us:
        return dict(controls)
    return {**controls, "ExposureTime": whole_us, "AnalogueGain": gain * exposure_us / whole_us}
