"""Reads a picture at thousands of scattered places and adds up what belongs together: the same in half the time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

FixedMaps = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""Places as cv2.remap takes them fastest (cv2.convertMaps): whole pixels (h, w, 2), thirty-seconds (h, w)."""

Samples = NDArray[np.uint8]

_LONGEST = 2**15 - 2  # of the rows that cv2.remap takes


def fixed_maps(px: NDArray[np.float32]) -> FixedMaps:
    """Places float32 (h, w, 2), x then y, in pixels as cv2.remap's fixed point maps."""
    whole, fraction = cv2.convertMaps(px[..., 0].copy(), px[..., 1].copy(), cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(fraction, np.uint16)


def sampled(picture: Samples, fixed: FixedMaps) -> Samples:
    """What is seen at the places of ``fixed_maps`` (h, w): uint8 (h, w), or (h, w, 3); 0 outside the picture.

    cv2.remap spends a good part of its time on beginning each of many short rows, so it gets a few long ones.
    """
    whole, part = fixed
    long = _few_rows(part.size), -1
    seen = cv2.remap(picture, whole.reshape(*long, 2), part.reshape(long), cv2.INTER_LINEAR)
    return np.asarray(seen, np.uint8).reshape(*part.shape, *picture.shape[2:])


def sampled_at(picture: Samples, x: NDArray[np.float32], y: NDArray[np.float32]) -> Samples:
    """The same at places in pixels, float32 (h, w) each; outside the picture what is seen at its border."""
    height, width = x.shape
    x, y = x.reshape(width, height), y.reshape(width, height)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8).reshape(height, width, *picture.shape[2:])


def fetch(picture: Samples, corners: Sequence[Points]) -> None:
    """Read those lines of a picture in which boards with these corners lie once in their order, which is foreseen.

    A camera's picture comes from slow memory, and what follows reads it here and there.
    """
    if corners:
        rows = np.concatenate(corners)[:, 1].tolist()
        first, last = (int(min(max(row, 0), len(picture))) for row in (min(rows), max(rows)))
        if last > first:
            cv2.norm(picture[first:last], cv2.NORM_INF)


def along_sums(samples: Samples) -> NDArray[np.uint16]:
    """The sums over the second axis, of at most 257 samples: uint8 (n, along, ...) to uint16 (n, ...).

    Whole planes are added one by one: numpy sums along an inner axis several times as slowly.
    """
    total = samples[:, 0].astype(np.uint16)
    for plane in range(1, samples.shape[1]):
        total += samples[:, plane]
    return total


@lru_cache(maxsize=32)
def _few_rows(count: int) -> int:
    """In how few equally long rows so many places can be read."""
    return next(rows for rows in range(1, count + 1) if count % rows == 0 and count // rows <= _LONGEST)
