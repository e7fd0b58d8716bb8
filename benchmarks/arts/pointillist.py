"""A pointillist edition: everything is set in dabs of pure colour, no line and no even tone anywhere.

The board is a river bank, a pink evening or a dusky meadow in thousands of dots on primed canvas, light and shade
wander over it; spaces are parted by a string of cream and navy dots by turns, areas by three rows, orange between navy,
the rim is a dark painted frame with red and green flecks. Tiles are big leaves in dots over a ground of the opposite
colour: emerald on violet (threes), chrome yellow on russet (fours), vermilion on wine (fives). Treasures stand in a
halo of pale dots; tokens are plum discs with the same. Squirrels and animals are dotted as well.
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
BANKS = (
    ["34508c", "5478b0", "86a8cc", "c0d0d4", "efe2c4"],
    ["745488", "a8749c", "d89c9c", "eec8a0", "f6e6c4"],
    ["2c4658", "48686c", "789070", "b0b080", "e4d8a0"],
)
TILES = {  # ground, leaves from shade to light
    "green": ("3c2c6c", ["0c6844", "1c9454", "58bc60", "b4dc7c"]),
    "orange": ("7c3a1c", ["d07c14", "eca41c", "f8c83c", "fcec94"]),
    "red": ("4c1038", ["a81830", "d83434", "f0603c", "f8a880"]),
}
FORMS = {"green": ("hazel", "beech"), "orange": ("ginkgo", "birch"), "red": ("maple", "oak")}
CREAM, NAVY, FLAME = map(tone_of, ("fbf2d8", "1c2450", "e87020"))
TREASURES = {
    "berry": "3c9048 50 32 20 16 6 26 26 44;58b050 50 32 66 6 92 10 78 36;5c2c94 32 56 22 21 0;7440b0 68 54 22 21 0;"
    "4c2484 50 78 22 20 0;c8a8ec 26 50 7 6 0;c8a8ec 62 48 7 6 0;c8a8ec 44 72 7 6 0",
    "nut": "5c3820 44 0 56 0 56 18 44 18;7c4c24 4 48 8 26 32 10 68 10 92 26 96 48;a86c30 14 40 32 18 54 18 40 40;d08c34"
    " 16 50 84 50 78 80 50 102 22 80;f4c470 26 54 46 54 42 84 30 74",
    "mushroom": "ecdcb8 34 50 66 50 74 100 26 100;b8a8c8 54 54 66 54 72 98 58 98;c82c28 -2 58 6 28 28 6 50 2 72 6 94 28"
    " 102 58;f06040 10 46 22 22 44 12 58 16 34 32 24 50;fff4e0 30 30 10 9 0;fff4e0 60 22 10 9 0;fff4e0 80 44 9 8 0",
    "feather": "1c6894 14 90 8 60 26 28 58 6 98 -2 96 34 76 64 52 86;58b4cc 14 90 8 60 26 28 58 6 98 -2 60"
    " 40;f4ecd0/8 0 104 92 8",
}
COATS = {
    "badger": ("a8b4d0", {"m": "505068", "p": "f4f0e0", "c": "24243c"}),
    "fox": ("94c0b4", {"m": "d86c28", "p": "f8e8c4", "c": "802c18"}),
    "hare": ("c4b4dc", {"m": "ac8454", "p": "f4e0bc", "c": "744c2c"}),
    "owl": ("a4b8dc", {"m": "886444", "p": "ecd09c", "c": "503424"}),
    "heron": ("e8c8a4", {"m": "5c84b8", "p": "f0f2ee", "c": "243468"}),
}
EYES = {"k": "141020", "y": "f0bc3c"}
ROOMS = (
    (5200, (("window", 5800, (640, 600), 1.1, 1500.0, 1200.0, 260),)),
    (3300, (("lamp", 3000, (170, 170), 1.0, 500.0, 1500.0, 0),)),
    (
        4300,
        (("window", 6100, (420, 480), 0.6, 1550.0, 1000.0, 260), ("lamp", 3200, (190, 190), 0.7, -480.0, 1550.0, 0)),
    ),
)


def _dot(img: Array, x: float, y: float, r: float, tone: Array) -> None:
    """A dab with a shade below it and a light on top, as thick paint has."""
    at = (round(x * 8), round(y * 8))
    cv2.circle(img, (at[0] + 6, at[1] + 8), round(r * 8), (tone * 0.72).clip(0, 255).tolist(), -1, cv2.LINE_AA, 3)
    cv2.circle(img, at, round(r * 8), tone.clip(0, 255).tolist(), -1, cv2.LINE_AA, 3)


def _dabbed(rng: Rng, img: Array, aim: Array, cover: Array | None, apart: float, r: float, off: float = 0.13) -> None:
    """Dab what a picture aims at onto an 8-bit one: hues jump about, some dots are of the opposite colour."""
    h, w = img.shape[:2]
    grid = np.stack(np.meshgrid(np.arange(0, w + apart, apart), np.arange(0, h + apart, apart)), -1).reshape(-1, 2)
    spots = grid + rng.uniform(-0.62, 0.62, grid.shape) * apart
    rng.shuffle(spots)
    inside = (spots >= 0).all(1) & (spots[:, 0] < w) & (spots[:, 1] < h)
    spots = spots[inside]
    x, y = spots[:, 0].astype(int), spots[:, 1].astype(int)
    if cover is not None:
        on = cover[y, x] > 0.5
        spots, x, y = spots[on], x[on], y[on]
    tones = np.asarray(aim)[y, x].astype(np.float32)
    grey = tones.mean(1, keepdims=True)
    tones = grey + (tones - grey) * rng.uniform(1.05, 1.65, (len(tones), 1))
    tones = tones * rng.uniform(0.82, 1.18, (len(tones), 1)) + rng.normal(0, 15, tones.shape)
    other = rng.random(len(tones)) < off
    tones[other] = 0.35 * tones[other] + 0.65 * (1.9 * grey[other] - 0.95 * tones[other]).clip(0, 255)
    for (px, py), tone, size in zip(spots, tones.clip(4, 252), r * rng.uniform(0.72, 1.22, len(tones)), strict=True):
        _dot(img, px, py, size, tone)


def _treasure(rng: Rng, img: Array, kind: str, x: float, y: float, n: int) -> None:
    """A treasure in small dots with a dotted contour, n pixels large, round a place of an 8-bit picture."""
    pic = drawn(TREASURES[kind], n)
    a, b = round(y - n / 2), round(x - n / 2)
    there = img[a : a + n, b : b + n]
    cover = pic[..., 3] / 255.0
    there[:] = there * (1 - cover[..., None]) + pic[..., :3] * 0.8 * cover[..., None]
    _dabbed(rng, there, pic[..., :3], cover, 4.6, 2.9, 0.06)
    for ring in cv2.findContours(pic[..., 3] // 128, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        for px, py in ring[::5, 0]:
            _dot(img, b + px, a + py, 2.3, NAVY)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure before it is dabbed, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX))


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """The landscape, strings of dots, the frame, treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    tones = [tone_of(tone) for tone in BANKS[seed % len(BANKS)]]
    bands = 0.75 * art.fbm(rng, h, w, 620, 200, 4) + 0.25 * art.fbm(rng, h, w, 150)
    aim = art.ramp(np.clip((bands - 0.5) * 2.1 + 0.52, 0, 1), tones)
    y, x = np.mgrid[:h, :w].astype(np.float32)
    near = np.minimum(np.minimum(x, w - x), np.minimum(y, h - y))
    aim = np.where((near < m - 20)[..., None], tone_of("26305c"), aim)
    img = (0.5 * aim + 0.5 * tone_of("e8e0cc")).clip(0, 255).astype(np.uint8)
    _dabbed(rng, img, aim, None, 13, 8.8)
    _dabbed(rng, img, aim, None, 17, 6.4, 0.2)
    flecks = np.where((art.noise(rng, h, w, 90) > 0.5)[..., None], tone_of("b83c34"), tone_of("3c8c5c"))
    _dabbed(rng, img, flecks, (near < m - 26) * 1.0, 22, 4.6)
    for inset in (10, round(m) - 22):
        ring = [(t, inset) for t in range(inset, w - inset, 13)] + [(w - inset, t) for t in range(inset, h - inset, 13)]
        ring += [(t, h - inset) for t in range(w - inset, inset, -13)] + [
            (inset, t) for t in range(h - inset, inset, -13)
        ]
        for px, py in ring:
            _dot(img, px + rng.normal(0, 0.7), py + rng.normal(0, 0.7), 5, tone_of("e0a84c") * rng.uniform(0.85, 1.1))
    for is_area, ends in grid_lines(spec):
        long = np.hypot(*(ends[1] - ends[0]))
        along = (ends[1] - ends[0]) / long
        rows = ((0, FLAME, 5.6), (-11, NAVY, 4.8), (11, NAVY, 4.8)) if is_area else ((0, CREAM, 4.8),)
        for aside, tone, r in rows:
            for k in range(round(long / 12.5) + 1):
                px, py = ends[0] + along * k * long / round(long / 12.5) + aside * along[::-1] + rng.normal(0, 0.8, 2)
                dab = NAVY if not is_area and k % 2 else tone
                _dot(img, px, py, r * (0.88 if dab is NAVY else 1), dab * rng.uniform(0.9, 1.08) + rng.normal(0, 6, 3))
    for (col, row), kind in sorted(treasures.items()):
        px, py = m + (col + 0.5) * c, m + (row + 0.5) * c
        halo = (np.hypot(x - px, y - py) < 0.4 * c) * 1.0
        _dabbed(rng, img, np.broadcast_to(tone_of("f6ead0"), (h, w, 3)), halo, 6.5, 4.6, 0.05)
        _treasure(rng, img, kind, px, py, round(0.62 * c))
    return img


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Big leaves, lit from one side, over the opposite colour."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, tones = tone_of(TILES[colour][0]), [tone_of(tone) for tone in TILES[colour][1]]
    aim = np.full((h, w, 3), ground, np.float32)
    aim *= (0.8 + 0.5 * art.fbm(rng, h, w, 90))[..., None]
    aim = np.ascontiguousarray(aim)
    for y in np.arange(10, h + 60, 112):
        for x in np.arange(10 + 56 * (int(y) // 112 % 2), w + 60, 112):
            ring, ribs = leaf_ring(FORMS[colour][int(rng.random() < 0.35)], rng)
            a, size = rng.uniform(0, 2 * np.pi), rng.uniform(138, 172)
            turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
            at, shade = rng.normal((x, y), 10), int(rng.integers(0, 3))
            cv2.fillPoly(aim, path_of((ring - 0.5) @ turn + at + 7), (ground * 0.6).tolist(), cv2.LINE_AA, 4)
            cv2.fillPoly(aim, path_of((ring - 0.5) @ turn + at), tones[shade].tolist(), cv2.LINE_AA, 4)
            lit = np.where(ring[:, :1] < 0.5, ring, [0.5, 0.5] + (ring - 0.5) * [0, 1])
            cv2.fillPoly(aim, path_of((lit - 0.5) @ turn + at), tones[shade + 1].tolist(), cv2.LINE_AA, 4)
            rib = tones[3] if shade < 2 else tones[0]
            cv2.polylines(aim, path_of((ribs[0] - 0.5) @ turn + at), False, rib.tolist(), 6, cv2.LINE_AA, 4)
    img = (0.75 * aim).clip(0, 255).astype(np.uint8)
    _dabbed(rng, img, aim, None, 9.5, 6.2, 0.08)
    _dabbed(rng, img, aim, None, 11, 4.6, 0.06)
    return img


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Plum dots, a ring of gold ones, the treasure in a pale halo."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    aim = np.full((n, n, 3), tone_of("4c2848"), np.float32)
    img = (0.7 * aim).astype(np.uint8)
    _dabbed(rng, img, aim, None, 6, 4.2)
    for a in np.linspace(0, 2 * np.pi, 33)[:-1]:
        _dot(img, n / 2 + 0.445 * n * np.cos(a), n / 2 + 0.445 * n * np.sin(a), 3, tone_of("e8b050"))
    y, x = np.mgrid[:n, :n] - n / 2
    _dabbed(rng, img, np.broadcast_to(CREAM, (n, n, 3)), (np.hypot(x, y) < 0.37 * n) * 1.0, 5, 3.8, 0.05)
    _treasure(rng, img, kind, n / 2, n / 2, round(0.54 * n))
    return img


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Rust and orange dots, a cream belly, shade in blue."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    aim = np.full((n, n, 3), tone_of("c05c28"), np.float32)
    art.paste(
        aim,
        drawn(SQUIRREL, round(0.925 * n), {"m": "c85c24", "p": "f8e0b0", "c": "6c3448", "k": "141020"}),
        n / 2,
        n / 2,
    )
    img = (0.8 * aim).clip(0, 255).astype(np.uint8)
    _dabbed(rng, img, aim, None, 6, 4, 0.1)
    return img


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A pale plate in dots, the body through its spaces, the head in finer ones."""
    rng, (cover, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.58)
    (h, w), s, (ground, inks) = cover.shape, cell_mm * PX, COATS[species]
    soft = (cover > 0.5)[..., None]
    coat = art.ramp(art.fbm(rng, h, w, 50), [tone_of(inks["c"]), tone_of(inks["m"]), tone_of(inks["m"]) * 1.3])
    aim = np.where(soft, coat, tone_of(ground) * (0.9 + 0.2 * art.fbm(rng, h, w, 90))[..., None])
    img = (0.8 * aim).clip(0, 255).astype(np.uint8)
    _dabbed(rng, img, aim, None, 8, 5.2)
    _dabbed(rng, img, aim, None, 10, 3.8)
    n = round(0.84 * s)
    pic = drawn(BEASTS[species], n, inks | EYES)
    a, b = (max(0, round(spots[0][k] - n / 2)) for k in (1, 0))
    there, head = img[a : a + n, b : b + n], pic[..., 3:] / 255.0
    there[:] = there * (1 - head) + pic[..., :3] * 0.85 * head
    _dabbed(rng, there, pic[..., :3], head[..., 0], 5, 3, 0.04)
    return img


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.5, 0.44, 0.34))
    cut = Cut(alpha=0.4, radius=2.0, token_edge=(0.07, 0.02, 0.05), wood_edge=(0.4, 0.14, 0.05))
    ts.TableScene._piece_meshes = pieces_of(cut)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1886, rest=0.4)
