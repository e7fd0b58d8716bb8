"""A home workshop's deluxe edition in wood: marquetry tiles, engraved plywood, cut-out figures.

Tiles are laser-cut veneer: green-dyed curly maple (threes), oiled cherry (fours) and purpleheart (fives), with leaves
let in at another angle of the grain and thin dark lines. The board is pale birch plywood with burnt lines and icons,
tokens are walnut with the icon cut through to a maple core, squirrels and animals are thick figures of light wood.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit, table_of
from shapely.affinity import rotate, scale
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
VENEER = {
    "green": ((46, 84, 42), (78, 122, 58), (112, 152, 78), (140, 172, 98)),
    "orange": ((158, 84, 38), (190, 112, 54), (212, 138, 74), (226, 160, 96)),
    "red": ((80, 28, 62), (110, 40, 82), (136, 56, 98), (158, 76, 114)),
    "walnut": ((42, 26, 18), (62, 40, 27), (84, 56, 38), (100, 70, 48)),
    "birch": ((206, 174, 122), (224, 194, 144), (236, 208, 162), (244, 222, 182)),
    "alder": ((176, 112, 66), (196, 132, 82), (210, 150, 98), (222, 166, 114)),
    "maple": ((222, 196, 152), (234, 212, 170), (242, 224, 186), (248, 234, 202)),
    "ash": ((204, 186, 150), (224, 208, 174), (236, 222, 192), (242, 230, 204)),
}
FIGURED = {"green": 0.34, "orange": 0.14, "red": 0.2, "maple": 0.2}
RINGS = {"green": 0.25, "orange": 0.5, "red": 0.3, "walnut": 0.5, "ash": 0.75, "birch": 0.4}
PORES = {"walnut": 0.4, "red": 0.4, "ash": 0.4, "birch": 0.07}
SCORCHED = ("scorched", "diffuse", {"rgb": (0.085, 0.045, 0.022)})
BURNT, CHAR = (104, 62, 32), (52, 30, 18)
# treasures in hundredths: fill and cut a shape, line between points, ball (x, y, r), spot of char (x, y, r)
DRAWN = {
    "berry": """line 50 2 50 36; fill 50 16 66 3 95 10 78 28; line 55 16 84 13; line 50 30 27 44; ball 27 44 21;
        line 50 30
        73 44; ball 73 44 21; ball 50 74 21; line 50 36 50 54; spot 31 51 6; spot 77 51 6; spot 54 81 6""",
    "nut": """fill 50 98 30 84 20 60 24 38 76 38 80 60 70 84; line 36 52 40 80; line 50 52 50 84; line 64 52 60 80;
        fill 12 42 16 24 34 12 66 12 84 24 88 42; line 20 42 40 14; line 38 42 58 14; line 56 42 76 18; line 44 42
        24 18;
        line 62 42 42 14; line 80 42 60 14; line 50 12 57 0""",
    "mushroom": """fill 40 50 60 50 62 80 70 97 30 97 38 80; fill 3 56 6 38 14 22 28 10 42 5 58 5 72 10 86 22 94 38
        97 56
        74 64 50 66 26 64; spot 28 38 7; spot 52 23 8; spot 72 40 7; spot 49 46 5""",
    "feather": """fill 22 80 17 68 20 52 26 56 27 44 36 32 50 20 66 10 84 4 98 2 96 16 90 32 80 48 66 58 58 60 62 66
        50 74 36 82;
        line 2 99 92 8; line 30 70 25 58; line 30 70 46 72; line 42 57 35 40; line 42 57 62 57; line 54 45 48 27;
        line 54 45
        76 46; line 66 33 62 17; line 66 33 86 32; line 77 22 76 10; line 77 22 91 19""",
}
# outline (x, y, half axes, tilt): tail, its curl, body, head, ear, paw, foot
SQUIRREL = """5.2 0.6 3.9 7.6 -4; 5.0 6.6 4.0 2.7 0; -2.4 -4.0 5.2 4.6 0; -5.0 2.8 3.9 3.5 15; -3.8 6.8 1.3 2.6 -8;
    -7.0 -2.2 2.4 1.5 -25; -1.0 -8.2 8.0 1.4 0"""
SPIRAL = "-0.6 -5 3 3.2 0 150 350 5; 5.2 2 2.2 5.4 6 190 470 5; 5.2 2 0.9 3 6 190 470 5;"
EYE, NOSE, BEAK = "3.4 -1 1.2 1.2 0 0 360 -1;", "0 -4.6 1.4 1 0 0 360 -1;", "0 -5 1 2.8 0 0 360 -1;"
# wood, ears (aside, width, height, tilt), fur (half axes, tilt, arc) and what is burnt into the head, mirrored but for
# the squirrel's (x, y, half axes, tilt, arc from, to, thickness or -1), all in mm and degrees
FIGURES = {
    "badger": ("ash", (4.8, 2.8, 3.6, 0), (1.7, 3.4, 0, 0, 180), NOSE + "3.4 -0.6 1.6 5.0 12 0 360 -1"),
    "owl": ("birch", (5.2, 1.8, 4.2, 25), (2.3, 2.3, 0, 0, 180), EYE + BEAK + "3.4 -1 2.7 2.7 0 0 360 5"),
    "hare": ("maple", (3.2, 2, 6, 10), (2.2, 1.4, 40, 0, 180), NOSE + EYE + "3.2 6 0.7 3 10 0 360 -1"),
    "fox": ("birch", (5.2, 2.2, 4.4, 20), (2.4, 3, 60, 20, 150), NOSE + EYE + "4.6 -7.6 4.4 3.4 0 180 360 5"),
    "heron": ("ash", (0, 1.6, 4.8, 0), (2.8, 1.6, 80, 200, 340), EYE + BEAK + "4.8 -0.4 2.4 0.5 15 0 360 -1"),
    "squirrel": ("alder", (), (), SPIRAL + "-6 3.6 0.8 0.8 0 0 360 -1; -8.3 2 0.5 0.5 0 0 360 -1"),
}
# by seed % 3: room temperature; lamps (kind, temperature, half sides, irradiance, distance, height, aim)
LAMPS = (
    (4200, (("lamp", 2900, (120, 120), 0.8, 260, 1150, 0), ("window", 6300, (500, 550), 0.45, -1700, 1000, 300))),
    (3600, (("lamp", 2800, (150, 150), 0.9, 340, 1000, 0), ("window", 6600, (420, 500), 0.3, 1900, 900, 300))),
    (5200, (("lamp", 3000, (90, 90), 0.55, 420, 1300, 0), ("window", 6400, (620, 600), 0.7, -1500, 1100, 300))),
)
TABLES = [{"table": kind} for kind in ("white", "pine", "walnut")]


@lru_cache(maxsize=16)
def _sheet(wood: str) -> np.ndarray:
    """A large sheet of one wood, its grain along x: rings, fibres, pores and curl across the grain."""
    rng = np.random.default_rng([77, *map(ord, wood)])
    y = np.arange(n := 1600, dtype=np.float32)[:, None] / PX
    drift = art.fbm(rng, n, n, 1100, 260, 3)
    phase = y / (4.5 if wood != "birch" else 9) + 9 * drift
    rings = np.abs((phase % 1.0) ** 1.6 - 0.5 * art.noise(rng, n, n, 300, 12))
    fibre = 0.5 * art.noise(rng, n, n, 260, 2.2) + 0.5 * art.noise(rng, n, n, 90, 1.2)
    curl = art.noise(rng, n, n, 26, 170) - 0.5 + 0.5 * (art.noise(rng, n, n, 60, 320) - 0.5)
    tone = 0.5 + RINGS.get(wood, 0.35) * (0.45 - rings) + 0.6 * (fibre - 0.5) + FIGURED.get(wood, 0.06) * 2 * curl
    img = art.ramp(tone, VENEER[wood])
    pores = np.clip((art.noise(rng, n, n, 30, 1.3) - 0.72) * 5, 0, 1) * (0.4 + 0.6 * (rings < 0.25))
    img *= (1 - PORES.get(wood, 0.2) * pores)[..., None]
    return (img * (0.92 + 0.16 * art.fbm(rng, n, n, 500))[..., None]).clip(0, 255).astype(np.uint8)


def _plank(rng: np.random.Generator, wood: str, h: int, w: int, turn: float | None = None) -> np.ndarray:
    """A piece from somewhere in the sheet, along or across the grain unless a turn is given."""
    turn = float(rng.choice([0, 90]) + rng.normal(0, 3)) if turn is None else turn
    m = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    m[:, 2] += rng.uniform(250, 1350, 2) - [w / 2, h / 2]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(_sheet(wood), m, (w, h), flags=flags, borderMode=cv2.BORDER_REFLECT).astype(np.float32)


def _ink(img: np.ndarray, mask: np.ndarray, colour: tuple[int, int, int], scorch: float = 0.0) -> None:
    """Burn a mask into the wood, with a brown halo where the smoke settled."""
    if scorch:
        halo = cv2.GaussianBlur(mask, (0, 0), 9).astype(np.float32)[..., None] / 255 * scorch
        img *= 1 - halo * np.float32([0.35, 0.5, 0.65])
    a = cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    img[:] = img * (1 - a) + np.float32(colour) * a


def _leaf(rng: np.random.Generator, colour: str) -> list[np.ndarray]:
    """Outline, rib and veins of a leaf of the wood's own tree, about 1 long each way from its middle, tip at +x."""
    t = np.linspace(0, 1, 70)
    if colour == "green":
        width, veins = 0.5 * np.sin(np.pi * t**0.75) ** 0.9 * (1 + 0.05 * np.sin(t * 80)), (14, 26, 38, 50)
    elif colour == "orange":
        width, veins = 0.34 * np.sin(np.pi * t**0.9) ** 0.7 * (1 + 0.36 * np.sin(t * 27)), (15, 31, 47)
    else:
        width, veins = 0.24 * np.sin(np.pi * t) ** 0.8, (12, 21, 30, 39, 48)
    x, bend = 2 * t - 1, rng.uniform(-0.3, 0.3) * (t - t**2)
    outline = np.r_[np.c_[x, bend + width], np.c_[x, bend - width][::-1]]
    ends = [(k, k + 12, s * 0.78 * width[k + 12]) for k in veins for s in (-1, 1)]
    return [outline, np.c_[x, bend][:-6], *(np.array([(x[k], bend[k]), (x[e], bend[e] + v)]) for k, e, v in ends)]


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """One veneer, leaves of the same wood let in with turned grain, everything drawn with thin dark lines."""
    rng = np.random.default_rng(seed)
    w, h = int(w_mm * PX), int(h_mm * PX)
    img = _plank(rng, colour, h, w)
    dark = tuple(int(v * 0.42) for v in VENEER[colour][0])
    for gy in np.arange(10, h_mm, 20):
        for gx in np.arange(10, w_mm, 20):
            a, size = rng.uniform(0, 2 * np.pi), rng.uniform(7.5, 10.5) * PX
            at = np.array([gx, gy]) * PX + rng.uniform(-42, 42, 2)
            turn = size * np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
            outline, *veins = [(v @ turn + at).round().astype(np.int32) for v in _leaf(rng, colour)]
            mask, line = np.zeros((2, h, w), np.uint8)
            cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA)
            inlay = _plank(rng, colour, h, w, float(-np.degrees(a) + 35)) * rng.uniform(0.84, 0.97)
            img += (inlay - img) * (mask[..., None] / np.float32(255))
            cv2.polylines(line, [outline], True, 255, 4, cv2.LINE_AA)
            cv2.polylines(line, veins, False, 255, 3, cv2.LINE_AA)
            _ink(img, line, dark)
    return np.clip(img, 0, 255).astype(np.uint8)


