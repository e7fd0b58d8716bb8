"""How much of a bare space noise alone makes look foreign: in dim light, and where a camera smears its picture."""

from __future__ import annotations

import numpy as np

from vision.reference import Plane

_TIMES = 1.7  # nine of ten bare spaces have less than this many times the median, in four rooms with dim light
_BARE = 0.5  # share of a space from which it is no bare one with noise
_FEWEST = 8  # bare spaces that tell noise: of fewer, half may be those onto which something reaches


def foreign_by_noise(share: Plane) -> float:
    """The share of a bare space that noise may make foreign, 0 to 0.85; 0 where too few are bare to tell.

    Args:
        share: of each space that is foreign, 0 to 1, float32 (rows, cols).
    """
    bare = np.sort(share[share < _BARE])  # NumPy's median takes five times as long for so few
    half = bare.size // 2
    return _TIMES * float(bare[half - 1 + bare.size % 2] + bare[half]) / 2 if bare.size >= _FEWEST else 0.0
