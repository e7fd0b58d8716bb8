"""How turns end without a button: the next player's first piece, and a table that lies unchanged."""

from __future__ import annotations

import pytest

from device.journal.journal import Entry
from device.session.history import SessionError
from device.session.session import Session
from device.session.turn_flow import TurnFlow
from device.session.turn_settings import TurnSettings
from engine.catalog import GAMES
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import HOLE, LEAF_GREEN, SQUIRREL

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
NEXT = TurnSettings(turn_end="next-piece")
DWELL = TurnSettings(turn_end="dwell", dwell_s=3.0)


def table_of(players: int) -> tuple[Session[State, Move], list[Entry]]:
    """A game at its start, and its journal."""
    kept: list[Entry] = []
    names = ["Ada", "Ben", "Cy", "Di"][:players]
    return Session(GAME, GAME.new_table(names, [PLAIN] * players), kept.extend), kept


def look(session: Session[State, Move], *laid: tuple[int, str, Surface]) -> None:
    """Show the committed table with some spaces changed."""
    readings: dict[Spot, Reading] = {
        spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()
    }
    for seat, cell, surface in laid:
        readings[Space(seat, Cell.parse(cell))] = Reading(surface, 1.0)
    session.see(readings)


def test_the_next_players_first_piece_commits_the_turn() -> None:
    """Ada's squirrel lies, then Ben's leaf: Ada's turn is over, and Ben's leaf is read as his move."""
    session, kept = table_of(2)
    look(session, (0, "a1", SQUIRREL), (1, "a1", LEAF_GREEN), (1, "b1", LEAF_GREEN), (1, "c1", HOLE))
    assert session.is_wrong
    assert not TurnFlow().go_on(session, NEXT, 0.0, patient=False)
    assert TurnFlow().go_on(session, NEXT, 2.0, patient=True)
    assert session.seat == 1
    assert session.can_end_turn
    assert [entry.actor for entry in kept] == ["camera", "next piece"]


def test_only_where_it_was_chosen() -> None:
    """With the button a piece on another board is the wrong player's."""
    session, kept = table_of(2)
    look(session, (0, "a1", SQUIRREL), (1, "a1", SQUIRREL))
    assert not TurnFlow().go_on(session, TurnSettings(), 60.0, patient=True)
    assert kept == []


@pytest.mark.parametrize(
    "laid",
    [
        pytest.param([(1, "a1", SQUIRREL)], id="no main action yet"),
        pytest.param([(0, "a1", SQUIRREL), (2, "a1", SQUIRREL)], id="not the next player"),
        pytest.param([(0, "a1", SQUIRREL), (1, "a1", HOLE)], id="no legal piece"),
        pytest.param([(0, "a1", SQUIRREL), (1, "a1", SQUIRREL), (2, "a1", SQUIRREL)], id="two others at once"),
        pytest.param([(0, "a1", SQUIRREL)], id="nothing on the next board"),
    ],
)
def test_what_does_not_begin_the_next_turn(laid: list[tuple[int, str, Surface]]) -> None:
    """The turn stays as it is."""
    session, kept = table_of(3)
    look(session, *laid)
    assert not TurnFlow().go_on(session, NEXT, 60.0, patient=True)
    assert kept == []


def test_a_turn_that_lies_still_ends() -> None:
    """After the dwell time, not before, and not again for the next player, who has done nothing."""
    session, kept = table_of(2)
    flow = TurnFlow()
    look(session, (0, "a1", SQUIRREL))
    assert not flow.go_on(session, DWELL, 2.9, patient=True)
    assert flow.go_on(session, DWELL, 3.0, patient=True)
    assert kept[-1].actor == "dwell"
    assert not flow.go_on(session, DWELL, 60.0, patient=True)
    assert session.turn == 2


def test_a_doubtful_turn_does_not_end_by_itself() -> None:
    """A weak reading beside the piece has to be looked at by somebody."""
    session, kept = table_of(2)
    readings: dict[Spot, Reading] = {spot: Reading(s, 1.0) for spot, s in GAME.view(session.committed).items()}
    readings[Space(0, Cell(0, 0))] = Reading(SQUIRREL, 1.0)
    readings[Space(0, Cell(4, 4))] = Reading(SQUIRREL, 0.5)
    session.see(readings)
    assert not TurnFlow().go_on(session, DWELL, 60.0, patient=True)
    assert kept == []


def test_settings_come_from_the_journal() -> None:
    """What was set is kept with the game, and wrong values are refused with a sentence."""
    session, _ = table_of(2)
    session.note([Entry("set", "page", {"key": "turn-end", "value": "dwell"})])
    session.note([Entry("set", "page", {"key": "dwell-s", "value": 12})])
    settings = TurnSettings().with_all(session.history.settings)
    assert settings == TurnSettings(turn_end="dwell", dwell_s=12.0)
    assert [entry.body["key"] for entry in settings.entries(TurnSettings())] == ["turn-end", "dwell-s"]
    wrong: list[tuple[str, object]] = [
        ("turn-end", "gong"),
        ("dwell-s", 0),
        ("dwell-s", True),
        ("dwell-s", float("nan")),
        ("language", "fr"),
        ("sound", 1),
        ("colour", "red"),
    ]
    for key, value in wrong:
        with pytest.raises(SessionError):
            settings.with_value(key, value)
