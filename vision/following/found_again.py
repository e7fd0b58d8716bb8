"""Finds a followed board again where it is not where it was: carried along, by what lay on it, or anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.wide_search import find_grids_through
from vision.following.board_motion import WORK_PX, moved_pose, reduced
from vision.following.feature_match import ShownBoard, features_of, matched_pose, whole_grid
from vision.following.mark_lock import KnownBoard, Lock, half_turn
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, BoardPose

Gray = NDArray[np.uint8]
Search = Callable[[], Sequence[BoardPose]]

PAUSE_S = 1.0  # between two searches of the whole picture
TRIED = 3  # grids of a picture that are looked at, those first in which most of the print agrees


class Look:
    """A frame, and the lightness of its picture: made when it is asked for, which it seldom is."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    @property
    def pixels(self) -> Pixels:
        """The picture."""
        return self.frame.pixels

    @cached_property
    def gray(self) -> Gray:
        """Uint8 (height, width)."""
        return np.asarray(cv2.cvtColor(self.frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


class Place(NamedTuple):
    """Where a board was found, and the share of its print that agreed when that was looked at last."""

    fit: Lock
    share: float


class LastSeen(NamedTuple):
    """Where a board was said to lie, and the look that said so: None before the first one."""

    pose: BoardPose
    look: Look | None


class Finder:
    """One board, known by its marks and by its picture when empty, seen from above with a margin in units of it."""

    def __init__(self, board: KnownBoard, picture: Pixels, px_per_unit: int, margin: float) -> None:
        self._board, self._size_wh = board, board.size_wh
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        self._empty = ShownBoard(gray, whole_grid(self._size_wh, px_per_unit, margin))
        self._search_again_s = self._match_again_s = -np.inf

    def carried(self, look: Look, last: LastSeen) -> Place | None:
        """The board carried along with what lies on it."""
        if last.look is None or last.look.pixels.shape != look.pixels.shape:
            return None
        before, after = last.look.gray, look.gray
        scale = min(1.0, WORK_PX / max(after.shape))
        rough = moved_pose(reduced(before), reduced(after), scale, last.pose, self._size_wh)
        return None if rough is None else self._confirmed(look, rough)

    def matched(self, look: Look, last: LastSeen) -> Place | None:
        """The board found again by what lay on it in the last look, or by its print; at most once a second."""
        if look.frame.taken_at_s < self._match_again_s:
            return None
        self._match_again_s = look.frame.taken_at_s + PAUSE_S
        after = reduced(look.gray)
        scale = len(after) / len(look.gray)
        shown = [self._empty] if last.look is None else [self._shown(last.pose, last.look), self._empty]
        features = features_of(after)
        rough = (matched_pose(known, features, scale, last.pose, self._size_wh) for known in shown)
        places = (self._confirmed(look, pose) for pose in rough if pose is not None)
        return next((place for place in places if place is not None), None)

    def may_match_again(self) -> None:
        """What was matched last was no search of a board that is lost: nothing waits for it."""
        self._match_again_s = -np.inf

    def waits(self, taken_at_s: float) -> bool:
        """Whether the whole picture was searched so lately that it is not searched again."""
        return taken_at_s < self._search_again_s

    def searched(self, look: Look, last: LastSeen, search: Search | None) -> Place | None:
        """The board somewhere in the picture, known by its print; at most once a second."""
        frame = look.frame
        if self.waits(frame.taken_at_s):
            return None
        self._search_again_s = frame.taken_at_s + PAUSE_S
        if (matched := self.matched(look, last)) is not None:
            return matched
        try:
            poses = search() if search is not None else find_grids_through(frame, self._size_wh, last.pose.lens)
        except BoardNotFound:
            return None
        turned = [half_turn(pose, self._size_wh) for pose in poses]
        both = sorted([*poses, *turned], key=lambda pose: -self._board.share(frame.pixels, pose))
        return next((found for pose in both[:TRIED] if (found := self._confirmed(look, pose)) is not None), None)

    def _shown(self, pose: BoardPose, last: Look) -> ShownBoard:
        small = reduced(last.gray)
        scale = len(small) / len(last.gray)
        return ShownBoard(small, (pose.corners_px(self._size_wh) + 0.5) * scale - 0.5)

    def _confirmed(self, look: Look, rough: BoardPose) -> Place | None:
        found = self._board.confirmed(look.pixels, rough)
        return None if found is None else Place(*found)
