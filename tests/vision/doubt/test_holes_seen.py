"""Which spaces are asked whether they are the hole of a tile: those of new tiles in doubt, and ground beside things."""

from __future__ import annotations

from collections.abc import Callable, Collection
from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Surface
from engine.grid import Cell, Space
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt import holes_seen as module
from vision.doubt.attempt import Attempt, Board
from vision.doubt.holes_seen import holes_seen
from vision.explaining.candidates import Candidate
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.read_board import ReadBoard
from vision.measures.evidence import BoardEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
TILE = Candidate(ROLES.patterned[0], (20, 21, 22), 22, False, 0.5, 0)
SQUIRREL, GREEN, BARE = (Surface(name) for name in ("squirrel", "leaf.green", "floor"))

Asked = list[tuple[frozenset[int], int]]
"""Spaces of what may be a tile, and its hole."""


def board(before: dict[int, str], covered: Collection[int], plain: Collection[int] = ()) -> Board:
    """A board on which something lay before, with some spaces that are foreign, the higher numbers the less so.

    On the ``plain`` ones nothing is printed.
    """
    none = np.zeros((8, 9), np.bool_)
    cover = np.zeros((8, 9), np.float32)
    cover.reshape(-1)[list(covered)] = 0.5
    disc = np.linspace(1.0, 0.5, 72, dtype=np.float32).reshape(8, 9)
    spaces = Mock(cover=cover, disc=disc, shade_disc=disc)
    spots = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))
    seen = Mock(spec=BoardEvidence, spaces=spaces, spots=spots)
    known = [Surface(before.get(cell, FLOOR)) for cell in range(72)]
    unprinted = none.copy()
    unprinted.reshape(-1)[list(plain)] = True
    return Board(
        seen, Prints(*[none] * 5)._replace(plain=unprinted), ROLES, Palette(), known, none, range(72), [], [0] * 72, {}
    )


def attempt(
    read: dict[int, Surface],
    *tiles: Candidate,
    doubted: Collection[int] = (),
    share: float = 1.0,
    moved: Collection[int] = (),
) -> Attempt:
    """What was read, as surely as ``share``, and doubted, and where a print is out of its place."""
    found = Explained({cell: Verdict(surface, 1.0) for cell, surface in read.items()}, tuple((t, 1.0) for t in tiles))
    made = Mock(spec=Attempt, found=found, doubted=frozenset(doubted))
    made.confidences, made.moved = dict.fromkeys(read, share), Mock(perhaps=frozenset(moved))
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Board, Attempt], Asked]:
    """What is asked of such a board, every answer being yes."""

    def of(there: Board, tried: Attempt) -> Asked:
        given: Asked = []

        def is_one(read: ReadBoard, cells: Collection[int], mark: int) -> bool:
            given.append((frozenset(cells), mark))
            return True

        monkeypatch.setattr(module, "is_framed_hole", is_one)
        assert holes_seen(there, tried) == {mark for _, mark in given}
        return given

    return of


TILE_READ = {20: GREEN, 21: GREEN, 22: Surface("hole")}


@pytest.mark.parametrize(
    ("doubted", "share", "before", "is_asked"),
    [((22,), 1.0, {}, True), ((), 0.5, {}, True), ((), 1.0, {}, False), ((22,), 1.0, {22: "token"}, False)],
    ids=["doubted", "not sure enough", "sure", "something lay there"],
)
def test_the_mark_of_a_new_tile_in_doubt_is_looked_at(
    asked: Callable[[Board, Attempt], Asked],
    doubted: tuple[int, ...],
    share: float,
    before: dict[int, str],
    is_asked: bool,
) -> None:
    """Of what lay there before an animal may have hidden the hole (R6.1)."""
    given = asked(board(before, ()), attempt(TILE_READ, TILE, doubted=doubted, share=share))
    assert given == ([(frozenset(TILE.cells), 22)] if is_asked else [])


@pytest.mark.parametrize(("plain", "is_asked"), [((), False), ((22,), True)], ids=["a treasure", "nothing is printed"])
def test_a_mark_that_shows_its_print_out_of_place_is_no_hole(
    asked: Callable[[Board, Attempt], Asked], plain: tuple[int, ...], is_asked: bool
) -> None:
    """A token repeats it (R12.1); what is drawn on plain ground may be seen aslant."""
    given = asked(board({}, (), plain), attempt(TILE_READ, TILE, doubted=(22,), moved=(22,)))
    assert given == ([(frozenset(TILE.cells), 22)] if is_asked else [])


def test_of_leaves_and_things_without_a_tile_that_with_the_least_on_its_floor_is_looked_at(
    asked: Callable[[Board, Attempt], Asked],
) -> None:
    """As many spaces as a tile has; in these pictures those further down show more of the floor."""
    for surface in (GREEN, SQUIRREL):
        read = dict.fromkeys((30, 31, 39), surface)
        assert (frozenset(read), 39) in asked(board({}, ()), attempt(read, doubted=(30, 31, 39)))


@pytest.mark.parametrize(("covered", "is_asked"), [((32,), True), ((), False)], ids=["something is round it", "bare"])
def test_ground_beside_things_of_no_tile_is_looked_at(
    asked: Callable[[Board, Attempt], Asked], covered: tuple[int, ...], is_asked: bool
) -> None:
    """With it they are as many as a tile has."""
    read = {30: SQUIRREL, 31: SQUIRREL, 32: BARE, 22: BARE}
    given = asked(board({}, covered), attempt(read, doubted=(30, 31)))
    assert ((frozenset({30, 31, 32}), 32) in given) == is_asked
    assert all(mark != 22 for _, mark in given)


def test_ground_beside_more_than_a_tile_has_is_none_of_its_holes(asked: Callable[[Board, Attempt], Asked]) -> None:
    """Nor ground beside a tile that is known."""
    read = dict.fromkeys((27, 28, 29, 30, 31), SQUIRREL) | {32: BARE}
    assert all(mark != 32 for _, mark in asked(board({}, (32,)), attempt(read, doubted=(30, 31))))
    known = TILE_READ | {23: BARE}
    assert asked(board({}, (23,)), attempt(known, TILE)) == []
