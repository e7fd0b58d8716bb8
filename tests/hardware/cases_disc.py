"""The Pi's camera class on the real Picamera2; the pictures show a red disc at known places."""

from __future__ import annotations

import time
import types
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.camera import CameraError, open_camera
from device.cameras.pi import PiCamera, flicker_controls
from device.doctor.finding import Level
from device.doctor.table import camera as look_at_camera

DISC_X = (200, 350, 500, 650, 800, 950)


@pytest.fixture(scope="module", autouse=True)
def discs(play: Any) -> None:
    """Six pictures, 1280 x 720, the disc further right in each."""
    pictures = [np.full((720, 1280, 3), 60, np.uint8) for _ in DISC_X]
    for picture, x in zip(pictures, DISC_X, strict=True):
        cv2.circle(picture, (x, 360), 60, (30, 30, 220), -1)
    play(pictures)


def disc_x(pixels: np.ndarray) -> int:
    """Where the red disc is."""
    red = (pixels[..., 2] > 150) & (pixels[..., 1] < 90) & (pixels[..., 0] < 90)
    assert red.sum() > 10_000
    return round(float(np.nonzero(red)[1].mean()))


def read_on(camera: PiCamera, pictures: int) -> None:
    """Read so many pictures."""
    for _ in range(pictures):
        camera.read()


def test_pictures_arrive_in_place_and_in_colour(picamera2: Any) -> None:
    """Red is red and where it was drawn, whatever format libcamera gave."""
    with open_camera("pi") as camera:
        seen = {disc_x(camera.read().pixels) for _ in range(40)}
    assert len(seen) >= 2
    assert all(min(abs(x - drawn) for drawn in DISC_X) <= 2 for x in seen)


def test_frames_count_on_and_time_goes_on(picamera2: Any) -> None:
    """Numbers have no gap and times grow."""
    begin_s = time.monotonic()
    with PiCamera() as camera:
        frames = [camera.read() for _ in range(5)]
    assert [frame.seq for frame in frames] == [0, 1, 2, 3, 4]
    assert begin_s < frames[0].taken_at_s
    assert all(later.taken_at_s > earlier.taken_at_s for earlier, later in pairwise(frames))


def test_format_and_size_are_those_given_not_those_asked_for(picamera2: Any) -> None:
    """Asked for RGB888 at 1640 x 1232, this camera gives NV12 at 1280 x 720, and that is what is read and told."""
    with PiCamera((1640, 1232)) as camera:
        assert (camera.format, camera.size_wh) == ("NV12", (1280, 720))
        assert camera.read().size_wh == (1280, 720)
        assert "1280 x 720, NV12" in camera.describe()


def test_a_smaller_size_on_offer_is_given(picamera2: Any) -> None:
    """A size that the camera has is the size of the frames, the picture scaled."""
    with PiCamera((640, 360)) as camera:
        frame = camera.read()
    assert frame.size_wh == (640, 360)


def test_controls_not_on_offer_are_left_out(picamera2: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Setting an exposure that this camera does not have neither fails nor is silent."""
    caplog.set_level("INFO")
    with PiCamera(held={"ExposureTime": 5000}) as camera:
        camera.read()
        assert camera.measured() == {}
    assert "ExposureTime" in caplog.text


def test_this_camera_has_no_lamps_to_avoid(picamera2: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The virtual camera knows no flicker: it brings pictures all the same, and the log names what it lacks."""
    caplog.set_level("INFO")
    with open_camera("pi", 60) as camera:
        camera.read()
    assert "controls_not_offered=AeFlickerMode,AeFlickerPeriod" in caplog.text


def test_the_controls_of_the_mains_are_such_as_libcamera_takes(picamera2: Any) -> None:
    """Told that they are on offer, Picamera2 hands them on, and libcamera's own binding takes them."""
    controls = picamera2.libcamera.controls
    with PiCamera() as camera:
        for control in (controls.AeFlickerMode, controls.AeFlickerPeriod):
            spread = types.SimpleNamespace(min=0, max=1_000_000, default=0)
            camera._camera.camera_ctrl_info[control.name] = (control, spread)
        camera.hold(flicker_controls(50))
        read_on(camera, 10)
        request = camera._camera.camera.create_request()
        for name, value in flicker_controls(50).items():
            request.set_control(getattr(controls, name), value)
    assert flicker_controls(50)["AeFlickerMode"] == int(controls.AeFlickerModeEnum.Manual)


def test_a_closed_camera_opens_again(picamera2: Any) -> None:
    """Closing frees it, twice is harmless, and a read in between says so."""
    for _ in range(3):
        camera = PiCamera()
        camera.read()
        camera.close()
        camera.close()
        with pytest.raises(CameraError, match="closed"):
            camera.read()


def test_a_busy_camera_is_named(picamera2: Any) -> None:
    """While one holds the camera another is told so, and the first goes on."""
    with PiCamera() as camera:
        with pytest.raises(CameraError, match="another program may be using it"):
            PiCamera()
        camera.read()


def test_a_camera_that_stops_is_noticed_within_its_patience(picamera2: Any) -> None:
    """When no more pictures come the read ends with an error, and closing still works."""
    camera = PiCamera()
    camera.read()
    camera._camera.stop()
    camera._patience_s = 0.2  # only now: the pictures before may take their time
    with pytest.raises(CameraError, match=r"brought no picture for 0\.2 s"):
        read_on(camera, 10)  # some pictures had arrived already
    camera.close()


def test_the_doctor_takes_a_picture(picamera2: Any) -> None:
    """The doctor opens the camera and tells its size."""
    finding = look_at_camera("pi", "Raspberry Pi 5 Model B", open_camera)
    assert (finding.level, "1280 x 720" in finding.text) == (Level.OK, True)
