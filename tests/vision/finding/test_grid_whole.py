"""Boards painted so richly that no space shows its lines are found by each line as a whole, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.boards_on_tables import error
from tests.vision.finding.painted import CORNERS, FRAME_WH, SPACES, lab, painted
from vision.finding import grid_whole
from vision.finding.boardfinder import find_boards, seen_as_it_is
from vision.finding.grid_refine import GridFit
from vision.finding.grid_whole import fitted, is_whole, of_best, whole_boards
from vision.finding.lattice import Lattice
from vision.finding.quads import quad_batches
from vision.finding.simple_lens import k1_of, simple_lens
from vision.finding.whole_lines import seen_by_stretch, seen_whole
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Points

POSE = BoardPose.from_corners(CORNERS, SPACES)


def boards(frame: Frame, at_most: int = 1) -> tuple[GridFit, ...]:
    """What is found by whole lines alone."""
    return whole_boards(frame.pixels, quad_batches(frame.pixels), SPACES, at_most, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_painted_board_is_found_to_a_fiftieth_of_a_space(seed: int) -> None:
    """Its outline leads to it, its lines tell its place."""
    frame = painted(seed=seed)
    (fit,) = boards(frame)
    assert error(fit.pose, CORNERS) < 0.02
    assert fit.support == fit.border == 1.0


def test_it_is_found_where_nothing_else_tells() -> None:
    """The search looks at whole lines last."""
    frame = painted()
    with pytest.raises(BoardNotFound):
        seen_as_it_is(frame, SPACES, 1, None, ())
    (pose,) = find_boards(frame, SPACES, at_most=1)
    assert error(pose, CORNERS) < 0.02


@pytest.mark.parametrize(
    "frame",
    [
        lambda: painted((10, 9)),
        lambda: painted((10, 8)),
        lambda: painted((8, 8)),
        lambda: painted((9, 7)),
        lambda: painted(every=2),
        lambda: painted(without=frozenset({(0, 0)})),
        lambda: painted(without=frozenset({(1, 8)})),
        lambda: painted(without=frozenset((axis, line) for axis in (0, 1) for line in range(10))),
    ],
    ids=["10x9", "10x8", "8x8", "9x7", "finer", "no left side", "no near side", "no lines"],
)
def test_other_grids_and_paint_alone_are_no_board(frame: object) -> None:
    """A grid of another size, one of whose sides is not there, or none at all."""
    assert callable(frame)
    assert boards(frame()) == ()


def test_two_boards_are_found_and_share_a_lens() -> None:
    """Each at its own place."""
    left = np.array([[70.0, 230.0], [520.0, 238.0], [516.0, 640.0], [66.0, 632.0]])
    right = np.array([[680.0, 214.0], [1130.0, 206.0], [1134.0, 606.0], [684.0, 614.0]])
    both = painted(corners_px=left, thick=2, seed=5)
    other = painted(corners_px=right, thick=2, seed=6).pixels
    half = FRAME_WH[0] // 2
    pixels = both.pixels.copy()
    pixels[:, half:] = other[:, half:]
    found = boards(replace(both, pixels=pixels), at_most=2)
    errors = sorted(min(error(fit.pose, place) for fit in found) for place in (left, right))
    assert len(found) == 2
    assert errors[-1] < 0.05
    assert len({k1_of(fit.pose) for fit in found}) == 1


def test_a_lens_is_fitted_only_where_lines_are_bent() -> None:
    """A straight picture keeps straight lines; one bent by a lens is fitted with much of that."""
    frame = painted()
    straight = fitted(lab(frame), CORNERS, SPACES, None)
    assert straight is not None
    assert k1_of(straight.pose) == 0.0
    bent_frame, corners = through(frame, -0.25)
    bent = fitted(lab(bent_frame), corners, SPACES, None)
    assert bent is not None
    assert k1_of(bent.pose) < -0.12
    assert np.abs(bent.pose.corners_px(SPACES) - corners).max() < 6.0


def through(frame: Frame, k1: float) -> tuple[Frame, Points]:
    """A straight picture as a lens with this coefficient shows it, and where its corners lie then."""
    lens = simple_lens(FRAME_WH, k1)
    ys, xs = np.mgrid[: FRAME_WH[1], : FRAME_WH[0]]
    points = np.stack([xs, ys], axis=-1).reshape(-1, 1, 2).astype(np.float64)
    ideal = cv2.undistortPoints(points, lens.matrix, lens.distortion, P=lens.matrix)
    maps = ideal.reshape(*FRAME_WH[::-1], 2).astype(np.float32)
    seen = np.asarray(cv2.remap(frame.pixels, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.uint8)
    straight = BoardPose.from_corners(CORNERS, SPACES)
    return replace(frame, pixels=seen), BoardPose(straight.homography, 0.0, lens).corners_px(SPACES)


def test_a_given_lens_is_kept() -> None:
    """A lens measured with the printed sheet is not fitted again."""
    lens = simple_lens(FRAME_WH, -0.02)
    (fit,) = whole_boards(painted().pixels, quad_batches(painted().pixels), SPACES, 1, lens)
    assert fit.pose.lens is lens


def test_a_board_needs_each_of_its_limits() -> None:
    """Lines, sides, where they are seen, and squareness: each is enough to refuse one."""
    pixels = lab(painted())
    fit = seen_whole(pixels, POSE, SPACES)
    assert is_whole(pixels, fit, SPACES)
    assert not is_whole(pixels, replace(fit, support=0.84), SPACES)
    assert not is_whole(pixels, replace(fit, border=0.85), SPACES)
    assert not is_whole(pixels, replace(fit, pose=replace(fit.pose, residual_cells=0.014)), SPACES)
    slanted = BoardPose.from_corners(CORNERS * [1.0, 0.6], SPACES)
    assert not is_whole(pixels, replace(fit, pose=slanted), SPACES)


@pytest.mark.parametrize(
    ("support", "border", "ends", "whole"),
    [(0.8, 0.85, 0.5, True), (0.79, 1.0, 1.0, False), (1.0, 0.84, 0.9, False), (1.0, 1.0, 0.49, False)],
)
def test_stretches_by_themselves_must_show_it_too(
    monkeypatch: pytest.MonkeyPatch, support: float, border: float, ends: float, whole: bool
) -> None:
    """The fields of other games show lines as a whole, but not all along their sides."""
    pixels = lab(painted())
    fit = seen_whole(pixels, POSE, SPACES)
    single = replace(seen_by_stretch(pixels, POSE, SPACES), support=support, border=border, ends=ends)
    monkeypatch.setattr(grid_whole, "seen_by_stretch", lambda *of: single)
    assert is_whole(pixels, fit, SPACES) == whole


@pytest.mark.parametrize(
    ("support", "border", "ends", "residual", "whole"),
    [
        (1.0, 0.3, 0.95, 0.005, True),
        (1.0, 0.3, 0.94, 0.005, False),
        (1.0, 0.3, 0.95, 0.006, False),
        (0.99, 0.3, 0.95, 0.005, False),
    ],
)
def test_a_side_may_be_faint_where_all_lines_end_there(
    monkeypatch: pytest.MonkeyPatch, support: float, border: float, ends: float, residual: float, whole: bool
) -> None:
    """Gilt lines in dim light: one side is seen as a whole alone, but each line is, and ends at it."""
    pixels = lab(painted())
    fit = seen_whole(pixels, POSE, SPACES)
    fit = replace(fit, support=support, pose=replace(fit.pose, residual_cells=residual))
    single = replace(seen_by_stretch(pixels, POSE, SPACES), support=0.9, border=border, ends=ends)
    monkeypatch.setattr(grid_whole, "seen_by_stretch", lambda *of: single)
    assert is_whole(pixels, fit, SPACES) == whole


def test_of_fits_at_one_place_the_best_is_taken() -> None:
    """The most lines count first, then where they are seen; a board elsewhere stands for itself."""
    fit = seen_whole(lab(painted()), POSE, SPACES)
    near = replace(fit, pose=replace(fit.pose, residual_cells=0.001))
    fewer = replace(near, support=0.9)
    apart = replace(fewer, pose=BoardPose.from_corners(np.add(CORNERS, [2000.0, 0.0]), SPACES))
    assert of_best([fit, fewer, near], SPACES) == [near]
    assert of_best([fewer, apart, fit], SPACES) == [fit, apart]


@pytest.mark.parametrize(("told", "another", "goes_on"), [(0.0, True, False), (0.6, False, True)])
def test_what_single_stretches_tell_of_another_grid_counts_too(
    monkeypatch: pytest.MonkeyPatch, told: float, another: bool, goes_on: bool
) -> None:
    """Where lightness shows the lines, all that is known of boards of other games is asked."""
    monkeypatch.setattr(grid_whole, "TOLD", told)
    monkeypatch.setattr(grid_whole, "is_another", lambda *of: another)
    monkeypatch.setattr(grid_whole, "goes_on", lambda *of: goes_on)
    assert boards(painted()) == ()


def test_where_a_board_was_seen_two_more_lattices_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The likeliest outline may be that of a frame: the third of them leads nearest to the lines."""
    frame = painted()
    fit = seen_whole(lab(frame), POSE, SPACES)
    fits = [replace(fit, pose=replace(POSE, residual_cells=off)) for off in (0.009, 0.008, 0.007, 0.001)]
    waiting = iter(fits)
    monkeypatch.setattr(grid_whole, "likely_lattices", lambda *of: [Lattice(CORNERS, 2.0, 1)] * len(fits))
    monkeypatch.setattr(grid_whole, "fitted", lambda *of: next(waiting))
    monkeypatch.setattr(grid_whole, "is_part", lambda *of: False)
    assert boards(frame) == (fits[2],)


