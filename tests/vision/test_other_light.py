"""What cannot be read in the light that is taken to lie on a board is read in one that is told patch by patch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.doubt.other_light import hardly_floor
from vision.explaining.palette import Palette
from vision.frame import Frame, Pixels
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.measures.occlusion import Occlusion
from vision.observation import Problem, Sighting
from vision.pose import BoardPose
from vision.reading import BoardReading, read_board
from vision.roles import FLOOR

Boards = tuple[SimulatedTable, Detector]

SIZE = (9.0, 8.0)
CELLS = (Cell(3, 3), Cell(3, 4), Cell(3, 5), Cell(4, 4))
NOOKS = (Cell(4, 3), Cell(4, 5))
TILE = Piece("1", Kind.LEAF, 0, "yellow", CELLS, CELLS[0])


def with_halo(simulator: SimulatedTable) -> Pixels:
    """The table, the floor in the two nooks of the tile lighter, as a camera has it that lifts shadows."""
    pixels = simulator.picture()
    board = BoardPose.from_corners(simulator.corners_px(0), SIZE)
    near, tile = np.zeros(pixels.shape[:2], np.float32), np.zeros(pixels.shape[:2], np.float32)
    for mask, cells, aside in ((near, NOOKS, 0.2), (tile, CELLS, 0.0)):
        low, high = -aside, 1 + aside
        for cell in cells:
            corners = [(cell.col + x, cell.row + y) for x, y in ((low, low), (high, low), (high, high), (low, high))]
            cv2.fillPoly(mask, [np.rint(board.project(corners)).astype(np.int32)], 1.0)
    lighter = 1 + 0.4 * cv2.GaussianBlur(near, (0, 0), 6.0) * (1 - tile)
    return np.clip(pixels * lighter[..., None], 0, 255).astype(np.uint8)


def glanced(detector: Detector, pixels: Pixels) -> BoardEvidence:
    """What is seen of the first board."""
    return detector.glance(Frame(pixels, 0.0, 0)).evidence[0]


def laid_in(found: BoardReading) -> set[Spot]:
    """Where no floor was read."""
    return {spot for spot, reading in found.readings.items() if reading.surface != FLOOR}


def read(detector: Detector, seen: BoardEvidence) -> BoardReading:
    """That board, read as if it had been empty."""
    floor = {spot: FLOOR for row in seen.spots for spot in row if spot is not None}
    return read_board(seen, detector.roles, Palette(), floor, floor.keys())


def test_floor_that_a_camera_lightens_beside_a_tile_is_floor(two_boards: Boards) -> None:
    """A smooth field does not follow that; between patches of bare floor it is told."""
    simulator, detector = two_boards
    simulator.lay(TILE)
    seen = glanced(detector, with_halo(simulator))
    assert read(detector, replace(seen, relighting=None)).doubtful >= {Space(0, cell) for cell in NOOKS}
    found = read(detector, seen)
    assert not found.doubtful
    assert laid_in(found) == {Space(0, cell) for cell in CELLS}


def test_the_other_light_changes_nothing_but_what_is_foreign(two_boards: Boards) -> None:
    """What is in the way is the same, and there is no third light."""
    simulator, detector = two_boards
    simulator.lay(TILE)
    seen = glanced(detector, with_halo(simulator))
    hand = replace(seen, occlusion=Occlusion(True, False, np.ones_like(seen.occlusion.reached)))
    for evidence in (seen, hand):
        assert evidence.relit is not None
        assert evidence.relit.occlusion is evidence.occlusion
        assert evidence.relit.relit is None
    bare = np.ones(seen.spaces.cover.shape, np.bool_)
    bare[tuple(zip(*((cell.row, cell.col) for cell in CELLS), strict=True))] = False
    assert seen.relit is not None
    assert seen.relit.spaces.cover[bare].max() < 0.6 * seen.spaces.cover[bare].max()
    assert seen.relit.spaces.cover[~bare].min() > 0.5


def test_the_other_light_is_that_of_the_picture_which_was_measured(two_boards: Boards) -> None:
    """A newer one that looks the same may be lit a little otherwise, and what was found out is kept for it."""
    simulator, detector = two_boards
    simulator.lay(TILE)
    seen = glanced(detector, with_halo(simulator))
    newer = replace(seen, picture=BoardPicture((seen.plane * 0.8).astype(seen.plane.dtype)))
    assert seen.relit is not None
    assert newer.relit is not None
    assert np.array_equal(newer.relit.change.plain, seen.relit.change.plain)
    assert np.array_equal(newer.relit.spaces.lightness, seen.relit.spaces.lightness)


def test_colours_of_pieces_are_compared_in_the_smooth_light(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No floor is seen below them, so nobody knows how they are lit."""
    simulator, detector = two_boards
    simulator.lay(TILE)
    seen = glanced(detector, with_halo(simulator))
    given: list[SpaceEvidence] = []

    def noted(*told: Any) -> frozenset[int]:
        given.extend(each for each in told if isinstance(each, SpaceEvidence))
        return frozenset()

    for doubt in ("one_read_as_two", "two_read_as_one"):
        monkeypatch.setattr(f"vision.doubt.doubting.{doubt}", noted)
    assert seen.relit is not None
    for evidence in (seen, seen.relit):
        read(detector, replace(evidence, relighting=None))
    assert len(given) >= 4
    assert seen.relit.spaces is not seen.spaces
    assert all(spaces is not seen.relit.spaces for spaces in given)


