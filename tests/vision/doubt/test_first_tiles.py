"""The first tile of a colour is believed where its size is sure: before that nobody knows which hue is which leaf."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.first_tiles import perhaps_larger
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.palette import Palette
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
CELLS, SINGLE = (1, 9, 10, 11, 12), 2
SMALL = (1, 10, 11)
TOGETHER = tuple(1 if cell in (*CELLS, SINGLE) else 0 for cell in range(72))
RED = LeafLook(22.0, 30.0, 5.0)


@pytest.mark.parametrize("beside", ["squirrel", FOREIGN])
def test_a_first_tile_beside_something_strange_may_be_a_part_of_a_larger_one(
    seen_tile: Callable[..., SeenTile], beside: str
) -> None:
    """R12.3: the size tells the colour; once that colour was shown or read here it tells the size as well.

    One that was shown in quite another hue does not.
    """
    found, costs, seen = seen_tile()
    verdicts = {**found.verdicts, SINGLE: Verdict(Surface(beside), 1.0)}
    explained = Explained(verdicts, found.pieces)
    known = Palette().learn(Surface("leaf.red"), RED), Palette().show(Surface("leaf.red"), RED._replace(hue_deg=45.0))
    for palette in (Palette(), Palette.of_shown({Surface("leaf.red"): [RED._replace(hue_deg=150.0)]})):
        assert perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, palette, costs, seen) == {*CELLS, SINGLE}
    for palette in known:
        assert not perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, palette, costs, seen)


def test_a_first_tile_by_itself_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """Nothing strange beside it, or bare ground that is in doubt: a hole may show that, but it is no leaf."""
    found, costs, seen = seen_tile(hue_deg=120.0)
    for verdicts in (
        {cell: verdict for cell, verdict in found.verdicts.items() if cell != SINGLE},
        {**found.verdicts, SINGLE: Verdict(FLOOR, 0.5)},
    ):
        explained = Explained(verdicts, found.pieces)
        assert not perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, Palette(), costs, seen)


@pytest.mark.parametrize(("look", "hue_deg", "doubted"), [(1, 20.0, True), (2, 20.0, False), (1, 120.0, False)])
def test_ground_of_the_colour_of_the_tile_that_came_with_it_may_be_a_part_of_that(
    seen_tile: Callable[..., SeenTile], look: int, hue_deg: float, doubted: bool
) -> None:
    """R12.3: a smooth leaf is explained by a tinted light as well as by foliage, and then left unread."""
    found, costs, seen = seen_tile(hue_deg=hue_deg)
    explained = Explained({**found.verdicts, SINGLE: Verdict(FLOOR, 1.0)}, found.pieces)
    looks = [look if cell == SINGLE else came for cell, came in enumerate(TOGETHER)]
    lost = perhaps_larger(explained, {SINGLE}, BARE, looks, ROLES, Palette(), costs, seen)
    assert lost == ({*CELLS, SINGLE} if doubted else set())


@pytest.mark.parametrize(
    ("tile", "single", "before", "lost"),
    [
        (1, 1, FLOOR, {*CELLS, SINGLE}),
        (1, 0, FLOOR, {*CELLS, SINGLE}),
        (1, 2, FLOOR, set[int]()),
        (0, 0, FLOOR, set[int]()),
        (1, 1, "squirrel", set[int]()),
    ],
)
def test_what_was_there_at_another_time_is_no_part_of_a_tile(
    seen_tile: Callable[..., SeenTile], tile: int, single: int, before: str, lost: set[int]
) -> None:
    """Tiles are laid whole, so what came in another look or was read before lies beside.

    Of a board that was never seen before nobody knows when anything came.
    """
    found, costs, seen = seen_tile()
    looks = [tile if cell in CELLS else single if cell == SINGLE else 0 for cell in range(72)]
    was = [Surface(before) if cell == SINGLE else FLOOR for cell in range(72)]
    assert perhaps_larger(found, set(), was, looks, ROLES, Palette(), costs, seen) == lost


def test_a_mark_that_came_later_is_a_token_on_its_tile(seen_tile: Callable[..., SeenTile]) -> None:
    """R5.1: what lies on the mark tells nothing of when the tile was laid."""
    found, costs, seen = seen_tile()
    looks = [2 if cell == CELLS[-1] else 1 if cell in (*CELLS, SINGLE) else 0 for cell in range(72)]
    assert perhaps_larger(found, set(), BARE, looks, ROLES, Palette(), costs, seen) == {*CELLS, SINGLE}


@pytest.mark.parametrize(
    ("hue_deg", "edge", "tile", "lost"),
    [
        (20.0, -0.5, 0, {*SMALL, SINGLE}),
        (120.0, -0.5, 0, set[int]()),
        (20.0, 1.0, 0, set[int]()),
        (20.0, -0.5, 1, set[int]()),
    ],
)
def test_what_is_unread_and_goes_on_beside_a_tile_may_be_a_part_of_it(
    seen_tile: Callable[..., SeenTile], hue_deg: float, edge: float, tile: int, lost: set[int]
) -> None:
    """R12.3: on a board that is seen for the first time green may be this box's yellow, and its size does not tell."""
    found, costs, seen = seen_tile(hue_deg=hue_deg, edge=edge)
    ((five, share),) = found.pieces
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    small = five._replace(kind=green, cells=SMALL, mark=SMALL[-1])
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in (*SMALL, SINGLE)}
    explained = Explained(verdicts, ((small, share),))
    looks = [tile if cell in SMALL else 2 if tile else 0 for cell in range(72)]
    assert perhaps_larger(explained, {SINGLE}, BARE, looks, ROLES, Palette(), costs, seen) == lost
    known = Palette().learn(Surface("leaf.green"), RED)
    assert not perhaps_larger(explained, {SINGLE}, BARE, looks, ROLES, known, costs, seen)
    explained = Explained(found.verdicts | {SINGLE: Verdict(Surface("leaf.red"), 1.0)}, found.pieces)
    assert not perhaps_larger(explained, {SINGLE}, BARE, [0] * 72, ROLES, Palette(), costs, seen), "no tile is larger"


