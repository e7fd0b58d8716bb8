"""Whether the middle of a space shows its own print where that cannot be: moved, turned or smaller, so on a token.

A token shows the icon that is printed below it (R12.1). Where its ground is the colour of the floor, and it happens to
lie turned by a little only, it looks much like the hole that it lies in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explaining.pieces import Explained
from vision.measures.board_picture import gray_of, smoothed
from vision.measures.circles import find_circles
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.prints.print_gone import unlike_its_print
from vision.prints.print_in_place import left_by_prints
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane
from vision.roles import Roles

_RADIUS = 0.21  # spaces: a hole shows at least that much
_SIZES = (1.0, 0.85, 0.75, 0.65)  # of an icon on a token, as shares of the printed one
_TURNS_DEG = range(0, 360, 15)
_REACH_PX = 4  # of the icon on a token from the middle of the hole, across and down
_PART_REACH_PX = 6  # of the part of a print that a hole off the middle shows
_LEGIBLE = 1.5  # contrast of a print from which it tells
_IN_PLACE = 0.95  # correlation with the print in its place from which that is what is seen
_HARDLY, _PERHAPS, _SURELY = 1.5, 2.0, 3.0  # times as much is left unexplained by the print in its place as on a token
_UNEXPLAINED = 0.1  # share that it leaves of all channels: such tokens left 0.17 at least, legible holes 0.04 at most
_CLEARLY = 4.0  # the same so that no icon is wanting; holes whose print leaves as much had 3.7 at most
_ROUND = 1.4  # strength of a circle from which it may be the edge of a hole or of a disc; those holes had 1.21 at most
_EDGELESS = 1.15  # the same below which no disc lies there: of such tokens that a hole off the middle explains 1.28
_DISC = 0.25  # share of a middle that is foreign where a token lies in plain sight
_SHOWN = 0.92  # correlation with the best of them from which a token may be what is seen
_BEST = 0.01  # share of the structure that even the right drawing leaves unexplained

_SHOWS = 0.5  # share of the structure of a print that a part of it has at least
_IN_PART = 0.18  # times as much that such a part leaves; of 3,359 turned tokens 8 left less, turned by 10 degrees

_HALF_PX = int(np.ceil(_RADIUS * PX_PER_SPACE))
_SIDE_PX = 2 * _HALF_PX + 1
_ACROSS = np.arange(-_HALF_PX, _HALF_PX + 1)
_INSIDE = np.hypot(_ACROSS[:, None], _ACROSS[None, :]) <= _RADIUS * PX_PER_SPACE

Windows = NDArray[np.float32]
"""Middles of spaces without their level, of length 1, float32 (n, pixels)."""


class Moved(NamedTuple):
    """Spaces (indices in reading order) read as bare marks whose print shows as only that of a token may.

    Where it ``surely`` does, nothing but its icon is wanting for a token, and where it ``clearly`` does not even that;
    where it ``hardly`` does it is a bare mark if no icon is seen.
    """

    hardly: frozenset[int]
    perhaps: frozenset[int]
    surely: frozenset[int]
    clearly: frozenset[int] = frozenset()


def on_tokens(found: Explained, seen: BoardEvidence, roles: Roles, bare: NDArray[np.bool_]) -> Moved:
    """The bare marks whose print is not in its place; no token shows what is no print (R12.1).

    Where the floor is seen to be ``bare``, bool (rows, cols), its print is there.
    """
    spots = [spot for row in seen.spots for spot in row]
    likeness, contrast = seen.spaces.disc_likeness.reshape(-1), seen.spaces.disc_contrast.reshape(-1)
    cols = len(seen.spots[0])
    asked = [
        cell
        for cell, verdict in found.verdicts.items()
        if verdict.surface == roles.mark and contrast[cell] > _LEGIBLE and likeness[cell] < _IN_PLACE
        if spots[cell] not in seen.plain
    ]
    times = {cell: left_unexplained(seen.plane, seen.empty.plane, divmod(cell, cols)) for cell in asked}
    hardly = frozenset(cell for cell, more in times.items() if more > _HARDLY)
    among = np.zeros(seen.spaces.disc_contrast.shape, np.bool_)
    among.reshape(-1)[list(hardly)] = True
    circle, disc = seen.spaces.circle.reshape(-1), seen.spaces.disc.reshape(-1)
    by_prints = left_by_prints(seen, among)
    # a hole without the edge of a disc may lie off the middle
    further = np.where(circle > _EDGELESS, 1.0, by_prints.further.reshape(-1))
    left = np.minimum(by_prints.inner.reshape(-1), further)
    perhaps, surely = (
        frozenset(cell for cell in hardly if times[cell] > least and left[cell] > _UNEXPLAINED)
        for least in (_PERHAPS, _SURELY)
    )
    clearly = frozenset(c for c in surely if times[c] > _CLEARLY and circle[c] > _ROUND and disc[c] > _DISC)
    return Moved(hardly, perhaps | without_print(found, seen.spaces, roles, bare), surely, clearly)


def without_print(found: Explained, seen: SpaceEvidence, roles: Roles, bare: NDArray[np.bool_]) -> frozenset[int]:
    """The bare marks in which a legible print is not to be seen at all, and the middle is not what was there."""
    unlike = unlike_its_print(seen) & ~bare
    return frozenset(c for c, verdict in found.verdicts.items() if verdict.surface == roles.mark and unlike.flat[c])


def left_unexplained(current: Plane, empty: Plane, space: tuple[int, int]) -> float:
    """How many times more the print in its place leaves unexplained than the best of all it may be on a token; or 0.

    About 1 or less where the floor shows, in the worst of 977 holes 7 in strange light, of which its print in its place
    leaves next to nothing all the same; tokens of its kind on a ground like the floor began at 2.2. And 0 where a
    part shows the print in its place all but perfectly: a hole that lies off the middle cuts the rest away.

    Args:
        current: the board as ``vision.reference.rectify`` shows it.
        empty: the empty board, of the same shape.
        space: row and column.
    """
    middle = [(at + 0.5 + MARGIN_SPACES) * PX_PER_SPACE - 0.5 for at in space]
    hole = [at + off * PX_PER_SPACE for at, off in zip(middle, _middle(current, space), strict=True)]
    alike = max(_alike(current, empty, point) for point in (hole, middle))
    best = float((_windows(_cut(current, hole)) @ _turned(_cut(empty, middle)).T).max())
    if best <= _SHOWN:
        return 0.0
    least = 1.0 - min(best, 1.0) + _BEST
    in_part = 1.0 - _alike_in_part(*(_cut(plane, middle, _PART_REACH_PX) for plane in (current, empty)))
    return 0.0 if in_part < _IN_PART * least else (1.0 - alike) / least


def _alike(one: Plane, other: Plane, middle: Sequence[float]) -> float:
    """The correlation of what two boards show round a point."""
    here, there = (_windows(_cut(plane, middle)) for plane in (one, other))
    return float(here[len(here) // 2] @ there[len(there) // 2])


def _alike_in_part(one: Plane, other: Plane) -> float:
    """The best correlation of two patches among all discs in their place that show enough of the print."""
    views = (np.lib.stride_tricks.sliding_window_view(patch, (_SIDE_PX, _SIDE_PX)) for patch in (one, other))
    here, there = (view[:, :, _INSIDE].reshape(-1, int(_INSIDE.sum())) for view in views)
    structure = there.std(axis=1)
    shown = structure > _SHOWS * structure[len(structure) // 2]
    return float((_unit(here[shown]) * _unit(there[shown])).sum(axis=1).max(initial=0.0))


def _middle(plane: Plane, space: tuple[int, int]) -> NDArray[np.float32]:
    """Where the middle of the hole on a space lies from that of the space, row and column, in spaces."""
    side = round((1 + 2 * MARGIN_SPACES) * PX_PER_SPACE)
    row, col = (at * PX_PER_SPACE for at in space)
    alone = plane[row : row + side, col : col + side]  # the space with its surroundings, as if it were a board
    lab = cv2.cvtColor(np.clip(alone, 0, 255) / np.float32(255), cv2.COLOR_BGR2Lab)
    circles = find_circles(np.asarray(lab, np.float32), np.ones((1, 1), np.bool_))
    return np.asarray(circles.middle[0, 0] * (circles.strength[0, 0] > _ROUND), np.float32)


def _cut(plane: Plane, middle: Sequence[float], reach_px: int = _REACH_PX) -> Plane:
    """The lightness round a point (row, col), as far as any window reaches."""
    side = 2 * (_HALF_PX + reach_px + 4) + 1
    row, col = middle
    patch = cv2.getRectSubPix(plane, (side, side), (float(col), float(row)))
    return np.asarray(smoothed(gray_of(np.asarray(patch, np.float32)))[4:-4, 4:-4], np.float32)  # without its border


def _windows(patch: Plane) -> Windows:
    """The disc in a patch seen from every shift, the middle one in the middle."""
    views = np.lib.stride_tricks.sliding_window_view(patch, (_SIDE_PX, _SIDE_PX))
    return _unit(views[:, :, _INSIDE].reshape(-1, int(_INSIDE.sum())))


def _turned(patch: Plane) -> Windows:
    """The disc in the middle of a patch in every size and turn."""
    middle = (patch.shape[0] - 1) / 2
    drawn = []
    for size in _SIZES:
        for turn in _TURNS_DEG:
            placing = cv2.getRotationMatrix2D((middle, middle), turn, size)
            placing[:, 2] += _HALF_PX - middle
            wanted = cv2.warpAffine(
                patch, placing, (_SIDE_PX, _SIDE_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            drawn.append(wanted[_INSIDE])
    return _unit(np.stack(drawn))


def _unit(pixels: Plane) -> Windows:
    level = pixels - pixels.mean(axis=1, keepdims=True)
    return np.asarray(level / np.maximum(np.linalg.norm(level, axis=1, keepdims=True), 1e-3), np.float32)
