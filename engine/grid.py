"""Rectangular grids of cells, their bitboards and their symmetries.

A set of cells has two words: inside the engine ``Bits``, one Python int with bit ``row * cols + col`` set for each
cell, and at its border a ``frozenset`` of ``Cell``. ``Grid`` translates between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple, NewType

from engine.sentence import say

Bits = NewType("Bits", int)
"""A set of cells of one grid as a bitboard; which grid is the caller's knowledge."""


class Cell(NamedTuple):
    """A cell by row from the far side and column from the left, both 0-based; ``str`` gives ``c4``.

    >>> str(Cell(row=3, col=2))
    'c4'
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.col)}{self.row + 1}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a cell name such as ``c4``; inverse of ``str``.

        Raises:
            ValueError: the text is not one letter a-z followed by a number of at least 1.
        """
        letter, digits = text[:1], text[1:]
        if not ("a" <= letter <= "z" and digits.isascii() and digits.isdigit() and digits[0] != "0"):
            raise ValueError(say("a cell is a letter and a number such as c4, got {text!r}", text=text))
        return cls(int(digits) - 1, ord(letter) - ord("a"))


class Space(NamedTuple):
    """A player's cell: the spot of every game that is played on one grid a player.

    ``seat`` counts players from 0 in turn order.
    """

    seat: int
    cell: Cell

    def __str__(self) -> str:
        return f"{self.seat + 1}:{self.cell}"


class Symmetry(Enum):
    """The eight symmetries of the square (the group D4), callable on a cell.

    The value is (a, b, c, d) of the matrix [[a, b], [c, d]] applied to (row, col).
    """

    IDENTITY = (1, 0, 0, 1)
    TURN_90 = (0, 1, -1, 0)
    TURN_180 = (-1, 0, 0, -1)
    TURN_270 = (0, -1, 1, 0)
    FLIP = (1, 0, 0, -1)
    FLIP_TURN_90 = (0, -1, -1, 0)
    FLIP_TURN_180 = (-1, 0, 0, 1)
    FLIP_TURN_270 = (0, 1, 1, 0)

    def __call__(self, cell: Cell) -> Cell:
        """Map a cell about the far left corner; the result may have negative coordinates."""
        a, b, c, d = self.value
        return Cell(a * cell.row + b * cell.col, c * cell.row + d * cell.col)


@dataclass(frozen=True)
class Grid:
    """A grid of ``rows`` x ``cols`` cells."""

    rows: int
    cols: int

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise ValueError(f"a grid has at least one row and one column, got {self.rows} x {self.cols}")

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.rows and 0 <= cell.col < self.cols

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order: row by row from the far left."""
        return tuple(Cell(row, col) for row in range(self.rows) for col in range(self.cols))

    @cached_property
    def full(self) -> Bits:
        """The set of all cells."""
        return Bits((1 << (self.rows * self.cols)) - 1)

    def bit(self, cell: Cell) -> Bits:
        """The set of this one cell.

        Raises:
            ValueError: the cell is not on the grid.
        """
        if cell not in self:
            raise ValueError(f"cell {tuple(cell)} is not on a grid of {self.rows} rows and {self.cols} columns")
        return Bits(1 << (cell.row * self.cols + cell.col))

    def bits(self, cells: Iterable[Cell]) -> Bits:
        """The bitboard of a set of cells; raises ValueError as ``bit`` does."""
        result = 0
        for cell in cells:
            result |= self.bit(cell)
        return Bits(result)

    def iterate(self, bits: Bits) -> Iterator[Cell]:
        """The cells of a bitboard in reading order."""
        rest = int(bits)
        while rest:
            low = rest & -rest
            row, col = divmod(low.bit_length() - 1, self.cols)
            yield Cell(row, col)
            rest ^= low

    def set_of(self, bits: Bits) -> frozenset[Cell]:
        """The cells of a bitboard as a set; inverse of ``bits``."""
        return frozenset(self.iterate(bits))
