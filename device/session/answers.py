"""What people answer to the referee, each with who said it and why: the words that decide over table and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.journal.record import Entry
from device.session.history import AUTO, SessionError, spot_body
from device.session.redrawing import redrawn
from device.session.revising import changes, refusal, revised
from device.session.session import Session
from engine.game import Surface
from engine.grid import Cell, Space
from engine.referee import Verdict, sure_surfaces
from engine.sentence import Sentence, say, sentence_of

AnySession = Session[Any, Any]


def choose(session: AnySession, number: int, actor: str, why: str = "") -> None:
    """Settle a question between rival explanations: what happened is line ``number``.

    Raises:
        SessionError: there is no such question or answer.
    """
    explanation, game = session.explanation, session.game
    rivals = explanation.rivals
    if explanation.verdict is not Verdict.QUESTION or not 0 <= number < len(rivals):
        raise SessionError(say("That question is no longer open."))
    said = "; ".join(game.write_move(move) for move in rivals[number].moves)
    others = ["; ".join(game.write_move(move) for move in line.moves) for line in rivals]
    note = _answer(actor, "line", said, why, others=others)
    session.keep(tuple((move, actor) for move in rivals[number].moves), [note])


def accept(session: AnySession, actor: str, why: str = "", asked: str = "illegal") -> None:
    """Take the table as it lies, whatever the rules say; recorded as the table's own decision.

    Raises:
        SessionError: there is nothing to accept.
    """
    readings, explanation = session.readings, session.explanation
    if readings is None or session.is_clear:
        raise SessionError(say("There is nothing to accept: table and rules agree."))
    rules = [violation.rule for violation in explanation.violations]
    broken = " ".join(violation.text for violation in explanation.violations)
    decision = session.game.correction(session.proposed, sure_surfaces(readings))
    note = _answer(actor, asked, "table" if asked == "desync" else "accept", why, rules=rules, broken=broken)
    session.keep((*session.explained(), (decision, actor)), [note])


def put_back(session: AnySession, actor: str) -> None:
    """We put it back: the complaint is quiet until the table agrees again.

    Raises:
        SessionError: nothing lies wrong.
    """
    if not session.is_wrong:
        raise SessionError(say("Nothing has to be put back: table and rules agree."))
    session.note([_answer(actor, "illegal", "back")])
    session.be_quiet()


def overrule(session: AnySession, actor: str, why: str = "") -> None:
    """The game is right: the spots that differ count as it says until something else is seen there.

    Raises:
        SessionError: nothing differs.
    """
    readings, differs = session.readings, session.explanation.differs
    spots = sorted(spot for spot in differs if isinstance(spot, Space))
    if readings is None or not session.is_wrong or not spots:
        raise SessionError(say("There is nothing to decide: table and game agree."))
    body = {"spots": [spot_body(spot, readings[spot].surface) for spot in spots]}
    session.note([_answer(actor, "desync", "state", why), Entry("overrule", actor, body)])


def as_shown(session: AnySession, actor: str, why: str = "") -> None:
    """Where too much cannot be read: nothing lies there but what the page shows.

    Raises:
        SessionError: that is not the question.
    """
    session.take_as_shown(_answer(actor, "unread", "shown", why))


def accept_strange(session: AnySession, actor: str, why: str = "") -> None:
    """Tokens that look like another kind stay as they lie.

    Raises:
        SessionError: that is not the question.
    """
    broken = " ".join(violation.text for violation in session.strange_tokens)
    session.accept_strange(_answer(actor, "token", "accept", why, broken=broken))


def name_spot(session: AnySession, actor: str, seat: int, cell: str, surface: str) -> Space:
    """A person says what lies on a spot; ``auto`` gives it back to the camera.

    Raises:
        SessionError: no such spot or surface.
    """
    spot = _known(session, seat, cell, surface)
    session.note([Entry("spot", actor, spot_body(spot, Surface(surface)))])
    return spot


def name_spots(session: AnySession, actor: str, seat: int, surfaces: Mapping[str, str]) -> tuple[Space, ...]:
    """A person says what lies on several spots of a board at once, where a piece was moved, say; as ``name_spot`` each.

    Raises:
        SessionError: no such spot or surface; then nothing is kept.
    """
    spots = tuple(_known(session, seat, cell, surface) for cell, surface in surfaces.items())
    words = zip(spots, surfaces.values(), strict=True)
    session.note([Entry("spot", actor, spot_body(spot, Surface(surface))) for spot, surface in words])
    return spots


def _known(session: AnySession, seat: int, cell: str, surface: str) -> Space:
    try:
        spot = Space(seat, Cell.parse(cell))
    except ValueError as error:
        raise SessionError(sentence_of(error)) from error
    if not any(spot in board.outlines for board in session.game.layout(session.committed)):
        raise SessionError(say("There is no space {cell} on board {number}.", cell=cell, number=seat + 1))
    if surface != AUTO and surface not in session.game.surfaces:
        known = ", ".join(sorted(session.game.surfaces))
        raise SessionError(say("Nothing looks like {surface}; expected auto or {known}.", surface=surface, known=known))
    return spot


def correct_purse(session: AnySession, actor: str, seat: int, counts: Mapping[str, int]) -> None:
    """The table counted a supply again; it may do so while the table is not clear.

    The supply of the seat to play is counted after what it has laid, so that counts from now on; of another's it says
    nothing, and a tile that is only tried may still be lifted (R3.6). A count that agrees with the books is no entry.

    Raises:
        IllegalMove: no such seat or kind, or a number below 0.
    """
    counted_after = session.is_clear and seat == session.seat
    before = session.explained() if counted_after else ()
    state = session.proposed if counted_after else session.committed
    recount = session.game.recount(state, seat, counts)
    if session.game.play(state, recount).state != state:
        session.keep((*before, (recount, actor)))


def stay(session: AnySession, actor: str) -> None:
    """What was taken back stays where it lies: it is read as moves of the present turn.

    Raises:
        SessionError: nothing waits to be put back.
    """
    if not session.history.lying:
        raise SessionError(say("That question is no longer open."))
    session.note([_answer(actor, "undo", "stay")])


def revise(
    session: AnySession, actor: str, turn: int, notations: Sequence[str], *, force: bool = False
) -> tuple[Sentence, ...]:
    """Replace an older turn; everything after it is computed anew.

    Returns:
        What changes, a sentence each.

    Raises:
        SessionError: no such turn, or later ones that would become illegal and nobody insists.
        IllegalMove, NotationError: the new moves are wrong themselves.
    """
    return _replace(session, actor, turn, [session.game.read_move(text) for text in notations], force=force)


def redraw(
    session: AnySession, actor: str, turn: int, surfaces: Mapping[str, str], *, force: bool = False
) -> tuple[Sentence, ...]:
    """Replace an older turn by what leads to the board as it was drawn; everything after it is computed anew.

    Returns:
        What changes, a sentence each.

    Raises:
        Ambiguous: several lines of moves lead there.
        SessionError: no such turn or space, or it or later turns would be illegal and nobody insists.
        IllegalMove: the rules forbid what was drawn, and nobody insists.
    """
    moves = redrawn(session.history, session.game, turn, surfaces, insist=force)
    return _replace(session, actor, turn, moves, force=force)


def _replace(session: AnySession, actor: str, turn: int, moves: Sequence[Any], *, force: bool) -> tuple[Sentence, ...]:
    game, before = session.game, session.committed
    made = revised(session.history, game, turn, moves, actor)
    if made.kept and not force:
        raise SessionError(refusal(made.kept))
    session.note([Entry("revise", actor, {"turn": turn, "turns": made.turns, "kept": list(made.kept)})])
    return changes(game, before, session.committed)


def _answer(actor: str, asked: str, answer: str, why: str = "", **more: object) -> Entry:
    return Entry("answer", actor, {"asked": asked, "answer": answer, "why": why, **more})
