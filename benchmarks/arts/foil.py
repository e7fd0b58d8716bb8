"""A deluxe edition with hot-foil stamping: dark green and navy bookcloth, gold rules, corner flourishes and laurels.

Tiles are dyed card in sage (threes), ochre (fours) and burgundy (fives) with leaves outlined and veined in copper or
gold foil. Treasures are printed in colours inside a foil outline, tokens are dark enamel in a brass rim, squirrels
hammered copper silhouettes, animals enamelled pewter. Foil mirrors the room: it flashes here and is dull there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union
from tablescene import art, render
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Tone = tuple[int, int, int, int]  # red, green, blue, and how much of it is foil: the channels of all pictures here
GOLD, COPPER, PEWTER, INK = (238, 190, 98, 235), (226, 138, 88, 235), (184, 187, 194, 225), (26, 22, 28, 0)
CLOTHS = ((22, 58, 46, 0), (26, 38, 76, 0))
CARDS = {  # roles: threes, fours, fives; card, printed leaf, foil
    "green": ((118, 134, 92, 0), (80, 100, 62, 0), COPPER),
    "orange": ((198, 138, 46, 0), (146, 84, 28, 0), COPPER),
    "red": ((122, 30, 50, 0), (164, 62, 74, 0), GOLD),
}
ENAMEL = {"badger": (70, 78, 96, 0), "owl": (112, 74, 96, 0), "hare": (214, 204, 182, 0), "fox": (176, 84, 50, 0)}
ENAMEL |= {"heron": (58, 112, 128, 0)}
PAINTS = {"k": INK, "w": (246, 240, 226, 0), "x": GOLD, "p": PEWTER, "y": (232, 170, 62, 0), "d": (134, 84, 44, 0)}
PAINTS |= {"r": (206, 40, 92, 0), "g": (110, 158, 84, 0), "n": (224, 154, 72, 0), "m": (242, 228, 198, 0)}
PAINTS |= {"t": (196, 160, 116, 0), "f": (88, 178, 200, 0), "b": (36, 78, 150, 0)}
# Drawings are ellipses "x y rx ry angle paint" in percent of their square; a small letter gets a wire round it.
BUNCH = ((28, 42), (72, 42), (50, 36), (38, 64), (62, 64), (50, 86))
TREASURES = {
    "berry": "28 16 20 9 24 g, 70 15 20 9 -28 g"
    + "".join(f", {x} {y} 15 15 0 r, {x - 5} {y - 5} 4 3 -30 W" for x, y in BUNCH),
    "nut": "50 8 4 9 8 d, 50 62 31 37 0 n, 39 62 6 18 8 W, 50 30 40 19 0 d"
    + "".join(f", {20 + 15 * k} {38 - k % 2 * 14} 8 7 0 d" for k in range(5)),
    "mushroom": "50 72 14 26 0 m, 50 56 30 7 0 t, 50 38 46 26 0 m, 50 51 40 7 0 t, 32 32 7 6 0 T, 56 24 8 5 0 T, "
    "72 36 6 5 0 T",
    "feather": "22 90 3 14 38 X, 54 42 27 48 38 f, 62 32 15 20 38 b, 64 29 6 9 38 y, 44 56 1.6 34 38 X"
    + "".join(f", {52 + q * 8 - 7 * k} {46 + q * 8 + 9 * k} 10 1.6 {q * 38 - 52} X" for k in range(4) for q in (-1, 1)),
}
SQUIRREL = ("77 50 19 43 6", "84 15 13 12 0", "46 68 26 27 0", "57 78 24 18 0", "29 37 22 19 0", "36 17 8 14 10")
SQUIRREL += ("40 92 30 7 0", "17 64 11 7 20")
ENGRAVED = "24 34 4.5 4.5 0 K, 9 42 4 3.5 0 K, 37 18 2.4 8 10 K, 20 66 8 1.6 20 K, 44 88 20 1.5 0 K, 58 68 1.8 16 30 K"
ENGRAVED += ", 70 46 1.5 18 6 K, 78 44 1.5 28 6 K, 86 46 1.5 22 6 K, 50 40 1.5 8 -60 K"
HEADS = {
    "badger": "26 28 10 10 0 k, 74 28 10 10 0 k, 50 56 36 32 0 w, 34 52 8 25 10 E, 66 52 8 25 -10 E",
    "owl": "27 24 7 14 -28 e, 73 24 7 14 28 e, 50 56 36 32 0 e, 36 50 15 15 0 w, 64 50 15 15 0 w, 50 66 5 8 0 Y",
    "hare": "38 24 8 21 -6 e, 62 24 8 21 6 e, 50 60 32 29 0 e, 50 70 14 10 0 W",
    "fox": "26 26 9 16 -26 e, 74 26 9 16 26 e, 50 56 37 30 0 e, 34 66 16 12 30 W, 66 66 16 12 -30 W",
    "heron": "50 18 4 13 12 k, 50 56 33 33 0 e, 50 72 7 19 0 y",
}
EYES = ", 36 50 6 7 0 K, 64 50 6 7 0 K, 38 48 2 2 0 W, 66 48 2 2 0 W, 50 70 6 4 0 K"
FUR = "50 50 30 24 30 e" + "".join(f", {36 + 14 * k} {58 - 9 * k} 1.6 11 {-30} P" for k in range(3))
TAIL = "50 50 18 36 40 e, 66 32 12 13 40 w"
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
LIBRARY = (4200, (("lamp", 3000, (120, 120), 0.8, 1000, 1300, 0), ("window", 6400, (450, 600), 0.7, -1500, 1000, 300)))
SALON = (3300, tuple(("lamp", 2900, (70, 70), 0.36, d, z, 0) for d, z in ((1000, 1300), (-1100, 1400), (1500, 1400))))
GALLERY = (5600, (("window", 6500, (650, 600), 1.1, 1500, 1100, 250), ("lamp", 3600, (160, 160), 0.3, -1200, 1500, 0)))


def _ellipse(x: float, y: float, a: float, b: float, angle: float) -> np.ndarray:
    """Its outline as points."""
    t, q = np.linspace(0, 2 * np.pi, 60, endpoint=False), np.radians(angle)
    u, v = a * np.cos(t), b * np.sin(t)
    return np.c_[x + u * np.cos(q) - v * np.sin(q), y + u * np.sin(q) + v * np.cos(q)]


def _put(img: np.ndarray, points: Any, tone: Sequence[int], line: int = 0, closed: bool = True) -> None:
    """An anti-aliased outline in pixels, filled or drawn with a line."""
    p, full = [np.round(np.asarray(points) * 16).astype(np.int32)], tuple(map(int, tone))
    if line:
        cv2.polylines(img, p, closed, full, line, cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(img, p, full, cv2.LINE_AA, 4)


def _draw(img: np.ndarray, drawing: str, at: Any, s: float, wire: Tone, body: Tone = INK, turn: float = 0) -> None:
    """A drawing `s` pixels wide around a point, turned; letter e is the body's own paint."""
    c, q = np.cos(np.radians(turn)) * s / 100, np.sin(np.radians(turn)) * s / 100
    for item in drawing.split(", "):
        *numbers, letter = item.split()
        ring = (_ellipse(*map(float, numbers)) - 50) @ [[c, q], [-q, c]] + at
        _put(img, ring, (PAINTS | {"e": body})[letter.lower()])
        if letter.islower():
            _put(img, ring, wire, max(2, round(s * 0.028)))


