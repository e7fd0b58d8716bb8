"""Animals that are seen to lie across the edge between two holes, where a token would leave the leaf bare."""

from __future__ import annotations

from collections.abc import Collection

from vision.doubt.doubt_spread import PARTED
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence, turned_deg
from vision.roles import Roles

_NO_DISC = 2.0  # nats that a token costs on every space: in each of 20 pairs without leaf in between one had less
_NO_CIRCLE = 1.8  # strength of a circle below which none is seen: on dark tiles of which nothing is seen two had 1.9
_OTHER_DEG, _PALER = 40.0, 0.5  # between the hue of a tile and that of its edge, and share of its chroma
_GREY = 8.0  # CIELAB chroma below which no hue is told


def lies_across(
    animal: Collection[int], found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles
) -> bool:
    """Whether no edge and no leaf parts the spaces of an animal, and they do not look like tokens.

    A tile has leaf round its hole, so two tokens side by side lie on either side of it (R5.1); an animal covers it. It
    may have a round head, but is not round all over.

    Args:
        animal: its spaces, indices in reading order.
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    assert roles.disc is not None
    disc = costs.by_surface[roles.disc].reshape(-1)
    circle = seen.circle.reshape(-1)
    if any(disc[cell] < _NO_DISC for cell in animal) or all(circle[cell] >= _NO_CIRCLE for cell in animal):
        return False
    cols = seen.cover.shape[1]
    leaves = {piece.mark: complex(seen.color.flat[piece.body].mean()) for piece, _ in found.pieces}
    reached, waiting = set[int](), {min(animal)}
    while waiting:
        reached |= waiting
        waiting = {
            other
            for cell in waiting
            for other in beside(cell, cols).intersection(animal)
            if costs.seam_between(cell, other) < PARTED
            and all(
                _is_no_leaf(_side(one, two, seen), leaves.get(one, 0j)) for one, two in ((cell, other), (other, cell))
            )
        } - reached
    return reached.issuperset(animal)


def _side(cell: int, other: int, seen: SpaceEvidence) -> complex:
    """The color of a space along its border with another."""
    up, down, left, right = (complex(color) for color in seen.side_color.reshape(-1, 4)[cell])
    if abs(cell - other) == 1:
        return right if other > cell else left
    return down if other > cell else up


def _is_no_leaf(side: complex, leaf: complex) -> bool:
    """Whether a color is none of this leaf; of leaf whose color is not known nobody can say so."""
    if not leaf:
        return False
    return abs(side) < _PALER * abs(leaf) or (abs(side) > _GREY and turned_deg(side, leaf) > _OTHER_DEG)
