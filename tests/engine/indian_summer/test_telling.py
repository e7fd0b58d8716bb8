"""Illegal tables as they are told: leaves that are partly hidden, the most telling reason first, every remedy once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import Reading, Spot, Violation
from engine.grid import Bits, Cell, Space
from engine.indian_summer.forest import BOARD
from engine.indian_summer.moves import spots
from engine.indian_summer.overlaps import partitions
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_GREEN, LEAF_RED, LEAF_YELLOW, SQUIRREL
from engine.indian_summer.telling import most_telling
from engine.referee import Explanation, Verdict, explain

SIGNS = {".": FLOOR, "g": LEAF_GREEN, "y": LEAF_YELLOW, "r": LEAF_RED, "o": HOLE, "s": SQUIRREL}


def told(drawn: Any, state: State, *rows: str) -> Explanation[Any, Any]:
    """What the referee says of these far rows of seat 0, all else being as it was."""
    seen: dict[Spot, Reading] = {spot: Reading(surface, 1.0) for spot, surface in drawn.game.view(state).items()}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            seen[Space(0, Cell(r, c))] = Reading(SIGNS[sign], 1.0)
    return explain(drawn.game, state, seen)


def bits(*names: str) -> Bits:
    """A set of spaces by name."""
    return BOARD.bits(map(Cell.parse, names))


def test_a_leaf_over_its_own_colour_is_told_as_lying_over_it(drawn: Any) -> None:
    """R4.1: what does not show is found by the size of the leaf, and the overlap is the first and only reason."""
    state = drawn.alone(["rrr", "ro."], purse=(0, 0, 0, 0))
    found = told(drawn, state, "rrr", "ro.", "r..", "rro")
    assert found.verdict is Verdict.ILLEGAL
    assert [(each.rule, each.spots) for each in found.violations] == [("R4.1", spots(0, bits("a2")))]


def test_a_leaf_over_another_new_leaf_is_told_as_lying_over_it(drawn: Any) -> None:
    """R4.1: of the two leaves of a feather the second lies partly on the first."""
    state = drawn.alone(purse=(0, 0, 0, 1))
    found = told(drawn, state, "ryyyo", "r", "r", "o")
    assert found.verdict is Verdict.ILLEGAL
    assert found.violations[0].rule == "R4.1"
    assert found.violations[0].spots == spots(0, bits("b1"))


def test_one_leaf_of_a_wrong_size_is_not_two(drawn: Any) -> None:
    """R12.3: four green spaces are a leaf of the wrong colour rather than two of which hardly anything shows."""
    found = told(drawn, drawn.alone(purse=(1, 1, 1, 0)), "gog", ".g.")
    assert [each.rule for each in found.violations] == ["R12.3"]


def test_hidden_spaces_are_looked_for_only_where_nothing_else_explains() -> None:
    """Whole leaves are seen as such; the other ways to take spaces apart come without them only."""
    board = partitions((bits("a1", "b1"), Bits(0), Bits(0)), bits("c1"))
    assert [[leaf.covers for leaf in leaves] for leaves in board] == [[bits("a1", "b1", "c1")]]


def test_several_reasons_are_all_told_the_best_first(drawn: Any) -> None:
    """R4.2, R4.1, R8.2: what was moved, then where something lies, then what it costs; each with its remedy, once."""
    state = drawn.played(drawn.alone(purse=(0, 0, 0, 0)), "1:leaf:green:a1,b1o,c1", "1:end").state
    found = told(drawn, state, "s....", "yyyo.", "..s..", "...s.")
    rules = [each.rule for each in found.violations]
    assert rules == sorted(rules, key=["R4.2", "R4.1", "R4.3", "R3.1", "R8.2"].index)
    assert rules[0] == "R4.2"
    assert "R8.2" in rules
    assert len({each.text for each in found.violations}) == len(found.violations)
    assert all(each.remedy for each in found.violations)


def test_the_same_reason_for_two_pieces_is_told_once_with_both() -> None:
    """The spots of equal reasons are joined."""
    one = Violation("R8.2", "That takes a nut.", spots(0, bits("a1")), "Take it back.")
    other = Violation("R8.2", "That takes a nut.", spots(0, bits("b2")), "Take it back.")
    where = Violation("R4.1", "It lies over a leaf.", spots(0, bits("c3")))
    assert most_telling([one, where, other]) == (
        where,
        Violation("R8.2", "That takes a nut.", spots(0, bits("a1", "b2")), "Take it back."),
    )


@pytest.mark.parametrize("word", ["1:nut:a1", "1:squirrel:a1", "1:leaf:green:a1,b1o,c1"])
def test_a_piece_without_an_action_names_its_spaces(drawn: Any, word: str) -> None:
    """R3.1, R8.2: the reason why a piece may not be laid now shows where that piece is."""
    state = drawn.played(drawn.alone(purse=(0, 0, 0, 0)), "1:squirrel:i8").state
    move = drawn.game.read_move(word)
    assert all(each.spots == drawn.laid_spots(move) for each in drawn.game.violations(state, move))
