"""Boards whose spaces are told apart by two alternating shades are found, and other chequers are none of ours."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.boards_on_tables import error
from tests.vision.finding.painted import CORNERS, PX, RIM, SPACES, lab, painted, photographed
from tests.vision.finding.woven import SHADES, woven
from vision.finding.grid_chequered import is_chequered, seen_chequered, steps_seen
from vision.finding.grid_refine import GridFit
from vision.finding.grid_whole import whole_boards
from vision.finding.quads import quad_batches
from vision.finding.stretches import CLEAR
from vision.frame import Frame
from vision.pose import BoardPose

POSE = BoardPose.from_corners(CORNERS, SPACES)


def window(frame: Frame, spaces: tuple[int, int], first: tuple[int, int] = (0, 0), every: int = 1) -> GridFit | None:
    """What is seen of a board of ours in a rug of ``spaces``, from the ``first`` of them on, ``every`` so many."""
    corners = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64) * every + first
    pose = BoardPose.from_corners(BoardPose.from_corners(CORNERS, spaces).project(corners), SPACES)
    return seen_chequered(frame.pixels, lab(frame), pose, SPACES)


def boards(frame: Frame) -> tuple[GridFit, ...]:
    """What is found by whole lines alone."""
    return whole_boards(frame.pixels, quad_batches(frame.pixels), SPACES, 1, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_chequered_board_is_found(seed: int) -> None:
    """Lines part its areas only, and patches hide some of its shades."""
    (fit,) = boards(woven(seed=seed))
    assert error(fit.pose, CORNERS) < 0.02


@pytest.mark.parametrize("ribs", [5, 8])
def test_the_rim_may_be_ribbed(ribs: int) -> None:
    """Its ribs have the shades of the spaces and run up to the border; 12 to a space lie alike beside each."""
    (fit,) = boards(woven(ribs=ribs))
    assert error(fit.pose, CORNERS) < 0.02


def test_two_boards_share_a_lens() -> None:
    """Both are found again by their shades under it."""
    flat = np.array([[300.0, 180.0], [900.0, 180.0], [900.0, 713.0], [300.0, 713.0]])
    picture = np.vstack([woven(corners_px=flat, seed=seed).pixels[::2, ::2] for seed in (1, 2)])
    fits = whole_boards(picture, quad_batches(picture), SPACES, 2, None)
    assert sorted(round(fit.pose.corners_px(SPACES)[0, 1]) for fit in fits) == [90, 540]


def test_all_of_a_board_is_seen_by_its_shades_and_border() -> None:
    """As bare boards must show it that are to be measured."""
    fit = window(woven(), SPACES)
    assert fit is not None
    assert (fit.support > 0.8, fit.border > 0.9, fit.present) == (True, True, 1.0)
    assert fit.pose.residual_cells < 0.01


@pytest.mark.parametrize(
    ("spaces", "first"),
    [((10, 8), (0, 0)), ((10, 8), (1, 0)), ((9, 9), (0, 0)), ((9, 9), (0, 1)), ((11, 10), (1, 1))],
)
def test_a_chequer_that_goes_on_beyond_a_side_is_a_larger_one(spaces: tuple[int, int], first: tuple[int, int]) -> None:
    """Colours change along that side as along any joints."""
    assert window(woven(spaces, areas=spaces), spaces, first) is None


def test_a_smaller_chequer_with_a_margin_is_none() -> None:
    """No shades alternate down a margin, though they do at nearly all other joints."""
    assert window(woven(areas=SPACES, margin=1), SPACES) is None


def test_shades_without_a_border_are_no_board() -> None:
    """Where the outermost spaces run on as stripes nothing is seen at the sides."""
    frame = woven(areas=SPACES)
    assert window(frame, SPACES) is not None
    plane = np.kron(SHADES[np.add.outer(np.arange(8), np.arange(9)) % 2], np.ones((PX, PX, 1), np.float32))
    rng = np.random.default_rng(1)
    stripes = photographed(np.pad(plane, ((RIM, RIM), (RIM, RIM), (0, 0)), mode="edge"), SPACES, CORNERS, rng)
    assert window(stripes, SPACES) is None


def test_a_chequer_that_is_three_times_as_fine_is_none() -> None:
    """Beside every third joint its shades alternate as well."""
    fine = 27, 24
    assert window(woven(fine, areas=fine), fine, every=3) is None


def test_steps_beside_their_places_are_none() -> None:
    """A board is said to lie where it does: a fit has been there before."""
    aside = BoardPose.from_corners(POSE.project(np.array([[0.04, 0], [9.04, 0], [9.04, 8], [0.04, 8]])), SPACES)
    frame = woven()
    assert seen_chequered(frame.pixels, lab(frame), aside, SPACES) is None


def test_steps_are_seen_where_no_line_or_print_lies() -> None:
    """Of 127 joints those of two lines across and one down, and those beside patches, say nothing."""
    steps = steps_seen(lab(woven()), POSE, SPACES, 0.1)
    clear = steps.contrast >= CLEAR
    on_line = np.isin((steps.middle * steps.across).sum(axis=1), (3, 6)) & (steps.across[:, 0] == 1)
    assert not clear[on_line].any()
    assert 50 < np.count_nonzero(clear) < 100
    assert np.abs(steps.offset[clear]).max() < 0.02


@pytest.mark.parametrize(
    ("spaces", "areas"),
    [((8, 8), (4, 4)), ((10, 8), (5, 4)), ((12, 8), (3, 4))],
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
