"""``leafwatch games``: the games that the journal keeps."""

from __future__ import annotations

import argparse
from pathlib import Path

from device.journal.reading import list_games, reading
from device.journal.record import GameSummary
from device.one_line import one_line
from device.places import places


def run(options: argparse.Namespace) -> int:
    """Print a line a game, the oldest first; returns 0.

    Raises:
        JournalError: there is no journal, or it cannot be read.
    """
    path: Path = options.journal or places().journal
    with reading(path) as connection:
        games = list_games(connection)
    for game in games:
        print(_line(game))
    if not games:
        print("No game has been played yet.")
    return 0


def _line(game: GameSummary) -> str:
    if game.ended_at is None:
        end = "running"
    elif game.result is None:
        end = "ended without a result"
    else:
        end = one_line(str(game.result.get("text", "ended")))
    entries = "1 entry" if game.events == 1 else f"{game.events} entries"
    return f"{game.id:4}  {game.started_at[:16].replace('T', ' ')}  {game.name}  {entries}  {end}"
