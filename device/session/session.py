"""One game at the table: the committed state as the fold of the journal, and what the settled view makes of it.

A turn's moves come from the camera (the referee's explanation of the settled view) and from people (choices that leave
no trace on the board). Entering one by hand fixes what the view has explained so far, so that the order is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic

from device.journal.journal import Entry
from device.session.blind_spots import blind_spots
from device.session.history import History, LogLine, Lying, SessionError, TurnLine, spot_body
from device.session.overlay import Overlay, names_of
from device.session.strange_tokens import StrangeToken, StrangeTokens
from device.session.told_doubts import ToldDoubts
from device.session.undo_seat import undo_seat
from engine.game import Game, IllegalMove, MoveT, NotationError, Reading, Spot, StateT, Surface, View, Violation
from engine.referee import Explanation, Verdict, explain, explain_end
from engine.sentence import say

__all__ = ["Doubtful", "LogLine", "Record", "Session", "SessionError"]

Record = Callable[[Sequence[Entry]], None]
"""Writes entries for good; returns only after they are safe."""

_CLEAR = frozenset({Verdict.UNCHANGED, Verdict.LEGAL})
_WRONG = frozenset({Verdict.ILLEGAL, Verdict.UNEXPLAINED})


class Doubtful(SessionError):
    """The turn that is shown has doubtful spots; they are named, and whoever was told may confirm them."""


class Session(Generic[StateT, MoveT]):
    """A game in progress; the only owner of its committed state.

    Args:
        game: the rules.
        start: the state before the first move.
        record: keeps entries; an entry counts only when it has returned.
        entries: what an earlier run of this game has journalled; replayed without being recorded again.

    Raises:
        SessionError: an entry cannot be replayed; names its number and why.
    """

    def __init__(self, game: Game[StateT, MoveT], start: StateT, record: Record, entries: Iterable[Entry] = ()) -> None:
        self.game = game
        self.history: History[StateT, MoveT] = History(game, start)
        self.resumed = False
        self._record = record
        for number, entry in enumerate(entries):
            self.resumed = True
            try:
                self.history.fold(entry)
            except (IllegalMove, NotationError, SessionError, KeyError) as error:
                raise SessionError(
                    f"entry {number} of the journal ({entry.kind}) cannot be replayed: {error}"
                ) from error
        self._seen: Mapping[Spot, Reading] | None = None
        self._told = ToldDoubts()
        self._tokens = StrangeTokens(game)
        self.quiet = False
        self.explanation: Explanation[StateT, MoveT] = Explanation(Verdict.UNCHANGED, self.committed)

    @property
    def committed(self) -> StateT:
        """The state up to the last journalled move."""
        return self.history.state

    @property
    def proposed(self) -> StateT:
        """The committed state with what the settled view makes of it."""
        return self.explanation.state

    @property
    def turn(self) -> int:
        """How many turns have begun, the present one included."""
        return len(self.history.turns)

    @property
    def mark(self) -> str:
        """One word for how far the game has got: whoever asks for something may tell by it what they have seen."""
        return f"{self.turn}.{len(self.history.turns[-1].made)}"

    @property
    def seat(self) -> int:
        """Whose turn it is, counted from 0."""
        return self.game.seat_to_play(self.committed)

    @property
    def undo_seat(self) -> int | None:
        """Whose moves an undo would take back, counted from 0; None if there are none."""
        return undo_seat(self.game, self.history)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The sentences of the game so far."""
        return tuple(self.history.log)

    @property
    def readings(self) -> Mapping[Spot, Reading] | None:
        """What is taken for seen: the settled view with what people have said of it; None before the first."""
        return None if self._seen is None else Overlay(self.game, self.history).applied(self._seen)

    @property
    def finished(self) -> bool:
        """Whether the committed state is the end of the game."""
        return self.game.result(self.committed) is not None

    @property
    def is_clear(self) -> bool:
        """Whether legal moves explain the table, so that the turn can go on or end."""
        return self.explanation.verdict in _CLEAR

    @property
    def is_wrong(self) -> bool:
        """Whether the table lies in a way that no legal moves explain."""
        return self.explanation.verdict in _WRONG

    @property
    def lying(self) -> frozenset[Spot]:
        """Spots of turns taken back where the table has still to be put right."""
        return frozenset(spot for group in self.history.lying for spot in group)

    @property
    def choices(self) -> tuple[MoveT, ...]:
        """The decisions that wait for the players once the table is explained."""
        return self.game.choices(self.proposed) if self.is_clear else ()

    @property
    def can_end_turn(self) -> bool:
        """Whether End turn would be accepted now."""
        return self.is_clear and not self.history.lying and self.game.end_turn(self.proposed) is not None

    @property
    def unread(self) -> frozenset[Spot]:
        """Spots that cannot be read and where a piece may lie, if they are too many to ask what lies there.

        None where pieces are seen that explain the table, and where somebody has said that all is as shown.
        """
        blind = self._blind()
        return frozenset() if blind <= self.history.as_shown else blind

    @property
    def strange_tokens(self) -> tuple[Violation, ...]:
        """A violation for each piece that looks more like another one of its sort than like the one that is played.

        The game goes on as if it were the right one (R12.1): that is told and may be accepted.
        """
        return tuple(token.violation for token in self._strange())

    def turns(self) -> tuple[TurnLine, ...]:
        """The turns so far, the present one last."""
        return self.history.listed()

    def see(self, seen: Mapping[Spot, Reading], kinds: View | None = None) -> bool:
        """Explain a settled view; returns whether the explanation is another than before.

        ``kinds`` are surfaces that are told more exactly than the readings say. The explanation does not rest on them.
        """
        self._tokens.see({} if kinds is None else kinds)
        if self._seen is not None and seen == self._seen:
            return False
        self._seen = dict(seen)
        self.keep((), Overlay(self.game, self.history).ended(self._seen))
        return self._explain()

    def enter(self, move: MoveT, actor: str) -> None:
        """Play a move that no camera sees, after what the view has explained so far.

        Raises:
            SessionError: the table is not explained yet, so it is not known what the move follows on.
            IllegalMove: with all violations.
        """
        self.must_be_clear()
        self.game.play(self.proposed, move)  # raises before anything is kept
        self.keep((*self.explained(), (move, actor)))

    def end_turn(self, actor: str) -> None:
        """Commit the turn that is shown.

        Spots that cannot be read surely are named first; who asks again confirms that they are as shown.

        Raises:
            Doubtful: spots are in doubt that have not been named to who asks, or not of these moves.
            SessionError: the table is not explained, a decision is open, or the turn may not end yet.
        """
        self.must_be_clear()
        if self.history.lying:
            where = names_of(self.game, self.committed, self.lying)
            raise SessionError(say("First put back what was taken back: {cells}.", cells=where))
        if self.game.choices(self.proposed):
            raise SessionError(say("First answer the open question, then end the turn."))
        move = self.game.end_turn(self.proposed)
        if move is None and (blind := self._blind()):
            raise SessionError(
                say(
                    "{number} spaces cannot be read, so nobody knows whether anything was laid there. Take hands away, "
                    "move the lamp, or say what lies there.",
                    number=len(blind),
                )
            )
        if move is None and self._asks_what_was_played():
            raise SessionError(say("It is not clear what was played: first answer the question, then end the turn."))
        if move is None:
            raise SessionError(say("The turn cannot end yet: its main action has not been played (R3.1)."))
        if not self._told.knows(actor, self.explanation):
            self._told.tell(actor, self.explanation)
            where = names_of(self.game, self.committed, self.explanation.doubtful)
            raise Doubtful(say("Not sure of {cells}. If the board is as shown, end the turn once more.", cells=where))
        self.keep((*self.explained(), (move, actor)))

    def take_as_shown(self, note: Entry) -> None:
        """Somebody says that nothing lies on the unread spots but what is shown; nothing is said again until more are.

        Raises:
            SessionError: there are none.
        """
        if not (blind := self.unread):
            raise SessionError(say("That question is no longer open."))
        view = self.game.view(self.committed)
        self._note_of(note, [(spot, view[spot]) for spot in blind])

    def accept_strange(self, note: Entry) -> None:
        """Somebody says that the tokens that look like other ones may stay; nothing more is said of them.

        Raises:
            SessionError: there are none.
        """
        if not (strange := self._strange()):
            raise SessionError(say("That question is no longer open."))
        self._note_of(note, [(token.spot, token.surface) for token in strange])

    def _note_of(self, note: Entry, spots: Iterable[tuple[Spot, Surface]]) -> None:
        bodies = [spot_body(spot, surface) for spot, surface in sorted(spots, key=str)]
        self.note([replace(note, body={**note.body, "spots": bodies})])

    def _strange(self) -> list[StrangeToken]:
        if not self.is_clear or self.finished:
            return []
        return self._tokens.found(self.proposed, self._seen or {}, self.history.accepted)

    def _blind(self) -> frozenset[Spot]:
        return blind_spots(self.game, self.committed, self.explanation)

    def _asks_what_was_played(self) -> bool:
        """Whether a turn that cannot end as it is explained can in another way; what was played is asked then."""
        readings = self.readings
        found = self.explanation if readings is None else explain_end(self.game, self.committed, readings)
        if found.verdict is not Verdict.QUESTION:
            return False
        self.explanation = found
        return True

    def undo(self, actor: str) -> bool:
        """Take back the moves of this turn that are journalled already, or else the whole last turn.

        Returns:
            Whether pieces of that turn still lie on the table and have to be put back.

        Raises:
            SessionError: nothing has been played yet.
        """
        history = self.history
        if not history.at_start_of_turn:
            # what waits to be put back since an undo before this one waits on
            waiting = _bodies(history.lying)
            self.note([Entry("undo", actor, {"lying": waiting} if waiting else {})])
            return False
        if len(history.turns) == 1:
            raise SessionError(say("There is nothing to undo."))
        groups = Overlay(self.game, history).lying_after(history.turns[-2].state, self.proposed, self._seen or {})
        self.note([Entry("undo", actor, {"lying": _bodies(groups)})])
        return bool(groups)

    def explained(self) -> tuple[tuple[MoveT, str], ...]:
        """The moves by which the view is explained, and by whom they came."""
        return tuple((move, "camera") for move in self.explanation.moves)

    def must_be_clear(self) -> None:
        """Whether moves may be added.

        Raises:
            SessionError: they may not, because the table is not explained.
        """
        if not self.is_clear:
            raise SessionError(
                say("The table is not clear yet: put it right, answer the question, or accept it as it lies.")
            )

    def keep(self, moves: Sequence[tuple[MoveT, str]], notes: Sequence[Entry] = ()) -> None:
        """Journal what was said and the moves that follow from it in one commit, then make them."""
        entries = [*notes, *(Entry("move", actor, {"move": self.game.write_move(move)}) for move, actor in moves)]
        if entries:
            self.note(entries)

    def note(self, entries: Sequence[Entry]) -> None:
        """Journal entries in one commit, then let them count."""
        self._told.forget()
        self._record(entries)
        for entry in entries:
            self.history.fold(entry)
        self._tokens.name(self.history.words)
        if self._seen is not None:  # a word that the camera agrees with has done its work at once
            for entry in Overlay(self.game, self.history).ended(self._seen):
                self.history.fold(entry)
        self._explain()

    def be_quiet(self) -> None:
        """Complain no more until the table agrees again."""
        self.quiet = self.is_wrong
        self._explain()

    def _explain(self) -> bool:
        before = self.explanation
        readings = self.readings
        if readings is None or self.finished:
            self.explanation = Explanation(Verdict.UNCHANGED, self.committed)
        else:
            self.explanation = explain(self.game, self.committed, readings)
        self.quiet = self.quiet and self.is_wrong
        return self.explanation != before


def _bodies(groups: Iterable[Lying]) -> list[list[dict[str, object]]]:
    return [[spot_body(spot, surface) for spot, surface in group.items()] for group in groups]
