"""What stands and hangs in furnished rooms: lace before a window, a skylight, a bulb's cord, a shelf, a palm."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from room_light import DARK, Rng, Shapes, Vector, hung
from room_tables import Picture

COTTON = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.78, 0.75, 0.68]}}
FROND = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.06, 0.15, 0.03]}}
PLANK = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.42, 0.3, 0.19]}}
BRASS = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.3, 0.22, 0.09]}}
UP = np.array([0.0, 0.0, 1.0])


def mesh(name: str, corners: Vector, faces: Vector, bsdf: Shapes) -> Any:
    """Triangles as a shape: what hangs in the light has to be solid, light finds no way through a mask."""
    from tablescene.render import mi

    props = mi.Properties()
    props["mesh_bsdf"] = mi.load_dict({"type": "twosided", "bsdf": bsdf})
    out = mi.Mesh(name, len(corners), len(faces), props=props)
    held = mi.traverse(out)
    held["vertex_positions"] = np.ascontiguousarray(corners, np.float32).ravel()
    held["faces"] = np.ascontiguousarray(faces, np.uint32).ravel()
    held.update()
    return out


def quads(name: str, corners: Vector, bsdf: Shapes) -> Any:
    """Squares, four corners each."""
    first = 4 * np.arange(len(corners))[:, None]
    faces = np.concatenate([first + np.array([0, 1, 2]), first + np.array([0, 2, 3])])
    return mesh(name, corners.reshape(-1, 3), faces, bsdf)


LACE_MM = 2.4


def lace_pattern(rng: Rng) -> Picture:
    """Where the curtain is thread: a net of one hole in two, and on it rosettes, sprigs and scalloped bands."""
    wide, tall = 600, 380
    y, x = np.mgrid[:tall, :wide]
    net = ((x % 2 == 0) & (y % 2 == 0)) | (rng.random((tall, wide)) < 0.06)
    motif = np.zeros((tall, wide), np.uint8)
    pitch = int(rng.uniform(40, 52))
    for row, cy in enumerate(range(-pitch, tall + pitch, pitch)):
        for cx in range(-pitch + (row % 2) * pitch // 2, wide + pitch, pitch):
            if row % 2:
                turn = rng.uniform(0, 360)
                for side in (-1, 1):
                    for k in range(3):
                        at = np.radians(turn)
                        spot = (
                            int(cx + (k - 1) * 8 * np.cos(at) - side * 4 * np.sin(at)),
                            int(cy + (k - 1) * 8 * np.sin(at) + side * 4 * np.cos(at)),
                        )
                        cv2.ellipse(motif, spot, (5, 2), turn + side * 40, 0, 360, 1, -1)
            else:
                for k in range(6):
                    turn = 60 * k + 15
                    at = np.radians(turn)
                    spot = (int(cx + 9 * np.cos(at)), int(cy + 9 * np.sin(at)))
                    cv2.ellipse(motif, spot, (8, 5), turn, 0, 360, 1, -1)
                    cv2.ellipse(motif, spot, (3, 2), turn, 0, 360, 0, -1)
                cv2.circle(motif, (cx, cy), 4, 1, -1)
    grain = rng.random((tall, wide)) < 0.93
    return (net | ((motif > 0) & grain)).astype(bool)


def lace(rng: Rng, sunward: Vector) -> Shapes:
    """A curtain of lace in a window, in soft folds, the low sun behind it."""
    ahead = np.array([sunward[0], sunward[1], 0.0])
    ahead = ahead / np.linalg.norm(ahead)
    side = np.cross(UP, ahead)
    cover = lace_pattern(rng)
    tall, wide = cover.shape
    rows, columns = np.nonzero(cover)
    away, middle = 760.0, 760.0 * sunward[2] / np.hypot(sunward[0], sunward[1])
    phase, fold = rng.uniform(0, 6), rng.uniform(70, 100)

    def corner(dx: int, dy: int) -> Vector:
        across = (columns + dx - wide / 2) * LACE_MM
        height = (rows + dy - tall / 2) * LACE_MM + middle + 60
        deep = away + 13 * np.sin(across / fold * 2 * np.pi + phase)
        return across[:, None] * side + deep[:, None] * ahead + height[:, None] * UP

    return {"lace": quads("lace", np.stack([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)], 1), COTTON)}


def skylight(rng: Rng, sunward: Vector) -> Shapes:
    """The roof round a small skylight that lets in the sun: one patch with straight edges."""
    side = np.cross(UP, sunward)
    side = side / np.linalg.norm(side)
    up = np.cross(sunward, side)
    middle = sunward * 1900 + side * rng.uniform(-90, 90) + up * rng.uniform(-70, 70)
    wide, tall, rim = rng.uniform(125, 165), rng.uniform(140, 175), 560.0
    out = {}
    for k in (-1, 1):
        out[f"rafter{k}"] = hung("rectangle", middle + side * k * (wide + rim), sunward, (rim, 2 * rim), PLANK)
        out[f"purlin{k}"] = hung("rectangle", middle + up * k * (tall + rim), sunward, (wide, rim), PLANK)
    return out


def bulb_hung(scene: Any, out: Shapes) -> None:
    """A cord and a socket above each bulb, instead of the candle below it."""
    for i, light in enumerate(scene.lights):
        if light["kind"] != "bulb":
            continue
        del out[f"candle{i}"]
        spot, half = np.array(light["pos"], float), light["half"][0]
        for name, start, end, radius, tone in (
            ("socket", half + 1, half + 55, 17.0, BRASS),
            ("cord", half, 1900, 3.5, DARK),
        ):
            surface = {"type": "twosided", "bsdf": tone}
            ends = {"p0": (spot + UP * start).tolist(), "p1": (spot + UP * end).tolist()}
            out[f"{name}{i}"] = {"type": "cylinder", "radius": radius, "bsdf": surface} | ends


def shelf(scene: Any, out: Shapes) -> None:
    """A shelf over the strip of diodes, with a lip before it, and the wall behind it."""
    from tablescene.render import mi

    spot = np.array(scene.lights[0]["pos"], float)
    ahead = spot * [1, 1, 0] / np.hypot(spot[0], spot[1])
    side = np.cross(UP, ahead)
    surface = {"type": "twosided", "bsdf": PLANK}
    parts = {
        "shelf": (spot + UP * 9 + ahead * 125, UP, side, (760, 140)),
        "lip": (spot + UP * 22 - ahead * 15, ahead, side, (760, 13)),
        "wall": (spot * [1, 1, 0] + ahead * 270 + UP * 500, ahead, side, (1100, 500)),
    }
    for name, (at, normal, along, half) in parts.items():
        frame = np.eye(4)
        frame[:3, 0], frame[:3, 1], frame[:3, 2], frame[:3, 3] = along, np.cross(normal, along), normal, at
        scaled = mi.ScalarTransform4f(frame) @ mi.ScalarTransform4f().scale([*half, 1])
        out[name] = {"type": "rectangle", "to_world": scaled, "bsdf": surface}


def palm(scene: Any, out: Shapes) -> None:
    """A potted palm between the lamp and the board: arching fronds of narrow leaflets, beside the table's middle."""
    rng = np.random.default_rng([scene.seed, 443])
    spot = np.array(scene.lights[0]["pos"], float)
    ahead = spot * [1, 1, 0] / np.hypot(spot[0], spot[1])
    side = np.cross(UP, ahead)
    foot, blades = ahead * 480 + side * rng.uniform(-40, 40) + UP * 60, []
    for _ in range(7):
        turn, reach, rise = rng.uniform(-1.5, 1.5), rng.uniform(150, 380), rng.uniform(330, 640)
        out_of = np.sin(turn) * side + 0.28 * np.cos(turn) * ahead * rng.choice([-1, 1])
        share = np.linspace(0.0, 1.0, 26)
        stem = foot + share[:, None] * out_of * reach + ((1.55 * share - 0.62 * share**2.6) * rise)[:, None] * UP
        for k in range(7, 25, 2):
            along = stem[k + 1] - stem[k]
            along = along / np.linalg.norm(along)
            across = np.cross(along, ahead + 0.3 * rng.normal(size=3))
            across = across / np.linalg.norm(across)
            long = 120 * np.sin(np.pi * (0.15 + 0.8 * k / 25)) * rng.uniform(0.85, 1.1)
            for hand in (-1, 1):
                way = hand * across + 0.8 * along - 0.25 * UP
                way = way / np.linalg.norm(way)
                broad = np.cross(way, ahead)
                broad = 6.5 * broad / np.linalg.norm(broad)
                mid, tip = stem[k] + 0.45 * long * way, stem[k] + long * way - 0.12 * long * UP
                blades.append([stem[k], mid + broad, tip, mid - broad])
    corners = np.array(blades)
    near = (corners @ ahead).min(1) > 330
    out["palm"] = quads("palm", corners[near], FROND)
