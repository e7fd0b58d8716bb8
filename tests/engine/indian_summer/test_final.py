"""R10.2, R11.6, R11.7: the best final phase against brute force, and its explanation."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.indian_summer import final, solo
from engine.indian_summer.forest import AREAS, BOARD, FULL, NONE, Board, ForestFloor, Purse
from engine.indian_summer.outcome import Score, Solo, as_nuts, solo_score
from engine.indian_summer.outcome import score as scored

PLAIN = ForestFloor.parse(["........."] * 8)
WORTH = (1, 2, 3, 4)


def at_random(seed: int, areas: int, spaces: int, tokens: int) -> tuple[Board, Purse]:
    """A board with so many open areas at most, each with up to so many empty spaces and tokens, and a small supply."""
    chance = random.Random(seed)
    covered, layers, holes = FULL, [0, 0, 0, 0], 0
    for index in chance.sample(range(6), chance.randint(1, areas)):
        cells = sorted(BOARD.set_of(AREAS[index]))
        chance.shuffle(cells)
        empty = chance.randint(1, spaces)
        covered &= ~BOARD.bits(cells[:empty])
        for cell in cells[empty : empty + chance.randint(0, tokens)]:
            layers[chance.choices(range(4), (30, 24, 18, 8))[0]] |= BOARD.bit(cell)
            holes |= BOARD.bit(cell)
    purse = Purse(chance.randint(0, 4), chance.randint(0, 2), chance.randint(0, 1), chance.randint(0, 1))
    return Board(PLAIN, covered, (NONE, NONE, NONE), holes, tuple(layers)), purse  # type: ignore[arg-type]


def brute(board: Board, purse: Purse, alone: bool) -> tuple[int, ...]:
    """The best end by trying every squirrel and every exchange, one at a time."""
    gains = [tuple((layer & area).bit_count() for layer in board.tokens) for area in AREAS]
    start = tuple((area & ~board.covered).bit_count() for area in AREAS)

    @cache
    def best(empty: tuple[int, ...], have: tuple[int, ...]) -> tuple[int, ...]:
        found = []
        if have[1]:
            for index, spaces in enumerate(empty):
                if spaces:
                    less = (*empty[:index], spaces - 1, *empty[index + 1 :])
                    gain = gains[index] if spaces == 1 else (0, 0, 0, 0)
                    found.append(
                        best(less, (have[0] + gain[0], have[1] - 1 + gain[1], have[2] + gain[2], have[3] + gain[3]))
                    )
        if any(empty):
            for kind, number in ((0, 2), (2, 1), (3, 1)):
                if have[kind] >= number:
                    paid = list(have)
                    paid[kind] -= number
                    paid[1] += 1
                    found.append(best(empty, tuple(paid)))
        if found:  # filling is not optional (R11.6)
            return max(found)
        return ended(sum(empty), have)

    def ended(empty: int, have: tuple[int, ...]) -> tuple[int, ...]:
        if alone:
            return (not empty, sum(worth * number for worth, number in zip(WORTH, have, strict=True)) - empty)
        return (not empty, 72 - empty, *(as_nuts(Purse(*have)) if not empty else (0, 0)))

    return best(start, tuple(purse))


@settings(max_examples=1500)
@given(st.integers(0, 10**9))
def test_no_order_ends_better_at_a_table(seed: int) -> None:
    """R10.2: the subset DP equals the exhaustive search."""
    board, purse = at_random(seed, 4, 4, 3)
    assert tuple(final.plan(board, purse).score) == brute(board, purse, alone=False)


@settings(max_examples=1500)
@given(st.integers(0, 10**9))
def test_no_order_and_no_payment_ends_better_alone(seed: int) -> None:
    """R11.6: a full board first, then points; every token may pay."""
    board, purse = at_random(seed, 4, 3, 3)
    assert tuple(solo.plan(board, purse).end) == brute(board, purse, alone=True)


@settings(max_examples=100)
@given(st.integers(0, 10**9), st.booleans())
def test_the_steps_lead_where_the_plan_says(drawn: Any, seed: int, alone: bool) -> None:
    """R10.2, R11.6: played as moves of the game, every step is legal and the end is the promised one."""
    from dataclasses import replace

    from engine.indian_summer.state import Phase

    board, purse = at_random(seed, 6, 5, 3)
    if alone:
        state = drawn.alone(number=10, phase=Phase.FINAL)
        plan: Any = solo.plan(board, purse)
    else:
        state = drawn.table(drawn.player(), drawn.player(), common="-", phase=Phase.FINAL, closing=0)
        plan = final.plan(board, purse)
    first = replace(state.players[0], board=board, purse=purse)
    state = replace(state, players=(first, *state.players[1:]))
    for move in [move for step in plan.steps for move in step.moves]:
        state = drawn.game.play(state, move).state
    assert drawn.game.end_turn(state) is not None
    me = state.players[0]
    assert (me.board, me.purse) == (plan.board, plan.purse)
    if alone:
        assert solo_score(me.board, me.purse) == plan.end
    else:
        assert scored(me.board, me.purse) == plan.score


@settings(max_examples=100)
@given(st.integers(0, 10**9))
def test_the_greedy_order_is_never_better(seed: int) -> None:
    """R10.2: what it would have lost is told, and never negative."""
    board, purse = at_random(seed, 6, 6, 3)
    plan = final.plan(board, purse)
    assert plan.greedy <= plan.score
    assert bool(plan.order) == bool(plan.reason)


# Area 1 lacks one space and brings nothing, area 2 lacks two and brings a feather and a nut, area 3 lacks three.
TRAP = ["gg...g...", "ggggFNggg", "ggggggggg", "ggggggggg", *["ggggggggg"] * 4]
TRAP_PRINTS = ["", "....fn"]


def test_which_area_first_matters(drawn: Any) -> None:
    """R10.2: with two nuts the cheapest area first is a trap; the plan says what it loses."""
    me = drawn.player(TRAP, TRAP_PRINTS, purse=(0, 2, 0, 0))
    plan = final.plan(me.board, me.purse)
    assert plan.order[0] == 1
    assert plan.score == Score(False, 70, 0, 0)
    assert plan.greedy == Score(False, 68, 0, 0)
    assert plan.reason == "Filling the area that lacks the fewest spaces first would leave 2 more spaces empty."
    assert [step.text for step in plan.steps] == [
        "Lay 2 squirrels on d1 and e1 to complete Area 2: it lacks 2 and brings a nut and a feather.",
        "Area 2 is complete: take a nut and a feather from e2 and f2.",
        "Exchange a feather for a nut.",
        "Lay a squirrel on c1 to complete Area 1: it lacks 1 and brings nothing.",
        "Lay a squirrel on g1: other empty spaces, as far as the nuts reach.",
    ]


def test_everything_becomes_nuts_at_a_table(drawn: Any) -> None:
    """R10.2: nuts = feathers + mushrooms + nuts + berries // 2, and berries % 2 are left."""
    me = drawn.player(["ggggggggg"] * 8, purse=(5, 1, 2, 1))
    plan = final.plan(me.board, me.purse)
    assert plan.purse == Purse(berry=1, nut=6)
    assert plan.score == Score(True, 72, 6, 1)


