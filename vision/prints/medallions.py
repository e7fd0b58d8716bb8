"""Round patches of one colour on which a board shows its icons: the ground of an icon is then that of its patch."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import PX_PER_SPACE, Plane

_RADII = np.arange(0.24, 0.45, 0.02)  # spaces
_BESIDE = (0.025, 0.075)  # spaces from an edge, where the colours on either side of it are seen
_NOISE = 2.0  # CIELAB units added to every spread
_OUTSIDE = 0.2  # weight of the spread outside an edge: a patch is of one colour, what it lies on need not be
_CLEAR = 1.5  # steps over spreads: patches had 1.7 to 4.4 and 1.4 in one dim picture, boards without any up to 1.2
_RIM = (0.03, 0.09)  # spaces inside the edge, where a patch shows and its icon hardly ever


def medallion_radius(spaces: Plane) -> float | None:
    """The radius of the patches that the icons lie on, in spaces, None where there are none.

    Args:
        spaces: those with an icon, float32 (n, PX_PER_SPACE, PX_PER_SPACE, 3), blue green red, n >= 1.
    """
    lab = np.stack([_smooth_lab(space) for space in spaces])
    clear = [_clearness(lab, radius) for radius in _RADII]
    best = int(np.argmax(clear))
    return float(_RADII[best]) if clear[best] >= _CLEAR else None


def patch_rim(radius: float) -> NDArray[np.bool_]:
    """The pixels of a space just inside the edge of its patch, bool (PX_PER_SPACE, PX_PER_SPACE)."""
    return _between(radius - _RIM[1], radius - _RIM[0])


def _clearness(lab: Plane, radius: float) -> float:
    """The median step across an edge of that radius over how much the colours along it vary."""
    inside = lab[:, _between(radius - _BESIDE[1], radius - _BESIDE[0])]
    outside = lab[:, _between(radius + _BESIDE[0], radius + _BESIDE[1])]
    within, without = np.median(inside, axis=1), np.median(outside, axis=1)
    spread, beyond = (
        np.abs(side - level[:, None]).sum(axis=2).mean(axis=1) for side, level in ((inside, within), (outside, without))
    )
    step = np.linalg.norm(within - without, axis=1)
    return float(np.median(step / (spread + _OUTSIDE * beyond + _NOISE)))


def _smooth_lab(space: Plane) -> Plane:
    lab = cv2.cvtColor(np.clip(space, 0, 255) / np.float32(255), cv2.COLOR_BGR2Lab)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.7), np.float32)


def from_middle() -> NDArray[np.float64]:
    """How far each pixel of a space lies from its middle, in spaces, (PX_PER_SPACE, PX_PER_SPACE)."""
    axis = (np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5
    return np.asarray(np.hypot(axis[:, None], axis[None, :]))


def _between(least: float, most: float) -> NDArray[np.bool_]:
    far = from_middle()
    return (far > least) & (far <= most)
