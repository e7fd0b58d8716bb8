"""Doubt spreads: what hangs together with something unread may be a part of it, so it is not believed either."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from engine.game import Surface
from vision.explaining.pieces import FOREIGN, Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

READABLE = 0.75
"""A spot whose best explanation has a smaller share than this is unknown and left out."""

HARDLY = 0.85
"""Share of a piece up to which another one may as well lie there."""

PARTED = 0.3
"""Nats of a border inside a piece from which an edge is seen along it."""

SAME_HUE_DEG = 12.0
"""Between two spaces of one piece: no token of half its chroma came nearer."""

_UNPARTED = -0.35  # nats of a border along which nothing of an edge is seen: between tokens -0.13 at least
_NEARLY = 0.9  # share of a piece that stands without its mark; where another space was the mark it had 0.84 at most
_SAME_CHROMA = 0.75  # share that the paler of two spaces under one thing has of the other's


def left_unread(found: Explained, unread: Collection[int]) -> set[int]:
    """The spaces (indices in reading order) that are left unread so far, with those that no explanation fits surely."""
    return {c for c, v in found.verdicts.items() if v.surface == FOREIGN or v.share < READABLE}.union(unread)


def astray(found: Explained, lost: Collection[int]) -> set[int]:
    """The cells of pieces on whose mark something ``lost`` was taken for an animal: it may be elsewhere (R6.1)."""
    return {cell for piece, _ in found.pieces if piece.capped and piece.mark in lost for cell in piece.cells}


def hanging_together(
    found: Explained, unread: Collection[int], costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles
) -> frozenset[int]:
    """The cells of pieces that go on, by all looks, where something else or nothing was read: how large are they?

    No edge parts the two spaces, and they have the same colour. Pieces and singles count as a whole, and what hangs
    together with those.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    leaves = {kind.surface for kind in roles.patterned}
    unit = {cell: {cell} for cell, v in found.verdicts.items() if v.surface in leaves or v.surface == roles.single}
    for piece, _ in found.pieces:
        unit |= {cell: set(piece.cells) for cell in piece.cells if cell != piece.mark}
    lost = left_unread(found, unread)
    cols = costs.seam_right.shape[1]
    pairs = [
        (cell, other)
        for cell in found.verdicts
        for other in (cell + 1, cell + cols)
        if other in found.verdicts and other in beside(cell, cols) and {cell, other} & unit.keys()
    ]
    joined = [pair for pair in pairs if _same_thing(*pair, costs, seen)]
    taken: set[int] = set()
    for cell, other in joined:
        # pieces of one colour are often joined without an edge to be seen
        if cell in unit and other in unit and found.verdicts[cell].surface != found.verdicts[other].surface:
            taken |= unit[cell] | unit[other]
    while more := {
        cell
        for pair in joined
        for cell, other in (pair, pair[::-1])
        if cell in unit and cell not in taken and other in lost | taken and other not in unit[cell]
    }:
        taken |= set().union(*(unit[cell] for cell in more))
    return frozenset(taken)


def going_on(
    found: Explained,
    before: Sequence[Surface],
    costs: SurfaceCosts,
    roles: Roles,
    shown: Collection[int] = (),
    unread: Collection[int] = (),
    marks: Collection[int] = (),
) -> frozenset[int]:
    """The spaces read as discs that go on beyond their side: a token lies inside its hole, an animal on several.

    No edge parts them from a neighbour on which something lies that hides its mark, whatever is drawn on the two: of
    two dark tokens in dark leaves that are neighbours the icons tell, but a face beside an animal may be like one. What
    is left unread may be the rest of what lies there where the mark stood there before, or where nothing in particular
    was seen beside it; on two marks that stood there before it may be so across an edge.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        costs: how well the surfaces fit.
        roles: what the kinds of pieces look like.
        shown: spaces that show the icon of a token.
        unread: the spaces (indices in reading order) that are left unread so far.
        marks: the marks that were there before, of pieces that are explained anew as well.
    """
    hiding = {roles.cap, roles.disc, roles.single, FOREIGN}
    now = found.over(before)
    cols = costs.seam_right.shape[1]
    taken = set()
    lost = left_unread(found, unread)
    for cell, verdict in found.verdicts.items():
        if verdict.surface != roles.disc:
            continue
        for other in beside(cell, cols):
            rest = other in lost and other in found.verdicts
            rest = rest and (cell in marks or found.verdicts[other].share < READABLE)
            if not 0 <= other < len(now) or (now[other] not in hiding and not rest):
                continue
            if cell in shown and now[other] != roles.cap:
                continue
            if costs.seam_between(cell, other) < _UNPARTED or (rest and cell in marks and other in marks):
                taken.add(cell)
    return frozenset(taken)


