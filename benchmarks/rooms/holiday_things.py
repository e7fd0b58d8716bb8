"""What lies on a table at Christmas or in a café: twigs of fir, baubles, mandarins, cinnamon stars, mats for glasses.

Made as in ``home_things``; ``add()`` puts them beside the things that there are, to be ``laid``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import home_things
import numpy as np
from home_things import Part, Thing
from room_light import Rng, Vector
from shapely.geometry import LineString, Point, Polygon
from tablescene import geometry as geo

NEEDLE_MM = 13.0
GREENS = ((0.05, 0.13, 0.05), (0.07, 0.15, 0.04), (0.05, 0.12, 0.08))
BAUBLES = ((0.5, 0.02, 0.02), (0.62, 0.4, 0.08), (0.6, 0.6, 0.62), (0.04, 0.18, 0.08), (0.05, 0.08, 0.3))
MAT = 93.0


def _glossy(name: str, tone: Sequence[float], alpha: float) -> tuple[Any, ...]:
    """A varnish, a glaze or a peel of one tone."""
    return (name, "gloss", {"rgb": tuple(tone), "alpha": alpha})


def _needles(rng: Rng, start: Vector, end: Vector) -> Vector:
    """The needles of a twig from start to end, two triangles' corners each, to both sides and a little upwards."""
    ahead = (end - start) / np.linalg.norm(end - start)
    side = np.cross([0, 0, 1.0], ahead)
    many = int(np.linalg.norm(end - start) * 2.6)
    foot = start + rng.uniform(0, 1, (many, 1)) * (end - start)
    hand, rise, long = rng.uniform(-1.2, 1.2, many), rng.uniform(0.0, 0.8, many), rng.uniform(0.7, 1.1, many)
    way = 0.75 * ahead + hand[:, None] * side + rise[:, None] * np.array([0, 0, 1.0])
    way = way / np.linalg.norm(way, axis=1, keepdims=True)
    tip = foot + NEEDLE_MM * long[:, None] * way
    broad = np.cross(way, [0, 0, 1.0]) * 0.75
    middle = (foot + tip) / 2
    return np.stack([foot, middle + broad, tip, middle - broad], 1)


def twig(rng: Rng, name: str) -> list[Part]:
    """A twig of fir: a stem with four shoots, needles all along them."""
    bough, stem = np.array([-75.0, 0, 4.0]), np.array([78.0, rng.uniform(-10, 10), 7.0])
    shoots = [(bough, stem)]
    for share, hand in ((0.2, 1), (0.34, -1), (0.5, 1), (0.64, -1)):
        foot = bough + share * (stem - bough)
        shoots.append((foot, foot + np.array([48.0, hand * rng.uniform(28, 40), rng.uniform(-1, 5)]) * (1.15 - share)))
    blades = np.concatenate([_needles(rng, *shoot) for shoot in shoots])
    blades[..., 2] = np.maximum(blades[..., 2], 0.3)
    first = 4 * np.arange(len(blades))[:, None]
    faces = np.concatenate([first + np.array([0, 1, 2]), first + np.array([0, 2, 3])])
    mesh = {"v": blades.reshape(-1, 3).astype(np.float32), "f": faces.astype(np.uint32)}
    green = GREENS[int(rng.integers(len(GREENS)))]
    bark = geo.lathe([(0, 0), (2.0, 2), (1.3, 150), (0, 152)], 10)
    v = bark["v"].astype(float)
    bark["v"] = np.c_[v[:, 2] - 76, v[:, 0], v[:, 1] + 3.5].astype(np.float32)
    return [
        (mesh, (f"{name}needles", "diffuse", {"rgb": green})),
        (bark, (f"{name}bark", "diffuse", {"rgb": (0.14, 0.08, 0.04)})),
    ]


def bauble(rng: Rng, name: str) -> list[Part]:
    """A glass ball off the tree, lying on its side, its cap of brass."""
    turns = np.linspace(0, np.pi, 24)
    ball = geo.lathe([(21 * np.sin(a), 21 - 21 * np.cos(a)) for a in turns])
    cap = geo.lathe([(0, 20), (5, 20), (5, 27), (0, 27)], 20)
    v = cap["v"].astype(float)
    cap["v"] = np.c_[v[:, 2], v[:, 0], v[:, 1] + 20].astype(np.float32)
    tone = BAUBLES[int(rng.integers(len(BAUBLES)))]
    return [(ball, _glossy(f"{name}glass", tone, 0.04)), (cap, _glossy(f"{name}cap", BAUBLES[1], 0.2))]


