"""Simulated tables: what takes long to draw or to measure is made once a process, and each test gets its own copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from calibration import capture
from calibration.capture import calibrate
from calibration.profile import LensQuality, Profile
from calibration.report import Calibration
from device.simulation.camera import SimulatedCamera, at_once
from device.simulator import SimulatedTable
from engine.indian_summer.tiles import Tile
from engine.indian_summer.viewing import layout
from vision.frame import Frame
from vision.pose import Lens

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


def calibrated_again(
    frame: Frame,
    layouts: Sequence[Any],
    *,
    corners_px: ArrayLike | None = None,
    floors: Sequence[Sequence[str]] | None = None,
    lens: Lens | None = None,
    lens_quality: LensQuality | None = None,
) -> Calibration:
    """What ``calibrate`` gives for a picture; the same picture, asked for in the same way, is measured once a process.

    Simulated tables of one seed begin with the same picture. Through a lens that is given it is measured each time.
    """
    if lens is not None or lens_quality is not None:
        return calibrate(frame, layouts, corners_px=corners_px, floors=floors, lens=lens, lens_quality=lens_quality)
    asked = frame, layouts, corners_px, floors
    way = repr((layouts, None if corners_px is None else np.asarray(corners_px).tolist(), floors)), capture.covering
    found = deepcopy(_measured(_Asked((sha256(frame.pixels).digest(), *way), asked)))
    return replace(found, profile=replace(found.profile, created=datetime.now(UTC).isoformat(timespec="seconds")))


@dataclass(frozen=True)
class _Asked:
    """What a picture was asked for; it is another one's equal if the key is."""

    key: tuple[Any, ...]
    asked: tuple[Any, ...] = field(compare=False)


@lru_cache(maxsize=16)
def _measured(asked: _Asked) -> Calibration:
    frame, layouts, corners_px, floors = asked.asked
    return calibrate(frame, layouts, corners_px=corners_px, floors=floors)


@lru_cache(maxsize=8)
def _drawn(floors: Floors, seed: int, size_wh: tuple[int, int], row: tuple[Tile | None, ...]) -> SimulatedTable:
    return SimulatedTable(floors, seed, size_wh, row)


@lru_cache(maxsize=4)
def _calibrated(floors: Floors, seed: int) -> Profile:
    first = SimulatedCamera(drawn_table(floors, seed), at_once).read()
    return calibrate(first, layout(len(floors)), floors=floors).profile
