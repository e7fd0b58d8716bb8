"""Changed spaces taken apart into leaves: real ones, and odd lumps that are none (R1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.grid import Bits, Cell
from engine.indian_summer.forest import BOARD, FULL
from engine.indian_summer.tiles import Color

BUDGET = 3000
"""Partitions are looked for in so many steps: a hand or a bump changes half a board, and that is no puzzle to solve."""

_LEFT = BOARD.bits(Cell(row, 0) for row in range(BOARD.rows))
_RIGHT = BOARD.bits(Cell(row, BOARD.cols - 1) for row in range(BOARD.rows))


class Leaf(NamedTuple):
    """A leaf as it may lie there: its colour, spaces and holes (any number, if it is no real leaf)."""

    color: Color
    covers: Bits
    hole: Bits


Colors = tuple[int, int, int]


def exact(colors: Colors, holes: int) -> Iterator[tuple[Leaf, ...]]:
    """Partitions into real leaves only: each with one hole, colour and size agreeing; none when that takes too long."""
    return _exact(colors, holes, iter(range(BUDGET)))


def odd(colors: Colors, holes: int) -> tuple[Leaf, ...]:
    """Lumps of one colour with the hole that joins or touches them: no real leaves, for the rules to explain."""
    leaves = []
    for color in sorted(Color, key=lambda color: -colors[color.index].bit_count()):
        rest = colors[color.index]
        for hole in singles(holes):
            joined = 0
            for lump in lumps(rest):
                if _around(lump) & hole:
                    joined |= lump
            if joined:
                rest &= ~joined
                holes &= ~hole
                leaves.append(Leaf(color, Bits(joined | hole), Bits(hole)))
        leaves.extend(Leaf(color, lump, Bits(0)) for lump in lumps(rest))
    for low in singles(holes):
        leaves.append(Leaf(Color.GREEN, Bits(low), Bits(low)))
    return tuple(leaves)


def grown(start: int, within: int, size: int) -> list[int]:
    """The connected sets of this size that hold ``start`` and else only spaces of ``within``."""
    level = {start}
    for _ in range(size - 1):
        level = {found | beside for found in level for beside in singles(_around(found) & within & ~found)}
    return sorted(level)


def lumps(bits: int) -> Iterator[Bits]:
    """The connected parts."""
    while bits:
        lump = _lump(bits & -bits, bits)
        bits &= ~lump
        yield Bits(lump)


def lone_tokens(leafy: int, holes: int, tokens: int) -> int:
    """The tokens on new holes that no leaf can have, for none is beside them: they lie on empty spaces (R5.1)."""
    return sum(lump for lump in lumps(leafy | holes) if not lump & leafy and not lump & ~tokens)


def singles(bits: int) -> Iterator[int]:
    """The spaces one by one."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


def _exact(colors: Colors, holes: int, budget: Iterator[int]) -> Iterator[tuple[Leaf, ...]]:
    """Partitions into real leaves only: each with one hole, colour and size agreeing."""
    if not holes:
        if not any(colors):
            yield ()
        return
    low = holes & -holes
    for color in Color:
        own = colors[color.index]
        for covers in grown(low, own, color.size):
            if next(budget, None) is None:
                return
            rest = list(colors)
            rest[color.index] = own & ~covers
            leaf = Leaf(color, Bits(covers), Bits(low))
            for others in _exact((rest[0], rest[1], rest[2]), holes ^ low, budget):
                yield (leaf, *others)


def _lump(start: int, within: int) -> int:
    """The connected part of ``within`` that holds ``start``."""
    lump = start
    while grown := _around(lump) & within & ~lump:
        lump |= grown
    return lump


def _around(bits: int) -> int:
    return (bits << BOARD.cols | bits >> BOARD.cols | (bits & ~_RIGHT) << 1 | (bits & ~_LEFT) >> 1) & FULL & ~bits
