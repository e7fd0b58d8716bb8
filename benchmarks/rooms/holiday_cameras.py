"""Five cameras that people buy today, as they see without a crop: the lens alone says how large the board is.

``add()`` puts them beside the cameras that there are, after those of ``home_cameras``.
"""

from __future__ import annotations

import cameras
import cv2
import numpy as np
from cameras import Picture
from club_cameras import hunting
from home_cameras import HomeMake
from more_cameras import hdr
from tablescene.camera import CM3_F_PX


def _uncropped(focal_px: float) -> float:
    """The limit of a lens that is not cropped, as a multiple of the renderer's."""
    return focal_px / (1.25 * CM3_F_PX)


def _packed(picture: Picture, quality: int, sampling: int = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420) -> Picture:
    """Through JPEG and back."""
    how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    packed = cv2.imencode(".jpg", picture[..., ::-1], how)[1]
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def motion_jpeg(picture: Picture) -> Picture:
    """A desk's webcam: grain smoothed, edges firm, motion JPEG with colours of half the width."""
    planes = cv2.cvtColor(cv2.bilateralFilter(picture, 5, 11, 1.6), cv2.COLOR_RGB2YCrCb)
    planes[..., 1:] = cv2.GaussianBlur(planes[..., 1:], (0, 0), 1.8)
    out = cv2.cvtColor(planes, cv2.COLOR_YCrCb2RGB)
    out = cv2.addWeighted(out, 1.5, cv2.GaussianBlur(out, (0, 0), 1.2), -0.5, 0)
    return _packed(out, 66, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422)


def phone_video(picture: Picture) -> Picture:
    """A new phone's video: grain gone, shadows lifted, a vivid curve, then a good stream that wipes the faint."""
    out = cv2.bilateralFilter(picture, 7, 13, 2.4)
    out = cv2.addWeighted(hdr(out), 0.5, out, 0.5, 0)
    hsv = cv2.cvtColor(out.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * (1.2 - 0.2 * hsv[..., 1]), 0, 1)
    out = np.clip(255 * cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB) + 0.5, 0, 255).astype(np.uint8)
    out = cv2.addWeighted(out, 1.35, cv2.GaussianBlur(out, (0, 0), 1.0), -0.35, 0)
    return cv2.bilateralFilter(_packed(out, 48), 3, 7, 1.2)


HOLIDAY: dict[str, HomeMake] = {
    "hq6mm": HomeMake(
        "Pi HQ camera with the 6 mm C-mount lens at its defaults, 2028x1520, hand-focused: barrel, soft dark corners",
        size=(2028, 1520),
        height=0.76,
        zoom=_uncropped(1935),
        dist=(-0.13, 0.02),
        soft=2.2,
        shading=(0.8, 0.84, 0.8),
        settings={"contrast": 0.16, "saturation": 1.0, "sharpen": 0.7, "full_well": 12000.0, "jpeg": 93, "ca": 7e-4},
        focus=1.03,
        short=14.0,
    ),
    "deskcam": HomeMake(
        "desk's webcam, 1920x1080: wide, automatic exposure, white and focus come to rest nearly right, motion JPEG",
        size=(1920, 1080),
        height=0.62,
        zoom=_uncropped(1361),
        dist=(0.02, -0.02),
        soft=1.2,
        shading=(0.86, 0.88, 0.88),
        settings={"read": 5.0, "full_well": 5200.0, "saturation": 1.12, "contrast": 0.28, "sharpen": 0.9, "jpeg": 92},
        times={"gain": 1.2},
        finish=motion_jpeg,
        sees=hunting,
        breath=0.004,
        hunts=0.25,
        drifts=0.03,
    ),
    "globalshutter": HomeMake(
        "Pi global shutter camera, 1456x1088, 8 mm lens: few large pixels, dull colours, lamps on mains pulse",
        size=(1456, 1088),
        height=0.85,
        zoom=_uncropped(2319),
        dist=(-0.07, 0.03),
        soft=0.8,
        shading=(0.76, 0.83, 0.78),
        settings={"saturation": 0.84, "contrast": 0.12, "blur": 0.42, "luma_nr": 0, "chroma_nr": 1.0, "jpeg": 93},
        balance=(0.98, 1.0, 1.04),
        hunts=0.14,
    ),
    "phonewebcam": HomeMake(
        "new phone in a gooseneck as a webcam, 1920x1080: lifted shadows, vivid, grain and faint texture wiped away",
        size=(1920, 1080),
        height=0.7,
        zoom=_uncropped(1530),
        dist=(0.015, -0.01),
        tilt=14.0,
        settings={"read": 3.0, "luma_nr": 0.03, "chroma_nr": 3.5, "contrast": 0.2, "sharpen": 0.6, "jpeg": 94},
        finish=phone_video,
        breath=0.002,
        hunts=0.1,
    ),
    "picam3auto": HomeMake(
        "Pi camera 3 with autofocus, whole picture at 2304x1296, all at its defaults: now and then a little soft",
        size=(2304, 1296),
        height=0.8,
        zoom=_uncropped(1693),
        dist=(-0.02, 0.01),
        soft=1.5,
        settings={"contrast": 0.18, "saturation": 1.0, "sharpen": 0.8, "jpeg": 93},
        sees=hunting,
        breath=0.004,
    ),
}


def add() -> None:
    """Put these cameras beside those that there are."""
    cameras.CAMERAS.update(HOLIDAY)
