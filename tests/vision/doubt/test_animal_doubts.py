"""A token beside an animal is not taken for a part of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.animal_doubts import of_two_discs
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
ANIMAL, HOLE, TOKEN = (Surface(name) for name in ("animal", "hole", "token"))


@pytest.mark.parametrize(
    ("round_ones", "before", "doubted"),
    [
        ({10: 3.9, 11: 3.5}, HOLE, {10, 11}),
        ({10: 3.9, 11: 2.8}, HOLE, set[int]()),
        ({10: 3.9, 11: 2.8}, FLOOR, {10, 11}),
        ({10: 3.9, 11: 2.4}, FLOOR, set[int]()),
        ({10: 3.9, 12: 3.9}, FLOOR, set[int]()),
        ({10: 3.9, 11: 3.5}, ANIMAL, set[int]()),
        ({10: 3.9, 20: 3.5}, FLOOR, set[int]()),
    ],
    ids=[
        "two discs",
        "a head",
        "they came with their tiles",
        "a head at first sight",
        "both ends",
        "it lay there before",
        "a token beside it",
    ],
)
def test_two_round_things_side_by_side_are_no_animal(
    seen_tile: Callable[..., tuple[Explained, SurfaceCosts, SpaceEvidence]],
    round_ones: dict[int, float],
    before: Surface,
    doubted: set[int],
) -> None:
    """R5.1: tokens lie in the holes of tiles side by side; in the tones of a camera they may be as pale as a card."""
    _, _, seen = seen_tile()
    seen.circle[:] = 1.5
    for cell, strength in round_ones.items():
        seen.circle.reshape(-1)[cell] = strength
    found = Explained({cell: Verdict(ANIMAL, 1.0) for cell in (10, 11, 12)} | {20: Verdict(TOKEN, 1.0)}, ())
    assert of_two_discs(found, (before,) * 72, seen, ROLES) == doubted
