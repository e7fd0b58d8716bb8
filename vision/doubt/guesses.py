"""Pieces that are guesses about the rest of something: they fit badly, and nothing parts them from what is unread."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

from engine.game import Surface
from vision.doubt.doubt_spread import HARDLY, astray, left_unread, of_one_color
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_BADLY = 3.0  # nats of a whole piece: hardly any that truly lies there costs as much
# nats of a border over which no piece goes on to another colour: of 1,075 spaces of guesses in single pictures the 444
# that such borders part from all that is unread were right, of the others 26 were not
_CLEAR_EDGE = 1.5


def guessed(
    found: Explained,
    unread: Collection[int],
    before: Sequence[Surface],
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
) -> frozenset[int]:
    """The cells of pieces that fit badly and may go on in what could not be read: they are guesses about its rest.

    So are new leaves of which no piece in particular was found, and pieces that are not sure beside one on whose mark
    something was taken for an animal that is not believed (R6.1). Nothing goes on over a clear edge to another colour.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    cols = costs.seam_right.shape[1]
    lost = left_unread(found, unread)
    waiting = [set(piece.cells) for piece, _ in found.pieces if piece.cost > _BADLY]
    elsewhere = astray(found, lost)
    waiting += [
        set(piece.cells)
        for piece, share in found.pieces
        if share < HARDLY and any(beside(cell, cols) & elsewhere for cell in piece.cells)
    ]
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    leaves = {kind.surface for kind in roles.patterned}
    new = {cell for cell, v in found.verdicts.items() if v.surface in leaves and before[cell] == FLOOR}
    waiting += [{cell} for cell in new - named - lost]
    taken: set[int] = set()
    while near := [cells for cells in waiting if _may_go_on(cells, lost, costs, seen)]:
        taken |= set().union(*near)
        lost |= taken
        waiting = [cells for cells in waiting if cells not in near]
    return frozenset(taken)


def _may_go_on(cells: Set[int], lost: Set[int], costs: SurfaceCosts, seen: SpaceEvidence) -> bool:
    """Whether some cells lie beside lost ones with nothing clear to part them."""
    cols = costs.seam_right.shape[1]
    borders = ((cell, other) for cell in cells for other in beside(cell, cols) & lost - cells)
    return any(costs.seam_between(*pair) < _CLEAR_EDGE or of_one_color(*pair, seen) for pair in borders)
