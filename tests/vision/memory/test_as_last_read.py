"""What could not be read past a hand is what it was, where it looks as it did when it was last read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import Changed
from vision.memory.as_last_read import remembering, restored, still_remembered
from vision.memory.explained_anew import explained
from vision.memory.settled_board import Remembered, SettledBoard
from vision.observation import Sighting
from vision.reading import BoardReading, read_board

LEAF, HOLE, FLOOR, SQUIRREL, ANIMAL = map(Surface, ("leaf.green", "hole", "floor", "squirrel", "animal"))
TILE = (Cell(3, 3), Cell(3, 4), Cell(4, 4))
MARK = TILE[1]
SPOTS = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))
PIECE = Piece("1", Kind.LEAF, 0, "green", TILE, MARK)
SEEN = Sighting("green leaf", "leaf.green", frozenset(Space(0, c) for c in TILE), Space(0, MARK), 1.0)

Boards = tuple[SimulatedTable, Detector]
Look = Callable[[], BoardEvidence]


def settled(
    picture: BoardPicture, read: Mapping[Cell, Surface], *pieces: Sighting, remembered: tuple[Remembered, ...] = ()
) -> SettledBoard:
    """A board on which this is read, and nothing anywhere else."""
    readings: dict[Spot, Reading] = {Space(0, cell): Reading(surface, 1.0) for cell, surface in read.items()}
    surfaces = {spot: reading.surface for spot, reading in readings.items()}
    return SettledBoard(SPOTS, picture, surfaces, readings, pieces, (), remembered=remembered)


def cells(spots: Collection[Spot]) -> set[Cell]:
    """Where these spots are."""
    return {spot.cell for spot in spots if isinstance(spot, Space)}


PICTURE = BoardPicture(np.zeros((228, 252, 3), np.float32))
READ = {TILE[0]: LEAF, MARK: HOLE, TILE[2]: LEAF, Cell(6, 6): SQUIRREL, Cell(6, 7): FLOOR, Cell(1, 1): ANIMAL}


@pytest.mark.parametrize(
    ("piece", "read", "kept"),
    [
        (SEEN, READ, {*TILE, Cell(6, 6), Cell(6, 7)}),
        (replace(SEEN, problem="misplaced"), READ, {Cell(6, 6), Cell(6, 7)}),
        (SEEN, {cell: surface for cell, surface in READ.items() if cell != TILE[2]}, {Cell(6, 6), Cell(6, 7)}),
    ],
    ids=["believed", "misplaced", "read in part"],
)
def test_what_is_lost_behind_a_hand_is_remembered_as_far_as_it_was_believed(
    piece: Sighting, read: Mapping[Cell, Surface], kept: set[Cell]
) -> None:
    """An animal may be pushed by a space and look the same on what it still covers (R6.1)."""
    before, after = settled(PICTURE, read, piece), settled(PICTURE, {})
    (memory,) = remembering(before, after, ANIMAL)
    assert cells(memory.readings) == kept
    assert memory.sightings == ((piece,) if kept >= set(TILE) else ())
    assert memory.picture is PICTURE
    assert remembering(before, settled(PICTURE, read), ANIMAL) == ()


def test_what_is_read_again_is_forgotten_and_the_oldest_of_many_pictures_too() -> None:
    """A memory of what is known better would bring back what has changed."""
    before = settled(PICTURE, READ, SEEN)
    after = replace(settled(PICTURE, {}), remembered=remembering(before, settled(PICTURE, {}), ANIMAL))
    (left,) = still_remembered(after, settled(PICTURE, {cell: FLOOR for cell in TILE}))
    assert cells(left.readings) == {Cell(6, 6), Cell(6, 7)}
    assert still_remembered(after, settled(PICTURE, READ)) == ()
    for n in range(5):
        lost = settled(PICTURE, {Cell(7, n): FLOOR}, remembered=after.remembered)
        after = replace(after, remembered=remembering(lost, settled(PICTURE, {}), ANIMAL))
    assert [cells(each.readings) for each in after.remembered] == [{Cell(7, n)} for n in (2, 3, 4)]


@pytest.fixture
def looked(two_boards: Boards) -> Look:
    """A look at the first of two tables as it is now."""
    simulator, detector = two_boards
    return lambda: detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]


@pytest.mark.parametrize(
    ("changed", "back"),
    [
        ((), {*TILE, Cell(6, 6)}),
        ((Piece("2", Kind.SQUIRREL, 0, "", (Cell(6, 6),), None),), set(TILE)),
        ((Piece("2", Kind.TOKEN, 0, "nut", (MARK,), None),), {TILE[0], TILE[2], Cell(6, 6)}),
    ],
    ids=["all", "bare ground is covered", "a token came onto the mark"],
)
def test_what_looks_as_it_did_comes_back(
    two_boards: Boards, looked: Look, changed: tuple[Piece, ...], back: set[Cell]
) -> None:
    """Its mark may show something else by now (R5.1); then that is for the reader to say."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    memory = Remembered(
        then, settled(then, {**dict(zip(TILE, (LEAF, HOLE, LEAF), strict=True)), Cell(6, 6): FLOOR}).readings, (SEEN,)
    )
    for piece in changed:
        two_boards[0].lay(piece)
    board, there = restored(settled(PICTURE, {}, remembered=(memory,)), looked())
    assert cells(there) == cells(board.readings) == back
    assert {spot: reading.surface for spot, reading in board.readings.items()} == board.surfaces
    assert board.sightings == (SEEN,)


