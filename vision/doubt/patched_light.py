"""Floor in patches of light: sharp shadows wander with the sun, and what they leave or reach looks like another thing.

Inside each patch the floor's own structure is still there, and between patches there is nothing but a step in light.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.pieces import Explained
from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.shadow_edges import shadow_edges
from vision.reference import Plane
from vision.roles import Roles

_INSET_PX = 2  # of a space: there the grid is printed
_BLUR_PX = 2.5  # of what tells how light a place is: finer structure is the floor's
_PATCHES, _ROUNDS = 3, 8  # one that was in a shadow, one that is, and one that was not and is not; until they stay
_STEP = 0.2  # natural logarithm by which the light of two patches differs at least
_SHARE, _PIXELS = 0.1, 20  # of a space that a patch has at least, and how many of them without its edges
_ALIKE, _LEGIBLE = 0.5, 1.0  # correlation with the floor in patches, and contrast of that in noise, from which it is it
_COLOURED = 1.35  # how many times as much of one colour as of another no light takes away or adds
_FLOOR = 4.0  # grey levels that are added: below, all is noise


def floor_in_patches(found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The new single things that may be floor, where sharp shadows lay on the empty board that may have moved on.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence.
        roles: what the kinds of pieces look like.
    """
    new = [cell for cell, v in found.verdicts.items() if v.surface == roles.single != before[cell]]
    near = _near_edges(seen.empty, seen.size_wh).reshape(-1) if new else np.zeros(0, np.bool_)
    asked = [cell for cell in new if near[cell]]
    if not asked:
        return frozenset()
    inner = slice(_INSET_PX, -_INSET_PX)
    now, then = (
        [board_of(plane, seen.size_wh) for plane in (picture.smooth_gray, *picture.channels)]
        for picture in (seen.picture, seen.empty)
    )
    spaces = {cell: (*divmod(cell, now[0].shape[1]), inner, inner) for cell in asked}
    return frozenset(
        cell
        for cell, part in spaces.items()
        if is_the_floor([plane[part] for plane in now], [plane[part] for plane in then], seen.noise)
    )


def is_the_floor(now: Sequence[Plane], then: Sequence[Plane], noise: float) -> bool:
    """Whether a space has the structure of the empty one in patches that are each lit alike, in all colours.

    Args:
        now: its grey levels and its channels, float32 (h, w) each.
        then: those of the empty space.
        noise: of the picture, in grey levels.
    """
    patches = _patches(now[0], then[0])
    shared = own = floor = 0.0
    pixels = 0
    for number in range(_PATCHES):
        patch = patches == number
        inside = cv2.erode(patch.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if patch.mean() < _SHARE or inside.sum() < _PIXELS:
            continue
        lights = [a[inside].mean() / max(float(b[inside].mean()), 1.0) for a, b in zip(now, then, strict=True)]
        if max(lights) > _COLOURED * min(lights):
            return False
        a, b = now[0][inside], then[0][inside]
        a, b = a - a.mean(), (b - b.mean()) * lights[0]
        shared, own, floor = shared + float(a @ b), own + float(a @ a), floor + float(b @ b)
        pixels += len(a)
    if not pixels or np.sqrt(floor / pixels) < _LEGIBLE * (1.0 + noise):
        return False
    return bool(shared > _ALIKE * np.sqrt(own * floor))


def _patches(now: Plane, then: Plane) -> NDArray[np.intp]:
    """Which patch each pixel of a space is in, 0 to 2 (k-means of the logarithm of its light; MacQueen 1967)."""
    one, other = (np.log(cv2.GaussianBlur(plane, (0, 0), _BLUR_PX) + _FLOOR) for plane in (now, then))
    light = one - other
    middles = np.percentile(light, [8, 50, 92])
    for _ in range(_ROUNDS):
        patches = np.abs(light[..., None] - middles).argmin(axis=2)
        middles = [light[patches == n].mean() if (patches == n).any() else middles[n] for n in range(_PATCHES)]
    for number in (1, 2):  # two that are lit alike are one
        if abs(middles[number] - middles[number - 1]) < _STEP:
            patches[patches == number - 1] = number
    return np.asarray(patches, np.intp)


@lru_cache(maxsize=8)  # a board keeps its empty picture, which is told from others by identity
def _near_edges(empty: BoardPicture, size_wh: tuple[float, float]) -> NDArray[np.bool_]:
    """The spaces of an empty board that the edge of a sharp shadow crossed, and those round them, bool (rows, cols)."""
    crossed = np.asarray((shadow_edges(empty, size_wh, _INSET_PX) < 1.0).any(axis=(2, 3)), np.uint8)
    return np.asarray(cv2.dilate(crossed, np.ones((3, 3), np.uint8)) > 0)
