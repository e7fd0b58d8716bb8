"""Which spaces hold a thing that covers one space alone: nothing else came with it, so it is part of no tile."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.beforehand import Beforehand
from vision.explaining.caps import has_neighbour
from vision.explaining.pieces import beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_ALL, _SIDES = 0.85, 0.7  # share of a space, and of three of its sides, that hides the floor: no token covers as much
_HOLE = 2.5  # strength of a circle that is a hole's with a token in it; those drawn on squirrels had 2.2 at most
_TOUCHED = 0.12  # share of a bare space from which something may lie on it
_TWO_STEPS = np.array([[abs(x) + abs(y) <= 2 for x in range(-2, 3)] for y in range(-2, 3)], np.float32)
_REACHED = 0.1  # share of a space from which a sleeve may lie on it
_FITS, _BETTER = 3.0, 1.5  # nats of what may be a leaf's colour, and by which another than before fits better

BARE, SHADED, COVERED = 0.5, 1.0, 5.0
"""Nats of a floor that is surely bare, of one that may be in a faint shadow, and of one that is surely covered."""


def lone_things(
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    before: Sequence[Surface],
    roles: Roles,
    known: Beforehand,
    open_cells: Collection[int],
) -> tuple[int, ...]:
    """The spaces (indices in reading order) that hold such a thing: the only new one, known ones with nothing new near.

    What came before and could not be read leaves it the only one if no hole of a tile can lie between.

    A tile covers three spaces or more (R1.3) and a token lies inside a tile's hole (R5.1): whatever colour it has and
    whatever edges are drawn on it, such a thing is one that covers a single space (R1.4). That tells only while no
    tile was taken away, for it may have been laid again a space further, and while no tile may lie across one beside.

    Args:
        costs: how well the surfaces fit.
        seen: the measures.
        before: what lay on each space, in reading order.
        roles: what the kinds of pieces look like; what was read as such a thing before may be one again.
        known: what is known of the spaces beforehand.
        open_cells: the spaces (indices in reading order) that may have changed, those that nobody sees among them.
    """
    floor = costs.by_surface[FLOOR]
    bare = floor < BARE
    was_bare, was_free, was_open = (
        np.array([surface in shown for surface in before]).reshape(bare.shape)
        for shown in ({FLOOR}, {FLOOR, roles.single}, {FLOOR, roles.single, roles.mark})
    )
    if (bare & ~was_open).any():
        return ()
    covered = was_free & (floor > COVERED) & costs.usable & (seen.cover > _ALL) & (seen.ring > _SIDES)
    # where nothing beside has been touched no tile came, in whose hole it could lie, nor in one's that went unread
    touched = was_bare & ((seen.cover >= _TOUCHED) | ~costs.usable)
    leaves = {kind.surface for kind in roles.patterned}
    was_tile = np.array([surface in leaves for surface in before]).reshape(bare.shape)
    round_ = (seen.circle >= _HOLE) & (has_neighbour(touched) | has_neighbour(was_tile) & ~known.came)
    covered &= (known.reached < _REACHED) & ~round_ & ~known.icons
    came = was_bare & ~bare
    # the bare hole of a tile looks like ground between its parts: what is new must be all that is new
    clearly = came & (floor > SHADED)
    now = clearly & known.came
    only = (_within_reach(came) == 1) & (now & (now.sum() == 1) | clearly & (clearly.sum() == 1))
    alone = covered & (only | ~came & ~has_neighbour(came))
    as_before = frozenset(range(len(before))).difference(open_cells)
    new = known.came.reshape(-1)
    return tuple(
        cell
        for cell in np.flatnonzero(alone).tolist()
        if not _may_go_on(cell, costs, before, roles, as_before if new[cell] else frozenset())
    )


def _within_reach(came: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """How many of some spaces lie within two steps of each, itself among them: as far as over the hole of a tile."""
    return np.asarray(cv2.filter2D(came.astype(np.uint8), -1, _TWO_STEPS, borderType=cv2.BORDER_CONSTANT), np.uint8)


def _may_go_on(
    cell: int, costs: SurfaceCosts, before: Sequence[Surface], roles: Roles, as_before: frozenset[int]
) -> bool:
    """Whether what lies on a cell may go on over a tile beside it: it has that tile's colour, or that has changed.

    Over one that looks ``as_before`` it does not.
    """
    leaves = {kind.surface: costs.by_surface[kind.surface].reshape(-1) for kind in roles.patterned}
    near = beside(cell, costs.usable.shape[1]) - as_before
    tiles = [(other, before[other]) for other in near if 0 <= other < len(before) and before[other] in leaves]
    return any(
        leaves[shown][cell] < _FITS or leaves[shown][other] > min(costs[other] for costs in leaves.values()) + _BETTER
        for other, shown in tiles
    )
