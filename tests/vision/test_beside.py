"""A hand that rests beside a board keeps only what it could disturb from being read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.roles import FLOOR
from vision.tracker import Tracker

AT_RIM = Piece("first", Kind.LEAF, 0, "green", (Cell(3, 0), Cell(4, 0), Cell(4, 1)), Cell(3, 0))
FAR = Piece("far", Kind.LEAF, 0, "green", (Cell(1, 5), Cell(1, 6), Cell(2, 6)), Cell(1, 6))
NEAR = Piece("near", Kind.LEAF, 0, "green", (Cell(5, 0), Cell(6, 0), Cell(6, 1)), Cell(6, 0))
FINGER = -0.02, (3.3, 4.4)  # up to the grid and against the piece at the rim
OVER = 0.6, (3.3, 4.4)


class Table:
    """A simulated board under a tracker's eyes, with a piece at its rim."""

    def __init__(self, over_rim: Callable[..., Pixels]) -> None:
        self.simulator = drawn_table([demo_floors()[0].rows], 5)
        self._over_rim = over_rim
        corners = [self.simulator.corners_px(0)]
        profile = calibrate(Frame(self.simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile
        self._detector: Detector = detector_of(profile)
        self.tracker, self._seq = Tracker(), 0
        self.show()
        self.simulator.lay(AT_RIM)
        self.show()

    def show(self, finger: tuple[float, tuple[float, float]] | None = None) -> bool:
        """One picture for two seconds, with a finger that comes so far or none; whether the board settles."""
        pixels = self.simulator.picture()
        if finger is not None:
            pixels = self._over_rim(pixels, self.simulator.corners_px(0), *finger)
        self._seq += 1
        seen = self._detector.read(Frame(pixels, 2.0 * self._seq, self._seq))
        assert (finger is not None) == seen.boards[0].hand
        for step in range(20):
            self.tracker.update(replace(seen, taken_at_s=seen.taken_at_s + 0.1 * step))
        return self.tracker.status == "settled"

    def read(self, piece: Piece) -> list[str]:
        """What is known to lie where a piece does, ? where nothing is."""
        found = (self.tracker.settled.readings.get(Space(0, cell)) for cell in piece.cells)
        return ["?" if reading is None else str(reading.surface) for reading in found]


@pytest.fixture
def table(over_rim: Callable[..., Pixels]) -> Table:
    """A table of its own for every test."""
    return Table(over_rim)


def test_a_finger_beside_a_piece_does_not_keep_the_rest_from_being_read(table: Table) -> None:
    """It lies on the rim against a piece that lay there before; what was laid elsewhere is read all the same."""
    table.simulator.lay(FAR)
    assert table.show(FINGER)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]
    assert set(table.read(AT_RIM)) <= {"leaf.green", "hole", "?"}


def test_a_finger_over_a_piece_is_a_hand(table: Table) -> None:
    """As soon as it reaches over the grid nothing is read, wherever something was laid."""
    table.simulator.lay(FAR)
    assert not table.show(OVER)
    assert table.tracker.status == "hand"
    assert table.read(FAR) == ["floor"] * 3


def test_a_piece_that_a_finger_touches_is_its_own(table: Table) -> None:
    """A new piece against the finger on the rim may still be held: it is no event before the finger has gone."""
    table.simulator.lay(NEAR)
    assert not table.show((-0.02, (5.2, 6.6)))
    assert table.read(NEAR) == ["floor"] * 3
    assert table.show()
    assert table.read(NEAR) == ["leaf.green", "hole", "leaf.green"]


def test_a_piece_next_to_a_finger_waits_until_it_has_gone(table: Table) -> None:
    """Nothing new is believed beside what is in the finger's shadow, and what waits is told by nobody meanwhile."""
    table.simulator.lay(NEAR)
    assert table.show((-0.02, (3.0, 4.8)))
    assert "leaf.green" not in table.read(NEAR)
    table.tracker.commit({Space(0, cell): FLOOR for cell in NEAR.cells})
    assert table.show()
    assert table.read(NEAR) == ["leaf.green", "hole", "leaf.green"]
