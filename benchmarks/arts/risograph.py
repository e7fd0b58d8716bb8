"""A small press's edition from a risograph: fluorescent pink, teal and yellow ink on off-white paper, nothing else.

Every tone is a screen of dots, each ink at its own angle and a little off its register, so rims show pink or teal
ghosts and solid areas are speckled. The board is a pale wood of ferns and leaves in one light screen of teal; spaces
are told by crosses at their corners, areas by broad broken bars of pink. Tiles are big overlapping leaves: teal over
yellow (threes), yellow with a screen of pink (fours), solid pink (fives), with shadows of a second ink. Tokens are dark
brown card with the treasure on a patch of white. Squirrels are yellow card with a teal squirrel, an animal is one ink.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import cv2
import numpy as np
from art_drawings import ring_of, rounded
from art_figures import drawn, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, leaf_ring, pieces_of
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
PAPER = tone_of("f2eee2")
INKS = np.stack([tone_of("ff4d8d"), tone_of("00848c"), tone_of("ffd92e")])
SCREENS = ((0.26, 5.6), (1.31, 6.2), (0.8, 5.2))  # angle and pitch of each ink's dots
# a tone is the cover of pink, teal and yellow, so ff00ff is pink over yellow
LEAVES = {  # ground, leaves, shadow
    "green": ("40ffff", ("00b4ff", "0080f0", "00d890", "005cff"), "30ffff"),
    "orange": ("a000ff", ("3000ff", "5800ff", "1800ff", "7800ff"), "c838ff"),
    "red": ("ff60b0", ("ff0000", "ff0040", "e00000", "ff1878"), "ffa060"),
}
FORMS = {"green": ("beech", "hazel", "ginkgo"), "orange": ("birch", "oak", "willow"), "red": ("maple", "maple", "oak")}
TREASURES = {
    "berry": "00ffa0/6 50 4 50 30 26 46;00ffa0/6 50 30 76 50;00ffff 52 22 72 4 98 12 84 30;00c8ff 48 20 28 2 4 10 16 "
    "28;ff8000 28 58 23 23 0;ff4000 72 60 23 23 0;ffa000 50 78 22 21 0;000000 21 51 6 5 -30;000000 65 53 6 5 "
    "-30;000000 43 71 6 5 -30",
    "nut": "a0c0ff 46 0 56 0 57 20 44 20;3000ff 14 44 86 44 82 70 66 88 50 100 34 88 18 70;a040ff 62 46 86 44 80 72 "
    "50 100 58 76;60c0ff 6 46 10 26 32 13 68 13 90 26 94 46;40ff80/3 14 40 32 16;40ff80/3 34 44 52 14;40ff80/3 54 44 "
    "70 16;40ff80/3 74 44 84 24;000000 32 62 5 13 8",
    "mushroom": "404040 33 48 67 48 76 102 24 102;000060 39 54 61 54 68 97 32 97;206070 55 54 61 54 68 97 56 "
    "97;ff2000 0 58 6 30 28 8 50 4 72 8 94 30 100 58 50 64;ff8030 70 14 94 30 100 58 70 62 82 40;000000 30 34 10 9 "
    "0;000000 58 22 9 8 0;000000 74 44 9 8 0;000000 47 51 7 6 0;000000 14 50 6 5 0",
    "feather": "00c840 14 88 8 70 18 58 14 54 24 40 34 34 36 26 54 12 84 3 96 4 93 20 84 38 76 46 76 54 62 66 56 66 "
    "54 74 36 84 22 90;002060 22 84 50 52 92 8 93 20 84 38 76 46 76 54 62 66 56 66 54 74 36 84;ff0000 66 12 94 4 88 "
    "32 74 26;00ffa0/5 -4 106 26 76 58 42 90 8;000000/3 30 50 34 60;000000/3 52 74 46 66",
}
# covers: of an animal's body, its ground, its head
COATS = {
    "badger": ("00b000", "000040", "00e000"),
    "owl": ("a080a0", "001800", "c08080"),
    "hare": ("3040ff", "300000", "5050ff"),
    "fox": ("e000c0", "001c30", "ff00e0"),
    "heron": ("006018", "2000a0", "00a030"),
}
STUDIO = ("window", 6500, (760, 700), 1.2, 1350.0, 1300.0, 240)
TUBE = ("lamp", 4300, (420, 60), 1.0, 360.0, 1600.0, 0)
ROOMS = ((6000, (STUDIO,)), (4300, (TUBE,)), (5200, (STUDIO, TUBE)))


def _cover(text: str) -> Array:
    """The share of paper that each ink is to cover, 0 to 1."""
    return tone_of(text) / 255


def _printed(rng: Rng, cover: Array, paper: Array = PAPER, off: float = 2.6) -> Array:
    """The cover (h, w, 3) of the inks as dots on paper, each drum a little off its register."""
    h, w = cover.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    img = np.broadcast_to(paper, (h, w, 3)) * (0.985 + 0.03 * art.noise(rng, h, w, 4))[..., None]
    for k, (angle, pitch) in enumerate(SCREENS):
        a, b = rng.normal(0, off, 2).clip(-2 * off, 2 * off)
        m = np.float32([[1, 0, a], [0, 1, b]])
        wanted = cv2.warpAffine(np.ascontiguousarray(cover[..., k]), m, (w, h), borderMode=cv2.BORDER_REPLICATE)
        c, s = np.cos(angle) * 2 * np.pi / pitch, np.sin(angle) * 2 * np.pi / pitch
        dot = 0.5 + 0.25 * (np.cos(x * c + y * s) + np.cos(y * c - x * s))
        speckled = 0.96 - 0.3 * np.clip(art.noise(rng, h, w, 2.2) - 0.72, 0, 1) - 0.14 * art.fbm(rng, h, w, 90)
        ink = np.clip((wanted - 0.02 - 0.96 * (1 - dot)) * 5 + 0.5, 0, 1) * (wanted > 0.03) * speckled
        img = img * (1 - ink[..., None] * (1 - INKS[k] / 255))
    return np.ascontiguousarray(img, np.float32)


def _lay(cover: Array, sprite: Array, x: float, y: float) -> None:
    """A drawing in covers onto the plates; what lies below is knocked out."""
    plates = np.ascontiguousarray(cover * 255, np.float32)
    art.paste(plates, sprite, x, y)
    cover[:] = plates / 255


def _bordered(sprite: Array, wide: int) -> Array:
    """The drawing with a rim of bare paper."""
    n = wide + 2
    out = cv2.copyMakeBorder(sprite, n, n, n, n, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1))
    a = out[..., 3:].astype(np.float32) / 255
    out[..., :3] = out[..., :3] * a
    out[..., 3] = cv2.dilate(out[..., 3], kernel)
    return out


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure as it is printed, RGBA."""
    pic = _bordered(drawn(TREASURES[kind], round(size_mm * PX)), 3)
    img = _printed(np.random.default_rng(seed), pic[..., :3].astype(np.float32) / 255, off=1.5)
    return np.dstack([img, pic[..., 3]]).clip(0, 255).astype(np.uint8)


