"""A parlour game of the 1930s in cast resin: a glossy oxblood board, marbled like a wireless, with inlaid cream lines.

Tiles are thick polished slabs with round corners and nothing drawn on them but their own marbling: jade (threes),
butterscotch (fours), cherry (fives), and a turned groove round the hole. Areas are parted by double cream lines, fans
fill the corners; treasures are coloured inlays outlined in cream, in a thin ring. Tokens are ivory counters with a
notched rim and the sign engraved in black, a colour rubbed into it. Squirrels are jet with cream stripes, animals
mottled bars of "end of the day" plastic, rounded at the ends, with an engraved face. All of it mirrors the lamps.
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
BOARD, CREAM, IVORY, JET = ("2c100c", "4a1c12", "5e2a18", "3a150e", "7a4024"), "e6d6ac", "efe6cc", "1b181a"
TILES = {
    "green": ("1f5a40", "3c8860", "2c7050", "8cc29a", "4a9a70"),
    "orange": ("c8801c", "e6a434", "d89428", "f6d488", "e8ac44"),
    "red": ("78101c", "a81c28", "8e1420", "d4584c", "b4262c"),
}
MOTTLED = {
    "badger": ("3c3e44", "5c6068", "b8bcc0", "484a50"),
    "owl": ("8c6a9c", "a688b4", "d8c8e0", "7c5c8c"),
    "hare": ("c8b494", "dccab0", "f2e8d4", "b89e7c"),
    "fox": ("c8704c", "d88c64", "f0c4a0", "b45c3c"),
    "heron": ("4c86a0", "6ca2b8", "b4d4dc", "3c7490"),
}
LET_IN = {"berry": "6c84dc", "nut": "c87c34", "mushroom": "e0503c", "feather": "3cb0a0"}
RUBBED = {"berry": "3c4ca4", "nut": "9c5c20", "mushroom": "b8302c", "feather": "1f7c74"}
# t: the treasure's colour, k: the dark of a line
TREASURES = {
    "berry": "k/5 50 6 50 40;t 50 34 17 17 0;t 31 62 17 17 0;t 69 62 17 17 0;t 50 86 13 13 0;k/4 50 34 17 17 0;"
    "k/4 31 62 17 17 0;k/4 69 62 17 17 0;k/4 50 86 13 13 0;k 50 12 66 2 80 4 66 14",
    "nut": "t 50 62 26 34 0;k/4 50 62 26 34 0;k 16 44 84 44 76 22 60 12 40 12 24 22;k/7 50 14 50 2;k/4 50 50 50 90;"
    "k/4 40 50 38 86;k/4 60 50 62 86",
    "mushroom": "k/5 40 52 34 96 66 96 60 52;t 4 54 6 40 20 18 50 8 80 18 94 40 96 54;k/4 5 54 7 40 20 19 50 9 80 19 "
    "93 "
    "40 95 54 5 54;k/5 50 10 50 54;k/5 26 18 30 54;k/5 74 18 70 54",
    "feather": "t 50 2 68 26 70 56 50 84 30 56 32 26;k/4 50 4 67 26 69 56 50 82 31 56 33 26 50 4;k/5 50 20 50 99;k/4 "
    "50 "
    "40 66 30;k/4 50 40 34 30;k/4 50 56 67 46;k/4 50 56 33 46;k/4 50 70 62 60;k/4 50 70 38 60",
}  # fmt: skip
SQUIRREL = (
    "k 46 96 62 70 58 40 66 14 84 6 98 18 96 40 84 48 92 66 82 94;k 36 70 18 24 0;k 12 36 26 18 48 26 50 44 36 52 18 "
    "48;"
    "k 34 26 38 4 50 28;k 14 90 70 90 70 98 14 98"
)
SQUIRREL_LINES = ";c/4 66 84 76 64;c/4 68 66 80 52;c/4 66 46 80 34;c/4 70 30 84 18;c 28 36 4 4 0;c/3 28 58 26 72 32 84"
EARS = {"badger": "20 26 10 10 0", "owl": "20 20 6 16 -30", "hare": "34 14 8 20 -8", "fox": "18 20 9 16 -34"}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3000, (("lamp", 2800, (150, 150), 1.0, 620.0, 1300.0, 0), ("lamp", 2700, (110, 110), 0.4, -900.0, 1100.0, 0))),
    (5400, (("window", 5800, (520, 620), 1.2, -1500.0, 1000.0, 240),)),
    (3800, (("lamp", 3300, (220, 220), 0.9, 900.0, 1500.0, 0), ("window", 5600, (420, 500), 0.5, -1500.0, 900.0, 220))),
)


def _resin(rng: Rng, h: int, w: int, tones: tuple[str, ...], reach: float, turns: float = 7) -> Array:
    """Resins of several colours that were stirred a little and set."""
    a, b = art.fbm(rng, h, w, reach, octaves=3), art.fbm(rng, h, w, reach * 1.7, reach * 0.6, octaves=4)
    t = 0.5 + 0.5 * np.sin(turns * 2 * a + turns * 1.4 * b + rng.uniform(0, 6))
    img = art.ramp(0.75 * t + 0.25 * art.fbm(rng, h, w, reach / 4), [tone_of(word) for word in tones])
    return img.astype(np.float32)


def _inlay(img: Array, path: list[Array], width: float, tone: str = CREAM) -> None:
    """A line let in: cream, with a fine dark edge where the groove was cut."""
    cv2.polylines(img, path, False, (10, 5, 4), round(width) + 4, cv2.LINE_AA, 4)
    cv2.polylines(img, path, False, tone_of(tone).tolist(), round(width), cv2.LINE_AA, 4)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A geometric sign, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX), {"t": RUBBED[kind], "k": JET})


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """An ivory counter, notches in its rim, the sign engraved."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    yy, xx = np.mgrid[:n, :n] - n / 2
    r, turn = np.hypot(xx, yy), np.arctan2(yy, xx)
    img = tone_of(IVORY) * (0.93 + 0.1 * art.fbm(rng, n, n, 60, 20))[..., None]
    notch = (np.abs(np.sin(turn * 6)) < 0.36) & (r > 0.42 * n)
    img[notch] = tone_of(RUBBED[kind])
    img *= (1 - 0.45 * (np.abs(r - 0.40 * n) < 1.6))[..., None]
    art.paste(img, icon(kind, 0, d_mm * 0.56), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Marbled oxblood with inlaid lines, fans and signs."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _resin(rng, h, w, BOARD, 480, 8)
    for wide, ends in grid_lines(spec):
        if not wide:
            _inlay(img, path_of(ends), 7)
    for wide, ends in grid_lines(spec):
        if wide:
            away = np.float32([-ends[1, 1] + ends[0, 1], ends[1, 0] - ends[0, 0]])
            away /= np.hypot(*away)
            cv2.polylines(img, path_of(ends), False, (26, 10, 8), 26, cv2.LINE_AA, 4)
            for side in (-1, 1):
                _inlay(img, path_of(ends + side * 8 * away), 6)
    for k, x in enumerate((0.3, 0.5, 0.62)):
        q = round(m * x)
        ring = [(q, q), (w - q, q), (w - q, h - q), (q, h - q), (q, q)]
        _inlay(img, path_of(ring), (8, 3, 3)[k])
    for x, y, a in ((m, m, 0), (w - m, m, 90), (w - m, h - m, 180), (m, h - m, 270)):
        for r in (22, 34, 46):
            cv2.ellipse(img, (round(x), round(y)), (r, r), a + 180, 0, 90, tone_of(CREAM).tolist(), 4, cv2.LINE_AA)
    for (col, row), kind in sorted(treasures.items()):
        at = m + (col + 0.5) * c, m + (row + 0.5) * c
        cv2.circle(img, np.int32(at).tolist(), round(0.40 * c), tone_of(CREAM).tolist(), 4, cv2.LINE_AA)
        inks = {"t": LET_IN[kind], "k": CREAM}
        art.paste(img, drawn(TREASURES[kind], round(0.54 * c), inks), *at)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Nothing but marbling."""
    rng = np.random.default_rng(seed)
    img = _resin(rng, round(h_mm * PX), round(w_mm * PX), TILES[colour], rng.uniform(170, 300), rng.uniform(4, 8))
    return img.clip(0, 255).astype(np.uint8)


def _face(img: Array, species: str, at: Array, u: float) -> None:
    """A face of a few engraved lines, ivory rubbed into them."""
    if species == "heron":
        text = "k 56 44 30 30 0;c/5 56 44 30 30 0;c 32 40 32 58 0 54;c 48 38 7 7 0;k 48 38 3 3 0;k/5 62 26 84 14;"
        text += "c/4 62 28 96 12"
    else:
        x, y, a, b, turn = map(float, EARS[species].split())
        text = "".join(
            f"k {50 + s * (50 - x)} {y} {a} {b} {-s * turn};c/4 {50 + s * (50 - x)} {y} {a} {b} {-s * turn};"
            for s in (-1, 1)
        )
        text += "k 50 56 38 36 0;c/5 50 56 38 36 0;"
        text += {
            "badger": "c/8 32 28 28 86;c/8 68 28 72 86;",
            "owl": "c/4 33 50 15 15 0;c/4 67 50 15 15 0;",
            "hare": "c/4 50 74 50 90;",
            "fox": "c/4 14 58 50 92 86 58;",
        }[species]
        text += "c 34 50 6 6 0;c 66 50 6 6 0;c 42 70 58 70 50 82"
    art.paste(img, drawn(text, round(0.78 * u), {"k": JET, "c": IVORY}), *at)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """All is cast and polished."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    rng, centre = np.random.default_rng(p.art_seed), np.array([spec.cell_centre(*q) for q in p.cells])
    low, high, thick, bevel = centre.min(0) - u / 2, centre.max(0) + u / 2, ts.PIECE_T, 0.6
    w, h = (round(v * PX) for v in high - low)
    if p.kind == "token":
        low, high, thick = centre[0] - 6.8, centre[0] + 6.8, 2.7
        cut, tex, body = Point(*centre[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed, 13.6), IVORY
    elif p.kind == "leaf":
        cut, body = geo.tile_outline(spec, p.cells, p.hole, 0.45, 3.0, p.hole_size, 2.0), TILES[p.colour][1]
        tex = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32)
        ring = (np.array(Polygon(cut.interiors[0]).buffer(1.1).exterior.coords) - low) * [PX, -PX] + [0, h]
        cv2.polylines(tex, path_of(ring), True, tone_of(TILES[p.colour][3]).tolist(), 4, cv2.LINE_AA, 4)
        cv2.polylines(tex, path_of(ring + 4), True, (tone_of(TILES[p.colour][0]) * 0.6).tolist(), 4, cv2.LINE_AA, 4)
    elif p.kind == "squirrel":
        cut, body, thick = figure(SQUIRREL, 0.86 * u, centre[0]), JET, 6.0
        tex = np.zeros((h, w, 3), np.float32) + tone_of(JET)
        art.paste(tex, drawn(SQUIRREL + SQUIRREL_LINES, round(8.6 * u), {"k": JET, "c": CREAM}), w / 2, h / 2)
    else:
        cells = [np.array(spec.cell_centre(*q)) for q in sorted(map(tuple, p.cells))]
        links = [
            LineString(pair).buffer(8.6) for pair in combinations(cells, 2) if np.hypot(*(pair[0] - pair[1])) < 1.1 * u
        ]
        cut = unary_union([Point(*q).buffer(8.6, 32) for q in cells] + links).buffer(1.5).buffer(-1.5)
        cut, body, thick, bevel = Polygon(cut.exterior), MOTTLED[p.colour][1], 4.2, 1.0
        tex = _resin(rng, h, w, MOTTLED[p.colour], 90, 6)
        at = [(q - low) * [PX, -PX] + [0, h] for q in cells]
        for q in at[1:]:
            for r in (44, 30):
                cv2.circle(tex, np.int32(q).tolist(), r, tone_of(IVORY).tolist(), 4, cv2.LINE_AA)
        _face(tex, p.colour, at[0], u * PX)
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    look = {"tex": np.ascontiguousarray(tex.clip(0, 255).astype(np.uint8)), "alpha": 0.07}
    rgb = tuple(((tone_of(body) / 255) ** 2.2 * 0.9).tolist())
    sides = (f"resin{body}", "gloss", {"rgb": rgb, "alpha": 0.07})
    self._mesh_cache[key] = [(p.kind, top, (f"{p.kind}{p.art_seed}", "gloss", look)), (f"{p.kind}side", side, sides)]
    return self._mesh_cache[key]


def _board_items(self: ts.TableScene, step: int, skip: Any = ()) -> list:
    """The board is cast and polished, too."""
    out = []
    for name, mesh, (key, kind, look) in BOARD_ITEMS(self, step, skip):
        if name == "board":
            kind, look = "gloss", dict(look, alpha=0.08)
        elif name == "boardside":
            key, kind = "resinside", "gloss"
            look = {"rgb": tuple(((tone_of(BOARD[1]) / 255) ** 2.2).tolist()), "alpha": 0.08}
        out.append((name, mesh, (key, kind, look)))
    return out


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update({role: [tuple(tone_of(tones[1]).astype(int).tolist())] for role, tones in TILES.items()})
    ts.PIECE_T = 2.8
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene.board_items = _board_items
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1931, rest=0.2)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, [{"ev": 0.1, "gain": 1.0}])
