"""More table tops, drawn like those of ``room_tables``: blankets, oilcloth, terrazzo, foam, rattan, varnish."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from room_tables import PER_MM, SIDE, TOPS, Picture, Rng, Tone
from tablescene import art


def _filled(tone: Tone) -> Picture:
    """A top of one tone."""
    return np.full((SIDE, SIDE, 3), tone, np.float32)


def _blurred(img: Picture, size: float) -> Picture:
    """The edges of print and dye."""
    return cv2.GaussianBlur(img, (0, 0), size)


def tartan(rng: Rng) -> Picture:
    """A woollen blanket: the same order of stripes along and across, red, blue or camel."""
    setts: list[list[tuple[Tone, float]]] = [
        [((150, 26, 32), 34), ((26, 36, 70), 9), ((150, 26, 32), 5), ((28, 70, 48), 20), ((214, 178, 62), 1.7)],
        [((28, 44, 84), 26), ((18, 20, 26), 7), ((26, 74, 62), 24), ((18, 20, 26), 7), ((204, 206, 200), 1.7)],
        [((186, 154, 110), 34), ((38, 34, 34), 12), ((226, 218, 200), 5), ((38, 34, 34), 12), ((158, 34, 38), 2.5)],
    ]
    order = setts[int(rng.integers(len(setts)))]
    threads = [tone for tone, wide in [*order, *order[-2:0:-1]] for _ in range(round(wide * PER_MM))]
    line = np.float32(threads)[np.arange(SIDE) % len(threads)]
    y, x = np.mgrid[:SIDE, :SIDE]
    twill = ((x + y) // PER_MM % 4 < 2).astype(np.float32)[..., None] * 0.3 + 0.35
    img = _blurred(line[None] * twill + line[:, None] * (1 - twill), 0.8)
    nap = 0.5 * art.noise(rng, SIDE, SIDE, 5) + 0.5 * art.fbm(rng, SIDE, SIDE, 40)
    return img * (0.74 + 0.52 * nap)[..., None]


def stripes(rng: Rng) -> Picture:
    """A child's knitted blanket in broad and narrow stripes."""
    tones = np.float32(
        [(240, 206, 98), (110, 176, 190), (238, 236, 226), (226, 122, 112), (140, 182, 118), (86, 92, 142)]
    )
    img, y, last = _filled((238, 236, 226)), 0, -1
    while y < SIDE:
        k = int(rng.choice([i for i in range(len(tones)) if i != last]))
        wide = int(rng.choice([9, 16, 34, 48]) * PER_MM)
        img[y : y + wide], y, last = tones[k], y + wide, k
    rows, columns = np.mgrid[:SIDE, :SIDE] / PER_MM
    stitch = np.sin(2 * np.pi * (rows / 2.6 + 0.3 * np.abs((columns / 2.2) % 1 - 0.5)))
    stitch = stitch * (0.5 + np.abs((columns / 2.2) % 1 - 0.5))
    return _blurred(img, 1.5) * (0.95 + 0.1 * stitch + 0.1 * (art.fbm(rng, SIDE, SIDE, 60) - 0.5))[..., None]


def _lemon(rng: Rng, size: int) -> tuple[Picture, Picture]:
    """A lemon with a leaf or two, or half of one: colour and cover."""
    n = int(size * 3.2)
    img, cover, mid = np.zeros((n, n, 3), np.float32), np.zeros((n, n), np.float32), n // 2
    for _ in range(int(rng.integers(1, 3))):
        turn = rng.uniform(0, 2 * np.pi)
        at = (int(mid + size * np.cos(turn)), int(mid + size * np.sin(turn)))
        tone = tuple(float(v) for v in np.float32((70, 122, 58)) * rng.uniform(0.75, 1.2))
        cv2.ellipse(img, at, (int(size * 0.55), int(size * 0.24)), np.degrees(turn), 0, 360, tone, -1, cv2.LINE_AA)
        cv2.ellipse(cover, at, (int(size * 0.55), int(size * 0.24)), np.degrees(turn), 0, 360, 1.0, -1, cv2.LINE_AA)
    y, x = (np.mgrid[:n, :n] - mid) / size
    tip = 0.16 * np.exp(-((y / 0.2) ** 2)) * (np.abs(x) > 0.6)
    away = np.sqrt((x / (1 + tip)) ** 2 + (y / 0.74) ** 2)
    inside = np.clip((1 - away) * size / 2, 0, 1)
    if rng.random() < 0.3:
        rays = np.abs(np.sin(np.arctan2(y, x) * 5)) ** 0.3
        tones = art.ramp(np.clip(rays * (away < 0.82) + (away > 0.95), 0, 1), [(250, 246, 214), (246, 218, 84)])
    else:
        tones = art.ramp(np.clip(0.62 - 0.3 * x - 0.4 * y, 0, 1), [(214, 158, 30), (244, 204, 50), (252, 230, 120)])
    img = img * (1 - inside[..., None]) + tones * inside[..., None]
    cover = np.maximum(cover, inside)
    matrix = cv2.getRotationMatrix2D((mid, mid), rng.uniform(0, 360), 1)
    return cv2.warpAffine(img, matrix, (n, n)), cv2.warpAffine(cover, matrix, (n, n))


