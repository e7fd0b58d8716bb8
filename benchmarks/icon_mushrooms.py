"""Sketches of mushrooms as many illustrators would draw them, each built standing on the origin."""

from __future__ import annotations

import numpy as np
from icon_layers import Array, Layer, Part, Sketches
from icon_outlines import Rng, ellipse, finished, put, smooth, stand


def _cap(rim: float, wide: float, high: float, sag: float, blunt: float = 1.0, full: float = 1.0) -> Array:
    """A cap above the height ``rim``, pointed if ``full`` exceeds 1, boxy if ``blunt`` is below, hanging by ``sag``."""
    a = np.linspace(np.pi, 0, 36)
    top_x = np.sign(np.cos(a)) * np.abs(np.cos(a)) ** blunt * wide
    low_x = np.linspace(wide, -wide, 20)[1:-1]
    top = np.column_stack([top_x, -rim - high * np.abs(np.sin(a)) ** full])
    return np.vstack([top, np.column_stack([low_x, -rim + sag * (1 - (low_x / wide) ** 2) ** 0.7])])


def _stem(high: float, top: float, base: float, belly: float = 0.0, lean: float = 0.0) -> Layer:
    """A stem from the ground up to ``high``, given half its width at the top and the base, and its bend to a side."""
    t = np.sin(np.linspace(0, np.pi / 2, 24))
    half = top + (base - top) * t + belly * np.sin(np.pi * t**1.4)
    half *= np.sqrt(np.clip(1 - (np.clip(t - 0.88, 0, 1) / 0.12) ** 2, 0, 1))
    mid, y = lean * t**2, -high * (1 - t)
    left = np.column_stack([mid - half, y])
    return Layer(Part.SECOND, np.vstack([np.column_stack([mid + half, y]), left[::-1]]))


def _grass(rng: Rng, reach: float, chance: float = 0.35) -> list[Layer]:
    """Blades of grass at the foot, or nothing."""
    if rng.random() > chance:
        return []
    blades = []
    for x in np.linspace(-reach, reach, int(rng.integers(3, 7))):
        tip, high, w = x + rng.uniform(-0.12, 0.12) + 0.3 * x, rng.uniform(0.15, 0.34), rng.uniform(0.03, 0.05)
        knots = [(x - w, 0.03), ((x + tip) / 2 - w / 2, -high * 0.6), (tip, -high), ((x + tip) / 2 + w, -high * 0.5)]
        blades.append(Layer(Part.LEAF, smooth(*knots, (x + w, 0.03), closed=True)))
    return blades


def _dots(rng: Rng, rim: float, wide: float, high: float, count: int, size: float) -> list[Layer]:
    """Dots strewn over a cap without touching each other."""
    dots: list[tuple[float, float, float]] = []
    for _ in range(80):
        a, r = rng.uniform(0.1, np.pi - 0.1), 0.8 * np.sqrt(rng.random())
        x, y, radius = wide * r * np.cos(a), -rim - 0.08 * high - high * r * np.sin(a), size * rng.uniform(0.7, 1.2)
        if len(dots) < count and all(np.hypot(x - u, y - v) > 1.25 * (radius + w) for u, v, w in dots):
            dots.append((x, y, radius))
    return [Layer(Part.MARK, ellipse(x, y, w * (1 - 0.3 * abs(x) / wide), w * 0.9)) for x, y, w in dots]


def _toadstool(rng: Rng) -> list[Layer]:
    """A half-round cap with dots."""
    rim, wide, high = rng.uniform(0.5, 0.75), rng.uniform(0.55, 0.75), rng.uniform(0.5, 0.7)
    stem = _stem(rim + 0.1, rng.uniform(0.1, 0.16), rng.uniform(0.13, 0.25), 0, rng.uniform(-0.1, 0.1))
    cap = Layer(Part.BODY, _cap(rim, wide, high, rng.uniform(-0.12, 0.14), rng.uniform(0.8, 1)))
    frill = [(-0.2, -0.62 * rim), (0.0, -0.8 * rim), (0.2, -0.62 * rim), (0.0, -0.55 * rim)]
    ring = [Layer(Part.SECOND, smooth(*frill, closed=True))] if rng.random() < 0.4 else []
    dots = _dots(rng, rim, wide, high, int(rng.integers(4, 10)), rng.uniform(0.07, 0.12))
    return [stem, *ring, cap, *dots, *_grass(rng, 0.4)]


