"""Whether a board of two kinds of fields, like that for chess, fills only a part of a grid that was fitted to it."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.pose import BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, rectify

Numbers = NDArray[np.float64]

_INSET_PX = 2
_PIECE = 0.36  # radius in spaces of what may stand on a field: its corners show all the same
_LEAST = 6.0  # grey levels by which the fields beside each other differ at least
_CLEARLY = 0.8  # standard deviations of that, over a whole board; where fields are of one kind it is 0.1 by chance
_NONE = 0.35  # times as much in an outermost row or column that is none of the board's


def is_chequered_in_part(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether every other field of a grid is darker, but not of an outermost row or column of it.

    Args:
        pixels: the picture.
        pose: of the grid.
        spaces: how many columns and rows it has.
    """
    fields = _fields(rectify(pixels, pose, spaces), spaces)
    down, right = (_alternation(part) for part in (fields, fields.swapaxes(0, 1)))
    inside = np.concatenate([down[:, 1:-1].reshape(-1, 3), right[:, 1:-1].reshape(-1, 3)])
    mean = inside.mean(axis=0)
    size = float(np.linalg.norm(mean))
    if size < _LEAST or size**2 < _CLEARLY * float((inside @ mean).std()):
        return False
    outer = [part[:, line].mean(axis=0) @ mean / size for part in (down, right) for line in (0, -1)]
    return bool(min(outer) < _NONE * size)


def _fields(plane: NDArray[np.float32], spaces: tuple[int, int]) -> Numbers:
    """The colour of each field beside what may stand on it, float64 (rows, cols, 3)."""
    start, (cols, rows) = round(MARGIN_SPACES * PX_PER_SPACE), spaces
    inside = plane[start : start + rows * PX_PER_SPACE, start : start + cols * PX_PER_SPACE]
    blocks = inside.reshape(rows, PX_PER_SPACE, cols, PX_PER_SPACE, 3).swapaxes(1, 2)
    return np.asarray(np.median(blocks[:, :, _corners()], axis=2), np.float64)


def _alternation(fields: Numbers) -> Numbers:
    """By how much each field differs from those before and after it in its column, other ones the other way round.

    float64 (rows - 2, cols, 3).
    """
    differs = fields[1:-1] - (fields[:-2] + fields[2:]) / 2
    row, col = np.indices(differs.shape[:2])
    return np.asarray(np.where((row + col) % 2 == 0, 1.0, -1.0)[..., None] * differs)


@lru_cache(maxsize=1)
def _corners() -> NDArray[np.bool_]:
    ticks = (np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5
    inset = np.abs(ticks) < 0.5 - _INSET_PX / PX_PER_SPACE
    return np.asarray((np.hypot(ticks, ticks[:, None]) > _PIECE) & inset & inset[:, None])
