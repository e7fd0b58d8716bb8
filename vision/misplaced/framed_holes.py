"""Holes looked at where their tile really lies: the floor shows within, and the tile lies all round it.

A tile may lie a fifth of a space off the grid. Then the sides of its mark's space say little of the frame round its
hole, and the middle of that space shows the tile as well. In the tile's own frame both are where they should be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.explaining.read_board import ReadBoard
from vision.measures.evidence import BoardEvidence
from vision.misplaced.lies import lie_on
from vision.misplaced.lying import Lie
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

# of 9,762 pieces that had the ground beside a tile for their mark none had more than 0.3 of the former; nine in ten of
# 508 holes had more of both
_OPEN, _PARTLY = 0.38, 0.45  # share that is foreign of the eighth of a frame that is so least, and of the next
_FLOOR, _NO_SHADE = 0.15, 0.1  # share of such a hole that is foreign, and that no shadow explains
_SHADED, _HALF = 0.12, 0.5  # the latter of a hole in the shade of its tile, and the former of that
_ALIKE, _LEGIBLE = 0.5, 2.5  # likeness to the floor in that, and grey levels of structure from which that tells
# times that the light in it may be stronger in one channel than in another, and than before
_EVEN, _LIGHTER = 1.12, 1.1
_PRINTED, _SAME = 5.0, 0.97  # grey levels of a print, and likeness to that: of 543 tokens the most had 0.94
_DISC = 0.17  # spaces: radius of what is seen through a hole wherever one looks from
_ASLANT_PX = 2  # pixels aside at most that the floor in a hole shows
_RING = np.array([0.4, 0.44, 0.48])  # spaces from the middle of a hole to the sides of the square about it
_ARCS, _SAMPLES = 8, 11


def middle_of(cells: Sequence[int], mark: int, lie: Lie, cols: int) -> tuple[float, float]:
    """Where the middle of a space of a piece that lies so is, right and down in board units; spaces by number."""
    centres = np.array([[cell % cols + 0.5, cell // cols + 0.5] for cell in cells])
    middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
    x, y = _spin(lie.turn_deg) @ (centres[list(cells).index(mark)] - middle) + middle + lie.offset_xy
    return float(x), float(y)


def _spin(turn_deg: float) -> NDArray[np.float64]:
    """The matrix (2, 2) of a turn clockwise, right and down."""
    turn = np.radians(turn_deg)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def is_framed_hole(board: ReadBoard, cells: Collection[int], mark: int) -> bool:
    """Whether the floor is seen through a hole in this space of a tile on these, all of the tile's frame round it.

    Spaces are indices in reading order. On the floor there must be nothing that a token could repeat (R5.1, R12.1):
    nothing is printed there, as somebody has confirmed, or all that is printed shows.
    """
    seen = board.seen
    spot = board.spots[mark]
    where = tuple(sorted(board.cell(cell) for cell in cells))
    lie = lie_on(seen.change, seen.size_wh, where, board.cell(mark), board.bare)
    if lie.is_off or spot is None:
        return False
    middle = middle_of(sorted(cells), mark, lie, board.shape[1])
    least, second = np.sort(_frame(seen, middle, lie.turn_deg))[:2]
    return bool(least > _OPEN and second > _PARTLY) and _shows_floor(seen, middle, spot in seen.plain)


def _frame(seen: BoardEvidence, middle: tuple[float, float], turn_deg: float) -> NDArray[np.float32]:
    """How foreign each eighth of the frame of a hole is that lies there, float32 (8,), 0 to 1."""
    columns, rows = ((_frame_points() @ _spin(turn_deg).T + middle + MARGIN_SPACES) * PX_PER_SPACE).astype(np.intp).T
    plain = seen.change.plain
    foreign = plain[rows.clip(0, plain.shape[0] - 1), columns.clip(0, plain.shape[1] - 1)]
    return np.asarray(foreign.reshape(_ARCS, -1).mean(axis=1), np.float32)


@cache
def _frame_points() -> NDArray[np.float64]:
    """Points of a frame about the middle of its hole, x and y in spaces, eighth by eighth, float64 (n, 2)."""
    angles = np.radians(np.arange(_ARCS)[:, None, None] * 45.0 + np.linspace(-20.0, 20.0, _SAMPLES)[:, None])
    x, y = np.cos(angles), np.sin(angles)
    far = _RING / np.maximum(np.abs(x), np.abs(y))  # of a square, whose corners are further away
    return np.stack([far * x, far * y], axis=-1).reshape(-1, 2)


def _shows_floor(seen: BoardEvidence, middle: tuple[float, float], is_plain: bool) -> bool:
    """Whether some disc near there is the floor, as it was or in a shadow that leaves its structure to be seen."""
    rows, columns = _discs(middle, seen.change.plain.shape)
    shaded = seen.change.shaded[rows, columns].mean(axis=1)
    foreign = seen.change.plain[rows, columns].mean(axis=1)
    best = int((shaded + 0.2 * foreign).argmin())
    now, then = (picture.smooth[:, rows[best], columns[best]] for picture in (seen.picture, seen.empty))
    light = now.mean(axis=1) / np.maximum(then.mean(axis=1), 1.0)
    now, then = (part - part.mean(axis=1, keepdims=True) for part in (now, then))
    structure = float(np.sqrt(np.square(then).mean()))
    likeness = float((now * then).sum() / max(np.sqrt(np.square(now).sum() * np.square(then).sum()), 1e-3))
    as_it_was = bool(foreign[best] < _FLOOR and shaded[best] < _NO_SHADE)
    if not is_plain:
        return as_it_was and structure > _PRINTED and likeness > _SAME
    even = light.max() < min(_LIGHTER, _EVEN * light.min())
    in_shade = shaded[best] < _SHADED and foreign[best] < _HALF and likeness > _ALIKE and structure > _LEGIBLE
    return as_it_was or bool(in_shade and even)


def _discs(middle: tuple[float, float], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the pixels of discs near there, intp (discs, pixels) each."""
    reach = np.arange(-_ASLANT_PX, _ASLANT_PX + 1)
    radius = int(_DISC * PX_PER_SPACE)
    down, right = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    inside = np.hypot(down, right) <= _DISC * PX_PER_SPACE
    aside = np.stack(np.meshgrid(reach, reach, indexing="ij")).reshape(2, -1, 1)
    column, row = (round((at + MARGIN_SPACES) * PX_PER_SPACE - 0.5) for at in middle)
    rows, columns = aside + np.stack([down[inside], right[inside]])[:, None]
    return (rows + row).clip(0, shape[0] - 1), (columns + column).clip(0, shape[1] - 1)
