"""What the table still owes when a state is right but not yet laid out: tokens to lay, to take away, to change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Surface, View, Violation
from engine.grid import Space
from engine.indian_summer.forest import Treasure
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, SQUIRREL, TOKEN, TOKENS
from engine.indian_summer.viewing import view
from engine.indian_summer.wording import count

_LATER: Final[Mapping[Surface, frozenset[Surface]]] = MappingProxyType(
    {
        FLOOR: frozenset({*LEAVES, HOLE, TOKEN, *TOKENS, SQUIRREL, ANIMAL}),
        HOLE: frozenset({ANIMAL}),  # R6.1
        **dict.fromkeys(TOKENS, frozenset({HOLE, ANIMAL})),  # R5.2, then R6.1
    }
)


def may_become(now: Surface, later: Surface) -> bool:
    """Whether further moves can turn one surface into the other: nothing that lies ever moves (R4.2).

    >>> may_become(HOLE, ANIMAL), may_become(HOLE, FLOOR)
    (True, False)
    """
    return later in _LATER.get(now, frozenset())


def owed(state: State, seen: View) -> tuple[Violation, ...]:
    """A sentence for every token to lay (R5.1), take away (R5.2) or change; empty when a spot differs otherwise."""
    expected = view(state)
    found = []
    for spot, surface in sorted(seen.items(), key=lambda item: str(item[0])):
        violation = _token(expected.get(spot, FLOOR), surface, spot) if isinstance(spot, Space) else None
        if violation is None:
            return ()
        found.append(violation)
    return tuple(found)


def _token(right: Surface, seen: Surface, spot: Space) -> Violation | None:
    kind = TOKENS.index(right) if right in TOKENS else None
    if kind is not None and seen == HOLE:
        token = count(1, Treasure(kind))
        text = f"{token.capitalize()} is still to be laid on {spot.cell}: its hole shows that treasure."
        return Violation("R5.1", text, frozenset({spot}), f"Lay {token} from the supply on {spot.cell}.")
    if right == HOLE and (seen == TOKEN or seen in TOKENS):
        text = f"A token lies on {spot.cell} where none belongs."
        return Violation("R5.2", text, frozenset({spot}), f"Take the token from {spot.cell} into your supply.")
    if kind is not None and seen in TOKENS:
        token = Treasure(kind).word
        text = f"The token on {spot.cell} is a {Treasure(TOKENS.index(seen)).word}; a {token} belongs there."
        return Violation("R5.1", text, frozenset({spot}), f"Change it for a {token}.")
    return None
