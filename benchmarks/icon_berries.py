"""Sketches of berries as many illustrators would draw them, from a lone strawberry to a cluster of grapes."""

from __future__ import annotations

import numpy as np
from icon_layers import Layer, Part, Sketches
from icon_outlines import Point, Rng, fit, leaf_between, look_of, oval, stalk, symmetric


def _sepals(rng: Rng, at: Point, size: float, spread: float, count: int, down: float = np.pi / 2) -> list[Layer]:
    """A fan of small pointed leaves about one direction."""
    layers = []
    for angle in down + np.linspace(-spread, spread, count):
        reach = size * rng.uniform(0.85, 1.1)
        tip = (at[0] + reach * np.cos(angle), at[1] + reach * np.sin(angle))
        layers += leaf_between(at, tip, 0.24, ribs=0)
    return layers


def _berry(x: float, y: float, r: float, look: str, rim: bool = True) -> list[Layer]:
    """A round berry with a shine, a gleam along its edge, a crown, or the dot its flower left."""
    layers = [Layer(Part.BODY, oval(x, y, r, r))]
    if rim:
        layers.append(Layer(Part.LINE, oval(x, y, r, r), min(0.06, r / 4)))
    if look == "shine":
        layers.append(Layer(Part.MARK, oval(x - r * 0.35, y - r * 0.38, r * 0.26, r * 0.22)))
    elif look == "gleam":
        layers.append(Layer(Part.MARK, oval(x, y, r * 0.62, r * 0.62, 3.3, 4.6), r * 0.2))
    elif look == "dot":
        layers.append(Layer(Part.LINE, oval(x + r * 0.1, y + r * 0.3, r * 0.24, r * 0.2)))
    elif look == "crown":
        angle = np.arange(10) * np.pi / 5
        star = np.stack([np.cos(angle), np.sin(angle)], 1) * np.where(np.arange(10) % 2, 0.24, 0.52)[:, None] * r
        middle = np.array([x + r * 0.12, y - r * 0.12])
        layers.append(Layer(Part.MARK, star + middle))
        layers.append(Layer(Part.LINE, oval(middle[0], middle[1], r * 0.16, r * 0.16)))
    return layers


def _blueberries(rng: Rng) -> list[Layer]:
    """Three berries in a triangle, each with its crown."""
    layers: list[Layer] = []
    for k in range(int(rng.integers(0, 3))):
        layers += leaf_between((0, 0), (0.85 - 1.7 * k, -0.95 + rng.uniform(-0.1, 0.2)), 0.28)
    for x, y in ((0.0, -0.4), (-0.46, 0.32), (0.46, 0.36)):
        layers += _berry(x + rng.uniform(-0.05, 0.05), y, rng.uniform(0.42, 0.5), "crown")
    return fit(rng, layers, 0.4)


def _bramble(rng: Rng) -> list[Layer]:
    """A blackberry or raspberry of many drupelets, hanging from its sepals."""
    rows, wide, taper = int(rng.integers(4, 7)), rng.uniform(0.6, 0.75), rng.uniform(0.6, 1.4)
    layers, look = [stalk((0.1, -1.15), (0.04, -0.9), (0, -0.6))], look_of(rng)
    for row in np.linspace(0, 1, rows):
        half = wide * (np.sin(np.pi * (0.3 + 0.62 * row**taper)))
        many = max(1, round(2 * half / (1.7 / rows)) + int(row * (rows - 1)) % 2)
        for x in np.linspace(-half, half, many) * (many > 1):
            layers += _berry(float(x), -0.5 + 1.35 * float(row), 1.1 / rows, look)
    return fit(rng, layers + _sepals(rng, (0, -0.72), 0.55, rng.uniform(1.2, 1.7), int(rng.integers(5, 8))))


def _grapes(rng: Rng) -> list[Layer]:
    """A cluster narrowing downwards below a stalk and perhaps a leaf."""
    counts = ((3, 4, 3, 2, 1), (4, 3, 2, 1), (2, 3, 4, 3, 2, 1), (3, 2, 1))[int(rng.integers(4))]
    layers, look, r = [stalk((0.15, -0.6), (0.05, -0.3), (0, 0.2), width=0.1)], look_of(rng), rng.uniform(0.21, 0.25)
    for row, count in enumerate(counts):
        for k in range(count):
            layers += _berry((k - (count - 1) / 2) * 0.38 + rng.uniform(-0.04, 0.04), row * 0.33, r, look)
    if rng.random() < 0.7:
        layers += leaf_between(
            (0.1, -0.3), (0.85, -0.4 + rng.uniform(-0.2, 0.1)), 0.45, lobes=int(rng.choice([0, 3, 5]))
        )
    return fit(rng, layers)


