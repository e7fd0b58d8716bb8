"""R8.3 to R8.4, R11.5: two tiles by a Mushroom or a Feather."""

from __future__ import annotations

from typing import Any

import pytest

from engine.indian_summer.options import Options, SoloMushroom

# Everything covered but a straight three in the far row and one more at the near right.
ROOM_FOR_TWO = ["...gggggg", *["ggggggggg"] * 6, "gggggg..."]
ROOM_FOR_ONE = ["...gggggg", *["ggggggggg"] * 7]
FIRST, SECOND = "a1o,b1,c1", "g8o,h8,i8"


def codes(path: Any) -> str:
    """A path as codes."""
    return " ".join(tile.code for tile in path)


def three(drawn: Any, *paths: str, board: list[str] | None = None, common: str = "y01y02y03y04y05y06y07y08") -> Any:
    """Ada to play with a mushroom and a feather, the others with these paths."""
    first = drawn.player(board or (), path="g01g02", purse=(0, 0, 1, 1))
    return drawn.table(first, *[drawn.player(path=path) for path in paths], common=common)


def test_a_mushroom_takes_first_tiles_of_two_different_others(drawn: Any) -> None:
    """R8.3: which two of three is the player's choice; gaps close toward the Backpack."""
    state = three(drawn, "g01y01", "g02y02", "g03y03")
    assert {word for word in drawn.words(state) if "mushroom" in word and "exchange" not in word} == {
        "1:mushroom:seat2+seat3",
        "1:mushroom:seat2+seat4",
        "1:mushroom:seat3+seat4",
    }
    after = drawn.played(
        state, "1:mushroom:seat2+seat4", f"1:leaf:green:{FIRST}:seat2", "1:leaf:green:g7o,g8,h7:seat4"
    ).state
    assert [codes(player.path) for player in after.players] == ["g01 g02", "y01", "g02 y02", "y03"]
    assert after.turn.main_done
    assert after.players[0].purse.mushroom == 0


def test_either_order(drawn: Any) -> None:
    """R8.3: the tile of either player first."""
    state = drawn.played(three(drawn, "g01", "g02"), "1:mushroom:seat2+seat3").state
    sources = {word.split(":")[-1] for word in drawn.words(state) if ":leaf:" in word}
    assert sources == {"seat2", "seat3"}


def test_two_tiles_of_one_player_are_refused(drawn: Any) -> None:
    """R8.3: two *different* other players, never the own path."""
    state = three(drawn, "g01y01", "g02")
    assert drawn.rules_broken(state, "1:mushroom:seat2+seat2") == ["R8.3"]
    assert drawn.rules_broken(state, "1:mushroom:seat1+seat2") == ["R8.3"]


def test_two_players_use_the_bush(drawn: Any) -> None:
    """R8.3: the other player's first tile and the tile at the Bush, and the Common Path moves on."""
    state = three(drawn, "g03y01", common="g01y02y03y04y05y06y07y08")
    after = drawn.played(
        state, "1:mushroom:seat2+bush", f"1:leaf:green:{FIRST}:bush", "1:leaf:green:g7o,g8,h7:seat2"
    ).state
    assert codes(after.common) == "y02 y03 y04 y05 y06 y07 y08"
    assert codes(after.players[1].path) == "y01"


def test_both_must_be_placed_if_both_fit(drawn: Any) -> None:
    """R8.3: the first tile may not take the room of the second."""
    state = drawn.table(
        drawn.player(["....ggggg", *["ggggggggg"] * 6, "ggggggggg"], purse=(0, 0, 1, 0), path="r01"),
        drawn.player(path="g01y01"),
        drawn.player(path="g01y01"),
    )
    # Room for one three only: one is laid, the other stays where it was.
    after, events = drawn.played(state, "1:mushroom:seat2+seat3", f"1:leaf:green:{FIRST}:seat2")
    assert [codes(player.path) for player in after.players] == ["r01", "y01", "g01 y01"]
    assert "forgone" in {event.kind for event in events}
    assert after.turn.main_done


