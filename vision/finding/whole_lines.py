"""How each line of a printed grid is seen by all of it at once: for lines as weak as the drawings round them.

Where lines are scratched into a painting, or only ornaments stand where they cross, a single space shows next to
nothing; but nothing else runs as straight through all of them. So the ridges are averaged along a line, light against
dark, in each axis of CIELAB by itself: an ink may be as light as the ground, and drawings take each other away.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.grid_refine import NEAR, GridFit, judge
from vision.finding.lattice import Floats, ridges
from vision.finding.stretches import (
    LONGEST_PX,
    SHORTEST_PX,
    Array,
    Stretches,
    rectified,
    stretches_of,
    vertex,
    without_rim,
)
from vision.frame import Pixels
from vision.pose import BoardPose, space_px

REACH = 0.4  # spaces about a line that are looked at
CAPPED = 3.0  # times the mean ridge: an icon counts little more than a line
BETWEEN = 0.2  # spaces off any line of the grid, from where on what is seen is no part of it
QUIET = 80.0  # per cent of what is seen there that is lower than a line must be
AS_HIGH = 0.5  # of the highest ridge within reach: so high must one be that lies nearer to its place than that
TINY = 1e-9  # of a ridge: in a channel that is the same all over nothing stands out
NEIGHBOURS = 1  # stretches to each side that are looked at together while a pose is still moved: a lens bends lines
ALL_ALONG = 99  # the same for all of a line
# times as high as its own lines are those between them of a finer grid, and the next line of a larger one: of 99 boards
# at most 0.65 and 0.76
FINER, NEXT_LINE = 0.75, 0.9
# the same of a next line in a weaker ink, and times as high as anything beside it: of boards whose own lines are weak
# one had 0.73 and 1.14, of grids with one line more the least 0.62 and 1.61
WEAKER, BY_ITSELF = 0.5, 1.4
JOINED = 1.7  # times as high as anything beside them are the ridges that lead on there; of those boards at most 1.42
A_SPACE_OUT = np.array([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, 1.0]])  # where a grid with one more begins


class Ridges(NamedTuple):
    """Ridges across the stretches of all lines, with half a space to each side, float32, in each of three channels.

    ``upright`` (3, rows, cols + 1, scale) and ``level`` (3, cols, rows + 1, scale), positive where light.
    """

    upright: Floats
    level: Floats


def seen_whole(lab: Pixels, pose: BoardPose, size_wh: tuple[int, int], near: float = NEAR) -> GridFit:
    """How a pose fits as it is by whole lines: all stretches of one are seen or none, ``near`` spaces from their place.

    ``lab`` is the picture in CIELAB, uint8 (height, width, 3), as for all that follows.
    """
    return judge(pose, stretches_in(ridges_at(lab, pose, size_wh), size_wh, ALL_ALONG, REACH), near)


def seen_by_stretch(lab: Pixels, pose: BoardPose, size_wh: tuple[int, int], near: float = NEAR) -> GridFit:
    """The same by each stretch alone: what is covered is not seen."""
    return judge(pose, stretches_in(ridges_at(lab, pose, size_wh), size_wh, 0, REACH), near)


def seen_in_parts(lab: Pixels, pose: BoardPose, size_wh: tuple[int, int], near: float = NEAR) -> GridFit:
    """The same by parts of lines that are three spaces long: what is covered is not seen."""
    return judge(pose, stretches_in(ridges_at(lab, pose, size_wh), size_wh, NEIGHBOURS, REACH), near)


def ridges_at(lab: Pixels, pose: BoardPose, size_wh: tuple[int, int]) -> Ridges:
    """The ridges of a board's grid where a pose puts it."""
    scale = int(np.clip(round(space_px(pose, size_wh) / 2) * 2, SHORTEST_PX, LONGEST_PX))
    cols, rows = size_wh
    thin, half, trim = max(1, round(scale / 20)), scale // 2, max(2, scale // 6)
    upright, level = [], []
    for channel in cv2.split(rectified(lab, pose, size_wh, scale)):
        seen = channel.astype(np.float32)
        up, across = ridges(seen, thin, 1, CAPPED)[half:-half], ridges(seen, thin, 0, CAPPED)[:, half:-half]
        upright.append(up.reshape(rows, scale, cols + 1, scale)[:, trim:-trim].mean(axis=1))
        level.append(across.T.reshape(cols, scale, rows + 1, scale)[:, trim:-trim].mean(axis=1))
    return Ridges(np.stack(upright), np.stack(level))


def stretches_in(found: Ridges, size_wh: tuple[int, int], neighbours: int, reach: float) -> Stretches:
    """Where each stretch is seen with so many ``neighbours`` to each side, within ``reach`` spaces of its place.

    The contrast is that against what is seen between lines.
    """
    upright, level = (standing_out(part, neighbours) for part in found)
    return stretches_of(size_wh, *(nearest(without_rim(part), reach) for part in (upright, level)))


