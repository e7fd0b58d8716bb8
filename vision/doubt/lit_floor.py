"""New pieces that may be bare ground at the edge of a shadow, where the light on a board is known badly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.game import Surface
from vision.explaining.pieces import Explained
from vision.measures.evidence import BoardEvidence
from vision.measures.local_light import lies_bare_in_own_light
from vision.roles import FLOOR, Roles

_SEVERAL = 2  # spaces of a piece; the bare ones of those that were wrongly read were all of them


def perhaps_lit_floor(found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of new pieces, and new single things, that some light makes of the empty board; in shadows only.

    A mark tells nothing: through it the floor shows.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence of the board.
        roles: what the kinds of pieces look like.
    """
    if not (seen.occlusion.shadow or seen.shaded):
        return frozenset()
    bodies = [[cell for cell in piece.body if before[cell] == FLOOR] for piece, _ in found.pieces]
    singles = [c for c, v in found.verdicts.items() if v.surface == roles.single and before[c] == FLOOR]
    asked = np.zeros(seen.spaces.cover.shape, np.bool_)
    asked.reshape(-1)[[*singles, *(cell for body in bodies for cell in body)]] = True
    bare = lies_bare_in_own_light(seen.picture, seen.empty, asked, seen.noise).reshape(-1)
    doubted = {cell for cell in singles if bare[cell]}
    for (piece, _), body in zip(found.pieces, bodies, strict=True):
        if sum(bool(bare[cell]) for cell in body) >= _SEVERAL:
            doubted |= set(piece.cells)
    return frozenset(doubted)
