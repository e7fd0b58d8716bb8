"""Recordings as cameras: a folder of pictures in simulated time, a video in its own, either one in real time."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from device.archive.recording_ring import RECORDING
from device.archive.recording_ring import pictures as recorded
from device.cameras.camera import Camera, SourceEnded
from device.cameras.still import read_pixels
from device.errors import PictureError
from vision.frame import Frame, Pixels

SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
NOT_PLAYED = "empty"  # the picture of the empty board lies beside the game for calibration


def read_picture(path: str | Path) -> Frame:
    """Read one still picture; its time is 0.

    Raises:
        PictureError: as ``read_pixels``.
    """
    return Frame(read_pixels(Path(path)), 0.0, 0)


def playing_order(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder in the order they are played.

    A recording (``device.archive.recording``) is played through all its segments. Of another folder the ``images`` of a
    ``sequence.json`` decide; without one the names count, numbers by value, and the picture with a hand
    (``step_01_hand``) comes before the one after it (``step_01``). A picture named ``empty`` is left out.

    Raises:
        PictureError: no folder, no pictures, or a sequence.json that is damaged or names what is not there.
    """
    if not folder.is_dir():
        raise PictureError(f"{folder}: no such folder of pictures")
    listing = folder / "sequence.json"
    if (folder / RECORDING).is_file():
        pictures = recorded(folder)
    elif listing.is_file():
        pictures = _listed(listing)
    else:
        found = (path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file())
        pictures = tuple(sorted(found, key=_place_in_order))
    pictures = tuple(path for path in pictures if path.stem != NOT_PLAYED)
    if not pictures:
        raise PictureError(f"{folder}: holds no pictures to play, expected files such as step_01.jpg")
    return pictures


def _listed(listing: Path) -> tuple[Path, ...]:
    try:
        images = json.loads(listing.read_text(encoding="utf-8"))["images"]
        names = [str(image["file"]) for image in images]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise PictureError(f'{listing}: expected {{"images": [{{"file": NAME}}, ...]}}: {error!r}') from error
    for name in names:
        if Path(name).name != name or not (listing.parent / name).is_file():
            raise PictureError(f"{listing}: names {name!r}, which is no file in this folder")
    return tuple(listing.parent / name for name in names)


