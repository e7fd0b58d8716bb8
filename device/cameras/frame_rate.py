"""How fast a camera's pictures come."""

from __future__ import annotations


class FrameRate:
    """How many frames a second the camera has given lately."""

    def __init__(self) -> None:
        self._last_s: float | None = None
        self.hz = 0.0

    def count(self, taken_at_s: float) -> None:
        """Take notice of one frame."""
        if self._last_s is not None and taken_at_s > self._last_s:
            now_hz = 1.0 / (taken_at_s - self._last_s)
            self.hz = now_hz if self.hz == 0.0 else 0.9 * self.hz + 0.1 * now_hz
        self._last_s = taken_at_s
