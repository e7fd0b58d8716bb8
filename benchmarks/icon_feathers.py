"""Sketches of feathers as many illustrators would draw them, each built lying along its shaft."""

from __future__ import annotations

import numpy as np
from icon_layers import Array, Layer, Part, Sketches
from icon_outlines import Rng, ellipse, finished, put, smooth, stand, stretch


def _along(u: Array, s: Array, bend: float) -> Array:
    """Where lie the points at ``u`` along a shaft and ``s`` to its right, the shaft an arc that turns by ``bend``."""
    b = bend if abs(bend) > 1e-3 else 1e-3
    a = b * (u - 0.5)
    return np.column_stack([(1 - np.cos(a)) / b + s * np.cos(a), -np.sin(a) / b + s * np.sin(a)])


def _shaft(start: float, end: float, bend: float, width: float = 0.035) -> Layer:
    """The shaft from ``start`` to ``end``."""
    u = np.linspace(start, end, 24)
    return Layer(Part.STEM, _along(u, 0 * u, bend), width)


def _half(t: Array | float, low: float, high: float) -> Array:
    """How wide a vane is at ``t`` between its base and tip, at most 1: the lower an exponent, the blunter that end."""
    peak = low / (low + high)
    t = np.asarray(t, dtype=np.float64)
    return np.asarray(t**low * (1 - t) ** high / (peak**low * (1 - peak) ** high))


def _side(u0: float, wide: float, low: float, high: float, notches: list[float] | None = None) -> tuple[Array, Array]:
    """One edge of a vane from base to tip as ``u`` and ``s``, cut in towards the shaft at the notches."""
    t = (1 - np.cos(np.linspace(0, np.pi, 30))) / 2
    s = wide * _half(t, low, high)
    for cut in notches or []:
        keep = np.abs(t - cut) > 0.035
        at = int(np.sum(t[keep] < cut))
        w = wide * float(_half(cut, low, high))
        t = np.insert(t[keep], at, [cut - 0.025, cut - 0.11, cut + 0.03])
        s = np.insert(s[keep], at, [w, 0.25 * w, w])
    return u0 + (1 - u0) * t, s


def _vane(left: tuple[Array, Array], right: tuple[Array, Array], bend: float, part: Part = Part.BODY) -> Layer:
    """The vane between its two edges."""
    outline_u, outline_s = np.concatenate([left[0], right[0][::-1]]), np.concatenate([-left[1], right[1][::-1]])
    return Layer(part, _along(outline_u, outline_s, bend))


def _barbs(u0: float, wide: float, low: float, high: float, bend: float, count: int, rise: float = 0.1) -> list[Layer]:
    """Lines drawn on a vane from the shaft out and up to both edges."""
    lines, q = [], np.linspace(0, 1, 8)
    for t in np.linspace(0.08, 0.8, count):
        reach = 0.85 * wide * float(_half(min(t + rise, 0.97), low, high))
        for way in (-1, 1):
            lines.append(Layer(Part.LINE, _along(u0 + (1 - u0) * (t + rise * q**1.3), way * reach * q, bend), 0.02))
    return lines


def _slim(rng: Rng) -> list[Layer]:
    """A slim lens of a vane on a quill."""
    bend, u0, wide = rng.uniform(-0.4, 0.4), rng.uniform(0.15, 0.28), rng.uniform(0.08, 0.125)
    low, high = rng.uniform(0.6, 0.9), rng.uniform(0.6, 1.0)
    side = _side(u0, wide, low, high)
    barbs = _barbs(u0, wide, low, high, bend, int(rng.integers(4, 8))) if rng.random() < 0.5 else []
    return [_vane(side, side, bend), *barbs, _shaft(0, rng.uniform(0.8, 1.0), bend)]


