from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.grid_quick import (
    HOPEFUL_SCORE,
    Candidate,
    clear_boards,
    faint_grid,
    hidden_quads,
    is_clear,
    share_lens,
)
from vision.finding.grid_refine import GridFit, judge, refine
from vision.finding.grid_seeds import grid_seeds
from vision.finding.grid_sparse import judged, refine_sparsely
from vision.finding.grid_strips import FINE, look, placed, strips
from vision.finding.lattice import Gray, lattices
from vision.finding.masks import percentiles
from vision.finding.quads import quick_quads
from vision.finding.simple_lens import simple_lens
from vision.finding.stretches import Stretches
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def error(pose: BoardPose, truth: np.ndarray) -> float:
    """The largest distance of a corner from the truth in spaces, at the better of both half turns."""
    space = float(np.linalg.norm(truth[1] - truth[0])) / SPACES[0]
    seen = pose.corners_px(SPACES)
    return min(float(np.linalg.norm(np.roll(seen, n, axis=0) - truth, axis=1).max()) / space for n in (0, 2))


def pulled(truth: np.ndarray, spaces: float, seed: int) -> np.ndarray:
    """The corners, each moved by so many spaces in some direction."""
    angle = np.random.default_rng(seed).uniform(0, 2 * np.pi, 4)
    px = spaces * float(np.linalg.norm(truth[1] - truth[0])) / SPACES[0]
    return truth + px * np.stack([np.cos(angle), np.sin(angle)], axis=1)


@pytest.mark.parametrize(
    ("name", "step"), [("easy_301", "step_00"), ("hard_305", "empty"), ("normal_302_cards", "step_00")]
)
def test_a_bare_board_is_found_without_a_search(scene: Any, name: str, step: str) -> None:
    """One board that lies bare is found from the reduced picture alone, within a fiftieth of a space."""
    picture = scene(name, step)
    (board,) = clear_boards(picture.frame.pixels, gray_of(picture.frame), SPACES, 1, None)
    assert error(board.fit.pose, picture.corners()) < 0.02


def test_a_board_whose_outline_is_hidden_is_found_without_a_search(scene: Any) -> None:
    """On a cloth of its rim's own colour no outline holds a grid, but that repeats itself all the same."""
    picture = scene("two_tones", "empty")
    frame = Frame(
        np.asarray(cv2.resize(picture.frame.pixels, (640, 480), interpolation=cv2.INTER_AREA), np.uint8), 0.0, 0
    )
    pixels, gray = frame.pixels, gray_of(frame)
    outlines = [quad for batch in quick_quads(pixels, SPACES) for quad in batch]
    assert all(next(lattices(gray, quad, SPACES, -np.inf)).score < HOPEFUL_SCORE for quad in outlines)
    (board,) = clear_boards(pixels, gray, SPACES, 1, None)
    assert error(board.fit.pose, (picture.corners() + 0.5) * 640 / 820 - 0.5) < 0.03


def test_what_has_no_outline_is_looked_for_only_where_no_board_was_found_by_its_own(
    drawn: Callable[..., Frame],
) -> None:
    """Where boards have outlines those that are missing will have some, too: another board, anywhere, is enough."""
    gray = gray_of(drawn(UPRIGHT))
    elsewhere = judged(gray, BoardPose.from_corners(UPRIGHT + np.array([2000.0, 0.0]), SPACES), SPACES, 1)
    assert [quad for batch in hidden_quads(gray, grid_seeds(gray), SPACES, []) for quad in batch]
    assert list(hidden_quads(gray, grid_seeds(gray), SPACES, [Candidate(elsewhere, 1)])) == []


def test_four_bare_boards_are_found_without_a_search(scene: Any) -> None:
    """Four boards are found from the reduced picture alone and share one lens in the end."""
    picture = scene("normal_307_4boards", "empty")
    gray = gray_of(picture.frame)
    boards = clear_boards(picture.frame.pixels, gray, SPACES, 4, None)
    fits = share_lens(picture.frame.pixels, gray, boards, SPACES, None)
    bends = {float(fit.pose.lens.distortion[0]) for fit in fits if fit.pose.lens is not None}
    truths = [picture.corners(number) for number in range(4)]
    assert len(bends) == 1
    assert max(min(error(fit.pose, truth) for fit in fits) for truth in truths) < 0.02


def test_no_more_boards_are_looked_for_than_wanted(scene: Any) -> None:
    """The search ends with as many boards as may be there."""
    picture = scene("normal_307_4boards", "empty")
    assert len(clear_boards(picture.frame.pixels, gray_of(picture.frame), SPACES, 2, None)) == 2


