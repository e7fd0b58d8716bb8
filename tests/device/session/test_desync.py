"""Desynchronised: what no move explains is not guessed at, is named with its spots, and ends by itself."""

from __future__ import annotations

from typing import Any

import pytest

from device.journal.journal import Entry
from device.session import answers as session_answers
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session
from device.signals.patterns import DESYNCHRONISED, ILLEGAL, WORKING
from device.signals.table_lamps import lit_seats, pattern_of
from engine.catalog import GAMES
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_GREEN, SQUIRREL

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
START = GAME.new_table(["Ada", "Ben"], [PLAIN, PLAIN])


def with_spots(state: State, **changed: Surface) -> dict[Spot, Reading]:
    """What a perfect camera reads of a state but for some spaces: ``a1`` of board 1, ``b_a1`` of board 2."""
    readings: dict[Spot, Reading] = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(state).items()}
    for name, surface in changed.items():
        seat, cell = (1, name[2:]) if name.startswith("b_") else (0, name)
        readings[Space(seat, Cell.parse(cell))] = Reading(surface, 1.0)
    return readings


def played() -> tuple[Session[State, Move], list[Entry]]:
    """Ada has laid a squirrel on a1 and Ben a leaf on board 2; it is Ada's turn."""
    kept: list[Entry] = []
    session: Session[State, Move] = Session(GAME, START, kept.extend)
    session.see(with_spots(session.committed, a1=SQUIRREL))
    session.end_turn("page")
    session.see(with_spots(session.committed, b_a1=LEAF_GREEN, b_b1=LEAF_GREEN, b_c1=HOLE))
    session.end_turn("page")
    return session, kept


def shown(session: Session[State, Move], desync: Desync) -> dict[str, Any]:
    """The table message."""
    sight, names = Sight("settled", "", "test"), ("Ada", "Ben")
    return table_message(session, sight, names, complain=True, asking=Asking(desync))


def test_several_pieces_disturbed_at_once_are_not_guessed_at() -> None:
    """Both pieces are gone: the spots are named, the question asks which is right, lamps of both boards say so."""
    session, _ = played()
    desync = Desync(resumed=False)
    session.see(with_spots(session.committed, a1=FLOOR, b_a1=FLOOR, b_b1=FLOOR, b_c1=FLOOR))
    desync.judge(session, complain=False)
    assert not desync.parted
    desync.judge(session, complain=True)
    assert desync.parted
    message = shown(session, desync)
    assert message["verdict"]["mood"] == "notice"
    assert "1:a1, 2:a1, 2:b1, 2:c1" in message["verdict"]["text"]
    assert message["players"][1]["differs"] == ["a1", "b1", "c1"]
    assert [answer["id"] for answer in message["question"]["answers"]] == ["table", "state"]
    pattern = pattern_of(session, "settled", desync, saved=True, complain=True)
    assert pattern is DESYNCHRONISED
    assert lit_seats(session, pattern, 2) == {0, 1}


def test_one_piece_moved_is_illegal_and_not_more() -> None:
    """A single piece of an earlier turn that is gone is named as such (R4.2)."""
    session, _ = played()
    desync = Desync(resumed=False)
    session.see(with_spots(session.committed, a1=FLOOR))
    desync.judge(session, complain=True)
    assert not desync.parted
    assert shown(session, desync)["verdict"]["rule"] == "R4.2"
    assert pattern_of(session, "settled", desync, saved=True, complain=True) is ILLEGAL


@pytest.mark.parametrize("cause", ["bump", "restart"])
def test_after_a_bump_or_a_restart_nobody_is_accused(cause: str) -> None:
    """What would be illegal otherwise is a difference then, at once, and the text says since when."""
    session, _ = played()
    desync = Desync(resumed=cause == "restart")
    if cause == "bump":
        desync.bumped()
    session.see(with_spots(session.committed, a1=FLOOR))
    desync.judge(session, complain=False)
    assert desync.parted
    assert cause in desync.text(session)


def test_a_table_that_agrees_after_a_restart_is_nothing_to_speak_of() -> None:
    """And what is laid later is judged as always."""
    session, _ = played()
    desync = Desync(resumed=True)
    session.see(with_spots(session.committed))
    desync.judge(session, complain=True)
    session.see(with_spots(session.committed, a1=FLOOR))
    desync.judge(session, complain=True)
    assert not desync.parted


def test_it_ends_by_itself_when_the_table_agrees() -> None:
    """The pieces are put back; then a move is a move again."""
    session, _ = played()
    desync = Desync(resumed=True)
    session.see(with_spots(session.committed, a1=FLOOR))
    desync.judge(session, complain=True)
    session.see(with_spots(session.committed))
    desync.judge(session, complain=True)
    assert not desync.parted
    session.see(with_spots(session.committed, c3=SQUIRREL))
    desync.judge(session, complain=True)
    assert session.can_end_turn


@pytest.mark.parametrize("answer", ["table", "state"])
def test_it_ends_by_saying_which_is_right(answer: str) -> None:
    """The table is right: the squirrel is gone. The game is right: it still counts. Both are journalled."""
    session, kept = played()
    desync = Desync(resumed=True)
    session.see(with_spots(session.committed, a1=FLOOR))
    desync.judge(session, complain=True)
    if answer == "table":
        session_answers.accept(session, "page", "the cat", asked="desync")
    else:
        session_answers.overrule(session, "page", "the cat")
    desync.judge(session, complain=True)
    assert not desync.parted
    assert not session.is_wrong
    assert (GAME.view(session.committed)[Space(0, Cell(0, 0))] == SQUIRREL) is (answer == "state")
    said = next(entry for entry in kept if entry.kind == "answer")
    assert (said.body["asked"], said.body["answer"], said.body["why"]) == ("desync", answer, "the cat")


def test_the_lamp_waits_until_a_wrong_table_has_lain_a_while() -> None:
    """Before that it is work in progress, and after "we put it back" too."""
    session, _ = played()
    desync = Desync(resumed=False)
    session.see(with_spots(session.committed, a1=FLOOR))
    assert pattern_of(session, "settled", desync, saved=True, complain=False) is WORKING
    session_answers.put_back(session, "page")
    assert pattern_of(session, "settled", desync, saved=True, complain=True) is WORKING


def test_a_piece_that_was_pushed_is_no_main_action() -> None:
    """The table is right about Ada's squirrel, which sits one space further now: her turn is still to be played."""
    session, _ = played()
    session.see(with_spots(session.committed, a1=FLOOR, b1=SQUIRREL))
    session_answers.accept(session, "page", "pushed", asked="desync")
    assert session.is_clear
    assert not session.can_end_turn
