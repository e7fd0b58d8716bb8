"""Fixtures of the engine's tests: drawn states, moves played by their words, the slow oracle."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from engine.catalog import GAMES
from engine.game import Event
from engine.grid import Space
from engine.indian_summer import setup
from engine.indian_summer.drawings import read_board
from engine.indian_summer.forest import ForestFloor, Purse
from engine.indian_summer.moves import Move, footprint, spots
from engine.indian_summer.notation import read_tiles
from engine.indian_summer.options import Options
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import Player, SoloTable, State, Turn

collect_ignore = [
    *("record_explanations.py", "record_golden.py"),  # scripts that change the path
    *("slow_facts.py", "slow_rules.py"),  # modules that import the one beside them, which a fixture loads
]

GAME: IndianSummer = GAMES["indian-summer"]
EMPTY = "........."


def rows(drawn: Sequence[str]) -> list[str]:
    """Eight full rows: missing letters and rows are empty."""
    return [*(row.ljust(9, ".") for row in drawn), *[EMPTY] * (8 - len(drawn))]


def player(
    board: Sequence[str] = (), floor: Sequence[str] = (), purse: Sequence[int] = (1, 1, 1, 0), path: str = "?"
) -> Player:
    """A player of drawings; the path is codes one after the other, ``-`` none, ``?`` not told."""
    printed = ForestFloor.parse(rows(floor), "drawn")
    told = None if path == "?" else read_tiles(path, "path")
    return Player("You", read_board(printed, rows(board)), Purse(*purse), told)


def alone(
    board: Sequence[str] = (),
    floor: Sequence[str] = (),
    purse: Sequence[int] = (1, 1, 1, 0),
    path: str = "?",
    *,
    top: str = "?",
    bottom: str = "?",
    row: Sequence[str | None] | None = None,
    options: Options | None = None,
    **turn: Any,
) -> State:
    """A solo state of drawings."""
    told = [None if each == "?" else read_tiles(each, "path") for each in (top, bottom)]
    places = None if row is None else tuple(None if t is None else read_tiles(t, "row")[0] for t in row)
    return State(
        players=(player(board, floor, purse, path),),
        turn=Turn(**turn),
        solo=SoloTable(told[0], told[1], places),
        animals=GAME.animals,
        stock=GAME.animals.stock,
        options=Options() if options is None else options,
    )


def table(*players: Player, common: str = "?", reserve: str = "-", start: int = 0, **turn: Any) -> State:
    """A state of 2 to 4 players, named Ada, Ben, Cy and Di; the Common Path starts at the Bush."""
    named = [replace(each, name=name) for each, name in zip(players, ("Ada", "Ben", "Cy", "Di"), strict=False)]
    return State(
        players=tuple(named),
        turn=Turn(**turn),
        start=start,
        common=None if common == "?" else read_tiles(common, "common"),
        reserve=read_tiles(reserve, "reserve"),
        animals=GAME.animals,
        stock=GAME.animals.stock,
    )


class Played(NamedTuple):
    """The state after some moves, and the events of all of them."""

    state: State
    events: tuple[Event, ...]


def played(state: State, *words: str) -> Played:
    """The end of a sequence of moves in notation, with the events of all of them."""
    events: tuple[Event, ...] = ()
    for word in words:
        step = GAME.play(state, GAME.read_move(word))
        state, events = step.state, events + step.events
    return Played(state, events)


def rules_broken(state: State, word: str) -> list[str]:
    """The numbers of the rules that a move breaks, in order."""
    return [violation.rule for violation in GAME.violations(state, GAME.read_move(word))]


def words(state: State) -> set[str]:
    """The legal moves in notation."""
    return {GAME.write_move(move) for move in GAME.legal_moves(state)}


def dealt(seed: int, players: int) -> State:
    """The start of a game of the demo sets, shuffled by a seed."""
    chance = random.Random(seed)
    tiles = list(demo_tiles().tiles)
    chance.shuffle(tiles)
    floors = chance.sample(demo_floors(), 4)
    if players == 1:
        return GAME.new_solo(tiles[:25], floors[0])
    names = ("Ada", "Ben", "Cy", "Di")[:players]
    return setup.deal(names, floors[:players], tiles, animals=GAME.animals, options=Options(common_path=10))


def at_random(state: State, chance: random.Random) -> str:
    """A legal move, every kind equally likely; leaves more often, so that boards fill."""
    kinds: dict[str, list[Move]] = {}
    for move in GAME.legal_moves(state):
        kinds.setdefault(type(move).__name__, []).append(move)
    named = sorted(kinds) + ["PlaceLeaf"] * 3 * ("PlaceLeaf" in kinds)
    return GAME.write_move(chance.choice(kinds[chance.choice(named)]))


def laid_spots(move: Move) -> frozenset[Space]:
    """The spots on which a move lays something."""
    return spots(getattr(move, "seat", 0), footprint(move))


class Drawn:
    """The helpers above in one fixture, for test modules cannot import each other."""

    game = GAME
    player = staticmethod(player)
    alone = staticmethod(alone)
    table = staticmethod(table)
    played = staticmethod(played)
    rules_broken = staticmethod(rules_broken)
    words = staticmethod(words)
    rows = staticmethod(rows)
    dealt = staticmethod(dealt)
    at_random = staticmethod(at_random)
    laid_spots = staticmethod(laid_spots)
    laid = staticmethod(spots)


@pytest.fixture(scope="session")
def drawn() -> type[Drawn]:
    """States of drawings and moves of words."""
    return Drawn


@pytest.fixture(scope="session")
def slow_rules() -> ModuleType:
    """The independent, slow rules."""
    loaded("slow_shapes")  # which they import
    return loaded("slow_rules")


@pytest.fixture(scope="session")
def slow_facts() -> ModuleType:
    """What the slow rules compare of a state."""
    loaded("slow_shapes")
    return loaded("slow_facts")


@pytest.fixture(scope="session")
def explained_tables() -> ModuleType:
    """The tables of docs/explanations.md."""
    return loaded("explained_tables")


def loaded(name: str) -> ModuleType:
    """A module beside this file, which is no package."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
