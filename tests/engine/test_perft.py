"""Perft: how many sequences of legal moves there are, against stored counts and against the slow, independent rules."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.catalog import GAMES
from engine.indian_summer.state import State

GAME = GAMES["indian-summer"]
SMALL = 700
"""The slow rules recount up to so many sequences here; every stored count was recounted by them once."""


def stored() -> tuple[dict[str, State], list[tuple[str, int, int]]]:
    """The positions by name, and the counts: name, depth, number."""
    positions, counts = {}, []
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, colon, state = line.partition(": ")
        if colon:
            positions[name] = GAME.read_state(state)
        else:
            name, depth, number = line.split()
            counts.append((name, int(depth), int(number)))
    return positions, counts


POSITIONS, COUNTS = stored()


def perft(state: State, depth: int) -> int:
    """Sequences of so many legal moves; the last ply is counted without being played."""
    if depth == 1:
        return sum(1 for _ in GAME.legal_moves(state))
    return sum(perft(GAME.play(state, move).state, depth - 1) for move in GAME.legal_moves(state))


def divide(state: State, depth: int) -> dict[str, int]:
    """The count behind each first move: where two differ, play it and divide again."""
    if depth == 1:
        return {GAME.write_move(move): 1 for move in GAME.legal_moves(state)}
    return {GAME.write_move(m): perft(GAME.play(state, m).state, depth - 1) for m in GAME.legal_moves(state)}


def slow_divide(slow: Any, depth: int) -> dict[str, int]:
    """The same by the slow rules."""
    if depth == 1:
        return dict.fromkeys(slow.moves(), 1)
    return {word: sum(slow_divide(slow.after(word), depth - 1).values()) for word in slow.moves()}


@pytest.mark.parametrize(("name", "depth", "number"), [each for each in COUNTS if each[2] < 100_000])
def test_counts_are_the_stored_ones(name: str, depth: int, number: int) -> None:
    """The engine finds exactly as many sequences as when the slow rules confirmed the count."""
    assert perft(POSITIONS[name], depth) == number


@pytest.mark.parametrize(("name", "depth", "number"), [each for each in COUNTS if each[2] <= SMALL])
def test_the_slow_rules_find_the_same_moves(name: str, depth: int, number: int, slow_rules: ModuleType) -> None:
    """Divided by first move, word by word, so that a difference names the move."""
    expected = slow_divide(slow_rules.Slow.of(POSITIONS[name]), depth)
    assert divide(POSITIONS[name], depth) == expected
    assert sum(expected.values()) == number


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_with_the_slow_rules(
    drawn: Any, slow_rules: ModuleType, slow_facts: ModuleType, seed: int
) -> None:
    """A random game of 1 to 4 players: the same legal moves and the same facts after every move."""
    import random

    chance = random.Random(seed)
    state = drawn.dealt(seed, seed + 1)
    slow = slow_rules.Slow.of(state)
    while drawn.game.result(state) is None:
        if chance.random() < 0.2:
            assert drawn.words(state) == set(slow.moves())
        word = drawn.at_random(state, chance)
        state, slow = drawn.played(state, word).state, slow.after(word)
        assert slow_facts.facts(state) == slow.facts(), word
