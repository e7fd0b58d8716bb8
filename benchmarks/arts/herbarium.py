"""A naturalist's herbarium of the 19th century: copperplate leaves under watercolour on a pale moss-green plate.

The floor is a hand-coloured survey in weak washes with finely engraved litter and thin sepia rules. Tiles are card with
round holes: hemlock green hazel (threes), straw-ochre oak and ginkgo (fours), madder maple and ivy (fives). Tokens are
bone discs in a brass hoop, squirrels painted umber meeples, animals thick earthy plates with one long engraved beast.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely import Point, Polygon, unary_union
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

Array = np.ndarray
PX, INK, CREAM, BONE = art.PX, np.float32((44, 34, 28)), (244, 234, 206), (242, 234, 212)
WASH = {"green": "3f6b50 7aab82 629a72 92b88c 548c6a 86aa78", "orange": "b0822f e8be64 deb250 f0cf80 d49c46 ecc66c"}
WASH["red"] = "702c38 b85c64 a4464e c87070 96404c b45058"  # ground of the tile, washes of its leaves
# leaves: half breadth, how early it is widest, depth and frequency of lobes; or directions of lobes, their width, teeth
BLADES = {"green": ((0.36, 0.72, 0.05, 90), (0.22, 0.95, 0.04, 70)), "orange": ((0.3, 0.95, 0.34, 25),)}
LOBES = ((0, 0.95, -0.95, 1.95, -1.95), 0.62, 0.035), ((0, 1.1, -1.1, 2.2, -2.2), 0.95, 0)
FLOOR, BRASS, UMBER = "c8cca6 d4d0ac bec8aa d2c8a6 c6ccb4 ced09e", (158, 120, 58), (90, 52, 30)
# figures in hundredths: colour, perhaps ~ (twice, mirrored), a smoothed polygon of x,y or an ellipse (x y rx ry angle)
FIGURES = """
berry: 6c8a48 50,40 34,4 4,2 8,24 24,40; 7d9650 50,40 62,6 96,0 94,22 78,40; 4c4a8e ~ 27 54 24 24; 5a569c 50 74 25 25;
  26244e ~ 25 52 9 8; 26244e 50 76 9 8; d8d8ee 14 44 5 4 -40; d8d8ee 62 44 5 4 -40; d8d8ee 38 64 5 4 -40
nut: 6a4826 46,30 46,0 58,-2 56,30; c08a48 20,40 80,40 86,62 72,86 52,100 48,100 28,86 14,62; ecc890 32 60 5 16 8;
  7c5a34 6,42 6,22 30,10 70,10 94,22 94,42 70,48 30,48; a8824e ~ 22 32 7 6; a8824e ~ 41 30 7 6
mushroom: 6f8a50 16,100 24,84 34,94 44,86 54,94 66,84 76,92 86,100; e8dab6 40,48 60,48 62,76 70,94 50,100 30,94 38,76;
  d8c49a 33,62 50,58 67,62 62,70 38,70; e4d2a8 50 48 44 9; b4452e 2,50 6,24 30,4 50,0 70,4 94,24 98,50 74,44 50,42
  26,44; f4ead0 28 26 8 6 -30; f4ead0 53 15 8 6; f4ead0 74 30 8 6 30; f4ead0 50 34 6 5; f4ead0 13 39 4 4
feather: 64788c 12,86 10,66 22,40 26,46 30,28 54,6 92,0 98,2 92,28 80,50 74,48 68,66 46,82 28,90; 9cb2c2 18,84 98,2
  88,34 78,46 62,66 36,84; e8e2d0 26,50 46,32 54,36 34,60; e8e2d0 48,22 64,12 70,18 56,32; 28303a 0,98 3,100 98,2
badger: 2c2a2c ~ 18 20 15 14; eee8da 12,30 30,12 70,12 88,30 62,94 38,94; 34302f ~ 18,30 42,26 32,74; 0c0a0a 50 88 10 8
owl: 8a6c4a 10,4 34,16 66,16 90,4 94,46 72,92 28,92 6,46; e6d8b8 ~ 30 46 23 25; d89a2c ~ 31 46 12 12;
  14100e ~ 31 46 6 6; 3a2c20 43,54 57,54 50,76
