"""Marks on a settled board are remembered, with what their frames tell of all that comes to lie on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Spot
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.memory.explained_anew import explained
from vision.memory.settled_board import SettledBoard
from vision.pose import BoardPose
from vision.reading import BoardReading, read_board

LEAF = (Cell(3, 3), Cell(3, 4), Cell(4, 4))


@pytest.mark.parametrize(
    ("over", "seen_at_first", "larger"),
    [((0.0, 2.0), True, True), ((0.2, 0.8), True, False), ((0.0, 2.0), False, False)],
)
def test_what_hides_the_frame_of_a_mark_in_a_tile_that_was_unread_is_no_token(
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
    over: tuple[float, float],
    seen_at_first: bool,
    larger: bool,
) -> None:
    """A token leaves it, an animal does not; of ground that was in doubt nobody knows what else has come there."""
    simulator, detector = two_boards
    asked: list[Any] = []

    def doubting(*given: Any) -> BoardReading:
        asked.append(given)
        return BoardReading({}, (), frozenset(given[4]))

    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    if seen_at_first:
        simulator.lay(Piece("1", Kind.LEAF, 1, "green", LEAF, LEAF[1]))
    corners, pixels = BoardPose.from_corners(simulator.corners_px(1), (9.0, 8.0)), simulator.picture()
    low, high = over
    part = np.array(
        [[4 + low, 3 + low], [4 + high, 3 + low], [4 + high, 3 + min(high, 1)], [4 + low, 3 + min(high, 1)]]
    )
    later = pixels.copy()
    cv2.fillPoly(later, [np.rint(corners.project(part)).astype(np.int32)], (200, 170, 150))
    board = None
    for picture in (pixels, later):
        seen = detector.glance(Frame(picture, 0.0, 1)).evidence[1]
        board = explained(board, seen, detector.roles, Palette(), {})
    assert (Space(1, LEAF[1]) in asked[-1][8]) == larger


def test_the_mark_of_a_piece_that_is_explained_anew_is_still_known(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An animal comes onto a hole (R6.1): it must count as one though its tile hangs together with a doubt."""
    simulator, detector = two_boards
    asked: list[tuple[Any, ...]] = []

    def partly_read(*given: Any) -> BoardReading:
        asked.append(given)
        found = read_board(*given)
        unread = Space(0, LEAF[0])
        readings = {spot: reading for spot, reading in found.readings.items() if spot != unread}
        return replace(found, readings=readings, doubtful=found.doubtful | {unread})

    monkeypatch.setattr("vision.memory.explained_anew.read_board", partly_read)
    board = None
    for piece in (Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]), Piece("2", Kind.TOKEN, 0, "nut", (LEAF[1],), None)):
        simulator.lay(piece)
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        board = explained(board, seen, detector.roles, Palette(), {})
    known, marks = asked[-1][3], asked[-1][7]
    assert known[Space(0, LEAF[1])] == "floor"
    assert marks == {Space(0, LEAF[1])}
    assert board is not None
    assert board.marks == marks


@pytest.mark.parametrize(
    ("unread", "later", "is_known"),
    [
        (LEAF[1], Piece("4", Kind.ANIMAL, 0, "fox", (Cell(2, 4), Cell(3, 4)), None), True),
        (LEAF[0], Piece("4", Kind.ANIMAL, 0, "fox", (Cell(2, 4), Cell(3, 4)), None), False),
        (LEAF[1], Piece("4", Kind.TOKEN, 0, "feather", (LEAF[1],), None), True),
        (LEAF[1], Piece("4", Kind.SQUIRREL, 0, "", (Cell(7, 7),), None), False),
    ],
    ids=["on two marks", "a leaf of its tile is unread", "on that alone", "elsewhere"],
)
def test_what_comes_onto_a_mark_that_could_not_be_read_comes_onto_a_mark(
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
    unread: Cell,
    later: Piece,
    is_known: bool,
) -> None:
    """All the rest of its tile is known to lie there (R5.1, R6.1); nobody has read that it is bare."""
    simulator, detector = two_boards
    asked: list[tuple[Any, ...]] = []

    def partly_read(*given: Any) -> BoardReading:
        asked.append(given)
        found = read_board(*given)
        kept = {s: r for s, r in found.readings.items() if len(asked) == 1 or s != Space(0, unread)}
        return replace(found, readings=kept)

    def look(before: SettledBoard | None) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    monkeypatch.setattr("vision.memory.explained_anew.read_board", partly_read)
    second = (Cell(2, 4), Cell(2, 5), Cell(2, 6))
    for number, tile, mark in (("1", LEAF, LEAF[1]), ("2", second, second[0])):
        simulator.lay(Piece(number, Kind.LEAF, 0, "green", tile, mark))
    board = look(None)
    for piece in (Piece("3", Kind.TOKEN, 0, "nut", (LEAF[1],), None), later):
        simulator.lay(piece)
        board = look(board)
    assert (asked[-1][3].get(Space(0, LEAF[1])) == "hole") == is_known
    assert board.surfaces.get(Space(0, unread)) != "hole"


