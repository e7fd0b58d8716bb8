"""Six rooms whose light does not stay as it was, or falls oddly: fire, clouds, ripples, a slow wheel of colours.

``add()`` puts them, and the tops of their tables, beside the rooms that there are.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import rooms
from evening_tables import EVENING_TOPS
from furnished_rooms import FurnishedRoom
from furnishings import PLANK, UP, bulb_hung, quads
from room_light import SCREENS, SUN_AWAY, Lamp, Rng, Shapes, Vector, hung
from room_tables import TOPS, Picture
from shapely.geometry import Point

LEATHER = {"type": "roughplastic", "diffuse_reflectance": {"type": "rgb", "value": [0.045, 0.024, 0.016]}, "alpha": 0.3}
GREEN_GLASS = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.16, 0.42, 0.2]}}
CHIPS = ([0.5, 0.05, 0.05], [0.72, 0.7, 0.66], [0.05, 0.26, 0.1], [0.7, 0.62, 0.3], [0.04, 0.04, 0.045])
CHIP_HALF, CHIP_TALL, RAIL_HALF = 19.5, 3.3, 52.0
FACE_UP = np.array([1e-3, 0.0, 1.0])


def each_picture(change: Callable[[Any, Shapes, int], None]) -> Callable[[Any, Shapes], None]:
    """Let what shines in a room differ from picture to picture: ``change`` gets the scene, its shapes and a count."""

    def more(scene: Any, out: Shapes) -> None:
        from tablescene.render import Renderer

        stock, pictures = Renderer.shoot, count()

        def shoot(self: Any, items: Any, lights: Shapes, *others: Any, **named: Any) -> Picture:
            own = dict(lights)
            change(scene, own, next(pictures))
            return stock(self, items, own, *others, **named)

        Renderer.shoot = shoot

    return more


def _times(shape: Shapes, share: Any) -> Shapes:
    """A lamp that shines more or less, or in another colour."""
    radiance = np.array(shape["emitter"]["radiance"]["value"]) * share
    return shape | {"emitter": {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}}}


def flicker(scene: Any, lights: Shapes, picture: int) -> None:
    """A fire: each flame is higher or lower than a moment ago, and yellower when it is high."""
    rng = np.random.default_rng([scene.seed, 451, picture])
    blaze = rng.uniform(0.7, 1.25)
    for k in range(3):
        high = blaze * rng.uniform(0.45, 1.5)
        lights[f"light{k}"] = _times(lights[f"light{k}"], high * np.array([1.0, high**0.12, high**0.3]))


def clouds(scene: Any, lights: Shapes, picture: int) -> None:
    """The sun goes behind a cloud and comes out again; the sky is a little brighter under thin cloud."""
    first, pace = np.random.default_rng([scene.seed, 452]).uniform((0, 0.7), (6, 1.1))
    share = float(np.clip(0.5 + 0.75 * np.sin(first + pace * picture), 0.02, 1.0))
    lights["light0"] = _times(lights["light0"], share)
    lights["env"] = lights["env"] | {"scale": 1.15 - 0.25 * share}


def colour_wheel(scene: Any, lights: Shapes, picture: int) -> None:
    """A bulb that goes once round the colours in some ten minutes; a move takes about half of one."""
    first = np.random.default_rng([scene.seed, 453]).uniform()
    tint = np.array(colorsys.hsv_to_rgb((first + 0.055 * picture) % 1, 0.85, 1.0)) ** 1.6
    tint = tint / (0.3 + 0.7 * float(tint @ [0.2126, 0.7152, 0.0722]))
    lights["light0"] = _times(lights["light0"], tint)


def ripples(scene: Any, lights: Shapes, picture: int) -> None:
    """The tank's lamp through moving water: a net of bright lines that is never the same."""
    from tablescene.render import mi

    rng = np.random.default_rng([scene.seed, 454, picture])
    spot = np.array(scene.lights[0]["pos"], float) * [0.92, 0.92, 0] + UP * 520
    aim = spot * [-0.08, -0.08, 0]
    shine = {"type": "bitmap", "bitmap": mi.Bitmap(_caustics(rng)), "raw": True}
    placed = mi.ScalarTransform4f().look_at(origin=spot.tolist(), target=aim.tolist(), up=[0, 0, 1])
    strength = 0.19 * float(((spot - aim) ** 2).sum())
    lights["ripples"] = {"type": "projector", "irradiance": shine, "scale": strength, "to_world": placed, "fov": 75.0}


