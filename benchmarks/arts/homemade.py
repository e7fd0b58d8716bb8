"""Somebody's print-and-play copy, made at the kitchen table.

Boards are pale inkjet prints with faint banding on cockled matt paper, glued to grey board, the areas ruled over with a
brown marker. Tiles are grey board, half of them coloured with felt-tips in visible strokes, half pasted over with
construction paper: greens (threes), yellow-oranges (fours), reds (fives), a leaf drawn on every space. Tokens are
cardboard discs with hand-stamped icons, squirrels modelling clay, animals cut from magazines.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, Array, STOCK, BOARDS = art.PX, np.ndarray, ts.TableScene._piece_meshes, ts.TableScene.board_items


def _table(text: str) -> dict[str, list[list[str]]]:
    """Lines of ``name: row | row`` as words."""
    rows = (line.split(":") for line in text.strip().splitlines())
    return {name.strip(): [row.split() for row in words.split("|")] for name, words in rows}


# discs in hundredths of a space: x, y, half axes, degrees, colour; ~ has a twin on the other side
PARTS = _table("""
berry: 50 22 3 18 10 5a7a3a | 33 18 18 8 20 86ac5e | 66 14 18 8 -20 86ac5e | ~72 44 16 16 0 6a5ac0 | 50 40 16 16 0
 7666cc | ~62 68 16 16 0 6a5ac0 | 50 88 14 12 0 7666cc
nut: 50 92 4 8 0 8a5a2c | 50 62 28 32 0 d8a45c | 50 30 36 18 0 9a6c3c | 50 8 4 9 10 8a5a2c | 40 62 3 18 4 9a6c3c
mushroom: 50 74 14 25 0 f4e6cc | 50 36 46 27 0 e2583c | 34 34 8 7 0 fff4e4 | 56 24 8 7 0 fff4e4 | 72 42 7 6 0 fff4e4
feather: 52 44 21 50 36 8cc0a8 | 47 53 2 60 36 2c6a58 | 70 42 2 15 86 2c6a58 | 63 52 2 16 86 2c6a58 | 56 62 2 14 86
 2c6a58 | 58 24 2 14 -14 2c6a58 | 49 34 2 15 -14 2c6a58 | 41 45 2 14 -14 2c6a58
squirrel: 74 62 19 26 0 93552c | 80 38 15 26 -6 93552c | 68 18 17 14 0 c88c58 | 42 66 25 27 10 aa6a3a
 | 40 88 32 10 0 aa6a3a | 38 70 13 16 14 e8c496 | 34 36 23 19 -14 aa6a3a | 44 16 7 11 12 aa6a3a | 26 16 6 9 -16 aa6a3a
 | 12 42 6 5 0 2c1812 | 30 32 5 5 0 14100e | 20 66 13 7 24 aa6a3a
