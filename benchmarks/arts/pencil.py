"""A designer's prototype in pencil: graphite on white drawing paper, only the tiles are hatched in three colours.

The board is sketched with leaves, ferns and acorns in light grey, rubbed and smudged; spaces are parted by thin ruled
lines that run past their ends, areas by heavy ones drawn twice, the rim is hatched. Tiles are paper on foam board,
hatched with coloured pencils so that the paper shines through, every leaf outlined in graphite: sap green (threes),
orange (fours), carmine (fives). Treasures are small graphite studies; tokens are pale brown card with the same study
and white chalk lights. Squirrels are foam board in soft graphite, animals dark studies in charcoal.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, grid_lines, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
PAPER, GRAPHITE = tone_of("f3f1ec"), tone_of("38383c")
PENCILS = {"green": ("a4d058", "3c9440"), "orange": ("fcbe44", "ec841c"), "red": ("ee6878", "b81840")}
FORMS = {"green": ("beech", "hazel", "birch"), "orange": ("oak", "ginkgo"), "red": ("maple", "maple", "oak")}
# greys: how dark a part is shaded
TREASURES = {
    "berry": "e0e0e0 50 34 30 8 12 2 32 6;b0b0b0 52 32 66 4 90 2 80 26;787878 34 52 23 22 0;8c8c8c 68 54 23 22 0;606060"
    " 50 78 23 20 0;f4f4f4 27 45 8 6 -20;f4f4f4 61 47 8 6 -20;e8e8e8 43 72 8 6 -20",
    "nut": "909090 48 2 54 2 54 18 46 18;707070 8 46 10 26 32 12 68 12 90 26 92 46;b8b8b8 32 18 52 16 48 40 20"
    " 40;d4d4d4 16 48 84 48 78 78 50 100 22 78;f6f6f6 28 54 42 54 40 82 30 74;9c9c9c 66 52 82 50 76 76 56 94",
    "mushroom": "ececec 36 50 64 50 72 98 28 98;b0b0b0 54 56 64 52 70 96 56 96;a8a8a8 0 56 8 28 30 8 50 4 70 8 92 28"
    " 100 56 50 64;747474 60 14 82 26 96 54 70 56;f8f8f8 26 34 9 8 0;f8f8f8 52 22 9 8 0;f8f8f8 72 40 8 8 0;f8f8f8 46"
    " 46 6 6 0",
    "feather": "d0d0d0 16 88 10 62 26 32 56 10 94 2 92 32 76 60 52 82;848484 30 72 60 40 92 6 90 34 74 60 50"
    " 80;fafafa/3 0 102 90 8;606060/2 22 62 32 70;606060/2 38 38 46 52;505050/2 64 68 58 50;505050/2 80 50 74 32",
}
NOON = ("window", 6300, (680, 640), 1.2, 1450.0, 1250.0, 220)
DESK = ("lamp", 4000, (150, 150), 1.0, 520.0, 1300.0, 0)
ROOMS = ((5900, (NOON,)), (4200, (DESK,)), (5000, (NOON, DESK)))


def _tooth(rng: Rng, h: int, w: int) -> Array:
    """The grain of drawing paper, 0 to 1."""
    return (0.65 * art.noise(rng, h, w, 2.6) + 0.35 * art.noise(rng, h, w, 5)).astype(np.float32)


def _rubbed(img: Array, tooth: Array, pressure: Array, tone: Array) -> Array:
    """Pencil of a tone where it was pressed (0 to 1) on paper of such a grain."""
    a = np.clip(1.5 * pressure - 0.75 * tooth * (1.1 - 0.6 * pressure), 0, 0.94)[..., None]
    return img * (1 - a) + tone * a


def _hatched(rng: Rng, h: int, w: int, angle: float, apart: float, wide: int) -> Array:
    """Strokes side by side, 0 to 1, each pressed harder in its middle row than its neighbours."""
    lay = np.zeros((h, w), np.uint8)
    for _ in range(int(h * w / (apart * 85)) + 20):
        x, y, long = rng.uniform(-20, w + 20), rng.uniform(-20, h + 20), rng.uniform(60, 130)
        a = angle + rng.normal(0, 0.06)
        bow = rng.normal(0, 3)
        t = np.linspace(-0.5, 0.5, 5)
        path = np.c_[x + t * long * np.cos(a) - bow * 4 * t * t * np.sin(a), y + t * long * np.sin(a) + bow * 4 * t * t]
        cv2.polylines(lay, path_of(path), False, int(rng.uniform(110, 255)), wide, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(lay, (0, 0), 0.8).astype(np.float32) / 255


def _drawn_line(rng: Rng, lay: Array, points: Array, press: float, wide: int, closed: bool = False) -> None:
    """A line of a pencil into a layer of pressure: a hand is not quite steady and goes over it twice."""
    for _ in range(2):
        path = np.asarray(points, float) + rng.normal(0, 0.7, 2) + rng.normal(0, 0.35, np.shape(points))
        cv2.polylines(lay, path_of(path), closed, float(press * rng.uniform(0.8, 1)), wide, cv2.LINE_AA, 4)


def _studied(pic: Array) -> tuple[Array, Array]:
    """A grey drawing (RGBA) as a study: pressure of hatching and contours, and its cover, both 0 to 1."""
    n = len(pic)
    cover = pic[..., 3].astype(np.float32) / 255
    grey = pic[..., 0].astype(np.float32) / 255 * cover + (1 - cover)
    y, x = np.mgrid[:n, :n].astype(np.float32)
    across, back = 0.5 + 0.5 * np.sin(0.9 * (x + 0.8 * y)), 0.5 + 0.5 * np.sin(0.85 * (x - 1.1 * y))
    dark = 1 - grey
    shade = dark * (0.35 + 0.8 * across) + np.clip(dark - 0.45, 0, 1) * back
    soft = cv2.GaussianBlur(grey, (0, 0), 1)
    edge = cv2.dilate(np.hypot(cv2.Sobel(soft, -1, 1, 0), cv2.Sobel(soft, -1, 0, 1)), np.ones((3, 3)))
    rim = cv2.morphologyEx(cover, cv2.MORPH_GRADIENT, np.ones((5, 5)))
    line = np.maximum(np.clip(edge * 1.3 - 0.15, 0, 0.8), rim * 0.95)
    return np.maximum(np.clip(shade, 0, 1), line), np.maximum(cover, rim)


def _put(pressure: Array, study: tuple[Array, Array], x: float, y: float) -> None:
    """A study onto a layer of pressure; what was there is rubbed out first."""
    n = len(study[0])
    a, b = round(y - n / 2), round(x - n / 2)
    there = pressure[a : a + n, b : b + n]
    there[:] = there * (1 - study[1]) + study[0] * study[1]


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A study of a treasure, RGBA."""
    pic = drawn(TREASURES[kind], round(size_mm * PX))
    pressure, cover = _studied(pic)
    tooth = _tooth(np.random.default_rng(seed), *cover.shape)
    img = _rubbed(np.broadcast_to(PAPER, (*cover.shape, 3)), tooth, pressure, GRAPHITE)
    return np.dstack([img, cover * 255]).clip(0, 255).astype(np.uint8)


