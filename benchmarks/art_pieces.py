"""What editions of ``arts/`` share that are cut out of card and wood: leaves, beasts, bodies, the cut itself.

Drawings are lines of text as ``art_figures`` reads them; their tones have names (main, pale, cover, yellow, key) that
an edition gives inks to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from art_drawings import rounded
from art_figures import figure
from shapely.geometry import Point, Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX = art.PX
Array = np.ndarray
Rgb = tuple[float, float, float]

BEASTS = {
    "badger": "c 22 18 12 12 0;c 78 18 12 12 0;p 50 8 76 18 90 46 76 72 62 96 38 96 24 72 10 46 24 18;c 30 14 42 20"
    " 44 48 40 78 28 60 24 36;c 70 14 58 20 56 48 60 78 72 60 76 36;p 34 48 4 4 0;p 66 48 4 4 0;k 50 90 10 7 0",
    "fox": "m 8 4 28 12 46 32 14 46;m 92 4 72 12 54 32 86 46;m 6 46 26 24 50 22 74 24 94 46 74 74 50 98 26 74;p 8"
    " 48 28 56 45 78 50 97 28 78;p 92 48 72 56 55 78 50 97 72 78;k 34 50 4 5 0;k 66 50 4 5 0;k 50 93 8 6 0",
    "hare": "m 30 2 40 16 43 44 28 44 22 18;m 70 2 60 16 57 44 72 44 78 18;p 31 10 37 20 38 38 31 38 28 20;p 69 10"
    " 63 20 62 38 69 38 72 20;m 50 66 33 31 0;p 50 82 17 12 0;k 33 60 5 6 0;k 67 60 5 6 0;k 50 76 6 4 0",
    "owl": "m 8 8 30 18 50 16 70 18 92 8 94 54 76 92 50 98 24 92 6 54;p 30 46 20 21 0;p 70 46 20 21 0;y 30 46 12 12"
    " 0;y 70 46 12 12 0;k 30 46 7 7 0;k 70 46 7 7 0;y 42 56 58 56 50 76;c/3 30 84 36 90 42 84;c/3 58 84 64 90"
    " 70 84",
    "heron": "y 36 24 2 42 38 40;m 52 30 22 18 0;m 60 34 76 46 84 70 80 99 50 99 60 74 54 52 42 44;c 44 16 62 10 99"
    " 8 76 24 60 28;k 42 28 5 5 0;p 66 56 72 74 70 96 60 96 66 76",
}
SQUIRREL = "m 78 14 96 32 94 60 80 78 84 96 56 96 62 70 68 50 60 36 56 20 66 8;p 74 26 84 38 80 58 73 68 76 48 70 34;"
SQUIRREL += "m 44 70 24 27 0;m 30 40 19 17 0;m 30 28 34 4 46 30;p 38 78 11 16 0;c 28 58 12 62 14 70 32 70;k 26 38 4 4 0"
# right half of a leaf from its tip to its stalk: aside and down in percent
HALVES = {
    "beech": "0 0 8 10 20 28 27 48 24 68 12 88 0 96",
    "oak": "0 0 9 4 14 12 9 22 23 28 27 37 14 46 27 55 30 64 15 71 18 81 8 91 0 95",
    "maple": "0 0 6 15 17 14 12 33 24 27 29 34 46 29 38 45 49 53 33 58 38 75 19 70 8 77 0 79",
    "birch": "0 0 6 12 18 34 32 58 31 70 14 81 0 83",
    "hazel": "0 0 5 7 17 12 33 33 39 55 31 78 14 92 0 90",
    "ginkgo": "0 20 5 7 22 3 41 15 49 35 30 52 12 74 4 90 0 96",
    "willow": "0 0 6 18 13 45 11 72 4 92 0 97",
}


def leaf_ring(form: str, rng: Any) -> tuple[Array, list[Array]]:
    """The outline (n, 2) of a leaf, its tip up, in a square of side 1, and its ribs, each from the midrib outwards."""
    half = np.float32(HALVES[form].split()).reshape(-1, 2) / 100
    whole = np.r_[half, (half * [-1, 1])[-2:0:-1]] + [0.5, 0]
    cut = 0.14 if form in ("oak", "maple") else 0.24
    ring = rounded(rounded(rounded(whole, cut), cut), cut)
    foot = half[-1, 1]
    bend = rng.normal(0, 0.04)
    t = np.linspace(0, 1, 9)[:, None]
    if form == "ginkgo":
        ribs = [[0.5, 0.97] + t * [s, -0.86 + 0.5 * abs(s)] for s in np.linspace(-0.42, 0.42, 7)]
    elif form == "maple":
        ends = ((0.5, 0.04), (0.93, 0.32), (0.07, 0.32), (0.84, 0.72), (0.16, 0.72))
        ribs = [[0.5, foot] + t * (np.float32(end) - [0.5, foot]) for end in ends]
    else:
        ribs = [np.hstack([0.5 + 0 * t, foot - t * (foot - 0.03)])]
        for y in np.linspace(0.26, foot - 0.06, 4 if form == "oak" else 6):
            wide = 0.86 * np.interp(y - 0.08, half[:, 1], half[:, 0])
            ribs += [np.hstack([0.5 + s * wide * t, y - 0.13 * t**1.3]) for s in (-1, 1)]
    ribs.append([0.5, foot] + t * [bend, 1.06 - foot])
    swung = [np.c_[r[:, 0] + bend * np.sin(np.pi * r[:, 1]), r[:, 1]] for r in (ring, *map(np.asarray, ribs))]
    return swung[0], swung[1:]


def fixed(points: Array) -> Array:
    """Points in pixels as cv2 draws them with four bits for the fraction."""
    return np.round(np.asarray(points) * 16).astype(np.int32)


def strokes(
    rng: Any, img: Array, count: int, long: tuple[float, float], wide: int, tones: Array, lean: Callable[..., Array]
) -> None:
    """Strokes of a brush all over an 8-bit picture; ``lean`` tells the angle at x and y."""
    height, width = img.shape[:2]
    at = rng.uniform((0, 0), (width, height), (count, 2))
    turn = lean(at[:, 0], at[:, 1]) + rng.normal(0, 0.3, count)
    reach = rng.uniform(*long, count)
    tints = tones[rng.integers(len(tones), size=count)] * rng.uniform(0.86, 1.14, (count, 1))
    for (x, y), a, r, tint in zip(at, turn, reach, tints.clip(0, 255), strict=True):
        end = (x + r * np.cos(a), y + r * np.sin(a))
        path = fixed(np.array([(x, y), ((x + end[0]) / 2 + rng.normal(0, 2), (y + end[1]) / 2), end]))
        cv2.polylines(img, [path], False, tint[: img.shape[2]].tolist(), int(rng.integers(1, wide + 1)), cv2.LINE_AA, 4)


def body_of(cells: list[Any], cell_mm: float, wide: float = 0.62) -> tuple[Array, list[tuple[float, float]]]:
    """A band through the middles of all spaces of a plate, as a cover 0 to 1, and those middles in order."""
    s = cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    mask, spots = np.zeros((h, w), np.uint8), sorted(map(tuple, cells))
    mid = {q: (int((q[0] + 0.5) * s), int((q[1] + 0.5) * s)) for q in spots}
    for (c, r), at in mid.items():
        for q in ((c, r), (c + 1, r), (c, r + 1)):
            cv2.line(mask, at, mid.get(q, at), 255, int(wide * s), cv2.LINE_AA)
    return mask.astype(np.float32) / 255, [mid[q] for q in spots]


@dataclass(frozen=True)
class Cut:
    """How the pieces of an edition are cut."""

    hole_power: float = 2.0
    radius: float = 1.8
    alpha: float = 0.36
    line: tuple[Rgb, int] | None = None
    """A line along the edges of tiles: its tone, its width in pixels."""
    token_mm: float = 2.4
    token_edge: Rgb = (0.045, 0.028, 0.018)
    wooden: float = 4.0
    """How thick squirrels of wood are; 0 if they are card."""
    wood_edge: Rgb = (0.42, 0.28, 0.15)
    figure_mm: float = 18.5


def pieces_of(cut: Cut) -> Callable[[Any, Any, Any], list[Any]]:
    """The method of the renderer's that makes a piece's meshes, cut like this, with ``tablescene.art``'s faces."""
    stock = ts.TableScene._piece_meshes

    def meshes(self: Any, spec: Any, p: Any) -> list[Any]:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        (x, y), half, (top, side) = spec.cell_centre(*p.cells[0]), spec.cell / 2, stock(self, spec, p)
        tex, edge, tall = top[2][2]["tex"], side[2], ts.PIECE_T
        spots = np.float32([spec.cell_centre(*q) for q in p.cells])
        corners = (*(spots.min(0) - half), *(spots.max(0) + half))
        if p.kind == "token":
            shape, corners, tall = Point(x, y).buffer(6.8, 32), (x - 6.8, y - 6.8, x + 6.8, y + 6.8), cut.token_mm
            edge = ("tokenedge", "diffuse", {"rgb": cut.token_edge})
        elif p.kind == "squirrel" and cut.wooden:
            shape, tall = figure(SQUIRREL, cut.figure_mm, (x, y)), cut.wooden
            edge = ("figureedge", "diffuse", {"rgb": cut.wood_edge})
        else:
            hole = p.hole if p.kind == "leaf" else None
            size = p.hole_size if p.kind == "leaf" else 15.0
            shape = geo.tile_outline(spec, p.cells, hole, 0.4, cut.radius, size, cut.hole_power)
        if cut.line and p.kind == "leaf":
            tex = tex.copy()
            inner = Polygon(shape.exterior).buffer(-0.9)
            for ring in (inner.exterior, *(Polygon(r).buffer(0.8).exterior for r in shape.interiors)):
                path = (np.array(ring.coords) - [corners[0], corners[3]]) * [PX, -PX]
                cv2.polylines(tex, [fixed(path)], True, cut.line[0], cut.line[1], cv2.LINE_AA, 4)
        mesh, rim = geo.die_cut(shape, tall, corners, 0.3)
        face = (top[2][0], "card", {"tex": np.ascontiguousarray(tex), "alpha": cut.alpha})
        self._mesh_cache[key] = [(p.kind, mesh, face), (f"{p.kind}side", rim, edge)]
        return self._mesh_cache[key]

    return meshes
