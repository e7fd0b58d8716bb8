"""A spring edition: a meadow strewn with cherry petals, and leaves in colours no wood has: turquoise, violet, rose.

The board is painted grass in two heights: each space is a mown, lighter square with soft corners, between them the
grass stands tall and dark; areas are parted by cherry twigs in flower. Tiles are glossy painted leaves with fine pale
ribs and a few fallen blossoms: turquoise (threes), violet (fours), rose (fives), with a cream edge. Treasures are wild
strawberries, a hazelnut in its frill, a pink bonnet and a jay's feather on pale clearings; tokens are dark cherry bark
with the same picture. Squirrels are white, cut from wood; animals are pastel paintings in a ring of daisies.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from art_drawings import shrunk
from art_figures import grid_lines, parts_of, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, leaf_ring, pieces_of, strokes
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
TALL = np.stack([tone_of(tone) for tone in ("3c7438", "4c8a3e", "2f6434", "5c9a48", "447c48")])
MOWN = np.stack([tone_of(tone) for tone in ("8cba5c", "9cc86a", "80ae58", "a8d07a", "94c070")])
PETALS = ("f8d4e0", "fbe6ec", "f4bccf", "ffffff", "f6c8d8")
LEAVES = {  # leaves from stalk to tip, their ribs, the ground
    "green": ("0c8494 3cc4c4 14989c 64d8cc 0a7088 2caab4 2aa8a8 8ce4d8", "c8f4ea", "08525e"),
    "orange": ("5c3ca0 9a78d4 7048b4 b494e4 4c3290 8460c4 8660c0 c8aeec", "e8daf8", "34206a"),
    "red": ("c43c78 f088ac b02c6a e4688f d2548a f6a4c0 a0245c d8507e", "fcdce6", "701a44"),
}
FORMS = {
    "green": ("willow", "beech", "ginkgo"),
    "orange": ("hazel", "birch", "beech"),
    "red": ("maple", "oak", "birch"),
}
TREASURES = {
    "berry": "4c9a3c/4 52 2 38 24 30 34;4c9a3c/4 52 2 66 26 70 38;e03844 6 48 18 32 32 34 46 34 58 50 50 74 32 94 12 "
    "74;f0525a 44 54 58 38 72 38 86 40 98 54 88 78 72 98 54 80;5cb044 30 24 40 32 56 32 44 42 34 50 28 42 10 42 20 "
    "34;68bc4c 70 28 80 36 96 38 84 46 74 54 66 46 50 46 60 38;fff0b8 20 56 3 4 0;fff0b8 34 62 3 4 0;fff0b8 44 54 3 "
    "4 0;fff0b8 26 74 3 4 0;fff0b8 38 78 3 4 0;fff0b8 62 60 3 4 0;fff0b8 74 66 3 4 0;fff0b8 86 60 3 4 0;fff0b8 66 78 "
    "3 4 0;fff0b8 78 82 3 4 0",
    "nut": "7cae4c 2 30 16 18 22 2 36 14 50 0 62 14 78 2 84 18 98 30 90 50 96 66 70 60 30 60 4 66 10 50;a8743c 18 52 "
    "26 36 50 30 74 36 82 52 78 76 62 92 50 100 38 92 22 76;c48c4c 26 54 34 42 50 38 62 44 62 70 50 90 36 80;94c460 "
    "12 40 30 34 40 22 50 36 60 22 70 34 88 40 76 48 66 44 58 54 50 46 42 54 34 44 24 48;f6dcac 34 66 5 12 8",
    "mushroom": "fff6ea 40 44 60 44 66 96 34 96;e0c8c0 54 48 60 46 66 96 56 96;e889a6 2 56 12 34 28 14 50 2 72 14 88 "
    "34 98 56 76 62 50 64 24 62;f4aec2 16 42 30 20 50 9 54 24 34 36 26 54;b85a80 8 58 30 56 50 57 70 56 92 58 72 66 "
    "50 68 28 66;fff2f6 34 30 6 5 0;fff2f6 56 18 6 5 0;fff2f6 68 38 7 5 0;7cae4c 30 98 22 84 34 92 36 78 44 92 50 82 "
    "56 92 66 78 66 92 78 86 70 98",
    "feather": "f6f2ea 12 92 6 72 18 48 40 22 68 6 96 2 95 30 80 58 56 82 30 92;3c88d4 20 86 54 48 96 2 95 30 80 58 "
    "56 82 30 92;163c7c/4 42 62 56 82;163c7c/4 52 50 70 72;163c7c/4 62 40 82 58;163c7c/4 72 28 91 44;163c7c/4 82 18 "
    "96 28;8a7a6c/3 -2 104 26 76 60 42 95 4",
}
TWIG = ("6a4638", "8a6048", "b08a6c")
COATS = {"badger": "a8b0c4", "owl": "d0b494", "hare": "e0cca4", "fox": "f0b48c", "heron": "b4d0e0"}
HEADS = {
    "badger": ("7c8498", "f8f6f0", "4a5064"),
    "owl": ("b08a66", "faf0dc", "7c5c40"),
    "hare": ("c4a67c", "f8ecd8", "94764e"),
    "fox": ("e08850", "fff4e4", "a85a2c"),
    "heron": ("86aac4", "f4f8fa", "4c6c8c"),
}
MORNING = ("window", 5800, (700, 620), 1.25, 1450.0, 1300.0, 230)
PORCH = ("window", 7200, (820, 500), 1.0, 1250.0, 900.0, 260)
EVENING = ("lamp", 3300, (180, 180), 0.9, 520.0, 1450.0, 0)
ROOMS = ((5900, (MORNING,)), (6800, (PORCH,)), (3900, (EVENING, MORNING)))


@lru_cache(maxsize=64)
def _painted(text: str, n: int, inks: tuple[tuple[str, str], ...] = ()) -> Array:
    """A drawing as RGBA, each part swelling softly towards a light from the upper left."""
    s, names = 3 * n, dict(inks)
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8)
    for tone, wide, ring, closed in parts_of(text):
        mask, path = np.zeros((s, s), np.uint8), path_of(ring * s / 100)
        if wide:
            cv2.polylines(mask, path, closed, 255, max(1, round(wide * s / 100)), cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(mask, path, 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), s / 22).astype(np.float32) / 255
        slope = (cv2.Sobel(soft, -1, 1, 0) + cv2.Sobel(soft, -1, 0, 1)) * s / 60
        light = np.clip(1 + 0.55 * slope, 0.66, 1.28)[..., None]
        ink = tone_of(names.get(tone, tone))
        a = mask[..., None].astype(np.float32) / 255
        img = img * (1 - a) + np.clip(ink * light + 26 * np.clip(light - 1, 0, 1), 0, 255) * a
        alpha = np.maximum(alpha, mask)
    return shrunk(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), n)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure, RGBA."""
    return _painted(TREASURES[kind], round(size_mm * PX)).copy()


