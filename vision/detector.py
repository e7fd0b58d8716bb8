"""Frame -> Observation: every board is located, rectified, compared with its own empty reference and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.game import PieceKind, Reading, Spot
from vision.color import compare, estimate_light, noise_level
from vision.evidence import BoardEvidence, measure
from vision.frame import Frame
from vision.observation import BoardSight, Observation, Sighting
from vision.occlusion import find_occlusion
from vision.palette import Palette
from vision.pose import BoardNotFound, BoardPose
from vision.reading import BoardReading, read_board
from vision.reference import BoardReference, Plane, rectify
from vision.scoring import FLOOR, Roles
from vision.stillness import is_same


class Follower(Protocol):
    """Whoever knows where the boards are."""

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """Every board that can be found in this frame; a board that cannot is left out."""


class Detector:
    """Reads the boards on the table.

    Args:
        references: the boards, as they look when empty.
        pieces: what may lie on them.
        follower: finds the boards in every frame; without one they lie still where the references were taken.

    Raises:
        ValueError: no reference, or two for one seat.
    """

    def __init__(
        self, references: Sequence[BoardReference], pieces: Sequence[PieceKind], follower: Follower | None = None
    ) -> None:
        seats = [reference.seat for reference in references]
        if not seats or len(set(seats)) != len(seats):
            raise ValueError(f"a detector needs one reference a seat, got seats {seats}")
        self.roles = Roles.of(pieces)
        self._references = {reference.seat: reference for reference in references}
        self._empty = {reference.seat: reference.plane() for reference in references}
        poses = {reference.seat: reference.pose for reference in references}
        self._lattices = {reference.seat: reference.lattice() for reference in references}
        self._last: dict[int, _Look] = {}
        self._follower: Follower = follower if follower is not None else StillFollower(poses)

    def read(self, frame: Frame) -> Observation:
        """Read one frame, every spot on its own merits; a board that looks as it did last time is not read again.

        Raises:
            BoardNotFound: none of the boards can be found.
        """
        sights = tuple(self._follower.locate(frame))
        if not sights:
            raise BoardNotFound(f"none of the {len(self._references)} boards is in the picture")
        readings: dict[Spot, Reading] = {}
        boards: list[BoardSight] = []
        sightings: list[Sighting] = []
        evidence: list[BoardEvidence] = []
        for sight in sights:
            look = self._look(frame, sight)
            self._last[sight.seat] = look
            evidence.append(look.evidence)
            boards.append(BoardSight(sight.seat, sight.pose, sight.bumped, look.evidence.occlusion.hand))
            readings |= look.found.readings
            sightings += look.found.sightings
        missing = frozenset(self._references) - {sight.seat for sight in sights}
        return Observation(
            readings, tuple(boards), frame.taken_at_s, frame.seq, tuple(sightings), missing, tuple(evidence), self.roles
        )

    def _look(self, frame: Frame, sight: BoardSight) -> _Look:
        reference = self._references[sight.seat]
        plane = rectify(frame.pixels, sight.pose, reference.size_wh)
        last = self._last.get(sight.seat)
        if last is not None and last.pose is sight.pose and is_same(plane, last.plane, last.evidence.noise):
            return replace(last, evidence=replace(last.evidence, plane=plane))
        seen = self._observe(plane, reference)
        floor = dict.fromkeys((spot for row in seen.spots for spot in row if spot is not None), FLOOR)
        return _Look(sight.pose, plane, seen, read_board(seen, self.roles, Palette(), floor, floor.keys()))

    def _observe(self, plane: Plane, reference: BoardReference) -> BoardEvidence:
        empty: Plane = self._empty[reference.seat]
        light = estimate_light(plane, empty)
        noise = noise_level(plane)
        change = compare(plane, empty, light, noise)
        return BoardEvidence(
            seat=reference.seat,
            spots=self._lattices[reference.seat],
            size_wh=reference.size_wh,
            plane=plane,
            noise=noise,
            spaces=measure(plane, empty, light, change, noise, reference.size_wh),
            occlusion=find_occlusion(change, reference.size_wh),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The last reading of a board and the picture it was made of, against which the next ones are held."""

    pose: BoardPose
    plane: Plane
    evidence: BoardEvidence
    found: BoardReading


class StillFollower:
    """Boards that are taken to lie where they lay at calibration; by seat."""

    def __init__(self, poses: dict[int, BoardPose]) -> None:
        self._sights = tuple(BoardSight(seat, pose) for seat, pose in sorted(poses.items()))

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """The same poses for every frame."""
        return self._sights
