"""A few words that name a move to the players, as the label of a button or of an answer."""

from __future__ import annotations

from engine.indian_summer import moves
from engine.indian_summer.paths import look
from engine.indian_summer.state import Phase, Source, State
from engine.indian_summer.wording import animal, by, cells, count, end, hue, source, span
from engine.sentence import Sentence, listed, say


def phrase(state: State, move: moves.Move) -> Sentence:
    """Such as ``red leaf at c4-c6 from place 3 of the path``; no capital, no full stop."""
    match move:
        case moves.PlaceLeaf(_, color, covers, _, where):
            at = span(covers)
            if where is None:
                return say("{color} leaf at {where}", color=hue(color), where=at)
            place = source(state, where)
            return say("{color} leaf at {where} from {place}", color=hue(color), where=at, place=place)
        case moves.PlaceSquirrel(_, on):
            return say("squirrel on {on}", on=cells(on))
        case moves.SpendNut(_, on):
            return say("squirrel on {on} for a nut", on=cells(on))
        case moves.SpendBerry(_, where):
            if where is None:
                return say("spend a berry")
            return say("spend a berry and fill up from {end}", end=end(where))
        case moves.SpendFeather():
            return say("spend a feather")
        case moves.SpendMushroom(_, sources):
            places = listed([_tile(state, each) for each in sources])
            return say("spend a mushroom for the tiles from {places}", places=places)
        case moves.Exchange(_, give, get):
            given = count(1 if give > get else 2, give)
            return say("exchange {given} for {got}", given=given, got=count(1, get))
        case moves.PlaceAnimal(_, word, covers):
            index = state.animals.index(word)
            name = animal(word if index is None else state.animals.kinds[index].name)
            return say("{animal} at {where}", animal=name, where=span(covers))
        case moves.Refill(_, where):
            return say("refill from {end}", end=end(where))
        case moves.TellPath(seat, tiles):
            if not tiles:
                return by(state, seat, "your path is empty", "the path of {who} is empty")
            codes = " ".join(tile.code for tile in tiles)
            return by(state, seat, "your path is {codes}", "the path of {who} is {codes}", codes=codes)
        case moves.EndTurn():
            return say("end the final phase") if state.turn.phase is Phase.FINAL else say("end the turn")
        case moves.Correction():
            return say("the table decides how it lies")


def _tile(state: State, where: Source) -> Sentence:
    known = look(state, where)
    if known and known[0] is not None:
        return say("{place} ({code})", place=source(state, where), code=known[0].code)
    return source(state, where)
