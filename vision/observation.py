"""What one picture says: readings of all spots, and how each board was seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game import Reading, Spot
from vision.evidence import BoardEvidence
from vision.pose import BoardPose
from vision.scoring import Roles


@dataclass(frozen=True, slots=True)
class BoardSight:
    """One board in one picture.

    ``bumped`` says that it lies elsewhere than in the picture before; ``hand`` that something reaches over its rim.
    """

    seat: int
    pose: BoardPose
    bumped: bool = False
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Sighting:
    """A piece that was seen as one thing: kind and surface, its spots, the marked one, and how it lies.

    ``offset_xy`` in spaces and ``turn_deg`` are off the grid; ``problem`` is empty or one of ``misplaced``,
    ``overlapping``, ``off-board``.
    """

    kind: str
    surface: str
    spots: frozenset[Spot]
    mark: Spot | None = None
    confidence: float = 1.0
    offset_xy: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Observation:
    """Readings of every readable spot (a missing one is unknown), from one frame."""

    readings: Mapping[Spot, Reading]
    boards: tuple[BoardSight, ...]
    taken_at_s: float
    seq: int
    sightings: tuple[Sighting, ...] = field(default=())
    missing: frozenset[int] = frozenset()  # seats whose board cannot be found in this picture
    evidence: tuple[BoardEvidence, ...] = field(default=(), compare=False, repr=False)  # for the tracker, by board
    roles: Roles | None = field(default=None, compare=False, repr=False)

    @property
    def hand(self) -> bool:
        """Whether something reaches over the rim of any board."""
        return any(board.hand for board in self.boards)