@lru_cache(maxsize=16)
def _engraving(kind: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """A treasure as the laser draws it: its silhouette, and the lines and shadows in it."""
    s = n * 3
    body, line = np.zeros((2, s, s), np.uint8)
    for what, *numbers in (part.split() for part in DRAWN[kind].split(";")):
        v = np.array(numbers, float) * s / 100
        turn = np.linspace(0, 2 * np.pi, 40)
        points = v.reshape(-1, 2) if what in ("fill", "line") else v[:2] + v[2] * np.c_[np.cos(turn), np.sin(turn)]
        drawn = [points.round().astype(np.int32)]
        if what != "line":
            cv2.fillPoly(body, drawn, 255, cv2.LINE_AA)
            cv2.fillPoly(line, drawn, 255 if what == "spot" else 0, cv2.LINE_AA)
        cv2.polylines(line, drawn, what != "line", 255, s // 28, cv2.LINE_AA)
    small = cv2.resize(np.dstack([body, line]), (n, n), interpolation=cv2.INTER_AREA)
    return small[..., 0], small[..., 1]


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Walnut; the treasure is cut through the veneer down to a maple core, its lines stay walnut."""
    rng = np.random.default_rng(seed)
    n, k = int(d_mm * PX), int(d_mm * PX * 0.7)
    img, core = _plank(rng, "walnut", n, n, rng.uniform(0, 180)), _plank(rng, "maple", n, n, rng.uniform(0, 180))
    body, line = np.zeros((2, n, n), np.uint8)
    o = (n - k) // 2
    body[o : o + k, o : o + k], line[o : o + k, o : o + k] = _engraving(kind, k)
    _ink(img, cv2.dilate(body, np.ones((5, 5))), CHAR)
    img += (core - img) * (body[..., None] / np.float32(255))
    _ink(img, line, (48, 28, 18))
    return np.clip(img, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """Birch plywood with burnt lines, deeper and double round the areas, and burnt icons."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    img = cv2.resize(_plank(rng, "birch", h // 2, w // 2, 0.0), (w, h), interpolation=cv2.INTER_CUBIC)
    img *= (0.95 + 0.1 * art.noise(rng, h, w, 40, 2))[..., None]
    thin, deep, tint = np.zeros((3, h, w), np.uint8)
    x1, y1 = m + spec.cols * cell, m + spec.rows * cell
    columns = [(m + c * cell, m, m + c * cell, y1, c % spec.area_cols) for c in range(spec.cols)]
    rows = [(m, m + r * cell, x1, m + r * cell, r % spec.area_rows) for r in range(spec.rows)]
    for *ends, inside in (*columns, *rows, (x1, m, x1, y1, 0), (m, y1, x1, y1, 0)):
        a, b, c, d = np.round(ends).astype(int).tolist()
        cv2.line(thin if inside else deep, (a, b), (c, d), 255, 5)
    deep = cv2.dilate(deep, np.ones((11, 11)))
    cv2.rectangle(deep, (30, 30), (w - 30, h - 30), 255, 4)
    for x in np.arange(m, x1 + 1, cell / 2):
        for y in (48, h - 48):
            cv2.ellipse(deep, (int(x), y), (18, 7), 0, 0, 360, 255, -1, cv2.LINE_AA)
    for (c, r), kind in sorted(treasures.items()):
        k = int(0.6 * cell)
        x, y = int(m + (c + 0.5) * cell - k / 2), int(m + (r + 0.5) * cell - k / 2)
        body, line = _engraving(kind, k)
        np.maximum(thin[y : y + k, x : x + k], line, out=thin[y : y + k, x : x + k])
        tint[y : y + k, x : x + k] = body * (0.32 + 0.16 * (np.arange(k)[:, None] % 6 < 3))
    _ink(img, tint, (150, 98, 56))
    _ink(img, thin, BURNT, 0.7)
    _ink(img, deep, CHAR, 0.9)
    return np.clip(img, 0, 255).astype(np.uint8)


def _numbers(text: str) -> list[list[float]]:
    return [[float(v) for v in part.split()] for part in text.split(";")]


def _body(spec: Any, p: Any) -> Polygon:
    """Outline of a wooden figure, in the board's plane, inside its spaces."""

    def oval(x: float, y: float, a: float, b: float, tilt: float) -> Polygon:
        return rotate(scale(Point(x, y).buffer(1.0), a, b), tilt)

    (x, y), *others = centre = [spec.cell_centre(*q) for q in p.cells]
    if p.kind == "squirrel":
        parts, r = [oval(x + u, y + v, *rest) for u, v, *rest in _numbers(SQUIRREL)], 0.9
    else:
        (aside, wide, high, tilt), r = FIGURES[p.colour][1], 1.2
        parts = [oval(x + q * aside, y + 9.4 - high, wide, high, -q * tilt) for q in (-1, 1)]
        parts += [oval(x, y - 2.4, 8.8, 7.0, 0), *(Point(q).buffer(9.1) for q in others)]
        spine = [LineString((a, b)) for a in centre for b in centre if a < b]
        parts += [line.buffer(8.0) for line in spine if line.length < 1.1 * spec.cell]
    whole = unary_union(parts).buffer(r).buffer(-2 * r).buffer(r)
    return whole.intersection(geo.tile_outline(spec, p.cells, gap=0.4, radius=2.0))


def _face(spec: Any, p: Any, outline: Polygon, box: tuple[float, ...]) -> np.ndarray:
    """The upper side of a figure: its wood, a burnt rim, eyes, nose and marks of the species."""
    corner, size = np.array([box[0], box[3]]), np.array([box[2] - box[0], box[3] - box[1]]) * PX
    w, h = size.round().astype(int)
    wood, _, fur, face = FIGURES[p.colour]
    img, line = _plank(np.random.default_rng(p.art_seed), wood, h, w), np.zeros((h, w), np.uint8)
    ring = ((np.array(outline.exterior.coords) - corner) * [PX, -PX]).round().astype(np.int32)
    cv2.polylines(line, [ring], True, 255, 5, cv2.LINE_AA)
    head, *others = (spec.cell_centre(*q) for q in p.cells)
    marks = [(head, q, mark) for mark in _numbers(face) for q in ((1,) if p.kind == "squirrel" else (-1, 1))]
    marks += [(o, 1, (4.6 * k, 1.5 * k * (-1) ** i, *fur, 5)) for i, o in enumerate(others) for k in (-1, 0, 1)]
    for at, side, (u, v, a, b, tilt, *arc) in marks:
        x, y = ((np.array(at) + np.array([side * u, v]) - corner) * [PX, -PX]).round().astype(int).tolist()
        start, end, thick = map(int, arc)
        cv2.ellipse(line, (x, y), (round(a * PX), round(b * PX)), -side * tilt, start, end, 255, thick, cv2.LINE_AA)
    _ink(img, line, CHAR, 0.5)
    return np.clip(img, 0, 255).astype(np.uint8)


def _pieces(stock: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    """Oiled veneer with shimmering curl and scorched edges on the die's tiles; discs and figures of solid wood."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[Any]:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        if p.kind in ("leaf", "token"):
            (n0, top, m0), (n1, side, _) = stock(self, spec, p)
            oiled, high = {"tex": m0[2]["tex"], "alpha": 0.3}, np.float32([1, 1, 1.5 if p.kind == "token" else 1])
            if p.kind == "leaf":
                h, w = oiled["tex"].shape[:2]
                curl = art.noise(np.random.default_rng(p.art_seed), h // 4, w // 4, 8, 40)[..., None]
                oiled |= {"bump": curl, "bump_scale": 0.08}
            out = [(n0, dict(top, v=top["v"] * high), (m0[0], "gloss", oiled))]
            out += [(n1, dict(side, v=side["v"] * high), SCORCHED)]
        else:
            centre = np.array([spec.cell_centre(*q) for q in p.cells])
            box = (*(centre.min(0) - spec.cell / 2), *(centre.max(0) + spec.cell / 2))
            top, side = geo.die_cut(outline := _body(spec, p), 4.5, box, 0.5)
            wood = {"tex": _face(spec, p, outline, box), "alpha": 0.4}
            edge = ("toasted", "diffuse", {"rgb": (0.24, 0.13, 0.065)})
            out = [(p.kind, top, (f"{p.kind}{p.art_seed}", "gloss", wood)), (p.kind + "side", side, edge)]
        self._mesh_cache[key] = out
        return out

    return meshes


def apply() -> None:
    """Replace the stock art, materials, piece shapes, tables and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, token_texture, board_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.3, 0.19, 0.1))
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._table = table_of(ts.TableScene._table, TABLES)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 47, rest=0.4)
