"""Everything that is wrong with a move: rule number, spaces, a sentence for the table, and what would make it right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.game import Violation
from engine.indian_summer import moves
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
from engine.indian_summer.obstacles import animal_lies, leaf_lies, squirrel_sits
from engine.indian_summer.paths import ends, look, mushroom_choices
from engine.indian_summer.state import PATH_LIMIT, Phase, State
from engine.indian_summer.wording import actor, count, end, purse, source
from engine.sentence import listed, listed_choices, say


def violations(state: State, move: moves.Move) -> tuple[Violation, ...]:
    """Every reason why the move is not legal, the most telling first; empty when it is."""
    match move:
        case moves.Correction():
            return tuple(_correction(state, move))
        case moves.TellPath():
            return tuple(_told(state, move))
        case moves.PlaceLeaf():
            found = (*leaf_lies(state, move), *_timing(state, move))
        case moves.PlaceSquirrel(seat, on):
            found = (*squirrel_sits(state, seat, on), *_timing(state, move))
        case moves.SpendNut(seat, on):
            found = (
                *squirrel_sits(state, seat, on),
                *_has(state, seat, Treasure.NUT, 1, "R8.2"),
                *_timing(state, move),
            )
        case moves.SpendBerry():
            found = (*_berry(state, move), *_timing(state, move))
        case moves.SpendFeather(seat):
            found = (*_has(state, seat, Treasure.FEATHER, 1, "R8.4"), *_feather(state, seat), *_timing(state, move))
        case moves.SpendMushroom():
            found = (*_mushroom(state, move), *_timing(state, move))
        case moves.Exchange():
            found = (*_exchange(state, move), *_timing(state, move))
        case moves.PlaceAnimal():
            found = (*animal_lies(state, move), *_timing(state, move))
        case moves.Refill():
            found = (*_refill(state, move), *_timing(state, move))
        case moves.EndTurn():
            found = (*_timing(state, move), *_end(state, move))
    where = moves.spots(getattr(move, "seat", state.turn.seat), moves.footprint(move))
    return tuple(violation if violation.spots else replace(violation, spots=where) for violation in found)


def _timing(state: State, move: moves.Move) -> Iterator[Violation]:
    """Whether this kind of move may be made now, by this seat."""
    turn, seat = state.turn, getattr(move, "seat", state.turn.seat)
    if turn.phase is Phase.OVER:
        rule = "R10.1" if state.solo is None else "R11.6"
        yield Violation(rule, say("The game is over."), remedy=say("Start a new game."))
        return
    if seat != turn.seat:
        who = state.player.name
        text = say("It is the turn of {who}, not of {other}.", who=who, other=actor(state, seat))
        remedy = say("{who} ends the turn first.", who=who)
        if state.solo is not None:
            text = say("There is no seat {number} in a solo game.", number=seat + 1)
            remedy = say("Move for seat 1.")
        yield Violation("R2.4", text, remedy=remedy)
        return
    if turn.refill and not isinstance(move, moves.Refill):
        remedy = say("Choose the end from which it is filled up.")
        yield Violation("R11.3", say("The path is empty: it is filled up at once."), remedy=remedy)
        return
    if turn.phase is Phase.FINAL:
        for_nut = isinstance(move, moves.Exchange) and move.get is Treasure.NUT
        if not (for_nut or isinstance(move, moves.SpendNut | moves.EndTurn)):
            yield Violation(
                "R10.2" if state.solo is None else "R11.6",
                say("In the final phase tokens become nuts and nuts become squirrels, nothing else is done."),
                remedy=say("Take it back."),
            )
        elif isinstance(move, moves.Exchange) and not nuts_wanted(state):
            text = say("No more nuts are needed: what is left over counts.")
            yield Violation("R11.6", text, remedy=say("Keep the tokens."))
        return
    main = isinstance(move, moves.PlaceSquirrel | moves.SpendFeather | moves.SpendMushroom | moves.PlaceLeaf)
    if turn.double is not None:
        special = isinstance(move, moves.SpendBerry | moves.SpendNut) and may_forgo(state)
        if not (special or isinstance(move, moves.PlaceLeaf | moves.Exchange | moves.PlaceAnimal | moves.EndTurn)):
            text = (
                say("Between the two tiles of a feather only exchanges and animals are allowed.")
                if turn.double.spent is Treasure.FEATHER
                else say("Between the two tiles of a mushroom only exchanges and animals are allowed.")
            )
            yield Violation("R3.4", text, remedy=say("Lay the tiles first."))
    elif main and turn.main_done:
        text = say("The Main Action of this turn is done already.")
        yield Violation("R3.1", text, remedy=say("Take it back, or end the turn first."))


def _has(state: State, seat: int, kind: Treasure, number: int, rule: str) -> Iterator[Violation]:
    if not 0 <= seat < len(state.players):
        return
    have = state.players[seat].purse
    if have[kind] >= number:
        return
    ways = [(give, least) for give, get, least in EXCHANGES if get is kind and have[give] >= least]
    remedy = say("Nothing in the supply can be exchanged for {price}.", price=count(number, kind))
    if ways and number == 1:
        given = count(ways[0][1], ways[0][0])
        remedy = say("Exchange {given} for {price} first.", given=given, price=count(1, kind))
    text = say("That takes {price}, but the supply holds {tokens}.", price=count(number, kind), tokens=purse(have))
    yield Violation(rule, text, remedy=remedy)


def _berry(state: State, move: moves.SpendBerry) -> Iterator[Violation]:
    rule = "R8.1" if state.solo is None else "R11.4"
    yield from _has(state, move.seat, Treasure.BERRY, 1, rule)
    if move.seat != state.turn.seat:
        return
    choices = berry_ends(state)
    path = state.player.path
    if path is not None and len(path) >= PATH_LIMIT:
        text = say("The path holds {number} tiles already, and never more.", number=PATH_LIMIT)
        yield Violation("R7.4", text, remedy=say("Lay a tile first."))
    elif not choices:
        yield Violation("R7.5", say("No tiles are left to fill the path up."), remedy=say("Keep the berry."))
    elif move.end not in choices:
        text = say("A berry cannot fill the path up without an end to begin with.")
        if move.end is not None:
            text = say("A berry cannot fill the path up from {end} now.", end=end(move.end))
        ends_now = [end(each) for each in choices if each is not None]
        remedy = say("Name no end.")
        if ends_now:
            remedy = say("Choose {ends}.", ends=listed_choices(ends_now))
        yield Violation(rule, text, remedy=remedy)


def _feather(state: State, seat: int) -> Iterator[Violation]:
    if seat != state.turn.seat or feather_fits(state):
        return
    path = state.player.path
    if path is not None and len(path) < 2:
        text = say("A feather lays two tiles of the own path, which holds fewer.")
    else:
        text = say("No two tiles of the path fit on the board together.")
    yield Violation("R8.4", text, remedy=say("Keep the feather."))


def _mushroom(state: State, move: moves.SpendMushroom) -> Iterator[Violation]:
    rule = "R8.3" if state.solo is None else "R11.5"
    yield from _has(state, move.seat, Treasure.MUSHROOM, 1, rule)
    if move.seat != state.turn.seat:
        return
    choices = mushroom_choices(state)
    if not choices:
        text = say("There is no tile that a mushroom could bring.")
        yield Violation("R7.5", text, remedy=say("Keep the mushroom."))
    elif move.sources not in choices:
        wanted = [source(state, each) for each in move.sources if look(state, each)]
        text = say("A mushroom brings tiles, and there are none where these should come from.")
        if wanted:
            text = say("A mushroom cannot bring tiles from {places} now.", places=listed(wanted))
        likely = listed([source(state, each) for each in choices[0]])
        yield Violation(rule, text, remedy=say("Take them from {places}.", places=likely))
    elif not mushroom_fits(state, move.sources):
        text = say("None of the tiles that the mushroom brings fits.")
        yield Violation(rule, text, remedy=say("Keep the mushroom."))


def _exchange(state: State, move: moves.Exchange) -> Iterator[Violation]:
    number = next((n for give, get, n in EXCHANGES if (give, get) == (move.give, move.get)), None)
    if number is None:
        yield Violation(
            "R9.1",
            say("{given} cannot become {got}.", given=count(2, move.give), got=count(1, move.get)),
            remedy=say("One token becomes one of any lower kind, two of a kind become one of the next higher kind."),
        )
    else:
        yield from _has(state, move.seat, move.give, number, "R9.1")


def _refill(state: State, move: moves.Refill) -> Iterator[Violation]:
    if not state.turn.refill:
        text = say("The path is not empty: it is not filled up now.")
        yield Violation("R7.1", text, remedy=say("Spend a berry to fill it up."))
    elif move.end not in tuple(ends(state)):
        ends_now = [end(each) for each in ends(state)]
        remedy = say("Choose {ends}.", ends=listed_choices(ends_now)) if ends_now else say("No tiles are left.")
        yield Violation("R11.3", say("There is no tile at {end}.", end=end(move.end)), remedy=remedy)


def _end(state: State, move: moves.EndTurn) -> Iterator[Violation]:
    turn = state.turn
    if turn.phase is Phase.OVER or turn.refill or move.seat != turn.seat:
        return
    free = state.board.free
    if turn.phase is Phase.FINAL:
        if free and can_make_nut(state.player.purse):
            yield Violation(
                "R10.2" if state.solo is None else "R11.6",
                say("There is an empty space and {tokens} in the supply.", tokens=purse(state.player.purse)),
                moves.spots(turn.seat, free),
                say("Make nuts and lay squirrels as long as there is space."),
            )
    elif turn.double is not None:
        if not may_forgo(state):
            if turn.double.spent is Treasure.FEATHER:
                rule, text = "R8.4", say("The feather still has a tile to be laid.")
            else:
                rule, text = "R8.3", say("The mushroom still has a tile to be laid.")
            yield Violation(rule, text, remedy=say("Lay it."))
    elif not turn.main_done and free:
        yield Violation(
            "R3.1",
            say("The Main Action is still to be done: passing is not allowed."),
            remedy=say("Lay a leaf of the path or a squirrel."),
        )


def _told(state: State, move: moves.TellPath) -> Iterator[Violation]:
    if not 0 <= move.seat < len(state.players):
        text = say("There is no seat {number} at this table.", number=move.seat + 1)
        yield Violation("R2.1", text, remedy=say("Name a player."))
    if len(move.tiles) > PATH_LIMIT:
        text = say("A path holds {most} tiles at most, told were {number}.", most=PATH_LIMIT, number=len(move.tiles))
        yield Violation("R7.4", text, remedy=say("Count again."))


def _correction(state: State, move: moves.Correction) -> Iterator[Violation]:
    seats = {space.seat for space, _ in move.spaces} | {seat for seat, _ in move.purses}
    for seat in sorted(seats):
        if not 0 <= seat < len(state.players):
            text = say("There is no seat {number} at this table.", number=seat + 1)
            yield Violation("R2.1", text, remedy=say("Name a player."))
    if any(number < 0 for _, tokens in move.purses for number in tokens):
        yield Violation("R1.6", say("Nobody has fewer than no tokens."), remedy=say("Count again."))
