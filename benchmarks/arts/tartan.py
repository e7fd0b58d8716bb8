"""A lodge edition on plaid: a woven tartan floor that keeps no time with the grid, felt leaves sewn on, pale wood.

The plaid is a dark hunting sett, heather grey or camel by the copy, in a tan leather binding; spaces are parted by
running stitches, areas by a narrow ribbon. Tiles are felt with leaves of other felts sewn on by visible stitches and a
zigzag seam round the edge: lime (threes), apricot (fours), raspberry (fives). Treasures are felt on a cream backing:
bilberries, acorn, brown cap, duck's feather; tokens are dark leather buttons with the same tooled in gold.
Squirrels are of rust-red tweed, animals pale birch with burnt lines and a red plaid scarf.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, figure, grid_lines, path_of, printed_piece, tone_of
from art_lamps import rooms_lit, table_of
from art_pieces import body_of, leaf_ring
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
SETTS = (  # half a repeat, mirrored at both ends: tone and threads; then thread of the stitches, ribbon
    ("1c2c50 22;10141c 4;1c2c50 4;10141c 4;1c2c50 4;10141c 20;1f4a36 20;10141c 3;d8b04a 3;10141c 3;1f4a36 14;8c2c34 4",
     "e8dcb8", "7c2830"),
    ("8c8894 26;6c5468 14;8c8894 6;e6e0d8 3;8c8894 6;5c6450 18;46404c 6;b8b4ba 10;a0647c 3", "fbf6ea", "4a3c54"),
    ("c0a078 28;ece0c4 8;c0a078 5;4c3428 10;c0a078 5;ece0c4 8;a88860 16;9c3c30 4;a88860 6;2c2826 3",
     "5a3424", "3c4a3c"),
)  # fmt: skip
SCARF = "a82430 14;14141a 3;a82430 4;e8d8a8 2;a82430 4;24342c 8"
# felt of the tile, felts of the leaves, threads
FELTS = {
    "green": ("7e9a40", "bccc76 587a34 9ab258", "f0f4c8 3c5a1c"),
    "orange": ("e29a58", "f4cc9c c4743a ecb07a", "fff0d0 8c4414"),
    "red": ("a0305a", "d87498 742040 c05078", "fbd0dc 4c0c28"),
}
CREAM, LEATHER, BUTTON, GOLD, BIRCH = map(tone_of, ("eadfc8", "b07c48", "402a1e", "d4b068", "e6d0a8"))
TREASURES = {
    "berry": "5c7a3c 28 16 26 12 22;7a9c4c 74 16 25 12 -22;6a4a30 45 8 55 8 54 50 46 50;383c78 28 56 24 24 0;4c5094 72 "
    "56 24 24 0;2c3068 50 78 23 22 0;7c84c0/5 22 52 34 58;7c84c0/5 66 52 78 58;7c84c0/5 44 76 56 80",
    "nut": "c08a48 20 44 80 44 80 72 50 104 20 72;d8a868 28 48 44 48 44 84 30 72;6c4a2c 4 48 8 22 30 8 70 8 92 22 96 "
    "48;6c4a2c 43 0 57 0 57 16 43 16;a47c50/5 20 20 34 42;a47c50/5 44 14 50 42;a47c50/5 66 14 64 42",
    "mushroom": "efe4cc 34 44 66 44 74 102 26 102;8c5434 -4 58 4 24 32 2 68 2 96 24 104 58;b47c50 14 44 22 24 40 12 50 "
    "14 34 28 24 48;cbb898/5 42 64 40 96;cbb898/5 58 64 60 96",
    "feather": "2c6470 20 84 10 56 30 20 100 -14 88 32 56 76;6cacb0 20 84 34 40 100 -14;1e2c48 58 18 66 2 104 -16 100 "
    "14 82 40;efe4cc/5 22 46 34 62;efe4cc/5 34 30 46 50;efe4cc/5 48 78 44 60;f6ead0/6 -8 112 84 8",
}
SQUIRREL = "m 78 10 98 30 98 58 84 78 86 96 54 96 60 70 66 50 58 36 56 18;m 42 72 26 26 0;m 30 40 21 18 0;m 24 30 28 0"
SQUIRREL += " 48 28;m 12 90 84 90 84 98 12 98"
BURNT = {
    "badger": "k/5 50 8 76 16 94 46 78 76 62 98 38 98 22 76 6 46 24 16 50 8;k 30 16 44 20 46 60 36 84 26 56;k 70 16 56 "
    "20 54 60 64 84 74 56;w 35 50 4 4 0;w 65 50 4 4 0;k 50 92 9 6 0",
    "fox": "k/5 8 2 30 22 70 22 92 2 96 46 74 74 50 98 26 74 4 46 8 2;f 10 8 26 26 10 40;f 90 8 74 26 90 40;f 26 28 50 "
    "24 74 28 62 52 50 74 38 52;k 32 48 5 6 0;k 68 48 5 6 0;k 50 92 9 7 0",
    "hare": "k/5 28 42 22 12 32 0 42 16 44 42 56 42 58 16 68 0 78 12 72 42 84 66 74 90 50 98 26 90 16 66 28 42;f 32 10 "
    "37 22 37 38 31 38 28 22;f 68 10 63 22 63 38 69 38 72 22;k 34 62 5 6 0;k 66 62 5 6 0;k 50 78 7 5 0;k/3 50 80 50 90",
    "owl": "k/5 6 4 50 20 94 4 96 58 76 92 50 98 24 92 4 58 6 4;f 30 46 22 23 0;f 70 46 22 23 0;w 30 46 15 15 0;w 70 "
    "46 15 15 0;k 30 46 8 8 0;k 70 46 8 8 0;k 42 58 58 58 50 78;k/3 34 84 40 90 46 84;k/3 54 84 60 90 66 84",
    "heron": "k/5 40 26 2 40 38 42 52 52 44 98 84 98 80 60 72 28 56 14 40 26;k 46 16 66 10 100 14 72 28;f 6 39 36 30 "
    "36 40;k 46 30 5 5 0;k/3 60 60 58 92;k/3 70 60 70 92",
}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3000, (("lamp", 2800, (160, 160), 1.0, 480, 1500, 0), ("lamp", 2400, (260, 160), 0.3, -1200, 600, 150))),
    (5400, (("window", 6000, (620, 620), 1.2, 1500, 1150, 260),)),
    (4300, (("window", 6600, (420, 500), 0.6, 1600, 1000, 280), ("lamp", 3200, (200, 200), 0.7, -520, 1600, 0))),
)
MOODS = ({"table": "oak"}, {"table": "pine"}, {"table": "white"}, {"table": "walnut"})


def _plaid(rng: Rng, h: int, w: int, sett: str, thread: float = 3.4) -> Array:
    """A twill of threads in the colours of a sett, a little askew and out of true, as float (h, w, 3)."""
    bands = [part.split() for part in sett.split(";")]
    half = np.repeat(np.float32([tone_of(tone) for tone, _ in bands]), [int(n) for _, n in bands], 0)
    whole = np.r_[half, half[::-1]]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    skew, (dx, dy) = rng.normal(0, 0.012), rng.uniform(0, 400, 2)
    u = (x + skew * y + dx + 16 * art.noise(rng, h, w, 500)) / thread
    v = (y - skew * x + dy + 16 * art.noise(rng, h, w, 500)) / thread
    over = ((u.astype(int) + v.astype(int)) % 4 < 2)[..., None]
    img = np.where(over, whole[u.astype(int) % len(whole)], whole[v.astype(int) % len(whole)])
    round_u, round_v = (0.78 + 0.22 * np.sin(np.pi * (q % 1)) for q in (u, v))
    wool = 0.88 + 0.24 * art.noise(rng, h, w, 3) * art.noise(rng, h, w, 9)
    return img * (np.where(over[..., 0], round_u, round_v) * wool * (0.96 + 0.1 * art.fbm(rng, h, w, 260)))[..., None]


def _felt(rng: Rng, h: int, w: int, tone: Array) -> Array:
    """Matted wool."""
    mat = 0.5 * art.noise(rng, h, w, 2.2) + 0.3 * art.noise(rng, h, w, 9, 2.5) + 0.2 * art.noise(rng, h, w, 2.5, 9)
    return tone * (0.78 + 0.44 * mat + 0.08 * (art.fbm(rng, h, w, 60) - 0.5))[..., None]


def _stitches(img: Array, path: Array, thread: Sequence[float], long: float, gap: float, wide: int = 5) -> None:
    """Stitches along a path (n, 2) of an 8-bit picture: a shadow, the thread, a light on its back."""
    steps = np.r_[0, np.cumsum(np.hypot(*np.diff(path, axis=0).T))]
    for d in np.arange(gap / 2, steps[-1] - long / 2, long + gap):
        a, b = (np.array([np.interp(q, steps, path[:, k]) for k in (0, 1)]) for q in (d, d + long))
        tone = np.array(thread, float)
        for shift, tint, thick in (((1, 2), tone * 0.3, wide + 1), ((0, 0), tone, wide), ((-1, -1), tone * 1.12, 2)):
            ends = path_of(np.array([a, b]) + shift)
            cv2.polylines(img, ends, False, tint.clip(0, 255).tolist(), thick, cv2.LINE_AA, 4)


def _sewn(rng: Rng, img: Array, mask: Array, tone: Array, shadow: float = 0.55) -> None:
    """Lay a piece of felt where a mask is on an 8-bit picture, soft at its edge, with its shadow."""
    x, y, wide, high = cv2.boundingRect(mask)
    there = np.s_[max(0, y - 20) : y + high + 20, max(0, x - 20) : x + wide + 20]
    img, mask = img[there], mask[there]
    a = cv2.GaussianBlur(mask, (0, 0), 1.3).astype(np.float32)[..., None] / 255
    below = np.pad(mask, ((4, 0), (3, 0)))[:-4, :-3]
    dark = cv2.GaussianBlur(below, (0, 0), 4).astype(np.float32)[..., None] / 255
    rise = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5)
    felt = _felt(rng, *mask.shape, tone) * (0.74 + 0.28 * np.clip(rise / 7, 0, 1))[..., None]
    img[:] = (img * (1 - shadow * dark * (1 - a)) * (1 - a) + felt * a).clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=48)
def _treasure(kind: str, n: int) -> Array:
    """A treasure in felt on a backing of cream felt, each part with its soft edge, RGBA."""
    rng, rim = np.random.default_rng(len(kind)), 14
    pic = cv2.copyMakeBorder(drawn(TREASURES[kind], n - 2 * rim), rim, rim, rim, rim, cv2.BORDER_CONSTANT)
    cover = cv2.dilate(pic[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (19, 19)))
    back = np.zeros((n, n, 3), np.uint8)
    _sewn(rng, back, cover, CREAM, 0)
    wool = (0.8 + 0.4 * art.noise(rng, n, n, 2.4))[..., None]
    edge = cv2.GaussianBlur(pic[..., 3], (0, 0), 3).astype(np.float32)[..., None] / 255
    a = pic[..., 3:] / np.float32(255)
    img = back * (1 - 0.5 * edge * (1 - a)) * (1 - a) + pic[..., :3] * wool * (0.6 + 0.4 * edge) * a
    img = img.clip(0, 255).astype(np.uint8)
    shape = cv2.erode(pic[..., 3], np.ones((5, 5), np.uint8))
    for ring in cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        _stitches(img, ring[:, 0].astype(float), CREAM, 6, 7, 3)
    return np.dstack([img, cover])


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Felt with leaves of other felts sewn on, their veins embroidered."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, felts, threads = ([tone_of(t) for t in words.split()] for words in FELTS[colour])
    img = _felt(rng, h, w, ground[0]).clip(0, 255).astype(np.uint8)
    first = rng.uniform(0, 100, 2)
    spots = [(x, y) for y in np.arange(first[0], h + 60, 142) for x in np.arange(first[1], w + 60, 142)]
    rng.shuffle(spots)
    for k, at in enumerate(spots + rng.normal(0, 22, (len(spots), 2))):
        ring, ribs = leaf_ring(str(rng.choice(["beech", "oak", "maple", "birch", "hazel", "ginkgo"])), rng)
        a, size = rng.uniform(0, 2 * np.pi), rng.uniform(165, 225)
        turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
        mask = cv2.fillPoly(np.zeros((h, w), np.uint8), path_of((ring - 0.5) @ turn + at), 255, cv2.LINE_AA, 4)
        if not mask.any():
            continue
        _sewn(rng, img, mask, felts[(k + seed) % 3])
        thread = threads[0 if (k + seed) % 3 != 0 else 1]
        for rib in ribs:
            _stitches(img, (rib - 0.5) @ turn + at, 0.6 * thread + 0.4 * felts[(k + seed) % 3], 12, 2, 2)
        inner = Polygon((ring - 0.5) @ turn + at).buffer(-8)
        for part in getattr(inner, "geoms", [inner]):
            if not part.is_empty:
                _stitches(img, np.array(part.exterior.coords), thread, 10, 9, 3)
    return img


def token_texture(kind: str, seed: int, d_mm: float = 13.6) -> Array:
    """A button of dark leather, the treasure tooled in gold with a hint of its colour, a stitched rim."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    grain = 0.74 + 0.36 * art.fbm(rng, n, n, 12) + 0.16 * art.noise(rng, n, n, 3)
    img = (BUTTON * grain[..., None]).clip(0, 255).astype(np.uint8)
    turn = np.linspace(0, 2 * np.pi, 90)
    _stitches(img, np.c_[np.cos(turn), np.sin(turn)] * 0.42 * n + n / 2, CREAM * 0.9, 8, 7, 3)
    pic = drawn(TREASURES[kind], round(0.56 * n)).astype(np.float32)
    light = 0.4 + 0.7 * pic[..., :3].mean(2, keepdims=True) / 190
    pic[..., :3] = 0.5 * GOLD * light + 0.5 * pic[..., :3]
    out = img.astype(np.float32)
    art.paste(out, pic.clip(0, 255).astype(np.uint8), n / 2, n / 2, 0.6)
    return out.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Plaid in a leather binding, running stitches, ribbons between areas, treasures sewn on."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    sett, thread, ribbon = SETTS[seed % len(SETTS)]
    img = _plaid(rng, h, w, sett, rng.uniform(1.65, 1.85)).clip(0, 255).astype(np.uint8)
    for wide, line in grid_lines(spec):
        path = np.linspace(*line, 60) + rng.normal(0, 0.7, (60, 2))
        if not wide:
            _stitches(img, path, tone_of(thread), 17, 13)
            continue
        mask = cv2.polylines(np.zeros((h, w), np.uint8), path_of(line), False, 255, 24, cv2.LINE_AA, 4)
        _sewn(rng, img, mask, tone_of(ribbon), 0.5)
        ribs = (0.9 + 0.14 * np.sin(np.add.outer(np.arange(h), np.arange(w)) * 1.1))[..., None]
        img[:] = np.where(mask[..., None] > 127, (img * ribs).clip(0, 255).astype(np.uint8), img)
        aside = np.array([1, 0]) if line[0][0] == line[1][0] else np.array([0, 1])
        for side in (-8, 8):
            _stitches(img, np.array(line) + aside * side, tone_of(ribbon) * 0.5 + 120, 10, 8, 2)
    frame = np.full((h, w), 255, np.uint8)
    inset = int(m - 14)
    cv2.rectangle(frame, (inset + 30, inset), (w - inset - 30, h - inset), 0, -1)
    cv2.rectangle(frame, (inset, inset + 30), (w - inset, h - inset - 30), 0, -1)
    for x in (inset + 30, w - inset - 30):
        for y in (inset + 30, h - inset - 30):
            cv2.circle(frame, (x, y), 30, 0, -1)
    hide = LEATHER * (0.8 + 0.3 * art.fbm(rng, h, w, 34, octaves=5) + 0.08 * art.noise(rng, h, w, 4))[..., None]
    shade = cv2.GaussianBlur(frame, (0, 0), 6).astype(np.float32)[..., None] / 255
    on = frame[..., None] > 0
    img = np.where(on, hide * (0.62 + 0.4 * shade), img * (1 - 0.45 * shade)).clip(0, 255).astype(np.uint8)
    for d, long, gap in ((inset - 12, 16, 10), (12, 16, 10)):
        ring = np.array([(d, d), (w - d, d), (w - d, h - d), (d, h - d), (d, d)], float)
        _stitches(img, ring, CREAM, long, gap, 4)
    mid = inset / 2
    for k, d in enumerate(np.arange(40, max(w, h) - 30, 24)):  # punched holes, large and small by turns
        spots = [(d, mid), (d, h - mid)] if d < w - 30 else []
        for x, y in [*spots, *([(mid, d), (w - mid, d)] if d < h - 30 else [])]:
            cv2.circle(img, (int(x), int(y)), (6, 3)[k % 2], (LEATHER * 0.36).tolist(), -1, cv2.LINE_AA)
    out = img.astype(np.float32)
    for (col, row), kind in sorted(treasures.items()):
        sprite = art.rotate(_treasure(kind, round(0.72 * c)), rng.normal(0, 9))
        art.paste(out, sprite, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.6)
    return out.clip(0, 255).astype(np.uint8)


