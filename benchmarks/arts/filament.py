"""A home edition off a 3D printer: plain coloured filament, layer lines, the traces of the nozzle on every face.

The board is printed in three greys, area by area, with grooves between spaces and black bars between areas; treasures
are let in flat in other colours: purple berries, a tan acorn, a white and red toadstool, a turquoise feather. Tiles are
slabs of pine or grass green (threes), orange or corn yellow (fours), red or ruby (fives), for the spools ran out, with
a leaf raised in every space and a bead round the hole. Tokens are chocolate brown discs with the same treasure let in.
Squirrels are white busts, animals long rounded bodies in terraces of layers, out of what was left on the shelf.
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

PX, FINE, LAYER = art.PX, 5, 0.25  # pixels of a millimetre: of pictures, of what is printed; mm of a layer
Array, Rng = np.ndarray, np.random.Generator
BOARD_ITEMS = ts.TableScene.board_items
GREYS, BAR, RIM = ("8e9196", "a6a8aa", "7a7e84"), "26272a", "5c5f64"
SPOOLS = {
    "green": ("2c7a46", "5e9a38"),
    "orange": ("ee8c1a", "e8b42c"),
    "red": ("cc2c28", "a02038"),
    "squirrel": ("f2f0ea",),
    "badger": ("303236", "b8bcc0"),
    "owl": ("8a6cb0", "6a5094"),
    "hare": ("d8c8a8", "c8b490"),
    "fox": ("c87850", "b46844"),
    "heron": ("3a7cb4", "5898c4"),
}
CHOCOLATE = "4a2c1e"
TALL = {"leaf": 2.4, "token": 2.6, "squirrel": 5.5, "animal": 5.0}
# what is let in: colour, then an oval or an outline in percent
INLAYS = {
    "berry": "4c9440 50 26 40 6 22 8 30 24; 4c9440 50 26 60 6 78 8 70 24; 7a48b4 31 46 19 19 0; 7a48b4 69 46 19 19 "
    "0; 7a48b4 50 76 20 20 0",
    "nut": "caa06a 22 44 78 44 76 68 64 84 50 98 36 84 24 68; 8a6038 14 44 18 26 34 16 66 16 82 26 86 44; 8a6038 45 "
    "18 46 2 56 2 55 18",
    "mushroom": "ecebe4 36 52 64 52 70 96 30 96; d03430 4 56 10 28 30 8 70 8 90 28 96 56; ecebe4 30 34 8 8 0; "
    "ecebe4 52 22 9 8 0; ecebe4 72 40 8 8 0",
    "feather": "38b4b0 14 84 12 58 30 30 60 8 92 4 94 34 74 64 46 86; ecebe4 6 98 2 92 70 22 78 28",
}  # fmt: skip
# raised leaves, tip up, in hundredths of a space from its middle: outline, then lines of veins
LEAVES = (
    ("0 -42 16 -26 26 -4 22 18 8 32 0 36 -8 32 -22 18 -26 -4 -16 -26", "0 -34 0 44; 0 -8 15 -20; 0 -8 -15 -20; 0 12 17 "
     "0; 0 12 -17 0"),
    ("0 -42 8 -24 20 -28 18 -12 38 -16 28 4 34 14 14 20 10 28 0 26 -10 28 -14 20 -34 14 -28 4 -38 -16 -18 -12 "
     "-20 -28 -8 -24", "0 -32 0 44; 0 18 26 -8; 0 18 -26 -8"),
    ("0 -42 14 -36 12 -22 26 -18 20 -2 30 6 20 16 14 28 0 34 -14 28 -20 16 -30 6 -20 -2 -26 -18 -12 -22 -14 "
     "-36", "0 -34 0 44; 0 -2 16 -14; 0 -2 -16 -14; 0 16 18 6; 0 16 -18 6"),
)  # fmt: skip
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (4800, (("lamp", 4600, (420, 90), 1.0, 420.0, 1500.0, 0),)),
    (6000, (("window", 6400, (700, 600), 1.0, 1500.0, 1150.0, 260), ("lamp", 3000, (120, 120), 0.35, -500, 1300, 0))),
    (3300, (("lamp", 3000, (190, 190), 1.0, 480.0, 1500.0, 0),)),
)  # fmt: skip


def _tone(text: str) -> Array:
    return np.float32(list(bytes.fromhex(text)))


def _raster(h: int, w: int, turn: float, scale: float) -> Array:
    """Lines that the nozzle draws beside one another, 0.45 mm apart, about 0, -1..1."""
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    return np.sin((xx * np.cos(turn) + yy * np.sin(turn)) * (2 * np.pi / (0.45 * scale)))


def _face(rng: Rng, h: int, w: int, tone: str, turn: float, px: int = PX) -> Array:
    """Plastic as it left the nozzle: lines, bands where it turned, a little unevenness."""
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    across = ((xx * np.cos(turn) + yy * np.sin(turn)) / (0.45 * px)).astype(int)
    bands = rng.normal(0, 0.02, 4000)[across % 4000].astype(np.float32)
    light = 1 + 0.045 * _raster(h, w, turn, px) + bands + 0.06 * (art.fbm(rng, h, w, 12 * px) - 0.5)
    return _tone(tone) * light[..., None]


def _path(ring: Array) -> list[Array]:
    return [np.round(np.asarray(ring) * 16).astype(np.int32)]


def _inlaid(img: Array, kind: str, at: Any, mm: float, turn: float = 0) -> None:
    """A treasure let in flat, each colour with lines of its own and a fine gap round it."""
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    for part in INLAYS[kind].split(";"):
        tone, *words = part.split()
        ring, angular = ring_of(np.float32(words))
        ring = rounded(rounded(ring, 0.22), 0.22) if angular else ring
        cover = np.zeros(img.shape[:2], np.uint8)
        path = _path((ring - 50) / 100 * mm * PX @ spin + at)
        cv2.polylines(img, path, True, (np.float32(img.mean((0, 1))) * 0.45).tolist(), 4, cv2.LINE_AA, 4)
        cv2.fillPoly(cover, path, 255, cv2.LINE_AA, 4)
        x, y, w, h = cv2.boundingRect(cover)
        view, a = img[y : y + h, x : x + w], cover[y : y + h, x : x + w, None] / np.float32(255)
        view += (_face(np.random.default_rng(1), h, w, tone, 0.78) - view) * a


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A brown disc, rings of the nozzle at its rim, the treasure let in."""
    n = round(d_mm * PX)
    img = _face(np.random.default_rng(seed), n, n, CHOCOLATE, 0.78 + seed % 2 * np.pi / 2)
    for r in (0.485, 0.455):
        cv2.circle(img, (n // 2, n // 2), round(n * r), (_tone(CHOCOLATE) * 1.3).tolist(), 2, cv2.LINE_AA)
    _inlaid(img, kind, (n / 2, n / 2), d_mm * 0.7)
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure without its surroundings, as RGBA."""
    n = round(size_mm * PX)
    both = [np.full((n, n, 3), ground, np.float32) for ground in (0, 255)]
    for img in both:
        _inlaid(img, kind, (n / 2, n / 2), size_mm)
    bare = np.abs(both[0] - both[1]).max(2, keepdims=True)
    return np.dstack([both[0], 255 - bare]).clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Grey areas, grooves, black bars, treasures, some hairs of plastic."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img, first = _face(rng, h, w, RIM, 0), int(rng.integers(3))
    columns = [*range(0, spec.cols, spec.area_cols), spec.cols]
    rows = [*range(0, spec.rows, spec.area_rows), spec.rows]
    for k, ((r0, r1), (c0, c1)) in enumerate(product(pairwise(rows), pairwise(columns))):
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        tone = GREYS[(k + k // (len(columns) - 1) + first) % 3]
        img[y0:y1, x0:x1] = _face(rng, y1 - y0, x1 - x0, tone, (0.78, 2.36)[k % 2])
    for n, other, across in ((spec.cols, spec.rows, False), (spec.rows, spec.cols, True)):
        for v in range(n + 1):
            ends = [(m + v * c, m), (m + v * c, m + other * c)]
            (x0, y0), (x1, y1) = (e[::-1] if across else e for e in ends)
            wide = v in (rows if across else columns)
            for shift, width, k in ((0, 15, 0), (-5, 3, 2.2)) if wide else ((0, 6, 0.5), (4, 2, 1.25)):
                ink = _tone(BAR) * max(k, 1) if wide else _tone(GREYS[0]) * k
                path = _path([(x0 + shift, y0 + shift), (x1 + shift, y1 + shift)])
                cv2.polylines(img, path, False, ink.tolist(), width, cv2.LINE_AA, 4)
    for x in (m * 0.45, m * 0.72):  # walls of the rim run round
        cv2.rectangle(
            img, (round(x), round(x)), (round(w - x), round(h - x)), (_tone(RIM) * 0.82).tolist(), 3, cv2.LINE_AA
        )
    for (col, row), kind in sorted(treasures.items()):
        at = (m + (col + 0.5) * c, m + (row + 0.5) * c)
        _inlaid(img, kind, at, 0.64 * spec.cell, 0)
    for _ in range(16):
        at, turn = rng.uniform(0, 1, 2) * [w, h], np.cumsum(rng.normal(0, 0.3, 8)) + rng.uniform(0, 6)
        hair = at + np.cumsum(np.c_[np.cos(turn), np.sin(turn)] * rng.uniform(3, 10), 0)
        cv2.polylines(img, _path(hair), False, (200, 202, 204), 1, cv2.LINE_AA, 4)
    return img.clip(0, 255).astype(np.uint8)


class _Print:
    """A piece off the printer: a height map in layers, and a picture of the same size."""

    def __init__(self, outline: Polygon, tone: str, tall: float, rng: Rng, dome: float = 0) -> None:
        self.low = np.floor(np.array(outline.bounds[:2])) - 1
        self.high = np.ceil(np.array(outline.bounds[2:])) + 1
        self.tone, (w, h) = tone, (round(v * FINE) for v in self.high - self.low)
        self.mask = np.zeros((h, w), np.uint8)
        paths = [_path(self.at(ring.coords, FINE))[0] for ring in (outline.exterior, *outline.interiors)]
        cv2.fillPoly(self.mask, paths, 1, shift=4)
        near = cv2.distanceTransform(self.mask, cv2.DIST_L2, 5) / FINE
        rise = np.clip(near / max(dome, 0.01), 0, 1)
        low = tall * 0.3 if dome else tall
        self.height = low + (tall - low) * np.sqrt(1 - (1 - rise) ** 2)
        self.height -= 0.3 * np.clip(1 - near / 0.5, 0, 1)  # the first wall is rounder
        wide, high = (round(v * PX) for v in self.high - self.low)
        self.picture = _face(rng, high, wide, tone, (0.78, 2.36)[int(rng.integers(2))])
        self.dome, self.near = dome, cv2.resize(near.astype(np.float32), (wide, high))
        walls = 0.05 * np.sin(self.near * 2 * np.pi / 0.45) * (self.near < 1.4)
        self.picture *= (1 + walls - 0.22 * np.clip(1 - self.near / 0.35, 0, 1))[..., None]

    def at(self, points: Any, scale: int = PX) -> Array:
        """Points of the board's plane as pixels."""
        return (np.asarray(points) - [self.low[0], self.high[1]]) * [scale, -scale]

    def add(self, ring: Array, by: float, width: float = 0, closed: bool = True, tone: float = 1.0) -> None:
        """Some layers more (or fewer) inside an outline or along a line of a width in mm."""
        lay, picture = np.zeros(self.mask.shape, np.float32), np.zeros(self.picture.shape[:2], np.float32)
        for img, scale in ((lay, FINE), (picture, PX)):
            path = _path(self.at(ring, scale))
            if width:
                cv2.polylines(img, path, closed, 1.0, max(1, round(width * scale)), cv2.LINE_AA, 4)
            else:
                cv2.fillPoly(img, path, 1.0, cv2.LINE_AA, 4)
        self.height += by * lay * self.mask
        self.picture *= (1 + (tone - 1) * picture)[..., None]
        edge = cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
        self.picture *= (1 - 0.16 * edge)[..., None]

    def paint(self, ring: Array, tone: str) -> None:
        """Another filament, or a marker, inside an outline."""
        cv2.fillPoly(self.picture, _path(self.at(ring)), _tone(tone).tolist(), cv2.LINE_AA, 4)

    def mesh(self) -> dict:
        """The solid with its picture over it; round ones are quantised to layers, which show as terraces."""
        if self.dome:
            steps = np.floor(self.height / LAYER)
            part = self.height / LAYER - steps
            self.height = (steps + np.clip(part * 3 - 2, 0, 1)) * LAYER
            big = cv2.resize((part * self.mask).astype(np.float32), self.picture.shape[1::-1])
            self.picture *= (0.93 + 0.10 * big)[..., None]
        size = self.high - self.low
        k = int(max(self.mask.shape)) + 1
        solid = cv2.resize((self.height * self.mask)[::-1].astype(np.float32), (k, k))
        mesh = geo.sheet(*size, k, lambda x, y: solid)
        mesh["f"] = mesh["f"][mesh["v"][:, 2][mesh["f"]].max(1) > 0.05]
        return geo.transform(mesh, shift=(*((self.low + self.high) / 2), 0))


def _tile(spec: Any, p: Any, rng: Rng) -> _Print:
    """A slab with a leaf in every space, and a bead round the hole."""
    spools, kind = SPOOLS[p.colour], {"green": 2, "orange": 0, "red": 1}[p.colour]
    cut = geo.tile_outline(spec, p.cells, p.hole, 0.45, 1.6, p.hole_size, 2.0)
    out = _Print(cut, spools[p.art_seed % 5 // 3], TALL["leaf"], rng)
    outline, veins = LEAVES[kind]
    for cell in map(tuple, p.cells):
        if cell == tuple(p.hole):
            continue
        turn = int(rng.integers(4)) * np.pi / 2 + np.pi / 4 * int(rng.integers(2))
        spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]) * spec.cell / 100
        place = np.array(spec.cell_centre(*cell))
        ring = np.float64(outline.split()).reshape(-1, 2)
        out.add((rounded(ring) if kind == 1 else rounded(rounded(ring))) @ spin + place, 3 * LAYER, tone=1.10)
        for line in veins.split(";"):
            out.add(np.float64(line.split()).reshape(-1, 2) @ spin + place, -2 * LAYER, 0.7, False, 0.78)
    out.add(np.array(Polygon(cut.interiors[0]).buffer(0.8).exterior.coords), 2 * LAYER, 1.2, True, 1.06)
    return out


def _disc(spec: Any, p: Any, rng: Rng) -> _Print:
    centre = np.array(spec.cell_centre(*p.cells[0]))
    out = _Print(Point(*centre).buffer(6.8, 48), CHOCOLATE, TALL["token"], rng)
    x, y = np.round(out.at(centre)).astype(int)
    face = token_texture(p.colour, p.art_seed, 13.6).astype(np.float32)
    view = out.picture[y - 68 : y + 68, x - 68 : x + 68]
    inside = np.hypot(*(np.mgrid[:136, :136] - 67.5)) < 66
    view[inside] = face[:136, :136][inside]
    return out


def _oval(x: float, y: float, a: float, b: float, turn: float = 0) -> Array:
    return ring_of(np.float32((x, y, a, b, turn)))[0]


def _squirrel(spec: Any, p: Any, rng: Rng) -> _Print:
    """A squirrel from the side, lying, with a tail of rings and a drawn eye."""

    def put(ring: Array) -> Array:
        return (ring - 50) / 100 * [0.92 * spec.cell, -0.92 * spec.cell] + spec.cell_centre(*p.cells[0])

    tail = _oval(78, 26, 20, 20), _oval(82, 56, 15, 34, 4), _oval(66, 86, 24, 11)
    body = _oval(44, 72, 17, 25, 6), _oval(28, 36, 19, 15, -14), _oval(38, 14, 5, 15, 10), _oval(34, 91, 22, 7)
    body += (_oval(22, 64, 12, 6, -30),)
    shape = unary_union([Polygon(put(ring)) for ring in (*tail, *body)]).buffer(1).buffer(-0.6)
    out = _Print(Polygon(max(getattr(shape, "geoms", [shape]), key=lambda g: g.area).exterior), SPOOLS["squirrel"][0],
                 TALL["squirrel"], rng, 3.4)  # fmt: skip
    for r in (14, 8):
        out.add(put(_oval(78, 28, r, r)), -2 * LAYER, 0.8, True, 0.86)
    out.add(put(_oval(43, 76, 10, 14, 6)), LAYER, tone=1.02)
    out.paint(put(_oval(24, 33, 4, 5)), "1c1c20")
    out.paint(put(_oval(10, 42, 3, 3)), "1c1c20")
    return out


def _animal(spec: Any, p: Any, rng: Rng) -> _Print:
    """A caterpillar of a body over all spaces, its head raised on the first, ears by the species."""
    spools, u = SPOOLS[p.colour], spec.cell
    centre = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
    head, round_ones = centre[0], [Point(*q).buffer(8.4, 32) for q in centre]
    near = [
        LineString(pair).buffer(6.6) for pair in combinations(centre, 2) if np.hypot(*(pair[0] - pair[1])) < 1.1 * u
    ]
    shape = unary_union(round_ones + near).buffer(1.2).buffer(-0.8)
    out = _Print(Polygon(shape.exterior), spools[0], TALL["animal"], rng, 4.2)
    for q in centre[1:]:
        for r in (5.2, 2.6):
            out.add(np.array(Point(*q).buffer(r, 32).exterior.coords), -2 * LAYER, 0.9, True, 0.84)

    def put(x: float, y: float, a: float, b: float, turn: float = 0, side: int = 1) -> Array:
        return (_oval(50 + side * x, y, a, b, side * turn) - 50) / 100 * [u, -u] + head

    out.add(put(0, 52, 30, 28), 4 * LAYER, tone=1.08)
    ears = {"hare": (12, 26, 7, 20, 12), "owl": (20, 26, 8, 9, 40), "heron": (0, 22, 6, 12, 0)}.get(
        p.colour, (20, 27, 9, 9, 0)
    )
    for side in (-1, 1):
        out.add(put(*ears, side), 3 * LAYER, tone=0.94)
        eye = (13, 46, 9, 9) if p.colour == "owl" else (12, 46, 5, 6)
        out.paint(put(*eye, 0, side), "f0eee8")
        out.paint(put(eye[0], 47, 3, 4, 0, side), "141416")
    if p.colour == "badger":
        out.paint(put(0, 62, 6, 20), spools[1])
    out.paint(
        put(0, 66, 4, 10) if p.colour in ("owl", "heron") else put(0, 66, 6, 4),
        "e8a020" if p.colour in ("owl", "heron") else "141416",
    )
    return out


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Everything is printed in one piece."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key not in self._mesh_cache:
        maker = {"leaf": _tile, "token": _disc, "squirrel": _squirrel}.get(p.kind, _animal)
        out = maker(spec, p, np.random.default_rng(p.art_seed))
        mesh = out.mesh()
        look = {"tex": out.picture.clip(0, 255).astype(np.uint8), "alpha": 0.2 + 0.35 * self.card_alpha}
        self._mesh_cache[key] = [(p.kind, mesh, (f"{p.kind}{p.art_seed}", "gloss", look))]
    return self._mesh_cache[key]


def _board_items(self: ts.TableScene, step: int, skip: Any = ()) -> list:
    """The board is plastic, too."""
    out = []
    for name, mesh, (key, kind, look) in BOARD_ITEMS(self, step, skip):
        if name == "board":
            kind, look = "gloss", dict(look, alpha=0.26 + 0.3 * self.card_alpha)
        elif name == "boardside":
            key, look = "plasticside", {"rgb": tuple(((_tone(RIM) / 255) ** 2.2 * 0.85).tolist())}
        out.append((name, mesh, (key, kind, look)))
    return out


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update(
        {role: [tuple(_tone(SPOOLS[role][0]).astype(int).tolist())] for role in ("green", "orange", "red")}
    )
    ts.PIECE_T = TALL["leaf"]
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene.board_items = _board_items
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 317, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.1, "gain": 1.0}])
