"""A gift edition with enamelled, ceramic-like tiles on a muted mossy floor.

Tiles are semi-gloss cobalt (threes), honey yellow (fours) and oxblood (fives) with fine crackle and one painted leaf
a space. The floor is a grey-green print with hair-thin lines in an ivory frame ruled in gold; tokens are walnut discs
with engraved pale icons, squirrels and animals are relief castings in coloured resin.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Point
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
GLAZE = {"green": (38, 76, 148), "orange": (230, 184, 70), "red": (138, 28, 40)}  # roles: threes, fours, fives
BRUSH = {
    "green": ((206, 220, 236), (150, 190, 224)),
    "orange": ((150, 92, 28), (252, 236, 176)),
    "red": ((236, 168, 150), (226, 120, 96)),
}
IVORY, GOLD, WALNUT, PALE = (222, 215, 196), (164, 132, 68), (66, 43, 29), (226, 206, 168)
RESIN = {
    "squirrel": (214, 112, 36),
    "badger": (84, 86, 94),
    "owl": (134, 92, 140),
    "hare": (176, 200, 192),
    "fox": (196, 96, 50),
    "heron": (74, 128, 142),
}
# treasures in a unit square: ellipses (x, y, rx, ry, angle, role); role 0 body, 1 second colour, 2 engraved detail
SHAPES = {
    "berry": (
        (0.3, 0.2, 0.2, 0.09, 25, 1),
        (0.68, 0.17, 0.2, 0.09, -25, 1),
        *(
            (x, y, r, r, 0, k)
            for x, y in ((0.27, 0.46), (0.73, 0.46), (0.5, 0.4), (0.38, 0.66), (0.63, 0.66), (0.5, 0.87))
            for r, k in ((0.155, 2), (0.13, 0))
        ),
    ),
    "nut": (
        (0.5, 0.6, 0.33, 0.36, 0, 0),
        (0.5, 0.28, 0.4, 0.2, 0, 2),
        (0.5, 0.25, 0.37, 0.17, 0, 1),
        (0.5, 0.06, 0.05, 0.09, 0, 1),
        (0.34, 0.25, 0.025, 0.1, 0, 2),
        (0.5, 0.25, 0.025, 0.12, 0, 2),
        (0.66, 0.25, 0.025, 0.1, 0, 2),
        (0.38, 0.66, 0.03, 0.16, 8, 2),
        (0.62, 0.66, 0.03, 0.16, -8, 2),
    ),
    "mushroom": (
        (0.5, 0.72, 0.14, 0.26, 0, 1),
        (0.5, 0.56, 0.44, 0.05, 0, 2),
        (0.5, 0.4, 0.46, 0.27, 0, 0),
        (0.5, 0.55, 0.4, 0.05, 0, 1),
        (0.34, 0.36, 0.06, 0.05, 0, 2),
        (0.54, 0.27, 0.06, 0.05, 0, 2),
        (0.68, 0.42, 0.06, 0.05, 0, 2),
    ),
    "feather": (
        (0.54, 0.43, 0.17, 0.46, 38, 0),
        (0.14, 0.94, 0.035, 0.13, 38, 1),
        (0.5, 0.48, 0.02, 0.5, 38, 2),
        *(
            (0.56 + d + q * 0.05, 0.42 - d * 1.25 + q * 0.05, 0.014, 0.09, 38 + q * 42, 2)
            for d in (-0.18, -0.08, 0.02, 0.12)
            for q in (-1, 1)
        ),
    ),
}
ICON = {
    "berry": ((206, 44, 92), (86, 128, 58), (92, 18, 46)),
    "nut": ((200, 136, 70), (128, 88, 44), (74, 46, 24)),
    "mushroom": ((176, 72, 40), (240, 230, 206), (86, 34, 22)),
    "feather": ((238, 240, 240), (70, 80, 96), (70, 84, 108)),
}
# castings: ellipses (x, y, rx, ry, angle, height) in spaces, height in mm above the base; 0 = dark inlay (eye, nose)
SQUIRREL = (
    (0.7, 0.58, 0.17, 0.3, 5, 3.2),
    (0.64, 0.24, 0.2, 0.17, 0, 3.2),
    (0.74, 0.34, 0.17, 0.2, 0, 3.2),
    (0.42, 0.66, 0.2, 0.27, 15, 3.8),
    (0.31, 0.36, 0.19, 0.15, -15, 4.2),
    (0.39, 0.17, 0.06, 0.13, 15, 4.0),
    (0.4, 0.89, 0.28, 0.08, 0, 3.4),
    (0.26, 0.62, 0.14, 0.055, 25, 4.4),
    (0.27, 0.33, 0.035, 0.035, 0, 0),
    (0.14, 0.4, 0.025, 0.025, 0, 0),
)
HEAD = (
    (0.5, 0.54, 0.3, 0.27, 0, 1.3),
    (0.38, 0.48, 0.055, 0.055, 0, 0),
    (0.62, 0.48, 0.055, 0.055, 0, 0),
    (0.5, 0.66, 0.06, 0.045, 0, 0),
)
EARS = {
    "badger": (0.17, 0.1, 0.1, 0),
    "owl": (0.16, 0.07, 0.15, 35),
    "hare": (0.13, 0.08, 0.26, 12),
    "fox": (0.2, 0.1, 0.19, 30),
    "heron": (0.0, 0.06, 0.2, 0),
}
# by seed % 4: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
LAMPS = (
    (
        4000,
        (("lamp", 2800, (110, 110), 0.6, 600.0, 1600.0, 0), ("window", 6800, (550, 600), 0.6, -1500.0, 1100.0, 300)),
    ),
    (6200, (("window", 7000, (600, 550), 1.2, 1600.0, 1000.0, 300),)),
    (5400, (("lamp", 6000, (280, 280), 1.0, 700.0, 1700.0, 0),)),
    (2900, (("lamp", 2750, (140, 140), 1.0, 600.0, 1500.0, 0),)),
)


def _crackle(rng: np.random.Generator, h: int, w: int, size: float) -> np.ndarray:
    """0..1 map of fine glaze cracks: borders of random cells about `size` pixels across."""
    seeds = np.full((h, w), 255, np.uint8)
    n = int(h * w / size**2) + 4
    seeds[rng.integers(0, h, n), rng.integers(0, w, n)] = 0
    lab = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]
    edge = np.zeros((h, w), np.float32)
    edge[:, 1:] = lab[:, 1:] != lab[:, :-1]
    edge[1:] = np.maximum(edge[1:], lab[1:] != lab[:-1])
    return cv2.GaussianBlur(edge, (0, 0), 0.9) * 1.5


@lru_cache(maxsize=4)
def _leaves(colour: str) -> list[np.ndarray]:
    """Brush-painted leaves, drawn along +x: two strokes, a midrib, a stalk."""
    rng = np.random.default_rng(90 + sum(map(ord, colour)))
    out = []
    for i in range(12):
        n = int(rng.uniform(13, 17) * PX)
        t = np.linspace(0, 1, 60)
        w = (0.24, 0.3, 0.15)[i % 3] * np.sin(np.pi * t**0.8) * (1 + 0.16 * np.sin(t * 22) * (i % 2))
        mask, rib = np.zeros((n, n), np.uint8), np.zeros((n, n), np.uint8)
        pts = np.r_[np.c_[0.12 + 0.82 * t, 0.5 + w], np.c_[0.12 + 0.82 * t, 0.5 - w][::-1]] * n
        cv2.fillPoly(mask, [pts.round().astype(np.int32)], 255, cv2.LINE_AA)
        cv2.line(rib, (0, n // 2), (int(0.88 * n), n // 2), 255, 5, cv2.LINE_AA)
        for f in (0.3, 0.45, 0.6):
            for s in (-1, 1):
                cv2.line(
                    rib, (int(f * n), n // 2), (int((f + 0.16) * n), int((0.5 + s * 0.15) * n)), 200, 3, cv2.LINE_AA
                )
        a, b = (np.float32(c) for c in BRUSH[colour][:: 1 if i % 4 else -1])
        wash = np.clip(art.noise(rng, n, n, 60, 9) * 0.6 + np.linspace(0, 0.5, n)[None], 0, 1)[..., None]
        col = a * (1 - 0.5 * wash) + b * 0.5 * wash
        r = rib[..., None] / 255 * 0.6
        col = col * (1 - r) + np.float32(GLAZE[colour]) * 0.5 * r
        out.append(np.dstack([col, np.maximum(mask, rib) * 0.92]).clip(0, 255).astype(np.uint8))
    return out


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Pooled glaze, one painted leaf a space, crackle through everything."""
    rng = np.random.default_rng(seed)
    w, h = int(w_mm * PX), int(h_mm * PX)
    img = np.float32(GLAZE[colour]) * (0.86 + 0.28 * art.fbm(rng, h, w, 110))[..., None]
    for gy in np.arange(10, h_mm, 20):
        for gx in np.arange(10, w_mm, 20):
            sp = art.rotate(_leaves(colour)[int(rng.integers(12))], rng.uniform(0, 360), rng.uniform(0.85, 1.1))
            art.paste(img, sp, (gx + rng.uniform(-3, 3)) * PX, (gy + rng.uniform(-3, 3)) * PX)
    img *= (1 - 0.38 * np.clip(_crackle(rng, h, w, 26), 0, 1))[..., None]
    return np.clip(img, 0, 255).astype(np.uint8)


