"""Tells a whole board from an area of something larger: the printed grid of a board ends where the board does."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.grid_refine import CLEAR, NEAR
from vision.grid_sparse import COARSE, Strips, look, placed
from vision.lattice import Gray
from vision.pose import BoardPose

NEXT_LINE = 0.8  # share of stretches along the next line that are seen in place
JOINED = 0.45  # the same for those from it to the board: chance makes every sixth
WIDER = 1.5 * NEAR  # spaces: what lies beyond is not fitted, only expected
PLAIN = 0.4  # contrast of a stretch that joins


class Ring(NamedTuple):
    """The stretches of one row of spaces all round a grid; of each side the next line's, and those that join it."""

    strips: Strips
    sides: tuple[tuple[NDArray[np.bool_], NDArray[np.bool_]], ...]


def goes_on(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int) -> bool:
    """Whether the grid has one more row or column beyond any side, so that these ``size_wh`` spaces are not all of it.

    The outermost line of a board that lies close by may be where the next line of this one would be. Nothing joins the
    two, so the stretches between are asked for as well. What lies out of the picture is not there.
    """
    around = ring(size_wh)
    corners = np.array([[-1, -1, 1], [size_wh[0] + 1, -1, 1], [-1, size_wh[1] + 1, 1], [*size_wh, 1]], np.float64)
    if (corners @ pose.homography[2] <= 0).any():  # beyond the horizon of a steep view there is nothing
        return False
    places = placed(pose, around.strips)
    seen = look(gray, places, around.strips, polarity, COARSE)
    height, width = gray.shape
    inside = ((places.here > 0) & (places.here < np.array([width - 1, height - 1]))).all(axis=1)
    near = inside & (np.abs(seen.offset) <= WIDER)
    in_place, joined = near & (seen.contrast >= CLEAR), near & (seen.contrast >= PLAIN)
    return any(in_place[line].mean() >= NEXT_LINE and joined[join].mean() >= JOINED for line, join in around.sides)


@lru_cache(maxsize=16)
def ring(size_wh: tuple[int, int]) -> Ring:
    """The row of spaces all round a grid of this size."""
    cols, rows = size_wh
    row, col = np.arange(rows) + 0.5, np.arange(cols) + 0.5
    upright, level = [], []  # each the middles of stretches, with the side and whether they join
    for side, x in ((0, -1.0), (1, cols + 1.0)):
        upright.append((np.column_stack([np.full(rows, x), row]), side, False))
        inner = np.column_stack([np.full(rows + 1, x + 0.5 - side), np.arange(rows + 1.0)])
        level.append((inner, side, True))
    for side, y in ((2, -1.0), (3, rows + 1.0)):
        level.append((np.column_stack([col, np.full(cols, y)]), side, False))
        inner = np.column_stack([np.arange(cols + 1.0), np.full(cols + 1, y + 2.5 - side)])
        upright.append((inner, side, True))
    parts = [*upright, *level]
    middle = np.concatenate([points for points, _, _ in parts])
    first = sum(len(points) for points, _, _ in upright)
    across = np.tile([0.0, 1.0], (len(middle), 1))
    across[:first] = 1.0, 0.0
    of_side = np.concatenate([np.full(len(points), side) for points, side, _ in parts])
    joins = np.concatenate([np.full(len(points), joined) for points, _, joined in parts])
    nothing = np.zeros(0, np.intp)
    strips = Strips(middle, across, first, np.zeros((len(middle), 8)), nothing, nothing)
    return Ring(strips, tuple(((of_side == side) & ~joins, (of_side == side) & joins) for side in range(4)))
