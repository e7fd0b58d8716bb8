"""A nature edition painted in watercolour: soft washes, granulating pigment, pencil lines, nothing printed flat.

The floor is brown, olive and grey washes that run into one another, leaf litter and twigs drawn over them; spaces and
areas are parted by faint, broken brush lines. Tiles are heaps of realistic leaves on a darker wash: moss green
(threes), ochre (fours), russet (fives), about as light as the floor, with round holes in a painted rim. Tokens are dark
brown discs with the treasure as on the board, squirrels and animals round-edged plates with painted portraits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point, Polygon, box
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, LEAF = art.PX, 320  # pixels of a millimetre, of a leaf's square
UMBER, SEPIA, IVORY = (58, 38, 27), (50, 36, 28), (226, 212, 178)
# pale tone of veins, dark tone of the wash, then tones of leaves
PIGMENTS = {
    "green": "c0ba88 434622 84843f 707339 989150 626638 8f8745 787a42",
    "orange": "e6cf9a 664824 b8924a ac8238 c2a05c a27634 b28a50 be963e",
    "red": "dab083 4c2c1c a25e36 90502d b06e3e 81452a 9a5836 a8643a",
    "litter": "b4a280 463828 8a6e4c 76604a 9a8058 6a5a46 84764e 927050",
}
# half a width, two exponents, lobes, their depth, teeth, their depth, pairs of veins
FORMS = {
    "hazel": (0.38, 0.8, 0.72, 0, 0, 13, 0.1, 7),
    "oak": (0.26, 1.2, 0.8, 4.3, 0.3, 0, 0, 5),
    "beech": (0.28, 0.95, 0.85, 0, 0, 9, 0.03, 8),
    "birch": (0.34, 0.62, 1.1, 0, 0, 12, 0.12, 6),
    "chestnut": (0.18, 1.0, 0.8, 0, 0, 14, 0.1, 9),
}
KINDS = (*FORMS, "maple")
LOBES = ((0, 1, 0.44), (0.88, 0.9, 0.4), (-0.88, 0.9, 0.4), (1.85, 0.64, 0.46), (-1.85, 0.64, 0.46))
GROUNDS = (  # of areas: dark, middle and light of the wash
    ((108, 94, 72), (146, 128, 98), (176, 160, 130)),
    ((100, 102, 76), (132, 132, 98), (164, 160, 126)),
    ((114, 96, 82), (152, 128, 110), (180, 158, 136)),
    ((102, 100, 92), (136, 132, 118), (168, 162, 144)),
    ((112, 102, 70), (150, 136, 94), (178, 164, 124)),
)
HEXES = "1c1614 ece2cc 46507e 6c7648 a8703a 6c4428 86492a d8c09a dca842 a2603a 74422a 8e8a84"
HEXES += " 505052 8496a6 506070 c89a72"
TONES = {k: np.float32(list(bytes.fromhex(tone))) for k, tone in zip("kwbgnhcsyrdamfev", HEXES.split(), strict=True)}
# A tone, then an oval's x y rx ry turn or a rounded shape's corners, in percent; "=": also mirrored, "-": in pencil.
PAINTINGS = {
    "berry": "h 46 2 54 2 60 40 52 60 48 40; g 50 30 20 4 2 14 12 34 34 42; g 54 28 76 6 98 10 90 30 70 40; "
    "b 28 58 24 24 0; b 72 56 23 23 0; b 50 78 22 22 0; k 28 66 7 6 0; k 74 64 7 6 0; k 50 88 7 6 0; "
    "w 20 48 5 4 -30; w 64 46 5 4 -30; w 43 69 5 4 -30",
    "nut": "g 44 40 30 8 42 2 50 22 60 0 74 6 58 40; n 30 64 27 32 0; s 30 90 13 7 0; s 22 60 4 12 8; n 72 66 25 30 0; "
    "s 72 90 12 6 0; s 64 62 4 11 8; g 2 46 8 22 24 32 34 18 50 22 54 42 46 58 38 44 29 60 20 44 9 58; "
    "g 48 44 54 24 68 34 80 20 96 30 99 48 90 60 80 46 72 60 64 46 55 58",
    "mushroom": "g 2 98 14 78 20 92 30 74 36 98; g 66 98 78 76 82 92 96 80 98 98; "
    "s 38 48 62 48 70 76 72 98 28 98 30 76; -h 46 62 44 90; -h 54 62 56 92; "
    "c 2 52 8 26 32 6 56 4 84 16 98 46 86 56 50 60 14 60; s 50 56 38 5 0; v 32 24 15 8 -28",
    "feather": "w 20 84 12 66 22 48 40 32 66 10 97 0 88 35 67 62 50 80 34 90; "
    "d 39 62 57 66 61 62 44 57 37 40 33 45; d 55 44 72 48 76 43 60 39 54 23 50 28; "
    "d 70 28 84 29 88 24 75 23 72 10 68 15; d 25 78 40 82 44 77 29 72 23 58 19 64; "
    "-k 2 99 40 61 92 5; -k 3 99 41 61 92 6",
    "squirrel": "v 64 104 74 84 68 56 54 30 58 6 78 -4 98 8 102 40 92 74 90 104; "
    "c 74 96 80 70 72 44 66 22 78 10 92 22 94 48 86 80; "
    "r 40 108 32 26 0; w 40 106 15 22 0; =d 12 0 18 2 30 22 20 30 12 18; "
    "r 10 14 26 22 36 36 14 44; r 70 14 54 22 44 36 66 44; "
    "r 8 60 12 40 28 30 52 30 68 40 72 60 58 80 40 86 22 80; w 24 72 40 63 56 72 52 82 40 87 28 82; "
    "s 25 55 8 9 0; s 55 55 8 9 0; k 25 56 6 7 0; k 55 56 6 7 0; w 23 53 2 2 0; w 53 53 2 2 0; d 40 68 5 4 0; "
    "-k 40 72 40 78; -k 32 81 40 78 48 81; -k 27 75 4 70; -k 53 75 76 70",
    "badger": "=m 18 24 13 12 0; =w 18 25 6 6 0; w 50 6 78 16 92 46 74 72 62 96 38 96 26 72 8 46 22 16; "
    "=m 22 20 40 18 46 52 40 80 26 64 18 42; =k 32 48 6 6 0; =w 31 46 2 2 0; k 50 92 10 7 0",
    "owl": "=h 10 4 20 6 46 26 20 38; n 50 52 44 44 0; =s 31 46 22 23 0; =h 31 46 16 17 0; =y 32 46 12 12 0; "
    "=k 33 46 7 7 0; =w 31 43 2 2 0; m 44 56 56 56 54 74 50 82 46 74; -h 26 86 34 78; -h 74 86 66 78; -h 46 92 54 92",
    "hare": "=n 30 0 20 8 26 42 46 44 46 14; =v 32 10 28 14 32 40 40 40 40 16; n 50 62 35 34 0; =s 36 76 16 13 0; "
    "s 50 84 13 12 0; =k 27 56 7 8 0; =w 26 53 2 2 0; d 50 74 6 4 0; -k 50 78 50 86; =-w 40 80 6 74; =-w 40 83 8 88",
    "fox": "=r 8 0 22 6 46 30 16 46; =k 13 10 24 18 34 30 20 36; r 6 44 24 24 50 18 76 24 94 44 74 72 50 98 26 72; "
    "=w 4 46 26 56 44 66 50 96 34 84; v 44 30 56 30 56 66 50 84 44 66; =k 31 48 6 7 0; =w 30 46 2 2 0; "
    "k 50 92 8 6 0",
    "heron": "f 44 46 66 44 82 72 84 102 40 102 56 76; =-e 52 84 50 98; w 62 62 70 60 76 84 72 102 62 102; "
    "f 54 34 32 24 0; w 50 40 24 15 0; e 34 18 60 10 86 20 99 40 78 32 52 24; y 34 30 40 48 0 58; -k 38 40 4 56; "
    "y 46 34 7 7 0; k 46 34 4 4 0",
}
# back and flank, the wash they lie on (by number of area), length of a stroke in hundredths of a space
COATS = {"badger": "mam1 26", "owl": "hnv3 14", "hare": "hnv1 18", "fox": "drv3 24", "heron": "efw0 34"}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (5600, (("window", 6500, (650, 550), 1.2, 1500.0, 1000.0, 280),)),
    (3200, (("lamp", 2950, (160, 160), 1.0, 430.0, 1450.0, 0), ("lamp", 2800, (110, 110), 0.3, -850.0, 1200.0, 0))),
    (4200, (("lamp", 3900, (260, 260), 0.8, 550, 1750, 0), ("window", 5800, (450, 550), 0.5, -1600, 1000, 300))),
)


def _colours(name: str) -> list[np.ndarray]:
    return [np.float32(list(bytes.fromhex(tone))) for tone in PIGMENTS[name].split()]


def _glazed(tone: np.ndarray, dense: np.ndarray) -> np.ndarray:
    """White paper under so dense a pigment."""
    return np.float32(255 * (np.clip(tone, 8, 252) / 255) ** np.clip(dense, 0.2, 2.6)[..., None])


def _grain(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Pigment settled in the pits of the paper, -0.5..0.5."""
    return 0.6 * art.noise(rng, h, w, 4) + 0.4 * art.noise(rng, h, w, 9) - 0.5


