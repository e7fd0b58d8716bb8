"""R2.2, R2.3, R7, R8.1: Player Paths, the Common Path, berries at a table of several."""

from __future__ import annotations

from typing import Any

import pytest

LEAF = "1:leaf:green:a1o,b1,c1:path1"


def codes(path: Any) -> str:
    """A path as codes."""
    return "?" if path is None else " ".join(tile.code for tile in path)


def two(drawn: Any, path: str, common: str, reserve: str = "-", purse: tuple[int, ...] = (1, 1, 1, 1)) -> Any:
    """Ada with this path, Ben with a red one."""
    return drawn.table(drawn.player(path=path, purse=purse), drawn.player(path="r01"), common=common, reserve=reserve)


def test_the_set_up(drawn: Any) -> None:
    """R2.1 to R2.4: tokens; green, green, yellow, yellow, red; the Common Path; the start player."""
    state = drawn.dealt(1, 4)
    for player in state.players:
        assert tuple(player.purse) == (1, 1, 1, 0)
        assert "".join(tile.code[0] for tile in player.path) == "ggyyr"
    assert len(state.common) == state.options.common_path
    assert len(state.reserve) == 75 - 4 * 5 - state.options.common_path
    assert state.turn.seat == state.start


def test_play_goes_clockwise(drawn: Any) -> None:
    """R2.4: seats in order, then the next round."""
    state = drawn.table(drawn.player(), drawn.player(), drawn.player(), start=1, seat=1)
    seats = []
    for number in range(6):
        seat = state.turn.seat
        seats.append((seat, state.turn.number))
        state = drawn.played(state, f"{seat + 1}:squirrel:a{1 + number // 3}", f"{seat + 1}:end").state
    assert seats == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2)]


def test_an_emptied_path_fills_from_the_bush(drawn: Any) -> None:
    """R7.1: five tiles from the Bush's end in order, at once."""
    after = drawn.played(two(drawn, "g01", "y01y02y03y04y05y06y07y08y09y10y11y12"), LEAF).state
    assert codes(after.players[0].path) == "y01 y02 y03 y04 y05"
    assert codes(after.common) == "y06 y07 y08 y09 y10 y11 y12"


def test_a_path_fills_with_as_many_as_there_are(drawn: Any) -> None:
    """R7.1: three tiles are left, three come."""
    assert codes(drawn.played(two(drawn, "g01", "y01y02y03"), LEAF).state.players[0].path) == "y01 y02 y03"


def test_a_path_that_is_not_empty_does_not_fill(drawn: Any) -> None:
    """R7.1: only the last tile refills."""
    assert codes(drawn.played(two(drawn, "g01g02", "y01"), LEAF).state.players[0].path) == "g02"


def test_gaps_close_toward_the_backpack(drawn: Any) -> None:
    """R7.2: the order of a path never changes."""
    state = two(drawn, "y01g01y02", "r01")
    assert codes(drawn.played(state, LEAF.replace("path1", "path2")).state.players[0].path) == "y01 y02"


def test_a_short_common_path_is_refilled_to_its_length(drawn: Any) -> None:
    """R7.3: fewer than 7, so the reserve fills it to 15 at the far end."""
    state = two(drawn, "g01", "y01y02y03y04y05y06y07", "r01r02r03r04r05r06r07r08r09r10r11r12r13r14r15")
    after = drawn.played(state, LEAF).state
    assert len(after.common) == 11  # filled to 15 when the first tile was taken, four more followed it
    assert codes(after.common).startswith("y06 y07 r01 r02")
    assert codes(after.players[0].path) == "y01 y02 y03 y04 y05"


def test_the_common_path_refills_below_seven_only(drawn: Any) -> None:
    """R7.3: with exactly 7 nothing comes, with 6 it does."""
    seven = drawn.played(two(drawn, "g01g02g03g04", "y01y02y03y04y05y06y07y08", "r01"), "1:berry").state
    assert (len(seven.common), len(seven.reserve)) == (7, 1)
    six = drawn.played(two(drawn, "g01g02g03g04", "y01y02y03y04y05y06y07", "r01"), "1:berry").state
    assert (len(six.common), len(six.reserve)) == (7, 0)


def test_a_berry_refills_to_five(drawn: Any) -> None:
    """R8.1: tiles are appended on the right, order kept."""
    after = drawn.played(two(drawn, "g01g02", "y01y02y03y04"), "1:berry").state
    assert codes(after.players[0].path) == "g01 g02 y01 y02 y03"
    assert after.players[0].purse.berry == 0


def test_six_tiles_by_two_berries(drawn: Any) -> None:
    """R8.1, R7.4: the published example: a berry fills up to five, the next brings a sixth; a third is illegal."""
    state = two(drawn, "g01g02", "y01y02y03y04y05", purse=(3, 0, 0, 0))
    after = drawn.played(state, "1:berry", "1:berry").state
    assert codes(after.players[0].path) == "g01 g02 y01 y02 y03 y04"
    assert drawn.rules_broken(after, "1:berry") == ["R7.4"]
    assert "1:berry" not in drawn.words(after)


def test_a_berry_without_tiles_is_refused(drawn: Any) -> None:
    """R7.5: nothing to bring."""
    state = two(drawn, "g01", "-")
    assert drawn.rules_broken(state, "1:berry") == ["R7.5"]
    assert "1:berry" not in drawn.words(state)


def test_a_berry_must_be_there(drawn: Any) -> None:
    """R8.1: the sentence says what the supply holds."""
    state = two(drawn, "g01", "y01", purse=(0, 1, 0, 0))
    (found,) = drawn.game.violations(state, drawn.game.read_move("1:berry"))
    assert (found.rule, found.text) == ("R8.1", "That takes a berry, but the supply holds a nut.")


def test_without_any_tiles_squirrels_remain(drawn: Any) -> None:
    """R7.5: the main action is a squirrel then, or a mushroom."""
    state = drawn.table(drawn.player(path="-", purse=(0, 0, 1, 0)), drawn.player(path="r01"), common="-")
    assert {word.split(":")[1] for word in drawn.words(state)} == {"squirrel", "mushroom", "exchange"}


def test_the_last_tile_leaves_an_empty_path(drawn: Any) -> None:
    """R7.5: nothing refills it, and the game goes on."""
    after = drawn.played(two(drawn, "g01", "-"), LEAF, "1:end").state
    assert after.players[0].path == ()


def test_an_unknown_common_path_makes_the_own_path_unknown(drawn: Any) -> None:
    """R1.7: what came from paths that nobody told is not known; any marked shape counts from then on."""
    after = drawn.played(two(drawn, "g01", "?"), LEAF).state
    assert after.players[0].path is None
    assert codes(drawn.played(after, "1:path:g01y01").state.players[0].path) == "g01 y01"


@pytest.mark.parametrize(("word", "rule"), [("5:end", None), ("1:path:g01g01g01g01g01g01g01", "R7.4")])
def test_a_told_path_is_checked(drawn: Any, word: str, rule: str | None) -> None:
    """R7.4: six tiles at most."""
    from engine.game import NotationError

    if rule is None:
        with pytest.raises(NotationError, match="seat from 1 to 4"):
            drawn.game.read_move(word)
    else:
        assert drawn.rules_broken(two(drawn, "g01", "y01"), word) == [rule]
