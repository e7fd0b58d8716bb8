"""R10: the last round, the final phase as moves, the ranking."""

from __future__ import annotations

from typing import Any

import pytest

from engine.indian_summer.outcome import Score, ranks
from engine.indian_summer.state import Phase

FULL = ["ggggggggg"] * 8
NEARLY = [*["ggggggggg"] * 7, "gggggggg."]


def test_the_round_is_finished_with_equal_turns(drawn: Any) -> None:
    """R10.1: Ben fills his board in mid-round; Cy and nobody else plays once more."""
    others = drawn.player(path="r01")
    state = drawn.table(drawn.player(path="r01"), drawn.player(NEARLY, path="r01"), others, common="-")
    state, events = drawn.played(state, "1:squirrel:a1", "1:end", "2:squirrel:i8", "2:end")
    assert state.turn.closing == 1
    assert (state.turn.seat, state.turn.phase) == (2, Phase.TURNS)
    state = drawn.played(state, "3:squirrel:a1", "3:end").state
    assert (state.turn.seat, state.turn.phase) == (0, Phase.FINAL)
    assert any("This round is played to its end." in event.text for event in events)


def test_the_last_seat_ends_the_game_at_once(drawn: Any) -> None:
    """R10.1: the player on the start player's right triggers it: no further turn for anybody."""
    state = drawn.table(drawn.player(path="r01"), drawn.player(NEARLY, path="r01"), common="-", start=0, seat=1)
    state = drawn.played(state, "2:squirrel:i8", "2:end").state
    assert state.turn.phase is Phase.FINAL


def test_the_round_counts_from_the_start_player(drawn: Any) -> None:
    """R10.1: with Ben as start player the round ends after Ada."""
    state = drawn.table(drawn.player(path="r01"), drawn.player(NEARLY, path="r01"), common="-", start=1, seat=1)
    state = drawn.played(state, "2:squirrel:i8", "2:end").state
    assert (state.turn.seat, state.turn.phase) == (0, Phase.TURNS)
    assert drawn.played(state, "1:squirrel:a1", "1:end").state.turn.phase is Phase.FINAL


def test_a_board_filled_by_a_nut_triggers_the_end(drawn: Any) -> None:
    """R10.1, R3.5: fully covered is fully covered."""
    state = drawn.table(drawn.player(NEARLY, path="r01"), drawn.player(path="r01"), common="-")
    assert drawn.played(state, "1:nut:i8").state.turn.closing == 0


def test_a_board_that_the_table_says_is_full_triggers_the_end(drawn: Any) -> None:
    """R10.1: Ben's last space was not read when he covered it; said in Ada's turn it ends the game all the same."""
    state = drawn.table(drawn.player(path="r01"), drawn.player(NEARLY, path="r01"), common="-")
    state = drawn.played(state, "table:2i8=squirrel").state
    assert state.turn.closing == 1
    state = drawn.played(state, "1:squirrel:a1", "1:end", "2:end").state
    assert (state.turn.seat, state.turn.phase) == (0, Phase.FINAL)


def test_a_board_that_was_not_full_after_all_ends_nothing(drawn: Any) -> None:
    """R10.1: Ada's last space was misread; put right in Ben's turn, the game goes on, unless another board is full."""
    before = drawn.table(drawn.player(NEARLY, path="r01"), drawn.player(NEARLY, path="r01"), common="-")
    state = drawn.played(before, "1:squirrel:i8", "1:end", "table:1i8=floor").state
    assert state.turn.closing is None
    state = drawn.played(state, "2:squirrel:i8").state
    assert state.turn.closing == 1
    both = drawn.played(before, "1:squirrel:i8", "1:end", "2:squirrel:i8", "table:1i8=floor").state
    assert both.turn.closing == 1


def final_of(drawn: Any, *players: Any) -> Any:
    """A table at the start of its final phase."""
    return drawn.table(*players, common="-", phase=Phase.FINAL, closing=0)


def test_the_final_phase_knows_exchanges_to_nuts_and_squirrels(drawn: Any) -> None:
    """R10.2: nothing else is done, and nuts are used as long as there is space."""
    state = final_of(drawn, drawn.player(NEARLY, purse=(2, 1, 1, 1), path="r01"), drawn.player())
    assert drawn.words(state) == {
        "1:nut:i8",
        "1:exchange:berry-nut",
        "1:exchange:mushroom-nut",
        "1:exchange:feather-nut",
    }
    assert drawn.rules_broken(state, "1:end") == ["R10.2"]
    for word in ("1:squirrel:i8", "1:leaf:red:a1o,b1,c1,d1,e1:path1", "1:berry", "1:exchange:nut-berry"):
        assert "R10.2" in drawn.rules_broken(state, word)


