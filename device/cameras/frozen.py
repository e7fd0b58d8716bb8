"""Noticing that a camera brings the same picture again and again."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from device.errors import CameraError
from engine.sentence import say

_EVERY = 8  # each eighth pixel of each eighth row: a live sensor's noise changes some of thousands


class FrozenWatch:
    """Tells a live camera from a stuck one: no two pictures of a real sensor are equal bit by bit for long.

    Each pixel of ``every`` rows and columns is looked at.
    """

    def __init__(self, patience_s: float, every: int = _EVERY) -> None:
        self._patience_s = patience_s
        self._every = every
        self._seen: int | None = None
        self._since_s = 0.0

    def check(self, pixels: NDArray[np.uint8], now_s: float) -> None:
        """Take note of a picture and its time.

        Raises:
            CameraError: every picture of the last ``patience_s`` seconds was the same.
        """
        self.note(self.fingerprint(pixels), now_s)

    def fingerprint(self, pixels: NDArray[np.uint8]) -> int:
        """A number that tells pictures apart."""
        return zlib.crc32(pixels[:: self._every, :: self._every].tobytes())

    def note(self, seen: int, now_s: float) -> None:
        """The same as ``check``, with the picture's fingerprint; raises CameraError as that does."""
        if seen != self._seen:
            self._seen, self._since_s = seen, now_s
        elif now_s - self._since_s >= self._patience_s:
            seconds = f"{now_s - self._since_s:.1f}"
            raise CameraError(
                say("the camera has brought the same picture for {seconds} s: is it covered or stuck?", seconds=seconds)
            )
