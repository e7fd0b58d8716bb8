from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding import boardfinder
from vision.finding.boardfinder import find_boards
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SIZE_WH = (9.0, 8.0)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def errors(pose: BoardPose, truth: np.ndarray) -> np.ndarray:
    """Distance of each corner from the truth in spaces."""
    return np.linalg.norm(pose.corners_px(SIZE_WH) - truth, axis=1) / (np.linalg.norm(truth[1] - truth[0]) / 9)


def half_turned(truth: np.ndarray) -> np.ndarray:
    """The corners with the far side nearest to the top of the picture, as a finder without cards must choose them."""
    up = truth[:2].mean(axis=0) - truth[2:].mean(axis=0)
    return truth if up[1] <= 0 else np.roll(truth, 2, axis=0)


@pytest.mark.parametrize(
    ("name", "step", "boards"),
    [
        ("easy_301", "step_00", 1),
        ("hard_305", "empty", 1),
        ("hard_308_cards", "empty", 1),
        ("normal_302_cards", "step_00", 1),
        ("normal_306_2boards_cards", "step_00", 2),
        ("normal_307_4boards", "empty", 4),
        ("photographic", "step_00", 1),
        ("ornaments", "step_00", 2),
    ],
)
def test_empty_boards_are_found_to_a_fiftieth_of_a_space(scene: Any, name: str, step: str, boards: int) -> None:
    """Every empty board of a scene is found once, its corners within 0.02 spaces."""
    picture = scene(name, step)
    poses = find_boards(picture.frame, SIZE_WH)
    truths = [half_turned(picture.corners(number)) for number in range(boards)]
    assert len(poses) == boards
    best = min(
        permutations(truths), key=lambda order: sum(errors(p, t).max() for p, t in zip(poses, order, strict=True))
    )
    assert max(errors(pose, truth).max() for pose, truth in zip(poses, best, strict=True)) < 0.02


def test_boards_come_in_reading_order(scene: Any) -> None:
    """Four boards come far row first and each row from left to right, however they are tilted."""
    poses = find_boards(scene("normal_307_4boards", "empty").frame, SIZE_WH)
    middles = [pose.project(np.array([[4.5, 4.0]]))[0] for pose in poses]
    assert middles[0][0] < middles[1][0]
    assert middles[2][0] < middles[3][0]
    assert max(middles[0][1], middles[1][1]) < min(middles[2][1], middles[3][1])


@pytest.mark.parametrize(("ground", "line", "table"), [(60, 150, 110), (190, 90, 120), (60, 120, 62)])
def test_light_and_dark_prints_are_found(drawn: Callable[..., Frame], ground: int, line: int, table: int) -> None:
    """Light lines on dark, dark lines on light, and a board of the table's own tone are found alike."""
    (pose,) = find_boards(drawn(UPRIGHT, ground=ground, line=line, table=table), SIZE_WH)
    assert errors(pose, UPRIGHT).max() < 0.05


