"""A board of framed areas, on a print so busy that no lattice of spaces is met, is found all the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.boards_on_tables import SIZE, error, lying
from vision.finding.boardfinder import find_boards
from vision.finding.grid_areas import areas_of, framed_boards, is_seen
from vision.finding.grid_faint import fitted_both_ways
from vision.finding.grid_refine import GridFit
from vision.finding.grid_search import view_of
from vision.finding.grid_strips import FINE
from vision.finding.quads import quad_batches
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

CORNERS = np.array([[210.0, 120.0], [610.0, 140.0], [640.0, 500.0], [190.0, 480.0]]) * 2
PX, RIM = 60, 40


def litter(height: int, width: int, rng: np.random.Generator) -> np.ndarray:
    """Ground on which leaves of all lightnesses lie on each other, uint8 (height, width)."""
    plane = np.full((height, width), 80, np.uint8)
    for _ in range(height * width // 500):
        where = rng.uniform(0, [width, height])
        axes, turn = rng.uniform([14, 5], [34, 13]), rng.uniform(0, 180)
        place = (int(where[0]), int(where[1])), (int(axes[0]), int(axes[1]))
        cv2.ellipse(plane, *place, turn, 0, 360, int(rng.uniform(30, 175)), -1, cv2.LINE_AA)
        cv2.ellipse(plane, *place, turn, 0, 360, int(rng.uniform(30, 60)), 1, cv2.LINE_AA)
    return plane


def board(*, crosses: bool = True, areas: tuple[int, int] = (3, 2), seed: int = 1) -> Frame:
    """A board with framed areas, and a small cross at every corner of a space."""
    rng = np.random.default_rng(seed)
    cols, rows = SIZE
    height, width = rows * PX + 2 * RIM, cols * PX + 2 * RIM
    plane = litter(height, width, rng)
    for col in range(0, cols + 1, cols // areas[0]):
        cv2.line(plane, (RIM + col * PX, RIM), (RIM + col * PX, height - RIM), 175, 3, cv2.LINE_AA)
    for row in range(0, rows + 1, rows // areas[1]):
        cv2.line(plane, (RIM, RIM + row * PX), (width - RIM, RIM + row * PX), 175, 3, cv2.LINE_AA)
    for col in range(cols + 1) if crosses else ():
        for row in range(rows + 1):
            x, y, arm = RIM + col * PX, RIM + row * PX, round(0.11 * PX)
            cv2.line(plane, (x - arm, y), (x + arm, y), 185, 3, cv2.LINE_AA)
            cv2.line(plane, (x, y - arm), (x, y + arm), 185, 3, cv2.LINE_AA)
    return lying(plane, RIM, PX, CORNERS, (1600, 1200), 190, rng)


def board_of_two_tones(seed: int) -> Frame:
    """A board with dark lines round its areas, and faint light ones between the spaces inside them."""
    rng = np.random.default_rng(seed)
    cols, rows = SIZE
    height, width = rows * PX + 2 * RIM, cols * PX + 2 * RIM
    plane = cv2.addWeighted(litter(height, width, rng), 0.5, np.full((height, width), 110, np.uint8), 0.5, 0)
    lines = np.zeros(plane.shape, np.int16)
    for clearly in (False, True):
        change = -50 if clearly else 24
        for col in range(0, cols + 1, cols // 3 if clearly else 1):
            cv2.line(lines, (RIM + col * PX, RIM), (RIM + col * PX, height - RIM), change, 3)
        for row in range(0, rows + 1, rows // 2 if clearly else 1):
            cv2.line(lines, (RIM, RIM + row * PX), (width - RIM, RIM + row * PX), change, 3)
    return lying(np.clip(plane + lines, 0, 255).astype(np.uint8), RIM, PX, CORNERS, (1600, 1200), 190, rng)


def by_areas(frame: Frame) -> tuple[BoardPose, ...]:
    """The boards that are found by their areas alone."""
    gray = np.ascontiguousarray(frame.pixels[..., 0])
    found = framed_boards(view_of(frame.pixels, gray), quad_batches(frame.pixels), SIZE, 1, None)
    return tuple(fit.pose for fit in found)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_board_of_framed_areas_is_found(seed: int) -> None:
    """Whatever the litter, where it lies."""
    (pose,) = find_boards(board(seed=seed), SIZE)
    assert error(pose, CORNERS) < 0.03


@pytest.mark.parametrize("areas", [(3, 2), (3, 4)])
def test_areas_may_be_of_several_sizes(areas: tuple[int, int]) -> None:
    """Three by four spaces, or three by two."""
    (pose,) = by_areas(board(areas=areas))
    assert error(pose, CORNERS) < 0.03


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_inside_its_areas_a_board_may_have_lines_of_the_other_tone(seed: int) -> None:
    """Dark lines tell where the areas are, faint light ones that they are divided into spaces."""
    (pose,) = by_areas(board_of_two_tones(seed))
    assert error(pose, CORNERS) < 0.03


@pytest.mark.parametrize("seed", [2, 5, 6])
def test_a_board_of_both_tones_is_found_where_all_its_lines_leave_it(seed: int) -> None:
    """Its areas tell nearly where it lies, not quite: another fit to all lines moves it no further."""
    frame = board_of_two_tones(seed)
    (pose,) = by_areas(frame)
    again = fitted_both_ways(frame.pixels, np.ascontiguousarray(frame.pixels[..., 0]), pose, SIZE, -1, True, FINE)
    assert again is not None
    assert np.abs(pose.locate(again.pose.corners_px(SIZE)) - pose.locate(pose.corners_px(SIZE))).max() < 0.0007


@pytest.mark.parametrize("lost", ["nothing comes to rest", "hardly a line is left", "the fit runs away"])
def test_a_board_whose_fit_does_not_settle_stays_where_it_was_found(monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    """What was seen is not lost for that."""
    frame = board_of_two_tones(5)
    fits = list[GridFit]()

    def once(*given: Any) -> GridFit | None:
        if not fits:
            first = fitted_both_ways(*given)
            if first is not None:
                fits.append(first)
            return first
        if lost == "the fit runs away":
            raise BoardNotFound(lost)
        return None if lost == "nothing comes to rest" else replace(fits[0], support=0.1)

    monkeypatch.setattr("vision.finding.grid_areas.fitted_both_ways", once)
    (pose,) = by_areas(frame)
    assert pose is fits[0].pose


@pytest.mark.parametrize(
    ("support", "border", "present", "enough"),
    [(0.75, 0.95, 1.0, True), (0.75, 0.75, 1.0, False), (0.85, 0.75, 1.0, True), (0.85, 1.0, 0.85, False)],
)
def test_a_border_that_is_lost_in_part_takes_more_of_the_rest(
    support: float, border: float, present: float, enough: bool
) -> None:
    """And every line must be there: of finer or coarser grids some are not."""
    fit = GridFit(BoardPose.from_corners(CORNERS, SIZE), support, border, present, 0.5)
    assert is_seen(fit) == enough


def test_panes_without_marks_are_no_board() -> None:
    """Six framed areas may be a window or a crate."""
    frame = board(crosses=False)
    assert by_areas(frame) == ()
    with pytest.raises(BoardNotFound):
        find_boards(frame, SIZE)


def test_areas_are_what_spaces_divide_into() -> None:
    """Two each way at least; spaces that cannot be divided have none."""
    assert areas_of((9, 8)) == ((3, 2), (3, 4))
    assert areas_of((7, 8)) == ()
