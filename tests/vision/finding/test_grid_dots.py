"""A board whose spaces are told by dots at their corners is found as well as one with lines, and by nothing less."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.boards_on_tables import SIZE, error, lying
from vision.finding.boardfinder import find_boards
from vision.finding.grid_dots import dotted, fit_dots
from vision.finding.grid_refine import GridFit
from vision.finding.grid_seen import best_of, sights
from vision.finding.simple_lens import simple_lens
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Points

CORNERS = np.array([[210.0, 120.0], [610.0, 140.0], [640.0, 500.0], [190.0, 480.0]])
PX, RIM = 48, 24


def board(
    dot: int = 170,
    *,
    ground: int = 70,
    off: float = 0.0,
    radius: float = 0.05,
    seed: int = 1,
    corners: Points = CORNERS,
) -> Frame:
    """Six framed areas with a dot at the corners of their spaces, of which each is off at random by ``off`` spaces."""
    rng = np.random.default_rng(seed)
    cols, rows = SIZE
    height, width = rows * PX + 2 * RIM, cols * PX + 2 * RIM
    mottle = cv2.GaussianBlur(rng.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 5)
    plane = np.clip(ground + mottle, 0, 255).astype(np.uint8)
    for col in range(0, cols + 1, 3):
        cv2.line(plane, (RIM + col * PX, RIM), (RIM + col * PX, height - RIM), 170, 2, cv2.LINE_AA)
    for row in range(0, rows + 1, 4):
        cv2.line(plane, (RIM, RIM + row * PX), (width - RIM, RIM + row * PX), 170, 2, cv2.LINE_AA)
    for col in range(1, cols):
        for row in range(1, rows):
            x, y = np.array([col, row]) + rng.uniform(-off, off, 2)
            if col % 3 and row % 4:
                where = round(16 * (RIM + x * PX)), round(16 * (RIM + y * PX))
                cv2.circle(plane, where, round(16 * radius * PX), dot, -1, cv2.LINE_AA, 4)
    return lying(plane, RIM, PX, corners, (800, 600), 120, rng)


@pytest.mark.parametrize("dot", [170, 20])
def test_dots_stand_for_lines(dot: int) -> None:
    """Light dots and dark ones: the board is found where it lies."""
    (pose,) = find_boards(board(dot), SIZE)
    assert error(pose, CORNERS) < 0.03


@pytest.mark.parametrize("frame", [board(70, radius=0.0), board(off=0.5), board(off=0.5, seed=2)])
def test_framed_areas_alone_are_no_board(frame: Frame) -> None:
    """Without dots, or with dots anywhere, six areas may be the panes of a window."""
    with pytest.raises(BoardNotFound):
        find_boards(frame, SIZE)


def test_a_pose_is_moved_to_lines_and_dots() -> None:
    """From some hundredths of a space beside the board to a third of that; without dots it stays where it is."""
    start = BoardPose.from_corners(CORNERS + np.array([[2.0, -1.5], [-1.0, 2.0], [1.5, 1.0], [-2.0, -1.0]]), SIZE)
    fit = GridFit(start, 0.4, 1.0, 0.4, 0.4)

    def moved(frame: Frame) -> BoardPose:
        gray: NDArray[np.uint8] = np.ascontiguousarray(frame.pixels[..., 0])
        return fit_dots(gray, fit, SIZE, 1, fit_lens=False).pose

    assert error(start, CORNERS) > 0.03
    assert error(moved(board()), CORNERS) < 0.012
    assert moved(board(70, radius=0.0)) is start


def cloth() -> Frame:
    """Dots all over, at the corners of the spaces that a board there would have, and not a line."""
    rng = np.random.default_rng(3)
    cols, rows = SIZE
    plane = np.full((rows * PX + 2 * RIM, cols * PX + 2 * RIM), 70, np.uint8)
    for col in range(cols + 1):
        for row in range(rows + 1):
            cv2.circle(plane, (RIM + col * PX, RIM + row * PX), 3, 170, -1, cv2.LINE_AA)
    return lying(plane, RIM, PX, CORNERS, (800, 600), 120, rng)


@pytest.mark.parametrize(
    ("frame", "framed", "is_grid"), [(board(), 0.75, True), (cloth(), 0.0, True), (cloth(), 0.75, False)]
)
def test_where_a_frame_is_wanted_dots_stand_for_lines_only_within_one(
    frame: Frame, framed: float, is_grid: bool
) -> None:
    """A tablecloth has dots, too."""
    fit = GridFit(BoardPose.from_corners(CORNERS, SIZE), 0.4, 0.4, 0.4, 0.4)
    gray: NDArray[np.uint8] = np.ascontiguousarray(frame.pixels[..., 0])
    judged = dotted(gray, fit, SIZE, 1, framed=framed)
    assert (judged.support > 0.9 and judged is not fit) == is_grid


def test_dots_are_asked_where_lines_leave_a_board_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves drawn there may hide a frame from those who look at it pixel by pixel."""
    monkeypatch.setattr("vision.finding.grid_seen.edged", lambda pixels, gray, fit, *_: fit)
    pose = BoardPose.from_corners(CORNERS, SIZE)
    assert best_of(sights(board().pixels, pose, SIZE, 0.45)).fit.support > 0.9
    assert best_of(sights(board(70, radius=0.0).pixels, pose, SIZE, 0.45)).fit.support < 0.7


@pytest.mark.parametrize("k1", [-0.2, -0.1])
def test_a_lone_board_with_dots_tells_its_lens(k1: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two or three lines say little of a lens, many dots much, also of a board that is not beyond all doubt."""
    monkeypatch.setattr("vision.finding.boardfinder.settle_alone", lambda *_: None)
    corners = np.array([[100.0, 50.0], [700.0, 60.0], [730.0, 550.0], [70.0, 540.0]])
    straight = board(corners=corners)
    lens = simple_lens(straight.size_wh, k1)
    places = np.stack(np.meshgrid(*(np.arange(side) for side in straight.size_wh)), axis=-1)
    whence = lens.undistort(places.reshape(-1, 2)).astype(np.float32).reshape(places.shape)
    x, y = whence[..., 0].copy(), whence[..., 1].copy()
    bent = cv2.remap(straight.pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    (pose,) = find_boards(Frame(np.asarray(bent, np.uint8), 0.0, 0), SIZE)
    assert error(pose, lens.distort(corners)) < 0.03
