"""A rim that looks as it does elsewhere on its side was covered when the empty board was taken, not now."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from device.eyes import detector_of
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated_again, drawn_table
from vision.frame import Frame, Pixels
from vision.memory.cleared_rim import covered_at_first
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

Finger = tuple[float, tuple[float, float]]
HIGH, LOW = (0.6, (1.3, 2.4)), (0.6, (5.3, 6.4))
NEARLY_ALL = (0.6, (-0.9, 8.6))


@pytest.mark.parametrize(
    ("at_set_up", "now", "told"),
    [
        ((HIGH,), (), (1.3, 2.4)),
        ((), (HIGH,), None),
        ((HIGH,), (LOW,), None),
        ((HIGH,), (HIGH, LOW), None),
        ((), (), None),
        ((NEARLY_ALL,), (), None),
    ],
    ids=[
        "it has gone",
        "it has come",
        "another one came",
        "one stays and one came",
        "nothing",
        "no side to compare with",
    ],
)
def test_what_lay_across_the_rim_at_first_is_told_from_what_does_now(
    over_rim: Callable[..., Pixels],
    at_set_up: tuple[Finger, ...],
    now: tuple[Finger, ...],
    told: tuple[float, float] | None,
) -> None:
    """The strange picture is the one in which the rim strays from the rest of its side."""
    simulator = drawn_table([demo_floors()[0].rows], 5)
    corners = simulator.corners_px(0)

    def picture(fingers: tuple[Finger, ...]) -> Frame:
        pixels = simulator.picture()
        for finger in fingers:
            pixels = over_rim(pixels, corners, *finger)
        return Frame(pixels, 0.0, 0)

    profile = calibrated_again(picture(at_set_up), layout(1), corners_px=[corners]).profile
    (seen,) = detector_of(profile).glance(picture(now)).evidence
    found = covered_at_first(seen)
    assert (found is None) == (told is None)
    if found is not None and told is not None:
        rows = np.flatnonzero(found.any(axis=1)) / PX_PER_SPACE - MARGIN_SPACES
        assert rows.min() == pytest.approx(told[0], abs=0.2)
        assert rows.max() == pytest.approx(told[1], abs=0.2)
