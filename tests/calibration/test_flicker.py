"""Bands of flickering light are told from all else that changes in pictures of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import cv2
import numpy as np
import pytest

from calibration.flicker import FEWEST, MOST, BandWatch
from calibration.report import Verdict
from device.simulator import SimulatedTable
from engine.indian_summer.sets import demo_floors
from vision.frame import Frame

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

WIDTH, HEIGHT = 480, 360
DOWN, ACROSS = np.mgrid[0:HEIGHT, 0:WIDTH] / [[[HEIGHT]], [[WIDTH]]]
SECONDS = range(MOST)


@pytest.fixture(scope="module")
def table() -> Numbers:
    """A board on a table."""
    picture = SimulatedTable([demo_floors()[0].rows], 3).picture()
    return cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float64)


def banded(picture: Numbers, contrast: float, count: float, rolled: float) -> Numbers:
    """Under a lamp of that contrast, so many bands in the picture, which have rolled by so many."""
    return picture * (1 + contrast * np.sin(2 * np.pi * (count * DOWN + rolled)))[..., None]


def with_arm(picture: Numbers, second: int) -> Numbers:
    """With an arm that comes from the near side and is elsewhere each second."""
    drawn = picture.copy()
    x, y = WIDTH * (0.4 + 0.3 * np.sin(second)), HEIGHT * (0.5 + 0.3 * np.cos(1.7 * second))
    cv2.line(drawn, (round(x), round(y)), (round(x) + 50, HEIGHT), (110, 140, 190), 50)
    return drawn


def watching(pictures: Iterable[Numbers]) -> Iterator[BandWatch]:
    """What sees the pictures, a second apart, with a sensor's noise: given after each of them."""
    watch, rng = BandWatch(), np.random.default_rng(4)
    for second, picture in enumerate(pictures):
        noisy = np.clip(np.rint(picture + rng.normal(0, 4, picture.shape)), 0, 255).astype(np.uint8)
        watch.look(Frame(noisy, float(second), second))
        yield watch


def watched(pictures: Iterable[Numbers]) -> BandWatch:
    """What has seen all of them."""
    *_, watch = watching(pictures)
    return watch


@pytest.mark.parametrize(
    ("count", "contrast", "step", "verdict"),
    [(1.8, 0.08, 0.31, Verdict.POOR), (2.3, 0.04, 0.05, Verdict.FAIR), (4.5, 0.1, 0.62, Verdict.POOR)],
)
def test_bands_that_roll_are_measured(
    table: Numbers, count: float, contrast: float, step: float, verdict: Verdict
) -> None:
    """Slowly or fast, few or many: how strong they are and how many fill the picture is told, and what to do."""
    watch = watched(banded(table, contrast, count, step * second) for second in SECONDS)
    assert watch.bands == pytest.approx((contrast, count), rel=0.1)
    finding = watch.finding()
    assert finding is not None
    assert (finding.check, finding.verdict, finding.value) == ("flicker", verdict, pytest.approx(contrast, rel=0.1))


def test_bands_are_seen_behind_a_busy_arm(table: Numbers) -> None:
    """Somebody lays out the boards meanwhile."""
    watch = watched(banded(with_arm(table, second), 0.08, 2.3, 0.3 * second) for second in SECONDS)
    assert watch.bands == pytest.approx((0.08, 2.3), rel=0.1)


def test_bands_are_told_as_soon_as_there_are_enough_pictures(table: Numbers) -> None:
    """Not before: few pictures are alike by chance."""
    rolling = [banded(table, 0.08, 2.3, 0.3 * second) for second in SECONDS]
    assert watched(rolling[: FEWEST - 1]).bands is None
    assert watched(rolling[:FEWEST]).finding() is not None


def test_bands_too_weak_to_matter_are_not_told(table: Numbers) -> None:
    """Boards are read under them as without."""
    assert watched(banded(table, 0.01, 2.3, 0.3 * second) for second in SECONDS).finding() is None


CHANGES: dict[str, Callable[[Numbers, int], Numbers]] = {
    "nothing": lambda picture, second: picture,
    "bands that stand still": lambda picture, second: banded(picture, 0.08, 2.3, 0.0),
    "bands that come and go where they are": lambda picture, second: banded(
        picture, 0.08 * np.sin(0.7 * second), 2.3, 0.0
    ),
    "bands that roll a third of the time": lambda picture, second: banded(
        picture, 0.08 * (second % 10 < 3), 2.3, 0.37 * second
    ),
    "a wave and a half that rolls": lambda picture, second: banded(picture, 0.08, 1.5, 0.31 * second),
    "an arm": with_arm,
    "an exposure that hunts": lambda picture, second: picture * (1 + 0.3 * np.sin(0.7 * second)) - 6,
    "a lamp switched now and then": lambda picture, second: (
        picture * (1 + (second % 5 > 2) * 0.6 / (1 + 4 * np.hypot(ACROSS - 0.2, DOWN - 0.3)))[..., None]
    ),
    "two lamps that fade in turn": lambda picture, second: (
        picture
        * (
            1
            + 0.3 * np.sin(0.5 * second) * np.exp(-8 * (DOWN - 0.2) ** 2)
            + 0.3 * np.cos(0.9 * second) * np.exp(-8 * (DOWN - 0.8) ** 2)
        )[..., None]
    ),
    "a shadow from side to side that wanders down": lambda picture, second: (
        picture * (1 - 0.4 * np.exp(-(((DOWN - second / MOST) / 0.2) ** 2)))[..., None]
    ),
    "a shadow from side to side, up and down": lambda picture, second: (
        picture * (1 - 0.3 * np.exp(-(((DOWN - 0.5 - 0.4 * np.sin(0.8 * second)) / 0.2) ** 2)))[..., None]
    ),
    "the shadow of a head": lambda picture, second: (
        picture
        * (1 - 0.4 * (np.hypot(ACROSS - 0.2 - 0.02 * second, DOWN - 0.3 - 0.3 * np.sin(second)) < 0.25))[..., None]
    ),
    "a blind's shadow on one side": lambda picture, second: (
        picture * (1 + 0.2 * np.sin(2 * np.pi * (3 * DOWN + 0.1 * second)) * (ACROSS < 0.4))[..., None]
    ),
    "a camera that trembles": lambda picture, second: np.roll(picture, (second * 7) % 5 - 2, axis=0),
    "a camera that sinks": lambda picture, second: np.roll(picture, second, axis=0),
    "darkness": lambda picture, second: picture * 0.02 * (1 + second % 2),
    "far too much light": lambda picture, second: banded(picture + 250, 0.1, 2.3, 0.3 * second),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_else_is_taken_for_bands(table: Numbers, change: Callable[[Numbers, int], Numbers]) -> None:
    """At no moment is there an alarm, with however many pictures."""
    told = [watch.finding() for watch in watching(change(table, second) for second in SECONDS)]
    assert told == [None] * MOST


def test_pictures_in_quick_succession_are_left_out(table: Numbers) -> None:
    """Ten a second come from a camera; they would fill the watch before bands have rolled on."""
    watch = BandWatch()
    for number in range(85):
        picture = np.clip(banded(table, 0.08, 2.3, 0.31 * number), 0, 255).astype(np.uint8)
        watch.look(Frame(picture, number / 10, number))
    assert watch.bands is None
    assert watch.finding() is None
