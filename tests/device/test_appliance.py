"""The appliance in this process: what it makes of the settings."""

from __future__ import annotations

from pathlib import Path

from gpiozero import Device

from calibration.capture import calibrate
from device.appliance import Appliance
from device.cameras.camera import Camera
from device.command_queue import CommandQueue
from device.places import places
from device.setup.cameras import Cameras
from device.simulation.camera import at_once
from device.simulator import SimulatedTable
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from vision.frame import Frame
from webui.feed import Feed


class OpenedOnce(Cameras):
    """Cameras that keep what they were opened for; a sign to stop as soon as one was."""

    def __init__(self) -> None:
        super().__init__(lambda: at_once)
        self.opened: list[tuple[str, int]] = []

    def open(self, source: str, mains_hz: int) -> Camera:
        """As it does, and kept."""
        self.opened.append((source, mains_hz))
        return super().open(source, mains_hz)

    def is_set(self) -> bool:
        """Whether to stop now."""
        return bool(self.opened)


def test_the_table_is_watched_in_the_light_of_its_mains(tmp_path: Path, pins: Device) -> None:
    """The camera of the table is opened for the frequency that the settings name."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    where.config.write_text("[camera]\nmains-hz = 60\n")
    empty = Frame(SimulatedTable([demo_floors()[0].rows], 3).picture(), 0.0, 0)
    calibrate(empty, layout(4)).profile.save(where.profile)
    cameras = OpenedOnce()
    appliance = Appliance(where, where.profile, "simulated", Feed(), CommandQueue(), cameras, tell=str)
    appliance.stage.run(cameras)
    assert cameras.opened == [("simulated", 60)]
