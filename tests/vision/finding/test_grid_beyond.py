from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.grid_beyond import goes_on, widened
from vision.finding.grid_strips import strips
from vision.finding.lattice import Gray
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize(
    ("cols", "rows", "ground", "line"),
    [(9, 9, 60, 150), (10, 8, 190, 90), (10, 9, 60, 150), (12, 11, 190, 90), (9, 9, 190, 90)],
)
def test_a_larger_grid_is_found_as_such_alone(
    drawn: Callable[..., Frame], cols: int, rows: int, ground: int, line: int
) -> None:
    """A puzzle of 9 x 9 spaces, or more, holds 9 x 8 of them, yet it is no board of 9 x 8.

    Light lines and dark ones for what goes on by a row or by a column; the rest once.
    """
    frame = drawn(UPRIGHT, ground=ground, line=line, cols=cols, rows=rows, icons=10)
    with pytest.raises(BoardNotFound, match="9 x 8"):
        find_boards(frame, SPACES)
    assert len(find_boards(frame, (cols, rows))) == 1


@pytest.mark.parametrize(("left", "top"), [(0, 1), (2, 1), (1, 0), (1, 2)])
def test_a_grid_that_goes_on_at_one_side_is_told(drawn: Callable[..., Frame], left: int, top: int) -> None:
    """At every side of a part of a larger grid the next line is seen; the whole ends where it does."""
    gray = gray_of(drawn(UPRIGHT, cols=11, rows=10, icons=10))
    whole = BoardPose.from_corners(UPRIGHT, (11, 10))
    corners = np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) + np.array([left, top])
    part = BoardPose.from_corners(whole.project(corners), SPACES)
    assert goes_on(gray, part, SPACES)
    assert not goes_on(gray, whole, (11, 10))


@pytest.mark.parametrize(("cols", "rows"), [(18, 16), (20, 16)])
def test_every_second_line_of_a_finer_grid_is_no_board(drawn: Callable[..., Frame], cols: int, rows: int) -> None:
    """Of tiles half as wide every second joint is where a board would have its lines; those between are seen."""
    gray = gray_of(drawn(UPRIGHT, cols=cols, rows=rows, icons=0))
    whole = BoardPose.from_corners(UPRIGHT, (cols, rows))
    part = BoardPose.from_corners(whole.project(np.array([[0, 0], [18, 0], [18, 16], [0, 16]])), SPACES)
    assert goes_on(gray, part, SPACES)


@pytest.mark.parametrize(("joined", "more"), [(4, True), (2, False)])
def test_a_whole_next_line_is_one_of_the_grid_if_enough_joins_it(
    drawn: Callable[..., Frame], joined: int, more: bool
) -> None:
    """On a page that curls most lines are out of place beyond; nothing joins the line of a board that lies close by."""
    whole = BoardPose.from_corners(UPRIGHT, (10, 8))
    pixels = drawn(UPRIGHT, ground=190, line=90, cols=10, rows=8, icons=0).pixels.copy()
    for row in range(9 - joined):
        ends = whole.project(np.array([[9.15, row - 0.2], [9.85, row - 0.2], [9.85, row + 0.2], [9.15, row + 0.2]]))
        cv2.fillConvexPoly(pixels, np.rint(ends).astype(np.int32), (190, 190, 190))
    part = BoardPose.from_corners(whole.project(np.array([[0, 0], [9, 0], [9, 8], [0, 8]])), SPACES)
    assert goes_on(gray_of(Frame(pixels, 0.0, 0)), part, SPACES) == more


@pytest.mark.parametrize("aside", [(0.5, 0.0), (0.0, 0.5)])
def test_a_grid_half_a_space_aside_of_one_with_other_sides_is_no_board(
    drawn: Callable[..., Frame], aside: tuple[float, float]
) -> None:
    """The lines of a table of numbers are seen halfway between those that were taken for a board's, one way alone."""
    cols, rows = (8, 8) if aside[0] else (9, 7)
    gray = gray_of(drawn(UPRIGHT, cols=cols, rows=rows, icons=0))
    whole = BoardPose.from_corners(UPRIGHT, (cols, rows))
    part = BoardPose.from_corners(whole.project(np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) - np.array(aside)), SPACES)
    assert goes_on(gray, part, SPACES)


