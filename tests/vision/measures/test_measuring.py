"""Measures of spaces from planes that are made up."""

from __future__ import annotations

import numpy as np
import pytest

from vision.measures.board_picture import BoardPicture
from vision.measures.color import Light, compare
from vision.measures.evidence import SpaceEvidence
from vision.measures.measuring import measure
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

SIZE = (3.0, 2.0)


def measured(current: Plane, empty: Plane) -> SpaceEvidence:
    """The measures under the same light."""
    light = Light(np.ones((3, *current.shape[:2]), np.float32), 1.0)
    seen, bare = BoardPicture(current), BoardPicture(empty)
    return measure(seen, bare, light, compare(seen, bare, light, 1.0), 1.0, SIZE)


def floor() -> Plane:
    """A grey floor with a little structure."""
    width, height = plane_size_wh(SIZE)
    return (90 + np.random.default_rng(5).normal(0, 6, (height, width, 1)) + np.zeros(3)).astype(np.float32)


def with_space(plane: Plane, pixels: Plane) -> Plane:
    """The plane with these pixels on the space in the first row, second column."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    changed = plane.copy()
    changed[start : start + PX_PER_SPACE, start + PX_PER_SPACE : start + 2 * PX_PER_SPACE] = pixels
    return changed


def test_yellow_leaves_do_not_turn_green_where_red_is_cut_off() -> None:
    """The hue of a space is that of its pixels of which no channel is cut off."""
    shades = np.random.default_rng(1).uniform(0.6, 1.9, (PX_PER_SPACE, PX_PER_SPACE, 1))
    leaf = (shades * np.array([20.0, 130.0, 190.0])).astype(np.float32)
    true = measured(with_space(floor(), 0.5 * leaf), floor()).hue_deg[0, 1]
    burnt = measured(with_space(floor(), np.minimum(leaf, 255)), floor())
    assert 0.2 < burnt.burnt[0, 1] < 0.7
    assert abs(burnt.hue_deg[0, 1] - true) < 4.0


def test_the_hue_of_a_leaf_that_is_burnt_out_all_over_is_told_by_the_other_channels() -> None:
    """What is told is no longer burnt; what remains of the space is grey."""
    shades = np.random.default_rng(1).uniform(1.4, 1.6, (PX_PER_SPACE, PX_PER_SPACE, 1))
    leaf = (shades * np.array([40.0, 130.0, 190.0])).astype(np.float32)
    true = measured(with_space(floor(), 0.5 * leaf), floor()).hue_deg[0, 1]
    told = measured(with_space(floor(), np.minimum(leaf, 255)), floor())
    assert told.burnt[0, 1] == 0.0
    assert abs(told.hue_deg[0, 1] - true) < 9.0
    assert told.chroma[0, 1] > 20.0
    pale = measured(with_space(floor(), np.minimum(shades * np.array([150.0, 157.0, 190.0]), 255)), floor())
    assert pale.burnt[0, 1] > 0.7
    assert pale.chroma[0, 1] < 8.0


def test_no_more_of_a_cast_is_taken_out_than_blue_light_makes() -> None:
    """Lamps colour leaves and floor alike; a floor bluer than any light is painted so and says little about leaves."""
    shades = np.random.default_rng(1).uniform(0.6, 1.2, (PX_PER_SPACE, PX_PER_SPACE, 1))
    leaf = (shades * np.array([60.0, 120.0, 110.0])).astype(np.float32)

    def hue_deg(red: float, blue: float) -> float:
        ground = (floor() * np.array([blue, 1.0, red])).astype(np.float32)
        return float(measured(with_space(ground, leaf), ground).hue_deg[0, 1])

    grey, cool, blue, warm = hue_deg(1.0, 1.0), hue_deg(0.8, 1.25), hue_deg(0.6, 1.6), hue_deg(1.6, 0.6)
    assert grey - cool > 8.0
    assert grey - blue < 1.4 * (grey - cool)
    assert warm - grey > 1.6 * (grey - blue)


@pytest.mark.parametrize(
    ("level", "white", "is_taken_out"), [(1.0, False, True), (0.2, False, False), (1.0, True, False)]
)
def test_light_redder_than_any_lamp_is_taken_out(level: float, white: bool, is_taken_out: bool) -> None:
    """By a candle card looks as orange as leaves do; blue that is nearly black is noise and tells nothing.

    Where a print is white the floor is so itself.
    """
    candle = level * np.array([0.25, 0.75, 1.0])
    shades = np.random.default_rng(1).uniform(0.8, 1.2, (PX_PER_SPACE, PX_PER_SPACE, 1))
    bare = (1.6 * floor() * candle).astype(np.float32)
    if white:
        bare[-30:-20, -30:-20] = 200.0

    def chroma(*color: float) -> float:
        thing = (shades * np.array(color) * candle).astype(np.float32)
        return float(measured(with_space(bare, thing), bare).chroma[0, 1])

    assert (chroma(160.0, 160.0, 160.0) < 0.5 * chroma(60.0, 60.0, 180.0)) == is_taken_out
