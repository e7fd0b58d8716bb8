"""Which hue is which leaf, before and after some tiles were seen."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import Surface
from vision.palette import Palette

GREEN, YELLOW, RED = (Surface(f"leaf.{name}") for name in ("green", "yellow", "red"))
LEAVES = (GREEN, YELLOW, RED)


def likeliest(palette: Palette, hue_deg: float, chroma: float = 30.0) -> Surface:
    """The leaf whose hue fits best."""
    costs = palette.costs(LEAVES, np.array([[hue_deg]], np.float32), np.array([[chroma]], np.float32))
    return min(LEAVES, key=lambda leaf: float(costs[leaf][0, 0]))


@pytest.mark.parametrize(
    ("hue_deg", "leaf"), [(10, RED), (35, RED), (70, YELLOW), (100, YELLOW), (120, GREEN), (150, GREEN)]
)
def test_the_order_of_hues_is_known_beforehand(hue_deg: float, leaf: Surface) -> None:
    """Red, yellow and green are told apart on a table never seen before."""
    assert likeliest(Palette(), hue_deg) == leaf


def test_sure_tiles_teach_the_hues_of_this_table() -> None:
    """Under a lamp that makes red tiles orange, orange is red after some were surely seen by their size."""
    palette = Palette()
    assert likeliest(palette, 57.0) == YELLOW
    for _ in range(12):
        palette = palette.learn(RED, 52.0, 30.0, 5.0).learn(YELLOW, 88.0, 30.0, 5.0)
    assert likeliest(palette, 57.0) == RED


def test_something_pale_is_hardly_a_leaf_once_leaves_are_known() -> None:
    """Stone and fur of a leaf's hue cost more than a leaf of that hue."""
    palette = Palette()
    for _ in range(3):
        palette = palette.learn(GREEN, 130.0, 30.0, 5.0)
    pale, full = (
        float(palette.costs([GREEN], np.array([[130]], np.float32), np.array([[chroma]], np.float32))[GREEN][0, 0])
        for chroma in (5.0, 30.0)
    )
    assert pale > full + 2.0


def test_grey_has_no_hue() -> None:
    """The hue of something nearly grey speaks neither for nor against a leaf as strongly as that of a colourful one."""
    costs = Palette().costs([RED], np.array([[90, 90]], np.float32), np.array([[1.0, 30.0]], np.float32))[RED]
    assert costs[0, 0] < costs[0, 1]


def test_learning_does_not_change_the_palette_it_starts_from() -> None:
    """Palettes are values."""
    palette = Palette()
    palette.learn(RED, 40.0, 20.0, 4.0)
    assert palette == Palette()
