"""A board that was measured with a hand on its rim is read, and guarded against hands, as any other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from device.eyes import detector_of
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated_again, drawn_table
from vision.detector import Detector
from vision.frame import Frame, Pixels

Finger = tuple[float, tuple[float, float]]
"""How far it comes onto the grid, in spaces, and between which rows."""

ON_RIM, OVER = (-0.1, (3.3, 4.4)), (0.6, (3.3, 4.4))


class Table:
    """A simulated board whose empty picture was taken with a finger on it."""

    def __init__(self, over_rim: Callable[..., Pixels], finger: Finger) -> None:
        self._over_rim = over_rim
        self._simulator = drawn_table([demo_floors()[0].rows], 5)
        corners = [self._simulator.corners_px(0)]
        profile = calibrated_again(Frame(self._picture([finger]), 0.0, 0), layout(1), corners_px=corners).profile
        self._detector: Detector = detector_of(profile)

    def has_hand(self, *fingers: Finger) -> bool:
        """Whether a hand is seen in a picture with these fingers."""
        return self._detector.read(Frame(self._picture(fingers), 0.0, 0)).boards[0].hand

    def _picture(self, fingers: list[Finger] | tuple[Finger, ...]) -> Pixels:
        pixels = self._simulator.picture()
        for finger in fingers:
            pixels = self._over_rim(pixels, self._simulator.corners_px(0), *finger)
        return pixels


def test_what_lay_on_the_rim_at_set_up_is_forgotten_when_it_has_gone(over_rim: Callable[..., Pixels]) -> None:
    """And a hand that comes to the same place later is one, though it looks as the empty board once did."""
    table = Table(over_rim, ON_RIM)
    assert not table.has_hand(ON_RIM)
    assert not table.has_hand()
    assert table.has_hand(OVER)
    assert table.has_hand(ON_RIM, OVER)
    assert not table.has_hand()


@pytest.mark.parametrize(
    ("at_set_up", "now"),
    [(OVER, ()), (ON_RIM, ((0.6, (6.2, 7.3)),))],
    ids=["it reached far onto a space", "another hand has come"],
)
def test_nothing_is_mended_where_something_may_lie_there(
    over_rim: Callable[..., Pixels], at_set_up: Finger, now: tuple[Finger, ...]
) -> None:
    """What a finger hid of a space at set-up says nothing of what lies there, nor does a picture with another hand."""
    assert Table(over_rim, at_set_up).has_hand(*now)
