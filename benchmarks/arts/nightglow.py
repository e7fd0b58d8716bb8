"""A neon edition: everything is a lit sign at night, printed on black; colour is only in the tubes and in their glow.

The board is a wall of dark bricks that keep no time with the grid; spaces are parted by thin azure tubes with a gap at
every crossing, areas by pink ones, a yellow one runs round the rim. Tiles are almost black with a tint, a tube along
the edge and a leaf in one line on every space: green (threes), yellow (fours), red (fives). Treasures are small signs:
violet berries, an orange nut, a red and white mushroom, an ice-blue feather; tokens are black with the sign in a white
ring. Squirrels are figures of white opal acrylic, animals navy plates with a body and a head in one tube, each in its
hue.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, rounded
from art_figures import grid_lines, path_of, printed_piece, tone_of
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BRICK, MORTAR, BLACK, NAVY, OPAL = ("1c1a22", "222028", "19171f"), "2e2b36", "0e0d12", "12162e", "eceaf0"
AZURE, PINK, YELLOW, WHITE = "2c9cff", "ff2e9c", "ffd83c", "f4f4ff"
TILES = {"green": ("0a1c12", "2cff74"), "orange": ("1e1804", "ffcc1c"), "red": ("210a0c", "ff3a34")}
HUES = {"badger": "e8ecff", "owl": "b070ff", "hare": "ff9cd4", "fox": "ff8228", "heron": "30dcff"}
# tubes in percent: colour, then an oval or the points of a line (closed if it ends where it began)
SIGNS = {
    "berry": "a868ff 30 60 18 18 0;a868ff 70 60 18 18 0;a868ff 50 84 14 14 0;3cff84 50 36 50 14 64 4 84 10 74 24 50 20;"
    "3cff84 32 42 50 28 68 42",
    "nut": "ff9a30 20 46 24 70 36 86 50 96 64 86 76 70 80 46;ff9a30 14 44 20 24 38 14 62 14 80 24 86 44 14 44;ff9a30 "
    "50 14 54 2",
    "mushroom": "ff4038 6 54 12 28 34 10 66 10 88 28 94 54 6 54;f4f4ff 38 56 33 94 67 94 62 56;f4f4ff 28 38 6 6 0;"
    "f4f4ff 52 26 7 6 0;f4f4ff 74 40 6 6 0",
    "feather": "8ce0ff 20 80 18 52 42 22 90 6 84 36 66 66 38 82 20 80;8ce0ff 4 98 68 28;8ce0ff 34 66 30 48;8ce0ff 48 "
    "50 72 52",
}  # fmt: skip
LEAVES = {
    "green": "L 50 96 50 34;L 50 6 74 28 80 52 66 76 50 82 34 76 20 52 26 28 50 6",
    "orange": "L 50 98 50 60;L 50 8 62 18 58 28 76 30 70 44 86 52 70 62 70 74 50 80 30 74 30 62 14 52 30 44 24 30 42 "
    "28 38 18 50 8",
    "red": "L 50 98 50 56;L 50 4 62 26 76 20 72 40 96 40 80 58 86 70 58 74 50 80 42 74 14 70 20 58 4 40 28 40 24 20 "
    "38 26 50 4",
}  # fmt: skip
HEADS = {
    "badger": "L 50 56 36 36 0;L 38 22 34 86;L 62 22 66 86;L 18 40 14 22 30 18;L 82 40 86 22 70 18;L 24 54 4 4 0;L "
    "76 54 4 4 0",
    "owl": "L 12 10 40 22 60 22 88 10 88 56 74 82 50 92 26 82 12 56 12 10;L 33 48 12 12 0;L 67 48 12 12 0;L 44 62 50 "
    "74 56 62",
    "hare": "L 40 40 26 14 34 2 46 12 48 38;L 60 40 74 14 66 2 54 12 52 38;L 50 66 32 30 0;L 38 60 3 3 0;L 62 60 3 3 0;"
    "L 44 78 50 82 56 78",
    "fox": "L 8 8 34 28 66 28 92 8 94 50 50 94 6 50 8 8;L 22 56 50 82 78 56;L 33 46 3 3 0;L 67 46 3 3 0",
    "heron": "L 58 36 24 22 0;L 34 32 2 44 36 46;L 62 14 96 8 78 26;L 52 34 4 4 0;L 58 58 74 74 66 96",
}  # fmt: skip
SQUIRREL = (
    "52 96 70 66 62 42 68 14 88 6 99 24 96 62 80 95;38 70 18 25 6;27 36 18 15 -12;36 16 5 13 12;42 93 30 6 0;19 64 "
    "12 5 -28"
)
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (4000, (("lamp", 3600, (200, 200), 1.0, 520.0, 1500.0, 0),)),
    (7000, (("lamp", 7200, (160, 90), 0.8, 700.0, 1300.0, 0), ("lamp", 3000, (140, 140), 0.5, -760.0, 1300.0, 0))),
    (5600, (("window", 6200, (560, 600), 1.2, 1500.0, 1100.0, 250),)),
)


def _rings(text: str) -> list[tuple[str, Array, bool]]:
    """The tubes of a sign: colour, points in percent, and whether they close; corners are bent, not broken."""
    out = []
    for part in text.split(";"):
        tone, *numbers = part.split()
        ring, angular = ring_of(np.float32(numbers))
        closed = not angular or bool(len(ring) > 2 and np.allclose(ring[0], ring[-1]))
        out.append((tone, rounded(rounded(ring[:-1], 0.16), 0.2) if angular and closed else ring, closed))
    return out


def _tubes(img: Array, rings: list[tuple[Array, bool]], tone: str, wide: float, glow: float = 1.0) -> None:
    """Lit glass: a halo round it, its colour at the rim, nearly white in the middle."""
    points, (h, w), room = np.concatenate([ring for ring, _ in rings]), img.shape[:2], round(wide * 7 + 6)
    x0, y0 = np.maximum(np.floor(points.min(0)).astype(int) - room, 0)
    x1, y1 = np.minimum(np.ceil(points.max(0)).astype(int) + room, (w, h))
    if x1 <= x0 or y1 <= y0:
        return
    view, lays = img[y0:y1, x0:x1], []
    for width in (wide, wide * 0.42):
        lay = np.zeros(view.shape[:2], np.uint8)
        for ring, closed in rings:
            cv2.polylines(lay, path_of(ring - (x0, y0)), closed, 255, max(1, round(width)), cv2.LINE_AA, 4)
        lays.append(lay / np.float32(255))
    halo = 0.55 * cv2.GaussianBlur(lays[0], (0, 0), wide * 0.9) + 0.6 * cv2.GaussianBlur(lays[0], (0, 0), wide * 2.4)
    view += tone_of(tone) * (0.8 * glow * halo)[..., None]
    view += (tone_of(tone) - view) * lays[0][..., None]
    view += (tone_of(tone) * 0.35 + 166 - view) * (0.8 * lays[1])[..., None]


def _sign(img: Array, text: str, at: Any, size: float, wide: float, tone: str = "", turn: float = 0) -> None:
    """A small sign round a place, size in pixels."""
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]) * size / 100
    for hue, ring, closed in _rings(text):
        _tubes(img, [((ring - 50) @ spin + at, closed)], tone or hue, wide)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A sign with its glow, RGBA."""
    n = round(size_mm * PX)
    img = np.zeros((n, n, 3), np.float32)
    _sign(img, SIGNS[kind], (n / 2, n / 2), n * 0.86, n * 0.055)
    alpha = img.max(2, keepdims=True).clip(1, 255)
    return np.dstack([img / alpha * 255, alpha]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A black disc, a white ring, the sign."""
    n = round(d_mm * PX)
    img = np.zeros((n, n, 3), np.float32) + tone_of(BLACK)
    ring = n / 2 + 0.42 * n * np.c_[np.cos(np.arange(64) * np.pi / 32), np.sin(np.arange(64) * np.pi / 32)]
    _tubes(img, [(ring, True)], WHITE, 5, 0.6)
    _sign(img, SIGNS[kind], (n / 2, n / 2), n * 0.56, 6)
    return img.clip(0, 255).astype(np.uint8)


def _wall(rng: Rng, h: int, w: int) -> Array:
    """Dark bricks, 27 by 8.3 mm, every other course half a brick aside."""
    img = np.zeros((h, w, 3), np.float32) + tone_of(MORTAR)
    for k, y in enumerate(range(-40, h, 83)):
        for x in range(-270 + k % 2 * 135, w, 270):
            tone = tone_of(BRICK[int(rng.integers(3))]) * rng.uniform(0.85, 1.2)
            cv2.rectangle(img, (x + 5, y + 5), (x + 265, y + 78), tone.tolist(), -1)
    return img * (0.8 + 0.3 * art.fbm(rng, h, w, 60) + 0.1 * art.noise(rng, h, w, 4))[..., None]


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """A wall, tubes of three colours, signs."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _wall(rng, h, w)
    tubes: dict[bool, list] = {False: [], True: []}
    for wide, (a, b) in grid_lines(spec):
        way, cells = (b - a) / np.hypot(*(b - a)), round(float(np.hypot(*(b - a)) / c))
        every = (spec.area_rows if way[1] > 0.5 else spec.area_cols) if wide else 1
        for k in range(0, cells, every):
            end = min(k + every, cells)
            tubes[wide].append((np.stack([a + way * (k * c + 13), a + way * (end * c - 13)]), False))
    _tubes(img, tubes[False], AZURE, 7, 0.7)
    _tubes(img, tubes[True], PINK, 12)
    q, r = m * 0.42, 40
    ring = np.array(
        Polygon([(q + r, q + r), (w - q - r, q + r), (w - q - r, h - q - r), (q + r, h - q - r)])
        .buffer(r)
        .exterior.coords
    )
    _tubes(img, [(ring[:-1], True)], YELLOW, 9, 0.8)
    for (col, row), kind in sorted(treasures.items()):
        _sign(img, SIGNS[kind], (m + (col + 0.5) * c, m + (row + 0.5) * c), 0.58 * c, 8)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float, spots: Any = ()) -> Array:
    """Nearly black; a leaf in one line at each spot (mm from the upper left)."""
    rng, (w, h) = np.random.default_rng(seed), (round(w_mm * PX), round(h_mm * PX))
    ground, tone = TILES[colour]
    img = tone_of(ground) * (0.8 + 0.4 * art.fbm(rng, h, w, 120))[..., None]
    for spot in spots:
        _sign(
            img, LEAVES[colour], np.array(spot) * PX, rng.uniform(108, 122), 7, tone, int(rng.integers(8)) * np.pi / 4
        )
    return img.astype(np.float32)


