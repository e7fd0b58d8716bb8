"""A woodblock-print edition on washi paper with inks a little out of register and brush-drawn animals.

Paper boards with graded washes, fine indigo lines and broad borders; tiles are mounted prints: hemp leaves in moss
(threes), waves in ochre (fours), maple leaves in madder (fives). Tokens are black lacquer with gold or coloured icons,
squirrels folded pink paper with ink drawings, animals lacquered wood with brushed bodies.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import Point, Polygon, get_rings
from tablescene import art, game
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
KEY, PAPER = (34, 42, 74), (238, 229, 208)
INK = {"green": (132, 150, 62), "orange": (236, 182, 52), "red": (206, 54, 44)}  # threes, fours, fives
WASH = ((140, 172, 200), (182, 198, 152), (230, 182, 166), (226, 204, 138), (186, 178, 204), (160, 198, 192))
COATS = ((66, 66, 76), (104, 66, 112), (170, 188, 204), (120, 70, 46), (34, 110, 122))  # in the order of game.ANIMALS
GLAZE = {"berry": (226, 74, 50), "nut": (230, 184, 78), "mushroom": (226, 220, 232), "feather": (104, 190, 178)}
FIRST = {"berry": (200, 44, 52), "nut": (138, 76, 38), "mushroom": (132, 108, 156), "feather": (52, 104, 170)}
SECOND = {"berry": (96, 122, 58), "nut": (228, 192, 132), "mushroom": (244, 234, 212), "feather": (240, 236, 226)}
# treasures in hundredths of their square: 0 first plate, 1 second plate, 2 key block, each a closed outline; 3 a line
TREASURES = {
    "berry": """1 52 20 34 2 6 0 2 16 22 28 42 26; 1 56 22 72 6 98 10 94 26 74 30; 3 50 2 50 30; 3 47 40 53 46;
0 67 43 60 58 40 58 33 43 40 28 60 28; 0 37 54 30 69 10 69 3 54 10 39 30 39; 0 97 54 90 69 70 69 63 54 70 39 90 39;
0 53 78 46 93 26 93 19 78 26 63 46 63; 0 85 80 78 95 58 95 51 80 58 65 78 65; 3 17 51 23 57; 3 77 51 83 57""",
    "nut": """0 50 2 56 14 78 24 96 52 92 78 74 94 50 98 26 94 8 78 4 52 22 24 44 14;
1 8 76 30 66 50 64 70 66 92 76 80 93 50 99 20 93; 3 50 14 46 40 47 58; 3 30 30 24 48; 3 70 30 76 48""",
    "mushroom": """1 38 50 62 50 62 74 74 94 62 100 38 100 26 94 38 74; 3 48 70 46 92;
0 2 50 4 30 22 10 50 2 78 10 96 30 98 50 84 58 66 50 50 58 34 50 16 58; 3 36 24 50 34 64 24; 3 50 14 50 34""",
    "feather": """0 20 90 8 66 20 60 24 38 46 14 74 0 104 -6 100 26 88 52 66 70 58 68 52 84 34 94;
