"""Boards painted in short strokes of all colours with lines scratched in thinly: drawn, and as a camera sees them.

Lines inside areas are a little lighter than the paint, those round areas have another hue and no other lightness.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Pixels
from vision.pose import Points

SPACES = (9, 8)
PX, RIM = 60, 40
FRAME_WH = (1200, 900)
CORNERS = np.array([[315.0, 180.0], [915.0, 210.0], [960.0, 750.0], [285.0, 720.0]])
AREA = (3, 4)  # spaces between lines round areas
LIGHT, HUE = 34.0, 26.0  # of the lines inside areas, and of those round them, in CIELAB as OpenCV scales it


def painted(
    spaces: tuple[int, int] = SPACES,
    corners_px: Points = CORNERS,
    *,
    every: int = 1,
    without: frozenset[tuple[int, int]] = frozenset(),
    thick: int = 1,
    seed: int = 1,
) -> Frame:
    """A painted board of so many ``spaces`` on a plain table, its grid's corners at ``corners_px`` float64 (4, 2).

    Lines stand ``every`` so many pixels a space, as a finer grid has them; those in ``without``, axis (0: upright) and
    number, are not drawn. Those inside areas are ``thick`` pixels wide, those round them one more.
    """
    rng = np.random.default_rng(seed)
    wide, high = (side * PX + 2 * RIM for side in spaces)
    plane = strokes(high, wide, rng)
    for axis, (side, other) in enumerate((spaces, spaces[::-1])):
        for line in range(side * every + 1):
            if (axis, line) not in without:
                scratch(plane, axis, RIM + line * PX // every, (RIM, RIM + other * PX), line % AREA[axis] == 0, thick)
    return photographed(plane, spaces, corners_px, rng)


def strokes(high: int, wide: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Paint in short strokes that lie on each other, CIELAB float32 (high, wide, 3)."""
    plane = np.full((high, wide, 3), (110, 138, 148), np.uint8)
    for _ in range(high * wide // 60):
        x, y = (int(v) for v in rng.uniform(0, [wide, high]))
        color = rng.normal((110, 138, 148), (26, 9, 11)).clip(0, 255)
        long, thick = (int(v) for v in rng.uniform((6, 2), (14, 4)))
        cv2.ellipse(plane, (x, y), (long, thick), rng.uniform(0, 180), 0, 360, color.tolist(), -1, cv2.LINE_AA)
    return plane.astype(np.float32)


def scratch(plane: NDArray[np.float32], axis: int, at: int, ends: tuple[int, int], is_round: bool, thick: int) -> None:
    """Draw one line, through which what lies under it shows."""
    ink = np.zeros(plane.shape[:2], np.uint8)
    first, last = ends
    start, end = ((at, first), (at, last)) if axis == 0 else ((first, at), (last, at))
    cv2.line(ink, start, end, 255, thick + is_round, cv2.LINE_AA)
    share = ink.astype(np.float32) / 255
    plane[..., 2 if is_round else 0] += share * (-HUE if is_round else LIGHT)


def photographed(
    plane: NDArray[np.float32], spaces: tuple[int, int], corners_px: Points, rng: np.random.Generator
) -> Frame:
    """What a camera sees of a board drawn from straight above, CIELAB float32 (height, width, 3), a little noisy."""
    colors = cv2.cvtColor(plane.clip(0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR)
    corners = np.array([[0, 0], [spaces[0], 0], spaces, [0, spaces[1]]], np.float32) * PX + RIM
    matrix = cv2.getPerspectiveTransform(corners, corners_px.astype(np.float32))
    table = np.full((FRAME_WH[1], FRAME_WH[0], 3), (60, 66, 70), np.uint8)
    seen = cv2.warpPerspective(colors, matrix, FRAME_WH, flags=cv2.INTER_AREA)
    inside = cv2.warpPerspective(np.ones(colors.shape[:2], np.uint8), matrix, FRAME_WH, flags=cv2.INTER_NEAREST)
    table[inside > 0] = seen[inside > 0]
    noisy = cv2.GaussianBlur(table, (3, 3), 0) + rng.normal(0, 2, table.shape)
    return Frame(noisy.clip(0, 255).astype(np.uint8), 0.0, 0)


def lab(frame: Frame) -> Pixels:
    """A picture in CIELAB."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2LAB), np.uint8)
