"""Reading a journal: by its writer, or by another program while the writer goes on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from device.errors import JournalError
from device.journal.opening import translated
from device.journal.player_names import KIND, names_in
from device.journal.record import Entry, GameId, GameRecord, GameSummary, Written, first_hash, next_hash
from device.journal.schema import BUSY_TIMEOUT_MS, MIGRATIONS

EVENT = "seq, at, monotonic_delta_s, actor, kind, body_json, prev_hash"


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write; what is read through it is one moment of the journal.

    Raises:
        JournalError: there is no journal, it is damaged, or another version of leafwatch wrote it.
    """
    with translated(path):
        if not path.exists():
            raise JournalError(f"{path}: there is no journal yet: no game has been played here")
        # Not immutable=1: that leaves the write-ahead log out, and with it the last moves.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None
        )
        try:
            connection.execute("BEGIN")
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if version != len(MIGRATIONS):
                remedy = "update leafwatch" if version > len(MIGRATIONS) else "start leafwatch once, which updates it"
                raise JournalError(
                    f"{path}: expected journal version {len(MIGRATIONS)}, found version {version}: {remedy}"
                )
            yield connection
        finally:
            connection.close()


def read_game(connection: sqlite3.Connection, path: Path, game_id: GameId) -> GameRecord:
    """One game with all its entries, its chain of hashes checked.

    Raises:
        JournalError: no such game, or its events were changed since they were written.
    """
    game = connection.execute(
        "SELECT name, setup_json, started_at, ended_at, result_json FROM games WHERE id = ?", (game_id,)
    ).fetchone()
    if game is None:
        raise JournalError(f"{path}: there is no game {game_id}")
    name, setup_json, started_at, ended_at, result_json = game
    link = first_hash(setup_json, name)
    entries: list[Entry] = []
    written: list[Written] = []
    for seq, at, delta_s, actor, kind, body, prev_hash in connection.execute(
        f"SELECT {EVENT} FROM events WHERE game_id = ? ORDER BY seq", (game_id,)
    ):
        if (seq, prev_hash) != (len(entries), link):
            raise JournalError(f"{path}: game {game_id}: event {seq} does not follow from the one before it")
        entries.append(Entry(kind, actor, json.loads(body)))
        written.append(Written(at, delta_s))
        link = next_hash(link, seq, at, delta_s, (actor, kind, body))
    result = _result(result_json)
    return GameRecord(
        game_id, name, json.loads(setup_json), started_at, ended_at, result, tuple(entries), tuple(written)
    )


def _result(kept: str | None) -> Mapping[str, object] | None:
    """A game's result; one that cannot be read any more is none, for the game itself is in its events."""
    try:
        result = None if kept is None else json.loads(kept)
    except ValueError:
        return None
    return result if isinstance(result, dict) else None


def list_games(connection: sqlite3.Connection) -> tuple[GameSummary, ...]:
    """Every game, the oldest first; a result that cannot be read is left out."""
    rows = connection.execute(
        "SELECT id, name, started_at, ended_at, (SELECT count(*) FROM events WHERE game_id = games.id), result_json "
        "FROM games ORDER BY id"
    ).fetchall()
    return tuple(
        GameSummary(GameId(game_id), name, started_at, ended_at, events, _result(result))
        for game_id, name, started_at, ended_at, events, result in rows
    )


def called(connection: sqlite3.Connection) -> Mapping[GameId, tuple[str, ...]]:
    """What the players of each game are called, by seat: as the setup has it, or the last entry that renamed them."""
    setups = connection.execute("SELECT id, setup_json FROM games")
    renamed = connection.execute("SELECT game_id, body_json FROM events WHERE kind = ? ORDER BY game_id, seq", (KIND,))
    names: dict[GameId, tuple[str, ...]] = {}
    for game_id, body in chain(setups, renamed):
        names[GameId(game_id)] = names_in(json.loads(body)) or names.get(GameId(game_id), ())
    return names


def read_chosen(path: Path, number: int | None) -> GameRecord:
    """The game of a number; without one the game that is running, or else the newest.

    Raises:
        JournalError: there is no such game, or the journal cannot be read.
    """
    with reading(path) as connection:
        games = list_games(connection)
        if number is None:
            if not games:
                raise JournalError(f"{path}: the journal holds no game yet")
            number = next((game.id for game in games if game.ended_at is None), games[-1].id)
        elif number not in {game.id for game in games}:
            known = f"1 game, number {games[0].id}" if len(games) == 1 else f"{len(games)} games (leafwatch games)"
            raise JournalError(f"{path}: expected the number of a game, found {number}: the journal holds {known}")
        return read_game(connection, path, GameId(number))
