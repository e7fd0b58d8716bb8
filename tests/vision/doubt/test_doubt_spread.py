"""Doubt spreads to what hangs together with something unread, and no farther."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.doubt_spread import (
    going_on,
    hanging_together,
    perhaps_marks,
    under_the_same,
    without_body,
    without_mark,
)
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
CELLS, BESIDE = (1, 9, 10, 11, 12), 2
"""Of the tile that ``seen_tile`` shows, and of the single thing beside its first cell."""


def test_a_tile_that_goes_on_without_an_edge_as_something_else_is_not_believed(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """One look on both sides and no edge between: the two are one thing, of which nobody knows the size."""
    found, costs, seen = seen_tile(edge=-0.8)
    assert hanging_together(found, (), costs, seen, ROLES) == {*CELLS, BESIDE}
    for found, costs, seen in (seen_tile(edge=1.0), seen_tile(edge=-0.8, hue_deg=90.0)):
        assert not hanging_together(found, (), costs, seen, ROLES)


def test_a_tile_that_goes_on_where_nothing_could_be_read_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """The unread space may be a part of it."""
    found, costs, seen = seen_tile(edge=-0.8)
    verdicts = {cell: verdict for cell, verdict in found.verdicts.items() if cell != BESIDE} | {
        BESIDE: Verdict(FLOOR, 0.5)
    }
    assert hanging_together(Explained(verdicts, found.pieces), (), costs, seen, ROLES) == set(CELLS)


def test_a_piece_that_is_not_sure_is_not_believed_without_its_mark(seen_tile: Callable[..., SeenTile]) -> None:
    """Another of its spaces may be the mark, under a token as dark as the leaf."""
    (found, _, _), mark = seen_tile(), CELLS[-1]
    unsure = Explained(found.verdicts, tuple((piece, 0.8) for piece, _ in found.pieces))
    assert without_mark(unsure, {mark}) == set(CELLS)
    hardly = {**found.verdicts, mark: found.verdicts[mark]._replace(share=0.5)}
    assert without_mark(Explained(hardly, unsure.pieces), ()) == set(CELLS)
    assert not without_mark(unsure, {CELLS[0], BESIDE})
    assert not without_mark(found, {mark})


def test_there_is_no_mark_without_its_tile(seen_tile: Callable[..., SeenTile]) -> None:
    """R1.3: where a part of the tile is left unread so is its mark, and a mark of no piece needs a new leaf beside."""
    (found, _, _), mark, leaf = seen_tile(), CELLS[-1], Surface("leaf.red")
    assert without_body(found, {CELLS[1]}, BARE, ROLES, 9) == {mark}
    assert not without_body(found, {BESIDE, mark}, BARE, ROLES, 9)
    loose = Explained(found.verdicts, ())
    assert not without_body(loose, (), BARE, ROLES, 9)
    assert without_body(loose, {CELLS[-2]}, BARE, ROLES, 9) == {mark}
    (whole, share), *_ = found.pieces
    other = Explained(found.verdicts, ((whole._replace(cells=CELLS[:-1], mark=CELLS[0]), share),))
    assert without_body(other, (), BARE, ROLES, 9) == {mark}, "the leaf beside it is of a tile with another mark"
    stood = [leaf if cell in CELLS[:-1] else FLOOR for cell in range(72)]
    assert without_body(loose, (), stood, ROLES, 9) == {mark}, "what lay there before is another tile"
    assert not without_body(loose, {CELLS[-2]}, [Surface("hole")] * 72, ROLES, 9), "the mark lay there before"


def test_a_thing_over_a_mark_may_lie_over_the_piece_beside_it(seen_tile: Callable[..., SeenTile]) -> None:
    """Where the colour goes on and no edge parts them, all of that piece may be under it."""
    for edge, hue_deg, covered in ((-0.8, 20.0, set(CELLS)), (1.0, 20.0, set[int]()), (-0.8, 90.0, set[int]())):
        found, costs, seen = seen_tile(edge=edge, hue_deg=hue_deg)
        assert under_the_same(BESIDE, found, costs, seen) == covered


def test_a_disc_that_goes_on_beside_it_is_no_token(seen_tile: Callable[..., SeenTile]) -> None:
    """Next to something that hides marks, without an edge between, it may be the rest of that.

    Beside another token its icon tells; a face may be like one, so beside an animal it does not (R6.1).
    """
    disc = CELLS[0]
    for edge, hue_deg, lost in ((-0.8, 20.0, {disc}), (1.0, 20.0, set[int]()), (-0.8, 90.0, {disc})):
        found, costs, _ = seen_tile(edge=edge, hue_deg=hue_deg)
        assert ROLES.disc is not None
        verdicts = {**found.verdicts, disc: Verdict(ROLES.disc, 0.99)}
        del verdicts[BESIDE]
        none = set[int]()
        for surface, expected, with_icon in ((ROLES.cap, lost, lost), (ROLES.disc, lost, none), (FLOOR, none, none)):
            assert surface is not None
            before = [surface if cell == BESIDE else FLOOR for cell in range(72)]
            assert going_on(Explained(verdicts, found.pieces), before, costs, ROLES) == expected
            assert going_on(Explained(verdicts, found.pieces), before, costs, ROLES, shown=[disc]) == with_icon


@pytest.mark.parametrize(("seam", "lost"), [(-0.4, {3}), (-0.2, set[int]())])
def test_a_disc_and_a_single_thing_without_an_edge_between_are_no_two_things(
    seen_tile: Callable[..., SeenTile], seam: float, lost: set[int]
) -> None:
    """R6.1: an animal of two round parts; a squirrel beside a token has the leaf between."""
    found, costs, _ = seen_tile()
    costs.seam_right[0, 3] = seam
    verdicts = {**found.verdicts, 3: Verdict(Surface("token"), 1.0), 4: Verdict(Surface("squirrel"), 0.96)}
    assert going_on(Explained(verdicts, found.pieces), BARE, costs, ROLES) == lost


def test_a_disc_beside_what_is_nothing_in_particular_may_be_a_part_of_that(seen_tile: Callable[..., SeenTile]) -> None:
    """R6.1: the tail of an animal is round, and the rest of it looks a little like a leaf; an edge parts the two."""
    found, costs, _ = seen_tile()
    disc, other = 3, 4
    for share, seam, unread, expected in (
        (0.6, -0.8, {other}, {disc}),
        (0.9, -0.8, {other}, set[int]()),
        (0.6, 1.0, {other}, set[int]()),
        (0.6, -0.8, set[int](), {disc}),  # a share that is not believed is unread as well
        (0.9, -0.8, set[int](), set[int]()),
    ):
        costs.seam_right.reshape(-1)[disc] = seam
        read = {**found.verdicts, disc: Verdict(Surface("token"), 1.0), other: Verdict(Surface("leaf.green"), share)}
        assert going_on(Explained(read, found.pieces), BARE, costs, ROLES, unread=unread) == expected


def test_a_disc_on_a_mark_that_stood_there_may_be_a_part_of_what_is_unread_beside_it(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R6.1: an animal is half unread; what did not change is no part of it, nor what lies behind an edge.

    Two marks that are covered at once may be so by one thing of two round parts.
    """
    found, costs, _ = seen_tile()
    disc, other = 3, 4
    read = {**found.verdicts, disc: Verdict(Surface("token"), 1.0)}
    came = {**read, other: Verdict(Surface("leaf.green"), 0.8)}
    for seam, verdicts, marks, unread, expected in (
        (-0.8, came, {disc}, {other}, {disc}),
        (-0.8, came, {disc}, set[int](), set[int]()),
        (-0.8, read, {disc}, {other}, set[int]()),
        (-0.8, came, set[int](), {other}, set[int]()),
        (1.0, came, {disc}, {other}, set[int]()),
        (1.0, came, {disc, other}, {other}, {disc}),
        (1.0, came, {disc, other}, set[int](), set[int]()),
    ):
        costs.seam_right[0, disc] = seam
        explained = Explained(verdicts, found.pieces)
        assert going_on(explained, BARE, costs, ROLES, unread=unread, marks=marks) == expected


@pytest.mark.parametrize(("sure", "lost"), [(0.7, {CELLS[1]}), (0.8, set[int]())])
def test_where_the_token_of_a_tile_is_not_sure_it_may_lie_over_another_print_that_is_hidden(
    seen_tile: Callable[..., SeenTile], sure: float, lost: set[int]
) -> None:
    """R5.1: a drawn leaf is taken for the token, and the token for a leaf; of what is plain below none is one."""
    found, _, _ = seen_tile()
    none = np.zeros((8, 9), np.bool_)
    printed = none.copy()
    printed.reshape(-1)[[CELLS[1], BESIDE]] = True
    prints = Prints(bare=none, hidden=~none, vague=none, plain=~printed, printed=printed)
    confidences = dict.fromkeys(found.verdicts, 1.0) | {CELLS[-1]: sure}
    assert perhaps_marks(found, confidences, prints) == lost
