"""The cheapest test of all: what rests is told by samples, and whatever a player can do ends the rest."""

import cv2
import numpy as np
import pytest

from vision.frame import Frame, Pixels
from vision.pose import BoardPose
from vision.rest import LOOK_S, Rest, plan_samples

SIZE_WH = (9.0, 8.0)
SPACE_PX = 40
POSE = BoardPose.from_corners(np.array([[60, 60], [420, 60], [420, 380], [60, 380]], np.float64), SIZE_WH)


def table(seed: int = 0, grain: float = 2.0) -> Pixels:
    """A board of lines on a textured ground, as a camera with this much noise sees it."""
    dice = np.random.default_rng(5)
    picture = cv2.resize(dice.normal(120, 25, (60, 64, 3)), (512, 480), interpolation=cv2.INTER_CUBIC)
    for step in range(10):
        cv2.line(picture, (60 + 40 * step, 60), (60 + 40 * step, 380), (60, 60, 60), 2)
        cv2.line(picture, (60, 60 + 40 * min(step, 8)), (420, 60 + 40 * min(step, 8)), (60, 60, 60), 2)
    noisy = picture + np.random.default_rng(seed).normal(0, grain, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def line_points() -> list[np.ndarray]:
    """Points across the middles of the grid's lines, as marks are sampled."""
    across = np.arange(-6, 7, 2)
    places = [(60 + 40 * col + d, 80 + 40 * row) for col in range(10) for row in range(8) for d in across]
    return [np.array(places, np.float32)]


def at_rest(grain: float = 2.0) -> Rest:
    """A table that was looked at twice."""
    rest = Rest()
    plan = plan_samples((480, 512, 3), [(POSE, SIZE_WH)], line_points())
    rest.arm(plan, Frame(table(1, grain), 0.0, 0), Frame(table(2, grain), 0.1, 1))
    return rest


@pytest.mark.parametrize("grain", [0.0, 2.0, 5.0])
def test_noise_does_not_end_a_rest(grain: float) -> None:
    """However noisy the camera is, a hundred further frames of the same table rest."""
    rest = at_rest(grain)
    assert all(rest.holds(Frame(table(3 + n, grain), 0.2, n)) for n in range(100))


@pytest.mark.parametrize(("grain", "by"), [(0.0, 8), (2.0, -20), (5.0, 35)])
def test_a_piece_on_one_space_ends_it(grain: float, by: int) -> None:
    """A disc of half a space that is a little darker or lighter than what was there is noticed, wherever it lies."""
    rest = at_rest(grain)
    for n, (x, y) in enumerate([(80, 80), (240, 200), (400, 360), (300, 120)]):
        picture = table(50 + n, grain).astype(np.int16)
        disc = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(disc, (x, y), SPACE_PX // 3, 1, -1)
        picture += by * disc[:, :, None].astype(np.int16)
        assert not rest.holds(Frame(np.clip(picture, 0, 255).astype(np.uint8), 0.2, n))


@pytest.mark.parametrize("shift", [(2, 0), (0, 2), (-2, -2)])
def test_a_board_that_slides_by_a_twentieth_of_a_space_ends_it(shift: tuple[int, int]) -> None:
    """A bump is noticed in the next frame, although hardly any block changes its mean."""
    rest = at_rest()
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    moved = cv2.warpAffine(table(60), matrix, (512, 480), borderMode=cv2.BORDER_REPLICATE)
    assert not rest.holds(Frame(np.asarray(moved, np.uint8), 0.2, 2))


def test_a_lamp_that_is_switched_ends_it() -> None:
    """A tenth more light everywhere is a change that somebody must look at."""
    brighter = np.clip(table(70).astype(np.float32) * 1.1, 0, 255).astype(np.uint8)
    assert not at_rest().holds(Frame(brighter, 0.2, 2))


def test_a_thorough_look_is_due_once_a_second_and_when_the_clock_went_back() -> None:
    """Samples are believed for a second only, and never across a jump of the clock."""
    rest = at_rest()
    assert rest.holds(Frame(table(80), 0.1 + 0.99 * LOOK_S, 2))
    assert not rest.holds(Frame(table(80), 0.1 + LOOK_S, 3))
    assert not rest.holds(Frame(table(80), 0.05, 4))


def test_what_was_forgotten_or_has_another_shape_does_not_rest() -> None:
    """No rest before it is armed, after it is forgotten, or in a picture of another size."""
    frame = Frame(table(90), 0.2, 2)
    assert not Rest().holds(frame)
    rest = at_rest()
    assert not rest.holds(Frame(np.ascontiguousarray(table(91)[:-1]), 0.2, 2))
    rest.forget()
    assert not rest.holds(frame)
