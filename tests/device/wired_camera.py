"""A simulated camera on a wire that can be pulled, and looking on until the table says something."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Protocol, Self

from device.errors import CameraError
from device.simulation.camera import FAST_RATE_HZ, SimulatedCamera, at_once
from device.simulator import SimulatedTable
from device.table import Table
from vision.frame import Frame

Shown = Callable[[Frame], Frame]
"""What becomes of a frame on its way; it may be refused with an error of the camera."""


class Wire:
    """A simulated camera whose plug can be pulled; ``opening`` gives what becomes of its frames from then on."""

    def __init__(self, table: SimulatedTable, opening: Callable[[], Shown]) -> None:
        self._camera = SimulatedCamera(table, at_once, FAST_RATE_HZ)
        self._opening, self._shown = opening, opening()
        self.plugged = True
        self.opened = 0

    def read(self) -> Frame:
        """The next frame, or the error of a camera that is gone."""
        if not self.plugged:
            raise CameraError("the plug was pulled")
        return self._shown(self._camera.read())

    def describe(self) -> str:
        """A name for people."""
        return "camera on a wire"

    def __enter__(self) -> Self:
        if not self.plugged:
            raise CameraError("no camera there")
        self.opened += 1
        self._shown = self._opening()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class Watched(Protocol):
    """A simulated table that is looked at, and what it published last."""

    simulator: SimulatedTable
    table: Table

    @property
    def latest(self) -> Mapping[str, Any]:
        """The last table message."""


def look_until(watched: Watched, word: str) -> None:
    """Step until the status says this word and no hand is about."""
    for _ in range(300):
        watched.table.step()
        if watched.latest["status"]["word"] == word and not watched.simulator.busy:
            return
    raise AssertionError(f"never {word}: {watched.latest['status']}")
