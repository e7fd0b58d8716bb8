"""A piece that fits badly is a guess where it may go on in what is unread, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.guesses import guessed
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
CELLS, BESIDE = (1, 9, 10, 11, 12), 2
"""Of the tile that ``seen_tile`` shows, and of the single thing beside its first cell."""


@pytest.mark.parametrize(("share", "capped", "believed"), [(0.8, True, False), (0.95, True, True), (0.8, False, True)])
def test_a_piece_that_is_not_sure_is_a_guess_beside_one_with_its_mark_elsewhere(
    seen_tile: Callable[..., SeenTile], share: float, capped: bool, believed: bool
) -> None:
    """R6.1: what was taken for an animal on the mark of that is not believed, so it may have other spaces."""
    (found, costs, seen), other = seen_tile(), tuple(range(18, 23))
    ((tile, _),) = found.pieces
    beside = tile._replace(cells=other, mark=other[-1], capped=capped)
    verdicts = {**found.verdicts, **{cell: Verdict(Surface("leaf.red"), 1.0) for cell in other}}
    read = Explained(verdicts, ((tile, share), (beside, 1.0)))
    assert guessed(read, {beside.mark, CELLS[-1] + 9}, BARE, costs, seen, ROLES).isdisjoint(CELLS) == believed


def test_a_piece_that_fits_badly_is_believed_only_away_from_what_is_unread(seen_tile: Callable[..., SeenTile]) -> None:
    """Beside an unread space it is a guess about the rest of something; pieces that fit well are not asked."""
    (found, costs, seen), unread = seen_tile(), CELLS[-1] + 9
    bad = Explained(found.verdicts, tuple((piece._replace(cost=3.5), share) for piece, share in found.pieces))
    assert guessed(bad, {unread}, BARE, costs, seen, ROLES) == set(CELLS)
    assert not guessed(bad, {unread + 9}, BARE, costs, seen, ROLES)
    assert not guessed(found, {unread}, BARE, costs, seen, ROLES)


def test_a_guess_ends_at_a_clear_edge_to_another_colour(seen_tile: Callable[..., SeenTile]) -> None:
    """What is unread beyond that is something else; of one colour it may be the same thing under a drawn line."""
    for edge, hue_deg, believed in ((2.0, 90.0, True), (1.2, 90.0, False), (2.0, 20.0, False)):
        found, costs, seen = seen_tile(edge=edge, hue_deg=hue_deg)
        bad = Explained(found.verdicts, tuple((piece._replace(cost=3.5), share) for piece, share in found.pieces))
        parted = replace(costs, seam_down=np.full((8, 9), 2.0))
        assert guessed(bad, {BESIDE}, BARE, parted, seen, ROLES).isdisjoint(CELLS) == believed


def test_a_leaf_of_no_piece_is_believed_only_away_from_what_is_unread(seen_tile: Callable[..., SeenTile]) -> None:
    """Which piece it belongs to is not known, so it may be the rest of what could not be read; old leaves may not."""
    (found, costs, seen), leaf = seen_tile(), Surface("leaf.red")
    loose = Explained(found.verdicts, ())
    leaves = {cell for cell in CELLS if found.verdicts[cell].surface == leaf}
    beside = min(CELLS) + 1
    assert guessed(loose, {beside}, BARE, costs, seen, ROLES) == {CELLS[0]} | leaves & {9, 10, 11, 12}
    assert not guessed(loose, {71}, BARE, costs, seen, ROLES)
    assert not guessed(loose, {beside}, (leaf,) * 72, costs, seen, ROLES)
