"""Recordings: what is kept of a game, how it is replayed, made a test, and held below a limit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from calibration.capture import calibrate
from calibration.profile import Profile
from device.archive.recording import Recorder, flat_picture, flat_profile
from device.archive.recording_ring import EVENTS, RECORDING, Ring, pictures, segments, size_bytes
from device.cli import main
from device.command_queue import CommandQueue
from device.commands.read import letter
from device.commands.record_to_test import EXPECTED, expected
from device.demo import demo_indicator
from device.eyes import detector_of, eyes_of
from device.session.session import Session
from device.simulation.camera import SimulatedCamera, at_once
from device.table import Table
from engine.catalog import GAMES
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated, drawn_table
from vision.frame import Frame

GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]
DATA = Path(__file__).parents[2] / "data" / "recordings"
SQUIRRELS = (Cell(0, 0), Cell(4, 4), Cell(7, 8))


def play(folder: Path, limit_bytes: int, squirrels: tuple[Cell, ...] = SQUIRRELS) -> Recorder:
    """Lay squirrels one by one before a table that records; returns what recorded."""
    simulator = drawn_table([FLOOR.rows], 3)
    camera = SimulatedCamera(simulator, at_once)
    camera.read()  # the first picture is that of the empty board
    profile = calibrated([FLOOR.rows], 3)
    recorder = Recorder(Ring(folder, limit_bytes), profile)
    words: list[str] = []

    def publish(message: Mapping[str, Any]) -> None:
        words.append(message["status"]["word"])
        recorder.hear(message)

    with demo_indicator() as indicator:
        table = Table(
            Session(GAME, GAME.new_solo(None, FLOOR), lambda entries: None),
            eyes_of(profile, lambda: camera),
            indicator,
            publish,
            CommandQueue(),
            names=("Ada",),
            restart=lambda: pytest.fail("no new game"),
            finished=lambda session: None,
            clock=lambda: simulator.now_s,
            looked=recorder.look,
        )
        for cell in (None, *squirrels):
            if cell is not None:
                simulator.ask_squirrel(0, cell)
            for _ in range(300):
                table.step()
                if words[-1] in {"settled", "question"} and not simulator.busy:
                    break
            else:
                raise AssertionError("the table never lay still")
    return recorder


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A recording of three squirrels that are laid one by one."""
    from gpiozero import Device
    from gpiozero.pins.mock import MockPWMPin

    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    folder = play(tmp_path_factory.mktemp("recordings"), 10_000_000).folder
    assert folder is not None
    yield folder
    Device.pin_factory.reset()
    Device.pin_factory = before


def events(recording: Path) -> list[dict[str, Any]]:
    """The recording's own events."""
    texts = [(segment / EVENTS).read_text(encoding="utf-8") for segment in segments(recording)]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def test_a_recording_holds_each_settled_table_once(recorded: Path) -> None:
    """The empty board and each squirrel: a picture and an event each, in order, with what was refereed."""
    told = events(recorded)
    pictured = [event for event in told if event["image"] is not None]
    assert [event["image"] for event in pictured] == [path.name for path in pictures(recorded)]
    squirrels = [sum(row.count("s") for row in event["boards"][0]) for event in pictured]
    assert squirrels[0] == 0
    assert sorted(set(squirrels)) == sorted(squirrels) or squirrels == sorted(squirrels)
    assert [event["at_s"] for event in told] == sorted(event["at_s"] for event in told)


def test_pictures_show_the_boards_and_not_the_room(recorded: Path) -> None:
    """Each is as large as the boards with their rim, whatever the camera's picture held beside."""
    profile = Profile.load(recorded / "profile")
    assert pictures(recorded)
    for path in pictures(recorded):
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.shape[:2] == (profile.frame_wh[1], profile.frame_wh[0])
        assert picture.shape[:2] == profile.boards[0].picture.shape[:2]


