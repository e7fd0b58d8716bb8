"""Noise that a camera has smeared into blotches: it varies from picture to picture, and no single pixel tells."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_NEAR_SPACES, _FAR_SPACES = 0.04, 0.42  # the part of the rim that tells: no piece covers it, few things stand beside it
_STEP_PX = 2
_TIMES = 12.0  # a normal distribution that leaves half a unit in the middle has a deviation of some six


def blotched(beyond: Plane) -> float:
    """By what factor blotches make a channel of a picture of a board differ more than its unit says; 1 without any.

    Denoising and compression leave blotches of some pixels in poor light, most of all in the darkest channel. The
    board's rim tells how much two pictures differ by them: half of it stays as it was when an arm and its shadow lie
    across the rest, and where single pixels are noisy alone that half does not differ at all.

    Args:
        beyond: by how many units the channel lies outside what its neighbourhood held, at the places of ``rim_of``,
            negative where it lies inside, float32 (n,).
    """
    return 1.0 + _TIMES * max(0.0, float(np.median(beyond)))


@lru_cache(maxsize=8)
def rim_of(shape: tuple[int, int]) -> NDArray[np.intp]:
    """Places on the rim in a rectified plane of this shape, to index it when flat, (n,)."""
    start = MARGIN_SPACES * PX_PER_SPACE
    inner, outer = round(start - _NEAR_SPACES * PX_PER_SPACE), round(start - _FAR_SPACES * PX_PER_SPACE)
    band = np.zeros(shape, np.bool_)
    band[outer:-outer:_STEP_PX, outer:-outer:_STEP_PX] = True
    band[inner:-inner, inner:-inner] = False
    return np.flatnonzero(band)
