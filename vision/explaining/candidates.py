"""Every way in which a piece with a mark could lie on a board, with the cost of what is seen there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import PieceKind
from engine.grid import Cell, Grid
from engine.polyomino import Polyomino, fixed_polyominoes, marked_free_polyominoes
from vision.explaining.hues_together import saved
from vision.explaining.palette import SharedHue

Flat = NDArray[np.float64]
"""Nats a cell in reading order, float64 (rows * cols,)."""

NEVER = 1e6
"""The cost of what cannot be; finite, since sums and differences of infinities are no numbers."""


_SLACK = 1e-6  # nats by which sums may be rounded
_NO_END = 3.0  # nats for the lack of an edge where an animal ends
_ENDS, _EDGELESS = -0.3, 0.5  # nats of a border: 1 in 20 of 1,747 of animals and leaves has less, 9 in 10 inside


class Candidate(NamedTuple):
    """A piece that may lie there: kind, cells and the marked one (indices in reading order), and its cost in nats."""

    kind: PieceKind
    cells: tuple[int, ...]
    mark: int
    capped: bool  # something lies on the mark
    cost: float
    bits: int

    @property
    def body(self) -> list[int]:
        """The cells that are not marked."""
        return [cell for cell in self.cells if cell != self.mark]


@dataclass(frozen=True, slots=True, eq=False)
class PieceCosts:
    """What it costs to see a kind of piece on a board, nats a cell in reading order.

    Attributes:
        body: each cell as an unmarked cell of the piece; NEVER where it cannot lie.
        mark: each cell as the marked one with its mark in sight.
        capped: each cell as the marked one with something on top; NEVER where that is out of the question.
        seams: the border of each cell with its right neighbour lying inside the piece, then with the one below:
            twice as many as cells, below 0 where no edge is seen.
        hue: what of ``body`` is paid for hues, which is less for all of a piece together; None without hues.
    """

    body: Flat
    mark: Flat
    capped: Flat
    seams: Flat
    hue: SharedHue | None = None


def candidates(
    kind: PieceKind, grid: Grid, costs: PieceCosts, stay: Flat, least: Flat, excess: float
) -> list[Candidate]:
    """Placements of a kind that explain its cells better than leaving them as they are.

    Args:
        kind: a piece with a mark.
        grid: the board.
        costs: what it costs to see it.
        stay: cost of each cell without the piece.
        least: the least that each cell costs under any explanation.
        excess: placements that cost this much more than ``least`` are left out.
    """
    found = list[Candidate]()
    may_lie = np.minimum.reduce([costs.body, costs.mark, costs.capped]) < NEVER
    # of two borders a cell: no piece has more inside
    saved_most = -2 * min(float(costs.seams.min()), 0.0) + _SLACK
    if ((_cheapest(costs) - stay)[may_lie] >= saved_most).all():
        return found
    lies, borders = may_lie.tobytes(), np.append(costs.seams, 0.0)
    for size, allowed in _shapes(_Known(kind)).items():
        placements = _placements(size, grid)
        numbers = _inside(size, grid, lies)
        numbers = numbers[_may_explain(placements, numbers, costs, stay, least, excess)]
        if not len(numbers):
            continue
        cells = placements.cells[numbers]
        inner, seams = costs.body[cells], borders[placements.borders[numbers]]
        beside = np.einsum("ncb,nb->nc", placements.incident[numbers], seams)  # seams of each cell inside the piece
        endless = np.einsum("ncb,nb->nc", placements.incident[numbers], _endless(seams))
        shown, hidden = costs.mark[cells], costs.capped[cells] + endless
        # a mark and what lies on it have edges of their own, and that may have come later
        total = (inner.sum(axis=1) + seams.sum(axis=1))[:, None] - inner - beside + np.minimum(shown, hidden)
        if costs.hue is not None:
            total = total - saved(costs.hue, cells)
        gain = total - stay[cells].sum(axis=1)[:, None]
        over = total - least[cells].sum(axis=1)[:, None]
        rows, columns = np.nonzero((gain < 0) & (over < excess))
        where = [tuple(each) for each in cells[rows].tolist()]
        costing, capped = total[rows, columns].tolist(), (hidden < shown)[rows, columns].tolist()
        bits = [placements.bits[number] for number in numbers[rows].tolist()]
        for each, column, is_capped, cost, bitboard in zip(where, columns.tolist(), capped, costing, bits, strict=True):
            marked = each[column]
            if allowed is None or _shape(each, marked, grid) in allowed:
                found.append(Candidate(kind, each, marked, is_capped, cost, bitboard))
    return found


def _endless(seams: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is paid for borders inside a piece at which something on its mark would end without an edge, in nats."""
    return np.asarray(_NO_END * np.minimum(np.maximum((_ENDS - seams) / _EDGELESS, 0.0), 1.0))


