"""A mass-market travel edition, printed in full colour on matt card.

Vector leaves with gradients and no outlines, a beige floor with low-contrast brown litter inside a wide coloured
frame that carries a score track. Tokens are dark brown plastic discs with raised, coloured icons; squirrels are dyed
wooden silhouettes, lying or standing, and animals are plywood silhouettes with a screen print.
"""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from art_gradients import icon, leaf_shape, leaf_texture, squirrel_texture
from art_lamps import exposure_of, lights_of, table_of
from shapely.geometry import MultiPolygon, Point, Polygon
from tablescene import art, game, scene
from tablescene import geometry as geo

PX = art.PX
RGB = tuple[int, int, int]
FRAME_MM = 14.0  # the score track needs a wider border than the stock board's 8 mm
FRAMES: tuple[RGB, ...] = ((18, 88, 112), (92, 40, 88), (28, 58, 112))
LITTER: tuple[RGB, ...] = ((186, 152, 108), (200, 170, 128), (172, 140, 100), (206, 164, 116), (178, 156, 112))
COATS: dict[str, tuple[RGB, RGB]] = {  # print of the wooden animals: coat and markings
    "badger": ((52, 52, 60), (236, 232, 222)),
    "owl": ((116, 78, 44), (226, 186, 120)),
    "hare": ((176, 148, 112), (244, 232, 208)),
    "fox": ((184, 76, 30), (250, 236, 212)),
    "heron": ((74, 100, 134), (214, 224, 234)),
}
# table, room temperature and level, lights (kind, distance, height, half size, temperature, strength), exposure, gain
MOODS: tuple[dict[str, Any], ...] = (
    {
        "table": "tray",
        "room": 4300,
        "level": 1.0,
        "ev": 0.0,
        "gain": 1.0,  # mixed: window one side, lamp the other
        "lights": (("window", 1500, 900, 480, 7600, 0.9), ("lamp", 500, 1400, 160, 2900, 0.7)),
    },
    {
        "table": "picnic",
        "room": 6200,
        "level": 1.3,
        "ev": 0.0,
        "gain": 0.8,  # daylight from one big window
        "lights": (("window", 1300, 1250, 620, 6800, 1.3),),
    },
    {
        "table": "laminate",
        "room": 5600,
        "level": 0.8,
        "ev": 0.25,
        "gain": 1.0,  # two cool LED panels
        "lights": (("window", 450, 1900, 280, 6300, 0.8), ("window", 900, 1800, 280, 6600, 0.6)),
    },
)


