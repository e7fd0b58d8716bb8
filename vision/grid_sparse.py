"""Fits a board's pose to its printed grid by few samples: enough where the grid lies bare, and several times as fast.

Only strips across the lines are sampled, straight from the picture: a strip runs along a stretch of line between two
crossings, is averaged along it and searched for a ridge across it. ``vision.grid_refine`` looks at every pixel instead
and reads grids of which much is covered.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.grid_refine import GridFit, judge
from vision.lattice import Floats, Gray
from vision.pose import BoardPose, Lens, Points
from vision.pose_step import LENS_STEP, board_moves, carried, moves_seen
from vision.sampling import along_sums, sampled_at
from vision.simple_lens import k1_of, simple_lens
from vision.stretches import RIM, Array, Stretches, without_grain

TANGENT = 0.1  # spaces: from a strip's middle so far across and along it the pose is asked
FOOT = 0.1  # spaces from a ridge to its foot: printed lines are about a twentieth of a space wide
APART = 1 / 12  # spaces within which a second ridge is the same one
ALONG = 2 / 3  # of a space, about its middle, that a strip runs along: the crossings are left out
REACH = 0.4  # spaces that are searched to each side


class Density(NamedTuple):
    """How closely strips are sampled: ``along`` samples along each, ``least`` to ``most`` a space across the line."""

    along: int
    least: float
    most: float


COARSE, MIDDLING = Density(3, 16.0, 22.0), Density(4, 18.0, 32.0)
QUICK, FINE = Density(5, 20.0, 48.0), Density(6, 20.0, 56.0)
STEPS = 3  # of reweighting
SHORT = 0.075  # spaces that the pose moves at any stretch: more, and it is looked at again from there
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


class Step(NamedTuple):
    """A better pose, all stretches with their offsets from there, and the longest way of any, in spaces."""

    pose: BoardPose
    left: Stretches
    length: float


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

    The strips end a ``FOOT`` beyond ``REACH``.
    """
    areas = np.abs(cross(places.across, places.ahead))
    size = math.sqrt(float(areas.sum()) / len(areas))  # of a space in pixels
    per_space = min(max(size, density.least), density.most)
    half = round(REACH * per_space) + 1 + max(2, round(FOOT * per_space))
    steps = np.asarray(np.arange(-half, half + 1) / per_space, np.float32)
    along = ((np.arange(density.along, dtype=np.float32) + 0.5) / density.along - 0.5) * np.float32(ALONG)
    begun = np.asarray(places.here[:, :, None] + places.ahead[:, :, None] * along, np.float32)
    across = np.asarray(places.across, np.float32)[:, :, None]
    x, y = ((begun[:, n, :, None] + across[:, n, :, None] * steps).reshape(-1, len(steps)) for n in (0, 1))
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
    offset, contrast, height = peaks_across(*profiles(gray, places, density), grid, polarity)
    return Stretches(grid.middle, grid.across, offset, without_grain(contrast, height))


def ridges_across(rough: Floats, steps: Floats, grid: Strips, polarity: int) -> Stretches:
    """The same in ``profiles`` of lightness, feeble ones too: beside the lines of the other tone some may be."""
    offset, contrast, _ = peaks_across(rough, steps, grid, polarity)
    return Stretches(grid.middle, grid.across, offset, contrast)


def peaks_across(rough: Floats, steps: Floats, grid: Strips, polarity: int) -> tuple[Array, Array, Array]:
    """Offset, contrast and height of the best ridge across each stretch of a grid, as ``peaks`` has them."""
    profile = np.asarray(cv2.GaussianBlur(rough, (3, 1), 0.5), np.float32)
    foot = samples(FOOT, steps)
    middle, left, right = profile[:, foot:-foot], profile[:, : -2 * foot], profile[:, 2 * foot :]
    # only what rises over both feet is a ridge: an edge, however strong, gives nothing
    ridge = middle - np.maximum(left, right) if polarity > 0 else np.minimum(left, right) - middle
    inner = np.asarray(steps[foot:-foot], np.float32)
    without_rim(ridge, inner, grid)
    return peaks(ridge, inner, samples(APART, steps))


