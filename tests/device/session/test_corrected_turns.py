"""A turn that was corrected later changes what follows from it, or is refused unless forced."""

from __future__ import annotations

import pytest

from device.session import answers as session_answers
from device.session.session import Session, SessionError
from engine.indian_summer.moves import Move
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import FLOOR, LEAF_GREEN, SQUIRREL
from tests.device.session.solo_table import GAME, Kept, again, c, seen, solo


def three_turns() -> tuple[Session[State, Move], Kept]:
    """Squirrels on a1, b1 and c1, a turn each."""
    session, kept = solo()
    for number in range(1, 4):
        session.see(seen("s" * number))
        session.end_turn("page")
    return session, kept


def test_a_corrected_turn_changes_what_follows() -> None:
    """The first squirrel sat on i8: the board differs there and the later turns stand."""
    session, kept = three_turns()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:squirrel:i8"]))
    assert "a1" in said
    assert "i8" in said
    assert session.turn == 4
    assert GAME.view(session.committed)[c("i8")] == SQUIRREL
    assert GAME.view(session.committed)[c("b1")] == SQUIRREL
    assert session.turns()[0].moves == ("1:squirrel:i8", "1:end")
    same = again(session, kept)
    assert same.committed == session.committed
    assert [line.text for line in same.log] == [line.text for line in session.log]


def test_a_correction_that_breaks_later_turns_is_refused_unless_forced() -> None:
    """The first squirrel sat where the leaf came after it: turn 2 is named; forced, it is the table's decision."""
    session, kept = solo()
    for rows in (["s"], ["sggo"], ["sggo", "s"]):
        session.see(seen(*rows))
        session.end_turn("page")
    before = session.committed
    with pytest.raises(SessionError, match=r"Turn 2 would become illegal"):
        session_answers.revise(session, "page", 1, ["1:squirrel:b1"])
    assert session.committed == before
    assert "revise" not in kept.kinds()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:squirrel:b1"], force=True))
    assert "a1" in said
    assert GAME.view(session.committed)[c("a1")] == FLOOR
    assert GAME.view(session.committed)[c("b1")] == LEAF_GREEN
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2]
    assert again(session, kept).committed == session.committed


def test_a_turn_that_lays_nothing_new_is_kept_when_forced() -> None:
    """The first squirrel sat on b1, where that of turn 2 was laid: the table insists on turn 2, and turn 3 stands."""
    session, kept = three_turns()
    with pytest.raises(SessionError, match=r"Turn 2 would become illegal"):
        session_answers.revise(session, "page", 1, ["1:squirrel:b1"])
    session_answers.revise(session, "page", 1, ["1:squirrel:b1"], force=True)
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2]
    assert session.turns()[1].moves[-2:] == ("table:1b1=squirrel", "1:end")
    assert session.turns()[2].moves == ("1:squirrel:c1", "1:end")
    view = GAME.view(session.committed)
    assert [view[c(name)] for name in ("a1", "b1", "c1")] == [FLOOR, SQUIRREL, SQUIRREL]
    same = again(session, kept)
    assert same.committed == session.committed
    assert [line.text for line in same.log] == [line.text for line in session.log]


def test_a_leaf_in_place_of_later_squirrels_can_be_forced() -> None:
    """The leaf of turn 1 covers what the squirrels of turns 2 and 3 cover: both turns count, squirrels lie there."""
    session, kept = three_turns()
    session_answers.revise(session, "page", 1, ["1:leaf:green:a1,b1,c1o"], force=True)
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2, 3]
    view = GAME.view(session.committed)
    assert [view[c(name)] for name in ("a1", "b1", "c1")] == [LEAF_GREEN, SQUIRREL, SQUIRREL]
    assert again(session, kept).committed == session.committed


def final_phase() -> tuple[Session[State, Move], Kept]:
    """Squirrels on the first ten spaces, a turn each, then the nut of the supply on b2, and the berry that is left."""
    session, kept = solo()
    for number in range(1, 11):
        session.see(seen("s" * min(number, 9), "s" * max(0, number - 9)))
        session.end_turn("page")
    assert session.committed.turn.phase is Phase.FINAL
    session.keep(((GAME.recount(session.committed, 0, {"berry": 1, "nut": 1, "mushroom": 0, "feather": 0}), "page"),))
    session.see(seen("s" * 9, "ss"))
    session.end_turn("page")
    return session, kept


def test_a_final_phase_can_be_kept_when_forced() -> None:
    """The tenth squirrel sat where the nut's one did: the nut counts as spent, the game is over as it was."""
    session, kept = final_phase()
    assert session.finished
    session_answers.revise(session, "page", 10, ["1:squirrel:b2"], force=True)
    assert session.finished
    assert session.committed.players[0].purse.nut == 0
    assert session.committed.players[0].board.squirrels.bit_count() == 10
    assert again(session, kept).committed == session.committed


def test_a_supply_follows_a_correction() -> None:
    """A nut that was spent in turn 1 is missing ever since, and that is said."""
    session, _ = three_turns()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:nut:h8", "1:squirrel:a1"]))
    assert session.committed.players[0].purse.nut == 0
    assert "nuts: 0" in said


def test_turns_are_listed_with_their_moves() -> None:
    """Each turn has its number, seat, sentences and notation; the present one is empty."""
    session, _ = three_turns()
    lines = session.turns()
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert lines[1].moves == ("1:squirrel:b1", "1:end")
    assert "b1" in lines[1].text
    assert lines[3].moves == ()
