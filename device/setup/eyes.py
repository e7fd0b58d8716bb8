"""The set-up's eyes: one camera at a time, its last picture, and the boards found in it or given by a person."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from calibration.flicker import BandWatch
from calibration.profile import ProfileError
from device.cameras.camera import Camera, SourceEnded, reopening_pauses_s
from device.cameras.last_picture import LastPicture, encoded
from device.cameras.lock import lock, save_lock
from device.cameras.mains import USUAL_MAINS_HZ
from device.errors import CameraError, PictureError, RequestError
from device.setup.boards import (
    Boards,
    Corners,
    as_json,
    checks_json,
    corners_of,
    look,
    swapped,
    turned,
    with_corners,
    with_floor,
)
from device.setup.cameras import Cameras
from device.setup.known import KnownBoards
from device.simulation.house import SimulatedHouse
from engine.sentence import say, sentence_of
from vision.frame import Frame
from vision.pose import BoardNotFound

WARM_UP = 8  # frames until exposure and white balance have settled
LOOK_EVERY_S = 1.5
_log = logging.getLogger(__name__)


class SetupEyes:
    """Opens one camera at a time and looks for boards beside the loop, until a person has taken one in hand.

    Args:
        cameras: opens them.
        known: the boards that are known again.
        clock: monotonic seconds.
    """

    def __init__(self, cameras: Cameras, known: KnownBoards, clock: Callable[[], float] = time.monotonic) -> None:
        self._cameras, self._known, self._clock = cameras, known, clock
        self._device = ExitStack()
        self.picture = LastPicture()
        self._mains_hz = USUAL_MAINS_HZ
        self._forget(None)

    def _forget(self, source: str | None) -> None:
        self.source = source
        self._camera: Camera | None = None
        self._name = self._trouble = self._why = ""
        self._frame: Frame | None = None
        self._frames = self._looks = 0
        self._looking: Future[Boards] | None = None
        self._due_s = self._clock()
        self._pauses_s = reopening_pauses_s()
        self._held = False
        self._flicker = BandWatch()
        self._boards: Boards | None = None
        self._drawn: list[Mapping[str, object]] = []
        self._checks: list[Mapping[str, object]] = []

    def choose(self, source: str | None) -> None:
        """Close the camera and take another one; a simulated table is swept, for the boards must be empty."""
        self.close()
        self._forget(source)
        if self.house is not None:
            self.house.clear()

    def use_mains(self, mains_hz: int) -> bool:
        """Open cameras for lamps on mains of that frequency, also the one that is open now; whether that is another."""
        if mains_hz == self._mains_hz:
            return False
        self._mains_hz, self._frames = mains_hz, 0  # its exposure has to settle anew
        self.close()
        return True

    @property
    def house(self) -> SimulatedHouse | None:
        """The simulated table that is looked at, None for any other camera."""
        return None if self.source is None else self._cameras.house(self.source)

    @property
    def frame(self) -> Frame | None:
        """The camera's newest picture; None before the first and while it gives none."""
        return None if self._camera is None else self._frame

    def close(self) -> None:
        """Give the camera back."""
        self._device.close()
        self._camera = None
        self._flicker = BandWatch()  # what was seen so far nobody sees now, and the next exposure is another

    def lock(self, profile: Path) -> None:
        """Stop the camera's automatics where they stand, and keep that beside the profile.

        Where that fails the camera goes on by its automatics, which the log says.
        """
        if self._camera is None:
            return
        try:
            save_lock(profile, self._camera, lock(self._camera))
        except OSError as error:  # CameraError among them
            _log.warning("camera=%s not locked: %s", self._name, error)

    def step(self, worker: ThreadPoolExecutor) -> float:
        """Take one picture and look at it; returns how many seconds to wait before the next, with no camera."""
        if self.source is None:
            return 0.1
        try:
            if self._camera is None:
                self._camera = self._device.enter_context(self._cameras.open(self.source, self._mains_hz))
                self._name = self._camera.describe()
            self._frame = self._camera.read()
        except (CameraError, PictureError, SourceEnded) as error:
            self.close()
            self._trouble = sentence_of(error) or say("The pictures are through.")
            return next(self._pauses_s)
        self._frames += 1
        self._trouble, self._pauses_s = "", reopening_pauses_s()
        self.picture.keep(self._frame)
        if self._frames >= WARM_UP:
            self._flicker.look(self._frame)
        self._look(worker, self._frame)
        return 0.0

    def _look(self, worker: ThreadPoolExecutor, frame: Frame) -> None:
        if self._looking is not None and self._looking.done():
            done, self._looking = self._looking, None
            self._due_s = self._clock() + LOOK_EVERY_S
            if not self._held:
                self._looks += 1
                try:
                    self._take(done.result())
                except (BoardNotFound, ProfileError) as error:
                    self._boards, self._why, self._drawn, self._checks = None, sentence_of(error), [], []
        ready = self._looking is None and not self._held and self._frames >= WARM_UP
        if ready and self._clock() >= self._due_s:
            self._looking = worker.submit(look, frame, self._known)

    def _take(self, boards: Boards) -> None:
        self._boards, self._why = boards, ""
        self._drawn, self._checks = as_json(boards), checks_json(boards.calibration)

    # --- what a person does with the boards -----------------------------------------------------------------------

    def look_again(self) -> None:
        """Forget what a person has given and search anew."""
        self._held, self._due_s = False, self._clock()

    def hold(self) -> None:
        """Keep the boards as they are now; raises RequestError where none has been found."""
        self.found()
        self._held = True

    def give_corners(self, corners: Sequence[Corners]) -> None:
        """Take these boards instead; raises as ``with_corners`` does."""
        if self._frame is None:
            raise RequestError(say("The camera has taken no picture yet."))
        self._take(with_corners(self._frame, corners, self._known))
        self._held = True

    def turn(self, index: int) -> None:
        """Take a board the other way up; raises as ``with_corners`` does."""
        boards = self.found()
        round_about = turned(boards, index)
        self.give_corners([round_about if n == index else corners_of(b) for n, b in enumerate(boards.profile.boards)])

    def swap(self, index: int, other: int) -> None:
        """Give two boards to each other's players; raises as ``swapped`` does."""
        self._take(swapped(self.found(), index, other))
        self._held = True

    def give_floor(self, index: int, floor: Sequence[str], name: str) -> None:
        """Take a board's treasures and name as a person confirmed them; raises as ``with_floor`` does."""
        self._take(with_floor(self.found(), index, floor, name))
        self._held = True

    def found(self) -> Boards:
        """The boards as they would be saved; raises RequestError where there are none."""
        if self._boards is None:
            raise RequestError(say("No board has been found yet."))
        return self._boards

    def board_jpeg(self, index: int) -> bytes | None:
        """One board seen from straight above, its grid from edge to edge; None where there is no such board."""
        boards = self._boards
        if boards is None or not 0 <= index < len(boards.profile.boards):
            return None
        board = boards.profile.boards[index]
        cut = round(board.margin * board.px_per_unit)
        height, width = board.picture.shape[:2]
        return encoded(np.ascontiguousarray(board.picture[cut : height - cut, cut : width - cut]))

    # --- what a page sees -----------------------------------------------------------------------------------------

    def json(self) -> dict[str, Any]:
        """Camera, boards and checks."""
        return {
            "camera": {
                "source": self.source,
                "name": self._name,
                "text": self._trouble,
                "size": None if self._frame is None else list(self._frame.size_wh),
                "frames": self._frames,
                "mains_hz": self._mains_hz,
            },
            "looks": self._looks,
            "why": self._why,
            "held": self._held,
            "boards": self._drawn,
            "checks": [*self._checks, *self._light()],
        }

    def _light(self) -> list[Mapping[str, object]]:
        """What is wrong with the light as a whole, boards or none."""
        found = self._flicker.finding()
        return [] if found is None else [{"board": None, "check": found.check} | found.json()]
