"""One game at the table: the committed state as the fold of the journal, and what the settled view makes of it.

A turn's moves come from the camera (the referee's explanation of the settled view) and from people (choices that leave
no trace on the board). Entering one by hand fixes what the view has explained so far, so that the order is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from device.journal import Entry
from engine.game import Event, Game, IllegalMove, Mood, MoveT, NotationError, Reading, Spot, StateT
from engine.grid import Space
from engine.referee import Explanation, Verdict, explain, sure_surfaces

Record = Callable[[Sequence[Entry]], None]
"""Writes entries for good; returns only after they are safe."""


class SessionError(ValueError):
    """A request that does not fit the game as it stands; the message is for the people at the table."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the move log: whose turn and which it belongs to, its mood, and who or what it came from."""

    turn: int
    seat: int
    mood: Mood
    text: str
    actor: str


@dataclass(frozen=True, slots=True)
class _Turn(Generic[StateT]):
    """The state at the start of a turn with how much of the log there was then."""

    state: StateT
    log_length: int


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
        self._record = record
        self._state = start
        self._turns = [_Turn(start, 0)]
        self._log: list[LogLine] = []
        for number, entry in enumerate(entries):
            try:
                self._replay(entry)
            except (IllegalMove, NotationError, SessionError) as error:
                raise SessionError(
                    f"entry {number} of the journal ({entry.kind}) cannot be replayed: {error}"
                ) from error
        self._seen: Mapping[Spot, Reading] | None = None
        self._confirmed: frozenset[Spot] = frozenset()  # doubtful spots that were named when somebody ended the turn
        self.explanation: Explanation[StateT, MoveT] = Explanation(Verdict.UNCHANGED, self._state)

    @property
    def committed(self) -> StateT:
        """The state up to the last journalled move."""
        return self._state

    @property
    def proposed(self) -> StateT:
        """The committed state with what the settled view makes of it."""
        return self.explanation.state

    @property
    def turn(self) -> int:
        """How many turns have begun, the present one included."""
        return len(self._turns)

    @property
    def seat(self) -> int:
        """Whose turn it is, counted from 0."""
        return self.game.seat_to_play(self._state)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The sentences of the game so far."""
        return tuple(self._log)

    @property
    def finished(self) -> bool:
        """Whether the committed state is the end of the game."""
        return self.game.result(self._state) is not None

    @property
    def choices(self) -> tuple[MoveT, ...]:
        """The decisions that wait for the players once the table is explained."""
        return self.game.choices(self.proposed) if self._is_clear() else ()

    @property
    def can_end_turn(self) -> bool:
        """Whether End turn would be accepted now."""
        return self._is_clear() and self.game.end_turn(self.proposed) is not None

    def see(self, seen: Mapping[Spot, Reading]) -> bool:
        """Explain a settled view; returns whether the explanation is another than before."""
        if self._seen is not None and seen == self._seen:
            return False
        self._seen = dict(seen)
        return self._explain()

    def enter(self, move: MoveT, actor: str) -> None:
        """Play a move that no camera sees, after what the view has explained so far.

        Raises:
            SessionError: the table is not explained yet, so it is not known what the move follows on.
            IllegalMove: with all violations.
        """
        self._must_be_clear()
        self.game.play(self.proposed, move)  # raises before anything is kept
        self._keep((*((m, "camera") for m in self.explanation.moves), (move, actor)))

    def end_turn(self, actor: str) -> None:
        """Commit the turn that is shown.

        Spots that cannot be read surely are named first; asking again confirms that they are as shown.

        Raises:
            SessionError: the table is not explained, a decision is open, the turn may not end yet, or spots are in
                doubt that nobody has confirmed.
        """
        self._must_be_clear()
        if self.game.choices(self.proposed):
            raise SessionError("First answer the open question, then end the turn.")
        move = self.game.end_turn(self.proposed)
        if move is None:
            raise SessionError("The turn cannot end yet: its main action has not been played (R3.1).")
        doubtful = self.explanation.doubtful
        if not doubtful <= self._confirmed:
            self._confirmed = doubtful
            where = ", ".join(sorted(str(spot.cell) if isinstance(spot, Space) else str(spot) for spot in doubtful))
            raise SessionError(f"Not sure of {where}. If the board is as shown, end the turn once more.")
        self._keep((*((m, "camera") for m in self.explanation.moves), (move, actor)))

    def choose(self, number: int, actor: str) -> None:
        """Settle a question between rival explanations: what happened is line ``number``.

        Raises:
            SessionError: there is no such question or answer.
        """
        rivals = self.explanation.rivals
        if self.explanation.verdict is not Verdict.QUESTION or not 0 <= number < len(rivals):
            raise SessionError("That question is no longer open.")
        self._keep(tuple((move, actor) for move in rivals[number].moves))

    def accept(self, actor: str) -> None:
        """Take the table as it lies, whatever the rules say; recorded as the table's own decision.

        Raises:
            SessionError: there is nothing to accept.
        """
        if self._seen is None or self.explanation.verdict in {Verdict.UNCHANGED, Verdict.LEGAL}:
            raise SessionError("There is nothing to accept: table and rules agree.")
        moves = [(move, "camera") for move in self.explanation.moves]
        state = self.proposed
        moves.append((self.game.correction(state, sure_surfaces(self._seen)), actor))
        self._keep(tuple(moves))

    def undo(self, actor: str) -> None:
        """Take back the moves of this turn that are journalled already, or else the whole last turn.

        Raises:
            SessionError: nothing has been played yet.
        """
        if len(self._turns) == 1 and self._state == self._turns[0].state:
            raise SessionError("There is nothing to undo: no move has been played yet.")
        self._record((Entry("undo", actor, {}),))
        self._take_back(actor)
        self._explain()

    def _is_clear(self) -> bool:
        return self.explanation.verdict in {Verdict.UNCHANGED, Verdict.LEGAL}

    def _must_be_clear(self) -> None:
        if not self._is_clear():
            raise SessionError(
                "The table is not clear yet: put it right, answer the question, or accept it as it lies."
            )

    def _explain(self) -> bool:
        before = self.explanation
        if self._seen is None or self.finished:
            self.explanation = Explanation(Verdict.UNCHANGED, self._state)
        else:
            self.explanation = explain(self.game, self._state, self._seen)
        return self.explanation != before

    def _keep(self, moves: Sequence[tuple[MoveT, str]]) -> None:
        """Journal the moves in one commit, then make them."""
        self._confirmed = frozenset()
        self._record([Entry("move", actor, {"move": self.game.write_move(move)}) for move, actor in moves])
        for move, actor in moves:
            self._make(move, actor)
        self._explain()

    def _replay(self, entry: Entry) -> None:
        if entry.kind == "undo":
            self._take_back(entry.actor)
        elif entry.kind == "move":
            self._make(self.game.read_move(str(entry.body["move"])), entry.actor)

    def _make(self, move: MoveT, actor: str) -> None:
        ends = self.game.end_turn(self._state) == move
        step = self.game.play(self._state, move)
        self._log.extend(self._line(event, actor) for event in step.events)
        self._state = step.state
        if ends:
            self._turns.append(_Turn(step.state, len(self._log)))

    def _take_back(self, actor: str) -> None:
        if self._state == self._turns[-1].state and len(self._turns) > 1:
            self._turns.pop()
        last = self._turns[-1]
        del self._log[last.log_length :]
        self._state = last.state
        self._log.append(LogLine(self.turn, self.seat, Mood.NOTICE, "The turn was taken back.", actor))

    def _line(self, event: Event, actor: str) -> LogLine:
        return LogLine(self.turn, self.seat, event.mood, event.text, actor)