def test_a_piece_comes_back_whole_or_not_at_all(two_boards: Boards, looked: Look) -> None:
    """Where one of its spaces has another look, or is read as something else since, it may have been taken away."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    memory = Remembered(then, settled(then, dict(zip(TILE, (LEAF, HOLE, LEAF), strict=True))).readings, (SEEN,))
    read_since = settled(PICTURE, {TILE[0]: FLOOR}, remembered=(memory,))
    assert restored(read_since, looked()).back == frozenset()
    still_read = settled(PICTURE, {TILE[0]: LEAF}, remembered=(memory,))
    assert cells(restored(still_read, looked()).back) == set(TILE[1:])
    two_boards[0].lay(Piece("2", Kind.LEAF, 0, "red", (TILE[2], Cell(5, 4)), Cell(5, 4)))
    assert restored(settled(PICTURE, {}, remembered=(memory,)), looked()).back == frozenset()


@pytest.mark.parametrize(
    ("shares", "is_back"),
    [((0.0, 0.12), True), ((0.0, 0.2), False), ((0.12, 0.12), False)],
    ids=["an animal reaches over one leaf", "far over", "all of it was pushed"],
)
def test_a_piece_that_something_reaches_over_is_as_it_was(
    monkeypatch: pytest.MonkeyPatch, looked: Look, shares: tuple[float, float], is_back: bool
) -> None:
    """R6.1: an animal is thick, and hides a bit of the leaves beside its holes."""
    seen = looked()
    otherwise = np.zeros((8, 9), np.float32)
    otherwise[TILE[0].row, TILE[0].col], otherwise[TILE[2].row, TILE[2].col] = shares
    change = Changed(otherwise > 0.05, otherwise > 0.07, otherwise, otherwise)
    monkeypatch.setattr("vision.memory.as_last_read.changed", lambda *given: change)
    readings = settled(PICTURE, dict(zip(TILE, (LEAF, HOLE, LEAF), strict=True))).readings
    board = settled(PICTURE, {}, remembered=(Remembered(PICTURE, readings, (SEEN,)),))
    assert (cells(restored(board, seen).back) == set(TILE)) == is_back


def test_what_could_not_be_read_of_a_mark_alone_is_for_the_reader_to_say(two_boards: Boards, looked: Look) -> None:
    """The rest of its tile stands, and tells a hole from a token as well as before."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    memory = Remembered(then, settled(then, {MARK: HOLE}).readings, (SEEN,))
    body_read = settled(PICTURE, {TILE[0]: LEAF, TILE[2]: LEAF}, SEEN, remembered=(memory,))
    assert restored(body_read, looked()).back == frozenset()


