"""A photo edition after rain: one vignetted photograph of moss, earth and wet leaves below faint cream lines.

Tiles are photographs of piles of wet leaves (maple, beech, oak, birch, aspen) with veins, glints, drops and black gaps
between them: green (threes), yellow (fours), red (fives), on grey-brown board with round holes. Treasures are
photographed on bare earth: blueberries, acorn, cep, barred feather. Tokens are dark slices of a branch with bark and
the same picture, squirrels are cut out of oiled wood, animals are photographs of fur with a face, on card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_drawings import ball, carved
from art_lamps import rooms_lit
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK = art.PX, np.ndarray, ts.TableScene._piece_meshes
SUN, HALF = np.float32((-0.52, -0.62, 0.59)), np.float32((-0.29, -0.35, 0.89))  # towards the light, half way to the eye
TINTS = {  # of leaves: five tones, and what they fade to at their rims
    "green": "5f8a2c 476f24 7fa03a 34591f 90a848 / 9a9440",
    "orange": "dfb02e e8c352 cf9422 e3b93c d8a42a / a8682a",
    "red": "a62a1e 8b1c20 bb4128 9c2230 c25436 / 5a1a18",
    "litter": "6e4c30 8a6440 58402c 7a5a34 94703f / 3c2a1e",
}
MAPLE = "0 0 4 10 12 13 9 24 11 33 22 28 25 19 38 15 36 26 48 33 38 40 28 47 40 52 48 61 36 62 30 70 18 70 3 78"
EARTH, MOSS = "17110c 2a1e15 40301f 55412c", "1c2812 2e3f1b 465a26 62752f 82924a"
# solids of a photographed thing in percent: x, y, half axes, turn, tone, gloss
SOLIDS = {
    "berry": "20 20 30 13 -30 587f38 .1|78 18 26 12 35 4d7233 .1|29 50 22 22 0 3f4f86 .35|71 47 22 22 0 36467a .35"
    "|50 76 24 23 0 46578f .35|27 47 7 6 0 20284c 0|73 44 7 6 0 1c2446 0|51 73 8 7 0 222a50 0",
    "nut": "50 62 27 34 0 b07a3c .7|50 95 4 5 0 5c3c1c 0|50 34 34 20 0 6b5434 .05|36 30 9 7 0 7c6440 .05|50 26 9"
    " 7 0 806844"
    " .05|64 30 9 7 0 7a623e .05|43 40 9 6 0 76603c .05|57 40 9 6 0 745c3a .05|50 10 5 10 12 4a3824 .1",
    "mushroom": "50 70 20 29 0 e2d5b8 .1|50 84 25 15 0 d8caa8 .1|50 48 43 15 0 cdbb8c .0|50 32 48 28 0 7d4a26 .6",
}
EYES = {"badger": "1a1614", "fox": "b8842c", "hare": "6a4420", "owl": "e0962c", "heron": "e2c23a"}
# coats of animals: ground of the fur, then patches of the face: x, y, half axes, tone, in percent, with their twins
COATS = {
    "badger": "77756f|50 52 40 42 e4ded0|~70 50 10 44 2a2726|~84 16 11 10 2c2826|50 88 9 7 1c1817",
    "fox": "b06430|~78 16 16 20 8a4a24|50 46 42 36 bc6c34|~72 66 20 20 ece2cf|50 78 15 18 ece2cf|50 88 8 6 1a1412",
    "hare": "94805f|~66 16 10 26 84704f|~66 18 5 20 c4a08a|50 58 36 36 9c8868|50 76 18 13 e0d6c2|50 72 6 4 6a4438",
    "owl": "806a4c|50 50 44 44 8c7656|~70 48 23 24 cbb794|~82 12 9 16 5c4a34|50 66 7 12 3c3026",
    "heron": "8b98a4|50 44 34 30 dfe2e2|64 20 34 8 2c343e|30 72 11 32 d0a043|46 44 12 10 c6ccce",
}
SQUIRREL = "10 40 16 30 26 24 28 11 37 22 45 32 52 46 55 54 58 42 57 24 66 9 81 5 94 16 96 36 88 54 84 72 82 92 64 97"
SQUIRREL += " 34 97 28 92 36 86 34 79 24 76 17 69 25 64 31 61 27 53 17 50"
DAY, LAMP = ("window", 6100, (700, 500), 1.0, -1400.0, 1200.0, 200), ("lamp", 3100, (200, 200), 1.0, 520.0, 1500.0, 0)
ROOMS = ((5600, (DAY,)), (3300, (LAMP,)), (4500, (DAY, LAMP)))


def _tones(text: str) -> Array:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.replace("/", "").split()])


def _mixed(img: Array, share: Array, colour: Any) -> Array:
    return img * (1 - share[..., None]) + np.float32(colour) * share[..., None]


def _lit(height: Array, wet: Any = 0.0) -> tuple[Array, Array]:
    """How bright a relief in pixels is in daylight, and the glints on it where it is wet."""
    gy, gx = np.gradient(height.astype(np.float32))
    size = np.sqrt(1 + gx * gx + gy * gy)
    light = np.clip((SUN[2] - gx * SUN[0] - gy * SUN[1]) / size / SUN[2], 0.15, 1.7)
    shine = np.clip((HALF[2] - gx * HALF[0] - gy * HALF[1]) / size, 0, 1) ** 60 * wet
    return light, shine * 150


def _ring(kind: int, rng: Any) -> tuple[Array, list[tuple[Array, float]]]:
    """Outline of a leaf with its tip at +1 and its veins with their strength."""
    u = np.linspace(0, 1, 9)
    if kind == 0:
        half = np.float32(MAPLE.split()).reshape(-1, 2) * [1, -1] + [0, 50]
        half = half[:, ::-1] / 50 * rng.uniform(0.96, 1.04, half.shape)
        ring, root = np.r_[half, half[::-1] * [1, -1]], np.float32((-0.56, 0))
        veins = []
        for tip in ((0.95, 0), (0.66, 0.72), (0.66, -0.72), (-0.22, 0.9), (-0.22, -0.9)):
            way = np.float32(tip) - root
            veins.append((root + np.outer(u, way), 1.0))
            for f in (0.3, 0.48, 0.66):
                for s in (-0.75, 0.75):
                    turn = np.float32([[np.cos(s), np.sin(s)], [-np.sin(s), np.cos(s)]])
                    veins.append((root + f * way + np.outer(u, 0.34 * (1 - f) * way @ turn), 0.55))
        return ring, [*veins, (np.outer(u, (-0.5, rng.normal(0, 0.1))) + root, 1.3)]
    t, wave = np.linspace(0, 1, 140), rng.uniform(3.6, 4.6)
    width, full, blunt = ((0.46, 0.92, 0.85), (0.44, 0.8, 0.6), (0.5, 0.68, 1.0), (0.66, 0.8, 0.62))[kind - 1]
    w = width * rng.uniform(0.9, 1.1) * np.sin(np.pi * t**full) ** blunt
    w *= (
        1
        + (0.03 * np.sin(44 * t), 0.3 * np.sin(6.3 * wave * t), 0.08 * (1 - 2 * (t * 15 % 1)), 0.05 * np.sin(70 * t))[
            kind - 1
        ]
    )
    bend = rng.normal(0, 0.07) * (1 - (2 * t - 1) ** 2)
    ring = np.r_[np.c_[1.86 * t - 0.86, bend + w], np.c_[1.86 * t - 0.86, bend - w][::-1]]
    veins = [(np.c_[1.9 * u - 1.12, 0 * u], 1.2)]
    for f in np.linspace(-0.72, 0.62, (8, 5, 7, 5)[kind - 1]):
        veins += [(np.c_[f + 0.34 * u + 0.1 * u * u, s * width * 0.92 * u], 0.6) for s in (-1, 1)]
    return ring, veins


def _leaf(rng: Any, colour: str, kind: int, n: int) -> Array:
    """One photographed wet leaf as RGBA."""
    tones, (ring, veins) = _tones(TINTS[colour]), _ring(kind, rng)
    mask, lay = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
    fixed = [np.round((q * n * 0.43 + n / 2) * 8).astype(np.int32) for q in (ring, *(v for v, _ in veins))]
    cv2.fillPoly(mask, fixed[:1], 255, cv2.LINE_AA, 3)
    for line, (_, strong) in zip(fixed[1:], veins, strict=True):
        cv2.polylines(lay, [line], False, 130 + 90 * strong, max(1, round(n / 95 * strong)), cv2.LINE_AA, 3)
    vein = lay.astype(np.float32) / 255
    near = cv2.GaussianBlur(vein, (0, 0), n / 40)
    net = np.clip(1 - 14 * np.abs(art.noise(rng, n, n, 9) - 0.5), 0, 1) + np.clip(
        1 - 12 * np.abs(art.noise(rng, n, n, 6) - 0.5), 0, 1
    )
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / (0.2 * n)
    base = tones[rng.integers(5)] * rng.uniform(0.85, 1.12)
    img = _mixed(np.ones((n, n, 3)) * base, art.fbm(rng, n, n, n / 3), tones[rng.integers(5)])
    fade = np.clip(2.2 * art.fbm(rng, n, n, n / 3.5) - 1.0 + 0.55 * (1 - np.clip(inside, 0, 1)) - 1.1 * near, 0, 1)
    img = _mixed(img, fade * rng.uniform(0.2, 0.75), tones[5])
    img = _mixed(img, np.clip(0.34 * vein + 0.06 * net, 0, 0.6), base * 0.7 + (84, 78, 46))
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(0.25, 0.75, 2) * n
        yy, xx = np.mgrid[:n, :n]
        far = np.hypot(xx - x, yy - y) / rng.uniform(0.015, 0.06) / n + 1.1 * art.noise(rng, n, n, n / 16)
        img = _mixed(img, 0.8 * np.clip((1.35 - far) * 3, 0, 1), (52, 34, 22))
    curl = n * (0.17 * art.fbm(rng, n, n, n / 2) + 0.022 * art.fbm(rng, n, n, n / 9))
    height = curl + 4.2 * (1 - near) - 1.3 * cv2.GaussianBlur(vein, (0, 0), 0.8) - 0.28 * net
    light, shine = _lit(height, rng.uniform(0.35, 1.0) * np.clip(2.4 * art.fbm(rng, n, n, n / 5) - 0.7, 0, 1))
    img = img * (light * (0.9 + 0.2 * art.noise(rng, n, n, 2)) * (0.72 + 0.28 * np.clip(4 * inside, 0, 1)))[..., None]
    img = img + shine[..., None] * (0.95, 1.0, 1.04)
    mask[:, : n // 4] |= lay[:, : n // 4]
    return np.dstack([img, mask]).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=4)
def _leaves(colour: str) -> list[Array]:
    rng = np.random.default_rng(sum(map(ord, colour)))
    return [_leaf(rng, colour, i % 5, int(rng.uniform(190, 270) + 40 * (i % 5 == 0))) for i in range(30)]


def _laid(img: Array, sprite: Array, x: float, y: float, dark: float = 0.8) -> None:
    """A sprite with a deep, soft shadow below it."""
    pad = cv2.copyMakeBorder(sprite, 24, 24, 24, 24, cv2.BORDER_CONSTANT)
    soft = cv2.GaussianBlur(pad[..., 3], (0, 0), 8) * dark
    art.paste(img, np.dstack([np.zeros_like(pad[..., :3]), soft.astype(np.uint8)]), x + 6, y + 8)
    art.paste(img, sprite, x, y, 0.5)


def _drops(rng: Any, img: Array, count: int) -> None:
    """Drops of rain: dark towards the light, bright at the far side, with a glint."""
    for x, y, r in rng.uniform((0, 0, 3), (img.shape[1], img.shape[0], 8), (count, 3)).tolist():
        n = int(r) * 2 + 5
        v, u = (np.mgrid[:n, :n] - n / 2) / r
        tilt, a = (u + v) * 0.5, np.clip((1 - np.hypot(u, v)) * r, 0, 1)
        tone = np.where(tilt[..., None] > 0, (235, 238, 228), (12, 14, 8)) * np.ones((n, n, 1))
        tone = np.dstack([tone, a * 255 * np.clip(np.abs(tilt), 0, 0.5)])
        tone[np.hypot(u + 0.35, v + 0.4) < 0.28] = (255, 255, 255, 230)
        art.paste(img, tone.clip(0, 255).astype(np.uint8), x, y)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Wet leaves in three layers, nearly black between them."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * _tones(TINTS[colour])[3] * 0.16
    for gap, dim in ((10.5, 0.42), (10.0, 0.74), (10.5, 1.0)):
        spots = [(x, y) for y in np.arange(-4, h_mm + 6, gap) for x in np.arange(-4, w_mm + 6, gap)]
        for x, y in rng.permutation(spots) + rng.uniform(-gap / 2, gap / 2, (len(spots), 2)):
            leaf = art.rotate(_leaves(colour)[rng.integers(30)], rng.uniform(0, 360), rng.uniform(0.55, 0.86))
            leaf[..., :3] = np.clip(leaf[..., :3] * (dim * rng.uniform(0.85, 1.1)), 0, 255)
            _laid(img, leaf, x * PX, y * PX)
    _drops(rng, img, h * w // 9000)
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure cut out of a photograph, as RGBA."""
    rng, n, s = np.random.default_rng(seed % 5), int(size_mm * PX), 2 * int(size_mm * PX)
    yy, xx = np.mgrid[:s, :s] / s * 100
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.float32)
    for part in SOLIDS.get(kind, "").split("|") if kind in SOLIDS else ():
        place, tone, gloss = part.rsplit(maxsplit=2)
        p, q, r, cover = ball(place, xx, yy, s)
        z = np.sqrt(np.clip(1 - r * r, 0, 1))
        light = np.clip(0.5 + 0.55 * z - 0.34 * p - 0.4 * q, 0.2, 1.35) * (0.82 + 0.36 * art.fbm(rng, s, s, 50, 14))
        shine = 190 * np.exp(-((p + 0.36) ** 2 + (q + 0.42) ** 2) * 24)
        img *= (1 - 0.55 * np.exp(-(np.clip(r - 1, 0, 9) ** 2) * 60) * (alpha > 0))[..., None]
        img = _mixed(img, cover, _tones(tone)[0] * light[..., None] + float(gloss) * shine[..., None])
        alpha = np.maximum(alpha, cover)
    if kind == "feather":
        along, aside = (xx - 8) * 0.70 + (94 - yy) * 0.714, (xx - 8) * 0.714 - (94 - yy) * 0.70
        aside, t = aside + 7 * np.sin(along / 40), np.clip((along - 18) / 100, 0, 0.999)
        vane = (22 - 3 * (art.noise(rng, s, s, 9) > 0.74)) * np.sin(np.pi * t**0.75) ** 0.55
        bars = np.clip(3 * np.sin((along - 0.6 * np.abs(aside)) / 3.1), 0, 1) * (0.75 + 0.25 * (aside > 0))
        img = _mixed(np.full((s, s, 3), (216.0, 196, 160)), bars, (92, 62, 38))
        img *= (0.86 + 0.2 * np.sin((along - 0.9 * np.abs(aside)) * 2.6) + 0.004 * aside)[..., None]
        quill = np.clip((1.5 - np.abs(aside)) * s / 100, 0, 1) * (along > 0) * (along < 116)
        img, alpha = _mixed(img, quill, (236, 224, 196)), np.maximum(quill, np.clip((vane - np.abs(aside)) * 2, 0, 1))
    sprite = np.dstack([img, alpha * 255]).clip(0, 255).astype(np.float32)
    return cv2.resize(sprite, (n, n), interpolation=cv2.INTER_AREA).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A dark slice of a branch: bark, growth rings, a few radial cracks, the picture of the treasure."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    yy, xx = np.mgrid[:n, :n] - n / 2 + rng.normal(0, 3, 2)[:, None, None]
    far = np.hypot(xx, yy) / n * 2 + 0.05 * (art.noise(rng, n, n, n / 3) - 0.5)
    wood = art.ramp(0.5 + 0.5 * np.sin(far * 46 + art.fbm(rng, n, n, 30) * 3), _tones("3a2516 50351f 62432a"))
    wood *= (0.85 + 0.3 * art.noise(rng, n, n, 3))[..., None]
    rim = np.hypot(*(np.mgrid[:n, :n] - n / 2)) / n * 2 + 0.05 * (art.noise(rng, n, n, 9) - 0.5)
    img = _mixed(wood, np.clip((rim - 0.86) * 40, 0, 1), _tones("20150e")[0])
    img = img * (0.7 + 0.6 * art.noise(rng, n, n, 5) * (rim > 0.86) + 0.3 * (rim <= 0.86))[..., None]
    _laid(img, icon(kind, seed, d_mm * 0.72), n / 2, n / 2, 0.55)
    return img.clip(0, 255).astype(np.uint8)


