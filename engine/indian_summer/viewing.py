"""What a camera would see of a state, where the boards are, and which pieces there are."""

from __future__ import annotations

from functools import lru_cache

from engine.game import BoardLayout, PieceKind, Point, Spot, Surface, View
from engine.grid import Bits, Space
from engine.indian_summer.animals import AnimalSet
from engine.indian_summer.forest import BOARD, Board, Treasure
from engine.indian_summer.moves import SPACES
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, SQUIRREL, TOKEN, TOKENS
from engine.indian_summer.tiles import Color
from engine.polyomino import Polyomino, marked_free_polyominoes

ONE = Polyomino.parse("#")


def view(state: State) -> View:
    """Every space of every board with what a perfect camera sees on it; leaves of unknown colour are left out."""
    seen: dict[Spot, Surface] = {}
    for seat, player in enumerate(state.players):
        seen.update(zip(SPACES[seat], surfaces(player.board), strict=True))
        for bit in _uncoloured(player.board):
            del seen[SPACES[seat][bit]]
    return seen


def surfaces(board: Board) -> list[Surface]:
    """The surface of each of the 72 spaces in reading order; FLOOR also for leaves of unknown colour."""
    found = [FLOOR] * (BOARD.rows * BOARD.cols)
    if not board.covered:
        return found
    layers: tuple[tuple[Bits, Surface], ...] = (
        *zip(board.leaves, LEAVES, strict=True),
        (board.squirrels, SQUIRREL),
        (board.holes, HOLE),
        *zip(board.tokens, TOKENS, strict=True),
        (board.animals, ANIMAL),  # last: it lies on top
    )
    for bits, surface in layers:
        rest = int(bits)
        while rest:
            low = rest & -rest
            found[low.bit_length() - 1] = surface
            rest ^= low
    return found


@lru_cache(maxsize=8)
def layout(seats: int) -> tuple[BoardLayout, ...]:
    """One board of 9 by 8 spaces a seat; a space is a unit square (R1.1)."""
    return tuple(BoardLayout(seat, (float(BOARD.cols), float(BOARD.rows)), _outlines(seat)) for seat in range(seats))


def pieces(animals: AnimalSet) -> tuple[PieceKind, ...]:
    """Leaves by colour, squirrels, tokens by kind and the animals of a set."""
    on_board = frozenset({FLOOR, *LEAVES, HOLE, TOKEN, *TOKENS, SQUIRREL, ANIMAL})
    leaves = tuple(
        PieceKind(f"{color.value} leaf", color.surface, marked_free_polyominoes(color.size), on_board, HOLE)
        for color in Color
    )
    squirrel = PieceKind("squirrel", SQUIRREL, (ONE,), on_board)
    tokens = tuple(PieceKind(kind.word, TOKENS[kind], (ONE,), frozenset({HOLE})) for kind in Treasure)
    beasts = tuple(
        PieceKind(kind.name, ANIMAL, (kind.shape.canonical,), frozenset({HOLE, *TOKENS})) for kind in animals.kinds
    )
    return (*leaves, squirrel, *tokens, *beasts)


def _outlines(seat: int) -> dict[Spot, tuple[Point, ...]]:
    return {space: _square(space) for space in SPACES[seat]}


def _square(space: Space) -> tuple[Point, ...]:
    x, y = float(space.cell.col), float(space.cell.row)
    return (Point(x, y), Point(x + 1, y), Point(x + 1, y + 1), Point(x, y + 1))


def _uncoloured(board: Board) -> list[int]:
    green, yellow, red = board.leaves
    rest = int(board.covered & ~(green | yellow | red | board.holes | board.squirrels))
    found = []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found
