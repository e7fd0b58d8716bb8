"""An animal covers the leaf between two holes; two tokens leave it bare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.lying_across import lies_across
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
MARK, RIGHT, BELOW = 12, 13, 21
"""Of the red tile that ``seen_tile`` shows, and of the tiles to its right and below it."""
UP, DOWN, LEFT, TO_RIGHT = range(4)
GREEN_DEG, RED_DEG, OTHER_DEG = 130.0, 20.0, 250.0
LEAF_DEG = {MARK: RED_DEG, RIGHT: GREEN_DEG, BELOW: GREEN_DEG}


@pytest.fixture
def on_three_tiles(seen_tile: Callable[..., SeenTile]) -> SeenTile:
    """An animal of another hue on the marks of three tiles, with no edge in it, no circle on it, and no token."""
    found, costs, seen = seen_tile()
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    laid = [Candidate(green, (mark, *body), mark, False, 0.5, 0) for mark, body in ((RIGHT, (14, 15)), (BELOW, (30,)))]
    for piece in laid:
        seen.hue_deg.reshape(-1)[list(piece.body)] = GREEN_DEG
    for mark in LEAF_DEG:
        seen.side_hue_deg.reshape(-1, 4)[mark] = OTHER_DEG
        seen.side_chroma.reshape(-1, 4)[mark] = 30.0
    costs.by_surface[Surface("token")].reshape(-1)[list(LEAF_DEG)] = 5.0
    costs.seam_right.reshape(-1)[MARK] = costs.seam_down.reshape(-1)[MARK] = -0.8
    pieces_ = (*found.pieces, *((piece, 1.0) for piece in laid))
    return Explained(found.verdicts, pieces_), costs, replace(seen, circle=np.full((8, 9), 1.2, np.float32))


def test_what_hides_the_leaf_on_both_sides_of_every_edge_lies_across(on_three_tiles: SeenTile) -> None:
    """R6.1: of two spaces or more, side by side or in a corner."""
    assert lies_across({MARK, RIGHT}, *on_three_tiles, ROLES)
    assert lies_across({MARK, BELOW}, *on_three_tiles, ROLES)
    assert lies_across({MARK, RIGHT, BELOW}, *on_three_tiles, ROLES)


@pytest.mark.parametrize(
    ("mark", "side", "pair"),
    [(MARK, TO_RIGHT, RIGHT), (RIGHT, LEFT, RIGHT), (MARK, DOWN, BELOW), (BELOW, UP, BELOW)],
)
@pytest.mark.parametrize(
    ("hue_deg", "chroma", "is_leaf"),
    [(0.0, 30.0, True), (30.0, 30.0, True), (50.0, 30.0, False), (0.0, 10.0, False), (50.0, 20.0, False)],
    ids=["its leaf", "in another light", "another hue", "grey", "pale"],
)
def test_leaf_on_either_side_of_an_edge_may_be_the_rim_of_a_hole(
    on_three_tiles: SeenTile, mark: int, side: int, pair: int, hue_deg: float, chroma: float, is_leaf: bool
) -> None:
    """R5.1: the token lies in it."""
    _, _, seen = on_three_tiles
    seen.side_hue_deg.reshape(-1, 4)[mark, side] = LEAF_DEG[mark] + hue_deg
    seen.side_chroma.reshape(-1, 4)[mark, side] = chroma
    for other in (RIGHT, BELOW):
        assert lies_across({MARK, other}, *on_three_tiles, ROLES) is not (is_leaf and other == pair)


def test_a_dull_side_of_a_dull_leaf_has_no_other_hue(on_three_tiles: SeenTile) -> None:
    """Of what is nearly grey nobody can tell the hue."""
    found, costs, seen = on_three_tiles
    seen.chroma[:] = 12.0
    seen.side_chroma.reshape(-1, 4)[MARK] = 7.0
    assert not lies_across({MARK, RIGHT}, found, costs, seen, ROLES)
    seen.side_chroma.reshape(-1, 4)[MARK] = 9.0
    assert lies_across({MARK, RIGHT}, found, costs, seen, ROLES)


def test_an_edge_parts_two_tokens(on_three_tiles: SeenTile) -> None:
    """It is seen where their tiles meet."""
    _, costs, _ = on_three_tiles
    costs.seam_right.reshape(-1)[MARK] = 0.5
    assert not lies_across({MARK, RIGHT}, *on_three_tiles, ROLES)
    assert not lies_across({MARK, RIGHT, BELOW}, *on_three_tiles, ROLES)
    assert lies_across({MARK, BELOW}, *on_three_tiles, ROLES)


def test_one_thing_that_looks_like_a_token_may_be_one(on_three_tiles: SeenTile) -> None:
    """Beside something else."""
    _, costs, _ = on_three_tiles
    costs.by_surface[Surface("token")].reshape(-1)[RIGHT] = 1.0
    assert not lies_across({MARK, RIGHT}, *on_three_tiles, ROLES)


@pytest.mark.parametrize(("first", "second", "across"), [(3.0, 1.2, True), (3.0, 1.9, False)], ids=["a head", "discs"])
def test_things_that_are_round_all_over_may_be_tokens(
    on_three_tiles: SeenTile, first: float, second: float, across: bool
) -> None:
    """On dark tiles of which nothing is seen nothing else parts them."""
    _, _, seen = on_three_tiles
    seen.circle.reshape(-1)[[MARK, RIGHT]] = first, second
    assert lies_across({MARK, RIGHT}, *on_three_tiles, ROLES) is across


def test_on_a_mark_whose_leaf_is_not_known_nothing_is_seen_to_lie_across(on_three_tiles: SeenTile) -> None:
    """What it would have to hide nobody knows."""
    found, costs, seen = on_three_tiles
    assert not lies_across({MARK, RIGHT}, Explained(found.verdicts, found.pieces[:1]), costs, seen, ROLES)
