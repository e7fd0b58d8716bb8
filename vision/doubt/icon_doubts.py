"""What is not believed for want of a token's icon, or because of one: discs that light may draw, marks with icons."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.attempt import Attempt
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_WHITE = 0.3  # share of a space without colour from which its circle may be the outline of a reflection
_LEAF, _NO_DISC = 1.0, 1.4  # nats of a leaf at most, and strength of a circle from which it may be the edge of a disc
_PALER = 0.7  # of the chroma of such a leaf
_SHADE = 4.6  # nats of a mark below which a shadow on it explains what is seen: a shadow alone is 4


def unproven(
    found: Explained,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    icons: NDArray[np.bool_] | None,
    bare: NDArray[np.bool_] | None = None,
) -> frozenset[int]:
    """The spaces read as discs, without an icon to be seen, that light alone may have drawn.

    A lamp may be mirrored there: too much of them has no colour. Or a shadow may lie on a mark: they are a shade of it,
    or it colours the floor (``bare``, bool (rows, cols)).
    """
    shown = np.zeros(seen.clipped.shape, np.bool_) if icons is None else icons
    drawn = seen.clipped > _WHITE
    if bare is not None:
        drawn = drawn | bare
    if roles.mark is not None:
        drawn = drawn | (costs.by_surface[roles.mark] < _SHADE)
    drawn = (drawn & ~shown).reshape(-1)
    return frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.disc and drawn[cell])


def swapped(
    plain: Explained,
    found: Explained,
    icons: NDArray[np.bool_],
    roles: Roles,
    guesses: Collection[int],
    printed: NDArray[np.bool_],
) -> frozenset[int]:
    """The marks that were given up for icons, with the pieces round those: leaves may look like an icon by chance.

    Hardly by that of the print below them, for which a mark is given up that was not believed either (R5.1).

    Args:
        plain: what was read before icons were looked for.
        found: what was read with them.
        icons: the spaces that show one, bool (rows, cols).
        roles: what the kinds of pieces look like.
        guesses: the spaces (indices in reading order) that were not believed before icons were looked for.
        printed: where treasures are printed, bool (rows, cols).
    """
    given_up = {
        cell
        for cell, verdict in found.verdicts.items()
        if verdict.surface == FLOOR and plain.verdicts[cell].surface == roles.mark
    }
    shown, on_print = icons.reshape(-1), printed.reshape(-1)
    lost, excused, disputed = set(given_up), set[int](), set[int]()
    for piece, _ in found.pieces:
        near = {mark for cell in piece.cells for mark in beside(cell, icons.shape[1]) & given_up}
        if not shown[piece.mark] or not near:
            continue
        if on_print[piece.mark] and near <= set(guesses):
            excused |= near
        else:
            lost |= set(piece.cells)
            disputed |= near
    return frozenset(lost - (excused - disputed))


def marked_anew(
    plain: Attempt, found: Explained, icons: NDArray[np.bool_], seen: SpaceEvidence, roles: Roles
) -> frozenset[int]:
    """The pieces whose token an icon puts from a paler space on one that is leaf by its colour, without a disc's edge.

    The edge of a shadow across a leaf may look like an icon, and a token with the icon of the print below it like that.
    """
    tokens = {piece.bits: piece for piece, _ in plain.found.pieces if _surface(plain.found, piece) == roles.disc}
    leaf, shown = plain.costs.by_surface, icons.reshape(-1)
    circle, chroma = seen.circle.reshape(-1), seen.chroma.reshape(-1)
    doubted = set[int]()
    for piece, _ in found.pieces:
        mark, before = piece.mark, tokens.get(piece.bits)
        if before is None or before.mark == mark or not shown[mark]:
            continue
        is_leaf = leaf[piece.kind.surface].flat[mark] < _LEAF and circle[mark] < _NO_DISC
        if is_leaf and chroma[before.mark] < _PALER * chroma[mark]:
            doubted |= set(piece.cells)
    return frozenset(doubted)


def _surface(found: Explained, piece: Candidate) -> Surface:
    return found.verdicts[piece.mark].surface


def belied(found: Explained, icons: NDArray[np.bool_], roles: Roles) -> frozenset[int]:
    """The bare marks that show an icon, bool (rows, cols), which the print in its place does not explain."""
    shown = icons.reshape(-1)
    return frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.mark and shown[cell])
