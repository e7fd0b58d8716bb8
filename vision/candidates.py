"""Every way in which a piece with a mark could lie on a board, with the cost of what is seen there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import PieceKind
from engine.grid import Cell, Grid
from engine.polyomino import Polyomino, fixed_polyominoes, marked_free_polyominoes

Flat = NDArray[np.float64]
"""Nats a cell in reading order, float64 (rows * cols,)."""

NEVER = 1e6
"""The cost of what cannot be; finite, since sums and differences of infinities are no numbers."""


class Candidate(NamedTuple):
    """A piece that may lie there: kind, cells and the marked one (indices in reading order), and its cost in nats."""

    kind: PieceKind
    cells: tuple[int, ...]
    mark: int
    cost: float
    bits: int


def candidates(
    kind: PieceKind, grid: Grid, body: Flat, mark: Flat, stay: Flat, floor_costs: Flat, excess: float
) -> list[Candidate]:
    """Placements of a kind that explain its cells better than leaving them as they are.

    Args:
        kind: a piece with a mark.
        grid: the board.
        body: cost of each cell as an unmarked cell of the piece; NEVER where it cannot lie.
        mark: cost of each cell as the marked one.
        stay: cost of each cell without the piece.
        floor_costs: the least that each cell costs under any explanation.
        excess: placements that cost this much more than ``floor_costs`` are left out.
    """
    found = []
    for size in sorted({len(shape) for shape in kind.shapes}):
        cells, bits = _placements(size, grid)
        inner = body[cells]
        total = inner.sum(axis=1)[:, None] - inner + mark[cells]
        gain = total - stay[cells].sum(axis=1)[:, None]
        over = total - floor_costs[cells].sum(axis=1)[:, None]
        rows, columns = np.nonzero((gain < 0) & (over < excess))
        allowed = None if _is_complete(kind, size) else frozenset(shape.canonical for shape in kind.shapes)
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
            where = tuple(cells[row].tolist())
            marked = where[column]
            if allowed is not None and _shape(where, marked, grid) not in allowed:
                continue
            found.append(Candidate(kind, where, marked, float(total[row, column]), bits[row]))
    return found


@lru_cache(maxsize=32)
def _placements(size: int, grid: Grid) -> tuple[NDArray[np.intp], tuple[int, ...]]:
    found = []
    for shape in sorted(fixed_polyominoes(size), key=lambda polyomino: polyomino.cells):
        height, width = shape.size_hw
        offsets = [cell.row * grid.cols + cell.col for cell in shape.cells]
        for row in range(grid.rows - height + 1):
            for col in range(grid.cols - width + 1):
                found.append([row * grid.cols + col + offset for offset in offsets])
    return np.asarray(found, np.intp).reshape(-1, size), tuple(sum(1 << cell for cell in cells) for cells in found)


def _is_complete(kind: PieceKind, size: int) -> bool:
    return len({s.canonical for s in kind.shapes if len(s) == size}) == len(marked_free_polyominoes(size))


@lru_cache(maxsize=20000)
def _shape(cells: tuple[int, ...], mark: int, grid: Grid) -> Polyomino:
    where = [Cell(*divmod(index, grid.cols)) for index in cells]
    return Polyomino.of(where, Cell(*divmod(mark, grid.cols))).canonical