@lru_cache(maxsize=16)
def _layers(kind: str, n: int) -> np.ndarray:
    """Role of every pixel of a treasure, as three anti-aliased masks (later shapes cover earlier ones)."""
    s = n * 3
    lay = np.zeros((s, s, 3), np.uint8)
    for x, y, a, b, ang, role in SHAPES[kind]:
        cv2.ellipse(
            lay,
            (int(x * s), int(y * s)),
            (int(a * s), int(b * s)),
            ang,
            0,
            360,
            [255 if k == role else 0 for k in range(3)],
            -1,
            cv2.LINE_AA,
        )
    return cv2.resize(lay, (n, n), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """China-painter's miniature of a treasure as RGBA."""
    rng = np.random.default_rng(seed)
    n = int(size_mm * PX)
    lay = _layers(kind, n)
    a = lay.sum(2)
    img = lay @ np.float32(ICON[kind]) / np.maximum(a, 0.05)[..., None]
    img *= (1.1 - 0.3 * np.linspace(0, 1, n)[:, None] * art.noise(rng, n, n, 30))[..., None]
    return np.dstack([img, a * 255]).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Walnut with the treasure engraved and filled pale; its details stay wood."""
    rng = np.random.default_rng(seed)
    n, k = int(d_mm * PX), int(d_mm * PX * 0.72)
    grain = 0.6 * art.noise(rng, n, n, 60, 4) + 0.4 * art.noise(rng, n, n, 20, 1.5)
    img = np.float32(WALNUT) * (0.7 + 0.6 * grain)[..., None]
    o, lay = (n - k) // 2, _layers(kind, k)
    a = (lay[..., 0] + 0.88 * lay[..., 1]).clip(0, 1)[..., None]
    img[o : o + k, o : o + k] = img[o : o + k, o : o + k] * (1 - 0.35 * lay[..., 2:]) * (1 - a) + np.float32(PALE) * a
    return np.clip(img, 0, 255).astype(np.uint8)


def board_texture(seed: int, spec, treasures: dict) -> np.ndarray:
    """Grey-green mossy print, hair-thin cell lines, double gold lines round the areas, ivory frame."""
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = spec.margin * PX, spec.cell * PX
    x1, y1 = int(m + spec.cols * cell), int(m + spec.rows * cell)
    m = int(m)
    moss = np.clip((art.fbm(rng, h, w, 90, octaves=6, gain=0.62) - 0.5) * 1.8 + 0.5, 0, 1)
    img = art.ramp(moss, [(92, 106, 92), (116, 128, 110), (134, 144, 124), (150, 156, 136)])
    img *= (0.9 + 0.2 * art.noise(rng, h, w, 4))[..., None]
    frame = np.ones((h, w), bool)
    frame[m:y1, m:x1] = False
    img[frame] = (np.float32(IVORY) * (0.96 + 0.06 * art.fbm(rng, h, w, 30))[..., None])[frame]
    lay = img.clip(0, 255).astype(np.uint8)
    for c in range(1, spec.cols):
        cv2.line(lay, (int(m + c * cell), m), (int(m + c * cell), y1), (64, 78, 66), 4, cv2.LINE_AA)
    for r in range(1, spec.rows):
        cv2.line(lay, (m, int(m + r * cell)), (x1, int(m + r * cell)), (64, 78, 66), 4, cv2.LINE_AA)
    for col, t in (((64, 70, 56), 13), ((206, 190, 140), 5)):  # gold rule with a dark edge round each area
        for c in range(0, spec.cols, spec.area_cols):
            for r in range(0, spec.rows, spec.area_rows):
                p = (int(m + c * cell), int(m + r * cell))
                q = (int(p[0] + spec.area_cols * cell), int(p[1] + spec.area_rows * cell))
                cv2.rectangle(lay, p, (min(q[0], x1), min(q[1], y1)), col, t, cv2.LINE_AA)
    for d, t in ((26, 8), (44, 3)):
        cv2.rectangle(lay, (d, d), (w - d, h - d), GOLD, t, cv2.LINE_AA)
    img = lay.astype(np.float32)
    for (c, r), kind in sorted(treasures.items()):
        sp = art.rotate(icon(kind, int(rng.integers(1 << 20)), 0.58 * spec.cell), rng.uniform(-12, 12))
        art.paste(img, sp, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.4)
    return np.clip(img, 0, 255).astype(np.uint8)


def _dome(hgt: np.ndarray, dark: np.ndarray, parts: tuple, s: float, ox: float, oy: float, base: bool) -> None:
    """Raise ellipsoids out of a height map of s pixels a space; flat dark inlays where a part has height 0."""
    yy, xx = np.mgrid[: hgt.shape[0], : hgt.shape[1]]
    ground = hgt.copy()
    for x, y, a, b, ang, z in parts:
        u, v = xx / s - ox - x, yy / s - oy - y
        c, d = np.cos(np.radians(ang)), np.sin(np.radians(ang))
        q = ((u * c + v * d) / a) ** 2 + ((v * c - u * d) / b) ** 2
        if z:
            rise = z * np.sqrt(np.clip(1 - q, 0, 1)) ** 0.7
            np.maximum(hgt, ground + rise if base else rise, out=hgt, where=q < 1)
        else:
            dark[q < 1] = 1


def _casting(
    rng: np.random.Generator, hgt: np.ndarray, dark: np.ndarray, colour: tuple, x0: float, y1: float, step: float
) -> tuple[dict, np.ndarray]:
    """Smooth mesh of a height map whose top left corner lies at (x0, y1), and its colour with toned relief."""
    h, w = hgt.shape
    up = hgt > 0
    quad = up[:-1, :-1] | up[1:, :-1] | up[:-1, 1:] | up[1:, 1:]
    i = np.arange(h * w).reshape(h, w)
    a, b, c, d = (k[quad] for k in (i[1:, :-1], i[1:, 1:], i[:-1, 1:], i[:-1, :-1]))
    yy, xx = np.mgrid[:h, :w]
    v = np.c_[x0 + xx.ravel() * step, y1 - yy.ravel() * step, hgt.ravel()].astype(np.float32)
    uv = np.c_[xx.ravel() / (w - 1), 1 - yy.ravel() / (h - 1)].astype(np.float32)
    relief = np.clip((hgt - cv2.GaussianBlur(hgt, (0, 0), 7)) * 0.22, -0.3, 0.3)
    tex = np.float32(colour) * (0.92 + relief + 0.14 * art.fbm(rng, h, w, 24))[..., None]
    tex = tex * (1 - 0.88 * dark[..., None])
    mesh = {"v": v, "f": np.r_[np.c_[a, b, c], np.c_[a, c, d]].astype(np.uint32), "uv": uv, "smooth": True}
    return mesh, tex.clip(0, 255).astype(np.uint8)


def _pieces(stock: Callable) -> Callable:
    """Glazed tiles, walnut discs, resin castings; outlines of tiles, holes and animals stay the die's."""

    def meshes(self: ts.TableScene, spec, p) -> list:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        if p.kind == "leaf":  # the same mesh, but glaze on top and on the sides
            (n0, top, m0), (n1, side, _) = stock(self, spec, p)
            rgb = ((np.float32(GLAZE[p.colour]) / 255) ** 2.2 * 0.8).tolist()
            out = [
                (n0, top, (m0[0], "gloss", {"tex": m0[2]["tex"], "alpha": 0.17})),
                (n1, side, (f"glaze{p.colour}", "gloss", {"rgb": rgb, "alpha": 0.17})),
            ]
        elif p.kind == "token":
            (x, y), r = spec.cell_centre(*p.cells[0]), 6.8
            top, side = geo.die_cut(Point(x, y).buffer(r, 24), 2.4, (x - r, y - r, x + r, y + r), 0.6)
            tex = art.token_texture(p.colour, p.art_seed, 2 * r)
            out = [
                ("token", top, (f"tk{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.32})),
                ("tokenside", side, ("walnut", "diffuse", {"rgb": (0.045, 0.022, 0.011)})),
            ]
        else:
            rng, step = np.random.default_rng(p.art_seed), 0.25
            centre = np.array([spec.cell_centre(*q) for q in p.cells])
            (x0, y0), (x1, y1) = centre.min(0) - spec.cell / 2, centre.max(0) + spec.cell / 2
            hgt = np.zeros((int((y1 - y0) / step) + 1, int((x1 - x0) / step) + 1), np.float32)
            dark, s = np.zeros_like(hgt), spec.cell / step
            if p.kind == "squirrel":
                _dome(hgt, dark, SQUIRREL, s, 0, 0, False)
            else:
                o = np.array(geo.tile_outline(spec, p.cells, gap=0.5, radius=3.5).exterior.coords)
                mask = np.zeros(hgt.shape, np.uint8)
                cv2.fillPoly(mask, [np.round((o - [x0, y1]) * [1 / step, -1 / step]).astype(np.int32)], 1)
                rim = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) * step / 2, 0, 1)
                hgt[:] = 2.0 * np.sqrt(1 - (1 - rim) ** 2) * mask
                c0, r0 = (int(k) for k in np.min(p.cells, axis=0))
                cells = sorted((int(c) - c0, int(r) - r0) for c, r in p.cells)
                ex, ea, eb, tilt = EARS[p.colour]
                ears = tuple((0.5 + q * ex, 0.28, ea, eb, q * tilt, 1.1) for q in (-1, 1))
                _dome(hgt, dark, ears + HEAD, s, *cells[0], True)
                for cell in cells[1:]:
                    _dome(hgt, dark, ((0.5, 0.5, 0.34, 0.3, 25, 1.1),), s, *cell, True)
            mesh, tex = _casting(rng, hgt, dark, RESIN[p.colour], x0, y1, step)
            out = [(p.kind, mesh, (f"{p.kind}{p.art_seed}", "gloss", {"tex": tex, "alpha": 0.12}))]
        self._mesh_cache[key] = out
        return out

    return meshes


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    for f in (leaf_texture, icon, token_texture, board_texture):
        setattr(art, f.__name__, f)
    ts.EDGE.update(rgb=(0.55, 0.5, 0.4))  # ivory board edge
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, LAMPS, 43, rest=0.5)
