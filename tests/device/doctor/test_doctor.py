from __future__ import annotations

import argparse
import json
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.cameras.camera import Camera, CameraError, open_camera
from device.doctor import machine, table
from device.doctor.boards import boards
from device.doctor.finding import Finding, Level, as_json, as_text
from device.doctor.report import examine, run
from device.errors import PinsError
from device.journal.journal import Entry, Journal
from device.settings import places
from device.simulation.camera import SimulatedCamera, at_once
from engine.indian_summer.sets import demo_floors
from tests.drawn_tables import calibrated, drawn_table

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
PI = "Raspberry Pi 5 Model B Rev 1.0"


def levels(findings: list[Finding]) -> list[Level]:
    """The levels alone."""
    return [finding.level for finding in findings]


def version_of(versions: dict[str, str]) -> Callable[[str], str]:
    """An environment with these packages."""

    def version(package: str) -> str:
        if package not in versions:
            raise metadata.PackageNotFoundError(package)
        return versions[package]

    return version


ALL = dict.fromkeys(machine.PACKAGES, "9.9")


def test_a_whole_environment_is_in_order() -> None:
    """This interpreter and its packages, with which the tests run, have no problem."""
    assert machine.python().level is Level.OK
    assert levels(machine.packages()) == [Level.OK]


def test_a_missing_package_is_named() -> None:
    """What is not installed is said by name, with what to do."""
    (finding,) = machine.packages(version_of({"numpy": "2.4"}))
    assert finding.level is Level.PROBLEM
    assert "missing: opencv-python-headless, flask" in finding.text
    assert finding.remedy


def test_two_opencvs_are_a_problem() -> None:
    """The desktop build beside the headless one is found."""
    findings = machine.packages(version_of({**ALL, "opencv-python": "5.0"}))
    assert levels(findings) == [Level.OK, Level.PROBLEM]
    assert "overwrite" in findings[1].remedy


@pytest.mark.parametrize(
    ("model", "wrong", "level", "said"),
    [
        (PI, "", Level.OK, "works together with numpy"),
        (PI, "ValueError: numpy.dtype size changed, may indicate", Level.PROBLEM, "another numpy"),
        (PI, "ModuleNotFoundError: No module named 'libcamera'", Level.PROBLEM, "No module named 'libcamera'"),
        (None, "ModuleNotFoundError: No module named 'libcamera'", Level.NOTICE, "No module named 'libcamera'"),
    ],
)
def test_picamera2_and_numpy_are_tried_together(model: str | None, wrong: str, level: Level, said: str) -> None:
    """What an import of picamera2 says becomes a finding; the clash with numpy has its own cure."""
    finding = machine.picamera2(model, lambda: wrong)
    assert (finding.level, said in finding.text) == (level, True)
    assert ("numpy<2" in finding.remedy) == ("dtype" in wrong)


@pytest.mark.parametrize(
    ("bits", "level", "said"),
    [
        ("0", Level.OK, "not throttled"),
        ("50005", Level.PROBLEM, "too little voltage now"),
        ("50000", Level.NOTICE, "too little voltage since the start"),
        ("80008", Level.PROBLEM, "too hot now"),
    ],
)
def test_throttling_bits_are_read(tmp_path: Path, bits: str, level: Level, said: str) -> None:
    """Each bit has its words; what holds now is worse than what once was."""
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text(f"{bits}\n")
    (finding,) = machine.power(tmp_path)
    assert (finding.level, said in finding.text) == (level, True)


@pytest.mark.parametrize(("millidegrees", "level"), [(45000, Level.OK), (72000, Level.NOTICE), (81500, Level.PROBLEM)])
def test_heat_is_judged(tmp_path: Path, millidegrees: int, level: Level) -> None:
    """Warm is a notice, throttling heat a problem."""
    file = tmp_path / "sys/class/thermal/thermal_zone0/temp"
    file.parent.mkdir(parents=True)
    file.write_text(f"{millidegrees}\n")
    assert levels(machine.temperature(tmp_path)) == [level]


