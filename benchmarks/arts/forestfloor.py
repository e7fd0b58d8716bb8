"""A commercial nature edition, painted in gouache on linen-finish cardboard.

Boards are dark woodland floor with moss, needles, twigs and fallen leaves, a coloured border round each area, treasures
painted softly into the ground. Tiles carry large single leaves with veins: hazel, oak, ivy (green threes), birch,
chestnut, aspen (golden fours), maple, cherry, red oak (crimson fives). Tokens are dark stained wood with the icon,
squirrels natural beech meeples, animals printed tiles on dusky blue.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import affinity
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK = art.PX, np.ndarray, ts.TableScene._piece_meshes


def _table(text: str) -> dict[str, list[list[str]]]:
    """Lines of ``name: row | row`` as words."""
    rows = (line.split(":") for line in text.strip().splitlines())
    return {name.strip(): [row.split() for row in words.split("|")] for name, words in rows}


# leaves: shape, half width, fullness near the tip, bluntness, depth and number of lobes, four tones, veins;
# palms: shape, reach, spread and sharpness of the lobes, how much is never cut, number of teeth
SPECIES = _table("""
green: blade .42 .68 .80 .06 13 2e5426 41702c 5c8c34 86ac48 c4d67e | blade .36 .95 .70 .26 4 38561c 5a7a22 7c9a30
 a8bc4a dce09a | palm .98 .85 .80 .52 9 1e4a36 2e6848 4a8658 78a874 b8d8a0
orange: blade .43 .60 1.0 .07 12 b07014 d89420 eeb434 f8d462 8a5414 | blade .29 .88 .80 .05 18 a85a14 cc7a1e e49a34
 f0bc5c 7c4412 | blade .46 .72 .60 .02 9 a8841c ccaa2c e6c846 f4e07c 96661a
red: palm 1.06 .74 .95 .40 21 6e1420 981c26 bc2c2e d6503e e49466 | blade .32 .92 .85 .03 20 5c1420 8a1c2c ae3038
 cc5c54 eaa294 | blade .40 .98 .70 .36 3.5 6a1c14 902a1a b2402a cc6444 dc9468
""".replace("\n ", " "))  # fmt: skip
# painted solids in hundredths of a space: x, y, half axes, degrees, colour; ~ has a twin on the other side
PARTS = _table("""
berry: 28 20 24 10 24 4e7a34|70 16 24 10 -28 5e8e3e|30 50 21 21 0 c41e3a | 70 48 21 21 0 b4183a | 50 74 22 22 0 d62c44
nut: 34 58 25 30 8 e6b468|72 70 24 26 -14 d09a54|28 48 6 13 10 fae0b0 | 34 34 25 12 -4 7c9c42 | 70 49 23 11 -14 6a8a3c
mushroom: 50 74 15 25 0 f2e8d4 | 50 52 40 8 0 d8c2b4 | 50 36 47 27 0 74407e | 36 26 16 8 -22 b080b0
feather: 52 44 24 52 36 dcece8 | 62 47 15 47 36 2a8ca0 | 80 32 2 13 84 12303c | 74 41 2 15 84 12303c | 68 50 2 15 84
 12303c | 62 59 2 14 84 12303c | 55 68 2 11 84 12303c | 46 54 3 60 36 f8f0da
