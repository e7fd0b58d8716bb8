"""What lies on a simulated table whose game goes on: the pieces of a state, exactly on the grid."""

from __future__ import annotations

from collections.abc import Iterator

from device.simulation.pieces import Kind, Piece
from engine.grid import Bits, Cell
from engine.indian_summer.forest import BOARD, Board, Treasure
from engine.indian_summer.state import State
from engine.indian_summer.tiles import Tile

_KINDS = {"leaf": Kind.LEAF, "squirrel": Kind.SQUIRREL, "animal": Kind.ANIMAL}


def restored(state: State) -> Iterator[Piece]:
    """The pieces of every board in the order they were laid, then the tokens."""
    for seat, player in enumerate(state.players):
        yield from _pieces(seat, player.board)
        yield from _tokens(seat, player.board)


def _pieces(seat: int, board: Board) -> Iterator[Piece]:
    for number, piece in enumerate(board.pieces):
        kind = _KINDS[piece.kind]
        look = piece.name if kind is Kind.ANIMAL else ""
        if kind is Kind.LEAF:
            look = Tile.parse(piece.name).color.value
        hole = next(iter(_cells(piece.hole)), None)
        yield Piece(f"s{seat}-{number}", kind, seat, look, _cells(piece.covers), hole)


def _tokens(seat: int, board: Board) -> Iterator[Piece]:
    for kind, bits in zip(Treasure, board.tokens, strict=True):
        for cell in _cells(bits):
            yield Piece(f"s{seat}-{cell}", Kind.TOKEN, seat, kind.word, (cell,))


def _cells(bits: Bits) -> tuple[Cell, ...]:
    return tuple(BOARD.iterate(bits))