def test_a_recording_is_watched_like_any_pictures(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``leafwatch watch --source RECORDING`` sees the squirrels where they were laid, by its own profile."""
    assert main(["watch", "--source", str(recorded), "--json"]) == 0
    seen = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    placed = [event for event in seen if event["event"] == "placed"]
    assert [(event["piece"], event["cells"]) for event in placed] == [("squirrel", [str(cell)]) for cell in SQUIRRELS]


def test_watching_needs_a_profile_from_somewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of pictures has none of its own: the option that is missing is named."""
    assert main(["watch", "--source", str(tmp_path)]) == 2
    assert "--profile" in capsys.readouterr().err


def test_one_command_makes_a_test_of_a_recording(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it writes replays to what it says, and an altered expectation fails; a folder is never overwritten."""
    made = tmp_path / "three-squirrels"
    assert main(["record-to-test", str(recorded), str(made)]) == 0
    capsys.readouterr()
    lines = (made / EXPECTED).read_text(encoding="utf-8").splitlines()
    assert list(expected(made)) == lines
    assert len(lines) == len(SQUIRRELS)
    assert main(["record-to-test", str(recorded), str(made)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["record-to-test", str(tmp_path), str(tmp_path / "x")]) == 2
    assert RECORDING in capsys.readouterr().err


@pytest.mark.parametrize("recording", sorted(DATA.glob("*")), ids=lambda path: path.name)
def test_a_kept_recording_is_read_as_expected(recording: Path) -> None:
    """Every recording that was made a test still says what a person has confirmed."""
    assert list(expected(recording)) == (recording / EXPECTED).read_text(encoding="utf-8").splitlines()


def test_flat_pictures_are_read_like_the_cameras(pins: MockFactory) -> None:
    """Two boards: the detector of the flat profile reads from the flat picture what lies on either."""
    simulator = drawn_table([FLOOR.rows, demo_floors()[1].rows], 5)
    camera = SimulatedCamera(simulator, at_once)
    floors = [FLOOR.rows, demo_floors()[1].rows]
    profile = calibrate(camera.read(), layout(2), floors=floors).profile
    simulator.ask_squirrel(0, Cell(2, 3))
    simulator.ask_squirrel(1, Cell(6, 1))
    while simulator.busy:
        frame = camera.read()
    frame = camera.read()
    poses = {board.seat: board.pose for board in profile.boards}
    flat = flat_profile(profile)
    picture = flat_picture(frame.pixels, poses, profile.boards)
    assert picture.shape == (flat.frame_wh[1], flat.frame_wh[0], 3)
    readings = detector_of(flat).read(Frame(picture, 0.0, 0)).readings
    for seat in (0, 1):
        rows = tuple("".join(letter(readings, Space(seat, Cell(r, c))) for c in range(9)) for r in range(8))
        assert rows == tuple(simulator.truth_rows(seat))


def test_a_board_without_a_pose_stays_black(recorded: Path) -> None:
    """What the camera has not found is not made up."""
    boards = Profile.load(recorded / "profile").boards
    assert not flat_picture(np.full((50, 50, 3), 200, np.uint8), {}, boards).any()


def test_a_disk_that_refuses_ends_the_recording_and_not_the_game(
    pins: MockFactory, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file lies where the folder should be: the table plays on, the log says once what happened."""
    (tmp_path / "recordings").write_text("in the way")
    recorder = play(tmp_path / "recordings", 10_000_000, SQUIRRELS[:1])
    assert recorder.folder is None
    assert caplog.text.count("ended=") == 1


# --- the ring -----------------------------------------------------------------------------------------------------


def filled(ring: Ring, sizes: list[int]) -> Path:
    """A recording with segments of these sizes."""
    folder = ring.new()
    (folder / RECORDING).write_text("{}")
    for number, size in enumerate(sizes, start=1):
        segment = folder / f"segment-{number:04}"
        segment.mkdir()
        (segment / "000001.jpg").write_bytes(bytes(size))
    return folder


def test_the_oldest_segments_are_dropped_whole(tmp_path: Path) -> None:
    """Beyond the limit the oldest segments go, one by one; a recording without any goes altogether; the newest stay."""
    ring = Ring(tmp_path, 1000)
    first, second = filled(ring, [300, 300]), filled(ring, [300, 300])
    ring.trim(second / "segment-0002")
    assert [path.name for path in segments(first)] == ["segment-0002"]
    filled(ring, [450])
    ring.trim(tmp_path / "0003" / "segment-0001")
    assert [path.name for path in ring.recordings()] == ["0002", "0003"]
    assert size_bytes(tmp_path) <= 1000


def test_what_is_being_written_is_never_dropped(tmp_path: Path) -> None:
    """Even when it alone is beyond the limit."""
    ring = Ring(tmp_path, 100)
    only = filled(ring, [500])
    ring.trim(only / "segment-0001")
    assert segments(only) == (only / "segment-0001",)


def test_numbers_tell_the_age_and_no_number_is_used_twice(tmp_path: Path) -> None:
    """The thousandth is younger than the ninth, and one that was dropped does not come back as another."""
    ring = Ring(tmp_path, 10**9)
    for name in ("0009", "10000", "notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / RECORDING).write_text("{}")
    assert [path.name for path in ring.recordings()] == ["0009", "10000"]
    assert ring.new().name == "10001"


def test_a_recording_is_cut_into_segments_and_stays_below_its_limit(pins: MockFactory, tmp_path: Path) -> None:
    """With room for a picture or two the older ones are gone, and what is left is replayed."""
    one = 120_000
    recorder = play(tmp_path, one)
    assert recorder.folder is not None
    numbers = [int(path.stem) for path in pictures(recorder.folder)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert numbers[0] > 1
    assert numbers[-1] >= len(SQUIRRELS)
    assert list(expected(recorder.folder)) != []
