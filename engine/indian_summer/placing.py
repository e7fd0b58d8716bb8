"""Where tiles fit on a board: one shift and one AND a cell for all orientations together (R4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from engine.grid import Bits
from engine.indian_summer.animals import AnimalKind
from engine.indian_summer.forest import LANES
from engine.indian_summer.tiles import Tile
from engine.lanes import Wide, fitting, spread, touching
from engine.polyomino import Placement, Polyomino


def placements(piece: Tile | AnimalKind, free: Bits) -> Iterator[Placement]:
    """Every way to lay a tile or an animal within these spaces, turned and flipped at will."""
    stencil = piece.stencil
    return spread(stencil, fitting(stencil, _widened(free)))


def placements_over(piece: Tile | AnimalKind, free: Bits, over: Bits) -> Iterator[Placement]:
    """Every way to lay a tile or an animal within ``free`` so that it covers all of ``over``."""
    stencil = piece.stencil
    anchors = fitting(stencil, _widened(free))
    rest = int(over)
    while rest and anchors:
        anchors = Wide(anchors & touching(stencil, _widened(Bits(rest & -rest))))
        rest &= rest - 1
    return spread(stencil, anchors)


def placements_touching(piece: Tile | AnimalKind, free: Bits, some: Bits) -> Iterator[Placement]:
    """Every way to lay a tile or an animal within ``free`` so that it covers at least one space of ``some``."""
    stencil = piece.stencil
    return spread(stencil, Wide(fitting(stencil, _widened(free)) & touching(stencil, _widened(some))))


def fits(piece: Tile | AnimalKind, free: Bits) -> bool:
    """Whether a tile or an animal can be laid within these spaces."""
    return fitting(piece.stencil, _widened(free)) != 0


def any_fits(pieces: Iterable[Tile], free: Bits) -> bool:
    """Whether at least one of the tiles can be laid within these spaces."""
    return any(fits(piece, free) for piece in pieces)


@cache
def smallest(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Tiles of which one fits wherever any fits: threes, straight and bent, for every larger leaf contains one."""
    threes = tuple(tile for tile in tiles if len(tile.shape) == 3)
    return threes if len({Polyomino(tile.shape.cells).canonical for tile in threes}) == 2 else tiles


def both_fit(one: Tile, other: Tile, free: Bits) -> bool:
    """Whether two tiles can be laid side by side within these spaces (R8.3, R8.4)."""
    if free.bit_count() < one.color.size + other.color.size:
        return False
    return any(fits(other, Bits(free & ~laid.covers)) for laid in placements(one, free))


def leaving_room(laying: Iterable[Placement], free: Bits, others: Sequence[Tile]) -> Iterator[Placement]:
    """Those of the placements after which one of the other tiles still fits in ``free``.

    A placement that leaves a known witness of another tile uncovered needs no search.
    """
    witnesses: list[Bits] = []
    for laid in laying:
        if any(not laid.covers & witness for witness in witnesses):
            yield laid
            continue
        rest = Bits(free & ~laid.covers)
        found = next((second for other in others for second in placements(other, rest)), None)
        if found is not None:
            witnesses.append(found.covers)
            yield laid


@lru_cache(maxsize=1024)
def _widened(free: Bits) -> Wide:
    return LANES.widen(free)
