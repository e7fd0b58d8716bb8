"""A table at rest through time, seen by detector, follower and tracker: what is noticed, when, and what not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.finding.boardfinder import find_boards
from vision.following.follow import Follower
from vision.following.table_follower import TableFollower
from vision.frame import Frame, Pixels
from vision.observation import Observation
from vision.pose import BoardPose
from vision.reference import BoardReference
from vision.tracker import Tracker

SIZE_WH = (9.0, 8.0)
PX, MARGIN = 40, 1.0


@cache
def grains(shape: tuple[int, ...]) -> list[np.ndarray]:
    """Four pictures of noise, which take turns."""
    noise = np.random.default_rng(1).normal(0, 2, (4, 331, 2047, 3)).astype(np.float32)
    return [np.resize(each, shape) for each in noise]


class Table:
    """A board with pieces on it that is looked at ten times a second by a camera with some noise."""

    def __init__(self, load: Any, searched: list[BoardPose]) -> None:
        empty, self.still = load("easy_301", "step_00").frame, load("easy_301", "step_08").frame
        if not searched:
            searched.extend(find_boards(empty, SIZE_WH))
        (self.pose,) = searched
        flat = self.pose.rectify(empty.pixels, SIZE_WH, PX, MARGIN)
        (board,) = layout(1)
        self.detector = Detector(
            [BoardReference.of_picture(board, self.pose, empty.pixels)],
            pieces(ANY_ANIMAL),
            TableFollower({0: Follower(self.pose, SIZE_WH, flat, PX, MARGIN)}),
        )
        self.tracker = Tracker()
        self._seq = 0

    def show(self, pixels: np.ndarray) -> Observation:
        """The next frame, with other noise."""
        noisy = np.clip(pixels + grains(pixels.shape)[self._seq % 4], 0, 255).astype(np.uint8)
        observation = self.detector.glance(Frame(noisy, 0.1 * self._seq, self._seq))
        self.tracker.update(observation)
        self._seq += 1
        return observation

    def settle(self) -> None:
        """Shows the table until it is settled and rests."""
        for _ in range(15):
            self.show(self.still.pixels)
        assert self.tracker.status == "settled"


@pytest.fixture(scope="module")
def searched() -> list[BoardPose]:
    """Where the board lies, as soon as it was searched once; poses are immutable."""
    return []


@pytest.fixture
def table(scene: Any, searched: list[BoardPose]) -> Table:
    """A settled table."""
    found = Table(scene, searched)
    found.settle()
    return found


def lit(table: Table, light: float) -> np.ndarray:
    """The table in this much light."""
    return np.asarray(table.still.pixels * np.float32(light))


@pytest.mark.parametrize("by", [0.015, 0.03])
def test_a_lamp_that_flickers_is_not_looked_into(table: Table, by: float) -> None:
    """Frames a little lighter and darker in turn are one observation, also when a thorough look is due."""
    first = table.show(lit(table, 1 + by))
    for n in range(40):
        seen = table.show(lit(table, 1 + by * (-1) ** n))
        assert seen.evidence[0].change is first.evidence[0].change
        assert table.tracker.status == "settled"


@pytest.mark.parametrize("each", [-0.002, 0.004])
def test_an_exposure_that_drifts_changes_nothing(table: Table, each: float) -> None:
    """Light that grows or fades by as much as a fifth: no spot is read otherwise and nothing is taken for a bump."""
    before = dict(table.tracker.settled.readings)
    for n in range(50):
        seen = table.show(lit(table, 1 + each * n))
        assert not seen.boards[0].bumped
        assert not seen.hand
    surfaces = {spot: reading.surface for spot, reading in table.tracker.settled.readings.items()}
    assert all(surfaces.get(spot, reading.surface) == reading.surface for spot, reading in before.items())


def test_a_hand_is_seen_in_the_first_frame_of_it(table: Table, over_rim: Callable[..., Pixels]) -> None:
    """Whenever it comes over the rim, in a rest of whatever age, the same frame tells of it; when it goes, the next."""
    corners = table.pose.corners_px(SIZE_WH)
    reaching = over_rim(table.still.pixels, corners, 2.2, (3.1, 3.9))
    for age in (3, 8, 13):
        for _ in range(age):
            assert not table.show(table.still.pixels).hand
        assert table.show(reaching).hand
        assert table.tracker.status == "hand"
        assert not table.show(table.still.pixels).hand
        for _ in range(12):
            table.show(table.still.pixels)
        assert table.tracker.status == "settled"


def test_a_picture_that_is_frozen_stays_what_it_was(table: Table) -> None:
    """The same picture over and over is one observation, with the times of its frames."""
    seen = [table.show(table.still.pixels) for _ in range(3)]
    frame = Frame(table.still.pixels, 10.0, 100)
    first = table.detector.glance(frame)
    for n in range(1, 100):
        again = table.detector.glance(replace(frame, taken_at_s=10.0 + 0.1 * n, seq=100 + n))
        assert (again.taken_at_s, again.seq) == (10.0 + 0.1 * n, 100 + n)
        assert again.evidence[0].change is first.evidence[0].change
        assert again.boards[0].pose is seen[0].boards[0].pose


def test_a_steady_table_is_hardly_ever_looked_at_thoroughly(table: Table) -> None:
    """In half a minute of frames there is a new look after one second and after eight more."""
    looks, last = 0, table.show(table.still.pixels)
    for _ in range(310):
        seen = table.show(table.still.pixels)
        looks += seen.evidence is not last.evidence
        last = seen
    assert looks <= 3