# ---------------------------------------------------------------- board
def _score_track(img: np.ndarray, m: int) -> None:
    """Numbered boxes all around the frame, numerals read from outside the board."""
    num = 0
    for side in range(4):
        view = np.rot90(img, side)  # a view: drawing below lands in img
        length = view.shape[1] - m
        n = int(length // (12.5 * PX))
        for i in range(n):
            x0, x1 = int(length * i / n), int(length * (i + 1) / n)
            box = np.ascontiguousarray(view[:m, x0:x1])
            hit = num % 5 == 0
            fill, ink = ((248, 190, 60), (60, 40, 26)) if hit else ((236, 228, 208), (248, 242, 226))
            cv2.rectangle(box, (8, 16), (x1 - x0 - 8, m - 26), fill, -1 if hit else 3)
            (tw, th), _ = cv2.getTextSize(str(num), cv2.FONT_HERSHEY_DUPLEX, 1.9, 4)
            at = (x1 - x0 - tw) // 2, (m - 10 + th) // 2
            cv2.putText(box, str(num), at, cv2.FONT_HERSHEY_DUPLEX, 1.9, ink, 4, cv2.LINE_AA)
            view[:m, x0:x1] = box
            num += 1


def board_texture(seed: int, spec: game.BoardSpec, treasures: dict[tuple[int, int], str]) -> np.ndarray:
    rng = np.random.default_rng(seed)
    w, h = (round(v * PX) for v in spec.size)
    m, cell = round(spec.margin * PX), spec.cell * PX
    img = np.ones((h, w, 3), np.float32) * (226, 205, 168)
    for a in range(spec.n_areas):  # neighbouring areas differ by a breath of tint only
        nac = -(-spec.cols // spec.area_cols)
        y, x = m + a // nac * spec.area_rows * cell, m + a % nac * spec.area_cols * cell
        img[int(y) : int(y + spec.area_rows * cell), int(x) : int(x + spec.area_cols * cell)] += rng.uniform(-7, 7, 3)
    shapes = [np.r_[u, v[::-1]] - [0.5, 0] for u, v in map(leaf_shape, (0, 3, 2, 1))]
    for _ in range(620):
        a, size = rng.uniform(0, 2 * np.pi), rng.uniform(60, 190)
        r = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        q = shapes[int(rng.integers(4))] @ r.T * size + [rng.uniform(0, w), rng.uniform(0, h)]
        (x0, y0), (x1, y1) = (np.clip(v, 0, [w, h]) for v in (q.min(0).astype(int) - 2, q.max(0).astype(int) + 3))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        if mask.size:
            cv2.fillPoly(mask, [np.round((q - [x0, y0]) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            al = mask[..., None] / 255 * rng.uniform(0.2, 0.55)
            img[y0:y1, x0:x1] = img[y0:y1, x0:x1] * (1 - al) + np.array(LITTER[int(rng.integers(5))]) * al
    lay = np.clip(img, 0, 255).astype(np.uint8)
    x1, y1 = int(m + spec.cols * cell), int(m + spec.rows * cell)
    xs, ys = m + np.arange(spec.cols + 1) * cell, m + np.arange(spec.rows + 1) * cell
    dots = [(x, y) for x in xs for y in np.arange(m, y1, 22)] + [(x, y) for y in ys for x in np.arange(m, x1, 22)]
    for x, y in dots:  # spaces: dotted lines; areas: one solid line
        cv2.circle(lay, (int(x), int(y)), 5, (122, 88, 58), -1, cv2.LINE_AA)
    for x in xs[:: spec.area_cols]:
        cv2.line(lay, (int(x), m), (int(x), y1), (96, 62, 40), 11)
    for y in ys[:: spec.area_rows]:
        cv2.line(lay, (m, int(y)), (x1, int(y)), (96, 62, 40), 11)
    frame = np.ones((h, w), bool)
    frame[m - 14 : h - m + 14, m - 14 : w - m + 14] = False
    lay[frame] = FRAMES[seed % 3]
    cv2.rectangle(lay, (m - 10, m - 10), (w - m + 10, h - m + 10), (246, 236, 212), 10)
    _score_track(lay, m)
    f = lay.astype(np.float32)
    for (c, r), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, 0, 0.6 * spec.cell), rng.uniform(-12, 12))
        art.paste(f, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.35)
    return np.clip(f, 0, 255).astype(np.uint8)


# ---------------------------------------------------------------- wooden and plastic pieces
def _silhouette(mask: np.ndarray, size: float, ctr: tuple[float, float]) -> Polygon:
    """Outline of the largest blob of a square mask, `size` mm across around ctr, with routed (round) corners."""
    big = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea)[:, 0]
    q = (big / mask.shape[0] - 0.5) * [size, -size] + ctr
    q = sum(np.roll(q, k, 0) for k in range(-6, 7)) / 13  # no pixel steps: they would break the bevel
    p = Polygon(q).buffer(0).buffer(0.45).buffer(-0.9).buffer(0.45).simplify(0.04)
    return max(p.geoms, key=lambda g: g.area) if isinstance(p, MultiPolygon) else p


def _spine(cells: list[tuple[float, float]]) -> list[int]:
    """The animal's cells in order from head to tail, nearest neighbours next."""
    order = [min(range(len(cells)), key=lambda i: cells[i])]
    while len(order) < len(cells):
        x, y = cells[order[-1]]
        order.append(
            min(
                (i for i in range(len(cells)) if i not in order),
                key=lambda i: np.hypot(cells[i][0] - x, cells[i][1] - y),
            )
        )
    return order


def _animal(spec: game.BoardSpec, p: game.Piece, box: tuple[float, float, float, float]) -> tuple[Polygon, np.ndarray]:
    """Sawn outline (inside the piece's spaces) and printed face of an animal."""
    ctr = [spec.cell_centre(*q) for q in p.cells]
    order = _spine(ctr)
    head, neck, tail = (np.array(ctr[i]) for i in (order[0], order[1], order[-1]))
    d = (head - neck) / np.linalg.norm(head - neck)
    s = np.array([-d[1], d[0]])
    full = geo.tile_outline(spec, p.cells, None, gap=0.5)
    body = full.buffer(-6.4).buffer(8.4).buffer(-3.2)
    for q in (-1, 1):  # ears (long ones for the hare), a neck
        ear = Point(*(head + d * 7.4 + q * s * 5.6)).buffer(4.0 if p.colour == "hare" else 3.2)
        body = body.union(ear).difference(Point(*(head - d * 9.5 + q * s * 10.6)).buffer(3.4))
    body = body.intersection(full).buffer(-0.4).buffer(0.8).buffer(-0.4)
    x0, y0, x1, y1 = box
    w, h = int((x1 - x0) * PX), int((y1 - y0) * PX)
    rng = np.random.default_rng(p.art_seed)
    img = np.ones((h, w, 3), np.float32) * (224, 190, 138) * (0.9 + 0.16 * art.fbm(rng, h, w, 90, 5))[..., None]
    coat, mark = COATS[p.colour]

    def px(q: np.ndarray) -> np.ndarray:
        return np.round((q - [x0, y1]) * [PX, -PX]).astype(np.int32)

    def dot(q: np.ndarray, r: float, col: RGB) -> None:
        cv2.circle(img, px(q).tolist(), int(r * PX), col, -1, cv2.LINE_AA)

    cv2.fillPoly(img, [px(np.array(body.buffer(-1.3).exterior.coords))], coat, cv2.LINE_AA)
    for i, j in pairwise(order):  # a broken line of marks along the back
        for f in (0.15, 0.5, 0.85):
            dot(np.array(ctr[i]) * (1 - f) + np.array(ctr[j]) * f, 1.1, mark)
    for at, r, col in ((tail, 3.6, mark), (head - d * 0.5, 5.4, mark), (head + d * 2.6, 2.1, (40, 30, 28))):
        dot(at, r, col)
    for q in (-1, 1):
        dot(head - d * 2.0 + q * s * 2.9, 1.5, (28, 22, 22))
        dot(head + d * 6.6 + q * s * 5.2, 1.2, mark)
    return body, np.clip(img, 0, 255).astype(np.uint8)


def _piece_meshes(self: scene.TableScene, spec: game.BoardSpec, p: game.Piece) -> list[tuple]:
    """Leaf tiles stay die-cut card; everything else gets its own body."""
    key = (p.id, p.art_seed, tuple(map(tuple, p.cells)))
    if p.kind == "leaf" or key in self._mesh_cache:
        return _stock["_piece_meshes"](self, spec, p)
    c = np.array(spec.cell_centre(*p.cells[0]))
    tag = f"{p.kind}{p.art_seed}"
    if p.kind == "token":
        plastic = ("brownplastic", "gloss", {"rgb": (0.050, 0.026, 0.015), "alpha": 0.24})
        disc, side = geo.die_cut(Point(*c).buffer(6.8, 24), 1.7, (c[0] - 7, c[1] - 7, c[0] + 7, c[1] + 7), 0.5)
        sp = icon(p.colour, 0, 10.4)
        top, wall = geo.die_cut(_silhouette(sp[..., 3], 10.4, tuple(c)), 0.6, (*(c - 5.2), *(c + 5.2)), 0.15)
        relief = (tag, "gloss", {"tex": np.ascontiguousarray(sp[..., :3]), "alpha": 0.24})
        out = [("token", disc, plastic), ("tokenside", side, plastic)]
        out += [("token", geo.transform(m, shift=(0, 0, 1.7)), mat) for m, mat in ((top, relief), (wall, plastic))]
    elif p.kind == "squirrel":
        tex = squirrel_texture(p.art_seed, spec.cell)
        dyed = ("dyedwood", "diffuse", {"rgb": (0.40, 0.15, 0.055)})
        h, stands = spec.cell / 2, p.art_seed % 4 == 0
        sawn = _silhouette(tex[..., 3], spec.cell, (0, 0))
        top, side = geo.die_cut(sawn, 8.0 if stands else 5.0, (-h, -h, h, h), 0.15)
        turn = float(p.art_seed // 4 % 360) if stands else float(p.art_seed // 4 % 4 * 90 + p.art_seed % 23 - 11)
        out = []
        for m, mat in ((top, (tag, "gloss", {"tex": np.ascontiguousarray(tex[..., :3]), "alpha": 0.4})), (side, dyed)):
            if stands:  # on its feet: the sawn face turns up into the vertical
                v = m["v"]
                m = dict(m, v=np.c_[v[:, 0], 4.0 - v[:, 2], v[:, 1] + 0.43 * spec.cell].astype(np.float32))
            out.append(("squirrel", geo.transform(m, turn, shift=(*c, 0)), mat))
    else:
        cc = np.array([spec.cell_centre(*q) for q in p.cells])
        box = (*(cc.min(0) - spec.cell / 2), *(cc.max(0) + spec.cell / 2))
        body, tex = _animal(spec, p, box)
        top, side = geo.die_cut(body, 4.0, box, 0.3)
        out = [
            ("animal", top, (tag, "gloss", {"tex": tex, "alpha": 0.4})),
            ("animal", side, ("plywood", "diffuse", {"rgb": (0.50, 0.35, 0.20)})),
        ]
    self._mesh_cache[key] = out
    return out


# ---------------------------------------------------------------- table and light
def table_texture(seed: int, kind: str, mm: float = 900, px: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    n = int(mm * px)
    if kind == "picnic":  # weathered planks of a picnic table
        planks = _stock["table_texture"](seed, "pine", mm, px)
        return np.clip(planks * np.float32((0.62, 0.66, 0.68)) + 18, 0, 255).astype(np.uint8)
    base = {"tray": (84, 90, 98), "laminate": (214, 216, 210)}.get(kind)
    if base is None:  # a table of another room
        return _stock["table_texture"](seed, kind, mm, px)
    img = np.ones((n, n, 3), np.float32) * base * (0.97 + 0.06 * art.fbm(rng, n, n, 200))[..., None]
    speck = art.noise(rng, n, n, 4)
    img[speck > 0.86] *= 0.8
    img[speck < 0.14] = img[speck < 0.14] * 0.8 + 50
    return np.clip(img, 0, 255).astype(np.uint8)


def _init(self: scene.TableScene, *args: Any, **kw: Any) -> None:
    """Every board of this edition has the wide frame; the spaces keep their size."""
    args = tuple(dataclasses.replace(a, margin=FRAME_MM) if isinstance(a, game.BoardSpec) else a for a in args)
    if not any(isinstance(a, game.BoardSpec) for a in args):
        kw["spec"] = dataclasses.replace(kw.get("spec") or game.BoardSpec(), margin=FRAME_MM)
    _stock["__init__"](self, *args, **kw)


_stock: dict[str, Any] = {}


def apply() -> None:
    """Replace the stock art of tablescene by this edition (once a process)."""
    if _stock:
        return
    for f in (leaf_texture, icon, board_texture, squirrel_texture, table_texture):
        _stock[f.__name__] = getattr(art, f.__name__)
        setattr(art, f.__name__, f)
    table = scene.TableScene
    for name, f in (("__init__", _init), ("_piece_meshes", _piece_meshes)):
        _stock[name] = getattr(table, name)
        setattr(table, name, f)
    table._table, table._isp = table_of(table._table, MOODS), exposure_of(table._isp, MOODS)
    table._lights = lights_of(table._lights, MOODS, 3401)
    for d in scene.DIFFICULTY.values():  # matt card
        d["alpha"] = (0.42, 0.5)
