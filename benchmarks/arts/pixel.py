"""An 8-bit video game edition: coarse pixel art, twelve pixels a space, printed on slightly glossy card.

The board is a dithered forest floor of dark teal, brown and moss with dotted spaces and sand-coloured area lines.
Tiles are cyan (threes), lemon (fours) and magenta (fives) with a pixel leaf a space; tokens are brown discs with the
printed icon. Squirrels are sprites on off-white card, animals crawl over indigo night cards. A gamer's desk lights it:
a warm lamp and a bluish monitor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Point
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, N = art.PX, 12
Cell = tuple[int, int]
Stock = Callable[..., Any]
PALETTE = """
k #14101a w #f8f4e8 i #dccba0 g #5cc850 G #2c8038 v #6a5cf0 V #4030a8 b #8a5428 B #5c3416 t #e0a048 T #b87028 y #ffe070
r #e83848 R #a81838 c #6cbce8 s #3c78b0 o #e87828 O #b04c14 e #b8b0b0 d #585868 p #f098a8
"""
TINTS = {q: tuple(int(h[n : n + 2], 16) for n in (1, 3, 5)) for q, h in zip(*[iter(PALETTE.split())] * 2, strict=True)}
BAYER = np.float32([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 + 1 / 32
INDIGO, NIGHT, STAR = (44, 36, 92), (58, 50, 118), (190, 196, 240)
CREAM, SHADE = (240, 232, 208), (214, 200, 164)
SAND, SAND_DARK, DOT, FRAME = (186, 166, 112), (140, 118, 74), (112, 140, 120), (24, 22, 30)
GROUNDS = (
    ((12, 54, 60), (22, 80, 82), (42, 116, 106)),
    ((60, 42, 32), (86, 60, 40), (120, 86, 52)),
    ((24, 52, 40), (42, 76, 52), (72, 104, 60)),
)
# of each role: ground, its dither, leaf, vein, outline
LEAVES = {
    "green": ((0, 146, 204), (0, 118, 184), (100, 228, 248), (0, 118, 184), (6, 44, 96)),
    "orange": ((246, 214, 44), (222, 184, 20), (255, 248, 164), (206, 164, 10), (112, 84, 6)),
    "red": ((222, 46, 152), (186, 26, 130), (255, 148, 212), (186, 26, 130), (88, 8, 72)),
}
FUR = {"badger": "ed", "owl": "bt", "hare": "ew", "fox": "oO", "heron": "sc"}
ICONS = """
berry      nut        mushroom   feather    leaf1      leaf2
..gg..gg.. ....kk.... ...kkkk... ......kkkk ......kkkk ....kk....
..kGggGk.. ..kkbbkk.. .kkrrwwkk. ....kkwwck ...kkaaaak kk.kaak.kk
.kkkGGkkk. .kbBbBbBk. krwrrwwrrk ...kwwcwck ..kaaaamak kakkamkkak
kvvvkkvvvk kbBbBbBbBk krwwrrrrRk ..kwwcwwck .kaaaamaak kaakamkaak
kvwvkkvwvk kkkkkkkkkk krrrrrwrRk ..kwcwwck. .kaaamaaak .kaaamaak.
kVvvkkVvvk .kttyttTk. kkkkkkkkkk .kwcwcwck. kaaamaaak. kamamamaak
.kkvvvvkk. .ktyttTTk. ..kwwwik.. .kccwwck.. kaamaaaak. kaamamaaak
..kvwvvk.. .kttttTTk. ..kwwwik.. .kckcck... kamaaaak.. .kkamaakk.
..kVvvVk.. ..kttTTk.. ..kwwwik.. kcskkk.... .kmkkkk... ...kmkk...
...kkkk... ...kkkk... ...kkkk... ksk....... km........ ....m.....
"""
CREATURES = """
squirrel     badger       owl          hare         fox          heron
........kkk. .kk......kk. kk........kk ..kk....kk.. kk........kk ..kkkkkk....
..kk...koook kddk.kk.kddk kbkkkkkkkkbk .keek..keek. kok......kok .kssssssk...
.kook.kooOOk kddkwwwwkddk kbbbbbbbbbbk .kepk..kpek. kook....kook kkkswwwskk..
.koookkoOOOk .kwkkwwkkwk. kbyyybbyyybk .kepk..kpek. koookkkkoook kskwwkwwyykk
kokooooOOOk. kwwkkwwkkwwk kykkybbykkyk .kepkkkkpek. kooooooooook .kkwwwwyyyyk
koooookoOOk. kwkykwwkykwk kykkyooykkyk .keeeeeeeek. kookooookook ..kwwwkkkkk.
.kkooookOk.. kwkkkwwkkkwk kbyyyooyyybk keekeeeekeek kookooookook ...kwwk.....
..koiookOk.. kwwkkwwkkwwk kbbbboobbbbk keekeeeekeek kwoooooooowk ..kcwwk.....
.koiiiookOk. .kwwkwwkwwk. kbtbtbbtbtbk keeeeppeeeek .kwwoooowwk. .kcwwk......
.kokiiookOk. ..kwwwwwwk.. kbbtbttbtbbk keewwkkwweek ..kwwoowwk.. .kcwwkkk....
..kiioooOk.. ...kwkkwk... .kbbtbbtbbk. .kewwwwwwek. ...kwkkwk... .kccwwwwkkk.
..kkkkkkkk.. ....kkkk.... ..kkkkkkkk.. ..kkkkkkkk.. ....kkkk.... ..kkkkkkkkk.
"""
# by seed % 2: the room; lamp and monitor: kind, temperature, half sides, strength, distance, height, aim
ROOMS = (
    (3600, (("lamp", 2750, (70, 70), 0.75, 520.0, 720.0, 0), ("window", 12000, (330, 190), 0.5, -620.0, 330.0, 120))),
    (3100, (("lamp", 2650, (90, 90), 0.85, -460.0, 900.0, 0), ("window", 11000, (300, 170), 0.4, 700.0, 300.0, 120))),
)


@lru_cache(maxsize=32)
def _glyph(name: str) -> np.ndarray:
    """The characters of a sprite, row by row."""
    for sheet in (ICONS, CREATURES):
        names, *rows = (line.split() for line in sheet.strip().splitlines())
        if name in names:
            return np.array([list(row[names.index(name)]) for row in rows])
    raise KeyError(name)


def _stamp(img: np.ndarray, glyph: np.ndarray, x: int, y: int, tints: dict[str, tuple[int, ...]]) -> None:
    """Put a sprite into a picture, its upper left pixel at x, y."""
    h, w = glyph.shape
    area = img[y : y + h, x : x + w]
    for char in set(glyph.ravel().tolist()) - {"."}:
        area[glyph == char] = tints[char]


def _dithered(level: np.ndarray, tones: Iterable[tuple[int, ...]]) -> np.ndarray:
    """Tones of a palette for levels in 0..1, mixed by an ordered pattern."""
    ladder = np.uint8(list(tones))
    h, w = level.shape
    pattern = np.tile(BAYER, (h // 4 + 1, w // 4 + 1))[:h, :w]
    steps = np.floor(np.clip(level, 0, 0.999) * (len(ladder) - 1) + pattern)
    return ladder[steps.astype(int)]


def _printed(rng: np.random.Generator, pixels: np.ndarray, w: int, h: int) -> np.ndarray:
    """Square pixels as an offset press leaves them: hardly softened, a little uneven."""
    img = cv2.resize(pixels, (w, h), interpolation=cv2.INTER_NEAREST).astype(np.float32)
    img = cv2.GaussianBlur(img, (0, 0), 0.9)
    img *= (0.97 + 0.06 * art.noise(rng, h, w, 3))[..., None] * (0.98 + 0.04 * art.fbm(rng, h, w, 200))[..., None]
    return img.clip(0, 255).astype(np.uint8)


def _floor(rng: np.random.Generator, w: int, h: int, tones: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """Dithered earth with tufts and pebbles."""
    level = np.clip((art.fbm(rng, h, w, 9, octaves=3) - 0.5) * 1.7 + 0.36, 0, 1)
    img = _dithered(level, tones)
    for _ in range(w * h // 80):
        x, y = rng.integers(1, w - 1), rng.integers(1, h - 1)
        if rng.random() < 0.6:
            img[y, [x - 1, x + 1]], img[y - 1, x] = tones[2], tones[2]
        else:
            img[y, x], img[y, x - 1] = tones[2], tones[0]
    return img


def board_texture(seed: int, spec: Any, treasures: dict[Cell, str]) -> np.ndarray:
    """A level map: areas in three grounds, dotted spaces, treasures as icons."""
    rng, w, h = np.random.default_rng(seed), spec.cols * N, spec.rows * N
    img = np.zeros((h, w, 3), np.uint8)
    across, down, first = spec.area_cols * N, spec.area_rows * N, int(rng.integers(3))
    for y0 in range(0, h, down):
        for x0 in range(0, w, across):
            area = img[y0 : y0 + down, x0 : x0 + across]
            area[:] = _floor(rng, area.shape[1], area.shape[0], GROUNDS[(first + x0 // across + y0 // down) % 3])
    yy, xx = np.mgrid[:h, :w]
    img[((xx % N) % (N - 1) == 0) & (yy % 2 == xx // N % 2)] = DOT
    img[((yy % N) % (N - 1) == 0) & (xx % 2 == yy // N % 2)] = DOT
    for at, size, end in ((xx, across, w), (yy, down, h)):
        img[(at % size == 0) | (at == end - 1)] = SAND
        img[(at % size == size - 1) | (at == end - 1)] = SAND_DARK
    for (c, r), kind in sorted(treasures.items()):
        _stamp(img, _glyph(kind), c * N + 1, r * N + 1, TINTS)
    margin = round(spec.margin * PX)
    inner = _printed(rng, img, round(spec.cols * spec.cell * PX), round(spec.rows * spec.cell * PX))
    out = np.full((inner.shape[0] + 2 * margin, inner.shape[1] + 2 * margin, 3), FRAME, np.uint8)
    for i, tone in enumerate(((70, 190, 176), (38, 118, 120))):
        inset = round(margin * (0.3 + 0.22 * i))
        cv2.rectangle(out, (inset, inset), (out.shape[1] - inset, out.shape[0] - inset), tone, round(margin * 0.2))
    out[margin:-margin, margin:-margin] = inner
    wide, high = (round(q * PX) for q in spec.size)
    return cv2.resize(out, (wide, high), interpolation=cv2.INTER_AREA)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A brown disc in finer pixels with the printed icon."""
    n = 16
    yy, xx = np.mgrid[:n, :n] - (n - 1) / 2
    far = np.hypot(xx, yy)
    img = _dithered(0.55 - (xx + yy) / 30, ((112, 68, 38), (146, 92, 52)))
    img[far > 6.6] = (70, 40, 22)
    img[(far > 6.6) & (xx + yy < -4)] = (176, 120, 72)
    _stamp(img, _glyph(kind), 3, 3, TINTS)
    return _printed(np.random.default_rng(seed), img, round(d_mm * PX), round(d_mm * PX))


