"""Exposure, white balance and focus kept as they were at calibration: colours in play are those that were measured."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from device.atomic_file import write_atomically
from device.cameras.camera import Camera
from device.errors import CameraError

FORMAT: Final = "leafwatch-camera/1"
FILE: Final = "camera.json"
"""Beside the profile: ``{"format", "camera", "controls": {NAME: value}}``; camera is what it calls itself."""

_log = logging.getLogger(__name__)


@runtime_checkable
class Lockable(Protocol):
    """A camera whose automatics can be stopped where they stand."""

    def measured(self) -> Mapping[str, object]:
        """The controls that keep exposure, white balance and focus as they are now."""

    def hold(self, controls: Mapping[str, object]) -> None:
        """Set the controls that this camera offers."""


def lock(camera: Camera) -> Mapping[str, object]:
    """Stop a camera's automatics where they stand; returns the controls that do so, none for one that has none.

    Raises:
        CameraError: the camera is gone.
    """
    if not isinstance(camera, Lockable):
        return {}
    controls = camera.measured()
    camera.hold(controls)
    return controls


def save_lock(folder: Path, camera: Camera, controls: Mapping[str, object]) -> None:
    """Keep the controls beside the profile.

    Raises:
        OSError: the disk refuses.
    """
    kept = {"format": FORMAT, "camera": camera.describe(), "controls": dict(controls)}
    write_atomically(folder / FILE, json.dumps(kept, ensure_ascii=False, indent=1).encode() + b"\n")


def hold_lock(folder: Path, camera: Camera) -> bool:
    """Set a camera as it was at calibration; False where nothing is kept for this very camera and mode.

    A file that cannot be read is said in the log; the camera then goes on by its automatics.
    """
    try:
        kept = json.loads((folder / FILE).read_bytes())
        if kept["format"] != FORMAT:
            raise ValueError(f"expected format {FORMAT!r}, found {kept['format']!r}")
        name, controls = str(kept["camera"]), dict(kept["controls"])
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError) as error:
        _log.warning("camera=%s lock=%s unread=%r", camera.describe(), folder / FILE, error)
        return False
    if not controls or not isinstance(camera, Lockable):
        return False
    if name != camera.describe():
        _log.warning("camera=%s lock=%s of=%s", camera.describe(), folder / FILE, name)
        return False
    # libcamera wants pairs such as the colour gains as tuples, which JSON has not.
    try:
        camera.hold({key: tuple(value) if isinstance(value, list) else value for key, value in controls.items()})
    except CameraError as error:  # gone again already, which its next read says
        _log.warning("camera=%s lock=%s failed=%s", camera.describe(), folder / FILE, error)
        return False
    return True
