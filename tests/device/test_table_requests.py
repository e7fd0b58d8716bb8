"""Requests that come twice or late: they hit nothing but what the person has seen."""

from __future__ import annotations

from typing import Any

import pytest

from device.session.session import Doubtful, Session, SessionError
from device.table_requests import READ_S, TableRequests
from engine.game import Reading
from engine.indian_summer.surfaces import LEAF_GREEN, SQUIRREL
from tests.device.session.solo_table import GAME, PLAIN, asked, c, seen, solo
from webui.command import Command, Reply


class Asker:
    """A game (of one player unless another is given) and who asks something of it; the clock is set by hand."""

    def __init__(self, session: Session[Any, Any] | None = None) -> None:
        self.session: Session[Any, Any] = session or solo()[0]
        self.now_s = 0.0
        self._requests = TableRequests(
            lambda: self.session,
            lambda: None,
            lambda: None,
            lambda: asked(self.session),
            lambda key, value, who: None,
            lambda: self.now_s,
        )

    def ask(self, name: str, who: str = "page", **body: object) -> Reply:
        """Carry a command out."""
        return self._requests.handlers[name](Command(name, body, who))

    def play(self, row: str) -> None:
        """Lay what a row shows and end the turn."""
        self.session.see(seen(row))
        self.ask("end-turn")

    def see_doubtful(self, row: str, where: str = "e5") -> None:
        """A row that is seen surely, and something on e5, say, that may be a squirrel."""
        self.session.see({**seen(row), c(where): Reading(SQUIRREL, 0.5)})


@pytest.mark.parametrize("name", ["undo", "end-turn"])
def test_the_second_tap_of_two_is_refused(name: str) -> None:
    """Both were meant for the turn that was shown; the first one leaves it, and the second one does no more."""
    asker = Asker()
    asker.play("s")
    asker.play("ss")
    asker.session.see(seen("sss"))
    mark = asker.session.mark
    assert asker.ask(name, turn=mark).ok
    turn = asker.session.turn
    with pytest.raises(SessionError, match="has gone on in the meantime"):
        asker.ask(name, turn=mark)
    assert asker.session.turn == turn


def test_an_undo_within_the_turn_is_not_followed_by_that_of_the_turn_before() -> None:
    """The first of two taps takes an exchange back; the turn before it was not meant by the second."""
    asker = Asker()
    asker.play("s")
    asker.ask("move", notation="1:exchange:nut-berry")
    mark = asker.session.mark
    asker.ask("undo", turn=mark)
    with pytest.raises(SessionError, match="has gone on"):
        asker.ask("undo", turn=mark)
    assert asker.session.turn == 2


def test_who_says_nothing_of_the_turn_means_the_present_one() -> None:
    """A button at the table has seen nothing but the table."""
    asker = Asker()
    asker.play("s")
    asker.play("ss")
    assert asker.ask("undo", "button").ok
    assert asker.ask("undo", "button").ok
    assert asker.session.turn == 1


def test_a_doubt_is_not_confirmed_before_anybody_can_have_read_it() -> None:
    """The second tap of two is answered as the first; asking once more later ends the turn."""
    asker = Asker()
    asker.see_doubtful("s")
    for _ in range(2):
        with pytest.raises(Doubtful, match="e5"):
            asker.ask("end-turn")
    asker.now_s = READ_S
    assert asker.ask("end-turn").ok


def test_a_doubt_is_confirmed_by_who_was_told_it_of_these_moves() -> None:
    """It is named again to another phone, and where another piece lies beside it by now."""
    asker = Asker()
    asker.see_doubtful("s")
    for row, who in (("s", "seat-1"), ("s", "page"), (".s", "page")):
        asker.see_doubtful(row)
        with pytest.raises(Doubtful, match="e5"):
            asker.ask("end-turn", who)
        asker.now_s += READ_S
    assert asker.ask("end-turn").ok


def test_a_doubt_that_is_said_on_every_page_is_known_to_all() -> None:
    """The refusal of a button at the table is shown everywhere, so a page may confirm it."""
    asker = Asker()
    asker.see_doubtful("s")
    with pytest.raises(Doubtful):
        asker.ask("end-turn", "button")
    asker.now_s = READ_S
    assert asker.ask("end-turn").ok


def test_doubts_that_come_and_go_are_confirmed_once_each_was_named() -> None:
    """Now h8 is weak and now h7: who was told of both, with the same moves, ends the turn at the third tap."""
    asker = Asker()
    for where in ("h8", "h7"):
        asker.see_doubtful("s", where)
        with pytest.raises(Doubtful, match=where):
            asker.ask("end-turn")
        asker.now_s += READ_S
    asker.see_doubtful("s", "h8")
    assert asker.ask("end-turn").ok


def test_a_tap_right_after_another_doubt_was_named_confirms_none() -> None:
    """Whatever is weak by now, the taps of one moment end no turn of which something was just said."""
    asker = Asker()
    for where, after in (("h8", 0.0), ("h7", 1.0), ("h8", 1.4)):
        asker.see_doubtful("s", where)
        asker.now_s = after * READ_S
        with pytest.raises(Doubtful):
            asker.ask("end-turn")


def test_what_the_hosts_page_was_told_is_known_at_the_button() -> None:
    """Host and button are at one table: one press ends the turn, as soon as what was said can have been read."""
    asker = Asker()
    asker.see_doubtful("s")
    for who in ("page", "button"):
        with pytest.raises(Doubtful):
            asker.ask("end-turn", who)
    asker.now_s = READ_S
    assert asker.ask("end-turn", "button").ok


def test_a_late_answer_does_not_hit_a_table_that_lies_otherwise() -> None:
    """Two tables break the rules in the same words, at other places or in other turns: they are other questions."""
    asker, seen_ids = Asker(), set()
    for rows in (("ggggo",), ("", "", "ggggo"), ("s", "", "ggggo")):
        if rows[0] == "s":
            asker.play("s")
        asker.session.see(seen(*rows))
        seen_ids.add(asked(asker.session)["id"])
    assert len(seen_ids) == 3
    with pytest.raises(SessionError, match="no longer open"):
        asker.ask("answer", question=min(seen_ids - {asked(asker.session)["id"]}), answer="accept")


def test_a_question_stays_open_while_another_supply_is_counted() -> None:
    """Ben counts his own tokens while Ada reads what is asked of her: her answer is to the question she has read."""
    asker = Asker(Session(GAME, GAME.new_table(("Ada", "Ben"), [PLAIN, PLAIN]), lambda entries: None))
    bare = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(asker.session.committed).items()}
    asker.session.see({**bare, **{c(name): Reading(LEAF_GREEN, 1.0) for name in ("a1", "b1", "c1", "d1", "e1")}})
    question = asked(asker.session)
    assert question["kind"] == "illegal"
    asker.ask("purse", "seat-2", seat=1, nut=3)
    assert asked(asker.session)["id"] == question["id"]
    assert asker.ask("answer", "seat-1", question=question["id"], answer="accept").ok


def test_a_piece_that_is_put_back_after_an_undo_asks_nothing_new() -> None:
    """The question is about what still lies there: it stays the same while that becomes less."""
    asker = Asker()
    asker.play("oggs")
    asker.ask("undo")
    first = asked(asker.session)
    asker.session.see(seen("...s"))
    second = asked(asker.session)
    assert len(second["answers"][0]["spots"]) < len(first["answers"][0]["spots"])
    assert second["id"] == first["id"]
