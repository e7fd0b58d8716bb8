"""All boards of a table, each followed by itself, and the whole picture searched once for those that are lost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.finding.wide_search import find_grids_through
from vision.following.follow import Follower
from vision.following.mark_motion import MarkLines
from vision.frame import Frame
from vision.observation import BoardSight
from vision.pose import BoardNotFound, BoardPose, space_px

_APART = 2.0  # spaces between the middles of two boards; those of the same board were found up to 1 apart


class TableFollower:
    """All boards of a table, by seat; what ``Detector`` asks for."""

    def __init__(self, followers: dict[int, Follower]) -> None:
        self._followers = dict(sorted(followers.items()))
        self.others: frozenset[int] = frozenset()
        """The seats that are lost while a board lies on the table that is none of those measured."""

    def locate(self, frame: Frame) -> tuple[BoardSight, ...]:
        """Every board that can be found in this frame; one that cannot is left out."""
        found: list[BoardPose] | None = None
        searched = False

        def search() -> Sequence[BoardPose]:
            nonlocal found, searched
            searched = True
            if found is None:
                first = next(iter(self._followers.values()))
                found = list(find_grids_through(frame, first.size_wh, first.lens))
            return found

        sights = []
        for seat, follower in self._followers.items():
            try:
                followed = follower.locate(frame, search)
            except BoardNotFound:
                continue
            sights.append(BoardSight(seat, followed.pose, followed.bumped))
        lost = self._followers.keys() - {sight.seat for sight in sights}
        if searched:
            self.others = self._others(frame, found or (), sights)
        self.others &= lost
        return tuple(sights)

    def marks_px(self) -> tuple[MarkLines, ...]:
        """Lines across some printed marks of each board where it was found last."""
        return tuple(follower.marks_px() for follower in self._followers.values())

    def _others(self, frame: Frame, found: Sequence[BoardPose], sights: Sequence[BoardSight]) -> frozenset[int]:
        """The lost seats where, or next to which, a board lies that is none of the table's."""
        lost = {seat: follower for seat, follower in self._followers.items() if seat not in {s.seat for s in sights}}
        others = set[int]()
        for pose in (*(follower.place for follower in lost.values()), *found) if lost else ():
            nearest = min(lost, key=lambda seat: _apart(lost[seat].place, pose, lost[seat].size_wh))
            size_wh = lost[nearest].size_wh
            if nearest in others or any(_apart(sight.pose, pose, size_wh) < _APART for sight in sights):
                continue
            if all(follower.knows_not(frame, pose) for follower in self._followers.values()):
                others.add(nearest)
        return frozenset(others)


def _apart(one: BoardPose, other: BoardPose, size_wh: tuple[float, float]) -> float:
    """How far the middles of two boards are apart, in spaces."""
    middles = [pose.corners_px(size_wh).mean(axis=0) for pose in (one, other)]
    return float(np.linalg.norm(middles[0] - middles[1])) / space_px(other, size_wh)
