"""Where a board may lie on a grid with all within a space of it: just there, a space aside, or turned by a quarter."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_beyond import widened
from vision.finding.lattice import Floats

Flags = NDArray[np.bool_]


class Parts(NamedTuple):
    """Parts of a widened grid that a board may fill, h of them, and what each of its n stretches counts for them.

    ``corners`` float64 (h, 4, 2) are in its spaces; ``inside`` float32 (h, n) is for lines, ``border`` (h, n) for them
    and edges.
    """

    corners: NDArray[np.float64]
    inside: Floats
    border: Floats

    def shares(self, lines: Flags, framed: Flags) -> Floats:
        """What share of each part is seen, float32 (h,): by ``lines``, along the border by what is ``framed``."""
        return np.asarray(self.inside @ lines + self.border @ framed, np.float32)


@lru_cache(maxsize=16)
def parts(spaces: tuple[int, int]) -> Parts:
    """The grid itself, which comes first, and as many spaces about it, as they lie or turned by a quarter turn."""
    cols, rows = spaces
    grid = widened(spaces).strips
    x, y = grid.middle.T
    upright = np.arange(len(x)) < grid.upright
    places = [
        (wide, high, left, top)
        for wide, high in dict.fromkeys((spaces, spaces[::-1]))
        for left, top in itertools.product(range(-1, cols + 2 - wide), range(-1, rows + 2 - high))
    ]
    places.sort(key=lambda place: place != (cols, rows, 0, 0))
    corners, inside, border = [], [], []
    for wide, high, left, top in places:
        box = np.array([[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]], np.float64)
        corners.append(box if (wide, high) == spaces else box[[3, 0, 1, 2]])
        held = (left <= x) & (x <= left + wide) & (top <= y) & (y <= top + high)
        rim = held & np.where(upright, (x == left) | (x == left + wide), (y == top) | (y == top + high))
        inside.append((held & ~rim) / np.count_nonzero(held))
        border.append(rim / np.count_nonzero(held))
    return Parts(np.array(corners), np.array(inside, np.float32), np.array(border, np.float32))
