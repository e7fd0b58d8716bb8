"""Areas of larger grids on pages that are not flat, and at the edge of the picture, are no boards."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding import grid_askew
from vision.finding.boardfinder import find_boards
from vision.finding.grid_askew import Rungs, carried_on, goes_on_askew, led_on, on_a_trend
from vision.finding.grid_extent import lines_of
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
PX = 80
INK, PAPER = 60.0, 190.0
FRAME_WH = 1332, 990
CORNER = 160, 60


def page(
    cols: int, rows: int, bend: float = 0.0, corner: tuple[int, int] = CORNER, frame: bool = False, ticks: float = 0.0
) -> Frame:
    """A grid of so many spaces of a puzzle in a newspaper, its upper left ``corner`` at these pixels.

    Beyond the eighth row the page is bent: there rungs lie so many spaces aside for each column. A ``frame`` is a
    line a space outside the grid, ``ticks`` are what upright lines go on by, in spaces.
    """
    rng = np.random.default_rng(5)
    (left, top), (width, height) = corner, FRAME_WH
    drawn = np.full((height, width), PAPER)
    for col in range(cols + 1):
        along = np.linspace(0, rows + ticks, 200)
        aside = bend * col * np.minimum(10 * np.maximum(along - SPACES[1], 0.0), 1.0)
        points = np.stack([left + PX * (col + aside), top + PX * along], axis=1)
        cv2.polylines(drawn, [np.rint(16 * points).astype(np.int32)], False, INK, 2, cv2.LINE_AA, 4)
    for row in range(rows + 1):
        end = left + round(PX * cols * (1 + bend * (row > SPACES[1])))
        cv2.line(drawn, (left, top + PX * row), (end, top + PX * row), INK, 2, cv2.LINE_AA)
    if frame:
        around = (left - PX, top - PX), (left + PX * (cols + 1), top + PX * (rows + 1))
        cv2.rectangle(drawn, *around, INK, 2, cv2.LINE_AA)
    lit = cv2.GaussianBlur(drawn, (0, 0), 0.8) + rng.normal(0, 2, drawn.shape)
    return Frame(np.repeat(np.clip(lit, 0, 255).astype(np.uint8)[..., None], 3, axis=2), 0.0, 0)


def askew(frame: Frame, corner: tuple[int, int] = CORNER) -> bool:
    """Whether the upper left 9 x 8 spaces of a page are told to go on."""
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    cols, rows = SPACES
    corners = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]]) * PX + corner
    pose = BoardPose.from_corners(corners.astype(np.float64), SPACES)
    return goes_on_askew(gray, pose, SPACES, lines_of(gray, pose, SPACES))


@pytest.mark.parametrize("bend", [-0.02, 0.03])
def test_a_row_on_the_bend_of_a_page_belongs_to_the_grid(bend: float) -> None:
    """Its rungs lie further aside the further along they are, and its line is where a flat one would be."""
    assert askew(page(9, 9, bend))


@pytest.mark.parametrize("rows", [8.3, 8.4])
def test_a_row_that_leaves_the_picture_belongs_to_the_grid(rows: float) -> None:
    """Its line is out of sight, but its rungs lead to the picture's edge."""
    corner = CORNER[0], FRAME_WH[1] - round(rows * PX)
    with pytest.raises(BoardNotFound, match="not of 9 x 8"):
        find_boards(page(9, 9, corner=corner), SPACES)


