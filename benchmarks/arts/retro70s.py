"""A family game of the 1970s: flat colours, big rounded shapes, concentric stripes, glossy plastic.

The board is a supergraphic of tan and brown rings behind rounded spaces, each area in a cream and mustard frame, with
rainbow stripes round the edge. Tiles are moulded plastic in avocado (threes), tangerine (fours) and rust red (fives)
with a leaf of nested stripes on every space. Tokens are chocolate chips with the icon on a cream field, squirrels
petrol blue figures with a striped tail, animals printed in stripes on pale turquoise plates.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import affinity
from shapely.geometry import Point
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK, TABLE = art.PX, np.ndarray, ts.TableScene._piece_meshes, ts.TableScene._table


def _table(text: str) -> dict[str, list[list[str]]]:
    """Lines of ``name: row | row`` as words."""
    rows = (line.split(":") for line in text.strip().splitlines())
    return {name.strip(): [row.split() for row in words.split("|")] for name, words in rows}


# flat discs in hundredths of a space: x, y, half axes, degrees, colour; ~ has a twin on the other side
PARTS = _table("""
berry: 36 18 17 8 28 7a8c2c | 64 18 17 8 -28 9cae3c | ~72 46 22 22 0 7a2a5e | ~72 46 13 13 0 b8528c
 | ~72 46 5 5 0 f0b8c8 | 50 76 22 22 0 7a2a5e | 50 76 13 13 0 b8528c | 50 76 5 5 0 f0b8c8
nut: 50 62 30 34 0 8a4e1c | 50 64 20 24 0 c8842c | 50 66 9 13 0 f0c878 | 50 28 38 17 0 4a2a18 | 50 28 24 8 0 7a4e2c
 | 50 8 5 9 8 4a2a18
mushroom: 50 74 14 24 0 e8d2a4 | 50 38 48 30 0 c83a1c | 50 44 34 21 0 ee8a2c | 50 50 20 12 0 f8dca0
feather: 54 42 25 53 36 1c5e7a | 56 40 16 40 36 4a9cb4 | 58 38 7 26 36 c4e4e0 | 44 56 3 58 36 f4ead0
squirrel: 72 36 26 26 0 0e3e4c | 72 36 19 19 0 f2e2bc | 72 36 12 12 0 0e3e4c | 72 36 5 5 0 f2e2bc
 | 38 66 13 17 12 f2e2bc | 26 31 7 7 0 f2e2bc | 26 31 4 4 0 1a1210 | 9 39 4 4 0 1a1210
badger: ~74 22 14 14 0 2a2422 | 50 54 40 40 0 f6eedc | ~66 50 12 34 -8 2a2422 | ~66 52 6 6 0 f6eedc
 | ~66 52 3 3 0 1a1210 | 50 84 9 7 0 2a2422
fox: ~76 22 16 22 24 8a3014 | 50 52 41 38 0 d8581c | ~70 66 19 17 -20 f8ecd0 | ~67 46 10 10 0 f8ecd0
 | ~67 46 6 6 0 1a1210 | 50 82 9 8 0 1a1210
hare: ~65 20 12 32 8 b08a50 | ~65 20 6 24 8 f0c0a0 | 50 62 36 34 0 b08a50 | 50 76 19 15 0 f6eedc
 | ~67 54 9 9 0 f6eedc | ~67 54 5 6 0 1a1210 | 50 72 5 4 0 c8583c
owl: ~76 20 11 20 28 5a3416 | 50 54 43 41 0 7a4a20 | ~70 48 22 22 0 f6e2b0 | ~70 48 15 15 0 e09a2c
 | ~70 48 8 8 0 1a1210 | 50 68 8 13 0 e09a2c
