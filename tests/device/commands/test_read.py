"""``leafwatch read``: what is said of still pictures beside their letters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main

ROOT = Path(__file__).parents[3]
SCENE = ROOT / "tests" / "data" / "scenes" / "easy_301"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good profile of a recorded table."""
    folder = tmp_path_factory.mktemp("profile")
    assert main(["calibrate", "--profile", str(folder), "--image", str(SCENE / "step_00.jpg"), "--json"]) == 0
    return folder


def test_a_board_cut_by_the_edge_of_the_picture_is_said_to_be(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It counts as covered there, and no hand is to be looked for; of a hand over a whole board nothing is said."""
    pixels = cv2.imread(str(SCENE / "step_00.jpg"))
    corner = np.array(json.loads((profile / "profile.json").read_text())["boards"][0]["homography"]) @ [7.0, 4.0, 1.0]
    cv2.imwrite(str(tmp_path / "cut.png"), pixels[:, : int(corner[0] / corner[2])])
    capsys.readouterr()
    pictures = [str(tmp_path / "cut.png"), str(SCENE / "step_02_hand.jpg")]
    assert main(["read", "--json", "--profile", str(profile), *pictures]) == 0
    cut, hand = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (cut["status"], hand["status"]) == ("hand", "hand")
    assert "out of the picture" in cut["text"]
    assert "text" not in hand


def test_a_name_that_is_no_text_is_printed_all_the_same(profile: Path, tmp_path: Path) -> None:
    """Bytes of another alphabet than the terminal's: they are written out."""
    path = os.fsencode(tmp_path) + b"/b\xffd.png"
    Path(os.fsdecode(path)).write_bytes((SCENE / "step_00.jpg").read_bytes())
    done = subprocess.run(
        [sys.executable, "-m", "device.cli", "read", "--profile", str(profile), path],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "b\\udcffd.png: ok" in done.stdout
