"""Whether what seems to lie across a board's rim lay there when the empty board was taken, and has gone since.

A side of a rim looks the same all along. Where the picture of the empty board strays from that and the present one does
not, something lay over the edge then: that is no hand that is playing now. Of 249 pictures with a hand over the rim
none had an empty board's rim that strayed more than 1.4 times as far.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.evidence import BoardEvidence
from vision.measures.occlusion import crossing, side_strip
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

_NEAR_SPACES = 0.24  # from the grid, of what is looked at: tiles that lie off reach over the inner part
_RUN_SPACES = 0.5  # over which the colours are averaged, as wide as a finger
_LEAST_SPACES = 1.0  # of a side that must be free to tell how it looks
_CLEARER = 2.5  # times that the empty board strayed more from its side than the present one does


def covered_at_first(seen: BoardEvidence) -> NDArray[np.bool_] | None:
    """What lay across the rim when the empty board was taken, bool of the plane's shape; None if a hand may be there.

    That is where something crosses the rim now that strays about as far from its side, and where too little of a side
    is free to tell how it looks.
    """
    count, labels = cv2.connectedComponents(crossing(seen.change.plain).astype(np.uint8))
    inset = round((MARGIN_SPACES - _NEAR_SPACES) * PX_PER_SPACE)
    things, strayed = labels.astype(np.float32), np.zeros((count, 2))  # of each thing, now and then
    for lumps, now, then in zip(
        *(_sides(p, inset) for p in (things, seen.picture.plane, seen.empty.plane)), strict=True
    ):
        free = ~lumps.any(axis=0)
        if free.all():
            continue
        if np.count_nonzero(free) < _LEAST_SPACES * PX_PER_SPACE:
            return None
        strays = np.array([_strays(strip, free) for strip in (now, then)])
        for lump in np.unique(lumps[lumps > 0]).astype(int):
            here = strays[:, (lumps == lump).any(axis=0)].max(axis=1)
            strayed[lump] = np.maximum(strayed[lump], here)
    now, then = strayed.max(axis=0)
    if then <= _CLEARER * now:
        return None
    return np.asarray((strayed[:, 1] > _CLEARER * strayed[:, 0])[labels])


def _sides(plane: NDArray[np.float32], inset: int) -> Iterator[NDArray[np.float32]]:
    """The outer part of a plane's four sides, each (inset, pixels along it, ...), without the corners' outer part."""
    for side in range(4):
        yield side_strip(plane, side)[:inset, inset:-inset]


def _strays(strip: NDArray[np.float32], free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far the colours of a side are from those of its free parts, in grey levels, for every place along it."""
    usual = np.median(strip[:, free], axis=1, keepdims=True)
    off = np.abs(strip - usual).mean(axis=(0, 2), dtype=np.float64)
    run = round(_RUN_SPACES * PX_PER_SPACE)
    return np.asarray(np.convolve(off, np.ones(run) / run, "same"))