def _bolete(rng: Rng) -> list[Layer]:
    """A thick bulging stem under a cushion of a cap."""
    rim, wide, high = rng.uniform(0.6, 0.8), rng.uniform(0.55, 0.7), rng.uniform(0.38, 0.5)
    stem = _stem(rim + 0.12, rng.uniform(0.18, 0.24), rng.uniform(0.28, 0.34), rng.uniform(0.05, 0.14))
    layers = [stem, Layer(Part.BODY, _cap(rim, wide, high, rng.uniform(0.08, 0.2), rng.uniform(0.65, 0.9), 0.8))]
    if rng.random() < 0.5:
        layers.append(Layer(Part.MARK, ellipse(-0.45 * wide, -rim - 0.6 * high, 0.16, 0.05, -0.5)))
    if rng.random() < 0.4:
        for x in (-0.12, 0.02, 0.14):
            layers.append(Layer(Part.LINE, smooth((x, -0.5 * rim), (1.2 * x, -0.2 * rim)), 0.04))
    return layers + _grass(rng, 0.45)


def _parasol(rng: Rng) -> list[Layer]:
    """A flat wide cap on a thin stem."""
    rim, wide, high = rng.uniform(0.9, 1.2), rng.uniform(0.65, 0.85), rng.uniform(0.2, 0.34)
    thin = rng.uniform(0.06, 0.09)
    knob = [Layer(Part.BODY, ellipse(0, -rim - high * 0.95, 0.16, 0.1))] if rng.random() < 0.5 else []
    cap = Layer(Part.BODY, _cap(rim, wide, high, rng.uniform(-0.05, 0.1), 1, rng.uniform(0.9, 1.4)))
    ring = [Layer(Part.SECOND, ellipse(0, -0.68 * rim, thin + 0.09, 0.05))] if rng.random() < 0.5 else []
    stem = _stem(rim + 0.05, thin, thin * rng.uniform(1.1, 2), 0, rng.uniform(-0.15, 0.15))
    dots = _dots(rng, rim, wide, high, int(rng.integers(4, 8)), 0.055) if rng.random() < 0.4 else []
    return [stem, *ring, *knob, cap, *dots, *_grass(rng, 0.3)]


def _cone(rng: Rng) -> list[Layer]:
    """A conical cap, with or without grooves, on a slim stem."""
    rim, wide, high = rng.uniform(0.5, 0.8), rng.uniform(0.4, 0.58), rng.uniform(0.7, 0.9)
    stem = _stem(rim + 0.1, 0.08, rng.uniform(0.09, 0.13), 0, rng.uniform(-0.2, 0.2))
    layers = [stem, Layer(Part.BODY, _cap(rim, wide, high, rng.uniform(0, 0.12), 1, rng.uniform(1.3, 1.9)))]
    if rng.random() < 0.5:
        for x in (-0.55, -0.2, 0.2, 0.55):
            curve = [(x * wide, -rim), (0.7 * x * wide, -rim - 0.25 * high), (0.3 * x * wide, -rim - 0.5 * high)]
            layers.append(Layer(Part.LINE, smooth(*curve), 0.035))
    return layers + _grass(rng, 0.3, 0.5)


def _bell(rng: Rng) -> list[Layer]:
    """An ink cap: a tall egg of a cap, scaly or ragged at the hem, low on its stem."""
    rim, wide, high, teeth = rng.uniform(0.4, 0.55), rng.uniform(0.34, 0.44), rng.uniform(0.8, 1.0), rng.integers(4, 7)
    x = np.linspace(wide, -wide, 41)[1:-1]
    hem = np.column_stack([x, -rim + rng.uniform(0.04, 0.1) * np.abs(np.sin(np.pi * teeth * (x / wide + 1) / 2))])
    layers = [_stem(rim + 0.1, 0.1, 0.13), Layer(Part.BODY, np.vstack([_cap(rim, wide, high, 0, 0.7)[:36], hem]))]
    if rng.random() < 0.6:
        for u, v in ((-0.5, 0.3), (0.05, 0.2), (0.55, 0.35), (-0.2, 0.55), (0.3, 0.62)):
            tick = [(u * wide - 0.06, -rim - v * high), (u * wide, -rim - v * high + 0.06)]
            layers.append(Layer(Part.MARK, smooth(*tick, (u * wide + 0.06, -rim - v * high)), 0.045))
    return layers + _grass(rng, 0.3)


