"""Everything that is wrong with a move: rule number, spaces, a sentence for the table, and what would make it right."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Violation
from engine.indian_summer.forest import Treasure
from engine.indian_summer.legal import (
    EXCHANGES,
    berry_ends,
    can_make_nut,
    feather_fits,
    may_forgo,
    mushroom_fits,
    nuts_wanted,
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
from engine.indian_summer.obstacles import animal_lies, leaf_lies, squirrel_sits
from engine.indian_summer.paths import ends, look, mushroom_choices
from engine.indian_summer.state import PATH_LIMIT, Phase, State
from engine.indian_summer.wording import count, end, joined, purse, source


def violations(state: State, move: Move) -> tuple[Violation, ...]:
    """Every reason why the move is not legal, the most telling first; empty when it is."""
    match move:
        case Correction():
            return tuple(_correction(state, move))
        case TellPath():
            return tuple(_told(state, move))
        case PlaceLeaf():
            found = (*leaf_lies(state, move), *_timing(state, move))
        case PlaceSquirrel(seat, on):
            found = (*squirrel_sits(state, seat, on), *_timing(state, move))
        case SpendNut(seat, on):
            found = (
                *squirrel_sits(state, seat, on),
                *_has(state, seat, Treasure.NUT, 1, "R8.2"),
                *_timing(state, move),
            )
        case SpendBerry():
            found = (*_berry(state, move), *_timing(state, move))
        case SpendFeather(seat):
            found = (*_has(state, seat, Treasure.FEATHER, 1, "R8.4"), *_feather(state, seat), *_timing(state, move))
        case SpendMushroom():
            found = (*_mushroom(state, move), *_timing(state, move))
        case Exchange():
            found = (*_exchange(state, move), *_timing(state, move))
        case PlaceAnimal():
            found = (*animal_lies(state, move), *_timing(state, move))
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
        text = f"It is the turn of {state.player.name}, not of {_name(state, seat)}."
        remedy = f"{state.player.name} ends the turn first."
        if state.solo is not None:
            text, remedy = f"There is no {_name(state, seat)} in a solo game.", "Move for seat 1."
        yield Violation("R2.4", text, remedy=remedy)
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


def _has(state: State, seat: int, kind: Treasure, number: int, rule: str) -> Iterator[Violation]:
    if not 0 <= seat < len(state.players):
        return
    have = state.players[seat].purse
    if have[kind] >= number:
        return
    ways = [(give, least) for give, get, least in EXCHANGES if get is kind and have[give] >= least]
    remedy = f"Nothing in the supply can be exchanged for {count(number, kind)}."
    if ways and number == 1:
        remedy = f"Exchange {count(ways[0][1], ways[0][0])} for {count(1, kind)} first."
    yield Violation(rule, f"That takes {count(number, kind)}, but the supply holds {purse(have)}.", remedy=remedy)


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
