"""Spaces with an icon are parted from plain ones by how strange their strangest part is."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.treasures import alike, split
from tests.drawn_tables import calibrated

LITTER = np.geomspace(2.0, 4.9, 56)  # ground on which leaves are printed
EVEN = np.geomspace(1.2, 1.8, 66)
BERRIES, FEATHERS = np.array([28.7, 27.3, 26.8]), np.array([14.5, 14.3, 14.0, 13.7, 13.5, 12.6])
NUTS = np.array([10.7, 10.5, 9.8, 8.9, 8.9, 8.1, 8.0])
BRIGHT = np.array([22.5, 21.5, 21.4, 21.1, 20.4, 19.5, 19.0, 18.4, 18.2])  # berries and feathers on humus
DULL = np.array([8.6, 8.1, 7.7, 6.8, 6.5, 6.4])  # mushrooms and nuts on it
HUMUS = np.geomspace(1.8, 3.2, 57)
PHOTOGRAPHED = np.array([19.5, 19.1, 17.8, 17.1, 12.9, 12.6, 12.3])  # berries and feathers on a photograph of ground
BROWN = np.array([8.5, 8.4, 8.3, 7.8, 7.7, 7.4])  # nuts and mushrooms on it
TWIGS = np.geomspace(2.0, 5.9, 58)


@pytest.mark.parametrize(
    ("icons", "ground"),
    [
        (np.concatenate([BERRIES, FEATHERS, NUTS]), LITTER),  # berries stand out from the rest more than that does
        (np.concatenate([BRIGHT, DULL]), HUMUS),  # the bright ones stand out from the dull a little more than those do
        (np.concatenate([PHOTOGRAPHED, BROWN]), TWIGS),  # so do these, and seven were few for a board (R1.2)
        (np.concatenate([BERRIES, BERRIES]), EVEN),  # a board may have few
        (np.array([]), 0.8 * LITTER),
    ],
)
def test_icons_are_parted_from_the_ground_and_not_from_each_other(icons: np.ndarray, ground: np.ndarray) -> None:
    """However far kinds lie apart, all are icons."""
    strangest = np.random.default_rng(1).permutation(np.concatenate([icons, ground]))
    printed, sure = split(strangest)
    assert sorted(strangest[printed]) == sorted(icons)
    assert ((sure >= 0) & (sure <= 1)).all()


def test_spaces_that_show_the_same_icon_are_alike() -> None:
    """What is alike is of one kind, whatever that is called; looks of one kind may differ, and plain ground is none."""
    floor = ["b.b...n..", ".........", "m....n...", "...m.....", "....f..f.", ".........", ".n.....b.", "........."]
    (board,) = calibrated([floor], 3).boards
    numbers = np.array(alike(board.picture, board.px_per_unit, board.margin, (9.0, 8.0))).reshape(-1).tolist()
    kinds: dict[int, set[str]] = {}
    for letter, number in zip("".join(floor), numbers, strict=True):
        kinds.setdefault(number, set()).add(letter)
    assert kinds.pop(0) == {"."}
    assert all(len(each) == 1 for each in kinds.values())
    assert 4 <= len(kinds) < sum(letter != "." for letter in "".join(floor))
