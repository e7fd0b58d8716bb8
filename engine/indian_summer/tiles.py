"""Leaf tiles: 62 marked shapes in three colours (R1.3).

A tile *is* its shape: two tiles of one shape are interchangeable under every rule, so they are equal here, and a
footprint on the board names its tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.game import Surface
from engine.grid import Bits
from engine.indian_summer.forest import LANES
from engine.indian_summer.surfaces import LEAVES
from engine.lanes import Stencil
from engine.polyomino import Placement, Polyomino, marked_free_polyominoes


class Color(Enum):
    """The colour of a leaf, which says its size: green 3, yellow 4, red 5 spaces (R1.3)."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"

    @property
    def index(self) -> int:
        """0, 1 or 2: the place in tuples by colour."""
        return _INDEX[self]

    @property
    def size(self) -> int:
        """How many spaces a leaf of this colour covers, its hole included."""
        return _INDEX[self] + 3

    @property
    def letter(self) -> str:
        """``g``, ``y`` or ``r``."""
        return self.value[0]

    @property
    def surface(self) -> Surface:
        """What a camera sees of it."""
        return LEAVES[_INDEX[self]]

    @classmethod
    def of_size(cls, size: int) -> Color:
        """The colour of leaves of this size; raises ValueError for another number than 3, 4 or 5."""
        for color in cls:
            if color.size == size:
                return color
        raise ValueError(f"a leaf covers 3, 4 or 5 spaces, got {size}")


_INDEX: Final = MappingProxyType({color: index for index, color in enumerate(Color)})


class Tile(NamedTuple):
    """A leaf tile by its code: colour letter and number of the marked shape, such as ``g01``, ``y12`` or ``r46``.

    Shapes are numbered from 1 in the order of ``marked_free_polyominoes``.

    >>> print(Tile.parse("y05").shape)
    ##o
    #..
    """

    code: str

    def __str__(self) -> str:
        return self.code

    @property
    def color(self) -> Color:
        """Its colour."""
        return _COLOR[self.code[0]]

    @property
    def shape(self) -> Polyomino:
        """Its shape in canonical form, the hole marked."""
        return _SHAPES[self]

    @property
    def stencil(self) -> Stencil:
        """All its orientations on the forest board."""
        return _stencil(self)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read a code; inverse of ``str``.

        Raises:
            ValueError: no tile has this code.
        """
        tile = cls(text)
        if tile not in _SHAPES:
            raise ValueError(f"a leaf tile is g01 to g04, y01 to y12 or r01 to r46, got {text!r}")
        return tile

    @classmethod
    def of(cls, shape: Polyomino) -> Tile:
        """The tile of a shape with its hole marked, however it is turned.

        Raises:
            ValueError: not 3, 4 or 5 spaces, or no hole (R1.3).
        """
        if shape.mark is None:
            raise ValueError("a leaf has one hole among its spaces, got none")
        Color.of_size(len(shape))
        return _TILES[shape.canonical]


_COLOR: Final = MappingProxyType({color.letter: color for color in Color})
_SHAPES: Final = MappingProxyType(
    {
        Tile(f"{color.letter}{number:02}"): shape
        for color in Color
        for number, shape in enumerate(marked_free_polyominoes(color.size), start=1)
    }
)
_TILES: Final = MappingProxyType({shape: tile for tile, shape in _SHAPES.items()})

TILES: Final = tuple(_SHAPES)
"""All 62, green to red."""


def tile_at(covers: Bits, hole: Bits) -> Tile | None:
    """The tile whose footprint this is, or None when no leaf looks like that (R1.3)."""
    return _footprints().get(Placement(covers, hole))


@cache
def _footprints() -> Mapping[Placement, Tile]:
    """Every placement of every tile on an empty board."""
    return {laid: tile for tile in TILES for laid in tile.stencil.placements if laid is not None}


@cache
def _stencil(tile: Tile) -> Stencil:
    return LANES.stencil(_SHAPES[tile])