def _birch(rng: Rng, h: int, w: int) -> Array:
    """Pale wood with its grain along x."""
    rings = 0.05 * np.sin(34 * art.fbm(rng, h, w, 260, 34, octaves=3))
    return BIRCH * (0.93 + rings + 0.1 * art.noise(rng, h, w, 80, 2.4))[..., None]


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A head burnt into birch, ticks of fur behind it, and a scarf below the head."""
    rng, (mask, spots), s = np.random.default_rng(seed), body_of(cells, cell_mm, 0.66), cell_mm * PX
    img = _birch(rng, *mask.shape)
    lay = img.clip(0, 255).astype(np.uint8)
    line = cv2.findContours((mask > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    cv2.drawContours(lay, line, -1, (104, 66, 36), 5, cv2.LINE_AA)
    ys, xs = np.nonzero(mask > 0.9)
    for k in rng.integers(0, len(ys), len(ys) // 260):
        x, y = int(xs[k]), int(ys[k])
        dx, dy = rng.normal(9, 3), rng.normal(4, 3)
        cv2.line(lay, (x, y), (int(x + dx), int(y + dy)), (150, 106, 66), 2, cv2.LINE_AA)
    img, (x, y) = lay.astype(np.float32), spots[0]
    cv2.circle(img, (x, y), int(0.46 * s), BIRCH.tolist(), -1)
    plaid, scarf = _plaid(rng, *mask.shape, SCARF, 2.2), np.zeros(mask.shape, np.uint8)
    a = np.linspace(0.5, np.pi - 0.5, 30)
    cv2.polylines(scarf, path_of(np.c_[np.cos(a) * 0.42, np.sin(a) * 0.42] * s + (x, y)), False, 255, 24, 4, 4)
    for turn in (0.2, 0.75):
        tail = np.array([(0.16, 0.38), (0.16 + 0.12 * turn, 0.48)]) * s + (x, y)
        cv2.polylines(scarf, path_of(tail), False, 255, 22, 4, 4)
    art.paste(
        img, drawn(BURNT[species], round(0.7 * s), {"k": "4c2a16", "f": "b88a58", "w": "f6ead0"}), x, y - 0.06 * s
    )
    soft = cv2.GaussianBlur(scarf, (0, 0), 1).astype(np.float32)[..., None] / 255
    img *= 1 - 0.5 * cv2.GaussianBlur(np.roll(scarf, 4, 0), (0, 0), 4).astype(np.float32)[..., None] / 255 * (1 - soft)
    return (img * (1 - soft) + plaid * soft).clip(0, 255).astype(np.uint8)


def _tweed(rng: Rng, n: int) -> Array:
    """Herringbone in two reds with flecks, and the face and belly of a squirrel."""
    y, x = np.mgrid[:n, :n]
    zig = (y + np.abs(x % 44 - 22) * (1 - 2 * (x // 44 % 2)) * 1.0) % 11 < 5.5
    img = (
        np.where(zig[..., None], tone_of("7c2e1e"), tone_of("b4603c"))
        * (0.8 + 0.4 * art.noise(rng, n, n, 2.5))[..., None]
    )
    flecks = (art.noise(rng, n, n, 4) > 0.93)[..., None]
    img = np.where(flecks, tone_of("e8c070"), img)
    face = "e8dcc4 36 76 13 17 0;1c1410 24 38 5 5 0;1c1410 11 42 4 4 0;e8dcc4/3 62 84 70 56 64 36 76 24 88 38 84 60"
    art.paste(img, drawn(face, round(0.92 * n)), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Matt felt, leather buttons, tweed and birch."""
    key, half = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell / 2
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    spots, rng = np.float32([spec.cell_centre(*q) for q in p.cells]), np.random.default_rng(p.art_seed)
    low, high = spots.min(0) - half, spots.max(0) + half
    depth, side, alpha = (ts.PIECE_T, 0.5), (0.5, 0.36, 0.18), 0.65
    if p.kind == "token":
        low, high, alpha = spots[0] - 6.8, spots[0] + 6.8, 0.4
        cut, tex = Point(*spots[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed)
        depth, side = (2.6, 0.6), (0.04, 0.02, 0.012)
    elif p.kind == "squirrel":
        cut, tex = figure(SQUIRREL, 18.4, spots[0]), _tweed(rng, 200)
        depth, side = (3.4, 0.7), (0.14, 0.08, 0.05)
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.5, 2.6, p.hole_size, 2.0)
        tex = leaf_texture(p.art_seed, p.colour, *(high - low))
        thread, ground = (tone_of(FELTS[p.colour][2].split()[0]), tone_of(FELTS[p.colour][0]))
        for ring in (
            Polygon(cut.exterior).buffer(-1.3).exterior,
            *(Polygon(r).buffer(1.2).exterior for r in cut.interiors),
        ):
            steps = np.arange(0, ring.length, 1.1)
            path = np.array([ring.interpolate(d).coords[0] for d in steps])
            way = np.roll(path, -1, 0) - np.roll(path, 1, 0)
            way /= np.maximum(np.hypot(*way.T), 1e-6)[:, None]
            path += 0.5 * way[:, ::-1] * [1, -1] * (-1.0) ** np.arange(len(path))[:, None]
            path = (path - [low[0], high[1]]) * [PX, -PX]
            for tint, wide in ((ground * 0.5, 5), (thread, 3)):
                cv2.polylines(tex, path_of(path), True, tint.tolist(), wide, cv2.LINE_AA, 4)
        side = tuple(((ground / 255) ** 2.2 * 0.8).tolist())
    else:
        cut, corner = geo.tile_outline(spec, p.cells, None, 0.6, 4.0), np.min(p.cells, axis=0)
        tex = animal_texture(p.art_seed, p.colour, [tuple(q - corner) for q in np.array(p.cells)], spec.cell)
        depth, alpha = (3.2, 0.6), 0.45
    out = printed_piece(p, cut, (*low, *high), depth, ("card", tex, alpha), side)
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, pieces, tables and lamps of `tablescene` by this edition's."""
    art.board_texture, art.leaf_texture, art.token_texture = board_texture, leaf_texture, token_texture
    ts.EDGE.update(rgb=(0.3, 0.16, 0.07))
    for difficulty in ts.DIFFICULTY.values():
        difficulty["alpha"] = (0.45, 0.6)  # cloth does not mirror lamps
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._table = table_of(ts.TableScene._table, MOODS)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1822, rest=0.5)
