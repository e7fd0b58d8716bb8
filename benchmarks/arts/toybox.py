"""A nursery edition in loud, thick, glossy plastic: rounded, moulded, made for small hands.

The floor is a saturated turquoise, sky blue or petrol by the area with big irregular puddles and some leaf shapes of
the same hue, in a violet frame with dots; fat white dashes part the spaces, cream bars the areas, and treasures are
cartoon stickers with a cream rim. Tiles are domed plastic in lime (threes), sunflower (fours) and tomato red (fives)
with one big leaf pressed out of every space and a raised ring round the hole. Tokens are chunky dark brown chips with
the same sticker let into them; squirrels are violet figures, animals fat beads in a row with a face on the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, FINE = art.PX, 4  # pixels of a millimetre: of pictures, of what is moulded
Rng = np.random.Generator
RGB = tuple[int, int, int]
OUTLINE, CREAM, WHITE, FRAME, CHIP = (48, 30, 52), (255, 244, 214), (255, 255, 250), (126, 66, 176), (70, 42, 28)
TALL = {"leaf": 3.0, "token": 3.6, "squirrel": 5.0, "animal": 5.0}
# base, a puddle's tone, another one's, tone of leaf shapes
FLOORS: tuple[tuple[RGB, ...], ...] = (
    ((0, 164, 172), (52, 200, 190), (0, 128, 154), (86, 214, 196)),
    ((20, 132, 222), (80, 174, 238), (4, 100, 192), (108, 190, 240)),
    ((0, 122, 168), (24, 154, 194), (0, 92, 140), (56, 172, 200)),
)
# plastic, its moulded leaf, veins
TILES: dict[str, tuple[RGB, RGB, RGB]] = {
    "green": ((118, 190, 36), (146, 212, 62), (72, 140, 24)),
    "orange": ((248, 190, 16), (255, 212, 60), (206, 136, 8)),
    "red": ((222, 48, 40), (240, 84, 68), (158, 22, 30)),
}
# plastic, its second colour
TOYS: dict[str, tuple[RGB, RGB]] = {
    "squirrel": ((156, 80, 214), (222, 176, 244)),
    "badger": ((52, 58, 120), (226, 232, 246)),
    "owl": ((228, 52, 150), (255, 190, 222)),
    "hare": ((250, 150, 186), (255, 228, 236)),
    "fox": ((255, 122, 24), (255, 236, 206)),
    "heron": ((0, 172, 216), (200, 244, 250)),
}
INKS: dict[str, RGB] = {
    "k": OUTLINE, "w": WHITE, "c": CREAM, "b": (74, 84, 214), "l": (152, 164, 250), "g": (72, 178, 66),
    "n": (214, 138, 62), "h": (122, 72, 40), "m": (244, 96, 148), "s": (255, 226, 180), "f": (20, 176, 160),
    "t": (120, 220, 196), "y": (255, 200, 30), "r": (236, 74, 60),
}  # fmt: skip
# A tone ("1", "2": of the plastic), then an oval's x y rx ry turn or a rounded outline's corners, in percent; "-": a
# line in that tone, "=": also mirrored, "'": without an outline.
DRAWINGS = {
    "berry": "g 50 30 60 8 84 4 92 14 78 30; g 50 30 40 8 16 4 8 14 22 30; b 50 62 40 36 0; 'l 36 50 11 9 -30; b 50 "
    "40 30 13 0; k 50 41 17 7 0; '=w 33 66 6 7 0; '=k 34 67 4 5 0; -k 42 78 50 83 58 78",
    "nut": "n 14 42 86 42 88 62 76 84 50 100 24 84 12 62; 's 28 54 42 54 38 80 28 72; h 4 42 12 18 34 6 66 6 88 18 96 "
    "42 74 52 26 52; h 44 10 42 0 58 0 56 10; -n 22 34 34 18; -n 40 40 48 16; -n 60 40 62 16; -n 80 34 72 20; '=k 41 "
    "68 4 5 0",
    "mushroom": "s 32 52 68 52 74 76 70 98 30 98 26 76; '=k 41 72 4 6 0; -k 44 85 50 89 56 85; m 0 52 6 22 28 4 50 0 "
    "72 4 94 22 100 52 78 62 22 62; 'w 50 18 11 9 0; '=w 22 38 10 10 0; 'w 52 46 8 6 0",
    "feather": "f 18 84 10 58 28 30 58 8 92 2 96 36 76 66 46 88; 't 60 22 92 4 94 34 78 46; 't 22 52 44 34 60 52 38 "
    "74; -w 4 99 24 78 78 20; -k 46 54 22 44; -k 46 54 52 84; -k 62 37 44 20; -k 62 37 82 58",
    "badger": "=1 20 20 15 14 0; 2 50 54 46 44 0; =1 22 22 42 12 42 60 30 84 14 66; '=w 31 48 9 9 0; '=k 32 49 6 6 0; "
    "k 50 72 11 8 0; -k 40 86 50 91 60 86",
    "owl": "=1 4 4 40 16 30 46 8 40; 1 50 56 44 42 0; =w 30 48 21 21 0; '=k 34 50 11 11 0; '=w 31 46 4 4 0; y 40 60 "
    "60 60 50 80; -2 34 86 50 92 66 86",
    "hare": "=1 34 22 13 24 12; '=2 33 24 6 16 12; 1 50 66 42 33 0; '=k 32 62 8 9 0; '=w 30 59 3 3 0; 2 50 80 16 12 "
    "0; k 50 74 7 5 0; -k 50 76 50 86",
    "fox": "=1 6 0 34 16 44 34 4 46; '=2 14 12 28 22 16 32; 1 50 56 46 40 0; '=2 8 58 30 62 48 78 44 94 20 84; '=k 32 "
    "52 8 9 0; '=w 30 49 3 3 0; k 50 78 9 8 0",
    "heron": "1 56 40 36 34 0; 1 52 60 76 60 84 100 44 100; y 30 34 32 56 -2 52; '2 62 84 12 12 0; k 50 8 58 -4 66 -4 "
    "72 8; w 46 34 12 13 0; k 44 36 6 7 0; 'm 60 54 9 6 0",
    "squirrel": "1 56 98 60 70 66 48 58 26 66 6 84 2 98 18 100 46 94 76 84 98; 2 70 86 72 58 78 40 74 24 80 16 90 28 "
    "90 54 82 82; 1 28 52 46 48 58 66 62 98 14 98 24 80 20 64; 1 2 44 6 28 22 20 26 4 38 18 50 32 46 52 26 62 8 56; 2 "
    "34 82 14 13 0; 'w 22 38 9 9 0; 'k 20 39 5 6 0; k 4 46 5 4 0; 'm 32 50 6 4 0",
}
# outlines of moulded leaves about -1..1, their tips up
LEAVES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, -0.95), (0.42, -0.5), (0.58, 0), (0.44, 0.42), (0, 0.68)),
    (
        (0, -0.95),
        (0.2, -0.6),
        (0.46, -0.66),
        (0.42, -0.3),
        (0.72, -0.16),
        (0.5, 0.12),
        (0.62, 0.44),
        (0.2, 0.5),
        (0, 0.66),
    ),
    (
        (0, -0.9),
        (0.28, -0.86),
        (0.3, -0.5),
        (0.62, -0.42),
        (0.44, -0.04),
        (0.64, 0.26),
        (0.3, 0.36),
        (0.14, 0.7),
        (0, 0.7),
    ),
)
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (6200, (("window", 6500, (900, 700), 1.1, 1500.0, 1300.0, 240),)),
    (4200, (("lamp", 4000, (300, 300), 0.9, 500.0, 1700.0, 0), ("window", 6000, (400, 500), 0.4, -1600, 1000, 260))),
    (3300, (("lamp", 3000, (200, 200), 1.0, 450.0, 1500.0, 0), ("lamp", 3200, (150, 150), 0.4, -700.0, 1300.0, 0))),
)


def _ink(img: np.ndarray, points: Any, tone: Sequence[float], width: int = 0, closed: bool = False) -> None:
    """A filled outline, or a line of some width, in pixels of a picture."""
    path, colour = [np.round(np.asarray(points) * 16).astype(np.int32)], (*map(float, tone), 255.0)[: img[0, 0].size]
    if width:
        cv2.polylines(img, path, closed, colour, width, cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(img, path, colour, cv2.LINE_AA, 4)


def _rounded(ring: np.ndarray, times: int = 3) -> np.ndarray:
    """The corners of an outline cut off."""
    for _ in range(times):
        after = np.roll(ring, -1, 0)
        ring = np.stack([0.77 * ring + 0.23 * after, 0.23 * ring + 0.77 * after], 1).reshape(-1, 2)
    return ring


@lru_cache(maxsize=64)
def _parts(name: str) -> list[tuple[str, np.ndarray]]:
    """Of each part of a drawing its sign and its points, in a square of side 1."""
    out, t = [], np.arange(48) * np.pi / 24
    for item in DRAWINGS[name].split("; "):
        sign, *numbers = item.split()
        v = np.array(numbers, float)
        if len(v) == 5:
            a = np.radians(v[4])
            spin = [(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]
            ring = np.c_[v[2] * np.cos(t), v[3] * np.sin(t)] @ spin + v[:2]
        else:
            ring = v.reshape(-1, 2) if "-" in sign else _rounded(v.reshape(-1, 2))
        flips = (1, -1) if "=" in sign else (1,)
        out += [(sign.replace("=", ""), (ring / 100 - 0.5) * [side, 1] + 0.5) for side in flips]
    return out


@lru_cache(maxsize=64)
def _sticker(name: str, n: int, rim: float = 0.0) -> np.ndarray:
    """A cartoon with fat outlines, RGBA, n pixels wide; `rim`: so wide a cream border, as a share of n."""
    s, inks = 3 * n, dict(INKS)
    if name in TOYS:
        inks.update({"1": TOYS[name][0], "2": TOYS[name][1]})
    img, width = np.zeros((s, s, 4), np.uint8), max(4, s // 22)
    for sign, points in _parts(name):
        ring = ((points - 0.5) * (0.94 - 2 * rim) + 0.5) * s
        if "-" in sign:
            _ink(img, ring, inks[sign[-1]], width)
            continue
        _ink(img, ring, inks[sign[-1]])
        if "'" not in sign:
            _ink(img, ring, OUTLINE, width, True)
    if rim:
        r = round(rim * s)
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1))
        border, cover = cv2.dilate(img[..., 3], disc), img[..., 3:].astype(np.float32) / 255
        img[..., :3] = img[..., :3] * cover + np.float32(CREAM) * (1 - cover)
        img[..., 3] = border
    img = cv2.resize(img, (n, n), interpolation=cv2.INTER_AREA)
    opaque = np.maximum(img[..., 3:].astype(np.float32) / 255, 0.02)
    img[..., :3] = np.minimum(255, img[..., :3] / opaque)
    return img


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure as a sticker, RGBA; all of a print run are alike."""
    return _sticker(kind, round(size_mm * PX), 0.06).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark brown plastic with the treasure's sticker."""
    n = round(d_mm * PX)
    img = np.full((n, n, 3), CHIP, np.float32)
    art.paste(img, _sticker(kind, round(0.68 * n), 0.035), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _moulded_leaf(form: int, size: float, turn: float) -> tuple[np.ndarray, list[np.ndarray]]:
    """Outline and veins of a leaf round the origin."""
    half = np.array(LEAVES[form])
    ring = _rounded(np.r_[half, (half * [-1, 1])[-2:0:-1]], 2)
    veins = [np.array([(0, 0.95), (0, -0.55)])]
    veins += [np.array([(0, y), (side * 0.26, y - 0.22)]) for y in (0.34, -0.02) for side in (-1, 1)]
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]) * size
    return ring @ spin, [v @ spin for v in veins]


