from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from calibration.capture import calibrate
from vision.finding.boardfinder import find_boards
from vision.finding.grid_seen import CLEARLY, best_of, sights
from vision.finding.grid_thin import thin_view
from vision.finding.wide_search import find_boards_through
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
CORNERS = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])
LIGHT, DARK, REDDER, GREENER = (14.0, 0.0, 0.0), (-14.0, 0.0, 0.0), (0.0, 26.0, 0.0), (0.0, -26.0, 0.0)
PRINTS: dict[str, dict[str, Any]] = {
    "light": {"tones": (LIGHT,)},
    "dark": {"tones": (DARK,)},
    "light in one area, dark in the next": {"tones": (LIGHT, DARK)},
    "light in one half, dark in the other": {"tones": (LIGHT, LIGHT, LIGHT, DARK, DARK, DARK)},
    "light and dark, no rim": {"tones": (LIGHT, DARK), "rim": 0.0},
    "yellower": {"tones": ((0.0, 0.0, 28.0),)},
    "redder": {"tones": (REDDER,)},
    "redder in one area, greener in the next": {"tones": (REDDER, GREENER)},
}


def off(poses: tuple[BoardPose, ...]) -> float:
    """How far the corners of the only board are from where they should be, in spaces."""
    (pose,) = poses
    space = float(np.linalg.norm(CORNERS[1] - CORNERS[0])) / 9
    return float(np.linalg.norm(pose.corners_px(SPACES) - CORNERS, axis=1).max()) / space


@pytest.mark.parametrize(
    ("kind", "table", "seed"), [(kind, *(("wood", 1), ("cloth", 2))[number % 2]) for number, kind in enumerate(PRINTS)]
)
def test_lines_of_any_tone_are_found(printed: Callable[..., Frame], kind: str, table: str, seed: int) -> None:
    """Lighter or darker than the floor, both on one board, or of the floor's own lightness: the grid is found.

    By turns on wood and on cloth, so that of each two prints of a kind one lies on each.
    """
    assert off(find_boards(printed(CORNERS, table=table, seed=seed, **PRINTS[kind]), SPACES)) < 0.12


@pytest.mark.parametrize("kind", ["light in one area, dark in the next", "redder"])
def test_a_board_of_any_print_is_calibrated(printed: Callable[..., Frame], kind: str) -> None:
    """What is found is bare enough for a reference, too, whatever the lines are."""
    frame = printed(CORNERS, table="paint", **PRINTS[kind])
    assert off(tuple(board.pose for board in calibrate(frame, [SPACES]).profile.boards)) < 0.12
    assert off(find_boards_through(frame, SPACES)) < 0.12


def test_a_grid_is_seen_where_it_lies_and_nowhere_else(printed: Callable[..., Frame]) -> None:
    """Lines of two tones, which lightness shows for a half each, are seen as thin; half a space aside nothing is."""
    pixels = printed(CORNERS, tones=(LIGHT, DARK)).pixels
    there = sights(pixels, BoardPose.from_corners(CORNERS, SPACES), SPACES, 0.4)
    aside = sights(pixels, BoardPose.from_corners(CORNERS + 27.0, SPACES), SPACES, 0.4)
    assert there[0].fit.support < CLEARLY <= best_of(there).fit.support
    assert best_of(aside).fit.support < 0.4


def test_leaves_and_twigs_are_no_grid(printed: Callable[..., Frame]) -> None:
    """A card full of thin things, but without lines, is no board."""
    with pytest.raises(BoardNotFound, match="no board"):
        find_boards_through(printed(CORNERS, tones=((0.0, 0.0, 0.0),), seed=1), SPACES)


def test_thin_things_stand_out_whatever_their_tone() -> None:
    """A light, a dark and a red line on grey are light in the view, and broad things are not."""
    pixels = np.full((300, 400, 3), 120, np.uint8)
    pixels[:, 50:52], pixels[:, 100:102], pixels[:, 150:152] = 160, 80, (95, 95, 190)
    pixels[:, 250:350] = 200
    view = thin_view(pixels)
    assert (view[:, [50, 100, 150]] > 60).all()
    assert (view[:, [20, 75, 225, 300]] == 0).all()


def test_nothing_stands_out_of_one_colour() -> None:
    """A picture of one colour is black in the view, one of a single pixel too."""
    assert not thin_view(np.full((60, 80, 3), 90, np.uint8)).any()
    assert not thin_view(np.full((1, 1, 3), 90, np.uint8)).any()