@pytest.mark.parametrize(
    ("name", "kind", "cells", "larger"),
    [
        ("fox", Kind.ANIMAL, (Cell(2, 4), Cell(3, 4)), {Cell(2, 4), Cell(3, 4)}),
        ("nut", Kind.TOKEN, (Cell(3, 4),), set[Cell]()),
    ],
)
def test_a_mark_whose_frame_changed_is_known_to_hold_no_token_until_it_is_read(
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    kind: Kind,
    cells: tuple[Cell, ...],
    larger: set[Cell],
) -> None:
    """R6.1: an animal hides the frames of the holes as well; that is remembered while it could not be read."""
    simulator, detector = two_boards
    asked: list[frozenset[Spot]] = []

    def look(before: SettledBoard | None) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    def doubting(*given: Any) -> BoardReading:
        asked.append(given[8])
        return BoardReading({}, (), frozenset(given[4]))

    second = (Cell(2, 4), Cell(2, 5), Cell(2, 6))
    for number, tile, mark in (("1", LEAF, LEAF[1]), ("2", second, second[0])):
        simulator.lay(Piece(number, Kind.LEAF, 0, "green", tile, mark))
    board = look(None)
    assert {board.readings[Space(0, cell)].surface for cell in (LEAF[1], second[0])} == {"hole"}
    simulator.lay(Piece("3", kind, 0, name, cells, None))
    with monkeypatch.context() as patched:
        patched.setattr("vision.memory.explained_anew.read_board", doubting)
        board = look(board)
        simulator.lay(Piece("4", Kind.LEAF, 0, "green", (Cell(7, 0), Cell(7, 1), Cell(7, 2)), Cell(7, 1)))
        board = look(board)
    assert asked == [{Space(0, cell) for cell in larger}] * 2


