"""Five more cameras: a Pi NoIR, a laptop's webcam, a very wide lens, an old CCD with a long zoom, a loud phone.

``add()`` puts them beside the cameras that there are, after those of ``more_cameras``.
"""

from __future__ import annotations

import cameras
import cv2
import numpy as np
from cameras import Picture
from more_cameras import MoreMake, hdr


def infrared(linear: Picture) -> Picture:
    """No filter before the sensor: infrared, in which print is pale, lies over all channels, a little out of focus."""
    ceiling = linear.max(-1)
    pale = 0.5 * ceiling + 0.35 * linear[..., 0] + 0.15 * float(np.median(ceiling))
    pale = cv2.GaussianBlur(pale, (0, 0), 1.3)[..., None]
    return linear * 0.74 + pale * np.float32((0.38, 0.26, 0.3))


def auto_hdr(picture: Picture) -> Picture:
    """Noise wiped away, shadows lifted, then JPEG as a video call has it."""
    out = cv2.bilateralFilter(picture, 5, 22, 2.2)
    out = cv2.addWeighted(hdr(out), 0.65, out, 0.35, 0)
    out = cv2.addWeighted(out, 1.45, cv2.GaussianBlur(out, (0, 0), 1.3), -0.45, 0)
    packed = cv2.imencode(".jpg", out[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 30])[1]
    return np.ascontiguousarray(cv2.imdecode(packed, cv2.IMREAD_COLOR)[..., ::-1])


def fringed(linear: Picture) -> Picture:
    """A purple seam round what is bright, and bright columns that run over."""
    light = linear @ np.float32([0.2126, 0.7152, 0.0722])
    limit = max(float(np.quantile(light, 0.93)), 1e-6)
    over = np.clip(light - 0.85 * limit, 0, 1.5 * limit)
    seam = np.clip(cv2.GaussianBlur(over, (0, 0), 2.6) - over, 0, None)
    smear = cv2.GaussianBlur(over.mean(0)[None], (0, 0), 1.0)
    return linear + seam[..., None] * np.float32((0.55, 0.04, 1.0)) + 0.2 * smear[..., None]


def loud(picture: Picture) -> Picture:
    """A phone's picture: a vivid curve, colours turned up where they were dull, firm edges with haloes."""
    hsv = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_RGB2HSV)
    hsv[..., 1] = np.clip(hsv[..., 1] * (1.45 - 0.4 * hsv[..., 1]), 0, 1)
    out = np.clip(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), 0, 1)
    out = 0.6 * out + 0.4 * out * out * (3 - 2 * out)
    out = out + 0.9 * np.clip(out - cv2.GaussianBlur(out, (0, 0), 2.2), -0.12, 0.12)
    return np.clip(out * 255 + 0.5, 0, 255).astype(np.uint8)


RARER: dict[str, MoreMake] = {
    "noir": MoreMake(
        "Pi camera without its infrared filter by daylight: washed out, pinkish, a little soft",
        size=(1640, 1232),
        soft=1.4,
        shading=(0.95, 0.82, 0.92),
        settings={"saturation": 0.86, "contrast": 0.1, "awb_greyworld": 0.25, "flare": 0.05},
        stops=0.35,
        balance=(1.18, 1.0, 0.98),
        lens=infrared,
    ),
    "laptop720": MoreMake(
        "laptop's webcam at a slant: 1280x720, noise wiped away, automatic HDR, heavy JPEG",
        size=(1280, 720),
        height=0.85,
        fill=1.12,
        dist=(-0.08, 0.01),
        soft=1.3,
        tilt=24.0,
        settings={"read": 6.0, "full_well": 4200.0, "luma_nr": 0.06, "chroma_nr": 4.0, "sharpen": 1.1, "jpeg": 70},
        stops=-0.35,
        balance=(1.03, 1.0, 1.06),
        finish=auto_hdr,
    ),
    "wide100": MoreMake(
        "lens of some hundred degrees close above the table: barrel distortion, the table all round, small board",
        size=(1800, 1350),
        height=0.43,
        fill=0.76,
        dist=(-0.26, 0.06),
        soft=2.2,
        shading=(0.94, 0.95, 1.0),
        tilt=7.0,
        settings={"vignette": 0.36, "ca": 9e-4, "sharpen": 0.8},
    ),
    "ccdzoom": MoreMake(
        "old CCD camera zoomed in from high up: 1024x768, small board, purple seams, columns that smear",
        size=(1024, 768),
        height=2.5,
        fill=0.78,
        zoom=3.0,
        dist=(0.1, -0.3),
        settings={"ca": 1.5e-3, "saturation": 1.12, "contrast": 0.36, "sharpen": 1.2, "chroma_nr": 1.0, "jpeg": 82},
        times={"gain": 1.3},
        balance=(0.98, 1.0, 1.05),
        lens=fringed,
    ),
    "vividphone": MoreMake(
        "phone held over the table: loud colours, sharpened, every picture moved a little",
        size=(1600, 1200),
        height=0.9,
        dist=(0.03, -0.02),
        tilt=16.0,
        settings={"saturation": 1.25, "contrast": 0.3, "motion": 2.4, "luma_nr": 0.035, "chroma_nr": 3.5, "jpeg": 88},
        finish=loud,
    ),
}


def add() -> None:
    """Put these cameras beside those that there are."""
    cameras.CAMERAS.update(RARER)
