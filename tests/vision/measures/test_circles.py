"""Discs are found wherever a token may lie in the hole of a tile that lies aside."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.measures.circles import find_circles
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

WIDTH, HEIGHT = plane_size_wh((9.0, 8.0))
ROW, COL = 3, 4


def with_discs(*discs: tuple[float, float, float]) -> Plane:
    """A leaf in CIELAB on which discs lie: row and column from the middle of a space, in spaces, and their lightness.

    The leaf is not even: along an edge that is not round its colours vary.
    """
    lab = np.full((HEIGHT, WIDTH, 3), (50.0, 20.0, 10.0), np.float32)
    lab[..., 0] += np.random.default_rng(1).normal(0.0, 3.0, lab.shape[:2]).astype(np.float32)
    for down, right, lightness in discs:
        x, y = ((at + 0.5 + aside + MARGIN_SPACES) * PX_PER_SPACE - 0.5 for at, aside in ((COL, right), (ROW, down)))
        middle = round(x * 16), round(y * 16)
        cv2.circle(lab, middle, round(0.3 * PX_PER_SPACE * 16), (lightness, 2.0, 2.0), cv2.FILLED, cv2.LINE_AA, 4)
    return lab


def looked_for(lab: Plane) -> tuple[float, float, float]:
    """The strength of the circle on that space, and where its middle lies, row and column."""
    where = np.zeros((8, 9), np.bool_)
    where[ROW, COL] = True
    found = find_circles(lab, where)
    down, right = (float(aside) for aside in found.middle[ROW, COL])
    return float(found.strength[ROW, COL]), down, right


@pytest.mark.parametrize("aside", [(0.0, 0.0), (0.2, -0.1), (-0.25, 0.25), (-0.33, 0.05), (0.1, 0.33)])
def test_a_disc_is_found_as_far_aside_as_its_tile_may_lie(aside: tuple[float, float]) -> None:
    """A tile lies 15 % off and 4 degrees askew and its token has play: its middle is a third of a space aside."""
    strength, down, right = looked_for(with_discs((*aside, 20.0)))
    assert strength > 2.2, "no leaf has such a circle"
    assert np.hypot(down - aside[0], right - aside[1]) < 0.09


def test_of_two_discs_alike_the_nearer_one_is_the_token() -> None:
    """What lies at the rim of the space is mostly drawn on the next one."""
    near, far = 26.0, 24.0
    alone = looked_for(with_discs((0.33, 0.33, far)))[0]
    assert alone > looked_for(with_discs((-0.25, -0.17, near)))[0], "the farther one is a little clearer"
    _, down, right = looked_for(with_discs((0.33, 0.33, far), (-0.25, -0.17, near)))
    assert (down, right) == pytest.approx((-0.25, -0.17), abs=0.09)


def test_a_leaf_without_a_disc_has_no_clear_circle() -> None:
    """However far aside it is looked for."""
    assert looked_for(with_discs())[0] < 1.5
