"""An oil painting, printed with its impasto: a dappled warm floor painted wet in wet, loose strokes, no outlines.

The board runs from ochre over rose and olive to violet shade with no regard for the spaces; those are only scratched
into the paint, areas parted by a dragged brush of dusky blue, and the rim is bare linen canvas. Tiles are heaps of
leaves in three or four strokes each that run across the spaces: viridian and turquoise (threes), Naples to cadmium
yellow (fours), alizarin to magenta (fives). Treasures are dabbed on a cloud of pale paint: sloes, chestnut, russula,
jay's feather; tokens are umber discs with the same. Squirrels are slate-blue figures, animals plates in cool greys.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, figure, printed_piece, tone_of
from art_lamps import exposure_of, lights_of, table_of
from shapely.geometry import Point
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
TURNS = 32
WIDE, BROAD, ROUND, FINE, TINY = (
    (120, 36),
    (84, 28),
    (46, 16),
    (24, 8),
    (13, 5),
)  # brushes: length and width of a stroke in pixels
FLOOR = "4a2c4a 8a3428 c05c2c d8943c 7c7c34 c46c5c e4b454 78588a 5a6834 cc8850 ecca88 b0623c"
LINEN, UMBER, CLOUD, DUSK = map(tone_of, ("cdbb98", "3a241a", "e4d2ae", "47506c"))
# shade, middle tones, lights
LEAVES = {
    "green": ("0c3c42", "12605c 1c7a6e 2a8a8c 187066 3a9a80", "86d0b8 a8dcd8 6cc0b0"),
    "orange": ("9c6414", "e0a020 f0bc30 eec85c f4ae28 e8d048", "fff0a8 fbe48c fff8d0"),
    "red": ("3c0a26", "8c1440 a81c4c b82a6a 7a1038 c03058", "f08cac e87894 f4a8bc"),
}
PLATE = {"badger": "7c8894", "fox": "8496a0", "hare": "6c7e86", "owl": "98a0ac", "heron": "748088"}
TREASURES = {
    "berry": "5c7a3a 30 16 24 10 24;86a04c 68 12 26 11 -20;5a3c28 44 10 56 10 56 50 44 50;2c3468 28 50 24 24 0;3c4c94 "
    "70 52 24 24 0;343c7c 50 76 25 25 0;9cb0dc 20 42 8 7 0;a8bce4 62 44 8 7 0;a0b4e0 44 68 8 7 0",
    "nut": "5c2c14 50 54 44 40 0;8c4a22 46 54 36 34 0;b46c34 40 50 20 24 20;e0a468 34 40 8 14 24;e4cca0 50 88 26 9 0",
    "mushroom": "d8b884 36 44 64 44 70 98 30 98;b08c58 54 50 64 44 70 98 54 98;a8344a 50 36 49 28 0;cc5066 42 30 32 18 "
    "-8;f0a0a0 34 24 12 7 -14;f6ead0 50 58 40 7 0",
    "feather": "2e5c98 14 88 18 44 40 10 96 0 84 46 54 82;78b0dc 14 88 18 44 40 10 96 0;1e2c4c/8 24 44 44 56;1e2c4c/8 "
    "38 24 58 42;f4f0e4 66 14 96 0 90 30 74 34;1e2c4c/7 52 76 56 62;1e2c4c/7 68 62 70 46;f4ead0/6 2 98 84 14",
}
FACES = {
    "badger": "3a3a42 24 22 13 13 0;3a3a42 76 22 13 13 0;3a3a42 50 54 44 42 0;f2ece0 36 12 64 12 62 98 38 98;f2ece0 12 "
    "62 10 26 14;f2ece0 88 62 10 26 -14;16141a 32 50 6 7 0;16141a 68 50 6 7 0;16141a 50 88 11 8 0",
    "fox": "b4501c 6 4 34 14 46 40 12 50;b4501c 94 4 66 14 54 40 88 50;cc6a2a 4 46 26 24 74 24 96 46 72 76 50 98 28 76;"
    "f4e4cc 6 50 30 56 48 94 22 76;f4e4cc 94 50 70 56 52 94 78 76;1c1410 34 48 6 7 0;1c1410 66 48 6 7 0;1c1410 50 92 9 "
    "8 0",
    "hare": "9c8468 30 24 11 27 -8;9c8468 70 24 11 27 8;d8a898 30 24 5 19 -8;d8a898 70 24 5 19 8;b09878 50 66 36 31 0;"
    "f2e8d8 50 82 20 14 0;1c1612 33 60 6 7 0;1c1612 67 60 6 7 0;7a4a44 50 76 7 5 0",
    "owl": "7a5636 6 6 40 18 60 18 94 6 94 60 74 94 26 94 6 60;9c7850 50 70 30 26 0;f0e0bc 30 46 21 22 0;f0e0bc 70 46 "
    "21 22 0;e09c2c 30 46 13 13 0;e09c2c 70 46 13 13 0;18120e 30 46 7 7 0;18120e 70 46 7 7 0;d8902c 42 58 58 58 50 78",
    "heron": "e0a03c 40 24 0 40 40 44;e8ecee 52 32 22 19 0;d0d8de 58 38 78 46 84 98 46 98 54 62;26324a 44 16 66 10 100 "
    "12 70 28;18161a 42 30 6 6 0;a4b4c4 66 60 74 74 72 96 58 96",
}
SQUIRREL = "t 78 12 98 32 96 60 82 80 84 97 54 97 62 68 66 48 56 34 56 18;b 42 72 25 26 0;b 30 38 20 18 0;b 26 28 30 2"
SQUIRREL += " 46 28;b 12 90 80 90 80 98 12 98"
LIT = ";l 76 24 88 36 86 54 78 64 76 46;p 34 76 12 17 0;l 46 60 52 74 48 88;k 24 36 5 5 0;l 36 30 8 5 0;k 12 42 4 4 0"
MOODS = (
    {"table": "pine", "room": 5200, "level": 0.9, "ev": 0.1, "gain": 1.0,
     "lights": (("window", 1500, 1250, 650, 6000, 1.1), ("window", 1700, 1000, 300, 5600, 0.2))},
    {"table": "linen", "room": 3400, "level": 0.8, "ev": 0.0, "gain": 1.2,
     "lights": (("lamp", 480, 1500, 200, 2900, 1.0),)},
    {"table": "oak", "room": 4300, "level": 0.8, "ev": 0.0, "gain": 1.1,
     "lights": (("lamp", 700, 1600, 260, 3600, 0.7), ("window", 1500, 1100, 420, 6800, 0.5))},
)  # fmt: skip


def _tones(text: str) -> Array:
    return np.float32([tone_of(word) for word in text.split()])


@lru_cache(maxsize=4)
def _brush(size: tuple[int, int]) -> list[list[tuple[Array, Array, Array]]]:
    """Five strokes, each turned all ways: what it covers, its two loads of paint along the bristles, its height."""
    (long, wide), rng, out = size, np.random.default_rng(sum(size)), []
    n = int(np.hypot(long, wide)) + 8
    y, x = np.mgrid[:n, :n].astype(np.float32) - n / 2
    for _ in range(5):
        v = y + rng.normal(0, 0.12) * (x**2 / long - long / 8)
        bristle = 0.7 * art.noise(rng, n, n, long, 2.2) + 0.3 * art.noise(rng, n, n, long / 3, 1.5)
        tip = np.sqrt(np.clip(1 - 0.8 * (2 * v / wide) ** 2, 0.05, 1))  # a filbert: round at both ends
        ends = long / 2 * (tip - 0.22 * art.noise(rng, n, n, 2 * long, 3)) - np.abs(x)
        sides = wide / 2 * (0.86 + 0.2 * art.noise(rng, n, n, long / 3, 2 * n)) - np.abs(v)
        dry = np.clip(1.9 + 3 * (bristle - 0.42) - 1.5 * np.clip(x / long, 0, 1), 0, 1)
        cover = np.clip(ends / 5, 0, 1) * np.clip(sides / 2, 0, 1) * dry
        height = 0.35 + 0.65 * bristle + 0.5 * np.exp(-((sides / 2.6) ** 2)) + 0.5 * np.exp(-(((ends - 4) / 5) ** 2))
        layers = (cover, np.clip(3 * (art.noise(rng, n, n, long, wide / 3) - 0.4), 0, 1), height)
        turned = []
        for k in range(TURNS):
            m = cv2.getRotationMatrix2D((n / 2, n / 2), -360 / TURNS * k, 1)
            turned.append(tuple(cv2.warpAffine(q.astype(np.float32), m, (n, n)) for q in layers))
        out.append(turned)
    return out


@dataclass
class Canvas:
    """Wet paint (h, w, 3) and how thick it lies (h, w)."""

    img: Array
    rng: Rng

    def __post_init__(self) -> None:
        self.thick = np.zeros(self.img.shape[:2], np.float32)

    def stroke(self, size: tuple[int, int], at: Sequence[float], angle: float, paint: Array, load: Array) -> None:
        """One stroke towards an angle: paint with streaks of a second load, a little of what lies there drawn along."""
        brush = _brush(size)
        cover, mix, height = brush[int(self.rng.integers(len(brush)))][round(angle / (2 * np.pi) * TURNS) % TURNS]
        n, (h, w) = len(cover), self.thick.shape
        x, y = int(at[0] - n / 2), int(at[1] - n / 2)
        x0, y0, x1, y1 = max(0, x), max(0, y), min(w, x + n), min(h, y + n)
        if x1 <= x0 or y1 <= y0:
            return
        own = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
        there, a = self.img[y0:y1, x0:x1], cover[own]
        below = self.img[min(max(int(at[1]), 0), h - 1), min(max(int(at[0]), 0), w - 1)]
        first, second = 0.86 * paint + 0.14 * below, 0.8 * load + 0.2 * below
        there += (first + (second - first) * mix[own][..., None] - there) * a[..., None]
        self.thick[y0:y1, x0:x1] += (height[own] + 0.3 * self.thick[y0:y1, x0:x1] - self.thick[y0:y1, x0:x1]) * a

    def spread(
        self, size: tuple[int, int], step: float, paint: Callable[[float, float], tuple], drawn_to: Array
    ) -> None:
        """Strokes all over, about a step apart, along the angles (h, w) given; paint tells tones by x and y."""
        h, w = self.thick.shape
        spots = [(x, y) for y in np.arange(0, h + step, step) for x in np.arange(0, w + step, step)]
        self.rng.shuffle(spots)
        for x, y in spots + self.rng.normal(0, step / 2.2, (len(spots), 2)):
            row, col = int(np.clip(y, 0, h - 1)), int(np.clip(x, 0, w - 1))
            self.stroke(size, (x, y), drawn_to[row, col] + self.rng.normal(0, 0.35), *paint(col, row))

    def copy_of(self, picture: Array, at: Sequence[float], size: tuple[int, int] = FINE, dense: float = 3.4) -> None:
        """Paint an RGBA picture freely: large strokes for its masses first, then small ones."""
        n = len(picture)
        rows, cols = np.nonzero(picture[..., 3] > 200)
        corner = np.array(at) - n / 2
        for brush, share in ((size, dense), (TINY, 1.2)):
            for k in self.rng.integers(0, len(rows), int(len(rows) / brush[0] / brush[1] * share * 3)):
                tint = picture[rows[k], cols[k], :3].astype(np.float32)
                jitter = self.rng.normal(1, 0.09) + self.rng.normal(0, 0.03, 3)
                angle = -0.7 + self.rng.normal(0, 0.5) + np.pi * self.rng.integers(2)
                at = corner + np.array((cols[k], rows[k]))
                self.stroke(brush, at, angle, tint * jitter, tint * (jitter + 0.12))

    def lit(self, depth: float = 0.34) -> Array:
        """What a photograph of it shows: ridges of paint in light from the upper left."""
        t = cv2.GaussianBlur(self.thick, (0, 0), 0.8)
        slope = np.roll(t, (-2, -2), (0, 1)) - np.roll(t, (1, 1), (0, 1))
        img = self.img * (1 + depth * np.clip(slope, -0.8, 0.9))[..., None]
        return img.clip(0, 255).astype(np.uint8)


def _linen(rng: Rng, h: int, w: int) -> Array:
    """Bare canvas."""
    over = np.add.outer(np.sin(np.arange(h) * 0.9), np.sin(np.arange(w) * 0.9)) / 4 + 0.5
    return LINEN * (0.84 + 0.2 * over * art.noise(rng, h, w, 30, 4) + 0.12 * art.fbm(rng, h, w, 90))[..., None]


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """A floor of warm dapples over bare linen, scratched lines, dusky strokes between areas, dabbed treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    work, tones = Canvas(_linen(rng, h, w).astype(np.float32), rng), _tones(FLOOR)
    hue = np.clip((art.fbm(rng, h, w, 330, octaves=3) - 0.5) * 2.4 + 0.5, 0, 1)
    light = 0.78 + 0.5 * np.clip((art.fbm(rng, h, w, 210, octaves=3) - 0.4) * 2.2, 0, 1)
    flow = 2 * np.pi * art.fbm(rng, h, w, 420, octaves=2) + rng.uniform(0, 6)

    def dapple(x: int, y: int) -> tuple[Array, Array]:
        tone = hue[y, x] * (len(tones) - 1) + rng.normal(0, 1.3)
        pair = tones[[int(np.clip(round(tone + d), 0, len(tones) - 1)) for d in (0, rng.normal(0, 2))]]
        return tuple(pair * light[y, x] * rng.uniform(0.9, 1.1))

    for size, step in ((WIDE, 33), (BROAD, 36)):
        work.spread(size, step, dapple, flow)
    for _ in range(150):  # specks of light through leaves
        at, tint = rng.uniform(0, 1, 2) * (w, h), tones[[10, 6]] * rng.uniform(0.98, 1.12)
        work.stroke(ROUND, at, rng.uniform(0, 6), *tint)
    ground = work.img * 0.62 + 0.38 * DUSK
    for vertical, count, every, other in ((True, spec.cols, spec.area_cols, spec.rows),
                                          (False, spec.rows, spec.area_rows, spec.cols)):  # fmt: skip
        for k in range(count + 1):
            for d in np.arange(0, other * c, 24 if k % every == 0 else 15):
                at = np.array([m + k * c, m + d + 8]) if vertical else np.array([m + d + 8, m + k * c])
                turn = rng.normal(0, 0.07) + (np.pi / 2 if vertical else 0)
                if k % every == 0 or k == count:
                    row, col = (int(np.clip(v, 0, n - 1)) for v, n in zip(at[::-1], (h, w), strict=True))
                    tint = 0.5 * ground[row, col] + 0.5 * DUSK
                    work.stroke(ROUND, at + rng.normal(0, 1.5, 2), turn, tint, tint + 26)
    scratch = np.zeros((h, w), np.float32)
    for k in range(spec.cols + 1):
        for a, b in zip(range(0, 100, 5), range(5, 105, 5), strict=True):
            for vertical, count, other in ((True, spec.cols, spec.rows), (False, spec.rows, spec.cols)):
                if 0 < k < count:
                    ends = np.array([(m + k * c, m + q / 100 * other * c) for q in (a, b)]) + rng.normal(0, 1, (2, 2))
                    ends = ends if vertical else ends[:, ::-1]
                    cv2.line(scratch, *(tuple(map(int, p)) for p in ends), 1.0, 3, cv2.LINE_AA)
    scratch = cv2.GaussianBlur(scratch, (0, 0), 1.2) * np.clip(2.4 * art.noise(rng, h, w, 60) - 0.35, 0.1, 1)
    work.img += (LINEN * 1.1 - work.img) * (0.6 * scratch)[..., None]
    work.thick -= 0.5 * scratch
    for (col, row), kind in sorted(treasures.items()):
        at = np.array([m + (col + 0.5) * c, m + (row + 0.5) * c])
        for a in np.arange(0, 18.85, 0.43):  # the cloud it sits on
            off = np.array([np.cos(a), np.sin(a)]) * (64 - 2.6 * a + rng.normal(0, 4))
            work.stroke(
                ROUND if a < 6 else BROAD, at + off, a + 1.6 + rng.normal(0, 0.4), CLOUD * rng.uniform(0.86, 1.0), CLOUD
            )
        work.copy_of(drawn(TREASURES[kind], round(0.6 * c)), at)
    inside = np.minimum(*np.meshgrid(*(np.minimum(np.arange(n), n - np.arange(n)) for n in (w, h))))
    ragged = np.clip((inside - 26 - 50 * (art.fbm(rng, h, w, 70, octaves=4) - 0.5)) / 5, 0, 1)[..., None]
    bare = _linen(rng, h, w)
    painted = work.lit()
    return (painted * ragged + bare * (1 - ragged)).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Leaves of a few strokes each, the light on one half, over a scumbled shade."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    (shade, mid, light), flow = map(_tones, LEAVES[colour]), np.full((h, w), rng.uniform(0, 6))
    work = Canvas(np.zeros((h, w, 3), np.float32) + shade[0], rng)
    work.spread(BROAD, 44, lambda x, y: (mid[rng.integers(len(mid))] * 0.72, shade[0] * rng.uniform(0.9, 1.3)), flow)
    spots = [(x, y) for y in np.arange(0, h + 60, 104) for x in np.arange(0, w + 60, 104)]
    rng.shuffle(spots)
    for x, y in spots + rng.normal(0, 24, (len(spots), 2)):
        a, long = rng.uniform(0, 2 * np.pi), rng.uniform(76, 112)
        along, aside = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        halves = mid[rng.integers(len(mid), size=2)] * rng.uniform(0.88, 1.1)
        for side, tint in ((-1, halves[0] * 0.86), (1, halves[1] * 1.08)):
            for t in (-0.42, -0.05, 0.3):
                at = np.array([x, y]) + along * t * long + aside * side * (15 - 14 * abs(t))
                work.stroke(
                    BROAD if t < 0 else ROUND, at, a + side * (0.5 - 0.3 * t), tint, tint * 0.6 + light[0] * 0.4
                )
        gleam = light[rng.integers(len(light))]
        for t in (-0.62, -0.4, -0.18, 0.04, 0.24):
            work.stroke(FINE, np.array([x, y]) + along * t * long, a, gleam, gleam * 0.9)
    return work.lit()


