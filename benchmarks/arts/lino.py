"""A hand-printed linocut / risograph small-press edition on off-white uncoated card.

Three inks (teal, mustard, coral) and a dark key are overprinted slightly out of register with coarse grain; the
floor is a sage block print with carved, paper-white grid lines and a dark carved frame. Tokens are thick dark brown
discs with the icon in cream ink; squirrels are painted wooden silhouettes, animals painted wooden slabs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
PAPER = (238, 232, 215)
KEY = (36, 42, 62)
SAGE = (128, 140, 104)
INK = {"green": (30, 132, 128), "orange": (236, 178, 36), "red": (224, 70, 54)}  # roles: threes, fours, fives
KEY_COVER = {"berry": 0.62, "nut": 0.5, "mushroom": 0.3, "feather": 0.62}
BROWN, CREAM = (66, 42, 29), (240, 226, 192)
ACCENT = {"berry": (92, 84, 160), "nut": INK["orange"], "mushroom": INK["red"], "feather": INK["green"]}
PAINT = {
    "badger": (58, 60, 68),
    "owl": (104, 66, 110),
    "hare": (122, 138, 158),
    "fox": (126, 76, 46),
    "heron": (62, 96, 146),
}
# heads as ellipses (x, y, rx, ry, angle, ink: 0 cream 1 dark 2 orange) in spaces; x != 0 is mirrored
FACES = {
    "badger": (
        (0.22, -0.2, 0.09, 0.09, 0, 0),
        (0, 0.06, 0.26, 0.27, 0, 0),
        (0.12, 0, 0.06, 0.22, 0, 1),
        (0.12, 0, 0.045, 0.045, 0, 0),
        (0, 0.22, 0.06, 0.05, 0, 1),
    ),
    "owl": (
        (0.2, -0.24, 0.06, 0.15, 35, 0),
        (0, 0.04, 0.28, 0.28, 0, 0),
        (0.12, 0, 0.09, 0.09, 0, 1),
        (0.12, 0, 0.03, 0.03, 0, 0),
        (0, 0.16, 0.04, 0.08, 0, 2),
    ),
    "hare": (
        (0.12, -0.2, 0.07, 0.2, 14, 0),
        (0, 0.1, 0.22, 0.23, 0, 0),
        (0.1, 0.04, 0.05, 0.05, 0, 1),
        (0, 0.2, 0.06, 0.04, 0, 1),
    ),
    "fox": (
        (0.2, -0.22, 0.08, 0.16, 25, 0),
        (0, -0.02, 0.3, 0.2, 0, 0),
        (0, 0.14, 0.12, 0.2, 0, 0),
        (0.12, -0.02, 0.05, 0.05, 0, 1),
        (0, 0.3, 0.06, 0.05, 0, 1),
    ),
    "heron": ((0, -0.08, 0.2, 0.2, 0, 0), (0, 0.2, 0.06, 0.24, 0, 2), (0.09, -0.1, 0.045, 0.045, 0, 1)),
}
RUST = (180, 104, 50)
# by seed % 4: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
LAMPS = (
    (
        4000,
        (("lamp", 2800, (110, 110), 0.6, 500.0, 1600.0, 0), ("window", 6800, (550, 600), 0.6, -1500.0, 1100.0, 300)),
    ),
    (2900, (("lamp", 2750, (130, 130), 1.0, 500.0, 1600.0, 0),)),
    (6000, (("window", 6800, (550, 600), 1.2, -1500.0, 1100.0, 300),)),
    (5400, (("lamp", 5900, (300, 300), 1.0, 500.0, 1600.0, 0),)),
)


def _grain(rng: np.random.Generator, h: int, w: int, strength: float = 0.45) -> np.ndarray:
    """How well the ink took: cloudy, with coarse pinholes of bare paper."""
    holes = np.clip((art.noise(rng, h, w, 5) - 0.66) * 5, 0, 1) * art.noise(rng, h, w, 40)
    return (0.82 + 0.22 * art.fbm(rng, h, w, 70)) * (1 - strength * holes) * (0.93 + 0.14 * art.noise(rng, h, w, 3))


def _ink(img: np.ndarray, cover: np.ndarray, ink: tuple[int, int, int]) -> None:
    """Lay a transparent ink over the print (multiplies, as overprinting does)."""
    c = np.clip(cover, 0, 1)[..., None]
    img *= 1 - c * (1 - np.float32(ink) / 255)


def _shift(mask: np.ndarray, dx: float, dy: float) -> np.ndarray:
    """A block printed out of register."""
    return cv2.warpAffine(mask, np.float32([[1, 0, dx], [0, 1, dy]]), mask.shape[::-1])


def _f(mask: np.ndarray) -> np.ndarray:
    return mask.astype(np.float32) / 255


def _paper(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    return np.float32(PAPER) * (0.95 + 0.07 * art.fbm(rng, h, w, 9))[..., None]


def _gouges(rng: np.random.Generator, mask: np.ndarray, n: int, length: float, angle: float, value: int = 0) -> None:
    """Short tapering cuts of a V-gouge."""
    h, w = mask.shape
    for _ in range(n):
        x, y, a, s = rng.uniform(0, w), rng.uniform(0, h), rng.normal(angle, 0.25), length * rng.uniform(0.5, 1)
        u = np.array([np.cos(a), np.sin(a)])
        v = np.array([-u[1], u[0]]) * rng.uniform(1.5, 3.2)
        p = np.array([(x, y) - u * s / 2, (x + v[0], y + v[1]), (x, y) + u * s / 2, (x - v[0], y - v[1])])
        cv2.fillPoly(mask, [np.round(p * 8).astype(np.int32)], value, cv2.LINE_AA, 3)


@lru_cache(maxsize=1)
def _leaf_blocks() -> list[np.ndarray]:
    """Carved leaf blocks as RGBA sprites: alpha = leaf, red channel = standing (inked) part, the rest cut away."""
    rng = np.random.default_rng(417)
    out = []
    for i in range(20):
        length = rng.uniform(13, 19) * PX
        n, t = int(length * 1.1), np.linspace(0, 1, 80)
        half = (
            0.3 * np.sin(np.pi * t**0.8),
            0.16 * np.sin(np.pi * t) ** 0.8,
            0.27 * np.sin(np.pi * t) ** 0.8 * (1 + 0.3 * np.sin(t * 8 * np.pi)),
            0.4 * np.sin(np.pi * t**1.5) ** 0.7,
        )[i % 4] * length
        x = (t - 0.5) * length
        pts = np.concatenate([np.stack([x, half], 1), np.stack([x, -half], 1)[::-1]]) + n / 2
        shape, cut = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
        cv2.fillPoly(shape, [np.round(pts).astype(np.int32)], 255, cv2.LINE_AA)
        c = n / 2
        cv2.line(cut, (int(c - 0.48 * length), int(c)), (int(c + 0.42 * length), int(c)), 255, 7, cv2.LINE_AA)
        for f in np.linspace(-0.34, 0.26, 6):
            for s in (-1, 1):
                q = (int(c + (f + 0.14) * length), int(c + s * (0.11 if i % 4 == 1 else 0.2) * length))
                cv2.line(cut, (int(c + f * length), int(c)), q, 255, 5, cv2.LINE_AA)
        out.append(np.dstack([255 - cut] * 3 + [shape]))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """A flat of the size's ink, leaves either cut out of it or overprinted with the key."""
    rng = np.random.default_rng(seed)
    w, h = int(w_mm * PX), int(h_mm * PX)
    flat = np.full((h, w), 255, np.uint8)
    _gouges(rng, flat, int(w * h / 2600), 46, rng.uniform(0, np.pi))
    both = np.dstack([flat, 0 * flat, 0 * flat]).astype(np.float32)  # channel 0: the flat, 1: the key block
    for gy in np.arange(0, h_mm + 6, 11):
        for gx in np.arange(0, w_mm + 6, 11):
            sp = art.rotate(_leaf_blocks()[int(rng.integers(20))], rng.uniform(0, 360), rng.uniform(0.8, 1.05))
            x, y = (gx + rng.uniform(-2.5, 2.5)) * PX, (gy + rng.uniform(-2.5, 2.5)) * PX
            if rng.random() < 0.5:  # cut leaf: only its veins keep the flat's ink
                sp[..., 0], sp[..., 1] = 255 - sp[..., 0], 0
            art.paste(both, sp, x, y)
    img = _paper(rng, h, w)
    _ink(img, both[..., 0] / 255 * _grain(rng, h, w) * rng.uniform(0.92, 1.06), INK[colour])
    _ink(img, _shift(both[..., 1], 4, -3) / 255 * _grain(rng, h, w) * 0.52, KEY)
    return np.clip(img, 0, 255).astype(np.uint8)


