"""Icons are grouped by their looks, whatever they are called."""

from __future__ import annotations

import numpy as np

from calibration.treasures import alike
from tests.drawn_tables import calibrated


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
