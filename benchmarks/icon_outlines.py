"""Curves, outlines, leaves and stalks that sketches of icons share, and what makes a sketch fill its square."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from icon_layers import Array, Layer, Part, Sketch

Rng = np.random.Generator
Point = tuple[float, float]
Turn = Callable[[Rng], float]


def curve(*knots: Point, closed: bool = False, count: int = 40) -> Array:
    """A Catmull-Rom curve of so many points through the knots."""
    k = np.array(knots, dtype=np.float64)
    ends = (k[-1:], k[:2]) if closed else (2 * k[:1] - k[1:2], 2 * k[-1:] - k[-2:-1])
    padded = np.concatenate([ends[0], k, ends[1]])
    spans = len(k) if closed else len(k) - 1
    t = np.linspace(0, spans, count, endpoint=not closed)
    i = np.minimum(t.astype(np.int64), spans - 1)
    f = (t - i)[:, None]
    a, b, c, d = padded[i], padded[i + 1], padded[i + 2], padded[i + 3]
    return np.asarray(b + f / 2 * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a))), np.float64)


def smooth(*knots: Point, closed: bool = False) -> Array:
    """A curve through the knots, ten points from each to the next."""
    return curve(*knots, closed=closed, count=10 * len(knots) if closed else 10 * len(knots) - 9)


def symmetric(*right: Point) -> Array:
    """A smooth outline whose right half runs through these knots from top to bottom, the left half its mirror."""
    left = [(-x, y) for x, y in reversed(right) if x > 0]
    return curve(*right, *left, closed=True, count=60)


def oval(
    x: float,
    y: float,
    wide: float,
    high: float,
    start: float = 0.0,
    end: float = 2 * np.pi,
    *,
    turn: float = 0.0,
    count: int = 32,
) -> Array:
    """An ellipse turned clockwise, from its first point round to it again, or the arc of it between two angles."""
    angle = np.linspace(start, end, count)
    across, along = wide * np.cos(angle), high * np.sin(angle)
    turned = [across * np.cos(turn) - along * np.sin(turn), across * np.sin(turn) + along * np.cos(turn)]
    return np.stack([x + turned[0], y + turned[1]], 1)


def ellipse(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Array:
    """An ellipse turned clockwise, its first point only once."""
    return oval(x, y, wide, high, end=2 * np.pi * 27 / 28, turn=turn, count=28)


def put(layers: Iterable[Layer], at: Point = (0, 0), turn: float = 0.0, size: float = 1.0) -> list[Layer]:
    """The layers scaled and turned clockwise about the origin, then moved."""
    spin = size * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return [Layer(part, points @ spin + np.array(at), width * size) for part, points, width in layers]


def stretch(layers: list[Layer], across: float) -> list[Layer]:
    """The layers stretched to the sides, mirrored if negative, their lines as wide as before."""
    return [Layer(part, points * (across, 1.0), width) for part, points, width in layers]


def _filling(layers: list[Layer], share: float) -> list[Layer]:
    """The layers centred and scaled until their longer side takes that share of the square's."""
    low = np.min([layer.points.min(0) - layer.width / 2 for layer in layers], 0)
    high = np.max([layer.points.max(0) + layer.width / 2 for layer in layers], 0)
    size = 2 * share / float((high - low).max())
    return put(layers, (-size * float(low[0] + high[0]) / 2, -size * float(low[1] + high[1]) / 2), size=size)


def fit(rng: Rng, layers: list[Layer], tilt: float = 0.15) -> list[Layer]:
    """The layers stretched a little, at times mirrored, then tilted, and made to fill the square."""
    wider = stretch(layers, rng.choice([-1.0, 1.0]) * rng.uniform(0.92, 1.08))
    return _filling(put(wider, turn=rng.uniform(-tilt, tilt)), rng.uniform(0.9, 0.98))


def finished(build: Sketch, turn: Turn) -> Sketch:
    """The sketch that builds, turns and at times mirrors, then fills the square."""

    def sketch(rng: Rng) -> list[Layer]:
        layers = put(build(rng), turn=turn(rng))
        mirrored = stretch(layers, -1.0) if rng.random() < 0.5 else layers
        return _filling(mirrored, rng.uniform(0.92, 1.0))

    return sketch


def stand(rng: Rng) -> float:
    """The slight tilt of what stands."""
    return float(rng.uniform(-0.12, 0.12))


def leaf_between(
    base: Point, tip: Point, broad: float = 0.3, lobes: int = 0, depth: float = 0.3, spiny: bool = False, ribs: int = 3
) -> list[Layer]:
    """A leaf from base to tip, its edge whole, lobed, or drawn out into spines, with a midrib and side ribs."""
    t = np.linspace(0, 1, max(lobes * 8, 24) + 1)
    start, along = np.array(base), np.array(tip) - np.array(base)
    across = np.array([-along[1], along[0]])
    half = broad * np.sin(np.pi * t**0.85) ** (0.6 if lobes else 0.9)
    wave = np.abs(np.sin(np.pi * lobes * t)) if lobes else np.zeros(len(t))
    half *= 1 - depth * (wave if spiny else (1 - wave) * bool(lobes))
    spine = start + t[:, None] * along + 0.08 * np.sin(np.pi * t)[:, None] * across
    sides = half[:, None] * across
    layers = [Layer(Part.LEAF, np.concatenate([spine + sides, (spine - sides)[::-1]]))]
    if ribs:
        layers.append(Layer(Part.LINE, spine[: int(len(t) * 0.9)], 0.05))
    for k in range(1, ribs):
        i, j = (int(len(t) * (k / ribs - 0.08)), int(len(t) * (k / ribs + 0.08)))
        for side in (0.65, -0.65):
            layers.append(Layer(Part.LINE, np.array([spine[i], spine[j] + side * sides[j]]), 0.035))
    return layers


def look_of(rng: Rng, *looks: str) -> str:
    """One of the looks, by default how a glossy berry may be drawn."""
    return str(rng.choice(looks or ("shine", "gleam", "plain")))


def stalk(*knots: Point, width: float = 0.08) -> Layer:
    """A stalk or twig through the knots."""
    return Layer(Part.STEM, curve(*knots, count=24), width)