@pytest.mark.parametrize(("left", "bend"), [(CORNER[0], 0.03), (-5 * PX - PX // 2, 0.0)])
def test_rungs_lead_out_of_the_picture_askew_or_few_but_in_place(left: int, bend: float) -> None:
    """Either is enough where no next line can be seen."""
    corner = left, FRAME_WH[1] - round(8.5 * PX)
    assert askew(page(9, 9, bend, corner), corner)


@pytest.mark.parametrize("top", [CORNER[1] + 2 * PX, FRAME_WH[1] - round(8.6 * PX)])
@pytest.mark.parametrize("frame", [False, True])
def test_a_whole_board_does_not_go_on(top: int, frame: bool) -> None:
    """Nothing leads to a frame a space outside it, nor to the edge of the picture."""
    corner = CORNER[0], top
    assert not askew(page(*SPACES, corner=corner, frame=frame), corner)
    assert len(find_boards(page(*SPACES, corner=corner, frame=frame), SPACES)) == 1


def test_what_lies_out_of_the_picture_is_no_rung() -> None:
    """The picture's edge, carried on, would look like the lines of the board that it cuts off."""
    corner = -5 * PX - PX // 2, CORNER[1] + 2 * PX
    assert not askew(page(*SPACES, corner=corner), corner)


def test_ticks_at_the_ends_of_lines_are_no_rungs() -> None:
    """They lead to no line."""
    assert not askew(page(*SPACES, ticks=0.6))


def rungs(aside: list[float], there: int | None = None, bold: int | None = None) -> Rungs:
    """Rungs so far aside, so many of which are in the picture, and bold."""
    count = len(aside)
    first: NDArray[np.intp] = np.arange(count)
    within, standing = (first < (count if some is None else some) for some in (there, bold))
    return Rungs(first.astype(np.float64), np.array(aside), standing, within)


def test_rungs_that_lie_anyhow_are_on_no_trend() -> None:
    """Only those near one line count, and a steep line leaves the reach of a rung."""
    assert on_a_trend(rungs([0.0, 0.04, 0.1, 0.13, 0.2, 0.24])) == 1.0
    assert on_a_trend(rungs([0.0, 0.04, -0.3, 0.13, 0.2, 0.24])) == pytest.approx(5 / 6)
    assert on_a_trend(rungs([-0.4, 0.4, -0.4, 0.4, -0.4, 0.4])) == 0.5
    assert on_a_trend(rungs([-0.6, -0.3, 0.0, 0.3, 0.6, 0.9])) < 0.5


def test_a_trend_needs_rungs_that_are_seen() -> None:
    """Faint ones are none, and of a few in the picture any lie on some line."""
    assert on_a_trend(rungs([0.0] * 6, bold=4)) == pytest.approx(4 / 6)
    assert on_a_trend(rungs([0.0] * 9, there=4)) == 0.0
    assert on_a_trend(rungs([0.0] * 9, there=5)) == 1.0


def test_rungs_are_carried_on_where_they_are_seen_twice_in_one_place() -> None:
    """However far aside that is: the page is bent, and the pose that fits its other rows is none of this one."""
    aside = [0.0, 0.06, 0.4, -0.2, -0.25, 0.02]
    assert carried_on(rungs(aside), rungs(aside)) == 1.0
    assert carried_on(rungs(aside), rungs([*aside[:4], 0.1, 0.3])) == pytest.approx(4 / 6)
    assert carried_on(rungs(aside, bold=4), rungs(aside)) == pytest.approx(4 / 6)
    assert carried_on(rungs(aside), rungs(aside, bold=3)) == 0.5
    assert carried_on(rungs(aside, there=3), rungs(aside)) == pytest.approx(3 / 5), "too few to tell"


@pytest.mark.parametrize(("share", "lost"), [(0.0, True), (1.1, False)])
def test_a_next_line_to_which_most_rungs_are_carried_on_is_one_of_the_grid(
    monkeypatch: pytest.MonkeyPatch, share: float, lost: bool
) -> None:
    """Though they lie on no straight trend."""
    monkeypatch.setattr(grid_askew, "on_a_trend", lambda rungs: 0.0)
    monkeypatch.setattr(grid_askew, "led_on", lambda rungs: 0.0)
    monkeypatch.setattr(grid_askew, "CARRIED", share)
    assert askew(page(9, 9, 0.03)) == lost
    assert not askew(page(*SPACES))


def test_rungs_lead_on_where_they_are_in_place() -> None:
    """Those out of the picture count for nothing, unless most are."""
    assert led_on(rungs([0.0] * 9, there=4)) == 1.0
    assert led_on(rungs([0.0, 0.3, 0.0, 0.0], there=4)) == 0.75
    assert led_on(rungs([0.0] * 10, there=2)) == 0.0
