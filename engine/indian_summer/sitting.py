"""Which of the squirrels that are seen may have come next: one order stands for all that end alike (R5.2, R8.2)."""

from __future__ import annotations

from math import prod

from engine.grid import Bits
from engine.indian_summer.final import worth
from engine.indian_summer.forest import AREAS
from engine.indian_summer.state import Phase, State

ORDERS = 12
"""With more ways to have filled the areas alone one order is taken for all: only what was exchanged could differ."""


def sitting_next(state: State, squirrels: int, within: Bits) -> int:
    """Where the next of these squirrels may sit, if pieces come to lie ``within`` these spaces only.

    In which order those of one area came makes no difference, and those in areas that do not become complete bring
    nothing (R5.2): they can as well have come last. In the final phase any order does that the tokens last for.
    """
    areas = completing(state, squirrels, within)
    if not areas:
        return squirrels & -squirrels
    if state.turn.phase is Phase.FINAL and (
        state.solo is None or prod(area.bit_count() + 1 for area in areas) > ORDERS
    ):
        first = _lasting(state, areas)
        return first & -first
    return sum(area & -area for area in areas)


def completing(state: State, squirrels: int, within: Bits) -> list[int]:
    """These squirrels by area, for each area that may become complete by them."""
    staying = state.board.free & ~within
    return [area & squirrels for area in AREAS if area & squirrels and not area & staying]


def _lasting(state: State, areas: list[int]) -> int:
    """The area to fill next so that the tokens last for all of them, if they do in any order (R10.2).

    Of those that bring in what they cost the cheapest; when the tokens reach none the one that brings most.
    """
    have = worth(state.player.purse)
    priced = []
    for squirrels in areas:
        (area,) = (each for each in AREAS if each & squirrels)
        berries, nuts, mushrooms, feathers = ((layer & area).bit_count() for layer in state.board.tokens)
        priced.append((2 * squirrels.bit_count(), 2 * (nuts + mushrooms + feathers) + berries, squirrels))
    paying = [each for each in priced if each[0] <= min(each[1], have)]
    return min(paying)[2] if paying else max(priced, key=lambda each: each[1])[2]
