from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.finding.simple_lens import simple_lens
from vision.pose import BoardNotFound, BoardPose, Lens

SIZE_WH = (9.0, 8.0)
CORNERS = np.array([[210.0, 120.0], [640.0, 150.0], [600.0, 520.0], [180.0, 480.0]])

shifts = st.lists(st.floats(-30, 30), min_size=8, max_size=8).map(lambda values: np.reshape(values, (4, 2)))


@given(shifts, st.floats(-0.2, 0.1))
def test_corners_come_back(shift: np.ndarray, k1: float) -> None:
    """A pose made from four corners puts the grid's corners there, under any lens."""
    pose = BoardPose.from_corners(CORNERS + shift, SIZE_WH, simple_lens((800, 600), k1))
    assert np.allclose(pose.corners_px(SIZE_WH), CORNERS + shift, atol=0.02)


@pytest.mark.parametrize("coefficients", [[-0.4, 0, 0, 0, 0], [0.2, 0, 0, 0, 0], [-0.3, 0.1, 0.01, 0, 0], [0.0] * 5])
def test_points_are_bent_as_opencv_bends_them(coefficients: list[float]) -> None:
    """Whether a lens has one coefficient or several: its distortion is that of OpenCV's camera model."""
    points = np.random.default_rng(1).uniform((0, 0), (800, 600), (40, 2))
    lens = Lens(simple_lens((800, 600), 0.0).matrix, np.array(coefficients))
    rays = np.column_stack([(points - lens.matrix[:2, 2]) / lens.matrix[0, 0], np.ones(len(points))])
    wanted, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.matrix, lens.distortion)
    assert np.allclose(lens.distort(points), wanted.reshape(-1, 2), atol=1e-6)


@given(shifts, st.floats(-0.2, 0.1))
def test_locate_undoes_project(shift: np.ndarray, k1: float) -> None:
    """A point of the board that is seen somewhere is located where it is."""
    pose = BoardPose.from_corners(CORNERS + shift, SIZE_WH, simple_lens((800, 600), k1))
    points = np.array([[0.0, 0.0], [4.5, 4.0], [8.5, 1.25], [2.0, 7.75]])
    assert np.allclose(pose.locate(pose.project(points)), points, atol=2e-3)


@pytest.mark.parametrize(
    "corners",
    [
        CORNERS[::-1],
        CORNERS[[0, 2, 1, 3]],
        CORNERS[:3],
        np.tile(CORNERS[:1], (4, 1)),
        CORNERS * np.nan,
    ],
    ids=["counter-clockwise", "crossed", "three", "one point", "not finite"],
)
def test_no_pose_from_bad_corners(corners: np.ndarray) -> None:
    """Corners that are no board seen from above are refused, not repaired."""
    with pytest.raises(BoardNotFound):
        BoardPose.from_corners(corners, SIZE_WH)


def test_rectified_board_has_its_corners_at_the_margin() -> None:
    """In the rectified picture the grid starts exactly ``margin`` spaces in."""
    pixels = np.zeros((600, 800, 3), np.uint8)
    pose = BoardPose.from_corners([[100, 100], [460, 100], [460, 420], [100, 420]], SIZE_WH)
    pixels[101:421, 101:461] = 255  # pixel centres are integers: the grid's area ends half a pixel before them
    flat = pose.rectify(pixels, SIZE_WH, 20, 1.0)
    assert flat.shape == (200, 220, 3)
    assert flat[22:178, 22:198].min() == 255
    assert flat[:19].max() == flat[:, :19].max() == 0
