"""A photographic edition: every face looks like a macro photograph, printed on satin cardboard with a dark core.

Tiles are heaps of real leaves with nets of veins, folds, decay spots and deep shadows between them: moss to yellowing
green (threes), gold to rusty orange (fours), scarlet to garnet (fives). Boards are one photograph of bare forest ground
with needles, roots, stones, crumbs of soil and moss below thin white lines. Treasures are photographed; tokens are dark
brown discs with the same picture engraved, squirrels and animals are painted resin miniatures on mossy plinths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np
from art_lamps import rooms_lit
from scipy.spatial import cKDTree
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, STEP = art.PX, 0.25
Array, Rng, Colour = np.ndarray, np.random.Generator, Sequence[float]
TINTS = {
    "green": ((82, 122, 40), (58, 98, 36), (112, 146, 52), (140, 156, 62), (42, 80, 36), (94, 132, 66)),
    "orange": ((232, 172, 42), (216, 136, 34), (242, 198, 80), (200, 112, 30), (226, 150, 52), (184, 104, 38)),
    "red": ((172, 34, 28), (196, 56, 36), (134, 22, 28), (156, 36, 48), (208, 82, 52), (112, 22, 28)),
    "litter": ((116, 84, 54), (94, 68, 46), (138, 104, 68), (80, 62, 46), (124, 92, 58), (100, 78, 58)),
}
RIM = {"green": (170, 166, 66), "orange": (158, 88, 34), "red": (92, 26, 26), "litter": (70, 52, 38)}
# leaves along the midrib: beech, hazel, oak, birch, willow, chestnut
WIDEST, STRETCH = (0.46, 0.62, 0.42, 0.52, 0.24, 0.38), (0.92, 0.75, 1, 0.6, 1, 1.15)
BLUNT, LOBES, TEETH = (0.85, 0.7, 0.6, 1, 0.75, 0.8), (0, 0, 0.3, 0, 0, 0), (0, 0.05, 0, 0.05, 0, 0.05)
SOIL, PLINTH = ((60, 46, 35), (88, 69, 52), (118, 96, 72)), ((46, 36, 28), (70, 60, 40), (84, 90, 48))
DISC, CUT, INK, LIGHT = (52, 34, 25), (236, 204, 156), (14, 11, 10), np.float32((-0.6, -0.75))
SPECIES = ("badger", "owl", "hare", "fox", "heron", "squirrel")
COATS = (92, 92, 94), (124, 96, 70), (162, 140, 112), (150, 92, 54), (110, 126, 142), (142, 76, 40)
OVERCAST = ("window", 6900, (700, 600), 1.2, 1500.0, 1100.0, 250)
STRIP, BULB = ("lamp", 4000, (330, 330), 1.0, 250.0, 1700.0, 0), ("lamp", 2900, (170, 170), 1.1, 350.0, 1400.0, 0)
ROOMS = ((6200, (OVERCAST,)), (4200, (STRIP,)), (3200, (BULB,)))
# treasures are put together from domes in a unit square: middle, half axes, turn, colour, how glossy
SPRIG = tuple((x, 0.16, 0.22, 0.09, turn, (96, 140, 54), 0.2) for x, turn in ((0.3, 24), (0.7, -24)))
FRUIT = ((0.3, 0.42), (0.68, 0.4), (0.49, 0.56), (0.28, 0.7), (0.7, 0.68), (0.5, 0.82))
BERRY = tuple((x, y, 0.165, 0.16, 0, (212, 44, 26), 0.9) for x, y in FRUIT)
SHELL = (0.5, 0.56, 0.36, 0.4, 0, (204, 142, 76), 0.5), (0.5, 0.9, 0.16, 0.06, 0, (226, 196, 146), 0)
HUSK = tuple((x, 0.26, 0.12, 0.2, 50 - 100 * x, (112, 130, 58), 0.1) for x in (0.2, 0.8, 0.4, 0.6))
STEM = (0.5, 0.72, 0.19, 0.26, 0, (240, 226, 196), 0.1), (0.5, 0.5, 0.4, 0.09, 0, (206, 186, 128), 0)
CAP = ((0.5, 0.34, 0.47, 0.27, 0, (150, 88, 44), 0.6),)
SOLID = {"berry": SPRIG + BERRY, "nut": SHELL + HUSK, "mushroom": STEM + CAP}
# miniatures are put together from rounded bars: both ends and the radius in spaces, the height in mm, the paint
TAIL, BELLY = (0.72, 0.3, 0.76, 0.66, 0.18, 5, "deep"), (0.38, 0.7, 0.38, 0.76, 0.13, 6.2, "pale")
BRUSH, BODY = (0.56, 0.16, 0.7, 0.2, 0.13, 5, "deep"), (0.46, 0.62, 0.44, 0.74, 0.24, 5.5, "coat")
SKULL, CHEEK = (0.3, 0.36, 0.32, 0.38, 0.19, 6.5, "coat"), (0.2, 0.42, 0.21, 0.43, 0.09, 6.8, "pale")
TUFTS = tuple((x, 0.2, x - 0.02, 0.13, 0.055, 6, "deep") for x in (0.26, 0.4))
BEADS = tuple((x, y, x, y + 0.01, 0.035, 7.5, "ink") for x, y in ((0.23, 0.34), (0.37, 0.34), (0.14, 0.44)))
SQUIRREL = (TAIL, BRUSH, BODY, BELLY, SKULL, CHEEK, *TUFTS, *BEADS)


def _lit(height: Array, strength: float) -> Array:
    """How bright a relief is below a light from the top left."""
    gy, gx = np.gradient(height)
    return np.clip(1 - strength * (gx * LIGHT[0] + gy * LIGHT[1]), 0.35, 1.75)


def _mixed(img: Array, share: Array, colour: Colour | Array) -> Array:
    return img * (1 - share[..., None]) + np.float32(colour) * share[..., None]


def _leaf(rng: Rng, tint: Array, rim: Array, kind: int, n: int) -> Array:
    """One photographed leaf, tip to the right, as RGBA."""
    v, u = np.mgrid[-1 : 1 : n * 1j, -1.08 : 1.08 : n * 1j].astype(np.float32)
    v = v - rng.normal(0, 0.09) * (1 - u**2) - 0.03 * np.sin(4 * u + rng.uniform(0, 6))
    a, t = np.abs(v), np.clip((u + 1) / 2, 0, 0.999)
    w = WIDEST[kind] * rng.uniform(0.9, 1.12) * np.sin(np.pi * t ** STRETCH[kind]) ** BLUNT[kind]
    w = w * (1 + LOBES[kind] * np.sin(t * rng.uniform(21, 26)) + TEETH[kind] * np.abs(np.sin(t * 60)))
    across = np.clip(a / np.maximum(w, 1e-3), 0, 1)
    ribs = (u - 0.75 * a + 0.2 * a * a + 0.035 * np.sign(v)) * rng.uniform(4.2, 6.5)
    beside = np.abs(ribs - np.round(ribs))
    side_vein = np.exp(-((beside / 0.06) ** 2)) * (1 - 0.75 * across)
    midrib = np.exp(-((a / (0.022 * (1.5 - u))) ** 2))
    net = cKDTree(rng.uniform(0, n, (n * n // 55, 2))).query(np.argwhere(np.ones((n, n))), k=2)[0]
    mesh = np.exp(-(((net[:, 1] - net[:, 0]).reshape(n, n) / 1.3) ** 2))
    height = n * (rng.uniform(-0.05, 0.1) * a + rng.uniform(-0.01, 0.02) * across**3)
    height = (
        height
        + n * (0.04 * art.fbm(rng, n, n, n / 2.5) + 0.012 * np.sqrt(beside))
        - 1.6 * midrib
        - 0.9 * side_vein
        - 0.45 * mesh
    )
    other = np.clip(tint * rng.uniform(0.75, 1.25) + rng.normal(0, 12, 3), 0, 255)
    img = _mixed(np.ones((n, n, 3)) * tint, np.clip(2.2 * art.fbm(rng, n, n, n / 4) - 0.6, 0, 1), other)
    fade = np.clip(across**2 * 0.7 + 1.8 * art.fbm(rng, n, n, n / 3) - rng.uniform(0.75, 1.35), 0, 1)
    img = _mixed(img, 0.8 * fade, rim)
    img = _mixed(img, np.clip(0.37 * midrib + 0.25 * side_vein + 0.08 * mesh, 0, 0.5), tint * 0.75 + (78, 72, 40))
    for _ in range(int(rng.integers(1, 6))):  # fungus and decay: a pale ring round a brown heart
        x, y, r = rng.uniform(-0.8, 0.8), rng.uniform(-0.35, 0.35), rng.uniform(0.03, 0.12)
        far = np.hypot(u - x, v - y) / r + 1.2 * (art.noise(rng, n, n, n / 14) - 0.5)
        img = _mixed(img, 0.4 * np.clip((1.25 - far) * 4, 0, 1), rim * 0.5 + 70)
        img = _mixed(img, 0.85 * np.clip((0.85 - far) * 4, 0, 1), (66, 42, 26))
    light = _lit(cv2.GaussianBlur(height, (0, 0), 0.7), 0.42) * (0.92 + 0.16 * art.noise(rng, n, n, 2.5))
    cut_out = np.maximum(np.clip((w - a) * n / 2.4, 0, 1) * (np.abs(u) < 1), (a < 0.02) & (u < -0.95))
    return np.dstack([img * light[..., None], cut_out * 255]).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _leaves(colour: str) -> list[Array]:
    rng, tints, rim = np.random.default_rng(4500 + len(colour)), np.float32(TINTS[colour]), np.float32(RIM[colour])
    return [_leaf(rng, tints[i % 6], rim, (i + i // 6) % 6, int(rng.uniform(150, 250))) for i in range(36)]


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Three layers of leaves, the lower ones in the dark, photographed from above."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * np.float32(TINTS[colour][4]) * 0.22
    for gap, dim in ((8.0, 0.5), (7.0, 0.78), (7.5, 1.0)):
        spots = np.array([(x, y) for y in np.arange(-5, h_mm + 6, gap) for x in np.arange(-5, w_mm + 6, gap)])
        for x, y in rng.permutation(spots) + rng.uniform(-gap / 2, gap / 2, spots.shape):
            leaf = art.rotate(_leaves(colour)[int(rng.integers(36))], rng.uniform(0, 360), rng.uniform(0.58, 0.95))
            leaf[..., :3] = np.clip(leaf[..., :3] * (dim * rng.uniform(0.88, 1.08)), 0, 255).astype(np.uint8)
            art.paste(img, leaf, x * PX, y * PX, 0.75)
    return (img * (0.86 + 0.28 * art.fbm(rng, h, w, 200, octaves=2))[..., None]).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure cut out of a photograph, as RGBA."""
    rng, n, s = np.random.default_rng(seed % 7), int(size_mm * PX), 2 * int(size_mm * PX)
    yy, xx = np.mgrid[0 : 1 : s * 1j, 0 : 1 : s * 1j]
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.float32)
    for x, y, rx, ry, turn, colour, gloss in SOLID.get(kind, ()):
        c, d = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        p, q = ((xx - x) * c + (yy - y) * d) / rx, ((yy - y) * c - (xx - x) * d) / ry
        r, shine = np.hypot(p, q), gloss * 170 * np.exp(-((p + 0.35) ** 2 + (q + 0.42) ** 2) / 0.035)
        shade = np.clip(0.4 + 0.42 * np.sqrt(np.clip(1 - r * r, 0, 1)) - 0.28 * p - 0.34 * q, 0.12, 1.2)
        m = np.clip((1 - r) * s * min(rx, ry), 0, 1)
        img = img * (1 - 0.5 * np.clip(1 - np.clip(r - 1, 0, 1) * 9, 0, 1))[..., None]
        grain = shade + 0.2 * art.noise(rng, s, s, 40, 8)
        img = _mixed(img, m, np.float32(colour) * grain[..., None] + shine[..., None])
        alpha = np.maximum(alpha, m)
    if kind == "feather":
        along, aside = (xx - 0.08) * 0.68 + (0.94 - yy) * 0.73, (xx - 0.08) * 0.73 - (0.94 - yy) * 0.68
        aside = aside - 0.06 * np.sin(3 * along)
        ragged = 0.22 - 0.026 * (art.noise(rng, s, s, 12) > 0.72)
        vane = ragged * np.sin(np.pi * np.clip((along - 0.2) / 0.98, 0, 0.999) ** 0.8) ** 0.6
        bars = np.clip(np.sin((along - 0.7 * np.abs(aside)) * 40) * 3, 0, 1) * (aside > 0)
        img = _mixed(np.full((s, s, 3), 234.0), bars, (62, 116, 178))
        img = img * (0.88 + 0.12 * np.sin((along - 0.9 * np.abs(aside)) * 230))[..., None]
        quill = np.clip((0.013 - np.abs(aside)) * s / 2, 0, 1) * (along > 0.0) * (along < 1.12)
        img, alpha = _mixed(img, quill, (96, 82, 66)), np.maximum(quill, np.clip((vane - np.abs(aside)) * s / 2, 0, 1))
    sprite = np.dstack([img, alpha * 255]).astype(np.float32)
    return cv2.resize(sprite, (n, n), interpolation=cv2.INTER_AREA).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Dark brown wood; the treasure is engraved, rubbed with cream and a breath of its own colour."""
    rng, n, k = np.random.default_rng(seed), int(d_mm * PX), int(d_mm * 0.76 * PX)
    img, pic = np.float32(DISC) * (0.85 + 0.3 * art.fbm(rng, n, n, 60, 6))[..., None], np.zeros((n, n, 4), np.float32)
    pic[(n - k) // 2 : (n - k) // 2 + k, (n - k) // 2 : (n - k) // 2 + k] = icon(kind, seed, k / PX)
    deep, grey = pic[..., 3] / 255, cv2.GaussianBlur(pic[..., :3].mean(2), (0, 0), 1.5)
    lines = np.clip(np.abs(cv2.Laplacian(grey, cv2.CV_32F, ksize=3)) / 14 - 0.2, 0, 1)
    rubbed = np.float32(CUT) * (0.45 + 0.6 * np.clip(grey / 170, 0, 1))[..., None] * 0.62 + pic[..., :3] * 0.5
    img = _mixed(img, deep, rubbed * (1 - 0.6 * lines)[..., None])
    return (img * _lit(-cv2.GaussianBlur(deep, (0, 0), 1.6), 2.0)[..., None]).clip(0, 255).astype(np.uint8)


def _dots(img: Array, line: Array, radii: Array, tone: Colour) -> None:
    for (x, y), r in zip(np.round(line * 16).astype(int).tolist(), np.maximum(radii * 16, 6).astype(int), strict=True):
        cv2.circle(img, (x, y), int(r), tone, -1, cv2.LINE_AA, 4)


def _bars(rng: Rng, img: Array, count: int, length: Colour, wander: float, girth: Colour, colour: Colour) -> None:
    """Round things lying about, each growing thinner along a wandering line, over one common shadow."""
    bars, shadow = [], np.zeros(img.shape[:2], np.uint8)
    for _ in range(count):
        steps, thick = int(rng.uniform(*length) / 3), rng.uniform(*girth)
        turn = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, wander, steps))
        line = rng.uniform((0, 0), img.shape[1::-1]) + 3 * np.cumsum(np.c_[np.cos(turn), np.sin(turn)], 0)
        radii = np.linspace(thick, min(thick, 2.5), steps) * rng.uniform(*((0.88, 1.1) if thick > 4 else (1, 1)), steps)
        bars.append((line, radii, np.float32(colour) * rng.uniform(0.6, 1.25)))
        _dots(shadow, line + (2, 3) + thick * 0.4, radii + 0.5, 255)
    over = (img * (1 - 0.6 * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None] / 255.0)).clip(0, 255).astype(np.uint8)
    for line, radii, paint in bars:
        for level in np.linspace(0, 1, 6 if radii[0] > 4 else 3):
            tone = (paint * (0.45 + 0.75 * level)).clip(0, 255).tolist()
            _dots(over, line + radii[:, None] * LIGHT * level * 0.5, radii * (1 - 0.85 * level), tone)
    img[:] = over


def _ground(rng: Rng, h: int, w: int) -> Array:
    """Soil, moss, old leaves, stones, roots and many needles."""
    soil = art.ramp(art.fbm(rng, h, w, 260, octaves=6, gain=0.6) * 1.5 - 0.25, SOIL)
    crumbs = 22 * art.fbm(rng, h, w, 60, octaves=5, gain=0.62) + 2.2 * art.noise(rng, h, w, 3.2)
    img = np.float32(soil * _lit(crumbs, 0.34)[..., None])
    for _ in range(h * w // 60000):
        leaf = art.rotate(_leaves("litter")[int(rng.integers(36))], rng.uniform(0, 360), rng.uniform(0.45, 0.85))
        art.paste(img, leaf, rng.uniform(0, w), rng.uniform(0, h), 0.6)
    damp = np.argwhere(art.fbm(rng, h // 8, w // 8, 34, octaves=3) > 0.6) * 8
    for y, x in rng.permutation(np.repeat(damp, 5, 0)) + rng.integers(0, 8, (len(damp) * 5, 2)):
        tone, tip = np.float32((84, 98, 44)) * rng.uniform(0.45, 1.35), rng.integers(-6, 7, 2)
        cv2.line(img, (int(x), int(y)), (int(x + tip[0]), int(y + tip[1])), tone.tolist(), 2, cv2.LINE_AA)
    _bars(rng, img, 7, (500, 1300), 0.05, (11, 24), (104, 80, 60))
    for _ in range(h * w // 45000):
        r = rng.uniform(9, 30)
        v, u = np.mgrid[-1.2 : 1.2 : int(2.4 * r) * 1j, -1.2 : 1.2 : int(2.4 * r) * 1j]
        far = np.hypot(u, v * rng.uniform(1, 1.4)) + 0.5 * (art.noise(rng, *u.shape, r / 1.5) - 0.5)
        bulge = np.sqrt(np.clip(1 - far**2, 0, 1)) * r * 0.6 + 1.2 * art.noise(rng, *u.shape, 3)
        grey = np.float32((100, 97, 91)) * rng.uniform(0.85, 1.4) * _lit(bulge, 0.5)[..., None]
        stone = np.uint8(np.dstack([grey, np.clip((1 - far) * r / 2, 0, 1) * 255]).clip(0, 255))
        art.paste(img, art.rotate(stone, rng.uniform(-30, 30)), *rng.uniform((0, 0), (w, h)), 0.7)
    for _ in range(4):
        _bars(rng, img, h * w // 16000, (70, 190), 0.025, (1.3, 2.3), (150, 108, 64))
    return img


def board_texture(seed: int, spec: ts.game.BoardSpec, treasures: dict) -> Array:
    """The photographed ground, a little different in tone from area to area, below white hairlines."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell, areas, shade = int(spec.margin * PX), spec.cell * PX, [], np.full((h, w, 3), 0.55, np.float32)
    for c, r in ((c, r) for c in range(0, spec.cols, spec.area_cols) for r in range(0, spec.rows, spec.area_rows)):
        c1, r1 = min(spec.cols, c + spec.area_cols), min(spec.rows, r + spec.area_rows)
        x0, y0, x1, y1 = (int(m + v * cell) for v in (c, r, c1, r1))
        shade[y0:y1, x0:x1] = rng.uniform(1.08, 1.38) + rng.normal(0, 0.035, 3)
        areas.append((x0, y0, x1, y1))
    rules = [((m + c * cell, m), (m + c * cell, h - m)) for c in range(spec.cols + 1)]
    rules += [((m, m + r * cell), (w - m, m + r * cell)) for r in range(spec.rows + 1)]
    img = _ground(rng, h, w) * shade
    over = img.clip(0, 255).astype(np.uint8)
    for shift, ink in ((2, (24, 18, 14)), (0, (236, 232, 220))):
        cv2.polylines(over, [np.int32(rule) + shift for rule in rules], False, ink, 3, cv2.LINE_AA)
    over = (img * 0.42 + over * 0.58).clip(0, 255).astype(np.uint8)
    for x0, y0, x1, y1 in areas:
        cv2.rectangle(over, (x0 + 7, y0 + 7), (x1 - 7, y1 - 7), (240, 234, 218), 6, cv2.LINE_AA)
    img, far = over.astype(np.float32), np.hypot(*np.mgrid[-88:88, -88:88])
    for (c, r), kind in sorted(treasures.items()):
        x, y = int(m + (c + 0.5) * cell), int(m + (r + 0.5) * cell)
        img[y - 88 : y + 88, x - 88 : x + 88] *= (1 - 0.5 * np.exp(-((far / 70) ** 4)))[..., None]
        art.paste(img, icon(kind, int(rng.integers(7)), 0.62 * spec.cell), x, y, 0.6)
    return img.clip(0, 255).astype(np.uint8)


