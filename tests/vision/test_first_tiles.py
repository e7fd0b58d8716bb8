"""The first tile of a colour is believed where its size is sure: before that nobody knows which hue is which leaf."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.evidence import SpaceEvidence
from vision.first_tiles import perhaps_larger
from vision.palette import LeafLook, Palette
from vision.pieces import FOREIGN, Explained, Verdict
from vision.roles import FLOOR, Roles
from vision.surface_costs import SurfaceCosts

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
CELLS, SINGLE = (1, 9, 10, 11, 12), 2
TOGETHER = tuple(1 if cell in (*CELLS, SINGLE) else 0 for cell in range(72))
RED = LeafLook(22.0, 30.0, 5.0)


@pytest.mark.parametrize("beside", ["squirrel", FOREIGN])
def test_a_first_tile_beside_something_strange_may_be_a_part_of_a_larger_one(
    seen_tile: Callable[..., SeenTile], beside: str
) -> None:
    """R12.3: the size tells the colour; once that colour was shown or read here it tells the size as well."""
    found, _, seen = seen_tile()
    verdicts = {**found.verdicts, SINGLE: Verdict(Surface(beside), 1.0)}
    explained = Explained(verdicts, found.pieces)
    known = Palette().learn(Surface("leaf.red"), RED), Palette().show(Surface("leaf.red"), RED._replace(hue_deg=150.0))
    assert perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, Palette(), seen) == {*CELLS, SINGLE}
    for palette in known:
        assert not perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, palette, seen)


def test_a_first_tile_by_itself_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """Nothing strange beside it, or bare ground that is in doubt: a hole may show that, but it is no leaf."""
    found, _, seen = seen_tile()
    for verdicts in (
        {cell: verdict for cell, verdict in found.verdicts.items() if cell != SINGLE},
        {**found.verdicts, SINGLE: Verdict(FLOOR, 0.5)},
    ):
        explained = Explained(verdicts, found.pieces)
        assert not perhaps_larger(explained, set(), BARE, TOGETHER, ROLES, Palette(), seen)


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
    found, _, seen = seen_tile()
    looks = [tile if cell in CELLS else single if cell == SINGLE else 0 for cell in range(72)]
    was = [Surface(before) if cell == SINGLE else FLOOR for cell in range(72)]
    assert perhaps_larger(found, set(), was, looks, ROLES, Palette(), seen) == lost


def test_a_mark_that_came_later_is_a_token_on_its_tile(seen_tile: Callable[..., SeenTile]) -> None:
    """R5.1: what lies on the mark tells nothing of when the tile was laid."""
    found, _, seen = seen_tile()
    looks = [2 if cell == CELLS[-1] else 1 if cell in (*CELLS, SINGLE) else 0 for cell in range(72)]
    assert perhaps_larger(found, set(), BARE, looks, ROLES, Palette(), seen) == {*CELLS, SINGLE}


@pytest.mark.parametrize(
    ("hue_deg", "tile", "lost"), [(20.0, 0, {*CELLS, SINGLE}), (120.0, 0, set()), (20.0, 1, set())]
)
def test_what_is_unread_beside_a_tile_of_its_color_may_be_a_part_of_it(
    seen_tile: Callable[..., SeenTile], hue_deg: float, tile: int, lost: set[int]
) -> None:
    """R12.3: a board that is seen for the first time, whose green may be this box's yellow: its size does not tell."""
    found, _, seen = seen_tile(hue_deg=hue_deg)
    found = Explained({**found.verdicts, SINGLE: Verdict(Surface("leaf.red"), 0.8)}, found.pieces)
    looks = [tile if cell in CELLS else 0 if tile == 0 else 2 for cell in range(72)]
    assert perhaps_larger(found, {SINGLE}, BARE, looks, ROLES, Palette(), seen) == lost
    assert not perhaps_larger(found, {SINGLE}, BARE, looks, ROLES, Palette().learn(Surface("leaf.red"), RED), seen)
