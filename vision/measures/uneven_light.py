"""Light that no smooth field explains: flickering bands, stripes of blinds, a shadow over a part of the board.

Patches of bare floor show their structure in any light. Where they are both lighter and darker than a smooth field has
them, the light is interpolated between them instead; and where a part of them is only one of both, if no hand is near.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_picture import BoardPicture
from vision.measures.color import Light, estimate_light
from vision.measures.light_field import correlation
from vision.reference import Plane

_UNEVEN = 0.05  # logarithm of a factor: of 628 pictures in steady light one had more, of those with bands nine in ten
_BANDED = 0.03  # the same of light that would explain what looks like a hand
_TAIL, _SHADOW_TAIL = 0.15, 0.06  # share of the patches at either end that are left out, and looking for a shadow
_ENOUGH = 20  # patches
_TOLD, _SEEN = 0.5, 0.3  # correlation of a patch from which it tells whether light is uneven, and by how much
_WIDE = 0.5  # patches of half a space each
_HOLD = 0.02  # weight of the smooth field, beside that of a patch that is all seen
_MOSTLY_SLOPE = 0.6  # of the squares of a structure that is left beside its slope: less is mostly slope
_TOLD_BESIDE, _FLAT = 0.6, 1e-3  # correlation of that from which it tells, and the least that is any structure
_GRADUAL = 0.8  # correlation of neighbouring patches: shadows had 0.95 and more, gilt in another light 0.46 at most
_ROUND = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.float32)
_INNER = (slice(1, -1), slice(1, -1))
_DARK = 2.0  # grey levels added to both
_MOST = 0.5  # logarithm of a factor


def light_between(current: BoardPicture, reference: BoardPicture) -> Light:
    """The light that turns the reference into the current picture where nothing else changed.

    A smooth field (``vision.measures.color.estimate_light``), if that is how the floor is lit. A shadow makes a part of
    it darker and nothing lighter, and the noise of a dark channel is none of the others'.
    """
    light = estimate_light(current, reference)
    off, alike = _beside_smooth(light, current, reference), correlation(current.patches, reference.patches)
    low, high = _tails(off, alike, _TAIL)
    return light if _second(np.minimum(high, -low)) < _UNEVEN else _evened(light, off, alike)


def light_in_bands(light: Light, current: BoardPicture, reference: BoardPicture) -> Light:
    """The smooth light with bands that are mostly lighter or mostly darker ones; ``light`` itself where none are.

    A hand and its shadow may look a little like them: whether the hand is still there in this light has to be asked.
    """
    off, alike = _beside_smooth(light, current, reference), correlation(current.patches, reference.patches)
    low, high = _tails(off, alike, _TAIL)
    return light if _second(np.minimum(high, -low)) < _BANDED else _evened(light, off, alike)


def light_under_shadows(light: Light, current: BoardPicture, reference: BoardPicture) -> Light:
    """The smooth light with a shadow that fell on a part of the board, or left it; ``light`` itself where none did.

    A part is darker or lighter then and nothing is the other. What glitters differs from patch to patch, a shadow
    hardly. That of a hand would be taken for light as well: ask only where none is.
    """
    off, alike = _beside_smooth(light, current, reference), correlation(current.patches, reference.patches)
    low, high = _tails(off, alike, _SHADOW_TAIL)
    if _second(np.maximum(high, -low)) < _UNEVEN or not _is_gradual(off, alike):
        return light
    return _evened(light, off, alike_but_for_slopes(current.patches.structure, reference.patches.structure, alike))


def light_patch_by_patch(light: Light, current: BoardPicture, reference: BoardPicture) -> Light:
    """The smooth light with all that is beside it at patches of bare floor, however little.

    A camera that lifts shadows lightens the floor beside a dark tile, and a bright one lights it. Some of what lies
    there may look like light as well: what is read in this is to be held against what is read in the smooth light.
    """
    off, alike = _beside_smooth(light, current, reference), correlation(current.patches, reference.patches)
    return _evened(light, off, alike)


def alike_but_for_slopes(now: Plane, then: Plane, alike: Plane) -> Plane:
    """How alike patches are (rows, cols), where the edge of a shadow crosses them but for its slope.

    There that slope is most of what a patch of a faint print shows, and says nothing of what is printed.
    """
    ramps = _ramps(now.shape[2])
    rest, known = (structure - (structure @ ramps.T) @ ramps for structure in (now, then))
    left = np.einsum("rcn,rcn->rc", rest, rest)
    size = np.sqrt(left * np.einsum("rcn,rcn->rc", known, known))
    level = np.einsum("rcn,rcn->rc", rest, known) / np.maximum(size, _FLAT)
    crossed = (left < _MOSTLY_SLOPE) & (level > _TOLD_BESIDE)
    return np.asarray(np.where(crossed, np.maximum(level, alike), alike), np.float32)


@lru_cache(maxsize=2)
def _ramps(pixels: int) -> Plane:
    """The slopes down and to the right of a square patch of so many pixels, of length 1, float32 (2, pixels)."""
    ticks = np.arange(math.isqrt(pixels), dtype=np.float32)
    both = np.stack([part.reshape(-1) for part in np.meshgrid(ticks, ticks, indexing="ij")])
    both -= both.mean(axis=1, keepdims=True)
    return np.asarray(both / np.linalg.norm(both, axis=1, keepdims=True), np.float32)


def _is_gradual(off: Plane, alike: Plane) -> bool:
    """Whether what is beside a light at each patch is nearly what is beside it round that."""
    weight = (alike > _TOLD).astype(np.float32)
    level = off.mean(axis=2) * weight
    sums, count = (cv2.filter2D(of, -1, _ROUND, borderType=cv2.BORDER_CONSTANT)[_INNER] for of in (level, weight))
    where = (weight[_INNER] > 0) & (count > 0)
    seen, near = level[_INNER][where], sums[where] / count[where]
    return bool(np.corrcoef(seen, near)[0, 1] > _GRADUAL)


def _evened(light: Light, off: Plane, alike: Plane) -> Light:
    """The light with what is beside it, ``off``, between the patches that are alike."""
    weight = np.square(np.clip((alike - _SEEN) / (1 - _SEEN), 0.0, 1.0)).astype(np.float32)
    total = _blurred(weight) + _HOLD
    left = _blurred(np.clip(off, -_MOST, _MOST) * weight[..., None]) / total[..., None]
    height, width = light.channels.shape[1:]
    wide = cv2.resize(np.exp(left), (width, height), interpolation=cv2.INTER_CUBIC)
    return replace(light, channels=np.asarray(light.channels * np.moveaxis(wide, -1, 0), np.float32), few=None)


def _second(values: Plane) -> float:
    """The second largest of three channels: the noise of a dark one is none of the others'."""
    return float(np.sort(values)[1])


