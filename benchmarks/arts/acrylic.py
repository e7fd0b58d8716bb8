"""A home-made laser-cut edition: tinted acrylic tiles on pale plywood or cork with burnt lines.

Tiles are clear bottle green (threes), amber (fours) and ruby (fives) with frosted leaf outlines; the print of the board
glimmers through. Boards have charred edges, fine burnt lines and burnt, painted treasures; tokens are dark-stained
wood with icons engraved down to the light wood, squirrels and animals are painted plywood cut-outs.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import Point, Polygon, get_rings
from tablescene import art, game
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
TINT = {"green": (22, 122, 66), "orange": (232, 146, 12), "red": (168, 14, 52)}  # threes, fours, fives
GLOW = {"green": (0.05, 0.5, 0.2), "orange": (0.95, 0.45, 0.03), "red": (0.7, 0.03, 0.12)}  # the edges, lit from inside
BURN, STAIN, BARE, CHAR = *np.float32(((74, 42, 24), (62, 36, 25), (222, 196, 152))), (0.075, 0.042, 0.024)
# all drawings in hundredths; halves of leaves, from stalk to tip: along, half width
LEAVES = """0 0 6 20 30 36 60 27 85 9 100 0; 0 0 15 10 20 26 33 12 42 35 55 15 66 36 78 14 92 20 100 0;
0 0 20 13 50 17 80 10 100 0; 0 0 30 6 62 46 86 40 95 12 82 0; 0 0 5 16 -8 40 18 32 36 50 46 22 68 27 68 12 100 0"""
# treasures: closed outlines, 0 first paint, 1 second paint, 2 burnt to the ground; 3 burnt lines
TREASURES = {
    "berry": """1 50 16 30 0 2 8 12 30 34 32; 1 50 16 66 0 98 6 88 28 68 32; 3 28 56 37 59; 3 28 56 28 65;
3 28 56 19 59; 3 28 56 23 49; 3 28 56 33 49; 3 73 54 82 57; 3 73 54 73 63; 3 73 54 64 57; 3 73 54 68 47;
3 73 54 78 47; 3 50 81 59 84; 3 50 81 50 90; 3 50 81 41 84; 3 50 81 45 74; 3 50 81 55 74""",
    "nut": """1 44 16 42 2 50 1 54 16; 0 20 40 80 40 82 62 70 82 54 90 50 102 46 90 30 82 18 62;
1 8 46 10 28 30 13 50 10 70 13 90 28 92 46 50 52; 3 14 31 25 46; 3 32 25 37 46; 3 50 20 50 46; 3 68 25 63 46;
3 86 31 75 46; 3 15 26 26 30 38 32 50 32 62 32 74 30 85 26; 3 35 58 37 72 44 82""",
    "mushroom": """1 40 48 60 48 62 70 70 90 60 99 40 99 30 90 38 70;
0 2 54 6 30 26 6 50 1 74 6 94 30 98 54 80 60 50 54 20 60; 3 46 68 44 88""",
    "feather": """0 16 84 14 52 22 46 22 36 40 20 66 5 96 0 96 28 84 50 70 56 66 66 44 78;
