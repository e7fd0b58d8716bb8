"""A Scandinavian edition in flat vectors: few muted colours, circles and arcs, much quiet ground, nothing shaded.

The board is pale, of light birch or light grey-green by the copy, with sparse sprigs a shade darker; thin slate lines
part the areas, still thinner ones the spaces. Tiles are flat spruce (threes), mustard (fours) and brick rose (fives),
packed with geometric leaves (lenses, hearts, fans, kites, discs) that have big white or dark veins. Treasures are flat
two-colour prints; tokens are discs of one deep colour a kind with its pictogram in off-white. Squirrels and animals are
flat meeples of painted wood in one colour each, with a face of three or four shapes and a stripe on the body.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
RGB = tuple[int, int, int]
Part = tuple[str, Any]  # a tone, and a shape in percent of a square, y down; tone "-": cut out of what lies below
PAPER, SLATE, BIRCH = (246, 243, 234), (92, 108, 112), (0.60, 0.47, 0.32)
GROUNDS: tuple[tuple[RGB, ...], ...] = (  # by the copy's seed: tones of areas, of the margin
    ((228, 212, 184), (222, 204, 174), (232, 219, 195), (214, 197, 168)),
    ((208, 217, 206), (199, 210, 201), (216, 222, 212), (186, 199, 190)),
)
TILES: dict[str, tuple[RGB, ...]] = {  # ground, tones of leaves, dark vein
    "green": ((84, 124, 110), (112, 150, 130), (64, 100, 92), (146, 176, 152), (36, 60, 58)),
    "orange": ((208, 160, 72), (224, 184, 106), (190, 138, 54), (236, 206, 146), (108, 72, 34)),
    "red": ((164, 80, 72), (188, 108, 94), (140, 62, 58), (208, 142, 124), (82, 34, 38)),
}
TOKENS: dict[str, RGB] = {
    "berry": (66, 74, 124),
    "nut": (116, 80, 54),
    "mushroom": (134, 52, 58),
    "feather": (50, 88, 92),
}
INKS: dict[str, RGB] = {
    "b": (74, 84, 148), "g": (92, 132, 104), "n": (184, 126, 74), "h": (112, 76, 50), "r": (190, 74, 62), "w": PAPER,
    "s": (176, 142, 106), "f": (112, 142, 164), "d": (66, 92, 114), "k": (38, 40, 44), "y": (222, 168, 72),
}  # fmt: skip
WOODS: dict[str, tuple[RGB, RGB, RGB]] = {  # paint, darker, paler
    "badger": ((84, 90, 96), (46, 50, 56), (238, 234, 224)),
    "owl": ((142, 112, 90), (96, 74, 60), (232, 216, 190)),
    "hare": ((190, 180, 166), (134, 122, 108), (246, 240, 230)),
    "fox": ((208, 112, 56), (134, 64, 36), (246, 236, 220)),
    "heron": ((122, 152, 176), (66, 96, 124), (236, 240, 240)),
    "squirrel": ((128, 76, 46), (78, 46, 30), (244, 226, 200)),
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (6000, (("window", 6600, (700, 650), 1.3, 1500.0, 1200.0, 250),)),
    (4000, (("lamp", 3600, (240, 240), 0.9, 520, 1650, 0), ("window", 6000, (480, 550), 0.5, -1600, 1000, 280))),
    (3200, (("lamp", 2900, (170, 170), 1.0, 420.0, 1450.0, 0), ("lamp", 3000, (110, 110), 0.3, -820.0, 1150.0, 0))),
)


def _oval(x: float, y: float, rx: float, ry: float | None = None, turn: float = 0) -> Any:
    return affinity.rotate(affinity.scale(Point(x, y).buffer(1, 24), rx, rx if ry is None else ry), turn)


def _lens(x0: float, y0: float, x1: float, y1: float, wide: float) -> Any:
    """What two circles share: from one point to another, so wide in the middle."""
    a, b = np.array((x0, y0), float), np.array((x1, y1), float)
    half, mid, aside = np.hypot(*(b - a)) / 2, (a + b) / 2, np.array([a[1] - b[1], b[0] - a[0]])
    r = (half**2 + wide**2 / 4) / wide
    aside = aside / (2 * half) * (r - wide / 2)
    return Point(*(mid + aside)).buffer(r, 48).intersection(Point(*(mid - aside)).buffer(r, 48))


def _poly(*xy: float, soft: float = 2) -> Any:
    """A polygon with slightly rounded corners."""
    return Polygon(np.reshape(xy, (-1, 2))).buffer(-soft).buffer(2 * soft).buffer(-soft)


def _bar(wide: float, *xy: float) -> Any:
    return LineString(np.reshape(xy, (-1, 2))).buffer(wide / 2)


def _both(shape: Any) -> Any:
    """A shape and its mirror image."""
    return shape.union(affinity.scale(shape, -1, 1, origin=(50, 50)))


def _treasure(kind: str) -> list[Part]:
    if kind == "berry":
        out = [("h", _bar(5, 50, 4, 50, 20, 28, 44)), ("h", _bar(5, 50, 20, 72, 44)), ("h", _bar(5, 50, 20, 50, 60))]
        out += [("g", _lens(50, 16, 98, 10, 24)), ("g", _lens(50, 16, 2, 10, 24))]
        for x, y in ((26, 56), (74, 56), (50, 78)):
            out += [("b", _oval(x, y, 21)), ("-", _oval(x, y + 8, 6)), ("-", _oval(x - 9, y - 8, 4, 3, -40))]
        return out
    if kind == "nut":
        body = _oval(50, 56, 32, 38).union(_poly(30, 84, 70, 84, 50, 102)).intersection(box(0, 44, 100, 104))
        cap = _oval(50, 42, 42, 26).intersection(box(0, 0, 100, 46)).buffer(2)
        nicks = [_bar(4, x, 16, x + d, 46) for x, d in ((38, -10), (50, 0), (62, 10))]
        out = [("h", _bar(8, 50, 18, 54, 2)), ("n", body), ("h", cap), *(("-", n) for n in nicks)]
        out += [("-", _lens(36, 56, 44, 86, 8))]
        return [(t, affinity.rotate(g, 16, origin=(50, 50))) for t, g in out]
    if kind == "mushroom":
        cap = _oval(50, 54, 48, 50).intersection(box(0, 0, 100, 56)).buffer(2)
        out = [("s", _poly(40, 50, 60, 50, 66, 98, 34, 98, soft=4)), ("r", cap)]
        spots = ((50, 22, 9), (24, 40, 8), (76, 40, 8), (50, 46, 6))
        return [
            *out,
            *(("-", _oval(*q)) for q in spots),
            ("g", _lens(12, 99, 22, 70, 9)),
            ("g", _lens(88, 99, 78, 70, 9)),
        ]
    whole, right = _lens(20, 78, 94, 2, 46), Polygon([(0, 100), (100, -3), (140, 140)])
    slits = [_bar(3.4, x, y, x + dx, y + dy) for x, y, dx, dy in
             ((44, 54, -8, -26), (58, 40, -6, -26), (46, 53, 26, 8), (60, 38, 26, 4))]  # fmt: skip
    out = [("f", whole.difference(right)), ("d", whole.intersection(right)), *(("-", q) for q in slits)]
    return [*out, ("-", _poly(14, 54, 36, 60, 32, 68, soft=0.5)), ("h", _bar(4.5, 4, 96, 30, 69, 86, 11))]


def _leaf(form: int) -> list[Part]:
    """A leaf with its tip up; tones: 1 the blade's, 2 its other half's, "v" the veins'."""
    mid = ("v", _bar(5, 50, 22, 50, 99))
    if form == 0:
        ribs = [_both(_bar(4, 50, y, 64, y - 14)) for y in (42, 58, 74)]
        return [("1", _lens(50, 2, 50, 94, 54)), *(("v", r) for r in ribs), mid]
    if form == 1:
        blade = unary_union(
            [_oval(32, 62, 24), _oval(68, 62, 24), _poly(50, 2, 90, 54, 70, 72, 30, 72, 10, 54, soft=3)]
        )
        return [("1", blade), ("v", _both(_bar(4, 50, 74, 72, 58))), ("v", _both(_bar(4, 50, 54, 64, 42))), mid]
    if form == 2:
        lobes = [_oval(50, 16, 15), *(_both(_oval(33, y, 15)) for y in (32, 53, 73)), _lens(50, 2, 50, 96, 34)]
        return [("1", unary_union(lobes)), *(("v", _both(_bar(4, 50, y + 6, 68, y - 2))) for y in (34, 54, 72)), mid]
    if form == 3:
        tips = ((50, 2), (94, 26), (6, 26), (90, 66), (10, 66))
        blade = unary_union([_oval(50, 60, 18), *(_lens(50, 80, x, y, 26) for x, y in tips)])
        ends = [(50 + 0.7 * (x - 50), 72 + 0.7 * (y - 72)) for x, y in tips]
        return [("1", blade), *(("v", _bar(4.5, 50, 74, *end)) for end in ends), ("v", _bar(5, 50, 70, 50, 99))]
    if form == 4:
        whole = _lens(50, 2, 50, 92, 62)
        return [("1", whole.intersection(box(0, 0, 50, 100))), ("2", whole.intersection(box(50, 0, 100, 100))), mid]
    if form == 5:
        fan = _oval(50, 84, 78).intersection(Polygon([(50, 88), (-12, -10), (112, -10)])).buffer(-3).buffer(3)
        fan = affinity.scale(fan, 1, 0.94, origin=(50, 90))
        rays = [_bar(4, 50, 84, 50 + 52 * np.sin(a), 84 - 52 * np.cos(a)) for a in (-0.38, -0.13, 0.13, 0.38)]
        return [("1", fan), *(("v", r) for r in rays), ("v", _bar(5, 50, 82, 50, 99))]
    if form == 6:
        pairs = [_both(_lens(50, y, 88, y - 22, 20)) for y in (50, 70, 90)]
        return [
            *(("1", p) for p in pairs),
            ("1", _lens(50, 36, 50, 2, 24)),
            ("v", unary_union([_bar(4, 50, 18, 50, 99), *(_both(_bar(3.5, 50, y, 74, y - 14)) for y in (50, 70, 90))])),
        ]
    kite = _poly(50, 2, 84, 52, 50, 92, 16, 52, soft=4)
    return [("1", kite), ("v", _both(_bar(4, 50, 78, 68, 56))), ("v", _both(_bar(4, 50, 58, 64, 40))), mid]


