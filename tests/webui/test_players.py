"""Whose turn an undo would take back, told by the messages of a true game."""

from __future__ import annotations

from typing import Any

from device.session.message import Sight, table_message
from device.session.session import Session
from engine.game import Reading
from engine.grid import Cell, Space
from engine.indian_summer.surfaces import SQUIRREL
from tests.device.session.solo_table import GAME, PLAIN
from webui.players import seat_to_undo

NAMES = ("Ada", "Ben", "Cy")


def test_it_is_the_turn_that_the_table_takes_back() -> None:
    """Along a game of three, back and on again: the seat that is told is to move after the undo."""
    session: Session[Any, Any] = Session(GAME, GAME.new_table(list(NAMES), [PLAIN] * 3), lambda entries: None)
    lying: dict[Any, Reading] = {}

    def told() -> int | None:
        return seat_to_undo(table_message(session, Sight("settled", "", "test"), NAMES, complain=True))

    def squirrel(cell: str) -> None:
        lying[Space(session.seat, Cell.parse(cell))] = Reading(SQUIRREL, 1.0)
        empty = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()}
        session.see({**empty, **lying})

    assert told() == 0
    for cell in ("a1", "a1", "a1", "c1"):
        squirrel(cell)
        before = session.seat
        session.end_turn("page")
        assert told() == before
    session.enter(GAME.read_move(f"{session.seat + 1}:exchange:nut-berry"), "page")
    assert told() == session.seat == 1
    session.undo("page")
    for expected in (0, 2, 1):
        assert told() == expected
        session.undo("page")
        assert session.seat == expected
