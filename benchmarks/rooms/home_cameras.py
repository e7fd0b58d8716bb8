"""Four cheap cameras of a home: a webcam whose exposure hunts, a Pi camera 1, an old phone that streams, an ESP32-CAM.

``add()`` puts them beside the cameras that there are, after those of ``club_cameras``.
"""

from __future__ import annotations

from dataclasses import dataclass

import cameras
import cv2
import numpy as np
from cameras import Make, Method, Picture, Settings
from club_cameras import ClubMake

Rng = np.random.Generator

MACROBLOCK = 16


@dataclass(frozen=True)
class HomeMake(ClubMake):
    """A camera whose automatics never come to rest."""

    hunts: float = 0.0
    """By how many stops a picture may be brighter or darker than it should."""
    drifts: float = 0.0
    """By what share red and blue may be off in a picture."""


def haloed(picture: Picture) -> Picture:
    """A webcam for meetings: grain wiped off, wide bright seams along edges, faces' colours, then motion JPEG."""
    out = cv2.bilateralFilter(picture, 5, 14, 1.8).astype(np.float32)
    for size, share in ((1.1, 0.9), (3.0, 0.45)):
        out = out + share * np.clip(out - cv2.GaussianBlur(out, (0, 0), size), -34, 34)
    out = np.clip(out * np.float32((1.03, 1.0, 0.97)) + 3, 0, 255).astype(np.uint8)
    return _packed(out, 38)


def _packed(picture: Picture, quality: int) -> Picture:
    """Through JPEG and back."""
    packed = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def streamed(picture: Picture) -> Picture:
    """A phone's camera app: fine texture smeared, and macroblocks of which only the busy ones are told in full."""
    out = cv2.medianBlur(picture, 5)
    for _ in range(2):
        out = cv2.bilateralFilter(out, 9, 17, 4)
    out = cv2.addWeighted(out, 1.4, cv2.GaussianBlur(out, (0, 0), 1.6), -0.4, 0)
    height, width = out.shape[:2]
    light = cv2.cvtColor(out, cv2.COLOR_RGB2GRAY).astype(np.float32)
    blocks = (width // MACROBLOCK, height // MACROBLOCK)
    mean, square = (cv2.resize(plane, blocks, interpolation=cv2.INTER_AREA) for plane in (light, light * light))
    busy = (np.sqrt(np.maximum(square - mean * mean, 0)) > 8).astype(np.float32)
    share = cv2.resize(busy, (width, height), interpolation=cv2.INTER_NEAREST)[..., None]
    told = share * _packed(out, 46) + (1 - share) * _packed(out, 17)
    return cv2.bilateralFilter(np.clip(told + 0.5, 0, 255).astype(np.uint8), 5, 9, 1.5)


def pink_centre(linear: Picture) -> Picture:
    """Lens shading that was corrected for another lens: the middle pinkish, the corners greenish and a little dark."""
    height, width = linear.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    away = ((x - 0.06) ** 2 + (y + 0.04) ** 2) / 2
    pink = np.exp(-away / 0.22)
    red = 1 + 0.06 * pink - 0.22 * away
    green = 1 - 0.045 * pink - 0.09 * away
    blue = 1 + 0.035 * pink - 0.2 * away
    return linear * np.stack([red, green, blue], -1)


def fixed_focus(linear: Picture) -> Picture:
    """A lens of plastic: less detail than pixels, smeared outwards, light that strays."""
    height, width = linear.shape[:2]
    small = cv2.resize(linear, (int(0.72 * width), int(0.72 * height)), interpolation=cv2.INTER_AREA)
    out = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return 0.93 * out + 0.07 * cv2.GaussianBlur(out, (0, 0), width / 60)


def columns(picture: Picture) -> Picture:
    """Faint stripes of the sensor's columns, a narrow range, and JPEG as the small chip makes it."""
    stripes = np.random.default_rng(640).normal(0, 1.6, (1, picture.shape[1], 1)).astype(np.float32)
    out = picture.astype(np.float32) + stripes
    out = np.clip((out - 9) * 1.06, 0, 255)
    return _packed(out.astype(np.uint8), 52)


HOME: dict[str, HomeMake] = {
    "meetcam": HomeMake(
        "webcam for meetings, 1920x1080: its exposure hunts for a face, haloes along edges, motion JPEG",
        size=(1920, 1080),
        height=0.92,
        fill=1.05,
        dist=(-0.09, 0.02),
        soft=0.9,
        settings={"saturation": 1.22, "contrast": 0.34, "sharpen": 1.2, "chroma_nr": 3.0, "jpeg": 78, "vignette": 0.16},
        finish=haloed,
        hunts=0.55,
        drifts=0.06,
    ),
    "picam1pink": HomeMake(
        "Pi camera 1 with another lens, 1296x972: pinkish middle, greenish corners, grain",
        size=(1296, 972),
        soft=1.1,
        dist=(-0.05, 0.01),
        settings={"read": 6.0, "full_well": 4600.0, "luma_nr": 0, "chroma_nr": 1.2, "saturation": 1.0, "blur": 0.8},
        times={"gain": 1.4},
        lens=pink_centre,
    ),
    "phonestream": HomeMake(
        "old phone as a network camera, 1280x960: fine texture smeared, macroblocks of its video stream",
        size=(1280, 960),
        height=0.95,
        dist=(0.03, -0.02),
        settings={"read": 5.0, "full_well": 4600.0, "saturation": 1.15, "luma_nr": 0.05, "chroma_nr": 4.0, "jpeg": 88},
        times={"gain": 1.3},
        finish=streamed,
        hunts=0.15,
    ),
    "esp32cam": HomeMake(
        "ESP32-CAM, 1280x960: a plastic lens with dark soft corners, yellow-green cast, stripes, narrow range",
        size=(1280, 960),
        height=0.86,
        dist=(-0.16, 0.03),
        soft=3.2,
        shading=(0.62, 0.7, 0.64),
        settings={"read": 6.5, "full_well": 3800.0, "saturation": 0.92, "contrast": 0.3, "vignette": 0.3, "jpeg": 80},
        times={"gain": 1.3},
        balance=(1.02, 1.0, 0.86),
        lens=fixed_focus,
        finish=columns,
        hunts=0.2,
        drifts=0.03,
    ),
}


def add() -> None:
    """Put these cameras beside those that there are."""
    cameras.CAMERAS.update(HOME)
    cameras.developed_by = _developed_by(cameras.developed_by)


def _developed_by(stock: Method) -> Method:
    """The makes' way of developing, with an exposure and a white that are off in each picture in its own way."""

    def developed_by(make: Make, develop: Method) -> Method:
        developed = stock(make, develop)
        if not isinstance(make, HomeMake) or not (make.hunts or make.drifts):
            return developed

        def hunted(linear: Picture, rng: Rng, settings: Settings) -> Picture:
            off, red, blue = np.random.default_rng(int(rng.integers(1 << 30))).uniform(-1, 1, 3)
            white = np.float32((1 + make.drifts * red, 1, 1 + make.drifts * blue))
            own = {"ev": settings["ev"] + make.hunts * off, "awb_error": np.float32(settings["awb_error"]) * white}
            return developed(linear, rng, settings | own)

        return hunted

    return developed_by
