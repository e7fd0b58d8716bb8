"""R3.6, R4: where leaves and squirrels may lie, and what is said when they may not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import IllegalMove, NotationError
from engine.grid import Cell, Space
from engine.indian_summer.forest import FULL
from engine.indian_summer.moves import PlaceLeaf
from engine.indian_summer.placing import placements
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.tiles import TILES, tile_at

FULL_ROW = "ggggggggg"


@pytest.mark.parametrize(
    "word",
    [
        "1:leaf:green:a1o,b1,c1:path1",
        "1:leaf:green:a1,a2,a3o:path1",
        "1:leaf:green:g8,h8,i8o:path1",
        "1:leaf:green:i6o,i7,i8:path1",
        "1:leaf:green:c4o,d4,e4:path1",
    ],
)
def test_a_leaf_lies_anywhere_turned_and_flipped(drawn: Any, word: str) -> None:
    """R4.1: within the edge, over borders of areas, away from other tiles, every way round."""
    state = drawn.alone(["gg"], path="g01") if not word.split(":")[3].startswith("a1") else drawn.alone(path="g01")
    assert not drawn.rules_broken(state, word)
    assert word in drawn.words(state)


def test_a_leaf_may_lie_over_printed_treasures(drawn: Any) -> None:
    """R4.1: prints are no obstacle."""
    state = drawn.alone(floor=["bnm"], path="g01")
    assert "1:leaf:green:a1o,b1,c1:path1" in drawn.words(state)


def test_an_empty_board_takes_a_straight_three_in_every_place(drawn: Any) -> None:
    """R4.1: (8 rows x 7 + 9 columns x 6) places, two ends for the hole."""
    state = drawn.alone(path="g01")
    assert sum(word.startswith("1:leaf") for word in drawn.words(state)) == 2 * (8 * 7 + 9 * 6)


@pytest.mark.parametrize(
    ("board", "rule", "text"),
    [
        (["", "", "", "..s"], "R4.1", "The green leaf at c4-e4 lies over your squirrel on c4."),
        (["", "", "", "..gg"], "R4.1", "The green leaf at c4-e4 lies over another leaf on c4 and d4."),
        (["", "", "", "...o"], "R4.3", "The green leaf at c4-e4 lies over a hole on d4."),
        (["", "", "", "....a"], "R4.1", "The green leaf at c4-e4 lies over an animal on e4."),
    ],
)
def test_a_leaf_lies_over_nothing_else(drawn: Any, board: list[str], rule: str, text: str) -> None:
    """R4.1, R4.3: no other tile, animal or squirrel, and no hole; the sentence names piece and spaces."""
    state = drawn.alone(board, path="g01")
    word = "1:leaf:green:c4o,d4,e4:path1"
    found = drawn.game.violations(state, drawn.game.read_move(word))
    assert (found[0].rule, found[0].text) == (rule, text)
    assert found[0].remedy
    assert word not in drawn.words(state)


def test_every_wrong_thing_is_named_at_once(drawn: Any) -> None:
    """One violation for each kind of obstacle and one for the turn, none hidden by another."""
    state = drawn.alone(["so", ".."], path="g03", main_done=True)
    assert drawn.rules_broken(state, "1:leaf:green:a1o,b1,a2:path1") == ["R4.1", "R4.3", "R3.1"]


def test_an_illegal_move_raises_with_its_spots(drawn: Any) -> None:
    """R4.1: ``play`` refuses, and the error carries what lamps and page need."""
    state = drawn.alone(["s"], path="g01")
    with pytest.raises(IllegalMove, match=r"lies over your squirrel on a1\. \(R4\.1\)") as caught:
        drawn.played(state, "1:leaf:green:a1o,b1,c1:path1")
    assert caught.value.spots == {Space(0, Cell(0, 0))}


@pytest.mark.parametrize(("sign", "rule"), [("g", "R4.1"), ("s", "R4.1"), ("o", "R4.3"), ("B", "R4.3"), ("a", "R4.1")])
def test_a_squirrel_takes_an_empty_space(drawn: Any, sign: str, rule: str) -> None:
    """R4.1, R4.3: no squirrel on leaf, squirrel, hole, token or animal."""
    state = drawn.alone([sign], ["b"])
    assert drawn.rules_broken(state, "1:squirrel:a1") == [rule]
    assert not drawn.rules_broken(state, "1:squirrel:b1")
    assert "1:squirrel:a1" not in drawn.words(state)


def test_two_squirrels_are_two_moves(drawn: Any) -> None:
    """R1.5: a squirrel covers one space."""
    assert drawn.rules_broken(drawn.alone(), "1:squirrel:a1,b1") == ["R1.5"]


@pytest.mark.parametrize(
    ("word", "rule"),
    [
        ("1:leaf:red:a1o,b1,c1,d1", "R12.3"),
        ("1:leaf:green:a1o,b1,c1,d1", "R12.3"),
        ("1:leaf:green:a1,b1,c1", "R1.3"),
        ("1:leaf:green:a1o,b1o,c1", "R1.3"),
        ("1:leaf:green:a1o,b1,d1", "R1.3"),
    ],
)
def test_only_leaf_tiles_are_leaves(drawn: Any, word: str, rule: str) -> None:
    """R1.3, R12.3: colour says the size, one hole, edge to edge; true when the path is not told as well."""
    assert drawn.rules_broken(drawn.alone(), word) == [rule]


def test_any_marked_shape_counts_when_nobody_told_the_path(drawn: Any) -> None:
    """R1.7: all 62 shapes can be laid on an empty board."""
    state = drawn.alone()
    leaves = [move for move in drawn.game.legal_moves(state) if drawn.game.write_move(move).startswith("1:leaf")]
    assert {tile_at(move.covers, move.hole) for move in leaves} == set(TILES)


def test_a_tile_list_narrows_what_may_lie_in_an_unknown_path(drawn: Any) -> None:
    """R1.7: the demo box holds 29 of the 46 red shapes; another is refused, and the state says which box it is."""
    game = IndianSummer(tiles=demo_tiles())
    state = game.new_solo(None, demo_floors()[0])
    assert game.read_state(game.write_state(state)) == state
    absent = next(tile for tile in TILES if tile not in demo_tiles().shapes)
    present = next(tile for tile in TILES if tile in demo_tiles().shapes and tile.color is absent.color)
    for tile, rules in ((absent, ["R1.7"]), (present, [])):
        laid = next(iter(placements(tile, FULL)))
        move = PlaceLeaf(0, tile.color, laid.covers, laid.mark)
        assert [violation.rule for violation in game.violations(state, move)] == rules
    with pytest.raises(NotationError, match="expected a tile list, one of none, found 'demo'"):
        drawn.game.read_state(game.write_state(state))


def test_a_leaf_comes_from_the_own_path(drawn: Any) -> None:
    """R3.2: a tile that is not in the path, or not at the named place, is refused."""
    state = drawn.alone(path="g01y01")
    assert drawn.rules_broken(state, "1:leaf:green:a1,b1o,c1:path1") == ["R3.2"]
    assert drawn.rules_broken(state, "1:leaf:green:a1o,b1,c1:path2") == ["R3.2"]
    assert drawn.rules_broken(state, "1:leaf:green:a1o,b1,c1") == ["R3.2"]


def test_legal_moves_can_be_narrowed(drawn: Any) -> None:
    """The referee asks for pieces on some spots only; what no camera sees stays in."""
    state = drawn.alone(path="g01", purse=(1, 1, 0, 0), top="g01", bottom="g02")
    on = [Space(0, Cell(0, col)) for col in range(3)]
    found = {drawn.game.write_move(move) for move in drawn.game.legal_moves(state, on)}
    assert found == {
        "1:leaf:green:a1o,b1,c1:path1",
        "1:leaf:green:a1,b1,c1o:path1",
        *(f"1:{kind}:{cell}" for kind in ("squirrel", "nut") for cell in ("a1", "b1", "c1")),
        *(f"1:berry:{side}-{end}" for side in ("top", "bottom") for end in ("left", "right")),
        "1:exchange:nut-berry",
    }


def test_a_full_board_takes_nothing(drawn: Any) -> None:
    """R4.1: no empty space, no placement."""
    state = drawn.alone([FULL_ROW] * 8, path="g01", purse=(0, 1, 0, 0))
    assert drawn.words(state) == {"1:exchange:nut-berry", "1:end"}
