"""A winter edition: fresh snow with long blue shadows and tracks, hairlines of ice blue, tiles under hoarfrost.

Nearly all of the board is white; spaces are parted by thin pale blue lines, areas by a stronger one with crystals at
the crossings, small firs stand in the rim. Tiles are sprigs of spruce (dark green threes), larch (tawny gold fours) and
red oak (crimson fives), white with rime towards the edge. Treasures are painted on the snow: rowan berries, a hazelnut,
an orange mushroom, a jay's feather; tokens are ice-blue discs with the same in a white ring. Squirrels are silver-grey
figures, animals winter coats in white and grey on pale cards with a blue-grey outline.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
from art_drawings import rounded
from art_figures import drawn, figure, grid_lines, path_of, printed_piece, tone_of
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import Point
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
SNOW, SHADE, LINE, BORDER, FROST, ICE = ("f4f7fa", "d6e2ee"), "b4cade", "98b4d2", "5c82b0", "f6fafc", "b2d2e8"
TILES = {
    "green": ("18382e", "24543e", "326a4c", "4a8460"),
    "orange": ("6c4416", "b87a24", "d29a38", "e4b85c"),
    "red": ("4a1018", "8a1c28", "a82c34", "c2484a"),
}
TREASURES = {
    "berry": "5c4434/4 50 4 50 20 26 44;5c4434/4 50 20 74 44;5c4434/4 50 20 50 56;4c7a54 50 16 66 4 88 8 74 20;"
    "c2242c 27 56 19 19 0;d2343a 73 56 19 19 0;b41c28 50 76 19 19 0;f4b4b0 21 49 5 4 0;f4b4b0 67 49 5 4 0;f4b4b0 44 "
    "69 5 "
    "4 0;fcfeff 50 12 60 6 44 4 36 12;4a1014 27 64 3 3 0;4a1014 73 64 3 3 0;4a1014 50 85 3 3 0",
    "nut": "a06c3c 50 58 36 38 0;c08c54 44 54 20 28 0;dcb47c 38 46 7 13 10;7c9c78 8 64 16 44 30 60 50 50 70 60 84 44 "
    "92 64 "
    "78 96 50 99 22 96;4c7450/3 50 56 50 96;4c7450/3 30 62 34 94;4c7450/3 70 62 66 94;fcfeff 34 26 50 16 66 26 50 32",
    "mushroom": "efe4d0 36 50 64 50 68 94 32 94;d4c4a8 54 54 64 54 68 94 58 94;dc7c28 4 56 10 30 32 12 68 12 90 30 "
    "96 56;"
    "b8581c 4 56 24 48 76 48 96 56 70 62 30 62;fcfeff 14 30 34 11 66 11 86 30 70 26 60 36 48 24 34 34 26 26",
    "feather": "5a6470/4 16 98 50 50 86 6;3c78b8 24 84 22 52 44 24 88 4 84 34 66 66 42 82;f6f8fa 24 84 44 60 56 66 "
    "42 82;"
    "1c2c48/4 30 46 48 54;1c2c48/4 38 34 58 44;1c2c48/4 48 24 68 34;1c2c48/4 60 16 78 24;5a6470/4 16 98 86 6",
}  # fmt: skip
SQUIRREL = (
    "k 52 96 70 66 64 44 72 20 90 10 99 30 95 66 78 95;k 38 70 18 25 6;k 28 36 17 15 -10;k 22 18 18 2 30 12 34 24;"
    "k 36 22 38 4 46 16 44 28;k 42 93 30 6 0;k 20 64 11 5 -26"
)
SQUIRREL_LINES = (
    ";w 76 86 86 64 82 40 86 28 92 40 90 66;w 34 72 9 17 6;d 24 34 4 5 0;d 12 40 3 3 0;d/3 64 78 72 60 70 44"
)
HEADS = {
    "badger": "g 22 26 12 12 0;g 78 26 12 12 0;g 50 54 38 38 0;w 39 16 61 16 58 92 42 92;w 14 48 24 44 22 82;"
    "w 86 48 76 44 78 82;d 28 50 5 5 0;d 72 50 5 5 0;d 50 88 8 6 0",
    "owl": "w 50 52 42 44 0;b/3 50 52 42 44 0;e 33 44 13 13 0;e 67 44 13 13 0;d 33 44 6 6 0;d 67 44 6 6 0;d 44 58 56 "
    "58 50 "
    "72;g 22 78 5 3 0;g 36 86 5 3 0;g 64 86 5 3 0;g 78 78 5 3 0;g 50 22 5 3 0",
    "hare": "w 36 26 10 28 -8;b/3 36 26 10 28 -8;w 64 26 10 28 8;b/3 64 26 10 28 8;d 34 6 5 7 0;d 66 6 5 7 0;"
    "w 50 66 34 32 0;b/3 50 66 34 32 0;d 36 60 5 6 0;d 64 60 5 6 0;p 50 76 6 4 0",
    "fox": "w 6 4 46 28 10 54;b/3 6 4 46 28 10 54;w 94 4 54 28 90 54;b/3 94 4 54 28 90 54;w 50 58 42 36 0;b/3 50 58 "
    "42 36 0;"
    "d 34 52 5 5 0;d 66 52 5 5 0;d 50 78 9 7 0;g 18 22 30 28 18 40;g 82 22 70 28 82 40",
    "heron": "g 58 36 24 22 0;e 40 28 2 44 40 46;g 52 48 76 60 68 98 46 98;d 62 18 99 22 68 32;w 52 30 6 6 0;d 51 30 "
    "3 3 0",
}  # fmt: skip
COATS = {"g": "8a98a8", "w": "fcfdfe", "d": "26303e", "b": "7c94b0", "e": "e0a63c", "p": "d88c94"}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3600, (("lamp", 3200, (180, 180), 1.0, 500.0, 1450.0, 0),)),
    (6200, (("window", 6800, (640, 640), 1.1, 1500.0, 1150.0, 260),)),
    (
        2900,
        (("lamp", 2700, (140, 140), 1.0, 560.0, 1300.0, 0), ("window", 8000, (420, 500), 0.35, -1500.0, 950.0, 240)),
    ),
)


def _soft(img: Array, cover: Array, tone: str, much: float = 1.0) -> None:
    img += (tone_of(tone) - img) * (np.clip(cover, 0, 1) * much)[..., None]


def _snow(rng: Rng, h: int, w: int) -> Array:
    """Drifts, a glitter of crystals."""
    drift = np.clip(art.fbm(rng, h, w, 420, 260, octaves=3) * 2 - 0.6, 0, 1)
    img = tone_of(SNOW[1]) + (tone_of(SNOW[0]) - tone_of(SNOW[1])) * drift[..., None]
    return (img * (0.985 + 0.03 * art.noise(rng, h, w, 3))[..., None]).astype(np.float32)


def _crystal(img: Array, at: Array, reach: float, tone: str, wide: int) -> None:
    for k in range(6):
        way = np.array([np.cos(k * np.pi / 3), np.sin(k * np.pi / 3)])
        aside = np.array([-way[1], way[0]])
        cv2.polylines(img, path_of([at, at + way * reach]), False, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4)
        for s in (-1, 1):
            twig = [at + way * reach * 0.55, at + way * reach * 0.85 + s * aside * reach * 0.3]
            cv2.polylines(img, path_of(twig), False, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure with some snow on it, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX))


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A disc of ice blue, a white ring, crystals at the rim."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    r = np.hypot(*(np.mgrid[:n, :n] - n / 2))
    img = tone_of(ICE) * (0.93 + 0.12 * art.fbm(rng, n, n, 50))[..., None]
    _soft(img, 3.5 - np.abs(r - 0.42 * n), FROST)
    _soft(img, (r - 0.45 * n) / 6, "7ca8cc", 0.7)
    art.paste(img, icon(kind, 0, d_mm * 0.62), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Snow, shadows of trunks, tracks, lines of ice, firs in the rim."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img, turn = _snow(rng, h, w), rng.uniform(0.3, 1.1)
    cover = np.zeros((h, w), np.uint8)
    way = np.array([np.cos(turn), np.sin(turn)])
    for _ in range(9):  # shadows of trunks and of their boughs
        foot = rng.uniform(-0.2, 1, 2) * [w, h]
        long, wide = rng.uniform(700, 1500), int(rng.integers(18, 46))
        cv2.polylines(cover, path_of([foot, foot + way * long]), False, 255, wide, cv2.LINE_AA, 4)
        for _ in range(7):
            start, a = foot + way * long * rng.uniform(0.3, 1), turn + rng.choice([-1, 1]) * rng.uniform(0.4, 0.9)
            bough = start + np.array([np.cos(a), np.sin(a)]) * rng.uniform(90, 280)
            cv2.polylines(cover, path_of([start, bough]), False, 255, max(6, wide // 3), cv2.LINE_AA, 4)
    _soft(img, cv2.GaussianBlur(cover, (0, 0), 7) / 255, SHADE, 0.62)
    for _ in range(5):  # tracks
        at, a = rng.uniform(0.05, 0.95, 2) * [w, h], rng.uniform(0, 6)
        for k in range(14):
            a += rng.normal(0, 0.12)
            at = at + np.array([np.cos(a), np.sin(a)]) * 46
            side = np.array([-np.sin(a), np.cos(a)]) * (11 if k % 2 else -11)
            x, y = np.round(at + side).astype(int).tolist()
            cv2.ellipse(img, (x, y), (10, 6), np.degrees(a), 0, 360, tone_of("a4b8ce").tolist(), -1, cv2.LINE_AA)
            cv2.ellipse(img, (x + 2, y + 2), (8, 4), np.degrees(a), 0, 360, tone_of("c2d0e0").tolist(), -1, cv2.LINE_AA)
    for wide, ends in grid_lines(spec):
        cv2.polylines(
            img, path_of(ends), False, tone_of(BORDER if wide else LINE).tolist(), 11 if wide else 6, cv2.LINE_AA, 4
        )
    rows, columns = [*range(0, spec.rows, spec.area_rows), spec.rows], [*range(0, spec.cols, spec.area_cols), spec.cols]
    for x in columns:
        for y in rows:
            at = np.array((m + x * c, m + y * c))
            _crystal(img, at, 30, SNOW[0], 11)
            _crystal(img, at, 28, BORDER, 5)
    for k, d in enumerate(np.arange(m * 0.6, w + h - m, 0.36 * c)):
        tall, tone = m * (0.34, 0.26, 0.3)[k % 3], ("6c8cac", "88a4c0", "a2bad0")[k % 3]
        for flip in (False, True):
            x, y = (d, h - m * 0.42) if d < w - m * 0.5 else (w - m * 0.45, d - w + m)
            x, y = (w - x, h - y) if flip else (x, y)
            for s in (1, 0.72, 0.46):
                top = y - tall + (1 - s) * tall * 0.2
                ring = [
                    (x, top - tall * 0.1 / s),
                    (x + tall * 0.5 * s, top + 1.5 * tall * s),
                    (x - tall * 0.5 * s, top + 1.5 * tall * s),
                ]
                cv2.fillPoly(
                    img, path_of(ring), (tone_of(tone) * (0.9 + 0.1 / s)).clip(0, 255).tolist(), cv2.LINE_AA, 4
                )
    for (col, row), kind in sorted(treasures.items()):
        at = m + (col + 0.5) * c, m + (row + 0.5) * c
        pic = cv2.copyMakeBorder(icon(kind, 0, 0.6 * spec.cell), 16, 16, 16, 16, cv2.BORDER_CONSTANT)
        dark = np.dstack(
            [np.zeros((*pic.shape[:2], 3)) + tone_of("8ca6c4"), cv2.GaussianBlur(pic[..., 3], (0, 0), 4) * 0.6]
        )
        art.paste(img, dark.astype(np.uint8), at[0] + 7, at[1] + 8)
        art.paste(img, pic, *at)
    return img.clip(0, 255).astype(np.uint8)


def _sprig(img: Array, rng: Rng, colour: str, at: Array, size: float) -> None:
    """Spruce needles, a tuft of larch, or a lobed leaf."""
    tones, a = TILES[colour][1:], rng.uniform(0, 2 * np.pi)
    way, aside = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    tone = (tone_of(tones[int(rng.integers(3))]) * rng.uniform(0.9, 1.1)).clip(0, 255).tolist()
    pale = (tone_of(tones[2]) * 0.55 + tone_of(FROST) * 0.45).tolist()
    if colour == "green":
        for k in np.linspace(-1, 0.9, 22):
            for s in (-1, 1):
                tip = at + way * size * (k + 0.22) + aside * s * size * 0.30
                cv2.polylines(
                    img, path_of([at + way * size * k, tip]), False, tone if rng.random() < 0.8 else pale, 4, 16, 4
                )
        cv2.polylines(img, path_of([at - way * size, at + way * size]), False, (88, 66, 44), 5, cv2.LINE_AA, 4)
    elif colour == "orange":
        for k in np.linspace(0, 2 * np.pi, 30):
            r = size * rng.uniform(0.55, 0.85)
            tip = at + r * np.array([np.cos(k), np.sin(k)])
            cv2.polylines(img, path_of([at, tip]), False, tone if rng.random() < 0.8 else pale, 5, cv2.LINE_AA, 4)
        cv2.circle(img, np.int32(at).tolist(), 6, tone_of("5c3a1c").tolist(), -1, cv2.LINE_AA)
    else:
        half = np.float32(
            [(-1, 0.04), (-0.7, 0.16), (-0.5, 0.5), (-0.3, 0.2), (0, 0.6), (0.2, 0.24), (0.5, 0.42), (1, 0)]
        )
        ring = np.r_[half, (half * [1, -1])[::-1]]
        ring = rounded(ring[:, :1] * way * size + ring[:, 1:] * aside * size + at)
        cv2.fillPoly(img, path_of(ring), tone, cv2.LINE_AA, 4)
        cv2.polylines(img, path_of(ring), True, pale, 3, cv2.LINE_AA, 4)
        cv2.polylines(img, path_of([at - way * size, at + way * size * 0.8]), False, pale, 3, cv2.LINE_AA, 4)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A dark ground closely covered, snow dusted over some of it."""
    rng, (w, h) = np.random.default_rng(seed), (round(w_mm * PX), round(h_mm * PX))
    img = np.zeros((h, w, 3), np.float32) + tone_of(TILES[colour][0])
    for _ in range(round(w * h / 1700)):
        _sprig(img, rng, colour, rng.uniform(-0.05, 1.05, 2) * [w, h], rng.uniform(48, 66))
    dust = np.clip(art.fbm(rng, h, w, 90) * 3 - 1.7, 0, 1) * art.noise(rng, h, w, 3)
    _soft(img, dust, FROST, 0.7)
    return img.clip(0, 255).astype(np.uint8)


