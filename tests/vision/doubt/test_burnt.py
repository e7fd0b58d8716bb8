"""What is believed without all colours: all that looks as it did, bare floor, and tiles that have theirs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, replace

import numpy as np
import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout, pieces
from vision.doubt.burnt import colourless, perhaps_covered
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.frame import Frame, Pixels
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles
from vision.tracker import Tracker

ROLES = Roles.of(pieces(ANY_ANIMAL))
RED = next(kind for kind in ROLES.patterned if kind.surface == "leaf.red")
CELLS, MARK, SINGLE, BARE = (1, 9, 10, 11, 12), 12, 40, 50


def lost(burnt: Collection[int], unread: Collection[int] = (), before: Surface = FLOOR) -> frozenset[int]:
    """What is unread of a tile, a single thing and a bare space, of which these are burnt and those unread already."""
    measures = {
        field.name: np.zeros((8, 9, 4) if field.name.startswith("side_") else (8, 9), np.float32)
        for field in fields(SpaceEvidence)
    }
    measures["burnt"].reshape(-1)[list(burnt)] = 0.7
    verdicts = dict.fromkeys(CELLS, Verdict(Surface("leaf.red"), 1.0)) | {MARK: Verdict(Surface("hole"), 1.0)}
    verdicts |= {SINGLE: Verdict(Surface("squirrel"), 1.0), BARE: Verdict(FLOOR, 1.0)}
    laid = Candidate(RED, CELLS, MARK, False, 0.5, sum(1 << cell for cell in CELLS))
    lay = [FLOOR] * 72
    lay[SINGLE] = before
    return colourless(Explained(verdicts, ((laid, 1.0),)), lay, SpaceEvidence(**measures), unread)


@pytest.mark.parametrize("burnt", [(), (1,), (1, 9), (1, MARK), (1, 9, MARK)])
def test_a_tile_is_known_by_the_spaces_that_have_their_colours(burnt: tuple[int, ...]) -> None:
    """Half of the leaf in colour tells which leaf it is, whether or not its hole is burnt."""
    assert lost(burnt, (2,)) == frozenset()


@pytest.mark.parametrize("burnt", [(1, 9, 10), CELLS])
def test_a_tile_without_its_colours_is_known_by_its_size_alone(burnt: tuple[int, ...]) -> None:
    """R12.3: size and colour tell the same; beside what is unread the size is not known, and then nothing is."""
    assert lost(burnt) == lost(burnt, (4, 8, 31)) == frozenset()
    for beside in (0, 2, 13, 18, 21):
        assert lost(burnt, (beside,)) == {*CELLS}


def test_on_what_is_as_burnt_out_as_it_was_no_leaf_lies() -> None:
    """A leaf would darken a channel; what is foreign, and cannot be looked at, may be one."""
    measures = {
        field.name: np.zeros((8, 9, 4) if field.name.startswith("side_") else (8, 9), np.float32)
        for field in fields(SpaceEvidence)
    }
    as_it_was, foreign = 3, 4
    measures["cover"].reshape(-1)[[as_it_was, foreign]] = 0.1, 0.6
    assert perhaps_covered((as_it_was, foreign), SpaceEvidence(**measures)) == {foreign}


def test_single_things_without_their_colours_are_unread_beside_the_unread() -> None:
    """A burnt squirrel may be the end of a leaf; bare floor is told by the other channels, and so is what stays."""
    assert lost((SINGLE, BARE)) == frozenset()
    assert lost((SINGLE, BARE), (SINGLE + 9, BARE + 1)) == {SINGLE}
    assert lost((SINGLE,), (SINGLE + 9,), before=Surface("squirrel")) == frozenset()


FIRST, SECOND = (Cell(3, 3), Cell(3, 4), Cell(4, 4)), (Cell(5, 6), Cell(5, 7), Cell(6, 7))


class Evening:
    """A simulated board that is looked at in daylight and under a lamp that cuts off all its red."""

    def __init__(self) -> None:
        floors = demo_floors()
        self.table = SimulatedTable([floors[0].rows], 5)
        empty = Frame(self.table.picture(), 0.0, 0)
        self._detector = detector_of(calibrate(empty, layout(1), corners_px=[self.table.corners_px(0)]).profile)
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
