"""Where the grid of a board may lie whose sheet is seen by its outline: a margin inside that, one way or the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from vision.finding.grid_quick import ASKEW
from vision.finding.grid_search import overlap
from vision.finding.perspective import UNEVEN, outline_unevenness, unevenness
from vision.finding.simple_lens import simple_lens
from vision.pose import BoardNotFound, BoardPose, Points

MARGIN = 0.45  # spaces between the grid of a sheet and its edge: a fit reaches a third of a space from there
INSIDE = 0.1  # spaces: so far from the outline lies the grid at least, or that was taken for a line of it
A_PLACE, IN_ALL = 5, 8  # so many are worth a look: outlines of one sheet differ by a shadow, or a thing beside it


class Sheet(NamedTuple):
    """A quadrilateral, float64 (4, 2), clockwise, and where the grid lies if it is the outline of a board's sheet."""

    outline_px: Points
    grid: BoardPose


def sheets_in(outlines: Iterable[Sequence[Points]], spaces: tuple[int, int], frame_wh: tuple[int, int]) -> list[Sheet]:
    """The quadrilaterals that may be sheets of boards, those of the squarest spaces first.

    Args:
        outlines: quadrilaterals float64 (4, 2), clockwise, that come in batches.
        spaces: of a board, across and down.
        frame_wh: the size of the picture, in pixels.
    """
    sheet_wh = spaces[0] + 2 * MARGIN, spaces[1] + 2 * MARGIN
    laid = [
        Sheet(quad, grid)
        for batch in outlines
        for quad in batch
        if outline_unevenness(quad, sheet_wh, frame_wh) <= ASKEW
        for turn in (0, 1)
        if (grid := grid_on(np.roll(quad, turn, axis=0), sheet_wh, frame_wh)) is not None
    ]
    chosen: list[Sheet] = []
    for sheet in sorted(laid, key=lambda sheet: unevenness(sheet.grid, frame_wh)):
        if sum(overlap(sheet.grid, other.grid, spaces) for other in chosen) < A_PLACE:
            chosen.append(sheet)
    return chosen[:IN_ALL]


def lies_inside(grid: BoardPose, outline_px: Points, spaces: tuple[int, int]) -> bool:
    """Whether all four sides of a grid lie inside an outline: another game on a wide sheet has lines along its edge."""
    corners = grid.locate(outline_px)
    beyond = np.maximum(-corners, corners - spaces).min(axis=1)
    return bool(beyond.min() >= INSIDE)


def grid_on(sheet_px: Points, sheet_wh: tuple[float, float], frame_wh: tuple[int, int]) -> BoardPose | None:
    """The pose of the grid on a sheet with such corners; None where its spaces would not be square."""
    try:
        sheet = BoardPose.from_corners(sheet_px, sheet_wh, simple_lens(frame_wh, 0.0))
    except BoardNotFound:
        return None
    inwards = np.array([[1.0, 0.0, MARGIN], [0.0, 1.0, MARGIN], [0.0, 0.0, 1.0]])
    grid = BoardPose(sheet.homography @ inwards, 0.0, sheet.lens)
    return grid if unevenness(grid, frame_wh) <= UNEVEN else None