def _petal(rng: Rng, img: Array, at: Any, r: float, tone: str) -> None:
    """One petal, notched at its tip."""
    a = rng.uniform(0, 2 * np.pi)
    ring = np.float32([(-1, 0), (-0.4, -0.55), (0.5, -0.6), (1, -0.25), (0.78, 0), (1, 0.25), (0.5, 0.6), (-0.4, 0.55)])
    turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * r
    cv2.fillPoly(img, path_of(ring @ turn + at + np.float32((2, 3))), (60.0, 84.0, 60.0), cv2.LINE_AA, 4)
    cv2.fillPoly(img, path_of(ring @ turn + at), tone_of(tone).tolist(), cv2.LINE_AA, 4)


def _flower(rng: Rng, img: Array, at: Any, r: float, tone: str, petals: int = 5, heart: str = "e8a83c") -> None:
    """A blossom from above."""
    start = rng.uniform(0, 2 * np.pi)
    for shift, tint in ((2, tone_of(tone) * 0.55), (0, tone_of(tone))):
        for a in start + np.arange(petals) * 2 * np.pi / petals:
            spot = np.float32(at) + 0.58 * r * np.float32((np.cos(a), np.sin(a))) + shift
            axes = (max(1, round(0.5 * r)), max(1, round((0.4 if petals < 7 else 0.2) * r)))
            middle = (round(float(spot[0])), round(float(spot[1])))
            cv2.ellipse(img, middle, axes, np.degrees(a), 0, 360, tint.tolist(), -1, cv2.LINE_AA)
    middle = (round(float(at[0])), round(float(at[1])))
    cv2.circle(img, middle, max(2, round(0.24 * r)), tone_of(heart).tolist(), -1, cv2.LINE_AA)


def _grass(rng: Rng, h: int, w: int, tones: Array, long: tuple[float, float], dense: float) -> Array:
    """Blades of grass that lean with a slow wind."""
    lay = (tones.mean(0) * (0.86 + 0.2 * art.fbm(rng, h, w, 120))[..., None]).clip(0, 255).astype(np.uint8)
    strokes(rng, lay, int(h * w * dense), long, 3, tones, lambda x, y: -1.5 + 0.5 * np.sin(x / 190 + y / 260))
    return lay.astype(np.float32)


