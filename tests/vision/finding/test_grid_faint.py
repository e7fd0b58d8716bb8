from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding.grid_aside import parts
from vision.finding.grid_beyond import widened
from vision.finding.grid_faint import Tones, faint_board, fitted_both_ways, is_whole, joined, seen_both_ways
from vision.finding.grid_quick import clear_boards
from vision.finding.grid_refine import NEAR, GridFit
from vision.finding.grid_sparse import refine_sparsely
from vision.finding.grid_strips import FINE
from vision.finding.lattice import Gray
from vision.finding.simple_lens import simple_lens
from vision.finding.stretches import Stretches
from vision.frame import Frame
from vision.pose import BoardPose, Points

SPACES = (9, 8)
CORNERS = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])
LIGHT, DARK = (14.0, 0.0, 0.0), (-14.0, 0.0, 0.0)
PRINTS: dict[str, dict[str, Any]] = {
    "light here and dark there": {"tones": (LIGHT, DARK)},
    "dark, framed by light ones": {"tones": ((-12.0, 0.0, 0.0),), "framed": (10.0, 0.0, 4.0), "floor": (22.0, 30.0)},
    "without the outermost": {"outer": False},
    "light ones between dark frames, and a rim drawn all over": {"framed": (-14.0, 0.0, 0.0), "teeth": 35.0},
}


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def off(pose: BoardPose, corners: Points = CORNERS) -> float:
    """The largest distance of a corner from where it should be, in spaces, up to half a turn."""
    space = np.linalg.norm(corners[1] - corners[0]) / 9
    turned = (np.roll(pose.corners_px(SPACES), turn, axis=0) for turn in (0, 2))
    return float(min(np.linalg.norm(seen - corners, axis=1).max() for seen in turned) / space)


@pytest.mark.parametrize("table", ["cloth", "paint"])
@pytest.mark.parametrize("kind", PRINTS)
def test_lines_of_two_tones_and_edges_are_seen_as_one_grid(
    printed: Callable[..., Frame], kind: str, table: str
) -> None:
    """Whatever one tone leaves out, the other or the floor's edge tells: the board is found without a search."""
    frame = printed(CORNERS, table=table, seed=3, **PRINTS[kind])
    (board,) = clear_boards(frame.pixels, gray_of(frame), SPACES, 1, None)
    assert off(board.fit.pose) < 0.1


def test_a_bed_between_lines_of_two_tones_is_left_for_the_right_one(scene: Any) -> None:
    """Beside light lines round areas of dark ones there are dark bands, and a bent lens can make up for such a fit."""
    picture = scene("two_tones", "empty")
    (board,) = clear_boards(picture.frame.pixels, gray_of(picture.frame), SPACES, 1, None)
    assert off(board.fit.pose, picture.corners()) < 0.03


def test_a_board_of_two_tones_is_bare_where_it_lies_and_not_a_space_aside(printed: Callable[..., Frame]) -> None:
    """Both tones together, and where they end, show all of a grid of which neither shows its border."""
    frame = printed(CORNERS, table="cloth", **PRINTS["light ones between dark frames, and a rim drawn all over"])
    whole = BoardPose.from_corners(CORNERS, SPACES)
    aside = BoardPose.from_corners(whole.project(np.array([[1, 0], [10, 0], [10, 8], [1, 8]], np.float64)), SPACES)
    there, beside = (seen_both_ways(frame.pixels, gray_of(frame), pose, SPACES, 1, NEAR) for pose in (whole, aside))
    assert there.support > 0.9
    assert there.border > 0.9
    assert beside.border < 0.5


