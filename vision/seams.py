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
    down[:-1, :] = _along(np.asarray(cv2.transpose(smooth), np.float32), cols, rows).T
    return right, down


def _along(lab: Plane, rows: int, cols: int) -> NDArray[np.float32]:
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    part = lab[start : start + rows * PX_PER_SPACE]
    first, last = start + PX_PER_SPACE - _REACH_PX, start + PX_PER_SPACE * (cols - 1) + _REACH_PX
    step = part[:, first + 1 : last + 1] - part[:, first - 1 : last - 1]
    ridge = 2 * part[:, first:last] - part[:, first - 2 : last - 2] - part[:, first + 2 : last + 2]
    clear = np.maximum(_clearness(step, rows), _clearness(ridge, rows))
    # the columns of the picture within reach of each border: blocks of one space, of which the first part counts
    wide = np.zeros((rows, (cols - 1) * PX_PER_SPACE), np.float32)
    wide[:, : clear.shape[1]] = clear
    return np.asarray(wide.reshape(rows, cols - 1, PX_PER_SPACE)[:, :, : 2 * _REACH_PX].max(axis=2), np.float32)


def _clearness(found: Plane, rows: int) -> NDArray[np.float32]:
    """How far the mean of each column's run within a space lies from 0, in spreads, over all channels together."""
    runs = found.reshape(rows, PX_PER_SPACE, found.shape[1], 3)[:, _INSET_PX:-_INSET_PX]
    count = PX_PER_SPACE - 2 * _INSET_PX
    mean = runs.sum(axis=1) / count
    spread = np.sqrt(np.maximum((runs * runs).sum(axis=1) / count - mean * mean, 0.0))
    ratio = mean / (spread + _NOISE)
    return np.asarray(np.sqrt((ratio * ratio).sum(axis=2)), np.float32)
