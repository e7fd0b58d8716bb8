"""Which parts of animals are not believed: a token beside an animal may look like one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Surface
from vision.explaining.pieces import Explained, beside
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

# strength of circles of which two are beside each other: of 805 such pairs in animals four had 2.2 to 2.4 and one 2.88;
# the second where the tiles below were not seen without what lies there now
_ROUND, _AT_FIRST = 3.0, 2.6


def of_two_discs(found: Explained, before: Sequence[Surface], seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces newly read as an animal with a clear circle on them and on one beside: they may be two tokens.

    An animal may have a round head, or a tail curled up, but no two things so round. It comes to lie on marks that were
    there (R6.1), a token with its tile.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    circle, cols = seen.circle.reshape(-1), seen.circle.shape[1]
    animal = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.cap != before[cell]}
    discs = {cell for cell in animal if circle[cell] > (_AT_FIRST if before[cell] == FLOOR else _ROUND)}
    return frozenset(cell for cell in discs if discs & beside(cell, cols))
