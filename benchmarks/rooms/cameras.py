"""Cameras other than the renderer's: lens, sensor and picture processing of a dozen that people own.

``install(NAME)`` puts one in the place of tablescene's Raspberry Pi camera; ``CAMERAS`` describes them. Distortion goes
through tablescene's ``Camera``, so the truth's corners stay exact. Import it when tablescene can be imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from tablescene import camera, isp
from tablescene import scene as ts

Picture = np.ndarray
Settings = dict[str, Any]
Method = Callable[..., Any]

CONVERGED = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 80, 1e-12)


@dataclass(frozen=True)
class Make:
    """One camera: its picture, its lens, its sensor and what its processing does."""

    said: str
    size: tuple[int, int] = (1640, 1232)
    height: float = 1.0
    """Times as far from the table as the renderer's camera."""
    fill: float = 1.0
    zoom: float = 1.0
    """How far the lens may be cropped, as a multiple of the renderer's limit."""
    dist: tuple[float, float] | None = None
    """k1 and k2; the renderer's own where there is none."""
    soft: float = 0.0
    """Blur of the corners in pixels."""
    shading: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What is left of red, green and blue in the corners."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Processing settings put in the place of the renderer's."""
    times: Mapping[str, float] = field(default_factory=dict)
    """Processing settings multiplied."""
    stops: float = 0.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    finish: Callable[[Picture], Picture] | None = None
    """What happens to the finished 8-bit picture."""


def smeared(picture: Picture) -> Picture:
    """Noise reduction that paints over what is fine, and sharpens what is left."""
    out = cv2.medianBlur(picture, 3)
    for _ in range(2):
        out = cv2.bilateralFilter(out, 7, 26, 4)
    crisp = cv2.addWeighted(out, 1.55, cv2.GaussianBlur(out, (0, 0), 1.8), -0.55, 0)
    return cv2.bilateralFilter(crisp, 5, 14, 2)


def oversharpened(picture: Picture) -> Picture:
    """Haloes of a webcam, then its motion JPEG."""
    wide = cv2.addWeighted(picture, 2.1, cv2.GaussianBlur(picture, (0, 0), 1.5), -1.1, 0)
    packed = cv2.imencode(".jpg", wide[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 42])[1]
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def crushed(picture: Picture) -> Picture:
    """A steep curve with blacks that hold nothing, as action cameras and televisions like it."""
    x = np.linspace(0, 1, 256)
    curve = np.clip(1.12 * (x - 0.035), 0, 1)
    curve = 0.45 * curve + 0.55 * curve * curve * (3 - 2 * curve)
    return np.round(curve * 255).astype(np.uint8)[picture]


CAMERAS: dict[str, Make] = {
    "picam2": Make(
        "Pi camera 2: small old sensor, noisy, pale, with green corners",
        settings={"read": 7.0, "full_well": 4600.0, "saturation": 0.8, "chroma_nr": 1.0, "luma_nr": 0, "sharpen": 1.3},
        times={"gain": 1.7},
        soft=1.2,
        shading=(0.8, 0.97, 0.84),
    ),
    "wide3": Make(
        "Pi camera 3 wide: close to the table, barrel distortion, soft dark corners",
        size=(1536, 1152),
        height=0.6,
        fill=1.08,
        dist=(-0.3, 0.075),
        soft=2.6,
        settings={"vignette": 0.42, "ca": 1.1e-3},
    ),
    "hqlong": Make(
        "HQ camera with a long lens from the bookshelf: hardly any perspective, little noise, low contrast",
        size=(1520, 1140),
        height=1.75,
        zoom=4.0,
        dist=(0.12, -0.4),
        settings={"gain": 1.2, "full_well": 16000.0, "contrast": 0.02, "saturation": 0.92, "flare": 0.05, "jpeg": 95},
    ),
    "webcam": Make(
        "USB webcam: 1280x720, haloes, strong JPEG, colours turned up",
        size=(1280, 720),
        height=0.85,
        fill=1.1,
        dist=(-0.14, 0.03),
        settings={"saturation": 1.5, "contrast": 0.45, "sharpen": 1.6, "chroma_nr": 3.0, "jpeg": 72},
        finish=oversharpened,
    ),
    "oldphone": Make(
        "old phone held upright: noise reduction that smears what is fine",
        size=(1152, 1536),
        settings={"read": 6.0, "full_well": 4000.0, "luma_nr": 0.09, "chroma_nr": 4.0, "saturation": 1.2, "jpeg": 80},
        times={"gain": 1.5},
        shading=(0.92, 0.86, 0.9),
        finish=smeared,
    ),
    "yellow": Make(
        "white balance set to daylight: everything yellowish",
        size=(1332, 990),
        settings={"awb_greyworld": 0.0},
        balance=(1.22, 1.0, 0.6),
    ),
    "bluish": Make(
        "white balance set to incandescent: everything bluish",
        size=(1332, 990),
        settings={"awb_greyworld": 0.0},
        balance=(0.74, 0.98, 1.42),
    ),
    "under": Make("exposure a stop too short, shadows noisy", size=(1332, 990), stops=-1.0, times={"gain": 1.4}),
    "over": Make(
        "exposure a stop too long, whites eaten away", size=(1332, 990), stops=1.65, settings={"contrast": 0.05}
    ),
    "hd1080": Make(
        "camcorder: 1920x1080, crushed blacks, some pincushion",
        size=(1920, 1080),
        dist=(0.08, 0.0),
        settings={"contrast": 0.3, "jpeg": 82, "sharpen": 1.2},
        finish=crushed,
    ),
    "defocused": Make(
        "focused on the ceiling's height: slightly blurred all over",
        size=(1332, 990),
        settings={"blur": 2.5, "sharpen": 0.6},
    ),
    "portrait": Make("the Pi camera screwed on upright", size=(1080, 1440), dist=(-0.1, 0.02), soft=1.0),
}