def without_mark(found: Explained, unread: Collection[int]) -> frozenset[int]:
    """The cells of new pieces that are not nearly sure and whose mark is left unread: it may be another of them.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
    """
    return frozenset().union(
        *(
            piece.cells
            for piece, share in found.pieces
            if share < _NEARLY and (piece.mark in unread or found.verdicts[piece.mark].share < READABLE)
        )
    )


def without_body(
    found: Explained, unread: Collection[int], before: Sequence[Surface], roles: Roles, cols: int
) -> frozenset[int]:
    """The new marks whose piece is left unread: there is no mark without one (R1.3).

    Of what has no piece in particular a leaf beside it that is new, read and of no piece with a mark must be a part.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    lost = left_unread(found, unread)
    marks = {c for c, v in found.verdicts.items() if before[c] == FLOOR and roles.is_on_mark(v.surface)}
    named = {piece.mark: set(piece.cells) - {piece.mark} for piece, _ in found.pieces}
    leaves = {kind.surface for kind in roles.patterned}
    read = {c for c, v in found.verdicts.items() if v.surface in leaves and before[c] == FLOOR} - lost
    read = read.difference(*named.values())
    return frozenset(mark for mark in marks if (named[mark] & lost if mark in named else not beside(mark, cols) & read))


def perhaps_marks(found: Explained, confidences: Mapping[int, float], prints: Prints) -> frozenset[int]:
    """The cells over a hidden print of pieces whose mark is not sure: a token lies over a print, so it may be there.

    Args:
        found: what was read.
        confidences: how sure it is what lies on each cell (index in reading order), 0 to 1.
        prints: what is known and seen of the prints.
    """
    hidden = frozenset(np.flatnonzero(prints.printed & prints.hidden).tolist())
    return frozenset(
        cell
        for piece, _ in found.pieces
        if confidences[piece.mark] < READABLE
        for cell in hidden.intersection(piece.cells)
    )


def under_the_same(mark: int, found: Explained, costs: SurfaceCosts, seen: SpaceEvidence) -> set[int]:
    """The cells of other pieces over which the thing on a mark goes on: no edge between, and the same colour.

    Args:
        mark: the space on which it is.
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
    """
    cols = costs.seam_right.shape[1]
    reached: set[int] = set()
    for piece, _ in found.pieces:
        near = set[int]() if mark in piece.cells else beside(mark, cols) & set(piece.cells)
        if any(_same_thing(min(cell, mark), max(cell, mark), costs, seen) for cell in near):
            reached |= set(piece.cells)
    return reached


def _same_thing(cell: int, other: int, costs: SurfaceCosts, seen: SpaceEvidence) -> bool:
    """Whether two neighbours have one colour and no edge between."""
    return costs.seam_between(cell, other) < PARTED and of_one_color(cell, other, seen)


def of_one_color(cell: int, other: int, seen: SpaceEvidence) -> bool:
    """Whether two spaces have one hue and are about as colourful."""
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    off = abs((float(hue[cell] - hue[other]) + 180.0) % 360.0 - 180.0)
    pale, strong = sorted((chroma[cell], chroma[other]))
    return bool(off < SAME_HUE_DEG and pale > _SAME_CHROMA * strong)