def lemons(rng: Rng) -> Picture:
    """Kitchen oilcloth: lemons with their leaves on pale blue or cream, and a blue dot here and there."""
    img = _filled(((206, 222, 228), (242, 236, 218))[int(rng.integers(2))])
    kinds = [_lemon(rng, int(rng.uniform(19, 25) * PER_MM)) for _ in range(14)]
    pitch = 66 * PER_MM
    for i, top in enumerate(range(-pitch, SIDE, pitch)):
        for left in range(-pitch + (i % 2) * pitch // 2, SIDE, pitch):
            lemon, cover = kinds[int(rng.integers(len(kinds)))]
            y, x = (int(v + rng.normal(0, 5 * PER_MM)) for v in (top, left))
            top_left = np.maximum((y, x), 0)
            bottom_right = np.minimum((y + len(cover), x + len(cover)), SIDE)
            if (bottom_right > top_left).all():
                (y0, x0), (y1, x1) = top_left, bottom_right
                share, part = cover[y0 - y : y1 - y, x0 - x : x1 - x, None], lemon[y0 - y : y1 - y, x0 - x : x1 - x]
                img[y0:y1, x0:x1] = img[y0:y1, x0:x1] * (1 - share) + part * share
            dot = (x + int(rng.uniform(0, pitch)), y + int(rng.uniform(-0.1, 0.1) * pitch))
            cv2.circle(img, dot, int(rng.uniform(1.5, 3) * PER_MM), (84.0, 122.0, 168.0), -1, cv2.LINE_AA)
    return _blurred(img, 0.8)


def terrazzo(rng: Rng) -> Picture:
    """Polished terrazzo: chips of ochre, rose, green, grey and white stone in a pale or grey ground."""
    ground: Tone = ((222, 218, 208), (150, 150, 146))[int(rng.integers(2))]
    img = _filled(ground) * (0.95 + 0.1 * art.noise(rng, SIDE, SIDE, 4))[..., None]
    tones = np.float32([(184, 130, 84), (196, 150, 142), (96, 116, 104), (92, 92, 96), (242, 240, 234), (138, 84, 70)])
    for _ in range(5200):
        size, at = rng.uniform(1, 8) ** 1.15 * PER_MM / 1.4, rng.uniform(0, SIDE, 2)
        turns = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 8))))
        reach = size * rng.uniform(0.6, 1.0, len(turns))
        corners = at + np.stack([np.cos(turns) * reach, np.sin(turns) * reach * rng.uniform(0.5, 1)], 1)
        tone = tones[int(rng.integers(len(tones)))] * rng.uniform(0.85, 1.12)
        cv2.fillPoly(img, [corners.astype(np.int32)], tuple(map(float, tone)), cv2.LINE_AA)
    return _blurred(img, 0.7) * (0.94 + 0.12 * art.fbm(rng, SIDE, SIDE, 30))[..., None]


