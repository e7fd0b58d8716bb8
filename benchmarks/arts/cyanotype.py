"""A sun-print edition: cyanotype photograms of ferns and grasses on brushed watercolour paper, all of the board blue.

The sensitiser was brushed on by hand and ends raggedly in the white rim; spaces are parted by thin ruled white lines
with a small cross at every corner, areas by a broad white one. Treasures are white photograms without any colour. Tiles
are toned prints, leaves lying over one another like X-rays: moss-green (threes), tea and amber (fours), madder gum
(fives). Tokens are discs of white paper with the treasure in blue; squirrels are pale birch with blue marks, animals
warm black-and-white silver prints.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BLUE = ["0c1c44", "143068", "2c5a9c", "86aed2", "dce6ec", "f4f3ee"]
SILVER = ["1a1818", "403c3a", "7c7672", "b8b2aa", "e8e2d8"]
TONED = {
    "green": ["12301e", "1e5230", "4c8a46", "a4c47c", "eaf0c4"],
    "orange": ["6a3206", "a85a0e", "dc9230", "f2c878", "fcf0d0"],
    "red": ["3a0818", "6e1230", "a83450", "dc8c98", "f8e0da"],
}
FORMS = {"green": ("hazel", "birch", "fern"), "orange": ("ginkgo", "beech", "willow"), "red": ("maple", "oak", "maple")}
# greys: how much light the part kept off the paper
TREASURES = {
    "berry": "e8e8e8 50 26 30 4 46 0 62 10;d0d0d0 52 26 74 4 90 8 72 24;ffffff/3 50 28 52 -2;f4f4f4 50 60 34 36 0;"
    "404040/2 30 38 42 46 56 40 70 46;404040/2 22 52 36 58 50 52 64 58 78 52;404040/2 20 68 34 74 50 68 66 74 80 68;"
    "404040/2 30 84 42 88 56 82 70 86;606060/2 42 36 42 46 36 58 36 74 42 88;606060/2 58 36 58 42 64 58 66 74 58 84",
    "nut": "f4f4f4 50 62 32 36 0;909090/2 50 30 36 60 42 92;909090/2 50 30 50 96;909090/2 50 30 64 60 58 92;d0d0d0 10"
    " 20 26 10 38 24 50 2 62 24 76 8 90 22 84 46 62 38 50 48 38 38 16 46;505050/2 50 8 50 40;505050/2 24 18 34 38;"
    "505050/2 76 18 66 38",
    "mushroom": "d8d8d8 40 44 60 44 66 98 34 98;ffffff 2 54 14 24 36 6 50 2 64 6 86 24 98 54 76 48 50 46 24 48;606060/2"
    " 50 48 50 10;606060/2 40 48 30 16;606060/2 60 48 70 16;606060/2 28 49 14 30;606060/2 72 49 86 30;ffffff 50 64 20"
    " 5 0;808080/2 46 70 44 96;808080/2 54 70 56 96",
    "feather": "dcdcdc 12 88 8 62 22 34 52 10 92 0 98 22 84 52 54 78 26 92;303030/3 8 62 30 68;303030/3 34 26 44 40;"
    "303030/2 74 62 58 56;404040/2 26 72 14 48;404040/2 44 52 32 32;404040/2 62 34 58 12;404040/2 52 78 40 62;404040/2"
    " 72 60 60 42;404040/2 88 42 78 24;ffffff/4 0 100 30 68 60 36 94 4",
}
ROOMS = (
    (5600, (("window", 6400, (640, 600), 1.2, 1500.0, 1200.0, 260),)),
    (3300, (("lamp", 2900, (180, 180), 1.0, 480.0, 1500.0, 0),)),
    (
        4500,
        (("window", 5900, (420, 480), 0.7, 1600.0, 1000.0, 260), ("lamp", 3300, (200, 200), 0.6, -500.0, 1600.0, 0)),
    ),
)


def _printed(rng: Rng, kept: Array, tones: list[str]) -> Array:
    """A print of how much light was kept off (0 to 1), on cold-pressed paper, with clouds of uneven wash."""
    h, w = kept.shape
    wash = 0.12 * (art.fbm(rng, h, w, 240) - 0.5) + 0.07 * (art.noise(rng, h, w, 3) - 0.5)
    return art.ramp(np.clip(kept + wash * (1.15 - kept), 0, 1), [tone_of(tone) for tone in tones])


def _lay(kept: Array, sprite: Array, x: float, y: float) -> None:
    """Lay a thing (n, n) on the paper: what two of them keep off adds up."""
    n, (h, w) = sprite.shape[0], kept.shape
    x0, y0 = round(x - n / 2), round(y - n / 2)
    a, b, c, d = max(0, y0), min(h, y0 + n), max(0, x0), min(w, x0 + n)
    if a < b and c < d:
        kept[a:b, c:d] = 1 - (1 - kept[a:b, c:d]) * (1 - sprite[a - y0 : b - y0, c - x0 : d - x0])


def _fern(rng: Rng) -> tuple[list[Array], list[Array]]:
    """Leaflets and stalk of a frond, its tip up, in a square of side 1."""
    bend, leaflets = rng.normal(0, 0.12), []
    t = np.linspace(0, 1, 22)
    stem = np.c_[0.5 + bend * t**2, 0.98 - 0.95 * t]
    for k, (x, y) in enumerate(stem[4:-1]):
        long = 0.36 * np.sin(np.pi * (0.16 + 0.84 * k / 17)) ** 0.8 + 0.02
        for side in (-1, 1):
            tip = np.array([x + side * long, y - 0.35 * long])
            u, v = (np.array([x, y]) + tip) / 2
            leaflets.append(np.array([(x, y + 0.012), (u, v + 0.018), tip, (u, v - 0.022), (x, y - 0.012)]))
    return leaflets, [stem]


def _leaf(rng: Rng, form: str, n: int, depth: float) -> Array:
    """A leaf as the sun sees it: its blade lets some light through, its ribs none; (n, n), 0 to 1."""
    z, angle = 2 * n, rng.uniform(0, 2 * np.pi)
    rings, ribs = _fern(rng) if form == "fern" else (lambda ring, lines: ([ring], lines))(*leaf_ring(form, rng))
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))]) * 0.68
    blade, veins = np.zeros((z, z), np.uint8), np.zeros((z, z), np.uint8)
    for ring in rings:
        cv2.fillPoly(blade, path_of(((ring - 0.5) @ turn + 0.5) * z), 255, cv2.LINE_AA, 4)
    for k, rib in enumerate(ribs):
        wide = max(2, z // (70 if k in (0, len(ribs) - 1) else 130))
        cv2.polylines(veins, path_of(((rib - 0.5) @ turn + 0.5) * z), False, 255, wide, cv2.LINE_AA, 4)
    lit = blade / 255.0 * depth * (0.75 + 0.5 * art.fbm(rng, z, z, z / 4))
    rim = cv2.morphologyEx(blade, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)) / 255.0
    lit = np.maximum(lit, np.maximum(veins / 255.0 * min(1, depth + 0.3), rim * min(1, depth + 0.2)))
    soft = cv2.GaussianBlur(lit.astype(np.float32), (0, 0), rng.uniform(0.8, 3.2))
    return np.clip(cv2.resize(soft, (n, n), interpolation=cv2.INTER_AREA), 0, 1)


def _sign(kind: str, n: int) -> tuple[Array, Array]:
    """How much light a treasure keeps off, and where it lies, both (n, n)."""
    pic = drawn(TREASURES[kind], n).astype(np.float32) / 255
    return pic[..., 0], pic[..., 3]


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure as a white photogram, RGBA."""
    kept, cover = _sign(kind, round(size_mm * PX))
    tones = [tone_of(tone) for tone in BLUE]
    return np.dstack([art.ramp(kept, tones), cover * 255]).clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Plants on brushed paper, ruled lines, treasures; all of it one exposure."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    kept = np.full((h, w), 0.12, np.float32)
    for _ in range(64):
        form = str(rng.choice(["fern", "fern", "fern", "willow", "birch", "oak"]))
        size = int(rng.uniform(420, 760) if form == "fern" else rng.uniform(150, 260))
        _lay(kept, _leaf(rng, form, size, rng.uniform(0.1, 0.36)), rng.uniform(0, w), rng.uniform(0, h))
    kept = cv2.GaussianBlur(kept, (0, 0), 1.2) * 0.8
    for wide, ends in grid_lines(spec):
        line = cv2.polylines(np.zeros((h, w), np.uint8), path_of(ends), False, 255, 13 if wide else 4, cv2.LINE_AA, 4)
        kept = np.maximum(kept, line / 255.0 * (0.92 if wide else 0.7))
    for col, row in np.ndindex(spec.cols + 1, spec.rows + 1):
        x, y = round(m + col * c), round(m + row * c)
        for dx, dy in ((16, 0), (0, 16)):
            cv2.line(kept, (x - dx, y - dy), (x + dx, y + dy), 0.95, 5, cv2.LINE_AA)
    for (col, row), kind in sorted(treasures.items()):
        light, cover = _sign(kind, round(0.66 * c))
        n = cover.shape[0]
        x, y = round(m + (col + 0.5) * c - n / 2), round(m + (row + 0.5) * c - n / 2)
        halo = cv2.GaussianBlur(cover, (0, 0), 9)
        there = kept[y : y + n, x : x + n] * (1 - 0.8 * halo)
        kept[y : y + n, x : x + n] = there * (1 - cover) + light * cover
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    bristles = 70 * (art.noise(rng, h, w, 160, 5) - 0.4) + 30 * (art.noise(rng, h, w, 70, 12) - 0.5)
    across, along = np.minimum(xx, w - xx) - 26 - bristles, np.minimum(yy, h - yy) - 30 - 0.3 * bristles
    brushed = np.clip(np.minimum(across, along) / 10 + 0.5, 0, 1)
    brushed = np.where((np.minimum(xx, w - xx) > m - 12) & (np.minimum(yy, h - yy) > m - 12), 1, brushed)
    kept = 1 - (1 - kept) * cv2.GaussianBlur(brushed.astype(np.float32), (0, 0), 1)
    return _printed(rng, kept, BLUE).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A toned print of leaves that lie over one another."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    kept = np.full((h, w), 0.14, np.float32)
    for y in np.arange(30, h + 60, 105):
        for x in np.arange(30, w + 60, 105):
            sprite = _leaf(rng, str(rng.choice(FORMS[colour])), int(rng.uniform(190, 290)), rng.uniform(0.25, 0.6))
            _lay(kept, sprite, *rng.normal((x, y), 20))
    return _printed(rng, kept, TONED[colour]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """White paper, the treasure in blue, a thin blue ring."""
    rng, n, k = np.random.default_rng(seed), round(d_mm * PX), round(d_mm * PX * 0.66)
    light, cover = _sign(kind, k)
    kept = np.full((n, n), 0.96, np.float32)
    cv2.circle(kept, (n // 2, n // 2), int(0.44 * n), 0.3, 4, cv2.LINE_AA)
    o = (n - k) // 2
    kept[o : o + k, o : o + k] = kept[o : o + k, o : o + k] * (1 - cover) + (1.12 - light).clip(0, 0.9) * cover
    return _printed(rng, kept, BLUE).clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Birch with marks in blue."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    img = tone_of("e4d2b0") * (0.9 + 0.16 * art.fbm(rng, n, n, 90, 5))[..., None]
    inks = {"m": "dcc69c", "p": "3c68a8", "c": "2c5a9c", "k": "0c1c44"}
    art.paste(img, drawn(SQUIRREL, round(0.9 * n), inks), n / 2, n / 2)
    return (img * (0.92 + 0.12 * art.noise(rng, n, n, 4))[..., None]).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A silver print: the beast's body in soft light on a dark ground, its head sharp."""
    rng, (cover, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.6)
    h, w = cover.shape
    kept = 0.2 + 0.18 * art.fbm(rng, h, w, 120)
    fur = 0.5 + 0.3 * art.noise(rng, h, w, 4, 14) + 0.2 * art.fbm(rng, h, w, 60)
    soft = cv2.GaussianBlur(cover, (0, 0), 7)
    kept = kept * (1 - soft) + fur * soft * (0.75 if species == "badger" else 0.9)
    cv2.rectangle(kept, (12, 12), (w - 13, h - 13), 0.9, 3, cv2.LINE_AA)
    img = _printed(rng, kept.astype(np.float32), SILVER).astype(np.float32)
    greys = {"m": "8c867e", "p": "f0ebe2", "c": "2c2a28", "k": "121010", "y": "c8c2b8"}
    art.paste(img, drawn(BEASTS[species], round(0.8 * cell_mm * PX), greys), *spots[0], 0.6)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.72, 0.7, 0.64))
    white = (0.7, 0.68, 0.62)
    ts.TableScene._piece_meshes = pieces_of(Cut(alpha=0.5, radius=1.0, token_edge=white, wood_edge=(0.55, 0.44, 0.28)))
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1842, rest=0.4)
