"""What a player does: a union of small immutable values. A luck-free game: tile orders are told at the start (R2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.game import Surface
from engine.grid import Bits, Space
from engine.indian_summer.forest import BOARD, NONE, Purse, Treasure
from engine.indian_summer.state import Place, Source
from engine.indian_summer.tiles import Color, Tile


@dataclass(frozen=True, slots=True)
class PlaceLeaf:
    """Lay a leaf tile (R3.2, R8.3, R8.4). ``source`` is None when it comes from an own path that nobody told."""

    seat: int
    color: Color
    covers: Bits
    hole: Bits
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class PlaceSquirrel:
    """Lay a squirrel as the Main Action (R3.2)."""

    seat: int
    on: Bits


@dataclass(frozen=True, slots=True)
class SpendNut:
    """Return a nut and lay a squirrel, as a Special Action or in the final phase (R8.2, R10.2)."""

    seat: int
    on: Bits


@dataclass(frozen=True, slots=True)
class SpendBerry:
    """Return a berry and refill the own path (R8.1); alone from an end (R11.4), None when the paths are not told."""

    seat: int
    end: Place | None = None


@dataclass(frozen=True, slots=True)
class SpendFeather:
    """Return a feather; two ``PlaceLeaf`` of the own path follow (R8.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class SpendMushroom:
    """Return a mushroom; ``PlaceLeaf`` of the tiles at these sources follow, in either order (R8.3, R11.5)."""

    seat: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give tokens and get one: one for a lower kind, two for the next higher kind (R9.1)."""

    seat: int
    give: Treasure
    get: Treasure


@dataclass(frozen=True, slots=True)
class PlaceAnimal:
    """Lay an animal of the common stock on bare holes (R6.1); ``animal`` is the word of its kind."""

    seat: int
    animal: str
    covers: Bits


@dataclass(frozen=True, slots=True)
class Refill:
    """Choose the end from which an emptied path is filled up in the solo game (R11.3)."""

    seat: int
    end: Place


@dataclass(frozen=True, slots=True)
class TellPath:
    """Tell the engine a Player Path that no camera sees; changes nothing on the table (R12.2)."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End one's turn (R3.1), or one's part of the final phase (R10.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Correction:
    """The table's decision that spaces and purses are as said, whatever the rules say; sorted by space and seat."""

    spaces: tuple[tuple[Space, Surface], ...] = ()
    purses: tuple[tuple[int, Purse], ...] = ()


Move = (
    PlaceLeaf
    | PlaceSquirrel
    | SpendNut
    | SpendBerry
    | SpendFeather
    | SpendMushroom
    | Exchange
    | PlaceAnimal
    | Refill
    | TellPath
    | EndTurn
    | Correction
)

SPACES: Final = tuple(tuple(Space(seat, cell) for cell in BOARD.cells) for seat in range(4))
"""Every spot, by seat and bit."""


def footprint(move: Move) -> Bits:
    """The spaces of the player's board on which the move lays something; none for a move that no camera sees."""
    match move:
        case PlaceLeaf(covers=covers) | PlaceAnimal(covers=covers):
            return covers
        case PlaceSquirrel(on=on) | SpendNut(on=on):
            return on
        case _:
            return NONE


def spots(seat: int, bits: Bits) -> frozenset[Space]:
    """The spaces of a seat's board."""
    return frozenset(Space(seat, cell) for cell in BOARD.iterate(bits))
