"""What lies there made of unit squares, where its outline is not known.

A lattice of unit squares is laid over the foreign part so that every square is either foreign or not; the shape then
follows.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.grid import Cell
from vision.measures.soft_ground import Ground
from vision.misplaced.lying import Lie, Points, lie_of, turned
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_FOREIGN = 0.5
_BINS = 8  # a space, of the lattice search
_LATTICE_DEG = 3.0
_MOST_SQUARES = 12


@dataclass(frozen=True, slots=True)
class Lump:
    """Something made of unit squares: the cells nearest to it (some may be off the board), and how it lies on them."""

    cells: tuple[Cell, ...]
    lie: Lie


def lump_in(foreign: Plane, where: NDArray[np.bool_]) -> Lump | None:
    """The largest thing made of unit squares in a part of a plane, whatever its shape and however it lies.

    None where the largest foreign region is too small or too large for a piece.

    Args:
        foreign: how foreign each pixel is, 0 to 1.
        where: bool of the same shape, the part that is looked at.
    """
    mask = ((foreign > _FOREIGN) & where).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    outer, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outer:
        return None
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, [max(outer, key=cv2.contourArea)], 0, 1, -1)  # a hole belongs to its piece
    at = np.argwhere(filled)
    if not 0.6 * PX_PER_SPACE**2 <= len(at) <= _MOST_SQUARES * PX_PER_SPACE**2:
        return None
    points = (at[:, ::-1] + 0.5) / PX_PER_SPACE - MARGIN_SPACES
    squares, turn = _squares(points)
    if not len(squares):
        return None
    centre = (squares.min(axis=0) + squares.max(axis=0) + 1) / 2  # of the box, in the lattice's own frame
    middle = turned(centre[None], np.array([[0.0, 0.0, turn]]))[0, 0] + points.mean(axis=0)
    corner = middle - np.ptp(squares, axis=0) / 2 - 0.5
    nearest = np.rint(corner).astype(int)
    cells = tuple(Cell(int(y), int(x)) for x, y in np.rint(squares - squares.min(axis=0)).astype(int) + nearest)
    seen = filled.astype(np.float32)
    off = corner - nearest
    lie, _ = lie_of(Ground.of(seen, seen, np.ones(seen.shape, np.bool_)), cells, None, (off[0], off[1], turn))
    return Lump(tuple(sorted(cells)), lie)


def _squares(points: Points) -> tuple[Points, float]:
    """The unit squares that points fill best, far left corners about the points' middle before the turn; the turn."""
    local = points - points.mean(axis=0)
    side = int(np.ceil(np.abs(local).max() * 1.5)) + 1  # spaces to each side of the middle
    count = 2 * side * _BINS
    full = (PX_PER_SPACE / _BINS) ** 2 * _BINS**2
    best, found, turn = np.inf, np.empty((0, 2)), 0.0
    x, y = local.T.copy()
    summed, shares = np.zeros((count + 1, count + 1)), np.zeros((count, count))
    for angle in np.arange(-45.0, 45.0, _LATTICE_DEG):
        cos, sin = np.cos(np.radians(-angle)), np.sin(np.radians(-angle))
        col, row = (((part + side) * _BINS).astype(int) for part in (cos * x - sin * y, sin * x + cos * y))
        image = np.bincount(row * count + col, minlength=count**2).reshape(count, count)
        np.cumsum(image.cumsum(axis=0), axis=1, out=summed[1:, 1:])
        box = summed[_BINS:, _BINS:] - summed[:-_BINS, _BINS:] - summed[_BINS:, :-_BINS] + summed[:-_BINS, :-_BINS]
        np.minimum(box / full, 1.0, out=shares[: 1 - _BINS, : 1 - _BINS])
        impure = (shares * (1 - shares)).reshape(2 * side, _BINS, 2 * side, _BINS).sum(axis=(0, 2))
        down, right = np.unravel_index(int(impure.argmin()), impure.shape)
        if impure[down, right] < best - 1e-9:
            best, turn = float(impure[down, right]), float(angle)
            ys, xs = np.nonzero(shares[down::_BINS, right::_BINS] > 0.5)
            found = np.stack([xs + right / _BINS - side, ys + down / _BINS - side], axis=1)
    return found, turn