def foammat(rng: Rng) -> Picture:
    """A mat of square foam tiles with jigsaw edges in four colours."""
    tones = np.float32([(196, 62, 58), (226, 190, 70), (74, 138, 94), (66, 104, 166)])
    tile, tab = int(rng.uniform(108, 132) * PER_MM), int(7.5 * PER_MM)
    many = SIDE // tile + 1
    y, x = np.mgrid[:SIDE, :SIDE] // tile
    owner = np.ascontiguousarray((y * many + x).astype(np.int32))
    for row in range(many):
        for column in range(many):
            for k in range(4):
                along, sign = int((k + 0.5) / 4 * tile), 1 if k % 2 else -1
                across = (row + 1) * tile + sign * tab // 2
                cv2.circle(owner, (column * tile + along, across), tab, (row + (sign < 0)) * many + column, -1)
                across = (column + 1) * tile + sign * tab // 2
                cv2.circle(owner, (across, row * tile + along), tab, row * many + column + (sign < 0), -1)
    img = tones[(owner % many + 2 * (owner // many)) % len(tones)]
    seam = np.zeros((SIDE, SIDE), np.float32)
    seam[1:] += owner[1:] != owner[:-1]
    seam[:, 1:] += owner[:, 1:] != owner[:, :-1]
    grain = 0.9 + 0.2 * art.noise(rng, SIDE, SIDE, 3)
    return img * (grain * (1 - 0.6 * np.clip(_blurred(cv2.dilate(seam, np.ones((3, 3))), 1.2), 0, 1)))[..., None]


def rattan(rng: Rng) -> Picture:
    """Woven rattan, light or dark: strands over and under each other."""
    tones: list[Tone] = [[(86, 58, 34), (176, 134, 84), (214, 178, 126)], [(30, 24, 20), (74, 56, 44), (112, 88, 70)]][
        int(rng.integers(2))
    ]
    wide = rng.uniform(7, 10) * PER_MM
    v, u = np.mgrid[:SIDE, :SIDE] / wide
    over = (np.floor(u) + np.floor(v)) % 2 == 0
    across = np.where(over, v % 1, u % 1) - 0.5
    along = np.where(over, u % 1, v % 1) - 0.5
    round_ = np.sqrt(np.clip(1 - (2.05 * across) ** 2, 0, 1)) * (1 - 1.5 * along**2)
    fibre = np.where(over, art.noise(rng, SIDE, SIDE, 60, 2), art.noise(rng, SIDE, SIDE, 2, 60))
    return art.ramp(np.clip(0.75 * round_ + 0.35 * (fibre - 0.35), 0, 1), tones)


def darkwalnut(rng: Rng) -> Picture:
    """Oiled walnut, nearly black."""
    return art.table_texture_of_renderer(int(rng.integers(1 << 30)), "walnut").astype(np.float32) * (0.62, 0.58, 0.56)


def varnish(rng: Rng) -> Picture:
    """A reddish veneer under thick varnish."""
    return art.table_texture_of_renderer(int(rng.integers(1 << 30)), "walnut").astype(np.float32) * (0.95, 0.66, 0.5)


def campslats(rng: Rng) -> Picture:
    """A folding camping table: narrow aluminium slats, brushed and a little scratched."""
    img, y = _filled((26, 27, 30)), 0
    wide, gap = int(rng.uniform(44, 58) * PER_MM), int(2.5 * PER_MM)
    while y < SIDE:
        room = img[y : y + wide]
        tall = room.shape[0]
        brushed = 0.5 * art.noise(rng, tall, SIDE, 300, 2) + 0.5 * art.noise(rng, tall, SIDE, 60, 1.5)
        edge = np.minimum(np.arange(tall), np.arange(tall)[::-1]) / PER_MM
        room[:] = (np.float32((142, 146, 150)) * (0.86 + 0.28 * brushed)[..., None]) * rng.uniform(0.93, 1.04)
        room *= (0.7 + 0.3 * np.clip(edge / 2, 0, 1))[:, None, None]
        y += wide + gap
    return img


MORE: dict[str, tuple[Callable[[Rng], Picture], bool, float]] = {
    "tartan": (tartan, True, 0.3),
    "stripes": (stripes, True, 0.3),
    "lemons": (lemons, False, 0.13),
    "terrazzo": (terrazzo, False, 0.12),
    "foammat": (foammat, False, 0.4),
    "rattan": (rattan, False, 0.34),
    "darkwalnut": (darkwalnut, False, 0.22),
    "varnish": (varnish, False, 0.02),
    "campslats": (campslats, False, 0.3),
}
"""As in ``room_tables``: how it is drawn, whether it is a cloth, and how rough its varnish is."""


def add() -> None:
    """Lay these tops beside those that there are."""
    TOPS.update(MORE)
