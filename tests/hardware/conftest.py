"""libcamera's virtual camera plays pictures to the real Picamera2; four bridges stand in for what only a Pi has.

The cases run in a process of their own (``test_picamera2.py`` starts it): libcamera's library path must be set before
Python starts, and its camera manager reads the pictures once a process.
"""

from __future__ import annotations

import importlib
import mmap
import os
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

Play = Callable[[Sequence[np.ndarray]], None]


@pytest.fixture(scope="module")
def play() -> Play:
    """Puts the pictures where the virtual camera looks for them; to be called before the first camera is opened."""

    def put(pictures: Sequence[np.ndarray]) -> None:
        folder = Path(os.environ["LEAFWATCH_VIRTUAL_LIBCAMERA"]) / "frames"
        for old in folder.iterdir():
            old.unlink()
        for number, picture in enumerate(pictures):
            assert cv2.imwrite(str(folder / f"{number}.jpg"), picture)

    return put


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The real module ``picamera2.picamera2`` with the four bridges in place."""
    # kms++ draws preview windows; its Python module exists on Raspberry Pi OS only.
    any_format = types.SimpleNamespace(PixelFormat=types.SimpleNamespace())
    any_format.PixelFormat = type("PixelFormat", (), {"__getattr__": lambda self, name: name})()
    sys.modules.setdefault("pykms", any_format)  # type: ignore[arg-type]
    module = importlib.import_module("picamera2.picamera2")
    # The DMA heap is a device of the Pi; ``close`` makes an allocator anew, so the class itself is replaced.
    monkeypatch.setattr(module, "DmaAllocator", _memory_allocator())
    # The virtual camera has no raw modes and refuses the question.
    monkeypatch.setattr(module.Picamera2, "_get_raw_modes", _one_mode)
    assert module.Picamera2.global_camera_info(), "libcamera shows no virtual camera"
    return module


def _one_mode(self: Any) -> list[dict[str, object]]:
    libcamera = importlib.import_module("libcamera")
    first = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0)
    return [{"format": str(first.pixel_format), "size": (first.size.width, first.size.height)}]


class _Mapped:
    """Both planes of a buffer as one piece of memory, as picamera2 wants to see it."""

    def __init__(self, allocator: object, buffer: Any, write: bool) -> None:
        self._planes = buffer.planes

    def __enter__(self) -> mmap.mmap:
        length = sum(plane.length for plane in self._planes)
        self._memory = mmap.mmap(self._planes[0].fd, length, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
        return self._memory

    def __exit__(self, *error: object) -> None:
        self._memory.close()


def _memory_allocator() -> type:
    """An allocator on ordinary memory: luma in a buffer's first plane and chroma in its second."""
    libcamera = importlib.import_module("libcamera")
    allocators = importlib.import_module("picamera2.allocators")

    class MemoryAllocator(allocators.Allocator):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.sync = _Mapped
            self._of_stream: dict[object, list[object]] = {}
            self._files: list[int] = []

        def allocate(self, configuration: Any, use_case: str) -> None:
            self.close()
            for stream in configuration:
                luma = stream.stride * stream.size.height
                self._of_stream[stream.stream] = [
                    self._buffer(luma, stream.frame_size - luma) for _ in range(stream.buffer_count)
                ]

        def _buffer(self, luma: int, chroma: int) -> object:
            file = os.memfd_create("frame", os.MFD_CLOEXEC)
            os.ftruncate(file, luma + chroma)
            self._files.append(file)
            planes = []
            for offset, length in ((0, luma), (luma, chroma)):
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
            return libcamera.FrameBuffer(planes)

        def buffers(self, stream: object) -> list[object]:
            return self._of_stream[stream]

        def close(self) -> None:
            while self._files:
                os.close(self._files.pop())
            self._of_stream.clear()

    return MemoryAllocator