def test_lines_that_are_carried_on_to_the_edge_of_a_sheet_tell_that_a_grid_goes_on(drawn: Callable[..., Frame]) -> None:
    """Where the next line is lost in the edge of the sheet, those that run up to it are seen beyond the grid."""
    frame = drawn(UPRIGHT, cols=9, rows=9, icons=0)
    whole = BoardPose.from_corners(UPRIGHT, (9, 9))
    edge = whole.project(np.array([[-1.0, 8.95], [10.0, 8.95], [10.0, 11.0], [-1.0, 11.0]]))
    pixels = cv2.fillConvexPoly(frame.pixels.copy(), np.rint(edge).astype(np.int32), (30, 30, 30))
    part = BoardPose.from_corners(whole.project(np.array([[0, 0], [9, 0], [9, 8], [0, 8]])), SPACES)
    assert goes_on(gray_of(Frame(np.asarray(pixels, np.uint8), 0.0, 0)), part, SPACES)


def test_ornaments_at_the_ends_of_lines_do_not_carry_them_on(drawn: Callable[..., Frame]) -> None:
    """A star in the margin at every line, as if that went on to it."""
    frame = drawn(UPRIGHT, ground=190, line=90, icons=0)
    pose = BoardPose.from_corners(UPRIGHT, SPACES)
    ends = [(col, y) for col in range(10) for y in (-0.5, 8.5)] + [(x, row) for row in range(9) for x in (-0.5, 9.5)]
    pixels = frame.pixels.copy()
    for x, y in pose.project(np.array(ends, np.float64)):
        cv2.circle(pixels, (round(x), round(y)), 8, (90, 90, 90), cv2.FILLED, cv2.LINE_AA)
    assert not goes_on(gray_of(Frame(pixels, 0.0, 0)), pose, SPACES)


def test_what_lies_outside_the_picture_does_not_count(drawn: Callable[..., Frame]) -> None:
    """A board whose rim touches the edge of the picture ends there, and so does one seen to the horizon."""
    corners = np.array([[10.0, 10.0], [790.0, 10.0], [790.0, 590.0], [10.0, 590.0]])
    gray = gray_of(drawn(corners))
    assert not goes_on(gray, BoardPose.from_corners(corners, SPACES), SPACES)
    steep = BoardPose.from_corners([[395.0, 10.0], [405.0, 10.0], [790.0, 590.0], [10.0, 590.0]], SPACES)
    assert not goes_on(gray, steep, SPACES)


@pytest.mark.parametrize(("space_px", "found"), [(11.0, 0), (15.0, 0), (24.0, 1)])
def test_a_grid_as_fine_as_the_blocks_of_a_compressed_picture_is_no_board(
    drawn: Callable[..., Frame], space_px: float, found: int
) -> None:
    """Lines that are hardly more than grain may be anything; from 20 pixels a space on they are a board's."""
    corners = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]])
    frame = drawn(40 + space_px * corners, frame_wh=(320, 280), noise=1.0)
    try:
        poses = find_boards(frame, SPACES)
    except BoardNotFound:
        poses = ()
    assert len(poses) == found


def test_a_widened_grid_has_all_stretches_within_a_space_of_it() -> None:
    """Its own are those of the grid, in their order, and what joins those to the next lines is known by its side."""
    around, grid = widened(SPACES), strips(SPACES)
    assert np.array_equal(around.strips.middle[around.strips.own], grid.middle)
    assert np.array_equal(around.strips.across[around.strips.own], grid.across)
    assert len(np.unique(around.strips.middle, axis=0)) == len(strips((11, 10)).middle)
    assert (around.strips.across[: around.strips.upright, 0] == 1).all()
    assert (around.strips.across[around.strips.upright :, 1] == 1).all()
    for side, (axis, place, count) in enumerate(((0, -0.5, 9), (0, 9.5, 9), (1, -0.5, 10), (1, 8.5, 10))):
        joins = around.joins[around.side == side]
        assert len(joins) == count
        assert set(around.strips.middle[joins, axis]) == {place}
