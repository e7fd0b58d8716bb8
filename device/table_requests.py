"""What people and buttons may ask of a game: each command carried out on the session, in the loop's thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from device.session import answers as session_answers
from device.session.purse_question import counts
from device.session.redrawing import Ambiguous
from device.session.session import Doubtful, Session, SessionError
from engine.game import IllegalMove
from engine.sentence import in_a_row, say, sentence_of
from webui.command import Command, Reading, Reply

Handler = Callable[[Command], Reply]
"""Carries out a command in the loop's thread."""

READ_S = 1.0
"""Nobody reads faster than this what was said when a turn was to end: the second tap of two confirms nothing."""


def answered(handlers: Mapping[str, Handler], command: Command) -> Reply:
    """Carry out a command, or refuse it with the sentence of what speaks against it.

    Raises:
        JournalError: what it asks for cannot be kept.
    """
    handler = handlers.get(command.name)
    if handler is None:
        return Reply(False, say("There is no command {name}.", name=command.name))
    try:
        return handler(command)
    except IllegalMove as error:
        return Reply(False, sentence_of(error), tuple(sorted(str(spot) for spot in error.spots)))
    except ValueError as error:  # SessionError, NotationError and wrong arguments: the sentence is for the person
        return Reply(False, sentence_of(error))


