"""A stained-glass edition: leaded leaves of bright glass on a dim church window.

Tiles are leaves cut into pieces of glass, emerald (threes), amber and gold (fours), ruby (fives), each piece of a hue
of its own, between black lead lines. The floor is a window of dim amber and grey-blue panes, roses and diamonds, with
thick lead between the spaces and brass round the areas; treasures are glass medallions. Tokens are cabochons of dark
glass with an etched golden picture, squirrels chased brass sheet, animals leaded milk glass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from tablescene import art, render
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
LEAVES = {
    "green": "2fa653 4cbc4e 84c84c 1f9464 a8d454",
    "orange": "f6a41c fbc038 ffd85c ee8c1c f8b44c",
    "red": "dc222c ec443c c0142a f25e52 c81e4c",
}
GROUND = {"green": "11523f 1a6448 0f4a46", "orange": "c4701c ae5f18 d2861f", "red": "700c20 841426 5c0a1e"}
AMBER, SLATE, OPAL = "6a542c 765e34 5c4826 826a40", "3e4a56 4a5866 34404e 566470", "dcd6c4 cfd4d2 e4dcc8"
LEAD, BRASS, GOLD = (40, 40, 44), (206, 166, 88), (236, 192, 96)
PARTS = {  # ellipses in hundredths: x, y, half axes, degrees, colour; ~ is one on either side
    "berry": "~70 20 22 9 -24 4c9c4a|~74 50 18 18 0 5a48b4|50 46 18 22 0 6c5ccc|~64 76 18 18 0 4a3ca4",
    "nut": "50 8 6 9 0 6a4424|50 64 33 34 0 d8902c|50 92 6 7 0 b87424|36 62 7 18 8 f4c468|50 30 36 16 0 7c4c22",
    "mushroom": "50 70 13 28 0 f2e6c4|50 37 47 28 0 d02c24|~72 40 9 10 0 fff0dc|50 25 9 9 0 fff0dc|50 59 36 6 0 e4cc9c",
    "feather": "53 46 20 50 38 2c9c98|66 37 9 20 38 8cdcc8|48 60 9 20 38 5cc0b4|50 50 4 54 38 f4ecd0",
    "squirrel": "76 34 17 20 0 1|72 66 16 22 15 2|45 64 20 25 15 3|33 35 18 14 15 4|40 17 6 11 12 5|45 88 25 7 0 6",
    "badger": "~76 24 10 10 0 4c4c54|50 50 34 36 0 f0ece0|~66 45 9 32 -8 3c3c44|50 78 8 6 0 202024",
    "fox": "~74 20 11 19 22 c87848|50 46 34 28 0 e0a478|~68 60 16 13 -25 f6efe0|50 70 9 15 0 d08c5c|50 79 5 4 0 202024",
    "hare": "~65 18 9 24 12 c8b08c|50 58 29 29 0 dccaa8|50 72 14 11 0 f6efe0|50 66 5 4 0 a05c5c",
    "owl": "~74 20 9 16 30 8c6ca0|50 50 36 35 0 b496c4|~67 46 17 18 0 f4ead0|50 64 6 9 0 e0a030",
    "heron": "66 22 28 6 18 38445c|48 42 25 23 0 a4c4d4|28 68 7 30 25 e8b440",
}
EYES = {"badger": (0.16, 0.46), "fox": (0.15, 0.45), "hare": (0.14, 0.53), "owl": (0.17, 0.46), "heron": (0.05, 0.4)}
COAT = {"badger": "a4a4ac b8b8bc 8c8c96", "fox": "e0ac84 d49870 ecc09c", "hare": "dccaa8 cdb894 e8dabc"}
COAT |= {"owl": "b49cc8 c4b0d4 a48cb8", "heron": "a8c8d8 94b8cc bcd8e4"}
MAPLE = tuple((a, 0.87 - abs(a) / 230, 0.2 - abs(a) / 2000, 0.9) for a in (-100, 100, -48, 48, 0))
FORMS = (((0, 1.0, 0.27, 0.85),), ((0, 0.95, 0.4, 0.62),), MAPLE)
"""Lobes of a leaf: degrees, length, width, fullness."""
NOON, NIGHT = ("window", 6300, (600, 650), 1.2, 1600.0, 1200.0, 200), ("lamp", 3000, (150, 150), 1.0, 500.0, 1500.0, 0)
LAMPS = ((5600, (NOON,)), (3100, (NIGHT, ("lamp", 2800, (110, 110), 0.5, -700.0, 1300.0, 0))), (4200, (NIGHT, NOON)))


def _tones(text: str) -> np.ndarray:
    """Colours written in hexadecimal."""
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


@lru_cache(maxsize=16)
def _parts(name: str) -> tuple:
    both = [(q, text.strip("~").split()) for text in PARTS[name].split("|") for q in ((-1, 1) if "~" in text else (1,))]
    rows = [(q, *(float(v) / 100 for v in words[:5]), words[5]) for q, words in both]
    return tuple((0.5 + q * (x - 0.5), y, a, b, q * deg * 100, tone) for q, x, y, a, b, deg, tone in rows)


def _inlay(labels: np.ndarray, tones: np.ndarray, name: str, s: float, x: float, y: float, first: int) -> None:
    """Cut a picture of s pixels, its corner at x and y, into a pattern of panes."""
    for i, (u, v, a, b, deg, tone) in enumerate(_parts(name)):
        at, axes = (round(x + u * s), round(y + v * s)), (round(a * s), round(b * s))
        mask = cv2.ellipse(np.zeros(labels.shape, np.uint8), at, axes, deg, 0, 360, 1, -1) > 0
        labels[mask], tones[mask] = first + i, _tones(tone)[0]


def _crazed(rng: np.random.Generator, h: int, w: int, size: float) -> np.ndarray:
    """Random panes about so many pixels across, numbered."""
    seeds = np.full((h, w), 255, np.uint8)
    y, x = np.mgrid[size / 2 : h + size : size, size / 2 : w + size : size]
    y, x = (np.int32(v + rng.uniform(-0.36, 0.36, v.shape) * size) for v in (y, x))
    seeds[np.clip(y, 0, h - 1), np.clip(x, 0, w - 1)] = 0
    return cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]


def _picked(labels: np.ndarray, text: str) -> np.ndarray:
    """A tone for every pane out of a few."""
    tones = _tones(text)
    return tones[(labels * 40503 >> 4) % len(tones)]


def _leaded(rng: np.random.Generator, labels: np.ndarray, tones: np.ndarray, half: float, wisps: float) -> np.ndarray:
    """Streaky glass in lead: colour and, as the fourth channel, height."""
    h, w = labels.shape
    edge = np.ones((h, w), np.uint8)
    edge[:, 1:] = labels[:, 1:] == labels[:, :-1]
    edge[1:] &= labels[1:] == labels[:-1]
    depth = cv2.distanceTransform(edge, cv2.DIST_L2, 5)
    streak = np.where(labels % 2 == 0, art.noise(rng, h, w, 90, 8), art.noise(rng, h, w, 8, 90))
    cloud = art.fbm(rng, h, w, 55)
    shade = (0.86 + (labels * 2531 % 64) / 220) * (0.76 + 0.26 * streak + 0.2 * cloud)
    img = tones * (shade * (0.84 + 0.16 * np.clip(depth / 16, 0, 1)))[..., None]
    img += (255 - img) * (wisps * np.clip(streak + cloud - 0.95, 0, 1))[..., None]
    lead = np.clip(half - depth + 0.5, 0, 1)
    img += lead[..., None] * (np.float32(LEAD) * (0.75 + 0.6 * np.clip(1 - depth / half, 0, 1))[..., None] - img)
    height = 60 + 40 * np.clip(depth / 22, 0, 1) + 30 * cloud + 70 * lead * np.clip(1.4 - depth / half, 0, 1)
    return np.dstack([img, height]).clip(0, 255).astype(np.uint8)


def _came(tex: np.ndarray, mask: np.ndarray, tone: Sequence[int]) -> None:
    """A rounded bar of metal wherever there is a mask."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 5)
    round_ = np.sqrt(np.clip(depth / max(1.0, depth.max()), 0, 1))[..., None]
    bar = np.concatenate([np.float32(tone) * (0.5 + 0.6 * round_), 90 + 165 * round_], axis=2)
    tex[:] = np.clip(tex + mask[..., None] / 255.0 * (bar - tex), 0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """A leaf of many pieces in each space, on darker panes."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    labels = _crazed(rng, h, w, 72)
    tones, first = _picked(labels, GROUND[colour]), 5000
    spots = [(x, y) for y in np.arange(10, h_mm, 20) for x in np.arange(10, w_mm, 20)]
    y, x = np.mgrid[:h, :w].astype(np.float32) / PX
    for cx, cy in spots:
        form, size, a = FORMS[int(rng.integers(3))], rng.uniform(18, 21), rng.uniform(0, 2 * np.pi)
        back = 0.3 if len(form) > 1 else 0.5
        px = ((x - cx) * np.cos(a) + (y - cy) * np.sin(a)) / size + back + rng.uniform(-0.04, 0.04)
        py = ((y - cy) * np.cos(a) - (x - cx) * np.sin(a)) / size + rng.uniform(-0.04, 0.04)
        for deg, length, width, power in form:
            c, d = np.cos(np.radians(deg)), np.sin(np.radians(deg))
            s, v = (px * c + py * d) / length, py * c - px * d
            inside = (s > 0) & (s < 1)
            inside &= np.abs(v) < width * np.sin(np.pi * np.clip(s, 0, 1) ** power) ** 0.8
            cuts = 3 if len(form) == 1 else 1
            piece = first + 5 * (v > 0) + np.clip(np.floor((s - 0.8 * np.abs(v)) * cuts), 0, cuts - 1)
            labels[inside], first = piece[inside], first + 11
        leaf = labels >= 5000
        tones[leaf] = _picked(labels, LEAVES[colour])[leaf]
    return _leaded(rng, labels, tones, 2.6, 0.25)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """A window: a rose in each area among diamonds, a border of bars, medallions, lead and brass lines."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    x1, y1 = round(m + spec.cols * cell), round(m + spec.rows * cell)
    y, x = np.mgrid[:h, :w].astype(np.float32)
    wide, high = spec.area_cols * cell, spec.area_rows * cell
    u, v = (x - m) % wide - wide / 2, (y - m) % high - high / 2
    r, turn = np.hypot(u, v), np.arctan2(v, u)
    diamond = 64 * np.floor((u + 0.62 * v) / 105) + np.floor((u - 0.62 * v) / 105)
    ring = np.digitize(r, (60, 150, 255))
    rose = 3000 + 100 * ring + np.where(ring > 0, np.floor(turn / (np.pi / 6) + ring * 0.5), 0)
    labels = np.where(ring < 3, rose, 1000 + diamond)
    border = (x < m) | (x > x1) | (y < m) | (y > y1)
    labels = np.where(border, 2000 + 40 * np.floor((x - m) / 100) + np.floor((y - m) / 100), labels)
    labels = np.int32(labels + 7000 * np.floor((x - m) / wide) * ~border + 35000 * np.floor((y - m) / high) * ~border)
    amber = np.where(border, labels % 2 == 0, (ring == 0) | (ring == 2) | ((ring == 3) & (labels % 5 == 0)))
    tones = np.where(amber[..., None], _picked(labels, AMBER), _picked(labels, SLATE))
    lead, brass = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for i, ((c, r_), kind) in enumerate(sorted(treasures.items())):
        cx, cy = round(m + (c + 0.5) * cell), round(m + (r_ + 0.5) * cell)
        disc = cv2.circle(np.zeros((h, w), np.uint8), (cx, cy), round(0.36 * cell), 1, -1) > 0
        labels[disc], tones[disc] = 500000 + 40 * i, _tones(OPAL)[i % 3]
        s = 0.54 * cell
        _inlay(labels, tones, kind, s, cx - s / 2, cy - s / 2, 500001 + 40 * i)
        cv2.circle(brass, (cx, cy), round(0.37 * cell), 255, 7, cv2.LINE_AA)
    tex = _leaded(rng, labels, tones, 2.0, 0.12)
    for n, area, across in ((spec.cols, spec.area_cols, True), (spec.rows, spec.area_rows, False)):
        for i in range(n + 1):
            at, strong = round(m + i * cell), i % area == 0 or i == n
            p, q = ((at, round(m)), (at, y1)) if across else ((round(m), at), (x1, at))
            cv2.line(brass if strong else lead, p, q, 255, 17 if strong else 12, cv2.LINE_AA)
    cv2.rectangle(brass, (0, 0), (w, h), 255, 28)
    _came(tex, lead, LEAD)
    _came(tex, brass, BRASS)
    return tex


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """Brass sheet, a squirrel chased out of a darker, hammered ground."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    labels, tones = np.zeros((n, n), np.int32), np.full((n, n, 3), BRASS, np.float32)
    for i, (x, y, a, b, deg, _) in enumerate(_parts("squirrel")):
        cv2.ellipse(labels, (int(x * n), int(y * n)), (int(a * n), int(b * n)), deg, 0, 360, 1 + i, -1)
    tex = _leaded(rng, labels, tones * np.where(labels > 0, 1.15, 0.48)[..., None], 2.2, 0)
    raised = cv2.GaussianBlur((labels > 0).astype(np.float32), (0, 0), 5)
    tex[..., 3] = 60 + 90 * raised + 60 * art.noise(rng, n, n, 14)
    cv2.circle(tex, (int(0.28 * n), int(0.33 * n)), 5, (30, 24, 14, 90), -1, cv2.LINE_AA)
    return tex


def animal_texture(seed: int, species: str, cells: Sequence[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """Milk glass: a tinted animal, its head in the first space, on whiter panes."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(c[k] for c in cells) + 1) * s) for k in (0, 1))
    labels, body = _crazed(rng, h, w, 110), np.zeros((h, w), np.uint8)
    tones = _picked(labels, "e4e6e4 d4dade eceae0")
    mid = [(int((c + 0.5) * s), int((r + 0.53) * s)) for c, r in sorted(cells)]
    for i, p in enumerate(mid):
        for q in mid[: i + 1]:
            if np.hypot(p[0] - q[0], p[1] - q[1]) < 1.1 * s:
                cv2.line(body, p, q, 255, int(s * 0.66))
    coat = _crazed(rng, h, w, 85) + 5000
    labels, tones = np.where(body > 0, coat, labels), np.where(body[..., None] > 0, _picked(coat, COAT[species]), tones)
    (c, r), (apart, down) = min(cells), EYES[species]
    _inlay(labels, tones, species, s, c * s, r * s, 9000)
    tex = _leaded(rng, labels, tones, 2.4, 0.3)
    for q in (-1, 1):
        at = (int((c + 0.5 + q * apart) * s), int((r + down) * s))
        for radius, tone in ((0.065, (240, 196, 84, 120)), (0.04, (18, 18, 20, 120))):
            cv2.circle(tex, at, int(radius * s), tone, -1, cv2.LINE_AA)
    return tex


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Dark glass with the treasure etched and gilt."""
    rng, n, s = np.random.default_rng(seed), int(d_mm * PX), int(d_mm * PX * 0.77)
    dark = _tones("121c34 0e2820 2a1028 1c1c22")[int(rng.integers(4))]
    img = dark * (0.8 + 0.5 * art.fbm(rng, n, n, 50))[..., None]
    labels, gilt = np.zeros((n, n), np.int32), np.zeros((n, n, 3), np.float32)
    _inlay(labels, gilt, kind, s, (n - s) / 2, (n - s) / 2, 1)
    lines = cv2.dilate(np.uint8(cv2.Laplacian(labels.astype(np.float32), cv2.CV_32F) != 0), np.ones((3, 3)))
    etched = cv2.GaussianBlur(np.float32((labels > 0) & (lines == 0)), (0, 0), 0.8)
    return np.clip(img + etched[..., None] * (np.float32(GOLD) - img), 0, 255).astype(np.uint8)


def _cabochon(x: float, y: float, r: float) -> dict[str, Any]:
    """A dome with its print seen from above."""
    t = np.linspace(0, np.pi / 2, 14)
    mesh = geo.lathe([(r * 0.96, 0), *zip(r * np.cos(t), 0.9 + 2.1 * np.sin(t), strict=True)], 48)
    uv = mesh["v"][:, :2] / (2 * r) + 0.5
    return dict(mesh, v=mesh["v"] + np.float32((x, y, 0)), uv=uv.astype(np.float32))


def _pieces(stock: Callable) -> Callable:
    """Tokens are domes; everything else gets a lead (or, on squirrels, bronze) came along its outline."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        centre, half = np.array([spec.cell_centre(*q) for q in p.cells]), spec.cell / 2
        if p.kind == "token":
            look = {"tex": art.token_texture(p.colour, p.art_seed, 13.6), "alpha": 0.07}
            self._mesh_cache[key] = [("token", _cabochon(*centre[0], 6.8), (f"tk{p.art_seed}", "gloss", look))]
            return self._mesh_cache[key]
        (name, top, (tag, kind, look)), side = stock(self, spec, p)
        die = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        corner, mask = centre.min(0) * (1, 0) + centre.max(0) * (0, 1), np.zeros(look["tex"].shape[:2], np.uint8)
        rings = [((np.array(r.coords) - corner) * (1, -1) + half) * PX for r in (die.exterior, *die.interiors)]
        cv2.polylines(mask, [np.int32(r.round()) for r in rings], True, 255, 15, cv2.LINE_AA)
        _came(look["tex"], mask, (84, 58, 30) if p.kind == "squirrel" else LEAD)
        self._mesh_cache[key] = [(name, top, (tag, kind, look)), side]
        return self._mesh_cache[key]

    return meshes


def _glazed(stock: Callable) -> Callable:
    """Prints of four channels are glass (squirrels: brass) whose relief is the fourth."""

    def bsdf(self: render.Renderer, material: tuple[str, str, dict]) -> Any:
        key, _, look = material
        if key in self._bsdf or look.get("tex", np.zeros((1, 1, 3))).shape[2] == 3:
            return stock(self, material)
        relief = cv2.GaussianBlur(look["tex"][::-1, :, 3].astype(np.float32), (0, 0), 1.6)[..., None] * (0.35 / 255)
        alpha = 0.3 if key.startswith("squirrel") else 0.11
        look = {"tex": look["tex"][..., :3], "alpha": alpha, "bump": np.ascontiguousarray(relief)}
        return stock(self, (key, "gloss", look))

    return bsdf


def apply() -> None:
    """Replace the stock art, materials, tokens and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.05, 0.05, 0.055))
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 52, rest=0.5)
    render.Renderer.bsdf = _glazed(render.Renderer.bsdf)
