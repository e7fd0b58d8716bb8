"""Single things that may be leaf with what came beside them: no tile of the game, but no squirrel either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.no_tiles import (
    as_large_as_a_tile,
    leaf_of_no_tile,
    round_a_hole,
)
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE, ONCE = (FLOOR,) * 72, (1,) * 72
SQUIRREL, GREEN = Surface("squirrel"), Surface("leaf.green")
CELLS, SINGLE = (1, 9, 10, 11, 12), 2
"""Of the red tile that ``seen_tile`` shows, and of the squirrel beside its first cell."""


@pytest.mark.parametrize(
    ("hole", "floor", "ring", "taken", "by_one"),
    [
        (0.7, 2.9, 0.4, {2, 3, 12}, {3, 12}),
        (1.4, 2.0, 0.4, {2, 3, 12}, set[int]()),
        (2.9, 0.1, 0.4, {2, 3, 12}, set[int]()),
        (5.0, 0.1, 0.4, set[int](), set[int]()),
        (0.7, 2.9, 0.1, set[int](), set[int]()),
    ],
)
def test_what_lies_round_a_hole_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], hole: float, floor: float, ring: float, taken: set[int], by_one: set[int]
) -> None:
    """Two things that meet at the corner of what may be a hole are a tile; beside bare floor they are two.

    One beside what looks more like a hole than like floor is leaf, of two spaces: no tile of the game (R1.3).
    """
    found, costs, seen = seen_tile(hue_deg=150.0)
    single = Verdict(Surface("squirrel"), 1.0)
    found = Explained({2: single, 12: single, 3: Verdict(FLOOR, 1.0)}, ())
    costs.by_surface[Surface("hole")][0, 3], costs.by_surface[FLOOR][0, 3] = hole, floor
    seen.ring[0, 3] = seen.shade_ring[0, 3] = ring
    assert round_a_hole(found, costs, seen, BARE, ROLES) == taken
    kept = [*BARE]
    kept[2] = Surface("squirrel")  # it lay there before
    assert round_a_hole(found, costs, seen, kept, ROLES) == by_one
    foreign = replace(found, verdicts={**found.verdicts, 3: Verdict(FOREIGN, 1.0)})  # no tile is told for the hole
    assert round_a_hole(foreign, costs, seen, BARE, ROLES) == taken


@pytest.mark.parametrize(
    ("cells", "groups"),
    [((1, 2, 3), ((1, 2, 3),)), ((1, 2, 11), ((1, 2, 11),)), ((1, 2), ()), ((1, 2, 4), ()), ((8, 9, 10), ())],
    ids=["a row of three", "an angle", "two", "two and one", "at the ends of two rows"],
)
def test_squirrels_side_by_side_may_be_as_large_as_a_tile(
    cells: tuple[int, ...], groups: tuple[tuple[int, ...], ...]
) -> None:
    """Three in one look have the size of a tile (R1.3); those that lay there before are what they are."""
    found = Explained(dict.fromkeys(cells, Verdict(Surface("squirrel"), 1.0)), ())
    assert as_large_as_a_tile(found, BARE, ROLES, 9) == groups
    kept = [*BARE]
    kept[cells[0]] = Surface("squirrel")
    assert as_large_as_a_tile(found, kept, ROLES, 9) == ()


@pytest.mark.parametrize(
    ("ring", "disc", "taken"), [(0.5, 0.0, {2, 3, 12}), (0.3, 0.0, set[int]()), (0.5, 0.2, set[int]())]
)
def test_a_hole_whose_leaf_is_a_shade_of_the_floor_is_told_by_its_sides(
    seen_tile: Callable[..., SeenTile], ring: float, disc: float, taken: set[int]
) -> None:
    """A shadow of a squirrel falls to one side, or over the middle as well."""
    _, costs, seen = seen_tile(hue_deg=150.0)
    single = Verdict(SQUIRREL, 1.0)
    found = Explained({2: single, 12: single, 3: Verdict(FLOOR, 1.0)}, ())
    costs.by_surface[Surface("hole")][0, 3], costs.by_surface[FLOOR][0, 3] = 3.8, 1.4
    seen.ring[0, 3], seen.shade_ring[0, 3], seen.disc[0, 3] = ring, 0.03, disc
    assert round_a_hole(found, costs, seen, BARE, ROLES) == taken


@pytest.mark.parametrize(
    ("leaf", "other_leaf", "hole", "taken"),
    [(1.5, 1.5, 2.7, {2, 3, 12}), (1.5, 3.0, 2.7, set[int]()), (1.5, 1.5, 5.0, set[int]())],
    ids=["two leaves", "a leaf and a squirrel", "bare floor"],
)
def test_two_things_that_look_like_leaf_lie_round_a_hole_whose_edge_nobody_sees(
    seen_tile: Callable[..., SeenTile], leaf: float, other_leaf: float, hole: float, taken: set[int]
) -> None:
    """R1.3: a brown card with a green leaf on each space is a shade of moss in the evening, and so is its hole."""
    _, costs, seen = seen_tile(hue_deg=150.0)
    found = Explained(dict.fromkeys((2, 12), Verdict(SQUIRREL, 1.0)), ())
    for cell, cost in ((2, leaf), (12, other_leaf)):
        costs.by_surface[SQUIRREL].reshape(-1)[cell], costs.by_surface[GREEN].reshape(-1)[cell] = 2.2, cost
    costs.by_surface[FLOOR][:] = 0.2
    costs.by_surface[Surface("hole")][0, 3] = hole
    seen.ring[0, 3], seen.shade_ring[0, 3] = 0.3, 0.1
    assert round_a_hole(found, costs, seen, BARE, ROLES) == taken


@pytest.mark.parametrize(
    ("other", "leaf", "look", "taken"),
    [
        (3, 0.9, 1, {2, 3}),
        (3, 2.5, 1, set[int]()),
        (3, 0.9, 2, set[int]()),
        (12, 0.9, 1, set[int]()),
        (11, 0.9, 1, {2, 11}),
    ],
    ids=["side by side", "more like a squirrel", "came later", "corner to corner", "one below the other"],
)
def test_two_things_side_by_side_that_look_like_leaf_are_no_squirrels(
    seen_tile: Callable[..., SeenTile], other: int, leaf: float, look: int, taken: set[int]
) -> None:
    """R1.3: no tile has two spaces, and squirrels are laid one by one (R3.2)."""
    _, costs, seen = seen_tile()
    found = Explained(dict.fromkeys((2, other), Verdict(SQUIRREL, 1.0)), ())
    for cell in (2, other):
        costs.by_surface[SQUIRREL].reshape(-1)[cell] = 2.2
        costs.by_surface[ROLES.patterned[0].surface].reshape(-1)[cell] = leaf
    looks = [look if cell == other else 1 for cell in range(72)]
    assert leaf_of_no_tile(found, BARE, looks, costs, seen, ROLES) == taken
    kept = [SQUIRREL if cell == other else FLOOR for cell in range(72)]
    assert leaf_of_no_tile(found, kept, looks, costs, seen, ROLES) == set()


@pytest.mark.parametrize(
    ("hue_deg", "leaf", "look", "taken"),
    [
        (22.0, 0.1, 1, {SINGLE, *CELLS}),
        (40.0, 0.1, 1, set[int]()),
        (22.0, 1.0, 1, set[int]()),
        (22.0, 0.1, 2, set[int]()),
    ],
    ids=["of its hue", "of another hue", "hardly more like leaf", "came later"],
)
def test_a_tile_with_one_space_of_its_leaf_more_is_none(
    seen_tile: Callable[..., SeenTile], hue_deg: float, leaf: float, look: int, taken: set[int]
) -> None:
    """R1.3: the largest tile has five spaces; the sixth is no squirrel. What lay there before is what it is."""
    found, costs, seen = seen_tile(hue_deg=hue_deg)
    costs.by_surface[SQUIRREL].reshape(-1)[SINGLE] = 2.2
    costs.by_surface[Surface("leaf.red")].reshape(-1)[SINGLE] = leaf
    looks = [look if cell == SINGLE else 1 for cell in range(72)]
    assert leaf_of_no_tile(found, BARE, looks, costs, seen, ROLES) == taken
    lay = [Surface("token") if cell == CELLS[-1] else FLOOR for cell in range(72)]
    assert leaf_of_no_tile(found, lay, looks, costs, seen, ROLES) == set()
