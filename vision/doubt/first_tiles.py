"""Tiles of a colour that nobody has seen on this table yet: nothing but their size tells what they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.game import Surface
from vision.doubt.doubt_spread import PARTED, left_unread, of_one_color
from vision.explaining.candidates import Candidate, sizes_of
from vision.explaining.leaf_samples import look_of
from vision.explaining.palette import Palette
from vision.explaining.pieces import FOREIGN, Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles


def perhaps_larger(
    found: Explained,
    unread: Collection[int],
    before: Sequence[Surface],
    looks: Sequence[int],
    roles: Roles,
    palette: Palette,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
) -> frozenset[int]:
    """The spaces of new tiles of an unknown colour that may be parts of larger ones, and what may be the rest of those.

    The hue that is expected of a leaf may be another's in this box. A tile of a hue that was shown or surely read here
    is what it looks like; before that only its size tells (R12.3), and that is not known where something came with it
    that is unread or a single thing, or of its colour though lit ground would fit as well. Of a board that is seen for
    the first time nobody knows what came with what: there what is unread and of no tile in particular tells where it
    has the colour of this one and no edge parts the two.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        costs: how well the surfaces fit.
        seen: the measures.
    """
    cols = seen.cover.shape[1]
    lost = left_unread(found, unread)
    things = {c for c, v in found.verdicts.items() if v.surface in {FOREIGN, roles.single} or c in lost}
    new = {cell for cell in things if before[cell] == FLOOR and cell in found.verdicts}
    company = {cell for cell in new if found.verdicts[cell].surface != FLOOR}
    largest = max(sizes_of(roles.patterned), default=0)
    taken: set[int] = set()
    for piece, _ in found.pieces:
        if not _is_known(piece, palette, seen):
            beyond = {c for cell in piece.cells for c in beside(cell, cols) & new}.difference(piece.cells)
            near = beyond & company
            came = {cell for cell in beyond if _came_with(cell, piece, looks)}
            rest = {cell for cell in came if cell in company or _as_if_of(piece, cell, seen)}
            if not _looks_of(piece, looks) and len(piece.cells) < largest:
                rest |= {cell for cell in near & lost if not looks[cell] and _goes_on(piece, cell, costs, seen)}
            taken |= rest.union(piece.cells if rest else ())
    return frozenset(taken)


def _is_known(piece: Candidate, palette: Palette, seen: SpaceEvidence) -> bool:
    """Whether a leaf of this colour was shown or surely read on this table, in about this hue."""
    look = look_of(seen, piece.body)
    surface = piece.kind.surface
    return palette.hues.knows(surface) if look is None else palette.hues.knows_in_hue(surface, look)


def _came_with(cell: int, piece: Candidate, looks: Sequence[int]) -> bool:
    known = _looks_of(piece, looks)
    return bool(known) and looks[cell] in known | {0}


def _goes_on(piece: Candidate, cell: int, costs: SurfaceCosts, seen: SpaceEvidence) -> bool:
    """Whether no edge parts a space from a piece beside it, and both have one colour."""
    near = beside(cell, seen.cover.shape[1]) & set(piece.cells)
    unparted = any(costs.seam_between(cell, other) < PARTED for other in near)
    # an animal on a mark has edges of its own
    return (unparted or (piece.capped and piece.mark in near)) and _as_if_of(piece, cell, seen)


def _as_if_of(piece: Candidate, cell: int, seen: SpaceEvidence) -> bool:
    """Whether a space has the colour of a piece."""
    return any(of_one_color(cell, other, seen) for other in piece.cells if other != piece.mark)


def _looks_of(piece: Candidate, looks: Sequence[int]) -> set[int]:
    return {looks[other] for other in piece.cells if other != piece.mark} - {0}
