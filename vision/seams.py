"""Where one piece ends and the next begins: a straight step or line along the border of two spaces."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_REACH_PX = 5  # a piece may lie that far off its border
_INSET_PX = 3  # of a border at each end
_NOISE = 1.0  # CIELAB units added to the spread


def find_seams(lab: Plane, size_wh: tuple[float, float]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How clearly a straight edge runs along the border to the right neighbour and to the one below, as t values.

    Foliage changes along a border, the edge of a piece or its shadow stays: the mean step or ridge over its spread,
    greatest within a fifth of a space.

    Args:
        lab: a rectified board in CIELAB.
        size_wh: of the board in spaces.

    Returns:
        Two float32 (rows, cols); 0 in the last column and the last row.
    """
    cols, rows = round(size_wh[0]), round(size_wh[1])
    smooth = np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.7), np.float32)
    right = np.zeros((rows, cols), np.float32)
    right[:, :-1] = _along(smooth, rows, cols)
    down = np.zeros((rows, cols), np.float32)
    down[:-1, :] = _along(smooth.transpose(1, 0, 2), cols, rows).T
    return right, down


def _along(lab: Plane, rows: int, cols: int) -> NDArray[np.float32]:
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    part = lab[start : start + rows * PX_PER_SPACE]
    borders = start + PX_PER_SPACE * np.arange(1, cols)
    best = np.zeros((rows, cols - 1), np.float32)
    for offset in range(-_REACH_PX, _REACH_PX):
        x = borders + offset
        step = part[:, x + 1] - part[:, x - 1]
        ridge = 2 * part[:, x] - part[:, x - 2] - part[:, x + 2]
        for found in (step, ridge):
            runs = found.reshape(rows, PX_PER_SPACE, cols - 1, 3)[:, _INSET_PX:-_INSET_PX]
            ratio = runs.mean(axis=1) / (runs.std(axis=1) + _NOISE)
            best = np.maximum(best, np.sqrt((ratio**2).sum(axis=2)))
    return best
