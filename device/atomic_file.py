"""Writing a file so that a power cut leaves the old one or the new one, never half of either."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

KEPT = 5


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file in one step: written beside it, on the disk, renamed, and the folder on the disk as well.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    with replacing(path) as file:
        file.write(content)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """The same piece by piece: the file to write to, which takes the place of the old one when the block ends well.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fd, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(fd, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def write_keeping_old(path: Path, content: bytes) -> None:
    """The same, with the five versions before it kept as ``NAME.1`` (the newest) to ``NAME.5``.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    for age in range(KEPT - 1, 0, -1):
        with contextlib.suppress(FileNotFoundError):
            os.replace(aged(path, age), aged(path, age + 1))
    with contextlib.suppress(FileNotFoundError):
        write_atomically(aged(path, 1), path.read_bytes())
    write_atomically(path, content)


def aged(path: Path, age: int) -> Path:
    """Where the version of some writes ago is kept; 0 is the file itself."""
    return path if age == 0 else path.with_name(f"{path.name}.{age}")


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk: a rename is safe only then."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
