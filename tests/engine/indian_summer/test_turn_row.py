"""The numbered row as a turn counter: every slide is foretold, whether the tiles are known or not (R11.2)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.catalog import GAMES
from engine.indian_summer.moves import EndTurn
from engine.indian_summer.options import Options, SoloMushroom
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import SOLO_TURNS, Phase, SoloTable, State
from engine.indian_summer.turn_row import PLACES, slide_begun, slide_due

GAME = GAMES["indian-summer"]


def a_start(seed: int) -> State:
    """A solo game with known tiles."""
    tiles = list(demo_tiles().tiles)
    random.Random(seed).shuffle(tiles)
    return GAME.new_solo(tiles[:25], demo_floors()[0])


def untold(state: State) -> State:
    """The same, the tiles of the row told to nobody."""
    return replace(state, solo=SoloTable())


def played_on(state: State, chance: random.Random) -> State:
    """The state after a random legal turn."""
    while True:
        legal = list(GAME.legal_moves(state))
        ends = [move for move in legal if isinstance(move, EndTurn)]
        move = ends[0] if ends else chance.choice(legal)
        state = GAME.play(state, move).state
        if ends:
            return state


@pytest.mark.parametrize("seed", range(4))
def test_each_slide_is_the_change_of_the_row_from_turn_to_turn(seed: int) -> None:
    """What is foretold is what the engine's own row does, and afterwards what the turn began with."""
    chance, state = random.Random(seed), a_start(seed)
    while state.turn.phase is Phase.TURNS:
        slide, last = slide_due(state), slide_due(untold(state))
        assert slide == last
        assert state.solo is not None
        assert state.solo.row is not None
        row = list(state.solo.row)
        after = played_on(state, chance)
        if slide is None:
            assert state.turn.number == SOLO_TURNS
            break
        assert slide.number == after.turn.number
        assert all(row[place] is None for place in (slide.target, *slide.gap))
        row[slide.source], row[slide.target] = None, row[slide.source]
        assert after.solo is not None
        assert tuple(row) == after.solo.row
        assert slide_begun(after) == slide == slide_begun(untold(after))
        state = after


def test_the_first_turn_begins_with_the_slide_of_number_one() -> None:
    """To the last of the two empty spaces at the right end."""
    slide = slide_begun(a_start(1))
    assert slide is not None
    assert (slide.number, slide.source, slide.target) == (1, PLACES - 3, PLACES - 1)


def test_a_row_that_a_mushroom_took_tiles_from_is_foretold_only_where_it_is_known() -> None:
    """R11.5: without the tiles nobody knows what lies there then; a number without its tile slides nothing."""
    start = replace(a_start(1), options=Options(mushroom=SoloMushroom.GAP))
    assert slide_due(start) is not None
    assert slide_due(untold(start)) is None
    assert slide_begun(untold(start)) is None
    assert start.solo is not None
    assert start.solo.row is not None
    taken = (*start.solo.row[:8], None, *start.solo.row[9:])
    assert slide_due(replace(start, solo=replace(start.solo, row=taken))) is None


def test_at_a_table_of_several_nothing_slides() -> None:
    """The row is a thing of the solo game."""
    table = GAME.new_table(["Ada", "Ben"], list(demo_floors()[:2]))
    assert slide_due(table) is None
    assert slide_begun(table) is None
