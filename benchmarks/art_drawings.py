"""What drawings of the editions of ``arts/`` are made of: ovals, rounded outlines, and pictures drawn larger."""

from __future__ import annotations

import cv2
import numpy as np

ROUND = np.arange(48) * np.pi / 24


def ring_of(numbers: np.ndarray) -> tuple[np.ndarray, bool]:
    """The points (n, 2) of an oval, told by middle, half axes and degrees, or of an outline; and whether it is one."""
    if len(numbers) != 5:
        return numbers.reshape(-1, 2), True
    turn = np.radians(numbers[4])
    oval = np.c_[numbers[2] * np.cos(ROUND), numbers[3] * np.sin(ROUND)]
    return oval @ [(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))] + numbers[:2], False


def rounded(ring: np.ndarray, cut: float = 0.2) -> np.ndarray:
    """A closed outline (n, 2) with its corners cut off once, as much of each side (Chaikin)."""
    after = np.roll(ring, -1, 0)
    return np.stack([(1 - cut) * ring + cut * after, cut * ring + (1 - cut) * after], 1).reshape(-1, 2)


def carved(text: str, scale_mm: float, x_mm: float, y_mm: float) -> np.ndarray:
    """The rounded outline (n, 2) of a wooden figure round a place, from its points in percent."""
    return rounded((np.float32(text.split()).reshape(-1, 2) - 50) * [scale_mm, -scale_mm] + [x_mm, y_mm])


def shrunk(drawn: np.ndarray, n: int) -> np.ndarray:
    """An RGBA picture at n by n pixels; colours count as much as they cover, so no bare ground shines through."""
    out = drawn.astype(np.float32)
    out[..., :3] *= out[..., 3:] / 255
    out = cv2.resize(out, (n, n), interpolation=cv2.INTER_AREA)
    out[..., :3] /= np.maximum(out[..., 3:] / 255, 1e-3)
    return out.clip(0, 255).astype(np.uint8)


def ball(text: str, xx: np.ndarray, yy: np.ndarray, px: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """How far each place is from the middle of an ellipsoid along its two axes, and in all, in half axes; its cover.

    ``text`` has middle, half axes and degrees in percent of a picture ``px`` wide, ``xx`` and ``yy`` the places.
    """
    x, y, a, b, turn = map(float, text.split())
    c, d = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    p, q = ((xx - x) * c + (yy - y) * d) / a, ((yy - y) * c - (xx - x) * d) / b
    r = np.hypot(p, q)
    return p, q, r, np.clip((1 - r) * px * min(a, b) / 100, 0, 1)
