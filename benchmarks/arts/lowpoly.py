"""A low-poly edition of today: flat triangles in light and shade all over floor, leaves, treasures and pieces.

The floor is one sheet of folded paper whose hue drifts from corner to corner, indigo to teal and mauve or sand to mint
and peach by the copy; hardly visible white lines part the spaces, a navy seam the areas, and the rim is navy facets
with a row of small triangles. Tiles have chamfered corners and folded leaves: lime (threes), orange (fours), hot pink
(fives). Treasures are cut gems and origami; tokens are near-black discs with the same in a coloured hexagon. Squirrels
are white or neon yellow figures, animals navy plates with a faceted body in its own bright hue.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_drawings import shrunk
from art_figures import grid_lines, path_of, printed_piece, tone_of
from art_lamps import exposure_of, lights_of, table_of
from scipy.spatial import Delaunay
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
NAVY, WHITE, COAL, NEON = map(tone_of, ("1e2644", "f8f8fa", "17171c", "e4f51e"))
FLOORS = (  # tones of the corners: upper left and right, lower left and right
    ("41509e", "2f8ea4", "8a6fc0", "5f7fc8"),
    ("f4d290", "9edccc", "f6ab98", "aebcf2"),
    ("2f7f8c", "6a62b4", "4a9a94", "b07ab0"),
)
# deep ground, leaves
TILES = {
    "green": ("3f8f2c", "8fdc3c", "6cc63a", "b4ec5a"),
    "orange": ("d95f10", "ff9a26", "ffb648", "f98214"),
    "red": ("a80f62", "f0358e", "ff66a8", "d81e78"),
}
# polygons in percent of a picture, or regular ones by middle, half axes and number of corners; each is faceted
TREASURES = {
    "berry": "2fae6a 50 20 26 0 8 16 22 32;2fae6a 50 20 74 0 92 16 78 32;5a3cc8 28 52 25 26 6;5a3cc8 72 52 25 26 "
    "6;7a58f0 50 78 25 24 6",
    "nut": "e8a04a 20 46 80 46 78 72 50 102 22 72;8a5430 6 48 16 20 38 8 62 8 84 20 94 48;6a3e22 44 10 50 -4 60 -2 "
    "57 10",
    "mushroom": "f4ead8 38 50 62 50 70 100 30 100;f0443c 0 58 10 26 34 6 66 6 90 26 100 58;ffffff 32 34 11 9 "
    "5;ffffff 66 26 11 9 5;ffffff 54 48 8 6 5;ffffff 82 47 8 6 5",
    "feather": "19b5d8 18 84 12 60 22 56 20 40 34 40 36 22 54 26 58 10 98 -2 50 50;0f86b8 18 84 50 50 98 -2 92 34 78 "
    "40 82 54 66 56 66 70 50 70 46 84;ffd23c 0 104 14 80 24 86 8 106",
}
BEASTS = {  # the body's tone, then the head
    "badger": ("b8c0cc", "39404e 8 30 16 8 36 16 30 40;39404e 92 30 84 8 64 16 70 40;eef0f4 30 14 70 14 96 48 66 86 "
               "50 100 34 86 4 48;39404e 22 26 38 18 44 56 36 80 18 52;39404e 78 26 62 18 56 56 64 80 82 52;14161c "
               "50 92 9 8 5;eef0f4 34 50 4 4 4;eef0f4 66 50 4 4 4"),
    "fox": ("ff8a3c", "f0641e 4 0 40 26 10 54;f0641e 96 0 60 26 90 54;ff8a3c 10 40 40 22 60 22 90 40 98 56 50 100 2 "
            "56;fff2e2 2 56 34 56 50 100;fff2e2 98 56 66 56 50 100;14161c 34 50 6 6 4;14161c 66 50 6 6 4;14161c 50 "
            "92 8 7 5"),
    "hare": ("d8b48c", "d8b48c 22 44 18 4 36 -2 46 42;d8b48c 78 44 82 4 64 -2 54 42;f2a8b0 28 40 26 10 34 8 38 "
             "40;f2a8b0 72 40 74 10 66 8 62 40;e8c8a0 16 56 34 38 66 38 84 56 72 90 50 100 28 90;fff6ea 36 80 50 70 "
             "64 80 50 98;14161c 33 60 6 7 5;14161c 67 60 6 7 5;e86a80 50 74 6 5 3"),
    "owl": ("9a7ae0", "7a58c8 4 2 34 18 66 18 96 2 98 56 72 96 28 96 2 56;fff2d2 30 46 24 24 7;fff2d2 70 46 24 24 "
            "7;ffc22a 30 46 14 14 6;ffc22a 70 46 14 14 6;14161c 30 46 7 7 5;14161c 70 46 7 7 5;ff9a26 42 58 58 58 "
            "50 80"),
    "heron": ("7cc8e8", "ffc22a 42 22 -2 42 44 46;cfeaf6 40 20 60 8 82 26 74 50 46 52 36 36;9ad4ee 56 50 74 46 92 76 "
              "86 102 46 102 60 76;2a3a70 48 16 62 6 104 10 72 26;14161c 52 30 6 6 4"),
}  # fmt: skip
SQUIRREL = (
    "s 60 40 52 20 66 6 84 8 98 28 98 52 86 74 78 60 82 40 70 30;s 86 74 78 60 64 66 58 96 84 98;s 30 54 52 52 66 72 "
    "62 98 18 98 20 76;s 6 44 18 26 38 22 50 40 44 58 22 58;s 26 26 30 2 44 24;s 10 98 12 88 60 90 60 98"
)
MOODS = (
    {"table": "white", "room": 5600, "level": 1.0, "ev": 0.1, "gain": 1.0,
     "lights": (("window", 1500, 1250, 620, 6500, 1.1), ("lamp", 700, 1800, 300, 4200, 0.3))},
    {"table": "oak", "room": 4200, "level": 0.9, "ev": 0.05, "gain": 1.0,
     "lights": (("lamp", 520, 1600, 280, 4000, 1.0),)},
    {"table": "pine", "room": 5000, "level": 0.8, "ev": 0.0, "gain": 1.2,
     "lights": (("lamp", 620, 1500, 180, 3300, 0.7), ("window", 1500, 1000, 480, 7000, 0.5))},
)  # fmt: skip


def _sheet(rng: Rng, h: int, w: int, pitch: float) -> tuple[Array, Array]:
    """Triangles (n, 3, 2) of a folded sheet, of uneven size, and how much light each has."""
    far = 1.5 * pitch
    y, x = np.mgrid[-far : h + far : pitch, -far : w + far : pitch]
    spots = np.c_[x.ravel(), y.ravel()] + rng.uniform(-0.46, 0.46, (x.size, 2)) * pitch
    spots = spots[rng.random(len(spots)) > 0.12]
    deep = rng.normal(0, 0.26, len(spots)) * pitch
    corners = Delaunay(spots).simplices
    tri, z = spots[corners], deep[corners]
    a, b = (np.c_[tri[:, k] - tri[:, 0], z[:, k] - z[:, 0]] for k in (1, 2))
    normal = np.cross(a, b)
    normal *= np.sign(normal[:, 2:]) / np.linalg.norm(normal, axis=1, keepdims=True)
    return tri, np.clip(0.3 + 0.78 * normal @ np.array([-0.42, -0.5, 0.76]), 0.6, 1.25)


def _folded(img: Array, tri: Array, tints: Array) -> None:
    """Fill triangles of a float or 8-bit picture, each in one tone."""
    for ring, tint in zip(tri, tints.clip(0, 255), strict=True):
        cv2.fillConvexPoly(img, path_of(ring)[0], tint.tolist(), cv2.LINE_8, 4)


def _cut(ring: Array, tone: Array) -> tuple[Array, Array]:
    """An outline (n, 2) as triangles about its middle, and their tones: light comes from the upper left."""
    mid = ring.mean(0)
    after = np.roll(ring, -1, 0)
    aside = (ring + after) / 2 - mid
    aside /= np.maximum(np.hypot(*aside.T), 1e-6)[:, None]
    light = 0.94 - 0.26 * aside @ np.array([0.6, 0.8]) + 0.05 * (-1.0) ** np.arange(len(ring))
    return np.stack([ring, after, mid + 0 * ring], 1), tone * light[:, None]


def _parts(text: str) -> list[tuple[str, Array]]:
    """The tone and the outline in percent of each polygon of a drawing."""
    out = []
    for part in text.split(";"):
        tone, *numbers = part.split()
        ring = np.float32(numbers)
        if len(ring) == 5:
            a = np.arange(int(ring[4])) * 2 * np.pi / ring[4] - np.pi / 2
            ring = np.c_[ring[0] + ring[2] * np.cos(a), ring[1] + ring[3] * np.sin(a)].ravel()
        out.append((tone, ring.reshape(-1, 2)))
    return out


@lru_cache(maxsize=64)
def _gem(text: str, n: int, rim: int = 0, ink: str = "f8f8fa") -> Array:
    """A drawing as RGBA, n pixels wide, every part faceted; with a rim, on an angular backing of that tone."""
    img, scale = np.zeros((4 * n, 4 * n, 4), np.uint8), (n - 2 * rim) / 25
    for _, ring in _parts(text):
        if rim:
            back = Polygon(ring * scale + 4 * rim).buffer(0).buffer(3.2 * rim, join_style=3)
            cv2.fillPoly(img, path_of(back.exterior.coords), (*tone_of(ink).tolist(), 255.0), cv2.LINE_8, 4)
    for tone, ring in _parts(text):
        tri, tints = _cut(ring * scale + 4 * rim, tone_of(tone))
        _folded(img, tri, np.c_[tints, np.full(len(tints), 255)])
    return shrunk(img, n)


# right half of a leaf from its tip to its foot: aside and down in percent of its length
HALVES = (
    "0 0 20 24 27 52 16 80 0 92",
    "0 0 12 18 14 36 38 24 32 46 44 60 24 66 26 80 0 84",
    "0 0 15 10 12 26 26 32 20 48 32 56 20 72 22 82 0 92",
    "0 0 12 30 14 58 0 96",
    "0 16 14 2 40 12 46 38 26 60 0 94",
)


def _leaf(form: int, tones: Sequence[Array], rng: Rng) -> tuple[Array, Array]:
    """A folded leaf of unit size, its tip up: triangles and tones, one half in shade."""
    half = np.float32(HALVES[form].split()).reshape(-1, 2) / 100 - [0, 0.5]
    rib = np.c_[np.zeros(len(half)), np.clip(half[:, 1] + 0.1, half[0, 1], half[-1, 1])]
    rib[0], rib[-1], tri, tints = half[0], half[-1], [], []
    shades, tone = rng.permutation((0.74, 1.08)), tones[int(rng.integers(len(tones)))]
    for side, shade in zip((-1, 1), shades, strict=True):
        for k in range(len(half) - 1):
            a, b, c, d = (q * [side, 1] for q in (half[k], half[k + 1], rib[k], rib[k + 1]))
            for ring, step in (((a, b, c), 1.0), ((b, c, d), 0.88)):
                tri.append(ring)
                tints.append(tone * shade * step * (1 + 0.06 * (-1) ** k + rng.normal(0, 0.03)))
    stalk = np.array([(-0.02, half[-1, 1] - 0.03), (0.02, half[-1, 1] - 0.03), (0.03, half[-1, 1] + 0.16)])
    return np.array([*tri, stalk]), np.array([*tints, tone * 0.55])


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Folded leaves of three tones on a folded ground."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, *tones = (tone_of(text) for text in TILES[colour])
    img = np.zeros((h, w, 3), np.float32)
    tri, light = _sheet(rng, h, w, 74)
    _folded(img, tri, ground * light[:, None])
    first = rng.uniform(-40, 60, 2)
    spots = [(x, y) for y in np.arange(first[0], h + 80, 118) for x in np.arange(first[1], w + 80, 118)]
    rng.shuffle(spots)
    for at in spots + rng.normal(0, 22, (len(spots), 2)):
        tri, tints = _leaf(int(rng.integers(len(HALVES))), tones, rng)
        a, size = rng.uniform(0, 2 * np.pi), rng.uniform(150, 215)
        turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
        for shift, tone in (((7, 9), ground * 0.5), ((0, 0), None)):
            _folded(img, tri @ turn + at + shift, tints if tone is None else np.tile(tone, (len(tri), 1)))
    return img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 13.6) -> Array:
    """A near-black disc with a hexagon in the treasure's hue round the treasure."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img, (tri, light) = np.zeros((n, n, 3), np.uint8), _sheet(rng, n, n, 40)
    _folded(img, tri, COAL * (0.5 + 0.7 * light[:, None]))
    hue = {"berry": "7a58f0", "nut": "e8a04a", "mushroom": "f0443c", "feather": "19b5d8"}[kind]
    a = np.arange(6) * np.pi / 3
    path = path_of(np.c_[np.cos(a), np.sin(a)] * 0.445 * n + n / 2)
    cv2.polylines(img, path, True, tone_of(hue).tolist(), 4, cv2.LINE_AA, 4)
    out = img.astype(np.float32)
    art.paste(out, _gem(TREASURES[kind], round(0.54 * n)), n / 2, n / 2)
    return out.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """A folded sheet of drifting hue, faint lines, a seam between areas, a rim of facets, treasures on white."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = round(spec.margin * PX), spec.cell * PX
    corners = np.float32([tone_of(text) for text in FLOORS[seed % len(FLOORS)]]).reshape(2, 2, 3)
    drift = cv2.resize(corners, (w, h), interpolation=cv2.INTER_LINEAR)
    warp = np.clip(art.fbm(rng, h, w, 500, octaves=2)[..., None] * 1.6 - 0.3, 0, 1)
    drift = drift * (1 - 0.3 * warp) + drift[::-1, ::-1] * 0.3 * warp
    img, (tri, light) = np.zeros((h, w, 3), np.float32), _sheet(rng, h, w, rng.uniform(72, 90))
    x, y = np.clip(tri.mean(1), 0, (w - 1, h - 1)).astype(int).T
    _folded(img, tri, drift[y, x] * (light + rng.normal(0, 0.04, len(light)))[:, None])
    lines, seams = np.zeros((2, h, w), np.uint8)
    for wide, line in grid_lines(spec):
        layer, thick = (seams, 9) if wide else (lines, 3)
        cv2.polylines(layer, path_of(line), False, 255, thick, cv2.LINE_AA, 4)
    img += (WHITE - img) * (lines[..., None] / np.float32(255) * 0.34)
    img += (NAVY - img) * (seams[..., None] / np.float32(255) * 0.9)
    rim, (tri, light) = np.zeros((h, w, 3), np.float32), _sheet(rng, h, w, 46)
    _folded(rim, tri, NAVY * (0.5 + 0.75 * light[:, None]))
    on = np.ones((h, w), bool)
    on[m:-m, m:-m] = False
    img = np.where(on[..., None], rim, img)
    bright = [tone_of(text) for text in ("37d3c4", "f8f8fa", "6a7cf0", "f8f8fa")]
    for long, turned in ((w, False), (h, True)):
        for k, d in enumerate(np.linspace(m, long - m, round((long - 2 * m) / 38))):
            flip = -1 if k % 2 else 1
            ring = np.array([(d - 17, m / 2 + 13 * flip), (d + 17, m / 2 + 13 * flip), (d, m / 2 - 13 * flip)])
            for far in (0, (w if turned else h) - m):
                path = path_of((ring + np.array((0, far)))[:, :: -1 if turned else 1])[0]
                cv2.fillConvexPoly(img, path, bright[k % 4].tolist(), cv2.LINE_8, 4)
    for (col, row), kind in sorted(treasures.items()):
        sprite = art.rotate(_gem(TREASURES[kind], round(0.66 * c), 8), float(rng.integers(-1, 2) * 8))
        art.paste(img, sprite, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.35)
    return img.clip(0, 255).astype(np.uint8)


def _animal(p: Any, spec: Any, low: Array, high: Array) -> Array:
    """A navy plate with a faceted body through all spaces and a head on the first."""
    rng, (w, h), s = np.random.default_rng(p.art_seed), np.round((high - low) * PX).astype(int), spec.cell * PX
    tone, head = BEASTS[p.colour]
    img, body = np.zeros((h, w, 3), np.float32), np.zeros((h, w, 3), np.float32)
    for layer, tint, pitch in ((img, NAVY, 90), (body, tone_of(tone), 52)):
        tri, light = _sheet(rng, h, w, pitch)
        _folded(layer, tri, tint * (light if layer is body else 0.6 + 0.5 * light)[:, None])
    inner = geo.tile_outline(spec, p.cells, None, 0.4, 0).buffer(-6.2, join_style=2).buffer(2.8, join_style=3)
    mask = np.zeros((h, w), np.uint8)
    for part in getattr(inner, "geoms", [inner]):
        cv2.fillPoly(mask, path_of((np.array(part.exterior.coords) - [low[0], high[1]]) * [PX, -PX]), 255, 16, 4)
    img += (body - img) * (mask[..., None] / np.float32(255))
    first = (spec.cell_centre(*min(map(tuple, p.cells))) - np.array([low[0], high[1]])) * [PX, -PX]
    art.paste(img, _gem(head, round(0.86 * s), 7, "1e2644"), *first)
    return img.clip(0, 255).astype(np.uint8)


def _chamfered(shape: Any, by: float) -> Any:
    """An outline with its outer corners cut straight."""
    return shape.buffer(-by, join_style=2).buffer(by, join_style=3)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Satin prints with chamfered corners, figures of lacquered wood."""
    key, half = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell / 2
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    spots = np.float32([spec.cell_centre(*q) for q in p.cells])
    low, high = spots.min(0) - half, spots.max(0) + half
    depth, side, alpha = (ts.PIECE_T, 0.25), (0.72, 0.72, 0.74), self.card_alpha
    if p.kind == "token":
        low, high = spots[0] - 6.8, spots[0] + 6.8
        cut, tex = Point(*spots[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed)
        depth, side = (2.3, 0.35), (0.012, 0.012, 0.015)
    elif p.kind == "squirrel":
        tone, rings = (NEON if self.seed % 2 else WHITE), [ring for _, ring in _parts(SQUIRREL)]
        whole = unary_union([Polygon(r).buffer(0) for r in rings]).buffer(1).buffer(-0.5).simplify(0.4)
        whole = Polygon(max(getattr(whole, "geoms", [whole]), key=lambda g: g.area).exterior)
        cut = Polygon((np.array(whole.exterior.coords) - 50) * [0.184, -0.184] + spots[0])
        tex = np.zeros((200, 200, 3), np.float32) + tone * 0.9
        for ring in rings:
            tri, tints = _cut((ring - 50) * 1.84 + 100, tone * 0.96)
            _folded(tex, tri, tints)
        _folded(tex, (np.array([[(20, 38), (28, 36), (25, 45)]]) - 50) * 1.84 + 100, COAL[None])
        depth, side = (4.2, 0.4), tuple(((tone / 255) ** 2.2 * 0.85).tolist())
    elif p.kind == "leaf":
        cut = _chamfered(geo.tile_outline(spec, p.cells, None, 0.4, 0), 2.2)
        cut = cut.difference(geo.squircle(*spec.cell_centre(*p.hole), p.hole_size, 2.0))
        tex = leaf_texture(p.art_seed, p.colour, *(high - low))
        for ring in cut.interiors:
            path = path_of((np.array(Polygon(ring).buffer(0.6).exterior.coords) - [low[0], high[1]]) * [PX, -PX])
            cv2.polylines(tex, path, True, (tone_of(TILES[p.colour][0]) * 0.6).tolist(), 8, cv2.LINE_AA, 4)
    else:
        cut, tex = _chamfered(geo.tile_outline(spec, p.cells, None, 0.6, 0), 3.4), _animal(p, spec, low, high)
        depth, side = (2.6, 0.3), (0.02, 0.025, 0.06)
    out = printed_piece(p, cut, (*low, *high), depth, ("card", tex, alpha), side)
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, pieces, tables and lamps of `tablescene` by this edition's."""
    art.board_texture, art.leaf_texture, art.token_texture = board_texture, leaf_texture, token_texture
    ts.EDGE.update(rgb=(0.05, 0.06, 0.12))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._table = table_of(ts.TableScene._table, MOODS)
    ts.TableScene._lights = lights_of(ts.TableScene._lights, MOODS, 2016)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, MOODS)
