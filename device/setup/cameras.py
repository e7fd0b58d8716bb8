"""Which cameras this machine offers, and how each is opened; the simulated table is one of them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from typing import NamedTuple

from device.cameras.camera import Camera, open_camera
from device.signals.pins import raspberry_pi_model
from device.simulation.camera import Pace, RealTime
from device.simulation.house import SimulatedHouse

SIMULATED = "simulated"


class Offer(NamedTuple):
    """A camera to choose: the word of the settings, and what it calls itself ("" where the page has a word for it)."""

    source: str
    label: str


def offers(root: Path = Path("/"), model: Callable[[], str | None] = raspberry_pi_model) -> tuple[Offer, ...]:
    """What may be chosen here, the likeliest first; whether a camera works shows when it is opened."""
    found = [Offer("pi", "")] if model() is not None or util.find_spec("picamera2") is not None else []
    return (*found, *_usb(root), Offer(SIMULATED, ""))


def _usb(root: Path) -> Iterator[Offer]:
    """Video devices of the kernel; a camera has several, of which the first gives pictures."""
    folder = root / "sys/class/video4linux"
    devices = sorted(folder.glob("video*"), key=lambda path: int(re.sub(r"\D", "", path.name) or 0))
    for device in devices:
        number = re.fullmatch(r"video(\d+)", device.name)
        if number is None or ((device / "index").is_file() and (device / "index").read_text().strip() != "0"):
            continue
        name = device / "name"
        label = name.read_text(errors="replace").strip() if name.is_file() else ""
        if "bcm2835" in label or "pispbe" in label or "rpivid" in label:  # the Pi's own processor stages, no cameras
            continue
        yield Offer(f"usb:{number[1]}", label[:60])


class Cameras:
    """Opens what a word of the settings names; the simulated table stays the same one as long as this lives.

    ``pace`` is made anew for each opening of the simulated table.
    """

    def __init__(self, pace: Callable[[], Pace] = lambda: RealTime(time.monotonic, time.sleep)) -> None:
        self._pace = pace
        self._houses: dict[int, SimulatedHouse] = {}

    def open(self, source: str, mains_hz: int) -> Camera:
        """Open a camera for lamps on mains of that frequency.

        Raises:
            CameraError, PictureError: as ``open_camera``.
        """
        house = self.house(source)
        return open_camera(source, mains_hz) if house is None else house.open(self._pace())

    def house(self, source: str) -> SimulatedHouse | None:
        """The simulated table that a word names, None for a real camera."""
        kind, _, boards = source.partition(":")
        if kind != SIMULATED:
            return None
        number = int(boards or 1)
        if number not in self._houses:
            self._houses[number] = SimulatedHouse(number)
        return self._houses[number]
