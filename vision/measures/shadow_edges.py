"""The edges of shadows that lie on a board from the start, across spaces: they are no print, and lie on pieces as well.

The bars of a window or a plant in the sun cast them. Where one crosses a space, that is light on one side and dark on
the other, out to where no icon is printed, and alike in all colours.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.reference import PX_PER_SPACE, Plane

_DARKER = 0.25  # natural logarithm by which the shadow is darker at least
_GREY = 0.6  # of what any channel is darker by, as a share of the one that is darkest
_BEYOND, _THERE = 0.34, 0.12  # spaces from the middle: no icon is as large; share of that part on either side
_RAGGED = 0.07  # share of pixels that are not like most of those around: of edges, along which they change once
_AROUND_PX = 9  # across what counts as around
_ROUNDS = 6  # after which the two levels do not move any more
_LEAST = 4.0  # grey levels, below which dark is black


def shadow_edges(empty: BoardPicture, size_wh: tuple[float, float], inset_px: int) -> Plane:
    """How light the shadows leave the spaces of an empty board, float32 (rows, cols, y, x), from 0 in them to 1.

    Without ``inset_px`` at the sides of spaces. Where no edge is seen it is 1 all over. A dark print that one crosses
    counts as shadow, too.
    """
    inner = slice(inset_px, -inset_px)
    beyond = _beyond_icons(PX_PER_SPACE - 2 * inset_px)
    gray = board_of(empty.smooth_gray, size_wh)[:, :, inner, inner]
    log = np.log(np.maximum(gray[:, :, beyond], _LEAST))
    low, high = log.min(axis=2), log.max(axis=2)
    for _ in range(_ROUNDS):
        light = log > ((low + high) / 2)[..., None]
        low, high = _mean(log, ~light), _mean(log, light)
    light = log > ((low + high) / 2)[..., None]
    step, share = high - low, light.mean(axis=2)
    is_edge = (step > _DARKER) & (share > _THERE) & (share < 1 - _THERE)
    channels = [board_of(channel, size_wh)[:, :, inner, inner][:, :, beyond] for channel in empty.channels]
    is_edge &= _is_grey(channels, light) & (_raggedness(gray > np.exp((low + high) / 2)[..., None, None]) < _RAGGED)
    dark, bright = (_median(gray[:, :, beyond], where)[..., None, None] for where in (~light, light))
    lightness = np.clip((gray - dark) / np.maximum(bright - dark, 1.0), 0.0, 1.0)
    return np.asarray(np.where(is_edge[..., None, None], lightness, 1.0), np.float32)


def _beyond_icons(side_px: int) -> NDArray[np.bool_]:
    """Which pixels of a space, bool (y, x), lie further from its middle than icons do."""
    ticks = np.arange(side_px) - (side_px - 1) / 2
    return np.asarray(np.hypot(ticks[:, None], ticks[None, :]) > _BEYOND * PX_PER_SPACE)


def _mean(values: Plane, where: NDArray[np.bool_]) -> Plane:
    """The mean of those pixels (rows, cols, n) of every space, (rows, cols)."""
    return np.asarray((values * where).sum(axis=2) / np.maximum(where.sum(axis=2), 1), np.float32)


def _median(values: Plane, where: NDArray[np.bool_]) -> Plane:
    """The median of those pixels, infinite without any: unlike the mean it leaves out the slope at an edge."""
    kept = np.sort(np.where(where, values, np.inf), axis=2)
    middle = where.sum(axis=2, keepdims=True) // 2
    return np.asarray(np.take_along_axis(kept, middle, axis=2)[..., 0], np.float32)


def _raggedness(light: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The share of pixels of every space that are not like most of those around them, (rows, cols)."""
    rows, cols, height, width = light.shape
    ragged = [
        np.mean((cv2.blur(each, (_AROUND_PX, _AROUND_PX)) > 0.5) != (each > 0.5))
        for each in light.reshape(-1, height, width).astype(np.float32)
    ]
    return np.array(ragged, np.float32).reshape(rows, cols)


def _is_grey(channels: Sequence[Plane], light: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether what is darker of every space is so in all channels (rows, cols, n), as shadows are, (rows, cols)."""
    logs = [np.log(np.maximum(channel, _LEAST)) for channel in channels]
    steps = [_mean(log, light) - _mean(log, ~light) for log in logs]
    return np.asarray(np.min(steps, axis=0) > _GREY * np.max(steps, axis=0))
