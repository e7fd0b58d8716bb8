"""What a legal move leads to: the new state and what to tell the table, in order."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Event, Mood, Step
from engine.grid import Bits
from engine.indian_summer import correcting, moves, passing
from engine.indian_summer.forest import AREAS, Treasure
from engine.indian_summer.legal import EXCHANGES, leaves
from engine.indian_summer.paths import ends, fill_alone, fill_common, fill_path, look, take, with_player
from engine.indian_summer.placing import fits
from engine.indian_summer.resolving import Laid, lay_animal, lay_leaf, lay_squirrel
from engine.indian_summer.state import PATH_LENGTH, PATH_LIMIT, Double, Place, Player, State
from engine.indian_summer.supply import notices
from engine.indian_summer.tiles import Tile
from engine.indian_summer.wording import animal, areas, by, cells, count, end, leaf, one, purse, source
from engine.sentence import Sentence, listed, say, say_number

Events = tuple[Event, ...]


def apply(state: State, move: moves.Move) -> Step[State]:
    """Make a move that is known to be legal."""
    if state.turn.double is not None and isinstance(move, moves.SpendBerry | moves.SpendNut | moves.EndTurn):
        return _after_forgoing(state, move)
    match move:
        case moves.PlaceLeaf():
            after, events = _leaf(state, move)
        case moves.PlaceSquirrel(seat, on):
            told = by(state, seat, "You lay a squirrel on {on}.", "{who} lays a squirrel on {on}.", on=cells(on))
            after, events = _squirrel(state, seat, on, told)
            after = replace(after, turn=replace(after.turn, main_done=True))
        case moves.SpendNut(seat, on):
            yours, theirs = "You lay a squirrel for a nut on {on}.", "{who} lays a squirrel for a nut on {on}."
            after, events = _squirrel(
                _paid(state, Treasure.NUT), seat, on, by(state, seat, yours, theirs, on=cells(on))
            )
        case moves.SpendBerry():
            after, events = _berry(state, move)
        case moves.SpendFeather(seat):
            after = _opened(_paid(state, Treasure.FEATHER), Double(Treasure.FEATHER, 2))
            yours = "You spend a feather for two tiles of the path."
            theirs = "{who} spends a feather for two tiles of the path."
            events = (_event("spent", by(state, seat, yours, theirs)),)
        case moves.SpendMushroom(seat, sources):
            after = _opened(_paid(state, Treasure.MUSHROOM), Double(Treasure.MUSHROOM, len(sources), sources))
            places = listed([source(state, each) for each in sources])
            yours = "You spend a mushroom for the tiles from {places}."
            theirs = "{who} spends a mushroom for the tiles from {places}."
            events = (_event("spent", by(state, seat, yours, theirs, places=places)),)
        case moves.Exchange():
            after, events = _exchange(state, move)
        case moves.PlaceAnimal():
            after, events = _animal(state, move)
        case moves.Refill(seat, where):
            after = fill_alone(state, where, PATH_LENGTH, on_to_other=False)
            after = replace(after, turn=replace(after.turn, refill=False))
            yours, theirs = "You fill the path up from {end}.", "{who} fills the path up from {end}."
            events = (_event("refill", by(state, seat, yours, theirs, end=end(where))),)
        case moves.TellPath(seat, tiles):
            after = with_player(state, seat, replace(state.players[seat], path=tiles))
            if tiles and seat == state.turn.seat:
                after = replace(after, turn=replace(after.turn, refill=False))  # the hands were faster than the choice
            events = (_event("told", _told(state, seat, tiles)),)
        case moves.EndTurn():
            return passing.end_turn(state)
        case moves.Correction():
            return _decided(state, move)
    return passing.noting_full_board(state, after, (*events, *notices(state, after)))


def _after_forgoing(state: State, move: moves.Move) -> Step[State]:
    """R8.3: the second tile of the Mushroom stays where it was, and the move follows."""
    closed, filled = _finished(state)
    step = apply(closed, move)
    return Step(step.state, (*filled, *step.events))


def _decided(state: State, move: moves.Correction) -> Step[State]:
    """The table's decision; a Feather or Mushroom of which no tile is left by it, or none that fits, is done."""
    step = correcting.apply(state, move)
    after, events = step.state, step.events
    double = after.turn.double
    if double is not None and (double.left == 0 or (double != state.turn.double and not any(leaves(after)))):
        after, filled = _finished(after)
        events = (*events, *filled)
    return Step(after, events)


def _event(kind: str, text: Sentence, spaces: tuple[int, Bits] = (0, Bits(0)), mood: Mood = Mood.GOOD) -> Event:
    return Event(kind, mood, text, moves.spots(*spaces))