badger: ~76 24 12 11 0 2c2a2c | 50 52 36 39 0 e8e4dc | ~66 45 9 36 -10 262628 | ~66 48 4 4 0 0a0a0a | 50 82 9 7 0 181416
fox: ~76 20 12 22 26 6a3418 | 50 48 37 31 0 c8682a | ~68 66 19 14 -24 f4ece0 | ~65 46 5 6 0 120c08 | 50 80 8 7 0 161012
hare: ~64 18 9 30 12 9a8462 | ~64 20 5 22 12 d8a898 | 50 60 31 33 0 b49c74 | 50 76 15 11 0 efe6d8 | ~66 54 7 8 0 24160e
owl: ~76 18 9 17 30 5a4634 | 50 52 41 39 0 8a7050 | ~67 48 19 20 0 e8d8b0 | ~67 48 10 11 0 120e0a | 50 66 6 11 0 d89a30
heron: 64 20 30 6 20 262e3c | 48 42 27 25 0 d4dade | 28 68 8 33 28 e0a83a | 40 40 6 6 0 f4d040 | 40 40 4 4 0 100c0a
""".replace("\n ", " "))  # fmt: skip
FELT = {"green": "46a838 86bc2c 2c8a4a", "orange": "f8a01c fcc02c f48418", "red": "dc2c2c c41e3c e03c50"}
SUGAR = {"green": "5a9a50 86a85a 3e7c54", "orange": "eca044 f0b858 e48c3c", "red": "c43c3c a82e3a cc4c48"}
INKS = {"berry": "4a3aa4", "nut": "7c4418", "mushroom": "c42c20", "feather": "10604c"}
SCENERY = {"badger": "4a5c38 8c9a64", "fox": "b8c4cc e6ecf0", "hare": "8cac54 c4d488"}
SCENERY |= {"owl": "22304e 4a5e88", "heron": "5c94b4 b0d4e0"}
TINTS = "e2ead2 f2e6cc dce6e6 f0dfd2 e8e4d0 dfe6c8"
PAPER, CARD, MARKER = (240, 237, 229), (166, 162, 154), (98, 62, 36)
KITCHEN, SKY = ("lamp", 3100, (150, 150), 1.0, 350.0, 1300.0, 0), ("window", 6700, (650, 500), 1.0, -1500.0, 950.0, 250)
ROOMS = ((3600, (KITCHEN,)), (6000, (SKY,)), (4800, (SKY, KITCHEN)))


def _tones(text: str) -> Array:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


def _grain(rng: Any, h: int, w: int, *waves: tuple[float, ...]) -> Array:
    """About 1, with noise of these amplitudes and sizes."""
    return 1 + sum(a * (art.noise(rng, h, w, *size) - 0.5) for a, *size in waves)[..., None]


def _trimmed(rng: Any, img: Array, least: float, most: float) -> Array:
    """A sheet cut out crookedly and glued to grey board."""
    h, w = img.shape[:2]
    corners = np.float32([(0, 0), (w, 0), (w, h), (0, h)])
    cut = corners + rng.uniform(least, most, (4, 2)) * np.sign((w / 2, h / 2) - corners)
    sheet = cv2.fillPoly(np.zeros((h, w), np.uint8), [cut.astype(np.int32)], 255, cv2.LINE_AA)[..., None] / 255.0
    return np.clip(img * sheet + CARD * _grain(rng, h, w, (0.16, 4)) * (1 - sheet), 0, 255).astype(np.uint8)


def _discs(name: str) -> list[tuple]:
    """Ellipses of PARTS: x, y, half axes and degrees in spaces, and colour."""
    out = []
    for first, *numbers, colour in PARTS[name]:
        x, y, a, b, turn = map(float, (first.strip("~"), *numbers))
        for twin in (-1, 1) if "~" in first else (1,):
            out.append(((50 + twin * (x - 50)) / 100, y / 100, a / 100, b / 100, twin * turn, _tones(colour)[0]))
    return out


@lru_cache(maxsize=16)
def _clip_art(kind: str, n: int) -> tuple[Array, Array]:
    """A treasure as clip art of n pixels: RGBA, and how much of it is carved away in a stamp."""
    s, pic, carved = n * 3, np.zeros((n * 3, n * 3, 4), np.uint8), np.zeros((n * 3, n * 3), np.uint8)
    for x, y, a, b, turn, colour in _discs(kind):
        where = (int(x * s), int(y * s)), (max(2, int(a * s)), max(2, int(b * s))), turn, 0, 360
        cv2.ellipse(pic, *where, (*colour.tolist(), 255), -1, cv2.LINE_AA)
        cv2.ellipse(pic, *where, (74, 70, 76, 255), s // 42, cv2.LINE_AA)
        cv2.ellipse(carved, *where, 255 if min(a, b) < 0.085 else 0, -1, cv2.LINE_AA)
        cv2.ellipse(carved, *where, 255, s // 26, cv2.LINE_AA)
    pic, carved = (cv2.resize(q, (n, n), interpolation=cv2.INTER_AREA) for q in (pic, carved))
    return pic, carved * (cv2.erode(pic[..., 3], np.ones((5, 5), np.uint8)) > 128)


def _scribble(rng: Any, h: int, w: int, turn: float, pitch: float) -> Array:
    """Ink laid down by parallel felt-tip strokes: 1 once over, 2 where two strokes meet, 0 where none came."""
    ink, reach = np.zeros((h, w), np.float32), np.hypot(h, w) / 2 + pitch
    along, across = np.float32([np.cos(turn), np.sin(turn)]), np.float32([-np.sin(turn), np.cos(turn)])
    for parity in (0, 1):
        lay = np.zeros((h, w), np.uint8)
        for k in np.arange(-reach + parity * pitch, reach, 2 * pitch):
            t = np.linspace(-reach, reach, 12)[:, None]
            run = np.float32([w / 2, h / 2]) + t * along + (k + rng.normal(0, pitch * 0.1, (12, 1)).cumsum(0)) * across
            cv2.polylines(lay, [np.round(run * 8).astype(np.int32)], False, 255, int(pitch * 1.2), cv2.LINE_AA, 3)
        ink += lay.astype(np.float32) / 255
    return ink * (0.85 + 0.3 * art.noise(rng, h, w, 60))


def _draw_leaf(lay: Array, rng: Any, x: float, y: float, width: int) -> None:
    """The outline, midrib and veins of a leaf in single wobbly pen strokes, one space in size."""
    t, turn, fat = np.linspace(0, 1, 22), rng.uniform(0, 2 * np.pi), rng.uniform(0.42, 0.62)
    w = fat * np.sin(np.pi * t**0.8) * (1 + (rng.random() < 0.4) * 0.2 * np.sin(t * 22))
    strokes = [np.c_[1.8 * t - 0.9, s * w] for s in (-1, 1)] + [np.c_[2.1 * t - 1.2, 0.05 * np.sin(4 * t)]]
    strokes += [np.float32([(f, 0), (f + 0.3, s * fat * 0.62)]) for f in (-0.5, -0.1, 0.3) for s in (-1, 1)]
    frame = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * 8.2 * PX
    for run in strokes:
        p = run @ frame + rng.normal(0, 2, run.shape) + rng.normal(0, 3, 2) + [x, y]
        cv2.polylines(lay, [np.round(p * 8).astype(np.int32)], False, 255, width, cv2.LINE_AA, 3)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Felt-tip strokes on white paper or fibrous construction paper, with a leaf drawn on every space."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    felt, pen, lay = rng.random() < 0.55, int(rng.integers(3)), np.zeros((h, w), np.uint8)
    if felt:
        ink = _scribble(rng, h, w, rng.choice([0.0, 0.8, 1.57, 2.4]) + rng.normal(0, 0.12), rng.uniform(17, 24))
        img = np.float32(PAPER) * (_tones(FELT[colour])[pen] / 255) ** (0.95 * ink[..., None])
    else:
        img = _tones(SUGAR[colour])[pen] * _grain(rng, h, w, (0.08, 4), (0.08, 9), (0.14, 200))
        for x, y, a in (rng.uniform(0, 1, (h * w // 900, 3)) * [w, h, 360]).tolist():
            tone = img[int(y), int(x)] * rng.choice([0.78, 0.86, 1.16])
            cv2.ellipse(img, (int(x), int(y)), (16, 10), a, 0, 110, tone.tolist(), 2, cv2.LINE_AA)
    for y in np.arange(100, h, 200):
        for x in np.arange(100, w, 200):
            _draw_leaf(lay, rng, x, y, 8 if felt else 9)
    a = (lay / 255 * np.clip((0.8 if felt else 0.45) + art.noise(rng, h, w, 24 if felt else 5), 0, 0.92))[..., None]
    line = _tones(FELT[colour])[2] * 0.34 if felt or rng.random() < 0.5 else np.float32((246, 240, 226))
    return np.clip(img * (1 - a) + line * a, 0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Brown packing cardboard with a rubber stamp pressed on it, unevenly inked and a little askew."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    img = np.float32((196, 164, 122)) * _grain(rng, n, n, (0.16, 30), (0.1, 3, 18))
    pic, carved = _clip_art(kind, int(n * 0.78))
    ink = np.clip(0.7 + 1.1 * art.fbm(rng, *carved.shape, 26), 0, 1) * (0.65 + 0.35 * art.noise(rng, *carved.shape, 3))
    ink = pic[..., 3] * (1 - carved / 255.0) * ink
    stamp = art.rotate(np.dstack([np.zeros((*ink.shape, 3)) + _tones(INKS[kind])[0], ink]), rng.uniform(-24, 24))
    art.paste(img, stamp, n / 2 + rng.normal(0, 3), n / 2 + rng.normal(0, 3))
    return np.clip(img, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Pale tints, dotted grid, clip art and crop marks from a tired inkjet; areas ruled by hand; crooked cut paper."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img, right, low = np.zeros((h, w, 3), np.float32) + PAPER, m + spec.cols * cell, m + spec.rows * cell
    tints, wide = _tones(TINTS)[rng.permutation(6)], int(cell)
    for c, r in np.ndindex(spec.cols, spec.rows):
        x, y = int(m + c * cell), int(m + r * cell)
        img[y : y + wide, x : x + wide] = tints[spec.area_of(c, r) % 6]
        for d in range(0, wide, 14):
            cv2.line(img, (x + d, y), (x + d + 7, y), (128, 124, 116), 4)
            cv2.line(img, (x, y + d), (x, y + d + 7), (128, 124, 116), 4)
    lay, marker = np.zeros((2, h, w), np.uint8)
    for x, y in (rng.uniform(0, 1, (90, 2)) * [w - 2 * m, h - 2 * m] + m).tolist():
        _draw_leaf(lay, rng, x, y, 4)
    img -= (lay / 255 * 0.5)[..., None] * (38, 30, 52)
    for (c, r), kind in sorted(treasures.items()):
        pic = _clip_art(kind, int(0.68 * cell))[0].astype(np.float32)
        pic[..., 3] *= 0.88
        art.paste(img, art.rotate(pic, rng.uniform(-5, 5)), m + (c + 0.5) * cell, m + (r + 0.5) * cell)
    rows = np.arange(h)[:, None, None]
    band = 5 * np.sin(rows / 27 + 2 * art.noise(rng, h, 1, 1, 200)[..., None]) * (rng.random((h, 1, 1)) < 0.9)
    gaps = (rng.random(h // 3 + 1).repeat(3)[:h] < 0.03)[:, None, None] * 0.22
    img = (img + band * (1.0, 0.6, 0.2)) * (1 - gaps) + np.float32(PAPER) * gaps
    xs, ys = (
        m + cell * np.float32([*range(0, n, k), n])
        for n, k in ((spec.cols, spec.area_cols), (spec.rows, spec.area_rows))
    )
    for p, q in [((x, m), (x, low)) for x in xs] + [((m, y), (right, y)) for y in ys]:
        run = p + np.linspace(-0.01, 1.01, 19)[:, None] * np.subtract(q, p) + rng.normal(0, 1.6, (19, 2))
        cv2.polylines(marker, [np.round(run * 8).astype(np.int32)], False, 255, 12, cv2.LINE_AA, 3)
    a = (marker / 255 * np.clip(0.55 + 0.5 * art.noise(rng, h, w, 40), 0, 0.92))[..., None]
    img = img * (1 - a) + np.float32(MARKER) * a
    return _trimmed(rng, img * _grain(rng, h, w, (0.04, 2)), 4, 22)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A colour photograph of the animal from a magazine, screened in dots, cut out crookedly with a bit of text."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    far, near = _tones(SCENERY[species])
    img = far + (near - far) * art.fbm(rng, h, w, 160)[..., None]
    for x, y, r in (rng.uniform(0, 1, (14, 3)) * [w, h, 34]).tolist():
        cv2.circle(img, (int(x), int(y)), int(r) + 12, (near * rng.uniform(0.9, 1.15)).tolist(), -1)
    img, body = cv2.GaussianBlur(img, (0, 0), 7), np.zeros((h, w), np.uint8)
    mid = {q: (int((q[0] + 0.5) * s), int((q[1] + 0.5) * s)) for q in map(tuple, cells)}
    for (c, r), p in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(body, p, mid.get(q, p), 255, int(0.6 * s), cv2.LINE_AA)
    coat = _discs(species)[1 if species in ("badger", "heron") else 0][5] * (0.5 if species == "badger" else 1.05)
    fur = coat * _grain(rng, h, w, (0.5, 22, 5), (0.3, 40))
    round_ = np.clip(cv2.distanceTransform(body, cv2.DIST_L2, 5) / (0.3 * s), 0, 1) ** 0.6
    a = cv2.GaussianBlur(body, (0, 0), 2.5)[..., None] / 255.0
    img = img * (1 - a) + fur * (0.45 + 0.65 * round_)[..., None] * a
    (x0, y0), (yy, xx) = mid[min(mid)], np.mgrid[:h, :w]
    for x, y, ra, rb, turn, colour in _discs(species):
        c, d = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        dx, dy = (xx - x0) / s / 0.92 + 0.5 - x, (yy - y0) / s / 0.92 + 0.5 - y
        q = np.hypot((dx * c + dy * d) / ra, (dy * c - dx * d) / rb)
        a = np.clip((1 - q) * min(ra, rb) * s / 4, 0, 1)[..., None]
        tone = colour * (1.08 - 0.4 * np.clip(q, 0, 1) ** 3 - 0.3 * (dx + dy))[..., None] * _grain(rng, h, w, (0.25, 5))
        img = img * (1 - a) + tone * a
    for k, turn in enumerate((0.26, 1.31, 0.0)):
        u, v = xx * np.cos(turn) + yy * np.sin(turn), yy * np.cos(turn) - xx * np.sin(turn)
        img[..., k] += 13 * np.cos(u * 1.1) * np.cos(v * 1.1)
    edge = int(rng.integers(10, 22))
    img[h - edge * 2 : h - edge - 8, 24 : int(w * rng.uniform(0.3, 0.7))] = (26, 24, 28)
    return _trimmed(rng, img, -4, 12)


def _clay(spec: Any, p: Any) -> list:
    """A squirrel rolled and pressed from modelling clay: its relief, its colours, fingerprints."""
    rng, tex = np.random.default_rng(p.art_seed), np.zeros((200, 200, 3), np.uint8) + np.uint8(120)
    way, discs = (-1) ** p.art_seed, _discs("squirrel")

    def height(x: Array, y: Array) -> Array:
        z = np.zeros_like(x)
        for cx, cy, a, b, turn, _ in discs:
            c, d = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            dx, dy = way * x / spec.cell + 0.5 - cx, 0.5 - y / spec.cell - cy
            q = np.hypot((dx * c + dy * d) / a, (dy * c - dx * d) / b)
            lump = (2.4 + 13 * min(a, b)) * np.sqrt(np.clip(1 - q**2.4, 0, 1))
            z = np.maximum(z, lump) if min(a, b) > 0.055 else z - 0.7 * (q < 1) * (z > 0)
        return cv2.GaussianBlur(z, (0, 0), 0.8) * (z > 0)

    for cx, cy, a, b, turn, colour in discs:
        where = (int(cx * 200), int(cy * 200)), (int(a * 206), int(b * 206)), turn, 0, 360
        cv2.ellipse(tex, *where, (colour * rng.uniform(0.94, 1.06)).tolist(), -1, cv2.LINE_AA)
    prints = 1 + 0.1 * np.sin(art.fbm(rng, 200, 200, 70) * 190)[..., None] * (_grain(rng, 200, 200, (1.0, 40)) - 0.5)
    tex = np.clip(tex[:, ::way] * prints, 0, 255).astype(np.uint8)
    m, centre = geo.sheet(spec.cell, spec.cell, 72, height), spec.cell_centre(*p.cells[0])
    m["f"] = m["f"][m["v"][m["f"], 2].max(1) > 0.05]
    look = (f"clay{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.42})
    return [("squirrel", geo.transform(m, shift=(*centre, 0)), look)]


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Stock die cuts with matt paper, bare rims and glossy magazine pages; cardboard discs; clay."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    if p.kind == "squirrel":
        out = _clay(spec, p)
    else:
        (name, top, (tag, _, look)), side = STOCK(self, spec, p)
        out = [(name, top, (tag, "gloss" if p.kind == "animal" else "diffuse", look | {"alpha": 0.2})), side]
    self._mesh_cache[key] = out
    return out


def _boards(self: ts.TableScene, step: int, skip: tuple = ()) -> list:
    """Matt paper that has cockled a little in the glue."""
    for b in self.boards:
        if ("board", b.name) not in self._mesh_cache:
            (w, h), rng = b.spec.size, np.random.default_rng(b.tex_seed)
            top, side = geo.die_cut(geo.rounded_rect(w, h, 1.0), b.spec.thickness, (-w / 2, -h / 2, w / 2, h / 2))
            waves = _grain(rng, int(h) * 2, int(w) * 2, (2.2, 70), (1.0, 36), (1.2, 110, 16)).astype(np.float32)
            look = {"tex": board_texture(b.tex_seed, b.spec, b.states[0].treasures), "bump": waves}
            paper, board = (f"board{b.name}", "diffuse", look), ("edge", "diffuse", ts.EDGE)
            self._mesh_cache["board", b.name] = [("board", top, paper), ("boardside", side, board)]
    return BOARDS(self, step, skip)


def apply() -> None:
    """Replace the stock art, pieces, boards and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.36, 0.34, 0.31))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene.board_items = _boards
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 2804, rest=0.6)
