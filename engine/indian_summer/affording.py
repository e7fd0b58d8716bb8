"""What a turn can come by at the very most, and what it must exchange at the very least (R5.2, R6.2, R8.2, R9.1).

Bounds that end a hopeless search at once, and that lead one with hope to its end.
"""

from __future__ import annotations

from engine.grid import Bits
from engine.indian_summer.forest import AREAS, Purse
from engine.indian_summer.likelihood import EXCHANGED_DOWN, EXCHANGED_UP
from engine.indian_summer.outcome import as_nuts
from engine.indian_summer.state import Phase, State


def nuts_at_most(state: State, laid: Bits, hollow: Bits, beasts: Bits) -> int:
    """No fewer nuts than this turn can come by, if pieces come to lie on ``laid`` spaces only.

    ``hollow`` are the spaces where holes may be, ``beasts`` those where animals may come to lie.
    """
    return as_nuts(_supply_at_most(state, laid, hollow, beasts))[0]


def least_for_nuts(state: State, number: int, laid: Bits, hollow: Bits, beasts: Bits) -> float:
    """No more than what the exchanges cost that this turn needs for so many nuts; the spaces as above."""
    if number <= state.player.purse.nut:
        return 0.0
    supply = _supply_at_most(state, laid, hollow, beasts)
    lacking = max(number - supply.nut, 0)
    pairs = min(lacking, supply.berry // 2)
    return EXCHANGED_UP * pairs + EXCHANGED_DOWN * (lacking - pairs)


def _supply_at_most(state: State, laid: Bits, hollow: Bits, beasts: Bits) -> Purse:
    """The purse with all tokens that may still come; what came already is never counted twice."""
    board = state.board
    coming = 0
    for area in AREAS:
        if area & board.free and not area & board.free & ~laid:
            coming |= area  # it may become complete
    new = hollow & board.free & coming
    beasts = Bits(beasts & ~board.animals)
    found = [
        number + (print_ & new).bit_count() + (token & coming).bit_count() + (print_ & beasts).bit_count()
        for number, print_, token in zip(state.player.purse, board.floor.prints, board.tokens, strict=True)
    ]
    if beasts and state.turn.phase is Phase.TURNS:
        for kind, left in zip(state.animals.kinds, state.stock, strict=True):
            if kind.token is not None:
                found[kind.token] += min(left, beasts.bit_count())
    return Purse(*found)
