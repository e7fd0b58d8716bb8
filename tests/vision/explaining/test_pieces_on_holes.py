"""Explaining what lies on holes, tokens and animals, on boards drawn as text."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.drawn_costs import GRID, ROLES, SIGNS, costs_of, drawn, read, read_cells
from vision.doubt.doubt_spread import READABLE
from vision.explaining.pieces import FOREIGN, explain
from vision.roles import FLOOR


def test_an_animal_lies_on_what_were_holes() -> None:
    """Two holes side by side that vanish under something of any colour are an animal; the leaves around stay (R6.1)."""
    before, now = drawn("ggo", "rroy", ".rry", "..yy"), drawn("gga", "rray", ".rry", "..yy")
    found = explain(costs_of(now), ROLES, GRID, before, [1, 2, 11, 12])
    assert read_cells(found, [1, 2, 11, 12]) == [now[index] for index in (1, 2, 11, 12)]


def test_an_animal_of_which_half_was_read_is_read_whole() -> None:
    """R6.1: a hole covered beside one that was alone so far is the rest of it; beside a whole animal it is in doubt."""
    costs = costs_of(drawn("gga", "yya", "y"))
    costs.by_surface[SIGNS["t"]].reshape(-1)[11] = 0.5  # a reflection on it draws a disc
    costs.seam_down.reshape(-1)[2] = -0.5  # no edge parts the two
    found = explain(costs, ROLES, GRID, drawn("gga", "yyo", "y"), [11])
    assert found.verdicts[11].surface == SIGNS["a"]
    assert found.verdicts[11].share >= READABLE
    found = explain(costs, ROLES, GRID, drawn("gaa", "yyo", "y"), [11])
    assert found.verdicts[11].share < READABLE


def test_what_a_clear_edge_parts_is_no_animal() -> None:
    """R6.1: an animal is one thing; two holes covered by two things are left in doubt, in shade as well.

    A face that ends at the border is an edge too: what covers two old holes at once needs a clearer one.
    """
    before, now = drawn("ggo", "rroy", ".rry", "..yy"), drawn("gga", "rray", ".rry", "..yy")
    for edge, both, rest in ((0.2, True, True), (0.9, True, False), (1.5, False, False)):
        costs = costs_of(now)
        costs.seam_down[0, 2] = edge
        found = explain(costs, ROLES, GRID, before, [2, 11])
        assert [found.verdicts[cell].share >= READABLE for cell in (2, 11)] == [both, both]
        half = explain(costs, ROLES, GRID, drawn("gga", "rroy", ".rry", "..yy"), [11])
        assert (half.verdicts[11].share >= READABLE) == rest


@pytest.mark.parametrize(("nats", "seen"), [(5.5, FOREIGN), (4.5, SIGNS["o"])])
def test_what_shows_neither_a_hole_nor_a_disc_and_is_no_animal_is_foreign(nats: float, seen: Surface) -> None:
    """It is not called the hole that it hides, so that two such things side by side may turn out to be one."""
    costs = costs_of(drawn("gga"))
    costs.by_surface[SIGNS["t"]][0, 2], costs.by_surface[SIGNS["o"]][0, 2] = 8.0, nats
    found = explain(costs, ROLES, GRID, drawn("ggo"), [2])
    assert found.verdicts[2].surface == seen


@pytest.mark.parametrize(("edge", "face"), [(-0.8, "a"), (1.5, "t")])
def test_a_face_drawn_in_a_circle_is_the_rest_of_what_is_surely_an_animal(edge: float, face: str) -> None:
    """R6.1: no animal covers one hole, and of a leaf's colour as one may be, no leaf is laid on a hole."""
    before, now = drawn("ggo", "rroy", ".rry", "..yy"), drawn("gga", "rray", ".rry", "..yy")
    costs = costs_of(now)
    costs.seam_down[0, 2] = edge
    costs.by_surface[SIGNS["t"]][0, 2], costs.by_surface[SIGNS["a"]][0, 2] = 0.0, 5.0
    costs.by_surface[SIGNS["r"]][1, 2] = 1.8
    found = explain(costs, ROLES, GRID, before, [2, 11])
    assert found.verdicts[2].surface == SIGNS[face]
    assert (found.verdicts[11].share >= READABLE) == (face == "a")


def test_one_hole_covered_alone_is_not_called_an_animal() -> None:
    """What covers a single hole may be a token seen badly: it is left in doubt."""
    found = explain(costs_of(drawn("gga")), ROLES, GRID, drawn("ggo"), [2])
    assert found.verdicts[2].share < READABLE


@pytest.mark.parametrize("before", ["", "ggo", "ggt"])
def test_what_hides_the_floor_of_one_hole_is_no_token_unless_its_edge_is_round(before: str) -> None:
    """A shadow on it, a die or a pen does so as well, and the leaf shows round those as round a token."""
    costs = costs_of(drawn("gga"))
    costs.by_surface[SIGNS["t"]][0, 2], costs.by_surface[SIGNS["o"]][0, 2] = 5.0, 8.0
    found = explain(costs, ROLES, GRID, drawn(before), [2] if before else range(72))
    assert found.verdicts[2].share < READABLE