def test_a_covered_board_is_left_to_the_thorough_search(drawn: Callable[..., Frame]) -> None:
    """A board of which a third is covered, and some of its border, is not found beyond doubt, yet it is found."""
    frame = drawn(UPRIGHT)
    pixels = frame.pixels.copy()
    cv2.fillConvexPoly(pixels, np.array([[300, 90], [480, 90], [480, 380], [300, 380]]), (40, 90, 160))
    covered = Frame(pixels, 0.0, 0)
    assert clear_boards(pixels, gray_of(covered), SPACES, 1, None) == ()
    (pose,) = find_boards(covered, SPACES, at_most=1)
    assert error(pose, UPRIGHT) < 0.05


def test_a_hint_is_tried_first(drawn: Callable[..., Frame]) -> None:
    """A board of the table's own tone, whose outline is not seen, is found by a quadrilateral that holds it."""
    frame = drawn(UPRIGHT, ground=60, line=120, table=62)
    wide = UPRIGHT.mean(axis=0) + 1.1 * (UPRIGHT - UPRIGHT.mean(axis=0))
    (board,) = clear_boards(frame.pixels, gray_of(frame), SPACES, 1, None, (wide,))
    assert error(board.fit.pose, UPRIGHT) < 0.05


def test_a_given_lens_is_kept(drawn: Callable[..., Frame]) -> None:
    """Under a known lens nothing is estimated, neither for one board nor for those that share it."""
    frame = drawn(UPRIGHT)
    lens = simple_lens(frame.size_wh, 0.0)
    (board,) = clear_boards(frame.pixels, gray_of(frame), SPACES, 1, lens)
    assert board.fit.pose.lens is lens
    (fit,) = share_lens(frame.pixels, gray_of(frame), (board,), SPACES, lens)
    assert fit.pose.lens is lens


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("polarity", [1, -1])
def test_few_samples_fit_as_well_as_all_pixels(drawn: Callable[..., Frame], seed: int, polarity: int) -> None:
    """From a start that is off by a seventh of a space the sparse fit comes as near to the truth as the full one."""
    frame = drawn(UPRIGHT, ground=60 if polarity == 1 else 180, line=150 if polarity == 1 else 90, seed=seed)
    start = BoardPose.from_corners(pulled(UPRIGHT, 0.14, seed), SPACES)
    sparse = refine_sparsely(gray_of(frame), start, SPACES, polarity, fit_lens=False)
    full = refine(gray_of(frame).astype(np.float32), start, SPACES, polarity, frame.size_wh, fit_lens=False)
    assert sparse.support > 0.9
    assert error(sparse.pose, UPRIGHT) < error(full.pose, UPRIGHT) + 0.005


def test_a_fit_beside_the_grid_has_no_support(drawn: Callable[..., Frame]) -> None:
    """Half a space beside the grid, and with the other polarity, hardly any stretch is in place."""
    frame = drawn(UPRIGHT, icons=0)
    right = BoardPose.from_corners(UPRIGHT, SPACES)
    beside = BoardPose.from_corners(right.project(np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) + 0.45), SPACES)
    gray, grid = gray_of(frame), strips(SPACES)

    def support(pose: BoardPose, polarity: int) -> float:
        return judge(pose, look(gray, placed(pose, grid), grid, polarity, FINE)).support

    assert support(right, 1) > 0.9
    assert support(beside, 1) < 0.3
    assert support(right, -1) < 0.3


@pytest.mark.parametrize(("far", "residual"), [(0.08, 0.01), (0.0, 0.00888)])
def test_the_border_adds_nothing_to_the_residual(far: float, residual: float) -> None:
    """What is drawn there may be seen instead of the outermost lines; but where those fit well they count as others."""
    grid = strips(SPACES)
    border = np.isin(np.arange(len(grid.middle)), [*grid.first, *grid.last])
    seen = Stretches(grid.middle, grid.across, np.where(border, far, 0.01), np.ones(len(border)))
    fit = judge(BoardPose.from_corners(UPRIGHT, SPACES), seen)
    assert fit.pose.residual_cells == pytest.approx(residual, abs=1e-5)
    assert fit.support == 1.0


