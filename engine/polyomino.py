"""Marked polyominoes: edge-connected sets of cells with at most one marked cell, their orientations and placements.

Two polyominoes are the same *fixed* one when they agree after translation, the same *free* one when they agree after a
symmetry of the square too. Marked free polyominoes of 3, 4 and 5 cells: 4, 12 and 46.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.grid import Bits, Cell, Grid, Symmetry


class Placement(NamedTuple):
    """Where a shape lies on a grid: the cells it covers and the marked one among them; knows no tile and no player."""

    covers: Bits
    mark: Bits  # 0 for a shape without a mark


@dataclass(frozen=True, slots=False)
class Polyomino:
    """A fixed polyomino in normal form: smallest row 0, smallest column 0, cells sorted; ``mark`` is one of the cells.

    Build one with ``Polyomino.of``; the constructor expects normal form.

    Raises:
        ValueError: no cells, not edge-connected, not in normal form, or the mark is not one of the cells.
    """

    cells: tuple[Cell, ...]
    mark: Cell | None = None

    def __post_init__(self) -> None:
        if not self.cells:
            raise ValueError("a polyomino has at least one cell, got none")
        if self.cells != _normal(self.cells)[0]:
            raise ValueError(f"cells must be sorted and start at row 0 and column 0, got {self.cells}")
        if not _is_connected(frozenset(self.cells)):
            raise ValueError(f"the cells of a polyomino hang together by edges, got {self.cells}")
        if self.mark is not None and self.mark not in self.cells:
            raise ValueError(f"the mark is one of the cells {self.cells}, got {self.mark}")

    @classmethod
    def of(cls, cells: Iterable[Cell], mark: Cell | None = None) -> Polyomino:
        """The polyomino of these cells anywhere on the plane; raises ValueError as the class does."""
        given = tuple(cells)
        if not given:
            raise ValueError("a polyomino has at least one cell, got none")
        normal, (row, col) = _normal(given)
        return cls(normal, None if mark is None else Cell(mark.row - row, mark.col - col))

    @classmethod
    def parse(cls, *rows: str) -> Polyomino:
        """Read a drawing: ``#`` a cell, ``o`` the marked cell, anything else empty.

        >>> Polyomino.parse("#.", "#o").mark
        Cell(row=1, col=1)

        Raises:
            ValueError: no cell is drawn, or more than one mark.
        """
        cells = [Cell(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in "#o"]
        marks = [Cell(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "o"]
        if len(marks) > 1:
            raise ValueError(f"a polyomino has at most one mark, drawn are {len(marks)} in {rows}")
        return cls.of(cells, marks[0] if marks else None)

    def __str__(self) -> str:
        height, width = self.size_hw
        signs = {cell: "o" if cell == self.mark else "#" for cell in self.cells}
        return "\n".join("".join(signs.get(Cell(r, c), ".") for c in range(width)) for r in range(height))

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def size_hw(self) -> tuple[int, int]:
        """Rows and columns of the bounding box."""
        return max(c.row for c in self.cells) + 1, max(c.col for c in self.cells) + 1

    def under(self, symmetry: Symmetry) -> Polyomino:
        """This polyomino after a symmetry of the square, in normal form."""
        mark = None if self.mark is None else symmetry(self.mark)
        return Polyomino.of(map(symmetry, self.cells), mark)

    @cached_property
    def orientations(self) -> tuple[Polyomino, ...]:
        """The distinct fixed polyominoes that this one can be turned and flipped into, sorted."""
        return tuple(sorted({self.under(symmetry) for symmetry in Symmetry}, key=_order))

    @cached_property
    def canonical(self) -> Polyomino:
        """The representative of the free polyomino: the first of the orientations."""
        return self.orientations[0]

    def placements(self, grid: Grid) -> tuple[Placement, ...]:
        """Every way to lay it on an empty grid, turned and flipped at will, each once; cached."""
        return _placements(self.canonical, grid)


@lru_cache(maxsize=4096)
def _placements(shape: Polyomino, grid: Grid) -> tuple[Placement, ...]:
    found = []
    for form in shape.orientations:
        height, width = form.size_hw
        if height > grid.rows or width > grid.cols:
            continue
        covers = grid.bits(form.cells)
        mark = 0 if form.mark is None else grid.bit(form.mark)
        for row in range(grid.rows - height + 1):
            for col in range(grid.cols - width + 1):
                shift = row * grid.cols + col
                found.append(Placement(Bits(covers << shift), Bits(mark << shift)))
    return tuple(found)


@lru_cache(maxsize=16)
def fixed_polyominoes(size: int) -> frozenset[Polyomino]:
    """All unmarked fixed polyominoes of a size: 1, 2, 6, 19, 63 for 1 to 5 cells.

    Raises:
        ValueError: the size is below 1.
    """
    if size < 1:
        raise ValueError(f"a polyomino has at least one cell, asked for {size}")
    if size == 1:
        return frozenset({Polyomino((Cell(0, 0),))})
    grown = set()
    for smaller in fixed_polyominoes(size - 1):
        for cell in smaller.cells:
            for beside in neighbours(cell):
                if beside not in smaller.cells:
                    grown.add(Polyomino.of((*smaller.cells, beside)))
    return frozenset(grown)


@lru_cache(maxsize=16)
def free_polyominoes(size: int) -> tuple[Polyomino, ...]:
    """All unmarked free polyominoes of a size, as canonical forms in order: 1, 1, 2, 5, 12 for 1 to 5 cells."""
    return tuple(sorted({shape.canonical for shape in fixed_polyominoes(size)}, key=_order))


@lru_cache(maxsize=16)
def marked_free_polyominoes(size: int) -> tuple[Polyomino, ...]:
    """All free polyominoes with one marked cell, as canonical forms in order: 4, 12, 46 for 3 to 5 cells (R1.3)."""
    marked = {Polyomino(s.cells, cell).canonical for s in free_polyominoes(size) for cell in s.cells}
    return tuple(sorted(marked, key=_order))


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four cells that share an edge with this one, on an endless grid."""
    row, col = cell
    yield Cell(row - 1, col)
    yield Cell(row, col - 1)
    yield Cell(row, col + 1)
    yield Cell(row + 1, col)


def _normal(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], tuple[int, int]]:
    row, col = min(c.row for c in cells), min(c.col for c in cells)
    return tuple(sorted({Cell(c.row - row, c.col - col) for c in cells})), (row, col)


def _is_connected(cells: frozenset[Cell]) -> bool:
    seen: set[Cell] = set()
    waiting = [next(iter(cells))]
    while waiting:
        cell = waiting.pop()
        if cell not in seen:
            seen.add(cell)
            waiting.extend(beside for beside in neighbours(cell) if beside in cells)
    return seen == cells


def _order(shape: Polyomino) -> tuple[tuple[Cell, ...], Cell]:
    return shape.cells, Cell(-1, -1) if shape.mark is None else shape.mark
