"""Whose moves an undo would take back, told along a game."""

from __future__ import annotations

from typing import Any

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
