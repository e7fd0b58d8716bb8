"""Frame -> Observation: every board is located, rectified, compared with its own empty reference and read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Protocol

from engine.game import PieceKind, Reading, Spot
from engine.sentence import Sentence, say, say_number, sentence_of
from vision.empty_boards import EmptyBoards
from vision.explaining.palette import Palette
from vision.following.mark_motion import MarkLines
from vision.following.rest import Rest, Rested
from vision.following.rest_samples import plan_samples
from vision.frame import Frame
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import is_same_but_for_light
from vision.misplaced.overhang import is_seen_to_lean_out, unhindered
from vision.observation import BoardSight, Observation, Sighting, said_of_others
from vision.pose import BoardNotFound, BoardPose, OtherBoard, Points
from vision.prints.token_memory import with_kinds
from vision.reading import BoardReading, read_board
from vision.reference import BoardReference, rectify
from vision.roles import FLOOR, Roles
from vision.sampling import fetch


class Follower(Protocol):
    """Whoever knows where the boards are."""

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """Every board that can be found in this frame; a board that cannot is left out."""

    def marks_px(self) -> Sequence[MarkLines]:
        """Lines across printed marks of each board where it lies now."""

    @property
    def others(self) -> frozenset[int]:
        """The seats whose board was not found, while one that is none of the table's lies in the picture."""


class Detector:
    """Reads the boards on the table.

    Args:
        references: the boards, as they look when empty.
        pieces: what may lie on them.
        follower: finds the boards in every frame; without one they lie still where the references were taken.
        palette: the hues of the leaves as far as known, for readings of single pictures.
        picture_wh: the size of the pictures in which the boards were measured, told where none is found in another.

    Raises:
        ValueError: no reference, or two for one seat.
    """

    def __init__(
        self,
        references: Sequence[BoardReference],
        pieces: Sequence[PieceKind],
        follower: Follower | None = None,
        palette: Palette | None = None,
        picture_wh: tuple[int, int] | None = None,
    ) -> None:
        seats = [reference.seat for reference in references]
        if not seats or len(set(seats)) != len(seats):
            raise ValueError(f"a detector needs one reference a seat, got seats {seats}")
        self.roles = Roles.of(pieces)
        self._picture_wh = picture_wh
        self._palette = Palette() if palette is None else palette
        self._references = {reference.seat: reference for reference in references}
        self._empty = EmptyBoards(references, pieces, self.roles)
        poses = {reference.seat: reference.pose for reference in references}
        self._last: dict[int, _Look] = {}
        self._rest: Rest | None = None
        self._thorough: tuple[Frame, Observation] | None = None  # the last frame that was not only sampled
        self._follower: Follower = follower if follower is not None else StillFollower(poses)

    def read(self, frame: Frame) -> Observation:
        """Read one frame, every spot on its own merits; a board that looks as it did last time is not read again.

        Raises:
            BoardNotFound: none of the boards can be found.
        """
        return self._observation(frame, self._look)

    def glance(self, frame: Frame) -> Observation:
        """Look at one frame for a tracker, which reads by itself what has changed: evidence, places, no readings.

        A board that looks as it did last time keeps what was found out about it. Where nothing at all has changed for
        two frames only samples are looked at, and ever more seldom everything.

        Raises:
            BoardNotFound: none of the boards can be found.
        """
        told = Rested.CHANGED if self._rest is None else self._rest.told(frame)
        if told is Rested.STILL and self._thorough is not None:
            return _again(self._thorough[1], frame)
        before, looks = self._thorough, dict(self._last)
        rest = self._rest if told is Rested.DUE else None
        self._thorough = self._rest = None
        observation = self._observation(frame, self._glance)
        self._thorough = frame, observation
        if before is not None and self._is_at_rest(looks, observation) and frame.pixels.shape == before[0].pixels.shape:
            self._rest = self._rest_since(before[0], frame, observation.boards) if rest is None else rest
            if rest is not None:
                rest.renew(frame.taken_at_s)
        return observation

    def _rest_since(self, before: Frame, frame: Frame, boards: Sequence[BoardSight]) -> Rest:
        places = [(sight.pose, self._references[sight.seat].size_wh) for sight in boards]
        return Rest(plan_samples(frame.pixels.shape, places, self._follower.marks_px()), before, frame)

    def _is_at_rest(self, looks: Mapping[int, _Look], observation: Observation) -> bool:
        """Whether all boards are there and look as in the look before, at the same place."""
        return not observation.missing and all(
            (last := looks.get(sight.seat)) is not None
            and last.picture is self._last[sight.seat].picture
            and last.pose is sight.pose
            and not sight.bumped
            for sight in observation.boards
        )

    def _observation(self, frame: Frame, look_at: Callable[[BoardPicture, BoardSight], _Look]) -> Observation:
        known = self._last.items()
        fetch(frame.pixels, [_corners_px(look.pose, self._references[seat].size_wh) for seat, look in known])
        sights = tuple(self._follower.locate(frame))
        others, number = self._follower.others, len(self._references)
        if not sights and others:
            raise OtherBoard(said_of_others(others, number))
        if not sights:
            raise BoardNotFound(_said_of_none(number, frame.size_wh, self._picture_wh))
        readings: dict[Spot, Reading] = {}
        boards: list[BoardSight] = []
        sightings: list[Sighting] = []
        evidence: list[BoardEvidence] = []
        lost: list[str] = []
        for sight in sights:
            plane = rectify(frame.pixels, sight.pose, self._references[sight.seat].size_wh)
            try:
                look = look_at(BoardPicture(plane), sight)
            except BoardNotFound as error:
                self._last.pop(sight.seat, None)
                lost.append(sentence_of(error))
                continue
            self._last[sight.seat] = look
            evidence.append(look.evidence)
            boards.append(BoardSight(sight.seat, sight.pose, sight.bumped, look.evidence.occlusion.hand))
            if look.found is not None:
                readings |= look.found.readings
                sightings += look.found.sightings
        if not boards:
            raise BoardNotFound(reduce(lambda one, more: say("{one}; {more}", one=one, more=more), lost))
        missing = frozenset(self._references) - {sight.seat for sight in boards}
        return Observation(
            readings,
            tuple(boards),
            frame.taken_at_s,
            frame.seq,
            tuple(sightings),
            missing,
            tuple(evidence),
            self.roles,
            said_of_others(others, number) if others else "",
        )

    def _look(self, picture: BoardPicture, sight: BoardSight) -> _Look:
        last = self._last.get(sight.seat)
        if last is not None and last.found is not None and last.looks_like(picture, sight.pose):
            return replace(last, evidence=replace(last.evidence, picture=picture))
        seen = self._empty.compared(picture, sight.seat)
        if seen.occlusion.hand and is_seen_to_lean_out(seen):
            seen = unhindered(seen)
        floor = dict.fromkeys((spot for row in seen.spots for spot in row if spot is not None), FLOOR)
        found = read_board(seen, self.roles, self._palette, floor, floor.keys())
        return _Look(sight.pose, picture, seen, replace(found, readings=with_kinds(found.readings, seen, self.roles)))

    def _glance(self, picture: BoardPicture, sight: BoardSight) -> _Look:
        last = self._last.get(sight.seat)
        if last is not None and last.looks_like(picture, sight.pose):
            return replace(last, evidence=replace(last.evidence, picture=picture), found=None)
        return _Look(sight.pose, picture, self._empty.compared(picture, sight.seat), None)


