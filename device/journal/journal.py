"""The journal: every game move by move in one SQLite file, append-only, on the disk before it is acknowledged."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Self

from device.errors import JournalError
from device.journal.opening import lock, open_or_begin, translated
from device.journal.reading import EVENT, list_games, read_game
from device.journal.record import (
    SCHEMA,
    Entry,
    GameId,
    GameRecord,
    GameSummary,
    Written,
    first_hash,
    next_hash,
    to_json,
)
from engine.sentence import say

__all__ = ["Entry", "GameId", "GameRecord", "GameSummary", "Journal", "JournalError"]


class Journal:
    """The journal's one writer; made by ``Journal.open``.

    ``notice`` says what was found wrong at opening and what was done about it, or is None. Calls from several threads
    wait for one another.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock_fd: int,
        notice: str | None,
        wall: Callable[[], float],
        monotonic: Callable[[], float],
    ) -> None:
        self.path = path
        self.notice = notice
        self._connection = connection
        self._lock_fd = lock_fd
        self._lock = RLock()
        self._wall = wall
        self._monotonic = monotonic
        self._last_s = monotonic()

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> Journal:
        """Open or begin a journal; its folder is made if it is missing.

        A damaged file is renamed (``NAME.damaged-TIME``), never deleted; a new one is begun and ``notice`` says so.

        Raises:
            JournalError: another leafwatch writes it, a newer one wrote it, or the disk refuses.
        """
        path = Path(path)
        lock_fd = lock(path)
        try:
            connection, aside = open_or_begin(path, _iso(wall()), _check_running_game)
        except BaseException:
            os.close(lock_fd)
            raise
        notice = (
            None
            if aside is None
            else say("The journal was damaged. It was kept as {file} and a new one was begun.", file=str(aside))
        )
        return cls(path, connection, lock_fd, notice, wall, monotonic)

    def begin(self, game_name: str, setup: Mapping[str, object]) -> GameId:
        """Begin a game; one that was still running is ended without a result.

        Raises:
            JournalError: the disk refuses; then nothing was begun.
        """
        setup_json = to_json(setup)
        now = _iso(self._wall())
        with self._transaction() as connection:
            connection.execute("UPDATE games SET ended_at = ? WHERE ended_at IS NULL", (now,))
            cursor = connection.execute(
                "INSERT INTO games (name, setup_json, started_at) VALUES (?, ?, ?)", (game_name, setup_json, now)
            )
        self._last_s = self._monotonic()
        return GameId(int(cursor.lastrowid or 0))

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries to the running game, all or none, with one commit; once this returns they survive a power cut.

        Raises:
            JournalError: no game is running, or the disk refuses; then nothing was added.
            TypeError, ValueError: a body that has no form in JSON.
        """
        bodies = [to_json(entry.body) for entry in entries]
        if not entries:
            return
        now = _iso(self._wall())
        now_s = self._monotonic()
        with self._transaction() as connection:
            game_id, seq, link = self._end_of_chain(connection)
            delta_s = now_s - self._last_s
            for entry, body in zip(entries, bodies, strict=True):
                link = _insert(connection, game_id, seq, link, Written(now, delta_s), (entry.actor, entry.kind, body))
                seq, delta_s = seq + 1, 0.0
        self._last_s = now_s

    def add(self, game: GameRecord) -> GameId:
        """Add a game that another journal kept, ended or not, all or none; returns the number it has here.

        Raises:
            JournalError: it is not ended and another game is running, or the disk refuses; then nothing was added.
            TypeError, ValueError: a value that has no form in JSON.
        """
        setup_json = to_json(game.setup)
        result_json = None if game.result is None else to_json(game.result)
        bodies = [to_json(entry.body) for entry in game.entries]
        with self._transaction() as connection:
            running = connection.execute("SELECT id FROM games WHERE ended_at IS NULL").fetchone()
            if game.ended_at is None and running is not None:
                raise JournalError(
                    f"{self.path}: the game to be added has not ended and game {running[0]} is running: end that first"
                )
            cursor = connection.execute(
                "INSERT INTO games (name, setup_json, started_at, ended_at, result_json) VALUES (?, ?, ?, ?, ?)",
                (game.name, setup_json, game.started_at, game.ended_at, result_json),
            )
            game_id, link = GameId(int(cursor.lastrowid or 0)), first_hash(setup_json, game.name)
            for seq, (entry, body, written) in enumerate(zip(game.entries, bodies, game.written, strict=True)):
                link = _insert(connection, game_id, seq, link, written, (entry.actor, entry.kind, body))
        if game.ended_at is None:
            self._last_s = self._monotonic()
        return game_id

    def finish(self, game_id: GameId, result: Mapping[str, object]) -> None:
        """End a game with its result and tidy the file, if the disk has room for that.

        Raises:
            JournalError: the game is not running, or the disk refuses.
        """
        with self._transaction() as connection:
            ended = connection.execute(
                "UPDATE games SET ended_at = ?, result_json = ? WHERE id = ? AND ended_at IS NULL",
                (_iso(self._wall()), to_json(result), game_id),
            )
            if ended.rowcount != 1:
                raise JournalError(f"{self.path}: game {game_id} is not running, so it cannot be finished")
        # The result is safe in the write-ahead log: a tidying that fails may not be told as if it were lost.
        with suppress(JournalError), translated(self.path), self._lock:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def reopen(self, game_id: GameId) -> None:
        """Let an ended game run again without a result, so that its last turn can be taken back.

        Raises:
            JournalError: another game is running, there is no such ended game, or the disk refuses.
        """
        with self._transaction() as connection:
            running = connection.execute("SELECT id FROM games WHERE ended_at IS NULL").fetchone()
            if running is not None:
                raise JournalError(f"{self.path}: game {running[0]} is running, so game {game_id} cannot go on")
            opened = connection.execute("UPDATE games SET ended_at = NULL, result_json = NULL WHERE id = ?", (game_id,))
            if opened.rowcount != 1:
                raise JournalError(f"{self.path}: there is no game {game_id}")

    def check_writable(self) -> None:
        """Write a page and bring it to the disk, without changing anything.

        Raises:
            JournalError: the disk refuses.
        """
        with translated(self.path), self._lock:
            version = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
            self._connection.execute(f"PRAGMA user_version = {version}")

    def unfinished(self) -> GameRecord | None:
        """The game that is running, to be resumed; None when the last one ended."""
        with translated(self.path), self._lock:
            row = self._connection.execute("SELECT id FROM games WHERE ended_at IS NULL").fetchone()
            return None if row is None else read_game(self._connection, self.path, GameId(row[0]))

    def read(self, game_id: GameId) -> GameRecord:
        """One game with all its entries, its chain of hashes checked.

        Raises:
            JournalError: no such game, or its events were changed since they were written.
        """
        with translated(self.path), self._lock:
            return read_game(self._connection, self.path, game_id)

    def games(self) -> tuple[GameSummary, ...]:
        """Every game, the oldest first."""
        with translated(self.path), self._lock:
            return list_games(self._connection)

    def close(self) -> None:
        """Close the file and let others write it; doing so twice is harmless."""
        with self._lock:
            self._connection.close()
            if self._lock_fd >= 0:
                os.close(self._lock_fd)
                self._lock_fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; after the block everything is on the disk."""
        with translated(self.path), self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _end_of_chain(self, connection: sqlite3.Connection) -> tuple[GameId, int, str]:
        """The running game, the next event's number and the hash it refers to."""
        game = connection.execute("SELECT id, name, setup_json FROM games WHERE ended_at IS NULL").fetchone()
        if game is None:
            raise JournalError(f"{self.path}: no game is running: begin one before adding entries")
        last = connection.execute(
            f"SELECT {EVENT} FROM events WHERE game_id = ? ORDER BY seq DESC LIMIT 1", (game[0],)
        ).fetchone()
        if last is None:
            return GameId(game[0]), 0, first_hash(game[2], game[1])
        seq, at, delta_s, actor, kind, body, link = last
        return GameId(game[0]), seq + 1, next_hash(link, seq, at, delta_s, (actor, kind, body))


def _insert(
    connection: sqlite3.Connection, game_id: GameId, seq: int, link: str, written: Written, entry: tuple[str, str, str]
) -> str:
    """Add one event, the entry as (actor, kind, body as JSON); returns the hash that the next one refers to."""
    connection.execute(
        f"INSERT INTO events (game_id, schema, {EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (game_id, SCHEMA, seq, *written, *entry, link),
    )
    return next_hash(link, seq, *written, entry)


def _check_running_game(connection: sqlite3.Connection, path: Path) -> None:
    """The game to be resumed must read back whole; SQLite's own check does not see a changed byte in a text."""
    running = connection.execute("SELECT id FROM games WHERE ended_at IS NULL").fetchone()
    if running is not None:
        read_game(connection, path, GameId(running[0]))


def _iso(wall_s: float) -> str:
    return datetime.fromtimestamp(wall_s, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00")
