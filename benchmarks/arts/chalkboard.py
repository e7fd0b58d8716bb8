"""A home-made edition in chalk on blackboard paint: plywood boards with a pine frame, tiles rubbed in coloured chalk.

The board is charcoal with smears of what was wiped off; spaces are parted by thin dusty lines, areas by thick strokes
of blue and pink chalk, treasures are drawn in chalk: cyan berries, an orange acorn, a pink mushroom, a white feather.
Tiles are painted hardboard, the side of a stick rubbed over them in mint (threes), yellow (fours) and red (fives), one
leaf a space wiped out of it and drawn again in white. Tokens are dark brown slices of wood with the same drawing in
chalk. Squirrels are cut out of plywood and drawn in charcoal, animals are whitewashed slats with a charcoal beast.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product
from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, rounded
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
SLATE, COAL, WHITE = "2b2e30", "24221f", "ecebe4"
FRAME, BROWN, PLY, LIME = "b07a44 d0a064 e2bc84", "2c1a10 452a1a 5c3c26", "c89e68 dcb884 ead0a4", "c4c2b6 d8d6ca e6e4da"
# paint below; chalk rubbed over it; a second stick
TILES = {
    "green": ("24382e", "7cc890", "a4dca0"),
    "orange": ("443620", "f0c848", "f4dc84"),
    "red": ("43201f", "e0564e", "f08878"),
}
# strokes of chalk: colour, then lines in percent ("o": an oval), ";" between them; the first of "f" is rubbed full
DRAWINGS = {
    "berry": "f58bce8 o 32 54 19 19 0; f58bce8 o 68 54 19 19 0; f58bce8 o 50 78 19 19 0; ecebe4 24 48 28 44 34 43; "
    "ecebe4 60 48 64 44 70 43; ecebe4 43 72 47 68 53 67; 8cd08c 50 32 44 18 28 14; 8cd08c 50 32 58 16 74 12; 8cd08c "
    "32 38 50 28 68 38; 8cd08c 28 14 30 24 46 28; 8cd08c 74 12 70 22 54 27",
    "nut": "ff0a050 o 50 66 26 28 0; fb48858 o 50 34 33 16 0; ecebe4 24 34 50 42 76 34; ecebe4 32 26 50 30 68 26; "
    "fb48858 46 18 48 4 56 4 54 18; ecebe4 30 60 32 76 40 88; ecebe4 50 94 50 99",
    "mushroom": "ff07ca8 6 50 14 28 34 10 66 10 86 28 94 50; ecebe4 6 50 94 50; ecebe4 6 50 14 28 34 10 66 10 86 28 "
    "94 50; f9a9c98 34 52 34 76 26 96 74 96 66 76 66 52; ecebe4 o 34 34 7 6 0; ecebe4 o 54 24 8 7 0; ecebe4 o 72 38 "
    "6 6 0",
    "feather": "fecebe4 16 82 14 56 32 28 62 6 92 4 94 34 74 64 46 84; 58bce8 6 98 30 74 62 38 88 10; 58bce8 26 78 "
    "18 58; 58bce8 36 66 32 42; 58bce8 50 52 50 24; 58bce8 32 74 54 80; 58bce8 44 60 70 64; 58bce8 58 44 84 46",
    "squirrel": "24221f 58 96 64 70 56 44 66 18 84 10 96 24 90 44 96 66 88 86 70 96; 24221f 72 84 78 60 72 36 80 "
    "26; 24221f 56 92 58 66 46 52 52 36 44 20 40 6 32 18 18 26 6 42 16 52 30 52 24 70 30 92 56 96; 24221f o 26 36 2 "
    "3 0; 24221f 32 60 20 66 16 60; 24221f 48 88 44 76 52 70; 24221f 8 40 12 43",
    "badger": "f24221f 22 10 44 20 38 78 20 62; f24221f 78 10 56 20 62 78 80 62; 24221f o 50 50 38 42 0; f24221f o "
    "50 86 9 7 0; ecebe4 o 34 46 3 3 0; ecebe4 o 66 46 3 3 0",
    "owl": "24221f 12 6 22 28 14 60 26 88 50 96 74 88 86 60 78 28 88 6 50 22 12 6; 24221f o 32 46 16 17 0; 24221f o "
    "68 46 16 17 0; f24221f o 33 46 6 7 0; f24221f o 67 46 6 7 0; 24221f 44 58 50 74 56 58; 24221f 36 82 42 76 48 "
    "82; 24221f 52 82 58 76 64 82",
    "hare": "24221f o 34 24 9 24 -10; 24221f o 66 24 9 24 10; 24221f 34 10 36 34; 24221f 66 10 64 34; 24221f o 50 "
    "66 32 30 0; f24221f o 38 58 4 5 0; f24221f o 62 58 4 5 0; f24221f o 50 74 5 3 0; 24221f 50 77 50 88; 24221f 42 "
    "76 12 72; 24221f 58 76 88 72; 24221f 42 80 14 84; 24221f 58 80 86 84",
    "fox": "24221f 8 6 14 50 50 96 86 50 92 6 62 26 38 26 8 6; 24221f 14 50 34 54 50 92; 24221f 86 50 66 54 50 92; "
    "f24221f o 34 48 5 4 0; f24221f o 66 48 5 4 0; f24221f o 50 92 8 6 0; 24221f 14 16 18 34 28 26; 24221f 86 16 82 "
    "34 72 26",
    "heron": "24221f 44 44 52 66 42 98; 24221f 78 42 74 66 88 98; 24221f o 60 34 22 18 0; 24221f 40 28 2 44 42 44; "
    "24221f 52 18 74 14 99 30 76 28; f24221f o 52 32 4 4 0; 24221f 56 60 62 70 56 80; 24221f 68 66 74 76 68 86",
}  # fmt: skip
# outlines of leaves, tip up, then veins, in percent
LEAVES = (
    ("50 4 70 24 82 52 70 76 50 88 30 76 18 52 30 24", "50 8 50 99; 50 36 68 24; 50 36 32 24; 50 56 76 44; 50 "
     "56 24 44; 50 74 70 66; 50 74 30 66"),
    ("50 2 60 24 74 18 72 34 98 32 84 52 92 64 66 70 60 86 40 86 34 70 8 64 16 52 2 32 28 34 26 18 40 24", "50 "
     "8 50 99; 50 74 84 40; 50 74 16 40"),
    ("50 2 68 10 64 26 84 32 76 48 88 60 74 72 66 88 34 88 26 72 12 60 24 48 16 32 36 26 32 10", "50 8 50 99; "
     "50 46 72 36; 50 46 28 36; 50 68 76 58; 50 68 24 58"),
)  # fmt: skip
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (5400, (("window", 5800, (650, 600), 1.0, 1500.0, 1200.0, 280),)),
    (3400, (("lamp", 3100, (170, 170), 1.0, 460.0, 1500.0, 0), ("lamp", 3300, (120, 120), 0.3, -800.0, 1300.0, 0))),
    (4300, (("lamp", 4000, (260, 260), 1.0, 560.0, 1650.0, 0),)),
)


def _tone(text: str) -> Array:
    return np.float32(list(bytes.fromhex(text)))


def _wood(rng: Rng, h: int, w: int, tones: str) -> Array:
    """Grain along x."""
    grain = 0.45 * art.noise(rng, h, w, 300, 9) + 0.3 * art.noise(rng, h, w, 120, 3) + 0.25 * art.fbm(rng, h, w, 90)
    colours = [_tone(word) for word in tones.split()]
    return art.ramp(np.clip(grain * 1.7 - 0.35, 0, 1), colours).astype(np.float32)


class _Chalk:
    """A picture that is drawn on with chalk: where the stick touches depends on the tooth of the ground."""

    def __init__(self, rng: Rng, img: Array) -> None:
        self.rng, self.img, (h, w) = rng, img.astype(np.float32), img.shape[:2]
        self.tooth = 0.6 * art.noise(rng, h, w, 2.2) + 0.4 * art.noise(rng, h, w, 5)

    def put(self, cover: Array, tone: str, press: float = 0.75) -> None:
        """Leave dust where a stick went; harder pressed, deeper into the tooth."""
        a = np.clip((cover * (press + 0.55) - self.tooth) * 3.2, 0, 1) * np.clip(cover * 1.5, 0, 1)
        self.img += (_tone(tone) - self.img) * (a * 0.94)[..., None]

    def wipe(self, cover: Array, ground: str, much: float) -> None:
        """Take dust away with a finger: a haze stays."""
        self.img += (_tone(ground) - self.img) * (cover * much)[..., None]

    def line(self, points: Array, tone: str, width: float, press: float = 0.8, wobble: float = 1.0) -> None:
        """One stroke by hand."""
        points = np.asarray(points, np.float32)
        steps = np.r_[0, np.cumsum(np.hypot(*np.diff(points, axis=0).T))]
        n = max(3, int(steps[-1] / 12))
        fine = np.c_[tuple(np.interp(np.linspace(0, steps[-1], n), steps, points[:, k]) for k in (0, 1))]
        drift = (
            cv2.GaussianBlur(self.rng.normal(0, 1, (n, 2)).astype(np.float32), (1, 0), 1.5, sigmaY=1.5) if n > 4 else 0
        )
        fine = fine + drift * wobble * 1.8
        low = np.maximum(np.floor(fine.min(0)).astype(int) - 16, 0)
        high = np.minimum(np.ceil(fine.max(0)).astype(int) + 16, self.img.shape[1::-1])
        if (high <= low).any():
            return
        lay = np.zeros((high - low)[::-1], np.float32)
        cv2.polylines(
            lay, [np.round((fine - low) * 16).astype(np.int32)], False, 1.0, max(1, round(width)), cv2.LINE_AA, 4
        )
        lay = cv2.GaussianBlur(lay, (0, 0), max(0.8, width / 6))
        box = np.s_[low[1] : high[1], low[0] : high[0]]
        a = np.clip((lay * (press + 0.55) - self.tooth[box]) * 3.2, 0, 1) * np.clip(lay * 1.5, 0, 1)
        self.img[box] += (_tone(tone) - self.img[box]) * (a * 0.95)[..., None]

    def rub(self, cover: Array, tones: tuple[str, ...], turn: float, reach: float, gap: float = 0.12) -> None:
        """The side of a stick to and fro in broad strokes, some bare streaks between them."""
        h, w = cover.shape
        yy, xx = np.mgrid[:h, :w].astype(np.float32)
        across = xx * np.sin(turn) - yy * np.cos(turn) + 8 * art.noise(self.rng, h, w, 120)
        streak = self.rng.uniform(0, 1, 4096)[(across / reach).astype(int) % 4096].astype(np.float32)
        streak = 0.55 * cv2.GaussianBlur(streak, (0, 0), reach / 3) + 0.45 * art.fbm(self.rng, h, w, 60)
        for k, tone in enumerate(tones):
            part = np.clip((streak - gap - 0.30 * k) * 3 + 0.35, 0, 1)
            self.put(cover * part, tone, 0.62)


def _sketch(chalk: _Chalk, name: str, at: Any, mm: float, turn: float = 0, width: float = 7, only: str = "") -> None:
    """A drawing in chalk round a place."""
    s, (h, w) = mm * PX, chalk.img.shape[:2]
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    for part in DRAWINGS[name].split(";"):
        tone, *words = part.split()
        full, tone = len(tone) == 7, tone[-6:]
        numbers = np.float32([v for v in words if v != "o"])
        ring = ring_of(numbers)[0] if words[0] == "o" else numbers.reshape(-1, 2)
        ring = np.r_[ring, ring[:1]] if words[0] == "o" else ring
        ring = (ring - 50) / 100 * s @ spin + at
        if full:
            lay = np.zeros((h, w), np.uint8)
            cv2.fillPoly(lay, [np.round(ring * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            x, y, dx, dy = cv2.boundingRect(lay)
            view = _Chalk.__new__(_Chalk)
            view.rng, view.img, view.tooth = (
                chalk.rng,
                chalk.img[y : y + dy, x : x + dx],
                chalk.tooth[y : y + dy, x : x + dx],
            )
            view.put(lay[y : y + dy, x : x + dx] / np.float32(255), only or tone, 0.72)
        chalk.line(ring, only or tone, width * (1.1 if full else 1), 0.9, 0.6)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float, spots: Any = ()) -> Array:
    """Paint, chalk rubbed over it, and a leaf at each spot (mm from the upper left)."""
    rng, (w, h) = np.random.default_rng(seed), (round(w_mm * PX), round(h_mm * PX))
    paint, first, second = TILES[colour]
    img = _tone(paint) * (0.88 + 0.24 * art.fbm(rng, h, w, 50))[..., None]
    chalk, turn = _Chalk(rng, img), rng.uniform(0, np.pi)
    chalk.rub(np.ones((h, w), np.float32), (first, second), turn, rng.uniform(22, 40), 0.10)
    form = {"green": 2, "orange": 0, "red": 1}[colour]
    outline, veins = LEAVES[form]
    ring = rounded(np.float64(outline.split()).reshape(-1, 2), 0.16)
    for x, y in spots:
        a = rng.uniform(0, 2 * np.pi)
        spin = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * rng.uniform(14.5, 17) * PX / 100
        place, lay = np.array((x, y)) * PX, np.zeros((h, w), np.float32)
        leaf = (ring - 50) @ spin + place
        cv2.fillPoly(lay, [np.round(leaf * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        if rng.random() < 0.65:
            chalk.wipe(cv2.GaussianBlur(lay, (0, 0), 3), paint, rng.uniform(0.45, 0.7))
        else:
            chalk.put(lay, second, 0.7)
        chalk.line(np.r_[leaf, leaf[:1]], WHITE, 7, 0.9, 0.5)
        for vein in veins.split(";"):
            chalk.line((np.float64(vein.split()).reshape(-1, 2) - 50) @ spin + place, WHITE, 5, 0.7, 0.5)
    return chalk.img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A slice of dark stained wood with the drawing in chalk, fixed with hair spray."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    chalk = _Chalk(rng, _wood(rng, n, n, BROWN))
    _sketch(chalk, kind, (n / 2, n / 2), d_mm * 0.7, rng.normal(0, 0.1), 6)
    return chalk.img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure's drawing alone, as RGBA."""
    n, out = round(size_mm * PX), []
    for ground in (0.0, 255.0):
        chalk = _Chalk(np.random.default_rng(seed), np.full((n, n, 3), ground))
        _sketch(chalk, kind, (n / 2, n / 2), size_mm * 0.92)
        out.append(chalk.img)
    alpha = 1 - np.abs(out[1] - out[0]).mean(2, keepdims=True) / 255
    return np.dstack([out[0] / np.maximum(alpha, 0.02), alpha * 255]).clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Blackboard with smears and lines by hand, in a frame of pine."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _tone(SLATE) * (0.92 + 0.16 * art.fbm(rng, h, w, 200))[..., None]
    haze = np.clip(art.fbm(rng, h, w, 420, 150, octaves=5) * 2.2 - 0.85, 0, 1)
    haze *= 0.6 + 0.4 * art.noise(rng, h, w, 160, 4)
    img += (_tone("9aa0a2") - img) * (haze * 0.30)[..., None]
    chalk = _Chalk(rng, img)
    for _ in range(7):  # what was wiped off is still there
        x, y = rng.uniform(m, w - m), rng.uniform(m, h - m)
        arc = rng.uniform(0, 6) + np.linspace(0, rng.uniform(1, 2.5), 12)
        r = rng.uniform(100, 300)
        chalk.line(np.c_[x + r * np.cos(arc), y + r * np.sin(arc)], "5c6264", rng.uniform(40, 90), 0.2, 3)
    for v in range(1, spec.cols):
        chalk.line([(m + v * c, m), (m + v * c, h - m)], "b8bab8", 5, 0.62, 1.2)
    for v in range(1, spec.rows):
        chalk.line([(m, m + v * c), (w - m, m + v * c)], "b8bab8", 5, 0.62, 1.2)
    columns = [*range(0, spec.cols, spec.area_cols), spec.cols]
    rows = [*range(0, spec.rows, spec.area_rows), spec.rows]
    tones = ("86b8e0", "e8a4b8")
    for area, ((r0, r1), (c0, c1)) in enumerate(product(pairwise(rows), pairwise(columns))):
        x0, y0, x1, y1 = (m + v * c for v in (c0, r0, c1, r1))
        q = 9
        ring = [(x0 + q, y0 + q), (x1 - q, y0 + q), (x1 - q, y1 - q), (x0 + q, y1 - q), (x0 + q, y0 + q)]
        for a, b in pairwise(ring):
            chalk.line([a, b], tones[area % 2], 12, 0.85, 1.0)
    for (col, row), kind in sorted(treasures.items()):
        at = (m + (col + 0.5) * c, m + (row + 0.5) * c)
        _sketch(chalk, kind, at, 0.66 * spec.cell, rng.normal(0, 0.15), 7)
    img, frame = chalk.img, round(m * 0.72)
    across, down = _wood(rng, frame * 2, w, FRAME), _wood(rng, frame * 2, h, FRAME).transpose(1, 0, 2)
    yy, xx = np.mgrid[:h, :w]
    side, top = np.minimum(xx, w - 1 - xx), np.minimum(yy, h - 1 - yy)
    inner, flat = np.minimum(side, top) < frame, (top < side)[..., None]
    boards = np.where(
        flat,
        across[np.where(yy < h / 2, top, frame + top).clip(0, 2 * frame - 1), xx],
        down[yy, np.where(xx < w / 2, side, frame + side).clip(0, 2 * frame - 1)],
    )
    boards *= (1 - 0.45 * (np.abs(side - top) < 2))[..., None]
    img[inner] = boards[inner]
    shade = np.exp(-np.clip(np.minimum(side, top) - frame, 0, None) / 6.0) * ~inner
    img *= (1 - 0.5 * shade)[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _cut(spec: Any, p: Any, low: Array, high: Array) -> tuple[Polygon, Array]:
    """Outline and face of a squirrel or an animal."""
    rng, u, (w, h) = np.random.default_rng(p.art_seed), spec.cell, (round(v * PX) for v in high - low)
    centre = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
    at = [(q - low) * [PX, -PX] + [0, h] for q in centre]
    if p.kind == "squirrel":
        chalk = _Chalk(rng, _wood(rng, h, w, PLY))
        _sketch(chalk, "squirrel", at[0], 0.8 * u, 0, 7)
        lines = [np.float32(part.split()[1:]).reshape(-1, 2) for part in DRAWINGS["squirrel"].split(";")[:3:2]]
        shapes = [Polygon((ring - 50) / 100 * [0.8 * u, -0.8 * u] + centre[0]).buffer(1.4) for ring in lines]
        shape = unary_union(shapes).buffer(1.2).buffer(-0.9)
        return Polygon(max(getattr(shape, "geoms", [shape]), key=lambda g: g.area).exterior), chalk.img
    near = [
        pair for pair in combinations(range(len(centre)), 2) if np.hypot(*(centre[pair[0]] - centre[pair[1]])) < 1.1 * u
    ]
    shape = (
        unary_union([LineString([centre[a], centre[b]]).buffer(8.8, cap_style=3) for a, b in near]).buffer(-2).buffer(2)
    )
    chalk = _Chalk(rng, _wood(rng, h, w, LIME))
    body = np.zeros((h, w), np.float32)
    for a, b in near:
        cv2.line(body, np.int32(at[a]).tolist(), np.int32(at[b]).tolist(), 1.0, round(0.58 * u * PX), cv2.LINE_AA)
    cv2.circle(body, np.int32(at[0]).tolist(), round(0.4 * u * PX), 0.0, -1)
    strength = {"badger": 0.62, "owl": 0.45, "hare": 0.3, "fox": 0.4, "heron": 0.34}[p.colour]
    stripes = 0.55 + 0.45 * np.sin(np.add(*np.mgrid[:h, :w]) * 0.11 + 6 * art.fbm(rng, h, w, 60))
    chalk.put(cv2.GaussianBlur(body, (0, 0), 6) * np.float32(stripes), COAL, strength - 0.1)
    edge = [Polygon(Polygon([(0, 0)] * 3))] if not near else []
    outline = unary_union([LineString([at[a], at[b]]).buffer(0.29 * u * PX) for a, b in near] or edge)
    if not outline.is_empty:
        ring = np.array(outline.exterior.coords)
        keep = np.hypot(*(ring - at[0]).T) > 0.42 * u * PX
        for run in np.split(np.arange(len(ring)), np.flatnonzero(~keep)):
            points = ring[run[keep[run]]]
            if len(points) > 2:
                chalk.line(points, COAL, 7, 0.85, 0.8)
    _sketch(chalk, p.colour, at[0], 0.74 * u, 0, 7)
    return Polygon(shape.exterior), chalk.img


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Matt hardboard tiles, slices of wood, plywood squirrels, whitewashed slats."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.25
    side_rgb: tuple = (0.16, 0.11, 0.07)
    if p.kind == "token":
        low, high, thick, bevel, side_rgb = centre[0] - 6.8, centre[0] + 6.8, 3.0, 0.4, (0.06, 0.034, 0.02)
        cut, tex = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 1.0, p.hole_size, 2.0)
        spots = [(q - low) * [1, -1] + [0, high[1] - low[1]] for q, cell in zip(centre, p.cells, strict=True)
                 if tuple(cell) != tuple(p.hole)]  # fmt: skip
        tex = leaf_texture(p.art_seed, p.colour, *(high - low), spots)
        lay = np.zeros(tex.shape[:2], np.float32)
        for ring in (cut.exterior, *cut.interiors):  # fingers rub the chalk off the rim
            path = (np.array(ring.coords) - low) * [PX, -PX] + [0, tex.shape[0]]
            cv2.polylines(lay, [np.round(path * 16).astype(np.int32)], True, 1.0, 14, cv2.LINE_AA, 4)
        worn = cv2.GaussianBlur(lay, (0, 0), 3) * art.noise(np.random.default_rng(p.art_seed), *lay.shape, 40)
        tex = tex + (_tone(TILES[p.colour][0]) - tex) * np.clip(worn, 0, 1)[..., None]
    else:
        cut, tex = _cut(spec, p, low, high)
        thick, bevel, side_rgb = (4.0, 0.3, (0.5, 0.33, 0.17))
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    face = (f"{p.kind}{p.art_seed}", "diffuse", {"tex": np.ascontiguousarray(tex.clip(0, 255).astype(np.uint8))})
    self._mesh_cache[key] = [
        (p.kind, top, face),
        (f"{p.kind}side", side, (f"{side_rgb}", "diffuse", {"rgb": side_rgb})),
    ]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(_tone(tones[1]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.PIECE_T = 2.6
    ts.EDGE.update(rgb=(0.50, 0.34, 0.18))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 331, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.0, "gain": 1.0}])
