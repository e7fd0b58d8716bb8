"""Leaf tiles that are shown one by one, in colours that no rule of the game knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import cv2
import numpy as np
import pytest

from device.eyes import detector_of
from device.simulation import foliage
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Surface
from engine.grid import Cell, Space
from tests.drawn_tables import calibrated, drawn_table
from vision.detector import Detector
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.leaf_samples import leaf_samples, look_of
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.measures.evidence import SpaceEvidence
from vision.observation import Observation
from vision.tracker import Tracker

FLOOR = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
# small letters are leaves and capitals marks, a tile a letter: g and h green, y yellow, r and s red
APART = """
    gG.......
    g...yyyY.
    .........
    .........
    .........
    ..rr.....
    .rRr.....
    .........
"""
TOUCHING = """
    gG.......
    gyyyY....
    .........
    .........
    .........
    ..rr.....
    .rRr.....
    .........
"""
CROWDED = """
    .gGyyyY..
    .grrhhH..
    .rRr.....
    .........
    .....ss..
    ....sS...
    .....s...
    .........
"""
FAR = """
    .........
    .........
    .........
    .........
    .........
    rrr......
    R........
    r........
"""
COLORS = {"g": "green", "h": "green", "y": "yellow", "r": "red", "s": "red"}
BESIDE = Cell(4, 4)  # the tile s
SEED = 3


@pytest.fixture(params=[0, 40, 90, 140])
def turned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Foliage whose hues are turned by so many of 180 steps."""
    for color, (hues, *rest) in list(foliage.FOLIAGE.items()):
        turned = (hues[0] + request.param, hues[1] + request.param)
        monkeypatch.setitem(foliage.FOLIAGE, color, (turned, *rest))
    return int(request.param)


def tiles(text: str) -> Mapping[str, list[Cell]]:
    """The cells of each tile of a drawn board, the marked one first."""
    rows = [line.strip() for line in text.split()]
    found: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for col, letter in enumerate(line):
            if letter != ".":
                cells = found.setdefault(letter.lower(), [])
                cells.insert(0 if letter.isupper() else len(cells), Cell(row, col))
    return found


def with_tiles(text: str) -> SimulatedTable:
    """A table with these tiles on its board."""
    table = drawn_table([FLOOR], SEED)
    for letter, cells in tiles(text).items():
        table.lay(Piece(letter, Kind.LEAF, 0, COLORS[letter], tuple(sorted(cells)), cells[0], (0.0, 0.0), 0.0))
    return table


def detector(shown: Mapping[Surface, tuple[LeafLook, ...]]) -> Detector:
    """Eyes that know these leaves."""
    profile = calibrated([FLOOR], SEED)
    return detector_of(type(profile)(profile.boards, profile.frame_wh, profile.created, leaves=shown))


def look(text: str, eyes: Detector) -> Observation:
    """What is seen of a board with these tiles."""
    return eyes.read(Frame(with_tiles(text).picture(), 0.0, 0))


def shown() -> Mapping[Surface, tuple[LeafLook, ...]]:
    """The leaves of a board on which one of each colour lies by itself."""
    return leaf_samples(look(APART, detector({})))


def test_tiles_by_themselves_are_known_by_their_size(turned: int) -> None:
    """Whatever the hues, a tile of three spaces is green, one of four yellow and one of five red."""
    found = shown()
    assert {surface: len(looks) for surface, looks in found.items()} == {
        f"leaf.{color}": 1 for color in ("green", "yellow", "red")
    }
    for surface, (one,) in found.items():
        low, high = foliage.FOLIAGE[surface.removeprefix("leaf.")][0]
        off = (one.hue_deg - hue_of((low + high) / 2) + 180) % 360 - 180
        assert abs(off) < 45, surface


def hue_of(step: float) -> float:
    """The CIELAB hue in degrees of a colour of this hue, of which OpenCV has 180."""
    bgr = cv2.cvtColor(np.array([[[step % 180, 185, 150]]], np.uint8), cv2.COLOR_HSV2BGR)
    lab = cv2.cvtColor(bgr.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)[0, 0]
    return float(np.degrees(np.arctan2(lab[2], lab[1])))


def test_tiles_that_touch_are_no_samples() -> None:
    """Where two tiles lie side by side nobody can say which is which by size alone: only the one apart counts."""
    assert leaf_samples(look(TOUCHING, detector({}))).keys() == {"leaf.red"}


def test_a_hand_over_the_board_gives_no_samples() -> None:
    """Nothing is learned from a board that is not seen whole."""
    table = with_tiles(APART)
    table.ask_squirrel(0, Cell(7, 8))
    eyes = detector({})
    while not (seen := eyes.read(Frame(table.picture(), 0.0, 0))).hand:
        table.advance(0.1)
    assert leaf_samples(seen) == {}


