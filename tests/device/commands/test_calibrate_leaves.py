"""``leafwatch calibrate --samples``: leaf tiles that are shown are known afterwards, and from then on."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from calibration.profile import Profile
from device.cli import main
from device.simulation import foliage
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell
from tests.drawn_tables import drawn_table

FLOOR = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
TILES = {
    "green": ((0, 0), (0, 1), (1, 0)),
    "yellow": ((3, 3), (3, 4), (4, 4), (5, 4)),
    "red": ((1, 6), (1, 7), (2, 6), (2, 7), (3, 7)),
}
TOUCHING = {
    "green": ((0, 0), (0, 1), (1, 0)),
    "yellow": ((1, 1), (1, 2), (2, 2), (3, 2)),
    "red": ((0, 2), (0, 3), (0, 4), (1, 3), (1, 4)),
}


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty board, tiles of a box whose leaves are violet, blue and teal, and a table on which they touch."""
    for color, hue in (("red", 140), ("yellow", 105), ("green", 90)):
        monkeypatch.setitem(foliage.FOLIAGE, color, ((hue - 5, hue + 5), *foliage.FOLIAGE[color][1:]))
    for name, tiles in {"empty": {}, "tiles": TILES, "table": TOUCHING}.items():
        table = drawn_table([FLOOR], 7)
        for color, spaces in tiles.items():
            cells = tuple(Cell(row, col) for row, col in spaces)
            table.lay(Piece(color, Kind.LEAF, 0, color, cells, cells[1], (0.0, 0.0), 0.0))
        cv2.imwrite(str(tmp_path / f"{name}.png"), table.picture())
    return tmp_path


def calibrate(folder: Path, *more: str) -> int:
    """Calibrate with the empty board."""
    paths = ["--profile", str(folder / "profile"), "--boards", str(folder / "boards")]
    return main(["calibrate", *paths, "--image", str(folder / "empty.png"), "--json", *more])


def unread(folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """How many spaces are unknown in the picture of the table."""
    capsys.readouterr()
    assert main(["read", "--profile", str(folder / "profile"), str(folder / "table.png"), "--json"]) == 0
    (board,) = json.loads(capsys.readouterr().out)["boards"]
    return "".join(board["rows"]).count("?")


def test_a_box_of_strange_colors_is_read_once_it_was_shown(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without samples tiles that touch are in doubt; with them all is read, also after another calibration."""
    assert calibrate(pictures) == 0
    assert unread(pictures, capsys) > 0
    assert calibrate(pictures, "--samples", str(pictures / "tiles.png")) == 0
    report = {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert {name for name, finding in report.items() if finding["value"] is None} == set()
    assert {"color green", "color yellow", "color red", "color green-yellow"} <= report.keys()
    assert unread(pictures, capsys) == 0
    leaves = Profile.load(pictures / "profile").leaves
    assert calibrate(pictures) == 0
    assert Profile.load(pictures / "profile").leaves == leaves
    assert unread(pictures, capsys) == 0


def test_a_sample_without_a_tile_by_itself_leaves_what_was_shown(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A picture of the empty board teaches nothing and takes nothing away; the report says what is missing."""
    assert calibrate(pictures, "--samples", str(pictures / "tiles.png")) == 0
    leaves = Profile.load(pictures / "profile").leaves
    capsys.readouterr()
    assert calibrate(pictures, "--samples", str(pictures / "empty.png")) == 0
    report = {finding["name"]: finding for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert report["color red"]["verdict"] == "fair"
    assert Profile.load(pictures / "profile").leaves == leaves
