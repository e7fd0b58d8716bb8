"""A cloth edition: an indigo playing mat of wax batik with cream and madder block prints, crackle and a stitched hem.

Tiles are thin card with batik leaves in teal (threes), saffron (fours) and maroon (fives) inside a row of wax dots; the
spaces are parted by rows of resist dots or thin cream lines. Tokens are pale wooden discs with burnt icons, squirrels
carved blocks of olive-dyed wood, animals are felted out of wool.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import Geometry, Point, Polygon, affinity
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Rng = np.random.Generator
INDIGO, CREAM, MADDER, WOOD = (34, 46, 96), (236, 226, 202), (166, 60, 50), (234, 206, 160)
BURNT, INKS = ((112, 62, 30), (198, 148, 92), (36, 16, 8)), ((104, 128, 180), (172, 168, 176), (158, 58, 56))
# roles (threes, fours, fives): ground, leaf, resist line
DYE = {
    "green": ((18, 104, 108), (58, 150, 146), (196, 230, 214)),
    "orange": ((222, 150, 30), (242, 190, 84), (132, 72, 18)),
    "red": ((122, 22, 50), (152, 52, 70), (240, 190, 176)),
}
# base, body, second colour, lines
PAINT = {
    "squirrel": ((82, 88, 40), (172, 172, 92), (224, 216, 164), (46, 50, 20)),
    "badger": ((76, 78, 84), (128, 130, 136), (232, 230, 224), (30, 28, 30)),
    "owl": ((106, 78, 124), (170, 144, 186), (230, 218, 234), (44, 30, 52)),
    "hare": ((186, 168, 144), (234, 226, 212), (204, 170, 150), (52, 40, 34)),
    "fox": ((156, 70, 32), (208, 118, 68), (240, 226, 206), (44, 26, 20)),
    "heron": ((100, 126, 150), (160, 184, 200), (236, 240, 240), (34, 46, 58)),
    "berry": (INDIGO, (204, 54, 62), (150, 196, 132), (74, 16, 34)),
    "nut": (INDIGO, (214, 146, 62), (136, 80, 42), (62, 34, 20)),
    "mushroom": (INDIGO, (228, 112, 58), (244, 234, 212), (92, 40, 30)),
    "feather": (INDIGO, (88, 184, 190), (240, 190, 70), (24, 50, 96)),
}
_BALLS = ((0.18, 0.6), (0.82, 0.6), (0.5, 0.8))
_FACE = [(0.38, 0.54, 0.06, 0.07, 0, 2), (0.62, 0.54, 0.06, 0.07, 0, 2), (0.5, 0.7, 0.08, 0.06, 0, 2)]
_MUZZLE = [(0.5, 0.56, 0.34, 0.3, 0, 0), (0.5, 0.68, 0.17, 0.13, 0, 1)]
_HATCH = [(0.5, 0.16, 0.56, 0.0, 2), *((x, 0.16, x - 0.12, 0.46, 2) for x in (0.46, 0.68))]
_VANE = [(0.55, 0.42, 0.2, 0.47, 40, 0), (0.68, 0.27, 0.15, 0.17, 40, 1), (0.69, 0.26, 0.08, 0.1, 40, 2)]
_BARBS = [(0.04, 0.98, 0.62, 0.34, 2), (0.34, 0.64, 0.32, 0.44, 2), (0.34, 0.64, 0.54, 0.66, 2)]
_BODY = [(0.74, 0.56, 0.15, 0.3, 8, 0), (0.68, 0.24, 0.17, 0.13, -20, 0), (0.43, 0.68, 0.19, 0.23, 12, 0)]
_HEAD = [(0.32, 0.38, 0.18, 0.14, -12, 0), (0.4, 0.2, 0.06, 0.12, 15, 0), (0.4, 0.88, 0.26, 0.06, 0, 0)]
_INLAY = [(0.37, 0.7, 0.08, 0.14, 12, 1), (0.76, 0.56, 0.05, 0.2, 8, 1), (0.27, 0.35, 0.04, 0.04, 0, 2)]
_CHEEKS = [(0.5, 0.56, 0.34, 0.3, 0, 1), *((0.5 + 0.13 * s, 0.52, 0.08, 0.24, -8 * s, 0) for s in (-1, 1))]
_DISCS = [(0.5 + 0.13 * s, 0.52, 0.14, 0.14, 0, 1) for s in (-1, 1)]
# unit square, y down: ovals (x, y, half axes, degrees, paint), lines (from, to, paint); paint 0 body, 1 second, 2 lines
DRAWN: dict[str, list[tuple[float, ...]]] = {
    "berry": [(0.25, 0.14, 0.24, 0.1, 20, 1), (0.75, 0.14, 0.24, 0.1, -20, 1)]
    + [(0.5, 0.1, x, y, 2) for x, y in _BALLS]
    + [(x, y, r, r, 0, paint) for x, y in _BALLS for r, paint in ((0.2, 2), (0.18, 0))]
    + [(x - 0.06, y - 0.06, 0.05, 0.05, 0, 1) for x, y in _BALLS],
    "nut": [(0.5, 0.65, 0.3, 0.34, 0, 0), (0.5, 0.36, 0.42, 0.2, 0, 2), (0.5, 0.31, 0.42, 0.2, 0, 1), *_HATCH],
    "mushroom": [(0.5, 0.36, 0.5, 0.32, 0, 0), (0.5, 0.74, 0.17, 0.26, 0, 1), (0.5, 0.54, 0.45, 0.09, 0, 2)]
    + [(x, y, a, a * 0.86, 0, 1) for x, y, a in ((0.22, 0.36, 0.09), (0.5, 0.19, 0.1), (0.76, 0.35, 0.09))],
    "feather": [*_VANE, *_BARBS],
    "squirrel": [*_BODY, *_HEAD, *_INLAY],
    "badger": [*((0.5 + 0.24 * s, 0.32, 0.1, 0.1, 0, 0) for s in (-1, 1)), *_CHEEKS, *_FACE],
    "owl": [*((0.5 + 0.22 * s, 0.27, 0.08, 0.14, 30 * s, 0) for s in (-1, 1)), *_MUZZLE, *_DISCS, *_FACE],
    "hare": [*((0.5 + 0.12 * s, 0.26, 0.07, 0.22, 10 * s, 0) for s in (-1, 1)), *_MUZZLE, *_FACE],
    "fox": [*((0.5 + 0.21 * s, 0.28, 0.1, 0.18, 25 * s, 0) for s in (-1, 1)), *_MUZZLE, *_FACE],
    "heron": [(0.5, 0.2, 0.05, 0.16, 0, 2), *_MUZZLE, *_FACE[:2], (0.5, 0.8, 0.06, 0.17, 0, 2)],
    "back": [(0.5, 0.5, 0.33, 0.33, 0, 0), *((0.5 + x, 0.5, 0.045, 0.2, 0, 1) for x in (-0.18, 0, 0.18))],
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
LAMPS = (
    (3100, (("lamp", 2800, (220, 220), 0.9, 450, 1400, 0), ("lamp", 2700, (80, 80), 0.35, -800, 1100, 0))),
    (6000, (("window", 6900, (700, 500), 1.0, 1400, 1200, 300), ("window", 6300, (400, 500), 0.4, -1800, 1000, 300))),
    (4200, (("lamp", 3800, (400, 90), 0.8, 350, 1700, 0), ("window", 8000, (400, 400), 0.3, -1500, 900, 300))),
)


def _cracks(rng: Rng, h: int, w: int, size: float) -> np.ndarray:
    """0..1: fine jagged veins about `size` pixels apart that fade in and out, as of crumpled wax."""
    seeds, n = np.full((h, w), 255, np.uint8), int(h * w / size**2) + 4
    seeds[rng.integers(0, h, n), rng.integers(0, w, n)] = 0
    cell = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1].astype(np.float32)
    edge = (cv2.morphologyEx(cell, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)) > 0).astype(np.float32)
    y, x = (at + size * 0.5 * (art.fbm(rng, h, w, size * 0.8) - 0.5) for at in np.mgrid[:h, :w].astype(np.float32))
    edge = cv2.GaussianBlur(cv2.remap(edge, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), (0, 0), 0.8)
    return np.clip(edge * 2.2, 0, 1) * np.clip(art.noise(rng, h, w, size * 2) * 2 - 0.5, 0, 1)


def _dyed(rng: Rng, img: np.ndarray, mask: np.ndarray, colour: Sequence[float], ragged: float, share: Any) -> None:
    """Colour a picture where a mask is, with the soft and slightly ragged edge of wax."""
    soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 1.6)
    a = np.clip((soft - 0.5 + ragged * (art.noise(rng, *mask.shape, 6) - 0.5)) * 3 + 0.5, 0, 1) * (soft > 0.03) * share
    img += (np.float32(colour) * (0.88 + 0.24 * art.fbm(rng, *mask.shape, 30))[..., None] - img) * a[..., None]


def _poly(mask: np.ndarray, points: np.ndarray, at: Sequence[float], size: float, turn: float, line: int = 0) -> None:
    """Fill points of about unit size into a mask, or draw them as a line."""
    c, s = np.cos(np.radians(turn)) * size, np.sin(np.radians(turn)) * size
    p = [np.round((points @ np.array([[c, s], [-s, c]]) + at) * 16).astype(np.int32)]
    cv2.polylines(mask, p, False, 255, line, cv2.LINE_AA, 4) if line else cv2.fillPoly(mask, p, 255, cv2.LINE_AA, 4)


@lru_cache(maxsize=1)
def _blocks() -> list[list[np.ndarray]]:
    """Strokes of about unit size: four leaves (outline, stalk, veins), then a spiral, a flower and scales."""
    t, out = np.linspace(0, 1, 50), []
    for wide, lean, bend, count in ((0.24, 0.75, 0.16, 5), (0.3, 0.6, -0.1, 4), (0.17, 0.9, 0.2, 6)):
        spine, half = np.c_[t - 0.5, bend * np.sin(np.pi * t) * t], np.c_[0 * t, wide * np.sin(np.pi * t**lean)]
        out.append([np.r_[spine + half, (spine - half)[::-1]], np.r_[[(-0.68, 0.04)], spine[:47]]])
        for k in np.linspace(6, 36, count).astype(int):
            out[-1] += [spine[k] + np.array([(0, 0), (0.09, s * half[k + 5, 1] * 0.8)]) for s in (-1, 1)]
    fan = np.linspace(-2.75, 2.75, 120)
    round_fan = np.c_[np.cos(fan), np.sin(fan)] * (0.26 + 0.3 * np.cos(fan * 2.4) ** 2)[:, None]
    out.append([np.r_[round_fan, round_fan[:1]], np.array([(-0.6, 0), (0.4, 0)])])
    out[-1] += [np.array([(0, 0), (0.4 * np.cos(a), 0.4 * np.sin(a))]) for a in (-2.5, -1.3, 1.3, 2.5)]
    turn = np.linspace(0, 2 * np.pi, 160)
    ring = np.c_[np.cos(turn), np.sin(turn)]
    out.append([np.c_[turn * np.cos(turn * 2.4), turn * np.sin(turn * 2.4)] / 12])
    out.append([ring * np.abs(np.cos(turn * 4))[:, None] / 2, ring * 0.1])
    return [*out, [r * ring[80:] for r in (0.2, 0.35, 0.5)]]


def leaf_texture(seed: int, colour: str, outline: Geometry) -> np.ndarray:
    """Batik leaves with veins left free by wax, on a mottled ground; wax dots along the outline (in pixels)."""
    rng, (w, h) = np.random.default_rng(seed), (round(v + 0.35 * PX) for v in outline.bounds[2:])
    (fill, line), free, first = np.zeros((2, h, w), np.uint8), outline.buffer(-1.8 * PX), int(rng.integers(4))
    for most in np.linspace(17, 9, 260):
        at, size = rng.uniform(0, (w, h)), most * PX
        if free.contains(Point(at).buffer(size * 0.4)):
            turn, free = rng.uniform(0, 360), free.difference(Point(at).buffer(size * 0.48))
            for k, stroke in enumerate(_blocks()[(first + int(rng.random() < 0.35)) % 4]):
                _poly(line, stroke, at, size, turn, 5 if k < 2 else 3)
                _poly(fill, stroke, at, size, turn, 1 if k else 0)
    for x, y in rng.uniform(0, (w, h), (w * h // 1500, 2)):
        if free.contains(Point(x, y)):
            cv2.circle(line, (int(x), int(y)), int(rng.uniform(2, 5)), 255, -1, cv2.LINE_AA)
    rim = Polygon(outline.exterior).buffer(-PX).exterior
    for d in np.arange(0, rim.length - 9, 17):
        cv2.circle(line, tuple(int(v) for v in rim.interpolate(d).coords[0]), 4, 255, -1, cv2.LINE_AA)
    img = np.float32(DYE[colour][0]) * (0.78 + 0.44 * art.fbm(rng, h, w, 70, octaves=5))[..., None]
    _dyed(rng, img, fill, DYE[colour][1], 0.5, 1)
    _dyed(rng, img, line, DYE[colour][2], 0.3, 0.9)
    return np.clip(img * (1 - 0.4 * _cracks(rng, h, w, 45))[..., None], 0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _masks(kind: str, n: int, rim: int = 0) -> np.ndarray:
    """What is DRAWN, n pixels large with `rim` more on each side: masks of body, second colour and lines."""
    out, s, tone = np.zeros((n * 3, n * 3, 3), np.uint8), n * 3, (255 * np.eye(3)).tolist()
    for *row, paint in DRAWN[kind]:
        x, y, a, b = (int(v * s) for v in row[:4])
        if len(row) == 4:
            cv2.line(out, (x, y), (a, b), tone[paint], int(0.05 * s), cv2.LINE_AA)
        else:
            cv2.ellipse(out, (x, y), (a, b), row[4], 0, 360, tone[paint], -1, cv2.LINE_AA)
    out = cv2.resize(out, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return cv2.copyMakeBorder(out, rim, rim, rim, rim, cv2.BORDER_CONSTANT)


def _printed(img: np.ndarray, kind: str, x: float, y: float, size: int, paints: Sequence, rim: int = 0) -> np.ndarray:
    """Paint what is DRAWN on a picture, round it a rim of bare cloth; returns the masks."""
    masks, r = _masks(kind, size, rim), size // 2 + rim
    part = img[int(y) - r :, int(x) - r :][: len(masks), : len(masks)]
    if rim:
        bare = cv2.GaussianBlur(cv2.dilate(masks.sum(2).clip(0, 1), np.ones((rim, rim), np.uint8)), (0, 0), 1.5)
        part += (np.float32(CREAM) - part) * 0.95 * bare[..., None]
    part[:] = part * (1 - masks.sum(2).clip(0, 1))[..., None] + masks @ np.float32(paints)
    return masks


def _grain(rng: Rng, h: int, w: int, colour: Sequence[float]) -> np.ndarray:
    """Wood with its grain along x."""
    rings = 0.07 * np.sin(40 * art.fbm(rng, h, w, 200, 26, octaves=3))
    fine = 0.12 * art.noise(rng, h, w, 70, 2.5) + 0.08 * art.noise(rng, h, w, 24, 1.4)
    return np.float32(colour) * (0.89 + rings + fine)[..., None]


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """Indigo cloth, another block and shade in each area, resist dots or lines round the spaces, a patterned hem."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell, bands = round(spec.margin * PX), spec.cell * PX, -(-spec.cols // spec.area_cols)
    row, col = np.mgrid[-m : h - m, -m : w - m]
    from_row, from_col = np.minimum(row, h - 2 * m - row), np.minimum(col, w - 2 * m - col)
    out, along = -np.minimum(from_row, from_col), np.where(from_row < from_col, col + m, row + m)
    area = row // (cell * spec.area_rows) * bands + col // (cell * spec.area_cols)
    spots = [(kind, int(m + (c + 0.5) * cell), int(m + (r + 0.5) * cell)) for (c, r), kind in sorted(treasures.items())]
    bare = np.ones((h, w), np.float32)
    for _, x, y in spots:
        cv2.circle(bare, (x, y), int(cell * 0.38), 0.12, -1)
    bare = cv2.GaussianBlur(bare, (0, 0), 12) * (out < 0)
    img = np.float32(INDIGO) * (0.85 + 0.3 * art.fbm(rng, h, w, 120, octaves=5))[..., None]
    for k in range(spec.n_areas):
        marks, kind, pitch = np.zeros((h, w), np.uint8), int(rng.integers(1, 7)), rng.uniform(11.5, 14.5) * PX
        for i, y in enumerate(np.arange(m, h - m, pitch * 0.87)):
            for x in np.arange(m + pitch * (i % 2) / 2, w - m, pitch):
                for stroke in _blocks()[kind]:
                    _poly(marks, stroke, (x, y), pitch * 0.8, 180 if kind > 5 else (7 * x + 3 * y) % 360, 5)
        img *= (1 + (area == k) * (out < 0) * rng.uniform(-0.12, 0.3))[..., None]
        _dyed(rng, img, marks, INKS[(k + seed) % 3], 0.5, 0.72 * (area == k) * bare)
    steps = (row, cell), (col, cell), (row, cell * spec.area_rows), (col, cell * spec.area_cols)
    y, x, area_y, area_x = (abs((at + step / 2) % step - step / 2) for at, step in steps)
    down, across = ((at + 10) % 20 - 10 for at in (row, col))
    dots, rope = (np.minimum(np.hypot(p, down), np.hypot(q, across)) for p, q in ((x, y), (area_x, area_y)))
    lines = dots < 5.5 if rng.random() < 0.6 else np.minimum(x, y) < 3
    teeth = (out > 22) & (out < 56) & (abs(along % 40 - 20) * 1.6 < out - 22)
    stitches = (abs(out - 68) < 3) & (along % 32 < 20) | (abs(out - 20) < 3) | (abs(out - 58) < 2)
    wax = (lines | (rope < 10)) & (out < 12) | stitches | teeth & (along // 40 % 2 == 0)
    _dyed(rng, img, wax.astype(np.uint8) * 255, CREAM, 0.3, 0.95)
    madder = (rope < 5) & (out < 12) | teeth & (along // 40 % 2 == 1)
    _dyed(rng, img, madder.astype(np.uint8) * 255, MADDER, 0.3, 0.95)
    for kind, x, y in spots:
        _printed(img, kind, x, y, int(0.56 * cell), PAINT[kind][1:], 12)
    cracks = (_cracks(rng, h, w, 70) + 0.6 * _cracks(rng, h, w, 160)).clip(0, 1)[..., None]
    veins = np.where(img.mean(2, keepdims=True) > 105, np.float32(INDIGO), np.float32(INKS[0]))
    img += (veins - img) * 0.4 * cracks
    over = np.sin(row * 2 * np.pi / 9) * np.sin(col * 2 * np.pi / 9) * 0.5 + 0.5
    weave = over * art.noise(rng, h, w, 70, 4.5) + (1 - over) * art.noise(rng, h, w, 4.5, 70)
    return np.clip(img * ((0.8 + 0.4 * weave) * (1 - 0.3 * (abs(out - 62) < 3)))[..., None], 0, 255).astype(np.uint8)


def _carved(spec: Any, p: Any, box: np.ndarray) -> list:
    """A squirrel carved into a block of dyed wood, or an animal of felt: a height map as a mesh, and its picture."""
    rng, wood, n = np.random.default_rng(p.art_seed), p.kind == "squirrel", round(spec.cell * 5)
    w, h = ((box[2:] - box[:2]) * 5).round().astype(int)
    outline = geo.tile_outline(spec, p.cells, gap=0.5, radius=1.8 if wood else 4.5)
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, [np.round((np.array(outline.exterior.coords) - box[[0, 3]]) * [5, -5]).astype(np.int32)], 1)
    rise = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / 5 / (0.8 if wood else 3.0), 0, 1)
    height = (3.0 if wood else 3.6) * np.sqrt(1 - (1 - rise) ** 2)
    base, *paints = PAINT[p.colour]
    img = _grain(rng, h, w, base) if wood else np.float32(base) + np.zeros((h, w, 1), np.float32)
    for i, (c, r) in enumerate(sorted(map(tuple, p.cells), key=lambda q: (q[1], q[0]))):
        x, y = (np.array(spec.cell_centre(c, r)) - box[[0, 3]]).round() * [5, -5]
        masks = _printed(img, "back" if i else p.colour, x, y, n, paints)
        top, left = int(y) - n // 2, int(x) - n // 2
        lift = cv2.GaussianBlur(masks[..., :2].sum(2) - 0.5 * masks[..., 2], (0, 0), 1.6)
        height[top : top + n, left : left + n] += 2 * lift * mask[top : top + n, left : left + n]
    if wood:
        height -= 0.3 * art.noise(rng, h, w, 9, 3) * mask
        img = img * (0.9 + 0.2 * art.noise(rng, h, w, 60, 2.2))[..., None]
    else:
        wool = art.noise(rng, h, w, 2.2) * 0.6 + art.noise(rng, h, w, 5) * 0.4
        height, img = height + 0.5 * (wool - 0.4) * mask, img * (0.72 + 0.56 * wool)[..., None]
    k = max(w, h) + 1
    mesh = geo.sheet(*(box[2:] - box[:2]), k, lambda x, y: cv2.resize(height[::-1] * mask[::-1], (k, k)))
    mesh["f"] = mesh["f"][mesh["v"][:, 2][mesh["f"]].max(1) > 0.02]
    look = (f"{p.kind}{p.art_seed}", "diffuse", {"tex": img.clip(0, 255).astype(np.uint8)})
    return [(p.kind, geo.transform(mesh, shift=(*(box[2:] + box[:2]) / 2, 0)), look)]


