"""A Persian-miniature edition: flowering meadows between illuminated borders, gold, lapis and coral, everything small.

Areas are meadows of sage, sand-rose and pale lilac, strewn with flowering tufts and little rocks; spaces are parted by
thin gold lines between hairs of red, areas by illuminated bands of lapis with gold beads, the rim is lapis with gold
palmettes. Tiles carry spiral scrolls with leaves, buds and white blossoms: emerald (threes), saffron (fours), crimson
(fives), inside a gold line. Treasures lie in eight-pointed gold stars: mulberry, almond, morel, peacock's feather;
tokens are gold-ground discs with the same. Squirrels are painted wood, animals turquoise carpets with a woven beast.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
MEADOWS = (("a9b48a", "d8b493", "b4b0c4"), ("c8b078", "9fb4a4", "d6b0a4"), ("9cae9a", "c9bb92", "bfa9b4"))
GOLD, LAPIS, RED, INK, CREAM = map(tone_of, ("c99a3a", "1c2f78", "a03024", "2a1c1c", "f3e8d0"))
SCROLLS = {  # ground, stems, leaves, buds
    "green": ("0f6a4c", "d8b45a", "7cc48c 48a070", "f0e0b0 e0605c"),
    "orange": ("e2a02a", "8a4a12", "b86a1c fbe09c", "fff4dc c03c2c"),
    "red": ("a01c3c", "e0b060", "dc7c80 701028", "fbe8e0 3c8cb0"),
}
TUFTS = (
    "5d7c46 48 100 50 50 52 100;5d7c46 44 98 22 64 14 62 34 78;5d7c46 56 98 78 64 88 62 66 80;c8402f 50 34 15 15 0;"
    "f0c860 50 34 6 6 0;c8402f 16 56 10 10 0;c8402f 86 56 10 10 0",
    "4a6a50 48 100 36 40 40 40 52 100;4a6a50 52 100 66 46 70 46 56 100;4a6a50 50 100 10 84 4 74 30 80;4a6a50 50 100 90"
    " 84 96 74 70 80;f6eede 36 34 15 12 -20;d884a0 68 40 14 11 20;2c4a90 36 32 5 5 0;f0c860 68 40 5 5 0",
    "6a7440 50 100 20 50 24 48 54 98;6a7440 50 100 50 30 54 30 56 100;6a7440 52 100 84 52 80 48 48 96;3454a8 22 44 9 9"
    " 0;3454a8 51 24 11 11 0;3454a8 82 46 9 9 0;f6eede 51 24 4 4 0",
    "8a7c8c 4 96 12 60 34 44 50 62 66 34 92 58 98 96;b8a8b4 18 90 22 66 34 54 44 70 40 90;d0c4c4 60 88 62 52 72 46 80"
    " 64 78 90",
)
STAR = np.array([(np.cos(k * np.pi / 8), np.sin(k * np.pi / 8)) for k in range(16)]) * ([[1.0], [0.83]] * 8)
TREASURES = {
    "berry": "3f7a3c/4 50 30 54 2;4c8c48 50 24 26 6 6 14 22 32;3f7a3c 54 24 76 4 96 16 78 32;3a1030 34 42 14 13"
    " 0;5a1a48 62 42 14 13 0;6c2858 48 48 14 14 0;3a1030 30 60 13 13 0;5a1a48 66 60 13 13 0;6c2858 48 66 14 14"
    " 0;3a1030 38 80 12 12 0;5a1a48 58 80 12 12 0;6c2858 49 92 9 8 0;e0a8c8 44 43 4 4 0;e0a8c8 58 38 4 4 0;e0a8c8 44"
    " 61 4 4 0;e0a8c8 30 55 4 4 0;e0a8c8 55 76 4 4 0",
    "nut": "4c8c48/4 20 4 44 24;4c8c48 26 12 44 2 66 6 48 22;9a5e2c 50 14 78 40 80 72 50 100 20 72 22 40;c68c4c 46 26"
    " 62 46 60 72 44 88 32 68 32 44;6c3c18/2 50 20 38 50 44 92;6c3c18/2 52 20 56 56 52 94;6c3c18/2 56 22 70 52 62"
    " 86;f0d0a0 38 52 5 12 8",
    "mushroom": "8a6440 32 58 68 58 75 100 25 100;e4d2aa 37 60 63 60 69 96 31 96;c8b088/2 46 66 44 96;c8b088/2 56 66"
    " 58 96;8a6440 50 2 74 22 84 52 70 68 30 68 16 52 26 22;3c2818 40 22 8 9 0;3c2818 60 22 8 9 0;3c2818 30 42 8 9"
    " 0;3c2818 50 42 8 9 0;3c2818 70 42 8 9 0;3c2818 40 60 7 6 0;3c2818 60 60 7 6 0;d4b080/2 22 52 32 20 50 6",
    "feather": "2c7c6c 30 82 18 60 26 30 50 10 78 10 92 30 86 58 60 78;58ac7c 36 74 28 54 36 34 54 20 74 20 82 34 76 54"
    " 58 70;d0a040 58 42 19 19 0;2050a8 58 42 13 13 0;101c4c 58 44 7 7 0;7cc8dc 54 36 4 3 0;e8d8a0/4 4 100 44 58",
}
COATS = {
    "badger": {"m": "58585c", "p": "f3ead6", "c": "2c2a2c"},
    "fox": {"m": "cc6c2c", "p": "f6e6c8", "c": "6c2c14"},
    "hare": {"m": "b8925c", "p": "f3e4c8", "c": "6c4a2c"},
    "owl": {"m": "8c6844", "p": "e8d0a4", "c": "4a3020"},
    "heron": {"m": "7494b4", "p": "f0f0ea", "c": "24385c"},
}
EYES = {"k": "1a1210", "y": "e8b83c"}
ROOMS = (
    (3200, (("lamp", 2900, (180, 180), 1.0, 460.0, 1450.0, 0),)),
    (5000, (("window", 5600, (600, 560), 1.1, 1500.0, 1150.0, 260),)),
    (4000, (("window", 6000, (420, 480), 0.6, 1550.0, 990.0, 260), ("lamp", 3000, (180, 180), 0.7, -480.0, 1500.0, 0))),
)


def _line(img: Array, points: Any, tone: Any, wide: int, closed: bool = False) -> None:
    cv2.polylines(img, path_of(points), closed, np.asarray(tone).tolist(), wide, cv2.LINE_AA, 4)


def _gilded(rng: Rng, img: Array) -> Array:
    """Paint on burnished paper: soft mottling, flecks of gold."""
    h, w = img.shape[:2]
    img = img * (0.93 + 0.1 * art.fbm(rng, h, w, 90) + 0.05 * art.noise(rng, h, w, 3))[..., None]
    flecks = np.clip((art.noise(rng, h, w, 4) * art.noise(rng, h, w, 9) - 0.8) * 14, 0, 0.8)[..., None]
    return img * (1 - flecks) + GOLD * 1.1 * flecks


def _blossom(img: Array, x: float, y: float, r: float, tone: Any, heart: Any, turn: float = 0) -> None:
    for k in range(5):
        a = turn + k * 2 * np.pi / 5
        spot = np.round(np.array((x + 0.62 * r * np.cos(a), y + 0.62 * r * np.sin(a))) * 16).astype(int).tolist()
        cv2.circle(img, spot, round(0.46 * r * 16), np.asarray(tone).tolist(), -1, cv2.LINE_AA, 4)
    spot = np.round(np.array((x, y)) * 16).astype(int).tolist()
    cv2.circle(img, spot, round(0.34 * r * 16), np.asarray(heart).tolist(), -1, cv2.LINE_AA, 4)


def _blade(img: Array, at: Array, turn: float, long: float, tone: Any) -> None:
    """A split half-palmette: one side full, one side hollow."""
    t = np.linspace(0, 1, 14)
    upper, lower = 0.3 * np.sin(np.pi * t**0.8), 0.14 * np.sin(np.pi * t) - 0.1 * t**3
    ring = np.r_[np.c_[t, -upper], np.c_[t, lower][::-1]] * long
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    cv2.fillPoly(img, path_of(ring @ spin + at), np.asarray(tone).tolist(), cv2.LINE_AA, 4)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Spiral scrolls, one to a space but running into one another, every second one the other way round."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, stem, *rest = SCROLLS[colour]
    leaves, buds = ([tone_of(tone) for tone in words.split()] for words in rest)
    lay = np.full((h, w, 3), tone_of(ground), np.uint8)
    start = rng.uniform(0, 150, 2)
    for j, y in enumerate(np.arange(start[1] - 150, h + 150, 150)):
        for k, x in enumerate(np.arange(start[0] - 150, w + 150, 150)):
            way, first = (-1) ** (j + k), rng.uniform(0, 2 * np.pi)
            t = np.linspace(0, 3.6 * np.pi, 70)
            r = 12 + 76 * (t / t[-1]) ** 1.15
            path = np.c_[np.cos(first + way * t), np.sin(first + way * t)] * r[:, None] + (x, y)
            _line(lay, path, tone_of(stem), 5)
            for n in range(14, 69, 6):
                turn = first + way * (t[n] + np.pi / 2)
                side = 0.75 if n % 12 else -0.75
                _blade(lay, path[n], turn + way * side, 46 - 0.16 * n, leaves[n // 6 % 2])
            _blossom(lay, x, y, 27, buds[0], buds[1], first)
            _blossom(lay, *path[-1], 15, buds[1], buds[0], first)
    return _gilded(rng, lay.astype(np.float32)).clip(0, 255).astype(np.uint8)


def _star(kind: str, n: int) -> Array:
    """A treasure in its star, RGBA."""
    pic = np.zeros((n, n, 4), np.uint8)
    for size, tone in ((0.495, INK), (0.475, GOLD * 1.12), (0.42, LAPIS), (0.405, CREAM)):
        ring = STAR * size * n + n / 2
        cv2.fillPoly(pic, path_of(ring), (*tone.clip(0, 255).tolist(), 255), cv2.LINE_AA, 4)
    img = np.ascontiguousarray(pic[..., :3], np.float32)
    art.paste(img, drawn(TREASURES[kind], round(0.6 * n)), n / 2, n / 2)
    return np.dstack([img.clip(0, 255), pic[..., 3]]).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure, RGBA."""
    return _star(kind, round(size_mm * PX))


