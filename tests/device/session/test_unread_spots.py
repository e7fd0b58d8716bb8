"""Where too much is hidden from the camera the table says so, with what to do and a way out."""

from __future__ import annotations

from typing import Any

import pytest

from device.session import answers as session_answers
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session, SessionError
from device.signals.table_lamps import pattern_of
from engine.game import Reading, Spot
from engine.grid import Space
from engine.referee import Verdict
from tests.device.session.solo_table import Kept, asked, seen, solo


def poorly(*rows: str, hidden: int) -> dict[Spot, Reading]:
    """The same, nothing read of so many spaces of the near rows."""
    readings = seen(*rows)
    for spot in sorted((each for each in readings if isinstance(each, Space)), reverse=True)[:hidden]:
        del readings[spot]
    return readings


def test_where_too_much_is_hidden_the_table_says_so_and_what_to_do() -> None:
    """With 16 spaces unread nothing is said; with more a notice, each of them named, what to do, and a question."""
    session, _ = solo()
    session.see(poorly(hidden=16))
    assert asked(session) is None
    session.see(poorly(hidden=20))
    message: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)
    assert message["verdict"]["mood"] == "notice"
    assert len(message["verdict"]["spots"]) == 20
    assert "lamp" in message["verdict"]["remedy"]
    assert [answer["id"] for answer in message["question"]["answers"]] == ["shown", "fix"]
    hasty: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=False)
    assert hasty["verdict"]["mood"] is None
    assert hasty["question"] is None
    lamp = pattern_of(session, "settled", Desync(resumed=False), saved=True, complain=True)
    assert lamp.name == "question"
    with pytest.raises(SessionError, match="20 spaces cannot be read"):
        session.end_turn("button")


def test_what_is_as_shown_is_asked_again_only_when_more_is_hidden() -> None:
    """The answer is kept with who and why, forces nothing, and silences the question until more spaces are unread."""
    session, kept = solo()
    session.see(poorly(hidden=20))
    session_answers.as_shown(session, "page", "a mirror")
    assert [(entry.kind, entry.actor, entry.body["answer"]) for entry in kept.entries] == [("answer", "page", "shown")]
    assert asked(session) is None
    session.see(poorly(hidden=18))
    assert asked(session) is None
    session.see(poorly(hidden=21))
    assert asked(session)["kind"] == "unread"
    session.see(poorly("s", hidden=20))
    assert session.explanation.verdict is Verdict.LEGAL
    assert asked(session) is None
    session.see(seen())
    with pytest.raises(SessionError):
        session_answers.as_shown(session, "page")


def test_what_flickers_is_asked_as_one_question() -> None:
    """Spots that were shown in this turn may be read and unread again; one that was not makes it another question."""
    session, _ = solo()
    asking = Asking(Desync(resumed=False))
    ids = []
    for hidden in (22, 20, 22, 21, 23, 20):
        session.see(poorly(hidden=hidden))
        question: Any = asking.question(session, complain=True)
        assert len(question["answers"][0]["spots"]) == hidden
        ids.append(question["id"])
    assert len(set(ids[:4])) == 1
    assert ids[4] == ids[5] != ids[0]


def test_what_is_as_shown_stays_so_after_a_restart() -> None:
    """A game that goes on from its journal asks again only when more spaces are unread than somebody has looked at."""
    session, kept = solo()
    session.see(poorly(hidden=20))
    session_answers.as_shown(session, "page")
    resumed = Session(session.game, session.committed, Kept(), kept.entries)
    resumed.see(poorly(hidden=20))
    assert asked(resumed) is None
    resumed.see(poorly(hidden=21))
    assert asked(resumed)["kind"] == "unread"


def test_telling_what_lies_there_ends_the_question() -> None:
    """The host names spaces until so few are left that they can be asked about."""
    session, _ = solo()
    session.see(poorly(hidden=18))
    names = {str(spot.cell): "floor" for spot in sorted(each for each in session.unread if isinstance(each, Space))[:2]}
    session_answers.name_spots(session, "page", 0, names)
    assert asked(session) is None
