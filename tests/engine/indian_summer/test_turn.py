"""R3: one main action, special actions around it; R9: exchanges."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Reading
from engine.grid import Cell, Space
from engine.indian_summer.forest import Purse
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR
from engine.referee import Verdict, explain

TABLE = {"path": "g01g02", "purse": (1, 1, 1, 1)}


def seen_of(drawn: Any, state: State) -> dict[Any, Reading]:
    """What a perfect camera reads."""
    return {spot: Reading(surface, 1.0) for spot, surface in drawn.game.view(state).items()}


def test_passing_is_not_allowed(drawn: Any) -> None:
    """R3.1: the turn cannot end before the main action."""
    state = drawn.alone()
    assert drawn.game.end_turn(state) is None
    assert drawn.rules_broken(state, "1:end") == ["R3.1"]


@pytest.mark.parametrize("main", ["1:leaf:green:a1o,b1,c1:path1", "1:squirrel:a1"])
def test_one_main_action_a_turn(drawn: Any, main: str) -> None:
    """R3.1, R3.2: a leaf of the path or a squirrel, and after either no second one."""
    after = drawn.played(drawn.alone(path="g01g02", purse=(1, 1, 1, 1), top="g03", bottom="g04"), main).state
    for word in ("1:squirrel:i8", "1:leaf:green:g8,h8o,i8:path1", "1:feather", "1:mushroom:top-left+bottom-left"):
        assert "R3.1" in drawn.rules_broken(after, word)
    assert {word.split(":")[1] for word in drawn.words(after)} == {"nut", "berry", "exchange", "end"}


def test_feather_and_mushroom_are_main_actions(drawn: Any) -> None:
    """R3.3: at most one of them a turn, and neither beside a normal main action."""
    state = drawn.alone(path="g01g02g03", purse=(0, 0, 1, 1), top="g01", bottom="g02")
    after = drawn.played(state, "1:feather", "1:leaf:green:a1o,b1,c1:path1", "1:leaf:green:a2,b2o,c2:path1").state
    assert drawn.rules_broken(after, "1:mushroom:top-left+bottom-left") == ["R3.1"]
    assert drawn.rules_broken(after, "1:squirrel:i8") == ["R3.1"]


def test_special_actions_before_and_after(drawn: Any) -> None:
    """R3.1, R8.2: nuts and berries any number of times, before and after the main action."""
    state = drawn.alone(path="g01", purse=(2, 2, 0, 0), top="g02g02g02g02g02", bottom="g03")
    words = ("1:nut:a1", "1:berry:top-left", "1:squirrel:b1", "1:berry:bottom-left", "1:nut:c1", "1:end")
    assert drawn.played(state, *words).state.turn.number == 2


@pytest.mark.parametrize("word", ["1:nut:i8", "1:berry:top-left", "1:squirrel:i8", "1:feather", "1:end"])
def test_between_two_tiles_only_exchanges_and_animals(drawn: Any, word: str) -> None:
    """R3.4 (ruling): no berry, no nut, nothing else between the tiles of a feather."""
    state = drawn.alone(["oo"], path="g01g02", purse=(3, 1, 0, 1), top="g03", bottom="g04")
    between = drawn.played(state, "1:feather", "1:leaf:green:a2o,b2,c2:path1").state
    assert drawn.rules_broken(between, word)[0] in {"R3.4", "R8.4"}
    assert {each.split(":")[1] for each in drawn.words(between)} == {"leaf", "exchange", "animal"}


def test_nuts_may_fill_the_board_before_the_main_action(drawn: Any) -> None:
    """R3.5 (ruling): the main action falls away then, and the turn may go on or end."""
    board = ["ggggggggg"] * 7 + ["ggggggoo."]
    after = drawn.played(drawn.alone(board, purse=(2, 1, 0, 0), path="r01", top="-", bottom="-"), "1:nut:i8").state
    assert drawn.words(after) == {"1:exchange:berry-nut", "1:animal:mouse:g8,h8", "1:end"}


def test_completing_the_board_does_not_stop_the_turn(drawn: Any) -> None:
    """R3.5 (ruling): exchanges and animals may follow."""
    board = ["ggggggggg"] * 7 + ["ggggggoo."]
    after, events = drawn.played(drawn.alone(board, purse=(2, 0, 0, 0)), "1:squirrel:i8", "1:animal:mouse:g8,h8")
    assert "full" in {event.kind for event in events}
    assert "1:end" in drawn.words(after)


def test_it_is_one_seats_turn(drawn: Any) -> None:
    """R2.4: nobody moves in another's turn; the sentence names both."""
    state = drawn.table(drawn.player(), drawn.player())
    (found,) = drawn.game.violations(state, drawn.game.read_move("2:squirrel:a1"))
    assert (found.rule, found.text) == ("R2.4", "It is the turn of Ada, not of Ben.")