1 56 6 76 -1 104 -6 100 26 94 42 78 26; 2 -2 98 4 104 50 56 86 16 82 12 46 50; 3 26 76 22 66; 3 36 64 34 42;
3 52 48 52 22; 3 28 76 42 80; 3 44 60 62 62; 3 58 44 80 46""",
}
# a maple leaf of seven slender fingers: angles and distances from the stalk's end
FINGERS = zip((-1.32, -0.85, -0.42, 0, 0.42, 0.85, 1.32), (0.58, 0.82, 0.95, 1, 0.95, 0.82, 0.58), strict=True)
SIDES = ((-0.215, 0.36), (-0.09, 0.68), (0, 1), (0.09, 0.68))
MAPLE = np.array([*(((a + d) * 1.75, size * f) for a, size in FINGERS for d, f in SIDES), (np.pi, 0.16)]).T
# brush strokes: points in hundredths of the space, and the widths of the brush along the way
SQUIRREL = (
    ("62 84 80 74 84 54 74 40 66 28 74 17 85 24", (10, 21, 23, 20, 17, 13, 8)),
    ("36 46 44 58 48 70 44 80", (14, 24, 29, 22)), ("30 36 26 38 20 42", (22, 18, 8)), ("36 30 39 22 41 15", (8, 6, 2)),
    ("28 29 29 22 30 16", (7, 5, 2)), ("36 58 26 63 20 60", (8, 6, 5)), ("50 86 34 88 24 88", (11, 9, 5)),
)  # fmt: skip
# by seed % 4: room temperature; lights (kind, temperature, half sides, irradiance, distance, height, aim)
DAY, NIGHT = ("window", 6300, (800, 560), 1.2, 1500.0, 950.0, 200), ("lamp", 2700, (210, 210), 0.9, 480.0, 1150.0, 0)
ROOMS = (
    (6000, (DAY,)),
    (2900, (NIGHT,)),
    (5000, (DAY, NIGHT)),
    (3800, (("lamp", 3500, (300, 300), 1.0, 350.0, 1600.0, 0),)),
)


def _points(text: str, times: int = 3, closed: bool = True) -> np.ndarray:
    """An outline or a line written in hundredths, with its corners cut off several times, in a unit square."""
    p = np.array(text.split(), np.float32).reshape(-1, 2) / 100
    for _ in range(times):
        a, b = (p, np.roll(p, -1, 0)) if closed else (p[:-1], p[1:])
        q = np.stack([0.77 * a + 0.23 * b, 0.23 * a + 0.77 * b], 1).reshape(-1, 2)
        p = q if closed else np.r_[p[:1], q, p[-1:]]
    return p


def _draw(lay: np.ndarray, points: Any, width: float = 0, value: Any = 255, closed: bool = True) -> None:
    pts = np.round(np.float32(points) * 16).astype(np.int32)
    if width:
        cv2.polylines(lay, [pts], closed, value, max(1, round(width)), cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(lay, [pts], value, cv2.LINE_AA, 4)


def _brush(lay: np.ndarray, points: Any, widths: Any, size: float = 1) -> None:
    along = [np.interp(np.linspace(0, 1, 60), np.linspace(0, 1, len(v)), v) for v in (*np.array(points).T, widths)]
    for x, y, wide in zip(*along, strict=True):
        _draw(lay, ((x, y), (x, y)), wide * size)


def _ink(img: np.ndarray, colour: Any, cover: np.ndarray) -> None:
    img += (np.float32(colour) - img) * cover[..., None]


def _washi(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Handmade paper: clouds, long bast fibres, a few dark flecks of bark."""
    img = np.float32(PAPER) * (0.95 + 0.07 * art.fbm(rng, h, w, 120) + 0.02 * art.noise(rng, h, w, 3))[..., None]
    for tone, count in ((np.float32((18, 16, 12)), 1), (np.float32((-26, -30, -36)), 0.6)):
        fibre = np.zeros((h, w), np.uint8)
        for i in range(int(count * h * w / 9000)):
            turn = rng.uniform(0, np.pi) + rng.normal(0, 1.2) * np.linspace(0, 1, 9)
            line = np.c_[np.cos(turn), np.sin(turn)].cumsum(0) * rng.uniform(5, 24)
            _draw(fibre, line + np.array([rng.uniform(0, w), rng.uniform(0, h)]), 2 + 2 * (i % 6 == 0), 200, False)
        img += tone * (fibre[..., None] / np.float32(255))
    return img * (1 - 0.35 * np.clip((art.noise(rng, h, w, 9, 6) - 0.94) * 12, 0, 1))[..., None]


def _pull(img: np.ndarray, plate: np.ndarray, ink: Any, rng: np.random.Generator, load: Any = 1.0) -> None:
    """Print a plate (0..255): the grain of the cherry block and the baren show in the ink."""
    grain = 0.5 * art.noise(rng, *plate.shape, 130, 4) + 0.5 * art.fbm(rng, *plate.shape, 26)
    _ink(img, ink, plate.astype(np.float32) / 255 * np.clip(0.72 + 0.4 * grain, 0, 0.98) * load)


