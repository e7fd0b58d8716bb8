"""Samples of a picture across the lines of a printed grid: few, and straight from the picture.

A strip runs along a stretch of line between two crossings, is averaged along it and searched for a ridge across it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Floats, Gray
from vision.finding.pose_step import board_moves
from vision.finding.stretches import RIM, Array, Stretches, without_grain
from vision.frame import Pixels
from vision.pose import BoardPose, Points
from vision.sampling import along_sums, sampled_at

TANGENT = 0.1  # spaces: from a strip's middle so far across and along it the pose is asked
FOOT = 0.1  # spaces from a ridge to its foot: printed lines are about a twentieth of a space wide, or thinner
NEAREST = 3  # samples to the foot at most: the closer it is, the less do broad shadows and twigs look like lines
APART = 1 / 12  # spaces within which a second ridge is the same one
ALONG = 2 / 3  # of a space, about its middle, that a strip runs along: the crossings are left out
REACH = 0.4  # spaces that are searched to each side


class Density(NamedTuple):
    """How closely strips are sampled: ``along`` samples along each, ``least`` to ``most`` a space across the line."""

    along: int
    least: float
    most: float


COARSE, MIDDLING = Density(3, 16.0, 22.0), Density(4, 18.0, 32.0)
QUICK, FINE = Density(5, 20.0, 48.0), Density(12, 20.0, 56.0)
NOTHING = np.float32(-1e9)


class Strips(NamedTuple):
    """All stretches of a grid: ``middle`` and ``across`` as in ``Stretches``, in board units, n of them.

    ``upright`` of them come first. ``moves`` float64 (n, 8) are their ``small_moves``; ``first`` and ``last`` number
    those of the outermost lines, beyond which the board's edge is not to be taken for a line. Those that are not its
    ``own`` lie beyond it: they are looked for, but the pose is not fitted to them.
    """

    middle: Points
    across: Points
    upright: int
    moves: Array
    first: NDArray[np.intp]
    last: NDArray[np.intp]
    own: slice = slice(None)


class Places(NamedTuple):
    """Where stretches lie in the picture: middle, a space across and a space along, each float64 (n, 2), in pixels.

    ``ideal`` is the middle where a lens without distortion would put it.
    """

    here: Points
    across: Points
    ahead: Points
    ideal: Points


@lru_cache(maxsize=16)
def strips(size_wh: tuple[int, int]) -> Strips:
    """The stretches of a grid of this size, upright ones first."""
    cols, rows = size_wh
    row, col = np.mgrid[:rows, : cols + 1]
    upright = np.stack([col, row + 0.5], axis=-1).reshape(-1, 2)
    row, col = np.mgrid[: rows + 1, :cols]
    level = np.stack([col + 0.5, row], axis=-1).reshape(-1, 2)
    middle = np.concatenate([upright, level]).astype(np.float64)
    across = np.concatenate([np.tile([1.0, 0.0], (len(upright), 1)), np.tile([0.0, 1.0], (len(level), 1))])
    place = (middle * across).sum(axis=1)
    last = (np.array(size_wh) * across).sum(axis=1)
    moves = board_moves(middle, across, size_wh)
    return Strips(middle, across, len(upright), moves, np.flatnonzero(place == 0), np.flatnonzero(place == last))


def some_of(grid: Strips, numbers: NDArray[np.intp]) -> Strips:
    """The stretches of a grid that have these numbers, which grow."""
    ends = np.zeros((2, len(grid.middle)), np.bool_)
    ends[0, grid.first] = ends[1, grid.last] = True
    first, last = (np.flatnonzero(end) for end in ends[:, numbers])
    upright = int(np.searchsorted(numbers, grid.upright))
    return Strips(grid.middle[numbers], grid.across[numbers], upright, grid.moves[numbers], first, last)


def placed(pose: BoardPose, grid: Strips) -> Places:
    """Where a pose puts the stretches: strips are straight, which over half a space lines and lenses nearly are."""
    matrix = pose.homography
    scaled = grid.middle @ matrix[:, :2].T + matrix[:, 2]
    depth = scaled[:, 2:]
    here = scaled[:, :2] / depth
    right, down = ((matrix[:2, axis] - here * matrix[2, axis]) / depth for axis in (0, 1))
    across, ahead = right.copy(), down.copy()
    across[grid.upright :], ahead[grid.upright :] = down[grid.upright :], right[grid.upright :]
    if pose.lens is None or not pose.lens.distortion.any():
        return Places(here, across, ahead, here)
    probes = np.concatenate([here, here + TANGENT * across, here + TANGENT * ahead])
    seen, beside, before = pose.lens.distort(probes).reshape(3, -1, 2)
    return Places(seen, (beside - seen) / TANGENT, (before - seen) / TANGENT, here)


def profiles(seen: Pixels | Gray, places: Places, density: Density) -> tuple[Floats, Floats]:
    """What is seen across every strip, summed along it, (n, m) or (n, m, 3), and how far out that is, (m,), in spaces.

    The strips end a ridge's foot beyond ``REACH``.
    """
    areas = np.abs(cross(places.across, places.ahead))
    size = math.sqrt(float(areas.sum()) / len(areas))  # of a space in pixels
    per_space = min(max(size, density.least), density.most)
    half = round(REACH * per_space) + 1 + min(max(2, round(FOOT * per_space)), NEAREST)
    steps = np.asarray(np.arange(-half, half + 1) / per_space, np.float32)
    along = ((np.arange(density.along, dtype=np.float32) + 0.5) / density.along - 0.5) * np.float32(ALONG)
    # where each row of samples begins and how far a space goes, for x and for y: one product makes all places
    rows = np.empty((2, len(areas), density.along, 2), np.float32)
    rows[..., 0] = places.here.T[:, :, None] + places.ahead.T[:, :, None] * along
    rows[..., 1] = places.across.T[:, :, None]
    x, y = rows.reshape(2, -1, 2) @ np.stack([np.ones_like(steps), steps])
    strip = sampled_at(seen, x, y)
    return along_sums(strip.reshape(-1, density.along, *strip.shape[1:])).astype(np.float32), steps


def samples(spaces: float, steps: Floats, least: int = 2) -> int:
    """How many of the ``steps`` of a profile go into so many spaces."""
    return max(least, round(spaces / float(steps[1] - steps[0])))


def look(gray: Gray, places: Places, grid: Strips, polarity: int, density: Density) -> Stretches:
    """Look for every stretch of the printed grid within ``REACH`` spaces of where a pose puts it.

    Args:
        gray: lightness, uint8 (height, width).
        places: of the stretches in the picture.
        grid: its stretches.
        polarity: 1 for lines lighter than the ground, -1 for darker ones.
        density: of the samples.
    """
    ((offset, contrast, height),) = peaks_across(*profiles(gray, places, density), grid, polarity)
    return Stretches(grid.middle, grid.across, offset, without_grain(contrast, height))


def ridges_across(rough: Floats, steps: Floats, grid: Strips, *polarities: int) -> tuple[Stretches, ...]:
    """The same by lines of each polarity in ``profiles`` of lightness, (n, m).

    Feeble ones are seen too: beside the lines of the other tone some may be.
    """
    return tuple(
        Stretches(grid.middle, grid.across, offset, contrast)
        for offset, contrast, _ in peaks_across(rough, steps, grid, *polarities)
    )


def peaks_across(rough: Floats, steps: Floats, grid: Strips, *polarities: int) -> Iterator[tuple[Array, Array, Array]]:
    """Offset, contrast and height of the best ridge of each polarity across every stretch, as ``peaks`` has them."""
    profile = np.asarray(cv2.GaussianBlur(rough, (3, 1), 0.5), np.float32)
    foot = min(samples(FOOT, steps), NEAREST)
    middle, left, right = profile[:, foot:-foot], profile[:, : -2 * foot], profile[:, 2 * foot :]
    # only what rises over both feet is a ridge: an edge, however strong, gives nothing
    ridge = np.stack(
        [middle - np.maximum(left, right) if tone > 0 else np.minimum(left, right) - middle for tone in polarities]
    )
    inner = np.asarray(steps[foot:-foot], np.float32)
    without_rim(ridge, inner, grid)
    found = peaks(ridge.reshape(-1, len(inner)), inner, samples(APART, steps))
    return zip(*(part.reshape(len(polarities), -1) for part in found), strict=True)


def without_rim(strength: Floats, steps: Floats, grid: Strips) -> None:
    """Blot out, in place, what lies well outside the first and the last lines, (..., n, m): the board's edge."""
    strength[..., grid.first, : int(np.searchsorted(steps, -RIM))] = NOTHING
    strength[..., grid.last, int(np.searchsorted(steps, RIM, side="right")) :] = NOTHING


