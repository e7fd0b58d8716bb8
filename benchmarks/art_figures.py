"""Figures of several parts and tones that editions of ``arts/`` draw from a line of text, lines of boards, and pieces.

A part is ``tone[/width] numbers``: an oval or an outline in percent of its picture (``art_drawings.ring_of``).
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, rounded, shrunk
from shapely.geometry import Polygon
from shapely.ops import unary_union
from tablescene import art
from tablescene import geometry as geo

PX = art.PX
Array = np.ndarray


def tone_of(text: str) -> Array:
    """A tone told in hexadecimal, float32 (3,)."""
    return np.float32(list(bytes.fromhex(text)))


def path_of(ring: Any) -> list[Array]:
    """An outline (n, 2) in pixels as cv2 draws it with four bits for the fraction."""
    return [np.round(np.asarray(ring) * 16).astype(np.int32)]


def parts_of(text: str) -> list[tuple[str, float, Array, bool]]:
    """Colour, width of the line (0: filled), points in percent and whether they close, of each part of a drawing."""
    out = []
    for part in text.split(";"):
        first, *numbers = part.split()
        tone, _, wide = first.partition("/")
        ring, angular = ring_of(np.float32(numbers))
        if angular and not wide:
            ring = rounded(rounded(ring, 0.22), 0.22)
        out.append((tone, float(wide or 0), ring, not (angular and wide)))
    return out


def drawn(text: str, n: int, inks: dict[str, str] | None = None) -> Array:
    """A drawing as RGBA, n pixels wide; tones are hexadecimal or named by ``inks``."""
    img = np.zeros((4 * n, 4 * n, 4), np.uint8)
    for tone, wide, ring, closed in parts_of(text):
        ink = (*tone_of((inks or {}).get(tone, tone)).tolist(), 255.0)
        path = path_of(ring * (n / 25))
        if wide:
            cv2.polylines(img, path, closed, ink, max(1, round(wide * n / 25)), cv2.LINE_8, 4)
        else:
            cv2.fillPoly(img, path, ink, cv2.LINE_8, 4)
    return shrunk(img, n)


def figure(text: str, mm: float, at: Any) -> Polygon:
    """The outline of all that is filled in a drawing, round a place of the board."""
    rings = [(ring - 50) / 100 * [mm, -mm] + at for _, wide, ring, _ in parts_of(text) if not wide]
    shape = unary_union([Polygon(ring).buffer(0) for ring in rings]).buffer(0.5).buffer(-0.2).simplify(0.03)
    return Polygon(max(getattr(shape, "geoms", [shape]), key=lambda g: g.area).exterior)


def grid_lines(spec: Any) -> list[tuple[bool, Array]]:
    """The lines of a board in pixels, and whether each parts areas."""
    m, c = spec.margin * PX, spec.cell * PX
    out = []
    for n, other, every, turned in ((spec.cols, spec.rows, spec.area_cols, False),
                                    (spec.rows, spec.cols, spec.area_rows, True)):  # fmt: skip
        for v in range(n + 1):
            ends = np.float32([(m + v * c, m), (m + v * c, m + other * c)])
            out.append((v % every == 0 or v == n, ends[:, ::-1] if turned else ends))
    return sorted(out, key=lambda line: line[0])


def printed_piece(
    p: Any,
    cut: Polygon,
    box_mm: tuple[float, ...],
    depth: tuple[float, float],
    face: tuple[str, Array, float],
    side_rgb: tuple[float, ...],
) -> list[tuple]:
    """The meshes of a piece and what they are made of: a printed face, and sides of one colour.

    ``box_mm`` is where the picture of its face lies, ``depth`` the thickness of the piece and its bevel in mm, and
    ``face`` the kind of its surface, that picture, and how rough it is.
    """
    kind, picture, alpha = face
    top, side = geo.die_cut(cut, depth[0], box_mm, depth[1])
    look = {"tex": np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8)), "alpha": alpha}
    sides = (f"{side_rgb}", "diffuse", {"rgb": side_rgb})
    return [(p.kind, top, (f"{p.kind}{p.art_seed}", kind, look)), (f"{p.kind}side", side, sides)]
