"""Writing a file so that a power cut leaves the old one or the new one, never half of either."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TextIO

KEPT = 5
PRIVATE = 0o600
OPEN = 0o666  # less what the umask takes, as of any file that a program writes for somebody


def write_atomically(path: Path, content: bytes) -> None:
    """Replace a file in one step: written beside it, on the disk, renamed, and the folder on the disk as well.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    with replacing(path) as file:
        file.write(content)


def write_output(path: Path, content: bytes) -> None:
    """The same of a file that was asked for by its name: whoever may read files here may read it; see ``output``.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    with output(path, OPEN) as file:
        file.write(content)


def told_beside(path: Path) -> TextIO:
    """Where to say that such a file was written: what goes into a pipe, maybe our own output, goes on without it."""
    return sys.stdout if path.is_file() else sys.stderr


@contextlib.contextmanager
def output(path: Path, mode: int = PRIVATE) -> Iterator[IO[bytes]]:
    """The file to write to of a name that was asked for: behind a link the file it leads to, a device or a pipe itself.

    Raises:
        OSError: the disk refuses; then an old file is as it was.
    """
    try:
        is_plain = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        is_plain = True
    if is_plain:
        with replacing(Path(os.path.realpath(path)), mode) as file:
            yield file
    else:
        with path.open("wb") as file:
            yield file


@contextlib.contextmanager
def replacing(path: Path, mode: int = PRIVATE) -> Iterator[IO[bytes]]:
    """A file to write to piece by piece, which takes the place of the old one when the block ends well.

    Raises:
        OSError: the disk refuses; then the old file is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(fd, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
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
