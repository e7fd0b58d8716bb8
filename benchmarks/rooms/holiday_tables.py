"""Five more table tops: oiled acacia, a cloth of Provence, a caravan's foil, stained ash, red damask with stars.

As in ``room_tables``.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from room_light import Rng
from room_tables import PER_MM, SIDE, Picture, Tone
from tablescene import art


def _tone(tone: Picture | Tone, light: float = 1.0) -> tuple[float, ...]:
    """A tone as OpenCV takes it, lighter or darker."""
    return tuple(float(v) for v in np.clip(np.float32(tone) * light, 0, 255))


def _spot(at: Picture) -> tuple[int, int]:
    """A place as OpenCV takes it."""
    return int(at[0]), int(at[1])


def acacia(rng: Rng) -> Picture:
    """A balcony's folding table: oiled slats of acacia, honey and red-brown side by side, a screw here and there."""
    img, y = np.full((SIDE, SIDE, 3), (22, 16, 12), np.float32), 0
    wide, gap = int(rng.uniform(54, 66) * PER_MM), int(5 * PER_MM)
    tones: list[list[Tone]] = [
        [(92, 52, 30), (132, 80, 48), (160, 104, 66)],
        [(116, 72, 42), (158, 106, 64), (188, 138, 90)],
        [(140, 98, 58), (184, 138, 88), (208, 168, 116)],
    ]
    while y < SIDE:
        room = img[y : y + wide]
        tall = room.shape[0]
        bent = art.fbm(rng, tall, SIDE, 260 * PER_MM, 30 * PER_MM)
        rings = 0.5 + 0.5 * np.sin(np.arange(tall)[:, None] / PER_MM / rng.uniform(1.4, 3.5) + 26 * bent)
        fine = 0.5 * art.noise(rng, tall, SIDE, 300, 4) + 0.5 * art.noise(rng, tall, SIDE, 90, 2)
        room[:] = art.ramp(0.35 * rings + 0.65 * fine, tones[int(rng.choice(3, p=[0.35, 0.45, 0.2]))])
        edge = np.minimum(np.arange(tall), np.arange(tall)[::-1]) / PER_MM
        room *= (0.6 + 0.4 * np.clip(edge / 2.5, 0, 1))[:, None, None]
        for x in (0.06, 0.5, 0.94):
            at = (int(x * SIDE), y + tall // 2)
            cv2.circle(img, at, int(3.4 * PER_MM), (120.0, 116.0, 108.0), -1, cv2.LINE_AA)
            cv2.circle(img, at, int(1.4 * PER_MM), (44.0, 42.0, 40.0), -1, cv2.LINE_AA)
        y += wide + gap
    return img * (0.92 + 0.16 * art.fbm(rng, SIDE, SIDE, 300))[..., None]


def _olives(rng: Rng, img: Picture, at: Picture, turn: float, size: float) -> None:
    """A twig of an olive tree: narrow grey-green leaves in pairs, and two or three olives that hang from it."""
    ahead = np.array([np.cos(turn), np.sin(turn)])
    beside = np.array([-ahead[1], ahead[0]])
    cv2.line(img, _spot(at), _spot(at + size * ahead), (92.0, 84.0, 56.0), PER_MM, cv2.LINE_AA)
    for along in np.linspace(0.15, 0.95, 5):
        for hand in (-1, 1):
            way = 0.8 * ahead + hand * beside
            middle = at + along * size * ahead + 0.17 * size * way
            leaf = _tone((112, 128, 84), rng.uniform(0.75, 1.2))
            half = (int(0.21 * size), int(0.055 * size))
            cv2.ellipse(img, _spot(middle), half, np.degrees(np.arctan2(way[1], way[0])), 0, 360, leaf, -1, cv2.LINE_AA)
    for along in rng.uniform(0.2, 0.8, int(rng.integers(2, 4))):
        middle = at + along * size * ahead + rng.choice([-1, 1]) * 0.16 * size * beside
        half, slant = (int(0.11 * size), int(0.08 * size)), float(rng.uniform(0, 180))
        cv2.ellipse(img, _spot(middle), half, slant, 0, 360, (52.0, 46.0, 66.0), -1, cv2.LINE_AA)
        cv2.circle(img, _spot(middle - 0.03 * size), max(2, int(0.02 * size)), (150.0, 146.0, 160.0), -1, cv2.LINE_AA)


def provence(rng: Rng) -> Picture:
    """A cloth from a southern market: olive twigs strewn on ochre, blue or cream, with striped bands across it."""
    ground, band = (
        ((222, 176, 74), (60, 88, 142)),
        ((72, 100, 148), (226, 186, 84)),
        ((232, 220, 188), (142, 132, 70)),
    )[int(rng.integers(3))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    pitch = int(58 * PER_MM)
    for row, cy in enumerate(range(0, SIDE + pitch, pitch)):
        for cx in range((row % 2) * pitch // 2, SIDE + pitch, pitch):
            at = np.array([cx, cy]) + rng.normal(0, 4 * PER_MM, 2)
            _olives(rng, img, at, rng.uniform(0, 2 * np.pi), rng.uniform(28, 36) * PER_MM)
            for spot in at + rng.uniform(-24, 24, (3, 2)) * PER_MM:
                cv2.circle(img, _spot(spot), int(1.1 * PER_MM), _tone(band), -1, cv2.LINE_AA)
    every, first = int(rng.uniform(210, 270) * PER_MM), int(rng.uniform(0, 200) * PER_MM)
    for top in range(first, SIDE, every):
        for off, wide, tone in ((0, 5, band), (8, 16, band), (14, 4, ground), (27, 5, band)):
            img[top + off * PER_MM : top + (off + wide) * PER_MM] = tone
    thread = art.noise(rng, SIDE, SIDE, 12, 2) + art.noise(rng, SIDE, SIDE, 2, 12) - 1
    return cv2.GaussianBlur(img, (0, 0), 1.0) * (0.95 + 0.08 * art.fbm(rng, SIDE, SIDE, 350) + 0.1 * thread)[..., None]


def foil(rng: Rng) -> Picture:
    """A caravan's table: pale foil printed as elm or pear, the same plank again and again, scratched by plates."""
    tones: list[Tone] = [
        [(168, 142, 110), (196, 172, 138), (214, 194, 164)],
        [(150, 106, 74), (182, 136, 98), (200, 158, 120)],
    ][int(rng.integers(2))]
    tall = int(rng.uniform(150, 190) * PER_MM)
    arch = (np.arange(SIDE)[None] / SIDE - rng.uniform(0.2, 0.8)) ** 2 * 5
    bent = art.fbm(rng, tall, SIDE, 200 * PER_MM, 46 * PER_MM)
    rings = 0.5 + 0.5 * np.sin(np.abs(np.arange(tall)[:, None] / tall - 0.5) * 70 + 16 * bent + arch)
    fine = 0.6 * art.noise(rng, tall, SIDE, 240, 3) + 0.4 * art.noise(rng, tall, SIDE, 30, 1.6)
    plank = art.ramp(0.32 * rings + 0.68 * fine, tones)
    img = np.ascontiguousarray(np.concatenate([plank] * (SIDE // tall + 1))[:SIDE], np.float32)
    for _ in range(70):
        at, turn = rng.uniform(0, SIDE, 2), rng.uniform(0, np.pi)
        to = at + rng.uniform(15, 130) * PER_MM * 0.4 * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(img, _spot(at), _spot(to), _tone(tones[2], 1.06), 1, cv2.LINE_AA)
    return img


def stained(rng: Rng) -> Picture:
    """A café's table: ash stained nearly black or deep brown, its grain open, rubbed paler, rings that stayed."""
    dye = ((0.27, 0.25, 0.25), (0.36, 0.25, 0.19))[int(rng.integers(2))]
    img = art.table_texture_of_renderer(int(rng.integers(1 << 30)), "oak").astype(np.float32) * np.float32(dye)
    pores = art.noise(rng, SIDE, SIDE, 46, 1.6)
    rubbed = np.clip(art.fbm(rng, SIDE, SIDE, 170 * PER_MM) * 2.4 - 0.9, 0, 1)
    img *= (1 + 0.45 * rubbed - 0.4 * np.clip((pores - 0.66) * 6, 0, 1))[..., None]
    for _ in range(9):
        at, half = _spot(rng.uniform(0, SIDE, 2)), int(rng.uniform(33, 42) * PER_MM)
        ring, start = np.zeros((SIDE, SIDE), np.float32), float(rng.uniform(0, 360))
        cv2.ellipse(ring, at, (half, half), 0, start, start + float(rng.uniform(120, 340)), 1.0, 6, cv2.LINE_AA)
        img *= (1 + rng.uniform(0.1, 0.35) * cv2.GaussianBlur(ring, (0, 0), 2.5))[..., None]
    return img


def _star(at: Picture, size: float, turn: float, points: int) -> Picture:
    """The corners of a star."""
    angle = turn + np.arange(2 * points) * np.pi / points
    far = size * np.where(np.arange(2 * points) % 2, 0.42, 1.0)
    return (at + np.stack([far * np.cos(angle), far * np.sin(angle)], -1)).astype(np.int32)


def reddamask(rng: Rng) -> Picture:
    """A cloth for Christmas: red damask with woven stars tone on tone, small ones in gold thread between them."""
    ground: Tone = ((158, 22, 30), (126, 18, 34), (176, 40, 36))[int(rng.integers(3))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    golden, shade = (206.0, 164.0, 84.0), rng.uniform(0.74, 0.84)
    pitch = int(rng.uniform(62, 80) * PER_MM)
    for row, cy in enumerate(range(0, SIDE + pitch, pitch)):
        for cx in range((row % 2) * pitch // 2, SIDE + pitch, pitch):
            at = np.array([cx, cy], float)
            big = _star(at, 0.36 * pitch, np.pi / 8, 8)
            cv2.fillPoly(img, [big], _tone(ground, shade), cv2.LINE_AA)
            cv2.fillPoly(img, [_star(at, 0.17 * pitch, 0, 8)], _tone(ground, 1.1), cv2.LINE_AA)
            small = _star(at + np.array([pitch / 2, 0]), rng.uniform(0.05, 0.08) * pitch, rng.uniform(0, 1), 5)
            cv2.fillPoly(img, [small], golden, cv2.LINE_AA)
    satin = art.noise(rng, SIDE, SIDE, 16, 2) + 0.6 * art.noise(rng, SIDE, SIDE, 2, 12) - 0.8
    return cv2.GaussianBlur(img, (0, 0), 1.1) * (0.94 + 0.1 * art.fbm(rng, SIDE, SIDE, 400) + 0.12 * satin)[..., None]


HOLIDAY_TOPS: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "acacia": (acacia, False, 0.3),
    "provence": (provence, True, 0.3),
    "foil": (foil, False, 0.18),
    "stained": (stained, False, 0.2),
    "reddamask": (reddamask, True, 0.3),
}
"""As in ``room_tables``: how it is drawn, whether it is a cloth, and how rough its varnish is."""
