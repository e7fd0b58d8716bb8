"""The Pi's camera class on a camera that brings one and the same picture for ever."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np
import pytest

from device.cameras.camera import CameraError
from device.cameras.pi import PiCamera


@pytest.fixture(scope="module", autouse=True)
def one_picture(play: Any) -> None:
    """A single grey picture."""
    play([np.full((720, 1280, 3), 90, np.uint8)])


def read_on(camera: PiCamera) -> None:
    """Read far longer than the patience."""
    for _ in range(100_000):
        camera.read()


def test_a_frozen_camera_is_noticed(picamera2: Any) -> None:
    """Pictures come and never change: after the patience that is an error, however seldom they come."""
    with PiCamera(clock=count().__next__) as camera, pytest.raises(CameraError, match="same picture"):
        read_on(camera)
