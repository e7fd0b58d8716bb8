"""Which single things are not believed: they may be a part of a tile or of something unread, or no thing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.doubt_spread import PARTED, READABLE, left_unread, of_one_color
from vision.explaining.pieces import FOREIGN, Explained, beside, hanging_groups
from vision.explaining.shade_alone import is_no_shadow
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_gone import quite_unlike_its_print, unlike_its_print
from vision.roles import FLOOR, Roles

_COVERED = 0.7  # share of a space that is foreign where a single thing lies: of 116 squirrels the least had 0.86
_LARGELY, _FRAMED = 0.78, 0.5  # the same where little of its sides is foreign: one that covered less had 0.7 there
# the same where nothing of a treasure that is printed there is left: three squirrels in its colours had 0.6 to 0.65
_OVER_A_PRINT = 0.58
_NO_SHADOW = 0.35  # the same of what no shadow explains: of 41 squirrels the least had 0.66, ground in a shadow 0.10
# both of its middle and of all of it, of something black: one on white had 0.3 and 0.32, a deep gap 0.04 and 0.26
_BLACK, _SHADELESS = 0.2, 0.28
# likeness to the floor, and structure besides in units of noise, of floor in bands of light: of 60 squirrels the first
# was 0.57 at most, of that one the second 5.8
_AS_THE_FLOOR, _NO_MORE = 0.6, 4.0
# contrast of a print, and likeness to it, where that still shows: of 138 squirrels over such the likest had 0.67
_LEGIBLE, _PRINT_SHOWS = 1.2, 0.75
_AS_WELL = 0.5  # nats by which bare ground fits a space better than a hole at most, where it may be one

LIKE_A_LEAF = 1.4
"""Nats by which a leaf fits a space better than the single thing it was taken for."""


def stray_singles(
    found: Explained,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    lost: Collection[int],
    printed: NDArray[np.bool_],
) -> frozenset[int]:
    """Single things that cover too little or may be floor in another light, and those beside their kind or in doubt.

    The latter may be the rest of a tile where they look like leaves, where no edge parts them from what is beside them,
    and where that is in doubt and has their colour: leaves drawn large have outlines that look like edges. So may a
    leaf beside ground that looks like a hole. Noise and smears cover a part of a space.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        lost: the spaces (indices in reading order) that are left unread so far or that nobody could look at.
        printed: the spaces on which somebody has confirmed a treasure, bool (rows, cols).
    """
    singles = single_things(found, roles)
    if roles.single is None or not singles:
        return frozenset()
    flat = {surface: cost.reshape(-1) for surface, cost in costs.by_surface.items()}
    leaf = np.minimum.reduce([flat[kind.surface] for kind in roles.patterned])
    alike = leaf + LIKE_A_LEAF < flat[roles.single]
    cover, shaded = seen.cover.reshape(-1), seen.shade_cover.reshape(-1)
    ring = seen.ring.reshape(-1)
    least = np.where(ring < _FRAMED, _LARGELY, _COVERED)
    over_a_print = printed & (unlike_its_print(seen) | quite_unlike_its_print(seen))
    least = np.where(over_a_print.reshape(-1), _OVER_A_PRINT, least)
    no_shadow = np.where(seen.shade_disc.reshape(-1) > _BLACK, _SHADELESS, _NO_SHADOW)
    shade = (shaded < no_shadow) & ~is_no_shadow(seen).reshape(-1)
    stray = {cell for cell in singles if cover[cell] < least[cell] or shade[cell]}
    stray |= singles.intersection(np.flatnonzero((seen.likeness > _AS_THE_FLOOR) & (seen.texture < _NO_MORE)).tolist())
    shows = (seen.disc_likeness > _PRINT_SHOWS) & (seen.disc_contrast > _LEGIBLE)
    stray |= singles.intersection(np.flatnonzero(shows).tolist())
    named = {cell for piece, _ in found.pieces for cell in piece.cells}.difference(lost)
    strange = {
        c for c, v in found.verdicts.items() if v.surface == FOREIGN or (v.share < READABLE and v.surface != FLOOR)
    }
    company = singles.union(strange, lost) - named
    cols = costs.seam_right.shape[1]
    for cell in singles:
        for other in company & beside(cell, cols):
            unparted = costs.seam_between(cell, other) < PARTED
            if alike[cell] or unparted or (other not in singles and of_one_color(cell, other, seen)):
                stray.add(cell)
    if roles.mark is not None:
        # a leaf beside what may as well be a hole: a tile of which no other space is read
        holes = set(np.flatnonzero(flat[roles.mark] < flat[FLOOR] + _AS_WELL).tolist())
        bare = {cell for cell, verdict in found.verdicts.items() if verdict.surface == FLOOR and cell in holes}
        stray |= {cell for cell in singles if alike[cell] and bare & beside(cell, cols)}
    return frozenset(stray)


def came_together(
    found: Explained,
    unread: Collection[int],
    before: Sequence[Surface],
    roles: Roles,
    cols: int,
    looks: Sequence[int],
    fresh: Collection[int],
) -> frozenset[int]:
    """The single things that came in the same look as something unread beside them, or lay there with it at first.

    They may be a part of that; so they may of what is unread further on, where an animal has come to lie between.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
        fresh: spaces that were bare before something came in the way, so that nobody saw which of them came together.
    """
    lost = _lost(found, unread, before, roles)
    groups = hanging_groups(lost, cols)
    taken = set()
    for cell in single_things(found, roles) - lost:
        near = beside(cell, cols) & lost
        reached = near.union(*(group for group in groups if near & group and looks[cell]))
        if any(looks[other] == looks[cell] for other in reached) or (cell in fresh and not near.isdisjoint(fresh)):
            taken.add(cell)
    return frozenset(taken)


def single_things(found: Explained, roles: Roles) -> set[int]:
    """The spaces read as single things."""
    return {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.single}


def _lost(found: Explained, unread: Collection[int], before: Sequence[Surface], roles: Roles) -> frozenset[int]:
    """What is unread, and new marks without a tile."""
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    marks = {c for c, v in found.verdicts.items() if before[c] == FLOOR and roles.is_on_mark(v.surface)}
    return frozenset(left_unread(found, unread) | marks - named)
