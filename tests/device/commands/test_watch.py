"""``leafwatch watch``: nothing of a recording is lost without a word."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main

SCENES = Path(__file__).parents[2] / "data" / "scenes"
SCENE = SCENES / "easy_301"
TWO_BOARDS = SCENES / "normal_306_2boards_cards" / "step_00.jpg"
BETWEEN_PX = 590  # columns of it to the right of board 2 and to the left of board 1
Pixels = np.ndarray
Watch = Callable[..., tuple[int, list[dict[str, object]], str]]


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good profile of a recorded table of one board."""
    folder = tmp_path_factory.mktemp("profile")
    assert main(["calibrate", "--profile", str(folder), "--image", str(SCENE / "step_00.jpg"), "--json"]) == 0
    return folder


@pytest.fixture(scope="module")
def two_boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good profile of a recorded table of two boards."""
    folder = tmp_path_factory.mktemp("two_boards")
    assert main(["calibrate", "--profile", str(folder), "--image", str(TWO_BOARDS), "--json"]) == 0
    return folder


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str]) -> Watch:
    """What a command says: status, events, and what stands on stderr."""

    def watch(profile: Path, source: Path, *more: str) -> tuple[int, list[dict[str, object]], str]:
        capsys.readouterr()
        status = main(["watch", "--json", "--profile", str(profile), "--source", str(source), *more])
        printed = capsys.readouterr()
        return status, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return watch


def folder_of(folder: Path, *pictures: Pixels) -> Path:
    """These pictures, to be played in order."""
    for number, pixels in enumerate(pictures):
        assert cv2.imwrite(str(folder / f"{number}.png"), pixels)
    return folder


def step(number: int) -> Pixels:
    """A picture of the recorded table."""
    return cv2.imread(str(SCENE / f"step_{number:02}.jpg"))


@pytest.mark.parametrize("dwell", ["0.5", "1", "1.1"])
def test_a_short_dwell_loses_nothing(profile: Path, tmp_path: Path, watch: Watch, dwell: str) -> None:
    """Each picture lies as long as it takes to be read, and it is said where that is longer than was asked."""
    source = folder_of(tmp_path, *map(step, range(4)))
    (*least, said), (*leisure, _) = (watch(profile, source, "--dwell", seconds) for seconds in (dwell, "2"))
    assert least == leisure
    assert len(least[1]) >= 3
    assert ("1.1 seconds" in said) == (dwell != "1.1")


def test_boards_that_reach_out_of_every_picture_are_said_to_be_unread(
    profile: Path, tmp_path: Path, watch: Watch
) -> None:
    """Exit 1, why, and what to do: all that was seen is held for something across the rim."""
    corners = np.array(json.loads((profile / "profile.json").read_text())["boards"][0]["homography"])
    right = corners @ np.array([8.0, 4.0, 1.0])
    cut = int(right[0] / right[2])
    status, events, said = watch(profile, folder_of(tmp_path, *(step(number)[:, :cut] for number in (0, 1))))
    assert (status, events) == (1, [])
    assert "out of the picture, so nothing was read" in said
    assert "--dwell 25" in said


def test_pictures_without_a_board_are_said_to_be(profile: Path, tmp_path: Path, watch: Watch) -> None:
    """Exit 1, and the folder is named on stderr."""
    status, events, said = watch(profile, folder_of(tmp_path, np.zeros_like(step(0))))
    assert status == 1
    assert [event["event"] for event in events] == ["not-found"]
    assert f"{tmp_path}: no board was found" in said


def test_a_video_too_short_to_settle_is_said_to_be(profile: Path, tmp_path: Path, watch: Watch) -> None:
    """Three pictures of a video are no second: exit 1 and why, without an option that does nothing for it."""
    video = tmp_path / "table.avi"
    pixels = step(1)
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 8.0, pixels.shape[1::-1])
    for _ in range(3):
        writer.write(pixels)
    writer.release()
    status, events, said = watch(profile, video)
    assert (status, events) == (1, [])
    assert "nothing lay still long enough" in said
    assert "--dwell" not in said


def test_a_board_that_leaves_the_picture_is_told_once(two_boards: Path, tmp_path: Path, watch: Watch) -> None:
    """An event with its player when one of two boards is gone, none while it stays so, and again the next time."""
    whole = cv2.imread(str(TWO_BOARDS))
    half = whole.copy()
    half[:, BETWEEN_PX:] = 90
    source = folder_of(tmp_path, whole, half, half + 1, whole, half)
    status, events, said = watch(two_boards, source)
    assert (status, said) == (0, "")
    gone = [(event["image"], event["player"]) for event in events if event["event"] == "not-found"]
    assert gone == [("1.png", 0), ("4.png", 0)]
    assert 1 not in {event.get("player") for event in events}


def test_what_comes_after_a_damaged_picture_is_watched(profile: Path, tmp_path: Path, watch: Watch) -> None:
    """The damaged one is named, the tile in the next one is told, and the exit is that of a wrong request."""
    source = folder_of(tmp_path, step(0), step(0), step(1))
    (source / "1.png").write_bytes(b"gone bad")
    status, events, said = watch(profile, source)
    assert status == 2
    assert [event["image"] for event in events if event["event"] == "placed"][:1] == ["2.png"]
    assert said.startswith(f"leafwatch: {source / '1.png'}: not a picture")
    assert said.count("\n") == 1


def test_what_comes_after_a_damaged_picture_is_read(
    profile: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``read`` gives an object for each of the others, and names the damaged one; no other failure hides that."""
    bad, black = tmp_path / "bad.jpg", tmp_path / "black.png"
    bad.write_bytes(b"gone bad")
    cv2.imwrite(str(black), np.zeros_like(step(0)))
    pictures = [str(path) for path in (SCENE / "step_01.jpg", bad, black)]
    capsys.readouterr()
    assert main(["read", "--json", "--profile", str(profile), *pictures]) == 2
    printed = capsys.readouterr()
    assert [json.loads(line)["status"] for line in printed.out.splitlines()] == ["ok", "not-found"]
    assert printed.err.startswith(f"leafwatch: {bad}: not a picture")
