"""What lies and stands round a game at home: plates, glasses, bowls of snacks, phones, a remote control, a napkin.

They are meshes as the renderer has them, beside its own clutter; what is tall counts there as a mug does: the truth
knows what it hides. None stands on the board or, as the camera sees it, before the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
from room_light import Rng, Shapes
from room_tables import Picture
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from tablescene import geometry as geo

Mesh = dict[str, Any]
Part = tuple[Mesh, tuple[Any, ...]]
"""A mesh round the origin, and its material."""
SNACKS = ((0.75, 0.36, 0.05), (0.32, 0.42, 0.08), (0.55, 0.36, 0.16), (0.13, 0.06, 0.03), (0.5, 0.05, 0.04))
DRINKS = ((0.62, 0.3, 0.02), (0.28, 0.02, 0.03), (0.05, 0.02, 0.01), (0.5, 0.42, 0.12))
LOW = 30.0
"""What is taller may hide a space, and an arm goes round it."""
CHINA = ((0.78, 0.77, 0.73), (0.7, 0.66, 0.56), (0.24, 0.33, 0.4), (0.58, 0.3, 0.2))


def _glossy(name: str, tone: Sequence[float], alpha: float = 0.07) -> tuple[Any, ...]:
    """A glaze or a plastic of one tone."""
    return (name, "gloss", {"rgb": tuple(tone), "alpha": alpha})


def _lumps(rng: Rng, spots: Picture, half: tuple[float, float], long: float) -> Mesh:
    """Many small ellipsoids as one mesh, each turned its own way."""
    ball = geo.lathe([(np.sin(a), -np.cos(a)) for a in np.linspace(0, np.pi, 8)], 12)
    corners, faces = [], []
    for k, spot in enumerate(spots):
        frame = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        size = rng.uniform(*half)
        corners.append((ball["v"] * [size, size, size * long]) @ frame.T + spot)
        faces.append(ball["f"] + k * len(ball["v"]))
    return {
        "v": np.concatenate(corners).astype(np.float32),
        "f": np.concatenate(faces).astype(np.uint32),
        "smooth": True,
    }


def plate(rng: Rng, name: str) -> list[Part]:
    """A dessert plate, with crumbs or a few snacks left."""
    profile = [(0, 2.5), (56, 2.5), (63, 5), (86, 13), (89, 14), (89, 12.5), (66, 2.6), (58, 0), (0, 0)]
    tone = CHINA[int(rng.integers(len(CHINA)))]
    turn, far = rng.uniform(0, 2 * np.pi, 14), rng.uniform(5, 50, 14)
    spots = np.c_[far * np.cos(turn), far * np.sin(turn), np.full(14, 3.2)]
    crumbs = _lumps(rng, spots, (0.8, 2.6), 1.3)
    return [
        (geo.lathe(profile), _glossy(f"{name}china", tone)),
        (crumbs, (f"{name}crumbs", "diffuse", {"rgb": SNACKS[2]})),
    ]


def bowl(rng: Rng, name: str) -> list[Part]:
    """A bowl of puffs, grapes, nuts, chocolates or berries."""
    profile = [(0, 3), (26, 3), (44, 14), (54, 34), (56, 38), (53.5, 37), (41, 16), (24, 6), (0, 6)]
    kind = int(rng.integers(len(SNACKS)))
    turn, far = rng.uniform(0, 2 * np.pi, 150), 45 * np.sqrt(rng.uniform(0, 1, 150))
    height = rng.uniform(8, 36, 150) * (1 - 0.3 * (far / 45) ** 2) + 4
    snacks = _lumps(
        rng, np.c_[far * np.cos(turn), far * np.sin(turn), height], (4.5, 6.5), (1.7, 1.1, 1.35, 1.1, 1)[kind]
    )
    inside = [(snacks, _glossy(f"{name}snack", SNACKS[kind], 0.4 if kind in (0, 2) else 0.15))]
    return [(geo.lathe(profile), _glossy(f"{name}bowl", CHINA[int(rng.integers(len(CHINA)))])), *inside]


def tumbler(rng: Rng, name: str) -> list[Part]:
    """What is in a glass: the glass itself is a tube of its own, see ``laid``."""
    full = rng.uniform(28, 62)
    drink = geo.lathe([(0, 4), (27.5, 4), (29, full), (28, full - 0.6), (0, full - 0.6)])
    return [(drink, _glossy(f"{name}drink", DRINKS[int(rng.integers(len(DRINKS)))], 0.03))]


def _slab(
    shape: BaseGeometry, tall: float, size: tuple[float, float], tex: Picture, name: str, alpha: float
) -> list[Part]:
    """A flat thing with a picture on top and dark sides."""
    top, side = geo.die_cut(shape, tall, (-size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2), 0.6)
    return [
        (top, (f"{name}face", "gloss", {"tex": tex, "alpha": alpha})),
        (side, _glossy(f"{name}side", (0.03, 0.03, 0.03))),
    ]


def phone(rng: Rng, name: str) -> list[Part]:
    """A phone, its screen dark or with a chat left open."""
    tex = np.full((900, 432, 3), 12, np.uint8)
    if rng.random() < 0.5:
        tex[24:876, 18:414] = (226, 229, 232) if rng.random() < 0.5 else (34, 38, 44)
        for y in range(90, 800, 74):
            left = 30 if rng.random() < 0.5 else 140
            tone = ((120, 190, 130), (250, 250, 250), (90, 140, 220))[int(rng.integers(3))]
            cv2.rectangle(tex, (left, y), (left + int(rng.uniform(120, 250)), y + int(rng.uniform(28, 60))), tone, -1)
    return _slab(geo.rounded_rect(72, 150, 10), 8.0, (72, 150), tex, name, 0.02)


def remote(rng: Rng, name: str) -> list[Part]:
    """The television's remote control: black, rows of rubber buttons, a red one."""
    tex = np.full((1020, 276, 3), 26, np.uint8)
    for k, y in enumerate(range(150, 940, 66)):
        for x in (70, 138, 206):
            tone = (196, 40, 36) if (k, x) == (0, 70) else ((92, 92, 94), (150, 150, 150))[(k + x) % 2]
            cv2.ellipse(tex, (x, y), (23, 17), 0, 0, 360, tone, -1, cv2.LINE_AA)
    return _slab(geo.rounded_rect(46, 170, 8), 17.0, (46, 170), tex, name, 0.3)


