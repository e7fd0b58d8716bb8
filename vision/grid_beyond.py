"""Tells a whole board from an area of something larger: the printed grid of a board ends where the board does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.grid_refine import CLEAR, NEAR, GridFit, Stretches, board_moves, in_place, judge
from vision.grid_sparse import COARSE, Density, Strips, fitted, look, placed, strips
from vision.lattice import Gray
from vision.pose import BoardPose, Points

NEXT_LINE = 0.8  # share of stretches along the next line that are seen in place
JOINED = 0.45  # the same for those from it to the board: chance makes every sixth
WIDER = 1.5 * NEAR  # spaces: what lies beyond is not fitted, only expected
PLAIN = 0.4  # contrast of a stretch that joins
HINTED, NEARBY = (
    0.7,
    2 * NEAR,
)  # share and spaces from which the next line is looked at closely: of 99 boards 12 have that


class Part(NamedTuple):
    """Some stretches beyond a grid, and the side of each, 0 to 3."""

    strips: Strips
    side: NDArray[np.intp]


class Ring(NamedTuple):
    """The stretches of one row of spaces all round a grid: those of the next lines, and those that join them to it."""

    lines: Part
    joins: Part


class Surrounded(NamedTuple):
    """A grid with the next lines all round it, and the numbers of those stretches with their sides, 0 to 3."""

    strips: Strips
    beyond: NDArray[np.intp]
    side: NDArray[np.intp]


def refine_and_look_beyond(
    gray: Gray, start: BoardPose, size_wh: tuple[int, int], polarity: int, fit_lens: bool, density: Density
) -> tuple[GridFit, bool]:
    """As ``grid_sparse.refine_sparsely``, and whether the grid may go on: ``goes_on`` tells.

    The next lines are looked for along with the grid, which costs less than to look again.
    """
    around = surrounded(size_wh)
    step = fitted(gray, start, around.strips, size_wh, polarity, fit_lens, density)
    own, beyond = (Stretches(*(part[which] for part in step.left)) for which in (around.strips.own, around.beyond))
    shares = np.bincount(around.side, in_place(beyond, NEARBY)) / np.bincount(around.side)
    return judge(step.pose, own), bool((shares >= HINTED).any())


def goes_on(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int) -> bool:
    """Whether the grid has one more row or column beyond any side, so that these ``size_wh`` spaces are not all of it.

    The outermost line of a board that lies close by may be where the next line of this one would be. Nothing joins the
    two, so the stretches between are asked for as well. What lies out of the picture is not there.
    """
    corners = np.array([[-1, -1, 1], [size_wh[0] + 1, -1, 1], [-1, size_wh[1] + 1, 1], [*size_wh, 1]], np.float64)
    if (corners @ pose.homography[2] <= 0).any():  # beyond the horizon of a steep view there is nothing
        return False
    around = ring(size_wh)
    there = shares(gray, pose, around.lines, polarity, CLEAR) >= NEXT_LINE
    if not there.any():
        return False
    return bool((there & (shares(gray, pose, around.joins, polarity, PLAIN) >= JOINED)).any())


def shares(gray: Gray, pose: BoardPose, part: Part, polarity: int, contrast: float) -> NDArray[np.float64]:
    """Which share of the stretches of each side is seen in place with so much contrast, float64 (4,)."""
    places = placed(pose, part.strips)
    seen = look(gray, places, part.strips, polarity, COARSE)
    height, width = gray.shape
    inside = ((places.here > 0) & (places.here < np.array([width - 1, height - 1]))).all(axis=1)
    good = inside & (np.abs(seen.offset) <= WIDER) & (seen.contrast >= contrast)
    return np.asarray(np.bincount(part.side, good) / np.bincount(part.side))


@lru_cache(maxsize=16)
def ring(size_wh: tuple[int, int]) -> Ring:
    """The row of spaces all round a grid of this size."""
    cols, rows = size_wh
    row, col = np.arange(rows) + 0.5, np.arange(cols) + 0.5
    left, right = (np.column_stack([np.full(rows, x), row]) for x in (-1.0, cols + 1.0))
    far, near = (np.column_stack([col, np.full(cols, y)]) for y in (-1.0, rows + 1.0))
    row, col = np.arange(rows + 1.0), np.arange(cols + 1.0)
    from_left, from_right = (np.column_stack([np.full(rows + 1, x), row]) for x in (-0.5, cols + 0.5))
    from_far, from_near = (np.column_stack([col, np.full(cols + 1, y)]) for y in (-0.5, rows + 0.5))
    return Ring(
        part_of(upright=((0, left), (1, right)), level=((2, far), (3, near))),
        part_of(upright=((2, from_far), (3, from_near)), level=((0, from_left), (1, from_right))),
    )


@lru_cache(maxsize=16)
def surrounded(size_wh: tuple[int, int]) -> Surrounded:
    """A grid of this size with the next lines: the upright ones of those first, the level ones last."""
    (lines, side), grid = ring(size_wh).lines, strips(size_wh)
    before = lines.upright
    own = slice(before, before + len(grid.middle))
    middle, across = (
        np.concatenate([part[:before], mine, part[before:]])
        for part, mine in ((lines.middle, grid.middle), (lines.across, grid.across))
    )
    beyond = np.delete(np.arange(len(middle)), own)
    # beside the next lines the edge of a board whose grid is larger is not to be taken for a line either
    first, last = (
        np.concatenate([numbers + before, beyond[np.isin(side, sides)]])
        for numbers, sides in ((grid.first, (0, 2)), (grid.last, (1, 3)))
    )
    whole = Strips(middle, across, before + grid.upright, board_moves(middle, across, size_wh), first, last, own)
    return Surrounded(whole, beyond, side)


def part_of(upright: Sequence[tuple[int, Points]], level: Sequence[tuple[int, Points]]) -> Part:
    """Stretches by the points in their middles, which come with their side."""
    middle = np.concatenate([points for _, points in (*upright, *level)])
    side = np.concatenate([np.full(len(points), number) for number, points in (*upright, *level)])
    first = sum(len(points) for _, points in upright)
    across = np.tile([0.0, 1.0], (len(middle), 1))
    across[:first] = 1.0, 0.0
    nothing = np.zeros(0, np.intp)
    return Part(Strips(middle, across, first, np.zeros((len(middle), 8)), nothing, nothing), side)
