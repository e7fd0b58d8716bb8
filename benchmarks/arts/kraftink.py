"""A small press's edition on kraft paper: botanical drawings in black ink, a little opaque white, few dull tints.

The board is brown kraft with fibres, ferns, grasses, twigs and cones hatched in ink all over it; spaces are parted by
thin lines of a white pen, areas by two lines of ink. Tiles are the same kraft, printed in dull sage (threes), ochre
(fours) and brick (fives), the paper showing through, with inked leaves of fern and hazel, ginkgo and birch, oak and
maple. Treasures are inked, with white and one tint: elderberries, two acorns, a fly agaric, a barred feather; tokens
are discs of pale birch with the drawing branded in. Squirrels are cut out of walnut, animals white-washed card, inked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX, Array = art.PX, np.ndarray
INK, WHITE, KRAFT = (34.0, 28.0, 24.0), (232.0, 226.0, 212.0), (176, 136, 92)
TINTS = {"green": "7c8c58 98a470 5c6e44", "orange": "cc963c deb060 b07c2c", "red": "a4503c bc6a50 843a2c"}
FORMS = {"green": ("fern", "hazel", "willow"), "orange": ("ginkgo", "birch", "beech"), "red": ("oak", "maple", "maple")}
TREASURES = {
    "berry": "i/3 50 99 50 40;i/2 50 70 22 36;i/2 50 70 78 36;i/2 50 56 38 18;i/2 50 56 62 18;v 20 36 15 15 0;v 80"
    " 36 15 15 0;v 36 16 14 14 0;v 64 16 14 14 0;v 50 40 15 15 0;v 30 58 13 13 0;v 70 58 13 13 0;w 15 31 4 4"
    " 0;w 75 31 4 4 0;w 31 11 4 4 0;w 59 11 4 4 0;w 45 35 4 4 0;w 26 54 3 3 0;w 66 54 3 3 0",
    "nut": "i/3 50 6 30 22;i/3 50 6 70 26;i 8 40 12 26 30 20 48 28 52 42;t 12 42 48 42 48 66 30 90 13 66;w 18 46 24"
    " 46 25 70 20 66;i/2 38 46 36 78;i 50 46 54 32 72 26 90 34 94 48;t 54 48 90 48 91 74 72 98 54 74;w 60 52 66"
    " 52 67 78 61 74;i/2 80 52 78 86",
    "mushroom": "w 42 44 58 44 62 86 66 96 34 96 38 86;i/2 42 44 38 88 34 96 66 96 62 88 58 44;i/2 34 62 66 62;i/2"
    " 54 66 57 92;b 4 48 12 22 34 5 66 5 88 22 96 48 50 54;i/2 4 48 12 22 34 5 66 5 88 22 96 48 50 54 4 48;w 28"
    " 24 8 7 0;w 54 16 8 6 0;w 76 32 8 6 0;w 50 40 7 5 0;w 18 42 5 4 0",
    "feather": "w 16 88 14 60 32 28 62 8 96 4 94 34 76 62 48 82;i/2 16 88 14 60 32 28 62 8 96 4 94 34 76 62 48 82"
    " 16 88;i/3 2 99 88 12;i/4 30 70 20 50;i/4 40 60 32 32;i/4 52 48 50 20;i/4 64 36 66 12;i/4 34 70 60 74;i/4"
    " 46 58 74 60;i/4 58 46 86 44;i/4 70 32 94 28",
}
INKS = {"i": "221c18", "v": "3a2a4c", "w": "e8e2d4", "t": "9a6a34", "b": "a84630"}
BRAND = {"i": "3a2010", "v": "4a2a14", "w": "d8b888", "t": "6e4420", "b": "5c3418"}
COATS = {
    "badger": {"m": "6c6864", "p": "f2eee4", "c": "221c18"},
    "fox": {"m": "b0643c", "p": "f2e8d8", "c": "4a2c1c"},
    "hare": {"m": "a48a68", "p": "ece2d0", "c": "4c3c2c"},
    "owl": {"m": "8c7860", "p": "e8dcc4", "c": "3c3026"},
    "heron": {"m": "8c98a0", "p": "f0f0ec", "c": "30383e"},
}
EYES = {"k": "16120e", "y": "c89a3c"}
SKYLIGHT = ("window", 5600, (520, 520), 1.0, -900.0, 1700.0, 0)
DESK = ("lamp", 3000, (120, 120), 1.0, 500.0, 1050.0, 0)
ROOMS = ((5000, (SKYLIGHT,)), (3300, (DESK,)), (3900, (SKYLIGHT, DESK)))


def _kraft(rng: Any, h: int, w: int) -> Array:
    """Brown paper: clouds, a grain one way, short pale and dark fibres."""
    img = np.ones((h, w, 3), np.float32) * KRAFT
    img *= (0.93 + 0.1 * art.fbm(rng, h, w, 180) + 0.06 * art.noise(rng, h, w, 30, 2))[..., None]
    lay = img.clip(0, 255).astype(np.uint8)
    for _ in range(h * w // 2600):
        x, y, a = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(0, np.pi)
        tone = (np.array(KRAFT) * rng.choice([0.72, 0.84, 1.14, 1.24])).clip(0, 255).tolist()
        bend = rng.normal(0, 0.5)
        path = [(x + 22 * f * np.cos(a + bend * f), y + 22 * f * np.sin(a + bend * f)) for f in (0, 0.5, 1)]
        cv2.polylines(lay, [fixed(path)], False, tone, 1, cv2.LINE_AA, 4)
    return lay.astype(np.float32)


def _frond(n: int) -> list[Array]:
    """A fern: pairs of leaflets along a stem, shorter towards the tip, as outlines in pixels."""
    out, t = [], np.linspace(0, 1, 14)[:, None]
    for k in range(13):
        y, long = 0.93 - 0.066 * k, 0.36 * np.sin(np.pi * (0.16 + 0.82 * (1 - k / 13))) + 0.03
        for s in (-1, 1):
            way = np.array([s * 0.9, -0.42])
            broad = 0.028 * np.sin(np.pi * t**0.8) * np.array([0.42, 0.9 * s])
            spine = np.array([0.5, y]) + t * long * way
            out.append(np.concatenate([spine + broad, (spine - broad)[::-1]]) * n)
    return out


@lru_cache(maxsize=128)
def inked(form: str, tints: str, variant: int, n: int = 210) -> Array:
    """A leaf as a pen draws it over a tint (or bare paper): outline, ribs, hatching on the shaded half; RGBA."""
    rng, z = np.random.default_rng([len(form), len(tints), variant]), 2
    s = n * z
    img, mask, pen = np.zeros((s, s, 3), np.uint8), np.zeros((s, s), np.uint8), np.zeros((s, s), np.uint8)
    tones = [tone_of(word) for word in tints.split()]
    img[:] = tones[int(rng.integers(len(tones)))] if tones else KRAFT
    if form == "fern":
        blades, ribs = _frond(s), [np.array([(0.5, 1.0), (0.5, 0.05)])]
    else:
        ring, ribs = leaf_ring(form, rng)
        blades = [(0.92 * ring + 0.04) * s]
    for blade in blades:
        cv2.fillPoly(mask, [fixed(blade)], 255, cv2.LINE_AA, 4)
        cv2.polylines(pen, [fixed(blade)], True, 255, 2 * z, cv2.LINE_AA, 4)
    for k, rib in enumerate(ribs):
        cv2.polylines(pen, [fixed((0.92 * rib + 0.04) * s)], False, 255, (3 if k == 0 else 2) * z // 2, cv2.LINE_AA, 4)
    hatch = np.zeros_like(pen)
    for d in range(0, 2 * s, 6 * z):
        cv2.line(hatch, (s // 2, d - s // 3), (s, d - s // 3 - s // 2), 255, max(1, z // 2), cv2.LINE_AA)
    if form != "fern":
        pen = np.maximum(pen, np.where(mask > 128, (hatch * 0.75).astype(np.uint8), 0))
    share = pen.astype(np.float32)[..., None] / 255
    out = img * (1 - share) + np.float32(INK) * share
    alpha = np.maximum(pen, mask if tones else mask // 5)
    return cv2.resize(np.dstack([out, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Kraft, block-printed in the tint with gaps, and inked leaves that lie over one another."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    base, paper = np.float32([tone_of(word) for word in TINTS[colour].split()]), _kraft(rng, h, w)
    printed = np.clip(6 * (art.noise(rng, h, w, 3) + 0.5 * art.fbm(rng, h, w, 50) - 0.42), 0, 0.9)[..., None]
    img = paper * (1 - printed) + base[2] * printed
    spots = [(x, y) for y in range(-30, h + 60, 82) for x in range(-30, w + 60, 82)]
    for k in rng.permutation(len(spots)):
        at = np.array(spots[k]) + rng.uniform(-30, 30, 2)
        form = FORMS[colour][int(rng.integers(3))]
        sprite = art.rotate(
            inked(form, TINTS[colour], int(rng.integers(6))), rng.uniform(0, 360), rng.uniform(0.6, 0.9)
        )
        art.paste(img, sprite, *at)
    worn = np.clip(5 * (art.noise(rng, h, w, 4) + 0.4 * art.fbm(rng, h, w, 40) - 0.98), 0, 0.55)[..., None]
    return (img * (1 - worn) + paper * worn).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure in ink, white and a tint, RGBA."""
    return drawn(TREASURES[kind], int(size_mm * PX), INKS).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Pale birch with fine grain, its rim scorched, the drawing branded in."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    img = np.ones((n, n, 3), np.float32) * (204, 170, 122)
    img *= (0.9 + 0.12 * art.noise(rng, n, n, 60, 3) + 0.06 * art.fbm(rng, n, n, 50))[..., None]
    far = np.hypot(*(np.mgrid[:n, :n] - n / 2)) / n * 2
    img *= (1 - 0.6 * np.clip((far - 0.86) * 9, 0, 1))[..., None]
    art.paste(img, drawn(TREASURES[kind], int(0.72 * n), BRAND), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _grass(rng: Any, img: Array, x: float, y: float) -> None:
    """A tuft of grass in ink."""
    for _ in range(int(rng.integers(7, 14))):
        lean, long = rng.normal(0, 0.5), rng.uniform(50, 130)
        path = [
            (x + long * f * np.sin(lean * (0.4 + f)), y - long * f * np.cos(lean * f)) for f in np.linspace(0, 1, 7)
        ]
        cv2.polylines(img, [fixed(path)], False, INK, int(rng.integers(1, 4)), cv2.LINE_AA, 4)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Kraft full of inked plants, a white pen's lines, treasures on a place left bare."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _kraft(rng, h, w)
    for _ in range(h * w // 42000):
        form = str(rng.choice(["fern", "fern", "hazel", "oak", "beech", "maple", "willow"]))
        sprite = art.rotate(inked(form, "", int(rng.integers(6))), rng.uniform(0, 360), rng.uniform(0.6, 1.35))
        art.paste(img, sprite, rng.uniform(0, w), rng.uniform(0, h))
    for x, y in rng.uniform((0, 0), (w, h), (h * w // 90000, 2)):
        _grass(rng, img, x, y)
    for x, y in rng.uniform((0, 0), (w, h), (900, 2)):
        cv2.circle(img, (int(x), int(y)), int(rng.integers(1, 4)), INK, -1, cv2.LINE_AA)
    for x, y in rng.uniform((0, 0), (w, h), (160, 2)):
        cv2.circle(img, (int(x), int(y)), int(rng.integers(2, 5)), WHITE, -1, cv2.LINE_AA)
    for a, (r, q) in enumerate(np.ndindex(-(-spec.rows // spec.area_rows), -(-spec.cols // spec.area_cols))):
        x0, y0 = (int(m + v * c) for v in (q * spec.area_cols, r * spec.area_rows))
        x1, y1 = x0 + int(spec.area_cols * c), y0 + int(spec.area_rows * c)
        img[y0:y1, x0:x1] *= (0.94, 1.05, 0.99)[(a + a // 3) % 3]
    for wide, ends in grid_lines(spec):
        ahead = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
        for shift in (-7, 7) if wide else (0,):
            t = np.linspace(0, np.hypot(*(ends[1] - ends[0])), 40)[:, None]
            path = ends[0] + t * ahead + shift * ahead[::-1] + rng.normal(0, 0.7, (40, 2))
            cv2.polylines(img, [fixed(path)], False, INK if wide else WHITE, 4 if wide else 3, cv2.LINE_AA, 4)
    paper = _kraft(rng, h, w)
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        far = np.hypot(*(np.mgrid[:h, :w] - np.float32((y, x))[:, None, None]))
        bare = np.clip((0.43 * c - far) / 9, 0, 1)[..., None]
        img = img * (1 - bare) + paper * 1.1 * bare
        art.paste(img, art.rotate(icon(kind, 0, 0.64 * spec.cell), rng.uniform(-10, 10)), x, y)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A figure of walnut, engraved."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    img = np.full((n, n, 3), tone_of("7a5236"), np.float32)
    inks = {"m": "7a5236", "p": "94683f", "c": "3a2416", "k": "1c120a"}
    art.paste(img, drawn(SQUIRREL, int(0.925 * n), inks), n / 2, n / 2)
    return (img * (0.82 + 0.34 * art.noise(rng, n, n, 6, 90))[..., None]).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """White-washed card, a body in thin colour with strokes of the pen for fur, the head on the first space."""
    rng, inks = np.random.default_rng(seed), COATS[species]
    cover, spots = body_of(cells, cell_mm)
    h, w = cover.shape
    img = _kraft(rng, h, w) * 0.25 + np.float32(WHITE) * 0.75 * (0.94 + 0.08 * art.noise(rng, h, w, 60, 8))[..., None]
    wash = 0.75 * cover[..., None] * (0.75 + 0.3 * art.fbm(rng, h, w, 60))[..., None]
    img = np.ascontiguousarray(img * (1 - wash) + tone_of(inks["m"]) * wash, np.float32)
    for x, y in rng.uniform((0, 0), (w, h), (h * w // 260, 2)):
        if cover[int(y), int(x)] > 0.5:
            tip = (int(x + rng.normal(7, 3)), int(y + rng.uniform(8, 18)))
            cv2.line(img, (int(x), int(y)), tip, INK, int(rng.integers(1, 3)), cv2.LINE_AA)
    outline = cv2.findContours((cover > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    cv2.drawContours(img, outline, -1, INK, 4, cv2.LINE_AA)
    art.paste(img, drawn(BEASTS[species], int(0.86 * cell_mm * PX), inks | EYES), *spots[0])
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.36, 0.24, 0.13))
    cut = Cut(alpha=0.42, line=(INK, 4), token_mm=3.0, token_edge=(0.5, 0.35, 0.2), wood_edge=(0.13, 0.07, 0.035))
    ts.TableScene._piece_meshes = pieces_of(cut)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 473, rest=0.4)
