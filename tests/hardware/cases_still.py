"""The Pi's camera class before a table that lies still and then changes: when the large picture is fetched."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from device.cameras.pi import PiCamera
from device.doctor.finding import Level
from device.doctor.table import camera as look_at_camera

STILL = 3


@pytest.fixture(scope="module", autouse=True)
def table(play: Any) -> None:
    """Three pictures that differ in noise alone, then two with something laid."""
    rng = np.random.default_rng(4)
    still = np.full((720, 1280, 3), 110.0)
    laid = still.copy()
    laid[300:400, 500:600] = (40, 160, 220)
    pictures = [still] * STILL + [laid] * 2
    play([np.clip(picture + rng.normal(0, 2, still.shape), 0, 255).astype(np.uint8) for picture in pictures])


def shows_the_piece(pixels: np.ndarray) -> bool:
    """Whether the piece lies there."""
    return bool(abs(float(pixels[350, 550, 2]) - 220) < 30)


def test_the_large_picture_is_fetched_only_when_something_has_changed(picamera2: Any) -> None:
    """Frames of a table that lies still share their pixels; each change is seen in the very frame it comes with."""
    now_s = 0.0
    with PiCamera(clock=lambda: now_s) as camera:
        frames = [camera.read() for _ in range(60)]
        fetched = camera.fetched
    assert len({frame.seq for frame in frames}) == 60
    shown = [shows_the_piece(frame.pixels) for frame in frames]
    changes = sum(a != b for a, b in itertools.pairwise(shown))
    assert changes >= 4
    assert len({id(frame.pixels) for frame in frames}) == fetched == changes + 1


def test_a_still_table_is_fetched_anew_every_second(picamera2: Any) -> None:
    """With a clock that gives half a second a frame, no frame's pixels are older than a second."""
    ticks = iter(range(1_000_000))
    with PiCamera(patience_s=1e6, clock=lambda: next(ticks) / 2) as camera:
        frames = [camera.read() for _ in range(40)]
    for first, second, third in zip(frames, frames[1:], frames[2:], strict=False):
        assert not (first.pixels is second.pixels is third.pixels)


def test_the_small_stream_is_asked_for_in_the_same_shape(picamera2: Any) -> None:
    """It is as wide as was asked for, and of the picture's own shape."""
    with PiCamera((1280, 720)) as camera:
        assert tuple(camera._small["size"]) == (640, 360)


def test_the_doctor_is_content(picamera2: Any) -> None:
    """The doctor's picture comes through the same two streams."""
    assert look_at_camera("pi", "Raspberry Pi 5 Model B", lambda spec: PiCamera()).level is Level.OK
