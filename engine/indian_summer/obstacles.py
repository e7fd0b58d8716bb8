"""What is wrong with where a piece lies: obstacles, shapes, tiles that nobody may take (R1.3, R4, R6.1, R8.3, R8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Violation
from engine.grid import Bits
from engine.indian_summer.forest import FULL, Board, Treasure
from engine.indian_summer.legal import candidates, obliged
from engine.indian_summer.moves import PlaceAnimal, PlaceLeaf, spots
from engine.indian_summer.placing import any_fits, placements
from engine.indian_summer.state import Phase, State
from engine.indian_summer.tiles import tile_at
from engine.indian_summer.wording import animal, cells, hue, leaf, source, span
from engine.sentence import Sentence, listed, say, say_number


def leaf_lies(state: State, move: PlaceLeaf) -> Iterator[Violation]:
    """Everything that is wrong with a leaf where it lies."""
    board, where = _board(state, move.seat), spots(move.seat, move.covers)
    what = say("A leaf nowhere")
    if move.covers:
        what = say("The {color} leaf at {where}", color=hue(move.color), where=span(move.covers))
    yield from _overlaps(board, move.seat, move.covers, what)
    size, tile = move.covers.bit_count(), tile_at(move.covers, move.hole)
    if size != move.color.size:
        yield Violation(
            "R12.3",
            say_number(
                size,
                "{what} covers {number} space, but {color} leaves cover {right}.",
                "{what} covers {number} spaces, but {color} leaves cover {right}.",
                what=what,
                color=hue(move.color),
                right=move.color.size,
            ),
            where,
            say("Look again: perhaps two pieces lie side by side, or the colour was misread."),
        )
    elif tile is None:
        one = move.hole.bit_count() == 1 and move.hole & move.covers
        yield Violation(
            "R1.3",
            say("{what} does not hang together edge to edge.", what=what)
            if one
            else say("{what} does not have exactly one hole.", what=what),
            where,
            say("Look again: no leaf tile looks like this."),
        )
    if move.seat != state.turn.seat or state.turn.phase is not Phase.TURNS:
        return
    offers = list(candidates(state))
    if tile is None or (move.source, tile) not in offers:
        if tile is not None:
            yield _not_offered(state, move, {source for source, offered in offers if offered == tile} != set())
        return
    if state.turn.double is None and state.turn.main_done:
        return
    free = board.free
    others = obliged(state, move.source) if not move.covers & ~free else ()
    if others and not any_fits(others, Bits(free & ~move.covers)):
        it, rule = leaf(move.color, move.covers), "R8.4"
        text = say("After {what} the second tile of the feather would not fit any more.", what=it)
        if state.turn.double is not None and state.turn.double.spent is Treasure.MUSHROOM:
            rule = "R8.3"
            text = say("After {what} the second tile of the mushroom would not fit any more.", what=it)
        yield Violation(rule, text, where, say("Lay it elsewhere, or lay the other tile first: both must be laid."))


def squirrel_sits(state: State, seat: int, on: Bits) -> Iterator[Violation]:
    """Everything that is wrong with a squirrel where it sits."""
    if on.bit_count() != 1 or on & ~FULL:
        where = spots(seat, Bits(on & FULL))
        yield Violation("R1.5", say("A squirrel sits on one space."), where, say("Lay one squirrel at a time."))
        return
    yield from _overlaps(_board(state, seat), seat, on, say("The squirrel on {on}", on=cells(on)))


def animal_lies(state: State, move: PlaceAnimal) -> Iterator[Violation]:
    """Everything that is wrong with an animal where it lies."""
    board, where = _board(state, move.seat), spots(move.seat, move.covers)
    index = state.animals.index(move.animal)
    if index is None:
        text = say("There is no animal called {name!r} in this box.", name=move.animal)
        yield Violation("R1.4", text, where, say("Choose another animal."))
        return
    kind = state.animals.kinds[index]
    name = animal(kind.name)
    what = say("The {animal}", animal=name)
    if move.covers:
        what = say("The {animal} at {where}", animal=name, where=span(move.covers))
    if not state.stock[index]:
        text = say_number(
            kind.copies,
            "The only {animal} tile is used.",
            "All {number} {animal} tiles are used.",
            animal=name,
        )
        yield Violation("R6.3", text, where, say("Choose another animal."))
    if not any(laid.covers == move.covers for laid in placements(kind, FULL)):
        text = say("{what} does not have the shape of a {animal}.", what=what, animal=name)
        yield Violation("R1.4", text, where, say("Look again."))
    if off := Bits(move.covers & ~board.holes):
        text = say("{what} lies over spaces that are no holes on {on}.", what=what, on=cells(off))
        remedy = say("An animal lies entirely on bare holes.")
        yield Violation("R6.1", text, spots(move.seat, off), remedy)
    if tokens := Bits(board.with_token & move.covers):
        remedy = say("Only holes without a token take an animal.")
        yield Violation("R6.1", _over_token(what, tokens), spots(move.seat, tokens), remedy)
    if beasts := Bits(board.animals & move.covers):
        text = say("{what} lies over another animal on {on}.", what=what, on=cells(beasts))
        remedy = say("Animals never move: lay it on bare holes.")
        yield Violation("R6.1", text, spots(move.seat, beasts), remedy)


def _not_offered(state: State, move: PlaceLeaf, elsewhere: bool) -> Violation:
    where = spots(move.seat, move.covers)
    what = say("The {color} leaf at {where}", color=hue(move.color), where=span(move.covers))
    double = state.turn.double
    if double is not None and double.spent is Treasure.MUSHROOM:
        places = listed([source(state, each) for each in double.sources])
        rule = "R8.3" if state.solo is None else "R11.5"
        text = say("{what} is not the tile from {places}.", what=what, places=places)
        return Violation(rule, text, where, say("Lay a tile that the mushroom brings."))
    if state.player.path is None and move.source is None:
        text = say("The box holds no tile like {what}.", what=leaf(move.color, move.covers))
        return Violation("R1.7", text, where, say("Look again, or correct the tile list."))
    if elsewhere and move.source is not None:
        text = say("{what} is not the tile at {place}.", what=what, place=source(state, move.source))
    else:
        text = say("{what} is not a tile of your path.", what=what)
    return Violation("R3.2", text, where, say("Lay a tile of your own path, or tell which tiles lie in it."))


def _overlaps(board: Board, seat: int, covers: Bits, what: Sentence) -> Iterator[Violation]:
    """R4.1, R4.3: what the piece lies over, one violation for each kind of thing."""
    if hit := Bits(board.squirrels & covers):
        text = say_number(
            hit.bit_count(),
            "{what} lies over your squirrel on {on}.",
            "{what} lies over your squirrels on {on}.",
            what=what,
            on=cells(hit),
        )
        yield Violation("R4.1", text, spots(seat, hit), say("Squirrels never move: lay it beside."))
    if hit := Bits(board.covered & ~board.holes & ~board.squirrels & covers):
        text = say("{what} lies over another leaf on {on}.", what=what, on=cells(hit))
        yield Violation("R4.1", text, spots(seat, hit), say("Leaves lie beside each other: lay it on empty spaces."))
    if hit := Bits(board.bare & covers):
        text = say_number(
            hit.bit_count(),
            "{what} lies over a hole on {on}.",
            "{what} lies over holes on {on}.",
            what=what,
            on=cells(hit),
        )
        remedy = say("A hole is covered already: only an animal or a token goes there.")
        yield Violation("R4.3", text, spots(seat, hit), remedy)
    if hit := Bits(board.with_token & covers):
        remedy = say("A token stays until its area is complete: lay it beside.")
        yield Violation("R4.3", _over_token(what, hit), spots(seat, hit), remedy)
    if hit := Bits(board.animals & covers):
        text = say("{what} lies over an animal on {on}.", what=what, on=cells(hit))
        yield Violation("R4.1", text, spots(seat, hit), say("Animals never move: lay it on empty spaces."))


def _over_token(what: Sentence, hit: Bits) -> Sentence:
    one, many = "{what} lies over the token on {on}.", "{what} lies over the tokens on {on}."
    return say_number(hit.bit_count(), one, many, what=what, on=cells(hit))


def _board(state: State, seat: int) -> Board:
    return state.players[seat].board if 0 <= seat < len(state.players) else state.board
