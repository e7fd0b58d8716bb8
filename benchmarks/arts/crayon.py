"""A home-made edition by children: wax crayons and felt pens on white card, play clay animals, painted discs.

Tiles are white card scribbled green (threes), orange (fours) or red (fives), paper showing through, each space with a
leaf in felt pen. The board is white card with wobbly pen lines, thick crayon round areas, pale scribbles in them and
flowers in the margin. Tokens are brown poster paint with an icon in thick paint, squirrels and animals coloured clay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit, table_of
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

Rng = np.random.Generator
PX = art.PX
CARD = (246, 244, 238)
WAX = {
    "green": ((64, 158, 62), (34, 124, 62), (122, 186, 66)),
    "orange": ((246, 146, 34), (250, 176, 50), (232, 116, 30)),
    "red": ((218, 44, 44), (190, 26, 50), (232, 80, 70)),
}
PEN = {"green": (14, 74, 40), "orange": (140, 62, 12), "red": (110, 8, 24), "ink": (44, 38, 66), "grid": (112, 84, 66)}
PALE = ((226, 196, 150), (250, 226, 120), (168, 206, 240), (210, 186, 232), (236, 190, 190), (196, 192, 184))
PAINT = {"b": (98, 64, 190), "g": (60, 150, 60), "n": (196, 132, 66), "d": (134, 82, 40), "r": (222, 48, 44)}
PAINT |= {"s": (86, 166, 226), "w": (250, 248, 240)}
# treasures in hundredths: fill or ball in a colour with an outline, dot without one, line between points
DOODLES = {
    "berry": """fill g 50 26 36 6 16 12 28 28; fill g 50 26 64 4 86 10 72 28; ball b 26 42 16; ball b 50 40 16; ball
        b 74 42 16;
        ball b 37 64 16; ball b 63 64 16; ball b 50 85 14""",
    "nut": """fill n 50 99 28 84 18 60 22 36 78 36 82 60 72 84; fill d 8 40 14 20 34 8 66 8 86 20 92 40; line d 28
        38 36 12;
        line d 50 38 50 10; line d 72 38 64 12; line d 50 8 56 -6""",
    "mushroom": """fill w 38 52 62 52 66 82 74 98 26 98 34 82; fill r 2 56 6 34 20 14 40 4 60 4 80 14 94 34 98 56;
        dot w 26 38 9;
        dot w 52 22 10; dot w 74 40 9; dot w 50 48 6""",
    "feather": """fill s 24 80 12 70 20 64 10 54 22 50 18 38 30 38 34 22 52 12 74 2 98 -2 98 14 92 34 80 50 72 50 70
        62 58 62 54
        74 44 72 40 84; line s -4 106 84 12; line s 24 80 20 64; line s 38 62 30 38; line s 38 62 58 62; line s 56
        42 80 46""",
}
# clay of body and spots, ears (aside, up, half axes)
CLAY = {
    "squirrel": ((170, 92, 46), (222, 168, 112), ()),
    "badger": ((72, 80, 96), (236, 232, 222), (5.0, 5.6, 2.6, 2.6)),
    "owl": ((128, 82, 178), (240, 206, 76), (5.6, 5.4, 2.0, 3.0)),
    "hare": ((244, 150, 182), (252, 226, 232), (3.2, 5.4, 1.9, 4.0)),
    "fox": ((246, 214, 60), (250, 250, 240), (5.6, 5.4, 2.4, 3.4)),
    "heron": ((48, 164, 178), (250, 232, 120), (0.0, 6.4, 1.4, 3.0)),
}
# clay lumps (x, y, half axes, height, colour: 0 body, 1 second, 2 white, 3 black), mm from the middle
SPOTS, FACE = ((-3, 3), (3, 2), (0, -4)), "3.2 0.4 2.3 2.3 5.1 2; 3.4 0 1.2 1.2 5.5 3; 0 -4.2 2 1.5 5.2 3"
SQUIRREL = """-2.6 -3.4 5.6 5.6 5 0; -2.8 -3.8 3.4 3.6 5.6 1; -4.2 4 4.6 4.4 5.4 0; -6.4 7.8 1.5 1.8 4.6 0; -2.4 8
        1.5 1.8 4.6 0;
    -6.2 4.8 1.1 1.1 6.2 3; -2.8 4.8 1.1 1.1 6.2 3; -4.4 2.4 1 0.8 6.4 3; -6 -8.2 2.6 1.5 4 0; 0.4 -8.2 2.6 1.5 4 0"""
# by seed % 3: room temperature; lamps (kind, temperature, half sides, irradiance, distance, height, aim)
LAMPS = (
    (3400, (("lamp", 2900, (190, 190), 1.0, 350, 1600, 0),)),
    (4300, (("lamp", 3900, (240, 240), 0.9, 280, 1700, 0), ("window", 6500, (450, 500), 0.25, 1900, 1000, 300))),
    (3800, (("lamp", 3300, (160, 160), 0.9, 420, 1550, 0), ("window", 6900, (400, 450), 0.35, -1700, 900, 300))),
)
TABLES = [{"table": kind, "ev": ev, "gain": 1.0} for kind, ev in (("gingham", 0.15), ("lemons", 0.6), ("dots", 0.4))]


def _shaky(rng: Rng, points: Any, shake: float) -> np.ndarray:
    """A line as a child draws it: the same course with a slow tremor, in pixels."""
    p = np.asarray(points, float)
    way = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]
    t = np.linspace(0, way[-1], max(8, int(way[-1] / 8)))
    tremor = cv2.GaussianBlur(rng.normal(0, 1, (len(t), 2)), (1, 0), 0.1, sigmaY=4.5) * 3.5
    return (np.c_[np.interp(t, way, p[:, 0]), np.interp(t, way, p[:, 1])] + shake * tremor).round().astype(np.int32)


def _pen(img: np.ndarray, line: np.ndarray, colour: Sequence[float], mm: float, paint: bool = False) -> None:
    """A felt pen's line, through which the paper and the wax show a little; or a brush's, which covers."""
    mask = np.zeros(img.shape[:2], np.uint8)
    cv2.polylines(mask, [line], False, 255, max(2, round(mm * PX)), cv2.LINE_AA)
    a = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255
    wet = np.float32(colour) if paint else img * (0.08 + 0.92 * np.float32(colour) / 255)
    img += (wet - img) * a


def _scribble(rng: Rng, press: np.ndarray, at: Any, reach: float, angle: float, gap: float, mm: float) -> None:
    """Zigzag to and fro about a place with a blunt crayon, adding to its pressure on the paper; pixels."""
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    k = np.arange(max(3, int(2 * reach / gap)))[:, None]
    turns = at + across * (gap * k - reach) + along * reach * (-1.0) ** k + rng.normal(0, gap * 0.35, (len(k), 2))
    stroke = np.zeros_like(press)
    cv2.polylines(stroke, [_shaky(rng, turns, 3)], False, int(rng.uniform(120, 190)), round(mm * PX), cv2.LINE_AA)
    cv2.add(press, stroke, press)


def _wax(rng: Rng, img: np.ndarray, press: np.ndarray, colour: Sequence[float]) -> None:
    """Wax where the crayon pressed: it catches the paper's tooth, deeper spots stay white."""
    h, w = press.shape
    tooth = 0.55 * art.noise(rng, h, w, 2.4) + 0.45 * art.noise(rng, h, w, 6)
    force = cv2.GaussianBlur(press, (0, 0), 3).astype(np.float32) / 255
    a = np.clip((force * 1.4 - tooth) * 3.5, 0, 0.94)[..., None]
    img *= 1 - a * (1 - np.float32(colour) / 255)


