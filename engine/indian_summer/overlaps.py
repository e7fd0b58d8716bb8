"""Leaves seen in part only: over leaves of their colour, with the hole on a hole, or under another new leaf."""

from __future__ import annotations

from collections.abc import Iterator

from engine.grid import Bits
from engine.indian_summer.forest import Board
from engine.indian_summer.partitions import Colors, Leaf, exact, grown, lumps, odd, singles
from engine.indian_summer.tiles import Color

HIDDEN = 3
"""No more spaces of a leaf than this are guessed."""


def partitions(colors: Colors, holes: Bits, board: Board | None = None) -> Iterator[tuple[Leaf, ...]]:
    """The ways to see new leaf spaces and holes as leaves: real ones; else one that is seen in part; else odd ones."""
    if not any(colors) and not holes:
        yield ()
        return
    for ways in (exact(colors, int(holes)), () if board is None else overlapping(colors, int(holes), board)):
        found = False
        for leaves in ways:
            found = True
            yield leaves
        if found:
            return
    yield odd(colors, int(holes))


def overlapping(colors: Colors, holes: int, board: Board) -> Iterator[tuple[Leaf, ...]]:
    """The ways to see all but one leaf as real ones, fewest hidden spaces first, in the order they were laid.

    The one with a hidden part comes before what lies on it, and after what it lies on.
    """
    new = colors[0] | colors[1] | colors[2] | holes
    one = new.bit_count() <= Color.RED.size and sum(bool(each) for each in colors) == 1
    for missing in range(1, HIDDEN + 1):
        for color in Color:
            for shown, hole in _parts(colors[color.index], holes, color, missing):
                rest = list(colors)
                rest[color.index] = colors[color.index] & ~shown
                for others in exact((rest[0], rest[1], rest[2]), holes & ~hole):
                    if one and others:
                        continue  # rather one leaf of a wrong size than two of which hardly anything shows
                    yield from _completed(color, shown | hole, hole, others, board)


def _parts(own: int, holes: int, color: Color, missing: int) -> Iterator[tuple[int, int]]:
    """What is seen of a leaf of this colour: all its new spaces or one lump of them, and a hole or none."""
    for shown in dict.fromkeys((own, *lumps(own))):
        for hole in (0, *singles(holes)):
            if shown and (shown | hole).bit_count() == color.size - missing:
                yield shown, hole


def _completed(
    color: Color, seen: int, hole: int, others: tuple[Leaf, ...], board: Board
) -> Iterator[tuple[Leaf, ...]]:
    """The whole leaves that show these spaces only."""
    over = 0
    for other in others:
        over |= other.covers
    alike = board.leaves[color.index] | (0 if hole else board.bare)
    for covers in grown(seen & -seen, seen | alike | over, color.size):
        if seen & ~covers:
            continue
        under = covers & over
        for mark in [hole] if hole else singles(covers & ~seen & (board.bare | over)):
            if not hole and (covers & board.bare & ~over & ~mark):
                continue  # a second hole would show
            leaf = Leaf(color, Bits(covers), Bits(mark))
            yield (leaf, *others) if under else (*others, leaf)
