"""A tile of which one space has another hue, or is paler, than the rest: perhaps a smaller one beside a squirrel."""

from __future__ import annotations

import numpy as np

from vision.explaining.candidates import sizes_of
from vision.explaining.pieces import Explained, hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import Roles

_OTHER_HUE_DEG, _ONE_HUE_DEG = 30.0, 15.0  # of one space of a piece and of all others, from their mean
_HARDLY_OTHER_DEG, _SAME_HUE_DEG = 20.0, 5.0  # the same where all others have nearly the very same hue
_PALER, _EVEN = 0.8, 0.85  # of the chroma for its lightness of the palest of the others, and of those of the most vivid
_AS_WELL = 0.3  # nats a space by which another leaf fits no worse
_SEVERAL = 2  # other spaces that tell the hue of a piece


def perhaps_two(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of newly read pieces of which one is unlike all the rest in colour, and the rest may be a whole tile.

    So may a tile be read that lies beside a squirrel, where its colour is one that two leaves might have: with the
    squirrel it has the size of the other (R12.3).
    """
    hues, cols = seen.color.reshape(-1), seen.chroma.shape[1]
    vivid = (seen.chroma / np.maximum(seen.lightness, 1.0)).reshape(-1)
    sizes = {kind.surface: sizes_of([kind]) for kind in roles.patterned}
    false: set[int] = set()
    for piece, _ in found.pieces:
        smaller = [
            costs.by_surface[surface].reshape(-1)
            for surface, of in sizes.items()
            if surface != piece.kind.surface and len(piece.cells) - 1 in of
        ]
        own = costs.by_surface[piece.kind.surface].reshape(-1)
        body = piece.body
        for cell in body:
            rest = [other for other in body if other != cell]
            if len(rest) < _SEVERAL or len(hanging_groups({*rest, piece.mark}, cols)) > 1:
                continue
            usual = hues[rest].sum()
            off_deg = np.abs(np.degrees(np.angle(hues[[cell, *rest]] * np.conj(usual))))
            apart_deg, most_deg = off_deg[0], off_deg[1:].max()
            other_hue = apart_deg > _OTHER_HUE_DEG and most_deg < _ONE_HUE_DEG
            other_hue |= apart_deg > _HARDLY_OTHER_DEG and most_deg < _SAME_HUE_DEG
            palest = float(vivid[rest].min())
            is_paler = vivid[cell] < _PALER * palest and palest > _EVEN * vivid[rest].max()
            if (other_hue or is_paler) and any((other[rest] - own[rest]).mean() < _AS_WELL for other in smaller):
                false |= set(piece.cells)
    return frozenset(false)
