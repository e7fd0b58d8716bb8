"""Labels of answers: short, different, and about the difference only."""

from __future__ import annotations

from typing import Any

import pytest

from engine.indian_summer.answering import LONGEST, answers

WAYS = [
    (["1:leaf:red:a1,b1,c1,d1,e1o:path1"], ["1:leaf:red:a1,b1,c1,d1,e1o:path2"]),
    (["1:squirrel:a1", "1:nut:b2"], ["1:squirrel:a1"]),
    (["1:squirrel:a1"], ["1:squirrel:b2"]),
    (["1:mushroom:top-left+bottom-left", "1:squirrel:c3"], ["1:mushroom:top-right+bottom-left", "1:squirrel:c3"]),
    (["1:exchange:mushroom-nut", "1:nut:a1"], ["1:exchange:feather-nut", "1:nut:a1"]),
    ([f"1:nut:{name}" for name in ("a1", "b2", "c3", "d4", "e5")], ["1:squirrel:i8"]),
    (["1:animal:mouse:a1,a2"], ["1:animal:fox:a1,a2"]),
]
SAID = [
    ("red leaf from place 1 of the path", "red leaf from place 2 of the path"),
    ("squirrel on b2 for a nut", "nothing more"),
    ("squirrel on a1", "squirrel on b2"),
    ("mushroom: top left and bottom left", "mushroom: top right and bottom left"),
    ("exchange a mushroom for a nut", "exchange a feather for a nut"),
    ("As in drawing 1", "As in drawing 2"),
    ("Mouse at a1-a2", "Fox at a1-a2"),
]


@pytest.mark.parametrize(("ways", "said"), list(zip(WAYS, SAID, strict=True)))
def test_a_label_says_the_difference(drawn: Any, ways: tuple[list[str], ...], said: tuple[str, ...]) -> None:
    """What two explanations share is left out; what is too long for a button becomes the number of its drawing."""
    labels = answers(drawn.alone(), [[drawn.game.read_move(word) for word in way] for way in ways])
    assert labels == said
    assert all(len(label) <= LONGEST for label in labels)


def test_a_single_answer_says_all_of_it(drawn: Any) -> None:
    """One explanation that nobody has surely seen is named as a whole."""
    assert answers(drawn.alone(), [[drawn.game.read_move("1:squirrel:c4")]]) == ("squirrel on c4",)


def test_three_players_tiles_are_named_by_their_owners(drawn: Any) -> None:
    """R8.3: which two of three other players gave the tiles of a mushroom tells the answers apart."""
    state = drawn.table(*[drawn.player()] * 4)
    lines = [[drawn.game.read_move(f"1:mushroom:seat{a}+seat{b}")] for a, b in ((2, 3), (2, 4), (3, 4))]
    assert answers(state, lines) == ("mushroom: Ben and Cy", "mushroom: Ben and Di", "mushroom: Cy and Di")