def _cloth(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Relief of a linen weave, about 0.5 mm a thread, 0 to 1."""
    y, x, sway = np.arange(h)[:, None], np.arange(w)[None], 3 * art.noise(rng, h, w, 90)
    weave = np.sin((x + sway) * 1.25) * np.sin((y + sway) * 1.25)
    slubs = art.noise(rng, h, w, 70, 4) + art.noise(rng, h, w, 4, 70)
    return np.clip(0.5 + 0.25 * weave + 0.35 * (slubs - 1) + 0.1 * rng.standard_normal((h, w)), 0, 1)


def _pressed(img: np.ndarray, relief: np.ndarray, depth: float) -> np.ndarray:
    """Ground toned by its relief; foil takes badly in the hollows."""
    out, foil = img.astype(np.float32), img[..., 3:] / 255
    out[..., :3] *= (1 - depth / 2 + depth * relief)[..., None] * (1 - foil) + foil
    out[..., 3] *= np.clip(0.5 + 1.4 * relief, 0.4, 1)
    return out.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: Any, treasures: dict) -> np.ndarray:
    """Two bookcloths; gold hairlines and stars, double rules with flourishes round the areas, a laurel frame."""
    rng = np.random.default_rng(seed)
    (w, h), m, c = (round(v * PX) for v in spec.size), spec.margin * PX, spec.cell * PX
    inner, outer = CLOTHS[:: 1 if seed % 2 else -1]
    img = np.full((h, w, 4), outer, np.uint8)

    def rule(x0: float, y0: float, x1: float, y1: float, d: float, tone: Tone, line: int) -> None:
        _put(img, [(x0 + d, y0 + d), (x1 - d, y0 + d), (x1 - d, y1 - d), (x0 + d, y1 - d)], tone, line)

    path = box(36, 36, w - 36, h - 36).exterior
    for d in np.arange(0, path.length - 30, 36):
        a, b = (np.array(path.interpolate(v).coords[0]) for v in (d, d + 30))
        lean = float(np.degrees(np.arctan2(*(b - a)[::-1])))
        for q in (-1, 1):
            _put(img, _ellipse(*((a + b) / 2 + q * (b - a)[::-1] * [-0.32, 0.32]), 17, 5.5, lean + q * 32), GOLD)
    rule(0, 0, w, h, 14, GOLD, 5)
    rule(0, 0, w, h, 58, GOLD, 3)
    star = np.array([(17, 0), (4, 4), (0, 17), (-4, 4), (-17, 0), (-4, -4), (0, -17), (4, -4)])
    flourish = [_ellipse(x, y, 17, 6, angle) for x, y, angle in ((40, 40, 45), (64, 26, 14), (26, 64, 76))]
    for c0 in range(0, spec.cols, spec.area_cols):
        for r0 in range(0, spec.rows, spec.area_rows):
            c1, r1 = min(spec.cols, c0 + spec.area_cols), min(spec.rows, r0 + spec.area_rows)
            x0, y0, x1, y1 = area = tuple(m + v * c for v in (c0, r0, c1, r1))
            rule(*area, 6, inner, 0)
            for x in m + np.arange(c0 + 1, c1) * c:
                _put(img, [(x, y0 + 20), (x, y1 - 20)], GOLD, 4, closed=False)
            for y in m + np.arange(r0 + 1, r1) * c:
                _put(img, [(x0 + 20, y), (x1 - 20, y)], GOLD, 4, closed=False)
                for x in m + np.arange(c0 + 1, c1) * c:
                    _put(img, np.add(star, [x, y]), GOLD)
            rule(*area, 8, GOLD, 7)
            rule(*area, 21, GOLD, 3)
            for x, y, u, v in ((x0, y0, 1, 1), (x1, y0, -1, 1), (x1, y1, -1, -1), (x0, y1, 1, -1)):
                for petal in flourish:
                    _put(img, petal * [u, v] + [x, y], GOLD)
    for (col, row), kind in sorted(treasures.items()):
        at = m + (np.array([col, row]) + 0.5) * c
        _draw(img, TREASURES[kind], at, 0.66 * c, GOLD, turn=rng.uniform(-10, 10))
    return _pressed(img, _cloth(rng, h, w), 0.6)


def _leaf(rng: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray]]:
    """Outline of a leaf of length 1 and its veins: lance, toothed oval, lobed or fan."""
    t, kind = np.linspace(0, 1, 70), int(rng.integers(4))
    if kind == 3:
        fan, wave = np.radians(np.linspace(-142, -38, 70)), np.abs(np.sin(t * 3 * np.pi))
        rim = np.c_[np.cos(fan), np.sin(fan)] * (0.62 - 0.07 * wave**6)[:, None] + [0, 0.28]
        return np.r_[[[0.0, 0.3]], rim], [np.array([[0, 0.44], [0, 0.3], q * [0.94, 0.9]]) for q in rim[5::7]]
    width = (0.2, 0.31, 0.34)[kind] * np.sin(np.pi * t**0.85) ** (0.9, 0.8, 0.7)[kind]
    width *= 1 + (0, 0.05 * (t * 13 % 1), 0.24 * np.sin(t * 21))[kind]
    half, veins = np.c_[width, t - 0.5], [np.array([[0, -0.42], [0, 0.6]])]
    for f in np.arange(-0.22, 0.36, 0.115):
        reach = 0.8 * float(np.interp(f + 0.4, t, width))
        veins += [np.array([[0, f], [q * reach, f - 0.1]]) for q in (-1, 1)]
    return np.r_[half, half[::-1] * [-1, 1]], veins


def tile_face(spec: Any, p: Any, cut: Polygon, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Dyed card with a faint felt grain; a printed leaf a space, outlined and veined in foil, and a foil rule."""
    rng, (w, h), c = np.random.default_rng(p.art_seed), (round(v * PX) for v in size), spec.cell * PX
    card, leaf, foil = CARDS[p.colour]
    img = np.full((h, w, 4), card, np.uint8)
    for cell in (q for q in p.cells if tuple(q) != tuple(p.hole)):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h] + rng.normal(0, 3, 2)
        outline, veins = _leaf(rng)
        a, s = rng.uniform(0, 2 * np.pi), c * rng.uniform(0.74, 0.84)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) * s
        _put(img, outline @ turn + at, leaf)
        _put(img, outline @ turn + at, foil, 6)
        for vein in veins:
            _put(img, vein @ turn + at, foil, 4, closed=False)
    rule = cut.buffer(-0.8)
    for ring in (rule.exterior, *rule.interiors):
        _put(img, (np.array(ring.coords) - low) * [PX, -PX] + [0, h], foil, 5)
    grain = 0.1 + 0.5 * art.fbm(rng, h, w, 14) + 0.3 * art.fbm(rng, h, w, 120) + 0.06 * rng.standard_normal((h, w))
    return _pressed(img, grain, 0.28)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """Aubergine enamel in a brass rim, the treasure in bright enamels between brass wires."""
    n = round(d_mm * PX)
    img = np.full((n, n, 4), GOLD, np.uint8)
    cv2.circle(img, (n // 2, n // 2), round(n * 0.43), (44, 22, 40, 0), -1, cv2.LINE_AA)
    _draw(img, TREASURES[kind], (n / 2, n / 2), n * 0.74, GOLD)
    return img


def animal_face(spec: Any, p: Any, low: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Pewter with an enamelled head in the first space, a tail in the last, enamel cartouches between."""
    (w, h), c = (round(v * PX) for v in size), spec.cell * PX
    img = np.full((h, w, 4), PEWTER, np.uint8)
    for k, cell in enumerate(sorted(map(tuple, p.cells))):
        at = (np.array(spec.cell_centre(*cell)) - low) * [PX, -PX] + [0, h]
        drawing = (TAIL if k == len(p.cells) - 1 else FUR) if k else HEADS[p.colour] + EYES
        _draw(img, drawing, at, 0.96 * c, INK, ENAMEL[p.colour])
    return img


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Dyed card, enamel discs in brass, copper silhouettes, pewter plates."""
    key, u = (p.id, p.art_seed, tuple(map(tuple, p.cells))), spec.cell
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centre = np.array([spec.cell_centre(*q) for q in p.cells])
    low, high = centre.min(0) - u / 2, centre.max(0) + u / 2
    more: dict[str, Any] = {"alpha": 0.1, "foil": 0.12}
    if p.kind == "leaf":
        cut, thick, bevel = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size), ts.PIECE_T, 0.25
        tex, more["alpha"] = tile_face(spec, p, cut, low, high - low), 0.4
    elif p.kind == "token":
        low, high, thick, bevel = centre[0] - 6.8, centre[0] + 6.8, 2.4, 0.4
        cut, tex = Point(*centre[0]).buffer(6.8, 24), token_texture(p.colour, p.art_seed, 13.6)
    elif p.kind == "squirrel":
        parts = unary_union([Polygon(_ellipse(*map(float, q.split()))) for q in SQUIRREL])
        ring = np.array(parts.buffer(2.5).buffer(-4).buffer(2).exterior.coords)
        cut, thick, bevel = Polygon(low + ring * [u / 100, -u / 100] + [0, u]), 4.5, 0.7
        tex = np.full((round(u * PX), round(u * PX), 4), COPPER, np.uint8)
        _draw(tex, ENGRAVED, (u * PX / 2, u * PX / 2), u * PX, INK)
    else:
        cut, thick, bevel = geo.tile_outline(spec, p.cells, None, gap=0.6, radius=2.6), 2.8, 0.5
        tex = animal_face(spec, p, low, high - low)
    if p.kind in ("squirrel", "animal"):
        more |= {"foil": 0.22, "hammered": 1.2e-3}
    ground = {"leaf": CARDS.get(p.colour, (INK,))[0], "token": GOLD, "squirrel": COPPER}.get(p.kind, PEWTER)
    top, side = geo.die_cut(cut, thick, (*low, *high), bevel)
    rim = (f"side{p.kind}{ground}", "diffuse", more | {"tex": np.uint8([[ground[: 3 if p.kind == "leaf" else 4]]])})
    out = [(p.kind, top, (f"{p.kind}{p.art_seed}", "foil", {"tex": tex, **more})), (f"{p.kind}side", side, rim)]
    self._mesh_cache[key] = out
    return out


def _foiled(stock: Callable) -> Callable:
    """Pictures of four channels: coated colours, and a rough conductor where the fourth says foil."""

    def bsdf(self: render.Renderer, material: tuple[str, str, dict]) -> Any:
        key, _, p = material
        if key in self._bsdf or "tex" not in p or p["tex"].shape[2] != 4:
            return stock(self, material)
        flat = p["tex"][::-1]
        dents = art.fbm(np.random.default_rng(len(key)), 256, 256, 40, octaves=5)[..., None]
        colour, foil, relief = (
            {"type": "bitmap", "bitmap": render.mi.Bitmap(np.ascontiguousarray(a)), "raw": a.shape[2] == 1}
            for a in (flat[..., :3], flat[..., 3:].astype(np.float32) / 255, dents)
        )
        mirror = {"type": "roughconductor", "material": "none", "alpha": p.get("foil", 0.09)}
        mirror |= {"distribution": "beckmann", "specular_reflectance": colour}
        bent = {"type": "bumpmap", "arbitrary": relief, "scale": p.get("hammered", 3e-4) * len(flat), "bsdf": mirror}
        coat = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": p["alpha"], "int_ior": 1.5}
        made = {"type": "blendbsdf", "weight": foil, "bsdf_0": coat, "bsdf_1": bent}
        self._bsdf[key] = render.mi.load_dict({"type": "twosided", "bsdf": made})
        return self._bsdf[key]

    return bsdf


def _chequered(stock: Callable) -> Callable:
    """A dim ceiling with bright patches overhead, so that foil has something to mirror."""

    def lights(self: ts.TableScene) -> None:
        stock(self)
        self.env = cv2.resize(self.env, (256, 128), interpolation=cv2.INTER_LINEAR)
        down, round_ = np.mgrid[0.5:128, 0.5:256] * np.pi / 128
        limits = [0.02, 0, 0.05, 1.0], [0.8, 6.3, 0.12, 3.0]
        spots = np.random.default_rng([self.seed, 71]).uniform(*limits, (9, 4)).T[..., None, None]
        near = np.cos(down) * np.cos(spots[0]) + np.sin(down) * np.sin(spots[0]) * np.cos(round_ - spots[1])
        glow = 0.16 + (spots[3] * np.exp((near - 1) / spots[2] ** 2)).sum(0)
        self.env = (self.env * np.where(down < 1.3, glow, 1.0)[..., None]).astype(np.float32)

    return lights


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    art.board_texture, art.token_texture = board_texture, token_texture
    art.PALETTE.update({role: [tones[0][:3]] for role, tones in CARDS.items()})
    ts.EDGE.update(rgb=(0.05, 0.06, 0.08))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = _chequered(rooms_lit(ts.TableScene._lights, (LIBRARY, SALON, GALLERY), 67, rest=0.7))
    render.Renderer.bsdf = _foiled(render.Renderer.bsdf)