def test_a_machine_that_tells_neither_power_nor_heat_is_left_alone(tmp_path: Path) -> None:
    """Without these files there is no finding, not a made-up one."""
    assert machine.power(tmp_path) == machine.temperature(tmp_path) == []


def test_a_file_system_without_room_is_a_problem(tmp_path: Path) -> None:
    """Such as /proc: nothing can be kept there, whatever its permissions say."""
    finding = machine.disk(tmp_path, lambda folder: {"total": 0, "free": 0})
    assert finding.level is Level.PROBLEM
    assert str(tmp_path) in finding.text


def test_the_camera_is_tried_as_the_table_opens_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that the settings name, for lamps on the mains that they name."""
    (tmp_path / "config.toml").write_text('[camera]\nsource = "usb:3"\nmains-hz = 60\n')
    opened: list[tuple[str, int | None]] = []

    def refuse(spec: str, mains_hz: int | None = None) -> Camera:
        opened.append((spec, mains_hz))
        raise CameraError("it is busy")

    monkeypatch.setattr("device.doctor.report.open_camera", refuse)
    examine(places({"LEAFWATCH_HOME": str(tmp_path)}), None, NOW)
    assert opened == [("usb:3", 60)]


def test_a_home_that_cannot_be_looked_at_is_no_crash(tmp_path: Path) -> None:
    """Where the operating system refuses to tell what is there, the doctor still examines all the rest."""
    findings = examine(places({"LEAFWATCH_HOME": str(tmp_path / ("x" * 300))}), None, NOW)
    assert "settings" in {finding.subject for finding in findings if finding.level is Level.PROBLEM}


@pytest.mark.parametrize(
    ("free", "level"), [(50, Level.OK), (15, Level.NOTICE), (3, Level.PROBLEM), (0.05, Level.PROBLEM)]
)
def test_the_disk_is_judged_by_what_is_left(tmp_path: Path, free: float, level: Level) -> None:
    """Of a disk of 100 GiB: 80 % used is a notice, 95 % a problem."""
    figures = {"total": 100 * 2**30, "free": int(free * 2**30)}
    assert machine.disk(tmp_path / "not" / "there", lambda folder: figures).level is level


def test_a_folder_that_cannot_be_written_is_a_problem(tmp_path: Path) -> None:
    """A file where the folder should be is found."""
    (tmp_path / "state").write_text("in the way")
    assert machine.disk(tmp_path / "state" / "leafwatch").level is Level.PROBLEM


def test_every_mistake_in_the_settings_is_a_finding(tmp_path: Path) -> None:
    """Two mistakes are two findings, and the rest is looked at with the defaults."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    where.config.write_text('[page]\nport = 0\nhots = "x"\n')
    settings, findings = table.settings(where)
    assert levels(findings) == [Level.PROBLEM, Level.PROBLEM]
    assert settings.port == 8080


def test_the_camera_is_really_opened(tmp_path: Path) -> None:
    """A source that brings a picture is in order, one that does not is a problem with its own sentence."""
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((48, 64, 3), np.uint8))
    finding = table.camera(f"file:{tmp_path}", None, open_camera)
    assert (finding.level, "64 x 48" in finding.text) == (Level.OK, True)
    finding = table.camera(f"file:{tmp_path / 'none'}", None, open_camera)
    assert (finding.level, "none" in finding.text) == (Level.PROBLEM, True)

    def unplugged(spec: str) -> None:
        raise CameraError("no camera is connected to this Pi")

    assert "no camera is connected" in table.camera("pi", PI, unplugged).text  # type: ignore[arg-type]
    assert table.camera("pi", None, open_camera).level is Level.NOTICE


def test_the_boards_on_the_table_are_held_against_the_profile(tmp_path: Path) -> None:
    """The board that was measured is in order, another one a problem, and without a profile nothing is said."""
    mine, other = (
        SimulatedCamera(drawn_table([demo_floors()[number].rows], seed), at_once).read()
        for number, seed in ((0, 3), (1, 4))
    )
    assert boards([mine], tmp_path) == ()
    calibrated([demo_floors()[0].rows], 3).save(tmp_path)
    (fits,), (strange,) = boards([mine], tmp_path), boards([other], tmp_path)
    assert (fits.level, strange.level) == (Level.OK, Level.PROBLEM)
    assert "not the board that was measured" in strange.text
    assert strange.remedy


