"""A scrapbook edition: torn papers, cut-out photographs, washi tape, stitches and stamps, glued on one another.

The board is a collage of torn sheets (kraft, graph, music, map, newsprint, gingham) under a white wash; spaces are sewn
with running stitches of white thread, areas are parted by washi tape, each strip with a pattern of its own. Tiles are
photographs of leaves cut out with a white rim and glued in layers on tinted card: green (threes), amber (fours), russet
(fives). Treasures are paper cut-outs with a white rim and a shadow, stuck on a round label; tokens are kraft discs on
which the same cut-out is printed over a white flash, with a stamped ring. Squirrels are cut from a furry photograph on
gingham; animals are torn silhouettes of patterned paper in their own colours.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, parts_of, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
KRAFT, WHITE = tone_of("b08c62"), tone_of("f8f5ee")
PHOTOS = {  # ramps of a photograph's tones, and the card below
    "green": (("1e3a18", "3c6a28", "6c9a40", "b4cc78"), ("16362c", "2e6650", "5c9878", "a0ccac"), "48703c"),
    "orange": (("6c3c0c", "b87818", "e4aa34", "f8dc88"), ("74420c", "cc8a20", "f0c048", "fbe8a8"), "b87c24"),
    "red": (("4a1010", "8c2420", "c04a34", "ec9a78"), ("501424", "982838", "cc5058", "f0a8a0"), "7c2a24"),
}
FORMS = {"green": ("hazel", "beech", "birch"), "orange": ("ginkgo", "oak", "hazel"), "red": ("maple", "maple", "oak")}
TREASURES = {
    "berry": "4c7a3c 48 30 20 26 4 6 32 8 50 26;5e9048 52 28 62 6 92 2 84 24 60 32;3c3a6e 30 52 22 22 0;4a4884 70 50 "
    "22 22 0;343060 52 78 22 21 0;8c8ac4 24 45 9 6 -30;8c8ac4 64 43 9 6 -30;8c8ac4 46 71 9 6 -30;24204a 34 58 5 4 "
    "0;24204a 74 57 5 4 0;24204a 56 85 5 4 0",
    "nut": "9a6434 16 44 84 44 84 70 66 90 50 100 34 90 16 70;c08a50 24 48 46 48 42 90 28 78;6e4a2c 4 48 6 30 26 12 "
    "74 12 94 30 96 48;8c6440/3 10 42 22 22;8c6440/3 26 44 42 16;8c6440/3 44 44 60 16;8c6440/3 62 44 78 18;8c6440/3 "
    "80 44 90 30;6e4a2c 44 0 56 0 56 16 44 16",
    "mushroom": "efe2c8 36 50 64 50 72 98 28 98;d4c2a0 54 52 64 52 72 98 58 98;b8402e 0 58 6 30 28 8 50 4 72 8 94 30 "
    "100 58 50 66;d46048 10 44 24 22 46 12 44 26 26 38;faf2e2 28 36 9 9 0;faf2e2 58 24 10 9 0;faf2e2 76 46 9 8 "
    "0;faf2e2 46 50 7 6 0",
    "feather": "5a7c8c 10 92 6 74 14 62 24 58 20 46 38 26 64 8 96 3 95 28 84 46 74 52 74 60 52 82 30 92;8cacb8 10 92 "
    "6 74 14 62 24 58 20 46 38 26 64 8 96 3 52 50;2e4450/3 66 10 84 20;2e4450/3 88 38 70 30;2e4450/3 42 28 56 "
    "42;2e4450/3 74 52 58 48;f4ead4/4 -2 104 28 74 60 42 92 6",
}
PAPERS = ("kraft", "graph", "music", "map", "news", "gingham", "dots", "ledger")
TAPES = ("e8a0a0", "8cc0b8", "f0d080", "a8b4dc", "d8b0cc", "b8cc8c")
COATS = {"badger": "5c6470", "owl": "8a6a4c", "hare": "c8a880", "fox": "c4683c", "heron": "6c94ac"}
DESK = ("lamp", 3600, (150, 150), 1.0, 520.0, 1350.0, 0)
LOFT = ("window", 6100, (640, 640), 1.2, 1400.0, 1250.0, 240)
ROOMS = ((5700, (LOFT,)), (3800, (DESK,)), (4800, (LOFT, DESK)))


def _paper(rng: Rng, h: int, w: int, kind: str, tone: Array | None = None) -> Array:
    """A sheet of a kind, with fibres and folds; a tone of its own dyes it."""
    img = np.ones((h, w, 3), np.float32) * (KRAFT if kind == "kraft" else tone_of("f0e8d4"))
    y, x = np.mgrid[:h, :w].astype(np.float32)
    p = rng.uniform(22, 34)

    def ink(mask: Array, colour: str, share: float) -> None:
        nonlocal img
        a = np.clip(mask, 0, 1)[..., None] * share
        img = img * (1 - a) + tone_of(colour) * a

    if kind == "graph":
        ink((x % p < 2) | (y % p < 2), "7ca0c0", 0.6)
    elif kind == "music":
        ink((y % (6 * p) < 4.2 * p) & (y % (6 * p) % p < 2), "4c4438", 0.7)
        notes = np.zeros((h, w), np.float32)
        for _ in range(h * w // 9000):
            spot = (int(rng.uniform(0, w)), int((rng.integers(0, 1 + int(h / (6 * p))) * 6 + rng.integers(9) / 2) * p))
            cv2.ellipse(notes, spot, (12, 9), -20, 0, 360, 1.0, -1, cv2.LINE_AA)
            cv2.line(notes, (spot[0] + 11, spot[1]), (spot[0] + 11, spot[1] - 60), 1.0, 3)
        ink(notes, "3c3630", 0.7)
    elif kind == "map":
        hills = art.fbm(rng, h, w, 260)
        img = art.ramp(hills, [tone_of(t) for t in ("a8c8d0", "d8dcb4", "e8dcb0", "d8bc90")])
        ink(np.abs(hills * 16 % 1 - 0.5) < 0.05, "a07c50", 0.6)
    elif kind == "news":
        words = art.noise(rng, h, w, 30, 12) > 0.36
        ink((y % 15 < 8) & words & (x % 300 > 24) & (art.noise(rng, h, w, 3) > 0.3), "4a4640", 0.62)
    elif kind == "gingham":
        ink(0.5 * (x % (2 * p) < p) + 0.5 * (y % (2 * p) < p), str(rng.choice(["c47c74", "7c9cb4", "94b07c"])), 0.6)
    elif kind == "dots":
        u, v = x % (2 * p) - p, (y + p * (x // (2 * p) % 2)) % (2 * p) - p
        ink((np.hypot(u, v) < 0.34 * p).astype(np.float32), str(rng.choice(["c89050", "6c98a0", "b06c7c"])), 0.7)
    elif kind == "ledger":
        ink((y % (1.6 * p) < 2).astype(np.float32), "88a8b8", 0.7)
        ink((np.abs(x - 0.15 * w) < 2).astype(np.float32), "c46c64", 0.8)
    if tone is not None:
        grey = img.mean(2, keepdims=True) / 236
        img = tone * grey + 0.1 * (img - 200)
    fibres = 0.95 + 0.07 * art.noise(rng, h, w, 3) + 0.05 * (art.noise(rng, h, w, 40, 4) - 0.5)
    img = img * fibres[..., None] * (0.94 + 0.1 * art.fbm(rng, h, w, 200))[..., None]
    return np.ascontiguousarray(img.clip(0, 255), np.float32)


def _glued(img: Array, paper: Array, mask: Array, rim: float, rng: Rng | None = None, shade: float = 0.45) -> None:
    """A paper where a mask (0 to 255) is, with its shadow; its torn or cut rim shows white."""
    h, w = mask.shape
    around = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 4).astype(np.float32)[..., None] / 255
    inner = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    if rng is not None:
        inner = inner + rim * 1.1 * (art.noise(rng, h, w, 9) - 0.5) + rim * (art.noise(rng, h, w, 40) - 0.5)
    face = np.clip(inner - rim, 0, 1)[..., None]
    a = mask[..., None].astype(np.float32) / 255
    img[:] = img * (1 - shade * around * (1 - a)) * (1 - a) + (WHITE * (1 - face) + paper * face) * a


def _torn(rng: Rng, h: int, w: int, ring: Array) -> Array:
    """The mask of a torn piece: an outline that wanders."""
    wander = [16 * (art.noise(rng, h, w, 46) - 0.5) + 7 * (art.noise(rng, h, w, 12) - 0.5) for _ in range(2)]
    y, x = np.mgrid[:h, :w].astype(np.float32) + np.float32(wander)
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, path_of(ring), 255, cv2.LINE_AA, 4)
    return cv2.remap(mask, x, y, cv2.INTER_LINEAR)


def _cut_out(rng: Rng, text: str, n: int, inks: dict[str, str] | None, rim: int) -> Array:
    """A drawing of glued papers as RGBA with a white rim; every part has fibres and a little shadow below it."""
    k = n - 2 * rim - 2
    img, alpha = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.uint8)
    fibres = 0.88 + 0.2 * art.noise(rng, n, n, 3) + 0.1 * art.noise(rng, n, n, 24)
    for part in text.split(";"):
        border = [rim + 1, n - k - rim - 1] * 2
        sprite = cv2.copyMakeBorder(drawn(part, k, inks), *border, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        a = sprite[..., 3:].astype(np.float32) / 255
        if parts_of(part)[0][1] == 0:
            below = cv2.GaussianBlur(np.roll(sprite[..., 3], (2, 2), (0, 1)), (0, 0), 1.6).astype(np.float32) / 255
            img *= 1 - 0.35 * below[..., None]
        img = img * (1 - a) + sprite[..., :3] * fibres[..., None] * a
        alpha = np.maximum(alpha, sprite[..., 3])
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))
    a = alpha[..., None].astype(np.float32) / 255
    whole = cv2.GaussianBlur(cv2.dilate(alpha, kernel), (0, 0), 0.7)
    return np.dstack([img * a + WHITE * (1 - a), whole]).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure cut out of papers, RGBA."""
    return _cut_out(np.random.default_rng(seed), TREASURES[kind], round(size_mm * PX), None, 4)