def test_what_somebody_told_meanwhile_is_known_better(two_boards: Boards, looked: Look) -> None:
    """It is no reading, and none takes its place."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    memory = Remembered(then, settled(then, {Cell(6, 6): FLOOR}).readings, ())
    told = replace(settled(PICTURE, {}, remembered=(memory,)), told=frozenset({Space(0, Cell(6, 6))}))
    assert restored(told, looked()).back == frozenset()


def test_a_guess_about_what_comes_back_is_forgotten(two_boards: Boards, looked: Look) -> None:
    """Another piece was made of its spaces while they could not be read."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    memory = Remembered(then, settled(then, dict(zip(TILE, (LEAF, HOLE, LEAF), strict=True))).readings, (SEEN,))
    guess = Sighting("red leaf", "leaf.red", frozenset({Space(0, TILE[0]), Space(0, Cell(2, 3))}), None, 0.5)
    far = Sighting("red leaf", "leaf.red", frozenset({Space(0, Cell(7, 7))}), None, 0.5)
    assert restored(settled(PICTURE, {}, guess, far, remembered=(memory,)), looked()).board.sightings == (far, SEEN)


def test_nothing_is_asked_any_more_of_what_comes_back(two_boards: Boards, looked: Look) -> None:
    """It waits for no hand, is in doubt no longer and has no look in which it came."""
    two_boards[0].lay(PIECE)
    then = looked().picture
    there = frozenset(Space(0, cell) for cell in TILE)
    memory = Remembered(then, settled(then, dict(zip(TILE, (LEAF, HOLE, LEAF), strict=True))).readings, (SEEN,))
    asked = replace(
        settled(PICTURE, {}, remembered=(memory,)),
        waiting=there,
        doubtful=there,
        looks=dict.fromkeys(there, 2),
        once_bare=there,
        larger=there,
    )
    board = restored(asked, looked()).board
    assert not any((board.waiting, board.doubtful, board.looks, board.once_bare, board.larger))


def test_only_what_something_was_in_the_way_of_is_remembered(
    two_boards: Boards, looked: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is doubted in full sight is doubted for a reason; and what comes back is held against the new picture."""
    simulator, detector = two_boards
    simulator.lay(PIECE)
    board = explained(None, looked(), detector.roles, Palette(), {})
    simulator.lay(Piece("2", Kind.SQUIRREL, 0, "", (TILE[0],), None))
    with monkeypatch.context() as doubting:
        doubting.setattr(
            "vision.memory.explained_anew.read_board", lambda *given: BoardReading({}, (), frozenset(given[4]))
        )
        seen = looked()
        assert explained(board, seen, detector.roles, Palette(), {}).remembered == ()
        lost = explained(board, seen, detector.roles, Palette(), {}, frozenset({Space(0, TILE[0])}))
    assert [cells(each.readings) for each in lost.remembered] == [{TILE[0]}]
    simulator.lift("2")
    now = looked()
    again = explained(lost, now, detector.roles, Palette(), {})
    assert again.readings == board.readings
    assert again.picture is now.picture
    assert again.remembered == ()


def test_a_tile_is_known_again_when_the_hand_that_brought_an_animal_has_gone(
    two_boards: Boards, looked: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R6.1: the animal covers its mark for good, so that its body alone would hardly be known."""
    simulator, detector = two_boards
    other = (Cell(3, 5), Cell(3, 6), Cell(4, 6))
    simulator.lay(PIECE)
    simulator.lay(Piece("2", Kind.LEAF, 0, "green", other, other[0]))
    board = explained(None, looked(), detector.roles, Palette(), {})
    asked: list[set[Spot]] = []

    def reading(*given: Any) -> BoardReading:
        asked.append(set(given[4]))
        return BoardReading({}, (), frozenset(given[4])) if len(asked) == 1 else read_board(*given)

    monkeypatch.setattr("vision.memory.explained_anew.read_board", reading)
    simulator.lay(Piece("3", Kind.ANIMAL, 0, "fox", (MARK, other[0]), None))
    hand = Piece("4", Kind.SQUIRREL, 0, "", (TILE[0],), None)  # stands for it
    simulator.lay(hand)
    board = explained(board, looked(), detector.roles, Palette(), {}, frozenset(SEEN.spots))
    assert SEEN.spots - board.readings.keys() == {Space(0, cell) for cell in TILE[:2]}
    simulator.lift(hand.id)
    board = explained(board, looked(), detector.roles, Palette(), {})
    assert [board.readings[Space(0, cell)].surface for cell in TILE] == [LEAF, ANIMAL, LEAF]
    assert asked[-1].isdisjoint(Space(0, cell) for cell in (TILE[0], TILE[2], *other[1:]))
    assert SEEN.spots in [sighting.spots for sighting in board.sightings]
