"""Simulated tables: what takes long to draw is drawn once a process, and each test gets a copy of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import lru_cache

from calibration.capture import calibrate
from calibration.profile import Profile
from device.simulation.camera import SimulatedCamera, at_once
from device.simulator import SimulatedTable
from engine.indian_summer.tiles import Tile
from engine.indian_summer.viewing import layout

Floors = tuple[tuple[str, ...], ...]


def drawn_table(
    floors: Sequence[Iterable[str]],
    seed: int,
    size_wh: tuple[int, int] = (1000, 750),
    row: Sequence[Tile | None] = (),
) -> SimulatedTable:
    """A table as ``SimulatedTable`` makes it; what is done to it no other test sees."""
    return deepcopy(_drawn(tuple(tuple(floor) for floor in floors), seed, size_wh, tuple(row)))


def calibrated(floors: Sequence[Iterable[str]], seed: int) -> Profile:
    """What comes of calibrating with the first picture of such a table, its treasures given."""
    return deepcopy(_calibrated(tuple(tuple(floor) for floor in floors), seed))


@lru_cache(maxsize=8)
def _drawn(floors: Floors, seed: int, size_wh: tuple[int, int], row: tuple[Tile | None, ...]) -> SimulatedTable:
    return SimulatedTable(floors, seed, size_wh, row)


@lru_cache(maxsize=4)
def _calibrated(floors: Floors, seed: int) -> Profile:
    first = SimulatedCamera(drawn_table(floors, seed), at_once).read()
    return calibrate(first, layout(len(floors)), floors=floors).profile
