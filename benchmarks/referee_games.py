"""Random games for the referee's benchmark: whole turns of legal moves, and what a camera would read of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.catalog import GAMES
from engine.game import Reading, Spot, Surface, View
from engine.grid import Bits, Cell, Space
from engine.indian_summer import legal, setup
from engine.indian_summer.forest import BOARD
from engine.indian_summer.moves import (
    EndTurn,
    Exchange,
    Move,
    PlaceLeaf,
    Refill,
    SpendBerry,
    footprint,
)
from engine.indian_summer.options import Options
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import HOLE, SURFACES, TOKENS

GAME = GAMES["indian-summer"]
KINDS = ("solo", "solo, path unknown", "2 players", "3 players", "4 players", "3 players, unknown")
NAMES = ("Ada", "Ben", "Cy", "Di")

WEIGHTS = {
    "PlaceLeaf": 6.0,
    "PlaceAnimal": 3.0,
    "SpendFeather": 2.0,
    "SpendMushroom": 2.0,
    "PlaceSquirrel": 0.7,
    "SpendNut": 1.5,
    "SpendBerry": 0.4,
    "Exchange": 0.3,
    "Refill": 1.0,
}
_READ = sorted(SURFACES)


class Played(NamedTuple):
    """A move of a turn with the state that it led to."""

    move: Move
    state: State


class Look(NamedTuple):
    """A settled view of a turn.

    ``committed`` is what the session knows for certain then, with the moves entered by hand; ``since`` are the moves
    that the view must explain, and ``truth`` the state after them. ``owes`` says that a token is still to be laid or
    taken away; ``last`` that the turn is over with it.
    """

    committed: State
    since: tuple[Move, ...]
    truth: State
    seen: dict[Spot, Reading]
    owes: bool
    last: bool


@dataclass(frozen=True)
class Noise:
    """How often a spot is not read, read wrong, or read right without certainty; shares of all spots."""

    unknown: float = 0.0
    wrong: float = 0.0
    unsure: float = 0.0


CLEAN = Noise()
NOISY = Noise(unknown=0.01, wrong=0.003, unsure=0.006)


def start(kind: str, chance: random.Random) -> State:
    """A shuffled game of the demo sets."""
    tiles = list(demo_tiles().tiles)
    chance.shuffle(tiles)
    floors = chance.sample(demo_floors(), 4)
    if kind.startswith("solo"):
        return GAME.new_solo(tiles[:25] if kind == "solo" else None, floors[0])
    players = int(kind[0])
    if kind.endswith("unknown"):
        return GAME.new_table(NAMES[:players], floors[:players])
    options = Options(common_path=10)
    return setup.deal(NAMES[:players], floors[:players], tiles, animals=GAME.animals, options=options)


def turn(state: State, chance: random.Random) -> list[Played]:
    """Legal moves up to the point where the turn may end, without the end; empty when the game is over."""
    played: list[Played] = []
    while len(played) < 12:
        if GAME.end_turn(state) is not None and chance.random() < 0.55:
            break
        kinds: dict[str, list[Move]] = {}
        for move in moves_at(state, chance):
            kinds.setdefault(type(move).__name__, []).append(move)
        if not kinds:
            break
        names = sorted(kinds)
        name = chance.choices(names, [WEIGHTS[each] for each in names])[0]
        move = chance.choice(kinds[name])
        state = GAME.play(state, move).state
        played.append(Played(move, state))
    while GAME.end_turn(state) is None:  # an opened double, a path to be filled up
        moves = [move for move in moves_at(state, chance) if not isinstance(move, Exchange)]
        if not moves:
            break
        move = chance.choice(moves)
        state = GAME.play(state, move).state
        played.append(Played(move, state))
    return played


def looks(committed: State, played: list[Played], chance: random.Random, noise: Noise, several: bool) -> Iterator[Look]:
    """The settled views of a turn: one at its end, or one after each visible move and each token in between."""
    first = 0
    for index, (move, state) in enumerate(played):
        last = index == len(played) - 1
        since = tuple(each.move for each in played[first : index + 1])
        if several and _visible(move) and not last:
            truth = GAME.view(state)
            before = GAME.view(committed if index == first else played[index - 1].state)
            owing = _owing(before, truth)
            if owing and chance.random() < 0.5:
                yield Look(committed, since, state, read({**truth, **owing}, chance, noise), True, False)
            yield Look(committed, since, state, read(truth, chance, noise), False, False)
        if isinstance(move, Exchange | SpendBerry | Refill) and several and chance.random() < 0.7:
            committed, first = state, index + 1  # entered by hand: what was seen before is committed with it
        if last and first <= index:
            yield Look(committed, since, state, read(GAME.view(state), chance, noise), False, True)


def read(view: View, chance: random.Random, noise: Noise) -> dict[Spot, Reading]:
    """What a camera reads of a view; a wrong reading is never sure."""
    seen: dict[Spot, Reading] = {}
    for spot, surface in view.items():
        luck = chance.random()
        if luck < noise.unknown:
            continue
        luck -= noise.unknown
        if luck < noise.wrong:
            seen[spot] = Reading(_other(surface, chance), chance.uniform(0.3, 0.7))
        elif luck < noise.wrong + noise.unsure:
            seen[spot] = Reading(surface, chance.uniform(0.3, 0.7))
        else:
            seen[spot] = Reading(surface, chance.uniform(0.9, 1.0))
    return seen


def moves_at(state: State, chance: random.Random) -> Iterator[Move]:
    """The legal moves without the end of the turn; leaves only in a window where every marked shape may come."""
    on: list[Spot] | None = None
    if state.player.path is None:
        row, col = chance.randrange(6), chance.randrange(7)
        on = [
            Space(state.turn.seat, cell)
            for cell in BOARD.cells
            if row <= cell.row < row + 3 and col <= cell.col < col + 3
        ]
    found = [move for move in GAME.legal_moves(state, on) if not isinstance(move, EndTurn)]
    if on is not None and not any(isinstance(move, PlaceLeaf) for move in found):
        found = [move for move in GAME.legal_moves(state) if not isinstance(move, EndTurn)]
    if state.turn.double is None and legal.may_end(state):
        # What would be spent without any use is rare among people.
        found = [move for move in found if not isinstance(move, SpendBerry | Exchange) or chance.random() < 0.5]
    yield from found


def _visible(move: Move) -> bool:
    return footprint(move) != Bits(0)


def _owing(before: View, after: View) -> dict[Spot, Surface]:
    """What the table shows as long as tokens of the last move have not been laid or taken away."""
    owing: dict[Spot, Surface] = {}
    for spot, surface in after.items():
        if surface in TOKENS and before[spot] != surface:
            owing[spot] = HOLE
        elif surface == HOLE and before[spot] in TOKENS:
            owing[spot] = before[spot]
    return owing


def _other(surface: Surface, chance: random.Random) -> Surface:
    return chance.choice([each for each in _READ if each != surface])


def drawn(view: View, seat: int) -> list[str]:
    """A board of a view as text, for people who look into a mistake."""
    letters = {"floor": ".", "squirrel": "s", "animal": "A", "hole": "o", "token": "T"}
    letters |= {"leaf.green": "g", "leaf.yellow": "y", "leaf.red": "r"}
    letters |= {surface: "BNMF"[kind] for kind, surface in enumerate(TOKENS)}
    return [
        "".join(
            letters[str(view[Space(seat, Cell(row, col))])] if Space(seat, Cell(row, col)) in view else "?"
            for col in range(9)
        )
        for row in range(8)
    ]
