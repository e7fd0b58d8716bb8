"""A disk that is full or read-only, tried on a real small one where this machine lets a test mount it."""

from __future__ import annotations

import functools
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from device.atomic_file import aged, write_keeping_old
from device.journal.journal import Entry, Journal, JournalError

ROOT = Path(__file__).parents[3]
SETUP = {"mode": "solo"}


def entry(number: int) -> Entry:
    """A numbered entry of about a kilobyte."""
    return Entry("moved", "camera", {"number": number, "text": "x" * 1000})


@functools.cache
def mount_refused() -> str:
    """Why no disk of its own can be mounted here, or nothing."""
    if shutil.which("unshare") is None:
        return "there is no unshare"
    tried = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if tried.returncode == 0 else tried.stderr.strip() or f"exit status {tried.returncode}"


def on_small_disk(script: str, folder: Path, size_kib: int) -> list[str]:
    """The lines that a Python script prints which has a disk of that size in ``sys.argv[1]``, seen by nobody else."""
    if refused := mount_refused():
        pytest.skip(f"no small disk can be mounted for a test here: {refused}")
    folder.mkdir()
    shell = f'mount -t tmpfs -o size={size_kib}k none "$1" && exec "$2" -c "$3" "$1"'
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", shell, "sh", folder, sys.executable, script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


FULL_DISK = """
import sys
from pathlib import Path
from device.journal.journal import Entry, Journal, JournalError

disk = Path(sys.argv[1])
ballast = disk / "pictures of a holiday"
ballast.write_bytes(bytes(200_000))
kept = 0

def play():
    global kept
    try:
        while kept < 2000:
            journal.append([Entry("moved", "camera", {"number": kept, "text": "x" * 1000})])
            kept += 1
    except JournalError as error:
        print(error.advice)

with Journal.open(disk / "journal.sqlite3") as journal:
    journal.begin("indian-summer", {})
    play()
    full_at = kept
    try:
        journal.check_writable()
        print("a page more")
    except JournalError as error:
        print(error.advice)
    ballast.unlink()
    journal.check_writable()
    play()
    print(full_at > 5, kept > full_at + 5)
    ids = [kept.body["number"] for kept in journal.unfinished().entries]
    print(ids == list(range(kept)))
with Journal.open(disk / "journal.sqlite3") as journal:
    print(journal.notice, len(journal.unfinished().entries) == kept)
"""


def test_a_journal_on_a_full_disk_keeps_what_it_acknowledged_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """On a real disk of 600 KiB: the error says what to do, room is made, the same journal goes on, nothing is lost."""
    lines = on_small_disk(FULL_DISK, tmp_path / "disk", 600)
    assert lines[0] == "The disk is full: free some space."
    assert lines[1] in {"The disk is full: free some space.", "a page more"}
    assert lines[2:] == ["The disk is full: free some space.", "True True", "True", "None True"]


FULL_AT_THE_END = """
import sys
from pathlib import Path
from device.journal.journal import Entry, Journal, JournalError

disk = Path(sys.argv[1])
for spare in range(0, 20_000, 2_000):
    journal = Journal.open(disk / f"{spare}.sqlite3")
    game = journal.begin("indian-summer", {})
    journal.append([Entry("moved", "camera", {"text": "x" * 40_000})])
    ballast, room = disk / "ballast", 700_000
    ballast.touch()
    with ballast.open("wb", buffering=0) as file:
        try:
            while room > 0:
                room -= file.write(bytes(min(room, 4096)))
        except OSError:
            pass
        file.truncate(max(file.tell() - spare, 0))
    try:
        journal.finish(game, {"won": True})
    except JournalError:
        ballast.unlink()
        journal.finish(game, {"won": True})
        print("told again", journal.unfinished() is None)
    else:
        ballast.unlink()
        print("at once", journal.unfinished() is None)
    journal.close()
    for file in disk.iterdir():
        file.unlink()
"""


def test_a_result_that_a_full_disk_refused_can_be_written_again(tmp_path: Path) -> None:
    """However little room is left: a result that was refused can be told again, and one that was kept is not refused.

    SQLite may have room for the result and none for tidying up after it.
    """
    lines = on_small_disk(FULL_AT_THE_END, tmp_path / "disk", 600)
    assert set(lines) == {"told again True", "at once True"}


FULL_SETTINGS = """
import sys
from pathlib import Path
from device.atomic_file import aged, write_keeping_old

disk = Path(sys.argv[1])
file = disk / "page-settings.json"
write_keeping_old(file, b"first" * 100)
write_keeping_old(file, b"second" * 100)
(disk / "ballast").write_bytes(bytes(40_000))
try:
    write_keeping_old(file, b"third" * 20_000)
except OSError as error:
    print(error.strerror)
print(file.read_bytes() == b"second" * 100, sorted(path.name for path in disk.iterdir()))
print(aged(file, 1).read_bytes()[:6], aged(file, 2).read_bytes()[:5])
"""


