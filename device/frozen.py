"""Noticing that a camera brings the same picture again and again."""

from __future__ import annotations

import zlib

from device.errors import CameraError
from vision.frame import Pixels

_EVERY = 8  # each eighth pixel of each eighth row: a live sensor's noise changes some of thousands


class FrozenWatch:
    """Tells a live camera from a stuck one: no two pictures of a real sensor are equal bit by bit for long."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._seen: int | None = None
        self._since_s = 0.0

    def check(self, pixels: Pixels, now_s: float) -> None:
        """Take note of a picture and its time.

        Raises:
            CameraError: every picture of the last ``patience_s`` seconds was the same.
        """
        seen = zlib.crc32(pixels[::_EVERY, ::_EVERY].tobytes())
        if seen != self._seen:
            self._seen, self._since_s = seen, now_s
        elif now_s - self._since_s >= self._patience_s:
            raise CameraError(
                f"the camera has brought the same picture for {now_s - self._since_s:.1f} s: is it covered or stuck?"
            )
