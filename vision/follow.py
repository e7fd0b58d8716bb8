"""Follows a known board through the pictures: says on every frame where it lies, how surely, and whether it was bumped.

Five ways, cheapest first: nothing changed since the last look; some marks changed, as where a piece was laid, and they
and the others are where they were; all the marks are where they were or nearly; the board moved as a whole and is
followed by what lies on it; the board is looked for in the whole picture. After a jump the print itself must agree,
since a grid looks the same a space further and turned by half a turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sentence import say
from vision.board_motion import WORK_PX, moved_pose, reduced
from vision.frame import Frame, Pixels
from vision.grid_refine import Stretches, improve, space_px
from vision.grid_search import shifted
from vision.likeness import Likeness
from vision.mark_motion import (
    CHANGED,
    MOSTLY,
    SLID,
    Changes,
    Floats,
    changes,
    middle_samples,
    quarters,
    quick_look,
    quick_maps,
    resting,
)
from vision.pose import BoardNotFound, BoardPose, Lens
from vision.printed_marks import PrintedMarks, SampleMaps, compare, sample_maps
from vision.wide_search import find_grids_through

Gray = NDArray[np.uint8]
Search = Callable[[], Sequence[BoardPose]]

REACH = 10  # steps of ``printed_marks``: a fifth of a space to each side
HOLD = np.array([0, 0, 0, 20, 20, 20, 20, 20], np.float64)  # a bumped board or camera moves stiffly, nearly
IN_PLACE = 0.035  # spaces between a mark and where the pose puts it
LEAST_SEEN = 0.07  # share of the marks that must be in place, or the board counts as covered or gone
LEAST_AGREEING = 0.3  # share of the marks that look right anywhere; by chance a sixth of them are in place
REST = 0.02  # spaces: a smaller move is measuring noise and the pose stays as it was, bit by bit
BUMP = 0.035  # spaces from which a move is told
JUMP = 0.1  # spaces from which the print must confirm it
KEPT = 0.8  # of the share of the print that agreed in the last look; less means cover, or another place
LIKE = 0.12  # least share of the print that agrees; elsewhere and on other boards it is 0.03, at most 0.08
UNLIKE = 2.0  # by how much it must agree better than a space further or turned
SLACK = 0.05  # what a place elsewhere may agree better by chance
LINED = 0.45  # share of the marks; a board that is covered all over shows its edge, 0.3
PAUSE_S = 1.0  # between two searches of the whole picture
PRINT_S = 1.0  # between two looks at the print of a board whose marks stay where they were


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """Where a board lies in one frame.

    ``residual_cells`` is the root mean square distance of its marks from their places, ``bumped`` says that it moved
    since the frame before, ``visible`` is the share of its printed marks that are in place, 0 to 1.
    """

    pose: BoardPose
    residual_cells: float
    bumped: bool
    visible: float


class _Look:
    """A frame, and the lightness of its picture: made when it is asked for, which it seldom is."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    @cached_property
    def gray(self) -> Gray:
        """Uint8 (height, width)."""
        return np.asarray(cv2.cvtColor(self.frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


class Follower:
    """One board, from its pose and its picture when empty (seen from above, ``margin`` of at least half a space)."""

    def __init__(
        self, pose: BoardPose, size_wh: tuple[float, float], picture: Pixels, px_per_unit: int, margin: float
    ) -> None:
        self.size_wh = size_wh
        self._marks = PrintedMarks.of_picture(picture, px_per_unit, margin, size_wh)
        if len(self._marks) < 12:
            raise BoardNotFound(f"the picture of the empty board shows {len(self._marks)} printed marks, 12 are needed")
        self._likeness = Likeness.of_picture(picture, px_per_unit, margin, size_wh)
        self._pose = pose
        self._maps = sample_maps(self._marks, pose, REACH)
        self._quick = quick_maps(self._maps)
        self._space_px = space_px(pose, size_wh)
        self._groups = quarters(self._marks, size_wh)
        self._share = 1.0  # of the print that agreed in the last look
        self._last: Followed | None = None
        self._last_look: _Look | None = None
        self._last_quick: Floats | None = None
        self._rested: tuple[BoardPose, Stretches] | None = None  # what the marks showed last, if they lay as in a pose
        self._search_again_s = self._printed_at_s = -np.inf
        self._print_owed = False  # a change was seen since the print was looked at

    @property
    def lens(self) -> Lens | None:
        """The lens under which the board was calibrated."""
        return self._pose.lens

    def locate(self, frame: Frame, search: Search | None = None) -> Followed:
        """The board in this frame; ``search`` finds all boards of the picture, at most once a second when one is lost.

        Raises:
            BoardNotFound: too little of the board can be seen, it is gone, or another lies in its place.
        """
        quick = quick_look(frame.pixels, self._quick)
        since = None if self._last_quick is None else changes(quick, self._last_quick, self._groups)
        if since is not None and self._last is not None and since.slid <= SLID:
            due = self._print_owed and frame.taken_at_s - self._printed_at_s >= PRINT_S
            if not due and np.count_nonzero(since.marks) <= CHANGED * len(self._marks):
                self._last = replace(self._last, bumped=False)
                return self._last
            kept = self._here_and_there(frame, quick, since)
            if kept is not None:
                return kept
        look = _Look(frame)
        found = self._near(look) or self._moved(look) or self._searched(look, search)
        if found is None:
            self._last = None
            raise BoardNotFound(
                say(
                    "the board cannot be seen: fewer than {least} of its {number} printed marks are in place; is it "
                    "covered, moved out of the picture or another one?",
                    least=f"{LEAST_SEEN:.0%}",
                    number=len(self._marks),
                )
            )
        self._keep(found, look, quick)
        return found

    def marks_px(self) -> Floats:
        """A few points across every third of the board's printed marks where it lies now, float32 (n, 2), pixels."""
        return np.asarray(middle_samples(self._maps)[::3, ::2].reshape(-1, 2))

    def _keep(self, found: Followed, look: _Look, quick: Floats) -> None:
        if found.pose is not self._pose:
            self._pose = found.pose
            self._maps = sample_maps(self._marks, self._pose, REACH)
            self._quick = quick_maps(self._maps)
            self._space_px = space_px(self._pose, self.size_wh)
            quick = quick_look(look.frame.pixels, self._quick)
        self._last, self._last_look, self._last_quick = found, look, quick

    def _here_and_there(self, frame: Frame, quick: Floats, since: Changes) -> Followed | None:
        """The board where it was, if the marks that changed agree with the others, which did not slide."""
        numbers = np.flatnonzero(since.marks)
        if self._rested is None or self._last_quick is None or not 0 < len(numbers) <= MOSTLY * len(self._marks):
            return None
        pose, before = self._rested
        if pose is not self._pose:
            return None
        fresh = compare(frame.pixels, self._marks.some(numbers), self._maps.some(numbers))
        seen = before._replace(offset=before.offset.copy(), contrast=before.contrast.copy())
        seen.offset[numbers], seen.contrast[numbers] = fresh.offset, fresh.contrast
        fit = self._judged(seen, pose, pose) if resting(seen, self._groups) else None
        if fit is None:
            return None
        printed = self._just_seen(frame, fit)
        if not printed:
            share = self._likeness.share(frame.pixels, pose)
            if share < KEPT * self._share:
                return None
            self._share, self._printed_at_s = share, frame.taken_at_s
        # only what changed is remembered anew, under the light of the rest: many small slides add up to one that shows
        self._last_quick[numbers] = quick[numbers] - since.light
        self._rested, self._print_owed = (pose, seen), printed
        self._last, self._last_look = replace(fit, pose=pose), _Look(frame)
        return self._last

    def _near(self, look: _Look) -> Followed | None:
        """The board about where it was."""
        frame = look.frame
        fit = self._lock(frame.pixels, self._pose, self._maps)
        if fit is None:
            return None
        moved = self._distance(fit.pose)
        fit = replace(fit, pose=self._pose) if moved <= REST else replace(fit, bumped=moved > BUMP)
        if moved <= REST and self._just_seen(frame, fit):
            self._print_owed = True
            return fit
        self._printed_at_s, self._print_owed = frame.taken_at_s, False
        share = self._likeness.share(frame.pixels, fit.pose)
        if moved <= JUMP and share >= KEPT * self._share:
            self._share = share
            return fit
        rival = self._rival(frame.pixels, fit.pose)
        if share >= LIKE and share >= UNLIKE * rival:
            self._share = share
            return fit
        another = fit.visible >= LINED and share < LIKE  # its lines are bare and yet its print is not seen
        if moved > JUMP or another or rival > share + SLACK:
            return None
        self._share = share
        return self._moved(look) or fit  # much is covered and nothing speaks for another place

    def _just_seen(self, frame: Frame, fit: Followed) -> bool:
        """Whether the print was looked at so lately that nobody can have laid another board on just this place."""
        lately = 0 < frame.taken_at_s - self._printed_at_s < PRINT_S
        return lately and self._last is not None and fit.visible >= KEPT * self._last.visible

    def _moved(self, look: _Look) -> Followed | None:
        """The board carried along with what lies on it."""
        if self._last_look is None or self._last_look.frame.pixels.shape != look.frame.pixels.shape:
            return None
        before, after = self._last_look.gray, look.gray
        scale = min(1.0, WORK_PX / max(after.shape))
        rough = moved_pose(reduced(before), reduced(after), scale, self._pose, self.size_wh)
        return None if rough is None else self._confirmed(look, rough)

    def _searched(self, look: _Look, search: Search | None) -> Followed | None:
        """The board somewhere in the picture, known by its print."""
        frame = look.frame
        if frame.taken_at_s < self._search_again_s:
            return None
        self._search_again_s = frame.taken_at_s + PAUSE_S
        try:
            poses = search() if search is not None else find_grids_through(frame, self.size_wh, self.lens)
        except BoardNotFound:
            return None
        turned = [half_turn(pose, self.size_wh) for pose in poses]
        both = sorted([*poses, *turned], key=lambda pose: -self._likeness.share(frame.pixels, pose))
        return next((found for pose in both[:3] if (found := self._confirmed(look, pose)) is not None), None)

    def _confirmed(self, look: _Look, rough: BoardPose) -> Followed | None:
        frame = look.frame
        fit = self._lock(frame.pixels, rough, sample_maps(self._marks, rough, REACH))
        if fit is None:
            return None
        share = self._likeness.share(frame.pixels, fit.pose)
        if share < LIKE or share < UNLIKE * self._rival(frame.pixels, fit.pose):
            return None
        self._share = share
        return replace(fit, bumped=self._distance(fit.pose) > BUMP)

    def _lock(self, pixels: Pixels, pose: BoardPose, maps: SampleMaps) -> Followed | None:
        """Fit the pose to the marks seen near it; None where they do not agree on one."""
        spaces = round(self.size_wh[0]), round(self.size_wh[1])
        frame_wh = pixels.shape[1], pixels.shape[0]
        self._rested = None
        for _ in range(4):
            seen = compare(pixels, self._marks, maps)
            if np.count_nonzero(seen.contrast) < LEAST_SEEN * len(self._marks):
                return None
            if resting(seen, self._groups):
                self._rested = pose, seen
                return self._judged(seen, pose, pose)
            try:
                better = improve(pose, seen, spaces, frame_wh, False, HOLD)
            except BoardNotFound:
                return None
            apart = np.abs(better.corners_px(self.size_wh) - pose.corners_px(self.size_wh)).max()
            if float(apart) < 0.06 * self._space_px:
                return self._judged(seen, pose, better)
            pose, maps = better, sample_maps(self._marks, better, REACH)
        return None

    def _judged(self, seen: Stretches, pose: BoardPose, better: BoardPose) -> Followed | None:
        """What the marks, measured from ``pose``, say about ``better``."""
        left = seen.offset
        if better is not pose:
            carried = pose.locate(better.project(seen.middle)) - seen.middle
            left = seen.offset - (carried * seen.across).sum(axis=1)
        looks = seen.contrast > 0
        good = looks & (np.abs(left) <= IN_PLACE)
        count = np.count_nonzero(good)
        visible = count / len(good)
        upright = seen.across[:, 0] == 1
        agreeing = count >= LEAST_AGREEING * np.count_nonzero(looks)
        if visible < LEAST_SEEN or not agreeing or not both_ways(good, upright):
            return None
        residual = math.sqrt(float(np.vdot(left[good], left[good])) / count)
        return Followed(replace(better, residual_cells=residual), residual, False, visible)

    def _distance(self, pose: BoardPose) -> float:
        """How far the corners are from where the board was last said to lie, in spaces."""
        apart = np.linalg.norm(pose.corners_px(self.size_wh) - self._pose.corners_px(self.size_wh), axis=1)
        return float(apart.max()) / self._space_px

    def _rival(self, pixels: Pixels, pose: BoardPose) -> float:
        """How much of the print agrees at best where the board is not: a space further, or turned."""
        return max(self._likeness.share(pixels, rival) for rival in rivals_of(pose, self.size_wh))


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
