"""Rooms other than the renderer's: the light of ten evenings and afternoons, and the tables that stand there.

``install(NAME)`` puts one in the place of tablescene's lamps and tables; ``ROOMS`` describes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import room_tables as tables
from room_light import SUN_AWAY, Lamp, Room, lights_of, shapes_of
from tablescene import scene as ts


def _candle(turn: float, away: float) -> Lamp:
    """A candle of a dinner."""
    return Lamp("bulb", away, 125, (9, 9), 1900, 0.33, turn)


CANDLES = ((-2.0, 330), (-0.7, 300), (0.6, 340), (1.9, 310))

ROOMS: dict[str, Room] = {
    "candles": Room(
        "four candles and a weak warm lamp",
        2000,
        0.1,
        [Lamp("lamp", 900, 1500, (120, 120), 2200, 0.3, 1.0), *(_candle(t, d) for t, d in CANDLES)],
        ("patchwork", "marble", "walnut"),
        stops=-0.2,
    ),
    "magenta": Room(
        "a strip of magenta diodes as mood light, a white lamp opposite",
        3600,
        0.14,
        [
            Lamp("window", 600, 520, (650, 10), 6500, 0.55, -1.3, (2.2, 0.25, 1.9)),
            Lamp("lamp", 700, 1300, (110, 110), 3900, 0.6, 1.5),
        ],
        ("glass", "white", "gridmat"),
    ),
    "blue": Room(
        "a strip of blue diodes along the wall, a white lamp at the side",
        4200,
        0.14,
        [
            Lamp("window", 620, 520, (650, 10), 6500, 0.5, 1.3, (0.3, 0.8, 4.2)),
            Lamp("lamp", 650, 1200, (110, 110), 3700, 0.6, -1.4),
        ],
        ("carpet", "oak", "marble"),
    ),
    "blinds": Room(
        "low sun through blinds throws stripes over the board",
        6800,
        0.55,
        [Lamp("sun", SUN_AWAY * 0.88, SUN_AWAY * 0.47, (26, 26), 4300, 2.6)],
        ("linen", "oak", "newspaper"),
        screen="blinds",
    ),
    "ringlight": Room(
        "a ring of diodes round the camera, reflected by the board",
        4400,
        0.22,
        [Lamp("ring", 85, 0, (7, 7), 5600, 1.0), Lamp("lamp", 900, 1600, (150, 150), 3200, 0.25, 1.2)],
        ("laminate", "walnut", "gridmat"),
        profile={"tilt": (2, 9), "alpha": (0.09, 0.14)},
    ),
    "office": Room(
        "two rows of cold, slightly green tubes on the ceiling",
        6200,
        0.5,
        [Lamp("window", d, 1950, (28, 620), 6700, 0.5, t, (0.86, 1.04, 1.02)) for d, t in ((420, 0.9), (620, -2.1))],
        ("laminate", "white"),
    ),
    "halfdark": Room(
        "one low lamp at the side, the far half of the board four times darker",
        3000,
        0.07,
        [Lamp("lamp", 330, 215, (42, 42), 2900, 1.0, 1.3)],
        ("felt", "carpet", "walnut"),
    ),
    "garden": Room(
        "a garden table under leaves: patches of sun, blue shade",
        9000,
        0.75,
        [Lamp("sun", SUN_AWAY * 0.6, SUN_AWAY * 0.8, (20, 20), 5300, 3.0)],
        ("check", "slats", "patchwork"),
        screen="leaves",
    ),
    "pub": Room(
        "a dark pub, a shaded lamp makes a pool of light",
        2700,
        0.05,
        [
            Lamp("spot", 260, 940, (46, 46), 2600, 1.0, 2.0, shade=150),
            Lamp("window", 1500, 900, (90, 260), 3400, 0.05, -1.2),
        ],
        ("pub",),
        stops=-0.15,
    ),
    "television": Room(
        "a blue television from one side, a dim floor lamp from the other",
        3000,
        0.1,
        [
            Lamp("window", 1700, 700, (520, 300), 9500, 0.45, 0.9, (0.72, 0.98, 1.7)),
            Lamp("lamp", 800, 1400, (140, 140), 2500, 0.4, -1.3),
        ],
        ("white", "patchwork", "newspaper"),
    ),
}


def install(name: str) -> Room:
    """Put a room's lamps, shadows and tables in the place of the renderer's; says what it is."""
    room = ROOMS[name]
    tables.install()
    for profile in ts.DIFFICULTY.values():
        profile.update(room.profile)
    stock_shapes, stock_table, stock_settings = (
        getattr(ts.TableScene, method) for method in ("mitsuba_lights", "_table", "_isp")
    )
    ts.TableScene._lights = lights_of(room)
    ts.TableScene.mitsuba_lights = shapes_of(room, stock_shapes)
    ts.TableScene._table = table_of(room, stock_table)
    ts.TableScene._isp = settings_of(room, stock_settings)
    return room


def settings_of(room: Room, stock: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    """The exposure of the room; by warm light no camera takes the table's mean for grey."""

    def settings(self: Any) -> dict[str, Any]:
        out = stock(self)
        grey = 0.06 if room.temp < 3200 else out["awb_greyworld"]
        return out | {"ev": out["ev"] + room.stops, "awb_greyworld": grey}

    return settings


def table_of(room: Room, stock: Callable[[Any], None]) -> Callable[[Any], None]:
    """One of the room's tables, by the seed."""

    def table(self: Any) -> None:
        stock(self)
        self.table_kind = room.tops[self.seed % len(room.tops)]
        self.cloth = self.table_kind in ("linen", "check", "felt")
        if self.table_kind in tables.TOPS:
            _, self.cloth, self.table_alpha = tables.TOPS[self.table_kind]
        if self.table_kind == "carpet":
            self.fold_amp = 0.0

    return table
