from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.followed_boards import MARGIN, PX, SIZE_WH, error, follower, followers, moved, turn_about
from vision.finding.boardfinder import find_boards
from vision.following.follow import Follower
from vision.following.table_follower import TableFollower
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose


@pytest.mark.parametrize(
    ("name", "empty", "step"),
    [
        ("easy_301", "step_00", "step_08"),
        ("easy_301", "step_00", "step_02_hand"),
        ("hard_305", "empty", "step_04_hand"),
        ("hard_308_cards", "empty", "step_02_hand"),
        ("normal_302_cards", "step_00", "step_04_hand"),
        ("normal_307_4boards", "empty", "step_00"),
    ],
)
def test_boards_are_followed_under_pieces_and_hands(scene: Any, name: str, empty: str, step: str) -> None:
    """With pieces and hands over it every board is still known to a thirtieth of a space."""
    start, later = scene(name, empty), scene(name, step)
    truths = [later.corners(number) for number in range(len(later.truth["boards"]))]
    for one in followers(start.frame):
        one.locate(start.frame)
        assert min(error(one.locate(later.frame).pose, truth) for truth in truths) < 0.033


def test_nothing_moved_is_not_a_bump(scene: Any) -> None:
    """The same table with more noise and other light keeps its pose, number by number."""
    start = scene("easy_301", "step_00")
    (one,) = followers(start.frame)
    first = one.locate(start.frame)
    rng = np.random.default_rng(2)
    for seq, gain in enumerate((1.0, 0.93, 1.1, 1.0), start=2):
        noisy = start.frame.pixels * gain + rng.normal(0, 3, start.frame.pixels.shape)
        again = one.locate(Frame(np.clip(noisy, 0, 255).astype(np.uint8), start.frame.taken_at_s + seq, seq))
        assert not again.bumped
        assert np.array_equal(again.pose.homography, first.pose.homography)


def test_a_board_turned_around_keeps_its_own_far_side(scene: Any) -> None:
    """When the camera is turned by 180 degrees the far side is the one it was, at the bottom of the picture now."""
    start = scene("easy_301", "step_00")
    (one,) = followers(start.frame)
    corners = one.locate(start.frame).pose.corners_px(SIZE_WH)
    matrix = turn_about(np.array(start.frame.size_wh) / 2 - 0.5, 180, np.zeros(2))
    seen = one.locate(moved(start.frame, matrix))
    apart = np.linalg.norm(seen.pose.corners_px(SIZE_WH) - (corners @ matrix[:, :2].T + matrix[:, 2]), axis=1)
    assert apart.max() < 5.0


def test_another_board_is_not_taken_for_this_one(scene: Any) -> None:
    """Of four boards of one make each follower keeps its own; alone with another one it finds nothing."""
    picture = scene("normal_307_4boards", "empty")
    poses = find_boards(picture.frame, SIZE_WH)
    pixels = picture.frame.pixels.copy()
    outline = np.rint(poses[0].project(np.array([[-0.5, -0.5], [9.5, -0.5], [9.5, 8.5], [-0.5, 8.5]]))).astype(np.int32)
    cv2.fillConvexPoly(pixels, outline, tuple(int(v) for v in np.median(pixels[:40], axis=(0, 1))))
    first = follower(picture.frame, poses[0])
    with pytest.raises(BoardNotFound):
        first.locate(Frame(pixels, 0.0, 0))


@pytest.mark.parametrize("turn", [0, 2])
def test_a_profile_of_another_board_gives_no_reading(scene: Any, turn: int) -> None:
    """Where the profile has one board and another lies, or the same turned around, its lines fit and it is refused."""
    picture = scene("normal_307_4boards", "empty")
    first, second = find_boards(picture.frame, SIZE_WH)[:2]
    print_of = first if turn == 0 else second
    corners = np.roll(second.corners_px(SIZE_WH), turn, axis=0)
    pixels = picture.frame.pixels.copy()
    for other in find_boards(picture.frame, SIZE_WH):
        if other.corners_px(SIZE_WH).tolist() != second.corners_px(SIZE_WH).tolist():
            cv2.fillConvexPoly(pixels, np.rint(other.corners_px(SIZE_WH)).astype(np.int32), (60, 60, 60))
    flat = print_of.rectify(picture.frame.pixels, SIZE_WH, PX, MARGIN)
    one = Follower(BoardPose.from_corners(corners, SIZE_WH, second.lens), SIZE_WH, flat, PX, MARGIN)
    if turn == 0:
        with pytest.raises(BoardNotFound):
            one.locate(Frame(pixels, 0.0, 0))
    else:
        seen = one.locate(Frame(pixels, 0.0, 0))  # its own print, half a turn from where the profile has it
        assert np.abs(seen.pose.corners_px(SIZE_WH) - second.corners_px(SIZE_WH)).max() < 1.0


@pytest.mark.parametrize("value", [0, 128, 255])
def test_a_board_that_is_gone_is_not_found(scene: Any, value: int) -> None:
    """A covered lens, fog or a flash: no pose is given for what cannot be seen, and it comes back by itself."""
    start = scene("easy_301", "step_00")
    (one,) = followers(start.frame)
    one.locate(start.frame)
    blank = Frame(np.full_like(start.frame.pixels, value), start.frame.taken_at_s + 1, 7)
    with pytest.raises(BoardNotFound, match="printed marks"):
        one.locate(blank)
    back = one.locate(Frame(start.frame.pixels, start.frame.taken_at_s + 2, 8))
    assert error(back.pose, start.corners()) < 0.02


