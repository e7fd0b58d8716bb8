"""A kept game played again through the real rules, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.journal.player_names import STATE, start_of
from device.journal.record import Entry, GameRecord
from device.session.session import LogLine, Session, SessionError
from engine.catalog import GAMES
from engine.game import IllegalMove, NotationError

MOVE, UNDO = "move", "undo"


class ReplayError(SessionError):
    """An entry does not follow from the rules; ``entry`` is its number from 0, None for the start of the game."""

    def __init__(self, entry: int | None, reason: str) -> None:
        self.entry = entry
        where = "the start of the game" if entry is None else f"entry {entry + 1}"
        super().__init__(f"{where} cannot be replayed: {reason}")


@dataclass(frozen=True, slots=True)
class Replayed:
    """An entry after it was played: its turn (from 1) and seat (from 0), the move in notation, what was said of it.

    ``notation`` is None for an undo, whose turn is the one that begins again.
    """

    entry: Entry
    turn: int
    seat: int
    notation: str | None
    lines: tuple[LogLine, ...]


class Replay:
    """A game played again; ``session`` stands after the entries that ``steps`` has given.

    Raises:
        ReplayError: the game or its start is not known to the rules.
    """

    def __init__(self, game: GameRecord) -> None:
        if game.name not in GAMES:
            raise ReplayError(None, f"expected a game of {', '.join(GAMES)}, found {game.name}")
        self._entries = game.entries
        rules: Any = GAMES[game.name]
        if not isinstance(game.setup.get(STATE), str):
            raise ReplayError(None, "expected the start state in notation in the setup, found none")
        try:
            state = start_of(rules, game)
        except NotationError as error:
            raise ReplayError(None, str(error)) from error
        self.session: Session[Any, Any] = Session(rules, state, _keep_nothing)

    @property
    def players(self) -> Sequence[Mapping[str, Any]]:
        """The players as they stand now, as in the table message (docs/table-message.md)."""
        display: Mapping[str, Any] = self.session.game.display(self.session.committed)
        players: Sequence[Mapping[str, Any]] = display["players"]
        return players

    def steps(self) -> Iterator[Replayed]:
        """Play on, an entry a step; entries that are neither a move nor an undo change nothing and are left out.

        Raises:
            ReplayError: an entry does not follow from the rules.
        """
        session = self.session
        for number, entry in enumerate(self._entries):
            before, turn, seat = len(session.log), session.turn, session.seat
            try:
                if entry.kind == UNDO:
                    session.undo(entry.actor)
                    yield Replayed(entry, session.turn, session.seat, None, session.log[-1:])
                elif entry.kind == MOVE:
                    notation = entry.body.get("move")
                    if not isinstance(notation, str):
                        raise ReplayError(number, "expected a move in notation, found none")
                    session.enter(session.game.read_move(notation), entry.actor)
                    yield Replayed(entry, turn, seat, notation, session.log[before:])
                else:
                    session.note([entry])
            except ReplayError:
                raise
            except (IllegalMove, NotationError, SessionError) as error:
                raise ReplayError(number, str(error)) from error

    def to_end(self) -> Sequence[Replayed]:
        """All the steps that are left."""
        return tuple(self.steps())


def _keep_nothing(entries: Sequence[Entry]) -> None:
    """What is replayed stands in a journal already."""