LEAF, HOLE, BARE = (Reading(Surface(name), 0.9) for name in ("leaf.green", "hole", FLOOR))
ONE, TWO, THREE, FOUR = (Space(0, cell) for cell in CELLS)


@pytest.mark.parametrize(
    ("smooth", "other", "read_at_last", "left"),
    [
        ({ONE: LEAF}, {ONE: LEAF, TWO: HOLE, THREE: BARE, FOUR: BARE}, {TWO, THREE, FOUR}, set[Spot]()),
        ({ONE: LEAF}, {ONE: LEAF, TWO: HOLE, THREE: BARE}, {THREE}, {TWO, FOUR}),
        ({ONE: LEAF}, {ONE: HOLE, TWO: LEAF, THREE: BARE, FOUR: BARE}, set[Spot](), {TWO, THREE, FOUR}),
        ({ONE: LEAF}, {TWO: HOLE, THREE: BARE, FOUR: BARE}, set[Spot](), {TWO, THREE, FOUR}),
        ({ONE: LEAF}, {}, set[Spot](), {TWO, THREE, FOUR}),
        ({ONE: LEAF, TWO: LEAF, THREE: LEAF, FOUR: HOLE}, {}, set[Spot](), set[Spot]()),
    ],
    ids=["all", "not all", "one otherwise", "one less", "nothing", "there is no doubt"],
)
def test_another_light_counts_where_more_is_read_in_it_and_nothing_otherwise(
    two_boards: Boards,
    monkeypatch: pytest.MonkeyPatch,
    smooth: dict[Spot, Reading],
    other: dict[Spot, Reading],
    read_at_last: set[Spot],
    left: set[Spot],
) -> None:
    """Of two readings that contradict each other one is wrong. A piece may be a part of something that is left."""
    simulator, detector = two_boards
    every = {ONE, TWO, THREE, FOUR}
    seen = glanced(detector, simulator.picture())
    monkeypatch.setattr("vision.reading._asked", lambda evidence, *given: smooth if evidence is seen else other)
    monkeypatch.setattr("vision.reading._read", lambda told: BoardReading(told, (), frozenset(every - told.keys())))
    found = read(detector, seen)
    assert found.readings == smooth | {spot: other[spot] for spot in read_at_last}
    assert found.doubtful == left