def test_a_frame_of_another_size_is_not_a_reading(scene: Any) -> None:
    """A tiny picture after a large one raises as a lost board does."""
    start = scene("easy_301", "step_00")
    (one,) = followers(start.frame)
    one.locate(start.frame)
    with pytest.raises(BoardNotFound):
        one.locate(Frame(np.zeros((1, 1, 3), np.uint8), 99.0, 3))


def test_the_table_leaves_out_the_board_that_is_hidden(scene: Any) -> None:
    """With one of four boards under a cloth the other three are still told, by seat."""
    picture = scene("normal_307_4boards", "empty")
    table = TableFollower(dict(enumerate(followers(picture.frame))))
    assert [sight.seat for sight in table.locate(picture.frame)] == [0, 1, 2, 3]
    pose = find_boards(picture.frame, SIZE_WH)[1]
    pixels = picture.frame.pixels.copy()
    outline = np.rint(pose.project(np.array([[-1, -1], [10, -1], [10, 9], [-1, 9]], np.float64))).astype(np.int32)
    cv2.fillConvexPoly(pixels, outline, (40, 40, 160))
    assert [sight.seat for sight in table.locate(Frame(pixels, 9.0, 9))] == [0, 2, 3]


def test_a_board_exchanged_in_place_is_noticed_within_a_second(drawn: Callable[..., Frame]) -> None:
    """Another board on just the same place has the same lines: its print tells, which is looked at once a second."""
    corners = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])
    first, other = drawn(corners, seed=1), drawn(corners, seed=2)
    (pose,) = find_boards(first, SIZE_WH)
    follower_of_first = follower(first, pose)
    for tenth in range(5):
        follower_of_first.locate(replace(first, taken_at_s=0.1 * tenth, seq=tenth))

    def is_seen(tenth: int) -> bool:
        try:
            follower_of_first.locate(replace(other, taken_at_s=0.1 * tenth, seq=tenth))
        except BoardNotFound:
            return False
        return True

    assert not all([is_seen(tenth) for tenth in range(5, 16)])


def with_pieces(frame: Frame, pose: BoardPose, spaces: list[tuple[int, int]]) -> Frame:
    """The picture with these spaces, column and row, of a board covered by cardboard."""
    pixels = frame.pixels.copy()
    for col, row in spaces:
        outline = pose.project(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) + np.array([col, row]))
        cv2.fillConvexPoly(pixels, np.rint(outline).astype(np.int32), (70, 120, 60))
    return replace(frame, pixels=pixels)


LAID = [(2, 2), (3, 2), (3, 3), (6, 5), (7, 5)]


@pytest.fixture
def lying(drawn: Callable[..., Frame]) -> Frame:
    """A board seen somewhat from the side."""
    return drawn(np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]]))


def test_marks_looked_at_anew_tell_as_much_as_all_of_them(lying: Frame) -> None:
    """Where pieces were laid a moment after the last look, the share of marks that are seen is that of a full look."""
    (pose,) = find_boards(lying, SIZE_WH)
    laid = with_pieces(lying, pose, LAID)
    at_once, later = follower(lying, pose), follower(lying, pose)
    whole = at_once.locate(laid)
    before = later.locate(lying)
    seen = later.locate(replace(laid, taken_at_s=0.1, seq=1))
    assert seen.pose is before.pose
    assert not seen.bumped
    assert seen.visible < before.visible - 0.03
    assert abs(seen.visible - whole.visible) < 0.02


def test_a_piece_does_not_hide_a_bump(lying: Frame) -> None:
    """Whoever lays a piece and nudges the board by it in the same moment is noticed."""
    (pose,) = find_boards(lying, SIZE_WH)
    one = follower(lying, pose)
    corners = one.locate(lying).pose.corners_px(SIZE_WH)
    shift = 0.06 * (corners[1] - corners[0]) / 9
    nudged = moved(with_pieces(lying, pose, LAID), turn_about(corners.mean(axis=0), 0, shift))
    seen = one.locate(replace(nudged, taken_at_s=0.1, seq=1))
    assert seen.bumped
    assert error(seen.pose, corners + shift) < 0.02


def test_a_creeping_board_is_followed_under_one_piece_after_another(lying: Frame) -> None:
    """Each tenth of a second a piece is laid and the board creeps by less than is seen: that adds up and is seen."""
    (pose,) = find_boards(lying, SIZE_WH)
    one = follower(lying, pose)
    corners = one.locate(lying).pose.corners_px(SIZE_WH)
    step = 0.008 * (corners[1] - corners[0]) / 9
    spaces = [(col, row) for row in (1, 4, 6) for col in (1, 3, 4, 6, 7)]
    for n in range(1, len(spaces) + 1):
        crept = moved(with_pieces(lying, pose, spaces[:n]), turn_about(corners.mean(axis=0), 0, n * step))
        seen = one.locate(replace(crept, taken_at_s=0.1 * n, seq=n))
        assert error(seen.pose, corners + n * step) < 0.035
