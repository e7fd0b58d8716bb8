"""Whether a board's printed marks still lie where they were, told from a few samples of each: no pose is fitted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.grid_refine import Stretches
from vision.printed_marks import ALONG, STEP, PrintedMarks, SampleMaps, fixed_maps

Floats = NDArray[np.float32]
FixedMaps = tuple[NDArray[np.int16], NDArray[np.uint16]]

STILL = 6.0  # grey levels: marks that changed less than this since the last full look are as they were
CHANGED = 0.02  # share of the marks that may flicker without a new look
SLID = 0.012  # spaces that a quarter of the board's marks may slide without a new look, or without a new fit
LEAST_GROUP = 5  # marks of such a quarter that tell whether it slid
QUICK, QUICK_ALONG = 2, 3  # for that look: every other sample across a mark, three along it


def quick_samples(maps: SampleMaps) -> Floats:
    """Some samples of every mark, float32 (n, QUICK_ALONG, m, 2): enough to see that something changed."""
    few = maps.px.reshape(-1, ALONG, *maps.px.shape[1:])[:, 1 :: ALONG // QUICK_ALONG, ::QUICK]
    return np.ascontiguousarray(few[:, :QUICK_ALONG])


def middle_samples(maps: SampleMaps) -> Floats:
    """Those of them across the middle of every mark, (n, m, 2)."""
    return np.asarray(quick_samples(maps)[:, QUICK_ALONG // 2])


def quick_maps(maps: SampleMaps) -> FixedMaps:
    """The samples of ``quick_samples`` as cv2.remap takes them fastest."""
    few = quick_samples(maps)
    return fixed_maps(few.reshape(-1, *few.shape[2:]))


def quick_look(pixels: Pixels, quick: FixedMaps) -> Floats:
    """A short profile of every mark, float32 (n, m)."""
    seen = cv2.remap(pixels, *quick, cv2.INTER_LINEAR)
    return np.asarray(seen.reshape(-1, QUICK_ALONG, seen.shape[1], 3).mean(axis=(1, 3)), np.float32)


def unchanged(one: Floats, other: Floats, groups: NDArray[np.intp]) -> bool:
    """Whether nearly all marks look as they did and none of their groups has slid, whatever the light did to all.

    ``one`` and ``other`` are float32 (n, m), a short profile of each mark; ``groups`` int (n,) puts marks together that
    lie near each other and run one way. How far a group has slid is the least squares answer to a small shift.
    """
    change = one - other
    level = change.mean(axis=1, keepdims=True)
    if np.mean(np.abs(level - np.median(level)) > STILL) > CHANGED:
        return False
    slope = np.gradient(other, axis=1)
    pull = np.bincount(groups, ((change - level) * slope).sum(axis=1))
    grip = np.bincount(groups, (slope**2).sum(axis=1))
    slid = np.abs(pull) / np.maximum(grip, 1.0) * QUICK * STEP
    return bool((slid[grip > 1.0] <= SLID).all())


def resting(seen: Stretches, groups: NDArray[np.intp]) -> bool:
    """Whether every group of marks is seen, and on the whole where it was: then there is nothing to fit."""
    good = seen.contrast > 0
    for group in range(8):
        offsets = seen.offset[good & (groups == group)]
        if len(offsets) < LEAST_GROUP or abs(float(np.median(offsets))) > SLID:
            return False
    return True


def quarters(marks: PrintedMarks, size_wh: tuple[float, float]) -> NDArray[np.intp]:
    """A number for each mark: which quarter of the board it is in, and which way it runs."""
    right, near = marks.middle[:, 0] > size_wh[0] / 2, marks.middle[:, 1] > size_wh[1] / 2
    upright = marks.across[:, 0] == 1
    return np.asarray(right + 2 * near + 4 * upright, np.intp)
