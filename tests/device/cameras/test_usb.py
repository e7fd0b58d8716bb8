from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import usb
from device.cameras.camera import CameraError, open_camera
from device.cameras.frozen import FrozenWatch
from device.cameras.usb import UsbCamera, holders


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Six frames of growing brightness."""
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(6):
        writer.write(np.full((48, 64, 3), 40 * number, np.uint8))
    writer.release()
    return file


class Gate:
    """A capture that hands out a real one's frames one by one, so that a test decides when a camera brings one."""

    def __init__(self, path: Path) -> None:
        self._capture = cv2.VideoCapture(str(path))
        self._tickets = threading.Semaphore(0)
        self.released = threading.Event()

    def let_pass(self, frames: int = 1) -> None:
        """Allow so many reads."""
        self._tickets.release(frames)

    def read(self) -> tuple[bool, np.ndarray]:
        """As OpenCV's, once allowed."""
        self._tickets.acquire()
        return self._capture.read()

    def get(self, which: int) -> float:
        """As OpenCV's."""
        return self._capture.get(which)

    def isOpened(self) -> bool:  # noqa: N802  OpenCV's name
        """As OpenCV's."""
        return self._capture.isOpened()

    def set(self, which: int, value: float) -> bool:
        """A file has one size and form."""
        return False

    def release(self) -> None:
        """As OpenCV's."""
        self._capture.release()
        self.released.set()


@pytest.fixture
def gate(video: Path) -> Iterator[Gate]:
    """A gate that is opened wide in the end, so that no thread stays behind."""
    opened = Gate(video)
    yield opened
    opened.let_pass(100)
    assert opened.released.wait(60)


def opener(gate: Gate) -> Callable[[int], cv2.VideoCapture]:
    """What opens the gate in a camera's place."""
    return lambda number: gate  # type: ignore[return-value]


def test_each_frame_is_newer_than_the_last(gate: Gate) -> None:
    """A read waits for a frame that was not read before; numbers count on, and the device's size is told."""
    with UsbCamera(3, open_capture=opener(gate), patience_s=60, clock=count(1.5).__next__) as camera:
        frames = []
        for _ in range(2):
            gate.let_pass()
            frames.append(camera.read())
        assert [(frame.seq, frame.taken_at_s, round(float(frame.pixels.mean()) / 40)) for frame in frames] == [
            (0, 1.5, 0),
            (1, 2.5, 1),
        ]
        assert camera.describe() == "USB camera 3, 64 x 48"
        gate.let_pass(100)


def test_an_unplugged_camera_is_noticed_at_once(gate: Gate) -> None:
    """When the device has no more frames the next read says so, and it is freed."""
    gate.let_pass(100)
    with UsbCamera(0, open_capture=opener(gate), patience_s=60) as camera:
        assert gate.released.wait(60)
        camera.read()  # the newest that was there
        with pytest.raises(CameraError, match="USB camera 0 is gone"):
            camera.read()


def test_a_camera_that_brings_nothing_is_noticed(gate: Gate) -> None:
    """A driver that hangs does not hang the table: patience ends."""
    camera = UsbCamera(0, open_capture=opener(gate), patience_s=0.01)
    with pytest.raises(CameraError, match=r"brought no picture for 0\.01 s"):
        camera.read()
    gate.let_pass(100)
    camera.close()
    camera.close()


@pytest.mark.parametrize(("takes_it", "said"), [(True, ""), (False, "controls_not_offered=power_line_frequency")])
def test_a_camera_is_told_the_mains_when_it_is_opened(
    gate: Gate,
    video: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    takes_it: bool,
    said: str,
) -> None:
    """The device hears the frequency; one that does not take it works all the same, and the log says so."""
    caplog.set_level("INFO")
    told = []

    def tell(device: Path, mains_hz: int) -> bool:
        told.append((device, mains_hz))
        return takes_it

    monkeypatch.setattr(usb, "_device", lambda number: video)
    monkeypatch.setattr(usb, "tell_mains", tell)
    monkeypatch.setattr(cv2, "VideoCapture", lambda number, backend: gate)
    with open_camera("usb:2", 60) as camera:
        gate.let_pass(100)
        assert camera.describe() == "USB camera 2, 64 x 48"
    assert told == [(video, 60)]
    assert said in caplog.text
    assert bool(said) == ("controls_not_offered" in caplog.text)


def test_a_camera_that_is_not_there_is_named() -> None:
    """The device file that is missing is said, with those that exist."""
    with pytest.raises(CameraError, match=r"no USB camera 99: /dev/video99 is not there \(video devices found: "):
        open_camera("usb:99")


def test_programs_that_hold_a_device_are_named(tmp_path: Path) -> None:
    """Who has a file open is found among the processes; those one may not look into are left out."""
    device = tmp_path / "video0"
    device.touch()
    for process, target in (("12", device), ("13", tmp_path / "other")):
        fds = tmp_path / "proc" / process / "fd"
        fds.mkdir(parents=True)
        (fds / "5").symlink_to(target)
        (fds.parent / "comm").write_text("cheese\n")
    (tmp_path / "proc" / "14").mkdir()
    assert holders(device, tmp_path / "proc") == ("cheese (process 12)",)
    with device.open() as file:
        assert holders(Path(os.path.realpath(device)))[0].endswith(f"(process {os.getpid()})"), file


def test_equal_pictures_are_frozen_only_after_a_while() -> None:
    """The same picture for the whole patience is an error; any change starts the time anew."""
    rng = np.random.default_rng(2)
    picture = rng.integers(0, 255, (60, 80, 3), np.uint8)
    changed = picture.copy()
    changed[8, 8, 0] ^= 1
    watch = FrozenWatch(2.0)
    for now_s, pixels in ((0.0, picture), (1.9, picture), (2.0, changed), (3.9, changed)):
        watch.check(pixels, now_s)
    with pytest.raises(CameraError, match="same picture for 2"):
        watch.check(changed, 4.0)
