from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.followed_boards import SIZE_WH, followers
from vision.finding.boardfinder import find_boards
from vision.following.likeness import Likeness
from vision.following.other_print import OPEN, open_spaces, shows_other
from vision.following.table_follower import TableFollower
from vision.frame import Frame
from vision.pose import BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, rectify


def likeness(frame: Frame, pose: BoardPose) -> Likeness:
    """The print of a board as it lies in a picture."""
    flat = np.rint(rectify(frame.pixels, pose, SIZE_WH)).astype(np.uint8)
    return Likeness.of_picture(flat, PX_PER_SPACE, MARGIN_SPACES, SIZE_WH)


def without(frame: Frame, pose: BoardPose) -> Frame:
    """The picture with bare table where a board lay."""
    pixels = frame.pixels.copy()
    rim = np.array([[-0.6, -0.6], [9.6, -0.6], [9.6, 8.6], [-0.6, 8.6]])
    cv2.fillConvexPoly(pixels, np.rint(pose.project(rim)).astype(np.int32), (60, 60, 60))
    return Frame(pixels, frame.taken_at_s, frame.seq)


def test_each_of_four_boards_shows_another_print_than_the_others(scene: Callable[..., Any]) -> None:
    """Of every two boards of one make the print of one is not seen on the other, and each shows its own."""
    frame = scene("normal_307_4boards", "empty").frame
    poses = find_boards(frame, SIZE_WH)
    for one in poses:
        told = [shows_other(likeness(frame, one), frame.pixels, other) for other in poses]
        assert told == [other is not one for other in poses]


@pytest.mark.parametrize("step", ["step_08", "step_02_hand"])
def test_what_covers_a_board_makes_it_no_other(scene: Callable[..., Any], step: str) -> None:
    """With tiles and hands on it a board shows no other print, and where nearly all is covered nobody can tell."""
    start, later = scene("easy_301", "step_00"), scene("easy_301", step)
    pose = BoardPose.from_corners(start.corners(), SIZE_WH)
    known, there = likeness(start.frame, pose), BoardPose.from_corners(later.corners(), SIZE_WH)
    assert not shows_other(known, later.frame.pixels, there)
    covered = without(later.frame, there)
    assert open_spaces(covered.pixels, there, (9, 8)).sum() < OPEN
    assert not shows_other(known, covered.pixels, there)


def test_a_table_says_whose_place_another_board_has_taken(scene: Callable[..., Any]) -> None:
    """A board of which nobody knows lies where one was; gone again, or with all in their places, nothing is said."""
    frame = scene("normal_307_4boards", "empty").frame
    first, second, *_ = followers(frame)
    table = TableFollower({0: first})
    beside = without(frame, first.place)  # three boards that this table does not know
    assert (len(table.locate(frame)), table.others) == (1, frozenset())
    assert (table.locate(beside), table.others) == ((), frozenset({0}))
    both = TableFollower({0: first, 1: second})
    assert (len(both.locate(Frame(frame.pixels, 9.0, 9))), both.others) == (2, frozenset())
