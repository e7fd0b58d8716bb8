"""Whether pieces lie on the grid: where covered spaces meet empty ones, the edge must be near the printed border."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.board_parts import board_of
from vision.color import Change
from vision.reference import PX_PER_SPACE, Plane

Space = tuple[int, int]
Strip = tuple[float, float]

_NEAR = 0.25  # spaces that the edge of a piece may be inside the border
_STRIP = 0.17  # width of the strips on either side of a border that a piece on the grid leaves alone
_INSET = 0.2  # of a border at each end
_CROSSED = 0.55  # share of the strip beyond the border that is foreign: the piece sticks out
_BY_MORE = 0.2  # the same more than further out: all of a bare space between pieces may take a little of their tint
_BARE = 0.4  # share of the strip this side of it that is foreign at most: the piece falls short
_DEEP, _CORNER = 0.42, 0.08  # spaces from a border that are looked at for its two halves, and at each end not
_SPLIT = 0.55  # by which share more of one half is foreign: of 1,421 tiles a blurred one had 0.49
_OUTER = 0.06  # spaces from the border to the strip that tells a piece from floor of its own colour farther in


def misaligned(
    change: Change,
    solid: NDArray[np.bool_],
    empty: NDArray[np.bool_],
    size_wh: tuple[float, float],
    sticking_out: float,
    is_light: Callable[[Space, Space, Strip, bool], bool] = lambda here, there, beyond, all_foreign: False,
    open_below: NDArray[np.bool_] | None = None,
    by_noise: float = 0.0,
) -> NDArray[np.bool_]:
    """The spaces beside a border at which a piece falls short by more than about a quarter, or sticks out by more.

    Shadows do not count as sticking out, and holes and what has the colour of the floor in places not as falling short.

    Args:
        change: against the empty board.
        solid: bool (rows, cols), spaces read as wholly covered.
        empty: bool (rows, cols), spaces read as empty.
        size_wh: of the board in spaces.
        sticking_out: how far beyond the border the edge of a piece may be, in spaces.
        is_light: whether on a bare space beside one with a piece (row and column each, the piece's first) a strip, from
            and to so many spaces from their border, is only lit otherwise; the last tells whether more than that strip
            is foreign there.
        open_below: bool (rows, cols), the spaces where floor may show beside a piece: it lies on a hole. None for none.
        by_noise: the share of any bare space that noise makes foreign: of what sticks out it is taken off.
    """
    plain, shaded = board_of(change.plain, size_wh), board_of(change.shaded, size_wh)
    found = np.zeros(solid.shape, np.bool_)
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        here = np.argwhere(solid & _beside(empty, down, right))
        if not len(here):
            continue
        there = here + np.array([down, right])
        axis, towards = (0, down) if down else (1, right)
        short = _strip(plain, here, axis, towards, _NEAR) < _BARE
        if short.any():  # of most spaces one strip says all
            short &= _strip(shaded, here, axis, towards, _OUTER) < _BARE
        if open_below is not None:
            short &= ~open_below[tuple(here.T)]
        near = (_strip(shaded, there, axis, -towards, sticking_out) - by_noise) / (1 - by_noise)
        out = near > _CROSSED
        far = near
        if out.any():
            far = (_strip(shaded, there, axis, -towards, sticking_out + 2 * _STRIP) - by_noise) / (1 - by_noise)
        out &= (near > far + _BY_MORE) | (far > _CROSSED)
        beyond = sticking_out, sticking_out + _STRIP
        for n in np.flatnonzero(out):
            (row, col), (next_row, next_col) = here[n].tolist(), there[n].tolist()
            out[n] = not is_light((row, col), (next_row, next_col), beyond, bool(far[n] > _CROSSED))
        wrong = short | out
        for places in (here[wrong], there[wrong]):
            found[tuple(places.T)] = True
    return found


def split_edges(
    change: Change, leaves: NDArray[np.bool_], empty: NDArray[np.bool_], size_wh: tuple[float, float]
) -> NDArray[np.bool_]:
    """The leaves at whose border to bare ground one half is covered and the other bare, bool (rows, cols).

    The edge of a tile that lies on the grid or a little off is straight and hardly turned: something else lies there.

    Args:
        change: against the empty board.
        leaves: bool (rows, cols), spaces read as leaves of tiles.
        empty: bool (rows, cols), spaces read as empty.
        size_wh: of the board in spaces.
    """
    plain = board_of(change.plain, size_wh)
    deep, corner, middle = round(_DEEP * PX_PER_SPACE), round(_CORNER * PX_PER_SPACE), PX_PER_SPACE // 2
    found = np.zeros(leaves.shape, np.bool_)
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        here = np.nonzero(leaves & _beside(empty, down, right))
        depth = slice(-deep, None) if down + right > 0 else slice(deep)
        edge = plain[:, :, depth] if down else plain[:, :, :, depth].swapaxes(2, 3)
        halves = [edge[here][:, :, half].mean(axis=(1, 2)) for half in (slice(corner, middle), slice(middle, -corner))]
        found[here] |= np.abs(halves[0] - halves[1]) > _SPLIT
    return found


def _beside(spaces: NDArray[np.bool_], down: int, right: int) -> NDArray[np.bool_]:
    """The spaces from which one of these lies so many spaces down and to the right."""
    rows, cols = spaces.shape
    found = np.zeros(spaces.shape, np.bool_)
    found[max(0, -down) : rows - max(0, down), max(0, -right) : cols - max(0, right)] = spaces[
        max(0, down) : rows + min(0, down), max(0, right) : cols + min(0, right)
    ]
    return found


def _strip(blocks: Plane, spaces: NDArray[np.intp], axis: int, towards: int, near_spaces: float) -> NDArray[np.float32]:
    """Mean of a strip inside each of some spaces (n, 2), so far from its border towards a higher (1) or lower one."""
    near, far = round(near_spaces * PX_PER_SPACE), round((near_spaces + _STRIP) * PX_PER_SPACE)
    across = slice(PX_PER_SPACE - far, PX_PER_SPACE - near) if towards > 0 else slice(near, far)
    along = slice(round(_INSET * PX_PER_SPACE), PX_PER_SPACE - round(_INSET * PX_PER_SPACE))
    part = blocks[:, :, across, along] if axis == 0 else blocks[:, :, along, across]
    return np.asarray(part[tuple(spaces.T)].reshape(len(spaces), -1).mean(axis=1), np.float32)
