"""A temple garden in autumn, cut like a woodblock: raked gravel and moss, crisp leaves in solid colours with veins.

The areas are warm grey gravel, raked in waves and round stones, or dull olive moss in short gouge marks, with a few
fallen leaves; sumi hairlines part the spaces, a bamboo rod lies between the areas and an indigo band round them. Tiles
are pine green with cherry and bamboo (threes), gold with ginkgo and persimmon (fours), vermilion with maple (fives),
each leaf keyed in a dark line and veined in cream. Treasures are sprigs and fruits in flat inks, the same on tokens of
dark brown lacquer. Squirrels are figures of cedar, animals dyed boards with a pale crest and rows of waves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Rng = np.random.Generator
RGB = tuple[int, int, int]
Leaf = tuple[np.ndarray, list[np.ndarray]]  # outline and veins, about -1..1, tip up (y down)
SUMI, PAPER, INDIGO, BAMBOO, GOLD = (40, 36, 36), (238, 228, 204), (50, 60, 84), (196, 176, 124), (206, 172, 104)
LACQUER, CEDAR, STONE = (62, 36, 26), (196, 144, 96), (112, 112, 106)
GRAVELS: tuple[RGB, ...] = ((190, 183, 167), (178, 173, 162), (198, 188, 166))
MOSSES: tuple[RGB, ...] = ((116, 118, 82), (104, 110, 80), (126, 122, 86))
FALLEN: tuple[RGB, ...] = ((152, 96, 70), (168, 134, 84), (124, 106, 76))
# ground, three tones of leaves, key line, veins
TILES: dict[str, tuple[RGB, ...]] = {
    "green": ((38, 92, 72), (58, 122, 90), (82, 142, 104), (48, 108, 84), (16, 44, 40), (214, 224, 188)),
    "orange": ((200, 140, 34), (230, 176, 58), (238, 194, 88), (216, 158, 44), (92, 54, 18), (254, 240, 200)),
    "red": ((150, 38, 36), (194, 58, 42), (208, 80, 54), (172, 46, 42), (66, 14, 22), (246, 206, 184)),
}
FORMS = {"green": ("cherry", "bamboo"), "orange": ("ginkgo", "persimmon"), "red": ("maple", "maple", "cherry")}
# dye, darker, paler
DYES: dict[str, tuple[RGB, RGB, RGB]] = {
    "badger": ((86, 84, 88), (44, 42, 46), (150, 146, 148)),
    "owl": ((118, 92, 132), (66, 46, 80), (166, 144, 176)),
    "hare": ((214, 204, 188), (132, 116, 100), (244, 238, 226)),
    "fox": ((166, 98, 58), (94, 50, 30), (212, 154, 112)),
    "heron": ((96, 140, 164), (44, 78, 104), (154, 188, 202)),
}
INKS: dict[str, RGB] = {
    "v": (122, 78, 148), "l": (168, 130, 186), "g": (86, 120, 82), "b": (128, 74, 44), "d": (92, 50, 32),
    "t": (212, 186, 142), "c": (238, 226, 198), "m": (170, 112, 66), "w": (244, 242, 236), "a": (176, 188, 196),
    "k": SUMI, "p": PAPER, "r": (186, 62, 48), "s": CEDAR, "y": (224, 186, 132),
}  # fmt: skip
# A tone ("1", "2": of the dye), then an oval's x y rx ry turn or a rounded outline's corners, in percent; "-": a line
# in that tone, "=": also mirrored, "'": without a key line.
DRAWINGS = {
    "berry": "-k 6 96 30 78 52 48 66 8; -k 44 60 24 44; -k 30 77 62 80; g 52 46 70 30 94 30 98 40 78 54; g 36 36 26 "
    "18 6 8 2 20 16 36; -k 56 44 90 36; -k 34 34 10 16; v 66 10 13 13 0; v 22 48 14 14 0; v 44 26 14 14 0; v 62 62 16 "
    "16 0; v 40 66 14 14 0; v 76 84 15 15 0; v 50 88 13 13 0; 'l 62 6 4 4 0; 'l 18 43 4 4 0; 'l 40 21 4 4 0; 'l 57 57 "
    "5 5 0; 'l 36 61 4 4 0; 'l 71 79 5 5 0",
    "nut": "d 52 36 66 16 82 4 88 22 98 42 96 66 78 76 56 66; t 60 62 76 70 95 62 92 74 74 82 60 74; b 38 14 50 30 70 "
    "48 72 72 60 88 38 94 14 88 4 70 8 48 26 32; t 5 72 20 78 38 80 58 78 71 72 66 88 38 98 12 90; '-y 34 34 22 46 16 "
    "62; '-y 42 34 34 50 31 66; -k 38 16 40 4",
    "mushroom": "c 70 58 84 56 86 76 92 96 78 99 68 96; m 58 62 64 48 78 42 92 48 99 62 88 68 68 68; c 28 48 54 48 52 "
    "70 62 96 40 99 20 96 28 72; m 0 48 4 28 20 10 42 4 64 10 82 28 84 48 62 56 40 54 18 56; '-d 16 34 28 28; '-d 40 "
    "18 52 20; '-d 56 38 68 36; '-d 34 42 44 40; '-d 24 20 32 16; '-d 66 24 72 28; '-d 34 62 34 88; '-d 44 62 47 86",
    "feather": "w 20 84 14 66 22 44 38 24 60 8 88 2 94 16 88 36 70 56 48 72 30 84; 'k 62 8 88 2 94 16 87 36 78 46 74 "
    "30; '-a 26 66 36 66; '-a 30 54 44 60; '-a 40 42 54 52; '-a 36 70 36 78; -k 62 30 66 12; -k 64 34 82 38; -k 34 60 "
    "24 46; -k 4 99 24 78 50 46 76 18; k 6 97 4 3 -45",
    "squirrel": "s 58 92 56 70 66 56 60 44 58 22 72 6 92 10 99 28 94 44 80 46 78 34 84 26 76 22 74 34 82 54 92 70 86 "
    "92; s 28 52 48 48 56 62 64 80 64 96 20 97 18 90 28 84 22 70; s 6 46 12 34 26 26 30 10 40 22 48 34 48 52 36 60 16 "
    "56; 'y 30 66 40 66 44 84 34 88 28 78; 'k 22 39 4 4 0; -k 34 62 20 68; d 16 68 8 7 0; -k 70 60 78 76 76 90; -k 66 "
    "24 68 40 74 52; -k 48 78 54 92",
    "badger": "=2 20 22 12 12 0; 1 50 54 42 42 0; p 38 12 62 12 66 60 62 94 38 94 34 60; =p 8 50 18 40 20 66 26 82 14 "
    "74; ='k 28 50 6 7 0; ='p 27 48 2 2 0; k 50 86 9 7 0; -k 50 30 50 60",
    "owl": "1 10 6 30 16 50 20 70 16 90 6 92 40 86 74 66 94 34 94 14 74 8 40; =p 30 44 19 19 0; =k 31 44 9 9 0; ='p "
    "28 41 3 3 0; r 44 54 56 54 50 72; -p 30 76 40 82 50 76 60 82 70 76; -p 38 86 44 90 50 86 56 90 62 86",
    "hare": "=1 40 48 26 36 20 4 32 2 44 26; ='r 37 36 30 24 29 12 38 26; 1 50 68 36 30 0; ='r 33 68 5 6 0; 'k 50 76 "
    "5 4 0; -k 50 78 50 86 42 92; -k 50 86 58 92; =-k 12 78 30 80; =-k 14 90 30 86",
    "fox": "=1 6 2 30 14 46 30 8 52; ='r 14 14 28 20 34 30 18 38; 1 6 44 26 26 50 22 74 26 94 44 78 68 56 96 44 96 22 "
    "68; =p 10 48 30 56 46 70 48 94 28 72; -k 22 46 34 42 42 50; -k 78 46 66 42 58 50; 'k 50 92 7 6 0; 'r 46 26 54 26 "
    "52 42 48 42",
    "heron": "1 60 6 76 18 74 36 58 48 54 60 66 64 90 54 99 62 84 86 56 94 32 82 30 58 44 42 44 26; 2 60 68 90 58 99 "
    "64 82 84 58 84; y 46 20 50 34 2 40; -k 60 14 84 6 98 12; 'r 54 12 66 10 66 20 56 20; 'k 58 25 3 3 0; -k 56 90 54 "
    "99; -k 66 90 68 99",
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (5400, (("window", 5800, (900, 500), 1.2, 1400.0, 900.0, 240), ("window", 6400, (500, 500), 0.3, -1700, 900, 240))),
    (3500, (("lamp", 3000, (260, 260), 1.0, 460.0, 1300.0, 0), ("lamp", 3100, (120, 120), 0.3, -900.0, 800.0, 0))),
    (4600, (("window", 5200, (600, 700), 0.8, 1500.0, 1200.0, 260), ("lamp", 3600, (200, 200), 0.5, -500, 1600, 0))),
)


def _ink(img: np.ndarray, points: np.ndarray, tone: Sequence[float], width: int = 0, closed: bool = False) -> None:
    """A filled outline, or a line of some width, in pixels of a picture."""
    path, colour = [np.round(points * 16).astype(np.int32)], (*map(float, tone), 255.0)[: img.shape[2]]
    if width:
        cv2.polylines(img, path, closed, colour, width, cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(img, path, colour, cv2.LINE_AA, 4)


def _blade(angle: float, long: float, wide: float, teeth: int = 0) -> np.ndarray:
    """A pointed leaf or lobe from the origin in a direction (degrees from straight up)."""
    t = np.linspace(0, 1, 61)
    half = wide * np.sin(np.pi * t**0.85) ** 1.1 * (1 + (0.22 * ((t * teeth) % 1 - 0.5) if teeth else 0))
    ring = np.r_[np.c_[half, -long * t], np.c_[-half, -long * t][::-1]]
    a = np.radians(angle)
    return ring @ np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))])


def _up(angle: float, long: float) -> np.ndarray:
    return long * np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))])


def _lower(points: np.ndarray, by: float) -> np.ndarray:
    return np.asarray(points + np.array((0, by)))


def _ribs(count: int, wide: float) -> list[np.ndarray]:
    """A midrib with stalk, and pairs of veins of a leaf that stands on (0, 0.8)."""
    out = [np.array([(0.06, 1.15), (0, 0.8), (0, -0.75)])]
    for y in np.linspace(0.55, -0.4, count):
        reach = wide * np.sin(np.pi * ((0.8 - y) / 1.75) ** 0.85) * 0.85
        out += [np.array([(0, y), (side * reach, y - 0.28)]) for side in (-1, 1)]
    return out


@lru_cache(maxsize=8)
def _leaf(form: str) -> Leaf:
    """The block of a leaf."""
    if form == "maple":
        lobes = [(0, 1.25, 0.21), *((s * a, q, w) for s in (-1, 1) for a, q, w in ((38, 1.16, 0.2), (76, 0.98, 0.17)))]
        lobes += [(s * 122, 0.58, 0.11) for s in (-1, 1)]
        body = unary_union([Polygon(_blade(*lobe, teeth=7)).buffer(0) for lobe in lobes] + [Point(0, -0.1).buffer(0.2)])
        veins = [np.array([(0, 0), _up(a, 0.82 * q)]) for a, q, _ in lobes] + [np.array([(0, 0), (0.05, 0.9)])]
        return _lower(np.array(body.exterior.coords), 0.25), [_lower(v, 0.25) for v in veins]
    if form == "ginkgo":
        a = np.radians(np.linspace(-66, 66, 90))
        edge = 1.5 + 0.05 * np.sin(a * 17) - 0.5 * np.exp(-((a / 0.07) ** 2))
        fan = np.c_[edge * np.sin(a), 0.75 - edge * np.cos(a)]
        veins = [np.array([(0, 0.7), _lower(_up(t, 1.22), 0.75)]) for t in (-54, -38, -22, -9, 9, 22, 38, 54)]
        return np.r_[[(0, 0.8)], fan], [*veins, np.array([(0, 0.7), (0.08, 1.3)])]
    if form == "bamboo":
        blades = [_blade(angle, long, 0.2) for angle, long in ((-34, 1.5), (4, 1.75), (40, 1.45))]
        body = unary_union([Polygon(b).buffer(0.01) for b in blades])
        veins = [np.array([(0, 0), _up(angle, long)]) for angle, long in ((-34, 1.25), (4, 1.5), (40, 1.2))]
        veins.append(np.array([(0, 0), (0, 0.35)]))
        return _lower(np.array(body.exterior.coords), 0.85), [_lower(v, 0.85) for v in veins]
    wide = 0.5 if form == "cherry" else 0.68
    teeth, pairs = (12, 5) if form == "cherry" else (0, 4)
    return _lower(_blade(0, 1.75, wide, teeth), 0.8), _ribs(pairs, wide)


def _placed(points: np.ndarray, at: Any, size: float, turn: float) -> np.ndarray:
    """Points of about unit size, turned (radians), as pixels."""
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    return np.asarray(points @ spin * size + np.asarray(at))


def _grained(rng: Rng, img: np.ndarray, most: float) -> np.ndarray:
    """The print of a block of wood: solid ink in which the grain shows faintly."""
    h, w = img.shape[:2]
    grain = 0.6 * art.noise(rng, h, w, 260, 5) + 0.4 * art.fbm(rng, h, w, 90)
    return np.asarray(img.astype(np.float32) * (1 - most / 2 + most * grain)[..., None])


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Big leaves in solid tones, in loose rows; each has a key line and veins."""
    rng, h, w = np.random.default_rng(seed), round(h_mm * PX), round(w_mm * PX)
    (ground, *tones, key, vein), forms = TILES[colour], FORMS[colour]
    img = np.full((2 * h, 2 * w, 3), ground, np.uint8)
    spots = [
        (x + (row % 2) * 6.0, y)
        for row, y in enumerate(np.arange(-4.0, h_mm + 8, 10.5))
        for x in np.arange(-6.0, w_mm + 8, 12.0)
    ]
    for k, spot in enumerate(rng.permutation(spots)):
        outline, veins = _leaf(forms[int(rng.integers(len(forms)))])
        at, turn = (spot + rng.uniform(-1.6, 1.6, 2)) * 2 * PX, rng.uniform(0, 2 * np.pi)
        size = rng.uniform(6.4, 8.2) * 2 * PX
        ring = _placed(outline, at, size, turn)
        _ink(img, ring, tones[k % 3])
        _ink(img, ring, key, 9, True)
        for path in veins:
            _ink(img, _placed(path, at, size, turn), vein, 8)
    small = cv2.resize(img, (w, h), interpolation=cv2.INTER_AREA)
    return _grained(rng, small, 0.1).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _parts(name: str) -> list[tuple[str, np.ndarray]]:
    """Of each part of a drawing its sign and its points, in a square of side 1."""
    out, t = [], np.arange(48) * np.pi / 24
    for item in DRAWINGS[name].split("; "):
        sign, *numbers = item.split()
        v = np.array(numbers, float)
        if len(v) == 5:
            a = np.radians(v[4])
            spin = [(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]
            ring = np.c_[v[2] * np.cos(t), v[3] * np.sin(t)] @ spin + v[:2]
        else:
            ring = v.reshape(-1, 2)
            for _ in range(0 if "-" in sign else 2):
                after = np.roll(ring, -1, 0)
                ring = np.stack([0.82 * ring + 0.18 * after, 0.18 * ring + 0.82 * after], 1).reshape(-1, 2)
        flips = (1, -1) if "=" in sign else (1,)
        out += [(sign.replace("=", ""), (ring / 100 - 0.5) * [side, 1] + 0.5) for side in flips]
    return out


@lru_cache(maxsize=64)
def _print(name: str, n: int, key: RGB = SUMI, dye: str = "") -> np.ndarray:
    """A drawing in flat inks under a key block, RGBA, n pixels wide."""
    s, inks = 4 * n, dict(INKS, k=key)
    if dye:
        inks.update({"1": DYES[dye][0], "2": DYES[dye][1]})
    img, width = np.zeros((s, s, 4), np.uint8), max(4, s // 26)
    for sign, points in _parts(name):
        ring = (points - 0.5) * 0.92 * s + s / 2
        if "-" in sign:
            _ink(img, ring, inks[sign[-1]], width)
            continue
        _ink(img, ring, inks[sign[-1]])
        if "'" not in sign:
            _ink(img, ring, key, width, True)
    img = cv2.resize(img, (n, n), interpolation=cv2.INTER_AREA)
    opaque = np.maximum(img[..., 3:].astype(np.float32) / 255, 0.02)
    img[..., :3] = np.minimum(255, img[..., :3] / opaque)
    return img


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure in flat inks, RGBA; all of a print run are alike."""
    return _print(kind, round(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark brown lacquer with a thin gold ring and the printed treasure, its key line in pale gold."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = np.float32(LACQUER) * (0.88 + 0.24 * art.fbm(rng, n, n, 60))[..., None]
    cv2.circle(img, (n // 2, n // 2), round(0.455 * n), tuple(0.85 * v for v in GOLD), 2, cv2.LINE_AA)
    art.paste(img, _print(kind, round(0.7 * n), (228, 206, 160)), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _gravel(rng: Rng, h: int, w: int, tone: RGB) -> np.ndarray:
    """Gravel raked in waves, and in rings round a few stones."""
    y, x = np.mgrid[:h, :w].astype(np.float32)
    lean, field = rng.uniform(-0.5, 0.5), 90 * art.fbm(rng, h, w, 420, octaves=2)
    field = field + y * np.cos(lean) + x * np.sin(lean)
    stones = [(rng.uniform(0.1, 0.9, 2) * [w, h], rng.uniform(24, 46)) for _ in range(max(1, h * w // 130000))]
    for (cx, cy), r in stones:
        away = np.hypot(x - cx, (y - cy) * 1.15)
        field = np.where(away < 3.1 * r, away, field)
    furrow = np.clip(np.sin(field * 2 * np.pi / 34) * 1.9 - 0.6, 0, 1)
    img = np.float32(tone) * (0.93 + 0.14 * art.noise(rng, h, w, 3.5))[..., None] * (1 - 0.17 * furrow[..., None])
    for at, r in stones:
        turn = np.linspace(0, 2 * np.pi, 9)[:-1] + rng.uniform(-0.2, 0.2, 8)
        ring = _rough(np.c_[np.cos(turn), 0.85 * np.sin(turn)] * rng.uniform(0.82, 1.1, (8, 1)) * r)
        _ink(img, ring + at, np.float32(STONE) * rng.uniform(0.86, 1.1))
        _ink(img, ring + at, np.float32(STONE) * 0.5, 4, True)
        for d in (0.35, 0.6):
            _ink(img, (ring * d - 0.12 * r)[:14] + at, np.float32(STONE) * 0.66, 3)
    return img


def _rough(ring: np.ndarray) -> np.ndarray:
    for _ in range(2):
        after = np.roll(ring, -1, 0)
        ring = np.stack([0.78 * ring + 0.22 * after, 0.22 * ring + 0.78 * after], 1).reshape(-1, 2)
    return ring


def _moss(rng: Rng, h: int, w: int, tone: RGB) -> np.ndarray:
    """Cushions of moss in short gouge marks that follow one another."""
    img, heading = np.full((h, w, 3), tone, np.float32), 5 * art.fbm(rng, h, w, 300, octaves=2)
    img *= (0.8 + 0.4 * np.clip(3 * art.fbm(rng, h, w, 200) - 1, 0, 1))[..., None]
    for k, at in enumerate(rng.uniform(0, 1, (h * w // 520, 2)) * [w - 1, h - 1]):
        a, long = heading[int(at[1]), int(at[0])], rng.uniform(9, 20)
        tip, shade = at + np.array([np.cos(a), np.sin(a)]) * long, (0.78, 1.17, 0.9, 1.08)[k % 4]
        _ink(img, np.array([at, tip]), np.float32(tone) * shade, 4 + k % 2)
    return img


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """Gardens of gravel and of moss, sumi lines, bamboo between the areas, an indigo band round all."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, first = spec.margin * PX, spec.cell * PX, int(rng.integers(2))
    img, line, rods = np.full((h, w, 3), INDIGO, np.float32), np.zeros((h, w, 1), np.float32), []
    for d in np.arange(-h, w, 34):
        _ink(img, np.array([(d, h), (d + h, 0.0)]), np.float32(INDIGO) * 1.3, 5)
    for a, (r0, c0) in enumerate(product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols))):
        r1, c1 = min(spec.rows, r0 + spec.area_rows), min(spec.cols, c0 + spec.area_cols)
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        bare = (c0 // spec.area_cols + r0 // spec.area_rows + first) % 2 == 0
        ground = _gravel(rng, y1 - y0, x1 - x0, GRAVELS[a % 3]) if bare else _moss(rng, y1 - y0, x1 - x0, MOSSES[a % 3])
        for _ in range(int(rng.integers(3, 7))):
            at, size = rng.uniform(0, 1, 2) * [x1 - x0, y1 - y0], rng.uniform(26, 44)
            ring = _placed(_leaf(("maple", "ginkgo", "cherry")[int(rng.integers(3))])[0], at, size, rng.uniform(0, 6.3))
            _ink(ground, ring, np.float32(FALLEN[int(rng.integers(3))]) * 0.5 + 0.5 * ground.mean((0, 1)))
            _ink(ground, ring, ground.mean((0, 1)) * 0.62, 3, True)
        img[y0:y1, x0:x1] = ground
        rods.append(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float))
    right, bottom = m + spec.cols * c, m + spec.rows * c
    for x in m + np.arange(1, spec.cols) * c:
        _ink(line, np.array([(x, m), (x, bottom)]), (1.0,), 4)
    for y in m + np.arange(1, spec.rows) * c:
        _ink(line, np.array([(m, y), (right, y)]), (1.0,), 4)
    img += (np.float32(SUMI) - img) * 0.6 * line
    for tone, width in ((SUMI, 14), (BAMBOO, 7)):
        for rod in rods:
            _ink(img, rod, tone, width, True)
    for rod in rods:
        for start, end in zip(rod, np.roll(rod, -1, 0), strict=True):
            way = end - start
            across = np.array([-way[1], way[0]]) / np.hypot(*way) * 5
            for knot in (start + way * t for t in np.arange(0.08, 1, 0.12)):
                _ink(img, np.array([knot - across, knot + across]), SUMI, 3)
    for (col, row), kind in sorted(treasures.items()):
        art.paste(img, icon(kind, 0, 0.66 * spec.cell), m + (col + 0.5) * c, m + (row + 0.5) * c)
    return _grained(rng, img, 0.06).clip(0, 255).astype(np.uint8)