def mandarin(rng: Rng, name: str) -> list[Part]:
    """A mandarin: a ball pressed flat, dented where its stalk was."""
    wide, turns = rng.uniform(24, 28), np.linspace(0, np.pi, 24)
    profile = [(wide * np.sin(a), 22 - 21 * np.cos(a) - 4 * np.exp(-(((a - np.pi) / 0.35) ** 2))) for a in turns]
    stalk = geo.lathe([(0, 41.0), (3.2, 39.8), (3.4, 38)], 10)
    peel = (0.78, rng.uniform(0.25, 0.33), 0.02)
    return [
        (geo.lathe(profile), _glossy(f"{name}peel", peel, 0.26)),
        (stalk, (f"{name}stalk", "diffuse", {"rgb": (0.16, 0.2, 0.07)})),
    ]


def _star_shape(half: float = 24.0) -> Polygon:
    """A star of six points, a little rounded."""
    turns = np.arange(12) * np.pi / 6
    far = np.where(np.arange(12) % 2, 0.6 * half, half)
    return Polygon(np.stack([far * np.cos(turns), far * np.sin(turns)], -1)).buffer(-1.5).buffer(1.5)


def cookie(rng: Rng, name: str) -> list[Part]:
    """A cinnamon star: brown, with a white glaze that does not quite reach its rim."""
    star = _star_shape()
    tex = np.full((300, 300, 3), (132, 84, 48), np.float32)
    corners = np.array(star.buffer(-2.2).exterior.coords) * [1, -1] / 50 * 300 + 150
    cv2.fillPoly(tex, [corners.astype(np.int32)], (236.0, 228.0, 212.0), cv2.LINE_AA)
    tex = np.clip(tex + rng.normal(0, 6, (300, 300, 1)), 0, 255).astype(np.uint8)
    top, side = geo.die_cut(star, 8.0, (-25, -25, 25, 25), 0.9)
    return [
        (top, (f"{name}glaze", "gloss", {"tex": tex, "alpha": 0.3})),
        (side, (f"{name}dough", "diffuse", {"rgb": (0.24, 0.1, 0.04)})),
    ]


def beermat(rng: Rng, name: str) -> list[Part]:
    """A mat of cardboard for a glass, printed with a ring, a name and an ear of barley, dented by what stood on it."""
    paper, ink = (
        ((230, 222, 204), (142, 34, 32)),
        ((40, 74, 60), (226, 206, 150)),
        ((226, 190, 92), (44, 40, 38)),
    )[int(rng.integers(3))]
    tex = np.full((560, 560, 3), paper, np.uint8)
    tone = [float(v) for v in ink]
    cv2.circle(tex, (280, 280), 236, tone, 10, cv2.LINE_AA)
    cv2.circle(tex, (280, 280), 214, tone, 4, cv2.LINE_AA)
    word = ("Adler", "Linde", "Krone", "Hirsch")[int(rng.integers(4))]
    size = cv2.getTextSize(word, cv2.FONT_HERSHEY_TRIPLEX, 2.6, 8)[0]
    cv2.putText(tex, word, (280 - size[0] // 2, 250), cv2.FONT_HERSHEY_TRIPLEX, 2.6, tone, 8, cv2.LINE_AA)
    for k in range(4):
        for hand in (-1, 1):
            at = (280 + hand * 24, 424 - 40 * k)
            cv2.ellipse(tex, at, (9, 22), hand * 38, 0, 360, tone, -1, cv2.LINE_AA)
    cv2.line(tex, (280, 470), (280, 300), tone, 5, cv2.LINE_AA)
    wet = np.zeros((560, 560), np.float32)
    cv2.circle(wet, (int(rng.uniform(240, 320)), int(rng.uniform(240, 320))), 186, 1.0, 12, cv2.LINE_AA)
    tex = (tex * (1 - 0.14 * cv2.GaussianBlur(wet, (0, 0), 3))[..., None]).astype(np.uint8)
    top, side = geo.die_cut(geo.rounded_rect(MAT, MAT, 9), 1.5, (-MAT / 2, -MAT / 2, MAT / 2, MAT / 2), 0.3)
    return [
        (top, (f"{name}print", "diffuse", {"tex": tex})),
        (side, (f"{name}pulp", "diffuse", {"rgb": (0.6, 0.56, 0.48)})),
    ]


HOLIDAY_THINGS: dict[str, Thing] = {
    "twig": (twig, LineString([(-58, 0), (66, 0)]).buffer(40), 22.0),
    "bauble": (bauble, Point(2, 0).buffer(27), 42.0),
    "mandarin": (mandarin, Point(0, 0).buffer(28), 42.0),
    "cookie": (cookie, _star_shape(), 8.0),
    "beermat": (beermat, geo.rounded_rect(MAT, MAT, 9), 1.5),
}


def add() -> None:
    """Put these things beside those that there are."""
    home_things.THINGS.update(HOLIDAY_THINGS)
