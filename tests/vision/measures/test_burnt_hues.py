"""A tile in bright light is known by the channels that a camera still shows."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.burnt_hues import with_burnt_hues
from vision.reference import PX_PER_SPACE, Plane

SIDE = PX_PER_SPACE
YELLOW, ORANGE, RED, GREEN, PALE, WHITE = (
    (60.0, 200.0, 290.0),
    (50.0, 140.0, 330.0),
    (60.0, 60.0, 300.0),
    (60.0, 280.0, 120.0),
    (225.0, 235.0, 262.0),
    (230.0, 270.0, 280.0),
)
"""What lies there, blue, green and red: a camera shows 255 at most."""


def lab_of(level: tuple[float, float, float], times: float = 1.0) -> Plane:
    """Two spaces in CIELAB of which the left one is cut off, as if what is cut off were so many times as bright."""
    shown = np.array([min(channel, 255.0) for channel in level])
    spaces = np.empty((SIDE, 2 * SIDE, 3), np.float32)
    spaces[:, :SIDE] = np.where(shown < 250.0, shown / times, shown) / 255
    spaces[:, SIDE:] = np.minimum(shown, 240.0) / 255
    return np.asarray(cv2.cvtColor(spaces, cv2.COLOR_BGR2Lab), np.float32)


def told(level: tuple[float, float, float], burnt: float = 0.8) -> tuple[Plane, NDArray[np.bool_]]:
    """What is told of two spaces, of which so much of the left one is burnt out, of one channel or of several."""
    cut = sum(channel >= 250.0 for channel in level)
    one = np.zeros((SIDE, 2 * SIDE), np.bool_)
    one[:, :SIDE] = cut == 1
    return with_burnt_hues(lab_of(level), one, np.array([[burnt, 0.0]], np.float32), partial(lab_of, level))


def hue_deg(lab: Plane) -> float:
    """The hue of the left space."""
    return float(np.degrees(np.arctan2(lab[SIDE // 2, SIDE // 2, 2], lab[SIDE // 2, SIDE // 2, 1])))


@pytest.mark.parametrize("level", [YELLOW, ORANGE, RED, GREEN], ids=["yellow", "orange", "red", "green"])
def test_a_hue_is_told_where_one_channel_is_cut_off(level: tuple[float, float, float]) -> None:
    """It is nearer to the true one than what the camera shows."""
    lab, where = told(level)
    true = cv2.cvtColor(np.full((1, 1, 3), np.array(level) / max(level), np.float32), cv2.COLOR_BGR2Lab)[0, 0]
    true_deg = float(np.degrees(np.arctan2(true[2], true[1])))
    assert where[:, :SIDE].all()
    assert abs(hue_deg(lab) - true_deg) < 9.0
    assert abs(hue_deg(lab) - true_deg) <= abs(hue_deg(lab_of(level)) - true_deg) + 0.5


@pytest.mark.parametrize("level", [PALE, WHITE], ids=["pale", "two channels"])
def test_no_hue_is_told_of_what_may_be_white(level: tuple[float, float, float]) -> None:
    """A warm lamp burns red out first; where two channels are cut off anything may be."""
    lab, where = told(level)
    assert not where.any()
    assert np.array_equal(lab, lab_of(level))


def test_what_is_burnt_out_in_spots_keeps_the_hue_of_the_rest() -> None:
    """Half of a space tells its colour; the other spaces are left as they are."""
    assert not told(YELLOW, burnt=0.4)[1].any()
    lab, where = told(YELLOW)
    assert not where[:, SIDE:].any()
    assert np.array_equal(lab[:, SIDE:], lab_of(YELLOW)[:, SIDE:])
