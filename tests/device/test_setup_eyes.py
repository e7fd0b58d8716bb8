"""The set-up's eyes, step by step: what they tell of the light, and when they tell nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import pytest

from calibration.board_library import BoardLibrary
from calibration.flicker import FEWEST
from device.errors import CameraError
from device.setup.cameras import Cameras
from device.setup.eyes import WARM_UP, SetupEyes
from device.setup.known import KnownBoards
from device.simulation.camera import at_once
from vision.frame import Frame, Pixels

ENOUGH = WARM_UP + FEWEST
"""Pictures after which bands are told."""


def banded(second: int) -> Pixels:
    """An even table under a lamp whose bands roll."""
    light = 1 + 0.08 * np.sin(2 * np.pi * (2.3 * np.linspace(0, 1, 120) + 0.31 * second))
    return np.repeat(np.rint(120 * light).astype(np.uint8), 160 * 3).reshape(120, 160, 3)


class Losable(Cameras):
    """Cameras that flicker, a picture a second; those that are ``lost`` cannot be opened and give no picture."""

    def __init__(self) -> None:
        super().__init__(lambda: at_once)
        self.lost = False
        self._second = 0

    def open(self, source: str, mains_hz: int) -> Any:
        """This one, if it is not lost."""
        if self.lost:
            raise CameraError("it is lost")
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def describe(self) -> str:
        """A name."""
        return "a camera"

    def read(self) -> Frame:
        """The next second's picture."""
        if self.lost:
            raise CameraError("it is lost")
        self._second += 1
        return Frame(banded(self._second), float(self._second), self._second)


class NeverDone(ThreadPoolExecutor):
    """Looks for no boards: here it is about the light alone."""

    def submit(self, *about: Any, **more: Any) -> Future[Any]:
        """Never done."""
        return Future()


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    """Where boards would be looked for."""
    with NeverDone(1) as worker:
        yield worker


@pytest.fixture
def known(tmp_path: Path) -> KnownBoards:
    """No boards."""
    return KnownBoards(BoardLibrary(tmp_path), {})


def told_after(eyes: SetupEyes, worker: ThreadPoolExecutor, pictures: int) -> list[str]:
    """The checks that are told after so many steps."""
    for _ in range(pictures):
        eyes.step(worker)
    return [check["check"] for check in eyes.json()["checks"]]


def test_of_the_light_nothing_is_told_while_there_is_no_picture(worker: ThreadPoolExecutor, known: KnownBoards) -> None:
    """Bands go with the camera that showed them; when it is back they are told as soon as there are enough again."""
    cameras = Losable()
    eyes = SetupEyes(cameras, known)
    eyes.choose("usb:0")
    assert told_after(eyes, worker, ENOUGH) == ["flicker"]
    cameras.lost = True
    assert told_after(eyes, worker, 1) == []
    cameras.lost = False
    assert told_after(eyes, worker, FEWEST - 1) == []
    assert told_after(eyes, worker, 1) == ["flicker"]


def test_bands_are_measured_anew_in_the_light_of_other_mains(worker: ThreadPoolExecutor, known: KnownBoards) -> None:
    """What was seen with the exposure of before says nothing of the next, in no picture of it."""
    eyes = SetupEyes(Losable(), known)
    eyes.choose("usb:0")
    assert told_after(eyes, worker, ENOUGH) == ["flicker"]
    assert eyes.use_mains(60)
    assert told_after(eyes, worker, ENOUGH - 2) == []
    assert told_after(eyes, worker, 1) == ["flicker"]
    assert not eyes.use_mains(60)
    assert told_after(eyes, worker, 1) == ["flicker"]
