"""What follows at once when something is laid: tokens on holes, completed areas, harvests (R5, R6.2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.grid import Bits
from engine.indian_summer.animals import AnimalKind
from engine.indian_summer.forest import AREAS, NONE, Board, Layers, Piece, Purse, Treasure
from engine.indian_summer.tiles import Color, tile_at

NOTHING = Purse()


class Laid(NamedTuple):
    """A board after something was laid, the kind of token that came onto its hole, and what was harvested.

    ``areas`` are the indices of the areas that became complete, ``harvested`` the holes from which tokens went away.
    """

    board: Board
    token: Treasure | None = None
    areas: tuple[int, ...] = ()
    harvest: Purse = NOTHING
    harvested: Bits = NONE


def lay_leaf(board: Board, color: Color, covers: Bits, hole: Bits) -> Laid:
    """Lay a leaf; a hole over a printed treasure gets such a token (R5.1), then areas are harvested (R5.2)."""
    leaves = list(board.leaves)
    leaves[color.index] = Bits(leaves[color.index] | (covers & ~hole))
    token = board.floor.treasure(hole)
    tokens = board.tokens
    if token is not None:
        layers = list(tokens)
        layers[token] = Bits(layers[token] | hole)
        tokens = (layers[0], layers[1], layers[2], layers[3])
    tile = tile_at(covers, hole)
    laid = Board(
        board.floor,
        Bits(board.covered | covers),
        (leaves[0], leaves[1], leaves[2]),
        Bits(board.holes | hole),
        tokens,
        board.squirrels,
        board.animals,
        (*board.pieces, Piece("leaf", covers, hole, "" if tile is None else tile.code)),
    )
    return _harvested(board.covered, laid, token)


def lay_squirrel(board: Board, on: Bits) -> Laid:
    """Lay a squirrel; a printed treasure under it gives nothing (R5.1)."""
    laid = Board(
        board.floor,
        Bits(board.covered | on),
        board.leaves,
        board.holes,
        board.tokens,
        Bits(board.squirrels | on),
        board.animals,
        (*board.pieces, Piece("squirrel", on)),
    )
    return _harvested(board.covered, laid, None)


def lay_animal(board: Board, kind: AnimalKind, covers: Bits) -> tuple[Board, Purse]:
    """Lay an animal on bare holes: the treasures printed beneath pay, and the token it carries (R6.2)."""
    counts = [(layer & covers).bit_count() for layer in board.floor.prints]
    if kind.token is not None:
        counts[kind.token] += 1
    laid = Board(
        board.floor,
        board.covered,
        board.leaves,
        board.holes,
        board.tokens,
        board.squirrels,
        Bits(board.animals | covers),
        (*board.pieces, Piece("animal", covers, NONE, kind.name)),
    )
    return laid, Purse(*counts)


def completed(before: Bits, after: Bits) -> tuple[int, ...]:
    """The areas that are covered in ``after`` and were not in ``before`` (R5.2)."""
    return tuple(index for index, area in enumerate(AREAS) if not area & ~after and area & ~before)


def harvest_of(board: Board, areas: tuple[int, ...]) -> tuple[Board, Purse, Bits]:
    """Take all tokens from the holes of these areas: the board without them, the tokens, and where they lay."""
    within = 0
    for index in areas:
        within |= AREAS[index]
    gone = Bits(board.with_token & within)
    if not gone:
        return board, NOTHING, NONE
    counts = Purse(*((layer & gone).bit_count() for layer in board.tokens))
    left: Layers = tuple(Bits(layer & ~gone) for layer in board.tokens)  # type: ignore[assignment]  # four stay four
    emptied = Board(
        board.floor, board.covered, board.leaves, board.holes, left, board.squirrels, board.animals, board.pieces
    )
    return emptied, counts, gone


def _harvested(before: Bits, laid: Board, token: Treasure | None) -> Laid:
    areas = completed(before, laid.covered)
    if not areas:
        return Laid(laid, token)
    board, harvest, gone = harvest_of(laid, areas)
    return Laid(board, token, areas, harvest, gone)