def test_a_placement_that_spoils_the_second_tile_is_named(drawn: Any) -> None:
    """R8.3: legal elsewhere, the move says that both must be laid."""
    board = ["......ggg", *["ggggggggg"] * 7]
    state = drawn.table(
        drawn.player(board, purse=(0, 0, 1, 0), path="r01"),
        drawn.player(path="g01"),
        drawn.player(path="g02"),
        common="-",
    )
    state = drawn.played(state, "1:mushroom:seat2+seat3").state
    assert drawn.rules_broken(state, "1:leaf:green:b1o,c1,d1:seat2") == ["R8.3"]
    assert {word.split(":")[3] for word in drawn.words(state) if ":leaf:" in word and word.endswith("seat2")} == {
        "a1o,b1,c1",
        "a1,b1,c1o",
        "d1o,e1,f1",
        "d1,e1,f1o",
    }


def test_a_mushroom_of_which_neither_fits_is_illegal(drawn: Any) -> None:
    """R8.3: keep it."""
    state = three(drawn, "y01", "y01", board=ROOM_FOR_ONE)
    assert drawn.rules_broken(state, "1:mushroom:seat2+seat3") == ["R8.3"]
    assert "1:mushroom:seat2+seat3" not in drawn.words(state)


def test_the_tile_that_fits_after_the_other_does_not_is_forgone_from_either_side(drawn: Any) -> None:
    """R8.3: only the second tile fits at all; it is laid and the first stays."""
    state = three(drawn, "y01", "g01g02", board=ROOM_FOR_ONE)
    after = drawn.played(state, "1:mushroom:seat2+seat3", f"1:leaf:green:{FIRST}:seat3").state
    assert [codes(player.path) for player in after.players] == ["g01 g02", "y01", "g02"]


def test_emptied_paths_refill_in_turn_order(drawn: Any) -> None:
    """R8.3, R7.1: Ben first, then Cy, though Cy's tile was laid first."""
    state = three(drawn, "g01", "g02", common="y01y02y03y04y05y06y07y08y09y10y11")
    after = drawn.played(
        state, "1:mushroom:seat2+seat3", "1:leaf:green:g7,h7o,i7:seat3", f"1:leaf:green:{FIRST}:seat2"
    ).state
    assert codes(after.players[1].path) == "y01 y02 y03 y04 y05"
    assert codes(after.players[2].path) == "y06 y07 y08 y09 y10"


def test_one_other_player_with_tiles_gives_one(drawn: Any) -> None:
    """R8.3 (ruling): all else empty, so that one tile is taken."""
    state = three(drawn, "g01y01", "-", common="-")
    assert "1:mushroom:seat2" in drawn.words(state)
    after = drawn.played(state, "1:mushroom:seat2", f"1:leaf:green:{FIRST}:seat2").state
    assert after.turn.main_done


def test_no_tiles_anywhere_no_mushroom(drawn: Any) -> None:
    """R7.5, R8.3: nothing to take."""
    assert drawn.rules_broken(three(drawn, "-", "-", common="-"), "1:mushroom:seat2+seat3") == ["R7.5"]


def test_a_feather_lays_two_of_the_own_path(drawn: Any) -> None:
    """R8.4: in either order, from any places of the path."""
    state = drawn.alone(path="g01y01g02", purse=(0, 0, 0, 1))
    after = drawn.played(
        state,
        "1:feather",
        f"1:leaf:green:{SECOND.replace('o', '').replace('h8', 'h8o')}:path3",
        f"1:leaf:green:{FIRST}:path1",
    ).state
    assert codes(after.player.path) == "y01"
    assert after.turn.main_done
    assert after.player.purse.feather == 0


@pytest.mark.parametrize("path", ["-", "g01"])
def test_a_feather_needs_two_tiles(drawn: Any, path: str) -> None:
    """R8.4: with fewer it is illegal."""
    state = drawn.alone(path=path, purse=(0, 0, 0, 1))
    assert drawn.rules_broken(state, "1:feather") == ["R8.4"]
    assert "1:feather" not in drawn.words(state)


