"""The table's decisions within a Feather or Mushroom, and the tokens that they bring (R3.1, R5.2, R8.3, R8.4)."""

from __future__ import annotations

from typing import Any

import pytest


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