def _beside_smooth(light: Light, current: BoardPicture, reference: BoardPicture) -> NDArray[np.float32]:
    """The logarithm of the factor that is missing at every patch, a channel, float32 (rows, cols, 3)."""
    now, then = current.patches.medians, reference.patches.medians
    across = then.shape[1], then.shape[0]
    factors = light.channels if light.few is None else light.few
    smooth = [cv2.resize(channel, across, interpolation=cv2.INTER_AREA) for channel in factors]
    return np.asarray(np.log((now + _DARK) / (then * np.stack(smooth, axis=-1) + _DARK)), np.float32)


def _tails(off: Plane, alike: Plane, outside: float) -> tuple[Plane, Plane]:
    """What a share of what is beside a light lies below, and what above, (3,) each, between two patches that tell.

    Nothing is where too few of them do. Sorted lists tell sooner than NumPy's quantile, which takes ten times as long.
    """
    told = off[_INNER][alike[_INNER] > _TOLD]
    if len(told) < _ENOUGH:
        return np.zeros(3, np.float32), np.zeros(3, np.float32)
    ordered = np.sort(told, axis=0)
    below, share = divmod(outside * (len(told) - 1), 1.0)
    first = int(below)
    low, high = ordered[first : first + 2], ordered[::-1][first : first + 2]
    return low[0] + (low[1] - low[0]) * np.float32(share), high[0] + (high[1] - high[0]) * np.float32(share)


def _blurred(values: Plane) -> Plane:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), _WIDE, borderType=cv2.BORDER_REPLICATE), np.float32)
