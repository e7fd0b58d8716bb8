"""A patchwork edition out of a sewing basket: calico floors, felt patches, wooden buttons, stuffed animals.

Areas are three calm calicos (dusk blue, oat, grey rose) with small flower prints, sashing between them and quilted
spaces; treasures are felt shapes sewn on. Tiles are felted wool in teal (threes), mustard (fours) and plum (fives) with
blanket stitch all round and leaves sewn on. Tokens are pale wooden buttons with the icon burnt in, squirrels little
felt heads with bead eyes, animals cushions of felt over their spaces with a head sewn on top.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
RGB = tuple[int, int, int]
CALICO: tuple[tuple[RGB, RGB, RGB, RGB], ...] = (  # ground, petals, middle, leaves
    ((170, 184, 202), (236, 238, 238), (206, 174, 112), (126, 144, 164)),
    ((222, 209, 184), (198, 156, 150), (146, 104, 92), (168, 164, 134)),
    ((204, 186, 187), (244, 234, 228), (168, 118, 122), (158, 144, 148)),
)
SASH, BINDING, THREAD = (142, 126, 116), ((112, 104, 116), (150, 140, 146)), (240, 231, 212)
TILES: dict[str, tuple[RGB, RGB, RGB, RGB]] = {  # roles: threes, fours, fives; felt, paler, deeper, thread
    "green": ((34, 116, 124), (104, 168, 170), (14, 76, 88), (232, 232, 216)),
    "orange": ((208, 160, 44), (236, 206, 122), (152, 108, 28), (106, 66, 38)),
    "red": ((112, 42, 92), (172, 104, 150), (70, 20, 60), (238, 214, 222)),
}
FELT: dict[str, tuple[RGB, RGB, RGB]] = {  # coat, deeper, paler
    "badger": ((104, 104, 112), (46, 46, 52), (232, 228, 220)),
    "owl": ((142, 116, 96), (96, 74, 60), (222, 200, 168)),
    "hare": ((196, 176, 150), (142, 118, 94), (240, 228, 208)),
    "fox": ((178, 108, 78), (116, 64, 46), (242, 228, 208)),
    "heron": ((140, 158, 178), (72, 88, 110), (232, 234, 234)),
    "squirrel": ((158, 84, 54), (98, 48, 32), (238, 220, 192)),
}
HEXES = "221e22 f4ecdc 54589c 6a8064 b07440 6e4c34 b4584e 5e7ea6 e0ac46"
TONES = {letter: tuple(bytes.fromhex(tone)) for letter, tone in zip("kwbgnhrfy", HEXES.split(), strict=True)}
# Drawings: a tone (1-3: the caller's), then an oval's x y rx ry turn or the corners of a rounded shape, in percent;
# "=": and its mirror image, "-": a line of stitches.
DRAWINGS = {
    "berry": "g 50 36 38 6 10 4 8 26 30 38; g 50 36 66 8 92 12 88 32 66 40; b 31 54 21 21 0; b 69 54 21 21 0; "
    "b 50 77 21 21 0; w 25 47 5 4 0; w 63 47 5 4 0; w 44 70 5 4 0",
    "nut": "h 46 2 56 2 57 24 45 24; n 20 36 80 36 80 62 62 86 50 99 38 86 20 62; w 36 58 4 16 10; "
    "h 50 30 38 18 0; -w 18 32 82 32; -w 26 23 74 23",
    "mushroom": "w 40 48 60 48 62 78 72 97 28 97 38 78; r 3 58 6 30 28 6 50 3 72 6 94 30 97 58 50 62; "
    "w 30 34 8 8 0; w 55 22 8 7 0; w 73 42 8 8 0; w 48 47 6 5 0",
    "feather": "f 16 88 14 70 24 56 34 51 28 44 50 22 72 8 95 4 92 28 74 56 63 57 64 66 56 74 32 90; w 80 19 11 8 -45; "
    "-h 4 99 86 14; -w 34 68 24 58; -w 36 66 46 76; -w 47 54 37 42; -w 49 52 62 62; -w 60 40 52 28; -w 62 38 76 46",
    "squirrel": "=2 12 0 18 0 32 20 22 26; =1 9 14 20 12 42 36 24 46 10 38; =3 18 24 24 24 34 36 24 40; "
    "1 50 60 38 33 0; =3 31 77 20 15 0; 2 50 40 5 12 0; =k 30 56 8 9 0; k 50 69 7 5 0; w 45 80 55 80 54 93 46 93",
    "badger": "=2 20 26 12 12 0; =3 20 27 6 6 0; 3 50 54 41 37 0; =2 20 22 40 30 42 66 34 84 16 62; "
    "=k 32 50 5 6 0; k 50 82 10 7 0",
    "owl": "=2 8 4 8 40 40 26; 1 50 54 42 40 0; =3 31 48 21 21 0; =y 31 48 13 13 0; =k 32 48 7 7 0; "
    "2 42 60 58 60 50 84; -2 26 82 50 88 74 82",
    "hare": "=1 32 0 20 4 24 44 46 44 44 10; =r 33 10 28 12 31 38 38 38 38 14; 1 50 64 33 32 0; =3 40 78 14 12 0; "
    "=k 33 60 6 7 0; k 50 70 6 5 0; -2 50 72 50 84; -2 14 76 36 78; -2 86 76 64 78",
    "fox": "=1 8 2 10 46 44 26; =2 14 14 16 34 30 26; 1 6 46 28 20 72 20 94 46 70 76 50 98 30 76; "
    "=3 8 48 34 56 48 92 28 74; =k 33 50 6 7 0; k 50 90 8 7 0",
    "heron": "2 56 14 98 2 96 16 70 32; 1 56 40 32 28 0; 3 56 46 24 20 0; y 44 34 40 56 0 62; "
    "2 30 24 90 20 88 34 40 34; k 52 42 7 7 0; 3 50 60 74 60 84 98 52 98; 1 62 66 76 62 86 96 72 98",
}
LEAVES = (
    "1 50 2 76 26 76 62 50 90 24 62 24 26; -2 50 12 50 98; =-2 50 34 64 24; =-2 50 56 68 46",
    "1 50 2 62 14 58 24 78 28 66 42 86 52 66 62 70 80 50 88 30 80 34 62 14 52 34 42 22 28 42 24 38 14; -2 50 14 50 99",
    "1 50 88 14 66 8 38 26 16 50 4 74 16 92 38 86 66; -2 50 14 50 99; -2 50 66 24 42; -2 50 66 76 42; -2 50 40 50 20",
    "-2 50 8 50 98; 1 50 14 8 13 0; =1 32 32 15 8 30; =1 32 54 16 8 30; =1 33 76 15 8 30",
)
FLANK = {
    "badger": "3 50 50 12 30 20; -3 24 30 24 70; -3 76 30 76 70",
    "owl": "=-2 20 30 32 42 44 30; =-2 20 56 32 68 44 56; -3 38 44 50 56 62 44; -3 38 70 50 82 62 70",
    "hare": "=3 30 34 6 6 0; =3 30 66 6 6 0; 3 50 50 6 6 0",
    "fox": "=-2 24 30 34 40; =-2 24 60 34 70; -2 46 46 56 56; 3 50 78 14 8 0",
    "heron": "=-3 22 34 42 28; =-3 22 52 42 46; =-3 22 70 42 64; -2 50 20 50 80",
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
MORNING = (5400, (("window", 6200, (650, 600), 1.2, 1500.0, 1100.0, 250),))
LAMPLIT = (3100, (("lamp", 2850, (180, 180), 1.0, 380.0, 1500.0, 0), ("lamp", 3300, (80, 80), 0.3, -700.0, 900.0, 0)))
AFTERNOON = (4300, (("window", 5400, (500, 600), 0.7, 1600, 950, 300), ("lamp", 3400, (160, 160), 0.6, -500, 1700, 0)))


@lru_cache(maxsize=64)
def _rings(drawing: str) -> list[tuple[str, np.ndarray]]:
    """Sign and tone of each part of a drawing with its line or outline, about the middle of a square of side 1."""
    out = []
    for item in drawing.split("; "):
        sign, *numbers = item.split()
        v = np.array(numbers, float)
        if len(v) == 5:
            t, a = np.linspace(0, 2 * np.pi, 40, endpoint=False), np.radians(v[4])
            turn = [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]
            ring = np.c_[v[2] * np.cos(t), v[3] * np.sin(t)] @ turn + v[:2]
        else:
            ring = v.reshape(-1, 2)
            for _ in range(0 if "-" in sign else 2):
                after = np.roll(ring, -1, 0)
                ring = np.stack([0.8 * ring + 0.2 * after, 0.2 * ring + 0.8 * after], 1).reshape(-1, 2)
        out += [(sign[-2:].replace("=", ""), (ring / 100 - 0.5) * [q, 1]) for q in ((1, -1) if "=" in sign else (1,))]
    return out


def _line(img: np.ndarray, points: Any, colour: Sequence[float], width: int) -> None:
    """A line through pixels, anti-aliased."""
    full = (*map(float, colour), 255.0)[: 1 if img.ndim == 2 else img.shape[2]]
    cv2.polylines(img, [np.round(np.asarray(points) * 16).astype(np.int32)], False, full, width, cv2.LINE_AA, 4)


def _stitches(
    img: np.ndarray, path: Any, colour: Any, on: float, off: float, width: int, across: Sequence[float] | None = None
) -> None:
    """Stitches along a path of pixels, each with a little shadow; `across`: from and to how far aside of it."""
    line = LineString(path)
    for d in np.arange(off / 2, line.length - on * 0.5, on + off):
        a, b = (np.array(line.interpolate(min(d + v, line.length)).coords[0]) for v in (0, on))
        if across is not None:
            aside = np.array([a[1] - b[1], b[0] - a[0]]) / max(1e-6, np.hypot(*(b - a)))
            a, b = a + aside * across[0], a + aside * across[1]
        _line(img, (a + 0.4 * width, b + 0.5 * width), np.array(colour) * 0.42, width)
        _line(img, (a, b), colour, width)


def _wool(rng: np.random.Generator, h: int, w: int, tone: Sequence[float]) -> np.ndarray:
    """Felted wool: clouds and many single hairs, lighter and darker."""
    img = np.float32(tone) * (0.88 + 0.24 * art.fbm(rng, h, w, 60))[..., None]
    for _ in range(h * w // 160):
        at, a, length = rng.uniform(0, 1, 2) * [w, h], rng.uniform(0, 2 * np.pi, 2), rng.uniform(8, 26)
        hair = at + np.cumsum([(0, 0), *(length * np.c_[np.cos(a), np.sin(a)] * 0.5)], 0)
        _line(img, hair, np.array(tone) * rng.uniform(0.72, 1.24) + rng.uniform(-6, 9), 1)
    return np.float32(img * (0.94 + 0.12 * art.noise(rng, h, w, 2.5))[..., None])


@lru_cache(maxsize=256)
def _sewn(drawing: str, n: int, own: tuple = ()) -> np.ndarray:
    """A drawing in felt, one piece over the other, whip-stitched along the rim; RGBA, n pixels wide."""
    s, rng = 2 * n, np.random.default_rng(len(drawing))
    tones = TONES | {str(i + 1): tone for i, tone in enumerate(own)}
    img, alpha, wool = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8), _wool(rng, s, s, (200, 200, 200))
    for sign, ring in _rings(drawing):
        tone, points, cover = np.float32(tones[sign[-1]]), (ring + 0.5) * s, np.zeros((s, s), np.uint8)
        if sign[0] == "-":
            _stitches(img, points, tuple(tone), 0.075 * s, 0.035 * s, max(3, s // 40))
            _line(alpha, points, (255,), max(3, s // 40))
            continue
        cv2.fillPoly(cover, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        img *= 1 - 0.4 * np.roll(cv2.GaussianBlur(cover, (0, 0), s / 60), (s // 90, s // 120), (0, 1))[..., None] / 255
        rim = np.clip(cv2.distanceTransform(cover, cv2.DIST_L2, 5) / (0.05 * s), 0, 1)[..., None]
        part = cover[..., None].astype(np.float32) / 255
        img += (tone * (0.74 + 0.28 * rim) * wool / 200 - img) * part
        alpha, path = np.maximum(alpha, cover), np.r_[points, points[:1]]
        if LineString(path).length > 0.75 * s:
            thread = tone * 0.5 if tone.mean() > 150 else tone * 0.8 + 74
            _stitches(img, path, tuple(thread), 0.02 * s, 0.055 * s, max(2, s // 64), (-0.005 * s, 0.045 * s))
    return cv2.resize(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure in sewn felt; all of a print run are alike."""
    return _sewn(DRAWINGS[kind], round(size_mm * PX))


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A pale wooden button with four holes; the outlines are burnt in, the darker parts scorched."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    grain = 0.6 * art.noise(rng, n, n, 110, 5) + 0.4 * art.noise(rng, n, n, 50, 1.8)
    img = np.float32((214, 172, 120)) * (0.8 + 0.3 * grain)[..., None]
    s, burn = 0.66 * n, np.zeros((n, n), np.float32)
    for sign, ring in _rings(DRAWINGS[kind]):
        points = np.round((ring * s + n / 2) * 16).astype(np.int32)
        if sign[0] != "-":
            luma = float(np.array(TONES[sign]) @ (0.3, 0.59, 0.11))
            cv2.fillPoly(burn, [points], 0.75 * max(0.0, 1 - luma / 170), cv2.LINE_AA, 4)
        cv2.polylines(burn, [points], sign[0] != "-", 1.0, 3 if len(points) > 4 else 2, cv2.LINE_AA, 4)
    for x, y in ((q * 0.29 * n, r * 0.29 * n) for q in (-1, 1) for r in (-1, 1)):
        cv2.circle(burn, (round(n / 2 + x), round(n / 2 + y)), 4, 1.0, -1, cv2.LINE_AA)
    img *= 1 - 0.35 * cv2.GaussianBlur(burn, (0, 0), 3)[..., None]
    img += (np.float32((50, 26, 14)) - img) * 0.92 * burn[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _calico(rng: np.random.Generator, h: int, w: int, fabric: int) -> np.ndarray:
    """Cotton with a small print: scattered blossoms, daisies between dots, or sprigs with buds."""
    ground, petal, middle, green = CALICO[fabric]
    i, j = np.arange(h)[:, None], np.arange(w)[None]
    img = np.full((h, w, 3), ground, np.uint8)
    for row, y in enumerate(np.arange(-10, h + 40, (44, 36, 50)[fabric])):
        for x in np.arange(-10 + 26 * (row % 2), w + 40, 52):
            at, turn = np.array([x, y]) + rng.normal(0, (5, 1, 2)[fabric], 2), rng.uniform(0, 6.28)
            if fabric == 2:
                turn = 0.4 * (-1) ** row
            if fabric == 1 and (row + x // 52) % 2:
                cv2.circle(img, tuple((at * 16).astype(int).tolist()), 48, green, -1, cv2.LINE_AA, 4)
                continue
            for k in (-1, 1):
                leaf = at + np.array([np.cos(turn + k * 0.9), np.sin(turn + k * 0.9)]) * 15
                ends = tuple((leaf * 16).astype(int).tolist()), (128, 56)
                cv2.ellipse(img, *ends, np.degrees(turn + k * 0.9), 0, 360, green, -1, cv2.LINE_AA, 4)
            count, far, size = ((5, 6.5, (88, 72)), (8, 7.5, (72, 34)), (3, 5.0, (88, 56)))[fabric]
            for a in turn + np.arange(count) * 2 * np.pi / count:
                spot = tuple(((at + far * np.array([np.cos(a), np.sin(a)])) * 16).astype(int).tolist())
                cv2.ellipse(img, spot, size, np.degrees(a), 0, 360, petal, -1, cv2.LINE_AA, 4)
            cv2.circle(img, tuple((at * 16).astype(int).tolist()), 52, middle, -1, cv2.LINE_AA, 4)
    weave = 0.94 + 0.05 * np.sin(i * 0.9) * np.sin(j * 0.9) + 0.1 * (art.fbm(rng, h, w, 200) - 0.4)
    return np.float32(img * weave[..., None])


def _seams(spec: Any) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Lines between spaces and lines between areas, in pixels of the board."""
    m, c, out = spec.margin * PX, spec.cell * PX, ([], [])
    for n, step, other, flip in ((spec.cols, spec.area_cols, spec.rows, 1), (spec.rows, spec.area_rows, spec.cols, -1)):
        for k in range(n + 1):
            line = np.array([(m + k * c, m), (m + k * c, m + other * c)])[:, ::flip]
            out[0 if k % step and k < n else 1].append(line)
    return out


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Calicos in turn, sashing between areas, quilting along the spaces, a ticking binding, felt treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    stripe = ((np.arange(h)[:, None] + np.arange(w)[None]) // 17 % 3 == 0)[..., None]
    img = np.where(stripe, np.float32(BINDING[1]), np.float32(BINDING[0]))
    for c0 in range(0, spec.cols, spec.area_cols):
        for r0 in range(0, spec.rows, spec.area_rows):
            c1, r1 = min(spec.cols, c0 + spec.area_cols), min(spec.rows, r0 + spec.area_rows)
            x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
            fabric = (c0 // spec.area_cols + 2 * (r0 // spec.area_rows) + seed) % 3
            img[y0:y1, x0:x1] = _calico(rng, y1 - y0, x1 - x0, fabric)
    between, around = _seams(spec)
    valley = np.zeros((h, w), np.float32)
    for line in between:
        _line(valley, line, (1.0,), 6)
    for line in around:
        _line(img, line, SASH, 26)
        for side in (-13, 13):
            _line(valley, line + side * (line[0] != line[1])[::-1], (1.0,), 5)
    img *= (1 - 0.28 * cv2.GaussianBlur(valley, (0, 0), 3) - 0.45 * cv2.GaussianBlur(valley, (0, 0), 16))[..., None]
    for line in between:
        _stitches(img, line, THREAD, 21, 13, 4)
    for line in around:
        for side in (-18, 18):
            _stitches(img, line + side * (line[0] != line[1])[::-1], THREAD, 13, 9, 3)
    img *= (0.97 + 0.06 * art.noise(rng, h, w, 3))[..., None]
    for (col, row), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, 0, 0.66 * spec.cell), rng.uniform(-13, 13))
        art.paste(img, sprite, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.45)
    return img.clip(0, 255).astype(np.uint8)


def _skin(tag: str, tex: np.ndarray, cut: Polygon, low: np.ndarray, puff: float, reach: float) -> tuple:
    """A soft material: swelling from the rim of the outline, with a nap."""
    (h, w), inside = tex.shape[:2], np.zeros(tex.shape[:2], np.uint8)
    for ring, value in ((cut.exterior, 255), *((r, 0) for r in cut.interiors)):
        points = (np.array(ring.coords) - low) * [PX, -PX] + [0, h]
        cv2.fillPoly(inside, [np.round(points).astype(np.int32)], value)
    near = np.clip(cv2.distanceTransform(inside, cv2.DIST_L2, 5) / (reach * PX), 0, 1)
    swell = cv2.GaussianBlur(np.sqrt(1 - (1 - near) ** 2), (0, 0), 5)
    swell = puff * swell + 0.22 * art.fbm(np.random.default_rng(len(tag)), h, w, 9)
    bump = np.ascontiguousarray(swell[::-1, :, None], dtype=np.float32)
    return tag, "diffuse", {"tex": tex.clip(0, 255).astype(np.uint8), "bump": bump, "bump_scale": 1.0}


def _patch(spec: Any, p: Any, cut: Polygon, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """The face of a tile or of an animal's body: wool, sewn shapes on its spaces, stitches along its rim."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    felt, pale, deep, thread = TILES[p.colour] if p.kind == "leaf" else (*FELT[p.colour], THREAD)
    img = _wool(rng, h, w, felt)
    for k, cell in enumerate(sorted(map(tuple, p.cells))):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h]
        if p.kind == "leaf" and cell != tuple(p.hole):
            own = (pale, deep) if rng.random() < 0.5 else (deep, pale)
            sprite = _sewn(LEAVES[int(rng.integers(4))], round(0.66 * c), own)
            art.paste(img, art.rotate(sprite, rng.uniform(0, 360)), *(at + rng.normal(0, 4, 2)), 0.45)
        elif p.kind == "animal" and k:
            art.paste(img, _sewn(FLANK[p.colour], round(0.8 * c), FELT[p.colour]), *at, 0.3)
    for k, ring in enumerate((cut.exterior, *cut.interiors)):
        path = (np.array(ring.coords) - low) * [PX, -PX] + [0, h]
        inwards = 14.0 if Polygon(path).exterior.is_ccw == (k == 0) else -14.0
        _stitches(img, path, thread, 3, 24, 4, (0.0, inwards))
        _stitches(img, path, thread, 26, 1, 5)
    return img


def _plush(kind: str, at: np.ndarray, size: float, z: float, thick: float, part: str) -> list:
    """A head cut out of felt, as its drawing is; black ovals are beads."""
    own, n = FELT[kind], round(size * PX)
    rings = [(sign, ring * [size, -size] + at) for sign, ring in _rings(DRAWINGS[kind]) if sign[0] != "-"]
    cut = unary_union([Polygon(ring).buffer(0) for _, ring in rings]).buffer(0.5).buffer(-0.4).simplify(0.05)
    cut = max(getattr(cut, "geoms", [cut]), key=lambda g: g.area)
    low, tex = at - size / 2, _wool(np.random.default_rng(n), n, n, own[0])
    art.paste(tex, _sewn(DRAWINGS[kind], n, own), n / 2, n / 2)
    shift, felt = (0, 0, z), tuple(((np.array(own[1]) / 255) ** 2.2).tolist())
    top, side = (geo.transform(mesh, shift=shift) for mesh in geo.die_cut(cut, thick, (*low, *(low + size)), 0.5))
    out = [(part, top, _skin(f"plush{kind}{part}", tex, cut, low, 0.9, 3.0)), (f"{part}side", side)]
    out[1] = (*out[1], (f"felt{kind}", "diffuse", {"rgb": felt}))
    t = np.linspace(-np.pi / 2, np.pi / 2, 11)
    for ring in (ring for sign, ring in rings if sign == "k"):
        half, (x, y) = np.ptp(ring, axis=0) / 2, ring.mean(0)
        bead = geo.lathe(np.c_[np.cos(t), np.sin(t)], 24)
        bead = geo.transform(dict(bead, v=(bead["v"] * [*half, 0.7]).astype(np.float32)), shift=(x, y, z + thick))
        out.append((part, bead, ("bead", "gloss", {"rgb": (0.012, 0.01, 0.012), "alpha": 0.12})))
    return out


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Felt tiles, buttons with a raised rim, heads with beads, cushions with a head on the first space."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre, tag = np.array([spec.cell_centre(*q) for q in p.cells]), f"{p.kind}{p.art_seed}"
    low, high = centre.min(0) - u / 2, centre.max(0) + u / 2
    if p.kind == "squirrel":
        out = _plush("squirrel", centre[0], 0.97 * u, 0.0, 3.4, "squirrel")
    elif p.kind == "token":
        low, wood = centre[0] - 6.8, ("buttonwood", "gloss", {"rgb": (0.46, 0.28, 0.13), "alpha": 0.3})
        top, side = geo.die_cut(Point(*centre[0]).buffer(6.8, 24), 2.0, (*low, *(low + 13.6)), 0.3)
        face = (tag, "gloss", {"tex": token_texture(p.colour, p.art_seed, 13.6), "alpha": 0.32})
        ring = geo.lathe([(6.75, 1.4), (6.8, 2.2), (6.5, 2.6), (6.1, 2.65), (5.8, 2.3), (5.6, 1.9)])
        out = [("token", top, face), ("tokenside", side, wood)]
        out.append(("token", geo.transform(ring, shift=(*centre[0], 0)), wood))
    else:
        cut, thick, tones = geo.tile_outline(spec, p.cells, p.hole, 0.4, 2.4, p.hole_size, 3.0), ts.PIECE_T, TILES
        if p.kind == "animal":
            at, thick, tones = [Point(*q) for q in centre], 2.4, FELT
            links = [LineString([a, b]).buffer(6.8) for a, b in combinations(at, 2) if a.distance(b) < 1.1 * u]
            body = unary_union([*(q.buffer(9.4) for q in at), *links]).buffer(5).buffer(-5).simplify(0.03)
            cut = Polygon(body.exterior)
        top, side = geo.die_cut(cut, thick, (*low, *high), 0.45)
        swell = (0.35, 1.6) if p.kind == "leaf" else (1.6, 5.0)
        face = _skin(tag, _patch(spec, p, cut, low, high - low), cut, low, *swell)
        core = tuple(((np.array(tones[p.colour][0]) / 255) ** 2.2 * 0.8).tolist())
        out = [(p.kind, top, face), (f"{p.kind}side", side, (f"core{p.colour}", "diffuse", {"rgb": core}))]
        if p.kind == "animal":
            first = np.array(spec.cell_centre(*min(map(tuple, p.cells))))
            out += _plush(p.colour, first, 0.9 * u, thick, 1.5, "animal")
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tones[0]] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.30, 0.26, 0.27))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, (MORNING, LAMPLIT, AFTERNOON), 67, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.15, "gain": 1.0}])
    stock = ts.TableScene.board_items
    ts.TableScene.board_items = lambda self, *args: [
        (n, m, (t[0], "diffuse", t[2]) if n == "board" else t) for n, m, t in stock(self, *args)
    ]
