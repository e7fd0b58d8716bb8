from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.followed_boards import SIZE_WH, error, follower, followers, moved, pushed, turn_about
from vision.finding.boardfinder import find_boards
from vision.following.mark_lock import KnownBoard, Lock
from vision.following.table_follower import TableFollower
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose


def test_a_bumped_board_is_noticed_and_followed(scene: Any) -> None:
    """A nudge of a twelfth of a space between two pictures is told once, on the first picture that shows it."""
    start, before, after = (scene("hard_305", step) for step in ("empty", "step_00", "step_01"))
    (one,) = followers(start.frame)
    one.locate(start.frame)
    one.locate(before.frame)
    seen = one.locate(after.frame)
    assert seen.bumped
    assert error(seen.pose, after.corners()) < 0.033
    assert not one.locate(after.frame).bumped


@pytest.mark.parametrize(("right", "down", "degrees"), [(0.05, 0, 0), (0, -0.05, 0), (0, 0, 0.6), (0.03, 0.04, 0)])
def test_a_small_bump_alone_is_noticed(scene: Any, right: float, down: float, degrees: float) -> None:
    """Nothing changes but the camera, by a twentieth of a space: the next picture says so."""
    start = scene("hard_308_cards", "empty")
    (one,) = followers(start.frame)
    corners = one.locate(start.frame).pose.corners_px(SIZE_WH)
    shift = right * (corners[1] - corners[0]) / 9 + down * (corners[3] - corners[0]) / 8
    matrix = turn_about(corners.mean(axis=0), degrees, shift)
    seen = one.locate(moved(start.frame, matrix))
    apart = np.linalg.norm(seen.pose.corners_px(SIZE_WH) - (corners @ matrix[:, :2].T + matrix[:, 2]), axis=1)
    assert seen.bumped
    assert apart.max() < 0.012 * np.linalg.norm(corners[1] - corners[0]) / 9 + 0.3


@pytest.mark.parametrize("step", ["step_08", "step_02_hand"])
@pytest.mark.parametrize(
    ("degrees", "spaces", "along"), [(0.5, 0.15, 70), (1, 0.5, 200), (0, 1.0, 0), (2, 1.0, 130), (-5, 2.0, 300)]
)
def test_a_jump_is_healed_to_the_right_lines(
    scene: Any, step: str, degrees: float, spaces: float, along: float
) -> None:
    """After a jump of up to two spaces the board is found on its own lines, not a space beside them."""
    start, later = scene("easy_301", "step_00"), scene("easy_301", step)
    (one,) = followers(start.frame)
    first = one.locate(later.frame)
    corners = first.pose.corners_px(SIZE_WH)
    right = (corners[1] - corners[0]) / 9
    angle = np.radians(along)
    shift = spaces * (np.cos(angle) * right + np.sin(angle) * np.array([-right[1], right[0]]))
    matrix = turn_about(corners.mean(axis=0), degrees, shift)
    seen = one.locate(moved(later.frame, matrix))
    apart = np.linalg.norm(seen.pose.corners_px(SIZE_WH) - (corners @ matrix[:, :2].T + matrix[:, 2]), axis=1)
    assert seen.bumped
    assert apart.max() / np.linalg.norm(right) < 0.08


@pytest.mark.parametrize(
    ("name", "step", "right", "down", "degrees"),
    [
        ("easy_301", "step_07", -0.239, -0.024, 0.49),
        ("easy_301", "step_07", 0.32, 0.082, -0.16),
        ("normal_302_cards", "step_07", -0.095, -0.242, -0.41),
        ("normal_302_cards", "step_07", 0.27, 0.011, -0.32),
        ("normal_302_cards", "step_08", -0.266, -0.025, 0.18),  # found by a search of the whole picture alone
    ],
)
def test_a_board_that_was_pushed_before_it_was_seen_first_is_not_taken_to_lie_where_other_lines_are(
    scene: Any, name: str, step: str, right: float, down: float, degrees: float
) -> None:
    """A third of its lines may be met a quarter of a space aside, but next to nothing of its print is."""
    start, later = scene(name, "step_00"), scene(name, step)
    (pose,) = find_boards(start.frame, SIZE_WH)
    truth = later.corners()
    space = np.linalg.norm(truth[1] - truth[0]) / SIZE_WH[0]
    matrix = turn_about(truth.mean(axis=0), degrees, np.array([right, down]) * space)
    pushed, lies = moved(later.frame, matrix), np.column_stack([truth, np.ones(4)]) @ matrix.T
    assert error(follower(start.frame, pose).locate(pushed).pose, lies) < 0.06
    late = follower(start.frame, pose)
    with pytest.raises(BoardNotFound):
        late.locate(replace(pushed, pixels=np.zeros_like(pushed.pixels), taken_at_s=pushed.taken_at_s - 0.3))
    for wait_s in (0.0, 0.8):  # the whole picture is searched once a second
        with suppress(BoardNotFound):
            late.locate(replace(pushed, taken_at_s=pushed.taken_at_s + wait_s))
    assert error(late.locate(replace(pushed, taken_at_s=pushed.taken_at_s + 2.0)).pose, lies) < 0.06


