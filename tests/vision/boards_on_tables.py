"""Drawn boards as a camera sees them: askew on a plain table, a little out of focus and noisy."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.pose import BoardPose, Points

SIZE = (9, 8)
UNITS = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64)


def lying(
    plane: NDArray[np.uint8],
    rim_px: int,
    px: int,
    corners_px: Points,
    frame_wh: tuple[int, int],
    table: int,
    rng: np.random.Generator,
) -> Frame:
    """A board on a table of this lightness.

    ``plane`` uint8 (height, width) is drawn from straight above, ``px`` pixels a space and ``rim_px`` round the grid,
    whose corners come to lie at ``corners_px`` float64 (4, 2), far left first, clockwise.
    """
    matrix = cv2.getPerspectiveTransform((UNITS * px + rim_px).astype(np.float32), corners_px.astype(np.float32))
    pixels = np.full(frame_wh[::-1], table, np.uint8)
    seen = cv2.warpPerspective(plane, matrix, frame_wh, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.ones_like(plane), matrix, frame_wh, flags=cv2.INTER_NEAREST)
    pixels[inside > 0] = seen[inside > 0]
    noisy = cv2.GaussianBlur(pixels, (3, 3), 0) + rng.normal(0, 2, pixels.shape)
    return Frame(np.clip(noisy, 0, 255).astype(np.uint8)[..., None].repeat(3, axis=2), 0.0, 0)


def error(pose: BoardPose, corners_px: Points) -> float:
    """How far a corner is off at most, in spaces, up to half a turn."""
    found = pose.locate(corners_px)
    return float(min(np.abs(turned - UNITS).max() for turned in (found, found[[2, 3, 0, 1]])))
