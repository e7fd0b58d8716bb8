"""A tile of which one space has another hue, or is paler, than the rest: perhaps a smaller one beside a squirrel."""

from __future__ import annotations

import numpy as np

from vision.explaining.floor_costs import BURNT
from vision.explaining.pieces import Explained, hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import Roles

_OTHER_HUE_DEG, _ONE_HUE_DEG = 30.0, 15.0  # of one space of a piece and of all others, from their mean
_HARDLY_OTHER_DEG, _SAME_HUE_DEG = 20.0, 5.0  # the same where all others have nearly the very same hue
_PALER, _EVEN = 0.8, 0.85  # of the chroma for its lightness of the palest of the others, and of those of the most vivid
_AS_WELL = 0.3  # nats a space by which another leaf fits no worse
_NO_SUCH_LEAF, _SUCH_A_LEAF = 4.0, 1.0  # nats of the hue of a space that is no such leaf, and of one that may well be
_FAR_DEG = 70.0  # of the hue of the first from that of the leaf: two leaves of a green tile were 54 apart
_SEVERAL = 2  # other spaces that tell the hue of a piece


def perhaps_two(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of newly read pieces of which one is unlike all the rest in colour, and the rest may be a whole tile.

    So may a tile be read that lies beside a squirrel, where its colour is one that two leaves might have: with the
    squirrel it has the size of the other (R12.3).
    """
    hues, cols = seen.color.reshape(-1), seen.chroma.shape[1]
    vivid = (seen.chroma / np.maximum(seen.lightness, 1.0)).reshape(-1)
    sizes = {kind.surface: {len(shape.cells) for shape in kind.shapes} for kind in roles.patterned}
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


def half_of_another(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of newly read pieces with two spaces of leaf, of which one has its hue and the other none like it.

    A scrap of leaf with a hole beside a squirrel looks like that; two spaces are too few to tell the hue of a tile.
    """
    burnt = seen.burnt.reshape(-1)
    false: set[int] = set()
    for piece, _ in found.pieces:
        surface = piece.kind.surface
        body = piece.body
        if len(body) > _SEVERAL or surface not in costs.shared or roles.single is None:
            continue
        alone = costs.by_surface[roles.single].reshape(-1)
        hue, off_deg = costs.shared[surface].paid.reshape(-1), np.abs(costs.shared[surface].off.reshape(-1))
        lit = [cell for cell in body if burnt[cell] < BURNT and off_deg[cell] > _FAR_DEG]
        other = {cell for cell in lit if hue[cell] > max(_NO_SUCH_LEAF, alone[cell])}
        if other and min(hue[body]) < _SUCH_A_LEAF:
            false |= set(piece.cells)
    return frozenset(false)
