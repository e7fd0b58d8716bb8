"""Tells an area of a larger grid where no flat pose fits what lies beyond, or where the picture ends before that.

The page of a newspaper bends, and its next rungs lie where a flat one has none: further aside the further along they
are. Of a board that leaves the picture the next line may be out of sight, while rungs lead on to the picture's edge.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_beyond import WIDER, joints
from vision.finding.grid_extent import BOLD, Flags, Lines, outside, shares, within
from vision.finding.grid_refine import NEAR
from vision.finding.grid_strips import FINE, REACH, peaks_across, placed, profiles
from vision.finding.lattice import Gray
from vision.finding.stretches import Array
from vision.pose import BoardPose

NEAREST, NEXT = 0.25, 0.4  # spaces off the grid where rungs are looked at
LINE, TREND = 0.6, 0.65  # shares of a next line and of rungs on a straight trend; the lesser of 77 boards 0.38 at most
TREND_OUT = 0.85  # share of rungs on a trend where no next line can be seen; of those boards 0.78 at most
WHOLE, CARRIED = 0.8, 0.55  # shares of a next line, and of rungs that are seen at both distances in one place, straight
# or not: of 146 boards the lesser of the first and what goes with it was 0.67, where a border is drawn in squares
FEWEST = 5  # rungs in the picture from which a trend is one: two lie on any
OUT = 0.3  # share of what lies beyond a side; where less of a next line is in the picture, or of rungs, none is
LED_OUT = 0.9  # share of rungs in their places, at both distances, that lead to the picture's edge


class Rungs(NamedTuple):
    """Rungs beyond one side: ``along`` it and how far ``aside`` of where a flat grid has them, in spaces, (n,) each.

    ``bold`` tells which stand out like the grid's own lines, ``there`` which lie in the picture, bool (n,).
    """

    along: Array
    aside: Array
    bold: Flags
    there: Flags


def goes_on_askew(gray: Gray, pose: BoardPose, spaces: tuple[int, int], lines: Lines) -> bool:
    """Whether a grid of so many spaces, columns and rows, goes on beyond a side, though not as a flat one would.

    Either next lines are seen and rungs up to them that lie on a straight trend, or the picture ends before next lines
    and nearly all rungs lead there. ``lines`` are what was seen of the grid and round it, in the same lightness.
    """
    seen, out = outside(lines, BOLD, spaces)[:4] >= LINE, shares(lines.there, spaces)[:4] < OUT
    if not (seen | out).any():
        return False
    near, far = (rungs_beyond(gray, pose, spaces, lines, off) for off in (NEAREST, NEXT))
    trend = np.array([on_a_trend(rungs) for rungs in near])
    led = np.array([min(led_on(nearer), led_on(further)) for nearer, further in zip(near, far, strict=True)])
    whole = outside(lines, BOLD, spaces)[:4] >= WHOLE
    carried = np.array([carried_on(nearer, further) for nearer, further in zip(near, far, strict=True)])
    more = seen & (trend >= TREND) | whole & (carried >= CARRIED) | out & ((trend >= TREND_OUT) | (led >= LED_OUT))
    return bool(more.any())


def rungs_beyond(
    gray: Gray, pose: BoardPose, spaces: tuple[int, int], lines: Lines, off: float
) -> tuple[Rungs, Rungs, Rungs, Rungs]:
    """What is seen of the rungs ``off`` spaces beyond the sides left, right, far and near."""
    part = joints(spaces, off)
    places = placed(pose, part.strips)
    ((offset, _, height),) = peaks_across(*profiles(gray, places, FINE), part.strips, lines.ink.polarity)
    bold = (height >= BOLD * lines.ink.height) & (np.abs(offset) <= REACH)
    there = within(places, gray.shape)
    along = np.where(part.side < 2, part.strips.middle[:, 1], part.strips.middle[:, 0])
    left, right, upper, lower = (
        Rungs(along[one], offset[one], bold[one], there[one]) for one in (part.side == n for n in range(4))
    )
    return left, right, upper, lower


def on_a_trend(rungs: Rungs) -> float:
    """The share of rungs in the picture that lie on one straight trend, which stays within reach; 0 to 1."""
    seen, count = rungs.bold & rungs.there, int(np.count_nonzero(rungs.there))
    along, aside = rungs.along[seen], rungs.aside[seen]
    if count < FEWEST or len(along) < 2:
        return 0.0
    one, other = np.triu_indices(len(along), 1)
    slope = (aside[other] - aside[one]) / (along[other] - along[one])
    level = aside[one] - slope * along[one]
    trends: NDArray[np.float64] = level[:, None] + slope[:, None] * rungs.along
    kept = (np.abs(trends) <= REACH).all(axis=1)
    near = np.abs(trends[:, seen] - aside) <= NEAR
    return float(np.max(near[kept].sum(axis=1), initial=0)) / count


def carried_on(near: Rungs, far: Rungs) -> float:
    """The share of rungs in the picture that are seen at two distances as far aside, wherever that is; 0 to 1."""
    seen = near.bold & far.bold & near.there & far.there & (np.abs(near.aside - far.aside) <= NEAR)
    return float(seen.sum() / max(int(near.there.sum()), FEWEST))


def led_on(rungs: Rungs) -> float:
    """The share of rungs in the picture that are seen in their places, 0 where too few of them are in it; 0 to 1."""
    if rungs.there.mean() < OUT:
        return 0.0
    seen = rungs.bold & (np.abs(rungs.aside) <= WIDER)
    return float(seen[rungs.there].mean())
