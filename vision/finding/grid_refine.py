"""Fits a board's pose to its printed grid: every stretch of line between two crossings is measured and weighed.

Steps of the pose follow each other, each from a closer look than the last; how many stretches lie in the end where the
pose puts them tells how well it fits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Floats
from vision.finding.pose_step import IN_PLACE, improve, outward
from vision.finding.simple_lens import simple_lens, with_lens
from vision.finding.stretches import CLEAR, Array, Stretches, measure
from vision.pose import BoardPose

PRESENT = 0.25
REACHES = (0.4, 0.3, 0.2, 0.15)  # spaces; from a pose that is nearly right the last two will do
NEAR = 0.09  # spaces: a stretch seen this near to its place supports the pose


@dataclass(frozen=True, slots=True, eq=False)
class GridFit:
    """A pose that fits the printed grid.

    ``support`` is the share of stretches whose best ridge lies where the pose puts the line (a fit to nothing gets
    about ``NEAR`` divided by the reach), ``border`` the same for the worst of the four outermost lines, and ``present``
    the share of all lines of which at least ``PRESENT`` is seen: half a grid taken for a whole one has few. ``ends`` is
    as ``support``, of the stretches that end at the worst of the four sides: a margin taken for a row has none.
    """

    pose: BoardPose
    support: float
    border: float
    present: float
    ends: float


def refine(
    gray: Floats,
    start: BoardPose,
    size_wh: tuple[int, int],
    polarity: int,
    frame_wh: tuple[int, int],
    fit_lens: bool,
    reaches: Sequence[float] = REACHES,
    in_place: float = IN_PLACE,
) -> GridFit:
    """Fit a pose to the printed grid, from a start that is within a third of a space everywhere.

    ``reaches`` are the spaces that are searched to each side, one step after another, ``in_place`` as ``improve`` has
    it.
    """
    pose = start
    if fit_lens and pose.lens is None:
        pose = with_lens(pose, simple_lens(frame_wh, 0.0), size_wh)
    free_lens = fit_lens
    for reach in reaches:
        stretches = measure(gray, pose, size_wh, polarity, reach)
        pose = improve(pose, stretches, size_wh, frame_wh, free_lens and reach <= 0.3, in_place=in_place)
    stretches = measure(gray, pose, size_wh, polarity, 0.4)
    return judge(pose, stretches)


def judge(pose: BoardPose, stretches: Stretches, near: float = NEAR, edges: NDArray[np.bool_] | None = None) -> GridFit:
    """How well the pose explains what was measured, without moving it; ``near`` spaces are in place.

    ``edges`` bool (n,) tells the stretches that are seen in place otherwise than by their ridge. The residual is that
    of all lines or of those inside, if it is less: along the border something else may be drawn and seen in place.
    """
    good = in_place(stretches, near)
    residual = min(root_mean_square(stretches.offset[some]) for some in (good, good & is_inside(stretches)))
    if edges is not None:
        good = good | edges
    lines = line_supports(stretches, good)
    border = min(float(side) for line in lines for side in (line[0], line[-1]))
    present = sum(int(np.count_nonzero(line >= PRESENT)) for line in lines) / sum(map(len, lines))
    support = np.count_nonzero(good) / len(good)
    ends = min(float(row[n]) for row in rung_supports(stretches, good) for n in (0, -1))
    return GridFit(replace(pose, residual_cells=residual), support, border, present, ends)


def in_place(stretches: Stretches, near: float = NEAR) -> NDArray[np.bool_]:
    """Which stretches are seen within ``near`` spaces of where the pose puts them, bool (n,)."""
    return (np.abs(stretches.offset) <= near) & (stretches.contrast >= CLEAR)


def root_mean_square(offsets: Array) -> float:
    """The root mean square of offsets, (n,); infinite where there are none."""
    return math.sqrt(float(np.vdot(offsets, offsets)) / len(offsets)) if len(offsets) else math.inf


def is_inside(stretches: Stretches) -> NDArray[np.bool_]:
    """Which stretches do not belong to the four outermost lines, bool (n,)."""
    return np.asarray(outward(stretches) == 0)


def line_supports(stretches: Stretches, good: NDArray[np.bool_]) -> tuple[Array, Array]:
    """The share of good stretches of every upright line from the left, and of every level one from the far side."""
    upright = stretches.across[:, 0] == 1
    parts = []
    for axis, mine in ((0, upright), (1, ~upright)):
        number = np.rint(stretches.middle[mine, axis]).astype(np.intp)
        parts.append(np.bincount(number, good[mine]) / np.bincount(number))
    return parts[0], parts[1]


def rung_supports(stretches: Stretches, good: NDArray[np.bool_]) -> tuple[Array, Array]:
    """The share of good stretches inside every column of spaces from the left, and every row from the far side."""
    upright = stretches.across[:, 0] == 1
    parts = []
    for axis, mine in ((0, ~upright), (1, upright)):
        middle = stretches.middle[mine]
        inner = (middle[:, 1 - axis] > 0.5) & (middle[:, 1 - axis] < middle[:, 1 - axis].max() - 0.5)
        number = middle[inner, axis].astype(np.intp)
        parts.append(np.bincount(number, good[mine][inner]) / np.bincount(number))
    return parts[0], parts[1]
