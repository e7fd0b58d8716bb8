"""A comic edition in Ben-Day dots: bold black ink, flat colours, halftone shading on everything.

Tiles are mint (threes), tangerine (fours) and magenta (fives) with large inked leaves and a black rim. The board has
pale comic panels with halftone gradients and white gutters in a cobalt frame; tokens are black discs with a white burst
round the treasure, squirrels and animals are thick white-rimmed acrylic cut-outs.
"""

from functools import lru_cache
from itertools import pairwise, permutations

import cv2
import numpy as np
from art_lamps import rooms_lit
from shapely.geometry import Polygon
from tablescene import art
from tablescene import geometry as geo
from tablescene import scene as ts

PX, STOCK_MESHES = art.PX, ts.TableScene._piece_meshes
INK, WHITE, COBALT = (22, 20, 26), (250, 248, 240), (44, 84, 176)
# flat colour, lighter leaf, darker dots
TILES = {"green": "5ccfa6 a4ecca 1f9a7c", "orange": "ff9820 ffc25c d8640c", "red": "e0287a f87cae a00c58"}
# panel, dots
PANELS = ("fdf3c8 f6d886", "fbdfe0 f2aebb", "d6e9f7 9cc8ea", "e6def4 bfaee2", "dff2da aedbaa", "fde6cc f7c48e")
# along, aside of half a leaf, in percent
LEAVES = """100 0 76 9 60 13 82 40 60 36 46 26 36 50 24 34 8 26 12 10 10 0; 100 0 97 12 86 22 76 10 68 30 54 36 48 14 38
    32 24 30 20 10 8 8 6 0; 100 0 82 14 62 32 36 42 14 36 6 18 12 0"""
RIBS = [np.float64([(-0.14, 0), (0.86, 0)])]
RIBS += [np.float64([(f, 0), (f + 0.17, v)]) for f in (0.2, 0.36, 0.52) for v in (-0.2, 0.2)]
# parts of a drawing, later over earlier: form, colour, numbers in percent (e: x y rx ry angle, p: points, l: width and
# points); m before the form adds its mirror image, n before it leaves it without an outline
ICONS = {
    "berry": """p 58b848 50 20 62 4 84 0 98 12 80 24 60 24; nl 16141a 5 30 60 36 34 52 18 70 36 72 60; e e6202c 28 70
        24 24; e e6202c 72 70 24 24; ne ffffff 20 62 6 8 30; ne ffffff 64 62 6 8 30""",
    "nut": """nl 16141a 9 50 16 56 2; p f0b040 14 42 86 42 84 66 62 88 50 99 38 88 16 66; p 9a5a24 4 40 10 20 30 10 50
        8 70 10 90 20 96 40 80 48 20 48; np ffe8a8 24 52 34 52 36 72 30 68; nl 16141a 3 20 30 34 42 50 30 66 42 80 30;
        nl 16141a 3 36 18 50 28 64 18""",
    "mushroom": """p fff2d8 36 50 64 50 66 76 74 96 26 96 34 76; p 8a4cc8 2 54 10 24 32 6 50 3 68 6 90 24 98 54 74 60
        26 60; ne ffffff 32 30 10 9; ne ffffff 62 20 8 6; ne ffffff 72 43 9 8; ne ffffff 46 48 6 5; ne ffffff 16 47 5
        5; nl 16141a 2.5 50 66 50 84""",
    "feather": """p 30c4d8 14 86 12 62 30 34 60 10 96 2 94 34 76 60 62 66 62 74 44 84; np c8f4f8 22 70 28 50 50 26 86 9
        60 34;nl 16141a 5 2 99 40 60 84 14;nl 16141a 3 44 56 66 60;nl 16141a 3 30 68 50 76;nl 16141a 3 58 42 80 44""",
}
SQUIRREL = """p 7a48c0 56 96 52 70 60 50 50 30 56 8 76 0 96 12 100 40 90 62 86 84 76 98; np a880e0 68 84 68 60 74 44 66
    26 76 14 88 26 84 46 76 66; p 5c2ea0 20 90 60 88 62 98 16 98; e 7a48c0 42 66 24 29 10; ne ffe9c4 31 66 11 20 8; p
    7a48c0 32 28 38 0 50 24; p 7a48c0 18 26 22 2 34 22; e 7a48c0 30 36 23 19 -15; ne ffe9c4 20 43 12 8; e ffffff 27 32
    7 8; ne 16141a 25.5 33 4 5; ne 16141a 8 38 4 3.5; p 5c2ea0 54 52 54 64 28 68 20 60 30 56"""