def _doodle(rng: Rng, img: np.ndarray, kind: str, paint: bool = False) -> None:
    """A treasure filling a square of the picture, in crayon and pen, or in thick paint."""
    s, tilt = len(img), rng.normal(0, 0.12)
    spin = np.array([[np.cos(tilt), np.sin(tilt)], [-np.sin(tilt), np.cos(tilt)]]) * 0.8 * s / 100
    ring, turn = (*CARD[:2], 226) if paint else PEN["ink"], np.linspace(0, 2 * np.pi, 24)
    for what, colour, *numbers in (part.split() for part in DOODLES[kind].split(";")):
        v = np.array(numbers, float)
        points = v[:2] + v[2] * np.c_[np.cos(turn), np.sin(turn)] if what in ("ball", "dot") else v.reshape(-1, 2)
        points = (np.r_[points, points[:1]] if what == "fill" else points) @ spin + (s / 2 - 50 * spin.sum(0))
        line, inside, press = _shaky(rng, points, 0.012 * s), *np.zeros((2, s, s), np.uint8)
        if what != "line":
            cv2.fillPoly(inside, [line], 255, cv2.LINE_AA)
            a = inside[..., None] / np.float32(255)
            img += ((PAINT[colour] if paint else PAINT["w"]) - img) * a
            if not paint and colour != "w":
                middle, angle = points.mean(0), rng.uniform(0.4, 1.2)
                _scribble(rng, press, middle, 0.75 * float(np.ptp(points, axis=0).max()), angle, 13, 1.5)
                _wax(rng, img, cv2.bitwise_and(press, inside), PAINT[colour])
        if what != "dot":
            _pen(img, line, ring, 0.75 if paint else 0.8, paint)


