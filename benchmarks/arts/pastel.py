"""A nursery edition in pastel tones: cream, pale sage and peach areas with small flat drawings, everything matt.

Tiles are mint (threes), butter yellow (fours) and rose (fives) with friendly leaf faces and sprigs in a deeper tone.
Treasures are stickers with a white rim: lilac berries, caramel acorn, coral mushroom, teal feather. Tokens are beech
discs stained mid-brown, squirrels pale wood heads with a printed face, animals stitched felt in grey, cream and peach.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
HEXES = "5c423e fcfaf4 f69e96 faeed6 de8a5c 76ac80 8ebe8c 7058a2 8e72c4 c6b4e8"
HEXES += " dea464 f0c48c 926244 e45c54 eca24a 52a8b2 96d0d0 3a808e cedce8 965442"
TONES = {letter: tuple(bytes.fromhex(tone)) for letter, tone in zip("kwbcolgvpqnhdrytasme", HEXES.split(), strict=True)}
BEECH, PINE, CREAM = (168, 116, 74), (232, 202, 154), (248, 240, 222)
AREAS = (((251, 243, 226), (222, 204, 170)), ((224, 233, 212), (182, 202, 168)), ((251, 226, 208), (230, 186, 162)))
TILES = {  # roles: threes, fours, fives; ground, deeper tone, pale tone
    "green": ((142, 206, 184), (84, 164, 142), (206, 238, 224)),
    "orange": ((249, 208, 92), (226, 160, 44), (255, 238, 178)),
    "red": ((240, 140, 142), (210, 86, 100), (252, 202, 196)),
}
FELT = {"badger": ((150, 152, 158), (98, 100, 110)), "owl": ((206, 186, 168), (150, 122, 104))}
FELT |= {"hare": ((236, 224, 202), (186, 162, 136)), "fox": ((240, 184, 150), (204, 122, 88))}
FELT |= {"heron": ((176, 192, 206), (112, 136, 160))}
# Drawings are ellipses "x y rx ry angle tone" in percent of their square; 1, 2, 3 are the tones of the caller.
PATTERN = {"green": "50 50 4 4 0 3", "orange": "50 50 8 2.4 0 3", "red": "50 50 6 2 45 3, 50 50 6 2 -45 3"}
SPRIG = "50 54 2 40 0 1, " + ", ".join(
    f"{50 + q * 14} {24 + 20 * k} 15 6.6 {q * -40} 1" for k in range(3) for q in (-1, 1)
)
BLOSSOM = "74 50 19 12 0 1, 57 73 19 12 72 1, 31 64 19 12 144 1, 31 36 19 12 216 1, 57 27 19 12 288 1"
SUN = "50 50 18 18 0 1, " + ", ".join(
    f"{50 + 34 * np.cos(k):.0f} {50 + 34 * np.sin(k):.0f} 10 2.5 {np.degrees(k):.0f} 1" for k in np.arange(9) * 0.698
)
CLOUD = "30 58 20 16 0 1, 50 46 22 22 0 1, 70 58 20 15 0 1"
SNAIL = "42 76 36 7 0 1, 13 58 8 14 20 1, 58 46 27 27 0 1, 58 47 17 17 0 2, 58 48 9 9 0 1"
MOTIFS = (SPRIG, BLOSSOM, SUN, CLOUD, SNAIL)
BARBS = (-27, -16, -5, 6, 17, 28)
TREASURES = {
    "berry": "36 20 20 10 28 l, 66 17 18 9 -35 g, 70 50 25 25 0 v, 38 62 31 31 0 p, 28 44 7 4.5 -35 q",
    "nut": "50 9 4.5 9 0 e, 50 58 31 36 0 n, 36 52 6 15 12 h, 50 30 40 18 0 d"
    + "".join(f", {17 + 13.2 * k} 41 8.5 7.5 0 d, {20 + 12 * k} 30 2.2 2.2 0 n" for k in range(6)),
    "mushroom": "50 74 19 23 0 c, 50 40 46 30 0 r, 50 50 46 14 0 r, 50 20 9 7 0 w, 26 38 8 8 0 w, 74 38 8 8 0 w",
    "feather": "54 44 26 47 35 t, 26 86 3 16 35 s"
    + "".join(f", {54 + q * 9 + k * 0.7} {44 + q * 6 - k} 10 2.4 {40 * q - 55} a" for k in BARBS for q in (1, -1))
    + ", 52 48 2 38 35 w",
}
FACES = {"berry": (0.38, 0.64, 0.42), "nut": (0.5, 0.63, 0.4), "mushroom": (0.5, 0.79, 0.32)}
SQUIRREL = ", ".join(
    f"{50 + q * 27} 21 7 11 {q * 18} o, {50 + q * 16} 70 15 13 0 c, {50 + q * 36} 63 6.5 5 0 b, "
    f"{50 + q * 21} 48 5 6.2 0 k, {51.5 + q * 21} 45.5 1.8 1.8 0 w"
    for q in (-1, 1)
)
SQUIRREL += ", 50 30 5 13 0 o, 50 61 6 4.2 0 e, 50 74 9 6 0 k, 50 71 9 4.5 0 c, 47.6 77 2 3 0 w, 52.4 77 2 3 0 w"
HEAD = "50 56 37 31 0 2, 50 56 35 29 0 3"
EARS = {"hare": "37 25 8 20 8 2, 63 25 8 20 -8 2, ", "owl": "26 25 7 12 -30 2, 74 25 7 12 30 2, "}
MASK = {"badger": ", 33 52 7.5 24 12 2, 67 52 7.5 24 -12 2", "owl": ", 50 68 5 8 0 y", "heron": ", 50 68 5 8 0 y"}
TAIL = "50 52 18 32 40 2, 62 37 11 12 40 3"
CROSSES = ", ".join(f"{x} {y} 7.5 1.8 {q} 2" for x, y in ((30, 34), (68, 52), (40, 74)) for q in (45, -45))
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
NOON = (6000, (("window", 6700, (700, 600), 1.3, 1500.0, 1150.0, 250),))
EVENING = (3200, (("lamp", 2950, (170, 170), 1.0, 420.0, 1500.0, 0), ("lamp", 3100, (90, 90), 0.35, -800.0, 1100.0, 0)))
DUSK = (4600, (("lamp", 3300, (200, 200), 0.9, 500, 1700, 0), ("window", 6600, (500, 600), 0.5, -1500, 1000, 300)))


def _draw(img: np.ndarray, drawing: str, at: Sequence[float], s: float, own: Sequence = (), tilt: float = 0) -> None:
    """A drawing `s` pixels wide with its middle there, turned; opaque where the picture has an alpha channel."""
    tones = TONES | {str(i + 1): tone for i, tone in enumerate(own)}
    turn = cv2.getRotationMatrix2D((0, 0), -tilt, s / 100)
    for item in drawing.split(", "):
        *numbers, tone = item.split()
        x, y, a, b, angle = map(float, numbers)
        colour = (*(int(v) for v in tones[tone]), 255)[: img.shape[2]]
        x, y = ((turn[:, :2] @ (x - 50, y - 50) + np.asarray(at)) * 16).round().astype(int).tolist()
        axes = tuple(max(8, round(v * s * 0.16)) for v in (a, b))
        cv2.ellipse(img, (x, y), axes, angle + tilt, 0, 360, colour, -1, cv2.LINE_AA, 4)


def _ring(img: np.ndarray, points: np.ndarray, colour: Sequence[float], line: int = -1) -> None:
    """An anti-aliased closed outline, in pixels, filled or drawn."""
    full, ring = (*map(int, colour), 255)[: img.shape[2]], [np.round(np.asarray(points) * 16).astype(np.int32)]
    if line < 0:
        cv2.fillPoly(img, ring, full, cv2.LINE_AA, 4)
    else:
        cv2.polylines(img, ring, True, full, line, cv2.LINE_AA, 4)


def _face(img: np.ndarray, x: float, y: float, s: float, asleep: bool = False) -> None:
    """Two eyes, a smile and rosy cheeks on a head `s` pixels wide."""
    ink, t = (*TONES["k"], 255)[: img.shape[2]], max(2, round(s * 0.045))
    _draw(img, "17 62 10 7 0 b, 83 62 10 7 0 b", (x, y), s)
    arcs = [(0, 0.08, 0.09, 0.08)] + [(q * 0.2, -0.03, 0.09, 0.07) for q in (-1, 1) if asleep]
    for ox, oy, a, b in arcs:
        at, axes = (round(x + ox * s), round(y + oy * s)), (round(a * s), round(b * s))
        cv2.ellipse(img, at, axes, 0, 12, 168, ink, t, cv2.LINE_AA)
    if not asleep:
        _draw(img, "30 50 6.2 7.5 0 k, 70 50 6.2 7.5 0 k, 32 47 2.2 2.2 0 w, 72 47 2.2 2.2 0 w", (x, y), s)


def _leaf(kind: int, tilt: float) -> np.ndarray:
    """Outline of a simple leaf of length 1: drop, round or almond."""
    width, low, blunt = ((0.4, 1.4, 1.0), (0.42, 1.0, 0.66), (0.34, 1.1, 0.9))[kind]
    t, a = np.linspace(0, 1, 40), np.radians(tilt)
    x = width * np.sin(np.pi * t**low) ** blunt
    return np.r_[np.c_[x, t - 0.5], np.c_[-x, t - 0.5][::-1]] @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]


def tile_face(spec: Any, p: Any, cut: Polygon, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """A tile of one pastel tone: a fine pattern, a leaf with a face or a sprig a space, a deeper line along the cut."""
    rng = np.random.default_rng(p.art_seed)
    ground, deep, pale = tones = TILES[p.colour]
    w, h = (round(v * PX) for v in size)
    img = np.full((h, w, 3), ground, np.uint8)
    for i, y in enumerate(np.arange(25, h, 40)):
        for x in np.arange(25 - 20 * (i % 2), w + 20, 40):
            _draw(img, PATTERN[p.colour], (x, y), 100, tones)
    for k, cell in enumerate(p.cells):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h] + rng.normal(0, 3, 2)
        c, tilt = spec.cell * PX, rng.uniform(-28, 28)
        if tuple(cell) == tuple(p.hole):
            continue
        if k and rng.random() < 0.38:
            _draw(img, SPRIG, at, c, [deep if rng.random() < 0.5 else TONES["w"]], tilt)
            continue
        body = _leaf(int(rng.integers(3)), tilt) * 0.74 * c + at
        _draw(img, "50 86 2.6 10 0 2", at, c * 0.9, tones, tilt)
        _ring(img, body, pale if rng.random() < 0.5 else deep)
        _ring(img, body, np.array(deep) * 0.86, 3)
        _face(img, at[0], at[1] + 4, c * 0.44, bool(rng.random() < 0.3))
    line = cut.buffer(-0.75)
    for ring in (line.exterior, *line.interiors):
        _ring(img, (np.array(ring.coords) - low) * [PX, -PX] + [0, h], deep, 7)
    toned = img * (0.98 + 0.05 * art.fbm(rng, h, w, 90) + 0.02 * rng.standard_normal((h, w)))[..., None]
    return (toned * rng.uniform(0.97, 1.02)).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=16)
def _sticker(kind: str, size_mm: float) -> np.ndarray:
    """A treasure with a white die-cut rim all round, RGBA."""
    n, rim = round(size_mm * PX), round(0.07 * size_mm * PX)
    s = (n - 2 * rim) * 3
    im = np.zeros((s, s, 4), np.uint8)
    _draw(im, TREASURES[kind], (s / 2, s / 2), s)
    if kind in FACES:
        _face(im, *(v * s for v in FACES[kind]))
    im = cv2.resize(im, (s // 3, s // 3), interpolation=cv2.INTER_AREA)
    im = cv2.copyMakeBorder(im, rim, rim, rim, rim, cv2.BORDER_CONSTANT)
    alpha = im[..., 3:].astype(np.float32) / 255
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim - 1, 2 * rim - 1))
    rgb = np.float32(im[..., :3]) * alpha + np.float32(TONES["w"]) * (1 - alpha)
    return np.dstack([rgb, cv2.GaussianBlur(cv2.dilate(im[..., 3], disc), (0, 0), 1.0)]).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """The sticker of a treasure; all of a print run are alike."""
    return _sticker(kind, size_mm)


def _wood(seed: int, n: int, tone: Sequence[int], depth: float) -> np.ndarray:
    """Straight fine grain."""
    rng = np.random.default_rng(seed)
    grain = 0.55 * art.noise(rng, n, n, 120, 5) + 0.45 * art.noise(rng, n, n, 40, 1.6)
    return (np.float32(tone) * (1 - depth / 2 + depth * grain)[..., None]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Stained beech with a pale ring and the sticker's drawing."""
    n = round(d_mm * PX)
    img = _wood(seed, n, BEECH, 0.3).astype(np.float32)
    cv2.circle(img, (n // 2, n // 2), round(n * 0.465), (222, 190, 150), 3, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, d_mm * 0.8), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Rounded pastel areas on a cream sheet, thin lines, flat little drawings, a row of pastel dots as a frame."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = np.full((h, w, 3), CREAM, np.uint8)
    frame = box(34, 34, w - 34, h - 34).exterior
    for k, d in enumerate(np.arange(40, frame.length - 20, 80)):
        tone = (AREAS[1][1], AREAS[2][1], TONES["m"])[k % 3]
        _draw(img, "50 50 50 50 0 1", frame.interpolate(d).coords[0], 28 - 10 * (k % 2), [tone])
    for c0 in range(0, spec.cols, spec.area_cols):
        for r0 in range(0, spec.rows, spec.area_rows):
            c1, r1 = min(spec.cols, c0 + spec.area_cols), min(spec.rows, r0 + spec.area_rows)
            pale, line = AREAS[(c0 // spec.area_cols + 2 * (r0 // spec.area_rows) + seed) % 3]
            x0, y0, x1, y1 = (m + v * c for v in (c0, r0, c1, r1))
            ring = np.array(box(x0 + 32, y0 + 32, x1 - 32, y1 - 32).buffer(26).exterior.coords)
            _ring(img, ring, pale)
            for cell in ((col, row) for col in range(c0, c1) for row in range(r0, r1)):
                if cell not in treasures and rng.random() < 0.6:
                    at = m + (np.array(cell) + rng.uniform(0.3, 0.7, 2)) * c
                    tone = np.array(pale) * 0.55 + np.array(line) * 0.45
                    _draw(img, MOTIFS[int(rng.integers(len(MOTIFS)))], at, c * rng.uniform(0.26, 0.42), [tone, pale])
            for x in m + np.arange(c0 + 1, c1) * c:
                cv2.line(img, (round(x), round(y0 + 9)), (round(x), round(y1 - 9)), line, 5, cv2.LINE_AA)
            for y in m + np.arange(r0 + 1, r1) * c:
                cv2.line(img, (round(x0 + 9), round(y)), (round(x1 - 9), round(y)), line, 5, cv2.LINE_AA)
            _ring(img, ring, np.array(line) * 0.93, 7)
    grain = 0.985 + 0.03 * art.fbm(rng, h, w, 60) + 0.012 * rng.standard_normal((h, w)).astype(np.float32)
    sheet = img * grain[..., None]
    for (col, row), kind in sorted(treasures.items()):
        sticker = art.rotate(icon(kind, 0, 0.7 * spec.cell), rng.uniform(-14, 14))
        art.paste(sheet, sticker, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.22)
    return sheet.clip(0, 255).astype(np.uint8)


def felt_face(spec: Any, p: Any, cut: Polygon, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Wool felt with an appliqué head in the first space, tail in the last, little crosses between, stitched round."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    tone, deep = FELT[p.colour]
    own = (tone, deep, np.array(tone) * 0.45 + np.array(TONES["w"]) * 0.55)
    img = np.full((h, w, 3), tone, np.uint8)
    for k, cell in enumerate(sorted(map(tuple, p.cells))):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h]
        if k == 0:
            ears = EARS.get(p.colour, "26 29 10 12 -24 2, 74 29 10 12 24 2, ")
            _draw(img, ears + HEAD + MASK.get(p.colour, ""), at, c, own)
            _face(img, at[0], at[1] + 0.05 * c, 0.56 * c)
        else:
            _draw(img, TAIL if k == len(p.cells) - 1 else CROSSES, at, c, own)
    seam = cut.buffer(-1.3).exterior
    for d in np.arange(0, seam.length - 1, 2.6):
        ends = (np.array([seam.interpolate(d + v).coords[0] for v in (0, 1.5)]) - low) * [PX, -PX] + [0, h]
        cv2.line(img, *(tuple(q) for q in ends.round().astype(int).tolist()), deep, 5, cv2.LINE_AA)
    fibre = 0.5 * art.noise(rng, h, w, 9, 3) + 0.5 * art.noise(rng, h, w, 3, 9)
    return (img * (0.9 + 0.14 * fibre + 0.08 * art.fbm(rng, h, w, 50))[..., None]).clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Matt card tiles, stained discs, wooden heads with ears, thick soft felt."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high = centre.min(0) - u / 2, centre.max(0) + u / 2
    (x, y), thick, bevel, more = centre[0], ts.PIECE_T, 0.3, {}
    if p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, gap=0.4, radius=1.8, hole_size=p.hole_size)
        tex, core = tile_face(spec, p, cut, low, high - low), ts.EDGE["rgb"]
    elif p.kind == "token":
        low, high, thick, bevel = centre[0] - 6.8, centre[0] + 6.8, 2.6, 0.55
        cut, tex, core = Point(x, y).buffer(6.8, 24), token_texture(p.colour, p.art_seed, 13.6), (0.33, 0.16, 0.07)
    elif p.kind == "squirrel":
        ears = [Point(x + q * 0.28 * u, y + 0.3 * u).buffer(0.16 * u, 24) for q in (-1, 1)]
        head = Polygon(np.array(Point(0, 0).buffer(1, 48).exterior.coords) * [0.46 * u, 0.42 * u] + [x, y - 0.045 * u])
        cut, thick, bevel = unary_union([head, *ears]).buffer(-1.2).buffer(2.4).buffer(-1.2), 4.0, 0.6
        tex, core = _wood(p.art_seed, round(u * PX), PINE, 0.22), (0.72, 0.52, 0.3)
        _draw(tex, SQUIRREL, (u * PX / 2, u * PX / 2), u * PX)
    else:
        cut, thick, bevel = geo.tile_outline(spec, p.cells, None, gap=0.7, radius=4.0), 2.6, 0.5
        tex, core = felt_face(spec, p, cut, low, high - low), (np.array(FELT[p.colour][0]) / 255) ** 2.2 * 0.85
        nap = art.fbm(np.random.default_rng(p.art_seed), *tex.shape[:2], 12)[..., None].astype(np.float32)
        more = {"bump": nap, "bump_scale": 0.4}
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    skin = (f"{p.kind}{p.art_seed}", "diffuse", {"tex": tex, **more})
    out = [(p.kind, top, skin), (f"{p.kind}side", side, (f"core{core}", "diffuse", {"rgb": core}))]
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tones[0]] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.78, 0.72, 0.62))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, (DUSK, EVENING, NOON), 61, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.5, "gain": 1.0}])
    stock = ts.TableScene.board_items
    ts.TableScene.board_items = lambda self, *args: [
        (n, m, (t[0], "diffuse", t[2]) if n == "board" else t) for n, m, t in stock(self, *args)
    ]
