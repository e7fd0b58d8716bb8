"""An enamel edition: the board is an old shop sign of white enamel on iron, chipped and rusty, every space a panel.

Spaces are rounded panels framed by a thin cobalt line, areas are parted by a band of cobalt with brass rivets; the rim
is cobalt, rust shows where the enamel has flaked off. Tiles are thin enamelled tin with a white rim and one stencilled
leaf a space: bottle green (threes), sign yellow (fours), signal red (fives). Treasures are flat signs with a black
outline; tokens are crown corks, fluted, with the same sign. Squirrels are cut from rusty iron plate, animals are black
enamel with a white stencil.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_drawings import shrunk
from art_figures import drawn, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import Cut, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BOARD_ITEMS = ts.TableScene.board_items
SIGNS = (("efeee6", "1f3f8a"), ("e6e2cc", "20242a"), ("dfe8e4", "12544c"))  # enamel, lines
TINS = {  # ground, leaf, its veins
    "green": ("1c5c3c", "6fae7c", "123a28"),
    "orange": ("f0b41c", "fff0b8", "8a5206"),
    "red": ("bf2420", "f4b0a0", "6a0c10"),
}
FORMS = {"green": ("birch", "hazel"), "orange": ("ginkgo", "oak"), "red": ("maple", "beech")}
RUST = ["1a100c", "3c2014", "6e3416", "98501e", "b87432"]
TREASURES = {
    "berry": "k 50 22 36 14 8;2f8a50 50 22 31 9 8;k 30 48 25 25 0;k 70 48 25 25 0;k 50 76 25 25 0;5a3a9c 30 48 20 20"
    " 0;5a3a9c 70 48 20 20 0;5a3a9c 50 76 20 20 0;e6dcf4 24 41 6 5 0;e6dcf4 64 41 6 5 0;e6dcf4 44 69 6 5 0",
    "nut": "k 44 0 58 0 58 20 44 20;k 50 58 34 42 0;k 6 50 8 24 30 8 70 8 92 24 94 50;e0a042 50 60 28 35 0;8c5a24 13"
    " 44 15 28 32 14 68 14 85 28 87 44;fbe0a0 40 66 6 16 6",
    "mushroom": "k 30 46 70 46 76 102 24 102;k -2 60 4 28 28 2 72 2 96 28 102 60;f6ecd4 37 58 63 58 68 96 32 96;d83a2a"
    " 4 55 10 30 32 8 68 8 90 30 96 55;ffffff 30 34 9 9 0;ffffff 60 26 10 10 0;ffffff 78 44 7 7 0",
    "feather": "k 6 98 6 64 30 26 66 -4 104 -6 102 30 78 66 40 92;2a92c0 14 86 14 64 36 32 68 6 94 4 92 28 70 60 38"
    " 82;bfe6f2 16 84 36 50 64 22 93 5 64 8 34 34 14 64;k/4 -2 106 88 12;k/4 34 62 20 56;k/4 56 40 46 26",
}
HEADS = {
    "badger": "w 50 6 80 16 94 44 78 74 60 98 40 98 22 74 6 44 20 16;k 30 12 44 18 44 52 36 82 24 60;k 70 12 56 18 56"
    " 52 64 82 76 60;w 34 44 5 5 0;w 66 44 5 5 0;k 50 92 9 7 0",
    "fox": "w 4 2 32 18 68 18 96 2 94 46 70 78 50 100 30 78 6 46;k 16 14 28 24 18 36;k 84 14 72 24 82 36;k/5 10 48 34"
    " 56 50 80 66 56 90 48;k 34 46 6 5 0;k 66 46 6 5 0;k 50 93 8 6 0",
    "hare": "w 28 2 40 12 44 44 28 50 20 20;w 72 2 60 12 56 44 72 50 80 20;w 50 68 34 32 0;k/4 32 14 36 40;k/4 68 14 64"
    " 40;k 36 60 6 6 0;k 64 60 6 6 0;k 50 76 7 5 0;k/4 50 78 50 92",
    "owl": "w 6 4 32 16 68 16 94 4 96 56 76 94 50 100 24 94 4 56;k 30 44 21 21 0;k 70 44 21 21 0;w 30 44 14 14 0;w 70"
    " 44 14 14 0;k 30 44 8 8 0;k 70 44 8 8 0;k 42 60 58 60 50 78;k/4 32 84 40 90 48 84;k/4 52 84 60 90 68 84",
    "heron": "w 40 24 0 40 40 42;w 52 30 22 19 0;w 60 36 80 50 86 76 80 100 48 100 60 74 52 52;w 48 16 70 4 100 6 74"
    " 26;k 44 28 5 5 0;k/4 66 62 74 90;k/4 76 58 80 84",
}
WINDOW = ("window", 6000, (620, 560), 1.1, 1500.0, 1150.0, 240)
LAMP = ("lamp", 3100, (170, 170), 0.9, 560.0, 1500.0, 0)
ROOMS = ((5300, (WINDOW,)), (3600, (LAMP,)), (4600, (WINDOW, LAMP)))


def _rust(rng: Rng, h: int, w: int) -> Array:
    """Iron, rusted in blooms and pits."""
    bloom = 0.6 * art.fbm(rng, h, w, 80, octaves=5) + 0.4 * art.noise(rng, h, w, 5)
    return art.ramp(np.clip((bloom - 0.5) * 1.9 + 0.5, 0, 1), [tone_of(tone) for tone in RUST])


def _flaked(rng: Rng, img: Array, count: int, big: float, at: Array | None = None) -> Array:
    """Chips in the enamel, most of them at the edges: rust, a black line where the ground coat shows, a stain below."""
    h, w = img.shape[:2]
    lay = np.zeros((h, w), np.uint8)
    for k in range(count):
        side, t = rng.integers(4), rng.uniform(0, 1)
        x, y = ((t * w, 0), (w, t * h), (t * w, h), (0, t * h))[side] if at is None else at[k % len(at)]
        size, turn = big * rng.uniform(0.3, 1) ** 1.6, np.linspace(0, 2 * np.pi, 13)[:-1]
        ring = np.c_[np.cos(turn), np.sin(turn)] * size * rng.uniform(0.55, 1.15, (12, 1)) + (x, y)
        cv2.fillPoly(lay, path_of(ring), 255, cv2.LINE_AA, 4)
    a = lay.astype(np.float32)[..., None] / 255
    ground = cv2.dilate(lay, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))).astype(np.float32)[..., None] / 255
    stain = cv2.GaussianBlur(np.roll(lay, 12, 0), (0, 0), 9, sigmaY=18).astype(np.float32)[..., None] / 255
    img = img * (1 - 0.5 * stain * (1 - np.float32((0.72, 0.5, 0.3))))
    img = img * (1 - ground) + tone_of("20242c") * ground
    return img * (1 - a) + _rust(rng, h, w) * a


def _enamelled(rng: Rng, h: int, w: int, tone: str) -> Array:
    """Enamel: nearly even, a little cloudy, with pin-holes."""
    img = tone_of(tone) * (0.96 + 0.06 * art.fbm(rng, h, w, 160) + 0.02 * art.noise(rng, h, w, 14))[..., None]
    holes = art.noise(rng, h, w, 3) * art.noise(rng, h, w, 11) > 0.86
    return np.ascontiguousarray(np.where(holes[..., None], img * 0.82, img), np.float32)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A flat sign with its outline, RGBA."""
    return drawn(TREASURES[kind], round(size_mm * PX), {"k": "16181c"})


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """The sign: panels, bands with rivets, chips and rust."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    white, ink = SIGNS[seed % len(SIGNS)]
    img = _enamelled(rng, h, w, white)
    band = np.zeros((h, w), np.uint8)
    cv2.rectangle(band, (0, 0), (w, h), 255, 44)
    cv2.rectangle(band, (34, 34), (w - 35, h - 35), 255, 5)
    for col in range(0, spec.cols + 1, spec.area_cols):
        cv2.line(band, (round(m + col * c), round(m)), (round(m + col * c), round(h - m)), 255, 16)
    for row in range(0, spec.rows + 1, spec.area_rows):
        cv2.line(band, (round(m), round(m + row * c)), (round(w - m), round(m + row * c)), 255, 16)
    for col, row in np.ndindex(spec.cols, spec.rows):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        turn = np.linspace(0, 2 * np.pi, 72)
        corner = np.c_[np.sign(np.cos(turn)), np.sign(np.sin(turn))] * (0.5 * c - 15 - 26)
        ring = corner + 26 * np.c_[np.cos(turn), np.sin(turn)] + (x, y)
        cv2.polylines(band, path_of(ring), True, 255, 5, cv2.LINE_AA, 4)
    worn = band.astype(np.float32)[..., None] / 255 * (0.9 + 0.1 * art.noise(rng, h, w, 9))[..., None]
    img = img * (1 - worn) + _enamelled(rng, h, w, ink) * worn
    for (col, row), kind in sorted(treasures.items()):
        art.paste(img, icon(kind, 0, 0.62 * spec.cell), m + (col + 0.5) * c, m + (row + 0.5) * c)
    crossings = [
        (m + col * c, m + row * c)
        for col in range(0, spec.cols + 1, spec.area_cols)
        for row in range(0, spec.rows + 1, spec.area_rows)
    ]
    spots = np.array(crossings)[rng.permutation(len(crossings))[:3]] + rng.normal(0, 14, (3, 2))
    img = _flaked(rng, img, 34, 46)
    img = _flaked(rng, img, 3, 40, spots)
    img = _flaked(rng, img, 26, 9, rng.uniform((0, 0), (w, h), (26, 2)))
    for x, y in crossings:
        for r, tone in ((17, "241c10"), (14, "9a7a36"), (9, "d0b060"), (4, "f4e4a8")):
            spot = (round(x - (14 - r) * 0.2), round(y - (14 - r) * 0.2))
            cv2.circle(img, spot, r, tone_of(tone).tolist(), -1, cv2.LINE_AA)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Tin with one stencilled leaf a space; the bridges of the stencil are its veins."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, pale, dark = TINS[colour]
    img = _enamelled(rng, h, w, ground).clip(0, 255).astype(np.uint8)
    form = FORMS[colour][seed // 5 % 2]
    for y in np.arange(100, h, 200):
        for x in np.arange(100, w, 200):
            ring, ribs = leaf_ring(form, rng)
            angle = rng.choice([0.4, 2.0, 3.5, 5.1]) + rng.normal(0, 0.15)
            turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))]) * 172
            at = rng.normal((x, y), 3)
            for shift, tone in ((5, dark), (0, pale)):
                cv2.fillPoly(img, path_of((ring - 0.5) @ turn + at + shift), tone_of(tone).tolist(), cv2.LINE_AA, 4)
            for k, rib in enumerate(ribs):
                tone, wide = (pale, 9) if k == len(ribs) - 1 else (ground, 6)
                cv2.polylines(
                    img, path_of((rib - 0.5) @ turn + at), False, tone_of(tone).tolist(), wide, cv2.LINE_AA, 4
                )
    return _flaked(rng, img.astype(np.float32), 7, 15).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """A crown cork: flutes round the rim, cream paint inside, scratched."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    y, x = (np.mgrid[:n, :n] - n / 2 + 0.5).astype(np.float32)
    r, turn = 2 * np.hypot(x, y) / n, np.arctan2(y, x)
    flutes = 0.5 + 0.5 * np.sin(21 * turn)
    tin = 70 + 150 * flutes * np.clip((1.02 - r) / 0.22, 0.25, 1)
    img = np.repeat(tin[..., None], 3, 2) * np.float32((1.0, 0.98, 0.93))
    face = np.clip((0.8 - r) * 30, 0, 1)[..., None]
    paint = tone_of("efe4c4") * (0.92 + 0.1 * art.noise(rng, n, n, 20))[..., None]
    img = np.ascontiguousarray(img * (1 - face) + paint * face, np.float32)
    cv2.circle(img, (n // 2, n // 2), int(0.385 * n), (140.0, 30.0, 26.0), 3, cv2.LINE_AA)
    art.paste(img, icon(kind, seed, d_mm * 0.54), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Rusty iron."""
    n = round(s_mm * PX)
    return _rust(np.random.default_rng(seed), n, n).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """Black enamel: a white head on the first space, paw prints on the others, a white line round it."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (round((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    img = _enamelled(rng, h, w, "2a2e36")
    inks = {"w": "ecebe2", "k": "23262c"}
    first, *others = sorted(map(tuple, cells))
    art.paste(img, drawn(HEADS[species], round(0.74 * s), inks), (first[0] + 0.5) * s, (first[1] + 0.5) * s)
    paw = "w 50 68 24 20 0;w 20 44 9 12 -20;w 40 28 9 13 -6;w 62 28 9 13 6;w 82 44 9 12 20"
    if species in ("owl", "heron"):
        paw = "w/9 50 98 50 10;w/9 50 70 14 26;w/9 50 70 86 26;w/9 50 84 50 70"
    for col, row in others:
        for k, (dx, dy) in enumerate(((-0.2, -0.16), (0.2, 0.18))):
            sprite = art.rotate(shrunk(drawn(paw, 160, inks), round(0.32 * s)), 20 - 40 * k)
            art.paste(img, sprite, (col + 0.5 + dx) * s, (row + 0.5 + dy) * s)
    return _flaked(rng, img, 9, 13).clip(0, 255).astype(np.uint8)


def _glazed(stock: Any) -> Any:
    """Pieces with a glossy face; only the iron squirrel stays dull."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[Any]:
        kept = stock(self, spec, p)
        if p.kind == "squirrel" or kept[0][2][1] == "gloss":
            return kept
        (name, mesh, (key, _, look)), side = kept
        kept[0] = (name, mesh, (key, "gloss", dict(look, alpha=0.15)))
        return [kept[0], side]

    return meshes


def _board_items(self: ts.TableScene, step: int, skip: Any = ()) -> list[Any]:
    """The board is glazed as well."""
    items = BOARD_ITEMS(self, step, skip)
    return [(n, mesh, (k, "gloss", dict(look, alpha=0.17)) if n == "board" else (k, kind, look))
            for n, mesh, (k, kind, look) in items]  # fmt: skip


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 1.3
    ts.EDGE.update(rgb=(0.16, 0.11, 0.08))
    tin = Cut(radius=2.4, line=((236, 232, 218), 7), token_mm=3.0, token_edge=(0.4, 0.39, 0.36), wooden=2.2,
              wood_edge=(0.14, 0.06, 0.03))  # fmt: skip
    ts.TableScene._piece_meshes = _glazed(pieces_of(tin))
    ts.TableScene.board_items = _board_items
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1908, rest=0.4)
