"""Sketches of nuts as many illustrators would draw them, from a bare hazelnut to acorns on a twig."""

from __future__ import annotations

import numpy as np
from icon_layers import Array, Layer, Part, Sketches
from icon_outlines import Point, Rng, curve, fit, leaf_between, look_of, oval, put, stalk, symmetric


def _rimmed(outline: Array) -> list[Layer]:
    """A body with a line all round its edge."""
    return [Layer(Part.BODY, outline), Layer(Part.LINE, np.concatenate([outline, outline[:1]]), 0.05)]


def _acorn(rng: Rng) -> list[Layer]:
    """An acorn pointing down from its cup, plain or ribbed or shiny, the cup plain, hatched, or dotted."""
    wide, long, cup = rng.uniform(0.42, 0.52), rng.uniform(0.75, 1.0), rng.uniform(0.42, 0.55)
    nut = symmetric((0, -0.2), (wide, -0.05), (wide * 0.95, long * 0.5), (wide * 0.5, long * 0.88), (0, long))
    tip = np.array([[-0.1, long - 0.05], [0, long + 0.14], [0.1, long - 0.05]])
    layers = [stalk((0.12, -cup - 0.3), (0.02, -cup - 0.1), (0, -cup + 0.1), width=0.12)]
    layers += [Layer(Part.BODY, tip), Layer(Part.BODY, nut)]
    inside = look_of(rng, "ribs", "shine", "plain")
    if inside == "shine":
        layers.append(Layer(Part.MARK, curve((-wide * 0.55, 0.15), (-wide * 0.6, 0.35), (-wide * 0.45, 0.6)), 0.1))
    for k in (-0.5, 0.0, 0.5) if inside == "ribs" else ():
        layers.append(Layer(Part.LINE, curve((wide * k, 0.1), (wide * k, 0.4), (wide * k * 0.6, long * 0.8)), 0.04))
    edge = wide + rng.uniform(0.06, 0.14)
    dome = symmetric(
        (0, -cup), (edge * 0.65, -cup * 0.82), (edge, -0.15), (edge * 0.93, 0.04), (edge * 0.4, 0.1), (0, 0.11)
    )
    layers.append(Layer(Part.SECOND, dome))
    pattern = look_of(rng, "hatched", "dotted", "rings", "plain")

    def at(u: float, v: float) -> Point:
        return u * edge * (0.45 + 0.5 * v**0.6), (0.13 - 0.9 * cup) + v * (0.9 * cup - 0.1) - 0.06 * u * u

    for k in np.linspace(-0.75, 0.75, 4) if pattern == "hatched" else ():
        layers.append(Layer(Part.LINE, np.array([at(k - 0.25, 0), at(k + 0.25, 1)]), 0.04))
        layers.append(Layer(Part.LINE, np.array([at(k + 0.25, 0), at(k - 0.25, 1)]), 0.04))
    for v in (0.25, 0.65) if pattern == "rings" else (0.15, 0.5, 0.85) if pattern == "dotted" else ():
        spots = [at(u, v) for u in (-0.8, -0.4, 0.0, 0.4, 0.8)]
        if pattern == "rings":
            layers.append(Layer(Part.LINE, curve(*spots), 0.045))
        else:
            layers += [Layer(Part.MARK, oval(x, y, 0.05, 0.04)) for x, y in spots]
    return layers


def _acorn_upright(rng: Rng) -> list[Layer]:
    """An acorn with its cup above."""
    return fit(rng, _acorn(rng), 0.1)


def _acorn_tilted(rng: Rng) -> list[Layer]:
    """An acorn lying aslant, perhaps over a leaf."""
    layers = leaf_between((0.1, -0.6), (-0.9, 0.5), 0.3, lobes=5, ribs=4) if rng.random() < 0.5 else []
    return fit(rng, put(layers + _acorn(rng), turn=rng.uniform(-1.1, -0.6)), 0.1)


