"""From a few spaces a grid is grown to all of it, and a board lies in the quadrilateral round its middle."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.grid_growth import BEYOND, ROOM, grown, grown_quads, lies_on, round_middle
from vision.finding.grid_seeds import Seed, grid_seeds
from vision.finding.lattice import Gray, lattices
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)
MOST = max(SPACES) + BEYOND
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def seed_of(whole: BoardPose, x: float, y: float, polarity: int = 1) -> Seed:
    """A seed at a place of a grid, in its spaces."""
    place, right, down = whole.project(np.array([[x, y], [x + 1, y], [x, y + 1]]))
    return Seed(place, right - place, down - place, polarity)


@pytest.mark.parametrize(("ground", "line", "polarity"), [(60, 150, 1), (190, 90, -1)])
@pytest.mark.parametrize(("x", "y"), [(4, 4), (2.1, 2), (6.9, 3.1), (3, 6.1)])
def test_a_grid_is_grown_to_where_it_ends(
    drawn: Callable[..., Frame], ground: int, line: int, polarity: int, x: float, y: float
) -> None:
    """From any crossing within a board, or a tenth of a space beside it, all of its spaces are found, and no more."""
    whole = BoardPose.from_corners(UPRIGHT, SPACES)
    grid = grown(gray_of(drawn(UPRIGHT, ground=ground, line=line)), seed_of(whole, x, y, polarity), MOST)
    assert grid is not None
    pose, size = grid
    assert size == SPACES
    assert pose.corners_px(size) == pytest.approx(UPRIGHT, abs=2.0)


def test_a_grid_is_grown_past_what_covers_some_of_a_line(drawn: Callable[..., Frame]) -> None:
    """Where three of eight stretches of each line are hidden to the right the grid goes on all the same."""
    whole = BoardPose.from_corners(UPRIGHT, SPACES)
    hand = np.rint(whole.project(np.array([[5.6, 2.1], [10, 2.1], [10, 4.9], [5.6, 4.9]]))).astype(np.int32)
    gray = cv2.fillConvexPoly(gray_of(drawn(UPRIGHT)), hand, 170)
    grid = grown(np.asarray(gray, np.uint8), seed_of(whole, 3, 4), MOST)
    assert grid is not None
    assert grid[1] == SPACES
    assert grid[0].corners_px(SPACES) == pytest.approx(UPRIGHT, abs=2.0)


def test_a_seed_is_grown_by_lines_of_its_own_tone_alone(drawn: Callable[..., Frame]) -> None:
    """Where lines are light a seed of dark ones comes to nothing."""
    whole = BoardPose.from_corners(UPRIGHT, SPACES)
    gray = gray_of(drawn(UPRIGHT))
    assert grown(gray, seed_of(whole, 4, 4), MOST) is not None
    assert grown(gray, seed_of(whole, 4, 4, -1), MOST) is None


@pytest.mark.parametrize(("cols", "rows", "size"), [(14, 13, (6, 6)), (3, 3, None), (4, 4, (4, 4))])
def test_a_grid_has_neither_more_spaces_than_wanted_nor_fewer_than_tell(
    drawn: Callable[..., Frame], cols: int, rows: int, size: tuple[int, int] | None
) -> None:
    """Of a larger grid no more is taken, and three spaces to a side may be anything."""
    corners = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]]) * 40.0 + [100, 50]
    whole = BoardPose.from_corners(corners, (cols, rows))
    grid = grown(gray_of(drawn(corners, cols=cols, rows=rows, icons=0)), seed_of(whole, 2, 2), 6)
    assert (None if grid is None else grid[1]) == size


def test_a_grid_that_is_as_wide_as_it_may_be_goes_on_to_grow_near_and_stays_where_it_is(
    drawn: Callable[..., Frame],
) -> None:
    """Its columns come to its limit two looks before its rows do, and are the same afterwards."""
    corners = np.array([[0, 0], [14, 0], [14, 13], [0, 13]]) * 40.0 + [100, 50]
    whole = BoardPose.from_corners(corners, (14, 13))
    grid = grown(gray_of(drawn(corners, cols=14, rows=13, icons=0)), seed_of(whole, 7, 2), 6)
    assert grid is not None
    assert whole.locate(grid[0].corners_px(grid[1]))[:2] == pytest.approx(np.array([[3, 0], [9, 0]]), abs=0.1)


@pytest.mark.parametrize("wide", [(11, 9), (9, 9), (9, 11)])
def test_a_board_has_room_about_the_middle_of_a_grid(wide: tuple[int, int]) -> None:
    """The quadrilateral is as much larger than a board as it should be, and its long side is along the grid's."""
    pose = BoardPose.from_corners(np.array([[0, 0], [wide[0], 0], wide, [0, wide[1]]]) * 10.0 + 50, wide)
    (quad,) = round_middle(pose, wide, SPACES)
    sides = np.ptp(quad, axis=0) / 10
    larger = (9 + ROOM[0], 8 + ROOM[1])
    assert quad.mean(axis=0) == pytest.approx(50 + 5.0 * np.array(wide))
    assert sides == pytest.approx(larger if wide[0] >= wide[1] else larger[::-1])


def test_a_board_without_an_outline_fills_the_quadrilateral_of_its_grid(drawn: Callable[..., Frame]) -> None:
    """One grid gives one quadrilateral; the best lattice within it is the board's, and a known board is left out."""
    gray = gray_of(drawn(UPRIGHT, table=62))
    whole = BoardPose.from_corners(UPRIGHT, SPACES)
    ((quad,),) = grown_quads(gray, grid_seeds(gray), SPACES, lambda place: False)
    assert next(lattices(gray, quad, SPACES, -np.inf)).corners_px == pytest.approx(UPRIGHT, abs=5.0)
    assert list(grown_quads(gray, grid_seeds(gray), SPACES, lambda place: lies_on(whole, SPACES, place))) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_from_noise_nothing_grows(seed: int) -> None:
    """Seeds may be there by chance; a grid is not."""
    noise = np.random.default_rng(seed).normal(120, 30, (400, 600))
    gray = np.clip(noise, 0, 255).astype(np.uint8)
    assert list(grown_quads(gray, grid_seeds(gray), SPACES, lambda place: False)) == []
