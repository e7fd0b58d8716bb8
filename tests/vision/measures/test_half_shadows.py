"""A low lamp throws the shadow of a tile over half of its own hole, which then is as dark as a token (R12.1)."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from vision.detector import Detector
from vision.frame import Frame, Pixels

FLOOR = demo_floors()[0].rows
L_SHAPE = ((0, 0), (0, 1), (1, 1))
Holed = tuple[SimulatedTable, Detector, NDArray[np.float32]]


@pytest.fixture(scope="module")
def table() -> Holed:
    """A board, the detector that knows its prints, and where each pixel is on it, float32 (h, w, 2), x then y."""
    simulator = SimulatedTable([FLOOR], 11)
    corners, empty = simulator.corners_px(0), simulator.picture()
    profile = calibrate(Frame(empty, 0.0, 0), layout(1), corners_px=corners, floors=[FLOOR]).profile
    units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), units)
    places = np.stack(np.meshgrid(np.arange(empty.shape[1]), np.arange(empty.shape[0])), axis=-1).astype(np.float32)
    on_board = cv2.perspectiveTransform(places.reshape(1, -1, 2), onto).reshape(places.shape)
    return simulator, detector_of(profile), np.asarray(on_board, np.float32)


def half_shaded(picture: Pixels, where: NDArray[np.float32], hole: Cell, light: float) -> Pixels:
    """The picture with more than half of a hole, from the far left, in a shadow that leaves so much light."""
    x, y = where[..., 0] - hole.col - 0.5, where[..., 1] - hole.row - 0.5
    dark = (np.hypot(x, y) < 0.33) & (x + y < 0.07)
    shade = cv2.GaussianBlur(dark.astype(np.float32), (0, 0), 1.0)[..., None]
    return np.clip(np.rint(picture * (1 - (1 - light) * shade)), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.3, 0.45])
@pytest.mark.parametrize("cell", ["d1", "h3", "g4", "b5", "f5", "e6"])
def test_a_hole_half_in_the_shadow_of_its_tile_holds_no_token(table: Holed, cell: str, light: float) -> None:
    """The edge of the shadow is no edge of a disc; what cannot be told is left unread."""
    simulator, detector, where = table
    hole = Cell.parse(cell)
    cells = tuple(Cell(hole.row + down, hole.col + right) for down, right in L_SHAPE)
    simulator.clear()
    simulator.lay(Piece(f"tile {cell}", Kind.LEAF, 0, "green", cells, hole))
    truth = simulator.truth()
    assert truth[Space(0, hole)] == "hole"
    shown = half_shaded(simulator.picture(), where, hole, light)
    read = detector.read(Frame(shown, 0.0, 1)).readings
    assert not [spot for spot in truth if spot in read and read[spot].surface != truth[spot]]
