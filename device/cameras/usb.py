"""A USB camera through OpenCV, read by a thread of its own: the newest frame is at hand, a dead camera is noticed."""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeVar, cast

import cv2
import numpy as np

from device.cameras.frozen import FrozenWatch
from device.cameras.mains import USUAL_MAINS_HZ
from device.cameras.power_line import CONTROL, tell_mains
from device.errors import CameraError
from engine.sentence import say
from vision.frame import Frame, Pixels

PATIENCE_S = 2.5  # a lost camera is to be noticed within 3 s
WANTED_WH = (1920, 1080)
_CLOSING_S = 2.0
_MANUAL_EXPOSURE: Final = 1.0  # V4L2_EXPOSURE_MANUAL

_AUTOMATICS: Final[Mapping[str, tuple[int, float, int]]] = MappingProxyType(
    {
        "Exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
        "WhiteBalance": (cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        "Focus": (cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    }
)
"""By name: the switch of an automatic, its value for manual, and the property that is then set."""
_log = logging.getLogger(__name__)
Found = TypeVar("Found")


class UsbCamera:
    """The USB camera of a number, as in ``/dev/video0``; asks for 1920 x 1080 and takes what is given.

    Its automatic exposure is told the frequency of the mains, if it will hear of it.

    Raises:
        CameraError: no such device, busy, or not a camera.
    """

    def __init__(
        self,
        number: int,
        *,
        mains_hz: int = USUAL_MAINS_HZ,
        patience_s: float = PATIENCE_S,
        open_capture: Callable[[int], cv2.VideoCapture] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self._patience_s = patience_s
        self._clock = clock
        self._capture = (open_capture or partial(_open, mains_hz=mains_hz))(number)
        self._size_wh = tuple(
            int(self._capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        self._frozen = FrozenWatch(patience_s)
        self._seq = 0
        self._changed = threading.Condition()
        self._newest: tuple[Pixels, float] | None = None
        self._gone = False
        self._closing = False
        self._errands: queue.SimpleQueue[tuple[Callable[[cv2.VideoCapture], object], Future[object]]] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._watch, name=f"usb camera {number}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Wait for a frame newer than the last.

        Raises:
            CameraError: unplugged, or no new frame within the patience.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._gone, self._patience_s)
            newest, self._newest = self._newest, None
            gone = self._gone
        if newest is None:
            if gone:
                raise CameraError(say("USB camera {number} is gone: is it still plugged in?", number=self.number))
            seconds = f"{self._patience_s:g}"
            text = say("USB camera {number} brought no picture for {seconds} s", number=self.number, seconds=seconds)
            raise CameraError(text)
        pixels, taken_at_s = newest
        self._frozen.check(pixels, taken_at_s)
        frame = Frame(pixels, taken_at_s, self._seq)
        self._seq += 1
        return frame

    def measured(self) -> dict[str, object]:
        """Exposure, white balance and focus as they are now, where the device tells them.

        Raises:
            CameraError: the device does not answer within the patience.
        """
        return dict(self._errand(_measured))

    def hold(self, controls: Mapping[str, object]) -> None:
        """Switch the automatics of these controls off and set their values; the log says what the device refuses.

        Raises:
            CameraError: the device does not answer within the patience.
        """
        if refused := self._errand(lambda capture: _held(capture, controls)):
            _log.info("camera=usb:%d controls_not_offered=%s", self.number, ",".join(refused))

    def describe(self) -> str:
        """Number and size."""
        return f"USB camera {self.number}, {self._size_wh[0]} x {self._size_wh[1]}"

    def close(self) -> None:
        """Let go of the device; doing so twice is harmless."""
        self._closing = True
        self._thread.join(_CLOSING_S)
        if self._thread.is_alive():
            # The driver hangs in a read; the thread frees the device when that returns.
            _log.warning("camera=usb:%d closing=%s", self.number, "the driver does not answer")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _errand(self, task: Callable[[cv2.VideoCapture], Found]) -> Found:
        """Have the thread that owns the device do something between two pictures."""
        done: Future[object] = Future()
        self._errands.put((task, done))
        try:
            return cast("Found", done.result(self._patience_s))
        except TimeoutError as error:
            raise CameraError(say("USB camera {number} does not answer", number=self.number)) from error

    def _run_errands(self) -> None:
        while True:
            try:
                task, done = self._errands.get_nowait()
            except queue.Empty:
                return
            done.set_result(task(self._capture))

    def _watch(self) -> None:
        """Keep the newest frame at hand; the only place that touches the device, so it is never freed under a read."""
        try:
            while not self._closing:
                self._run_errands()
                there, pixels = self._capture.read()
                with self._changed:
                    self._gone = not there
                    if there:
                        self._newest = np.asarray(pixels, np.uint8), self._clock()
                    self._changed.notify()
                if not there:
                    return
        finally:
            self._capture.release()


def _measured(capture: cv2.VideoCapture) -> dict[str, float]:
    """The values of what can be held; OpenCV says -1 where a device has no such property."""
    values = {name: float(capture.get(value)) for name, (_, _, value) in _AUTOMATICS.items()}
    return {name: value for name, value in values.items() if value >= 0}


def _held(capture: cv2.VideoCapture, controls: Mapping[str, object]) -> list[str]:
    """Set the controls; returns those that the device does not take."""
    refused = []
    for name, value in controls.items():
        if name not in _AUTOMATICS or not isinstance(value, int | float):
            refused.append(name)
            continue
        switch, manual, wanted = _AUTOMATICS[name]
        # The switch comes first: with the automatic on, a driver refuses the value.
        if not (capture.set(switch, manual) and capture.set(wanted, value)):
            refused.append(name)
    return refused


def _device(number: int) -> Path:
    return Path(f"/dev/video{number}")


def _open(number: int, mains_hz: int) -> cv2.VideoCapture:
    device = _device(number)
    if not device.exists():
        found = ", ".join(sorted(path.name for path in Path("/dev").glob("video*"))) or "none"
        raise CameraError(
            say(
                "no USB camera {number}: {device} is not there (video devices found: {found})",
                number=number,
                device=str(device),
                found=found,
            )
        )
    capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
    if not capture.isOpened():
        users = "; ".join(holders(device))
        if users:
            raise CameraError(say("{device} cannot be opened: in use by {users}", device=str(device), users=users))
        raise CameraError(say("{device} cannot be opened: it is not a camera", device=str(device)))
    # Motion JPEG: without it USB 2 brings large pictures a few times a second only.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WH[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_WH[1])
    if not tell_mains(device, mains_hz):
        _log.info("camera=usb:%d controls_not_offered=%s", number, CONTROL)
    return capture


def holders(device: Path, processes: Path = Path("/proc")) -> tuple[str, ...]:
    """The programs that have a file open, as ``name (process N)``; only those that this user may see."""
    found = []
    for process in processes.glob("[0-9]*"):
        try:
            if any(os.readlink(link) == str(device) for link in (process / "fd").iterdir()):
                name = (process / "comm").read_text().strip()
                found.append(f"{name} (process {process.name})")
        except OSError:
            continue  # ended meanwhile, or another user's
    return tuple(found)
