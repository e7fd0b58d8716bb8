"""From a saved profile to what follows its boards through the pictures."""

from __future__ import annotations

from calibration.profile import BoardProfile, Profile
from vision.follow import Follower, TableFollower


def follower_of(profile: Profile) -> TableFollower:
    """The follower of all boards of a profile, fresh: it has seen no picture yet.

    Raises:
        BoardNotFound: the picture of an empty board shows too little print to follow.
    """
    return TableFollower({board.seat: board_follower(board) for board in profile.boards})


def board_follower(board: BoardProfile) -> Follower:
    """The follower of one board."""
    return Follower(board.pose, board.size_wh, board.picture, board.px_per_unit, board.margin)
