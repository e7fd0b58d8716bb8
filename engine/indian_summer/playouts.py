"""Whole solo games at random, fast: raw ints in one loop, for statistics and for search (R11).

The policy is plain: lay a leaf of the path, every placement of every tile equally likely; a squirrel where none fits;
fill the path up from an end at random; keep all tokens for the final phase, and fill the cheapest area first then.
``moves`` gives the turns as moves of the rules, which must come to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.grid import Bits
from engine.indian_summer.forest import AREAS, FULL, LANES, Purse
from engine.indian_summer.moves import EndTurn, Move, PlaceLeaf, PlaceSquirrel, Refill
from engine.indian_summer.outcome import POINTS, Solo
from engine.indian_summer.state import ENDS, PATH_LENGTH, SOLO_TURNS, TOP, Place, Source, State
from engine.indian_summer.tiles import Tile
from engine.lanes import Stencil, Wide, fitting, pick

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
    """A board in play: prints by kind, what is covered, tokens on holes by kind, the open areas and the supply."""

    prints: tuple[int, ...]
    tokens: list[int]
    waiting: list[int]
    purse: list[int]


def random_solo(state: State, choose: Choose) -> Playout:
    """Play a solo game from its start to its end.

    Raises:
        ValueError: no solo game, or paths that nobody told.
    """
    solo, player = state.solo, state.player
    if solo is None or solo.top is None or solo.bottom is None or player.path is None:
        raise ValueError("random play needs a solo game with all its paths known")
    path = [(tile, tile.stencil) for tile in player.path]
    sides = [[(tile, tile.stencil) for tile in solo.top], [(tile, tile.stencil) for tile in solo.bottom]]
    ground = _Ground(player.board.floor.prints, [0, 0, 0, 0], list(AREAS), list(player.purse))
    covered = int(player.board.covered)
    turns: list[Laid] = []
    for _ in range(SOLO_TURNS):
        slot, covers, hole = _leaf(path, covered, choose)
        tile = None
        if slot >= 0:
            tile = path.pop(slot)[0]
            for kind in range(4):
                if ground.prints[kind] & hole:
                    ground.tokens[kind] |= hole  # R5.1
                    break
        elif covered != FULL:
            covers = _nth(FULL & ~covered, choose((FULL & ~covered).bit_count()))
        covered |= covers
        _harvest(ground, covered)
        end = None if path else _refill(path, sides, choose)
        turns.append(Laid(slot, tile, Bits(covers), Bits(hole), end))
    before = Purse(*ground.purse)
    return Playout(tuple(turns), Bits(covered), before, _final_phase(ground, covered))


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


def _leaf(path: list[tuple[Tile, Stencil]], covered: int, choose: Choose) -> tuple[int, int, int]:
    """The place of a tile, its covers and hole: every placement of every tile equally likely; -1 if none fits."""
    wide = LANES.widen(Bits(FULL & ~covered))
    anchors: list[Wide] = [fitting(stencil, wide) for _, stencil in path]
    counts = [each.bit_count() for each in anchors]
    total = sum(counts)
    if not total:
        return -1, 0, 0
    number = choose(total)
    slot = 0
    while number >= counts[slot]:
        number -= counts[slot]
        slot += 1
    covers, hole = pick(path[slot][1], anchors[slot], number)
    return slot, covers, hole


def _harvest(ground: _Ground, covered: int) -> None:
    """R5.2: the tokens of areas that are complete now."""
    for area in ground.waiting:
        if not area & ~covered:
            break
    else:
        return
    for area in ground.waiting[:]:
        if not area & ~covered:
            ground.waiting.remove(area)
            for kind in range(4):
                if ground.tokens[kind] & area:
                    ground.purse[kind] += (ground.tokens[kind] & area).bit_count()
                    ground.tokens[kind] &= ~area


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


def _final_phase(ground: _Ground, covered: int) -> Solo:
    """R11.6, R11.7: the cheapest area first, paid with the cheapest tokens."""
    purse = ground.purse
    while ground.waiting:
        area = min(ground.waiting, key=lambda each: (each & ~covered).bit_count())
        empty = (area & ~covered).bit_count()
        if purse[3] + purse[2] + purse[1] + purse[0] // 2 < empty:
            break
        _pay(purse, empty)
        covered |= area
        _harvest(ground, covered)
    empty = (FULL & ~covered).bit_count()
    laid = min(empty, purse[3] + purse[2] + purse[1] + purse[0] // 2)
    _pay(purse, laid)
    left = sum(worth * number for worth, number in zip(POINTS, purse, strict=True))
    return Solo(laid == empty, left - (empty - laid))


def _pay(purse: list[int], squirrels: int) -> None:
    """So many nuts: those there are, then pairs of berries, mushrooms, feathers."""
    for kind, price in ((1, 1), (0, 2), (2, 1), (3, 1)):
        number = min(squirrels, purse[kind] // price)
        purse[kind] -= number * price
        squirrels -= number


def _nth(bits: int, number: int) -> int:
    for _ in range(number):
        bits &= bits - 1
    return bits & -bits
