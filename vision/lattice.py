"""Whether a quadrilateral of a picture holds a printed lattice, and where its outermost lines lie.

The quadrilateral is seen from straight above, thin lines are brought out by their second difference across (a ridge,
light or dark), and the ridge is averaged along the lines. The average has one peak a printed line; a comb of evenly
spaced teeth is fitted to the peaks, once for every count of lines that the board may have along that side.
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
ROWS = 64  # across the lines' way, over the middle nine tenths
COARSE_STEP = 4.0  # samples between the combs that are tried at first
REACH = 2  # samples from a ridge to its foot: printed lines are about a twentieth of a space wide
CAP = 6.0  # one strong line (a frame) must not outvote eight weak ones
STRONG = 4.0  # times the mean ridge: no single place may outvote the rest of its line
ABSENT = 1.5  # evidence below this counts against a line, in units of the noise of the profile
WIDE, SHARP = np.ones((1, 5), np.uint8), np.ones((1, 3), np.uint8)  # teeth, in samples
ACROSS = np.array([[1 / SAMPLES, 0, (0.5 - BORDER) / SAMPLES], [0, 0.9 / ROWS, 0.05 + 0.45 / ROWS], [0, 0, 1]])
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
DOWN = ACROSS[[1, 0, 2]]  # of samples across the lines to the quadrilateral, for upright and for level lines


class Comb(NamedTuple):
    """Evenly spaced lines along one side: first and last line as parts of the side (0 to 1), and their evidence.

    ``score`` is the sum over the lines of capped evidence less ``ABSENT``, in units of noise.
    """

    first: float
    last: float
    score: float


class Lattice(NamedTuple):
    """The lattice's corners in the picture, float64 (4, 2), far left first, clockwise, and how sure it is a lattice."""

    corners_px: NDArray[np.float64]
    score: float
    polarity: int  # 1: lines lighter than the ground, -1: darker


def ridges(gray: Floats, reach: int, axis: int, cap: float) -> Floats:
    """Ridges across ``axis`` (1: upright lines), positive where light, in units of their mean, up to ``cap``.

    Only what rises over both feet is a ridge: an edge, however strong, gives nothing.
    """
    smooth = cv2.GaussianBlur(gray, (0, 0), reach / 2.5)
    far = 2 * reach
    sides = (0, 0, far, far) if axis == 1 else (far, far, 0, 0)
    wide = cv2.copyMakeBorder(smooth, *sides, cv2.BORDER_REPLICATE)
    height, width = smooth.shape
    behind = wide[:height, :width]
    ahead = wide[-height:, -width:]
    up = cv2.subtract(smooth, cv2.max(ahead, behind))
    down = cv2.subtract(cv2.min(ahead, behind), smooth)
    response = cv2.subtract(cv2.max(up, 0.0), cv2.max(down, 0.0))  # type: ignore[call-overload]  # a scalar is fine
    noise = float(cv2.mean(cv2.absdiff(response, 0.0))[0]) + 1e-6  # type: ignore[call-overload]  # the same
    return np.asarray(np.clip(response / noise, -cap, cap), np.float32)


