"""A piece in doubt is believed where it is all that came, whole and at once, and hardly anything else explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.game import Surface
from vision.doubt.outweighed import outweighed
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

BARE = (FLOOR,) * 72
CELLS, BESIDE, FAR = (1, 9, 10, 11, 12), 2, 40
LOOKS = dict.fromkeys(CELLS, 3)


def looks(known: Mapping[int, int]) -> tuple[int, ...]:
    """The numbers of the looks of all spaces."""
    return tuple(known.get(cell, 0) for cell in range(72))


def tile(
    seen_tile: Callable[..., SeenTile], share: float = 0.99, also: Mapping[int, Verdict] | None = None
) -> Explained:
    """A tile of five with this share among all explanations, and what else was read."""
    found, _, _ = seen_tile()
    piece = found.pieces[0][0]
    verdicts = {cell: found.verdicts[cell] for cell in CELLS}
    return Explained({**verdicts, **(also or {})}, ((piece, share),))


def believed(found: Explained, doubts: set[int], known: tuple[int, ...], **also: Any) -> set[int]:
    """The cells of the pieces that are believed; all of them look different now if nothing else is said."""
    how: dict[str, Any] = {"weighty": (), "before": BARE, "changed": CELLS, "hidden": (), **also}
    pieces = outweighed(found, doubts, looks=known, cols=9, **how)
    return {cell for piece in pieces for cell in piece.cells}


def test_a_piece_that_came_whole_and_alone_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """However many of its spaces are doubted; what is doubted elsewhere stays."""
    for doubts in ({1}, {1, 9, FAR}, set(CELLS)):
        assert believed(tile(seen_tile), doubts, looks(LOOKS)) == set(CELLS)
    assert not believed(tile(seen_tile), {FAR}, looks(LOOKS))


def test_what_is_weighty_is_never_outweighed(seen_tile: Callable[..., SeenTile]) -> None:
    """Such as a tile that lies off the grid: one space is enough."""
    assert not believed(tile(seen_tile), {1, 9}, looks(LOOKS), weighty={9})


@pytest.mark.parametrize(("share", "beside", "sure"), [(0.85, 1.0, True), (0.7, 1.0, False), (0.9, 0.5, False)])
def test_a_piece_that_something_else_explains_as_well_is_not_believed(
    seen_tile: Callable[..., SeenTile], share: float, beside: float, sure: bool
) -> None:
    """Least of all where something unread lies beside it: then it must be nearly sure."""
    found = tile(seen_tile, share, {BESIDE: Verdict(FLOOR, beside)})
    assert bool(believed(found, {1}, looks(LOOKS))) == sure


@pytest.mark.parametrize(
    "known",
    [{}, {**LOOKS, 9: 2}, {**LOOKS, 9: 0}],
    ids=["nobody saw it come", "it came in parts", "nobody saw a part come"],
)
def test_a_piece_must_have_come_at_once_in_full_sight(
    seen_tile: Callable[..., SeenTile], known: Mapping[int, int]
) -> None:
    """Pieces are laid whole (R4.2)."""
    assert not believed(tile(seen_tile), {1}, looks(known))


def test_what_may_go_on_where_nobody_sees_it_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """A hand that rests beside it may lie on the rest of it; one further away does not."""
    assert not believed(tile(seen_tile), {1}, looks(LOOKS), hidden={BESIDE})
    assert believed(tile(seen_tile), {1}, looks(LOOKS), hidden={FAR})


def test_what_is_explained_anew_later_is_not_believed_for_that(seen_tile: Callable[..., SeenTile]) -> None:
    """Whatever else has changed since, it was doubted when it came; of a mark the ground may look as before."""
    assert not believed(tile(seen_tile), {1}, looks(LOOKS), changed={1, 9})
    assert believed(tile(seen_tile), {1}, looks(LOOKS), changed=CELLS[:-1])


@pytest.mark.parametrize("surface", ["squirrel", "leaf.green", FOREIGN])
@pytest.mark.parametrize(("look", "sure"), [(3, False), (0, False), (2, True)])
def test_nothing_may_have_come_beside_it(
    seen_tile: Callable[..., SeenTile], surface: str, look: int, sure: bool
) -> None:
    """It may be a part of the same thing; what lay there before, or came in another look, is none."""
    found = tile(seen_tile, also={BESIDE: Verdict(Surface(surface), 1.0)})
    known = looks({**LOOKS, BESIDE: look})
    assert bool(believed(found, {1}, known)) == sure
    stood = [Surface("squirrel") if cell == BESIDE else FLOOR for cell in range(72)]
    assert believed(found, {1}, known, before=stood)


@pytest.mark.parametrize(("changed", "sure"), [((*CELLS, BESIDE), False), (CELLS, True)])
def test_what_came_beside_it_off_the_grid_may_be_a_part_of_it_though_it_looks_bare(
    seen_tile: Callable[..., SeenTile], changed: tuple[int, ...], sure: bool
) -> None:
    """Nobody knows what such a space is; one that did not change now is none."""
    found = tile(seen_tile, also={BESIDE: Verdict(FLOOR, 1.0)})
    assert bool(believed(found, {1}, looks(LOOKS), weighty={BESIDE}, changed=changed)) == sure
