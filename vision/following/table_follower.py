"""All boards of a table, each followed by itself, and the whole picture searched once for those that are lost."""

from __future__ import annotations

from collections.abc import Sequence

from vision.finding.wide_search import find_grids_through
from vision.following.follow import Follower
from vision.following.mark_motion import MarkLines
from vision.frame import Frame
from vision.observation import BoardSight
from vision.pose import BoardNotFound, BoardPose


class TableFollower:
    """All boards of a table, by seat; what ``Detector`` asks for."""

    def __init__(self, followers: dict[int, Follower]) -> None:
        self._followers = dict(sorted(followers.items()))

    def locate(self, frame: Frame) -> tuple[BoardSight, ...]:
        """Every board that can be found in this frame; one that cannot is left out."""
        found: list[BoardPose] | None = None

        def search() -> Sequence[BoardPose]:
            nonlocal found
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
        return tuple(sights)

    def marks_px(self) -> tuple[MarkLines, ...]:
        """Lines across some printed marks of each board where it was found last."""
        return tuple(follower.marks_px() for follower in self._followers.values())
