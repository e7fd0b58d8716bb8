"""What lies on a settled board is remembered, and a new picture explains only what changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.memory.explained_anew import explained
from vision.memory.settled_board import SettledBoard
from vision.pose import BoardPose
from vision.reading import BoardReading, read_board

LEAF = (Cell(3, 3), Cell(3, 4), Cell(4, 4))


def test_what_could_not_be_read_at_first_came_before_all_that_follows(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tile beside it is another one, even where the ground that it covers was in doubt as well."""
    simulator, detector = two_boards
    monkeypatch.setattr("vision.memory.explained_anew.read_board", _doubting)
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    board = None
    for later in ((), (Cell(5, 3), Cell(5, 4), Cell(5, 5))):
        if later:
            simulator.lay(Piece("2", Kind.LEAF, 0, "green", later, later[1]))
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        board = explained(board, seen, detector.roles, Palette(), {})
    assert board is not None
    assert {spot for spot, look in board.looks.items() if look == 2} == {Space(0, cell) for cell in later}
    assert len(board.looks) == 72


def _doubting(*given: Any) -> BoardReading:
    return BoardReading({}, (), frozenset(given[4]))


@pytest.mark.parametrize("known", ["", "told", "confirmed"])
def test_what_is_known_is_not_explained_anew_for_something_unread_beside_it(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch, known: str
) -> None:
    """Nobody can see it better; what lies there and was not told hangs together with it for all anybody knows."""
    simulator, detector = two_boards
    asked: list[set[Spot]] = []

    def doubting(*given: Any) -> BoardReading:
        asked.append(set(given[4]))
        return BoardReading({}, (), frozenset(given[4]))

    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
    first = explained(None, seen, detector.roles, Palette(), {})
    lying, unread = Space(0, Cell(3, 3)), Space(0, Cell(3, 4))
    there = {spot: Surface("floor") for row in seen.spots for spot in row if spot is not None}
    there[lying] = Surface("leaf.red")
    read = {spot: Reading(surface, 1.0) for spot, surface in there.items() if spot != unread}
    if known == "told":
        del read[lying]
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", tuple(Cell(6, col) for col in (3, 4, 5)), Cell(6, 3)))
    later = detector.read(Frame(simulator.picture(), 1.0, 2)).evidence[0]
    before = replace(first, surfaces=there, readings=read, doubtful=frozenset({unread}), looks={})
    if known:
        before = replace(before, **{known: frozenset({lying})})
    changed = Space(0, Cell(6, 4))
    before = replace(before, confirmed=before.confirmed | {changed})
    board = explained(before, later, detector.roles, Palette(), {})
    assert unread in asked[-1]
    assert (lying in asked[-1]) != bool(known)
    assert board.confirmed == before.confirmed - {changed}


