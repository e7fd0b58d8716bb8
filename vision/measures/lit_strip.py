"""Whether the floor beyond the edge of a piece is only in a light of its own: a coloured shadow, a mirrored lamp.

Where lamps have different colours the shadow of a piece takes only one of them away: no darker shade of the floor is
left, but each channel is dimmed evenly. What sticks out is the piece itself, and looks like it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import grid_part
from vision.measures.board_picture import BoardPicture
from vision.reference import PX_PER_SPACE

_END = 0.2  # of the border at each end, as ``vision.misplaced.alignment`` looks at it
_INSIDE = (0.08, 0.30)  # spaces from the border, of the piece itself
_UNEVEN, _UNEVEN_FAR = 0.10, 0.05  # mean of the logarithm's deviation; the second where all of the space is foreign
_OTHER = 0.3  # by how much the logarithm of one channel's factor differs from that of the piece
_MEAN_DEVIATION = 0.8  # of noise, in its standard deviations
_DARK = 2.0  # grey levels added to both: noise in the dark is no factor


def is_lit_floor(
    now: BoardPicture,
    empty: BoardPicture,
    size_wh: tuple[float, float],
    here: tuple[int, int],
    there: tuple[int, int],
    beyond: tuple[float, float],
    *,
    all_foreign: bool,
    noise: float,
) -> bool:
    """Whether the floor beyond a border is only lit otherwise, each channel evenly, and unlike what lies this side.

    Args:
        now: the rectified picture.
        empty: that of the empty board.
        size_wh: of the board in spaces.
        here: row and column of the space with a piece.
        there: those of the bare space beside it.
        beyond: how far from the border the foreign strip begins and ends, in spaces.
        all_foreign: whether more of that space is foreign than a piece beside it may reach.
        noise: of the picture, in grey levels.
    """
    strip = _strip(now, empty, size_wh, there, here, beyond)
    outside = _factors(*strip)
    inside = _factors(*_strip(now, empty, size_wh, here, there, _INSIDE))
    # a shadow ends softly: it is as deep along the whole border at one distance from that, not at all distances
    uneven = float(np.abs(outside - np.median(outside, axis=1, keepdims=True)).mean())
    by_noise = _MEAN_DEVIATION * noise * float(np.hypot(*(1 / part for part in strip)).mean())
    uneven = math.sqrt(max(0.0, uneven**2 - by_noise**2))
    apart = float(np.abs(np.median(outside, axis=(0, 1)) - np.median(inside, axis=(0, 1))).max())
    return uneven < (_UNEVEN_FAR if all_foreign else _UNEVEN) and apart > _OTHER


def _strip(
    now: BoardPicture,
    empty: BoardPicture,
    size_wh: tuple[float, float],
    space: tuple[int, int],
    other: tuple[int, int],
    away: tuple[float, float],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What both pictures show on a strip of a space beside another, (across, along, 3) each, from ``_DARK``."""
    rows, cols = (part.start for part in grid_part(size_wh))
    near, far = (round(PX_PER_SPACE * spaces) for spaces in away)
    end = round(_END * PX_PER_SPACE)
    slices = []
    for start, at, towards in zip((rows, cols), space, other, strict=True):
        first = start + at * PX_PER_SPACE
        if towards > at:
            slices.append(slice(first + PX_PER_SPACE - far, first + PX_PER_SPACE - near))
        elif towards < at:
            slices.append(slice(first + near, first + far))
        else:
            slices.append(slice(first + end, first + PX_PER_SPACE - end))
    seen, known = (picture.plane[tuple(slices)].astype(np.float32) + _DARK for picture in (now, empty))
    return (seen, known) if space[0] != other[0] else (seen.swapaxes(0, 1), known.swapaxes(0, 1))


def _factors(seen: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.float32]:
    """The logarithms of the channels' factors between two strips, (across, along, 3)."""
    return np.asarray(np.log(seen / known), np.float32)
