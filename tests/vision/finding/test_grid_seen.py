"""By which of its ways a grid is seen where a board is said to lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

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
