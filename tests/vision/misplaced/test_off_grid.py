"""Pieces off the grid: read right within what is promised, else said to be misplaced or left unread, never wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import count
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.capture import calibrate
from calibration.profile import Profile
from device.eyes import detector_of
from device.simulation.pieces import GRID, Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from engine.polyomino import marked_free_polyominoes
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.measures.color import Change
from vision.misplaced import off_grid
from vision.misplaced.lies import Size
from vision.misplaced.lying import Lie
from vision.observation import Observation, Sighting
from vision.tracker import Tracker

PROMISED, PROMISED_DEG = 0.15, 4.0
SIZES = (("green", 3), ("yellow", 4), ("red", 5))
Look = Callable[..., tuple[Observation, dict[Space, str]]]


def empty() -> SimulatedTable:
    """A simulated board before anything is laid."""
    return drawn_table([demo_floors()[0].rows], 11)


@pytest.fixture(scope="module")
def profile() -> Profile:
    """What its first picture gives, the corners known."""
    simulator = empty()
    corners = simulator.corners_px(0)
    return calibrate(Frame(simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile


@pytest.fixture
def table(profile: Profile) -> tuple[SimulatedTable, Detector, Iterator[int]]:
    """A board that was calibrated while it was empty, and numbers for its pieces: the same in whatever order."""
    simulator = empty()
    simulator.picture()  # the first one, noise and all
    return simulator, detector_of(deepcopy(profile)), count()


@pytest.fixture
def look(table: tuple[SimulatedTable, Detector, Iterator[int]]) -> Look:
    """Lays pieces and reads one picture of them."""
    simulator, detector, numbers = table

    def laid(*pieces: Piece) -> tuple[Observation, dict[Space, str]]:
        simulator.clear()
        for piece in pieces:
            simulator.lay(replace(piece, id=f"{piece} {next(numbers)}"))  # art is drawn once an id
        return detector.read(Frame(simulator.picture(), 0.0, 0)), simulator.truth()

    return laid


def tile(
    cells: str, color: str, offset_xy: tuple[float, float] = (0.0, 0.0), turn_deg: float = 0.0, name: str = "tile"
) -> Piece:
    """A leaf tile on named cells, the first of which is its hole."""
    where = tuple(Cell.parse(cell) for cell in cells.split())
    return Piece(name, Kind.LEAF, 0, color, where, where[0], offset_xy, turn_deg)


def covered(piece: Piece) -> dict[Cell, float]:
    """How much of every space a piece really covers."""
    ticks, shares = (np.arange(12) + 0.5) / 12, dict[Cell, float]()
    middle, turn = np.array(piece.centre_xy), np.radians(piece.turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for cell in piece.cells:
        square = np.stack(np.meshgrid(cell.col + ticks, cell.row + ticks), axis=-1).reshape(-1, 2)
        for col, row in np.floor((square - middle) @ spin.T + middle + piece.offset_xy).astype(int):
            where = Cell(int(row), int(col))
            shares[where] = shares.get(where, 0.0) + 1 / 144
    return shares


@pytest.mark.parametrize(("seed", "cells", "color"), [(0, "d3 e2 e3 f3 d4", "red"), (3, "b4 a4 a3", "green")])
def test_a_hole_that_lies_aside_holds_no_token(seed: int, cells: str, color: str) -> None:
    """In the middle of its space leaf and ground meet: that is not looked at but where the hole is."""
    simulator = SimulatedTable([demo_floors()[seed].rows], seed)
    corners = simulator.corners_px(0)
    detector = detector_of(calibrate(Frame(simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile)
    mark = Space(0, Cell.parse(cells.split()[0]))
    lies = [((x, y), turn) for x in (-0.05, 0.05) for y in (-0.25, -0.22) for turn in (-2.0, -1.0, 1.0, 2.0)]
    for number, (offset_xy, turn_deg) in enumerate(lies):
        simulator.clear()
        simulator.lay(tile(cells, color, offset_xy, turn_deg, f"tile {number}"))
        read = detector.read(Frame(simulator.picture(), 0.0, number)).readings.get(mark)
        assert read is None or read.surface == "hole", (offset_xy, turn_deg)


def as_in_dim_light(picture: Pixels, smaller: float, random: np.random.Generator) -> Pixels:
    """A picture at half the light, of another size, soft and noisy."""
    small = cv2.resize(picture, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small * 0.5, (0, 0), 0.9)
    return np.clip(soft + random.normal(0.0, 2.0, soft.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("cells", "color", "offset_xy", "turn_deg", "smaller"),
    [
        ("h5 g4 h4 h6 i6", "red", (-0.14, 0.14), -4.0, 0.5),
        ("c3 d3 e3", "green", (-0.17, -0.17), 4.0, 0.7),
    ],
)
def test_a_hole_askew_holds_no_token_in_dim_light_either(
    cells: str, color: str, offset_xy: tuple[float, float], turn_deg: float, smaller: float
) -> None:
    """Only a part of the ground that it shows is that in the middle of its space, and no print is found there whole."""
    simulator, random = empty(), np.random.default_rng(3)
    corners = (simulator.corners_px(0) + 0.5) * smaller - 0.5
    bare = as_in_dim_light(simulator.picture(), smaller, random)
    detector = detector_of(calibrate(Frame(bare, 0.0, 0), layout(1), corners_px=corners).profile)
    simulator.lay(tile(cells, color, offset_xy, turn_deg))
    read = detector.read(Frame(as_in_dim_light(simulator.picture(), smaller, random), 0.0, 1)).readings
    mark = Space(0, Cell.parse(cells.split()[0]))
    assert mark not in read or read[mark].surface == "hole"
    assert len(read) >= 67


def test_a_tile_that_fits_nowhere_is_not_read_as_the_nearest_that_nearly_does() -> None:
    """Turned this far it looks like one on other spaces, with its hole in one of its own."""
    floors = demo_floors()
    simulator = SimulatedTable([floors[9 % len(floors)].rows], 9)
    corners = simulator.corners_px(0)
    detector = detector_of(calibrate(Frame(simulator.picture(), 0.0, 0), layout(1), corners_px=corners).profile)
    for number, turn_deg in enumerate((18.0, 19.0, 20.0, 21.0)):
        simulator.clear()
        simulator.lay(tile("h7 g8 h8", "green", (-0.5, -0.178), turn_deg, f"tile {number}"))
        readings = detector.read(Frame(simulator.picture(), 0.0, number)).readings
        for cell in ("h7", "h8"):
            read = readings.get(Space(0, Cell.parse(cell)))
            assert read is None or read.surface == simulator.truth()[Space(0, Cell.parse(cell))], (cell, turn_deg)


@pytest.mark.parametrize(
    ("art", "cells", "color", "offset_xy", "turn_deg"),
    [
        ("t4", "c5 d4 b5 d5 b6", "red", (0.14, -0.13), 0.9),
        ("t217", "e8 f6 e7 f7 d8", "red", (0.07, 0.05), -1.3),
        ("t259", "g5 h5 g6", "green", (0.04, 0.05), -1.5),
        ("t305", "g8 g7 h8", "green", (-0.02, 0.01), -3.4),
    ],
)
def test_a_leaf_drawn_round_belongs_to_its_tile(
    table: tuple[SimulatedTable, Detector, Iterator[int]],
    art: str,
    cells: str,
    color: str,
    offset_xy: tuple[float, float],
    turn_deg: float,
) -> None:
    """Art with a round edge that a token would have, in the hue of the tile, leaves no space of it unread."""
    simulator, detector, _ = table
    simulator.lay(tile(cells, color, offset_xy, turn_deg, art))
    seen = detector.read(Frame(simulator.picture(), 0.0, 0))
    assert {spot: reading.surface for spot, reading in seen.readings.items()} == simulator.truth()


@pytest.mark.parametrize("seed", range(8))
def test_a_tile_is_read_right_or_not_at_all(look: Look, seed: int) -> None:
    """Offsets of 0 to 0.5 spaces and turns of 0 to 20 degrees: right as promised, else misplaced, never wrong."""
    random = np.random.default_rng(seed)
    for _ in range(6):
        color, size = SIZES[int(random.integers(3))]
        shapes = marked_free_polyominoes(size)
        placements = shapes[int(random.integers(len(shapes)))].placements(GRID)
        covers, mark = placements[int(random.integers(len(placements)))]
        cells = tuple(Cell(*divmod(bit, 9)) for bit in range(72) if int(covers) >> bit & 1)
        hole = next(Cell(*divmod(bit, 9)) for bit in range(72) if int(mark) >> bit & 1)
        reach = float(random.choice([PROMISED, 0.5]))
        offset = float(random.uniform(-reach, reach)), float(random.uniform(-reach, reach))
        most = PROMISED_DEG if reach == PROMISED else 20.0
        piece = Piece("tile", Kind.LEAF, 0, color, cells, hole, offset, float(random.uniform(-most, most)))
        seen, truth = look(piece)
        if reach == PROMISED:
            assert {spot: reading.surface for spot, reading in seen.readings.items()} == truth, piece
            assert not any(sighting.problem for sighting in seen.sightings)
        if seen.hand:
            continue  # so far off that it lies across the rim
        shares = covered(piece)
        for spot, reading in seen.readings.items():
            assert isinstance(spot, Space)
            if reading.surface != "floor" or shares.get(spot.cell, 0.0) > 0.25:
                assert reading.surface == truth[spot], (piece, str(spot))
        if max(map(abs, offset)) > 0.25 or abs(piece.turn_deg) > 8:
            assert [sighting.problem for sighting in seen.sightings] == ["misplaced"], piece


def test_what_is_read_as_a_tile_but_has_a_torn_edge_is_left_unread(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scrap of paper in the colour of a leaf is no tile, however much of some spaces it covers."""
    piece = tile("d4 e4 f4", "green")
    torn = np.zeros((8, 9), np.bool_)
    torn[piece.cells[1].row, piece.cells[1].col] = True
    monkeypatch.setattr(
        "vision.misplaced.off_grid.split_edges", lambda change, leaves, empty, size_wh: torn & leaves & ~empty
    )
    seen, truth = look(piece)
    assert not {Space(0, cell) for cell in piece.cells} & seen.readings.keys()
    assert all(reading.surface == truth[spot] for spot, reading in seen.readings.items())