def _pattern(colour: str, h: int, w: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The lighter parts of the colour plate, and the lines of the key block."""
    light, key = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    if colour == "green":
        for j, i in product(range(-1, int(h / 86.6) + 2), range(-1, int(w / 100) + 2)):
            x, y, z = (i + j % 2 / 2) * 100, j * 86.6, (j + 1) * 86.6
            for tri in (((x, y), (x + 100, y), (x + 50, z)), ((x, y), (x + 50, z), (x - 50, z))):
                mid = np.mean(tri, axis=0)
                _draw(light, (tri[0], tri[1], mid), 0, 190)
                _draw(key, (*tri, tri[0], mid, tri[1], mid, tri[2]), 2, closed=False)
    elif colour == "orange":
        for j, i in product(range(-1, h // 50 + 4), range(-1, w // 200 + 3)):
            at = ((2 * i + j % 2) * 100, j * 50)
            _draw(key, (at, at), 200, 0)
            for r, tone in ((100, 0), (80, 190), (62, 0), (40, 190), (24, 0)):
                _draw(light, (at, at), 2 * r, tone)
                cv2.circle(key, at, r, 255, 3, cv2.LINE_AA)
    else:
        for y, x in product(np.arange(50, h, 100), np.arange(50, w, 100)):
            at, r, turn = rng.uniform(-12, 12, 2) + np.array([x, y]), rng.uniform(58, 76), rng.uniform(0, 6.28)
            leaf = np.c_[at[0] + r * MAPLE[1] * np.cos(MAPLE[0] + turn), at[1] + r * MAPLE[1] * np.sin(MAPLE[0] + turn)]
            _draw(light, leaf, 0, 215)
            _draw(key, leaf, 2)
    return light, key


def _tile(p: Any, outline: Polygon, box: Any) -> np.ndarray:
    """A print mounted on card: paper rim, key block, colour plate out of register and graded towards one end."""
    rng = np.random.default_rng(p.art_seed)
    w, h = int((box[2] - box[0]) * PX), int((box[3] - box[1]) * PX)
    img = np.float32(PAPER) * (0.94 + 0.1 * art.fbm(rng, h, w, 50))[..., None]
    (light, key), inside, frame = _pattern(p.colour, h, w, rng), np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for i, ring in enumerate(get_rings(outline.buffer(-0.7))):
        pts = (np.array(ring.coords) - [box[0], box[3]]) * [PX, -PX]
        _draw(inside, pts, 0, 0 if i else 255)
        _draw(frame, pts, 6)
    slip = rng.integers(2, 6, 2) * rng.choice((-1, 1), 2)
    plate = np.roll(inside & ~(light * 0.8).astype(np.uint8), slip, (0, 1))
    slope = np.linspace(0.78, 1.06, h)[:, None] if rng.random() < 0.5 else np.linspace(1.06, 0.78, w)[None]
    _pull(img, plate, INK[p.colour], rng, np.float32(slope).clip(0, 1))
    _pull(img, frame | inside & key, KEY, rng, 0.78)
    return img.clip(0, 255).astype(np.uint8)


def _layers(kind: str, n: int) -> np.ndarray:
    lay = np.zeros((3 * n, 3 * n, 3), np.uint8)
    for text in TREASURES[kind].split(";"):
        role, outline = text.strip().split(" ", 1)
        pts = (_points(outline, 3, role != "3") * 0.96 + 0.02) * 3 * n
        if role != "3":
            _draw(lay, pts, 0, [255 * (k == int(role)) for k in range(3)])
        _draw(lay, pts, n * 0.1, (0, 0, 255), role != "3")
    return cv2.resize(lay, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A small two-colour woodblock of a treasure, its colours a little beside its lines, as RGBA."""
    rng, n = np.random.default_rng(seed), int(size_mm * PX)
    lay = _layers(kind, n)
    plates = lay[..., :2] + 0.5 * lay[..., 2:] * (lay[..., :2] > 0)
    a, b = np.moveaxis(np.roll(plates, rng.integers(-2, 3, 2), (0, 1)), 2, 0)[..., None]
    img = (np.float32(FIRST[kind]) * a + np.float32(SECOND[kind]) * b) / np.clip(a + b, 1e-3, None)
    img *= (0.86 + 0.24 * art.noise(rng, n, n, 40, 5))[..., None]
    _ink(img, KEY, lay[..., 2])
    return np.dstack([img, 255 * np.clip(0.93 * (a + b) + lay[..., 2:], 0, 1)]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Black lacquer, a gold ring and the treasure in gold or in one colour."""
    rng, n, k = np.random.default_rng(seed), int(d_mm * PX), int(d_mm * PX * 0.68)
    img = np.float32((30, 21, 21)) * (0.85 + 0.3 * art.fbm(rng, n, n, 60))[..., None]
    cv2.circle(img, (n // 2, n // 2), int(n * 0.45), (186, 142, 58), 4)
    lay, o = _layers(kind, k), (n - k) // 2
    gold = lay @ np.float32((1, 0.8, 0)) * (0.76 + 0.24 * art.noise(rng, k, k, 4))
    _ink(img[o : o + k, o : o + k], GLAZE[kind], gold)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Washi with a graded wash in every area, fine lines round spaces and broad ones round areas."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    img = _washi(rng, h, w)
    lines, inside = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    xs, ys = (m + cell * np.arange(n + 1) for n in (spec.cols, spec.rows))
    for i, x in enumerate(xs):
        _draw(lines, ((x, m), (x, ys[-1])), 4 if i % spec.area_cols and i < spec.cols else 13, 255, False)
    for i, y in enumerate(ys):
        _draw(lines, ((m, y), (xs[-1], y)), 4 if i % spec.area_rows and i < spec.rows else 13, 255, False)
    washes = iter(rng.permutation(WASH).tolist() * spec.n_areas)
    for r, c in product(range(0, spec.rows, spec.area_rows), range(0, spec.cols, spec.area_cols)):
        x0, x1 = (int(xs[min(k, spec.cols)]) for k in (c, c + spec.area_cols))
        y0, y1 = (int(ys[min(k, spec.rows)]) for k in (r, r + spec.area_rows))
        _pull(img[y0:y1, x0:x1], ~lines[y0:y1, x0:x1], next(washes), rng, np.linspace(0.9, 0.3, y1 - y0)[:, None] ** 2)
    cv2.rectangle(inside, (round(m), round(m)), (round(xs[-1]), round(ys[-1])), 255, -1)
    away = cv2.distanceTransform(255 - inside, cv2.DIST_L2, 5) / m
    _pull(img, 255 - inside, (58, 84, 132), rng, np.clip((away - 0.12) * 0.85, 0, 0.8))
    _pull(img, lines, KEY, rng, 0.92)
    for (c, r), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.6 * spec.cell), rng.uniform(-10, 10))
        art.paste(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """Pink paper folded along its diagonals, with a squirrel in four tones of ink."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    yy, xx = np.mgrid[:n, :n] / n - 0.5
    facet = np.where(abs(xx) > abs(yy), np.where(xx > 0, 0.93, 1.03), np.where(yy > 0, 0.88, 1.06))
    img = np.float32((240, 164, 168)) * (facet + 0.05 * art.fbm(rng, n, n, 30))[..., None]
    drawn, dry = np.zeros((n, n), np.uint8), art.noise(rng, n, n, 26, 3)
    for text, widths in SQUIRREL:
        _brush(drawn, (_points(text, 2, False) * 0.9 + 0.05) * n, widths, n / 100)
    _ink(img, (38, 34, 40), drawn / np.float32(255) * np.clip(0.7 + 0.4 * dry, 0, 0.96))
    cv2.circle(img, (int(0.3 * n), int(0.37 * n)), 6, (250, 240, 230), -1, cv2.LINE_AA)
    return img.clip(0, 255).astype(np.uint8)


def _animal(p: Any, spec: Any, outline: Polygon, box: Any, coat: Any) -> np.ndarray:
    """Coloured lacquer with a gold rim; one brush-drawn body from the head on the first space to the last."""
    rng, s = np.random.default_rng(p.art_seed), spec.cell * PX
    w, h = (int((box[k + 2] - box[k]) * PX) for k in (0, 1))
    img = np.float32(coat) * (0.9 + 0.2 * art.fbm(rng, h, w, 120))[..., None]
    rim, drawn, dark = (np.zeros((h, w), np.uint8) for _ in range(3))
    _draw(rim, (np.array(outline.buffer(-1.0, join_style=2).exterior.coords) - [box[0], box[3]]) * [PX, -PX], 5)
    way = [np.array(((x - box[0]) * PX, (box[3] - y) * PX)) for x, y in (spec.cell_centre(*q) for q in p.cells)]
    way.sort(key=np.sum)
    for a, b in combinations(way, 2):
        if np.hypot(*(a - b)) < 1.1 * s:
            _brush(drawn, (a, b), (0.44, 0.5, 0.44), s)
    forms = {"owl": (0.08, 0.34), "heron": (0.12, 0.24), "fox": (-0.08, 0.36), "hare": (0, 0.42)}
    bent, tall = forms.get(p.colour, (0, 0.28))
    for q in way[1:]:
        _draw(drawn, (q, q), 0.6 * s)
        for k in (-0.17, 0, 0.17):
            _brush(dark, q + np.array(((k - bent, -0.13), (k + bent, 0), (k - bent, 0.13))) * s, (0.02, 0.06, 0.02), s)
    _brush(drawn, way[0] + np.array(((0, 0.05), (0, 0.05))) * s, (0.58, 0.58), s)
    for q in (-1, 1):
        _brush(drawn, way[0] + np.array(((q * 0.15, -0.12), (q * 0.22, -tall))) * s, (0.17, 0.12, 0.03), s)
        _brush(dark, way[0] + np.array(((q * 0.12, 0), (q * 0.12, 0))) * s, (0.11, 0.11), s)
        if p.colour in ("badger", "heron"):
            _brush(dark, way[0] + np.array(((q * 0.13, -0.2), (q * 0.1, 0.14))) * s, (0.07, 0.1, 0.03), s)
    beak = ((-0.06, 0.11), (0.06, 0.11), (0, 0.3 if p.colour in ("owl", "heron") else 0.2))
    _draw(dark, way[0] + np.array(beak) * s)
    dry = np.clip(0.74 + 0.4 * art.noise(rng, h, w, 36, 4), 0, 0.95)
    for lay, colour in ((rim, (198, 156, 74)), (drawn, (244, 238, 224)), (dark, (40, 34, 44))):
        _ink(img, colour, lay / np.float32(255) * dry)
    return img.clip(0, 255).astype(np.uint8)


def piece_meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Mounted prints, lacquer discs, folded paper and lacquered animals with cut corners."""
    if (key := (p.id, p.art_seed, tuple(map(tuple, p.cells)))) in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    box = (*(centre.min(0) - spec.cell / 2), *(centre.max(0) + spec.cell / 2))
    outline = geo.tile_outline(spec, p.cells, p.hole, gap=0.4, radius=0.8, hole_size=p.hole_size)
    kind, alpha, side = "card", 0.42, (0.6, 0.54, 0.42)
    if p.kind in ("squirrel", "animal"):
        outline = outline.buffer(-2.6, join_style=2).buffer(2.6, join_style=3)
    if p.kind == "token":
        outline, kind, alpha, side = Point(*centre[0]).buffer(6.8, 24), "gloss", 0.18, (0.012, 0.008, 0.008)
        box, tex = outline.bounds, token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "leaf":
        tex = _tile(p, outline, box)
    elif p.kind == "squirrel":
        tex, side = squirrel_texture(p.art_seed, spec.cell), (0.72, 0.36, 0.38)
    else:
        coat, kind, alpha = COATS[game.ANIMALS.index(p.colour)], "gloss", 0.2
        tex, side = _animal(p, spec, outline, box, coat), tuple((v / 255) ** 2.2 for v in coat)
    top, rim = geo.die_cut(outline, ts.PIECE_T, box, 0.2)
    sheet = (f"{p.kind}{p.art_seed}", kind, {"tex": tex, "alpha": alpha})
    self._mesh_cache[key] = [(p.kind, top, sheet), (f"{p.kind}side", rim, (f"side{side}", "diffuse", {"rgb": side}))]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    art.icon, art.token_texture, art.board_texture = icon, token_texture, board_texture
    ts.DIFFICULTY |= {name: dict(ranges, alpha=(0.34, 0.42)) for name, ranges in ts.DIFFICULTY.items()}
    ts.EDGE["rgb"], ts.TableScene._piece_meshes = (0.42, 0.4, 0.36), piece_meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 67, rest=0.5)