def _caustics(rng: Rng, side: int = 512) -> Picture:
    """What light does below waves: bright where it is gathered, dim where it is spread, fading to the sides."""
    y, x = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
    bent = np.zeros((3, side, side))
    for _ in range(16):
        turn, waves, start = rng.uniform(0, 2 * np.pi), rng.uniform(14, 44), rng.uniform(0, 2 * np.pi)
        along = np.array([np.cos(turn), np.sin(turn)]) * waves
        slope = -np.sin(along[0] * x + along[1] * y + start) / waves**1.25
        bent += slope * np.array([along[0] ** 2, along[1] ** 2, along[0] * along[1]])[:, None, None] * 0.045
    gathered = 1 / (np.abs((1 + bent[0]) * (1 + bent[1]) - bent[2] ** 2) + 0.25)
    light = np.clip(gathered / gathered.mean(), 0, 3.0) * np.clip(1.5 * (1 - np.hypot(x, y)), 0, 1)
    return (light[..., None] * np.array([0.62, 1.0, 1.06])).astype(np.float32)


def green_shade(scene: Any, out: Shapes) -> None:
    """A shade of green glass round a small clear bulb: white light below it, green light on all sides."""
    bulb_hung(scene, out)
    spot = np.array(scene.lights[0]["pos"], float)
    half, up, down = 84.0, 45.0, 122.0
    glow = np.array([0.7, 1.15, 0.48]) * 0.5 * float((spot**2).sum()) / (0.8 * 2 * half * (up + down))
    out["glass"] = {
        "type": "cylinder",
        "p0": (spot - UP * down).tolist(),
        "p1": (spot + UP * up).tolist(),
        "radius": half,
        "bsdf": {"type": "twosided", "bsdf": GREEN_GLASS},
        "emitter": {"type": "area", "radiance": {"type": "rgb", "value": glow.tolist()}},
    }


def girders(rng: Rng, sunward: Vector) -> Shapes:
    """Lattice girders below the skylights of a hall, across the sun: two chords each, and struts to and fro."""
    side = np.cross(UP, sunward)
    side = side / np.linalg.norm(side)
    up, middle = np.cross(sunward, side), sunward * 1900
    lean, panel, tall = rng.uniform(-0.5, 0.5), rng.uniform(95, 130), rng.uniform(75, 95)
    across = np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    corners = []
    for beam in (-1, 0, 1):
        foot = beam * 330 + rng.uniform(-60, 60)
        bars = [((-900.0, foot + k * tall), (900.0, foot + k * tall), 13.0) for k in (0, 1)]
        for k in range(-7, 7):
            ends = (foot, foot + tall) if k % 2 else (foot + tall, foot)
            bars.append(((k * panel, ends[0]), ((k + 1) * panel, ends[1]), 8.0))
        for start, end, half in bars:
            a, b = np.array(start), np.array(end)
            beside = half * np.array([a[1] - b[1], b[0] - a[0]]) / np.linalg.norm(b - a)
            flat = np.array([a - beside, b - beside, b + beside, a + beside]) @ across
            corners.append(middle + flat[:, :1] * side + flat[:, 1:] * up)
    return {"girders": quads("girders", np.array(corners), PLANK)}


def card_table(scene: Any, out: Shapes) -> None:
    """The padded rail of a card table opposite the player, and a few low stacks of chips beside the board."""
    rng = np.random.default_rng([scene.seed, 455])
    board = scene.boards[0]
    rail = -board.spec.size[1] / 2 - 55 - RAIL_HALF - rng.uniform(0, 15)
    if not scene.near_hand:
        scene.clutter = [thing for thing in scene.clutter if thing["y"] > rail + RAIL_HALF + 35]
        ends = {"p0": [-1200.0, rail, -6.0], "p1": [1200.0, rail, -6.0], "radius": RAIL_HALF}
        out["rail"] = {"type": "cylinder", "bsdf": {"type": "twosided", "bsdf": LEATHER}} | ends
    taken = [(thing["x"], thing["y"]) for thing in scene.clutter]
    for stack in range(int(rng.integers(3, 6))):
        for x, y in rng.uniform((-210, rail + RAIL_HALF + 24), (210, 190), (90, 2)):
            apart = min((np.hypot(x - a, y - b) for a, b in taken), default=1e3)
            seen = scene.cam0.project([(x, y, 0)])[0] / scene.size
            off = not board.outline(0, grow=16 + CHIP_HALF).contains(Point(x, y))
            if off and apart > 60 and (np.abs(seen - 0.5) < 0.49).all():
                taken.append((x, y))
                _chips(rng, out, f"chips{stack}", (x, y))
                break


