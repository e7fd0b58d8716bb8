"""The hues of a piece together: a print that is off as a whole costs once, one that differs by space each time."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import Surface
from vision.explaining.hues_together import saved
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.palette import Palette

YELLOW = Surface("leaf.yellow")
TILE = np.array([[0, 1, 2, 3]])


def saving(palette: Palette, *hues_deg: float, mark: int = 3) -> float:
    """What a tile of four of these hues saves, its mark on the last space."""
    row = np.array([hues_deg], np.float32)
    shared = palette.shared((YELLOW,), row, np.full_like(row, 40.0))[YELLOW]
    return float(saved(shared, TILE)[0, mark])


def learned() -> Palette:
    """After many sure spaces of a yellow of 85 degrees."""
    palette = Palette()
    for _ in range(60):
        palette = palette.learn(YELLOW, LeafLook(85.0, 40.0, 5.0))
    return palette


def test_a_print_that_is_off_as_a_whole_costs_hardly_more_than_one_space_of_it() -> None:
    """Three spaces, 25 degrees off alike: about two thirds of what they cost one by one is saved."""
    row = np.full((1, 4), 110.0, np.float32)
    alone = float(Palette().costs((YELLOW,), row, np.full_like(row, 40.0))[YELLOW][0, :3].sum())
    assert 0.5 * alone < saving(Palette(), *[110.0] * 4) < 0.75 * alone


def test_spaces_that_differ_among_each_other_save_nothing() -> None:
    """A print is of one hue: what is off to both sides is no common part."""
    assert saving(Palette(), 60.0, 110.0, 85.0, 85.0) == pytest.approx(0.0, abs=1e-6)


def test_a_table_whose_hues_are_known_saves_little() -> None:
    """Once the print is known every space speaks for itself."""
    assert saving(learned(), *[110.0] * 4) < 0.5 * saving(Palette(), *[110.0] * 4)


def test_the_mark_shows_no_leaf() -> None:
    """What lies on the marked space says nothing about the print."""
    assert saving(Palette(), 110.0, 110.0, 110.0, 300.0) == pytest.approx(saving(Palette(), 110.0, 110.0, 110.0, 85.0))


@pytest.mark.parametrize("turned", [0.0, 100.0, 180.0])
def test_a_hue_that_no_leaf_has_is_paid_for_once(turned: float) -> None:
    """Leaves of other inks: a whole tile of them costs little more than one of its spaces, wherever hues begin."""
    alike = saving(Palette(), *[205.0 + turned] * 4)
    assert alike == pytest.approx(3 * 4.5 - 3.5, abs=0.1)
    assert saving(Palette(), 205.0 + turned, 205.0 + turned, 265.0 + turned, 0.0) < 0.3 * alike
    assert saving(Palette(), 205.0 + turned, 205.0 + turned, 85.0, 205.0 + turned) < 0.3 * alike


def test_that_little_is_known_of_a_leaf_is_paid_for_once() -> None:
    """Where others of a box are strange: a tile whose hue fits costs no more than one of its spaces alone."""
    strange = Palette.of_shown({Surface("leaf.green"): (LeafLook(-135.0, 40.0, 5.0),)})
    row = np.full((1, 4), 85.0, np.float32)
    alone = strange.costs((YELLOW,), row, np.full_like(row, 40.0))[YELLOW][0]
    assert alone[0] > 1.0
    assert saving(strange, *[85.0] * 4) == pytest.approx(2 * alone[0])
