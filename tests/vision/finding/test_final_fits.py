"""A board that is found alone is settled by itself where that leaves no doubt."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.final_fits import settle_alone
from vision.finding.grid_quick import Candidate
from vision.finding.grid_refine import GridFit
from vision.finding.grid_search import shifted, view_of
from vision.finding.simple_lens import simple_lens
from vision.frame import Frame
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


@pytest.mark.parametrize("seed", [2, 3])
def test_a_lone_board_tells_its_lens_where_some_of_its_lines_cannot_be_seen(
    printed: Callable[..., Frame], seed: int
) -> None:
    """Seen through a lens that bends, a board of which every fourth area shows no lines tells by how much it does."""
    corners = np.array([[150.0, 70.0], [830.0, 90.0], [880.0, 680.0], [110.0, 650.0]])
    straight = printed(corners, tones=((12.0, 0.0, 0.0),) * 3 + ((0.0, 0.0, 0.0),), seed=seed)
    told = []
    for k1 in (0.0, -0.1):
        lens = simple_lens(straight.size_wh, k1)
        places = np.stack(np.meshgrid(*(np.arange(side) for side in straight.size_wh)), axis=-1)
        whence = lens.undistort(places.reshape(-1, 2)).astype(np.float32).reshape(places.shape)
        x, y = whence[..., 0].copy(), whence[..., 1].copy()
        bent = cv2.remap(straight.pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        pixels = np.asarray(bent, np.uint8)
        view = view_of(pixels, np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))
        start = BoardPose.from_corners(lens.distort(corners), SIZE_WH)
        alone = settle_alone(view, Candidate(GridFit(start, 0.95, 0.95, 1.0, 0.95), 1), (9, 8))
        assert alone is not None
        assert alone.pose.lens is not None
        told.append(float(alone.pose.lens.distortion[0]))
    assert told[1] - told[0] == pytest.approx(-0.1, abs=0.02)


def test_what_is_not_beyond_doubt_is_not_settled_alone(drawn: Callable[..., Frame]) -> None:
    """A board much covered, or a place a space beside it, is left to those who look at every pixel."""
    pixels = drawn(UPRIGHT).pixels
    view = view_of(pixels, np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    start = BoardPose.from_corners(UPRIGHT, SIZE_WH)
    assert settle_alone(view, Candidate(GridFit(start, 0.95, 0.95, 1.0, 0.95), 1), (9, 8)) is not None
    assert settle_alone(view, Candidate(GridFit(start, 0.65, 0.6, 1.0, 0.5), 1), (9, 8)) is None
    beside = shifted(start, (9, 8), (1.0, 0.0))
    assert settle_alone(view, Candidate(GridFit(beside, 0.95, 0.95, 1.0, 0.95), 1), (9, 8)) is None