@lru_cache(maxsize=8)
def _glyph(kind: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """(block, flat): the carved block with its details cut out, and the plain shape for the accent ink."""
    s = n * 3
    m, flat = np.zeros((s, s), np.uint8), np.zeros((s, s), np.uint8)

    def ell(x: float, y: float, a: float, b: float, ang: float, v: int = 255) -> None:
        for lay in (m, flat) if v or kind == "mushroom" else (m,):
            cv2.ellipse(lay, (int(x * s), int(y * s)), (int(a * s), int(b * s)), ang, 0, 360, v, -1, cv2.LINE_AA)

    def poly(pts: list[tuple[float, float]]) -> None:
        for lay in (m, flat):
            cv2.fillPoly(lay, [np.int32(np.array(pts) * s)], 255, cv2.LINE_AA)

    def line(*q: float, t: float, v: int = 0) -> None:
        cv2.line(m, (int(q[0] * s), int(q[1] * s)), (int(q[2] * s), int(q[3] * s)), v, int(t * s), cv2.LINE_AA)

    if kind == "berry":
        line(0.5, 0.42, 0.54, 0.05, t=0.05, v=255)
        ell(0.3, 0.17, 0.21, 0.095, 25)
        ell(0.77, 0.2, 0.19, 0.085, -25)
        for x, y in ((0.29, 0.52), (0.71, 0.52), (0.5, 0.76)):
            ell(x, y, 0.225, 0.225, 0, 0)
            ell(x, y, 0.2, 0.2, 0)
            ell(x - 0.06, y - 0.07, 0.06, 0.04, -40, 0)
    elif kind == "nut":
        poly([(0.22, 0.42), (0.78, 0.42), (0.74, 0.66), (0.62, 0.86), (0.5, 0.97), (0.38, 0.86), (0.26, 0.66)])
        line(0.36, 0.5, 0.41, 0.78, t=0.05)
        ell(0.5, 0.33, 0.36, 0.18, 0)
        line(0.14, 0.455, 0.86, 0.455, t=0.035)
        for k in np.linspace(-0.24, 0.24, 5):
            line(0.5 + k - 0.06, 0.22, 0.5 + k + 0.06, 0.4, t=0.022)
        line(0.5, 0.18, 0.56, 0.03, t=0.07, v=255)
    elif kind == "mushroom":
        poly([(0.4, 0.5), (0.6, 0.5), (0.66, 0.95), (0.34, 0.95)])
        flat[:] = 0  # the stem has no accent ink
        th = np.linspace(np.pi, 2 * np.pi, 40)
        poly([(0.5 + 0.46 * np.cos(t), 0.56 + 0.5 * np.sin(t)) for t in th])
        line(0.06, 0.585, 0.94, 0.585, t=0.035)
        for x, y, r in ((0.3, 0.4, 0.075), (0.52, 0.24, 0.08), (0.71, 0.4, 0.075), (0.5, 0.47, 0.05)):
            ell(x, y, r, r, 0, 0)
    else:
        t = np.linspace(0, 1, 40)
        wd = 0.17 * np.sin(np.pi * t**0.85) ** 0.6
        cx, cy = 0.2 + 0.62 * t + 0.06 * np.sin(3 * t), 0.86 - 0.76 * t
        poly([(x + q * 0.75, y + q * 0.65) for x, y, q in np.r_[np.c_[cx, cy, wd], np.c_[cx, cy, -wd][::-1]]])
        for i in range(5, 36, 6):
            for q in (-1, 1):
                line(cx[i], cy[i], cx[min(39, i + 5)] + q * wd[i], cy[min(39, i + 5)] + q * wd[i] * 0.8, t=0.018)
        line(cx[3], cy[3], cx[37], cy[37], t=0.026)
        line(0.1, 0.97, cx[4], cy[4], t=0.045, v=255)
    return tuple(cv2.resize(v, (n, n), interpolation=cv2.INTER_AREA) for v in (m, flat))


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """The printed treasure: bare paper shape, accent ink, key block a little out of register."""
    rng = np.random.default_rng(seed)
    n = int(size_mm * PX)
    block, flat = _glyph(kind, n)
    img = _paper(rng, n, n)
    _ink(img, _f(flat) * _grain(rng, n, n), ACCENT[kind])
    _ink(img, _shift(_f(block), 3, 2) * _grain(rng, n, n) * KEY_COVER[kind], KEY)
    return np.dstack([np.clip(img, 0, 255).astype(np.uint8), cv2.dilate(flat | block, np.ones((7, 7), np.uint8))])


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark brown disc, the same block printed in cream."""
    rng = np.random.default_rng(seed)
    n, k = int(d_mm * PX), int(d_mm * PX * 0.76)
    img = np.float32(BROWN) * (0.9 + 0.2 * art.fbm(rng, n, n, 14))[..., None]
    cover = np.zeros((n, n), np.float32)
    o = (n - k) // 2
    cover[o : o + k, o : o + k] = _f(_glyph(kind, k)[0])
    cv2.circle(cover, (n // 2, n // 2), int(n * 0.46), 0.8, 3, cv2.LINE_AA)
    a = np.clip(cover * _grain(rng, n, n, 0.35), 0, 1)[..., None]
    return np.clip(img * (1 - a) + np.float32(CREAM) * a, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec, treasures: dict) -> np.ndarray:
    """Sage block print with a hatch of its own in each area, paper-white grid lines, dark carved frame."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    gx1, gy1 = int(m + spec.cols * cell), int(m + spec.rows * cell)
    block = np.full((h, w), 255, np.uint8)
    across = -(-spec.cols // spec.area_cols)
    for a in range(spec.n_areas):
        x0, y0 = int(m + a % across * spec.area_cols * cell), int(m + a // across * spec.area_rows * cell)
        sub = block[y0 : min(gy1, int(y0 + spec.area_rows * cell)), x0 : min(gx1, int(x0 + spec.area_cols * cell))]
        _gouges(rng, sub, int(sub.size / rng.uniform(1500, 2600)), rng.uniform(26, 70), rng.uniform(0, np.pi))
    frame = np.full((h, w), 255, np.uint8)
    _gouges(rng, frame, int(w * h / 2500), 50, 0.8)
    lines, thick = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for c in range(spec.cols + 1):
        at = int(m + c * cell)
        cv2.line(lines if c % spec.area_cols else thick, (at, int(m)), (at, gy1), 255, 9, cv2.LINE_AA)
    for r in range(spec.rows + 1):
        at = int(m + r * cell)
        cv2.line(lines if r % spec.area_rows else thick, (int(m), at), (gx1, at), 255, 9, cv2.LINE_AA)
    inside = np.zeros((h, w), np.float32)
    inside[int(m) : gy1, int(m) : gx1] = 1
    img = _paper(rng, h, w)
    sage = _f(block) * (1 - _f(lines)) * _grain(rng, h, w) * 0.8
    _ink(img, sage * inside, SAGE)
    for (c, r), kind in sorted(treasures.items()):
        sp = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.58 * spec.cell), rng.uniform(-12, 12))
        art.paste(img, sp, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    dark = np.maximum(_f(frame) * (1 - inside), _f(cv2.dilate(thick, np.ones((5, 5), np.uint8))))
    _ink(img, _shift(dark, 3, 3) * _grain(rng, h, w) * 0.92, KEY)
    return np.clip(img, 0, 255).astype(np.uint8)


def _painted(rng: np.random.Generator, h: int, w: int, colour: tuple[int, int, int]) -> np.ndarray:
    """Thin paint, wood grain telling through."""
    grain = 0.5 * art.noise(rng, h, w, 120, 5) + 0.5 * art.noise(rng, h, w, 40, 2)
    return np.float32(colour) * (0.84 + 0.32 * grain)[..., None]


def _squirrel_outline(x: float, y: float, s: float) -> Polygon:
    """Sitting squirrel in profile, facing left, tail up behind; s is its height in mm."""

    def ell(cx: float, cy: float, a: float, b: float, ang: float) -> Polygon:
        return affinity.rotate(affinity.scale(Point(cx, cy).buffer(1, 24), a, b), ang)

    tail = LineString([(0.08, -0.36), (0.3, -0.3), (0.36, -0.02), (0.26, 0.2), (0.3, 0.36)]).buffer(0.135)
    p = unary_union(
        [
            ell(-0.06, -0.18, 0.19, 0.28, 18),
            ell(-0.22, 0.16, 0.19, 0.15, -15),
            tail,
            ell(-0.06, -0.42, 0.26, 0.075, 0),
            Polygon([(-0.2, 0.24), (-0.12, 0.5), (-0.04, 0.2)]),
            ell(-0.27, -0.08, 0.14, 0.055, -20),
        ]
    )
    p = p.buffer(0.025).buffer(-0.025)
    return affinity.translate(affinity.scale(p, s, s, origin=(0, 0)), x, y)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    rng = np.random.default_rng(seed)
    n = int(s_mm * PX)
    img = _painted(rng, n, n, RUST)
    cv2.circle(img, (int(n * 0.27), int(n * 0.34)), int(n * 0.032), CREAM, -1, cv2.LINE_AA)
    swirl = np.array([(0.66, 0.74), (0.78, 0.68), (0.81, 0.52), (0.74, 0.35)]) * n
    cv2.polylines(img, [np.round(swirl).astype(np.int32)], False, CREAM, 7, cv2.LINE_AA)
    cv2.ellipse(img, (int(n * 0.4), int(n * 0.7)), (int(n * 0.05), int(n * 0.13)), 15, 0, 360, CREAM, -1, cv2.LINE_AA)
    return np.clip(img, 0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """Painted slab: a face in the first space, cream tail tip in the last, dark fur cuts between."""
    rng = np.random.default_rng(seed)
    s = cell_mm * PX
    h, w = int((max(r for _, r in cells) + 1) * s), int((max(c for c, _ in cells) + 1) * s)
    img = _painted(rng, h, w, PAINT[species])
    fur = np.zeros((h, w), np.uint8)
    _gouges(rng, fur, int(h * w / 1500), 36, rng.uniform(0, np.pi), 255)
    img = np.clip(img * (1 - 0.4 * _f(fur))[..., None], 0, 255).astype(np.uint8)
    order = sorted(cells, key=lambda q: (q[1], q[0]))
    if len(order) > 1:
        c, r = order[-1]
        cv2.ellipse(
            img,
            (int((c + 0.5) * s), int((r + 0.5) * s)),
            (int(0.26 * s), int(0.13 * s)),
            40,
            0,
            360,
            CREAM,
            -1,
            cv2.LINE_AA,
        )
    inks = (CREAM, tuple(int(v * 0.35) for v in PAINT[species]), INK["orange"])
    for x, y, rx, ry, ang, k in FACES[species]:
        for q in (-1, 1) if x else (1,):
            at = (int((order[0][0] + 0.5 + q * x) * s), int((order[0][1] + 0.5 + y) * s))
            cv2.ellipse(img, at, (int(rx * s), int(ry * s)), q * ang, 0, 360, inks[k], -1, cv2.LINE_AA)
    return img


def _pieces(stock: Callable) -> Callable:
    """Tokens become thick discs, squirrels silhouettes, animals rounded slabs; leaf tiles keep their die."""

    def meshes(self: ts.TableScene, spec, p) -> list:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if p.kind == "leaf" or key in self._mesh_cache:
            return stock(self, spec, p)
        centre = np.array([spec.cell_centre(*q) for q in p.cells])
        (x0, y0), (x1, y1) = centre.min(0) - spec.cell / 2, centre.max(0) + spec.cell / 2
        if p.kind == "token":
            x, y = centre[0]
            shape, thick, side, r = Point(x, y).buffer(6.8, 24), 2.6, BROWN, 6.8
            x0, y0, x1, y1, alpha, tex = (
                x - r,
                y - r,
                x + r,
                y + r,
                0.45,
                art.token_texture(p.colour, p.art_seed, 2 * r),
            )
        elif p.kind == "squirrel":
            shape, thick, side = _squirrel_outline(*centre[0], 0.94 * spec.cell), 4.0, RUST
            alpha, tex = 0.3, art.squirrel_texture(p.art_seed, spec.cell)
        else:
            shape, thick, side = geo.tile_outline(spec, p.cells, gap=0.6, radius=3), 3.0, PAINT[p.colour]
            c0, r0 = np.min(p.cells, axis=0)
            alpha, tex = (
                0.3,
                art.animal_texture(p.art_seed, p.colour, [(c - c0, r - r0) for c, r in p.cells], spec.cell),
            )
        top, sides = geo.die_cut(shape, thick, (x0, y0, x1, y1), 0.35)
        rgb = ((np.float32(side) / 255) ** 2.2).tolist()
        self._mesh_cache[key] = [
            (p.kind, top, (f"{p.kind}{p.art_seed}", "card", {"tex": tex, "alpha": alpha})),
            (p.kind + "side", sides, (f"edge{side}", "diffuse", {"rgb": rgb})),
        ]
        return self._mesh_cache[key]

    return meshes


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.66, 0.62, 0.53))  # off-white board, no grey core
    for d in ts.DIFFICULTY.values():
        d["alpha"] = (0.45, 0.55)  # uncoated card
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 41)
