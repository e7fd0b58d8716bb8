"""A home-made edition of fabric.

The boards are patchwork linen with seams, running stitches and a gingham binding; the tiles are felt-backed printed
cotton in teal, mustard and wine with a stitched rim. Treasures are satin-stitched, tokens are dark brown wooden
buttons with painted icons, squirrels are modelled from clay and animals are strung from painted beads.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from art_lamps import exposure_of, lights_of, table_of
from shapely.geometry import LineString, Point
from tablescene import art, game, scene
from tablescene import geometry as geo

PX = art.PX
RGB = tuple[int, int, int]
COTTON: dict[str, tuple[RGB, RGB, RGB]] = {  # ground, light print, dark print
    "green": ((18, 108, 112), (88, 168, 164), (8, 74, 86)),
    "orange": ((196, 146, 40), (228, 196, 112), (152, 102, 22)),
    "red": ((120, 22, 48), (180, 82, 98), (78, 8, 32)),
}
LINEN: tuple[RGB, ...] = (
    (204, 192, 166),
    (190, 190, 168),
    (206, 184, 166),
    (184, 184, 180),
    (212, 200, 176),
    (196, 178, 152),
)
BINDING: tuple[RGB, ...] = ((52, 84, 140), (150, 52, 56), (64, 110, 84))
BEADS: dict[str, tuple[RGB, RGB]] = {  # animal: body beads, painted marks
    "badger": ((44, 44, 50), (238, 234, 224)),
    "owl": ((128, 92, 60), (240, 214, 160)),
    "hare": ((190, 172, 150), (250, 240, 226)),
    "fox": ((206, 98, 40), (250, 240, 222)),
    "heron": ((96, 128, 160), (226, 234, 240)),
}
# table, room temperature and level, lights (kind, distance, height, half size, temperature, strength), exposure, gain
MOODS: tuple[dict[str, Any], ...] = (
    {
        "table": "oilcloth",
        "room": 3000,
        "level": 0.8,
        "ev": 0.0,
        "gain": 1.0,  # warm ceiling lamp
        "lights": (("lamp", 300, 1600, 200, 2750, 1.1),),
    },
    {
        "table": "whitewash",
        "room": 2700,
        "level": 0.3,
        "ev": 0.3,
        "gain": 1.4,  # dim evening, a floor lamp
        "lights": (("lamp", 900, 1150, 150, 2500, 0.5),),
    },
    {
        "table": "cuttingmat",
        "room": 7000,
        "level": 0.7,
        "ev": 0.0,
        "gain": 1.0,  # low northern window, raking light
        "lights": (("window", 1500, 800, 520, 8200, 1.2), ("lamp", 900, 1700, 160, 3200, 0.15)),
    },
)


# ---------------------------------------------------------------- cloth and thread
def _cloth(rng: np.random.Generator, h: int, w: int, base: RGB, depth: float = 0.16) -> np.ndarray:
    """Plain weave with slubs: thread by thread light and dark."""
    i, j = np.arange(h)[:, None], np.arange(w)[None]
    weave = 0.5 + 0.25 * np.sin(2 * np.pi * i / 8) + 0.25 * np.sin(2 * np.pi * j / 8)
    slub = art.noise(rng, h, w, 70, 4) + art.noise(rng, h, w, 4, 70) - 1
    shade = 1 + depth * (weave - 0.5) + depth * 0.6 * slub + 0.1 * (art.fbm(rng, h, w, 300) - 0.5)
    return np.ones((h, w, 3), np.float32) * base * shade[..., None]


def _run(
    img: np.ndarray, line: np.ndarray, col: RGB, on: float = 30, off: float = 16, width: int = 6, shadow: float = 0.45
) -> None:
    """Running stitch along a polyline (pixels): each stitch has a shadow and dips in at its ends."""
    path = LineString(line)
    for s in np.arange(off / 2, path.length - on * 0.4, on + off):
        q = np.array([path.interpolate(t).coords[0] for t in np.linspace(s, min(s + on, path.length), 4)])
        for shift, c in ((2.5, tuple(v * shadow for v in col)), (0, col)):
            cv2.polylines(img, [np.round((q + shift) * 8).astype(np.int32)], False, c, width, cv2.LINE_AA, 3)


def _leaf(length: float, deg: float, kind: int) -> np.ndarray:
    t = np.linspace(0, 1, 28)
    s = np.sin(np.pi * t)
    w = (0.30 * np.sin(np.pi * t**0.8), 0.17 * s**0.8, 0.26 * s * (1 + 0.3 * np.sin(t * 19)))[kind]
    q = np.r_[np.c_[t - 0.5, w], np.c_[t - 0.5, -w][::-1]] * length
    a = np.radians(deg)
    return q @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])


@cache
def _bolt(colour: str) -> np.ndarray:
    """One repeat of the block-printed cotton (64 mm square); every tile is cut somewhere out of it."""
    rng = np.random.default_rng(sum(map(ord, colour)) * 613)
    n = 64 * PX
    base, light, dark = COTTON[colour]
    img = _cloth(rng, n, n, base)
    ink = np.zeros((n, n, 3), np.float32)
    al = np.zeros((n, n), np.float32)
    for gy in range(8):
        for gx in range(8):
            at = (np.array([gx + 0.5 + 0.5 * (gy % 2), gy + 0.5]) * n / 8) + rng.normal(0, 5, 2)
            q = _leaf(rng.uniform(88, 124), rng.uniform(0, 360), int(rng.integers(3)))
            for k in range(9):  # the repeat closes over its edges
                off = at + np.array([k % 3 - 1, k // 3 - 1]) * n
                p, rib = (np.round((v + off) * 8).astype(np.int32) for v in (q, q[[0, 28]] * 0.9))
                cv2.fillPoly(ink, [p], (light, dark)[(gx + gy) % 2], cv2.LINE_AA, 3)
                cv2.fillPoly(al, [p], 0.85, cv2.LINE_AA, 3)
                cv2.polylines(al, [rib], False, 0, 4, cv2.LINE_AA, 3)
    al = (al * (0.75 + 0.25 * art.noise(rng, n, n, 5)))[..., None]  # the block did not ink evenly
    grain = img / np.array(base)
    return np.clip(img * (1 - al) + ink * grain * al, 0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    rng = np.random.default_rng(seed)
    m = cv2.getRotationMatrix2D((0, 0), float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 6)), 1)
    m[:, 2] = rng.uniform(0, 640, 2)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(_bolt(colour), m, (int(w_mm * PX), int(h_mm * PX)), flags=how, borderMode=cv2.BORDER_WRAP)


def icon(kind: str, seed: int, size_mm: float = 11.5, thread: float = 0.3) -> np.ndarray:
    """Treasure in satin stitch with a back-stitched outline (thread=0: painted, for the buttons)."""
    n = int(size_mm * PX) * 2
    im, yx = np.zeros((n, n, 4), np.float32), np.mgrid[:n, :n]

    def fill(pts: Any, col: RGB, deg: float = 30, line: RGB | None = None) -> None:
        p = np.round(np.asarray(pts, float) * n * 8).astype(np.int32)
        m = np.zeros((n, n), np.uint8)
        cv2.fillPoly(m, [p], 255, cv2.LINE_AA, 3)
        a = np.radians(deg)
        hatch = 1 + thread * (np.abs((yx[0] * np.cos(a) + yx[1] * np.sin(a)) / (0.6 * PX * 2) % 1 - 0.5) - 0.25)
        al = m[..., None] / 255
        im[..., :3] = np.where(im[..., 3:] > 0, im[..., :3] * (1 - al) + col * hatch[..., None] * al, col)
        if line is not None:
            edge = np.zeros((n, n), np.uint8)
            cv2.polylines(edge, [p], True, 255, n // 32, cv2.LINE_AA, 3)
            im[..., :3] += (np.array(line) - im[..., :3]) * (edge[..., None] / 255)
            m = np.maximum(m, edge)
        im[..., 3] = np.maximum(im[..., 3], m)

    def oval(x: float, y: float, a: float, b: float, deg: float = 0) -> np.ndarray:
        return np.array(Point(0, 0).buffer(1).exterior.coords) @ np.diag([a, b]) @ cv2.getRotationMatrix2D(
            (0, 0), deg, 1
        )[:, :2].T + [x, y]

    if kind == "berry":
        for s in (-1, 1):
            fill(oval(0.5 + s * 0.2, 0.16, 0.2, 0.1, s * 24), (116, 158, 84), 30 * s, (60, 96, 50))
        for k, (x, y) in enumerate(
            ((0.24, 0.4), (0.5, 0.36), (0.76, 0.4), (0.36, 0.6), (0.64, 0.6), (0.5, 0.81))
        ):  # French knots
            fill(oval(x, y, 0.155, 0.155), (112, 92, 196), 60 * k, (50, 36, 112))
            fill(oval(x - 0.04, y - 0.05, 0.045, 0.035), (206, 198, 244))
    elif kind == "nut":
        t = np.linspace(0, np.pi, 30)
        fill(np.c_[0.5 + 0.3 * np.cos(t), 0.42 + 0.5 * np.sin(t) ** 0.8], (232, 180, 104), 90, (92, 56, 30))
        fill(oval(0.5, 0.34, 0.37, 0.2), (176, 112, 58), 45, (92, 56, 30))
        for x in (-0.2, -0.07, 0.06, 0.19):
            fill([(0.47 + x, 0.46), (0.51 + x, 0.46), (0.57 + x, 0.22), (0.53 + x, 0.22)], (240, 206, 150))
        fill([(0.46, 0.18), (0.5, 0.03), (0.58, 0.05), (0.55, 0.18)], (176, 112, 58), 0, (92, 56, 30))
    elif kind == "mushroom":
        fill([(0.39, 0.5), (0.61, 0.5), (0.68, 0.93), (0.5, 0.97), (0.32, 0.93)], (244, 232, 206), 90, (110, 84, 64))
        t = np.linspace(np.pi, 2 * np.pi, 30)
        fill(
            np.r_[np.c_[0.5 + 0.46 * np.cos(t), 0.58 + 0.5 * np.sin(t)], [(0.5, 0.64)]], (206, 66, 44), 0, (104, 26, 24)
        )
        for x, y, r in ((0.3, 0.38, 0.08), (0.54, 0.24, 0.085), (0.74, 0.45, 0.075), (0.5, 0.48, 0.06)):
            fill(oval(x, y, r, r), (252, 244, 228))
    else:
        q = _leaf(1.2, -46, 1) * 0.94 + 0.5
        fill(q, (242, 242, 238), 0, (44, 58, 104))
        for f in (-0.36, -0.24, -0.12, 0, 0.12, 0.24, 0.36):  # barbs and shaft in indigo
            c = 0.5 + f * np.array([0.7, -0.72])
            for d in ((-0.01, -0.15), (0.15, 0.01)):
                fill([c, c + d, c + d + np.array([0.03, 0.03])], (112, 128, 176))
        fill([(0.02, 0.94), (0.07, 0.99), (0.86, 0.16), (0.84, 0.14)], (44, 58, 104))
    return cv2.resize(np.clip(im, 0, 255).astype(np.uint8), (n // 2, n // 2), interpolation=cv2.INTER_AREA)


# ---------------------------------------------------------------- board
def board_texture(seed: int, spec: game.BoardSpec, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = round(spec.margin * PX), spec.cell * PX
    x1, y1 = int(m + spec.cols * cell), int(m + spec.rows * cell)
    img = _cloth(rng, h, w, BINDING[seed % 3])
    i, j = np.arange(h)[:, None] // 40 % 2, np.arange(w)[None] // 40 % 2
    img += (np.array((244, 240, 230)) - img) * ((2 - i - j) / 2 * 0.8)[..., None]  # gingham binding
    order, nac = rng.permutation(6), -(-spec.cols // spec.area_cols)
    aw, ah = int(spec.area_cols * cell), int(spec.area_rows * cell)
    for a in range(spec.n_areas):
        y, x = m + a // nac * ah, m + a % nac * aw
        patch = img[y : min(y1, y + ah), x : min(x1, x + aw)]
        patch[:] = _cloth(rng, *patch.shape[:2], LINEN[order[a % 6]])
    for _ in range(60):  # leaves of the forest floor, outlined in a thread little darker than the linen
        q = _leaf(rng.uniform(90, 190), rng.uniform(0, 360), int(rng.integers(3)))
        q += rng.uniform(m + 80, [x1 - 80, y1 - 80])
        _run(img, q, ((166, 146, 116), (156, 156, 122), (178, 142, 120))[int(rng.integers(3))], 22, 7, 4, 0.8)
    for c in range(1, spec.cols):
        if c % spec.area_cols:
            _run(img, np.array([(m + c * cell, m), (m + c * cell, y1)]), (104, 84, 70))
    for r in range(1, spec.rows):
        if r % spec.area_rows:
            _run(img, np.array([(m, m + r * cell), (x1, m + r * cell)]), (104, 84, 70))
    lines = [((m + c * cell, m), (m + c * cell, y1)) for c in range(0, spec.cols + 1, spec.area_cols)]
    lines += [((m, m + r * cell), (x1, m + r * cell)) for r in range(0, spec.rows + 1, spec.area_rows)]
    puff = np.zeros((h, w), np.float32)  # seams: a dark valley between two swelling edges
    for a, b in lines:
        cv2.line(puff, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 1, 9)
    valley, swell = cv2.GaussianBlur(puff, (0, 0), 2), cv2.GaussianBlur(puff, (0, 0), 11)
    img *= (1 + 0.35 * swell - 0.75 * valley)[..., None]
    for a, b in lines:
        side = np.array([14, 0]) if a[0] == b[0] else np.array([0, 14])
        for s in (-1, 1):
            _run(img, np.array([a, b]) + s * side, (236, 226, 204), 20, 12, 4)
    for (c, r), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, 0, 0.62 * spec.cell), rng.uniform(-14, 14))
        art.paste(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.5)
    return np.clip(img, 0, 255).astype(np.uint8)


# ---------------------------------------------------------------- buttons, clay and beads
def _egg(x: float, y: float, z: float, a: float, b: float, c: float, deg: float = 0.0) -> dict:
    """Ellipsoid with half axes a, b, c about (x, y, z), turned by deg about the vertical."""
    t = np.linspace(-np.pi / 2, np.pi / 2, 13)
    m = geo.lathe(np.c_[np.cos(t), np.sin(t)], 28)
    return geo.transform(dict(m, v=(m["v"] * [a, b, c]).astype(np.float32)), deg, shift=(x, y, z))


def _glaze(col: RGB) -> tuple:
    lin = ((np.array(col) / 255) ** 2.2).tolist()
    return (f"glaze{col}", "gloss", {"rgb": lin, "alpha": 0.3})


def _squirrel() -> list[tuple]:
    """Clay squirrel lying on its side: russet body, dark bushy tail, cream belly, bead eye."""
    body, tail, cream, black = (_glaze(c) for c in ((190, 92, 44), (150, 66, 30), (244, 222, 186), (20, 16, 16)))
    out = [
        (_egg(-1.8, -3, 2.6, 3.5, 5.4, 3.0, -8), body),
        (_egg(-4.2, 3.4, 3.0, 3.3, 2.8, 3.0, 20), body),
        (_egg(-2.6, 6.4, 2.4, 1.0, 2.2, 1.2, -14), body),
        (_egg(-4.4, 6.6, 2.4, 1.0, 2.0, 1.2, 4), body),
        (_egg(-2.4, -7.6, 1.8, 4.0, 1.4, 1.7), body),
        (_egg(-5.4, -1.4, 2.6, 2.3, 1.1, 1.3, 25), body),
        (_egg(-3.2, -3.4, 4.5, 1.6, 3.4, 1.6, -8), cream),
        (_egg(-5.0, 4.0, 5.4, 0.8, 0.8, 0.7), black),
    ]
    t = np.linspace(0, 1, 14)  # the tail rises behind the back and curls outwards
    a = np.radians(-120 + 250 * t)
    for x, y, r in zip(2.9 + 2.6 * np.cos(a), 0.9 + 5.4 * np.sin(a), 1.8 + 1.7 * np.sin(np.pi * t**0.8), strict=True):
        out.append((_egg(x, y, 2.6, r, r, 2.6), tail))
    return out


def _animal(ctr: list[np.ndarray], species: str) -> list[tuple]:
    """A flat painted bead on each space, small beads between, a head with ears, eyes and nose."""
    body, mark, black = (_glaze(c) for c in (*BEADS[species], (20, 18, 18)))
    n = len(ctr)
    links = [(i, j) for i in range(n) for j in range(i) if np.hypot(*(ctr[i] - ctr[j])) < 21]
    out = [(_egg(*q, 2.4, 8.9, 8.9, 2.9), body) for q in ctr]
    out += [(_egg(*((ctr[i] + ctr[j]) / 2), 2.4, 4.4, 4.4, 3.0), mark) for i, j in links]
    ends = [k for k in range(n) if sum(k in q for q in links) == 1] or [0]
    head = ends[0]
    d = ctr[head] - ctr[next(i + j - head for i, j in links if head in (i, j))]
    d, h = d / 20, ctr[head]
    s = np.array([-d[1], d[0]])
    deg = float(np.degrees(np.arctan2(d[1], d[0])))
    out += [(_egg(*q, 4.2, 4.4, 4.4, 1.7), mark) for k, q in enumerate(ctr) if k != head]
    out.append((_egg(*(h + d * 3.4), 4.0, 4.2, 2.2, 2.2, deg), mark))
    for q in (-1, 1):
        long = 3.6 if species == "hare" else 2.2
        out += [
            (_egg(*(h - d * 3.4 + q * s * 5.4), 5.0, long, 1.6, 1.2, deg), mark),
            (_egg(*(h + d * 1.0 + q * s * 3.2), 5.0, 1.3, 1.3, 1.0), black),
        ]
    return [*out, (_egg(*(h + d * 6.2), 4.6, 1.5, 1.5, 1.2), black)]


def _piece_meshes(self: scene.TableScene, spec: game.BoardSpec, p: game.Piece) -> list[tuple]:
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    cc = np.array([spec.cell_centre(*q) for q in p.cells])
    c, tag = cc[0], f"{p.kind}{p.art_seed}"
    if p.kind == "leaf":
        (x0, y0), (x1, y1) = cc.min(0) - spec.cell / 2, cc.max(0) + spec.cell / 2
        tex = leaf_texture(p.art_seed, p.colour, x1 - x0, y1 - y0)
        o = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
        rim = geo.tile_outline(spec, p.cells).buffer(-0.8).exterior  # between edge and hole there is room for one row
        _run(tex, (np.array(rim.coords) - [x0, y1]) * [PX, -PX], (244, 236, 216), 16, 12, 4)
        top, side = geo.die_cut(o, scene.PIECE_T, (x0, y0, x1, y1), 0.4)
        felt = tuple(((np.array(COTTON[p.colour][2]) / 255) ** 2.2).tolist())
        out = [
            ("leaf", top, (tag, "cloth", {"tex": tex})),
            ("leafside", side, (f"felt{p.colour}", "cloth", {"rgb": felt})),
        ]
    elif p.kind == "token":
        rng, n = np.random.default_rng(p.art_seed), 136
        tex = np.ones((n, n, 3), np.float32) * (70, 44, 28) * (0.75 + 0.5 * art.fbm(rng, n, n, 90, 6))[..., None]
        for x in (9, n - 9):
            cv2.circle(tex, (x, n // 2), 5, (14, 10, 8), -1, cv2.LINE_AA)
        art.paste(tex, icon(p.colour, 0, 9.8, 0), n / 2, n / 2)
        wood = (tag, "gloss", {"tex": np.clip(tex, 0, 255).astype(np.uint8), "alpha": 0.3})
        brown = ("buttonwood", "gloss", {"rgb": (0.052, 0.026, 0.013), "alpha": 0.3})
        top, side = geo.die_cut(Point(*c).buffer(6.7, 24), 1.8, (*(c - 6.8), *(c + 6.8)), 0.3)
        ring = geo.lathe([(6.7, 1.2), (6.8, 1.8), (6.5, 2.4), (6.0, 2.5), (5.6, 2.2), (5.4, 1.7)])
        out = [("token", top, wood), ("tokenside", side, brown), ("token", geo.transform(ring, shift=(*c, 0)), brown)]
    elif p.kind == "squirrel":
        turn = float(p.art_seed % 360)
        out = [("squirrel", geo.transform(geo.transform(m, turn), shift=(*c, 0)), mat) for m, mat in _squirrel()]
    else:
        out = [("animal", m, mat) for m, mat in _animal(list(cc), p.colour)]
    self._mesh_cache[key] = out
    return out


# ---------------------------------------------------------------- table and light
def table_texture(seed: int, kind: str, mm: float = 900, px: int = 3) -> np.ndarray:
    rng, n = np.random.default_rng(seed), int(mm * px)
    if kind == "whitewash":  # limed boards
        return (_stock["table_texture"](seed, "pine", mm, px) * np.float32((0.3, 0.32, 0.36)) + 134).astype(np.uint8)
    base = {"oilcloth": (52, 72, 104), "cuttingmat": (62, 98, 92)}.get(kind)
    if base is None:
        return np.asarray(_stock["table_texture"](seed, kind, mm, px))
    img = np.ones((n, n, 3), np.float32) * base
    if kind == "oilcloth":
        for y in range(0, n, 36):
            for x in range(y // 36 % 2 * 18, n, 36):
                cv2.circle(img, (x, y), 5, (214, 212, 200), -1, cv2.LINE_AA)
    else:  # a faint centimetre grid
        img[::30], img[:, ::30] = (84, 118, 110), (84, 118, 110)
    return np.clip(img * (0.94 + 0.12 * art.fbm(rng, n, n, 120))[..., None], 0, 255).astype(np.uint8)


_stock: dict[str, Any] = {}


def apply() -> None:
    """Replace the stock art of tablescene by this edition (once a process)."""
    if _stock:
        return
    for f in (leaf_texture, icon, board_texture, table_texture):
        _stock[f.__name__] = getattr(art, f.__name__)
        setattr(art, f.__name__, f)
    table = scene.TableScene
    _stock["_piece_meshes"], table._piece_meshes = table._piece_meshes, _piece_meshes
    table._table, table._isp = table_of(table._table, MOODS), exposure_of(table._isp, MOODS)
    table._lights = lights_of(table._lights, MOODS, 3402)
    for d in scene.DIFFICULTY.values():  # cloth: little shine (rougher still would cost the linen its brightness)
        d["alpha"] = (0.38, 0.44)
    scene.EDGE["rgb"] = (0.50, 0.45, 0.36)  # the boards' linen edge
