"""What a camera is to the rest of the house, and which one a word in the settings means."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from device.cameras.mains import USUAL_MAINS_HZ
from device.errors import CameraError
from engine.sentence import say
from vision.frame import Frame

__all__ = ["Camera", "CameraError", "SourceEnded", "open_camera", "reopening_pauses_s"]


class SourceEnded(Exception):
    """A source with an end, such as a folder of pictures, is through; no error."""


class Camera(Protocol):
    """A source of frames that is open until its ``with`` block ends."""

    def read(self) -> Frame:
        """Wait for the next frame, newer than the last.

        Raises:
            CameraError: the device is gone, or no new frame came within its patience.
            SourceEnded: a finite source is through.
        """

    def describe(self) -> str:
        """What it is, for people, such as ``usb camera 0, 1280 x 720``."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def open_camera(spec: str, mains_hz: int = USUAL_MAINS_HZ) -> Camera:
    """Open the camera that a word names: ``pi``, ``usb:0`` or ``file:PATH`` (a video or a folder of pictures).

    A camera exposes so that lamps on mains of ``mains_hz`` (50 or 60) light the picture evenly, as far as it can.
    A recording is played in real time.

    Raises:
        CameraError: the word is none of these, or the device is not there or busy.
        PictureError: the recording cannot be read.
    """
    kind, _, where = spec.partition(":")
    match kind, where:
        case "pi", "":
            from device.cameras.pi import PiCamera  # picamera2 exists on a Raspberry Pi only

            return PiCamera(mains_hz=mains_hz)
        case "usb", number if number.isdecimal():
            from device.cameras.usb import UsbCamera

            return UsbCamera(int(number), mains_hz=mains_hz)
        case "file", path if path:
            from device.cameras.files import InRealTime, open_recording

            return InRealTime(open_recording(path))
        case _:
            raise CameraError(say("no camera is called {name!r}: expected pi, usb:NUMBER or file:PATH", name=spec))


def reopening_pauses_s() -> Iterator[float]:
    """How long to wait before each attempt to open a lost camera again: growing, but back within 10 s of its return."""
    pause_s = 0.5
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, 5.0)