@pytest.mark.parametrize(
    ("seat", "right", "down", "degrees"),
    [(1, 0.122, 0.236, -2.37), (2, 0.054, -0.24, 2.59), (3, 0.162, 0.223, 2.93), (0, 0.036, -0.332, -2.95)],
)
def test_a_board_that_was_pushed_and_turned_is_found_at_both_ends(
    scene: Any, seat: int, right: float, down: float, degrees: float
) -> None:
    """The lines of one end may be taken for those beside them, and half of its print agrees all the same."""
    start, later = scene("normal_307_4boards", "empty"), scene("normal_307_4boards", "step_00")
    truth = later.corners(seat)
    pose = min(find_boards(start.frame, SIZE_WH), key=lambda pose: error(pose, start.corners(seat)))
    space = np.linalg.norm(truth[1] - truth[0]) / SIZE_WH[0]
    matrix = turn_about(truth.mean(axis=0), degrees, np.array([right, down]) * space)
    seen = follower(start.frame, pose).locate(moved(later.frame, matrix))
    assert error(seen.pose, np.column_stack([truth, np.ones(4)]) @ matrix.T) < 0.04


@pytest.mark.parametrize(("right", "down"), [(0.04, 0.0), (0.5, 0.0), (0.0, -0.5), (-0.35, 0.35)])
def test_one_board_is_pushed_and_the_others_are_not(scene: Any, right: float, down: float) -> None:
    """Of four boards the one that was pushed is told as bumped on the next picture and found; the others stay."""
    picture = scene("normal_307_4boards", "step_00").frame
    empty = scene("normal_307_4boards", "empty").frame
    table = TableFollower(dict(enumerate(followers(empty))))
    before = table.locate(picture)
    for seat in (0, 3):
        after, corners = pushed(picture, before[seat].pose, right, down)
        sights = table.locate(after)
        assert [sight.bumped for sight in sights] == [sight.seat == seat for sight in sights]
        assert [sight.pose is then.pose for sight, then in zip(sights, before, strict=True)] == [
            sight.seat != seat for sight in sights
        ]
        assert error(sights[seat].pose, corners) < 0.02
        table.locate(picture)
        before = table.locate(picture)


@pytest.mark.parametrize(
    ("spaces", "degrees"), [((0.25, 0.0), 0.0), ((1.0, 0.0), 0.0), ((0.0, -5.0), 0.0), ((0.0, 0.0), 2.0)]
)
def test_a_bumped_camera_moves_all_boards(scene: Any, spaces: tuple[float, float], degrees: float) -> None:
    """On the first picture after a bump each board is told as bumped where it is now, or not at all."""
    picture = scene("normal_307_4boards", "step_00").frame
    table = TableFollower(dict(enumerate(followers(scene("normal_307_4boards", "empty").frame))))
    before = table.locate(picture)
    corners = before[0].pose.corners_px(SIZE_WH)
    shift = spaces[0] * (corners[1] - corners[0]) / 9 + spaces[1] * (corners[3] - corners[0]) / 8
    matrix = turn_about(np.array(picture.size_wh) / 2, degrees, shift)
    pixels = cv2.warpAffine(picture.pixels, matrix, picture.size_wh, borderMode=cv2.BORDER_REFLECT)
    after = table.locate(replace(picture, pixels=pixels, taken_at_s=picture.taken_at_s + 0.1))
    assert len(after) >= 3
    for sight in after:
        was = before[sight.seat].pose.corners_px(SIZE_WH)
        assert sight.bumped
        assert error(sight.pose, was @ matrix[:, :2].T + matrix[:, 2]) < 0.06


