"""A hobbyist's edition in pyrography: everything is burnt with a hot pen into pale plywood and stained thinly.

The board is birch plywood with its grain, ferns and leaves burnt faintly; spaces are parted by rows of burnt dots,
areas by a plaited band of two wavy lines, the rim is scorched brown. Tiles are laser-cut plywood with charred edges,
stained so thinly that the grain shows: green (threes), amber (fours), red (fives), with leaves shaded by the pen.
Treasures are burnt drawings with a little stain; tokens are dark walnut discs, the same drawing burnt round a sanded,
paler middle. Squirrels are sawn from plywood, animals are bare plywood scorched all round, their fur in pen strokes.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import cv2
import numpy as np
from art_drawings import shrunk
from art_figures import drawn, grid_lines, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BIRCH = [tone_of(tone) for tone in ("d2ac78", "dcbb8a", "e8cea2", "efdab4")]
WALNUT = [tone_of(tone) for tone in ("2c1a12", "422a1c", "553826", "66462f")]
BURN = np.float32((0.22, 0.12, 0.07))  # what a deep burn leaves of the wood's red, green and blue
STAINS = {"green": (0.62, 0.83, 0.48), "orange": (1.04, 0.78, 0.3), "red": (0.92, 0.38, 0.3)}
FORMS = {"green": ("beech", "hazel", "birch"), "orange": ("oak", "oak", "ginkgo"), "red": ("maple", "maple", "willow")}
# fills stain the wood, lines are burnt; "x" is a deep burn, "s" a scorch
TREASURES = {
    "berry": "9a8a44 50 26 24 2 4 14 16 32;9a8a44 50 26 76 2 96 14 84 32;a04a58 28 52 24 24 0;a04a58 72 52 24 24 "
    "0;a04a58 50 76 24 23 0;x/4 50 8 50 34;x/3 28 28 24 28 14 34 6 46 5 58 11 70 22 76 34 75;x/3 72 28 84 30 94 42 "
    "95 56 89 70 76 76;x/3 26 74 32 92 50 99 68 92 74 74;x/3 50 34 44 44 50 54 56 44 50 34;x/3 50 26 30 14 14 12;x/3 "
    "50 26 70 14 86 12;x 28 57 5 5 0;x 72 57 5 5 0;x 50 84 5 5 0;e8d4b0 20 44 6 5 -30;e8d4b0 64 44 6 5 -30;e8d4b0 42 "
    "69 6 5 -30",
    "nut": "c48a4a 15 44 85 44 82 70 66 90 50 100 34 90 18 70;7c5230 5 48 8 26 30 12 70 12 92 26 95 48;x/6 50 14 54 "
    "0;x/4 6 48 94 48;x/3 15 50 18 70 34 90 50 99 66 90 82 70 85 50;x/2 24 18 44 46;x/2 44 14 66 46;x/2 66 14 86 "
    "46;x/2 76 18 54 46;x/2 56 14 32 46;x/2 34 14 12 44;s/3 70 54 66 76 54 92;s/3 78 54 74 72;ecd2a0 32 64 6 14 8",
    "mushroom": "ead6b0 36 52 64 52 74 98 26 98;b4603c 0 58 5 30 28 8 50 4 72 8 95 30 100 58 50 64;x/4 1 58 6 30 28 "
    "9 50 5 72 9 94 30 99 58 50 64 1 58;x/4 37 64 32 82 26 98 74 98 68 82 63 64;x/2 46 66 44 96;x/2 54 66 56 96;x/2 "
    "60 68 64 96;ead6b0 28 34 11 9 0;ead6b0 58 22 10 8 0;ead6b0 74 44 10 8 0;x/2 20 44 32 46 40 36;x/2 50 30 60 32 "
    "68 24;x/2 66 52 76 54 84 46",
    "feather": "e6d8c0 10 92 6 72 18 50 40 24 66 8 97 2 94 32 80 58 56 82 30 92;8a6a48 20 86 54 48 97 2 94 32 80 58 "
    "56 82 30 92;x/5 -2 104 26 76 60 42 94 5;x/3 10 90 7 72 18 50 40 24 66 8 97 2 94 32 80 58 56 82 30 90;x/2 30 72 "
    "18 62;x/2 40 62 26 46;x/2 52 50 40 32;x/2 64 38 56 18;x/2 76 26 74 8;x/2 34 70 48 84;x/2 46 58 64 72;x/2 58 46 "
    "78 56;x/2 70 34 88 38",
}
LAMP = ("lamp", 2900, (140, 140), 1.0, 480.0, 1300.0, 0)
SHED = ("window", 5400, (480, 520), 1.2, 1300.0, 1050.0, 250)
ROOMS = ((5200, (SHED,)), (3100, (LAMP,)), (4300, (SHED, LAMP)))


def _wood(rng: Rng, h: int, w: int, tones: list[Array], upright: bool = False) -> Array:
    """Rotary-cut veneer: long flames, fine pores along the grain."""
    if upright:
        return np.ascontiguousarray(_wood(rng, w, h, tones).transpose(1, 0, 2))
    warp = art.fbm(rng, h, w, 620, 90, 4)
    y = np.arange(h, dtype=np.float32)[:, None]
    flames = 0.5 + 0.5 * np.sin(2 * np.pi * (y / 130 + 5.5 * warp))
    fine = 0.5 * art.noise(rng, h, w, 240, 5) + 0.5 * art.noise(rng, h, w, 120, 2.2)
    img = art.ramp(np.clip(0.18 + 0.34 * flames + 0.36 * fine, 0, 1), tones)
    pores = np.clip((art.noise(rng, h, w, 46, 2) - 0.8) * 4, 0, 1)
    return np.ascontiguousarray(img * (1 - 0.3 * pores)[..., None], np.float32)


def _burnt(img: Array, heat: Array) -> Array:
    """Wood where a pen was so hot (0 to 1); round a line the wood is toasted."""
    halo = cv2.GaussianBlur(heat, (0, 0), 4)
    a = np.clip(heat + 0.35 * halo * (1 - heat), 0, 1)[..., None]
    return img * (1 - a * (1 - BURN))


def _line(rng: Rng, heat: Array, points: Array, depth: float, wide: int, closed: bool = False) -> None:
    """A line of the pen, which dwells at its ends."""
    path = np.asarray(points, float) + rng.normal(0, 0.5, np.shape(points))
    cv2.polylines(heat, path_of(path), closed, depth, wide, cv2.LINE_AA, 4)
    if not closed:
        for x, y in (path[0], path[-1]):
            cv2.circle(heat, (round(x), round(y)), max(1, round(0.7 * wide)), depth, -1, cv2.LINE_AA)


def _study(kind: str, n: int) -> tuple[Array, Array, Array]:
    """A treasure's stain (h, w, 3), where that lies, and the heat of its lines, 0 to 1."""
    parts = TREASURES[kind].split(";")
    fills = ";".join(part for part in parts if part[0] not in "xs")
    lines = ";".join(part for part in parts if part[0] in "xs")
    stain, pen = drawn(fills, n), drawn(lines, n, {"x": "ff0000", "s": "900000"})
    heat = pen[..., 3].astype(np.float32) / 255 * pen[..., 0] / 255
    return stain[..., :3].astype(np.float32), stain[..., 3].astype(np.float32) / 255, heat