def _tile(seed: int, colour: str, outline: Polygon, box: tuple[float, ...], middles: np.ndarray) -> np.ndarray:
    """Card scribbled over space by space, in two crayons, a leaf in pen on each, and the edge gone over with it."""
    rng = np.random.default_rng(seed)
    corner, w, h = np.array([box[0], box[3]]), round((box[2] - box[0]) * PX), round((box[3] - box[1]) * PX)
    img = np.full((h, w, 3), CARD, np.float32)
    base, gap = rng.uniform(0, np.pi), rng.uniform(21, 29)
    at = (middles - corner) * [PX, -PX]
    for shade, part in zip(rng.permutation(3)[:2], (1.0, 0.55), strict=True):
        press = np.zeros((h, w), np.uint8)
        for middle in at[rng.random(len(at)) < part]:
            angle = base + rng.normal(0, 0.25) + (1 - part) * 1.6
            _scribble(rng, press, middle + rng.normal(0, 12, 2), 13 * PX, angle, gap, rng.uniform(2.0, 2.7))
        _wax(rng, img, press, WAX[colour][shade])
    t = np.linspace(0, 1, 30)
    for middle in at:
        a, long, wide = rng.uniform(0, 2 * np.pi), rng.uniform(60, 76), rng.uniform(26, 40)
        spin = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        side = np.c_[long * (2 * t - 1), wide * np.sin(np.pi * t**0.8)]
        lines = [np.r_[side, side[::-1] * [1, -1]], np.array([(-1.35 * long, 0), (0.8 * long, 0)])]
        veins = [(f, q * 0.55 * wide) for f in (-0.5, 0, 0.4) for q in (-1, 1)]
        lines += [np.array([(f * long, 0), ((f + 0.3) * long, v)]) for f, v in veins]
        for line in lines:
            _pen(img, _shaky(rng, line @ spin + middle, 1.6), PEN[colour], 0.7)
    for ring in (outline.exterior, *outline.interiors):
        edge = (np.array(ring.coords) - corner) * [PX, -PX]
        _pen(img, _shaky(rng, np.r_[edge, edge[:6]], 2.5), PEN[colour], 1.0)
    return img.clip(0, 255).astype(np.uint8)


