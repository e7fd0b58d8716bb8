"""Channels that are cut off tell bounds: on numbers that are made up."""

from __future__ import annotations

import numpy as np
import pytest

from vision.measures.cut_off import CUT_OFF, cut_channels, log_ratios, shown


def levels(*values: float) -> list[np.ndarray]:
    """One place of one channel, from its brightest level to its darkest."""
    return [np.full((1, 1, 1), value, np.float32) for value in values]


def test_what_is_cut_off_is_told_by_what_is_darker() -> None:
    """A median at the cut says nothing: the first darker level that neither picture has cut off does."""
    seen = log_ratios(levels(255, 180, 80), levels(190, 120, 53))
    assert seen.seen == pytest.approx(np.log(182 / 122))
    assert not seen.misfit(np.log(np.full((1, 1, 1), 182 / 122))).round(6).any()
    assert abs(seen.misfit(np.log(np.full((1, 1, 1), 2.0)))) > 0.25


def test_what_is_cut_off_altogether_is_a_bound() -> None:
    """All of it at the cut: any stronger light fits, and no weaker one; in the reference it is the other way round."""
    more, less = np.full((1, 1, 1), np.log(3.0)), np.full((1, 1, 1), np.log(1.1))
    brightened = log_ratios(levels(255, 255, 254), levels(180, 150, 120))
    assert brightened.misfit(more) == 0
    assert brightened.misfit(less) > 0.5
    darkened = log_ratios(levels(180, 150, 120), levels(255, 255, 254))
    assert darkened.misfit(-more) == 0
    assert darkened.misfit(-less) < -0.5


def test_nothing_is_cut_off_in_a_plain_picture() -> None:
    """Without levels at the cut the medians tell, and there are no bounds."""
    seen = log_ratios(levels(100, 50, 40), levels(200, 30, 20))
    assert seen.seen == pytest.approx(np.log(102 / 202))
    assert seen.more is None


def test_a_camera_shows_no_more_than_it_can() -> None:
    """Expected levels end at the cut; what was cut off before may be brighter than its reference says, never darker."""
    low, high = np.array([200.0, 300.0, 100.0], np.float32), np.array([230.0, 350.0, 110.0], np.float32)
    least, most = shown(low, high, np.array([False, False, True]))
    assert least.tolist() == [200.0, CUT_OFF, 100.0]
    assert most[0] == 230.0
    assert (most[1:] > 255).all()


def test_cut_channels_are_counted() -> None:
    """One, two or all of the three, whichever they are."""
    plane = np.array([[[255, 20, 30], [20, 255, 255], [255, 251, 250], [10, 20, 249]]], np.float32)
    assert [part[0].tolist() for part in cut_channels(plane)] == [
        [True, True, True, False],
        [False, True, True, False],
        [False, False, True, False],
    ]