hare: a88a66 ~ 24,56 18,6 32,-4 46,44; e0b8a0 ~ 29 28 4 18 -6; b89a74 14,62 28,38 72,38 86,62 70,94 50,100 30,94;
  f0e4cc 50 84 18 13; 14100e ~ 32 60 6 7; 7a4038 50 76 6 5
fox: 8e4a26 ~ 8,46 6,-2 40,22; c8783c 4,44 30,18 70,18 96,44 66,78 50,100 34,78; f2e8d2 ~ 6,48 32,54 46,90 32,78;
  14100e ~ 32 44 6 6; 14100e 50 92 8 7
heron: 26303c 40,24 70,16 100,40 70,34; d6dcdc 14,44 30,16 62,18 78,44 54,86 20,70; 2c3848 26,30 50,18 76,34;
  d8a23c 20,52 44,54 -2,99; 14100e 40 44 7 7
squirrel: 7c4c2c 62,92 56,60 62,38 52,24 58,4 84,2 98,22 96,52 86,80 78,94; 6a3e24 22,98 32,84 26,64 34,46 52,44 64,62
  66,84 76,98; 6a3e24 34,24 36,4 46,20; 6a3e24 6,38 16,24 34,18 50,28 50,46 36,54 16,50; d8b88c 33 70 7 17 12; 6a3e24
  12,60 26,60 40,64 38,72 20,70; f2e6c8 27 34 5 5; 14100e 27 34 3 3
"""
BEASTS = {"badger": "989694 54585c", "owl": "b0946a 6a5c6a", "hare": "c4a882 74685a", "fox": "c4784a 5c564c"}
BEASTS |= {"heron": "acbac4 586a78"}  # animals: coat, card
NORTH, SIDE = [("window", 6500, (500, 590), e, d, 1100.0, 200) for e, d in ((1.1, -1600.0), (0.6, 1700.0))]
GAS = ("lamp", 2900, (120, 120), 0.8, 620.0, 1350.0, 0)
ROOMS = ((5200, (NORTH,)), (4300, (NORTH, GAS)), (3400, (GAS, SIDE)), (4800, (NORTH, SIDE)))


def _tones(text: str) -> Array:
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


def _inked(img: Array, ink: Array) -> Array:
    return img + (INK - img) * ink[..., None]


def _area(n: int, outline: Array, thick: int = 0) -> Array:
    out, p = np.zeros((n, n), np.uint8), [(outline * 8).round().astype(np.int32)]
    cv2.polylines(out, p, True, 255, thick, cv2.LINE_AA, 3) if thick else cv2.fillPoly(out, p, 255, cv2.LINE_AA, 3)
    return out.astype(np.float32) / 255


def _deep(mask: Array) -> Array:
    return cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5)


def _lines(u: Array, tone: Array | float, pitch: float) -> Array:
    """Engraved lines at whole u, pitch pixels apart, as wide as the tone is dark: 0..1 ink."""
    return np.clip((np.clip(tone, 0, 0.85) * 0.5 - np.abs(u % 1 - 0.5)) * pitch + 0.5, 0, 1) * (np.asarray(tone) > 0.05)


def _outlines(name: str) -> list[tuple[str, Array]]:
    """The parts of a figure: colour and outline in a unit square."""
    out, t, text = [], np.linspace(0, 2 * np.pi, 48), FIGURES.split(f"\n{name}:")[1].split(":")[0].rsplit("\n", 1)[0]
    for colour, *form in (part.split() for part in text.split(";")):
        twice = form[0] == "~" and bool(form.pop(0))
        if "," in form[0]:
            p = np.float32([q.split(",") for q in form])
            for _ in range(3):
                p = np.stack([p + f * (np.roll(p, -1, 0) - p) for f in (0.22, 0.78)], 1).reshape(-1, 2)
        else:
            x, y, a, b, turn = map(float, (*form, 0)[:5])
            z = (a * np.cos(t) + 1j * b * np.sin(t)) * np.exp(1j * np.radians(turn))
            p = np.c_[x + z.real, y + z.imag]
        out += [(colour, q * 0.0092 + 0.04) for q in ([p, p * [-1, 1] + [100, 0]] if twice else [p])]
    return out


@lru_cache(maxsize=48)
def _figure(name: str, s: int) -> Array:
    """A figure as RGBA: washes, lines that bend round each form and swell in its shade, outlines."""
    img, alpha, (yy, xx) = np.zeros((s, s, 3), np.float32) + INK, np.zeros((s, s), np.float32), np.mgrid[:s, :s]
    for colour, p in ((tone, s * q) for tone, q in _outlines(name)):
        a, rim, ((x, y), (w, h)) = _area(s, p), _area(s, p, 5), (p.min(0), np.ptp(p, 0) + 1)
        dome = np.sqrt(_deep(a) / max(float(_deep(a).max()), 1))
        slope = (xx - x) / w * 0.7 + (yy - y) / h * 0.6
        ink = _lines((yy * 0.8 - xx * 0.6 + 10 * dome) / 11, np.clip(slope * 1.1 - 0.4 - 0.3 * dome, 0, 0.8), 11.0)
        img += (_inked(_tones(colour)[0] * (1.12 - 0.3 * slope)[..., None], 0.8 * ink) - img) * a[..., None]
        img, alpha = _inked(img, rim), np.max([alpha, a, rim], 0)
    return cv2.resize(np.dstack([img, alpha * 255]).clip(0, 255), (s // 2, s // 2)).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A figure as RGBA; the colourist's wash differs a little from sheet to sheet."""
    wash = np.r_[np.random.default_rng(seed).uniform(0.93, 1.05, 3), 1]
    return (_figure(kind, int(size_mm * PX) * 2) * wash).clip(0, 255).astype(np.uint8)


