"""Exposures of whole flickers, and a USB device that is told the frequency of the mains."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras.mains import MAINS_HZ, USUAL_MAINS_HZ, evened, flicker_period_us
from device.cameras.power_line import tell_mains


def exposed(time_us: int, gain: float) -> dict[str, object]:
    """Controls that hold an exposure."""
    return {"AeEnable": False, "ExposureTime": time_us, "AnalogueGain": gain}


def test_a_flicker_is_half_a_period_of_the_mains() -> None:
    """These are the figures that libcamera documents for 50 and for 60 Hz."""
    assert [flicker_period_us(mains_hz) for mains_hz in MAINS_HZ] == [10000, 8333]


@pytest.mark.parametrize(
    ("before", "mains_hz", "after"),
    [
        (exposed(33000, 2.0), 50, exposed(30000, 2.2)),
        (exposed(30000, 2.0), 60, exposed(24999, 30000 * 2.0 / 24999)),
        (exposed(19000, 1.0), 50, exposed(10000, 1.9)),
    ],
)
def test_an_exposure_becomes_one_of_whole_flickers(
    before: dict[str, object], mains_hz: int, after: dict[str, object]
) -> None:
    """It is shortened, never lengthened, and the gain makes up for it; nothing else is touched."""
    assert evened(before, mains_hz, 16.0) == pytest.approx(after)


@pytest.mark.parametrize(
    "controls",
    [
        exposed(6000, 1.5),
        exposed(9990, 1.0),
        exposed(20011, 1.0),
        exposed(19990, 1.0),
        exposed(19000, 10.0),
        {"AnalogueGain": 2.0},
        {"ExposureTime": 33000},
        {"ExposureTime": "long", "AnalogueGain": 2.0},
        {},
    ],
    ids=["shorter", "one", "whole and a row", "whole but a row", "gain", "gain alone", "time alone", "torn", "nothing"],
)
def test_other_exposures_stay(controls: dict[str, object]) -> None:
    """One shorter than a flicker, a whole one but for a sensor's rows, and one whose gain is at its end."""
    assert evened(controls, USUAL_MAINS_HZ, 16.0) == controls


@given(st.integers(1, 99_000), st.floats(1.0, 16.0), st.sampled_from(MAINS_HZ))
def test_the_light_stays_the_same_and_once_is_enough(time_us: int, gain: float, mains_hz: int) -> None:
    """Exposure times gain is what it was, the gain one that the camera has, and evening twice changes nothing more."""
    once = evened(exposed(time_us, gain), mains_hz, 16.0)
    longer, higher = once["ExposureTime"], once["AnalogueGain"]
    assert isinstance(longer, int)
    assert isinstance(higher, float)
    assert longer * higher == pytest.approx(time_us * gain)
    assert longer <= time_us
    assert higher <= 16.0 * (1 + 1e-9)
    assert evened(once, mains_hz, 16.0) == once


@pytest.mark.parametrize(("mains_hz", "value"), [(50, 1), (60, 2)])
def test_a_device_is_told_its_mains(tmp_path: Path, mains_hz: int, value: int) -> None:
    """It hears VIDIOC_S_CTRL with a ``v4l2_control`` of 8 bytes: which control, and 1 for 50 Hz or 2 for 60 Hz."""
    device = tmp_path / "video0"
    device.touch()
    heard = []

    def ioctl(opened: int, request: int, control: bytes) -> object:
        heard.append((os.readlink(f"/proc/self/fd/{opened}"), request, struct.unpack("=Ii", control)))
        return control

    assert tell_mains(device, mains_hz, ioctl)
    assert heard == [(str(device), 0xC008561C, (0x00980918, value))]


def test_a_device_without_such_a_control_is_none_the_worse(tmp_path: Path) -> None:
    """What the driver refuses, what is no video device and what is not there are answered, not raised; it is closed."""
    device = tmp_path / "video0"
    device.touch()
    opened_as = []

    def ioctl(opened: int, request: int, control: bytes) -> object:
        opened_as.append(opened)
        raise OSError(errno.EINVAL, "Invalid argument")

    assert not tell_mains(device, 50, ioctl)
    assert not os.path.exists(f"/proc/self/fd/{opened_as[0]}")
    assert not tell_mains(device, 50)
    assert not tell_mains(tmp_path / "video1", 60)
