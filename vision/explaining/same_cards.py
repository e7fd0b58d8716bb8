"""Cards of one print that came side by side: each covers a space by itself, so they are no tile (R1.4, R10.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

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

_SAME = 0.8  # correlation of two cards of one print at least: see ``same_picture``
_COPY = 0.9  # the same of two prints of one leaf, where slabs of marble of two kinds had 0.8, and of two figures
_MOST_OF, _SIDES = 0.7, 0.5  # share of a space that is foreign, and of its sides: cards may lie aside and be as dark
_NO_SHADOW, _AS_THE_FLOOR = 0.4, 0.6  # share that no shadow explains, and likeness of what may be lit floor
_REACHED = 0.1  # share of a space from which a sleeve may lie on it
_A_SIDE, _LIT, _FOREIGN = 0.25, 0.35, 3.0  # of its sides, what no shadow explains, and nats against floor
_LIKE, _ALSO = 8.0, 0.35  # CIELAB units, and share of the chroma, by which the middles of two cards differ at most
_NEAREST = 12  # spaces of leaf that are compared at most: the nearest in colour
_TOGETHER = 12  # cards side by side that are compared at most
_NO_HOLE = 5.0  # nats by which floor fits a space better than a hole that is none


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
    free = costs.usable & (seen.cover > _MOST_OF) & (reached < _REACHED) & (seen.likeness < _AS_THE_FLOOR)
    covered = free & (floor > COVERED) & (seen.ring > _SIDES) & (seen.shade_cover > _NO_SHADOW)
    figures = free & (floor > _FOREIGN) & (seen.ring > _A_SIDE) & (seen.shade_cover > _LIT)
    bare = (floor < BARE) & costs.usable
    for spaces in (bare, covered, figures):
        spaces.reshape(-1)[list(hidden)] = False
    if roles.mark is not None:
        bare &= costs.by_surface[roles.mark] > floor + _NO_HOLE
    ground = {cell for cell, surface in enumerate(before) if surface == FLOOR}
    came = {cell for cell in ground if not bare.flat[cell]}
    same, larger = list[list[int]](), set[int]()
    smallest = min(sizes_of(roles.patterned), default=_TOGETHER)
    for group in hanging_groups(came, cols):
        if 1 < len(group) <= _TOGETHER and all(figures.flat[cell] for cell in group):
            pictures = _Pictures(sorted(group), covered.reshape(-1), seen, plane)
            if pictures.are_one() or (len(group) < 2 * smallest and pictures.are_twins()):
                same.append(sorted(group))
                continue
        if len(group) >= smallest:
            larger |= group
    leaves = {cell for cell, surface in enumerate(before) if surface in {kind.surface for kind in roles.patterned}}
    leaves |= {cell for cell in larger if covered.flat[cell]}
    known = (group for group in same if not any(_is_leaf(cell, leaves, seen, plane) for cell in group))
    return tuple(cell for group in known for cell in group)


class _Pictures(NamedTuple):
    """What some spaces show; ``covered`` are those that are so like a card's, which tell what the others are."""

    cells: Sequence[int]
    covered: NDArray[np.bool_]
    seen: SpaceEvidence
    plane: Plane

    def are_one(self) -> bool:
        """Whether all are copies of one that is covered."""
        first, *others = sorted(self.cells, key=lambda cell: (not self.covered[cell], cell))
        return bool(self.covered[first]) and all(
            self._are_alike(first, other, _SAME if self.covered[other] else _COPY) for other in others
        )

    def are_twins(self) -> bool:
        """Whether each is a copy of another one, and one of them is covered: of two kinds, but none is there alone."""
        return all(
            any(
                self._are_alike(cell, other, _COPY) and (self.covered[cell] or self.covered[other])
                for other in self.cells
                if other != cell
            )
            for cell in self.cells
        )

    def _are_alike(self, one: int, other: int, least: float) -> bool:
        cols = self.seen.cover.shape[1]
        return _of_like_colors(one, other, self.seen) and likeness(self.plane, one, other, cols) > least


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
