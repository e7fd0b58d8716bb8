"""An art deco edition of the 1920s: fans and sunbursts in brass on petrol and ivory, every space with stepped corners.

Areas are petrol under scallops of brass fans or ivory under pale sun rays, by turns, inside a black border with brass
chevrons; only stepped corners mark the spaces, double brass rules the areas. Tiles are palmettes, fans and lotus buds
in brass outline: lilac (threes), coral (fours), aubergine (fives), with brass piping and a ring round the hole.
Treasures are poster flats on a black and brass contour; tokens are black enamel with the same in brass. Squirrels are
streamlined figures in scarlet lacquer, animals ivory plates with stepped bands and a face in black and gold.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, shrunk
from art_figures import figure, path_of, printed_piece, tone_of
from art_lamps import rooms_lit, table_of
from art_pieces import body_of
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
PETROL, IVORY, CREAM, BLACK, BRASS = map(tone_of, ("15505c", "ece2c8", "dccda6", "14161a", "c29a50"))
SCARLET, WHITE = map(tone_of, ("b8281e", "f4ecd8"))
# ground, petal, the petals between, core of the fan
TILES = {
    "green": ("6c66a4", "a39cd0", "8a84bc", "e6def2"),
    "orange": ("d8603e", "f0906a", "e2774f", "fbe0c0"),
    "red": ("481a42", "7a3a6c", "5f2958", "d8a4bc"),
}
# outlines in percent of a picture, or ovals by middle, half axes and degrees; tones in hexadecimal, b is brass
TREASURES = {
    "berry": "b 46 0 54 0 54 40 46 40;2e7a5c 50 14 74 2 98 10 80 26;2e7a5c 50 14 26 2 2 10 20 26;a02c50 27 48 22 22 0;"
    "a02c50 73 48 22 22 0;c8406a 50 77 22 22 0;f2c8cc 21 42 6 6 0;f2c8cc 67 42 6 6 0;f2c8cc 44 71 6 6 0",
    "nut": "c8843c 22 44 78 44 72 74 50 100 28 74;a2622a 50 44 78 44 72 74 50 100;5a3218 10 44 18 22 38 12 62 12 82 22 "
    "90 44;b 44 0 56 0 54 14 46 14;d8a860 18 38 34 18 40 18 26 38;d8a860 42 38 47 16 53 16 58 38;d8a860 82 38 66 18 60 "
    "18 74 38",
    "mushroom": "f2e6c8 40 50 60 50 66 100 34 100;d8c49a 50 50 60 50 66 100 50 100;d84a30 2 54 8 30 28 10 50 4 72 10 "
    "92 30 98 54;f4b48c 50 54 41 6 59 6;f4b48c 50 54 12 26 24 12;f4b48c 50 54 88 26 76 12;b 2 50 98 50 98 57 2 57",
    "feather": "3a8ca0 14 84 18 66 26 64 22 50 34 50 32 34 46 36 48 20 62 22 96 2 82 38 72 44 76 52 62 56 64 66 50 68 "
    "50 78;8cc8c8 14 84 18 66 26 64 22 50 34 50 32 34 46 36 48 20 62 22 96 2;f2e6c8 72 12 96 2 90 26;b 0 100 90 6 94 "
    "10 6 100",
}
# i: ivory, k: black, b: brass
FACES = {
    "badger": "k 50 54 44 42 0;i 40 10 60 10 66 98 34 98;i 6 46 18 34 24 78 14 74;i 94 46 82 34 76 78 86 74;b 30 50 6 "
    "6 0;b 70 50 6 6 0;k 40 84 60 84 50 97",
    "fox": "b 6 2 46 30 10 52;b 94 2 54 30 90 52;b 4 42 24 24 76 24 96 42 50 98;i 4 42 46 96 18 60;i 96 42 54 96 82 60;"
    "k 34 46 5 7 0;k 66 46 5 7 0;k 41 84 59 84 50 97",
    "hare": "k 30 0 46 14 44 50 28 44;k 70 0 54 14 56 50 72 44;b 34 10 40 18 39 42 33 38;b 66 10 60 18 61 42 67 38;k "
    "50 68 36 30 0;i 50 84 18 12 0;b 34 62 6 6 0;b 66 62 6 6 0;k 43 74 57 74 50 84",
    "owl": "k 4 4 50 24 96 4 96 60 50 98 4 60;b 29 46 21 21 0;b 71 46 21 21 0;i 29 46 15 15 0;i 71 46 15 15 0;k 29 46 "
    "7 7 0;k 71 46 7 7 0;b 42 58 58 58 50 80;i 34 84 40 78 46 88;i 66 84 60 78 54 88",
    "heron": "b 42 26 0 40 42 44;k 56 34 22 20 0;k 52 40 78 36 84 100 46 100;k 60 20 100 2 84 26;i 48 31 6 6 0;b 54 60 "
    "76 60 77 66 53 66;b 53 74 79 74 80 80 52 80;b 51 88 81 88 82 94 50 94",
}
SQUIRREL = "c 68 40 30 34 0;c 60 60 92 54 84 97 52 97;c 40 72 22 26 0;c 29 38 18 17 0;c 26 26 36 2 42 30;c 12 90 84 90 "
SQUIRREL += "84 98 12 98"
LINES = (
    "w 68 40 22 26 0;c 68 40 18 22 0;w 68 40 13 17 0;c 68 40 9 13 0;w 68 40 4 8 0;w 30 62 36 62 44 92 30 92;k 24 36 "
)
LINES += "4 5 0;b 12 91 80 91 80 95 12 95"
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3300, (("lamp", 2900, (240, 240), 1.0, 420, 1600, 0), ("lamp", 2700, (90, 90), 0.35, -900, 1000, 0))),
    (5600, (("window", 6400, (700, 600), 1.2, 1500, 1200, 280),)),
    (3900, (("lamp", 3500, (420, 110), 0.8, 500, 1700, 0), ("window", 7200, (380, 520), 0.35, -1600, 1000, 280))),
)
MOODS = ({"table": "walnut"}, {"table": "white"}, {"table": "felt"}, {"table": "oak"})


def _brass(h: int, w: int, seed: int) -> Array:
    """Brass that is lighter in slanting bands, as a print of metal is."""
    slant = np.add.outer(np.arange(h) * 0.8, np.arange(w)) / 260 + seed % 7
    sheen = 0.9 + 0.16 * np.sin(slant) + 0.07 * np.sin(3.1 * slant)
    return (BRASS * sheen[..., None].astype(np.float32)).clip(0, 255)


def _gild(img: Array, mask: Array, brass: Array, share: float = 1.0) -> None:
    """Lay brass over a float picture where an 8-bit mask is."""
    img += (brass - img) * (mask.astype(np.float32) / 255 * share)[..., None]


def _arc(r: float, start: float, stop: float, n: int = 40) -> Array:
    """Points of an arc about the origin; 0 points up, angles grow clockwise."""
    a = np.linspace(start, stop, n)
    return np.c_[np.sin(a), -np.cos(a)] * r


@lru_cache(maxsize=4)
def _ornaments(form: int) -> list[tuple[int, Array]]:
    """A leaf in a unit square, its foot down: (tone, outline), in the order in which they are laid."""
    out: list[tuple[int, Array]] = []
    if form == 0:  # a palmette of seven blades
        for k, a in enumerate(np.linspace(-1.35, 1.35, 7)):
            turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))])
            blade = np.r_[[(0, 0)], np.array((0, -0.68)) + _arc(0.11, -1.6, 1.6, 16), [(0, 0)]]
            out.append((1 + k % 2, blade @ turn + [0, 0.36]))
        return [*out, (3, np.array((0, 0.42)) + _arc(0.13, -1.6, 1.6))]
    if form == 1:  # a ribbed fan
        for k, a in enumerate(np.linspace(-1.0, 0.8, 9)):
            rib = np.r_[_arc(0.82, a, a + 0.2, 8), _arc(0.2, a + 0.2, a, 6)]
            out.append((1 + k % 2, rib + np.array((0, 0.44))))
        return [*out, (3, np.r_[_arc(0.17, -1.0, 1.0), [(0, 0)]] + [0, 0.44])]
    if form == 2:  # a lotus bud of nested lenses
        for k, wide in enumerate((0.8, 0.56, 0.34, 0.14)):
            t = np.linspace(0, np.pi, 30)
            side = np.c_[wide / 2 * np.sin(t) ** 0.9, 0.46 - (0.92 - 0.05 * k) * t / np.pi]
            out.append(((1, 2, 1, 3)[k], np.r_[side, side[::-1] * [-1, 1]]))
        return out
    for k, y in enumerate((0.46, 0.2, -0.06)):  # three fans, one out of the other
        wide = 0.5 - 0.09 * k
        out.append((1, np.r_[_arc(wide, -1.25, 1.25), [(0, 0)]] + [0, y]))
        out.append((2, np.r_[_arc(wide * 0.72, -1.25, 1.25), [(0, 0)]] + [0, y]))
        out.append((3, np.r_[_arc(wide * 0.34, -1.25, 1.25), [(0, 0)]] + [0, y]))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A fan or a bud on every space, outlined in brass, rays behind it."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    tones = [tone_of(text) for text in TILES[colour]]
    img, gold, base = np.zeros((h, w, 3), np.float32) + tones[0], np.zeros((h, w), np.uint8), int(rng.integers(4))
    for y in np.arange(100, h, 200):
        for x in np.arange(100, w, 200):
            a = rng.integers(4) * np.pi / 2
            turn, form = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]), base
            if rng.random() < 0.4:
                form = int(rng.integers(4))
            part, foot = img[int(y) - 100 : int(y) + 100, int(x) - 100 : int(x) + 100], np.array([0, 0.44]) @ turn
            for b in np.linspace(-np.pi, np.pi, 33)[:-1]:
                ray = np.array([(0, 0), (300 * np.sin(b), 300 * np.cos(b))]) + foot * 188 + [100, 100]
                part[:] = cv2.polylines(part.copy(), path_of(ray), False, (tones[0] * 0.8).tolist(), 2, cv2.LINE_AA, 4)
            for tone, ring in _ornaments(form):
                path = path_of(ring @ turn * 188 + [x, y])
                cv2.fillPoly(img, path, tones[tone].tolist(), cv2.LINE_AA, 4)
                cv2.fillPoly(gold, path, 0, cv2.LINE_AA, 4)
                cv2.polylines(gold, path, True, 255, 4, cv2.LINE_AA, 4)
    _gild(img, gold, _brass(h, w, seed), 0.9)
    return img.clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=32)
def _picture(text: str, n: int, inks: tuple[tuple[str, str], ...] = (("b", "c29a50"),)) -> Array:
    """Sharp flat parts as RGBA, n pixels wide."""
    img = np.zeros((4 * n, 4 * n, 4), np.uint8)
    for part in text.split(";"):
        name, *numbers = part.split()
        ink = (*tone_of(dict(inks).get(name, name)).tolist(), 255.0)
        cv2.fillPoly(img, path_of(ring_of(np.float32(numbers))[0] * n / 25), ink, cv2.LINE_8, 4)
    return shrunk(img, n)


def icon(kind: str, seed: int, size_mm: float = 12.5) -> Array:
    """A treasure in flat colours on a contour of black and brass."""
    n = round(size_mm * PX)
    pic = cv2.copyMakeBorder(_picture(TREASURES[kind], n - 20), 10, 10, 10, 10, cv2.BORDER_CONSTANT)
    out, covers = np.zeros((n, n, 3), np.float32), []
    for grow, tone in ((19, BRASS), (11, BLACK)):
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (grow, grow))
        halo = cv2.GaussianBlur(cv2.dilate(pic[..., 3], disc), (0, 0), 0.7)
        covers.append(halo)
        out += (tone - out) * (halo[..., None] / 255 if tone is BLACK else 1)
    out += (pic[..., :3] - out) * (pic[..., 3:] / np.float32(255))
    return np.dstack([out, covers[0]]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 13.6) -> Array:
    """Black enamel with the treasure in two tones of brass, a ring and notches round it."""
    n, s = round(d_mm * PX), round(d_mm * PX * 0.6)
    img, gold = np.zeros((n, n, 3), np.float32) + BLACK, np.zeros((n, n), np.uint8)
    cv2.circle(gold, (n // 2, n // 2), int(0.43 * n), 255, 4, cv2.LINE_AA)
    for a in np.arange(24) * np.pi / 12:
        ends = [(int(n / 2 + r * n * np.cos(a)), int(n / 2 + r * n * np.sin(a))) for r in (0.45, 0.5)]
        cv2.line(gold, *ends, 255, 3, cv2.LINE_AA)
    pic = _picture(TREASURES[kind], s).astype(np.float32)
    grey = pic[..., :3].mean(2, keepdims=True) / 150  # darker and lighter parts stay apart in brass
    pic[..., :3] = 0.8 * (BRASS * (0.45 + 0.62 * grey)) + 0.2 * pic[..., :3]
    _gild(img, gold, _brass(n, n, seed))
    art.paste(img, pic.clip(0, 255).astype(np.uint8), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _scallops(rng: Rng, h: int, w: int) -> tuple[Array, Array]:
    """Overlapping fans with ribs: the ground they leave, in steps of light, and lines."""
    light, gold, r = np.ones((h, w), np.float32), np.zeros((h, w), np.uint8), rng.uniform(125, 155)
    for k, y in enumerate(np.arange(-r / 2, h + 2 * r, r / 2)):
        for x in np.arange((k % 2) * r - r, w + 2 * r, 2 * r):
            at = (int(x), int(y))
            cv2.circle(gold, at, int(r), 0, -1)
            for share, tone in ((1, 0.92), (0.78, 1.06), (0.55, 0.92), (0.3, 1.12)):
                cv2.circle(light, at, int(r * share), tone, -1, cv2.LINE_AA)
                cv2.circle(gold, at, int(r * share), 255, 3, cv2.LINE_AA)
            for a in np.linspace(-1.4, 1.4, 9):
                cv2.polylines(gold, path_of(np.r_[_arc(0.55 * r, a, a, 1), _arc(r, a, a, 1)] + at), False, 255, 2,
                              cv2.LINE_AA, 4)  # fmt: skip
    return light, gold


def _sunburst(rng: Rng, h: int, w: int) -> tuple[Array, Array]:
    """Rays out of a corner or the middle of a side, and arcs across them."""
    light, gold = np.ones((h, w), np.float32), np.zeros((h, w), np.uint8)
    foot = np.array([(0, h), (w, h), (w / 2, h), (0, 0), (w / 2, 0)][int(rng.integers(5))])
    for a in np.linspace(0, 2 * np.pi, 49)[:-1]:
        ray = np.r_[[(0, 0)], _arc(3000, a, a + np.pi / 48, 2)] + foot
        cv2.fillPoly(light, path_of(ray), 0.9, cv2.LINE_AA, 4)
        cv2.polylines(gold, path_of(ray[:2]), False, 255, 2, cv2.LINE_AA, 4)
    for r in (90, 104, 260, 274, 288, 520, 534):
        cv2.circle(gold, tuple(map(int, foot)), r, 255, 3, cv2.LINE_AA)
    cv2.circle(light, tuple(map(int, foot)), 90, 0.84, -1, cv2.LINE_AA)
    return light, gold


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Petrol and ivory areas by turns, stepped corners of spaces, double rules, a chevron border."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = round(spec.margin * PX), round(spec.cell * PX)
    img, brass = np.zeros((h, w, 3), np.float32) + BLACK, _brass(h, w, seed)
    gold, faint, dark = np.zeros((3, h, w), np.uint8)
    for r0 in range(0, spec.rows, spec.area_rows):
        for c0 in range(0, spec.cols, spec.area_cols):
            x0, y0 = m + c0 * c, m + r0 * c
            x1, y1 = m + min(spec.cols, c0 + spec.area_cols) * c, m + min(spec.rows, r0 + spec.area_rows) * c
            pale = (c0 // spec.area_cols + r0 // spec.area_rows + seed) % 2
            light, lines = (_sunburst if pale else _scallops)(rng, y1 - y0, x1 - x0)
            tone = IVORY * light[..., None] if pale else PETROL * (light * rng.uniform(0.92, 1.1))[..., None]
            img[y0:y1, x0:x1] = tone
            faint[y0:y1, x0:x1] = lines // (2 if pale else 1)
            for d, wide in ((4, 5), (15, 3)):
                cv2.rectangle(gold, (x0 + d, y0 + d), (x1 - d, y1 - d), 255, wide, cv2.LINE_AA)
            cv2.rectangle(dark, (x0, y0), (x1, y1), 255, 5)
    bare = np.ones((h, w), np.float32)
    for col, row in treasures:
        cv2.circle(bare, (round(m + (col + 0.5) * c), round(m + (row + 0.5) * c)), int(0.43 * c), 0.25, -1, cv2.LINE_AA)
    _gild(img, (faint * bare).astype(np.uint8), brass, 0.62)
    for row in range(spec.rows):
        for col in range(spec.cols):
            for sx in (-1, 1):
                for sy in (-1, 1):
                    at = np.array([m + (col + 0.5) * c, m + (row + 0.5) * c]) + np.array([sx, sy]) * (c / 2 - 5)
                    steps = np.array([(0, 46), (0, 16), (8, 16), (8, 8), (16, 8), (16, 0), (46, 0)]) * [-sx, -sy]
                    cv2.polylines(dark, path_of(steps + at + [1, 2]), False, 255, 6, cv2.LINE_AA, 4)
                    cv2.polylines(gold, path_of(steps + at), False, 255, 4, cv2.LINE_AA, 4)
    for long, turned in ((w, False), (h, True)):
        for d in np.linspace(m + 16, long - m - 16, (long - 2 * m) // 40):
            for wide in (9, 20):
                zig = np.array([(-wide * 0.7, 6), (0, 6 - wide), (wide * 0.7, 6)])
                for at in ((d, m / 2), (d, (w if turned else h) - m / 2)):
                    path = path_of((zig + at)[:, :: -1 if turned else 1])
                    cv2.polylines(gold, path, False, 255, 4, cv2.LINE_AA, 4)
    for x in (m / 2, w - m / 2):
        for y in (m / 2, h - m / 2):
            for d in (6, 15, 24):
                ends = [(int(x + s * d), int(y + s * d)) for s in (-1, 1)]
                cv2.rectangle(gold, *ends, 255, 4 if d > 6 else -1, cv2.LINE_AA)
    for d, wide in ((12, 5), (m - 8, 4)):
        cv2.rectangle(gold, (d, d), (w - d, h - d), 255, wide, cv2.LINE_AA)
    img += (BLACK - img) * (dark[..., None] / np.float32(255) * 0.8)
    _gild(img, gold, brass)
    for (col, row), kind in sorted(treasures.items()):
        art.paste(img, icon(kind, 0, 0.68 * spec.cell), m + (col + 0.5) * c, m + (row + 0.5) * c)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """Stepped bands through all spaces on ivory, a face on the first of them."""
    mask, spots = body_of(cells, cell_mm, 0.7)
    img = np.zeros((*mask.shape, 3), np.float32) + WHITE
    for wide, tone in ((0.7, BLACK), (0.6, BRASS), (0.5, BLACK), (0.3, BRASS), (0.2, BLACK)):
        img += (tone - img) * body_of(cells, cell_mm, wide)[0][..., None]
    cv2.circle(img, spots[0], int(0.47 * cell_mm * PX), WHITE.tolist(), -1, cv2.LINE_AA)
    inks = (("i", "f4ecd8"), ("k", "14161a"), ("b", "b8863a"))
    art.paste(img, _picture(FACES[species], round(0.76 * cell_mm * PX), inks), *spots[0])
    return img.clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Satin tiles with brass piping, enamel tokens, lacquered figures and plates."""
    key, half = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell / 2
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    spots = np.float32([spec.cell_centre(*q) for q in p.cells])
    low, high = spots.min(0) - half, spots.max(0) + half
    depth, side, kind, alpha = (ts.PIECE_T, 0.25), (0.42, 0.3, 0.12), "card", self.card_alpha
    if p.kind == "token":
        low, high = spots[0] - 6.8, spots[0] + 6.8
        cut, tex = Point(*spots[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed)
        depth, kind, alpha = (2.4, 0.35), "gloss", 0.16
    elif p.kind == "squirrel":
        cut, tex = figure(SQUIRREL, 18.4, spots[0]), np.zeros((200, 200, 3), np.float32) + SCARLET
        inks = (("c", "b8281e"), ("w", "f4ecd8"), ("k", "14161a"), ("b", "d8b060"))
        art.paste(tex, _picture(LINES, 184, inks), 100, 100)
        depth, side, kind, alpha = (4.0, 0.5), (0.4, 0.03, 0.02), "gloss", 0.12
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 2.0, p.hole_size, 2.0)
        tex = leaf_texture(p.art_seed, p.colour, *(high - low)).astype(np.float32)
        brass, inner = _brass(*tex.shape[:2], p.art_seed), Polygon(cut.exterior)
        ground = tone_of(TILES[p.colour][0])
        for d, wide, gilt in ((0.6, 18, False), (1.1, 5, True)):
            rings = [inner.buffer(-d).exterior, *(Polygon(r).buffer(d).exterior for r in cut.interiors)]
            paths = [path_of((np.array(r.coords) - [low[0], high[1]]) * [PX, -PX])[0] for r in rings]
            mask = cv2.polylines(np.zeros(tex.shape[:2], np.uint8), paths, True, 255, wide, cv2.LINE_AA, 4)
            _gild(tex, mask, brass if gilt else ground + 0 * brass)
    else:
        cut = geo.tile_outline(spec, p.cells, None, 0.5, 3.0)
        corner = np.min(p.cells, axis=0)
        tex = animal_texture(p.art_seed, p.colour, [tuple(q - corner) for q in np.array(p.cells)], spec.cell)
        depth, side, kind, alpha = (2.6, 0.4), (0.012, 0.012, 0.014), "gloss", 0.2
    out = printed_piece(p, cut, (*low, *high), depth, (kind, tex, alpha), side)
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, pieces, tables and lamps of `tablescene` by this edition's."""
    art.board_texture, art.leaf_texture, art.token_texture = board_texture, leaf_texture, token_texture
    ts.EDGE.update(rgb=(0.03, 0.03, 0.035))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._table = table_of(ts.TableScene._table, MOODS)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1925, rest=0.6)
