"""Whether two pictures of a board show the same things: between frames, and between one settled table and the next."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.color import BoardPicture, block_means, plain_change
from vision.reference import PX_PER_SPACE, Plane

_CHANGED = 0.07  # foreign share of a space that is looked at again
_MOVING = 0.25
_INSET_PX = 2
_BLOCK_PX = PX_PER_SPACE // 2
_SAME, _SAME_OF_NOISE = 1.0, 0.3  # grey levels by which the mean of a block may differ by chance


def is_same(now: Plane, then: Plane, noise: float) -> bool:
    """Whether two pictures of a board agree but for noise: a cheap test that spares all others where nothing moves.

    Means over blocks of half a space are compared; noise hardly moves those, and any piece moves several.
    """
    if now is then:
        return True
    blocks_wh = now.shape[1] // _BLOCK_PX, now.shape[0] // _BLOCK_PX
    means = cv2.resize(cv2.subtract(now, then), blocks_wh, interpolation=cv2.INTER_AREA)
    return float(np.abs(means).max()) < _SAME + _SAME_OF_NOISE * noise


def changed_spaces(
    now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which spaces look different by more than the light, bool (rows, cols)."""
    if is_same(now.plane, then.plane, noise):
        return np.zeros((round(size_wh[1]), round(size_wh[0])), np.bool_)
    return np.asarray(_difference(now, then, noise, size_wh) > _CHANGED)


def is_still(now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]) -> bool:
    """Whether no space differs so much that something must have moved between two frames."""
    if is_same(now.plane, then.plane, noise):
        return True
    return bool((_difference(now, then, noise, size_wh) < _MOVING).all())


def _difference(
    now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]
) -> NDArray[np.float32]:
    return block_means(plain_change(now, then, noise), size_wh, _INSET_PX)
