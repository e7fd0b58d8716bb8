"""Squirrels that are laid side by side at once are told from a tile by all of them showing one picture."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Cell
from tests.vision.conftest import ANY_ANIMAL, pieces
from tests.vision.measures.test_same_picture import face, shown
from vision.explaining.same_cards import likeness, same_cards
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.reference import plane_size_wh
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
HOLE = Surface("hole")
WIDTH, HEIGHT = plane_size_wh((9.0, 8.0))


def laid(*rows: str) -> tuple[SurfaceCosts, SpaceEvidence, NDArray[np.float32]]:
    """A board on which cards lie: each letter is a print, "o" is a hole, "?" something that is half covered."""
    plane = np.full((HEIGHT, WIDTH, 3), 60, np.float32)
    there = {(row, col): sign for row, text in enumerate(rows) for col, sign in enumerate(text) if sign != "."}
    costs = {FLOOR: np.zeros((8, 9)), HOLE: np.full((8, 9), 8.0)}
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    for at, sign in there.items():
        costs[FLOOR][at], costs[HOLE][at] = 8.0, 0.0 if sign == "o" else 8.0
        for name in ("cover", "ring", "shade_cover"):
            measures[name][at] = {"o": 0.3, "?": 0.6}.get(sign, 0.95)
        shown(plane, Cell(*at), face(ord(sign)))
    flat = np.ones((8, 9))
    return SurfaceCosts(costs, {}, flat, flat, np.ones((8, 9), np.bool_)), SpaceEvidence(**measures), plane


def found(*rows: str, before: dict[int, str] | None = None, reached: float = 0.0, hidden: tuple[int, ...] = ()) -> str:
    """The spaces that are told, as they are written."""
    costs, seen, plane = laid(*rows)
    lay = [Surface((before or {}).get(cell, FLOOR)) for cell in range(72)]
    cells = same_cards(costs, seen, plane, lay, ROLES, np.full((8, 9), reached, np.float32), hidden)
    return " ".join(str(Cell(*divmod(cell, 9))) for cell in cells)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["aa"], "a1 b1"),
        (["aa", ".a", ".a"], "a1 b1 b2 b3"),
        (["aa.bb"], "a1 b1 d1 e1"),
        (["ab"], ""),
        (["abba"], "a1 b1 c1 d1"),  # squirrels of two kinds
        (["abbac"], ""),  # a mark is like no other space of its tile
        (["abc", "abc"], ""),  # two tiles alike, with one token each
        (["aab"], ""),  # a tile that draws one leaf on each space, and its token
        (["aao"], ""),  # and its hole
        (["aa?"], ""),
        (["a.a"], ""),  # nothing is beside them: told elsewhere
        (["aaaaaaaaa", "aaa"], "a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 b2 c2"),
        (["aaaaaaaaa", "aaaa"], ""),  # too many to have been laid in one go
    ],
)
def test_cards_of_one_print_are_told_where_nothing_else_came(rows: list[str], told: str) -> None:
    """R1.3: a tile has a hole, which looks like no other of its spaces; R10.2: many squirrels may come at once."""
    assert found(*rows) == told


@pytest.mark.parametrize(
    ("elsewhere", "known", "told"),
    [
        ("abc", "", ""),  # a new tile of that leaf
        ("cba", "", ""),
        ("bcd", "", "a1 b1"),
        ("a", "leaf.red", ""),
        ("a", "squirrel", "a1 b1"),
        ("a", "", "a1 b1"),  # another card that came by itself
    ],
)
def test_the_picture_of_a_leaf_that_lies_elsewhere_is_no_cards(elsewhere: str, known: str, told: str) -> None:
    """An edition may draw one leaf on every space: then two of them without a hole are of a tile that nobody sees."""
    assert found("aa", "", elsewhere, before=dict.fromkeys(range(18, 18 + len(elsewhere)), known or FLOOR)) == told


def test_what_lay_there_before_is_no_part_of_them() -> None:
    """Cards beside a tile that has been there are told all the same; on a hole an animal may have come."""
    assert found("aab", before={2: "leaf.red"}) == "a1 b1"
    assert found("aa", before={1: "hole"}) == ""


def test_what_may_go_on_under_a_hand_is_not_told() -> None:
    """Nor what hangs together with a sleeve, nor what may be floor in the picture only because nobody sees it."""
    assert found("aa", reached=0.5) == ""
    assert found("aa", hidden=(2,)) == ""
    assert found("aa", hidden=(3,)) == "a1 b1"
    assert found("aa", hidden=(1,)) == ""


@pytest.mark.parametrize(
    ("one", "both", "told"),
    [
        ({"ring": 0.3}, {}, True),
        ({"shade_cover": 0.37}, {}, True),
        ({FLOOR: 3.5}, {}, True),
        ({"ring": 0.2}, {}, False),
        ({FLOOR: 2.5}, {}, False),
        ({}, {"ring": 0.3}, False),
        ({}, {FLOOR: 3.5}, False),
    ],
)
def test_a_figure_leaves_floor_round_it_and_is_known_by_one_that_covers_more(
    one: dict[str, float], both: dict[str, float], told: bool
) -> None:
    """A space that is hardly framed is a token on bare ground, or a tile that lies across, but for a copy beside it."""
    costs, seen, plane = laid("aa")
    for cells, values in ((slice(1, 2), one), (slice(0, 2), both)):
        for name, value in values.items():
            (costs.by_surface[FLOOR] if name == FLOOR else getattr(seen, name))[0, cells] = value
    cards = same_cards(costs, seen, plane, [FLOOR] * 72, ROLES, np.zeros((8, 9), np.float32), ())
    assert cards == ((0, 1) if told else ())


def test_a_figure_must_be_a_closer_copy_than_a_card() -> None:
    """Two cards of one print may differ by a shadow or by how they lie."""
    for ring, told in ((0.95, (0, 1)), (0.3, ())):
        costs, seen, plane = laid("aa")
        shown(plane, Cell(0, 1), 0.7 * face(ord("a")) + 0.3 * face(ord("b")))
        assert 0.8 < likeness(plane, 0, 1, 9) < 0.9
        seen.ring[0, 1] = ring
        assert same_cards(costs, seen, plane, [FLOOR] * 72, ROLES, np.zeros((8, 9), np.float32), ()) == told


@pytest.mark.parametrize(("measure", "value"), [("shade_cover", 0.3), ("likeness", 0.7)])
def test_floor_under_bars_of_light_is_no_card(measure: str, value: float) -> None:
    """Two spaces may show one picture because the same shadows cross the same floor."""
    costs, seen, plane = laid("aa")
    getattr(seen, measure)[0, 1] = value
    assert same_cards(costs, seen, plane, [FLOOR] * 72, ROLES, np.zeros((8, 9), np.float32), ()) == ()


def test_middles_of_two_colors_are_of_no_two_cards() -> None:
    """The token on a tile of leaves, all in one pattern."""
    costs, seen, plane = laid("aaa")
    seen.disc_chroma[0, 1] = 30.0
    assert same_cards(costs, seen, plane, [FLOOR] * 72, ROLES, np.zeros((8, 9), np.float32), ()) == ()


def test_ground_in_glare_beside_them_may_be_a_hole() -> None:
    """What the picture says nothing about is not bare."""
    costs, seen, plane = laid("aa")
    costs.usable[0, 2] = False
    assert same_cards(costs, seen, plane, [FLOOR] * 72, ROLES, np.zeros((8, 9), np.float32), ()) == ()
