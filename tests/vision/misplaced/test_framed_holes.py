"""A hole is known by the floor within it and by its frame, wherever within what is promised its tile lies."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.capture import calibrate
from calibration.profile import Profile
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.read_board import ReadBoard
from vision.frame import Frame, Pixels
from vision.misplaced.framed_holes import is_framed_hole
from vision.pose import BoardPose
from vision.roles import FLOOR

PROMISED, PROMISED_DEG = 0.15, 4.0
SHAPES = ("b5 b4 b6", "e6 e5 f5 f6", "h3 g3 h2 h4 i4", "d2 d3 e3", "g7 g6 f6")
"""The cells of tiles by name, the first of which is the hole."""

FLOORS = demo_floors()[0].rows
TURNS = np.linspace(0.0, 2 * np.pi, 40)


def numbers(names: str) -> list[int]:
    """Cells by name as indices in reading order."""
    return [cell.row * 9 + cell.col for cell in map(Cell.parse, names.split())]


@pytest.fixture(scope="module")
def profile() -> Profile:
    """What a simulated board gives while it is empty, its corners known."""
    simulator = drawn_table([FLOORS], 11)
    corners = simulator.corners_px(0)
    return calibrate(Frame(simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile


@pytest.fixture
def table() -> SimulatedTable:
    """The same board, empty."""
    simulator = drawn_table([FLOORS], 11)
    simulator.picture()  # the first one, noise and all
    return simulator


def read(table: SimulatedTable, profile: Profile, names: str, *, is_confirmed: bool = True) -> ReadBoard:
    """What is measured on the board, as ``read_in`` has it."""
    return read_in(table.picture(), profile, names, is_confirmed=is_confirmed)


def read_in(pixels: Pixels, profile: Profile, names: str, *, is_confirmed: bool = True) -> ReadBoard:
    """What is measured in a picture, all of these cells taken for leaf; where nothing is printed may be confirmed."""
    (seen,) = detector_of(deepcopy(profile)).glance(Frame(pixels, 0.0, 0)).evidence
    plain = [Space(0, Cell(row, col)) for row in range(8) for col in range(9) if FLOORS[row][col] == "."]
    seen = replace(seen, plain=frozenset[Spot](plain if is_confirmed else ()))
    leaf = Verdict(Surface("leaf.green"), 1.0)
    return ReadBoard(seen, Explained(dict.fromkeys(numbers(names), leaf), ()), [FLOOR] * 72)


def lay(table: SimulatedTable, names: str, offset_xy: tuple[float, float], turn_deg: float) -> None:
    """Lay a tile, which lies so far off the grid."""
    cells = tuple(map(Cell.parse, names.split()))
    color = {3: "green", 4: "yellow", 5: "red"}[len(cells)]
    table.lay(Piece(f"{names} {offset_xy}", Kind.LEAF, 0, color, cells, cells[0], offset_xy, turn_deg))


@pytest.mark.parametrize("names", SHAPES)
@pytest.mark.parametrize("seed", range(3))
def test_of_all_spaces_of_a_tile_the_hole_alone_is_one(
    table: SimulatedTable, profile: Profile, names: str, seed: int
) -> None:
    """Wherever the tile lies within what is promised; so is no ground beside it."""
    random = np.random.default_rng([seed, len(names)])
    offset = random.uniform(-PROMISED, PROMISED, 2)
    lay(table, names, (float(offset[0]), float(offset[1])), float(random.uniform(-PROMISED_DEG, PROMISED_DEG)))
    board, (hole, *body) = read(table, profile, names), numbers(names)
    plain = board.spots[hole] in board.seen.plain
    assert is_framed_hole(board, [hole, *body], hole) or not plain
    assert not any(is_framed_hole(board, [hole, *body], cell) for cell in body)
    near = {other for cell in body for other in board.beside(cell)} - {hole, *body}
    assert not any(is_framed_hole(board, [*body, ground], ground) for ground in near)


@pytest.mark.parametrize(
    ("names", "token", "is_confirmed", "told"),
    [
        ("b3 b2 b4", "", True, True),
        ("b3 b2 b4", "nut", True, False),
        ("b3 b2 b4", "", False, False),
        ("b5 b4 b6", "", False, True),
        ("b5 b4 b6", "berry", False, False),
    ],
    ids=["bare", "a token on it", "nobody says that nothing is printed there", "over a print", "that under its token"],
)
def test_a_hole_is_one_if_nothing_can_lie_in_it(
    table: SimulatedTable, profile: Profile, names: str, token: str, is_confirmed: bool, told: bool
) -> None:
    """A token as dark as the ground would look like one, but none lies over plain ground (R5.1)."""
    lay(table, names, (0.1, -0.12), 2.0)
    cells = numbers(names)
    if token:
        where = Cell.parse(names.split()[0])
        table.lay(Piece("token", Kind.TOKEN, 0, token, (where,), None, (0.1, -0.12)))
    assert is_framed_hole(read(table, profile, names, is_confirmed=is_confirmed), cells, cells[0]) == told


@pytest.mark.parametrize(
    ("light", "smoothed_px", "told"),
    [((0.88, 0.88, 0.88), 0.0, True), ((0.88, 0.88, 0.88), 9.0, False), ((0.84, 0.88, 0.96), 0.0, False)],
    ids=["in the shade of its tile", "something even and dark", "in another light"],
)
def test_the_ground_of_a_hole_may_lie_in_shade_while_its_structure_is_seen(
    table: SimulatedTable, profile: Profile, light: tuple[float, float, float], smoothed_px: float, told: bool
) -> None:
    """What is as dark and shows nothing of it, or has a hue of its own, may be another thing."""
    names = "b3 b2 b4"
    lay(table, names, (0.1, -0.12), 2.0)
    pixels = table.picture()
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    middle = np.array([1.5 + 0.1, 2.5 - 0.12])
    round_it = middle + 0.36 * np.stack([np.cos(TURNS), np.sin(TURNS)], axis=1)
    hole = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillPoly(hole, [np.rint(pose.project(round_it)).astype(np.int32)], (1,))
    shown = cv2.GaussianBlur(pixels, (0, 0), smoothed_px) if smoothed_px else pixels
    shaded = np.where(hole[..., None] > 0, np.rint(shown * np.array(light)), pixels).astype(np.uint8)
    cells = numbers(names)
    assert is_framed_hole(read_in(shaded, profile, names), cells, cells[0]) == told


def test_a_tile_too_far_off_the_grid_has_no_hole_anywhere(table: SimulatedTable, profile: Profile) -> None:
    """Which spaces it lies on is another question."""
    lay(table, "b3 b2 b4", (0.4, 0.0), 0.0)
    cells = numbers("b3 b2 b4")
    assert not is_framed_hole(read(table, profile, "b3 b2 b4"), cells, cells[0])
