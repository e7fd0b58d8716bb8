"""The camera above a simulated table, a Camera like any other, and the two paces at which its time can pass."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from device.simulator import SimulatedTable
from engine.sentence import say
from vision.frame import Frame

FRAME_RATE_HZ = 10.0
"""As many pictures a second as people need to follow a hand."""

FAST_RATE_HZ = 6.0
"""As many as a whole game needs to be read."""

Pace = Callable[[float], None]
"""Called with the simulated time of the next frame; returns when that frame is due."""


class SimulatedCamera:
    """The camera above a simulated table: each picture lets 1 / ``frame_rate_hz`` seconds of its time pass.

    ``pace`` waits until a frame is due, or does not: see ``at_once`` and ``RealTime``.
    """

    def __init__(self, table: SimulatedTable, pace: Pace, frame_rate_hz: float = FRAME_RATE_HZ) -> None:
        self._table, self._pace, self._period_s = table, pace, 1.0 / frame_rate_hz
        self._seq = 0

    def read(self) -> Frame:
        """The next frame; its time is simulated seconds since the table was set up."""
        self._table.advance(self._period_s)
        self._pace(self._table.now_s)
        frame = Frame(self._table.picture(), self._table.now_s, self._seq)
        self._seq += 1
        return frame

    def describe(self) -> str:
        """What it is, for people."""
        width, height = self._table.size_wh
        return say("simulated table, {width} x {height}", width=width, height=height)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


def at_once(taken_at_s: float) -> None:
    """The pace of a run that does not wait."""
    del taken_at_s


class RealTime:
    """The pace of life: a frame is due when as much time has passed since the first as in the simulation.

    A table that was held up goes on from there instead of hurrying after the clock.
    """

    def __init__(self, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
        self._clock, self._sleep = clock, sleep
        self._offset_s: float | None = None

    def __call__(self, taken_at_s: float) -> None:
        """Sleep until the frame of this simulated time is due."""
        now_s = self._clock()
        if self._offset_s is None or now_s > taken_at_s + self._offset_s:
            self._offset_s = now_s - taken_at_s
        else:
            self._sleep(taken_at_s + self._offset_s - now_s)
