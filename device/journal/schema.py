"""The journal's tables: made, checked and brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from device.errors import JournalError
from engine.sentence import say

BUSY_TIMEOUT_MS = 5000

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        setup_json TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        result_json TEXT
    ) STRICT;
    -- At most one game is running: events always go to that one.
    CREATE UNIQUE INDEX running_game ON games ((ended_at IS NULL)) WHERE ended_at IS NULL;
    CREATE TABLE events (
        game_id INTEGER NOT NULL REFERENCES games (id),
        seq INTEGER NOT NULL,
        at TEXT NOT NULL,
        monotonic_delta_s REAL NOT NULL,
        actor TEXT NOT NULL,
        kind TEXT NOT NULL,
        body_json TEXT NOT NULL,
        schema INTEGER NOT NULL,
        prev_hash TEXT NOT NULL,
        PRIMARY KEY (game_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
    """,
)
"""Script N brings a journal from ``user_version`` N to N + 1; what was released is never edited."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for writing; every commit is on the disk when it returns (WAL, synchronous FULL)."""
    # isolation_level None: transactions begin where this package says BEGIN, not where the module guesses.
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    except BaseException:
        connection.close()
        raise
    return connection


def complaints(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What SQLite's ``quick_check`` finds wrong; empty when the file is sound."""
    rows = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    return () if rows == ["ok"] else tuple(rows)


def migrate(connection: sqlite3.Connection, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the tables up to date, each step in a transaction, after a backup of what was there (``NAME.vN.backup``).

    Raises:
        JournalError: a newer leafwatch wrote the file.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(migrations):
        failure = JournalError(
            f"{path}: written by a newer leafwatch (journal version {version}, this one knows {len(migrations)}): "
            "update leafwatch, or start it with another state folder"
        )
        failure.advice = say("A newer leafwatch wrote the file: update leafwatch.")
        raise failure
    if 0 < version < len(migrations):
        backup = path.with_name(f"{path.name}.v{version}.backup")
        backup.unlink(missing_ok=True)  # of an attempt that was cut off
        connection.execute("VACUUM INTO ?", (str(backup),))
    for number, script in enumerate(migrations[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
    if version < len(migrations):
        # A file of zero bytes beside a full WAL loses the WAL: let the tables reach the file itself at once.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
