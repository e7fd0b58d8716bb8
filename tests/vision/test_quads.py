"""What may be a board is outlined in a much reduced picture, by its rim or by its frame of lines."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.boardfinder import find_boards
from vision.frame import Frame
from vision.pose import Points
from vision.quads import framed_quads

CORNERS = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])


def off(quad: Points) -> float:
    """The largest distance of a corner from where that of the grid is, in spaces, whichever comes first."""
    turned = (np.linalg.norm(np.roll(quad, turn, axis=0) - CORNERS, axis=1).max() for turn in range(4))
    return float(min(turned) / 55)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_frame_of_lines_outlines_its_board_on_any_cloth(printed: Callable[..., Frame], seed: int) -> None:
    """It closes round the board where the rim is lost among checks of its own tone: within the reach of a lattice."""
    light = (30.0, 0.0, 0.0)
    frame = printed(CORNERS, tones=((10.0, 0.0, 0.0),), framed=light, table="checks", floor=(40.0, 50.0), seed=seed)
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    assert min(off(quad) for batch in framed_quads(gray) for quad in batch) < 1.5
    (board,) = find_boards(frame, (9, 8), 1)
    assert off(board.corners_px((9, 8))) < 0.1


def test_an_even_picture_has_no_frame() -> None:
    """Nothing is thin there, light or dark."""
    assert [quad for batch in framed_quads(np.full((600, 800), 90, np.uint8)) for quad in batch] == []