@pytest.mark.parametrize(
    ("cells", "color", "offset", "turn"),
    [
        ("d4 e4 f4", "green", (0.0, 0.45), 0.0),
        ("c3 d3 e3 e4", "yellow", (0.3, -0.2), 0.0),
        ("c3 c4 d4 d5 d6", "red", (0.05, 0.05), 15.0),
        ("f3 f4 f5 f6", "yellow", (0.42, 0.1), -10.0),
    ],
)
def test_how_a_misplaced_tile_lies_is_measured(
    look: Look, cells: str, color: str, offset: tuple[float, float], turn: float
) -> None:
    """Offset to 0.06 spaces and turn to 3 degrees; all spaces that it covers are named and none of them is read."""
    piece = tile(cells, color, offset, turn)
    seen, _ = look(piece)
    (sighting,) = seen.sightings
    assert sighting.problem == "misplaced"
    assert sighting.offset_xy == pytest.approx(offset, abs=0.06)
    assert sighting.turn_deg == pytest.approx(turn, abs=3.0)
    assert sighting.spots == {Space(0, cell) for cell in piece.cells}
    well = {Space(0, cell) for cell, share in covered(piece).items() if share > 0.25}
    assert well <= sighting.touches
    assert not sighting.touches & seen.readings.keys()


