"""What is no backup, or not a whole one, is refused with a reason, and nothing changes."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from device.archive import backup_form
from device.archive.backup_check import BackupError, opened
from device.archive.backup_form import LIST, is_part
from device.cli import main
from device.errors import JournalError
from device.journal.reading import reading
from device.places import Places
from tests.device.archive.backed_up import CONFIG, backed_up, contents, games

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


@pytest.mark.parametrize("at", range(-6, -2))
def test_a_zip_whose_parts_would_begin_before_it_is_refused(
    where: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str], at: int
) -> None:
    """Where its directory is said to begin later than it does, in whichever byte of that number."""
    content = backed_up(where).read_bytes()
    later = bytes([min(255, content[at] + 7)])
    (tmp_path / "b.zip").write_bytes(content[:at] + later + content[at + 1 :])
    assert_refused(tmp_path / "b.zip", where, capsys)


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
