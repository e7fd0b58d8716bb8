"""A pose is fitted to few samples of a grid, by its inner lines where the outermost say otherwise."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.grid_sparse import SHORT, is_led_astray, refine_sparsely, stepped
from vision.finding.grid_strips import FINE, strips
from vision.finding.lattice import Gray
from vision.pose import BoardPose

SPACES = (9, 8)
PX, MARGIN = 60, 80


def grid_picture(inward: float) -> Gray:
    """A grid of light lines of which the outermost lie so many spaces inward of their places."""
    picture = np.full((8 * PX + 2 * MARGIN, 9 * PX + 2 * MARGIN), 70, np.uint8)
    for number in range(10):
        shift = inward * ((number == 0) - (number == 9))
        at = round((number + shift) * PX) + MARGIN
        cv2.line(picture, (at, MARGIN), (at, MARGIN + 8 * PX), 150, 3)
    for number in range(9):
        shift = inward * ((number == 0) - (number == 8))
        at = round((number + shift) * PX) + MARGIN
        cv2.line(picture, (MARGIN, at), (MARGIN + 9 * PX, at), 150, 3)
    noise = np.random.default_rng(2).normal(0, 2, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (3, 3), 0) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("inward", [0.0, 0.05, -0.05])
def test_a_frame_beside_its_place_does_not_bend_the_lens(inward: float) -> None:
    """A frame of two tones lies aside all round; a bent lens would make up for that and put the corners wrong."""
    corners = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64) * PX + MARGIN
    start = BoardPose.from_corners(corners + 4.0, SPACES)
    fit = refine_sparsely(grid_picture(inward), start, SPACES, 1, fit_lens=True)
    assert np.abs(fit.pose.corners_px(SPACES) - corners).max() < 0.02 * PX


def test_no_other_step_is_taken_where_one_fits_too_badly() -> None:
    """Who asks for a fit says by the first step whether it is worth another."""
    corners = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64) * PX + MARGIN
    picture, start = grid_picture(0.0), BoardPose.from_corners(corners + 8.0, SPACES)
    once = stepped(picture, start, strips(SPACES), SPACES, 1, False, FINE)
    assert once.length > SHORT
    refused, other = (
        refine_sparsely(picture, start, SPACES, 1, False, worth=lambda fit, least=least: fit.support > least).pose
        for least in (1.0, 0.5)
    )
    assert np.array_equal(refused.homography, once.pose.homography)
    assert not np.array_equal(other.homography, once.pose.homography)


def test_inner_lines_are_asked_alone_only_where_they_agree_among_themselves() -> None:
    """Where they lie anywhere, as those of a faint print do, the border is what holds the pose."""
    random = np.random.default_rng(1)
    offset = random.normal(0, 0.002, 100)
    assert is_led_astray(offset, np.stack([np.full(100, 0.01), np.zeros(100)], axis=1))
    assert not is_led_astray(offset, np.stack([np.full(100, 0.001), np.zeros(100)], axis=1))
    scattered = random.normal(0, 0.05, 100)
    assert not is_led_astray(scattered, np.stack([np.full(100, 0.1), np.zeros(100)], axis=1))
