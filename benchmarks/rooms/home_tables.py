"""Five more table tops: smoked oak, white lacquer, cast concrete, cloths printed with leaves. As in ``room_tables``."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from room_light import Rng
from room_tables import PER_MM, SIDE, Picture, Tone
from tablescene import art

AUTUMN = ((178, 58, 40), (222, 146, 44), (110, 132, 58), (146, 92, 52), (200, 104, 40))
LOFT = ((70, 104, 110), (128, 158, 150), (206, 190, 150), (60, 74, 88), (164, 132, 104))


def smokedoak(rng: Rng) -> Picture:
    """Smoked oak, oiled: wide dark planks with open pores, a seam between them, worn paler where arms lie."""
    img = art.table_texture_of_renderer(int(rng.integers(1 << 30)), "oak").astype(np.float32)
    grey = img.mean(-1, keepdims=True)
    img = (0.75 * img + 0.25 * grey) * np.float32((0.43, 0.4, 0.38))
    pores = art.noise(rng, SIDE, SIDE, 34, 1.6)
    worn = art.fbm(rng, SIDE, SIDE, 240 * PER_MM)
    return img * (1 - 0.35 * np.clip((pores - 0.7) * 6, 0, 1))[..., None] * (0.85 + 0.4 * worn)[..., None]


def lacquer(rng: Rng) -> Picture:
    """White lacquer: nothing but a speck of dust here and there, a hair scratch, and two rings that were not wiped."""
    img = np.full((SIDE, SIDE, 3), ((238, 238, 236), (232, 230, 224))[int(rng.integers(2))], np.float32)
    img *= (0.985 + 0.02 * art.fbm(rng, SIDE, SIDE, 300))[..., None]
    for x, y in rng.uniform(0, SIDE, (420, 2)):
        cv2.circle(img, (int(x), int(y)), int(rng.integers(1, 3)), (198.0, 196.0, 190.0), -1, cv2.LINE_AA)
    for _ in range(14):
        at, turn = rng.uniform(0, SIDE, 2), rng.uniform(0, np.pi)
        to = at + rng.uniform(40, 200) * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(img, tuple(map(int, at)), tuple(map(int, to)), (222.0, 222.0, 220.0), 1, cv2.LINE_AA)
    for _ in range(2):
        at, half = tuple(map(int, rng.uniform(0.2, 0.8, 2) * SIDE)), int(rng.uniform(30, 36) * PER_MM)
        cv2.circle(img, at, half, (226.0, 222.0, 214.0), 3 * PER_MM, cv2.LINE_AA)
    return cv2.GaussianBlur(img, (0, 0), 0.8)


def concrete(rng: Rng) -> Picture:
    """A slab of cast concrete: clouds of the trowel, pinholes, a few hair cracks, one darker stain of oil."""
    cloud = 0.6 * art.fbm(rng, SIDE, SIDE, 420, octaves=6) + 0.4 * art.fbm(rng, SIDE, SIDE, 60, 30)
    img = art.ramp(np.clip((cloud - 0.5) * 1.8 + 0.5, 0, 1), [(112, 112, 110), (148, 147, 143), (176, 174, 168)])
    img = np.ascontiguousarray(img * (0.96 + 0.08 * art.noise(rng, SIDE, SIDE, 2))[..., None], np.float32)
    for x, y in rng.uniform(0, SIDE, (1500, 2)):
        cv2.circle(img, (int(x), int(y)), int(rng.choice([1, 1, 2, 4])), (84.0, 84.0, 82.0), -1, cv2.LINE_AA)
    for _ in range(5):
        walk = np.cumsum(rng.normal(0, 16, (60, 2)) + rng.normal(0, 14, 2), 0) + rng.uniform(0, SIDE, 2)
        cv2.polylines(img, [walk.astype(np.int32)], False, (98.0, 98.0, 96.0), 1, cv2.LINE_AA)
    stain = np.clip(art.fbm(rng, SIDE, SIDE, 280) * 5 - 3.4, 0, 1)
    return img * (1 - 0.16 * stain)[..., None]


def _darker(tone: Tone, share: float) -> Tone:
    """A tone of which so much is left."""
    red, green, blue = (int(share * v) for v in tone)
    return red, green, blue


def _sprig(img: Picture, at: Picture, turn: float, size: float, tones: tuple[Tone, Tone]) -> None:
    """A twig with pairs of leaves and one at its end, each with a midrib, as it is printed on cotton."""
    ahead = np.array([np.cos(turn), np.sin(turn)])
    beside = np.array([-ahead[1], ahead[0]])
    stalk, blade = ([float(v) for v in tone] for tone in tones)
    places = [(0.16, 1), (0.16, -1), (0.45, 1), (0.45, -1), (0.72, 1), (0.72, -1), (0.9, 0)]
    cv2.line(img, *(tuple(map(int, at + k * size * ahead)) for k in (-0.2, 0.95)), stalk, PER_MM, cv2.LINE_AA)
    for along, hand in places:
        way = ahead + 1.15 * hand * beside
        way = way / np.linalg.norm(way)
        foot = at + along * size * ahead
        long, t = size * (0.5 - 0.18 * along), np.linspace(0, 1, 18)
        wide = 0.33 * long * np.sin(np.pi * t**0.8)
        across = np.array([-way[1], way[0]])
        side = foot + (t * long)[:, None] * way + wide[:, None] * across
        other = foot + (t * long)[:, None] * way - wide[:, None] * across
        cv2.fillPoly(img, [np.concatenate([side, other[::-1]]).astype(np.int32)], blade, cv2.LINE_AA)
        cv2.line(img, tuple(map(int, foot)), tuple(map(int, foot + 0.8 * long * way)), stalk, 2, cv2.LINE_AA)


def _threads(rng: Rng, img: Picture) -> Picture:
    """Cotton: the print a little soft, threads both ways, washed unevenly."""
    thread = art.noise(rng, SIDE, SIDE, 12, 2) + art.noise(rng, SIDE, SIDE, 2, 12) - 1
    return cv2.GaussianBlur(img, (0, 0), 1.1) * (0.94 + 0.1 * art.fbm(rng, SIDE, SIDE, 400) + 0.11 * thread)[..., None]


def leafcloth(rng: Rng) -> Picture:
    """A tablecloth printed all over with sprigs of leaves, in the colours of autumn or in cool ones."""
    warm = bool(rng.integers(3))
    tones, ground = (AUTUMN, (236, 224, 198)) if warm else (LOFT, (222, 222, 212))
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    pitch = int(46 * PER_MM)
    for row, cy in enumerate(range(0, SIDE + pitch, pitch)):
        for cx in range((row % 2) * pitch // 2, SIDE + pitch, pitch):
            at = np.array([cx, cy]) + rng.normal(0, 5 * PER_MM, 2)
            tone = tones[int(rng.integers(len(tones)))]
            _sprig(img, at, rng.uniform(0, 2 * np.pi), rng.uniform(26, 38) * PER_MM, (_darker(tone, 0.62), tone))
            x, y = map(int, at + rng.uniform(14, 22, 2) * PER_MM)
            cv2.circle(img, (x, y), int(rng.uniform(1.5, 3) * PER_MM), [float(v) for v in tones[0]], -1, cv2.LINE_AA)
    return _threads(rng, img)


def leafcheck(rng: Rng) -> Picture:
    """A kitchen's tablecloth: woven checks as wide as two spaces, and a printed sprig in every plain square."""
    ground, band, leaf = (
        ((232, 230, 220), (112, 140, 96), (84, 112, 66)),
        ((236, 226, 206), (190, 84, 62), (150, 104, 54)),
        ((228, 230, 230), (92, 116, 148), (70, 96, 92)),
    )[int(rng.integers(3))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    pitch = int(rng.uniform(36, 44) * PER_MM)
    coloured = (np.arange(SIDE) % pitch < pitch / 2).astype(np.float32)
    twill = ((np.arange(SIDE)[:, None] + np.arange(SIDE)[None]) % 6 < 3).astype(np.float32)
    share = 0.5 * coloured[:, None] + 0.5 * coloured[None]
    share = np.where((share > 0.4) & (share < 0.6), 0.36 + 0.28 * twill, share)[..., None]
    img = img * (1 - share) + np.float32(band) * share
    for cy in range(3 * pitch // 4, SIDE, pitch):
        for cx in range(3 * pitch // 4, SIDE, pitch):
            turn = -np.pi / 2 + float(rng.choice([-0.6, 0.6]))
            at = np.array([cx, cy]) - 0.16 * pitch * np.array([np.cos(turn), np.sin(turn)])
            _sprig(img, at, turn, 0.36 * pitch, (_darker(leaf, 0.7), leaf))
    return _threads(rng, img)


HOME_TOPS: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "smokedoak": (smokedoak, False, 0.28),
    "lacquer": (lacquer, False, 0.025),
    "concrete": (concrete, False, 0.32),
    "leafcloth": (leafcloth, True, 0.3),
    "leafcheck": (leafcheck, True, 0.3),
}
"""As in ``room_tables``: how it is drawn, whether it is a cloth, and how rough its varnish is."""
