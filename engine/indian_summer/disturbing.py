"""Pieces of earlier turns that no longer lie where they lay: gone, moved or turned (R4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Surface, View, Violation
from engine.grid import Bits, Space
from engine.indian_summer.forest import BOARD, NONE, Board, Piece
from engine.indian_summer.moves import spots
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, TOKEN, TOKENS
from engine.indian_summer.viewing import surfaces
from engine.indian_summer.wording import animal, cells, span
from engine.sentence import say, say_number

_OVER_HOLES = frozenset({HOLE, TOKEN, *TOKENS})


def disturbed(state: State, seen: View) -> tuple[Violation, ...]:
    """A violation for each piece of which a space shows the floor, or which shows its own hole elsewhere."""
    found: list[Violation] = []
    for seat, player in enumerate(state.players):
        shown = {
            int(BOARD.bit(spot.cell)): surface
            for spot, surface in seen.items()
            if isinstance(spot, Space) and spot.seat == seat
        }
        found.extend(_of_board(seat, player.board, shown))
    return tuple(found)


def _of_board(seat: int, board: Board, shown: dict[int, Surface]) -> Iterator[Violation]:
    bare = sum(bit for bit, surface in shown.items() if surface == FLOOR) & board.covered
    lifted = sum(bit for bit, surface in shown.items() if surface in _OVER_HOLES) & board.animals
    told = 0
    laid_over = any(surface in LEAVES and bit & board.free for bit, surface in shown.items())
    for piece in board.pieces:
        if piece.kind == "animal":
            gone = piece.covers & (lifted | bare)
            if laid_over and not gone & bare and gone != piece.covers:
                lifted &= ~gone  # the hole of a leaf that lies over the animal
                continue
        elif piece.covers & bare:
            gone = piece.covers & bare
        else:
            gone = _turned(piece, board, shown)
        if gone and not piece.covers & told:
            told |= piece.covers
            yield _moved(seat, piece, whole=gone == piece.covers)
    rest = Bits((bare | lifted) & ~told)
    if rest:  # what lies in a position file, or was accepted by the table, is no known piece
        text = say("What lay on {on} before this turn is gone.", on=cells(rest))
        remedy = say_number(rest.bit_count(), "Put it back on this space.", "Put it back on these spaces.")
        yield Violation("R4.2", text, spots(seat, rest), remedy)


def _turned(piece: Piece, board: Board, shown: dict[int, Surface]) -> Bits:
    """The spaces of a leaf if its hole shows leaf and another of its spaces shows the hole."""
    if piece.kind != "leaf" or piece.hole & board.animals:
        return NONE
    now = surfaces(board)
    color = next((now[bit.bit_length() - 1] for bit in _singles(piece.covers & ~piece.hole)), FLOOR)
    if shown.get(int(piece.hole)) != color:
        return NONE
    elsewhere = any(shown.get(bit, ANIMAL) in _OVER_HOLES for bit in _singles(piece.covers & ~piece.hole))
    return piece.covers if elsewhere else NONE


def _moved(seat: int, piece: Piece, whole: bool) -> Violation:
    where = span(piece.covers)
    match piece.kind:
        case "leaf":
            gone = say("The leaf at {where} lay there before this turn and does not any more.", where=where)
            moved = say("The leaf at {where} lay there before this turn and has been moved.", where=where)
            remedy = say("Put the leaf back at {where}: it never moves again.", where=where)
        case "squirrel":
            gone = say("The squirrel on {where} lay there before this turn and does not any more.", where=where)
            moved = say("The squirrel on {where} lay there before this turn and has been moved.", where=where)
            remedy = say("Put the squirrel back on {where}: it never moves again.", where=where)
        case _:
            name = animal(piece.name)
            lay = "The {animal} at {where} lay there before this turn and does not any more."
            gone = say(lay, animal=name, where=where)
            lay = "The {animal} at {where} lay there before this turn and has been moved."
            moved = say(lay, animal=name, where=where)
            remedy = say("Put the {animal} back at {where}: it never moves again.", animal=name, where=where)
    return Violation("R4.2", gone if whole else moved, spots(seat, piece.covers), remedy)


def _singles(bits: int) -> Iterator[int]:
    while bits:
        yield bits & -bits
        bits &= bits - 1
