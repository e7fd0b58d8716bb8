"""A single thing is believed where it covers its space and cannot be a part of what lies beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.evidence import SpaceEvidence
from vision.pieces import Explained
from vision.roles import Roles
from vision.stray_singles import stray_singles
from vision.surface_costs import SurfaceCosts

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
SINGLE, BESIDE = 2, 1
"""The cells of a squirrel and of the part of a tile beside it, as ``seen_tile`` shows them."""


@pytest.mark.parametrize(("cover", "stray"), [(0.5, {SINGLE}), (0.86, set[int]())])
def test_what_covers_half_a_space_is_no_squirrel(
    seen_tile: Callable[..., SeenTile], cover: float, stray: set[int]
) -> None:
    """Noise and smears do; of 116 squirrels one covered 0.86 of its space."""
    found, costs, seen = seen_tile(hue_deg=150.0)
    seen.cover[0, SINGLE] = cover
    assert stray_singles(found, costs, seen, ROLES, ()) == stray


def test_what_may_be_the_rest_of_an_unread_tile_is_no_squirrel(seen_tile: Callable[..., SeenTile]) -> None:
    """Where a leaf fits it better than a single thing, or no edge parts it from that tile, or it has its colour."""
    for edge, hue_deg, stray in ((1.0, 150.0, set[int]()), (-0.3, 150.0, {SINGLE}), (1.0, 20.0, {SINGLE})):
        found, costs, seen = seen_tile(edge=edge, hue_deg=hue_deg)
        assert stray_singles(found, costs, seen, ROLES, {BESIDE}) == stray
        assert stray_singles(found, costs, seen, ROLES, ()) == set()
    found, costs, seen = seen_tile(hue_deg=150.0)
    costs.by_surface[ROLES.patterned[0].surface][0, SINGLE] = 0.0
    costs.by_surface[Surface("squirrel")][0, SINGLE] = 2.2
    assert stray_singles(found, costs, seen, ROLES, {BESIDE}) == {SINGLE}