def test_pins_are_mock_ones_off_the_pi_only(pins: MockFactory) -> None:
    """Mock pins are in order elsewhere, worth a notice on a Pi, and none at all are a problem."""

    def none() -> str:
        raise PinsError("no pins on this Pi")

    assert table.pins(None).level is Level.OK
    assert table.pins(PI).level is Level.NOTICE
    assert table.pins(PI, lambda: "LGPIOFactory") == Finding("pins", Level.OK, "LGPIOFactory")
    assert table.pins(PI, none).level is Level.PROBLEM


def test_a_port_in_use_is_noticed() -> None:
    """A port that somebody listens on is found, a free one is said to be free."""
    with socket.socket() as kept, socket.socket() as taken:
        for each in (kept, taken):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))  # bound and not listening it is free for who asks for it, and given to nobody else
        number = kept.getsockname()[1]
        taken.bind(("127.0.0.1", number))
        taken.listen()
        assert table.port("127.0.0.1", number).level is Level.NOTICE
        taken.close()
        assert table.port("127.0.0.1", number).level is Level.OK


def test_a_missing_profile_is_a_notice_and_a_damaged_one_a_problem(tmp_path: Path) -> None:
    """Without a profile one calibrates; what cannot be loaded is said."""
    folder = tmp_path / "profile"
    assert table.profile(folder, NOW).level is Level.NOTICE
    folder.mkdir()
    (folder / "profile.json").write_text("{")
    finding = table.profile(folder, NOW)
    assert (finding.level, "calibrate" in finding.remedy) == (Level.PROBLEM, True)


def test_the_age_of_a_profile_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile older than thirty days is a notice."""

    class Loaded:
        boards = (1,)
        created = (NOW - timedelta(days=10)).isoformat()

    monkeypatch.setattr(table.Profile, "load", lambda folder: Loaded)
    finding = table.profile(tmp_path, NOW)
    assert (finding.level, "1 board, 10 days old" in finding.text) == (Level.OK, True)
    assert table.profile(tmp_path, NOW + timedelta(days=40)).level is Level.NOTICE


def test_a_journal_in_use_is_looked_at_and_a_damaged_one_found(tmp_path: Path) -> None:
    """The journal is only read, while leafwatch writes it; damage is a problem and is not touched."""
    path = tmp_path / "journal.sqlite3"
    assert table.journal(path).level is Level.OK
    with Journal.open(path) as journal:
        journal.begin("indian-summer", {})
        journal.append([Entry("moved", "camera")])
        assert "games: 1, events: 1" in table.journal(path).text
    path.write_bytes(b"no database" * 1000)
    assert table.journal(path).level is Level.PROBLEM
    assert path.read_bytes() == b"no database" * 1000


def test_the_whole_is_printed_as_text_and_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pins: MockFactory
) -> None:
    """Both forms hold every finding, and the exit status follows the problems."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    findings = examine(places(), None, datetime.now(UTC))
    assert {"Python", "packages", "disk", "settings", "camera", "pins", "page", "profile", "journal"} <= {
        finding.subject for finding in findings
    }
    (tmp_path / "config.toml").write_text("[page]\nport = 0\n")
    assert run(argparse.Namespace(json=True, zip=None)) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["format"] == "leafwatch-doctor/1"
    assert printed["healthy"] is False
    assert run(argparse.Namespace(json=False, zip=None)) == 1
    assert "page.port: expected" in capsys.readouterr().out


def test_text_shows_the_remedy_below_its_finding() -> None:
    """A remedy has its own line, and the last line counts."""
    findings = [Finding("disk", Level.NOTICE, "almost full", "free some"), Finding("Python", Level.OK, "3.11")]
    assert as_text(findings).splitlines() == [
        "notice   disk    almost full",
        "                 -> free some",
        "ok       Python  3.11",
        "no problems, 1 notice",
    ]
    assert as_json(findings)["healthy"] is True
