"""Three more table tops: big poppies on oilcloth, a suited speed cloth, a school's table. As in ``room_tables``."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from room_light import Rng
from room_tables import PER_MM, SIDE, Picture, Tone
from tablescene import art

Spots = list[tuple[float, float]]


def _tone(tone: Picture | Tone, light: float = 1.0) -> tuple[float, ...]:
    """A tone as OpenCV takes it, lighter or darker."""
    return tuple(float(v) for v in np.clip(np.float32(tone) * light, 0, 255))


def _petal(img: Picture, middle: Picture, turn: float, size: float, tone: Picture) -> None:
    """A petal, broad outside, in four shades from its rim to its foot."""
    ahead = np.array([np.cos(turn), np.sin(turn)])
    for k in range(4):
        share = 1 - 0.2 * k
        at = middle + ahead * size * 0.56 * share
        half = (int(size * 0.46 * share), int(size * 0.5 * share))
        cv2.ellipse(
            img, tuple(map(int, at)), half, np.degrees(turn), 0, 360, _tone(tone, 1.06 - 0.13 * k), -1, cv2.LINE_AA
        )


def poppies(rng: Rng) -> Picture:
    """Oilcloth of a kitchen: poppies as big as saucers, with buds and leaves, on cream, duck-egg blue or navy."""
    ground: Tone = ((238, 230, 208), (178, 204, 204), (36, 46, 74))[int(rng.integers(3))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    dyes = np.float32([(204, 52, 40), (222, 104, 60), (232, 150, 154), (238, 228, 214)])
    pitch = 128 * PER_MM
    for row, cy in enumerate(range(-pitch // 2, SIDE + pitch, pitch)):
        for cx in range(-pitch // 2 + (row % 2) * pitch // 2, SIDE + pitch, pitch):
            middle = np.array((cx, cy)) + rng.normal(0, 9 * PER_MM, 2)
            size = rng.uniform(38, 58) * PER_MM
            for _ in range(5):
                turn, far = rng.uniform(0, 2 * np.pi), size * rng.uniform(0.95, 1.3)
                at = middle + far * np.array([np.cos(turn), np.sin(turn)])
                half = (int(rng.uniform(19, 30) * PER_MM), int(rng.uniform(5, 9) * PER_MM))
                leaf = _tone((84, 124, 82), rng.uniform(0.7, 1.25))
                spot = tuple(map(int, at))
                cv2.ellipse(img, spot, half, np.degrees(turn), 0, 360, leaf, -1, cv2.LINE_AA)
                cv2.line(img, tuple(map(int, middle)), spot, _tone((60, 94, 60)), 2 * PER_MM, cv2.LINE_AA)
            dye, first = dyes[int(rng.integers(len(dyes)))], rng.uniform(0, 2 * np.pi)
            for k in (0, 2, 4, 1, 3):
                _petal(img, middle, first + k * 2 * np.pi / 5, size, dye * rng.uniform(0.88, 1.1))
            cv2.circle(img, tuple(map(int, middle)), int(size * 0.17), (34.0, 30.0, 38.0), -1, cv2.LINE_AA)
            for turn in np.linspace(0, 2 * np.pi, 15, endpoint=False):
                at = middle + size * rng.uniform(0.22, 0.3) * np.array([np.cos(turn), np.sin(turn)])
                cv2.circle(img, tuple(map(int, at)), int(1.3 * PER_MM), (40.0, 34.0, 42.0), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(img, (0, 0), 0.9) * (0.95 + 0.1 * art.noise(rng, SIDE, SIDE, 3))[..., None]


def _suit(kind: int, size: float) -> Picture:
    """Heart, diamond, spade or club, as a cover of twice ``size``."""
    n = int(2 * size)
    cover, s, mid = np.zeros((n, n), np.float32), size, size

    def round_(spots: Spots, half: float) -> None:
        for x, y in spots:
            cv2.circle(cover, (int(mid + x * s), int(mid + y * s)), int(half * s), 1.0, -1, cv2.LINE_AA)

    def edged(spots: Spots) -> None:
        corners = np.array([(mid + x * s, mid + y * s) for x, y in spots], np.int32)
        cv2.fillPoly(cover, [corners], 1.0, cv2.LINE_AA)

    if kind == 0:
        round_([(-0.31, -0.22), (0.31, -0.22)], 0.34)
        edged([(-0.62, -0.08), (0.62, -0.08), (0, 0.75)])
    elif kind == 1:
        edged([(0, -0.75), (0.52, 0), (0, 0.75), (-0.52, 0)])
    elif kind == 2:
        round_([(-0.31, 0.16), (0.31, 0.16)], 0.34)
        edged([(-0.62, 0.04), (0.62, 0.04), (0, -0.78)])
    else:
        round_([(0, -0.36), (-0.36, 0.16), (0.36, 0.16)], 0.31)
    if kind > 1:
        edged([(-0.06, 0), (0.06, 0), (0.22, 0.76), (-0.22, 0.76)])
    return cover


def speedcloth(rng: Rng) -> Picture:
    """The cloth of a card table: the four suits all over in the cloth's own colour, and a pale double line."""
    ground: Tone = ((24, 92, 58), (118, 26, 38), (28, 62, 116))[int(rng.integers(3))]
    img = np.full((SIDE, SIDE, 3), ground, np.float32)
    pitch = int(27 * PER_MM)
    suits = [_suit(kind, 6.5 * PER_MM) for kind in range(4)]
    wide = len(suits[0])
    for row, top in enumerate(range(0, SIDE - wide, pitch)):
        for column, left in enumerate(range((row % 2) * pitch // 2, SIDE - wide, pitch)):
            cover = suits[(row + 2 * column) % 4][..., None]
            room = img[top : top + wide, left : left + wide]
            room[:] = room * (1 - 0.32 * cover)
    middle = (int(0.83 * SIDE), int(0.17 * SIDE))
    for half, thick in ((0.245, 2.4), (0.26, 0.8)):
        cv2.circle(img, middle, int(half * SIDE), (206.0, 190.0, 140.0), int(thick * PER_MM), cv2.LINE_AA)
    twill = art.noise(rng, SIDE, SIDE, 9, 2) + art.noise(rng, SIDE, SIDE, 2, 9) - 1
    worn = art.fbm(rng, SIDE, SIDE, 260)
    return cv2.GaussianBlur(img, (0, 0), 1.0) * (0.9 + 0.2 * worn + 0.16 * twill)[..., None]


def _carved(rng: Rng, img: Picture, at: Picture) -> None:
    """What a pupil leaves on a table: a game of noughts and crosses, a heart, initials, a scribble or a star."""
    inks: list[Tone] = [(38, 52, 116), (40, 40, 44), (92, 92, 96), (146, 40, 44), (104, 78, 52)]
    ink, size, thick = _tone(inks[int(rng.integers(len(inks)))]), rng.uniform(8, 20) * PER_MM, int(rng.integers(2, 5))
    kind = int(rng.integers(5))
    turn = cv2.getRotationMatrix2D((0, 0), rng.uniform(0, 360), size)[:, :2]

    def drawn(spots: Spots | Picture, closed: bool = False) -> None:
        corners = (np.array(spots) @ turn.T + at).astype(np.int32)
        cv2.polylines(img, [corners], closed, ink, thick, cv2.LINE_AA)

    t = np.linspace(0, 2 * np.pi, 60)
    if kind == 0:
        for v in (-0.33, 0.33):
            drawn([(v, -1), (v, 1)])
            drawn([(-1, v), (1, v)])
        for _ in range(5):
            x, y = (int(v) * 0.66 for v in rng.integers(-1, 2, 2))
            drawn(np.c_[x + 0.2 * np.cos(t), y + 0.2 * np.sin(t)])
    elif kind == 1:
        drawn(np.c_[0.9 * np.sin(t) ** 3, -0.8 * np.cos(t) + 0.3 * np.cos(2 * t) + 0.12 * np.cos(3 * t)])
    elif kind == 2:
        font = cv2.FONT_HERSHEY_SCRIPT_SIMPLEX
        letters = "".join(chr(65 + int(k)) for k in rng.integers(0, 26, 2)) + ("+" if rng.random() < 0.5 else "")
        cv2.putText(img, letters, tuple(map(int, at)), font, size / 18, ink, thick, cv2.LINE_AA)
    elif kind == 3:
        drawn(np.c_[np.linspace(-1, 1, 60), 0.5 * np.sin(9 * t) * rng.uniform(0.4, 1, 60)])
    else:
        drawn([(np.sin(0.8 * np.pi * k), np.cos(0.8 * np.pi * k)) for k in range(5)], closed=True)


def schooltop(rng: Rng) -> Picture:
    """A school's table: pale beech veneer, scratched and scribbled on in ink and pencil, with a stain or two."""
    streaks = 0.6 * art.noise(rng, SIDE, SIDE, 420, 6) + 0.4 * art.noise(rng, SIDE, SIDE, 40, 2)
    img = art.ramp(streaks, [(190, 152, 108), (214, 178, 134), (226, 194, 152)]).astype(np.uint8)
    for _ in range(34):
        _carved(rng, img, rng.uniform(0, SIDE, 2))
    for _ in range(120):
        at, turn = rng.uniform(0, SIDE, 2), rng.uniform(0, np.pi)
        to = at + rng.uniform(12, 160) * PER_MM * 0.4 * np.array([np.cos(turn), np.sin(turn)])
        tone = ((150, 116, 80), (236, 212, 178))[int(rng.integers(2))]
        cv2.line(img, tuple(map(int, at)), tuple(map(int, to)), _tone(tone), 1, cv2.LINE_AA)
    stain = np.clip(art.fbm(rng, SIDE, SIDE, 150) * 5 - 3.2, 0, 1)
    return cv2.GaussianBlur(img, (0, 0), 0.8) * (1 - 0.14 * stain)[..., None]


EVENING_TOPS: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "poppies": (poppies, False, 0.13),
    "speedcloth": (speedcloth, False, 0.45),
    "schooltop": (schooltop, False, 0.22),
}
"""As in ``room_tables``: how it is drawn, whether it is a cloth, and how rough its varnish is."""
