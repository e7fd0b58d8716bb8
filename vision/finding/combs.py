"""Combs of evenly spaced teeth, fitted to what stands out along one side of a quadrilateral.

A profile has one peak a printed line. Combs are tried with every count of lines that a board may have along that side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Gray = NDArray[np.uint8]

SAMPLES = 320  # across the quadrilateral
BORDER = 24  # samples outside it on each side, since a rim found by its edge may lie a little inside
SIZE = SAMPLES + 2 * BORDER
COARSE_STEP = 4.0  # samples between the combs that are tried at first
CAP = 6.0  # one strong line (a frame) must not outvote eight weak ones
ABSENT = 1.5  # evidence below this counts against a line, in units of the noise of the profile
WIDE, SHARP = np.ones((1, 5), np.uint8), np.ones((1, 3), np.uint8)  # teeth, in samples


class Comb(NamedTuple):
    """Evenly spaced lines along one side: first and last line as parts of the side (0 to 1), and their evidence.

    ``score`` is the sum over the lines of capped evidence less ``ABSENT``, in units of noise.
    """

    first: float
    last: float
    score: float


class Combs(NamedTuple):
    """Combs of one number of lines after another, n in all: first tooth and spacing (n, 2), and each number's part.

    ``teeth`` are places in the profile, (most + 2, n): one more stands at each end, where no line should be.
    """

    every: Floats
    teeth: NDArray[np.intp]
    parts: tuple[slice, ...]


@lru_cache(maxsize=16)
def combs(lines: tuple[int, ...]) -> Combs:
    """Combs of so many lines, or so many, each near to every one that fits."""
    groups = []
    for number in lines:
        spacings = np.arange(0.68 * SAMPLES, SAMPLES + 0.8 * BORDER, COARSE_STEP) / (number - 1)
        starts = [np.arange(2.0, SIZE - 2 - spacing * (number - 1), COARSE_STEP) for spacing in spacings]
        pairs = [np.stack([s, np.full_like(s, d)], axis=1) for s, d in zip(starts, spacings, strict=True)]
        groups.append(np.concatenate(pairs).astype(np.float32))
    every, ends = np.concatenate(groups), np.cumsum([len(group) for group in groups]).tolist()
    parts = tuple(slice(end - len(group), end) for end, group in zip(ends, groups, strict=True))
    return Combs(every, teeth_of(every, numbers(lines).repeat([len(group) for group in groups], axis=1)), parts)


@lru_cache(maxsize=16)
def numbers(lines: tuple[int, ...]) -> Floats:
    """Which teeth combs of so many lines have, (most + 2, 1 or more), from the one before to the one behind.

    Those that others have more are no numbers.
    """
    most = max(lines)
    inner = [np.where(np.arange(most) < number, np.arange(most), np.nan) for number in lines]
    return np.array([[-1, *teeth, number] for teeth, number in zip(inner, lines, strict=True)], np.float32).T


def teeth_of(every: Floats, numbers: Floats) -> NDArray[np.intp]:
    """The teeth of combs (n, 2) by their ``numbers`` (m, n) as places in the profile, (m, n).

    Those outside it lead to the last entry but one of what is gained, those that are none to the last.
    """
    where = np.rint(every[:, 0] + every[:, 1] * numbers)
    places = np.where((where >= 0) & (where < SIZE), where, SIZE)
    return np.where(np.isnan(where), SIZE + 1, places).astype(np.intp)


def evidence(capped: Floats, tooth: Gray) -> Floats:
    """What a tooth gains at each place of profiles (n, SIZE) from -1 to ``CAP``, as float32 (SIZE + 2, n).

    The last are for places outside and for no tooth. A sharp hit counts a little more than a near one, so that the
    middle of equally good combs wins.
    """
    gain = np.full((SIZE + 2, len(capped)), -ABSENT, np.float32)
    gain[-1] = 0
    cv2.transpose(cv2.addWeighted(cv2.dilate(capped, tooth), 0.7, capped, 0.3, -ABSENT), gain[:SIZE])
    return gain


def scores(gain: Floats, places: NDArray[np.intp]) -> Floats:
    """The evidence for combs from the gains (lines + 2, ...) at their teeth."""
    values = gain.take(places, axis=0)
    # a further line beyond an end means that the comb is one tooth short there
    return np.asarray(values[1:-1].sum(axis=0) - np.maximum(values[0], 0) - np.maximum(values[-1], 0), np.float32)


def fit_combs(rough: Floats, sharp: Floats, lines: tuple[int, ...]) -> list[Comb]:
    """The best combs in each of several profiles, by their ``evidence`` for wide and sharp teeth, number by number.

    All starts and spacings are tried at every other step, and the steps between round the best of them.
    """
    every, teeth, parts = combs(lines)
    rest = nearby(lines, rough.shape[1])
    score = scores(rough, teeth)
    best = np.concatenate([part.start + score[part].argmax(axis=0) for part in parts])
    near = (every[best][:, None] + rest.steps).reshape(-1, 2)
    score = scores(sharp.ravel(), teeth_of(near, rest.numbers) * rough.shape[1] + rest.profile).reshape(len(best), -1)
    first, spacing = near[score.argmax(axis=1) + rest.begin].T
    ends = (np.stack([first, first + spacing * rest.spaces]) - BORDER + 0.5) / SAMPLES
    return [Comb(*each) for each in zip(*ends.tolist(), score.max(axis=1).tolist(), strict=True)]


class Nearby(NamedTuple):
    """Combs round some of ``combs``, of each number of lines one in each profile: c of them, with 25 about each.

    ``steps`` (c, 25, 2) lead to them in start and spacing; they have teeth of these ``numbers`` (most + 2, 25 c) in a
    ``profile`` (25 c,); ``begin`` (c,) are the first about each, ``spaces`` (c,) those of each.
    """

    steps: Floats
    numbers: Floats
    profile: NDArray[np.intp]
    begin: NDArray[np.intp]
    spaces: Floats


@lru_cache(maxsize=16)
def nearby(lines: tuple[int, ...], profiles: int) -> Nearby:
    """What is tried round the best combs of so many lines in so many profiles."""
    around = np.arange(-2, 3, dtype=np.float32) * (COARSE_STEP / 4)
    first, whole = (axis.ravel() for axis in np.meshgrid(around, around))
    spaces = np.array(lines, np.float32).repeat(profiles) - 1
    steps = np.stack([np.stack([first, whole / count], axis=1) for count in spaces])
    profile = np.tile(np.arange(profiles).repeat(len(first)), len(lines))
    begin = np.arange(0, len(profile), len(first))
    return Nearby(steps, numbers(lines).repeat(profiles * len(first), axis=1), profile, begin, spaces)