def _chanterelle(rng: Rng) -> list[Layer]:
    """A wavy funnel that flows into its stem, with ribs running down."""
    wide, high, foot = rng.uniform(0.55, 0.75), rng.uniform(1.0, 1.3), rng.uniform(0.1, 0.15)
    neck, dip = -0.58 * high, rng.uniform(-0.1, 0.12)
    side = [(foot * 1.2, 0.0), (foot, -0.3 * high), (0.36 * wide, neck), (0.95 * wide, -0.88 * high)]
    brim = [(wide, -high), (0.5 * wide, -high + 0.4 * dip - 0.08), (0.0, -high + dip), (-0.5 * wide, -high - 0.08)]
    funnel = smooth(
        *side, *brim, (-wide, -high + rng.uniform(-0.1, 0.05)), *((-x, y) for x, y in side[::-1]), closed=True
    )
    lower = [(foot * 1.25, 0.0), (foot * 1.1, -0.3 * high), (0.38 * wide, neck)]
    stalk = smooth(*lower, (0.0, neck - 0.1 * high), *((-x, y) for x, y in lower[::-1]), (0.0, 0.05), closed=True)
    layers = [Layer(Part.BODY, funnel), *([Layer(Part.SECOND, stalk)] if rng.random() < 0.6 else [])]
    for x in np.linspace(-0.65, 0.65, int(rng.integers(3, 6))):
        rib = [(0.8 * x * wide, -0.86 * high), (0.38 * x * wide, -0.62 * high), (0.8 * x * foot, -0.38 * high)]
        layers.append(Layer(Part.LINE, smooth(*rib), 0.045))
    return layers + _grass(rng, 0.3, 0.25)


def _morel(rng: Rng) -> list[Layer]:
    """An egg-shaped head full of pits on a pale stem."""
    wide, high, rim = rng.uniform(0.38, 0.5), rng.uniform(0.5, 0.62), rng.uniform(0.85, 1.0)
    stem = _stem(rim - high + 0.25, rng.uniform(0.16, 0.22), rng.uniform(0.2, 0.28))
    egg = ellipse(0, 0, wide, high)
    egg[:, 0] *= 1 + rng.uniform(0.1, 0.35) * egg[:, 1]
    egg[:, 1] -= rim
    layers, rows = [stem, Layer(Part.BODY, egg)], int(rng.integers(4, 6))
    part = Part.LINE if rng.random() < 0.6 else Part.MARK
    for row in range(rows):
        v = -0.72 + 1.44 * row / (rows - 1)
        half = np.sqrt(1 - v * v) * wide
        for k in range(n := 2 + (row % 2) + (0 < row < rows - 1)):
            x = (2 * (k + 0.5) / n - 1) * half * 0.95
            layers.append(Layer(part, ellipse(x, -rim + v * high, 0.62 * half / n, 0.55 * high / rows)))
    return layers + _grass(rng, 0.35)


def _button(rng: Rng) -> list[Layer]:
    """A young champignon: nearly a ball, on a short stem with a ring."""
    rim, wide, high = rng.uniform(0.4, 0.55), rng.uniform(0.5, 0.6), rng.uniform(0.5, 0.62)
    stem = _stem(rim + 0.1, rng.uniform(0.18, 0.24), rng.uniform(0.2, 0.3), 0.03)
    cap = Layer(Part.BODY, _cap(rim, wide, high, rng.uniform(0.1, 0.22), rng.uniform(0.6, 0.8), 0.8))
    hang, w = 0.62 * rim, rng.uniform(0.26, 0.34)
    skirt = [(-w, -hang + 0.12), (-0.18, -rim), (0.18, -rim), (w, -hang + 0.12), (0.0, -hang)]
    ring = Layer(Part.SECOND, smooth(*skirt, closed=True))
    edge = Layer(Part.LINE, smooth((-w, -hang + 0.12), (0, -hang + 0.14), (w, -hang + 0.12)), 0.04)
    shine = Layer(Part.MARK, smooth((-0.7 * wide, -rim - 0.4 * high), (-0.3 * wide, -rim - 0.75 * high)), 0.07)
    return [stem, ring, edge, cap, *([shine] if rng.random() < 0.6 else []), *_grass(rng, 0.4)]


