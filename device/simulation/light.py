"""The lamp, daylight and sensor of the simulated table: uneven light that drifts, and noise."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

_NOISE_MARGIN = 64
_NOISE_LEVELS = 2.1  # standard deviation in grey levels


class Light:
    """Uneven, slowly drifting light over a picture and the sensor's noise; the same for the same generator.

    Two lamps stand at different places; their shares, the brightness and the color wander over tens of seconds by a
    few per cent.
    """

    def __init__(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> None:
        self._size_wh = size_wh
        self._fields = (_field(rng, size_wh, 0.28), _field(rng, size_wh, 0.72))
        self._periods_s = rng.uniform([37, 53, 71, 89], [47, 67, 83, 113])
        self._phases = rng.uniform(0, 2 * np.pi, 4)
        self._warmth = rng.uniform(-0.03, 0.03)
        height, width = size_wh[1] + _NOISE_MARGIN, size_wh[0] + _NOISE_MARGIN
        noise = rng.standard_normal((height, width, 3)) * _NOISE_LEVELS + 0.5
        self._brighter = np.clip(np.floor(noise), 0, 255).astype(np.uint8)
        self._darker = np.clip(-np.floor(noise), 0, 255).astype(np.uint8)
        self._rng = np.random.default_rng(int(rng.integers(2**63)))

    def bake(self, layer: Pixels) -> tuple[Pixels, Pixels]:
        """An evenly lit picture as each of the two lamps shows it."""
        one, other = (cv2.multiply(layer, field, scale=1.0 / 200.0) for field in self._fields)
        return np.asarray(one, np.uint8), np.asarray(other, np.uint8)

    def mix(self, baked: tuple[Pixels, Pixels], now_s: float) -> Pixels:
        """A new picture under both lamps at this time."""
        share = 0.5 + 0.5 * self._wave(0, now_s)
        return np.asarray(cv2.addWeighted(baked[0], share, baked[1], 1.0 - share, 0.0), np.uint8)

    def expose(self, picture: Pixels, now_s: float) -> Pixels:
        """The picture as the sensor gives it: brightness and color of the moment, then noise."""
        bright = 1.0 + 0.05 * self._wave(1, now_s)
        warm = self._warmth + 0.025 * self._wave(2, now_s)
        green = 0.012 * self._wave(3, now_s)
        gains = np.array([bright * (1 - warm), bright * (1 + green), bright * (1 + warm)])
        lit = cv2.transform(picture, np.diag(gains))  # takes a seventh of the time of a table look-up
        down, right = self._rng.integers(0, _NOISE_MARGIN, 2)
        width, height = self._size_wh
        part = np.s_[down : down + height, right : right + width]
        cv2.add(lit, self._brighter[part], dst=lit)
        cv2.subtract(lit, self._darker[part], dst=lit)
        return np.asarray(lit, np.uint8)

    def _wave(self, which: int, now_s: float) -> float:
        return float(np.sin(2 * np.pi * now_s / self._periods_s[which] + self._phases[which]))


def _field(rng: np.random.Generator, size_wh: tuple[int, int], across: float) -> NDArray[np.uint8]:
    """Light falling on each pixel, uint8 (height, width, 3), 200 is full; brightest at a share ``across`` the width."""
    width, height = size_wh
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp_x = (across + rng.uniform(-0.08, 0.08)) * width
    lamp_y = rng.uniform(0.2, 0.5) * height
    near = -((xs - lamp_x) ** 2 + (ys - lamp_y) ** 2) / width**2
    corner = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width**2 + height**2) * 4
    bright = 200 * (0.80 + 0.30 * cv2.exp(near / 0.55**2)) * (1 - 0.16 * cv2.pow(corner, 1.2))
    close = 2.0 * cv2.exp(near / 0.5**2)
    tints = [bright * cv2.exp(close * float(np.log(tint))) for tint in (0.955, 1.0, 1.03)]
    return np.asarray(np.clip(cv2.merge(tints), 0, 255), np.uint8)
