"""Discs that are drawn on leaves: a tile has one token, so a disc that another space of it shows as well is none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.explaining.candidates import Candidate
from vision.explaining.disc_costs import DRAWN_ON
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import CAP, SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import Roles

ALIKE = 0.15
"""Share of its colour by which a disc differs from one that is drawn alike."""

_EDGE = 1.5  # strength of the circle round it at least


def drawn_discs(
    found: Explained, seen: SpaceEvidence, prints: Prints, roles: Roles, icons: NDArray[np.bool_] | None = None
) -> Mapping[int, Sequence[int]]:
    """The marks of newly read tiles that show what is drawn on them, with the other spaces of those that show it too.

    Those lie over plain ground, where no token belongs (R5.1).

    Args:
        found: what was read; spaces are indices in reading order.
        seen: the measures.
        prints: what is known of the prints.
        roles: what the kinds of pieces look like.
        icons: the spaces that show the icon of a token, bool (rows, cols), which no drawing is; None if not known.
    """
    color, circle, plain = seen.disc_color.reshape(-1), seen.circle.reshape(-1), prints.plain.reshape(-1)
    drawn = {}
    for piece, _ in found.pieces:
        mark = piece.mark
        shown = icons is not None and icons.flat[mark]
        if piece.capped or shown or found.verdicts[mark].surface != roles.disc:
            continue
        others = [c for c in piece.cells if c != mark and plain[c] and circle[c] > _EDGE]
        unlike = {other: float(abs(color[other] - color[mark])) for other in others}
        alike = [other for other in others if unlike[other] < ALIKE * abs(color[mark])]
        if alike:
            drawn[mark] = sorted(alike, key=unlike.__getitem__)
    return drawn


def as_drawn(costs: SurfaceCosts, drawn: Mapping[int, Sequence[int]], roles: Roles) -> SurfaceCosts:
    """The costs if such marks were no tokens: they and the spaces that show the same are leaves with a drawing."""
    known = dict(costs.by_surface)
    for surface in {kind.surface for kind in roles.patterned}:
        known[surface] = known[surface].copy()
        leaf = known[surface].reshape(-1)
        for mark, alike in drawn.items():
            leaf[alike] = np.maximum(leaf[alike] - DRAWN_ON, 0.0)
            leaf[mark] = leaf[alike[0]]
    if roles.disc is not None:
        known[roles.disc] = known[roles.disc].copy()
        known[roles.disc].reshape(-1)[[*drawn]] = CAP
    return replace(costs, by_surface=known)


def is_marked_elsewhere(again: Explained, drawn: Collection[int], pieces: Iterable[Candidate]) -> bool:
    """Whether all tiles with such a mark are read once more as they lay, with another space as their mark."""
    read = {(frozenset(piece.cells), piece.kind.surface): piece.mark for piece, _ in again.pieces}
    return all(
        read.get((frozenset(piece.cells), piece.kind.surface), piece.mark) != piece.mark
        for piece in pieces
        if piece.mark in drawn
    )
