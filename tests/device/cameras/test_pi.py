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