def _token(seed: int, kind: str) -> np.ndarray:
    """Brown poster paint in brush strokes, the treasure in thick paint with a pale outline."""
    rng, n, k = np.random.default_rng(seed), round(13.6 * PX), round(11.7 * PX)
    img = np.float32((122, 76, 42)) * (0.72 + 0.5 * art.noise(rng, n, n, 90, 3)[..., None])
    _doodle(rng, img[(n - k) // 2 : (n + k) // 2, (n - k) // 2 : (n + k) // 2], kind, paint=True)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """White card: pale scribbles in the areas, pen lines, thick crayon round the areas, flowers in the margin."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell, wide, high = spec.margin * PX, spec.cell * PX, spec.area_cols, spec.area_rows
    img = np.full((h, w, 3), CARD, np.float32) * (0.97 + 0.04 * art.fbm(rng, h, w, 30))[..., None]
    x1, y1, hues = m + spec.cols * cell, m + spec.rows * cell, rng.permutation(len(PALE))
    corners = [(c, r) for r in range(0, spec.rows, high) for c in range(0, spec.cols, wide)]
    for k, (c, r) in enumerate(corners):
        x, y = (int(m + v * cell) for v in (c, r))
        press = np.zeros((min(int(high * cell), int(y1) - y), min(int(wide * cell), int(x1) - x)), np.uint8)
        for place in np.mgrid[100 : press.shape[1] : 200, 100 : press.shape[0] : 200].reshape(2, -1).T:
            _scribble(rng, press, place + rng.normal(0, 15, 2), 130, rng.normal(0.8, 0.3), 46, 2.4)
        _wax(rng, img[y : y + press.shape[0], x : x + press.shape[1]], press // 5 * 3, PALE[hues[k % len(PALE)]])
    across = [((m, m + r * cell), (x1, m + r * cell), r % high == 0 or r == spec.rows) for r in range(spec.rows + 1)]
    down = [((m + c * cell, m), (m + c * cell, y1), c % wide == 0 or c == spec.cols) for c in range(spec.cols + 1)]
    thick = np.zeros((h, w), np.uint8)
    for start, end, area in across + down:
        if area:
            cv2.polylines(thick, [_shaky(rng, (start, end), 2.5)], False, 235, 22, cv2.LINE_AA)
        else:
            _pen(img, _shaky(rng, (start, end), 2.2), PEN["grid"], 0.7)
    _wax(rng, img, thick, (40, 62, 150))
    for x, y in ((x, y) for x in np.arange(m, x1 + 1, cell / 2) for y in (40, h - 40)):
        hue, turn = PALE[int(rng.integers(1, 5))], rng.uniform(0, 1) + np.linspace(0, 2 * np.pi, 60)
        petals = np.c_[np.cos(turn), np.sin(turn)] * 22 * np.cos(2.5 * turn)[:, None] ** 2 + (x, y)
        cv2.polylines(img, [petals.round().astype(np.int32)], True, [0.8 * v for v in hue], 7, cv2.LINE_AA)
    for (c, r), kind in sorted(treasures.items()):
        k = int(0.74 * cell)
        x, y = (int(m + (v + 0.5) * cell - k / 2 + rng.normal(0, 5)) for v in (c, r))
        _doodle(rng, img[y : y + k, x : x + k], kind)
    return img.clip(0, 255).astype(np.uint8)


def _numbers(text: str) -> list[list[float]]:
    return [[float(v) for v in part.split()] for part in text.split(";")]


def _clay(spec: Any, p: Any, box: tuple[float, ...]) -> tuple[dict[str, Any], np.ndarray]:
    """Lumps of play clay pressed together: their surface as a mesh, and its colours."""
    rng, step = np.random.default_rng(p.art_seed), 0.25
    x, y = np.meshgrid(np.arange(box[0], box[2] + step / 2, step), np.arange(box[3], box[1] - step / 2, -step))
    high, hue = np.zeros(x.shape, np.float32), np.zeros(x.shape)
    head, *others = middles = [spec.cell_centre(*q) for q in p.cells]

    def rope(line: Any, r: float, top: float) -> None:
        pixels = ((np.array(line) - [box[0], box[3]]) * [1 / step, -1 / step]).round().astype(np.int32)
        free = cv2.polylines(np.full(x.shape, 255, np.uint8), [pixels], False, 0)
        far = cv2.distanceTransform(free, cv2.DIST_L2, 5) * step / r
        np.maximum(high, top * np.sqrt(np.clip(1 - far**3, 0, 1)), out=high)

    if p.kind == "squirrel":
        t = np.linspace(0, 1, 40)
        rope(np.c_[4.9 + 3.0 * t**2 * np.sin(7 * t) - 0.4 * t, 11.5 * np.sin(1.9 * t) - 5.8] + head, 3.6, 4.6)
        lumps = _numbers(SQUIRREL)
    else:
        for a, b in (
            (a, b) for a in middles for b in middles if a < b and Point(a).distance(Point(b)) < 1.1 * spec.cell
        ):
            rope((a, b), 8.8, 3.6)
        lumps = [(0, -0.6, 8.8, 8.4, 4.4, 0)]
        for q in (-1, 1):
            aside, *ear = CLAY[p.colour][2]
            lumps += [(q * aside, *ear, 5, 1), *((q * u, *rest) for u, *rest in _numbers(FACE))]
        lumps += [(u + d, v + e, 2.4, 2.4, 4.6, 1) for u, v in np.subtract(others, head) for d, e in SPOTS]
    for u, v, a, b, top, c in lumps:
        q = ((x - head[0] - u) / a) ** 2 + ((y - head[1] - v) / b) ** 2
        rise = top * np.sqrt(np.clip(1 - q**1.5, 0, 1))
        hue[rise > high] = c
        np.maximum(high, rise, out=high)
    shades = np.float32([*CLAY[p.colour][:2], (246, 244, 236), (30, 26, 30)])
    high = cv2.GaussianBlur(high + 0.5 * (art.fbm(rng, *x.shape, 26) - 0.5) * (high > 0.5), (0, 0), 1.0) * (high > 0)
    tex = cv2.GaussianBlur(shades[hue.astype(int)], (0, 0), 0.8) * (0.94 + 0.12 * art.fbm(rng, *x.shape, 30))[..., None]
    i, up = np.arange(x.size).reshape(x.shape), high > 0
    quad = up[:-1, :-1] | up[1:, :-1] | up[:-1, 1:] | up[1:, 1:]
    a, b, c, d = (k[quad] for k in (i[1:, :-1], i[1:, 1:], i[:-1, 1:], i[:-1, :-1]))
    uv = np.c_[(x - box[0]).ravel() / (box[2] - box[0]), (y - box[1]).ravel() / (box[3] - box[1])].astype(np.float32)
    v, f = np.c_[x.ravel(), y.ravel(), high.ravel()].astype(np.float32), np.r_[np.c_[a, b, c], np.c_[a, c, d]]
    return {"v": v, "f": f.astype(np.uint32), "uv": uv, "smooth": True}, tex.clip(0, 255).astype(np.uint8)


def piece_meshes(self: ts.TableScene, spec: Any, p: Any) -> list[Any]:
    """Scribbled card in the die's shapes, painted discs and lumps of clay."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    middles, edge = np.array([spec.cell_centre(*q) for q in p.cells]), ("cardedge", "diffuse", ts.EDGE)
    box, sides = (*(middles.min(0) - spec.cell / 2), *(middles.max(0) + spec.cell / 2)), []
    if p.kind == "leaf":
        outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        tex = _tile(p.art_seed, p.colour, outline.buffer(-0.9), box, middles)
        top, *sides = geo.die_cut(outline, ts.PIECE_T, box)
    elif p.kind == "token":
        disc = Point(middles[0]).buffer(6.8, 24)
        tex, edge = _token(p.art_seed, p.colour), ("paintedge", "diffuse", {"rgb": (0.2, 0.09, 0.035)})
        top, *sides = geo.die_cut(disc, 1.9, disc.bounds, 0.3)
    else:
        top, tex = _clay(spec, p, box)
    front = (p.kind, top, (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.36}))
    self._mesh_cache[key] = [front, *((p.kind + "side", side, edge) for side in sides)]
    return self._mesh_cache[key]


def oilcloth(seed: int, kind: str, mm: float = 900, px: int = 3) -> np.ndarray:
    """Kitchen oilcloth: blue gingham, lemons on cream, or white dots on teal."""
    n = int(60 * px)
    one = np.full((n, n, 3), {"dots": (70, 150, 146)}.get(kind, (246, 244, 234)), np.float32)
    hue, half = ((244, 244, 236), (n // 10, n // 10)) if kind == "dots" else ((246, 214, 74), (n // 6, n // 9))
    for x, y, turn in ((n // 4, n // 3, 30), (3 * n // 4, 3 * n // 4, 115)):
        if kind == "gingham":
            for stripe in (one[x - n // 4 : x], one[:, x - n // 4 : x]):
                stripe *= (0.66, 0.79, 0.93)
        else:
            leaf = (x + n // 7, y - n // 8), (n // 9, n // 22), turn, 0, 360
            cv2.ellipse(one, *leaf, (104, 150, 80) if kind == "lemons" else (70, 150, 146), -1, cv2.LINE_AA)
            cv2.ellipse(one, (x, y), half, turn, 0, 360, hue, -1, cv2.LINE_AA)
    img = np.tile(one, (round(mm / 60), round(mm / 60), 1))
    emboss = art.noise(np.random.default_rng(seed), *img.shape[:2], 2.5)[..., None]
    return (img * (0.97 + 0.03 * emboss)).clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, materials, piece shapes, tables and lamps of `tablescene` by this edition's."""
    art.board_texture, art.table_texture = board_texture, oilcloth
    ts.EDGE.update(rgb=(0.72, 0.7, 0.65))
    ts.TableScene._piece_meshes = piece_meshes
    ts.TableScene._table = table_of(ts.TableScene._table, TABLES)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, TABLES)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 53, rest=0.4)
