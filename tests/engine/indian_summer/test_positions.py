"""Position files: read, written, and refused with file, place, expected and found."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.indian_summer.forest import Purse
from engine.indian_summer.positions import PositionError, read_position, write_position
from engine.indian_summer.scoring import as_json, as_text, scored

FLOOR = ["..b...n..", *["........."] * 7]
BOARD = ["LLBLLLoss", "Lg..aLLLL", *["........."] * 6]


def position(**changes: Any) -> dict[str, Any]:
    """A solo position with some values changed."""
    player = {"name": "Ada", "floor": FLOOR, "board": BOARD, "purse": {"berry": 1, "nut": 2}}
    player |= {key: changes.pop(key) for key in list(changes) if key in player}
    return {"format": "leafwatch-position/1", "mode": "solo", "players": [player]} | changes


def test_a_position_is_read() -> None:
    """Letters mean what design and notation say; an animal is a covered hole; absent tokens are none."""
    read = read_position(json.dumps(position()))
    (player,) = read.players
    assert read.solo
    assert player.purse == Purse(berry=1, nut=2)
    assert player.board.covered.bit_count() == 16
    assert player.board.holes.bit_count() == 3
    assert player.board.bare.bit_count() == 1


def with_row(rows: list[str], number: int, row: str) -> list[str]:
    """The rows with one replaced."""
    return [*rows[:number], row, *rows[number + 1 :]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"board": with_row(BOARD, 2, "........")}, "players[0].board[2]: expected 9 letters, found 8 in '........'"),
        ({"board": BOARD[:7]}, "players[0].board: expected 8 rows, found 7"),
        (
            {"board": with_row(BOARD, 1, "Lg..xLLLL")},
            "players[0].board[1], e2: expected one of . g y r L o B N M F s a",
        ),
        ({"floor": with_row(FLOOR, 0, "..x...n..")}, "players[0].floor[0], c1: expected one of . b n m f, found 'x'"),
        (
            {"board": with_row(BOARD, 1, "Lg..NLLLL")},
            "players[0].board, e2: expected N only over a printed nut, found N over",
        ),
        (
            {"board": with_row(BOARD, 0, "LLNLLLoss")},
            "c1: expected N only over a printed nut, found N over a printed berry",
        ),
        ({"purse": {"berry": -1}}, "players[0].purse.berry: expected a whole number from 0 to 99, found -1"),
        ({"purse": {"nut": 100}}, "players[0].purse.nut: expected a whole number from 0 to 99, found 100"),
        ({"purse": {"nut": "2"}}, "players[0].purse.nut: expected a whole number from 0 to 99, found '2'"),
        ({"purse": {"nut": True}}, "players[0].purse.nut: expected a whole number"),
        ({"purse": {"gold": 1}}, "players[0].purse.gold: expected one of berry, nut, mushroom, feather"),
        ({"purse": []}, "players[0].purse: expected a JSON object, found []"),
        ({"mode": "duo"}, "mode: expected 'multiplayer' or 'solo', found 'duo'"),
        ({"mode": "multiplayer"}, "players: expected 2 to 4 players, found 1"),
        ({"format": "chess"}, "format: expected 'leafwatch-position/1', found 'chess'"),
        ({"start_player": 1}, "start_player: expected a whole number from 0 to 0, found 1"),
        ({"players": {}}, "players: expected a list, found {}"),
        ({"players": ["Ada"]}, "players[0]: expected a JSON object, found 'Ada'"),
        ({"name": 3}, "players[0].name: expected a text, found 3"),
    ],
)
def test_a_wrong_position_is_named(changes: dict[str, Any], message: str) -> None:
    """File, place, expected and found, whatever is wrong."""
    with pytest.raises(PositionError) as caught:
        read_position(json.dumps(position(**changes)), "my.json")
    assert f"my.json, {message}" in str(caught.value) or message in str(caught.value)
    assert str(caught.value).startswith("my.json, ")


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "9" * 5000, "[]", "3", '{"format": "leafwatch-position/1"}'])
def test_what_is_no_position_is_refused(text: str) -> None:
    """JSON, an object, with its values."""
    with pytest.raises(PositionError, match="expected"):
        read_position(text)


def test_a_state_is_written_as_a_position(drawn: Any) -> None:
    """What a game writes reads back with the same boards and purses."""
    for players in (1, 3):
        chance = random.Random(players)
        state = drawn.dealt(players, players)
        for _ in range(20):
            state = drawn.played(state, drawn.at_random(state, chance)).state
        read = read_position(json.dumps(write_position(state)))
        for mine, theirs in zip(read.players, state.players, strict=True):
            assert mine.purse == theirs.purse
            assert (mine.board.covered, mine.board.holes, mine.board.tokens, mine.board.leaves) == (
                theirs.board.covered,
                theirs.board.holes,
                theirs.board.tokens,
                theirs.board.leaves,
            )


def test_a_table_is_ranked_with_ties() -> None:
    """R10.3, R10.4: two share the first place, the third follows as third."""
    full = ["LLLLLLLLL"] * 8
    players = [
        {"name": "Ada", "floor": FLOOR, "board": full, "purse": {"nut": 2}},
        {"name": "Ben", "floor": FLOOR, "board": with_row(full, 7, "........L"), "purse": {"nut": 1}},
        {"name": "Cy", "floor": FLOOR, "board": with_row(full, 0, ".LLLLLLLL"), "purse": {"feather": 3}},
    ]
    end = scored(read_position(json.dumps(position(mode="multiplayer", players=players))))
    assert [(place.name, place.rank) for place in end.players] == [("Ada", 1), ("Ben", 3), ("Cy", 1)]
    assert end.winners == ("Ada", "Cy")
    shown = as_json(end, "p.json")
    assert shown["winners"] == ["Ada", "Cy"]
    ada, ben, _ = shown["players"]  # type: ignore[misc]
    assert (ada["full"], ada["empty"], ada["nuts"], ada["berries"], ada["rank"], ada["app_score"]) == (
        True,
        0,
        2,
        0,
        1,
        74,
    )
    assert (ben["full"], ben["empty"], ben["app_score"]) == (False, 7, 65)
    assert [step["do"] for step in ben["steps"]] == ["squirrel"]
    assert "Ada and Cy share the victory." in as_text(end, "p.json")


def test_a_solo_game_is_scored() -> None:
    """R11.7: points, whether it is won, and all four kinds left."""
    board = with_row(["LLLLLLLLL"] * 8, 7, "LLLLLLLL.")
    shown = as_json(scored(read_position(json.dumps(position(board=board, purse={"nut": 1, "feather": 1})))), "p.json")
    (ada,) = shown["players"]  # type: ignore[misc]
    assert (ada["won"], ada["points"]) == (True, 4)
    assert ada["left"] == {"berry": 0, "nut": 0, "mushroom": 0, "feather": 1}
    assert shown["winners"] == ["Ada"]
