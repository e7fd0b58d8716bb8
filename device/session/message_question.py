"""What the table asks: the one question of the table message with its answers, each drawn where pieces belong to it."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from device.session.desync import Desync
from device.session.purse_question import PurseQuestion
from device.session.session import Session
from engine.game import Spot, Violation
from engine.grid import Space
from engine.referee import Verdict
from engine.sentence import in_a_row, say

AnySession = Session[Any, Any]


_PURSES = {
    "nut": say("Yes, a nut"),
    "mushroom": say("Yes, a mushroom"),
    "feather": say("Yes, a feather"),
}


class Asking:
    """What may be asked beyond the session's own questions: of a wrong table, of a supply, of a parted one."""

    def __init__(self, desync: Desync) -> None:
        self.desync = desync
        self._purse = PurseQuestion()
        self._unread: tuple[int, frozenset[Spot]] = 0, frozenset()  # the turn, and what was shown as unread in it

    def question(self, session: AnySession, *, complain: bool) -> dict[str, object] | None:
        """The question that is open now, as in the table message; one at a time.

        Args:
            session: the game.
            complain: whether an illegal table has lain long enough to be called so.
        """
        if session.finished:
            return None
        if session.history.lying:
            return _undo(session)
        if self.desync.parted:
            return _desync(session)
        if session.explanation.verdict is Verdict.QUESTION:
            return _line(session)
        if session.choices:
            return _choice(session)
        if session.explanation.verdict is Verdict.ILLEGAL and complain and not session.quiet:
            return _illegal(session, self._purse.kinds(session))
        if complain and session.unread:
            return self._ask_unread(session)
        if complain and (strange := session.strange_tokens):
            return _token(session, strange)
        return None

    def _ask_unread(self, session: AnySession) -> dict[str, object]:
        """Readings flicker: it stays the same question until a spot is unread that was not shown in this turn."""
        turn, shown = self._unread
        if turn != session.turn:
            shown = frozenset()
        self._unread = session.turn, shown | session.unread
        return _unread(session, self._unread[1])


def _undo(session: AnySession) -> dict[str, object]:
    spots = spots_json(session.lying)
    stays = _answer("stay", say("It stays: it is this turn's move"), spots)
    # piece by piece is put back after an undo, and what is asked of the rest is no other question
    return _asked(session, "undo", say("Put back what was laid in the turn that was taken back."), [stays], rests_on=())


def _desync(session: AnySession) -> dict[str, object]:
    spots = spots_json(session.explanation.differs)
    answers = [_answer("table", say("The table is right"), spots), _answer("state", say("The game is right"), spots)]
    return _asked(session, "desync", say("Which of the two is right?"), answers)


def _line(session: AnySession) -> dict[str, object]:
    game, committed, rivals = session.game, session.committed, session.explanation.rivals
    before = game.view(committed)
    labels = game.answers(committed, [line.moves for line in rivals])
    answers = []
    for number, (line, label) in enumerate(zip(rivals, labels, strict=True)):
        changed = [spot for spot, surface in game.view(line.state).items() if before.get(spot) != surface]
        text = _in_order([game.phrase(committed, move) for move in line.moves])
        pieces = _pieces(session, line.moves)
        answers.append(_answer(f"line:{number}", label, spots_json(changed), pieces, text))
    return _asked(session, "line", say("What happened?"), answers)


def _choice(session: AnySession) -> dict[str, object]:
    game = session.game
    answers = [
        _answer(f"move:{game.write_move(move)}", game.phrase(session.proposed, move)) for move in session.choices
    ]
    return _asked(session, "choice", say("What do you choose?"), answers)


def _illegal(session: AnySession, kinds: Sequence[str]) -> dict[str, object]:
    spots = spots_json(session.explanation.differs)
    answers = [
        _answer("accept", say("Accept anyway"), spots, _pieces(session, session.explanation.attempt)),
        _answer("back", say("We put it back"), spots),
        _answer("fix", say("It is something else"), spots),
    ]
    if not kinds:
        return _asked(session, "illegal", say("What shall become of it?"), answers)
    spent = [_answer(f"purse:{kind}", _PURSES[kind]) for kind in kinds]
    return _asked(session, "purse", say("Was a treasure spent that is not in the books?"), [*spent, *answers])


def _unread(session: AnySession, shown: Collection[Spot]) -> dict[str, object]:
    spots = spots_json(session.unread)
    answers = [_answer("shown", say("All is as shown"), spots), _answer("fix", say("It is something else"), spots)]
    text = say("What lies where nothing can be read?")
    return _asked(session, "unread", text, answers, rests_on=spots_json(shown))


def _token(session: AnySession, strange: Sequence[Violation]) -> dict[str, object]:
    spots = spots_json(frozenset[Spot]().union(*(violation.spots for violation in strange)))
    answers = [_answer("accept", say("Accept anyway"), spots), _answer("fix", say("It is something else"), spots)]
    return _asked(session, "token", in_a_row([violation.text for violation in strange]), answers)


def _pieces(session: AnySession, moves: Iterable[Any]) -> list[object]:
    laid = (session.game.laid(session.committed, move) for move in moves)
    return [{**piece, "provisional": True} for piece in laid if piece is not None]


def _in_order(phrases: Sequence[str]) -> str:
    text = phrases[0]
    for phrase in phrases[1:]:
        text = say("{first}, then {next}", first=text, next=phrase)
    return text


def _asked(
    session: AnySession,
    kind: str,
    text: str,
    answers: Sequence[dict[str, object]],
    rests_on: Collection[object] | None = None,
) -> dict[str, object]:
    """The question; its id changes with the turn and with what is asked or answered, so that no old answer hits it.

    The spots it ``rests_on`` are those of the answers unless others are given. What else is made in the turn, such as
    another player's supply being counted, leaves it the question that was read.
    """
    where = [answer["spots"] for answer in answers] if rests_on is None else list(rests_on)
    asked = [session.turn, kind, text, [(answer["id"], answer["text"]) for answer in answers], where]
    sign = zlib.crc32(repr(asked).encode())
    return {"id": f"{kind}-{sign:08x}", "kind": kind, "text": text, "answers": list(answers)}


def _answer(
    name: str, label: str, spots: Collection[object] = (), pieces: Collection[object] = (), text: str | None = None
) -> dict[str, object]:
    full = label if text is None else text
    return {"id": name, "label": label, "text": full, "spots": list(spots), "pieces": list(pieces)}


def spots_json(spots: Iterable[Spot]) -> list[dict[str, object]]:
    """Spots as in the table message, in order."""
    spaces = sorted(spot for spot in spots if isinstance(spot, Space))
    return [{"seat": space.seat, "cell": str(space.cell)} for space in spaces]
