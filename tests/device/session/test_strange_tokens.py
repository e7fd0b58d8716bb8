"""A token whose icon is another one than the print under it is told and may stay; it never stops a turn."""

from __future__ import annotations

from typing import Any

import pytest

from device.language import message_in
from device.session import answers as session_answers
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session, SessionError
from device.table_requests import TableRequests
from engine.game import Reading, Spot, Surface
from engine.indian_summer.forest import ForestFloor
from engine.referee import Verdict
from tests.device.session.solo_table import GAME, Kept, asked, c, seen
from webui.command import Command

FLOOR = ForestFloor.parse(["m........"] + ["........."] * 7, "one mushroom")
NUT, MUSHROOM = Surface("token.nut"), Surface("token.mushroom")


def with_token() -> tuple[Session[Any, Any], Kept, dict[Spot, Reading]]:
    """A green leaf has been laid with its hole on the mushroom, and a token on that."""
    kept = Kept()
    session: Session[Any, Any] = Session(GAME, GAME.new_solo(None, FLOOR), kept)
    view = seen("ogg") | {c("a1"): Reading(Surface("token"), 0.95)}
    return session, kept, view


def test_a_token_of_the_right_kind_or_of_none_changes_nothing() -> None:
    """R5.1: where the icon says what is printed, or cannot be read, the page says what it would say without."""
    messages = []
    for kinds in ({}, {c("a1"): MUSHROOM}):
        session, _, view = with_token()
        session.see(view, kinds)
        assert session.explanation.verdict is Verdict.LEGAL
        assert session.strange_tokens == ()
        messages.append(table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True))
    assert messages[0] == messages[1]


def test_a_token_of_another_kind_is_told_and_stops_nothing() -> None:
    """R5.1, R12.1: the notice names rule, space and both kinds; the move is legal and the turn may end."""
    session, _, view = with_token()
    session.see(view, {c("a1"): NUT})
    assert session.explanation.verdict is Verdict.LEGAL
    message: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)
    assert message["verdict"]["mood"] == "notice"
    assert message["verdict"]["rule"] == "R5.1"
    assert message["verdict"]["text"] == "The token on a1 looks like a nut, but a mushroom belongs there."
    assert message["question"]["kind"] == "token"
    assert [answer["id"] for answer in message["question"]["answers"]] == ["accept", "fix"]
    assert "sieht aus wie 1 Nuss" in str(message_in("de", message)["verdict"])
    hasty: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=False)
    assert hasty["question"] is None
    assert hasty["verdict"]["mood"] == "good"
    assert message["turn"]["can_end"]
    session.end_turn("button")
    assert GAME.view(session.committed)[c("a1")] == MUSHROOM


def test_what_was_accepted_is_not_said_again() -> None:
    """The answer is kept with who and why; of the same token nothing more is said, of yet another kind it is."""
    session, kept, view = with_token()
    session.see(view, {c("a1"): NUT})
    requests = TableRequests(
        lambda: session,
        lambda: None,
        lambda: None,
        lambda: Asking(Desync(resumed=False)).question(session, complain=True),
        lambda key, value, who: None,
        lambda: 0.0,
    )
    body = {"question": asked(session)["id"], "answer": "accept", "why": "all nuts are out"}
    answer = Command("answer", body, "page")
    assert requests.handlers["answer"](answer).ok
    assert [(entry.kind, entry.body["asked"], entry.body["why"]) for entry in kept.entries] == [
        ("answer", "token", "all nuts are out")
    ]
    assert asked(session) is None
    session.end_turn("button")
    session.see(view, {c("a1"): NUT})
    assert asked(session) is None
    session.see(view, {c("a1"): Surface("token.feather")})
    assert asked(session)["kind"] == "token"
    session.see(view, {})
    with pytest.raises(SessionError):
        session_answers.accept_strange(session, "page")


def test_what_was_accepted_is_still_accepted_after_a_restart() -> None:
    """A game that goes on from its journal asks no more about the token, and asks about one of another kind."""
    session, kept, view = with_token()
    session.see(view, {c("a1"): NUT})
    session_answers.accept_strange(session, "page")
    session.end_turn("button")
    resumed: Session[Any, Any] = Session(GAME, GAME.new_solo(None, FLOOR), Kept(), kept.entries)
    resumed.see(view, {c("a1"): NUT})
    assert resumed.is_clear
    assert resumed.strange_tokens == ()
    resumed.see(view | {c("i8"): Reading(Surface("floor"), 0.9)}, {c("a1"): Surface("token.feather")})
    assert len(resumed.strange_tokens) == 1


def test_a_persons_word_for_the_token_ends_the_question() -> None:
    """Who says what lies there is believed."""
    session, _, view = with_token()
    session.see(view, {c("a1"): NUT})
    session_answers.name_spot(session, "page", 0, "a1", "token.mushroom")
    assert asked(session) is None
    assert session.is_clear
