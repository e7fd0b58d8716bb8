"""Whole games, move by move, as they were recorded; ``record_golden.py`` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.catalog import GAMES

FILES = sorted(Path(__file__).with_name("golden").glob("*.txt"))
GAME = GAMES["indian-summer"]


def test_there_are_golden_games() -> None:
    """Three alone and one for every number of players."""
    assert [file.stem for file in FILES] == ["four", "solo-1", "solo-2", "solo-3", "three", "two"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_replays(file: Path) -> None:
    """Every move is legal, with the same kinds of events, covered spaces and supply, to the same end and result."""
    first, *moves = file.read_text(encoding="utf-8").splitlines()
    moves, rest = [line for line in moves if " | " in line], [line for line in moves if " | " not in line]
    state = GAME.read_state(first)
    for line in moves:
        word, kinds, covered, purse = line.split(" | ")
        seat = state.turn.seat
        step = GAME.play(state, GAME.read_move(word))
        state = step.state
        me = state.players[seat]
        assert (" ".join(event.kind for event in step.events), me.board.covered.bit_count(), str(me.purse)) == (
            kinds,
            int(covered),
            purse,
        ), word
    result = GAME.result(state)
    assert result is not None
    assert rest == [GAME.write_state(state), result.text, *(standing.text for standing in result.standings)]