def _cherries(rng: Rng) -> list[Layer]:
    """Two berries on long stalks that meet at the top."""
    r, top, look = rng.uniform(0.34, 0.46), (rng.uniform(-0.1, 0.4), -1.0), look_of(rng)
    left, right = (-0.5, 0.5), (0.45, rng.uniform(0.35, 0.65))
    layers = [stalk(top, (x * 0.8 + 0.05, -0.3), (x, y - r * 0.7), width=0.07) for x, y in (left, right)]
    if rng.random() < 0.6:
        layers += leaf_between(top, (top[0] + rng.uniform(0.6, 0.9), -0.75), 0.27, ribs=int(rng.choice([1, 4])))
    return fit(rng, layers + _berry(*left, r, look, rim=False) + _berry(*right, r, look, rim=False))


def _single(rng: Rng) -> list[Layer]:
    """One large berry with its stalk and a leaf or two."""
    layers = [stalk((0.12, -1.05), (0.0, -0.8), (0, -0.3), width=0.1)]
    for side in (1.0, -1.0)[: int(rng.integers(1, 3))]:
        layers += leaf_between((0, -0.6), (side * rng.uniform(0.7, 0.9), -0.9), 0.28)
    return fit(rng, layers + _berry(0, 0.15, 0.72, look_of(rng, "shine", "gleam", "crown", "dot"), rim=False), 0.3)


def _currants(rng: Rng) -> list[Layer]:
    """A strand of berries left and right of one stalk, smaller towards its end."""
    count, bow, look = int(rng.integers(6, 10)), rng.uniform(-0.3, 0.3), look_of(rng, "shine", "gleam", "dot")
    layers = [stalk((0, -1.1), (bow, -0.1), (0, 0.95), width=0.06)]
    if rng.random() < 0.6:
        layers += leaf_between((0, -1.0), (0.8, -1.0), 0.5, lobes=3, depth=0.25, ribs=2)
    for k, down in enumerate(np.linspace(-0.6, 0.95, count)):
        r, side = 0.3 - 0.1 * k / count, (-1.0) ** k * (0.3 if k < count - 1 else 0.0)
        middle = bow * (1 - down**2)
        layers.append(stalk((middle, down - 0.2), (middle + side, down), width=0.05))
        layers += _berry(middle + side, float(down), r, look)
    return fit(rng, layers, 0.25)


def _rowan(rng: Rng) -> list[Layer]:
    """A hanging umbel of many small berries under a feathered leaf."""
    hub, look = (0.0, -0.45), look_of(rng, "dot", "plain", "shine")
    layers = [stalk((0, -1.1), (0.04, -0.8), hub)]
    for side in (-1.0, 1.0)[: int(rng.integers(1, 3))]:
        layers.append(stalk((0, -0.85), (side * 0.5, -0.95), (side * 1.0, -0.75), width=0.05))
        for x in (0.35, 0.65, 0.95):
            for y in (-0.35, 0.3):
                layers += leaf_between((side * x * 0.9, -0.9), (side * (x + 0.15), -0.9 + y), 0.25, ribs=0)
    spots = [(0.29 * (x + y % 2 / 2), 0.24 * y) for y in range(-2, 4) for x in range(-3, 4)]
    spots = [(x, y + 0.1) for x, y in spots if (x / 0.85) ** 2 + ((y - 0.1) / 0.62) ** 2 < 1 and rng.random() < 0.93]
    layers += [stalk(hub, (x * 0.7, y - 0.2), (x, y), width=0.04) for x, y in spots]
    for x, y in spots:
        layers += _berry(x + rng.uniform(-0.03, 0.03), y, rng.uniform(0.13, 0.17), look)
    return fit(rng, layers)