def test_trying_for_fit_is_no_move(drawn: Any) -> None:
    """R3.6: a tile is tried here and there and put back: each view is explained by what lies there alone."""
    state = drawn.alone(["ogg"], path="y01g01")
    for word in ("1:leaf:green:d4o,e4,f4:path2", "1:leaf:green:a6o,a7,a8:path2", "1:leaf:green:e4,f4,g4o:path2"):
        tried = drawn.played(state, word).state
        found = explain(drawn.game, state, seen_of(drawn, tried))
        assert [drawn.game.write_move(move) for move in found.moves] == [word]
    lifted = {**seen_of(drawn, state), **{Space(0, Cell(0, col)): Reading(FLOOR, 1.0) for col in range(3)}}
    assert explain(drawn.game, state, lifted).verdict is Verdict.ILLEGAL  # as long as it is up
    back = explain(drawn.game, state, seen_of(drawn, state))
    assert (back.verdict, back.state, back.moves) == (Verdict.UNCHANGED, state, ())
    assert list(drawn.game.attempts(state, drawn.game.view(state))) == []
    assert not drawn.game.end_turn(back.state)


LOWER = [
    (give, get)
    for number, give in enumerate(("berry", "nut", "mushroom", "feather"))
    for get in ("berry", "nut", "mushroom", "feather")[:number]
]


@pytest.mark.parametrize(("give", "get"), LOWER)
def test_one_token_for_one_of_any_lower_kind(drawn: Any, give: str, get: str) -> None:
    """R9.1: feather > mushroom > nut > berry."""
    state = drawn.alone(purse=tuple(int(kind == give) for kind in ("berry", "nut", "mushroom", "feather")))
    after = drawn.played(state, f"1:exchange:{give}-{get}").state
    assert after.player.purse == Purse(**{get: 1})


@pytest.mark.parametrize(("give", "get"), [("berry", "nut"), ("nut", "mushroom"), ("mushroom", "feather")])
def test_two_of_a_kind_for_one_of_the_next(drawn: Any, give: str, get: str) -> None:
    """R9.1: two, not one, and only for the next higher kind."""
    kinds = ("berry", "nut", "mushroom", "feather")
    assert drawn.rules_broken(drawn.alone(purse=tuple(int(k == give) for k in kinds)), f"1:exchange:{give}-{get}") == [
        "R9.1"
    ]
    state = drawn.alone(purse=tuple(2 * (k == give) for k in kinds))
    assert drawn.played(state, f"1:exchange:{give}-{get}").state.player.purse == Purse(**{get: 1})


@pytest.mark.parametrize("word", ["berry-mushroom", "berry-feather", "nut-feather", "nut-nut"])
def test_no_other_exchange(drawn: Any, word: str) -> None:
    """R9.1: nothing jumps two kinds up, whatever one has."""
    assert drawn.rules_broken(drawn.alone(purse=(9, 9, 9, 9)), f"1:exchange:{word}") == ["R9.1"]


def test_exchanges_any_number_of_times(drawn: Any) -> None:
    """R9.1: berries to a nut to a mushroom to a feather in one turn, before and after the main action."""
    state = drawn.alone(purse=(8, 0, 0, 0))
    words = ["1:exchange:berry-nut"] * 4 + ["1:squirrel:a1"] + ["1:exchange:nut-mushroom"] * 2
    after = drawn.played(state, *words, "1:exchange:mushroom-feather").state
    assert after.player.purse == Purse(feather=1)


def test_mushroom_area_berries_squirrel_and_the_next_area_in_one_turn(drawn: Any) -> None:
    """R3, R5.3, R9.1: the published example of a long turn: one thing leads to the next."""
    board = ["...ggg", "ggg.gg", "ggBggg", "ggBggN"]
    floor = ["", "", "..b", "..b..n"]
    state = drawn.alone(board, floor, purse=(0, 0, 1, 0), path="r01", top="g01", bottom="g02")
    after, events = drawn.played(
        state,
        "1:mushroom:top-left+bottom-left",
        "1:leaf:green:a1o,b1,c1:top-left",  # completes Area 1: two berries
        "1:exchange:berry-nut",
        "1:leaf:green:g1,h1o,i1:bottom-left",
        "1:nut:d2",  # completes Area 2: a nut
        "1:end",
    )
    assert after.player.purse == Purse(nut=1)
    assert [event.kind for event in events].count("area") == 2
    assert after.turn.number == 2
