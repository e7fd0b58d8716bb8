"""Boards are followed one by one: a hand at one of them, or one out of sight, pauses no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Spot
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from vision.board_tracker import SettledBoard, explained
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.observation import Observation
from vision.palette import Palette
from vision.pose import BoardPose
from vision.reading import BoardReading
from vision.tracker import Tracker

LEAF = (Cell(3, 3), Cell(3, 4), Cell(4, 4))


@pytest.fixture
def table() -> tuple[SimulatedTable, Detector]:
    """Two simulated boards, calibrated while they were empty; drawn anew, so that no test's order matters."""
    floors = demo_floors()
    simulator = SimulatedTable([floors[0].rows, floors[1].rows], 5)
    corners = [simulator.corners_px(seat) for seat in (0, 1)]
    profile = calibrate(Frame(simulator.picture(), 0.0, 0), layout(2), corners_px=corners).profile
    return simulator, detector_of(profile)


def shown(tracker: Tracker, observation: Observation, since_s: float, seconds: float = 1.5) -> list[object]:
    """What the tracker answers while one picture is shown, ten a second."""
    count = round(seconds * 10)
    return [tracker.update(replace(observation, taken_at_s=since_s + 0.1 * step)) for step in range(count)]


def test_a_hand_at_one_board_does_not_pause_the_other(
    table: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """While a hand stays over the second board, what is laid on the first is read; the second counts as it was."""
    simulator, detector = table
    tracker = Tracker()
    empty = detector.read(Frame(simulator.picture(), 0.0, 1))
    shown(tracker, empty, 0.0)
    simulator.lay(Piece("leaf", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    simulator.lay(Piece("other", Kind.LEAF, 1, "green", LEAF, LEAF[1]))
    try:
        laid = detector.read(Frame(over_rim(simulator.picture(), simulator.corners_px(1), 2.0, (1.0, 2.5)), 2.0, 2))
    finally:
        simulator.clear()
    answers = shown(tracker, laid, 2.0)
    readings = answers[-1]
    assert isinstance(readings, dict)
    assert {readings[Space(0, cell)].surface for cell in LEAF} == {"leaf.green", "hole"}
    assert {readings[Space(1, cell)].surface for cell in LEAF} == {"floor"}
    assert (tracker.status_of(0), tracker.status_of(1), tracker.status) == ("settled", "hand", "hand")


def test_a_board_out_of_sight_does_not_pause_the_other(table: tuple[SimulatedTable, Detector]) -> None:
    """A board that cannot be found is searched for while the other one is read."""
    simulator, detector = table
    tracker = Tracker()
    empty = detector.read(Frame(simulator.picture(), 0.0, 3))
    without = replace(
        empty, boards=empty.boards[:1], evidence=empty.evidence[:1], missing=frozenset({1}), readings=empty.readings
    )
    assert shown(tracker, without, 0.0)[-1] is not None
    assert (tracker.status_of(0), tracker.status_of(1)) == ("settled", "searching")
    assert all(isinstance(spot, Space) and spot.seat == 0 for spot in tracker.settled.readings)


def test_nothing_is_settled_while_no_board_is(
    table: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """Hands over both boards: there is no answer at all."""
    simulator, detector = table
    tracker = Tracker()
    pixels = simulator.picture()
    for seat in (0, 1):
        pixels = over_rim(pixels, simulator.corners_px(seat), 2.0, (1.0, 2.5))
    both = detector.read(Frame(pixels, 0.0, 4))
    assert shown(tracker, both, 0.0) == [None] * 15
    assert tracker.status == "hand"


def test_a_look_given_again_is_not_judged_again(
    table: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the detector gives a settled board's evidence again, its picture is held against no other one."""
    simulator, detector = table
    tracker = Tracker()
    shown(tracker, detector.read(Frame(simulator.picture(), 0.0, 4)), 0.0)
    later = detector.read(Frame(simulator.picture(), 2.0, 5))
    before = tracker.update(replace(later, taken_at_s=2.0))
    assert before is not None
    compared: list[object] = []

    def unchanged(*planes: object) -> NDArray[np.bool_]:
        compared.append(planes)
        return np.zeros(1, np.bool_)

    monkeypatch.setattr("vision.board_tracker.changed_spaces", unchanged)
    assert tracker.update(replace(later, taken_at_s=2.1)) is before
    assert not compared
    tracker.update(replace(detector.read(Frame(simulator.picture(), 2.2, 6)), taken_at_s=2.2))
    assert len(compared) == 2  # a new look at each of the two boards is judged


def test_what_could_not_be_read_at_first_came_before_all_that_follows(
    table: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tile beside it is another one, even where the ground that it covers was in doubt as well."""
    simulator, detector = table
    monkeypatch.setattr("vision.board_tracker.read_board", _doubting)
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


def test_unread_spots_keep_the_look_in_which_they_came(
    table: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was laid together is explained together; what came to lie on it came later."""
    simulator, detector = table
    asked: list[Mapping[Spot, int]] = []

    def doubting(*given: Any) -> BoardReading:
        asked.append(given[-1])
        return BoardReading({}, (), frozenset(given[-2]))

    def look(before: SettledBoard | None) -> SettledBoard:
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        return explained(before, seen, detector.roles, Palette(), {})

    board = look(None)
    monkeypatch.setattr("vision.board_tracker.read_board", doubting)
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


@pytest.mark.parametrize("strength", [0.4, 0.5, 0.6, 0.7])
def test_a_shadow_that_falls_on_pieces_changes_nothing_that_was_read(
    table: tuple[SimulatedTable, Detector], strength: float
) -> None:
    """A bluish shadow over a tile: all its spaces keep their readings as they were, the hole too."""
    simulator, detector = table
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
