"""A rectified picture of a board and all that is made of it once: its channels, smoothed, their patches and its rim."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.blotches import on_rim
from vision.measures.board_parts import channels_of
from vision.measures.cut_off import CUT_OFF, CutChannels, cut_channels
from vision.measures.light_field import Patches, patches_of
from vision.reference import PX_PER_SPACE, Plane

_MEAN = np.full((1, 3), 1 / 3, np.float32)  # of channels, for cv2.transform
_BLOCK_PX = PX_PER_SPACE // 2


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A rectified picture of a board, with what holding it against others takes computed once.

    That is done channel by channel: whole planes are several times as fast as triples.
    """

    plane: Plane

    @cached_property
    def channels(self) -> Plane:
        """Blue, green and red, float32 (3, height, width)."""
        return channels_of(self.plane)

    @cached_property
    def is_cut(self) -> bool:
        """Whether any channel may be cut off anywhere."""
        return self.brightest >= CUT_OFF

    @cached_property
    def brightest(self) -> float:
        """The greatest level of any channel."""
        return float(cv2.norm(self.plane, cv2.NORM_INF))

    @cached_property
    def cut(self) -> CutChannels:
        """Where how many channels may be cut off."""
        return cut_channels(self.plane)

    @cached_property
    def gray(self) -> Plane:
        """The mean of the channels, float32 (height, width)."""
        return gray_of(self.plane)

    @cached_property
    def blocks(self) -> Plane:
        """The means of blocks of half a space, float32 (rows, cols, 3)."""
        height, width = self.plane.shape[:2]
        blocks_wh = width // _BLOCK_PX, height // _BLOCK_PX
        return np.asarray(cv2.resize(self.plane, blocks_wh, interpolation=cv2.INTER_AREA), np.float32)

    @cached_property
    def patches(self) -> Patches:
        """For ``estimate_light``."""
        return patches_of(self.channels)

    @cached_property
    def levels(self) -> NDArray[np.float32]:
        """The median level of each channel and one more, (3,), to tell by how much light has changed."""
        return np.asarray(np.median(self.patches.medians + 1, axis=(0, 1)))

    @cached_property
    def smooth(self) -> Plane:
        """The channels a little smoothed, for ``compare``, float32 (3, height, width)."""
        found = np.empty((3, *self.plane.shape[:2]), np.float32)
        for channel, made in zip(self.channels, found, strict=True):
            cv2.GaussianBlur(channel, (5, 5), 0.7, dst=made)
        return found

    @cached_property
    def smooth_gray(self) -> Plane:
        """The mean of the channels, smoothed by one pixel, float32 (height, width)."""
        return smoothed(self.gray)

    @cached_property
    def between(self) -> tuple[Plane, Plane]:
        """The least and greatest of each pixel's neighbourhood in ``smooth``."""
        window = np.ones((3, 3), np.uint8)
        low, high = np.empty_like(self.smooth), np.empty_like(self.smooth)
        for channel, least, most in zip(self.smooth, low, high, strict=True):
            cv2.erode(channel, window, dst=least)
            cv2.dilate(channel, window, dst=most)
        return low, high

    @cached_property
    def smooth_rim(self) -> Plane:
        """The places of the rim, as ``rim_of`` has them, in ``smooth``, float32 (3, 4, n)."""
        return on_rim(self.smooth)

    @cached_property
    def rim_between(self) -> tuple[Plane, Plane]:
        """The same in ``between``."""
        low, high = self.between
        return on_rim(low), on_rim(high)

    @cached_property
    def near_cut(self) -> NDArray[np.bool_] | None:
        """Where levels of ``between`` may come from what is cut off, bool as that; None where nothing is."""
        if not self.is_cut:
            return None
        window = np.ones((3, 3), np.uint8)
        return np.stack([np.asarray(cv2.dilate(channel, window) >= CUT_OFF) for channel in self.channels])


def gray_of(plane: Plane) -> Plane:
    """The mean of the channels, float32 (height, width)."""
    return np.asarray(cv2.transform(plane, _MEAN), np.float32)


def smoothed(gray: Plane) -> Plane:
    """A plane smoothed by one pixel, float32 (height, width)."""
    return np.asarray(cv2.GaussianBlur(gray, (7, 7), 1.0), np.float32)  # 3 in 10,000 lie beyond