def test_the_other_pieces_are_read_beside_a_misplaced_one(look: Look) -> None:
    """A tile between spaces does not keep others from being read."""
    straight = tile("h6 h7 g7", "green", name="straight")
    seen, truth = look(straight, tile("c2 c3 d3 d4", "yellow", (0.4, 0.1), name="askew"))
    assert all(seen.readings[Space(0, cell)].surface == truth[Space(0, cell)] for cell in straight.cells)
    assert sorted(sighting.problem for sighting in seen.sightings) == ["", "misplaced"]


def settle(tracker: Tracker, observation: Observation, since_s: float, seconds: float) -> bool:
    """Show one picture for some time, ten a second; returns whether it settled."""
    steps = round(10 * seconds)
    answers = [tracker.update(replace(observation, taken_at_s=since_s + 0.1 * n)) for n in range(steps)]
    return answers[-1] is not None


def sighted(tracker: Tracker) -> tuple[Sighting, ...]:
    """What the tracker has to say of pieces that do not lie as they should."""
    return tracker.settled.problems


def test_a_tile_on_another_one_is_overlapping(look: Look) -> None:
    """What is laid on a piece that lies there already is told as overlapping."""
    tracker = Tracker()
    below = tile("d4 e4 f4", "green", name="below")
    settle(tracker, look(below)[0], 0.0, 1.5)
    settle(tracker, look(below, tile("d5 d4 c4 c5", "yellow", name="above"))[0], 2.0, 1.5)
    assert [(sighting.kind, sighting.problem) for sighting in sighted(tracker)] == [("yellow leaf", "overlapping")]


