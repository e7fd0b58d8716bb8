"""Corners that somebody points at lead to the printed grid where that is near, and stay as they are where none is."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.given_corners import given
from tests.vision.boards_on_tables import error
from tests.vision.finding.painted import CORNERS, FRAME_WH, painted
from vision.finding.boardfinder import find_boards
from vision.finding.simple_lens import simple_lens

SIZE_WH = (9.0, 8.0)
BY_HAND = np.array([[11.0, -9.0], [-8.0, 10.0], [9.0, 12.0], [-12.0, -7.0]])


@pytest.mark.parametrize("lens", [None, simple_lens(FRAME_WH, 0.0)], ids=["no lens", "a lens"])
@pytest.mark.parametrize("seed", [1, 2])
def test_lines_as_weak_as_the_paint_round_them_refine_corners(seed: int, lens: object) -> None:
    """No single space shows them, each is known by all of its length; fingers are a sixth of a space off."""
    (pose,) = given(painted(seed=seed), CORNERS + BY_HAND, SIZE_WH, lens)  # type: ignore[arg-type]  # of two kinds
    assert error(pose, CORNERS) < 0.02


def test_corners_lead_to_the_board_that_is_found_there_without_them() -> None:
    """Whoever points at a board that the search finds gets no other pose for it."""
    frame = painted(seed=4)
    (found,) = find_boards(frame, SIZE_WH)
    (pose,) = given(frame, CORNERS + BY_HAND, SIZE_WH, None)
    assert pose.corners_px(SIZE_WH) == pytest.approx(found.corners_px(SIZE_WH), abs=1e-3)


def test_a_larger_grid_does_not_draw_corners_to_it() -> None:
    """What somebody points at stays where it is if its lines go on."""
    (pose,) = given(painted((10, 9)), CORNERS + BY_HAND, SIZE_WH, simple_lens(FRAME_WH, 0.0))
    assert np.abs(pose.corners_px(SIZE_WH) - CORNERS - BY_HAND).max() < 0.1


def test_corners_of_paint_without_lines_stay() -> None:
    """Nothing there tells better."""
    bare = painted(without=frozenset((axis, line) for axis in (0, 1) for line in range(10)))
    (pose,) = given(bare, CORNERS + BY_HAND, SIZE_WH, simple_lens(FRAME_WH, 0.0))
    assert np.abs(pose.corners_px(SIZE_WH) - CORNERS - BY_HAND).max() < 0.1
