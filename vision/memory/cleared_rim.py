"""Whether what seems to lie across a board's rim lay there when the empty board was taken, and has gone since.

A side of a rim looks the same all along. Where the picture of the empty board strays from that and the present one does
not, something lay over the edge then: that is no hand that is playing now. Of 270 pictures with a hand over the rim
none had an empty board's rim that strayed more than 1.3 times as far; where one had lain there at set-up and was gone
it was 3 to 5 times.
"""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.across_rim import crossing, side_strip
from vision.measures.evidence import BoardEvidence
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Number = TypeVar("Number", bound=np.generic)

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
    numbers, strayed = np.asarray(labels, np.int32), np.zeros((count, 2))  # of each thing, now and then
    for side in range(4):
        things = _windows(side_strip(numbers, side))
        free = np.logical_not(things.any(axis=(0, 2)))
        if free.all():
            continue
        if np.count_nonzero(free) * _STEP_PX < _LEAST_SPACES * PX_PER_SPACE:
            return None
        strays = np.stack([_strays(side_strip(p.plane, side), free) for p in (seen.picture, seen.empty)], axis=1)
        for window in np.flatnonzero(~free).tolist():
            for thing in set(things[:, window].ravel().tolist()) - {0}:
                strayed[thing] = np.maximum(strayed[thing], strays[window])
    now, then = strayed.max(axis=0)
    if then <= max(_STRAYS, _CLEARER * now):
        return None
    return np.asarray((strayed[:, 1] > np.maximum(_STRAYS, _CLEARER * strayed[:, 0])).take(numbers))


def _windows(strip: NDArray[Number]) -> NDArray[Number]:
    """The rim of a side, from outside, in n windows along it that overlap by half: (rows, n, width, ...)."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    rim = strip[start - round(_FAR_SPACES * PX_PER_SPACE) : start - round(_NEAR_SPACES * PX_PER_SPACE)]
    firsts = np.arange(start - _STEP_PX, rim.shape[1] - start + _STEP_PX - _WINDOW_PX + 1, _STEP_PX)
    return np.asarray(rim[:, firsts[:, None] + np.arange(_WINDOW_PX)])


def _strays(strip: Plane, free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far the colours of each window of a side are from those of its free ones, in logarithms, (n,)."""
    profiles = np.ascontiguousarray(_windows(strip).mean(axis=2, dtype=np.float64).swapaxes(0, 1))
    usual = np.median(profiles[free], axis=0)
    return np.asarray(np.abs(np.log((profiles + _DARK) / (usual + _DARK))).mean(axis=(1, 2)))
