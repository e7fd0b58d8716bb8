"""The table's decisions within a Feather or Mushroom, and the tokens that they bring (R3.1, R5.2, R8.3, R8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Reading
from engine.grid import Cell, Space
from engine.indian_summer import final
from engine.indian_summer.forest import Purse
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import HOLE, SQUIRREL
from engine.referee import Verdict, explain


def opened(drawn: Any, spent: str) -> Any:
    """A turn in which a Feather or a Mushroom is open."""
    purse = (0, 0, 1, 1)
    mine = drawn.player(purse=purse, path="y01g01g02")
    return drawn.played(
        drawn.table(mine, drawn.player(path="y01g01"), common="g01g02r01r02r03r04r05r06"), f"1:{spent}"
    ).state


LEAF = "table:1a1=leaf.yellow,1b1=leaf.yellow,1c1=leaf.yellow,1d1=leaf.yellow,1e1=hole"
SECOND = "table:1a3=leaf.green,1b3=leaf.green,1c3=hole"


@pytest.mark.parametrize("spent", ["feather", "mushroom:seat2+bush"])
def test_leaves_that_the_table_lets_lie_are_tiles_of_a_double(drawn: Any, spent: str) -> None:
    """R3.1, R8.3, R8.4: one leaf leaves one to be laid, the second closes the action, and the turn may end."""
    once = drawn.played(opened(drawn, spent), LEAF).state
    assert once.turn.double.left == 1
    assert not drawn.game.end_turn(once)
    twice = drawn.played(once, SECOND).state
    assert twice.turn.double is None
    assert twice.turn.main_done
    assert drawn.game.end_turn(twice)
    both = drawn.played(opened(drawn, spent), f"{LEAF},{SECOND.removeprefix('table:')}").state
    assert drawn.game.end_turn(both)


def test_who_insists_closes_a_double(drawn: Any) -> None:
    """R3.1: what lies there was all of the action, whatever is left of it."""
    state = drawn.played(opened(drawn, "feather"), LEAF).state
    move = drawn.game.upheld(
        state, {spot: surface for spot, surface in drawn.game.view(state).items() if surface != "floor"}
    )
    after = drawn.played(state, drawn.game.write_move(move)).state
    assert after.turn.double is None
    assert drawn.game.end_turn(after)


def test_a_squirrel_that_the_table_lets_lie_is_no_tile_of_a_double(drawn: Any) -> None:
    """R8.4: both tiles are still to be laid."""
    after = drawn.played(opened(drawn, "feather"), "table:1i8=squirrel").state
    assert after.turn.double.left == 2


def test_a_double_of_which_no_tile_fits_any_more_is_done(drawn: Any) -> None:
    """R8.4: the table's leaf took the room of the second tile; nobody is asked to lay what cannot lie."""
    board = ["......sss", *["sssssssss"] * 7]
    state = drawn.table(drawn.player(board, purse=(0, 0, 0, 1), path="g01g01"), drawn.player(), common="r01")
    after = drawn.played(state, "1:feather", "table:1a1=leaf.yellow,1b1=leaf.yellow,1c1=leaf.yellow,1d1=hole").state
    assert after.turn.double is None
    assert drawn.game.end_turn(after)


OWN_HOLE = ",".join(["table:1a4={}", *(f"1{cell}=leaf.yellow" for cell in ("b4", "c4", "d4"))])


@pytest.mark.parametrize("seen", ["hole", "token.berry"])
def test_the_own_hole_of_a_leaf_that_completes_an_area_pays(drawn: Any, seen: str) -> None:
    """R5.2: be its token lying or taken already, a leaf that the table lets lie pays once."""
    state = drawn.alone(["yyy"] * 3, ["", "", "", "b"], purse=(0, 0, 0, 0))
    after = drawn.played(state, OWN_HOLE.format(seen)).state
    assert after.player.purse == Purse(berry=1)
    assert after.board.with_token == 0


def test_a_bare_hole_in_an_open_area_pays_nothing(drawn: Any) -> None:
    """R5.1: its token has only not been laid."""
    state = drawn.alone(["yyy", "yyy"], ["", "", "", "b"], purse=(0, 0, 0, 0))
    assert drawn.played(state, OWN_HOLE.format("hole")).state.player.purse == Purse()


def token_left(drawn: Any) -> tuple[State, State]:
    """A squirrel completes an area whose nut stays: as explained, and as the table accepts it."""
    state = drawn.alone(["Nyy", "yyy", "yyy", "yy"], ["n"], purse=(0, 0, 0, 0))
    seen = {spot: Reading(surface, 1.0) for spot, surface in drawn.game.view(state).items()}
    seen[Space(0, Cell(3, 2))] = Reading(SQUIRREL, 1.0)
    found = explain(drawn.game, state, seen)
    assert (found.verdict, found.state.player.purse) == (Verdict.INCOMPLETE, Purse(nut=1))
    return found.state, drawn.played(found.state, "table:1a1=token.nut").state


def test_a_token_that_the_table_lets_lie_is_in_no_supply(drawn: Any) -> None:
    """R5.2: it counts once, be it in the final phase, and the turn can end."""
    explained, accepted = token_left(drawn)
    assert accepted.player.purse == Purse()
    assert drawn.game.end_turn(accepted)
    late = final.late_harvest(accepted.board, accepted.player.purse)[1]
    assert late == explained.player.purse


@pytest.mark.parametrize("ended", [False, True])
def test_a_token_that_was_left_lying_may_be_taken_at_any_time(drawn: Any, ended: bool) -> None:
    """R5.2: nobody is asked to lay it again; it goes to the supply, beside what else was laid."""
    _, state = token_left(drawn)
    if ended:
        state = drawn.played(state, "1:end").state
    seen = {spot: Reading(surface, 1.0) for spot, surface in drawn.game.view(state).items()}
    assert explain(drawn.game, state, seen).verdict is Verdict.UNCHANGED
    seen[Space(0, Cell(0, 0))] = Reading(HOLE, 1.0)
    found = explain(drawn.game, state, seen)
    assert (found.verdict, found.state.player.purse) == (Verdict.LEGAL, Purse(nut=1))
    assert found.state.turn.main_done is not ended
    if ended:
        seen[Space(0, Cell(7, 7))] = seen[Space(0, Cell(7, 0))] = Reading(SQUIRREL, 1.0)
        found = explain(drawn.game, state, seen)
        assert (found.verdict, found.state.player.purse) == (Verdict.LEGAL, Purse())
