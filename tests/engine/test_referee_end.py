"""The referee when somebody ends the turn: what nobody could read is asked, for something must lie there."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Reading, Spot
from engine.grid import Cell, Space
from engine.indian_summer.moves import PlaceSquirrel
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import LEAF_GREEN, SQUIRREL
from engine.referee import ASKED, LOOSE, Verdict, explain, explain_end


def spot(name: str) -> Space:
    """A space of seat 0."""
    return Space(0, Cell.parse(name))


def seen(drawn: Any, state: State, *unread: str) -> dict[Spot, Reading]:
    """Everything as it is, surely read, but for some spaces."""
    view = drawn.game.view(state)
    return {each: Reading(surface, 1.0) for each, surface in view.items() if str(each.cell) not in unread}


def test_an_unread_main_action_is_asked(drawn: Any) -> None:
    """R3.1: nothing is new and passing is not allowed, so each space that cannot be read may hold a squirrel."""
    state = drawn.alone()
    readings = seen(drawn, state, "c4", "h7")
    assert explain(drawn.game, state, readings).verdict is Verdict.UNCHANGED
    found = explain_end(drawn.game, state, readings)
    assert found.verdict is Verdict.QUESTION
    assert {line.moves for line in found.rivals} == {
        (PlaceSquirrel(0, move.on),) for move in (drawn.game.read_move(f"1:squirrel:{n}") for n in ("c4", "h7"))
    }


def test_a_hidden_nut_joins_what_is_seen(drawn: Any) -> None:
    """R8.2: a squirrel that is seen is the Main Action already: then nothing is asked, the space stays in doubt."""
    state = drawn.alone(purse=(0, 1, 0, 0))
    readings = {**seen(drawn, state, "c4"), spot("h7"): Reading(SQUIRREL, 1.0)}
    found = explain_end(drawn.game, state, readings)
    assert found.verdict is Verdict.LEGAL
    assert found.doubtful == {spot("c4")}


def test_an_unread_leaf_is_asked_as_a_leaf(drawn: Any) -> None:
    """A glare over the spaces of a leaf: the leaves that fit there are answers, and so are squirrels."""
    state = drawn.alone()
    found = explain_end(drawn.game, state, seen(drawn, state, "d4", "e4", "f4"))
    assert found.verdict is Verdict.QUESTION
    assert sorted(drawn.game.write_move(line.moves[0]) for line in found.rivals) == [
        "1:leaf:green:d4,e4,f4o",
        "1:leaf:green:d4,e4o,f4",
        "1:leaf:green:d4o,e4,f4",
        "1:squirrel:d4",
        "1:squirrel:e4",
        "1:squirrel:f4",
    ]
    assert len(found.rivals) <= ASKED


def test_a_turn_that_may_end_is_explained_as_ever(drawn: Any) -> None:
    """Where the Main Action is seen and where nothing is in doubt the answer is that of ``explain``."""
    state = drawn.alone()
    lone = {**seen(drawn, state), spot("a1"): Reading(SQUIRREL, 1.0)}
    for readings in (seen(drawn, state), lone):
        assert explain_end(drawn.game, state, readings) == explain(drawn.game, state, readings)


def test_a_board_that_is_mostly_hidden_is_not_guessed(drawn: Any) -> None:
    """With more spaces in doubt than can be asked about nothing is made up."""
    state = drawn.alone()
    names = [str(each.cell) for each in drawn.game.view(state)][: LOOSE + 1]
    assert explain_end(drawn.game, state, seen(drawn, state, *names)).verdict is Verdict.UNCHANGED


@pytest.mark.parametrize("confidence", [0.3, 0.6])
def test_a_weak_reading_speaks_for_what_it_shows(drawn: Any, confidence: float) -> None:
    """Of two spaces in doubt the one that weakly shows a squirrel is the likelier place, and both are asked."""
    state = drawn.alone()
    readings = {**seen(drawn, state, "c4"), spot("h7"): Reading(SQUIRREL, confidence)}
    readings[spot("b2")] = Reading(LEAF_GREEN, 0.3)
    found = explain_end(drawn.game, state, readings)
    assert found.verdict is Verdict.QUESTION
    assert found.rivals[0].moves == (drawn.game.read_move("1:squirrel:h7"),)
    assert (drawn.game.read_move("1:squirrel:c4"),) in [line.moves for line in found.rivals]


def test_nothing_is_called_illegal_that_an_unread_piece_would_explain(drawn: Any) -> None:
    """R6.2, R8.2: two squirrels without a nut, but an animal may lie under a glare and have brought one."""
    state = drawn.alone(["yyo", "ggo"], ["..n"], purse=(0, 0, 0, 0))
    laid = {spot("h7"): Reading(SQUIRREL, 1.0), spot("h5"): Reading(SQUIRREL, 1.0)}
    assert explain(drawn.game, state, {**seen(drawn, state), **laid}).verdict is Verdict.ILLEGAL
    found = explain(drawn.game, state, {**seen(drawn, state, "c1", "c2"), **laid})
    assert found.verdict is Verdict.QUESTION
    assert all("PlaceAnimal" in [type(move).__name__ for move in line.moves] for line in found.rivals)


def test_a_turn_that_cannot_end_with_the_likeliest_is_asked_for_what_can(drawn: Any) -> None:
    """R8.1, R8.3: one leaf looks like half a mushroom, but then the turn cannot end: a berry brought the tile."""
    mine = drawn.player(purse=(1, 0, 1, 0), path="g01g01y01y02r01")
    state = drawn.table(mine, drawn.player(path="y03g01"), common="r05g02r01r02r03r04r06r07r08")
    readings = seen(drawn, drawn.played(state, "1:berry", "1:leaf:red:a1,b1o,c1,d1,a2:path6").state)
    half = explain(drawn.game, state, readings)
    assert (half.verdict, drawn.game.end_turn(half.state)) == (Verdict.LEGAL, None)
    found = explain_end(drawn.game, state, readings)
    assert found.verdict is Verdict.QUESTION
    assert [[drawn.game.write_move(move) for move in line.moves] for line in found.rivals] == [
        ["1:berry", "1:leaf:red:a1,b1o,c1,d1,a2:path6"]
    ]


def test_answers_that_cannot_end_the_turn_give_way_to_those_that_can(drawn: Any) -> None:
    """R11.4: alone too, where it would be asked which two tiles the mushroom brought."""
    state = drawn.alone(purse=(1, 1, 1, 0), path="g01g01y01y02r01", top="r05g02r01r02", bottom="r03r04r06")
    readings = seen(drawn, drawn.played(state, "1:berry:top-left", "1:leaf:red:a1,b1o,c1,d1,a2:path6").state)
    half = explain(drawn.game, state, readings)
    assert len(half.rivals) > 1
    assert all(drawn.game.end_turn(line.state) is None for line in half.rivals)
    found = explain_end(drawn.game, state, readings)
    assert found.rivals
    assert all(drawn.game.end_turn(line.state) is not None for line in found.rivals)
