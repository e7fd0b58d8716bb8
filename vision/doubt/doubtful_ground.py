"""Bare ground that is not believed: it may be seen through the hole of something unread, wherever that lies."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from vision.doubt.doubt_spread import astray, left_unread
from vision.explaining.pieces import Explained, beside, hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.measures.picture_noise import foreign_by_noise
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

_RINGED = -1.0  # nats by which a mark fits better than floor: of 17,857 bare spaces in shadow and glare 31 had more
_HARDLY_RINGED = -2.5  # the same beside a piece of which something was taken for its mark that nobody believes
_LIKE_A_MARK = 0.8  # nats by which a mark fits better than floor where no tile is known
_OUTDONE = 2.0  # nats by which a leaf fits better than floor
_RATHER = 0.4  # nats by which anything laid does on each of several spaces side by side
_POOR = 2.5  # nats of floor from which it is no clear one, in shadow as well
_ALL_OVER = 0.95  # share of a space
_SETTLED = 0.95  # share of a piece from which its mark is that space and no other
_FRAMED = 0.16  # share of the sides of a space that the leaf round a hole covers; large holes leave little of it
_GLARE, _FAINTLY = 0.1, 0.14  # shares of a space that are burnt where a lamp is mirrored in it, and foreign there
_PARTLY, _BY_MORE = 0.22, 0.12  # share of a space that is foreign, and that is so in a shadow as well


def round_marks(found: Explained, unread: Collection[int], costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The bare spaces beside something unread that look rather like marks, with the single things beside those.

    Together they may be a tile of a colour that is not known. Beside a tile on whose mark nobody believes, ground that
    looks less like one counts as well.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        costs: how well the surfaces fit.
        roles: what the kinds of pieces look like.
    """
    if roles.mark is None:
        return frozenset()
    better = (costs.by_surface[FLOOR] - costs.by_surface[roles.mark]).reshape(-1)
    cols = costs.seam_right.shape[1]
    lost = left_unread(found, unread)
    marks = {cell for cell, v in found.verdicts.items() if v.surface == FLOOR and better[cell] > _RINGED}
    marks = {cell for cell in marks if beside(cell, cols) & _maybe_elsewhere(found, lost)}
    elsewhere = astray(found, lost) & lost
    marks |= {
        cell
        for cell, v in found.verdicts.items()
        if v.surface == FLOOR and better[cell] > _HARDLY_RINGED and beside(cell, cols) & elsewhere
    }
    singles = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.single}
    return frozenset(marks).union(*(beside(cell, cols) & singles for cell in marks))


def outdone(found: Explained, costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The spaces read as floor that look far more like a leaf, or hardly like floor and more like anything laid on it.

    The rest of its tile may be hidden, or so faint in glare that no tile fits. Of 47,395 readings in 32 scenes the
    latter leaves five of floor unread and one that was a leaf. Marks show the floor, and on it no animal lies (R6.1).
    So are spaces side by side that all look rather like something laid, such as those of a tile behind a smudge on the
    lens: one may by chance, several did in two of 308 scenes, nine spaces in all.
    """
    if not roles.patterned:
        return frozenset()
    floor = costs.by_surface[FLOOR]
    leaf = np.minimum.reduce([costs.by_surface[kind.surface] for kind in roles.patterned])
    things = [leaf] if roles.single is None else [leaf, costs.by_surface[roles.single]]
    better = ((floor - leaf > _OUTDONE) | (floor > _POOR) & (floor > np.minimum.reduce(things))).reshape(-1)
    laid = np.minimum.reduce([cost for surface, cost in costs.by_surface.items() if surface != FLOOR])
    rather = (floor - laid > _RATHER).reshape(-1)
    cols = costs.seam_right.shape[1]
    bare = {cell for cell, verdict in found.verdicts.items() if verdict.surface == FLOOR}
    likely = {cell for cell in bare if rather[cell]}
    return frozenset(cell for cell in bare if better[cell] or (cell in likely and beside(cell, cols) & likely))


def hardly_bare(found: Explained, unread: Collection[int], seen: SpaceEvidence) -> frozenset[int]:
    """The spaces read as floor beside something unread of which a part is foreign, and not by a shadow alone.

    A tile may lie so crooked that its hole shows nearly all of the space. A piece that stands has its hole elsewhere,
    but where that is unread and might be another space it may be any beside it.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        seen: the measures.
    """
    lost = _maybe_elsewhere(found, left_unread(found, unread))
    partly = partly_foreign(seen).reshape(-1)
    cols = seen.cover.shape[1]
    return frozenset(
        c for c, v in found.verdicts.items() if v.surface == FLOOR and partly[c] and beside(c, cols) & lost
    )


def _maybe_elsewhere(found: Explained, lost: set[int]) -> set[int]:
    """The unread spaces from which a piece may reach further: all but marks of pieces that stand, which end there.

    Of a piece whose mark is unread and might be another space that is every cell.
    """
    standing = [(piece, share) for piece, share in found.pieces if not (set(piece.cells) - {piece.mark}) & lost]
    unsettled = [set(piece.cells) for piece, share in standing if piece.mark in lost and share < _SETTLED]
    return lost.difference(piece.mark for piece, _ in standing).union(*unsettled)


def only_tinted(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces read as floor that are foreign all over, by more than a shadow: a painted thing may be as smooth."""
    all_over = (np.minimum.reduce([seen.cover, seen.shade_cover, seen.ring]) > _ALL_OVER).reshape(-1)
    return frozenset(cell for cell, v in found.verdicts.items() if v.surface == FLOOR and all_over[cell])


def over_hidden_prints(found: Explained, prints: Prints, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces read as floor whose print something hides: a dark leaf in dim light is as good as a shadow."""
    hidden = (prints.printed & prints.hidden & (seen.cover > _PARTLY)).reshape(-1)
    return frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == FLOOR and hidden[cell])


def other_marks(found: Explained, costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The bare spaces beside new pieces with bare marks that look more like a mark than like floor.

    A piece of the same size would have its mark there. Where the tile of one of the two is unread, both are marks.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        roles: what the kinds of pieces look like.
    """
    if roles.mark is None:
        return frozenset()
    better = (costs.by_surface[FLOOR] - costs.by_surface[roles.mark]).reshape(-1)
    cols = costs.seam_right.shape[1]
    likely = {c for c, v in found.verdicts.items() if v.surface == FLOOR and better[c] > _LIKE_A_MARK}
    taken = set[int]()
    for piece, _ in found.pieces:
        body = set(piece.cells) - {piece.mark}
        if found.verdicts[piece.mark].surface == roles.mark and len(hanging_groups(body, cols)) == 1:
            taken |= {cell for cell in likely if beside(cell, cols) & body}
    return frozenset(taken)


def partly_foreign(seen: SpaceEvidence) -> NDArray[np.bool_]:
    """The spaces of which a part or the sides are foreign, and not by a shadow alone, bool (rows, cols).

    What noise alone may make foreign does not count. Where a lamp is mirrored all differences are fainter: there
    little is enough, and nothing tells it from a shadow.
    """
    by_noise = foreign_by_noise(seen.cover)
    by_more = seen.shade_cover > max(_BY_MORE, foreign_by_noise(seen.shade_cover))
    partly = (seen.cover > max(_PARTLY, by_noise)) & by_more
    ring = np.minimum(seen.ring, seen.shade_ring)
    glare = (seen.burnt > _GLARE) & (seen.cover > max(_FAINTLY, by_noise))
    return np.asarray(partly | glare | (ring > max(_FRAMED, foreign_by_noise(ring))))
