"""A single thing is believed where it covers its space and cannot be a part of what lies beside it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.stray_singles import (
    came_together,
    stray_singles,
)
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
NOTHING = np.zeros((8, 9), np.bool_)
CELLS, SINGLE, BESIDE = (1, 9, 10, 11, 12), 2, 1
"""The cells of a tile, of a squirrel and of the part of the tile beside it, as ``seen_tile`` shows them."""


@pytest.mark.parametrize(
    ("cover", "ring", "shaded", "stray"),
    [
        (0.5, 1.0, 0.5, {SINGLE}),
        (0.75, 0.4, 0.75, {SINGLE}),
        (0.75, 0.7, 0.6, set[int]()),
        (0.86, 0.4, 0.66, set[int]()),
        (0.86, 1.0, 0.1, {SINGLE}),
        (1.0, 1.0, 0.5, set[int]()),
    ],
)
def test_what_covers_a_part_of_a_space_or_only_darkens_it_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], cover: float, ring: float, shaded: float, stray: set[int]
) -> None:
    """Noise, smears, bands of light and shadows do.

    Of 116 squirrels one covered 0.86 of its space, most of that with another hue. One drawn in fine lines covered less,
    and all its sides.
    """
    found, costs, seen = seen_tile(hue_deg=150.0)
    for measure, value in ((seen.cover, cover), (seen.ring, ring), (seen.shade_cover, shaded)):
        measure[0, SINGLE] = value
    assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == stray


@pytest.mark.parametrize(("beside", "stray"), [(0.04, set[int]()), (0.3, {SINGLE})], ids=["alone", "reaching"])
def test_a_dark_thing_that_leaves_the_ground_beside_it_as_it_was_is_no_shadow(
    seen_tile: Callable[..., SeenTile], beside: float, stray: set[int]
) -> None:
    """Of two squirrels of dark wood on brown card a shadow explained nine tenths."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    seen.cover[0, SINGLE], seen.ring[0, SINGLE], seen.shade_cover[0, SINGLE] = 0.86, 0.6, 0.1
    seen.texture[0, SINGLE], seen.likeness[0, SINGLE] = 3.4, 0.1
    seen.cover[0, SINGLE + 1], seen.cover[1, SINGLE] = beside, 0.0
    assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == stray


@pytest.mark.parametrize(
    ("cover", "contrast", "likeness", "stray"),
    [
        (0.62, 1.2, -0.2, set[int]()),
        (0.62, 4.0, 0.3, set[int]()),
        (0.55, 4.0, 0.3, {SINGLE}),
        (0.62, 4.0, 0.9, {SINGLE}),
        (0.62, 0.6, -0.2, {SINGLE}),
    ],
    ids=["not its print", "hardly its print", "too little", "its print", "hardly any print"],
)
def test_what_hides_all_of_a_treasure_covers_enough_though_it_has_the_colors_of_the_floor(
    seen_tile: Callable[..., SeenTile], cover: float, contrast: float, likeness: float, stray: set[int]
) -> None:
    """Of a squirrel drawn in them on paper as pale much looks like floor, but the treasure is not to be seen."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    for measure, value in ((seen.cover, cover), (seen.ring, 0.5), (seen.disc, 0.42), (seen.shade_cover, 0.5)):
        measure[0, SINGLE] = value
    seen.disc_contrast[0, SINGLE], seen.disc_likeness[0, SINGLE] = contrast, likeness
    printed = NOTHING.copy()
    assert stray_singles(found, costs, seen, ROLES, (), printed) == {SINGLE}
    printed[0, SINGLE] = True
    assert stray_singles(found, costs, seen, ROLES, (), printed) == stray


@pytest.mark.parametrize(
    ("middle", "whole", "stray"), [(0.3, 0.32, set[int]()), (0.3, 0.2, {SINGLE}), (0.04, 0.32, {SINGLE})]
)
def test_what_is_darker_than_any_shadow_in_its_middle_as_well_is_something_black(
    seen_tile: Callable[..., SeenTile], middle: float, whole: float, stray: set[int]
) -> None:
    """A deep gap between tiles is as dark at its sides, and its ground is seen between them."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    for measure, value in ((seen.cover, 1.0), (seen.ring, 0.83), (seen.shade_cover, whole), (seen.shade_disc, middle)):
        measure[0, SINGLE] = value
    assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == stray


@pytest.mark.parametrize(
    ("likeness", "texture", "stray"), [(0.7, 2.0, {SINGLE}), (0.5, 2.0, set[int]()), (0.7, 5.0, set[int]())]
)
def test_what_has_the_structure_of_the_floor_and_hardly_any_besides_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], likeness: float, texture: float, stray: set[int]
) -> None:
    """Where bands of light cross ground that other tiles box in, no light explains it."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    seen.likeness[0, SINGLE], seen.texture[0, SINGLE] = likeness, texture
    assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == stray


@pytest.mark.parametrize(
    ("likeness", "contrast", "stray"),
    [(0.8, 1.5, {SINGLE}), (0.7, 1.5, set[int]()), (0.8, 1.0, set[int]())],
    ids=["it shows", "it may be something else", "too faint to tell"],
)
def test_where_the_print_of_the_floor_shows_no_squirrel_lies(
    seen_tile: Callable[..., SeenTile], likeness: float, contrast: float, stray: set[int]
) -> None:
    """A shadow that takes away one lamp of two gives the floor round a treasure another colour."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    seen.disc_likeness[0, SINGLE], seen.disc_contrast[0, SINGLE] = likeness, contrast
    assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == stray


