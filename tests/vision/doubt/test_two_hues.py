"""A tile is of one hue; one space of another may be a squirrel beside a smaller tile (R12.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.two_hues import perhaps_two
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))


@pytest.mark.parametrize(
    ("odd", "hue_deg", "other_hue_deg", "yellow", "doubted"),
    [
        (9, 45.0, 80.0, 0.2, True),
        (9, 65.0, 80.0, 0.2, False),
        (9, 45.0, 80.0, 1.0, False),
        (9, 45.0, 120.0, 0.2, False),
        (10, 45.0, 80.0, 0.2, False),
        (9, 55.0, 80.0, 0.2, True),
        (9, 55.0, 92.0, 0.2, False),
    ],
    ids=[
        "a squirrel at its end",
        "about one hue",
        "no other leaf",
        "several hues",
        "it would fall apart",
        "a little off the very hue of all others",
        "a little off about the hue of the others",
    ],
)
def test_a_space_of_another_hue_may_be_a_squirrel_beside_a_smaller_tile(
    seen_tile: Callable[..., SeenTile], odd: int, hue_deg: float, other_hue_deg: float, yellow: float, doubted: bool
) -> None:
    """Its rest may be a tile of the leaf that has one space less."""
    found, costs, seen = seen_tile()
    (whole, share), *_ = found.pieces
    mark = 11
    tile = whole._replace(cells=(9, 10, 11, 12, 13), mark=mark)
    body = [cell for cell in tile.cells if cell != mark]
    costs.by_surface[Surface("leaf.red")].reshape(-1)[body] = 0.0
    costs.by_surface[Surface("leaf.yellow")].reshape(-1)[body] = yellow
    seen.hue_deg.reshape(-1)[body] = 80.0
    seen.hue_deg.reshape(-1)[13] = other_hue_deg
    seen.hue_deg.reshape(-1)[odd] = hue_deg
    read = Explained(found.verdicts, ((tile, share),))
    assert perhaps_two(read, costs, seen, ROLES) == (set(tile.cells) if doubted else set())


@pytest.mark.parametrize(("dearer", "doubted"), [(0.8, True), (1.5, False)])
def test_another_leaf_fits_no_worse_if_it_does_so_of_all_spaces_together(
    seen_tile: Callable[..., SeenTile], dearer: float, doubted: bool
) -> None:
    """Leaves painted on one tile differ: one of them may look rather like that of the larger tiles."""
    found, costs, seen = seen_tile()
    (whole, share), *_ = found.pieces
    tile = whole._replace(cells=(9, 10, 11, 12, 13), mark=11)
    body = [cell for cell in tile.cells if cell != tile.mark]
    for surface in ("leaf.red", "leaf.yellow"):
        costs.by_surface[Surface(surface)].reshape(-1)[body] = 0.2
    costs.by_surface[Surface("leaf.yellow")].reshape(-1)[13] += dearer
    seen.hue_deg.reshape(-1)[body] = 80.0
    seen.hue_deg.reshape(-1)[9] = 45.0
    read = Explained(found.verdicts, ((tile, share),))
    assert perhaps_two(read, costs, seen, ROLES) == (set(tile.cells) if doubted else set())


@pytest.mark.parametrize(
    ("chroma", "other_chroma", "lightness", "doubted"),
    [(14.0, 22.0, 32.0, True), (20.0, 22.0, 36.0, False), (14.0, 22.0, 22.0, False), (12.0, 18.0, 32.0, False)],
    ids=["a squirrel of its hue", "about as vivid", "in the shade", "an uneven tile"],
)
def test_a_paler_space_may_be_a_squirrel_beside_a_smaller_tile(
    seen_tile: Callable[..., SeenTile], chroma: float, other_chroma: float, lightness: float, doubted: bool
) -> None:
    """Wood is paler than leaves printed on wood; what lies in the shade has less chroma in proportion."""
    found, costs, seen = seen_tile()
    (whole, share), *_ = found.pieces
    tile = whole._replace(cells=(9, 10, 11, 12, 13), mark=11)
    body = [cell for cell in tile.cells if cell != tile.mark]
    for surface, nats in (("leaf.red", 0.0), ("leaf.yellow", 0.2)):
        costs.by_surface[Surface(surface)].reshape(-1)[body] = nats
    seen.hue_deg[:], seen.chroma[:], seen.lightness[:] = 55.0, 23.0, 36.0
    seen.chroma.reshape(-1)[[9, 13]] = chroma, other_chroma
    seen.lightness.reshape(-1)[9] = lightness
    read = Explained(found.verdicts, ((tile, share),))
    assert perhaps_two(read, costs, seen, ROLES) == (set(tile.cells) if doubted else set())
