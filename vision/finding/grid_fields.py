"""Whether the fields of another board fill only a part of a grid that was fitted to them.

A margin as wide as a field is easily taken for one more row. But no lines part it, and where fields are of two kinds,
as for chess, it is of neither.
"""

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
_PLAIN = 10.0  # grey levels by which the fields of a bare row may differ, but for a slope of light
_LINE_PX, _BESIDE_PX = 1, (2, 4)  # from the middle of a line: what is surely its own, and the ground beside it
_EDGE_PX = 3  # from the sides of a field, where lines are
_CROSSING_PX = 6  # from the ends of a line, where others cross it
_BEYOND_PX = 4, 10  # from the ends of a row, where a margin goes on
_DRAWN = 8.0  # grey levels by which lines stand out at least where that they are missing tells
_UNPARTED = 0.2  # times as much in a bare row that no lines part: margins had 0.0, of 90 bare rows the least 0.8
_ROUGH = 1.2  # times the usual texture of fields: what is covered from end to end by pieces of one colour has more


def fills_in_part(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether an outermost row or column of a grid is no part of the board that is seen inside.

    Args:
        pixels: the picture.
        pose: of the grid.
        spaces: how many columns and rows it has.
    """
    start, (cols, rows) = round(MARGIN_SPACES * PX_PER_SPACE), spaces
    plane = rectify(pixels, pose, spaces)
    fields = _fields(plane[start : start + rows * PX_PER_SPACE, start : start + cols * PX_PER_SPACE], spaces)
    turned = plane.swapaxes(0, 1), fields.swapaxes(0, 1)
    return is_chequered_in_part(fields) or any(has_margin(*each) for each in ((plane, fields), turned))


def is_chequered_in_part(fields: Numbers) -> bool:
    """Whether every other field is darker, but not of an outermost row or column; colours, float64 (rows, cols, 3)."""
    down, right = (_alternation(part) for part in (fields, fields.swapaxes(0, 1)))
    inside = np.concatenate([down[:, 1:-1].reshape(-1, 3), right[:, 1:-1].reshape(-1, 3)])
    mean = inside.mean(axis=0)
    size = float(np.linalg.norm(mean))
    if size < _LEAST or size**2 < _CLEARLY * float((inside @ mean).std()):
        return False
    outer = [part[:, line].mean(axis=0) @ mean / size for part in (down, right) for line in (0, -1)]
    return bool(min(outer) < _NONE * size)


def has_margin(plane: NDArray[np.float32], fields: Numbers) -> bool:
    """Whether the first or the last row of a grid is bare, not parted by lines as those between are, and goes on.

    Args:
        plane: the grid and what is round it, as ``vision.reference.rectify`` has it.
        fields: their colours, float64 (rows, cols, 3).
    """
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    grid = plane[start:-start, start:-start]
    lines = _standing_out(grid, len(fields))
    usual = np.median(lines[:, 1:-1].reshape(-1, 3), axis=0)
    if np.linalg.norm(usual) < _DRAWN:
        return False
    parted = np.median(lines[:, [0, -1]], axis=0) @ usual / (usual @ usual)
    texture = _texture(grid, len(fields))
    bare = _differing(fields[[0, -1]]) < _PLAIN
    bare &= np.median(texture[[0, -1]], axis=1) < _ROUGH * np.median(texture[1:-1])
    # a tile that covers a whole row ends with it
    ends = _beyond_ends(plane[start:-start], len(fields))[[0, -1]]
    bare &= np.linalg.norm(ends - np.median(fields[[0, -1]], axis=1), axis=1) < _PLAIN
    return bool((bare & (parted < _UNPARTED)).any())


def _fields(grid: NDArray[np.float32], spaces: tuple[int, int]) -> Numbers:
    """The colour of each field beside what may stand on it, float64 (rows, cols, 3)."""
    cols, rows = spaces
    blocks = grid.reshape(rows, PX_PER_SPACE, cols, PX_PER_SPACE, 3).swapaxes(1, 2)
    return np.asarray(np.median(blocks[:, :, _corners()], axis=2), np.float64)


def _alternation(fields: Numbers) -> Numbers:
    """By how much each field differs from those before and after it in its column, other ones the other way round.

    float64 (rows - 2, cols, 3).
    """
    differs = fields[1:-1] - (fields[:-2] + fields[2:]) / 2
    row, col = np.indices(differs.shape[:2])
    return np.asarray(np.where((row + col) % 2 == 0, 1.0, -1.0)[..., None] * differs)


def _standing_out(grid: NDArray[np.float32], rows: int) -> Numbers:
    """By how much the upright lines inside a grid stand out from the ground beside them, float64 (lines, rows, 3)."""
    found = []
    for x in range(PX_PER_SPACE, grid.shape[1], PX_PER_SPACE):
        near, far = _BESIDE_PX
        beside = np.concatenate([grid[:, x - far : x - near], grid[:, x + near : x + far]], axis=1)
        line = grid[:, x - _LINE_PX : x + _LINE_PX].mean(axis=1) - beside.mean(axis=1)
        found.append(line.reshape(rows, PX_PER_SPACE, 3)[:, _CROSSING_PX:-_CROSSING_PX].mean(axis=1))
    return np.array(found, np.float64)


def _differing(rows: Numbers) -> Numbers:
    """By how many grey levels the fields of each row differ, but for a slope, float64 (n,)."""
    along = np.vander(np.arange(rows.shape[1], dtype=np.float64), 2)
    flat = rows.swapaxes(0, 1).reshape(len(along), -1)
    left = flat - along @ np.linalg.lstsq(along, flat, rcond=None)[0]
    return np.asarray(np.sqrt(left.reshape(len(along), len(rows), 3).var(axis=0).sum(axis=1)))


def _beyond_ends(rows_px: NDArray[np.float32], rows: int) -> Numbers:
    """The colour of what lies before and behind each row, float64 (rows, 3)."""
    near, far = (round(MARGIN_SPACES * PX_PER_SPACE) - px for px in _BEYOND_PX)
    ends = np.concatenate([rows_px[:, far:near], rows_px[:, -near:-far]], axis=1)
    return np.asarray(np.median(ends.reshape(rows, -1, 3), axis=1), np.float64)


def _texture(grid: NDArray[np.float32], rows: int) -> Numbers:
    """By how many grey levels each field varies, float64 (rows, cols)."""
    gray = grid.mean(axis=2).reshape(rows, PX_PER_SPACE, -1, PX_PER_SPACE)[:, _EDGE_PX:-_EDGE_PX, :, _EDGE_PX:-_EDGE_PX]
    return np.asarray(gray.std(axis=(1, 3)), np.float64)


@lru_cache(maxsize=1)
def _corners() -> NDArray[np.bool_]:
    ticks = (np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5
    inset = np.abs(ticks) < 0.5 - _INSET_PX / PX_PER_SPACE
    return np.asarray((np.hypot(ticks, ticks[:, None]) > _PIECE) & inset & inset[:, None])
