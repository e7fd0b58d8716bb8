"""The zip for a report of a mistake: what is in it, and what must never be."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device.cli import main
from device.doctor.diagnostics import write_diagnostics
from device.doctor.report import examine
from device.errors import RequestError
from device.journal.journal import Entry, Journal
from device.places import Places, places

SECRETS = ("Ada Lovelace", "broker.example", "secret-user", "hunter2", "mqtt-password", "10.1.2.3", "pin-hash", "=1")


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pins: MockFactory) -> Places:
    """An installation with names, a broker, a PIN and a game."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    found = places()
    found.config.parent.mkdir()
    found.config.write_text(
        '[camera]\nsource = "usb:97"\n[table]\nplayers = ["Ada Lovelace"]\n[page]\nhost = "10.1.2.3"\nport = 8081\n'
        '[mqtt]\nhost = "broker.example"\nuser = "secret-user"\npassword-file = "/home/x/mqtt-password"\n'
    )
    (found.config.parent / "access.json").write_text('{"pin": "pin-hash"}')
    (found.config.parent / "mqtt-password").write_text("hunter2")
    with Journal.open(found.journal) as journal:
        journal.begin("indian-summer", {"names": ["Ada Lovelace"]})
        journal.append([Entry("move", "page", {"move": "Ada Lovelace=1"}), Entry("undo", "button")])
    return found


def content(file: Path) -> dict[str, str]:
    """The texts in a zip by name."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_it_tells_the_machine_the_settings_and_the_games(where: Places, tmp_path: Path) -> None:
    """Findings, versions, settings and counts are there, each as JSON."""
    file = tmp_path / "report.zip"
    write_diagnostics(file, where, examine(where, None, datetime.now(UTC)))
    parts = {name: json.loads(text) for name, text in content(file).items()}
    assert parts["about.json"]["format"] == "leafwatch-diagnostics/1"
    assert any(package.startswith("numpy ") for package in parts["machine.json"]["packages"])
    assert {finding["subject"] for finding in parts["doctor.json"]["findings"]} >= {"camera", "disk", "journal"}
    assert parts["settings.json"]["camera"] == "usb:97"
    assert parts["settings.json"]["players set"] is True
    assert parts["games.json"]["games"][0]["kinds"] == {"move": 1, "undo": 1}
    assert parts["recordings.json"] == {"recordings": []}


def test_it_holds_no_secret(where: Places, tmp_path: Path) -> None:
    """No name, address, user, password or PIN, in no part, also where a finding would have told one."""
    file = tmp_path / "report.zip"
    write_diagnostics(file, where, examine(where, None, datetime.now(UTC)))
    assert len(content(file)) >= 5
    for name, text in content(file).items():
        assert not [secret for secret in SECRETS if secret in text], name


def test_settings_with_mistakes_tell_their_places_only(where: Places, tmp_path: Path) -> None:
    """A value that could not be read may be anything: where it stands is enough."""
    where.config.write_text('[table]\nplayers = "Ada Lovelace"\n[mqtt]\nhost = 7\nuser = "secret-user"\n')
    file = tmp_path / "report.zip"
    write_diagnostics(file, where, examine(where, None, datetime.now(UTC)))
    texts = content(file)
    assert "table.players" in texts["settings.json"]
    assert all("Ada Lovelace" not in text and "secret-user" not in text for text in texts.values())


def test_the_doctor_writes_it(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``leafwatch doctor --zip FILE`` prints its findings as ever and says what the zip does not hold."""
    file = tmp_path / "report.zip"
    main(["doctor", "--json", "--zip", str(file)])
    printed = capsys.readouterr()
    assert json.loads(printed.out)["format"] == "leafwatch-doctor/1"
    assert "no pictures" in printed.err
    assert "doctor.json" in content(file)


def test_a_folder_that_refuses_is_named(where: Places, tmp_path: Path) -> None:
    """A file in the folder's place is said, and nothing is left behind."""
    (tmp_path / "folder").write_text("in the way")
    with pytest.raises(RequestError, match="cannot be written"):
        write_diagnostics(tmp_path / "folder" / "report.zip", where, ())
