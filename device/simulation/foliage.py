"""The leaves of the simulated table: fallen ones one by one, and foliage that covers a whole card.

Everything is drawn by a random generator; nothing of it resembles the published game's pictures.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.sheet import Color, Sheet, times, turned, unit_circle

FOLIAGE: dict[str, tuple[tuple[int, int], tuple[int, int], tuple[int, int], Color]] = {
    # ranges of hue (0-180, below 0 wraps), saturation and value of the leaves, and the dark between them
    "green": ((40, 66), (120, 205), (85, 195), (26, 66, 26)),
    "yellow": ((14, 27), (165, 235), (140, 245), (24, 84, 134)),
    "red": ((-6, 9), (160, 220), (100, 210), (30, 26, 92)),
}

# Leaves are drawn by the thousand: their shapes are made once.
_ALONG = np.linspace(0, 1, 15)  # a leaf, from its stalk to its tip
_OVAL = np.sin(np.pi * _ALONG**0.85)
_OAK, _LOBES = np.sin(np.pi * _ALONG**0.8) * 0.3, 0.78 + 0.22 * np.cos(_ALONG * 6 * np.pi)
_MAPLE, _TIPS = unit_circle(20), np.where(np.arange(20) % 4 == 0, 1.0, np.where(np.arange(20) % 2 == 0, 0.48, 0.62))
_VEIN = np.array([[-0.44, 0.0], [0.44, 0.0]])
_RIBS = [np.array([[at + 0.1, reach], [at, 0], [at + 0.1, -reach]]) for at, reach in ((-0.1, 0.2), (0.12, 0.16))]


def leaf_outline(rng: np.random.Generator, x: float, y: float, length: float, turn_deg: float) -> NDArray[np.float64]:
    """The outline of one fallen leaf: a pointed oval, a wavy oak leaf or a five-pointed maple leaf."""
    kind = rng.integers(4)
    if kind < 2:
        half = _OVAL * rng.uniform(0.2, 0.3) * length
    elif kind == 2:
        half = _OAK * length * _LOBES
    else:
        return turned((length * 0.5 * _TIPS)[:, None] * _MAPLE, x, y, turn_deg)
    along = (_ALONG - 0.5) * length
    side = np.stack([along, half], axis=1)
    return turned(np.concatenate([side, side[::-1] * (1, -1)]), x, y, turn_deg)


def foliage(sheet: Sheet, rng: np.random.Generator, color: str) -> None:
    """Cover a whole sheet with leaves of a colour of ``FOLIAGE``, darker ones below."""
    hues, saturations, values, _ = FOLIAGE[color]
    high, wide = sheet.pixels.shape[0] / sheet.scale, sheet.pixels.shape[1] / sheet.scale
    count = int(high * wide * 25)
    for bright in np.sort(rng.uniform(0, 1, count) ** 0.8):
        x, y = rng.uniform(0, wide) - sheet.pad, rng.uniform(0, high) - sheet.pad
        length, turn = rng.uniform(0.26, 0.5), rng.uniform(0, 360)
        ink = _from_hsv(rng.uniform(*hues), rng.uniform(*saturations), values[0] + (values[1] - values[0]) * bright)
        outline = leaf_outline(rng, x, y, length, turn)
        sheet.polygon(outline + 0.022, times(ink, 0.35))
        sheet.polygon(outline, ink)
        sheet.line(turned(_VEIN * length, x, y, turn), times(ink, 1.3), 0.016)
        for rib in _RIBS:
            sheet.line(turned(rib * length, x, y, turn), times(ink, 0.78), 0.01)


def _from_hsv(hue: float, saturation: float, value: float) -> Color:
    one = np.array([[[hue % 180, min(saturation, 255), min(value, 255)]]], np.uint8)
    blue, green, red = (float(channel) for channel in cv2.cvtColor(one, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red
