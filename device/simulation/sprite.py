"""Cut-outs for the simulated table: small pictures with a soft edge and a shadow, pasted through a homography."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Matrix = NDArray[np.float64]
"""A homography float64 (3, 3)."""

Mask = NDArray[np.uint8]
"""Coverage uint8 (height, width), 0 outside to 255 inside."""

LIGHT_FROM_XY = (-0.55, -0.83)
"""Where the lamp stands as seen from the table's middle, a unit vector in the picture's plane."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """A cut-out: premultiplied BGRA uint8 (height, width, 4), its scale, its origin and how soft its shadow falls.

    ``origin_px`` lies at local (0, 0), counted from the outer corner of the first pixel. ``softness`` is that of a
    piece that lies and of a piece held above the table, in units; None casts no shadow.
    """

    bgra: NDArray[np.uint8]
    px_per_unit: float
    origin_px: tuple[float, float]
    softness: tuple[float, float] | None

    @cached_property
    def shadow_lying(self) -> Mask | None:
        """How dark the shadow of the piece falls where it lies."""
        return None if self.softness is None else self._shadow(self.softness[0])

    @cached_property
    def shadow_held(self) -> Mask | None:
        """How dark it falls while the piece is held; most are never held, so it is drawn when it is asked for."""
        return None if self.softness is None else self._shadow(self.softness[1])

    def _shadow(self, softness: float) -> Mask:
        alpha = np.ascontiguousarray(self.bgra[..., 3])
        return np.asarray(cv2.GaussianBlur(alpha, (0, 0), softness * self.px_per_unit), np.uint8)

    def to_units(self) -> Matrix:
        """The map from the sprite's pixels to its local units."""
        scale, (x, y) = 1.0 / self.px_per_unit, (self.origin_px[0] - 0.5, self.origin_px[1] - 0.5)
        return np.array([[scale, 0, -x * scale], [0, scale, -y * scale], [0, 0, 1]], np.float64)


def shift(x: float, y: float, turn_deg: float = 0.0, scale: float = 1.0) -> Matrix:
    """The plane's motion that turns clockwise (as seen, y down), scales about the origin, then shifts."""
    turn = np.deg2rad(turn_deg)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]], np.float64)


def cut(art: Pixels, coverage: Mask, px_per_unit: float, origin_px: tuple[float, float], shrink: int) -> Sprite:
    """Make a sprite from a picture drawn ``shrink`` times too large, with a bevelled edge towards the light.

    Args:
        art: uint8 (height, width, 3), drawn beyond its edge.
        coverage: uint8 (height, width), where the card is.
        px_per_unit: scale of the finished sprite.
        origin_px: what lies at local (0, 0), counted from the outer corner of the finished sprite's first pixel.
        shrink: how many times larger art and coverage are than the finished sprite.
    """
    size_wh = (art.shape[1] // shrink, art.shape[0] // shrink)
    bevel = cv2.GaussianBlur(coverage, (0, 0), 0.022 * px_per_unit * shrink).astype(np.float32) / 255.0
    slope_x, slope_y = cv2.Sobel(bevel, cv2.CV_32F, 1, 0), cv2.Sobel(bevel, cv2.CV_32F, 0, 1)
    facing = -(slope_x * LIGHT_FROM_XY[0] + slope_y * LIGHT_FROM_XY[1])
    rim = np.clip(1.0 - 2.0 * np.abs(bevel - 1.0), 0.0, 1.0)  # a dark hairline where the card ends
    lit = cv2.multiply(art, cv2.merge([0.62 + 0.38 * rim] * 3), dtype=cv2.CV_32F)
    cv2.add(lit, cv2.merge([facing * 150.0] * 3), dst=lit)
    color = cv2.resize(np.clip(lit, 0, 255, out=lit), size_wh, interpolation=cv2.INTER_AREA)
    alpha = cv2.resize(coverage, size_wh, interpolation=cv2.INTER_AREA)
    bgra = cv2.cvtColor(np.rint(color).astype(np.uint8), cv2.COLOR_BGR2BGRA)
    bgra[..., 3] = alpha
    bgra[alpha == 0, :3] = 0
    edge = (alpha > 0) & (alpha < 255)
    bgra[edge, :3] = (color[edge] * (alpha[edge, None] / 255.0)).round()
    return Sprite(np.asarray(bgra, np.uint8), px_per_unit, origin_px, (0.035, 0.13))


def paste(canvas: Pixels, sprite: Sprite, to_px: Matrix, height: float = 0.0) -> None:
    """Draw a sprite with its shadow into a picture, in place.

    Args:
        canvas: uint8 (height, width, 3), changed.
        sprite: what to draw.
        to_px: from the sprite's local units to the canvas's pixels.
        height: how high it is held above the table, in units; 0 lies on it.
    """
    away = 0.045 + 0.55 * height
    shadow = sprite.shadow_held if height > 0 else sprite.shadow_lying
    units = sprite.to_units()
    scale_px = float(np.sqrt(abs(np.linalg.det(to_px[:2, :2]))))
    fall = np.array(
        [[1, 0, -LIGHT_FROM_XY[0] * away * scale_px], [0, 1, -LIGHT_FROM_XY[1] * away * scale_px], [0, 0, 1]]
    )
    if shadow is not None:
        _darken(canvas, shadow, fall @ to_px @ units, 0.62 if height == 0 else 0.42)
    _blend(canvas, sprite.bgra, to_px @ units)


def _darken(canvas: Pixels, shadow: Mask, to_px: Matrix, strength: float) -> None:
    where = _window(canvas, shadow.shape[1], shadow.shape[0], to_px)
    if where is None:
        return
    part, local = where
    dark = cv2.warpPerspective(shadow, local, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR)
    keep = cv2.convertScaleAbs(dark, alpha=-strength, beta=255.0)
    part[:] = cv2.multiply(part, cv2.merge([keep, keep, keep]), scale=1.0 / 255.0)


def _blend(canvas: Pixels, bgra: NDArray[np.uint8], to_px: Matrix) -> None:
    where = _window(canvas, bgra.shape[1], bgra.shape[0], to_px)
    if where is None:
        return
    part, local = where
    warped = cv2.warpPerspective(bgra, local, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR)
    rest = cv2.bitwise_not(cv2.extractChannel(warped, 3))
    under = cv2.multiply(part, cv2.merge([rest, rest, rest]), scale=1.0 / 255.0)
    part[:] = cv2.add(under, cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR))


def _window(canvas: Pixels, width: int, height: int, to_px: Matrix) -> tuple[Pixels, Matrix] | None:
    """The part of the canvas that a warped rectangle can touch, and the map into that part; None when outside."""
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    seen = cv2.perspectiveTransform(corners, to_px)[0]
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int) + 2, (canvas.shape[1], canvas.shape[0]))
    if left >= right or top >= bottom:
        return None
    move = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]], np.float64)
    return canvas[top:bottom, left:right], move @ to_px
