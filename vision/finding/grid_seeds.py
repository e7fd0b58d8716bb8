"""Finds pieces of printed grids anywhere in a picture by how it repeats itself, without any outline of a board.

A window of the picture is compared with itself, shifted (its autocorrelation): lines that cross at even distances come
to lie on each other at the shifts that a lattice has. Neither a missing rim nor a shadow nor gaps in lines hide that.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Floats, Gray
from vision.pose import Points

Vector = NDArray[np.float64]

LONGEST_PX = 1100  # of the reduced picture: a printed line is about two pixels wide there
WINDOW_PX = 256  # of the reduced picture: at least four spaces of the largest board that a picture holds
APART = 0.6  # of a window from one to the next
LINE = np.ones((5, 5), np.uint8)  # wider than a printed line
SURROUNDINGS_PX = 41  # about each place, whose mean it is compared with: shadows and lamps are far larger
FAINTEST = 0.05  # grey levels: of a smaller mean there is nothing to see
CAP = 3.0  # times the mean: icons and print must not outvote lines
LEAST_PX = 9.0  # a space in the reduced picture
PEAKS, PEAK = 14, np.ones((7, 7), np.uint8)  # so many of the best shifts are tried in pairs, each the best round it
CROSSED = 0.75  # sine of the angle between the two ways of a lattice: 35 degrees of tilt leave 0.8
LONGER = 1.6  # times the one way is as long as the other, at most
LIKELY = 0.6  # score of a lattice that is worth a look
SURELY = 1.4  # the same of one that is looked at before other windows are: where no board lies few reach it
LEAST_SIDE_PX = 32  # of a window: three spaces and a little
PHASES = 32  # parts of a space in which its lines are looked for
LEAST_SHARED = 0.05  # of a window's weight at a shift, its square: of less there is too little to be compared
AROUND = 3  # spaces to a side, about the middle of a window, that tell where the lines are


class Seed(NamedTuple):
    """A piece of a lattice: a crossing near the middle of a window, and the steps to the next two, in pixels.

    ``right`` and ``down`` turn clockwise as the picture is seen. Lines are lighter (``polarity`` 1) or darker (-1) than
    the ground.
    """

    place: Vector
    right: Vector
    down: Vector
    polarity: int


class Ways(NamedTuple):
    """Two ways in which a window repeats itself, in its pixels, and how clearly in units of the noise of that."""

    one: Vector
    other: Vector
    score: float


class Phases(NamedTuple):
    """Where the lines of a lattice are, in spaces right and down of a place, and by how much they stand out."""

    right: float
    down: float
    clear: float


class Thin(NamedTuple):
    """What stands out from its surroundings in a picture reduced by ``factor``, float32 (height, width).

    Values go from 0 to ``CAP``. ``either`` is the larger of ``light`` and ``dark``.
    """

    either: Floats
    light: Floats
    dark: Floats
    factor: int


def grid_seeds(gray: Gray) -> Iterator[Seed]:
    """Pieces of lattices in windows that cover a picture, uint8 (height, width), one in each.

    Those that are seen surely come as they are met, from the middle of the picture outward, then the likeliest first.
    """
    factor = reduction(gray)
    side = min(WINDOW_PX, *(length // factor for length in gray.shape))
    if side < LEAST_SIDE_PX:
        return
    thin = thin_of(gray)
    height, width = thin.either.shape
    rest = []
    for top, left in from_middle(itertools.product(starts(height, side), starts(width, side)), (height, width), side):
        ways = lattice_ways(shifted_onto_itself(thin.either[top : top + side, left : left + side]))
        if ways is None or ways.score < LIKELY:
            continue
        middle = np.array([left, top]) + side / 2
        if ways.score >= SURELY:
            yield seed_at(thin, middle, ways)
        else:
            rest.append((middle, ways))
    for middle, ways in sorted(rest, key=lambda each: -each[1].score):
        yield seed_at(thin, middle, ways)


def from_middle(windows: Iterable[tuple[int, int]], size: tuple[int, int], side: int) -> list[tuple[int, int]]:
    """Where square windows begin, down and right, those first whose middle is nearest to that of a picture."""
    return sorted(
        windows, key=lambda begin: math.hypot(*(2 * n + side - whole for n, whole in zip(begin, size, strict=True)))
    )


def reduction(gray: Gray) -> int:
    """By how much a picture is made smaller."""
    return math.ceil(max(int(length) for length in gray.shape) / LONGEST_PX)


def thin_of(gray: Gray) -> Thin:
    """What is narrower than ``LINE`` in a lightness, compared with the mean of that round it."""
    factor = reduction(gray)
    rows, cols = gray.shape[0] // factor, gray.shape[1] // factor
    # not in whole grey levels: in the dark a line has but one or two
    fine = gray[: factor * rows, : factor * cols].astype(np.float32)
    small = cv2.GaussianBlur(cv2.resize(fine, (cols, rows), interpolation=cv2.INTER_AREA), (3, 3), 0.7)
    light = cv2.subtract(small, cv2.morphologyEx(small, cv2.MORPH_OPEN, LINE))
    dark = cv2.subtract(cv2.morphologyEx(small, cv2.MORPH_CLOSE, LINE), small)
    either = cv2.max(light, dark)
    mean = cv2.blur(either, (SURROUNDINGS_PX, SURROUNDINGS_PX)) + FAINTEST
    either, light, dark = (
        np.asarray(np.minimum(cv2.divide(part, mean), CAP), np.float32) for part in (either, light, dark)
    )
    return Thin(either, light, dark, factor)


def starts(length: int, side: int) -> Iterator[int]:
    """Where windows of a side begin that cover a length, at even distances."""
    count = math.ceil((length - side) / (APART * side)) + 1
    yield from np.linspace(0, length - side, count).astype(int).tolist()


@lru_cache(maxsize=4)
def fading(side: int) -> Floats:
    """A weight of a square window's places that falls to nothing at its sides (Hann)."""
    return np.asarray(np.outer(np.hanning(side), np.hanning(side)), np.float32)


