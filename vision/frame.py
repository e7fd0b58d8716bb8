"""One picture from a camera, checked once where it enters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""A picture, uint8 (height, width, 3), channels blue, green, red as OpenCV has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture with the time it was taken (monotonic, seconds) and its number in the stream, from 0.

    Raises:
        ValueError: pixels are not uint8 of shape (height, width, 3) with both sides at least 1, or seq is negative.
    """

    pixels: Pixels
    taken_at_s: float
    seq: int

    def __post_init__(self) -> None:
        shape, dtype = self.pixels.shape, self.pixels.dtype
        if dtype != np.uint8 or len(shape) != 3 or shape[2] != 3 or 0 in shape:
            raise ValueError(f"a frame is uint8 of shape (height, width, 3), got {dtype} of shape {shape}")
        if self.seq < 0:
            raise ValueError(f"a frame's number is at least 0, got {self.seq}")

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]
