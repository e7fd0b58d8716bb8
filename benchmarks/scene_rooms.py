"""Scenes in other rooms with other cameras: ``scene_rooms.py --room ROOM --camera CAMERA --renderer DIR --out DIR``.

The renderer ``tablescene`` knows one camera and one kind of evening; ``rooms/`` has other rooms (lamps, shadows,
tables) and cameras (lens, sensor, processing). With ``--art ART`` the game is that of a drawn edition as well, and
the room's lamps win over the edition's. What lies where, and what the truth says of it, stays the renderer's business.

``--renderer`` is the folder in which ``tablescene`` lies, ``--list`` names rooms and cameras; whatever else is given
is passed on to the renderer, see its README: ``--seed 1 --difficulty hard --steps 7 --hands some --spp 16``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MORE = (
    "more_rooms",
    "more_cameras",
    "furnished_rooms",
    "rarer_cameras",
    "evening_rooms",
    "club_cameras",
    "home_rooms",
    "home_cameras",
    "holiday_rooms",
    "holiday_cameras",
)
"""What ``rooms/`` has beyond its first rooms and cameras, in the order in which it is added."""
FOLDERS = (HERE / "rooms", HERE / "arts", HERE)


def main() -> int:
    """Render; returns 1 where the renderer is not to be found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--room", help="the light and the table")
    parser.add_argument("--camera", help="the lens and the sensor")
    parser.add_argument("--art", help="a module of arts/; the renderer's own art if not given")
    parser.add_argument("--renderer", type=Path, required=True, metavar="DIR", help="where tablescene lies")
    parser.add_argument("--list", action="store_true", help="say what the rooms and cameras are")
    options, passed_on = parser.parse_known_args()
    if not (options.renderer / "tablescene" / "__main__.py").is_file():
        print(f"there is no tablescene in {options.renderer}", file=sys.stderr)
        return 1
    sys.path[:0] = [str(options.renderer), *map(str, FOLDERS)]
    rooms, cameras = importlib.import_module("rooms"), importlib.import_module("cameras")
    for more in MORE:
        importlib.import_module(more).add()
    if options.list:
        for name, kind in (rooms.ROOMS | cameras.CAMERAS).items():
            print(f"{name}: {kind.said}")
        return 0
    if options.room not in rooms.ROOMS or options.camera not in cameras.CAMERAS:
        parser.error(f"--room is one of {', '.join(rooms.ROOMS)}; --camera of {', '.join(cameras.CAMERAS)}")
    if options.art:
        importlib.import_module(options.art).apply()
    rooms.install(options.room)
    make = cameras.install(options.camera)
    truth = importlib.import_module("tablescene.truth")
    truth.image_truth = named(truth.image_truth, options.room, options.camera, options.art or "stock")
    if "--res" not in passed_on:
        passed_on += ["--res", "{}x{}".format(*make.size)]
    sys.argv[1:] = passed_on
    importlib.import_module("tablescene.__main__").main()
    return 0


def named(stock: Callable[..., dict[str, Any]], room: str, camera: str, art: str) -> Callable[..., dict[str, Any]]:
    """The truth of a picture with the names of its room, camera and art."""

    def truth(*args: Any, **others: Any) -> dict[str, Any]:
        out = stock(*args, **others)
        out["scene"] |= {"room": room, "camera": camera, "art": art}
        return out

    return truth


if __name__ == "__main__":
    sys.exit(main())
