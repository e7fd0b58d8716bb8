"""Where the sides of a quadrilateral run along an outline, whatever else juts out of that, and how much of them does.

A quadrilateral that goes round a whole outline is pulled outward and turned by anything small that touches a board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Floats
from vision.pose import Points

MOST_POINTS = 400  # of an outline: more tell no more
DEEPEST, DEEP = 14, 0.2  # places, and share of a side, within which a line is looked for inside it
CORNER = 0.05  # of a side at either end, where it may be rounded
CLOSE = 1.0  # places within which an outline lies on a line that is fitted to it
MOST = 0.5  # of a side that must run along a line, or it stays where it is
RISES = np.arange(-DEEPEST, DEEPEST + 1, dtype=np.float32)[:, None]  # places that a line comes farther in than a side
HALVES = 2 * DEEPEST + 6  # half places from line to line, a place farther out to two farther in; the ends are for none

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]


class Straightened(NamedTuple):
    """A quadrilateral float64 (4, 2), clockwise, and the share of its sides along which an outline runs."""

    quad: Points
    straight: float


def straightened(quad: Points, contour: NDArray[np.int32]) -> Straightened:
    """A quadrilateral float64 (4, 2), clockwise, that goes round a contour (n, 1, 2), with its sides along that."""
    thin = -(-len(contour) // MOST_POINTS)
    ways = quad[[1, 2, 3, 0]] - quad
    lengths = np.hypot(ways[:, 0], ways[:, 1])
    ahead = ways / lengths[:, None]
    inside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    axes = np.concatenate([ahead / lengths[:, None], inside])
    begin = (axes.reshape(2, 4, 2) * quad).sum(axis=2).reshape(8, 1)
    points = contour[::thin, 0].T.astype(np.float32)
    along, inward = (axes.astype(np.float32) @ points - begin.astype(np.float32)).reshape(2, 4, -1)
    deepest = np.minimum(DEEPEST, DEEP * lengths)[:, None] + CLOSE
    side, point = np.nonzero((np.abs(along - 0.5) < 0.5 - CORNER) & (inward < deepest))
    out, depth = along[side, point] - np.float32(0.5), inward[side, point]
    middle, rise, count = likeliest_lines(side, out, depth)
    least = (1 - 2 * CORNER) / thin * lengths
    middle, rise = fitted_lines(side, out, depth, middle, rise)
    unclear = count < MOST * least
    middle[unclear] = rise[unclear] = 0.0
    starts = quad + (middle - rise / 2)[:, None] * inside
    return Straightened(crossings(starts, ways + rise[:, None] * inside), float(count.sum() / least.sum()))


def likeliest_lines(side: Numbers, out: Floats, depth: Floats) -> tuple[Array, Array, Numbers]:
    """The lines along which most points near each of four sides lie, the outermost of equal ones, and how many, (4,).

    A line is told by how far in its middle is, and how much farther in its end is than its beginning, in places. Points
    come with the number of their side, and how far along from its middle (-0.5 to 0.5) and how far in they are, (n,).
    """
    halves = np.minimum(np.maximum(2 * (depth - RISES * out) + 3.5, 0), HALVES - 1).astype(np.intp)
    halves += (side * len(RISES) + np.arange(len(RISES))[:, None]) * HALVES
    counts = np.bincount(halves.ravel(), minlength=4 * len(RISES) * HALVES).reshape(4, len(RISES), HALVES)
    near = counts[..., 1:-3] + counts[..., 2:-2] + counts[..., 3:-1]
    best = near.transpose(0, 2, 1).reshape(4, -1).argmax(axis=1)
    middle, rise = best // len(RISES), best % len(RISES)
    return (middle - 1) / 2, RISES[rise, 0].astype(np.float64), near[np.arange(4), rise, middle]


def fitted_lines(side: Numbers, out: Floats, depth: Floats, middle: Array, rise: Array) -> tuple[Array, Array]:
    """The same lines, each nearest in depth to the points that are close to it."""
    close = np.abs(depth - middle[side] - rise[side] * out) <= CLOSE
    side, out, depth = side[close], out[close], depth[close]
    count, x, y, xx, xy = (np.bincount(side, each, minlength=4) for each in (None, out, depth, out * out, out * depth))
    count = np.maximum(count, 1)
    slope = (xy - x * y / count) / np.maximum(xx - x * x / count, 1e-6)
    return (y - slope * x) / count, slope


def crossings(starts: Points, ways: Points) -> Points:
    """Where each of four lines crosses the one before it; lines are told by a point and a way, each (4, 2)."""
    before, past = starts[[3, 0, 1, 2]], ways[[3, 0, 1, 2]]
    apart = starts - before
    share = (apart[:, 0] * ways[:, 1] - apart[:, 1] * ways[:, 0]) / (past[:, 0] * ways[:, 1] - past[:, 1] * ways[:, 0])
    return np.asarray(before + share[:, None] * past, np.float64)
