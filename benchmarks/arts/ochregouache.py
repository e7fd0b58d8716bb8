"""An autumn edition in gouache: the board itself is orange, and the orange tiles are hardly another hue.

Boards are patches of burnt orange, ochre, russet and dull rose in a dry brush, with broad painted leaves hardly lighter
or darker than their ground; spaces are parted by wobbly lines of a thin brush in cream, areas by a brown one. Tiles are
gouache leaves with brushed ribs: olive and bottle green (threes), orange to amber (fours), crimson to plum (fives).
Treasures are painted with a pale rim: currants, a chestnut, a chanterelle, a white feather; tokens are dark brown discs
with the same. Squirrels are walnut figures, animals painted plates in dusty blue, lilac and grey.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX, Array = art.PX, np.ndarray
CREAM, UMBER = (246.0, 228.0, 190.0), (84.0, 46.0, 26.0)
TILES = {  # ground, then leaves
    "green": "3c4a24 6a7c34 8c9a48 4c6438 a4a850 3e5a40",
    "orange": "b4601c e48a2c f0a440 d87424 f4b858 c86a1c",
    "red": "5c1424 a42838 c23c40 862040 d05a50 6e1c3c",
}
GROUNDS = ("c8702c", "d88c3c", "b8602c", "cc8048", "b87040", "c48a3c")
FORMS = {
    "green": ("beech", "willow", "hazel"),
    "orange": ("birch", "maple", "ginkgo"),
    "red": ("oak", "maple", "beech"),
}
TREASURES = {
    "berry": "5c6a2c/4 30 2 50 40;5c6a2c/3 40 22 68 36;5c6a2c/3 46 40 34 60;c02838 70 42 17 17 0;a01c30 34 44 16 16"
    " 0;b8243a 54 62 17 17 0;961a2e 30 72 16 16 0;c02838 68 82 16 15 0;f4a0a0 64 36 5 4 0;f4a0a0 29 39 5 4"
    " 0;f4a0a0 48 56 5 4 0;f4a0a0 26 67 4 4 0;f4a0a0 63 77 4 4 0;7c8a3c 28 4 52 0 78 8 90 22 66 26 42 18",
    "nut": "6a3018 50 6 70 18 90 38 94 62 78 86 50 94 22 86 6 62 10 38 30 18;8c4422 50 10 66 22 80 40 80 62 64 78"
    " 44 80 26 66 22 44 34 24;c07848 36 28 48 24 42 44 30 54 26 46;e8cc9c 14 74 34 68 66 68 86 74 74 90 50 96"
    " 26 90;5a2814/3 50 2 50 14",
    "mushroom": "e8a830 38 46 62 46 60 74 66 94 50 99 34 94 40 74;f4c450 42 48 50 48 48 90 40 92;e8a830 4 30 20 14"
    " 40 22 60 12 80 20 96 32 78 48 62 56 38 56 22 46;f8d878 14 30 30 22 50 28 70 22 86 32 60 36 40 36;b87818/2"
    " 36 54 44 74;b87818/2 50 56 50 76;b87818/2 64 54 57 74",
    "feather": "f6f0e4 14 88 16 58 34 26 66 8 94 4 92 32 76 60 46 84;d8d4d4 50 72 84 36 94 4 92 32 76 60 46"
    " 84;8c7c74/3 2 99 30 66 58 36 88 10;b8aca8/2 26 70 20 48;b8aca8/2 38 58 34 30;b8aca8/2 52 44 52"
    " 20;b8aca8/2 40 62 64 66;b8aca8/2 54 46 80 46;f6f0e4 18 92 8 6 40",
}
COATS = {
    "badger": ("6a8090", {"m": "54545c", "p": "efe8dc", "c": "2c2c34"}),
    "fox": ("5a7884", {"m": "c05c2c", "p": "f4e2c8", "c": "6c2c18"}),
    "hare": ("8c8498", {"m": "b08c68", "p": "ecd8bc", "c": "6c4c34"}),
    "owl": ("74688c", {"m": "907050", "p": "e4caa0", "c": "4c3626"}),
    "heron": ("7c8c84", {"m": "88a0b4", "p": "f0ece4", "c": "34465c"}),
}
EYES = {"k": "1c120e", "y": "e8b040"}
EVENING = ("window", 4300, (600, 450), 1.0, -1500.0, 800.0, 100)
LAMP = ("lamp", 2800, (170, 170), 1.0, 450.0, 1300.0, 0)
ROOMS = ((3000, (LAMP,)), (4600, (EVENING,)), (3400, (EVENING, LAMP)))


def tones_of(text: str) -> Array:
    """Tones in hexadecimal, one a row."""
    return np.float32([tone_of(word) for word in text.split()])


def dry(rng: Any, img: Array, strength: float = 0.2, turned: bool = False) -> Array:
    """The streaks of a broad, half dry brush and the chalky bloom of gouache."""
    h, w = img.shape[:2]
    streak = 0.6 * art.noise(rng, h, w, *((5, 160) if turned else (160, 5))) + 0.4 * art.noise(rng, h, w, 3)
    return img * (1 - strength / 2 + strength * streak)[..., None]


@lru_cache(maxsize=128)
def leaf(ground: str, form: str, variant: int, n: int = 230) -> Array:
    """A leaf in one full brush of a tone, half of it laid over again, ribs in a paler or darker thin brush; RGBA."""
    rng, z = np.random.default_rng([sum(map(ord, ground)), len(form), variant]), 2
    s, tones = n * z, tones_of(ground)
    ring, ribs = leaf_ring(form, rng)
    ring = ring + 0.006 * np.c_[np.sin(np.arange(len(ring)) / 2.3), np.cos(np.arange(len(ring)) / 1.9)]
    mask = np.zeros((s, s), np.uint8)
    cv2.fillPoly(mask, [fixed((0.92 * ring + 0.04) * s)], 255, cv2.LINE_AA, 4)
    first, second = tones[rng.choice(len(tones), 2, replace=len(tones) < 2)]
    img = np.ones((s, s, 3), np.float32) * first
    over = (np.arange(s)[None] > s * (0.5 + 0.02 * np.sin(np.arange(s) / 30)[:, None])).astype(np.float32)
    over = over * np.clip(3 * art.noise(rng, s, s, 8 * z, 60 * z), 0.25, 0.8)
    img = dry(rng, img * (1 - over[..., None]) + second * over[..., None], 0.3, True)
    pale = first.mean() < 130 or rng.random() < 0.5
    tone = (first * 1.15 + 52 if pale else first * 0.55).clip(0, 255).tolist()
    lay = img.clip(0, 255).astype(np.uint8)
    for k, rib in enumerate(ribs):
        wide = (4 if k in (0, len(ribs) - 1) else 2) * z
        cv2.polylines(lay, [fixed((0.92 * rib + 0.04) * s)], False, tone, wide, cv2.LINE_AA, 4)
    cv2.polylines(mask, [fixed((0.92 * ribs[-1] + 0.04) * s)], False, 255, 4 * z, cv2.LINE_AA, 4)
    return cv2.resize(np.dstack([lay, mask]), (n, n), interpolation=cv2.INTER_AREA)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Large leaves laid one beside and over another on their ground."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    ground, _, leaves = TILES[colour].partition(" ")
    img = dry(rng, np.ones((h, w, 3), np.float32) * tone_of(ground))
    lean = rng.uniform(0, 360)
    spots = [(x + 55 * (k % 2), y) for k, y in enumerate(range(-40, h + 90, 88)) for x in range(-60, w + 90, 110)]
    for k in rng.permutation(len(spots)):
        at = np.array(spots[k]) + rng.uniform(-16, 16, 2)
        sprite = leaf(leaves, FORMS[colour][int(rng.integers(3))], int(rng.integers(6)))
        art.paste(img, art.rotate(sprite, lean + rng.normal(0, 60), rng.uniform(0.62, 0.85)), *at, 0.25)
    return dry(rng, img, 0.08).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure in gouache with a pale rim left round it, RGBA."""
    n = int(size_mm * PX)
    inner = drawn(TREASURES[kind], int(0.9 * n)).astype(np.float32)
    pad = n - inner.shape[0]
    inner = cv2.copyMakeBorder(inner, pad // 2, pad - pad // 2, pad // 2, pad - pad // 2, cv2.BORDER_CONSTANT)
    rim = cv2.GaussianBlur(cv2.dilate(inner[..., 3], np.ones((n // 16, n // 16))), (0, 0), 1.2)
    share, rng = inner[..., 3:] / 255, np.random.default_rng(len(kind))
    tone = np.float32(CREAM) * (1 - share) + inner[..., :3] * share
    return np.dstack([dry(rng, tone, 0.16), rim]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Dark brown paint with the marks of the brush and the treasure."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    img = dry(rng, np.ones((n, n, 3), np.float32) * (66, 40, 28), 0.3)
    art.paste(img, icon(kind, seed, d_mm * 0.74), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _ground(rng: Any, h: int, w: int, tone: Array) -> Array:
    """A patch of the floor: two tones in a dry brush, leaves of nearly the same tone, dots of a stiff brush."""
    img = np.ones((h, w, 3), np.float32) * tone
    other = tone * rng.uniform(0.8, 0.92) + (4, -4, -6)
    swept = np.clip(2.6 * (art.noise(rng, h, w, 260, 26) - 0.35), 0, 0.9)[..., None]
    img = dry(rng, img * (1 - swept) + other * swept, 0.22)
    tones = " ".join(bytes((tone * f).clip(0, 255).astype(np.uint8)).hex() for f in (0.78, 0.9, 1.12))
    for _ in range(h * w // 21000):
        form = str(rng.choice(["maple", "beech", "oak", "birch", "willow"]))
        sprite = art.rotate(leaf(tones, form, int(rng.integers(3))), rng.uniform(0, 360), rng.uniform(0.4, 0.95)).copy()
        sprite[..., 3] = (sprite[..., 3] * 0.8).astype(np.uint8)
        art.paste(img, sprite, rng.uniform(0, w), rng.uniform(0, h))
    for x, y in rng.uniform((0, 0), (w, h), (h * w // 3600, 2)):
        dot = (tone * rng.choice([0.6, 0.75, 1.2])).clip(0, 255).tolist()
        cv2.circle(img, (int(x), int(y)), int(rng.integers(1, 5)), dot, -1, cv2.LINE_AA)
    return img


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Orange patches, lines of a thin brush, treasures with pale rims; the frame is umber with blades of grass."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c, order = spec.margin * PX, spec.cell * PX, rng.permutation(len(GROUNDS))
    img = np.ascontiguousarray(dry(rng, np.ones((h, w, 3), np.float32) * (124, 66, 34), 0.3), np.float32)
    for k in np.arange(0, 2 * (w + h), 13):
        x, y = ((k, 0), (w, k - w), (k - w - h, h), (0, k - 2 * w - h))[
            int(np.searchsorted((w, w + h, 2 * w + h), k, "right"))
        ]
        tip = (int(x + rng.normal(0, 12)), int(y + rng.normal(0, 12)))
        tint = (np.array((196, 120, 52)) * rng.uniform(0.5, 1.2)).clip(0, 255).tolist()
        cv2.line(img, (int(x), int(y)), tip, tint, 4, cv2.LINE_AA)
    for a, (r, q) in enumerate(np.ndindex(-(-spec.rows // spec.area_rows), -(-spec.cols // spec.area_cols))):
        x0, y0 = (round(m + v * c) for v in (q * spec.area_cols, r * spec.area_rows))
        x1, y1 = (
            min(v, round(e - m)) for v, e in ((x0 + round(spec.area_cols * c), w), (y0 + round(spec.area_rows * c), h))
        )
        img[y0:y1, x0:x1] = _ground(rng, y1 - y0, x1 - x0, tone_of(GROUNDS[order[a % len(order)]]))
    for wide, ends in grid_lines(spec):
        t = np.linspace(0, 1, 60)[:, None]
        sway = cv2.GaussianBlur(rng.normal(0, 5, (60, 2)), (1, 9), 2.5)
        path = ends[0] + t * (ends[1] - ends[0]) + sway
        if wide:
            cv2.polylines(img, [fixed(path)], False, UMBER, 12, cv2.LINE_AA, 4)
        for a, b in pairwise(path):
            if wide or rng.random() < 0.93:
                cv2.polylines(
                    img, [fixed([a, b])], False, CREAM, 3 if wide else int(rng.integers(2, 5)), cv2.LINE_AA, 4
                )
    for (col, row), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, 0, 0.66 * spec.cell), rng.uniform(-12, 12))
        art.paste(img, sprite, m + (col + 0.5) * c, m + (row + 0.5) * c, 0.3)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A figure of walnut with a painted belly."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    img = np.full((n, n, 3), tone_of("5c3c28"), np.float32)
    inks = {"m": "5c3c28", "p": "c09468", "c": "3c2416", "k": "140c08"}
    art.paste(img, drawn(SQUIRREL, int(0.925 * n), inks), n / 2, n / 2)
    return (img * (0.84 + 0.3 * art.noise(rng, n, n, 5, 80))[..., None]).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A cool ground in a dry brush, a body through the spaces, dabs of pale and dark, the head on the first."""
    rng, (ground, inks) = np.random.default_rng(seed), COATS[species]
    cover, spots = body_of(cells, cell_mm, 0.6)
    h, w = cover.shape
    img = dry(rng, np.ones((h, w, 3), np.float32) * tone_of(ground), 0.3)
    coat = dry(rng, np.ones((h, w, 3), np.float32) * tone_of(inks["m"]), 0.36, True)
    img = np.ascontiguousarray(img * (1 - cover[..., None]) + coat * cover[..., None], np.float32)
    for x, y in rng.uniform((0, 0), (w, h), (h * w // 900, 2)):
        if cover[int(y), int(x)] > 0.9:
            half = (int(rng.uniform(4, 9)), int(rng.uniform(2, 4)))
            tone = tone_of(inks["p" if rng.random() < 0.45 else "c"]).tolist()
            cv2.ellipse(img, (int(x), int(y)), half, rng.normal(60, 20), 0, 360, tone, -1, cv2.LINE_AA)
    art.paste(img, drawn(BEASTS[species], int(0.86 * cell_mm * PX), inks | EYES), *spots[0], 0.3)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.5, 0.42, 0.33))
    cut = Cut(hole_power=3.0, alpha=0.4, wood_edge=(0.09, 0.05, 0.028), wooden=5.0)
    ts.TableScene._piece_meshes = pieces_of(cut)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 474, rest=0.5)