def standing_out(found: Floats, neighbours: int) -> Floats:
    """How much lines stand out in the channel that shows them best, (along, lines, scale), 1 as high as most between.

    Args:
        found: ridges (3, along, lines, scale).
        neighbours: along a line on each side; near its ends as many are taken, from one side.
    """
    count = found.shape[1]
    width = min(2 * neighbours + 1, count)
    first = np.clip(np.arange(count) - neighbours, 0, count - width)
    sums = np.cumsum(np.insert(found, 0, 0.0, axis=1), axis=1)
    height = np.abs(sums[:, first + width] - sums[:, first]) / width
    quiet = np.percentile(height[..., np.abs(places(found.shape[-1])) >= BETWEEN], QUIET, axis=(1, 2, 3))
    return np.asarray((height / (quiet[:, None, None, None] + TINY)).max(axis=0), np.float32)


def runs_on(lab: Pixels, pose: BoardPose, size_wh: tuple[int, int]) -> bool:
    """Whether whole lines run on beyond a grid, or as high ones between its own: it is a part of another one."""
    wider, (cols, rows) = a_space_out(pose, size_wh), size_wh
    return wider is not None and any(lead_on(part) for part in ridges_at(lab, wider, (cols + 2, rows + 2)))


def a_space_out(pose: BoardPose, size_wh: tuple[int, int]) -> BoardPose | None:
    """The pose of a grid with a space more on each side; None beyond the horizon of a steep view: there is nothing."""
    cols, rows = size_wh
    corners = np.array([[-1, -1, 1], [cols + 1, -1, 1], [-1, rows + 1, 1], [cols + 1, rows + 1, 1]], np.float64)
    if (corners @ pose.homography[2] <= 0).any():
        return None
    # by the homography, not by corners: a lens tells nothing of places that far out of its picture
    return BoardPose(pose.homography @ A_SPACE_OUT, 0.0, pose.lens)


def lead_on(found: Floats) -> bool:
    """The same for the lines of one way, of a grid with one space more all round, ridges (3, along, lines, scale)."""
    where = np.abs(places(found.shape[-1]))
    here, beside = where <= NEAR, where >= BETWEEN
    lines = standing_out(found[:, 1:-1], ALL_ALONG)[0]
    own, further = lines[1:-1], lines[[0, -1]]
    usual = float(np.median(own[:, here].max(axis=1)))
    next_line, off_it = further[:, here].max(axis=1), further[:, beside].max(axis=1)
    as_high = (next_line >= NEXT_LINE * usual) | (next_line >= WEAKER * usual) & (next_line >= BY_ITSELF * off_it)
    finer = np.median(own[:, beside], axis=0).max() >= FINER * usual
    # all lines together, in the space before the first crossing and behind the last
    usually = np.abs(found[:, 1:-1, 1:-1]).mean(axis=(1, 2, 3))[:, None, None]
    joints = (np.abs(found[:, [0, -1], 1:-1]).mean(axis=2) / (usually + TINY)).max(axis=0)
    joined = (joints[:, here].max(axis=1) >= JOINED * joints[:, beside].max(axis=1)).any()
    return bool(joined or as_high.any() or finer)


def nearest(windows: Floats, reach: float) -> tuple[Array, Array]:
    """Offset in spaces and contrast 0 to 1 of the ridge in each window that is high and nearest to its middle.

    Beside the border of a grid stands the frame of a board, which may be a higher one.

    Args:
        windows: what stands out, (along, lines, scale), in units of what does between lines.
        reach: spaces to each side that are looked at.
    """
    scale = windows.shape[2]
    flat, where = windows.reshape(-1, scale).astype(np.float64), places(scale)
    flat = np.where(np.abs(where) <= reach, flat, -np.inf)
    left, right = (np.roll(flat, step, axis=1) for step in (1, -1))  # the ends are out of reach
    high = (flat >= left) & (flat > right) & (flat >= AS_HIGH * flat.max(axis=1, keepdims=True))
    best = np.where(high, np.abs(where), np.inf).argmin(axis=1)
    here = np.arange(len(flat)), best
    ok = high[here] & np.isfinite(left[here]) & np.isfinite(right[here])
    shift = vertex(left[here], flat[here], right[here], ok)
    return where[best] + shift / scale, np.where(ok, np.clip(1 - 1 / np.maximum(flat[here], 1e-9), 0, 1), 0.0)


def places(scale: int) -> Array:
    """How far the samples of a window lie from its middle, in spaces, (scale,)."""
    return np.asarray((np.arange(scale) + 0.5) / scale - 0.5)
