"""A drawn table before the real Picamera2: what detector and calibration make of its pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from calibration.capture import calibrate
from device.cameras.pi import PiCamera
from device.commands.read import letter
from device.eyes import detector_of
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.polyomino import Polyomino
from vision.frame import Frame


@pytest.fixture(scope="module")
def table() -> SimulatedTable:
    """An empty board."""
    return SimulatedTable([["........."] * 8], seed=7, size_wh=(1280, 720))


@pytest.fixture(scope="module")
def empty(table: SimulatedTable) -> np.ndarray:
    """The picture to calibrate with."""
    return table.picture()


@pytest.fixture(scope="module", autouse=True)
def leaf_laid(play: Any, table: SimulatedTable, empty: np.ndarray) -> None:
    """The camera sees the table after a hand has laid a leaf, in several pictures of changing noise."""
    table.ask_lay(Polyomino.parse("##", "#o"), "yellow", seat=0, corner=Cell.parse("c4"))
    while table.busy:
        table.advance(0.1)
    pictures = []
    for _ in range(3):
        table.advance(0.1)
        pictures.append(table.picture())
    play(pictures)


def test_a_leaf_is_read_through_the_camera(picamera2: Any, table: SimulatedTable, empty: np.ndarray) -> None:
    """The board is read as it was laid; its hole, in the tile's shade, is bare or unread, no token (R12.1)."""
    detector = detector_of(calibrate(Frame(empty, 0.0, 0), [(9.0, 8.0)]).profile)
    with PiCamera((1280, 720)) as camera:
        readings = detector.read(camera.read()).readings
    rows = ["".join(letter(readings, Space(0, Cell(row, col))) for col in range(9)) for row in range(8)]
    truth = list(table.truth_rows(0))
    ((row, col),) = ((row, line.index("o")) for row, line in enumerate(truth) if "o" in line)
    assert rows[row][col] in "o?"
    rows[row] = f"{rows[row][:col]}o{rows[row][col + 1 :]}"
    assert rows == truth
