"""Whether pieces lie on the grid: where covered spaces meet empty ones, the edge must be near the printed border."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.color import Change, board_of
from vision.reference import PX_PER_SPACE, Plane

_NEAR = 0.25  # spaces that the edge of a piece may be inside the border
_STRIP = 0.17  # width of the strips on either side of a border that a piece on the grid leaves alone
_INSET = 0.2  # of a border at each end
_CROSSED = 0.55  # share of the strip beyond the border that is foreign: the piece sticks out
_BARE = 0.4  # share of the strip this side of it that is foreign at most: the piece falls short
_OUTER = 0.06  # spaces from the border to the strip that tells a piece from floor of its own colour farther in


def misaligned(
    change: Change,
    solid: NDArray[np.bool_],
    empty: NDArray[np.bool_],
    size_wh: tuple[float, float],
    sticking_out: float,
) -> NDArray[np.bool_]:
    """The spaces beside a border at which a piece falls short by more than about a quarter, or sticks out by more.

    Shadows do not count as sticking out, and holes and what has the colour of the floor in places not as falling short.

    Args:
        change: against the empty board.
        solid: bool (rows, cols), spaces read as wholly covered.
        empty: bool (rows, cols), spaces read as empty.
        size_wh: of the board in spaces.
        sticking_out: how far beyond the border the edge of a piece may be, in spaces.
    """
    plain, shaded = board_of(change.plain, size_wh), board_of(change.shaded, size_wh)
    found = np.zeros(solid.shape, np.bool_)
    for axis, towards in ((0, 1), (0, -1), (1, 1), (1, -1)):
        beside = np.zeros(solid.shape, np.bool_)
        here, there = _shifted(towards)
        rows_here, cols_here = (here, slice(None)) if axis == 0 else (slice(None), here)
        rows_there, cols_there = (there, slice(None)) if axis == 0 else (slice(None), there)
        beside[rows_here, cols_here] = empty[rows_there, cols_there]
        if not (solid & beside).any():
            continue
        bare = _strip(plain, axis, towards, _NEAR) < _BARE
        short = bare & (_strip(shaded, axis, towards, _OUTER) < _BARE)
        crossed = np.zeros(solid.shape, np.bool_)
        crossed[rows_here, cols_here] = (_strip(shaded, axis, -towards, sticking_out) > _CROSSED)[
            rows_there, cols_there
        ]
        wrong = solid & beside & (short | crossed)
        found |= wrong
        found[rows_there, cols_there] |= wrong[rows_here, cols_here]
    return found


def _shifted(towards: int) -> tuple[slice, slice]:
    return (slice(None, -1), slice(1, None)) if towards > 0 else (slice(1, None), slice(None, -1))


def _strip(blocks: Plane, axis: int, towards: int, near_spaces: float) -> NDArray[np.float32]:
    """Mean of a strip inside each space, so far from its border towards the higher (1) or lower (-1) neighbour."""
    near, far = round(near_spaces * PX_PER_SPACE), round((near_spaces + _STRIP) * PX_PER_SPACE)
    across = slice(PX_PER_SPACE - far, PX_PER_SPACE - near) if towards > 0 else slice(near, far)
    along = slice(round(_INSET * PX_PER_SPACE), PX_PER_SPACE - round(_INSET * PX_PER_SPACE))
    part = blocks[:, :, across, along] if axis == 0 else blocks[:, :, along, across]
    return np.asarray(part.mean(axis=(2, 3)), np.float32)