def _solid(cells: Iterable[Cell]) -> np.ndarray:
    """Which pixels of its bounding box a piece covers."""
    at = np.array(list(cells))
    out = np.zeros((at.max(0)[::-1] + 1) * N, np.uint8)
    for c, r in at:
        out[r * N : (r + 1) * N, c * N : (c + 1) * N] = 1
    return out


def _rim(mask: np.ndarray) -> np.ndarray:
    """The outermost pixels of a mask."""
    return (mask > 0) & (cv2.erode(np.pad(mask, 1), np.ones((3, 3), np.uint8))[1:-1, 1:-1] == 0)


def _leaf_pixels(rng: np.random.Generator, cells: list[Cell], hole: Cell | None, colour: str) -> np.ndarray:
    """A leaf a space, a dark rim with a lit inner edge, and a frame round the hole."""
    ground, dither, leaf, vein, dark = LEAVES[colour]
    mask = _solid(cells)
    img = _dithered(0.15 + 0.5 * art.noise(rng, *mask.shape, 8), (ground, dither))
    for c, r in sorted(set(cells) - {hole}):
        glyph = np.rot90(_glyph(f"leaf{1 + int(rng.random() < 0.4)}"), int(rng.integers(4)))
        _stamp(img, glyph, c * N + 1, r * N + 1, {"a": leaf, "m": vein, "k": dark})
    img[_rim(mask)] = dark
    if hole is not None:
        c, r = hole
        img[r * N + 1 : r * N + 11, c * N + 1 : c * N + 11] = leaf
    return img


