"""What tells tokens from leaves and holes on a board that has been explained, and what is known of its spaces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.due_tokens import of_own_colors, paler, tokens_due
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.finding.lattice import median
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import Roles

_DUE = 2.0  # nats for a token where one is due
_PRINT = 0.92  # correlation with the print of the empty space from which that is what is seen: tokens reached 0.87
_UNLIKE = 0.65  # the same below which a print that may be in its place is not clear
_LEGIBLE = 1.2  # contrast of that print from which it tells
_DARK_HOLE, _PERHAPS = 0.6, 0.7  # share of a middle that is foreign, and likeness to its floor, of a hole in the dark
_ANY_PRINT = 1.0  # contrast of a floor from which that likeness tells anything


class Clues(NamedTuple):
    """What is known of the spaces (indices in reading order) of an explained board.

    ``drawn`` are those whose circle is only drawn on them. ``blind`` are those that nobody could look at or that are in
    dispute, where the rest of a piece may lie. ``shown`` show the icon of a token, and a piece has one mark: then no
    other space of it is one. In the middle of ``bare`` ones the floor surely shows. ``alone`` are the spaces of pieces
    that surely lie there by themselves: one of their spaces must be the mark. Round ``framed`` ones a frame is seen.
    ``prints`` are what is known and seen of the prints: a token is due over the only one below a piece (R5.1).
    """

    drawn: Collection[int] = ()
    blind: Collection[int] = ()
    shown: Collection[int] = ()
    bare: Collection[int] = ()
    alone: Collection[int] = ()
    framed: Collection[int] = ()
    prints: Prints | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MarkSigns:
    """The measures of all spaces that tell of marks, float (n,) or bool (n,) in reading order, and sets of spaces.

    ``margin`` are the nats by which a disc fits better than any leaf, ``better`` the same for one surface. ``hidden``
    is the share of a middle that is foreign, ``inner`` the chroma there and ``typical`` that of leaves on this board.
    ``legible`` are prints from which something can be told, ``printed`` show the print of the empty space and
    ``floor_seen`` its floor. A token is ``due`` on some spaces, on ``strange`` ones whatever its colours; on
    ``unclear`` ones a print may show somewhere all the same, ``over_prints`` hide one, and below ``over_plain`` ones
    nothing is printed.
    """

    seen: SpaceEvidence
    margin: NDArray[np.float64]
    better: dict[Surface, NDArray[np.float64]]
    hidden: NDArray[np.float32]
    circle: NDArray[np.float32]
    chroma: NDArray[np.float32]
    inner: NDArray[np.float32]
    typical: float
    legible: NDArray[np.bool_]
    printed: NDArray[np.bool_]
    floor_seen: NDArray[np.bool_]
    due: frozenset[int]
    strange: frozenset[int]
    unclear: frozenset[int]
    over_prints: frozenset[int]
    over_plain: frozenset[int]


def signs_of_marks(
    found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles, disc: Surface, prints: Prints | None
) -> MarkSigns:
    """Measure what tells of marks, on a board whose tokens look like ``disc``."""
    due, unclear, over_prints, over_plain = (frozenset[int]() for _ in range(4))
    if prints is not None:
        due = tokens_due(found, prints, seen)
        unclear = _where(prints.vague & prints.printed & (seen.disc_likeness < _UNLIKE))
        over_prints, over_plain = _where(prints.printed & prints.hidden), _where(prints.plain)
    # the icon may be colourful, as red berries on a green leaf are, or the disc as dark as the leaf
    strange = due & (paler(found, seen) | of_own_colors(found, seen))
    a_disc = costs.by_surface[disc].reshape(-1)
    better = {kind.surface: costs.by_surface[kind.surface].reshape(-1) - a_disc for kind in roles.patterned}
    margin = np.minimum.reduce([costs.by_surface[surface].reshape(-1) for surface in better]) - a_disc
    margin[list(due)] += _DUE
    margin[list(strange)] += _DUE
    chroma = seen.chroma.reshape(-1)
    legible = seen.disc_contrast > _LEGIBLE
    floor_seen = (seen.disc < _DARK_HOLE) & (seen.disc_likeness > _PERHAPS) & (seen.disc_contrast > _ANY_PRINT)
    leaves = [cell for cell, verdict in found.verdicts.items() if verdict.surface in better]
    return MarkSigns(
        seen,
        margin,
        better,
        seen.disc.reshape(-1),
        seen.circle.reshape(-1),
        chroma,
        seen.disc_chroma.reshape(-1),
        median(chroma[leaves]),
        legible.reshape(-1),
        ((seen.disc_likeness > _PRINT) & legible).reshape(-1),
        floor_seen.reshape(-1),
        due,
        strange,
        unclear,
        over_prints,
        over_plain,
    )


def _where(spaces: NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(np.flatnonzero(spaces).tolist())
