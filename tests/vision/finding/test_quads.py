"""What may be a board is outlined in a much reduced picture, by its rim or by its frame of lines."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.masks import line_masks, pattern_masks
from vision.finding.quads import SMALLEST_SHARE, framed_quads, quad_of, quads_of
from vision.frame import Frame
from vision.pose import Points

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
    assert min(off(quad) for batch in framed_quads(gray, (9, 8)) for quad in batch) < 1.5
    (board,) = find_boards(frame, (9, 8), 1)
    assert off(board.corners_px((9, 8))) < 0.1


def test_an_even_picture_has_no_frame() -> None:
    """Nothing is thin there, light or dark."""
    assert [quad for batch in framed_quads(np.full((600, 800), 90, np.uint8), (9, 8)) for quad in batch] == []


@pytest.mark.parametrize("kind", ["blossoms", "checks"])
def test_a_dark_board_is_outlined_among_what_is_dark_and_smaller(kind: str) -> None:
    """Blossoms that touch it, or checks of its own tone: what is smaller than a board is made one with the ground."""
    random = np.random.default_rng(4)
    down, right = np.mgrid[:166, :222]
    ground = np.full((166, 222), 150.0)
    if kind == "checks":
        ground = np.where(((down + right // 3) // 5 % 2) + ((right - down // 3) // 5 % 2) > 0, 150.0, 40.0)
    else:
        for middle in random.uniform((0, 0), (222, 166), (90, 2)):
            cv2.circle(ground, middle.astype(int).tolist(), 5, 50.0, -1)
    small = CORNERS * 0.2 + 5
    cv2.fillPoly(ground, [np.rint(small).astype(np.int32)], 45.0)
    gray = np.clip(ground + random.normal(0, 3, ground.shape), 0, 255).astype(np.uint8)
    quads = [quad for mask in pattern_masks(gray) for quad in quads_of(1, mask)]
    missed = [quad for mask in line_masks(gray) for quad in quads_of(1, mask)]
    assert min(off((quad - 5) / 0.2) for quad in quads) < 0.7
    assert all(off((quad - 5) / 0.2) > 1.5 for quad in missed)


@pytest.mark.parametrize(("deep", "told"), [(40, True), (70, False)])
def test_an_outline_that_goes_far_in_on_one_side_tells_while_it_holds_half(deep: int, told: bool) -> None:
    """Of a board that is barely large enough a third may be covered; of one that is covered further nothing is told."""
    notched = np.array([[0, 0], [10, 0], [10, deep], [90, deep], [90, 0], [100, 0], [100, 100], [0, 100]], np.int32)
    quad = quad_of(notched[:, None], 0.95 * 100 * 100 / SMALLEST_SHARE)
    assert (quad is not None) == told