def _notched(rng: Rng) -> list[Layer]:
    """A broad vane with notches where barbs have parted."""
    bend, u0, wide = rng.uniform(-0.5, 0.5), rng.uniform(0.14, 0.24), rng.uniform(0.16, 0.24)
    low, high = rng.uniform(0.35, 0.6), rng.uniform(0.5, 0.8)
    edges = []
    for reach in (wide, wide * rng.uniform(0.7, 1)):
        cuts = rng.choice([0.25, 0.42, 0.6, 0.75], int(rng.integers(1, 4)), replace=False) + rng.uniform(-0.04, 0.04)
        edges.append(_side(u0, reach, low, high, sorted(cuts)))
    return [_vane(edges[0], edges[1], bend), _shaft(0, 0.94, bend, 0.04)]


def _sickle(rng: Rng) -> list[Layer]:
    """A strongly curved feather, wide on the outer side."""
    bend, u0 = rng.uniform(1.2, 1.8), rng.uniform(0.16, 0.26)
    outer, inner = rng.uniform(0.13, 0.18), rng.uniform(0.05, 0.09)
    barbs = _barbs(u0, inner * 1.2, 0.5, 0.6, bend, 6) if rng.random() < 0.4 else []
    cuts = [0.3, 0.5, 0.7][int(rng.integers(2)) : 2 + int(rng.integers(2))]
    return [_vane(_side(u0, outer, 0.5, 0.6, cuts), _side(u0, inner, 0.5, 0.6), bend), *barbs, _shaft(0, 0.95, bend)]


def _down(rng: Rng) -> list[Layer]:
    """A small rounded vane above a fluffy base of loose wisps."""
    bend, wide, q = rng.uniform(-0.5, 0.5), rng.uniform(0.17, 0.22), np.linspace(0, 1, 14)
    layers = []
    for t in np.linspace(0.14, 0.46, int(rng.integers(5, 8))):
        for way in (-1, 1):
            reach, curl = rng.uniform(0.22, 0.32), rng.uniform(-0.1, 0.14)
            wave = 0.015 * np.sin(q * rng.uniform(6, 11))
            layers.append(Layer(Part.BODY, _along(t + curl * q**2 + wave, way * reach * q, bend), 0.04))
    side = _side(0.3, wide, 0.5, 0.45)
    barbs = _barbs(0.35, wide, 0.5, 0.45, bend, 4, 0.15) if rng.random() < 0.5 else []
    return [*layers, _vane(side, side, bend), *barbs, _shaft(0, 0.88, bend)]


def _barred(rng: Rng) -> list[Layer]:
    """A vane with stripes across, pointing up or down."""
    bend, u0, wide = rng.uniform(-0.5, 0.5), rng.uniform(0.15, 0.25), rng.uniform(0.14, 0.2)
    low, high, slant = rng.uniform(0.4, 0.7), rng.uniform(0.4, 0.7), rng.uniform(-0.03, 0.1)
    side, stripes, count = _side(u0, wide, low, high), [], int(rng.integers(3, 6))
    thick, q = 0.36 / count, np.linspace(-1, 1, 17)
    for t in np.linspace(0.14, 0.78, count):
        low_t = t + slant * np.abs(q)
        edges = [(v, q * wide * _half(v, low, high)) for v in (low_t, low_t + thick)]
        u, s = np.concatenate([edges[0][0], edges[1][0][::-1]]), np.concatenate([edges[0][1], edges[1][1][::-1]])
        stripes.append(Layer(Part.MARK, _along(u0 + (1 - u0) * u, s, bend)))
    return [_vane(side, side, bend), *stripes, _shaft(0, 0.95, bend)]