def _elder(rng: Rng) -> list[Layer]:
    """A flat plate of tiny berries on rays that spread from one stem, leaves at its foot."""
    rays, look = int(rng.integers(5, 8)), look_of(rng)
    layers = [stalk((0.05, 1.05), (0, 0.7), (0, 0.35))]
    for side in (-1.0, 1.0)[int(rng.integers(0, 2)) :]:
        layers += leaf_between((0, 0.8), (side * 0.85, rng.uniform(0.4, 0.8)), 0.25)
    tops = [(float(x), -0.45 + 0.3 * float(x) ** 2) for x in np.linspace(-0.9, 0.9, rays)]
    layers += [stalk((0, 0.4), (x * 0.6, y + 0.35), (x, y), width=0.05) for x, y in tops]
    for x, y in tops:
        for dx, dy in ((0.0, -0.16), (-0.13, 0.02), (0.13, 0.06))[: int(rng.integers(2, 4))]:
            layers += _berry(x + dx, y + dy, rng.uniform(0.13, 0.16), look)
    return fit(rng, layers)


def _strawberry(rng: Rng) -> list[Layer]:
    """A heart-shaped berry dotted with seeds under a cap of sepals."""
    wide, low = rng.uniform(0.65, 0.85), rng.uniform(0.12, 0.28)
    body = symmetric((0, -0.55), (wide * 0.6, -0.6), (wide, -0.25), (wide * 0.8, low), (wide * 0.42, 0.7), (0, 0.92))
    layers = [Layer(Part.BODY, body), stalk((0.15, -1.1), (0.04, -0.85), (0, -0.5), width=0.09)]
    rows = int(rng.integers(3, 6))
    for row, y in enumerate(np.linspace(-0.2, 0.65, rows)):
        many = max(1, rows - row)
        for x in np.linspace(-0.7, 0.7, many) * wide * (0.85 - 0.7 * max(float(y), 0)) * (many > 1):
            layers.append(Layer(Part.MARK, oval(float(x), float(y), 0.05, 0.085)))
    return fit(rng, layers + _sepals(rng, (0, -0.6), 0.6, rng.uniform(1.3, 1.7), int(rng.integers(5, 8))), 0.4)


def _pair(rng: Rng) -> list[Layer]:
    """Two berries beside one big leaf."""
    look, r = look_of(rng, "shine", "gleam", "crown", "dot"), rng.uniform(0.36, 0.44)
    layers = leaf_between((-0.2, 0.5), (0.75, -0.95), rng.uniform(0.28, 0.4), ribs=int(rng.integers(1, 6)))
    layers += [stalk((-0.25, -0.55), (-0.5, -0.3), (-0.55, 0.2)), stalk((-0.25, -0.55), (0.1, 0.0), (0.25, 0.4))]
    return fit(rng, layers + _berry(-0.52, 0.3, r, look) + _berry(0.25, 0.55, r, look), 0.3)


def _holly(rng: Rng) -> list[Layer]:
    """Three berries where two or three spiny leaves meet."""
    layers, look, r = [], look_of(rng), rng.uniform(0.24, 0.3)
    for x, y in ((-1.0, -0.35), (1.0, -0.4), (0.05, -1.0))[: int(rng.integers(2, 4))]:
        layers += leaf_between(
            (x * 0.05, 0.3), (x, y), 0.36, lobes=4, depth=0.5, spiny=True, ribs=int(rng.choice([1, 4]))
        )
    for x, y in ((-0.85, 0.1), (0.85, 0.15), (0.0, 0.95)):
        layers += _berry(x * r * 1.25, 0.25 + y * r * 1.6, r, look)
    return fit(rng, layers, 0.3)


def _rosehip(rng: Rng) -> list[Layer]:
    """A long hip with the withered tips of its flower below."""
    wide, look = rng.uniform(0.45, 0.6), look_of(rng, "shine", "gleam")
    layers = [stalk((0.25, -1.15), (0.05, -0.9), (0, -0.5)), *_sepals(rng, (0, 0.6), 0.5, 0.7, int(rng.integers(3, 6)))]
    if rng.random() < 0.6:
        layers += leaf_between((0.1, -0.95), (0.85, -0.7), 0.3, lobes=6, depth=0.15, ribs=1)
    hip = symmetric((0, -0.72), (wide * 0.7, -0.5), (wide, 0.0), (wide * 0.6, 0.5), (0, 0.68))
    layers.append(Layer(Part.BODY, hip))
    return fit(rng, layers + _berry(0, -0.05, wide * 0.85, look, rim=False)[1:], 0.5)


BERRIES: Sketches = {
    "blueberries": _blueberries,
    "bramble": _bramble,
    "grapes": _grapes,
    "cherries": _cherries,
    "single": _single,
    "currants": _currants,
    "rowan": _rowan,
    "elder": _elder,
    "strawberry": _strawberry,
    "pair": _pair,
    "holly": _holly,
    "rosehip": _rosehip,
}
