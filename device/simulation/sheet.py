"""What the simulated table's art is drawn on and with: a sheet in units of spaces, discs, clouds, turned points.

Colours are blue, green, red. Lengths are in units of one space unless a name says pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Pixels

Color = tuple[float, float, float]

Fixed = NDArray[np.int32]
"""Points (n, 2) in cv2's fixed-point pixels."""

_SUBPIXEL = 4  # bits of cv2's fixed-point coordinates


def unit_circle(corners: int) -> NDArray[np.float64]:
    """Corners of a regular polygon on a circle of radius 1, float64 (corners, 2)."""
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


_CIRCLE = unit_circle(40)


class Sheet:
    """A picture to draw on in units; ``scale`` is pixels a unit, ``pad`` units around the first unit square."""

    def __init__(self, width: float, height: float, scale: float, pad: float, ground: Color) -> None:
        self.scale, self.pad = scale, pad
        size = (round((height + 2 * pad) * scale), round((width + 2 * pad) * scale))
        self.pixels: Pixels = np.empty((*size, 3), np.uint8)
        self.pixels[:] = np.clip(ground, 0, 255)

    def polygon(self, points: ArrayLike, color: Color) -> None:
        """Fill a polygon given by points (n, 2) in units, with a smooth edge."""
        self.fill(self.fixed(points), color)

    def line(self, points: ArrayLike, color: Color, width: float) -> None:
        """Draw an open line through points (n, 2)."""
        self.strokes([self.fixed(points)], color, width)

    def fill(self, points: Fixed, color: Color) -> None:
        """Fill a polygon as ``polygon`` does, its points made by ``fixed``."""
        cv2.fillPoly(self.pixels, [points], color, cv2.LINE_AA, _SUBPIXEL)

    def strokes(self, lines: Sequence[Fixed], color: Color, width: float) -> None:
        """Draw open lines as ``line`` does, their points made by ``fixed``."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.pixels, lines, False, color, thick, cv2.LINE_AA, _SUBPIXEL)

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        """Fill a circle."""
        self.polygon(ellipse(x, y, radius, radius), color)

    def fixed(self, points: ArrayLike) -> Fixed:
        """Points (n, 2) in units as they are drawn; those of many things are made at once in a fraction of the time."""
        flat = (np.asarray(points, np.float64) + self.pad) * self.scale - 0.5
        return np.rint(flat * (1 << _SUBPIXEL)).astype(np.int32)


def ellipse(x: float, y: float, a: float, b: float, turn_deg: float = 0.0) -> NDArray[np.float64]:
    """An ellipse as a polygon (40, 2) with half axes a and b."""
    return turned(_CIRCLE * (a, b), x, y, turn_deg)


def mottle(rng: np.random.Generator, height: int, width: int, grains: Sequence[float]) -> NDArray[np.float32]:
    """Cloudy noise float32 (height, width) about 0 with standard deviation 1; grains are blob sizes in pixels."""
    total = np.zeros((height, width), np.float32)
    for grain in grains:
        small = rng.standard_normal((max(2, int(height / grain) + 1), max(2, int(width / grain) + 1)))
        total += cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray((total - total.mean()) / max(float(total.std()), 1e-6), np.float32)


def turned(points: NDArray[np.float64], x: float, y: float, turn_deg: float) -> NDArray[np.float64]:
    """Points (n, 2) about (0, 0), turned clockwise and then moved to (x, y)."""
    turn = math.radians(turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.asarray(points @ np.array(((cos, sin), (-sin, cos))) + (x, y), np.float64)


def times(color: Color, factor: float) -> Color:
    """A lighter or darker shade of a colour."""
    blue, green, red = (min(255.0, channel * factor) for channel in color)
    return blue, green, red
