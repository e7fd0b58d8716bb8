"""Where the boards lie in the picture: in shares of it, and only as unsteady as they really are."""

from __future__ import annotations

import numpy as np
import pytest

from device.board_corners import STILL, corners_of
from engine.indian_summer.viewing import layout
from vision.observation import BoardSight
from vision.pose import BoardPose

PIXELS = np.zeros((600, 800, 3), np.uint8)


def seen(dx: float = 0.0) -> list[BoardSight]:
    """One board that lies upright in the picture, shifted to the right by some pixels."""
    corners = [[80 + dx, 60], [720 + dx, 60], [720 + dx, 540], [80 + dx, 540]]
    return [BoardSight(0, BoardPose.from_corners(corners, (9, 8)))]


def test_corners_are_shares_of_the_picture() -> None:
    """Far left first, clockwise, whatever the picture's size."""
    (corners,) = corners_of(seen(), layout(1), PIXELS, {}).values()
    assert np.ravel(corners) == pytest.approx([0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9], abs=1e-3)


def test_corners_that_lie_still_stay_as_they_are() -> None:
    """A wandering of less than a few pixels changes nothing; a bump does; a board that is gone has none."""
    first = corners_of(seen(), layout(1), PIXELS, {})
    assert corners_of(seen(0.8 * STILL * 800), layout(1), PIXELS, first) == first
    assert corners_of(seen(3 * STILL * 800), layout(1), PIXELS, first) != first
    assert corners_of([], layout(1), PIXELS, first) == {}