def _eyed(rng: Rng) -> list[Layer]:
    """A peacock's feather: an eye in the round tip above a vane of loose barbs."""
    bend, wide, size, q = rng.uniform(-0.4, 0.4), rng.uniform(0.2, 0.26), rng.uniform(0.1, 0.13), np.linspace(0, 1, 9)
    loose = []
    for t in np.linspace(0.2, 0.6, int(rng.integers(5, 8))):
        for way in (-1, 1):
            reach = way * (0.1 + 0.22 * t) * q
            loose.append(Layer(Part.BODY, _along(t + 0.12 * q**1.3, reach, bend), 0.035))
    side = _side(0.45, wide, 0.6, 0.42)
    (x, y), turn = _along(np.array([0.78]), np.zeros(1), bend)[0], bend * 0.28
    rings = ((Part.MARK, 1.0), (Part.BODY, 0.62), (Part.LINE, 0.35))[: 2 + int(rng.random() < 0.6)]
    eye = [Layer(part, ellipse(x, y, size * share, size * share * 1.2, turn)) for part, share in rings]
    return [*loose, _shaft(0, 0.68, bend), _vane(side, side, bend), *eye]


def _combed(rng: Rng) -> list[Layer]:
    """Separate barbs drawn as lines only; they are the vane, so they are its BODY."""
    bend, wide, count = rng.uniform(-0.5, 0.5), rng.uniform(0.17, 0.26), int(rng.integers(8, 12))
    rise, width, q, layers = rng.uniform(0.1, 0.18), rng.uniform(0.03, 0.042), np.linspace(0, 1, 10), []
    for t in np.linspace(0.2, 0.84, count):
        for way in (-1, 1):
            reach = way * wide * float(_half((t - 0.12) / 0.88, 0.35, 0.5)) * rng.uniform(0.9, 1.05)
            layers.append(Layer(Part.BODY, _along(t + rise * q**1.4, reach * q, bend), width))
    return [*layers, _shaft(0, 0.97, bend)]


def _lobed(rng: Rng) -> list[Layer]:
    """Plump barbs side by side that shrink towards a lobe at the tip."""
    bend, wide, count = rng.uniform(-0.5, 0.5), rng.uniform(0.15, 0.2), int(rng.integers(5, 8))
    rise, layers, q = rng.uniform(0.16, 0.24), [], np.linspace(0, 1, 14)
    for t in np.linspace(0.2, 0.8, count):
        half = 0.42 / count * _half(q, 0.5, 0.35)
        reach = wide * float(_half((t - 0.1) / 0.9, 0.4, 0.45))
        u, s = np.concatenate([t + rise * q + half, (t + rise * q - half)[::-1]]), np.concatenate([q, q[::-1]]) * reach
        layers += [Layer(Part.BODY, _along(u, way * s, bend)) for way in (-1, 1)]
    tip = _side(0.78, 0.05, 0.5, 0.5)
    return [*layers, _vane(tip, tip, bend), _shaft(0, 0.92, bend)]


def _leafy(rng: Rng) -> list[Layer]:
    """A wide pointed vane like a leaf's on a quill that bends aside."""
    bend, u0, wide = rng.uniform(-0.3, 0.3), rng.uniform(0.24, 0.32), rng.uniform(0.13, 0.18)
    side, low = _side(u0, wide, 0.6, 0.9), _along(np.array([u0, u0 + 0.1, 0.9]), np.zeros(3), bend)
    x, y, kick = float(low[0, 0]), float(low[0, 1]), rng.uniform(0.1, 0.24)
    quill = [(x + kick, y + u0 * 0.8), (x + kick * 0.3, y + u0 * 0.45), (x, y)]
    quill += [(float(a), float(b)) for a, b in low[1:]]
    barbs = _barbs(u0, wide, 0.6, 0.9, bend, int(rng.integers(6, 9)), 0.16)
    torn = _side(u0, wide, 0.6, 0.9, [rng.uniform(0.3, 0.55)])
    return [_vane(side, torn, bend), *barbs, Layer(Part.STEM, smooth(*quill), 0.045)]


