"""A potter's edition in celadon: grey-green, straw and dusky rose under one milky glaze, carved before it was fired.

The board is a pale celadon slab, finely crazed, its spaces low cushions with glaze pooled in the grooves between them;
areas are parted by raised cream ribs, the rim is bare biscuit with a brown lip. Tiles are carved with leaves whose
outlines the glaze fills darker: grey-green (threes), straw (fours), dusky rose (fives); the three are close in tone, as
muted glazes are. Treasures are painted in iron, cobalt and copper on cream slip; tokens are thrown discs in tenmoku,
brown-black and oily, with the treasure in slip. Squirrels are unglazed porcelain, animals brush paintings in iron.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from art_figures import drawn, path_of, tone_of
from art_lamps import rooms_lit
from art_pieces import BEASTS, SQUIRREL, Cut, body_of, leaf_ring, pieces_of
from scipy.spatial import cKDTree
from tablescene import art
from tablescene import scene as ts

PX = art.PX
Array, Rng = np.ndarray, np.random.Generator
BOARD_ITEMS = ts.TableScene.board_items
SLAB, CREAM, BISCUIT = tone_of("c0cdc2"), tone_of("e9e3d0"), tone_of("c4ad94")
GLAZES = {"green": "98a690", "orange": "c8b98e", "red": "b6938a"}
FORMS = {"green": ("willow", "beech", "birch"), "orange": ("ginkgo", "ginkgo", "hazel"), "red": ("maple", "oak")}
# tones named by the first letter: i(ron), c(obalt), g(reen copper), o(chre), r(ed copper), w(hite slip), d(ark iron)
TREASURES = {
    "berry": "i/4 50 4 50 32;g 50 24 30 4 6 6 20 24;g 50 24 70 4 94 6 80 24;c 27 54 21 21 0;c 73 54 21 21 0;c 50 48 "
    "20 20 0;c 38 78 21 20 0;c 63 78 21 20 0;w/3 16 50 22 42 30 40;w/3 62 50 68 42 76 40;w/3 40 44 46 37 52 36;w/3 "
    "28 74 34 66 42 64;w/3 54 74 60 66 68 64",
    "nut": "o 16 46 84 46 82 70 66 88 50 100 34 88 18 70;i 4 50 8 28 28 14 72 14 92 28 96 50;i/6 50 16 54 0;w/3 14 "
    "40 26 26;w/3 32 44 48 20;w/3 54 44 68 22;w/3 76 44 86 30;w/4 28 56 30 70 38 84;i/3 66 54 64 78;i/3 76 54 72 72",
    "mushroom": "w 38 50 62 50 72 98 28 98;i/3 40 62 34 96;i/3 60 62 66 96;i/2 50 64 50 94;r 0 58 6 30 28 10 50 4 72 "
    "10 94 30 100 58 76 66 50 60 24 66;w 28 36 9 8 0;w 54 22 9 8 0;w 76 44 8 7 0;w 50 48 6 5 0;i/3 6 58 26 64 50 60 "
    "74 64 94 58",
    "feather": "w 10 92 6 72 18 50 40 24 66 8 97 2 94 32 80 58 56 82 30 92;c/5 30 52 16 78;c/5 42 38 24 66;c/5 56 24 "
    "38 52;c/5 72 12 54 38;c/5 86 6 74 22;c/5 54 78 26 84;c/5 72 60 40 70;c/5 84 42 54 56;c/5 92 24 68 38;d/4 -4 106 "
    "26 76 60 42 96 3",
}
INKS = {"i": "6e4a30", "c": "4c6488", "g": "6f8a5c", "o": "b98d4e", "r": "a65a4a", "w": "f2ecdc", "d": "4a3222"}
COATS = {"badger": "8d9090", "owl": "a58c6e", "hare": "c8b08a", "fox": "bf8460", "heron": "8ca4ac"}
NORTH = ("window", 6600, (900, 760), 1.2, 1500.0, 1300.0, 250)
KILN = ("lamp", 3200, (160, 160), 0.9, 540.0, 1500.0, 0)
ROOMS = ((6200, (NORTH,)), (3700, (KILN,)), (4900, (NORTH, KILN)))


def _crazed(rng: Rng, h: int, w: int, size: float, depth: float) -> Array:
    """How much fine cracks darken the glaze (h, w): the rims of cells of a random net, finer in some places."""
    k = 2
    seeds = rng.uniform((-size, -size), (h + size, w + size), (int((h + 2 * size) * (w + 2 * size) / size**2), 2))
    y, x = np.mgrid[: h + k : k, : w + k : k].astype(np.float32)
    x = x + 7 * (art.noise(rng, *x.shape, 12) - 0.5)
    near, _ = cKDTree(seeds).query(np.c_[y.ravel(), x.ravel()], k=2)
    gap = (near[:, 1] - near[:, 0]).reshape(y.shape).astype(np.float32)
    crack = np.clip(1 - gap / 2.4, 0, 1) * np.clip(2.2 * art.fbm(rng, *y.shape, 90) - 0.5, 0.15, 1)
    return 1 - depth * cv2.resize(crack, None, fx=k, fy=k, interpolation=cv2.INTER_LINEAR)[:h, :w]


def _glazed(rng: Rng, tone: Array, height: Array, craze: float = 0.3) -> Array:
    """Glaze over a relief, 0 to 1: it pools dark in what is low and breaks pale over what is high."""
    h, w = height.shape
    soft = cv2.GaussianBlur(height, (0, 0), 1.6)
    pool = np.clip(cv2.GaussianBlur(height, (0, 0), 9) - soft, -0.5, 0.5)[..., None]
    slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.12) + cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.12)
    img = tone * (0.96 + 0.08 * art.fbm(rng, h, w, 200))[..., None] * np.float32((1, 1, 1))
    img = img + (tone * (0.52, 0.6, 0.6) - img) * np.clip(2.1 * pool, 0, 0.85)
    img = img + (CREAM - img) * np.clip(-1.5 * pool, 0, 0.5)
    img = img * (1 + np.clip(0.9 * slope, -0.22, 0.16))[..., None]
    iron = np.clip((art.noise(rng, h, w, 4) * art.noise(rng, h, w, 9) - 0.72) * 8, 0, 0.6)[..., None]
    img = img * (1 - iron) + tone_of("7a5c40") * iron
    if craze:
        img = img * _crazed(rng, h, w, 46, craze)[..., None]
    return np.ascontiguousarray(img, np.float32)


def _washed(rng: Rng, sprite: Array, spread: float = 1.2) -> Array:
    """A drawing as oxides look under glaze: uneven, run a little at its rims."""
    n, m = sprite.shape[:2]
    pre = sprite.astype(np.float32)
    pre[..., :3] *= pre[..., 3:] / 255
    pre = cv2.GaussianBlur(pre, (0, 0), spread)
    rgb = pre[..., :3] / np.maximum(pre[..., 3:] / 255, 1e-3)
    rgb = rgb * (0.88 + 0.24 * art.fbm(rng, n, m, 22))[..., None]
    return np.dstack([rgb, np.clip(pre[..., 3] * 1.15, 0, 255)]).clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> Array:
    """A treasure in oxides, outlined in iron, RGBA."""
    n = round(size_mm * PX)
    k = n - 8
    pic = cv2.copyMakeBorder(drawn(TREASURES[kind], k, INKS), 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    grown = cv2.dilate(pic[..., 3], cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
    a = pic[..., 3:].astype(np.float32) / 255
    rgb = pic[..., :3] * a + tone_of(INKS["d"]) * (1 - a)
    outlined = np.dstack([rgb, grown]).astype(np.uint8)
    return _washed(np.random.default_rng(seed), outlined, 0.8)


def board_texture(seed: int, spec: Any, treasures: dict[tuple[int, int], str]) -> Array:
    """Cushions, ribs, carved sprays on the slab, cream roundels with treasures, a bare rim."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, c = spec.margin * PX, spec.cell * PX
    y, x = np.mgrid[:h, :w].astype(np.float32)
    u, v = np.abs((x - m) / c % 1 - 0.5) * 2, np.abs((y - m) / c % 1 - 0.5) * 2
    cushion = np.clip((1 - np.maximum(u, v) - 0.25 * np.clip(u + v - 1.6, 0, 1)) * c / 2 / 13, 0, 1)
    height = np.sqrt(cushion).astype(np.float32) * 0.8
    carved = np.zeros((h, w), np.uint8)
    for _ in range(34):
        ring, ribs = leaf_ring(str(rng.choice(["willow", "beech", "ginkgo"])), rng)
        a, size, at = rng.uniform(0, 2 * np.pi), rng.uniform(110, 190), rng.uniform((m, m), (w - m, h - m))
        turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
        for k, path in enumerate((ring, *ribs)):
            cv2.polylines(carved, path_of((path - 0.5) @ turn + at), k == 0, 255, 3, cv2.LINE_AA, 4)
    height -= 0.26 * carved.astype(np.float32) / 255
    height[(x < m) | (x > w - m) | (y < m) | (y > h - m)] = 0.5
    ribs_at = np.zeros((h, w), np.uint8)
    for col in range(0, spec.cols + 1, spec.area_cols):
        cv2.line(ribs_at, (round(m + col * c), round(m)), (round(m + col * c), round(h - m)), 255, 17, cv2.LINE_AA)
    for row in range(0, spec.rows + 1, spec.area_rows):
        cv2.line(ribs_at, (round(m), round(m + row * c)), (round(w - m), round(m + row * c)), 255, 17, cv2.LINE_AA)
    near = cv2.distanceTransform(ribs_at, cv2.DIST_L2, 3)
    height = np.where(near > 0, 0.7 + 0.6 * np.sqrt(np.clip(near / 8, 0, 1)), height).astype(np.float32)
    img = _glazed(rng, SLAB, height)
    band = cv2.GaussianBlur(ribs_at, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    img = img + (CREAM * 1.02 - img) * band * 0.85
    edge = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y)) + 7 * (art.fbm(rng, h, w, 70) - 0.5)
    bare = np.clip((0.42 * m - edge) / 2, 0, 1)[..., None]
    lip = np.clip(1 - np.abs(edge - 0.45 * m) / 7, 0, 1)[..., None]
    clay = BISCUIT * (0.88 + 0.2 * art.noise(rng, h, w, 3))[..., None]
    img = img * (1 - bare) + clay * bare
    img = np.ascontiguousarray(img * (1 - 0.7 * lip) + tone_of("7c5434") * 0.7 * lip, np.float32)
    for (col, row), kind in sorted(treasures.items()):
        at = m + (col + 0.5) * c, m + (row + 0.5) * c
        far = np.hypot(x - at[0], y - at[1]) + 5 * (art.noise(rng, h, w, 60) - 0.5)
        slip = np.clip((0.4 * c - far) / 3, 0, 1)[..., None] * 0.82
        img = img + (CREAM * 1.03 - img) * slip
        art.paste(img, art.rotate(icon(kind, int(rng.integers(99)), 0.66 * spec.cell), rng.uniform(-12, 12)), *at)
    return img.clip(0, 255).astype(np.uint8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> Array:
    """Leaves carved one behind the other, their rims cut deep, their ribs combed."""
    rng, w, h = np.random.default_rng(seed), round(w_mm * PX), round(h_mm * PX)
    height = np.full((h, w), 0.25, np.float32)
    spots = [(x, y) for y in np.arange(0, h + 90, 92) for x in np.arange(0, w + 90, 92)]
    for k in rng.permutation(len(spots)):
        ring, ribs = leaf_ring(str(rng.choice(FORMS[colour])), rng)
        a, size, at = rng.uniform(0, 2 * np.pi), rng.uniform(130, 175), rng.normal(spots[k], 13)
        turn = np.array([(np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))]) * size
        path = path_of((ring - 0.5) @ turn + at)
        cv2.fillPoly(height, path, float(rng.uniform(0.55, 0.95)), cv2.LINE_AA, 4)
        for rib in ribs:
            cv2.polylines(height, path_of((rib - 0.5) @ turn + at), False, 0.35, 3, cv2.LINE_AA, 4)
        cv2.polylines(height, path, True, 0.1, 5, cv2.LINE_AA, 4)
    return _glazed(rng, tone_of(GLAZES[colour]), height, 0.22).clip(0, 255).astype(np.uint8)


