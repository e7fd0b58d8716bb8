"""The camera above a simulated table at which somebody plays."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from device.cameras.last_picture import LastPicture
from device.simulation.camera import SimulatedCamera
from vision.frame import Frame


class PlayedCamera:
    """The camera above the simulated table; before each picture the player at the table goes on.

    Each picture is kept for the page: this one may be shown, for nobody lives in it.
    """

    def __init__(self, camera: SimulatedCamera, before: Callable[[], None], picture: LastPicture) -> None:
        self._camera = camera
        self._before = before
        self._picture = picture

    def read(self) -> Frame:
        """The next frame."""
        self._before()
        frame = self._camera.read()
        self._picture.keep(frame)
        return frame

    def describe(self) -> str:
        """What it is, for people."""
        return self._camera.describe()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
