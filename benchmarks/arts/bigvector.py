"""A modern edition in flat vectors with large shapes: posters of hills, suns and leaves that run on across the spaces.

Each area of the board is a poster of two or three big flat shapes in spruce, petrol, sand or clay; spaces are parted by
small cream crosses at their corners alone, areas by cream gutters. Tiles carry leaves as large as two spaces, halved in
two tones: jade (threes), sunny yellow (fours), coral (fives). Treasures are flat: two cherries, an acorn, a parasol
mushroom, a fat feather; tokens are dark brown discs with the same in colour. Squirrels are painted orange figures,
animals plates of one deep colour with a geometric head and paws.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, pieces_of
from tablescene import art
from tablescene import scene as ts

PX, Array = art.PX, np.ndarray
CREAM, BROWN = "f2ead6", "3a271c"
TILES = {  # ground, then tones of leaves, two by two
    "green": "2a9068 1f7050 48b485 8fd0a0 176044",
    "orange": "f2b632 d8901c f8cf60 fbe29a c87a14",
    "red": "dc4a3c b03030 ee7058 f5a284 94242c",
}
POSTERS = (  # ground, then big shapes
    "24463c 2f5c4c 1b382f 4a7a5c",
    "2f6068 3d7a80 244c54 6a9a94",
    "d8c298 c8ac7c e6d6b4 b09468",
    "b4876a a07258 c69c80 8c5f48",
    "4a4658 5c586c 3a3646 76708a",
    "8a9a6a 76875a 9eae80 62744a",
)
TREASURES = {
    "berry": "3f7a4a 52 18 70 0 98 6 84 24;2e5a38/5 50 16 30 56;2e5a38/5 52 16 70 60;7a2048 29 70 25 25 0;a03060 71"
    " 74 24 24 0;d87aa0 21 61 7 7 0;e896b4 63 65 7 7 0",
    "nut": "c07a34 22 40 78 40 76 66 64 86 50 98 36 86 24 66;dca058 22 40 48 40 48 94 36 86 24 66;6a4026 14 40 16"
    " 22 34 10 66 10 84 22 86 40;8a5a38 14 40 16 22 34 10 48 10 48 40;6a4026/7 50 12 54 0",
    "mushroom": "f2e6c8 42 46 58 46 60 92 40 92;d8c6a0 51 46 58 46 60 92 51 92;f2e6c8 50 92 22 7 0;c8502c 2 52 12"
    " 22 36 4 64 4 88 22 98 52;e07448 2 52 12 22 36 4 48 4 48 52;f6e6d0 30 32 8 8 0;f6e6d0 68 24 7 7 0;f6e6d0"
    " 74 42 5 5 0",
    "feather": "3c78a0 14 88 16 56 34 26 66 6 96 2 94 34 74 64 44 84;78b0cc 14 88 16 56 34 26 66 6 96 2;f2ead6/4 2"
    " 100 88 10;f2ead6/3 32 68 24 46;f2ead6/3 46 54 42 26;f2ead6/3 40 60 66 66;f2ead6/3 56 44 82 48",
}
PLATES = {
    "badger": ("34505c", {"m": "4c4c54", "p": "f2ead6", "c": "26262c"}),
    "fox": ("2c5a58", {"m": "e0702c", "p": "f6e6cc", "c": "8c3a18"}),
    "hare": ("7a5070", {"m": "c8a888", "p": "eedcc4", "c": "7c5c48"}),
    "owl": ("5a5280", {"m": "8c6c58", "p": "ead2a4", "c": "4a3830"}),
    "heron": ("8a4a44", {"m": "8cb0c0", "p": "f2f0e6", "c": "2c4a60"}),
}
EYES = {"k": "1c1814", "y": "f0b030"}
SKY = ("window", 6000, (700, 550), 1.0, -1500.0, 1200.0, 200)
LAMP = ("lamp", 3200, (220, 220), 1.0, 380.0, 1450.0, 0)
ROOMS = ((3500, (LAMP,)), (5600, (SKY,)), (4300, (SKY, LAMP)))


def tones_of(text: str) -> list[tuple[float, ...]]:
    """Tones in hexadecimal as cv2 takes them."""
    return [tuple(tone_of(word).tolist()) for word in text.split()]


def _lens(length: float, wide: float, turn: float, at: Any, side: int = 0) -> Array:
    """A leaf of two arcs round a place, or one half of it (-1 or 1), in pixels."""
    t = np.linspace(0, np.pi, 40)
    upper = np.c_[-np.cos(t) * length / 2, np.sin(t) ** 0.9 * wide / 2]
    lower = (upper * [1, -1])[::-1]
    ring = upper if side > 0 else lower if side < 0 else np.concatenate([upper, lower])
    c, s = np.cos(turn), np.sin(turn)
    return ring @ np.float64([(c, s), (-s, c)]) + at


def _leaf(img: Array, tones: list[Any], vein: Any, size: float, turn: float, at: Any) -> None:
    """A large leaf in two halves with a stalk and three pairs of ribs."""
    for side, tone in ((-1, tones[0]), (1, tones[1])):
        cv2.fillPoly(img, [fixed(_lens(size, 0.56 * size, turn, at, side))], tone, cv2.LINE_AA, 4)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    beside = np.array([-ahead[1], ahead[0]])
    ends = [at - 0.64 * size * ahead, at + 0.34 * size * ahead]
    cv2.polylines(img, [fixed(ends)], False, vein, max(3, int(size / 42)), cv2.LINE_AA, 4)
    for f in (-0.26, -0.06, 0.14):
        for s in (-1, 1):
            a = at + f * size * ahead
            b = a + (0.17 - 0.2 * abs(f + 0.06)) * size * (0.8 * ahead + s * beside)
            cv2.polylines(img, [fixed([a, b])], False, vein, max(2, int(size / 60)), cv2.LINE_AA, 4)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Leaves as large as two spaces in rows, every second one turned, in two tones each."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    ground, *tones = tones_of(TILES[colour])
    img, lean = np.full((h, w, 3), ground, np.uint8), float(rng.choice([0.785, 2.356, 0.4, 1.2]))
    start, step = rng.uniform(0, 150, 2), float(rng.uniform(190, 230))
    for row, y in enumerate(np.arange(-150 + start[1] % step, h + 200, 0.72 * step)):
        for k, x in enumerate(np.arange(-200 + start[0] % step + 0.5 * step * (row % 2), w + 200, step)):
            pair = [tones[j] for j in ((0, 1), (1, 2), (3, 0))[int(rng.integers(3))]]
            turn = lean + (np.pi if (row + k) % 2 else 0) + rng.normal(0, 0.12)
            vein = tones_of(CREAM)[0] if rng.random() < 0.55 else ground
            _leaf(img, pair, vein, rng.uniform(0.86, 1.06) * step, turn, np.array((x, y)))
    return img


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A flat treasure, RGBA; all of a print run are alike."""
    return drawn(TREASURES[kind], int(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A dark brown disc with a thin paler ring and the treasure in colour."""
    n = int(d_mm * PX)
    img = np.full((n, n, 3), tone_of(BROWN), np.float32)
    cv2.circle(img, (n // 2, n // 2), int(0.45 * n), (104.0, 74.0, 54.0), 2, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, 0.66 * d_mm), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _poster(rng: Any, h: int, w: int, tones: list[Any]) -> Array:
    """An area: hills, a sun, an arch or one huge leaf, flat; a few small leaves and stones."""
    ground, second, third, fourth = tones
    img, kind = np.full((h, w, 3), ground, np.uint8), int(rng.integers(4))
    if kind == 0:
        cv2.circle(img, (int(rng.uniform(0.2, 0.8) * w), int(0.34 * h)), int(0.3 * w), fourth, -1, cv2.LINE_AA)
        for y, tone in ((0.42, second), (0.66, third)):
            spot = (int(rng.uniform(0.1, 0.9) * w), int((y + 0.62) * h))
            cv2.ellipse(img, spot, (int(0.95 * w), int(0.6 * h)), 0, 0, 360, tone, -1, cv2.LINE_AA)
    elif kind == 1:
        for share, tone in ((0.98, second), (0.72, third), (0.46, fourth), (0.2, ground)):
            spot = (w // 2, int(0.62 * h))
            cv2.circle(img, spot, int(share * w / 2), tone, -1, cv2.LINE_AA)
            cv2.rectangle(img, (spot[0] - int(share * w / 2), spot[1]), (spot[0] + int(share * w / 2), h), tone, -1)
    elif kind == 2:
        _leaf(img, [second, third], fourth, 0.98 * h, rng.uniform(1.1, 2.0), np.array((0.5 * w, 0.5 * h)))
        _leaf(img, [third, second], ground, 0.5 * h, rng.uniform(-0.4, 0.4), np.array((0.2 * w, 0.84 * h)))
    else:
        for k, tone in enumerate((second, third, fourth, second)):
            spot = np.array((w * (0.1 + 0.28 * k), h * (0.25 + 0.5 * (k % 2))))
            half = (int(0.24 * w), int(0.34 * h))
            cv2.ellipse(img, tuple(map(int, spot)), half, rng.uniform(-20, 20), 0, 360, tone, -1, cv2.LINE_AA)
    for _ in range(5):
        at, turn = rng.uniform(0.08, 0.92, 2) * (w, h), rng.uniform(0, 6.3)
        tone = (second, third, fourth)[int(rng.integers(3))]
        _leaf(img, [tone, tone], ground, rng.uniform(70, 130), turn, at)
    return img


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Posters with cream gutters, crosses at the corners of spaces, flat treasures on a cream dot's shadow."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    cream = tones_of(CREAM)[0]
    img, order = np.full((h, w, 3), cream, np.uint8), rng.permutation(len(POSTERS))
    for a, (r, q) in enumerate(np.ndindex(-(-spec.rows // spec.area_rows), -(-spec.cols // spec.area_cols))):
        x0, y0 = (round(m + v * c) for v in (q * spec.area_cols, r * spec.area_rows))
        x1, y1 = (
            round(m + v * c)
            for v in (min(spec.cols, (q + 1) * spec.area_cols), min(spec.rows, (r + 1) * spec.area_rows))
        )
        img[y0:y1, x0:x1] = _poster(rng, y1 - y0, x1 - x0, tones_of(POSTERS[order[a % len(order)]]))
        cv2.rectangle(img, (x0, y0), (x1, y1), cream, 11, cv2.LINE_AA)
    for x in range(1, spec.cols):
        for y in range(1, spec.rows):
            spot = np.array((m + x * c, m + y * c))
            for arm in ((25, 0), (0, 25)):
                cv2.polylines(img, [fixed([spot - arm, spot + arm])], False, cream, 5, cv2.LINE_AA, 4)
    out = img.astype(np.float32)
    for (col, row), kind in sorted(treasures.items()):
        at = (int(m + (col + 0.5) * c), int(m + (row + 0.5) * c))
        cv2.circle(out, at, int(0.39 * c), cream, -1, cv2.LINE_AA)
        art.paste(out, icon(kind, 0, 0.56 * spec.cell), *at)
    return out.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A figure in orange paint with a cream belly."""
    n = int(s_mm * PX)
    img = np.full((n, n, 3), tone_of("d8662a"), np.float32)
    inks = {"m": "d8662a", "p": "f4d8b0", "c": "a8481c", "k": "1c1410"}
    art.paste(img, drawn(SQUIRREL, int(0.925 * n), inks), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """One deep colour, a band of the coat through the spaces with stripes across, the head on the first."""
    ground, inks = PLATES[species]
    cover, spots = body_of(cells, cell_mm, 0.56)
    img = np.ones((*cover.shape, 3), np.float32) * tone_of(ground)
    img = np.ascontiguousarray(img * (1 - cover[..., None]) + tone_of(inks["m"]) * cover[..., None])
    for x, y in spots[1:]:
        for k, tone in ((-34, "c"), (0, "p"), (34, "c")):
            cv2.ellipse(img, (x + k, y), (14, 46), 0, -70, 70, tone_of(inks[tone]).tolist(), 9, cv2.LINE_AA)
    art.paste(img, drawn(BEASTS[species], int(0.84 * cell_mm * PX), inks | EYES), *spots[0])
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.6, 0.56, 0.48))
    ts.TableScene._piece_meshes = pieces_of(Cut(alpha=0.3, wood_edge=(0.5, 0.17, 0.05)))
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 472, rest=0.5)