@lru_cache(maxsize=16)
def combs(lines: int) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Combs of so many lines, each near to every one that fits: first tooth and spacing (n, 2), and their teeth.

    Teeth are places in the profile, (lines + 2, n): one more stands at each end, where no line should be.
    """
    spacings = np.arange(0.68 * SAMPLES, SAMPLES + 0.8 * BORDER, COARSE_STEP) / (lines - 1)
    starts = [np.arange(2.0, SIZE - 2 - spacing * (lines - 1), COARSE_STEP) for spacing in spacings]
    pairs = [np.stack([s, np.full_like(s, d)], axis=1) for s, d in zip(starts, spacings, strict=True)]
    every = np.concatenate(pairs).astype(np.float32)
    return every, teeth_of(every, lines)


def teeth_of(every: NDArray[np.float32], lines: int) -> NDArray[np.intp]:
    """The teeth of combs (n, 2) as places in the profile, (lines + 2, n); those outside lead to its last entry."""
    numbers = np.arange(-1, lines + 1, dtype=np.float32)[:, None]
    where = np.rint(every[:, 0] + every[:, 1] * numbers).astype(np.intp)
    return np.where((where >= 0) & (where < SIZE), where, SIZE)


def evidence(capped: Floats, tooth: Gray) -> Floats:
    """What a tooth gains at each place of profiles (n, SIZE) from -1 to ``CAP``, as float32 (SIZE + 1, n).

    The last is for none. A sharp hit counts a little more than a near one, so that the middle of equally good combs
    wins.
    """
    gain = np.full((SIZE + 1, len(capped)), -ABSENT, np.float32)
    cv2.transpose(cv2.addWeighted(cv2.dilate(capped, tooth), 0.7, capped, 0.3, -ABSENT), gain[:SIZE])
    return gain


def scores(gain: Floats, places: NDArray[np.intp]) -> Floats:
    """The evidence for combs from the gains (lines + 2, ...) at their teeth."""
    values = gain.take(places, axis=0)
    # a further line beyond an end means that the comb is one tooth short there
    return np.asarray(values[1:-1].sum(axis=0) - np.maximum(values[0], 0) - np.maximum(values[-1], 0), np.float32)


def fit_combs(rough: Floats, sharp: Floats, lines: int) -> list[Comb]:
    """The best comb of ``lines`` teeth in each of several profiles, from their ``evidence`` for wide and sharp teeth.

    All starts and spacings are tried at every other step, and the steps between round the best of them.
    """
    every, teeth = combs(lines)
    best = scores(rough, teeth).argmax(axis=0)
    count, steps = len(best), nearby(lines)
    near = (every[best][:, None] + steps).reshape(-1, 2)
    flat = teeth_of(near, lines) * count + np.arange(count).repeat(len(steps))
    score = scores(sharp.ravel(), flat).reshape(count, -1)
    first, spacing = near[score.argmax(axis=1) + np.arange(0, len(near), len(steps))].T
    ends = (np.stack([first, first + spacing * (lines - 1)]) - BORDER + 0.5) / SAMPLES
    return [Comb(*each) for each in zip(*ends.tolist(), score.max(axis=1).tolist(), strict=True)]


@lru_cache(maxsize=16)
def nearby(lines: int) -> NDArray[np.float32]:
    """Steps of start and spacing to the combs round one of ``combs``, float32 (25, 2)."""
    around = np.arange(-2, 3, dtype=np.float32) * (COARSE_STEP / 4)
    first, whole = (axis.ravel() for axis in np.meshgrid(around, around))
    return np.stack([first, whole / (lines - 1)], axis=1)


def profiles_of(seen: Gray) -> Floats:
    """The ridges along upright lines averaged over each half of the rows, in units of the average's noise, (2, width).

    They are as ``ridges`` finds them, but in whole grey levels, which is many times as fast: over so many samples the
    average keeps what lies between.
    """
    smooth = cv2.GaussianBlur(seen, (3, 1), REACH / 2.5)
    far = 2 * REACH
    here, behind, ahead = smooth[:, far:-far], smooth[:, : -2 * far], smooth[:, 2 * far :]
    up = cv2.subtract(here, cv2.max(ahead, behind))  # below 0 is 0 among whole numbers
    down = cv2.subtract(cv2.min(ahead, behind), here)
    half = len(seen) // 2
    profiles = np.zeros((2, seen.shape[1]), np.float32)
    for profile, rows in zip(profiles, (slice(half), slice(half, None)), strict=True):
        cap = float(np.ceil(STRONG * (cv2.mean(up[rows])[0] + cv2.mean(down[rows])[0]) + 1e-6))
        light, dark = (
            cv2.reduce(cv2.min(part[rows], cap), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)  # type: ignore[call-overload]  # a scalar
            for part in (up, down)
        )
        profile[far:-far] = (light - dark)[0]
        profile -= median(profile)
        profile /= 1.4826 * median(np.abs(profile)) + 1e-6 * half
    return profiles


def median(values: NDArray[np.floating]) -> float:
    """The median, without the checks that cost numpy's more than the sorting; 0 of nothing."""
    half = len(values) // 2
    if not half:
        return float(values.sum())
    ordered = values.copy()
    ordered.sort()  # of so few values, quicker than parting them
    return float(ordered[half]) if len(values) % 2 else float(ordered[half - 1] + ordered[half]) / 2


def fit_lattice(gray: Gray, quad_px: NDArray[np.float64], spaces_wh: tuple[int, int]) -> tuple[Lattice, ...]:
    """The best lattice of this size in a quadrilateral for all ways it may lie and both polarities: the best two.

    ``gray`` is uint8 (height, width); ``quad_px`` float64 (4, 2), clockwise; the first corner of a result is the one
    from which ``spaces_wh[0]`` spaces run clockwise.
    """
    matrix = np.asarray(cv2.getPerspectiveTransform(UNIT, quad_px.astype(np.float32)), np.float64)
    seen = np.empty((2 * ROWS, SIZE), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # closely across the lines, and only as many samples along them as an average needs
    for rows, way in ((seen[:ROWS], ACROSS), (seen[ROWS:], DOWN)):
        cv2.warpPerspective(gray, matrix @ way, (SIZE, ROWS), rows, flags, borderMode=cv2.BORDER_REPLICATE)
    upright, level = profiles_of(seen)
    capped = np.clip(np.stack([upright, -upright, level, -level]), -1, CAP)
    rough, sharp = evidence(capped, WIDE), evidence(capped, SHARP)
    fits = {spaces: fit_combs(rough, sharp, spaces + 1) for spaces in set(spaces_wh)}
    found = []
    for minus, polarity in ((0, 1), (1, -1)):
        for across, down in dict.fromkeys((spaces_wh, spaces_wh[::-1])):
            xs, ys = fits[across][minus], fits[down][2 + minus]
            score = min(xs.score / (across + 1), ys.score / (down + 1))
            found.append((score, polarity, across != spaces_wh[0], xs, ys))
    found.sort(key=lambda each: -each[0])
    return tuple(lattice_at(matrix, xs, ys, turned, score, polarity) for score, polarity, turned, xs, ys in found[:2])


def lattice_at(matrix: NDArray[np.float64], xs: Comb, ys: Comb, turned: bool, score: float, polarity: int) -> Lattice:
    """The lattice of two combs in a square that ``matrix`` leads to the picture."""
    box = np.array([[xs.first, ys.first], [xs.last, ys.first], [xs.last, ys.last], [xs.first, ys.last]])
    corners = cv2.perspectiveTransform(box[:, None], matrix).reshape(-1, 2)
    return Lattice(np.asarray(corners[[3, 0, 1, 2]] if turned else corners, np.float64), score, polarity)
