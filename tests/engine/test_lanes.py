"""All orientations at once against one at a time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.grid import Bits, Cell, Grid
from engine.lanes import fitting, lanes, pick, spread
from engine.polyomino import Placement, Polyomino, fixed_polyominoes, marked_free_polyominoes

SHAPES = [shape for size in (3, 4, 5) for shape in marked_free_polyominoes(size)]
ANY_SHAPES = [*SHAPES, *(shape for size in range(1, 6) for shape in fixed_polyominoes(size))]
GRIDS = st.builds(Grid, st.integers(1, 9), st.integers(1, 9))
BOARD = Grid(rows=8, cols=9)


@settings(max_examples=300)
@given(GRIDS, st.sampled_from(ANY_SHAPES), st.data())
def test_lanes_equal_trying_every_placement(grid: Grid, shape: Polyomino, data: st.DataObject) -> None:
    """On any grid, whatever is free: exactly the placements within it, each once."""
    free = Bits(data.draw(st.integers(0, grid.full)) | data.draw(st.integers(0, grid.full)))
    stencil, wide = lanes(grid).stencil(shape), lanes(grid).widen(free)
    found = list(spread(stencil, fitting(stencil, wide)))
    assert len(found) == len(set(found))
    assert set(found) == {laid for laid in shape.placements(grid) if not laid.covers & ~free}


@given(st.sampled_from(SHAPES), st.integers(0, BOARD.full))
def test_lanes_equal_sets_of_cells(shape: Polyomino, bits: int) -> None:
    """The same with cells and sets, without any bit."""
    free, cells = Bits(bits), BOARD.set_of(Bits(bits))
    stencil = lanes(BOARD).stencil(shape)
    found = {BOARD.set_of(laid.covers) for laid in spread(stencil, fitting(stencil, lanes(BOARD).widen(free)))}
    assert found == {
        there
        for form in shape.orientations
        for r in range(8)
        for c in range(9)
        if (there := frozenset(Cell(cell.row + r, cell.col + c) for cell in form.cells)) <= cells
    }


@given(st.sampled_from(SHAPES), st.integers(0, BOARD.full))
def test_picking_equals_listing(shape: Polyomino, bits: int) -> None:
    """The n-th placement without a list is the n-th of the list."""
    stencil = lanes(BOARD).stencil(shape)
    anchors = fitting(stencil, lanes(BOARD).widen(Bits(BOARD.full & ~(bits & (bits >> 7)))))
    listed: list[Placement] = list(spread(stencil, anchors))
    picked = [pick(anchors, number) for number in range(len(listed))]
    assert [stencil.placements[bit] for bit in picked] == listed
    assert [stencil.shadows[bit] for bit in picked] == [lanes(BOARD).widen(laid.covers) for laid in listed]
    with pytest.raises(IndexError, match="asked for number"):
        pick(anchors, len(listed))
