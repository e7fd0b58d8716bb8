"""Whether a quadrilateral of a picture holds a printed lattice, and where its outermost lines lie.

The quadrilateral is seen from straight above, thin lines are brought out by their second difference across (a ridge,
light or dark), and the ridge is averaged along the lines. The average has one peak a printed line; a comb of evenly
spaced teeth is fitted to the peaks (``vision.finding.combs``), once for every count of lines that the board may have
along that side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.combs import BORDER, CAP, SAMPLES, SHARP, SIZE, WIDE, Comb, evidence, fit_combs

Floats = NDArray[np.float32]
Gray = NDArray[np.uint8]

ROWS = 64  # across the lines' way, over the middle nine tenths
REACH = 2  # samples from a ridge to its foot: printed lines are about a twentieth of a space wide
STRONG = 4.0  # times the mean ridge: no single place may outvote the rest of its line
ACROSS = np.array([[1 / SAMPLES, 0, (0.5 - BORDER) / SAMPLES], [0, 0.9 / ROWS, 0.05 + 0.45 / ROWS], [0, 0, 1]])
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
DOWN = ACROSS[[1, 0, 2]]  # of samples across the lines to the quadrilateral, for upright and for level lines


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


def profile_of(seen: Gray) -> Floats:
    """The ridges along upright lines averaged over all rows, in units of the average's noise, (width,).

    They are as ``ridges`` finds them, but in whole grey levels, which is many times as fast: over so many samples the
    average keeps what lies between.
    """
    smooth = cv2.GaussianBlur(seen, (3, 1), REACH / 2.5)
    far = 2 * REACH
    here, behind, ahead = smooth[:, far:-far], smooth[:, : -2 * far], smooth[:, 2 * far :]
    up = cv2.subtract(here, cv2.max(ahead, behind))  # below 0 is 0 among whole numbers
    down = cv2.subtract(cv2.min(ahead, behind), here)
    cap = float(np.ceil(STRONG * (cv2.mean(up)[0] + cv2.mean(down)[0]) + 1e-6))
    light, dark = (
        cv2.reduce(cv2.min(part, cap), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)  # type: ignore[call-overload]  # a scalar
        for part in (up, down)
    )
    profile = np.zeros(seen.shape[1], np.float32)
    profile[far:-far] = (light - dark)[0]
    profile -= median(profile)
    profile /= 1.4826 * median(np.abs(profile)) + 1e-6 * len(seen)
    return profile


def median(values: NDArray[np.floating]) -> float:
    """The median, without the checks that cost numpy's more than the sorting; 0 of nothing."""
    half = len(values) // 2
    if not half:
        return float(values.sum())
    ordered = values.copy()
    ordered.sort()  # of so few values, quicker than parting them
    return float(ordered[half]) if len(values) % 2 else float(ordered[half - 1] + ordered[half]) / 2


def lattices(gray: Gray, quad_px: NDArray[np.float64], spaces_wh: tuple[int, int], least: float) -> Iterator[Lattice]:
    """The lattices of this size in a quadrilateral, the best first, that have at least this score.

    ``gray`` is uint8 (height, width); ``quad_px`` float64 (4, 2), clockwise; the first corner of a result is the one
    from which ``spaces_wh[0]`` spaces run clockwise. Where upright lines alone tell that there is none level ones are
    not looked for, which takes half the time.
    """
    matrix = np.asarray(cv2.getPerspectiveTransform(UNIT, quad_px.astype(np.float32)), np.float64)
    upright = combs_along(gray, matrix @ ACROSS, spaces_wh)
    if max(comb.score / (count + 1) for count, fits in upright.items() for comb in fits) < least:
        return
    level = combs_along(gray, matrix @ DOWN, spaces_wh)
    found = []
    for minus, polarity in ((0, 1), (1, -1)):
        for across, down in dict.fromkeys((spaces_wh, spaces_wh[::-1])):
            xs, ys = upright[across][minus], level[down][minus]
            score = min(xs.score / (across + 1), ys.score / (down + 1))
            found.append((score, polarity, across != spaces_wh[0], xs, ys))
    for score, polarity, turned, xs, ys in sorted(found, key=lambda each: -each[0]):
        if score < least:
            return
        yield lattice_at(matrix, xs, ys, turned, score, polarity)


def combs_along(gray: Gray, matrix: NDArray[np.float64], spaces: tuple[int, int]) -> dict[int, list[Comb]]:
    """The best combs of light lines and of dark ones by their spaces, in what ``matrix`` leads to the picture."""
    # closely across the lines, and only as many samples along them as an average needs
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(gray, matrix, (SIZE, ROWS), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    profile = profile_of(np.asarray(seen, np.uint8))
    capped = np.clip(np.stack([profile, -profile]), -1, CAP)
    rough, sharp = evidence(capped, WIDE), evidence(capped, SHARP)
    counts = tuple(sorted(set(spaces)))
    found = fit_combs(rough, sharp, tuple(count + 1 for count in counts))
    return {count: found[2 * n : 2 * n + 2] for n, count in enumerate(counts)}


def lattice_at(matrix: NDArray[np.float64], xs: Comb, ys: Comb, turned: bool, score: float, polarity: int) -> Lattice:
    """The lattice of two combs in a square that ``matrix`` leads to the picture."""
    box = np.array([[xs.first, ys.first], [xs.last, ys.first], [xs.last, ys.last], [xs.first, ys.last]])
    corners = cv2.perspectiveTransform(box[:, None], matrix).reshape(-1, 2)
    return Lattice(np.asarray(corners[[3, 0, 1, 2]] if turned else corners, np.float64), score, polarity)
