"""A big publisher's family edition of today: clean flat vectors with soft gradients, nothing outlined, satin board.

Every tile is a carpet of many small overlapping leaves: lime to bottle green (threes), butter to pumpkin (fours), coral
to wine red (fives). The floor is muted sage, taupe and slate with softly painted twigs, cones, ferns and moss below
hairlines; each area has a rounded pale border. Tokens are dark brown discs with the icon of the print, squirrels are
beech plates, animals plates of stained wood, both with printed faces. The box has a white cardboard core.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import box
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Colour = Sequence[float]
Oval = tuple[float, float, float, float, float]
"""Middle, half axes and the turn in degrees, in a unit square."""

FOLIAGE = {
    "green": ((150, 190, 74), (104, 166, 82), (62, 136, 84), (34, 104, 78), (188, 208, 104), (22, 82, 66)),
    "orange": ((250, 206, 92), (246, 178, 56), (240, 150, 48), (222, 124, 36), (252, 222, 132), (204, 104, 34)),
    "red": ((232, 98, 82), (214, 62, 62), (184, 42, 58), (150, 28, 54), (240, 130, 104), (118, 22, 48)),
}
GROUNDS = ((118, 128, 104), (132, 118, 100), (104, 116, 112), (124, 124, 96), (112, 106, 96), (98, 118, 98))
FRAME, HAIRLINE, BORDER = (58, 66, 58), (226, 224, 204), (232, 226, 202)
DISC, BEECH = (64, 42, 30), (216, 178, 130)
STAIN = {
    "badger": (92, 96, 106),
    "owl": (132, 100, 118),
    "hare": (206, 190, 164),
    "fox": (150, 98, 66),
    "heron": (110, 144, 164),
}
TAIL: tuple[Oval, ...] = ((0.72, 0.42, 0.22, 0.33, 12), (0.68, 0.2, 0.25, 0.16, 0), (0.7, 0.72, 0.2, 0.18, 0))
BODY: tuple[Oval, ...] = ((0.44, 0.68, 0.28, 0.28, 0), (0.31, 0.36, 0.25, 0.22, -8), (0.5, 0.88, 0.38, 0.09, 0))
EARS: tuple[Oval, ...] = ((0.21, 0.15, 0.06, 0.11, -12), (0.42, 0.14, 0.06, 0.11, 14))
ROOMS = (
    (3600, (("lamp", 3000, (230, 230), 0.95, 500.0, 1500.0, 0),)),
    (
        5800,
        (("window", 6600, (600, 520), 1.0, 1700.0, 1000.0, 250), ("lamp", 3300, (120, 120), 0.3, -500.0, 1500.0, 0)),
    ),
    (4600, (("window", 5600, (520, 600), 0.8, 1500.0, 1200.0, 300), ("lamp", 4000, (260, 260), 0.4, 400.0, 1800.0, 0))),
)


def _oval(x: float, y: float, rx: float, ry: float, turn: float = 0) -> np.ndarray:
    t, a = np.linspace(0, 2 * np.pi, 48, endpoint=False), np.radians(turn)
    u, v = rx * np.cos(t), ry * np.sin(t)
    return np.c_[x + u * np.cos(a) - v * np.sin(a), y + u * np.sin(a) + v * np.cos(a)]


def _paint(
    img: np.ndarray,
    pts: np.ndarray,
    first: Colour,
    last: Colour,
    way: Colour = (0, 1),
    soft: float = 0,
    clear: float = 1,
) -> None:
    """Fill a polygon of pixels with a gradient along `way`, on RGB or on RGBA with premultiplied colours."""
    pad = int(3 * soft) + 2
    x0, y0 = np.maximum(np.floor(pts.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(pts.max(0)).astype(int) + pad, (img.shape[1], img.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.round((pts - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if soft:
        mask = cv2.GaussianBlur(mask, (0, 0), soft)
    m = mask[..., None].astype(np.float32) / 255 * clear
    along = pts @ np.float32(way)
    yy, xx = np.mgrid[y0:y1, x0:x1]
    t = (xx * way[0] + yy * way[1] - along.min()) / max(np.ptp(along), 1e-6)
    col = art.ramp(t, [first, last])
    if img.shape[2] == 4:
        col = np.dstack([col, np.full(t.shape, 255.0)])
    img[y0:y1, x0:x1] = img[y0:y1, x0:x1] * (1 - m) + col * m


def _tone(colour: Colour, factor: float) -> np.ndarray:
    return np.clip(np.float32(colour) * factor, 0, 255)


def _sprite(premultiplied: np.ndarray, n: int) -> np.ndarray:
    small = cv2.resize(premultiplied, (n, n), interpolation=cv2.INTER_AREA)
    small[..., :3] /= np.maximum(small[..., 3:] / 255, 1e-3)
    return small.clip(0, 255).astype(np.uint8)


def _width(kind: int, t: np.ndarray) -> np.ndarray:
    """Half the width of a leaf along its midrib: almond, beech, willow, oak, aspen, pear."""
    s = np.sin(np.pi * t)
    return (
        0.26 * s**0.9,
        0.34 * np.sin(np.pi * t**0.8) ** 0.8,
        0.16 * s**0.8,
        0.27 * s**0.6 * (1 + 0.26 * np.sin(t * 23)),
        0.42 * np.sin(np.pi * t**0.62) ** 0.75,
        0.3 * np.sin(np.pi * t**1.4) ** 0.9,
    )[kind]


@lru_cache(maxsize=4)
def _leaves(colour: str) -> list[np.ndarray]:
    """The leaves of one print run: two halves of one hue, a pale midrib, no outline."""
    out, t = [], np.linspace(0, 1, 50)
    for i in range(36):
        n = (72, 84, 96, 78)[i % 4]
        hue = np.float32(FOLIAGE[colour][(i // 6) % 6])
        img, s, w = np.zeros((2 * n, 2 * n, 4), np.float32), 2 * n, _width(i % 6, t)
        x = 0.06 + 0.88 * t
        for side, shade in ((-1, 1.08), (1, 0.9)):
            half = np.r_[np.c_[x, 0.5 + side * w], np.c_[x, np.full(50, 0.5)][::-1]] * s
            _paint(img, half, _tone(hue, shade * 0.9), _tone(hue, shade * 1.12), (1, 0))
        rib = np.r_[np.c_[x, 0.5 + 0.018 * (1 - t)], np.c_[x, 0.5 - 0.018 * (1 - t)][::-1]] * s
        _paint(img, rib, hue * 0.4 + 150, hue * 0.6 + 100, (1, 0), 0, 0.8)
        out.append(_sprite(img, n))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """A carpet of small leaves, the dark ones lower, every tile with an emphasis of its own."""
    rng = np.random.default_rng(seed)
    w, h = int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * _tone(FOLIAGE[colour][5], 0.62)
    spots = np.array([(x, y) for y in np.arange(-3, h_mm + 4, 3.9) for x in np.arange(-3, w_mm + 4, 3.9)])
    order = rng.permutation(len(spots))
    share = np.array([4, 3, 3, 3, 1, 2])[rng.permutation(6)] * np.array([1.0, 1.2, 1.2, 1, 0.7, 0.7])
    for rank, i in enumerate(order):
        hue = 5 if rank < len(order) * 0.22 else int(rng.choice(6, p=share / share.sum()))
        leaf = _leaves(colour)[6 * hue + int(rng.integers(6))]
        turned = art.rotate(leaf, rng.uniform(0, 360), rng.uniform(0.85, 1.2))
        x, y = (spots[i] + rng.uniform(-1.8, 1.8, 2)) * PX
        art.paste(img, turned, x, y, 0.34)
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure out of a few shapes with gradients, as RGBA."""
    n = int(size_mm * PX)
    s = 3 * n
    img, ink = np.zeros((s, s, 4), np.float32), np.float32((255, 246, 230))
    if kind == "berry":
        for x, turn in ((0.3, 24), (0.7, -24)):
            _paint(img, _oval(x, 0.17, 0.23, 0.1, turn) * s, (136, 178, 86), (74, 128, 74))
        for x, y in ((0.27, 0.45), (0.73, 0.45), (0.5, 0.5), (0.34, 0.74), (0.67, 0.74)):
            _paint(img, _oval(x, y, 0.2, 0.2) * s, (134, 128, 214), (62, 54, 132))
            _paint(img, _oval(x - 0.06, y - 0.08, 0.06, 0.04, -30) * s, (212, 212, 248), (190, 190, 240))
    elif kind == "nut":
        _paint(
            img, np.r_[_oval(0.5, 0.55, 0.33, 0.36)[:24], [[0.5 - 0.33, 0.5], [0.5 + 0.33, 0.5]]] * s, *[(0, 0, 0)] * 2
        )
        _paint(img, _oval(0.5, 0.57, 0.33, 0.36) * s, (238, 184, 106), (176, 110, 52))
        _paint(img, np.array([(0.44, 0.9), (0.5, 0.99), (0.56, 0.9)]) * s, (160, 98, 46), (160, 98, 46))
        _paint(img, _oval(0.36, 0.62, 0.06, 0.17, 8) * s, (252, 214, 150), (226, 164, 92))
        _paint(img, _oval(0.5, 0.3, 0.41, 0.19) * s, (146, 98, 64), (104, 66, 44))
        _paint(img, np.array([(0.46, 0.14), (0.44, 0.0), (0.56, 0.0), (0.54, 0.14)]) * s, (120, 78, 50), (104, 66, 44))
    elif kind == "mushroom":
        _paint(
            img,
            np.r_[[(0.4, 0.5), (0.6, 0.5)], [(0.68, 0.92), (0.6, 0.98), (0.4, 0.98), (0.32, 0.92)]] * s,
            ink,
            ink * 0.82,
        )
        arc = np.linspace(np.pi, 2 * np.pi, 40)
        cap = np.c_[0.5 + 0.47 * np.cos(arc), 0.56 + 0.52 * np.sin(arc)]
        _paint(img, np.r_[cap, [(0.8, 0.64), (0.5, 0.67), (0.2, 0.64)]] * s, (244, 108, 84), (196, 48, 56))
        for x, y, r in (
            (0.34, 0.36, 0.075),
            (0.58, 0.22, 0.07),
            (0.72, 0.44, 0.075),
            (0.5, 0.5, 0.055),
            (0.17, 0.52, 0.04),
        ):
            _paint(img, _oval(x, y, r, r * 0.85) * s, ink, ink * 0.94)
    else:
        t = np.linspace(0, 1, 40)
        vane = 0.21 * np.sin(np.pi * t**0.75) ** 0.7
        for side, tints in ((1, ((236, 244, 244), (120, 190, 196))), (-1, ((206, 230, 230), (78, 152, 166)))):
            edge = np.c_[0.2 + 0.66 * t + side * vane * 0.72, 0.8 - 0.76 * t + side * vane * 0.62]
            _paint(img, np.r_[edge, np.c_[0.2 + 0.66 * t, 0.8 - 0.76 * t][::-1]] * s, *tints, (-0.66, 0.76))
        quill = np.array([(0.06, 0.98), (0.84, 0.06), (0.12, 0.99)]) * s
        _paint(img, quill, (62, 92, 104), (62, 92, 104))
    return _sprite(img, n)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A dark brown disc with a lighter ring and the icon of the print."""
    n = int(d_mm * PX)
    img = np.ones((n, n, 3), np.float32) * _tone(DISC, 0.9)
    _paint(img, _oval(0.5, 0.5, 0.45, 0.45) * n, _tone(DISC, 1.55), _tone(DISC, 1.4))
    _paint(img, _oval(0.5, 0.5, 0.425, 0.425) * n, _tone(DISC, 1.0), _tone(DISC, 1.2))
    art.paste(img, icon(kind, seed, d_mm * 0.66), n / 2, n / 2, 0.4)
    return img.clip(0, 255).astype(np.uint8)


def _stroke(line: np.ndarray, wide: float, thin: float) -> np.ndarray:
    """A tapering outline round a line of points."""
    d = np.gradient(line, axis=0)
    across = np.c_[-d[:, 1], d[:, 0]] / np.maximum(np.linalg.norm(d, axis=1, keepdims=True), 1e-6)
    half = np.linspace(wide, thin, len(line))[:, None] / 2
    return np.r_[line + across * half, (line - across * half)[::-1]]


def _twig(rng: np.random.Generator, img: np.ndarray, at: np.ndarray, ground: Colour) -> None:
    length, turn, t = rng.uniform(160, 300), rng.uniform(0, 2 * np.pi), np.linspace(0, 1, 24)
    bark = np.float32(ground) * 0.45 + np.float32((86, 62, 48)) * 0.5
    bend = turn + rng.normal(0, 0.3) * np.sin(t * 4)
    line = at + length * np.cumsum(np.c_[np.cos(bend), np.sin(bend)], 0) / 24
    for k in (6, 11, 16):
        way = turn + rng.choice([-1, 1]) * rng.uniform(0.5, 0.9)
        shoot = line[k] + np.linspace(0, rng.uniform(40, 90), 8)[:, None] * (np.cos(way), np.sin(way))
        _paint(img, _stroke(shoot, 8, 4), bark, bark * 1.1, soft=1)
        _paint(img, _oval(*shoot[-1], 8, 5, np.degrees(way)), bark * 1.2, bark, soft=1)
    _paint(img, _stroke(line, 15, 5), bark * 1.15, bark * 0.9, soft=1)


def _cone(rng: np.random.Generator, img: np.ndarray, at: np.ndarray, ground: Colour) -> None:
    turn, size = rng.uniform(0, 360), rng.uniform(60, 85)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    wood = np.float32(ground) * 0.4 + np.float32((112, 78, 54)) * 0.6
    _paint(
        img,
        _oval(*np.add(at, (6, 8)), size, size * 0.6, turn),
        _tone(ground, 0.6),
        _tone(ground, 0.6),
        soft=7,
        clear=0.6,
    )
    _paint(img, _oval(*at, size * 0.95, size * 0.55, turn), wood * 0.6, wood * 0.5, soft=1)
    for row in np.linspace(0.85, -0.85, 8):
        wide = 0.55 * np.sqrt(1 - row**2)
        for v in np.linspace(-wide, wide, 3 + int(5 * wide)):
            scale = _oval(
                at[0] + size * (row * c - v * s), at[1] + size * (row * s + v * c), size * 0.13, size * 0.1, turn
            )
            _paint(img, scale, wood * 1.18, wood * 0.72, (c, s), 0.8)


def _fern(rng: np.random.Generator, img: np.ndarray, at: np.ndarray, ground: Colour) -> None:
    turn, length = rng.uniform(0, 2 * np.pi), rng.uniform(150, 260)
    green = np.float32(ground) * 0.62 + np.float32((88, 122, 84)) * 0.36
    for t in np.linspace(0.08, 1, 15):
        base = at + t * length * np.array((np.cos(turn + 0.4 * t), np.sin(turn + 0.4 * t)))
        for side in (-1, 1):
            way, long = turn + 0.4 * t + side * 1.05, length * 0.2 * np.sin(np.pi * (0.15 + 0.8 * t)) ** 0.8 + 4
            tip = base + long * np.array((np.cos(way), np.sin(way)))
            _paint(img, _oval(*(base + tip) / 2, long / 2, 6, np.degrees(way)), green * 1.08, green * 0.9, soft=1)


def _moss(rng: np.random.Generator, img: np.ndarray, at: np.ndarray, ground: Colour) -> None:
    green = np.float32(ground) * 0.5 + np.float32((122, 142, 84)) * 0.52
    for _ in range(26):
        x, y = at + rng.normal(0, 42, 2) * (1, 0.7)
        r = rng.uniform(12, 28)
        _paint(img, _oval(x, y, r, r * 0.9), green * rng.uniform(1.0, 1.16), green * rng.uniform(0.76, 0.9), soft=2.5)


def board_texture(seed: int, spec: ts.game.BoardSpec, treasures: dict) -> np.ndarray:
    """Muted floor, one tone an area, soft things lying on it, hairlines and rounded pale borders."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    img = np.ones((h, w, 3), np.float32) * FRAME
    across, tones = -(-spec.cols // spec.area_cols), rng.permutation(len(GROUNDS))
    rounds = []
    for a in range(spec.n_areas):
        c0, r0 = (a % across) * spec.area_cols, (a // across) * spec.area_rows
        c1, r1 = min(spec.cols, c0 + spec.area_cols), min(spec.rows, r0 + spec.area_rows)
        x0, y0, x1, y1 = (int(m + v * cell) for v in (c0, r0, c1, r1))
        ground, size = GROUNDS[tones[a % len(tones)]], (y1 - y0, x1 - x0)
        part = np.ones((*size, 3), np.float32) * ground
        drift = art.fbm(rng, *size, 190, octaves=3)[..., None]
        for level, factor in ((0.42, 1.07), (0.52, 0.93), (0.6, 1.1)):
            edge = np.clip((drift - level) / 0.02, 0, 1)
            part = part * (1 - edge) + _tone(ground, factor) * edge
        things = [_moss, _moss, _fern, _fern, _twig, _twig, _twig, _cone, _cone, _fern, _moss, _twig]
        for thing in things[: max(4, size[0] * size[1] // 40000)]:
            thing(rng, part, rng.uniform((30, 30), (size[1] - 30, size[0] - 30)), ground)
        img[y0:y1, x0:x1] = part
        rounds.append(np.array(box(x0 + 12, y0 + 12, x1 - 12, y1 - 12).buffer(6).exterior.coords))
    over = img.clip(0, 255).astype(np.uint8)
    for c in range(spec.cols + 1):
        cv2.line(over, (int(m + c * cell), int(m)), (int(m + c * cell), int(h - m)), HAIRLINE, 3, cv2.LINE_AA)
    for r in range(spec.rows + 1):
        cv2.line(over, (int(m), int(m + r * cell)), (int(w - m), int(m + r * cell)), HAIRLINE, 3, cv2.LINE_AA)
    img = img * 0.3 + over * 0.7
    for (c, r), kind in sorted(treasures.items()):
        x, y = m + (c + 0.5) * cell, m + (r + 0.5) * cell
        _paint(img, _oval(x, y, 74, 74), (214, 210, 186), (196, 192, 166), soft=9, clear=0.55)
        art.paste(img, icon(kind, 0, 0.58 * spec.cell), x, y, 0.3)
    over = img.clip(0, 255).astype(np.uint8)
    for ring in rounds:
        cv2.polylines(over, [np.round(ring * 16).astype(np.int32)], True, BORDER, 7, cv2.LINE_AA, 4)
    return over


def _wood(rng: np.random.Generator, h: int, w: int, colour: Colour) -> np.ndarray:
    """Planed wood in one stain, its grain along the rows."""
    grain = art.noise(rng, h, w, 150, 5)[..., None]
    return np.float32(colour) * (0.86 + 0.26 * grain)


def _eyes(img: np.ndarray, middle: Sequence[float], apart: float, radius: float) -> None:
    for side in (-1, 1):
        x, y = middle[0] + side * apart, middle[1]
        _paint(img, _oval(x, y, radius, radius), (250, 246, 236), (236, 230, 218))
        _paint(img, _oval(x, y, radius * 0.55, radius * 0.55), (40, 28, 22), (30, 20, 16))


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """A beech plate with a squirrel printed in russet, looking at the player."""
    n = int(s_mm * PX)
    img = _wood(np.random.default_rng(seed), n, n, BEECH)
    for ovals, light, dark in ((TAIL, (206, 112, 58), (150, 70, 36)), (BODY + EARS, (190, 96, 48), (142, 64, 34))):
        for x, y, rx, ry, turn in ovals:
            _paint(img, _oval(x * n, y * n, rx * n * 0.9, ry * n * 0.9, turn), light, dark)
    _eyes(img, (0.31 * n, 0.34 * n), 0.08 * n, 0.05 * n)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: Sequence[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """A plate of stained wood with a face on one space and fur drawn over the others."""
    rng, n = np.random.default_rng(seed), int(cell_mm * PX)
    cols, rows = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
    stain = STAIN.get(species, STAIN["fox"])
    img = _wood(rng, rows * n, cols * n, stain)
    for index, (c, r) in enumerate(cells):
        x, y = (c + 0.5) * n, (r + 0.5) * n
        if index:
            for dx, dy in rng.uniform(-0.34, 0.34, (9, 2)) * n:
                _paint(
                    img,
                    _oval(x + dx, y + dy, 0.1 * n, 0.025 * n, rng.uniform(20, 60)),
                    _tone(stain, 1.3),
                    _tone(stain, 1.1),
                )
            continue
        for side in (-1, 1):
            _paint(
                img, _oval(x + side * 0.24 * n, y - 0.24 * n, 0.1 * n, 0.13 * n), _tone(stain, 0.7), _tone(stain, 0.55)
            )
        _paint(img, _oval(x, y, 0.36 * n, 0.32 * n), _tone(stain, 1.35), _tone(stain, 1.05))
        _eyes(img, (x, y - 0.06 * n), 0.15 * n, 0.075 * n)
        _paint(img, _oval(x, y + 0.12 * n, 0.07 * n, 0.05 * n), (46, 34, 30), (34, 24, 20))
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.82, 0.81, 0.78))
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 451, rest=0.5)
