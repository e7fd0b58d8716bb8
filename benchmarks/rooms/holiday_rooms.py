"""Five rooms of holidays and evenings out: a balcony, a table that turns, a caravan, a café for games, Christmas.

``add()`` puts them, and the tops of their tables, beside the rooms that there are.
"""

from __future__ import annotations

from typing import Any

import holiday_things
import numpy as np
import rooms
from evening_rooms import each_picture
from furnished_rooms import FurnishedRoom
from furnishings import bulb_hung
from holiday_tables import HOLIDAY_TOPS
from home_rooms import both
from home_things import laid
from room_light import Lamp, Shapes
from room_tables import TOPS
from tablescene import art
from tablescene import geometry as geo

GAP = (0.012, 0.009, 0.007)
FLAMES = 4


def turntable(scene: Any, out: Shapes) -> None:
    """A disc of another wood let into the table's middle, so that it turns: a dark gap round it, the grain aslant."""
    rng = np.random.default_rng([scene.seed, 471])
    half, at = rng.uniform(150, 185), rng.normal(0, 7, 2)
    wood = "pine" if scene.table_kind in ("darkwalnut", "smokedoak") else "walnut"
    grain = art.table_texture_of_renderer(int(rng.integers(1 << 30)), wood)
    turn = float(rng.uniform(20, 160))
    for name, radius, z, material in (
        ("gap", half + rng.uniform(1.5, 3), 0.005, ("susangap", "diffuse", {"rgb": GAP})),
        ("disc", half, 0.011, ("susan", "gloss", {"tex": grain, "alpha": float(rng.uniform(0.2, 0.3))})),
    ):
        disc = geo.lathe([(0, 0), (radius, 0)], 180)
        mesh = {"v": disc["v"], "f": disc["f"], "uv": (0.5 + disc["v"][:, :2] / 900).astype(np.float32)}
        scene.table_items().append((f"table_{name}", geo.transform(mesh, turn, (0, 0), (*at, z)), material))


def breathing_flames(scene: Any, lights: Shapes, picture: int) -> None:
    """Candles of a room without draught: each a little higher or lower than in the picture before."""
    rng = np.random.default_rng([scene.seed, 472, picture])
    for k in range(1, 1 + FLAMES):
        emitter = lights[f"light{k}"]["emitter"]
        shine = np.array(emitter["radiance"]["value"]) * rng.uniform(0.85, 1.15)
        shining = emitter | {"radiance": {"type": "rgb", "value": shine.tolist()}}
        lights[f"light{k}"] = lights[f"light{k}"] | {"emitter": shining}


def _at(kind: str, spot: tuple[float, float, float], half: float, temp: float, strength: float) -> Lamp:
    """A lamp at a place: mm away from the camera, beside that, and above the table."""
    ahead, beside, height = spot
    return Lamp(
        kind, float(np.hypot(ahead, beside)), height, (half, half), temp, strength, float(np.arctan2(beside, ahead))
    )


def _festoon(k: int, many: int = 9) -> Lamp:
    """One bulb of a string of lamps that sags once along the balcony's railing."""
    share = 2 * k / (many - 1) - 1
    return _at("bulb", (620 + 40 * share, 950 * share, 900 + 260 * share**2), 23, 2400, 0.09)


def _arm(k: int, many: int = 5) -> Lamp:
    """One frosted bulb of a chandelier that hangs a little beyond the table's middle."""
    turn = 2 * np.pi * k / many + 0.3
    return _at("bulb", (330 + 190 * np.cos(turn), 120 + 190 * np.sin(turn), 960), 30, 2800, 0.17)


FILAMENTS = ((420, 260, 760), (610, -130, 880), (380, -420, 700), (-250, 560, 820), (-420, -520, 860), (900, 500, 790))
CANDLES = ((460, -140), (485, 85), (400, 420), (330, -460))

HOLIDAY: dict[str, FurnishedRoom] = {
    "balcony": FurnishedRoom(
        "a balcony at dusk: a string of nine warm lamps along the railing, blue sky above, light from the balcony door",
        9000,
        0.3,
        [*(_festoon(k) for k in range(9)), Lamp("window", 1300, 950, (420, 950), 3000, 0.22, 2.3)],
        ("acacia", "provence"),
        stops=-0.1,
        more=both(bulb_hung, laid("tumbler", "napkin")),
    ),
    "lazysusan": FurnishedRoom(
        "a family's table with a disc let in that turns, of another wood; a chandelier of five bulbs, a window at dusk",
        3600,
        0.24,
        [*(_arm(k) for k in range(5)), Lamp("window", 1700, 1000, (500, 600), 7200, 0.25, -1.9)],
        ("oak", "pine", "darkwalnut", "butcher"),
        stops=0.15,
        more=both(bulb_hung, both(turntable, laid("bowl", "tumbler"))),
    ),
    "caravan": FurnishedRoom(
        "a caravan on a summer's evening: a low window on each side, cool sky in one, warm sun on a wall in the other",
        5600,
        0.3,
        [
            Lamp("window", 640, 430, (420, 190), 7600, 0.6, 1.5),
            Lamp("window", 660, 430, (420, 190), 4300, 0.5, -1.62),
            Lamp("spot", 520, 1150, (35, 35), 3000, 0.14, 0.3),
        ],
        ("foil", "leafcheck"),
        more=laid("tumbler", "phone"),
    ),
    "gamecafe": FurnishedRoom(
        "a café for games: six filament bulbs at different heights, a dark stained table with mats and glasses",
        2700,
        0.14,
        [
            *(_at("bulb", spot, 11, 2300, 0.2) for spot in FILAMENTS),
            Lamp("window", 1900, 1200, (500, 450), 5200, 0.12, -2.4),
        ],
        ("stained",),
        more=both(bulb_hung, laid("beermat", "tumbler", "beermat", "phone")),
    ),
    "christmas": FurnishedRoom(
        "Christmas: a red cloth, twigs of fir, mandarins and cinnamon stars, four candles, a shaded ceiling lamp",
        2800,
        0.2,
        [
            Lamp("lamp", 340, 1500, (200, 200), 2800, 0.75, 0.8),
            *(_at("bulb", (*spot, 125), 8, 1900, 0.1) for spot in CANDLES),
        ],
        ("reddamask",),
        more=both(
            laid("twig", "cookie", "mandarin", "twig", "bauble", "cookie", "bauble"), each_picture(breathing_flames)
        ),
    ),
}


def add() -> None:
    """Put these rooms, their tables and things beside those that there are; after those of ``home_rooms``."""
    holiday_things.add()
    TOPS.update(HOLIDAY_TOPS)
    rooms.ROOMS.update(HOLIDAY)
