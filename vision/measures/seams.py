"""Where one piece ends and the next begins: a straight step or line along the border of two spaces."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import PX_PER_SPACE, Plane

_REACH_PX = 5  # a piece may lie that far off its border
_WIDEST_PX = 2  # to each side that a step or a ridge is measured across
_INSET_PX = 3  # of a border at each end
_NOISE = 1.0  # CIELAB units added to the spread


def find_seams(grid: Plane) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How clearly a straight edge runs along the border to the right neighbour and to the one below, as t values.

    Foliage changes along a border, the edge of a piece or its shadow stays: the mean step or ridge over its spread,
    greatest within a fifth of a space.

    Args:
        grid: the grid's part of a rectified board in CIELAB: outside it no border is followed.

    Returns:
        Two float32 (rows, cols); 0 in the last column and the last row.
    """
    rows, cols = (px // PX_PER_SPACE for px in grid.shape[:2])
    smooth = np.asarray(cv2.GaussianBlur(grid, (5, 5), 0.7), np.float32)
    right = np.zeros((rows, cols), np.float32)
    right[:, :-1] = _along(smooth, rows, cols)
    down = np.zeros((rows, cols), np.float32)
    down[:-1, :] = _along(np.asarray(cv2.transpose(smooth), np.float32), cols, rows).T
    return right, down


def _along(grid: Plane, rows: int, cols: int) -> NDArray[np.float32]:
    first = PX_PER_SPACE - _REACH_PX - _WIDEST_PX
    part = grid[:, first : first + (cols - 1) * PX_PER_SPACE]
    spaces = part.reshape(rows, PX_PER_SPACE, cols - 1, PX_PER_SPACE, 3)
    # only columns within reach of a border are looked at, side by side: what reaches across two borders is left out
    runs = spaces[:, _INSET_PX:-_INSET_PX, :, : 2 * (_REACH_PX + _WIDEST_PX)]
    near = runs.reshape(rows, PX_PER_SPACE - 2 * _INSET_PX, -1)  # channels side by side as well
    both = np.empty((2, *near.shape[:2], near.shape[2] - 6 * _WIDEST_PX), np.float32)
    step, ridge = both
    np.subtract(near[:, :, 9:-3], near[:, :, 3:-9], out=step)
    np.multiply(near[:, :, 6:-6], 2, out=ridge)
    ridge -= near[:, :, :-12]
    ridge -= near[:, :, 12:]
    clear = np.zeros((rows, near.shape[2] // 3), np.float32)
    clear[:, : -2 * _WIDEST_PX] = np.maximum(*_clearness(both))
    within = clear.reshape(rows, cols - 1, -1).transpose(2, 0, 1)[: 2 * _REACH_PX]  # whole planes: half the time
    return np.asarray(np.maximum.reduce(within), np.float32)


def _clearness(runs: Plane) -> NDArray[np.float32]:
    """How far the mean of each column's run within a space lies from 0, in spreads, over all channels together.

    ``runs`` (kinds, rows, n, 3 * columns) are used up.
    """
    count = runs.shape[2]
    mean = np.add.reduce(runs, axis=2) / count
    runs *= runs
    spread = np.sqrt(np.maximum(np.add.reduce(runs, axis=2) / count - mean * mean, 0.0))
    ratio = mean / (spread + _NOISE)
    ratio *= ratio
    total = ratio[..., ::3] + ratio[..., 1::3]  # a sum over so short an axis takes ten times as long
    total += ratio[..., 2::3]
    return np.asarray(np.sqrt(total, out=total), np.float32)
