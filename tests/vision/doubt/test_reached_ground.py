"""A single thing that reaches far onto bare ground beside it is a part of something larger that lies off the grid."""

from __future__ import annotations

from collections.abc import Callable, Collection
from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.reached_ground import reaching_over
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
Part = tuple[slice, slice]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
SINGLE = 2
ALL = slice(None), slice(None)


def evidence(spaces: SpaceEvidence, covered: Collection[int], part: Part = ALL) -> BoardEvidence:
    """Such measures of a board of which a part of some spaces is foreign, rows and columns of their pixels."""
    foreign = np.zeros(tuple(round((side + 2 * MARGIN_SPACES) * PX_PER_SPACE) for side in (8, 9)), np.float32)
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    for cell in covered:
        row, col = (start + number * PX_PER_SPACE for number in divmod(cell, 9))
        foreign[row : row + PX_PER_SPACE, col : col + PX_PER_SPACE][part] = 1.0
    return Mock(spec=BoardEvidence, spaces=spaces, change=Mock(plain=foreign), size_wh=(9.0, 8.0))


@pytest.mark.parametrize(
    ("reached", "shaded", "lost"),
    [
        ({3: 0.25, 11: 0.25}, 0.2, {SINGLE}),
        ({3: 0.4}, 0.2, {SINGLE}),
        ({3: 0.3}, 0.2, set[int]()),
        ({3: 0.5, 11: 0.5}, 0.05, set[int]()),
    ],
)
def test_what_reaches_onto_the_spaces_beside_it_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], reached: dict[int, float], shaded: float, lost: set[int]
) -> None:
    """Something larger lies askew there; a squirrel a little aside reaches onto one, and its shadow counts little."""
    found, _, seen = seen_tile()
    squirrel = Explained({SINGLE: found.verdicts[SINGLE]}, ())
    seen.shade_cover[:] = 0.0
    for cell in (3, 11):
        seen.cover.reshape(-1)[cell] = reached.get(cell, 0.0)
        seen.shade_cover.reshape(-1)[cell] = shaded
    board = evidence(seen, reached)
    assert reaching_over(squirrel, BARE, board, ROLES) == lost
    stood = [Surface("squirrel") if cell == SINGLE else FLOOR for cell in range(72)]
    assert not reaching_over(squirrel, stood, board, ROLES)


@pytest.mark.parametrize(
    ("other", "reached", "share", "shaded", "lost"),
    [
        (30, 21, 0.3, 0.2, {20, 30}),
        (30, 29, 0.3, 0.2, {20, 30}),
        (12, 21, 0.3, 0.2, {20, 12}),
        (30, 21, 0.3, 0.05, set[int]()),
        (30, 21, 0.1, 0.1, set[int]()),
        (30, 19, 0.3, 0.2, set[int]()),
        (31, 21, 0.3, 0.2, set[int]()),
        (30, 10, 0.5, 0.2, {20}),
        (30, 10, 0.3, 0.2, set[int]()),
    ],
    ids=["right", "below", "above", "a shadow", "hardly", "not between", "apart", "far at a corner", "a corner"],
)
def test_two_single_things_that_meet_at_a_corner_and_reach_between_are_one_larger_thing(
    seen_tile: Callable[..., SeenTile], other: int, reached: int, share: float, shaded: float, lost: set[int]
) -> None:
    """A tile that lies askew covers two spaces most of all, and something of those between and at their corners."""
    seen = seen_tile()[2]
    seen.cover[:] = seen.shade_cover[:] = 0.0
    seen.cover.reshape(-1)[reached], seen.shade_cover.reshape(-1)[reached] = share, shaded
    found = Explained(dict.fromkeys((20, other), Verdict(Surface("squirrel"), 1.0)), ())
    assert reaching_over(found, BARE, evidence(seen, [reached]), ROLES) == lost


@pytest.mark.parametrize("single", [0, 8, 63, 71])
def test_round_a_single_thing_in_a_corner_of_the_board_only_its_spaces_are_asked(
    seen_tile: Callable[..., SeenTile], single: int
) -> None:
    """What lies at the other end of the next row is far away."""
    seen = seen_tile()[2]
    row, col = divmod(single, 9)
    seen.cover[:] = seen.shade_cover[:] = 1.0
    seen.cover[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] = 0.0
    found = Explained({single: Verdict(Surface("squirrel"), 1.0)}, ())
    assert reaching_over(found, BARE, evidence(seen, range(72)), ROLES) == set()


@pytest.mark.parametrize(
    ("part", "reaches"),
    [
        (np.s_[:, :8], True),
        (np.s_[8:, :8], True),
        (np.s_[14:, :], False),
        (np.s_[:, 8:], False),
    ],
    ids=["along the border", "along most of it", "from below", "from the other side"],
)
def test_what_another_piece_covers_of_the_ground_beside_a_single_thing_is_not_reached_by_that(
    seen_tile: Callable[..., SeenTile], part: Part, reaches: bool
) -> None:
    """A tile that lies aside comes onto the same space from another side."""
    seen = seen_tile()[2]
    seen.cover[:] = seen.shade_cover[:] = 0.0
    seen.cover.reshape(-1)[21] = seen.shade_cover.reshape(-1)[21] = 0.5
    found = Explained({20: Verdict(Surface("squirrel"), 1.0)}, ())
    board = evidence(seen, [21], part)
    assert reaching_over(found, BARE, board, ROLES) == ({20} if reaches else frozenset())


@pytest.mark.parametrize(("part", "reaches"), [(np.s_[-8:, :8], True), (np.s_[:, 8:], False)])
def test_nor_is_what_lies_in_another_corner(seen_tile: Callable[..., SeenTile], part: Part, reaches: bool) -> None:
    """The space up and right of it is reached in its corner down and left."""
    seen = seen_tile()[2]
    seen.cover[:] = seen.shade_cover[:] = 0.0
    seen.cover.reshape(-1)[12] = seen.shade_cover.reshape(-1)[12] = 0.5
    found = Explained({20: Verdict(Surface("squirrel"), 1.0)}, ())
    assert reaching_over(found, BARE, evidence(seen, [12], part), ROLES) == ({20} if reaches else frozenset())