def _dyed(spec: Any, p: Any, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """A crest with the face in the first space, rows of waves on all the others."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    dye, dark, pale = DYES[p.colour]
    img = np.full((h, w, 3), dye, np.uint8)
    for row, y in enumerate(np.arange(0, h + 80, 25)):
        for x in np.arange(-50 * (row % 2) / 2, w + 50, 50):
            for r, tone in ((25, pale), (19, dye), (12, pale), (6, dark)):
                cv2.circle(img, (round(x), round(y)), r, tone, -1 if r in (25, 19) else 3, cv2.LINE_AA)
    out = _grained(rng, img, 0.14)
    col, row = sorted(map(tuple, p.cells))[0]
    x, y = (np.array(spec.cell_centre(col, row)) - low) * [PX, -PX] + [0, h]
    for r, tone in ((0.45, dark), (0.42, PAPER)):
        cv2.circle(out, (round(x), round(y)), round(r * c), tone, -1, cv2.LINE_AA)
    art.paste(out, _print(p.colour, round(0.64 * c), SUMI, p.colour), x, y)
    return out.clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Tiles of card with a round hole in a pale rim, lacquered discs, figures and boards of cedar."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel, kind = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.28, "card"
    alpha, core = self.card_alpha + 0.1, ("kyotocore", "diffuse", {"rgb": (0.5, 0.44, 0.35)})
    cedar = ("cedar", "diffuse", {"rgb": (0.46, 0.26, 0.12)})
    if p.kind == "token":
        low, high = centre[0] - 6.8, centre[0] + 6.8
        cut, tex = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6)
        kind, alpha, bevel, core = "gloss", 0.22, 0.5, ("lacquer", "gloss", {"rgb": (0.05, 0.02, 0.012), "alpha": 0.22})
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.35, 1.2, p.hole_size, 2.0)
        tex = leaf_texture(p.art_seed, p.colour, *(high - low))
        (ground, *_, dark, vein), rim = TILES[p.colour], Polygon(cut.interiors[0])
        for ring, tone, wide in ((cut.exterior, dark, 13), (rim.buffer(0.8).exterior, ground, 20),
                                 (rim.exterior, vein, 16), (rim.buffer(1.4).exterior, dark, 5)):  # fmt: skip
            _ink(tex, (np.array(ring.coords) - low) * [PX, -PX] + [0, tex.shape[0]], tone, wide, True)
    elif p.kind == "squirrel":
        rings = [(q - 0.5) * [0.9 * u, -0.9 * u] + centre[0] for sign, q in _parts("squirrel") if "-" not in sign]
        cut = unary_union([Polygon(q).buffer(0) for q in rings]).buffer(1.6).buffer(-0.8).simplify(0.05)
        cut = Polygon(max(getattr(cut, "geoms", [cut]), key=lambda g: g.area).exterior)
        rng, n = np.random.default_rng(p.art_seed), round(u * PX)
        img = np.float32(CEDAR) * (0.8 + 0.32 * art.noise(rng, n, n, 240, 7))[..., None]
        art.paste(img, _print("squirrel", round(0.9 * n / 0.92)), n / 2, n / 2)
        tex, thick, bevel, core = img.clip(0, 255).astype(np.uint8), 3.0, 0.4, cedar
    else:
        cut, thick, bevel, core = geo.tile_outline(spec, p.cells, gap=0.9, radius=4.2), 2.6, 0.6, cedar
        tex = _dyed(spec, p, low, high - low)
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    face = (f"{p.kind}{p.art_seed}", kind, {"tex": np.ascontiguousarray(tex), "alpha": alpha})
    self._mesh_cache[key] = [(p.kind, top, face), (f"{p.kind}side", side, core)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tones[1]] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.5, 0.44, 0.35))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 97, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.1, "gain": 1.0}])
