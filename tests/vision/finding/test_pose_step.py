"""One step of a pose: how far what is seen of lines may bend the lens."""

from __future__ import annotations

import numpy as np
import pytest

from vision.finding.pose_step import USUAL_K1, improve, outward
from vision.finding.simple_lens import k1_of, simple_lens, with_lens
from vision.finding.stretches import Array, Stretches
from vision.pose import BoardPose

BOARD, FRAME = (9, 8), (1640, 1232)
CORNERS = np.array([[420.0, 250.0], [1140.0, 270.0], [1120.0, 910.0], [400.0, 890.0]])  # 72 px a space, in the middle


def stretches_of(seen: BoardPose, expected: BoardPose, unevenness: Array) -> Stretches:
    """All stretches of the grid, as one pose shows them and another expects them, drawn so far from their places."""
    cols, rows = BOARD
    up = [(col, row + 0.5) for row in range(rows) for col in range(cols + 1)]
    level = [(col + 0.5, row) for col in range(cols) for row in range(rows + 1)]
    middle = np.array(up + level, np.float64)
    across = np.array([[1.0, 0.0]] * len(up) + [[0.0, 1.0]] * len(level))
    moved = expected.locate(seen.project(middle)) - middle
    return Stretches(middle, across, (moved * across).sum(axis=1) + unevenness, np.ones(len(middle)))


def bend_found(true_k1: float, unevenness: Array) -> float:
    """The k1 that ten steps from a straight lens lead to."""
    true = with_lens(BoardPose.from_corners(CORNERS, BOARD), simple_lens(FRAME, true_k1), BOARD)
    pose = with_lens(true, simple_lens(FRAME, 0.0), BOARD)
    for _ in range(10):
        pose = improve(pose, stretches_of(true, pose, unevenness), BOARD, FRAME, fit_lens=True)
    return k1_of(pose)


def test_unevenly_drawn_lines_do_not_bend_the_lens_more_than_lenses_bend() -> None:
    """As lines of an edition drawn on coarse paper are: a tenth of a space to and fro."""
    found = [bend_found(0.0, np.random.default_rng(seed).normal(0, 0.1, 161)) for seed in range(12)]
    assert np.sqrt(np.mean(np.square(found))) < USUAL_K1


@pytest.mark.parametrize("k1", [-0.36, 0.2])
def test_lines_drawn_straight_tell_a_strong_bend(k1: float) -> None:
    """That of a wide lens, and more than that of any long one."""
    unevenness = np.random.default_rng(1).normal(0, 0.002, 161)
    assert bend_found(k1, unevenness) == pytest.approx(k1, abs=0.02)


@pytest.mark.parametrize(("aside", "bend", "most"), [(0.08, 0.28, 0.15), (-0.08, 0.22, 0.13)])
def test_a_border_drawn_beside_its_place_bends_the_lens_less_than_lines_in_their_place(
    aside: float, bend: float, most: float
) -> None:
    """A seam, a sash or a frame may be sewn or drawn outside of a grid: as a line it bends it by a fifth more."""
    true = with_lens(BoardPose.from_corners(CORNERS, BOARD), simple_lens(FRAME, -0.05), BOARD)
    outside = aside * outward(stretches_of(true, true, np.zeros(161)))
    assert np.count_nonzero(outside) == 2 * (9 + 8)
    bends, off = list[float](), list[float]()
    for seed in range(8):
        uneven = outside + np.random.default_rng(seed).normal(0, 0.02, 161)
        pose = with_lens(true, simple_lens(FRAME, 0.0), BOARD)
        for _ in range(10):
            pose = improve(pose, stretches_of(true, pose, uneven), BOARD, FRAME, fit_lens=True)
        bends.append(k1_of(pose))
        off.append(float(np.linalg.norm(pose.corners_px(BOARD) - true.corners_px(BOARD), axis=1).max()) / 72)
    assert abs(np.mean(bends) + 0.05) < bend
    assert np.mean(off) < most
