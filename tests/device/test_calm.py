"""A table that looks the same is not read again, one that changes is, and none for longer than two seconds."""

from __future__ import annotations

import numpy as np
import pytest

from device.calm import LONGEST_S, Calm
from engine.game import Reading, Surface
from engine.grid import Cell, Space
from vision.frame import Frame, Pixels
from vision.observation import BoardSight, Observation
from vision.pose import BoardPose

SETTLED = {Space(0, Cell(0, 0)): Reading(Surface("floor"), 1.0)}
SEEN = Observation({}, (BoardSight(0, BoardPose(np.eye(3), 0.0), bumped=True),), 0.0, 0)


def frame(number: int, pixels: Pixels | None = None, at_s: float | None = None) -> Frame:
    """A picture of a still table with noise of its own, ten a second."""
    if pixels is None:
        rng = np.random.default_rng(number)
        pixels = np.clip(rng.normal(120, 3, (240, 320, 3)), 0, 255).astype(np.uint8)
    return Frame(pixels, number / 10 if at_s is None else at_s, number)


@pytest.fixture
def calm() -> Calm:
    """A table that was read and has settled."""
    made = Calm()
    assert made.again(frame(0)) is None
    made.keep(frame(0), SEEN, SETTLED)
    return made


def test_a_still_table_is_given_again_at_the_time_of_the_new_picture(calm: Calm) -> None:
    """Readings and settled view are the old ones, time and number the frame's, and no bump is told twice."""
    again = calm.again(frame(3))
    assert again is not None
    observation, settled = again
    assert settled == SETTLED
    assert (observation.taken_at_s, observation.seq) == (0.3, 3)
    assert [board.bumped for board in observation.boards] == [False]


def test_a_change_is_read(calm: Calm) -> None:
    """A patch as large as a token, a little darker, and the picture is to be read."""
    pixels = frame(1).pixels.copy()
    pixels[100:130, 200:230] -= 20
    assert calm.again(frame(1, pixels)) is None


def test_a_table_that_has_not_settled_is_read_every_time(calm: Calm) -> None:
    """Without a settled view there is nothing to give again, however still the pictures are."""
    calm.keep(frame(1), SEEN, None)
    assert calm.again(frame(2)) is None


def test_what_is_to_be_forgotten_is_read_again(calm: Calm) -> None:
    """After a turn was committed or a game begun the next picture is read."""
    calm.forget()
    assert calm.again(frame(1)) is None


def test_the_very_same_pixels_need_no_look_at_all(calm: Calm) -> None:
    """A camera that has found no change itself gives the same array; that is believed as long as it does."""
    pixels = frame(0).pixels
    calm.keep(frame(0, pixels), SEEN, SETTLED)
    assert all(calm.again(frame(number, pixels)) is not None for number in range(1, 100))


def test_a_still_table_is_read_every_two_seconds(calm: Calm) -> None:
    """What the comparison may miss is found then."""
    read = []
    for number in range(1, 100):
        if calm.again(frame(number)) is None:
            read.append(number / 10)
            calm.keep(frame(number), SEEN, SETTLED)
    assert read == pytest.approx([LONGEST_S * n for n in range(1, 5)])
