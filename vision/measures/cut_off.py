"""Channels that are cut off: where a camera shows all it can, a picture tells of a least brightness and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import Plane

Levels = NDArray[np.floating]
Number = TypeVar("Number", bound=np.generic)

CutChannels = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]
"""Where at least one, two and all three channels may be cut off, bool (height, width) each."""

CUT_OFF = 250.0
"""Grey levels from which a channel may be cut off."""

_OPEN = 256.0  # above all levels: as bright as it likes
_DARK = 2.0  # added before logarithms: the lowest grey levels are noise


class Ratios(NamedTuple):
    """Natural logarithms of how much brighter things have become, float32 of any shape with channels last.

    ``more`` and ``less`` are where the truth may be that much or more, or that much or less; None where nothing is cut
    off.
    """

    seen: NDArray[np.float32]
    more: NDArray[np.bool_] | None = None
    less: NDArray[np.bool_] | None = None

    def by_channel(self, part: tuple[slice, slice]) -> Ratios:
        """Those of a part of the places as a list for each channel, (channels, n)."""
        if self.more is None or self.less is None:
            return Ratios(_by_channel(self.seen[part]))
        return Ratios(_by_channel(self.seen[part]), _by_channel(self.more[part]), _by_channel(self.less[part]))

    def misfit(self, expected: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far what is expected is off, of the shape of ``seen``: 0 where it lies on the open side."""
        off = self.seen - expected
        if self.more is None or self.less is None:
            return np.asarray(off, np.float64)
        return np.asarray(np.where((self.more & (off < 0)) | (self.less & (off > 0)), 0.0, off), np.float64)


def log_ratios(now: Sequence[Plane], then: Sequence[Plane]) -> Ratios:
    """How much brighter each place has become: ``now`` and ``then`` are its levels, each darker than the one before.

    A quantile stays the same quantile in any light and however much above it is cut off, so the first counts of which
    neither is. Where all are, the darkest tell a bound.
    """
    if not any(is_cut(levels[0]) for levels in (now, then)):
        return Ratios(_log_ratio(now[0], then[0]))
    seen = _log_ratio(now[-1], then[-1])
    for bright, dim in list(zip(now, then, strict=True))[-2::-1]:
        whole = (bright < CUT_OFF) & (dim < CUT_OFF)
        seen = np.where(whole, _log_ratio(bright, dim), seen)
    return Ratios(seen, now[-1] >= CUT_OFF, then[-1] >= CUT_OFF)


def is_cut(plane: Levels) -> bool:
    """Whether any channel may be cut off anywhere."""
    return bool(cv2.norm(plane, cv2.NORM_INF) >= CUT_OFF)


def cut_channels(plane: Plane) -> CutChannels:
    """Where how many channels of a plane (height, width, 3) may be cut off."""
    if not is_cut(plane):
        nowhere = np.zeros(plane.shape[:2], np.bool_)
        return nowhere, nowhere, nowhere
    blue, green, red = cv2.split(plane)
    darker, brighter = cv2.min(blue, green), cv2.max(blue, green)
    middle = cv2.max(darker, cv2.min(brighter, red))
    least, most = cv2.min(darker, red), cv2.max(brighter, red)
    return most >= CUT_OFF, middle >= CUT_OFF, least >= CUT_OFF


def shown(low: Levels, high: Levels, unknown: NDArray[np.bool_] | None) -> tuple[Levels, Levels]:
    """What a camera shows of levels between ``low`` and ``high``: what is cut off is as bright as it likes.

    So it is where the levels that these come from were cut off already, which is ``unknown``; None where nothing was.
    """
    if unknown is None and not is_cut(high):
        return low, high
    above = high >= CUT_OFF if unknown is None else (high >= CUT_OFF) | unknown
    most = np.where(above, np.float32(_OPEN), high)
    return np.minimum(low, np.float32(CUT_OFF)), most


def legible_part(expected: Plane, unknown: NDArray[np.bool_] | None) -> Plane:
    """What is expected, with 0 in the channels that a camera cannot show, or whose levels are ``unknown``."""
    if unknown is None and not is_cut(expected):
        return expected
    above = expected >= CUT_OFF if unknown is None else (expected >= CUT_OFF) | unknown
    return np.asarray(np.where(above, np.float32(0), expected), np.float32)


def _by_channel(places: NDArray[Number]) -> NDArray[Number]:
    return np.ascontiguousarray(places.reshape(-1, places.shape[-1]).T)


def _log_ratio(now: Plane, then: Plane) -> NDArray[np.float32]:
    return np.asarray(np.log((now + _DARK) / (then + _DARK)), np.float32)
