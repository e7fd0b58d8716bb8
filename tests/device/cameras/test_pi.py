from __future__ import annotations

import importlib.util
import sys
import types
from typing import ClassVar

import cv2
import numpy as np
import pytest

from device.cameras.camera import CameraError, open_camera
from device.cameras.pi import PiCamera, as_bgr, controls_to_hold


def scene() -> np.ndarray:
    """A smooth picture in blue, green, red, its colours all different."""
    rows, cols = np.mgrid[0:48, 0:64].astype(np.float64)
    planes = [40 + 3 * cols, 60 + 3 * rows, 200 - 2 * cols]
    return np.stack(planes, axis=2).clip(0, 255).astype(np.uint8)


def with_alpha(pixels: np.ndarray) -> np.ndarray:
    """A fourth channel behind the three."""
    return np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])


def i420_to_nv12(planes: np.ndarray, swap: bool = False) -> np.ndarray:
    """Chroma values side by side instead of in two planes."""
    height = planes.shape[0] * 2 // 3
    blue, red = planes[height:].reshape(2, -1)
    pair = (red, blue) if swap else (blue, red)
    return np.vstack([planes[:height], np.stack(pair, axis=1).reshape(-1, planes.shape[1])])


@pytest.mark.parametrize("name", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "NV21"])
def test_every_format_becomes_blue_green_red(name: str) -> None:
    """Whatever the camera gives, the picture is the same; libcamera's RGB888 is blue, green, red in memory."""
    bgr = scene()
    i420 = cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420)
    given = {
        "RGB888": bgr,
        "BGR888": bgr[..., ::-1],
        "XRGB8888": with_alpha(bgr),
        "XBGR8888": with_alpha(bgr[..., ::-1]),
        "YUV420": i420,
        "YVU420": cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_YV12),
        "NV12": i420_to_nv12(i420),
        "NV21": i420_to_nv12(i420, swap=True),
    }[name]
    seen = as_bgr(np.ascontiguousarray(given), name, (64, 48))
    assert np.abs(seen.astype(int) - bgr).max() <= 8
    assert seen.flags.c_contiguous


def test_padding_at_the_end_of_rows_is_cut_off() -> None:
    """Rows may be longer than the picture is wide; what lies beyond is not part of it."""
    padded = np.pad(scene(), ((0, 0), (0, 16), (0, 0)))
    i420 = cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420)
    seen = as_bgr(i420, "YUV420", (64, 48))
    assert seen.shape == (48, 64, 3)
    assert np.abs(seen[:, :60].astype(int) - scene()[:, :60]).max() <= 8


def test_controls_to_hold_are_those_of_the_picture_and_on_offer() -> None:
    """Exposure, gain, colours and focus are kept, automatics switched off, and nothing the camera lacks is set."""
    metadata = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9), "LensPosition": 3.0, "Lux": 80.0}
    offered = dict.fromkeys(["ExposureTime", "AnalogueGain", "ColourGains", "AeEnable", "AwbEnable", "Brightness"])
    assert controls_to_hold(metadata, offered) == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 1.9),
    }
    assert controls_to_hold(metadata, {"FrameDurationLimits": None}) == {}


class RefusingCamera:
    """A Picamera2 that keeps what streams it was asked for, and then does not start."""

    camera_properties: ClassVar[dict[str, object]] = {}
    asked: ClassVar[dict[str, object]] = {}

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        """One camera is connected."""
        return [{}]

    def create_video_configuration(self, **streams: object) -> dict[str, object]:
        """The streams."""
        return streams

    def configure(self, streams: dict[str, object]) -> None:
        """Keep what is wanted, and have no mode for it."""
        self.asked.update(streams)
        raise RuntimeError("no such mode")

    def close(self) -> None:
        """Nothing is open."""


