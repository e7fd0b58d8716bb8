"""Everything that is wrong with a move: rule number, spaces, a sentence for the table, and what would make it right."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Violation
from engine.grid import Bits
from engine.indian_summer.forest import FULL, Board, Treasure
from engine.indian_summer.legal import (
    EXCHANGES,
    berry_ends,
    can_make_nut,
    candidates,
    feather_fits,
    may_forgo,
    mushroom_fits,
    nuts_wanted,
    obliged,
)
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
    spots,
)
from engine.indian_summer.paths import ends, look, mushroom_choices
from engine.indian_summer.placing import any_fits, placements
from engine.indian_summer.state import PATH_LIMIT, Phase, State
from engine.indian_summer.tiles import tile_at
from engine.indian_summer.wording import cells, count, end, joined, leaf, purse, source, span


def violations(state: State, move: Move) -> tuple[Violation, ...]:
    """Every reason why the move is not legal, the most telling first; empty when it is."""
    match move:
        case Correction():
            return tuple(_correction(state, move))
        case TellPath():
            return tuple(_told(state, move))
        case PlaceLeaf():
            found = (*_leaf(state, move), *_timing(state, move))
        case PlaceSquirrel(seat, on):
            found = (*_squirrel(state, seat, on), *_timing(state, move))
        case SpendNut(seat, on):
            found = (*_squirrel(state, seat, on), *_has(state, seat, Treasure.NUT, 1, "R8.2"), *_timing(state, move))
        case SpendBerry():
            found = (*_berry(state, move), *_timing(state, move))
        case SpendFeather(seat):
            found = (*_has(state, seat, Treasure.FEATHER, 1, "R8.4"), *_feather(state, seat), *_timing(state, move))
        case SpendMushroom():
            found = (*_mushroom(state, move), *_timing(state, move))
        case Exchange():
            found = (*_exchange(state, move), *_timing(state, move))
        case PlaceAnimal():
            found = (*_animal(state, move), *_timing(state, move))
        case Refill():
            found = (*_refill(state, move), *_timing(state, move))
        case EndTurn():
            found = (*_timing(state, move), *_end(state, move))
    return found


def _timing(state: State, move: Move) -> Iterator[Violation]:
    """Whether this kind of move may be made now, by this seat."""
    turn, seat = state.turn, getattr(move, "seat", state.turn.seat)
    if turn.phase is Phase.OVER:
        yield Violation("R10.1" if state.solo is None else "R11.6", "The game is over.", remedy="Start a new game.")
        return
    if seat != turn.seat:
        yield Violation(
            "R2.4",
            f"It is the turn of {state.player.name}, not of {_name(state, seat)}.",
            remedy=f"{state.player.name} ends the turn first.",
        )
        return
    if turn.refill and not isinstance(move, Refill):
        yield Violation(
            "R11.3", "The path is empty: it is filled up at once.", remedy="Choose the end from which it is filled up."
        )
        return
    if turn.phase is Phase.FINAL:
        if not (isinstance(move, SpendNut | EndTurn) or (isinstance(move, Exchange) and move.get is Treasure.NUT)):
            yield Violation(
                "R10.2" if state.solo is None else "R11.6",
                "In the final phase tokens become nuts and nuts become squirrels, nothing else is done.",
                remedy="Take it back.",
            )
        elif isinstance(move, Exchange) and not nuts_wanted(state):
            yield Violation("R11.6", "No more nuts are needed: what is left over counts.", remedy="Keep the tokens.")
        return
    main = isinstance(move, PlaceSquirrel | SpendFeather | SpendMushroom | PlaceLeaf)
    if turn.double is not None:
        if not isinstance(move, PlaceLeaf | Exchange | PlaceAnimal | EndTurn):
            yield Violation(
                "R3.4",
                f"Between the two tiles of a {turn.double.spent.word} only exchanges and animals are allowed.",
                remedy="Lay the tiles first.",
            )
    elif main and turn.main_done:
        yield Violation(
            "R3.1", "The Main Action of this turn is done already.", remedy="Take it back, or end the turn first."
        )


def _name(state: State, seat: int) -> str:
    return state.players[seat].name if 0 <= seat < len(state.players) else f"seat {seat + 1}"


def _board(state: State, seat: int) -> Board:
    return state.players[seat].board if 0 <= seat < len(state.players) else state.board


def _leaf(state: State, move: PlaceLeaf) -> Iterator[Violation]:
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


def _squirrel(state: State, seat: int, on: Bits) -> Iterator[Violation]:
    if on.bit_count() != 1 or on & ~FULL:
        yield Violation(
            "R1.5", "A squirrel sits on one space.", spots(seat, Bits(on & FULL)), "Lay one squirrel at a time."
        )
        return
    yield from _overlaps(_board(state, seat), seat, on, f"The squirrel on {cells(on)}")


def _has(state: State, seat: int, kind: Treasure, number: int, rule: str) -> Iterator[Violation]:
    if not 0 <= seat < len(state.players):
        return
    have = state.players[seat].purse
    if have[kind] < number:
        yield Violation(
            rule,
            f"That takes {count(number, kind)}, but the supply holds {purse(have)}.",
            remedy=f"Exchange something for {count(number, kind)} first, if that is possible.",
        )


def _berry(state: State, move: SpendBerry) -> Iterator[Violation]:
    rule = "R8.1" if state.solo is None else "R11.4"
    yield from _has(state, move.seat, Treasure.BERRY, 1, rule)
    if move.seat != state.turn.seat:
        return
    choices = berry_ends(state)
    path = state.player.path
    if path is not None and len(path) >= PATH_LIMIT:
        yield Violation("R7.4", "The path holds 6 tiles already, and never more.", remedy="Lay a tile first.")
    elif not choices:
        yield Violation("R7.5", "No tiles are left to fill the path up.", remedy="Keep the berry.")
    elif move.end not in choices:
        named = "from no end" if move.end is None else f"from {end(move.end)}"
        possible = joined([end(each) for each in choices if each is not None] or ["no end in particular"])
        yield Violation(rule, f"A berry cannot fill the path up {named} now.", remedy=f"Choose {possible}.")


def _feather(state: State, seat: int) -> Iterator[Violation]:
    if seat != state.turn.seat or feather_fits(state):
        return
    path = state.player.path
    if path is not None and len(path) < 2:
        yield Violation(
            "R8.4", "A feather lays two tiles of the own path, which holds fewer.", remedy="Keep the feather."
        )
    else:
        yield Violation("R8.4", "No two tiles of the path fit on the board together.", remedy="Keep the feather.")


def _mushroom(state: State, move: SpendMushroom) -> Iterator[Violation]:
    rule = "R8.3" if state.solo is None else "R11.5"
    yield from _has(state, move.seat, Treasure.MUSHROOM, 1, rule)
    if move.seat != state.turn.seat:
        return
    choices = mushroom_choices(state)
    if not choices:
        yield Violation("R7.5", "There is no tile that a mushroom could bring.", remedy="Keep the mushroom.")
    elif move.sources not in choices:
        wanted = joined([source(state, each) for each in move.sources if look(state, each)] or ["nowhere"])
        likely = joined([source(state, each) for each in choices[0]])
        yield Violation(rule, f"A mushroom cannot bring tiles from {wanted} now.", remedy=f"Take them from {likely}.")
    elif not mushroom_fits(state, move.sources):
        yield Violation(rule, "None of the tiles that the mushroom brings fits.", remedy="Keep the mushroom.")


def _exchange(state: State, move: Exchange) -> Iterator[Violation]:
    number = next((n for give, get, n in EXCHANGES if (give, get) == (move.give, move.get)), None)
    if number is None:
        yield Violation(
            "R9.1",
            f"{count(2, move.give).capitalize()} cannot become {count(1, move.get)}.",
            remedy="One token becomes one of any lower kind, two of a kind become one of the next higher kind.",
        )
    else:
        yield from _has(state, move.seat, move.give, number, "R9.1")


def _animal(state: State, move: PlaceAnimal) -> Iterator[Violation]:
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


def _refill(state: State, move: Refill) -> Iterator[Violation]:
    if not state.turn.refill:
        yield Violation(
            "R7.1", "The path is not empty: it is not filled up now.", remedy="Spend a berry to fill it up."
        )
    elif move.end not in tuple(ends(state)):
        yield Violation(
            "R11.3",
            f"There is no tile at {end(move.end)}.",
            remedy=f"Choose {joined([end(each) for each in ends(state)] or ['nothing'])}.",
        )


def _end(state: State, move: EndTurn) -> Iterator[Violation]:
    turn = state.turn
    if turn.phase is Phase.OVER or turn.refill or move.seat != turn.seat:
        return
    free = state.board.free
    if turn.phase is Phase.FINAL:
        if free and can_make_nut(state.player.purse):
            yield Violation(
                "R10.2" if state.solo is None else "R11.6",
                f"There is an empty space and {purse(state.player.purse)} in the supply.",
                spots(turn.seat, free),
                "Make nuts and lay squirrels as long as there is space.",
            )
    elif turn.double is not None:
        if not (turn.double.left == 1 and may_forgo(state)):
            yield Violation(
                "R8.4" if turn.double.spent is Treasure.FEATHER else "R8.3",
                f"The {turn.double.spent.word} still has a tile to be laid.",
                remedy="Lay it.",
            )
    elif not turn.main_done and free:
        yield Violation(
            "R3.1",
            "The Main Action is still to be done: passing is not allowed.",
            remedy="Lay a leaf of the path or a squirrel.",
        )


def _told(state: State, move: TellPath) -> Iterator[Violation]:
    if not 0 <= move.seat < len(state.players):
        yield Violation("R2.1", f"There is no {_name(state, move.seat)} at this table.", remedy="Name a player.")
    if len(move.tiles) > PATH_LIMIT:
        yield Violation("R7.4", f"A path holds 6 tiles at most, told were {len(move.tiles)}.", remedy="Count again.")


def _correction(state: State, move: Correction) -> Iterator[Violation]:
    seats = {space.seat for space, _ in move.spaces} | {seat for seat, _ in move.purses}
    for seat in sorted(seats):
        if not 0 <= seat < len(state.players):
            yield Violation("R2.1", f"There is no {_name(state, seat)} at this table.", remedy="Name a player.")
    if any(number < 0 for _, tokens in move.purses for number in tokens):
        yield Violation("R1.6", "Nobody has fewer than no tokens.", remedy="Count again.")
