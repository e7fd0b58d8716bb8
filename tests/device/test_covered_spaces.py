"""A board on which something lay when its empty picture was taken is played on all the same, but for those spaces."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from vision.frame import Frame

FLOORS = [floor.rows for floor in demo_floors()[:1]]
COVERED = (Cell(4, 4), Cell(4, 5), Cell(5, 5))


def picture(look: str, cells: tuple[Cell, ...]) -> Frame:
    """The simulated table with one tile on it, its hole at the first cell."""
    table = drawn_table(FLOORS, 4)
    table.lay(Piece("tile", Kind.LEAF, 0, look, cells, cells[0]))
    return Frame(table.picture(), 0.0, 0)


@pytest.mark.parametrize(
    ("look", "cells"),
    [
        ("green", (Cell(6, 5), Cell(6, 6), Cell(7, 5))),
        ("yellow", (Cell(6, 4), Cell(6, 5), Cell(6, 6), Cell(6, 7))),
        ("green", (Cell(2, 5), Cell(3, 5), Cell(1, 5))),
        ("green", (Cell(5, 6), Cell(6, 6), Cell(7, 6))),
    ],
)
def test_a_tile_beside_such_spaces_lies_as_it_should(look: str, cells: tuple[Cell, ...]) -> None:
    """They look foreign whether they are bare or not, and nothing sticks out onto them; they are never read."""
    profile = calibrate(picture("green", COVERED), layout(1), floors=FLOORS).profile
    board = replace(profile.boards[0], covered=COVERED)
    seen = detector_of(replace(profile, boards=(board,))).read(picture(look, cells))
    assert {sighting.problem for sighting in seen.sightings} == {""}
    assert seen.readings[Space(0, cells[1])].surface == f"leaf.{look}"
    unread = {Space(0, Cell(row, col)) for row in range(8) for col in range(9)} - seen.readings.keys()
    assert unread == {Space(0, cell) for cell in COVERED}
