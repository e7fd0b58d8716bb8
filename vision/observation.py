"""What one picture says: readings of all spots, and how each board was seen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.game import Reading, Spot
from engine.sentence import Sentence, listed, say, say_number
from vision.measures.evidence import BoardEvidence
from vision.pose import BoardPose
from vision.roles import Roles


@dataclass(frozen=True, slots=True)
class BoardSight:
    """One board in one picture.

    ``bumped`` says that it lies elsewhere than in the picture before; ``hand`` that something reaches over its rim.
    """

    seat: int
    pose: BoardPose
    bumped: bool = False
    hand: bool = False


Problem = Literal["", "misplaced", "overlapping", "off-board"]
"""What is wrong with how a piece lies: between spaces or askew, on another piece, or across the edge of the board."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A piece that was seen as one thing: kind and surface, its spots, the marked one, and how it lies.

    ``offset_xy`` in spaces (right, toward the player) and ``turn_deg`` (clockwise) are off the grid, where ``spots``
    are those nearest to it. With a ``problem`` the piece is in no reading, and ``touches`` are all spots that it covers
    in part; without one they are its spots. ``kind`` is ``piece`` and ``surface`` empty where it was not named.
    """

    kind: str
    surface: str
    spots: frozenset[Spot]
    mark: Spot | None = None
    confidence: float = 1.0
    offset_xy: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    problem: Problem = ""
    touches: frozenset[Spot] = frozenset()


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
    other: str = ""  # a sentence on boards in the picture that are not those that were measured

    @property
    def hand(self) -> bool:
        """Whether something reaches over the rim of any board."""
        return any(board.hand for board in self.boards)


def said_of_others(seats: Collection[int], number: int) -> Sentence:
    """What to do where other boards lie at these seats of so many, in a sentence."""
    if number == 1:
        return say(
            "This is not the board that was measured, or not that side of it: lay that one out, or measure this one "
            "in the set-up."
        )
    return say_number(
        len(seats),
        "Board {boards} is not the one that was measured, or not that side of it: lay that one out, or measure this "
        "one in the set-up.",
        "Boards {boards} are not those that were measured, or not those sides of them: lay those out, or measure these "
        "in the set-up.",
        boards=listed([str(seat + 1) for seat in sorted(seats)]),
    )
