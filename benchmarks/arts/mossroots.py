"""A painted edition deep in the wood: mossy roots in hard light and shade, fallen leaves painted on the floor itself.

Boards are dark brown-green, brushed in strokes, with thick lit roots across areas and leaves of the tiles' own colours
lying on them, dimmed; spaces are parted by dashed bone lines, areas by a dark and a golden one. Tiles are heaps of
brushed leaves: hazel and beech in moss to lime (threes), birch and ginkgo in gold (fours), maple and oak in scarlet to
wine (fives). Treasures are painted: blackberry, hazelnut in its husk, bolete, a jay's feather; tokens are dark brown
wood with the same picture. Squirrels are figures painted on wood, animals painted plates.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, fixed, leaf_ring, pieces_of, strokes
from tablescene import art
from tablescene import scene as ts

PX, Array = art.PX, np.ndarray
TONES = {
    "green": "2c4420 5c8a34 7ca23e 426c2c 98b450 4e7c46",
    "orange": "5a3a12 e2a02c f0bc4a cc7c20 e6b23c b8661c",
    "red": "3c0e10 b02c24 cc4630 8c1a20 d8603c 9c2630",
    "floor": "17150d 2f2c18 4a4020 3a4a20 5a4628 262a16",
}
FORMS = {"green": ("hazel", "beech"), "orange": ("birch", "ginkgo"), "red": ("maple", "oak")}
BONE, GOLD, DARK = (206, 192, 150), (188, 150, 78), (16, 14, 9)
TREASURES = {
    "berry": "3f6a2a 50 30 34 8 14 4 30 24;5a8a38 52 28 70 4 92 10 76 28;4a3420/4 50 26 48 6;2c2246 34 44 16 16"
    " 0;3a2c5a 64 44 17 17 0;33274e 24 62 15 15 0;46356a 50 60 17 17 0;2e2448 76 62 15 15 0;3a2c5a 38 78 16 16"
    " 0;33274e 63 79 16 16 0;2c2246 50 91 11 9 0;a49cd0 30 39 5 4 0;b4acdc 60 38 5 4 0;a49cd0 46 54 6 4"
    " 0;8c84bc 34 73 5 4 0;9a92c8 60 74 5 4 0",
    "nut": "6a8434 50 22 16 4 6 36 20 60 40 40;829c42 52 22 84 2 96 34 80 58 58 40;a8642e 50 62 31 34 0;c68848 43"
    " 56 16 22 15;e2b67a 38 48 6 9 20;7a4420/2 62 34 70 62 60 90;94702e 50 31 26 9 0;5a7a2e 40 22 24 14 8 40 30"
    " 50;72923a 58 22 76 12 92 38 70 50",
    "mushroom": "d8c49a 38 50 62 50 66 78 74 94 50 99 26 94 34 78;b89c6a 54 52 62 52 68 90 58 96;f0e2c0 41 56 46 56"
    " 44 88 38 88;c8a860 50 52 38 9 0;6a3a1e 2 50 10 24 32 6 52 4 74 8 92 26 98 50 74 56 50 57 26 56;8a5230 12"
    " 40 24 18 46 10 60 14 40 26 24 44;b47a4a 26 26 40 16 50 17 36 30",
    "feather": "d8d2c2 6 96 20 62 40 34 66 12 94 4 92 30 78 58 54 80 24 88;3c6ca8 52 78 90 30 94 4 66 12 60"
    " 40;7ca4d0/3 60 66 78 60;1c2a44/3 66 54 84 48;7ca4d0/3 70 42 88 36;1c2a44/3 74 30 91 24;7ca4d0/3 78 20 93"
    " 14;2a2620/3 2 99 30 66 60 38 90 8;a89c86/2 26 70 22 84;a89c86/2 36 60 32 76;a89c86/2 40 54 44 42",
}
COATS = {
    "badger": ("5c6064", {"m": "46464a", "p": "dcd8cc", "c": "26262a"}),
    "fox": ("4a5a62", {"m": "a8562a", "p": "e8dcc4", "c": "5c2c18"}),
    "hare": ("566656", {"m": "94785a", "p": "dccab0", "c": "5c4632"}),
    "owl": ("3c4658", {"m": "7c664c", "p": "d0bc98", "c": "4a3a2a"}),
    "heron": ("586a6c", {"m": "70889c", "p": "dce2e2", "c": "2c3c4c"}),
}
EYES = {"k": "14100e", "y": "d8a83c"}
WINDOW = ("window", 6200, (600, 500), 1.0, -1400.0, 1100.0, 200)
LAMP = ("lamp", 2900, (190, 190), 1.0, 420.0, 1400.0, 0)
ROOMS = ((3100, (LAMP,)), (5200, (WINDOW, LAMP)), (3600, (LAMP,)))


def tones_of(name: str) -> Array:
    """The tones of a colour, the shade between leaves first, or those told in hexadecimal."""
    return np.float32([tone_of(word) for word in TONES.get(name, name).split()])


@lru_cache(maxsize=128)
def leaf(colour: str, form: str, variant: int, n: int = 190) -> Array:
    """A leaf as a brush lays it: one half lit, strokes from the midrib outwards, ribs in a light tone; RGBA."""
    rng, z = np.random.default_rng([len(colour), len(form), variant]), 2
    s, tones = n * z, tones_of(colour)
    ring, ribs = leaf_ring(form, rng)
    mask = np.zeros((s, s), np.uint8)
    cv2.fillPoly(mask, [fixed((ring * 0.94 + 0.03) * s)], 255, cv2.LINE_AA, 4)
    base = tones[1 + rng.integers(5)]
    img = np.full((s, s, 3), base, np.float32)
    img[:, : s // 2] *= 1.2
    img[:, s // 2 :] *= 0.78
    lay = img.clip(0, 255).astype(np.uint8)
    side = np.float32([base * f for f in (0.62, 0.86, 1.12, 1.38)] + [tones[1 + rng.integers(5)]])
    strokes(rng, lay, 420, (8 * z, 24 * z), 3 * z, side, lambda x, y: np.where(x < s / 2, np.pi + 0.7, -0.7))
    shade = cv2.GaussianBlur(mask, (0, 0), 7 * z).astype(np.float32)[..., None] / 255
    out = lay.astype(np.float32) * (0.5 + 0.6 * shade) * (0.85 + 0.3 * art.fbm(rng, s, s, s / 3)[..., None])
    lay = out.clip(0, 255).astype(np.uint8)
    pale, deep = (base * 1.25 + 34).clip(0, 255).tolist(), (base * 0.4).tolist()
    for k, rib in enumerate(ribs):
        path = (rib * 0.94 + 0.03) * s
        cv2.polylines(lay, [fixed(path + 1.5 * z)], False, deep, z, cv2.LINE_AA, 4)
        cv2.polylines(lay, [fixed(path)], False, pale, (2 if k in (0, len(ribs) - 1) else 1) * z, cv2.LINE_AA, 4)
    cv2.polylines(mask, [fixed((ribs[-1] * 0.94 + 0.03) * s)], False, 255, 2 * z, cv2.LINE_AA, 4)
    return cv2.resize(np.dstack([lay, mask]), (n, n), interpolation=cv2.INTER_AREA)


def heap(rng: Any, img: Array, colour: str, size: tuple[float, float], apart: float, shadow: float) -> None:
    """Leaves of a colour all over a picture, the lower ones in the shade of the upper."""
    h, w = img.shape[:2]
    spots = [(x, y) for y in np.arange(-40, h + 40, apart) for x in np.arange(-40, w + 40, apart)]
    for k in rng.permutation(len(spots)):
        x, y = np.array(spots[k]) + rng.uniform(-0.5, 0.5, 2) * apart
        sprite = leaf(colour, FORMS[colour][int(rng.random() < 0.4)], int(rng.integers(9)))
        art.paste(img, art.rotate(sprite, rng.uniform(0, 360), rng.uniform(*size)), x, y, shadow)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """A heap of brushed leaves on their own dark shade, brighter where light falls through the crowns."""
    rng, w, h = np.random.default_rng(seed), int(w_mm * PX), int(h_mm * PX)
    img = np.ones((h, w, 3), np.float32) * tones_of(colour)[0]
    heap(rng, img, colour, (0.55, 0.95), 66, 0.75)
    img *= (0.8 + 0.4 * art.fbm(rng, h, w, 200))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A painted treasure: strokes over its tones, darker below on the right, as RGBA."""
    n = int(size_mm * PX)
    out = drawn(TREASURES[kind], n).copy()
    rng = np.random.default_rng(len(kind))
    light = 1.12 - 0.3 * np.add.outer(np.arange(n), np.arange(n)) / (2 * n) + 0.16 * (art.noise(rng, n, n, 9, 4) - 0.5)
    out[..., :3] = (out[..., :3] * light[..., None]).clip(0, 255)
    return out


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Dark brown wood with its grain, a turned groove and the painted treasure."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    grain = 0.6 * art.fbm(rng, n, n, 90, 6) + 0.4 * art.noise(rng, n, n, 40, 2)
    img = art.ramp(grain, tones_of("2a1a10 422a1a 583a24"))
    img = np.ascontiguousarray(img, np.float32)
    cv2.circle(img, (n // 2, n // 2), int(0.44 * n), (24.0, 14.0, 8.0), 2, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, d_mm * 0.7), n / 2, n / 2, 0.5)
    return img.clip(0, 255).astype(np.uint8)


def _floor(rng: Any, h: int, w: int) -> Array:
    """Humus and moss in strokes that follow the lie of the ground, moss where it is damp."""
    tones, damp = tones_of("floor"), art.fbm(rng, h, w, 260)
    img = art.ramp(np.clip(1.6 * (art.fbm(rng, h, w, 110) - 0.5) + 0.5, 0, 1), tones[[0, 1, 2]])
    moss = np.clip(3 * damp - 1.4, 0, 1)[..., None]
    img = img * (1 - 0.75 * moss) + art.ramp(art.noise(rng, h, w, 12), tones_of("1f2c12 3f5622 66803a")) * 0.75 * moss
    lay = img.clip(0, 255).astype(np.uint8)
    strokes(rng, lay, h * w // 900, (8, 34), 4, tones, lambda x, y: 1.4 * np.sin(x / 310) + 1.2 * np.cos(y / 270))
    return lay.astype(np.float32)


def _root(rng: Any, img: Array, start: Array, turn: float) -> None:
    """A root from the rim inwards: thick, winding, lit from the top left, furrowed, moss along its back."""
    steps, at, wide = 90, start.astype(float), rng.uniform(48, 84)
    path = [at]
    for _ in range(steps):
        turn += rng.normal(0, 0.085)
        at = at + 11 * np.array([np.cos(turn), np.sin(turn)])
        path.append(at)
    line = np.array(path)
    radius = wide * np.linspace(1, 0.18, steps + 1) ** 0.8
    for shift, share, tone in (
        (20, 1.1, DARK),
        (0, 1.0, (58, 43, 28)),
        (-5, 0.8, (106, 82, 52)),
        (-12, 0.5, (156, 128, 86)),
    ):
        lay, cover = np.full_like(img, tone), np.zeros(img.shape[:2], np.uint8)
        for (x, y), r in zip(line + shift * np.clip(radius / wide, 0.3, 1)[:, None], radius * share, strict=True):
            cv2.circle(cover, (int(x), int(y)), max(1, int(r)), 255, -1, cv2.LINE_AA)
        soft = cv2.GaussianBlur(cover, (0, 0), 12 if shift > 0 else 5).astype(np.float32)[..., None] / 255
        img += (lay - img) * soft * (0.75 if shift > 0 else 0.9)
    for _ in range(7):
        off = rng.uniform(-0.7, 0.7)
        beside = np.gradient(line, axis=0)[:, ::-1] * [1, -1] / 11
        furrow = line + beside * (off * radius)[:, None] + rng.normal(0, 1.2, line.shape)
        cv2.polylines(img, [fixed(furrow)], False, (26.0, 19.0, 12.0), int(rng.integers(2, 4)), cv2.LINE_AA, 4)
    for k in rng.integers(0, steps, 260):
        x, y = line[k] + rng.normal(-0.25, 0.34, 2) * radius[k]
        tint = np.array((92, 118, 44)) * rng.uniform(0.5, 1.35)
        tip = (int(x + rng.normal(0, 5)), int(y - rng.uniform(3, 11)))
        cv2.line(img, (int(x), int(y)), tip, tint.tolist(), int(rng.integers(2, 5)), cv2.LINE_AA)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """The floor with its roots and leaves under pools of light, then lines and treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    img = _floor(rng, h, w)
    for k in range(7):
        rim = np.array(
            [
                (rng.uniform(0, w), -10),
                (w + 10, rng.uniform(0, h)),
                (rng.uniform(0, w), h + 10),
                (-10, rng.uniform(0, h)),
            ]
        )
        _root(rng, img, rim[k % 4], (np.pi / 2, np.pi, -np.pi / 2, 0)[k % 4] + rng.normal(0, 0.4))
    for _ in range(h * w // 21000):
        colour = str(rng.choice(["green", "orange", "red"]))
        sprite = leaf(colour, FORMS[colour][int(rng.random() < 0.4)], int(rng.integers(9)))
        sprite = art.rotate(sprite, rng.uniform(0, 360), rng.uniform(0.35, 0.72)).copy()
        dull = sprite[..., :3].astype(np.float32)
        sprite[..., :3] = (0.56 * dull + 0.12 * dull.mean(-1, keepdims=True) + 6).clip(0, 255)
        art.paste(img, sprite, rng.uniform(0, w), rng.uniform(0, h), 0.6)
    pools = np.clip(2.4 * (art.fbm(rng, h, w, 420, octaves=3) - 0.5) + 0.5, 0, 1)
    img = img * (0.7 + 0.8 * pools)[..., None] + np.float32((16, 13, 2)) * pools[..., None]
    for wide, ends in grid_lines(spec):
        if wide:
            for tone, thick in ((DARK, 13), (GOLD, 5)):
                cv2.line(img, *ends.astype(int).tolist(), tuple(map(float, tone)), thick, cv2.LINE_AA)
            continue
        for t in np.arange(0, 1, 34 / np.hypot(*(ends[1] - ends[0]))):
            a = ends[0] + t * (ends[1] - ends[0])
            b = a + 20 * (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
            cv2.line(img, *np.int32([a, b]).tolist(), tuple(map(float, BONE)), 3, cv2.LINE_AA)
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        far = np.hypot(*(np.mgrid[:h, :w] - np.float32((y, x))[:, None, None]))
        img *= (1 - 0.5 * np.exp(-((far / (0.36 * c)) ** 4)))[..., None]
        art.paste(img, art.rotate(icon(kind, 0, 0.62 * spec.cell), rng.uniform(-12, 12)), x, y, 0.5)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A figure of wood painted in rust."""
    rng, n = np.random.default_rng(seed), int(s_mm * PX)
    img = np.full((n, n, 3), tone_of("9a5428"), np.float32)
    inks = {"m": "9a5428", "p": "dcae78", "c": "7a3e1c", "k": "1c100a"}
    art.paste(img, drawn(SQUIRREL, int(0.925 * n), inks), n / 2, n / 2)
    return (img * (0.85 + 0.3 * art.noise(rng, n, n, 14, 5))[..., None]).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A plate in dusky strokes, a body through its spaces in strokes of fur, the head on the first."""
    rng, (ground, inks) = np.random.default_rng(seed), COATS[species]
    cover, spots = body_of(cells, cell_mm)
    h, w = cover.shape
    lay = np.full((h, w, 3), tone_of(ground), np.uint8)
    around = np.float32([tone_of(ground) * f for f in (0.7, 0.9, 1.15)])
    strokes(rng, lay, h * w // 700, (14, 40), 4, around, lambda x, y: 0.5 + 0.3 * np.sin(x / 90))
    fur = np.full((h, w, 3), tone_of(inks["m"]), np.uint8)
    coat = np.float32([tone_of(inks[k]) * f for k, f in (("m", 0.8), ("m", 1.2), ("c", 1.0), ("p", 0.8))])
    strokes(rng, fur, h * w // 260, (10, 24), 3, coat, lambda x, y: 1.2 + 0.4 * np.sin(y / 70))
    img = lay * (1 - 0.45 * np.roll(cv2.GaussianBlur(cover, (0, 0), 9), (7, 6), (0, 1)))[..., None]
    img = (img * (1 - cover[..., None]) + fur * cover[..., None]).astype(np.float32)
    art.paste(img, drawn(BEASTS[species], int(0.86 * cell_mm * PX), inks | EYES), *spots[0], 0.6)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.3, 0.25, 0.19))
    ts.TableScene._piece_meshes = pieces_of(Cut(hole_power=2.6, wood_edge=(0.3, 0.17, 0.08)))
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 471, rest=0.5)
