"""Bare ground beside something unread is believed only where no hole of that may show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.doubtful_ground import (
    hardly_bare,
    only_tinted,
    other_marks,
    outdone,
    over_hidden_prints,
    round_marks,
)
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS, BESIDE = (1, 9, 10, 11, 12), 2
"""Of the tile that ``seen_tile`` shows, and of the single thing beside its first cell."""


def test_ground_that_looks_far_more_like_a_leaf_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """R1.3: in a moving shadow one space of a tile may change alone, and a single space is no tile."""
    found, costs, _ = seen_tile()
    ground = 3
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    costs.by_surface[FLOOR].reshape(-1)[ground] = 2.4
    for leaf, lost in ((0.1, {ground}), (1.5, set[int]())):
        costs.by_surface[ROLES.patterned[0].surface].reshape(-1)[ground] = leaf
        assert outdone(read, costs, ROLES) == lost


@pytest.mark.parametrize(
    ("floor", "squirrel", "doubted"),
    [(3.0, 2.2, True), (2.3, 2.2, False), (3.0, 3.1, False)],
    ids=["hardly floor", "floor in a shadow", "nothing fits better"],
)
def test_what_hardly_looks_like_floor_and_more_like_another_thing_is_no_ground(
    seen_tile: Callable[..., SeenTile], floor: float, squirrel: float, doubted: bool
) -> None:
    """R1.3: of a tile in glare so little may be seen that no tile fits; a hole shows the floor and tells nothing."""
    found, costs, _ = seen_tile()
    ground = 3
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    costs.by_surface[FLOOR].reshape(-1)[ground] = floor
    costs.by_surface[Surface("squirrel")].reshape(-1)[ground] = squirrel
    costs.by_surface[Surface("hole")].reshape(-1)[ground] = 0.0
    assert outdone(read, costs, ROLES) == ({ground} if doubted else set())


@pytest.mark.parametrize(
    ("beside", "better", "lost"),
    [(21, 0.5, {20, 21}), (21, 0.3, set[int]()), (22, 0.5, set[int]())],
    ids=["side by side", "one of them is as well floor", "apart"],
)
def test_ground_of_which_several_spaces_look_rather_like_something_laid_is_not_believed(
    seen_tile: Callable[..., SeenTile], beside: int, better: float, lost: set[int]
) -> None:
    """A tile behind a smudge on the lens is hardly foreign, but all of its spaces are; its hole shows the floor."""
    found, costs, _ = seen_tile()
    read = Explained({**found.verdicts, 20: Verdict(FLOOR, 1.0), beside: Verdict(FLOOR, 1.0)}, found.pieces)
    costs.by_surface[FLOOR].reshape(-1)[[20, beside]] = 1.4
    costs.by_surface[Surface("hole")].reshape(-1)[20] = 0.9
    costs.by_surface[ROLES.patterned[0].surface].reshape(-1)[beside] = 1.4 - better
    assert outdone(read, costs, ROLES) == lost


@pytest.mark.parametrize(
    ("ground", "mark", "surface", "better", "lost"),
    [
        (20, 12, "hole", 1.0, {20}),
        (20, 12, "hole", 0.6, set[int]()),
        (20, 12, "token", 1.0, set[int]()),
        (21, 12, "hole", 1.0, set[int]()),
        (20, 10, "hole", 1.0, set[int]()),
    ],
    ids=["beside the body", "about as much floor", "its token is seen", "beside the mark", "it would fall apart"],
)
def test_ground_beside_a_tile_that_looks_more_like_a_mark_than_like_floor_may_be_its_mark(
    seen_tile: Callable[..., SeenTile], ground: int, mark: int, surface: str, better: float, lost: set[int]
) -> None:
    """R1.3: a tile has one hole; where two spaces beside it look like holes, the other tile is one nobody has read."""
    found, costs, _ = seen_tile()
    laid = found.pieces[0][0]._replace(mark=mark)
    verdicts = {**found.verdicts, ground: Verdict(FLOOR, 1.0), mark: Verdict(Surface(surface), 1.0)}
    costs.by_surface[FLOOR].reshape(-1)[ground] = 2.0
    costs.by_surface[Surface("hole")].reshape(-1)[ground] = 2.0 - better
    assert other_marks(Explained(verdicts, ((laid, 1.0),)), costs, ROLES) == lost


def test_bare_ground_that_looks_like_a_mark_beside_something_unread_is_not_believed(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """It may be the mark of a tile of a strange colour, of which the single thing on its other side is a part.

    A mark fits it nearly as well as floor, or better.
    """
    assert ROLES.mark is not None
    found, costs, _ = seen_tile()
    ground, unread = 3, 4
    verdicts = {**found.verdicts, ground: Verdict(FLOOR, 1.0), unread: Verdict(FOREIGN, 1.0)}
    read = Explained(verdicts, found.pieces)
    costs.by_surface[FLOOR].reshape(-1)[ground] = 2.1
    for mark, lost in ((0.1, {ground, BESIDE}), (2.8, {ground, BESIDE}), (3.5, set[int]())):
        costs.by_surface[ROLES.mark].reshape(-1)[ground] = mark
        assert round_marks(read, (), costs, ROLES) == lost
    costs.by_surface[ROLES.mark].reshape(-1)[ground] = 0.1
    del verdicts[unread]
    assert round_marks(read, (), costs, ROLES) == set()
    assert round_marks(read, {unread}, costs, ROLES) == {ground, BESIDE}


@pytest.mark.parametrize(("capped", "mark", "doubted"), [(True, 3.4, True), (True, 5.0, False), (False, 3.4, False)])
def test_ground_beside_a_tile_on_whose_mark_nobody_believes_may_be_its_mark(
    seen_tile: Callable[..., SeenTile], capped: bool, mark: float, doubted: bool
) -> None:
    """R6.1: what was taken for an animal on it may be a squirrel beside it; the mark is then another space."""
    assert ROLES.mark is not None
    found, costs, _ = seen_tile()
    (piece, share), *_ = found.pieces
    ground = max(piece.cells) + 1
    verdicts = {**found.verdicts, ground: Verdict(FLOOR, 1.0)}
    read = Explained(verdicts, ((piece._replace(capped=capped), share),))
    costs.by_surface[FLOOR].reshape(-1)[ground] = 1.5
    costs.by_surface[ROLES.mark].reshape(-1)[ground] = mark
    assert (ground in round_marks(read, piece.cells, costs, ROLES)) == doubted
    assert ground not in round_marks(read, set(piece.cells) - {piece.mark}, costs, ROLES)


@pytest.mark.parametrize(
    ("share", "unread", "doubted"),
    [(1.0, {CELLS[-1]}, False), (0.91, {CELLS[-1]}, True), (1.0, set(CELLS), True), (1.0, set(CELLS[1:]), True)],
    ids=["a sure tile", "its mark may be another space", "none of it is sure", "its body is unread too"],
)
def test_ground_beside_the_unread_mark_of_a_tile_that_stands_is_not_another_mark_of_it(
    seen_tile: Callable[..., SeenTile], share: float, unread: set[int], doubted: bool
) -> None:
    """R1.3: a tile has one hole; that nobody knows whether a token lies in it makes the ground beside it no other."""
    assert ROLES.mark is not None
    found, costs, _ = seen_tile()
    ground, ((piece, _),) = CELLS[-1] + 1, found.pieces
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, ((piece, share),))
    costs.by_surface[FLOOR].reshape(-1)[ground], costs.by_surface[ROLES.mark].reshape(-1)[ground] = 2.1, 0.1
    assert (ground in round_marks(read, unread, costs, ROLES)) == doubted


def test_bare_ground_beside_the_unread_of_which_a_part_is_foreign_is_not_believed(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """The hole of a crooked tile shows nearly all of the space; in a shadow alone nothing is foreign but for that."""
    found, _, seen = seen_tile()
    ground, beside_it = 30, 31
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    for cover, shade_cover, lost in ((0.3, 0.2, {ground}), (0.3, 0.05, set[int]()), (0.1, 0.1, set[int]())):
        seen.cover.reshape(-1)[ground], seen.shade_cover.reshape(-1)[ground] = cover, shade_cover
        assert hardly_bare(read, {beside_it}, seen) == lost
        assert hardly_bare(read, {beside_it + 2}, seen) == set()


def test_bare_ground_whose_sides_are_foreign_beside_the_unread_is_not_believed(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """Of a leaf round a large hole little is seen; in a shadow the sides keep their colour."""
    found, _, seen = seen_tile()
    ground = 40
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    seen.cover.reshape(-1)[ground] = seen.shade_cover.reshape(-1)[ground] = 0.0
    for shaded, lost in ((0.48, {ground}), (0.18, {ground}), (0.1, set[int]())):
        seen.ring.reshape(-1)[ground], seen.shade_ring.reshape(-1)[ground] = 0.48, shaded
        assert hardly_bare(read, {ground + 1}, seen) == lost


def test_bare_ground_beside_the_unread_in_which_a_lamp_is_mirrored_needs_little_to_be_doubted(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """The frame of a hole is hardly to be seen through glare."""
    found, _, seen = seen_tile()
    ground = 40
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    seen.shade_cover.reshape(-1)[ground] = 0.05
    for burnt, cover, lost in ((0.25, 0.2, {ground}), (0.25, 0.1, set[int]()), (0.05, 0.2, set[int]())):
        seen.burnt.reshape(-1)[ground], seen.cover.reshape(-1)[ground] = burnt, cover
        assert hardly_bare(read, {ground + 1}, seen) == lost
        assert hardly_bare(read, (), seen) == set()


def test_bare_ground_beside_the_mark_of_a_tile_that_stands_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """A tile has one hole: what is unread on its mark has none of its own."""
    found, _, seen = seen_tile()
    ground, mark = CELLS[-1] + 1, CELLS[-1]
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    seen.cover.reshape(-1)[ground], seen.shade_cover.reshape(-1)[ground] = 0.3, 0.2
    assert hardly_bare(read, {mark}, seen) == set()
    assert hardly_bare(read, set(CELLS), seen) == {ground}


def test_where_the_mark_of_a_tile_may_be_another_space_that_is_not_believed_to_be_floor(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """In a shadow two spaces beside a tile may be its hole: where the likelier one is unread the other is not sure."""
    found, _, seen = seen_tile()
    ground, mark = CELLS[-2] + 9, CELLS[-1]
    ((piece, _),) = found.pieces
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, ((piece, 0.91),))
    seen.cover.reshape(-1)[ground], seen.shade_cover.reshape(-1)[ground] = 0.8, 0.18
    assert hardly_bare(read, {mark}, seen) == {ground}
    assert hardly_bare(replace(read, pieces=((piece, 0.97),)), {mark}, seen) == set()
    assert hardly_bare(read, set(), seen) == set()


def test_ground_is_not_believed_where_its_print_is_hidden(seen_tile: Callable[..., SeenTile]) -> None:
    """A dark leaf in dim light looks like a shadow, but that hides no print; where nothing is foreign nothing hides."""
    found, _, seen = seen_tile()
    ground = 30
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    for printed, hidden, cover, lost in (
        (True, True, 0.6, {ground}),
        (True, False, 0.6, set[int]()),
        (False, True, 0.6, set[int]()),
        (True, True, 0.1, set[int]()),
    ):
        seen.cover.reshape(-1)[ground] = cover
        known = np.zeros((5, 8, 9), np.bool_)
        known[1], known[4] = hidden, printed
        assert over_hidden_prints(read, Prints(*known), seen) == lost


def test_ground_that_is_foreign_all_over_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """R1.4: a squirrel painted in one colour looks like floor that a cup tints; a tint or shadow leaves some of it."""
    found, _, seen = seen_tile()
    ground = 3
    read = Explained({**found.verdicts, ground: Verdict(FLOOR, 1.0)}, found.pieces)
    for cover, shade, ring, lost in (
        (1.0, 1.0, 1.0, {ground}),
        (1.0, 0.5, 1.0, set[int]()),
        (1.0, 1.0, 0.8, set[int]()),
    ):
        for measure, value in ((seen.cover, cover), (seen.shade_cover, shade), (seen.ring, ring)):
            measure[0, ground] = value
        assert only_tinted(read, seen) == lost
