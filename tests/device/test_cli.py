"""The command line with wrong input: one clear sentence, the right exit status, nothing overwritten."""

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.files import PictureFolder
from device.cli import main

SCENE = Path(__file__).parent.parent / "data" / "scenes" / "normal_302_cards"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good profile of a recorded table."""
    folder = tmp_path_factory.mktemp("profile")
    assert main(["calibrate", "--profile", str(folder), "--image", str(SCENE / "step_00.jpg"), "--json"]) == 0
    return folder


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str], status: int = 2) -> str:
    """The one sentence on stderr of a command that fails with this status."""
    capsys.readouterr()
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert printed.err.startswith("leafwatch: ")
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err
    return printed.err


def picture(folder: Path, pixels: np.ndarray) -> Path:
    """A PNG with these pixels."""
    path = folder / "picture.png"
    assert cv2.imwrite(str(path), pixels)
    return path


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 torn", b"not a picture"])
def test_an_unreadable_picture_is_named(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """Empty, torn or foreign files: the name is said and no profile is made."""
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(content)
    said = refused(["calibrate", "--profile", str(tmp_path / "p"), "--image", str(broken)], capsys)
    assert "broken.jpg" in said
    assert not (tmp_path / "p").exists()


def test_a_missing_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path that leads nowhere."""
    assert "nowhere.jpg" in refused(
        ["calibrate", "--profile", str(tmp_path / "p"), "--image", str(tmp_path / "nowhere.jpg")], capsys
    )


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((400, 600, 3), np.uint8),
        np.full((400, 600, 3), 255, np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.random.default_rng(1).integers(0, 255, (400, 600, 3)).astype(np.uint8),
    ],
    ids=["black", "white", "one pixel", "noise"],
)
def test_a_picture_without_a_board_fails_with_1_and_keeps_the_profile(
    tmp_path: Path, pixels: np.ndarray, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, a sentence, and the profile that was there is as it was."""
    before = {path.name: path.read_bytes() for path in profile.iterdir()}
    refused(["calibrate", "--profile", str(profile), "--image", str(picture(tmp_path, pixels))], capsys, status=1)
    assert {path.name: path.read_bytes() for path in profile.iterdir()} == before


def test_reading_a_picture_without_a_board_says_so(
    tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``read`` gives status not-found and exit 1, never a reading."""
    black = picture(tmp_path, np.zeros((990, 1332, 3), np.uint8))
    capsys.readouterr()
    assert main(["read", "--profile", str(profile), "--json", str(black)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["boards"]) == ("not-found", [])
    assert main(["read", "--profile", str(profile), str(black)]) == 1
    assert capsys.readouterr().out == f"{black}: not-found ({answer['text']})\n"


def test_a_picture_of_another_board_is_called_so(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``read`` and ``watch`` give no reading and exit 1, and say that this is not the board that was measured."""
    other = SCENE.parent / "hard_305" / "empty.jpg"
    capsys.readouterr()
    assert main(["read", "--profile", str(profile), "--json", str(other)]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["boards"]) == ("not-found", [])
    assert answer["text"].startswith("This is not the board that was measured")
    assert main(["watch", "--profile", str(profile), "--json", "--source", str(other.parent)]) == 1
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["event"] for line in said} == {"not-found"}
    assert answer["text"] in {line["text"] for line in said}


@pytest.mark.parametrize("corners", ["1,2 3,4", "a,b c,d e,f g,h", ""])
def test_wrong_corners_are_named(tmp_path: Path, corners: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Four points are expected, and what was found is said."""
    arguments = ["calibrate", "--profile", str(tmp_path / "p"), "--image", str(SCENE / "step_00.jpg")]
    assert "--corners" in refused([*arguments, "--corners", corners], capsys)


def test_corners_without_a_board_between_them_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Corners that go the wrong way round: exit 1, and the sentence begins with what was typed."""
    corners = "10,10 10,20 20,20 20,10"
    arguments = ["calibrate", "--profile", str(tmp_path / "p"), "--image", str(SCENE / "step_00.jpg")]
    assert f"--corners '{corners}'" in refused([*arguments, "--corners", corners], capsys, status=1)
    assert not (tmp_path / "p").exists()


def test_corners_outside_the_picture_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Which of them, and how large the picture is."""
    arguments = ["calibrate", "--profile", str(tmp_path / "p"), "--image", str(SCENE / "step_00.jpg")]
    said = refused([*arguments, "--corners", "100,100 9000,100 9000,800 100,700"], capsys, status=1)
    assert "outside the picture of 1332 x 990 pixels: 9000,100 9000,800" in said


@pytest.mark.parametrize(
    ("text", "place"), [("........\n", "row 1"), (".........\n" * 7, "8 rows"), ("........x\n" * 8, "row 1")]
)
def test_a_wrong_floor_is_named_with_its_row(
    tmp_path: Path, text: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too short, too few, unknown letters."""
    floor = tmp_path / "floor.txt"
    floor.write_text(text, encoding="utf-8")
    arguments = ["calibrate", "--profile", str(tmp_path / "p"), "--image", str(SCENE / "step_00.jpg")]
    assert place in refused([*arguments, "--floor", str(floor)], capsys)


def test_a_folder_without_pictures_is_named(tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An empty folder cannot be watched."""
    empty = tmp_path / "empty"
    empty.mkdir()
    assert str(empty) in refused(["watch", "--profile", str(profile), "--source", str(empty)], capsys)


@pytest.mark.parametrize(
    "content", ["", "{", '{"format": "somebody-else/3"}', "[]", '{"format": "leafwatch-profile/1"}']
)
def test_a_damaged_or_foreign_profile_is_named(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Torn, foreign and empty profiles are refused with the file's name and stay as they are."""
    (tmp_path / "profile.json").write_text(content, encoding="utf-8")
    assert "profile.json" in refused(["read", "--profile", str(tmp_path), str(SCENE / "step_00.jpg")], capsys)
    assert (tmp_path / "profile.json").read_text(encoding="utf-8") == content


def test_a_missing_profile_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No profile there: the folder is named."""
    assert str(tmp_path) in refused(["watch", "--profile", str(tmp_path), "--source", str(SCENE)], capsys)


def test_a_port_in_use_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with the port's number, before anything else is begun."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused(["demo", "--no-browser", "--port", str(port)], capsys)
    assert said == f"leafwatch: port {port} is in use by another program; choose another with --port\n"
    assert list(tmp_path.iterdir()) == []


def test_an_address_that_is_not_ours_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The settings name a host that is no address of this machine: a sentence, as for a port in use."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text('[page]\nhost = "192.0.2.1"\n', encoding="utf-8")
    assert "192.0.2.1" in refused(["run", "--port", "0"], capsys)


def test_a_source_that_names_no_camera_is_refused_before_the_page_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``run`` says at once which words name a camera."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    said = refused(["run", "--port", "0", "--source", "webcam"], capsys)
    assert "--source" in said
    assert "usb:NUMBER" in said
    assert "'webcam'" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["watch", "--source", "x", "--dwell", "0"],
        ["watch", "--source", "x", "--dwell", "-1"],
        ["watch", "--source", "x", "--dwell", "nan"],
        ["watch", "--source", "x", "--dwell", "soon"],
        ["run", "--port", "80x"],
        ["run", "--port", "65536"],
        ["run", "--port", "-1"],
    ],
)
def test_a_number_that_cannot_be_meant_is_refused_with_what_was_expected(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ports and seconds: the option, what was expected and what was found."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {arguments[-2]}: expected" in said
    assert f"found {arguments[-1]!r}" in said


def test_a_place_that_cannot_be_looked_at_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the operating system refuses is one sentence with the file's name, whichever command meets it."""
    endless = tmp_path / ("x" * 300)  # refused to everybody, as a locked folder is to all but root
    said = refused(["record-to-test", str(endless), str(tmp_path / "new")], capsys)
    assert str(endless) in said
    assert "Errno" not in said


def test_an_unknown_level_of_logging_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """LEAFWATCH_LOG takes the five words of Python's logging."""
    monkeypatch.setenv("LEAFWATCH_LOG", "loud")
    said = refused(["games"], capsys)
    assert "LEAFWATCH_LOG" in said
    assert "DEBUG" in said
    assert "'LOUD'" in said


def test_no_camera_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A camera that is not there, and a word that names none."""
    assert "camera" in refused(["calibrate", "--profile", str(tmp_path / "p"), "--source", "usb:63"], capsys)
    assert "webcam" in refused(["calibrate", "--profile", str(tmp_path / "p"), "--source", "webcam"], capsys)
    assert not (tmp_path / "p").exists()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_corner_cards_are_written_as_a_pdf(tmp_path: Path, paper: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A PDF for each paper, and a sentence about how to print it."""
    assert main(["markers", str(tmp_path / "cards.pdf"), "--paper", paper]) == 0
    assert (tmp_path / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert "100 mm" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("option", "value"), [("--picture", "report.txt"), ("--picture", "file/report.png"), ("--name", " ")]
)
def test_what_cannot_be_written_is_refused_before_the_profile_is(
    tmp_path: Path, option: str, value: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture without a form or a folder, and no name: exit 2, and the profile that was there is as it was."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    Path("file").touch()
    Path("p").mkdir()
    Path("p/profile.json").write_text("old", encoding="utf-8")
    refused(["calibrate", "--profile", "p", "--image", str(SCENE / "step_00.jpg"), option, value], capsys)
    assert Path("p/profile.json").read_text(encoding="utf-8") == "old"


def test_a_source_of_too_few_pictures_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of one picture is no camera that settles: how many it takes is said, and what to do instead."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    monkeypatch.setattr("device.commands.calibrate.open_camera", lambda *_: PictureFolder(tmp_path))  # not in real time
    picture(tmp_path, np.zeros((40, 60, 3), np.uint8))
    said = refused(["calibrate", "--profile", str(tmp_path / "p"), "--source", f"file:{tmp_path}"], capsys)
    assert "expected at least 30 frames" in said
    assert "--image" in said


def test_cards_where_no_file_can_be_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Below a file there is no folder; the file is named."""
    (tmp_path / "file").touch()
    assert "cards.pdf" in refused(["markers", str(tmp_path / "file" / "cards.pdf")], capsys)
