"""An installation with two games, and what a backup of it holds."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from device.commands.backup import back_up
from device.journal.journal import Entry, GameRecord, Journal
from device.journal.reading import list_games, read_game, reading
from device.places import Places

CONFIG = '[table]\nplayers = ["Ada", "Bö"]\n'
NOW = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


def play(journal: Journal, entries: int) -> None:
    """A game with so many entries."""
    journal.begin("indian-summer", {"state": "?"})
    journal.append([Entry("moved", "camera", {"number": number}) for number in range(entries)])


def games(path: Path) -> list[GameRecord]:
    """Every game of a journal."""
    with reading(path) as connection:
        return [read_game(connection, path, game.id) for game in list_games(connection)]


def backed_up(where: Places) -> Path:
    """A backup of the installation."""
    file = where.journal.parent.parent / "backup.zip"
    back_up(where, file, NOW)
    return file


def contents(folder: Path) -> Mapping[str, bytes]:
    """Every file below a folder; what SQLite keeps only while it reads is left out."""
    ignored = (".lock", "-shm", "-wal")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(ignored)
    }
