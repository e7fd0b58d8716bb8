"""A print explains what shows in the middle of its space in any light, and no icon that lies there turned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.measures.board_picture import BoardPicture
from vision.prints.print_left import Left, left_by_print, left_in_middles
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

SPACE = (1, 2)
MIDDLE = [np.zeros(2, np.float32)]
AT = tuple(round((at + 0.5 + MARGIN_SPACES) * PX_PER_SPACE) for at in SPACE)  # row, col in pixels


def printed(turn_deg: float = 0.0, size: float = 1.0, shift_px: tuple[int, int] = (0, 0)) -> Plane:
    """Three rows of four spaces of moss with a long leaf and a berry on one of them."""
    rng = np.random.default_rng(4)
    side = [round((number + 2 * MARGIN_SPACES) * PX_PER_SPACE) for number in (3, 4)]
    plane = np.full((*side, 3), (40.0, 90.0, 60.0), np.float32) + rng.normal(0, 2, (*side, 3)).astype(np.float32)
    row, col = AT[0] + shift_px[0], AT[1] + shift_px[1]
    along = size * PX_PER_SPACE * np.array([np.sin(np.radians(turn_deg)), np.cos(np.radians(turn_deg))])
    tip, tail = np.array([row, col]) + 0.22 * along, np.array([row, col]) - 0.22 * along
    cv2.line(plane, *(tuple(map(int, np.rint(end[::-1]))) for end in (tip, tail)), (60, 160, 230), 3, cv2.LINE_AA)
    cv2.circle(plane, tuple(map(int, np.rint(tip[::-1]))), 3, (180, 60, 60), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), 0.8), np.float32)


EMPTY = printed()


def left_in(plane: Plane, asked: NDArray[np.bool_]) -> Left:
    """What the print leaves unexplained of those spaces."""
    return left_in_middles(BoardPicture(plane).channels, BoardPicture(EMPTY).channels, asked)


@given(
    gain=st.tuples(*[st.floats(0.3, 1.8)] * 3),
    veil=st.tuples(*[st.floats(-20.0, 60.0)] * 3),
)
def test_no_light_makes_a_print_another(gain: tuple[float, ...], veil: tuple[float, ...]) -> None:
    """Brighter, darker, coloured or veiled: nothing is left unexplained."""
    assert left_by_print(EMPTY * np.array(gain, np.float32) + np.array(veil, np.float32), EMPTY, SPACE, MIDDLE) < 0.01


def test_a_board_that_lies_otherwise_by_a_pixel_shows_its_print() -> None:
    """What is left is small where the picture is off by one pixel either way."""
    for shift in ((1, 0), (0, -1), (1, 1)):
        assert left_by_print(printed(shift_px=shift), EMPTY, SPACE, MIDDLE) < 0.1


@pytest.mark.parametrize(("turn_deg", "size"), [(60, 1.0), (90, 1.0), (180, 1.0), (135, 0.8), (300, 0.7)])
def test_a_turned_icon_is_not_the_print(turn_deg: float, size: float) -> None:
    """An icon on a token lies turned or is smaller: much is left unexplained."""
    assert left_by_print(printed(turn_deg, size), EMPTY, SPACE, MIDDLE) > 0.4


def test_the_middle_that_fits_best_counts() -> None:
    """A hole that lies otherwise shows its print where that is printed."""
    aside = [np.full(2, 0.4, np.float32)]
    assert left_by_print(EMPTY, EMPTY, SPACE, [*aside, *MIDDLE]) < 0.01


@pytest.mark.parametrize("aside", [(2, 0), (-2, 2), (0, -2)])
def test_a_hole_off_the_middle_shows_its_print_all_the_same(aside: tuple[int, int]) -> None:
    """Leaves round it, as colourful as they may be, count no more than where it lies in the middle."""
    asked = np.zeros((3, 4), np.bool_)
    asked[SPACE] = True
    plane = EMPTY * np.float32(0.7)
    rows, cols = np.ogrid[: plane.shape[0], : plane.shape[1]]
    outside = np.hypot(rows - AT[0] + 0.5 - aside[0], cols - AT[1] + 0.5 - aside[1]) > 0.26 * PX_PER_SPACE
    plane[outside] = (20.0, 30.0, 190.0)
    assert left_in(plane, asked).inner[SPACE] < 0.1
    assert left_by_print(plane, EMPTY, SPACE, MIDDLE) > 0.2


def test_spaces_that_are_not_asked_leave_everything() -> None:
    """Those that are leave what is not the print of their own middle."""
    asked = np.zeros((3, 4), np.bool_)
    assert all((left == 1).all() for left in left_in(EMPTY, asked))
    asked[SPACE] = True
    assert left_in(EMPTY, asked).inner[SPACE] < 0.01
    assert left_in(printed(90), asked).inner[SPACE] > 0.4
    assert all((left[~asked] == 1).all() for left in left_in(EMPTY, asked))


@given(light=st.floats(0.4, 1.6), veil=st.floats(0.0, 20.0))
def test_light_dims_a_print_and_its_contrast_alike(light: float, veil: float) -> None:
    """In whatever light a bare print has the contrast of its lightness, less where something is mirrored."""
    asked = np.zeros((3, 4), np.bool_)
    asked[SPACE] = True
    seen = left_in(EMPTY * np.float32(light) + np.float32(veil), asked)
    assert seen.contrast[SPACE] == pytest.approx(light, rel=0.01)
    assert seen.light[SPACE] >= seen.contrast[SPACE] * 0.99


def test_a_channel_in_which_a_print_hardly_is_tells_nothing_of_its_light() -> None:
    """What noise makes of the blue of a red print is no light."""
    asked, rng = np.zeros((3, 4), np.bool_), np.random.default_rng(6)
    asked[SPACE] = True
    empty, plane = EMPTY.copy(), EMPTY.copy()
    for each in (empty, plane):
        each[..., 0] = 60.0 + rng.normal(0, 2, each.shape[:2])
    left = left_in_middles(BoardPicture(plane).channels, BoardPicture(empty).channels, asked)
    assert left.evenness[SPACE] > 0.8
