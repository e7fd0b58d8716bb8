"""Hues of what is burnt out in one channel: the other two tell between which hues the truth lies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.reference import PX_PER_SPACE, Plane

_LOST = 0.5  # share of a space that is burnt out, from which its colour is guesswork otherwise
_LIKELY, _MOST = 1 / 0.85, 1 / 0.65  # times as bright as a camera can show: what is cut off mostly is, and hardly more
_COLOURFUL = 12.0  # chroma in CIELAB units of the least that it may be: what is paler may be white in a warm light
_TOLD_DEG = 45.0  # between the hues of the least that it may be and of the most


def with_burnt_hues(
    grid: Plane, one: NDArray[np.bool_], burnt: NDArray[np.float32], brighter: Callable[[float], Plane]
) -> tuple[Plane, NDArray[np.bool_]]:
    """The colours of a board where spaces that are mostly burnt out have the hue that they most likely have.

    Where red alone is cut off a yellow leaf may be an orange one, but no green one.

    Args:
        grid: the grid's part of a rectified board in CIELAB.
        one: where one channel is cut off and no other, bool (height, width).
        burnt: share of each space that is burnt out, float32 (rows, cols).
        brighter: the same part as it would be if the channel that is cut off were so many times as bright.

    Returns:
        The colours, and where a hue was told in that way.
    """
    lost = burnt > _LOST
    where = one & lost.repeat(PX_PER_SPACE, axis=0).repeat(PX_PER_SPACE, axis=1)
    if not where.any():
        return grid, where
    told = where & (np.hypot(grid[..., 1], grid[..., 2]) > _COLOURFUL)
    told &= _turned_deg(grid, brighter(_MOST)) < _TOLD_DEG
    return np.where(told[..., None], brighter(_LIKELY), grid), told


def _turned_deg(one: Plane, other: Plane) -> NDArray[np.float32]:
    """How far the hues of two planes in CIELAB are apart at each place, 0 to 180."""
    off = np.degrees(np.arctan2(one[..., 2], one[..., 1]) - np.arctan2(other[..., 2], other[..., 1]))
    return np.asarray(np.abs(off - 360.0 * np.rint(off / 360.0)), np.float32)
