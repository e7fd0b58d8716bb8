from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal.journal import Entry, Journal, JournalError
from device.journal.schema import MIGRATIONS, connect, migrate

ROOT = Path(__file__).parents[3]
SETUP = {"mode": "solo", "players": ["Ada"]}


def entry(number: int, text: str = "") -> Entry:
    """A numbered entry."""
    return Entry("moved", "camera", {"number": number, "text": text})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal lies; its folder is not there yet."""
    return tmp_path / "state" / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """An open, empty journal."""
    with Journal.open(path) as opened:
        yield opened


def fill(path: Path, entries: int) -> None:
    """Leave a closed journal behind with one running game."""
    with Journal.open(path) as journal:
        journal.begin("indian-summer", SETUP)
        journal.append([entry(number, "x" * 100) for number in range(entries)])


def test_what_was_appended_is_read_back_in_order(journal: Journal) -> None:
    """Entries come back as they were given, with the setup of their game."""
    game = journal.begin("indian-summer", SETUP)
    given = (entry(0), Entry("asked", "page", {"question": 'Ä "é" ☺', "none": None, "list": [1, 2.5]}), entry(2))
    journal.append(given[:2])
    journal.append(given[2:])
    record = journal.read(game)
    assert (record.name, record.setup, record.entries) == ("indian-summer", SETUP, given)
    assert record.ended_at is None


def test_a_game_is_resumed_after_the_journal_was_closed(path: Path) -> None:
    """The unfinished game outlives the process, and goes on growing."""
    fill(path, 3)
    with Journal.open(path) as journal:
        resumed = journal.unfinished()
        assert resumed is not None
        assert len(resumed.entries) == 3
        journal.append([entry(3)])
        assert [kept.body["number"] for kept in journal.read(resumed.id).entries] == [0, 1, 2, 3]
        assert journal.notice is None


def test_a_finished_game_is_kept_and_not_resumed(journal: Journal) -> None:
    """After its end a game is only read."""
    game = journal.begin("indian-summer", SETUP)
    journal.append([entry(0)])
    journal.finish(game, {"won": True})
    assert journal.unfinished() is None
    assert journal.read(game).result == {"won": True}
    with pytest.raises(JournalError, match="begin one"):
        journal.append([entry(1)])
    with pytest.raises(JournalError, match="not running"):
        journal.finish(game, {"won": False})


def test_a_new_game_ends_the_one_before(journal: Journal) -> None:
    """Only the newest game can be running, and the old one is kept."""
    first = journal.begin("indian-summer", SETUP)
    journal.append([entry(0), entry(1)])
    second = journal.begin("indian-summer", {})
    unfinished = journal.unfinished()
    assert unfinished is not None
    assert unfinished.id == second
    assert [(game.id, game.events, game.ended_at is None) for game in journal.games()] == [
        (first, 2, False),
        (second, 0, True),
    ]


def test_entries_are_added_all_or_none(journal: Journal) -> None:
    """A body that JSON cannot hold keeps the whole call out."""
    game = journal.begin("indian-summer", SETUP)
    with pytest.raises(TypeError):
        journal.append([entry(0), Entry("moved", "camera", {"cell": object()})])
    with pytest.raises(ValueError, match="not JSON compliant"):
        journal.append([entry(0), Entry("moved", "camera", {"cell": float("nan")})])
    assert journal.read(game).entries == ()


def test_time_between_events_is_kept_when_the_clock_jumps(path: Path) -> None:
    """The wall clock may go back ten years: order and distances stay."""
    wall_s = 2e9
    with Journal.open(path, wall=lambda: wall_s, monotonic=count(10.0, 2.5).__next__) as journal:
        game = journal.begin("indian-summer", SETUP)
        journal.append([entry(0)])
        wall_s = 1.7e9
        journal.append([entry(1)])
        assert journal.read(game).entries == (entry(0), entry(1))
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT at, monotonic_delta_s FROM events ORDER BY seq").fetchall()
    raw.close()
    assert rows == [("2033-05-18T03:33:20.000", 2.5), ("2023-11-14T22:13:20.000", 2.5)]


def test_events_cannot_be_changed_or_deleted(path: Path) -> None:
    """The file itself refuses to rewrite history."""
    fill(path, 2)
    raw = sqlite3.connect(path)
    for statement in (
        "UPDATE events SET kind = 'other'",
        "DELETE FROM events",
        "INSERT INTO events SELECT * FROM events",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement)
    raw.close()


def test_a_second_writer_is_refused(journal: Journal, path: Path) -> None:
    """Two processes never write one journal; once it is closed the next may."""
    with pytest.raises(JournalError, match="another leafwatch"):
        Journal.open(path)
    journal.close()
    journal.close()
    Journal.open(path).close()


def test_a_game_that_is_not_there_is_named(journal: Journal) -> None:
    """Asking for a game that does not exist says which one."""
    with pytest.raises(JournalError, match="no game 7"):
        journal.read(7)  # type: ignore[arg-type]


def test_a_newer_journal_is_left_alone(path: Path) -> None:
    """A file of a later version is neither used nor moved nor changed."""
    fill(path, 1)
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"newer leafwatch \(journal version 99"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_journal_of_today_is_migrated_after_a_backup(path: Path, tmp_path: Path) -> None:
    """A later step is applied to a journal of this version, whose data stay, and a copy of before is kept."""
    fill(path, 2)
    connection = connect(path)
    migrate(connection, path, (*MIGRATIONS, "ALTER TABLE games ADD COLUMN table_name TEXT"))
    assert connection.execute("SELECT table_name FROM games").fetchall() == [(None,)]
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    connection.close()
    with Journal.open(path.with_name(f"{path.name}.v{len(MIGRATIONS)}.backup")) as old:
        unfinished = old.unfinished()
        assert unfinished is not None
        assert unfinished.entries == tuple(entry(number, "x" * 100) for number in range(2))


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: b"not a database at all" * 100, id="foreign"),
        pytest.param(lambda content: content[: len(content) // 2], id="cut in half"),
        pytest.param(lambda content: content[:8192] + bytes(4096) + content[12288:], id="a torn page"),
        pytest.param(lambda content: content.replace(b'"number":3', b'"number":8', 1), id="a changed byte in an event"),
    ],
)
def test_a_damaged_journal_is_kept_aside(path: Path, damage: Callable[[bytes], bytes]) -> None:
    """What cannot be trusted is renamed with the time, said in a notice, and a new journal works."""
    fill(path, 300)
    bad = damage(path.read_bytes())
    path.write_bytes(bad)
    with Journal.open(path, wall=lambda: 2e9) as journal:
        aside = path.with_name("journal.sqlite3.damaged-20330518T033320Z")
        assert journal.notice is not None
        assert str(aside) in journal.notice
        assert aside.read_bytes() == bad
        assert journal.unfinished() is None
        game = journal.begin("indian-summer", SETUP)
        journal.append([entry(0)])
        assert len(journal.read(game).entries) == 1


def test_a_second_damaged_journal_does_not_replace_the_first(path: Path) -> None:
    """Two damaged files of one second are both kept."""
    for content in (b"first" * 1000, b"second" * 1000):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        Journal.open(path, wall=lambda: 2e9).close()
    kept = sorted(path.parent.glob("*.damaged-*"))
    assert [file.read_bytes()[:5] for file in kept] == [b"first", b"secon"]


def test_an_emptied_file_beside_its_log_is_kept_aside(path: Path) -> None:
    """SQLite would throw away the write-ahead log of a file of zero bytes; it is kept instead."""
    path.parent.mkdir()
    path.write_bytes(b"")
    log = path.with_name(path.name + "-wal")
    log.write_bytes(b"moves" * 100)
    with Journal.open(path, wall=lambda: 2e9) as journal:
        assert journal.notice is not None
    assert path.with_name("journal.sqlite3.damaged-20330518T033320Z-wal").read_bytes() == b"moves" * 100


@given(cut=st.integers(0, 40_000))
@settings(max_examples=30)  # each writes, cuts and opens a file of 20 KiB
def test_a_journal_cut_anywhere_opens_or_is_kept(cut: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """However much of the file is left, leafwatch starts, and the remains are in the folder."""
    path = tmp_path_factory.mktemp("cut") / "journal.sqlite3"
    fill(path, 60)
    remains = path.read_bytes()[:cut]
    path.write_bytes(remains)
    with Journal.open(path) as journal:
        kept = [file.read_bytes() for file in path.parent.glob("*.damaged-*")]
        record = journal.unfinished()
        assert kept == [remains] or (record is not None and len(record.entries) == 60)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file in the folder's place is said, not hidden."""
    (tmp_path / "state").write_text("in the way")
    with pytest.raises(JournalError, match=r"state.*check the folder"):
        Journal.open(tmp_path / "state" / "journal.sqlite3")


