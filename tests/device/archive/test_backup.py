"""Backup and restore: everything comes back, nothing is lost on the way, and what is no backup is refused untouched."""

import hashlib
import json
import os
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from device.archive.backup_check import opened
from device.archive.backup_form import LIST
from device.archive.export_form import read_lines
from device.cli import main
from device.commands import restore
from device.commands.backup import back_up
from device.journal.journal import Entry, Journal
from device.places import Places, places
from tests.device.archive.backed_up import CONFIG, NOW, backed_up, contents, games, play


def test_everything_comes_back_on_an_empty_machine(
    where: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games, settings and profile of the restored installation are those of the first one."""
    assert main(["backup", str(tmp_path / "b.zip")]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in ("journal.sqlite3", "games/0002.jsonl", "config.toml", "profile/board-0.png"))
    first = where
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "new"))
    assert main(["restore", str(tmp_path / "b.zip")]) == 0
    second = places()
    assert games(second.journal) == games(first.journal)
    for name in ("config", "page_settings"):
        assert getattr(second, name).read_bytes() == getattr(first, name).read_bytes()
    assert contents(second.profile) == contents(first.profile)
    with Journal.open(second.journal) as journal:
        assert journal.notice is None
        journal.append([Entry("moved", "camera", {})])
    assert not [path for path in second.journal.parent.iterdir() if path.name.startswith(".")]


def test_a_backup_goes_into_a_pipe(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As ``leafwatch backup /dev/stdout`` does, beside which nothing can be made; nothing is said within the zip."""
    read, write = os.pipe()
    got: list[bytes] = []
    with open(read, "rb") as reader:
        reading = threading.Thread(target=lambda: got.append(reader.read()), daemon=True)
        reading.start()
        assert main(["backup", f"/dev/fd/{write}"]) == 0
        os.close(write)
        reading.join(20.0)
    (tmp_path / "b.zip").write_bytes(got[0])
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert archive.testzip() is None
        assert "games/0002.jsonl" in archive.namelist()
    said = capsys.readouterr()
    assert (said.out, "Wrote" in said.err) == ("", True)


def test_the_games_stand_in_the_zip_as_json_lines_too(where: Places) -> None:
    """Whoever has the zip and no leafwatch can read them; the list names length and checksum of every file."""
    with zipfile.ZipFile(backed_up(where)) as archive:
        assert archive.testzip() is None
        for game in games(where.journal):
            name = f"games/{game.id:04}.jsonl"
            assert read_lines(archive.read(name), name).game.entries == game.entries
        for name, listed in json.loads(archive.read(LIST))["files"].items():
            content = archive.read(name)
            assert listed == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def test_a_backup_is_taken_while_a_game_is_played(where: Places) -> None:
    """The writer goes on, and what it has committed up to now is in the backup although its log is not merged."""
    with Journal.open(where.journal) as journal:
        play(journal, 2)
        assert where.journal.with_name(where.journal.name + "-wal").stat().st_size > 0
        file = backed_up(where)
        journal.append([Entry("moved", "camera", {"number": 2})])
        assert len(journal.read(journal.games()[-1].id).entries) == 3
    with opened(file) as backup:
        backup.extract("journal.sqlite3", file.with_name("copy"))
    assert [len(game.entries) for game in games(file.with_name("copy"))] == [3, 5, 2]


def test_a_backup_that_fails_leaves_the_old_one(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged journal is named; the backup of before is as it was, and no half one lies about."""
    file = backed_up(where)
    before = file.read_bytes()
    content = where.journal.read_bytes()
    where.journal.write_bytes(content[:4096] + b"\xa5" * (len(content) - 4096))
    assert main(["backup", str(file)]) == 2
    assert str(where.journal) in capsys.readouterr().err
    assert file.read_bytes() == before
    assert sorted(path.name for path in file.parent.iterdir()) == ["backup.zip", "home"]


def test_a_backup_where_no_file_can_be_is_refused(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder is no file; below a file there is no folder."""
    for file in (where.profile, where.config / "backup.zip"):
        assert main(["backup", str(file)]) == 2
        assert f"{file}: cannot be written" in capsys.readouterr().err


def test_nothing_is_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An installation that has never run: exit 2 and no file."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    assert main(["backup", str(tmp_path / "b.zip")]) == 2
    assert "nothing to back up" in capsys.readouterr().err
    assert not (tmp_path / "b.zip").exists()


def test_a_changed_game_is_in_the_journal_only(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """A game whose entries were tampered with does not keep the others out; it is named."""
    raw = sqlite3.connect(where.journal)
    raw.execute("DROP TRIGGER events_are_never_changed")
    raw.execute("UPDATE events SET actor = 'nobody' WHERE game_id = 1 AND seq = 0")
    raw.commit()
    raw.close()
    assert main(["backup", str(where.journal.parent / "b.zip")]) == 0
    said = capsys.readouterr()
    assert "game 1 was changed" in said.err
    assert "games/0002.jsonl" in said.out
    assert "games/0001.jsonl" not in said.out


def test_a_clock_that_is_not_set_hinders_no_backup(where: Places) -> None:
    """A Pi without a network may live in 1970, for which a zip has no form."""
    file = where.journal.parent / "b.zip"
    back_up(where, file, datetime(1970, 1, 1, tzinfo=UTC))
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None


def test_what_was_there_is_kept(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """Journal, settings and profile of before stand beside the restored ones, and no log of the old journal stays."""
    file = backed_up(where)
    kept = games(where.journal)
    with Journal.open(where.journal) as journal:
        play(journal, 1)
    later = games(where.journal)
    where.config.write_text("[page]\nport = 1\n", encoding="utf-8")
    (where.profile / "new.png").write_bytes(b"new")
    wal = where.journal.with_name(where.journal.name + "-wal")
    assert wal.exists()  # the reading of just now left it
    assert main(["restore", str(file)]) == 0
    assert not wal.exists()
    assert games(where.journal) == kept
    assert where.config.read_text(encoding="utf-8") == CONFIG
    assert not (where.profile / "new.png").exists()
    (old_journal,) = where.journal.parent.glob("journal.sqlite3.before-*Z")
    (old_config,) = where.config.parent.glob("config.toml.before-*Z")
    (old_profile,) = where.profile.parent.glob("profile.before-*Z")
    assert games(old_journal) == later
    assert "port = 1" in old_config.read_text(encoding="utf-8")
    assert (old_profile / "new.png").exists()
    assert str(old_profile) in capsys.readouterr().out


def test_what_the_backup_does_not_hold_stays(where: Places) -> None:
    """A backup without settings leaves the settings alone."""
    config = where.config.read_bytes()
    where.config.unlink()
    file = backed_up(where)
    where.config.write_bytes(config)
    assert main(["restore", str(file)]) == 0
    assert where.config.read_bytes() == config
    assert not list(where.config.parent.glob("config.toml.before-*"))


def test_a_running_leafwatch_is_not_restored_under(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """While another one writes the journal nothing is touched."""
    file = backed_up(where)
    with Journal.open(where.journal) as journal:
        play(journal, 1)
        before = contents(where.journal.parent)
        assert main(["restore", str(file)]) == 2
        assert "another leafwatch" in capsys.readouterr().err
        assert contents(where.journal.parent) == before


def test_a_mistake_in_the_settings_is_restored_and_said(where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """A backup is faithful; what leafwatch will not start with is named at once."""
    where.config.write_text("[lamps]\nbrightness = 7\n", encoding="utf-8")
    assert main(["restore", str(backed_up(where))]) == 0
    said = capsys.readouterr().err
    assert "brightness" in said
    assert "profile.json" in said


class PulledPlugError(Exception):
    """The process ends here."""


@pytest.mark.parametrize("steps", range(14))
def test_a_restore_that_is_cut_off_loses_nothing(
    where: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """Cut off after any number of changes all old content is there under some name, and once more completes it."""
    file = backed_up(where)
    wanted = games(where.journal)
    with Journal.open(where.journal) as journal:
        play(journal, 2)
    later = games(where.journal)
    where.config.write_text("[page]\nport = 2\n", encoding="utf-8")
    (where.profile / "profile.json").write_text('{"later": 1}', encoding="utf-8")
    old = {where.config.read_bytes(), where.page_settings.read_bytes(), (where.profile / "profile.json").read_bytes()}
    left = steps

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def change(*arguments: object, **options: object) -> object:
            nonlocal left
            if left == 0:
                raise PulledPlugError
            left -= 1
            return real(*arguments, **options)

        return change

    with monkeypatch.context() as patch:
        patch.setattr(restore.os, "link", counted(os.link))
        patch.setattr(restore.os, "replace", counted(os.replace))
        patch.setattr(Path, "rename", counted(Path.rename))
        try:
            with opened(file) as backup:
                restore.restore(backup, where, NOW)
        except PulledPlugError:
            pass
    assert old <= set(contents(where.journal.parent).values())
    journals = [where.journal, *where.journal.parent.glob("journal.sqlite3.before-*Z")]
    assert any(games(path) == later for path in journals if path.exists())
    with opened(file) as backup:
        restore.restore(backup, where, NOW)
    assert games(where.journal) == wanted
    assert old <= set(contents(where.journal.parent).values())
    assert where.config.read_text(encoding="utf-8") == CONFIG
    assert (where.profile / "profile.json").read_text(encoding="utf-8") == "{}"
