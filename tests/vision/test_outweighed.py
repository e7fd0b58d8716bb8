"""A piece in doubt is believed where it is all that came, whole and at once, and hardly anything else explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from engine.game import Surface
from vision.evidence import SpaceEvidence
from vision.outweighed import outweighed
from vision.pieces import FOREIGN, Explained, Verdict
from vision.roles import FLOOR
from vision.surface_costs import SurfaceCosts

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


def test_a_piece_that_came_whole_and_alone_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """However many of its spaces are doubted; what is doubted elsewhere stays."""
    for doubts in ({1}, {1, 9, FAR}, set(CELLS)):
        assert outweighed(tile(seen_tile), doubts, (), BARE, looks(LOOKS), 9) == set(CELLS)
    assert not outweighed(tile(seen_tile), {FAR}, (), BARE, looks(LOOKS), 9)


def test_what_is_weighty_is_never_outweighed(seen_tile: Callable[..., SeenTile]) -> None:
    """Such as a tile that lies off the grid: one space is enough."""
    assert not outweighed(tile(seen_tile), {1, 9}, {9}, BARE, looks(LOOKS), 9)


@pytest.mark.parametrize(("share", "beside", "believed"), [(0.85, 1.0, True), (0.7, 1.0, False), (0.9, 0.5, False)])
def test_a_piece_that_something_else_explains_as_well_is_not_believed(
    seen_tile: Callable[..., SeenTile], share: float, beside: float, believed: bool
) -> None:
    """Least of all where something unread lies beside it: then it must be nearly sure."""
    found = tile(seen_tile, share, {BESIDE: Verdict(FLOOR, beside)})
    assert bool(outweighed(found, {1}, (), BARE, looks(LOOKS), 9)) == believed


@pytest.mark.parametrize(
    "known",
    [{}, {**LOOKS, 9: 2}, {**LOOKS, 9: 0}],
    ids=["nobody saw it come", "it came in parts", "nobody saw a part come"],
)
def test_a_piece_must_have_come_at_once_in_full_sight(
    seen_tile: Callable[..., SeenTile], known: Mapping[int, int]
) -> None:
    """Pieces are laid whole (R4.2)."""
    assert not outweighed(tile(seen_tile), {1}, (), BARE, looks(known), 9)


@pytest.mark.parametrize("surface", ["squirrel", "leaf.green", FOREIGN])
@pytest.mark.parametrize(("look", "believed"), [(3, False), (0, False), (2, True)])
def test_nothing_may_have_come_beside_it(
    seen_tile: Callable[..., SeenTile], surface: str, look: int, believed: bool
) -> None:
    """It may be a part of the same thing; what lay there before, or came in another look, is none."""
    found = tile(seen_tile, also={BESIDE: Verdict(Surface(surface), 1.0)})
    known = looks({**LOOKS, BESIDE: look})
    assert bool(outweighed(found, {1}, (), BARE, known, 9)) == believed
    stood = [Surface("squirrel") if cell == BESIDE else FLOOR for cell in range(72)]
    assert outweighed(found, {1}, (), stood, known, 9)