@pytest.mark.parametrize("degrees", range(0, 360, 30))
def test_any_roll_is_found_and_the_far_side_is_the_upper(drawn: Callable[..., Frame], degrees: int) -> None:
    """A board in any roll is found; its far side is the one that makes the smaller turn from upright."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    truth = (np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) - [4.5, 4.0]) @ turn.T * 46 + [400, 300]
    (pose,) = find_boards(drawn(truth), SIZE_WH)
    turned = min(errors(pose, truth).max(), errors(pose, np.roll(truth, 2, axis=0)).max())
    corners = pose.corners_px(SIZE_WH)
    assert turned < 0.05
    assert corners[:2, 1].mean() <= corners[2:, 1].mean() + 1.0


def test_a_board_of_another_size_is_not_taken_for_one(drawn: Callable[..., Frame]) -> None:
    """A printed grid of 6 x 5 spaces is no board of 9 x 8."""
    with pytest.raises(BoardNotFound, match="9 x 8"):
        find_boards(drawn(UPRIGHT, cols=6, rows=5, icons=4), SIZE_WH)


def no_board(kind: str) -> np.ndarray:
    """Pictures without a board that have something of one."""
    rng = np.random.default_rng(3)
    row, col = np.mgrid[:480, :640]
    pictures = {
        "black": np.zeros((480, 640)),
        "white": np.full((480, 640), 255.0),
        "noise": rng.uniform(0, 255, (480, 640)),
        "checks": ((row // 20 + col // 20) % 2) * 200.0 + 20,
        "stripes": (col // 12 % 2) * 180.0 + 30,
        "sheet": np.where((abs(row - 240) < 150) & (abs(col - 320) < 200), 240.0, 60.0),
        "ruled": np.where((abs(row - 240) < 150) & (abs(col - 320) < 200) & (row % 18 > 1), 240.0, 60.0),
        "graph paper": np.where((row % 20 > 1) & (col % 20 > 1), 230.0, 120.0),
        "one pixel": np.full((1, 1), 90.0),
        "one row": np.full((1, 640), 90.0),
    }
    gray = np.clip(pictures[kind] + rng.normal(0, 2, pictures[kind].shape), 0, 255).astype(np.uint8)
    return np.repeat(gray[..., None], 3, axis=2)


@pytest.mark.parametrize(
    "kind",
    ["black", "white", "noise", "checks", "stripes", "sheet", "ruled", "graph paper", "one pixel", "one row"],
)
def test_no_board_is_found_where_none_is(kind: str) -> None:
    """Cloth, paper, noise and empty pictures raise, with a sentence about what is missing."""
    with pytest.raises(BoardNotFound, match=r"no board|something larger"):
        find_boards(Frame(no_board(kind), 0.0, 0), SIZE_WH)


def test_half_a_board_is_no_board(scene: Any) -> None:
    """A board that the picture cuts through the middle is not found at a wrong place."""
    picture = scene("easy_301", "step_00")
    middle = int(picture.corners()[:, 0].mean())
    with pytest.raises(BoardNotFound):
        find_boards(Frame(np.ascontiguousarray(picture.frame.pixels[:, :middle]), 0.0, 0), SIZE_WH)


def tilted(degrees: float, roll: float) -> np.ndarray:
    """The corners of a board seen by a camera that looks down on it so much aslant, in a picture of 800 x 600."""
    turn = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    x, y = ((np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) - [4.5, 4.0]) @ turn.T).T
    tilt = np.radians(degrees)
    return np.stack(
        [400 + 720 * x / (16 + y * np.sin(tilt)), 300 + 720 * y * np.cos(tilt) / (16 + y * np.sin(tilt))], 1
    )


@pytest.mark.parametrize("roll", [0.1, 0.8, 2.0])
@pytest.mark.parametrize(("ground", "line"), [(60, 82), (60, 150), (180, 160), (180, 110)])
def test_tilted_and_faint_boards_are_found(drawn: Callable[..., Frame], ground: int, line: int, roll: float) -> None:
    """Seen 35 degrees aslant, and with lines of hardly another tone than the ground, a board is found."""
    truth = half_turned(tilted(35.0, roll))
    (pose,) = find_boards(drawn(truth, ground=ground, line=line), SIZE_WH)
    assert min(errors(pose, truth).max(), errors(pose, np.roll(truth, 2, axis=0)).max()) < 0.03


@pytest.mark.parametrize(("seed", "roll"), [(0, 0.1), (2, 2.0), (3, 1.2)])
def test_a_board_under_drawings_finer_than_its_lines_is_found(
    drawn: Callable[..., Frame], seed: int, roll: float
) -> None:
    """Twelve thousand strokes a pixel wide, of any grey, on board and table: smoothed away they leave the lines."""
    truth = half_turned(tilted(20.0, roll))
    pixels = drawn(truth, ground=180, line=110).pixels.copy()
    rng = np.random.default_rng(seed)
    for _ in range(12_000):
        x, y, turn, length = rng.uniform((0, 0, 0, 5), (800, 600, np.pi, 25))
        end = round(x + length * np.cos(turn)), round(y + length * np.sin(turn))
        cv2.line(pixels, (round(x), round(y)), end, (int(rng.integers(0, 256)),) * 3, 1)
    (pose,) = find_boards(Frame(pixels, 0.0, 0), SIZE_WH)
    assert min(errors(pose, truth).max(), errors(pose, np.roll(truth, 2, axis=0)).max()) < 0.03


@pytest.mark.parametrize(("strokes", "seed", "roll"), [(16_000, 1, 0.5), (16_000, 2, 0.9), (20_000, 0, 0.1)])
def test_a_board_under_drawings_is_found_beside_one_that_is_seen_as_it_is(
    drawn: Callable[..., Frame], strokes: int, seed: int, roll: float
) -> None:
    """The first keeps nobody from looking on: there is more that repeats itself like a grid."""
    truth = tilted(0.0, roll), half_turned(tilted(0.0, roll)) + np.array([800.0, 0.0])
    left, right = (drawn(place, ground=180, line=110, frame_wh=(1600, 600)).pixels for place in truth)
    pixels = np.concatenate([left[:, :800], right[:, 800:]], axis=1)
    rng = np.random.default_rng(seed)
    for _ in range(strokes):
        x, y, turn, length = rng.uniform((825, 0, 0, 5), (1600, 600, np.pi, 25))
        end = round(x + length * np.cos(turn)), round(y + length * np.sin(turn))
        cv2.line(pixels, (round(x), round(y)), end, (int(rng.integers(0, 256)),) * 3, 1)
    found = find_boards(Frame(pixels, 0.0, 0), SIZE_WH)
    assert len(found) == 2
    for pose, place in zip(found, truth, strict=True):
        assert min(errors(pose, np.roll(place, turns, axis=0)).max() for turns in (0, 2)) < 0.03


@pytest.mark.parametrize(("left", "side", "kept"), [(420.0, 40.0, True), (420.0, 28.0, False), (200.0, 40.0, False)])
def test_what_is_seen_softly_is_one_more_board_only_beside_the_others_and_of_their_size(
    drawn: Callable[..., Frame], monkeypatch: pytest.MonkeyPatch, left: float, side: float, kept: bool
) -> None:
    """A smaller grid is another thing, and what overlaps a board is that."""
    units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64)
    frame = drawn(units * 40.0 + [30.0, 60.0])
    one_more = BoardPose.from_corners(units * side + [left, 60.0], SIZE_WH)
    monkeypatch.setattr(boardfinder, "repeats_elsewhere", lambda *given: True)
    monkeypatch.setattr(boardfinder, "seen_softly", lambda *given: (one_more,))
    assert len(find_boards(frame, SIZE_WH)) == 1 + kept
    assert len(find_boards(frame, SIZE_WH, at_most=1)) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_board_with_a_third_covered_is_found(drawn: Callable[..., Frame], seed: int) -> None:
    """A round thing of a third of a board's area may lie anywhere on it, over its rim too."""
    rng = np.random.default_rng(seed)
    truth = half_turned(tilted(15.0, float(rng.uniform(0, np.pi))))
    pixels = drawn(truth, seed=seed).pixels.copy()
    middle = truth.mean(axis=0) + rng.uniform(0.0, 0.5) * (truth[seed % 4] - truth.mean(axis=0))
    radius = 0.31 * float(np.linalg.norm(truth[1] - truth[0]))
    cv2.circle(pixels, (round(middle[0]), round(middle[1])), round(radius), (110, 140, 200), -1, cv2.LINE_AA)
    (pose,) = find_boards(Frame(pixels, 0.0, 0), SIZE_WH)
    assert min(errors(pose, truth).max(), errors(pose, np.roll(truth, 2, axis=0)).max()) < 0.03
