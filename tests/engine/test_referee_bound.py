"""The bounds of the referee's search are true: no turn is cheaper than its bound, none that can be paid is given up."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.indian_summer.affording import nuts_at_most
from engine.indian_summer.forest import FULL
from engine.indian_summer.moves import EndTurn, SpendNut


def turn(drawn: Any, state: Any, chance: random.Random) -> list[tuple[Any, Any]]:
    """The states and moves of a random turn without its end, eight moves at most."""
    played: list[tuple[Any, Any]] = []
    while len(played) < 8 and any(True for _ in drawn.game.legal_moves(state)):
        move = drawn.game.read_move(drawn.at_random(state, chance))
        if isinstance(move, EndTurn):
            break
        played.append((state, move))
        state = drawn.game.play(state, move).state
    return played


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_no_turn_costs_less_than_its_bound(drawn: Any, seed: int, players: int) -> None:
    """From each point of a random turn its bound is no more than the moves cost, and no move overtakes it."""
    game, chance = drawn.game, random.Random(seed)
    state = drawn.dealt(seed, players)
    for _ in range(8):
        played = turn(drawn, state, chance)
        costs = [game.cost(before, move) for before, move in played]
        states = [before for before, _ in played]
        if played:
            state = game.play(*played[-1]).state
        states.append(state)
        end = game.view(state)
        wanted = [
            {spot: surface for spot, surface in end.items() if game.view(each)[spot] != surface} for each in states
        ]
        bounds = [game.least_cost(each, lack) for each, lack in zip(states, wanted, strict=True)]
        for index, bound in enumerate(bounds):
            assert bound <= sum(costs[index:]) + 1e-9
        for before, after, cost in zip(bounds, bounds[1:], costs, strict=False):
            assert before - after <= cost + 1e-9
        ended = game.end_turn(state)
        if ended is None:
            return
        state = game.play(state, ended).state


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_nobody_spends_more_nuts_than_the_bound(drawn: Any, seed: int, players: int) -> None:
    """R8.2: in no random turn more squirrels are paid for than the bound at its start says."""
    game, chance = drawn.game, random.Random(seed)
    state = drawn.dealt(seed, players)
    for _ in range(10):
        played = turn(drawn, state, chance)
        most = nuts_at_most(state, FULL, FULL, FULL)
        paid = sum(isinstance(move, SpendNut) for _, move in played)
        if played:
            state = game.play(*played[-1]).state
        assert paid <= most
        ended = game.end_turn(state)
        if ended is None:
            return
        state = game.play(state, ended).state
