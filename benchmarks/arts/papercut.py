"""A cut-paper edition: kraft and cream sheets with silhouettes cut out of them, one above the other.

Tiles are one to three sheets of fern green (threes), marigold (fours) and raspberry (fives) on a darker rim; the board
has ferns, roots and mushrooms cut into its areas and slits for a grid. Tokens are thick discs punched out of brown or
navy card with a glued icon, squirrels are slate and silver papers, animals stacks of paper on a dark base.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import Geometry, LineString, Point, Polygon, affinity, unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Rng = np.random.Generator
SHEET = {"green": (92, 142, 88), "orange": (236, 166, 62), "red": (188, 52, 84)}  # roles: threes, fours, fives
KRAFT, CREAM, OAT, BARK, WHITE = (186, 146, 102), (238, 226, 198), (214, 188, 148), (92, 64, 44), (250, 246, 236)
DISC = ((72, 46, 32), (34, 48, 88))
# shades, dark to pale; in spaces: ears (from the middle, half width, half height, tilt), nose or beak (half width,
# length), coat (blades, length, width, spread in degrees)
ANIMAL: dict[str, Any] = {
    "squirrel": ((40, 58, 90), (90, 116, 152), (206, 216, 226), (), (), ()),
    "badger": ((44, 46, 52), (112, 114, 120), (236, 232, 224), (0.18, 0.1, 0.1, 0), (0.08, 0.09), (3, 0.8, 0.2, 14)),
    "owl": ((58, 42, 78), (120, 96, 146), (214, 200, 224), (0.19, 0.06, 0.16, -25), (0.07, 0.16), (3, 0.6, 0.3, 28)),
    "hare": ((110, 84, 78), (196, 168, 156), (246, 232, 222), (0.12, 0.07, 0.26, 8), (0.06, 0.07), (2, 0.5, 0.3, 55)),
    "fox": ((70, 40, 24), (142, 92, 58), (240, 222, 192), (0.2, 0.1, 0.19, 20), (0.13, 0.2), (3, 0.7, 0.24, 38)),
    "heron": ((22, 62, 78), (74, 134, 150), (206, 228, 228), (0.06, 0.04, 0.24, 12), (0.12, 0.3), (4, 0.8, 0.14, 16)),
}
# papers of the treasures in a unit square, y down: 4 numbers are an oval (x, y, half width, half height), 5 a blade
# (x, y, length, width, degrees), more a polygon
_BALLS = ((0.26, 0.46), (0.74, 0.46), (0.5, 0.44), (0.37, 0.68), (0.63, 0.68), (0.5, 0.86))
TREASURE = {
    "berry": (
        tuple((x, y, 0.15, 0.15) for x, y in _BALLS),
        tuple((0.5, 0.34, 0.42, 0.24, a) for a in (-155, -90, -25)),
        tuple((x - 0.04, y - 0.04, 0.05, 0.04) for x, y in _BALLS),
    ),
    "nut": (
        ((0.5, 0.15, 0.84, 0.7, 90),),
        ((0.5, 0.28, 0.4, 0.18), (0.5, 0.2, 0.24, 0.14, -75)),
        ((0.4, 0.6, 0.05, 0.17),),
    ),
    "mushroom": (
        ((0.4, 0.5, 0.6, 0.5, 0.68, 0.97, 0.32, 0.97),),
        ((0.02, 0.54, 0.08, 0.3, 0.27, 0.1, 0.5, 0.04, 0.73, 0.1, 0.92, 0.3, 0.98, 0.54),),
        ((0.28, 0.4, 0.07, 0.06), (0.5, 0.22, 0.08, 0.07), (0.52, 0.44, 0.06, 0.05), (0.73, 0.38, 0.07, 0.06)),
    ),
    "feather": (((0.2, 0.86, 1, 0.5, -48),), ((0.36, 0.7, 0.66, 0.18, -48),), ((0.05, 1, 1.2, 0.07, -48),)),
}
ICON = {
    "berry": ((108, 62, 146), (88, 140, 66), (178, 146, 206)),
    "nut": ((196, 134, 64), (112, 70, 40), (230, 186, 120)),
    "mushroom": ((244, 232, 206), (210, 62, 44), (252, 240, 220)),
    "feather": ((48, 126, 156), (150, 204, 214), (24, 70, 96)),
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
LAMPS = (
    (3400, (("lamp", 3000, (160, 160), 0.9, 500, 1500, 0), ("window", 7400, (400, 500), 0.25, -1700, 1000, 300))),
    (5600, (("window", 6400, (650, 600), 1.1, 1500, 1050, 300), ("lamp", 4000, (200, 200), 0.2, -500, 1700, 0))),
    (2900, (("lamp", 2700, (100, 100), 0.8, 750, 1300, 0), ("lamp", 2900, (120, 120), 0.4, -900, 1600, 0))),
)


def _shape(*rows: Sequence[float]) -> Geometry:
    """Union of ovals, blades and polygons, as TREASURE has them."""
    parts, t = [], np.linspace(0, 1, 24)
    for row in rows:
        if len(row) == 4:
            parts.append(affinity.translate(affinity.scale(Point(0, 0).buffer(1), *row[2:]), *row[:2]))
        elif len(row) == 5:
            x, y, length, width, degrees = row
            side = width / 2 * np.sin(np.pi * t**0.85)
            blade = Polygon(np.r_[np.c_[t * length, side], np.c_[t * length, -side][-2:0:-1]])
            parts.append(affinity.translate(affinity.rotate(blade, degrees, origin=(0, 0)), x, y))
        else:
            parts.append(Polygon(np.reshape(row, (-1, 2))))
    return unary_union(parts)


@lru_cache(maxsize=1)
def _cutouts() -> tuple[list[Geometry], Geometry, list[Geometry]]:
    """Silhouettes in a unit square: leaves, a mushroom, roots."""
    rng, t, pair = np.random.default_rng(5), np.linspace(0, 1, 60), (-1, 1)
    sizes = [(x, 0.36 * np.sin(np.pi * (0.18 + 0.8 * x) ** 0.8)) for x in np.linspace(0.06, 0.95, 12)]
    fern = _shape((0, 0.5, 1, 0.04, 0), *((x, 0.5, size, 0.085, s * 62) for x, size in sizes for s in pair))
    lobes = (0.24 * np.sin(np.pi * t**0.9) ** 0.8) * (1 + 0.3 * np.sin(t * 25))
    oak = _shape(np.r_[np.c_[t, 0.5 + lobes], np.c_[t, 0.5 - lobes][-2:0:-1]].ravel(), (-0.15, 0.5, 0.4, 0.06, 0))
    beech = _shape((0, 0.5, 1, 0.46, 0), (-0.15, 0.5, 0.4, 0.05, 0))
    sprigs = [(x, 0.5, 0.36, 0.17, s * 42) for x in (0.2, 0.45, 0.68) for s in pair]
    spray = _shape((0, 0.5, 0.95, 0.04, 0), (0.75, 0.5, 0.3, 0.16, 0), *sprigs)
    roots = []
    for _ in range(2):
        strands, ends = [], [(0.0, 0.5, 0.0, 1.0)]
        for x, y, turn, length in ends:
            bends = turn + np.cumsum(rng.normal(0, 0.16, 14))
            points = np.array([x, y]) + np.cumsum(np.c_[np.cos(bends), np.sin(bends)] * length / 14, 0)
            strands += [LineString(points).buffer(0.035 * length), LineString(points[:7]).buffer(0.05 * length)]
            forks = ((k, bends[k] + rng.choice((-0.7, 0.7)), length * rng.uniform(0.45, 0.6)) for k in (4, 8, 11))
            ends += [(*points[k], bend, size) for k, bend, size in forks if length > 0.25]
        roots.append(unary_union(strands))
    return [beech, spray, oak, fern], unary_union([_shape(*rows) for rows in TREASURE["mushroom"][:2]]), roots


def _stamp(mask: np.ndarray, shape: Geometry, x: float, y: float, size: float, turn: float, value: int) -> None:
    """Fill a silhouette of a unit square into a mask, its middle at (x, y); where it has holes, fill the opposite."""
    c, s = np.cos(np.radians(turn)) * size * 16, np.sin(np.radians(turn)) * size * 16
    for part in getattr(shape, "geoms", [shape]):
        for ring, fill in ((part.exterior, value), *((hole, 255 - value) for hole in part.interiors)):
            points = (np.array(ring.coords) - 0.5) @ np.array([[c, s], [-s, c]]) + [x * 16, y * 16]
            cv2.fillPoly(mask, [np.round(points).astype(np.int32)], fill, cv2.LINE_AA, 4)


@lru_cache(maxsize=1)
def _fibres() -> np.ndarray:
    """About 1: long pale and dark fibres and fine tooth of handmade paper."""
    rng, n = np.random.default_rng(77), 2200
    pale, dark = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
    for k in range(9000):
        turn = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.35, 6))
        points = rng.uniform(0, n, 2) + np.cumsum(np.c_[np.cos(turn), np.sin(turn)] * rng.uniform(2, 8), 0)
        points, shade, width = [np.round(points * 8).astype(np.int32)], int(rng.uniform(60, 255)), 1 + k % 5 // 4
        cv2.polylines((pale, dark)[k % 2], points, False, shade, width, cv2.LINE_AA, 3)
    tooth = art.noise(rng, n, n, 3.2) + art.noise(rng, n, n, 9) - 1
    return (1 + (pale * 0.1 - dark * 0.14) / 255 + 0.06 * tooth).astype(np.float32)


def _paper(rng: Rng, h: int, w: int, colour: Sequence[float] | np.ndarray) -> np.ndarray:
    """A sheet of paper in a colour."""
    y, x = (int(rng.integers(0, max(1, 2200 - k))) for k in (h, w))
    return np.float32(colour) * (_fibres()[y : y + h, x : x + w] * (0.95 + 0.1 * art.fbm(rng, h, w, 90)))[..., None]


def _lay(img: np.ndarray, mask: np.ndarray, sheet: np.ndarray, lift: float, shadow: float = 0.5) -> np.ndarray:
    """The picture with a cut sheet laid over it: soft shadow to the lower right, pale cut edge to the upper left."""
    a, size = mask.astype(np.float32) / 255, mask.shape[::-1]
    soft, edge = cv2.GaussianBlur(a, (0, 0), lift * 0.75), cv2.BORDER_REPLICATE
    soft = cv2.warpAffine(soft, np.float32([[1, 0, lift * 0.6], [0, 1, lift]]), size, borderMode=edge)
    rim = 1 + 0.14 * np.clip(a - cv2.warpAffine(a, np.float32([[1, 0, 1.4], [0, 1, 1.8]]), size, borderMode=edge), 0, 1)
    return img * ((1 - shadow * soft * (1 - a)) * (1 - a))[..., None] + sheet * (rim * a)[..., None]


def leaf_texture(seed: int, colour: str, outline: Geometry) -> np.ndarray:
    """Sheets of one colour: a dark one as a rim, above it one with leaves cut out or slit, some on top; in pixels."""
    rng, (w, h) = np.random.default_rng(seed), (round(v + 0.35 * PX) for v in outline.bounds[2:])
    tint = np.clip(np.float32(SHEET[colour]) * rng.uniform(0.92, 1.07), 0, 255)
    kind, first, leaves = int(rng.integers(3)), int(rng.integers(4)), _cutouts()[0]
    middle, windows, glued = np.zeros((3, h, w), np.uint8)
    _stamp(middle, free := outline.buffer(-0.8 * PX), 0.5, 0.5, 1, 0, 255)
    for most in np.linspace(16, 6, 300):
        size, turn = rng.uniform(0.9, 1) * most * PX, rng.uniform(0, 360)
        x, y, shape = rng.uniform(0, w), rng.uniform(0, h), leaves[(first + int(rng.random() < 0.3)) % 4]
        if not free.contains(Point(x, y).buffer(size * 0.47)):
            continue
        free = free.difference(Point(x, y).buffer(size * 0.36))
        top = kind == 2 and rng.random() < 0.6
        _stamp(glued if top else windows, shape, x, y, size, turn, 255)
        if top:
            _stamp(glued, _shape((0.1, 0.5, 0.8, 0.04, 0)), x, y, size, turn, 0)
        elif kind == 0:
            _stamp(windows, shape.buffer(-0.035), x, y, size, turn, 0)
    img = _lay(_paper(rng, h, w, tint * 0.6), np.minimum(middle, 255 - windows), _paper(rng, h, w, tint), 5, 0.55)
    img = _lay(img, glued, _paper(rng, h, w, tint * 0.72 + np.float32(WHITE) * 0.28), 8)
    return np.clip(img, 0, 255).astype(np.uint8)


def _glue_icon(img: np.ndarray, kind: str, rng: Rng, x: float, y: float, size: float) -> None:
    """Glue a treasure's papers on a picture: a pale sheet, body, second colour, small pieces."""
    n, papers = int(size * 1.3), [_shape(*rows) for rows in TREASURE[kind]]
    part = img[int(y - n / 2) :, int(x - n / 2) :][:n, :n]
    order = [(papers[0].union(papers[1]).buffer(0.045), WHITE), *zip(papers, ICON[kind], strict=True)]
    for shape, colour in order:
        mask = np.zeros((n, n), np.uint8)
        _stamp(mask, shape, n / 2, n / 2, size, rng.uniform(-2, 2), 255)
        part[:] = _lay(part, mask, _paper(rng, n, n, colour), 4)


