"""Boards drawn as text, and what a camera would see of them."""

from __future__ import annotations

import numpy as np

from engine.game import PieceKind, Surface
from engine.grid import Grid
from engine.polyomino import Polyomino, free_polyominoes, marked_free_polyominoes
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.roles import FLOOR, Roles

GRID = Grid(8, 9)
SIGNS = {
    ".": FLOOR,
    "g": Surface("leaf.green"),
    "y": Surface("leaf.yellow"),
    "r": Surface("leaf.red"),
    "o": Surface("hole"),
    "t": Surface("token"),
    "s": Surface("squirrel"),
    "a": Surface("animal"),
}
ON_FLOOR = frozenset({FLOOR})
ONE = Polyomino.parse("#")
KINDS = (
    *(
        PieceKind(f"{name} leaf", Surface(f"leaf.{name}"), marked_free_polyominoes(size), ON_FLOOR, Surface("hole"))
        for name, size in (("green", 3), ("yellow", 4), ("red", 5))
    ),
    PieceKind("squirrel", Surface("squirrel"), (ONE,), ON_FLOOR),
    PieceKind("token", Surface("token"), (ONE,), frozenset({Surface("hole")})),
    PieceKind("animal", Surface("animal"), free_polyominoes(2) + free_polyominoes(3), frozenset({Surface("hole")})),
)
ROLES = Roles.of(KINDS)


def drawn(*rows: str) -> list[Surface]:
    """The surfaces of a board whose far left part is drawn; the rest is floor."""
    board = [FLOOR] * 72
    for row, text in enumerate(rows):
        for col, sign in enumerate(text):
            board[row * 9 + col] = SIGNS[sign]
    return board


def costs_of(board: list[Surface], *, doubt: float = 6.0) -> SurfaceCosts:
    """What a camera would see of it: the true surface fits, every other costs ``doubt``."""
    by_surface = {name: np.full((8, 9), doubt) for name in SIGNS.values()}
    for index, surface in enumerate(board):
        by_surface[surface][divmod(index, 9)] = 0.0
        if surface in (SIGNS["s"], SIGNS["a"]):
            # pieces of any colour are told from each other by where they lie, not by looks
            by_surface[SIGNS["s"]][divmod(index, 9)] = by_surface[SIGNS["a"]][divmod(index, 9)] = 2.0
    sides = {kind.surface: np.zeros((8, 9)) for kind in ROLES.patterned}
    flat = np.zeros((8, 9))
    return SurfaceCosts(by_surface, sides, flat, flat.copy(), np.ones((8, 9), bool))


def read(found: Explained) -> list[Surface]:
    """The surfaces that were found, in reading order."""
    return [found.verdicts[index].surface for index in range(72)]


def read_cells(found: Explained, cells: list[int]) -> list[Surface]:
    """The surfaces of some cells."""
    return [found.verdicts[index].surface for index in cells]
