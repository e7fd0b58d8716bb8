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
_VEIN = [(-0.44, 0.0), (0.44, 0.0)]
_RIBS = [[(at + 0.1, reach), (at, 0), (at + 0.1, -reach)] for at, reach in ((-0.1, 0.2), (0.12, 0.16))]
_VEINS = np.array([*_VEIN, *_RIBS[0], *_RIBS[1]])


def leaf_outline(rng: np.random.Generator, x: float, y: float, length: float, turn_deg: float) -> NDArray[np.float64]:
    """The outline of one fallen leaf: a pointed oval, a wavy oak leaf or a five-pointed maple leaf."""
    return turned(_flat_outline(rng, length), x, y, turn_deg)


def _flat_outline(rng: np.random.Generator, length: float) -> NDArray[np.float64]:
    """The same about (0, 0), the stalk to the left."""
    kind = rng.integers(4)
    if kind < 2:
        half = _OVAL * rng.uniform(0.2, 0.3) * length
    elif kind == 2:
        half = _OAK * length * _LOBES
    else:
        return np.asarray((length * 0.5 * _TIPS)[:, None] * _MAPLE, np.float64)
    along = (_ALONG - 0.5) * length
    side = np.stack([along, half], axis=1)
    return np.concatenate([side, side[::-1] * (1, -1)])


def foliage(sheet: Sheet, rng: np.random.Generator, color: str) -> None:
    """Cover a whole sheet with leaves of a colour of ``FOLIAGE``, darker ones below."""
    hues, saturations, values, _ = FOLIAGE[color]
    high, wide = sheet.pixels.shape[0] / sheet.scale, sheet.pixels.shape[1] / sheet.scale
    count = int(high * wide * 25)
    inks, leaves = [], []
    for bright in np.sort(rng.uniform(0, 1, count) ** 0.8):
        x, y = rng.uniform(0, wide) - sheet.pad, rng.uniform(0, high) - sheet.pad
        length, turn = rng.uniform(0.26, 0.5), rng.uniform(0, 360)
        value = values[0] + (values[1] - values[0]) * bright
        inks.append(_from_hsv(rng.uniform(*hues), rng.uniform(*saturations), value))
        leaves.append(turned(np.concatenate([_VEINS * length, _flat_outline(rng, length)]), x, y, turn))
    points = np.concatenate(leaves)
    cuts = np.cumsum([len(leaf) for leaf in leaves])[:-1]
    all_below, all_drawn = (np.split(sheet.fixed(moved), cuts) for moved in (points + 0.022, points))
    for ink, below, drawn in zip(inks, all_below, all_drawn, strict=True):
        vein, rib, other_rib, outline = drawn[:2], drawn[2:5], drawn[5:8], drawn[8:]
        sheet.fill(below[8:], times(ink, 0.35))
        sheet.fill(outline, ink)
        sheet.strokes([vein], times(ink, 1.3), 0.016)
        sheet.strokes([rib, other_rib], times(ink, 0.78), 0.01)


def _from_hsv(hue: float, saturation: float, value: float) -> Color:
    one = np.array([[[hue % 180, min(saturation, 255), min(value, 255)]]], np.uint8)
    blue, green, red = (float(channel) for channel in cv2.cvtColor(one, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red
