"""Tells a whole board from an area of something larger: the printed grid of a board ends where the board does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_refine import NEAR
from vision.finding.grid_strips import COARSE, Strips, placed, profiles, ridges_across, some_of, strips
from vision.finding.lattice import Gray
from vision.finding.pose_step import board_moves
from vision.finding.stretches import CLEAR
from vision.pose import BoardPose, Points

NEXT_LINE = 0.8  # share of stretches along the next line that are seen in place
JOINED = 0.45  # the same for those from it to the board: chance makes every sixth
WHOLE_LINE, HALF_JOINED = 0.95, 0.35  # both of a page that is not flat: of 45 boards none had more joins than 0.11
CARRIED_ON = 0.75  # the same where no next line is seen
BETWEEN = 0.65  # the same for lines halfway between those of the grid: in the ground of boards chance makes every fifth
WIDER = 1.5 * NEAR  # spaces: what lies beyond is not fitted, only expected
_HALFWAY, _HALFWAY_LEVEL = 8, 9
_ALONG = (0.25, 0.65)  # spaces off a grid, where what is a line runs as well as halfway


class Part(NamedTuple):
    """Some stretches that are not a grid's own, and the number of the side of each."""

    strips: Strips
    side: NDArray[np.intp]


class Surrounded(NamedTuple):
    """A grid with the next lines all round it, and the numbers of those stretches with their sides, 0 to 3."""

    strips: Strips
    beyond: NDArray[np.intp]
    side: NDArray[np.intp]


class Widened(NamedTuple):
    """A grid with a whole space more all round it, and what joins it to those lines: numbers and sides, 0 to 3."""

    strips: Strips
    joins: NDArray[np.intp]
    side: NDArray[np.intp]


def goes_on(gray: Gray, pose: BoardPose, size_wh: tuple[int, int]) -> bool:
    """Whether the grid has one more row or column beyond any side, or more lines between, by light lines or dark ones.

    Then these ``size_wh`` spaces are not all of it. The outermost line of a board that lies close by may be where the
    next line of this one would be. Nothing joins the two, so the stretches between are asked for as well; where nearly
    all of them are seen, near and far, the next line may be lost in the edge of a sheet. What lies out of the picture
    is not there.
    """
    corners = np.array([[-1, -1, 1], [size_wh[0] + 1, -1, 1], [-1, size_wh[1] + 1, 1], [*size_wh, 1]], np.float64)
    if (corners @ pose.homography[2] <= 0).any():  # beyond the horizon of a steep view there is nothing
        return False
    for tone, shares in enumerate(shares_seen(gray, pose, besides(size_wh))):
        lines, joins, between = shares[:4], shares[4:8], shares[_HALFWAY:]
        more = (lines >= NEXT_LINE) & (joins >= JOINED) | (lines >= WHOLE_LINE) & (joins >= HALF_JOINED)
        if more.any() or (between >= BETWEEN).any():
            return True
        if (joins >= CARRIED_ON).any():
            # ornaments at the ends of lines are no lines
            nearer, further = (shares_seen(gray, pose, joints(size_wh, off))[tone] for off in _ALONG)
            if (np.minimum(joins, np.minimum(nearer, further)) >= CARRIED_ON).any():
                return True
    return False


