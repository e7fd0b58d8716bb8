"""What hands must do on the simulated table for a move of Indian Summer, and to put the table right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from device.simulation.pieces import Kind, Piece
from device.simulation.restore import restored
from device.simulator import SimulatedTable
from engine.game import View
from engine.grid import Bits, Cell, Space
from engine.indian_summer.forest import BOARD
from engine.indian_summer.moves import Move, PlaceAnimal, PlaceLeaf, PlaceSquirrel, SpendNut
from engine.indian_summer.state import State
from engine.polyomino import Polyomino


def ask_move(table: SimulatedTable, move: Move, before: View, after: View) -> bool:
    """Ask hands for all that a move changes on the table: its piece, its token (R5.1), harvested tokens (R5.2).

    Args:
        table: where to lay it.
        move: the move.
        before: what the game's state before it shows.
        after: what the state after it shows.

    Returns:
        Whether there was anything to do.
    """
    match move:
        case PlaceLeaf(seat, color, covers, hole):
            cells = tuple(BOARD.iterate(covers))
            table.ask_lay(Polyomino.of(cells, _only(hole)), color.value, seat, _corner(cells))
        case PlaceSquirrel(seat, on) | SpendNut(seat, on):
            table.ask_squirrel(seat, _only(on))
        case PlaceAnimal(seat, animal, covers):
            table.ask_animal(seat, animal, tuple(BOARD.iterate(covers)))
        case _:
            return False
    for space in sorted(space for space in after if isinstance(space, Space)):
        was, now = before.get(space, ""), after[space]
        if now.startswith("token.") and not was.startswith("token."):
            table.ask_token(space.seat, space.cell, now.removeprefix("token."))
        elif was.startswith("token.") and not now.startswith("token."):
            token = table.top_at(space.seat, space.cell)
            if token is not None and token.kind is Kind.TOKEN:
                table.ask_lift(token.id)
    return True


def ask_again(table: SimulatedTable, pieces: Iterable[Piece]) -> int:
    """Ask hands to lift pieces, with everything that lies on them, and to lay them again a little differently.

    Returns:
        How many pieces that are.
    """
    taken = _with_all_above(table, {piece.id for piece in pieces})
    for piece in reversed(taken):
        table.ask_lift(piece.id)
    for piece in taken:
        _ask_like(table, piece)
    return len(taken)


def ask_to_tidy(table: SimulatedTable, state: State) -> bool:
    """Ask hands to take away what does not belong to a state and to lay what is missing.

    Returns:
        Whether there was anything to do.
    """
    wanted = list(restored(state))
    belongs = Counter(map(_what, wanted))
    strange: list[Piece] = []
    for piece in table.pieces:
        if belongs[_what(piece)]:
            belongs[_what(piece)] -= 1
        else:
            strange.append(piece)
    gaps = {(seat, cell) for _, seat, _, cells, _ in +belongs for cell in cells}
    on_gaps = {piece.id for piece in table.pieces if any((piece.seat, cell) in gaps for cell in piece.cells)}
    taken = _with_all_above(table, on_gaps | {piece.id for piece in strange})
    for piece in reversed(taken):
        table.ask_lift(piece.id)
    missing = belongs + Counter(_what(piece) for piece in taken if piece not in strange)
    for piece in wanted:
        if missing[_what(piece)]:
            missing[_what(piece)] -= 1
            _ask_like(table, piece)
    return table.busy


def _what(piece: Piece) -> tuple[Kind, int, str, frozenset[Cell], Cell | None]:
    """What a piece is and where, but not how exactly it lies."""
    return piece.kind, piece.seat, piece.look.lower().replace(" ", "-"), frozenset(piece.cells), piece.mark


def _with_all_above(table: SimulatedTable, ids: Collection[str]) -> list[Piece]:
    """These pieces and, as nothing can be lifted from below, all that lie on them; the lowest first."""
    taken: list[Piece] = []
    for piece in table.pieces:
        above = any(below.seat == piece.seat and set(below.cells) & set(piece.cells) for below in taken)
        if above or piece.id in ids:
            taken.append(piece)
    return taken


def _ask_like(table: SimulatedTable, piece: Piece) -> None:
    match piece.kind:
        case Kind.LEAF:
            table.ask_lay(Polyomino.of(piece.cells, piece.mark), piece.look, piece.seat, _corner(piece.cells))
        case Kind.SQUIRREL:
            table.ask_squirrel(piece.seat, piece.cells[0])
        case Kind.ANIMAL:
            table.ask_animal(piece.seat, piece.look, piece.cells)
        case Kind.TOKEN:
            table.ask_token(piece.seat, piece.cells[0], piece.look)


def _corner(cells: tuple[Cell, ...]) -> Cell:
    return Cell(min(cell.row for cell in cells), min(cell.col for cell in cells))


def _only(bit: Bits) -> Cell:
    (cell,) = BOARD.iterate(bit)
    return cell
