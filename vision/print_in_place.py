"""How much of the middle of a space the floor's own print explains, where it is printed and in whatever light."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.icon_drawings import INSIDE
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_SHIFTS_PX = (-1, 0, 1)  # of a board that lies otherwise by a little


def left_in_middles(plane: Plane, empty: Plane, spaces: NDArray[np.bool_]) -> NDArray[np.float64]:
    """``left_by_print`` round the middles of some spaces, bool (rows, cols), 1 for all others."""
    left = np.ones(spaces.shape)
    middle = np.zeros(2, np.float32)
    for row, col in np.argwhere(spaces).tolist():
        left[row, col] = left_by_print(plane, empty, (row, col), [middle])
    return left


def left_by_print(plane: Plane, empty: Plane, space: tuple[int, int], middles: Sequence[NDArray[np.float32]]) -> float:
    """The share of the structure of a space that its print leaves unexplained, 0 to 1, for the middle that fits best.

    Each channel may be brighter or darker and veiled: no lamp, shadow or gloss counts.

    Args:
        plane: the board as ``vision.reference.rectify`` shows it.
        empty: the empty board, of the same shape.
        space: row and column.
        middles: points to look round, row and column from the middle of the space, in spaces.
    """
    least = 1.0
    for middle in middles:
        row, col = (
            (at + 0.5 + MARGIN_SPACES + off) * PX_PER_SPACE - 0.5 for at, off in zip(space, middle, strict=True)
        )
        seen = _level(plane, row, col)
        whole = float(np.square(seen).sum())
        for down in _SHIFTS_PX:
            for right in _SHIFTS_PX:
                print_ = _level(empty, row + down, col + right)
                shared = np.maximum((seen * print_).sum(axis=0), 0.0)
                explained = float((shared**2 / np.maximum(np.square(print_).sum(axis=0), 1.0)).sum())
                least = min(least, 1.0 - explained / max(whole, 1.0))
    return least


def _level(plane: Plane, row: float, col: float) -> NDArray[np.float64]:
    """The pixels round a point without their mean, float64 (n, 3)."""
    cut = cv2.getRectSubPix(plane, INSIDE.shape, (float(col), float(row)))[INSIDE].astype(np.float64)
    return np.asarray(cut - cut.mean(axis=0), np.float64)
