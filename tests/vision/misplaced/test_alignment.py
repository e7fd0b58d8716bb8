"""Tiles that lie off the grid, on the simulated table."""

from __future__ import annotations

import numpy as np
import pytest

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.frame import Frame
from vision.measures.board_parts import board_of
from vision.measures.color import Change
from vision.misplaced.alignment import misaligned, split_edges
from vision.observation import Observation
from vision.pose import BoardPose
from vision.reference import PX_PER_SPACE, BoardReference, plane_size_wh
from vision.tracker import Settled, Tracker

FLOOR = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
CELLS = tuple(Cell(row, col) for row, col in ((2, 3), (2, 4), (3, 4), (3, 5), (4, 4)))
MARK = Cell(3, 4)


def read(seed: int, offset_xy: tuple[float, float], turn_deg: float) -> Observation:
    """A simulated board with one red tile that lies this far off."""
    table = drawn_table([FLOOR], seed)
    table.advance(0.1)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    detector = Detector([BoardReference.of_picture(layout(1)[0], pose, table.picture())], pieces(ANY_ANIMAL))
    table.lay(Piece("p1", Kind.LEAF, 0, "red", CELLS, MARK, offset_xy, turn_deg))
    return detector.read(Frame(table.picture(), 0.0, 0))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("offset_xy", "turn_deg"), [((0.0, 0.0), 0.0), ((0.15, 0.0), 4.0), ((-0.1, 0.12), -4.0), ((0.1, -0.1), 3.0)]
)
def test_a_tile_a_little_off_is_read_right(seed: int, offset_xy: tuple[float, float], turn_deg: float) -> None:
    """15 % of a space and 4 degrees do not matter."""
    observation = read(seed, offset_xy, turn_deg)
    for row in range(8):
        for col in range(9):
            cell = Cell(row, col)
            want = "hole" if cell == MARK else "leaf.red" if cell in CELLS else "floor"
            assert observation.readings[Space(0, cell)].surface == want
    (sighting,) = observation.sightings
    assert not sighting.problem


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("offset_xy", "turn_deg"), [((0.38, 0.0), 0.0), ((0.0, 0.4), 0.0), ((-0.36, 0.2), 0.0), ((0.0, 0.0), 25.0)]
)
def test_a_tile_between_the_spaces_is_not_read(seed: int, offset_xy: tuple[float, float], turn_deg: float) -> None:
    """Nobody can say which spaces it is on: no space is called covered, and a piece that is sighted is misplaced."""
    observation = read(seed, offset_xy, turn_deg)
    assert {reading.surface for reading in observation.readings.values()} <= {"floor", "hole"}
    assert {sighting.problem for sighting in observation.sightings} <= {"misplaced"}
    assert any(Space(0, cell) not in observation.readings for cell in CELLS)


def settled(table: SimulatedTable, detector: Detector, tracker: Tracker) -> Settled:
    """What the tracker makes of the table as it lies now, after two windows."""
    for _ in range(12):
        table.advance(0.1)
        tracker.update(detector.read(Frame(table.picture(), table.now_s, 0)))
    return tracker.settled


def test_a_tile_on_another_tile_is_called_overlapping_and_what_lay_below_comes_back() -> None:
    """A tile laid partly on another one is seen as that; when it is lifted the first one is whole again."""
    table = drawn_table([FLOOR], 4)
    table.advance(0.1)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    detector = Detector([BoardReference.of_picture(layout(1)[0], pose, table.picture())], pieces(ANY_ANIMAL))
    tracker = Tracker()
    settled(table, detector, tracker)
    table.lay(Piece("p1", Kind.LEAF, 0, "red", CELLS, MARK))
    first = settled(table, detector, tracker)
    above = (Cell(4, 4), Cell(5, 4), Cell(6, 4), Cell(6, 5))
    table.lay(Piece("p2", Kind.LEAF, 0, "yellow", above, Cell(5, 4)))
    both = settled(table, detector, tracker)
    assert [sighting.problem for sighting in both.sightings] == ["", "overlapping"]
    assert both.readings[Space(0, Cell(4, 4))].surface == "leaf.yellow"
    table.lift("p2")
    again = settled(table, detector, tracker)
    assert {spot: r.surface for spot, r in again.readings.items()} == {s: r.surface for s, r in first.readings.items()}
    assert len(again.sightings) == 1