heron: 70 20 30 9 20 24364a | 50 46 32 32 0 f2f0ea | 24 72 9 36 32 e8a030 | 42 42 11 11 0 e8a030 | 42 42 6 6 0 1a1210
""".replace("\n |", " |"))  # fmt: skip
STRIPES = {"badger": "2a2422 f6eedc 6a625c", "fox": "8a3014 d8581c f4a04c", "hare": "8a6a3a b08a50 ecd8ac"}
STRIPES |= {"owl": "5a3416 a8702c e8bc6c", "heron": "24364a 7c94a8 f2f0ea"}
PLASTIC = {
    "green": "5f7a22 48601a 86a032 c0cc66 eae8a4",
    "orange": "ee7e18 c85c0e f8a838 fcd078 fff0c4",
    "red": "a42618 7c1812 cc4a2e f08c68 fcd4b4",
}
RINGS, GROUND, RAINBOW = "6a4428 8a5c36 a87a4a c49a66 dab884 b8884f", "321c12", "c8481c e88c24 ecc04c 8c9c34 321c12"
CREAM, MUSTARD, CHOCOLATE, PETROL, PLATE = "f4e4bc", "e0a82c", "3c2014", "14748a", "a4cec4"
BULB, SHADE = ("lamp", 2700, (130, 130), 1.0, 1100.0, 1300.0, 0), ("lamp", 2500, (260, 260), 0.5, -1300.0, 900.0, 0)
SKY = ("window", 5900, (700, 450), 1.1, -1500.0, 900.0, 200)
ROOMS = ((2900, (BULB, SHADE)), (5200, (SKY,)), (3700, (SKY, BULB)))


def _tones(text: str) -> Array:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


def _fill(img: Array, inside: Array, colour: Array) -> None:
    """Flat colour where a distance in pixels is positive."""
    a = np.clip(inside + 0.5, 0, 1)[..., None]
    img[:] = img * (1 - a) + colour * a


def _rounded(x: Array, y: Array, half: tuple[float, float], radius: float) -> Array:
    """Distance into a rounded rectangle about the origin."""
    qx, qy = np.abs(x) - half[0] + radius, np.abs(y) - half[1] + radius
    return radius - np.hypot(np.maximum(qx, 0), np.maximum(qy, 0)) - np.minimum(np.maximum(qx, qy), 0)


def _flat(name: str, n: int, outline: str = "") -> Array:
    """The discs of PARTS as RGBA of n pixels, on a wide outline of a colour if one is given."""
    s = n * 2
    pic, discs = np.zeros((s, s, 4), np.uint8), []
    for first, *numbers, colour in PARTS[name]:
        x, y, a, b, turn = map(float, (first.strip("~"), *numbers))
        discs += [((x, y), (a, b), turn, colour)]
        discs += [((100 - x, y), (a, b), -turn, colour)] if "~" in first else []
    for grow, ink in [(6, outline)] * bool(outline) + [(0, "")]:
        for (x, y), (a, b), turn, colour in discs:
            axes = int((a + grow) * s / 100), int((b + grow) * s / 100)
            rgba = (*_tones(ink or colour)[0].tolist(), 255)
            cv2.ellipse(pic, (int(x * s / 100), int(y * s / 100)), axes, turn, 0, 360, rgba, -1, cv2.LINE_AA)
    return cv2.resize(pic, (n, n), interpolation=cv2.INTER_AREA)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Flat plastic colour with a leaf of nested stripes on every space; a tile has leaves of one form."""
    rng, w, h, tones = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX), _tones(PLASTIC[colour])
    img, form, lean = np.zeros((h, w, 3), np.float32) + tones[0], seed // 7 % 3, rng.choice([0, np.pi / 4])
    yy, xx = (np.mgrid[:200, :200] - 99.5).astype(np.float32)
    for y in range(0, h - 199, 200):
        for x in range(0, w - 199, 200):
            turn = lean + rng.integers(4) * np.pi / 2
            u, v = xx * np.cos(turn) + yy * np.sin(turn), yy * np.cos(turn) - xx * np.sin(turn)
            if form == 0:
                inside = 122 - np.hypot(u, np.abs(v) + 74)
            elif form == 1:
                inside = np.maximum(72 - np.hypot(u + 14, v), np.minimum(0.66 * (96 - u) - np.abs(v), u - 22))
            else:
                fan = [(u + 70) * np.cos(a) + v * np.sin(a) for a in (-0.75, 0, 0.75)]
                wide = [v * np.cos(a) - (u + 70) * np.sin(a) for a in (-0.75, 0, 0.75)]
                inside = np.max([88 - np.hypot(p - 64, np.abs(q) + 56) for p, q in zip(fan, wide, strict=True)], 0)
            part = img[y : y + 200, x : x + 200]
            for depth, tone in zip((-5, 4, 15, 26), tones[[1, 4, 2, 3]], strict=True):
                _fill(part, inside - depth, tone)
            stalk = np.minimum(3.5 - np.abs(v), np.minimum(u + 88, 40 - u))
            _fill(part, stalk, tones[1])
    return np.clip(img, 0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A chocolate chip with a mustard ring and the icon on a cream field."""
    n = int(d_mm * PX)
    yy, xx = np.mgrid[:n, :n] - n / 2
    img, r = np.zeros((n, n, 3), np.float32) + _tones(CHOCOLATE)[0], np.hypot(xx, yy)
    for part, tone in ((0.43, MUSTARD), (0.40, CHOCOLATE), (0.365, CREAM)):
        _fill(img, part * n - r, _tones(tone)[0])
    art.paste(img, art.rotate(_flat(kind, int(n * 0.54)), float(seed % 30 - 15)), n / 2, n / 2)
    return np.clip(img, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Two sets of rings seen through rounded spaces, striped edge, framed areas, treasures with a cream outline."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    (yy, xx), rings = np.mgrid[:h, :w].astype(np.float32), _tones(RINGS)
    img, wide = np.zeros((h, w, 3), np.float32) + _tones(GROUND)[0], rng.uniform(110, 150)
    for k, tone in enumerate(_tones(RAINBOW)):
        _fill(img, _rounded(xx - w / 2, yy - h / 2, (w / 2 - 8 - 14 * k, h / 2 - 8 - 14 * k), 90 - 14 * k), tone)
    far = np.hypot(xx - rng.choice([0.2, 0.8]) * w, yy - rng.uniform(0.1, 0.9) * h)
    near = np.hypot(xx - rng.uniform(0.1, 0.9) * w, yy - rng.choice([0.1, 0.9]) * h)
    index = np.where(near < 5 * wide, near / wide + 2, far / wide).astype(int)
    graphic = cv2.GaussianBlur(rings[index % len(rings)], (0, 0), 0.8)
    dx, dy = (np.mod(q - m, cell) - cell / 2 for q in (xx, yy))
    on = (xx > m) & (yy > m) & (xx < m + spec.cols * cell) & (yy < m + spec.rows * cell)
    a = (np.clip(_rounded(dx, dy, (cell / 2 - 4, cell / 2 - 4), 38) + 0.5, 0, 1) * on)[..., None]
    img = img * (1 - a) + graphic * a
    for r in range(0, spec.rows, spec.area_rows):
        for c in range(0, spec.cols, spec.area_cols):
            half = np.float32([min(spec.area_cols, spec.cols - c), min(spec.area_rows, spec.rows - r)]) * cell / 2
            inside = _rounded(xx - m - c * cell - half[0], yy - m - r * cell - half[1], half, 46)
            for start, stop, tone in ((1, 18, GROUND), (3, 10, CREAM), (10, 16, MUSTARD)):
                _fill(img, np.minimum(inside - start, stop - inside), _tones(tone)[0])
    for (c, r), kind in sorted(treasures.items()):
        sprite = cv2.copyMakeBorder(_flat(kind, int(0.60 * cell)), 20, 20, 20, 20, cv2.BORDER_CONSTANT)
        for ink, thick in ((CHOCOLATE, 27), (CREAM, 17)):
            halo = cv2.dilate(sprite[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick)))
            pic = np.dstack([np.zeros((*halo.shape, 3)) + _tones(ink)[0], halo]).astype(np.uint8)
            art.paste(img, pic, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
        art.paste(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    return np.clip(img, 0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A flat face on the first space, the body in nested stripes through all the others."""
    s = int(cell_mm * PX)
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    img, mid = (
        np.zeros((h, w, 3), np.float32) + _tones(PLATE)[0],
        {q: (q[0] * s + s // 2, q[1] * s + s // 2) for q in cells},
    )
    for part, tone in zip((0.74, 0.60, 0.42, 0.22), _tones(STRIPES[species])[[0, 1, 2, 0]], strict=True):
        for (c, r), p in mid.items():
            for q in ((c, r), (c + 1, r), (c, r + 1)):
                cv2.line(img, p, mid.get(q, p), tone.tolist(), int(part * s), cv2.LINE_AA)
    art.paste(img, _flat(species, int(0.88 * s), PLATE), *mid[min(mid)])
    return np.clip(img, 0, 255).astype(np.uint8)


def _figure() -> Any:
    """The outline of a squirrel made of a few big circles."""
    discs = (
        (4.2, 2.8, 5.4, 5.4),
        (-1.8, -3.2, 6.2, 5.8),
        (-4.4, 3.4, 4.6, 4.3),
        (-3.0, 7.6, 1.6, 1.8),
        (0.8, -8.2, 8.0, 1.2),
    )
    both = unary_union([affinity.scale(Point(x, y).buffer(1, 24), a, b) for x, y, a, b in discs])
    return both.buffer(1.2).buffer(-1.2).simplify(0.06)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Everything moulded in glossy plastic of one colour, printed on top."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    (x, y), r = spec.cell_centre(*p.cells[0]), 6.8 if p.kind == "token" else 10
    box = (x - r, y - r, x + r, y + r)
    if p.kind == "token":
        top, side = geo.die_cut(Point(x, y).buffer(r, 32), 2.6, box, 0.5)
        tex, body = token_texture(p.colour, p.art_seed, 2 * r), CHOCOLATE
    elif p.kind == "squirrel":
        top, side = geo.die_cut(affinity.translate(_figure(), x, y), 5.5, box, 0.5)
        tex, body = np.zeros((200, 200, 3), np.float32) + _tones(PETROL)[0], PETROL
        art.paste(tex, _flat("squirrel", 200), 100, 100)
    else:
        (_, top, (_, _, look)), (_, side, _) = STOCK(self, spec, p)
        tex, body = look["tex"], PLASTIC[p.colour].split()[0] if p.kind == "leaf" else PLATE
        c = np.float32([spec.cell_centre(*q) for q in p.cells])
        corner = c[:, 0].min() - spec.cell / 2, c[:, 1].max() + spec.cell / 2
        rim = np.float32(geo.tile_outline(spec, p.cells, gap=0.35).exterior.coords)
        mask = cv2.fillPoly(np.zeros(tex.shape[:2], np.uint8), [np.int32((rim - corner) * [PX, -PX])], 255)
        tex = tex.astype(np.float32)
        _fill(tex, 7 - cv2.distanceTransform(mask, cv2.DIST_L2, 5), _tones(body)[0] * 0.62)
    rgb = ((_tones(body)[0] / 255) ** 2.2 * 0.9).tolist()
    face = (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex.clip(0, 255).astype(np.uint8), "alpha": 0.09})
    out = [(p.kind, top, face), (f"{p.kind}side", side, (f"plastic{body}", "gloss", {"rgb": rgb, "alpha": 0.09}))]
    self._mesh_cache[key] = out
    return out


def _table_laid(self: ts.TableScene) -> None:
    """The stock table; the folds of a cloth stay lower than a board is thick."""
    TABLE(self)
    self.fold_amp = min(self.fold_amp, 0.6)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.42, 0.30, 0.16))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._table = _table_laid
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1974, rest=0.05)