def wanted(text: str) -> dict[Space, str]:
    """What a reading of these tiles is, space by space."""
    found = {Space(0, Cell(row, col)): "floor" for row in range(8) for col in range(9)}
    for letter, (mark, *body) in tiles(text).items():
        found[Space(0, mark)] = "hole"
        found |= {Space(0, cell): f"leaf.{COLORS[letter]}" for cell in body}
    return found


def test_shown_leaves_are_read_in_any_color(turned: int) -> None:
    """Tiles side by side are told apart by the colours that were shown, to the last space."""
    found = look(CROWDED, detector(shown()))
    assert {spot: reading.surface for spot, reading in found.readings.items()} == wanted(CROWDED)


def test_a_tile_that_was_named_is_known_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blue tile that comes with a squirrel beside it is asked for; once somebody has named it, the next is read."""
    blue = ((93, 99), (160, 220), (100, 210), (92, 40, 30))
    eyes, tracker = detector({}), Tracker()
    table = drawn_table([FLOOR], SEED)
    monkeypatch.setitem(foliage.FOLIAGE, "red", blue)
    clock = iter(range(1000))

    def settled() -> Mapping[Any, Any]:
        for _ in range(12):
            at_s = next(clock) / 10
            tracker.update(eyes.glance(Frame(table.picture(), at_s, 0)))
        return tracker.settled.readings

    def lay(letter: str, cells: Sequence[Cell], *, squirrel: Cell | None = None) -> set[str]:
        table.lay(Piece(letter, Kind.LEAF, 0, "red", tuple(sorted(cells)), cells[0], (0.0, 0.0), 0.0))
        if squirrel is not None:
            table.lay(Piece("squirrel", Kind.SQUIRREL, 0, "", (squirrel,)))
        found = settled()
        return {str(found[spot].surface) for cell in cells[1:] if (spot := Space(0, cell)) in found}

    settled()
    tracker.commit({Space(0, Cell(row, col)): Surface("floor") for row in range(8) for col in range(9)})
    named = tiles(CROWDED)["s"]
    assert lay("s", named, squirrel=BESIDE) == set()
    tracker.commit({spot: Surface(s) for spot, s in wanted(CROWDED).items() if spot.cell in named})
    assert lay("r", tiles(FAR)["r"]) == {"leaf.red"}


def test_what_comes_back_after_a_power_cut_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile that cannot be read when the game goes on is believed, but its look is not taken for its colour's."""
    monkeypatch.setitem(foliage.FOLIAGE, "red", ((93, 99), (160, 220), (100, 210), (92, 40, 30)))
    eyes, tracker, table = detector({}), Tracker(), drawn_table([FLOOR], SEED)
    clock = iter(range(1000))

    def laid(letter: str, cells: Sequence[Cell], squirrel: Cell) -> set[str]:
        table.lay(Piece(letter, Kind.LEAF, 0, "red", tuple(sorted(cells)), cells[0], (0.0, 0.0), 0.0))
        table.lay(Piece(f"beside {letter}", Kind.SQUIRREL, 0, "", (squirrel,)))
        for _ in range(12):
            tracker.update(eyes.glance(Frame(table.picture(), next(clock) / 10, 0)))
        found = tracker.settled.readings
        return {str(found[spot].surface) for cell in cells[1:] if (spot := Space(0, cell)) in found}

    lying = tiles(CROWDED)["s"]
    laid("s", lying, BESIDE)
    tracker.commit({spot: Surface(s) for spot, s in wanted(CROWDED).items() if spot.cell in lying})
    assert "leaf.red" not in laid("r", tiles(FAR)["r"], Cell(6, 1))


def test_nothing_known_costs_nothing() -> None:
    """A palette of no leaves is one that has seen nothing."""
    assert Palette.of_shown({}) == Palette()


def test_spaces_of_one_hue_and_other_chroma_are_no_one_tile() -> None:
    """A squirrel of the leaf's hue beside a tile of three is no fourth space of it, where it is much paler."""
    shape = (2, 3)
    measures = {
        field.name: np.zeros((*shape, 4) if field.name.startswith("side_") else shape, np.float32)
        for field in fields(SpaceEvidence)
    }
    measures["hue_deg"][:] = 80.0
    measures["chroma"][:] = 40.0
    assert look_of(SpaceEvidence(**measures), [0, 1, 2]) == LeafLook(pytest.approx(80.0), pytest.approx(40.0), 0.0)
    measures["chroma"][0, 2] = 12.0
    assert look_of(SpaceEvidence(**measures), [0, 1, 2]) is None
    assert look_of(SpaceEvidence(**measures), [0, 1]) is not None
    measures["chroma"][0, 2], measures["hue_deg"][0, 2] = 40.0, 200.0
    assert look_of(SpaceEvidence(**measures), [0, 1, 2]) is None
    measures["hue_deg"][0, 2], measures["texture"][:] = 80.0, 9.0
    measures["chroma"][0, 2] = 24.0
    assert look_of(SpaceEvidence(**measures), [0, 1, 2]) is not None
    measures["texture"][0, 2] = 5.0
    assert look_of(SpaceEvidence(**measures), [0, 1, 2]) is None
