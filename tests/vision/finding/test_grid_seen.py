"""By which of its ways a grid is seen where a board is said to lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.finding import painted as paint
from tests.vision.finding.painted import painted
from tests.vision.finding.woven import woven
from vision.finding import grid_seen
from vision.finding.grid_faint import seen_both_ways
from vision.finding.grid_refine import NEAR, GridFit
from vision.finding.grid_seen import best_of, sights
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)
CORNERS = np.array([[255.0, 130.0], [750.0, 110.0], [790.0, 590.0], [220.0, 570.0]])


@pytest.mark.parametrize(
    ("support", "border", "counts"), [(0.83, 0.65, True), (0.81, 0.65, False), (0.81, 0.9, True), (0.74, 0.9, False)]
)
def test_lines_of_both_tones_count_where_they_show_nearly_all_of_a_grid_or_its_whole_border(
    printed: Callable[..., Frame], monkeypatch: pytest.MonkeyPatch, support: float, border: float, counts: bool
) -> None:
    """Of a faint board neither tone shows half; of some other thing both tones show much by chance."""
    faint = (5.0, 0.0, 0.0), (-5.0, 0.0, 0.0)
    frame = printed(CORNERS, table="cloth", tones=faint, floor=(22.0, 30.0))
    pose = BoardPose.from_corners(CORNERS, SPACES)
    light = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    known = replace(seen_both_ways(frame.pixels, light, pose, SPACES, 1, NEAR), support=support, border=border)

    def seen(*of: object) -> GridFit:
        return known

    monkeypatch.setattr(grid_seen, "seen_both_ways", seen)
    assert (best_of(sights(frame.pixels, pose, SPACES, 0.45)).fit is known) == counts


def test_a_grid_is_seen_by_any_ink_where_lightness_shows_less_than_half() -> None:
    """A board scratched into paint is bare; with lines between its own it is another one, a space aside it is none."""
    pose = BoardPose.from_corners(paint.CORNERS, SPACES)
    aside = BoardPose.from_corners(pose.project(np.array([[1.0, 0], [10, 0], [10, 8], [1, 8]])), SPACES)
    board, finer = painted().pixels, painted(every=2).pixels
    best = best_of(sights(board, pose, SPACES, 0.45)).fit
    assert best.support >= 0.8
    assert best.border == 1.0
    assert best_of(sights(finer, pose, SPACES, 0.45)).fit.support < 0.75
    assert best_of(sights(board, aside, SPACES, 0.45)).fit.border < 0.5


def test_a_grid_is_seen_by_alternating_shades_where_lines_part_its_areas_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rug of so many spaces is bare though nothing else shows it; in a larger one there is no board."""

    def seen(*of: object) -> GridFit:
        return GridFit(pose, 0.0, 0.0, 0.0, 0.0)

    for way in ("seen_both_ways", "seen_by_stretch"):
        monkeypatch.setattr(grid_seen, way, seen)
    pose = BoardPose.from_corners(paint.CORNERS, SPACES)
    best = best_of(sights(woven().pixels, pose, SPACES, 0.45)).fit
    assert best.support >= 0.8
    assert best.border >= 0.9
    pose = BoardPose.from_corners(
        BoardPose.from_corners(paint.CORNERS, (10, 8)).project(np.array([[0.0, 0], [9, 0], [9, 8], [0, 8]])), SPACES
    )
    assert best_of(sights(woven((10, 8), areas=(5, 4)).pixels, pose, SPACES, 0.45)).fit.support < 0.75


@pytest.mark.parametrize(("support", "border", "counts"), [(0.8, 0.85, True), (0.79, 1.0, False), (1.0, 0.84, False)])
def test_any_ink_counts_where_it_shows_nearly_all_of_a_grid_and_of_its_border(
    monkeypatch: pytest.MonkeyPatch, support: float, border: float, counts: bool
) -> None:
    """Strokes of paint stand out as well, here and there."""
    pose = BoardPose.from_corners(paint.CORNERS, SPACES)
    frame = painted()
    known = replace(grid_seen.seen_by_stretch(paint.lab(frame), pose, SPACES), support=support, border=border)
    monkeypatch.setattr(grid_seen, "seen_by_stretch", lambda *of: known)
    assert (best_of(sights(frame.pixels, pose, SPACES, 0.45)).fit is known) == counts