def _leaf(rng: Rng, cover: Array, at: Any, size: float, form: str, tone: str, rib: str, shade: str | None) -> None:
    """One leaf in the plates: flat, its ribs knocked out, its shadow in another screen."""
    ring, ribs = leaf_ring(form, rng)
    a = rng.uniform(0, 2 * np.pi)
    turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
    path = (ring - 0.5) @ turn + at
    if shade:
        cv2.fillPoly(cover, path_of(path + np.float32((9, 11))), _cover(shade).tolist(), cv2.LINE_AA, 4)
    cv2.fillPoly(cover, path_of(path), _cover(tone).tolist(), cv2.LINE_AA, 4)
    for line in ribs:
        line_path = path_of((line - 0.5) @ turn + at)
        cv2.polylines(cover, line_path, False, _cover(rib).tolist(), max(3, int(size / 34)), cv2.LINE_AA, 4)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """A pale wood in one screen, crosses, broken bars, treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    cover = np.zeros((h, w, 3), np.float32)
    hills = art.fbm(rng, h, w, 420)
    cover[..., 1] = 0.07 + 0.09 * (hills > 0.5) + 0.07 * (hills > 0.6)
    cover[..., 2] = 0.3 * (art.fbm(rng, h, w, 300) > 0.54)
    for _ in range(120):
        form = str(rng.choice(["willow", "beech", "oak", "maple", "ginkgo", "birch"]))
        tone = str(rng.choice(["003800", "004c00", "002c38", "005000", "280000"]))
        _leaf(rng, cover, rng.uniform((0, 0), (w, h)), rng.uniform(120, 250), form, tone, "001000", None)
    inner = np.zeros((h, w), np.uint8)
    cv2.rectangle(inner, (round(m), round(m)), (round(w - m), round(h - m)), 255, -1)
    cover[inner == 0] = _cover("00a800")
    cells, bars = np.zeros((h, w), np.uint8), np.zeros((h, w), np.uint8)
    for col, row in product(range(spec.cols + 1), range(spec.rows + 1)):
        x, y = round(m + col * c), round(m + row * c)
        if col % spec.area_cols and row % spec.area_rows:
            cv2.line(cells, (x - 24, y), (x + 24, y), 255, 5, cv2.LINE_AA)
            cv2.line(cells, (x, y - 24), (x, y + 24), 255, 5, cv2.LINE_AA)
        for dx, dy in ((1, 0), (0, 1)):
            along = row % spec.area_rows == 0 or row == spec.rows if dx else col % spec.area_cols == 0
            if along and col + dx <= spec.cols and row + dy <= spec.rows:
                a, b = (x + 26 * dx, y + 26 * dy), (round(x + (c - 26) * dx), round(y + (c - 26) * dy))
                cv2.line(bars, a, b, 255, 15, cv2.LINE_AA)
        if not (col % spec.area_cols and row % spec.area_rows):
            cv2.circle(bars, (x, y), 11, 255, -1, cv2.LINE_AA)
    for mask, tone in ((cells, "00f000"), (bars, "ff0000")):
        a = mask[..., None].astype(np.float32) / 255
        cover = cover * (1 - a) + _cover(tone) * a
    cover = np.ascontiguousarray(cover, np.float32)
    for (col, row), kind in sorted(treasures.items()):
        x, y = m + (col + 0.5) * c, m + (row + 0.5) * c
        cv2.circle(cover, (round(x), round(y)), round(0.41 * c), (0.0, 0.0, 0.16), -1, cv2.LINE_AA)
        _lay(cover, art.rotate(drawn(TREASURES[kind], round(0.62 * c)), rng.uniform(-12, 12)), x, y)
    return _printed(rng, cover).clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Big leaves over each other."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    ground, tones, shade = LEAVES[colour]
    cover = np.ascontiguousarray(np.broadcast_to(_cover(ground), (h, w, 3)), np.float32)
    rib = {"green": "0000ff", "orange": "0000b0", "red": "600000"}[colour]
    spots = [(x, y) for y in np.arange(0, h + 90, 84) for x in np.arange(0, w + 90, 84)]
    for k in rng.permutation(len(spots)):
        at = rng.normal(spots[k], 16)
        _leaf(rng, cover, at, rng.uniform(130, 180), str(rng.choice(FORMS[colour])), str(rng.choice(tones)), rib, shade)
    return _printed(rng, cover).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Brown card with a patch of white under the print."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    img = tone_of("4a2e22") * (0.88 + 0.2 * art.noise(rng, n, n, 3) + 0.1 * art.fbm(rng, n, n, 30))[..., None]
    img = np.ascontiguousarray(img, np.float32)
    cv2.circle(img, (n // 2, n // 2), round(0.455 * n), tone_of("8a6a50").tolist(), 3, cv2.LINE_AA)
    sprite = _bordered(drawn(TREASURES[kind], round(0.68 * n)), 4)
    face = _printed(rng, sprite[..., :3].astype(np.float32) / 255, off=1.6)
    art.paste(img, np.dstack([face, sprite[..., 3]]).clip(0, 255).astype(np.uint8), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """A teal squirrel with a pink belly on yellow."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    cover = np.zeros((n, n, 3), np.float32)
    cover[..., 2] = 0.95
    ring, _ = ring_of(np.float32((50, 50, 45, 45, 0)))
    cv2.fillPoly(cover, path_of(rounded(ring) * n / 100), (0.0, 0.0, 0.22), cv2.LINE_AA, 4)
    inks = {"m": "10ff00", "p": "b00040", "c": "40ffff", "k": "000000"}
    _lay(cover, drawn(SQUIRREL, round(0.86 * n), inks), n / 2, n / 2)
    return _printed(rng, cover).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A body in one screen on a light ground, strokes knocked out, the head on the first space."""
    rng, (body, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.66)
    h, w = body.shape
    coat, ground, main = (_cover(text) for text in COATS[species])
    cover = np.ascontiguousarray(ground + (coat - ground) * body[..., None], np.float32)
    hairs = np.zeros((h, w), np.uint8)
    for _ in range(h * w // 900):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        cv2.line(
            hairs, (int(x), int(y)), (int(x + rng.normal(4, 4)), int(y + rng.uniform(12, 26))), 255, 3, cv2.LINE_AA
        )
    cover *= 1 - 0.7 * (body * hairs / 255)[..., None]
    tones = {"m": main, "p": np.zeros(3), "c": np.minimum(main * 1.1 + (0, 0.45, 0), 1), "y": _cover("1000ff")}
    inks = {name: bytes((np.asarray(tone) * 255).astype(np.uint8)).hex() for name, tone in tones.items()}
    beast = _bordered(drawn(BEASTS[species], round(0.84 * cell_mm * PX), inks | {"k": "60ff80"}), 5)
    _lay(cover, beast, *spots[0])
    return _printed(rng, cover).clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 1.6
    ts.EDGE.update(rgb=(0.72, 0.69, 0.62))
    grey_board = Cut(radius=1.2, alpha=0.6, token_mm=2.0, token_edge=(0.06, 0.035, 0.025), wooden=0)
    ts.TableScene._piece_meshes = pieces_of(grey_board)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1986, rest=0.4)
