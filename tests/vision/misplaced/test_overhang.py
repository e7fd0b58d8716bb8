"""A piece that is seen over the board's rim is no hand: nothing of it goes on beside the board."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.measures.across_rim import crossing
from vision.measures.board_picture import BoardPicture
from vision.misplaced.overhang import is_card_on_marks, is_seen_to_lean_out
from vision.pose import BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.tracker import Tracker

TILE = tuple(Cell.parse(name) for name in ["i3", "i4", "h4", "i5"])
SPOTS = {Space(0, cell) for cell in TILE}


@pytest.fixture
def table() -> tuple[SimulatedTable, Detector]:
    """A board that was calibrated while it was empty."""
    simulator = drawn_table([demo_floors()[0].rows], 11)
    corners = simulator.corners_px(0)
    return simulator, detector_of(calibrate(Frame(simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile)


def with_tile(simulator: SimulatedTable, out: float) -> Pixels:
    """A picture of a tile at the right edge that juts out of the grid so far, in spaces."""
    simulator.lay(Piece(f"tile {out}", Kind.LEAF, 0, "yellow", TILE, TILE[0], (out, 0.0)))
    return simulator.picture()


@pytest.mark.parametrize("out", [0.34, 0.38])
def test_a_tile_that_leans_over_the_rim_is_no_hand_in_a_single_picture(
    table: tuple[SimulatedTable, Detector], out: float
) -> None:
    """All else is read, and the tile is said to lie aside."""
    simulator, detector = table
    seen = detector.read(Frame(with_tile(simulator, out), 0.0, 0))
    assert not seen.hand
    assert {sighting.problem for sighting in seen.sightings} == {"misplaced"}
    read = {spot: reading.surface for spot, reading in seen.readings.items()}
    assert len(read) >= 67
    assert set(read.values()) == {"floor"}
    assert not SPOTS & read.keys()


def test_a_tile_that_leans_over_the_rim_is_told_as_soon_as_any_other(table: tuple[SimulatedTable, Detector]) -> None:
    """Nobody waits until a hand would have gone."""
    simulator, detector = table
    tracker, pictures = Tracker(), iter(range(100))

    def settle(picture: Pixels) -> bool:
        """Whether all is told within a second and a half."""
        seen = [detector.glance(Frame(picture, number / 10, number)) for number in islice(pictures, 15)]
        return any([tracker.update(each) is not None for each in seen])

    assert settle(simulator.picture())
    assert settle(with_tile(simulator, 0.34))
    assert {sighting.problem for sighting in tracker.settled.sightings} == {"misplaced"}
    simulator.clear()
    assert settle(simulator.picture())
    assert not tracker.settled.sightings


@pytest.mark.parametrize("darker", [0.2, 0.35])
def test_what_goes_on_beside_the_board_is_a_hand_though_it_has_the_colour_of_the_table(
    table: tuple[SimulatedTable, Detector], darker: float
) -> None:
    """Of such an arm nothing but its tone is seen outside the board."""
    simulator, detector = table
    pose = BoardPose.from_corners(simulator.corners_px(0), (9.0, 8.0))
    picture = with_tile(simulator, 0.34)
    arm = pose.project(np.array([[9.34, 3.0], [12.0, 3.0], [12.0, 4.0], [9.34, 4.0]]))
    where = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(where, [np.round(arm).astype(np.int32)], 255)
    shaded = np.where(where[..., None] > 0, np.uint8(picture * darker), picture)
    assert detector.read(Frame(np.asarray(shaded, np.uint8), 0.0, 0)).hand


def test_a_hand_goes_on_beside_the_board_though_nothing_differs_on_its_border(
    table: tuple[SimulatedTable, Detector],
) -> None:
    """Of what lies across that, between a light board and a dark table, a line looks like neither and like both."""
    simulator, detector = table
    (seen, *_) = detector.glance(Frame(with_tile(simulator, 0.38), 0.0, 0)).evidence
    assert is_seen_to_lean_out(seen)
    end = np.flatnonzero(crossing(seen.change.plain).any(axis=0))[-1] + 1
    ahead = slice(round(4 * PX_PER_SPACE), round(5 * PX_PER_SPACE))
    for parted_px, leans in ((4, False), (7, True)):
        foreign = seen.change.plain.copy()
        foreign[ahead, end + parted_px :] = 1.0
        assert is_seen_to_lean_out(replace(seen, change=replace(seen.change, plain=foreign))) == leans


def test_where_the_picture_ends_nothing_tells_a_tile_from_a_hand(table: tuple[SimulatedTable, Detector]) -> None:
    """Of what comes from there nothing is seen beside the board."""
    simulator, detector = table
    (seen, *_) = detector.glance(Frame(with_tile(simulator, 0.34), 0.0, 0)).evidence
    assert is_seen_to_lean_out(seen)
    cut = seen.picture.plane.copy()
    cut[:, -2:] = 0.0  # as it is where the camera's picture does not reach
    assert not is_seen_to_lean_out(replace(seen, picture=BoardPicture(cut)))


@pytest.mark.parametrize(
    ("out", "also_marked", "line_px", "goes_on", "cut", "leans"),
    [
        (0.34, "i4", (2, 0), False, False, True),
        (0.34, "i4", (2, 2), False, False, True),
        (0.34, "h4", (2, 0), False, False, False),
        (0.34, "i4", (2, 0), True, False, False),
        (0.34, "i4", (2, 0), False, True, False),
        (0.1, "i4", (2, 0), False, False, False),
    ],
    ids=[
        "on two marks",
        "past the shadow of a tile",
        "on one",
        "goes on beside the board",
        "to the end of the picture",
        "within the rim",
    ],
)
def test_a_card_of_two_squares_that_leans_out_is_told_by_the_marks_under_it(
    table: tuple[SimulatedTable, Detector],
    out: float,
    also_marked: str,
    line_px: tuple[int, int],
    goes_on: bool,
    cut: bool,
    leans: bool,
) -> None:
    """Animals lie on marks (R6.1): so few squares would be no sign elsewhere."""
    simulator, detector = table
    for name, color, cells in (("a", "green", ["i3", "h3", "g3"]), ("b", "green", ["i4", "h4", "h5"])):
        at = tuple(Cell.parse(cell) for cell in cells)
        simulator.lay(Piece(name, Kind.LEAF, 0, color, at, at[0]))
    (before, *_) = detector.glance(Frame(simulator.picture(), 0.0, 0)).evidence
    simulator.lay(Piece("card", Kind.ANIMAL, 0, "Fox", (Cell.parse("i3"), Cell.parse("i4")), None, (out, 0.0)))
    (seen, *_) = detector.glance(Frame(simulator.picture(), 1.0, 1)).evidence
    plane, foreign = seen.picture.plane.copy(), seen.change.plain.copy()
    edge = plane.shape[1] - round(MARGIN_SPACES * PX_PER_SPACE)
    line = slice(edge - line_px[0], edge + line_px[1])
    plane[:, line] = before.picture.plane[:, line]  # the card is as light as what is seen there, or as dark
    if goes_on:
        foreign[3 * PX_PER_SPACE : 4 * PX_PER_SPACE, edge:] = 1.0
    if cut:
        plane[:, -2:] = 0.0
    seen = replace(seen, picture=BoardPicture(plane), change=replace(seen.change, plain=foreign))
    marks = {Space(0, Cell.parse(cell)) for cell in ("i3", also_marked)}
    assert is_card_on_marks(seen, before.picture, marks) == leans
