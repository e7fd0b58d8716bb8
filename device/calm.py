"""What was seen last, while the table still looks the same: nothing is read again that has been read and settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from device.steady import Steady, block_means
from engine.game import Reading, Spot
from vision.frame import Frame
from vision.observation import Observation

EVERY_PX = 2
"""Each second pixel of each second row is looked at."""

LONGEST_S = 2.0
"""After that long a picture is read even if it looks the same, so that nothing escapes for good."""

Settled = Mapping[Spot, Reading]


class Calm:
    """Remembers the last settled look at the table and gives it again for pictures that show no change."""

    def __init__(self) -> None:
        self._steady = Steady(LONGEST_S)
        self._last: tuple[Frame, Observation, Settled] | None = None

    def forget(self) -> None:
        """The next picture is read whatever it shows."""
        self._last = None

    def keep(self, frame: Frame, observation: Observation, settled: Settled | None) -> None:
        """Take note of what was read from a frame; without a settled view the next picture is read too."""
        if settled is None:
            self._last = None
            return
        boards = tuple(replace(board, bumped=False) for board in observation.boards)
        self._last = frame, replace(observation, boards=boards), settled

    def again(self, frame: Frame) -> tuple[Observation, Settled] | None:
        """What was read before, at this frame's time, if the frame shows the same; None if it is to be read.

        To be asked of every frame, in order.
        """
        if self._last is not None and frame.pixels is self._last[0].pixels:
            changed = False  # the camera itself has found no change
        else:
            changed = self._steady.changed(block_means(frame.pixels[::EVERY_PX, ::EVERY_PX, 1]), frame.taken_at_s)
        if changed or self._last is None:
            return None
        _, observation, settled = self._last
        return replace(observation, taken_at_s=frame.taken_at_s, seq=frame.seq), settled
