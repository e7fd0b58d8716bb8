"""Decisions that no camera sees, and a few words for every move."""

from __future__ import annotations

from engine.indian_summer.moves import (
    Correction,
    EndTurn,
    Exchange,
    Move,
    PlaceAnimal,
    PlaceLeaf,
    PlaceSquirrel,
    Refill,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    TellPath,
)
from engine.indian_summer.paths import ends
from engine.indian_summer.state import State
from engine.indian_summer.wording import cells, count, end, joined, leaf, source


def choices(state: State) -> tuple[Move, ...]:
    """The ends from which an emptied solo path may be filled up, while the state waits for that (R11.3)."""
    return tuple(Refill(state.turn.seat, place) for place in ends(state)) if state.turn.refill else ()


def phrase(state: State, move: Move) -> str:
    """A few words that name a move to the players, without whose it is."""
    match move:
        case PlaceLeaf():
            where = "" if move.source is None else f" from {source(state, move.source)}"
            return f"{leaf(move.color, move.covers)}{where}"
        case PlaceSquirrel(on=on):
            return f"squirrel on {cells(on)}"
        case SpendNut(on=on):
            return f"squirrel for a nut on {cells(on)}"
        case SpendBerry(end=where):
            return "spend a berry" if where is None else f"spend a berry, path filled up from {end(where)}"
        case SpendFeather():
            return "spend a feather"
        case SpendMushroom(sources=sources):
            return f"spend a mushroom for the tiles from {joined([source(state, each) for each in sources])}"
        case Exchange(give=give, get=get):
            return f"exchange {count(1 if give > get else 2, give)} for {count(1, get)}"
        case PlaceAnimal(animal=animal, covers=covers):
            return f"{animal} on {cells(covers)}"
        case Refill(end=where):
            return f"fill the path up from {end(where)}"
        case TellPath():
            return "tell the path"
        case EndTurn():
            return "end the turn"
        case Correction():
            return "the table decides how it lies"
