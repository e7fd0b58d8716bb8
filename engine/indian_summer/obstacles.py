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
from engine.indian_summer.wording import cells, joined, leaf, source, span


def leaf_lies(state: State, move: PlaceLeaf) -> Iterator[Violation]:
    """Everything that is wrong with a leaf where it lies."""
    board, where = _board(state, move.seat), spots(move.seat, move.covers)
    what = f"The {leaf(move.color, move.covers)}" if move.covers else "A leaf nowhere"
    yield from _overlaps(board, move.seat, move.covers, what)
    size, tile = move.covers.bit_count(), tile_at(move.covers, move.hole)
    if size != move.color.size:
        yield Violation(
            "R12.3",
            f"{what} covers {size} space{'s' * (size != 1)}, but {move.color.value} leaves cover {move.color.size}.",
            where,
            "Look again: perhaps two pieces lie side by side, or the colour was misread.",
        )
    elif tile is None:
        one = move.hole.bit_count() == 1 and move.hole & move.covers
        yield Violation(
            "R1.3",
            f"{what} does not hang together edge to edge." if one else f"{what} has not one hole among its spaces.",
            where,
            "Look again: no leaf tile looks like this.",
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
        spent = state.turn.double.spent if state.turn.double is not None else Treasure.FEATHER
        yield Violation(
            "R8.4" if spent is Treasure.FEATHER else "R8.3",
            f"After {what.lower()} the second tile of the {spent.word} would not fit any more.",
            where,
            "Lay it elsewhere, or lay the other tile first: both must be laid.",
        )


def squirrel_sits(state: State, seat: int, on: Bits) -> Iterator[Violation]:
    """Everything that is wrong with a squirrel where it sits."""
    if on.bit_count() != 1 or on & ~FULL:
        yield Violation(
            "R1.5", "A squirrel sits on one space.", spots(seat, Bits(on & FULL)), "Lay one squirrel at a time."
        )
        return
    yield from _overlaps(_board(state, seat), seat, on, f"The squirrel on {cells(on)}")


def animal_lies(state: State, move: PlaceAnimal) -> Iterator[Violation]:
    """Everything that is wrong with an animal where it lies."""
    board, where = _board(state, move.seat), spots(move.seat, move.covers)
    index = state.animals.index(move.animal)
    if index is None:
        yield Violation(
            "R1.4", f"There is no animal called {move.animal!r} in this box.", where, "Choose another animal."
        )
        return
    kind = state.animals.kinds[index]
    what = f"The {kind.name} at {span(move.covers)}" if move.covers else f"The {kind.name}"
    if not state.stock[index]:
        yield Violation("R6.3", f"All {kind.copies} {kind.name} tiles are used.", where, "Choose another animal.")
    if not any(laid.covers == move.covers for laid in placements(kind, FULL)):
        yield Violation("R1.4", f"{what} does not have the shape of a {kind.name}.", where, "Look again.")
    off = Bits(move.covers & ~board.holes)
    for rule, bits, name, remedy in (
        ("R6.1", off, "spaces that are no holes", "An animal lies entirely on bare holes."),
        ("R6.1", Bits(board.with_token & move.covers), "the token", "Only holes without a token take an animal."),
        ("R6.1", Bits(board.animals & move.covers), "another animal", "Animals never move: lay it on bare holes."),
    ):
        if bits:
            yield Violation(rule, f"{what} lies over {name} on {cells(bits)}.", spots(move.seat, bits), remedy)


def _not_offered(state: State, move: PlaceLeaf, elsewhere: bool) -> Violation:
    where = spots(move.seat, move.covers)
    double = state.turn.double
    if double is not None and double.spent is Treasure.MUSHROOM:
        places = joined([source(state, each) for each in double.sources])
        return Violation(
            "R8.3" if state.solo is None else "R11.5",
            f"The {leaf(move.color, move.covers)} is not the tile from {places}.",
            where,
            "Lay a tile that the mushroom brings.",
        )
    if elsewhere and move.source is not None:
        text = f"The {leaf(move.color, move.covers)} is not the tile at {source(state, move.source)}."
    else:
        text = f"The {leaf(move.color, move.covers)} is not a tile of your path."
    if state.player.path is None and move.source is None:
        text = f"The box holds no tile like the {leaf(move.color, move.covers)}."
        return Violation("R1.7", text, where, "Look again, or correct the tile list.")
    return Violation("R3.2", text, where, "Lay a tile of your own path, or tell which tiles lie in it.")


def _overlaps(board: Board, seat: int, covers: Bits, what: str) -> Iterator[Violation]:
    """R4.1, R4.3: what the piece lies over, one violation for each kind of thing."""
    under = board.with_token
    leaves = board.covered & ~board.holes & ~board.squirrels
    beneath = (
        ("R4.1", board.squirrels, "your squirrel", "Squirrels never move: lay it beside."),
        ("R4.1", leaves, "another leaf", "Leaves lie beside each other: lay it on empty spaces."),
        ("R4.3", board.bare, "a hole", "A hole is covered already: only an animal or a token goes there."),
        ("R4.3", under, "the token", "A token stays until its area is complete: lay it beside."),
        ("R4.1", board.animals, "an animal", "Animals never move: lay it on empty spaces."),
    )
    for rule, bits, name, remedy in beneath:
        hit = Bits(bits & covers)
        if hit:
            yield Violation(rule, f"{what} lies over {name} on {cells(hit)}.", spots(seat, hit), remedy)


def _board(state: State, seat: int) -> Board:
    return state.players[seat].board if 0 <= seat < len(state.players) else state.board