def _animal(species: str) -> list[Part]:
    """A head from the front (the heron's from the side); tones: 1 the paint's, 2 a darker, 3 a paler."""
    if species == "badger":
        head = [("2", _both(_oval(20, 20, 14))), ("1", _oval(50, 54, 44)), ("3", _poly(38, 10, 62, 10, 68, 98, 32, 98))]
        head += [("3", _both(_lens(10, 40, 20, 84, 14))), ("-", _both(_oval(26, 50, 5)))]
        return [*head, ("2", _oval(50, 90, 10, 8))]
    if species == "owl":
        head = [
            ("2", _both(_poly(8, 2, 46, 24, 10, 46))),
            ("1", _oval(50, 54, 45, 43)),
            ("3", _both(_oval(30, 48, 20))),
        ]
        return [*head, ("k", _both(_oval(31, 48, 9))), ("y", _poly(42, 58, 58, 58, 50, 78, soft=1))]
    if species == "hare":
        head = [
            ("1", _both(_lens(36, 52, 28, 0, 22))),
            ("2", _both(_lens(35, 44, 29, 8, 9))),
            ("1", _oval(50, 66, 36, 32)),
        ]
        return [*head, ("k", _both(_oval(34, 60, 6))), ("3", _both(_oval(41, 82, 10))), ("2", _oval(50, 75, 6, 4))]
    if species == "fox":
        head = [("1", _both(_poly(4, 2, 48, 28, 8, 54))), ("2", _both(_poly(11, 13, 30, 23, 13, 36, soft=1)))]
        head += [("1", _poly(3, 44, 24, 22, 76, 22, 97, 44, 54, 98, 46, 98)), ("3", _both(_lens(4, 48, 48, 94, 20)))]
        return [*head, ("k", _both(_oval(34, 46, 6))), ("k", _oval(50, 92, 8, 7))]
    if species == "heron":
        head = [("y", _poly(38, 24, 40, 44, 0, 42, soft=1)), ("1", _oval(52, 34, 24)), ("1", _bar(30, 60, 40, 62, 92))]
        return [*head, ("2", _lens(48, 14, 99, 30, 16)), ("k", _oval(44, 33, 6)), ("3", _lens(50, 58, 54, 100, 12))]
    tail = [("1", _oval(77, 30, 23)), ("1", _poly(64, 96, 68, 40, 99, 32, 93, 70, 80, 97, soft=4))]
    tail += [("3", _bar(9, 76, 86, 79, 62, 85, 44, 86, 30, 79, 21, 70, 26, 72, 36))]
    body = [
        ("1", _oval(42, 72, 23, 26)),
        ("1", _poly(18, 88, 84, 88, 84, 98, 12, 98, soft=4)),
        ("1", _oval(28, 40, 18, 16)),
    ]
    body += [("2", _poly(30, 28, 38, 6, 48, 34)), ("k", _oval(24, 38, 4.5)), ("3", _lens(26, 60, 30, 92, 14))]
    return [*tail, *body, ("2", _bar(6, 48, 62, 24, 66)), ("y", _oval(18, 65, 7))]