def _acorn_below(rng: Rng) -> list[Layer]:
    """An acorn standing in its cup, the tip upwards."""
    leaf = leaf_between((0, -0.6), (0.85, -0.5), 0.35, lobes=4, ribs=1) if rng.random() < 0.4 else []
    return fit(rng, put(leaf + _acorn(rng), turn=np.pi), 0.25)


def _acorn_pair(rng: Rng) -> list[Layer]:
    """Two acorns on a twig under an oak leaf."""
    layers = [stalk((-0.9, -0.75), (-0.1, -0.7), (0.7, -0.9), width=0.09)]
    layers += leaf_between(
        (0.0, -0.7), (0.1 + rng.uniform(-0.3, 0.3), 0.85), 0.32, lobes=int(rng.integers(4, 6)), ribs=4
    )
    if rng.random() < 0.5:
        layers += leaf_between((0.1, -0.75), (0.95, -0.95), 0.35, lobes=4, ribs=1)
    style = int(rng.integers(2**31))
    for side in (-1.0, 1.0):
        nut = put(_acorn(np.random.default_rng(style)), turn=-side * rng.uniform(0.1, 0.4), size=0.78)
        layers += put(nut, (side * 0.48, -0.1 + rng.uniform(-0.1, 0.15)))
    return fit(rng, layers)


def _hazel(rng: Rng, scar: bool = True) -> list[Layer]:
    """A hazelnut, its point down and the pale scar of its base above."""
    wide = rng.uniform(0.62, 0.74)
    body = symmetric((0, -0.68), (wide * 0.62, -0.6), (wide, -0.2), (wide * 0.9, 0.25), (wide * 0.42, 0.68), (0, 0.88))
    layers = _rimmed(body)
    for k in np.linspace(-0.6, 0.6, int(rng.integers(2, 6))) if rng.random() < 0.6 else ():
        layers.append(Layer(Part.LINE, curve((wide * k, -0.3), (wide * k * 1.15, 0.1), (wide * k * 0.5, 0.6)), 0.04))
    if rng.random() < 0.5:
        layers.append(Layer(Part.MARK, curve((-wide * 0.6, -0.2), (-wide * 0.62, 0.05), (-wide * 0.45, 0.35)), 0.1))
    if scar:
        rim = symmetric((0, -0.73), (wide * 0.6, -0.62), (wide * 0.78, -0.44), (wide * 0.4, -0.32), (0, -0.28))
        layers.append(Layer(Part.SECOND, rim))
    return layers


def _hazel_plain(rng: Rng) -> list[Layer]:
    """A bare hazelnut, standing or hanging."""
    return fit(rng, put(_hazel(rng), turn=float(rng.choice([0.0, np.pi, 0.7]))), 0.2)


def _husk(rng: Rng) -> list[Layer]:
    """The ragged husk over the upper half of a hazelnut."""
    count, x = int(rng.integers(4, 7)), 0.86
    edge = np.linspace(x, -x, 2 * count + 1)
    ragged = np.where(np.arange(2 * count + 1) % 2, -0.25, 0.25) + rng.uniform(-0.1, 0.1, 2 * count + 1) - 0.3 * edge**2
    top = curve((-x, -0.1), (-0.72, -0.6), (0, -0.95), (0.72, -0.6), (x, -0.1))
    layers = [Layer(Part.SECOND, np.concatenate([top, np.stack([edge, ragged], 1)]))]
    for k in np.linspace(-0.5, 0.5, 3):
        layers.append(Layer(Part.LINE, curve((k * 0.4, -0.8), (k, -0.5), (k * 1.15, -0.25)), 0.04))
    return layers


def _hazel_husk(rng: Rng) -> list[Layer]:
    """A hazelnut in its ragged husk, with a stalk and perhaps a leaf."""
    layers = [stalk((0.15, -1.25), (0.03, -1.0), (0, -0.8), width=0.12)]
    if rng.random() < 0.5:
        layers += leaf_between((0.0, -1.0), (0.95, -1.1), 0.42, lobes=7, depth=0.15)
    return fit(rng, layers + _hazel(rng, scar=False) + _husk(rng), 0.3)


