"""A hand-tinted botanical engraving of the 19th century, on cream laid paper with foxing.

Warm black outlines and hatching that swells with the shade; over it thin, uneven washes a little out of register:
Prussian blue (threes), gamboge (fours), rose-violet madder (fives). The board is an uncoloured undergrowth of ferns and
twigs with white-ruled spaces; tokens are dark wooden discs with a burnt icon, squirrels cut-outs of card lying flat,
animals dark mezzotint plates with one tinted figure a space. The room is an old study, its desk of wood or baize.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, PAPER, INK = art.PX, (238, 226, 198), (36, 30, 27)
# what a thin wash leaves of the paper's light, by role: threes, fours, fives; and of dead leaves on the board
WASH = {"green": (0.5, 0.7, 0.83), "orange": (1, 0.86, 0.38), "red": (0.8, 0.5, 0.65), "litter": (0.9, 0.85, 0.75)}
# leaves: half breadth, the exponent that moves it to the stalk, depth and frequency of lobes
BLADES = ((0.3, 0.75, 0, 1), (0.16, 0.9, 0, 1), (0.27, 0.85, 0.3, 24), (0.27, 0.7, 0.08, 75), (0.38, 0.9, 0, 1))
TINTS = "c9e3357 l9ebd6b nd18f4c ha8b266 md66b47 ifff5db b99b8d6 rd1753d fe6c299 ga8a8ad wffffff k292424 ta88561"
# figures in hundredths of a square; parts: tint, shade from and to, ellipses (x y rx ry angle) or a smoothed polygon
FIGURES = """
berry: l 10 60 52,30 30,30 6,16 12,2 40,8; l 10 60 50,30 60,6 86,2 96,14 74,30; c 0 75 26 40 14 14 0 50 36 14 14 0 74
    40 14 14 0 36 60 14 14 0 64 60 14 14 0 50 82 14 14 0
nut: n 0 75 50,99 22,82 20,50 30,30 70,30 80,50 78,82; h 15 60 10,62 8,30 34,10 44,30 34,46 24,46; h 25 80 90,62 92,30
    66,10 56,30 66,46 76,46; h 10 60 50,58 36,40 36,16 46,2 56,2 64,16 64,40
mushroom: i 0 60 42,40 40,84 30,98 70,98 60,84 58,40; i 50 90 50 50 42 8 0; m 0 70 2,52 8,20 40,0 60,0 92,20 98,52
    50,44; i 0 20 30 28 6 4 0 52 16 6 4 0 68 30 6 4 0 47 36 6 4 0
feather: b 5 45 20,84 16,50 50,12 97,0 80,20; b 30 80 20,84 50,82 84,52 99,0 80,20; i 0 0 1,97 3,100 40,66 86,16 36,62
squirrel: l 20 70 2,98 6,86 50,90 94,84 98,98 50,99; r 0 70 56,90 98,86 99,50 82,40 99,20 84,0 56,6 60,50; r 5 75 46 66
    20 27 12; i 0 40 35 64 9 20 14; r 10 60 58 82 17 13 -10; r 10 50 34,26 36,2 47,22; r 0 60 4,42 16,24 36,16 50,30
    46,48 22,52; r 20 70 46,54 30,58 12,60 12,68 30,70 48,66; n 10 70 11 62 8 9 0; k 90 90 27 32 4 4 0
badger: k 70 90 30 84 7 10 0 48 84 7 10 0 72 84 7 10 0 86 84 7 10 0; g 10 85 24,74 22,40 50,24 84,34 98,62 86,84; w 0
    10 2,70 12,46 34,38 44,56 32,76; k 70 90 6,66 20,50 38,44 40,58 24,62
owl: t 10 70 50 90 46 6 0; f 5 60 24,10 50,20 76,10 86,50 66,92 34,92 14,50; t 30 80 22 62 10 26 -8 78 62 10 26 8; i 0
    30 35 33 17 16 0 65 33 17 16 0; k 90 90 37 33 7 7 0 63 33 7 7 0; n 20 60 43,40 57,40 50,56
hare: i 0 30 92 70 8 8 0; f 0 75 58 70 32 22 -12; f 10 70 72 72 19 20 0; f 10 60 30,34 36,0 46,2 44,34; f 20 70 40,36
    52,2 62,6 50,38; f 0 60 33 44 19 15 -18; f 20 70 34 88 20 6 0; k 90 90 29 42 4 4 0
