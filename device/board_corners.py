"""Where the boards lie in the camera's picture, for drawing into it what was read."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from engine.game import BoardLayout
from vision.frame import Pixels
from vision.observation import BoardSight

Corners = tuple[tuple[float, float], ...]
"""A board's four corners as x, y in shares of the picture's width and height: far left first, clockwise."""

STILL = 0.004
"""Corners that wander less than this, a few pixels of the page's picture, stay: the message need not be sent anew."""

_DIGITS = 4


def corners_of(
    boards: Collection[BoardSight], layouts: Collection[BoardLayout], pixels: Pixels, before: Mapping[int, Corners]
) -> Mapping[int, Corners]:
    """The corners by seat of the boards that were seen, as ``before`` where they lie still."""
    height, width = pixels.shape[:2]
    sizes = {layout.seat: layout.size_wh for layout in layouts}
    found: dict[int, Corners] = {}
    for board in boards:
        across, down = sizes[board.seat]
        units = np.array([(0, 0), (across, 0), (across, down), (0, down)], np.float64)
        points = board.pose.project(units) / (width, height)
        last = before.get(board.seat)
        if last is not None and float(np.abs(points - np.asarray(last)).max()) < STILL:
            found[board.seat] = last
        else:
            found[board.seat] = tuple((round(float(x), _DIGITS), round(float(y), _DIGITS)) for x, y in points)
    return found
