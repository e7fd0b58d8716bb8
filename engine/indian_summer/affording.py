"""How many nuts a turn can come by at the very most: a bound that ends a hopeless search at once (R5.2, R6.2, R9.1)."""

from __future__ import annotations

from engine.grid import Bits
from engine.indian_summer.forest import AREAS, Purse
from engine.indian_summer.outcome import as_nuts
from engine.indian_summer.state import Phase, State


def nuts_at_most(state: State, laid: Bits, hollow: Bits, beasts: Bits) -> int:
    """No fewer nuts than this turn can come by, if pieces come to lie on ``laid`` spaces only.

    ``hollow`` are the spaces where holes may be, ``beasts`` those where animals may come to lie.
    """
    board = state.board
    coming = 0
    for area in AREAS:
        if area & board.free and not area & board.free & ~laid:
            coming |= area  # it may become complete
    lying = (board.holes | hollow) & coming
    found = [
        number + (print_ & hollow & coming).bit_count() + (token & lying).bit_count() + (print_ & beasts).bit_count()
        for number, print_, token in zip(state.player.purse, board.floor.prints, board.tokens, strict=True)
    ]
    if beasts and state.turn.phase is Phase.TURNS:
        for kind, left in zip(state.animals.kinds, state.stock, strict=True):
            if kind.token is not None:
                found[kind.token] += min(left, beasts.bit_count())
    return as_nuts(Purse(*found))[0]
