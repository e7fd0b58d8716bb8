"""Whether an installed leafwatch is up and which release answers; and whether people are playing just now."""

from __future__ import annotations

import json
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

PLAYING = timedelta(hours=2)
"""A game whose last move is older than this is left for tomorrow: an update does not interrupt it."""

PATIENCE_S = 60.0


def answers(port: int, timeout_s: float = 3.0) -> bool:
    """Whether the page's health answers on this machine."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=timeout_s) as reply:
            return bool(json.load(reply).get("ok"))
    except (OSError, ValueError, urllib.error.URLError):
        return False


def comes_up(
    port: int,
    patience_s: float = PATIENCE_S,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], object] = time.sleep,
) -> bool:
    """Wait until the page answers twice, two seconds apart, so that one that falls over at once does not count."""
    deadline = clock() + patience_s
    good = 0
    while good < 2 and clock() < deadline:
        good = good + 1 if answers(port) else 0
        pause(2.0)
    return good == 2


def playing_since(journal: Path, now: datetime) -> datetime | None:
    """When the last move of a game was made that people seem to be playing just now; None when nobody plays.

    Only SQLite is needed, so that it works before an environment is made.
    """
    if not journal.exists():
        return None
    connection = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
    try:
        row = connection.execute(
            "SELECT max(events.at) FROM events JOIN games ON games.id = events.game_id WHERE games.ended_at IS NULL"
        ).fetchone()
    except sqlite3.DatabaseError:
        return None  # nobody can play on a journal that cannot be read, and the update may mend it
    finally:
        connection.close()
    if row is None or row[0] is None:
        return None
    last = datetime.fromisoformat(str(row[0]))
    last = last if last.tzinfo is not None else last.replace(tzinfo=UTC)
    return last if timedelta(0) <= now - last < PLAYING else None
