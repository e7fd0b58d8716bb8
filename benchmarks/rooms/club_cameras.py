"""Four more cameras: one of a burglar alarm, one that sees the mains, one with a dusty lens, one that hunts for focus.

``add()`` puts them beside the cameras that there are, after those of ``more_cameras``. What differs between pictures
is drawn from the picture's own stream, and the scale of a picture goes through tablescene's ``Camera``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cameras
import cv2
import numpy as np
from cameras import Make, Method, Picture, Settings
from more_cameras import MoreMake
from tablescene import scene as ts

Rng = np.random.Generator

BLOCK = 8
MAINS_BANDS = 3.1
"""How many half waves of 50 Hz pass while the rows of a picture are read."""


@dataclass(frozen=True)
class ClubMake(MoreMake):
    """A camera whose pictures differ from one another."""

    sees: Callable[[Picture, Rng], Picture] | None = None
    """What happens to the linear picture, each time differently."""
    breath: float = 0.0
    """How far apart the scales of two pictures may be, as a share."""


def _waves() -> Picture:
    """The cosines of a block's transform, one a row."""
    k = np.arange(BLOCK)
    rows = np.sqrt(2 / BLOCK) * np.cos(np.pi * (2 * k[None] + 1) * k[:, None] / (2 * BLOCK))
    rows[0] /= np.sqrt(2)
    return rows.astype(np.float32)