@pytest.mark.parametrize(("before", "sure"), [("", True), ("ggo", False)])
def test_a_lone_token_is_read_where_only_its_surroundings_speak_against_it(before: str, sure: bool) -> None:
    """A disc as clear as any thing counts if it came with its tile; on a known hole it may be a shadow."""
    costs = costs_of(drawn("gga"))
    costs.by_surface[SIGNS["t"]][0, 2] = costs.by_surface[SIGNS["a"]][0, 2]
    for sides in costs.sides.values():
        sides[0, 2] = 2.5
    found = explain(costs, ROLES, GRID, drawn(before), [2] if before else range(72))
    assert found.verdicts[2].surface == SIGNS["t"]
    assert (found.verdicts[2].share >= READABLE) == sure


@pytest.mark.parametrize(("before", "hidden", "sure"), [("", True, True), ("", False, False), ("ggo", True, False)])
def test_what_comes_with_its_tile_and_hides_a_print_is_a_token(before: str, hidden: bool, sure: bool) -> None:
    """R5.1: a shadow hides none, and no animal covers a single hole, however little the disc stands out."""
    costs = costs_of(drawn("gga"))
    costs.by_surface[SIGNS["t"]][0, 2] = 1.5 + costs.by_surface[SIGNS["a"]][0, 2]
    where = np.zeros((8, 9), np.bool_)
    where[0, 2] = hidden
    costs = replace(costs, hidden=where)
    found = explain(costs, ROLES, GRID, drawn(before), [2] if before else range(72))
    assert (found.verdicts[2].surface == SIGNS["t"] and found.verdicts[2].share >= READABLE) == sure


def test_what_hides_a_print_beside_a_part_of_an_animal_may_be_its_face() -> None:
    """R6.1: the edge of a face may be as clear as that of a card."""
    where = np.zeros((8, 9), np.bool_)
    where[0, 2] = True
    costs = replace(costs_of(drawn("ggaagg")), hidden=where)
    costs.by_surface[SIGNS["t"]][0, 2] = 1.5 + costs.by_surface[SIGNS["a"]][0, 2]
    costs.seam_right[0, 2] = 1.5
    found = explain(costs, ROLES, GRID, drawn(""), range(72))
    assert found.verdicts[2].share < READABLE


@pytest.mark.parametrize(("disc", "sure"), [(1.1, True), (3.5, False)])
def test_a_token_that_was_nudged_is_the_same_token(disc: float, sure: bool) -> None:
    """No animal covers a single hole (R1.4): what looks rather like the token that lay there is that."""
    costs = costs_of(drawn("ggt"))
    costs.by_surface[SIGNS["t"]][0, 2], costs.by_surface[SIGNS["a"]][0, 2] = disc, 2.3
    for sides in costs.sides.values():
        sides[0, 2] = 2.0
    found = explain(costs, ROLES, GRID, drawn("ggt"), [0, 1, 2])
    assert found.verdicts[2].surface == SIGNS["t"]
    assert found.verdicts[2].share <= 1.0
    assert (found.verdicts[2].share >= READABLE) == sure


def test_an_animal_is_seen_on_a_board_never_seen_before() -> None:
    """Tiles whose marks lie under an animal are found together with it."""
    board = drawn("gga", "rra.", ".rr")
    found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72))
    assert read(found) == board


def test_an_animal_ends_where_an_edge_is_seen() -> None:
    """R6.1: it lies on tiles of its own colour, on those marks that no edge parts and edges part from all else."""
    board = drawn(".y", "yyyy", ".aay")
    tiles = [cell for cell, surface in enumerate(board) if surface != FLOOR]
    costs = costs_of(board)
    costs.by_surface[SIGNS["a"]].reshape(-1)[tiles] = 2.0  # it may be of any colour
    costs.by_surface[SIGNS["y"]].reshape(-1)[tiles] = 0.0
    for cell, nats in ((11, 2.0), (19, 1.2), (20, 1.2)):
        costs.by_surface[SIGNS["y"]].reshape(-1)[cell] = nats
    for edges in (costs.seam_right, costs.seam_down):
        edges.reshape(-1)[tiles] = -0.8
    costs.seam_down[1, 1] = costs.seam_right[2, 2] = costs.seam_right[1, 1] = 1.5
    costs.seam_down[1, 2] = costs.seam_right[1, 2] = 0.0
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert read(found) == board


def test_a_token_comes_and_goes_on_a_hole() -> None:
    """A hole that shows a disc now has a token, and one that no longer does is bare again."""
    before, now = drawn("ggo", "", "ggt"), drawn("ggt", "", "ggo")
    found = explain(costs_of(now), ROLES, GRID, before, [2, 20])
    assert found.verdicts[2].surface == SIGNS["t"]
    assert found.verdicts[20].surface == SIGNS["o"]
