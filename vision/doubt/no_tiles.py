"""Which single things may be leaf, together with what came with them: a tile of no known colour, or of no size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.game import Surface
from vision.doubt.doubt_spread import of_one_color
from vision.doubt.stray_singles import LIKE_A_LEAF
from vision.explaining.candidates import sizes_of
from vision.explaining.pieces import FOREIGN, Explained, beside, hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_HOLED = 3.0  # nats by which floor fits a hole better that is large and smooth at most: bare spaces began at 7
_LIKE_A_HOLE = -1.0  # the same beside one single thing: holes of strange scraps had -3.6 and -1.5
_EDGED = 0.2  # share of the edge of a hole that its tile covers, however much of the space shows the floor
_RIMMED, _INTACT = 0.4, 0.1  # share of three of its sides that is foreign, and of a middle that is not


def as_large_as_a_tile(
    found: Explained, before: Sequence[Surface], roles: Roles, cols: int
) -> tuple[tuple[int, ...], ...]:
    """The groups of new single things side by side that are as many as a tile has spaces.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    least = min(sizes_of(roles.patterned), default=None)
    if least is None or roles.single is None:
        return ()
    left = {c for c, v in found.verdicts.items() if v.surface == roles.single != before[c]}
    return tuple(tuple(sorted(group)) for group in hanging_groups(left, cols) if len(group) >= least)


def round_a_hole(
    found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, before: Sequence[Surface], roles: Roles
) -> frozenset[int]:
    """A bare space that may well be a hole with new single things on two sides of it, or a likely hole with one.

    They may be the body of a tile of an unknown colour: its hole shows the print that was there, or is all that is told
    of it. Or they are leaf of no tile of the game. Where two look more like leaf than like anything else no edge of a
    hole need be seen.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
    """
    if roles.single is None or roles.mark is None or not roles.patterned:
        return frozenset()
    cols = seen.cover.shape[1]
    holed = (costs.by_surface[roles.mark] - costs.by_surface[FLOOR]).reshape(-1)
    # a leaf may be a shade of the floor, but a shadow that leaves the middle alone lies on no three sides of it
    edged = (np.minimum(seen.ring, seen.shade_ring) > _EDGED) | (seen.ring > _RIMMED) & (seen.disc < _INTACT)
    edged = edged.reshape(-1)
    singles = {c for c, v in found.verdicts.items() if v.surface == roles.single != before[c]}
    leaf = np.minimum.reduce([costs.by_surface[kind.surface] for kind in roles.patterned])
    leafy = singles.intersection(np.flatnonzero(leaf < costs.by_surface[roles.single]).tolist())
    taken = set[int]()
    for cell in {c for single in singles for c in beside(single, cols) if 0 <= c < len(before)} - singles:
        verdict = found.verdicts.get(cell)
        is_bare = (before[cell] if verdict is None else verdict.surface) in (FLOOR, FOREIGN)
        round_it = beside(cell, cols) & singles
        least = _HOLED if len(round_it) > 1 else _LIKE_A_HOLE
        if is_bare and holed[cell] < least and (edged[cell] or len(round_it & leafy) > 1):
            taken |= {cell, *round_it}
    return frozenset(taken)


def leaf_of_no_tile(
    found: Explained,
    before: Sequence[Surface],
    looks: Sequence[int],
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
) -> frozenset[int]:
    """New single things that look more like leaf beside one that came in the same look, or by far beside a new tile.

    Two spaces of leaf are no tile of the game, nor is a tile with one space more of its hue, which is doubted as well.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    if roles.single is None or not roles.patterned:
        return frozenset()
    leaf = np.minimum.reduce([costs.by_surface[kind.surface] for kind in roles.patterned])
    better = (costs.by_surface[roles.single] - leaf).reshape(-1)
    cols = leaf.shape[1]
    singles = {c for c, v in found.verdicts.items() if v.surface == roles.single != before[c]}
    owner = {
        cell: piece
        for piece, _ in found.pieces
        if before[piece.mark] == FLOOR
        for cell in piece.cells
        if cell != piece.mark
    }
    taken = set[int]()
    for cell in (cell for cell in singles if better[cell] > 0.0):
        at_once = {other for other in beside(cell, cols) if other in found.verdicts and looks[other] == looks[cell]}
        if at_once & singles:
            taken.add(cell)
        for other in at_once & owner.keys():
            if better[cell] > LIKE_A_LEAF and of_one_color(cell, other, seen):
                taken |= {cell, *owner[other].cells}
    return frozenset(taken)