@pytest.mark.parametrize(
    ("problem", "offset_xy", "turn_deg", "read_at_last"),
    [
        ("", (0.1, -0.1), 3.0, {TWO, THREE, FOUR}),
        ("", (0.0, -0.2), 0.0, {THREE, FOUR}),
        ("", (0.0, 0.0), -5.0, {THREE, FOUR}),
        ("misplaced", (0.0, 0.0), 0.0, set[Spot]()),
    ],
    ids=["straight", "aside", "turned", "misplaced before"],
)
def test_in_another_light_only_what_lies_straight_is_believed(
    two_boards: Boards,
    monkeypatch: pytest.MonkeyPatch,
    problem: Problem,
    offset_xy: tuple[float, float],
    turn_deg: float,
    read_at_last: set[Spot],
) -> None:
    """R4.2: what was seen to lie off the grid is said to, and light is no reason to overlook it."""
    simulator, detector = two_boards
    seen = glanced(detector, simulator.picture())
    tile = Sighting("tile", "leaf.green", frozenset({ONE, TWO}), TWO, 0.9, offset_xy, turn_deg, problem)
    first = BoardReading({ONE: LEAF}, (tile,) if problem else (), frozenset({TWO, THREE, FOUR}))
    second = BoardReading({ONE: LEAF, TWO: HOLE, THREE: BARE, FOUR: BARE}, (replace(tile, problem=""),))
    monkeypatch.setattr("vision.reading._asked", lambda evidence, *given: evidence)
    monkeypatch.setattr("vision.reading._read", lambda evidence: first if evidence is seen else second)
    assert read(detector, seen).readings.keys() == {ONE} | read_at_last


@pytest.mark.parametrize(("turned", "is_read"), [(TWO, False), (ONE, True)], ids=["unread", "another hole"])
def test_no_light_turns_a_print(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, turned: Spot, is_read: bool
) -> None:
    """R12.1: a hole that shows it turned may hold a token of the floor's colour, in whatever light."""
    simulator, detector = two_boards
    seen = glanced(detector, simulator.picture())
    first = BoardReading({ONE: HOLE}, (), frozenset({TWO, THREE}), frozenset({turned}))
    second = BoardReading({ONE: HOLE, TWO: HOLE, THREE: BARE}, ())
    monkeypatch.setattr("vision.reading._asked", lambda evidence, *given: evidence)
    monkeypatch.setattr("vision.reading._read", lambda evidence: first if evidence is seen else second)
    assert read(detector, seen) == (second if is_read else first)


@pytest.mark.parametrize(("cover", "is_read"), [(0.28, True), (0.32, False)])
def test_floor_that_is_foreign_in_another_light_too_is_not_read_in_that(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, cover: float, is_read: bool
) -> None:
    """Something as dull as the floor lies there, a coin; what was read before without that light stays read."""
    simulator, detector = two_boards
    seen = glanced(detector, simulator.picture())
    assert seen.relit is not None
    for spot in (ONE, TWO, THREE):
        seen.relit.spaces.cover[spot.cell.row, spot.cell.col] = cover
    in_smooth = BoardReading({ONE: BARE}, (), frozenset({TWO, THREE, FOUR}))
    in_other = BoardReading({ONE: BARE, TWO: BARE, THREE: LEAF, FOUR: BARE}, ())
    monkeypatch.setattr("vision.reading._asked", lambda evidence, *given: in_smooth if evidence is seen else in_other)
    monkeypatch.setattr("vision.reading._read", lambda told: told)
    found = read(detector, seen)
    in_part = BoardReading({ONE: BARE, FOUR: BARE}, (), frozenset({TWO, THREE}))
    assert found == (in_other if is_read else in_part)


def test_a_board_that_is_read_without_a_doubt_is_read_once(two_boards: Boards) -> None:
    """To read it in another light takes as long again."""
    simulator, detector = two_boards
    seen = glanced(detector, simulator.picture())

    def never(evidence: BoardEvidence) -> BoardEvidence:
        raise AssertionError(f"board {evidence.seat} was read twice")

    assert not read(detector, replace(seen, relighting=never)).doubtful


def test_what_is_foreign_below_a_piece_is_no_floor_to_be_doubted(two_boards: Boards) -> None:
    """A piece is foreign all over, and only of floor is it asked."""
    simulator, detector = two_boards
    seen = glanced(detector, simulator.picture())
    assert seen.relit is not None
    for spot in (ONE, TWO):
        seen.relit.spaces.cover[spot.cell.row, spot.cell.col] = 0.9
    assert hardly_floor({ONE, THREE}, seen.relit) == {ONE}