def test_alone_nothing_is_exchanged_without_need(drawn: Any) -> None:
    """R11.6: what is not needed for a squirrel is kept, for it counts more as it is."""
    me = drawn.player(["ggggggggg"] * 8, purse=(5, 1, 2, 1))
    plan = solo.plan(me.board, me.purse)
    assert plan.steps == ()
    assert plan.end == Solo(True, 5 + 2 + 6 + 4)


def test_alone_the_cheapest_tokens_pay(drawn: Any) -> None:
    """R11.6, R11.7: a nut or two berries before a mushroom before a feather."""
    me = drawn.player([*["ggggggggg"] * 7, "ggggggg.."], purse=(2, 1, 1, 1))
    plan = solo.plan(me.board, me.purse)
    assert plan.purse == Purse(mushroom=1, feather=1)
    assert plan.end == Solo(True, 7)


def test_alone_a_lost_game_counts_empty_spaces(drawn: Any) -> None:
    """R11.7: -1 for each empty space, and the tokens left."""
    me = drawn.player([*["ggggggggg"] * 7, "gggggg..."], purse=(1, 1, 0, 0))
    assert solo.plan(me.board, me.purse).end == Solo(False, -1)


@pytest.mark.parametrize(("empty", "expected"), [("g", (True, 3)), (".", (True, 1))])
def test_points_of_a_won_game(drawn: Any, empty: str, expected: tuple[bool, int]) -> None:
    """R11.7: berry 1, nut 2, mushroom 3, feather 4."""
    me = drawn.player([*["ggggggggg"] * 7, f"gggggggg{empty}"], purse=(1, 1, 0, 0))
    assert solo.plan(me.board, me.purse).end == expected


def test_tokens_left_lying_in_a_complete_area_are_taken_first(drawn: Any) -> None:
    """R5.2: a position in which nobody has harvested yet is harvested, and the step says so."""
    me = drawn.player(["Bgggggggg", *["ggggggggg"] * 7], ["b"], purse=(1, 0, 0, 0))
    plan = final.plan(me.board, me.purse)
    assert plan.steps[0].text == "Area 1 is complete already: take a berry from a1."
    assert plan.purse == Purse(nut=1)