def _form(i: int, role: str) -> tuple[Array, tuple[float, ...]]:
    """Outline of the i-th leaf from its stalk at the origin to its tip at (1, 0), and the directions of its ribs."""
    t, th = np.linspace(0, 1, 100), np.linspace(-2.7, 2.7, 260)
    if role == "red":
        ribs, wide, teeth = LOBES[i % 2]
        lobe = np.array(ribs)[:, None]
        r = (0.72 - 0.15 * np.abs(lobe)) * (1 - np.minimum(np.abs(th - lobe) / wide, 1) ** 0.85)
        r = np.maximum(r.max(0), 0.28) + teeth * np.sin(th * 27)
        return np.r_[[[0.16, 0.0]], np.c_[0.3 + r * np.cos(th), r * np.sin(th)]], ribs
    if role == "orange" and i % 2:  # ginkgo
        r = 0.92 - 0.34 * np.exp(-np.abs(th) / 0.15) + 0.025 * np.sin(th * 7 + i)
        return np.r_[[[0.0, 0.0]], np.c_[r * np.cos(th / 2.6), r * np.sin(th / 2.6)]], ()
    wide, early, lobes, often = BLADES[role][i % len(BLADES[role])]
    half = wide * np.sin(np.pi * t**early) ** 0.8 * (1 + lobes * np.sin(t * often))
    bend = 0.07 * np.sin(i * 2.0) * np.sin(np.pi * t)
    return np.r_[np.c_[t, bend + half], np.c_[t, bend - half][::-1]], ()


