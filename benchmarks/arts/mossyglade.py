"""A photo edition in the moss: a board of nothing but green cushions, with white dotted lines, and leaves shot backlit.

Tiles are dark, fibrous cardboard with a single large, glowing leaf a space (lime tree, ivy, hornbeam, dogwood, maple),
veins and all: green (threes), yellow (fours), red (fives). Treasures are photographs cut out with a thin white rim:
strawberry, hazelnut, fly agaric, white feather; tokens are smoked oak with the same picture. Squirrels are sawn from
pale limewood, animals are stained wooden bars with a white screen print: a head on the first space, tracks behind it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_drawings import ball, carved
from art_lamps import rooms_lit
from scipy.spatial import cKDTree
from shapely import affinity
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK = art.PX, np.ndarray, ts.TableScene._piece_meshes
TONES = {  # of tiles: cardboard, then leaves
    "green": "2b3324 6fa238 57902f 88b446 4c8038",
    "orange": "3d3222 f0bd2c e8ae24 f5cc48 e2a030",
    "red": "352224 c0342c a82630 d14634 97202c",
}
# right half of a leaf from its tip to its stalk: aside and down in percent; ribs run like a feather or like a hand
HALVES = {
    "lime": "0 0 3 9 14 20 27 34 37 50 39 66 33 80 20 88 8 86 0 79",
    "hornbeam": "0 0 5 9 17 26 26 46 28 64 21 80 8 91 0 93",
    "dogwood": "0 0 3 10 18 28 30 48 29 66 17 82 4 93 0 95",
    "ivy": "0 0 8 13 14 27 21 33 37 29 48 31 39 44 35 54 41 66 43 79 28 81 12 85 0 79",
    "maple": "0 0 8 12 14 14 9 26 7 38 20 27 24 20 38 14 37 27 40 33 26 48 40 50 49 60 38 62 28 70 12 74 8 78 0 75",
}
SPECIES = {"green": "lime ivy hornbeam", "orange": "maple lime dogwood", "red": "maple dogwood ivy"}
TIPS = {"ivy": ((0, 8), (43, 32), (38, 76)), "maple": ((0, 6), (34, 18), (44, 56))}
GREENS = "141d0c 243515 3a5520 567a2b 79a03a a9c45c"
# solids of a photographed thing in percent: x, y, half axes, turn, tone, gloss
SOLIDS = {
    "berry": "50 52 38 32 0 c4221e .5|50 66 27 32 0 c8261f .3|30 44 20 22 10 cc2a22 .6|70 44 20 22 -10 bc201c .2"
    "|24 20 24 9 25 5d8c34 .1|76 20 24 9 -25 527f30 .1|50 22 9 17 0 6b9a3c .1|50 7 3 9 8 4a7030 .1",
    "nut": "34 20 9 24 -52 6f9440 .1|66 20 9 24 52 5f8436 .1|50 56 36 37 0 ac6c30 .8|30 56 5 28 12 96581f 0|50 56"
    " 3 32 0 9a5c24 0"
    "|70 56 5 28 -12 8c501e 0|50 84 24 10 0 dcc298 .1|50 20 5 8 0 8a5424 .1|46 10 8 13 28 84a850 .1",
    "mushroom": "50 74 13 25 0 efe6d4 .1|50 90 19 9 0 e4d8c2 .1|50 60 25 6 0 f4eee0 .0|50 40 48 32 0 c22a1c .7|30"
    " 32 9 7 -20"
    " f2eadb .1|54 20 10 6 5 f2eadb .1|72 38 8 7 20 efe6d6 .1|48 46 9 7 0 f4ecde .1|22 52 6 5 0 ece2d0 .1|66 58 6"
    " 4 0 ece2d0 .1",
}
# heads in white print: ellipses x, y, half axes, turn in percent, ~ has a twin, - is left out of the white
HEADS = {
    "badger": "~77 20 11 11 0|50 52 38 42 0|-~68 44 9 34 -6|~67 46 4 4 0|-50 86 9 6 0",
    "fox": "~76 22 13 21 24|-~75 24 6 12 24|50 48 40 30 0|50 72 20 22 0|-~66 48 6 7 0|-50 90 8 6 0",
    "hare": "~65 22 10 25 8|-~65 22 4 18 8|50 64 34 32 0|-~65 58 6 7 0|-50 74 7 4 0|-50 82 2 8 0",
    "owl": "~78 18 9 18 30|50 54 44 42 0|-~69 48 19 20 0|~69 48 12 13 0|-~69 48 6 7 0|-50 68 7 11 0",
    "heron": "54 22 19 13 0|24 27 24 6 -8|80 16 18 4 16|66 42 9 24 -14|64 68 10 22 14|54 90 32 16 0|-50 20 4 4 0",
}
STAINS = {"badger": "6c645e", "fox": "a4553a", "hare": "8f7a56", "owl": "6a5270", "heron": "4a7088"}
MORNING = ("window", 5900, (650, 500), 1.0, -1500.0, 1200.0, 200)
LAMPS = ("lamp", 3300, (170, 170), 0.9, 420.0, 1500.0, 0), ("lamp", 3000, (120, 120), 0.4, -900.0, 1300.0, 0)
SQUIRREL = "91 40 80 27 75 11 67 25 58 35 52 48 47 64 43 50 47 34 46 18 36 6 21 6 9 18 7 36 15 50 20 64 22 82"
SQUIRREL += " 31 95 48 97 80 97 84 90 75 85 76 78 88 75 93 66 85 60 75 60 76 53 84 51 91 46"
ROOMS = ((5300, (MORNING,)), (3600, LAMPS), (4600, (MORNING, LAMPS[0])))


def _tones(text: str) -> Array:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


def _mixed(img: Array, share: Array, colour: Any) -> Array:
    return img * (1 - share[..., None]) + np.float32(colour) * share[..., None]


def _relief(height: Array, strength: float) -> Array:
    """How bright a relief is below a light from the top left."""
    gy, gx = np.gradient(height.astype(np.float32))
    return np.clip(1 + strength * (0.6 * gx + 0.75 * gy), 0.25, 1.8)


def _smooth(ring: Array, times: int) -> Array:
    """An open line with its corners cut off."""
    for _ in range(times):
        a, b = ring[:-1], ring[1:]
        ring = np.r_[ring[:1], np.stack([0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b], 1).reshape(-1, 2), ring[-1:]]
    return ring


def _shape(species: str, rng: Any) -> tuple[Array, list[tuple[Array, float]]]:
    """Outline and veins of a leaf, its tip up, in percent."""
    corners = np.float32(HALVES[species].split()).reshape(-1, 2)
    half, u, veins = _smooth(corners, 3 if species in ("ivy", "dogwood", "lime") else 1), np.linspace(0, 1, 10), []
    steps = np.linspace(0, len(half) - 1, 260)
    half = np.c_[tuple(np.interp(steps, np.arange(len(half)), half[:, k]) for k in (0, 1))]
    if species in ("lime", "hornbeam"):
        half[:, 0] *= 1 + 0.075 * (1 - 2 * np.mod(np.arange(260) / (13 if species == "lime" else 8), 1))
    middle = np.array([50, 0])
    ring = np.r_[half + middle, (half * np.array([-1, 1]))[::-1] + middle]
    root = np.float32((50, corners[-1, 1]))
    if species in TIPS:
        for x, y in TIPS[species]:
            for s in (-1, 1) if x else (1,):
                way = np.float32((50 + s * x, y)) - root
                veins.append((root + np.outer(u, way), 1.0))
                for f in (0.35, 0.55, 0.75):
                    for q in (-0.7, 0.7):
                        turn = np.float32([[np.cos(q), np.sin(q)], [-np.sin(q), np.cos(q)]])
                        veins.append((root + f * way + np.outer(u, 0.3 * (1.1 - f) * way @ turn), 0.5))
    else:
        veins.append((np.c_[50 + 0 * u, root[1] * (1 - 0.97 * u)], 1.1))
        for y in np.linspace(20, root[1] - 4, 7 if species != "hornbeam" else 10):
            wide = np.interp(y - 10, half[:, 1][:200], half[:, 0][:200])
            veins += [
                (np.c_[50 + s * wide * 0.96 * u, y - (13 if species != "dogwood" else 20) * u**1.4], 0.6)
                for s in (-1, 1)
            ]
    return ring, [*veins, (np.c_[50 + rng.normal(0, 2) * u * u, root[1] + 14 * u], 1.3)]


@lru_cache(maxsize=64)
def _leaf(colour: str, species: str, variant: int, n: int = 230) -> Array:
    """A leaf with the light behind it: glowing fields in a net of veins, the blade thicker towards the ribs."""
    rng = np.random.default_rng([len(colour), sum(map(ord, species)), variant])
    tones, (ring, veins) = _tones(TONES[colour]), _shape(species, rng)
    mask, lay, seeds = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8), np.full((n, n), 255, np.uint8)
    fixed = [np.round(((q - 50) * n * 0.0088 + n * 0.48) * 8).astype(np.int32) for q in (ring, *(v for v, _ in veins))]
    cv2.fillPoly(mask, fixed[:1], 255, cv2.LINE_AA, 3)
    for line, (_, strong) in zip(fixed[1:], veins, strict=True):
        cv2.polylines(lay, [line], False, 120 + 100 * min(strong, 1.3), max(1, round(3.2 * strong)), cv2.LINE_AA, 3)
    seeds[tuple(rng.integers(0, n, (2, n * n // 90)))] = 0
    cells = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]
    net = cv2.GaussianBlur(
        ((cells != np.roll(cells, 1, 0)) | (cells != np.roll(cells, 1, 1))).astype(np.float32), (0, 0), 0.8
    )
    vein, inside = lay.astype(np.float32) / 255, cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    near = cv2.GaussianBlur(vein, (0, 0), 6)
    base = tones[1 + rng.integers(4)]
    img = _mixed(np.ones((n, n, 3)) * base, art.fbm(rng, n, n, n / 3), tones[1 + rng.integers(4)])
    img *= (0.84 + 0.32 * art.fbm(rng, n, n, n / 4) + 0.1 * rng.random((n, n)) - 0.18 * net)[..., None]
    turn = {"green": (172, 176, 60), "orange": (206, 120, 34), "red": (222, 120, 44)}[colour]
    img = _mixed(img, np.clip(1.9 * art.fbm(rng, n, n, n / 3) - 0.95, 0, 0.5), turn)
    img *= (1 - 0.45 * np.clip(near * 1.6, 0, 0.6))[..., None]
    img = _mixed(img, np.clip(0.62 * vein, 0, 0.7), base * 0.45 + (126, 122, 80))
    img *= np.clip(0.7 + inside / 22, 0, 1)[..., None]
    for _ in range(int(rng.integers(1, 5))):
        x, y, r = rng.uniform(0.3, 0.7) * n, rng.uniform(0.3, 0.7) * n, rng.uniform(1.5, 5)
        far = np.hypot(*(np.mgrid[:n, :n] - np.float32((y, x))[:, None, None])) / r + art.noise(rng, n, n, 5)
        img = _mixed(img, 0.75 * np.clip((1.5 - far) * 2, 0, 1), (70, 44, 24))
    img *= _relief(n * 0.08 * art.fbm(rng, n, n, n / 2) - 0.8 * vein, 0.4)[..., None]
    mask[n * 3 // 4 :] |= lay[n * 3 // 4 :]
    return np.dstack([img, mask]).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float, hole: tuple = (-1, -1)) -> Array:
    """Dark cardboard with fibres, one leaf a space but for the hole's, which has a thin pale ring."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * _tones(TONES[colour])[0]
    img *= (0.82 + 0.24 * art.fbm(rng, h, w, 60) + 0.12 * art.noise(rng, h, w, 2))[..., None]
    for x, y, a in zip(
        rng.uniform(0, w, h * w // 700), rng.uniform(0, h, h * w // 700), rng.uniform(0, 6.3, h * w // 700), strict=True
    ):
        tone = _tones(TONES[colour])[0] * rng.choice((0.6, 1.5, 1.9))
        end = int(x + 14 * np.cos(a)), int(y + 14 * np.sin(a))
        cv2.line(img, (int(x), int(y)), end, tone.tolist(), 1, cv2.LINE_AA)
    img, species, lean = cv2.GaussianBlur(img, (0, 0), 0.7), SPECIES[colour].split()[seed // 7 % 3], rng.uniform(0, 360)
    for y in range(0, h - 199, 200):
        for x in range(0, w - 199, 200):
            if (x // 200, y // 200) == hole:
                cv2.circle(img, (x + 100, y + 100), 86, (_tones(TONES[colour])[1] * 0.8).tolist(), 3, cv2.LINE_AA)
                continue
            leaf = art.rotate(
                _leaf(colour, species, int(rng.integers(5))), lean + rng.normal(0, 24), rng.uniform(0.94, 1.04)
            )
            soft = cv2.GaussianBlur(leaf[..., 3], (0, 0), 7) * 0.75
            at = x + 100 + rng.normal(0, 3), y + 100 + rng.normal(0, 3)
            art.paste(img, np.dstack([np.zeros_like(leaf[..., :3]), soft.astype(np.uint8)]), at[0] + 5, at[1] + 7)
            art.paste(img, leaf, *at, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure cut out of a photograph with a thin white rim, as RGBA."""
    n, s = int(size_mm * PX), 2 * int(size_mm * PX)
    rng, (yy, xx) = np.random.default_rng(sum(map(ord, kind))), (np.mgrid[:s, :s] / s - 0.5) * 108 + 50
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.float32)
    for part in SOLIDS.get(kind, "").split("|") if kind in SOLIDS else ():
        place, tone, gloss = part.rsplit(maxsplit=2)
        p, q, r, cover = ball(place, xx, yy, s)
        light = np.clip(0.62 + 0.42 * np.sqrt(np.clip(1 - r * r, 0, 1)) - 0.22 * p - 0.3 * q, 0.3, 1.3)
        light *= 0.88 + 0.24 * art.fbm(rng, s, s, 40, 12)
        shine = 170 * np.exp(-((p + 0.36) ** 2 + (q + 0.42) ** 2) * 22)
        img = _mixed(img, cover, _tones(tone)[0] * light[..., None] + float(gloss) * shine[..., None])
        alpha = np.maximum(alpha, cover)
        if tone == "bc201c":
            for v in range(34, 96, 11):
                for u in range(14 + v // 11 % 2 * 8, 92, 15):
                    at = (u + 4) * s // 108, (v + 4) * s // 108
                    if alpha[at[1], at[0]] > 0.9:
                        cv2.ellipse(img, at, (s // 62, s // 40), 0, 0, 360, (238, 200, 96), -1, cv2.LINE_AA)
    if kind == "feather":
        along, aside = (xx - 6) * 0.68 + (96 - yy) * 0.733, (xx - 6) * 0.733 - (96 - yy) * 0.68
        aside, t = aside + 9 * np.sin(along / 38) - 3, np.clip((along - 22) / 100, 0, 0.999)
        vane = (23 + 4 * (aside > 0) - 4 * (art.noise(rng, s, s, 11) > 0.72)) * np.sin(np.pi * t**0.7) ** 0.6
        img = _mixed(np.full((s, s, 3), (240.0, 238, 230)), np.clip(2.2 * t - 1.2, 0, 0.75), (88, 94, 108))
        img *= (0.88 + 0.12 * np.sin((along - 0.8 * np.abs(aside)) * 1.6) - 0.004 * aside)[..., None]
        quill = np.clip((1.7 - np.abs(aside)) * s / 100, 0, 1) * (along > 0) * (along < 118)
        img, alpha = _mixed(img, quill, (150, 136, 112)), np.maximum(quill, np.clip((vane - np.abs(aside)) * 2, 0, 1))
    rim = cv2.GaussianBlur(
        cv2.dilate(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (s // 18, s // 18))), (0, 0), 1.5
    )
    img = _mixed(np.full((s, s, 3), (104.0, 108, 98) if kind == "feather" else (246.0, 244, 236)), alpha, img)
    sprite = np.dstack([img, rim * 255]).clip(0, 255).astype(np.float32)
    return cv2.resize(sprite, (n, n), interpolation=cv2.INTER_AREA).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Smoked oak: dark, with pores, turned a little deeper at the rim; the cut-out picture on it."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    grain = 0.6 * art.fbm(rng, n, n, 120, 7) + 0.4 * art.noise(rng, n, n, 50, 2)
    img = art.ramp(grain, _tones("24160d 3b2617 553a25")).astype(np.float32)
    far = np.hypot(*(np.mgrid[:n, :n] - n / 2)) / n * 2
    img *= (1 - 0.45 * np.exp(-(((far - 0.9) / 0.03) ** 2)))[..., None]
    art.paste(img, icon(kind, seed, d_mm * 0.84), n / 2, n / 2, 0.4)
    return img.clip(0, 255).astype(np.uint8)


def _moss(rng: Any, h: int, w: int) -> Array:
    """Cushions of moss, each a dome of fine tufts in a green of its own, dark where they meet."""
    spots = rng.uniform((0, 0), (h, w), (105, 2))
    grid = np.argwhere(np.ones((h // 4, w // 4))) * 4.0
    warp = 64 * np.dstack([art.fbm(rng, h // 4, w // 4, 40) - 0.5 for _ in "yx"]).reshape(-1, 2)
    far, index = cKDTree(spots).query(grid + warp, k=2)
    edge = cv2.resize((far[:, 1] - far[:, 0]).reshape(h // 4, w // 4).astype(np.float32), (w, h))
    own = rng.uniform(-0.13, 0.13, len(spots))[index[:, 0]].reshape(h // 4, w // 4).astype(np.float32)
    dome = np.sqrt(np.clip(edge / 80, 0, 1))
    light = _relief(cv2.GaussianBlur(48 * dome + 50 * art.fbm(rng, h, w, 90, octaves=3), (0, 0), 6), 0.42)
    tuft = 0.55 * art.noise(rng, h, w, 5) + 0.45 * art.noise(rng, h, w, 2.4)
    tone = (
        0.12
        + 0.22 * dome
        + 0.34 * (tuft - 0.2)
        + 0.3 * (light - 0.8)
        + cv2.GaussianBlur(cv2.resize(own, (w, h)), (0, 0), 7)
    )
    img = np.ascontiguousarray(art.ramp(tone, _tones(GREENS)) * _relief(4.5 * tuft, 0.5)[..., None], np.float32)
    greens = _tones(GREENS)
    for x, y, a in zip(
        rng.uniform(0, w - 1, 60000), rng.uniform(0, h - 1, 60000), rng.uniform(0, 6.3, 60000), strict=True
    ):
        at = int(y), int(x)
        c = greens[int(np.clip(tone[at] * 6 + rng.normal(0.4, 0.8), 0, 5))] * rng.uniform(0.75, 1.1)
        cv2.line(img, (int(x), int(y)), (int(x + 8 * np.cos(a)), int(y + 8 * np.sin(a))), c.tolist(), 2, cv2.LINE_AA)
    return img


def _sorrel(rng: Any, img: Array, x: float, y: float) -> None:
    """Three hearts of wood sorrel."""
    lean, size, tone = rng.uniform(0, 6.3), rng.uniform(16, 30), np.float32((112, 164, 62)) * rng.uniform(0.6, 1.05)
    sprite, n = np.zeros((140, 140, 4), np.uint8), 70
    t = np.linspace(-1, 1, 40)
    heart = np.c_[1.7 - 0.7 * np.abs(t) ** 3 - 0.55 * np.exp(-((t / 0.22) ** 2)), 0.95 * np.sin(t * 1.6)]
    heart = np.r_[[(0.1, 0)], heart] * size
    for k in range(3):
        a = lean + k * 2.09
        turn = np.float32([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        c = (tone * (1.0 - 0.22 * np.cos(a - 0.9))).clip(0, 255).tolist()
        cv2.fillPoly(sprite, [np.int32((heart @ turn + n) * 8)], (*c, 255), cv2.LINE_AA, 3)
        tip = n + np.float32((1.0 * size, 0)) @ turn
        cv2.line(sprite, (n, n), tuple(np.int32(tip).tolist()), (*(v * 1.3 for v in c), 255), 2, cv2.LINE_AA)
    art.paste(img, sprite, x, y, 0.8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Moss with a little wood sorrel and some stones; rows of white dots part the spaces, bigger ones the areas."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img = _moss(rng, h, w)
    for x, y in rng.uniform((0, 0), (w, h), (26, 2)):
        r = rng.uniform(12, 34)
        v, u = np.mgrid[-1.2 : 1.2 : int(2.4 * r) * 1j, -1.2 : 1.2 : int(2.4 * r) * 1j]
        far = np.hypot(u, v * 1.25) + 0.35 * (art.noise(rng, *u.shape, r / 1.3) - 0.5)
        grey = np.float32((124, 124, 112)) * (0.8 - 0.3 * u - 0.35 * v + 0.3 * art.noise(rng, *u.shape, 4))[..., None]
        art.paste(
            img, np.dstack([grey, np.clip((1 - far) * r / 2, 0, 1) * 255]).clip(0, 255).astype(np.uint8), x, y, 0.8
        )
    for x, y in rng.uniform((0, 0), (w, h), (14, 2)):
        for dx, dy in rng.normal(0, 42, (int(rng.integers(3, 8)), 2)):
            _sorrel(rng, img, x + dx, y + dy)
    (yy, xx), dots = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j], np.zeros((h, w), np.uint8)
    img *= (1.06 - 0.2 * np.hypot(xx, yy) ** 2)[..., None]
    for c in range(spec.cols * 8 + 1):
        for r in range(spec.rows * 8 + 1):
            if c % 8 and r % 8:
                continue
            border = (c % (8 * spec.area_cols) == 0) or (r % (8 * spec.area_rows) == 0)
            cross = c % 8 == 0 and r % 8 == 0
            spot = round((m + c * cell / 8) * 8), round((m + r * cell / 8) * 8)
            cv2.circle(dots, spot, int((6.2 if border else 4.4 if cross else 3.6) * 8), 255, -1, cv2.LINE_AA, 3)
    img *= 1 - 0.35 * cv2.GaussianBlur(dots, (0, 0), 5)[..., None] / 255.0
    img = _mixed(img, dots / 255 * 0.9, (244, 246, 236))
    for (c, r), kind in sorted(treasures.items()):
        at = m + (c + 0.5) * cell, m + (r + 0.5) * cell
        art.paste(img, art.rotate(icon(kind, 0, 0.74 * spec.cell), rng.uniform(-14, 14)), *at, 0.7)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """Stained wood, printed in white: a head, and tracks on all the other spaces."""
    rng, s = np.random.default_rng(seed), int(cell_mm * PX)
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    grain = 0.5 * art.fbm(rng, h, w, 260, 12) + 0.5 * art.noise(rng, h, w, 150, 3)
    img, lay = _tones(STAINS[species])[0] * (0.74 + 0.5 * grain)[..., None], np.zeros((h, w), np.uint8)

    def oval(x: float, y: float, a: float, b: float, turn: float, ink: int) -> None:
        cv2.ellipse(lay, (int(x * 8), int(y * 8)), (int(a * 8), int(b * 8)), turn, 0, 360, ink, -1, cv2.LINE_AA, 3)

    first = min(map(tuple, cells))
    for part in HEADS[species].split("|"):
        x, y, a, b, turn = map(float, part.strip("~-").split())
        for q, lean in ((x, turn), (100 - x, -turn)) if "~" in part else ((x, turn),):
            spot = first[0] * s + (0.12 + 0.0076 * q) * s, first[1] * s + (0.12 + 0.0076 * y) * s
            oval(*spot, 0.0076 * a * s, 0.0076 * b * s, lean, 0 if part.startswith("-") else 255)
    for c, r in (tuple(q) for q in cells if tuple(q) != first):
        for dx, dy in ((0.32, 0.68), (0.68, 0.34)):
            x, y = (c + dx) * s, (r + dy) * s
            if species in ("owl", "heron"):
                for a in (-0.6, 0, 0.6, np.pi):
                    tip = int(x + 0.15 * s * np.sin(a)), int(y - 0.17 * s * np.cos(a))
                    cv2.line(lay, (int(x), int(y)), tip, 255, 7, cv2.LINE_AA)
            else:
                oval(x, y + 8, 0.085 * s, 0.07 * s, 0, 255)
                for k in (-1.5, -0.5, 0.5, 1.5):
                    oval(x + 0.072 * k * s, y - 0.07 * s + 5 * k * k, 0.03 * s, 0.045 * s, 10 * k, 255)
    return (
        _mixed(img, lay / 255 * (0.84 + 0.12 * art.noise(rng, h, w, 4)), (240, 236, 222)).clip(0, 255).astype(np.uint8)
    )


def _figure() -> Any:
    """The outline of a squirrel that sits to the right with a nut in its paws."""
    ring = carved(SQUIRREL, 0.186, 0, 0)
    return Polygon(ring).buffer(0.7).buffer(-1.2).buffer(0.5).simplify(0.05)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Tiles with round holes, discs and bars of wood, figures of limewood."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    (x, y), half, (top, side) = spec.cell_centre(*p.cells[0]), spec.cell / 2, STOCK(self, spec, p)
    corner = np.min(p.cells, 0)
    c = np.float32([spec.cell_centre(*q) for q in p.cells])
    box = (*(c.min(0) - half), *(c.max(0) + half))
    if p.kind == "leaf":
        outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size, hole_power=2.0)
        mesh, edge = geo.die_cut(outline, ts.PIECE_T, box)
        hole = tuple(int(v) for v in np.subtract(p.hole, corner)) if p.hole is not None else (-1, -1)
        tex = leaf_texture(p.art_seed, p.colour, box[2] - box[0], box[3] - box[1], hole)
        look, raw = (*top[2][:2], {**top[2][2], "tex": tex}), side[2]
    elif p.kind == "token":
        mesh, edge = geo.die_cut(Point(x, y).buffer(6.8, 24), 2.6, (x - 6.8, y - 6.8, x + 6.8, y + 6.8), 0.6)
        look, raw = (
            (top[2][0], "gloss", {"tex": top[2][2]["tex"], "alpha": 0.24}),
            ("oak", "diffuse", {"rgb": (0.03, 0.017, 0.01)}),
        )
    elif p.kind == "squirrel":
        mesh, edge = geo.die_cut(affinity.translate(_figure(), x, y), 5.0, (x - 10, y - 10, x + 10, y + 10), 0.4)
        rng = np.random.default_rng(p.art_seed)
        tex = art.ramp(
            0.6 * art.noise(rng, 200, 200, 8, 140) + 0.4 * art.fbm(rng, 200, 200, 20, 90),
            _tones("c09a6a d4b484 e4cba0"),
        )
        cv2.circle(tex, (152, 74), 5, (60, 40, 24), -1, cv2.LINE_AA)
        look = (f"lime{p.art_seed}", "gloss", {"tex": tex.clip(0, 255).astype(np.uint8), "alpha": 0.35})
        raw = ("limewood", "diffuse", {"rgb": (0.52, 0.36, 0.2)})
    else:
        mesh, edge = geo.die_cut(geo.tile_outline(spec, p.cells, gap=0.5, radius=3.0), 3.4, box, 0.6)
        look = (top[2][0], "gloss", {"tex": top[2][2]["tex"], "alpha": 0.3})
        raw = (f"stain{p.colour}", "diffuse", {"rgb": ((_tones(STAINS[p.colour])[0] / 255) ** 2.2 * 0.7).tolist()})
    self._mesh_cache[key] = [(p.kind, mesh, look), (f"{p.kind}side", edge, raw)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.16, 0.13, 0.1))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 2718, rest=0.5)
