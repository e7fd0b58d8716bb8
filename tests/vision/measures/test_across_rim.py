"""What lies across the rim, and what only reaches into the band of it that is watched."""

from __future__ import annotations

import numpy as np
import pytest

from vision.measures.across_rim import coming_since, crossing_since
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, plane_size_wh

SIZE = (9.0, 8.0)
START = round(MARGIN_SPACES * PX_PER_SPACE)


@pytest.mark.parametrize(("outside", "crosses"), [(0.3, False), (0.45, True)])
def test_what_crosses_the_rim_comes_through_all_of_it(outside: float, crosses: bool) -> None:
    """A tile that lies 15 % off has a soft edge, which reaches into the band that is watched."""
    width, height = plane_size_wh(SIZE)
    foreign = np.zeros((height, width), np.float32)
    left = START - round(outside * PX_PER_SPACE)
    foreign[START : START + PX_PER_SPACE, left : START + PX_PER_SPACE] = 1.0
    assert coming_since(foreign, foreign)[START + 5, START + 5] == crosses
    assert crossing_since(foreign, foreign)[START + 5, START + 5], "it may be a hand's"
