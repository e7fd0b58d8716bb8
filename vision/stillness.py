"""Whether two pictures of a board show the same things: between frames, and between one settled table and the next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.color import board_of, compare, estimate_light
from vision.reference import Plane

_CHANGED = 0.07  # foreign share of a space that is looked at again
_MOVING = 0.25
_INSET_PX = 2


def changed_spaces(now: Plane, then: Plane, noise: float, size_wh: tuple[float, float]) -> NDArray[np.bool_]:
    """Which spaces look different by more than the light, bool (rows, cols)."""
    return np.asarray(_difference(now, then, noise, size_wh) > _CHANGED)


def is_still(now: Plane, then: Plane, noise: float, size_wh: tuple[float, float]) -> bool:
    """Whether no space differs so much that something must have moved between two frames."""
    if now is then:
        return True
    return bool((_difference(now, then, noise, size_wh) < _MOVING).all())


def _difference(now: Plane, then: Plane, noise: float, size_wh: tuple[float, float]) -> NDArray[np.float32]:
    change = compare(now, then, estimate_light(now, then), noise)
    inner = slice(_INSET_PX, -_INSET_PX)
    return np.asarray(board_of(change.plain, size_wh)[:, :, inner, inner].mean(axis=(2, 3)), np.float32)
