"""A solo game on a plain floor whose paths nobody told, with its journal in memory and what a camera reads of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.journal.journal import Entry
from device.session.message import Sight, table_message
from device.session.session import Session
from engine.catalog import GAMES
from engine.game import Reading, Spot
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_GREEN, LEAF_YELLOW, SQUIRREL

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
LETTERS = {".": FLOOR, "o": HOLE, "g": LEAF_GREEN, "y": LEAF_YELLOW, "s": SQUIRREL}


class Kept:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __call__(self, entries: Sequence[Entry]) -> None:
        self.entries.extend(entries)

    def kinds(self) -> list[str]:
        """The kinds of entry in order."""
        return [entry.kind for entry in self.entries]


def solo() -> tuple[Session[State, Move], Kept]:
    """A solo game whose paths nobody told, on a plain floor."""
    kept = Kept()
    return Session(GAME, GAME.new_solo(None, PLAIN), kept), kept


def again(session: Session[State, Move], kept: Kept) -> Session[State, Move]:
    """The same game from its journal."""
    return Session(GAME, GAME.new_solo(None, PLAIN), Kept(), list(kept.entries))


def seen(*rows: str, seats: int = 1) -> dict[Spot, Reading]:
    """What a perfect camera reads of the first rows of board 1; all the rest is floor."""
    readings: dict[Spot, Reading] = {
        spot: Reading(FLOOR, 1.0) for board in GAME.layout(GAME.new_solo(None, PLAIN)) for spot in board.outlines
    }
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            readings[Space(0, Cell(row, col))] = Reading(LETTERS[sign], 1.0)
    return readings


def c(name: str) -> Space:
    """A space of board 1."""
    return Space(0, Cell.parse(name))


def asked(session: Session[State, Move]) -> Any:
    """The question that the page shows."""
    names = ("Ada", "Ben")[: len(GAME.layout(session.committed))]
    return table_message(session, Sight("settled", "", "test"), names, complain=True)["question"]
