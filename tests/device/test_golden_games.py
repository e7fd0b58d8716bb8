"""The golden games by the engine alone: what was refereed from pictures is legal, and ends as it is written there."""

from pathlib import Path

import pytest

from engine.catalog import GAMES

GAME = GAMES["indian-summer"]
FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_there_are_golden_games_alone_and_at_a_table() -> None:
    """At least three whole games, one of them with several players."""
    names = [file.stem for file in FILES]
    assert sum(name.startswith("solo-") for name in names) >= 3
    assert any(name.startswith("table-") for name in names)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_follows_from_the_rules(file: Path) -> None:
    """Each move is legal where it stands, in the turn that its line names; end and result come out."""
    start, *moves, end, result = file.read_text(encoding="utf-8").splitlines()
    state = GAME.read_state(start.removeprefix("start "))
    turn = 1
    for line in moves:
        number, notation = line.split(". ", 1)
        move = GAME.read_move(notation)
        assert GAME.write_move(move) == notation
        assert int(number) == turn
        assert GAME.violations(state, move) == (), line
        turn += GAME.end_turn(state) == move
        state = GAME.play(state, move).state
    assert GAME.write_state(state) == end.removeprefix("end ")
    told = GAME.result(state)
    assert told is not None
    assert told.text == result.removeprefix("result ")