def _stencil(rng: Rng) -> list[Layer]:
    """Two halves of a vane with a gap for the shaft, one of them shorter."""
    bend, u0 = rng.uniform(-0.6, 0.6), rng.uniform(0.15, 0.25)
    wide, gap = rng.uniform(0.14, 0.19), rng.uniform(0.014, 0.022)
    (u, s), (v, r) = _side(u0, wide, 0.5, 0.6, [0.4] * (rng.random() < 0.5)), _side(u0 + 0.08, wide * 0.85, 0.5, 0.6)
    left = _vane((u, s + gap), (u, 0 * u - gap), bend)
    right = _vane((v, 0 * v - gap), (v * 0.96, r + gap), bend)
    return [left, right, _shaft(0, u0 + 0.1 if rng.random() < 0.5 else 0.85, bend, 0.03)]


def _rounded(rng: Rng) -> list[Layer]:
    """A short feather with a blunt round tip."""
    bend, u0, wide = rng.uniform(-0.3, 0.3), rng.uniform(0.24, 0.32), rng.uniform(0.18, 0.23)
    low, high = rng.uniform(0.45, 0.7), rng.uniform(0.28, 0.4)
    cuts = [[0.35], [0.5]] if rng.random() < 0.7 else [[], [0.3]]
    barbs = _barbs(u0, wide, low, high, bend, int(rng.integers(6, 9)), 0.2) if rng.random() < 0.6 else []
    vane = _vane(_side(u0, wide, low, high, cuts[0]), _side(u0, wide, low, high, cuts[1]), bend)
    return [vane, *barbs, _shaft(0, rng.uniform(0.75, 0.9), bend, 0.045)]


def _pen(rng: Rng) -> list[Layer]:
    """A writer's quill: a long bare shaft, cut to a nib, under a swept vane."""
    bend, u0, wide = rng.uniform(0.3, 0.9), rng.uniform(0.34, 0.46), rng.uniform(0.13, 0.18)
    left = _side(u0, wide, 0.45, 0.8, [0.3, 0.5, 0.7][: int(rng.integers(1, 4))])
    right = _side(u0 + 0.08, wide * rng.uniform(0.6, 0.9), 0.45, 0.8, [0.35] * (rng.random() < 0.5))
    nib = _along(np.array([0.1, 0.06, 0.0, 0.04, 0.1]), np.array([-0.025, -0.03, 0.0, 0.02, 0.025]), bend)
    return [_vane(left, right, bend), _shaft(0.06, 0.95, bend, 0.045), Layer(Part.STEM, nib)]


def _crossed(rng: Rng) -> list[Layer]:
    """Two narrow feathers of a kind, crossed at or below their middles."""
    kind, spread = (_slim, _notched, _barred, _stencil)[int(rng.integers(4))], rng.uniform(0.55, 0.8)
    layers, aside = [], rng.uniform(0, 0.06)
    for way in (-1, 1):
        layers += put(stretch(kind(rng), 0.62), (way * aside, 0), way * spread)
    return layers


def _lie(rng: Rng) -> float:
    """How a feather lies: mostly diagonal or nearly upright, at times anyhow."""
    kind = rng.random()
    if kind < 0.55:
        return float(rng.uniform(0.5, 1.05) + np.pi * (rng.random() < 0.2))
    return float(rng.uniform(-0.3, 0.3) if kind < 0.85 else rng.uniform(-np.pi, np.pi))


FEATHERS: Sketches = {
    "slim": finished(_slim, _lie),
    "notched": finished(_notched, _lie),
    "sickle": finished(_sickle, _lie),
    "down": finished(_down, _lie),
    "barred": finished(_barred, _lie),
    "eyed": finished(_eyed, _lie),
    "combed": finished(_combed, _lie),
    "lobed": finished(_lobed, _lie),
    "leafy": finished(_leafy, _lie),
    "stencil": finished(_stencil, _lie),
    "rounded": finished(_rounded, _lie),
    "pen": finished(_pen, _lie),
    "crossed": finished(_crossed, stand),
}