def test_a_move_that_is_larger_at_one_end_is_followed_at_both(scene: Any) -> None:
    """Where one end of a board moves further than marks are looked for those of the other do not hold the whole."""
    start = scene("normal_306_2boards_cards", "step_00")
    middle = np.array(start.frame.size_wh) / 2
    for one in followers(start.frame):
        corners = one.locate(start.frame).pose.corners_px(SIZE_WH)
        matrix = np.column_stack([1.03 * np.eye(2), -0.03 * middle])
        seen = one.locate(moved(start.frame, matrix))
        assert seen.bumped
        assert error(seen.pose, corners @ matrix[:, :2].T + matrix[:, 2]) < 0.04


@pytest.mark.parametrize(("right", "down"), [(5, 2), (4, 4), (2, -4), (5, -5), (-1, 5), (3, 6)])
def test_a_board_that_jumped_half_out_of_the_picture_is_not_seen_where_it_was(
    scene: Any, right: float, down: float
) -> None:
    """Some lines of it may come to lie where others were: it is found where it is, or not at all."""
    empty, later = scene("easy_301", "step_00").frame, scene("easy_301", "step_08").frame
    (one,) = followers(empty)
    corners = one.locate(later).pose.corners_px(SIZE_WH)
    shift = right * (corners[1] - corners[0]) / 9 + down * (corners[3] - corners[0]) / 8
    gone = cv2.warpAffine(later.pixels, np.column_stack([np.eye(2), shift]), later.size_wh)
    for tenth in range(1, 4):
        try:
            seen = one.locate(Frame(np.asarray(gone, np.uint8), later.taken_at_s + 0.1 * tenth, later.seq + tenth))
        except BoardNotFound:
            continue
        assert error(seen.pose, corners + shift) < 0.1
    assert error(one.locate(replace(later, taken_at_s=later.taken_at_s + 2.0)).pose, corners) < 0.02


@pytest.mark.parametrize(("right", "down"), [(0.12, 0.0), (0.0, 0.3)])
def test_a_board_under_the_shadows_of_blinds_is_followed(scene: Any, right: float, down: float) -> None:
    """Stripes as far apart as the spaces agree a space further as well; the print agrees by much more where it is."""
    frame = scene("easy_301", "step_00").frame
    (pose,) = find_boards(frame, SIZE_WH)
    at = pose.locate(np.argwhere(np.ones(frame.pixels.shape[:2]))[:, ::-1].astype(np.float64))
    light = 0.80 + 0.10 * np.cos(2 * np.pi * (at[:, 0] + at[:, 1])).reshape(*frame.pixels.shape[:2], 1)
    striped = replace(frame, pixels=(frame.pixels * light).astype(np.uint8))
    board = follower(striped, pose)
    board.locate(striped)
    after, corners = pushed(striped, pose, right, down)
    assert error(board.locate(after).pose, corners) < 0.02


@pytest.mark.parametrize(("spaces", "taken"), [(0.26, False), (2.0, True)])
def test_what_covers_most_of_a_board_hardly_moves_it(
    scene: Any, monkeypatch: pytest.MonkeyPatch, spaces: float, taken: bool
) -> None:
    """A match is no bump where it differs by what a hidden corner may be off, and another place is one."""
    start = scene("easy_301", "step_00")
    (one,) = followers(start.frame)
    lay = one.locate(start.frame).pose
    covered = start.frame.pixels.copy()
    for left, far, right, near in [
        (3.4, 0.0, 9.0, 8.0),
        *((c + 0.1, r + 0.1, c + 0.9, r + 0.9) for c in range(3) for r in range(8)),
    ]:
        box = lay.project(np.array([[left, far], [right, far], [right, near], [left, near]]))
        cv2.fillConvexPoly(covered, np.rint(box).astype(np.int32), (90, 110, 120))
    corners = lay.corners_px(SIZE_WH)
    aside = BoardPose.from_corners(corners + spaces * (corners[1] - corners[0]) / 9, SIZE_WH, lay.lens)
    asked: list[BoardPose] = []

    def confirmed(_board: KnownBoard, _pixels: Any, rough: BoardPose) -> tuple[Lock, float] | None:
        asked.append(rough)
        return Lock(rough, 0.01, 0.4), 0.2

    monkeypatch.setattr("vision.following.found_again.matched_pose", lambda *given: aside)
    monkeypatch.setattr(KnownBoard, "confirmed", confirmed)
    seen = one.locate(Frame(covered, start.frame.taken_at_s + 5, 9))
    assert asked == [aside]
    assert seen.bumped == taken
    assert seen.pose is (aside if taken else lay)
