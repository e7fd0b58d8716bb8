"""How a piece lies: how far off the grid and how far turned, from where the board looks foreign.

A piece covers what it covers, wherever the grid is: its outline is moved and turned until as much as possible inside
looks foreign and as little as possible just outside (a pattern search, Hooke and Jeeves 1961, over two shifts and a
turn).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.grid import Cell
from vision.measures.soft_ground import Ground, Part
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Points = NDArray[np.float64]
"""Points float64 (n, 2), x then y, in board units."""

Turn = tuple[float, float, float]
"""A motion in the plane: shift right and down in spaces, turn clockwise in degrees."""

TOLERATED = 0.225  # spaces that a piece may lie off and still be read; measured to 0.08, 0.15 are promised
TOLERATED_DEG = 5.3  # the same for its turn; measured to 1.2 degrees, 4 are promised
_SHORT, _SHORT_DEG = 2, 7.0  # spaces across at most of what is turned about so near a middle that less is seen of it
_GRAIN = 6  # samples a space
_BAND = 0.4  # spaces round a piece in which nothing of it may show
_HOLE = 0.42  # spaces round the middle of a mark of which nothing is asked
_FIRST_STEP, _LAST_STEP = 0.16, 0.01  # of the search, spaces
_TURN_A_SPACE = 40.0  # degrees of a step against its spaces: the end of a long piece moves as far as its middle
_SPACES = np.array([[1.0], [1.0], [_TURN_A_SPACE]])
_STEPS = _SPACES * np.array([-1.0, 0.0, 1.0])
_HOLD = 0.4  # a square space: among other pieces hardly anything says where one lies, and then it lies where it should
REACH = np.array([[0.6], [0.6], [30.0]])  # spaces and degrees
TOLERABLE = np.array([[TOLERATED], [TOLERATED], [TOLERATED_DEG]])  # the same of what may still be read
_TOUCHED = 0.12  # share of a space from which it counts as covered in part


@dataclass(frozen=True, slots=True)
class Lie:
    """How a piece lies: offset of its middle in spaces, turn in degrees clockwise, and how well that fits, 0 to 1.

    ``length`` is that of its longer side in spaces.
    """

    offset_xy: tuple[float, float]
    turn_deg: float
    fit: float
    length: int

    @property
    def is_off(self) -> bool:
        """Whether it lies too far off the grid, or turned too far, to be read."""
        most_deg = _SHORT_DEG if self.length <= _SHORT else TOLERATED_DEG
        return max(map(abs, self.offset_xy)) > TOLERATED or abs(self.turn_deg) > most_deg


def looked_at(cells: Sequence[Cell]) -> Part:
    """The part of a board's plane in which ``lie_of`` looks for a piece that was read on these cells."""
    sides = [cell.row for cell in cells], [cell.col for cell in cells]
    reach = math.hypot(*((max(at) + 1 - min(at)) / 2 + _BAND for at in sides)) + float(REACH[0, 0])
    middles = [(min(at) + max(at) + 1) / 2 + MARGIN_SPACES for at in sides]
    rows, cols = (
        slice(max(0, math.floor((at - reach) * PX_PER_SPACE)), math.ceil((at + reach) * PX_PER_SPACE)) for at in middles
    )
    return rows, cols


def lie_of(
    ground: Ground,
    cells: Sequence[Cell],
    mark: Cell | None,
    start: Turn = (0.0, 0.0, 0.0),
    reach: Points = REACH,
) -> tuple[Lie, Lie]:
    """How the piece that was read on these cells really lies, and how well it would fit as ``start`` says.

    ``mark`` is the cell through which the floor shows. The former is as near to the start as ``reach``, (3, 1).
    """
    first = min(cells)
    normal = tuple(sorted((cell.row - first.row, cell.col - first.col) for cell in cells))
    hole = None if mark is None else (mark.row - first.row, mark.col - first.col)
    within, around, middle = _samples(normal, hole)
    base = np.array([first.col, first.row]) + middle
    motions = _Motions.of(ground, around, within, base, np.array(start))
    origin = np.array([[0.0], [0.0], [start[2]]])  # of what is in reach
    best, fit = np.array(start), -np.inf
    at_start = 0.0
    step = _FIRST_STEP
    while step >= _LAST_STEP:
        axes = best[:, None] + _STEPS * step
        found = motions.fits(axes)
        if fit == -np.inf:
            fit = at_start = float(found[1, 1, 1])
        far = np.abs(axes - origin) > reach
        if far.any():
            found[far[0]] = found[:, far[1]] = found[:, :, far[2]] = -np.inf
        top = np.unravel_index(int(found.argmax()), found.shape)
        if found[top] > fit + 1e-6:
            best, fit = axes[(0, 1, 2), top], float(found[top])
        else:
            step /= 2
    length = 1 + int(np.ptp(normal, axis=0).max())
    return _lie(best, fit, length), _lie(start, at_start, length)