def _profile(rng: Rng) -> list[Layer]:
    """A mushroom seen from slightly below, with gills fanning out under its cap."""
    rim, deep = rng.uniform(0.6, 0.8), rng.uniform(0.14, 0.22)
    wide, high = rng.uniform(0.6, 0.75), rng.uniform(0.42, 0.6)
    under = Layer(Part.SECOND, ellipse(0, -rim, wide * 0.97, deep))
    gills = []
    for x in np.linspace(-0.85, 0.85, int(rng.integers(7, 11))):
        low = -rim + deep * np.sqrt(1 - x * x) * 0.95
        gills.append(Layer(Part.LINE, smooth((0.25 * x * wide, -rim - 0.02), (x * wide, low)), 0.035))
    stem = _stem(rim + 0.02, rng.uniform(0.1, 0.15), rng.uniform(0.13, 0.22), 0, rng.uniform(-0.12, 0.12))
    cap = Layer(Part.BODY, _cap(rim, wide, high, -rng.uniform(0, 0.06), rng.uniform(0.8, 1), rng.uniform(0.8, 1.2)))
    dots = _dots(rng, rim + 0.08, wide, high * 0.85, int(rng.integers(3, 7)), 0.07) if rng.random() < 0.4 else []
    return [under, *gills, stem, cap, *dots, *_grass(rng, 0.4)]


def _any_plain(rng: Rng) -> list[Layer]:
    """One of the simple mushrooms that groups are made of."""
    return (_toadstool, _bolete, _parasol, _cone)[int(rng.integers(4))](rng)


def _pair(rng: Rng) -> list[Layer]:
    """A big mushroom and a small one of its kind, leaning apart."""
    kind = (_toadstool, _bolete, _cone, _profile)[int(rng.integers(4))]
    small, aside = rng.uniform(0.5, 0.65), rng.uniform(0.5, 0.62)
    big = put(kind(rng), turn=-rng.uniform(0.02, 0.15))
    little = put(kind(rng), size=small, turn=rng.uniform(0.05, 0.3), at=(aside, rng.uniform(0, 0.08)))
    return [*little, *big] if rng.random() < 0.4 else [*big, *little]


def _trio(rng: Rng) -> list[Layer]:
    """Three of a kind from one foot, the middle one tallest."""
    kind = (_toadstool, _parasol, _cone)[int(rng.integers(3))]
    sides = [
        put(
            kind(rng),
            size=rng.uniform(0.55, 0.72),
            turn=way * rng.uniform(0.2, 0.4),
            at=(way * rng.uniform(0.3, 0.42), 0.03),
        )
        for way in (-1, 1)
    ]
    middle = put(kind(rng), turn=rng.uniform(-0.06, 0.06))
    return [*middle, *sides[0], *sides[1]] if rng.random() < 0.6 else [*sides[0], *sides[1], *middle]


def _tilt(rng: Rng) -> float:
    """The strong tilt of a mushroom that leans."""
    return float(rng.uniform(0.3, 0.65))


MUSHROOMS: Sketches = {
    "toadstool": finished(_toadstool, stand),
    "bolete": finished(_bolete, stand),
    "parasol": finished(_parasol, stand),
    "cone": finished(_cone, stand),
    "bell": finished(_bell, stand),
    "chanterelle": finished(_chanterelle, stand),
    "morel": finished(_morel, stand),
    "button": finished(_button, stand),
    "profile": finished(_profile, stand),
    "tilted": finished(_any_plain, _tilt),
    "pair": finished(_pair, stand),
    "trio": finished(_trio, stand),
}
