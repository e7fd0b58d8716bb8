"""A lavish family-game edition: digital gouache on linen-finish cardboard.

Tiles are heaps of naturalistic autumn leaves: moss and olive green (threes), amber and ochre (fours), deep wine red
(fives). The floor is warm brown humus with needles, twigs, stones and thin pale lines in a frame of gnarled roots, with
treasures in natural colours; they are also on dark brown discs. Squirrels are rust-red wood, animals grey and brown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Point
from tablescene import art, render
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
FLESH = {
    "green": "788a3c 5e7436 969a48 6e8650 aca44e 546c34",
    "orange": "eab436 dc9c30 f2c85c d28c34 e4a648 eebc74",
    "red": "9c2434 821e2e aa3a38 8c2c42 741c2a a02c2e",
}
RIM = {"green": "c2a848 9e723a 4a642e", "orange": "ae6628 d26a2a f6dc86", "red": "c8643a 5c1c3a b84438"}
PARTS = {  # ellipsoids in hundredths of a space: x, y, half axes, degrees, colour; ~ is one on either side
    "berry": "26 22 25 10 28 6c923c|74 20 25 10 -30 84a24a|~73 49 17 17 0 d82a28|50 42 17 17 0 d82a28|"
    "~64 74 17 17 0 d82a28|50 62 17 17 0 d82a28|~69 44 4 3 0 fad6c8|45 36 4 3 30 fad6c8|46 56 4 3 30 fad6c8",
    "nut": "50 6 5 10 12 8c6438|50 90 5 9 0 b07a38|50 60 30 34 0 e2a84c|40 58 6 22 6 f8d68a|50 29 38 19 0 8e683c|"
    "~63 26 6 6 0 b48a58|~76 32 6 6 0 b48a58|50 24 6 6 0 b48a58|~56 37 6 5 0 a87e50|~70 38 6 5 0 a87e50",
    "mushroom": "50 72 19 26 0 faf0d6|50 56 42 9 0 e6d2a4|50 36 47 26 0 a45e34|36 27 16 7 -20 d29a68",
    "feather": "56 42 19 50 38 f2f4f2|62 47 11 43 38 5088c0|76 38 2 9 82 1e3450|71 46 2 10 82 1e3450|"
    "66 54 2 10 82 1e3450|60 62 2 10 82 1e3450|49 50 2 57 38 f6eeda",
    "squirrel": "74 30 17 14 0 3e1a10|77 48 15 22 0 3e1a10|68 70 14 20 20 3e1a10|45 64 17 23 15 3e1a10|"
    "33 36 16 13 18 3e1a10|39 20 5 12 12 3e1a10|45 86 22 7 0 3e1a10|39 67 7 15 15 f0d4ac|29 34 4 4 0 f0d4ac",
    "badger": "~75 24 9 9 0 282628|50 50 32 35 0 eae6dc|~65 46 8 30 -8 302e30|~66 47 4 4 0 0c0a0a|50 78 6 5 0 1e1818",
    "fox": "~74 20 10 19 24 8c5a3c|50 47 33 27 0 b07850|~67 62 17 12 -25 f0e6d6|50 65 12 16 0 c08a66|"
    "~64 46 6 6 0 d6a84a|~64 46 4 4 0 14100f|50 78 6 5 0 1e1818",
    "hare": "~64 16 8 25 14 94806a|~64 17 4 17 14 d4b4a2|50 57 27 29 0 a89274|50 72 14 10 0 ece2d2|~64 52 6 6 0 32241c",
    "owl": "~74 20 7 15 30 6e5c4c|50 50 36 34 0 8a7862|~66 47 17 19 0 d6c8ae|~66 47 9 9 0 ecb444|~66 47 5 5 0 14100f",
    "heron": "62 24 28 5 20 343842|48 42 24 22 0 ccd2d6|30 68 6 28 25 d8b25e|42 40 6 6 0 e0c050|42 40 4 4 0 14100f",
}
FUR = {"badger": "7a7876 a09c98 565456", "fox": "a8724e 90624a c08e68", "hare": "a48e74 bca88c 84725e"}
FUR |= {"owl": "8c7862 b09e84 6c5c4c", "heron": "8c98a4 b0bac2 6c7684", "needle": "a8764a c49a6a 443024 82543a 7c7e46"}
EVENING, DAY = ("lamp", 2900, (190, 190), 1.0, 420.0, 1500.0, 0), ("window", 6400, (600, 600), 1.1, 1700.0, 1100.0, 300)
LAMPS = ((3000, (EVENING,)), (5600, (DAY,)), (3900, (EVENING, ("window", 6900, (500, 600), 0.5, -1700.0, 1000.0, 300))))


def _tones(text: str) -> np.ndarray:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


@lru_cache(maxsize=16)
def _parts(name: str) -> tuple:
    both = [(q, text.strip("~").split()) for text in PARTS[name].split("|") for q in ((-1, 1) if "~" in text else (1,))]
    rows = [(q, *(float(v) / 100 for v in words[:5]), _tones(words[5])[0]) for q, words in both]
    return tuple((0.5 + q * (x - 0.5), y, a, b, q * deg * 100, colour) for q, x, y, a, b, deg, colour in rows)


def _ellipsoids(img: np.ndarray, alpha: np.ndarray, parts: Sequence[tuple], s: float, ox: float, oy: float) -> None:
    """Paint lit ellipsoids over a float picture and its alpha; a unit is s pixels."""
    h, w = alpha.shape
    for x, y, a, b, deg, colour in parts:
        cx, cy, r = (x + ox) * s, (y + oy) * s, max(a, b) * s + 2
        x0, y0, x1, y1 = max(0, int(cx - r)), max(0, int(cy - r)), min(w, int(cx + r) + 1), min(h, int(cy + r) + 1)
        v, u = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        c, d = np.cos(np.radians(deg)), np.sin(np.radians(deg))
        p, q = ((u - cx) * c + (v - cy) * d) / (a * s), ((v - cy) * c - (u - cx) * d) / (b * s)
        rr = np.hypot(p, q)
        light = -0.5 * (p * c - q * d) - 0.62 * (p * d + q * c) + 0.55 * np.sqrt(np.clip(1 - rr * rr, 0, 1))
        cover = np.clip((1 - rr) * min(a, b) * s + 0.5, 0, 1)[..., None]
        tone = colour * (0.66 + 0.5 * np.clip(light, -0.3, 1))[..., None]
        img[y0:y1, x0:x1] = img[y0:y1, x0:x1] * (1 - cover) + tone * cover
        alpha[y0:y1, x0:x1] = np.maximum(alpha[y0:y1, x0:x1], cover[..., 0])


def _lobes(kind: int, j: float) -> tuple[tuple[float, ...], ...]:
    """Lobes of a maple, oak, hornbeam, beech or chestnut leaf: degrees, length, width, fullness, lobing, teeth."""
    if kind in (0, 4):
        width, *rest = (0.2 * j, 1.3, 0, 0.05) if kind else (0.29 * j, 0.8, 0, 0.2)
        fan = np.arange(-110, 111, 55) * (0.8 if kind else 1)
        return tuple((deg, 1.04 - abs(deg) / 230, width, *rest) for deg in fan)
    return ((0, 1.75, *((0.46 * j, 1.1, 0.33, 0), (0.56 * j, 0.72, 0, 0.07), (0.46 * j, 0.9, 0.05, 0))[kind - 1]),)


def _leaf(rng: np.random.Generator, colour: str, size: int) -> np.ndarray:
    """One gouache leaf as RGBA: pillows between the veins, brush marks along them, other hues at the rim, spots."""
    kind = int(rng.choice(5, p=(0.28, 0.22, 0.22, 0.2, 0.08)))
    base_x = -0.45 if kind in (0, 4) else -0.85
    y, x = np.mgrid[:size, :size].astype(np.float32) / size * 2.3 - 1.15
    y = y + rng.normal(0, 0.09) * (1 - x * x)
    best, along, off, edge = (np.full((size, size), start, np.float32) for start in (9, 0, 0, 0))
    for deg, length, width, power, lobing, teeth in _lobes(kind, rng.uniform(0.9, 1.12)):
        c, d = np.cos(np.radians(deg)), np.sin(np.radians(deg))
        s, v = ((x - base_x) * c + y * d), (y * c - (x - base_x) * d)
        t = np.clip(s / length, 0, 1)
        w = width * np.sin(np.pi * t**power) ** 0.85
        w *= 1 + lobing * np.sin(t * 2 * np.pi * 3.6 + 0.5) - teeth * ((s * 6.5 - 2.2 * np.abs(v)) % 1)
        u = np.where((s > 0) & (s < length), np.abs(v) / np.maximum(w, 1e-4), 9)
        near = u < best
        best[near], along[near], off[near], edge[near] = u[near], s[near], v[near], (w - np.abs(v))[near]
    phase = (along - 0.85 * np.abs(off)) / 0.17
    brush = cv2.remap(art.noise(rng, 256, 256, 60, 5), (np.abs(off) * 160) % 255, (phase * 28) % 255, cv2.INTER_LINEAR)
    (a, b), rims = rng.permutation(_tones(FLESH[colour]))[:2], _tones(RIM[colour])
    mix = np.clip((art.fbm(rng, size, size, size / 2.5) - 0.5) * 2.4 + 0.35, 0, 1)[..., None]
    turn = np.clip((best + 1.1 * art.fbm(rng, size, size, size / 6) - rng.uniform(1.05, 1.4)) * 2.2, 0, 0.8)[..., None]
    img = (a * (1 - mix) + b * mix) * (1 - turn) + rims[int(rng.integers(len(rims)))] * turn
    shade = 1 + 0.13 * np.cos(2 * np.pi * (phase - 0.5)) + 0.26 * (brush - 0.5) + rng.normal(0, 0.1) * np.tanh(off * 25)
    img *= (shade * (0.86 + 0.14 * np.clip(edge * 9, 0, 1)))[..., None]
    spots = np.clip((art.noise(rng, size, size, size / 16) - rng.uniform(0.8, 0.93)) * 9, 0, 0.6)[..., None]
    img += spots * (a * 0.36 - img)
    side = np.exp(-((((phase + 0.5) % 1 - 0.5) / 0.075) ** 2)) * 0.6 * np.clip(1.1 - best, 0, 1)
    vein = np.clip(np.maximum(np.exp(-((off / 0.02) ** 2)), side), 0, 1)[..., None] * 0.6
    img = img * (1 - vein) + np.clip(a * 1.22 + (46, 40, 18), 0, 255) * vein
    stalk = (np.abs(y - 0.06 * (x - base_x)) < 0.022) & (x > -1.1) & (x < base_x + 0.05)
    img[stalk] = rims[1] * 0.85
    cover = np.maximum(np.clip(edge * size / 2.3 + 0.5, 0, 1) * (best < 8), stalk)
    return np.dstack([img, cover * 255]).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _leaves(colour: str) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng([17, *map(ord, colour)])
    return tuple(_leaf(rng, colour, int(rng.uniform(17, 25) * PX)) for _ in range(20))


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """A heap of leaves, the lower ones in shade."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = _tones(FLESH[colour]).mean(0) * 0.42 * (0.7 + 0.6 * art.fbm(rng, h, w, 70))[..., None]
    for step, low, high, dim in ((6.5, 0.7, 0.95, 0.8), (9.0, 0.8, 1.2, 1.0)):
        spots = [(x, y) for y in np.arange(-2, h_mm + 6, step) for x in np.arange(-2, w_mm + 6, step)]
        for i in rng.permutation(len(spots)):
            leaf = art.rotate(_leaves(colour)[int(rng.integers(20))], rng.uniform(0, 360), rng.uniform(low, high))
            art.paste(img, leaf, *(np.array(spots[i]) + rng.uniform(-3.2, 3.2, 2)) * PX, 0.5)
        img *= dim
    return np.clip(img * (0.92 + 0.16 * art.fbm(rng, h, w, 160))[..., None], 0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5, halo: str = "281b12", pale: float = 0) -> np.ndarray:
    """A treasure as it lies on the floor, with a soft contour; on tokens it is paler."""
    n = int(size_mm * PX)
    img, alpha = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.float32)
    _ellipsoids(img, alpha, _parts(kind), n, 0, 0)
    img *= (0.9 + 0.2 * art.noise(np.random.default_rng(seed), n, n, 9))[..., None]
    wide = np.clip(cv2.GaussianBlur(cv2.dilate(alpha, np.ones((5, 5))), (0, 0), 1.5), 0, 1)
    img = (img * (1 - pale) + _tones("fff0ce") * pale) * alpha[..., None] + _tones(halo) * (1 - alpha[..., None])
    return np.dstack([img, np.maximum(alpha, wide) * 255]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark brown print with the treasure in lightened natural colours."""
    n = int(d_mm * PX)
    img = _tones("3a261a") * (0.82 + 0.36 * art.fbm(np.random.default_rng(seed), n, n, 50))[..., None]
    art.paste(img, icon(kind, seed, d_mm * 0.8, "6a4a32", 0.25), n / 2, n / 2)
    return np.clip(img, 0, 255).astype(np.uint8)


def _floor(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Humus with light and dark patches, moss, rotten leaves, needles, twigs and stones."""
    t = np.clip((art.fbm(rng, h, w, 240, octaves=7, gain=0.66) - 0.5) * 2 + 0.5, 0, 1)
    img = art.ramp(t, _tones("543c2a 7a5a3c 9a7650")) * (0.74 + 0.5 * art.fbm(rng, h, w, 420, octaves=2))[..., None]
    moss = np.clip((art.fbm(rng, h, w, 200) - 0.6) * 6, 0, 0.6)[..., None] * art.noise(rng, h, w, 7)[..., None]
    img = img * (1 - moss) + _tones("7a8042") * moss
    for _ in range(h * w // 16000):
        fallen = _leaves(("green", "orange", "red")[int(rng.integers(3))])[int(rng.integers(20))]
        leaf = art.rotate(fallen, rng.uniform(0, 360), rng.uniform(0.3, 0.6)) * (0.24, 0.24, 0.24, 0.7)
        art.paste(img, np.add(leaf, (88, 64, 42, 0)).astype(np.uint8), rng.uniform(0, w), rng.uniform(0, h), 0.4)
    lay = np.clip(img * (0.86 + 0.28 * art.noise(rng, h, w, 6))[..., None], 0, 255).astype(np.uint8)
    for i in range(h * w // 1400):
        twig, f = i % 60 == 0, np.linspace(0, 1, 8)
        length, a, bend = rng.uniform(*((90, 260) if twig else (25, 80))), rng.uniform(0, 6.3), rng.normal(0, 0.5)
        p = rng.uniform(0, (w, h)) + length * np.c_[f * np.cos(a + bend * f), f * np.sin(a + bend * f)]
        thick, needle = int(rng.integers(5, 9)), _tones(FUR["needle"])[int(rng.integers(5))] * rng.uniform(0.75, 1.1)
        strokes = ((3, thick + 2, (34, 24, 17)), (0, thick, (104, 76, 52)), (-1.5, max(1, thick // 3), (156, 124, 90)))
        p += rng.normal(0, 2.2, p.shape) * twig
        for shift, width, tone in strokes if twig else ((0, int(rng.integers(1, 4)), needle.tolist()),):
            cv2.polylines(lay, [np.round((p + shift) * 8).astype(np.int32)], False, tone, width, cv2.LINE_AA, 3)
    img, alpha = lay.astype(np.float32), np.zeros((h, w), np.float32)
    for _ in range(h * w // 42000):
        r, g, x, y = rng.uniform(0.5, 1.5), rng.uniform(96, 150), *rng.uniform(0, (w / 10, h / 10))
        for shift, tone in ((0.35, _tones("1e150f")[0]), (0, np.float32((g, g * 0.94, g * 0.84)))):
            _ellipsoids(img, alpha, [(x + shift, y + shift, r, r * 0.7, g, tone)], 10, 0, 0)
    return img


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """The floor in a frame of roots, thin pale lines, stronger ones round the areas, painted treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    y, x = np.mgrid[:h, :w].astype(np.float32)
    deep = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y))
    warp = deep + art.fbm(rng, h, w, 300) * 150
    bark = 0.12 + 0.62 * np.abs(np.sin(np.pi * warp / 27)) ** 0.7 + 0.4 * (art.fbm(rng, h, w, 120) - 0.5)
    roots = art.ramp(bark + 0.09 * np.sin(warp * 1.1 + 7 * art.noise(rng, h, w, 50)), _tones("3c2a1c 6c4c30 986f48"))
    cover = np.clip((m - 7 + 9 * (art.fbm(rng, h, w, 70) - 0.5) - deep) / 3, 0, 1)[..., None]
    img = _floor(rng, h, w) * (1 - 0.45 * cv2.GaussianBlur(cover, (0, 0), 9)[..., None]) * (1 - cover) + roots * cover
    lines, x1, y1 = np.zeros((h, w), np.uint8), round(m + spec.cols * cell), round(m + spec.rows * cell)
    for half, tone, wide, high in ((1, 165, 1, 1), (3, 224, spec.area_cols, spec.area_rows)):
        for u in (round(m + i * cell) for i in (*range(0, spec.cols, wide), spec.cols)):
            lines[round(m) : y1, u - half : u + half + 1] = tone
        for v in (round(m + i * cell) for i in (*range(0, spec.rows, high), spec.rows)):
            lines[v - half : v + half + 1, round(m) : x1] = tone
    img *= 1 - 0.5 * cv2.GaussianBlur(lines, (0, 0), 6)[..., None] / 255
    img += (lines / 255 * (0.78 + 0.4 * art.fbm(rng, h, w, 60)))[..., None] * (_tones("e6d8b4") - img)
    for (c, r), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.62 * spec.cell), rng.uniform(-14, 14))
        u, v = m + (c + 0.5) * cell, m + (r + 0.5) * cell
        img += 0.5 * np.exp(-(((x - u) ** 2 + (y - v) ** 2) / (0.33 * cell) ** 2))[..., None] * (_tones("c0a274") - img)
        art.paste(img, sprite, u, v, 0.6)
    return np.clip(img, 0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """Rust-red stained wood, printed with a dark brown squirrel with a cream belly."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    img = _tones("bc5630") * (0.76 + 0.28 * art.noise(rng, n, n, 90, 5) + 0.18 * art.noise(rng, n, n, 40, 2))[..., None]
    _ellipsoids(img, np.zeros((n, n), np.float32), _parts("squirrel"), n, 0, 0)
    return np.clip(img, 0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: Sequence[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """An animal curled through its spaces on dusky forest ground, its head in the first space."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(c[k] for c in cells) + 1) * s) for k in (0, 1))
    img = art.ramp(art.fbm(rng, h, w, 90), _tones("5e6256 7a7c6c 94917c"))
    body = np.zeros((h, w), np.uint8)
    mid = [(int((c + 0.5) * s), int((r + 0.52) * s)) for c, r in sorted(cells)]
    for i, p in enumerate(mid):
        for q in mid[: i + 1]:
            if np.hypot(p[0] - q[0], p[1] - q[1]) < 1.1 * s:
                cv2.line(body, p, q, 255, int(s * 0.68), cv2.LINE_AA)
    img *= 1 - 0.5 * cv2.GaussianBlur(np.roll(body, (6, 5), (0, 1)), (0, 0), 9)[..., None] / 255
    fur, cover = _tones(FUR[species]), body[..., None] / 255
    img = art._strokes(rng, img * (1 - cover) + fur[0] * cover, body, fur, int(body.sum() / 255 / 26), 26, 3, 0.5)
    rise = cv2.GaussianBlur(body, (0, 0), s * 0.13).astype(np.float32) / 255
    lit = np.clip((np.roll(rise, (-4, -3), (0, 1)) - np.roll(rise, (4, 3), (0, 1))) * 2.2, -0.35, 0.3)
    img *= 1 + lit[..., None] * cover
    _ellipsoids(img, np.zeros((h, w), np.float32), _parts(species), s, *min(cells))
    return np.clip(img, 0, 255).astype(np.uint8)


def _pieces(stock: Callable) -> Callable:
    """Card a little darker along the die's cut; squirrels are thicker and varnished."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        (name, top, (tag, kind, look)), (side_name, side, edge) = stock(self, spec, p)
        centre, half = np.array([spec.cell_centre(*q) for q in p.cells]), 6.8 if p.kind == "token" else spec.cell / 2
        die = Point(*centre[0]).buffer(6.8) if p.kind == "token" else geo.tile_outline(spec, p.cells, p.hole)
        corner = centre.min(0) * (1, 0) + centre.max(0) * (0, 1)
        rings = [((np.array(r.coords) - corner) * (1, -1) + half) * PX for r in (die.exterior, *die.interiors)]
        inside = cv2.fillPoly(np.zeros(look["tex"].shape[:2], np.uint8), [np.int32(r.round()) for r in rings], 1)
        rim = np.exp(-((cv2.distanceTransform(inside, cv2.DIST_L2, 5) / PX / 0.8) ** 2))[..., None]
        look = dict(look, tex=np.clip(look["tex"] * (1 - 0.4 * rim), 0, 255).astype(np.uint8))
        if p.kind == "squirrel":
            kind, look["alpha"], edge = "gloss", 0.3, ("rust", "diffuse", {"rgb": (0.3, 0.07, 0.025)})
            top, side = (dict(mesh, v=mesh["v"] * np.float32((1, 1, 1.6))) for mesh in (top, side))
        self._mesh_cache[key] = [(name, top, (tag, kind, look)), (side_name, side, edge)]
        return self._mesh_cache[key]

    return meshes


def _linen(stock: Callable) -> Callable:
    """Press a weave of 11 micrometres into everything printed on card."""

    def bsdf(self: render.Renderer, material: tuple[str, str, dict]) -> Any:
        key, kind, look = material
        if kind == "card" and key != "table" and key not in self._bsdf:
            y, x = (np.arange(n) / PX * 2 * np.pi / 0.75 for n in look["tex"].shape[:2])
            look = dict(look, bump=np.float32(0.011 * (np.sin(y)[:, None] + np.sin(x)))[..., None])
        return stock(self, (key, kind, look))

    return bsdf


def apply() -> None:
    """Replace the stock art, finish and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 51, rest=0.7)
    render.Renderer.bsdf = _linen(render.Renderer.bsdf)
