"""All boards on a table are of one size; a grid of another size is none of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.grid_refine import GridFit
from vision.finding.one_size import of_one_size
from vision.frame import Frame
from vision.pose import BoardPose, Points

SPACES = 9, 8
TILTED = np.array([[1.0, 0.1, 40.0], [0.02, 0.9, 30.0], [1e-5, 4e-4, 1.0]])  # a table as the camera sees it


def grid(left: float, far: float, side: float, support: float, ends: float = 1.0) -> GridFit:
    """A board on the tilted table with its far left corner there and squares so long."""
    corners = np.array([left, far]) + side * np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]])
    seen = np.column_stack([corners, np.ones(4)]) @ TILTED.T
    pose = BoardPose.from_corners(seen[:, :2] / seen[:, 2:], (9.0, 8.0))
    return GridFit(pose, support, support, 1.0, ends)


@pytest.mark.parametrize("side", [55.0, 75.0, 105.0, 130.0, 160.0])
def test_what_is_not_as_large_as_the_best_board_is_none(side: float) -> None:
    """Near or far on a tilted table: two boards of 100 stay, and one more if it is about as large."""
    first, second = grid(0.0, 0.0, 100.0, 0.99), grid(1000.0, 1200.0, 98.0, 0.8)
    other = grid(1000.0, 0.0, side, 0.9)
    kept = of_one_size([second, other, first], SPACES)
    assert kept == ((second, other, first) if abs(side - 105.0) < 1.0 else (second, first))


def test_a_clear_grid_that_goes_on_is_not_the_one_to_go_by() -> None:
    """Part of a mat under a board whose lines are fainter."""
    faint, mat = grid(0.0, 0.0, 100.0, 0.9), grid(1000.0, 0.0, 60.0, 0.99, ends=0.5)
    assert of_one_size([mat, faint], SPACES) == (faint,)


def test_of_none_none_is_kept() -> None:
    """No board is no error here: the search says why it found none."""
    assert of_one_size([], SPACES) == ()


def test_a_smaller_grid_beside_a_board_is_not_found(drawn: Callable[..., Frame]) -> None:
    """A cutting mat's squares may be as many as a board's: only the board is found."""
    board: Points = np.array([[60.0, 60.0], [420.0, 60.0], [420.0, 380.0], [60.0, 380.0]])
    mat: Points = np.array([[500.0, 300.0], [716.0, 300.0], [716.0, 492.0], [500.0, 492.0]])
    pixels = drawn(board).pixels.copy()
    small = drawn(mat).pixels
    pixels[270:, 470:] = small[270:, 470:]
    (found,) = find_boards(Frame(pixels, 0.0, 0), (9.0, 8.0))
    assert np.abs(found.corners_px((9.0, 8.0)) - board).max() < 2.0
    (alone,) = find_boards(Frame(small, 0.0, 0), (9.0, 8.0))
    assert np.abs(alone.corners_px((9.0, 8.0)) - mat).max() < 2.0