badger: ~76 24 11 11 0 2c2a2c | 50 52 36 38 0 efe8da | ~66 46 9 34 -10 2e2c30 | ~66 48 4 4 0 f8f0e0 | 50 82 8 6 0 1c1618
fox: ~76 22 12 21 26 5c2e1c | 50 48 37 30 0 c0602a | ~68 64 18 13 -24 f6ead8 | ~65 46 5 6 0 100c0a | 50 80 8 7 0 1c1416
hare: ~64 16 9 28 14 8a7458 | ~64 18 5 20 14 dcb0a0 | 50 58 32 33 0 aa9270 | 50 74 16 12 0 f2e6d2 | ~65 52 7 7 0 2c1e16
owl: ~76 18 8 17 32 5c4a3a | 50 52 40 38 0 806a50 | ~67 48 19 21 0 f0c04a | ~67 48 8 9 0 100c0a | 50 68 6 11 0 4a3c2e
heron: 66 20 30 6 22 20283a | 48 42 27 25 0 dce2e4 | 28 68 7 32 28 e0b04a | 40 40 8 8 0 f0cc48 | 40 40 4 4 0 100c0a
""".replace("\n ", " "))  # fmt: skip
COATS = {"badger": "6c6a6e", "fox": "b45a2a", "hare": "9c8462", "owl": "7c684e", "heron": "8092a6"}
BORDERS, MOSS = "c89a34 6e9a4e 5a94a0 b86a4c a8749c c8bc8c", "24401a 36581e 4e742a 6a8e36 94ae4c"
EARTH, NEEDLES = "261e16 3a2c1c 4c3a24 5c482e 363820", "7a582e 9a723a b89050 5c4028 34241a 848448"
MEEPLE = "-75 -90 80 -90 93 -50 94 10 82 60 55 90 25 93 8 74 24 52 27 20 19 4 4 30 -10 60 -10 94 -34 72 -60 66 -92 36 "
MEEPLE += "-76 12 -55 6 -86 -12 -84 -30 -58 -30 -56 -55 -80 -66"
LAMP, SKY = ("lamp", 3000, (180, 180), 1.0, 450.0, 1500.0, 0), ("window", 6300, (600, 600), 0.8, -1600.0, 1100.0, 300)
ROOMS = ((3400, (LAMP,)), (5600, (SKY,)), (4300, (LAMP, SKY)))


def _tones(text: str) -> Array:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


def _dabs(rng: Any, img: Array, spots: Array, turn: Any, length: tuple, width: tuple, col: Array) -> None:
    """One opaque brush stroke at each spot."""
    n = len(spots)
    step = np.c_[np.cos(turn), np.sin(turn)] * rng.uniform(*length, (n, 1)) / 2
    a, b = (np.round((spots + q * step) * 8).astype(int).tolist() for q in (-1, 1))
    for p, q, t, c in zip(a, b, rng.uniform(*width, n).tolist(), np.asarray(col, float).tolist(), strict=True):
        cv2.line(img, p, q, c, max(1, int(t)), cv2.LINE_AA, 3)


@lru_cache(maxsize=64)
def _leaf(family: str, species: int, variant: int) -> Array:
    """One leaf as RGBA, tip to the right: strokes along the side veins, one half in the light."""
    rng, n = np.random.default_rng([sum(map(ord, family)), species, variant]), int(30 * PX)
    shape, *numbers = SPECIES[family][species][:6]
    half, full, blunt, depth, lobes = map(float, numbers)
    tone, t, u = _tones(" ".join(SPECIES[family][species][6:])), np.linspace(0, 1, 220), np.linspace(0, 1, 9)
    if shape == "palm":
        fingers = ((-2.35, 0.62), (-1.1, 0.86), (0, 1), (1.1, 0.86), (2.35, 0.62))
        th = (2 * t - 1) * np.pi
        cut = [k * (depth + (1 - depth) * np.clip(1 - np.abs(th - a) / full, 0, 1) ** blunt) for a, k in fingers]
        r = half * np.max(cut, 0) * (1 + 0.05 * np.sin(th * lobes))
        pts = np.c_[r * np.cos(th) - 0.1, r * np.sin(th)]
        tips = [(half * k * 0.9 * np.cos(a) - 0.1, half * k * 0.9 * np.sin(a)) for a, k in fingers]
        ribs = [(np.outer(u, tip) + np.outer(1 - u, (-0.15, 0)), 6) for tip in (*tips, (-1, 0))]
        for x, y in tips:
            turn = np.float32([[x + 0.15, y], [-y, x + 0.15]])
            ribs += [(np.c_[f + 0.2 * u, s * 0.22 * u] @ turn - (0.15, 0), 3) for f in (0.35, 0.6) for s in (-1, 1)]
    else:
        wave = np.sin(t * 2 * np.pi * lobes) if lobes < 8 else 1 - 2 * ((t * lobes) % 1)
        w = half * np.sin(np.pi * t**full) ** blunt * (1 + depth * wave)
        pts = np.r_[np.c_[1.9 * t - 0.9, w], np.c_[1.9 * t - 0.9, -w][::-1]]
        ribs = [(np.c_[1.4 * u - 1, 0 * u], 8), (np.c_[0.3 + 0.6 * u, 0 * u], 5)]
        arcs = [(f, s) for f in np.linspace(-0.66, 0.46, 7) for s in (-1, 1)]
        ribs += [(np.c_[f + half * (0.5 * u + 0.4 * u * u), s * half * u], 4) for f, s in arcs]
    mask, lay = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
    fixed = [np.round((q * n * 0.47 + n / 2) * 8).astype(np.int32) for q in (pts, *(rib for rib, _ in ribs))]
    cv2.fillPoly(mask, fixed[:1], 255, cv2.LINE_AA, 3)
    for rib, (_, width) in zip(fixed[1:], ribs, strict=True):
        cv2.polylines(lay, [rib], False, 255, width, cv2.LINE_AA, 3)
    img, spots = np.ones((n, n, 3), np.float32) * tone[1], rng.uniform(0, n - 1, (1500, 2))
    side = np.sign(spots[:, 1] - n / 2)
    light = 0.55 - 0.42 * side + rng.normal(0, 0.3, 1500)
    light += art.fbm(rng, n, n, 90)[tuple(spots[:, ::-1].astype(int).T)] * 2.4
    lean = np.arctan2(spots[:, 1] - n / 2, spots[:, 0] - n * 0.42) if shape == "palm" else side * 0.8
    col = tone[np.clip(np.round(light), 0, 3).astype(int)] + rng.normal(0, 5, (1500, 3))
    _dabs(rng, img, spots, lean + rng.normal(0, 0.12, 1500), (16, 38), (3, 9), col)
    img *= 0.5 + 0.5 * np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 3) / 9, 0, 1)[..., None]
    dry = (lay / 255 * np.clip(0.4 + art.noise(rng, n, n, 9), 0, 0.8))[..., None]
    mask[:, : n // 5] |= lay[:, : n // 5]
    return np.dstack([img * (1 - dry) + tone[4] * dry, mask]).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Darker leaves of one species beneath, one large leaf a space on top."""
    rng, w, h, kind = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX), seed // 7 % 3
    img = _tones(SPECIES[colour][kind][6])[0] * 0.75 * (0.8 + 0.4 * art.fbm(rng, h, w, 70))[..., None]
    for first, pitch, value in ((0, 10, 0.60), (0, 20, 0.76), (10, 20, 1.0)):
        spots = [(x, y) for y in np.arange(first, h_mm + 1, pitch) for x in np.arange(first, w_mm + 1, pitch)]
        for i in rng.permutation(len(spots)):
            sprite = art.rotate(_leaf(colour, kind, int(rng.integers(4))), rng.uniform(0, 360), rng.uniform(0.9, 1.08))
            sprite[..., :3] = np.clip(sprite[..., :3] * value * rng.uniform(0.9, 1.08), 0, 255)
            art.paste(img, sprite, *((np.float32(spots[i]) + rng.uniform(-1.5, 1.5, 2)) * PX), 0.55)
    return np.clip(img * (0.95 + 0.1 * art.noise(rng, h, w, 3))[..., None], 0, 255).astype(np.uint8)


