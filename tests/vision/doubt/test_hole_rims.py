"""A coin beside a tile looks like a ring round its hole, but it has not the colour of the tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.hole_rims import framed, strangely_rimmed
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.board_parts import board_of
from vision.measures.color import Change
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.reference import PX_PER_SPACE, plane_size_wh
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows, of a hue of 20 degrees; the last is its mark, right of the one before."""
ABOVE, BELOW, LEFT, RIGHT = range(4)


def evidence(spaces: SpaceEvidence, bare: Sequence[int] = ()) -> BoardEvidence:
    """The evidence of a board that is foreign all over, but for these sides of the mark."""
    plain = np.ones(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    block = board_of(plain, (9.0, 8.0))[divmod(CELLS[-1], 9)]
    strips = (
        block[: PX_PER_SPACE // 4],
        block[-PX_PER_SPACE // 4 :],
        block[:, : PX_PER_SPACE // 4],
        block[:, -PX_PER_SPACE // 4 :],
    )
    for side in bare:
        strips[side][:] = 0.0
    return Mock(spec=BoardEvidence, spaces=spaces, change=Change(plain, plain), size_wh=(9.0, 8.0))


def rims(
    seen_tile: Callable[..., SeenTile],
    sides: Sequence[int],
    hue_deg: float = 140.0,
    chroma: float = 30.0,
    mark: str = "hole",
    beside: Sequence[int] = (),
    bare: Sequence[int] = (),
    printed: Sequence[int] = (),
    card: tuple[float, float] = (0.0, 0.0),
) -> bool:
    """Whether a tile is doubted whose hole has sides of such a colour, with leaves on some spaces beside it.

    On those ``printed`` a print is seen in its place; the ``card`` round the leaves has a hue in degrees and a chroma.
    """
    found, _, seen = seen_tile()
    for cell in CELLS[:-1]:
        seen.side_hue_deg.reshape(-1, 4)[cell], seen.side_chroma.reshape(-1, 4)[cell] = card
    found = replace(found, verdicts={**found.verdicts, CELLS[-1]: Verdict(Surface(mark), 1.0)})
    before = [Surface("leaf.green") if cell in beside else FLOOR for cell in range(72)]
    around = seen.side_chroma.reshape(-1, 4)[CELLS[-1]], seen.side_hue_deg.reshape(-1, 4)[CELLS[-1]]
    around[0][:], around[1][:] = 30.0, 20.0
    around[0][list(sides)], around[1][list(sides)] = chroma, hue_deg
    doubted = strangely_rimmed(found, before, evidence(seen, bare), ROLES, printed)
    assert doubted in (frozenset(), frozenset(CELLS))
    return bool(doubted)


def test_a_hole_with_two_sides_of_another_hue_is_none(seen_tile: Callable[..., SeenTile]) -> None:
    """R12.3: a hole is cut out of its tile; one such side alone may be a neighbour's that lies a little aside."""
    assert rims(seen_tile, [ABOVE, LEFT])
    assert not rims(seen_tile, [ABOVE])
    assert not rims(seen_tile, [])


@pytest.mark.parametrize(
    ("hue_deg", "chroma", "mark"),
    [(90.0, 30.0, "hole"), (140.0, 20.0, "hole"), (140.0, 30.0, "token")],
    ids=["a motley leaf", "grey", "a token"],
)
def test_what_may_be_the_leaf_or_the_floor_tells_nothing(
    seen_tile: Callable[..., SeenTile], hue_deg: float, chroma: float, mark: str
) -> None:
    """Autumn leaves have many hues, and round a token that lies aside something else may be seen."""
    assert not rims(seen_tile, [ABOVE, LEFT], hue_deg, chroma, mark)


def test_sides_towards_other_pieces_and_the_rim_tell_nothing(seen_tile: Callable[..., SeenTile]) -> None:
    """A tile beside it may lie a little over its edge, and so may the board's own rim seem to."""
    row, col = divmod(CELLS[-1], 9)
    above, right = (row - 1) * 9 + col, row * 9 + col + 1
    assert rims(seen_tile, [ABOVE, RIGHT])
    assert not rims(seen_tile, [ABOVE, RIGHT], beside=[above])
    assert not rims(seen_tile, [ABOVE, RIGHT], beside=[right])
    at_edge = Explained(
        {8: Verdict(Surface("hole"), 1.0), 7: Verdict(Surface("leaf.red"), 1.0)},
        ((seen_tile()[0].pieces[0][0]._replace(cells=(7, 8), mark=8), 1.0),),
    )
    seen = seen_tile()[2]
    seen.side_chroma.reshape(-1, 4)[8], seen.side_hue_deg.reshape(-1, 4)[8] = 30.0, [140.0, 20.0, 20.0, 140.0]
    assert not strangely_rimmed(at_edge, [FLOOR] * 72, evidence(seen), ROLES, ())


def test_sides_that_are_bare_tell_nothing(seen_tile: Callable[..., SeenTile]) -> None:
    """The floor beside a tile that lies a little aside has a hue of its own."""
    assert not rims(seen_tile, [ABOVE, RIGHT], bare=[ABOVE])
    assert not rims(seen_tile, [ABOVE, RIGHT], bare=[RIGHT])
    assert rims(seen_tile, [ABOVE, RIGHT], bare=[BELOW, LEFT])


def test_what_goes_round_a_whole_print_tells_nothing(seen_tile: Callable[..., SeenTile]) -> None:
    """A coin leaves no room for one; the edge that was cut out of the card is lighter than the leaf on it."""
    assert not rims(seen_tile, [ABOVE, LEFT], printed=[CELLS[-1]])
    assert rims(seen_tile, [ABOVE, LEFT], printed=[CELLS[0]])


@pytest.mark.parametrize(
    ("card", "told"),
    [((140.0, 15.0), False), ((100.0, 15.0), False), ((60.0, 15.0), True), ((140.0, 5.0), True)],
    ids=["of the card", "nearly so", "of another", "of grey card"],
)
def test_what_has_the_colour_of_the_card_round_the_leaves_tells_nothing(
    seen_tile: Callable[..., SeenTile], card: tuple[float, float], told: bool
) -> None:
    """Black card by a window is blue, on all sides of all spaces of a tile."""
    assert rims(seen_tile, [ABOVE, LEFT], card=card) == told


def test_in_poor_light_no_hue_is_told(seen_tile: Callable[..., SeenTile]) -> None:
    """What is nearly grey has any hue by chance."""
    found, _, seen = seen_tile(chroma=6.0)
    found = replace(found, verdicts={**found.verdicts, CELLS[-1]: Verdict(Surface("hole"), 1.0)})
    seen.side_hue_deg.reshape(-1, 4)[CELLS[-1]], seen.side_chroma[:] = 140.0, 7.0
    assert not strangely_rimmed(found, [FLOOR] * 72, evidence(seen), ROLES, ())
    seen.side_chroma[:] = 9.0
    assert strangely_rimmed(found, [FLOOR] * 72, evidence(seen), ROLES, ()) == set(CELLS)


@pytest.mark.parametrize(
    ("sides", "hue_deg", "facing_deg", "laid", "told"),
    [
        ([ABOVE, RIGHT], 90.0, 90.0, [], True),
        ([ABOVE], 90.0, 90.0, [], False),
        ([ABOVE, LEFT], 90.0, 90.0, [], False),
        ([ABOVE, RIGHT], 90.0, 90.0, [ABOVE], False),
        ([ABOVE, RIGHT], 30.0, 90.0, [ABOVE], True),
        ([ABOVE, RIGHT], 30.0, 90.0, [ABOVE, RIGHT], True),
        ([ABOVE, RIGHT], 30.0, 60.0, [ABOVE, RIGHT], False),
        ([ABOVE, RIGHT], 50.0, 90.0, [ABOVE, RIGHT], False),
    ],
    ids=["nothing beside", "one side", "its own leaf", "a tile", "own hue", "two tiles", "of one hue", "their hue"],
)
def test_a_frame_is_told_where_nothing_else_reaches_or_by_the_hue_of_its_leaf(
    seen_tile: Callable[..., SeenTile],
    sides: Sequence[int],
    hue_deg: float,
    facing_deg: float,
    laid: Sequence[int],
    told: bool,
) -> None:
    """R12.3: the hole of a tile that lies aside leaves a thin frame; next to a tile whose token nobody saw is none."""
    mark = CELLS[-1]
    beyond = {ABOVE: (mark - 9, BELOW), BELOW: (mark + 9, ABOVE), RIGHT: (mark + 1, LEFT)}
    before = [Surface("leaf.green") if cell in {beyond[side][0] for side in laid} else FLOOR for cell in range(72)]
    for shown in ("hole", "token"):
        found, _, seen = seen_tile()
        found = replace(found, verdicts={**found.verdicts, mark: Verdict(Surface(shown), 1.0)})
        seen.side_chroma[:], seen.side_hue_deg[:] = 20.0, hue_deg
        for cell, side in beyond.values():
            seen.side_hue_deg.reshape(-1, 4)[cell, side] = facing_deg
        foreign = evidence(seen, [side for side in range(4) if side not in sides])
        assert framed(found, before, foreign, ROLES) == ({mark} if told and shown == "hole" else frozenset())


def test_a_pale_side_has_no_hue_of_a_leaf_and_beyond_the_rim_nothing_lies(seen_tile: Callable[..., SeenTile]) -> None:
    """A grey shadow of a tile beside it is no frame."""
    found, _, seen = seen_tile()
    mark = CELLS[-1]
    found = replace(found, verdicts={**found.verdicts, mark: Verdict(Surface("hole"), 1.0)})
    before = [Surface("leaf.green")] * 72
    seen.side_hue_deg[:], seen.side_hue_deg.reshape(-1, 4)[mark] = 90.0, 20.0
    for chroma, told in ((16.0, {mark}), (14.0, frozenset())):
        seen.side_chroma[:] = chroma
        assert framed(found, before, evidence(seen), ROLES) == told
    corner = seen_tile()[0].pieces[0][0]._replace(cells=(7, 8), mark=8)
    laid = Explained({8: Verdict(Surface("hole"), 1.0), 7: Verdict(Surface("leaf.red"), 1.0)}, ((corner, 1.0),))
    seen.side_chroma[:] = 0.0
    assert framed(laid, [FLOOR] * 72, evidence(seen), ROLES) == {8}
