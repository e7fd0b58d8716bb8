"""Boards as text: eight rows of nine letters, and the same in one word.

``.`` empty, ``g y r`` leaf, ``L`` leaf of unknown colour, ``o`` bare hole, ``B N M F`` hole with that token, ``s``
squirrel, ``a`` animal (on a hole).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.grid import Bits
from engine.indian_summer.forest import BOARD, Board, ForestFloor, Treasure, drawing, letters
from engine.indian_summer.tiles import Color

EMPTY: Final = "."
UNKNOWN_LEAF: Final = "L"
LEAVES: Final = "gyr"
HOLE: Final = "o"
TOKENS: Final = "BNMF"
SQUIRREL: Final = "s"
ANIMAL: Final = "a"
ALPHABET: Final = EMPTY + LEAVES + UNKNOWN_LEAF + HOLE + TOKENS + SQUIRREL + ANIMAL
FLOOR_ALPHABET: Final = EMPTY + "".join(kind.letter for kind in Treasure)


def board_rows(board: Board) -> tuple[str, ...]:
    """The drawing of a board; ``read_board`` is the inverse except for the list of pieces."""
    return drawing(
        (
            (board.covered, UNKNOWN_LEAF),
            *((bits, color.letter) for bits, color in zip(board.leaves, Color, strict=True)),
            (board.squirrels, SQUIRREL),
            (board.holes, HOLE),
            *zip(board.tokens, TOKENS, strict=True),
            (board.animals, ANIMAL),
        )
    )


def read_board(floor: ForestFloor, rows: Sequence[str]) -> Board:
    """The board of a drawing on a floor.

    Raises:
        ValueError: with the place, what was expected and what was found.
    """
    layers = dict.fromkeys(ALPHABET, 0)
    for cell, sign in letters(rows, ALPHABET):
        layers[sign] |= BOARD.bit(cell)
    green, yellow, red = (Bits(layers[sign]) for sign in LEAVES)
    berry, nut, mushroom, feather = (Bits(layers[sign]) for sign in TOKENS)
    return Board(
        floor=floor,
        covered=Bits(BOARD.full & ~layers[EMPTY]),
        leaves=(green, yellow, red),
        holes=Bits(layers[HOLE] | layers[ANIMAL] | berry | nut | mushroom | feather),
        tokens=(berry, nut, mushroom, feather),
        squirrels=Bits(layers[SQUIRREL]),
        animals=Bits(layers[ANIMAL]),
    )


def packed(rows: Sequence[str]) -> str:
    """A drawing in one word as chess writes boards: rows joined by ``/``, empty spaces counted.

    >>> packed(["..b...n..", "........."])
    '2b3n2/9'
    """
    return "/".join(_packed(row) for row in rows)


def unpacked(word: str) -> tuple[str, ...]:
    """Inverse of ``packed``; whether rows have the right length is for ``letters`` to say."""
    return tuple("".join(EMPTY * int(sign) if sign in "123456789" else sign for sign in row) for row in word.split("/"))


def _packed(row: str) -> str:
    word, run = "", 0
    for sign in row:
        if sign == EMPTY:
            run += 1
            continue
        word, run = word + (str(run) if run else "") + sign, 0
    return word + (str(run) if run else "")