def _sketch(rng: Rng, lay: Array, at: Array, size: float, form: str, press: float) -> None:
    """A leaf in outline with its ribs."""
    ring, ribs = leaf_ring(form, rng)
    a = rng.uniform(0, 2 * np.pi)
    turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
    _drawn_line(rng, lay, (ring - 0.5) @ turn + at, press, 3, True)
    for rib in ribs:
        _drawn_line(rng, lay, (rib - 0.5) @ turn + at, press * 0.8, 2)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Sketched leaves, smudges, ruled lines, studies."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    pressure = np.zeros((h, w), np.float32)
    for _ in range(76):
        at = rng.uniform((m, m), (w - m, h - m))
        form = str(rng.choice(["oak", "maple", "beech", "birch", "hazel", "willow", "ginkgo"]))
        _sketch(rng, pressure, at, rng.uniform(110, 230), form, rng.uniform(0.3, 0.46))
    clouds = art.fbm(rng, h, w, 210)
    shading = _hatched(rng, h, w, -0.8, 12, 3) * np.clip(2.6 * (clouds - 0.5), 0, 1)
    pressure = np.maximum(pressure, 0.42 * shading)
    smudge = np.clip(art.fbm(rng, h, w, 180, 60) - 0.45, 0, 1)
    rim = np.ones((h, w), np.float32)
    cv2.rectangle(rim, (round(m) - 14, round(m) - 14), (round(w - m) + 14, round(h - m) + 14), 0.0, -1)
    cv2.rectangle(rim, (0, 0), (w, h), 0.0, 26)
    hatching = np.maximum(_hatched(rng, h, w, -0.8, 7, 3), 0.8 * _hatched(rng, h, w, 0.7, 16, 3))
    pressure = np.where(rim > 0, 0.75 * hatching, pressure)
    for is_area, ends in grid_lines(spec):
        away = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
        reach = rng.uniform(6, 26, (2, 1)) * [[-1], [1]] * away
        t = np.linspace(0, 1, 40)[:, None]
        path = (ends[0] + reach[0]) * (1 - t) + (ends[1] + reach[1]) * t
        _drawn_line(rng, pressure, path, 0.98 if is_area else 0.66, 9 if is_area else 3)
        if is_area:
            _drawn_line(rng, pressure, path + away[::-1] * 7, 0.7, 3)
    for inset in (14, round(m) - 16):
        corners = np.array([(inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)])
        _drawn_line(rng, pressure, corners, 0.8, 4, True)
    for (col, row), kind in sorted(treasures.items()):
        spot = m + (col + 0.5) * c, m + (row + 0.5) * c
        cv2.circle(pressure, (round(spot[0]), round(spot[1])), round(0.4 * c), 0.0, -1, cv2.LINE_AA)
        _put(pressure, _studied(drawn(TREASURES[kind], round(0.66 * c))), *spot)
    img = PAPER * (0.97 + 0.03 * art.fbm(rng, h, w, 300))[..., None] * (1 - 0.22 * smudge)[..., None]
    return _rubbed(img, _tooth(rng, h, w), pressure, GRAPHITE).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Hatching of a light pencil all over, leaves hatched in a deep one, outlines in graphite."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    light, deep = (tone_of(tone) for tone in PENCILS[colour])
    tooth, angle = _tooth(rng, h, w), rng.uniform(-1.1, -0.5)
    img = _rubbed(np.broadcast_to(PAPER, (h, w, 3)), tooth, 0.72 * _hatched(rng, h, w, angle, 4.5, 4), light)
    lines, inside = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
    spots = [(x, y) for y in np.arange(20, h + 70, 118) for x in np.arange(20 + 59 * (int(y) // 118 % 2), w + 70, 118)]
    for x, y in spots:
        ring, ribs = leaf_ring(str(rng.choice(FORMS[colour])), rng)
        a, size = rng.uniform(0, 2 * np.pi), rng.uniform(140, 178)
        turn, at = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size, rng.normal((x, y), 10)
        path = (ring - 0.5) @ turn + at
        cv2.fillPoly(lines, path_of(path), 0.0, cv2.LINE_AA, 4)
        cv2.fillPoly(inside, path_of(path), float(rng.uniform(0.6, 1)), cv2.LINE_AA, 4)
        _drawn_line(rng, lines, path, 0.74, 3, True)
        for rib in ribs:
            _drawn_line(rng, lines, (rib - 0.5) @ turn + at, 0.55, 2)
    img = _rubbed(img, tooth, 0.86 * inside * _hatched(rng, h, w, angle + 1.3, 4, 4), deep)
    return _rubbed(img, tooth, lines, GRAPHITE).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Pale brown card, the study, lights in white chalk."""
    rng, n, k = np.random.default_rng(seed), round(d_mm * PX), round(d_mm * PX * 0.68)
    img = tone_of("c6ae88") * (0.9 + 0.16 * art.noise(rng, n, n, 3))[..., None]
    pressure, chalk, tooth = np.zeros((n, n), np.float32), np.zeros((n, n), np.float32), _tooth(rng, n, n)
    for r in (0.45, 0.455):
        turn = np.linspace(0, 2 * np.pi, 60)
        _drawn_line(rng, pressure, np.c_[np.cos(turn), np.sin(turn)] * r * n + n / 2, 0.9, 3)
    pic = drawn(TREASURES[kind], k)
    _put(pressure, _studied(pic), n / 2, n / 2)
    _put(chalk, (np.clip((pic[..., 0] - 180.0) / 70, 0, 1), pic[..., 3] / 255.0), n / 2, n / 2)
    img = _rubbed(img, tooth, 0.8 * chalk.astype(np.float32), PAPER)
    return _rubbed(img, tooth, pressure, GRAPHITE * 0.7).clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Foam board, shaded softly."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    pressure = 0.5 * _hatched(rng, n, n, -0.9, 5, 3)
    greys = {"m": "8a8a8a", "p": "f0f0f0", "c": "505050", "k": "000000"}
    _put(pressure, _studied(drawn(SQUIRREL, round(0.925 * n), greys)), n / 2, n / 2)
    img = _rubbed(np.broadcast_to(PAPER, (n, n, 3)), _tooth(rng, n, n), pressure, GRAPHITE)
    return img.clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """Charcoal all round, the body left light with strokes of fur, the head as a study."""
    rng, (cover, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.6)
    h, w = cover.shape
    ground = np.maximum(0.95 * _hatched(rng, h, w, -0.7, 4, 4), 0.55)
    fur = 0.6 * _hatched(rng, h, w, 1.2, 11, 2) + (0.3 if species in ("badger", "owl") else 0.08)
    soft = cv2.GaussianBlur(cover, (0, 0), 3)
    pressure = (ground * (1 - soft) + fur * soft).astype(np.float32)
    greys = {"m": "a0a0a0", "p": "fafafa", "c": "484848", "k": "000000", "y": "d8d8d8"}
    _put(pressure, _studied(drawn(BEASTS[species], round(0.84 * cell_mm * PX), greys)), *spots[0])
    return (
        _rubbed(np.broadcast_to(PAPER, (h, w, 3)), _tooth(rng, h, w), pressure, GRAPHITE).clip(0, 255).astype(np.uint8)
    )


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 2.8
    ts.EDGE.update(rgb=(0.76, 0.75, 0.72))
    foam = Cut(
        alpha=0.55, radius=0.6, hole_power=2.0, token_mm=1.6, token_edge=(0.42, 0.33, 0.22), wood_edge=(0.7, 0.69, 0.66)
    )
    ts.TableScene._piece_meshes = pieces_of(foam)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 2064, rest=0.4)
