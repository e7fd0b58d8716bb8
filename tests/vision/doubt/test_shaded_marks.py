"""A corner in the shade of a tile looks like its hole, and the deep hole like a thing that lies beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.shaded_marks import shaded_marks
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark, and a squirrel lies on space 2, beside the first."""
MARK, SQUIRREL = CELLS[-1], 2


@pytest.mark.parametrize(
    ("mark", "shade_ring", "known", "at", "lost"),
    [
        ("hole", 0.2, False, SQUIRREL, True),
        ("hole", 0.5, False, SQUIRREL, False),
        ("token", 0.2, False, SQUIRREL, False),
        ("hole", 0.2, True, SQUIRREL, False),
        ("hole", 0.2, False, 40, False),
        ("hole", 0.2, False, MARK + 9, False),
    ],
    ids=["in its place", "a frame is seen", "a token", "it lay there before", "far away", "beside the mark alone"],
)
def test_a_thing_that_comes_with_a_tile_may_be_its_mark_where_a_shadow_explains_the_ring(
    seen_tile: Callable[..., SeenTile], mark: str, shade_ring: float, known: bool, at: int, lost: bool
) -> None:
    """R8.2: a squirrel of the same turn is mostly seen by itself; a tile of five with either mark has its size."""
    found, _, seen = seen_tile()
    verdicts = {cell: verdict for cell, verdict in found.verdicts.items() if cell != SQUIRREL}
    verdicts |= {MARK: Verdict(Surface(mark), 1.0), at: Verdict(Surface("squirrel"), 1.0)}
    seen.shade_ring[:] = shade_ring
    before = [Surface("squirrel") if known and cell == at else FLOOR for cell in range(72)]
    doubted = shaded_marks(replace(found, verdicts=verdicts), before, seen, ROLES)
    assert doubted == ({*CELLS, at} if lost else frozenset())