@pytest.mark.parametrize(("unread", "is_lost"), [(True, True), (False, False)])
def test_what_goes_on_beside_a_tile_may_be_a_part_of_it_though_it_was_explained_as_another_s(
    seen_tile: Callable[..., SeenTile], unread: bool, is_lost: bool
) -> None:
    """That other tile is not believed: its ground may only lie in a shadow. One that is read lies beside this one."""
    found, costs, seen = seen_tile(edge=-0.5)
    ((five, share),) = found.pieces
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    small = five._replace(kind=green, cells=SMALL, mark=SMALL[-1])
    beside_it = (SINGLE, SINGLE + 1, SINGLE + 2)
    other = five._replace(kind=green, cells=beside_it, mark=beside_it[-1])
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in (*SMALL, *beside_it)}
    explained = Explained(verdicts, ((small, share), (other, share)))
    lost = perhaps_larger(explained, set(beside_it) if unread else set(), BARE, [0] * 72, ROLES, Palette(), costs, seen)
    assert lost >= {*SMALL, SINGLE} if is_lost else not lost


@pytest.mark.parametrize("capped", [True, False])
def test_what_is_unread_behind_the_animal_on_a_mark_may_be_a_part_of_the_tile(
    seen_tile: Callable[..., SeenTile], capped: bool
) -> None:
    """R6.1: an animal has edges of its own, so none that parts it from a space of the tile's colour says anything."""
    found, costs, seen = seen_tile(edge=1.0)
    ((five, share),) = found.pieces
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    small = five._replace(kind=green, cells=SMALL, mark=SMALL[-1], capped=capped)
    behind = SMALL[-1] + 1
    explained = Explained({cell: Verdict(Surface("leaf.green"), 1.0) for cell in (*SMALL, behind)}, ((small, share),))
    lost = perhaps_larger(explained, {behind}, BARE, [0] * 72, ROLES, Palette(), costs, seen)
    assert lost == ({*SMALL, behind} if capped else set())