def _drawn_on(img: Array, kind: str, n: int, x: float, y: float, thick: float = 0.85) -> None:
    """A treasure stained and burnt onto wood."""
    stain, cover, heat = _study(kind, n)
    a, b = round(y - n / 2), round(x - n / 2)
    there = img[a : a + n, b : b + n]
    grain = there / np.maximum(there.mean((0, 1)), 1)
    there[:] = there * (1 - thick * cover[..., None]) + stain * grain * thick * cover[..., None]
    there[:] = _burnt(there, heat)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A burnt treasure, RGBA."""
    n = round(size_mm * PX)
    img = _wood(np.random.default_rng(seed), n, n, BIRCH)
    _, cover, heat = _study(kind, n)
    _drawn_on(img, kind, n, n / 2, n / 2)
    return np.dstack([img, np.maximum(cover, heat) * 255]).clip(0, 255).astype(np.uint8)


def _leaf(rng: Rng, heat: Array, at: Any, size: float, form: str, depth: float, shaded: bool) -> None:
    """A leaf in outline; shaded ones are toasted between their ribs and blot out what lies below."""
    ring, ribs = leaf_ring(form, rng)
    a = rng.uniform(0, 2 * np.pi)
    turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
    path = (ring - 0.5) @ turn + at
    if shaded:
        cover = np.zeros(heat.shape, np.uint8)
        cv2.fillPoly(cover, path_of(path), 255, cv2.LINE_AA, 4)
        rim = np.clip(1 - cv2.distanceTransform(cover, cv2.DIST_L2, 3) / (0.13 * size), 0, 1)
        inside = cover.astype(np.float32) / 255
        heat[:] = heat * (1 - inside) + inside * 0.45 * depth * rim * rng.uniform(0.2, 1)
        around = cv2.GaussianBlur(cv2.dilate(cover, np.ones((13, 13))), (0, 0), 5).astype(np.float32) / 255
        heat[:] = np.maximum(heat, 0.42 * depth * around * (1 - inside))
    for rib in ribs:
        _line(rng, heat, (rib - 0.5) @ turn + at, depth * 0.8, 3)
    _line(rng, heat, path, depth, 4, True)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Plywood with faint ferns, dots, plaited bands, treasures, a scorched rim."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img, heat = _wood(rng, h, w, BIRCH), np.zeros((h, w), np.float32)
    for _ in range(46):
        form = str(rng.choice(["oak", "maple", "beech", "birch", "hazel", "ginkgo"]))
        _leaf(
            rng, heat, rng.uniform((m, m), (w - m, h - m)), rng.uniform(120, 210), form, rng.uniform(0.14, 0.3), False
        )
    for _ in range(14):
        start, a, bow = rng.uniform((m, m), (w - m, h - m)), rng.uniform(0, 2 * np.pi), rng.normal(0, 0.9)
        t = np.linspace(0, 1, 26)
        stem = start + 300 * np.c_[t * np.cos(a + bow * t), t * np.sin(a + bow * t)]
        _line(rng, heat, stem, 0.26, 3)
        for k, side in product(range(2, 25), (-1, 1)):
            way = stem[k] - stem[k - 1]
            out = stem[k] + 4.4 * (1 - t[k]) * side * np.array([-way[1], way[0]]) + 1.6 * way
            _line(rng, heat, np.array([stem[k], out]), 0.24, 5)
    edge = np.minimum.reduce(np.broadcast_arrays(*np.ogrid[:h, :w], *(v[::-1, ::-1] for v in np.ogrid[:h, :w])))
    heat = np.maximum(heat, np.clip(0.72 - edge / (1.3 * m) + 0.3 * (art.fbm(rng, h, w, 60) - 0.5), 0, 0.7))
    for is_area, ends in grid_lines(spec):
        long = np.hypot(*(ends[1] - ends[0]))
        way = (ends[1] - ends[0]) / long
        aside = np.array([-way[1], way[0]])
        if not is_area:
            for t in np.arange(20, long, 20):
                x, y = ends[0] + t * way + rng.normal(0, 0.8, 2)
                cv2.circle(heat, (round(x), round(y)), int(rng.integers(3, 5)), rng.uniform(0.7, 0.95), -1, cv2.LINE_AA)
            continue
        t = np.arange(0, long + 1, 4)[:, None]
        for side in (-1, 1):
            wave = ends[0] + t * way + side * 8 * np.sin(t * 2 * np.pi / 50) * aside
            _line(rng, heat, wave, 0.92, 5)
        for at in np.arange(12.5, long, 25):
            x, y = ends[0] + at * way
            cv2.circle(heat, (round(x), round(y)), 2, 0.9, -1, cv2.LINE_AA)
    for (col, row), _ in sorted(treasures.items()):
        spot = (round(m + (col + 0.5) * c), round(m + (row + 0.5) * c))
        cv2.circle(heat, spot, round(0.38 * c), 0.0, -1, cv2.LINE_AA)
    img = _burnt(img, heat.astype(np.float32))
    for (col, row), kind in sorted(treasures.items()):
        _drawn_on(img, kind, round(0.64 * c), m + (col + 0.5) * c, m + (row + 0.5) * c)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Thinly stained plywood, two sizes of leaves with toasted rims."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    img = _wood(rng, h, w, BIRCH, bool(rng.integers(2)))
    thin = (0.86 + 0.22 * art.fbm(rng, h, w, 110))[..., None]
    img *= np.float32(STAINS[colour]) ** thin
    heat = np.full((h, w), 0.17, np.float32)
    spots = [(x, y) for y in np.arange(10, h + 80, 100) for x in np.arange(10, w + 80, 100)]
    for k in rng.permutation(len(spots)):
        form = str(rng.choice(FORMS[colour]))
        _leaf(rng, heat, rng.normal(spots[k], 14), rng.uniform(130, 185), form, rng.uniform(0.5, 0.75), True)
    return _burnt(img, heat).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Walnut: the middle of the drawing is sanded paler, its lines are burnt, a ring of dots runs round it."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = _wood(rng, n, n, WALNUT)
    heat = np.zeros((n, n), np.float32)
    for a in np.arange(30) * np.pi / 15:
        x, y = n / 2 + 0.44 * n * np.cos(a), n / 2 + 0.44 * n * np.sin(a)
        cv2.circle(heat, (round(x), round(y)), 2, 0.8, -1, cv2.LINE_AA)
    img = np.ascontiguousarray(_burnt(img, heat))
    _drawn_on(img, kind, round(0.74 * n), n / 2, n / 2, 0.96)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Plywood with a pen's strokes of fur and a scorched outline, sawn along it."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    img = _wood(rng, n, n, BIRCH) * np.float32((1.0, 0.84, 0.64))
    k = round(0.925 * n)
    pad = (n - k) // 2
    sprite = drawn(SQUIRREL, k, {"m": "200000", "p": "000000", "c": "a00000", "k": "ff0000"})
    pic = cv2.copyMakeBorder(sprite, pad, n - k - pad, pad, n - k - pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    heat = pic[..., 0].astype(np.float32) / 255 * pic[..., 3] / 255
    for _ in range(240):
        x, y = rng.uniform(0, n, 2)
        _line(rng, heat, np.array([(x, y), (x + rng.normal(5, 3), y + rng.uniform(7, 15))]), rng.uniform(0.3, 0.6), 1)
    rim = cv2.distanceTransform(pic[..., 3], cv2.DIST_L2, 3)
    heat = np.maximum(heat, np.clip(0.85 - rim / 9, 0, 0.8)).astype(np.float32)
    return _burnt(img, heat).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """Bare wood, scorched outside the body, hatched fur on it, the head burnt onto the first space."""
    rng, (body, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.64)
    h, w = body.shape
    img = _wood(rng, h, w, BIRCH, h > w)
    soft = cv2.GaussianBlur(body, (0, 0), 7)
    fur = np.zeros((h, w), np.float32)
    for _ in range(h * w // 230):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        end = (x + rng.normal(9, 5), y + rng.uniform(6, 20))
        cv2.line(fur, (int(x), int(y)), (int(end[0]), int(end[1])), rng.uniform(0.3, 0.75), 2, cv2.LINE_AA)
    dark = {"badger": 0.5, "owl": 0.34, "hare": 0.12, "fox": 0.24, "heron": 0.18}[species]
    scorch = 0.55 + 0.35 * art.fbm(rng, h, w, 50)
    heat = np.clip(scorch * (1 - soft) + (0.4 * dark + fur * (0.45 + dark)) * soft, 0, 0.95).astype(np.float32)
    img = _burnt(img, heat)
    n = round(0.86 * cell_mm * PX)
    head = shrunk(drawn(BEASTS[species], 2 * n, {"m": "8c5c34", "p": "eed9b2", "c": "4a2c1a", "k": "1c0f09",
                                                 "y": "d0a05c"}), n)  # fmt: skip
    rim = cv2.morphologyEx(head[..., 3], cv2.MORPH_GRADIENT, np.ones((7, 7)))
    shade = cv2.GaussianBlur(head[..., :3], (0, 0), 1) * (0.86 + 0.25 * art.noise(rng, n, n, 60, 3))[..., None]
    shade *= 1 - 0.8 * rim[..., None].astype(np.float32) / 255
    sprite = np.dstack([shade, np.maximum(head[..., 3], rim)]).clip(0, 255).astype(np.uint8)
    art.paste(img, sprite, *spots[0])
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 3.0
    ts.EDGE.update(rgb=(0.13, 0.075, 0.04))
    laser = Cut(radius=1.0, alpha=0.5, line=((66, 38, 22), 7), token_mm=3.4, token_edge=(0.06, 0.034, 0.02), wooden=4.2,
                wood_edge=(0.2, 0.115, 0.06))  # fmt: skip
    ts.TableScene._piece_meshes = pieces_of(laser)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1877, rest=0.4)