def install(name: str) -> Make:
    """Put a camera in the place of the renderer's; says what it is."""
    make = CAMERAS[name]
    cv2.undistortPoints = _converged(cv2.undistortPoints)
    camera.framed_camera = framed_by(make, camera.framed_camera)
    isp.develop = developed_by(make, isp.develop)
    ts.TableScene._isp = settings_of(make, ts.TableScene._isp)
    return make


def framed_by(make: Make, stock: Method) -> Method:
    """Where the camera hangs and how its lens bends: the renderer's choice with the camera's lens."""

    def framed(*args: Any, height_mm: float, fill: float, k1: float, **others: Any) -> camera.Camera:
        filled = min(fill * make.fill, 0.9)
        others["lens_px"] = camera.CM3_F_PX * make.zoom
        out = stock(*args, height_mm=height_mm * make.height, fill=filled, k1=k1, **others)
        if make.dist is not None:
            out.dist[0], out.dist[1] = make.dist
        return out

    return framed


def settings_of(make: Make, stock: Method) -> Method:
    """The settings of the picture processing."""

    def settings(self: Any) -> Settings:
        out = stock(self) | dict(make.settings)
        for key, factor in make.times.items():
            out[key] = out[key] * factor
        out["gain"] = min(out["gain"], 7.0)
        error = np.float32(out["awb_error"]) * np.float32(make.balance)
        return out | {"ev": 0.4 * out["ev"] + make.stops if make.stops else out["ev"], "awb_error": error}

    return settings


def developed_by(make: Make, stock: Method) -> Method:
    """Soft and tinted corners before the sensor, the finish after it."""

    def developed(linear: Picture, rng: np.random.Generator, settings: Settings) -> Picture:
        away = _from_middle(*linear.shape[:2])
        if make.soft:
            share = np.clip(away**1.5, 0, 1)[..., None]
            linear = linear * (1 - share) + cv2.GaussianBlur(linear, (0, 0), make.soft) * share
        linear = linear * (1 - away[..., None] * (1 - np.float32(make.shading)))
        picture = stock(linear.astype(np.float32), rng, settings)
        return picture if make.finish is None else make.finish(picture)

    return developed


def _from_middle(height: int, width: int) -> Picture:
    """The square of the distance from the picture's middle, 1 in the corners."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 / 4 + height**2 / 4)


def _converged(stock: Method) -> Method:
    """OpenCV's search for the undistorted point, carried on until barrel distortion is exact as well."""

    def undistorted(points: Picture, matrix: Picture, dist: Picture, **others: Any) -> Picture:
        return stock(points, matrix, dist, **({"criteria": CONVERGED} | others))

    return undistorted
