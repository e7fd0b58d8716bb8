from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.boardfinder import find_boards
from vision.frame import Frame
from vision.grid_beyond import goes_on, refine_and_look_beyond
from vision.grid_sparse import QUICK, refine_sparsely
from vision.lattice import Gray
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize(("cols", "rows"), [(9, 9), (10, 8), (10, 9), (12, 11)])
@pytest.mark.parametrize(("ground", "line"), [(60, 150), (190, 90)])
def test_a_larger_grid_is_found_as_such_alone(
    drawn: Callable[..., Frame], cols: int, rows: int, ground: int, line: int
) -> None:
    """A puzzle of 9 x 9 spaces, or more, holds 9 x 8 of them, yet it is no board of 9 x 8."""
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
    assert goes_on(gray, part, SPACES, 1)
    assert not goes_on(gray, part, SPACES, -1)
    assert not goes_on(gray, whole, (11, 10), 1)


@pytest.mark.parametrize(("left", "top", "cols", "rows", "more"), [(0, 0, 9, 8, False), (0, 1, 9, 9, True)])
def test_a_look_beyond_along_with_the_fit_changes_nothing_of_it(
    drawn: Callable[..., Frame], left: int, top: int, cols: int, rows: int, more: bool
) -> None:
    """The pose is that of a fit to the grid alone, to a hundredth of a pixel, and only a larger grid hints at more."""
    gray = gray_of(drawn(UPRIGHT, cols=cols, rows=rows, icons=10))
    whole = BoardPose.from_corners(UPRIGHT + 2.0, (cols, rows))
    corners = np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) + np.array([left, top])
    start = BoardPose.from_corners(whole.project(corners), SPACES)
    alone = refine_sparsely(gray, start, SPACES, 1, True, QUICK)
    fit, hinted = refine_and_look_beyond(gray, start, SPACES, 1, True, QUICK)
    assert hinted == more
    assert fit.pose.corners_px(SPACES) == pytest.approx(alone.pose.corners_px(SPACES), abs=0.01)
    assert (fit.support, fit.border, fit.present) == (alone.support, alone.border, alone.present)


def test_what_lies_outside_the_picture_does_not_count(drawn: Callable[..., Frame]) -> None:
    """A board whose rim touches the edge of the picture ends there, and so does one seen to the horizon."""
    corners = np.array([[10.0, 10.0], [790.0, 10.0], [790.0, 590.0], [10.0, 590.0]])
    gray = gray_of(drawn(corners))
    assert not goes_on(gray, BoardPose.from_corners(corners, SPACES), SPACES, 1)
    steep = BoardPose.from_corners([[395.0, 10.0], [405.0, 10.0], [790.0, 590.0], [10.0, 590.0]], SPACES)
    assert not goes_on(gray, steep, SPACES, 1)


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
