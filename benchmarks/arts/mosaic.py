"""A mosaic edition: every face is set from small tesserae with grout between them.

Tiles are glinting glass, each tessera tilted a little: turquoise (threes), citron (fours), amethyst (fives), a dark row
of them along the outline and a pale leaf in every space. The board is dull terracotta and sandstone with limestone
lines, basalt bands round the areas and treasures in ivory medallions; tokens are patinated bronze coins with an enamel
inlay, squirrels slabs of red marble, animals of white marble with inlaid heads. The room is a terrace or a kitchen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.affinity import affine_transform
from shapely.geometry import Point, Polygon
from tablescene import art, render
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
# by role threes, fours, fives: ground, leaf, midrib, row along the outline
GLASS = {
    "green": ((20, 118, 128), (128, 216, 204), (20, 84, 100), (10, 66, 88)),
    "orange": ((172, 168, 28), (246, 238, 132), (120, 122, 16), (104, 108, 12)),
    "red": ((112, 54, 152), (208, 152, 228), (70, 30, 104), (58, 22, 90)),
}
STONES = ((186, 116, 82), (204, 168, 124), (158, 130, 110))  # the grounds of the areas
LIMESTONE, BASALT, IVORY, TRAVERTINE = (222, 210, 186), (60, 54, 52), (232, 224, 204), (196, 178, 148)
SLABS = {"squirrel": ((142, 50, 38), (226, 190, 168)), "animal": ((228, 225, 219), (128, 132, 140))}
CEMENT, LIME, BRONZE = (92, 88, 84), (178, 166, 146), (116, 78, 43)
TINTS = "rb02c38 g466e3c b80502c hce9654 wece4d0 k2a2626 u3c6894 l96bed2 od07030 y8c8a8e pd89a94"
# figures in hundredths of a square; parts: tint and ellipses (x y rx ry angle) or a polygon
FIGURES = """
berry: g 46,40 54,40 60,2 50,2; g 56,20 76,2 99,12 78,30; r 27 50 22 22 0 73 50 22 22 0 50 76 22 22 0; w 21 43 6 5 0 67
    43 6 5 0 44 69 6 5 0
nut: b 44,20 56,20 58,2 48,0; h 50 64 29 35 0; b 50 32 39 20 0; k 32 32 4 9 0 50 32 4 9 0 68 32 4 9 0; w 40 66 5 15 8
mushroom: h 40,50 60,50 68,98 32,98; r 2,56 8,28 28,8 50,2 72,8 92,28 98,56; w 28 36 8 7 0 54 22 8 7 0 72 42 8 7 0
feather: l 10,90 12,54 40,22 96,2 52,46; u 10,90 46,88 78,58 96,2 52,46; w 2,94 7,99 56,50 84,16 50,44
squirrel: w 52,94 96,90 98,52 80,44 97,26 84,4 58,6 56,30 66,52; w 44 70 24 26 10; w 30,30 34,4 46,26; w 30 38 24 17
    -14; h 14 62 11 11 0; w 46,56 24,58 24,68 46,70; k 25 34 4 4 0
badger: k 22 20 13 12 0 78 20 13 12 0; w 50 56 40 40 0; k 16,50 34,14 44,20 40,70 28,78; k 84,50 66,14 56,20 60,70
    72,78; w 33 48 5 5 0 67 48 5 5 0; k 50 88 11 8 0
owl: b 10,4 34,18 66,18 90,4 92,60 74,94 26,94 8,60; w 31 42 19 20 0 69 42 19 20 0; k 31 42 9 10 0 69 42 9 10 0; o
    42,54 58,54 50,76
hare: h 32 24 10 26 -8 68 24 10 26 8; p 32 24 5 18 -8 68 24 5 18 8; h 50 66 34 30 0; k 37 60 5 6 0 63 60 5 6 0; p 50 76
    7 5 0; w 44,82 56,82 56,94 44,94