def test_harvests_of_the_final_phase_pay_for_more(drawn: Any) -> None:
    """R10.2: collect the tokens of areas so completed, and repeat."""
    board = [*["ggggggggg"] * 5, "gggggggg.", "gggggg.gg", "ggggggFNg"]
    floor = ["", "", "", "", "", "", "", "......fn"]
    state = final_of(
        drawn, drawn.player(board, floor, purse=(0, 2, 0, 0), path="r01"), drawn.player(FULL, purse=(0, 1, 1, 0))
    )
    state = drawn.played(
        state, "1:nut:i6", "1:nut:g7", "1:exchange:feather-nut", "1:end", "2:exchange:mushroom-nut"
    ).state
    state = drawn.played(state, "2:end").state
    result = drawn.game.result(state)
    assert [(each.seat, each.rank) for each in result.standings] == [(0, 1), (1, 1)]
    assert result.text == "Ada and Ben share the victory with a full board and 2 nuts left."


def test_treasures_of_open_areas_count_for_nothing(drawn: Any) -> None:
    """R10.2: tokens on holes of areas that are not complete stay there."""
    board = [*["ggggggggg"] * 6, "......ggg", "......ggF"]
    floor = [*[""] * 7, "........f"]
    state = final_of(drawn, drawn.player(board, floor, purse=(1, 0, 0, 0)), drawn.player(FULL))
    state = drawn.played(state, "1:end", "2:exchange:mushroom-nut", "2:end").state
    assert drawn.game.result(state).standings[1].text == "Ada: 12 spaces empty. Score as in the app: 60."


def test_the_last_to_fill_the_board_wins_with_five_nuts_against_two(drawn: Any) -> None:
    """R10.1, R10.3: the published ending of four players: finishing first does not matter, nuts left do."""
    state = drawn.table(
        drawn.player(NEARLY, purse=(0, 2, 0, 0), path="r01"),
        drawn.player([*["ggggggggg"] * 6, "ggggggg..", "ggggggg.."], purse=(0, 0, 0, 0), path="r01"),
        drawn.player([*["ggggggggg"] * 7, "gggggg..."], purse=(0, 0, 0, 0), path="r01"),
        drawn.player([*["ggggggggg"] * 7, "ggggggg.."], purse=(4, 1, 2, 1), path="r01"),
        common="-",
    )
    state = drawn.played(
        state,
        *("1:squirrel:i8", "1:end"),  # Ada is the first to fill her board
        *("2:squirrel:h7", "2:end", "3:squirrel:g8", "3:end", "4:squirrel:h8", "4:end"),
        *("1:end", "2:end", "3:end"),
        *("4:nut:i8", "4:exchange:feather-nut", "4:exchange:mushroom-nut", "4:exchange:mushroom-nut", "4:end"),
    ).state
    result = drawn.game.result(state)
    assert [(each.seat, each.rank) for each in result.standings] == [(3, 1), (0, 2), (2, 3), (1, 4)]
    assert result.text == "Di wins with a full board and 5 nuts left."
    assert result.standings[1].text == "Ada: full board, 2 nuts left. Score as in the app: 74."


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([Score(True, 72, 5, 0), Score(True, 72, 2, 1)], (1, 2)),
        ([Score(True, 72, 2, 0), Score(True, 72, 2, 1)], (2, 1)),
        ([Score(True, 72, 2, 1), Score(True, 72, 2, 1), Score(False, 71, 0, 0)], (1, 1, 3)),
        ([Score(False, 70, 0, 0), Score(False, 71, 0, 0), Score(False, 70, 0, 0)], (2, 1, 2)),
        ([Score(False, 71, 0, 0), Score(True, 72, 0, 0)], (2, 1)),
    ],
)
def test_the_ranking(scores: list[Score], expected: tuple[int, ...]) -> None:
    """R10.3, R10.4: full boards by nuts, then a berry, then shared; the others by empty spaces, equal is equal."""
    assert ranks(scores) == expected


def test_the_app_score(drawn: Any) -> None:
    """R10.5: covered spaces and nuts left, named beside the rank."""
    state = drawn.table(
        drawn.player(FULL, purse=(3, 0, 1, 0)), drawn.player(NEARLY, purse=(1, 0, 0, 0)), common="-", phase=Phase.OVER
    )
    texts = [standing.text for standing in drawn.game.result(state).standings]
    assert [text.rpartition(" ")[2] for text in texts] == ["74.", "71."]
    assert Score(True, 72, 3, 1).app_score == 75
    assert Score(False, 60, 0, 0).app_score == 60


def test_a_running_game_has_no_result(drawn: Any) -> None:
    """R10: only the end ranks."""
    assert drawn.game.result(drawn.alone()) is None


def test_nothing_is_legal_when_the_game_is_over(drawn: Any) -> None:
    """R10.1: not even ending the turn, but the table may still correct."""
    state = drawn.alone(phase=Phase.OVER)
    assert drawn.words(state) == set()
    assert drawn.rules_broken(state, "1:end") == ["R11.6"]
    assert drawn.rules_broken(state, "table:1a1=squirrel") == []
