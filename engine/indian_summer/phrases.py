"""A few words that name a move to the players, as the label of a button or of an answer."""

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
from engine.indian_summer.paths import look
from engine.indian_summer.state import Phase, Source, State
from engine.indian_summer.wording import cells, count, end, joined, leaf, source, span


def phrase(state: State, move: Move) -> str:
    """Such as ``red leaf at c4-c6 from place 3 of the path``; no capital, no full stop."""
    match move:
        case PlaceLeaf(_, color, covers, _, where):
            return leaf(color, covers) + ("" if where is None else f" from {source(state, where)}")
        case PlaceSquirrel(_, on):
            return f"squirrel on {cells(on)}"
        case SpendNut(_, on):
            return f"squirrel on {cells(on)} for a nut"
        case SpendBerry(_, where):
            return "spend a berry" + ("" if where is None else f" and fill up from {end(where)}")
        case SpendFeather():
            return "spend a feather"
        case SpendMushroom(_, sources):
            return f"spend a mushroom for the tiles from {joined([_tile(state, each) for each in sources])}"
        case Exchange(_, give, get):
            return f"exchange {count(1 if give > get else 2, give)} for {count(1, get)}"
        case PlaceAnimal(_, word, covers):
            index = state.animals.index(word)
            return f"{word if index is None else state.animals.kinds[index].name} at {span(covers)}"
        case Refill(_, where):
            return f"refill from {end(where)}"
        case TellPath(seat, tiles):
            return f"the path of {state.players[seat].name} is {' '.join(tile.code for tile in tiles) or 'empty'}"
        case EndTurn():
            return "end the final phase" if state.turn.phase is Phase.FINAL else "end the turn"
        case Correction():
            return "the table decides how it lies"


def _tile(state: State, where: Source) -> str:
    known = look(state, where)
    code = f" ({known[0].code})" if known and known[0] is not None else ""
    return f"{source(state, where)}{code}"
