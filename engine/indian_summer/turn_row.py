"""The numbered row of the solo game as a turn counter: which tile slides where when a turn begins (R11.2)."""

from __future__ import annotations

from typing import NamedTuple

from engine.indian_summer.options import SoloMushroom
from engine.indian_summer.state import SOLO_TURNS, Phase, State

PLACES = SOLO_TURNS + 2
"""Places of the row: ten numbers and a gap of two."""


class Slide(NamedTuple):
    """The tile that turn ``number`` begins with goes from ``source`` to ``target``, places counted from 0 at the left.

    ``gap`` are places that are empty before and after it, at least one.
    """

    number: int
    source: int
    target: int
    gap: tuple[int, ...]


def slide_due(state: State) -> Slide | None:
    """The slide that ends this turn and begins the next; None where there is none, or nobody can know it.

    After a Mushroom from the row (R11.5) the places are known only if the tiles were told.
    """
    number = state.turn.number + 1
    if state.solo is None or state.turn.phase is not Phase.TURNS or number > SOLO_TURNS:
        return None
    source, row = SOLO_TURNS - number, state.solo.row
    if row is None:
        untouched = state.options.mushroom is not SoloMushroom.GAP
        return Slide(number, source, source + 2, (source + 1,)) if untouched else None
    empty = [place for place in range(source + 1, PLACES) if row[place] is None]
    if row[source] is None or len(empty) < 2:
        return None
    return Slide(number, source, empty[-1], tuple(empty[:-1]))  # R11.2: to the last empty space on the right


def slide_begun(state: State) -> Slide | None:
    """The slide that this turn began with, for who ends a turn by button and moves the tile afterwards."""
    if state.solo is None or state.turn.phase is Phase.OVER:
        return None
    number, row = state.turn.number, state.solo.row
    source = SOLO_TURNS - number
    slide = Slide(number, source, source + 2, (source + 1,))
    if row is None:
        return slide if state.options.mushroom is not SoloMushroom.GAP else None
    as_usual = row[source] is None and row[slide.target] is not None and row[source + 1] is None
    return slide if as_usual else None
