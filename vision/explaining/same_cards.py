"""Cards of one print that came side by side: each covers a space by itself, so they are no tile (R1.4, R10.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Cell
from vision.explaining.candidates import sizes_of
from vision.explaining.lone_things import BARE, COVERED
from vision.explaining.pieces import hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.measures.same_picture import same_picture
from vision.reference import Plane
from vision.roles import FLOOR, Roles

_COPY = 0.9  # the same of two prints of one leaf: slabs of marble of two kinds had 0.8
_MOST_OF, _SIDES = 0.7, 0.5  # share of a space that is foreign, and of its sides: cards may lie aside and be as dark
_NO_SHADOW, _AS_THE_FLOOR = 0.4, 0.6  # share that no shadow explains, and likeness of what may be lit floor
_REACHED = 0.1  # share of a space from which a sleeve may lie on it
_LIKE, _ALSO = 8.0, 0.35  # CIELAB units, and share of the chroma, by which the middles of two cards differ at most
_NEAREST = 12  # spaces of leaf that are compared at most: the nearest in colour
_TOGETHER = 12  # cards side by side that are compared at most
_NO_HOLE = 5.0  # nats by which floor fits a space better than a hole that is none

SAME = 0.8
"""Correlation of two cards of one print at least: see ``same_picture``."""


def same_cards(
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    plane: Plane,
    before: Sequence[Surface],
    roles: Roles,
    reached: NDArray[np.float32],
    hidden: Collection[int],
) -> tuple[int, ...]:
    """The spaces (indices in reading order) of groups that came onto bare ground and show one picture.

    A tile has one hole (R1.3): that space looks like no other of it, whether floor shows there or a token lies on it.
    So nothing beside such a group may be a hole. Animals lie on holes (R6.1), not on bare ground. Where leaf elsewhere
    shows the same picture, the group is of that edition's leaf, and something is wrong with it.

    Args:
        costs: how well the surfaces fit.
        seen: the measures.
        plane: the rectified picture, float32 (h, w, 3), with its margin.
        before: what lay on each space, in reading order.
        roles: what the kinds of pieces look like.
        reached: share of each space that hangs together with something across the rim, float32 (rows, cols).
        hidden: the spaces that nobody could look at.
    """
    if roles.single is None:
        return ()
    cols = seen.cover.shape[1]
    floor = costs.by_surface[FLOOR]
    covered = (floor > COVERED) & costs.usable & (seen.cover > _MOST_OF) & (seen.ring > _SIDES) & (reached < _REACHED)
    covered &= (seen.shade_cover > _NO_SHADOW) & (seen.likeness < _AS_THE_FLOOR)
    bare = (floor < BARE) & costs.usable
    bare.reshape(-1)[list(hidden)] = covered.reshape(-1)[list(hidden)] = False
    if roles.mark is not None:
        bare &= costs.by_surface[roles.mark] > floor + _NO_HOLE
    ground = {cell for cell, surface in enumerate(before) if surface == FLOOR}
    came = {cell for cell in ground if not bare.flat[cell]}
    same, larger = list[list[int]](), set[int]()
    for group in hanging_groups(came, cols):
        first, *others = sorted(group)
        if (
            0 < len(others) < _TOGETHER
            and all(covered.flat[cell] for cell in group)
            and all(_of_like_colors(first, other, seen) for other in others)
            and all(likeness(plane, first, other, cols) > SAME for other in others)
        ):
            same.append([first, *others])
        elif len(group) >= min(sizes_of(roles.patterned), default=np.inf):
            larger |= group
    leaves = {cell for cell, surface in enumerate(before) if surface in {kind.surface for kind in roles.patterned}}
    leaves |= {cell for cell in larger if covered.flat[cell]}
    return tuple(cell for group in same if not _is_leaf(group[0], leaves, seen, plane) for cell in group)


def _is_leaf(cell: int, leaves: Collection[int], seen: SpaceEvidence, plane: Plane) -> bool:
    """Whether a space shows the picture of a leaf that lies elsewhere: it is leaf of no tile that anybody knows."""
    colors, cols = seen.color.reshape(-1), seen.cover.shape[1]
    nearest = sorted(leaves, key=lambda other: float(abs(colors[other] - colors[cell])))[:_NEAREST]
    return any(likeness(plane, cell, other, cols) > _COPY for other in nearest)


def likeness(plane: Plane, one: int, other: int, cols: int) -> float:
    """How alike the pictures of two spaces (indices in reading order) are: see ``same_picture``."""
    return same_picture(plane, Cell(*divmod(one, cols)), Cell(*divmod(other, cols)))


def _of_like_colors(one: int, other: int, seen: SpaceEvidence) -> bool:
    """Whether the middles of two spaces are nearly of one colour: told at once, and of no tile's mark and leaf."""
    colors = seen.disc_color.flat[[one, other]]
    return bool(abs(colors[0] - colors[1]) < _LIKE + _ALSO * np.abs(colors).max())