def _wash(rng: np.random.Generator, h: int, w: int, tones: Sequence[Any], size: float) -> np.ndarray:
    """Tones (each a colour or a picture of colours) that run into one another, with backruns and grain."""
    t = np.clip(2.3 * (art.fbm(rng, h, w, size) - 0.5) + 0.5, 0, 1)[..., None] * 2
    dark, middle, light = (np.asarray(tone, np.float32) for tone in tones)
    img = np.where(t < 1, dark + (middle - dark) * t, middle + (light - middle) * (t - 1))
    bloom = art.fbm(rng, h, w, 0.8 * size)
    img *= (1 - 0.13 * np.exp(-(((bloom - 0.53) / 0.014) ** 2)) + 0.07 * (bloom > 0.53))[..., None]
    return np.float32(img * (1 + 0.16 * _grain(rng, h, w))[..., None])


def _line(img: np.ndarray, points: Any, colour: Any, width: int, closed: bool = False) -> None:
    tone = [float(v) for v in np.ravel(colour)]
    cv2.polylines(img, [np.round(np.asarray(points) * 16).astype(np.int32)], closed, tone, width, cv2.LINE_AA, 4)


def _turned(a: float) -> np.ndarray:
    return np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))])


@lru_cache(maxsize=32)
def _blank(kind: str, variant: int) -> tuple[np.ndarray, ...]:
    """Of a leaf without colour, tip at the right: its cover, pixels to its rim, its veins."""
    rng, t, ribs = np.random.default_rng([variant, *kind.encode()]), np.linspace(0, 1, 180), [[(-0.14, 0), (0.96, 0)]]
    if kind == "maple":
        th = np.linspace(-np.pi, np.pi, 360)
        r = np.max([far * np.exp(-(np.abs((th - a) / wide) ** 1.7)) for a, far, wide in LOBES], 0)
        r = 0.6 * np.maximum(0.36, r * (1 - 0.14 * (np.abs(th) * 4.4 % 1))) + 0.06
        outline = np.c_[r * np.cos(th), r * np.sin(th)] * [1, rng.uniform(0.85, 1.05)] + [0.32, 0]
        ends = [(0.32 + 0.58 * far * np.cos(a), 0.55 * far * np.sin(a)) for a, far, _ in LOBES]
        ribs = [[(-0.14, 0), (0.3, 0)], *([(0.3, 0), end] for end in ends)]
    else:
        wide, p, q, lobes, depth, teeth, bite, pairs = FORMS[kind]
        half = wide * rng.uniform(0.9, 1.12) * np.sin(np.pi * t**p) ** q
        half = half * (1 + depth * np.sin(2 * np.pi * lobes * t - 1.4))
        rough = half * (1 - bite * (t * teeth % 1))
        outline = np.r_[np.c_[t, rough], np.c_[t, -rough][::-1]]
        for f, s in product(np.linspace(0.1, 0.74, int(pairs)), (-1, 1)):
            near, far = (s * part * half[int(179 * (f + on))] for part, on in ((0.45, 0.07), (0.9, 0.16)))
            ribs.append([(f, 0), (f + 0.07, near), (f + 0.16, far)])
    bend = rng.normal(0, 0.07)
    place = [np.array(v) + np.c_[np.zeros(len(v)), bend * np.sin(np.pi * np.array(v)[:, 0])] for v in (outline, *ribs)]
    place = [v * 256 + [48, LEAF / 2] for v in place]
    cover, vein = np.zeros((2, LEAF, LEAF), np.uint8)
    cv2.fillPoly(cover, [np.round(place[0] * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    for k, rib in enumerate(place[1:]):
        _line(vein, rib, 255, 5 if k == 0 else 3)
    stalk = np.zeros_like(cover)
    _line(stalk, place[1][0] + np.array([(0, 0), (46, 0)]), 255, 7)
    return np.maximum(cover, stalk), cv2.distanceTransform(cover, cv2.DIST_L2, 5), vein.astype(np.float32) / 255


@lru_cache(maxsize=8)
def _leaves(colour: str) -> list[np.ndarray]:
    """Twenty-four painted leaves of one colour, as RGBA."""
    rng, out, (pale, _, *tones) = np.random.default_rng([13, *colour.encode()]), [], _colours(colour)
    for i in range(24):
        cover, near, vein = _blank(KINDS[i % 6], i // 6)
        one, two = (tones[k] for k in rng.choice(len(tones), 2, replace=False))
        wet = np.clip(2.4 * (art.fbm(rng, LEAF, LEAF, 110) - 0.5) + 0.8 * np.exp(-near / 26) + 0.1, 0, 1)[..., None]
        dense = 0.86 + 1.1 * (art.fbm(rng, LEAF, LEAF, 80) - 0.5) + 0.7 * np.exp(-near / 3)
        dense = dense + 0.4 * _grain(rng, LEAF, LEAF)
        fold = np.tanh((np.arange(LEAF) - LEAF / 2) / 9)[:, None]
        img = _glazed(one * (1 - wet) + two * wet, dense + rng.choice([-0.17, 0.17]) * fold)
        img *= 1 - 0.3 * np.roll(cv2.GaussianBlur(vein, (0, 0), 2.5), (4, 2), (0, 1))[..., None]
        img += (pale - img) * 0.62 * vein[..., None]
        img += (np.float32(SEPIA) - img) * (0.75 * np.exp(-near / 1.6) * art.noise(rng, LEAF, LEAF, 30))[..., None]
        out.append(np.dstack([img, cover]).clip(0, 255).astype(np.uint8))
    return out


def _strew(rng: Any, img: np.ndarray, colour: str, at: Any, size: float, lit: float = 1.0, alpha: float = 1.0) -> None:
    """One leaf, turned as it fell."""
    leaf = art.rotate(_leaves(colour)[int(rng.integers(24))], rng.uniform(0, 360), size).astype(np.float32)
    leaf *= np.float32([lit, lit, lit, alpha]) * [*(3 * [rng.uniform(0.9, 1.06)]), 1]
    art.paste(img, leaf.clip(0, 255).astype(np.uint8), *at, 0.4 * alpha)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Leaves over one another on a darker wash of their colour."""
    rng, (_, dark, *tones) = np.random.default_rng(seed), _colours(colour)
    h, w = round(h_mm * PX), round(w_mm * PX)
    img = _wash(rng, h, w, (dark * 0.8, dark, 0.6 * dark + 0.4 * tones[0]), 120)
    for step, low, high, lit in ((8.5, 0.42, 0.62, 0.66), (11.0, 0.5, 0.78, 1.0)):
        for spot in rng.permutation(list(product(np.arange(-3, w_mm + 6, step), np.arange(-3, h_mm + 6, step)))):
            _strew(rng, img, colour, (spot + rng.uniform(-3, 3, 2)) * PX, rng.uniform(low, high), lit)
    return (img * (1 + 0.1 * _grain(rng, h, w))[..., None]).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _painted(name: str, n: int) -> np.ndarray:
    """A painting as RGBA, n pixels wide: parts rounded by light, pigment pooled at their rims, a pencil outline."""
    s, rng = 2 * n, np.random.default_rng(len(PAINTINGS[name]))
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8)
    for item in PAINTINGS[name].split("; "):
        sign, *numbers = item.split()
        v, tone, t = np.array(numbers, float), TONES[sign[-1]], np.arange(40) * np.pi / 20
        if len(v) == 5:
            ring = np.c_[v[2] * np.cos(t), v[3] * np.sin(t)] @ _turned(np.radians(v[4])) + v[:2]
        else:
            ring = v.reshape(-1, 2)
            for _ in range(0 if "-" in sign else 2):
                after = np.roll(ring, -1, 0)
                ring = np.stack([0.78 * ring + 0.22 * after, 0.22 * ring + 0.78 * after], 1).reshape(-1, 2)
        for q in (1, -1) if "=" in sign else (1,):
            points, cover = ((ring - 50) * [q, 1] + 50) * s / 100, np.zeros((s, s), np.uint8)
            if "-" in sign:
                _line(img, points, tone, max(2, s // 70))
                _line(alpha, points, 255, max(2, s // 70))
                continue
            cv2.fillPoly(cover, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            near, wide = cv2.distanceTransform(cover, cv2.DIST_L2, 5), max(4.0, 0.45 * np.ptp(points, axis=0).min())
            relief = np.float32(np.sqrt(1 - (1 - np.clip(near / wide, 0, 1)) ** 2) * wide)
            relief = cv2.GaussianBlur(relief, (0, 0), max(1.5, wide / 7))
            light = sum(cv2.Sobel(relief, cv2.CV_32F, 1 - k, k, scale=0.125) for k in (0, 1))
            dense = 0.9 + 1.5 * (art.fbm(rng, s, s, s / 4) - 0.5) + 0.6 * np.exp(-near / 4)
            dense = dense - 0.26 * np.clip(light, -1, 1)
            part = cover[..., None].astype(np.float32) / 255
            img += (_glazed(tone, dense + 0.3 * _grain(rng, s, s)) - img) * part
            img += (np.float32(SEPIA) - img) * part * 0.55 * np.exp(-near / 2.2)[..., None]
            alpha = np.maximum(alpha, cover)
    return cv2.resize(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A painted treasure, RGBA; all of a print run are alike."""
    return _painted(kind, round(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A dark brown disc with a thin brushed ring and the treasure of the board."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = _wash(rng, n, n, (np.float32(UMBER) * 0.8, UMBER, np.float32(UMBER) * 1.25), 70)
    cv2.circle(img, (n // 2, n // 2), round(0.465 * n), (112, 84, 58), 2, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, 0.68 * d_mm), n / 2, n / 2, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def _floor(rng: np.random.Generator, h: int, w: int, tones: Sequence[Any]) -> np.ndarray:
    """Soft washes, and drawn over them leaf litter, twigs, needles and grass."""
    img = _wash(rng, h, w, tones, 210)
    for low, high, alpha, share in ((0.3, 0.6, 0.4, 5200), (0.3, 0.66, 0.62, 11000)):
        for _ in range(h * w // share):
            at, lit, cover = rng.uniform(0, 1, 2) * [w, h], rng.uniform(0.95, 1.3), alpha * rng.uniform(0.6, 1.25)
            _strew(rng, img, "litter", at, rng.uniform(low, high), lit, cover)
    for k in range(h * w // 3000):
        long = rng.uniform(120, 360) if k % 22 == 0 else rng.uniform(16, 60)
        turn = np.cumsum(rng.normal(0, 0.14, 7)) + rng.uniform(0, 2 * np.pi)
        path = rng.uniform(0, 1, 2) * [w, h] + np.cumsum(np.c_[np.cos(turn), np.sin(turn)], 0) * long / 7
        tone = np.float32(((74, 56, 42), (92, 92, 58), (158, 142, 108), (62, 50, 40))[k % 4]) * rng.uniform(0.85, 1.15)
        _line(img, path, tone, int(rng.integers(4, 8)) if k % 22 == 0 else int(rng.integers(1, 3)))
    return np.float32(img * (1 + 0.12 * _grain(rng, h, w))[..., None])


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """The floor of all areas, faint brush lines, painted treasures on lifted spots."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, tones = spec.margin * PX, spec.cell * PX, [np.full((h, w, 3), tone, np.float32) for tone in GROUNDS[0]]
    fine, broad, order = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32), rng.permutation(5)
    for a, (r0, c0) in enumerate(product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols))):
        r1, c1 = min(spec.rows, r0 + spec.area_rows), min(spec.cols, c0 + spec.area_cols)
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        for tone, own in zip(tones, GROUNDS[order[a % 5]], strict=True):
            tone[y0:y1, x0:x1] = own
        for x, y in product(range(c0, c1), range(r0, r1)):
            _line(fine, np.array(box(x, y, x + 1, y + 1).exterior.coords) * c + m + rng.normal(0, 0.8, (5, 2)), 1.0, 5)
        _line(broad, np.array(box(x0, y0, x1, y1).exterior.coords) + rng.normal(0, 1.2, (5, 2)), 1.0, 11)
    img = _floor(rng, h, w, [cv2.GaussianBlur(tone, (0, 0), 16) for tone in tones])
    edge = np.zeros((h, w), np.uint8)
    edge[round(m) : round(h - m), round(m) : round(w - m)] = 1
    img *= (0.82 + 0.18 * cv2.GaussianBlur(edge.astype(np.float32), (0, 0), 14))[..., None]
    dry = np.clip(1.7 * art.fbm(rng, h, w, 26) - 0.2, 0, 1)
    img += (np.float32((206, 192, 158)) - img) * (0.55 * fine * dry)[..., None]
    broad = cv2.GaussianBlur(broad, (0, 0), 1.2)
    img += (np.float32((64, 50, 38)) - img) * (0.62 * broad * (0.5 + 0.5 * dry))[..., None]
    places = [(m + (np.array(cell) + 0.5) * c, kind) for cell, kind in sorted(treasures.items())]
    lifted = np.zeros((h, w), np.float32)
    for at, _ in places:
        cv2.circle(lifted, tuple(at.astype(int).tolist()), round(0.36 * c), 1.0, -1)
    lifted = cv2.GaussianBlur(lifted, (0, 0), 14) * (0.4 + 0.4 * art.fbm(rng, h, w, 60))
    img += (np.float32((196, 184, 152)) - img) * 0.95 * lifted[..., None]
    for at, kind in places:
        art.paste(img, art.rotate(icon(kind, 0, 0.7 * spec.cell), rng.uniform(-14, 14)), *at, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def _portrait(spec: Any, p: Any, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """A head in the first space, a brushed coat over the others, on a wash with grass."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    centres = [(np.array(spec.cell_centre(*q)) - low) * [PX, -PX] + [0, h] for q in sorted(map(tuple, p.cells))]
    if p.kind == "squirrel":
        img = _wash(rng, h, w, ((150, 158, 128), (184, 186, 154), (214, 208, 178)), 90)
        art.paste(img, _painted("squirrel", round(0.84 * c)), w / 2, 0.52 * h, 0.3)
        return img.clip(0, 255).astype(np.uint8)
    (back, flank, under, ground), long = COATS[p.colour].split()
    img = _wash(rng, h, w, np.float32(GROUNDS[int(ground)]) * [0.8, 0.86, 0.98], 130)
    for _ in range(h * w // 700):
        at, lean = rng.uniform(0, 1, 2) * [w, h], rng.normal(0, 14)
        tip = at + np.array([lean, -rng.uniform(20, 60)])
        _line(img, (at, tip), np.float32((86, 96, 76)) * rng.uniform(0.7, 1.5), 2)
    links = [(a, b) for a, b in combinations(centres, 2) if np.hypot(*(a - b)) < 1.1 * c]
    mask, fur = np.zeros((h, w), np.float32), np.full((h, w, 3), TONES[flank], np.float32)
    for a, b in links:
        _line(mask, (a, b), 1.0, round(0.58 * c))
        along, aside = (b - a) / c, np.array([a[1] - b[1], b[0] - a[0]]) / c
        for _ in range(900):
            f, off = rng.uniform(-0.4, 1.4), rng.uniform(-1, 1)
            at = a + (b - a) * f + aside * off * 0.36 * c
            tone = TONES[back] * (1 - abs(off)) + TONES[flank if abs(off) < 0.75 else under] * abs(off)
            hair = along @ _turned(rng.normal(0, 0.4)) * int(long) / 100 * c * rng.uniform(0.5, 1)
            _line(fur, (at, at + hair), tone * rng.uniform(0.72, 1.22), 3)
    for at in centres:
        cv2.circle(mask, tuple(at.astype(int).tolist()), round(0.36 * c), 1.0, -1, cv2.LINE_AA)
    img *= 1 - 0.4 * np.roll(cv2.GaussianBlur(mask, (0, 0), 9), (8, 6), (0, 1))[..., None]
    near = cv2.distanceTransform(np.uint8(mask > 0.5), cv2.DIST_L2, 5)
    fur *= (0.72 + 0.36 * np.clip(near / (0.3 * c), 0, 1))[..., None]
    img += (fur - img) * cv2.GaussianBlur(mask, (0, 0), 2)[..., None]
    art.paste(img, _painted(p.colour, round(0.88 * c)), *centres[0], 0.45)
    return img.clip(0, 255).astype(np.uint8)


def _rim(img: np.ndarray, ring: Any, low: np.ndarray, tone: Any, width: int, most: float) -> None:
    """A brushed line along an outline, uneven in density."""
    lay, h = np.zeros(img.shape[:2], np.float32), img.shape[0]
    _line(lay, (np.array(ring.coords) - low) * [PX, -PX] + [0, h], 1.0, width)
    uneven = art.fbm(np.random.default_rng(width), *lay.shape, 22)
    img += (np.float32(tone) - img) * (most * lay * np.clip(0.45 + 1.1 * uneven, 0, 1))[..., None]


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Satin cardboard: tiles with round holes, discs, plates with round edges."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.3
    if p.kind == "token":
        low, high, bevel = centre[0] - 6.8, centre[0] + 6.8, 0.4
        cut, tex = Point(*centre[0]).buffer(6.8, 24), token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.35, 1.8, p.hole_size, 2.0)
        img = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32)
        dark, hole = _colours(p.colour)[1], Polygon(cut.interiors[0])
        _rim(img, cut.exterior, low, dark * 0.8, 9, 0.7)
        _rim(img, hole.buffer(0.75).exterior, low, dark * 0.7, 19, 0.85)
        _rim(img, hole.buffer(0.65).exterior, low, IVORY, 9, 0.75)
        tex = img.clip(0, 255).astype(np.uint8)
    else:
        cut = geo.tile_outline(spec, p.cells, None, 0.5, 5.0)
        thick, bevel, img = 2.6, 0.7, _portrait(spec, p, low, high - low).astype(np.float32)
        _rim(img, cut.buffer(-1.1).exterior, low, UMBER, 6, 0.8)
        tex = img.clip(0, 255).astype(np.uint8)
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    core = ("edge", "diffuse", ts.EDGE)
    if p.kind == "token":
        core = ("tokencore", "diffuse", {"rgb": (0.05, 0.025, 0.014)})
    face = (f"{p.kind}{p.art_seed}", "card", {"tex": tex, "alpha": self.card_alpha})
    self._mesh_cache[key] = [(p.kind, top, face), (f"{p.kind}side", side, core)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(map(int, _colours(role)[2]))] for role in ("green", "orange", "red")})
    ts.EDGE.update(rgb=(0.42, 0.36, 0.28))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 71, rest=0.6)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.25, "gain": 1.0}])