def test_both_tiles_of_a_feather_must_fit(drawn: Any) -> None:
    """R8.4: room for one is not enough, room for two is."""
    assert drawn.rules_broken(drawn.alone(ROOM_FOR_ONE, path="g01g01", purse=(0, 0, 0, 1)), "1:feather") == ["R8.4"]
    assert not drawn.rules_broken(drawn.alone(ROOM_FOR_TWO, path="g01g01", purse=(0, 0, 0, 1)), "1:feather")


def test_the_first_tile_of_a_feather_leaves_room(drawn: Any) -> None:
    """R8.4: the second tile has one place left, the first may not take it."""
    state = drawn.alone(["..ggggggg", "..ggggggg", *["ggggggggg"] * 5, "gggggg..."], path="g03g01", purse=(0, 0, 0, 1))
    state = drawn.played(state, "1:feather").state
    firsts = {word.split(":")[-1] for word in drawn.words(state) if ":leaf:" in word}
    assert firsts == {"path1", "path2"}
    crowded = drawn.alone([*["ggggggggg"] * 7, "gggg....."], path="g01g01", purse=(0, 0, 0, 1))
    assert drawn.rules_broken(crowded, "1:feather") == ["R8.4"]


def test_a_path_emptied_by_the_first_tile_waits_for_the_second(drawn: Any) -> None:
    """R8.4 (ruling): refilled when both are laid."""
    state = three(drawn, "r01", common="y01y02y03y04y05y06y07y08y09y10y11y12")
    between = drawn.played(state, "1:feather", f"1:leaf:green:{FIRST}:path1").state
    assert codes(between.players[0].path) == "g02"
    after = drawn.played(between, "1:leaf:green:g8,h8o,i8:path1").state
    assert codes(after.players[0].path) == "y01 y02 y03 y04 y05"


def test_a_path_emptied_by_the_first_tile_of_a_mushroom_waits_for_the_second(drawn: Any) -> None:
    """R8.3, R8.4 (ruling): Ben's only tile is laid first; his path may not take the one at the Bush, which is next."""
    common = "g02y01y02y03y04y05y06y07y08"
    state = drawn.table(drawn.player(path="r01", purse=(0, 0, 1, 0)), drawn.player(path="g01"), common=common)
    between = drawn.played(state, "1:mushroom:seat2+bush", f"1:leaf:green:{FIRST}:seat2").state
    assert between.players[1].path == ()
    assert codes(between.common) == "g02 y01 y02 y03 y04 y05 y06 y07 y08"
    after = drawn.played(between, "1:leaf:green:g8,h8o,i8:bush").state
    assert codes(after.players[1].path) == "y01 y02 y03 y04 y05"
    assert codes(after.common) == "y06 y07 y08"


@pytest.mark.parametrize(("word", "purse"), [("1:nut:i8", (1, 0, 0, 0)), ("1:berry", (0, 1, 0, 0))])
def test_a_special_action_forgoes_the_second_tile_of_an_unknown_path(
    drawn: Any, word: str, purse: tuple[int, ...]
) -> None:
    """R8.3, R3.1: what may follow the Main Action closes a mushroom whose second tile nobody knows, as the end does."""
    state = drawn.table(drawn.player(path="r01", purse=(1, 1, 1, 0)), drawn.player())
    assert drawn.rules_broken(drawn.played(state, "1:mushroom:seat2+bush").state, word) == ["R3.4"]
    between = drawn.played(state, "1:mushroom:seat2+bush", "1:leaf:red:a1o,b1,c1,d1,e1:seat2").state
    assert word in drawn.words(between)
    after = drawn.played(between, word).state
    assert after.player.purse == purse
    assert after.turn.double is None
    assert after.turn.main_done
    assert "R3.1" in drawn.rules_broken(after, "1:leaf:green:a8,b8o,c8")


