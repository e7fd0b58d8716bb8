"""Illegal tables made from legal games: the case, and what its makers need."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import referee_games as games

from engine.game import Reading, Spot, Surface
from engine.grid import Bits, Space
from engine.indian_summer.forest import AREAS, BOARD, Board, Purse
from engine.indian_summer.moves import Move, PlaceLeaf
from engine.indian_summer.state import Phase, Place, Source, State
from engine.indian_summer.surfaces import HOLE, TOKENS
from engine.indian_summer.tiles import Tile

GAME = games.GAME


class Case(NamedTuple):
    """An illegal table: the state before, what is seen, the rules of which one is to be named first, what was meant."""

    committed: State
    seen: dict[Spot, Reading]
    rules: frozenset[str]
    meant: tuple[Move, ...] = ()


Mutate = Callable[[State, random.Random], Case | None]


Look = dict[Spot, Surface]


def cases(mutate: Mutate, chance: random.Random) -> Iterator[Case]:
    """The first case of a random game at some turn of it, if there is one."""
    state = games.start(chance.choice(games.KINDS), chance)
    turns = chance.randrange(2, 20 if state.solo is None else 9)
    for number in range(60):
        if state.turn.phase is not Phase.TURNS:
            return
        if number >= turns:
            found = mutate(state, chance)
            if found is not None:
                yield found
                return
        played = games.turn(state, chance)
        if played:
            state = played[-1].state
        end = GAME.end_turn(state)
        if end is None:
            return
        state = GAME.play(state, end).state


def case_of(state: State, look: Look, rules: set[str], *meant: Move) -> Case | None:
    before = GAME.view(state)
    if all(before.get(spot) == surface for spot, surface in look.items()):
        return None
    seen = {spot: Reading(surface, 1.0) for spot, surface in look.items()}
    return Case(state, seen, frozenset(rules), meant)


def look_of(state: State) -> Look:
    return dict(GAME.view(state))


def look_after(state: State, move: Move) -> Look:
    return look_of(GAME.play(state, move).state)


def spaces_of(seat: int, bits: Bits) -> list[Space]:
    return [Space(seat, cell) for cell in BOARD.iterate(bits)]


def completes(board: Board, covers: int) -> bool:
    return any(area & ~board.covered and not area & ~(board.covered | covers) for area in AREAS)


def poor(state: State) -> State:
    """The same state with an empty supply."""
    seat = state.turn.seat
    players = list(state.players)
    players[seat] = replace(players[seat], purse=Purse())
    return replace(state, players=tuple(players))


def a_leaf(state: State, chance: random.Random, token: bool | None = None) -> PlaceLeaf | None:
    """A random leaf of the main action; ``token`` asks for one that gets a token which stays, or none."""
    moves = [move for move in games.moves_at(state, chance) if isinstance(move, PlaceLeaf)]
    chance.shuffle(moves)
    for move in moves:
        printed = state.board.floor.treasure(move.hole) is not None
        if token is None or (printed == token and not completes(state.board, move.covers)):
            return move
    return None


def lay(look: Look, seat: int, tile: Tile, covers: Bits, hole: Bits, board: Board) -> None:
    """What lies on top after a leaf was laid anywhere, its token included."""
    for spot in spaces_of(seat, covers):
        look[spot] = tile.color.surface
    treasure = board.floor.treasure(hole)
    for spot in spaces_of(seat, hole):
        look[spot] = HOLE if treasure is None else TOKENS[treasure]


def source_of(state: State, tile: Tile) -> Source | None:
    path = state.player.path
    return None if path is None else Source(Place.PATH, path.index(tile))