fox: r 0 75 50,94 94,96 99,60 84,36 76,50 80,74; r 5 75 28,96 32,50 56,40 74,70 70,96; i 0 30 38 68 9 20 8; r 20 70
    14,30 14,0 36,20; r 20 70 44,20 66,0 64,30; r 0 60 6,24 40,12 72,24 52,50 36,62; k 90 90 28 34 4 4 0 50 34 4 4 0
heron: t 60 90 52 84 2 15 0 64 84 2 15 0; b 5 80 34,60 50,46 78,50 99,78 66,78 40,74; w 0 40 36,66 44,66 46,48 36,34
    42,20 30,16 26,34 36,50; n 10 50 32,12 32,22 0,20; w 0 40 36 15 11 8 0; k 70 90 36,10 50,12 66,26 46,18
"""
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
DESK = ("lamp", 2750, (75, 75), 0.85, 430.0, 640.0, 0)
STUDIES = (
    (3900, (DESK, ("window", 6900, (420, 620), 0.5, -1500.0, 950.0, 300))),
    (3200, (DESK, ("window", 7600, (380, 600), 0.22, -1700.0, 900.0, 300))),
    (5200, (("window", 6400, (500, 650), 1.0, 1400.0, 1050.0, 300), ("lamp", 2800, (80, 80), 0.35, -520.0, 650.0, 0))),
)


def _hatch(tone: np.ndarray, degrees: float, pitch: float, wobble: np.ndarray | float = 0.0) -> np.ndarray:
    """Parallel lines as wide as the tone is dark, crossed where it is darkest: 0..1 ink."""
    yy, xx = np.mgrid[: tone.shape[0], : tone.shape[1]].astype(np.float32)
    u = (yy * np.cos(np.radians(degrees)) - xx * np.sin(np.radians(degrees))) / pitch + wobble
    wide = np.where(tone > 0.06, np.clip(tone, 0, 0.8) * 0.5, -1)
    lines = np.clip((wide - np.abs(u % 1 - 0.5)) * pitch + 0.5, 0, 1)
    crossed = np.clip(tone * 1.5 - 0.75, 0, 0.5)
    return np.maximum(lines, _hatch(crossed, degrees + 62, pitch, wobble)) if crossed.max() > 0.06 else lines


def _paper(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Cream laid paper: wires a millimetre apart, chains, clouds and foxing."""
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    laid = 0.982 + 0.012 * np.sin(yy * 2 * np.pi / 9) - 0.02 * (np.abs(xx % 240 - 120) < 3)
    img = np.float32(PAPER) * (laid * (0.95 + 0.08 * art.fbm(rng, h, w, 160)))[..., None]
    fox = np.clip((art.fbm(rng, h, w, 70, octaves=3) - 0.68) * 5, 0, 1)[..., None]
    return img * (1 - fox * np.float32([0.06, 0.16, 0.3]))


