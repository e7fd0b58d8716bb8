"""Sides of a quadrilateral lie along most of what it goes round."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.outline_sides import Straightened, straightened
from vision.finding.quads import STRAIGHT, outlines_of

CORNERS = np.array([[60.0, 30.0], [130.0, 34.0], [126.0, 92.0], [55.0, 88.0]])


def outlined(mask: np.ndarray) -> tuple[np.ndarray, Straightened]:
    """The largest quadrilateral that goes round something, and its better sides."""
    outline = max(outlines_of(mask), key=lambda each: float(cv2.contourArea(each.quad.astype(np.float32))))
    return outline.quad, straightened(outline.quad, outline.border)


def off(quad: np.ndarray) -> float:
    """The largest distance of a corner from where it was drawn, in places, whichever comes first."""
    return float(min(np.linalg.norm(np.roll(quad, turn, axis=0) - CORNERS, axis=1).max() for turn in range(4)))


def board(gap: int) -> np.ndarray:
    """A four-sided part of a mask, or a gap of that shape."""
    mask = np.full((120, 180), gap, np.uint8)
    cv2.fillPoly(mask, [np.rint(CORNERS).astype(np.int32)], 255 - gap)
    return mask


@pytest.mark.parametrize("gap", [0, 255])
@pytest.mark.parametrize("place", [(54, 60), (95, 29), (131, 70), (70, 92)])
def test_what_is_small_and_touches_a_side_does_not_move_it(gap: int, place: tuple[int, int]) -> None:
    """The quadrilateral that goes round all is pulled out by it, its better sides are not."""
    mask = board(gap)
    cv2.circle(mask, place, 4, 255 - gap, -1)
    around, along = outlined(mask)
    assert off(around) > 3.5
    assert off(along.quad) < 2.0
    assert along.straight > 0.8


@pytest.mark.parametrize("gap", [0, 255])
def test_what_goes_into_a_side_does_not_move_it(gap: int) -> None:
    """Where something light or dark lies at the border the outline goes in, and most of it is as it was."""
    mask = board(gap)
    cv2.circle(mask, (57, 60), 6, gap, -1)
    assert off(outlined(mask)[1].quad) < 1.5


def test_what_has_no_straight_sides_is_hardly_straight() -> None:
    """Waves nearly fill a quadrilateral, too, but nowhere do they run along its sides."""
    mask = board(0)
    for begin, end in zip(CORNERS, np.roll(CORNERS, -1, axis=0), strict=True):
        for share in np.arange(0.1, 1.0, 0.2):
            cv2.circle(mask, np.rint(begin + share * (end - begin)).astype(int).tolist(), 7, 255, -1)
    assert outlined(mask)[1].straight < STRAIGHT < outlined(board(0))[1].straight
