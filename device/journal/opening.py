"""Opening the journal's file: one writer at a time, checked, and set aside when it is damaged."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from device.errors import JournalError
from device.journal.schema import complaints, connect, migrate
from engine.sentence import Sentence, say

Check = Callable[[sqlite3.Connection, Path], None]
"""Looks at what is kept and raises JournalError or ValueError if it cannot be trusted."""

SMALLEST_BYTES = 512  # one page of the smallest size that SQLite knows
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_LIKE = {
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR,
}  # SQLite's codes for what the system says
_log = logging.getLogger(__name__)


class _Damaged(Exception):
    """The file opens but cannot be trusted; never leaves this module."""


def open_or_begin(path: Path, at: str, check: Check) -> tuple[sqlite3.Connection, Path | None]:
    """Open a journal that is sound, or set a damaged one aside and begin a new one; returns where the old one is now.

    Raises:
        JournalError: a newer leafwatch wrote it, or the disk refuses.
    """
    try:
        return _open_sound(path, check), None
    except _Damaged as damage:
        aside = _set_aside(path, at)
        _log.error("journal=%s damaged=%s kept=%s", path, damage, aside)
    try:
        return _open_sound(path, check), aside
    except _Damaged as damage:
        raise JournalError(f"{path}: a new journal is damaged at once ({damage}): check the disk") from damage


def _open_sound(path: Path, check: Check) -> sqlite3.Connection:
    """Open, check and update; raises _Damaged if what is there cannot be trusted."""
    wal = path.with_name(path.name + "-wal")
    size = path.stat().st_size if path.exists() else None
    # SQLite takes such a remnant for a new database and throws its write-ahead log away.
    if (size is None and wal.exists()) or (size is not None and size < SMALLEST_BYTES):
        raise _Damaged("hardly anything is left of the file")
    with translated(path):
        connection: sqlite3.Connection | None = None
        try:
            connection = connect(path)
            if found := complaints(connection):
                raise _Damaged("; ".join(found))
            migrate(connection, path)
            try:
                check(connection, path)
            except (JournalError, ValueError) as error:
                raise _Damaged(str(error)) from error
            return connection
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.DatabaseError) and _code(error) in _DAMAGED:
                raise _Damaged(str(error)) from error
            raise


def _set_aside(path: Path, at: str) -> Path:
    """Rename the file with its companions so that nothing is lost; returns the new name."""
    stamp = at.replace(":", "").replace("-", "").partition(".")[0]
    aside = path.with_name(f"{path.name}.damaged-{stamp}Z")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}Z-{number}")
    with translated(path):
        for tail in ("", "-wal", "-shm"):
            part = path.with_name(path.name + tail)
            if part.exists():
                part.rename(aside.with_name(aside.name + tail))
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    return aside


def lock(path: Path) -> int:
    """Make sure that nobody else writes this journal for as long as the returned file descriptor is open."""
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock_fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock_fd)
            failure = JournalError(f"{path}: another leafwatch is using this journal: stop it first")
            failure.advice = _advice(sqlite3.SQLITE_BUSY)
            raise failure from None
    return lock_fd


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's and the system's errors into one that names the file and what to do."""
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        failure = JournalError(f"{path}: {error.strerror or error}: check the folder and its permissions")
        failure.advice = _advice(_LIKE.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN))
        raise failure from error
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # our mistake, not the disk's
    except sqlite3.DatabaseError as error:
        advice = _advice(_code(error))
        failure = JournalError(f"{path}: {error}: nothing was acknowledged. {advice}")
        failure.advice = advice
        raise failure from error


def _advice(code: int) -> Sentence:
    match code:
        case sqlite3.SQLITE_FULL:
            return say("The disk is full: free some space.")
        case sqlite3.SQLITE_READONLY:
            return say("The disk or the file is read-only: check its permissions.")
        case sqlite3.SQLITE_BUSY:
            return say("Another program holds the file: close it.")
        case sqlite3.SQLITE_CANTOPEN:
            return say("Check the permissions of the file and its folder.")
        case code if code in _DAMAGED:
            return say("The file is damaged: restart leafwatch, which keeps it aside and begins a new one.")
        case _:
            return say("Check the disk.")


def _code(error: sqlite3.Error) -> int:
    """SQLite's primary result code."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
