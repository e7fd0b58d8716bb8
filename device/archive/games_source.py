"""The page's kept games: read from the journal by connections that cannot write, added through its one writer."""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from device.archive.export_form import UNNUMBERED, ExportError, read_lines
from device.archive.game_steps import game_steps, turn_boards, turn_lines
from device.archive.replaying import ReplayError
from device.commands.export import FORMS
from device.commands.import_games import checked
from device.errors import JournalError
from device.journal.journal import Journal
from device.journal.kept_sentence import sentence_from
from device.journal.reading import called, list_games, read_game, reading
from device.journal.record import GameId, GameRecord
from engine.catalog import GAMES
from engine.sentence import say, sentence_of
from webui.games import File, GameNotFound, GameRefused, Json
from webui.sentences import templates

_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "jsonl": ("jsonl", "application/x-ndjson"),
    "notation": ("txt", "text/plain; charset=utf-8"),
    "csv": ("csv", "text/csv; charset=utf-8"),
    "svg": ("svg", "image/svg+xml"),
    "png": ("png", "image/png"),
}
"""The ending of a file's name and its content type, by form."""

_KEPT: Final = 3
"""Replays that are kept ready: a phone asks for the same one again when it comes back to the page."""


class JournalGames:
    """What ``webui.games`` shows, from one journal.

    The page is there before the journal is open, so the table lends its writer later, by ``writing_to``; while there is
    none the journal is opened for the one game that is brought in.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: Journal | None = None
        self._lock = threading.Lock()
        self._replays: OrderedDict[tuple[int, int], Json] = OrderedDict()

    @contextmanager
    def writing_to(self, journal: Journal) -> Iterator[None]:
        """Games that are brought in go through this writer for as long as the block lasts."""
        self._journal = journal
        try:
            yield
        finally:
            self._journal = None

    @property
    def forms(self) -> Sequence[str]:
        """The forms that a game can be written in."""
        return tuple(form for form in FORMS if form in _TYPES)

    def games(self) -> Sequence[Json]:
        """Every game, the newest first; none where there is no journal yet."""
        if not self._path.exists():
            return ()
        with self._reading() as connection:
            names = called(connection)
            return [
                {
                    "number": game.id,
                    "title": GAMES[game.name].title if game.name in GAMES else game.name,
                    "names": list(names[game.id]),
                    "started_at": game.started_at,
                    "ended_at": game.ended_at,
                    "entries": game.events,
                    "result": None if game.result is None else _text(game.result),
                    "won": None if game.result is None else game.result.get("won"),
                }
                for game in reversed(list_games(connection))
            ]

    def replay(self, number: int) -> Json:
        """One game step by step; see ``device.archive.game_steps``."""
        game = self._read(number)
        key = (game.id, len(game.entries))
        with self._lock:  # one game at a time is played through: the table's own loop has the machine's other core
            if key not in self._replays or game.ended_at is None:
                try:
                    self._replays[key] = game_steps(game)
                except ReplayError as error:
                    raise GameRefused(say("This game cannot be shown: {why}.", why=str(error))) from error
            self._replays.move_to_end(key)
            while len(self._replays) > _KEPT:
                self._replays.popitem(last=False)
            return self._replays[key]

    def turns(self) -> Sequence[Json]:
        """The turns of the running game with their moves in notation, the present one last; none where none runs."""
        running = self._running()
        return () if running is None else turn_lines(self._read(running))

    def turn(self, number: int) -> Json:
        """One turn of the running game, with all boards as they lay before and after it."""
        running = self._running()
        found = None if running is None else turn_boards(self._read(running), number)
        if found is None:
            raise GameNotFound(say("There is no turn {number}.", number=number))
        return found

    def _running(self) -> int | None:
        return next((int(str(game["number"])) for game in self.games() if game["ended_at"] is None), None)

    def export(self, number: int, form: str) -> File:
        """One game as a file named after its number and day."""
        game = self._read(number)
        ending, content_type = _TYPES[form]
        try:
            content: str | bytes = FORMS[form](game)
        except ReplayError as error:
            raise GameRefused(say("This game cannot be written in this form: {why}.", why=str(error))) from error
        name = f"leafwatch-game-{game.id}-{game.started_at[:10]}.{ending}"
        return File(name, content_type, content.encode() if isinstance(content, str) else content)

    def take(self, content: bytes, name: str) -> str:
        """Add a game in JSON lines, played through the rules first."""
        try:
            read = read_lines(content, name)
            checked(read.game, name)
        except ExportError as error:
            raise GameRefused(say("{what}.", what=sentence_of(error))) from error
        if (same := self._same(read.game)) is not None:
            raise GameRefused(say("This game is there already, as game {number}.", number=same))
        if read.game.ended_at is None:
            raise GameRefused(say("This game has not ended. Only ended games can be brought in here."))
        try:
            with nullcontext(self._journal) if self._journal is not None else Journal.open(self._path) as journal:
                number = journal.add(read.game)
        except JournalError as error:
            raise GameRefused(error.advice) from error
        if read.cut_off:
            return say("Added as game {number}. The last line of the file was cut off and is left out.", number=number)
        return say("Added as game {number}.", number=number)

    def _same(self, game: GameRecord) -> int | None:
        """The number of a game that is the same in all but its number."""
        if not self._path.exists():
            return None
        with self._reading() as connection:
            for summary in list_games(connection):
                if (summary.started_at, summary.events) != (game.started_at, len(game.entries)):
                    continue
                if replace(read_game(connection, self._path, summary.id), id=UNNUMBERED) == game:
                    return summary.id
        return None

    def _read(self, number: int) -> GameRecord:
        if not self._path.exists():
            raise GameNotFound(say("There is no game {number}.", number=number))
        with self._reading() as connection:
            # A number too large for SQLite is no game's either.
            if all(game.id != number for game in list_games(connection)):
                raise GameNotFound(say("There is no game {number}.", number=number))
            return read_game(connection, self._path, GameId(number))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that cannot write; the page hears what to do, not where the file lies."""
        try:
            with reading(self._path) as connection:
                yield connection
        except JournalError as error:
            raise GameRefused(error.advice) from error


def _text(result: Mapping[str, Any]) -> str | None:
    """The result's sentence, to be said in any language; that of an older journal as it was written."""
    text = result.get("text")
    said = sentence_from(result.get("said"), templates("de"))  # all sentences have a German template
    return said if said == text else text
