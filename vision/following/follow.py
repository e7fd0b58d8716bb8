"""Follows a known board through the pictures: says on every frame where it lies, how surely, and whether it was bumped.

Five ways, cheapest first: nothing changed since the last look; some marks changed, as where a piece was laid, and they
and the others are where they were; all the marks are where they were or nearly; the board moved as a whole and is
followed by what lies on it; the board is looked for in the whole picture. After a jump the print itself must agree,
since a grid looks the same a space further and turned by half a turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from engine.sentence import say
from vision.finding.stretches import Stretches
from vision.following.found_again import Finder, LastSeen, Look, Place, Search
from vision.following.mark_lock import LEAST_SEEN, LIKE, KnownBoard, Lock, is_told
from vision.following.mark_motion import (
    CHANGED,
    MOSTLY,
    SLID,
    Changes,
    Floats,
    MarkLines,
    changes,
    mark_lines,
    quick_look,
    quick_maps,
    resting,
)
from vision.following.printed_marks import compare
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, space_px

REST = 0.02  # spaces: a smaller move is measuring noise and the pose stays as it was, bit by bit
BUMP = 0.035  # spaces from which a move is told
JUMP = 0.1  # spaces from which the print must confirm it
ELSEWHERE = 0.5  # spaces from which it is another place: a corner under a hand was matched up to 0.26 beside its own
CLEARER = 0.25  # share of the print or of the marks that is in place besides at the better of two places
ALL_BUT = 0.85  # share of the marks from which both ends are in place: pieces hide few of those round a board
KEPT = 0.8  # of the share of the print that agreed in the last look; less means cover, or another place
SLACK = 0.05  # what a place elsewhere may agree better by chance
LINED, EDGE = 0.45, 0.25  # shares of the marks: more and less than the edge, which a board covered all over shows
BARE = 0.5  # share of the print: so much is hardly covered between two looks by what also moves the board
ALIKE = 0.5  # share of the print that no other board has
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


class Follower:
    """One board, from its pose and its picture when empty (seen from above, ``margin`` of at least half a space)."""

    def __init__(
        self, pose: BoardPose, size_wh: tuple[float, float], picture: Pixels, px_per_unit: int, margin: float
    ) -> None:
        self.size_wh = size_wh
        self._board = KnownBoard(size_wh, picture, px_per_unit, margin)
        self._finder = Finder(self._board, picture, px_per_unit, margin)
        self._settle(pose)
        self._share = math.nan  # of the print that agreed in the last look; before the first nothing compares with it
        self._last: Followed | None = None
        self._last_look: Look | None = None
        self._last_quick: Floats | None = None
        self._rested: Stretches | None = None  # what the marks showed last, if they lay as in the pose
        self._printed_at_s = -np.inf
        self._print_owed = False  # a change was seen since the print was looked at

    @property
    def lens(self) -> Lens | None:
        """The lens under which the board was calibrated."""
        return self._pose.lens

    def locate(self, frame: Frame, search: Search | None = None) -> Followed:
        """The board in this frame.

        ``search`` finds all boards of the picture, at most once a second: when one is lost, and before the first look
        when its print is not seen.

        Raises:
            BoardNotFound: too little of the board can be seen, it is gone, or another lies in its place.
        """
        quick = quick_look(frame.pixels, self._quick)
        since = None if self._last_quick is None else changes(quick, self._last_quick, self._board.groups)
        if since is not None and self._last is not None and since.slid <= SLID:
            due = self._print_owed and frame.taken_at_s - self._printed_at_s >= PRINT_S
            if not due and np.count_nonzero(since.marks) <= CHANGED * len(since.marks):
                self._last = replace(self._last, bumped=False)
                return self._last
            kept = self._here_and_there(frame, quick, since)
            if kept is not None:
                return kept
        look = Look(frame)
        found = self._nearest(look) or self._finder.carried(look, self._last_seen)
        # before the first look nobody knows what may cover its print
        unlike = found is not None and math.isnan(self._share) and found.share < LIKE
        other = found is not None and self._is_other(look, found)
        if found is None or unlike or other:
            waits = self._finder.waits(frame.taken_at_s)
            again = self._finder.searched(look, self._last_seen, search)
            found = again if again is not None or other or (unlike and waits) else found
        if found is None:
            self._last = None
            raise BoardNotFound(
                say(
                    "the board cannot be seen: fewer than {least} of its {number} printed marks are in place; is it "
                    "covered, moved out of the picture or another one?",
                    least=f"{LEAST_SEEN:.0%}",
                    number=len(self._board.marks),
                )
            )
        return self._keep(found, look, quick)

    @property
    def place(self) -> BoardPose:
        """Where the board was said to lie last."""
        return self._pose

    def knows_not(self, frame: Frame, pose: BoardPose) -> bool:
        """Whether a board lies at a pose that is surely not this one."""
        return self._board.is_none_of(frame.pixels, pose)

    def marks_px(self) -> MarkLines:
        """Lines across some of the board's printed marks where it lies now."""
        return mark_lines(self._maps, self._board.groups)

    def _settle(self, pose: BoardPose) -> None:
        self._pose = pose
        self._maps = self._board.maps(pose)
        self._quick = quick_maps(self._maps)
        self._space_px = space_px(pose, self.size_wh)

    def _keep(self, place: Place, look: Look, quick: Floats) -> Followed:
        fit = place.fit
        bumped = self._distance(fit.pose) > BUMP
        if fit.pose is not self._pose:
            self._settle(fit.pose)
            quick = quick_look(look.pixels, self._quick)
        self._share, self._rested = place.share, fit.rested
        self._last = Followed(fit.pose, fit.residual_cells, bumped, fit.visible)
        self._last_look, self._last_quick = look, quick
        return self._last

    def _here_and_there(self, frame: Frame, quick: Floats, since: Changes) -> Followed | None:
        """The board where it was, if the marks that changed agree with the others, which did not slide."""
        numbers, before, board = np.flatnonzero(since.marks), self._rested, self._board
        if before is None or self._last_quick is None or not 0 < len(numbers) <= MOSTLY * len(since.marks):
            return None
        fresh = compare(frame.pixels, board.marks.some(numbers), self._maps.some(numbers))
        seen = before._replace(offset=before.offset.copy(), contrast=before.contrast.copy())
        seen.offset[numbers], seen.contrast[numbers] = fresh.offset, fresh.contrast
        fit = board.judged(seen, self._pose) if resting(seen, board.groups) else None
        if fit is None:
            return None
        printed = self._just_seen(frame, fit)
        if not printed:
            share = board.share(frame.pixels, self._pose)
            if share < KEPT * self._share:
                return None
            self._share, self._printed_at_s = share, frame.taken_at_s
        # only what changed is remembered anew, under the light of the rest: many small slides add up to one that shows
        self._last_quick[numbers] = quick[numbers] - since.light
        self._rested, self._print_owed = seen, printed
        self._last, self._last_look = Followed(self._pose, fit.residual_cells, False, fit.visible), Look(frame)
        return self._last

    def _nearest(self, look: Look) -> Place | None:
        """The board about where it was, or where what lies on it was carried if more of its marks are in place there.

        Where one end moved further than marks are looked for those of the other hold the whole.
        """
        near, last = self._near(look), self._last
        if near is None or last is None or near.fit.visible >= KEPT * last.visible:
            return near
        carried = self._finder.carried(look, self._last_seen) if self._distance(near.fit.pose) > BUMP else None
        return near if carried is None or carried.fit.visible <= near.fit.visible else carried

    def _near(self, look: Look) -> Place | None:
        """The board about where it was."""
        taken_at_s = look.frame.taken_at_s
        fit = self._board.lock(look.pixels, self._pose, self._maps)
        if fit is None:
            return None
        moved = self._distance(fit.pose)
        if moved <= REST:
            fit = replace(fit, pose=self._pose, rested=fit.rested if moved == 0 else None)
            if self._just_seen(look.frame, fit):
                self._print_owed = True
                return Place(fit, self._share)
        self._printed_at_s, self._print_owed = taken_at_s, False
        share = self._board.share(look.pixels, fit.pose)
        place = Place(fit, share)
        if moved <= JUMP and share >= KEPT * self._share:
            return place
        rival = self._board.rival(look.pixels, fit.pose)
        if is_told(share, rival):
            # after a jump and a turn the lines of one end may have been taken for those beside them
            again = self._finder.matched(look, self._last_seen) if moved > JUMP and fit.visible < ALL_BUT else None
            if again is not None and self._is_clearer(again, place):
                return again
            self._finder.may_match_again()
            return place
        # its lines are bare and yet its print is not seen; or the print was bare, and what is left is little or moved
        unlikely = self._share >= BARE and (moved > REST or fit.visible < EDGE)
        another = share < LIKE and (fit.visible >= LINED or unlikely)
        if moved > JUMP or another or rival > share + SLACK:
            return None
        if (carried := self._finder.carried(look, self._last_seen)) is not None:
            return carried
        # much is covered, and nothing speaks for another place unless it is found there
        again = self._finder.matched(look, self._last_seen)
        if again is None:
            return place
        beside = share < LIKE and (math.isnan(self._share) or self._is_clearer(again, place))
        return again if beside or self._distance(again.fit.pose) > ELSEWHERE else place

    def _is_other(self, look: Look, place: Place) -> bool:
        """Whether the print of another board lies open; one that was in sight a moment ago can only be covered."""
        return self._last is None and place.share < ALIKE and self._board.is_other(look.pixels, place.fit.pose)

    @staticmethod
    def _is_clearer(one: Place, other: Place) -> bool:
        """Whether more of a board is in place, by its marks and its print, and by far by one of the two."""
        more = one.share - other.share, one.fit.visible - other.fit.visible
        return min(more) >= 0 and max(more) >= CLEARER

    def _just_seen(self, frame: Frame, fit: Lock) -> bool:
        """Whether the print was looked at so lately that nobody can have laid another board on just this place."""
        lately = 0 < frame.taken_at_s - self._printed_at_s < PRINT_S
        return lately and self._last is not None and fit.visible >= KEPT * self._last.visible

    @property
    def _last_seen(self) -> LastSeen:
        return LastSeen(self._pose, self._last_look)

    def _distance(self, pose: BoardPose) -> float:
        """How far the corners are from where the board was last said to lie, in spaces."""
        apart = np.linalg.norm(pose.corners_px(self.size_wh) - self._pose.corners_px(self.size_wh), axis=1)
        return float(apart.max()) / self._space_px
