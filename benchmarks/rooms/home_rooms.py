"""Five rooms of an evening at home: a dimmer that is turned, somebody beside the lamp, dusk, spots in gloss, a dinner.

``add()`` puts them, and the tops of their tables, beside the rooms that there are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import rooms
from evening_rooms import each_picture
from furnished_rooms import FurnishedRoom
from furnishings import UP, mesh
from home_tables import HOME_TOPS
from home_things import laid
from room_light import Lamp, Shapes
from room_tables import TOPS
from tablescene import geometry as geo

More = Callable[[Any, Shapes], None]
JUMPER = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.14, 0.17, 0.24]}}
TORSO = ((0, -560), (190, -550), (205, -60), (200, 120), (150, 205), (62, 235), (56, 290), (0, 295))
HEAD = tuple((88 * np.sin(a), 390 - 118 * np.cos(a)) for a in np.linspace(0, np.pi, 14))


def both(*parts: More) -> More:
    """All that stands or happens in a room."""

    def more(scene: Any, out: Shapes) -> None:
        for part in parts:
            part(scene, out)

    return more


def _brighter(lights: Shapes, name: str, share: Any) -> None:
    """A lamp that shines more or less, or in another colour."""
    radiance = np.array(lights[name]["emitter"]["radiance"]["value"]) * share
    shining = {"type": "area", "radiance": {"type": "rgb", "value": radiance.tolist()}}
    lights[name] = lights[name] | {"emitter": shining}


def dimmed(scene: Any, lights: Shapes, picture: int) -> None:
    """Somebody turns the dimmer twice, each time between two pictures; a dimmed filament is redder."""
    rng = np.random.default_rng([scene.seed, 462])
    first = int(rng.integers(1, 3))
    second = first + int(rng.integers(2, 4))
    levels = np.array([1.0, rng.uniform(0.16, 0.3), rng.uniform(0.45, 0.65)])
    level = levels[int(picture >= first) + int(picture >= second)] * rng.uniform(0.98, 1.02)
    _brighter(lights, "light0", level * np.array([1.0, level**0.1, level**0.32]))


def somebody(scene: Any, lights: Shapes, picture: int) -> None:
    """Somebody sits between the floor lamp and the table and leans a little, this way and that, from move to move."""
    rng = np.random.default_rng([scene.seed, 463])
    spot = np.array(scene.lights[0]["pos"], float)
    ahead = spot * [1, 1, 0] / np.hypot(spot[0], spot[1])
    side = np.cross(UP, ahead)
    hand = rng.choice([-1, 1])
    moved = np.random.default_rng([scene.seed, 464, picture])
    at = (
        ahead * (505 + moved.normal(0, 12))
        + side * (hand * 215 + moved.normal(0, 32))
        + UP * (465 + moved.normal(0, 14))
    )
    lean = moved.normal(0, 0.07)
    for name, profile, deep in (("torso", TORSO, 0.62), ("head", HEAD, 1.0)):
        part = geo.lathe(profile, 40)
        v = part["v"].astype(float) * [deep, 1, 1]
        corners = at + v[:, :1] * ahead + (v[:, 1] + lean * v[:, 2])[:, None] * side + v[:, 2:] * UP
        lights[name] = mesh(f"{name}{picture}", corners, part["f"], JUMPER)


def dusk(scene: Any, lights: Shapes, picture: int) -> None:
    """The window grows dark slowly; halfway through the ceiling lamp is switched on."""
    on = picture >= max(1, (scene.n_steps + 1) // 2)
    share = 0.95**picture
    _brighter(lights, "light0", share * np.array([1.0, 1.0, 1.0 + 0.015 * picture]))
    lights["env"] = lights["env"] | {"scale": 0.3 + 0.7 * share + 0.35 * on}
    if not on:
        _brighter(lights, "light1", 0.004)


def _led(away: float, turn: float) -> Lamp:
    """A diode spot let into the ceiling above a table of lacquer."""
    return Lamp("spot", away, 1750, (24, 24), 3300, 0.16, turn)


LEDS = ((430, 0.0), (560, 0.85), (540, -0.85), (700, 1.7), (690, -1.7), (620, 2.65), (650, -2.6))

HOME: dict[str, FurnishedRoom] = {
    "dimmer": FurnishedRoom(
        "a dining table under one pendant whose dimmer is turned between two pictures, twice; a cool hall beyond",
        4300,
        0.1,
        [
            Lamp("spot", 285, 830, (95, 95), 2750, 1.0, 1.0, shade=110),
            Lamp("window", 1700, 900, (300, 420), 6200, 0.1, -2.0),
        ],
        ("smokedoak", "oak", "leafcheck"),
        more=both(laid("tumbler", "phone"), each_picture(dimmed)),
    ),
    "besidesofa": FurnishedRoom(
        "a low table beside a floor lamp; somebody sits in its light, whose soft shadow wanders over the board",
        2900,
        0.16,
        [Lamp("lamp", 900, 1050, (165, 165), 2800, 1.0, 1.35), Lamp("lamp", 1300, 1700, (200, 200), 3000, 0.16, -1.2)],
        ("concrete", "smokedoak", "pine"),
        more=both(laid("remote", "phone"), each_picture(somebody)),
    ),
    "duskswitch": FurnishedRoom(
        "a north window on a late afternoon, darker from move to move; halfway the ceiling lamp is switched on",
        6200,
        0.24,
        [Lamp("window", 1250, 720, (480, 520), 8200, 0.9, 1.5), Lamp("lamp", 380, 1650, (190, 190), 2800, 0.85, -0.8)],
        ("pine", "leafcheck", "concrete"),
        more=each_picture(dusk),
    ),
    "lacquertable": FurnishedRoom(
        "a table of white lacquer that mirrors the seven diode spots of a low ceiling beside the board",
        3400,
        0.3,
        [_led(away, turn) for away, turn in LEDS],
        ("lacquer",),
        stops=0.3,
        more=laid("phone", "napkin"),
    ),
    "dinnertable": FurnishedRoom(
        "a dinner just over: a cloth printed with leaves, plates, glasses, snacks, a phone, a shaded ceiling lamp",
        3100,
        0.22,
        [Lamp("lamp", 300, 1250, (210, 210), 2900, 1.0, 0.9), Lamp("lamp", 1400, 1100, (120, 120), 2500, 0.2, -2.0)],
        ("leafcloth", "leafcheck"),
        more=laid("bowl", "plate", "tumbler", "phone", "napkin", "tumbler", "plate"),
    ),
}


def add() -> None:
    """Put these rooms and their tables beside those that there are; after those of ``evening_rooms``."""
    TOPS.update(HOME_TOPS)
    rooms.ROOMS.update(HOME)
