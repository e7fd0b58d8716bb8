"""The appliance in this process: what it makes of the settings."""

from __future__ import annotations

from pathlib import Path

from gpiozero import Device

from calibration.capture import calibrate
from device.appliance import Appliance
from device.command_queue import CommandQueue
from device.places import places
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from tests.set_up_house import Counted
from vision.frame import Frame
from webui.feed import Feed


class OpenedOnce(Counted):
    """Those, and a sign to stop as soon as one was opened."""

    def is_set(self) -> bool:
        """Whether to stop now."""
        return bool(self.opened)


def test_the_table_is_watched_in_the_light_of_its_mains(tmp_path: Path, pins: Device) -> None:
    """The camera of the table is opened for the frequency that the settings name."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    where.config.write_text("[camera]\nmains-hz = 60\n")
    empty = Frame(drawn_table([demo_floors()[0].rows], 3).picture(), 0.0, 0)
    calibrate(empty, layout(4)).profile.save(where.profile)
    cameras = OpenedOnce()
    appliance = Appliance(where, where.profile, "simulated", Feed(), CommandQueue(), cameras, tell=str)
    appliance.stage.run(cameras)
    assert cameras.opened == [("simulated", 60)]