@pytest.mark.parametrize(
    ("cells", "inside"),
    [("d7 d8 e8 d9", {"d7", "d8", "e8"}), ("h3 i3 j3", {"h3", "i3"}), ("b1 b0 c0 b2", {"b1", "b2"})],
)
def test_a_tile_across_the_edge_is_off_the_board(look: Look, cells: str, inside: set[str]) -> None:
    """What lies across the rim, made of squares, is no hand once it has kept still for longer than hands do."""
    where = tuple(Cell(int(name[1]) - 1, "abcdefghij".index(name[0])) for name in cells.split())
    color = {3: "green", 4: "yellow"}[len(where)]
    observation, _ = look(Piece("tile", Kind.LEAF, 0, color, where, where[0]))
    assert observation.hand
    tracker = Tracker()
    assert not settle(tracker, observation, 0.0, 2.5)
    assert settle(tracker, observation, 2.5, 3.0)
    (sighting,) = sighted(tracker)
    assert sighting.problem == "off-board"
    assert inside <= {str(spot.cell) for spot in sighting.touches if isinstance(spot, Space)}
    assert not sighting.touches & tracker.settled.readings.keys()


def test_an_overhanging_tile_that_is_taken_away_is_forgotten(look: Look) -> None:
    """Once nothing crosses the rim any more, nothing is said about it."""
    tracker = Tracker()
    cells = (Cell(6, 3), Cell(7, 3), Cell(8, 3))
    settle(tracker, look(Piece("tile", Kind.LEAF, 0, "green", cells, cells[0]))[0], 0.0, 5.0)
    assert sighted(tracker)
    assert settle(tracker, look()[0], 6.0, 1.5)
    assert not sighted(tracker)
    assert {reading.surface for reading in tracker.settled.readings.values()} == {"floor"}


@pytest.mark.parametrize(
    ("aside", "boxed_in", "is_read"), [(0.24, True, True), (0.24, False, False), (0.34, True, False)]
)
def test_a_card_that_fills_the_only_bare_space_may_lie_a_little_further_off(
    look: Look, monkeypatch: pytest.MonkeyPatch, aside: float, boxed_in: bool, is_read: bool
) -> None:
    """It can belong nowhere else, and at the rim a camera that looks aslant sees its thickness as well."""
    where, measured = Cell.parse("i2"), off_grid.lie_on

    def lie_on(change: Change, size_wh: Size, cells: tuple[Cell, ...], *others: Any) -> Lie:
        return Lie((aside, 0.0), 0.0, 0.7, 1) if cells == (where,) else measured(change, size_wh, cells, *others)

    monkeypatch.setattr(off_grid, "lie_on", lie_on)
    round_it = tile("h2 h1 i1", "green"), tile("h3 i3 i4 h4", "yellow")
    observation, _ = look(
        *(round_it if boxed_in else round_it[1:]), Piece("card", Kind.SQUIRREL, 0, "", (where,), None)
    )
    reading = observation.readings.get(Space(0, where))
    assert (None if reading is None else reading.surface) == ("squirrel" if is_read else None)
