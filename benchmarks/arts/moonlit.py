"""A night-forest edition: a deep blue-green floor in moonlight, silver-edged leaves, pieces of painted wood.

The floor is printed dark, with teal ferns, knotted roots and pools of pale light between trunks' shadows; spaces are
parted by rows of fine dots, areas by thin silver lines. Tiles are single big leaves over indigo shade, each with a cold
rim of light on one side: sage (threes), tawny gold (fours), wine (fives), with a silver ring round the hole. Treasures
shine in muted colours of their own; tokens are midnight discs with the treasure in ivory. Squirrels are figures cut out
of wood and painted copper, animals thick slabs brushed in slate, mauve, silver, russet or steel blue with a pale face.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, LEAF = art.PX, 260  # pixels of a millimetre, of a leaf's square
MIDNIGHT, SHADE, SILVER, MOON = (25, 29, 47), (20, 26, 46), (176, 196, 204), (206, 224, 236)
# of each role: ground of the tile, pale tone of veins, tones of leaves
TILES = {
    "green": "24403c c6d8c4 7ea088 6c9284 92ac86 5e867e a0b692 749a7a",
    "orange": "4e3c30 ecd8aa c49c5c b48a54 d0ae70 a67e50 bc944c d8b87c",
    "red": "341a2c dca4a4 98404e 863848 a8505a 782f44 b05c62 8c3c42",
}
FLOORS = (  # of areas: dark, middle and light of the ground, then of its ferns
    ((10, 32, 39), (17, 53, 59), (28, 82, 85), (46, 108, 99)),
    ((11, 27, 46), (19, 47, 70), (33, 73, 100), (48, 96, 114)),
    ((12, 34, 33), (21, 57, 49), (36, 85, 68), (60, 114, 84)),
    ((17, 28, 40), (29, 46, 60), (46, 70, 82), (54, 102, 99)),
)
# corners of the right half of a leaf from its tip to its stalk, in percent, and how often they are rounded
HALVES = {
    "maple": (0, "50 2 55 16 63 12 62 28 75 20 76 30 97 26 87 41 95 46 72 59 78 67 56 68 52 74"),
    "oak": (2, "50 1 60 5 61 14 56 19 68 21 75 30 63 37 79 40 81 51 65 56 75 60 72 71 58 75 54 84 51 86"),
    "birch": (0, "50 2 56 14 60 14 62 23 68 25 69 34 75 37 74 46 79 51 75 58 77 65 68 70 60 80 51 82"),
    "beech": (2, "50 1 58 12 68 30 71 50 66 68 56 82 51 84"),
    "linden": (2, "50 1 54 14 70 26 84 44 84 64 74 78 60 80 51 72"),
}
HEXES = (
    "121420 ece8d8 6c78bc 6f9a76 a47848 705038 bc6058 e0d0ae e6b44c 3e445c 626674 a6aab2 ac6a46 7c646e 5a7ea2 2c4a48"
)
TONES = dict(zip("kwbgnhrcysmvfuea", (tuple(bytes.fromhex(tone)) for tone in HEXES.split()), strict=True))
# A tone, then an oval's x y rx ry turn or a rounded shape's corners, in percent; "=": also mirrored, "-": a line.
DRAWINGS = {
    "berry": "-h 50 2 48 20 30 50; -h 49 14 58 30 70 50; g 50 16 62 2 82 0 98 12 82 26 64 26; g 47 16 34 6 14 8 2 24 20"
    " 32 38 28; b 29 56 22 22 0; b 72 54 22 22 0; b 50 78 22 21 0; s 26 61 7 6 0; s 75 60 7 6 0; s 50 85 7 6 "
    "0; w 20 46 6 4 -35; w 63 44 6 4 -35; w 41 68 6 4 -35",
    "nut": "-h 52 2 46 16 30 30; -h 48 12 62 20 72 36; n 8 44 52 42 52 66 42 82 28 92 14 78 6 60; c 18 60 4 13 8; h 4 "
    "46 8 30 30 22 50 30 56 44 30 52; -n 12 44 26 28 44 44; n 54 52 94 50 96 70 86 88 74 99 60 86 52 68; c 64 68"
    " 4 13 8; h 48 54 54 38 74 32 92 38 99 52 74 60; -n 58 53 72 38 88 52",
    "mushroom": "c 40 46 60 46 58 66 66 92 50 98 34 92 42 66; g 20 99 10 76 22 88 28 70 34 99; v 34 54 50 50 66 54 62 "
    "66 50 60 38 66; r 2 54 6 32 24 8 50 0 76 8 94 32 98 54 74 58 50 54 26 58; w 50 16 10 6 0; w 25 28 7 6 "
    "-30; w 76 29 7 6 30; w 50 38 8 6 0; w 18 46 5 4 0; w 82 46 5 4 0; c 82 78 90 78 92 97 78 97; r 70 80 "
    "76 66 88 64 100 78 86 82",
    "feather": "v 26 78 21 64 28 50 24 42 38 28 56 12 76 4 96 2 95 22 86 42 72 58 62 55 54 70 38 80; -m 34 64 28 50; -m"
    " 44 53 41 36; -m 56 40 57 22; -m 69 27 73 10; -m 37 66 50 67; -m 49 53 68 50; -m 61 39 82 36; -m 73 26 "
    "91 20; -w 2 99 20 80 58 44 93 5; -w 2 97 20 78 58 42 93 3",
    "squirrel": "f 60 96 58 72 66 52 56 36 58 12 76 1 94 8 100 30 92 48 84 62 92 80 82 97; c 72 86 70 66 78 50 70 34 72"
    " 18 82 16 88 30 82 48 76 66 80 82; f 43 71 22 27 12; c 34 76 9 18 14; f 29 37 20 16 22; f 28 26 28 3 "
    "42 20; f 44 30 46 10 30 18; f 40 94 26 6 0; h 26 66 14 5 -30; n 12 62 8 8 0; w 26 34 6 6 0; k 25 34 4 "
    "4 0; k 11 43 4 3 0",
    "badger": "=m 20 22 14 13 0; =s 21 24 7 6 0; w 50 2 78 12 94 42 78 72 62 96 38 96 22 72 6 42 22 12; =s 26 12 42 12 "
    "47 44 42 76 26 70 14 40; =w 33 46 7 7 0; =k 33 47 5 5 0; k 50 90 11 8 0",
    "owl": "=u 8 2 22 8 46 26 14 40; u 50 54 45 43 0; =c 30 46 22 24 0; =y 31 46 14 14 0; =k 32 46 8 8 0; =w 28 42 3 3 "
    "0; s 42 58 58 58 50 80; -c 28 82 50 92 72 82; -c 36 92 50 98 64 92",
    "hare": "=v 22 0 34 2 44 42 28 44 18 14; =r 27 8 33 10 38 38 31 38; v 50 64 35 33 0; =w 39 78 14 12 0; =k 26 56 7 8"
    " 0; =w 24 53 3 3 0; r 50 70 7 5 0; -k 50 74 50 84; =-s 12 74 34 78; =-s 14 86 34 82",
    "fox": "=f 4 0 20 4 46 28 10 46; =k 11 9 22 14 32 28 18 34; f 2 46 24 22 76 22 98 46 76 72 50 99 24 72; =w 2 48 30 "
    "54 47 70 50 98 26 76; =y 32 46 8 7 0; =k 33 46 5 6 0; k 50 92 9 7 0",
    "heron": "e 30 102 34 70 52 56 44 36 62 40 74 60 66 80 74 102; e 46 30 26 20 0; w 44 34 18 13 0; s 26 20 50 8 74 16"
    " 99 6 84 30 56 26; y 24 26 24 42 0 50; k 44 30 6 6 0; -w 50 62 46 80 52 98; -w 60 66 58 82 62 98",
}
# the coat's tone and its pattern's on every further space
COATS = {
    "badger": ("m", "=-s 28 16 28 84; =-s 38 10 38 90; -w 50 14 50 86"),
    "owl": ("u", "=-c 18 26 30 40 44 26; =-c 18 52 30 66 44 52; =-c 18 78 30 92 44 78; -c 38 14 50 28 62 14"),
    "hare": ("v", "=-w 22 28 32 36; =-w 18 50 30 58; =-w 22 72 32 80; -w 44 20 50 28 56 20; w 50 62 13 15 0"),
    "fox": ("f", "=-k 26 18 20 34; =-k 30 40 22 58; =-k 26 64 20 82; c 50 12 58 34 58 64 50 90 42 64 42 34"),
    "heron": ("e", "=-s 20 22 44 34; =-s 20 44 44 56; =-w 20 66 44 78; -w 50 16 50 84"),
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3300, (("lamp", 2900, (190, 190), 1.1, 420.0, 1500.0, 0), ("lamp", 3200, (90, 90), 0.3, -800.0, 1000.0, 0))),
    (4600, (("lamp", 4000, (260, 260), 1.0, 480.0, 1700.0, 0),)),
    (5800, (("window", 6600, (650, 600), 1.2, 1500.0, 1100.0, 260),)),
)


@lru_cache(maxsize=256)
def _rings(drawing: str) -> list[tuple[str, np.ndarray]]:
    """Sign of each part of a drawing with its line or outline, in a square of side 1."""
    out, t = [], np.arange(40) * np.pi / 20
    for item in drawing.split("; "):
        sign, *numbers = item.split()
        v = np.array(numbers, float)
        if len(v) == 5:
            a = np.radians(v[4])
            ring = np.c_[v[2] * np.cos(t), v[3] * np.sin(t)] @ [(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))] + v[:2]
        else:
            ring = v.reshape(-1, 2) if "-" in sign else _rounded(v.reshape(-1, 2), 2)
        out += [(sign.replace("=", ""), (ring / 100 - 0.5) * [q, 1] + 0.5) for q in ((1, -1) if "=" in sign else (1,))]
    return out


def _rounded(ring: np.ndarray, times: int) -> np.ndarray:
    """The corners of an outline cut off."""
    for _ in range(times):
        after = np.roll(ring, -1, 0)
        ring = np.stack([0.8 * ring + 0.2 * after, 0.2 * ring + 0.8 * after], 1).reshape(-1, 2)
    return ring


def _line(img: np.ndarray, points: Any, colour: Any, width: int, closed: bool = False) -> None:
    tone = [float(v) for v in np.ravel(colour)]
    cv2.polylines(img, [np.round(np.asarray(points) * 16).astype(np.int32)], closed, tone, width, cv2.LINE_AA, 4)


def _fill(img: np.ndarray, points: Any, colour: Any) -> None:
    tone = [float(v) for v in np.ravel(colour)]
    cv2.fillPoly(img, [np.round(np.asarray(points) * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)


def _lit(cover: np.ndarray, step: int) -> np.ndarray:
    """Where the moon, at the upper left, catches an edge (above 0) and where it leaves it in shade."""
    soft = cv2.GaussianBlur(cover.astype(np.float32) / 255, (0, 0), step / 2)
    return soft - np.roll(soft, (step, step), (0, 1)) + 0.4 * (soft - np.roll(soft, (3 * step, 2 * step), (0, 1)))


@lru_cache(maxsize=128)
def _drawn(name: str, n: int, ivory: bool = False) -> np.ndarray:
    """A drawing in moonlight, RGBA, n pixels wide; `ivory`: in pale tones alone, dark lines between its parts."""
    s, rng = 2 * n, np.random.default_rng(len(name))
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8)
    for sign, ring in _rings(DRAWINGS.get(name, name)):
        tone, cover = np.float32(TONES[sign[-1]]), np.zeros((s, s), np.uint8)
        if ivory:
            pale = 0.44 + 0.56 * float(tone @ np.float32((0.3, 0.59, 0.11))) / 255
            tone = np.float32((238, 232, 206)) * min(1.0, 1.12 * pale)
            tone = np.float32(MIDNIGHT) * 1.3 if sign[-1] in "sk" else tone
        if sign[0] == "-":
            _line(cover, ring * s, 255, max(3, s // 26))
        else:
            _fill(cover, ring * s, 255)
        part, light = cover[..., None].astype(np.float32) / 255, _lit(cover, max(2, s // 50))[..., None]
        face = tone * (0.94 + 0.16 * art.fbm(rng, s, s, s / 5))[..., None]
        face = face + np.clip(light, 0, 1) * (np.float32(MOON) - face) * (0.3 if ivory else 0.5)
        face *= 1 + (0.15 if ivory else 0.55) * np.clip(light, -0.7, 0)
        ink = np.zeros((s, s), np.uint8)
        if sign[0] != "-":
            _line(ink, ring * s, 255, max(2, s // (44 if ivory else 70)), True)
        img += (face - img) * part
        img += (np.float32(MIDNIGHT) - img) * (0.8 * ink[..., None].astype(np.float32) / 255)
        alpha = np.maximum(alpha, np.maximum(cover, ink))
    return cv2.resize(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure in muted colours, RGBA; all of a print run are alike."""
    return _drawn(kind, round(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A midnight disc with a thin silver ring and the treasure in ivory."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = np.float32(MIDNIGHT) * (0.85 + 0.3 * art.fbm(rng, n, n, 50))[..., None]
    cv2.circle(img, (n // 2, n // 2), round(0.455 * n), tuple(0.8 * v for v in SILVER), 2, cv2.LINE_AA)
    art.paste(img, _drawn(kind, round(0.68 * n), True), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=32)
def _blank(form: str) -> tuple[np.ndarray, np.ndarray]:
    """Of a leaf without colour, its cover and its veins."""
    times, corners = HALVES[form]
    half = np.array(corners.split(), float).reshape(-1, 2)
    ring = _rounded(np.r_[half, (half * [-1, 1] + [100, 0])[::-1]], times) * LEAF / 100
    cover, vein, mid = np.zeros((LEAF, LEAF), np.uint8), np.zeros((LEAF, LEAF), np.uint8), LEAF / 2
    _line(cover, [(mid, 0.6 * LEAF), (mid, 0.86 * LEAF), (mid + 8, 0.99 * LEAF)], 255, 8)
    _fill(cover, ring, 255)
    _line(vein, [(mid, 0.05 * LEAF), (mid, 0.86 * LEAF), (mid + 8, 0.98 * LEAF)], 255, 6)
    ribs = [(0.7, 62, 30), (0.7, 93, 29), (0.72, 90, 46)]
    if form != "maple":
        ribs = [(f, 100, 100 * f - 30) for f in (0.34, 0.46, 0.58, 0.7)]
    for (f, x, y), q in product(ribs, (-1, 1)):
        _line(vein, [(mid, f * LEAF), (mid + q * (x / 100 - 0.5) * LEAF, y * LEAF / 100)], 200, 4)
    return cover, cv2.min(vein, cover)


@lru_cache(maxsize=8)
def _leaves(colour: str) -> list[np.ndarray]:
    """Twenty leaves of one colour, as RGBA, not yet lit."""
    rng, out = np.random.default_rng([5, *colour.encode()]), []
    _, pale, *tones = (np.float32(list(bytes.fromhex(tone))) for tone in TILES[colour].split())
    for k in range(20):
        cover, vein = _blank(list(HALVES)[k % 5])
        one, two = (tones[i] for i in rng.choice(len(tones), 2, replace=False))
        near = cv2.distanceTransform(cover, cv2.DIST_L2, 5)
        mix = np.clip(np.exp(-near / 18) + 1.6 * (art.fbm(rng, LEAF, LEAF, 90) - 0.45), 0, 1)[..., None]
        img = (one + (two - one) * mix) * (0.86 + 0.28 * art.fbm(rng, LEAF, LEAF, 60))[..., None]
        img *= (1 + 0.09 * np.tanh((np.arange(LEAF) - LEAF / 2) / 6))[None, :, None]
        img += (pale - img) * (0.7 / 255 * vein.astype(np.float32))[..., None]
        img *= (1 - 0.35 * np.exp(-near / 2.5))[..., None]
        out.append(np.dstack([img, cover]).clip(0, 255).astype(np.uint8))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Big leaves over one another in indigo shade, all of them lit from one side."""
    rng, h, w = np.random.default_rng(seed), round(h_mm * PX), round(w_mm * PX)
    ground = np.float32(list(bytes.fromhex(TILES[colour].split()[0])))
    img = (ground * 0.7 + np.float32(SHADE) * 0.3) * (0.8 + 0.4 * art.fbm(rng, h, w, 80))[..., None]
    for step, low, high, dim in ((8.5, 0.42, 0.6, 0.62), (10.0, 0.5, 0.74, 1.0)):
        for spot in rng.permutation(list(product(np.arange(-3, w_mm + 7, step), np.arange(-3, h_mm + 7, step)))):
            sprite = _leaves(colour)[int(rng.integers(20))]
            leaf = art.rotate(sprite, rng.uniform(0, 360), rng.uniform(low, high)).astype(np.float32)
            light = _lit(leaf[..., 3], 4)[..., None]
            leaf[..., :3] *= dim * rng.uniform(0.9, 1.08) * (1 + 0.4 * np.clip(light, -0.8, 0))
            leaf[..., :3] += (np.float32(MOON) - leaf[..., :3]) * np.clip(0.55 * light, 0, 0.6) * dim
            art.paste(img, leaf.clip(0, 255).astype(np.uint8), *(spot + rng.uniform(-3, 3, 2)) * PX, 0.6)
    return img.clip(0, 255).astype(np.uint8)


def _frond(img: np.ndarray, rng: np.random.Generator, at: Any, long: float, tone: Any) -> None:
    """A fern's frond: leaflets to both sides of a bent rib, shorter towards its tip."""
    turn = rng.uniform(0, 2 * np.pi) + np.linspace(0, rng.uniform(-0.9, 0.9), 20)
    rib = np.asarray(at) + np.cumsum(np.c_[np.cos(turn), np.sin(turn)], 0) * long / 20
    for k, (p, a) in enumerate(zip(rib[3:], turn[3:], strict=True)):
        far = 0.36 * long * min(1.0, 0.7 + 0.15 * k) * (1 - k / 18)
        for q in (-1, 1):
            tip = p + far * np.array([np.cos(a + q * 1.1), np.sin(a + q * 1.1)])
            aside = np.array([p[1] - tip[1], tip[0] - p[0]]) / max(far, 1) * 0.018 * long
            shade = np.float32(tone) * (1.08 if q > 0 else 0.84)
            _fill(
                img,
                [p - aside / 2, p + aside / 2, p + 0.6 * (tip - p) + aside, tip, p + 0.6 * (tip - p) - aside],
                shade,
            )
    _line(img, rib, np.float32(tone) * 1.25, 3)


def _root(img: np.ndarray, rng: np.random.Generator, at: Any, heading: float, wide: float, tone: Any) -> None:
    """A root that winds, tapers and forks, its upper side in the light."""
    turn = heading + np.cumsum(rng.normal(0, 0.22, 34))
    path = np.asarray(at) + np.cumsum(np.c_[np.cos(turn), np.sin(turn)], 0) * 17
    for shift, thick, part in ((5.0, 1.2, 0.4), (0.0, 1.0, 1.0), (-0.22, 0.45, 1.5)):
        for k, (a, b) in enumerate(pairwise(path)):
            r = wide * (1 - k / 34) + 2
            move = np.array([1.0, 1.0]) * (shift if shift > 0 else shift * r)
            _line(img, (a + move, b + move), np.float32(tone) * part, max(1, round(thick * r)))
    if wide > 12:
        for k in (10, 19):
            _root(img, rng, path[k], turn[k] + rng.choice([-0.8, 0.8]), wide * 0.5, tone)


def _floor(rng: np.random.Generator, h: int, w: int, tones: Sequence[Any]) -> np.ndarray:
    """One area: mossy ground with pools of light, ferns, roots, blades and dew."""
    dark, middle, light, fern = (np.float32(tone) for tone in tones)
    img = art.ramp(np.clip(1.9 * (art.fbm(rng, h, w, 190, octaves=6) - 0.5) + 0.45, 0, 1), [dark, middle, light])
    img = np.float32(img * (0.86 + 0.28 * art.noise(rng, h, w, 3))[..., None])
    for k in range(h * w // 3200):
        at, a = rng.uniform(0, 1, 2) * [w, h], rng.normal(-1.6, 0.7)
        tip = at + rng.uniform(14, 44) * np.array([np.cos(a), np.sin(a)])
        _line(img, (at, tip), (middle, light, fern * 0.85)[k % 3] * rng.uniform(0.7, 1.15), 2)
    for _ in range(max(1, h * w // 330000)):
        at, brown = rng.uniform(0, 1, 2) * [w, h], 0.5 * middle + 0.5 * np.float32((62, 56, 56))
        _root(img, rng, at, rng.uniform(0, 2 * np.pi), rng.uniform(14, 24), brown)
    for k in range(h * w // 42000):
        tone = fern * (0.5 + 0.5 * min(1, k / max(1, h * w // 60000))) * rng.uniform(0.82, 1.08)
        _frond(img, rng, rng.uniform(-0.05, 1.05, 2) * [w, h], rng.uniform(110, 240), tone)
    pools = np.clip(2.4 * (art.fbm(rng, h, w, 420, octaves=2) - 0.42), 0, 1)[..., None]
    img *= 0.84 + 0.34 * pools
    for at in rng.uniform(0, 1, (h * w // 26000, 2)) * [w, h]:
        cv2.circle(img, tuple(at.astype(int).tolist()), int(rng.integers(1, 3)), (118, 146, 152), -1, cv2.LINE_AA)
    return img


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Areas of dark ground, dotted spaces, silver lines of areas, treasures in a breath of moonlight."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, order = spec.margin * PX, spec.cell * PX, rng.permutation(len(FLOORS))
    img = _floor(rng, h, w, FLOORS[0]) * 0.72
    line, dots = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    for a, (r0, c0) in enumerate(product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols))):
        r1, c1 = min(spec.rows, r0 + spec.area_rows), min(spec.cols, c0 + spec.area_cols)
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        img[y0:y1, x0:x1] = _floor(rng, y1 - y0, x1 - x0, FLOORS[order[a % len(order)]])
        _line(line, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], 1.0, 6, True)
    steps = np.arange(0, c, c / 16)
    for x, y in product(range(spec.cols + 1), range(spec.rows + 1)):
        for d in steps if x < spec.cols else ():
            cv2.circle(dots, (round(m + x * c + d), round(m + y * c)), 2, 1.0, -1, cv2.LINE_AA)
        for d in steps if y < spec.rows else ():
            cv2.circle(dots, (round(m + x * c), round(m + y * c + d)), 2, 1.0, -1, cv2.LINE_AA)
        cv2.drawMarker(dots, (round(m + x * c), round(m + y * c)), 1.0, cv2.MARKER_CROSS, 22, 3, cv2.LINE_AA)
    img *= (1 - 0.5 * cv2.GaussianBlur(line, (0, 0), 7))[..., None]
    img += (np.float32(SILVER) - img) * np.maximum(0.62 * dots, 0.85 * line)[..., None]
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        yy, xx = np.mgrid[-c / 2 : c / 2, -c / 2 : c / 2]
        part = img[(t := round(y - c / 2)) : t + len(yy), (u := round(x - c / 2)) : u + len(yy)]
        part += (np.float32((112, 146, 156)) - part) * (0.5 * np.exp(-((np.hypot(xx, yy) / (0.36 * c)) ** 4)))[
            ..., None
        ]
        art.paste(img, art.rotate(icon(kind, 0, 0.64 * spec.cell), rng.uniform(-12, 12)), x, y, 0.5)
    return img.clip(0, 255).astype(np.uint8)


def _brushed(rng: np.random.Generator, h: int, w: int, tone: Any) -> np.ndarray:
    """Wood under thin paint: grain, streaks of the brush."""
    grain = 0.55 * art.noise(rng, h, w, 150, 4) + 0.45 * art.fbm(rng, h, w, 240, 16)
    return np.float32(np.float32(tone) * (0.86 + 0.26 * grain)[..., None])


def _painted_wood(spec: Any, p: Any, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """An animal's face in its first space, a pattern of its coat on the others."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    tone, pattern = COATS[p.colour]
    img = _brushed(rng, h, w, np.float32(TONES[tone]) * (0.86, 0.86, 0.88) + 4)
    for k, cell in enumerate(sorted(map(tuple, p.cells))):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h]
        sprite = _drawn(p.colour, round(0.8 * c)) if k == 0 else _drawn(pattern, round(0.7 * c))
        art.paste(img, sprite, *at, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def _ring(img: np.ndarray, ring: Any, low: np.ndarray, tone: Any, width: int, most: float) -> None:
    lay, h = np.zeros(img.shape[:2], np.float32), img.shape[0]
    _line(lay, (np.array(ring.coords) - low) * [PX, -PX] + [0, h], 1.0, width)
    img += (np.float32(tone) - img) * (most * lay)[..., None]


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Satin card with a dark core; figures and slabs of painted wood."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel, wood = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.3, ""
    if p.kind == "token":
        low, high = centre[0] - 6.8, centre[0] + 6.8
        cut, tex = Point(*centre[0]).buffer(6.8, 24), token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.35, 1.6, p.hole_size, 2.6)
        img = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32)
        _ring(img, cut.exterior, low, SHADE, 8, 0.6)
        _ring(img, cut.interiors[0], low, SHADE, 26, 0.75)
        _ring(img, Polygon(cut.interiors[0]).buffer(0.6).exterior, low, SILVER, 5, 0.85)
        tex = img.clip(0, 255).astype(np.uint8)
    elif p.kind == "squirrel":
        rings = [(ring - 0.5) * [0.94 * u, -0.94 * u] + centre[0] for _, ring in _rings(DRAWINGS["squirrel"])]
        cut = unary_union([Polygon(ring).buffer(0) for ring in rings]).buffer(0.9).buffer(-0.6).simplify(0.05)
        cut = Polygon(max(getattr(cut, "geoms", [cut]), key=lambda g: g.area).exterior)
        img = _brushed(np.random.default_rng(p.art_seed), round(u * PX), round(u * PX), TONES["f"])
        art.paste(img, _drawn("squirrel", round(0.94 * u * PX)), u * PX / 2, u * PX / 2)
        tex, thick, bevel, wood = img.clip(0, 255).astype(np.uint8), 3.2, 0.5, "f"
    else:
        near = [(a + b) / 2 for a, b in combinations(centre, 2) if np.hypot(*(a - b)) < 1.1 * u]
        slabs = [box(*(a - r), *(a + r)) for r, places in ((8.4, centre), (7.4, near)) for a in places]
        cut = Polygon(unary_union(slabs).buffer(-3).buffer(4.2).buffer(2).buffer(-2).simplify(0.03).exterior)
        tex, thick, bevel, wood = _painted_wood(spec, p, low, high - low), 2.6, 0.7, COATS[p.colour][0]
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    face = (f"{p.kind}{p.art_seed}", "card", {"tex": tex, "alpha": self.card_alpha})
    core: tuple = ("nightcore", "diffuse", {"rgb": (0.07, 0.08, 0.11)})
    if wood:
        face = (face[0], "gloss", {"tex": tex, "alpha": 0.34})
        core = (f"paint{wood}", "diffuse", {"rgb": tuple(((np.array(TONES[wood]) / 255) ** 2.2 * 0.7).tolist())})
    self._mesh_cache[key] = [(p.kind, top, face), (f"{p.kind}side", side, core)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(bytes.fromhex(tones.split()[2]))] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.07, 0.08, 0.11))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 83, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": -0.1, "gain": 1.0}])
