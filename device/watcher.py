"""Camera, detector and tracker of one table: frames in, what lies there settled out, and what is said of the seeing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import NamedTuple, Self

from device.board_corners import corners_of
from device.cameras.camera import Camera, reopening_pauses_s
from device.cameras.frame_rate import FrameRate
from device.errors import CameraError
from device.eyes import Eyes
from device.session.askew import askew_of
from device.session.message import Sight
from engine.game import BoardLayout, Reading, Spot, View
from engine.sentence import say, sentence_of
from vision.doubt.other_icons import said_of_icons
from vision.frame import Frame
from vision.measures.evidence import BoardEvidence
from vision.observation import BoardSight
from vision.pose import BoardNotFound, OtherBoard

_log = logging.getLogger(__name__)


class Seen(NamedTuple):
    """What one frame brought: when it was taken, the settled view (None: nothing is settled), and what is new.

    ``fresh`` says that the boards were looked at thoroughly, ``bumped`` that one of them lies elsewhere than before;
    ``kinds`` are the surfaces of tokens whose kind can be told.
    """

    taken_at_s: float
    settled: Mapping[Spot, Reading] | None
    fresh: bool
    bumped: bool
    kinds: View


class Watcher:
    """Watches one table; a context manager that closes the camera.

    Args:
        eyes: camera, detector and tracker.
        simulated: whether there is no real table.
        looked: is shown each frame with its boards, for a recording; must not block.
    """

    def __init__(self, eyes: Eyes, simulated: bool, looked: Callable[[Frame, Sequence[BoardSight]], object]) -> None:
        self._eyes = eyes
        self._looked = looked
        self._camera: Camera | None = None
        self._open = ExitStack()
        self._pauses_s = reopening_pauses_s()
        self._frame_rate = FrameRate()
        self._tracker = eyes.new_tracker()
        self._known: View = {}
        self._evidence: tuple[BoardEvidence, ...] | None = None
        self.sight = Sight(word="searching", text=say("Looking for the board."), camera="", simulated=simulated)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def commit(self, view: View) -> None:
        """What is now known to lie on the table."""
        self._known = view
        self._tracker.commit(view)

    def begin(self, view: View) -> None:
        """Forget what was seen; only this is known of the table."""
        self._tracker, self._evidence = self._eyes.new_tracker(), None
        self.commit(view)

    def frame(self) -> Frame:
        """The camera's next frame; it is opened first where it is not.

        Raises:
            CameraError: it cannot be opened, or it is lost.
            SourceEnded: the pictures are through.
        """
        if self._camera is None:
            self._camera = self._open.enter_context(self._eyes.open_camera())
        frame = self._camera.read()
        self._pauses_s = reopening_pauses_s()
        return frame

    def lose(self, error: CameraError) -> float:
        """Take note of a lost camera; returns how long to wait before it is tried again, in seconds."""
        self._open.close()
        self._camera = None
        self.begin(self._known)
        if self.sight.word != "camera-lost":
            _log.error("camera lost: %s", error)
        text = say("The camera is lost: {why}", why=sentence_of(error))
        self.sight = replace(self.sight, word="camera-lost", text=text, still_s=0.0)
        return next(self._pauses_s)

    def look(self, frame: Frame, layouts: Sequence[BoardLayout], seat: int) -> Seen | None:
        """Read a frame; None where no board is found, which ``sight`` then says.

        What the table is doing is told of the board of this seat: a hand at another one hides no verdict.
        """
        assert self._camera is not None
        self._frame_rate.count(frame.taken_at_s)
        self.sight = replace(self.sight, camera=self._camera.describe(), frame_rate_hz=self._frame_rate.hz, still_s=0.0)
        try:
            observation = self._eyes.detector.glance(frame)
        except BoardNotFound as error:
            self.begin(self._known)
            text = sentence_of(error)
            self.sight = replace(
                self.sight, word="searching", text=text, trouble=text if isinstance(error, OtherBoard) else ""
            )
            return None
        self._looked(frame, observation.boards)
        bumped = [board for board in observation.boards if board.bumped]
        for board in bumped:
            _log.warning("seat=%s bumped, found again residual=%.3f", board.seat, board.pose.residual_cells)
        settled = self._tracker.update(observation)
        # where nothing at all has changed the detector gives what it saw before, and so does the tracker
        fresh, self._evidence = observation.evidence is not self._evidence, observation.evidence
        self.sight = replace(
            self.sight,
            word=self._tracker.status_of(seat),
            text="",
            corners=corners_of(observation.boards, layouts, frame.pixels, self.sight.corners),
            residual_cells=max((board.pose.residual_cells for board in observation.boards), default=0.0),
            unknown=self._unknown(layouts),
            askew=askew_of(self._tracker.settled.problems),
            lies_across=self._tracker.lies_across(seat),
            was_covered=self._tracker.was_covered(seat),
            trouble=observation.other or (self._said_of_icons() if fresh else self.sight.trouble),
        )
        return Seen(frame.taken_at_s, settled, fresh, bool(bumped), self._tracker.settled.kinds)

    def _said_of_icons(self) -> str:
        """That a settled board has other icons than the one that was measured, in a sentence; else nothing."""
        settled = [seen for seen in self._evidence or () if self._tracker.status_of(seen.seat) == "settled"]
        return said_of_icons(settled, self._tracker.settled.readings) or ""

    def _unknown(self, layouts: Sequence[BoardLayout]) -> frozenset[Spot]:
        """The spots of settled boards that cannot be read."""
        readings = self._tracker.settled.readings
        settled = [board for board in layouts if self._tracker.status_of(board.seat) == "settled"]
        return frozenset(spot for board in settled for spot in board.outlines if spot not in readings)
