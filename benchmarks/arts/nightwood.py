"""A night edition: blue-violet forest without a moon, pale hairlines, gold-foil vines in the rim, jewel-coloured tiles.

The board shows trunks, ferns and roots tone in tone with a few stars between the crowns; every area has a thin gold
frame with brackets. Tiles are emerald (threes), deep amber (fours) and crimson (fives), covered in a fine light
tracery of leaves, a line along the edge. Treasures are jewel flats with a pale contour: coral currants, golden nut,
teal mushroom, silver feather; tokens are espresso brown with a gold ring and the same picture. Squirrels are of cherry
wood, animals plates in dusky tones with a body of nested fine lines and a drawn head.
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
NIGHT, LINE, ESPRESSO = ((17, 16, 38), (26, 25, 56), (38, 36, 78), (54, 50, 104)), (186, 182, 222), (46, 30, 22)
GOLD = ((112, 78, 28), (188, 142, 62), (244, 214, 136), (206, 162, 78), (132, 94, 38))
JEWELS = {  # of tiles: ground in the middle and at the edge, tracery
    "green": ((16, 104, 66), (8, 66, 46), (142, 206, 164)),
    "orange": ((224, 146, 14), (176, 102, 8), (255, 222, 138)),
    "red": ((160, 18, 44), (104, 10, 36), (240, 150, 150)),
}
PLATES = {"badger": "4a4c5c", "fox": "7a3f3a", "hare": "6e624c", "owl": "5c4470", "heron": "35607a"}
# A tone, then a closed curve through points in percent, or an oval's x y rx ry turn; "-": a line, "=": also mirrored
HUES = "e4604e b83c40 5f9c62 e0a440 8c5c2c 3fa79e 2c7a80 e8dfc8 a8b8d4 f0ece0 1a1628 e8a63a c8643c b09468 5c84a0"
TONES = dict(zip("cdgnhtsmvwkofab", HUES.split(), strict=True))
DRAWINGS = {
    "berry": "- 52 4 44 20 30 46; - 49 14 60 30 70 42; - 47 22 50 44 50 60; g 54 10 70 0 94 6 90 24 66 26; c 29"
    " 54 21 21 0; c 71 52 21 21 0"
    "; d 50 76 21 21 0; w 23 47 5 6 0; w 65 45 5 6 0; w 44 69 5 6 0",
    "nut": "n 22 42 78 42 76 66 64 84 50 97 36 84 24 66; - 38 56 40 70 47 82; h 14 40 20 22 34 12 50 8 66 12 80"
    " 22 86 40 74 48 50 50 26 48;"
    " - 22 24 40 48; - 36 12 60 48; - 54 9 76 46; - 78 24 60 48; - 64 12 40 48; - 46 9 24 46; h 50 6 4 8 12",
    "mushroom": "m 41 50 59 50 61 72 66 92 50 97 34 92 39 72; s 4 54 20 48 50 46 80 48 96 54 70 62 30 62; t 4 52"
    " 10 28 30 8 50 4 70 8 90 28 96 52"
    " 70 55 30 55; w 50 24 9 7 0; w 26 36 7 6 -30; w 74 36 7 6 30; w 36 16 4 3 0; w 66 16 4 3 0",
    "feather": "v 22 84 14 66 24 44 42 24 64 10 94 3 94 26 82 48 64 68 42 82; m 38 70 58 50 92 6 94 26 82 48 64"
    " 68 42 82; - 3 98 24 78 54 46 92 5;"
    " - 30 71 22 52; - 41 60 34 36; - 54 46 52 20; - 66 33 72 10; - 36 67 56 72; - 47 54 70 58; - 60 40 84 42",
    "badger": "=k 22 20 13 12 0; w 50 6 76 18 90 48 76 74 62 95 38 95 24 74 10 48 24 18; =k 30 16 42 20 43 46 38"
    " 74 27 60 24 38; "
    "=w 34 48 4 4 0; k 50 89 10 7 0",
    "fox": "=f 8 4 26 12 44 30 12 46; f 4 46 26 26 50 24 74 26 96 46 76 72 50 97 24 72; =w 7 49 28 56 44 76 50 95"
    " 28 76; =o 33 48 8 7 0; "
    "=k 34 48 4 6 0; k 50 92 8 6 0",
    "hare": "=a 28 0 40 18 42 44 28 42 20 18; a 50 64 35 33 0; w 50 79 18 14 0; =w 32 58 7 8 0; =k 32 58 5 6 0; d"
    " 50 72 6 5 0; - 50 76 50 86",
    "owl": "h 6 6 30 20 50 18 70 20 94 6 96 54 76 92 50 98 24 92 4 54; =m 29 46 22 23 0; =o 29 46 14 14 0; =k 29"
    " 46 8 8 0; o 43 58 57 58 50 78",
    "heron": "k 38 18 62 8 99 4 76 22 62 34; w 62 30 78 46 86 70 82 99 50 99 60 74 52 54 38 46 30 32 40 16 58 16;"
    " o 34 26 1 42 36 40; "
    "k 46 27 5 5 0; - 70 60 74 74 72 92; - 64 66 66 80 62 96",
}
SQUIRREL = "11 44 15 33 24 27 24 14 32 22 42 28 49 40 53 56 57 42 54 27 60 12 74 4 89 9 97 24 95 44 86 58 83 74"
SQUIRREL += " 85 92 66 98 36 98"
SQUIRREL += " 27 93 36 87 36 79 25 79 16 73 18 64 28 62 29 55 18 52"
CANDLES = ("lamp", 2800, (110, 110), 0.9, 500.0, 1200.0, 0), ("lamp", 2900, (90, 90), 0.5, -800.0, 1100.0, 0)
CEILING, DUSK = (
    ("lamp", 3600, (260, 260), 1.0, 250.0, 1700.0, 0),
    ("window", 7200, (650, 550), 1.0, -1500.0, 1100.0, 250),
)
ROOMS = ((3100, CANDLES), (4000, (CEILING,)), (6000, (DUSK, CEILING)))


def _tone(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text))


def _mixed(img: Array, share: Array, colour: Any) -> Array:
    return img * (1 - share[..., None]) + np.float32(colour) * share[..., None]


@lru_cache(maxsize=64)
def _picture(name: str, n: int, contour: str = "ece6d8") -> Array:
    """A drawing of flats with fine pale lines as RGBA of n pixels."""
    s = n * 3
    pic = np.zeros((s, s, 4), np.uint8)
    for part in DRAWINGS[name].split("; "):
        sign, *numbers = part.split()
        ring, is_outline = ring_of(np.array(numbers, float))
        if is_outline and sign != "-":
            ring = rounded(rounded(ring))
        for flip in (1, -1) if "=" in sign else (1,):
            pts = np.round(((ring - 50) * [flip, 1] * 0.0093 + 0.5) * s * 8).astype(np.int32)
            if sign != "-":
                cv2.fillPoly(pic, [pts], (*_tone(TONES[sign.strip("=")]), 255), cv2.LINE_AA, 3)
            big = sign == "-" or np.ptp(ring[:, 0]) > 16
            if big:
                ink = _tone(contour) if sign != "-" else _tone("2a2030")
                cv2.polylines(pic, [pts], sign != "-", (*ink, 255), round(0.024 * s), cv2.LINE_AA, 3)
    return shrunk(pic, n)


def _blade(x: float, y: float, turn: float, length: float, half: float, bend: float = 0.0) -> tuple[Array, Array]:
    """A pointed leaf from its stalk, and its midrib."""
    t = np.linspace(0, 1, 30)
    w, mid = half * np.sin(np.pi * t**0.8) ** 1.1, bend * length * np.sin(np.pi * t)
    rot = np.float32([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    ring = np.r_[np.c_[length * t, mid + w], np.c_[length * t, mid - w][::-1]]
    return ring @ rot + (x, y), np.c_[length * t, mid][:26] @ rot + (x, y)


def _lines(lay: Array, rings: list[Array], thick: int, closed: bool = False, ink: int = 255) -> None:
    pts = [np.round(np.asarray(ring) * 8).astype(np.int32) for ring in rings]
    cv2.polylines(lay, pts, closed, ink, thick, cv2.LINE_AA, 3)


def _traced(lay: Array, x: float, y: float, turn: float, length: float, half: float, thick: int = 2) -> None:
    """A leaf in tracery: outline, midrib, a fine vein to each side every few pixels."""
    ring, rib = _blade(x, y, turn, length, half, 0.06)
    _lines(lay, [ring], thick + 1, True)
    _lines(lay, [rib], thick)
    for k in range(4, 25, 3):
        for q in (ring[k + 3], ring[::-1][k + 3]):
            _lines(lay, [[rib[k], rib[k] + 0.8 * (q - rib[k])]], thick - 1)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A deep ground, darker between the spaces, below a fine light tracery of one of three kinds."""
    rng, w, h, form = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX), seed // 7 % 3
    middle, edge, tracery = JEWELS[colour]
    yy, xx = (np.mgrid[:h, :w] % 200 - 99.5) / 100
    far = np.clip(np.hypot(xx, yy) - 0.2, 0, 1)
    img, lay = _mixed(np.zeros((h, w, 3)) + middle, far * 0.9, edge), np.zeros((h, w), np.uint8)
    for y in range(100, h, 200):
        for x in range(100, w, 200):
            if form == 0:
                for a in np.arange(4) * np.pi / 2 + np.pi / 4:
                    _traced(lay, x + 20 * np.cos(a), y + 20 * np.sin(a), a, 98, 27)
                    b = a + np.pi / 4
                    _traced(lay, x + 26 * np.cos(b), y + 26 * np.sin(b), b, 60, 13)
                for r in (7, 15):
                    cv2.circle(lay, (x, y), r, 255, 2, cv2.LINE_AA)
            elif form == 1:
                lean = (x // 200 + y // 200) % 2 * np.pi / 2 + np.pi / 4
                for grow in (1.0, 0.78, 0.55):
                    length, half = 200 * grow, 58 * grow
                    ring, _ = _blade(
                        x - 0.5 * length * np.cos(lean), y - 0.5 * length * np.sin(lean), lean, length, half
                    )
                    _lines(lay, [ring], 3 if grow == 1 else 2, True)
                for f in np.linspace(-70, 70, 9):
                    at = np.float32((x + f * np.cos(lean), y + f * np.sin(lean)))
                    for s in (-0.75, 0.75):
                        tip = at + (50 - 0.52 * abs(f)) * np.float32((np.cos(lean + s), np.sin(lean + s)))
                        _lines(lay, [[at, tip]], 1)
                _lines(
                    lay,
                    [[(x - 96 * np.cos(lean), y - 96 * np.sin(lean)), (x + 84 * np.cos(lean), y + 84 * np.sin(lean))]],
                    3,
                )
                for q in (lean + np.pi / 2, lean - np.pi / 2):
                    for r, size in ((84, 4), (100, 6), (116, 4)):
                        cv2.circle(lay, (int(x + r * np.cos(q)), int(y + r * np.sin(q))), size, 255, -1, cv2.LINE_AA)
    if form == 2:
        t = np.arange(-40, w + 240, 8.0)
        for k, y0 in enumerate(range(-100, h + 300, 100)):
            wave = np.c_[t, y0 + 30 * np.sin(t / 32 + k * np.pi)]
            _lines(lay, [wave], 3)
            for q in range(3, len(t) - 3, 6):
                d = wave[q + 1] - wave[q]
                a = np.arctan2(d[1], d[0]) + (0.85 if q // 6 % 2 else -0.85)
                _traced(lay, *wave[q], a, 52, 14)
                cv2.circle(
                    lay,
                    tuple(np.int32(wave[q] + 24 * np.float32((np.cos(a - 1.7), np.sin(a - 1.7))))),
                    4,
                    255,
                    -1,
                    cv2.LINE_AA,
                )
    img = _mixed(img, lay / 255 * 0.66, tracery) * (0.97 + 0.06 * art.noise(rng, h, w, 2.5))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure in flat jewel tones."""
    return _picture(kind if kind in DRAWINGS else "berry", int(size_mm * PX)).copy()


def _gold(rng: Any, h: int, w: int) -> Array:
    """Foil that mirrors a room: soft bands of dark and light gold, a little brushed."""
    yy, xx = np.mgrid[:h, :w]
    band = 0.5 + 0.5 * np.sin((xx * 0.8 + yy) / 150 + 3 * art.fbm(rng, h, w, 220))
    return art.ramp(band * 0.9 + 0.1 * art.noise(rng, h, w, 3), GOLD)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Espresso brown, a gold ring with ticks, the picture."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    lay, c = np.zeros((n, n), np.uint8), n * 4
    cv2.circle(lay, (c, c), int(n * 0.455 * 8), 255, 3, cv2.LINE_AA, 3)
    for a in np.arange(24) * np.pi / 12:
        cv2.circle(
            lay, (int(c + 0.415 * n * 8 * np.cos(a)), int(c + 0.415 * n * 8 * np.sin(a))), 10, 255, -1, cv2.LINE_AA, 3
        )
    img = np.zeros((n, n, 3), np.float32) + ESPRESSO
    img = _mixed(img * (0.92 + 0.16 * art.fbm(rng, n, n, 40))[..., None], lay / 255.0, _gold(rng, n, n))
    art.paste(img, _picture(kind, int(n * 0.66)), n / 2, n / 2, 0.4)
    return img.clip(0, 255).astype(np.uint8)


def _forest(rng: Any, h: int, w: int) -> Array:
    """The wood at night, tone in tone: four ranks of trunks and boughs, ferns, stars."""
    img = art.ramp(art.fbm(rng, h, w, 500) * 1.2 - 0.3, NIGHT[:3]).astype(np.float32)
    for depth in range(3):
        lay = np.zeros((h, w), np.uint8)
        for x in np.arange(-50, w + 50, 230) + rng.uniform(-90, 90, len(np.arange(-50, w + 50, 230))):
            lean, wide = rng.normal(0, 0.05), rng.uniform(10, 26) + 8 * depth
            foot, top = (x, h + 20), (x + lean * h, -20)
            ring = [(foot[0] - 1.5 * wide, foot[1]), (foot[0] - wide, h * 0.9), (top[0] - wide * 0.5, top[1])]
            ring += [(top[0] + wide * 0.5, top[1]), (foot[0] + wide, h * 0.9), (foot[0] + 1.5 * wide, foot[1])]
            cv2.fillPoly(lay, [np.int32(np.multiply(ring, 8))], 255, cv2.LINE_AA, 3)
            for f in rng.uniform(0.15, 0.95, 6):
                at, a = np.float32((x + lean * h * f, h * (1 - f))), rng.choice((-1, 1)) * rng.uniform(0.5, 1.1)
                run = at + np.cumsum(np.c_[24 * np.sin(a + 0.1 * np.arange(9) * np.sign(a)), np.full(9, -17.0)], 0)
                for k in range(8):
                    _lines(lay, [run[k : k + 2]], max(2, int(wide * 0.5) - k))
        img = _mixed(img, lay / 255 * (0.75, 0.6, 0.7)[depth], NIGHT[(3, 2, 0)[depth]])
    lay = np.zeros((h, w), np.uint8)
    for x, y in rng.uniform((0, 0), (w, h), (90, 2)):
        a, length = -np.pi / 2 + rng.normal(0, 0.9), rng.uniform(70, 170)
        t = np.linspace(0, 1, 14)
        stem = np.c_[x + length * t * np.cos(a + 0.5 * t), y + length * t * np.sin(a + 0.5 * t)]
        _lines(lay, [stem], 2)
        for k in range(2, 13):
            for s in (-1, 1):
                b = a + 0.5 * t[k] + s * 1.1
                ring, _ = _blade(*stem[k], b, 0.26 * length * (1 - 0.85 * t[k]), 0.035 * length)
                cv2.fillPoly(lay, [np.int32(ring * 8)], 255, cv2.LINE_AA, 3)
    img = _mixed(img, lay / 255 * 0.55, (66, 66, 128))
    for x, y in rng.uniform((0, 0), (w, h), (160, 2)):
        cv2.circle(
            img,
            (int(x), int(y)),
            int(rng.choice((2, 2, 3))),
            rng.choice((0.5, 0.9)) * np.float32((176, 176, 220)),
            -1,
            cv2.LINE_AA,
        )
    return img


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """The wood below pale hairlines; gold frames round the areas and vines of gold in the rim."""
    rng, m, cell = np.random.default_rng(seed), spec.margin * PX, spec.cell * PX
    w, h = (round(v * PX) for v in spec.size)
    img, rules, gold = _forest(rng, h, w), np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    outside = np.ones((h, w), np.float32)
    outside[int(m) : h - int(m), int(m) : w - int(m)] = 0
    img = _mixed(img, outside * 0.85, NIGHT[0])
    for c in range(spec.cols + 1):
        _lines(rules, [[(m + c * cell, m), (m + c * cell, h - m)]], 3)
    for r in range(spec.rows + 1):
        _lines(rules, [[(m, m + r * cell), (w - m, m + r * cell)]], 3)
    img = _mixed(img, rules / 255 * 0.62, LINE)
    for r in range(0, spec.rows, spec.area_rows):
        for c in range(0, spec.cols, spec.area_cols):
            x0, y0 = m + c * cell + 9, m + r * cell + 9
            x1, y1 = (
                m + min(spec.cols, c + spec.area_cols) * cell - 9,
                m + min(spec.rows, r + spec.area_rows) * cell - 9,
            )
            _lines(gold, [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], 4, True)
            for x, y, dx, dy in ((x0, y0, 1, 1), (x1, y0, -1, 1), (x0, y1, 1, -1), (x1, y1, -1, -1)):
                _lines(gold, [[(x + 34 * dx, y + 9 * dy), (x + 9 * dx, y + 9 * dy), (x + 9 * dx, y + 34 * dy)]], 3)
                cv2.circle(gold, (int(x + 19 * dx), int(y + 19 * dy)), 4, 255, -1, cv2.LINE_AA)
    for side, length in enumerate((w, h, w, h)):
        t = np.linspace(m * 1.1, length - m * 1.1, 240)
        turns = np.pi * max(2, round((length - 2.2 * m) / 140))
        vine = np.c_[t, m * 0.46 + 13 * np.sin((t - t[0]) / (t[-1] - t[0]) * turns)]
        rings, dots = [], []
        for q in range(6, 234, 9):
            a = np.arctan2(*(vine[q + 1] - vine[q])[::-1]) + (0.75 if q // 9 % 2 else -0.75)
            rings.append(_blade(*vine[q], a, 34, 8.5, 0.1)[0])
            dots.append(vine[q] + 15 * np.float32((np.cos(a + 2.2), np.sin(a + 2.2))))
        place = (lambda p: p, lambda p: np.c_[w - p[:, 1], p[:, 0]], lambda p: np.c_[w - p[:, 0], h - p[:, 1]],
                 lambda p: np.c_[p[:, 1], h - p[:, 0]])[side]  # fmt: skip
        _lines(gold, [place(vine)], 4)
        cv2.fillPoly(gold, [np.int32(place(ring) * 8) for ring in rings], 255, cv2.LINE_AA, 3)
        for x, y in place(np.float32(dots)):
            cv2.circle(gold, (int(x), int(y)), 4, 255, -1, cv2.LINE_AA)
        corner = place(np.float32([(m * 0.47, m * 0.47)]))[0]
        for a in np.arange(8) * np.pi / 4:
            cv2.fillPoly(gold, [np.int32(_blade(*corner, a, 32, 8)[0] * 8)], 255, cv2.LINE_AA, 3)
    _lines(gold, [[(m - 12, m - 12), (w - m + 12, m - 12), (w - m + 12, h - m + 12), (m - 12, h - m + 12)]], 3, True)
    _lines(gold, [[(8, 8), (w - 8, 8), (w - 8, h - 8), (8, h - 8)]], 4, True)
    img = _mixed(img, gold / 255.0, _gold(rng, h, w))
    (yy, xx), bits = np.mgrid[:h, :w].astype(np.float32), np.float32((92, 88, 156))
    for (c, r), kind in sorted(treasures.items()):
        at = m + (c + 0.5) * cell, m + (r + 0.5) * cell
        img = _mixed(img, 0.75 * np.exp(-((((xx - at[0]) ** 2 + (yy - at[1]) ** 2) / (0.36 * cell) ** 2) ** 2)), bits)
        art.paste(img, icon(kind, 0, 0.66 * spec.cell), *at, 0.5)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A dusky plate; nested fine lines make the body, the head is drawn on the first space."""
    rng, s = np.random.default_rng(seed), int(cell_mm * PX)
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    ground = np.float32(_tone(PLATES[species]))
    body, mid = np.zeros((h, w), np.uint8), {q: (q[0] * s + s // 2, q[1] * s + s // 2) for q in map(tuple, cells)}
    for (c, r), p in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(body, p, mid.get(q, p), 255, int(0.68 * s), cv2.LINE_AA)
    deep = cv2.distanceTransform(body, cv2.DIST_L2, 5)
    deep = deep + 2.5 * (art.noise(rng, h, w, 40) - 0.5) * (body > 0)
    img = _mixed(np.zeros((h, w, 3)) + ground, np.clip(deep, 0, 1) * 0.5, ground * 0.45)
    rings = np.clip(2.2 - np.abs(np.mod(deep, 11) - 5.5), 0, 1) * (deep > 1)
    img = _mixed(img, rings * 0.62, ground * 0.5 + 116) * (0.97 + 0.06 * art.noise(rng, h, w, 2.5))[..., None]
    art.paste(img, _picture(species, int(0.84 * s)), *mid[min(mid)], 0.7)
    return img.clip(0, 255).astype(np.uint8)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Round holes, a light hair line along the tiles' edges, satin varnish, cherry wood."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    (x, y), half, (top, side) = spec.cell_centre(*p.cells[0]), spec.cell / 2, STOCK(self, spec, p)
    c = np.float32([spec.cell_centre(*q) for q in p.cells])
    box, tex, raw = (*(c.min(0) - half), *(c.max(0) + half)), top[2][2]["tex"], side[2]
    if p.kind == "token":
        mesh, edge = geo.die_cut(Point(x, y).buffer(6.8, 24), 2.5, (x - 6.8, y - 6.8, x + 6.8, y + 6.8), 0.45)
        raw = ("espresso", "diffuse", {"rgb": (0.03, 0.016, 0.01)})
    elif p.kind == "squirrel":
        ring = carved(SQUIRREL, 0.186, x, y)
        mesh, edge = geo.die_cut(
            Polygon(ring).buffer(0.8).buffer(-1.4).buffer(0.7).simplify(0.04),
            5.5,
            (x - 10, y - 10, x + 10, y + 10),
            0.5,
        )
        rng = np.random.default_rng(p.art_seed)
        grain = 0.6 * art.noise(rng, 200, 200, 110, 6) + 0.4 * art.fbm(rng, 200, 200, 60, 12)
        tex = art.ramp(grain, [(112, 58, 36), (142, 80, 50), (168, 104, 68)]).clip(0, 255).astype(np.uint8)
        cv2.circle(tex, (48, 74), 5, (36, 18, 12), -1, cv2.LINE_AA)
        raw = ("cherry", "diffuse", {"rgb": (0.24, 0.09, 0.045)})
    else:
        leaf = p.kind == "leaf"
        outline = geo.tile_outline(
            spec, p.cells, p.hole if leaf else None, radius=1.6, hole_size=p.hole_size if leaf else 15.0, hole_power=2.0
        )
        mesh, edge = geo.die_cut(outline, ts.PIECE_T, box)
        band, rings = np.zeros(tex.shape[:2], np.uint8), [Polygon(outline.exterior).buffer(-0.9)]
        rings += [Polygon(ring).buffer(0.8) for ring in outline.interiors]
        for ring in (ring.exterior for ring in rings):
            _lines(band, [(np.float32(ring.coords) - [box[0], box[3]]) * [PX, -PX]], 3, True)
        ink = JEWELS[p.colour][2] if leaf else (200, 196, 214)
        tex = _mixed(tex.astype(np.float32), band / 255.0, ink).clip(0, 255).astype(np.uint8)
    look = (top[2][0], "card", {"tex": tex, "alpha": 0.26})
    self._mesh_cache[key] = [(p.kind, mesh, look), (f"{p.kind}side", edge, raw)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.07, 0.065, 0.09))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1313, rest=0.5)
