"""Invented players for example table messages: boards with pieces, areas and animals, and tiles beside them.

Boards are packed at random but reproducibly; whether a position could arise in a game is not looked at.
"""

from __future__ import annotations

import random
from typing import Any

from engine.grid import Cell, Grid
from engine.polyomino import Polyomino, marked_free_polyominoes

GRID = Grid(rows=8, cols=9)
SIZES = {"green": 3, "yellow": 4, "red": 5}
LETTERS = {"berry": "b", "nut": "n", "mushroom": "m", "feather": "f"}
NAMES = ("Ada", "Bert", "Chloë", "Dimitri")
COLORS = ("bluish-green", "vermilion", "sky-blue", "yellow")

Message = dict[str, Any]


def invented_tile(dice: random.Random, number: int, color: str | None = None) -> Message:
    """A leaf tile as a path has it."""
    color = color or dice.choice(sorted(SIZES))
    shape = dice.choice(dice.choice(marked_free_polyominoes(SIZES[color])).orientations)
    return {
        "id": f"{color[0]}{number:02d}",
        "color": color,
        "cells": [list(cell) for cell in shape.cells],
        "hole": list(shape.mark or shape.cells[0]),
    }


def invented_player(dice: random.Random, seat: int, *, tiles: int, squirrels: int, animals: bool) -> Message:
    """A player with a board on which so many pieces lie."""
    cells = list(GRID.cells)
    floor = {cell: "." for cell in cells}
    for cell, sign in zip(dice.sample(cells, 20), "bbbbbbbbnnnnnnmmmmff", strict=True):
        floor[cell] = sign
    board = {cell: "." for cell in cells}
    pieces: list[Message] = []
    for number in range(tiles):
        color = ("yellow", "red", "green")[number % 3]
        _lay_leaf(dice, color, floor, board, pieces)
    for cell in dice.sample([cell for cell in cells if board[cell] == "."], squirrels):
        board[cell] = "s"
        pieces.insert(0, _piece("squirrel", None, [cell], None))
    if animals:
        _lay_animal(board, pieces)
    areas: list[Message] = []
    for top in (0, 4):
        for left in (0, 3, 6):
            inside = [Cell(top + r, left + c) for r in range(4) for c in range(3)]
            covered = sum(board[cell] != "." for cell in inside)
            areas.append(
                {
                    "name": str(len(areas) + 1),
                    "cells": [str(cell) for cell in inside],
                    "covered": covered,
                    "complete": covered == 12,
                    "missing": 12 - covered,
                    "gives": {
                        kind: number
                        for kind, sign in LETTERS.items()
                        if (number := sum(board[cell] == sign.upper() for cell in inside)) and covered < 12
                    },
                }
            )
    return {
        "name": NAMES[seat],
        "color": COLORS[seat],
        "seat": seat,
        "cols": GRID.cols,
        "rows": GRID.rows,
        "floor": _rows(floor),
        "board": _rows(board),
        "pieces": pieces,
        "unknown": [],
        "differs": [],
        "corners": [[0.1 + 0.45 * (seat % 2), 0.12], [0.5 + 0.45 * (seat % 2), 0.1], [0.53, 0.88], [0.08, 0.9]],
        "purse": {"berry": 2, "nut": 1, "mushroom": seat % 2, "feather": 1 - seat % 2},
        "covered": sum(sign != "." for sign in board.values()),
        "areas": areas,
        "animals": _animals(board, floor),
    }


def _lay_leaf(
    dice: random.Random, color: str, floor: dict[Cell, str], board: dict[Cell, str], pieces: list[Message]
) -> None:
    taken = GRID.bits(cell for cell, sign in board.items() if sign != ".")
    for _ in range(50):
        shape: Polyomino = dice.choice(marked_free_polyominoes(SIZES[color]))
        free = [place for place in shape.placements(GRID) if not place.covers & taken]
        if not free:
            continue
        # close to the far left corner, as people pack
        place = min(free, key=lambda p: (sum(c.row + c.col for c in GRID.iterate(p.covers)), dice.random()))
        (hole,) = GRID.iterate(place.mark)
        cells = list(GRID.iterate(place.covers))
        for cell in cells:
            board[cell] = color[0]
        board[hole] = floor[hole].upper() if floor[hole] != "." else "o"
        pieces.append(_piece("leaf", color, cells, hole))
        return


def _lay_animal(board: dict[Cell, str], pieces: list[Message]) -> None:
    """A fox of two spaces, at the first leaf and the cell beside it: enough to see how animals look."""
    for cell in GRID.cells:
        beside = Cell(cell.row, cell.col + 1)
        if board[cell] == "o" and beside in GRID and board[beside] in "gyr":
            board[cell] = board[beside] = "a"
            pieces.insert(0, {**_piece("animal", None, [cell, beside], None), "name": "Fox"})
            return


def _animals(board: dict[Cell, str], floor: dict[Cell, str]) -> list[Message]:
    """An invented animal of one space for each of the first bare holes: enough to see how proposals look."""
    kinds = {sign: kind for kind, sign in LETTERS.items()}
    bare = [cell for cell in GRID.cells if board[cell] == "o"][:2]
    return [
        {"name": "Mouse", "cells": [str(cell)], "gives": {kinds[floor[cell]]: 1} if floor[cell] != "." else {}}
        for cell in bare
    ]


def _piece(kind: str, color: str | None, cells: list[Cell], hole: Cell | None) -> Message:
    return {
        "kind": kind,
        "color": color,
        "name": None,
        "cells": [str(cell) for cell in cells],
        "hole": None if hole is None else str(hole),
        "provisional": False,
    }


def _rows(signs: dict[Cell, str]) -> list[str]:
    return ["".join(signs[Cell(row, col)] for col in range(GRID.cols)) for row in range(GRID.rows)]
