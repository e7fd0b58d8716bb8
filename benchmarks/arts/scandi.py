"""A quiet Scandinavian edition: muted matt colours and thin dark outlines, the colour a little beside the line.

The board is off-white uncoated paper with a thin grey grid, line drawings of twigs, ferns, leaves and needles, and
a row of drawn firs and birches in its rim. Tiles are moss green (threes), ochre (fours) and brick (fives), with sprigs,
fans or oval leaves in outline like a printed cloth. Treasures are outlined and filled: plum berries, acorn, rust
mushroom, dusty blue feather; tokens are flat dark brown with the same drawing in off-white line. Squirrels are birch
figures with a printed line, animals muted plates with a body in outline, a head on the first space and hatched fur.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_drawings import carved, ring_of, rounded, shrunk
from art_lamps import rooms_lit
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK = art.PX, np.ndarray, ts.TableScene._piece_meshes
INK, PAPER, GREY, BROWN = (44, 42, 42), (235, 230, 217), (146, 145, 140), (62, 46, 38)
CLOTH = {  # of tiles: ground, two tones of leaves
    "green": ((116, 132, 92), (150, 163, 120), (92, 110, 76)),
    "orange": ((216, 170, 82), (232, 198, 126), (192, 142, 60)),
    "red": ((170, 80, 64), (200, 122, 102), (142, 60, 50)),
}
PLATES = {"badger": "8c9096", "fox": "b3a596", "hare": "9aa69a", "owl": "a497a2", "heron": "93a3ae"}
# A letter of a tone, then a closed curve through points in percent, or an oval's x y rx ry turn; "-": a line, "=": two,
# the second mirrored. Tones: see TONES.
HUES = "75506a b98a52 8a6644 b4684c 8199a4 e9e2d0 8d9b72 6f7c88 3a3636 b9714a a39376 7c6d5c"
TONES = dict(zip("pnoruwgbkfht", HUES.split(), strict=True))
DRAWINGS = {
    "berry": "- 50 6 48 24 30 44; - 49 16 58 30 70 44; - 49 18 52 40 50 60; g 50 16 64 2 88 4 96 14 78 24 60 22;"
    " - 54 16 74 12 90 12"
    "; p 29 56 20 20 0; p 72 55 20 20 0; p 50 78 20 20 0; - 25 66 29 71 34 67; - 68 65 72 70 77 66; - 46 88 50 93"
    " 55 89",
    "nut": "n 24 42 76 42 74 66 62 84 50 96 38 84 26 66; - 38 54 40 70 47 82; o 18 38 24 20 50 12 76 20 82 38 72"
    " 45 50 47 28 45; "
    "- 50 12 50 4 56 2; - 30 20 42 46; - 44 14 58 46; - 58 14 72 44; - 70 20 58 46; - 56 14 42 46; - 42 14 28 44",
    "mushroom": "w 41 52 59 52 60 72 66 92 50 97 34 92 40 72; - 47 66 47 84; - 54 70 55 82; r 4 52 10 28 30 10 50"
    " 6 70 10 90 28 96 52 70 57"
    " 50 58 30 57; w 50 22 9 6 0; w 26 34 7 6 -30; w 74 34 7 6 30; w 48 42 6 5 0; - 20 56 36 63 50 65 64 63 80 56",
    "feather": "u 20 84 16 66 26 44 44 24 66 10 92 4 92 26 80 48 62 68 40 82; - 4 98 24 78 54 46 90 6; - 32 70 26"
    " 50; - 42 59 38 36; - 54 46"
    " 54 22; - 66 33 72 12; - 34 68 54 70; - 45 56 68 58; - 57 43 82 42; - 70 29 90 22",
    "badger": "=k 22 22 12 12 0; w 50 8 74 18 88 48 76 74 62 94 38 94 24 74 12 48 26 18; =k 30 18 41 20 42 46 38"
    " 72 28 60 26 38; "
    "=w 34 48 4 4 0; k 50 88 10 7 0",
    "fox": "=f 10 6 26 12 44 30 14 46; f 6 46 26 26 50 24 74 26 94 46 76 72 50 96 24 72; =w 8 49 28 56 44 76 50"
    " 94 28 76; =k 34 50 4 5 0; "
    "k 50 92 8 6 0",
    "hare": "=h 30 2 40 18 42 44 28 42 22 18; =- 33 12 35 26 36 38; h 50 64 33 32 0; w 50 78 18 14 0; =k 32 58 4"
    " 5 0; k 50 72 5 4 0; "
    "- 50 76 50 84; =- 40 80 14 76; =- 40 84 16 88",
    "owl": "t 8 10 30 20 50 18 70 20 92 10 94 54 76 90 50 96 24 90 6 54; =w 30 46 20 21 0; =n 30 46 11 11 0; =k"
    " 30 46 6 6 0; o 43 56 57 56 50 76"
    "; - 34 82 38 87 42 82; - 46 84 50 89 54 84; - 58 82 62 87 66 82",
    "heron": "b 40 20 62 12 98 10 74 22 62 32 50 34; w 62 30 76 46 84 70 80 98 52 98 60 74 54 54 40 46 32 32 42"
    " 18 56 16; "
    "n 34 26 4 40 36 38; k 46 28 4 4 0; - 70 60 74 74 72 90; - 64 66 66 80 64 94",
}
SPRIGS = (  # of the board
    "- 50 96 48 60 52 10; g 49 70 30 62 16 44 34 48; g 50 62 68 54 84 36 66 40; g 49 46 34 38 22 22 38 26; g 51"
    " 38 66 30 78 14 62 18; "
    "g 52 18 44 10 50 0 56 8",
    "- 12 88 40 60 88 14; - 30 70 14 60; - 34 66 36 86; - 44 56 30 42; - 50 50 52 72; - 58 42 48 26; - 64 36 68"
    " 56; - 72 28 66 12; - 78 22 84 40",
    "h 50 6 68 28 74 54 62 78 50 86 38 78 26 54 32 28; - 50 99 50 22; - 50 66 64 50; - 50 66 36 50; - 50 48 60"
    " 36; - 50 48 40 36",
    "- 50 98 50 6; =- 50 84 26 74; =- 50 72 20 58; =- 50 60 22 42; =- 50 46 28 28; =- 50 32 34 16; =- 50 20 42 8",
)
TREES = (
    "- 50 98 50 84; g 50 2 62 28 58 28 72 54 66 54 82 84 18 84 34 54 28 54 42 28 38 28; - 50 20 50 78",
    "- 50 98 50 40; h 50 4 70 22 74 48 62 70 50 76 38 70 26 48 30 22; - 50 52 62 40; - 50 62 40 50; - 50 40 42 30",
)
SQUIRREL = "8 42 13 32 24 26 27 13 34 25 42 34 47 46 56 50 60 40 56 26 62 12 76 5 90 12 96 30 92 50 84 66 80 82"
SQUIRREL += " 74 94 54 97 30 97 26 91"
SQUIRREL += " 36 86 30 78 20 72 18 66 28 63 30 55 20 52 11 49"
SUN = ("window", 5700, (800, 600), 1.0, -1500.0, 1100.0, 250)
PENDANT = ("lamp", 3500, (240, 240), 1.0, 300.0, 1500.0, 0)
ROOMS = ((5400, (SUN,)), (3800, (PENDANT,)), (4800, (SUN, PENDANT)))


def _tone(sign: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(TONES[sign]))


@lru_cache(maxsize=256)
def _curves(drawing: str) -> list[tuple[str, Array]]:
    """Sign and points of each part of a drawing, in a square of side 1."""
    out: list[tuple[str, Array]] = []
    for part in drawing.split("; "):
        sign, *numbers = part.split()
        ring, is_outline = ring_of(np.array(numbers, float))
        for _ in range(2 if is_outline else 0):
            cut = rounded(ring, 0.18)
            # a line keeps its ends: without the corner that would close it
            ring = cut if "-" not in sign else np.r_[ring[:1], cut[1:-3], ring[-1:]]
        both = ((1, 0), (-1, 1)) if "=" in sign else ((1, 0),)
        out += [(sign.strip("="), ring / 100 * [q, 1] + [shift, 0]) for q, shift in both]
    return out


def _drawn(
    drawing: str, n: int, ink: tuple = INK, backing: tuple = PAPER, line: float = 2.8, off: float = 0.018
) -> Array:
    """A drawing as RGBA of n pixels: backing, colour somewhat beside the line, line."""
    z, pad = 3, 4
    s = n * z
    pic = np.zeros((s, s, 4), np.uint8)

    def at(ring: Array, shift: float = 0) -> Array:
        return np.round(((ring + shift) * (n - 2 * pad) + pad) * z * 8).astype(np.int32)

    for sign, ring in _curves(drawing):
        if sign != "-":
            cv2.fillPoly(pic, [at(ring)], (*backing, 255), cv2.LINE_AA, 3)
            cv2.fillPoly(pic, [at(ring, off)], (*_tone(sign), 255), cv2.LINE_AA, 3)
        cv2.polylines(pic, [at(ring)], sign != "-", (*ink, 255), round(line * z), cv2.LINE_AA, 3)
    return shrunk(pic, n)


def _leaves(img: Array, rings: list[tuple[Array, Array | None]], fills: Any, line: int, off: float) -> None:
    """Leaves in outline with a midrib; their colour lies a little beside them."""
    for k, (ring, _) in enumerate(rings):
        cv2.fillPoly(img, [np.round((ring + off) * 8).astype(np.int32)], fills[k % len(fills)], cv2.LINE_AA, 3)
    for ring, rib in rings:
        cv2.polylines(img, [np.round(ring * 8).astype(np.int32)], True, INK, line, cv2.LINE_AA, 3)
        if rib is not None:
            cv2.polylines(img, [np.round(rib * 8).astype(np.int32)], False, INK, line, cv2.LINE_AA, 3)


def _blade(x: float, y: float, turn: float, length: float, half: float) -> tuple[Array, Array]:
    """A lens-shaped leaf from its stalk, and its midrib."""
    t = np.linspace(0, 1, 24)
    w = half * np.sin(np.pi * t**0.85)
    ring = np.r_[np.c_[length * t, w], np.c_[length * t, -w][::-1]]
    rot = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return ring @ rot + (x, y), np.float32([(0, 0), (0.78 * length, 0)]) @ rot + (x, y)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A printed cloth of sprigs (0), fans (1) or oval leaves (2); runs on over the spaces."""
    rng, w, h, form = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX), seed // 7 % 3
    ground, pale, deep = CLOTH[colour]
    img = np.zeros((h, w, 3), np.float32) + ground
    if form == 0:
        for k, x in enumerate(range(-50, w + 100, 100)):
            lift = 50 * (k % 2) + rng.uniform(-6, 6)
            stem = np.c_[x + 7 * np.sin(np.arange(-100, h + 100, 10) / 60 + k), np.arange(-100, h + 100, 10)]
            cv2.polylines(img, [np.round(stem * 8).astype(np.int32)], False, INK, 3, cv2.LINE_AA, 3)
            for y in np.arange(-50 + lift, h + 100, 50):
                px = x + 7 * np.sin(y / 60 + k)
                pair = [_blade(px, y, -np.pi / 2 + s * 0.95 + rng.normal(0, 0.06), 56, 13) for s in (-1, 1)]
                _leaves(img, pair, (pale, deep) if k % 2 else (deep, pale), 3, 3)
    elif form == 1:
        t = np.linspace(-0.95, 0.95, 26)
        for j, y in enumerate(range(-20, h + 160, 68)):
            for x in range(-100 + 50 * (j % 2), w + 100, 100):
                at = np.float32((x + rng.normal(0, 1.5), y + rng.normal(0, 1.5)))
                fan = (
                    np.r_[[(0, 0)], np.c_[66 * np.sin(t), -84 * np.cos(t * 0.75) + 7 * np.exp(-((t / 0.1) ** 2))]] + at
                )
                _leaves(img, [(fan, None)], (pale if (x // 50 + j) % 3 else deep,), 3, 3)
                for a in (-0.62, -0.32, 0, 0.32, 0.62):
                    tip = at + np.float32((52 * np.sin(a), -68 * np.cos(a)))
                    cv2.line(img, *(tuple(np.int32(q * 8).tolist()) for q in (at, tip)), INK, 2, cv2.LINE_AA, 3)
    else:
        lean = rng.choice((0.6, 0.95, 2.2))
        for j, y in enumerate(np.arange(-30, h + 90, 58)):
            for k, x in enumerate(np.arange(-60 + 40 * (j % 2), w + 90, 80)):
                turn = lean + (np.pi if (j + k) % 2 else 0) + rng.normal(0, 0.16)
                ring, rib = _blade(x - 34 * np.cos(turn), y - 34 * np.sin(turn), turn, 70, 21)
                _leaves(img, [(ring, rib)], (pale if (j + 2 * k) % 3 else deep,), 3, 3)
                for f in (0.3, 0.5, 0.7):
                    a = ring[0] + f * (ring[23] - ring[0])
                    for s in (-0.8, 0.8):
                        b = a + 15 * np.float32((np.cos(turn + s), np.sin(turn + s)))
                        cv2.line(img, *(tuple(np.int32(q * 8).tolist()) for q in (a, b)), INK, 2, cv2.LINE_AA, 3)
    img *= (0.97 + 0.06 * art.noise(rng, h, w, 2.2))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure in outline, on paper."""
    return _drawn(DRAWINGS.get(kind, DRAWINGS["berry"]), int(size_mm * PX))


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Flat dark brown, the drawing in an off-white line, a hair line round it."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    img = np.zeros((n, n, 3), np.float32) + BROWN
    cv2.circle(img, (n * 4, n * 4), int(n * 0.435 * 8), PAPER, 2, cv2.LINE_AA, 3)
    art.paste(img, _drawn(DRAWINGS[kind], int(n * 0.68), PAPER, BROWN, 2.8), n / 2, n / 2)
    return (img * (0.96 + 0.08 * art.noise(rng, n, n, 2.5))[..., None]).clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Paper, loose drawings on it, trees all along the rim, thin grid, treasures."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img = np.zeros((h, w, 3), np.float32) + PAPER
    tints = np.float32([(235, 231, 216), (238, 231, 218), (232, 228, 217)])
    for k, (c, r) in enumerate(
        (c, r) for c in range(0, spec.cols, spec.area_cols) for r in range(0, spec.rows, spec.area_rows)
    ):
        x, y = int(m + c * cell), int(m + r * cell)
        img[y : y + int(spec.area_rows * cell), x : x + int(spec.area_cols * cell)] = tints[k % 3]
    for c, r in np.ndindex(spec.cols, spec.rows):
        if (c, r) in treasures or rng.random() < 0.45:
            continue
        sprig = _drawn(SPRIGS[rng.integers(4)], int(rng.uniform(90, 150)), (136, 133, 126), PAPER, 2.0)
        sprig[..., :3] = sprig[..., :3] * 0.62 + np.uint8(np.multiply(PAPER, 0.38))
        spot = m + (c + 0.5) * cell + rng.normal(0, 14), m + (r + 0.5) * cell + rng.normal(0, 14)
        art.paste(img, art.rotate(sprig, rng.uniform(0, 360)), *spot)
    for c in range(spec.cols + 1):
        x, wide = round(m + c * cell), c % spec.area_cols == 0
        cv2.line(img, (x, round(m)), (x, round(h - m)), (92, 90, 88) if wide else GREY, 6 if wide else 3, cv2.LINE_AA)
    for r in range(spec.rows + 1):
        y, wide = round(m + r * cell), r % spec.area_rows == 0
        cv2.line(img, (round(m), y), (round(w - m), y), (92, 90, 88) if wide else GREY, 6 if wide else 3, cv2.LINE_AA)
    for side, length in enumerate((w, h, w, h)):
        for x in np.arange(m * 0.5 + 24, length - m * 0.5 - 10, 46) + rng.uniform(-5, 5):
            tree = _drawn(TREES[int(rng.random() < 0.35)], int(rng.uniform(46, 58)), INK, PAPER, 1.8, 0.03)
            d = m * 0.46
            spot = ((x, d), (w - d, x), (w - x, h - d), (d, h - x))[side]
            art.paste(img, art.rotate(tree, -90.0 * side), *spot)
    for (c, r), kind in sorted(treasures.items()):
        art.paste(img, icon(kind, 0, 0.68 * spec.cell), m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    return (img * (0.97 + 0.05 * art.noise(rng, h, w, 2.4))[..., None]).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A plate with the animal's body in outline through all its spaces, hatched, and its head."""
    rng, s = np.random.default_rng(seed), int(cell_mm * PX)
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    img, body = np.zeros((h, w, 3), np.float32) + tuple(bytes.fromhex(PLATES[species])), np.zeros((h, w), np.uint8)
    mid = {q: (q[0] * s + s // 2, q[1] * s + s // 2) for q in map(tuple, cells)}
    for (c, r), p in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(body, p, mid.get(q, p), 255, int(0.66 * s), cv2.LINE_AA)
    coat = np.float32(_tone({"badger": "b", "fox": "f", "hare": "h", "owl": "t", "heron": "u"}[species]))
    share = np.roll(body, (4, 4), (0, 1))[..., None] / 255.0
    img = np.ascontiguousarray(img * (1 - share) + coat * share, np.float32)
    cv2.drawContours(img, cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], -1, INK, 4, cv2.LINE_AA)
    deep = cv2.erode(body, np.ones((25, 25), np.uint8))
    for y in range(20, h, 26):
        for x in range(20 + 13 * (y // 26 % 2), w, 30):
            if deep[y, x]:
                if species in ("owl", "heron"):
                    cv2.ellipse(img, (x, y), (9, 11), 0, 10, 170, INK, 2, cv2.LINE_AA)
                else:
                    tip = int(x + rng.uniform(3, 8)), int(y + rng.uniform(10, 15))
                    cv2.line(img, (x, y), tip, INK, 2, cv2.LINE_AA)
    art.paste(img, _drawn(DRAWINGS[species], int(0.84 * s), INK, PAPER, 3.2), *mid[min(mid)])
    return (img * (0.97 + 0.06 * art.noise(rng, h, w, 2.2))[..., None]).clip(0, 255).astype(np.uint8)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Round holes, a dark line along the tiles' edges, matt wood."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    (x, y), half, (top, side) = spec.cell_centre(*p.cells[0]), spec.cell / 2, STOCK(self, spec, p)
    c = np.float32([spec.cell_centre(*q) for q in p.cells])
    box, matt = (*(c.min(0) - half), *(c.max(0) + half)), lambda tex: (top[2][0], "card", {"tex": tex, "alpha": 0.4})
    look, raw = matt(top[2][2]["tex"]), side[2]
    if p.kind == "token":
        mesh, edge = geo.die_cut(Point(x, y).buffer(6.8, 24), 2.4, (x - 6.8, y - 6.8, x + 6.8, y + 6.8), 0.4)
        raw = ("brown", "diffuse", {"rgb": (0.045, 0.027, 0.02)})
    elif p.kind == "squirrel":
        ring = carved(SQUIRREL, 0.186, x, y)
        figure = Polygon(ring).buffer(0.8).buffer(-1.4).buffer(0.7).simplify(0.04)
        mesh, edge = geo.die_cut(figure, 5.0, (x - 10, y - 10, x + 10, y + 10), 0.3)
        rng = np.random.default_rng(p.art_seed)
        tex = np.float32((214, 186, 144)) * (0.93 + 0.12 * art.noise(rng, 200, 200, 5, 120))[..., None]
        for line in ("70 86 74 66 82 48 84 30 78 20 72 28 74 38", "44 88 52 78 50 66 42 60"):
            pts = (np.float32(line.split()).reshape(-1, 2) - 50) * 1.86 + 100
            cv2.polylines(tex, [np.int32(pts * 8)], False, INK, 4, cv2.LINE_AA, 3)
        cv2.circle(tex, (51, 74), 5, INK, -1, cv2.LINE_AA)
        look, raw = matt(tex.clip(0, 255).astype(np.uint8)), ("birch", "diffuse", {"rgb": (0.56, 0.42, 0.26)})
    else:
        hole = p.hole if p.kind == "leaf" else None
        size = p.hole_size if p.kind == "leaf" else 15.0
        outline = geo.tile_outline(spec, p.cells, hole, radius=2.2, hole_size=size, hole_power=2.0)
        mesh, edge = geo.die_cut(outline, ts.PIECE_T, box)
        tex, rings = look[2]["tex"].copy(), [Polygon(outline.exterior).buffer(-1.0), *map(Polygon, outline.interiors)]
        for ring in (rings[0].exterior, *(ring.buffer(0.8).exterior for ring in rings[1:])):
            pts = (np.float32(ring.coords) - [box[0], box[3]]) * [PX, -PX]
            cv2.polylines(tex, [np.round(pts * 8).astype(np.int32)], True, INK, 4, cv2.LINE_AA, 3)
        look = matt(tex)
    self._mesh_cache[key] = [(p.kind, mesh, look), (f"{p.kind}side", edge, raw)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.55, 0.5, 0.42))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1958, rest=0.4)