def _animal_pixels(rng: np.random.Generator, cells: list[Cell], species: str) -> np.ndarray:
    """A furry body through all spaces and a head in the first, by night."""
    mask = _solid(cells)
    img = _dithered(art.noise(rng, *mask.shape, 10), (INDIGO, NIGHT))
    img[rng.random(mask.shape) < 0.025] = STAR
    body = np.zeros_like(mask)
    for c, r in cells:
        body[r * N + 2 : r * N + 10, c * N + 2 : c * N + 10] = 1
        for dc, dr in ((1, 0), (0, 1)):
            if (c + dc, r + dr) in cells:
                body[r * N + 3 : (r + dr) * N + 9, c * N + 3 : (c + dc) * N + 9] = 1
    fur = [TINTS[q] for q in FUR[species]]
    coat = _dithered(np.clip(art.noise(rng, *mask.shape, 7) * 1.6 - 0.4, 0, 1), fur)
    img[body > 0] = coat[body > 0]
    img[_rim(body)] = TINTS["k"]
    for c, r in cells:
        for dx in (3, 7):
            if (c, r + 1) not in cells:
                img[r * N + 9 : r * N + 11, c * N + dx : c * N + dx + 2] = TINTS["k"]
    img[_rim(mask)] = STAR
    c, r = min(cells, key=lambda q: (q[1], q[0]))
    img[r * N + 1 : (r + 1) * N - 1, c * N + 1 : (c + 1) * N - 1] = INDIGO
    _stamp(img, _glyph(species), c * N, r * N, TINTS)
    return img