def test_settings_on_a_full_disk_stay_as_they_were(tmp_path: Path) -> None:
    """The file in use is still whole, no half one lies about, and what was kept before is kept."""
    lines = on_small_disk(FULL_SETTINGS, tmp_path / "disk", 64)
    assert lines[0] == "No space left on device"
    names = ["ballast", "page-settings.json", "page-settings.json.1", "page-settings.json.2"]
    assert lines[1] == f"True {names}"
    assert lines[2] == "b'second' b'first'"


READ_ONLY = """
import subprocess, sys
from pathlib import Path
from device.atomic_file import write_atomically
from device.journal.journal import Entry, Journal, JournalError
from device.journal.reading import list_games, reading

disk = Path(sys.argv[1])
journal = disk / "journal.sqlite3"
with Journal.open(journal) as opened:
    opened.begin("indian-summer", {})
    opened.append([Entry("moved", "camera", {"number": 0})])
subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
try:
    Journal.open(journal)
except JournalError as error:
    print(str(error).replace(str(disk), "DISK"))
try:
    write_atomically(disk / "page-settings.json", b"{}")
except OSError as error:
    print(error.strerror)
subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
with Journal.open(journal) as opened:
    opened.append([Entry("moved", "camera", {"number": 1})])
    print(opened.notice, len(opened.unfinished().entries))
"""


def test_a_journal_on_a_read_only_disk_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    """What is said names the disk; nothing is set aside, and the game goes on once the disk can be written again."""
    lines = on_small_disk(READ_ONLY, tmp_path / "disk", 600)
    assert lines == [
        "DISK/journal.sqlite3: Read-only file system: check the folder and its permissions",
        "Read-only file system",
        "None 2",
    ]


@pytest.fixture
def opened(tmp_path: Path) -> Journal:
    """A journal with a running game."""
    journal = Journal.open(tmp_path / "journal.sqlite3")
    journal.begin("indian-summer", SETUP)
    return journal


def test_a_disk_that_becomes_read_only_meanwhile_refuses_and_comes_back(opened: Journal) -> None:
    """SQLite's own refusal to write (its ``query_only``, in the disk's place) is told, and ends without harm."""
    opened.append([entry(0)])
    opened._connection.execute("PRAGMA query_only = ON")
    for attempt in (lambda: opened.append([entry(1)]), opened.check_writable, lambda: opened.begin("x", {})):
        with pytest.raises(JournalError, match="read-only") as caught:
            attempt()
        assert caught.value.advice == "The disk or the file is read-only: check its permissions."
    opened._connection.execute("PRAGMA query_only = OFF")
    opened.check_writable()
    opened.append([entry(1)])
    game = opened.unfinished()
    assert game is not None
    assert [kept.body["number"] for kept in game.entries] == [0, 1]
    opened.close()


def fill(journal: Journal) -> None:
    """Append far more than a few pages hold."""
    for number in range(1, 100):
        journal.append([entry(number)])


def test_a_file_that_may_not_grow_is_a_full_disk(opened: Journal) -> None:
    """SQLite's own limit of pages (in the disk's place) is told as a full disk; raised again, the journal goes on."""
    opened.append([entry(0)])
    pages = int(opened._connection.execute("PRAGMA page_count").fetchone()[0])
    opened._connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(JournalError, match=r"nothing was acknowledged\. The disk is full"):
        fill(opened)
    kept = opened.games()[0].events
    assert kept > 1
    opened._connection.execute("PRAGMA max_page_count = 100000")
    opened.append([entry(kept)])
    game = opened.unfinished()
    assert game is not None
    assert [found.body["number"] for found in game.entries] == list(range(kept + 1))
    opened.close()


def test_checking_whether_a_journal_can_be_written_changes_nothing(opened: Journal) -> None:
    """It really writes a page, and whoever reads finds what was there before."""
    opened.append([entry(0)])
    before = (opened.games(), opened.unfinished())
    log = opened.path.with_name(opened.path.name + "-wal")
    length = log.stat().st_size
    opened.check_writable()
    assert log.stat().st_size > length
    assert (opened.games(), opened.unfinished()) == before
    opened.close()


def test_old_settings_are_kept_up_to_five(tmp_path: Path) -> None:
    """The five versions before the newest are there, the newest of them first."""
    file = tmp_path / "page-settings.json"
    for number in range(8):
        write_keeping_old(file, str(number).encode())
    assert [aged(file, age).read_bytes() for age in range(6)] == [b"7", b"6", b"5", b"4", b"3", b"2"]
    assert len(list(tmp_path.iterdir())) == 6


def test_sqlite_reports_its_codes() -> None:
    """The advice depends on SQLite's result codes, which Python has had since 3.11."""
    with pytest.raises(sqlite3.OperationalError) as caught:
        sqlite3.connect("/nowhere/at/all")
    assert caught.value.sqlite_errorcode & 0xFF == sqlite3.SQLITE_CANTOPEN