def test_what_was_known_before_a_board_was_seen_counts_where_that_cannot_be_read(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart: what is read as known is confirmed, what is unread told, what looks otherwise not believed."""
    simulator, detector = two_boards
    as_known, unread, otherwise, gone, bare = (Space(0, Cell(2, col)) for col in range(5))
    read = {as_known: "token", otherwise: "squirrel", gone: "floor", bare: "floor"}
    readings = {spot: Reading(Surface(name), 1.0) for spot, name in read.items()}
    monkeypatch.setattr("vision.memory.explained_anew.read_board", lambda *given: BoardReading(readings, ()))
    seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
    expected = {spot: Surface("leaf.red") for spot in (unread, otherwise, gone)} | {as_known: Surface("token.nut")}
    board = explained(None, seen, detector.roles, Palette(), expected)
    assert board.confirmed == {as_known}
    assert board.told == {unread, otherwise}
    assert board.readings.keys() == {as_known, gone, bare}
    assert {board.surfaces[spot] for spot in (unread, otherwise)} == {"leaf.red"}
    assert board.surfaces[gone] == "floor"


def test_unread_spots_keep_the_look_in_which_they_came(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was laid together is explained together; what came to lie on it came later."""
    simulator, detector = two_boards
    asked: list[Mapping[Spot, int]] = []

    def doubting(*given: Any) -> BoardReading:
        asked.append(given[5])
        return BoardReading({}, (), frozenset(given[4]))

    def look(before: SettledBoard | None) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    board = look(None)
    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    second = (Cell(5, 3), Cell(5, 4), Cell(5, 5))
    leaves = (Piece(name, Kind.LEAF, 0, "green", cells, cells[1]) for name, cells in (("1", LEAF), ("2", second)))
    for piece in (*leaves, Piece("3", Kind.TOKEN, 0, "nut", (LEAF[1],), None)):
        simulator.lay(piece)
        board = look(board)
    first, later = ({Space(0, cell) for cell in cells} for cells in (LEAF, second))
    assert asked[0] == dict.fromkeys(first, 1)
    assert asked[1] == dict.fromkeys(first, 1) | dict.fromkeys(later, 2)
    assert asked[2] == dict.fromkeys(first, 1) | dict.fromkeys(later, 2) | {Space(0, LEAF[1]): 3}
    assert board.looks == asked[2]


def test_what_came_beside_a_hand_came_before_what_is_laid_when_that_has_gone(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand may have hidden a part of it, so it came with the first look in full sight at the latest."""
    simulator, detector = two_boards
    hand = frozenset({Space(0, Cell(0, 8))})

    def look(before: SettledBoard | None, near: frozenset[Space] = frozenset()) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {}, near)

    board = look(None)
    monkeypatch.setattr("vision.memory.explained_anew.read_board", _doubting)
    tiles = [LEAF, *(tuple(Cell(row, col) for col in (3, 4, 5)) for row in (6, 1, 7))]
    steps = ((hand, (0,)), (hand, (0, 0)), (frozenset[Space](), (1, 1, 1)), (frozenset[Space](), (1, 1, 1, 2)))
    for cells, (near, came) in zip(tiles, steps, strict=True):
        simulator.lay(Piece(str(len(came)), Kind.LEAF, 0, "green", cells, cells[1]))
        board = look(board, near)
        laid = tiles[: len(came)]
        assert board.looks == {Space(0, cell): at for tile, at in zip(laid, came, strict=True) for cell in tile}


@pytest.mark.parametrize("beside_a_hand", [False, True])
@pytest.mark.parametrize(("reach", "came_anew"), [(0.15, False), (0.9, True)])
def test_what_is_unread_has_not_come_anew_for_what_reaches_onto_a_part_of_it(
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
    reach: float,
    came_anew: bool,
    beside_a_hand: bool,
) -> None:
    """As the shade of a tile beside it does; what else lies there from then on makes most of it look different.

    Of that nobody knows when it came, if a hand was there.
    """
    simulator, detector = two_boards
    monkeypatch.setattr("vision.memory.explained_anew.read_board", _doubting)
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    corners = BoardPose.from_corners(simulator.corners_px(0), (9.0, 8.0))
    pixels = simulator.picture()
    part = np.array([[3, 3], [3 + reach, 3], [3 + reach, 4], [3, 4]], np.float64)
    inside = cv2.fillPoly(np.zeros(pixels.shape[:2], np.uint8), [np.rint(corners.project(part)).astype(np.int32)], 1)
    covered = np.where(inside[..., None] > 0, np.array([40, 30, 20], np.uint8), pixels)
    board = None
    pictures = [(pixels, False), (covered, beside_a_hand), *([(pixels, False)] if beside_a_hand else [])]
    for picture, hand in pictures:
        seen = detector.read(Frame(picture, 0.0, 1)).evidence[0]
        near = frozenset({Space(0, Cell(0, 8))} if hand else ())
        board = explained(board, seen, detector.roles, Palette(), {}, near)
    assert board is not None
    anew = None if beside_a_hand else 2
    assert board.looks.get(Space(0, LEAF[0])) == (anew if came_anew else 1)


@pytest.mark.parametrize(("partly", "beside"), [(Cell(3, 2), True), (Cell(3, 1), False)])
def test_bare_ground_beside_what_is_in_doubt_is_looked_at_again_if_a_part_of_it_is_foreign(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch, partly: Cell, beside: bool
) -> None:
    """The hole of a crooked tile shows what was there, and nothing seems to have changed: it is in doubt as well."""
    simulator, detector = two_boards

    def foreign(_: Any) -> NDArray[np.bool_]:
        found = np.zeros((8, 9), np.bool_)
        found[partly] = True
        return found

    board = None
    for piece in (None, Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1])):
        if piece is not None:
            simulator.lay(piece)
            monkeypatch.setattr("vision.memory.explained_anew.read_board", _doubting)
            monkeypatch.setattr("vision.memory.explained_anew.partly_foreign", foreign)
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        board = explained(board, seen, detector.roles, Palette(), {})
    assert board is not None
    assert (Space(0, partly) in board.readings) != beside
    assert (Space(0, partly) in board.doubtful) == beside


@pytest.mark.parametrize(("reach", "asked"), [(0.17, False), (0.5, True)])
def test_what_reaches_a_little_over_the_edge_of_a_known_piece_leaves_that_as_it_was_read(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch, reach: float, asked: bool
) -> None:
    """A tile counts as in its place though it lies a little on its neighbour; bare ground there is looked at again."""
    simulator, detector = two_boards
    corners = BoardPose.from_corners(simulator.corners_px(0), (9.0, 8.0))
    again: list[frozenset[Spot]] = []

    def read(*given: Any) -> BoardReading:
        again.append(frozenset(given[4]))
        return read_board(*given)

    monkeypatch.setattr("vision.memory.explained_anew.read_board", read)
    simulator.lay(Piece("leaf", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    board = explained(
        None, detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0], detector.roles, Palette(), {}
    )
    assert {board.readings[Space(0, cell)].surface for cell in LEAF} == {"leaf.green", "hole"}
    pixels = simulator.picture()
    strip = corners.project(np.array([[4 - reach, 4], [4 + reach, 4], [4 + reach, 5], [4 - reach, 5]]))
    cv2.fillPoly(pixels, [np.rint(strip).astype(np.int32)], (40, 40, 220))
    seen = detector.read(Frame(pixels, 1.0, 2)).evidence[0]
    board = explained(board, seen, detector.roles, Palette(), {})
    assert (Space(0, Cell(4, 4)) in again[-1]) == asked
    assert Space(0, Cell(4, 3)) in again[-1]


@pytest.mark.parametrize("strength", [0.4, 0.5, 0.6, 0.7])
def test_a_shadow_that_falls_on_pieces_changes_nothing_that_was_read(
    two_boards: tuple[SimulatedTable, Detector], strength: float
) -> None:
    """A bluish shadow over a tile: all its spaces keep their readings as they were, the hole too."""
    simulator, detector = two_boards
    corners = simulator.corners_px(0)

    def look(before: SettledBoard | None, shadow: float = 0.0) -> SettledBoard:
        pixels = simulator.picture()
        down, right = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
        x, y = BoardPose.from_corners(corners, (9.0, 8.0)).project(np.array([[4.3, 3.8]]))[0]
        near = np.exp(-(((right - x) ** 2 + (down - y) ** 2) / 90.0**2))[..., None]
        shaded = np.asarray(pixels * (1 - shadow * near * np.array([0.75, 0.95, 1.0])), np.uint8)
        seen = detector.read(Frame(shaded, 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    board = look(None)
    simulator.lay(Piece("leaf", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    board = look(board)
    spots = [Space(0, cell) for cell in LEAF]
    plain = [board.readings[spot].surface for spot in spots]
    assert plain == ["leaf.green", "hole", "leaf.green"]
    board = look(board, strength)
    assert [board.readings[spot].surface for spot in spots if spot in board.readings] == plain


@pytest.mark.parametrize("looks_the_same", [True, False])
@pytest.mark.parametrize("hidden", [LEAF, LEAF[:2]], ids=["whole", "in part"])
def test_what_a_hand_rested_over_is_remembered(
    hidden: tuple[Cell, ...],
    looks_the_same: bool,
    two_boards: tuple[SimulatedTable, Detector],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it hid could not be read meanwhile; then nothing is explained anew that looks as it did, or is known."""
    simulator, detector = two_boards
    asked: list[Mapping[Spot, str]] = []

    def reading(*given: Any) -> BoardReading:
        asked.append(given[3])
        return read_board(*given)

    def look(before: SettledBoard | None, near: frozenset[Spot] = frozenset()) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {}, near)

    where = frozenset(Space(0, cell) for cell in LEAF)
    board = look(None)
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    board = look(board)
    laid = {spot: board.readings[spot].surface for spot in where}
    monkeypatch.setattr(
        "vision.memory.explained_anew.read_board", lambda *given: BoardReading({}, (), frozenset(given[4]))
    )
    simulator.lay(Piece("2", Kind.ANIMAL, 0, "fox", hidden, None))  # stands for the hand
    near = frozenset(Space(0, cell) for cell in hidden)
    board = look(board, near)
    assert board.waiting == near
    monkeypatch.setattr("vision.memory.explained_anew.read_board", reading)
    simulator.lift("2")
    if looks_the_same:
        board = look(board)
        assert not asked
    else:
        board = look(replace(board, remembered=()))
        assert {spot: asked[-1][spot] for spot in where} == laid
    assert {spot: board.readings[spot].surface for spot in where} == laid
    assert [sighting.spots for sighting in board.sightings] == [where]


@pytest.mark.parametrize(
    ("color", "laid", "moved"),
    [
        ("green", ((3, 3), (3, 4), (3, 5)), ((3, 4), (3, 5), (3, 6))),
        ("green", ((3, 3), (3, 4), (4, 3)), ((3, 4), (3, 3), (4, 4))),
        ("red", ((3, 2), (3, 3), (3, 4), (3, 5), (4, 5)), ((3, 3), (3, 4), (3, 5), (3, 6), (4, 6))),
    ],
)
def test_a_tile_that_is_pushed_or_turned_is_read_where_it_lies(
    two_boards: tuple[SimulatedTable, Detector],
    color: str,
    laid: tuple[tuple[int, int], ...],
    moved: tuple[tuple[int, int], ...],
) -> None:
    """All of the board is read, the spaces that it has left as well; the first of its spaces is its mark."""
    simulator, detector = two_boards
    board = explained(
        None, detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0], detector.roles, Palette(), {}
    )
    for number, places in enumerate((laid, moved), start=2):
        cells = tuple(Cell(*place) for place in places)
        for piece in simulator.pieces:
            simulator.lift(piece.id)
        simulator.lay(Piece(str(number), Kind.LEAF, 0, color, cells, cells[0]))
        seen = detector.read(Frame(simulator.picture(), 1.0 * number, number)).evidence[0]
        board = explained(board, seen, detector.roles, Palette(), {})
        surfaces = {Space(0, cell): f"leaf.{color}" for cell in cells} | {Space(0, cells[0]): "hole"}
        assert len(board.readings) == 72
        assert {s: r.surface for s, r in board.readings.items() if r.surface != "floor"} == surfaces
