"""Tells a USB camera the frequency of the mains (V4L2_CID_POWER_LINE_FREQUENCY), for which OpenCV has no property.

Its automatic exposure then keeps to times over which lamps on the mains shine evenly.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

CONTROL: Final = "power_line_frequency"
"""What it is called in the log, and by ``v4l2-ctl``."""

_S_CTRL: Final = 0xC008561C  # VIDIOC_S_CTRL: _IOWR('V', 28, struct v4l2_control)
_POWER_LINE_FREQUENCY: Final = 0x00980918
_VALUES: Final[Mapping[int, int]] = MappingProxyType({50: 1, 60: 2})
_CONTROL: Final = struct.Struct("=Ii")  # struct v4l2_control: __u32 id, __s32 value

Ioctl = Callable[[int, int, bytes], object]


def tell_mains(device: Path, mains_hz: int, ioctl: Ioctl = fcntl.ioctl) -> bool:
    """Set a video device, open elsewhere or not, for mains of 50 or 60 Hz; False where it does not take that.

    Raises:
        KeyError: another frequency.
    """
    control = _CONTROL.pack(_POWER_LINE_FREQUENCY, _VALUES[mains_hz])
    try:
        opened = os.open(device, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            ioctl(opened, _S_CTRL, control)
        finally:
            os.close(opened)
    except OSError:  # EINVAL: no such control; ERANGE: no such value; or the device has just gone
        return False
    return True
