"""The solo game's turn tile at the table: which slide ends a turn, which does not, and what is said."""

from __future__ import annotations

import random

import numpy as np
import pytest

from device.journal.journal import Entry
from device.session.session import Session
from device.session.turn_flow import TurnFlow
from device.session.turn_settings import TurnSettings
from device.session.turn_tile import TurnTile
from device.simulation.pieces import Piece
from device.simulation.turn_row import in_row
from engine.catalog import GAMES
from engine.game import Reading, Spot
from engine.grid import Cell, Space
from engine.indian_summer.moves import EndTurn, Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import SQUIRREL
from tests.drawn_tables import drawn_table
from vision.frame import Frame

GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]
SIZE_WH = (780, 336)


class Alone:
    """A solo game, its row under a camera, and a board that is always read right."""

    def __init__(self, seed: int = 5) -> None:
        tiles = list(demo_tiles().tiles)
        random.Random(seed).shuffle(tiles)
        start = GAME.new_solo(tiles[:25], FLOOR)
        assert start.solo is not None
        row = list(start.solo.row or ())
        row[9], row[11] = row[11], None  # R11.2: as it is laid out, before the first turn
        self.simulator = drawn_table([FLOOR.rows], seed, SIZE_WH, row)
        self.kept: list[Entry] = []
        self.session: Session[State, Move] = Session(GAME, start, self.kept.extend)
        corners = self.simulator.row_corners_px() / SIZE_WH
        self.tile = TurnTile([(float(x), float(y)) for x, y in corners])
        self._flow, self._seq = TurnFlow(self.tile), 0
        self.laid: set[str] = set()
        self.see()

    def see(self) -> None:
        """The board is settled, with squirrels where they were laid."""
        view = GAME.view(self.session.committed)
        readings: dict[Spot, Reading] = {spot: Reading(surface, 1.0) for spot, surface in view.items()}
        readings |= {Space(0, Cell.parse(cell)): Reading(SQUIRREL, 1.0) for cell in self.laid}
        self.session.see(readings)

    def squirrel(self, cell: str) -> None:
        """A main action."""
        self.laid.add(cell)
        self.see()

    def go_on(self, seconds: float) -> int:
        """Let time pass, five looks a second; returns how often a turn ended meanwhile."""
        ended = 0
        for _ in range(round(seconds / 0.2)):
            self.simulator.advance(0.2)
            self._seq += 1
            self.tile.look(Frame(self.simulator.picture(), self.simulator.now_s, self._seq), self.session)
            ended += self._flow.go_on(self.session, TurnSettings(), 60.0, patient=True)
        return ended

    def slide(self, source: int, target: int) -> None:
        """Move a tile of the row at once."""
        tile = self.simulator.lift(self.simulator.row[source].id)
        self.simulator.lay(in_row(tile, target))

    @property
    def text(self) -> str:
        """What the page says of the row."""
        told = self.tile.as_json()
        assert told is not None
        return str(told["text"])


@pytest.fixture
def begun() -> Alone:
    """A game whose first turn has begun with its slide, main action done."""
    alone = Alone()
    assert alone.go_on(3) == 0
    alone.slide(9, 11)
    assert alone.go_on(3) == 0
    alone.squirrel("a1")
    return alone


def test_the_slide_of_the_next_turn_ends_this_one(begun: Alone) -> None:
    """The first slide begins turn 1 and ends nothing; that of turn 2 ends turn 1, once, by the turn tile."""
    assert begun.session.turn == 1
    begun.slide(8, 10)
    assert begun.go_on(6) == 1
    assert begun.session.turn == 2
    assert begun.kept[-1].actor == "turn tile"
    assert begun.text == ""


def test_whole_games_of_slides_count_ten_turns() -> None:
    """Nine slides end nine turns; each turn by the tile, none twice."""
    alone = Alone(6)
    alone.go_on(3)
    alone.slide(9, 11)
    alone.go_on(3)
    for number, cell in enumerate(("a1", "c1", "e1", "g1", "i1", "a3", "c3", "e3", "g3"), start=2):
        alone.squirrel(cell)
        alone.slide(10 - number, 12 - number)
        assert alone.go_on(4) == 1, number
    assert alone.session.turn == 10
    ends = [who for turn in alone.session.history.turns for move, who in turn.made if isinstance(move, EndTurn)]
    assert ends == ["turn tile"] * 9


def test_a_slide_before_the_main_action_is_refused_as_the_button_is() -> None:
    """It is said why, nothing is kept, and it is not asked again; put back and slid once more it ends the turn."""
    alone = Alone()
    alone.slide(9, 11)
    alone.go_on(3)
    alone.slide(8, 10)
    assert alone.go_on(4) == 0
    assert "R3.1" in alone.text
    assert alone.kept == []
    alone.squirrel("a1")
    assert alone.go_on(4) == 0
    alone.slide(10, 8)
    assert alone.go_on(3) == 0
    assert alone.text == ""
    alone.slide(8, 10)
    assert alone.go_on(3) == 1