HEADS = {
    "badger": """me 3a3c46 17 20 12 13; p ffffff 50 4 82 12 96 42 78 72 62 96 38 96 22 72 4 42 18 12; mnp 26262c 20 10
        38 6 46 56 41 84 28 70 14 42; mne ffffff 32 46 8 9; mne 16141a 33 47 5 6; ne 16141a 50 92 11 7""",
    "owl": """mp 8c6a34 10 40 6 0 46 16; e 8c6a34 50 52 46 44; me ffffff 30 48 22 24; mne ffd21c 31 48 15 16; mne
        16141a 33 48 8 9; p ff9820 50 54 60 66 50 86 40 66""",
    "hare": """mp f4a8bc 40 42 20 34 10 6 26 0 44 20; mnp ffe0e4 36 34 24 26 20 10 28 10 36 22; e f4a8bc 50 64 36 33;
        ne ffffff 50 82 18 12; me ffffff 30 56 9 11; mne 16141a 32 57 5 7; ne d8406c 50 74 7 5; mnl 16141a 2.5 36 82 10
        76""",
    "fox": """mp f0502c 8 50 4 0 44 24; mnp 26262c 14 30 10 10 30 22; p f0502c 50 20 82 26 100 56 76 74 50 99 24 74 0
        56 18 26; mnp ffffff 4 56 28 56 42 72 50 96 28 74; mne ffffff 31 47 9 9; mne 16141a 33 48 5 6; ne 16141a 50 93
        10 7""",
    "heron": """p 26262c 40 22 70 12 100 20 98 42 78 36; e ffffff 58 46 30 26; p ffd21c 44 36 0 58 44 64; nl 16141a 3 2
        58 40 50; ne ffd21c 54 42 9 9; ne 16141a 53 42 5 5""",
}
COATS = """badger 8a93a6 c9cfda 26262c; owl b88c48 dcbc80 8c6a34; hare f4a8bc fbd2da ffffff; fox f0502c ff8c58 ffffff;
    heron 4c98dc 9ccbf2 26262c"""
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
EVENING = ("lamp", 3000, (150, 150), 0.9, 650.0, 1450.0, 0)
ROOMS = (
    (4800, (("lamp", 5000, (300, 300), 1.1, 500.0, 1800.0, 0),)),
    (3200, (EVENING, ("window", 5600, (450, 500), 0.4, -1700.0, 1000.0, 300))),
    (6000, (("window", 6600, (650, 500), 1.2, 1500.0, 1100.0, 300),)),
)


def _rgb(text: str) -> list[np.ndarray]:
    return [np.float32(list(bytes.fromhex(tone))) for tone in text.split()]


def _rounded(points: np.ndarray, closed: bool, times: int = 2) -> np.ndarray:
    """Corners cut as often as told."""
    for _ in range(times):
        after = np.roll(points, -1, 0)
        cut = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], 1).reshape(-1, 2)
        points = cut if closed else np.r_[points[:1], cut[:-2], points[-1:]]
    return points


def _cover(img: np.ndarray, mask: np.ndarray, colour: np.ndarray | tuple) -> None:
    """Flat colour through a mask of 0..255, or of 0..1."""
    part = (mask / 255 if mask.dtype == np.uint8 else mask)[..., None].astype(np.float32)
    img[:] = img * (1 - part) + np.float32(colour) * part


def _dots(tone: np.ndarray, pitch: float, turn: float = 0.6) -> np.ndarray:
    """Ben-Day dots of 0..1 whose size follows a tone of 0..1."""
    yy, xx = np.mgrid[: tone.shape[0], : tone.shape[1]].astype(np.float32) / pitch
    u, v = xx * np.cos(turn) + yy * np.sin(turn), yy * np.cos(turn) - xx * np.sin(turn)
    return np.clip((0.68 * np.sqrt(np.clip(tone, 0, 1)) - np.hypot(u % 1 - 0.5, v % 1 - 0.5)) * pitch, 0, 1)


