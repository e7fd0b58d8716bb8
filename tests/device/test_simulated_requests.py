"""What a page may ask of the simulated table: animals as they are turned and flipped, none that the game has not."""

from __future__ import annotations

import pytest

from device.simulation.requests import Playing, SimulatedRequests
from device.simulator import SimulatedTable
from engine.catalog import GAMES
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.setup import SOLO_STACK
from engine.indian_summer.state import State
from tests.drawn_tables import drawn_table
from webui.command import Command


@pytest.fixture(scope="module")
def state() -> State:
    """A solo game at its start."""
    return GAMES["indian-summer"].new_solo(demo_tiles().tiles[:SOLO_STACK], demo_floors()[0])


@pytest.fixture
def table(state: State) -> SimulatedTable:
    """A small simulated table with one board."""
    return drawn_table([demo_floors()[0].rows], 1, (320, 240))


def test_palette_holds_the_stock(table: SimulatedTable, state: State) -> None:
    """Every kind of which one is left is there once, with its shape."""
    shown = SimulatedRequests(table, lambda: None, pictured=True).message(state)["simulator"]
    assert isinstance(shown, dict)
    kinds = {kind.word: (kind.copies, len(kind.shape.cells)) for kind in state.animals.kinds}
    assert {each["id"]: (each["left"], len(each["cells"])) for each in shown["animals"]} == kinds


@pytest.mark.parametrize(
    ("turns", "flipped", "cells"),
    [
        (0, False, {"c2", "d2", "c3"}),  # a toad: ## over #.
        (1, False, {"c2", "d2", "d3"}),  # turned clockwise
        (0, True, {"c2", "d2", "d3"}),  # flipped left to right
        (3, True, {"c2", "d2", "c3"}),  # flipped, then turned: the same again
    ],
)
def test_animal_lies_as_it_was_held(
    table: SimulatedTable, state: State, turns: int, flipped: bool, cells: set[str]
) -> None:
    """Flipped left to right first, then turned clockwise, its box's far left cell where it was asked for."""
    requests = SimulatedRequests(table, lambda: None, pictured=True)
    requests.message(state)
    body = {"animal": "toad", "turns": turns, "flipped": flipped, "seat": 0, "cell": "c2"}
    assert requests.handlers["simulator.animal"](Command("simulator.animal", body)).ok
    while table.busy:
        table.advance(0.5)
    (piece,) = table.pieces
    assert {str(cell) for cell in piece.cells} == cells
    assert all(isinstance(cell, Cell) for cell in piece.cells)
    assert requests.playing is Playing.HAND


def test_unknown_animal_is_refused(table: SimulatedTable, state: State) -> None:
    """The sentence names it, and no hand comes."""
    requests = SimulatedRequests(table, lambda: None, pictured=True)
    requests.message(state)
    body = {"animal": "bear", "turns": 0, "flipped": False, "seat": 0, "cell": "c2"}
    reply = requests.handlers["simulator.animal"](Command("simulator.animal", body))
    assert (reply.ok, "bear" in reply.text) == (False, True)
    assert not table.busy
