"""Boards of one game are of one size and lie on one table: what is larger or smaller there is another grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.finding.grid_refine import GridFit
from vision.pose import BoardPose

_ALIKE = 1.2  # times that the squares of one board may seem larger than those of another


def of_one_size(fits: Sequence[GridFit], spaces: tuple[int, int]) -> tuple[GridFit, ...]:
    """Those of some boards that are as large as the one that is seen best, with its ends, none of none.

    Args:
        fits: the boards.
        spaces: of each, across and down.
    """
    if not fits:
        return ()
    # a part of a mat may be as clear as any board, but its lines go on
    best = max(fits, key=lambda fit: fit.support + fit.border + fit.ends)
    return tuple(fit for fit in fits if is_as_large(fit.pose, best.pose, spaces))


def is_as_large(pose: BoardPose, as_one: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether a board seems as large as another that lies on the same table."""
    return 1 / _ALIKE < _larger(pose, as_one, spaces) < _ALIKE


def _larger(pose: BoardPose, than: BoardPose, spaces: tuple[int, int]) -> float:
    """How many times the squares of a board are as long as those of another, measured on the table of that."""
    corners = than.locate(pose.corners_px((float(spaces[0]), float(spaces[1]))))
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return float(np.mean(sides / [spaces[0], spaces[1], spaces[0], spaces[1]]))
