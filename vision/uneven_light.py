"""Light that no smooth field explains: bands of lamps that flicker while a picture is read out, stripes of blinds.

Patches of bare floor show their structure in any light. Where they are both lighter and darker than a smooth field has
them, the light is interpolated between them instead.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_picture import BoardPicture
from vision.color import Light, estimate_light
from vision.light_field import correlation
from vision.reference import Plane

_UNEVEN = 0.05  # logarithm of a factor: of 628 pictures in steady light one had more, of those with bands nine in ten
_TAIL = 0.15  # share of the patches at either end that are left out
_ENOUGH = 20  # patches
_TOLD, _SEEN = 0.5, 0.3  # correlation of a patch from which it tells whether light is uneven, and by how much
_WIDE = 0.5  # patches of half a space each
_HOLD = 0.02  # weight of the smooth field, beside that of a patch that is all seen
_DARK = 2.0  # grey levels added to both
_MOST = 0.5  # logarithm of a factor


def light_between(current: BoardPicture, reference: BoardPicture) -> Light:
    """The light that turns the reference into the current picture where nothing else changed.

    A smooth field (``vision.color.estimate_light``), if that is how the floor is lit. A shadow makes a part of it
    darker and nothing lighter, and the noise of a dark channel is none of the others'.
    """
    light = estimate_light(current, reference)
    alike = correlation(current.patches, reference.patches)
    off = _beside_smooth(light, current, reference)
    inner = alike[1:-1, 1:-1] > _TOLD
    if np.count_nonzero(inner) < _ENOUGH:
        return light
    low, high = _tails(off[1:-1, 1:-1][inner])
    if float(np.sort(np.minimum(high, -low))[1]) < _UNEVEN:
        return light
    weight = np.square(np.clip((alike - _SEEN) / (1 - _SEEN), 0.0, 1.0)).astype(np.float32)
    total = _blurred(weight) + _HOLD
    left = _blurred(np.clip(off, -_MOST, _MOST) * weight[..., None]) / total[..., None]
    height, width = light.channels.shape[1:]
    wide = cv2.resize(np.exp(left), (width, height), interpolation=cv2.INTER_CUBIC)
    return replace(light, channels=np.asarray(light.channels * np.moveaxis(wide, -1, 0), np.float32))


def _beside_smooth(light: Light, current: BoardPicture, reference: BoardPicture) -> NDArray[np.float32]:
    """The logarithm of the factor that is missing at every patch, a channel, float32 (rows, cols, 3)."""
    now, then = current.patches.medians, reference.patches.medians
    across = then.shape[1], then.shape[0]
    smooth = [cv2.resize(channel, across, interpolation=cv2.INTER_AREA) for channel in light.channels]
    return np.asarray(np.log((now + _DARK) / (then * np.stack(smooth, axis=-1) + _DARK)), np.float32)


def _tails(values: Plane) -> tuple[Plane, Plane]:
    """What a share of ``_TAIL`` of some values (n, 3) lies below, and what above, (3,) each, between two of them.

    Sorted lists tell sooner than NumPy's quantile, which takes ten times as long for so few.
    """
    ordered = np.sort(values, axis=0)
    below, share = divmod(_TAIL * (len(values) - 1), 1.0)
    first = int(below)
    low, high = ordered[first : first + 2], ordered[::-1][first : first + 2]
    return low[0] + (low[1] - low[0]) * np.float32(share), high[0] + (high[1] - high[0]) * np.float32(share)


def _blurred(values: Plane) -> Plane:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), _WIDE, borderType=cv2.BORDER_REPLICATE), np.float32)
