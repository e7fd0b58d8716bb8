"""What people and buttons may ask of a game: each command carried out on the session, in the loop's thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from device.session import Session, SessionError
from webui.command import Command, Reply

Handler = Callable[[Command], Reply]
"""Carries out a command in the loop's thread."""


class TableRequests:
    """The commands of every game by name.

    Args:
        session: gives the game that is being played.
        restart: begins a new one.
    """

    def __init__(self, session: Callable[[], Session[Any, Any]], restart: Callable[[], None]) -> None:
        self._session = session
        self._restart = restart
        self.handlers: Mapping[str, Handler] = {
            "end-turn": self._on_end_turn,
            "undo": self._on_undo,
            "accept": self._on_accept,
            "answer": self._on_answer,
            "yes": self._on_yes,
            "move": self._on_move,
            "new-game": self._on_new_game,
        }

    def _on_end_turn(self, command: Command) -> Reply:
        self._session().end_turn(command.who)
        return Reply(True, "The turn is over.")

    def _on_undo(self, command: Command) -> Reply:
        self._session().undo(command.who)
        return Reply(True, "Taken back. Put the pieces of that turn back as well.")

    def _on_accept(self, command: Command) -> Reply:
        self._session().accept(command.who)
        return Reply(True, "Accepted as it lies.")

    def _on_move(self, command: Command) -> Reply:
        text = command.body.get("notation")
        if not isinstance(text, str):
            raise SessionError("A move needs its notation.")
        session = self._session()
        session.enter(session.game.read_move(text), command.who)
        return Reply(True, "Noted.")

    def _on_answer(self, command: Command) -> Reply:
        answer = str(command.body.get("answer", ""))
        kind, _, rest = answer.partition(":")
        if kind == "line" and rest.isdigit():
            self._session().choose(int(rest), command.who)
        elif kind == "move":
            session = self._session()
            session.enter(session.game.read_move(rest), command.who)
        else:
            raise SessionError("That is not one of the answers.")
        return Reply(True, "Noted.")

    def _on_yes(self, command: Command) -> Reply:
        """The button for the likeliest answer to a question about what happened."""
        self._session().choose(0, command.who)
        return Reply(True, "Noted.")

    def _on_new_game(self, command: Command) -> Reply:
        self._restart()
        return Reply(True, "A new game begins.")
