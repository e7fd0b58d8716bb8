"""A big publisher's autumn edition: digital paintings in low golden light, dense leaves on a dark brown forest floor.

The board is one painting of brown fallen leaves with moss, needles and a few shafts of warm light; every space has a
thin bone-coloured frame with round corners, areas are parted by painted sticks. Tiles are dense heaps of maple, oak,
lime, birch and beech, lit from the upper left: greens that turn at the rim (threes), gold to amber (fours), scarlet to
wine (fives), on dark brown card. Treasures are painted: a spray of rowan berries, a chestnut in its husk, chanterelles,
an owl's barred feather; tokens are walnut discs with the same picture. Squirrels and animals are painted on card.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, rounded, shrunk
from art_lamps import rooms_lit
from tablescene import art
from tablescene import scene as ts

PX, SIZE = art.PX, 200  # pixels of a millimetre, of a leaf's square
Array, Rng, STOCK = np.ndarray, np.random.Generator, ts.TableScene._piece_meshes
BONE = np.float32((222, 206, 168))
# one half of a leaf's outline, along and aside in percent; ends of its ribs; depth of its teeth
HALVES = {
    "maple": (
        "0 0 -7 14 -2 32 8 28 14 44 24 38 28 58 40 52 45 66 52 52 58 54 55 38 50 24 62 28 70 22 78 25 84 13 92 "
        "11 100 0",
        "-2 32 45 66 78 25",
        0.0,
    ),
    "oak": (
        "0 0 8 5 15 5 20 15 29 18 32 10 38 11 43 24 54 26 57 14 63 14 69 24 78 22 81 12 87 13 95 9 100 0",
        "27 16 52 24 76 21",
        0.0,
    ),
    "lime": ("4 0 -5 13 0 30 14 41 32 42 54 34 74 20 88 8 100 0", "2 30 30 40 54 32 74 18", 0.016),
    "birch": ("0 0 7 18 20 33 36 33 56 23 76 13 90 5 100 0", "18 28 34 30 54 22 74 12", 0.024),
    "beech": ("0 0 14 14 32 26 52 30 70 26 86 14 100 0", "24 18 40 26 56 27 72 22 84 13", 0.006),
    "cherry": ("0 0 16 12 40 19 62 17 84 8 100 0", "26 12 46 17 64 14 80 8", 0.010),
}
TONES = {
    "green": "4a7a2c 6f9434 2f6234 8fa83c 3c7048 a4b048 28502c 5c8a3a",
    "orange": "e0a020 f0bc3c d88a1e f4d060 cc8c1c e8a848 bc7c1a f0c850",
    "red": "a8202a c83a28 8a1a28 d0502e 74182a b83040 98242a c04434",
    "floor": "6e4c2c 84602f 5a3f28 966a3c 4c3626 7c5d3c 6a4f30 5e4730",
}
TURNING = {"green": "c0b450", "orange": "a85a1c", "red": "e08a3c", "floor": "8a6a44"}  # what rims turn to
# painted parts, later over earlier, in hundredths: form, colour, then an oval, an outline or a line's width and points
DRAWINGS = {
    "berry": "= 5c4426 5 52 4 50 30 34 46; = 5c4426 4 50 30 70 50; = 5c4426 4 50 28 52 70; o 4c7434 30 20 20 8 30; "
    "o 5a8438 72 18 20 8 -28; o 46702e 20 34 16 7 -14; o 4e7a34 82 34 16 7 14; o c8401c 32 54 15 15 0; o d04a1e 66 "
    "54 16 16 0; o b83418 48 48 13 13 0; o d8521e 49 68 16 16 0; o c03c1a 28 76 14 14 0; o cc441c 72 78 15 15 0; o "
    "dc5a24 50 89 12 11 0; k 3a140e 33 57 3 3 0; k 3a140e 68 57 3 3 0; k 3a140e 51 72 3 3 0; k 3a140e 29 80 3 3 0",
    "nut": "p 7e8a3a 10 60 2 50 14 44 10 30 24 32 28 16 40 24 50 8 58 22 72 14 74 30 90 28 86 44 98 52 88 62 96 74 "
    "82 78 80 92 66 88 50 98 36 88 20 92 20 78 6 74; p b4a860 22 56 30 38 50 32 70 38 78 56 70 76 50 82 30 76; p "
    "84401c 18 54 28 36 50 32 72 36 82 56 74 76 50 84 26 76; p a85a28 26 52 36 40 52 39 58 54 44 68 30 64; o dcc09a "
    "54 77 19 6 0; k f0c8a0 37 47 8 4 -30",
    "mushroom": "p d8922a 4 38 20 40 50 44 80 40 97 38 86 54 70 64 62 80 64 98 38 98 40 80 32 64 14 54; p f0bc4c 2 "
    "38 10 22 30 14 50 20 70 12 90 20 98 38 80 46 50 48 20 46; o b8741e 50 33 26 8 0; o f4cc6c 24 27 14 5 -20; = "
    "9c6418 3 30 52 46 78; = 9c6418 3 50 52 50 92; = 9c6418 3 70 52 54 78; = 9c6418 2 18 48 34 60; = 9c6418 2 82 48 "
    "66 60",
    "feather": "p e6d8bc 8 96 14 66 30 38 58 14 90 4 94 30 78 58 52 78 22 92; p c8b08a 8 96 52 48 94 6 94 30 78 58 "
    "52 78 22 92; = 5a3c24 7 22 58 32 70; = 5a3c24 7 30 42 50 70; = 5a3c24 7 42 28 66 62; = 5a3c24 7 56 18 78 50; = "
    "5a3c24 7 72 11 88 36; = f4ecd8 3 2 99 46 54 90 8",
    "squirrel": "p 8a3c1c 62 96 56 74 68 52 60 30 68 8 88 4 99 22 94 40 86 52 92 76 82 96; p c0703c 72 86 70 70 80 "
    "52 74 32 78 18 90 20 88 36 80 50 84 72; o a04a22 46 76 20 24 0; o e8d4b0 38 76 10 18 6; o a85026 32 42 20 16 "
    "-10; p 8a3c1c 30 30 30 8 42 28; p 8a3c1c 22 32 18 12 32 28; o e8d4b0 24 50 10 7 0; k 180e0a 27 40 4 5 0; k "
    "180e0a 13 46 3 2 0; o 8a3c1c 30 66 10 5 20",
    "badger": "o 2c2a2c 20 22 12 11 0; o 2c2a2c 80 22 12 11 0; o e6e0d4 50 54 36 40 0; p 2a282a 26 20 42 30 42 66 "
    "34 84 22 66; p 2a282a 74 20 58 30 58 66 66 84 78 66; k f0e8d0 34 48 5 5 0; k f0e8d0 66 48 5 5 0; k 0c0808 34 "
    "49 3 3 0; k 0c0808 66 49 3 3 0; k 1c1614 50 90 9 6 0",
    "owl": "p 5c4226 14 34 8 4 44 22; p 5c4226 86 34 92 4 56 22; o 7a5c3a 50 54 42 40 0; o d2bc90 32 50 20 23 0; o "
    "d2bc90 68 50 20 23 0; o e8a020 33 50 12 12 0; o e8a020 67 50 12 12 0; k 0a0806 34 50 6 7 0; k 0a0806 66 50 6 7 "
    "0; p 3a2e22 44 58 56 58 50 80",
    "hare": "p 86683e 42 44 22 30 18 2 34 8 46 34; p 86683e 58 44 78 30 82 2 66 8 54 34; o a4835a 50 62 32 34 0; o "
    "e4d8be 50 82 17 13 0; k 1c120a 31 56 6 7 0; k 1c120a 69 56 6 7 0; k 70403a 50 75 6 4 0; k ffffff 33 53 2 2 0",
    "fox": "p 8c3c16 12 50 6 2 44 28; p 8c3c16 88 50 94 2 56 28; p c4622a 4 54 26 24 50 20 74 24 96 54 72 78 50 99 "
    "28 78; p f0e4d0 4 54 28 54 44 72 50 97 26 76; p f0e4d0 96 54 72 54 56 72 50 97 74 76; k 140c08 31 50 5 5 0; k "
    "140c08 69 50 5 5 0; k 18100e 50 93 8 6 0",
    "heron": "p c4ccd0 52 98 56 60 50 40 76 40 84 70 90 98; o dfe2e0 58 38 26 20 0; p 20262e 42 24 66 16 99 32 96 "
    "44 74 36; p dca23a 40 34 2 48 40 50; p b47a24 40 42 2 49 40 50; k f0cc3a 46 36 5 5 0; k 0a0806 46 36 3 3 0",
}  # fmt: skip
COATS = {"badger": "5c5a5c", "owl": "806340", "hare": "9a7c54", "fox": "b0562a", "heron": "76889a"}
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
ROOMS = (
    (3400, (("lamp", 3000, (170, 170), 1.0, 420.0, 1500.0, 0), ("window", 6000, (450, 500), 0.35, -1700, 1000, 300))),
    (5200, (("window", 6000, (650, 600), 1.1, 1500.0, 1200.0, 280),)),
    (4000, (("lamp", 3900, (230, 230), 1.0, 600.0, 1700.0, 0),)),
)  # fmt: skip


def _tones(text: str) -> Array:
    return np.float32([list(bytes.fromhex(word)) for word in text.split()])


@lru_cache(maxsize=64)
def _blank(form: str, variant: int) -> Array:
    """Cover, height, veins and mottling of a leaf without colour, its tip at the right, as four layers."""
    rng, (half, ends, teeth) = np.random.default_rng([variant, *form.encode()]), HALVES[form]
    side = np.float64(half.split()).reshape(-1, 2) / 100 * [1, rng.uniform(0.85, 1.12)]
    ring = np.r_[side, side[-2:0:-1] * [1, -1]] + rng.normal(0, 0.008, (2 * len(side) - 2, 2))
    ring = rounded(rounded(ring, 0.18)) if form in ("maple", "oak") else rounded(rounded(rounded(ring, 0.25)))
    ring = ring + teeth * np.where(np.arange(len(ring)) % 2, 1, -1)[:, None] * np.sign(ring - [0.5, 0])
    ribs = [np.float64([(-0.1, 0), (0.96, 0)])]
    for x, y in np.float64(ends.split()).reshape(-1, 2) / 100:
        foot = 0.04 if form == "maple" else max(0, x - 0.8 * y)
        ribs += [np.float64([(foot, 0), (x * 0.98, k * y * 0.94)]) for k in (-1, 1)]
    bend, s = rng.normal(0, 0.07), SIZE * 0.82

    def path(q: Array) -> Array:
        bent = np.c_[q[:, 0], q[:, 1] + bend * np.sin(np.pi * q[:, 0])]
        return np.round((bent * s + [SIZE * 0.11, SIZE / 2]) * 16).astype(np.int32)

    mask, vein = np.zeros((2, SIZE, SIZE), np.uint8)
    cv2.fillPoly(mask, [path(ring)], 255, cv2.LINE_AA, 4)
    for k, rib in enumerate(ribs):
        steps = np.linspace(0, 1, 6)[:, None]
        cv2.polylines(
            vein, [path(rib[0] * (1 - steps) + rib[1] * steps)], False, 255, 3 if k == 0 else 2, cv2.LINE_AA, 4
        )
    mask = np.maximum(mask, vein * (np.arange(SIZE) < SIZE * 0.13))
    swell = 1 - np.exp(-cv2.distanceTransform(255 - vein, cv2.DIST_L2, 5) / 9)
    fold = rng.uniform(-0.02, 0.02) * np.abs(np.arange(SIZE) - SIZE / 2)[:, None]
    height = cv2.GaussianBlur((swell + fold + 1.6 * art.fbm(rng, SIZE, SIZE, 70)).astype(np.float32), (0, 0), 1.2)
    return np.dstack([mask / 255.0, height, vein / 255.0, art.fbm(rng, SIZE, SIZE, 46)]).astype(np.float32)


def _strew(rng: Rng, img: Array, family: str, x: float, y: float, mm: float, lit: float, shadow: float = 0.6) -> None:
    """Paint one leaf, lit from the upper left however it is turned."""
    names = tuple(HALVES)
    blank = _blank(names[int(rng.choice(6, p=(0.3, 0.18, 0.14, 0.14, 0.14, 0.1)))], int(rng.integers(4)))
    scale = mm * PX / (SIZE * 0.82)
    d = int(SIZE * scale * 1.25) + 4
    m = cv2.getRotationMatrix2D((SIZE / 2, SIZE / 2), rng.uniform(0, 360), scale)
    m[:, 2] += (d - SIZE) / 2
    cover, height, vein, mottle = cv2.split(cv2.warpAffine(blank, m, (d, d), flags=cv2.INTER_LINEAR))
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1)
    light = 1 + np.clip(slope * 0.35, -0.34, 0.34) + np.round((mottle - 0.5) * 6) / 6 * 0.35
    rim = np.clip(cover - np.roll(cover, (3, 3), (0, 1)), 0, 1)
    near = 1 - np.clip(cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / (d * 0.11), 0, 1)
    tones = _tones(TONES[family])
    one, two = tones[rng.choice(len(tones), 2, replace=False)]
    blend = np.clip(0.5 * near + 2.4 * (mottle - 0.55), 0, 1)[..., None]
    turn = (np.clip(near * 1.2 - 0.5 + 1.5 * (mottle - 0.5), 0, 1) * rng.uniform(0, 0.6))[..., None]
    body = one * (1 - blend) + two * blend
    body += (_tones(TURNING[family]) - body) * turn
    pale = np.clip(one * 1.25 + 22, 0, 255)
    body += (pale - body) * (vein * (0.5 if rng.random() < 0.7 else -0.35))[..., None]
    body = body * light[..., None] * lit * rng.uniform(0.82, 1.1) + rim[..., None] * np.float32((70, 56, 26)) * lit
    art.paste(img, np.dstack([body, cover * 255]).clip(0, 255).astype(np.uint8), x, y, shadow)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Dark leaves below, two layers of bright ones above, a breath of golden light over all."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * (_tones(TONES[colour])[2] * 0.22)
    for step, low, high, lit in ((6.0, 10, 14, 0.42), (6.4, 10, 15, 0.74), (7.2, 9, 16, 1.02)):
        spots = list(product(np.arange(-3, w_mm + 6, step), np.arange(-3, h_mm + 6, step)))
        for k in rng.permutation(len(spots)):
            x, y = (np.float64(spots[k]) + rng.uniform(-2.6, 2.6, 2)) * PX
            _strew(rng, img, colour, x, y, rng.uniform(low, high), lit)
    glow = np.clip(art.fbm(rng, h, w, 260) * 1.6 - 0.5, 0, 1)[..., None]
    img *= 0.9 + 0.22 * glow * np.float32((1.1, 1.0, 0.7))
    img += (img.mean(2, keepdims=True) * (1.04, 1.0, 0.9) - img) * 0.16  # mellow, as a painting is
    return img.clip(0, 255).astype(np.uint8)


@lru_cache(maxsize=32)
def _painted(name: str, n: int) -> Array:
    """A drawing as RGBA of n pixels, its parts round and lit from the upper left in visible steps of the brush."""
    s, rng = 3 * n, np.random.default_rng(len(DRAWINGS[name]))
    img, alpha, brush = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8), art.fbm(rng, s, s, s / 10)
    for part in DRAWINGS[name].split(";"):
        form, tone, *words = part.split()
        numbers, mask = np.float32(words), np.zeros((s, s), np.uint8)
        if form == "=":
            line = np.round(numbers[1:].reshape(-1, 2) * s / 100 * 16).astype(np.int32)
            reach = float(numbers[0]) * s / 200
            cv2.polylines(mask, [line], False, 255, max(1, int(2 * reach)), cv2.LINE_AA, 4)
        else:
            ring, angular = ring_of(numbers)
            ring = rounded(rounded(ring)) if angular else ring
            reach = 0.1 * s if angular else float(numbers[2:4].min()) * s / 100
            cv2.fillPoly(mask, [np.round(ring * s / 100 * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        near = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / reach, 0, 1)
        dome = cv2.GaussianBlur(np.sqrt(1 - (1 - near) ** 2).astype(np.float32), (0, 0), max(1.5, reach / 6))
        slope = (cv2.Sobel(dome, cv2.CV_32F, 1, 0) + cv2.Sobel(dome, cv2.CV_32F, 0, 1)) * reach / 8
        light = 0.94 + np.clip(0.5 * slope, -0.45, 0.5) + np.round((brush - 0.5) * 7) / 7 * 0.35
        body = _tones(tone)[0] * (np.ones_like(light) if form == "k" else light)[..., None]
        cover = mask[..., None].astype(np.float32) / 255
        img, alpha = img * (1 - cover) + body * cover, np.maximum(alpha, mask)
    return shrunk(np.dstack([img.clip(0, 255), alpha]), n)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure, painted; all prints are alike."""
    return _painted(kind, int(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Walnut, its grain along the disc, with the treasure printed on a little shade."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    grain = 0.5 * art.noise(rng, n, n, 120, 6) + 0.3 * art.noise(rng, n, n, 60, 2) + 0.2 * art.fbm(rng, n, n, 70)
    img = art.ramp(np.clip(grain * 1.7 - 0.35, 0, 1), _tones("2e1c12 4a3020 64442c")).astype(np.float32)
    far = np.hypot(*(np.mgrid[:n, :n] / n - 0.5))
    img *= (1.08 - 0.9 * np.clip(far - 0.34, 0, 1))[..., None]
    art.paste(img, icon(kind, seed, d_mm * 0.72), n / 2, n / 2, 0.8)
    return img.clip(0, 255).astype(np.uint8)


def _stick(rng: Rng, img: Array, a: Array, b: Array) -> None:
    """A painted stick from here to there, crooked, with knots, some bark gone and some moss."""
    n, way = 14, (b - a) / np.hypot(*(b - a))
    aside = np.r_[0, np.cumsum(rng.normal(0, 2.2, n - 2)), 0]
    aside -= np.linspace(0, aside[-2], n) * (np.arange(n) < n - 1)
    path = a + np.linspace(0.012, 0.988, n)[:, None] * (b - a) + aside.clip(-7, 7)[:, None] * [-way[1], way[0]]
    thick, tone = rng.uniform(15, 21), _tones("b08a60 9c7852 bc9a76 8e7050")[int(rng.integers(4))]

    def stroke(points: Array, shift: float, width: float, colour: Array) -> None:
        fixed = np.round((points + shift) * 8).astype(np.int32)
        cv2.polylines(img, [fixed], False, np.float32(colour).tolist(), max(1, round(width)), cv2.LINE_AA, 3)

    stroke(path, 5, thick, (16, 11, 8))
    for shift, width, k in ((0, thick, 0.55), (-thick * 0.1, thick * 0.72, 0.85), (-thick * 0.22, thick * 0.3, 1.25)):
        stroke(path, shift, width, tone * k)
    for _ in range(int(np.hypot(*(b - a)) / 45)):
        k = int(rng.integers(1, n - 2))
        at = path[k] + rng.uniform(0, 1) * (path[k + 1] - path[k])
        if rng.random() < 0.3:
            end = (
                at + way * rng.uniform(14, 32) + rng.choice([-1, 1]) * np.array([-way[1], way[0]]) * rng.uniform(12, 26)
            )
            stroke(np.array([at, end]), 0, 5, tone * 0.75)
        else:
            stroke(
                np.array([at, at + way * rng.uniform(6, 18)]), rng.uniform(-4, 3), 2.5, tone * rng.choice([0.4, 1.4])
            )
    if rng.random() < 0.5:
        start = path[int(rng.integers(2, n - 3))]
        for _ in range(60):
            spot = start + way * rng.normal(0, 24) + rng.normal(0, 5, 2)
            colour = _tones("5c6a2c 76843a 44522a")[int(rng.integers(3))]
            cv2.circle(
                img, np.round(spot).astype(int).tolist(), int(rng.integers(2, 5)), colour.tolist(), -1, cv2.LINE_AA
            )


def _floor(rng: Rng, h: int, w: int) -> Array:
    """Fallen leaves in layers of brown, the deep ones dark, moss and needles between them."""
    img = art.ramp(art.fbm(rng, h, w, 50), [(22, 16, 12), (48, 36, 26)]).astype(np.float32)
    damp, moss = art.fbm(rng, h, w, 380), art.fbm(rng, h, w, 300)
    for layer, (lit, dense) in enumerate(((0.55, 5200), (0.78, 5600), (1.0, 7000), (1.25, 11000))):
        for _ in range(h * w // dense):
            x, y = rng.uniform(0, w - 1), rng.uniform(0, h - 1)
            own = lit * (0.66 + 0.5 * damp[int(y), int(x)])
            _strew(rng, img, "floor", x, y, rng.uniform(7, 14), own, 0.55)
        for _ in range(h * w // 1500 if layer in (1, 2) else h * w // 9000):
            x, y = rng.uniform(0, w - 1), rng.uniform(0, h - 1)
            if layer < 3 and moss[int(y), int(x)] > 0.56:
                tone = _tones("4c5628 626c34 3a4424")[int(rng.integers(3))] * rng.uniform(0.7, 1.2)
                cv2.circle(img, (int(x), int(y)), int(rng.integers(2, 6)), tone.tolist(), -1, cv2.LINE_AA)
            elif layer > 1 and rng.random() < 0.3:
                a, r = rng.uniform(0, np.pi), rng.uniform(14, 40)
                end = (int(x + r * np.cos(a)), int(y + r * np.sin(a)))
                tone = _tones("8a6a40 5a4028 a4824e")[int(rng.integers(3))] * rng.uniform(0.7, 1.1)
                cv2.line(img, (int(x), int(y)), end, tone.tolist(), 2, cv2.LINE_AA)
    return img


def board_texture(seed: int, spec: Any, treasures: dict) -> Array:
    """The floor in shafts of light, framed spaces, sticks between the areas, treasures on a clearing."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img, (yy, xx) = _floor(rng, h, w), np.mgrid[:h, :w].astype(np.float32)
    along, shaft = (xx * 0.8 + yy * 0.6), np.zeros((h, w), np.float32)
    for _ in range(4):
        shaft += np.exp(-(((along - rng.uniform(0, w * 1.3)) / rng.uniform(60, 160)) ** 2))
    img *= 0.9 + 0.32 * np.clip(shaft, 0, 1)[..., None] * np.float32((1.15, 1.0, 0.68))
    inside = (xx > m) & (xx < w - m) & (yy > m) & (yy < h - m)
    img *= np.where(inside, 1, 0.62)[..., None]
    frames = np.zeros((h, w), np.uint8)
    for col, row in product(range(spec.cols), range(spec.rows)):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        t = np.arange(96) * np.pi / 48
        ring = np.c_[np.cos(t), np.sin(t)]
        ring = np.sign(ring) * np.abs(ring) ** 0.22 * (c / 2 - 6) + (x, y)
        cv2.polylines(frames, [np.round(ring * 16).astype(np.int32)], True, 255, 3, cv2.LINE_AA, 4)
    a = (frames / 255 * (0.30 + 0.22 * art.fbm(rng, h, w, 120)))[..., None].astype(np.float32)
    img += (BONE - img) * a
    columns = [*range(0, spec.cols, spec.area_cols), spec.cols]
    rows = [*range(0, spec.rows, spec.area_rows), spec.rows]
    for x, (r0, r1) in product(columns, pairwise(rows)):
        _stick(rng, img, np.array([m + x * c, m + r0 * c]), np.array([m + x * c, m + r1 * c]))
    for y, (c0, c1) in product(rows, pairwise(columns)):
        _stick(rng, img, np.array([m + c0 * c, m + y * c]), np.array([m + c1 * c, m + y * c]))
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        glow = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * (0.26 * c) ** 2))[..., None] * 0.34
        img += (np.float32((150, 122, 78)) - img) * glow
        art.paste(img, art.rotate(icon(kind, 0, 0.66 * spec.cell), rng.uniform(-15, 15)), x, y, 0.75)
    return img.clip(0, 255).astype(np.uint8)


def _mist(rng: Rng, h: int, w: int) -> Array:
    """A pale morning behind the animals: fog, blades of grass, a few seeds in the light."""
    img = art.ramp(art.fbm(rng, h, w, 130), _tones("8e9a94 b0b4a4 ccc4a8 dcd0b4")).astype(np.float32)
    for _ in range(h * w // 260):
        x, y, r = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(14, 44)
        tone = _tones("7a8674 9aa088 c4bc98 667460")[int(rng.integers(4))]
        end = (int(x + rng.normal(0, 9)), int(y - r))
        cv2.line(img, (int(x), int(y)), end, tone.tolist(), 2, cv2.LINE_AA)
    return img


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A red squirrel in the mist."""
    n = int(s_mm * PX)
    img = _mist(np.random.default_rng(seed), n, n)
    art.paste(img, _painted("squirrel", int(n * 0.84)), n / 2, n / 2, 0.6)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list, cell_mm: float) -> Array:
    """A furry back over all spaces, the head on the first one."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    img, body = _mist(rng, h, w), np.zeros((h, w), np.uint8)
    mid = {tuple(q): (int((q[0] + 0.5) * s), int((q[1] + 0.5) * s)) for q in cells}
    for (x, y), at in mid.items():
        cv2.circle(body, at, int(rng.uniform(0.3, 0.37) * s), 255, -1, cv2.LINE_AA)
        for q in ((x + 1, y), (x, y + 1)):
            cv2.line(body, at, mid.get(q, at), 255, int(0.54 * s), cv2.LINE_AA)
    fur = np.ones((h, w, 3), np.float32) * _tones(COATS[species])[0]
    near = np.clip(cv2.distanceTransform(body, cv2.DIST_L2, 5) / (0.3 * s), 0, 1)
    dome = cv2.GaussianBlur(np.sqrt(1 - (1 - near) ** 2).astype(np.float32), (0, 0), 6)
    light = 0.95 + np.clip((cv2.Sobel(dome, cv2.CV_32F, 1, 0) + cv2.Sobel(dome, cv2.CV_32F, 0, 1)) * 3.2, -0.45, 0.45)
    for _ in range(h * w // 90):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        a, r = rng.normal(0.7, 0.4), rng.uniform(8, 22)
        end = (int(x + r * np.cos(a)), int(y + r * np.sin(a)))
        tone = _tones(COATS[species])[0] * rng.uniform(0.65, 1.35)
        cv2.line(fur, (int(x), int(y)), end, tone.tolist(), 2, cv2.LINE_AA)
    sprite = np.dstack([(fur * light[..., None]).clip(0, 255), cv2.GaussianBlur(body, (0, 0), 1.3)]).astype(np.uint8)
    art.paste(img, sprite, w / 2, h / 2, 0.7)
    art.paste(img, _painted(species, int(0.84 * s)), *mid[min(mid)], 0.6)
    return img.clip(0, 255).astype(np.uint8)


def _pieces(self: ts.TableScene, spec: Any, p: Any) -> list:
    """Stock card, but walnut has sides of wood."""
    out = STOCK(self, spec, p)
    if p.kind == "token":
        (name, top, look), (side_name, side, _) = out[:2]
        wood = ("walnut", "diffuse", {"rgb": (0.07, 0.038, 0.02)})
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        self._mesh_cache[key] = out = [(name, top, look), (side_name, side, wood)]
    return out


def apply() -> None:
    """Replace the stock art and lamps of `tablescene` by this edition's."""
    for f in (icon, token_texture, board_texture, leaf_texture, squirrel_texture, animal_texture):
        setattr(art, f.__name__, f)
    art.PALETTE.update(
        {role: [tuple(t) for t in _tones(TONES[role]).astype(int).tolist()] for role in TURNING if role != "floor"}
    )
    ts.EDGE.update(rgb=(0.20, 0.14, 0.09))
    ts.TableScene._piece_meshes = _pieces
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 311, rest=0.5)