@dataclass(frozen=True, slots=True, eq=False)
class _Motions:
    """A piece that may be moved over a ground: how well it then explains that.

    ``points`` float64 (2, n) are samples of it about its middle, x and y, of which the first ``beside`` lie round it;
    ``middle`` is where that is in pixels. ``bare`` is the ground outside of pieces and where it is free, as one number.
    """

    points: Points
    beside: int
    middle: Points
    start: Points
    inside: Plane
    bare: NDArray[np.complex64]

    @classmethod
    def of(cls, ground: Ground, around: Points, within: Points, base: Points, start: Points) -> _Motions:
        points = np.concatenate([around, within]).T.copy()
        return cls(points, len(around), base, start, ground.inside, ground.bare)

    def fits(self, axes: Points) -> NDArray[np.float64]:
        """Of every motion made of these shifts right, shifts down and turns, (3, n), of so many axes."""
        height, width = self.inside.shape
        # a column depends on the turn and the shift right alone, a row on the turn and the shift down
        columns, rows = self._pixels(axes, width, height)
        rows *= width
        where = columns[:, None] + rows
        there, own = where[..., : self.beside], where[..., self.beside :]
        bare = np.add.reduce(self.bare.take(there), axis=3)
        covered = np.add.reduce(self.inside.take(own), axis=3) / np.float32(own.shape[3])
        off = (axes - self.start[:, None]) / _SPACES
        off *= off
        far = off[0][:, None, None] + off[1][:, None] + off[2]
        return np.asarray(covered - bare.real / np.maximum(bare.imag, 1.0) - _HOLD * far, np.float64)

    def _pixels(self, axes: Points, width: int, height: int) -> NDArray[np.intp]:
        """Columns and rows, of so many, where turned samples come to lie by every shift, (2, shifts, turns, n)."""
        angle = np.radians(axes[2])
        cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
        x, y = self.points
        spun = np.empty((2, len(angle), len(x)))
        np.subtract(cos * x, sin * y, out=spun[0])
        np.add(sin * x, cos * y, out=spun[1])
        place = spun[:, None] + axes[:2, :, None, None]
        place += self.middle[:, None, None, None]
        place += MARGIN_SPACES
        place *= PX_PER_SPACE
        found = place.astype(np.intp)
        np.maximum(found, 0, out=found)
        for places, side in zip(found, (width, height), strict=True):
            np.minimum(places, side - 1, out=places)
        return found


def _lie(where: Sequence[float] | Points, fit: float, length: int) -> Lie:
    return Lie((float(where[0]), float(where[1])), float(where[2]), float(np.clip(fit, 0.0, 1.0)), length)


def touched(cells: Sequence[Cell], lie: Lie, size_wh: tuple[float, float]) -> frozenset[Cell]:
    """The spaces of the board of which a piece that lies like this covers a share worth telling."""
    rows, cols = [cell.row for cell in cells], [cell.col for cell in cells]
    middle = np.array([(min(cols) + max(cols) + 1) / 2, (min(rows) + max(rows) + 1) / 2])
    ticks = (np.arange(8) + 0.5) / 8
    square = np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)
    spread = np.concatenate([square + np.array([cell.col, cell.row]) for cell in cells]) - middle
    x, y = np.floor(turned(spread, np.array([[*lie.offset_xy, lie.turn_deg]]))[0] + middle).astype(int).T
    on_board = (x >= 0) & (x < size_wh[0]) & (y >= 0) & (y < size_wh[1])
    across = int(np.ceil(size_wh[0]))
    counts = np.bincount(y[on_board] * across + x[on_board])
    return frozenset(Cell(*divmod(n, across)) for n in np.flatnonzero(counts >= _TOUCHED * len(square)).tolist())


def turned(points: Points, lies: Points) -> NDArray[np.float64]:
    """Points (n, 2) as each of some motions (m, 3), turns about the origin and then shifts, has them, (m, n, 2)."""
    turn = np.radians(lies[:, 2])
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = points.T.copy()
    return np.stack([cos * x - sin * y + lies[:, :1], sin * x + cos * y + lies[:, 1:2]], axis=-1)


@lru_cache(maxsize=256)
def _samples(
    cells: tuple[tuple[int, int], ...], hole: tuple[int, int] | None
) -> tuple[Points, Points, NDArray[np.float64]]:
    """Samples inside a shape and round it, about the middle of its box, and where that is from the first cell."""
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    middle = np.array([(min(cols) + max(cols) + 1) / 2, (min(rows) + max(rows) + 1) / 2])
    xs = np.arange(min(cols) - 1, max(cols) + 2, 1 / _GRAIN) + 0.5 / _GRAIN
    ys = np.arange(min(rows) - 1, max(rows) + 2, 1 / _GRAIN) + 0.5 / _GRAIN
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    low = np.array([[col, row] for row, col in cells])
    apart = np.maximum(np.abs(points[:, None] - low - 0.5) - 0.5, 0.0)
    distance = np.hypot(apart[..., 0], apart[..., 1]).min(axis=1)
    within, around = points[distance == 0], points[(distance > 0) & (distance <= _BAND)]
    if hole is not None:
        at = np.array([hole[1] + 0.5, hole[0] + 0.5])
        within = within[np.hypot(*(within - at).T) > _HOLE]
    return within - middle, around - middle, middle