def _hazel_pair(rng: Rng) -> list[Layer]:
    """Two hazelnuts, in husks or bare, before a toothed leaf."""
    layers = leaf_between((0, -0.3), (rng.uniform(-0.2, 0.2), -1.15), 0.42, lobes=9, depth=0.15, ribs=4)
    husk, style = rng.random() < 0.5, int(rng.integers(2**31))
    for side in (-1.0, 1.0):
        nut = _hazel(np.random.default_rng(style), scar=not husk) + (_husk(rng) if husk else [])
        layers += put(nut, (side * 0.45, 0.2), -side * rng.uniform(0.2, 0.5), 0.66)
    return fit(rng, layers, 0.2)


def _marron(rng: Rng) -> list[Layer]:
    """A chestnut with tufted tip and pale base."""
    wide = rng.uniform(0.8, 0.95)
    body = symmetric((0, -0.8), (0.14, -0.66), (wide * 0.68, -0.4), (wide, 0.2), (wide * 0.7, 0.66), (0, 0.74))
    base = symmetric((0, 0.3), (wide * 0.55, 0.36), (wide * 0.86, 0.5), (wide * 0.6, 0.7), (0, 0.76))
    layers = [stalk((0, -0.95), (0, -0.7), width=0.08), *_rimmed(body)]
    for k in (-0.55, 0.0, 0.55) if rng.random() < 0.5 else ():
        layers.append(Layer(Part.LINE, curve((k * 0.2, -0.5), (wide * k, -0.15), (wide * k * 1.1, 0.25)), 0.04))
    if rng.random() < 0.6:
        layers.append(Layer(Part.MARK, curve((-wide * 0.5, -0.22), (-wide * 0.68, -0.02), (-wide * 0.7, 0.2)), 0.1))
    return [*layers, Layer(Part.SECOND, base)]


def _chestnut(rng: Rng) -> list[Layer]:
    """A chestnut alone, or with a toothed leaf behind."""
    leaf = leaf_between((-0.3, 0.3), (0.95, -0.85), 0.3, lobes=9, depth=0.2, ribs=5) if rng.random() < 0.4 else []
    return fit(rng, leaf + _marron(rng), 0.35)


def _chestnut_open(rng: Rng) -> list[Layer]:
    """A spiny burr split open over one, two or three chestnuts."""
    spines, count = int(rng.integers(18, 27)), int(rng.integers(1, 4))
    reach = np.where(np.arange(2 * spines) % 2, 0.78, 1.0) + rng.uniform(-0.04, 0.04, 2 * spines)
    angle = np.arange(2 * spines) * np.pi / spines
    burr = np.stack([np.cos(angle), np.sin(angle)], 1) * reach[:, None]
    layers = [Layer(Part.SECOND, burr), Layer(Part.MARK, oval(0, 0.02, 0.66, rng.uniform(0.52, 0.62)))]
    for k in range(count):
        side = k - (count - 1) / 2
        nut = [layer for layer in _marron(rng)[:3] if layer.part is not Part.STEM]
        layers += put(nut, (side * 0.42, 0.05), side * 0.3, (0.64, 0.5, 0.42)[count - 1])
    return fit(rng, layers, 0.4)


