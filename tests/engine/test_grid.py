"""Grids, cells and symmetries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grid import Bits, Cell, Grid, Space, Symmetry

GRIDS = st.builds(Grid, st.integers(1, 9), st.integers(1, 9))


@given(st.integers(0, 25), st.integers(0, 98))
def test_cell_names_round_trip(col: int, row: int) -> None:
    """``str`` and ``parse`` are inverse."""
    assert Cell.parse(str(Cell(row, col))) == Cell(row, col)


@pytest.mark.parametrize("text", ["", "4", "c", "c0", "c04", "C4", "cc4", "c-1", "c²", "c 4"])
def test_wrong_cell_names(text: str) -> None:
    """A letter and a number of at least 1, nothing else."""
    with pytest.raises(ValueError, match="a cell is a letter and a number"):
        Cell.parse(text)


def test_spaces_name_seat_and_cell() -> None:
    """Seats count from 1 for people."""
    assert str(Space(1, Cell(3, 2))) == "2:c4"


@given(GRIDS, st.data())
def test_bits_and_cells_are_two_words_for_one_set(grid: Grid, data: st.DataObject) -> None:
    """``set_of`` is the inverse of ``bits``; the cells come in reading order."""
    bits = Bits(data.draw(st.integers(0, grid.full)))
    assert grid.bits(grid.iterate(bits)) == bits
    assert list(grid.iterate(bits)) == sorted(grid.set_of(bits))
    assert len(grid.set_of(bits)) == bits.bit_count()


@pytest.mark.parametrize("cell", [Cell(-1, 0), Cell(0, -1), Cell(8, 0), Cell(0, 9)])
def test_a_cell_off_the_grid_has_no_bit(cell: Cell) -> None:
    """No cell wraps into another row."""
    grid = Grid(rows=8, cols=9)
    assert cell not in grid
    with pytest.raises(ValueError, match="not on a grid of 8 rows and 9 columns"):
        grid.bit(cell)


def test_symmetries_form_a_group() -> None:
    """Eight distinct maps, closed under composition, each with an inverse (D4)."""
    probe = (Cell(1, 0), Cell(0, 1))
    images = {tuple(symmetry(cell) for cell in probe) for symmetry in Symmetry}
    assert len(images) == 8
    for first in Symmetry:
        assert {tuple(first(second(cell)) for cell in probe) for second in Symmetry} == images


def test_a_grid_has_cells() -> None:
    """At least one row and one column."""
    with pytest.raises(ValueError, match="at least one row"):
        Grid(0, 9)