def cross(one: Points, other: Points) -> Array:
    """The cross products of vectors in the plane, (n,)."""
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def peaks(ridge: Floats, steps: Floats, apart: int) -> tuple[Array, Array, Array]:
    """Offset in spaces, contrast 0 to 1 and height of the best ridge of each strip (n, m); ``ridge`` is spoilt."""
    rows, last = np.arange(len(ridge)), ridge.shape[1] - 1
    best = ridge.argmax(axis=1)
    height, left, right = (ridge[rows, place] for place in (best, np.maximum(best - 1, 0), np.minimum(best + 1, last)))
    # the best of a strip's end or beside what is left out may be the slope of something else
    ok = (height > 0) & (best > 0) & (best < last) & (np.minimum(left, right) > NOTHING)
    ridge[np.abs(best.astype(np.int16)[:, None] - np.arange(last + 1, dtype=np.int16)) <= apart] = NOTHING
    # where the highest is costs numpy less than how high it is
    second = np.maximum(ridge[rows, ridge.argmax(axis=1)], 0.0)
    peak, left, right = height[ok], left[ok], right[ok]
    contrast, shift = np.zeros(len(ok)), np.zeros(len(ok))
    contrast[ok] = np.maximum(1 - second[ok] / peak, 0.0)
    # the best is no lower than both beside it, so this is at most a half
    shift[ok] = 0.5 * (right - left) / np.maximum(2 * peak - left - right, 1e-9)
    return (steps[best] + shift * (steps[1] - steps[0])).astype(np.float64), contrast, height.astype(np.float64)
