"""A board seen from straight above, from pictures in which it is small and large."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.pose import BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, rectify

SIZE = (9.0, 8.0)
FAR_PX = 60  # of the board's far left corner


def pose(space_px: float) -> BoardPose:
    """A board that lies a little turned and seen a little aslant, with so many pixels a space."""
    corners = np.array([[0.0, 0.3], [9.0, 0.0], [9.2, 7.9], [-0.1, 8.2]]) + 0.9
    return BoardPose.from_corners(corners * space_px + FAR_PX, SIZE)


def blotched(space_px: float, odd: int = 1) -> Pixels:
    """A picture with blotches of a tenth of a space and the noise of single pixels, of an odd number of those."""
    random = np.random.default_rng(3)
    side = round(11 * space_px) + 2 * FAR_PX
    coarse = random.uniform(40, 200, (round(side / space_px * 10), round(side / space_px * 10), 3)).astype(np.float32)
    picture = cv2.resize(coarse, (side // 2 * 2 + odd, side // 2 * 2 + odd), interpolation=cv2.INTER_CUBIC)
    return np.clip(picture + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def pairwise(picture: Pixels, lies: BoardPose) -> Plane:
    """The board as the means of four places for each of its pixels."""
    twice = lies.rectify(picture, SIZE, 2 * PX_PER_SPACE, MARGIN_SPACES)
    size_wh = twice.shape[1] // 2, twice.shape[0] // 2
    return np.asarray(cv2.resize(twice, size_wh, interpolation=cv2.INTER_AREA), np.float32)


def steps(plane: NDArray[np.float32]) -> float:
    """How much neighbours differ, root mean square."""
    return float(np.sqrt(np.square(np.diff(plane, axis=1)).mean()))


@pytest.mark.parametrize("space_px", [34.0, 56.0, 77.0, 130.0])
def test_a_board_looks_as_sharp_however_large_it_is_seen(space_px: float) -> None:
    """It is in its place, with as clear edges and as little noise as by four places a pixel."""
    picture, lies = blotched(space_px), pose(space_px)
    plane, known = rectify(picture, lies, SIZE), pairwise(picture, lies)
    off = plane - known
    assert abs(float(off.mean())) < 0.2  # of a grey level: what rounding leaves
    assert float(np.abs(off).mean()) < 0.06 * float(known.std())
    assert steps(plane) == pytest.approx(steps(known), rel=0.06)


@pytest.mark.parametrize("space_px", [34.0, 77.0])
def test_what_lies_outside_the_picture_is_black(space_px: float) -> None:
    """A board that reaches over an edge of the picture shows the same in the rest of it."""
    picture, lies = blotched(space_px), pose(space_px)
    cut = round(4.3 * space_px) + FAR_PX
    plane, whole = rectify(picture[:cut], lies, SIZE), rectify(picture, lies, SIZE)
    assert plane.shape == whole.shape
    assert not plane[-3 * PX_PER_SPACE :].any()
    seen = slice(2 * PX_PER_SPACE)
    assert np.abs(plane[seen] - whole[seen]).max() <= 1


def test_a_board_outside_the_picture_is_black() -> None:
    """Nothing of it is to be seen."""
    away = BoardPose.from_corners(np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]]) * 77 + 5000, SIZE)
    assert not rectify(blotched(77.0), away, SIZE).any()
