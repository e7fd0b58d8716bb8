"""R5: tokens on holes, completed areas, harvests; R1.6: an unlimited supply with a notice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.grid import Cell, Space
from engine.indian_summer.forest import AREAS, BOARD, Purse

# The far left area (a1 to c4) but for a1, with a berry on b1 and a nut on c4.
NEARLY = [".Bg", "ggg", "ggg", "ggN"]
PRINTS = ["bb.", "...", "...", "..n"]


def test_the_areas_tile_the_board() -> None:
    """R1.1: six areas of 12 spaces, 3 along the long side and 4 along the short one, together all 72."""
    assert len(AREAS) == 6
    assert all(area.bit_count() == 12 for area in AREAS)
    assert sum(AREAS) == BOARD.full
    for area in AREAS:
        cells = BOARD.set_of(area)
        assert len({cell.col for cell in cells}) == 3
        assert len({cell.row for cell in cells}) == 4


@pytest.mark.parametrize(("sign", "token"), [("b", "B"), ("n", "N"), ("m", "M"), ("f", "F")])
def test_a_hole_over_a_print_gets_that_token(drawn: Any, sign: str, token: str) -> None:
    """R5.1: the token lies on the hole, not in the supply."""
    state = drawn.alone(floor=[sign], path="g01")
    after, events = drawn.played(state, "1:leaf:green:a1o,b1,c1:path1")
    assert drawn.game.view(after)[Space(0, Cell(0, 0))].startswith("token.")
    assert after.player.purse == state.player.purse
    assert "token" in {event.kind for event in events}
    from engine.indian_summer.drawings import board_rows

    assert board_rows(after.board)[0] == f"{token}gg......"


def test_a_hole_over_a_plain_space_gives_nothing(drawn: Any) -> None:
    """R5.1: neither token nor supply."""
    after = drawn.played(drawn.alone(floor=[".b"], path="g01"), "1:leaf:green:a1o,b1,c1:path1").state
    assert not after.board.with_token
    assert after.board.bare == BOARD.bit(Cell(0, 0))


def test_a_squirrel_on_a_print_gives_nothing(drawn: Any) -> None:
    """R5.1: squirrels have no hole."""
    state = drawn.alone(floor=["f"])
    after = drawn.played(state, "1:squirrel:a1").state
    assert after.player.purse == state.player.purse
    assert not after.board.holes


@pytest.mark.parametrize("word", ["1:squirrel:a1", "1:nut:a1"])
def test_a_completed_area_is_harvested_at_once(drawn: Any, word: str) -> None:
    """R5.2: all tokens on its holes go to the supply, and the holes are bare."""
    after, events = drawn.played(drawn.alone(NEARLY, PRINTS, purse=(0, 1, 0, 0)), word)
    spent = word.startswith("1:nut")
    assert after.player.purse == Purse(berry=1, nut=2 - spent)
    assert not after.board.with_token
    assert after.board.bare.bit_count() == 2
    assert [event.kind for event in events] == ["squirrel", "area", "harvest"]


def test_holes_count_as_covered(drawn: Any) -> None:
    """R5.2: leaf, hole and squirrel all cover."""
    after, events = drawn.played(drawn.alone([".og", "ogs", "sgo", "ogs"]), "1:squirrel:a1")
    assert "area" in {event.kind for event in events}
    assert after.board.covered.bit_count() == 12


def test_a_tile_harvests_the_token_on_its_own_hole(drawn: Any) -> None:
    """R5.2: the tile that completes an area with its own hole harvests that token too."""
    state = drawn.alone(["..g", ".gg", "ggg", "ggg"], ["b"], purse=(0, 0, 0, 0), path="g03")
    after = drawn.played(state, "1:leaf:green:a1o,b1,a2:path1").state
    assert after.player.purse == Purse(berry=1)
    assert not after.board.with_token


def test_tokens_of_other_areas_stay(drawn: Any) -> None:
    """R5.2: only the completed area is harvested."""
    state = drawn.alone([".ggB", "ggg", "ggg", "ggg"], ["...b"])
    assert drawn.played(state, "1:squirrel:a1").state.board.with_token == BOARD.bit(Cell(0, 3))


def test_one_tile_completes_two_areas(drawn: Any) -> None:
    """R4.1, R5.2: a tile over the border harvests both."""
    full = ["gggggg", "gggggg", "ggBggN"]
    state = drawn.alone([*full, "gg...g"], ["", "", "..b..n"], purse=(0, 0, 0, 0), path="g01")
    after, events = drawn.played(state, "1:leaf:green:c4o,d4,e4:path1")
    assert after.player.purse == Purse(berry=1, nut=1)
    assert [event.text for event in events if event.kind == "area"] == ["Area 1 is complete.", "Area 2 is complete."]


def test_each_tile_of_a_double_resolves_before_the_next(drawn: Any) -> None:
    """R5.3: the first tile's harvest may be exchanged before the second is laid."""
    state = drawn.alone(["...", "ggg", "ggg", "ggB"], ["", "", "", "..b"], purse=(1, 0, 0, 1), path="g01g02")
    between = drawn.played(state, "1:feather", "1:leaf:green:a1o,b1,c1:path1").state
    assert between.player.purse == Purse(berry=2)
    after = drawn.played(between, "1:exchange:berry-nut", "1:leaf:green:d1,e1o,f1:path1").state
    assert after.player.purse == Purse(nut=1)
    assert after.turn.main_done


def test_the_supply_is_unlimited_with_a_notice(drawn: Any) -> None:
    """R1.6: the ninth feather is given, and the table is told that the box holds 8."""
    state = drawn.alone(floor=["f"], purse=(0, 0, 0, 8), path="g01")
    after, events = drawn.played(state, "1:leaf:green:a1o,b1,c1:path1")
    assert after.board.tokens[3]
    assert [event.text for event in events if event.kind == "box"] == [
        "The box holds 8 feathers, now 9 are in use: take something else as a token."
    ]


def test_squirrels_are_unlimited_with_a_notice(drawn: Any) -> None:
    """R1.5: past the 32 squirrels of the box the table is told, once."""
    state = drawn.alone(["sssssssss", "sssssssss", "sssssssss", "sssss"], purse=(0, 1, 0, 0))
    after, events = drawn.played(state, "1:squirrel:a8")
    assert "box" in {event.kind for event in events}
    assert "box" not in {event.kind for event in drawn.played(after, "1:nut:b8").events}