def _coat(spec: Any, p: Any, low: Array, high: Array) -> Array:
    """A long furry body on a pale card, the head on the first space."""
    rng, (w, h), u = np.random.default_rng(p.art_seed), (round(v * PX) for v in high - low), spec.cell * PX
    at = [(np.array(spec.cell_centre(*q)) - low) * [PX, -PX] + [0, h] for q in sorted(map(tuple, p.cells))]
    img, body = _snow(rng, h, w) * 0.96, np.zeros((h, w), np.uint8)
    for a, b in combinations(at, 2):
        if np.hypot(*(a - b)) < 1.1 * u:
            cv2.line(body, np.int32(a).tolist(), np.int32(b).tolist(), 255, round(0.56 * u))
    edge = cv2.morphologyEx(body, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    coat = COATS["g"] if p.colour in ("badger", "heron") else COATS["w"]
    _soft(img, body / 255, coat)
    ys, xs = np.nonzero(body)
    for k in rng.integers(0, len(xs), len(xs) // 160):
        x, y = int(xs[k]), int(ys[k])
        dark = (tone_of(coat) * (0.82 if rng.random() < 0.6 else 0.92)).tolist()
        cv2.line(img, (x, y), (x + int(rng.normal(0, 7)), y + 12), dark, 2, cv2.LINE_AA)
    _soft(img, cv2.GaussianBlur(edge, (0, 0), 1) / 255, COATS["b"], 0.9)
    art.paste(img, drawn(HEADS[p.colour], round(0.82 * u), COATS), *at[0])
    return img


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Linen-finish card with a white core, silver-grey wooden squirrels."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.3
    w, h = (round(v * PX) for v in high - low)
    kind, alpha, side_rgb = "card", self.card_alpha, ts.EDGE["rgb"]
    if p.kind == "token":
        low, high = centre[0] - 6.8, centre[0] + 6.8
        cut, tex = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "squirrel":
        cut, tex = figure(SQUIRREL, 0.88 * u, centre[0]), np.zeros((h, w, 3), np.float32) + tone_of("98a2ae")
        inks = {"k": "98a2ae", "w": "e8edf2", "d": "2c333e"}
        art.paste(tex, drawn(SQUIRREL + SQUIRREL_LINES, round(8.8 * u), inks), w / 2, h / 2)
        kind, alpha, side_rgb, thick, bevel = "gloss", 0.3, (0.28, 0.32, 0.37), 5.5, 0.4
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 2.0, p.hole_size, 2.0)
        tex, lay = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32), np.zeros((h, w), np.uint8)
        rings = [(np.array(r.coords) - low) * [PX, -PX] + [0, h] for r in (cut.exterior, *cut.interiors)]
        cv2.fillPoly(lay, [path_of(ring)[0] for ring in rings], 255, cv2.LINE_8, 4)
        near = cv2.distanceTransform(lay, cv2.DIST_L2, 5)
        rough = art.noise(np.random.default_rng(p.art_seed), h, w, 9)
        _soft(tex, (1.25 - near / 22) * 1.4 - 0.9 * rough, FROST, 0.92)
    else:
        cut = geo.tile_outline(spec, p.cells, None, 0.5, 4.0)
        tex = np.ascontiguousarray(_coat(spec, p, low, high)).astype(np.float32)
        path = path_of((np.array(cut.exterior.coords) - low) * [PX, -PX] + [0, h])
        cv2.polylines(tex, path, True, tone_of("7c94b0").tolist(), 18, cv2.LINE_AA, 4)
        cv2.polylines(tex, path, True, tone_of(FROST).tolist(), 8, cv2.LINE_AA, 4)
    self._mesh_cache[key] = printed_piece(p, cut, (*low, *high), (thick, bevel), (kind, tex, alpha), side_rgb)
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(tone_of(tones[2]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.EDGE.update(rgb=(0.74, 0.75, 0.75))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1224, rest=0.5)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": -0.1, "gain": 1.0}])