def _squirrel_pixels(rng: np.random.Generator) -> np.ndarray:
    """A squirrel on an off-white card with some grass."""
    img = _dithered(0.5 * art.noise(rng, N, N, 6), (CREAM, SHADE))
    img[10:, :] = TINTS["g"]
    img[10, rng.integers(0, N, 5)] = TINTS["G"]
    _stamp(img, _glyph("squirrel")[:, :: -1 if rng.random() < 0.5 else 1], 0, 0, TINTS)
    return img


def _pieces(stock: Stock) -> Stock:
    """The renderer's die-cut pieces, printed with this edition's pixels."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[tuple[Any, ...]]:
        key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
        if key in self._mesh_cache:
            return self._mesh_cache[key]
        rng, edge = np.random.default_rng(p.art_seed), ("edge", "diffuse", ts.EDGE)
        middle = np.array([spec.cell_centre(*q) for q in p.cells])
        half = 6.8 if p.kind == "token" else spec.cell / 2
        (x0, y0), (x1, y1) = middle.min(0) - half, middle.max(0) + half
        if p.kind == "token":
            outline, tall = Point(middle[0]).buffer(half, 32), 1.9
            tex = art.token_texture(p.colour, p.art_seed, 2 * half)
            edge = ("brown", "diffuse", {"rgb": (0.1, 0.05, 0.025)})
        else:
            gap, tall = (0.45 if p.kind == "squirrel" else 0.35), ts.PIECE_T
            outline = geo.tile_outline(spec, p.cells, p.hole, gap=gap, hole_size=p.hole_size)
            c0, r0 = (int(v) for v in np.min(p.cells, axis=0))
            cells = [(int(c) - c0, int(r) - r0) for c, r in p.cells]
            if p.kind == "leaf":
                hole = None if p.hole is None else (int(p.hole[0]) - c0, int(p.hole[1]) - r0)
                pixels = _leaf_pixels(rng, cells, hole, p.colour)
            else:
                pixels = _squirrel_pixels(rng) if p.kind == "squirrel" else _animal_pixels(rng, cells, p.colour)
            tex = _printed(rng, pixels, round((x1 - x0) * PX), round((y1 - y0) * PX))
        top, side = geo.die_cut(outline, tall, (x0, y0, x1, y1))
        face = (f"{p.kind}{p.art_seed}", "card", {"tex": tex, "alpha": self.card_alpha})
        out = [(p.kind, top, face), (f"{p.kind}side", side, edge)]
        self._mesh_cache[key] = out
        return out

    return meshes


def _tops(stock: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """The renderer's table tops, and a desk mat of grey fabric."""

    def top(seed: int, kind: str, mm: float = 900, px: int = 3) -> np.ndarray:
        if kind != "mat":
            return stock(seed, kind, mm, px)
        rng, n = np.random.default_rng(seed), int(mm * px)
        thread = 0.5 + 0.25 * np.sin(np.arange(n) * 2.1)[None] + 0.25 * np.sin(np.arange(n) * 2.1)[:, None]
        tone = 0.75 + 0.2 * thread + 0.2 * art.noise(rng, n, n, 4) + 0.12 * art.fbm(rng, n, n, 300)
        return (np.float32((74, 74, 84)) * tone[..., None]).clip(0, 255).astype(np.uint8)

    return top


def apply() -> None:
    """Replace the stock art, tables and lamps of `tablescene` by this edition's."""
    art.token_texture, art.board_texture, art.table_texture = token_texture, board_texture, _tops(art.table_texture)
    for level in ts.DIFFICULTY.values():
        level.update(alpha=(0.13, 0.2), tables=("mat", "walnut", "white"))
    ts.EDGE.update(rgb=(0.3, 0.29, 0.29))
    ts.TableScene._piece_meshes = _pieces(ts.TableScene._piece_meshes)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 61, rest=0.45)