def _ground(rng: Any, h: int, w: int) -> Array:
    """The photograph: wet earth, cushions of moss, brown leaves, twigs; out of focus and darker towards the rim."""
    crumbs = 26 * art.fbm(rng, h, w, 120, octaves=6, gain=0.62)
    light, shine = _lit(crumbs, 0.35)
    img = art.ramp(art.fbm(rng, h, w, 240) * 1.4 - 0.2, _tones(EARTH)) * light[..., None] + shine[..., None]
    bed = art.fbm(rng, h, w, 420, octaves=3)
    for x, y in rng.uniform((0, 0), (w, h), (230, 2)):
        leaf = art.rotate(_leaves("litter")[rng.integers(30)], rng.uniform(0, 360), rng.uniform(0.6, 1.0))
        leaf[..., :3] = np.clip(leaf[..., :3] * rng.uniform(0.5, 0.92), 0, 255)
        _laid(img, leaf, x, y)
    cushion = np.clip((bed - 0.50) * 12, 0, 1)
    puff = _lit(cv2.GaussianBlur(60 * art.fbm(rng, h, w, 130, octaves=3), (0, 0), 5) + 14 * cushion)[0]
    img *= (1 - 0.75 * cushion)[..., None]
    for k, tone in enumerate(_tones(MOSS)):
        spots = rng.uniform((0, 0), (w - 1, h - 1), (26000, 2))
        at = spots[:, 1].astype(int), spots[:, 0].astype(int)
        keep = (cushion[at] * (1.15 - 0.12 * k) > rng.uniform(0, 1, len(spots))) & (puff[at] > 0.5 + 0.12 * k)
        turn, size = rng.uniform(0, 6.3, len(spots)), rng.uniform(5, 15 - k, len(spots))
        ends = spots + np.c_[np.cos(turn), np.sin(turn)] * size[:, None]
        col = tone * (np.clip(puff[at], 0.5, 1.3) * rng.uniform(0.8, 1.15, len(spots)))[:, None]
        starts, stops = ((each[keep] * 8).astype(int).tolist() for each in (spots, ends))
        for a, b, c in zip(starts, stops, col[keep].tolist(), strict=True):
            cv2.line(img, a, b, c, 2 if k > 2 else 3, cv2.LINE_AA, 3)
    for _ in range(16):
        turn = rng.uniform(0, 6.3) + np.cumsum(rng.normal(0, 0.16, 9))
        run = rng.uniform((0, 0), (w, h)) + np.cumsum(np.c_[np.cos(turn), np.sin(turn)] * rng.uniform(25, 60), 0)
        for shift, t, c in ((7, 13, (12, 9, 6)), (0, 9, (50, 36, 26)), (-2, 4, (104, 84, 64))):
            cv2.polylines(img, [np.round((run + shift) * 8).astype(np.int32)], False, c, t, cv2.LINE_AA, 3)
    _drops(rng, img, 500)
    yy, xx = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j]
    far = np.hypot(xx, yy)
    img = (
        img * (1 - np.clip(far - 0.75, 0, 1))[..., None]
        + cv2.GaussianBlur(img, (0, 0), 4) * np.clip(far - 0.75, 0, 1)[..., None]
    )
    return img * (1.42 - 0.46 * far**2)[..., None]


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """The photograph below thin cream lines, a little stronger round the areas; treasures lie on bare earth."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img, rules = _ground(rng, h, w), np.zeros((h, w), np.uint8)
    (yy, xx), earth = np.mgrid[:h, :w].astype(np.float32), art.fbm(rng, h, w, 30)
    for (c, r), _ in sorted(treasures.items()):
        bare = np.hypot(xx - m - (c + 0.5) * cell, yy - m - (r + 0.5) * cell) / cell + 0.16 * (earth - 0.5)
        img = _mixed(img, np.clip((0.47 - bare) * 9, 0, 0.86), _tones("a08a66")[0] * (0.7 + 0.6 * earth)[..., None])
    for c in range(spec.cols + 1):
        x, thick = round(m + c * cell), 6 if c % spec.area_cols == 0 else 3
        cv2.line(rules, (x, round(m)), (x, round(h - m)), 255 if thick > 3 else 190, thick, cv2.LINE_AA)
    for r in range(spec.rows + 1):
        y, thick = round(m + r * cell), 6 if r % spec.area_rows == 0 else 3
        cv2.line(rules, (round(m), y), (round(w - m), y), 255 if thick > 3 else 190, thick, cv2.LINE_AA)
    img = _mixed(img, rules / 255 * 0.62, (240, 228, 196))
    for (c, r), kind in sorted(treasures.items()):
        thing = art.rotate(icon(kind, int(rng.integers(5)), 0.68 * spec.cell), rng.uniform(-18, 18))
        _laid(img, thing, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.9)
    return img.clip(0, 255).astype(np.uint8)


def _fur(rng: Any, img: Array, turn: Array, count: int, size: float) -> None:
    """Hairs that take their tone from what they grow on."""
    h, w = img.shape[:2]
    spots = rng.uniform((0, 0), (w - 1, h - 1), (count, 2))
    at = spots[:, 1].astype(int), spots[:, 0].astype(int)
    lean = turn[at] + rng.normal(0, 0.3, count)
    ends = spots + np.c_[np.cos(lean), np.sin(lean)] * rng.uniform(0.4, 1, (count, 1)) * size
    col = img[at] * rng.uniform(0.66, 1.34, (count, 1))
    for a, b, c in zip((spots * 8).astype(int).tolist(), (ends * 8).astype(int).tolist(), col.tolist(), strict=True):
        cv2.line(img, a, b, c, 2, cv2.LINE_AA, 3)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """An animal photographed close, from head to back; its coat fills the spaces, its face is on the first one."""
    rng, s = np.random.default_rng(seed), int(cell_mm * PX)
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    coat, *face = COATS[species].split("|")
    img = _tones(coat)[0] * (0.62 + 0.76 * art.fbm(rng, h, w, 70))[..., None]
    _fur(rng, img, art.noise(rng, h, w, 160) * 2.4 + 0.4, h * w // 26, 24)
    for x, y in rng.uniform((0, 0), (w, h), (h * w // 2600 if species in ("owl", "heron") else 0, 2)):
        cv2.ellipse(
            img, (int(x), int(y)), (9, 15), 10, 20, 160, (img[int(y) - 1, int(x) - 1] * 0.5).tolist(), 3, cv2.LINE_AA
        )
    x0, y0 = (int((v + 0.5) * s) for v in min(map(tuple, cells)))
    n = int(0.9 * s)
    pic, mask = np.zeros((n, n, 3), np.float32) + _tones(coat)[0], np.zeros((n, n), np.uint8)
    for first, *numbers, tone in (part.split() for part in face):
        x, y, a, b = (float(v) / 100 * n for v in (first.strip("~"), *numbers))
        for q in (x, n - x) if "~" in first else (x,):
            for lay, ink in ((pic, _tones(tone)[0].tolist()), (mask, 255)):
                cv2.ellipse(lay, (int(q), int(y)), (int(a), int(b)), 0, 0, 360, ink, -1, cv2.LINE_AA)
    pic = cv2.GaussianBlur(pic, (0, 0), 2.5)
    yy, xx = np.mgrid[:n, :n] - n / 2
    _fur(rng, pic, np.arctan2(yy - n * 0.2, xx), n * n // 22, 13)
    pic *= (1.12 - 0.5 * np.hypot(xx, yy) / n - 0.2 * (xx + yy) / n)[..., None]
    for q in (-1, 1) if species != "heron" else (-0.2,):
        spot, r = (int(n * (0.5 + 0.18 * q)), int(n * 0.47)), int(n * (0.1 if species == "owl" else 0.062))
        cv2.circle(pic, spot, r + 3, (16, 12, 10), -1, cv2.LINE_AA)
        cv2.circle(pic, spot, r, _tones(EYES[species])[0].tolist(), -1, cv2.LINE_AA)
        cv2.circle(pic, spot, int(r * 0.6), (8, 6, 6), -1, cv2.LINE_AA)
        cv2.circle(pic, (spot[0] - r // 3, spot[1] - r // 3), max(2, r // 4), (250, 250, 250), -1, cv2.LINE_AA)
    _laid(img, np.dstack([pic.clip(0, 255), cv2.GaussianBlur(mask, (0, 0), 1.5)]).astype(np.uint8), x0, y0, 0.8)
    return img.clip(0, 255).astype(np.uint8)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Tiles with round holes, thick slices of wood, figures sawn out of an oiled board."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    (x, y), (top, side) = spec.cell_centre(*p.cells[0]), STOCK(self, spec, p)
    if p.kind == "leaf":
        c, half = np.float32([spec.cell_centre(*q) for q in p.cells]), spec.cell / 2
        outline = geo.tile_outline(spec, p.cells, p.hole, radius=1.8, hole_size=p.hole_size, hole_power=2.0)
        meshes = geo.die_cut(outline, ts.PIECE_T, (*(c.min(0) - half), *(c.max(0) + half)))
        out = [(n, mesh, look) for mesh, (n, _, look) in zip(meshes, (top, side), strict=True)]
    elif p.kind == "token":
        mesh, edge = geo.die_cut(Point(x, y).buffer(6.8, 24), 3.0, (x - 6.8, y - 6.8, x + 6.8, y + 6.8), 0.4)
        bark = ("bark", "diffuse", {"rgb": (0.035, 0.02, 0.012)})
        out = [("token", mesh, top[2]), ("tokenside", edge, bark)]
    elif p.kind == "squirrel":
        ring = carved(SQUIRREL, 0.185, x, y)
        figure = Polygon(ring).buffer(0.7).buffer(-1.2).buffer(0.5).simplify(0.05)
        mesh, edge = geo.die_cut(figure, 6.0, (x - 10, y - 10, x + 10, y + 10), 0.4)
        rng = np.random.default_rng(p.art_seed)
        grain = 0.55 * art.noise(rng, 200, 200, 120, 5) + 0.45 * art.fbm(rng, 200, 200, 90, 14)
        tex = art.ramp(grain, _tones("7a4a26 98622f b47a42")).clip(0, 255).astype(np.uint8)
        cv2.circle(tex, (46, 72), 4, (40, 22, 12), -1, cv2.LINE_AA)
        wood = (f"oiled{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.3})
        out = [("squirrel", mesh, wood), ("squirrelside", edge, ("oiled", "diffuse", {"rgb": (0.24, 0.12, 0.05)}))]
    else:
        out = [top, side]
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.36, 0.31, 0.25))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1103, rest=0.5)
