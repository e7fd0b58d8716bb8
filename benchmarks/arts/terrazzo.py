"""A designer's edition in terrazzo: a blush pink floor full of chips of every colour, with brass strips let in.

The chips are the size of what is printed and share the colours of the tiles, only the brass parts the spaces: thin
strips with a dark seam, two abreast between areas. Tiles are reeded slabs without a picture, stripes of two tones
across or along: bottle green (threes), ochre (fours), oxblood (fives). Treasures are cut from plain stone inside a
brass contour; tokens are grey cast concrete with bubbles and the same inlay. Squirrels are built of half discs in white
plaster, animals are strings of polished marble discs with brass faces: black, green, white, rust or blue.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, figure, grid_lines, path_of, tone_of
from art_lamps import exposure_of, rooms_lit
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BOARD_ITEMS = ts.TableScene.board_items
BLUSH, BRASS, SEAM, CONCRETE, PLASTER = "e6c6b8", "b08c48", "5c4630", "a09e9a", "f2eee6"
CHIPS = ("f6f0e8", "f0e2d6", "c9958a", "a8473c", "3f6a58", "c8963e", "6a6462", "34302f", "8fa6a4", "d8b2a4", "f6f0e8")
TILES = {"green": ("1f5a48", "3d7f68"), "orange": ("c88a1e", "e6b04a"), "red": ("7e1f2a", "a84048")}
MARBLE = {
    "badger": ("26262a", "4a4a50", "d8d4cc"),
    "owl": ("1f4438", "35644f", "b8ccb8"),
    "hare": ("d8d4ce", "eeebe6", "9a9694"),
    "fox": ("a4532f", "c47448", "f0cfae"),
    "heron": ("3e5f7c", "6a8aa4", "d4dfe6"),
}
# b: the brass contour
TREASURES = {
    "berry": "b 50 24 8 32 0;b 33 58 25 25 0;b 69 62 25 25 0;b 62 18 26 14 -14;4c7c5c 64 18 21 9 -14;5a3a78 33 58 21 "
    "21 0;"
    "5a3a78 69 62 21 21 0;8a6aa8 27 51 7 6 0;8a6aa8 63 55 7 6 0",
    "nut": "b 50 60 32 40 0;b 8 48 8 26 30 8 70 8 92 26 92 48;b 46 2 56 2 58 16 44 16;c79a6a 50 62 27 34 0;"
    "6a4630 12 44 13 28 32 12 68 12 87 28 88 44;e2c09a 40 62 6 18 4",
    "mushroom": "b 32 44 68 44 72 100 28 100;b 0 60 4 30 28 4 72 4 96 30 100 60;ece4d8 37 56 63 56 67 96 33 96;"
    "b8453a 5 56 9 32 31 8 69 8 91 32 95 56;ece4d8 34 34 9 9 0;ece4d8 64 28 10 10 0;ece4d8 78 48 6 5 0;ece4d8 50 49 "
    "5 4 0",
    "feather": "b 10 90 14 44 44 12 94 2 88 52 58 84;b/8 2 98 30 70;3f6f86 17 82 19 46 46 17 88 7 83 50 55 79;"
    "a9c4c8 17 82 46 50 88 7 83 50 55 79;b/4 16 84 86 9",
}  # fmt: skip
SQUIRREL = (
    "k 58 96 58 10 74 8 90 18 98 36 98 56 92 74 80 90;k 10 96 10 82 18 60 34 52 50 62 54 82 54 96;k 8 48 12 26 28 18 "
    "44 28 46 50;"
    "k 30 26 36 2 44 28;k 20 50 42 50 40 60 22 60;k 10 90 90 90 90 97 10 97"
)
SQUIRREL_LINES = ";b/3 64 84 64 24 76 20 86 32 86 56 76 72;b 22 36 4 4 0;b/3 20 88 24 72 34 66"
# faces in brass, in percent of a disc
FACES = {
    "badger": "b 36 8 44 8 40 92 30 80;b 64 8 56 8 60 92 70 80;b 28 46 5 5 0;b 72 46 5 5 0;b 50 86 7 5 0",
    "owl": "b/5 32 44 15 15 0;b/5 68 44 15 15 0;b 32 44 5 5 0;b 68 44 5 5 0;b 42 60 58 60 50 78;b/5 10 16 42 26;b/5 "
    "90 16 58 26",
    "hare": "b/5 38 26 6 22 -8;b/5 62 26 6 22 8;b 36 58 4 5 0;b 64 58 4 5 0;b 44 70 56 70 50 77;b/4 50 76 50 88",
    "fox": "b/5 10 18 30 24;b/5 90 18 70 24;b/5 10 46 50 92 90 46;b 33 44 5 4 0;b 67 44 5 4 0;b 50 84 6 5 0;b/5 10 "
    "18 14 44;"
    "b/5 90 18 86 44",
    "heron": "b 46 34 50 50 2 54;b 54 34 6 6 0;b/5 58 20 92 12;b/5 58 24 94 22;b/5 50 62 62 74 56 92",
}  # fmt: skip
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (5200, (("window", 5600, (700, 640), 1.2, 1500.0, 1200.0, 260),)),
    (4000, (("lamp", 3900, (460, 60), 1.0, 420.0, 1600.0, 0),)),
    (3000, (("lamp", 2800, (130, 130), 0.9, 560.0, 1300.0, 0), ("lamp", 2900, (160, 160), 0.4, -800.0, 1500.0, 0))),
)


def _chips(rng: Rng, img: Array, tones: tuple[str, ...], count: int, low: float, high: float) -> None:
    """Angular chips of stone, few big and many small ones."""
    (h, w), start = img.shape[:2], np.linspace(0, 2 * np.pi, 7)[:-1]
    for _ in range(count):
        size = low * (high / low) ** (rng.random() ** 2.2)
        turn = start + rng.uniform(0, 0.8, 6)
        ring = np.c_[np.cos(turn), np.sin(turn)] * size * rng.uniform(0.55, 1.1, (6, 1)) * [1, rng.uniform(0.55, 1)]
        a = rng.uniform(0, np.pi)
        ring = ring @ [(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))] + rng.uniform(0, 1, 2) * [w, h]
        tone = tone_of(tones[int(rng.integers(len(tones)))]) * rng.uniform(0.92, 1.06)
        cv2.fillPoly(img, path_of(ring), tone.clip(0, 255).tolist(), cv2.LINE_AA, 4)


def _strip(img: Array, ends: Array, wide: int) -> None:
    """A strip of brass between two seams, brushed along."""
    for width, tone in ((wide + 3, tone_of(SEAM)), (wide, tone_of(BRASS)), (max(1, wide // 3), tone_of(BRASS) * 1.28)):
        cv2.polylines(img, path_of(ends), False, tone.clip(0, 255).tolist(), width, cv2.LINE_AA, 4)


def _veined(rng: Rng, h: int, w: int, tones: tuple[str, ...]) -> Array:
    """Marble."""
    cloud = art.fbm(rng, h, w, 150, octaves=5)
    img = art.ramp(np.clip(cloud * 1.8 - 0.4, 0, 1), [tone_of(tones[0]), tone_of(tones[1])]).astype(np.float32)
    crack = np.abs(art.fbm(rng, h, w, 190, octaves=5) - 0.5)
    return img + (tone_of(tones[2]) - img) * (0.8 * np.clip(1 - crack / 0.014, 0, 1))[..., None]


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """Plain stones in a brass contour, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX), {"b": BRASS})


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Cast concrete with bubbles, the treasure let in."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = tone_of(CONCRETE) * (0.86 + 0.22 * art.fbm(rng, n, n, 50) + 0.06 * art.noise(rng, n, n, 2))[..., None]
    for _ in range(26):
        x, y = rng.integers(0, n, 2).tolist()
        cv2.circle(img, (x, y), int(rng.integers(1, 4)), (84, 82, 80), -1, cv2.LINE_AA)
    art.paste(img, icon(kind, 0, d_mm * 0.66), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Blush terrazzo, strips of brass, treasures of stone."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = tone_of(BLUSH) * (0.95 + 0.08 * art.fbm(rng, h, w, 300))[..., None]
    img = np.ascontiguousarray(img.astype(np.float32))
    _chips(rng, img, CHIPS, 5200, 4, 46)
    for wide, ends in grid_lines(spec):
        if not wide:
            _strip(img, ends, 7)
    for wide, ends in grid_lines(spec):
        if wide:
            away = np.float32([-ends[1, 1] + ends[0, 1], ends[1, 0] - ends[0, 0]])
            cv2.polylines(img, path_of(ends), False, tone_of("34302f").tolist(), 20, cv2.LINE_AA, 4)
            for side in (-8, 8):
                _strip(img, ends + side * away / np.hypot(*away), 6)
    for (col, row), kind in sorted(treasures.items()):
        pic = cv2.copyMakeBorder(icon(kind, 0, 0.66 * spec.cell), 8, 8, 8, 8, cv2.BORDER_CONSTANT)
        seam = cv2.dilate(pic[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
        dark = np.dstack([np.zeros((*seam.shape, 3)) + tone_of(SEAM), seam]).astype(np.uint8)
        for sprite in (dark, pic):
            art.paste(img, sprite, m + (col + 0.5) * c, m + (row + 0.5) * c)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Reeds: stripes 2.5 mm apart, across or along."""
    rng, (w, h) = np.random.default_rng(seed), (round(w_mm * PX), round(h_mm * PX))
    dark, pale = (tone_of(word) for word in TILES[colour])
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    t = 0.5 + 0.5 * np.sin((xx, yy)[seed % 2] * (2 * np.pi / 25))
    img = dark + (pale - dark) * np.clip(t * 1.6 - 0.3, 0, 1)[..., None]
    img *= (0.95 + 0.08 * art.fbm(rng, h, w, 120))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Glazed slabs, concrete, plaster and polished marble."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    rng = np.random.default_rng(p.art_seed)
    cells = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
    low, high, thick, bevel = np.min(cells, 0) - u / 2, np.max(cells, 0) + u / 2, ts.PIECE_T, 0.4
    w, h = (round(v * PX) for v in high - low)
    kind, alpha = "gloss", 0.16
    if p.kind == "token":
        low, high = cells[0] - 6.8, cells[0] + 6.8
        cut, tex, body = Point(*cells[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6), CONCRETE
        kind = "diffuse"
    elif p.kind == "leaf":
        cut, body = geo.tile_outline(spec, p.cells, p.hole, 0.45, 1.2, p.hole_size, 2.0), TILES[p.colour][0]
        tex = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32)
        for ring in (cut.exterior, *cut.interiors):
            path = path_of((np.array(ring.coords) - low) * [PX, -PX] + [0, h])
            cv2.polylines(tex, path, True, tone_of(TILES[p.colour][0]).tolist(), 18, cv2.LINE_AA, 4)
    elif p.kind == "squirrel":
        cut, body, thick, kind = figure(SQUIRREL, 0.86 * u, cells[0]), PLASTER, 6.0, "diffuse"
        tex = tone_of(PLASTER) * (0.94 + 0.08 * art.fbm(rng, h, w, 40))[..., None]
        lines = {"k": PLASTER, "b": "8c6a30"}
        pic = drawn(SQUIRREL + SQUIRREL_LINES, round(8.6 * u), lines)
        pic[..., 3][np.abs(pic[..., :3] - tone_of(PLASTER)).max(2) < 24] = 0
        tex = np.ascontiguousarray(tex.astype(np.float32))
        art.paste(tex, pic, w / 2, h / 2)
    else:
        links = [
            LineString(pair).buffer(4.4) for pair in combinations(cells, 2) if np.hypot(*(pair[0] - pair[1])) < 1.1 * u
        ]
        cut = unary_union([Point(*q).buffer(9.1, 40) for q in cells] + links).buffer(0.8).buffer(-0.8)
        cut, body, thick, alpha = Polygon(cut.exterior), MARBLE[p.colour][0], 3.4, 0.08
        tex = np.ascontiguousarray(_veined(rng, h, w, MARBLE[p.colour]).astype(np.float32))
        at = [(q - low) * [PX, -PX] + [0, h] for q in cells]
        ink = {"b": "8c6a30" if p.colour == "hare" else "d0aa5c"}
        for q in at[1:]:
            cv2.circle(tex, np.int32(q).tolist(), 58, tone_of(ink["b"]).tolist(), 5, cv2.LINE_AA)
        art.paste(tex, drawn(FACES[p.colour], round(0.74 * u * PX), ink), *at[0])
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    look = {"tex": np.ascontiguousarray(np.asarray(tex).clip(0, 255).astype(np.uint8)), "alpha": alpha}
    rgb = tuple(((tone_of(body) / 255) ** 2.2 * 0.92).tolist())
    sides = (f"stone{body}", kind, {"rgb": rgb, "alpha": alpha})
    self._mesh_cache[key] = [(p.kind, top, (f"{p.kind}{p.art_seed}", kind, look)), (f"{p.kind}side", side, sides)]
    return self._mesh_cache[key]


def _board_items(self: ts.TableScene, step: int, skip: Any = ()) -> list:
    """The board is polished."""
    out = []
    for name, mesh, (key, kind, look) in BOARD_ITEMS(self, step, skip):
        if name == "board":
            kind, look = "gloss", dict(look, alpha=0.14)
        elif name == "boardside":
            key, look = "stoneside", {"rgb": tuple(((tone_of(BLUSH) / 255) ** 2.2 * 0.9).tolist())}
        out.append((name, mesh, (key, kind, look)))
    return out


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(tone_of(tones[0]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.PIECE_T = 2.4
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene.board_items = _board_items
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1957, rest=0.4)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.05, "gain": 1.0}])
