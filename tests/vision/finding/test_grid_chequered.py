"""Boards whose spaces are told apart by two alternating shades are found, and other chequers are none of ours."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.boards_on_tables import error
from tests.vision.finding.painted import CORNERS, PX, RIM, SPACES, lab, painted, photographed
from vision.finding.grid_chequered import is_chequered
from vision.finding.grid_refine import GridFit
from vision.finding.grid_whole import whole_boards
from vision.finding.quads import quad_batches
from vision.frame import Frame
from vision.pose import BoardPose

POSE = BoardPose.from_corners(CORNERS, SPACES)
SHADES = np.array([[70, 124, 112], [88, 122, 108]], np.float32)  # CIELAB, as OpenCV scales it
LINE, PATCH = (165, 128, 136), (190, 128, 134)


def woven(
    spaces: tuple[int, int] = SPACES, *, areas: tuple[int, int] = (3, 4), turn: tuple[int, int] = (1, 1), seed: int = 1
) -> Frame:
    """A rug of ``spaces`` in two shades with pale lines round ``areas`` of so many spaces, and patches on some spaces.

    Shades change ``turn`` times from one space to the next, across and down: 0 makes stripes of a chequer.
    """
    rng = np.random.default_rng(seed)
    cols, rows = spaces
    shade = np.add.outer(np.arange(rows) * turn[1], np.arange(cols) * turn[0]) % 2
    inside = np.kron(SHADES[shade], np.ones((PX, PX, 1), np.float32))
    plane = np.pad(inside, ((RIM, RIM), (RIM, RIM), (0, 0)), constant_values=60).astype(np.float32)
    for cell in rng.choice(cols * rows, 10, replace=False):
        at = RIM + PX * np.array(divmod(int(cell), cols)[::-1]) + PX // 8
        cv2.rectangle(plane, at.tolist(), (at + 3 * PX // 4).tolist(), PATCH, -1)
    for x in range(0, cols + 1, areas[0]):
        cv2.line(plane, (RIM + x * PX, RIM), (RIM + x * PX, RIM + rows * PX), LINE, 3)
    for y in range(0, rows + 1, areas[1]):
        cv2.line(plane, (RIM, RIM + y * PX), (RIM + cols * PX, RIM + y * PX), LINE, 3)
    plane += rng.normal(0, 4, plane.shape).astype(np.float32)
    return photographed(plane, spaces, CORNERS, rng)


def boards(frame: Frame) -> tuple[GridFit, ...]:
    """What is found by whole lines alone."""
    return whole_boards(frame.pixels, quad_batches(frame.pixels), SPACES, 1, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_chequered_board_is_found(seed: int) -> None:
    """Lines part its areas only, and patches hide some of its shades."""
    (fit,) = boards(woven(seed=seed))
    assert error(fit.pose, CORNERS) < 0.05


@pytest.mark.parametrize(
    ("spaces", "areas"),
    [((8, 8), (8, 8)), ((8, 8), (4, 4)), ((10, 10), (10, 10)), ((10, 8), (5, 4)), ((9, 9), (3, 3)), ((12, 8), (3, 4))],
)
def test_other_chequers_are_no_board(spaces: tuple[int, int], areas: tuple[int, int]) -> None:
    """Chess, draughts and rugs of other sizes have shades in the same order, and no border where ours has one."""
    assert not boards(woven(spaces, areas=areas))


def test_shades_that_alternate_make_a_chequer() -> None:
    """Patches over a few spaces do not belie it."""
    assert is_chequered(lab(woven()), POSE, SPACES)


@pytest.mark.parametrize("turn", [(1, 0), (0, 1), (0, 0)], ids=["stripes down", "stripes across", "one shade"])
def test_stripes_make_none(turn: tuple[int, int]) -> None:
    """Shades must change both ways."""
    assert not is_chequered(lab(woven(turn=turn)), POSE, SPACES)


def test_lines_between_spaces_make_none() -> None:
    """What is painted all over is the same on both sides of its lines."""
    assert not is_chequered(lab(painted()), POSE, SPACES)


def test_a_chequer_half_a_space_aside_is_none() -> None:
    """Its joints are where the spaces should be."""
    moved = BoardPose.from_corners(POSE.project(np.array([[0.5, 0.5], [9.5, 0.5], [9.5, 8.5], [0.5, 8.5]])), SPACES)
    assert not is_chequered(lab(woven()), moved, SPACES)
