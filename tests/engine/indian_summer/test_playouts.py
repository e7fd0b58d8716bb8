"""Fast random games against the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.indian_summer.final import carried_out, cheapest_first
from engine.indian_summer.outcome import solo_score
from engine.indian_summer.playouts import moves, random_solo
from engine.indian_summer.solo import cheapest
from engine.indian_summer.state import Phase


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_the_rules_come_to_the_same(drawn: Any, seed: int) -> None:
    """R11: every turn is legal, and covered spaces, supply and end agree."""
    chance = random.Random(seed)
    state = drawn.dealt(seed, 1)
    played = random_solo(state, lambda n: int(chance.random() * n))
    for move in moves(played):
        state = drawn.game.play(state, move).state
    assert state.turn.phase is Phase.FINAL
    me = state.player
    assert (me.board.covered, me.purse) == (played.covered, played.purse)
    board, left, _ = carried_out(me.board, me.purse, cheapest_first(me.board, me.purse), 0, cheapest)
    assert solo_score(board, left).won == played.end.won
    assert solo_score(board, left) == played.end


def test_luck_comes_from_outside(drawn: Any) -> None:
    """The same choices make the same game."""
    state = drawn.dealt(1, 1)
    assert random_solo(state, lambda n: n // 2) == random_solo(state, lambda n: n // 2)


def test_unknown_paths_cannot_be_played_at_random(drawn: Any) -> None:
    """R1.7: nobody told what lies there."""
    with pytest.raises(ValueError, match="all its paths known"):
        random_solo(drawn.alone(), lambda n: 0)
