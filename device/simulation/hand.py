"""Hands over the simulated table: how one looks from above, and its way in, down, and out again.

Hand units are spaces; the fingertips are at (0, 0) and the forearm comes from below (y positive).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.sheet import mottle
from device.simulation.sprite import LIGHT_FROM_XY, Mask, Sprite

ARM_LENGTH = 19.0  # units; long enough to cross the picture's edge from anywhere on a board
_HALF_WIDTH = 3.4
_ABOVE = 0.8
_LIGHT_REACH = 1.3  # units; light and shadow of a limb end before
_SKINS = ((138, 172, 218), (112, 148, 196), (84, 116, 164), (58, 82, 122))
_SLEEVES = ((122, 72, 44), (62, 58, 128), (84, 104, 62), (96, 92, 88))

_Limb = tuple[Sequence[tuple[float, float, float]], float]  # joints (x, y, radius), how high it stands out

_HAND: tuple[_Limb, ...] = (
    (((0.72, 4.9, 0.98), (1.0, 7.4, 1.05)), 0.75),  # wrist
    (((0.28, 3.15, 0.86), (1.2, 3.3, 0.86), (0.78, 4.5, 0.98)), 0.62),  # palm
    (((1.6, 3.3, 0.44), (2.16, 1.75, 0.34), (2.0, 0.95, 0.28)), 1.15),
    (((1.15, 3.1, 0.48), (1.48, 1.2, 0.39), (1.3, 0.32, 0.31)), 1.2),
    (((0.6, 3.0, 0.5), (0.68, 0.95, 0.41), (0.6, 0.0, 0.32)), 1.25),
    (((0.1, 3.1, 0.48), (-0.18, 1.15, 0.39), (-0.06, 0.2, 0.31)), 1.2),
    (((0.1, 4.3, 0.62), (-0.85, 2.85, 0.48), (-1.05, 1.6, 0.38), (-0.72, 0.9, 0.31)), 1.1),
)
_FINGERS = _HAND[2:]
_SLEEVE: tuple[_Limb, ...] = ((((0.95, 6.35, 1.36), (1.3, 11.0, 1.7), (1.6, 20.5, 2.1)), 0.7),)
_CUFF: tuple[_Limb, ...] = ((((0.0, 6.3, 0.4), (0.93, 6.15, 0.42), (1.86, 6.3, 0.4)), 0.7),)


class Phase(Enum):
    """What a hand is doing."""

    COMING = "coming"
    HOLDING = "holding"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class Reach:
    """One visit of a hand: from ``start_xy`` beyond the picture to ``goal_xy`` and back, in table units.

    The piece changes hands at ``touch_s`` after the start of the visit, ``total_s`` after it the hand is gone.
    """

    start_xy: tuple[float, float]
    goal_xy: tuple[float, float]
    touch_s: float = 0.7
    total_s: float = 1.5

    @property
    def turn_deg(self) -> float:
        """How the hand is turned, clockwise; 0 reaches away from the first player."""
        dx, dy = self.goal_xy[0] - self.start_xy[0], self.goal_xy[1] - self.start_xy[1]
        return float(np.degrees(np.arctan2(dx, -dy)))

    def at(self, since_s: float) -> tuple[tuple[float, float], float, Phase]:
        """Where the fingertips are, how high above the table (units) and in which phase, since the visit began."""
        if since_s < self.touch_s:
            near, phase = since_s / self.touch_s, Phase.COMING
        elif since_s < self.touch_s + 0.15:
            near, phase = 1.0, Phase.HOLDING
        else:
            near = max(0.0, (self.total_s - since_s) / (self.total_s - self.touch_s - 0.15))
            phase = Phase.LEAVING
        smooth = near * near * (3 - 2 * near)
        x = self.start_xy[0] + (self.goal_xy[0] - self.start_xy[0]) * smooth
        y = self.start_xy[1] + (self.goal_xy[1] - self.start_xy[1]) * smooth
        return (x, y), 0.04 + 0.75 * (1 - smooth) ** 0.7, phase


def draw_hand(rng: np.random.Generator, px_per_unit: float) -> Sprite:
    """A right hand with thumb and fingers together, wrist and sleeve, seen from above."""
    skin = np.array(_SKINS[rng.integers(len(_SKINS))], np.float32)
    cloth = np.array(_SLEEVES[rng.integers(len(_SLEEVES))], np.float32)
    size = (round((ARM_LENGTH + _ABOVE) * px_per_unit), round((2 * _HALF_WIDTH + 1.6) * px_per_unit))
    color = np.zeros((*size, 3), np.float32)
    alpha = np.zeros(size, np.float32)
    pores = mottle(rng, *size, (1.5, 4, 0.6 * px_per_unit))[..., None]
    knit = _knit(rng, size, px_per_unit)[..., None]
    _lay(color, alpha, _HAND, skin * (1 + 0.018 * pores), px_per_unit)
    _nails_and_creases(color, skin, px_per_unit)
    _lay(color, alpha, _SLEEVE, cloth * knit, px_per_unit)
    _lay(color, alpha, _CUFF, cloth * 0.85 * knit, px_per_unit)
    cv2.multiply(color, cv2.merge([alpha] * 3), dst=color)
    whole = cv2.merge([*cv2.split(color), alpha * 255.0])
    bgra = np.clip(np.rint(whole, out=whole), 0, 255, out=whole).astype(np.uint8)
    return Sprite(bgra, px_per_unit, (_HALF_WIDTH * px_per_unit, _ABOVE * px_per_unit), (0.22, 0.22))


def _lay(
    color: NDArray[np.float32],
    alpha: NDArray[np.float32],
    limbs: Sequence[_Limb],
    ink: NDArray[np.float32],
    scale: float,
) -> None:
    """Draw limbs that grow together over what is there, lit like round bodies, with their shadow on what is below."""
    ends = [(y - r, y + r) for joints, _ in limbs for _, y, r in joints]
    top, bottom = (
        round((y + _ABOVE) * scale)
        for y in (min(far for far, _ in ends) - _LIGHT_REACH, max(near for _, near in ends) + _LIGHT_REACH)
    )
    rows = slice(max(top, 0), bottom)  # nothing is changed beyond
    color, alpha, ink = color[rows], alpha[rows], ink[rows]
    cover = np.zeros(alpha.shape, np.uint8)
    rise = np.zeros(alpha.shape, np.float32)
    for joints, height in limbs:
        mask = _silhouette(joints, alpha.shape, rows.start, scale)
        inside = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
        radius = min(float(inside.max()), 1.1 * scale)
        round_off = np.sqrt(np.clip(1 - (1 - np.minimum(inside / radius, 1)) ** 2, 0, 1))
        rise = np.maximum(rise, round_off * radius * height)
        cover = np.maximum(cover, mask)
    rise = np.asarray(cv2.GaussianBlur(rise, (0, 0), max(0.8, 0.055 * scale)), np.float32)
    deep = np.clip((cv2.GaussianBlur(rise, (0, 0), 0.22 * scale) - rise) / (0.22 * scale), -0.35, 1)
    slope_x, slope_y = cv2.Sobel(rise, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(rise, cv2.CV_32F, 0, 1, scale=0.125)
    steep = np.sqrt(1 + slope_x**2 + slope_y**2)
    toward = (0.80 - 0.42 * (slope_x * LIGHT_FROM_XY[0] + slope_y * LIGHT_FROM_XY[1])) / steep
    shade = np.clip((0.30 + 0.88 * toward) * (1 - 0.8 * deep), 0.2, 1.35)[..., None]
    around = cv2.GaussianBlur(cover, (0, 0), 0.14 * scale).astype(np.float32)[..., None] / 255.0
    share = cover.astype(np.float32)[..., None] / 255.0
    color *= 1 - 0.45 * around * (1 - share)
    color[:] = color * (1 - share) + np.clip(ink * shade, 0, 255) * share
    np.maximum(alpha, share[..., 0], out=alpha)


def _silhouette(joints: Sequence[tuple[float, float, float]], shape: tuple[int, ...], top: int, scale: float) -> Mask:
    """Where limbs of these joints are, in a picture of this shape whose first row is ``top``."""
    mask = np.zeros(shape, np.uint8)
    points = [((x + _HALF_WIDTH) * scale, (y + _ABOVE) * scale, r * scale) for x, y, r in joints]
    for (x0, y0, r0), (x1, y1, r1) in pairwise(points):
        for t in np.linspace(0, 1, max(2, int(np.hypot(x1 - x0, y1 - y0) / 2))):
            centre = (round((x0 + (x1 - x0) * t) * 8), round((y0 + (y1 - y0) * t) * 8) - 8 * top)
            cv2.circle(mask, centre, round((r0 + (r1 - r0) * t) * 8), 255, -1, cv2.LINE_AA, 3)
    return mask


def _nails_and_creases(color: NDArray[np.float32], skin: NDArray[np.float32], scale: float) -> None:
    nail = tuple(float(c) for c in np.minimum(skin * (1.16, 1.12, 1.1), 255))
    crease = tuple(float(c) for c in skin * 0.78)
    for joints, _ in _FINGERS:
        (x0, y0, _), (x1, y1, r) = joints[-2], joints[-1]
        turn = float(np.degrees(np.arctan2(y1 - y0, x1 - x0)))
        tip = (round((x1 + _HALF_WIDTH) * scale), round((y1 + _ABOVE) * scale))
        cv2.ellipse(
            color, tip, (round(0.62 * r * scale), round(0.46 * r * scale)), turn, 0, 360, crease, -1, cv2.LINE_AA
        )
        cv2.ellipse(color, tip, (round(0.54 * r * scale), round(0.38 * r * scale)), turn, 0, 360, nail, -1, cv2.LINE_AA)
        middle = (round((x0 + _HALF_WIDTH) * scale), round((y0 + _ABOVE) * scale))
        for off in (-0.09, 0.07):
            at = (middle[0], middle[1] + round(off * scale))
            cv2.ellipse(
                color, at, (round(0.24 * scale), round(0.05 * scale)), turn + 90, 20, 160, crease, 1, cv2.LINE_AA
            )


def _knit(rng: np.random.Generator, size: tuple[int, int], scale: float) -> NDArray[np.float32]:
    """Ribs and folds of a woollen sleeve, about 1."""
    ys, xs = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32) / scale
    folds = mottle(rng, size[0], size[1], (scale * 1.1,))
    ribs = np.sin(2 * np.pi * xs / 0.19) * (0.6 + 0.4 * np.sin(2 * np.pi * ys / 0.16))
    return np.asarray(1 + 0.09 * ribs + 0.07 * folds, np.float32)
