"""Whole turns of players with full supplies, and final phases: what was done is among the answers, and it can end."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Reading
from engine.grid import Cell, Space
from engine.indian_summer import final, solo
from engine.indian_summer.forest import Purse, Treasure
from engine.indian_summer.moves import (
    Exchange,
    Move,
    PlaceAnimal,
    PlaceLeaf,
    PlaceSquirrel,
    SpendFeather,
    SpendMushroom,
    SpendNut,
)
from engine.indian_summer.outcome import as_nuts
from engine.indian_summer.state import Phase, State, Turn
from engine.referee import CLOSE, Explanation, Verdict, explain

MAIN = (PlaceLeaf, PlaceSquirrel, SpendFeather, SpendMushroom)
LAID = {"s": "squirrel", "g": "leaf.green", "r": "leaf.red", "o": "hole"}


def seen_of(drawn: Any, state: State) -> Any:
    """What a perfect camera reads."""
    return {spot: Reading(surface, 1.0) for spot, surface in drawn.game.view(state).items()}


def with_purse(state: State, purse: tuple[int, ...]) -> State:
    """The state with the supply of the player in turn."""
    players = list(state.players)
    players[state.turn.seat] = replace(state.player, purse=Purse(*purse))
    return replace(state, players=tuple(players))


def untold(state: State) -> State:
    """The state of a table whose paths nobody told."""
    return replace(state, players=tuple(replace(each, path=None) for each in state.players), common=None, reserve=None)


def after_some_turns(drawn: Any, seed: int, players: int, turns: int) -> State:
    """A game of leaves that has come some turns far."""
    chance, state = random.Random(seed), drawn.dealt(seed, players)
    for _ in range(turns):
        leaves = [move for move in drawn.game.legal_moves(state) if isinstance(move, PlaceLeaf)]
        if leaves:
            state = drawn.game.play(state, chance.choice(leaves)).state
        while state.turn.refill:
            state = drawn.game.play(state, drawn.game.choices(state)[0]).state
        end = drawn.game.end_turn(state)
        if end is None or state.turn.number == 10:
            break
        state = drawn.game.play(state, end).state
    return state


def rich_turn(drawn: Any, state: State, chance: random.Random) -> tuple[Move, ...]:
    """A Main Action and as many squirrels as somebody likes, whose nuts are exchanged for when they are needed."""
    game, line = drawn.game, []

    def make(*kinds: type) -> bool:
        nonlocal state
        found = [move for move in game.legal_moves(state) if isinstance(move, kinds)]
        if found and SpendNut in kinds:
            found.sort(key=lambda move: bin(move.on).count("0"))
        if found:
            line.append(chance.choice(found))
            state = game.play(state, line[-1]).state
        return bool(found)

    make(chance.choice(MAIN)) or make(PlaceSquirrel)
    while state.turn.double is not None and make(PlaceLeaf):
        pass
    if chance.random() < 0.5:
        make(PlaceAnimal)
    for _ in range(chance.randrange(5)):
        if not state.player.purse.nut:
            ways = [move for move in game.legal_moves(state) if isinstance(move, Exchange) and move.get is Treasure.NUT]
            if ways:
                line.append(chance.choice(ways))
                state = game.play(state, line[-1]).state
        make(SpendNut)
    return tuple(line)


def played(drawn: Any, state: State, moves: tuple[Move, ...]) -> tuple[State, float]:
    """Where moves lead and what they cost."""
    cost = 0.0
    for move in moves:
        cost += drawn.game.cost(state, move)
        state = drawn.game.play(state, move).state
    return state, cost


def told(drawn: Any, before: State, found: Explanation[State, Move], moves: tuple[Move, ...]) -> bool:
    """Whether the truth is an answer, or an answer shows the same boards and was clearly likelier (R12.2)."""
    truth, cost = played(drawn, before, moves)
    answers = [(line.moves, line.state) for line in found.rivals] or [(found.moves, found.state)]
    alike = [(line, state) for line, state in answers if drawn.game.view(state) == drawn.game.view(truth)]
    return any(
        state == truth or played(drawn, before, line)[1] <= cost - CLOSE + 1e-9
        for line, state in alike
        if (drawn.game.end_turn(state) is None) == (drawn.game.end_turn(truth) is None)
    )


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4), turns=st.integers(0, 24), tell=st.booleans())
def test_a_rich_turn_is_among_the_answers(drawn: Any, seed: int, players: int, turns: int, tell: bool) -> None:
    """R3.1, R8, R9.1: whatever a full supply paid for, what was done is an answer, and the turn can end with it."""
    chance = random.Random(seed)
    state = after_some_turns(drawn, seed, players, turns)
    state = with_purse(state, (*(chance.randrange(1, 4) for _ in range(3)), chance.randrange(2)))
    if players > 1 and not tell:
        state = untold(state)
    line = rich_turn(drawn, state, chance)
    if not line:
        return
    found = explain(drawn.game, state, seen_of(drawn, played(drawn, state, line)[0]))
    assert found.verdict in {Verdict.LEGAL, Verdict.QUESTION}
    assert told(drawn, state, found, line)


@pytest.mark.parametrize(
    ("purse", "players", "leaves", "squirrels"),
    [
        ((3, 1, 2, 1), 2, "a1g b1g c1o", "a8 i1 e4 c6"),
        ((3, 1, 2, 1), 2, "a1g b1g c1o a3r b3r c3r d3r e3o", "a8 i1 e4"),
        ((2, 1, 3, 0), 4, "a1g b1g c1o", "a8 i1 e4 c6"),
        ((4, 1, 3, 1), 4, "a1g b1g c1o a3r b3r c3r d3r e3o", "a8 i1 e4 c6 g7"),
    ],
)
def test_many_squirrels_beside_leaves_are_explained(
    drawn: Any, purse: tuple[int, ...], players: int, leaves: str, squirrels: str
) -> None:
    """R8.2, R9.1: in whatever order nuts were made and spent, it is one turn, and it can end."""
    state = drawn.table(drawn.player(purse=purse), *[drawn.player()] * (players - 1))
    seen = seen_of(drawn, state)
    for word in (*leaves.split(), *(f"{cell}s" for cell in squirrels.split())):
        seen[Space(0, Cell.parse(word[:2]))] = Reading(LAID[word[2]], 1.0)
    found = explain(drawn.game, state, seen)
    assert found.verdict in {Verdict.LEGAL, Verdict.QUESTION}
    assert drawn.game.end_turn(found.state) is not None


def final_phase(drawn: Any, seed: int, players: int, purse: tuple[int, ...]) -> State:
    """The board of a game that is nearly played, as its player comes to the final phase."""
    state = with_purse(after_some_turns(drawn, seed, players, 9 * players), purse)
    closing = None if players == 1 else (state.turn.seat + 1) % players
    return replace(state, turn=Turn(state.turn.seat, state.turn.number, phase=Phase.FINAL, closing=closing))


@pytest.mark.parametrize("purse", [(2, 2, 2, 0), (5, 3, 3, 1), (4, 4, 4, 2)])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_best_final_phase_is_explained_in_one_view(drawn: Any, players: int, purse: tuple[int, ...]) -> None:
    """R10.2, R11.6: all of it at once, however many areas it fills, is legal and leaves what the plan says."""
    for seed in range(4):
        state = final_phase(drawn, seed, players, purse)
        plan = (solo if players == 1 else final).plan(state.board, state.player.purse, state.turn.seat)
        after, _ = played(drawn, state, tuple(move for step in plan.steps for move in step.moves))
        found = explain(drawn.game, state, seen_of(drawn, after))
        assert found.verdict in {Verdict.LEGAL, Verdict.QUESTION}
        assert drawn.game.view(found.state) == drawn.game.view(after)
        assert drawn.game.end_turn(found.state) is not None
        if players > 1:
            assert as_nuts(found.state.player.purse) == as_nuts(after.player.purse)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(("purse", "number"), [((0, 0, 9, 0), 9), ((2, 4, 5, 1), 11), ((0, 25, 0, 0), 25)])
def test_no_final_phase_is_too_long_to_be_believed(
    drawn: Any, players: int, purse: tuple[int, ...], number: int
) -> None:
    """R10.2, R11.6: as many squirrels as the supply makes nuts, and one more is illegal for want of a nut."""
    if players == 1:
        state = drawn.alone(purse=purse, path="-", phase=Phase.FINAL, number=10)
    else:
        full = drawn.player(["sssssssss"] * 8, path="-")
        state = drawn.table(drawn.player(purse=purse, path="-"), full, phase=Phase.FINAL, closing=1)
    seen = seen_of(drawn, state)
    cells = [Space(0, Cell(row, col)) for col in (0, 8, 4, 2) for row in range(8)]
    for cell in cells[:number]:
        seen[cell] = Reading("squirrel", 1.0)
    found = explain(drawn.game, state, seen)
    assert found.verdict is Verdict.LEGAL
    assert as_nuts(found.state.player.purse)[0] == 0
    seen[cells[number]] = Reading("squirrel", 1.0)
    assert explain(drawn.game, state, seen).violations[0].rule == "R8.2"


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), players=st.integers(1, 4))
def test_any_final_phase_is_among_the_answers(drawn: Any, seed: int, players: int) -> None:
    """R10.2, R11.6: squirrels anywhere, exchanged for in any order; at a table only how many nuts can be had counts."""
    chance = random.Random(seed)
    state = final_phase(drawn, seed, players, tuple(chance.randrange(3) for _ in range(4)))
    after, line = state, []
    for _ in range(chance.randrange(1, 16)):
        wanted = SpendNut if after.player.purse.nut else Exchange
        moves = [move for move in drawn.game.legal_moves(after) if isinstance(move, wanted)]
        if not moves:
            break
        line.append(chance.choice(moves))
        after = drawn.game.play(after, line[-1]).state
    if not any(isinstance(move, SpendNut) for move in line):
        return
    found = explain(drawn.game, state, seen_of(drawn, after))
    assert found.verdict in {Verdict.LEGAL, Verdict.QUESTION}
    assert drawn.game.view(found.state) == drawn.game.view(after)
    if players == 1:
        while isinstance(line[-1], Exchange):
            line.pop()
        assert told(drawn, state, found, tuple(line))
    else:
        assert as_nuts(found.state.player.purse) == as_nuts(after.player.purse)


def test_parts_of_the_final_phase_follow_each_other(drawn: Any) -> None:
    """R10.2, R2.4 (ruling): who lays along with another is told to wait, and need not take anything back."""
    board = ["sssssssss"] * 7 + ["ssssssss."]
    players = [drawn.player(board, purse=(0, 1, 0, 0), path="-") for _ in range(2)]
    state = drawn.table(*players, phase=Phase.FINAL, closing=0)
    both = {**seen_of(drawn, state), **{Space(seat, Cell(7, 8)): Reading("squirrel", 1.0) for seat in (0, 1)}}
    found = explain(drawn.game, state, both)
    assert (found.verdict, found.violations[0].rule) == (Verdict.ILLEGAL, "R2.4")
    assert found.violations[0].spots == {Space(1, Cell(7, 8))}
    passed = drawn.played(state, "1:nut:i8", "1:end").state
    assert explain(drawn.game, passed, both).verdict is Verdict.LEGAL