def _rim(img: Array, spec: Any) -> None:
    """Lapis with a row of gold palmettes, red and white blossoms between them, ruled in gold and red."""
    h, w = img.shape[:2]
    m = round(spec.margin * PX)
    img[:m] = img[-m:] = img[:, :m] = img[:, -m:] = LAPIS
    for side, long in enumerate((w, h, w, h)):
        count = round((long - 2 * m) / 100)
        for k in range(count + 1):
            d = m + (long - 2 * m) * k / count
            x, y = ((d, m / 2), (w - m / 2, d), (d, h - m / 2), (m / 2, d))[side]
            along = (0, np.pi / 2, 0, np.pi / 2)[side]
            for q in () if k % 2 else (-0.5, 0.5, np.pi - 0.5, np.pi + 0.5):
                _blade(img, np.array((x, y)), along + q, 44, GOLD)
            _blossom(img, x, y, *((13, RED * 1.3, GOLD), (17, CREAM, RED))[k % 2])
            if k < count:
                t = np.linspace(0, 1, 12)
                wave = np.c_[d + t * (long - 2 * m) / count, 15 * np.sin(np.pi * t) * (-1) ** k + m / 2]
                waves = (wave, wave[:, ::-1] * [-1, 1] + [w, 0], wave * [1, -1] + [0, h], wave[:, ::-1])
                _line(img, waves[side], GOLD, 3)
    for inset, tone, wide in ((8, GOLD, 6), (17, RED, 4), (m - 11, GOLD, 5)):
        cv2.rectangle(img, (inset, inset), (w - inset - 1, h - inset - 1), tone.tolist(), wide, cv2.LINE_AA)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Meadows, lines, bands, rim and treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img, tones = np.full((h, w, 3), CREAM, np.float32), MEADOWS[seed % len(MEADOWS)]
    tufts = [drawn(text, 64) for text in TUFTS]
    for a, (col, row) in enumerate(np.ndindex(spec.cols // spec.area_cols, spec.rows // spec.area_rows)):
        x, y = round(m + col * spec.area_cols * c), round(m + row * spec.area_rows * c)
        wide, high = round(spec.area_cols * c), round(spec.area_rows * c)
        lay = np.full((high, wide, 3), tone_of(tones[(a + row) % 3]), np.float32)
        lay *= (0.94 + 0.12 * art.fbm(rng, high, wide, 140))[..., None]
        for ty in np.arange(24, high, 52):
            for tx in np.arange(24 + 26 * (round(ty) // 52 % 2), wide, 62):
                kind = int(rng.choice(4, p=(0.32, 0.3, 0.28, 0.1)))
                sprite = art.rotate(tufts[kind], rng.normal(0, 8), rng.uniform(0.5, 0.92))
                art.paste(lay, sprite, tx + rng.normal(0, 7), ty + rng.normal(0, 7))
        img[y : y + high, x : x + wide] = lay
    img = np.ascontiguousarray(_gilded(rng, img), np.float32)
    for is_band, ends in grid_lines(spec):
        if not is_band:
            _line(img, ends, RED * 0.8, 9)
            _line(img, ends, GOLD * 1.16, 5)
    _rim(img, spec)
    for is_band, ends in grid_lines(spec):
        if is_band:
            for wide, tone in ((28, RED), (23, GOLD), (17, LAPIS)):
                _line(img, ends, tone, wide)
            for t in np.arange(0, 1, 20 / np.hypot(*(ends[1] - ends[0]))):
                spot = np.int32(ends[0] + t * (ends[1] - ends[0])).tolist()
                cv2.circle(img, spot, 4, (GOLD * 1.25).clip(0, 255).tolist(), -1, cv2.LINE_AA)
    for (col, row), kind in sorted(treasures.items()):
        art.paste(img, _star(kind, round(0.82 * c)), m + (col + 0.5) * c, m + (row + 0.5) * c, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Gold leaf, crumpled a little, in a lapis rim with white beads."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = art.ramp(art.fbm(rng, n, n, 26), [GOLD * 0.72, GOLD, GOLD * 1.3, tone_of("f6e2a0")]).astype(np.float32)
    cv2.circle(img, (n // 2, n // 2), round(0.47 * n), LAPIS.tolist(), 13, cv2.LINE_AA)
    for a in np.arange(24) * np.pi / 12:
        spot = (round(n / 2 + 0.465 * n * np.cos(a)), round(n / 2 + 0.465 * n * np.sin(a)))
        cv2.circle(img, spot, 2, CREAM.tolist(), -1, cv2.LINE_AA)
    art.paste(img, drawn(TREASURES[kind], round(0.64 * n)), n / 2, n / 2, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Painted wood with a coral saddlecloth's tone and gold spots."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    img = np.full((n, n, 3), tone_of("c0582c"), np.float32)
    inks = {"m": "c0582c", "p": "f3deb0", "c": "7c2c18", "k": "1a1010"}
    art.paste(img, drawn(SQUIRREL, round(0.925 * n), inks), n / 2, n / 2)
    return _gilded(rng, img).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A carpet: turquoise field with small blossoms, a coat through its spaces spotted in gold, the beast's head."""
    rng, (cover, spots), s = np.random.default_rng(seed), body_of(cells, cell_mm, 0.58), cell_mm * PX
    h, w = cover.shape
    img = np.full((h, w, 3), tone_of("3c98a0"), np.float32)
    for y in np.arange(16, h, 33):
        for x in np.arange(16 + 16 * (int(y) // 33 % 2), w, 33):
            _blossom(img, x, y, 8, CREAM, RED)
    inks = COATS[species]
    for grown, tone in ((cv2.dilate(cover, np.ones((9, 9))), INK), (cover, tone_of(inks["m"]))):
        img = np.ascontiguousarray(img * (1 - grown[..., None]) + tone * grown[..., None], np.float32)
    deep = cv2.erode(cover, np.ones((21, 21))) > 0.5
    for y in np.arange(20, h, 30):
        for x in np.arange(20 + 15 * (int(y) // 30 % 2), w, 34):
            if deep[int(y), int(x)]:
                _blade(img, np.array((x, y)), 0.9 + rng.normal(0, 0.2), 19, tone_of(inks["c"]))
    weave = 0.94 + 0.06 * np.sin(np.arange(h) * 1.6)[:, None] * np.sin(np.arange(w) * 1.6)
    img = np.ascontiguousarray(_gilded(rng, img * weave[..., None]), np.float32)
    art.paste(img, drawn(BEASTS[species], round(0.8 * s), inks | EYES), *spots[0], 0.4)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.62, 0.5, 0.32))
    brass, wood = (0.4, 0.26, 0.07), (0.4, 0.13, 0.06)
    cut = Cut(alpha=0.3, radius=1.6, line=((214.0, 168.0, 72.0), 7), token_edge=brass, wood_edge=wood)
    ts.TableScene._piece_meshes = pieces_of(cut)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1539, rest=0.5)