def test_what_may_be_the_rest_of_an_unread_tile_is_no_squirrel(seen_tile: Callable[..., SeenTile]) -> None:
    """Where a leaf fits it better than a single thing, or no edge parts it from that tile, or it has its colour."""
    for edge, hue_deg, stray in ((1.0, 150.0, set[int]()), (-0.3, 150.0, {SINGLE}), (1.0, 20.0, {SINGLE})):
        found, costs, seen = seen_tile(edge=edge, hue_deg=hue_deg)
        assert stray_singles(found, costs, seen, ROLES, {BESIDE}, NOTHING) == stray
        assert stray_singles(found, costs, seen, ROLES, (), NOTHING) == set()
    found, costs, seen = seen_tile(hue_deg=150.0)
    costs.by_surface[ROLES.patterned[0].surface][0, SINGLE] = 0.0
    costs.by_surface[Surface("squirrel")][0, SINGLE] = 2.2
    assert stray_singles(found, costs, seen, ROLES, {BESIDE}, NOTHING) == {SINGLE}


@pytest.mark.parametrize(
    ("leaf", "hole", "floor", "stray"),
    [
        (0.4, 0.8, 0.8, {SINGLE}),  # part of a tile of which no space but its hole is near
        (0.4, 1.6, 0.8, set[int]()),  # bare ground
        (2.0, 0.8, 0.8, set[int]()),  # a squirrel that looks like one
        (0.4, 0.8, None, set[int]()),  # ground that has not changed is not looked at
    ],
)
def test_a_leaf_beside_what_may_be_a_hole_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], leaf: float, hole: float, floor: float | None, stray: set[int]
) -> None:
    """Ground with a ring round it is read as bare where no tile is made of what is beside it."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    ground = SINGLE + 1
    for surface, nats in ((Surface("hole"), hole), (FLOOR, 8.0 if floor is None else floor)):
        costs.by_surface[surface][0, ground] = nats
    for surface, nats in ((ROLES.patterned[0].surface, leaf), (Surface("squirrel"), 2.2)):
        costs.by_surface[surface][0, SINGLE] = nats
    verdicts = dict(found.verdicts) | ({} if floor is None else {ground: Verdict(FLOOR, 1.0)})
    assert stray_singles(Explained(verdicts, found.pieces), costs, seen, ROLES, (), NOTHING) == stray


@pytest.mark.parametrize(
    ("first", "then", "lost"), [(2, 2, {SINGLE}), (1, 2, set[int]()), (0, 0, {SINGLE}), (0, 2, set[int]())]
)
def test_a_single_thing_that_came_with_something_unread_is_not_believed(
    seen_tile: Callable[..., SeenTile], first: int, then: int, lost: set[int]
) -> None:
    """What is left of a tile that cannot be read looks much like a squirrel; one that comes later is one.

    Of what both showed in the first look nobody knows which came later.
    """
    found, _costs, _seen = seen_tile(edge=1.0, hue_deg=90.0)
    looks = [0] * 72
    looks[CELLS[0]], looks[SINGLE] = first, then
    assert came_together(found, {CELLS[0]}, BARE, ROLES, 9, looks, ()) == lost
    assert came_together(found, set(), BARE, ROLES, 9, looks, ()) == set()


@pytest.mark.parametrize(("then", "lost"), [(1, {SINGLE}), (2, set[int]()), (0, set[int]())])
def test_what_came_with_something_unread_further_on_is_not_believed(
    seen_tile: Callable[..., SeenTile], then: int, lost: set[int]
) -> None:
    """An animal has come to lie on the middle of a tile that could not be read: its ends came in one look (R6.1)."""
    found, _costs, _seen = seen_tile(edge=1.0, hue_deg=90.0)
    looks = [0] * 72
    middle, end, unknown = CELLS[0], CELLS[2], CELLS[1]
    looks[end], looks[middle], looks[SINGLE] = 1, 3, then
    assert came_together(found, {middle, end, unknown}, BARE, ROLES, 9, looks, ()) == lost


@pytest.mark.parametrize(("fresh", "lost"), [({SINGLE, CELLS[0]}, {SINGLE}), ({SINGLE}, set[int]())])
def test_what_came_while_something_was_in_the_way_may_have_come_together(
    seen_tile: Callable[..., SeenTile], fresh: set[int], lost: set[int]
) -> None:
    """Nobody saw whether a squirrel was laid after the tile beside it that cannot be read, or is the token of that."""
    found, _costs, _seen = seen_tile(edge=1.0, hue_deg=90.0)
    looks = [cell for cell in range(72)]
    assert came_together(found, {CELLS[0]}, BARE, ROLES, 9, looks, fresh) == lost
    assert came_together(found, set(), BARE, ROLES, 9, looks, fresh) == set()


def test_a_single_thing_beside_the_mark_of_a_tile_that_was_not_found_may_be_a_part_of_that(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R1.3: a mark has a tile round it; one that stood there before has its own."""
    found, _costs, _seen = seen_tile(edge=1.0, hue_deg=90.0)
    token = Surface("token")
    verdicts = {CELLS[0]: Verdict(token, 1.0), SINGLE: found.verdicts[SINGLE]}
    looks = [1 if cell in verdicts else 0 for cell in range(72)]
    stood = [token if cell == CELLS[0] else FLOOR for cell in range(72)]
    for read, before, lost in (
        (Explained(verdicts, ()), BARE, {SINGLE}),
        (Explained(verdicts, ()), stood, set[int]()),
        (Explained(verdicts, found.pieces), BARE, set[int]()),
    ):
        assert came_together(read, set(), before, ROLES, 9, looks, ()) == lost
