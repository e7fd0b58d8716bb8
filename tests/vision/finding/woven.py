"""Rugs whose spaces are told apart by two alternating shades, with lines round areas only: as a camera sees them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.finding.painted import CORNERS, PX, RIM, SPACES, photographed
from vision.frame import Frame
from vision.pose import Points

SHADES = np.array([[70, 124, 112], [88, 122, 108]], np.float32)  # CIELAB, as OpenCV scales it
LINE, PATCH = (165, 128, 136), (190, 128, 134)


def woven(
    spaces: tuple[int, int] = SPACES,
    *,
    areas: tuple[int, int] = (3, 4),
    turn: tuple[int, int] = (1, 1),
    ribs: int = 0,
    margin: int = 0,
    corners_px: Points = CORNERS,
    seed: int = 1,
) -> Frame:
    """A rug of ``spaces`` in two shades with pale lines round ``areas`` of so many spaces, and patches on some spaces.

    Shades change ``turn`` times from one space to the next, across and down: 0 makes stripes of a chequer. The rim has
    ``ribs`` of so many pixels across it; the last columns are a ``margin`` of one shade. The corners of its spaces lie
    at ``corners_px``, float64 (4, 2).
    """
    rng = np.random.default_rng(seed)
    cols, rows = spaces
    shade = np.add.outer(np.arange(rows) * turn[1], np.arange(cols) * turn[0]) % 2
    shade[:, cols - margin :] = 1
    plane = rimmed(np.kron(SHADES[shade], np.ones((PX, PX, 1), np.float32)), ribs)
    for cell in rng.choice(cols * rows, 10, replace=False):
        at = RIM + PX * np.array(divmod(int(cell), cols)[::-1]) + PX // 8
        cv2.rectangle(plane, at.tolist(), (at + 3 * PX // 4).tolist(), PATCH, -1)
    for x in range(0, cols + 1, areas[0]):
        cv2.line(plane, (RIM + x * PX, RIM), (RIM + x * PX, RIM + rows * PX), LINE, 3)
    for y in range(0, rows + 1, areas[1]):
        cv2.line(plane, (RIM, RIM + y * PX), (RIM + cols * PX, RIM + y * PX), LINE, 3)
    plane += rng.normal(0, 4, plane.shape).astype(np.float32)
    return photographed(plane, spaces, corners_px, rng)


def rimmed(inside: NDArray[np.float32], ribs: int) -> NDArray[np.float32]:
    """Spaces seen from straight above with a rim round them, plain or with ``ribs`` of so many pixels across it."""
    if not ribs:
        return np.pad(inside, ((RIM, RIM), (RIM, RIM), (0, 0)), constant_values=60).astype(np.float32)
    plane = np.pad(inside, ((RIM, RIM), (RIM, RIM), (0, 0)))
    high, wide = plane.shape[:2]
    along = np.arange(max(high, wide)) // ribs % 2
    beside = np.zeros((high, wide), np.bool_)
    beside[:, :RIM] = beside[:, wide - RIM :] = True
    number = np.where(beside, along[:high, None], along[None, :wide])
    outside = np.ones((high, wide), np.bool_)
    outside[RIM : high - RIM, RIM : wide - RIM] = False
    plane[outside] = SHADES[number[outside]]
    return plane
