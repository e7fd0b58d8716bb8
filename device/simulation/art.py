"""The simulated table's own invented art: treasure icons, squirrels and animals.

Everything is drawn by a random generator; nothing of it resembles the published game's pictures. Colours are blue,
green, red. Lengths are in units of one space unless a name says pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from device.simulation.foliage import leaf_outline
from device.simulation.sheet import Color, Sheet, ellipse, times, turned


def berry(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Three blue-black berries under two leaves; ``size`` is the icon's width."""
    for turn in (-35, 215):
        _leaf(sheet, x, y - 0.12 * size, 0.5 * size, turn, (58, 150, 92))
    for dx, dy in ((-0.2, 0.08), (0.2, 0.06), (0.0, 0.3)):
        _ball(sheet, x + dx * size, y + dy * size, 0.215 * size, (118, 62, 44))


def nut(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Two hazelnuts with pale caps."""
    for dx, dy, turn in ((-0.16, 0.02, -24), (0.2, 0.12, 20)):
        at_x, at_y = x + dx * size, y + dy * size
        sheet.polygon(ellipse(at_x, at_y, 0.25 * size, 0.3 * size, turn), (28, 62, 108))
        sheet.polygon(ellipse(at_x - 0.02 * size, at_y + 0.01 * size, 0.2 * size, 0.25 * size, turn), (52, 112, 178))
        sheet.polygon(ellipse(at_x - 0.07 * size, at_y + 0.04 * size, 0.05 * size, 0.11 * size, turn), (120, 178, 226))
        sheet.polygon(
            ellipse(at_x + 0.002 * turn * size, at_y - 0.2 * size, 0.21 * size, 0.1 * size, turn), (138, 186, 206)
        )


def mushroom(sheet: Sheet, x: float, y: float, size: float) -> None:
    """One broad beige cap on a white stalk, a small one beside it."""
    for dx, dy, part in ((0.24, 0.16, 0.55), (-0.1, 0.0, 0.95)):
        at_x, at_y, s = x + dx * size, y + dy * size, part * size
        stalk = np.array([[-0.1, 0], [0.1, 0], [0.14, 0.4], [-0.14, 0.4]]) * s + (at_x, at_y)
        sheet.polygon(stalk, (196, 212, 218))
        angle = np.linspace(np.pi, 2 * np.pi, 21)
        cap = np.stack([0.44 * np.cos(angle), 0.42 * np.sin(angle)], axis=1) * s + (at_x, at_y + 0.08 * s)
        sheet.polygon(cap, (104, 142, 178))
        sheet.polygon(cap * 0.82 + np.array([at_x, at_y - 0.02 * s]) * 0.18, (140, 180, 212))
        sheet.disc(at_x - 0.14 * s, at_y - 0.12 * s, 0.06 * s, (196, 220, 236))


def feather(sheet: Sheet, x: float, y: float, size: float) -> None:
    """One long feather on the slant, pale with a crimson tip."""
    t = np.linspace(0, 1, 24)
    half = 0.15 * np.sin(np.pi * np.clip(0.08 + t * 0.92, 0, 1)) ** 0.6
    bend = 0.1 * (t - 0.5) ** 2
    side = np.stack([(t - 0.42) * 1.2, half], axis=1)
    other = np.stack([(t - 0.42) * 1.2, -0.85 * half], axis=1)
    whole = (
        np.concatenate([side, other[::-1]]) + np.stack([0 * t, bend], axis=1)[[*range(24), *range(23, -1, -1)]]
    ) * size
    sheet.polygon(turned(whole, x, y, -52), (92, 64, 196))
    tip = whole[np.abs(whole[:, 0] - 0.08 * size) < 0.36 * size]
    sheet.polygon(turned(tip * (0.95, 0.7), x, y, -52), (142, 128, 226))
    for at in (-0.2, 0.0, 0.2, 0.4):
        cleft = np.array([[at, 0.02], [at - 0.12, 0.15]]) * size
        sheet.line(turned(cleft, x, y, -52), (86, 58, 150), 0.02 * size)
    quill = np.stack([(t - 0.62) * 1.25, bend], axis=1) * size
    sheet.line(turned(quill, x, y, -52), (214, 222, 236), 0.045 * size)


ICONS = {"berry": berry, "nut": nut, "mushroom": mushroom, "feather": feather}


def squirrel(sheet: Sheet, rng: np.random.Generator) -> None:
    """A red squirrel in profile on a mossy bough, on the card of one space: but for twigs all cards have one print."""
    fur, dark, belly = (60, 84, 130), (38, 54, 84), (128, 150, 168)
    lean = float(rng.uniform(-6, 6))

    def at(points: ArrayLike) -> NDArray[np.float64]:
        return turned(np.asarray(points, np.float64) * 1.12, 0.5, 0.48, lean)

    sheet.polygon(at([[-0.6, 0.2], [-0.2, 0.27], [0.2, 0.22], [0.6, 0.3], [0.6, 0.7], [-0.6, 0.7]]), (50, 76, 66))
    sheet.polygon(at([[-0.6, 0.36], [0.0, 0.42], [0.6, 0.4], [0.6, 0.7], [-0.6, 0.7]]), (38, 50, 62))
    for _ in range(7):
        twig = leaf_outline(rng, rng.uniform(0, 1), rng.uniform(0, 0.5), 0.17, rng.uniform(0, 360))
        sheet.polygon(twig, (112, 132, 118))
    tail = np.array([[0.02, 0.34], [0.3, 0.32], [0.4, 0.05], [0.3, -0.2], [0.1, -0.28]])
    sheet.line(at(_smooth(tail)), dark, 0.25)
    sheet.line(at(_smooth(tail)), fur, 0.19)
    sheet.line(at(_smooth(tail)[4:-3]), times(fur, 1.3), 0.05)
    for outline, ink in (
        (ellipse(-0.05, 0.16, 0.17, 0.22, -12), dark),
        (ellipse(-0.05, 0.16, 0.145, 0.195, -12), fur),
        (ellipse(-0.12, 0.18, 0.06, 0.13, -8), belly),
        (ellipse(-0.18, -0.12, 0.145, 0.12, 18), dark),
        (ellipse(-0.18, -0.12, 0.12, 0.098, 18), fur),
        (ellipse(-0.11, -0.26, 0.035, 0.075, 12), dark),
        (ellipse(-0.22, -0.09, 0.018, 0.018), (12, 16, 20)),
        (ellipse(-0.04, 0.35, 0.15, 0.045, -4), dark),
    ):
        sheet.polygon(at(outline), ink)


def animal(sheet: Sheet, centres: Sequence[tuple[float, float]], fur: Color) -> None:
    """An animal lying at length over the given space centres (x, y), seen from above, its head at one end."""
    dark, pale = times(fur, 0.5), times(fur, 1.3)
    points = np.asarray(_bed(centres), np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    wide, high = np.ptp(points, axis=0) + 1
    turn = 0.0 if wide >= high else -90.0
    length, girth = max(wide, high) / 2 - 0.13, min(wide, high) / 2 - 0.14

    def at(outline: NDArray[np.float64]) -> NDArray[np.float64]:
        return turned(outline, float(middle[0]), float(middle[1]), turn)

    head, neck = -length * 0.98 + 0.3 * min(girth * 2, 0.75), min(girth, 0.62)
    tail = _smooth(np.array([[length * 0.5, 0.0], [length * 0.85, girth * 0.5], [length * 1.02, -girth * 0.35]]))
    sheet.line(at(tail), dark, 0.24 * neck + 0.08)
    sheet.line(at(tail), times(fur, 0.85), 0.24 * neck)
    for x in (-length * 0.35, length * 0.5):
        for side in (-1, 1):
            sheet.polygon(at(ellipse(x - 0.06, side * girth * 0.86, 0.16 * neck + 0.05, 0.1 * neck + 0.03)), dark)
    body = ellipse(0.1 * length, 0, length * 0.78, girth * 0.86)
    sheet.polygon(at(body), dark)
    sheet.polygon(at(body * 0.93 + (0.007 * length, 0.0)), fur)
    for x in np.linspace(-0.3, 0.65, 5) * length:
        stripe = np.array([[x, -0.5 * girth], [x + 0.1, 0.0], [x, 0.5 * girth]])
        sheet.line(at(_smooth(stripe)), times(fur, 0.74), 0.05)
    for side in (-1, 1):
        sheet.polygon(at(ellipse(head + 0.2 * neck, side * 0.42 * neck, 0.16 * neck, 0.13 * neck)), dark)
        sheet.polygon(at(ellipse(head + 0.18 * neck, side * 0.42 * neck, 0.08 * neck, 0.07 * neck)), pale)
    face = np.array([[-0.52, 0.07], [-0.2, 0.36], [0.25, 0.44], [0.5, 0.2], [0.5, -0.2], [0.25, -0.44], [-0.2, -0.36]])
    outline = _smooth(np.concatenate([face, face[:2]])) * neck
    ahead = np.array([head, 0.0])
    sheet.polygon(at(outline + ahead), dark)
    sheet.polygon(at(outline * 0.88 + ahead), fur)
    sheet.polygon(at(ellipse(head - 0.3 * neck, 0, 0.2 * neck, 0.13 * neck)), pale)
    sheet.polygon(at(ellipse(head - 0.46 * neck, 0, 0.07 * neck, 0.08 * neck)), (20, 22, 28))
    for side in (-1, 1):
        sheet.polygon(at(ellipse(head - 0.04 * neck, side * 0.2 * neck, 0.065 * neck, 0.06 * neck)), (16, 18, 22))
        sheet.polygon(at(ellipse(head - 0.06 * neck, side * 0.19 * neck, 0.02 * neck, 0.02 * neck)), (235, 240, 245))


def _bed(centres: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Where an animal has room to lie: the whole of a rectangle, else the longest straight row of spaces."""
    xs, ys = {x for x, _ in centres}, {y for _, y in centres}
    if len(xs) * len(ys) == len(centres):
        return centres
    rows = [[one for one in centres if one[axis] == at] for axis, ats in ((0, xs), (1, ys)) for at in sorted(ats)]
    return max(rows, key=len)


def _ball(sheet: Sheet, x: float, y: float, radius: float, ink: Color) -> None:
    sheet.disc(x, y, radius, times(ink, 0.45))
    sheet.disc(x - 0.06 * radius, y - 0.06 * radius, 0.86 * radius, ink)
    sheet.disc(x - 0.3 * radius, y - 0.34 * radius, 0.26 * radius, (232, 206, 190))


def _leaf(sheet: Sheet, x: float, y: float, length: float, turn_deg: float, ink: Color) -> None:
    t = np.linspace(0, 1, 12)
    side = np.stack([t, 0.26 * np.sin(np.pi * t)], axis=1) * length
    sheet.polygon(turned(np.concatenate([side, side[::-1] * (1, -1)]), x, y, turn_deg), ink)
    sheet.line(turned(np.array([[0.1, 0], [0.9, 0]]) * length, x, y, turn_deg), times(ink, 1.5), 0.05 * length)


def _smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    for _ in range(3):  # Chaikin's corner cutting
        inner = np.stack([0.75 * points[:-1] + 0.25 * points[1:], 0.25 * points[:-1] + 0.75 * points[1:]], axis=1)
        points = np.concatenate([points[:1], inner.reshape(-1, 2), points[-1:]])
    return points
