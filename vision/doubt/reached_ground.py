"""Single things that reach far onto bare ground beside them: something larger lies there, and not on the grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.game import Surface
from vision.explaining.pieces import Explained, at_corners, beside
from vision.measures.board_parts import board_of
from vision.measures.evidence import BoardEvidence
from vision.measures.picture_noise import foreign_by_noise
from vision.reference import PX_PER_SPACE
from vision.roles import FLOOR, Roles

_REACHES, _REACHES_FAR = 0.18, 0.33  # share of two bare spaces beside it that a larger thing covers, or of one
_NO_SHADE = 0.1  # the same that no shadow explains: of 75 squirrels none had two such spaces, nor one covered so far
_STRIP_PX, _TOUCHED = 6, 0.5  # of such a space along its border with the thing, and share of that which is foreign


def reaching_over(found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The single things that reach far onto bare spaces round them, across the borders that they share.

    So do two of them that meet at a corner and reach onto a bare space between. What noise alone may make foreign does
    not count.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence.
        roles: what the kinds of pieces look like.
    """
    new = {c for c, v in found.verdicts.items() if v.surface == roles.single != before[c]}
    if not new:
        return frozenset()
    spaces = seen.spaces
    cover, shaded = spaces.cover.reshape(-1), spaces.shade_cover.reshape(-1)
    noise, cols = foreign_by_noise(spaces.cover), spaces.cover.shape[1]
    no_shade = shaded > max(_NO_SHADE, foreign_by_noise(spaces.shade_cover))
    now = found.over(before)
    bare = {cell for cell, surface in enumerate(now) if surface == FLOOR and no_shade[cell]}
    reached = {cell for cell in bare if cover[cell] > max(_REACHES, noise)}
    far = {cell for cell in bare if cover[cell] > max(_REACHES_FAR, noise)}
    taken = set()
    for cell in new:
        corners = at_corners(cell, cols)
        near = {ground for ground in beside(cell, cols) & reached if _touches(seen, cell, ground)}
        at_corner = {ground for ground in corners & far if _touches(seen, cell, ground)}
        between = any(near & beside(other, cols) for other in corners & new)
        if len(near) > 1 or far & near or at_corner or between:
            taken.add(cell)
    return frozenset(taken)


def _touches(seen: BoardEvidence, cell: int, ground: int) -> bool:
    """Whether something foreign lies on a space along most of its border with another, or in its corner there.

    What another piece covers of it from another side does not.
    """
    cols = seen.spaces.cover.shape[1]
    (row, col), (other_row, other_col) = divmod(ground, cols), divmod(cell, cols)
    sides = {-1: slice(None, _STRIP_PX), 0: slice(None), 1: slice(PX_PER_SPACE - _STRIP_PX, None)}
    part = board_of(seen.change.plain, seen.size_wh)[row, col, sides[other_row - row], sides[other_col - col]]
    along = part if other_col == col else part.T  # across the border, and along it
    return bool(np.median(along.mean(axis=0)) > _TOUCHED)