def test_the_token_of_a_tile_that_was_pushed_is_read(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame of its hole looks otherwise because all of the tile does: that is no sign of an animal."""
    simulator, detector = two_boards
    asked: list[frozenset[Spot]] = []

    def watched(*given: Any) -> BoardReading:
        asked.append(frozenset().union(*given[8:9]))
        return read_board(*given)

    monkeypatch.setattr("vision.memory.explained_anew.read_board", watched)

    def look(before: SettledBoard | None, offset_xy: tuple[float, float], turn_deg: float) -> SettledBoard:
        simulator.clear()
        simulator.lay(Piece(f"tile {turn_deg}", Kind.LEAF, 0, "green", LEAF, LEAF[1], offset_xy, turn_deg))
        simulator.lay(Piece(f"nut {turn_deg}", Kind.TOKEN, 0, "nut", (LEAF[1],), None, offset_xy, turn_deg))
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    mark = Space(0, LEAF[1])
    board = look(None, (0.12, 0.14), 4.0)
    assert board.readings[mark].surface == "token"
    board = look(board, (-0.1, -0.1), -1.0)
    assert mark not in asked[-1]
    assert board.readings[mark].surface == "token"


def test_tokens_put_back_for_an_animal_are_read(two_boards: tuple[SimulatedTable, Detector]) -> None:
    """A turn that is taken back: the frames of the holes are seen again, so that what lies there may be a token."""
    simulator, detector = two_boards
    other = (Cell(2, 4), Cell(2, 5), Cell(2, 6))
    marks = (other[0], LEAF[1])

    def look(before: SettledBoard | None) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    def surfaces(board: SettledBoard) -> list[str | None]:
        return [str(board.readings[spot].surface) if (spot := Space(0, c)) in board.readings else None for c in marks]

    for number, tile, mark in (("1", LEAF, LEAF[1]), ("2", other, other[0])):
        simulator.lay(Piece(number, Kind.LEAF, 0, "green", tile, mark))
    board = look(None)
    simulator.lay(Piece("3", Kind.ANIMAL, 0, "fox", marks, None))
    board = look(board)
    assert surfaces(board) == ["animal", "animal"]
    simulator.lift("3")
    assert surfaces(look(board)) == ["hole", "hole"]
    for number, cell in zip("45", marks, strict=True):
        simulator.lay(Piece(number, Kind.TOKEN, 0, "nut", (cell,), None))
    board = look(board)
    assert surfaces(board) == ["token", "token"]
    assert not board.larger


@pytest.mark.parametrize(("name", "kind", "is_larger"), [("fox", Kind.ANIMAL, True), ("nut", Kind.TOKEN, False)])
def test_a_shadow_over_the_rim_hides_no_frame_that_has_become_lighter(
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    kind: Kind,
    is_larger: bool,
) -> None:
    """An animal at the edge throws one onto the rim; of what something else may hide nothing is known."""
    simulator, detector = two_boards
    asked: list[bool] = []

    def doubting(*given: Any) -> BoardReading:
        asked.append(Space(0, LEAF[1]) in given[8])
        return BoardReading({}, (), frozenset(given[4]))

    simulator.lay(Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    board = explained(
        None, detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0], detector.roles, Palette(), {}
    )
    cells = (LEAF[1], Cell(2, 4)) if kind is Kind.ANIMAL else (LEAF[1],)
    simulator.lay(Piece("2", kind, 0, name, cells, None))
    seen = detector.read(Frame(simulator.picture(), 0.0, 2)).evidence[0]
    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    for shadow, hand in ((True, False), (True, True)):
        there = replace(seen, occlusion=replace(seen.occlusion, shadow=shadow, hand=hand))
        explained(board, there, detector.roles, Palette(), {})
    near = replace(seen, occlusion=replace(seen.occlusion, shadow=True))
    explained(board, near, detector.roles, Palette(), {}, frozenset({Space(0, Cell(0, 8))}))
    assert asked == [is_larger, False, False]


def test_what_was_read_as_bare_ground_is_remembered_until_it_is_read_again(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes onto it later has come onto something else; beside a shadow a part of it may have come before."""
    simulator, detector = two_boards
    squirrel, tile = Cell(5, 5), (Cell(7, 0), Cell(7, 1), Cell(7, 2))

    def doubting(*given: Any) -> BoardReading:
        asked.append({cell for cell in (squirrel, *tile) if Space(0, cell) in given[9]})
        return BoardReading({}, (), frozenset(given[4]))

    empty = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
    simulator.lay(Piece("1", Kind.SQUIRREL, 0, "squirrel", (squirrel,), None))
    first = detector.read(Frame(simulator.picture(), 0.0, 2)).evidence[0]
    simulator.lay(Piece("2", Kind.LEAF, 0, "green", tile, tile[0]))
    second = detector.read(Frame(simulator.picture(), 0.0, 3)).evidence[0]
    simulator.lift("1")
    gone = detector.read(Frame(simulator.picture(), 0.0, 4)).evidence[0]
    before = explained(None, empty, detector.roles, Palette(), {})
    assert not explained(before, first, detector.roles, Palette(), {}).once_bare, "nothing is unread"
    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    for shadow, known in (
        (False, [{squirrel}, {squirrel, *tile}, {*tile}]),
        (True, [set[Cell](), set(tile), set(tile)]),
    ):
        asked, board = list[set[Cell]](), before
        shaded = replace(first, occlusion=replace(first.occlusion, shadow=shadow))
        for seen in (shaded, second, gone):
            board = explained(board, seen, detector.roles, Palette(), {})
        assert asked == known


@pytest.mark.parametrize(("was_bare", "surfaces"), [(False, ["leaf.green", "token", "leaf.green"]), (True, [None] * 3)])
def test_a_token_on_what_was_bare_ground_beside_its_tile_is_not_read(
    two_boards: tuple[SimulatedTable, Detector], was_bare: bool, surfaces: list[str | None]
) -> None:
    """A hole would have been seen there, when the rest of the tile could not be read."""
    simulator, detector = two_boards
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    simulator.lay(Piece("2", Kind.TOKEN, 0, "nut", (LEAF[1],), None))
    seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
    spots = [Space(0, cell) for cell in LEAF]
    looks, bare = {spots[0]: 1, spots[1]: 2, spots[2]: 1}, spots[1:2] if was_bare else []
    found = read_board(seen, detector.roles, Palette(), {}, spots, looks, {}, (), (), bare).readings
    assert [found[spot].surface if spot in found else None for spot in spots] == surfaces
