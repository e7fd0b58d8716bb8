"""What the hands still owe the table: tokens to be laid or taken away, as every piece was laid right (R5.1, R5.2)."""

from __future__ import annotations

from engine.game import Surface, View, Violation
from engine.grid import Space
from engine.indian_summer.forest import AREAS, BOARD, Treasure
from engine.indian_summer.moves import Correction
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, TOKEN, TOKENS
from engine.indian_summer.viewing import view
from engine.indian_summer.wording import count, one
from engine.sentence import say


def owed(state: State, seen: View) -> tuple[Violation, ...]:
    """A violation for each token that is missing, left over or of another kind; empty if any spot differs otherwise."""
    expected = view(state)
    found = []
    for spot, surface in seen.items():
        if not isinstance(spot, Space) or spot not in expected:
            return ()
        debt = _debt(state, spot, expected[spot], surface)
        if debt is None:
            return ()
        found.append(debt)
    return tuple(found)


def taken_late(state: State, seen: View) -> Correction | None:
    """Taking the tokens that were left lying in complete areas and lie there no more (R5.2); None if none are."""
    holes = (spot for spot, surface in seen.items() if surface in (HOLE, ANIMAL) and isinstance(spot, Space))
    spots = sorted(spot for spot in holes if _left(state, spot))
    return Correction(tuple((spot, HOLE) for spot in spots)) if spots else None


def takes_late(state: State, move: Correction) -> bool:
    """Whether a decision only takes what was left lying in complete areas."""
    return (
        bool(move.spaces)
        and not move.purses
        and all(surface == HOLE and _left(state, spot) for spot, surface in move.spaces)
    )


def _left(state: State, spot: Space) -> bool:
    if not 0 <= spot.seat < len(state.players):
        return False
    return bool(state.players[spot.seat].board.with_token & BOARD.bit(spot.cell)) and _area_complete(state, spot)


def may_become(now: Surface, later: Surface) -> bool:
    """Whether moves can turn one surface into the other: floor into anything, a token into what lies under it."""
    if now in (later, FLOOR):
        return True
    if now in (TOKEN, *TOKENS):
        return later in (HOLE, ANIMAL)
    return now == HOLE and later == ANIMAL


def _debt(state: State, spot: Space, wanted: Surface, seen: Surface) -> Violation | None:
    where, on = frozenset({spot}), str(spot.cell)
    lies_token = seen in (TOKEN, *TOKENS)
    if wanted in TOKENS and seen == HOLE:
        kind = Treasure(TOKENS.index(wanted))
        text = say("{token} belongs on the hole on {on}.", token=one(kind), on=on)
        return Violation("R5.1", text, where, say("Lay {token} from the box on {on}.", token=count(1, kind), on=on))
    if wanted in TOKENS and seen in TOKENS:
        kind = Treasure(TOKENS.index(wanted))
        # an icon tells it, which looks like another at times (R12.1); without one nothing differs here
        like = count(1, Treasure(TOKENS.index(seen)))
        text = say(
            "The token on {on} looks like {like}, but {token} belongs there.", on=on, like=like, token=count(1, kind)
        )
        return Violation("R5.1", text, where, say("Change it for {token}.", token=count(1, kind)))
    if wanted == HOLE and lies_token:
        board = state.players[spot.seat].board
        if _area_complete(state, spot):
            text = say("The area is complete: the token on {on} goes to the supply.", on=on)
            return Violation("R5.2", text, where, say("Take the token from {on}.", on=on))
        if board.floor.treasure(BOARD.bit(spot.cell)) is None:
            text = say("No treasure is printed under the hole on {on}: it gets no token.", on=on)
            return Violation("R5.1", text, where, say("Take the token from {on} back to the box.", on=on))
    if wanted == FLOOR and lies_token:
        text = say("There is no hole on {on}: no token belongs there.", on=on)
        return Violation("R5.1", text, where, say("Take the token from {on} back to the box.", on=on))
    return None


def _area_complete(state: State, spot: Space) -> bool:
    bit = BOARD.bit(spot.cell)
    covered = state.players[spot.seat].board.covered
    return any(area & bit and not area & ~covered for area in AREAS)
