"""What every game of the catalogue keeps: the contract of ``engine.game.Game``, over random legal play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.catalog import GAMES
from engine.game import Game, IllegalMove, Mood

STARTS = {"indian-summer": [1, 2, 3, 4]}
CASES = [(name, players) for name in GAMES for players in STARTS[name]]


def lines(game: Game[Any, Any], state: Any, seed: int, length: int) -> Iterator[Any]:
    """The states of a random game, every kind of move equally likely."""
    chance = random.Random(seed)
    for _ in range(length):
        yield state
        kinds: dict[str, list[Any]] = {}
        for move in game.legal_moves(state):
            kinds.setdefault(type(move).__name__, []).append(move)
        if not kinds:
            return
        state = game.play(state, chance.choice(kinds[chance.choice(sorted(kinds))])).state


def test_every_game_has_a_start() -> None:
    """A new game of the catalogue joins this contract."""
    assert set(STARTS) == set(GAMES)
    assert all(GAMES[name].name == name for name in GAMES)


@pytest.mark.parametrize(("name", "players"), CASES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_views_cover_the_layout(drawn: Any, name: str, players: int, seed: int) -> None:
    """Every spot of every board has a known surface, and every spot belongs to one board."""
    game = GAMES[name]
    for state in lines(game, drawn.dealt(seed, players), seed, 30):
        view, layout = game.view(state), game.layout(state)
        spots = [spot for board in layout for spot in board.outlines]
        assert len(spots) == len(set(spots))
        assert set(view) == set(spots)
        assert set(view.values()) <= game.surfaces
        assert [board.seat for board in layout] == list(range(players))


@pytest.mark.parametrize(("name", "players"), CASES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_legal_moves_play_and_have_no_violations(drawn: Any, name: str, players: int, seed: int) -> None:
    """Each legal move plays, costs at least nothing, is hashable, unique and phrased; its events are sentences."""
    game = GAMES[name]
    chance = random.Random(seed)
    for state in lines(game, drawn.dealt(seed, players), seed, 25):
        moves = list(game.legal_moves(state))
        assert len(set(moves)) == len(moves)
        for move in chance.sample(moves, min(len(moves), 12)):
            assert game.violations(state, move) == ()
            assert game.cost(state, move) >= 0
            assert game.phrase(state, move)
            step = game.play(state, move)
            assert isinstance(hash(step.state), int)
            assert step == game.play(state, move)
            for event in step.events:
                assert isinstance(event.mood, Mood)
                assert str(event)[-1] in ".!"
                assert event.spots <= set(game.view(step.state))


@pytest.mark.parametrize(("name", "players"), CASES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_moves_of_other_states_are_legal_or_raise(drawn: Any, name: str, players: int, seed: int) -> None:
    """A move that is not listed has violations with rule, sentence and remedy, and raises; a listed one has none."""
    game = GAMES[name]
    states = list(lines(game, drawn.dealt(seed, players), seed, 40))
    chance = random.Random(seed)
    pool: list[Any] = []
    for state in states[:: max(len(states) // 5, 1)]:
        moves = list(game.legal_moves(state))
        pool += chance.sample(moves, min(len(moves), 25))
    for state in chance.sample(states, min(len(states), 6)):
        legal = set(game.legal_moves(state))
        for move in pool:
            found = game.violations(state, move)
            assert (move in legal) == (not found), (game.write_state(state), game.write_move(move), found)
            for violation in found:
                assert violation.rule.startswith("R")
                assert violation.text.endswith(".")
                assert violation.remedy.endswith(".")
            if found:
                with pytest.raises(IllegalMove) as caught:
                    game.play(state, move)
                assert caught.value.violations == found


@pytest.mark.parametrize(("name", "players"), CASES)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_narrowed_moves_are_those_within(drawn: Any, name: str, players: int, seed: int) -> None:
    """``on`` keeps exactly the moves whose pieces lie on these spots, and those that lay none."""
    game = GAMES[name]
    chance = random.Random(seed)
    for state in list(lines(game, drawn.dealt(seed, players), seed, 25))[::6]:
        on = set(chance.sample(sorted(game.view(state)), 30))
        found = set(game.legal_moves(state, on))
        expected = set()
        for move in game.legal_moves(state):
            laid = drawn.laid_spots(move)
            if laid <= on:
                expected.add(move)
        assert found == expected


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_end_of_a_turn_is_a_legal_move(drawn: Any, name: str, players: int) -> None:
    """``end_turn`` gives a move exactly when one of that kind is legal."""
    game = GAMES[name]
    for state in lines(game, drawn.dealt(players, players), 7, 120):
        end = game.end_turn(state)
        moves = set(game.legal_moves(state))
        assert end is None or end in moves
        assert (end is not None) == any("end" in game.write_move(move).split(":") for move in moves)


@pytest.mark.parametrize(("name", "players"), CASES)
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_correction_makes_the_state_look_as_seen(drawn: Any, name: str, players: int, seed: int) -> None:
    """Legal in every state for every view, replayable from notation, and then the state agrees with what was seen."""
    from engine.referee import agrees

    game = GAMES[name]
    chance = random.Random(seed)
    state = list(lines(game, drawn.dealt(seed, players), seed, 30))[-1]
    spots = chance.sample(sorted(game.view(state)), 12)
    seen = {spot: chance.choice(sorted(game.surfaces)) for spot in spots}
    move = game.correction(state, seen)
    assert game.violations(state, move) == ()
    assert game.read_move(game.write_move(move)) == move
    after = game.view(game.play(state, move).state)
    assert all(agrees(after[spot], surface) for spot, surface in seen.items())
    assert all(after[spot] == surface for spot, surface in game.view(state).items() if spot not in seen)
