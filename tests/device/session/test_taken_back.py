"""What was taken back is watched on the table until it is put back, may stay, or is laid anew."""

from __future__ import annotations

import pytest

from device.journal.journal import Entry
from device.session import answers as session_answers
from device.session.session import Session, SessionError
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.referee import Verdict
from tests.device.session.solo_table import GAME, PLAIN, Kept, again, asked, c, seen, solo


def test_what_was_taken_back_is_watched_until_it_is_put_back() -> None:
    """The squirrel of the undone turn is no new move; once it is gone the next one is read at once."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    assert session.undo("page")
    assert session.lying == {c("a1")}
    assert session.explanation.verdict is Verdict.UNCHANGED
    assert asked(session)["kind"] == "undo"
    with pytest.raises(SessionError, match="a1"):
        session.end_turn("page")
    same = again(session, kept)
    same.see(seen("s"))
    assert same.lying == {c("a1")}
    session.see(seen())
    assert not session.lying
    assert asked(session) is None
    session.see(seen("s"))
    assert session.can_end_turn
    session.end_turn("page")
    assert session.turn == 2


def test_a_leaf_that_was_moved_after_an_undo_is_read_anew() -> None:
    """Some of its spaces look as before: the piece has been lifted all the same, for others changed."""
    session, _ = solo()
    session.see(seen("ogg"))
    session.end_turn("page")
    session.undo("page")
    session.see(seen(".ogg"))
    assert not session.lying
    assert session.explanation.verdict is Verdict.LEGAL


def test_another_piece_may_come_before_the_undone_one_is_gone() -> None:
    """What waits to be put back does not hide what is laid beside it."""
    session, _ = solo()
    session.see(seen("s"))
    session.end_turn("page")
    session.undo("page")
    session.see(seen("s........", ".........", "s"))
    assert session.lying == {c("a1")}
    assert session.explanation.verdict is Verdict.LEGAL
    assert session.proposed.players[0].board.squirrels.bit_count() == 1


def test_what_was_taken_back_may_stay() -> None:
    """It is this turn's move then."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    session.undo("page")
    session_answers.stay(session, "page")
    assert session.explanation.verdict is Verdict.LEGAL
    assert again(session, kept).lying == frozenset()


def test_what_waits_to_be_put_back_waits_on_when_more_is_taken_back() -> None:
    """An exchange of the present turn is taken back: the squirrel of the turn before does not become a move by that."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    session.undo("page")
    session.enter(GAME.read_move("1:exchange:mushroom-nut"), "page")
    session.undo("page")
    assert session.lying == {c("a1")}
    assert again(session, kept).lying == {c("a1")}
    assert not session.explanation.moves


def test_a_journal_of_an_older_version_has_an_undo_without_pieces() -> None:
    """An undo without a list of what lies there replays as before."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    older = [*kept.entries, Entry("undo", "page"), Entry("dance", "page", {"steps": 3})]
    same: Session[State, Move] = Session(GAME, GAME.new_solo(None, PLAIN), Kept(), older)
    assert same.turn == 1
    assert not same.lying
