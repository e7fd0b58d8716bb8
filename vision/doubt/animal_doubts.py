"""Which parts of animals are not believed: a token beside an animal may look like one."""

from __future__ import annotations

from vision.doubt.doubt_spread import PARTED
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.roles import Roles


def parted_from_animals(found: Explained, costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The marks (indices in reading order) of new pieces read as parts of an animal that edges part from all its rest.

    A token beside an animal looks like that (R5.1) where nobody saw whether it came with its tile or later (R6.1).

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        roles: what the kinds of pieces look like.
    """
    animal = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.cap}
    cols = costs.seam_right.shape[1]
    parted = set[int]()
    for mark in animal.intersection(piece.mark for piece, _ in found.pieces):
        near = animal & beside(mark, cols)
        if near and all(costs.seam_between(mark, other) >= PARTED for other in near):
            parted.add(mark)
    return frozenset(parted)
