"""How what is read on a board lies there, by what of it looks foreign: measured once for all attempts to read it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.grid import Cell
from vision.measures.board_parts import grid_part
from vision.measures.color import Change
from vision.measures.soft_ground import Ground
from vision.misplaced.lumps import Lump, lump_in
from vision.misplaced.lying import TOLERABLE, Lie, lie_of, looked_at
from vision.reference import PX_PER_SPACE

_GAIN = 0.03  # by which a lie must fit better than the grid to be believed
_AS_WELL = 0.002  # by which one that cannot be read must fit better than the best that can

Size = tuple[float, float]
"""Of a board in spaces, across and down."""


@lru_cache(maxsize=8)  # a change is told from others by identity; few are kept, for they are large
def lie_on(change: Change, size_wh: Size, cells: tuple[Cell, ...], mark: Cell | None, free: frozenset[Cell]) -> Lie:
    """How something that covers these cells lies; on the grid, where that explains what is seen as well.

    Nor is it told to lie too far off where a lie that may be read explains as much: among other pieces little tells.

    ``mark`` is the cell through which the floor shows. On the cells that are not ``free`` something else lies.
    """
    bare = _pixels(change, size_wh, [*free, *cells], outside=True)
    ground = Ground.of(change.plain, change.shaded, bare, looked_at(cells))
    lie, straight = lie_of(ground, cells, mark)
    if lie.fit <= straight.fit + _GAIN:
        return straight
    if lie.is_off:
        nearer, _ = lie_of(ground, cells, mark, reach=TOLERABLE)
        return nearer if nearer.fit > lie.fit - _AS_WELL else lie
    return lie


@lru_cache(maxsize=4)
def lump_on(change: Change, size_wh: Size, cells: frozenset[Cell]) -> Lump | None:
    """The largest thing made of unit squares on some cells, as ``vision.misplaced.lumps.lump_in`` finds it."""
    return lump_in(change.plain, _pixels(change, size_wh, cells, outside=False))


def _pixels(change: Change, size_wh: Size, cells: Iterable[Cell], *, outside: bool) -> NDArray[np.bool_]:
    """Cells as pixels of the board's plane; ``outside`` is the value of the surroundings."""
    rows, cols = round(size_wh[1]), round(size_wh[0])
    where = np.zeros((rows, cols), np.bool_)
    where.reshape(-1)[[cell.row * cols + cell.col for cell in cells]] = True
    found = np.full(change.plain.shape, outside)
    found[grid_part(size_wh)] = where.repeat(PX_PER_SPACE, axis=1).repeat(PX_PER_SPACE, axis=0)
    return found
