"""More cameras: two of the Raspberry Pi's, an Arducam, an action camera and a tablet.

``add()`` puts them beside the cameras that there are. Distortion and tilt go through tablescene's ``Camera``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cameras
import cv2
import numpy as np
from cameras import Make, Method, Picture, Settings
from tablescene.camera import Camera

FOCUS_SIZE = 2304
"""The width of the picture for which the blur of ``short`` is given."""
BLURS = (0.0, 1.4, 2.8, 5.0)


@dataclass(frozen=True)
class MoreMake(Make):
    """A camera with a place of its own, a focus and a lens that tints."""

    tilt: float | None = None
    """Degrees from straight down, instead of the renderer's."""
    focus: float | None = None
    """The distance in focus as a share of the distance to the middle of the picture."""
    short: float = 0.0
    """Blur in pixels where the distance is twice that in focus."""
    lens: Callable[[Picture], Picture] | None = None
    """What the lens does to the linear picture."""


def green_magenta(linear: Picture) -> Picture:
    """Wrong lens shading tables: magenta towards one corner, green towards the other, dark all round."""
    height, width = linear.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    away, swing = (x * x + y * y) / 2, (0.75 * x + 0.6 * y) / 1.35
    green = 1 - 0.12 * away + 0.11 * swing
    other = 1 - 0.2 * away - 0.09 * swing
    return linear * np.stack([other, green, other * (1 - 0.04 * away)], -1)


def hdr(picture: Picture) -> Picture:
    """Shadows lifted and lights pulled down, with the detail kept: several exposures laid over each other."""
    seen = picture.astype(np.float32) / 255
    light = np.log(np.maximum(seen @ np.float32([0.299, 0.587, 0.114]), 0.02))
    small = cv2.resize(light, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    base = cv2.GaussianBlur(cv2.bilateralFilter(small, 0, 0.5, 14), (0, 0), 2)
    base = cv2.resize(base, light.shape[::-1], interpolation=cv2.INTER_LINEAR)
    flat = 0.66 * base + 0.34 * np.float32(np.log(0.6)) + 1.12 * (light - base)
    out = seen * np.exp(flat - light)[..., None]
    out = np.where(out > 0.8, 0.8 + 0.2 * np.tanh((out - 0.8) / 0.2), out)
    grey = out.mean(-1, keepdims=True)
    return np.clip(255 * (grey + 1.12 * (out - grey)) + 0.5, 0, 255).astype(np.uint8)


def painted(picture: Picture) -> Picture:
    """A tablet's noise reduction: flat, with firm edges."""
    out = cv2.bilateralFilter(picture, 5, 18, 2.5)
    return cv2.addWeighted(out, 1.3, cv2.GaussianBlur(out, (0, 0), 1.4), -0.3, 0)


MORE: dict[str, MoreMake] = {
    "picam3": MoreMake(
        "Pi camera 3: wide picture, focused a little in front of the table, shadows lifted as by HDR",
        size=(2304, 1296),
        settings={"contrast": 0.12, "saturation": 1.08, "sharpen": 0.9},
        focus=0.94,
        short=24.0,
        finish=hdr,
    ),
    "ov5647": MoreMake(
        "Pi camera 1: 1296x972, one corner magenta, the other green, noisy",
        size=(1296, 972),
        soft=1.0,
        settings={"read": 6.5, "full_well": 4400.0, "luma_nr": 0, "chroma_nr": 0.9, "saturation": 0.95, "blur": 0.85},
        times={"gain": 1.6},
        lens=green_magenta,
    ),
    "arducam16": MoreMake(
        "Arducam of 16 megapixels, binned to 2328x1748: large, crisp, a little cold",
        size=(2328, 1748),
        dist=(0.04, -0.06),
        soft=1.6,
        shading=(0.93, 0.96, 1.0),
        settings={"sharpen": 1.3, "saturation": 1.12, "luma_nr": 0.035, "chroma_nr": 3.0, "jpeg": 92},
        balance=(0.94, 1.0, 1.07),
    ),
    "action": MoreMake(
        "action camera: near the table, barrel distortion, loud colours",
        size=(1600, 1200),
        height=0.62,
        fill=1.05,
        dist=(-0.2, 0.025),
        soft=1.4,
        settings={"contrast": 0.4, "saturation": 1.32, "sharpen": 1.5, "vignette": 0.28, "jpeg": 86},
    ),
    "tablet": MoreMake(
        "tablet in a stand: looks at the table at a slant of some 32 degrees, from near, smooth",
        size=(1600, 1200),
        height=0.8,
        dist=(-0.06, 0.01),
        tilt=32.0,
        settings={"saturation": 1.15, "sharpen": 0.8, "luma_nr": 0.05, "chroma_nr": 3.0, "jpeg": 86},
        finish=painted,
    ),
}


def add() -> None:
    """Put these cameras beside those that there are."""
    cameras.CAMERAS.update(MORE)
    held: dict[str, Camera] = {}
    cameras.framed_by = _framed_by(cameras.framed_by, held)
    cameras.developed_by = _developed_by(cameras.developed_by, held)


def _framed_by(stock: Method, held: dict[str, Camera]) -> Method:
    """The makes' way of hanging cameras, at the make's tilt; remembers the camera for its focus."""

    def framed_by(make: Make, framed: Method) -> Method:
        placed = stock(make, framed)

        def tilted(*args: Any, tilt_deg: float, **others: Any) -> Camera:
            if isinstance(make, MoreMake) and make.tilt is not None:
                tilt_deg = make.tilt + 0.12 * (tilt_deg - 15)
            held["camera"] = placed(*args, tilt_deg=tilt_deg, **others)
            return held["camera"]

        return tilted

    return framed_by


def _developed_by(stock: Method, held: dict[str, Camera]) -> Method:
    """The makes' way of developing, after the lens's tint and focus."""

    def developed_by(make: Make, develop: Method) -> Method:
        def seen(linear: Picture, rng: np.random.Generator, settings: Settings) -> Picture:
            if isinstance(make, MoreMake):
                if make.focus is not None:
                    linear = focused(linear, held["camera"], make.focus, make.short)
                if make.lens is not None:
                    linear = make.lens(linear)
            return develop(linear.astype(np.float32), rng, settings)

        return stock(make, seen)

    return developed_by


def focused(linear: Picture, camera: Camera, focus: float, short: float) -> Picture:
    """Blurred by how far the table is from where the lens is focused."""
    height, width = linear.shape[:2]
    x, y = np.meshgrid(np.linspace(0, width - 1, 48), np.linspace(0, height - 1, 32))
    spots = np.stack([x, y], -1).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(spots, camera.K, camera.dist).reshape(-1, 2)
    down = np.c_[rays, np.ones(len(rays))] @ camera.R[:, 2]
    far = (-camera.position[2] / np.minimum(down, -0.05)).reshape(x.shape).astype(np.float32)
    in_focus = focus * np.median(far)
    size = short * np.abs(far / in_focus - 1) * width / FOCUS_SIZE
    size = cv2.resize(size, (width, height), interpolation=cv2.INTER_LINEAR)
    levels = [linear, *(cv2.GaussianBlur(linear, (0, 0), sigma) for sigma in BLURS[1:])]
    out = np.zeros_like(linear)
    for k, level in enumerate(levels):
        corner = np.zeros(len(BLURS))
        corner[k] = 1
        out += level * np.interp(size, BLURS, corner).astype(np.float32)[..., None]
    return out