fox: o 8,2 36,22 12,48; o 92,2 64,22 88,48; o 8,44 30,22 70,22 92,44 50,96; w 8,46 34,54 48,90 30,76; w 92,46 66,54
    52,90 70,76; k 33 44 5 5 0 67 44 5 5 0 50 90 8 7 0
heron: y 30,98 60,98 58,66 44,50 64,38 56,24 34,34 26,56 40,74; y 54 22 20 15 0; o 68,16 70,28 100,36; k 40,12 60,8
    50,18 14,26; k 60 20 4 4 0
"""
# by seed % 3 (parasol, kitchen rail, evening): room; lights: kind, temperature, half, strength, distance, height, aim
ROOMS = (
    (7000, (("window", 6700, (900, 500), 0.8, 1500.0, 750.0, 200), ("lamp", 5200, (420, 420), 0.5, -420.0, 1600.0, 0))),
    (3500, tuple(("lamp", 3000, (38, 38), 0.42, d, 1650.0, 0) for d in (-620.0, 120.0, 860.0))),
    (5600, (("lamp", 4600, (380, 380), 0.7, 350.0, 1500.0, 0), ("window", 8200, (800, 500), 0.5, -1600.0, 800.0, 200))),
)


@lru_cache(maxsize=32)
def _figure(kind: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """A figure in a square of n pixels: which part is where, 0 for none; and the parts' colours."""
    parts, colours = np.zeros((n, n), np.uint8), [(0, 0, 0)]
    tints = {t[0]: tuple(int(t[i : i + 2], 16) for i in (1, 3, 5)) for t in TINTS.split()}
    for part in FIGURES.split(f"\n{kind}:")[1].split(":")[0].rsplit("\n", 1)[0].split(";"):
        tint, *form = part.split()
        if "," in form[0]:
            outlines = [np.float32([q.split(",") for q in form]) / 100]
        else:
            ovals = (np.int32(form).reshape(-1, 5) * [10, 10, 10, 10, 1]).tolist()
            outlines = [cv2.ellipse2Poly(e[:2], e[2:4], e[4], 0, 360, 6) / 1000 for e in ovals]
        for outline in outlines:
            cv2.fillPoly(parts, [(outline * n).round().astype(np.int32)], len(colours))
            colours.append(tints[tint])
    return parts, np.float32(colours)


def _joints(parts: np.ndarray, wide: int) -> np.ndarray:
    """0..1 where neighbouring pixels differ, so many pixels wide."""
    edge = np.zeros(parts.shape, np.float32)
    edge[:, 1:] = parts[:, 1:] != parts[:, :-1]
    edge[1:] = np.maximum(edge[1:], parts[1:] != parts[:-1])
    return cv2.GaussianBlur(cv2.dilate(edge, np.ones((wide, wide))), (0, 0), 0.8)


def _set(
    rng: np.random.Generator,
    seeds: np.ndarray,
    roles: np.ndarray,
    colours: np.ndarray,
    vary: float,
    mortar: tuple[int, ...],
) -> tuple[np.ndarray, np.ndarray]:
    """Tesserae round their seeds (x, y), cut where roles meet: picture, and relief in mm."""
    h, w = roles.shape
    spots = np.full((h, w), 255, np.uint8)
    x, y = np.clip(seeds.round().astype(int), 0, [w - 1, h - 1]).T
    spots[y, x] = 0
    label = cv2.distanceTransformWithLabels(spots, cv2.DIST_C, 3, labelType=cv2.DIST_LABEL_PIXEL)[1]
    middle = np.r_[np.zeros((1, 2)), np.argwhere(spots == 0)].astype(np.float32)
    slope = rng.normal(0, 0.085, middle.shape).astype(np.float32)
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    rise = slope[label, 0] * (yy - middle[label, 0]) + slope[label, 1] * (xx - middle[label, 1])
    tone = np.clip(rng.normal(1, vary, len(middle)), 0.55, 1.5) + 0.5 * (rng.random(len(middle)) < vary * 0.25)
    tone *= (0.72 + 0.56 * art.fbm(rng, h, w, 90))[tuple(middle.astype(int).T)]
    hue = rng.normal(0, 30 * vary, (len(middle), 3))
    joint = _joints(label * 64 + roles, 3)
    img = (colours[roles] + hue[label]) * (tone[label] * (1 + np.clip(rise * 0.08, -0.15, 0.15)))[..., None]
    img *= (0.94 + 0.12 * art.noise(rng, h, w, 5))[..., None]
    img += (np.float32(mortar) - img) * joint[..., None]
    return img.clip(0, 255).astype(np.uint8), (rise / PX - 0.25 * joint).astype(np.float32)