def _flat(
    img: np.ndarray, shape: Any, tone: Sequence[float], at: Any = (0, 0), scale: float = 1, turn: float = 0
) -> None:
    """A shape in percent filled into a picture, its middle at a pixel; alpha, if any, becomes opaque."""
    a = np.radians(turn)
    spin = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * scale / 100
    colour = (*map(float, tone), 255.0)[: img.shape[2]]
    for part in getattr(shape, "geoms", [shape]):
        if isinstance(part, Polygon) and not part.is_empty:
            rings = [(np.array(r.coords) - 50) @ spin + at for r in (part.exterior, *part.interiors)]
            cv2.fillPoly(img, [np.round(r * 16).astype(np.int32) for r in rings], colour, cv2.LINE_AA, 4)


def _one_colour(parts: Sequence[Part], gap: float = 3) -> Any:
    """A pictogram: parts that lie over others stand off them by a gap."""
    out: Any = Polygon()
    for tone, shape in parts:
        out = out.difference(shape) if tone == "-" else out.difference(shape.buffer(gap)).union(shape)
    return out


@lru_cache(maxsize=32)
def _print(kind: str, n: int) -> np.ndarray:
    """A treasure as it is printed on the board, RGBA, n pixels wide."""
    img = np.zeros((4 * n, 4 * n, 4), np.uint8)
    parts = _treasure(kind)
    for k, (tone, shape) in enumerate(parts):
        if tone != "-":
            over = unary_union([s if t == "-" else s.buffer(1.6) for t, s in parts[k + 1 :]])
            _flat(img, shape.difference(over), INKS[tone], (2 * n, 2 * n), 3.9 * n)
    return cv2.resize(img, (n, n), interpolation=cv2.INTER_AREA)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure in two or three flat inks, RGBA; all of a print run are alike."""
    pic = _print(kind, round(size_mm * PX)).copy()
    pic[..., :3] = np.where(pic[..., 3:] > 0, np.minimum(255, pic[..., :3] / np.maximum(pic[..., 3:] / 255, 0.02)), 0)
    return pic


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A disc of one deep colour with the pictogram in off-white."""
    n = round(d_mm * PX)
    img = np.full((4 * n, 4 * n, 3), TOKENS[kind], np.uint8)
    _flat(img, _one_colour(_treasure(kind)), PAPER, (2 * n, 2 * n), 2.72 * n)
    return cv2.resize(img, (n, n), interpolation=cv2.INTER_AREA)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Geometric leaves in a staggered row pattern, each with a gap of ground round it and big veins."""
    rng, h, w = np.random.default_rng(seed), round(h_mm * PX), round(w_mm * PX)
    ground, *tones, dark = TILES[colour]
    img, step = np.full((2 * h, 2 * w, 3), ground, np.uint8), 11.5
    start = rng.uniform(-8, 0, 2)
    for row, y in enumerate(np.arange(start[1], h_mm + 8, step * 0.9)):
        for x in np.arange(start[0] + (row % 2) * step / 2, w_mm + 8, step):
            blade, other = (tones[k] for k in rng.choice(3, 2, replace=False))
            vein = PAPER if rng.random() < (0.4 if blade == tones[2] else 0.75) else dark
            inks = {"1": blade, "2": other, "v": vein}
            parts, turn, at = _leaf(int(rng.integers(8))), float(rng.integers(8) * 45), np.array((x, y)) * 2 * PX
            size = rng.uniform(12.5, 15.5) * 2 * PX
            _flat(img, unary_union([s for _, s in parts]).buffer(4), ground, at, size, turn)
            for tone, shape in parts:
                _flat(img, shape, inks[tone], at, size, turn)
    return cv2.resize(img, (w, h), interpolation=cv2.INTER_AREA)


def _ground(rng: np.random.Generator, h: int, w: int, tone: RGB, wooden: bool) -> np.ndarray:
    """Quiet ground: a hint of grain or of paper, a few sprigs and stones a shade darker."""
    img = np.full((h, w, 3), tone, np.uint8)
    for _ in range(h * w // 52000):
        at, turn, form = rng.uniform(0, 1, 2) * [w, h], rng.uniform(-50, 50), int(rng.integers(4))
        soft = np.float32(tone) * rng.uniform(0.91, 0.95)
        if form == 3:
            _flat(img, _oval(50, 50, 50, 34, 0), soft, at, rng.uniform(30, 70), turn)
            continue
        stem = [_bar(4, 50, 4, 50, 99)]
        pairs = [_both(_lens(50, y, 86, y - 24, 17)) for y in (36, 58, 80)]
        pairs = [_both(_bar(4, 50, y, 74, y - 22)) for y in (30, 46, 62, 78)] if form == 1 else pairs
        pairs = (
            [_both(_bar(3, 50, y, 70, y - 20).union(_oval(72, y - 22, 7))) for y in (40, 66)] if form == 2 else pairs
        )
        _flat(img, unary_union(stem + pairs), soft, at, rng.uniform(110, 190), turn)
    grain = art.fbm(rng, h, w, 700, 9) if wooden else art.fbm(rng, h, w, 40)
    return np.float32(img) * (0.97 + (0.07 if wooden else 0.04) * grain)[..., None]


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Pale areas, thin lines, a border of small firs, flat treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, wooden = spec.margin * PX, spec.cell * PX, seed % 2 == 0
    *tones, margin = GROUNDS[seed % 2]
    img = np.full((h, w, 3), margin, np.float32)
    fine, line = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    for a, (r0, c0) in enumerate(product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols))):
        r1, c1 = min(spec.rows, r0 + spec.area_rows), min(spec.cols, c0 + spec.area_cols)
        x0, y0, x1, y1 = (round(m + v * c) for v in (c0, r0, c1, r1))
        img[y0:y1, x0:x1] = _ground(rng, y1 - y0, x1 - x0, tones[(a + a // 3) % 3], wooden)
        cv2.rectangle(line, (x0, y0), (x1, y1), 1.0, 5, cv2.LINE_AA)
    for x in range(1, spec.cols):
        cv2.line(fine, (round(m + x * c), round(m)), (round(m + x * c), round(m + spec.rows * c)), 1.0, 3, cv2.LINE_AA)
    for y in range(1, spec.rows):
        cv2.line(fine, (round(m), round(m + y * c)), (round(m + spec.cols * c), round(m + y * c)), 1.0, 3, cv2.LINE_AA)
    img += (np.float32(SLATE) - img) * np.maximum(0.42 * fine, 0.9 * line)[..., None]
    fir = unary_union([_poly(50, y, 50 + d, y + 36, 50 - d, y + 36) for y, d in ((4, 22), (26, 30), (50, 38))])
    lay, fir = img.clip(0, 255).astype(np.uint8), fir.union(_bar(8, 50, 80, 50, 98))
    for k, d in enumerate(np.arange(m + c / 4, max(w, h) - m, c / 2)):
        soft, size = np.float32(margin) * (0.86, 0.9)[k % 2], (0.6, 0.45)[k % 2] * m
        for at in ((d, m / 2), (d, h - m / 2)) if d < w - m else ():
            _flat(lay, fir, soft, at, size)
        for at in ((m / 2, d), (w - m / 2, d)) if d < h - m else ():
            _flat(lay, fir, soft, at, size)
    img = lay.astype(np.float32)
    for (col, row), kind in sorted(treasures.items()):
        art.paste(img, icon(kind, 0, 0.62 * spec.cell), m + (col + 0.5) * c, m + (row + 0.5) * c)
    return img.clip(0, 255).astype(np.uint8)


def _meeple(spec: Any, p: Any, low: np.ndarray, size: np.ndarray) -> tuple[Polygon, np.ndarray]:
    """Outline and paint of a squirrel or an animal: a body over all spaces, a head over the first."""
    (w, h), u = (round(v * PX) for v in size), spec.cell
    paint, dark, pale = WOODS[p.colour]
    inks = {**INKS, "1": paint, "2": dark, "3": pale, "-": pale}
    cells = sorted(map(tuple, p.cells))
    centre, parts = [np.array(spec.cell_centre(*q)) for q in cells], _animal(p.colour)
    head = unary_union([s for _, s in parts])
    head = affinity.affine_transform(
        head, [0.95 * u / 100, 0, 0, -0.95 * u / 100, *(centre[0] + (-0.475 * u, 0.475 * u))]
    )
    shape, img = head, np.full((2 * h, 2 * w, 3), paint, np.uint8)
    if p.kind == "animal":
        links = [LineString([a, b]).buffer(7.2) for a, b in combinations(centre, 2) if np.hypot(*(a - b)) < 1.1 * u]
        body = unary_union([*(Point(*q).buffer(8.6) for q in centre[1:]), *links]).buffer(3).buffer(-3)
        shape = unary_union([head, Polygon(body.exterior)])
    shape = shape.buffer(0.8).buffer(-0.5).simplify(0.04)
    shape = max(getattr(shape, "geoms", [shape]), key=lambda g: g.area)
    pixels = [((q - low) * [PX, -PX] + [0, h]) * 2 for q in centre]
    for k, at in enumerate(pixels[1:]):
        for j, back in enumerate(pixels[: k + 1]):
            if np.hypot(*(at - back)) < 2.2 * u * PX and (j or p.colour != "heron"):
                turn = np.degrees(np.arctan2(*(at - back)[::-1])) - 90
                for y in (38, 62):
                    _flat(img, _both(_bar(9, 50, y + 8, 26, y - 8)), dark, at, 0.6 * u * 2 * PX, turn)
                break
    for tone, part in parts:
        _flat(img, part, inks[tone], pixels[0], 0.95 * u * 2 * PX)
    return Polygon(shape.exterior), cv2.resize(img, (w, h), interpolation=cv2.INTER_AREA)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Card tiles with a pale core, discs of wood printed in one colour, meeples."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel, kind = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.25, "card"
    core: tuple = ("palecore", "diffuse", ts.EDGE)
    if p.kind == "token":
        low, high = centre[0] - 6.8, centre[0] + 6.8
        cut, tex = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6)
        core = ("birch", "diffuse", {"rgb": BIRCH})
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 2.2, p.hole_size, 2.2)
        tex = leaf_texture(p.art_seed, p.colour, *(high - low))
        for ring, wide in ((cut.exterior, 14), (cut.interiors[0], 26)):
            path = (np.array(ring.coords) - low) * [PX, -PX] + [0, tex.shape[0]]
            cv2.polylines(tex, [np.round(path * 16).astype(np.int32)], True, TILES[p.colour][0], wide, cv2.LINE_AA, 4)
    else:
        (cut, tex), thick, bevel, kind = _meeple(spec, p, low, high - low), 2.8, 0.45, "gloss"
        paint = tuple(((np.array(WOODS[p.colour][0]) / 255) ** 2.2 * 0.9).tolist())
        core = (f"paint{p.colour}", "diffuse", {"rgb": paint})
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    alpha = self.card_alpha + 0.08 if kind == "card" else 0.36
    face = (f"{p.kind}{p.art_seed}", kind, {"tex": np.ascontiguousarray(tex), "alpha": alpha})
    self._mesh_cache[key] = [(p.kind, top, face), (f"{p.kind}side", side, core)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tones[0]] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.62, 0.58, 0.50))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 89, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.35, "gain": 1.0}])