class TableRequests:
    """The commands of every game by name.

    Args:
        session: gives the game that is being played.
        restart: begins a new one.
        next_game: begins the next one of a series, or raises SessionError.
        question: the question that is open now, as in the table message.
        change: sets one of the session's options; raises SessionError.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        session: Callable[[], Session[Any, Any]],
        restart: Callable[[], None],
        next_game: Callable[[], None],
        question: Callable[[], Mapping[str, Any] | None],
        change: Callable[[str, object, str], None],
        clock: Callable[[], float],
    ) -> None:
        self._session = session
        self._restart = restart
        self._next_game = next_game
        self._question = question
        self._change = change
        self._clock = clock
        self._doubt: tuple[object, Doubtful, float] | None = None  # the moves, what was said of them, and when
        self.handlers: Mapping[str, Handler] = {
            "end-turn": self._on_end_turn,
            "undo": self._on_undo,
            "accept": self._on_accept,
            "put-back": self._on_put_back,
            "overrule": self._on_overrule,
            "table-right": self._on_table_right,
            "spot": self._on_spot,
            "spots": self._on_spots,
            "purse": self._on_purse,
            "revise": self._on_revise,
            "redraw": self._on_redraw,
            "answer": self._on_answer,
            "yes": self._on_yes,
            "move": self._on_move,
            "new-game": self._on_new_game,
            "next-game": self._on_next_game,
            "set": self._on_set,
        }

    def _on_end_turn(self, command: Command) -> Reply:
        session, now_s = self._session(), self._clock()
        _must_be_now(session, command)
        shown = session.explanation
        if self._doubt is not None and shown.doubtful:
            moves, said, said_at_s = self._doubt
            if moves == shown.moves and now_s - said_at_s < READ_S:
                raise said
        try:
            session.end_turn(command.who)
        except Doubtful as doubt:
            self._doubt = shown.moves, doubt, now_s
            raise
        return Reply(True, say("The turn is over."))

    def _on_undo(self, command: Command) -> Reply:
        session = self._session()
        _must_be_now(session, command)
        if session.undo(command.who):
            return Reply(True, say("Taken back. Put the pieces of that turn back as well."))
        return Reply(True, say("Taken back."))

    def _on_accept(self, command: Command) -> Reply:
        session_answers.accept(self._session(), command.who, _why(command))
        return Reply(True, say("Accepted as it lies."))

    def _on_put_back(self, command: Command) -> Reply:
        session_answers.put_back(self._session(), command.who)
        return Reply(True, say("The game waits until it is put back."))

    def _on_overrule(self, command: Command) -> Reply:
        session_answers.overrule(self._session(), command.who, _why(command))
        return Reply(True, say("The game is right; what differs does not count."))

    def _on_table_right(self, command: Command) -> Reply:
        session_answers.accept(self._session(), command.who, _why(command), asked="desync")
        return Reply(True, say("The game is now as the table shows it."))

    def _on_spot(self, command: Command) -> Reply:
        body = command.body
        seat, cell, surface = _seat(command), str(body.get("cell", "")), str(body.get("surface", ""))
        spot = session_answers.name_spot(self._session(), command.who, seat, cell, surface)
        return Reply(True, say("Noted."), (str(spot),))

    def _on_spots(self, command: Command) -> Reply:
        spots = session_answers.name_spots(self._session(), command.who, _seat(command), _surfaces(command))
        return Reply(True, say("Noted."), tuple(map(str, spots)))

    def _on_purse(self, command: Command) -> Reply:
        kinds = {kind: number for kind, number in command.body.items() if kind != "seat" and isinstance(number, int)}
        session_answers.correct_purse(self._session(), command.who, _seat(command), kinds)
        return Reply(True, say("The supply is corrected."))

    def _on_revise(self, command: Command) -> Reply:
        turn, moves = command.body.get("turn"), command.body.get("moves")
        if not isinstance(turn, int) or not isinstance(moves, list):
            raise SessionError(say("A correction needs a turn and its moves."))
        force = command.body.get("force") is True
        said = session_answers.revise(self._session(), command.who, turn, [str(each) for each in moves], force=force)
        return Reply(True, in_a_row([say("Turn {number} is corrected.", number=turn), *said]))

    def _on_redraw(self, command: Command) -> Reply:
        turn, force = command.body.get("turn"), command.body.get("force") is True
        if not isinstance(turn, int):
            raise SessionError(say("A correction needs a turn."))
        try:
            said = session_answers.redraw(self._session(), command.who, turn, _surfaces(command), force=force)
        except Ambiguous as error:
            answers = tuple(Reading(label, moves) for label, moves in error.readings)
            return Reply(False, sentence_of(error), answers=answers)
        return Reply(True, in_a_row([say("Turn {number} is corrected.", number=turn), *said]))

    def _on_move(self, command: Command) -> Reply:
        text = command.body.get("notation")
        if not isinstance(text, str):
            raise SessionError(say("A move needs its notation."))
        session = self._session()
        session.enter(session.game.read_move(text), command.who)
        return Reply(True, say("Noted."))

    def _on_answer(self, command: Command) -> Reply:
        session, who, why = self._session(), command.who, _why(command)
        question, answer = self._question(), str(command.body.get("answer", ""))
        known = [] if question is None else [each["id"] for each in question["answers"]]
        if question is None or command.body.get("question") != question["id"]:
            raise SessionError(say("That question is no longer open."))
        if answer not in known:
            raise SessionError(say("That is not one of the answers."))
        kind, _, rest = answer.partition(":")
        match kind:
            case "line":
                session_answers.choose(session, int(rest), who, why)
            case "move":
                session.enter(session.game.read_move(rest), who)
            case "accept" if question["kind"] == "token":
                session_answers.accept_strange(session, who, why)
            case "accept":
                session_answers.accept(session, who, why)
            case "back":
                session_answers.put_back(session, who)
            case "table":
                session_answers.accept(session, who, why, asked="desync")
            case "state":
                session_answers.overrule(session, who, why)
            case "stay":
                session_answers.stay(session, who)
            case "shown":
                session_answers.as_shown(session, who, why)
            case "purse":
                owned = counts(session, session.seat)
                session_answers.correct_purse(session, who, session.seat, {rest: owned[rest] + 1})
            case _:  # it is something else: the page opens the editor of spots, which sends the words
                return Reply(True, say("Say what lies there."))
        return Reply(True, say("Noted."))

    def _on_yes(self, command: Command) -> Reply:
        """The button for the likeliest answer to a question about what happened."""
        session_answers.choose(self._session(), 0, command.who)
        return Reply(True, say("Noted."))

    def _on_new_game(self, command: Command) -> Reply:
        self._restart()
        return Reply(True, say("A new game begins."))

    def _on_next_game(self, command: Command) -> Reply:
        self._next_game()
        return Reply(True, say("The next game of the series begins."))

    def _on_set(self, command: Command) -> Reply:
        self._change(str(command.body.get("key", "")), command.body.get("value"), command.who)
        return Reply(True, say("Noted."))


def _must_be_now(session: Session[Any, Any], command: Command) -> None:
    """Refuse what was asked of an earlier state of the game: the second tap of two, or a page that is late."""
    if command.body.get("turn", session.mark) != session.mark:
        raise SessionError(say("The game has gone on in the meantime. Look at it again, then ask once more."))


def _why(command: Command) -> str:
    return str(command.body.get("why", ""))


def _seat(command: Command) -> int:
    seat = command.body.get("seat")
    if not isinstance(seat, int):
        raise SessionError(say("A seat is a number from 0."))
    return seat


def _surfaces(command: Command) -> dict[str, str]:
    surfaces = command.body.get("surfaces")
    if not isinstance(surfaces, dict):
        raise SessionError(say("Expected cells and their surfaces, found {what}.", what=repr(surfaces)))
    return {str(cell): str(surface) for cell, surface in surfaces.items()}
