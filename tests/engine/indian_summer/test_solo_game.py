"""R11: the solo game: set-up, ten turns, the numbered row, refills, the end, the series."""

from __future__ import annotations

from typing import Any

import pytest

from engine.indian_summer import setup
from engine.indian_summer.outcome import Solo
from engine.indian_summer.series import series_result
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.solo import tracker
from engine.indian_summer.state import Phase

STACK = demo_tiles().tiles[::3]


def codes(path: Any) -> str:
    """A path as codes, empty places as dots."""
    return " ".join("." if tile is None else tile.code for tile in path)


def test_the_set_up(drawn: Any) -> None:
    """R11.1: 5 above, 5 below, 10 on the numbers, 5 as the Player Path; a berry, a nut, a mushroom; no Common Path."""
    state = drawn.game.new_solo(STACK, demo_floors()[0])
    assert state.solo.top == STACK[:5]
    assert state.solo.bottom == STACK[5:10]
    assert sorted(tile for tile in state.solo.row if tile) == sorted(STACK[10:20])
    assert state.player.path == STACK[20:]
    assert tuple(state.player.purse) == (1, 1, 1, 0)
    assert state.common is None


def test_a_stack_has_25_tiles(drawn: Any) -> None:
    """R11.1: another number is refused."""
    with pytest.raises(ValueError, match="25 tiles, got 24"):
        setup.new_solo(STACK[:24], demo_floors()[0])


def test_the_tile_of_the_turn_slides_over_the_gap(drawn: Any) -> None:
    """R11.2: at the start of turn n the tile on number n slides to the last empty place on the right."""
    state = drawn.game.new_solo(STACK, demo_floors()[0])
    number = {n: STACK[9 + n].code for n in range(1, 11)}
    assert codes(state.solo.row) == " ".join([*(number[n] for n in range(10, 1, -1)), ".", ".", number[1]])
    state = drawn.played(state, "1:squirrel:a1", "1:end").state
    assert codes(state.solo.row) == " ".join([*(number[n] for n in range(10, 2, -1)), ".", ".", number[2], number[1]])
    assert str(tracker(state)).startswith("turn 2 of 10: ")


def test_exactly_ten_turns(drawn: Any) -> None:
    """R11.2: after turn 10 the final phase, and all tiles of the row have slid."""
    state = drawn.game.new_solo(STACK, demo_floors()[0])
    for number in range(10):
        assert state.turn.number == number + 1
        state = drawn.played(state, f"1:squirrel:{'abcdefghi'[number % 9]}{1 + number // 9}", "1:end").state
    assert state.turn.phase is Phase.FINAL
    assert codes(state.solo.row).startswith(". . ")


def test_the_tracker_without_told_tiles(drawn: Any) -> None:
    """R11.2: the number of the turn is known all the same; at a table there is no tracker."""
    assert str(tracker(drawn.alone(number=7))) == "turn 7 of 10"
    assert tracker(drawn.table(drawn.player(), drawn.player())) is None


LEAF = "1:leaf:green:a1o,b1,c1:path1"


def emptied(drawn: Any, top: str = "y01y02y03y04y05", bottom: str = "r01r02r03r04r05") -> Any:
    """The state after the last tile of the path was laid."""
    return drawn.played(drawn.alone(path="g01", top=top, bottom=bottom), LEAF).state


@pytest.mark.parametrize(
    ("end", "path", "left"),
    [
        ("top-left", "y01 y02 y03 y04 y05", ""),
        ("top-right", "y05 y04 y03 y02 y01", ""),
        ("bottom-left", "r01 r02 r03 r04 r05", ""),
    ],
)
def test_an_emptied_path_fills_from_the_chosen_end(drawn: Any, end: str, path: str, left: str) -> None:
    """R11.3: outermost first, from one path and one of its ends, and nothing else before that."""
    state = emptied(drawn)
    assert drawn.words(state) == {
        f"1:refill:{each}" for each in ("top-left", "top-right", "bottom-left", "bottom-right")
    }
    assert drawn.rules_broken(state, "1:end") == ["R11.3"]
    assert len(drawn.game.choices(state)) == 4
    after = drawn.played(state, f"1:refill:{end}").state
    assert codes(after.player.path) == path
    assert codes(after.solo.top if end.startswith("top") else after.solo.bottom) == left
    assert not drawn.game.choices(after)


def test_a_path_that_runs_short_gives_what_it_has(drawn: Any) -> None:
    """R11.3: the other path does not help."""
    after = drawn.played(emptied(drawn, top="y01y02"), "1:refill:top-right").state
    assert codes(after.player.path) == "y02 y01"
    assert len(after.solo.bottom) == 5


def test_a_berry_brings_the_missing_ones_from_the_other_path(drawn: Any) -> None:
    """R11.3, R11.4: always to 5 if possible; the other path's tiles come from the same side (ruling)."""
    state = drawn.alone(path="g01", top="y01y02", bottom="r01r02r03")
    assert codes(drawn.played(state, "1:berry:top-left").state.player.path) == "g01 y01 y02 r01 r02"
    after = drawn.played(state, "1:berry:top-right").state
    assert codes(after.player.path) == "g01 y02 y01 r03 r02"
    assert codes(after.solo.bottom) == "r01"