@lru_cache(maxsize=32)
def _figure(kind: str, size_mm: float) -> tuple[np.ndarray, ...]:
    """A figure as mask, hatched ink, outlines alone, and tint."""
    n = int(size_mm * PX) * 2
    mask, ink, line = (np.zeros((n, n), np.float32) for _ in range(3))
    tint, (yy, xx) = np.ones((n, n, 3), np.float32), np.mgrid[:n, :n].astype(np.float32)
    tints = {t[0]: np.float32([int(t[i : i + 2], 16) / 255 for i in (1, 3, 5)]) for t in TINTS.split()}
    for i, part in enumerate(FIGURES.split(f"\n{kind}:")[1].split(":")[0].rsplit("\n", 1)[0].split(";")):
        colour, light, dark, *form = part.split()
        if "," in form[0]:
            p = np.float32([q.split(",") for q in form]) / 100
            for _ in range(3):
                p = np.stack([p + 0.22 * (np.roll(p, -1, 0) - p), p + 0.78 * (np.roll(p, -1, 0) - p)], 1).reshape(-1, 2)
            outlines = [p * n]
        else:
            ovals = (np.int32(form).reshape(-1, 5) * [10, 10, 10, 10, 1]).tolist()
            outlines = [cv2.ellipse2Poly(e[:2], e[2:4], e[4], 0, 360, 6) * (n / 1000) for e in ovals]
        for p in outlines:
            a, r = _drawn(p, n, 6)
            (x, y), (w, h) = p.min(0), np.ptp(p, 0) + 1
            t = float(light) + (float(dark) - float(light)) * np.clip((xx - x) / w + (yy - y) / h - 0.45, 0, 1.2)
            hatched = _hatch(t / 100, 38 + 17 * (i % 3), 13, 0.07 * ((xx - x) / w - 0.5) ** 2 * w)
            ink, line = ink * (1 - a) + hatched * a, np.maximum(line * (1 - a), r)
            tint += (tints[colour] - tint) * a[..., None]
            mask = np.maximum(mask, np.maximum(a, r))
    return tuple(cv2.resize(v, (n // 2, n // 2)) for v in (mask, np.maximum(ink, line), line, tint))


def _drawn(outline: np.ndarray, n: int, thick: int) -> list[np.ndarray]:
    """Inside and line of an outline in a square of n pixels, 0..1."""
    area, rim = np.zeros((2, n, n), np.uint8)
    cv2.fillPoly(area, [outline.round().astype(np.int32)], 255, cv2.LINE_AA)
    cv2.polylines(rim, [outline.round().astype(np.int32)], True, 255, thick, cv2.LINE_AA)
    return [v.astype(np.float32) / 255 for v in (area, rim)]


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A figure engraved and tinted, as RGBA."""
    mask, ink, _, tint = _figure(kind, round(size_mm, 2))
    img = _printed(np.random.default_rng(seed), tint, ink)
    return np.dstack([img, mask * 255]).clip(0, 255).astype(np.uint8)


def _printed(rng: np.random.Generator, tint: np.ndarray, ink: np.ndarray) -> np.ndarray:
    """Ink on paper under a wash that pools and thins, a little out of register."""
    thick = 0.75 + 0.45 * art.noise(rng, *tint.shape[:2], 34)
    img = np.float32(PAPER) * (1 - (1 - np.roll(tint, rng.integers(-2, 3, 2), (0, 1))) * thick[..., None])
    return img + (np.float32(INK) - img) * 0.88 * ink[..., None]


@lru_cache(maxsize=4)
def _leaves(colour: str) -> list[np.ndarray]:
    """Engraved leaves of one wash, pointing along +x, as RGBA."""
    rng, out, t = np.random.default_rng(1830 + len(colour) * 31), [], np.linspace(0, 1, 80)
    for i in range(15):
        length = rng.uniform(110, 160)
        n, (wide, early, lobes, often) = int(length * 1.1), BLADES[i % 5]
        breadth = wide * np.sin(np.pi * t**early) ** 0.85 * (1 + lobes * np.sin(often * t))
        bend = rng.uniform(-0.08, 0.08) * np.sin(np.pi * t)
        pts = np.r_[np.c_[t, bend + breadth], np.c_[t, bend - breadth][::-1]] * length + [0.05 * n, n / 2]
        a, rim = _drawn(pts, n, 3)
        side = np.mgrid[:n, :n][0] - n / 2 - length * np.interp(np.arange(n), 0.05 * n + t * length, bend)
        tone = np.where(side > 0, 0.6, 0.26) * (0.35 + 0.75 * np.clip(1 - np.abs(side) / (0.3 * length), 0, 1) ** 1.5)
        lines = np.where(side > 0, _hatch(tone, 42, 8.0), _hatch(tone, -42, 8.0))
        ink = np.maximum(np.maximum(lines, np.abs(side) < 1.6) * a, rim)
        pigment = np.float32(WASH[colour]) ** rng.uniform(0.65, 1.3) + rng.normal(0, 0.022, 3)
        img = _printed(rng, np.ones((n, n, 1), np.float32) * pigment, ink)
        out.append(np.dstack([img, np.maximum(a, rim) * 255]).clip(0, 255).astype(np.uint8))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """A cluster of washed leaves before a closely hatched ground of the same wash."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    ground = _hatch(0.4 + 0.3 * art.fbm(rng, h, w, 60), rng.uniform(-20, 20), 7.0, art.noise(rng, h, w, 90))
    img = _printed(rng, np.ones((h, w, 1), np.float32) * np.float32(WASH[colour]), ground)
    spots = [(x, y) for y in np.arange(2, h_mm + 4, 6.2) for x in np.arange(2, w_mm + 4, 6.2)]
    for x, y in rng.permutation(spots) + rng.uniform(-2, 2, (len(spots), 2)):
        leaf = art.rotate(_leaves(colour)[int(rng.integers(15))], rng.uniform(0, 360), rng.uniform(0.75, 1.0))
        art.paste(img, leaf, x * PX, y * PX, 0.25)
    return np.clip(img, 0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark wood with a figure burnt into it by an iron; its inner lines stay wood."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    grain = 0.55 * art.noise(rng, n, n, 70, 3) + 0.45 * art.noise(rng, n, n, 25, 1.6)
    mask, ink, line, _ = _figure(kind, round(d_mm * 0.7, 2))
    o = n - len(mask)
    burnt = np.pad(mask * (1 - 0.75 * line) * (0.72 + 0.28 * ink), ((o // 2, o - o // 2),) * 2)
    burnt = np.maximum(burnt, 0.35 * cv2.GaussianBlur(burnt, (0, 0), 5))
    cv2.circle(burnt, (n // 2, n // 2), int(n * 0.455), 0.8, 3, cv2.LINE_AA)
    img = np.float32((156, 106, 66)) * ((0.72 + 0.5 * grain) * (1 - 0.86 * burnt))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _fern(rng: np.random.Generator, lay: np.ndarray, x: float, y: float) -> None:
    """One frond: a bent stalk with engraved leaflets, left paper-coloured."""
    length, t = rng.uniform(150, 310), np.linspace(0, 1, 18)
    angle = rng.uniform(0, 6.3) + rng.uniform(-0.9, 0.9) * t**1.4
    spine = np.c_[x + np.cumsum(np.cos(angle)) * length / 18, y + np.cumsum(np.sin(angle)) * length / 18]
    pale = (np.float32(PAPER) * rng.uniform(0.74, 0.94) * [0.95, 0.97, 0.92]).tolist()
    for p, a, f in zip(spine, angle, t, strict=True):
        for q in (a - 1.05, a + 1.05):
            reach = length * 0.26 * np.sin(np.pi * (0.12 + 0.86 * f)) ** 0.8 + 4
            d, m = reach * np.array([np.cos(q), np.sin(q)]), 0.17 * reach * np.array([-np.sin(q), np.cos(q)])
            pts = (p + np.array([0 * d, 0.45 * d + m, d, 0.45 * d - m])).round().astype(np.int32)
            cv2.fillPoly(lay, [pts], pale, cv2.LINE_AA)
            cv2.polylines(lay, [pts], True, INK, 1, cv2.LINE_AA)
            for s in (0.2, 0.35, 0.5, 0.65, 0.8):
                cv2.line(lay, (p + s * d).astype(int), (p + s * d + m * (0.9 - abs(1.8 * s - 0.8))).astype(int), INK, 1)
    cv2.polylines(lay, [spine.round().astype(np.int32)], False, INK, 3, cv2.LINE_AA)


def _twig(rng: np.random.Generator, lay: np.ndarray, x: float, y: float) -> None:
    """A knotty twig with a hatched underside."""
    wide, angle = (
        int(rng.uniform(8, 15)),
        rng.uniform(0, 6.3) + np.cumsum(rng.normal(0, 0.14, int(rng.uniform(12, 40)))),
    )
    pts = np.c_[x + np.cumsum(np.cos(angle)) * 12, y + np.cumsum(np.sin(angle)) * 12].round().astype(np.int32)
    for tone, shift, thick in ((INK, 0, wide), ((206, 190, 158), -1, wide - 4)):
        cv2.polylines(lay, [pts + shift], False, tone, thick, cv2.LINE_AA)
    for p in np.r_[pts, (pts[1:] + pts[:-1]) // 2]:
        cv2.line(lay, p, p + wide // 3, INK, 1, cv2.LINE_AA)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Undergrowth in black on paper with a thin sepia wash, white-ruled spaces, double rules round the areas."""
    rng, m, cell = np.random.default_rng(seed), round(spec.margin * PX), round(spec.cell * PX)
    paper = _paper(rng, *(round(v * PX) for v in spec.size[::-1]))
    h, w = spec.rows * cell, spec.cols * cell
    soil = _hatch(0.16 + 0.6 * art.fbm(rng, h, w, 110, 60), 4, 8.0, 3 * art.noise(rng, h, w, 260, 120))
    wild = _printed(rng, np.float32([0.82, 0.77, 0.68]) + 0.14 * art.fbm(rng, h, w, 200)[..., None], soil * 0.9)
    for _ in range(h * w // 26000):
        leaf = art.rotate(_leaves("litter")[int(rng.integers(15))], rng.uniform(0, 360), rng.uniform(0.4, 0.65))
        art.paste(wild, leaf, rng.uniform(0, w), rng.uniform(0, h), 0.2)
    lay = wild.clip(0, 255).astype(np.uint8)
    for i in range(h * w // 30000):
        (_fern if i % 3 else _twig)(rng, lay, rng.uniform(0, w), rng.uniform(0, h))
    for tone, thick in ((PAPER, 7), (INK, 1)):
        for i in range(1, max(spec.cols, spec.rows)):
            cv2.line(lay, (i * cell, 0), (i * cell, h), tone, thick, cv2.LINE_AA)
            cv2.line(lay, (0, i * cell), (w, i * cell), tone, thick, cv2.LINE_AA)
    img = paper.copy()
    img[m : m + h, m : m + w] = lay
    clear = np.clip(1.9 - 4.4 * np.hypot(*(np.mgrid[:cell, :cell] / cell - 0.5)), 0, 1)[..., None]
    for (c, r), kind in sorted(treasures.items()):
        sl = np.s_[m + r * cell : m + (r + 1) * cell, m + c * cell : m + (c + 1) * cell]
        img[sl] += (paper[sl] - img[sl]) * clear
        sprite = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.6 * spec.cell), rng.uniform(-10, 10))
        art.paste(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    lay = img.clip(0, 255).astype(np.uint8)
    for tone, thick in ((INK, 22), (PAPER, 10), (INK, 3)):
        for c in range(0, spec.cols, spec.area_cols):
            for r in range(0, spec.rows, spec.area_rows):
                q = (min(c + spec.area_cols, spec.cols), min(r + spec.area_rows, spec.rows))
                cv2.rectangle(lay, (m + c * cell, m + r * cell), (m + q[0] * cell, m + q[1] * cell), tone, thick)
    return cv2.rectangle(lay, (32, 32), (lay.shape[1] - 32, lay.shape[0] - 32), INK, 4)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """A mezzotint plate: dark, finely scraped ground with one tinted figure a space."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(c[i] for c in cells) + 1) * s) for i in (0, 1))
    even = np.full((h, w), 0.32, np.float32)
    scraped = np.maximum(_hatch(even, 45, 9), _hatch(even, -45, 9)) * (0.4 + 0.6 * art.fbm(rng, h, w, 80))
    img = np.float32((44, 40, 40)) + scraped[..., None] * np.float32((62, 58, 54))
    for i, (c, r) in enumerate(cells):
        sprite = icon(species, int(rng.integers(1 << 20)), 0.88 * cell_mm)
        art.paste(img, sprite[:, ::-1] if i % 2 else sprite, (c + 0.5) * s, (r + 0.5) * s)
    return np.clip(img, 0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """The figure in the middle of a paper square; the die cuts away what is outside its margin."""
    n = int(s_mm * PX)
    img = _paper(np.random.default_rng(seed), n, n)
    art.paste(img, icon("squirrel", seed, 0.93 * s_mm), n / 2, n / 2)
    return np.clip(img, 0, 255).astype(np.uint8)


def _pieces(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Tokens have wooden sides, squirrels are cut out along their outline; leaves and animals keep the die."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[tuple[Any, ...]]:
        new, out = (p.id, p.art_seed, tuple(map(tuple, p.cells))) not in self._mesh_cache, stock(self, spec, p)
        if new and p.kind == "token":
            out[1] = (*out[1][:2], ("wood", "diffuse", {"rgb": (0.10, 0.052, 0.026)}))
        elif new and p.kind == "squirrel":
            (x, y), half = spec.cell_centre(*p.cells[0]), spec.cell / 2
            mask = (_figure("squirrel", 0.93 * spec.cell)[0] > 0.5).astype(np.uint8)
            found = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
            line = (max(found, key=cv2.contourArea)[:, 0] - len(mask) / 2) * [1, -1] / PX + [x, y]
            card = Polygon(Polygon(line).buffer(2.2).buffer(-1.2).exterior).simplify(0.08)
            card = card.intersection(geo.tile_outline(spec, p.cells, gap=0.45))
            cut = geo.die_cut(card, ts.PIECE_T, (x - half, y - half, x + half, y + half), 0.2)
            out[:] = [(name, mesh, mat) for (name, _, mat), mesh in zip(out, cut, strict=True)]
        return out

    return meshes


def apply() -> None:
    """Replace the stock art, piece shapes, desk and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, animal_texture, squirrel_texture):
        setattr(art, f.__name__, f)
    for level in ts.DIFFICULTY.values():
        level.update(alpha=(0.35, 0.5), tables=("walnut", "oak", "felt"))
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, STUDIES, 47, rest=0.4)