def _told(state: State, seat: int, tiles: tuple[Tile, ...]) -> Sentence:
    if not tiles:
        return by(state, seat, "Your path holds no tiles.", "The path of {who} holds no tiles.")
    codes = listed([tile.code for tile in tiles])
    return by(state, seat, "Your path holds {codes}.", "The path of {who} holds {codes}.", codes=codes)


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
        said.append(_event("area", say("{area} is complete.", area=areas((index,))), (seat, AREAS[index])))
    if laid.harvested:
        yours, theirs = "You take {tokens} from {holes}.", "{who} takes {tokens} from {holes}."
        text = by(state, seat, yours, theirs, tokens=purse(laid.harvest), holes=cells(laid.harvested))
        said.append(_event("harvest", text, (seat, laid.harvested)))
    return after, tuple(said)


def _leaf(state: State, move: moves.PlaceLeaf) -> tuple[State, Events]:
    seat, turn = move.seat, state.turn
    laid = lay_leaf(state.board, move.color, move.covers, move.hole)
    what = leaf(move.color, move.covers)
    said: tuple[Event, ...]
    if laid.token is None:
        text = by(state, seat, "You lay {what}.", "{who} lays {what}.", what=what)
        said = (_event("placed", text, (seat, move.covers)),)
    else:
        yours, theirs = "You lay {what}, hole over {token}.", "{who} lays {what}, hole over {token}."
        text = by(state, seat, yours, theirs, what=what, token=count(1, laid.token))
        goes = say("{token} goes on {hole}.", token=one(laid.token), hole=cells(move.hole))
        said = (_event("placed", text, (seat, move.covers)), _event("token", goes, (seat, move.hole)))
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
    text = say("The tile from {where} does not fit and stays there.", where=where)
    said = _event("forgone", text, mood=Mood.NOTICE)
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
        said.append(_event("refill", _filled(state, seat)))
    return state, tuple(said)


def _filled(state: State, seat: int) -> Sentence:
    who, path = state.players[seat].name, state.players[seat].path
    if path is None:
        return say("{who}'s path fills up with some tiles from the Bush.", who=who)
    one_tile = "{who}'s path fills up with 1 tile from the Bush."
    return say_number(len(path), one_tile, "{who}'s path fills up with {number} tiles from the Bush.", who=who)


def _awaiting_choice(state: State) -> tuple[State, Events]:
    solo = state.solo
    if state.player.path != () or solo is None:
        return state, ()
    if solo.top is None or solo.bottom is None:
        return with_player(state, state.turn.seat, replace(state.player, path=None)), ()
    if not any(ends(state)):
        return state, (_event("refill", say("The path is empty and no tiles are left."), mood=Mood.NOTICE),)
    asked = say("The path is empty: choose the end from which it is filled up.")
    return replace(state, turn=replace(state.turn, refill=True)), (_event("refill", asked, mood=Mood.NOTICE),)


def _squirrel(state: State, seat: int, on: Bits, told: Sentence) -> tuple[State, Events]:
    after, followed = _resolved(state, seat, lay_squirrel(state.board, on))
    return after, (_event("squirrel", told, (seat, on)), *followed)


def _berry(state: State, move: moves.SpendBerry) -> tuple[State, Events]:
    before = state.player.path
    length = PATH_LENGTH if before is None or len(before) < PATH_LENGTH else PATH_LIMIT
    after = _paid(state, Treasure.BERRY)
    if state.solo is None:
        after, where = fill_path(after, move.seat, length), end(Place.BUSH)
    elif move.end is not None:
        after, where = fill_alone(after, move.end, length, on_to_other=True), end(move.end)
    else:
        after, where = with_player(after, move.seat, replace(after.player, path=None)), say("the paths")
    yours = "You spend a berry: the path fills up from {where}."
    theirs = "{who} spends a berry: the path fills up from {where}."
    return after, (_event("spent", by(state, move.seat, yours, theirs, where=where)),)


def _exchange(state: State, move: moves.Exchange) -> tuple[State, Events]:
    number = next(n for give, get, n in EXCHANGES if (give, get) == (move.give, move.get))
    after = _paid(_paid(state, move.give, number), move.get, -1)
    given, got = count(number, move.give), count(1, move.get)
    yours, theirs = "You exchange {given} for {got}.", "{who} exchanges {given} for {got}."
    return after, (_event("exchange", by(state, move.seat, yours, theirs, given=given, got=got)),)


def _animal(state: State, move: moves.PlaceAnimal) -> tuple[State, Events]:
    index = state.animals.index(move.animal)
    assert index is not None
    kind = state.animals.kinds[index]
    board, gain = lay_animal(state.board, kind, move.covers)
    player = state.player
    after = with_player(state, move.seat, Player(player.name, board, player.purse.joined(gain), player.path))
    stock = (*state.stock[:index], state.stock[index] - 1, *state.stock[index + 1 :])
    name, on = animal(kind.name), cells(move.covers)
    if any(gain):
        yours = "You lay the {animal} on {on}, which brings {tokens}."
        theirs = "{who} lays the {animal} on {on}, which brings {tokens}."
        text = by(state, move.seat, yours, theirs, animal=name, on=on, tokens=purse(gain))
    else:
        text = by(
            state, move.seat, "You lay the {animal} on {on}.", "{who} lays the {animal} on {on}.", animal=name, on=on
        )
    return replace(after, stock=stock), (_event("animal", text, (move.seat, move.covers)),)
