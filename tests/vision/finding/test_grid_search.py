from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.grid_quick import Candidate
from vision.finding.grid_refine import GridFit
from vision.finding.grid_search import (
    best_apart,
    is_board,
    is_undoubted,
    likely_first,
    measured,
    search_lattices,
    shifted,
    view_of,
)
from vision.finding.lattice import Lattice
from vision.finding.quads import quad_batches
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])
FRAMED = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])


def fit_of(support: float, border: float, residual: float = 0.01, present: float = 1.0, ends: float = 0.9) -> GridFit:
    """A fit to a board that lies well in the picture."""
    pose = BoardPose(BoardPose.from_corners(UPRIGHT, SPACES).homography, residual)
    return GridFit(pose, support, border, present, ends)


def test_a_board_needs_its_lines_its_border_and_a_close_fit() -> None:
    """Too few lines, one side without its line, half a grid, a margin for a row, lines anywhere near: no board."""
    assert is_board(fit_of(0.65, 0.4), (800, 600))
    for fit in (fit_of(0.5, 0.4), fit_of(0.9, 0.2), fit_of(0.9, 0.9, present=0.6), fit_of(0.9, 0.9, residual=0.045)):
        assert not is_board(fit, (800, 600))
    assert not is_board(fit_of(0.9, 0.9, ends=0.0), (800, 600))


def test_a_board_is_undoubted_by_all_its_lines_or_its_whole_border() -> None:
    """What is left open by a side that is hardly seen, or by many lines that are not, leads to a further search."""
    assert is_undoubted(fit_of(0.95, 0.6), (800, 600))
    assert is_undoubted(fit_of(0.75, 0.95), (800, 600))
    assert not is_undoubted(fit_of(0.92, 0.4), (800, 600))
    assert not is_undoubted(fit_of(0.75, 0.8), (800, 600))
    assert not is_undoubted(fit_of(0.62, 1.0), (800, 600))


def test_the_search_ends_with_the_boards_that_are_wanted(drawn: Callable[..., Frame]) -> None:
    """One board without a doubt is enough where one is wanted; where four may lie, everything is looked at."""
    pixels = drawn(UPRIGHT).pixels
    view = view_of(pixels, np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    one = search_lattices(view, quad_batches(pixels), (), SPACES, 1, None)
    four = search_lattices(view, quad_batches(pixels), (), SPACES, 4, None)
    assert len(best_apart([c for c in one.candidates if is_board(c.fit, (800, 600))], SPACES, 4)) == 1
    assert len(best_apart([c for c in four.candidates if is_board(c.fit, (800, 600))], SPACES, 4)) == 1
    assert one.quads < four.quads


def test_a_board_in_no_quadrilateral_is_found_by_its_grid(drawn: Callable[..., Frame]) -> None:
    """On ground of its own tone, without any outline to begin with, a board is where its grid is grown."""
    pixels = drawn(UPRIGHT, table=62).pixels
    view = view_of(pixels, np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    (found,) = search_lattices(view, (), (), SPACES, 1, None).candidates
    assert is_board(found.fit, (800, 600))
    assert found.fit.pose.corners_px(SPACES) == pytest.approx(UPRIGHT, abs=1.0)


@pytest.mark.parametrize("aside", [(1.0, 1.0), (1.0, -1.0)])
def test_a_lattice_aside_both_ways_is_set_right_by_both_tones(
    printed: Callable[..., Frame], aside: tuple[float, float]
) -> None:
    """Inside frames of the other tone a lattice a space too far right and down is no board, yet the board is found."""
    frame = printed(FRAMED, tones=((-12.0, 0.0, 0.0),), framed=(10.0, 0.0, 4.0), floor=(22.0, 30.0), table="cloth")
    view = view_of(frame.pixels, np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    start = shifted(BoardPose.from_corners(FRAMED, SPACES), SPACES, aside)
    (found,) = measured(view, Lattice(start.corners_px(SPACES), 2.0, -1), SPACES, None, [])
    assert found.faint
    assert is_board(found.fit, (1000, 750))
    assert found.fit.pose.corners_px(SPACES) == pytest.approx(FRAMED, abs=2.0)


def test_what_no_board_can_fill_comes_last() -> None:
    """Nothing is left out of the batches, and their order stays, but for narrow and skew outlines: these come last."""
    board = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])
    narrow, skew = board * [0.5, 1.0], board + np.array([[0, 0], [0, 0], [150, 0], [150, 0]])
    batches = list(likely_first([[narrow, board], [], [skew, board + 5, board + 9]], (9, 8), (800, 600)))
    assert [len(batch) for batch in batches] == [1, 0, 2, 2]
    flat = [quad for batch in batches for quad in batch]
    assert all(one is other for one, other in zip(flat[:1] + flat[3:], [board, narrow, skew], strict=True))


def test_of_overlapping_grids_the_best_seen_is_kept() -> None:
    """A grid a space aside shares ground with the right one; a board further away does not."""
    right = Candidate(fit_of(0.95, 0.9), 1)
    beside = Candidate(GridFit(shifted(right.fit.pose, SPACES, (1.0, 0.0)), 0.9, 0.4, 1.0, 0.9), 1)
    apart = Candidate(GridFit(shifted(right.fit.pose, SPACES, (12.0, 0.0)), 0.8, 0.7, 1.0, 0.9), 1)
    assert best_apart([beside, apart, right], SPACES, 4) == [right, apart]
