"""Explaining changed spaces by pieces, on boards drawn as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import PieceKind, Surface
from engine.grid import Cell
from engine.polyomino import marked_free_polyominoes
from tests.vision.drawn_costs import GRID, KINDS, ON_FLOOR, ROLES, SIGNS, costs_of, drawn, read
from vision.doubt.doubt_spread import READABLE
from vision.doubt.guesses import guessed
from vision.doubt.parts_alone import loose
from vision.explaining.candidates import Candidate
from vision.explaining.palette import Palette
from vision.explaining.pieces import FOREIGN, Explained, Explaining, Verdict, explain
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles


@pytest.mark.parametrize(
    "rows",
    [
        ("rr", ".ro", "..r"),
        ("go", "g."),
        ("yyyt",),
        ("rrr", "tr..", ".goyoyy", ".g"),
        ("s", "..rrr", "..ro.s"),
    ],
)
def test_a_drawn_board_is_read_as_drawn(rows: tuple[str, ...]) -> None:
    """Sure looks and possible pieces: every space gets the surface that was drawn, nearly for sure."""
    board = drawn(*rows)
    found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72))
    assert read(found) == board
    assert min(verdict.share for verdict in found.verdicts.values()) > 0.9


def test_the_piece_is_named_with_its_mark() -> None:
    """The cells, the kind and the marked cell of a laid tile are told."""
    found = explain(costs_of(drawn("...", ".rr", ".ro", ".r")), ROLES, GRID, [FLOOR] * 72, range(72))
    ((piece, share),) = found.pieces
    assert piece.kind.surface == SIGNS["r"]
    assert [str(Cell(*divmod(cell, 9))) for cell in piece.cells] == ["b2", "c2", "b3", "c3", "b4"]
    assert str(Cell(*divmod(piece.mark, 9))) == "c3"
    assert share > 0.95


def test_size_decides_where_the_colour_is_unclear() -> None:
    """Four spaces that look red or yellow alike are a yellow tile (R12.3)."""
    board = drawn("yyyo")
    costs = costs_of(board)
    costs.by_surface[SIGNS["r"]][0, :3] = 0.0
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert read(found) == board


def test_what_came_at_different_times_is_not_one_piece() -> None:
    """Pieces are laid whole: six green spaces in two columns, seen one after the other, are two upright tiles."""
    board = drawn("gg", "go", "og")
    columns = [{0: 1, 1: 2}.get(index % 9, 0) if index < 27 else 0 for index in range(72)]
    for looks, sure in (([], False), (columns, True)):
        found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72), looks)
        upright = [share for piece, share in found.pieces if piece.cells in ((0, 9, 18), (1, 10, 19))]
        assert (sum(upright) > 1.9) == sure
        assert read(found) == board


def test_what_came_to_lie_on_a_mark_later_parts_no_piece() -> None:
    """A tile stays one piece when its hole shows something that was not there in the look in which it came."""
    board = drawn("rr", "ro", "r")
    looks = [2 if surface == SIGNS["o"] else 1 if surface == SIGNS["r"] else 0 for surface in board]
    found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72), looks)
    ((piece, share),) = found.pieces
    assert piece.cells == (0, 1, 9, 10, 18)
    assert share > 0.95


def test_colour_and_size_that_disagree_are_not_sure() -> None:
    """Four surely red spaces with a hole are no tile of the game: nobody says so with confidence (R12.3)."""
    board = drawn("rrro")
    found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72))
    assert not found.pieces


def test_a_lifted_tile_leaves_the_floor() -> None:
    """Spaces that look empty again are empty again."""
    found = explain(costs_of(drawn("")), ROLES, GRID, drawn("ggo"), [0, 1, 2])
    assert {found.verdicts[index].surface for index in (0, 1, 2)} == {FLOOR}


def test_a_lone_covered_space_is_a_squirrel_of_any_colour() -> None:
    """One space covered by something red without a hole is no leaf."""
    board = drawn("", ".r")
    costs = costs_of(board)
    costs.by_surface[SIGNS["s"]][1, 1] = 2.2
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert found.verdicts[10].surface == SIGNS["s"]


def test_an_edge_parts_two_tiles_of_one_colour() -> None:
    """Ten red spaces with two holes in a block: the edge between the tiles says which is whose."""
    board = drawn("rrrrr", "rorro")
    costs = costs_of(board)
    right = np.full((8, 9), -0.8)
    down = np.full((8, 9), -0.8)
    right[0, 2] = right[1, 1] = down[0, 2] = 1.5  # the left tile: a1 b1 c1 a2 b2
    costs = SurfaceCosts(costs.by_surface, costs.sides, right, down, costs.usable)
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert {piece.cells for piece, _ in found.pieces} == {(0, 1, 2, 9, 10), (3, 4, 11, 12, 13)}


def test_what_no_piece_explains_is_foreign() -> None:
    """A surface that fits nothing is called foreign, not the least bad piece."""
    board = drawn("")
    costs = costs_of(board)
    for cost in costs.by_surface.values():
        cost[4, 4] = 8.0
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert found.verdicts[40].surface == FOREIGN


def test_spaces_that_are_not_open_are_left_alone() -> None:
    """Only the spaces asked for are explained."""
    found = explain(costs_of(drawn("ggo")), ROLES, GRID, [FLOOR] * 72, [0, 1, 2])
    assert sorted(found.verdicts) == [0, 1, 2]


@pytest.mark.parametrize("seed", range(12))
def test_tiles_laid_at_random_are_found_again(seed: int) -> None:
    """Up to four tiles of random shape, place and mark: the surfaces are those that were laid."""
    random = np.random.default_rng(seed)
    board = drawn("")
    for _ in range(4):
        kind = ROLES.patterned[int(random.integers(3))]
        shape = kind.shapes[int(random.integers(len(kind.shapes)))]
        placements = shape.placements(GRID)
        covers, mark = placements[int(random.integers(len(placements)))]
        cells = [index for index in range(72) if int(covers) >> index & 1]
        if all(board[index] == FLOOR for index in cells):
            for index in cells:
                board[index] = SIGNS["o"] if int(mark) >> index & 1 else kind.surface
    found = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72))
    assert read(found) == board


def test_a_group_that_is_asked_for_alone_is_explained_as_in_the_whole() -> None:
    """The cells that a piece may join are explained together, whichever of them is asked for, and as all at once."""
    board = drawn("go....rr", "g....ro.", "......r.", "s........")
    whole = explain(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(72))
    groups = Explaining(costs_of(board), ROLES, GRID, [FLOOR] * 72, range(71))
    for cell in (16, 0, 30, 27):
        around = groups.around(cell)
        assert {each: whole.verdicts[each] for each in around.verdicts} == around.verdicts
        assert set(around.pieces) <= set(whole.pieces)
        assert groups.surface(cell) == board[cell]
    assert groups.surface(71) is None


def test_roles_want_one_surface_for_marks() -> None:
    """Two different surfaces that show through pieces are refused."""
    other = PieceKind("other", Surface("leaf.blue"), marked_free_polyominoes(3), ON_FLOOR, Surface("window"))
    with pytest.raises(ValueError, match="one surface shows through"):
        Roles.of((*KINDS, other))


def found_of(*pieces: tuple[tuple[int, ...], float], unread: tuple[int, ...] = ()) -> Explained:
    """Red pieces on cells (the first is the mark) with their cost; the unread cells have hardly a share."""
    kind = next(kind for kind in ROLES.patterned if kind.surface == SIGNS["r"])
    verdicts = {cell: Verdict(SIGNS["r"], 0.99) for cells, _ in pieces for cell in cells}
    verdicts |= {cell: Verdict(SIGNS["r"], 0.5) for cell in unread}
    named = ((Candidate(kind, cells, cells[0], False, cost, sum(1 << c for c in cells)), 0.9) for cells, cost in pieces)
    return Explained(verdicts, tuple(named))


def test_badly_fitting_pieces_beside_the_unread_are_left_unread_one_after_the_other(
    seen_tile: Callable[..., tuple[Explained, SurfaceCosts, SpaceEvidence]],
) -> None:
    """What is a guess about the unread rest falls with it; pieces that fit, or lie apart from it, stand."""
    beside, next_to_that, apart, fitting = (0, 1, 2), (3, 4, 5), (63, 64, 65), (18, 19, 20)
    found = found_of((beside, 4.0), (next_to_that, 5.0), (apart, 6.0), (fitting, 1.0), unread=(9,))
    _, costs, seen = seen_tile()
    assert guessed(found, (), (FLOOR,) * 72, costs, seen, ROLES) == {*beside, *next_to_that}


def test_a_part_of_no_piece_in_particular_must_be_nearly_sure() -> None:
    """Newly read parts of pieces count alone where hardly a doubt is left; what lay there before needs no piece."""
    mark, doubtful, old = 4, 20, 40
    shares = ((mark, "o", 0.99), (doubtful, "r", 0.8), (old, "r", 0.8), *((cell, "r", 0.99) for cell in range(4)))
    found = Explained({cell: Verdict(SIGNS[sign], share) for cell, sign, share in shares}, ())
    before = [FLOOR] * 72
    before[old] = SIGNS["r"]
    assert loose(found, before, ROLES, GRID.cols) == {doubtful}
    assert not loose(found_of(((0, 1, 2), 1.0)), before, ROLES, GRID.cols)


@pytest.mark.parametrize(
    ("drawn_row", "lost"),
    [
        ("orrrr....", ""),
        ("orrr.....", ""),
        ("orrrrr...", "bcdef"),
        ("oyyyyyyo.", ""),
        ("oyyyyyy..", "bcdefg"),
        ("tyyy.....", ""),
        ("ayyy.....", ""),
        ("yyyy.....", "abcd"),
        ("orrrryyyo", ""),
        ("orrrryyy.", "fgh"),
        ("rroyyrrrr", "fghi"),
    ],
)
def test_leaf_of_no_piece_in_particular_has_as_many_marks_as_tiles(drawn_row: str, lost: str) -> None:
    """Else nobody knows how large the tile is, and so which colour it has, or what else it is (R1.3)."""
    verdicts = {cell: Verdict(SIGNS[sign], 1.0) for cell, sign in enumerate(drawn_row) if sign != "."}
    assert loose(Explained(verdicts, ()), [FLOOR] * 72, ROLES, GRID.cols) == {"abcdefghi".index(name) for name in lost}


def test_a_mark_that_is_not_sure_or_elsewhere_is_none_of_a_leaf() -> None:
    """Where no other is read nobody knows what it is a part of."""
    whole, half, doubtful_mark = (0, 1, 2, 3, 4), (20, 29), 11
    verdicts = {cell: Verdict(SIGNS["r"], 1.0) for cell in (*whole[1:], *half)}
    verdicts |= {whole[0]: Verdict(SIGNS["o"], 1.0), doubtful_mark: Verdict(SIGNS["o"], 0.6)}
    assert loose(Explained(verdicts, ()), [FLOOR] * 72, ROLES, GRID.cols) == {*half, doubtful_mark}


def test_a_mark_that_may_as_well_hold_a_disc_is_not_sure() -> None:
    """A piece is sure, and yet it is not known whether a disc lies in its hole where both fit nearly as well."""
    costs = costs_of(drawn("yyyt"))
    costs.by_surface[SIGNS["o"]].reshape(-1)[3] = 0.14
    found = explain(costs, ROLES, GRID, [FLOOR] * 72, range(72))
    assert found.verdicts[0].share > 0.95
    assert found.verdicts[3].share < READABLE
    before = drawn("yyyo")
    assert explain(costs, ROLES, GRID, before, range(72)).verdicts[3].share < READABLE


@pytest.mark.parametrize(("of_pieces", "is_sure"), [((), False), ((0,), True)], ids=["perhaps ground", "a hole"])
def test_a_hole_that_is_seen_belongs_to_a_tile(of_pieces: tuple[int, ...], is_sure: bool) -> None:
    """R1.3: where it is no ground, and nothing by itself, ground that looks like a hole is none of that tile."""
    hole, ground = 0, 19
    costs = costs_of(drawn("og", ".g"))
    costs.by_surface[SIGNS["o"]].reshape(-1)[ground] = 0.1
    costs.by_surface[FLOOR].reshape(-1)[ground] = 3.9
    found = explain(replace(costs, of_pieces=frozenset(of_pieces)), ROLES, GRID, [FLOOR] * 72, range(72))
    assert [found.verdicts[cell].surface for cell in (hole, ground)] == [SIGNS["o"], FLOOR]
    assert (found.verdicts[hole].share > 0.95) == is_sure


@pytest.mark.parametrize(("apart_deg", "is_sure"), [(0.0, False), (60.0, True)])
def test_spaces_of_two_hues_are_hardly_one_tile_whatever_hue_is_which_leaf(apart_deg: float, is_sure: bool) -> None:
    """By sizes alone (R12.3) they can be parted in several ways; each print has a hue of its own."""
    board = drawn("rrggo", "ro", "r")
    leaves = np.array([surface in {SIGNS["r"], SIGNS["g"]} for surface in board]).reshape(8, 9)
    hues = np.where(np.array([surface == SIGNS["g"] for surface in board]).reshape(8, 9), 350.0 + apart_deg, 350.0)
    chroma = np.full((8, 9), 30.0, np.float32)
    one_print = Palette.of_one_print(hues.astype(np.float32), chroma)
    costs = replace(costs_of(board), hueless=np.where(leaves, 0.0, 6.0), one_print=one_print)
    found = explain(costs.without_hues(), ROLES, GRID, [FLOOR] * 72, range(72))
    red = tuple(cell for cell, surface in enumerate(board) if surface == SIGNS["r"])
    share = sum(share for piece, share in found.pieces if set(red) < set(piece.cells))
    assert (share > READABLE) == is_sure


def test_what_lies_in_no_piece_pays_nothing_for_having_no_hue_in_common() -> None:
    """Two spaces of an old tile are looked at again, by themselves: nothing else comes to be likelier for that."""
    before = drawn("rrr", "ro")
    costs = replace(costs_of(before), hueless=costs_of(before).by_surface[SIGNS["r"]])
    chroma = np.full((8, 9), 30.0, np.float32)
    together = replace(costs, one_print=Palette.of_one_print(np.zeros((8, 9), np.float32), chroma))
    alone, hanging = (explain(each.without_hues(), ROLES, GRID, before, [0, 10]).verdicts for each in (costs, together))
    assert [hanging[cell].surface for cell in (0, 10)] == [SIGNS["r"], SIGNS["o"]]
    assert [hanging[cell].share for cell in (0, 10)] == pytest.approx([alone[cell].share for cell in (0, 10)])


def test_a_tile_of_one_hue_costs_what_its_spaces_cost_and_one_of_several_more() -> None:
    """Nothing is gained by being alike, so it is no likelier than what is no tile."""
    board, chroma = drawn("rrr", "ro"), np.full((8, 9), 30.0, np.float32)
    plain = replace(costs_of(board), hueless=costs_of(board).by_surface[SIGNS["r"]])
    found = []
    for last_deg in (None, 0.0, 60.0):
        hues = np.zeros((8, 9), np.float32)
        hues[0, 2] = last_deg or 0.0
        one_print = None if last_deg is None else Palette.of_one_print(hues, chroma)
        explained = explain(replace(plain, one_print=one_print).without_hues(), ROLES, GRID, [FLOOR] * 72, range(72))
        found += [piece.cost for piece, _ in explained.pieces if len(piece.cells) == 5]
    assert found[1] == pytest.approx(found[0], abs=1e-3)
    assert found[2] > found[0] + 1.0
