"""Looks through a lens that bends straight lines: a flattened picture, and where its points lie in the real one.

Shapes with four straight sides are looked for to find boards. A wide lens bends the sides of a board by more than such
a search allows for; flattened first, the same picture shows them straight.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Frame
from vision.pose import Lens, Points

LARGEST = 1.6  # sides of the picture: a wide lens flattened to its corners would be stretched out of all measure


@dataclass(frozen=True, slots=True, eq=False)
class FlatView:
    """A picture as a lens without distortion would show it; ``matrix`` float64 (3, 3) is that lens's."""

    frame: Frame
    matrix: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    lens: Lens

    def in_picture(self, points: Points) -> Points:
        """Where points of the flattened picture lie in the real one, float64 (n, 2)."""
        rays = (points - self.matrix[:2, 2]) / np.diag(self.matrix)[:2]
        return self.lens.distort(rays * np.diag(self.lens.matrix)[:2] + self.lens.matrix[:2, 2])

    def flattened(self, points: Points) -> Points:
        """Inverse of ``in_picture``."""
        ideal = self.lens.undistort(points)
        rays = (ideal - self.lens.matrix[:2, 2]) / np.diag(self.lens.matrix)[:2]
        return np.asarray(rays * np.diag(self.matrix)[:2] + self.matrix[:2, 2], np.float64)


def bend(lens: Lens, frame_wh: tuple[int, int]) -> float:
    """By what share of its distance from the middle a point at the side of the picture is moved; negative is inward."""
    middle = lens.matrix[:2, 2]
    side = middle + np.array([[frame_wh[0] / 2, 0.0], [-frame_wh[0] / 2, 0.0], [0.0, frame_wh[1] / 2]])
    moved = lens.distort(side) - middle
    shares = np.linalg.norm(moved, axis=1) / np.linalg.norm(side - middle, axis=1) - 1
    return float(shares[np.argmax(np.abs(shares))])


def flatten(frame: Frame, lens: Lens) -> FlatView:
    """Flatten a picture at the scale that it has in its middle; what would lie too far out is left out."""
    width, height = frame.size_wh
    middle = lens.matrix[:2, 2]
    sides = np.array([[0.0, middle[1]], [width - 1.0, middle[1]], [middle[0], 0.0], [middle[0], height - 1.0]])
    reach = np.abs(lens.undistort(sides) - middle).max(axis=0)
    reach = np.minimum(np.ceil(reach), np.array([width, height]) * LARGEST / 2)
    flat_wh = max(int(2 * reach[0]), 1), max(int(2 * reach[1]), 1)
    matrix = lens.matrix.copy()
    matrix[:2, 2] = (np.array(flat_wh) - 1) / 2
    xs, ys = cv2.initUndistortRectifyMap(lens.matrix, lens.distortion, np.eye(3), matrix, flat_wh, cv2.CV_32FC1)
    pixels = cv2.remap(frame.pixels, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return FlatView(Frame(np.asarray(pixels, np.uint8), frame.taken_at_s, frame.seq), matrix, lens)
