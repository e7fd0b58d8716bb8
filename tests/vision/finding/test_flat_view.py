"""A flattened picture: straight lines are straight in it, and every point is found again in the real picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.flat_view import bend, flatten
from vision.finding.simple_lens import simple_lens
from vision.frame import Frame
from vision.pose import Lens

SIZE_WH = (640, 480)


def lens(k1: float) -> Lens:
    """A lens whose middle is that of the picture."""
    return simple_lens(SIZE_WH, k1)


@pytest.mark.parametrize(("k1", "share"), [(0.0, 0.0), (-0.4, -0.1), (0.2, 0.05)])
def test_the_bend_is_a_share_at_the_side(k1: float, share: float) -> None:
    """With the picture's width as focal length k1 counts a quarter at the side."""
    assert bend(lens(k1), SIZE_WH) == pytest.approx(share, abs=0.002)


@pytest.mark.parametrize("k1", [-0.4, -0.1, 0.0, 0.15])
def test_points_come_back(k1: float) -> None:
    """From the picture to the flattened one and back is the identity, to a tenth of a pixel."""
    view = flatten(Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 0), lens(k1))
    points = np.array([[320.0, 240.0], [100.0, 80.0], [560.0, 400.0], [60.0, 240.0]])
    assert np.abs(view.in_picture(view.flattened(points)) - points).max() < 0.1


def test_a_bent_line_is_straightened() -> None:
    """A straight edge of the world, bent by the lens, is straight again in the flattened picture, where it is said."""
    wide = lens(-0.4)
    ends = np.array([[90.0, 70.0], [550.0, 60.0]])
    ideal = ends[0] + np.linspace(0, 1, 200)[:, None] * (ends[1] - ends[0])
    picture = np.zeros((480, 640, 3), np.uint8)
    cv2.polylines(picture, [wide.distort(ideal).round().astype(np.int32)], False, (255, 255, 255), 3)
    view = flatten(Frame(picture, 0.0, 0), wide)
    ys, xs = np.nonzero(view.frame.pixels[:, :, 0] > 127)
    slope, start = np.polyfit(xs, ys, 1)
    assert np.abs(slope * xs + start - ys).max() < 4.0
    where = view.flattened(wide.distort(ends))
    assert np.abs(slope * where[:, 0] + start - where[:, 1]).max() < 1.5


def test_the_smallest_picture_can_be_flattened() -> None:
    """One pixel stays one pixel."""
    view = flatten(Frame(np.zeros((1, 1, 3), np.uint8), 0.0, 0), simple_lens((1, 1), -0.4))
    assert view.frame.size_wh == (1, 1)


def test_the_edge_of_a_fisheye_does_not_grow_without_measure() -> None:
    """What a lens bends beyond all straightening is left out; the picture stays of a size that can be searched."""
    view = flatten(Frame(np.zeros((480, 640, 3), np.uint8), 0.0, 0), lens(-0.9))
    assert view.frame.size_wh[0] <= 1.6 * 640
    assert view.frame.size_wh[1] <= 1.6 * 480
