from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding.stretches import Stretches
from vision.following.mark_motion import QUICK, SLID, STILL, changes, resting
from vision.following.printed_marks import STEP

GROUPS = np.repeat(np.arange(8), 8)
COUNT = len(GROUPS)


def profiles(shift: NDArray[np.float64]) -> NDArray[np.float32]:
    """A light line across each mark, float32 (n, 17), shifted by so many spaces."""
    steps = np.arange(-8, 9) * QUICK * STEP
    return np.asarray(80 + 60 * np.exp(-(((steps - shift[:, None]) / 0.06) ** 2)), np.float32)


def stretches(offset: NDArray[np.float64], contrast: NDArray[np.float64]) -> Stretches:
    """Marks seen so far from their places, with so much contrast."""
    return Stretches(np.zeros((COUNT, 2)), np.tile([1.0, 0.0], (COUNT, 1)), offset, contrast)


def test_light_on_all_marks_changes_none() -> None:
    """A lamp that is switched on is told as light, and no mark counts as changed or slid."""
    before = profiles(np.zeros(COUNT))
    seen = changes(before + np.float32(23), before, GROUPS)
    assert not seen.marks.any()
    assert seen.light == pytest.approx(23, abs=0.01)
    assert seen.slid < 0.1 * SLID


def test_covered_marks_are_the_changed_ones() -> None:
    """Marks under a piece are told one by one, and do not count as slid, whatever they show now."""
    before = profiles(np.zeros(COUNT))
    after = before.copy()
    covered = np.zeros(COUNT, np.bool_)
    covered[[1, 2, 20, 21, 50]] = True
    after[covered] = np.linspace(90, 150, 17) + 2 * STILL
    seen = changes(after, before, GROUPS)
    assert (seen.marks == covered).all()
    assert seen.slid < 0.1 * SLID


@pytest.mark.parametrize("group", [0, 3, 7])
@pytest.mark.parametrize("spaces", [0.008, 0.015, -0.02])
def test_one_quarter_that_slid_is_told(group: int, spaces: float) -> None:
    """How far the group that slid the most has slid is measured to a tenth of that."""
    seen = changes(profiles(np.where(group == GROUPS, spaces, 0.0)), profiles(np.zeros(COUNT)), GROUPS)
    assert seen.slid == pytest.approx(abs(spaces), rel=0.1)


def test_marks_rest_where_every_group_does() -> None:
    """Some marks may be anywhere; one group of which the middle mark is off, or of which few are seen, is enough."""
    rng = np.random.default_rng(3)
    offset, contrast = rng.normal(0, 0.3 * SLID, COUNT), np.ones(COUNT)
    offset[::8] = 0.15
    assert resting(stretches(offset, contrast), GROUPS)
    assert not resting(stretches(offset + np.where(GROUPS == 4, 2 * SLID, 0.0), contrast), GROUPS)
    assert not resting(stretches(offset, np.where((GROUPS == 5) & (np.arange(COUNT) % 8 > 3), 0.0, 1.0)), GROUPS)


@pytest.mark.parametrize("seed", range(5))
def test_the_middle_of_each_group_decides(seed: int) -> None:
    """Whatever is seen and however far off it is: the answer is that of each group's median."""
    rng = np.random.default_rng(seed)
    offset = rng.normal(0, 1.2 * SLID, COUNT) * rng.uniform(0, 1)
    contrast = (rng.random(COUNT) < 0.9).astype(np.float64)
    seen = stretches(offset, contrast)
    parts = [offset[(group == GROUPS) & (contrast > 0)] for group in range(8)]
    wanted = all(len(part) >= 5 and abs(np.median(part)) <= SLID for part in parts)
    assert resting(seen, GROUPS) == wanted