def _animal(colour: str, cells: list[tuple[int, int]]) -> list[tuple]:
    """The bars of an animal lying along its spaces, its head on the first of them."""
    mid, q, beak = [(c + 0.5, r + 0.5) for c, r in sorted(cells)], (-1, 1), colour == "heron"
    (x, y), ear, eye = mid[0], {"hare": 0.22, "heron": 0.02}.get(colour, 0.1), 0.1 if colour == "owl" else 0.065
    bars = [(*a, *b, 0.33, 4.5, "coat") for a in mid for b in mid if a <= b and np.hypot(*np.subtract(a, b)) < 1.1]
    bars += [(c - 0.08, r, c + 0.08, r, 0.15, 5.2, "deep") for c, r in mid[1:]]
    bars += [(x + 0.2 * d, y - 0.24, x + 0.26 * d, y - 0.24 - ear, 0.075, 5.5, "deep") for d in q]
    bars += [(x, y, x, y + 0.06, 0.32, 6.2, "coat"), (x, y + 0.14, x, y + 0.2 + 0.16 * beak, 0.12, 6.9, "pale")]
    bars += [(x + 0.18 * d, y - 0.22, x + 0.1 * d, y + 0.2, 0.06, 6.6, "ink") for d in q if colour == "badger"]
    looks = ((eye, 6.7, "pale"), (0.045, 7.4, "ink"))
    bars += [(x + 0.15 * d, y - 0.02, x + 0.15 * d, y, *look) for d in q for look in looks]
    return [*bars, (x, y + 0.24, x, y + 0.26, 0.05, 7.4, "beak" if beak else "ink")]


