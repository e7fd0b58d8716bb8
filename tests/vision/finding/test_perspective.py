from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.finding.perspective import outline_unevenness, unevenness
from vision.pose import BoardPose, Points

FRAME_WH = (1332, 990)


def seen(size_wh: tuple[float, float], turn: float, tilt: float, focal: float, away: float) -> Points:
    """The corners of a rectangle as a camera sees it that looks down on its middle from so many units, clockwise."""
    width, height = size_wh
    corners = np.array([[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]], np.float64)
    corners -= np.array([width / 2, height / 2, 0])
    around, _ = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(turn)]))
    over, _ = cv2.Rodrigues(np.array([math.radians(tilt), 0.0, 0.0]))
    space = corners @ (over @ around).T + np.array([0.3, -0.2, away])
    middle = (np.array(FRAME_WH) - 1) / 2
    return np.asarray(focal * max(FRAME_WH) * space[:, :2] / space[:, 2:] + middle)


@pytest.mark.parametrize("focal", [0.55, 0.85, 1.5])
@pytest.mark.parametrize("tilt", [0.0, 20.0, -40.0])
@pytest.mark.parametrize("turn", [0.0, 33.0, 200.0])
def test_what_a_camera_sees_of_a_board_is_even(turn: float, tilt: float, focal: float) -> None:
    """However a camera stands: spaces are square under its own focal length, and the board fills its outline."""
    corners = seen((9, 8), turn, tilt, focal, 14 * focal + 5)
    assert unevenness(BoardPose.from_corners(corners, (9, 8)), FRAME_WH) < 1e-3
    assert outline_unevenness(corners, (9, 8), FRAME_WH) < 1e-3
    assert outline_unevenness(np.roll(corners, 1, axis=0), (9, 8), FRAME_WH) < 1e-3


def test_an_outline_is_as_uneven_as_its_better_way() -> None:
    """Whatever the quadrilateral: the outline alone says of it what the better of both poses in it says."""
    rng = np.random.default_rng(5)
    square = np.array([[300.0, 200.0], [900.0, 210.0], [950.0, 800.0], [250.0, 780.0]])
    for _ in range(50):
        quad = square + rng.uniform(-120, 120, (4, 2))
        poses = [BoardPose.from_corners(np.roll(quad, turn, axis=0), (9, 8)) for turn in (0, 1)]
        wanted = min(unevenness(pose, FRAME_WH) for pose in poses)
        assert outline_unevenness(quad, (9, 8), FRAME_WH) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("size_wh", [(9, 4.5), (5, 8), (16, 8)])
def test_half_a_board_is_no_outline_of_one(size_wh: tuple[float, float]) -> None:
    """What is far longer than a board, or as narrow as half of one, is uneven from wherever it is seen."""
    assert outline_unevenness(seen(size_wh, 20, 25, 0.85, 17), (9, 8), FRAME_WH) > 0.2


@pytest.mark.parametrize(
    "quad", [[[0, 0], [10, 0], [20, 0], [30, 0]], [[0, 0], [100, 0], [30, 30], [0, 100]], [[0, 0], [100, 100]] * 2]
)
def test_no_camera_sees_a_board_where_nothing_is_convex(quad: list[list[float]]) -> None:
    """Lines, arrows and points are infinitely uneven."""
    assert outline_unevenness(np.array(quad, np.float64), (9, 8), FRAME_WH) == math.inf
