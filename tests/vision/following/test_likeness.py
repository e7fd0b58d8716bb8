"""How much of a print agrees: told where it is covered, and where a picture is so dark that every patch is noisy."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.following.likeness import Likeness
from vision.following.mark_lock import LIKE
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
SIDE = 24
CORNERS = np.array([[0, 0], [9 * SIDE, 0], [9 * SIDE, 8 * SIDE], [0, 8 * SIDE]], np.float64)
POSE = BoardPose.from_corners(CORNERS, SIZE_WH)


def printed(seed: int) -> NDArray[np.uint8]:
    """A board with a mottled print, (192, 216, 3)."""
    mottles = np.random.default_rng(seed).normal(0.0, 12.0, (32, 36, 3))
    wide = cv2.resize(mottles, (9 * SIDE, 8 * SIDE), interpolation=cv2.INTER_CUBIC)
    return np.clip(wide + 90, 0, 255).astype(np.uint8)


def blotchy(board: NDArray[np.uint8], seed: int, noise: float) -> NDArray[np.uint8]:
    """The board in a picture with noise of about the size of its mottles, as small phones leave it in the dark."""
    rough = np.random.default_rng(seed).normal(0.0, noise, (64, 72, 3))
    wide = cv2.resize(rough, (9 * SIDE, 8 * SIDE), interpolation=cv2.INTER_CUBIC)
    return np.clip(board.astype(np.float64) * 0.4 + wide, 0, 255).astype(np.uint8)


def likeness(board: NDArray[np.uint8]) -> Likeness:
    """The print of this empty board."""
    return Likeness.of_picture(board, SIDE, 0.0, SIZE_WH)


@pytest.mark.parametrize("seed", range(5))
def test_a_print_is_known_through_noise_that_leaves_no_patch_as_it_was(seed: int) -> None:
    """All patches agree a little; by chance those of another board do so as often as they disagree."""
    known = likeness(printed(seed))
    noisy = blotchy(printed(seed), seed + 100, 16.0)
    assert LIKE <= known.share(noisy, POSE) < 0.5
    assert likeness(printed(seed + 50)).share(noisy, POSE) < LIKE / 2


def test_what_is_covered_does_not_agree() -> None:
    """A third of the board under a plain sheet leaves two thirds of the print."""
    board = printed(1)
    known = likeness(board)
    covered = board.copy()
    covered[:, : 3 * SIDE] = 128
    assert known.share(board, POSE) > 0.99
    assert known.share(covered, POSE) == pytest.approx(2 / 3, abs=0.02)


def test_a_blank_sheet_tells_nothing() -> None:
    """Nothing varies on it, so nothing can agree."""
    blank = np.full((8 * SIDE, 9 * SIDE, 3), 128, np.uint8)
    assert likeness(blank).share(printed(1), POSE) == 0.0
