"""No part of a piece lies alone, is taken away alone or comes alone."""

from __future__ import annotations

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.parts_alone import beside_strange, gone_alone, left_alone
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark."""


@pytest.mark.parametrize(
    ("gone", "alone"),
    [
        ({12}, {12}),
        ({1}, {1}),
        ({1, 2}, {1}),
        ({11, 12}, set[int]()),
        ({1, 9, 10, 11, 12}, set[int]()),
        ({40}, set[int]()),
        ({41}, set[int]()),
    ],
)
def test_no_space_of_a_tile_is_taken_away_alone(gone: set[int], alone: set[int]) -> None:
    """R1.3: its mark has a leaf beside it, a leaf another; a squirrel and what is not known to have company may go."""
    red, green = Surface("leaf.red"), Surface("leaf.green")
    lying = {12: Surface("token.nut"), 40: Surface("squirrel")}
    lying |= dict.fromkeys((1, 9, 10, 11), red) | dict.fromkeys((2, 13, 41), green)
    before = [lying.get(cell, FLOOR) for cell in range(72)]
    found = Explained({cell: Verdict(FLOOR if cell in gone else before[cell], 1.0) for cell in lying}, ())
    assert gone_alone(found, before, ROLES, 9) == alone
    lit = Explained({**found.verdicts, **dict.fromkeys({10, 11} - gone, Verdict(green, 1.0))}, ())
    assert not gone_alone(lit, before, ROLES, 9)  # the rest of it lay on another tile
    assert not gone_alone(Explained({9: Verdict(green, 1.0)}, ()), before, ROLES, 9)  # that is no floor


@pytest.mark.parametrize(("other", "seen"), [(11, "?"), (12, "animal")])
def test_what_came_onto_a_mark_or_is_no_piece_says_not_that_a_tile_has_gone(other: int, seen: str) -> None:
    """R5.1, R6.1: tokens and animals come and go by themselves."""
    before = [FLOOR] * 72
    for cell, surface in {10: "leaf.red", 11: "leaf.red", 12: "token.nut"}.items():
        before[cell] = Surface(surface)
    bare = 23 - other
    found = Explained({bare: Verdict(FLOOR, 1.0), other: Verdict(Surface(seen), 1.0)}, ())
    assert gone_alone(found, before, ROLES, 9) == {bare}


def test_half_an_animal_is_not_believed() -> None:
    """R1.4: it covers several holes, so of one whose other half is left unread nothing is known."""
    animal, hole = Surface("animal"), Surface("hole")
    found = Explained({cell: Verdict(animal, 0.9) for cell in (30, 31, 50)}, ())
    before = [hole] * 72
    assert left_alone(found, (), before, ROLES, 9) == {50}
    assert left_alone(found, {31, 50}, before, ROLES, 9) == {30}
    before[59] = animal  # below the third: that one may be the rest of it
    assert left_alone(found, (), before, ROLES, 9) == set()
    before[50] = before[30] = animal
    assert left_alone(found, {31}, before, ROLES, 9) == set()


@pytest.mark.parametrize(
    ("at", "was", "shows", "doubted_too"),
    [
        (31, "token", FOREIGN, True),
        (31, "hole", FOREIGN, True),
        (31, "floor", FOREIGN, False),
        (40, "token", FOREIGN, False),
        (31, "token", FLOOR, False),
    ],
    ids=["over a token", "over a hole", "it came with its tile", "further off", "bare ground"],
)
def test_a_token_beside_something_strange_may_be_the_end_of_an_animal(
    at: int, was: str, shows: Surface, doubted_too: bool
) -> None:
    """R6.1: an animal comes onto marks, and its tail may look like the icon of a token."""
    found = Explained({30: Verdict(Surface("token"), 1.0), at: Verdict(shows, 1.0)}, ())
    before = [FLOOR] * 72
    before[30] = Surface(was)
    assert beside_strange(found, (), before, {}, ROLES, 9) == ({30} if doubted_too else set())


@pytest.mark.parametrize(
    ("shows", "unread", "changed", "doubted_too"),
    [
        ("squirrel", True, {30: "token", 31: None}, True),
        ("squirrel", False, {30: "token", 31: None}, False),
        ("leaf.red", True, {30: "token", 31: None}, False),
        ("squirrel", True, {30: "token", 31: "floor"}, False),
        ("squirrel", True, {30: "token"}, False),
        ("squirrel", True, {31: None}, False),
    ],
    ids=["an end", "a squirrel", "a leaf", "on bare ground", "it looks as it did", "the token looks as it did"],
)
def test_a_token_that_looks_otherwise_beside_a_thing_on_what_was_never_read_may_be_the_end_of_an_animal(
    shows: str, unread: bool, changed: dict[int, str | None], doubted_too: bool
) -> None:
    """R6.1: an animal may come onto a tile that is read and one that is not."""
    found = Explained({30: Verdict(Surface("token"), 1.0), 31: Verdict(Surface(shows), 1.0)}, ())
    before = [FLOOR] * 72
    before[30] = Surface("token")
    news = {cell: None if was is None else Surface(was) for cell, was in changed.items()}
    assert beside_strange(found, {31} if unread else (), before, news, ROLES, 9) == ({30} if doubted_too else set())
