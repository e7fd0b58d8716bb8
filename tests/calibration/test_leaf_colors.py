"""What a person shows of the leaves of a box: kept in the profile, and asked for where it is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.leaf_colors import findings, kept_leaves, shown_leaves
from calibration.report import Verdict
from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.game import Surface
from engine.grid import Cell
from tests.drawn_tables import calibrated, drawn_table
from vision.explaining.leaf_hues import LeafLook
from vision.frame import Frame
from vision.observation import Observation

FLOOR = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
GREEN, YELLOW, RED = (Surface(f"leaf.{color}") for color in ("green", "yellow", "red"))
SHAPES = {
    "green": ((0, 0), (0, 1), (1, 0)),
    "yellow": ((3, 3), (3, 4), (4, 4), (5, 4)),
    "red": ((1, 6), (1, 7), (2, 6), (2, 7), (3, 7)),
}


def seen(*colors: str) -> Observation:
    """A board with a tile of each of these colours."""
    table = drawn_table([FLOOR], 2)
    for color in colors:
        cells = tuple(Cell(row, col) for row, col in SHAPES[color])
        table.lay(Piece(color, Kind.LEAF, 0, color, cells, cells[1], (0.0, 0.0), 0.0))
    return detector_of(calibrated([FLOOR], 2)).glance(Frame(table.picture(), 0.0, 0))


def test_the_looks_of_several_pictures_add_up() -> None:
    """A tile a picture is as good as all in one."""
    apart = shown_leaves([seen("green"), seen("yellow"), seen("red")])
    assert apart.keys() == shown_leaves([seen("green", "yellow", "red")]).keys() == {GREEN, YELLOW, RED}


def test_two_looks_of_a_color_are_both_kept() -> None:
    """The same tile in two pictures gives two looks."""
    assert len(shown_leaves([seen("red"), seen("red", "green")])[RED]) == 2


def test_what_was_not_shown_is_asked_for() -> None:
    """A finding a colour: the hue of those that were shown, and what to lay on the board for the others."""
    found = {finding.name: finding for finding in findings({YELLOW: (LeafLook(84.6, 50.0, 6.0),)})}
    assert found["color yellow"].value == 85
    assert found["color yellow"].verdict is Verdict.GOOD
    for name in ("green", "red"):
        missing = found[f"color {name}"]
        assert missing.value is None
        assert missing.verdict is Verdict.FAIR
        assert f"no {name} tile lies by itself" in missing.text


def test_leaves_are_kept_in_the_profile(tmp_path: Path) -> None:
    """They are there again when the profile is loaded, and there are none without a profile."""
    assert kept_leaves(tmp_path / "nowhere") == {}
    leaves = shown_leaves([seen("green", "red")])
    profile = calibrated([FLOOR], 2)
    type(profile)(profile.boards, profile.frame_wh, profile.created, leaves=leaves).save(tmp_path)
    again = kept_leaves(tmp_path)
    assert again.keys() == leaves.keys()
    for surface, looks in leaves.items():
        for one, other in zip(looks, again[surface], strict=True):
            assert one == pytest.approx(other)
