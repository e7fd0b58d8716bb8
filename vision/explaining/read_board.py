"""A board with what was just read on it: its spaces by number and by spot, their neighbours, what each shows now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from engine.game import Spot, Surface
from engine.grid import Cell
from vision.explaining.pieces import FOREIGN, Explained, beside
from vision.measures.evidence import BoardEvidence
from vision.roles import FLOOR


class ReadBoard:
    """The evidence of one board, what was read from it, and the surfaces that were there ``before``, in reading order.

    Spaces are numbered in reading order; ``spots`` has the spot of each number, ``now`` its surface.
    """

    def __init__(self, seen: BoardEvidence, found: Explained, before: Sequence[Surface]) -> None:
        self.seen, self.found, self.before = seen, found, before
        self.spots = [spot for row in seen.spots for spot in row]
        self.index = {spot: number for number, spot in enumerate(self.spots) if spot is not None}
        self.shape = len(seen.spots), len(seen.spots[0])
        self.now = found.over(before)

    @cached_property
    def bare(self) -> frozenset[Cell]:
        """The cells on which nothing is known to lie."""
        return frozenset(self.cell(number) for number, name in enumerate(self.now) if name in (FLOOR, FOREIGN))

    def is_open(self, number: int) -> bool:
        """Whether nothing is known to lie there by itself."""
        return number in self.found.verdicts and self.now[number] in (FLOOR, FOREIGN)

    def beside(self, number: int) -> set[int]:
        """The spaces at its edges."""
        return {c for c in beside(number, self.shape[1]) if 0 <= c < len(self.spots)}

    def around(self, number: int) -> set[int]:
        """The spaces at its edges and those at theirs, itself among them."""
        near = self.beside(number)
        return near | {c for cell in near for c in self.beside(cell)}

    def spots_of(self, numbers: Iterable[int]) -> frozenset[Spot]:
        """The spots of these spaces; those that are none are left out."""
        return frozenset(spot for number in numbers if (spot := self.spots[number]) is not None)

    def is_on(self, cell: Cell) -> bool:
        """Whether a cell is one of the board's."""
        return 0 <= cell.row < self.shape[0] and 0 <= cell.col < self.shape[1]

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        return Cell(*divmod(number, self.shape[1]))

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell.row * self.shape[1] + cell.col
