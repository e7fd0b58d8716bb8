"""The channels of a rectified plane, the grid's part of one, its spaces, and means over them."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Numbers = NDArray[np.floating | np.integer]
Number = TypeVar("Number", bound=np.generic)


def channels_of(plane: Plane) -> Plane:
    """The channels of a plane (height, width, n) one after the other, float32 (n, height, width)."""
    found = np.empty((plane.shape[2], *plane.shape[:2]), np.float32)
    cv2.split(plane, tuple(found))  # makes new planes several times as slowly
    return found


def grid_part(size_wh: tuple[float, float]) -> tuple[slice, slice]:
    """The rows and columns of a rectified plane in which the grid lies."""
    start, (cols, rows) = round(MARGIN_SPACES * PX_PER_SPACE), map(round, size_wh)
    return slice(start, start + rows * PX_PER_SPACE), slice(start, start + cols * PX_PER_SPACE)


def board_of(plane: Numbers, size_wh: tuple[float, float]) -> Plane:
    """The grid's part of a rectified plane cut into spaces: (rows, cols, PX_PER_SPACE, PX_PER_SPACE, ...), a view."""
    return spaces_of(np.asarray(plane[grid_part(size_wh)], np.float32))


def spaces_of(part: NDArray[Number]) -> NDArray[Number]:
    """The same of the grid's part of a plane alone."""
    side = PX_PER_SPACE
    rows, cols = (px // side for px in part.shape[:2])
    return part.reshape(rows, side, cols, side, *part.shape[2:]).swapaxes(1, 2)


def block_means(plane: Numbers, size_wh: tuple[float, float], inset_px: int = 0) -> Plane:
    """The mean over every space of the grid without ``inset_px`` at its edges, float32 (rows, cols, ...)."""
    return space_means(plane[grid_part(size_wh)], inset_px)


def space_means(part: Numbers, inset_px: int = 0) -> Plane:
    """The same of the grid's part of a plane alone.

    First down the columns, then along the rows: whole lines are added, which is several times as fast.
    """
    side = PX_PER_SPACE
    rows, cols = (px // side for px in part.shape[:2])
    inner = slice(inset_px, side - inset_px)
    down = np.add.reduce(part.reshape(rows, side, cols * side, *part.shape[2:])[:, inner], axis=1, dtype=np.float32)
    both = np.add.reduce(down.reshape(rows, cols, side, *part.shape[2:])[:, :, inner], axis=2)
    return np.asarray(both / (side - 2 * inset_px) ** 2, np.float32)
