"""A token beside an animal is not taken for a part of it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.animal_doubts import parted_from_animals
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
ANIMAL, LEAF = Surface("animal"), Surface("leaf.green")
GREEN = next(kind for kind in ROLES.patterned if kind.surface == LEAF)
MARK = 12
TILE = (MARK, 13, 14)


def costs(edge: float) -> SurfaceCosts:
    """A board on which an edge of so many nats parts the mark from the space before it."""
    right, down = np.full((8, 9), -0.5), np.full((8, 9), -0.5)
    right[1, 2] = edge
    return SurfaceCosts({}, {}, right, down, np.ones((8, 9), np.bool_))


@pytest.mark.parametrize(("edge", "doubted"), [(0.5, {MARK}), (0.2, set[int]())])
def test_what_an_edge_parts_from_an_animal_may_be_a_token(edge: float, doubted: set[int]) -> None:
    """R5.1: the tile and what lies on its mark came at once, so nobody saw which of both it was."""
    laid = Candidate(GREEN, TILE, MARK, True, 0.5, sum(1 << cell for cell in TILE))
    verdicts = {10: Verdict(ANIMAL, 1.0), 11: Verdict(ANIMAL, 1.0), MARK: Verdict(ANIMAL, 1.0)}
    verdicts |= {cell: Verdict(LEAF, 1.0) for cell in TILE[1:]}
    assert parted_from_animals(Explained(verdicts, ((laid, 1.0),)), costs(edge), ROLES) == doubted
    assert not parted_from_animals(Explained(verdicts, ()), costs(edge), ROLES), "an animal on tiles that are known"


def test_an_animal_by_itself_is_parted_from_nothing() -> None:
    """Its other space is left unread: others say what that means."""
    laid = Candidate(GREEN, TILE, MARK, True, 0.5, sum(1 << cell for cell in TILE))
    verdicts = {MARK: Verdict(ANIMAL, 1.0)}
    assert not parted_from_animals(Explained(verdicts, ((laid, 1.0),)), costs(0.5), ROLES)