2 0 100 4 102 50 54 86 12 48 50; 3 30 71 32 49 30 71 51 71; 3 38 63 40 41 38 63 59 63; 3 46 54 48 32 46 54 67 54;
3 54 46 56 24 54 46 75 46; 3 62 38 64 16 62 38 83 38; 3 70 29 72 7 70 29 91 29; 3 78 21 80 -1 78 21 99 21""",
}
FIRST = {"berry": (54, 78, 170), "nut": (206, 138, 60), "mushroom": (206, 58, 40), "feather": (66, 164, 160)}
SECOND = {"berry": (92, 134, 62), "nut": (120, 74, 36), "mushroom": (244, 232, 206), "feather": (66, 164, 160)}
SQUIRREL = """10 98 6 84 16 76 10 66 16 56 2 42 6 28 20 20 24 0 37 16 46 30 50 44 54 30 56 12 72 1 92 6 100 26 94 46 99
70 90 92 70 99 40 98"""
COATS = ((84, 94, 108), (128, 96, 140), (236, 228, 208), (204, 120, 100), (92, 152, 190))  # as game.ANIMALS
# by seed % 4: room temperature; lights (kind, temperature, half sides, irradiance, distance, height, aim)
WEST, LAMP = ("window", 6600, (620, 520), 1.1, 1500.0, 1050.0, 250), ("lamp", 3000, (150, 150), 0.9, 520.0, 1500.0, 0)
EAST, DESK = ("window", 7400, (500, 600), 0.8, 1700.0, 1100.0, 300), ("lamp", 2850, (100, 100), 0.35, -650.0, 1300.0, 0)
ROOMS = ((5600, (WEST,)), (3300, (LAMP,)), (4600, (LAMP, EAST)), (6400, (EAST, DESK)))


def _read(text: str) -> np.ndarray:
    return np.array(text.split(), np.float32).reshape(-1, 2) / 100


def _smooth(points: Any, times: int = 3) -> np.ndarray:
    p = np.float32(points)
    for _ in range(times):
        q = np.roll(p, -1, 0)
        p = np.stack([0.78 * p + 0.22 * q, 0.22 * p + 0.78 * q], 1).reshape(-1, 2)
    return p


def _draw(lay: np.ndarray, points: Any, width: float = 0, value: Any = 255, closed: bool = True) -> None:
    pts = np.round(np.float32(points) * 16).astype(np.int32)
    if width:
        cv2.polylines(lay, [pts], closed, value, max(1, round(width)), cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(lay, [pts], value, cv2.LINE_AA, 4)


def _arc(x: float, y: float, a: float, b: float, t0: float = 0, t1: float = 6.2832) -> np.ndarray:
    t = np.linspace(t0, t1, 40)
    return np.c_[x + a * np.cos(t), y + b * np.sin(t)]


def _wood(rng: np.random.Generator, h: int, w: int, cork: bool) -> np.ndarray:
    """Birch with broad soft flames and short dark flecks along x, or pale pressed cork with crumbs of bark."""
    if cork:
        tone = 0.5 * art.noise(rng, h, w, 17) + 0.3 * art.noise(rng, h, w, 7) + 0.2 * art.noise(rng, h, w, 60)
        img = art.ramp(np.clip((tone - 0.5) * 1.5 + 0.5, 0, 1), [(196, 160, 114), (220, 186, 138), (236, 206, 162)])
        crumb = np.clip((art.noise(rng, h, w, 11, 8) - 0.86) * 9, 0, 1)[..., None] * 0.55
        return (img * (1 - crumb) + np.float32((104, 68, 40)) * crumb).astype(np.float32)
    flame = 0.5 + 0.5 * np.sin(art.fbm(rng, h, w, 900, 170, 4) * 46 + np.linspace(0, 5, h)[:, None])
    tone = 0.34 * flame + 0.4 * art.fbm(rng, h, w, 420, 7, 2) + 0.26 * art.noise(rng, h, w, 500)
    img = art.ramp(tone, [(212, 180, 134), (230, 202, 158), (242, 220, 182)])
    return np.float32(img * (1 - 0.22 * np.clip((art.noise(rng, h, w, 22, 2.2) - 0.86) * 7, 0, 1))[..., None])


def _scorch(img: np.ndarray, lines: np.ndarray, halo: float = 5) -> None:
    """Burn lines (0..255) into wood, with a tan halo of smoke."""
    smoke = cv2.GaussianBlur(lines, (0, 0), halo).astype(np.float32)[..., None] / 255
    img *= 1 - smoke * np.float32((0.25, 0.36, 0.46))
    img += (BURN - img) * (0.92 / 255) * lines[..., None]


def _layers(kind: str, n: int) -> np.ndarray:
    """First paint, second paint and burnt lines of a treasure as masks 0..1 of n pixels a side."""
    lay, s = np.zeros((3 * n, 3 * n, 3), np.uint8), 3 * n
    shapes = [(int(t.split()[0]), _read(t.strip()[2:])) for t in TREASURES[kind].split(";")]
    shapes = [(role, _smooth(pts) if role < 3 else pts) for role, pts in shapes]
    if kind == "berry":
        shapes[2:2] = [(0, _arc(x, y, 0.22, 0.22)) for x, y in ((0.28, 0.54), (0.73, 0.52), (0.5, 0.78))]
    elif kind == "mushroom":
        dots = ((0.3, 0.33, 0.085), (0.55, 0.2, 0.095), (0.75, 0.38, 0.075), (0.5, 0.42, 0.05))
        shapes += [(4, _arc(x, y, r, r * 0.85)) for x, y, r in dots]
    for role, pts in shapes:
        if role != 3:
            _draw(lay, pts * s, 0, [255 * (k == (role if role < 3 else 1)) for k in range(3)])
        if role != 4:
            _draw(lay, pts * s, s * (0.035 if role < 3 else 0.025), (0, 0, 255), role < 3)
    return cv2.resize(lay, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure burnt into the wood and filled with thin paint, as RGBA."""
    rng, n = np.random.default_rng(seed), int(size_mm * PX)
    a, b, burn = np.moveaxis(_layers(kind, n), 2, 0)[..., None]
    img = (np.float32(FIRST[kind]) * a + np.float32(SECOND[kind]) * b) / np.maximum(a + b, 1e-3)
    img = img * (0.88 + 0.24 * art.fbm(rng, n, n, 40))[..., None] * (1 - burn) + BURN * burn
    return np.dstack([img, 219 * (a + b) + 242 * burn]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark-stained disc; the laser takes the stain off where the treasure is."""
    rng, n, k = np.random.default_rng(seed), int(d_mm * PX), int(d_mm * PX * 0.7)
    grain = (0.74 + 0.5 * art.fbm(rng, n, n, 90, 4, 2))[..., None]
    a, b, burn = np.moveaxis(_layers(kind, k), 2, 0)
    light, o = np.zeros((n, n), np.float32), (n - k) // 2
    light[o : o + k, o : o + k] = np.clip(a + b, 0, 1) * (1 - 0.75 * burn)
    cv2.circle(light, (n // 2, n // 2), int(n * 0.455), 0.55, 3)
    return np.clip((STAIN + (BARE - STAIN) * light[..., None]) * grain, 0, 255).astype(np.uint8)


@lru_cache(maxsize=6)
def _board(seed: int, spec: Any, treasures: tuple) -> np.ndarray:
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    img, lines, edge = _wood(rng, h, w, seed % 3 == 0), np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    x1, y1 = m + spec.cols * cell, m + spec.rows * cell
    for c in range(spec.cols + 1):
        _draw(lines, ((m + c * cell, m), (m + c * cell, y1)), 4 if c % spec.area_cols and c < spec.cols else 12)
    for r in range(spec.rows + 1):
        _draw(lines, ((m, m + r * cell), (x1, m + r * cell)), 4 if r % spec.area_rows and r < spec.rows else 12)
    cv2.rectangle(lines, (36, 36), (w - 37, h - 37), 255, 4, cv2.LINE_AA)
    for x, y in product(np.arange(m, x1, 2 * cell) + cell, (36, h - 37)):
        cv2.circle(lines, (int(x), y), 13, 255, -1, cv2.LINE_AA)
    _scorch(img, (lines * (0.72 + 0.28 * art.fbm(rng, h, w, 60))).astype(np.uint8))
    for (c, r), kind in treasures:
        sprite = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.6 * spec.cell), rng.uniform(-10, 10))
        art.paste(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    edge[1:-1, 1:-1] = 1
    rim = np.exp(-cv2.distanceTransform(edge, cv2.DIST_L2, 5) / 7)[..., None]
    return np.clip(img + (BURN - img) * 0.8 * rim, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Plywood, or cork for every third seed, with everything burnt in."""
    return _board(seed, spec, tuple(sorted(treasures.items())))


def _leaf_lines(frost: np.ndarray, kind: int, x: float, y: float, length: float, turn: float) -> None:
    """One leaf as a frosted outline, with veins and one half hatched by the laser."""
    half, inside, c, s = _read(LEAVES.split(";")[kind]), np.zeros_like(frost), np.cos(turn), np.sin(turn)
    turned = np.array(((c, s), (-s, c))) * length
    origin = (x, y) - (0.45, 0) @ turned
    _draw(inside, _smooth(np.r_[half, [(0, 0)]], 1) @ turned + origin)
    inside[2::4] = inside[3::4] = 0
    np.maximum(frost, inside // 2, out=frost)
    _draw(frost, _smooth(np.r_[half, (half * [1, -1])[-2:0:-1]], 1 if kind == 4 else 2) @ turned + origin, 6, 235)
    _draw(frost, ((-0.18, 0), (0.82, 0)) @ turned + origin, 5, 235)
    for f, q in product((0.22, 0.42, 0.6) if kind not in (2, 4) else (0.3,), (-1, 1)):
        _draw(frost, ((f, 0), (f + 0.15, 0.19 * q)) @ turned + origin, 3, 200)


def _acrylic(scene: Any, spec: Any, p: Any, outline: Polygon, box: Any) -> np.ndarray:
    """A clear tinted sheet: what lies under it glimmers through, the rim gathers light, leaves are frosted."""
    rng, (w, h) = np.random.default_rng(p.art_seed), (int((box[k + 2] - box[k]) * PX) for k in (0, 1))
    under, frost, rim = 0.8 * np.ones((h, w), np.float32), np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for b in scene.boards:
        if any(q.id == p.id and q.art_seed == p.art_seed for q in b.states[-1].pieces):
            x, y = (round((spec.margin + spec.cell * v) * PX) for v in np.min(p.cells, axis=0))
            sheet = board_texture(b.tex_seed, b.spec, b.states[0].treasures)[y : y + h, x : x + w]
            under = cv2.GaussianBlur(sheet.mean(2).astype(np.float32) / 255, (0, 0), 5)
    tint = np.float32(TINT[p.colour])
    img = tint * ((0.58 + 0.52 * under) * (0.95 + 0.1 * art.fbm(rng, h, w, 160)))[..., None]
    for x, y in (spec.cell_centre(*q) for q in p.cells if tuple(q) != tuple(p.hole)):
        at = ((x - box[0] + rng.uniform(-1, 1)) * PX, (box[3] - y + rng.uniform(-1, 1)) * PX)
        _leaf_lines(frost, int(rng.integers(5)), *at, rng.uniform(13.5, 16) * PX, rng.uniform(0, 6.28))
    for ring in get_rings(outline):
        _draw(rim, (np.array(ring.coords) - [box[0], box[3]]) * [PX, -PX], 9)
    img += (tint * 1.15 + 34 - img) * (0.75 / 255) * rim[..., None]
    img += (tint * 0.35 + np.float32((166, 166, 160)) - img) * (0.85 / 255) * frost[..., None]
    return np.clip(img, 0, 255).astype(np.uint8)


def _painted(rng: np.random.Generator, coat: Any, h: int, w: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    img = np.float32(coat) * (0.82 + 0.3 * art.fbm(rng, h, w, 260, 6, 2))[..., None]
    return img, np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)


def _squirrel(rng: np.random.Generator, n: int, outline: np.ndarray) -> np.ndarray:
    """Chestnut paint, cream belly, tail curl and thigh engraved."""
    img, burn, cream = _painted(rng, (186, 92, 44), n, n)
    spots = ((0.25, 0.7, 0.1, 0.17), (0.8, 0.2, 0.12, 0.09), (0.23, 0.33, 0.045, 0.045), (0.05, 0.42, 0.03, 0.03))
    for lay, spot in zip((cream, cream, burn, burn), spots, strict=True):
        _draw(lay, _arc(*spot) * n)
    img += (np.float32((240, 214, 170)) - img) * (0.85 / 255) * cream[..., None]
    _draw(burn, outline * n, 9)
    curl, thigh = _arc(0.76, 0.28, 0.12, 0.13, -4.2, 1.2), _arc(0.5, 0.78, 0.17, 0.17, -2.6, 1.5)
    for line in (curl, thigh, _read("52 42 60 60 74 76 72 98"), _read("36 56 20 60 15 55")):
        _draw(burn, line * n, 6, closed=False)
    _scorch(img, burn, 3)
    return np.clip(img, 0, 255).astype(np.uint8)


def _animal(p: Any, spec: Any, outline: Polygon, box: Any) -> np.ndarray:
    """One painted body over all spaces: engraved contour, head on the first space, coat marks on the others."""
    rng, (w, h) = np.random.default_rng(p.art_seed), (int((box[k + 2] - box[k]) * PX) for k in (0, 1))
    s, (img, burn, pale) = spec.cell * PX, _painted(rng, COATS[game.ANIMALS.index(p.colour)], h, w)
    rest = [np.array(((x - box[0]) * PX, (box[3] - y) * PX)) for x, y in (spec.cell_centre(*q) for q in p.cells)]
    way = [rest.pop(int(np.argmin([q.sum() for q in rest])))]
    while rest:
        way.append(rest.pop(int(np.argmin([np.hypot(*(q - way[-1])) for q in rest]))))
    for a, b in pairwise(way):
        if np.hypot(*(a - b)) < 1.1 * s:
            _draw(burn, (a, b), 5)
    for inset, width in ((0.0, 10), (1.5, 4)):
        _draw(burn, (np.array(outline.buffer(-inset).exterior.coords) - [box[0], box[3]]) * [PX, -PX], width)
    for (x, y), k, j in product(way[1:-1], (-52, 0, 52), (-52, 0, 52)):
        mark = np.array(((-6, -13), (6, 13)) if p.colour == "hare" else ((-18, -9), (0, 9), (18, -9)))
        if p.colour in ("owl", "heron"):
            mark = _arc(0, -8, 21, 22 if p.colour == "owl" else 34, 0, 3.14)
        _draw(burn, mark + np.array([x + k, y + j]), 5, closed=False)
    head, tail, turn = way[0], way[-1], np.linspace(0, 14, 90)
    _draw(burn, _arc(0, 0, 0.31, 0.31) * s + tail, 0, 0)
    _draw(pale, _arc(0, 0, 0.31, 0.31) * s + tail, 0, 150)
    _draw(burn, tail + np.c_[np.cos(turn), np.sin(turn)] * turn[:, None] * s / 45, 6, closed=False)
    _draw(burn, _arc(0, 0.06, 0.33, 0.33) * s + head, 0, 0)
    long = {"hare": 0.3, "fox": 0.22, "owl": 0.17}.get(p.colour, 0.11)
    for q in (-1, 1):
        ear = ((q * 0.1, -0.2), (q * 0.16, -0.18 - long), (q * 0.3, -0.14 - 0.8 * long), (q * 0.3, -0.1))
        _draw(pale, _smooth(ear, 2) * s + head, 0, 190)
        _draw(burn, _smooth(ear, 2) * s + head, 6)
        spot = (q * 0.15, 0.02, 0.12, 0.15) if p.colour in ("badger", "owl") else (0, 0.21, 0.17, 0.13)
        _draw(pale, _arc(*spot) * s + head, 0, 220)
        _draw(burn, _arc(q * 0.14, 0, 0.055, 0.055) * s + head)
    _draw(burn, _arc(0, 0.06, 0.33, 0.31) * s + head, 7)
    beak = ((-0.06, 0.12), (0.06, 0.12), (0, 0.36 if p.colour in ("owl", "heron") else 0.2))
    _draw(burn, np.array(beak) * s + head)
    img += (np.float32((246, 236, 212)) - img) * pale[..., None] / 255
    _scorch(img, burn, 3)
    return np.clip(img, 0, 255).astype(np.uint8)


def piece_meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Acrylic tiles, stained discs, painted cut-outs; tiles and animals keep the die's outlines."""
    if (key := (p.id, p.art_seed, tuple(map(tuple, p.cells)))) in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    box = (*(centre.min(0) - spec.cell / 2), *(centre.max(0) + spec.cell / 2))
    alpha, bevel, side = 0.34, 0.12, ("char", "diffuse", {"rgb": CHAR})
    if p.kind == "token":
        outline = Point(*centre[0]).buffer(6.8, 24)
        box, tex = outline.bounds, token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "squirrel":
        shape = _smooth(_read(SQUIRREL))
        outline = Polygon((shape * [0.96, -0.96] + [-0.48, 0.48]) * spec.cell + centre[0]).buffer(0)
        tex = _squirrel(np.random.default_rng(p.art_seed), int(spec.cell * PX), shape * 0.96 + 0.02)
    elif p.kind == "animal":
        outline = geo.tile_outline(spec, p.cells, gap=0.4, radius=4.2)
        tex = _animal(p, spec, outline, box)
    else:
        outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        tex, alpha, bevel = _acrylic(self, spec, p, outline, box), 0.07, 0.2
        side = (f"glow{p.colour}", "gloss", {"rgb": GLOW[p.colour], "alpha": 0.1})
    top, rim = geo.die_cut(outline, 2.1 if p.kind == "token" else ts.PIECE_T, box, bevel)
    sheet = (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex, "alpha": alpha})
    self._mesh_cache[key] = [(p.kind, top, sheet), (f"{p.kind}side", rim, side)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    art.icon, art.token_texture, art.board_texture = icon, token_texture, board_texture
    ts.EDGE["rgb"], ts.TableScene._piece_meshes = CHAR, piece_meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 61, rest=0.45)
