"""Shapes, spaces and what a player has in the slow rules: sets of (row, col), turned and flipped one cell at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.indian_summer.tiles import TILES

Cell = tuple[int, int]
Shape = tuple[frozenset[Cell], Cell | None]
KINDS = ("berry", "nut", "mushroom", "feather")
COLORS = {3: "green", 4: "yellow", 5: "red"}
EVERYWHERE = {(row, col) for row in range(8) for col in range(9)}
AREAS = [
    {(row, col) for row, col in EVERYWHERE if row // 4 == down and col // 3 == across}
    for down in range(2)
    for across in range(3)
]


def drawn(text: str) -> Shape:
    """Cells and mark of a drawing."""
    cells, mark = set(), None
    for r, row in enumerate(text.split("\n")):
        for c, sign in enumerate(row):
            if sign in "#o":
                cells.add((r, c))
            if sign == "o":
                mark = (r, c)
    return frozenset(cells), mark


def orientations(shape: Shape) -> set[Shape]:
    """All turned and flipped forms, moved to the corner."""
    found = set()
    cells, mark = shape
    for flip in (1, -1):
        for turns in range(4):

            def moved(cell: Cell, flip: int = flip, turns: int = turns) -> Cell:
                r, c = cell[0], cell[1] * flip
                for _ in range(turns):
                    r, c = c, -r
                return r, c

            there = [moved(cell) for cell in cells]
            top, left = min(r for r, _ in there), min(c for _, c in there)
            spot = None if mark is None else moved(mark)
            found.add(
                (
                    frozenset((r - top, c - left) for r, c in there),
                    None if spot is None else (spot[0] - top, spot[1] - left),
                )
            )
    return found


FORMS = {tile.code: orientations(drawn(str(tile.shape))) for tile in TILES}


def lay(forms: set[Shape], free: set[Cell]) -> Iterator[tuple[frozenset[Cell], Cell | None]]:
    """Every way to lay a shape on free cells, by trying every corner."""
    for cells, mark in forms:
        for r in range(8):
            for c in range(9):
                there = frozenset((r + dr, c + dc) for dr, dc in cells)
                if there <= free:
                    yield there, None if mark is None else (r + mark[0], c + mark[1])


@dataclass
class SlowPlayer:
    """A player, mutable."""

    floor: dict[Cell, str]
    leaves: dict[Cell, str] = field(default_factory=dict)
    holes: set[Cell] = field(default_factory=set)
    tokens: dict[Cell, str] = field(default_factory=dict)
    squirrels: set[Cell] = field(default_factory=set)
    animals: set[Cell] = field(default_factory=set)
    purse: dict[str, int] = field(default_factory=dict)
    path: list[str] = field(default_factory=list)

    @property
    def covered(self) -> set[Cell]:
        return set(self.leaves) | self.holes | self.squirrels

    @property
    def free(self) -> set[Cell]:
        return EVERYWHERE - self.covered


def cells(bits: int) -> list[Cell]:
    """The cells of a bitboard."""
    return [divmod(bit, 9) for bit in range(72) if bits >> bit & 1]


def name(cell: Cell) -> str:
    """Such as c4."""
    return "abcdefghi"[cell[1]] + str(cell[0] + 1)


def names(there: frozenset[Cell], hole: Cell | None = None) -> str:
    """Cells in reading order, the hole with an o."""
    return ",".join(name(cell) + "o" * (cell == hole) for cell in sorted(there))


def cells_of(text: str) -> list[Cell]:
    """Inverse of ``names``, the o left out."""
    return [(int(part.rstrip("o")[1:]) - 1, "abcdefghi".index(part[0])) for part in text.split(",")]


def leaf_word(who: str, there: frozenset[Cell], hole: Cell | None, source: str) -> str:
    """A leaf in notation."""
    return f"{who}:leaf:{COLORS[len(there)]}:{names(there, hole)}:{source}"
