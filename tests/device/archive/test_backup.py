"""Backup and restore: everything comes back, nothing is lost on the way, and what is no backup is refused untouched."""

import hashlib
import json
import os
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from device.archive import backup_form
from device.archive.backup_check import BackupError, opened
from device.archive.backup_form import LIST, is_part
from device.archive.export_form import read_lines
from device.cli import main
from device.commands import restore
from device.commands.backup import back_up
from device.errors import JournalError
from device.journal.journal import Entry, GameRecord, Journal
from device.journal.reading import list_games, read_game, reading
from device.places import Places, places

CONFIG = '[table]\nplayers = ["Ada", "Bö"]\n'
NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """An installation with two games, settings and a folder of a profile."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    where = places()
    with Journal.open(where.journal) as journal:
        play(journal, 3)
        play(journal, 5)
    where.config.write_text(CONFIG, encoding="utf-8")
    where.page_settings.write_text('{"page": {"port": 8081}}', encoding="utf-8")
    where.profile.mkdir()
    (where.profile / "profile.json").write_text("{}", encoding="utf-8")
    (where.profile / "board-0.png").write_bytes(bytes(range(256)) * 9)
    return where


def play(journal: Journal, entries: int) -> None:
    """A game with so many entries."""
    journal.begin("indian-summer", {"state": "?"})
    journal.append([Entry("moved", "camera", {"number": number}) for number in range(entries)])


def games(path: Path) -> list[GameRecord]:
    """Every game of a journal."""
    with reading(path) as connection:
        return [read_game(connection, path, game.id) for game in list_games(connection)]


def backed_up(where: Places) -> Path:
    """A backup of the installation."""
    file = where.journal.parent.parent / "backup.zip"
    back_up(where, file, NOW)
    return file


def contents(folder: Path) -> Mapping[str, bytes]:
    """Every file below a folder; what SQLite keeps only while it reads is left out."""
    ignored = (".lock", "-shm", "-wal")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(ignored)
    }


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


Parts = dict[str, bytes]


def packed(file: Path, parts: Mapping[str, bytes], names: Mapping[str, zipfile.ZipInfo] | None = None) -> None:
    """A zip of these parts with a list that agrees with them, if it holds none of its own."""
    sums = {
        name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()} for name, content in parts.items()
    }
    listed = {LIST: json.dumps({"format": "leafwatch-backup/1", "files": sums}).encode()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in {**listed, **parts}.items():
            archive.writestr((names or {}).get(name, name), content)


def without_list(parts: Parts) -> Parts:
    """A list of another form."""
    return {**parts, LIST: b"[]"}


def of_tomorrow(parts: Parts) -> Parts:
    """A later version of the form."""
    return {**parts, LIST: b'{"format": "leafwatch-backup/2", "files": {}}'}


def unlisted(parts: Parts) -> Parts:
    """A file that is not in the list."""
    return {**parts, LIST: b'{"format": "leafwatch-backup/1", "files": {}}'}


def differing(parts: Parts) -> Parts:
    """A file whose sum is another one."""
    sums = {name: {"bytes": len(content), "sha256": "0" * 64} for name, content in parts.items()}
    return {**parts, LIST: json.dumps({"format": "leafwatch-backup/1", "files": sums}).encode()}


def damaged(parts: Parts) -> Parts:
    """A journal with a broken page."""
    journal = parts["journal.sqlite3"]
    return {**parts, "journal.sqlite3": journal[:4096] + b"\xa5" * (len(journal) - 4096)}


def foreign(parts: Parts) -> Parts:
    """A file that is no database."""
    return {**parts, "journal.sqlite3": b"no database " * 99}


def empty(parts: Parts) -> Parts:
    """A journal of no bytes, which SQLite takes for an empty database."""
    return {**parts, "journal.sqlite3": b""}


@pytest.mark.parametrize("spoil", [without_list, of_tomorrow, unlisted, differing, damaged, foreign, empty])
def test_a_wrong_backup_is_refused_and_nothing_changes(
    where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Parts], Parts]
) -> None:
    """Exit 2, one sentence that names file, expected and found, and every file as it was."""
    with zipfile.ZipFile(backed_up(where)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != LIST}
    packed(tmp_path / "wrong.zip", spoil(parts))
    assert_refused(tmp_path / "wrong.zip", where, capsys)


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/evil",
        "profile/../../evil",
        "profile/sub/evil",
        "profile/",
        "profile/.hidden",
        "profile\\evil",
        "profile/a\\..\\evil",
        "C:evil",
        "games/a\nb",
        "journal.sqlite3-wal",
        "profile/" + "x" * 300,
    ],
)
def test_a_way_out_of_the_folder_is_refused(
    where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Names that lead elsewhere, and all that a backup never holds, even if listed."""
    assert not is_part(name)
    packed(tmp_path / "wrong.zip", {name: b"evil"})
    assert_refused(tmp_path / "wrong.zip", where, capsys)
    assert not list(tmp_path.rglob("evil"))


