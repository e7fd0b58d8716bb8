"""Boards in sun and shade are found as if all of the picture were lit alike."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.boards_on_tables import error, lying
from vision.finding.boardfinder import find_boards
from vision.finding.even_light import evened, seen_evenly
from vision.finding.wide_search import find_boards_through
from vision.frame import Frame
from vision.pose import BoardNotFound

SIZE_WH = (9.0, 8.0)
CORNERS_PX = np.array([[210, 110], [1010, 150], [1060, 860], [160, 820]], np.float64)


def quilted(seed: int) -> Frame:
    """A board of patches with a print of dots, whose lines are stitches, under leaves through which some sun falls."""
    rng = np.random.default_rng(seed)
    px, rim, dash, period = 56, 30, 6, 15
    height, width = 8 * px + 2 * rim, 9 * px + 2 * rim
    plane = np.full((height, width), 70, np.float32)
    for top in (rim, rim + 4 * px):
        for left in (rim, rim + 3 * px, rim + 6 * px):
            plane[top : top + 4 * px, left : left + 3 * px] = rng.uniform(110, 180)
    for x, y in rng.uniform(0, 1, (2600, 2)) * (width, height):
        cv2.circle(plane, (int(x), int(y)), 2, float(rng.uniform(60, 220)), -1)
    for line in range(10):
        for along in range(0, 8 * px, period):
            at = (rim + line * px, rim + along)
            cv2.line(plane, at, (at[0], at[1] + dash), 190.0, 2)
    for line in range(9):
        for along in range(0, 9 * px, period):
            at = (rim + along, rim + line * px)
            cv2.line(plane, at, (at[0] + dash, at[1]), 190.0, 2)
    frame = lying(plane.astype(np.uint8), rim, px, CORNERS_PX, (1280, 960), 90, np.random.default_rng(seed))
    rough = np.random.default_rng(seed + 10).normal(size=(960, 1280)).astype(np.float32)
    sunny = np.where(cv2.GaussianBlur(rough, (0, 0), 30.0) > 0, 1.0, 0.2).astype(np.float32)
    light = cv2.GaussianBlur(sunny, (0, 0), 2.5)[..., None]
    return Frame(np.clip(frame.pixels * light, 0, 255).astype(np.uint8), 0.0, 0)


@pytest.mark.parametrize("seed", [0, 1])
def test_a_board_with_stitches_for_lines_is_found_under_leaves(seed: int) -> None:
    """The borders of the shade are clearer than its lines: as it is the picture shows none."""
    frame = quilted(seed)
    with pytest.raises(BoardNotFound):
        find_boards(frame, SIZE_WH)
    (pose,) = find_boards_through(frame, SIZE_WH)
    assert error(pose, CORNERS_PX) < 0.03


def test_a_board_of_which_hardly_anything_is_seen_is_left_to_better_light() -> None:
    """Noise would be made as clear as lines; so would what is left of a burnt-out picture."""
    black = np.clip(quilted(0).pixels * 0.03, 0, 255).astype(np.uint8)
    assert seen_evenly(Frame(black, 0.0, 0), SIZE_WH, 1, None, ()) == ()


@pytest.mark.parametrize("which", ["goes_on", "is_another"])
def test_what_is_no_board_of_ours_in_the_real_picture_is_none(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Evened light draws more clearly what is there, and hides nothing of it."""
    monkeypatch.setattr(f"vision.finding.even_light.{which}", lambda *given: True)
    assert seen_evenly(quilted(0), SIZE_WH, 1, None, ()) == ()


def test_all_places_come_to_the_same_light() -> None:
    """A step of light is gone some way from it, and the contrast of a print is the same on both sides."""
    print_ = np.where(np.indices((200, 400)).sum(axis=0) % 8 < 4, 0.8, 1.2)
    lit = (print_ * np.where(np.arange(400) < 200, 30.0, 150.0))[..., None].repeat(3, axis=2).astype(np.uint8)
    even = evened(lit, 12.0)[..., 0].astype(float)
    dark, light = even[:, :140], even[:, 260:]
    assert abs(dark.mean() - light.mean()) < 15
    assert 0.8 < dark.std() / light.std() < 1.2


def test_a_bare_table_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on it repeats itself like a grid: nobody waits for a search that finds none."""
    monkeypatch.setattr("vision.finding.even_light.searched", lambda *given: pytest.fail("it is searched"))
    table = (90.0 + np.arange(800) / 10 + np.zeros((600, 800)))[..., None].repeat(3, axis=2).astype(np.uint8)
    assert seen_evenly(Frame(table, 0.0, 0), SIZE_WH, 1, None, ()) == ()
    with pytest.raises(pytest.fail.Exception):
        seen_evenly(quilted(0), SIZE_WH, 1, None, ())
