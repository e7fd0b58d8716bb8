"""``leafwatch calibrate`` with names and lenses, and the sheet for the lens, as they are asked for in a shell."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.covering import Covering
from calibration.profile import LensQuality, Profile
from device.cli import main
from engine.grid import Cell
from vision.finding.simple_lens import simple_lens

SCENES = Path(__file__).parents[2] / "data" / "scenes"
EMPTY = SCENES / "easy_301" / "step_00.jpg"


def corners(turned: bool) -> str:
    """The true corners of the board, written as the command wants them."""
    truth = json.loads(EMPTY.with_suffix(".json").read_text(encoding="utf-8"))
    points = np.roll(np.array(truth["boards"][0]["grid_corners_px"]), 2 * turned, axis=0)
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def calibrated(folder: Path, *more: str) -> int:
    """Calibrate with the picture of the empty board."""
    boards = ["--boards", str(folder / "boards")]
    return main(["calibrate", "--profile", str(folder / "profile"), "--image", str(EMPTY), *boards, *more])


def test_a_named_board_is_known_the_next_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Treasures that were given with the name come back by themselves, and so does the far side."""
    floor = ["..b......", *[".........."[:9]] * 6, ".......n."]
    (tmp_path / "floor.txt").write_text("\n".join(floor))
    given = ["--floor", str(tmp_path / "floor.txt"), "--name", "My board", "--corners", corners(False)]
    assert calibrated(tmp_path, *given) == 0
    first = Profile.load(tmp_path / "profile").boards[0]
    assert calibrated(tmp_path) == 0
    assert "recognised as My board" in capsys.readouterr().out
    again = Profile.load(tmp_path / "profile").boards[0]
    assert again.floor == tuple(floor)
    np.testing.assert_allclose(again.pose.corners_px((9, 8)), first.pose.corners_px((9, 8)), atol=2)


def test_what_looks_covered_is_never_read_unless_somebody_says_that_it_is_bare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A print may look covered for ever, and its owner knows better: the report tells how to say so."""
    cell = Cell(3, 4)
    monkeypatch.setattr("calibration.capture.covering", lambda *_: Covering((cell,), sure=True, hidden=(cell,)))
    for more, covered in (((), (cell,)), (("--bare", "--name", "mine"), ())):
        assert calibrated(tmp_path, *more) == 0
        assert Profile.load(tmp_path / "profile").boards[0].covered == covered
        hint = "What lies on e4 will not be read" in capsys.readouterr().out
        assert hint == bool(covered)


def test_a_board_with_something_on_it_gets_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its picture would be what the board is known by; nothing is written."""
    cell = Cell(3, 4)
    monkeypatch.setattr("calibration.capture.covering", lambda *_: Covering((cell,), sure=True, hidden=(cell,)))
    assert calibrated(tmp_path, "--name", "mine") == 2
    assert "--name: expected an empty board to be known as 'mine', found something on e4" in capsys.readouterr().err
    assert not (tmp_path / "profile").exists()
    assert not (tmp_path / "boards").exists()


def test_every_board_gets_a_name_or_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two names for one board are refused, and nothing is written."""
    assert calibrated(tmp_path, "--name", "one", "--name", "two") == 2
    assert "--name: expected a name for each of the 1 boards, found 2" in capsys.readouterr().err
    assert not (tmp_path / "profile").exists()


def test_a_measured_lens_is_kept_in_the_profile(tmp_path: Path) -> None:
    """A lens that was measured with the sheet serves the next calibration; an estimated one is estimated anew."""
    assert calibrated(tmp_path, "--corners", corners(False)) == 0
    profile = Profile.load(tmp_path / "profile")
    assert profile.lens_quality is None
    lens, quality = simple_lens(profile.frame_wh, -0.012), LensQuality(0.21, 9)
    Profile(profile.boards, profile.frame_wh, profile.created, lens, quality).save(tmp_path / "profile")
    assert calibrated(tmp_path, "--corners", corners(False)) == 0
    kept = Profile.load(tmp_path / "profile")
    assert kept.lens_quality == quality
    assert kept.lens is not None
    np.testing.assert_allclose(kept.lens.distortion, lens.distortion)


def test_pictures_without_the_sheet_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A lens is never measured from pictures that do not show the sheet."""
    assert calibrated(tmp_path, "--lens", str(EMPTY), str(EMPTY)) == 2
    assert "--lens: The sheet is seen well in 0 of 2 pictures" in capsys.readouterr().err
    assert not (tmp_path / "profile").exists()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written(tmp_path: Path, paper: str) -> None:
    """``markers --charuco`` writes a PDF of one page."""
    assert main(["markers", str(tmp_path / "sheet.pdf"), "--charuco", "--paper", paper]) == 0
    document = (tmp_path / "sheet.pdf").read_bytes()
    assert document.startswith(b"%PDF")
    assert document.count(b"/Type /Page ") == 1