def _walnut(rng: Rng) -> list[Layer]:
    """A walnut with the raised seam between its halves and the wrinkles that run along it."""
    wide, lumps, band = rng.uniform(0.76, 0.9), int(rng.integers(9, 14)), rng.uniform(0.09, 0.14)
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    reach = 0.9 + 0.02 * np.cos(lumps * angle) + np.maximum(np.abs(np.sin(angle)) - 0.9, 0)
    layers = _rimmed(np.stack([wide / 0.9 * np.cos(angle), np.sin(angle)], 1) * reach[:, None])
    down, wave = np.linspace(-0.72, 0.72, 9), rng.uniform(0.03, 0.07)
    for u in (-0.72, -0.4, 0.4, 0.72) if rng.random() < 0.7 else (-0.56, 0.56):
        y = down * (1.1 - 0.45 * abs(u)) + rng.uniform(-0.06, 0.06)
        x = u * wide * (1 - y**2 / 2.2) + wave * np.sin(np.arange(9) * 1.7 + rng.uniform(0, 6))
        gap = int(rng.integers(3, 6))
        for part in (slice(0, gap), slice(gap, 9)):
            layers.append(Layer(Part.LINE, curve(*zip(x[part].tolist(), y[part].tolist(), strict=True)), 0.06))
    seam = oval(0, 0, band, 0.97)
    return fit(rng, [*layers, Layer(Part.SECOND, seam), Layer(Part.LINE, seam, 0.05)], 0.4)


def _beechnut(rng: Rng) -> list[Layer]:
    """A three-edged beechnut in front of its open bristly husk, or two nuts without it."""
    layers, husk = [], rng.random() < 0.6
    if husk:
        layers = [stalk((0.1, 1.15), (0, 0.6), width=0.1)]
        for turn in (-1.15, 1.15, -0.5, 0.5):
            lobe = leaf_between((0, 0.75), (1.6 * np.sin(turn), 0.75 - 1.6 * np.cos(turn)), 0.22, 7, 0.25, True, 1)
            layers += [Layer(Part.SECOND if part is Part.LEAF else part, p, w) for part, p, w in lobe]
    for side in (0.0,) if husk else (-1.0, 1.0):
        bulge = rng.uniform(0.48, 0.58)
        edge = curve((0, -0.9), (bulge * 0.6, -0.4), (bulge, 0.1), (0.5, 0.6), count=24)
        foot = curve((0.5, 0.6), (0.0, 0.78), (-0.5, 0.6), count=20)
        nut = np.concatenate([edge, foot, edge[::-1] * [-1, 1]])
        ridge = curve((0, -0.8), (0.12 + side * 0.05, -0.1), (0.1, 0.74))
        parts = [*_rimmed(nut), Layer(Part.LINE, ridge, 0.06)]
        layers += put(parts, (side * 0.46, 0.1), -side * 0.3, 0.95 if husk else 0.9)
    return fit(rng, layers, 0.2)


def _almond(rng: Rng) -> list[Layer]:
    """An almond with lengthwise ridges or pits, aslant."""
    wide = rng.uniform(0.48, 0.6)
    body = symmetric((0, -1.0), (wide * 0.3, -0.75), (wide * 0.8, -0.2), (wide, 0.3), (wide * 0.65, 0.75), (0, 0.92))
    layers = [Layer(Part.BODY, body)]
    if rng.random() < 0.65:
        for k in np.linspace(-0.66, 0.66, int(rng.integers(3, 6))):
            ridge = ((k * 0.15, -0.7), (wide * k * 0.8, -0.1), (wide * k * 1.05, 0.35), (wide * k * 0.7, 0.7))
            layers.append(Layer(Part.LINE, curve(*ridge), 0.05))
    else:
        for x, y in ((0, -0.5), (-0.4, -0.05), (0.35, 0.0), (0, 0.2), (-0.5, 0.4), (0.5, 0.45), (0.05, 0.65)):
            layers.append(Layer(Part.LINE, oval(wide * x, y + rng.uniform(-0.05, 0.05), 0.045, 0.09)))
    return fit(rng, put(layers, turn=rng.uniform(0.1, 0.9)), 0.1)


NUTS: Sketches = {
    "acorn upright": _acorn_upright,
    "acorn tilted": _acorn_tilted,
    "acorn below": _acorn_below,
    "acorn pair": _acorn_pair,
    "hazelnut": _hazel_plain,
    "hazelnut husk": _hazel_husk,
    "hazelnut pair": _hazel_pair,
    "chestnut": _chestnut,
    "chestnut open": _chestnut_open,
    "walnut": _walnut,
    "beechnut": _beechnut,
    "almond": _almond,
}
