"""What one writes first: sets of cells and loops; the yardstick of ``engine.py``.

``places`` turns and flips the tile and builds sets of ``Cell``, the house's own word for a set of spaces. ``prepared``
is a harder yardstick: plain tuples, with the orientations worked out beforehand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from engine.grid import Cell
from engine.indian_summer.forest import Purse
from engine.indian_summer.state import ENDS, Place, State
from engine.indian_summer.tiles import Tile

Spot = tuple[int, int]
Laid = tuple[frozenset[Spot], Spot]
Lister = Callable[[Tile, set[Spot]], list[Laid]]
NOTHING = Purse()
EVERYWHERE: set[Spot] = {Cell(row, col) for row in range(8) for col in range(9)}
AREAS = [
    {Cell(row, col) for row in range(top, top + 4) for col in range(left, left + 3)}
    for top in (0, 4)
    for left in (0, 3, 6)
]


def turned_and_flipped(tile: Tile) -> set[tuple[tuple[Cell, ...], Cell]]:
    """The orientations, each once, moved to the corner: cells and hole."""
    forms = set()
    cells, hole = list(tile.shape.cells), tile.shape.mark
    assert hole is not None
    for _ in range(2):
        for _ in range(4):
            cells, hole = [Cell(col, -row) for row, col in cells], Cell(hole.col, -hole.row)
            top, left = min(cell.row for cell in cells), min(cell.col for cell in cells)
            there = tuple(sorted(Cell(row - top, col - left) for row, col in cells))
            forms.add((there, Cell(hole.row - top, hole.col - left)))
        cells, hole = [Cell(row, -col) for row, col in cells], Cell(hole.row, -hole.col)
    return forms


def places(tile: Tile, free: set[Spot]) -> list[Laid]:
    """Turn and flip the tile, and try every orientation at every corner at which its box is on the board."""
    found: list[Laid] = []
    for cells, hole in turned_and_flipped(tile):
        height, width = max(cell.row for cell in cells) + 1, max(cell.col for cell in cells) + 1
        for row in range(8 - height + 1):
            for col in range(9 - width + 1):
                covers = frozenset(Cell(row + cell.row, col + cell.col) for cell in cells)
                if covers <= free:
                    found.append((covers, Cell(row + hole.row, col + hole.col)))
    return found


@cache
def forms_of(tile: Tile) -> list[tuple[list[Spot], Spot, int, int]]:
    """The orientations as plain tuples, with height and width."""
    return [
        ([tuple(cell) for cell in cells], tuple(hole), max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1)  # type: ignore[misc]
        for cells, hole in turned_and_flipped(tile)
    ]


def prepared(tile: Tile, free: set[Spot]) -> list[Laid]:
    """The same with plain tuples and orientations worked out beforehand."""
    found: list[Laid] = []
    for cells, (hole_row, hole_col), height, width in forms_of(tile):
        for row in range(8 - height + 1):
            for col in range(9 - width + 1):
                covers = frozenset((row + r, col + c) for r, c in cells)
                if covers <= free:
                    found.append((covers, (row + hole_row, col + hole_col)))
    return found


@dataclass
class Game:
    """A solo game, changed in place; the policy is that of ``playouts.py``."""

    floor: dict[Spot, int]
    path: list[Tile]
    sides: list[list[Tile]]
    purse: list[int]
    lister: Lister = places
    covered: set[Spot] = field(default_factory=set)
    tokens: dict[Spot, int] = field(default_factory=dict)
    done: list[int] = field(default_factory=list)
    turns: list[tuple[int, Tile | None, int, int, Place | None]] = field(default_factory=list)
    covered_bits: int = 0
    purse_before: Purse = NOTHING
    end: tuple[int, Purse] = (0, NOTHING)

    @classmethod
    def of(cls, state: State, lister: Lister = places) -> Game:
        """The start of a solo game."""
        player, solo = state.player, state.solo
        assert solo is not None
        signs = {(r, c): sign for r, row in enumerate(player.board.floor.rows) for c, sign in enumerate(row)}
        floor = {cell: "bnmf".index(sign) for cell, sign in signs.items() if sign != "."}
        paths = [list(path or ()) for path in (player.path, solo.top, solo.bottom)]
        return cls(floor, paths[0], paths[1:], list(player.purse), lister)

    def play(self, chance: random.Random) -> None:
        """Ten turns and the final phase."""
        for _ in range(10):
            free = EVERYWHERE - self.covered
            every = [(slot, *place) for slot, leaf in enumerate(self.path) for place in self.lister(leaf, free)]
            tile, end, hole = None, None, None
            slot = -1
            if every:
                slot, covers, hole = chance.choice(every)
                tile = self.path.pop(slot)
                if hole in self.floor:
                    self.tokens[hole] = self.floor[hole]
            else:
                covers = frozenset([chance.choice(sorted(free))]) if free else frozenset()
            self.covered |= covers
            self._harvest()
            if not self.path:
                end = self._refill(chance)
            self.turns.append((slot, tile, _bits(covers), _bits([hole] if hole else []), end))
        self.covered_bits, self.purse_before = _bits(self.covered), Purse(*self.purse)
        self._final_phase()

    def _harvest(self) -> None:
        for index, area in enumerate(AREAS):
            if index not in self.done and area <= self.covered:
                self.done.append(index)
                for cell in area & set(self.tokens):
                    self.purse[self.tokens.pop(cell)] += 1

    def _refill(self, chance: random.Random) -> Place | None:
        ends = [end for end in ENDS if self.sides["bottom" in end.value]]
        if not ends:
            return None
        end = chance.choice(ends)
        side = self.sides["bottom" in end.value]
        while side and len(self.path) < 5:
            self.path.append(side.pop(0 if "left" in end.value else -1))
        return end

    def _final_phase(self) -> None:
        while True:
            waiting = [(len(area - self.covered), index) for index, area in enumerate(AREAS) if index not in self.done]
            if not waiting or min(waiting)[0] > self._nuts():
                break
            count, index = min(waiting)
            for _ in range(count):
                self._squirrel()
            self.covered |= AREAS[index]
            self._harvest()
        empty = len(EVERYWHERE - self.covered)
        while empty and self._nuts():
            self._squirrel()
            empty -= 1
        self.end = empty, Purse(*self.purse)

    def _nuts(self) -> int:
        return self.purse[1] + self.purse[2] + self.purse[3] + self.purse[0] // 2

    def _squirrel(self) -> None:
        for kind, price in ((1, 1), (0, 2), (2, 1), (3, 1)):
            if self.purse[kind] >= price:
                self.purse[kind] -= price
                return


def _bits(cells: Iterable[Spot]) -> int:
    return sum(1 << (row * 9 + col) for row, col in cells)
