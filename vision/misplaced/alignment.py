"""Whether pieces lie on the grid: where covered spaces meet empty ones, the edge must be near the printed border."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import grid_part
from vision.measures.color import Change
from vision.reference import PX_PER_SPACE, Plane

Space = tuple[int, int]
Strip = tuple[float, float]
Size = tuple[float, float]

_NEAR = 0.25  # spaces that the edge of a piece may be inside the border
_STRIP = 0.17  # width of the strips on either side of a border that a piece on the grid leaves alone
_INSET = 0.2  # of a border at each end
_CROSSED = 0.55  # share of the strip beyond the border that is foreign: the piece sticks out
_BY_MORE = 0.2  # the same more than further out: all of a bare space between pieces may take a little of their tint
_BARE = 0.4  # share of the strip this side of it that is foreign at most: the piece falls short
_ALL, _LITTLE = 0.73, 0.2  # share of what is all foreign further inside, and of a strip that is bare in any case
_DEEP, _CORNER = 0.42, 0.08  # spaces from a border that are looked at for its two halves, and at each end not
_SPLIT = 0.55  # by which share more of one half is foreign: of 1,421 tiles a blurred one had 0.49
_TOWARDS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # the neighbours of a space, down and right, opposite ones in pairs
_NO_EDGE = 0.3  # share of such a strip at the border, foreign and no shadow, up to which no piece is there
_OUTER = 0.06  # spaces from the border to the strip that tells a piece from floor of its own colour farther in


def misaligned(
    change: Change,
    solid: NDArray[np.bool_],
    empty: NDArray[np.bool_],
    size_wh: Size,
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
    here, there = _borders(solid, empty)
    found = np.zeros(solid.shape, np.bool_)
    if not len(here):
        return found
    cells, beyond = here % solid.size, (sticking_out, sticking_out + _STRIP)
    edge = _strip(change.plain, size_wh, here, _NEAR)
    short = edge < _BARE
    if short.any():  # what is nearly of the floor's colour is hardly more foreign further inside
        inside = _strip(change.plain, size_wh, here, _NEAR + _STRIP)
        short = edge < np.clip(_BARE * inside / _ALL, _LITTLE, _BARE)
    if short.any():  # of most spaces one strip says all
        short &= _strip(change.shaded, size_wh, here, _OUTER) < _NO_EDGE
    if open_below is not None:
        short &= ~open_below.reshape(-1)[cells]
    near = (_strip(change.shaded, size_wh, there, sticking_out) - by_noise) / (1 - by_noise)
    out = near > _CROSSED
    if out.any():
        far = (_strip(change.shaded, size_wh, there, sticking_out + 2 * _STRIP) - by_noise) / (1 - by_noise)
        out &= (near > far + _BY_MORE) | (far > _CROSSED)
        for n in np.flatnonzero(out):
            piece, bare = (divmod(int(border[n]) % solid.size, solid.shape[1]) for border in (here, there))
            out[n] = not is_light(piece, bare, beyond, bool(far[n] > _CROSSED))
    wrong = short | out
    found.reshape(-1)[np.concatenate([cells[wrong], there[wrong] % solid.size])] = True
    return found


def split_edges(
    change: Change, leaves: NDArray[np.bool_], empty: NDArray[np.bool_], size_wh: Size
) -> NDArray[np.bool_]:
    """The leaves at whose border to bare ground one half is covered and the other bare, bool (rows, cols).

    The edge of a tile that lies on the grid or a little off is straight and hardly turned: something else lies there.

    Args:
        change: against the empty board.
        leaves: bool (rows, cols), spaces read as leaves of tiles.
        empty: bool (rows, cols), spaces read as empty.
        size_wh: of the board in spaces.
    """
    here, _ = _borders(leaves, empty)
    found = np.zeros(leaves.shape, np.bool_)
    halves = [change.plain.take(part[here]).mean(axis=1) for part in _halves_px(change.plain.shape, size_wh)]
    found.reshape(-1)[here[np.abs(halves[0] - halves[1]) > _SPLIT] % leaves.size] = True
    return found


def _borders(solid: NDArray[np.bool_], empty: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The borders at which solid spaces meet empty ones, as seen from those and from these.

    A border of a space is the space's number in reading order, and as many times all spaces more as ``_TOWARDS`` says.
    """
    met = np.stack([solid & _beside(empty, down, right) for down, right in _TOWARDS])
    here = np.flatnonzero(met)
    side, cell = np.divmod(here, solid.size)
    # towards the opposite side, which is the other one of its pair
    return here, (side ^ 1) * solid.size + cell + np.array([down * solid.shape[1] + right for down, right in _TOWARDS])[
        side
    ]


def _beside(spaces: NDArray[np.bool_], down: int, right: int) -> NDArray[np.bool_]:
    """The spaces from which one of these lies so many spaces down and to the right."""
    rows, cols = spaces.shape
    found = np.zeros(spaces.shape, np.bool_)
    found[max(0, -down) : rows - max(0, down), max(0, -right) : cols - max(0, right)] = spaces[
        max(0, down) : rows + min(0, down), max(0, right) : cols + min(0, right)
    ]
    return found


def _strip(plane: Plane, size_wh: Size, borders: NDArray[np.intp], near_spaces: float) -> NDArray[np.float32]:
    """Mean of a strip inside the space of each of some ``_borders``, so far from that."""
    pixels = plane.take(_strips_px(plane.shape, size_wh, near_spaces)[borders])
    return np.asarray(np.add.reduce(pixels, axis=1) / np.float32(pixels.shape[1]))


@lru_cache(maxsize=32)
def _strips_px(shape: tuple[int, ...], size_wh: Size, near_spaces: float) -> NDArray[np.intp]:
    """Where the pixels of such a strip lie at all borders in a flat plane of this shape, (borders, n)."""
    near, far = round(near_spaces * PX_PER_SPACE), round((near_spaces + _STRIP) * PX_PER_SPACE)
    along = slice(round(_INSET * PX_PER_SPACE), PX_PER_SPACE - round(_INSET * PX_PER_SPACE))
    return _along_borders(shape, size_wh, slice(near, far), along)


@lru_cache(maxsize=8)
def _halves_px(shape: tuple[int, ...], size_wh: Size) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The same of the two halves of what lies along each border."""
    deep, corner, middle = round(_DEEP * PX_PER_SPACE), round(_CORNER * PX_PER_SPACE), PX_PER_SPACE // 2
    halves = slice(corner, middle), slice(middle, PX_PER_SPACE - corner)
    first, second = (_along_borders(shape, size_wh, slice(0, deep), half) for half in halves)
    return first, second


def _along_borders(shape: tuple[int, ...], size_wh: Size, depth: slice, along: slice) -> NDArray[np.intp]:
    """Where the pixels at some depths inside of borders and along a part of them lie in a flat plane, (borders, n)."""
    places = np.arange(shape[0] * shape[1]).reshape(shape)[grid_part(size_wh)]
    cols, rows = round(size_wh[0]), round(size_wh[1])
    blocks = (
        places.reshape(rows, PX_PER_SPACE, cols, PX_PER_SPACE).swapaxes(1, 2).reshape(-1, PX_PER_SPACE, PX_PER_SPACE)
    )
    far = slice(PX_PER_SPACE - depth.stop, PX_PER_SPACE - depth.start)
    sides = blocks[:, far, along], blocks[:, depth, along], blocks[:, along, far], blocks[:, along, depth]
    return np.concatenate([side.reshape(len(blocks), -1) for side in sides])