def test_a_link_in_a_backup_is_refused(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A symbolic link by its attributes, a name that hides its end behind a zero byte, and a name that stands twice."""
    link = zipfile.ZipInfo("profile/link")
    link.external_attr = 0o120777 << 16
    packed(tmp_path / "link.zip", {"profile/link": b"/etc/passwd"}, {"profile/link": link})
    assert_refused(tmp_path / "link.zip", where, capsys)
    packed(tmp_path / "zero.zip", {"config.toml": b""})
    content = (tmp_path / "zero.zip").read_bytes()
    (tmp_path / "zero.zip").write_bytes(content.replace(b"config.toml", b"config\x00toml"))
    assert_refused(tmp_path / "zero.zip", where, capsys)
    packed(tmp_path / "twice.zip", {"config.toml": b"", "confih.toml": b""})
    content = (tmp_path / "twice.zip").read_bytes()
    (tmp_path / "twice.zip").write_bytes(content.replace(b"confih", b"config"))
    assert_refused(tmp_path / "twice.zip", where, capsys)


def test_a_bomb_is_refused(
    where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """More bytes than any installation has are not unpacked."""
    monkeypatch.setattr("device.archive.backup_check.MOST_BYTES", 1000)
    packed(tmp_path / "bomb.zip", {"config.toml": b" " * 2000})
    assert_refused(tmp_path / "bomb.zip", where, capsys)
    assert backup_form.MOST_BYTES >= 1 << 30


@pytest.mark.parametrize("length", [0, 1, 100, -30, -1000])
def test_a_torn_file_is_refused(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], length: int) -> None:
    """A download that broke off, or no zip at all."""
    (tmp_path / "torn.zip").write_bytes(backed_up(where).read_bytes()[:length])
    assert_refused(tmp_path / "torn.zip", where, capsys)


def test_no_flipped_byte_is_restored(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any byte of the zip changed: what is put is what was kept, or it is refused in one sentence."""
    file = backed_up(where)
    content, wanted = file.read_bytes(), games(where.journal)
    for at in range(0, len(content), max(1, len(content) // 60)):
        (tmp_path / "b.zip").write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
        status = main(["restore", str(tmp_path / "b.zip")])
        said = capsys.readouterr().err
        assert status == 0 or (status == 2 and said.count("\n") == 1), said
        assert games(where.journal) == wanted
        assert where.config.read_text(encoding="utf-8") == CONFIG


def test_a_missing_backup_is_named(where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A path that leads nowhere, and a folder."""
    assert_refused(tmp_path / "none.zip", where, capsys)
    assert_refused(tmp_path, where, capsys)


def assert_refused(file: Path, where: Places, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, one sentence that begins with the file, and nothing changed."""
    before = contents(where.journal.parent)
    capsys.readouterr()
    assert main(["restore", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"leafwatch: {file}")
    assert said.count("\n") == 1
    assert contents(where.journal.parent) == before
    assert not [path for path in where.journal.parent.iterdir() if path.name.startswith(".")]


def test_a_journal_is_never_opened_for_writing_by_a_reader(where: Places) -> None:
    """The connection that exports and backups use cannot change anything."""
    with pytest.raises(JournalError, match="read-only"), reading(where.journal) as connection:
        connection.execute("DELETE FROM games")


def test_a_zip_of_a_later_version_is_refused_by_name(where: Places) -> None:
    """A file that says that nothing of today can unpack it is no backup; nothing is restored from it."""
    backup = backed_up(where)
    content = bytearray(backup.read_bytes())
    content[content.index(b"PK\x01\x02") + 6] = 120  # version needed to extract: 12.0
    backup.write_bytes(content)
    with pytest.raises(BackupError, match=backup.name), opened(backup):
        pass