def _painted(name: str, n: int, seed: int) -> Array:
    """The solids of PARTS as RGBA of n pixels, modelled in a few flat steps of light and shade."""
    rng, s = np.random.default_rng(seed), n * 2
    out, (yy, xx) = np.zeros((s, s, 4), np.float32), np.mgrid[:s, :s] / s * 100
    streaks = art.fbm(rng, s, s, s / 9)
    for first, *numbers, colour in PARTS[name]:
        for twin in (-1, 1) if "~" in first else (1,):
            x, y, a, b, turn = map(float, (first.strip("~"), *numbers))
            x, turn = (x, turn) if twin > 0 else (100 - x, -turn)
            c, d, dx, dy = np.cos(np.radians(turn)), np.sin(np.radians(turn)), xx - x, yy - y
            q = np.hypot((dx * c + dy * d) / a, (dy * c - dx * d) / b)
            step = np.round(np.clip((streaks - 0.5) * 1.1 - (dx + dy) / (a + b) * 0.7, -1, 1) * 3) / 3
            cover = np.clip((1 - q) * min(a, b) * s / 100, 0, 1)[..., None]
            tone = _tones(colour)[0] * (1 + 0.30 * step - 0.2 * (q > 0.86))[..., None]
            out = out * (1 - cover) + np.dstack([tone, np.full((s, s), 255)]) * cover
    out[..., :3] /= np.maximum(out[..., 3:] / 255, 0.02)
    return cv2.resize(out.clip(0, 255), (n, n), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _wood(rng: Any, n: int, tones: str) -> Array:
    grain = 0.5 * art.noise(rng, n, n, 160, 5) + 0.3 * art.noise(rng, n, n, 90, 2) + 0.2 * art.fbm(rng, n, n, 80)
    return art.ramp(np.clip(grain * 1.6 - 0.3, 0, 1), _tones(tones))


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Dark stained wood, a turned ring, the icon printed with a thin pale outline."""
    n = int(d_mm * PX)
    img = _wood(np.random.default_rng(seed), n, "24150c 3a2416 4e3220")
    sprite = cv2.copyMakeBorder(_painted(kind, int(n * 0.68), seed), 8, 8, 8, 8, cv2.BORDER_CONSTANT)
    edge = cv2.dilate(sprite[..., 3], np.ones((7, 7), np.uint8)) * 0.8
    art.paste(img, np.dstack([np.full((*sprite.shape[:2], 3), (216, 190, 142)), edge]).astype(np.uint8), n / 2, n / 2)
    art.paste(img, sprite, n / 2, n / 2)
    return np.clip(img, 0, 255).astype(np.uint8)


def _floor(rng: Any, h: int, w: int) -> Array:
    """Woodland floor: humus in broad strokes, litter, needles and twigs, moss stippled light over dark."""
    value = np.clip((art.fbm(rng, h, w, 260, octaves=5, gain=0.6) - 0.5) * 2 + 0.5, 0, 1)
    img, drift = art.ramp(value, _tones(EARTH)).astype(np.float32), art.fbm(rng, h, w, 320) * 7
    moss = np.clip((art.fbm(rng, h, w, 240, octaves=4) - 0.50) * 9, 0, 1)

    def stroke(n: int, length: tuple, width: tuple, tone: Callable, where: Array | float = 1.0) -> None:
        spots = rng.uniform(0, 1, (n, 2)) * [w - 1, h - 1]
        spots = spots[(np.zeros((h, w)) + where)[tuple(spots[:, ::-1].astype(int).T)] > rng.uniform(0, 1, n)]
        at, k = tuple(spots[:, ::-1].astype(int).T), len(spots)
        _dabs(rng, img, spots, drift[at] + rng.normal(0, 0.5, k), length, width, tone(at, k))

    stroke(9000, (20, 60), (5, 13), lambda at, k: img[at] * rng.uniform(0.75, 1.35, (k, 1)) + rng.normal(0, 3, (k, 3)))
    for _ in range(210):
        sprite = _leaf(("orange", "red")[int(rng.integers(2))], *rng.integers(0, 3, 2).tolist())
        sprite = art.rotate(sprite, rng.uniform(0, 360), rng.uniform(0.26, 0.58))
        sprite[..., :3] = (sprite[..., :3].mean(2, keepdims=True) * (0.95, 0.72, 0.46)) * rng.uniform(0.5, 0.9)
        art.paste(img, sprite, rng.uniform(0, w), rng.uniform(0, h), 0.6)
    for k, (n, tone) in enumerate(zip((14000, 14000, 9000, 6000, 2600), _tones(MOSS) * 0.92, strict=True)):
        light = np.clip(moss * (1.1 - 0.18 * k), 0, 1)
        stroke(n, (3, 16 - 2 * k), (3, 9 - k), lambda _, m, c=tone: c + rng.normal(0, 6, (m, 3)), light)
    thin, free = _tones(NEEDLES), 1 - 0.7 * moss
    stroke(1500, (30, 90), (2, 4), lambda _, k: thin[rng.integers(0, 6, k)] * rng.uniform(0.6, 1, (k, 1)), free)
    for _ in range(22):
        turn = rng.uniform(0, 6.3) + rng.normal(0, 0.3, 6)
        run = np.cumsum(np.c_[np.cos(turn), np.sin(turn)] * 38, 0) + rng.uniform(0, 1, 2) * [w, h]
        for shift, t, c in ((4, 11, (14, 10, 8)), (0, 9, (66, 48, 32)), (-2, 3, (122, 98, 68))):
            cv2.polylines(img, [np.round((run + shift) * 8).astype(np.int32)], False, c, t, cv2.LINE_AA, 3)
    return img


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """The floor, a painted border round each area, faint dashes between spaces, treasures bedded into the ground."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img, tints = _floor(rng, h, w), _tones(BORDERS)[rng.permutation(6)]
    for c, r in np.ndindex(spec.cols, spec.rows):
        for turn in (0, np.pi / 2):
            reach = np.linspace(0.12, 0.88, 5)[:, None] * [np.cos(turn), np.sin(turn)] + [c, r]
            dash = m + reach * cell + rng.normal(0, 1, (5, 2))
            _dabs(rng, img, dash, turn + rng.normal(0, 0.03, 5), (18, 21), (4, 5), np.tile((186, 174, 134), (5, 1)))
    (yy, xx), outside = np.mgrid[:h, :w].astype(np.float32), np.ones((h, w), np.float32)
    wobble, dry = (art.noise(rng, h, w, 45) - 0.5) * 5, np.clip(0.55 + 0.6 * art.noise(rng, h, w, 12), 0, 0.92)
    areas = np.ndindex(-(-spec.rows // spec.area_rows), -(-spec.cols // spec.area_cols))
    for k, (r, c) in enumerate((r * spec.area_rows, c * spec.area_cols) for r, c in areas):
        right, low = min(c + spec.area_cols, spec.cols) * cell, min(r + spec.area_rows, spec.rows) * cell
        d = np.minimum(np.minimum(xx - m - c * cell, m + right - xx), np.minimum(yy - m - r * cell, m + low - yy))
        outside[d > 0] = 0
        for col, half, most in (((12, 9, 6), 12, 0.75), (tints[k % 6], 7, dry)):
            a = (np.clip(half - np.abs(d - 10 + wobble), 0, 1) * most)[..., None]
            img = img * (1 - a) + np.float32(col) * a
    img *= (1.35 - 0.3 * outside)[..., None]
    for (c, r), kind in sorted(treasures.items()):
        x, y = m + (c + 0.5) * cell, m + (r + 0.5) * cell
        glow = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * (0.3 * cell) ** 2))[..., None] * 0.42
        img = img * (1 - glow) + np.float32((204, 194, 150)) * glow
        sprite = art.rotate(_painted(kind, int(0.74 * cell), int(rng.integers(1 << 20))), rng.uniform(-16, 16))
        sprite[..., 3] = cv2.GaussianBlur(sprite[..., 3], (0, 0), 1.6) * 0.95
        art.paste(img, sprite, x, y, 0.7)
        blades, moss = np.c_[x + rng.uniform(-62, 62, 26), y + rng.uniform(46, 68, 26)], _tones(MOSS)
        _dabs(rng, img, blades, rng.normal(-1.57, 0.5, 26), (14, 30), (3, 4), moss[rng.integers(0, 5, 26)])
    return np.clip(img, 0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """The animal stretched out over all its spaces in dusky grass, its face on the first one."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    img = art.ramp(art.fbm(rng, h, w, 120), _tones("5e7896 7c98b2 9cb4c4 c0d0d2")).astype(np.float32)
    body, fur = np.zeros((h, w), np.uint8), np.zeros((h, w, 3), np.float32) + _tones(COATS[species])[0]
    mid = {q: (int((q[0] + 0.5) * s), int((q[1] + 0.5) * s)) for q in map(tuple, cells)}
    for (c, r), p in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(body, p, mid.get(q, p), 255, int(0.58 * s), cv2.LINE_AA)
    for lay, tones, n, turn in ((img, "8098ac", 500, -1.3), (fur, COATS[species], 160, 0.6)):
        k = h * w // n
        col = _tones(tones) * rng.uniform(0.75, 1.3, (k, 1))
        _dabs(rng, lay, rng.uniform(0, 1, (k, 2)) * [w, h], rng.normal(turn, 0.35, k), (14, 46), (2, 6), col)
    img *= 1 - 0.4 * cv2.GaussianBlur(np.roll(body, (9, 7), (0, 1)), (0, 0), 8)[..., None].astype(np.float32) / 255
    fur *= (0.62 + 0.45 * np.clip(cv2.distanceTransform(body, cv2.DIST_L2, 5) / (0.22 * s), 0, 1))[..., None]
    art.paste(img, np.dstack([fur.clip(0, 255), cv2.GaussianBlur(body, (0, 0), 1.2)]).astype(np.uint8), w / 2, h / 2)
    art.paste(img, _painted(species, int(0.86 * s), seed), *mid[min(mid)], 0.6)
    return np.clip(img, 0, 255).astype(np.uint8)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Stock tiles with a shaded edge, thick discs, meeples of natural beech."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    if p.kind in ("leaf", "animal"):
        out, c = STOCK(self, spec, p), np.float32([spec.cell_centre(*q) for q in p.cells])
        tex, corner = out[0][2][2]["tex"], (c[:, 0].min() - spec.cell / 2, c[:, 1].max() + spec.cell / 2)
        rim = np.float32(geo.tile_outline(spec, p.cells, gap=0.35).exterior.coords)
        mask = cv2.fillPoly(np.zeros(tex.shape[:2], np.uint8), [np.int32((rim - corner) * [PX, -PX])], 255)
        tex[:] = tex * (1 - 0.6 * np.exp(-((cv2.distanceTransform(mask, cv2.DIST_L2, 5) / 7) ** 2)))[..., None]
        return out
    (x, y), r = spec.cell_centre(*p.cells[0]), 6.8 if p.kind == "token" else 10
    if p.kind == "token":
        top, side = geo.die_cut(Point(x, y).buffer(r, 24), 2.8, (x - r, y - r, x + r, y + r), 0.7)
        tex, wood = token_texture(p.colour, p.art_seed, 13.6), (0.030, 0.015, 0.008)
    else:
        body = (
            Polygon(np.float32(MEEPLE.split()).reshape(-1, 2) / 10).buffer(0.9).buffer(-1.5).buffer(0.7).simplify(0.12)
        )
        top, side = geo.die_cut(affinity.translate(body, x, y), 5.0, (x - r, y - r, x + r, y + r), 0.35)
        tex, wood = _wood(np.random.default_rng(p.art_seed), 200, "c89a62 dcb680 ecd0a2"), (0.58, 0.36, 0.17)
        for spot, half, turn, arc in (((44, 58), (4, 4), 0, (0, 360)), ((96, 150), (46, 52), 20, (170, 340))):
            cv2.ellipse(tex, spot, half, turn, *arc, (74, 44, 24), 7, cv2.LINE_AA)
    look = (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex.clip(0, 255).astype(np.uint8), "alpha": 0.35})
    self._mesh_cache[key] = [(p.kind, top, look), ("wood", side, (f"{wood}", "diffuse", {"rgb": wood}))]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.30, 0.25, 0.19))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 228, rest=0.5)
