"""Grows pieces of printed grids to all that is seen round them: where a board may lie whose outline is not seen."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from vision.finding.grid_beyond import surrounded
from vision.finding.grid_refine import in_place
from vision.finding.grid_seeds import Seed
from vision.finding.grid_sparse import fitted
from vision.finding.grid_strips import MIDDLING
from vision.finding.lattice import Gray
from vision.pose import BoardNotFound, BoardPose, Points

MOST = 12  # so many seeds are looked at: to grow one takes a few milliseconds
BEGUN = 3  # spaces to a side that a seed begins with
SEEN = 0.45  # share of a grid's stretches that must be seen in place: by chance 0.2 are
NEXT, NEARBY = 0.5, 0.12  # share and spaces from which a next line is seen
BEYOND = 2  # spaces by which a grid may grow larger than a board: what lies beside it may look like one more line
LEAST = 4  # spaces to a side of a grid that may be part of a board
ROOM = (1.0, 1.4)  # spaces that a quadrilateral is longer and wider than a board


def grown_quads(
    gray: Gray, seeds: Iterable[Seed], spaces: tuple[int, int], known: Callable[[Points], bool]
) -> Iterator[tuple[Points, ...]]:
    """Quadrilaterals float64 (4, 2), clockwise, round the middles of grids that ``seeds`` in a lightness grow to.

    They are a little larger than a board. Nothing is looked for where ``known`` says that a board lies, by a point
    (1, 2) in pixels.
    """
    tried: list[tuple[BoardPose, tuple[int, int]]] = []
    for seed in itertools.islice(seeds, MOST):
        place = seed.place[None]
        if known(place) or any(lies_on(pose, size, place) for pose, size in tried):
            continue
        grid = grown(gray, seed, max(spaces) + BEYOND)
        if grid is not None:
            tried.append(grid)
            yield tuple(round_middle(*grid, spaces))


def grown(gray: Gray, seed: Seed, most: int) -> tuple[BoardPose, tuple[int, int]] | None:
    """The grid about a seed with as many lines to each side as are seen, and its spaces, at most ``most`` a side."""
    size = BEGUN, BEGUN
    first = [seed.place + x * seed.right + y * seed.down for x, y in box((-2, -2, BEGUN - 2, BEGUN - 2))]
    try:
        pose = BoardPose.from_corners(np.array(first), size)
        while True:
            around = surrounded(size)
            step = fitted(gray, pose, around.strips, size, seed.polarity, fit_lens=False, density=MIDDLING)
            if in_place(step.left)[around.strips.own].mean() < SEEN:
                return None
            beyond = in_place(step.left, NEARBY)[around.beyond]
            more = np.bincount(around.side, beyond) / np.bincount(around.side) >= NEXT
            room = np.repeat([most - side for side in size], 2)  # no grid of the largest size drifts to a side
            left, right, top, near = (int(side) for side in more & (room > 0))
            larger = min(size[0] + left + right, most), min(size[1] + top + near, most)
            if larger == size:
                return (step.pose, size) if min(size) >= LEAST else None
            corners = box((-left, -top, larger[0] - left, larger[1] - top))
            pose, size = BoardPose.from_corners(step.pose.project(np.array(corners)), larger), larger
    except BoardNotFound:
        return None


def box(sides: tuple[float, float, float, float]) -> Sequence[tuple[float, float]]:
    """The corners of a box by its left, far, right and near side, clockwise."""
    left, top, right, near = sides
    return (left, top), (right, top), (right, near), (left, near)


def round_middle(pose: BoardPose, size: tuple[int, int], spaces: tuple[int, int]) -> Iterator[Points]:
    """The quadrilateral about the middle of a grid in which a board of so many spaces may lie either way."""
    wide, high = (side / 2 for side in size)
    long, short = (max(spaces) + ROOM[0]) / 2, (min(spaces) + ROOM[1]) / 2
    x, y = (long, short) if size[0] >= size[1] else (short, long)
    yield pose.project(np.array(box((wide - x, high - y, wide + x, high + y)), np.float64))


def lies_on(pose: BoardPose, size: tuple[int, int], place: Points) -> bool:
    """Whether a point (1, 2) in pixels lies on a grid."""
    x, y = pose.locate(place)[0]
    return bool(0 < x < size[0] and 0 < y < size[1])