def _chips(rng: Rng, out: Shapes, name: str, at: tuple[float, float]) -> None:
    """A stack of chips in one colour, each a little beside the other, with a ring in another colour."""
    kind = int(rng.integers(len(CHIPS)))
    own, pale = ({"type": "diffuse", "reflectance": {"type": "rgb", "value": CHIPS[k]}} for k in (kind, kind - 1))
    for k in range(int(rng.integers(1, 5))):
        spot = np.array([*(at + rng.normal(0, 0.7, 2)), k * CHIP_TALL])
        ends = {"p0": spot.tolist(), "p1": (spot + UP * CHIP_TALL).tolist(), "radius": CHIP_HALF}
        out[f"{name}_{k}"] = {"type": "cylinder", "bsdf": {"type": "twosided", "bsdf": own}} | ends
        for part, (half, bsdf) in enumerate(((CHIP_HALF, own), (13.5, pale), (12.0, own))):
            out[f"{name}_{k}_{part}"] = hung("disk", spot + UP * (CHIP_TALL + 0.05 * part), FACE_UP, (half, half), bsdf)


EVENING: dict[str, FurnishedRoom] = {
    "fireplace": FurnishedRoom(
        "an open fire low at one side, its flames higher or lower in every picture, a floor lamp far behind",
        2500,
        0.13,
        [
            *(Lamp("lamp", 820, h, (62, 62), 1950, 0.3, t) for h, t in ((330, 1.25), (400, 1.45), (340, 1.68))),
            Lamp("lamp", 1100, 1500, (150, 150), 2700, 0.36, -1.6),
        ],
        ("tartan", "darkwalnut", "poppies"),
        more=each_picture(flicker),
    ),
    "greenshade": FurnishedRoom(
        "a lamp with a shade of green glass hangs beside the board: its pool ends on the board, green light outside",
        3000,
        0.22,
        [Lamp("bulb", 365, 560, (8, 8), 2800, 0.85, 1.3)],
        ("poppies", "butcher", "oak"),
        stops=0.55,
        more=green_shade,
    ),
    "schoolhall": FurnishedRoom(
        "a school hall by day: the sun through girders and skylights comes and goes as clouds pass",
        6800,
        0.6,
        [
            Lamp("sun", SUN_AWAY * 0.55, SUN_AWAY * 0.83, (26, 26), 5300, 1.7, 1.4),
            *(Lamp("window", 1500, 2300, (420, 260), 7000, 0.16, t) for t in (0.3, 2.4, -1.6)),
        ],
        ("schooltop", "laminate"),
        screen="girders",
        more=each_picture(clouds),
    ),
    "aquarium": FurnishedRoom(
        "a lit aquarium beside the table: blue-green light with moving ripples, a warm lamp on the other side",
        4200,
        0.2,
        [
            Lamp("window", 540, 270, (430, 170), 8000, 0.34, 1.35, (0.3, 0.95, 1.3)),
            Lamp("lamp", 800, 1500, (150, 150), 2900, 0.4, -1.5),
        ],
        ("white", "pine", "granite"),
        more=each_picture(ripples),
    ),
    "bedroom": FurnishedRoom(
        "a bulb that goes slowly round the colours on one side, a plain lamp with a paper shade on the other",
        3300,
        0.14,
        [
            Lamp("lamp", 560, 620, (60, 60), 6500, 0.5, 1.4, (1.0, 1.0, 1.0)),
            Lamp("lamp", 720, 1300, (170, 170), 2900, 0.55, -1.3),
        ],
        ("stripes", "roses", "white"),
        more=each_picture(colour_wheel),
    ),
    "cardclub": FurnishedRoom(
        "a card table with a padded rail and stacks of chips, two long hooded lamps above its sides",
        3100,
        0.14,
        [
            Lamp("window", 440, 820, (340, 34), 3000, 0.75, 1.45),
            Lamp("window", 470, 860, (340, 34), 3000, 0.4, -1.65),
        ],
        ("speedcloth",),
        more=card_table,
    ),
}


def add() -> None:
    """Put these rooms, their tables and shadows beside those that there are; after those of ``furnished_rooms``."""
    TOPS.update(EVENING_TOPS)
    SCREENS["girders"] = girders
    rooms.ROOMS.update(EVENING)
