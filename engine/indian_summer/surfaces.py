"""What a camera can tell about a space of a forest board."""

from __future__ import annotations

from typing import Final

from engine.game import Surface

FLOOR: Final = Surface("floor")
LEAF_GREEN: Final = Surface("leaf.green")
LEAF_YELLOW: Final = Surface("leaf.yellow")
LEAF_RED: Final = Surface("leaf.red")
HOLE: Final = Surface("hole")
TOKEN: Final = Surface("token")
"""A token whose kind cannot be read: met in readings only, never in the view of a state (R12.1)."""
TOKENS: Final = tuple(Surface(f"token.{kind}") for kind in ("berry", "nut", "mushroom", "feather"))
SQUIRREL: Final = Surface("squirrel")
ANIMAL: Final = Surface("animal")

LEAVES: Final = (LEAF_GREEN, LEAF_YELLOW, LEAF_RED)
SURFACES: Final = frozenset({FLOOR, *LEAVES, HOLE, TOKEN, *TOKENS, SQUIRREL, ANIMAL})


def agree(expected: Surface, seen: Surface) -> bool:
    """Whether a reading says the same as a state: a token of unknown kind agrees with every token.

    >>> agree(TOKENS[0], TOKEN), agree(HOLE, TOKEN)
    (True, False)
    """
    return seen == expected or (seen == TOKEN and expected in TOKENS)
