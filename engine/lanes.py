"""Every orientation of a shape at once: the eight symmetric images of a board side by side in one int.

Laying a turned shape on a board is laying the shape itself on the board turned back. So a set of free cells is
*widened* once into eight lanes, one for each symmetry, and then one shift and one AND a cell answer for all
orientations together, where an orientation at a time takes eight times as many. Lanes that would repeat an orientation
of a symmetric shape are left out by the mask of its anchors, and so is every anchor at which the shape would leave its
lane.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, NewType

from engine.grid import Bits, Cell, Grid, Symmetry
from engine.polyomino import Placement, Polyomino

Wide = NewType("Wide", int)
"""A set of cells in eight lanes, or a set of anchors in them."""

_HALVES = tuple(tuple((1 << power, (1 << (1 << power)) - 1) for power in range(size - 1, -1, -1)) for size in range(16))
"""Widths and masks for halving a number, by the bits of its length: enough for the lanes of any grid up to 63 x 63."""


class Stencil(NamedTuple):
    """A shape on the lanes of one grid.

    An anchor is where the shape's first cell lies; ``offsets`` are the bit distances of its other cells. ``placements``
    gives the placement of each anchor by its bit, None where there is none, and ``shadows`` the widened cells of it.
    """

    anchors: Wide
    offsets: tuple[int, ...]
    placements: tuple[Placement | None, ...]
    shadows: tuple[Wide, ...]


@dataclass(frozen=True)
class Lanes:
    """The lanes of a grid; ``tables`` hold, for each byte of a set of cells, what each value of it widens to."""

    grid: Grid
    pitch: int
    tables: tuple[tuple[Wide, ...], ...]

    def widen(self, cells: Bits) -> Wide:
        """The cells in all eight lanes: one look-up a byte."""
        wide = 0
        for table, byte in zip(self.tables, cells.to_bytes(len(self.tables), "little"), strict=True):
            wide |= table[byte]
        return Wide(wide)

    def stencil(self, shape: Polyomino) -> Stencil:
        """The shape on these lanes; cached."""
        return _stencil(shape.canonical, self.grid)


def fitting(stencil: Stencil, wide: Wide) -> Wide:
    """The anchors, in all orientations, at which every cell of the shape is free."""
    anchors: int = stencil.anchors & wide
    for offset in stencil.offsets:
        anchors &= wide >> offset
    return Wide(anchors)


def touching(stencil: Stencil, wide: Wide) -> Wide:
    """The anchors, whether they fit or not, at which the shape covers at least one of these cells."""
    anchors: int = wide
    for offset in stencil.offsets:
        anchors |= wide >> offset
    return Wide(anchors)


def spread(stencil: Stencil, anchors: Wide) -> Iterator[Placement]:
    """The placements at these anchors."""
    table, rest = stencil.placements, int(anchors)
    while rest:
        low = rest & -rest
        placement = table[low.bit_length() - 1]
        assert placement is not None
        yield placement
        rest ^= low


def pick(anchors: Wide, number: int) -> int:
    """The bit of the anchor of this number, counted from 0: by halving, without listing the others.

    Raises:
        IndexError: there are not so many anchors.
    """
    if not 0 <= number < anchors.bit_count():
        raise IndexError(f"there are {anchors.bit_count()} anchors, asked for number {number}")
    rest, start = int(anchors), 0
    for width, mask in _HALVES[anchors.bit_length().bit_length()]:
        low = rest & mask
        below = low.bit_count()
        if number < below:
            rest = low
        else:
            number -= below
            rest >>= width
            start += width
    return start


@lru_cache(maxsize=16)
def lanes(grid: Grid) -> Lanes:
    """The lanes of a grid: the images under the eight symmetries, each in a square of the longer side."""
    pitch = max(grid.rows, grid.cols)
    singles = [sum(1 << _bit(grid, pitch, place, cell) for place in range(8)) for cell in grid.cells]
    tables = []
    for start in range(0, len(singles), 8):
        table = [0]
        for single in singles[start : start + 8]:
            table += [wide | single for wide in table]
        tables.append(tuple(Wide(wide) for wide in table))
    return Lanes(grid, pitch, tuple(tables))


def _bit(grid: Grid, pitch: int, place: int, cell: Cell) -> int:
    """The bit of a cell in the lane of this place."""
    row, col = _image(grid, tuple(Symmetry)[place], cell)
    return place * pitch * pitch + row * pitch + col


def _image(grid: Grid, symmetry: Symmetry, cell: Cell) -> Cell:
    """Where a symmetry takes a cell when the grid's image is moved back to the corner."""
    corner, other = symmetry(Cell(0, 0)), symmetry(Cell(grid.rows - 1, grid.cols - 1))
    image = symmetry(cell)
    return Cell(image.row - min(corner.row, other.row), image.col - min(corner.col, other.col))


@lru_cache(maxsize=4096)
def _stencil(shape: Polyomino, grid: Grid) -> Stencil:
    board, bits = lanes(grid), _bits_of_lanes(grid)
    pitch = board.pitch
    first, (height, width) = shape.cells[0], shape.size_hw
    offsets = tuple((c.row - first.row) * pitch + c.col - first.col for c in shape.cells)
    mark = None if shape.mark is None else (shape.mark.row - first.row) * pitch + shape.mark.col - first.col
    found: list[Placement | None] = [None] * len(bits)
    anchors, seen = 0, set()
    for corner in _corners(pitch, height, width):
        anchor = corner + first.row * pitch + first.col
        cells = [bits[anchor + offset] for offset in offsets]
        if not all(cells):
            continue
        placement = Placement(Bits(sum(cells)), Bits(0 if mark is None else bits[anchor + mark]))
        if placement not in seen:  # the lanes of a symmetric shape repeat each other
            seen.add(placement)
            found[anchor] = placement
            anchors |= 1 << anchor
    shadows = (Wide(0) if placement is None else board.widen(placement.covers) for placement in found)
    return Stencil(Wide(anchors), offsets[1:], tuple(found), tuple(shadows))


def _corners(pitch: int, height: int, width: int) -> Iterator[int]:
    """The bits of the corners at which a box lies within the square of its lane."""
    for place in range(8):
        for row in range(pitch - height + 1):
            for col in range(pitch - width + 1):
                yield (place * pitch + row) * pitch + col


@lru_cache(maxsize=16)
def _bits_of_lanes(grid: Grid) -> tuple[Bits, ...]:
    """The set of the cell that a bit of the lanes stands for; none where a lane reaches over its board."""
    pitch = max(grid.rows, grid.cols)
    found = [Bits(0)] * (8 * pitch * pitch)
    for place in range(8):
        for cell in grid.cells:
            found[_bit(grid, pitch, place, cell)] = grid.bit(cell)
    return tuple(found)
