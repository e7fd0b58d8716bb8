"""Tokens of all kinds on the simulated table: told as what they are or not at all, whatever is printed under them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from device.simulator import QUIET_S, SimulatedTable
from engine.grid import Cell, Space
from engine.indian_summer.forest import Treasure
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from vision.frame import Frame

HOLES = tuple(Cell(row, col) for row, col in itertools.product((1, 3, 6), (1, 4, 7)))


def lay_tokens(table: SimulatedTable, seed: int) -> dict[Space, str]:
    """Three by three leaves, a token of any kind on each of their holes; returns the surfaces of those."""
    random = np.random.default_rng(seed)
    kinds: dict[Space, str] = {}
    for number, hole in enumerate(HOLES):
        covers = tuple(Cell(hole.row, hole.col + step) for step in (-1, 0, 1))
        table.lay(Piece(f"leaf-{number}", Kind.LEAF, 0, "green", covers, hole))
        kind = list(Treasure)[int(random.integers(4))].word
        table.lay(Piece(f"token-{number}", Kind.TOKEN, 0, kind, (hole,)))
        kinds[Space(0, hole)] = f"token.{kind}"
    return kinds


@pytest.mark.parametrize("seed", [1, 2])
def test_tokens_are_told_as_what_they_are(seed: int) -> None:
    """R12.1: with a print that was confirmed some are told and all of those right; with one that was not, none is."""
    floor = demo_floors()[seed % len(demo_floors())].rows
    table = SimulatedTable([floor], seed, (1280, 960))
    table.advance(QUIET_S)
    empty = Frame(table.picture(), 0.0, 0)
    confirmed, guessed = (
        calibrate(empty, layout(1), floors=None if rows is None else [rows]).profile for rows in (floor, None)
    )
    kinds = lay_tokens(table, seed)
    shown = Frame(table.picture(), 1.0, 1)
    readings = detector_of(confirmed).read(shown).readings
    told = {spot: str(readings[spot].surface) for spot in kinds if readings[spot].surface != "token"}
    assert len(told) >= len(kinds) // 3
    assert told == {spot: kind for spot, kind in kinds.items() if spot in told}
    unconfirmed = detector_of(guessed).read(shown).readings
    assert {str(unconfirmed[spot].surface) for spot in kinds} == {"token"}
