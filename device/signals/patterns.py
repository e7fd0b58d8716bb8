"""Light patterns: pure values, told apart by their rhythm alone, by colour as well.

Nothing flashes more than twice in any second (WCAG 2.3.1 allows three), and the hues are those of the Okabe-Ito
palette, which people with any kind of colour vision tell apart: blue and bluish green against orange and vermilion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple


class Rgb(NamedTuple):
    """Light of a lamp, each channel 0 (dark) to 1 (full)."""

    red: float
    green: float
    blue: float


class Sign(Enum):
    """Which of three single LEDs shows a pattern where a player has no RGB lamp; the value is its place in the pins."""

    LEGAL = 0
    ILLEGAL = 1
    QUESTION = 2


class Stroke(NamedTuple):
    """A stretch of a rhythm: brightness goes in a straight line from one value to another, both 0 to 1."""

    duration_s: float
    begin: float
    end: float


def _hold(duration_s: float, brightness: float) -> Stroke:
    return Stroke(duration_s, brightness, brightness)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A named light: a colour (or, with three single LEDs, one of them) and a rhythm that repeats.

    After ``repeats`` rounds the last brightness stays; None repeats for ever. Each further seat starts ``lag_s`` later,
    so that a pattern can run around the table.

    Raises:
        ValueError: no stroke, a stroke without duration, or a channel or brightness outside 0 to 1.
    """

    name: str
    color: Rgb
    rhythm: tuple[Stroke, ...]
    sign: Sign = Sign.QUESTION
    repeats: int | None = None
    lag_s: float = 0.0

    def __post_init__(self) -> None:
        if not self.rhythm or any(stroke.duration_s <= 0 for stroke in self.rhythm):
            raise ValueError(f"pattern {self.name}: a rhythm is at least one stroke, each longer than 0 s")
        levels = [*self.color, *(level for stroke in self.rhythm for level in (stroke.begin, stroke.end))]
        if not all(0 <= level <= 1 for level in levels):
            raise ValueError(f"pattern {self.name}: colours and brightness lie in 0 to 1, got {levels}")

    @property
    def period_s(self) -> float:
        """How long one round of the rhythm takes."""
        return sum(stroke.duration_s for stroke in self.rhythm)

    def brightness(self, elapsed_s: float) -> float:
        """Brightness 0 to 1 at a time since the start; before the start it is dark."""
        if elapsed_s < 0:
            return 0.0
        if self.repeats is not None and elapsed_s >= self.repeats * self.period_s:
            return self.rhythm[-1].end
        rest = elapsed_s % self.period_s
        for stroke in self.rhythm:
            if rest < stroke.duration_s:
                return stroke.begin + (stroke.end - stroke.begin) * rest / stroke.duration_s
            rest -= stroke.duration_s
        return self.rhythm[-1].end

    def at(self, elapsed_s: float, seat: int = 0) -> Rgb:
        """The light of a seat's lamp at a time since the start."""
        level = self.brightness(elapsed_s - seat * self.lag_s)
        return Rgb(*(channel * level for channel in self.color))

    def signs_at(self, elapsed_s: float, seat: int = 0) -> tuple[float, ...]:
        """The brightness of a seat's single LEDs (legal, illegal, question) at a time since the start."""
        # A pattern without light, such as off, has none on a single LED either.
        level = self.brightness(elapsed_s - seat * self.lag_s) * max(self.color)
        return tuple(level if sign is self.sign else 0.0 for sign in Sign)

    def values(self, step_hz: float, seat: int = 0) -> Iterator[Rgb]:
        """The light step by step, ``step_hz`` steps a second, without end."""
        step = 0
        while True:
            yield self.at(step / step_hz, seat)
            step += 1


def _full(red: int, green: int, blue: int) -> Rgb:
    """A printed colour (0 to 255) as light at full strength: the strongest channel becomes 1."""
    strongest = max(red, green, blue)
    return Rgb(red / strongest, green / strongest, blue / strongest)


# Okabe and Ito, "Color Universal Design" (2008).
BLUISH_GREEN = _full(0, 158, 115)
VERMILION = _full(213, 94, 0)
ORANGE = _full(230, 159, 0)
BLUE = _full(0, 114, 178)
YELLOW = _full(240, 228, 66)

OFF = Pattern("off", Rgb(0.0, 0.0, 0.0), (_hold(1.0, 0.0),))
LEGAL = Pattern("legal", BLUISH_GREEN, (_hold(1.0, 1.0),), Sign.LEGAL)
ILLEGAL = Pattern(
    "illegal", VERMILION, (_hold(0.2, 1.0), _hold(0.2, 0.0), _hold(0.2, 1.0), _hold(0.8, 0.0)), Sign.ILLEGAL
)
QUESTION = Pattern("question", ORANGE, (Stroke(1.5, 0.1, 1.0), Stroke(1.5, 1.0, 0.1)))
# Dim with one short dip: working is not news and shall not draw the eye.
WORKING = Pattern("working", BLUE, (_hold(0.7, 0.3), _hold(0.1, 0.0)))
DONE = Pattern(
    "done", YELLOW, (_hold(0.3, 0.0), Stroke(0.4, 0.0, 1.0), _hold(0.5, 1.0)), Sign.LEGAL, repeats=4, lag_s=0.2
)
# One wink in two seconds, dark in between: the sign of a smoke alarm that wants attention, not of a verdict.
CAMERA_LOST = Pattern("camera-lost", VERMILION, (_hold(0.4, 1.0), _hold(1.6, 0.0)), Sign.ILLEGAL)
# Long, short: the table and the game tell two different stories.
DESYNCHRONISED = Pattern("desynchronised", ORANGE, (_hold(1.2, 1.0), _hold(0.3, 0.0), _hold(0.2, 1.0), _hold(0.8, 0.0)))
# Fades away and begins anew: what is played now would be lost.
NOT_SAVED = Pattern("not-saved", VERMILION, (Stroke(1.2, 1.0, 0.0), _hold(0.3, 0.0)), Sign.ILLEGAL)

PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        pattern.name: pattern
        for pattern in (OFF, LEGAL, ILLEGAL, QUESTION, WORKING, DONE, CAMERA_LOST, DESYNCHRONISED, NOT_SAVED)
    }
)
"""Every pattern by its name."""