def _cheapest(costs: PieceCosts) -> Flat:
    """The least that each cell may cost in any piece."""
    body = costs.body if costs.hue is None else costs.body - costs.hue.paid.reshape(-1)  # hues save no more
    return np.asarray(np.minimum.reduce([body, costs.mark, costs.capped]), np.float64)


def _may_explain(
    placements: _Placements, numbers: NDArray[np.intp], costs: PieceCosts, stay: Flat, least: Flat, excess: float
) -> NDArray[np.bool_]:
    """Which of some placements may be candidates by the least that each of their cells may cost, bool (n,)."""
    cost = _cheapest(costs)
    cells = placements.columns[:, numbers]
    unparted = np.append(np.minimum(costs.seams, 0.0), 0.0)[placements.borders[numbers]].sum(axis=1)
    gain, over = ((cost - other)[cells].sum(axis=0) + unparted for other in (stay, least))
    return np.asarray((gain < _SLACK) & (over < excess + _SLACK))


@dataclass(frozen=True, slots=True, eq=False)
class _Placements:
    """All placements of one size: cells (n, size), bitboards, and the borders inside, padded with a border too many.

    ``columns`` are the cells once more, one after the other, (size, n): so much faster are many asked at once.
    ``incident`` (n, size, borders) is 1 where a border is one of a cell's.
    """

    cells: NDArray[np.intp]
    columns: NDArray[np.intp]
    bits: tuple[int, ...]
    borders: NDArray[np.intp]
    incident: NDArray[np.float64]


@lru_cache(maxsize=32)
def _placements(size: int, grid: Grid) -> _Placements:
    found = []
    for shape in sorted(fixed_polyominoes(size), key=lambda polyomino: polyomino.cells):
        height, width = shape.size_hw
        offsets = [cell.row * grid.cols + cell.col for cell in shape.cells]
        for row in range(grid.rows - height + 1):
            for col in range(grid.cols - width + 1):
                found.append([row * grid.cols + col + offset for offset in offsets])
    count = grid.rows * grid.cols
    borders: list[list[int]] = []
    incident = np.zeros((len(found), size, size + 1))
    for index, cells in enumerate(found):
        inside: list[int] = []
        for start, cell in enumerate(cells):
            for gap in {1, grid.cols} if (cell + 1) % grid.cols else {grid.cols}:
                if cell + gap in cells:
                    incident[index, [start, cells.index(cell + gap)], len(inside)] = 1.0
                    inside.append(count * (gap != 1) + cell)
        borders.append(inside + [2 * count] * (size + 1 - len(inside)))
    where = np.asarray(found, np.intp).reshape(-1, size)
    return _Placements(
        where,
        where.T.copy(),
        tuple(sum(1 << cell for cell in cells) for cells in found),
        np.asarray(borders, np.intp).reshape(len(found), -1),
        incident,
    )


@lru_cache(maxsize=32)  # the same spaces are asked for every kind, and once more where something is explained again
def _inside(size: int, grid: Grid, spaces: bytes) -> NDArray[np.intp]:
    """The placements of a size that lie on some spaces, bool in reading order: after one move few of thousands."""
    found = np.flatnonzero(np.frombuffer(spaces, np.bool_)[_placements(size, grid).columns].all(axis=0))
    found.flags.writeable = False
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A kind that is known again by being the same object: to compare kinds all their shapes are compared."""

    kind: PieceKind

    def __hash__(self) -> int:
        return id(self.kind)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and other.kind is self.kind


def sizes_of(kinds: Iterable[PieceKind]) -> list[int]:
    """The numbers of spaces that pieces of these kinds cover, those of each kind in rising order."""
    return [size for kind in kinds for size in _shapes(_Known(kind))]


@lru_cache(maxsize=64)
def _shapes(known: _Known) -> dict[int, frozenset[Polyomino] | None]:
    """The sizes of a kind in rising order, each with its shapes, or None where every one of that size is among them."""
    sizes: dict[int, frozenset[Polyomino] | None] = {}
    for size in sorted({len(shape) for shape in known.kind.shapes}):
        found = frozenset(shape.canonical for shape in known.kind.shapes if len(shape) == size)
        sizes[size] = None if len(found) == len(marked_free_polyominoes(size)) else found
    return sizes


@lru_cache(maxsize=20000)
def _shape(cells: tuple[int, ...], mark: int, grid: Grid) -> Polyomino:
    where = [Cell(*divmod(index, grid.cols)) for index in cells]
    return Polyomino.of(where, Cell(*divmod(mark, grid.cols))).canonical