def test_an_animal_may_stick_out_further_than_a_tile() -> None:
    """R6.1: it lies on tiles, so that a camera that looks aslant sees it beyond the border of bare floor."""
    table = drawn_table([FLOOR], 2)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture())
    tiles = (
        ("p1", (Cell(2, 2), Cell(2, 3), Cell(3, 3)), Cell(2, 3)),
        ("p2", (Cell(2, 4), Cell(3, 4), Cell(4, 4)), Cell(2, 4)),
    )
    for name, cells, mark in tiles:
        table.lay(Piece(name, Kind.LEAF, 0, "green", cells, mark))
    tracker, detector = Tracker(), Detector([reference], pieces(ANY_ANIMAL))
    settled(table, detector, tracker)
    table.lay(Piece("fox", Kind.ANIMAL, 0, "fox", (Cell(2, 3), Cell(2, 4)), None, (0.0, -0.34)))
    found = settled(table, detector, tracker)
    spots = [Space(0, Cell(row, col)) for row, col in ((2, 3), (2, 4), (1, 3), (1, 4))]
    assert [found.readings[spot].surface for spot in spots] == ["animal", "animal", "floor", "floor"]
    assert not found.problems


def beyond_the_border(covered: slice, middle: float) -> bool:
    """Whether a thing that covers these columns of a lone space, its middle so foreign, is called misaligned there."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    spaces = board_of(plain, (9.0, 8.0))
    spaces[4, 4][:, covered] = 1.0
    spaces[4, 4][6:-6, 6:-6] *= middle
    solid = np.zeros((8, 9), np.bool_)
    solid[4, 4] = True
    return bool(misaligned(Change(plain, plain), solid, ~solid, (9.0, 8.0), 0.25)[4, 4])


def test_a_thing_with_the_color_of_the_floor_in_its_middle_lies_on_its_space() -> None:
    """It falls short where bare floor reaches from its edge to the border, not where its fur looks like the floor."""
    whole, short = slice(None), slice(None, -round(0.45 * PX_PER_SPACE))
    assert not beyond_the_border(whole, 1.0)
    assert not beyond_the_border(whole, 0.2)
    assert beyond_the_border(short, 1.0)


@pytest.mark.parametrize(
    ("edge", "inside", "short"),
    [(0.38, 0.58, False), (0.38, 1.0, True), (0.25, 0.58, True), (0.18, 0.2, True), (0.42, 1.0, False)],
)
def test_a_tile_nearly_of_the_colour_of_the_floor_falls_short_by_what_it_shows_further_inside(
    edge: float, inside: float, short: bool
) -> None:
    """As little of it is foreign as of its edge; the edge of one that falls short is bare beside that."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    board_of(plain, (9.0, 8.0))[4, 4] = edge
    board_of(plain, (9.0, 8.0))[4, 4][:, : -round(0.42 * PX_PER_SPACE)] = inside
    solid, empty = np.zeros((2, 8, 9), np.bool_)
    solid[4, 4] = empty[4, 5] = True
    nowhere = np.zeros(plain.shape, np.float32)  # a shadow explains it
    assert bool(misaligned(Change(plain, nowhere), solid, empty, (9.0, 8.0), 0.25)[4, 4]) == short


