"""Tiles in colours that nobody has shown come to a table that is watched, and are read by their size (R12.3)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from device.eyes import detector_of
from device.simulation import foliage
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Surface
from engine.grid import Cell, Space
from tests.drawn_tables import calibrated, drawn_table
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.reading import BoardReading, read_board
from vision.tracker import Tracker

PRINTED = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
SEED = 3
# each tile with its mark first, and the size that its colour stands for
GREEN = [Cell(0, 1), Cell(0, 2), Cell(1, 2)]
GREEN_BESIDE = [Cell(2, 1), Cell(2, 2), Cell(1, 1)]
YELLOW = [Cell(3, 7), Cell(3, 6), Cell(3, 5), Cell(2, 5)]
RED = [Cell(5, 1), Cell(5, 2), Cell(6, 2), Cell(6, 1), Cell(7, 1)]
BLUE = ((93, 99), (160, 220), (100, 210), (92, 40, 30))


@pytest.fixture(params=[20, 90, 140])
def turned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Foliage whose hues are turned by so many of 180 steps, so that some come to be those of others."""
    for color, (hues, *rest) in list(foliage.FOLIAGE.items()):
        monkeypatch.setitem(foliage.FOLIAGE, color, ((hues[0] + request.param, hues[1] + request.param), *rest))
    return int(request.param)


class Watched:
    """A table that is watched while tiles come to lie on it."""

    def __init__(self) -> None:
        profile = calibrated([PRINTED], SEED)
        self._eyes = detector_of(profile)
        self._table: SimulatedTable = drawn_table([PRINTED], SEED)
        self._tracker, self._clock, self._names = Tracker(), itertools.count(), iter("abcdefgh")
        self._look()

    @property
    def palette(self) -> Palette:
        """What is known of the leaves."""
        return self._tracker._palette

    def lay(self, *laid: tuple[str, Sequence[Cell]]) -> Mapping[Space, str]:
        """Lay tiles of these colours at once; what is read of the whole board then."""
        for color, cells in laid:
            name = next(self._names)
            self._table.lay(Piece(name, Kind.LEAF, 0, color, tuple(sorted(cells)), cells[0], (0.0, 0.0), 0.0))
        self._look()
        return {
            spot: str(reading.surface)
            for spot, reading in self._tracker.settled.readings.items()
            if isinstance(spot, Space) and reading.surface != "floor"
        }

    def lay_with_token(self, color: str, cells: Sequence[Cell], kind: str) -> Mapping[Space, str]:
        """Lay a tile and a token on its mark before anybody looks; what is read of the whole board then."""
        name = next(self._names)
        self._table.lay(Piece(f"{name} token", Kind.TOKEN, 0, kind, (cells[0],), None))
        return self.lay((color, cells))

    def _look(self) -> None:
        for _ in range(12):
            self._tracker.update(self._eyes.glance(Frame(self._table.picture(), next(self._clock) / 10, 0)))


def tile(color: str, cells: Sequence[Cell]) -> dict[Space, str]:
    """What a reading of such a tile is."""
    return {Space(0, cell): f"leaf.{color}" if n else "hole" for n, cell in enumerate(cells)}


def test_tiles_are_read_one_by_one_in_any_color(turned: int) -> None:
    """Nothing was shown: each lies by itself when it comes, and so all is read to the last space."""
    table = Watched()
    known: dict[Space, str] = {}
    for color, cells in (("red", RED), ("yellow", YELLOW), ("green", GREEN)):
        known |= tile(color, cells)
        assert table.lay((color, cells)) == known


def test_a_color_that_was_told_by_its_size_is_known_beside_others(turned: int) -> None:
    """The next tile of that colour is read beside another one, where its size alone says less."""
    table = Watched()
    table.lay(("green", GREEN))
    assert table.lay(("green", GREEN_BESIDE)) == tile("green", GREEN) | tile("green", GREEN_BESIDE)


def test_a_tile_that_comes_with_its_token_is_read_in_any_color(turned: int) -> None:
    """The icon on the token tells that there is a mark under it, the size what tile it is."""
    cells = [Cell(6, 1), Cell(5, 1), Cell(5, 2), Cell(6, 2), Cell(7, 1)]
    read = Watched().lay_with_token("red", cells, "nut")
    assert read == tile("red", cells) | {Space(0, cells[0]): "token"}


def test_tiles_that_come_side_by_side_are_not_guessed(turned: int) -> None:
    """Two of colours that nobody knows, laid at once so that they touch: whatever is read of them is right."""
    read = Watched().lay(("green", GREEN), ("red", [Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 4)]))
    true = tile("green", GREEN) | tile("red", [Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 4)])
    assert read.items() <= true.items()


def test_a_tile_in_the_color_of_others_is_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tiles of three have shown what green is: five spaces of it may be a tile and something beside it."""
    table = Watched()
    known = tile("green", GREEN) | tile("green", GREEN_BESIDE)
    table.lay(("green", GREEN))
    assert table.lay(("green", GREEN_BESIDE)) == known
    monkeypatch.setitem(foliage.FOLIAGE, "red", foliage.FOLIAGE["green"])
    read = table.lay(("red", RED))
    assert {spot: surface for spot, surface in read.items() if surface != "hole" or spot in known} == known


def test_five_spaces_of_green_are_no_tile_where_red_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colour and size check each other (R12.3): a tile of three that was not seen before may lie there with more."""
    table = Watched()
    known = table.lay(("red", RED))
    assert known == tile("red", RED)
    monkeypatch.setitem(foliage.FOLIAGE, "red", foliage.FOLIAGE["green"])
    read = table.lay(("red", [Cell(0, 2), Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2)]))
    assert {spot: surface for spot, surface in read.items() if surface != "hole" or spot in known} == known


def test_what_is_not_believed_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile is seen and yet left unread, as in glare: leaves of its colour are known no better than before."""
    table = Watched()
    table.lay(("red", RED))
    palette = table.palette
    unread = {Space(0, cell) for cell in YELLOW}

    def doubting(*given: Any) -> BoardReading:
        found = read_board(*given)
        return replace(found, readings={spot: r for spot, r in found.readings.items() if spot not in unread})

    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    assert table.lay(("yellow", YELLOW)) == tile("red", RED)
    assert table.palette == palette


def test_a_strange_color_does_not_move_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blue tile of five is one print; usual red ones are read as before."""
    usual = foliage.FOLIAGE["red"]
    monkeypatch.setitem(foliage.FOLIAGE, "red", BLUE)
    table = Watched()
    assert table.lay(("red", RED)) == tile("red", RED)
    monkeypatch.setitem(foliage.FOLIAGE, "red", usual)
    other = [Cell(6, 7), Cell(5, 7), Cell(6, 6), Cell(7, 7), Cell(6, 8)]
    assert table.lay(("red", other)) == tile("red", RED) | tile("red", other)
    assert Surface("leaf.red") in table.lay(("red", other)).values()