def test_where_both_tones_are_in_place_the_one_that_shows_more_counts() -> None:
    """Beds beside lines never lead the fit, whichever tone was expected, and along the border hardly lines of few."""
    grid, border = widened(SPACES).strips, parts(SPACES).border[0] > 0
    count = len(grid.middle)
    nowhere, few = np.zeros(count), np.arange(count) % 3 == 0
    lines = Stretches(grid.middle, grid.across, np.full(count, 0.01), np.where(border & ~few, 0.0, 1.0))
    beds = Stretches(grid.middle, grid.across, np.full(count, -0.08), np.where(few | border, 1.0, 0.0))
    for tones in (Tones(lines, beds), Tones(beds, lines)):
        seen, weighed = joined(tones, nowhere, border)
        assert np.array_equal(seen.offset, np.where(border & ~few, -0.08, 0.01))
        assert (seen.contrast == 1).all()
        assert (weighed.contrast[border & ~few] < 0.2).all()
        assert (weighed.contrast[~border | few] == 1).all()


@pytest.mark.parametrize("number", range(len(parts(SPACES).corners)))
def test_a_start_a_space_aside_or_turned_is_set_right(printed: Callable[..., Frame], number: int) -> None:
    """From each place where the board fills a part of the grid with the next lines its own place is found."""
    frame = printed(CORNERS, table="cloth", outer=False)
    whole = BoardPose.from_corners(CORNERS, SPACES)
    aside = BoardPose.from_corners(whole.project(parts(SPACES).corners[number]), SPACES)
    fit = faint_board(frame.pixels, gray_of(frame), aside, SPACES, 1)
    assert fit is not None
    assert off(fit.pose) < 0.1


def test_a_start_where_lines_are_is_looked_at_finely_at_once(printed: Callable[..., Frame]) -> None:
    """What was fitted to lines of one tone leads as near as a first look from farther off does."""
    frame = printed(CORNERS, table="cloth", tones=(LIGHT, DARK))
    gray, start = gray_of(frame), BoardPose.from_corners(CORNERS + 2.0, SPACES)
    fitted = refine_sparsely(gray, start, SPACES, 1, fit_lens=True)
    at_once = faint_board(frame.pixels, gray, fitted.pose, SPACES, 1, first=FINE)
    later = faint_board(frame.pixels, gray, start, SPACES, 1)
    assert at_once is not None
    assert later is not None
    assert off(at_once.pose, later.pose.corners_px(SPACES)) < 0.01


@pytest.mark.parametrize("polarity", [1, -1])
def test_a_start_beside_all_lines_is_set_right(printed: Callable[..., Frame], polarity: int) -> None:
    """Where nothing is in place as yet, lines of the one tone or of the other tell the way to both."""
    frame = printed(CORNERS, table="cloth", tones=(LIGHT, DARK))
    box = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]])
    beside = BoardPose.from_corners(BoardPose.from_corners(CORNERS, SPACES).project(box + 0.25), SPACES)
    fit = faint_board(frame.pixels, gray_of(frame), beside, SPACES, polarity)
    assert fit is not None
    assert off(fit.pose) < 0.1


@pytest.mark.parametrize(("corner", "way"), [(0, (-0.6, 0.6)), (0, (0.6, -0.6)), (1, (-0.6, -0.6)), (2, (0.6, -0.6))])
def test_a_start_with_a_corner_astray_is_set_right(
    printed: Callable[..., Frame], corner: int, way: tuple[float, float]
) -> None:
    """A first look from there may show little more than half of it; the second shows it all."""
    frame = printed(CORNERS, table="cloth", tones=(LIGHT, DARK))
    box = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]])
    box[corner] += way
    astray = BoardPose.from_corners(BoardPose.from_corners(CORNERS, SPACES).project(box), SPACES)
    fit = faint_board(frame.pixels, gray_of(frame), astray, SPACES, 1)
    assert fit is not None
    assert off(fit.pose) < 0.1