def _miniature(spec: ts.game.BoardSpec, p: ts.game.Piece) -> tuple[dict, Array]:
    """The mesh and the paint of a resin cast on its plinth."""
    spots, s = np.array([spec.cell_centre(*q) for q in p.cells]), spec.cell / STEP
    (x0, y0), (x1, y1) = spots.min(0) - spec.cell / 2, spots.max(0) + spec.cell / 2
    rng, h, w = np.random.default_rng(p.art_seed), int((y1 - y0) / STEP) + 1, int((x1 - x0) / STEP) + 1
    rim = np.array(geo.tile_outline(spec, p.cells, gap=0.45, radius=2.2).exterior.coords)
    plinth = cv2.fillPoly(np.zeros((h, w), np.uint8), [np.int32(np.round((rim - [x0, y1]) * [1 / STEP, -1 / STEP]))], 1)
    hgt = (1.7 + 0.5 * art.fbm(rng, h, w, 12)).astype(np.float32) * plinth
    img = art.ramp(art.fbm(rng, h, w, 26), PLINTH) * (0.75 + 0.5 * art.noise(rng, h, w, 2))[..., None]
    (yy, xx), hair = np.mgrid[:h, :w] / s, 0.5 * art.noise(rng, h, w, 3, 7)
    kind = SPECIES.index("squirrel" if p.kind == "squirrel" else p.colour)
    coat, cells = np.float32(COATS[kind]), np.subtract(p.cells, np.min(p.cells, axis=0)).tolist()
    paints = {"coat": coat, "deep": coat * 0.7, "pale": coat * 0.4 + 135, "ink": INK, "beak": (206, 150, 50)}
    for ax, ay, bx, by, r, rise, paint in SQUIRREL if p.kind == "squirrel" else _animal(p.colour, cells):
        dx, dy = bx - ax, by - ay
        t = np.clip(((xx - ax) * dx + (yy - ay) * dy) / max(dx**2 + dy**2, 1e-9), 0, 1)
        far = np.hypot(xx - ax - t * dx, yy - ay - t * dy) / r
        top = 1.7 + (rise - 1.7) * np.sqrt(np.clip(1 - far**2, 0, 1)) ** 0.8 + hair * (r > 0.1)
        hit = (far < 1) & (top > hgt)
        hgt[hit] = top[hit]
        img[hit] = (np.float32(paints[paint]) * (0.85 + 0.3 * art.noise(rng, h, w, 3, 8))[..., None])[hit]
    img *= 1 + np.clip((hgt - cv2.GaussianBlur(hgt, (0, 0), 3)) * 0.3, -0.45, 0.35)[..., None]
    i, quad = np.arange(h * w).reshape(h, w), cv2.dilate(plinth, np.ones((2, 2), np.uint8), anchor=(0, 0))[:-1, :-1] > 0
    a, b, c, d = (k[quad] for k in (i[1:, :-1], i[1:, 1:], i[:-1, 1:], i[:-1, :-1]))
    faces = np.r_[np.c_[a, b, c], np.c_[a, c, d]].astype(np.uint32)
    v = np.c_[x0 + xx.ravel() * spec.cell, y1 - yy.ravel() * spec.cell, hgt.ravel()].astype(np.float32)
    uv = np.c_[xx.ravel() * s / (w - 1), 1 - yy.ravel() * s / (h - 1)].astype(np.float32)
    return {"v": v, "f": faces, "uv": uv, "smooth": True}, img.clip(0, 255).astype(np.uint8)


def _pieces(stock: Callable[..., list]) -> Callable[..., list]:
    """Tiles and discs as they are, the rest as resin casts."""

    def meshes(self: ts.TableScene, spec: ts.game.BoardSpec, p: ts.game.Piece) -> list:
        if p.kind in ("leaf", "token"):
            return stock(self, spec, p)
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key not in self._mesh_cache:
            mesh, tex = _miniature(spec, p)
            self._mesh_cache[key] = [(p.kind, mesh, (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.24}))]
        return self._mesh_cache[key]

    return meshes


def apply() -> None:
    """Replace the stock art, figures and rooms of `tablescene` by this edition's."""
    for drawn in (leaf_texture, icon, token_texture, board_texture):
        setattr(art, drawn.__name__, drawn)
    ts.EDGE.update(rgb=(0.1, 0.072, 0.052))
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 452, rest=0.45)
