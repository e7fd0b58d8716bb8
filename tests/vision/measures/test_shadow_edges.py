"""Edges of shadows on empty boards that are made up: told from prints, paint and foliage."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.measures.board_picture import BoardPicture
from vision.measures.shadow_edges import shadow_edges
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

SIZE = (3.0, 2.0)
INSET_PX = 3
SHADOW = (0.5, 0.46, 0.4)


def floor() -> Plane:
    """A brown floor with a little structure."""
    width, height = plane_size_wh(SIZE)
    mottled = np.random.default_rng(5).normal(100, 4, (height, width, 1))
    return (mottled * (0.8, 1.0, 1.1)).astype(np.float32)


def middle_px(row: int, col: int) -> tuple[int, int]:
    """The middle of a space, x and y."""
    return round((col + 0.5 + MARGIN_SPACES) * PX_PER_SPACE), round((row + 0.5 + MARGIN_SPACES) * PX_PER_SPACE)


def in_shadow(plane: Plane, shape: Plane, factors: tuple[float, float, float] = SHADOW) -> Plane:
    """The plane, darker by these factors (blue, green, red) where the shape is 1."""
    return np.asarray(plane * (1 - shape[..., None] * (1 - np.float32(factors))), np.float32)


def bar(plane: Plane, col: float) -> Plane:
    """A slanting shadow half a space wide, soft at its sides, across the first row round this column and onwards."""
    x, y = round((col + 0.5 + MARGIN_SPACES) * PX_PER_SPACE), middle_px(0, 0)[1]
    shape = np.zeros(plane.shape[:2], np.float32)
    cv2.line(shape, (x - 20, y - 40), (x + 20, y + 40), 1.0, PX_PER_SPACE // 2)
    return np.asarray(cv2.GaussianBlur(shape, (0, 0), 1.0), np.float32)


def crossed(plane: Plane) -> set[tuple[int, int]]:
    """The spaces, row and column, in which an edge is seen."""
    lightness = shadow_edges(BoardPicture(plane), SIZE, INSET_PX)
    return {(int(r), int(c)) for r, c in np.argwhere(lightness.min(axis=(2, 3)) < 1)}


def test_a_shadow_is_seen_on_the_spaces_that_it_crosses_and_how_light_it_leaves_them() -> None:
    """A window's bar across the middle space and two below: dark where it lies, light beside it."""
    shape = bar(floor(), 1.0)
    lightness = shadow_edges(BoardPicture(in_shadow(floor(), shape)), SIZE, INSET_PX)
    assert crossed(in_shadow(floor(), shape)) == {(0, 1), (1, 1), (1, 2)}
    x, y = middle_px(0, 1)
    half = PX_PER_SPACE // 2 - INSET_PX
    assert np.abs(lightness[0, 1] - (1 - shape[y - half : y + half, x - half : x + half])).mean() < 0.08
    assert (lightness[:, 0] == 1).all()


def test_a_space_that_lies_in_the_shadow_whole_has_no_edge() -> None:
    """What is as dark all over is only darker."""
    assert not crossed(in_shadow(floor(), np.ones(floor().shape[:2], np.float32)))


@pytest.mark.parametrize("radius", [0.2, 0.32])
def test_a_printed_icon_is_no_shadow(radius: float) -> None:
    """However large and dark, it does not reach the sides of its space."""
    shape = np.zeros(floor().shape[:2], np.float32)
    cv2.circle(shape, middle_px(0, 1), round(radius * PX_PER_SPACE), 1.0, -1)
    assert not crossed(in_shadow(floor(), shape))


def test_what_is_painted_across_a_space_in_another_color_is_no_shadow() -> None:
    """A shadow takes nearly as much of every colour; the same bar in blue takes red alone."""
    assert not crossed(in_shadow(floor(), bar(floor(), 1.0), (1.0, 0.8, 0.4)))


def test_foliage_is_no_shadow() -> None:
    """Leaves and gaps between them lie across spaces, too, in small patches."""
    patches = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 1, floor().shape[:2]), (0, 0), 1.2) > 0
    assert not crossed(in_shadow(floor(), patches.astype(np.float32)))


def test_a_faint_shadow_is_left_to_whoever_looks_at_the_print() -> None:
    """What is hardly darker hides nothing."""
    assert not crossed(in_shadow(floor(), bar(floor(), 1.0), (0.9, 0.88, 0.86)))


def test_what_is_drawn_in_a_corner_is_no_shadow() -> None:
    """It leaves nearly all of the sides alone."""
    shape = np.zeros(floor().shape[:2], np.float32)
    x, y = middle_px(0, 1)
    cv2.circle(shape, (x + 8, y + 8), 3, 1.0, -1)
    assert not crossed(in_shadow(floor(), shape))