def _squirrel(spec: Any, p: Any) -> Polygon:
    rings = [ring_of(np.float32(part.split()))[0] for part in SQUIRREL.split(";")]
    u, at = 0.86 * spec.cell / 100, spec.cell_centre(*p.cells[0])
    shape = (
        unary_union([Polygon((rounded(ring) - 50) * [u, -u] + at).buffer(0) for ring in rings]).buffer(0.5).buffer(-0.2)
    )
    return Polygon(max(getattr(shape, "geoms", [shape]), key=lambda g: g.area).exterior)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Black card with a satin finish, opal acrylic."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    cells = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
    low, high, thick, bevel = np.min(cells, 0) - u / 2, np.max(cells, 0) + u / 2, ts.PIECE_T, 0.3
    alpha, side_rgb = 0.12 + 0.5 * self.card_alpha, (0.012, 0.012, 0.015)
    if p.kind == "token":
        low, high = cells[0] - 6.8, cells[0] + 6.8
        cut, tex = Point(*cells[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6).astype(np.float32)

    def at(points: Any) -> Array:
        return (np.asarray(points) - low) * [PX, -PX] + [0, (high - low)[1] * PX]

    if p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 1.6, p.hole_size, 2.0)
        spots = [at(q) / PX for q in cells if np.hypot(*(q - spec.cell_centre(*p.hole))) > 1]
        tex = leaf_texture(p.art_seed, p.colour, *(high - low), spots)
        edge = geo.tile_outline(spec, p.cells, None, 1.7, 2.2)
        rings = [edge.exterior, Point(*spec.cell_centre(*p.hole)).buffer(p.hole_size / 2 + 0.75, 24).exterior]
        _tubes(tex, [(at(ring.coords)[:-1], True) for ring in rings], TILES[p.colour][1], 6, 0.8)
    elif p.kind == "squirrel":
        cut, thick, bevel, alpha, side_rgb = _squirrel(spec, p), 5.0, 0.4, 0.08, (0.78, 0.77, 0.8)
        tex = np.zeros((*(np.round((high - low) * PX).astype(int)), 3), np.float32) + tone_of(OPAL)
        cv2.polylines(tex, path_of(at(cut.exterior.coords)), True, tone_of(PINK).tolist(), 11, cv2.LINE_AA, 4)
        middle = at(cells[0])
        for x, y, r in ((-0.24, -0.17, 7), (-0.38, -0.08, 5)):
            cv2.circle(tex, np.int32(middle + np.array((x, y)) * u * PX).tolist(), r, (24, 22, 30), -1, cv2.LINE_AA)
    elif p.kind == "animal":
        cut = geo.tile_outline(spec, p.cells, None, 0.5, 2.0)
        tex = np.zeros((*(np.round((high - low)[::-1] * PX).astype(int)), 3), np.float32) + tone_of(NAVY)
        links = [
            LineString(pair).buffer(6.4) for pair in combinations(cells, 2) if np.hypot(*(pair[0] - pair[1])) < 1.1 * u
        ]
        body = unary_union(links).difference(Point(*cells[0]).buffer(9.4))
        for part in getattr(body, "geoms", [body]):
            _tubes(tex, [(at(part.exterior.coords)[:-1], True)], HUES[p.colour], 6)
        for q in cells[1:]:
            for x in (-2.4, 0, 2.4):
                _tubes(tex, [(at(q + np.array([(x, 2), (x, -2)])), False)], HUES[p.colour], 5, 0.6)
        _sign(tex, HEADS[p.colour], at(cells[0]), 0.72 * u * PX, 7, HUES[p.colour])
    self._mesh_cache[key] = printed_piece(p, cut, (*low, *high), (thick, bevel), ("gloss", tex, alpha), side_rgb)
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(tone_of(tones[1]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.03, 0.03, 0.035))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1986, rest=0.4)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.35, "gain": 1.0}])
