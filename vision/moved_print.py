"""Whether the middle of a space shows its own print where that cannot be: moved, turned or smaller, so on a token.

A token shows the icon that is printed below it (R12.1). Where its ground is the colour of the floor, and it happens to
lie turned by a little only, it looks much like the hole that it lies in.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.color import smooth_gray
from vision.evidence import BoardEvidence
from vision.pieces import Explained
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane
from vision.scoring import Roles

_RADIUS = 0.26  # spaces: that much of a token is looked at, since many have a line along the rim
_SIZES = (1.0, 0.85, 0.75, 0.65)  # of an icon on a token, as shares of the printed one
_TURNS_DEG = range(0, 360, 15)
_REACH_PX = 5  # from the middle of the space, across and down
_LEGIBLE = 2.0  # contrast of a print from which it tells
_IN_PLACE = 0.95  # correlation with the print in its place from which that is what is seen
_CLEARLY = 2.8  # how many times more the print in its place leaves unexplained, where it is on a token
_BEST = 0.01  # share of the structure that even the right drawing leaves unexplained

_HALF_PX = int(np.ceil(_RADIUS * PX_PER_SPACE))
_SIDE_PX = 2 * _HALF_PX + 1
_ACROSS = np.arange(-_HALF_PX, _HALF_PX + 1)
_INSIDE = np.hypot(_ACROSS[:, None], _ACROSS[None, :]) <= _RADIUS * PX_PER_SPACE

Windows = NDArray[np.float32]
"""Middles of spaces without their level, of length 1, float32 (n, pixels)."""


def on_tokens(found: Explained, seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The spaces (indices in reading order) read as bare marks whose print shows as only that of a token may."""
    likeness, contrast = seen.spaces.disc_likeness.reshape(-1), seen.spaces.disc_contrast.reshape(-1)
    cols = len(seen.spots[0])
    asked = [
        cell
        for cell, verdict in found.verdicts.items()
        if verdict.surface == roles.mark and contrast[cell] > _LEGIBLE and likeness[cell] < _IN_PLACE
    ]
    return frozenset(
        cell for cell in asked if left_unexplained(seen.plane, seen.empty.plane, divmod(cell, cols)) > _CLEARLY
    )


def left_unexplained(current: Plane, empty: Plane, space: tuple[int, int]) -> float:
    """How many times more the print in its place leaves unexplained than the best of all it may be on a token.

    About 1 or less where the floor shows: of 800 holes with a legible print the worst had 2.4; tokens of its very kind
    on a ground like the floor began at 3.5.

    Args:
        current: the board as ``vision.reference.rectify`` shows it.
        empty: the empty board, of the same shape.
        space: row and column.
    """
    row, col = ((at + 0.5 + MARGIN_SPACES) * PX_PER_SPACE - 0.5 for at in space)
    reach = _HALF_PX + _REACH_PX + 1
    now, then = (_cut(plane, row, col, reach) for plane in (current, empty))
    seen = _windows(now)
    turned = _turned(then)
    identity = float(seen[len(seen) // 2] @ turned[0])
    best = float((seen @ turned[1:].T).max())
    return (1.0 - identity) / (1.0 - min(best, 1.0) + _BEST)


def _cut(plane: Plane, row: float, col: float, reach: int) -> Plane:
    """The lightness round a point, with some border for smoothing, (2 reach + 1) pixels a side."""
    side = 2 * (reach + 4) + 1
    patch = cv2.getRectSubPix(plane, (side, side), (col, row))
    return np.asarray(smooth_gray(np.asarray(patch, np.float32))[4:-4, 4:-4], np.float32)


def _windows(patch: Plane) -> Windows:
    """The disc in a patch seen from every shift, the middle one in the middle."""
    views = np.lib.stride_tricks.sliding_window_view(patch[1:-1, 1:-1], (_SIDE_PX, _SIDE_PX))
    return _unit(views[:, :, _INSIDE].reshape(-1, int(_INSIDE.sum())))


def _turned(patch: Plane) -> Windows:
    """The disc in the middle of a patch in every size and turn; the first as it is."""
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
