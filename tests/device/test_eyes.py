"""What somebody has confirmed of a board's print is known to the detector, and the rest is not taken for granted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.profile import BoardProfile
from device.eyes import reference_of
from engine.grid import Cell, Space
from vision.finding.simple_lens import simple_lens
from vision.pose import BoardPose

CORNERS_PX = np.array([[40.0, 60.0], [290.0, 70.0], [280.0, 300.0], [40.0, 290.0]])


def board(floor: tuple[str, ...], confirmed: int) -> BoardProfile:
    """A board with these treasures, of which somebody has confirmed so many rows."""
    size_wh = (9.0, 8.0)
    pose = BoardPose.from_corners(CORNERS_PX, size_wh, simple_lens((640, 480), 0.0))
    sure = ((1.0,) * 9,) * confirmed + ((0.9,) * 9,) * (8 - confirmed)
    picture = np.full((80, 88, 3), 90, np.uint8)
    return BoardProfile(0, size_wh, pose, picture, 8, 1.0, floor, sure, 1)


def test_what_was_confirmed_is_printed_or_plain_and_the_rest_is_proposed() -> None:
    """R5.1: no token belongs on a plain space, but of spaces that nobody has looked at nothing is said."""
    floor = ("..b......",) + (".........",) * 6 + ("n.......f",)
    berry = Space(0, Cell(0, 2))
    for rows in (1, 8):
        known = reference_of(board(floor, rows))
        assert berry in known.printed
        assert known.plain == {Space(0, Cell(r, c)) for r in range(rows) for c in range(9) if floor[r][c] == "."}
        assert len(known.proposed) + len(known.printed) == 3
        assert len(known.unprinted) == (72 - 8 - 3 if rows == 1 else 0)


def test_a_board_of_which_no_treasure_is_known_has_no_plain_spaces() -> None:
    """An empty list may be one that nobody has filled, or that of a game without treasures."""
    assert reference_of(board((".........",) * 8, 8)).plain == frozenset()
    assert reference_of(board((".........",) * 8, 0)).unprinted == frozenset()
    assert reference_of(board(("..b......",) + (".........",) * 7, 0)).plain == frozenset()


def test_what_was_covered_when_the_board_was_to_be_empty_is_known_to_the_reader() -> None:
    """Seats and spaces are those of the board."""
    covered = replace(board((".........",) * 8, 8), covered=(Cell(1, 2), Cell(7, 8)))
    assert reference_of(covered).covered == {Space(0, Cell(1, 2)), Space(0, Cell(7, 8))}
