"""Reading rendered boards from one picture, with their true poses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.game import BoardLayout, PieceKind
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.frame import Frame
from vision.observation import BoardSight, Observation
from vision.pose import BoardNotFound, BoardPose, Lens
from vision.reference import BoardReference

SIZE = (9.0, 8.0)
KINDS: tuple[PieceKind, ...] = pieces(ANY_ANIMAL)


class TruthFollower:
    """Says where the boards of the shown picture truly lie."""

    def __init__(self) -> None:
        self.sights: tuple[BoardSight, ...] = ()

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """The true poses, whatever the frame."""
        return self.sights

    @property
    def others(self) -> frozenset[int]:
        """All boards are those that were measured."""
        return frozenset()


def true_poses(truth: dict[str, Any]) -> list[BoardPose]:
    """The boards' poses under the true lens."""
    lens = Lens(np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    return [BoardPose.from_corners(board["grid_corners_px"], SIZE, lens) for board in truth["boards"]]


def references(empty: Any, change: Callable[[Any], Any] = lambda pixels: pixels) -> list[BoardReference]:
    """The empty boards of a scene."""
    poses = true_poses(empty.truth)
    boards: Sequence[BoardLayout] = layout(len(poses))
    return [
        BoardReference.of_picture(board, pose, change(empty.frame.pixels))
        for board, pose in zip(boards, poses, strict=True)
    ]


def read(
    load: Any, name: str, empty: str, step: str, change: Callable[[Any], Any] = lambda p: p
) -> tuple[Observation, Any]:
    """One picture of a scene read with its true poses, and the scene's truth."""
    follower = TruthFollower()
    detector = Detector(references(load(name, empty)), KINDS, follower)
    shown = load(name, step)
    follower.sights = tuple(BoardSight(seat, pose) for seat, pose in enumerate(true_poses(shown.truth)))
    return detector.read(Frame(change(shown.frame.pixels), 0.0, 0)), shown.truth


def compared(observation: Observation, truth: dict[str, Any]) -> tuple[int, int, list[str]]:
    """How many readable spots are right and unknown, and a line for each that is wrong."""
    right = unknown = 0
    wrong = []
    for seat, board in enumerate(truth["boards"]):
        for row, cells in enumerate(board["cells"]):
            for col, cell in enumerate(cells):
                if cell["hidden"] > 0.05:
                    continue
                space = Space(seat, Cell(row, col))
                want = {"empty": "floor", "hole+token": "token"}.get(cell["state"], cell["state"])
                if want == "leaf":
                    want = "leaf." + {"orange": "yellow"}.get(cell["colour"], cell["colour"])
                reading = observation.readings.get(space)
                if reading is None:
                    unknown += 1
                elif reading.surface.partition(".")[0] == want or reading.surface == want:
                    right += 1
                else:
                    wrong.append(f"{space} is {want}, read as {reading.surface} ({reading.confidence:.2f})")
    return right, unknown, wrong


@pytest.mark.parametrize(
    ("name", "empty", "step"),
    [
        ("easy_301", "step_00", "step_00"),
        ("easy_301", "step_00", "step_08"),
        ("normal_302_cards", "step_00", "step_08"),
        ("hard_305", "empty", "step_00"),
        ("hard_305", "empty", "step_01"),
        ("normal_307_4boards", "empty", "step_00"),
    ],
)
def test_a_board_is_read_without_a_wrong_spot(scene: Any, name: str, empty: str, step: str) -> None:
    """One picture of the empty board is enough to read a table full of pieces; nothing is read wrongly."""
    right, unknown, wrong = compared(*read(scene, name, empty, step))
    assert not wrong
    assert unknown <= 0.05 * (right + unknown)


@pytest.mark.parametrize("step", ["step_00", "step_08"])
def test_what_was_covered_in_the_picture_of_the_empty_board_is_never_read(scene: Any, step: str) -> None:
    """Where a tile lay then, bare ground looks like something and the tile like bare ground; all the rest is read."""
    held, shown = scene("easy_301", "step_02"), scene("easy_301", step)
    (reference,) = references(held)
    cells = held.truth["boards"][0]["cells"]
    covered = {
        Space(0, Cell(r, c)) for r, row in enumerate(cells) for c, at in enumerate(row) if at["state"] != "empty"
    }
    follower = TruthFollower()
    detector = Detector([replace(reference, covered=frozenset(covered))], KINDS, follower)
    follower.sights = tuple(BoardSight(seat, pose) for seat, pose in enumerate(true_poses(shown.truth)))
    observation = detector.read(shown.frame)
    assert len(covered) >= 3
    assert not covered & observation.readings.keys()
    _, unknown, wrong = compared(observation, shown.truth)
    assert not wrong
    assert unknown <= len(covered) + 4
    assert {sighting.problem for sighting in observation.sightings} <= {""}


@pytest.mark.parametrize("gains", [(0.7, 0.95, 1.2), (1.25, 1.0, 0.8), (0.5, 0.5, 0.5)])
def test_the_light_may_differ_from_that_of_the_empty_board(scene: Any, gains: tuple[float, float, float]) -> None:
    """Another white balance or exposure than in the reference makes no spot wrong and few unknown."""

    def lit(pixels: Any) -> Any:
        return np.clip(pixels * np.array(gains), 0, 255).astype(np.uint8)

    right, unknown, wrong = compared(*read(scene, "normal_302_cards", "step_00", "step_07", lit))
    assert not wrong
    assert unknown <= 0.05 * (right + unknown)


def test_half_the_board_in_a_soft_shadow_is_still_floor(scene: Any) -> None:
    """A shadow keeps hue and structure: nothing is laid by it."""

    def shaded(pixels: Any) -> Any:
        width = pixels.shape[1]
        slope = np.interp(np.arange(width), [0, 0.45 * width, 0.6 * width, width], [1, 1, 0.6, 0.6])
        return np.rint(pixels * slope[None, :, None]).astype(np.uint8)

    _, _, wrong = compared(*read(scene, "easy_301", "step_00", "step_00", shaded))
    assert not wrong


@pytest.mark.parametrize(
    ("name", "empty", "step"),
    [
        ("easy_301", "step_00", "step_02_hand"),
        ("normal_302_cards", "step_00", "step_03_hand"),
        ("hard_305", "empty", "step_04_hand"),
        ("hard_308_cards", "empty", "step_02_hand"),
    ],
)
def test_a_hand_over_the_board_is_told(scene: Any, name: str, empty: str, step: str) -> None:
    """Something that reaches over the rim is a hand."""
    observation, _ = read(scene, name, empty, step)
    assert observation.hand


def test_no_hand_is_seen_where_there_is_none(scene: Any) -> None:
    """A populated board without a hand has none."""
    observation, _ = read(scene, "normal_302_cards", "step_00", "step_08")
    assert not observation.hand


@pytest.mark.parametrize("level", [0, 255])
def test_a_blank_picture_has_no_board(scene: Any, level: int) -> None:
    """A black or a white picture is no reading of an empty board."""
    detector = Detector(references(scene("easy_301", "step_00")), KINDS)
    with pytest.raises(BoardNotFound, match="not to be seen"):
        detector.read(Frame(np.full((990, 1332, 3), level, np.uint8), 0.0, 0))


def test_a_picture_of_one_pixel_has_no_board(scene: Any) -> None:
    """The smallest picture is told to show no board."""
    detector = Detector(references(scene("easy_301", "step_00")), KINDS)
    with pytest.raises(BoardNotFound):
        detector.read(Frame(np.zeros((1, 1, 3), np.uint8), 0.0, 0))


def test_a_follower_that_finds_nothing_means_no_board(scene: Any) -> None:
    """Without any sight there is nothing to read."""
    detector = Detector(references(scene("easy_301", "step_00")), KINDS, TruthFollower())
    with pytest.raises(BoardNotFound, match="the board is not in the picture"):
        detector.read(scene("easy_301", "step_00").frame)


def test_no_board_in_a_picture_of_another_size_is_told_with_both_sizes(scene: Any) -> None:
    """A camera that takes larger pictures than it did shows no board where one was measured: that may be why."""
    seen = scene("easy_301", "step_00")
    width, height = seen.frame.size_wh
    same, other = (
        Detector(references(seen), KINDS, TruthFollower(), picture_wh=size) for size in ((width, height), (640, 480))
    )
    with pytest.raises(BoardNotFound, match=r"the board is not in the picture$"):
        same.read(seen.frame)
    with pytest.raises(BoardNotFound, match=rf"which has {width} x {height} pixels: .* in pictures of 640 x 480$"):
        other.read(seen.frame)


def test_a_detector_needs_one_reference_a_seat(scene: Any) -> None:
    """No reference, or two for one seat, are refused."""
    one = references(scene("easy_301", "step_00"))
    with pytest.raises(ValueError, match="one reference a seat"):
        Detector([], KINDS)
    with pytest.raises(ValueError, match="one reference a seat"):
        Detector([*one, *one], KINDS)


def test_a_shadow_over_a_part_of_the_board_is_read_past(scene: Any) -> None:
    """A head bends between the lamp and the board: the board is read as without it."""

    def bending(pixels: Any) -> Any:
        height, width = pixels.shape[:2]
        across, down = np.meshgrid(np.arange(width) / width, np.arange(height) / height)
        dark = 0.4 / (1 + np.exp((np.hypot(across - 0.42, down - 0.45) / 0.2 - 1) / 0.15))
        return (pixels * (1 - dark[..., None])).astype(np.uint8)

    plain, _ = read(scene, "easy_301", "step_00", "step_08")
    follower = TruthFollower()
    detector = Detector(references(scene("easy_301", "step_00")), KINDS, follower)
    shown = scene("easy_301", "step_08")
    follower.sights = tuple(BoardSight(seat, pose) for seat, pose in enumerate(true_poses(shown.truth)))
    seen = detector.read(Frame(bending(shown.frame.pixels), 0.0, 0))
    surfaces = {spot: reading.surface for spot, reading in plain.readings.items()}
    assert {spot: reading.surface for spot, reading in seen.readings.items()} == surfaces
