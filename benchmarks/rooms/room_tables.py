"""Table tops for the rooms: pictures of 900 mm square, ``PER_MM`` pixels a millimetre, by seed."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from tablescene import art

PER_MM = 3
SIDE = 900 * PER_MM

Rng = np.random.Generator
Picture = np.ndarray
Tone = tuple[int, int, int]


def _filled(tone: Tone) -> Picture:
    """A top of one tone."""
    return np.full((SIDE, SIDE, 3), tone, np.float32)


def _woven(rng: Rng, img: Picture, strength: float = 0.12) -> Picture:
    """Threads of a cloth."""
    thread = art.noise(rng, *img.shape[:2], 14, 2) + art.noise(rng, *img.shape[:2], 2, 14) - 1
    return img * (1 + strength * thread)[..., None]


def patchwork(rng: Rng) -> Picture:
    """Patches of dots, stripes, checks and plain cotton, quilted."""
    tones = [(196, 66, 72), (242, 226, 196), (70, 106, 158), (238, 188, 80), (108, 148, 104), (232, 160, 168)]
    tones += [(54, 66, 98), (206, 214, 210), (150, 96, 130)]
    patch = int(rng.uniform(62, 84) * PER_MM)
    y, x = np.mgrid[:patch, :patch] / PER_MM
    img = _filled((230, 220, 200))
    for top in range(0, SIDE, patch):
        for left in range(0, SIDE, patch):
            a, b = (np.float32(tones[k]) for k in rng.choice(len(tones), 2, replace=False))
            pitch, style = rng.uniform(7, 16), int(rng.integers(5))
            motif = {
                0: (x % pitch < pitch / 2),
                1: ((x % pitch - pitch / 2) ** 2 + (y % pitch - pitch / 2) ** 2 < (0.27 * pitch) ** 2),
                2: ((x % pitch < pitch / 2) * 0.5 + (y % pitch < pitch / 2) * 0.5),
                3: ((x + y) % pitch < pitch / 3),
            }.get(style, np.zeros_like(x))
            piece = a + (b - a) * np.asarray(motif, np.float32)[..., None]
            seam = np.minimum(np.minimum(x, x.max() - x), np.minimum(y, y.max() - y))
            piece = np.rot90(piece, int(rng.integers(4))) * (0.8 + 0.2 * np.clip(seam / 5, 0, 1))[..., None]
            room = img[top : top + patch, left : left + patch]
            room[:] = piece[: room.shape[0], : room.shape[1]]
    return _woven(rng, img)


def newspaper(rng: Rng) -> Picture:
    """Sheets of newspaper spread over each other, with headlines, columns and grey photographs."""
    img = _filled((208, 203, 190))
    for _ in range(9):
        width, height = int(290 * PER_MM), int(400 * PER_MM)
        sheet = np.float32((222, 217, 204)) * (0.95 + 0.07 * art.fbm(rng, height, width, 200))[..., None]
        _print_columns(rng, sheet)
        turn = rng.normal(0, 9) + rng.choice([0, 90, 180])
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
        matrix[:, 2] += rng.uniform(0, SIDE, 2) - (width / 2, height / 2)
        cover = cv2.warpAffine(np.ones((height, width), np.float32), matrix, (SIDE, SIDE))
        img *= (1 - 0.35 * cv2.GaussianBlur(cover, (0, 0), 9) * (cover < 0.5))[..., None]
        laid = cv2.warpAffine(sheet, matrix, (SIDE, SIDE), flags=cv2.INTER_AREA)
        img = img * (1 - cover[..., None]) + laid * cover[..., None]
    return img


def _print_columns(rng: Rng, sheet: Picture) -> None:
    """Text and pictures on a sheet of newspaper."""
    height, width = sheet.shape[:2]
    columns, gap, edge = int(rng.integers(4, 6)), 5 * PER_MM, 12 * PER_MM
    wide = (width - 2 * edge) // columns
    for i in range(columns):
        left, y = edge + i * wide, int(edge * rng.uniform(1, 4))
        while y < height - 2 * edge:
            kind = rng.random()
            if kind < 0.025:
                tall = int(rng.uniform(30, 60) * PER_MM)
                room = sheet[y : min(y + tall, height - edge), left : left + wide - gap]
                room *= (0.25 + 0.75 * art.fbm(rng, *room.shape[:2], 60))[..., None]
                y += tall + 2 * PER_MM
                continue
            size = int((7 if kind < 0.06 else 1.5) * PER_MM)
            x, end = left, left + (wide - gap) * (1 if rng.random() < 0.85 else 0.5)
            while x < end:
                word = int(rng.uniform(1, 5) * size)
                sheet[y : y + size, x : int(min(x + word, end))] *= 0.2 if size > 9 else rng.uniform(0.35, 0.6)
                x += word + max(2, size // 2)
            y += int(size * 1.9)


def glass(rng: Rng) -> Picture:
    """A tinted glass top: a dim and blurred floor of tiles seen through it."""
    tile = int(rng.uniform(180, 230) * PER_MM)
    floor = _filled((64, 78, 76)) * (0.75 + 0.5 * art.fbm(rng, SIDE, SIDE, 400))[..., None]
    floor[np.arange(SIDE) % tile < 9] *= 0.5
    floor[:, np.arange(SIDE) % tile < 9] *= 0.5
    return cv2.GaussianBlur(floor, (0, 0), 14)


def gridmat(rng: Rng) -> Picture:
    """A play mat printed with a square grid, every fifth line bold, on a parchment or slate ground."""
    ground, ink = (((188, 170, 130), (96, 74, 48)), ((74, 84, 92), (176, 186, 190)))[int(rng.integers(2))]
    img = _filled(ground) * (0.78 + 0.44 * art.fbm(rng, SIDE, SIDE, 300, octaves=6))[..., None]
    pitch = rng.uniform(23, 27) * PER_MM
    for i in range(int(SIDE / pitch) + 1):
        at, wide = int(i * pitch), 7 if i % 5 == 0 else 3
        for line in (img[:, at : at + wide], img[at : at + wide]):
            line[:] = 0.35 * line + 0.65 * np.float32(ink)
    return img


def carpet(rng: Rng) -> Picture:
    """A knotted carpet: rows of diamonds and stars in madder, navy, ochre and ivory, with its pile."""
    tones = np.float32([(124, 30, 34), (34, 42, 76), (196, 150, 78), (222, 206, 174), (70, 92, 84)])
    knot, n = 3 * PER_MM, SIDE // (3 * PER_MM)
    y, x = np.mgrid[:n, :n]
    rows = np.abs((x + 12) % 24 - 12) + np.abs((y + 12) % 24 - 12)
    stars = np.minimum(np.abs((x % 24) - 12), np.abs((y % 24) - 12)) + (rows > 10) * 4
    index = np.select([rows < 3, rows < 5, rows < 10, stars < 2, stars < 6, rows > 21], [2, 3, 1, 3, 0, 4], 0)
    index = np.where((x // 4 + y // 4) % 9 == 0, 2, index)
    img = cv2.resize(tones[index], (SIDE, SIDE), interpolation=cv2.INTER_NEAREST)
    img = img * (0.85 + 0.3 * cv2.resize(rng.random((n, n), np.float32), (SIDE, SIDE)))[..., None]
    return cv2.GaussianBlur(img, (0, 0), knot / 4) * (0.6 + 0.8 * art.noise(rng, SIDE, SIDE, 4))[..., None]


def marble(rng: Rng) -> Picture:
    """Polished marble: white or green with veins."""
    ground, vein = (((226, 224, 220), (120, 122, 128)), ((52, 78, 68), (180, 196, 186)))[int(rng.integers(2))]
    cloud = art.fbm(rng, SIDE, SIDE, 700, octaves=6, gain=0.55)
    img = _filled(ground) * (0.86 + 0.24 * cloud)[..., None]
    for size, reach in ((620, 0.012), (330, 0.008), (900, 0.03)):
        ridge = np.abs(art.fbm(rng, SIDE, SIDE, size, octaves=6, gain=0.5) - 0.5)
        share = (np.exp(-ridge / reach) * art.noise(rng, SIDE, SIDE, 500))[..., None]
        img = img * (1 - share) + np.float32(vein) * share
    return img


def slats(rng: Rng) -> Picture:
    """A garden table of weathered slats with dark gaps between them, and lichen."""
    img, y = _filled((30, 28, 24)), 0
    wide, gap = int(rng.uniform(52, 68) * PER_MM), int(7 * PER_MM)
    while y < SIDE:
        room = img[y : y + wide]
        tall = room.shape[0]
        grain = 0.6 * art.noise(rng, tall, SIDE, 400, 5) + 0.4 * art.noise(rng, tall, SIDE, 120, 2)
        room[:] = art.ramp(grain, [(98, 90, 80), (146, 136, 122), (178, 170, 156)]) * rng.uniform(0.85, 1.08)
        lichen = np.clip(art.fbm(rng, tall, SIDE, 70) * 6 - 3.9, 0, 0.7)[..., None]
        room[:] = room * (1 - lichen) + np.float32((150, 160, 120)) * lichen
        y += wide + gap
    return img


def pub(rng: Rng) -> Picture:
    """Dark varnished boards with scratches and the rings of glasses."""
    img = art.table_texture_of_renderer(int(rng.integers(1 << 30)), "walnut").astype(np.float32) * 0.55
    for _ in range(22):
        at, size = tuple(map(int, rng.uniform(0, SIDE, 2))), int(rng.uniform(31, 40) * PER_MM)
        ring = np.zeros((SIDE, SIDE), np.float32)
        start = rng.uniform(0, 360)
        cv2.ellipse(ring, at, (size, size), 0, start, start + rng.uniform(180, 360), 1.0, 7, cv2.LINE_AA)
        img *= (1 + rng.choice([-0.35, 0.5]) * cv2.GaussianBlur(ring, (0, 0), 2))[..., None]
    scratches = np.zeros((SIDE, SIDE), np.uint8)
    for _ in range(160):
        at, turn = rng.uniform(0, SIDE, 2), rng.uniform(0, np.pi)
        to = at + rng.uniform(20, 220) * np.array([np.cos(turn), np.sin(turn)])
        cv2.line(scratches, tuple(map(int, at)), tuple(map(int, to)), int(rng.uniform(40, 130)), 1, cv2.LINE_AA)
    return img + scratches[..., None] * 0.35


def laminate(rng: Rng) -> Picture:
    """A grey office desk, finely speckled."""
    return _filled((176, 178, 178)) * (0.94 + 0.12 * art.noise(rng, SIDE, SIDE, 2.5))[..., None]


TOPS: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "patchwork": (patchwork, True, 0.3),
    "newspaper": (newspaper, False, 0.34),
    "glass": (glass, False, 0.03),
    "gridmat": (gridmat, False, 0.34),
    "carpet": (carpet, True, 0.3),
    "marble": (marble, False, 0.07),
    "slats": (slats, False, 0.34),
    "pub": (pub, False, 0.32),
    "laminate": (laminate, False, 0.25),
}
"""How it is drawn, whether it is a cloth, and how rough its varnish is."""


def install() -> None:
    """Teach the renderer to draw these tops."""
    art.table_texture_of_renderer = stock = art.table_texture

    def table_texture(seed: int, kind: str, mm: int = 900, px: int = 3) -> Picture:
        if kind not in TOPS:
            return stock(seed, kind, mm, px)
        return np.clip(TOPS[kind][0](np.random.default_rng(seed)), 0, 255).astype(np.uint8)

    art.table_texture = table_texture
