"""Whose moves an undo would take back, told along a game."""

from __future__ import annotations

from typing import Any

from device.session import answers as session_answers
from device.session.session import Session
from engine.game import Reading
from engine.grid import Cell, Space
from engine.indian_summer.surfaces import SQUIRREL
from tests.device.session.solo_table import GAME, PLAIN

NAMES = ("Ada", "Ben", "Cy")


def test_it_is_the_turn_that_the_table_takes_back() -> None:
    """Along a game of three, back and on again: the seat that is told is to move after the undo."""
    session: Session[Any, Any] = Session(GAME, GAME.new_table(list(NAMES), [PLAIN] * 3), lambda entries: None)
    lying: dict[Any, Reading] = {}

    def squirrel(cell: str) -> None:
        lying[Space(session.seat, Cell.parse(cell))] = Reading(SQUIRREL, 1.0)
        empty = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()}
        session.see({**empty, **lying})

    assert session.undo_seat is None
    for cell in ("a1", "a1", "a1", "c1"):
        squirrel(cell)
        before = session.seat
        session.end_turn("page")
        assert session.undo_seat == before
    session.enter(GAME.read_move(f"{session.seat + 1}:exchange:nut-berry"), "page")
    assert session.undo_seat == session.seat == 1
    session.undo("page")
    for expected in (0, 2, 1, 0):
        assert session.undo_seat == expected
        session.undo("page")
        assert session.seat == expected
    assert session.undo_seat is None


def test_a_supply_that_is_counted_out_of_turn_is_taken_back_by_whose_it_is() -> None:
    """Ada counts her tokens after her turn: she takes back the count, then the turn; what Ben makes is his to undo."""
    session = _after_the_turn_of_ada()
    session_answers.correct_purse(session, "seat-1", 0, {"nut": 3})
    assert session.undo_seat == 0
    session_answers.correct_purse(session, "seat-1", 0, {"nut": 2})
    assert session.undo_seat == 0
    session.undo("seat-1")
    assert session.undo_seat == 0
    session_answers.correct_purse(session, "seat-1", 0, {"nut": 3})
    session.enter(GAME.read_move("2:exchange:nut-berry"), "seat-2")
    assert session.undo_seat == 1
    session_answers.correct_purse(session, "seat-1", 0, {"nut": 2})
    assert session.undo_seat == 1
    session.undo("seat-2")
    assert (session.seat, session.undo_seat) == (1, 0)
    session_answers.correct_purse(session, "seat-2", 1, {"nut": 3})
    assert session.undo_seat == 1


def test_a_supply_that_is_counted_as_it_was_known_is_no_entry() -> None:
    """Nothing changes, so the game has not gone on: what was meant for it as it was shown is still carried out."""
    session = _after_the_turn_of_ada()
    mark = session.mark
    known = session.game.display(session.committed)["players"]
    assert isinstance(known, list)
    for seat in range(3):
        session_answers.correct_purse(session, "page", seat, known[seat]["purse"])
    assert (session.mark, session.undo_seat) == (mark, 0)


def _after_the_turn_of_ada() -> Session[Any, Any]:
    """Ada has laid a squirrel, and Ben is to move."""
    session: Session[Any, Any] = Session(GAME, GAME.new_table(list(NAMES), [PLAIN] * 3), lambda entries: None)
    bare = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()}
    session.see({**bare, Space(0, Cell.parse("a1")): Reading(SQUIRREL, 1.0)})
    session.end_turn("seat-1")
    assert (session.seat, session.undo_seat) == (1, 0)
    return session
