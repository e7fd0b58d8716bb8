"""One release: its name, taken from the version and from what is in its files."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from device.install.actions import SKIPPED, InstallError

PARTS = ("leafwatch", "pyproject.toml", "locks", "device", "webui", "calibration", "vision", "engine")
"""What a checkout must hold to be a release; all but the launcher and the project file are folders."""


def release_name(source: Path) -> str:
    """Version and eight digits of a hash of the program's files, so that an equal release has an equal name.

    Raises:
        InstallError: the folder holds no leafwatch.
    """
    for part in PARTS:
        if not (source / part).exists():
            raise InstallError(f"{source}: expected a checkout of leafwatch, but there is no {part} in it")
    version = re.search(r'VERSION = "([^"]+)"', (source / "device/version.py").read_text(encoding="utf-8"))
    if version is None:
        raise InstallError(f'{source}/device/version.py: expected a line such as VERSION = "1.0", found none')
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted(_files(source / part)):
            digest.update(str(path.relative_to(source)).encode() + b"\0" + path.read_bytes())
    return f"{version[1]}-{digest.hexdigest()[:8]}"


def current_release(link: Path) -> str | None:
    """The name of the release in use, None when nothing is installed."""
    try:
        return Path(os.readlink(link)).name
    except OSError:
        return None


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    found: list[Path] = []
    for folder, names, files in os.walk(path):
        skipped = SKIPPED(folder, [*names, *files])
        names[:] = [name for name in names if name not in skipped]
        found.extend(Path(folder, name) for name in files if name not in skipped)
    return found
