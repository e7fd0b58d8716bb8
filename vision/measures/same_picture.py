"""How alike the pictures of two spaces are, whichever way round what lies on them was put down."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.grid import Cell
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_SMOOTHED_PX = 1.2
_EDGE_PX = 4  # what lies askew is compared without its edges, and looked for so far from its place
_ASKEW_DEG = 0.0, -8.0, 8.0  # that much pieces are turned off the grid, one against the other
_DRAWN = 3.0  # CIELAB units that the middle of a picture varies by, or it is only a plain thing with edges


def same_picture(plane: Plane, one: Cell, other: Cell) -> float:
    """The best correlation of what lies on two spaces, turned by quarters and a little, -1 to 1.

    Cards of one print had 0.9 and more, two spaces of a tile 0.7 at most but in editions that draw one leaf on each.
    Of what is plain in the middle nothing can be said: -1. (``cv2.matchTemplate``, TM_CCOEFF_NORMED, over CIELAB.)

    Args:
        plane: the rectified picture, float32 (h, w, 3), with its margin.
        one: a space.
        other: another.
    """
    turned, there = _lab(plane, one), _lab(plane, other)
    middle = slice(PX_PER_SPACE // 4, -(PX_PER_SPACE // 4))
    if min(float(np.hypot.reduce(face[middle, middle].std(axis=(0, 1)))) for face in (turned, there)) < _DRAWN:
        return -1.0
    inner = slice(_EDGE_PX, PX_PER_SPACE - _EDGE_PX)
    best = -1.0
    for turn in _turns():
        face = cv2.warpAffine(turned, turn, (PX_PER_SPACE, PX_PER_SPACE), borderMode=cv2.BORDER_REPLICATE)
        matched = cv2.matchTemplate(there, np.ascontiguousarray(face[inner, inner]), cv2.TM_CCOEFF_NORMED)
        best = max(best, float(matched.max()))
    return best


def _lab(plane: Plane, cell: Cell) -> NDArray[np.float32]:
    """A space in CIELAB, smoothed, float32 (side, side, 3)."""
    top, left = (round((at + MARGIN_SPACES) * PX_PER_SPACE) for at in (cell.row, cell.col))
    patch = plane[top : top + PX_PER_SPACE, left : left + PX_PER_SPACE] / np.float32(255)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB), (0, 0), _SMOOTHED_PX), np.float32)


@cache
def _turns() -> tuple[NDArray[np.float64], ...]:
    """The ways in which a card may lie, as affine maps about its middle, float64 (2, 3) each."""
    middle = ((PX_PER_SPACE - 1) / 2,) * 2
    ways = (90.0 * quarter + askew for quarter in range(4) for askew in _ASKEW_DEG)
    return tuple(np.asarray(cv2.getRotationMatrix2D(middle, way, 1.0), np.float64) for way in ways)
