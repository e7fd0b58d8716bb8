"""A blur makes every edge wider, whatever is printed; the sharper ones tell how much."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.checks import focus
from calibration.profile import BoardProfile
from calibration.report import Verdict
from calibration.sharpness import edge_widths

Gray = NDArray[np.uint8]


def lines(ground: int, ink: int, width: int) -> Gray:
    """A grid of lines of this width on a ground, (480, 480)."""
    picture = np.full((480, 480), ground, np.uint8)
    for at in range(20, 480, 48):
        picture[at : at + width] = ink
        picture[:, at : at + width] = ink
    return picture


def checks() -> Gray:
    """A board of dark and light checks without any line, (480, 480)."""
    return np.kron(np.indices((10, 10)).sum(axis=0) % 2, np.ones((48, 48))).astype(np.uint8) * 120 + 60


def meadow() -> Gray:
    """Soft patches with some leaves that have an edge, (480, 480)."""
    rng = np.random.default_rng(7)
    soft = cv2.GaussianBlur(rng.uniform(0, 255, (480, 480)).astype(np.float32), (0, 0), 12)
    picture = ((soft - soft.mean()) * 8 + 110).clip(40, 180).astype(np.uint8)
    for x, y in rng.integers(20, 460, (60, 2)):
        cv2.ellipse(picture, (int(x), int(y)), (12, 6), float(x), 0, 360, 220, -1)
    return picture


PRINTS = [
    lambda: lines(60, 200, 3),
    lambda: lines(200, 60, 3),
    lambda: lines(90, 160, 12),
    checks,
    meadow,
]


@pytest.mark.parametrize("sigma", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("make", PRINTS, ids=["light lines", "dark lines", "broad lines", "checks", "leaves"])
def test_the_width_tells_the_blur_whatever_is_printed(make: Callable[[], Gray], sigma: float) -> None:
    """Of the edge between two areas that is 2.5 deviations and what a pixel adds, of narrow lines less."""
    widths = edge_widths(cv2.GaussianBlur(make(), (0, 0), sigma))
    for width in widths:
        assert width is not None
        assert 1.6 * sigma < width < 2.5 * sigma + 0.8


@pytest.mark.parametrize("make", PRINTS, ids=["light lines", "dark lines", "broad lines", "checks", "leaves"])
def test_more_blur_is_wider_and_none_is_narrow(make: Callable[[], Gray]) -> None:
    """Between two and three pixels are across an edge of a sharp picture, however broad the lines are."""
    found = [max(w or 0.0 for w in edge_widths(cv2.GaussianBlur(make(), (0, 0), s))) for s in (0.3, 1, 2, 3)]
    assert found == sorted(found)
    assert found[0] < 2.7
    assert found[2] > 3.4


def test_a_picture_shaken_sideways_is_blurred_that_way_only() -> None:
    """So the larger of both tells."""
    shaken = cv2.filter2D(checks(), -1, np.ones((1, 13)) / 13)
    right, down = edge_widths(shaken)
    assert right is not None
    assert down is not None
    assert right > 3 * down
    assert edge_widths(np.ascontiguousarray(shaken.T)) == (down, right)


def test_where_no_edge_stands_out_nothing_is_told() -> None:
    """An even picture, one of noise alone, and one with edges one way only."""
    noise = np.random.default_rng(3).normal(100, 6, (480, 480)).clip(0, 255).astype(np.uint8)
    stripes = np.tile((np.arange(480) // 24 % 2 * 120 + 60).astype(np.uint8), (480, 1))
    assert edge_widths(np.full((480, 480), 90, np.uint8)) == (None, None)
    assert edge_widths(noise) == (None, None)
    assert edge_widths(stripes).right is not None
    assert edge_widths(stripes).down is None


def test_noise_makes_no_edge_sharp() -> None:
    """Of a soft picture with grain the edges are told, not the grain."""
    soft = cv2.GaussianBlur(checks(), (0, 0), 2.5).astype(np.float32)
    grainy = (soft + np.random.default_rng(5).normal(0, 3, soft.shape)).clip(0, 255).astype(np.uint8)
    plain, noisy = (max(w or 0.0 for w in edge_widths(each)) for each in (soft.astype(np.uint8), grainy))
    assert noisy == pytest.approx(plain, rel=0.25)


@pytest.mark.parametrize(
    ("picture", "verdict", "says"),
    [
        (checks(), Verdict.GOOD, "sharp"),
        (cv2.GaussianBlur(checks(), (0, 0), 1.0), Verdict.FAIR, "a little soft"),
        (cv2.GaussianBlur(checks(), (0, 0), 2.0), Verdict.POOR, "blurred"),
        (np.full((480, 480), 90, np.uint8), Verdict.POOR, "no edge stands out"),
        (np.tile((np.arange(480) // 24 % 2 * 120 + 60).astype(np.uint8), (480, 1)), Verdict.FAIR, "one way only"),
    ],
    ids=["sharp", "soft", "blurred", "even", "stripes"],
)
def test_the_finding_says_what_to_do(picture: Gray, verdict: Verdict, says: str) -> None:
    """Of a board of checks, on which no line is printed."""
    found = focus(Mock(spec=BoardProfile, picture=cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)))
    assert found.verdict is verdict
    assert says in found.text
    assert (found.value is None) == ("stand" in found.text)