def test_a_known_second_tile_is_not_forgone_for_a_special_action(drawn: Any) -> None:
    """R3.4: that it fits is known, so it is laid first."""
    state = drawn.table(drawn.player(path="r01", purse=(1, 1, 1, 0)), drawn.player(path="g01"), common="g02y01")
    between = drawn.played(state, "1:mushroom:seat2+bush", f"1:leaf:green:{FIRST}:seat2").state
    assert drawn.rules_broken(between, "1:nut:i8") == ["R3.4"]
    assert "1:nut:i8" not in drawn.words(between)


def test_unknown_paths_allow_any_two_leaves(drawn: Any) -> None:
    """R1.7: with paths that nobody told, a feather and a mushroom lay any leaves, and a second may be forgone."""
    state = drawn.table(drawn.player(purse=(0, 0, 1, 1)), drawn.player())
    words = ("1:mushroom:seat2+bush", "1:leaf:red:a1o,b1,c1,d1,e1:seat2")
    between = drawn.played(state, *words).state
    assert drawn.game.end_turn(between) is not None
    assert drawn.played(between, "1:end").state.turn.seat == 1
    feather = drawn.played(state, "1:feather", "1:leaf:red:a1o,b1,c1,d1,e1").state
    assert drawn.rules_broken(feather, "1:end") == ["R8.4"]


def test_a_forgone_tile_of_an_unknown_path_still_refills_the_others(drawn: Any) -> None:
    """R8.3, R7.1: Ben's only tile was taken, the tile at the unknown Bush stays; Ben's path is filled up."""
    state = drawn.table(drawn.player(path="r01", purse=(0, 0, 1, 0)), drawn.player(path="g01"))
    after = drawn.played(state, "1:mushroom:seat2+bush", f"1:leaf:green:{FIRST}:seat2", "1:end").state
    assert after.turn.seat == 1
    assert after.players[1].path is None


ROW = ["y01", "y02", None, None, "y03", "y04", "y05", "y06", "y07", "y08", "y09", "y10"]


def test_a_solo_mushroom_takes_outermost_tiles_of_both_paths(drawn: Any) -> None:
    """R11.5 (house rule): one of the Top and one of the Bottom Path, from any ends."""
    state = drawn.alone(path="r01", purse=(0, 0, 1, 0), top="g01y01g02", bottom="g03y02g04")
    assert sum(word.startswith("1:mushroom") for word in drawn.words(state)) == 4
    after = drawn.played(
        state,
        "1:mushroom:top-right+bottom-left",
        "1:leaf:green:a1,b1o,c1:top-right",
        "1:leaf:green:g7o,g8,h7:bottom-left",
    ).state
    assert codes(after.solo.top) == "g01 y01"
    assert codes(after.solo.bottom) == "y02 g04"


def test_a_solo_mushroom_with_one_candidate(drawn: Any) -> None:
    """R11.5: only that one."""
    state = drawn.alone(path="r01", purse=(0, 0, 1, 0), top="g01", bottom="-")
    assert "1:mushroom:top-left" in drawn.words(state)
    assert drawn.played(state, "1:mushroom:top-left", f"1:leaf:green:{FIRST}:top-left").state.turn.main_done


def test_a_solo_mushroom_beside_the_gap(drawn: Any) -> None:
    """R11.5: with the option ``gap`` the two tiles beside the travelling gap."""
    gap = Options(mushroom=SoloMushroom.GAP)
    row = [tile if tile not in ("y02", "y03") else {"y02": "g01", "y03": "g03"}[tile] for tile in ROW]
    state = drawn.alone(path="r01", purse=(0, 0, 1, 0), top="-", bottom="-", row=row, options=gap, number=8)
    assert "1:mushroom:gap-left+gap-right" in drawn.words(state)
    after = drawn.played(
        state, "1:mushroom:gap-left+gap-right", f"1:leaf:green:{FIRST}:gap-left", "1:leaf:green:g7o,g8,h7:gap-right"
    ).state
    assert [tile and tile.code for tile in after.solo.row[:6]] == ["y01", None, None, None, None, "y04"]
