"""Seven rooms in which more than lamps stands: lace before a low sun, a bare bulb, a shelf, a palm, an attic.

``add()`` puts them, and the tops of their tables, beside the rooms that there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rooms
from furnished_tables import MORE_TOPS
from furnishings import bulb_hung, lace, palm, shelf, skylight
from room_light import SCREENS, SUN_AWAY, Lamp, Room, Shapes
from room_tables import TOPS


@dataclass(frozen=True)
class FurnishedRoom(Room):
    """A room in which more stands than lamps."""

    more: Callable[[Any, Shapes], None] | None = None


def _halogen(away: float, turn: float) -> Lamp:
    """A small spot sunk into a high ceiling."""
    return Lamp("spot", away, 2500, (19, 19), 2950, 0.13, turn)


HALOGENS = [
    (420, 0.4),
    (470, 2.3),
    (450, -1.1),
    (520, -2.6),
    (980, 0.0),
    (1050, 1.1),
    (1020, 2.9),
    (1000, -0.6),
    (1100, -1.9),
]

FURNISHED: dict[str, FurnishedRoom] = {
    "lacecurtain": FurnishedRoom(
        "a low evening sun through a lace curtain: warm dapples of rosettes over everything",
        5600,
        0.46,
        [Lamp("sun", SUN_AWAY * 0.87, SUN_AWAY * 0.49, (26, 26), 3500, 2.2, 1.35)],
        ("roses", "oak", "butcher"),
        screen="lace",
    ),
    "barebulb": FurnishedRoom(
        "one bare bulb on its cord, hung low beside the board: strong fall-off, hard shadows that point away from it",
        2700,
        0.13,
        [Lamp("bulb", 290, 330, (30, 30), 2700, 1.0, 1.3)],
        ("butcher", "pine", "felt"),
        more=bulb_hung,
    ),
    "ledshelf": FurnishedRoom(
        "a strip of cold diodes under a shelf along one side, a weak warm ceiling lamp",
        3400,
        0.15,
        [
            Lamp("window", 340, 340, (620, 5), 7600, 0.8, 1.5),
            Lamp("lamp", 500, 2100, (160, 160), 2900, 0.3, -1.0),
        ],
        ("granite", "white", "butcher"),
        more=shelf,
    ),
    "smartlamps": FurnishedRoom(
        "two smart lamps, teal on one side and amber on the other, and a dim white lamp above",
        3600,
        0.15,
        [
            Lamp("lamp", 560, 520, (75, 75), 6500, 0.42, 1.4, (0.22, 1.18, 1.35)),
            Lamp("lamp", 540, 480, (75, 75), 2500, 0.46, -1.5, (2.25, 0.75, 0.1)),
            Lamp("lamp", 600, 2000, (190, 190), 3600, 0.36, 0.5),
        ],
        ("white", "roses", "walnut"),
    ),
    "attic": FurnishedRoom(
        "an attic: the sun through one small skylight makes a patch with straight edges, a second pane gives pale sky",
        4300,
        0.34,
        [
            Lamp("sun", SUN_AWAY * 0.66, SUN_AWAY * 0.75, (26, 26), 5000, 1.5, 1.35),
            Lamp("window", 700, 1250, (210, 300), 7800, 0.5, 0.55),
        ],
        ("pine", "tartan", "butcher"),
        screen="skylight",
    ),
    "conservatory": FurnishedRoom(
        "a conservatory under an overcast sky at dusk, a warm lamp shines through a potted palm",
        8200,
        0.5,
        [Lamp("spot", 760, 660, (24, 24), 2700, 1.0, 1.3)],
        ("rattan", "linen", "granite"),
        stops=0.35,
        more=palm,
    ),
    "lobby": FurnishedRoom(
        "a hotel's lobby: nine small halogen spots in a high ceiling, every edge has many sharp shadows",
        3100,
        0.14,
        [_halogen(away, turn) for away, turn in HALOGENS],
        ("granite", "darkwalnut", "marble"),
    ),
}


def _shapes_of(stock: Callable[..., Any]) -> Callable[..., Any]:
    """The lamps and shadows of a room, and what else stands there."""

    def shapes_of(room: Room, drawn: Callable[[Any], Shapes]) -> Callable[[Any], Shapes]:
        shapes = stock(room, drawn)

        def furnished(self: Any) -> Shapes:
            out = shapes(self)
            if isinstance(room, FurnishedRoom) and room.more is not None:
                room.more(self, out)
            return out

        return furnished

    return shapes_of


def add() -> None:
    """Put these rooms, their tables and shadows beside those that there are; after those of ``more_rooms``."""
    TOPS.update(MORE_TOPS)
    SCREENS.update({"lace": lace, "skylight": skylight})
    rooms.ROOMS.update(FURNISHED)
    rooms.shapes_of = _shapes_of(rooms.shapes_of)
