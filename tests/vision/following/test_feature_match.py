"""A board that moved far is found again by what is printed and lies on it, however much of its grid shows."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.following.feature_match import ShownBoard, features_of, matched_pose, whole_grid
from vision.following.follow import Follower
from vision.frame import Frame
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
PX, MARGIN = 40, 1.0


class Block(NamedTuple):
    """Some spaces of a board: its sides in spaces from its far left corner."""

    left: float
    far: float
    right: float
    near: float


LARGE, SMALL, LEFT, RIGHT = Block(3, 2, 7, 6), Block(4, 3, 7, 6), Block(0, 1, 4, 7), Block(5, 1, 9, 7)


def littered(pixels: NDArray[np.uint8], corners: NDArray[np.float64], bare: Block, seed: int) -> NDArray[np.uint8]:
    """The picture with scraps of paper all over the board but for a block of its spaces."""
    rng = np.random.default_rng(seed)
    over = pixels.copy()
    places = BoardPose.from_corners(corners, SIZE_WH)
    for right, down in rng.uniform((0.0, 0.0), SIZE_WH, (900, 2)):
        if bare.left - 0.3 < right < bare.right + 0.3 and bare.far - 0.3 < down < bare.near + 0.3:
            continue
        middle = places.project(np.array([[right, down]]))[0]
        size = rng.uniform(0.3, 0.7, 2) * np.linalg.norm(corners[1] - corners[0]) / 9
        box = cv2.boxPoints((middle.tolist(), size.tolist(), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(over, np.rint(box).astype(np.int32), rng.integers(30, 220, 3).tolist())
    return over


def spun(pixels: NDArray[np.uint8], corners: NDArray[np.float64], degrees: float) -> tuple[Frame, NDArray[np.float64]]:
    """The picture turned about the board and pushed aside, and where the corners come to lie."""
    middle = corners.mean(axis=0)
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), degrees, 1.0)
    matrix[:, 2] += np.array([30.0, -20.0])
    height, width = pixels.shape[:2]
    seen = cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
    return Frame(np.asarray(seen, np.uint8), 20.0, 20), corners @ matrix[:, :2].T + matrix[:, 2]


def apart(pose: BoardPose, corners: NDArray[np.float64]) -> float:
    """How far a corner is off at most, in spaces."""
    space = np.linalg.norm(corners[1] - corners[0]) / 9
    return float(np.linalg.norm(pose.corners_px(SIZE_WH) - corners, axis=1).max() / space)


@pytest.mark.parametrize("degrees", [35.0, 90.0, 180.0])
@pytest.mark.parametrize(
    ("before", "after", "seeds"), [(LARGE, LARGE, (4, 4)), (SMALL, SMALL, (4, 4)), (LEFT, RIGHT, (4, 5))]
)
def test_a_board_under_litter_that_was_turned_is_found(
    scene: Any, before: Block, after: Block, seeds: tuple[int, int], degrees: float
) -> None:
    """By what lies on it where hardly any print is left, and by its print where nothing lies as it did.

    Its grid is hidden, and it moved further than what lies on it can be followed.
    """
    start = scene("easy_301", "step_00")
    corners = start.corners()
    pose = BoardPose.from_corners(corners, SIZE_WH)
    one = Follower(pose, SIZE_WH, pose.rectify(start.frame.pixels, SIZE_WH, PX, MARGIN), PX, MARGIN)
    one.locate(start.frame)
    one.locate(Frame(littered(start.frame.pixels, corners, before, seeds[0]), 10.0, 10))
    frame, there = spun(littered(start.frame.pixels, corners, after, seeds[1]), corners, degrees)
    seen = one.locate(frame)
    assert seen.bumped
    assert apart(seen.pose, there) < 0.05


@pytest.mark.parametrize("degrees", [0.0, 70.0, 160.0])
def test_a_board_nobody_has_seen_yet_is_found_by_its_print(scene: Any, degrees: float) -> None:
    """After a restart only the empty board is known; pieces lie on it and the camera stands elsewhere."""
    start, later = scene("easy_301", "step_00"), scene("easy_301", "step_08")
    pose = BoardPose.from_corners(start.corners(), SIZE_WH)
    flat = pose.rectify(start.frame.pixels, SIZE_WH, PX, MARGIN)
    empty = ShownBoard(np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)), whole_grid(SIZE_WH, PX, MARGIN))
    frame, there = spun(later.frame.pixels, later.corners(), degrees)
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    found = matched_pose(empty, features_of(gray), 1.0, pose, SIZE_WH)
    assert found is not None
    assert apart(found, there) < 0.15  # the marks that are printed there make it exact


def test_what_is_not_there_is_not_found(scene: Any) -> None:
    """Neither on a blank picture nor on another table, nor in a mirror."""
    start, other = scene("easy_301", "step_00"), scene("hard_305", "empty")
    pose = BoardPose.from_corners(start.corners(), SIZE_WH)
    gray = np.asarray(cv2.cvtColor(start.frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    shown = ShownBoard(gray, start.corners())
    elsewhere = np.asarray(cv2.cvtColor(other.frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    for seen in (np.full_like(gray, 90), elsewhere, np.ascontiguousarray(gray[:, ::-1]), gray[:1, :1]):
        assert matched_pose(shown, features_of(seen), 1.0, pose, SIZE_WH) is None