def _said_of_none(number: int, found_wh: tuple[int, int], measured_wh: tuple[int, int] | None) -> Sentence:
    """That none of so many boards is in a picture, and where it has another size than those measured in, both."""
    why = say_number(number, "the board is not in the picture", "none of the {number} boards is in the picture")
    if measured_wh is None or measured_wh == found_wh:
        return why
    return say(
        "{why}, which has {found} pixels: the boards were measured in pictures of {measured}",
        why=why,
        found=f"{found_wh[0]} x {found_wh[1]}",
        measured=f"{measured_wh[0]} x {measured_wh[1]}",
    )


def _again(seen: Observation, frame: Frame) -> Observation:
    """The same observation of another frame; ``dataclasses.replace`` takes twice as long."""
    boards, evidence = seen.boards, seen.evidence
    return Observation(
        seen.readings,
        boards,
        frame.taken_at_s,
        frame.seq,
        seen.sightings,
        seen.missing,
        evidence,
        seen.roles,
        seen.other,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What was found out about a board and the picture it was made of, against which the next ones are held.

    ``found`` is None where the board was not read.
    """

    pose: BoardPose
    picture: BoardPicture
    evidence: BoardEvidence
    found: BoardReading | None

    def looks_like(self, picture: BoardPicture, pose: BoardPose) -> bool:
        """Whether a newer picture shows the same, from the same place."""
        return self.pose is pose and is_same_but_for_light(picture, self.picture, self.evidence.noise)


@lru_cache(maxsize=8)  # a pose lasts until its board is moved, and is told from others by identity
def _corners_px(pose: BoardPose, size_wh: tuple[float, float]) -> Points:
    return pose.corners_px(size_wh)


class StillFollower:
    """Boards that are taken to lie where they lay at calibration; by seat."""

    def __init__(self, poses: dict[int, BoardPose]) -> None:
        self._sights = tuple(BoardSight(seat, pose) for seat, pose in sorted(poses.items()))

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """The same poses for every frame."""
        return self._sights

    def marks_px(self) -> Sequence[MarkLines]:
        """None are known."""
        return ()

    @property
    def others(self) -> frozenset[int]:
        """Nobody looked."""
        return frozenset()
