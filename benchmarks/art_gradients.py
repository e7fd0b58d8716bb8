"""Vector drawings in gradients, without outlines, of the edition ``arts/travel.py``: leaves, treasures, a squirrel."""

from __future__ import annotations

from functools import cache
from itertools import product

import cv2
import numpy as np
from tablescene import art

PX = art.PX
RGB = tuple[int, int, int]
LEAF: dict[str, list[tuple[RGB, RGB]]] = {  # gradient ends, stalk to tip
    "green": [
        ((30, 128, 62), (132, 200, 62)),
        ((16, 104, 74), (70, 176, 84)),
        ((74, 150, 40), (178, 218, 84)),
        ((12, 88, 58), (44, 148, 80)),
    ],
    "orange": [
        ((240, 140, 18), (255, 206, 66)),
        ((228, 112, 20), (252, 170, 40)),
        ((246, 178, 30), (255, 226, 112)),
        ((214, 98, 22), (244, 146, 44)),
    ],
    "red": [
        ((140, 16, 76), (222, 40, 88)),
        ((108, 14, 82), (178, 28, 92)),
        ((176, 22, 62), (238, 74, 100)),
        ((84, 12, 70), (146, 24, 90)),
    ],
}
GROUND: dict[str, RGB] = {"green": (8, 66, 48), "orange": (196, 92, 16), "red": (70, 8, 58)}


def _oval(x: float, y: float, a: float, b: float, deg: float = 0.0) -> np.ndarray:
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.c_[x + a * np.cos(t) * c - b * np.sin(t) * s, y + a * np.cos(t) * s + b * np.sin(t) * c]