def napkin(rng: Rng, name: str) -> list[Part]:
    """A paper napkin with dots along its hem, folded once, its corners lifted."""
    tone = ((186, 52, 46), (222, 178, 74), (96, 128, 88), (226, 222, 212))[int(rng.integers(4))]
    tex = np.full((480, 480, 3), tone, np.uint8)
    for k in range(30, 480, 42):
        for spot in ((k, 30), (k, 450), (30, k), (450, k)):
            cv2.circle(tex, spot, 9, (240, 236, 226), -1, cv2.LINE_AA)
    start = rng.uniform(0, 6)
    mesh = geo.sheet(
        118, 118, 24, lambda x, y: 0.6 + 4 * (np.hypot(x, y) / 80) ** 3 * (1 + np.sin(2 * np.arctan2(y, x) + start))
    )
    return [(mesh, (f"{name}paper", "diffuse", {"tex": tex}))]


Thing = tuple[Callable[[Rng, str], list[Part]], BaseGeometry, float]
"""How it is made, where it touches the table, and how tall it is in mm."""
THINGS: dict[str, Thing] = {
    "plate": (plate, Point(0, 0).buffer(89), 14.0),
    "bowl": (bowl, Point(0, 0).buffer(56), 44.0),
    "tumbler": (tumbler, Point(0, 0).buffer(31), 92.0),
    "phone": (phone, box(-36, -75, 36, 75), 8.0),
    "remote": (remote, LineString([(0, -62), (0, 62)]).buffer(23), 17.0),
    "napkin": (napkin, box(-59, -59, 59, 59), 7.0),
}


def laid(*kinds: str) -> Callable[[Any, Shapes], None]:
    """Lay these things round the board, partly in view, and take away the clutter that lay there."""

    def more(scene: Any, out: Shapes) -> None:
        rng = np.random.default_rng([scene.seed, 461])
        taken: list[BaseGeometry] = [board.outline(0, 7) for board in scene.boards]
        view, parts = Polygon(scene.visible_ground()), []
        for k, kind in enumerate(kinds):
            make, foot, tall = THINGS[kind]
            place = _free(rng, scene, view, foot, tall, taken)
            if place is None:
                continue
            (x, y, turn), shape = place
            taken.append(shape)
            name = "clutter_mug" if tall > LOW else f"clutter_{kind}"
            for mesh, material in make(rng, f"home{k}"):
                parts.append((name, geo.transform(mesh, turn, (0, 0), (x, y, 0.05)), material))
            if kind == "tumbler":
                for part, low in (("", 0.2), ("foot", 0.1)):
                    ends = {"p0": [x, y, low], "p1": [x, y, tall if not part else 4.0], "radius": 31.0 - 0.2 * low}
                    out[f"glass{k}{part}"] = {"type": "cylinder", "bsdf": {"type": "thindielectric"}} | ends
        added = taken[len(scene.boards) :]
        scene.clutter = [c for c in scene.clutter if all(s.distance(Point(c["x"], c["y"])) > 40 for s in added)]
        scene.clutter_items().extend(parts)

    return more


def _free(
    rng: Rng, scene: Any, view: Polygon, foot: BaseGeometry, tall: float, taken: Sequence[BaseGeometry]
) -> tuple[tuple[float, float, float], BaseGeometry] | None:
    """A place a third of which is in view at least, that hides no board and is not in the way of the player's arm."""
    left, low, right, high = view.buffer(60).bounds
    boards = [_seen(scene, board.outline(0, 2), 2.0) for board in scene.boards]
    for _ in range(160):
        x, y, turn = rng.uniform(left, right), rng.uniform(low, high), rng.uniform(0, 360)
        shape = geo.place2d(foot, turn, (0, 0), (x, y))
        if any(shape.distance(other) < 5 for other in taken) or shape.intersection(view).area < 0.34 * shape.area:
            continue
        if tall > LOW and (scene.near_hand or any(_in_reach(board, x, y) for board in scene.boards)):
            continue
        if any(_seen(scene, shape, tall).intersects(board) for board in boards):
            continue
        return (x, y, turn), shape
    return None


def _in_reach(board: Any, x: float, y: float) -> bool:
    """Whether a place is on the player's side of a board."""
    player = np.radians(board.theta + 90)
    return bool(np.cos(np.arctan2(y - board.y, x - board.x) - player) > 0.55)


def _seen(scene: Any, shape: BaseGeometry, height: float) -> Polygon:
    """The outline of a footprint at a height, in pixels."""
    corners = np.array(shape.exterior.coords)
    return Polygon(scene.cam0.project(np.c_[corners, np.full(len(corners), height)])).convex_hull
