"""Marks that may be ground in the shade of their tile, while the true hole, dark and deep, was taken for a thing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Surface
from vision.doubt.stray_singles import single_things
from vision.explaining.pieces import Explained, beside
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_NO_SHADOW = 0.35  # share of the sides of a hole that no shadow explains, where its frame is seen


def shaded_marks(found: Explained, before: Sequence[Surface], seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The new tiles whose bare mark may be shade in a corner of theirs, and the single things that may be their marks.

    Such a thing is as new and lies against its leaves: with it in place of the mark the tile is as large. A squirrel
    that is laid in the same turn (R8.2) is mostly seen by itself.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    framed, cols = seen.shade_ring.reshape(-1) > _NO_SHADOW, seen.cover.shape[1]
    taken = set[int]()
    for piece, _ in found.pieces:
        if found.verdicts[piece.mark].surface != roles.mark or framed[piece.mark]:
            continue
        body = piece.body
        near = set().union(*(beside(cell, cols) for cell in body))
        perhaps = {cell for cell in single_things(found, roles) & near if before[cell] == FLOOR}
        if perhaps:
            taken |= perhaps.union(piece.cells)
    return frozenset(taken)