@pytest.mark.parametrize(("end", "tile"), [("top-left", "y01"), ("top-right", "y02"), ("bottom-right", "r02")])
def test_a_berry_with_five_brings_a_sixth(drawn: Any, end: str, tile: str) -> None:
    """R11.4: from any end of either path."""
    state = drawn.alone(path="g01g01g01g01g01", top="y01y02", bottom="r01r02")
    assert codes(drawn.played(state, f"1:berry:{end}").state.player.path).endswith(f"g01 {tile}")


def test_a_berry_names_an_end_that_has_tiles(drawn: Any) -> None:
    """R11.4: an empty path has no ends; no tiles at all, no berry."""
    state = drawn.alone(path="g01", top="-", bottom="r01")
    assert drawn.rules_broken(state, "1:berry:top-left") == ["R11.4"]
    assert drawn.rules_broken(state, "1:berry") == ["R11.4"]
    assert drawn.rules_broken(drawn.alone(path="g01", top="-", bottom="-"), "1:berry:top-left") == ["R7.5"]


def test_no_refill_without_tiles(drawn: Any) -> None:
    """R7.5: both paths are empty, the turn goes on."""
    after = emptied(drawn, top="-", bottom="-")
    assert not after.turn.refill
    assert "1:end" in drawn.words(after)


def test_telling_the_path_settles_an_open_refill(drawn: Any) -> None:
    """R12.2, R11.3: whoever says what lies in the path now has filled it up already."""
    after = drawn.played(emptied(drawn), "1:path:y01y02").state
    assert not after.turn.refill
    assert codes(after.player.path) == "y01 y02"


def test_unknown_paths_leave_the_own_path_unknown(drawn: Any) -> None:
    """R1.7: what comes from a path that nobody told is not known."""
    assert emptied(drawn, top="?", bottom="?").player.path is None


def test_the_final_phase_keeps_what_squirrels_do_not_need(drawn: Any) -> None:
    """R11.6: no exchange beyond the empty spaces, no end while a squirrel is possible."""
    board = [*["ggggggggg"] * 7, "gggggggg."]
    state = drawn.alone(board, purse=(2, 1, 0, 0), number=10, phase=Phase.FINAL)
    assert drawn.words(state) == {"1:nut:i8"}
    assert drawn.rules_broken(state, "1:exchange:berry-nut") == ["R11.6"]
    assert drawn.rules_broken(state, "1:end") == ["R11.6"]


@pytest.mark.parametrize(
    ("last", "purse", "won", "text"),
    [
        ("g", (1, 0, 1, 1), True, "Won: the forest is full, a berry, a mushroom and a feather left: 8 points."),
        (".", (1, 0, 0, 0), False, "Lost: 1 space empty, a berry left: 0 points. 0 or more is a success all the same."),
        (".", (0, 0, 0, 0), False, "Lost: 1 space empty, nothing left: -1 point. 0 or more would be a success."),
    ],
)
def test_the_result(drawn: Any, last: str, purse: tuple[int, ...], won: bool, text: str) -> None:
    """R11.7: all covered is won and tokens count; else each empty space is minus one."""
    state = drawn.alone([*["ggggggggg"] * 7, f"gggggggg{last}"], purse=purse, number=10, phase=Phase.FINAL)
    result = drawn.game.result(drawn.played(state, "1:end").state)
    assert (result.won, result.text) == (won, text)


W8, W5, W2, L1, L3 = Solo(True, 8), Solo(True, 5), Solo(True, 2), Solo(False, -1), Solo(False, -3)


@pytest.mark.parametrize(
    ("games", "over", "points"),
    [
        ([], False, None),
        ([W8], False, None),
        ([W8, W5], False, None),
        ([W8, W2, W5], True, 13),
        ([W8, L3, W5], True, 13),
        ([L1, W5, L3], True, -4),
        ([L1, L3], True, -4),
        ([W8, L1], False, None),
    ],
)
def test_the_series(games: list[Solo], over: bool, points: int | None) -> None:
    """R11.8: the two best won games; with one won the two lost ones; two lost at first and no third."""
    found = series_result(games)
    assert (found.next, found.points) == (not over, points)


@pytest.mark.parametrize("games", [[L1, L3, W8], [W8, W8, W8, W8]])
def test_a_series_has_no_more_games(games: list[Solo]) -> None:
    """R11.8: nothing follows two lost games or a third one."""
    with pytest.raises(ValueError, match="a series has up to three games"):
        series_result(games)


def test_the_worst_lost_games_count(drawn: Any) -> None:
    """R11.8: with exactly one won game the sum of the two lost ones."""
    assert series_result([L1, W8, L1]).text == "Only one game is won: the two lost games count, -2."
