"""A knitted edition: a woollen playing rug in stocking stitch with ribbed edges, no line between the spaces at all.

Spaces are squares of two near shades by turns, areas are edged with a row of dark stitches; treasures are worked into
the knitting on a pale square: blueberries, an acorn, a red mushroom, a blue feather. Tiles are thick pads in a finer
gauge with Fair Isle leaves of two wools: sage and fir (threes), apricot and rust (fours), rose and claret (fives).
Tokens are crocheted in rounds of dark wool, the sign sewn on in cream. Squirrels and animals are knitted too, the
animals in tweed with a face in intarsia.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
ACROSS, DOWN = 18, 20  # stitches of the rug in a space
RUGS = (  # two shades, edge of areas, ribbing, the square under treasures
    ("bdb09a", "978a76", "3e3a3a", "6a5f56", "ece2cc"),
    ("667a92", "465670", "e6dcc6", "38445a", "dcd8cc"),
    ("949b8a", "6e776a", "f0e8d4", "54604f", "ede6d2"),
)
WOOLS = {  # ground, leaves, pips
    "green": ("a9bc8c", "2f5a3a", "e6e8c8"),
    "orange": ("edb978", "a84f1e", "fbe9c4"),
    "red": ("d68c98", "7a1730", "f8dfe0"),
}
FORMS = {"green": "birch", "orange": "oak", "red": "maple"}
TREASURES = {
    "berry": "4d7a3a 30 6 50 22 62 6 86 4 70 28 46 30 20 18;2e4a94 26 48 22 22 0;40609e 74 46 22 22 0;2e4a94 50 76 22 "
    "22 0;c4d2ec 20 42 7 7 0;c4d2ec 68 40 7 7 0;c4d2ec 44 70 7 7 0",
    "nut": "6b4a2c 46 0 56 0 56 16 46 16;6b4a2c 12 46 14 24 34 12 66 12 86 24 88 46;b9803e 18 48 82 48 78 74 50 100 22"
    " 74;dcae6c 28 54 44 54 42 80 32 70",
    "mushroom": "a98a62 34 48 66 48 72 100 28 100;b52f2c 2 56 6 28 30 6 50 2 70 6 94 28 98 56;f6eee0 32 28 9 9"
    " 0;f6eee0 62 18 8 8 0;f6eee0 74 42 9 9 0;f6eee0 46 46 7 7 0",
    "feather": "3f86a8 18 82 10 54 30 22 60 4 92 6 90 34 74 64 44 84;8cc4d8 18 82 30 52 62 24 90 8 60 4 30 22 10 54;"
    "f4ecd8/9 2 100 84 12",
}
COATS = {
    "badger": ("74787c", {"m": "46464a", "p": "eae4d6", "c": "26262a"}),
    "fox": ("8a9a94", {"m": "b85a26", "p": "f0e4cc", "c": "5c2c18"}),
    "hare": ("6f8290", {"m": "a08464", "p": "e6d8c0", "c": "5c4632"}),
    "owl": ("8894a6", {"m": "7a624a", "p": "dcc8a4", "c": "4a3a2a"}),
    "heron": ("a89c8c", {"m": "6c86a0", "p": "eceae4", "c": "2c3c4c"}),
}
EYES = {"k": "16110e", "y": "e0b040"}
ROOMS = (
    (3000, (("lamp", 2800, (170, 170), 1.0, 520.0, 1450.0, 0), ("lamp", 2500, (150, 150), 0.3, -1100.0, 700.0, 150))),
    (5200, (("window", 5900, (620, 560), 1.1, 1450.0, 1000.0, 240),)),
    (4200, (("window", 6100, (420, 480), 0.6, 1500.0, 900.0, 240), ("lamp", 3000, (200, 200), 0.6, -450.0, 1500.0, 0))),
)


def _knitted(rng: Rng, chart: Array, h: int, w: int, shift: tuple[float, float], size: tuple[float, float]) -> Array:
    """Stocking stitch after a chart of tones (rows, columns, 3); its first stitch begins at ``shift``, in pixels."""
    y, x = np.mgrid[:h, :w].astype(np.float32)
    x = (x - shift[0] + 2.2 * (art.noise(rng, h, w, 70) - 0.5)) / size[0]
    y = (y - shift[1] + 2.6 * (art.noise(rng, h, w, 60) - 0.5)) / size[1]
    u = x % 1
    leg = np.abs(2 * u - 1)  # each stitch is a V of two legs
    y = y - 0.9 * (1 - leg) + 0.45
    col, row = np.floor(x).astype(int), np.floor(y).astype(int)
    img = chart[np.clip(row, 0, len(chart) - 1), np.clip(col, 0, chart.shape[1] - 1)]
    across, along = np.sin(np.pi * ((2 * u) % 1)), np.sin(np.pi * (y % 1))
    yarn = 0.42 + 0.66 * (across * along).clip(0, 1) ** 0.55
    ply = 0.93 + 0.1 * np.sin(2 * np.pi * (2.5 * (y % 1) + 1.3 * leg))
    fuzz = 0.86 + 0.28 * (0.5 * art.noise(rng, h, w, 2) + 0.5 * art.noise(rng, h, w, 6))
    heather = 0.92 + 0.16 * rng.random((len(chart) + 2, chart.shape[1] + 2)).astype(np.float32)
    per = heather[np.clip(row, 0, len(chart)), np.clip(col, 0, chart.shape[1])]
    out = img * (yarn * ply * fuzz * per)[..., None]
    hair = cv2.GaussianBlur(out.astype(np.float32), (0, 0), 2.2)
    return 0.8 * out + 0.2 * hair


def _worked(chart: Array, text: str, at: tuple[int, int], size: tuple[int, int], inks: dict[str, str]) -> None:
    """Work a drawing into a chart: every stitch takes the tone that fills most of it."""
    pic = drawn(text, 240, inks)
    fine = cv2.resize(pic[..., 3], size, interpolation=cv2.INTER_AREA)
    y, x = ((np.arange(n) + 0.5) * 240 / n for n in (size[1], size[0]))
    there = chart[at[1] : at[1] + size[1], at[0] : at[0] + size[0]]
    tones = cv2.medianBlur(pic[..., :3], 7)[np.ix_(y.astype(int), x.astype(int))]
    on = (fine > 120) & (pic[..., 3][np.ix_(y.astype(int), x.astype(int))] > 0)
    there[on] = tones[on]


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """The rug: squares of two shades, dark edges of areas, treasures, a ribbed rim."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    light, deep, edge, rib, pale = (tone_of(tone) for tone in RUGS[seed % len(RUGS)])
    chart = np.zeros((spec.rows * DOWN, spec.cols * ACROSS, 3), np.float32)
    for col, row in np.ndindex(spec.cols, spec.rows):
        there = chart[row * DOWN : (row + 1) * DOWN, col * ACROSS : (col + 1) * ACROSS]
        there[:] = (light, deep)[(col + row) % 2]
        kind = treasures.get((col, row))
        if kind:
            there[2:-2, 2:-2] = pale
            _worked(there, TREASURES[kind], (2, 2), (ACROSS - 4, DOWN - 4), {})
    for col in range(0, spec.cols + 1, spec.area_cols):
        chart[:, max(0, col * ACROSS - 1) : col * ACROSS + 1] = edge
    for row in range(0, spec.rows + 1, spec.area_rows):
        chart[max(0, row * DOWN - 1) : row * DOWN + 1] = edge
    img = _knitted(rng, chart, h, w, (m, m), (c / ACROSS, c / DOWN))
    y, x = np.mgrid[:h, :w].astype(np.float32)
    on_side = np.minimum(x, w - x) < np.minimum(y, h - y)
    ridge = np.where(on_side, y, x) + 3 * (art.noise(rng, h, w, 60) - 0.5)
    bars = 0.5 + 0.62 * np.abs(np.sin(np.pi * ridge / 20)) ** 0.7
    loops = 0.84 + 0.2 * np.abs(np.sin(np.pi * np.where(on_side, x, y) / 12.5))
    welt = rib * (bars * loops * (0.86 + 0.28 * art.noise(rng, h, w, 3)))[..., None]
    near = np.minimum(np.minimum(x, w - x), np.minimum(y, h - y))
    fall = np.clip((m - near) / 3, 0, 1)[..., None]
    img = img * (1 - fall) + welt * fall
    img *= (1 - 0.4 * np.exp(-(((near - m) / 7) ** 2)))[..., None]
    return (img * (0.93 + 0.12 * art.fbm(rng, h, w, 320))[..., None]).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """The sign of a treasure before it is knitted, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX))


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Fair Isle: rows of leaves, every second one upside down, pips between them."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, dark, pip = (tone_of(tone) for tone in WOOLS[colour])
    sx, sy = 9.1, 8.3
    cols, rows = int(w / sx) + 3, int(h / sy) + 3
    chart = np.full((rows, cols, 3), ground, np.float32)
    ring, ribs = leaf_ring(FORMS[colour], np.random.default_rng(4))
    n_x, n_y = 17, 19
    lay = np.zeros((n_y * 8, n_x * 8), np.uint8)
    scale = [n_x * 8, n_y * 8]
    cv2.fillPoly(lay, [np.int32(ring * scale)], 255)
    cv2.polylines(lay, [np.int32(ribs[-1] * scale)], False, 255, 8)
    leaf = cv2.resize(lay, (n_x, n_y), interpolation=cv2.INTER_AREA) > 118
    vein = np.zeros_like(leaf)
    vein[4:14, n_x // 2] = True
    for k in (6, 9, 12):
        vein[k - 1, [n_x // 2 - 2, n_x // 2 + 2]] = vein[k, [n_x // 2 - 1, n_x // 2 + 1]] = True
    start = rng.integers(0, 20, 2)
    for j, y in enumerate(range(-int(start[1]), rows, n_y + 2)):
        for k, x in enumerate(range(-int(start[0]) + 10 * (j % 2), cols, n_x + 3)):
            flip = slice(None, None, -1 if (j + k) % 2 else 1)
            for mask, tone in ((leaf[flip], dark), (vein[flip] & leaf[flip], pip)):
                ys, xs = np.nonzero(mask)
                inside = (ys + y >= 0) & (ys + y < rows) & (xs + x >= 0) & (xs + x < cols)
                chart[ys[inside] + y, xs[inside] + x] = tone
            for dy, dx in ((-2, n_x + 1), (9, n_x + 1), (-2, 0)):
                if 0 <= y + dy < rows and 0 <= x + dx < cols:
                    chart[y + dy, x + dx] = pip
    return _knitted(rng, chart, h, w, (0, 0), (sx, sy)).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Rounds of crochet in dark wool, the sign sewn on in cream wool with a hint of its colours."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    y, x = (np.mgrid[:n, :n] - n / 2).astype(np.float32)
    r, turn = np.hypot(x, y), np.arctan2(y, x)
    step = 9.0
    ring = np.floor(r / step)
    bumps = np.abs(np.sin(turn * (3 + 3 * ring) + ring)) ** 0.6
    wool = 0.5 + 0.55 * np.abs(np.sin(np.pi * r / step)) ** 0.7 * (0.5 + 0.5 * bumps)
    img = tone_of("54403a") * (wool * (0.85 + 0.3 * art.noise(rng, n, n, 2.4)))[..., None]
    pic = drawn(TREASURES[kind], round(0.6 * n))
    pic[..., :3] = (0.5 * pic[..., :3] + 0.5 * tone_of("f4ead2")).astype(np.uint8)
    satin = 0.82 + 0.22 * np.abs(np.sin(np.add.outer(np.arange(len(pic)), 0.5 * np.arange(len(pic))) * 0.8))
    pic[..., :3] = (pic[..., :3] * satin[..., None]).clip(0, 255)
    img = np.ascontiguousarray(img, np.float32)
    art.paste(img, pic, n / 2, n / 2, 0.6)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Rust wool in a fine gauge, face and tail worked in."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    chart = np.full((27, 25, 3), tone_of("b0562a"), np.float32)
    inks = {"m": "b0562a", "p": "f0dcb4", "c": "7a3416", "k": "160e0a"}
    _worked(chart, SQUIRREL, (1, 1), (23, 25), inks)
    return _knitted(rng, chart, n, n, (0, 0), (n / 25, n / 27)).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """Tweed with a face on the first space and a coloured ground of chequers round it."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    cols, rows = (max(q[k] for q in cells) + 1 for k in (0, 1))
    ground, inks = COATS[species]
    a, b = 24, 27
    chart = np.full((rows * b, cols * a, 3), tone_of(inks["m"]), np.float32)
    flecks = rng.random(chart.shape[:2])
    chart[flecks > 0.93] = tone_of(inks["p"])
    chart[flecks < 0.07] = tone_of(inks["c"])
    head = min(map(tuple, cells))
    x, y = head[0] * a, head[1] * b
    chart[y : y + b, x : x + a] = tone_of(ground)
    _worked(chart, BEASTS[species], (x + 2, y + 2), (a - 4, b - 4), inks | EYES)
    h, w = round(rows * s), round(cols * s)
    return _knitted(rng, chart, h, w, (0, 0), (s / a, s / b)).clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 3.0
    ts.EDGE.update(rgb=(0.36, 0.3, 0.24))
    for difficulty in ts.DIFFICULTY.values():
        difficulty["alpha"] = (0.5, 0.62)  # wool does not mirror lamps
    wool = Cut(alpha=0.6, radius=3.4, token_mm=3.0, token_edge=(0.08, 0.05, 0.04), wood_edge=(0.36, 0.12, 0.05))
    ts.TableScene._piece_meshes = pieces_of(wool)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1921, rest=0.4)
