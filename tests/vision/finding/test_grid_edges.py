"""A grid is known by the edges along its border, or by lines there of another tone, where its own do not stand out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding.boardfinder import find_boards
from vision.finding.grid_edges import EDGED, edged
from vision.finding.grid_search import shifted
from vision.finding.grid_sparse import judged
from vision.finding.lattice import Gray
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
CORNERS = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])
PALE: dict[str, Any] = {"line": (62.0, 0.0, 6.0), "floor": (40.0, 64.0)}
BORDERLESS: dict[str, dict[str, Any]] = {
    "a rim, no line along it": {"outer": False},
    "neither rim nor line": {"outer": False, "rim": 0.0, "tones": ((-12.0, 0.0, 0.0),)},
    "pale lines and a rim": PALE,
}


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


@pytest.mark.parametrize("table", ["cloth", "paint"])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", BORDERLESS)
def test_a_board_whose_border_is_no_line_is_found(
    printed: Callable[..., Frame], kind: str, seed: int, table: str
) -> None:
    """Where the outermost lines do not stand out the floor's edge tells the board, and no other place."""
    (pose,) = find_boards(printed(CORNERS, seed=seed, table=table, **BORDERLESS[kind]), SPACES)
    space = np.linalg.norm(CORNERS[1] - CORNERS[0]) / 9
    assert np.linalg.norm(pose.corners_px(SPACES) - CORNERS, axis=1).max() < 0.1 * space


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_areas_framed_in_another_tone_are_found_to_hundredths_of_a_space(
    printed: Callable[..., Frame], seed: int
) -> None:
    """Light frames round areas with dark lines count as the border, where the rim is as dark as the floor."""
    tones: dict[str, Any] = {"tones": ((-12.0, 0.0, 0.0),), "framed": (10.0, 0.0, 4.0), "floor": (22.0, 30.0)}
    (pose,) = find_boards(printed(CORNERS, seed=seed, table="cloth", **tones), SPACES)
    space = np.linalg.norm(CORNERS[1] - CORNERS[0]) / 9
    assert np.linalg.norm(pose.corners_px(SPACES) - CORNERS, axis=1).max() < 0.014 * space


@pytest.mark.parametrize("kind", BORDERLESS)
def test_only_the_whole_grid_has_edges_all_round(printed: Callable[..., Frame], kind: str) -> None:
    """Taken a space too far to any side, the same grid has no border."""
    frame = printed(CORNERS, **BORDERLESS[kind])
    gray = gray_of(frame)
    sign = -1 if kind == "neither rim nor line" else 1
    whole = BoardPose.from_corners(CORNERS, SPACES)
    fit = edged(frame.pixels, gray, judged(gray, whole, SPACES, sign), SPACES, sign)
    assert fit.border >= EDGED
    for step in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        beside = judged(gray, shifted(whole, SPACES, step), SPACES, sign)
        assert edged(frame.pixels, gray, beside, SPACES, sign).support < fit.support
        assert edged(frame.pixels, gray, beside, SPACES, sign).border < EDGED


def test_edges_take_nothing_away(printed: Callable[..., Frame]) -> None:
    """What a closer look saw of the inside stays seen where edges show the border."""
    frame = printed(CORNERS, outer=False)
    gray = gray_of(frame)
    fit = judged(gray, BoardPose.from_corners(CORNERS, SPACES), SPACES, 1)
    closer = edged(frame.pixels, gray, replace(fit, support=1.0, present=1.0, ends=1.0), SPACES, 1)
    assert (closer.support, closer.present, closer.ends) == (1.0, 1.0, 1.0)
    assert closer.border > fit.border


def test_a_card_without_a_grid_is_no_board(printed: Callable[..., Frame]) -> None:
    """Edges all round a floor without lines say nothing."""
    frame = printed(CORNERS, tones=((0.0, 0.0, 0.0),))
    gray = gray_of(frame)
    whole = BoardPose.from_corners(CORNERS, SPACES)
    for sign in (1, -1):
        bare = judged(gray, whole, SPACES, sign)
        assert edged(frame.pixels, gray, bare, SPACES, sign) is bare
    with pytest.raises(BoardNotFound):
        find_boards(frame, SPACES)
