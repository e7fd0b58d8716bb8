"""Pieces that lie as pieces should not, said as the referee says it: between spaces, on others, over the edge."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.game import Spot, Violation
from engine.grid import Space
from engine.sentence import Sentence, say
from vision.observation import Sighting

RULE = "R4.1"

_NAMES: Mapping[str, Sentence] = {
    "green leaf": say("A green leaf"),
    "yellow leaf": say("A yellow leaf"),
    "red leaf": say("A red leaf"),
    "squirrel": say("A squirrel"),
}
_OTHER = say("Something")


class Askew(NamedTuple):
    """What is wrong with how pieces lie (R4.1), and whether any of them was surely seen as a piece of the game."""

    violations: tuple[Violation, ...] = ()
    sure: bool = False


STRAIGHT = Askew()
"""Nothing lies wrong."""


def askew_of(sightings: Collection[Sighting]) -> Askew:
    """One violation for each piece that lies wrong; those that lie right are left out."""
    wrong = [sighting for sighting in sightings if sighting.problem]
    return Askew(tuple(map(_violation, wrong)), any(sighting.kind in _NAMES for sighting in wrong))


def _violation(sighting: Sighting) -> Violation:
    spots = sighting.touches or sighting.spots
    what, where = _NAMES.get(sighting.kind, _OTHER), _span(spots)
    match sighting.problem:
        case "overlapping":
            text = say("{what} at {where} lies on another piece.", what=what, where=where)
            remedy = say("Take it off, or put it beside.")
        case "off-board":
            text = say("{what} at {where} reaches over the edge of the board.", what=what, where=where)
            remedy = say("Push it onto the board, or take it back.")
        case _:
            text = say("{what} at {where} lies between spaces.", what=what, where=where)
            remedy = say("Push it onto the spaces that it shall cover.")
    return Violation(RULE, text, spots, remedy)


def _span(spots: Collection[Spot]) -> str:
    """The first and the last space in reading order."""
    cells = sorted(spot.cell for spot in spots if isinstance(spot, Space))
    if not cells:
        return "?"
    return str(cells[0]) if len(cells) == 1 else f"{cells[0]}-{cells[-1]}"
