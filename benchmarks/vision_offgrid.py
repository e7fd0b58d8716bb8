"""How pieces off the grid are seen: ``benchmarks/vision_offgrid.py [--tables 4] [--tiles 40]``.

Tiles of random shape, place, offset (0 to 0.5 spaces) and turn (0 to 20 degrees) are laid one at a time on simulated
tables and read from one picture. Prints, by how far off they lie: read right, said to be misplaced, left unknown, read
wrong; and how far measured offsets and turns are from the true ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import GRID, Kind, Piece
from device.simulator import SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from engine.polyomino import marked_free_polyominoes
from vision.frame import Frame
from vision.observation import Observation

SIZES = {"green": 3, "yellow": 4, "red": 5}
OFFSETS, TURNS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5), (0.0, 1.0, 2.0, 4.0, 7.0, 12.0, 20.0)
PROMISED, PROMISED_DEG = 0.15, 4.0
COVERED = 0.25  # share of a space from which it is wrong to call it bare


class Laid(NamedTuple):
    """A tile that was laid and the picture read."""

    piece: Piece
    seen: Observation
    truth: dict[Space, str]


def laid(seed: int, count: int) -> Iterator[Laid]:
    """Tiles on one simulated table, one at a time."""
    random = np.random.default_rng(seed)
    floors = demo_floors()
    table = SimulatedTable([floors[seed % len(floors)].rows], seed)
    profile = calibrate(Frame(table.picture(), 0.0, 0), layout(1), corners_px=table.corners_px(0)).profile
    detector = detector_of(profile)
    for number in range(1, count + 1):
        color = str(random.choice(list(SIZES)))
        shapes = marked_free_polyominoes(SIZES[color])
        placements = shapes[int(random.integers(len(shapes)))].placements(GRID)
        covers, mark = placements[int(random.integers(len(placements)))]
        cells = tuple(Cell(*divmod(bit, 9)) for bit in range(72) if int(covers) >> bit & 1)
        hole = next(Cell(*divmod(bit, 9)) for bit in range(72) if int(mark) >> bit & 1)
        off, turn = float(random.choice(OFFSETS)), float(random.choice(TURNS)) * float(random.choice((-1, 1)))
        angle = random.uniform(0, 2 * np.pi)
        way = np.array([np.cos(angle), np.sin(angle)])
        x, y = way / np.abs(way).max() * off
        piece = Piece(f"tile {number}", Kind.LEAF, 0, color, cells, hole, (float(x), float(y)), turn)
        table.clear()
        table.lay(piece)
        yield Laid(piece, detector.read(Frame(table.picture(), float(number), number)), table.truth())


def covered(piece: Piece) -> dict[Cell, float]:
    """How much of every space the piece really covers."""
    ticks = (np.arange(12) + 0.5) / 12
    middle = np.array(piece.centre_xy)
    turn = np.radians(piece.turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shares: dict[Cell, float] = defaultdict(float)
    for cell in piece.cells:
        square = np.stack(np.meshgrid(cell.col + ticks, cell.row + ticks), axis=-1).reshape(-1, 2)
        for col, row in np.floor((square - middle) @ spin.T + middle + piece.offset_xy).astype(int):
            shares[Cell(int(row), int(col))] += 1 / 144
    return shares


def judged(one: Laid) -> str:
    """Right, misplaced, unknown, hand (across the rim), or wrong."""
    shares, seen = covered(one.piece), one.seen.readings
    if one.seen.hand:
        return "hand"
    for spot, reading in seen.items():
        assert isinstance(spot, Space)
        bare = reading.surface == "floor"
        if bare and shares.get(spot.cell, 0.0) > COVERED and one.truth[spot] != reading.surface:
            return "wrong"
        if not bare and one.truth[spot] != reading.surface:
            return "wrong"
    if all(spot in seen for spot in one.truth):
        return "right"
    return "misplaced" if any(sighting.problem for sighting in one.seen.sightings) else "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--tiles", type=int, default=40)
    options = parser.parse_args()
    words = ("right", "misplaced", "unknown", "hand", "wrong")
    groups: dict[str, dict[str, int]] = {
        name: dict.fromkeys(words, 0) for name in ("promised: to 0.15 and 4 deg", "to 0.25 and 7 deg", "further off")
    }
    errors: list[tuple[float, float]] = []
    for one in (one for seed in range(options.tables) for one in laid(seed, options.tiles)):
        off, turn = max(map(abs, one.piece.offset_xy)), abs(one.piece.turn_deg)
        near = off <= PROMISED + 1e-9 and turn <= PROMISED_DEG
        middle = off <= 0.25 + 1e-9 and turn <= 7
        group = list(groups)[0 if near else 1 if middle else 2]
        groups[group][judged(one)] += 1
        for sighting in one.seen.sightings:
            if {spot.cell for spot in sighting.spots if isinstance(spot, Space)} == set(one.piece.cells):
                apart = np.abs(np.subtract(sighting.offset_xy, one.piece.offset_xy)).max()
                errors.append((float(apart), abs(sighting.turn_deg - one.piece.turn_deg)))
    print(f"{'tiles off the grid':30}" + "".join(f"{word:>11}" for word in words))
    for name, counts in groups.items():
        print(f"{name:30}" + "".join(f"{counts[word]:11}" for word in words))
    shift, turned = np.percentile(np.array(errors), 95, axis=0)
    print(f"{len(errors)} measured: 95 % of offsets within {shift:.3f} spaces, of turns within {turned:.1f} degrees")


if __name__ == "__main__":
    main()