def test_the_tile_that_follows_a_turn_ended_by_button_is_no_event(begun: Alone) -> None:
    """The turn has begun already; its tile only keeps the row right, and the next one ends it."""
    begun.session.end_turn("button")
    assert begun.go_on(3) == 0
    begun.slide(8, 10)
    assert begun.go_on(4) == 0
    assert begun.text == ""
    begun.squirrel("c1")
    begun.slide(7, 9)
    assert begun.go_on(3) == 1
    assert begun.session.turn == 3


def test_a_tile_put_back_after_an_undo_is_no_event(begun: Alone) -> None:
    """Undo takes the turn back; the tile goes back without a word, and slid again it ends the turn again."""
    begun.slide(8, 10)
    assert begun.go_on(4) == 1
    begun.session.undo("page")
    begun.laid.clear()
    begun.see()
    assert begun.go_on(3) == 0
    begun.slide(10, 8)
    assert begun.go_on(3) == 0
    assert begun.session.turn == 1
    begun.squirrel("b1")
    begun.slide(8, 10)
    assert begun.go_on(3) == 1


def test_a_tile_put_back_before_the_undo_is_no_event(begun: Alone) -> None:
    """In this order neither."""
    begun.slide(8, 10)
    assert begun.go_on(4) == 1
    begun.slide(10, 8)
    assert begun.go_on(3) == 0
    assert begun.session.turn == 2
    assert begun.text == ""


def test_a_tile_in_a_hand_ends_nothing(begun: Alone) -> None:
    """Lifted for twelve seconds: it is said. Laid down where it lay nothing has happened, on its new place it has."""
    tile = begun.simulator.lift(begun.simulator.row[8].id)
    assert begun.go_on(12) == 0
    assert "number 2 is lifted" in begun.text
    begun.simulator.lay(tile)
    assert begun.go_on(3) == 0
    assert begun.text == ""
    tile = begun.simulator.lift(tile.id)
    begun.go_on(3)
    begun.simulator.lay(in_row(tile, 10))
    assert begun.go_on(3) == 1


@pytest.mark.parametrize("moves", [[(7, 10)], [(7, 9)], [(8, 9)], [(8, 10), (7, 8)], [(11, 10), (8, 11)]])
def test_other_tiles_moved_end_nothing_and_are_named(begun: Alone, moves: list[tuple[int, int]]) -> None:
    """A wrong tile, a place short, two tiles: nothing ends, and the page says that the row has changed and where."""
    for source, target in moves:
        begun.slide(source, target)
    assert begun.go_on(4) == 0
    assert "no slide of the next tile" in begun.text
    assert "number" in begun.text


def test_after_a_bump_the_next_slide_counts_again(begun: Alone) -> None:
    """All tiles pushed a third of a space along: no event, said; from there the next slide ends the turn."""
    for piece in begun.simulator.row.values():
        tile = begun.simulator.lift(piece.id)
        x, y = tile.offset_xy
        begun.simulator.lay(Piece(tile.id, tile.kind, tile.seat, tile.look, tile.cells, tile.mark, (x + 0.9, y)))
    assert begun.go_on(4) == 0
    assert "no slide of the next tile" in begun.text
    begun.slide(8, 10)
    assert begun.go_on(4) == 1


def test_hands_that_pass_all_the_time_end_nothing(begun: Alone) -> None:
    """Two minutes of hands that reach over the row to lay and lift squirrels, and a slide after them that counts."""
    dice = np.random.default_rng(4)
    for number in range(40):
        cell = Cell(int(dice.integers(0, 8)), int(dice.integers(0, 9)))
        begun.simulator.ask_squirrel(0, cell)
        ended = begun.go_on(float(dice.uniform(0.4, 5.0)))
        assert ended == 0, number
    begun.go_on(200 if begun.simulator.busy else 3)
    assert begun.session.turn == 1
    begun.slide(8, 10)
    assert begun.go_on(3) == 1


def test_a_new_game_begins_without_a_word(begun: Alone) -> None:
    """The row laid out anew between two games is no event of either."""
    begun.session = Session(GAME, begun.session.history.turns[0].state, begun.kept.extend)
    begun.laid.clear()
    begun.see()
    begun.slide(11, 9)
    assert begun.go_on(5) == 0
    assert begun.text == ""


def test_nothing_is_watched_without_a_row_or_alone() -> None:
    """Where nobody has shown the row, and at a table of several, there is nothing to say."""
    alone = Alone()
    picture = Frame(alone.simulator.picture(), 9.0, 1)
    nowhere = TurnTile()
    nowhere.look(picture, alone.session)
    assert nowhere.as_json() is None
    several: Session[State, Move] = Session(GAME, GAME.new_table(["Ada", "Ben"], [FLOOR, FLOOR]), alone.kept.extend)
    alone.tile.look(picture, several)
    assert alone.tile.as_json() is None
    assert not alone.tile.end_turn(several)
