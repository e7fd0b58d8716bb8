"""One known board and a picture: which pose near a given one its printed marks agree on, and whether its print does.

A grid looks the same a space further and turned by half a turn, so marks alone tell where lines are, not which.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_search import shifted
from vision.finding.pose_step import improve
from vision.finding.stretches import Stretches
from vision.following.likeness import Likeness
from vision.following.mark_motion import quarters, resting
from vision.following.other_print import shows_other
from vision.following.printed_marks import PrintedMarks, SampleMaps, compare, sample_maps
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, space_px

REACH = 10  # steps of ``printed_marks``: a fifth of a space to each side
HOLD = np.array([0, 0, 0, 20, 20, 20, 20, 20], np.float64)  # a bumped board or camera moves stiffly, nearly
IN_PLACE = 0.035  # spaces between a mark and where the pose puts it
LEAST_SEEN = 0.07  # share of the marks that must be in place, or the board counts as covered or gone
LEAST_AGREEING = 0.3  # share of the marks that look right anywhere; by chance a sixth of them are in place
LIKE = 0.12  # least share of the print that agrees; elsewhere and on other boards it is 0.03, at most 0.08
UNLIKE, APART = 2.0, 0.25  # by how much it must agree better than a space further or turned: times, or what share
_SETTLED = 0.06  # spaces: a step of the fit that moves no corner further is the last
_MOST_STEPS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Lock:
    """A pose that the marks agree on.

    ``residual_cells`` is the root mean square distance of its marks from their places in spaces, ``visible`` the share
    of all marks that are in place, 0 to 1. ``rested`` is what the marks showed from just this pose, where nothing had
    to be fitted.
    """

    pose: BoardPose
    residual_cells: float
    visible: float
    rested: Stretches | None = None


class KnownBoard:
    """The print of one board, from its picture when empty (seen from above, ``margin`` of at least half a space).

    Raises:
        BoardNotFound: the picture shows too few printed marks.
    """

    def __init__(self, size_wh: tuple[float, float], picture: Pixels, px_per_unit: int, margin: float) -> None:
        self.size_wh = size_wh
        self.marks = PrintedMarks.of_picture(picture, px_per_unit, margin, size_wh)
        if len(self.marks) < 12:
            raise BoardNotFound(f"the picture of the empty board shows {len(self.marks)} printed marks, 12 are needed")
        self.groups = quarters(self.marks, size_wh)
        self._likeness = Likeness.of_picture(picture, px_per_unit, margin, size_wh)

    def maps(self, pose: BoardPose) -> SampleMaps:
        """Where the marks are looked for when the board lies in this pose."""
        return sample_maps(self.marks, pose, REACH)

    def lock(self, pixels: Pixels, pose: BoardPose, maps: SampleMaps) -> Lock | None:
        """Fit the pose, whose ``maps`` these are, to the marks seen near it; None where they do not agree on one."""
        spaces = round(self.size_wh[0]), round(self.size_wh[1])
        frame_wh = pixels.shape[1], pixels.shape[0]
        for _ in range(_MOST_STEPS):
            seen = compare(pixels, self.marks, maps)
            if np.count_nonzero(seen.contrast) < LEAST_SEEN * len(self.marks):
                return None
            if resting(seen, self.groups):
                return self.judged(seen, pose)
            try:
                better = improve(pose, seen, spaces, frame_wh, False, HOLD)
            except BoardNotFound:
                return None
            apart = np.abs(better.corners_px(self.size_wh) - pose.corners_px(self.size_wh)).max()
            if float(apart) < _SETTLED * space_px(pose, self.size_wh):
                carried = pose.locate(better.project(seen.middle)) - seen.middle
                fit = self.judged(seen._replace(offset=seen.offset - (carried * seen.across).sum(axis=1)), better)
                return None if fit is None else replace(fit, rested=None)
            pose, maps = better, self.maps(better)
        return None

    def judged(self, seen: Stretches, pose: BoardPose) -> Lock | None:
        """What the marks, measured from a pose, say about it; None where too few are in place."""
        looks = seen.contrast > 0
        good = looks & (np.abs(seen.offset) <= IN_PLACE)
        count = int(np.count_nonzero(good))
        visible = count / len(good)
        upright = seen.across[:, 0] == 1
        agreeing = count >= LEAST_AGREEING * np.count_nonzero(looks)
        if visible < LEAST_SEEN or not agreeing or not both_ways(good, upright):
            return None
        left = seen.offset[good]
        residual = math.sqrt(float(np.vdot(left, left)) / count)
        return Lock(replace(pose, residual_cells=residual), residual, visible, seen)

    def share(self, pixels: Pixels, pose: BoardPose) -> float:
        """The share of the print that agrees where the pose puts it, 0 to 1."""
        return self._likeness.share(pixels, pose)

    def is_other(self, pixels: Pixels, pose: BoardPose) -> bool:
        """Whether the floor that lies open where the pose puts it shows another print."""
        return shows_other(self._likeness, pixels, pose)

    def is_none_of(self, pixels: Pixels, pose: BoardPose) -> bool:
        """Whether what lies there is a board, and not this one: not turned and not a space further either."""
        both = pose, half_turn(pose, self.size_wh)
        return all(self.rival(pixels, way) < LIKE and self.is_other(pixels, way) for way in both)

    def rival(self, pixels: Pixels, pose: BoardPose) -> float:
        """How much of the print agrees at best where the board is not: a space further, or turned."""
        return max(self.share(pixels, rival) for rival in rivals_of(pose, self.size_wh))

    def confirmed(self, pixels: Pixels, rough: BoardPose) -> tuple[Lock, float] | None:
        """The board near a rough pose and the share of its print that agrees, where that tells that it lies there."""
        fit = self.lock(pixels, rough, self.maps(rough))
        if fit is None:
            return None
        share = self.share(pixels, fit.pose)
        return (fit, share) if is_told(share, self.rival(pixels, fit.pose)) else None


def is_told(share: float, rival: float) -> bool:
    """Whether so much of the print agrees that a board lies there and not where its best ``rival`` would have it.

    Shadows of blinds or branches look alike a space further, too, and agree nearly everywhere.
    """
    return share >= LIKE and (share >= UNLIKE * rival or share >= rival + APART)


def both_ways(good: NDArray[np.bool_], upright: NDArray[np.bool_]) -> bool:
    """Whether marks across both directions are among the good ones: lines of one direction slide along themselves."""
    return bool(np.count_nonzero(good & upright) >= 4 and np.count_nonzero(good & ~upright) >= 4)


@lru_cache(maxsize=8)  # a pose lasts until its board is moved, and is told from others by identity
def rivals_of(pose: BoardPose, size_wh: tuple[float, float]) -> tuple[BoardPose, ...]:
    """Where a board may be taken to lie when it lies at ``pose``: a space further to each side, or turned."""
    spaces = round(size_wh[0]), round(size_wh[1])
    steps = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
    return (*(shifted(pose, spaces, step) for step in steps), half_turn(pose, size_wh))


def half_turn(pose: BoardPose, size_wh: tuple[float, float]) -> BoardPose:
    """The same place with far side and near side exchanged."""
    return BoardPose.from_corners(np.roll(pose.corners_px(size_wh), 2, axis=0), size_wh, pose.lens)
