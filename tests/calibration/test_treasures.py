"""Spaces with an icon are parted from plain ones by how strange their strangest part is."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.treasures import split

LITTER = np.geomspace(2.0, 4.9, 56)  # ground on which leaves are printed
EVEN = np.geomspace(1.2, 1.8, 66)
BERRIES, FEATHERS = np.array([28.7, 27.3, 26.8]), np.array([14.5, 14.3, 14.0, 13.7, 13.5, 12.6])
NUTS = np.array([10.7, 10.5, 9.8, 8.9, 8.9, 8.1, 8.0])


@pytest.mark.parametrize(
    ("icons", "ground"),
    [
        (np.concatenate([BERRIES, FEATHERS, NUTS]), LITTER),  # berries stand out from the rest more than that does
        (np.concatenate([BERRIES, BERRIES]), EVEN),  # a board may have few
        (np.array([]), 0.9 * LITTER),
    ],
)
def test_icons_are_parted_from_the_ground_and_not_from_each_other(icons: np.ndarray, ground: np.ndarray) -> None:
    """However far kinds lie apart, all are icons."""
    strangest = np.random.default_rng(1).permutation(np.concatenate([icons, ground]))
    printed, sure = split(strangest)
    assert sorted(strangest[printed]) == sorted(icons)
    assert ((sure >= 0) & (sure <= 1)).all()
