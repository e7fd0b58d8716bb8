"""Whether what seems to lie across a board's rim lay there when the empty board was taken, and has gone since.

A side of a rim looks the same all along. Where the picture of the empty board strays from that and the present one does
not, something lay over the edge then: that is no hand that is playing now. Of 270 pictures with a hand over the rim
none had an empty board's rim that strayed more than 1.3 times as far; where one had lain there at set-up and was gone
it was 3 to 5 times.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.across_rim import crossing, side_strip
from vision.measures.evidence import BoardEvidence
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_NEAR_SPACES, _FAR_SPACES = 0.05, 0.4  # of the rim from the grid
_WINDOW_PX, _STEP_PX = 12, 6  # along it: as wide as a finger
_DARK = 4.0  # grey levels that are added to each, for noise
_LEAST_SPACES = 1.0  # of a side that must be free to tell how it looks
_CLEARER = 2.5  # times that the empty board strayed more from its side than the present one does
_STRAYS = 0.12  # logarithm by which it must have strayed at least


def covered_at_first(seen: BoardEvidence) -> NDArray[np.bool_] | None:
    """What lay across the rim when the empty board was taken, bool of the plane's shape; None if a hand may be there.

    That is where something crosses the rim now that strays about as far from its side, and where too little of a side
    is free to tell how it looks.
    """
    count, labels = cv2.connectedComponents(crossing(seen.change.plain).astype(np.uint8))
    things, strayed = labels.astype(np.float32), np.zeros((count, 2))  # of each thing, now and then
    for side in range(4):
        lumps = _windows(side_strip(things, side))
        free = np.array([not window.any() for window in lumps])
        if free.all():
            continue
        if np.count_nonzero(free) * _STEP_PX < _LEAST_SPACES * PX_PER_SPACE:
            return None
        strays = [_strays(side_strip(p.plane, side), free) for p in (seen.picture, seen.empty)]
        for window, *both in zip(lumps, *strays, strict=True):
            for lump in np.unique(window[window > 0]).astype(int):
                strayed[lump] = np.maximum(strayed[lump], both)
    now, then = strayed.max(axis=0)
    if then <= max(_STRAYS, _CLEARER * now):
        return None
    return np.asarray((strayed[:, 1] > np.maximum(_STRAYS, _CLEARER * strayed[:, 0]))[labels])


def _windows(strip: Plane) -> list[Plane]:
    """The rim of a side, from outside, (rows, along it, ...), in windows that overlap by half: (rows, width, ...)."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    rim = strip[start - round(_FAR_SPACES * PX_PER_SPACE) : start - round(_NEAR_SPACES * PX_PER_SPACE)]
    firsts = range(start - _STEP_PX, rim.shape[1] - start + _STEP_PX - _WINDOW_PX + 1, _STEP_PX)
    return [rim[:, first : first + _WINDOW_PX] for first in firsts]


def _strays(strip: Plane, free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far the colours of each window of a side are from those of its free ones, in logarithms, (n,)."""
    profiles = np.stack([window.mean(axis=1, dtype=np.float64) for window in _windows(strip)])
    usual = np.median(profiles[free], axis=0)
    return np.asarray(np.abs(np.log((profiles + _DARK) / (usual + _DARK))).mean(axis=(1, 2)))
