"""Whole solo games at random, fast: raw ints in one loop, for statistics and for search (R11).

The policy is plain: lay a leaf of the path, every placement of every tile equally likely; a squirrel where none fits;
fill the path up from an end at random; keep all tokens for the final phase, and fill the cheapest area first then.
``moves`` gives the turns as moves of the rules, which must come to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from engine.grid import Bits
from engine.indian_summer.forest import AREAS, BOARD, FULL, LANES, NONE, ForestFloor, Purse
from engine.indian_summer.moves import EndTurn, Move, PlaceLeaf, PlaceSquirrel, Refill
from engine.indian_summer.outcome import POINTS, Solo
from engine.indian_summer.state import ENDS, PATH_LENGTH, SOLO_TURNS, TOP, Place, Source, State
from engine.indian_summer.tiles import Tile
from engine.lanes import Stencil, Wide, pick

Choose = Callable[[int], int]
"""A number below its argument, such as ``lambda n: int(random.random() * n)``: luck comes from outside."""

_LEFT = frozenset({Place.TOP_LEFT, Place.BOTTOM_LEFT})


class Laid(NamedTuple):
    """What one turn did: a leaf of a place of the path, or a squirrel (``slot`` -1), and where the path filled up."""

    slot: int
    tile: Tile | None
    covers: Bits
    hole: Bits
    end: Place | None


class Playout(NamedTuple):
    """A played game: its turns, what was covered and in the supply before the final phase, and the end."""

    turns: tuple[Laid, ...]
    covered: Bits
    purse: Purse
    end: Solo


class _Ground(NamedTuple):
    """A board in play: tokens on holes by kind, the open areas and the supply."""

    tokens: list[int]
    waiting: list[int]
    purse: list[int]


Hand = list[tuple[Tile, Stencil]]


def random_solo(state: State, choose: Choose) -> Playout:
    """Play a solo game from its start to its end.

    Raises:
        ValueError: no solo game, or paths that nobody told.
    """
    solo, player = state.solo, state.player
    if solo is None or solo.top is None or solo.bottom is None or player.path is None:
        raise ValueError("random play needs a solo game with all its paths known")
    path: Hand = [(tile, tile.stencil) for tile in player.path]
    sides: list[Hand] = [[(tile, tile.stencil) for tile in side] for side in (solo.top, solo.bottom)]
    treasures, ground = _treasures(player.board.floor), _Ground([0, 0, 0, 0], list(AREAS), list(player.purse))
    free: int = FULL
    wide: int = LANES.widen(FULL)
    turns: list[Laid] = []
    for _ in range(SOLO_TURNS):
        tile, hole = None, NONE
        slot, bit = _leaf(path, wide, choose)
        if slot >= 0:
            tile, stencil = path.pop(slot)
            placement = stencil.placements[bit]
            assert placement is not None
            covers, hole = placement
            wide &= ~stencil.shadows[bit]
            if hole in treasures:
                ground.tokens[treasures[hole]] |= hole  # R5.1
        else:
            covers = _nth(free, choose(free.bit_count()) if free else 0)
            wide &= ~LANES.widen(covers)
        free &= ~covers
        _harvest(ground, free)
        end = None if path else _refill(path, sides, choose)
        turns.append(Laid(slot, tile, covers, hole, end))
    before = Purse(*ground.purse)
    return Playout(tuple(turns), Bits(FULL & ~free), before, _final_phase(ground, free))


def moves(playout: Playout) -> Iterator[Move]:
    """The same ten turns as moves of the rules, the final phase left out."""
    for slot, tile, covers, hole, end in playout.turns:
        if tile is not None:
            yield PlaceLeaf(0, tile.color, covers, hole, Source(Place.PATH, slot))
        elif covers:
            yield PlaceSquirrel(0, covers)
        if end is not None:
            yield Refill(0, end)
        yield EndTurn(0)


def _leaf(path: Hand, wide: int, choose: Choose) -> tuple[int, int]:
    """The place of a tile and the bit of an anchor: every placement of every tile equally likely; -1 if none fits."""
    anchors: list[int] = []
    counts: list[int] = []
    total = 0
    for _, stencil in path:
        fits: int = stencil.anchors & wide  # ``lanes.fitting`` written out: this loop is where the time goes
        for offset in stencil.offsets:
            fits &= wide >> offset
        number = fits.bit_count()
        anchors.append(fits)
        counts.append(number)
        total += number
    if not total:
        return -1, 0
    number = choose(total)
    slot = 0
    while number >= counts[slot]:
        number -= counts[slot]
        slot += 1
    return slot, pick(Wide(anchors[slot]), number)


def _harvest(ground: _Ground, free: int) -> None:
    """R5.2: the tokens of areas that are complete now."""
    for area in ground.waiting:
        if not area & free:
            break
    else:
        return
    for area in ground.waiting[:]:
        if not area & free:
            ground.waiting.remove(area)
            for kind, bits in enumerate(ground.tokens):
                ground.purse[kind] += (bits & area).bit_count()


@cache
def _treasures(floor: ForestFloor) -> dict[Bits, int]:
    """The kind of treasure by the bit of its space."""
    return {BOARD.bit(cell): kind for kind, bits in enumerate(floor.prints) for cell in BOARD.iterate(bits)}


def _refill(path: list[tuple[Tile, Stencil]], sides: list[list[tuple[Tile, Stencil]]], choose: Choose) -> Place | None:
    """R11.3: from one end of one path, outermost first."""
    ends = [end for end in ENDS if sides[end not in TOP]]
    if not ends:
        return None
    end = ends[choose(len(ends))]
    side = sides[end not in TOP]
    while side and len(path) < PATH_LENGTH:
        path.append(side.pop(0 if end in _LEFT else -1))
    return end


def _final_phase(ground: _Ground, free: int) -> Solo:
    """R11.6, R11.7: the cheapest area first, paid with the cheapest tokens."""
    purse = ground.purse
    for area in sorted(ground.waiting, key=lambda each: (each & free).bit_count()):
        empty = (area & free).bit_count()
        if purse[3] + purse[2] + purse[1] + purse[0] // 2 < empty:
            break
        _pay(purse, empty)
        free &= ~area
        _harvest(ground, free)
    empty = free.bit_count()
    laid = min(empty, purse[3] + purse[2] + purse[1] + purse[0] // 2)
    _pay(purse, laid)
    left = sum(worth * number for worth, number in zip(POINTS, purse, strict=True))
    return Solo(laid == empty, left - (empty - laid))


def _pay(purse: list[int], squirrels: int) -> None:
    """So many nuts: those there are, then pairs of berries, mushrooms, feathers."""
    for kind, price in ((1, 1), (0, 2), (2, 1), (3, 1)):
        if not squirrels:
            return
        number = min(squirrels, purse[kind] // price)
        purse[kind] -= number * price
        squirrels -= number


def _nth(bits: int, number: int) -> Bits:
    for _ in range(number):
        bits &= bits - 1
    return Bits(bits & -bits)
