"""More rooms of a normal game evening: kitchen, nursery, winter garden, camping, panelled and conference room.

``add()`` puts them beside the rooms that there are.
"""

from __future__ import annotations

import more_tables
import numpy as np
import rooms
from room_light import DARK, SCREENS, SUN_AWAY, Lamp, Rng, Room, Shapes, Vector, hung

WHITE = {"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.7}}
GLOW = 2450
FAIRY_TINTS = (None, (2.6, 0.45, 0.3), None, (0.4, 1.35, 0.4), None, (0.45, 0.7, 3.4), None, (2.2, 0.8, 0.1))


def panes(rng: Rng, sunward: Vector) -> Shapes:
    """The wall round a window of six panes, and its bars, in the sun."""
    side = np.cross([0, 0, 1.0], sunward)
    side = side / np.linalg.norm(side)
    up = np.cross(sunward, side)
    middle = sunward * 1300 + side * rng.uniform(-70, 70) + up * rng.uniform(-50, 50)
    wide, tall, bar = 330.0, 400.0, rng.uniform(9, 13)
    out = {}
    for k in (-1, 1):
        out[f"jamb{k}"] = hung("rectangle", middle + side * k * (wide + 500), sunward, (500, 900), DARK)
        out[f"lintel{k}"] = hung("rectangle", middle + up * k * (tall + 500), sunward, (900, 500), DARK)
        out[f"bar{k}"] = hung("rectangle", middle + up * k * tall / 3, sunward, (wide, bar), WHITE)
    out["post"] = hung("rectangle", middle, sunward, (bar, tall), WHITE)
    return out


def _fairy(k: int, many: int = 16) -> Lamp:
    """One of the fairy lights on a chain that sags twice along the wall."""
    share = k / (many - 1)
    height = 520 + 90 * np.cos(share * 4 * np.pi)
    tint = FAIRY_TINTS[k % len(FAIRY_TINTS)]
    return Lamp("lamp", 640, float(height), (7, 7), GLOW, 0.038, -1.7 + 2.4 * share, tint)


def _roof(k: int) -> Lamp:
    """One pane of a glass roof under a white sky."""
    away, turn = (380.0, np.pi / 2 * k) if k < 4 else (1150.0, np.pi / 2 * k + 0.78)
    return Lamp("window", away, 2300, (330, 330), 6700, 0.2 if k < 4 else 0.14, float(turn) + 0.4)


MORE: dict[str, Room] = {
    "kitchen": Room(
        "two pendant lamps above the table, the afternoon sun through a window with bars from the side",
        5200,
        0.4,
        [
            Lamp("spot", 420, 860, (62, 62), 2850, 0.42, 0.85, shade=120),
            Lamp("spot", 430, 860, (62, 62), 2850, 0.42, -0.95, shade=120),
            Lamp("sun", SUN_AWAY * 0.8, SUN_AWAY * 0.6, (28, 28), 4700, 1.8, 1.55),
        ],
        ("terrazzo", "lemons"),
        screen="panes",
        stops=0.15,
    ),
    "nursery": Room(
        "a child's room: sixteen fairy lights, some coloured, and a round paper lamp",
        3000,
        0.16,
        [Lamp("lamp", 560, 1500, (210, 210), 2900, 0.62, 1.7), *(_fairy(k) for k in range(16))],
        ("stripes", "foammat"),
    ),
    "wintergarden": Room(
        "a winter garden at noon: bright, white, hardly a shadow, the roof's panes in everything that shines",
        7000,
        1.0,
        [_roof(k) for k in range(8)],
        ("rattan", "terrazzo"),
        stops=0.15,
    ),
    "camping": Room(
        "a battery lantern on one side of a camping table, blue dusk all round",
        10500,
        0.26,
        [
            Lamp("window", 500, 300, (40, 66), 5000, 0.9, 1.2),
            Lamp("lamp", 2600, 1900, (200, 200), 2500, 0.08, -2.0),
        ],
        ("tartan", "campslats"),
    ),
    "panelled": Room(
        "a panelled living room: a floor lamp with a warm shade, a cold television behind the camera",
        2500,
        0.2,
        [
            Lamp("lamp", 760, 1350, (170, 170), 2500, 0.75, 1.75),
            Lamp("window", 1600, 800, (520, 290), 8800, 0.34, 2.9, (0.74, 1.0, 1.55)),
        ],
        ("tartan", "darkwalnut"),
    ),
    "conference": Room(
        "a conference table whose varnish mirrors the panes of a high window, two white panels on the ceiling",
        5400,
        0.45,
        [
            *(Lamp("window", 1150, h, (105, 190), 7000, 0.11, t) for h in (1250, 1680) for t in (-0.24, 0.0, 0.24)),
            *(Lamp("window", 1100, 2000, (300, 300), 4300, 0.35, t) for t in (1.9, -1.9)),
        ],
        ("varnish",),
    ),
}


def add() -> None:
    """Put these rooms, their tables and shadows beside those that there are."""
    more_tables.add()
    SCREENS["panes"] = panes
    rooms.ROOMS.update(MORE)