def autocorrelation(weighted: Floats) -> Floats:
    """How a square window agrees with itself at every shift, down and right, both round the corner."""
    spectrum = cv2.dft(weighted)
    power = cv2.mulSpectrums(spectrum, spectrum, 0, conjB=True)
    return np.asarray(cv2.dft(power, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT), np.float32)


@lru_cache(maxsize=4)
def shared(side: int) -> Floats:
    """By what long shifts must be divided so that they count as much as their noise lets them.

    What a faded window shares with itself shrinks with the shift, and the noise of that by its square root: undivided,
    the steps of large spaces lose against shorter ones that lead to no crossing.
    """
    own = autocorrelation(fading(side))
    return np.asarray(np.sqrt(np.maximum(own / own[0, 0], LEAST_SHARED)), np.float32)


def shifted_onto_itself(window: Floats) -> Floats:
    """How well a square window agrees with itself at every shift, down and right, both round the corner."""
    side = len(window)
    agreed = autocorrelation((window - cv2.mean(window)[0]) * fading(side)) / shared(side)
    return np.asarray(cv2.GaussianBlur(agreed, (3, 3), 0), np.float32)


@lru_cache(maxsize=4)
def shifts(side: int) -> tuple[NDArray[np.bool_], int]:
    """Which shifts of a window a lattice may have, of those down by at most half of it, bool; and the half."""
    half = side // 2
    y, x = np.mgrid[:half, -half : side - half]
    length = np.hypot(x, y)
    return (length >= LEAST_PX) & (length <= side / 3) & ((y > 0) | (x > 0)), half


def lattice_ways(agreed: Floats) -> Ways | None:
    """The ways in which a window repeats itself as lines that cross do, by how it agrees with itself; None if none.

    Shifted by a lattice's way, both kinds of its lines come to lie on lines. By half of it, those that run along do
    still; by half of both ways none do. So the ways are there if each kind of lines is.
    """
    allowed, half = shifts(len(agreed))
    upper = np.concatenate([agreed[:half, half:], agreed[:half, :half]], axis=1)
    noise = float(upper[allowed].std())
    best = np.flatnonzero((upper >= cv2.dilate(upper, PEAK)) & allowed)
    best = best[np.argsort(-upper.ravel()[best])[:PEAKS]]
    ways = np.stack([best % len(agreed) - half, best // len(agreed)], axis=1).astype(np.float64)
    one, other = (ways[numbers] for numbers in np.triu_indices(len(ways), 1))
    lengths = np.hypot(*one.T), np.hypot(*other.T)
    sine = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / (lengths[0] * lengths[1])
    like = np.maximum(*lengths) <= LONGER * np.minimum(*lengths)
    one, other = one[(sine >= CROSSED) & like], other[(sine >= CROSSED) & like]
    if not len(one) or noise == 0:
        return None

    def at(way: Points) -> Floats:
        x, y = np.rint(way).astype(np.intp).T
        return np.asarray(agreed[y % len(agreed), x % len(agreed)])

    crossings = (at(one) + at(other) + at(one + other) + at(one - other)) / 4
    along, beside = at(one / 2), at(other / 2)
    between = np.maximum(at((one + other) / 2), at((one - other) / 2))
    scores = np.minimum(crossings - np.maximum(along, beside), np.minimum(along, beside) - between) / noise
    clearest = int(scores.argmax())
    return Ways(one[clearest], other[clearest], float(scores[clearest]))


def seed_at(thin: Thin, middle: Vector, ways: Ways) -> Seed:
    """The seed of the lattice with these ways about the middle of a window: where its lines are, and of which tone."""
    one, other, _ = ways
    right, down = (one, other) if abs(one[0]) >= abs(other[0]) else (other, one)
    right = right if right[0] > 0 else -right
    down = down if right[0] * down[1] - right[1] * down[0] > 0 else -down
    light, dark = (line_phases(part, middle, right, down) for part in (thin.light, thin.dark))
    clearer = max(light, dark, key=lambda phases: phases.clear)
    place = middle + clearer.right * right + clearer.down * down
    factor = thin.factor
    return Seed((place + 0.5) * factor - 0.5, right * factor, down * factor, 1 if clearer is light else -1)


def line_phases(part: Floats, middle: Vector, right: Vector, down: Vector) -> Phases:
    """Where the lines of a lattice are, by the spaces about the middle of a window laid upon each other."""
    side = AROUND * PHASES
    steps = np.stack([right, down], axis=1) / PHASES
    begin = middle + steps @ np.full(2, 0.5 - side / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(part, np.column_stack([steps, begin]), (side, side), flags=flags)
    found = []
    for axis in (0, 1):
        mean = seen.mean(axis=axis).reshape(AROUND, PHASES).mean(axis=0)
        mean = mean + np.roll(mean, 1) + np.roll(mean, -1)
        best = int(mean.argmax())
        # the first of the spaces begins a half before a whole one, since they lie about the middle
        found.append(((best + 0.5) / PHASES - 0.5 * (AROUND % 2), float(mean[best] - np.median(mean))))
    (across, first), (along, second) = found
    return Phases(across, along, min(first, second))
