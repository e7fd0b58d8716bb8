"""Invented editions of printed icons: sketches painted in any manner and inks on any ground, seen by any camera.

There are not many editions to learn from, and a model learns what they have in common by chance as well. These have in
common what the icons show. An edition draws one or two shapes of each kind and one manner for all of them.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import cv2
import numpy as np
from icon_berries import BERRIES
from icon_feathers import FEATHERS
from icon_layers import Layer, Part, Sketch
from icon_mushrooms import MUSHROOMS
from icon_nuts import NUTS
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float64]
Ink = tuple[float, float, float]  # CIE Lab

SPACE_PX = 160  # a space is painted as large as that
SPACES = 72
ICONS = 20  # of a board, about (R1.2)
SKETCHES = {"b": BERRIES, "n": NUTS, "m": MUSHROOMS, "f": FEATHERS}
# lightness, hue in degrees and chroma about which illustrators choose the inks of what they draw as it is
NATURAL = {
    "b": ((38, 285, 30), (32, 310, 28), (45, 25, 50), (30, 20, 35), (50, 50, 45)),
    "n": ((50, 65, 35), (40, 60, 25), (60, 75, 40), (35, 45, 25)),
    "m": ((48, 32, 50), (50, 55, 30), (65, 80, 25), (60, 70, 55), (45, 50, 20)),
    "f": ((85, 250, 5), (70, 255, 12), (50, 260, 15), (60, 60, 15), (78, 90, 8)),
}
GREEN, BROWN, PALE = (52.0, 125.0, 35.0), (35.0, 60.0, 20.0), (82.0, 85.0, 10.0)


class Manner(Enum):
    """How an edition chooses its inks."""

    NATURAL = "as things are"
    ONE_INK = "all icons in one ink"
    FREE = "each kind in an ink of its own choice"


class Edition(NamedTuple):
    """What all icons of one edition have in common."""

    manner: Manner
    inks: dict[tuple[str, Part], Ink]
    shapes: dict[str, tuple[Sketch, ...]]
    outlined: float  # width of the outline round every filled layer, in half icons; 0 for none
    outline: Ink
    filled: bool  # or drawn in outlines alone
    shaded: float  # how much darker an icon is at its lower side, in units of lightness
    medallion: Ink | None  # a disc below every icon
    ground: Ink
    half: float  # half an icon's size, in spaces


class Floor(NamedTuple):
    """A board of an edition: ``spaces`` as uint8 BGR (SPACES, side, side, 3), and what is printed on which of them."""

    spaces: NDArray[np.uint8]
    printed: dict[int, str]


def edition_of(rng: Generator) -> Edition:
    """An edition by chance."""
    manner = Manner(rng.choice([m.value for m in Manner], p=[0.65, 0.2, 0.15]))
    ground = lch(rng.uniform(15, 80), rng.uniform(0, 360), rng.uniform(0, 30))
    light = ground[0] < rng.uniform(35, 60)
    one = lch(rng.uniform(70, 95) if light else rng.uniform(10, 35), rng.uniform(0, 360), rng.uniform(0, 25))
    inks = {(kind, part): ink_of(manner, kind, part, one, rng) for kind in SKETCHES for part in Part}
    shapes = {kind: chosen(list(sketches.values()), rng) for kind, sketches in SKETCHES.items()}
    filled = bool(rng.random() < 0.85)
    outlined = 0.0 if filled and rng.random() < 0.4 else float(rng.uniform(0.04, 0.12))
    dark = one if manner is Manner.ONE_INK or not filled else lch(rng.uniform(5, 30), rng.uniform(0, 360), 8)
    outline = dark if rng.random() < 0.75 else lch(rng.uniform(80, 97), rng.uniform(40, 110), 10)
    medallion = lch(100 - ground[0], rng.uniform(0, 360), rng.uniform(0, 20)) if rng.random() < 0.1 else None
    return Edition(
        manner, inks, shapes, outlined, outline, filled, float(rng.uniform(0, 18)), medallion, ground,
        float(rng.uniform(0.2, 0.34)),
    )  # fmt: skip


def chosen(sketches: list[Sketch], rng: Generator) -> tuple[Sketch, ...]:
    """One sketch, or now and then two that stand for the same."""
    return tuple(sketches[n] for n in rng.choice(len(sketches), 1 + (rng.random() < 0.15), replace=False))


def ink_of(manner: Manner, kind: str, part: Part, one: Ink, rng: Generator) -> Ink:
    """The ink of a part of all icons of one kind."""
    if manner is Manner.ONE_INK:
        away = {Part.BODY: 0, Part.SECOND: 8, Part.LEAF: 10, Part.STEM: 4, Part.MARK: 35, Part.LINE: 35}[part]
        return (one[0] + (-away if one[0] > 50 else away), one[1], one[2])
    natural = NATURAL[kind][int(rng.integers(len(NATURAL[kind])))]
    about: tuple[float, float, float] = {
        Part.BODY: natural,
        Part.SECOND: PALE if kind == "m" else BROWN,
        Part.LEAF: GREEN,
        Part.STEM: PALE if kind == "f" else BROWN,
        Part.MARK: (90.0, 90.0, 6.0),
        Part.LINE: (natural[0] - 22 if natural[0] > 45 else natural[0] + 25, natural[1], natural[2] / 2),
    }[part]
    hue = rng.uniform(0, 360) if manner is Manner.FREE else about[1] + rng.normal(0, 14)
    chroma = about[2] * rng.uniform(0.4, 1.4) if manner is Manner.NATURAL else rng.uniform(5, 50)
    return lch(about[0] + rng.normal(0, 9), hue, chroma)


def lch(lightness: float, hue_deg: float, chroma: float) -> Ink:
    """An ink from its lightness, hue and chroma."""
    turned = np.radians(hue_deg)
    return float(np.clip(lightness, 3, 97)), float(chroma * np.cos(turned)), float(chroma * np.sin(turned))


def floor_of(edition: Edition, rng: Generator) -> Floor:
    """A board of an edition, printed and photographed."""
    where = rng.choice(SPACES, ICONS, replace=False)
    printed = {int(space): "bnmf"[int(rng.integers(4))] for space in where}
    tints = [np.array(edition.ground) + rng.normal(0, (5, 4, 4)) for _ in range(5)]
    seen, side = Camera.by_chance(rng), int(rng.integers(24, 64))
    spaces = []
    for space in range(SPACES):
        plane = grounded(tints[space % len(tints)], rng)
        if space in printed:
            paint(plane, edition, printed[space], rng)
        spaces.append(seen.picture_of(plane, side, rng))
    return Floor(np.array(spaces), printed)


def grounded(tint: Array, rng: Generator) -> Array:
    """The bare ground of a space with a faint texture and its border, CIE Lab, float64 (SPACE_PX, SPACE_PX, 3)."""
    coarse = rng.normal(0, (3.0, 1.2, 1.2), (8, 8, 3))
    plane = cv2.resize(coarse, (SPACE_PX, SPACE_PX), interpolation=cv2.INTER_CUBIC) + tint
    plane[:2] += (15, 0, 0)
    plane[:, :2] += (15, 0, 0)
    return np.asarray(plane, np.float64)


def paint(plane: Array, edition: Edition, kind: str, rng: Generator) -> None:
    """Paint an icon of this kind on the plane of a space."""
    shapes = edition.shapes[kind]
    layers = shapes[int(rng.integers(len(shapes)))](rng)
    half = edition.half * SPACE_PX * rng.uniform(0.93, 1.07)
    turn = np.radians(rng.normal(0, 5))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = SPACE_PX / 2 + rng.normal(0, 0.02 * SPACE_PX, 2)
    if edition.medallion is not None:
        at = (round(float(middle[0])), round(float(middle[1])))
        cv2.circle(plane, at, round(1.3 * half), edition.medallion, -1, cv2.LINE_AA)
    before = plane.copy()
    for layer in layers:
        points = np.rint((layer.points @ turned.T * half + middle) * 16).astype(np.int32).reshape(-1, 1, 2)
        lay(plane, points, layer, edition, edition.inks[kind, layer.part], half)
    changed = np.abs(plane - before).max(axis=2, keepdims=True) > 1
    plane -= changed * np.linspace(-0.5, 0.5, SPACE_PX)[:, None, None] * np.array([edition.shaded, 0, 0])


def lay(plane: Array, points: NDArray[np.int32], layer: Layer, edition: Edition, ink: Ink, half: float) -> None:
    """Lay one layer, its points in sixteenths of a pixel, on the plane."""
    if layer.width:
        line = edition.outline if not edition.filled else ink
        cv2.polylines(plane, [points], False, line, max(1, round(layer.width * half)), cv2.LINE_AA, 4)
        return
    if edition.filled:
        cv2.fillPoly(plane, [points], ink, cv2.LINE_AA, 4)
    if edition.outlined:
        cv2.polylines(plane, [points], True, edition.outline, max(1, round(edition.outlined * half)), cv2.LINE_AA, 4)


class Camera(NamedTuple):
    """How one picture shows a board: light and colour as factors, blur in spaces, noise in grey levels."""

    light: Array
    blur: float
    noise: float
    pale: float

    @staticmethod
    def by_chance(rng: Generator) -> Camera:
        """A camera and a light."""
        tint = np.exp(rng.normal(0, 0.12, 3)) * rng.uniform(0.35, 1.15)
        return Camera(tint, float(rng.uniform(0.005, 0.035)), float(rng.uniform(0, 5)), float(rng.uniform(0, 0.5)))

    def picture_of(self, plane: Array, side: int, rng: Generator) -> NDArray[np.uint8]:
        """A space as this camera shows it, uint8 BGR (side, side, 3)."""
        lab = plane.astype(np.float32)
        lab[..., 1:] *= 1 - self.pale
        bgr = cv2.cvtColor(np.clip(lab, (0, -100, -100), (100, 100, 100)).astype(np.float32), cv2.COLOR_Lab2BGR)
        blurred = cv2.GaussianBlur(bgr, (0, 0), self.blur * SPACE_PX)
        small = cv2.resize(blurred, (side, side), interpolation=cv2.INTER_AREA)
        seen = small * self.light.astype(np.float32) * 255 + rng.normal(0, self.noise, small.shape)
        return np.asarray(np.clip(seen, 0, 255), np.uint8)
