"""Telling from a small picture whether anything has changed, so that the large one need not be touched."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

BLOCK_PX = 8
"""Means of blocks that large are compared: noise of a few levels in a pixel is less than one in such a mean."""

CHANGED_LEVELS = 4
"""Of 255: a block whose mean differs by that much has changed."""

LONGEST_S = 1.0
"""After that long the large picture is taken anyway, so that nothing escapes for good."""


def block_means(plane: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The mean of each block (``cv2.resize`` with INTER_AREA), a copy.

    The plane is uint8 (rows, columns): one channel, or the planes of a YUV picture one below the other.
    """
    rows, columns = plane.shape
    size_wh = (max(1, columns // BLOCK_PX), max(1, rows // BLOCK_PX))
    return np.asarray(cv2.resize(plane, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


class Steady:
    """Compares each small picture with the one that was there when the large picture was last taken.

    Not with the one before: a light that fades slowly adds up until it counts.
    """

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self._kept: NDArray[np.uint8] | None = None
        self._kept_at_s = 0.0

    def changed(self, means: NDArray[np.uint8], now_s: float) -> bool:
        """Whether the large picture is to be taken now; from then on pictures are compared with this one.

        Args:
            means: of the small picture's blocks.
            now_s: seconds, monotonic.
        """
        kept = self._kept
        if (
            kept is not None
            and kept.shape == means.shape
            and now_s - self._kept_at_s < self._longest_s
            and cv2.norm(means, kept, cv2.NORM_INF) < CHANGED_LEVELS
        ):
            return False
        self._kept, self._kept_at_s = means, now_s
        return True
