"""Polyominoes against known counts, and shift-AND against trying every corner."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.grid import Cell, Grid, Symmetry
from engine.polyomino import (
    Polyomino,
    fixed_polyominoes,
    free_polyominoes,
    marked_free_polyominoes,
)

SHAPES = [shape for size in (3, 4, 5) for shape in marked_free_polyominoes(size)]


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 2), (3, 6), (4, 19), (5, 63), (6, 216)])
def test_fixed_polyominoes(size: int, count: int) -> None:
    """OEIS A001168."""
    assert len(fixed_polyominoes(size)) == count


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 1), (3, 2), (4, 5), (5, 12), (6, 35)])
def test_free_polyominoes(size: int, count: int) -> None:
    """OEIS A000105."""
    assert len(free_polyominoes(size)) == count


TURNS = (Symmetry.IDENTITY, Symmetry.TURN_90, Symmetry.TURN_180, Symmetry.TURN_270)


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 1), (3, 2), (4, 7), (5, 18), (6, 60)])
def test_one_sided_polyominoes(size: int, count: int) -> None:
    """OEIS A000988: equal after turning, not after flipping."""
    turned = {frozenset(shape.under(turn) for turn in TURNS) for shape in fixed_polyominoes(size)}
    assert len(turned) == count


@pytest.mark.parametrize(("size", "free", "one_sided"), [(3, 4, 5), (4, 12, 19), (5, 46, 81)])
def test_marked_polyominoes(size: int, free: int, one_sided: int) -> None:
    """R1.3: 4, 12 and 46 up to turning and flipping."""
    assert len(marked_free_polyominoes(size)) == free
    every = {Polyomino(shape.cells, cell) for shape in fixed_polyominoes(size) for cell in shape.cells}
    assert len({frozenset(shape.under(turn) for turn in TURNS) for shape in every}) == one_sided
    assert sum(len(shape.orientations) for shape in marked_free_polyominoes(size)) == len(every)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 8), st.integers(1, 8))
def test_places_of_a_box(height: int, width: int, rows: int, cols: int) -> None:
    """An h x w box has (R-h+1)(C-w+1) places a turn on an R x C grid."""
    box = Polyomino.of(Cell(r, c) for r in range(height) for c in range(width))
    sizes = {(height, width), (width, height)}
    expected = sum(max(rows - h + 1, 0) * max(cols - w + 1, 0) for h, w in sizes)
    assert len(box.placements(Grid(rows, cols))) == expected


@pytest.mark.parametrize("shape", SHAPES)
def test_forms_are_the_orientations(shape: Polyomino, slow_rules: ModuleType) -> None:
    """Turning and flipping by matrices and by other code agree."""
    drawn = {slow_rules.drawn(str(form)) for form in shape.orientations}
    assert drawn == slow_rules.orientations(slow_rules.drawn(str(shape)))


@given(st.sampled_from(SHAPES), st.sampled_from(list(Symmetry)))
def test_the_canonical_form_is_the_same_for_all_orientations(shape: Polyomino, symmetry: Symmetry) -> None:
    """A free polyomino has one representative."""
    assert shape.under(symmetry).canonical == shape.canonical


@pytest.mark.parametrize("drawing", [("##", "#."), ("o#",), (".#.", "#o#")])
def test_a_drawing_is_read_as_it_is_written(drawing: tuple[str, ...]) -> None:
    """``str`` is the inverse of ``parse``."""
    assert str(Polyomino.parse(*drawing)).split("\n") == list(drawing)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((".",), "at least one cell"),
        (("#.#",), "hang together"),
        (("oo",), "at most one mark"),
    ],
)
def test_no_polyomino(rows: tuple[str, ...], message: str) -> None:
    """Empty, in two pieces, or with two marks: refused with the reason."""
    with pytest.raises(ValueError, match=message):
        Polyomino.parse(*rows)
