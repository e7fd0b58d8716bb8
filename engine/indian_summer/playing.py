"""What a legal move leads to: the new state and what to tell the table, in order."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Event, Mood, Step
from engine.grid import Bits
from engine.indian_summer import correcting, passing
from engine.indian_summer.forest import AREAS, Treasure
from engine.indian_summer.legal import EXCHANGES
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
from engine.indian_summer.paths import ends, fill_alone, fill_common, fill_path, look, take, with_player
from engine.indian_summer.placing import fits
from engine.indian_summer.resolving import Laid, lay_animal, lay_leaf, lay_squirrel
from engine.indian_summer.state import PATH_LENGTH, PATH_LIMIT, Double, Player, State
from engine.indian_summer.supply import notices
from engine.indian_summer.wording import areas, cells, count, end, joined, leaf, purse, source, verb

Events = tuple[Event, ...]


def apply(state: State, move: Move) -> Step[State]:
    """Make a move that is known to be legal."""
    match move:
        case PlaceLeaf():
            after, events = _leaf(state, move)
        case PlaceSquirrel(seat, on):
            after, events = _squirrel(state, seat, on, "")
            after = replace(after, turn=replace(after.turn, main_done=True))
        case SpendNut(seat, on):
            after, events = _squirrel(_paid(state, Treasure.NUT), seat, on, "for a nut ")
        case SpendBerry():
            after, events = _berry(state, move)
        case SpendFeather(seat):
            after = _opened(_paid(state, Treasure.FEATHER), Double(Treasure.FEATHER, 2))
            events = (_say("spent", f"{verb(state, seat, 'spend')} a feather for two tiles of the path."),)
        case SpendMushroom(seat, sources):
            after = _opened(_paid(state, Treasure.MUSHROOM), Double(Treasure.MUSHROOM, len(sources), sources))
            places = joined([source(state, each) for each in sources])
            events = (_say("spent", f"{verb(state, seat, 'spend')} a mushroom for the tiles from {places}."),)
        case Exchange():
            after, events = _exchange(state, move)
        case PlaceAnimal():
            after, events = _animal(state, move)
        case Refill(seat, where):
            after = fill_alone(state, where, PATH_LENGTH, on_to_other=False)
            after = replace(after, turn=replace(after.turn, refill=False))
            events = (_say("refill", f"{verb(state, seat, 'fill')} the path up from {end(where)}."),)
        case TellPath(seat, tiles):
            after = with_player(state, seat, replace(state.players[seat], path=tiles))
            if tiles and seat == state.turn.seat:
                after = replace(after, turn=replace(after.turn, refill=False))  # the hands were faster than the choice
            told = joined([tile.code for tile in tiles]) if tiles else "no tiles"
            events = (_say("told", f"The path of {state.players[seat].name} holds {told}."),)
        case EndTurn():
            after, filled = _finished(state) if state.turn.double is not None else (state, ())
            step = passing.end_turn(after)
            return Step(step.state, (*filled, *step.events))
        case Correction():
            return correcting.apply(state, move)
    return passing.noting_full_board(state, after, (*events, *notices(state, after)))


def _say(kind: str, text: str, spaces: tuple[int, Bits] = (0, Bits(0)), mood: Mood = Mood.GOOD) -> Event:
    return Event(kind, mood, text, spots(*spaces))


def _paid(state: State, kind: Treasure, number: int = 1) -> State:
    player = state.player
    return with_player(state, state.turn.seat, replace(player, purse=player.purse.plus(kind, -number)))


def _opened(state: State, double: Double) -> State:
    return replace(state, turn=replace(state.turn, double=double))


def _resolved(state: State, seat: int, laid: Laid) -> tuple[State, Events]:
    """R5.2, R5.3: the board, the tokens of completed areas, and the sentences for both, before anything else."""
    player = state.players[seat]
    tokens = player.purse.joined(laid.harvest)
    after = with_player(state, seat, Player(player.name, laid.board, tokens, player.path))
    said: list[Event] = []
    for index in laid.areas:
        text = f"{areas((index,))} is complete."
        said.append(_say("area", text, (seat, AREAS[index])))
    if laid.harvested:
        text = f"{verb(state, seat, 'take')} {purse(laid.harvest)} from {cells(laid.harvested)}."
        said.append(_say("harvest", text, (seat, laid.harvested)))
    return after, tuple(said)


def _leaf(state: State, move: PlaceLeaf) -> tuple[State, Events]:
    seat, turn = move.seat, state.turn
    laid = lay_leaf(state.board, move.color, move.covers, move.hole)
    over = "" if laid.token is None else f", hole over {count(1, laid.token)}"
    placed = _say(
        "placed", f"{verb(state, seat, 'lay')} the {leaf(move.color, move.covers)}{over}.", (seat, move.covers)
    )
    said: tuple[Event, ...] = (placed,)
    if laid.token is not None:
        said += (_say("token", f"{count(1, laid.token).capitalize()} goes on {cells(move.hole)}.", (seat, move.hole)),)
    after, followed = _resolved(state, seat, laid)
    if move.source is not None:
        after = take(after, move.source)
    double = turn.double
    if double is None or double.left == 1:
        after, filled = _finished(after)
    else:
        left = tuple(each for each in double.sources if each != move.source)
        after = _opened(after, Double(double.spent, 1, left))
        after, filled = _forgone(after) if double.spent is Treasure.MUSHROOM else (after, ())
    return after, (*said, *followed, *filled)


def _forgone(state: State) -> tuple[State, Events]:
    """R8.3: the second tile of a Mushroom stays where it was when it does not fit."""
    double = state.turn.double
    assert double is not None
    tiles = [tile for each in double.sources for tile in look(state, each)]
    if any(tile is None or fits(tile, state.board.free) for tile in tiles):
        return state, ()
    where = source(state, double.sources[0])
    after, filled = _finished(state)
    said = _say("forgone", f"The tile from {where} does not fit and stays there.", mood=Mood.NOTICE)
    return after, (said, *filled)


def _finished(state: State) -> tuple[State, Events]:
    """The Main Action is done: emptied paths fill up in turn order (R7.1, R8.3, R8.4)."""
    turn = state.turn
    state = fill_common(replace(state, turn=replace(turn, main_done=True, double=None)))
    if state.solo is not None:
        return _awaiting_choice(state)
    said = []
    for step in range(len(state.players)):
        seat = (turn.seat + step) % len(state.players)
        if state.players[seat].path != () or state.common == ():
            continue
        state = fill_path(state, seat)
        path = state.players[seat].path
        number = "some" if path is None else str(len(path))
        said.append(_say("refill", f"{state.players[seat].name}'s path fills up with {number} tiles from the Bush."))
    return state, tuple(said)


def _awaiting_choice(state: State) -> tuple[State, Events]:
    solo = state.solo
    if state.player.path != () or solo is None:
        return state, ()
    if solo.top is None or solo.bottom is None:
        return with_player(state, state.turn.seat, replace(state.player, path=None)), ()
    if not any(ends(state)):
        return state, (_say("refill", "The path is empty and no tiles are left.", mood=Mood.NOTICE),)
    asked = _say("refill", "The path is empty: choose the end from which it is filled up.", mood=Mood.NOTICE)
    return replace(state, turn=replace(state.turn, refill=True)), (asked,)


def _squirrel(state: State, seat: int, on: Bits, price: str) -> tuple[State, Events]:
    placed = _say("squirrel", f"{verb(state, seat, 'lay')} a squirrel {price}on {cells(on)}.", (seat, on))
    after, followed = _resolved(state, seat, lay_squirrel(state.board, on))
    return after, (placed, *followed)


def _berry(state: State, move: SpendBerry) -> tuple[State, Events]:
    before = state.player.path
    length = PATH_LENGTH if before is None or len(before) < PATH_LENGTH else PATH_LIMIT
    after = _paid(state, Treasure.BERRY)
    if state.solo is None:
        after, where = fill_path(after, move.seat, length), "the Bush"
    elif move.end is not None:
        after, where = fill_alone(after, move.end, length, on_to_other=True), end(move.end)
    else:
        after, where = with_player(after, move.seat, replace(after.player, path=None)), "the paths"
    text = f"{verb(state, move.seat, 'spend')} a berry: the path fills up from {where}."
    return after, (_say("spent", text),)


def _exchange(state: State, move: Exchange) -> tuple[State, Events]:
    number = next(n for give, get, n in EXCHANGES if (give, get) == (move.give, move.get))
    after = _paid(_paid(state, move.give, number), move.get, -1)
    given, got = count(number, move.give), count(1, move.get)
    return after, (_say("exchange", f"{verb(state, move.seat, 'exchange')} {given} for {got}."),)


def _animal(state: State, move: PlaceAnimal) -> tuple[State, Events]:
    index = state.animals.index(move.animal)
    assert index is not None
    kind = state.animals.kinds[index]
    board, gain = lay_animal(state.board, kind, move.covers)
    player = state.player
    after = with_player(state, move.seat, Player(player.name, board, player.purse.joined(gain), player.path))
    stock = (*state.stock[:index], state.stock[index] - 1, *state.stock[index + 1 :])
    text = f"{verb(state, move.seat, 'lay')} the {kind.name} on {cells(move.covers)}"
    text += f", which brings {purse(gain)}." if any(gain) else "."
    return replace(after, stock=stock), (_say("animal", text, (move.seat, move.covers)),)