def _tape(rng: Rng, img: Array, a: Array, b: Array, tone: str) -> None:
    """A strip of washi tape with pinked ends, through which a little of the paper shows."""
    way = (b - a) / np.hypot(*(b - a))
    aside = np.array([-way[1], way[0]])
    a, b, wide = a + rng.normal(0, 2, 2), b + rng.normal(0, 2, 2), rng.uniform(11, 14)
    teeth = np.linspace(-1, 1, 7)
    jag = 4 * (np.arange(7) % 2)[:, None] * way
    ring = np.r_[a + teeth[:, None] * wide * aside + jag, (b + teeth[:, None] * wide * aside + jag)[::-1]]
    low, high = np.floor(ring.min(0) - 8).astype(int).clip(0), np.ceil(ring.max(0) + 8).astype(int)
    there = img[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(there.shape[:2], np.uint8)
    cv2.fillPoly(mask, path_of(ring - low), 255, cv2.LINE_AA, 4)
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    x, y = x - a[0] + low[0], y - a[1] + low[1]
    u, v = x * way[0] + y * way[1], x * aside[0] + y * aside[1]
    pattern = ((u + v) % 26 < 10, np.hypot(u % 24 - 12, v) < 5, np.abs(v) < 4, u % 22 < 8)[int(rng.integers(4))]
    face = tone_of(tone) + (WHITE - tone_of(tone)) * 0.75 * pattern[..., None]
    edge = cv2.GaussianBlur(np.roll(mask, (3, 3), (0, 1)), (0, 0), 2).astype(np.float32)[..., None] / 255
    cover = mask[..., None].astype(np.float32) / 255
    there[:] = there * (1 - 0.3 * edge * (1 - cover))
    there[:] = there * (1 - 0.88 * cover) + face * 0.88 * cover


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Torn sheets, a white wash, stitches, tape, labels with cut-outs."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _paper(rng, h, w, "kraft")
    for k in rng.permutation(20):
        at = rng.normal(((k % 5 + 0.5) * w / 5, (k // 5 + 0.5) * h / 4), 40)
        half, a = rng.uniform(200, 330, 2), rng.normal(0, 0.25)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + rng.normal(0, 24, (4, 2))
        ring = corners @ [(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))] + at
        low, high = (ring.min(0) - 30).astype(int).clip(0), (ring.max(0) + 30).astype(int).clip(0, (w, h))
        there = img[low[1] : high[1], low[0] : high[0]]
        paper = _paper(rng, *there.shape[:2], PAPERS[(int(k) + seed) % len(PAPERS)])
        _glued(there, paper, _torn(rng, *there.shape[:2], ring - low), 7, rng)
    inside = np.zeros((h, w), np.float32)
    cv2.rectangle(inside, (round(m), round(m)), (round(w - m), round(h - m)), 1.0, -1)
    img += (tone_of("efe6d2") - img) * (0.4 * inside * (0.8 + 0.4 * art.fbm(rng, h, w, 120)))[..., None]
    strips = []
    for is_area, ends in grid_lines(spec):
        long = np.hypot(*(ends[1] - ends[0]))
        way = (ends[1] - ends[0]) / long
        if is_area:
            strips.append(ends)
            continue
        for t in np.arange(6, long - 12, 25):
            path = np.array([ends[0] + t * way, ends[0] + (t + 16) * way]) + rng.normal(0, 0.9, (2, 2))
            for shift, tone, wide in ((3, "6c5a44", 6), (0, "fffdf6", 5)):
                cv2.polylines(img, [fixed(path + shift)], False, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4)
            for x, y in path:
                cv2.circle(img, (round(float(x)), round(float(y))), 2, tone_of("584a3a").tolist(), -1, cv2.LINE_AA)
    for k, ends in enumerate(strips):
        _tape(rng, img, ends[0].astype(float), ends[1].astype(float), TAPES[(k + seed) % len(TAPES)])
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        n = round(0.86 * c)
        label = np.zeros((n, n, 4), np.uint8)
        cv2.circle(label, (n // 2, n // 2), round(0.46 * n), (*tone_of("f6f0e0").tolist(), 255), -1, cv2.LINE_AA)
        cv2.circle(label, (n // 2, n // 2), round(0.43 * n), (*tone_of("b09878").tolist(), 255), 2, cv2.LINE_AA)
        art.paste(img, label, x, y, 0.4)
        art.paste(img, art.rotate(icon(kind, int(rng.integers(99)), 0.64 * spec.cell), rng.uniform(-14, 14)), x, y, 0.5)
    return img.clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=96)
def _photo_leaf(colour: str, form: str, variant: int) -> Array:
    """A leaf cut out of a photograph, RGBA: soft light, blotches, sharp ribs, a white rim left by the scissors."""
    rng, n = np.random.default_rng([variant, *form.encode()]), 210
    tones = [tone_of(tone) for tone in PHOTOS[colour][variant % 2]]
    ring, ribs = leaf_ring(form, rng)
    mask, vein = np.zeros((2, n, n), np.uint8)
    cv2.fillPoly(mask, path_of((ring * 0.84 + 0.08) * n), 255, cv2.LINE_AA, 4)
    for rib in ribs:
        cv2.polylines(vein, path_of((rib * 0.84 + 0.08) * n), False, 255, 2, cv2.LINE_AA, 4)
    height = cv2.GaussianBlur(255 - vein, (0, 0), 4).astype(np.float32) / 255
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    light = 0.2 + 0.75 * art.fbm(rng, n, n, 90) + 0.9 * slope + 0.16 * (art.noise(rng, n, n, 4) - 0.5)
    img = art.ramp(np.clip(light + 0.24 * vein / 255, 0, 1), tones)
    a = mask[..., None].astype(np.float32) / 255
    whole = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    return np.dstack([img * a + WHITE * (1 - a), whole]).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Cut-out photographs in two layers on tinted card."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    img = _paper(rng, h, w, str(rng.choice(["graph", "news", "dots", "ledger"])), tone_of(PHOTOS[colour][2]))
    for apart, low, high in ((104, 0.6, 0.75), (98, 0.56, 0.8)):
        spots = [(x, y) for y in np.arange(0, h + 70, apart) for x in np.arange(0, w + 70, apart)]
        for k in rng.permutation(len(spots)):
            leaf = _photo_leaf(colour, str(rng.choice(FORMS[colour])), int(rng.integers(6)))
            x, y = rng.normal(spots[k], 16)
            art.paste(img, art.rotate(leaf, rng.uniform(0, 360), rng.uniform(low, high)), x, y, 0.55)
    return img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Kraft, a stamped ring of dashes, the treasure printed with a dark line on a flash of white."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = _paper(rng, n, n, "kraft") * np.float32((0.8, 0.76, 0.7))
    worn = 0.5 + 0.5 * art.noise(rng, n, n, 5)
    ring = np.zeros((n, n), np.float32)
    for a in np.arange(0, 360, 20):
        cv2.ellipse(ring, (n // 2, n // 2), (round(0.44 * n),) * 2, a, 0, 12, 1.0, 4, cv2.LINE_AA)
    img *= 1 - 0.75 * (ring * worn)[..., None]
    k = round(0.7 * n)
    sprite = cv2.copyMakeBorder(drawn(TREASURES[kind], k - 10), 5, 5, 5, 5, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    grown = cv2.dilate(sprite[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
    a = sprite[..., 3:].astype(np.float32) / 255
    rgb = (sprite[..., :3] * a + tone_of("2e2018") * (1 - a)) * (0.86 + 0.24 * art.noise(rng, k, k, 3))[..., None]
    pale = cv2.GaussianBlur(cv2.dilate(grown, np.ones((7, 7))), (0, 0), 1.5) * 0.85
    art.paste(img, np.dstack([np.broadcast_to(WHITE, (k, k, 3)), pale]).astype(np.uint8), n / 2, n / 2)
    art.paste(img, np.dstack([rgb, grown * 0.95]).clip(0, 255).astype(np.uint8), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Cut from a photograph of fur, on gingham."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    img = _paper(rng, n, n, "gingham")
    inks = {"m": "a0562c", "p": "f0dcc0", "c": "5c3a20", "k": "1c1410"}
    sprite = _cut_out(rng, SQUIRREL, round(0.88 * n), inks, 7).astype(np.float32)
    size = len(sprite)
    fur = 0.7 + 0.6 * art.noise(rng, size, size, 2.4, 15)
    dyed = (sprite[..., :3].min(2) < 200)[..., None]
    sprite[..., :3] = np.where(dyed, sprite[..., :3] * fur[..., None], sprite[..., :3])
    art.paste(img, sprite.clip(0, 255).astype(np.uint8), n / 2, n / 2, 0.6)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A torn body of patterned paper on another sheet, the head cut out of papers on the first space."""
    rng, (body, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.66)
    h, w = body.shape
    img = _paper(rng, h, w, str(rng.choice(["music", "map", "ledger", "graph"])))
    away = [v.astype(np.float32) + 12 * (art.noise(rng, h, w, 24) - 0.5) for v in np.mgrid[:h, :w]]
    mask = cv2.remap((body * 255).astype(np.uint8), away[1], away[0], cv2.INTER_LINEAR)
    coat = _paper(rng, h, w, str(rng.choice(["dots", "gingham", "news"])), tone_of(COATS[species]))
    _glued(img, coat, mask, 6, rng)
    dark = bytes((tone_of(COATS[species]) * 0.55).astype(np.uint8)).hex()
    inks = {"m": COATS[species], "p": "f4ead6", "c": dark, "k": "1e1814", "y": "e0a840"}
    art.paste(img, _cut_out(rng, BEASTS[species], round(0.9 * cell_mm * PX), inks, 5), *spots[0], 0.5)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 2.1
    ts.EDGE.update(rgb=(0.46, 0.36, 0.25))
    card = Cut(radius=0.9, alpha=0.55, token_mm=2.2, token_edge=(0.2, 0.13, 0.07), wooden=0)
    ts.TableScene._piece_meshes = pieces_of(card)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1999, rest=0.4)