def _puddles(rng: Rng, h: int, w: int, tones: Sequence[RGB]) -> np.ndarray:
    """Big irregular puddles with a rim, and a few fat leaf shapes, all of one hue."""
    base, one, two, leaf = (np.float32(tone) for tone in tones)
    img = np.empty((h, w, 3), np.float32)
    img[:] = base
    for tone, size in ((one, 330), (two, 230)):
        field = art.fbm(rng, h, w, size, octaves=2, gain=0.3)
        level = float(np.quantile(field, 0.62))
        soft = np.clip((field - level) * 90, 0, 1)[..., None]
        rim = np.exp(-(((field - level) / 0.018) ** 2))[..., None]
        img += (tone - img) * soft
        img += (tone * 0.86 - img) * 0.6 * rim
    for _ in range(h * w // 95000 + 1):
        ring, veins = _moulded_leaf(int(rng.integers(3)), rng.uniform(60, 110), rng.uniform(0, 2 * np.pi))
        at, tone = rng.uniform(0, 1, 2) * [w, h], (leaf, two * 0.9)[int(rng.integers(2))]
        _ink(img, ring + at, tone)
        for vein in veins:
            _ink(img, vein + at, tone * 0.88, 9)
    for at in rng.uniform(0, 1, (h * w // 42000, 2)) * [w, h]:
        cv2.circle(img, tuple(at.astype(int).tolist()), int(rng.uniform(8, 20)), leaf.tolist(), -1, cv2.LINE_AA)
    return img


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """Puddles, fat white dashes between the spaces, cream bars between the areas, a dotted violet frame."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, first = spec.margin * PX, spec.cell * PX, int(rng.integers(3))
    img = np.empty((h, w, 3), np.float32)
    img[:] = FRAME
    across, down = (np.linspace(m / 2, end - m / 2, round(end / m / 0.6)) for end in (w, h))
    spots = [(x, y) for x in across for y in (m / 2, h - m / 2)] + [(x, y) for y in down for x in (m / 2, w - m / 2)]
    for k, (x, y) in enumerate(spots):
        tone = ((255, 206, 60), (255, 130, 180), (120, 214, 226))[k // 2 % 3]
        cv2.circle(img, (round(x), round(y)), round(0.15 * m), tone, -1, cv2.LINE_AA)
    bars = []
    for a, (r0, c0) in enumerate(product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols))):
        r1, c1 = min(spec.rows, r0 + spec.area_rows), min(spec.cols, c0 + spec.area_cols)
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        tones = FLOORS[(a + a // 3 + first) % 3]
        img[y0:y1, x0:x1] = _puddles(rng, y1 - y0, x1 - x0, tones)
        bars.append(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float))
    line = np.zeros((h, w), np.float32)
    for x, y in product(range(spec.cols + 1), range(spec.rows + 1)):
        corner = np.array([m + x * c, m + y * c])
        for way, there in (((1, 0), x < spec.cols), ((0, 1), y < spec.rows)):
            for t in (0.09, 0.41, 0.73) if there else ():
                _ink(line, [corner + np.array(way) * c * t, corner + np.array(way) * c * (t + 0.18)], (1.0,), 10)
    img += (np.float32(WHITE) - img) * 0.7 * line[..., None]
    for tone, width in ((OUTLINE, 26), (CREAM, 17)):
        for bar in bars:
            _ink(img, bar, tone, width, True)
    for (col, row), kind in sorted(treasures.items()):
        picture = art.rotate(icon(kind, 0, 0.76 * spec.cell), rng.uniform(-12, 12))
        art.paste(img, picture, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.25)
    return img.clip(0, 255).astype(np.uint8)


class _Mould:
    """A piece of plastic: a height map with round edges, and a picture of the same size."""

    def __init__(self, outline: Polygon, tone: RGB, tall: float, edge: float) -> None:
        self.low = np.floor(np.array(outline.bounds[:2])) - 1
        self.high = np.ceil(np.array(outline.bounds[2:])) + 1
        self.size = self.high - self.low
        w, h = (round(v * FINE) for v in self.size)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillPoly(mask, [self._path(ring, FINE) for ring in (outline.exterior, *outline.interiors)], 1, shift=4)
        rise = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / FINE / edge, 0, 1)
        self.mask, self.height = mask, tall * (0.45 * (rise > 0) + 0.55 * np.sqrt(1 - (1 - rise) ** 2))
        self.picture = np.full((round(self.size[1] * PX), round(self.size[0] * PX), 3), tone, np.float32)

    def _path(self, ring: Any, scale: int) -> np.ndarray:
        return np.round(self.at(np.array(getattr(ring, "coords", ring)), scale) * 16).astype(np.int32)

    def at(self, points: np.ndarray, scale: int = PX) -> np.ndarray:
        """Points of the board's plane as pixels."""
        return np.asarray((points - [self.low[0], self.high[1]]) * [scale, -scale])

    def raise_(self, rings: Sequence[np.ndarray], by: float, width: float = 0, soft: float = 0.35) -> None:
        """Press outlines (or lines of a width in mm) out of the plastic, or into it."""
        lay = np.zeros(self.mask.shape, np.float32)
        for ring in rings:
            _ink(lay, self.at(ring, FINE), (1.0,), round(width * FINE), width > 0 and len(ring) > 8)
        self.height += by * cv2.GaussianBlur(lay, (0, 0), soft * FINE) * self.mask

    def mesh(self) -> dict:
        """The solid, with its picture over it."""
        k = int(max(self.mask.shape)) + 1
        solid = cv2.resize((self.height * self.mask)[::-1], (k, k))
        mesh = geo.sheet(*self.size, k, lambda x, y: solid)
        mesh["f"] = mesh["f"][mesh["v"][:, 2][mesh["f"]].max(1) > 0.05]
        return geo.transform(mesh, shift=(*((self.low + self.high) / 2), 0))


def _tile(spec: Any, p: Any) -> _Mould:
    """Domed plastic with a leaf in every space but the hole's, which has a ring."""
    rng, (tone, pale, vein) = np.random.default_rng(p.art_seed), TILES[p.colour]
    cut = geo.tile_outline(spec, p.cells, p.hole, 0.45, 3.2, p.hole_size, 2.0)
    mould = _Mould(cut, tone, TALL["leaf"], 1.5)
    for cell in map(tuple, p.cells):
        if cell == tuple(p.hole):
            continue
        centre = np.array(spec.cell_centre(*cell))
        ring, veins = _moulded_leaf(int(rng.integers(3)), rng.uniform(8.0, 8.8), int(rng.integers(8)) * np.pi / 4)
        _ink(mould.picture, mould.at(ring + centre), pale)
        _ink(mould.picture, mould.at(ring + centre), vein, 6, True)
        mould.raise_([ring + centre], 0.9)
        for line in veins:
            _ink(mould.picture, mould.at(line + centre), vein, 9)
        mould.raise_([line + centre for line in veins], -0.4, 0.9, 0.25)
    hoop = np.array(Polygon(cut.interiors[0]).buffer(1.2).exterior.coords)
    _ink(mould.picture, mould.at(hoop), pale, 14, True)
    mould.raise_([hoop], 0.5, 1.4)
    return mould


def _chip(spec: Any, p: Any) -> _Mould:
    """A fat disc with a raised rim and the sticker inside."""
    centre = np.array(spec.cell_centre(*p.cells[0]))
    mould = _Mould(Point(*centre).buffer(6.8, 48), CHIP, TALL["token"], 1.2)
    mould.raise_([np.array(Point(*centre).buffer(5.4, 32).exterior.coords)], -0.5)
    art.paste(mould.picture, _sticker(p.colour, round(9.6 * PX), 0.035), *mould.at(centre))
    return mould


def _toy(spec: Any, p: Any) -> _Mould:
    """A squirrel's figure, or an animal of fat beads with a face."""
    (tone, second), u = TOYS[p.colour], spec.cell
    centre = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
    shapes: list[Any] = [Point(*q).buffer(8.7, 32) for q in centre]
    if p.kind == "squirrel":
        drawn = [(ring - 0.5) * [0.94 * u, -0.94 * u] + centre[0] for sign, ring in _parts(p.colour) if sign == "1"]
        shapes = [Polygon(ring).buffer(0) for ring in drawn]
    near = [(a, b) for a, b in combinations(centre, 2) if np.hypot(*(a - b)) < 1.1 * u]
    shapes += [LineString(pair).buffer(6.2) for pair in near]
    outline = unary_union(shapes).buffer(1.4).buffer(-1.0)
    outline = max(getattr(outline, "geoms", [outline]), key=lambda part: part.area)
    mould = _Mould(Polygon(outline.exterior), tone, TALL[p.kind], 3.2)
    for k, at in enumerate(centre):
        if k == 0:
            wide = 0.94 * u if p.kind == "squirrel" else 0.72 * u
            art.paste(mould.picture, _sticker(p.colour, round(wide * PX)), *mould.at(at))
            continue
        for r, paint in ((5.6, second), (3.4, tone)):
            ring = np.array(Point(*at).buffer(r, 32).exterior.coords)
            _ink(mould.picture, mould.at(ring), paint)
        mould.raise_([np.array(Point(*at).buffer(5.6, 32).exterior.coords)], 0.8)
    return mould


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Everything is moulded in plastic, in one piece."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key not in self._mesh_cache:
        mould = {"leaf": _tile, "token": _chip}.get(p.kind, _toy)(spec, p)
        look = {"tex": mould.picture.clip(0, 255).astype(np.uint8), "alpha": 0.08 + 0.2 * self.card_alpha}
        self._mesh_cache[key] = [(p.kind, mould.mesh(), (f"{p.kind}{p.art_seed}", "gloss", look))]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tones[0]] for role, tones in TILES.items()})
    ts.PIECE_T = TALL["leaf"]
    ts.EDGE.update(rgb=(0.6, 0.56, 0.5))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 101, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.0, "gain": 1.0}])