@pytest.mark.parametrize(
    ("sensor", "main", "small"),
    [
        ({"PixelArraySize": (3280, 2464)}, (1640, 1232), (640, 480)),
        ({"PixelArraySize": (4056, 3040)}, (1640, 1232), (640, 480)),
        ({"PixelArraySize": (4608, 2592)}, (1920, 1080), (640, 360)),
        ({}, (1640, 1232), (640, 480)),
    ],
    ids=["Camera Module 2", "HQ camera", "Camera Module 3", "unknown"],
)
def test_pictures_have_the_shape_of_the_sensor(
    monkeypatch: pytest.MonkeyPatch, sensor: dict[str, object], main: tuple[int, int], small: tuple[int, int]
) -> None:
    """Another shape would cut off what the lens sees at the sides; the number of pixels stays about the same."""
    asked: dict[str, object] = {}
    camera = type("Picamera2", (RefusingCamera,), {"camera_properties": sensor, "asked": asked})
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=camera))
    with pytest.raises(CameraError, match="no such mode"):
        PiCamera()
    assert asked["main"] == {"format": "RGB888", "size": main}
    assert asked["lores"] == {"format": "YUV420", "size": small}


class WillingCamera(RefusingCamera):
    """A Picamera2 that starts and keeps in order what it is told."""

    camera_controls: ClassVar[dict[str, object]] = {}
    told: ClassVar[list[object]] = []

    def configure(self, streams: dict[str, object]) -> None:
        """Give what is asked for."""
        self.given = streams

    def camera_configuration(self) -> dict[str, object]:
        """The streams as they were asked for."""
        return self.given

    def set_controls(self, controls: dict[str, object]) -> None:
        """Keep them."""
        self.told.append(controls)

    def start(self) -> None:
        """Keep that it was started."""
        self.told.append("start")


def offering(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[object]:
    """A Picamera2 with these controls; returns what it is told, in order."""
    told: list[object] = []
    controls = dict.fromkeys(names, (0, 1_000_000, 0)) | ({"AnalogueGain": (1.0, 8.0, 1.0)} if names else {})
    camera = type("Picamera2", (WillingCamera,), {"camera_controls": controls, "told": told})
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=camera))
    return told


FLICKER = ("AeFlickerMode", "AeFlickerPeriod")


@pytest.mark.parametrize(("mains_hz", "period_us"), [(50, 10000), (60, 8333)])
def test_lamps_on_the_mains_leave_no_bands_from_the_first_picture_on(
    monkeypatch: pytest.MonkeyPatch, mains_hz: int, period_us: int
) -> None:
    """Mode and period are both set, at once and before the camera starts."""
    told = offering(monkeypatch, "FrameDurationLimits", *FLICKER)
    with open_camera("pi", mains_hz):
        pass
    limits = {"FrameDurationLimits": (100_000, 100_000)}
    assert told == [limits | {"AeFlickerMode": 1, "AeFlickerPeriod": period_us}, "start"]


def test_a_camera_that_cannot_avoid_flicker_is_opened_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Older libcameras have no such controls."""
    caplog.set_level("INFO")
    told = offering(monkeypatch, "FrameDurationLimits")
    with PiCamera():
        pass
    assert told == [{"FrameDurationLimits": (100_000, 100_000)}, "start"]
    assert "controls_not_offered=AeFlickerMode,AeFlickerPeriod" in caplog.text


def test_an_exposure_held_from_before_becomes_one_of_whole_flickers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock of a profile outlives a change of the mains; its light stays, and the automatics stay off."""
    told = offering(monkeypatch, "ExposureTime", "AeEnable", "ColourGains", *FLICKER)
    held = {"AeEnable": False, "ExposureTime": 33000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.9)}
    with PiCamera(mains_hz=50) as camera:
        camera.hold(held)
        camera.hold(held | {"AnalogueGain": 7.9})  # no gain is left to make up for a shorter exposure
    *_, evened, as_it_was = told
    assert evened == held | {"ExposureTime": 30000, "AnalogueGain": 2.2}
    assert as_it_was == held | {"AnalogueGain": 7.9}


@pytest.mark.skipif(importlib.util.find_spec("picamera2") is not None, reason="picamera2 is installed here")
def test_without_picamera2_it_is_said_what_to_install() -> None:
    """On a machine without picamera2 the error names the package."""
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        open_camera("pi")


def test_picamera2_built_for_another_numpy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clash of picamera2's parts with a newer numpy points to the doctor."""

    class Clashing(types.ModuleType):
        def __getattr__(self, name: str) -> object:
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setitem(sys.modules, "picamera2", Clashing("picamera2"))
    with pytest.raises(CameraError, match=r"numpy do not fit.*leafwatch doctor"):
        open_camera("pi")
