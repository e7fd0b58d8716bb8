"""An old survey map: buff paper, brown contour lines, pale green woods, blue streams, folds from the pocket.

Spaces are parted by the map's own thin blue-violet grid, areas by a black dash-dot boundary in a pink tint; the frame
has the black and white minutes of a map and figures. Tiles are sheets of the legend: conifers on green (threes), tufts
on yellow (fours), hatched blocks on brick red (fives), each with contour lines and a black neat line. Treasures are
signs in black outline with a flat tint; tokens are brass bench marks with the sign let in. Squirrels are black figures,
animals pale blue lake charts with lines of depth round a navy head.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, figure, grid_lines, path_of, printed_piece, tone_of
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
PAPER, WOODS, CONTOUR, WATER, GRID = "f0e6ca", "cfdcae", "b27c48", "5a94bc", "505a9c"
PINK, INK, BRASS, LAKE, DEEP, NAVY = "dc8aa6", "26242a", "b4924c", "c6dfea", "6fa6c6", "1d3358"
TILES = {"green": ("86ac58", "3f6a34", "5c8844"), "orange": ("eac04c", "8a6420", "c0902c"),
         "red": ("c65a48", "6a2220", "963a30")}  # fmt: skip
TREASURES = {
    "berry": "k/5 50 6 50 28 30 46;k/5 50 28 72 46;7aa04c 52 26 64 6 90 8 84 28;k/3 52 26 64 6 90 8 84 28 52 26;"
    "7050a4 29 58 21 21 0;k/4 29 58 21 21 0;7050a4 71 58 21 21 0;k/4 71 58 21 21 0;7050a4 50 78 20 20 0;"
    "k/4 50 78 20 20 0;e0d4f0 22 52 5 5 0;e0d4f0 64 52 5 5 0;e0d4f0 43 72 5 5 0",
    "nut": "c08a50 18 42 82 42 80 66 66 88 50 98 34 88 20 66;k/4 20 42 22 68 36 88 50 97 64 88 78 68 80 42;k/3 40 50 "
    "42 84;k/3 58 50 56 84;8a5a34 10 46 12 26 34 14 66 14 88 26 90 46;k/4 12 46 14 28 34 16 66 16 86 28 88 46 12 46;"
    "k/7 50 16 54 2;k/3 30 18 26 44;k/3 50 16 50 44;k/3 70 18 74 44",
    "mushroom": "f6efdc 38 46 62 46 68 96 32 96;k/4 40 50 34 95 66 95 60 50;d04a3c 4 56 8 30 28 8 72 8 92 30 96 56;"
    "k/4 7 54 12 30 30 11 70 11 88 30 93 54 7 54;f6efdc 30 36 8 7 0;f6efdc 54 24 9 8 0;f6efdc 74 40 8 7 0",
    "feather": "5aa0a0 14 82 16 52 40 22 88 6 88 30 70 62 40 84;k/4 16 80 19 54 42 25 86 9 86 30 68 60 40 82 16 80;"
    "k/5 4 97 24 74 78 18;k/3 36 60 32 42;k/3 48 48 46 30;k/3 42 56 62 58;k/3 54 42 74 44",
}  # fmt: skip
SQUIRREL = (
    "k 58 98 68 64 60 40 66 12 86 4 99 24 96 62 84 94;k 40 68 17 25 8;k 26 34 18 14 -14;k 37 14 5 13 12;k 44 93 32 6 0;"
    "k 18 62 12 5 -30"
)
SQUIRREL_LINES = ";w/3 74 84 82 58 76 36 80 20 88 22;w 22 32 4 4 0;w/3 30 56 26 70 32 82"
HEADS = {
    "badger": "n 20 26 13 13 0;n 80 26 13 13 0;n 50 54 38 40 0;w 38 14 62 14 60 94 40 94;w 24 40 30 40 26 84 18 70;"
    "w 76 40 70 40 74 84 82 70;n 50 86 9 7 0",
    "owl": "n 10 4 46 26 12 46;n 90 4 54 26 88 46;n 50 54 40 42 0;w 32 46 17 17 0;w 68 46 17 17 0;n 32 46 8 8 0;"
    "n 68 46 8 8 0;w 42 64 58 64 50 82",
    "hare": "n 36 26 10 28 -8;n 64 26 10 28 8;n 50 66 34 32 0;w 36 28 4 18 -8;w 64 28 4 18 8;w 36 60 6 6 0;"
    "w 64 60 6 6 0;w 50 80 10 8 0",
    "fox": "n 4 4 48 28 8 54;n 96 4 52 28 92 54;n 4 44 24 24 76 24 96 44 50 98;w 12 52 34 52 48 90;w 88 52 66 52 52 90;"
    "w 32 42 5 4 0;w 68 42 5 4 0",
    "heron": "n 52 32 24 20 0;n 40 28 0 44 40 42;n 56 40 78 60 66 98 44 98;n 64 16 98 24 66 30;w 44 30 5 5 0",
}  # fmt: skip
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (5600, (("window", 6000, (620, 600), 1.2, 1500.0, 1150.0, 260),)),
    (3300, (("lamp", 2900, (150, 150), 1.0, 480.0, 1400.0, 0), ("lamp", 3000, (120, 120), 0.3, -800.0, 1300.0, 0))),
    (4400, (("lamp", 4100, (300, 120), 1.0, 420.0, 1600.0, 0),)),
)


def _levels(field: Array) -> tuple[Array, Array]:
    """How far each pixel is from the next line of equal height, and which one that is."""
    steep = np.hypot(*np.gradient(field)) + 1e-4
    return np.abs(field - np.round(field)) / steep, np.round(field).astype(int)


def _ink(img: Array, cover: Array, tone: str, much: float = 1.0) -> None:
    img += (tone_of(tone) - img) * (np.clip(cover, 0, 1) * much)[..., None]


def _contours(rng: Rng, img: Array, tone: str, reach: float, steps: float, much: float = 0.8) -> None:
    h, w = img.shape[:2]
    away, level = _levels(art.fbm(rng, h, w, reach, octaves=3) * steps)
    _ink(img, np.where(level % 5 == 0, 2.3, 1.5) - away, tone, much)


def _write(img: Array, text: str, at: tuple[int, int], size: float, tone: str) -> None:
    cover = np.zeros(img.shape[:2], np.uint8)
    cv2.putText(cover, text, at, cv2.FONT_HERSHEY_COMPLEX_SMALL, size, 255, 1, cv2.LINE_AA)
    _ink(img, cover / 255, tone)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A sign of the map, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX), {"k": INK})


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A brass bench mark, turned and a little worn, with the sign."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    yy, xx = np.mgrid[:n, :n] - n / 2
    r = np.hypot(xx, yy)
    img = tone_of(BRASS) * (0.94 + 0.05 * np.sin(r * 1.9) + 0.16 * (art.fbm(rng, n, n, 40) - 0.5))[..., None]
    for at in (0.47, 0.43):
        _ink(img, 2.2 - np.abs(r - at * n), "5a4420", 0.8)
    art.paste(img, icon(kind, 0, d_mm * 0.62), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Paper, woods, heights, waters, folds, grid, boundaries and a frame of minutes."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = np.zeros((h, w, 3), np.float32) + tone_of(PAPER)
    wood = art.fbm(rng, h, w, 330, octaves=4)
    _ink(img, (wood - 0.5) * 60, WOODS, 0.9)
    lay = img.copy()
    for _ in range(420):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        if wood[int(y), int(x)] > 0.52:
            cv2.circle(lay, (int(x), int(y)), 6, (118, 146, 92), 1, cv2.LINE_AA)
            cv2.line(lay, (int(x), int(y) + 6), (int(x) + 6, int(y) + 9), (118, 146, 92), 1, cv2.LINE_AA)
    img = lay
    _contours(rng, img, CONTOUR, 520, 46, 0.75)
    away, _ = _levels(art.fbm(rng, h, w, 620, octaves=4) * 3 + 0.3)
    _ink(img, 3.2 - away, WATER, 0.9)
    away, _ = _levels(art.fbm(rng, h, w, 700, octaves=2) * 2.4)
    dash = np.sin(np.add(*np.mgrid[:h, :w]) * 0.22) > -0.35
    _ink(img, (2.4 - away) * dash, "4a4440", 0.75)
    for _ in range(26):
        at = int(rng.uniform(m, w - m - 60)), int(rng.uniform(m + 20, h - m))
        _write(img, str(rng.integers(210, 980)), at, 0.8, (CONTOUR, INK)[int(rng.integers(2))])
    for wide, ends in grid_lines(spec):
        cover = np.zeros((h, w), np.uint8)
        if wide:
            cv2.polylines(cover, path_of(ends), False, 255, 26, cv2.LINE_AA, 4)
            _ink(img, cover / 255, PINK, 0.5)
            way, step = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0])), 0.0
            while step < np.hypot(*(ends[1] - ends[0])):
                cv2.polylines(img, path_of([ends[0] + way * step, ends[0] + way * (step + 34)]), False,
                              tone_of(INK).tolist(), 6, cv2.LINE_AA, 4)  # fmt: skip
                cv2.circle(
                    img, np.int32(ends[0] + way * (step + 48)).tolist(), 4, tone_of(INK).tolist(), -1, cv2.LINE_AA
                )
                step += 62
        else:
            cv2.polylines(cover, path_of(ends), False, 255, 5, cv2.LINE_AA, 4)
            _ink(img, cover / 255, GRID, 0.85)
    cv2.rectangle(img, (0, 0), (w, h), tone_of(PAPER).tolist(), round(m * 1.3))
    edge = round(m * 0.66)
    for a, b in (((edge, edge), (w - edge, edge)), ((edge, h - edge), (w - edge, h - edge)),
                 ((edge, edge), (edge, h - edge)), ((w - edge, edge), (w - edge, h - edge))):  # fmt: skip
        marks = np.linspace(a, b, 2 * round(np.hypot(b[0] - a[0], b[1] - a[1]) / c) + 1)
        cv2.line(img, a, b, tone_of(INK).tolist(), 13)
        for k, (p, q) in enumerate(pairwise(marks)):
            if k % 2:
                cv2.line(img, np.int32(p).tolist(), np.int32(q).tolist(), tone_of(PAPER).tolist(), 8)
    for k in range(spec.cols):
        _write(img, str(31 + k), (round(m + (k + 0.5) * c) - 12, round(m * 0.42)), 1.0, INK)
    for (col, row), kind in sorted(treasures.items()):
        at = m + (col + 0.5) * c, m + (row + 0.5) * c
        halo = np.zeros((h, w), np.uint8)
        cv2.circle(halo, np.int32(at).tolist(), round(0.38 * c), 255, -1, cv2.LINE_AA)
        _ink(img, cv2.GaussianBlur(halo, (0, 0), 5) / 255, PAPER, 0.85)
        art.paste(img, icon(kind, 0, 0.62 * spec.cell), *at)
    for x in (w / 3, 2 * w / 3):  # folds
        away = np.abs(np.arange(w) - x - rng.normal(0, 6))
        img *= (1 - 0.16 * np.exp(-away / 3) + 0.05 * np.exp(-((away - 9) ** 2) / 30))[None, :, None]
    away = np.abs(np.arange(h) - h / 2 - rng.normal(0, 6))
    img *= (1 - 0.16 * np.exp(-away / 3))[:, None, None]
    img *= (0.93 + 0.12 * art.fbm(rng, h, w, 500))[..., None] * (0.97 + 0.06 * art.noise(rng, h, w, 2))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _by(at: Array, x: int, y: int) -> list[int]:
    return [int(at[0]) + x, int(at[1]) + y]


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A tint of the legend with its signs and heights."""
    rng, (w, h) = np.random.default_rng(seed), (round(w_mm * PX), round(h_mm * PX))
    ground, dark, soft = TILES[colour]
    img = np.zeros((h, w, 3), np.float32) + tone_of(ground)
    _contours(rng, img, soft, 260, 20, 0.9)
    tone = tone_of(dark).tolist()
    for k, y in enumerate(np.arange(20, h + 20, 44)):
        for x in np.arange(20 + k % 2 * 26, w + 20, 52):
            p = np.round(np.array((x, y)) + rng.normal(0, 3, 2)).astype(int)
            if colour == "green":
                cv2.fillPoly(img, [p + np.array([(0, -17), (10, 8), (-10, 8)])], tone, cv2.LINE_AA)
                cv2.line(img, _by(p, 0, 8), _by(p, 0, 15), tone, 3, cv2.LINE_AA)
            elif colour == "orange":
                for a in (-9, 0, 9):
                    cv2.line(img, p.tolist(), _by(p, a, -14 + abs(a) // 2), tone, 3, cv2.LINE_AA)
            elif (k + int(x / 52)) % 2:
                cv2.rectangle(img, _by(p, -14, -9), _by(p, 14, 9), tone, 3, cv2.LINE_AA)
                cv2.line(img, _by(p, -14, 9), _by(p, 2, -9), tone, 3, cv2.LINE_AA)
                cv2.line(img, _by(p, -2, 9), _by(p, 14, -9), tone, 3, cv2.LINE_AA)
            else:
                cv2.rectangle(img, _by(p, -6, -6), _by(p, 6, 6), tone, -1, cv2.LINE_AA)
    return (img * (0.95 + 0.08 * art.fbm(rng, h, w, 200))[..., None]).clip(0, 255).astype(np.uint8)


def _chart(spec: Any, p: Any, low: Array, high: Array) -> Array:
    """Lines of depth round the spine of an animal, its head on the first space."""
    (w, h), u = (round(v * PX) for v in high - low), spec.cell * PX
    at = [(np.array(spec.cell_centre(*q)) - low) * [PX, -PX] + [0, h] for q in sorted(map(tuple, p.cells))]
    lay = np.full((h, w), 255, np.uint8)
    for a, b in combinations(at, 2):
        if np.hypot(*(a - b)) < 1.1 * u:
            cv2.line(lay, np.int32(a).tolist(), np.int32(b).tolist(), 0, 8)
    depth = cv2.GaussianBlur(cv2.distanceTransform(lay, cv2.DIST_L2, 5), (0, 0), 7)
    depth += 26 * art.fbm(np.random.default_rng(p.art_seed), h, w, 90)
    img = np.zeros((h, w, 3), np.float32) + tone_of(LAKE)
    _ink(img, (75 - depth) / 60, DEEP, 0.75)
    away, _ = _levels(depth / 15)
    _ink(img, 1.8 - away, "3f78a4", 0.8)
    art.paste(img, drawn(HEADS[p.colour], round(0.8 * u), {"n": NAVY, "w": "e8f2f4"}), *at[0])
    return img


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Mounted paper, brass discs, black wooden squirrels."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.2
    kind, alpha, side_rgb = "card", self.card_alpha + 0.15, ts.EDGE["rgb"]
    if p.kind == "token":
        low, high = centre[0] - 6.8, centre[0] + 6.8
        cut, tex = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6)
        kind, alpha, side_rgb = "gloss", 0.18, (0.32, 0.21, 0.07)
    elif p.kind == "squirrel":
        cut, (w, h) = figure(SQUIRREL, 0.86 * u, centre[0]), (round(v * PX) for v in high - low)
        tex = np.zeros((h, w, 3), np.float32) + tone_of("222126")
        art.paste(tex, drawn(SQUIRREL + SQUIRREL_LINES, round(8.6 * u), {"k": "222126", "w": "d8d2c2"}), w / 2, h / 2)
        kind, alpha, side_rgb, thick, bevel = "gloss", 0.3, (0.016, 0.015, 0.019), 5.0, 0.4
    else:
        hole = p.hole if p.kind == "leaf" else None
        cut = geo.tile_outline(spec, p.cells, hole, 0.4, 0.8, p.hole_size, 2.0)
        face = leaf_texture(p.art_seed, p.colour, *(high - low)) if p.kind == "leaf" else _chart(spec, p, low, high)
        tex = np.ascontiguousarray(face).astype(np.float32)
        for ring in (cut.exterior, *cut.interiors):
            path = path_of((np.array(ring.coords) - low) * [PX, -PX] + [0, tex.shape[0]])
            for tone, wide in ((PAPER, 30), (INK, 18), (PAPER, 11)) if p.kind == "leaf" else ((NAVY, 12),):
                cv2.polylines(tex, path, True, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4)
    self._mesh_cache[key] = printed_piece(p, cut, (*low, *high), (thick, bevel), (kind, tex, alpha), side_rgb)
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(tone_of(tones[0]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.55, 0.48, 0.36))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 521, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.05, "gain": 1.0}])
