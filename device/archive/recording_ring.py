"""The folder of all recordings: numbered, in numbered segments, of which the oldest are dropped beyond a limit."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

RECORDING: Final = "recording.json"
"""What makes a folder a recording."""
EVENTS: Final = "events.jsonl"
PICTURES: Final = ".jpg"
SEGMENTS: Final = 8
"""A recording's whole room holds about as many segments, so that dropping one loses an eighth of it at most."""

_SEGMENT = re.compile(r"segment-(\d{4,})")


def segments(recording: Path) -> tuple[Path, ...]:
    """The segments of a recording in order."""
    found = [path for path in recording.iterdir() if path.is_dir() and _SEGMENT.fullmatch(path.name)]
    return tuple(sorted(found, key=lambda path: int(path.name.removeprefix("segment-"))))


def pictures(recording: Path) -> tuple[Path, ...]:
    """The pictures of a recording in order."""
    return tuple(path for segment in segments(recording) for path in sorted(segment.glob(f"*{PICTURES}")))


def size_bytes(folder: Path) -> int:
    """How much all files below a folder hold."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class Ring:
    """All recordings of an installation, held below a limit.

    Their age is told by numbers and not by dates, for a Pi's clock jumps.

    Args:
        folder: holds a folder each recording.
        limit_bytes: at most so much is kept, the segment that is being written aside.
    """

    def __init__(self, folder: Path, limit_bytes: int) -> None:
        self.folder = folder
        self.limit_bytes = limit_bytes

    @property
    def segment_bytes(self) -> int:
        """From which size on a segment is closed and the next one begun."""
        return max(1, self.limit_bytes // SEGMENTS)

    def recordings(self) -> tuple[Path, ...]:
        """Every recording, the oldest first."""
        if not self.folder.is_dir():
            return ()
        found = [path for path in self.folder.iterdir() if path.name.isdecimal() and (path / RECORDING).is_file()]
        return tuple(sorted(found, key=lambda path: int(path.name)))

    def new(self) -> Path:
        """The folder of a new recording, younger than all others.

        Raises:
            OSError: the disk refuses.
        """
        taken = (
            [int(path.name) for path in self.folder.iterdir() if path.name.isdecimal()] if self.folder.is_dir() else []
        )
        folder = self.folder / f"{max(taken, default=0) + 1:04}"
        folder.mkdir(parents=True)
        return folder

    def trim(self, writing: Path) -> None:
        """Drop the oldest whole segments until the rest is below the limit; ``writing`` is never dropped.

        Raises:
            OSError: the disk refuses.
        """
        oldest_first = [segment for recording in self.recordings() for segment in segments(recording)]
        used = sum(size_bytes(recording) for recording in self.recordings())
        for segment in oldest_first:
            if used <= self.limit_bytes:
                return
            if segment == writing:
                continue
            used -= size_bytes(segment)
            shutil.rmtree(segment)
            recording = segment.parent
            if not segments(recording):  # a recording without pictures is of no use
                used -= size_bytes(recording)
                shutil.rmtree(recording)
