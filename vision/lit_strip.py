"""Whether the floor beyond the edge of a piece is only in a light of its own: a coloured shadow, a mirrored lamp.

Where lamps have different colours the shadow of a piece takes only one of them away: no darker shade of the floor is
left, but each channel is dimmed evenly. What sticks out is the piece itself, and looks like it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board_parts import grid_part
from vision.color import BoardPicture
from vision.reference import PX_PER_SPACE

_END = 0.2  # of the border at each end, as ``vision.alignment`` looks at it
_INSIDE = (0.08, 0.30)  # spaces from the border, of the piece itself
_UNEVEN, _UNEVEN_FAR = 0.10, 0.05  # mean of the logarithm's deviation; the second where all of the space is foreign
_OTHER = 0.3  # by how much the logarithm of one channel's factor differs from that of the piece
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
    """
    outside = _factors(now, empty, size_wh, there, here, beyond)
    inside = _factors(now, empty, size_wh, here, there, _INSIDE)
    middle = np.median(outside, axis=0)
    uneven = float(np.abs(outside - middle).mean())
    apart = float(np.abs(middle - np.median(inside, axis=0)).max())
    return uneven < (_UNEVEN_FAR if all_foreign else _UNEVEN) and apart > _OTHER


def _factors(
    now: BoardPicture,
    empty: BoardPicture,
    size_wh: tuple[float, float],
    space: tuple[int, int],
    other: tuple[int, int],
    away: tuple[float, float],
) -> NDArray[np.float32]:
    """The logarithms of the channels' factors on a strip of a space along its border with another, (pixels, 3)."""
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
    seen, known = (picture.plane[tuple(slices)].reshape(-1, 3).astype(np.float32) + _DARK for picture in (now, empty))
    return np.asarray(np.log(seen / known), np.float32)
