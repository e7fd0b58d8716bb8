"""The camera's last frame as a JPEG for the page, encoded only when somebody looks."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from device.cameras.camera import Camera
from vision.frame import Frame, Pixels

WIDEST_PX = 800
QUALITY = 80
"""Of 100, as OpenCV has it: a table of that width takes about 95 kB, and every leaf is still sharp."""


class LastPicture:
    """Holds one frame for the page's threads.

    The loop only replaces a reference to an immutable frame, so it never waits for who looks; of several that look at
    once one encodes and the others take its bytes.
    """

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._encoding = threading.Lock()
        self._encoded: tuple[Frame, bytes] | None = None

    def keep(self, frame: Frame) -> None:
        """Take the newest frame; its pixels must not be changed afterwards."""
        self._frame = frame

    def forget(self) -> None:
        """There is no picture until the next frame."""
        self._frame = self._encoded = None

    def jpeg(self) -> bytes | None:
        """The newest frame as JPEG, at most ``WIDEST_PX`` wide; None before the first."""
        with self._encoding:
            frame, done = self._frame, self._encoded
            if frame is None:
                return None
            if done is None or done[0] is not frame:
                self._encoded = done = (frame, encoded(frame.pixels))
            return done[1]


class PicturedCamera:
    """A camera whose newest frame is kept, also while no board is found on it; else the camera itself."""

    def __init__(self, camera: Camera, picture: LastPicture) -> None:
        self._camera = camera
        self._picture = picture

    def read(self) -> Frame:
        """The next frame; raises what the camera raises."""
        frame = self._camera.read()
        self._picture.keep(frame)
        return frame

    def describe(self) -> str:
        """What it is, for people."""
        return self._camera.describe()

    def __enter__(self) -> Self:
        self._camera.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._picture.forget()  # an old picture would pass for what the camera sees
        self._camera.__exit__(kind, error, trace)


def encoded(pixels: Pixels) -> bytes:
    """A JPEG of a picture, at most ``WIDEST_PX`` wide."""
    height, width = pixels.shape[:2]
    if width > WIDEST_PX:
        size_wh = (WIDEST_PX, max(1, round(height * WIDEST_PX / width)))
        pixels = np.asarray(cv2.resize(pixels, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    done, encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done  # checked pixels always encode
    return encoded.tobytes()