def test_a_board_is_clear_though_its_frame_is_drawn_beside_its_outermost_lines(drawn: Callable[..., Frame]) -> None:
    """An even bed round the grid is bounded by a line of its own, which is seen where the grid's should be."""
    frame = drawn(UPRIGHT, ground=140, line=90, table=170, noise=1.0)
    pose, pixels = BoardPose.from_corners(UPRIGHT, SPACES), frame.pixels.copy()
    for beside, tone, thick in ((0.0, 140, 4), (0.08, 90, 1)):
        box = np.array([[-beside, -beside], [9 + beside, -beside], [9 + beside, 8 + beside], [-beside, 8 + beside]])
        corners = np.rint(16 * pose.project(box)).astype(np.int32)
        cv2.polylines(pixels, [corners], True, (tone,) * 3, thick, cv2.LINE_AA, 4)
    (board,) = clear_boards(pixels, gray_of(Frame(pixels, 0.0, 0)), SPACES, 1, None)
    assert not board.faint
    assert error(board.fit.pose, UPRIGHT) < 0.05


@pytest.mark.parametrize(
    ("support", "border", "closely"),
    [(0.65, 0.0, [True, False]), (0.4, 0.75, [True]), (0.55, 0.65, [False]), (0.55, 0.0, [False])],
)
def test_a_fit_of_most_lines_leads_the_look_by_both_tones(
    drawn: Callable[..., Frame], monkeypatch: pytest.MonkeyPatch, support: float, border: float, closely: list[bool]
) -> None:
    """Where it sees no border, which may be of the other tone, it may lead astray: then the lattice itself leads."""
    frame, starts = drawn(UPRIGHT), []

    def look(pixels: Any, gray: Any, start: BoardPose, *how: Any) -> None:
        starts.append((start, how[-1] is FINE))

    monkeypatch.setattr("vision.finding.grid_quick.faint_board", look)
    gray = gray_of(frame)
    lattice = next(lattices(gray, UPRIGHT, SPACES, -np.inf))
    fit = GridFit(BoardPose.from_corners(pulled(UPRIGHT, 0.05, 1), SPACES), support, border, 1.0, 1.0)
    faint_grid(frame.pixels, gray, lattice, SPACES, None, fit)
    assert [(start is fit.pose, fine) for start, fine in starts] == [(fine, fine) for fine in closely]


@pytest.mark.parametrize(("cols", "rows"), [(9, 7), (8, 8)])
def test_no_stretches_end_at_a_margin_taken_for_a_row(drawn: Callable[..., Frame], cols: int, rows: int) -> None:
    """Most of a smaller grid's lines are there and its margin has none that ends; those of a board end all round."""
    smaller = BoardPose.from_corners(UPRIGHT, (cols, rows))
    wider = BoardPose.from_corners(smaller.project(np.array([[0.0, 0], [9, 0], [9, 8], [0, 8]])), SPACES)
    part = judged(gray_of(drawn(UPRIGHT, cols=cols, rows=rows)), wider, SPACES, 1)
    whole = judged(gray_of(drawn(UPRIGHT)), BoardPose.from_corners(UPRIGHT, SPACES), SPACES, 1)
    assert part.support > 0.8
    assert part.ends < 0.1
    assert whole.ends > 0.9
    assert is_clear(whole, (800, 600))
    assert not is_clear(replace(whole, ends=part.ends), (800, 600))


@pytest.mark.parametrize("level", [0, 90, 255])
def test_an_even_picture_has_neither_outlines_nor_boards(level: int) -> None:
    """Where nothing differs nothing four-sided is seen."""
    pixels = np.full((480, 640, 3), level, np.uint8)
    assert [quad for batch in quick_quads(pixels, SPACES) for quad in batch] == []
    assert clear_boards(pixels, pixels[..., 0].copy(), SPACES, 4, None) == ()


@pytest.mark.parametrize("side", [(1, 1), (1, 640), (15, 15), (700, 3)])
def test_pictures_too_small_for_a_board_give_no_outlines(side: tuple[int, int]) -> None:
    """Nothing is reduced to nothing."""
    pixels = np.random.default_rng(1).integers(0, 255, (*side, 3)).astype(np.uint8)
    assert list(quick_quads(pixels, SPACES)) == []


def test_percentiles_are_what_sorting_gives() -> None:
    """Counting gives what numpy gives by sorting, between two levels as well as at the ends."""
    values = np.random.default_rng(2).integers(3, 250, (40, 25)).astype(np.uint8)
    assert percentiles(values, (0, 1, 37.3, 50, 99, 100)) == pytest.approx(
        np.percentile(values, [0, 1, 37.3, 50, 99, 100])
    )


def test_candidates_tell_their_polarity(drawn: Callable[..., Frame]) -> None:
    """Lighter lines are 1, darker ones -1."""
    light, dark = drawn(UPRIGHT), drawn(UPRIGHT, ground=190, line=90, table=120)

    def found(frame: Frame) -> Candidate:
        return clear_boards(frame.pixels, gray_of(frame), SPACES, 1, None)[0]

    assert found(light).polarity == 1
    assert found(dark).polarity == -1