def _coded(plane: Picture, step: float) -> Picture:
    """A plane in blocks whose cosines are rounded towards nothing, the seams between them smoothed where faint."""
    height, width = plane.shape
    whole = cv2.copyMakeBorder(plane, 0, -height % BLOCK, 0, -width % BLOCK, cv2.BORDER_REPLICATE)
    tall, wide = whole.shape
    blocks = whole.reshape(tall // BLOCK, BLOCK, wide // BLOCK, BLOCK).swapaxes(1, 2)
    waves = _waves()
    told = waves @ blocks @ waves.T
    told = np.sign(told) * np.floor(np.abs(told) / step + 0.3) * step
    out = (waves.T @ told @ waves).swapaxes(1, 2).reshape(tall, wide)
    for plain in (out, out.T):
        before, after = plain[BLOCK - 1 : -1 : BLOCK], plain[BLOCK::BLOCK]
        jump = after - before
        eased = np.where(np.abs(jump) < 0.5 * step, jump / 3, 0)
        before += eased
        after -= eased
    return out[:height, :width]


def video_coded(picture: Picture) -> Picture:
    """A frame of a thrifty video stream: grain wiped away, coarse blocks, colours in blocks of twice the size."""
    seen = cv2.bilateralFilter(picture, 5, 16, 2.0)
    planes = cv2.cvtColor(seen, cv2.COLOR_RGB2YCrCb).astype(np.float32)
    height, width = planes.shape[:2]
    planes[..., 0] = _coded(planes[..., 0], 22.0)
    for k in (1, 2):
        small = cv2.resize(planes[..., k], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        planes[..., k] = cv2.resize(_coded(small - 128, 24.0) + 128, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.cvtColor(np.clip(planes + 0.5, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2RGB)


def mains(linear: Picture, rng: Rng) -> Picture:
    """Bands across the rows: lamps go dark a hundred times a second while a shutter of 4 ms rolls; phosphor lags."""
    rows = np.linspace(0, 2 * np.pi * MAINS_BANDS * rng.uniform(0.98, 1.02), len(linear)) + rng.uniform(0, 2 * np.pi)
    swing = rng.uniform(0.09, 0.15)
    bands = [1 + swing * depth * np.cos(rows - late) for depth, late in ((0.72, 0.35), (0.95, 0.1), (1.0, 0.0))]
    return linear * np.stack(bands, -1).astype(np.float32)[:, None]


def dusty(linear: Picture) -> Picture:
    """A lens that nobody wiped: light strays far from what is bright, a thumb's smear, soft grey specks of dust."""
    height, width = linear.shape[:2]
    small = cv2.resize(linear, (width // 8, height // 8), interpolation=cv2.INTER_AREA)
    stray = 0.6 * cv2.GaussianBlur(small, (0, 0), width / 150) + 0.4 * cv2.GaussianBlur(small, (0, 0), width / 40)
    out = 0.84 * linear + 0.16 * cv2.resize(stray, (width, height), interpolation=cv2.INTER_LINEAR)
    out = out + 0.05 * linear.mean((0, 1))
    rng = np.random.default_rng(77)
    y, x = np.mgrid[: height * 1.0, : width * 1.0].astype(np.float32) / width
    thumb = np.exp(-((((x - 0.66) / 0.17) ** 2 + ((y - 0.3) / 0.12) ** 2) ** 2))[..., None]
    out = out * (1 - 0.55 * thumb) + 0.55 * thumb * cv2.GaussianBlur(out, (0, 0), width / 420)
    cover = np.ones((height, width), np.float32)
    for _ in range(46):
        at, half = rng.uniform(0, (1, height / width)), rng.uniform(0.004, 0.02)
        away = np.hypot(x - at[0], y - at[1]) / half
        cover *= 1 - rng.uniform(0.03, 0.12) / (1 + np.exp(9 * (away - 1)))
    return out * cover[..., None]


def hunting(linear: Picture, rng: Rng) -> Picture:
    """Autofocus that came to rest a little before or behind the table."""
    off = float(np.abs(rng.normal(0, 0.8)))
    return cv2.GaussianBlur(linear, (0, 0), min(off, 1.9)) if off > 0.3 else linear


CLUB: dict[str, ClubMake] = {
    "alarmcam": ClubMake(
        "camera of a burglar alarm: 1280x720, cyan cast of its infrared filter, a video stream's coarse blocks",
        size=(1280, 720),
        height=0.9,
        fill=1.1,
        dist=(-0.19, 0.035),
        soft=1.5,
        shading=(0.74, 0.9, 0.96),
        settings={"read": 6.0, "full_well": 4600.0, "contrast": 0.36, "sharpen": 1.3, "chroma_nr": 3.0, "jpeg": 90},
        balance=(0.8, 1.0, 1.05),
        finish=video_coded,
    ),
    "mains50": ClubMake(
        "short exposure by lamps on 50 Hz mains: three bands across the picture, elsewhere in every picture",
        size=(1640, 1232),
        settings={"saturation": 1.05, "sharpen": 0.9},
        times={"gain": 1.3},
        sees=mains,
    ),
    "dustylens": ClubMake(
        "camera that has hung in a kitchen for a year: veil of stray light, a thumb's smear, grey specks",
        size=(1640, 1232),
        dist=(-0.07, 0.01),
        settings={"contrast": 0.1, "flare": 0.03},
        lens=dusty,
    ),
    "autofocus": ClubMake(
        "focuses anew before each picture: now and then a little soft, the scale differs by up to half a percent",
        size=(1640, 1232),
        dist=(-0.03, 0.0),
        settings={"saturation": 1.06, "sharpen": 1.0},
        sees=hunting,
        breath=0.005,
    ),
}


def add() -> None:
    """Put these cameras beside those that there are."""
    cameras.CAMERAS.update(CLUB)
    cameras.developed_by = _developed_by(cameras.developed_by)
    cameras.install = _install(cameras.install)


def _developed_by(stock: Method) -> Method:
    """The makes' way of developing, after what befalls each picture alone."""

    def developed_by(make: Make, develop: Method) -> Method:
        developed = stock(make, develop)
        if not isinstance(make, ClubMake) or make.sees is None:
            return developed
        sees = make.sees

        def seen(linear: Picture, rng: Rng, settings: Settings) -> Picture:
            own = np.random.default_rng(int(rng.integers(1 << 30)))
            return developed(sees(linear, own).astype(np.float32), rng, settings)

        return seen

    return developed_by


def _install(stock: Callable[[str], Make]) -> Callable[[str], Make]:
    """The makes' way of putting up a camera; one that breathes changes its scale from move to move."""

    def install(name: str) -> Make:
        make = stock(name)
        if isinstance(make, ClubMake) and make.breath:
            ts.TableScene._camera = _breathing(make.breath, ts.TableScene._camera)
        return make

    return install


def _breathing(breath: float, stock: Callable[[Any], None]) -> Callable[[Any], None]:
    """The cameras of a sequence, each at a scale of its own about the axis of the lens."""

    def placed(self: Any) -> None:
        stock(self)
        scales = 1 + np.random.default_rng([self.seed, 456]).uniform(-0.5, 0.5, len(self.cams)) * breath
        self.cams = [
            replace(camera, K=camera.K * np.array([[s, 1, 1], [1, s, 1], [1, 1, 1]]))
            for camera, s in zip(self.cams, scales, strict=True)
        ]

    return placed
