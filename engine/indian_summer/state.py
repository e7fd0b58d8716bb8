"""The state of a game, an immutable, hashable value: whose turn it is, the boards, purses, paths and the stock."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from engine.indian_summer.animals import NO_ANIMALS, AnimalSet
from engine.indian_summer.forest import Board, Purse, Treasure
from engine.indian_summer.options import Options
from engine.indian_summer.sets import TileSet
from engine.indian_summer.tiles import TILES, Tile

PATH_LENGTH = 5
"""R2.2, R7.1."""
PATH_LIMIT = 6
"""R7.4: a Berry may bring a sixth."""
COMMON_LOW = 7
"""R7.3: below this the Common Path is refilled."""
SOLO_TURNS = 10
"""R11.2."""

Path = tuple[Tile, ...] | None
"""Tiles in order, the one next to the Backpack (or at the Bush, or the left end) first; None when nobody told."""


class Place(Enum):
    """Where a tile is taken from; the solo paths and the numbered row by their ends."""

    PATH = "path"
    SEAT = "seat"
    BUSH = "bush"
    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM_RIGHT = "bottom-right"
    GAP_LEFT = "gap-left"
    GAP_RIGHT = "gap-right"


TOP = (Place.TOP_LEFT, Place.TOP_RIGHT)
BOTTOM = (Place.BOTTOM_LEFT, Place.BOTTOM_RIGHT)
GAP = (Place.GAP_LEFT, Place.GAP_RIGHT)
ENDS = (*TOP, *BOTTOM)


class Source(NamedTuple):
    """One tile by its place: ``PATH`` with its index in the own path, ``SEAT`` with another seat's number, else 0."""

    place: Place
    at: int = 0

    def __str__(self) -> str:
        return f"{self.place.value}{self.at + 1}" if self.place in (Place.PATH, Place.SEAT) else self.place.value


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name, board, purse of tokens and Player Path."""

    name: str
    board: Board
    purse: Purse
    path: Path = None


@dataclass(frozen=True, slots=True)
class SoloTable:
    """The tiles around the board of a solo game (R11.1), from left to right.

    ``row`` are the 12 places of the numbered row from left to right: number 10 down to 1 and two that start empty, so
    that the tile of turn n slides to the right over the gap (R11.2). None where nobody told the engine.
    """

    top: Path = None
    bottom: Path = None
    row: tuple[Tile | None, ...] | None = None


class Phase(Enum):
    """Turns, then the final phase (R10.2, R11.6), then the end."""

    TURNS = "turns"
    FINAL = "final"
    OVER = "over"


class Double(NamedTuple):
    """An open Feather or Mushroom: how many tiles are still to be laid, and for a Mushroom from where."""

    spent: Treasure
    left: int
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and how far it has come.

    ``number`` counts rounds from 1, in the solo game turns. ``refill`` says that the empty path waits for the choice of
    an end (R11.3); ``closing`` is who filled a board first, so that this round is the last (R10.1).
    """

    seat: int = 0
    number: int = 1
    main_done: bool = False
    double: Double | None = None
    refill: bool = False
    closing: int | None = None
    phase: Phase = Phase.TURNS


@dataclass(frozen=True, slots=True)
class State:
    """Everything that the rules know about a game.

    ``common`` starts at the Bush (R2.3), ``reserve`` with the tile that comes next; ``solo`` is None unless one plays
    alone. ``stock`` counts the animals left by kind of ``animals``; ``tiles`` is the box's tile list if there is one.
    """

    players: tuple[Player, ...]
    turn: Turn = Turn()
    start: int = 0
    common: Path = None
    reserve: Path = None
    solo: SoloTable | None = None
    animals: AnimalSet = field(default=NO_ANIMALS, hash=False)
    stock: tuple[int, ...] = ()
    options: Options = field(default_factory=Options)
    tiles: TileSet | None = field(default=None, hash=False)

    @property
    def shapes(self) -> tuple[Tile, ...]:
        """The tiles that there may be in paths that nobody told: those of the box, or all marked shapes (R1.7)."""
        return TILES if self.tiles is None else self.tiles.shapes

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.turn.seat]

    @property
    def board(self) -> Board:
        """The board of the player whose turn it is."""
        return self.players[self.turn.seat].board