def shares_seen(gray: Gray, pose: BoardPose, part: Part) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The shares of the stretches of every side that are seen as light lines, and as dark ones."""
    places = placed(pose, part.strips)
    height, width = gray.shape
    inside = ((places.here > 0) & (places.here < np.array([width - 1, height - 1]))).all(axis=1)
    rough, steps = profiles(gray, places, COARSE)
    light, dark = (
        np.bincount(part.side, inside & (np.abs(seen.offset) <= WIDER) & (seen.contrast >= CLEAR))
        / np.bincount(part.side)
        for seen in ridges_across(rough, steps, part.strips, 1, -1)
    )
    return light, dark


@lru_cache(maxsize=16)
def besides(size_wh: tuple[int, int]) -> Part:
    """The stretches that a larger grid, or a finer one, has besides those of a grid of this size.

    Sides 0 to 3 are those of the next lines, 4 to 7 of what joins them to the grid; 8 stands for upright lines halfway
    between the grid's own, 9 for level ones.
    """
    cols, rows = size_wh
    next_lines = ring(size_wh)
    upright, level = ([(n, next_lines.strips.middle[next_lines.side == n]) for n in pair] for pair in ((0, 1), (2, 3)))
    row, col = np.arange(rows + 1.0), np.arange(cols + 1.0)
    upright += [(6 + n, np.column_stack([col, np.full(cols + 1, y)])) for n, y in enumerate((-0.5, rows + 0.5))]
    level += [(4 + n, np.column_stack([np.full(rows + 1, x), row])) for n, x in enumerate((-0.5, cols + 0.5))]
    # halfway between two lines, but where a third crosses: in the middle of spaces there are icons
    over, down = (
        np.stack(np.meshgrid(np.arange(first, cols), np.arange(1 - first, rows)), axis=-1).reshape(-1, 2)
        for first in (0, 1)
    )
    over, down = over[over.sum(axis=1) % 3 == 0] + [0.5, 0.0], down[down.sum(axis=1) % 3 == 0] + [0.0, 0.5]
    return part_of(upright=(*upright, (_HALFWAY, over)), level=(*level, (_HALFWAY_LEVEL, down)))


@lru_cache(maxsize=16)
def joints(size_wh: tuple[int, int], off: float) -> Part:
    """What joins a grid to the next lines, so many spaces off it; sides 0 to 3."""
    cols, rows = size_wh
    row, col = np.arange(rows + 1.0), np.arange(cols + 1.0)
    upright = [(2 + n, np.column_stack([col, np.full(cols + 1, y)])) for n, y in enumerate((-off, rows + off))]
    level = [(n, np.column_stack([np.full(rows + 1, x), row])) for n, x in enumerate((-off, cols + off))]
    return part_of(upright, level)


@lru_cache(maxsize=16)
def halves(size_wh: tuple[int, int]) -> Strips:
    """The lines halfway between those of a grid of this size."""
    more = besides(size_wh)
    return some_of(more.strips, np.flatnonzero(more.side >= _HALFWAY))


@lru_cache(maxsize=16)
def ring(size_wh: tuple[int, int]) -> Part:
    """The next lines all round a grid of this size."""
    cols, rows = size_wh
    row, col = np.arange(rows) + 0.5, np.arange(cols) + 0.5
    left, right = (np.column_stack([np.full(rows, x), row]) for x in (-1.0, cols + 1.0))
    far, near = (np.column_stack([col, np.full(cols, y)]) for y in (-1.0, rows + 1.0))
    return part_of(upright=((0, left), (1, right)), level=((2, far), (3, near)))


@lru_cache(maxsize=16)
def widened(size_wh: tuple[int, int]) -> Widened:
    """A grid of this size with all stretches within a space of it."""
    cols, rows = size_wh
    more = strips((cols + 2, rows + 2))
    middle = more.middle - 1
    beyond = ~((middle >= 0) & (middle <= np.array(size_wh))).all(axis=1)
    whole = enclosed(size_wh, middle[beyond], more.across[beyond])
    x, y = whole.middle.T
    within = np.where(whole.across[:, 0] == 1, (x >= 0) & (x <= cols), (y >= 0) & (y <= rows))
    outward = np.stack([x == -0.5, x == cols + 0.5, y == -0.5, y == rows + 0.5]) & within
    joins = np.flatnonzero(outward.any(axis=0))
    return Widened(whole, joins, outward[:, joins].argmax(axis=0))


@lru_cache(maxsize=16)
def surrounded(size_wh: tuple[int, int]) -> Surrounded:
    """A grid of this size with the next lines."""
    lines, side = ring(size_wh)
    whole = enclosed(size_wh, lines.middle, lines.across)
    return Surrounded(whole, np.delete(np.arange(len(whole.middle)), whole.own), side)


def enclosed(size_wh: tuple[int, int], middle: Points, across: Points) -> Strips:
    """A grid of this size as its own with stretches beyond it: upright ones of those come first, level ones last."""
    grid = strips(size_wh)
    before = int(np.count_nonzero(across[:, 0] == 1))
    middle, across = (
        np.concatenate([part[:before], mine, part[before:]])
        for part, mine in ((middle, grid.middle), (across, grid.across))
    )
    place, end = (np.sum(part * across, axis=1) for part in (middle, np.array(size_wh)))
    # beside the next lines the edge of a board whose grid is larger is not to be taken for a line either
    first, last = (np.flatnonzero(np.isin(place, (0, -1))), np.flatnonzero((place == end) | (place == end + 1)))
    moves = board_moves(middle, across, size_wh)
    own = slice(before, before + len(grid.middle))
    return Strips(middle, across, before + grid.upright, moves, first, last, own)


def part_of(upright: Sequence[tuple[int, Points]], level: Sequence[tuple[int, Points]]) -> Part:
    """Stretches by the points in their middles, which come with their side."""
    middle = np.concatenate([points for _, points in (*upright, *level)])
    side = np.concatenate([np.full(len(points), number) for number, points in (*upright, *level)])
    first = sum(len(points) for _, points in upright)
    across = np.tile([0.0, 1.0], (len(middle), 1))
    across[:first] = 1.0, 0.0
    nothing = np.zeros(0, np.intp)
    return Part(Strips(middle, across, first, np.zeros((len(middle), 8)), nothing, nothing), side)