def _piece_meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Tiles of printed card, turned wooden discs, carved or felted figures."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    box = np.r_[centre.min(0) - spec.cell / 2, centre.max(0) + spec.cell / 2]
    if p.kind == "leaf":
        outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        drawn = affinity.affine_transform(outline, (PX, 0, 0, -PX, -box[0] * PX, box[3] * PX))
        solid, core = geo.die_cut(outline, ts.PIECE_T, box), (0.6, 0.5, 0.4)
        tex = leaf_texture(p.art_seed, p.colour, drawn)
    elif p.kind == "token":
        (x, y), r, n, rng, core = centre[0], 6.8, 136, np.random.default_rng(p.art_seed), (0.3, 0.17, 0.08)
        solid = geo.die_cut(Point(x, y).buffer(r, 24), 3.0, (x - r, y - r, x + r, y + r), 0.5)
        tex, away = _grain(rng, n, n, WOOD), np.hypot(*(np.mgrid[:n, :n] / n - 0.5))[..., None]
        tex *= 1 - np.clip((away - 0.45) * 9, 0, 0.5) * np.float32((0.5, 0.68, 0.85))
        _printed(tex, p.colour, n / 2, n / 2, int(n * 0.74), BURNT)
    else:
        out = _carved(spec, p, box)
    if p.kind in ("leaf", "token"):
        look = {"tex": tex.clip(0, 255).astype(np.uint8), "alpha": self.card_alpha * 0.6}
        looks = (f"{p.kind}{p.art_seed}", "card", look), (f"{p.kind}core", "diffuse", {"rgb": core})
        out = list(zip((p.kind, f"{p.kind}side"), solid, looks, strict=True))
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    art.board_texture, ts.PIECE_T = board_texture, 1.7
    ts.EDGE.update(rgb=(0.02, 0.03, 0.1))
    for difficulty in ts.DIFFICULTY.values():
        difficulty["alpha"] = (0.45, 0.6)
    ts.TableScene._piece_meshes = _piece_meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 72, rest=0.5)
