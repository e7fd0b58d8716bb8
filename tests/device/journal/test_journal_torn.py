"""A journal whose last pages were torn by a power cut: cut off or with wrong bytes, at every kind of place."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal.journal import Entry, Journal

COMMITS = 12
WAL_HEADER, FRAME_HEADER, PAGE = 32, 24, 4096  # https://www.sqlite.org/fileformat2.html#walformat
FRAME = FRAME_HEADER + PAGE
PLACES = {
    "page number": 0,
    "size after commit": 4,
    "salt": 8,
    "checksum": 16,
    "first byte of the page": FRAME_HEADER,
    "middle of the page": FRAME_HEADER + PAGE // 2,
    "last byte of the page": FRAME - 1,
}


class Torn(NamedTuple):
    """A journal's file and its write-ahead log as a power cut left them, and the log's length after each commit."""

    file: Path
    log: bytes
    lengths: tuple[int, ...]

    def found(self, log: bytes, folder: Path) -> int:
        """How many entries are there when the journal is opened with this log; they must be the first so many."""
        path = folder / "journal.sqlite3"
        shutil.copy(self.file, path)
        path.with_name(path.name + "-wal").write_bytes(log)
        with Journal.open(path) as journal:
            assert journal.notice is None
            game = journal.unfinished()
            if game is None:  # nothing of the game is left, its beginning neither
                return -1
            numbers = [entry.body["number"] for entry in game.entries]
            assert numbers == list(range(len(numbers)))
            journal.append([Entry("moved", "camera", {"number": len(numbers)})])
        with Journal.open(path) as journal:
            again = journal.unfinished()
            assert again is not None
            assert len(again.entries) == len(numbers) + 1
        return len(numbers)

    def kept_before(self, place: int) -> int:
        """How many entries were committed with bytes before this place only; -1 where the game's beginning is not."""
        return sum(length <= place for length in self.lengths) - 1


@pytest.fixture(scope="module")
def torn(tmp_path_factory: pytest.TempPathFactory) -> Torn:
    """A game of some entries, a commit each, of which nothing has reached the file itself yet."""
    folder = tmp_path_factory.mktemp("torn")
    path, lengths = folder / "live.sqlite3", []
    log = path.with_name(path.name + "-wal")
    with Journal.open(path) as journal:
        journal.begin("indian-summer", {"mode": "solo"})
        lengths.append(log.stat().st_size)
        for number in range(COMMITS):
            journal.append([Entry("moved", "camera", {"number": number, "text": "x" * 700})])
            lengths.append(log.stat().st_size)
        copy = folder / "kept.sqlite3"
        shutil.copy(path, copy)
        return Torn(copy, log.read_bytes(), tuple(lengths))


def last_frames(torn: Torn) -> range:
    """Where the frames of the last three commits begin."""
    return range(torn.lengths[-4], torn.lengths[-1], FRAME)


def test_a_whole_log_loses_nothing(torn: Torn, tmp_path: Path) -> None:
    """What was committed is there, though the process never closed the file."""
    assert (len(torn.log) - WAL_HEADER) % FRAME == 0
    assert torn.found(torn.log, tmp_path) == COMMITS


@pytest.mark.parametrize("place", PLACES)
def test_a_log_cut_in_its_last_commits_keeps_those_before(torn: Torn, place: str, tmp_path: Path) -> None:
    """Cut in a frame's header, at its page's edge or in the page: whole commits stay, the torn one is gone."""
    for number, frame in zip(count(), last_frames(torn)):
        at = frame + PLACES[place]
        (folder := tmp_path / str(number)).mkdir()
        assert torn.found(torn.log[:at], folder) == torn.kept_before(at)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_a_flipped_byte_in_the_last_commits_keeps_those_before(
    torn: Torn, place: str, flip: int, tmp_path: Path
) -> None:
    """A wrong byte at any kind of place is noticed by its checksum: commits before it stay, nothing is made up."""
    for number, frame in zip(count(), last_frames(torn)):
        at = frame + PLACES[place]
        log = bytearray(torn.log)
        log[at] ^= flip
        (folder := tmp_path / str(number)).mkdir()
        assert torn.found(bytes(log), folder) == torn.kept_before(at)


def test_a_page_of_zeros_at_the_end_keeps_what_was_before(torn: Torn, tmp_path: Path) -> None:
    """The length reached the disk and the bytes did not, as file systems do: the commit was never acknowledged."""
    at = torn.lengths[-2]
    assert torn.found(torn.log[:at] + bytes(len(torn.log) - at), tmp_path) == COMMITS - 1


@given(data=st.data())
@settings(max_examples=40)  # each copies and opens a journal twice
def test_any_torn_log_leaves_the_commits_before_it(
    data: st.DataObject, torn: Torn, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Wherever the log is cut or scribbled over from, what opens is a sound game of the entries committed before."""
    at = data.draw(st.integers(WAL_HEADER, len(torn.log) - 1))
    rest = data.draw(st.binary(max_size=64))
    log = torn.log[:at] + rest
    kept = torn.found(log, tmp_path_factory.mktemp("any"))
    assert kept == torn.kept_before(at) or torn.log.startswith(log[: torn.lengths[kept]])