@pytest.mark.parametrize(("edge", "short"), [(0.38, False), (0.25, True)])
def test_a_tile_nearly_of_the_colour_of_the_floor_is_there_where_its_edge_is(edge: float, short: bool) -> None:
    """A little beside the border something lies that no shadow explains; what is bare there falls short."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    board_of(plain, (9.0, 8.0))[4, 4] = 0.65
    board_of(plain, (9.0, 8.0))[4, 4][:, -round(0.42 * PX_PER_SPACE) :] = 0.28
    solid, empty = np.zeros((2, 8, 9), np.bool_)
    solid[4, 4] = empty[4, 5] = True
    change = Change(plain, np.full(plain.shape, edge, np.float32))
    assert bool(misaligned(change, solid, empty, (9.0, 8.0), 0.6)[4, 4]) == short


@pytest.mark.parametrize(
    ("near", "far", "by_noise", "sticks_out"),
    [
        (0.6, 0.45, 0.0, False),
        (0.9, 0.1, 0.0, True),
        (1.0, 0.95, 0.0, True),
        (0.3, 0.0, 0.0, False),
        (0.7, 0.6, 0.4, False),
        (1.0, 0.5, 0.4, True),
    ],
)
def test_a_bare_space_that_is_a_little_tinted_all_over_is_none_onto_which_a_piece_sticks_out(
    near: float, far: float, by_noise: float, sticks_out: bool
) -> None:
    """Light from the pieces round it falls on all of it, and noise does; what is foreign all over may not be bare."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    spaces = board_of(plain, (9.0, 8.0))
    spaces[4, 4] = 1.0
    spaces[4, 5] = far
    spaces[4, 5][:, : PX_PER_SPACE // 2] = near
    solid = np.zeros((8, 9), np.bool_)
    solid[4, 4] = True
    found = misaligned(Change(plain, plain), solid, ~solid, (9.0, 8.0), 0.25, by_noise=by_noise)
    assert bool(found[4, 4]) == sticks_out


def test_what_sticks_out_is_asked_for_light() -> None:
    """A strip that is only lit otherwise is no piece: it is told which, and whether more than that is foreign."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    spaces = board_of(plain, (9.0, 8.0))
    spaces[4, 4] = spaces[4, 5] = 1.0
    solid = np.zeros((8, 9), np.bool_)
    solid[4, 4] = True
    asked: list[object] = []

    def is_light(*strip: object) -> bool:
        asked.append(strip)
        return True

    assert not misaligned(Change(plain, plain), solid, ~solid, (9.0, 8.0), 0.25, is_light).any()
    assert asked == [((4, 4), (4, 5), (0.25, pytest.approx(0.42)), True)]


def test_an_animal_a_little_aside_on_a_hole_is_where_it_should_be() -> None:
    """Beside it the floor shows through the hole; on a space that was bare it would fall short."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    board_of(plain, (9.0, 8.0))[4, 4][:, : round(0.55 * PX_PER_SPACE)] = 1.0
    solid = np.zeros((8, 9), np.bool_)
    solid[4, 4] = True
    change, nothing = Change(plain, plain), np.zeros_like(solid)
    found = [
        misaligned(change, solid, ~solid, (9.0, 8.0), 0.4, open_below=hole).any() for hole in (None, nothing, solid)
    ]
    assert found == [True, True, False]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(
    ("bare", "beside", "is_split"),
    [(1.0, "floor", True), (0.65, "floor", True), (0.5, "floor", False), (1.0, "leaf", False)],
    ids=["half of it is bare", "most of a half", "one half looks rather like the floor", "another tile lies beside"],
)
def test_a_leaf_of_whose_border_to_bare_ground_one_half_is_bare_is_no_tile(
    turns: int, bare: float, beside: str, is_split: bool
) -> None:
    """An edge of a tile that is read is hardly turned; a scrap of paper has its colour and another outline."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    leaf = np.ones((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    leaf[PX_PER_SPACE // 2 :, PX_PER_SPACE // 2 :] -= bare  # a quarter, at its lower and right borders
    board_of(plain, (9.0, 8.0))[4, 4] = np.rot90(leaf, turns)
    leaves = np.zeros((8, 9), np.bool_)
    leaves[4, 4] = True
    empty = np.zeros_like(leaves)
    down, right = ((1, 0), (0, 1), (-1, 0), (0, -1))[turns]
    empty[4 + down, 4 + right] = beside == "floor"
    found = split_edges(Change(plain, np.zeros_like(plain)), leaves, empty, (9.0, 8.0))
    assert bool(found[4, 4]) is is_split
    assert found.sum() == is_split


@pytest.mark.parametrize("side", range(4))
def test_the_edge_of_a_tile_that_lies_aside_is_straight(side: int) -> None:
    """All of a border may be bare, and so may its ends be, where the tile is turned a little."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    leaf = np.ones((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    for row in range(PX_PER_SPACE):
        leaf[row, : 5 + row // 14] = 0.0
    board_of(plain, (9.0, 8.0))[4, 4] = np.rot90(leaf, side)
    leaves = np.zeros((8, 9), np.bool_)
    leaves[4, 4] = True
    assert not split_edges(Change(plain, plain), leaves, ~leaves, (9.0, 8.0)).any()


@pytest.mark.parametrize(("along", "is_split"), [(PX_PER_SPACE // 2, True), (5, False)])
def test_a_leaf_may_have_a_corner_that_is_rounded_off_but_no_half(along: int, is_split: bool) -> None:
    """It is looked at to nearly half of a space from the border, for so far scraps of paper reach in."""
    plain = np.zeros(plane_size_wh((9.0, 8.0))[::-1], np.float32)
    leaf = np.ones((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    leaf[3:11, :along] = 0.0
    board_of(plain, (9.0, 8.0))[4, 4] = leaf
    leaves = np.zeros((8, 9), np.bool_)
    leaves[4, 4] = True
    above = np.zeros_like(leaves)
    above[3, 4] = True
    assert bool(split_edges(Change(plain, plain), leaves, above, (9.0, 8.0)).any()) is is_split