def _twig(rng: Rng, img: Array, ends: Array) -> None:
    """A cherry twig from crossing to crossing, with buds and blossoms."""
    way = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
    aside = np.array([-way[1], way[0]])
    t = np.linspace(0.02, 0.98, 16)
    sway = np.cumsum(rng.normal(0, 2, 16))
    sway -= np.linspace(sway[0], sway[-1], 16)
    path = ends[0] + t[:, None] * (ends[1] - ends[0]) + sway.clip(-6, 6)[:, None] * aside
    for shift, tone, wide in ((5, "24401e", 15), (0, TWIG[0], 14), (-2, TWIG[1], 9), (-4, TWIG[2], 3)):
        cv2.polylines(img, path_of(path + shift), False, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4)
    for k in range(1, 15, 2):
        side = rng.choice([-1, 1])
        tip = path[k] + way * rng.uniform(8, 20) + aside * side * rng.uniform(10, 20)
        cv2.line(img, *(tuple(map(int, p)) for p in (path[k], tip)), tone_of(TWIG[1]).tolist(), 4, cv2.LINE_AA)
        if rng.random() < 0.6:
            _flower(rng, img, tip, rng.uniform(14, 20), str(rng.choice(PETALS)), 5, "d86a8c")
        else:
            _petal(rng, img, tip, 8, "e88cac")


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Tall grass, mown squares, petals, twigs, clearings."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    tall, mown = _grass(rng, h, w, TALL, (16, 40), 1 / 90), _grass(rng, h, w, MOWN, (6, 16), 1 / 110)
    cover = np.zeros((h, w), np.uint8)
    for col, row in product(range(spec.cols), range(spec.rows)):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        turn = np.arange(64) * np.pi / 32
        ring = np.c_[np.cos(turn), np.sin(turn)]
        ring = np.sign(ring) * np.abs(ring) ** 0.3 * (c / 2 - 12) + (x, y) + rng.normal(0, 1.6, (64, 2))
        cv2.fillPoly(cover, [fixed(ring)], 255, cv2.LINE_AA, 4)
    a = cv2.GaussianBlur(cover, (0, 0), 2.5).astype(np.float32)[..., None] / 255
    img = np.ascontiguousarray(tall * (1 - a) + mown * a, np.float32)
    drift = art.fbm(rng, h, w, 260)
    for _ in range(1500):
        at = rng.uniform((0, 0), (w - 1, h - 1))
        if drift[int(at[1]), int(at[0])] > rng.uniform(0.4, 0.75):
            _petal(rng, img, at, rng.uniform(6, 10), str(rng.choice(PETALS)))
    for _ in range(60):
        at = rng.uniform((0, 0), (w, h))
        if rng.random() < 0.6:
            _flower(rng, img, at, rng.uniform(11, 15), "ffffff", 9, "f0c030")
        else:
            _flower(rng, img, at, rng.uniform(12, 18), str(rng.choice(PETALS)))
    for is_area, ends in grid_lines(spec):
        if is_area:
            pieces = round(np.hypot(*(ends[1] - ends[0])) / c)
            every = 3 if pieces % 3 == 0 else 4
            for k in range(0, pieces, every):
                _twig(rng, img, ends[0] + np.float64([[k], [min(k + every, pieces)]]) / pieces * (ends[1] - ends[0]))
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        n = round(0.84 * c)
        yy, xx = np.mgrid[:n, :n] / n - 0.5
        glow = np.clip(1.5 - 3.3 * np.hypot(xx, yy) + 0.25 * (art.noise(rng, n, n, 14) - 0.5), 0, 0.86)
        sand = np.dstack([np.broadcast_to(tone_of("f4efd6"), (n, n, 3)), glow * 255])
        art.paste(img, sand.astype(np.uint8), x, y)
        art.paste(img, art.rotate(icon(kind, 0, 0.68 * spec.cell), rng.uniform(-14, 14)), x, y, 0.45)
    return img.clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=64)
