"""What lies on the simulated table: pieces at continuous positions, and what a perfect eye would read there.

No rules: pieces may hang over a board's edge, lie on each other or make no sense at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from device.simulation.sprite import Matrix, shift
from engine.grid import Cell, Grid, Space
from engine.indian_summer.tiles import Color
from engine.indian_summer.wording import animal, hue
from engine.polyomino import Polyomino
from engine.sentence import Sentence, say

GRID = Grid(rows=8, cols=9)  # R1.1
"""The spaces of every simulated board."""

AREA_ROWS, AREA_COLS = 4, 3  # R1.1

Floor = tuple[str, ...]
"""A board's printed treasures as in a position file: 8 rows of 9 characters, b n m f and '.'."""

_TREASURES = {"berry": say("berry"), "nut": say("nut"), "mushroom": say("mushroom"), "feather": say("feather")}

TREASURES = {"b": "berry", "n": "nut", "m": "mushroom", "f": "feather"}


class Kind(Enum):
    """What a piece is."""

    LEAF = "leaf"
    SQUIRREL = "squirrel"
    ANIMAL = "animal"
    TOKEN = "token"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as it lies: ``look`` is a leaf's color, an animal's name or a token's treasure, empty for a squirrel.

    ``cells`` are those it was meant for and may leave the board; ``offset_xy`` (units) and ``turn_deg`` (clockwise,
    about the middle of its box) are how far off the grid it really lies.
    """

    id: str
    kind: Kind
    seat: int
    look: str
    cells: tuple[Cell, ...]
    mark: Cell | None = None
    offset_xy: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0

    def __post_init__(self) -> None:
        if not self.cells:
            raise ValueError(f"piece {self.id} covers at least one cell, got none")
        if self.mark is not None and self.mark not in self.cells:
            raise ValueError(f"the hole of piece {self.id} is one of its cells {self.cells}, got {self.mark}")

    @property
    def centre_xy(self) -> tuple[float, float]:
        """The middle of its box in board units, where it was meant to lie."""
        rows, cols = [cell.row for cell in self.cells], [cell.col for cell in self.cells]
        return (min(cols) + max(cols) + 1) / 2, (min(rows) + max(rows) + 1) / 2

    @property
    def to_board(self) -> Matrix:
        """From the piece's own units (0, 0 in the middle of its box) to board units."""
        (x, y), (dx, dy) = self.centre_xy, self.offset_xy
        return shift(x + dx, y + dy, self.turn_deg)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> Sentence:
        """What it is and where, such as ``red leaf at c4``."""
        first = min(self.cells)
        where = str(first) if first in GRID else say("the edge")
        match self.kind:
            case Kind.LEAF:
                return say("{color} leaf at {where}", color=hue(Color(self.look)), where=where)
            case Kind.SQUIRREL:
                return say("squirrel at {where}", where=where)
            case Kind.ANIMAL:
                return say("{animal} at {where}", animal=animal(self.look), where=where)
            case Kind.TOKEN:
                return say("{treasure} token at {where}", treasure=_TREASURES[self.look], where=where)


def laid_shape(shape: Polyomino, corner: Cell) -> tuple[tuple[Cell, ...], Cell | None]:
    """The cells and the mark of a fixed polyomino whose box has its far left cell at ``corner``."""
    cells = tuple(Cell(cell.row + corner.row, cell.col + corner.col) for cell in shape.cells)
    mark = shape.mark
    return cells, None if mark is None else Cell(mark.row + corner.row, mark.col + corner.col)


def misplaced(rng: np.random.Generator, piece: Piece) -> Piece:
    """The piece as a hand puts it down: up to 0.08 spaces and 1.5 degrees off, long pieces turned less."""
    (dx, dy), turn = rng.normal(0.0, 0.03, 2), rng.normal(0.0, 0.6)
    reach = 1.5 if len(piece.cells) < 4 else 0.9
    offset = (float(np.clip(dx, -0.08, 0.08)), float(np.clip(dy, -0.08, 0.08)))
    turned = float(np.clip(turn, -reach, reach))
    return Piece(piece.id, piece.kind, piece.seat, piece.look, piece.cells, piece.mark, offset, turned)


def truth(pieces: Iterable[Piece], seats: int) -> dict[Space, str]:
    """What lies on top of every space, as surfaces; pieces in the order they were laid."""
    lies = {Space(seat, cell): "floor" for seat in range(seats) for cell in GRID.cells}
    for piece in pieces:
        for cell in piece.cells:
            if Space(piece.seat, cell) in lies:
                lies[Space(piece.seat, cell)] = _surface(piece, cell)
    return lies


def truth_rows(pieces: Iterable[Piece], seat: int) -> tuple[str, ...]:
    """One board in the letters of the table message: . g y r o B N M F s a."""
    rows = [["." for _ in range(GRID.cols)] for _ in range(GRID.rows)]
    for piece in pieces:
        for cell in piece.cells:
            if piece.seat == seat and cell in GRID:
                rows[cell.row][cell.col] = _letter(piece, cell)
    return tuple("".join(row) for row in rows)


def checked_floor(floor: Iterable[str]) -> Floor:
    """The same rows, checked.

    Raises:
        ValueError: not 8 rows of 9 characters out of b n m f and '.'.
    """
    rows = tuple(floor)
    if len(rows) != GRID.rows or any(len(row) != GRID.cols or set(row) - set("bnmf.") for row in rows):
        raise ValueError(f"a floor is {GRID.rows} rows of {GRID.cols} characters of 'bnmf.', got {rows}")
    return rows


def _surface(piece: Piece, cell: Cell) -> str:
    match piece.kind:
        case Kind.LEAF:
            return "hole" if cell == piece.mark else f"leaf.{piece.look}"
        case Kind.TOKEN:
            return f"token.{piece.look}"
        case Kind.SQUIRREL:
            return "squirrel"
        case Kind.ANIMAL:
            return "animal"


def _letter(piece: Piece, cell: Cell) -> str:
    match piece.kind:
        case Kind.LEAF:
            return "o" if cell == piece.mark else piece.look[0]
        case Kind.TOKEN:
            return piece.look[0].upper()
        case Kind.SQUIRREL:
            return "s"
        case Kind.ANIMAL:
            return "a"
