"""How bright the lamps are by the time of day."""

from __future__ import annotations

from datetime import time
from typing import NamedTuple


class Night(NamedTuple):
    """From when to when lamps have another brightness, 0 to 1; local times, over midnight if the end comes first."""

    begin: time
    end: time
    brightness: float


def night_of(hours: tuple[str, str] | None, brightness: float) -> Night | None:
    """The night of two times such as ``21:00`` and ``07:00``, none where there are none.

    Raises:
        ValueError: they are no times of day (ISO 8601).
    """
    return None if hours is None else Night(time.fromisoformat(hours[0]), time.fromisoformat(hours[1]), brightness)


def brightness_at(now: time, day: float, night: Night | None) -> float:
    """The brightness at a local time of day; ``day`` is that outside of the night, which is never brighter.

    >>> brightness_at(time(23, 30), 1.0, Night(time(21), time(7), 0.3))
    0.3
    >>> brightness_at(time(7), 1.0, Night(time(21), time(7), 0.3))
    1.0
    """
    if night is None:
        return day
    begin, end, brightness = night
    dark = begin <= now < end if begin <= end else not end <= now < begin
    return min(day, brightness) if dark else day
