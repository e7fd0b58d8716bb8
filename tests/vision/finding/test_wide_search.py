"""Boards through a wide lens: found where they are, with the lens known or not, and nothing is made up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.simple_lens import simple_lens
from vision.finding.wide_search import find_boards_through, find_grids_through
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Lens

SIZE_WH = (9.0, 8.0)


def bent(frame: Frame, lens: Lens) -> Frame:
    """The picture as it would be through this lens."""
    width, height = frame.size_wh
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    where = lens.undistort(np.stack([xs, ys], axis=-1).reshape(-1, 2)).astype(np.float32)
    x, y = where.reshape(height, width, 2).transpose(2, 0, 1).copy()
    return Frame(np.asarray(cv2.remap(frame.pixels, x, y, cv2.INTER_LINEAR), np.uint8), frame.taken_at_s, frame.seq)


def worst(poses: tuple[BoardPose, ...], corners: np.ndarray) -> float:
    """How far the nearest board's worst corner is off, in spaces, whichever way round the board lies."""
    space = np.linalg.norm(corners[1] - corners[0]) / 9
    seen = [np.roll(pose.corners_px(SIZE_WH), turn, axis=0) for pose in poses for turn in (0, 2)]
    return float(min(np.linalg.norm(each - corners, axis=1).max() for each in seen) / space)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("k1", [-0.55, -0.35, 0.0])
@pytest.mark.parametrize(("name", "step", "boards"), [("easy_301", "step_00", 1), ("normal_307_4boards", "empty", 4)])
def test_boards_are_found_through_a_wide_lens(
    scene: Any, name: str, step: str, boards: int, k1: float, known: bool
) -> None:
    """Bent by up to 14 % at the side, every board is found to a twentieth of a space, the lens given or not."""
    picture = scene(name, step)
    lens = simple_lens(picture.frame.size_wh, k1)
    poses = find_boards_through(bent(picture.frame, lens), SIZE_WH, lens=lens if known else None)
    assert len(poses) == boards
    assert max(worst(poses, lens.distort(picture.corners(number))) for number in range(boards)) < 0.05


def test_an_ordinary_lens_changes_nothing(scene: Any) -> None:
    """Where the plain search finds every board, its answer stands."""
    frame = scene("normal_306_2boards_cards", "step_00").frame
    plain, through = find_boards(frame, SIZE_WH), find_boards_through(frame, SIZE_WH)
    for one, other in zip(plain, through, strict=True):
        assert np.array_equal(one.corners_px(SIZE_WH), other.corners_px(SIZE_WH))


def test_a_covered_board_may_be_where_the_grid_is_through_a_wide_lens(scene: Any) -> None:
    """Whoever knows the print gets the place of a board in play among what may be one."""
    picture = scene("easy_301", "step_00")
    lens = simple_lens(picture.frame.size_wh, -0.4)
    seen = bent(picture.frame, lens)
    cv2.circle(seen.pixels, tuple(lens.distort(picture.corners().mean(axis=0))[0].astype(int)), 90, (40, 60, 180), -1)
    assert worst(find_grids_through(seen, SIZE_WH, lens), lens.distort(picture.corners())) < 0.1


def test_an_area_of_a_larger_grid_is_no_board(drawn: Callable[..., Frame]) -> None:
    """A grid that goes on beyond 9 x 8 spaces is that of something else; by one column, where the least tells it."""
    corners = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])
    with pytest.raises(BoardNotFound):
        find_boards_through(drawn(corners, cols=10, rows=8), SIZE_WH)


@pytest.mark.parametrize(("apart", "seed"), [(9.8, 1), (10.0, 3), (10.0, 5), (10.0, 7), (10.2, 9)])
def test_boards_side_by_side_are_two(drawn: Callable[..., Frame], apart: float, seed: int) -> None:
    """The outermost line of the neighbour may lie where this grid's next line would be: nothing joins the two."""
    space, left, far = 34.0, 60.0, 150.0
    box = np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) * space + [left, far]
    beside = box + np.array([apart * space, 0.0])
    one, other = drawn(box, seed=seed).pixels, drawn(beside, seed=seed + 1).pixels
    between = round(left + (9 + apart) / 2 * space)
    both = np.ascontiguousarray(np.hstack([one[:, :between], other[:, between:]]))
    poses = find_boards_through(Frame(both, 0.0, 0), SIZE_WH)
    assert len(poses) == 2
    assert max(worst(poses, box), worst(poses, beside)) < 0.05
