"""What people answer: each word counts as said, is journalled with who and why, and comes back from the journal."""

from __future__ import annotations

import pytest

from device.session import answers as session_answers
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session, SessionError
from engine.game import IllegalMove, Reading, Surface
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import SQUIRREL
from engine.referee import Verdict
from tests.device.session.solo_table import GAME, PLAIN, Kept, again, asked, c, seen, solo


def test_accept_tells_who_why_and_the_rules_broken() -> None:
    """A leaf of an impossible shape is taken as it lies, and the journal knows which rule gave way and why."""
    session, kept = solo()
    session.see(seen("ggggo"))
    assert session.explanation.verdict is Verdict.ILLEGAL
    session_answers.accept(session, "page", "we agreed so")
    answer = kept.entries[0]
    assert (answer.kind, answer.actor) == ("answer", "page")
    assert answer.body["answer"] == "accept"
    assert answer.body["why"] == "we agreed so"
    assert answer.body["rules"]
    assert answer.body["broken"]
    assert session.is_clear
    assert again(session, kept).committed == session.committed


def test_put_back_is_quiet_until_the_table_agrees() -> None:
    """After "we put it back" nothing complains; the next wrong table complains again."""
    session, kept = solo()
    session.see(seen("ggggo"))
    session_answers.put_back(session, "page")
    assert session.quiet
    message = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)
    assert message["verdict"]["mood"] is None  # type: ignore[index]
    assert message["question"] is None
    session.see(seen())
    assert not session.quiet
    session.see(seen("ggggo"))
    assert not session.quiet
    assert asked(session)["kind"] == "illegal"
    assert kept.kinds() == ["answer"]


def test_a_word_for_a_spot_counts_until_the_camera_agrees() -> None:
    """What was read as leaf is a squirrel, says a person; when the camera says so too, its word stands again."""
    session, kept = solo()
    session.see(seen("g"))
    assert session.is_wrong
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    assert session.explanation.verdict is Verdict.LEGAL
    same = again(session, kept)
    same.see(seen("g"))
    assert same.explanation.verdict is Verdict.LEGAL
    session.see(seen("s"))
    assert session.history.words == {}
    assert session.explanation.verdict is Verdict.LEGAL
    session.see(seen("g"))
    assert session.is_wrong
    assert [entry.actor for entry in kept.entries if entry.kind == "spot"] == ["page", "camera"]


def test_auto_gives_a_spot_back_to_the_camera() -> None:
    """A word is taken back."""
    session, _ = solo()
    session.see(seen("g"))
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    session_answers.name_spot(session, "page", 0, "a1", "auto")
    assert session.is_wrong


@pytest.mark.parametrize(("seat", "cell", "surface"), [(0, "a1", "lava"), (1, "a1", "floor"), (0, "j9", "floor")])
def test_a_word_for_nothing_is_refused(seat: int, cell: str, surface: str) -> None:
    """No such surface, board or space: nothing is written down."""
    session, kept = solo()
    with pytest.raises(SessionError):
        session_answers.name_spot(session, "page", seat, cell, surface)
    assert kept.entries == []


def test_the_game_is_right_until_something_else_is_seen() -> None:
    """Overruled spots count as the game says, in the next turn and after a restart too, until they change."""
    session, kept = solo()
    session.see(seen("gg..", "..y"))
    assert session.is_wrong
    session_answers.overrule(session, "page", "the cat's paw")
    assert session.explanation.verdict is Verdict.UNCHANGED
    session.see({**seen("gg..", "..y"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert session.can_end_turn
    session.end_turn("page")
    assert session.explanation.verdict is Verdict.UNCHANGED
    same = again(session, kept)
    same.see({**seen("gg..", "..y"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert same.explanation.verdict is Verdict.UNCHANGED
    session.see({**seen("gg..", "..s"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert session.can_end_turn
    assert c("c2") not in session.history.overruled


def test_nothing_is_decided_where_table_and_game_agree() -> None:
    """Accept, overrule, put back and stay need something to decide."""
    session, kept = solo()
    session.see(seen())
    for decide in (session_answers.accept, session_answers.overrule, session_answers.put_back, session_answers.stay):
        with pytest.raises(SessionError):
            decide(session, "page")
    assert kept.entries == []


def test_a_supply_is_corrected_even_while_the_table_is_wrong() -> None:
    """Two leaves in one turn: with the feather that the books forgot they are legal."""
    session, kept = solo()
    session_answers.correct_purse(session, "page", 0, {"berry": 0, "nut": 0, "mushroom": 0})
    session.see(seen("ogg", "ogg"))
    question = asked(session)
    assert question is not None
    assert question["kind"] == "purse"
    answers = [answer["id"] for answer in question["answers"]]
    assert "purse:feather" in answers
    assert answers[-3:] == ["accept", "back", "fix"]
    session_answers.correct_purse(session, "page", 0, {"feather": 1})
    assert not session.is_wrong
    assert again(session, kept).committed == session.committed


def test_a_tile_that_is_tried_stays_one_when_somebody_elses_supply_is_corrected() -> None:
    """R3.6: Ada's squirrel on a1 is no move by Ben's nuts being counted, and it may be lifted again."""
    kept = Kept()
    session: Session[State, Move] = Session(GAME, GAME.new_table(("Ada", "Ben"), [PLAIN, PLAIN]), kept)
    bare = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()}
    session.see({**bare, c("a1"): Reading(SQUIRREL, 1.0)})
    session_answers.correct_purse(session, "page", 1, {"nut": 3})
    assert session.committed.players[1].purse.nut == 3
    assert len(kept.entries) == 1
    assert session.explanation.verdict is Verdict.LEGAL
    session.see(bare)
    assert session.explanation.verdict is Verdict.UNCHANGED


def test_a_wrong_supply_is_refused() -> None:
    """No such seat."""
    session, kept = solo()
    with pytest.raises(IllegalMove):
        session_answers.correct_purse(session, "page", 3, {"nut": 1})
    assert kept.entries == []


def test_a_plain_illegal_table_is_not_taken_for_a_forgotten_token() -> None:
    """No token makes a leaf of five spaces green."""
    session, _ = solo()
    session.see(seen("ggggo"))
    question = asked(session)
    assert question is not None
    assert question["kind"] == "illegal"


def test_old_answers_do_not_hit_new_questions() -> None:
    """The id of a question changes with what it asks."""
    session, _ = solo()
    session.see(seen("ggggo"))
    asking = Asking(Desync(resumed=False))
    first = asking.question(session, complain=True)
    session.see(seen("ggggo", "s"))
    session.see(seen("ygggo"))
    second = asking.question(session, complain=True)
    assert first is not None
    assert second is None or first["kind"] == second["kind"]
    same = asking.question(session, complain=True)
    assert same == second


def test_a_view_that_is_less_sure_ends_no_word() -> None:
    """A weak reading of the word's surface is not yet the camera's own word."""
    session, _ = solo()
    session.see(seen("g"))
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    session.see({**seen("g"), c("a1"): Reading(Surface("squirrel"), 0.4)})
    assert c("a1") in session.history.words