def _place_in_order(path: Path) -> tuple[list[tuple[int, str]], bool, str]:
    stem = path.stem.removesuffix("_hand")
    # Text and numbers alternate, so equal places always hold equal kinds.
    parts = [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", stem)]
    return parts, stem == path.stem, path.name


class Recording(Camera, Protocol):
    """A camera with an end, which knows what it is showing; a damaged picture raises PictureError at its turn."""

    @property
    def current(self) -> str:
        """The name of what the last frame shows; empty before the first."""


class PictureFolder:
    """Plays the pictures of a folder as a camera would see them, in simulated time and without waiting.

    Each picture stands for ``dwell_s`` of simulated time, ``frame_rate_hz`` frames a second. A frame knows nothing of
    its file; ``current`` names it.

    Raises:
        PictureError: as ``playing_order``; a picture that cannot be read raises it from ``read``.
        ValueError: the frame rate or the dwell is not above 0.
    """

    def __init__(self, folder: str | Path, frame_rate_hz: float = 10.0, dwell_s: float = 2.0) -> None:
        if frame_rate_hz <= 0 or dwell_s <= 0:
            raise ValueError(f"frame rate and dwell are above 0, got {frame_rate_hz} Hz and {dwell_s} s")
        self.folder = Path(folder)
        self.pictures = playing_order(self.folder)
        self._frame_rate_hz = frame_rate_hz
        self._frames_each = max(1, round(dwell_s * frame_rate_hz))
        self._seq = 0
        self._shown: tuple[int, Pixels] | None = None

    @property
    def current(self) -> str:
        """The file name of the picture that the last frame shows; empty before the first."""
        return self.pictures[self._shown[0]].name if self._shown else ""

    def read(self) -> Frame:
        """The next frame; its time starts at 0.

        Raises:
            SourceEnded: every picture was shown.
            PictureError: the picture whose turn it is cannot be read; the next one comes after it.
        """
        index = self._seq // self._frames_each
        if index >= len(self.pictures):
            raise SourceEnded(f"{self.folder}: all {len(self.pictures)} pictures were shown")
        if self._shown is None or self._shown[0] != index:
            try:
                self._shown = index, read_pixels(self.pictures[index])
            except PictureError:
                self._seq = (index + 1) * self._frames_each  # its time passes as that of the others
                raise
        frame = Frame(self._shown[1], self._seq / self._frame_rate_hz, self._seq)
        self._seq += 1
        return frame

    def describe(self) -> str:
        """The folder and how many pictures it plays."""
        return f"{len(self.pictures)} pictures of {self.folder}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class VideoFile:
    """Plays a video in its own time and without waiting (``cv2.VideoCapture``).

    Raises:
        PictureError: no such file, or OpenCV finds no picture in it.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise PictureError(f"{path}: no such video file")
        self._capture = cv2.VideoCapture(str(path))
        self._rate_hz = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
        self._next = self._grab() if self._capture.isOpened() else None
        if self._next is None:
            self.close()
            raise PictureError(f"{path}: not a video that OpenCV can play")
        self._seq = 0
        self._shown_s: float | None = None

    def _grab(self) -> tuple[float, Pixels] | None:
        there, pixels = self._capture.read()
        return (self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, np.asarray(pixels, np.uint8)) if there else None

    @property
    def current(self) -> str:
        """File and time of the last frame; empty before the first."""
        return "" if self._shown_s is None else f"{self.path.name} at {self._shown_s:.2f} s"

    def read(self) -> Frame:
        """The next frame; raises SourceEnded after the last."""
        if self._next is None:
            raise SourceEnded(f"{self.path}: all {self._seq} frames were shown")
        stamp_s, pixels = self._next
        # Some containers carry no times: then the frame rate makes them, for time must not stand still.
        earliest_s = 0.0 if self._shown_s is None else self._shown_s + 0.1 / self._rate_hz
        self._shown_s = stamp_s if stamp_s >= earliest_s else self._seq / self._rate_hz
        frame = Frame(pixels, self._shown_s, self._seq)
        self._seq += 1
        self._next = self._grab()
        return frame

    def describe(self) -> str:
        """The file's name."""
        return f"video {self.path}"

    def close(self) -> None:
        """Close the file; doing so twice is harmless."""
        self._capture.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_recording(path: str | Path, frame_rate_hz: float = 10.0, dwell_s: float = 2.0) -> Recording:
    """Open a folder of pictures or a video; frame rate and dwell are those of the pictures.

    Raises:
        PictureError: nothing is there, or nothing that can be played.
    """
    if Path(path).is_dir():
        return PictureFolder(path, frame_rate_hz, dwell_s)
    return VideoFile(path)


class InRealTime:
    """A recording played as fast as it was taken, its times replaced by the clock's (seconds, monotonic)."""

    def __init__(
        self,
        recording: Recording,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.recording = recording
        self._clock = clock
        self._sleep = sleep
        self._began_s: float | None = None

    def read(self) -> Frame:
        """Wait until the next frame is due; raises as the recording does."""
        frame = self.recording.read()
        if self._began_s is None:
            self._began_s = self._clock() - frame.taken_at_s
        due_s = self._began_s + frame.taken_at_s
        if (early_s := due_s - self._clock()) > 0:
            self._sleep(early_s)
        return replace(frame, taken_at_s=due_s)

    def describe(self) -> str:
        """What is played."""
        return self.recording.describe()

    def __enter__(self) -> Self:
        self.recording.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.recording.__exit__(kind, error, trace)
