"""The backup for a page: the same zip as ``leafwatch backup`` writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from device.commands.backup import back_up
from device.errors import DeviceError
from device.places import Places
from webui.backup import NothingToKeep


def backup_writer(where: Places) -> Callable[[Path], object]:
    """Writes a backup of this installation to a file; raises ``NothingToKeep`` with the reason."""

    def write(file: Path) -> object:
        try:
            return back_up(where, file, datetime.now(UTC))
        except (DeviceError, OSError) as error:
            raise NothingToKeep(str(error)) from error

    return write
