"""A children's edition in flat cartoon colours: thick dark outlines, two tones a thing, and faces on all that lives.

The board is a checkerboard in two tones of meadow, sand or pond without any lines, with daisies and tufts; areas are
parted by paths of round stepping stones, and a red and white rail runs round it. Tiles are huge outlined leaves, a few
of them smiling, on a deep ground: apple green (threes), mango (fours), cherry red (fives), with a thick dark edge.
Treasures are fat blobs with a shine and a white rim; tokens are chocolate biscuits with a scalloped rim and the same
picture. Squirrels and animals look out of the card with big eyes; an animal's body fills its card in its own colour.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import Cut, body_of, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
INK = "2b2440"
LAWNS = (("8fd06a", "a6dc7c"), ("f2d48a", "f9e2a6"), ("86cfd2", "9fdcdc"))
TILES = {  # ground, leaves, their shaded halves
    "green": ("1f8a44", ("6fd44a", "58c850", "8ae05c"), ("46b03c", "3aa244", "62bc44")),
    "orange": ("d8740c", ("ffb728", "ffc94a", "ffa51c"), ("f0961a", "f4ac2c", "ec8410")),
    "red": ("a3122e", ("f04438", "fa5a48", "e63250"), ("c82a34", "d83a38", "bc1c44")),
}
FORMS = {"green": ("hazel", "beech"), "orange": ("ginkgo", "oak"), "red": ("maple", "maple", "oak")}
TREASURES = {
    "berry": "3fae3c 50 26 26 2 6 12 16 28;5cc84a 50 26 74 0 96 12 84 28;4a55d8 29 54 25 25 0;5a68ea 71 54 25 25 "
    "0;4048c0 50 76 24 23 0;c8d4ff 22 45 8 6 -30;c8d4ff 64 45 8 6 -30;c8d4ff 43 68 8 6 -30",
    "nut": "8a5a30 44 2 58 2 58 22 44 22;e9a04c 12 44 88 44 84 72 66 92 50 99 34 92 16 72;c97f34 64 44 88 44 84 72 "
    "66 92 50 99 62 80;8c5430 5 48 8 26 30 12 70 12 92 26 95 48;a96c40 14 40 18 28 34 20 58 20 40 40;ffe0a4 30 62 6 "
    "13 8",
    "mushroom": "fff2d8 33 50 67 50 74 84 66 98 34 98 26 84;e6cca4 56 50 67 50 74 84 66 98 52 98;ee3f3c 0 56 4 28 28 "
    "5 50 1 72 5 96 28 100 56 50 62;c22a36 74 12 96 28 100 56 62 61 84 40;ffffff 28 32 11 10 0;ffffff 58 20 10 8 "
    "0;ffffff 70 44 10 8 0;ffffff 44 50 7 6 0",
    "feather": "f2f6ff 10 92 6 74 14 60 22 58 18 48 30 34 38 34 38 24 62 8 97 2 96 22 88 36 78 42 82 50 70 62 60 64 "
    "62 72 40 88;8fd8f2 20 86 52 52 97 2 96 22 88 36 78 42 82 50 70 62 60 64 62 72 40 88;3aa0d8 74 5 97 2 94 26 82 "
    "22",
}
STROKES = {  # lines over the fills
    "berry": "k/5 50 4 50 30;k/3 58 80 66 88",
    "nut": "k/4 6 48 94 48;k/3 34 46 44 22;k/3 62 46 70 24",
    "mushroom": "k/4 2 57 50 63 98 57",
    "feather": "k/5 -2 104 30 74 86 12;k/4 34 54 36 64;k/4 56 44 58 54",
}
SQUIRREL = "d8702c 60 90 58 66 64 44 58 22 70 4 92 6 99 28 92 44 94 66 82 92;f2a860 70 82 70 62 78 44 72 24 80 14 90 24"
SQUIRREL += " 84 44 84 64;e88440 42 74 24 26 0;ffe6c0 38 79 13 17 0;e88440 24 22 28 2 42 20;e88440 40 20 54 4 56 26"
SQUIRREL += ";e88440 38 38 27 22 0;ffe6c0 32 47 16 10 0;e88440 18 70 10 6 20"
FACES = {
    "badger": "5d6a8c 16 20 13 12 0;5d6a8c 84 20 13 12 0;ffffff 50 52 44 44 0;4a5678 14 24 36 8 44 32 42 62 26 76 10 "
    "56;4a5678 86 24 64 8 56 32 58 62 74 76 90 56",
    "fox": "f07a2c 6 48 4 2 44 22;f07a2c 94 48 96 2 56 22;ffc0a0 14 34 12 14 28 24;ffc0a0 86 34 88 14 72 24;f07a2c "
    "50 54 46 40 0;fff4e0 6 58 30 56 50 74 70 56 94 58 76 90 50 98 24 90",
    "hare": "c9a878 28 46 16 20 24 -2 38 4 46 40;c9a878 72 46 84 20 76 -2 62 4 54 40;ffc8c0 32 38 24 18 28 6 36 10 "
    "40 36;ffc8c0 68 38 76 18 72 6 64 10 60 36;d8b888 50 64 42 34 0;fff0dc 50 80 24 16 0",
    "owl": "8a5cc0 12 40 6 2 44 22;8a5cc0 88 40 94 2 56 22;9c70d4 50 54 46 44 0;f0e0ff 29 46 23 24 0;f0e0ff 71 46 23 "
    "24 0;c8a4ee 50 88 26 10 0",
    "heron": "5898c8 58 60 98 56 92 98 40 98 44 76;6eb0de 54 42 36 34 0;ffffff 40 52 22 20 0;3c6a9c 46 12 60 0 102 2 "
    "82 22 60 18;ffb02c 26 48 -4 60 26 66",
}
COATS = {"badger": "7f8db4", "fox": "f59a52", "hare": "e0c898", "owl": "b48ee0", "heron": "8cc4e8"}
EYES = {"badger": (30, 70, 44), "fox": (32, 68, 46), "hare": (33, 67, 58), "owl": (30, 70, 46), "heron": (40, 70, 38)}
SUN = ("window", 5600, (520, 520), 1.3, 1500.0, 1400.0, 200)
CEILING = ("lamp", 4000, (260, 260), 1.0, 300.0, 1900.0, 0)
ROOMS = ((5600, (SUN,)), (4000, (CEILING,)), (4800, (SUN, CEILING)))


def _inked(text: str, n: int, wide: float = 3.4, over: str = "") -> Array:
    """A drawing whose parts each have an outline, RGBA; `wide` in percent of its picture."""
    out = np.zeros((n, n, 4), np.float32)
    pad = round(0.06 * n)
    k = n - 2 * pad
    whole = np.zeros((n, n), np.uint8)
    for part in text.split(";"):
        sprite = cv2.copyMakeBorder(drawn(part, k), pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
        a = sprite[..., 3:].astype(np.float32) / 255
        out[..., :3] = out[..., :3] * (1 - a) + sprite[..., :3] * a
        whole = np.maximum(whole, sprite[..., 3])
    if over:
        sprite = cv2.copyMakeBorder(drawn(over, k, {"k": INK}), pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(0,) * 4)
        a = sprite[..., 3:].astype(np.float32) / 255
        out[..., :3] = out[..., :3] * (1 - a) + tone_of(INK) * a
        whole = np.maximum(whole, sprite[..., 3])
    r = max(2, round(wide * n / 100))
    grown = cv2.dilate(whole, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)))
    a = whole[..., None].astype(np.float32) / 255
    out[..., :3] = out[..., :3] * a + tone_of(INK) * (1 - a)
    out[..., 3] = cv2.GaussianBlur(grown, (0, 0), 0.7)
    return out.clip(0, 255).astype(np.uint8)


def _rimmed(sprite: Array, wide: int) -> Array:
    """The drawing on a white patch a little larger, as stickers are cut."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1))
    big = cv2.copyMakeBorder(sprite, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0)).astype(np.float32)
    a = big[..., 3:] / 255
    big[..., :3] = big[..., :3] * a + 255 * (1 - a)
    big[..., 3] = cv2.GaussianBlur(cv2.dilate(big[..., 3], kernel), (0, 0), 0.8)
    return big.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A fat outlined treasure, RGBA."""
    return _inked(TREASURES[kind], round(size_mm * PX), over=STROKES[kind])


def _dab(img: Array, at: Any, r: float, tone: str, line: int = 0) -> None:
    """A disc, with an outline if it has one."""
    spot = tuple(round(float(v) * 16) for v in at)
    if line:
        cv2.circle(img, spot, round((r + line) * 16), tone_of(INK).tolist(), -1, cv2.LINE_AA, 4)
    cv2.circle(img, spot, round(r * 16), tone_of(tone).tolist(), -1, cv2.LINE_AA, 4)


def _eyes(img: Array, at: Any, apart: float, r: float, look: float = 0.25) -> None:
    """Two big eyes with a shine."""
    for side in (-1, 1):
        spot = np.float32(at) + np.float32((side * apart / 2, 0))
        _dab(img, spot, r, "ffffff", max(2, round(r * 0.22)))
        _dab(img, spot + np.float32((look * r, 0.1 * r)), r * 0.62, INK)
        _dab(img, spot + np.float32((look * r - 0.2 * r, -0.2 * r)), r * 0.22, "ffffff")


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Two lawns in turn, flowers, stepping stones, a rail."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    dark, light = LAWNS[seed % len(LAWNS)]
    img = np.ascontiguousarray(np.broadcast_to(tone_of(dark) * 0.8, (h, w, 3)), np.float32)
    for col, row in product(range(spec.cols), range(spec.rows)):
        x, y = round(m + col * c), round(m + row * c)
        img[y : y + round(c), x : x + round(c)] = tone_of(light if (col + row) % 2 else dark)
    for _ in range(150):
        at = rng.uniform((m + 30, m + 30), (w - m - 30, h - m - 30))
        if rng.random() < 0.35:
            tone = str(rng.choice(["ffffff", "ffe45c", "ffb0d0"]))
            for a in np.arange(5) * 2 * np.pi / 5:
                _dab(img, at + 8 * np.array([np.cos(a), np.sin(a)]), 6, tone, 2)
            _dab(img, at, 5, "f8a020")
            continue
        for lean in (-12, 0, 12):
            blade = at + np.array([(0, 0), (lean * 0.4, -12), (lean, -24)])
            cv2.polylines(img, path_of(blade), False, (tone_of(dark) * 0.72).tolist(), 5, cv2.LINE_AA, 4)
    for x in np.arange(0, w, 90):
        for y0, y1 in ((0, 34), (h - 34, h)):
            img[y0:y1, int(x) : int(x) + 45], img[y0:y1, int(x) + 45 : int(x) + 90] = tone_of("e8403c"), 250.0
    for y in np.arange(0, h, 90):
        for x0, x1 in ((0, 34), (w - 34, w)):
            img[int(y) : int(y) + 45, x0:x1], img[int(y) + 45 : int(y) + 90, x0:x1] = tone_of("e8403c"), 250.0
    cv2.rectangle(img, (34, 34), (w - 35, h - 35), tone_of(INK).tolist(), 6)
    for col, row in product(range(spec.cols + 1), range(spec.rows + 1)):
        for dx, dy in ((1, 0), (0, 1)):
            fixed_at, every, end = (row, spec.area_rows, spec.rows) if dx else (col, spec.area_cols, spec.cols)
            if (fixed_at % every and fixed_at != end) or col + dx > spec.cols or row + dy > spec.rows:
                continue
            for t in (0, 0.2, 0.4, 0.6, 0.8):
                at = (m + (col + t * dx) * c, m + (row + t * dy) * c)
                _dab(img, rng.normal(at, 1.5), rng.uniform(11, 15), str(rng.choice(["e9e2d2", "d6d0c8", "f4ecd8"])), 4)
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        sprite = _rimmed(icon(kind, 0, 0.7 * spec.cell), 6)
        art.paste(img, art.rotate(sprite, rng.uniform(-14, 14)), x, y)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Huge leaves, the lower half of each in shade, one in six with a face."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, tones, shades = TILES[colour]
    img = np.ascontiguousarray(np.broadcast_to(tone_of(ground), (h, w, 3)), np.float32)
    ink = tone_of(INK).tolist()
    spots = [(x, y) for y in np.arange(10, h + 100, 118) for x in np.arange(10, w + 100, 118)]
    for k in rng.permutation(len(spots)):
        ring, ribs = leaf_ring(str(rng.choice(FORMS[colour])), rng)
        a, size, n = rng.uniform(-0.9, 0.9) + np.pi * rng.integers(2), rng.uniform(185, 235), rng.integers(3)
        turn, at = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size, rng.normal(spots[k], 14)
        path = (ring - 0.5) @ turn + at
        half = np.r_[ring[ring[:, 0] >= 0.5], [(0.5, 0.96)]]
        cv2.fillPoly(img, path_of(path), tone_of(tones[n]).tolist(), cv2.LINE_AA, 4)
        order = np.argsort(half[:, 1])
        side = np.r_[[(0.5, half[:, 1].min())], half[order], [(0.5, half[:, 1].max())]]
        if ring[:, 0].max() < 0.8:
            cv2.fillPoly(img, path_of((side - 0.5) @ turn + at), tone_of(shades[n]).tolist(), cv2.LINE_AA, 4)
        for rib in ribs:
            tone = tone_of(shades[n]) * 0.72
            cv2.polylines(img, path_of((rib - 0.5) @ turn + at), False, tone.tolist(), 5, cv2.LINE_AA, 4)
        cv2.polylines(img, path_of(path), True, ink, 8, cv2.LINE_AA, 4)
        if rng.random() < 0.16:
            _eyes(img, at, 44, 15)
            cv2.ellipse(img, (round(at[0]), round(at[1]) + 20), (14, 11), 0, 10, 170, ink, 5, cv2.LINE_AA)
    return img.clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A chocolate biscuit: scallops round the rim, the picture like a sticker in its middle."""
    n = round(d_mm * PX)
    img = np.ascontiguousarray(np.broadcast_to(tone_of("5a3320"), (n, n, 3)), np.float32)
    for a in np.arange(16) * np.pi / 8:
        _dab(img, (n / 2 + 0.43 * n * np.cos(a), n / 2 + 0.43 * n * np.sin(a)), 0.075 * n, "7a4a2c")
    _dab(img, (n / 2, n / 2), 0.4 * n, "6b3f26", 3)
    art.paste(img, _rimmed(icon(kind, seed, 0.7 * d_mm), 3), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A grinning squirrel on a sunburst of two blues."""
    n = round(s_mm * PX)
    y, x = np.mgrid[:n, :n] - n / 2 + 0.5
    rays = np.sin(8 * np.arctan2(y, x) + seed) > 0
    img = np.where(rays[..., None], tone_of("6cc6ee"), tone_of("8cd8f6")).astype(np.float32)
    art.paste(img, _inked(SQUIRREL, round(0.9 * n), 2.4), n / 2, n / 2)
    _eyes(img, (0.37 * n, 0.39 * n), 0.2 * n, 0.075 * n, -0.25)
    _dab(img, (0.32 * n, 0.47 * n), 0.028 * n, INK)
    cv2.ellipse(img, (round(0.34 * n), round(0.5 * n)), (9, 6), 0, 0, 180, tone_of(INK).tolist(), 4, cv2.LINE_AA)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A striped body in the animal's colour, its paws, its face on the first space."""
    (body, spots), s = body_of(cells, cell_mm, 0.74), cell_mm * PX
    h, w = body.shape
    img = np.ascontiguousarray(np.broadcast_to(tone_of(COATS[species]) * 0.5 + 122, (h, w, 3)), np.float32)
    ink, coat = tone_of(INK).tolist(), tone_of(COATS[species])
    mask = (body > 0.5).astype(np.uint8)
    y, x = np.mgrid[:h, :w]
    stripes = np.sin((x + y) * 2 * np.pi / 150) > 0.82
    img = np.where(mask[..., None] > 0, np.where(stripes[..., None], coat * 0.8, coat), img).astype(np.float32)
    edges, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(img, edges, -1, ink, 9, cv2.LINE_AA)
    for cx, cy in spots[1:]:
        for dx in (-0.16, 0.16):
            _dab(img, (cx + dx * s, cy + 0.27 * s), 0.09 * s, COATS[species], 5)
    cx, cy = spots[0]
    n = round(0.92 * s)
    art.paste(img, _inked(FACES[species], n, 2.4), cx, cy)
    left, right, down = (cx - n / 2 + n * (0.06 + 0.0088 * EYES[species][0]), cx - n / 2 + n * (
        0.06 + 0.0088 * EYES[species][1]), cy - n / 2 + n * (0.06 + 0.0088 * EYES[species][2]))  # fmt: skip
    _eyes(img, ((left + right) / 2, down), right - left, (0.12 if species == "owl" else 0.085) * n)
    if species != "heron":
        _dab(img, (cx, down + 0.22 * n), 0.055 * n, "f0a020" if species == "owl" else INK, 3)
        cv2.ellipse(img, (round(cx), round(down + 0.28 * n)), (16, 10), 0, 10, 170, ink, 5, cv2.LINE_AA)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 2.4
    ts.EDGE.update(rgb=(0.55, 0.52, 0.47))
    fat = Cut(radius=3.0, alpha=0.3, line=(tuple(tone_of(INK).tolist()), 12), token_mm=3.0,
              token_edge=(0.07, 0.03, 0.018), wooden=0)  # fmt: skip
    ts.TableScene._piece_meshes = pieces_of(fat)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 2011, rest=0.5)
