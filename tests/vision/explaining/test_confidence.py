"""How sure it is what lies on the spaces of a tile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.explaining.confidence import confidence
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
FIRST, MARK = 1, 12
SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]


def test_what_fits_worse_than_something_else_is_less_sure(seen_tile: Callable[..., SeenTile]) -> None:
    """Up to a little nothing is lost; a space that looks much more like a disc is hardly a leaf."""
    sure = []
    for leaf in (0.0, 2.0, 4.0, 7.0):
        found, costs, seen = seen_tile(leaf=leaf, disc=0.0)
        sure.append(confidence(found, costs, (), seen.circle, ROLES)[FIRST])
        assert confidence(found, costs, [FIRST], seen.circle, ROLES)[FIRST] == 1.0
    assert sure[0] == sure[1] == 1.0
    assert 1.0 > sure[2] > sure[3]


@pytest.mark.parametrize(("circle", "is_leaf"), [(1.9, False), (2.6, True)])
def test_a_tile_whose_hole_is_clear_has_no_disc(
    seen_tile: Callable[..., SeenTile], circle: float, is_leaf: bool
) -> None:
    """R1.3: a tile has one hole: a dark gap between leaves is no token where that is seen elsewhere."""
    found, costs, seen = seen_tile(leaf=6.5, disc=0.0)
    found = replace(found, verdicts={**found.verdicts, MARK: Verdict(Surface("hole"), 1.0)})
    costs.by_surface[Surface("hole")].reshape(-1)[MARK] = 0.0
    strength = np.full_like(seen.circle, circle)
    assert (confidence(found, costs, (), strength, ROLES)[FIRST] == 1.0) == is_leaf
    # nor where the print of the floor is seen in the hole, however faint its edge
    assert confidence(found, costs, (), strength, ROLES, bare=[MARK])[FIRST] == 1.0


@pytest.mark.parametrize(("edge", "disc", "is_sure"), [(-0.8, 5.0, True), (1.0, 8.0, False), (-0.8, 3.0, False)])
def test_a_round_drawing_on_an_animal_is_no_disc(
    seen_tile: Callable[..., SeenTile], edge: float, disc: float, is_sure: bool
) -> None:
    """R6.1: no edge parts it from the rest, on which there is surely no token; else it may be one."""
    found, costs, seen = seen_tile(leaf=8.0, edge=edge, disc=0.0)
    animal = Surface("animal")
    costs.by_surface[animal].reshape(-1)[[FIRST, FIRST + 1]] = 5.2, 2.2
    costs.by_surface[Surface("token")].reshape(-1)[FIRST + 1] = disc
    costs.by_surface[Surface("squirrel")].reshape(-1)[FIRST + 1] = 2.2
    found = replace(found, verdicts={FIRST: Verdict(animal, 1.0), FIRST + 1: Verdict(animal, 1.0)}, pieces=())
    assert (confidence(found, costs, (), seen.circle, ROLES)[FIRST] > 0.95) == is_sure


def test_a_token_that_is_due_may_look_much_like_a_leaf(seen_tile: Callable[..., SeenTile]) -> None:
    """R5.1: one lies on every hole over a treasure; a leaf that looks like one gains nothing by that."""
    found, costs, seen = seen_tile(leaf=5.0, disc=0.0)
    costs.by_surface[Surface("token")].reshape(-1)[MARK] = 5.0
    costs.by_surface[Surface("leaf.red")].reshape(-1)[MARK] = 0.4
    plain, due = (confidence(found, costs, (), seen.circle, ROLES, marks) for marks in ((), [FIRST, MARK]))
    assert plain[MARK] < 0.8 < due[MARK]
    assert plain[FIRST] == due[FIRST] < 0.8