def _slope(h: int, w: int, turn: float) -> np.ndarray:
    """A tone that rises from 0 to 1 in one direction."""
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    rise = xx * np.cos(turn) + yy * np.sin(turn)
    return (rise - rise.min()) / (rise.max() - rise.min())


def _grown(mask: np.ndarray, by: float) -> np.ndarray:
    size = 2 * round(by) + 1
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


@lru_cache(maxsize=64)
def _drawn(text: str, n: int) -> np.ndarray:
    """The parts of a text as an RGBA picture of n pixels, inked and with dots to the lower right."""
    s, edge = 2 * n, 0.04  # nothing of a drawing is nearer to the border
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8)
    for part in text.split(";"):
        form, tone, *rest = part.split()
        values, mask = np.float64(rest) / 100, np.zeros((s, s), np.uint8)
        if form[-1] == "e":
            sizes = np.r_[edge + (1 - 2 * edge) * values[:2], (1 - 2 * edge) * values[2:4]] * s * 16
            x, y, a, b = sizes.astype(int).tolist()
            cv2.ellipse(mask, (x, y), (a, b), 100 * values[4:].sum(), 0, 360, 255, -1, cv2.LINE_AA, 4)
        else:
            points = _rounded(values[int(form[-1] == "l") :].reshape(-1, 2), form[-1] == "p")
            pixels = [np.round((edge + (1 - 2 * edge) * points) * s * 16).astype(np.int32)]
            if form[-1] == "p":
                cv2.fillPoly(mask, pixels, 255, cv2.LINE_AA, 4)
            else:
                cv2.polylines(mask, pixels, False, 255, int(values[0] * s), cv2.LINE_AA, 4)
        for side in (mask, mask[:, ::-1].copy()) if "m" in form else (mask,):
            outer = side if "n" in form else _grown(side, 0.028 * s)
            _cover(img, outer, INK)
            _cover(img, side, _rgb(tone)[0])
            alpha = np.maximum(alpha, outer)
    img *= 1 - 0.3 * (_dots(1.5 * _slope(s, s, 0.8) - 0.75, 0.075 * s) * (img.sum(2) < 700))[..., None]
    return cv2.resize(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Large inked leaves in two tints, on a ground with dots."""
    rng, (w, h) = np.random.default_rng(seed), (int(w_mm * PX), int(h_mm * PX))
    base, light, dark = _rgb(TILES[colour])
    img = np.ones((h, w, 3), np.float32) * base
    _cover(img, _dots(0.15 + 0.75 * _slope(h, w, rng.uniform(0, 6.3)), 17), dark)
    for x, y in rng.permutation([(x, y) for x in np.arange(4, w_mm + 6, 17) for y in np.arange(4, h_mm + 6, 17)]):
        turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(19, 26) * PX
        spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        middle = (np.array([x, y]) + rng.uniform(-3, 3, 2)) * PX
        half = np.float64(LEAVES.split(";")[int(rng.integers(3))].split()).reshape(-1, 2) / 100
        rings = [_rounded(np.r_[half, half[::-1] * [1, -1]], True), *RIBS]
        rings = [np.round(((q - [0.5, 0]) * size @ spin + middle) * 16).astype(np.int32) for q in rings]
        mask, lines = np.zeros((2, h, w), np.uint8)
        cv2.fillPoly(mask, rings[:1], 255, cv2.LINE_AA, 4)
        shade = np.clip(_slope(h, w, 0.8) * (h + w) / 250 - (middle.sum() - 60) / 250, 0, 0.75)
        _cover(img, mask, light if rng.random() < 0.6 else base)
        _cover(img, _dots(shade, 15) * (mask / 255), base if rng.random() < 0.4 else dark)
        for k, ring in enumerate(rings):
            cv2.polylines(lines, [ring], k == 0, 255, (10, 9, 5)[min(k, 2)], cv2.LINE_AA, 4)
        _cover(img, lines, INK)
    return img.clip(0, 255).astype(np.uint8)


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A comic treasure as RGBA; all prints are alike."""
    return _drawn(ICONS[kind], int(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A white burst on black with the treasure in it."""
    n, turn = int(d_mm * PX), np.arange(28) * np.pi / 14
    img, burst = np.ones((n, n, 3), np.float32) * INK, np.zeros((n, n), np.uint8)
    reach = np.where(np.arange(28) % 2, 0.36, 0.47) * n * 16
    cv2.fillPoly(burst, [np.int32(np.c_[np.cos(turn), np.sin(turn)] * reach[:, None] + n * 8)], 255, cv2.LINE_AA, 4)
    _cover(img, burst, WHITE)
    art.paste(img, icon(kind, seed, d_mm * 0.6), n / 2, n / 2)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: object, treasures: dict) -> np.ndarray:
    """Pale comic panels with dots, thin lines between spaces, white gutters, a cobalt frame."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    columns, rows = (np.int32((spec.margin + np.arange(n + 1) * spec.cell) * PX) for n in (spec.cols, spec.rows))
    img, order = np.ones((h, w, 3), np.float32) * COBALT, rng.permutation(len(PANELS))
    _cover(img, _dots(0.7 * _slope(h, w, 0.7), 22), (96, 140, 220))
    img[rows[0] - 12 : rows[-1] + 12, columns[0] - 12 : columns[-1] + 12] = WHITE
    for i, (x, x1) in enumerate(pairwise((*columns[: -1 : spec.area_cols], columns[-1]))):
        for k, (y, y1) in enumerate(pairwise((*rows[: -1 : spec.area_rows], rows[-1]))):
            panel = img[y:y1, x:x1]
            panel[:], dot = _rgb(PANELS[order[(2 * i + k) % len(PANELS)]])
            _cover(panel, _dots(0.62 * _slope(*panel.shape[:2], rng.uniform(0, 6.3)) - 0.06, 24), dot)
            lines = [panel[:, c - 2 : c + 2] for c in columns - x if 0 < c < x1 - x]
            for part in lines + [panel[r - 2 : r + 2] for r in rows - y if 0 < r < y1 - y]:
                part[:] = part * 0.45 + np.float32(INK) * 0.55
            for d, colour in ((25, INK), (6, WHITE)):
                panel[:] = cv2.copyMakeBorder(panel[d:-d, d:-d], *[d] * 4, cv2.BORDER_CONSTANT, value=colour)
    for (c, r), kind in sorted(treasures.items()):
        sprite = icon(kind, seed, 0.62 * spec.cell)
        sprite = art.rotate(cv2.copyMakeBorder(sprite, *[16] * 4, cv2.BORDER_CONSTANT, value=0), rng.uniform(-12, 12))
        x, y = (spec.margin + (c + 0.5) * spec.cell) * PX, (spec.margin + (r + 0.5) * spec.cell) * PX
        art.paste(img, np.dstack([np.full_like(sprite[..., :3], WHITE), _grown(sprite[..., 3], 7)]), x, y)
        art.paste(img, sprite, x, y)
    return img.clip(0, 255).astype(np.uint8)


def _longest_way(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest way through neighbouring spaces, beginning as far up as may be."""
    ways = (w for n in range(len(cells), 0, -1) for w in permutations(sorted(cells, key=lambda q: q[::-1]), n))
    return next(list(w) for w in ways if all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(w)))


def animal_picture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """An inked body through all spaces with its head in the first, as RGBA."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    coat, light, tip = _rgb(COATS.split(species)[1].split(";")[0])
    way, (mask, belly, tail, marks) = _longest_way(cells), np.zeros((4, h, w), np.uint8)
    spine = (np.float64(way) + 0.5) * s
    limbs = ((q, c) for c in set(cells) - set(way) for q in way if np.hypot(q[0] - c[0], q[1] - c[1]) == 1)
    for a, b in (*pairwise(way), *limbs):
        start, end = (tuple(int((k + 0.5) * s) for k in q) for q in (a, b))
        cv2.line(mask, start, end, 255, int(0.84 * s), cv2.LINE_AA)
        cv2.line(belly, start, end, 255, int(0.3 * s), cv2.LINE_AA)
        for f in (0.35, 0.7):
            x, y = (int(p + (q - p) * f + rng.uniform(-0.12, 0.12) * s) for p, q in zip(start, end, strict=True))
            for k in (int(-0.13 * s), 0, int(0.13 * s)):
                cv2.ellipse(marks, (x + k, y), (int(0.06 * s), int(0.07 * s)), 0, 0, 180, 255, 5, cv2.LINE_AA)
    end = spine[-1] + 0.34 * (spine[-1] - spine[-2])
    cv2.circle(tail, (int(end[0]), int(end[1])), int(0.4 * s), 255, -1, cv2.LINE_AA)
    img = np.ones((h, w, 3), np.float32) * INK
    body = cv2.erode(mask, np.ones((3, 3)), iterations=5)
    for part, colour in ((body, coat), (belly, light), (marks, INK), (_grown(tail, 8), INK), (tail, tip)):
        _cover(img, cv2.min(part, body), colour)
    img *= 1 - 0.3 * (_dots(1.3 * _slope(h, w, 0.8) - 0.4, 16) * (img.sum(2) > 120))[..., None]
    head = _drawn(HEADS[species], int(0.97 * s))
    alpha = np.zeros((h, w, 3), np.float32) + mask[..., None]
    for canvas, sprite in ((img, head), (alpha, np.dstack([head[..., 3]] * 4))):
        art.paste(canvas, sprite, *spine[0])
    return np.dstack([img, alpha[..., 0]]).clip(0, 255).astype(np.uint8)


def _cut_out(picture: np.ndarray, corner: np.ndarray, die: Polygon, thickness: float) -> tuple[dict, dict, np.ndarray]:
    """Top, sides and print of a piece cut round a picture with a white rim; the corner is its upper left."""
    h, w = picture.shape[:2]
    rim = _grown(np.pad(picture[..., 3], 20), 9) > 128
    rings = cv2.findContours(rim.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    ring = max(rings, key=cv2.contourArea)[:, 0].astype(np.float64) - 20
    outline = Polygon(corner + ring * [1, -1] / PX).buffer(0.5).buffer(-0.5).simplify(0.05).intersection(die)
    outline = max(getattr(outline, "geoms", [outline]), key=lambda part: part.area)
    img = np.ones((h, w, 3), np.float32) * WHITE
    art.paste(img, picture, w / 2, h / 2)
    box = (corner[0], corner[1] - h / PX, corner[0] + w / PX, corner[1])
    return *geo.die_cut(outline, thickness, box, 0.3), img.clip(0, 255).astype(np.uint8)


def piece_meshes(self: ts.TableScene, spec: object, p: object) -> list:
    """Tiles with a black rim, black tokens, acrylic cut-outs."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if key in self._mesh_cache:
        return self._mesh_cache[key]
    centres = np.array([spec.cell_centre(*q) for q in p.cells])
    corner = np.array([centres[:, 0].min() - spec.cell / 2, centres[:, 1].max() + spec.cell / 2])
    if p.kind == "leaf":
        (name, top, (tag, kind, look)), side = STOCK_MESHES(self, spec, p)
        outline, img = geo.tile_outline(spec, p.cells, p.hole, hole_size=p.hole_size), look["tex"].copy()
        for ring in (outline.exterior, *outline.interiors):
            pixels = ((np.array(ring.coords) - corner) * [PX, -PX] * 16).astype(np.int32)
            cv2.polylines(img, [pixels], True, INK, 22, cv2.LINE_AA, 4)
        out = [(name, top, (tag, kind, dict(look, tex=img))), side]
    elif p.kind == "token":
        top, (name, side, _) = STOCK_MESHES(self, spec, p)
        out = [top, (name, side, ("inkside", "diffuse", {"rgb": (0.03,) * 3}))]
    else:
        cells = [tuple(q) for q in (np.int32(p.cells) - np.min(p.cells, axis=0)).tolist()]
        picture, thick, die = _drawn(SQUIRREL, int(spec.cell * PX)), 4.5, geo.tile_outline(spec, p.cells, gap=0.4)
        if p.kind == "animal":
            picture, thick = animal_picture(p.art_seed, p.colour, cells, spec.cell), 3.0
        top, side, img = _cut_out(picture, corner, die, thick)
        white = ("acrylic", "gloss", {"rgb": (0.72, 0.72, 0.7), "alpha": 0.1})
        out = [(p.kind, top, (f"{p.kind}{p.art_seed}", "gloss", {"tex": img, "alpha": 0.1})), (p.kind, side, white)]
    self._mesh_cache[key] = out
    return out


def apply() -> None:
    """Replace the stock art, materials, piece shapes and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture):
        setattr(art, painter.__name__, painter)
    ts.EDGE.update(rgb=(0.66, 0.64, 0.6))  # pale board
    ts.TableScene._piece_meshes = piece_meshes
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 67, rest=0.5)
