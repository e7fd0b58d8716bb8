"""Boards are followed one by one: a hand at one of them, or one out of sight, pauses no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.observation import Observation
from vision.tracker import Tracker

LEAF = (Cell(3, 3), Cell(3, 4), Cell(4, 4))
BLUE = (170, 60, 50)


def shown(tracker: Tracker, observation: Observation, since_s: float, seconds: float = 1.5) -> list[object]:
    """What the tracker answers while one picture is shown, ten a second."""
    count = round(seconds * 10)
    return [tracker.update(replace(observation, taken_at_s=since_s + 0.1 * step)) for step in range(count)]


def test_a_hand_at_one_board_does_not_pause_the_other(
    two_boards: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """While a hand stays over the second board, what is laid on the first is read; the second counts as it was."""
    simulator, detector = two_boards
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


def test_a_board_out_of_sight_does_not_pause_the_other(two_boards: tuple[SimulatedTable, Detector]) -> None:
    """A board that cannot be found is searched for while the other one is read."""
    simulator, detector = two_boards
    tracker = Tracker()
    empty = detector.read(Frame(simulator.picture(), 0.0, 3))
    without = replace(
        empty, boards=empty.boards[:1], evidence=empty.evidence[:1], missing=frozenset({1}), readings=empty.readings
    )
    assert shown(tracker, without, 0.0)[-1] is not None
    assert (tracker.status_of(0), tracker.status_of(1)) == ("settled", "searching")
    assert all(isinstance(spot, Space) and spot.seat == 0 for spot in tracker.settled.readings)


def test_nothing_is_settled_while_no_board_is(
    two_boards: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """Hands over both boards: there is no answer at all."""
    simulator, detector = two_boards
    tracker = Tracker()
    pixels = simulator.picture()
    for seat in (0, 1):
        pixels = over_rim(pixels, simulator.corners_px(seat), 2.0, (1.0, 2.5))
    both = detector.read(Frame(pixels, 0.0, 4))
    assert shown(tracker, both, 0.0) == [None] * 15
    assert tracker.status == "hand"


def test_a_look_given_again_is_not_judged_again(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the detector gives a settled board's evidence again, its picture is held against no other one."""
    simulator, detector = two_boards
    tracker = Tracker()
    shown(tracker, detector.read(Frame(simulator.picture(), 0.0, 4)), 0.0)
    later = detector.read(Frame(simulator.picture(), 2.0, 5))
    before = tracker.update(replace(later, taken_at_s=2.0))
    assert before is not None
    compared: list[object] = []

    def unchanged(*planes: object) -> NDArray[np.bool_]:
        compared.append(planes)
        return np.zeros(1, np.bool_)

    monkeypatch.setattr("vision.memory.board_tracker.changed_spaces", unchanged)
    assert tracker.update(replace(later, taken_at_s=2.1)) is before
    assert not compared
    tracker.update(replace(detector.read(Frame(simulator.picture(), 2.2, 6)), taken_at_s=2.2))
    assert len(compared) == 2  # a new look at each of the two boards is judged


def test_a_tall_piece_at_the_edge_is_no_hand(
    two_boards: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """R1.4: a squirrel of wood hides the rim where the camera sees it aslant; what comes after it is read at once."""
    simulator, detector = two_boards
    tracker, stands = Tracker(), (3.05, 3.95)
    shown(tracker, detector.read(Frame(simulator.picture(), 0.0, 5)), 0.0)
    corners_px = simulator.corners_px(0)
    tall = over_rim(simulator.picture(), corners_px, 0.9, stands, from_x=-0.4, color=BLUE)
    shown(tracker, detector.read(Frame(tall, 2.0, 6)), 2.0, seconds=1.5)
    assert tracker.status_of(0) == "hand"  # it may be one for a while
    shown(tracker, detector.read(Frame(tall, 2.0, 6)), 3.5, seconds=3.5)
    assert tracker.status_of(0) == "settled"
    readings = tracker.settled.readings
    spot = Space(0, Cell(3, 0))
    assert spot not in readings or readings[spot].surface == "squirrel"
    simulator.lay(Piece("leaf", Kind.LEAF, 0, "green", LEAF, LEAF[1]))
    try:
        laid = over_rim(simulator.picture(), corners_px, 0.9, stands, from_x=-0.4, color=BLUE)
    finally:
        simulator.clear()
    shown(tracker, detector.read(Frame(laid, 8.0, 7)), 8.0)
    assert tracker.status_of(0) == "settled"
    assert {tracker.settled.readings[Space(0, cell)].surface for cell in LEAF} == {"leaf.green", "hole"}
    assert spot not in tracker.settled.readings or tracker.settled.readings[spot].surface == "squirrel"


def test_a_hand_that_rests_beside_a_tall_piece_is_a_hand(
    two_boards: tuple[SimulatedTable, Detector], over_rim: Callable[..., Pixels]
) -> None:
    """However long a hand comes from outside and keeps still, and whether a tall piece is known or not."""
    simulator, detector = two_boards
    tracker = Tracker()
    shown(tracker, detector.read(Frame(simulator.picture(), 0.0, 8)), 0.0)
    corners_px = simulator.corners_px(0)
    tall = over_rim(simulator.picture(), corners_px, 0.9, (3.05, 3.95), from_x=-0.4, color=BLUE)
    finger = over_rim(simulator.picture(), corners_px, 2.0, (5.0, 6.5))
    both = over_rim(tall, corners_px, 2.0, (5.0, 6.5))
    for since_s, pixels, status in ((2.0, finger, "hand"), (9.0, tall, "settled"), (16.0, both, "hand")):
        shown(tracker, detector.read(Frame(pixels, since_s, round(since_s) + 8)), since_s, seconds=6.0)
        assert tracker.status_of(0) == status


@pytest.mark.parametrize(("marks", "read"), [(("i3", "i4"), {"animal"}), (("g3", "h5"), {"leaf.green"})])
def test_an_animal_that_leans_over_the_rim_is_read_at_once_where_it_lies_on_marks(
    two_boards: tuple[SimulatedTable, Detector], marks: tuple[str, str], read: set[str]
) -> None:
    """It is taken for a hand at first sight; elsewhere what was read before counts until that has gone."""
    simulator, detector = two_boards
    tracker, card = Tracker(), (Cell.parse("i3"), Cell.parse("i4"))
    try:
        shown(tracker, detector.read(Frame(simulator.picture(), 0.0, 5)), 0.0)
        for name, cells, mark in (("a", ("i3", "h3", "g3"), marks[0]), ("b", ("i4", "h4", "h5"), marks[1])):
            at = tuple(Cell.parse(cell) for cell in cells)
            simulator.lay(Piece(name, Kind.LEAF, 0, "green", at, Cell.parse(mark)))
        shown(tracker, detector.read(Frame(simulator.picture(), 2.0, 6)), 2.0)
        simulator.lay(Piece("card", Kind.ANIMAL, 0, "Fox", card, None, (0.34, 0.0)))
        seen = detector.read(Frame(simulator.picture(), 4.0, 7))
    finally:
        simulator.clear()
    first, *others = seen.evidence
    first = replace(first, occlusion=replace(first.occlusion, hand=True))
    shown(tracker, replace(seen, evidence=(first, *others)), 4.0)
    readings = tracker.settled.readings
    seen_there = {str(readings[spot].surface) for cell in card if (spot := Space(0, cell)) in readings}
    assert seen_there == read