def without_rim(strength: Floats, steps: Floats, grid: Strips) -> None:
    """Blot out, in place, what lies well outside the first and the last lines: the board's edge."""
    strength[grid.first, : int(np.searchsorted(steps, -RIM))] = NOTHING
    strength[grid.last, int(np.searchsorted(steps, RIM, side="right")) :] = NOTHING


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
    ridge[np.abs(best[:, None] - np.arange(last + 1)) <= apart] = NOTHING
    second = np.maximum(ridge.max(axis=1), 0.0)
    peak, left, right = height[ok], left[ok], right[ok]
    contrast, shift = np.zeros(len(ok)), np.zeros(len(ok))
    contrast[ok] = np.maximum(1 - second[ok] / peak, 0.0)
    # the best is no lower than both beside it, so this is at most a half
    shift[ok] = 0.5 * (right - left) / np.maximum(2 * peak - left - right, 1e-9)
    return (steps[best] + shift * (steps[1] - steps[0])).astype(np.float64), contrast, height.astype(np.float64)


def bend_of(places: Places, lens: Lens) -> Array:
    """How far a little more distortion (``LENS_STEP``) carries each stretch across itself, in spaces, (n,)."""
    out = places.ideal - lens.matrix[:2, 2]
    moved = out * ((out**2).sum(axis=1, keepdims=True) * (LENS_STEP / lens.matrix[0, 0] ** 2))
    return cross(moved, places.ahead) / cross(places.across, places.ahead)


def refine_sparsely(
    gray: Gray, start: BoardPose, size_wh: tuple[int, int], polarity: int, fit_lens: bool, density: Density = FINE
) -> GridFit:
    """Fit a pose to the printed grid, from a start that is within a third of a space everywhere."""
    step = fitted(gray, start, strips(size_wh), size_wh, polarity, fit_lens, density)
    return judge(step.pose, step.left)


def fitted(
    gray: Gray,
    start: BoardPose,
    grid: Strips,
    size_wh: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    density: Density = FINE,
) -> Step:
    """The last step of the fit of a pose to the stretches of a grid, from a start as ``refine_sparsely`` wants it.

    A step that is short is as good as two: then the judgement is on what it leaves of the offsets.
    """
    pose = start
    if fit_lens and pose.lens is None:
        pose = BoardPose(pose.homography, 0.0, simple_lens((gray.shape[1], gray.shape[0]), 0.0))
    step = stepped(gray, pose, grid, size_wh, polarity, fit_lens, density)
    if step.length > SHORT:
        step = stepped(gray, step.pose, grid, size_wh, polarity, fit_lens, density)
    return step


def judged(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int, density: Density = FINE) -> GridFit:
    """How well a pose fits as it is."""
    grid = strips(size_wh)
    return judge(pose, look(gray, placed(pose, grid), grid, polarity, density))


def stepped(
    gray: Gray,
    pose: BoardPose,
    grid: Strips,
    size_wh: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    density: Density,
) -> Step:
    """One step from a pose to where the grid is seen."""
    places = placed(pose, grid)
    return moved_to(look(gray, places, grid, polarity, density), pose, places, grid, size_wh, fit_lens)


def moved_to(
    seen: Stretches, pose: BoardPose, places: Places, grid: Strips, size_wh: tuple[int, int], fit_lens: bool
) -> Step:
    """One step from a pose, which puts the stretches to ``places``, to where they were seen."""
    columns, bend, own = grid.moves, None, grid.own
    if fit_lens and pose.lens is not None:
        every = bend_of(places, pose.lens)
        columns, bend = np.column_stack([columns, every]), every[own]
    mine = Stretches(*(part[own] for part in seen))
    found = moves_seen(mine, grid.moves[own], bend=bend, k1=k1_of(pose), most_steps=STEPS)
    if found is None:
        return Step(pose, seen, 0.0)
    moved = columns @ found
    longest = float(np.abs(moved[own]).max())
    return Step(carried(pose, found, size_wh), seen._replace(offset=seen.offset - moved), longest)