def token_texture(kind: str, seed: int, d_mm: float = 13.6) -> Array:
    """Umber laid on in a round, the treasure dabbed on it."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    work = Canvas(np.zeros((n, n, 3), np.float32) + UMBER, rng)
    for r in (0.46, 0.34, 0.2, 0.06):
        for a in np.arange(0, 6.28, 0.36):
            at = n / 2 + n * r * np.array([np.cos(a), np.sin(a)])
            work.stroke(ROUND, at, a + np.pi / 2, UMBER * rng.uniform(0.8, 1.25), UMBER * 1.3)
    work.copy_of(drawn(TREASURES[kind], round(0.68 * n)), (n / 2, n / 2))
    return work.lit(0.24)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A cool ground, fur in long strokes from space to space, a portrait on the first."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (round((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    ground, fur = tone_of(PLATE[species]), drawn(FACES[species], 100)
    work = Canvas(np.zeros((h, w, 3), np.float32) + ground, rng)
    flow = np.full((h, w), rng.uniform(0, 6))
    work.spread(BROAD, 40, lambda x, y: (ground * rng.uniform(0.86, 1.12), ground * rng.uniform(0.8, 1.2)), flow)
    coat = fur[..., :3][fur[..., 3] > 200].astype(np.float32)
    mid = {tuple(q): (np.array(q) + 0.5) * s for q in sorted(map(tuple, cells))}
    for q, at in mid.items():
        for near in ((q[0] + 1, q[1]), (q[0], q[1] + 1)):
            way = mid.get(near, at) - at
            for t in np.linspace(0, 1, 9) if way.any() else (0,) * 5:
                turn = np.arctan2(way[1], way[0]) + rng.normal(0, 0.35)
                tint = coat[rng.integers(len(coat), size=2)] * rng.uniform(0.85, 1.1)
                for _ in range(4):
                    work.stroke(BROAD, at + way * t + rng.normal(0, 22, 2), turn, *tint)
    first = mid[min(mid)]
    for a in np.arange(0, 6.28, 0.4):
        work.stroke(BROAD, first + 44 * np.array([np.cos(a), np.sin(a)]), a + 1.6, ground * 1.1, ground * 1.25)
    work.copy_of(drawn(FACES[species], round(0.8 * s)), first, FINE, 4)
    return work.lit()


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Prints on card for tiles and animals, painted discs and figures of wood."""
    key, half = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell / 2
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    spots = np.float32([spec.cell_centre(*q) for q in p.cells])
    low, high = spots.min(0) - half, spots.max(0) + half
    depth, side, alpha = (ts.PIECE_T, 0.3), (0.5, 0.44, 0.34), self.card_alpha + 0.04
    if p.kind == "token":
        low, high = spots[0] - 6.8, spots[0] + 6.8
        cut, tex = Point(*spots[0]).buffer(6.8, 32), token_texture(p.colour, p.art_seed)
        depth, side = (2.4, 0.4), (0.04, 0.022, 0.014)
    elif p.kind == "squirrel":
        rng, inks = np.random.default_rng(p.art_seed), {"t": "4c5c74", "b": "5a6c86", "l": "a4b4c8", "p": "e4e0d8"}
        cut, work = figure(SQUIRREL, 18.4, spots[0]), Canvas(np.zeros((200, 200, 3), np.float32), rng)
        work.img += tone_of("4c5c74")
        work.copy_of(drawn(SQUIRREL + LIT, 184, inks | {"k": "14161c"}), (100, 100), FINE, 4)
        tex, depth, side = work.lit(), (4.0, 0.4), (0.07, 0.1, 0.15)
    elif p.kind == "leaf":
        cut = geo.tile_outline(spec, p.cells, p.hole, 0.4, 1.6, p.hole_size, 2.0)
        tex = leaf_texture(p.art_seed, p.colour, *(high - low))
    else:
        cut, corner = geo.tile_outline(spec, p.cells, None, 0.5, 2.0), np.min(p.cells, axis=0)
        tex = animal_texture(p.art_seed, p.colour, [tuple(q - corner) for q in np.array(p.cells)], spec.cell)
    out = printed_piece(p, cut, (*low, *high), depth, ("card", tex, alpha), side)
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, pieces, tables and lamps of `tablescene` by this edition's."""
    art.board_texture, art.leaf_texture, art.token_texture = board_texture, leaf_texture, token_texture
    ts.EDGE.update(rgb=(0.5, 0.42, 0.3))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._table = table_of(ts.TableScene._table, MOODS)
    ts.TableScene._lights = lights_of(ts.TableScene._lights, MOODS, 1889)
    ts.TableScene._isp = exposure_of(ts.TableScene._isp, MOODS)