def _leaf(colour: str, form: str, variant: int) -> Array:
    """A leaf as RGBA, its tip up: a gradient, one half brighter, pale ribs, a gleam along the rim."""
    rng, n = np.random.default_rng([variant, *form.encode()]), 220
    tones, rib_tone, ground = LEAVES[colour]
    low, high = tones.split()[2 * variant : 2 * variant + 2]
    ring, ribs = leaf_ring(form, rng)
    mask, vein = np.zeros((2, n, n), np.uint8)
    cv2.fillPoly(mask, path_of((ring * 0.9 + 0.05) * n), 255, cv2.LINE_AA, 4)
    for k, rib in enumerate(ribs):
        cv2.polylines(
            vein, path_of((rib * 0.9 + 0.05) * n), False, 255, 4 if k in (0, len(ribs) - 1) else 2, cv2.LINE_AA, 4
        )
    t = np.linspace(1, 0, n)[:, None, None]
    img = tone_of(low) * (1 - t) + tone_of(high) * t + np.zeros((n, n, 3))
    img *= np.where(np.arange(n)[None, :, None] < n / 2, 1.06, 0.88)
    near = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    img += (tone_of(rib_tone) - img) * (0.5 * np.exp(-(((near - 7) / 3) ** 2)) * 0.5)[..., None]
    img += (tone_of(ground) - img) * np.clip(0.8 - near / 4, 0, 0.8)[..., None]
    a = vein[..., None].astype(np.float32) / 255
    img = img * (1 - 0.75 * a) + tone_of(rib_tone) * 0.75 * a
    return np.dstack([img, np.maximum(mask, vein * (np.arange(n) > n * 0.7)[:, None])]).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Painted leaves over each other with soft shadows, some fallen blossoms."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    img = np.ascontiguousarray(np.broadcast_to(tone_of(LEAVES[colour][2]), (h, w, 3)), np.float32)
    for apart, low, high in ((90, 0.6, 0.75), (84, 0.5, 0.72)):
        spots = [(x, y) for y in np.arange(0, h + 60, apart) for x in np.arange(0, w + 60, apart)]
        for k in rng.permutation(len(spots)):
            leaf = _leaf(colour, str(rng.choice(FORMS[colour])), int(rng.integers(4)))
            x, y = rng.normal(spots[k], 15)
            art.paste(img, art.rotate(leaf, rng.uniform(0, 360), rng.uniform(low, high)), x, y, 0.5)
    for _ in range(max(1, h * w // 26000)):
        at = rng.uniform((0, 0), (w, h))
        if rng.random() < 0.5:
            _petal(rng, img, at, rng.uniform(7, 10), "fdf0f4")
        else:
            _flower(rng, img, at, rng.uniform(13, 17), "fdf2f5", 5, "e0a040")
    return img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Cherry bark: dark, glossy, with pale pores across it, a thin rose ring."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = tone_of("4c2a26") * (0.8 + 0.4 * art.noise(rng, n, n, 70, 5))[..., None]
    img = np.ascontiguousarray(img, np.float32)
    for _ in range(16):
        x, y, r = rng.uniform(0, n), rng.uniform(0, n), rng.uniform(4, 13)
        cv2.line(img, (int(x - r), int(y)), (int(x + r), int(y)), tone_of("7c5448").tolist(), 2, cv2.LINE_AA)
    cv2.circle(img, (n // 2, n // 2), round(0.46 * n), tone_of("c88c98").tolist(), 2, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, 0.7 * d_mm), n / 2, n / 2, 0.7)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """White paint on wood, blue-grey in the shade, a rose nose and inner tail."""
    n = round(s_mm * PX)
    img = np.ascontiguousarray(np.broadcast_to(tone_of("f4f2ee"), (n, n, 3)), np.float32)
    inks = (("m", "f8f7f4"), ("p", "f6d8de"), ("c", "8a5a44"), ("k", "2a2030"))
    art.paste(img, _painted(SQUIRREL, round(0.925 * n), inks), n / 2, n / 2, 0.5)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A pastel body on a pale sky, daisies round it, the head on the first space."""
    rng, (body, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.6)
    h, w = body.shape
    sky = art.ramp(art.fbm(rng, h, w, 120), [tone_of(tone) for tone in ("dcecf4", "f0f0f4", "f8e8ee")])
    coat = (tone_of(COATS[species]) * np.ones((h, w, 1))).astype(np.uint8)
    strokes(rng, coat, h * w // 120, (8, 20), 3, tone_of(COATS[species])[None], lambda x, y: 0.5 + 0 * x)
    a = cv2.GaussianBlur(body, (0, 0), 1.5)[..., None]
    img = np.ascontiguousarray(sky * (1 - a) + coat * a, np.float32)
    for _ in range(h * w // 1100):
        at = rng.uniform((4, 4), (w - 4, h - 4))
        if body[int(at[1]), int(at[0])] < 0.1:
            _flower(rng, img, at, rng.uniform(9, 14), str(rng.choice(["ffffff", "f8d0dc", "fdf4c8"])), 7, "e8b03c")
    main, pale, cover = HEADS[species]
    inks = (("m", main), ("p", pale), ("c", cover), ("k", "2a2430"), ("y", "f0b840"))
    art.paste(img, _painted(BEASTS[species], round(0.84 * cell_mm * PX), inks), *spots[0], 0.4)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 2.0
    ts.EDGE.update(rgb=(0.74, 0.68, 0.58))
    cream = Cut(radius=2.2, alpha=0.26, line=((250, 244, 232), 6), token_mm=2.6, token_edge=(0.06, 0.03, 0.025),
                wooden=4.0, wood_edge=(0.78, 0.77, 0.74))  # fmt: skip
    ts.TableScene._piece_meshes = pieces_of(cream)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 417, rest=0.5)
