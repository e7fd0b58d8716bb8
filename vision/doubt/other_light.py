"""What is no matter of light, and what is not believed that is read in another: foreign floor, pieces lying aside."""

from __future__ import annotations

from collections.abc import Collection, Set

from engine.game import Spot
from vision.measures.evidence import BoardEvidence
from vision.observation import Sighting

# share of a space: of 1,120 bare ones in drawn pictures that were read in another light one in a hundred had more, of
# thirteen on which something dull lay seven
_FOREIGN = 0.3
_ASIDE, _TURNED_DEG = 0.15, 4.0  # spaces and degrees that any tile may lie off


def is_no_matter_of_light(sightings: Collection[Sighting], turned: Set[Spot]) -> bool:
    """Whether something was seen to lie off the grid, or a print to be ``turned``: no light does that."""
    return bool(turned) or any(piece.problem for piece in sightings)


def hardly_floor(bare: Set[Spot], relit: BoardEvidence) -> frozenset[Spot]:
    """Those of the spots that were read as bare which are foreign in that light as well: a coin may be as dull.

    Args:
        bare: the spots that were read as floor in another light only.
        relit: the evidence in that light.
    """
    shares = zip((spot for row in relit.spots for spot in row), relit.spaces.cover.flat, strict=True)
    return frozenset(spot for spot, share in shares if spot in bare and share > _FOREIGN)


def lies_straight(piece: Sighting) -> bool:
    """Whether a piece that is read in another light only lies nearly as it should: else its edge may be that light."""
    return max(map(abs, piece.offset_xy)) <= _ASIDE and abs(piece.turn_deg) <= _TURNED_DEG
