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
REACH = 2  # samples from a ridge to its foot: printed lines are about a twentieth of a space wide
CAP = 6.0  # one strong line (a frame) must not outvote eight weak ones
STRONG = 4.0  # times the mean ridge: no single place may outvote the rest of its line
ABSENT = 1.5  # evidence below this counts against a line, in units of the noise of the profile


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
def comb_teeth(lines: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Every comb of so many lines that fits: first tooth and spacing (n, 2), and its teeth as places (lines + 2, n).

    One tooth more stands at each end, where no line should be; places outside the profile lead to its last entry.
    """
    size = SAMPLES + 2 * BORDER
    spacings = np.arange(0.68 * SAMPLES, SAMPLES + 0.8 * BORDER, 2.0) / (lines - 1)
    starts = [np.arange(2.0, size - 2 - spacing * (lines - 1), 2.0) for spacing in spacings]
    combs = np.concatenate([np.stack([s, np.full_like(s, d)], axis=1) for s, d in zip(starts, spacings, strict=True)])
    where = np.rint(combs[:, 0] + combs[:, 1] * np.arange(-1, lines + 1)[:, None]).astype(np.intp)
    return combs, np.where((where >= 0) & (where < size), where, size)


def fit_comb(profile: Floats, lines: int) -> Comb:
    """The best comb of ``lines`` teeth in a profile whose noise is 1, over all starts and spacings."""
    wide = cv2.dilate(profile.reshape(1, -1), np.ones((1, 3))).ravel()
    # a sharp hit counts a little more than a near one, so that the middle of equally good combs wins
    gain = 0.7 * np.clip(wide, -1, CAP) + 0.3 * np.clip(profile, -1, CAP) - ABSENT
    combs, teeth = comb_teeth(lines)
    values = np.append(gain, np.float32(-ABSENT)).take(teeth)
    # a further line beyond an end means that the comb is one tooth short there
    beyond = np.maximum(values[0], 0) + np.maximum(values[-1], 0)
    score = values[1:-1].sum(axis=0) - beyond
    top = int(np.argmax(score))
    first, spacing = combs[top]
    last = first + spacing * (lines - 1)
    return Comb((first - BORDER + 0.5) / SAMPLES, (last - BORDER + 0.5) / SAMPLES, float(score[top]))


def profile_of(seen: Gray) -> Floats:
    """The ridges along upright lines averaged over the middle, in units of that average's noise, float32 (width,).

    They are as ``ridges`` finds them, but in whole grey levels, which is many times as fast: over so many samples the
    average keeps what lies between.
    """
    smooth = cv2.GaussianBlur(seen, (3, 3), REACH / 2.5)[BORDER + SAMPLES // 20 : BORDER + SAMPLES - SAMPLES // 20]
    far = 2 * REACH
    here, behind, ahead = smooth[:, far:-far], smooth[:, : -2 * far], smooth[:, 2 * far :]
    up = cv2.subtract(here, cv2.max(ahead, behind))  # below 0 is 0 among whole numbers
    down = cv2.subtract(cv2.min(ahead, behind), here)
    cap = float(np.ceil(STRONG * (cv2.mean(up)[0] + cv2.mean(down)[0]) + 1e-6))
    light, dark = (
        cv2.reduce(cv2.min(part, cap), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)  # type: ignore[call-overload]  # a scalar
        for part in (up, down)
    )
    mean = np.pad((light - dark).ravel().astype(np.float32) / len(smooth), far)
    mean -= np.median(mean)
    noise = 1.4826 * float(np.median(np.abs(mean))) + 1e-6
    return np.asarray(mean / noise, np.float32)


def fit_lattice(gray: Gray, quad_px: NDArray[np.float64], spaces_wh: tuple[int, int]) -> tuple[Lattice, ...]:
    """The best lattice of this size in a quadrilateral for both ways it may lie and both polarities, best first.

    ``gray`` is uint8 (height, width); ``quad_px`` float64 (4, 2), clockwise; the first corner of a result is the one
    from which ``spaces_wh[0]`` spaces run clockwise.
    """
    ends = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(ends, quad_px.astype(np.float32))
    to_unit = np.array(
        [[1 / SAMPLES, 0, (0.5 - BORDER) / SAMPLES], [0, 1 / SAMPLES, (0.5 - BORDER) / SAMPLES], [0, 0, 1]]
    )
    size = SAMPLES + 2 * BORDER
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(gray, matrix @ to_unit, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    seen = np.asarray(warped, np.uint8)
    upright, level = profile_of(seen), profile_of(np.asarray(cv2.transpose(seen), np.uint8))
    found = []
    for polarity in (1, -1):
        for turned in (False, True):
            across, down = spaces_wh[::-1] if turned else spaces_wh
            xs, ys = fit_comb(polarity * upright, across + 1), fit_comb(polarity * level, down + 1)
            box = np.array([[xs.first, ys.first], [xs.last, ys.first], [xs.last, ys.last], [xs.first, ys.last]])
            corners = cv2.perspectiveTransform(box.reshape(-1, 1, 2), matrix.astype(np.float64)).reshape(-1, 2)
            corners = np.roll(corners, 1, axis=0) if turned else corners
            score = min(xs.score / (across + 1), ys.score / (down + 1))
            found.append(Lattice(np.asarray(corners, np.float64), score, polarity))
    return tuple(sorted(found, key=lambda lattice: -lattice.score))