@pytest.mark.parametrize(("cols", "rows"), [(10, 8), (9, 9), (11, 10)])
def test_a_part_of_a_larger_grid_is_no_board(drawn: Callable[..., Frame], cols: int, rows: int) -> None:
    """Where the grid goes on the part that is as large as a board is none."""
    frame = drawn(CORNERS, cols=cols, rows=rows, frame_wh=(1000, 750))
    whole = BoardPose.from_corners(CORNERS, (cols, rows))
    part = BoardPose.from_corners(whole.project([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]]), SPACES)
    assert faint_board(frame.pixels, gray_of(frame), part, SPACES, 1) is None


@pytest.mark.parametrize(("margin", "looked"), [(1.1, False), (2.1, True)])
def test_what_shows_hardly_more_than_half_of_a_grid_is_looked_at_no_longer(
    drawn: Callable[..., Frame], margin: float, looked: bool
) -> None:
    """However well the rest lies: a board would show more of itself by now, even one whose middle is covered."""
    frame = drawn(CORNERS, frame_wh=(1000, 750))
    pixels, pose = frame.pixels.copy(), BoardPose.from_corners(CORNERS, SPACES)
    right, near = 9 - margin, 8 - margin
    covered = pose.project(np.array([[margin, margin], [right, margin], [right, near], [margin, near]]))
    cv2.fillConvexPoly(pixels, np.rint(covered).astype(np.int32), (90, 120, 160))
    gray = gray_of(Frame(pixels, 0.0, 0))
    start = BoardPose(pose.homography, 0.0, simple_lens((1000, 750), 0.0))
    assert (fitted_both_ways(pixels, gray, start, SPACES, 1, fit_lens=True) is not None) == looked


def test_a_board_is_whole_only_if_nothing_speaks_against_it() -> None:
    """Nearly all of it is seen and where its square spaces put it, every line and each side, and it ends all round."""
    pose = BoardPose.from_corners(CORNERS, SPACES)
    whole = GridFit(replace(pose, residual_cells=0.03), support=0.75, border=0.9, present=1.0, ends=0.3)
    long = BoardPose.from_corners(np.array([[200.0, 200.0], [800.0, 200.0], [800.0, 500.0], [200.0, 500.0]]), SPACES)
    less = [{"support": 0.65}, {"border": 0.8}, {"present": 0.9}, {"ends": 0.2}]
    less += [{"pose": replace(pose, residual_cells=0.04)}, {"pose": long}]
    assert is_whole(whole, (1000, 750))
    assert not any(is_whole(replace(whole, **change), (1000, 750)) for change in less)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_floor_without_lines_is_no_board(printed: Callable[..., Frame], seed: int) -> None:
    """Edges all round and leaves within say nothing."""
    frame = printed(CORNERS, tones=((0.0, 0.0, 0.0),), seed=seed)
    gray = gray_of(frame)
    start = BoardPose.from_corners(CORNERS, SPACES)
    assert [faint_board(frame.pixels, gray, start, SPACES, sign) for sign in (1, -1)] == [None, None]


def test_a_board_of_which_a_side_is_covered_is_left_to_others(printed: Callable[..., Frame]) -> None:
    """Nearly all of each side must be there: else the grid may as well lie a space aside."""
    frame = printed(CORNERS, outer=False)
    pixels = frame.pixels.copy()
    cv2.fillConvexPoly(pixels, np.array([[200, 200], [340, 200], [320, 480], [180, 480]]), (90, 120, 160))
    start = BoardPose.from_corners(CORNERS, SPACES)
    assert faint_board(pixels, gray_of(Frame(pixels, 0.0, 0)), start, SPACES, 1) is None


@pytest.mark.parametrize("seed", range(5))
def test_edges_along_its_own_border_make_no_other_place_the_likeliest(seed: int) -> None:
    """So they need not be looked for while lines alone say that a grid lies where it was taken to."""
    random, tried = np.random.default_rng(seed), parts(SPACES)
    rim = tried.border[0] > 0
    gains = tried.shares(np.zeros(len(rim), np.bool_), (random.random(len(rim)) < 0.5) & rim)
    assert gains[0] >= gains.max() - 1e-6
