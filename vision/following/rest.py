"""Whether anything at all has changed since the last thorough look: the cheapest test, for tables where nothing moves.

A few thousand pixels of a frame are looked at, others in each of ``TURNS`` frames, which takes less time than a copy of
it. What changes by much ends the rest at once; a little everywhere in a block, or a small slide, shows when the turns
are put together: then as much has been looked at as in a thorough look, which is hardly needed any more.
"""

from __future__ import annotations

from enum import Enum

import numpy as np

from vision.following.rest_samples import COLORS, EACH, SAMPLES, TURNS, Floats, SamplePlan
from vision.frame import Frame, Pixels
from vision.measures.stillness import FLICKER

LOOK_S, LONGER, LONGEST_S = 1.0, 8.0, 64.0
"""A thorough look is due after the first, whatever the samples say, then each after so many times as long as before, up
to the last: it is there for what hardly differs in green, which is all that is sampled."""

_FLOOR, _OF_NOISE = 2.0, 1.7  # grey levels by which a block's mean may differ: four deviations of a mean of nine
_FLOOR_ALL, _OF_NOISE_ALL = 1.0, 0.45  # the same over all turns: that differs by as little as between thorough looks
_SLID, _SLID_OF_NOISE = 0.015, 5.0  # spaces that marks may slide together, and deviations of what is measured
_APART, _APART_OF_NOISE = 1.0, 1.3  # squared grey levels, and times the noise, by which samples along marks may differ


class Rested(Enum):
    """What the samples of a frame say."""

    STILL = "still"
    DUE = "due"  # nobody has looked thoroughly for so long that it is time to
    CHANGED = "changed"


class Rest:
    """Remembers a table at rest and tells whether the next frame shows it still.

    Args:
        plan: where to look.
        before: a frame that was looked at thoroughly.
        now: the next such frame, which shows the same; from the two the noise is known, and the frames that come are
            held against this one.
    """

    def __init__(self, plan: SamplePlan, before: Frame, now: Frame) -> None:
        self._plan, self._pixels = plan, now.pixels
        samples = [plan.of(now.pixels, turn) for turn in range(TURNS)]
        self._sums = np.stack([plan.sums(each) for each in samples])
        self._all_sums = np.stack([self._sums[color::COLORS].sum(axis=0) for color in range(COLORS)])
        self._marks = plan.along_marks(samples[0])
        self._past = np.zeros_like(self._sums)  # by how much each turn differed when it was its last
        self._all = np.zeros_like(self._all_sums)
        then = plan.of(before.pixels, 0)
        apart = then * (self._sums[0].sum() / max(plan.sums(then).sum(), 1.0)) - samples[0]
        along = plan.along_marks(apart)
        inner = apart[: len(apart) - len(along)]
        noise = float(np.abs(inner).mean())
        self._allowed = (_FLOOR + _OF_NOISE * noise) * SAMPLES
        self._allowed_all = (_FLOOR_ALL + _OF_NOISE_ALL * noise) * EACH
        self._allowed_apart = _APART * len(along) + _APART_OF_NOISE * float(along @ along)
        self._slides = _in_units(plan.slides(self._marks), float(inner.std()))
        self._turn = 0
        self._interval_s = LOOK_S
        self._armed_s, self._due_s = now.taken_at_s, now.taken_at_s + LOOK_S

    def told(self, frame: Frame) -> Rested:
        """Whether this frame shows what was there before."""
        if frame.pixels.shape != self._plan.shape or frame.taken_at_s < self._armed_s:
            return Rested.CHANGED
        if frame.taken_at_s >= self._due_s:
            return Rested.DUE
        if frame.pixels is self._pixels:
            return Rested.STILL  # the camera itself has found no change
        return Rested.STILL if self._shows_the_same(frame.pixels) else Rested.CHANGED

    def renew(self, now_s: float) -> None:
        """A thorough look has found nothing changed: the next is due after longer."""
        self._interval_s = min(LONGER * self._interval_s, LONGEST_S)
        self._due_s = now_s + self._interval_s

    def _shows_the_same(self, pixels: Pixels) -> bool:
        # a picture that went through the cache has swept the code out: few functions are called, the same ones again
        plan, turn = self._plan, self._turn
        color, self._turn = turn % COLORS, (turn + 1) % TURNS
        samples = plan.of(pixels, turn)
        change = plan.sums(samples) - self._sums[turn]
        past, together = self._past[turn], self._all[color]
        together += change
        together -= past
        past[:] = change
        if not _within(change, self._sums[turn], self._allowed):
            return False
        if not _within(together, self._all_sums[color], self._allowed_all):
            return False
        marks = plan.along_marks(samples)
        apart = marks - self._marks
        if np.add.reduce(apart * apart) > self._allowed_apart:
            apart = marks * np.float32(1.0 / (1.0 + _brighter(change, self._sums[turn]))) - self._marks
            if np.add.reduce(apart * apart) > self._allowed_apart:
                return False
        slid = np.add.reduce(self._slides * apart, axis=1)
        return bool(np.maximum.reduce(slid * slid, initial=0.0) <= 1.0)


def _within(change: Floats, before: Floats, allowed: float) -> bool:
    """Whether nothing changed by more than is allowed but for a light that is the same everywhere."""
    if np.maximum.reduce(change * change) <= allowed**2:
        return True
    brighter = _brighter(change, before)
    if abs(brighter) > FLICKER:
        return False
    apart = change - np.float32(brighter) * before
    return bool(np.maximum.reduce(apart * apart) <= allowed**2)


def _brighter(change: Floats, before: Floats) -> float:
    """By what share all is brighter than before."""
    return float(change.sum()) / max(float(before.sum()), 1.0)


def _in_units(slides: Floats, deviation: float) -> Floats:
    """The same slides in units of how far a group may slide, where the change of a sample deviates by so much."""
    allowed = _SLID + _SLID_OF_NOISE * deviation * np.linalg.norm(slides, axis=1, keepdims=True)
    return np.asarray(slides / allowed, np.float32)
