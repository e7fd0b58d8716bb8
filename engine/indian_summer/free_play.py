"""Following what is laid on any board, one settled view after another, without turns, paths or purses.

For recordings that do not say who plays and what was spent: every placement is judged by the rules of placement,
treasures and animals (R4 to R6), any marked shape of the right size counts as a leaf (R1.7) and any shape as an animal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Reading, Spot
from engine.grid import Bits, Cell, Space
from engine.indian_summer.animals import AnimalKind, AnimalSet
from engine.indian_summer.forest import BOARD, PURSE_AT_START, Board, ForestFloor
from engine.indian_summer.moves import Move, PlaceAnimal, PlaceLeaf, PlaceSquirrel, SpendNut
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.state import Player, State, Turn
from engine.indian_summer.surfaces import FLOOR, TOKEN
from engine.polyomino import free_polyominoes
from engine.referee import Explanation, Verdict, explain, sure_surfaces

_FAMILIES: Final = ("single", "domino", "tromino", "tetromino", "pentomino")  # by size, from 1
ANY_ANIMAL: Final = AnimalSet(
    "any",
    tuple(
        AnimalKind(f"{family} animal" + (f" {number}" if number > 1 else ""), shape, copies=20)
        for size, family in enumerate(_FAMILIES, start=1)
        for number, shape in enumerate(free_polyominoes(size), start=1)
    ),
    note="every shape of up to five spaces, for boxes whose animals nobody entered",
)


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece that has come to lie on a board; ``kind`` is leaf, squirrel, animal or token.

    ``color`` is a leaf's colour or a token's treasure, None where there is none or it cannot be told.
    """

    kind: str
    color: str | None
    cells: tuple[Cell, ...]
    hole: Cell | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """What a settled view of one board meant; ``state`` agrees with all its sure readings but for owed tokens."""

    seat: int
    state: State
    explanation: Explanation[State, Move]
    laid: tuple[Laid, ...]
    taken: tuple[Cell, ...]  # spaces that were covered and show the floor again


def open_table(floors: Sequence[ForestFloor], names: Sequence[str]) -> State:
    """Boards with nothing on them, of any number of players, whose paths nobody told."""
    players = tuple(Player(name, Board(floor), PURSE_AT_START) for name, floor in zip(names, floors, strict=True))
    return State(players, animals=ANY_ANIMAL, stock=ANY_ANIMAL.stock)


def found(game: IndianSummer, state: State, seen: Mapping[Spot, Reading]) -> State:
    """The table as it was found, taken as given."""
    return game.play(state, game.correction(state, sure_surfaces(seen))).state


def follow(game: IndianSummer, state: State, seat: int, seen: Mapping[Spot, Reading]) -> Followed:
    """Explain one board's settled view and take it as the new state, legal or not."""
    mine: dict[Spot, Reading] = {
        spot: reading for spot, reading in seen.items() if isinstance(spot, Space) and spot.seat == seat
    }
    start = replace(state, turn=Turn(seat=seat))
    explanation = explain(game, start, mine)
    after = explanation.state
    moves = explanation.moves
    if explanation.verdict not in {Verdict.UNCHANGED, Verdict.LEGAL, Verdict.INCOMPLETE}:
        after = game.play(start, game.correction(start, sure_surfaces(mine))).state
        moves = explanation.attempt
    laid = tuple(piece for move in moves if (piece := _piece(move)) is not None)
    before = game.view(start)
    tokens = tuple(
        Laid("token", reading.surface.partition(".")[2] or None, (spot.cell,))
        for spot, reading in _by_space(mine)
        if reading.surface.startswith(TOKEN) and not before.get(spot, FLOOR).startswith(TOKEN)
    )
    old = state.players[seat].board
    return Followed(seat, replace(after, turn=Turn(seat=seat)), explanation, (*laid, *tokens), _taken(old, mine))


def _piece(move: Move) -> Laid | None:
    match move:
        case PlaceLeaf(color=color, covers=covers, hole=hole):
            return Laid("leaf", color.value, _cells(covers), next(iter(_cells(hole)), None))
        case PlaceSquirrel(on=on) | SpendNut(on=on):
            return Laid("squirrel", None, _cells(on))
        case PlaceAnimal(covers=covers):
            return Laid("animal", None, _cells(covers))
        case _:
            return None


def _by_space(seen: Mapping[Spot, Reading]) -> list[tuple[Space, Reading]]:
    return sorted((spot, reading) for spot, reading in seen.items() if isinstance(spot, Space))


def _taken(board: Board, seen: Mapping[Spot, Reading]) -> tuple[Cell, ...]:
    """Spaces that were covered and show the floor again."""
    return tuple(
        spot.cell
        for spot, reading in _by_space(seen)
        if reading.surface == FLOOR and board.covered & BOARD.bit(spot.cell)
    )


def _cells(bits: Bits) -> tuple[Cell, ...]:
    return tuple(BOARD.iterate(bits))