@lru_cache(maxsize=4)
def _leaves(role: str) -> list[Array]:
    """Specimens of one wash, pointing along +x, as RGBA."""
    rng, out, tints = np.random.default_rng(1847), [], _tones(WASH[role])[1:]
    for i in range(14):
        (p, ribs), length = _form(i, role), rng.uniform(205, 250)
        n, p = int(length * 1.16), np.add(p, (0.13, 0.58)) * length
        a, rim, (y, x) = _area(n, p), _area(n, p, 3), np.mgrid[:n, :n] - length * np.float32([[[0.58]], [[0.13]]])
        vein, u, tone = np.clip(2.6 - np.abs(y), 0, 1), (x - 0.9 * np.abs(y)) / 10, np.where(y > 0, 0.46, 0.2)
        stalk = vein * (x > -0.09 * length) * (x < 0.25 * length)
        if ribs:
            z = x - 0.3 * length + 1j * y
            d = np.min([np.abs(np.angle(z * np.exp(-1j * r))) for r in ribs], 0)
            vein = np.maximum(stalk, np.clip(2.4 - d * np.abs(z), 0, 1))
            u, tone = np.abs(z) * (np.cos(d) - 1.2 * np.sin(d)) / 11, 0.16 + 0.5 * np.clip(d * 1.3, 0, 0.6)
        elif role == "orange" and i % 2:
            vein, u, tone = stalk, np.arctan2(y, x) * 17, 0.22 + 0.3 * np.clip(x / length, 0, 1)
        else:
            nerves = np.abs((x - 0.9 * np.abs(y)) / (0.12 * length) % 1 - 0.5) * 0.12 * length
            vein = np.maximum(vein, np.clip(1.6 - nerves, 0, 1) * 0.8)
        pool = 0.92 + 0.2 * art.fbm(rng, n, n, 70) - 0.2 * np.exp(-_deep(a) / 5)
        img = _inked(tints[i * 3 % 5] * pool[..., None], 0.42 * _lines(u, tone, 10.0))
        img = _inked(img + (np.float32(CREAM) - img) * 0.62 * vein[..., None], 0.85 * rim)
        out.append(np.dstack([img, np.max([a, rim, stalk], 0) * 255]).clip(0, 255).astype(np.uint8))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Big specimens that lap over one another on a ruled ground of the deeper wash."""
    rng, w, h, tones = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX), _tones(WASH[colour])
    img = tones[0] * (0.9 + 0.25 * art.fbm(rng, h, w, 120))[..., None]
    img += (tones[1] - img) * 0.3 * _lines(np.mgrid[:h, :w][0] / 6, 0.35, 6.0)[..., None]
    spots = [(x, y) for y in np.arange(0, h_mm + 1, 10) for x in np.arange((y % 20) / 2, w_mm + 1, 16)]
    for x, y in rng.permutation(spots) + rng.uniform(-1.8, 1.8, (len(spots), 2)):
        leaf = art.rotate(_leaves(colour)[int(rng.integers(14))], rng.uniform(0, 360), rng.uniform(0.64, 0.9))
        art.paste(img, leaf, x * PX, y * PX, 0.35)
    return np.clip(img, 0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Bone in a brass hoop: a graduated ring round an engraved figure."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    z = (np.mgrid[:n, :n].T - (n - 1) / 2) @ [1, 1j] / n
    r, turn, img = np.abs(z), np.angle(z), np.float32(BONE) * (0.95 + 0.08 * art.noise(rng, n, n, 50, 3))[..., None]
    img[(r > 0.38) & (r < 0.42) & (np.abs(turn * 30 / np.pi % 1 - 0.5) < 0.22) | (np.abs(r - 0.375) < 0.008)] = INK
    img[r > 0.42], img[r > 0.435] = np.float32(BRASS) * 0.5, BRASS
    art.paste(img, icon(kind, seed, d_mm * 0.6), n / 2, n / 2)
    return np.clip(img, 0, 255).astype(np.uint8)


def _litter(rng: np.random.Generator, lay: Array, x: float, y: float, tone: Array) -> None:
    """One thing that lies on the floor, in thin sepia lines: a pair of needles, a dead leaf, a twig, a tuft of moss."""
    kind, size, t = rng.choice(4, p=[0.26, 0.28, 0.08, 0.38]), rng.uniform(45, 85), np.linspace(0, 1, 24)
    half, twig = 0.26 * np.sin(np.pi * t**0.85), np.c_[np.arange(9) * 15, np.cumsum(rng.normal(0, 4, 9))]
    ribs = [size * np.array([(u, 0.17), (u - 0.12, 0), (u, -0.17)]) for u in np.arange(0.27, 0.95, 0.12)]
    strokes: list[Any] = [
        [[(0, 0), (26, 7 * q), (58, 9 * q)] for q in (-1, 1)],
        [np.r_[np.c_[t, half], np.c_[t, -half][::-1]] * size, [(-0.2 * size, 0), (size, 0)], *ribs],
        [twig, np.add(twig, (0, 5)), twig[4] + [[0, 0], [22, 20]]],
        [[(0, 3 * q), (12, 4 * q), (20 - q * q, 6.5 * q)] for q in range(-3, 4)],
    ][kind]
    turned = (np.array(p) @ [1, 1j] * 8 * np.exp(1j * size) for p in strokes)
    lines = [np.c_[8 * x + z.real, 8 * y + z.imag].astype(np.int32) for z in turned]
    if kind == 1:
        cv2.fillPoly(lay, lines[:1], (tone * rng.uniform(0.88, [1.02, 0.98, 0.92])).tolist(), cv2.LINE_AA, 3)
    cv2.polylines(lay, lines, False, (116, 106, 78), 1, cv2.LINE_AA, 3)


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """Aged paper, washed areas of fine litter, hair-thin rules, figures on a bare patch, a lettered margin."""
    rng, m, cell = np.random.default_rng(seed), round(spec.margin * PX), round(spec.cell * PX)
    (w, h), (x1, y1) = (round(v * PX) for v in spec.size), (m + spec.cols * cell, m + spec.rows * cell)
    img = np.float32((232, 219, 184)) * (0.95 + 0.1 * art.fbm(rng, h, w, 220))[..., None]
    ways = [range(m, end, step * cell) for end, step in ((x1, spec.area_cols), (y1, spec.area_rows))]
    boxes = [(x, y, min(x + ways[0].step, x1), min(y + ways[1].step, y1)) for y in ways[1] for x in ways[0]]
    for (x, y, p, q), tint in zip(boxes, _tones(FLOOR)[rng.permutation(len(boxes)) % 6], strict=True):
        edge = _deep(np.pad(np.ones((q - y - 2, p - x - 2)), 1)) + 14 * art.fbm(rng, q - y, p - x, 60)
        img[y:q, x:p] = tint * (0.93 + 0.12 * art.fbm(rng, q - y, p - x, 130) - 0.16 * np.exp(-edge / 22))[..., None]
    lay, spots = img.clip(0, 255).astype(np.uint8), (np.reshape(list(treasures), (-1, 2)) + 0.5) * cell + m
    for x, y in rng.uniform((m, m), (x1, y1), (spec.cols * spec.rows * 16, 2)):
        if all(np.hypot(x - u, y - v) > 0.55 * cell for u, v in spots):
            _litter(rng, lay, x, y, img[int(y), int(x)])
    img[m:y1, m:x1] = lay[m:y1, m:x1]
    for kind, at in zip(treasures.values(), spots, strict=True):
        art.paste(img, art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.062 * cell), rng.uniform(-8, 8)), *at)
    lay, ink = img.clip(0, 255).astype(np.uint8), INK.tolist()
    rules = [((x, y, x + cell, y + cell), (86, 70, 50), 4) for y in range(m, y1, cell) for x in range(m, x1, cell)]
    rules += [(box, tone, t) for tone, t in ((ink, 15), (CREAM, 8), ((112, 52, 40), 3)) for box in boxes]
    for box, tone, thick in rules + [((d, d, w - d, h - d), ink, t) for d, t in ((16, 2), (23, 5))]:
        cv2.rectangle(lay, box[:2], box[2:], tone, thick)
    for i, box in enumerate(boxes):
        at = (box[0] + 170, m - 26 if box[1] == m else y1 + 44)
        cv2.putText(lay, f"Tab. {i + 1}.  Solum silvae", at, cv2.FONT_HERSHEY_COMPLEX, 0.75, ink, 2, cv2.LINE_AA)
    return lay


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """One long beast on earthy card: its back runs through all spaces, its face is on the first."""
    rng, s, (coat, card) = np.random.default_rng(seed), int(cell_mm * PX), _tones(BEASTS[species])
    w, h = (int(max(q[k] for q in cells) + 1) * s for k in (0, 1))
    mid, body = {tuple(q): (q[0] * s + s // 2, q[1] * s + s // 2) for q in cells}, np.zeros((h, w), np.uint8)
    for (c, r), p in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(body, p, mid.get(q, p), 255, int(0.6 * s), cv2.LINE_AA)
    deep, (paper, hide) = _deep(body / 255), (0.9 + 0.2 * art.fbm(rng, h, w, z)[..., None] for z in (90, 50))
    tone = np.clip(0.75 - deep / (0.34 * s), 0.12, 0.7) * (0.6 + 0.7 * art.noise(rng, h, w, 18))
    fur = _lines((np.mgrid[:h, :w][0] + 5 * art.noise(rng, h, w, 24) + 0.5 * deep) / 9, tone, 9.0) * 0.8
    img = np.where(body[..., None] > 127, _inked(coat * hide, np.maximum(fur, np.abs(deep - 2) < 2)), card * paper)
    art.paste(img, icon(species, seed, 0.84 * cell_mm), *mid[min(mid)], 0.4)
    return np.clip(img, 0, 255).astype(np.uint8)


def _meshes(self: ts.TableScene, spec: Any, p: Any) -> list[tuple[Any, ...]]:
    """Round holes in ruled card, brass-rimmed discs, painted meeples, thick plates."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre, half, body = [spec.cell_centre(*q) for q in p.cells], 6.8 if p.kind == "token" else spec.cell / 2, UMBER
    (x, y), box = centre[0], (*(np.min(centre, 0) - half), *(np.max(centre, 0) + half))
    w, h, alpha, high, rim = box[2] - box[0], box[3] - box[1], self.card_alpha, ts.PIECE_T, None
    if p.kind == "token":
        form, high, body, tex = Point(x, y).buffer(half, 32), 2.3, BRASS, token_texture(p.colour, p.art_seed, w)
    elif p.kind == "squirrel":
        tex = np.zeros((int(h * PX), int(w * PX), 3), np.float32) + body
        art.paste(tex, icon("squirrel", p.art_seed, 0.97 * w), w * PX / 2, h * PX / 2)
        parts = [Polygon((q - 0.5) * 0.97 * [w, -h] + [x, y]).buffer(0.5) for _, q in _outlines("squirrel")]
        form, high, alpha = unary_union(parts).buffer(0.8).buffer(-0.6).simplify(0.05), 5.0, 0.3
    elif p.kind == "leaf":
        form, body = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size, hole_power=2.0), (178, 166, 140)
        tex, rim = leaf_texture(p.art_seed, p.colour, w, h), _tones(WASH[p.colour])[0]
    else:
        form, high, body = geo.tile_outline(spec, p.cells, radius=3.0), 3.0, _tones(BEASTS[p.colour])[1] * 0.6
        rim, cells = body, [tuple(q) for q in np.array(p.cells) - np.min(p.cells, axis=0)]
        tex = animal_texture(p.art_seed, p.colour, cells, spec.cell)
    if rim is not None:  # a rule along every cut of the die, the hole's too
        mask = np.zeros(tex.shape[:2], np.uint8)
        for i, ring in enumerate((form.exterior, *form.interiors)):
            at = np.int32((np.array(ring.coords) - [box[0], box[3]]) * [PX, -PX])
            cv2.fillPoly(mask, [at], int(i == 0))
        tex = np.select([_deep(mask)[..., None] < 7, _deep(mask)[..., None] < 12], [rim, np.float32(CREAM)], tex)
    top, side = geo.die_cut(form, high, box, 0.35)
    face = (f"{p.kind}{p.art_seed}", "card", {"tex": np.clip(tex, 0, 255).astype(np.uint8), "alpha": alpha})
    edge = (f"side{p.kind}{p.colour}", "diffuse", {"rgb": ((np.float32(body) / 255) ** 2.2).tolist()})
    self._mesh_cache[key] = [(p.kind, top, face), (p.kind + "side", side, edge)]
    return self._mesh_cache[key]


def apply() -> None:
    """Replace the stock art, pieces, tables and lamps of `tablescene` by this edition's."""
    vars(art).update({f.__name__: f for f in (leaf_texture, icon, token_texture, board_texture, animal_texture)})
    for level in ts.DIFFICULTY.values():
        level.update(alpha=(0.32, 0.46), tables=("walnut", "oak", "linen", "white"))
    ts.EDGE.update(rgb=(0.46, 0.39, 0.27))
    ts.TableScene._piece_meshes = _meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1847, rest=0.35)