def _floor(rng: Rng, h: int, w: int, top: Sequence[float], below: Sequence[float]) -> np.ndarray:
    """A sheet with ferns, roots and mushrooms cut into it, and others glued on."""
    cut, glued = np.zeros((2, h, w), np.uint8)
    (_, spray, _, fern), mushroom, roots = _cutouts()
    for _ in range(h * w // 110000):
        k, turn = int(rng.integers(6)), rng.uniform(0, 360)
        shape, size = (spray, fern, fern, *roots, mushroom)[k], rng.uniform(24, 44) * PX
        size, turn = (size * 0.45, rng.normal(0, 14)) if k == 5 else (size, turn)
        _stamp(cut if rng.random() < 0.6 else glued, shape, rng.uniform(0, w), rng.uniform(0, h), size, turn, 255)
    img = _lay(_paper(rng, h, w, below), 255 - cut, _paper(rng, h, w, top), 6, 0.35)
    return _lay(img, glued, _paper(rng, h, w, np.float32(top) * 0.96 + np.float32(WHITE) * 0.07), 6, 0.32)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    """Areas of cream and kraft by turns behind a lattice of bark-brown paper with a border of cut-out leaves."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell, (leaves, mushroom, _) = round(spec.margin * PX), spec.cell * PX, _cutouts()
    row, col = np.mgrid[-m : h - m, -m : w - m]
    areas = (row // (cell * spec.area_rows) + col // (cell * spec.area_cols) + rng.integers(2)) % 2
    steps = (row, cell), (col, cell), (row, cell * spec.area_rows), (col, cell * spec.area_cols)
    y, x, area_y, area_x = (abs((at + step / 2) % step - step / 2) for at, step in steps)
    slits = (((y < 3) | (x < 3)) & ((y > 12) | (x > 12))).astype(np.uint8) * 255
    border = (np.minimum(row, col) < 0) | (row > h - 2 * m) | (col > w - 2 * m)
    lattice = ((area_y < 7) | (area_x < 7) | border).astype(np.uint8) * 255
    kraft = _lay(_paper(rng, h, w, WHITE), 255 - slits, _floor(rng, h, w, KRAFT, (160, 120, 80)), 2, 0.1)
    cream = _lay(_paper(rng, h, w, BARK), 255 - slits, _floor(rng, h, w, CREAM, (224, 206, 168)), 2, 0.3)
    img = np.where(border[..., None], np.float32(OAT), np.where(areas[..., None] > 0, kraft, cream))
    for along, across, turned in ((w, h, 0), (h, w, 1)):
        for i, at in enumerate(np.linspace(m * (1 + turned), along - m * (1 + turned), round(along / 150) - turned)):
            shape, size = (mushroom, 48) if i % 4 == 3 else (leaves[(0, 1, 3)[i % 3]], 118)
            for side, turn in ((38, 180), (across - 38, 0)):
                x_y = (side, at) if turned else (at, side)
                _stamp(lattice, shape, *x_y, size, turn - 90 * turned + rng.normal(0, 4), 0)
    img = _lay(img, lattice, _paper(rng, h, w, BARK), 9, 0.55)
    for (c, r), kind in sorted(treasures.items()):
        _glue_icon(img, kind, rng, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.56 * cell)
    return np.clip(img, 0, 255).astype(np.uint8)


def _papers(spec: Any, p: Any) -> list[Geometry]:
    """Sheets of a squirrel or an animal from below: base, coat, pale silhouettes, dark details."""
    rng, (ears, nose, coat), s = np.random.default_rng(p.art_seed), ANIMAL[p.colour][3:], spec.cell
    first, *rest = sorted((tuple(map(int, q)) for q in p.cells), key=lambda q: (q[1], q[0]))
    if p.kind == "squirrel":
        tail = LineString([(0.52, 0.84), (0.7, 0.8), (0.8, 0.62), (0.76, 0.42), (0.64, 0.3), (0.72, 0.2)])
        body = (0.43, 0.68, 0.19, 0.22), (0.32, 0.38, 0.17, 0.14), (0.4, 0.21, 0.055, 0.12), (0.4, 0.87, 0.24, 0.05)
        pale = [_shape(*body, (0.44, 0.5, 0.34, 0.16, 155)), tail.buffer(0.12)]
        face = unary_union([_shape((0.27, 0.35, 0.04, 0.04)), tail.buffer(0.035)])
    else:
        pale = [affinity.rotate(_shape((0.5 + k * ears[0], 0.3, *ears[1:3])), k * ears[3]) for k in (-1, 1)]
        pale.append(_shape((0.5, 0.57, 0.33, 0.28)))
        beak = (0.5 - nose[0], 0.63, 0.5 + nose[0], 0.63, 0.5, 0.63 + nose[1])
        face = _shape((0.37, 0.5, 0.06, 0.08), (0.63, 0.5, 0.06, 0.08), beak)
    pale = [affinity.translate(shape, *first) for shape in pale]
    for c, r in rest:
        angles = rng.uniform(0, 360) + np.arange(coat[0]) * coat[3]
        blades = _shape(*((c, r, *coat[1:3], a) for a in angles))
        pale.append(affinity.translate(blades, c + 0.5 - blades.centroid.x, r + 0.5 - blades.centroid.y))
    top = [unary_union(pale), affinity.translate(face, *first)]
    top = [affinity.affine_transform(t, (s, 0, 0, -s, -spec.cols * s / 2, spec.rows * s / 2)) for t in top]
    return [*(geo.tile_outline(spec, p.cells, gap=gap, radius=r) for gap, r in ((0.4, 3.0), (1.6, 4.0))), *top]


def _piece_meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Tiles and discs of printed card, squirrels and animals of real sheets on one another."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre, rng = np.array([spec.cell_centre(*q) for q in p.cells]), np.random.default_rng(p.art_seed)
    low, high, out, z = centre.min(0) - spec.cell / 2, centre.max(0) + spec.cell / 2, [], 0.0
    box, size = (*low, *high), ((high - low) * PX).astype(int)[::-1]
    if p.kind == "leaf":
        outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        drawn = affinity.affine_transform(outline, (PX, 0, 0, -PX, -box[0] * PX, box[3] * PX))
        tex, rgb = leaf_texture(p.art_seed, p.colour, drawn), (np.float32(SHEET[p.colour]) / 255) ** 2.2 * 0.5 + 0.2
        top, side = geo.die_cut(outline, ts.PIECE_T, box)
    elif p.kind == "token":
        (x, y), r, disc, n = centre[0], 6.8, DISC[self.seed % 2], int(13.6 * PX)
        tex, rgb = _paper(rng, n, n, disc), (np.float32(disc) / 255) ** 2.2
        _glue_icon(tex, p.colour, rng, n / 2, n / 2, n * 0.66)
        top, side = geo.die_cut(Point(x, y).buffer(r, 24), 2.7, (x - r, y - r, x + r, y + r), 0.3)
    if p.kind in ("leaf", "token"):
        look = {"tex": tex.clip(0, 255).astype(np.uint8), "alpha": self.card_alpha}
        out.append((p.kind, top, (f"{p.kind}{p.art_seed}", "card", look)))
        out.append((f"{p.kind}side", side, (f"core{p.colour}{p.kind}", "diffuse", {"rgb": rgb.tolist()})))
    else:
        for shape, i, thick in zip(_papers(spec, p), (0, 1, 2, 0), (1.3, 0.8, 0.7, 0.4), strict=True):
            colour = np.float32(ANIMAL[p.colour][i])
            look = {"tex": _paper(rng, *size, colour).clip(0, 255).astype(np.uint8)}
            rim = (f"cut{p.colour}{i}", "diffuse", {"rgb": ((colour / 255) ** 2.2 * 0.8 + 0.03).tolist()})
            for part in getattr(shape, "geoms", [shape]):
                top, side = (geo.transform(mesh, shift=(0, 0, z)) for mesh in geo.die_cut(part, thick, box, 0.1))
                out += [(p.kind, top, (f"paper{p.art_seed}.{z}", "diffuse", look)), (f"{p.kind}side", side, rim)]
            z += thick + 0.02
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's; nothing is coated."""
    art.board_texture = board_texture
    ts.EDGE.update(rgb=(0.66, 0.58, 0.46))
    for difficulty in ts.DIFFICULTY.values():
        difficulty["alpha"] = (0.3, 0.42)
    ts.TableScene._piece_meshes = _piece_meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 71, rest=0.5)
