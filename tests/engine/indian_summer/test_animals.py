"""R6, R1.4: animals on bare holes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.indian_summer.forest import Purse


def test_an_animal_lies_on_bare_holes_and_pays_their_prints(drawn: Any) -> None:
    """R6.1, R6.2: for each print under it a token straight to the supply: a harvested hole pays a second time."""
    state = drawn.alone(["ooo"], ["b.f"], purse=(0, 0, 0, 0))
    after, events = drawn.played(state, "1:animal:rabbit:a1,b1,c1")
    assert after.player.purse == Purse(berry=1, feather=1)
    assert events[0].text == "You lay the Rabbit on a1, b1 and c1, which brings a berry and a feather."
    assert not after.board.bare


@pytest.mark.parametrize(("animal", "gain"), [("raccoon", Purse(berry=1)), ("fox", Purse(mushroom=1))])
def test_some_animals_carry_a_token(drawn: Any, animal: str, gain: Purse) -> None:
    """R6.2, R1.4: Raccoon, Fox and Badger bring their start token."""
    boards = {"raccoon": (["ooo", "o"], "a1,b1,c1,a2"), "fox": ([".oo", "oo"], "b1,c1,a2,b2")}
    board, cells = boards[animal]
    after = drawn.played(drawn.alone(board, purse=(0, 0, 0, 0)), f"1:animal:{animal}:{cells}").state
    assert after.player.purse == gain


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (["o."], "The Mouse at a1-b1 lies over spaces that are no holes on b1."),
        (["og"], "The Mouse at a1-b1 lies over spaces that are no holes on b1."),
        (["oB"], "The Mouse at a1-b1 lies over the token on b1."),
        (["NB"], "The Mouse at a1-b1 lies over the tokens on a1 and b1."),
        (["oa"], "The Mouse at a1-b1 lies over another animal on b1."),
    ],
)
def test_only_bare_holes_take_an_animal(drawn: Any, board: list[str], text: str) -> None:
    """R6.1: all of its spaces are holes without token and without animal."""
    state = drawn.alone(board, [".b"])
    found = drawn.game.violations(state, drawn.game.read_move("1:animal:mouse:a1,b1"))
    assert [(each.rule, each.text) for each in found] == [("R6.1", text)]
    assert not [word for word in drawn.words(state) if ":animal:" in word]


def test_the_group_of_holes_may_be_larger_and_cross_borders(drawn: Any) -> None:
    """R6.1: part of a group is enough, and borders of areas do not matter."""
    assert {word for word in drawn.words(drawn.alone(["..ooo"])) if ":mouse:" in word} == {
        "1:animal:mouse:c1,d1",
        "1:animal:mouse:d1,e1",
    }


def test_an_animal_keeps_its_shape(drawn: Any) -> None:
    """R6.1: turned and flipped at will, but it stays its shape."""
    state = drawn.alone(["ooo", "o"])
    assert drawn.rules_broken(state, "1:animal:rabbit:a1,b1,a2") == ["R1.4"]
    assert {word for word in drawn.words(state) if ":toad:" in word} == {"1:animal:toad:a1,b1,a2"}


def test_a_used_animal_is_gone_for_everybody(drawn: Any) -> None:
    """R6.3: the stock is common."""
    state = drawn.table(drawn.player(["ooo", "o"]), drawn.player(["ooo", "o"]))
    after = drawn.played(state, "1:animal:raccoon:a1,b1,c1,a2", "1:squirrel:i8", "1:end").state
    assert drawn.rules_broken(after, "2:animal:raccoon:a1,b1,c1,a2") == ["R6.3"]


def test_several_animals_in_one_turn(drawn: Any) -> None:
    """R6.3 (ruling): before and after the main action."""
    state = drawn.alone(["oo", "", "oo"])
    after = drawn.played(state, "1:animal:mouse:a1,b1", "1:squirrel:i8", "1:animal:mouse:a3,b3").state
    assert after.board.animals.bit_count() == 4


def test_no_animals_in_the_final_phase(drawn: Any) -> None:
    """R6.3, R10.2: only squirrels are laid then."""
    from engine.indian_summer.state import Phase

    state = drawn.alone(["oo"])
    state = replace(state, turn=replace(state.turn, number=10, phase=Phase.FINAL))
    assert drawn.rules_broken(state, "1:animal:mouse:a1,b1") == ["R11.6"]


def test_an_unknown_animal_is_named(drawn: Any) -> None:
    """R1.4: the kinds are those of the box."""
    assert drawn.rules_broken(drawn.alone(["oo"]), "1:animal:unicorn:a1,b1") == ["R1.4"]


def test_the_hedgehog_covers_four_spaces(drawn: Any) -> None:
    """R1.4: 20 tiles of 7 kinds, three of which carry a token."""
    kinds = drawn.game.animals.kinds
    assert len(next(kind for kind in kinds if kind.name == "Hedgehog").shape) == 4
    assert sum(kind.copies for kind in kinds) == 20
    assert {kind.name for kind in kinds if kind.token is not None} == {"Raccoon", "Fox", "Badger"}