def test_boards_of_one_table_are_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is half as large again beside a board is no second one."""
    frame = painted()
    fit = seen_whole(lab(frame), POSE, SPACES)
    larger = np.add((CORNERS - CORNERS[0]) * 1.5, [1300.0, 0.0])
    other = replace(fit, support=0.95, pose=BoardPose.from_corners(larger, SPACES))
    found = {id(CORNERS): fit, id(larger): other}
    lattices = [Lattice(CORNERS, 2.0, 1), Lattice(larger, 1.9, 1)]
    monkeypatch.setattr(grid_whole, "likely_lattices", lambda *of: lattices)
    monkeypatch.setattr(grid_whole, "fitted", lambda _, corners, *of: found.get(id(corners), fit))
    monkeypatch.setattr(grid_whole, "is_whole", lambda *of: True)
    monkeypatch.setattr(grid_whole, "is_part", lambda *of: False)
    lens = simple_lens(FRAME_WH, 0.0)
    assert whole_boards(frame.pixels, (), SPACES, 2, lens) == (fit,)


def test_outlines_that_no_board_can_fill_are_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strip is none, whichever way it may lie."""
    frame = painted()
    looked: list[object] = []

    def look(*of: object) -> list[Lattice]:
        looked.append(of)
        return []

    monkeypatch.setattr(grid_whole, "lattices_of_lines", look)
    strip = np.array([[100.0, 100.0], [900.0, 100.0], [900.0, 240.0], [100.0, 240.0]])
    assert whole_boards(frame.pixels, [(strip,)], SPACES, 1, None) == ()
    assert not looked
