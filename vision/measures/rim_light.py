"""How the colour of the light changes from one side of a board to the other, as the rim round its grid shows.

A rim is printed in one colour or pattern all round, and no piece ever covers it. Where it grows bluer from one side to
the other a window stands there: so do the leaves, and tiles of one colour would differ by as much.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.measures.board_picture import BoardPicture
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_NEAR_SPACES, _FAR_SPACES = 0.12, 0.42  # of the rim from the grid: nearer lies its line, further the table
_DARK = 10.0  # grey levels of a channel below which its share is noise
_ROUNDS, _LOOSE, _APART = 10, 2.0, 3.0  # of the fit, and medians of what is left where a patch weighs half, and nothing
_LEAST = 1e-3  # of that median, in natural logarithms
_UNEVEN = 0.18  # logarithm of blue over red, from the middle to a side: less moves no hue by much
_MOST = 0.85  # share of the patches that agree with the slope
_TOLD = 0.9  # share of what is various about them that it explains: a rim in two colours is no slope
# where the light is white, from the middle to a side: on 13 boards the hues of leaves were off those that people name
# by 11 degrees in the mean then, by 14 had it been so in the middle and by 15 without a slope
_WHITE = 0.43

Floats = NDArray[np.float64]


@lru_cache(maxsize=8)  # a board keeps its empty picture, which is told from others by identity
def light_slope(empty: BoardPicture) -> Plane | None:
    """The factors by which the colour of the light differs from white, float32 (3, height, width); None for nowhere.

    Blue, green and red; their product is 1 everywhere. White it is taken to be half way from the middle to where it is
    least blue. None where the rim shows no slope, or does not tell.

    Args:
        empty: the rectified picture of the empty board, with its margin.
    """
    height, width = empty.plane.shape[:2]
    across, down = np.meshgrid(*((2 * np.arange(side) + 1) / side - 1 for side in (width, height)))
    colors = np.median(_along_rim(empty.plane), axis=1)
    if colors.min() < _DARK:
        return None
    shares = np.log(colors)
    shares -= shares.mean(axis=1, keepdims=True)
    slope = _slope(_along_rim(np.stack([across, down], axis=-1)).mean(axis=1), shares)
    if slope is None:
        return None
    white = -_WHITE * np.sign(slope[:, 0] - slope[:, 2])
    away = np.stack([across, down]) - white[:, None, None]
    return np.asarray(np.exp(np.einsum("tc,tyx->cyx", slope, away)), np.float32)


def _slope(places: Floats, shares: Floats) -> Floats | None:
    """The coefficients across and down of each channel, float64 (2, 3), by iteratively reweighted least squares."""
    terms = np.column_stack([np.ones(len(places)), places])
    weights = np.ones(len(places))
    for _ in range(_ROUNDS):
        root = np.sqrt(weights)[:, None]
        fitted = np.linalg.lstsq(terms * root, shares * root, rcond=None)[0]
        left = np.abs(shares - terms @ fitted).max(axis=1)
        scale = float(np.median(left)) + _LEAST
        weights = 1 / (1 + (left / (_LOOSE * scale)) ** 2) ** 2
    kept = left < _APART * scale
    various = np.square(shares[kept] - shares[kept].mean(axis=0)).sum()
    unexplained = np.square((shares - terms @ fitted)[kept]).sum()
    slope = np.asarray(fitted[1:], np.float64)
    is_uneven = float(np.hypot(*(slope[:, 0] - slope[:, 2]))) > _UNEVEN
    is_told = kept.mean() > _MOST and unexplained < (1 - _TOLD) * various
    return slope if is_uneven and is_told else None


def _along_rim(plane: NDArray[np.number]) -> Floats:
    """The patches of half a space along the four sides of a plane (height, width, k), float64 (n, pixels, k)."""
    start, step = round(MARGIN_SPACES * PX_PER_SPACE), PX_PER_SPACE // 2
    near, far = round(_NEAR_SPACES * PX_PER_SPACE), round(_FAR_SPACES * PX_PER_SPACE)
    patches = []
    for turn in range(4):
        band = np.rot90(plane, turn)[start - far : start - near, start:-start]
        parts = band.reshape(len(band), -1, step, band.shape[2]).swapaxes(0, 1)
        patches.append(parts.reshape(len(parts), -1, band.shape[2]))
    return np.concatenate(patches).astype(np.float64)