FULL_DISK = """
import resource, signal, sys
from device.journal.journal import Entry, Journal, JournalError
with Journal.open(sys.argv[1]) as journal:
    journal.begin("indian-summer", {})
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # then the system answers "file too large", as it answers "disk full"
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    for number in range(10_000):
        try:
            journal.append([Entry("moved", "camera", {"number": number, "text": "x" * 1000})])
        except JournalError as error:
            print(error, file=sys.stderr)
            sys.exit(3)
        print(number, flush=True)
"""


def test_a_full_disk_is_said_and_loses_nothing_acknowledged(path: Path) -> None:
    """When no more can be written the error names the file, and every acknowledged entry is there afterwards."""
    child = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert child.returncode == 3
    assert "journal.sqlite3" in child.stderr
    assert "nothing was acknowledged" in child.stderr
    acknowledged = len(child.stdout.split())
    with Journal.open(path) as journal:
        record = journal.unfinished()
        assert journal.notice is None
        assert record is not None
        assert acknowledged > 10
        assert len(record.entries) == acknowledged


APPENDING = """
import sys
from device.journal.journal import Entry, Journal
with Journal.open(sys.argv[1]) as journal:
    resumed = journal.unfinished()
    number = len(resumed.entries) if resumed else 0
    if resumed is None:
        journal.begin("indian-summer", {})
    while True:
        journal.append([Entry("moved", "camera", {"number": number})])
        number += 1
        print(number, flush=True)
"""


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(path: Path) -> None:
    """A process killed at any moment leaves at least every entry whose number it printed, in a sound file."""
    chance = random.Random(4)
    acknowledged = 0
    for _ in range(5):
        child = subprocess.Popen(
            [sys.executable, "-c", APPENDING, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert child.stdout is not None
        for _ in range(chance.randint(1, 60)):
            acknowledged = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        acknowledged = max([acknowledged, *map(int, child.stdout.read().split())])
        child.wait()
        child.stdout.close()
        with Journal.open(path) as journal:
            assert journal.notice is None
            record = journal.unfinished()
        assert record is not None
        numbers = [kept.body["number"] for kept in record.entries]
        assert numbers == list(range(len(numbers)))
        assert len(numbers) >= acknowledged
