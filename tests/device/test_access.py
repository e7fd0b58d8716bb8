"""The file with the PIN: secret, whole, and followed when it changes beside a running table."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from device.access import AccessError, PinFile
from device.cli import main

PIN, OTHER = "271828", "314159"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is to be."""
    return tmp_path / "access.json"


def test_a_pin_is_matched_and_outlives_the_process(path: Path) -> None:
    """Only the PIN that was set matches, also when the file is opened anew."""
    assert not PinFile(path).matches("")
    assert PinFile(path).claim(PIN)
    again = PinFile(path)
    assert again.matches(PIN)
    assert not again.matches(OTHER)
    assert not again.claim(OTHER)


def test_the_file_is_the_owners_alone(path: Path) -> None:
    """Nobody else may read it, from the first write on; a file that became readable is closed again."""
    PinFile(path).claim(PIN)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    PinFile(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_pin_does_not_stand_in_the_file(path: Path) -> None:
    """Two files with the same PIN have nothing in common: salted, hashed, each with its own key."""
    PinFile(path).claim(PIN)
    other = path.with_name("other.json")
    PinFile(other).claim(PIN)
    mine, theirs = json.loads(path.read_text()), json.loads(other.read_text())
    # Not as a part either, but for other hexadecimal digits beside it, among which it may stand by chance.
    assert not re.search(rf"(?<![0-9a-f]){PIN}|{PIN}(?![0-9a-f])", path.read_text())
    assert all(mine[name] != theirs[name] for name in ("key", "stamp", "salt", "hash"))


def test_a_change_beside_a_running_table_is_followed(path: Path) -> None:
    """``leafwatch pin`` works on the file while the table holds it open."""
    table, command = PinFile(path), PinFile(path)
    table.claim(PIN)
    stamp, key = table.stamp, table.key
    command.change(OTHER)
    assert table.matches(OTHER)
    assert table.stamp != stamp
    command.reset()
    assert table.stamp is None
    assert not table.matches(OTHER)
    assert table.key == key


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_file_that_is_cut_off_is_named(path: Path, cut: int) -> None:
    """Whatever is left of it, no PIN matches by accident: the file is refused with what to do."""
    PinFile(path).claim(PIN)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(AccessError, match=r"is damaged .*: delete it"):
        PinFile(path)


@pytest.mark.parametrize(
    "change",
    [{"hash": ""}, {"salt": ""}, {"key": ""}, {"hash": "zz"}, {"players_act": 1}, {"format": "x"}, {"more": 1}],
)
def test_a_file_that_was_changed_is_named(path: Path, change: dict[str, object]) -> None:
    """An empty hash beside a stamp, a key cut off, a value of another kind: refused."""
    PinFile(path).claim(PIN)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(AccessError, match="is damaged"):
        PinFile(path)


def test_a_folder_that_refuses_is_named(path: Path) -> None:
    """A path below a file cannot be made; the sentence names it."""
    path.write_text("x")
    with pytest.raises(AccessError, match="access"):
        PinFile(path / "below.json")


def test_players_may_act_until_the_host_forbids_it(path: Path) -> None:
    """The wish is kept, also over a new PIN."""
    kept = PinFile(path)
    assert kept.players_act
    kept.let_players_act(False)
    kept.change(PIN)
    assert not PinFile(path).players_act


def test_the_command_shows_and_forgets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``leafwatch pin`` says whether one is set, ``--set`` takes a new one, ``--reset`` forgets it."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    monkeypatch.setattr("getpass.getpass", lambda prompt: PIN)
    assert main(["pin"]) == 0
    assert main(["pin", "--set"]) == 0
    assert PinFile(tmp_path / "access.json").matches(PIN)
    assert main(["pin"]) == 0
    assert main(["pin", "--reset"]) == 0
    assert PinFile(tmp_path / "access.json").stamp is None
    said = capsys.readouterr().out.splitlines()
    assert [line.split(".")[0] for line in said] == [
        "No PIN is set: whoever sets one on the page is the host",
        "The PIN is set",
        "A PIN is set",
        "The PIN is forgotten",
    ]
    monkeypatch.setattr("getpass.getpass", lambda prompt: "12")
    assert main(["pin", "--set"]) == 2
    assert "A PIN is six digits." in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["access.json"]