def _lattice(rng: np.random.Generator, x0: float, y0: float, x1: float, y1: float, pitch: float) -> np.ndarray:
    """Rows of seeds, none quite in its place."""
    xy = np.mgrid[x0 + pitch / 2 : x1 : pitch, y0 + pitch / 2 : y1 : pitch].reshape(2, -1).T
    return xy + rng.uniform(-0.14, 0.14, xy.shape) * pitch


def _glass(seed: int, colour: str, cells: np.ndarray, outline: Polygon, s: float) -> tuple[np.ndarray, np.ndarray]:
    """A tile's face from its outline and the middles of its spaces, in pixels: picture and relief."""
    rng, (w, h) = np.random.default_rng(seed), np.int32(cells.max(0) + s / 2)
    inside, roles = np.zeros((2, h, w), np.uint8)
    for form, value in ((outline.exterior, 1), *((ring, 0) for ring in outline.interiors)):
        cv2.fillPoly(inside, [np.round(form.coords).astype(np.int32)], value)
    deep = cv2.distanceTransform(np.pad(inside, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    t = np.linspace(0, 1, 40)
    for x, y in cells:
        a, wide = rng.integers(8) * np.pi / 4 + rng.normal(0, 0.15), rng.choice((0.2, 0.29)) * np.sin(np.pi * t**0.8)
        pts = np.r_[np.c_[t - 0.5, wide], np.c_[t - 0.5, -wide][::-1]] * s * 0.88
        turned = pts @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + [x, y]
        cv2.fillPoly(roles, [turned.round().astype(np.int32)], 1)
        cv2.line(roles, *(turned[i].round().astype(int) for i in (0, 34)), 2, 9)
    roles[deep < 21] = 3
    seeds = _lattice(rng, 0, 0, w, h, 25)
    seeds[:, 1] += 6 * np.sin(seeds[:, 0] / 60 + rng.uniform(0, 6))
    x, y = np.clip(seeds.astype(int), 0, [w - 1, h - 1]).T
    rows = getattr(outline.buffer(-9.5).boundary, "geoms", [outline.buffer(-9.5).boundary])
    along = [ring.interpolate(d) for ring in rows for d in np.arange(0, ring.length - 12, 23)]
    seeds = np.r_[seeds[deep[y, x] > 30], [(p.x, p.y) for p in along]]
    return _set(rng, seeds, roles, np.float32(GLASS[colour]), 0.2, CEMENT)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Dull stones in rows of eight a space; medallions of finer ones with the treasures."""
    rng, m, s = np.random.default_rng(seed), round(spec.margin * PX), round(spec.cell * PX)
    h, w = m * 2 + spec.rows * s, m * 2 + spec.cols * s
    roles = np.full((h, w), 6, np.uint8)
    colours = [*STONES, LIMESTONE, BASALT, IVORY, TRAVERTINE, (136, 82, 58)]
    for c, r in np.ndindex(spec.cols, spec.rows):
        sl = np.s_[m + r * s : m + (r + 1) * s, m + c * s : m + (c + 1) * s]
        roles[sl] = (c // spec.area_cols + r // spec.area_rows) % 3
    for line, wide, step_c, step_r in ((3, 14, 1, 1), (4, 22, spec.area_cols, spec.area_rows)):
        for c in sorted({*range(0, spec.cols, step_c), spec.cols}):
            cv2.line(roles, (m + c * s, m), (m + c * s, h - m), line, wide)
        for r in sorted({*range(0, spec.rows, step_r), spec.rows}):
            cv2.line(roles, (m, m + r * s), (w - m, m + r * s), line, wide)
    cv2.rectangle(roles, (28, 28), (w - 28, h - 28), 7, 14)
    seeds, k = _lattice(rng, m % 25 - 25, m % 25 - 25, w, h, 25), round(0.6 * s)
    for (c, r), kind in sorted(treasures.items()):
        x, y = m + c * s + s // 2, m + r * s + s // 2
        cv2.circle(roles, (x, y), round(0.42 * s), 4, -1)
        cv2.circle(roles, (x, y), round(0.39 * s), 5, -1)
        parts, tints = _figure(kind, k)
        area = roles[y - k // 2 : y - k // 2 + k, x - k // 2 : x - k // 2 + k]
        area[parts > 0] = parts[parts > 0] + len(colours) - 1
        colours += list(tints[1:])
        fine = _lattice(rng, x - 0.4 * s, y - 0.4 * s, x + 0.4 * s, y + 0.4 * s, 17)
        far = np.hypot(*(seeds - [x, y]).T) > 0.43 * s
        seeds = np.r_[seeds[far], fine[np.hypot(*(fine - [x, y]).T) < 0.39 * s]]
    return _set(rng, seeds, roles, np.float32(colours), 0.09, LIME)[0]


def _inlaid(img: np.ndarray, kind: str, n: int, x: float, y: float, mirrored: bool = False) -> None:
    """Let a figure of coloured stones flush into a picture."""
    parts, tints = _figure(kind, n)
    parts = np.pad(parts[:, ::-1] if mirrored else parts, 3)
    a = np.maximum(parts > 0, _joints(parts, 3))[..., None]
    face = tints[parts] * (1 - 0.75 * _joints(parts, 3))[..., None]
    art.paste(img, np.dstack([face, a * 255]).clip(0, 255).astype(np.uint8), x, y)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A dark, hand-struck coin with a beaded rim and an enamel inlay."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    patina = art.fbm(rng, n, n, 30)[..., None]
    img = np.float32(BRONZE) * (0.6 + 0.7 * patina) - np.float32([12, -2, -10]) * (patina < 0.42)
    cv2.circle(img, (n // 2, n // 2), int(n * 0.42), (46, 30, 18), 3, cv2.LINE_AA)
    for a in np.arange(0, 2 * np.pi, np.pi / 18):
        p = (int(n * (0.5 + 0.455 * np.cos(a))), int(n * (0.5 + 0.455 * np.sin(a))))
        cv2.circle(img, p, 3, (186, 136, 84), -1, cv2.LINE_AA)
    _inlaid(img, kind, int(n * 0.6), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def _marble(seed: int, w: int, h: int, stone: tuple[int, ...], vein: tuple[int, ...]) -> np.ndarray:
    """Polished stone with veins."""
    rng = np.random.default_rng(seed)
    flow = np.abs(art.fbm(rng, h, w, 130, octaves=5) - 0.5)
    veins = np.clip(1 - flow * 22, 0, 1) * art.noise(rng, h, w, 90) + 0.3 * art.fbm(rng, h, w, 60)
    return np.float32(stone) + (np.float32(vein) - np.float32(stone)) * (0.75 * veins)[..., None]


def _pieces(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Set glass, struck bronze, cut stone; outlines and holes stay the die's."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[tuple[Any, ...]]:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        middle, s = np.array([spec.cell_centre(*q) for q in p.cells]), spec.cell * PX
        half = 6.8 if p.kind == "token" else spec.cell / 2
        (x0, y0), (x1, y1) = middle.min(0) - half, middle.max(0) + half
        cells, tall, bevel, kind, more = (middle - [x0, y1]) * [PX, -PX], 2.4, 1.0, "gloss", {"alpha": 0.08}
        if p.kind == "token":
            outline, bevel, side, kind, more = (
                Point(middle[0]).buffer(half, 32),
                0.5,
                (0.10, 0.055, 0.025),
                "bronze",
                {},
            )
            tex = art.token_texture(p.colour, p.art_seed, 2 * half)
        elif p.kind == "leaf":
            outline = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size)
            flat = affine_transform(outline, [PX, 0, 0, -PX, -x0 * PX, y1 * PX])
            tex, relief = _glass(p.art_seed, p.colour, cells, flat, s)
            tall, bevel, side = ts.PIECE_T, 0.3, (0.20, 0.185, 0.165)
            more = {"alpha": 0.11, "bump": np.ascontiguousarray(relief[::-1, :, None]), "bump_scale": 1.0}
        else:
            outline = geo.tile_outline(spec, p.cells, gap=0.45, radius=3.5)
            stone, vein = SLABS[p.kind]
            img = _marble(p.art_seed, *np.int32(cells.max(0) + s / 2), stone, vein)
            for i, (x, y) in enumerate(cells):
                _inlaid(img, p.colour, int(0.74 * s), x, y, i % 2 == 1)
            tex, side = img.clip(0, 255).astype(np.uint8), tuple((np.float32(stone) / 255) ** 2.2 * 0.8)
        top, wall = geo.die_cut(outline, tall, (x0, y0, x1, y1), bevel)
        out = [
            (p.kind, top, (f"{p.kind}{p.art_seed}", kind, {"tex": tex, **more})),
            (f"{p.kind}side", wall, (f"{p.kind}edge", "diffuse", {"rgb": side})),
        ]
        self._mesh_cache[key] = out
        return out

    return meshes


def _metal(stock: Callable[..., Any]) -> Callable[..., Any]:
    """Bronze: half a rough mirror, half patina."""

    def bsdf(self: render.Renderer, m: tuple[Any, ...]) -> Any:
        if m[1] == "bronze" and m[0] not in self._bsdf:
            bitmap = render.mi.Bitmap(np.ascontiguousarray(m[2]["tex"][::-1]))
            tint = {"type": "bitmap", "bitmap": bitmap, "raw": False, "filter_type": "bilinear"}
            mirror = {"type": "roughconductor", "material": "none", "specular_reflectance": tint, "alpha": 0.3}
            mixed = {"type": "blendbsdf", "weight": 0.4, "a": {"type": "diffuse", "reflectance": tint}, "b": mirror}
            self._bsdf[m[0]] = render.mi.load_dict({"type": "twosided", "bsdf": mixed})
        return self._bsdf[m[0]] if m[1] == "bronze" else stock(self, m)

    return bsdf


def _tops(stock: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """The renderer's table tops, and speckled granite."""

    def top(seed: int, kind: str, mm: float = 900, px: int = 3) -> np.ndarray:
        if kind != "granite":
            return stock(seed, kind, mm, px)
        rng, n = np.random.default_rng(seed), int(mm * px)
        grain = 0.55 * art.noise(rng, n, n, 6) + 0.45 * art.noise(rng, n, n, 2.5)
        return art.ramp((grain - 0.2) * 1.6, [(52, 54, 58), (88, 90, 92), (112, 112, 112), (146, 144, 140)]).astype(
            np.uint8
        )

    return top


def apply() -> None:
    """Replace the stock art, materials, piece shapes, tables and lamps of `tablescene` by this edition's."""
    art.token_texture, art.board_texture, art.table_texture = token_texture, board_texture, _tops(art.table_texture)
    for level in ts.DIFFICULTY.values():
        level.update(alpha=(0.35, 0.5), tables=("granite", "pine", "white"))
    ts.EDGE.update(rgb=(0.20, 0.185, 0.165))
    render.Renderer.bsdf = _metal(render.Renderer.bsdf)
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 53, rest=0.5)
