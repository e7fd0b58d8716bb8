"""Fits a board's pose to its printed grid by few samples: enough where the grid lies bare, and several times as fast.

Only strips across the lines are sampled, straight from the picture: a strip runs along a stretch of line between two
crossings, is averaged along it and searched for a ridge across it. ``vision.grid_refine`` looks at every pixel instead
and reads grids of which much is covered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid_refine import RIM, Array, GridFit, Stretches, improve, judge, simple_lens, space_px, with_lens
from vision.lattice import Floats, Gray
from vision.pose import BoardPose, Points

NEARBY = 0.3  # spaces at which the pose is asked how a space is bent in the picture
FOOT = 0.1  # spaces from a ridge to its foot: printed lines are about a twentieth of a space wide
APART = 1 / 12  # spaces within which a second ridge is the same one
ALONG = 2 / 3  # of a space, about its middle, that a strip runs along: the crossings are left out


class Density(NamedTuple):
    """How closely strips are sampled: ``along`` samples along each, ``least`` to ``most`` a space across the line."""

    along: int
    least: float
    most: float


COARSE, FINE = Density(4, 16.0, 28.0), Density(8, 20.0, 48.0)
REACHES = (0.4, 0.2)  # spaces that are searched, one pass after another, before the grid is judged
FULL_REACH = 0.4
NOTHING = np.float32(-1e9)


class Strips(NamedTuple):
    """All stretches of a grid: ``middle`` and ``across`` as in ``Stretches``, in board units, n of them.

    ``probes`` float64 (5 * n, 2) are the points that tell how a stretch lies in the picture; ``first`` and ``last``
    number those of the outermost lines, beyond which the board's edge is not to be taken for a line.
    """

    middle: Points
    across: Points
    probes: Points
    first: NDArray[np.intp]
    last: NDArray[np.intp]


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
    side, ahead = NEARBY * across, NEARBY * across[:, ::-1]
    probes = np.concatenate([middle, middle + side, middle - side, middle + ahead, middle - ahead])
    place = (middle * across).sum(axis=1)
    last = (np.array(size_wh) * across).sum(axis=1)
    return Strips(middle, across, probes, np.flatnonzero(place == 0), np.flatnonzero(place == last))


def look(
    gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int, reach: float, density: Density
) -> Stretches:
    """Look for every stretch of the printed grid within ``reach`` spaces of where the pose puts it.

    Args:
        gray: lightness, uint8 (height, width).
        pose: about where the board lies.
        size_wh: of the board in spaces.
        polarity: 1 for lines lighter than the ground, -1 for darker ones.
        reach: spaces to each side.
        density: of the samples.
    """
    grid = strips(size_wh)
    per_space = min(max(space_px(pose, size_wh), density.least), density.most)
    foot, half = max(2, round(FOOT * per_space)), round(reach * per_space) + 1
    steps = np.arange(-half - foot, half + foot + 1, dtype=np.float32) / np.float32(per_space)
    x, y = places(pose, grid, steps, density.along)
    seen = cv2.remap(gray, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = seen.reshape(len(grid.middle), density.along, -1).sum(axis=1, dtype=np.uint16).astype(np.float32)
    profile = np.asarray(cv2.GaussianBlur(profile, (3, 1), 0.5), np.float32)
    middle, behind, ahead = profile[:, foot:-foot], profile[:, : -2 * foot], profile[:, 2 * foot :]
    # only what rises over both feet is a ridge: an edge, however strong, gives nothing
    ridge = middle - np.maximum(behind, ahead) if polarity > 0 else np.minimum(behind, ahead) - middle
    steps = steps[foot:-foot]
    ridge[grid.first, : int(np.searchsorted(steps, -RIM))] = NOTHING
    ridge[grid.last, int(np.searchsorted(steps, RIM, side="right")) :] = NOTHING
    return Stretches(grid.middle, grid.across, *peaks(ridge, steps, max(2, round(APART * per_space))))


def places(pose: BoardPose, grid: Strips, steps: Floats, count: int) -> tuple[Floats, Floats]:
    """Where the strips lie in the picture, x and y, float32 (n * count, m), pixels: parabolas across the lines."""
    here, right, left, far, near = pose.project(grid.probes).reshape(5, -1, 2).astype(np.float32)
    slope, bend = (right - left) / (2 * NEARBY), (right + left - 2 * here) / (2 * NEARBY**2)
    along = ((np.arange(count, dtype=np.float32) + 0.5) / count - 0.5) * np.float32(ALONG)
    ahead = (far - near) / (2 * NEARBY)

    def spread(axis: int) -> Floats:
        across = here[:, axis, None] + slope[:, axis, None] * steps + bend[:, axis, None] * (steps * steps)
        both = across[:, None] + (ahead[:, axis, None] * along)[:, :, None]
        return np.asarray(both.reshape(-1, len(steps)), np.float32)

    return spread(0), spread(1)


def peaks(ridge: Floats, steps: Floats, apart: int) -> tuple[Array, Array]:
    """Offset in spaces and contrast 0 to 1 of the best ridge of each strip (n, m); ``ridge`` is spoilt."""
    rows, last = np.arange(len(ridge)), ridge.shape[1] - 1
    best = ridge.argmax(axis=1)
    height = ridge[rows, best]
    left, right = ridge[rows, np.maximum(best - 1, 0)], ridge[rows, np.minimum(best + 1, last)]
    ok = (height > 0) & (best > 0) & (best < last) & (left > NOTHING) & (right > NOTHING)
    curve = np.where(ok, np.maximum(2 * height - left - right, 1e-9), 1.0)
    shift = np.where(ok, np.clip(0.5 * (right - left) / curve, -0.5, 0.5), 0.0)
    ridge[np.abs(np.arange(last + 1) - best[:, None]) <= apart] = NOTHING
    second = np.maximum(ridge.max(axis=1), 0.0)
    contrast = np.where(ok, np.clip(1 - second / np.where(ok, height, 1.0), 0.0, 1.0), 0.0)
    return (steps[best] + shift * (steps[1] - steps[0])).astype(np.float64), contrast.astype(np.float64)


def refine_sparsely(
    gray: Gray, start: BoardPose, size_wh: tuple[int, int], polarity: int, frame_wh: tuple[int, int], fit_lens: bool
) -> GridFit:
    """Fit a pose to the printed grid, from a start that is within a third of a space everywhere.

    The judgement is on the last but one step, the pose is one step better.
    """
    wide, narrow = REACHES
    pose = improve(start, look(gray, start, size_wh, polarity, wide, COARSE), size_wh, frame_wh, False)
    if fit_lens and pose.lens is None:
        pose = with_lens(pose, simple_lens(frame_wh, 0.0), size_wh)
    pose = improve(pose, look(gray, pose, size_wh, polarity, narrow, COARSE), size_wh, frame_wh, fit_lens)
    return judged_better(gray, pose, size_wh, polarity, frame_wh, fit_lens)


def judged_better(
    gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int, frame_wh: tuple[int, int], fit_lens: bool
) -> GridFit:
    """How well a pose fits, and that pose one step better."""
    stretches = look(gray, pose, size_wh, polarity, FULL_REACH, FINE)
    fit = judge(pose, stretches)
    better = improve(pose, stretches, size_wh, frame_wh, fit_lens)
    residual = fit.pose.residual_cells
    return GridFit(BoardPose(better.homography, residual, better.lens), fit.support, fit.border, fit.present)
