"""A lamp that is too bright for a channel of the camera: what is read under it, of a game and of a bare board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated_again, drawn_table
from vision.frame import Frame, Pixels
from vision.tracker import Tracker

FIRST, SECOND = (Cell(3, 3), Cell(3, 4), Cell(4, 4)), (Cell(5, 6), Cell(5, 7), Cell(6, 7))


class Evening:
    """A simulated board that is looked at in daylight and under a lamp that cuts off all its red."""

    def __init__(self) -> None:
        floors = demo_floors()
        self.table = drawn_table([floors[0].rows], 5)
        empty = Frame(self.table.picture(), 0.0, 0)
        self._detector = detector_of(calibrated_again(empty, layout(1), corners_px=[self.table.corners_px(0)]).profile)
        self._tracker, self._clock_s = Tracker(), 0.0

    def lay(self, cells: tuple[Cell, ...]) -> None:
        """Lay a green leaf, its hole on the second of these cells."""
        self.table.lay(Piece(str(cells[0]), Kind.LEAF, 0, "green", cells, cells[1]))

    def look(self, lamp: bool) -> dict[Cell, str]:
        """What is settled after a while, the bare floor as well."""
        pixels = burning(self.table.picture()) if lamp else self.table.picture()
        seen = self._detector.read(Frame(pixels, self._clock_s, round(10 * self._clock_s)))
        assert not lamp or seen.evidence[0].spaces.burnt.mean() > 0.9
        for _ in range(15):
            self._tracker.update(replace(seen, taken_at_s=self._clock_s))
            self._clock_s += 0.1
        assert self._tracker.status == "settled"
        readings = self._tracker.settled.readings
        return {spot.cell: str(reading.surface) for spot, reading in readings.items() if isinstance(spot, Space)}


def burning(pixels: Pixels) -> Pixels:
    """A warm lamp so bright that the red of nearly everything is cut off."""
    factor = 255 / np.percentile(pixels[..., 2], 5)
    lit = pixels * np.array([1 + 0.15 * (factor - 1), 1 + 0.35 * (factor - 1), factor])
    return np.asarray(np.clip(np.rint(lit), 0, 255), np.uint8)


def test_a_lamp_that_is_too_bright_does_not_end_the_evening() -> None:
    """Under it what lies there stays read and nothing is read wrong, a new leaf at worst not; without it all is."""
    evening = Evening()
    bare = evening.look(lamp=False)
    assert set(bare.values()) == {"floor"}
    assert len(bare) == 72
    evening.lay(FIRST)
    known = evening.look(lamp=False)
    assert {known[cell] for cell in FIRST} == {"leaf.green", "hole"}
    burnt = evening.look(lamp=True)
    assert burnt.items() <= known.items()
    assert {*FIRST} <= burnt.keys()
    assert len(burnt) >= 68
    evening.lay(SECOND)
    laid = evening.look(lamp=True)
    true = known | dict.fromkeys(SECOND, "leaf.green") | {SECOND[1]: "hole"}
    assert laid.items() <= true.items()
    assert len(laid) >= 65
    assert evening.look(lamp=False) == true


def test_an_empty_board_is_known_where_one_channel_is_cut_off() -> None:
    """With nothing known before, two channels tell the bare floor."""
    seen = Evening().look(lamp=True)
    assert set(seen.values()) == {"floor"}
    assert len(seen) >= 68