def token_texture(kind: str, seed: int, d_mm: float = 14) -> Array:
    """Tenmoku: rust where it runs thin at the lip, oil spots; the treasure on a ring of throwing marks."""
    rng, n = np.random.default_rng(seed), round(d_mm * PX)
    y, x = (np.mgrid[:n, :n] - n / 2 + 0.5).astype(np.float32)
    r = 2 * np.hypot(x, y) / n
    img = tone_of("3c241a") * (0.86 + 0.2 * art.fbm(rng, n, n, 26) + 0.05 * np.sin(46 * r))[..., None]
    spots = np.clip((art.noise(rng, n, n, 6) - 0.8) * 4, 0, 0.5)[..., None]
    img = img * (1 - spots) + tone_of("8a6a50") * spots
    lip = np.exp(-(((r - 0.93) / 0.05) ** 2))[..., None] * 0.8
    img = np.ascontiguousarray(img * (1 - lip) + tone_of("96552c") * lip, np.float32)
    n_icon = 0.68 * d_mm
    pic = icon(kind, seed, n_icon)
    halo = cv2.GaussianBlur(cv2.dilate(pic[..., 3], np.ones((5, 5))), (0, 0), 1.2)
    slip = np.dstack([np.broadcast_to(tone_of("d8c8a4"), (*halo.shape, 3)), halo * 0.85]).astype(np.uint8)
    art.paste(img, slip, n / 2, n / 2)
    art.paste(img, pic, n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> Array:
    """Porcelain, its lines scratched and rubbed with iron."""
    rng, n = np.random.default_rng(seed), round(s_mm * PX)
    k = round(0.925 * n)
    pad = (n - k) // 2
    pic = drawn(SQUIRREL, k, {"m": "c00000", "p": "ff0000", "c": "600000", "k": "000000"})
    pic = cv2.copyMakeBorder(pic, pad, n - k - pad, pad, n - k - pad, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    relief = pic[..., 0].astype(np.float32) / 255 * (pic[..., 3] / 255)
    img = _glazed(rng, tone_of("ece5d6"), relief.astype(np.float32), 0)
    dark = np.clip(0.45 - relief, 0, 0.45)[..., None] * 2 * (pic[..., 3:] / 255)
    return (img * (1 - 0.8 * dark) + tone_of(INKS["i"]) * 0.8 * dark).clip(0, 255).astype(np.uint8)


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> Array:
    """A cream plate: the body a loaded brush in the animal's wash, grasses in iron, the head on the first space."""
    rng, (body, spots) = np.random.default_rng(seed), body_of(cells, cell_mm, 0.6)
    h, w = body.shape
    img = _glazed(rng, tone_of("ded9c4"), np.full((h, w), 0.5, np.float32), 0.25)
    streak = 0.6 + 0.5 * art.noise(rng, h, w, *((90, 6) if w >= h else (6, 90)))
    a = (cv2.GaussianBlur(body, (0, 0), 2.5) * np.clip(streak, 0, 0.95))[..., None]
    img = np.ascontiguousarray(img * (1 - a) + tone_of(COATS[species]) * a, np.float32)
    for _ in range(max(8, h * w // 2600)):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        if body[int(y), int(x)] < 0.1:
            tip = (int(x + rng.normal(0, 9)), int(y - rng.uniform(14, 34)))
            cv2.line(img, (int(x), int(y)), tip, tone_of("8f7a58").tolist(), 2, cv2.LINE_AA)
    main, dark = tone_of(COATS[species]) * 0.78, tone_of(COATS[species]) * 0.46
    inks = {"m": bytes(main.astype(np.uint8)).hex(), "c": bytes(dark.astype(np.uint8)).hex()}
    head = drawn(BEASTS[species], round(0.84 * cell_mm * PX), inks | {"p": "f2ecdc", "k": "2e2018", "y": "c89a4a"})
    art.paste(img, _washed(rng, head, 0.9), *spots[0])
    return img.clip(0, 255).astype(np.uint8)


def _fired(stock: Any) -> Any:
    """Glazed pieces shine, porcelain squirrels do not."""

    def meshes(self: ts.TableScene, spec: Any, p: Any) -> list[Any]:
        kept = stock(self, spec, p)
        if p.kind != "squirrel" and kept[0][2][1] != "gloss":
            (name, mesh, (key, _, look)), _ = kept
            kept[0] = (name, mesh, (key, "gloss", dict(look, alpha=0.2)))
        return kept

    return meshes


def _board_items(self: ts.TableScene, step: int, skip: Any = ()) -> list[Any]:
    """The slab is glazed as well."""
    return [(name, mesh, (key, "gloss", dict(look, alpha=0.22)) if name == "board" else (key, kind, look))
            for name, mesh, (key, kind, look) in BOARD_ITEMS(self, step, skip)]  # fmt: skip


def apply() -> None:
    """Replace the stock art, pieces and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.PIECE_T = 3.4
    ts.EDGE.update(rgb=(0.5, 0.42, 0.33))
    clay = Cut(radius=2.6, line=((224, 216, 194), 8), token_mm=3.2, token_edge=(0.09, 0.045, 0.025), wooden=4.6,
               wood_edge=(0.72, 0.69, 0.62))  # fmt: skip
    ts.TableScene._piece_meshes = _fired(pieces_of(clay))
    ts.TableScene.board_items = _board_items
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 1127, rest=0.4)
