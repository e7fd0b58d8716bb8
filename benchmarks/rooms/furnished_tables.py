"""Three more table tops: beech staves, a cloth with roses, granite. As in ``room_tables``."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from room_light import Rng
from room_tables import PER_MM, SIDE, Picture, Tone
from tablescene import art


def butcher(rng: Rng) -> Picture:
    """Beech staves glued side by side, butt joints here and there, oiled."""
    img, y = np.zeros((SIDE, SIDE, 3), np.float32), 0
    while y < SIDE:
        wide, x = int(rng.uniform(34, 46) * PER_MM), -int(rng.uniform(0, 300) * PER_MM)
        while x < SIDE:
            long = int(rng.uniform(180, 420) * PER_MM)
            room = img[y : y + wide, max(x, 0) : x + long]
            tall, across = room.shape[:2]
            if tall and across:
                grain = 0.55 * art.noise(rng, tall, across, 260, 4) + 0.45 * art.noise(rng, tall, across, 26, 2)
                tones: list[Tone] = [(158, 106, 66), (198, 148, 102), (218, 176, 130)]
                room[:] = art.ramp(grain, tones) * rng.uniform(0.88, 1.08)
                room[0] *= 0.8
                room[:, 0] *= 0.8
            x += long
        y += wide
    return img


def roses(rng: Rng) -> Picture:
    """A printed tablecloth: bunches of roses with leaves on ivory or dusty blue."""
    ground: Tone = ((232, 222, 200), (156, 174, 186))[int(rng.integers(2))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    pinks = np.float32([(190, 74, 88), (214, 128, 132), (226, 176, 150), (150, 42, 62)])
    pitch = 74 * PER_MM
    for row, cy in enumerate(range(-pitch // 2, SIDE + pitch, pitch)):
        for cx in range(-pitch // 2 + (row % 2) * pitch // 2, SIDE + pitch, pitch):
            for _ in range(6):
                turn = rng.uniform(0, 2 * np.pi)
                at = (int(cx + 21 * PER_MM * np.cos(turn)), int(cy + 21 * PER_MM * np.sin(turn)))
                tone = tuple(float(v) for v in np.float32((86, 116, 76)) * rng.uniform(0.75, 1.25))
                size = (int(rng.uniform(8, 13) * PER_MM), int(rng.uniform(3, 5) * PER_MM))
                cv2.ellipse(img, at, size, np.degrees(turn), 0, 360, tone, -1, cv2.LINE_AA)
            for _ in range(3):
                at = (np.array((cx, cy)) + rng.normal(0, 8 * PER_MM, 2)).astype(int)
                tone, size = pinks[int(rng.integers(len(pinks)))], rng.uniform(9, 13) * PER_MM
                for k in range(7):
                    spot = at + rng.normal(0, size * 0.12, 2).astype(int)
                    shade = tuple(float(v) for v in np.clip(tone * (0.8 + 0.09 * k), 0, 255))
                    half = (int(size * (1 - k / 8)), int(size * (0.86 - k / 9)))
                    cv2.ellipse(img, tuple(map(int, spot)), half, rng.uniform(0, 180), 0, 360, shade, -1, cv2.LINE_AA)
    thread = art.noise(rng, SIDE, SIDE, 12, 2) + art.noise(rng, SIDE, SIDE, 2, 12) - 1
    return cv2.GaussianBlur(img, (0, 0), 0.9) * (1 + 0.12 * thread)[..., None]


def granite(rng: Rng) -> Picture:
    """Polished granite: black with silver and rust grains, or rosy."""
    tones: list[Tone] = [
        [(18, 18, 20), (52, 52, 54), (118, 112, 106), (180, 178, 172)],
        [(60, 50, 48), (138, 102, 92), (176, 142, 128), (206, 196, 186)],
    ][int(rng.integers(2))]
    grains = 0.5 * art.noise(rng, SIDE, SIDE, 5) + 0.5 * art.noise(rng, SIDE, SIDE, 2.5)
    cloud = art.fbm(rng, SIDE, SIDE, 260)
    return art.ramp(np.clip((grains - 0.5) * 1.5 + 0.5 + 0.3 * (cloud - 0.5), 0, 1), tones)


MORE_TOPS: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "butcher": (butcher, False, 0.27),
    "roses": (roses, True, 0.3),
    "granite": (granite, False, 0.08),
}
"""As in ``room_tables``: how it is drawn, whether it is a cloth, and how rough its varnish is."""