def _fill(im: np.ndarray, pts: np.ndarray, c0: RGB, c1: RGB | None = None) -> None:
    """Fill a polygon (0..1 of the picture's width) of an RGBA sprite with a gradient from top to bottom."""
    n = im.shape[1]
    p = np.asarray(pts, float) * n
    m = np.zeros(im.shape[:2], np.uint8)
    cv2.fillPoly(m, [np.round(p * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    t = np.clip((np.arange(im.shape[0]) - p[:, 1].min()) / max(1.0, np.ptp(p[:, 1])), 0, 1)[:, None, None]
    col = np.array(c0) * (1 - t) + np.array(c1 or c0) * t
    a, a0 = m[..., None] / 255.0, im[..., 3:] / 255.0
    total = a + a0 * (1 - a)
    w = np.where(a0 > 0, a / np.maximum(total, 1e-6), 1.0)  # bare pixels take the colour: no dark fringe
    im[..., :3] = im[..., :3] * (1 - w) + col * w
    im[..., 3:] = total * 255


def leaf_shape(kind: int) -> tuple[np.ndarray, np.ndarray]:
    """Upper and lower edge of a leaf from stalk (0) to tip (1), lengths relative to the leaf's length."""
    t = np.linspace(0, 1, 60)
    w = (
        0.34 * np.sin(np.pi * t**0.8),
        0.26 * np.sin(np.pi * t**1.1) ** 0.8,
        0.30 * np.sin(np.pi * t**0.85) ** 0.7 * (1 + 0.22 * np.sin(t * 26)),
        0.40 * np.sin(np.pi * t**0.6) ** 1.3,
    )[kind]
    return np.c_[t, -w], np.c_[t, w]


@cache
def _leaves(colour: str) -> list[np.ndarray]:
    """Leaf sprites of one colour: two flat halves with gradients and a pale midrib, no outline."""
    rng = np.random.default_rng(sum(map(ord, colour)) * 104729)
    out = []
    for i in range(24):
        n = int(rng.uniform(12, 19) * PX)
        im = np.zeros((n, n, 4), np.float32)
        up, lo = leaf_shape(i % 4)
        lo_c, hi_c = LEAF[colour][int(rng.integers(4))]
        for edge, f in ((up, 1.0), (lo, 0.84)):  # stalk at the top, so that the gradient runs along the leaf
            q = (np.r_[[(0, 0)], edge, [(1, 0)]] * 0.94 + [0.03, 0.5])[:, ::-1]
            _fill(im, q, tuple(int(v * f) for v in lo_c), tuple(int(v * f) for v in hi_c))
        rib = tuple(int(v) for v in np.clip(np.array(hi_c) * 0.6 + 96, 0, 255))
        _fill(im, np.array([(0.5, 0.03), (0.512, 0.03), (0.505, 0.9), (0.497, 0.9)]), rib)
        for f, s in product((0.3, 0.48, 0.66), (-0.17, 0.17)):
            _fill(im, np.array([(0.5, f), (0.5 + s, f + 0.12), (0.5, f + 0.014)]), rib)
        out.append(im.astype(np.uint8))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    h, w = int(h_mm * PX), int(w_mm * PX)
    img = np.ones((h, w, 3), np.float32) * GROUND[colour]
    pts = [
        (x + rng.uniform(-3, 3), y + rng.uniform(-3, 3))
        for y in np.arange(-3, h_mm + 5, 6.4)
        for x in np.arange(-3, w_mm + 5, 6.4)
    ]
    lib = _leaves(colour)
    for i in rng.permutation(len(pts)):
        s = art.rotate(lib[int(rng.integers(len(lib)))], rng.uniform(0, 360), rng.uniform(0.75, 1.05))
        art.paste(img, s, pts[i][0] * PX, pts[i][1] * PX, shadow=0.22)
    return np.clip(img, 0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """Flat treasure icon as RGBA sprite; one drawing for the print and the token."""
    n = int(size_mm * PX) * 2
    im = np.zeros((n, n, 4), np.float32)
    if kind == "berry":
        for s in (-1, 1):
            _fill(im, _oval(0.5 + s * 0.2, 0.17, 0.2, 0.1, -s * 24), (150, 206, 76), (84, 156, 54))
        for x, y in ((0.3, 0.42), (0.7, 0.42), (0.5, 0.72)):
            _fill(im, _oval(x, y, 0.24, 0.24), (104, 150, 246), (44, 72, 186))
            _fill(im, _oval(x - 0.07, y - 0.08, 0.07, 0.05, -35), (206, 224, 255))
            _fill(im, _oval(x + 0.05, y + 0.07, 0.06, 0.06), (30, 44, 130))
    elif kind == "nut":
        t = np.linspace(0, np.pi, 30)
        _fill(im, np.c_[0.5 + 0.31 * np.cos(t), 0.42 + 0.5 * np.sin(t) ** 0.8], (248, 186, 84), (206, 118, 36))
        _fill(im, np.array([(0.3, 0.45), (0.4, 0.45), (0.45, 0.82), (0.38, 0.72)]), (255, 228, 168))
        _fill(im, _oval(0.5, 0.34, 0.4, 0.19), (134, 158, 62), (88, 112, 44))
        _fill(im, np.array([(0.14, 0.4), (0.86, 0.4), (0.8, 0.48), (0.2, 0.48)]), (176, 196, 96))
        _fill(im, np.array([(0.45, 0.2), (0.52, 0.03), (0.6, 0.05), (0.56, 0.2)]), (122, 146, 58))
    elif kind == "mushroom":
        _fill(
            im,
            np.array([(0.38, 0.5), (0.62, 0.5), (0.7, 0.94), (0.5, 0.98), (0.3, 0.94)]),
            (255, 240, 212),
            (214, 178, 132),
        )
        t = np.linspace(np.pi, 2 * np.pi, 30)
        cap = np.r_[np.c_[0.5 + 0.47 * np.cos(t), 0.56 + 0.52 * np.sin(t)], [(0.9, 0.64), (0.5, 0.6), (0.1, 0.64)]]
        _fill(im, cap, (240, 74, 58), (196, 24, 40))
        for x, y, r in (
            (0.32, 0.34, 0.075),
            (0.56, 0.2, 0.08),
            (0.74, 0.42, 0.07),
            (0.5, 0.46, 0.055),
            (0.17, 0.52, 0.045),
        ):
            _fill(im, _oval(x, y, r, r * 0.85), (255, 250, 240))
    else:
        t = np.linspace(0, 1, 40)[:, None]
        mid = np.c_[0.14 + 0.7 * t, 0.88 - 0.76 * t + 0.07 * np.sin(np.pi * t)]
        wd = 0.24 * np.sin(np.pi * t**0.8) ** 0.6 * [0.7, 0.7]
        _fill(im, np.r_[mid, (mid - wd)[::-1]], (128, 220, 232), (42, 150, 188))
        _fill(im, np.r_[mid, (mid + wd)[::-1]], (84, 190, 214), (24, 116, 164))
        _fill(im, np.r_[mid + 0.012, (mid - 0.012)[::-1]], (244, 252, 255))
        _fill(im, np.array([(0.05, 0.93), (0.09, 0.97), (0.2, 0.86), (0.16, 0.82)]), (244, 252, 255))
    return cv2.resize(np.clip(im, 0, 255).astype(np.uint8), (n // 2, n // 2), interpolation=cv2.INTER_AREA)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """RGBA: the dyed wooden squirrel with its print; alpha is the sawn silhouette."""
    n = int(s_mm * PX)
    im = np.zeros((n, n, 4), np.float32)
    t = np.linspace(0, 1, 40)[:, None]
    a = 2.1 - 4.6 * t  # the tail: a fat comma behind the back
    mid = np.c_[0.68 + 0.12 * np.cos(a), 0.36 + 0.2 * np.sin(a) + 0.3 * (1 - t) ** 2]
    for q, r in zip(mid, 0.07 + 0.1 * np.sin(np.pi * t[:, 0] ** 0.8), strict=True):
        _fill(im, _oval(q[0], q[1], r, r), (172, 74, 34))
    ear, feet = [(0.3, 0.28), (0.37, 0.08), (0.46, 0.3)], [(0.2, 0.93), (0.26, 0.84), (0.62, 0.84), (0.72, 0.93)]
    body, head, arm = (
        _oval(0.45, 0.68, 0.19, 0.24, 14),
        _oval(0.34, 0.36, 0.17, 0.14, 14),
        _oval(0.24, 0.62, 0.1, 0.055, -20),
    )
    for part in (body, head, ear, feet, arm):
        _fill(im, part, (196, 92, 42))
    _fill(im, _oval(0.38, 0.7, 0.09, 0.17, 12), (248, 226, 186))
    _fill(im, _oval(0.29, 0.35, 0.034, 0.034), (24, 16, 14))
    return np.clip(im, 0, 255).astype(np.uint8)
