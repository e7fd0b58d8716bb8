"""What holds in every game: tokens, covered spaces, harvests, animals, tiles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.indian_summer.forest import AREAS, Board, Purse
from engine.indian_summer.moves import Exchange, PlaceAnimal, SpendBerry, SpendFeather, SpendMushroom, SpendNut
from engine.indian_summer.state import Phase, State

GAMES = given(st.integers(0, 10**6), st.integers(1, 4))
LENGTH = 60


def steps(drawn: Any, seed: int, players: int) -> Iterator[tuple[State, Any, State, tuple[Any, ...]]]:
    """State, move, state after it and events, along a random game."""
    chance = random.Random(seed)
    state = drawn.dealt(seed, players)
    for _ in range(LENGTH):
        if drawn.game.result(state) is not None:
            return
        move = drawn.game.read_move(drawn.at_random(state, chance))
        step = drawn.game.play(state, move)
        yield state, move, step.state, step.events
        state = step.state


def tokens(state: State) -> Purse:
    """All tokens in supplies and on holes."""
    total = Purse()
    for player in state.players:
        total = total.joined(player.purse).joined(Purse(*(layer.bit_count() for layer in player.board.tokens)))
    return total


def brought_in(before: Board, after: Board) -> Purse:
    """The prints under holes that are new."""
    new = after.holes & ~before.holes
    return Purse(*((layer & new).bit_count() for layer in after.floor.prints))


@settings(max_examples=25, deadline=None)
@GAMES
def test_tokens_are_conserved(drawn: Any, seed: int, players: int) -> None:
    """R5, R6, R8, R9: tokens come from new holes and animals only, and go by spending and exchanging only."""
    for before, move, after, _ in steps(drawn, seed, players):
        change = Counter(dict(enumerate(tokens(after))))
        change.subtract(Counter(dict(enumerate(tokens(before)))))
        expected: Counter[int] = Counter()
        for old, new in zip(before.players, after.players, strict=True):
            expected.update(dict(enumerate(brought_in(old.board, new.board))))
        match move:
            case SpendNut() | SpendBerry() | SpendMushroom() | SpendFeather():
                kinds = {SpendBerry: 0, SpendNut: 1, SpendMushroom: 2, SpendFeather: 3}
                expected[kinds[type(move)]] -= 1
            case Exchange(give=give, get=get):
                expected[give] -= 1 if give > get else 2
                expected[get] += 1
            case PlaceAnimal(animal=word, covers=covers):
                kind = next(kind for kind in drawn.game.animals.kinds if kind.word == word)
                floor = before.board.floor
                expected.update({n: (layer & covers).bit_count() for n, layer in enumerate(floor.prints)})
                if kind.token is not None:
                    expected[kind.token] += 1
            case _:
                pass
        assert {k: v for k, v in change.items() if v} == {k: v for k, v in expected.items() if v}


@settings(max_examples=25, deadline=None)
@GAMES
def test_boards_only_grow(drawn: Any, seed: int, players: int) -> None:
    """R4.2, R4.3: nothing laid ever moves; layers do not overlap and make up what is covered."""
    for before, _, after, _ in steps(drawn, seed, players):
        for old, new in zip(before.players, after.players, strict=True):
            one, other = old.board, new.board
            assert not one.covered & ~other.covered
            assert not one.holes & ~other.holes
            assert not one.animals & ~other.animals
            layers = (*other.leaves, other.holes, other.squirrels)
            assert sum(layers) == other.covered
            assert sum(layer.bit_count() for layer in layers) == other.covered.bit_count()
            assert not (other.with_token | other.animals) & ~other.holes
            assert not other.with_token & other.animals
            assert [piece.covers for piece in other.pieces][: len(one.pieces)] == [p.covers for p in one.pieces]


@settings(max_examples=25, deadline=None)
@GAMES
def test_an_area_is_harvested_once(drawn: Any, seed: int, players: int) -> None:
    """R5.2: the event comes when the area is complete and never again; complete areas hold no tokens."""
    done: set[tuple[int, int]] = set()
    for before, _, after, events in steps(drawn, seed, players):
        seat = before.turn.seat
        board = after.players[seat].board
        for event in events:
            if event.kind == "area":
                index = next(i for i, area in enumerate(AREAS) if len(event.spots & drawn.laid(seat, area)) == 12)
                assert (seat, index) not in done
                done.add((seat, index))
        for index, area in enumerate(AREAS):
            complete = not area & ~board.covered
            assert complete == ((seat, index) in done)
            assert not (complete and board.with_token & area)


@settings(max_examples=25, deadline=None)
@GAMES
def test_no_tile_is_lost_or_doubled(drawn: Any, seed: int, players: int) -> None:
    """R7: every tile is in a path, in the reserve or on a board, and the animals left and laid are 20."""

    def tiles(state: State) -> Counter[str]:
        there = [player.path for player in state.players] + [state.common, state.reserve]
        if state.solo is not None:
            there += [state.solo.top, state.solo.bottom, tuple(tile for tile in state.solo.row or () if tile)]
        codes = [tile.code for path in there for tile in path or ()]
        laid = [p.name for player in state.players for p in player.board.pieces if p.kind == "leaf"]
        return Counter(codes + laid)

    for before, _, after, _ in steps(drawn, seed, players):
        assert tiles(after) == tiles(before)
        beasts = sum(piece.kind == "animal" for player in after.players for piece in player.board.pieces)
        assert sum(after.stock) + beasts == 20
        for player in after.players:
            assert len(player.path or ()) <= 6
            assert min(player.purse) >= 0


@settings(max_examples=12, deadline=None)
@GAMES
def test_games_end(drawn: Any, seed: int, players: int) -> None:
    """R10, R11: whoever ends turns as soon as possible comes to a result, and a solo game has exactly ten turns."""
    state, chance, turns = drawn.dealt(seed, players), random.Random(seed), set()
    for _ in range(2000):
        if drawn.game.result(state) is not None:
            break
        turns.add(state.turn.number)
        end = drawn.game.end_turn(state)
        word = drawn.at_random(state, chance) if end is None else drawn.game.write_move(end)
        state = drawn.played(state, word).state
    result = drawn.game.result(state)
    assert result is not None
    assert state.turn.phase is Phase.OVER
    assert {standing.seat for standing in result.standings} == set(range(players))
    if players == 1:
        assert turns == set(range(1, 11))
    else:
        assert result.won
