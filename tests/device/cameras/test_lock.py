"""Exposure, white balance and focus stay as they were when the empty board was measured."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.files import InRealTime, open_recording
from device.cameras.lock import FILE, hold_lock, lock, save_lock
from device.cameras.usb import UsbCamera
from device.cli import main
from device.commands import calibrate as calibrate_command
from device.errors import CameraError
from device.simulator import SimulatedTable
from engine.indian_summer.sets import demo_floors


class Webcam:
    """In the place of OpenCV's capture, as no test machine has a USB camera: a picture for ever, V4L2's properties."""

    def __init__(self, properties: Mapping[int, float], pixels: np.ndarray | None = None) -> None:
        self.properties = {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0, **properties}
        self.asked: list[tuple[int, float]] = []
        self.threads: set[str] = set()
        self._pixels = np.zeros((48, 64, 3), np.uint8) if pixels is None else pixels
        self._rng = np.random.default_rng(1)

    def read(self) -> tuple[bool, np.ndarray]:
        """A picture that is never quite the same."""
        noise = self._rng.integers(0, 3, self._pixels.shape, np.uint8)
        return True, cv2.add(self._pixels, noise)

    def get(self, which: int) -> float:
        """As OpenCV's: -1 for what the device has not."""
        self.threads.add(threading.current_thread().name)
        return self.properties.get(which, -1.0)

    def set(self, which: int, value: float) -> bool:
        """As OpenCV's: False for what the device has not."""
        self.threads.add(threading.current_thread().name)
        self.asked.append((which, value))
        if which not in self.properties:
            return False
        self.properties[which] = value
        return True

    def release(self) -> None:
        """As OpenCV's."""


FULL = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 157.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
}


def opened(webcam: Webcam, number: int = 0) -> UsbCamera:
    """A USB camera on the stand-in."""
    return UsbCamera(number, open_capture=lambda _: webcam, patience_s=60)  # type: ignore[arg-type, return-value]


def test_a_usb_camera_is_held_as_it_is() -> None:
    """The automatics are switched off before their values are set, by the one thread that owns the device."""
    webcam = Webcam(FULL)
    with opened(webcam) as camera:
        webcam.threads.clear()
        assert lock(camera) == {"Exposure": 157.0, "WhiteBalance": 4600.0}
    assert webcam.asked == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        (cv2.CAP_PROP_EXPOSURE, 157.0),
        (cv2.CAP_PROP_AUTO_WB, 0.0),
        (cv2.CAP_PROP_WB_TEMPERATURE, 4600.0),
    ]
    assert webcam.threads == {"usb camera 0"}


def test_what_a_usb_camera_has_not_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    """A control of another kind of camera, or one that the device refuses, is neither an error nor silent."""
    caplog.set_level("INFO")
    with opened(Webcam({})) as camera:
        assert camera.measured() == {}
        camera.hold({"Focus": 20.0, "AnalogueGain": 2.0})
    assert "Focus,AnalogueGain" in caplog.text


def test_the_camera_of_a_profile_is_held_as_it_was_then(tmp_path: Path) -> None:
    """What was kept at calibration is set again when the same camera is opened, whatever its automatics made of it."""
    with opened(Webcam(FULL)) as camera:
        save_lock(tmp_path, camera, lock(camera))
    later = Webcam({**FULL, cv2.CAP_PROP_EXPOSURE: 20.0, cv2.CAP_PROP_WB_TEMPERATURE: 2800.0})
    with opened(later) as camera:
        assert hold_lock(tmp_path, camera)
    assert later.properties[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert later.properties[cv2.CAP_PROP_WB_TEMPERATURE] == 4600.0
    assert later.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


def test_another_camera_or_mode_is_not_held(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Controls belong to one camera and size; another goes on by its automatics, and the log says so."""
    with opened(Webcam(FULL)) as camera:
        save_lock(tmp_path, camera, lock(camera))
    for other, number in ((Webcam(FULL), 1), (Webcam({**FULL, cv2.CAP_PROP_FRAME_WIDTH: 32.0}), 0)):
        with opened(other, number) as camera:
            assert not hold_lock(tmp_path, camera)
        assert other.asked == []
    assert "USB camera 0, 64 x 48" in caplog.text


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"format": "leafwatch-camera/9"}', b'{"format": "leafwatch-camera/1"}']
)
def test_a_damaged_file_is_said_and_the_camera_used_as_it_is(
    tmp_path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A table whose file was torn still plays; why its colours may drift is in the log."""
    (tmp_path / FILE).write_bytes(content)
    webcam = Webcam(FULL)
    with opened(webcam) as camera:
        assert not hold_lock(tmp_path, camera)
    assert webcam.asked == []
    assert "unread" in caplog.text


def test_without_a_file_or_automatics_nothing_is_held(tmp_path: Path) -> None:
    """A new profile has none; a recording has no automatics to hold."""
    with opened(Webcam(FULL)) as camera:
        assert not hold_lock(tmp_path, camera)
    cv2.imwrite(str(tmp_path / "step_01.png"), np.zeros((48, 64, 3), np.uint8))
    with InRealTime(open_recording(tmp_path)) as recording:
        assert lock(recording) == {}


class Hanging(Webcam):
    """A driver that hangs in its first read until it is let go."""

    def __init__(self) -> None:
        super().__init__(FULL)
        self.inside, self.let_go = threading.Event(), threading.Event()

    def read(self) -> tuple[bool, np.ndarray]:
        """Hang, then be gone."""
        self.inside.set()
        self.let_go.wait(60)
        return False, np.zeros((48, 64, 3), np.uint8)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    """Let go in the end."""
    webcam = Hanging()
    yield webcam
    webcam.let_go.set()


def test_a_driver_that_hangs_does_not_hang_whoever_asks(hanging: Hanging) -> None:
    """Asked for its controls while it hangs in a read, a camera answers with an error after the patience."""
    camera = UsbCamera(0, open_capture=lambda _: hanging, patience_s=0.05)  # type: ignore[arg-type, return-value]
    assert hanging.inside.wait(60)
    with pytest.raises(CameraError, match="does not answer"):
        camera.measured()
    hanging.let_go.set()
    camera.close()


def test_calibrating_by_camera_keeps_its_controls_and_by_picture_keeps_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``leafwatch calibrate`` stops the automatics before it takes its picture and writes them beside the profile."""
    picture = SimulatedTable([demo_floors()[0].rows], 3).picture()
    webcam = Webcam(FULL, picture)
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("[camera]\nmains-hz = 60\n")
    asked_for = []

    def open_camera(spec: str, mains_hz: int) -> UsbCamera:
        asked_for.append((spec, mains_hz))
        return opened(webcam)

    monkeypatch.setattr(calibrate_command, "open_camera", open_camera)
    profile = ["calibrate", "--profile", str(tmp_path / "profile"), "--json"]
    assert main([*profile, "--source", "usb:0"]) == 0
    assert asked_for == [("usb:0", 60)]
    kept = (tmp_path / "profile" / FILE).read_text()
    assert '"Exposure": 157.0' in kept
    assert webcam.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    cv2.imwrite(str(tmp_path / "empty.png"), picture)
    assert main([*profile, "--image", str(tmp_path / "empty.png")]) == 0
    assert not (tmp_path / "profile" / FILE).exists()
    capsys.readouterr()
