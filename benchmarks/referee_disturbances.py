"""Views that no turn leads to, and turns of which much cannot be read: the referee must bear them and stay fast."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import referee_games as games

from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import BOARD
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import SURFACES

GAME = games.GAME
Seen = dict[Spot, Reading]
Disturb = Callable[[State, State, random.Random], Seen]
_READ = sorted(SURFACES)


def cases(disturb: Disturb, chance: random.Random) -> Iterator[tuple[State, Seen]]:
    """The turns of a random game, each as it is seen after something disturbed the table or the camera."""
    state = games.start(chance.choice(games.KINDS), chance)
    for _ in range(80):
        if GAME.result(state) is not None:
            return
        played = games.turn(state, chance)
        after = played[-1].state if played else state
        yield state, disturb(state, after, chance)
        end = GAME.end_turn(after)
        if end is None:
            return
        state = GAME.play(after, end).state


def _sure(state: State) -> Seen:
    return {spot: Reading(surface, 1.0) for spot, surface in GAME.view(state).items()}


def _unread(seen: Seen, spots: set[Spot]) -> Seen:
    return {spot: reading for spot, reading in seen.items() if spot not in spots}


def _patch(seat: int, chance: random.Random, least: int, most: int) -> set[Spot]:
    """A rectangle of spaces."""
    height, width = chance.randint(least, most), chance.randint(least, most)
    row, col = chance.randrange(BOARD.rows - height + 1), chance.randrange(BOARD.cols - width + 1)
    return {Space(seat, Cell(r, c)) for r in range(row, row + height) for c in range(col, col + width)}


def glare(before: State, after: State, chance: random.Random) -> Seen:
    """A legal turn with a glare of 2 to 5 spaces on a side over the board of the player in turn."""
    return _unread(_sure(after), _patch(before.turn.seat, chance, 2, 5))


def forearm(before: State, after: State, chance: random.Random) -> Seen:
    """A legal turn with something over 30 to 50 spaces."""
    return _unread(_sure(after), _patch(before.turn.seat, chance, 6, 7))


def half_dark(before: State, after: State, chance: random.Random) -> Seen:
    """A legal turn of which half of all spaces cannot be read."""
    seen = _sure(after)
    return _unread(seen, {spot for spot in seen if chance.random() < 0.5})


def shifted(before: State, after: State, chance: random.Random) -> Seen:
    """A board that was pushed by one space: what is seen lies beside where it should."""
    view, seat = GAME.view(after), before.turn.seat
    down, right = chance.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    seen = _sure(after)
    for cell in BOARD.cells:
        there = Cell(cell.row + down, cell.col + right)
        if there in BOARD:
            seen[Space(seat, cell)] = Reading(view[Space(seat, there)], 1.0)
        else:
            del seen[Space(seat, cell)]
    return seen


def shifted_glare(before: State, after: State, chance: random.Random) -> Seen:
    """A board that was pushed, with a glare."""
    return _unread(shifted(before, after, chance), _patch(before.turn.seat, chance, 3, 6))


def cat(before: State, after: State, chance: random.Random) -> Seen:
    """3 to 12 spaces surely show anything."""
    seen = _sure(after)
    for spot in chance.sample(sorted(seen), chance.randint(3, 12)):
        seen[spot] = Reading(_any(chance), 1.0)
    return seen


def cat_in_the_dark(before: State, after: State, chance: random.Random) -> Seen:
    """1 to 6 spaces surely show anything, and 30 % are not read."""
    seen = cat(before, after, chance)
    return _unread(seen, {spot for spot in seen if chance.random() < 0.3})


def many_squirrels(before: State, after: State, chance: random.Random) -> Seen:
    """Squirrels on up to ten free spaces, more than anybody can pay."""
    seen = _sure(after)
    free = [Space(before.turn.seat, cell) for cell in BOARD.iterate(after.players[before.turn.seat].board.free)]
    for space in chance.sample(free, min(len(free), chance.randint(2, 10))):
        seen[space] = Reading(Surface("squirrel"), 1.0)
    return seen


def weak(before: State, after: State, chance: random.Random) -> Seen:
    """A legal turn of which 30 % of all readings are weak, one in ten of these wrong."""
    seen = _sure(after)
    for spot, (surface, _) in seen.items():
        if chance.random() < 0.3:
            seen[spot] = Reading(_any(chance) if chance.random() < 0.1 else surface, chance.uniform(0.3, 0.7))
    return seen


def _any(chance: random.Random) -> Surface:
    return chance.choice(_READ)


DISTURBANCES: dict[str, Disturb] = {
    "legal, a glare": glare,
    "legal, an arm over it": forearm,
    "legal, half unread": half_dark,
    "legal, weak readings": weak,
    "pushed by a space": shifted,
    "pushed, a glare": shifted_glare,
    "a cat": cat,
    "a cat, 30 % unread": cat_in_the_dark,
    "too many squirrels": many_squirrels,
}
