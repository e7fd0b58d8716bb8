"""Games and their journal: begin one, go on with the one that was running, end it with its result."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

from device.errors import JournalError
from device.journal.journal import Entry, GameId, GameRecord, Journal
from device.journal.kept_sentence import sentence_json
from device.journal.player_names import STATE, names_entry, start_of
from device.session.session import Session, SessionError
from engine.game import Game, MoveT, NotationError, StateT
from engine.sentence import say, sentence_of

_log = logging.getLogger(__name__)


class Keeper(Generic[StateT, MoveT]):
    """Keeps the games of one kind in a journal.

    Args:
        journal: where they are kept.
        game: the rules.
        new_game: makes the state before the first move of a new game and what else the setup shall remember of it.
        waits: whether something is still to come after a game with this setup that is over, such as the next one of a
            series; then that game is shown again after a restart.
        names: what the players are called today, by seat: a game that goes on is told with these names throughout, and
            its entries say so. Without any they keep those that it has.
    """

    def __init__(
        self,
        journal: Journal,
        game: Game[StateT, MoveT],
        new_game: Callable[[], tuple[StateT, Mapping[str, object]]],
        waits: Callable[[Mapping[str, object], Session[StateT, MoveT]], bool] = lambda setup, session: False,
        names: Sequence[str] = (),
    ) -> None:
        self._journal = journal
        self._game = game
        self._new_game = new_game
        self._waits, self._names = waits, tuple(names)
        self._id: GameId | None = None
        self._ended: GameId | None = None  # the game that ended last in this run
        self.setup: Mapping[str, object] = {}
        self.notice: str | None = journal.notice

    def resume(self) -> Session[StateT, MoveT]:
        """Go on with the game that was running, or begin a new one.

        A running game that cannot be replayed stays in the journal, and ``notice`` says so. One that came to its end
        just before leafwatch was stopped gets its result now.
        """
        record = self._journal.unfinished()
        if record is None:
            return self._last_of_series() or self.begin()
        try:
            session = self._replayed(record)
        except (SessionError, NotationError, KeyError) as error:
            self.notice = say(
                "The game that was running cannot go on; it stays in the journal. ({why})", why=sentence_of(error)
            )
            _log.error("game=%s cannot be replayed: %s", record.id, error)
            return self.begin()
        self._id, self.setup = record.id, record.setup
        try:
            self._write_names(record)
            self.finish(session)
        except JournalError as error:  # a disk that is still full, say: at the next start it is tried again
            _log.error("game=%s has not its names or its result yet: %s", record.id, error)
        return session

    def _replayed(self, record: GameRecord) -> Session[StateT, MoveT]:
        if record.name != self._game.name:
            raise SessionError(
                say("it is a game of {found}, not of {expected}", found=record.name, expected=self._game.name)
            )
        start = self._game.renamed(start_of(self._game, record), self._names)
        return Session(self._game, start, self._keep, record.entries)

    def _write_names(self, record: GameRecord) -> None:
        """Let the journal know what the players of the running game are called now, if that is not what it has."""
        kept = start_of(self._game, record)
        if self._game.renamed(kept, self._names) != kept:
            self._journal.append([names_entry(self._names)])

    def _last_of_series(self) -> Session[StateT, MoveT] | None:
        """The game that ended last, if something is to follow on it."""
        ended = [game for game in self._journal.games() if game.result is not None]
        if not ended:
            return None
        try:
            record = self._journal.read(max(game.id for game in ended))
            session = self._replayed(record)
        except (JournalError, SessionError, NotationError, KeyError) as error:
            # It is over and stays where it is: damage to it must not keep anybody from playing.
            _log.warning("the last game cannot be shown again: %s", error)
            return None
        if not self._waits(record.setup, session):
            return None
        self._ended, self.setup = record.id, record.setup
        return session

    def begin(self) -> Session[StateT, MoveT]:
        """Begin a new game; one that was running stays in the journal without a result."""
        return self.begin_with(*self._new_game())

    def begin_with(self, start: StateT, about: Mapping[str, object]) -> Session[StateT, MoveT]:
        """Begin a game from a state; ``about`` is what else the setup shall remember of it."""
        setup = {**about, STATE: self._game.write_state(start)}
        self._id = self._journal.begin(self._game.name, setup)
        self.setup = setup  # not before: what the disk refuses leaves the game that runs and its series alone
        return Session(self._game, start, self._keep)

    def finish(self, session: Session[Any, Any]) -> None:
        """Write down the result of a game that is over; once."""
        result = session.game.result(session.committed)
        if result is None or self._id is None:
            return
        standings = [standing._asdict() for standing in result.standings]
        kept = {"won": result.won, "text": result.text, "said": sentence_json(result.text), "standings": standings}
        self._journal.finish(self._id, kept)
        self._id, self._ended = None, self._id

    def _keep(self, entries: Sequence[Entry]) -> None:
        """Append entries; a game that is over runs again for them, until it is finished once more."""
        if self._id is None and self._ended is not None:
            self._journal.reopen(self._ended)
            self._id, self._ended = self._ended, None
        self._journal.append(entries)
