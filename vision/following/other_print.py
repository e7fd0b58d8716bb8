"""Tells a board with another print from one that is covered: its floor lies open, and looks like none of ours.

Where the printed lines round a space are seen nothing lies on it, and then its inside shows the print. Tiles, hands and
shadows hide both, so however little of a board is left to see, what is seen of it agrees.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.following.likeness import Likeness
from vision.following.printed_marks import PrintedMarks
from vision.frame import Pixels
from vision.pose import BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, rectify

SIDES = 3  # of the four lines round a space that must be seen: a tile beside it may hide one
ALIKE = 0.75  # correlation of a line with what most lines of its board look like
OPEN = 16  # spaces that lie open, or nobody can tell: so many did in 560 of 624 pictures of other boards
AGREEING = 0.25  # mean correlation of these: 0.31 and more in 1348 pictures of the own board, less in 552 of those 560

Open = NDArray[np.bool_]
"""Which spaces lie open, bool (rows, cols)."""


def shows_other(likeness: Likeness, pixels: Pixels, pose: BoardPose) -> bool:
    """Whether the floor that lies open at a pose, of whatever board, shows another print than this."""
    alike = likeness.alike(pixels, pose)[open_spaces(pixels, pose, likeness.size_wh).reshape(-1) & likeness.tells]
    return len(alike) >= OPEN and float(alike.mean()) < AGREEING


def open_spaces(pixels: Pixels, pose: BoardPose, size_wh: tuple[int, int]) -> Open:
    """The spaces round which lines are seen that look as most lines of that board do."""
    size = float(size_wh[0]), float(size_wh[1])
    return open_on_plane(np.rint(rectify(pixels, pose, size)).astype(np.uint8), size_wh)


def open_on_plane(flat: Pixels, size_wh: tuple[int, int]) -> Open:
    """The same on a board as ``rectify`` sees it."""
    marks = PrintedMarks.of_picture(flat, PX_PER_SPACE, MARGIN_SPACES, (float(size_wh[0]), float(size_wh[1])))
    common = np.median(marks.template, axis=0) if len(marks) else np.zeros(marks.template.shape[1])
    return _surrounded(marks.middle[marks.template @ common > ALIKE * np.linalg.norm(common)], size_wh)


def _surrounded(middles: NDArray[np.float64], size_wh: tuple[int, int]) -> Open:
    """The spaces on at least SIDES sides of which one of these middles of lines lies."""
    cols, rows = size_wh
    halves = np.rint(2 * middles).astype(int)
    on_grid = (np.abs(2 * middles - halves) < 1e-6) & (halves >= 0) & (halves <= [2 * cols, 2 * rows])
    lines = np.zeros((2 * rows + 1, 2 * cols + 1), int)
    lines[tuple(halves[on_grid.all(axis=1), ::-1].T)] = 1
    upright, level = lines[1::2, ::2], lines[::2, 1::2]
    return np.asarray(upright[:, :-1] + upright[:, 1:] + level[:-1] + level[1:] >= SIDES)
