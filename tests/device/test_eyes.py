"""What somebody has confirmed of a board's print, or was seen of it, is known to the detector."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import BoardProfile, ProfileError
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


def spaces(floor: tuple[str, ...], letters: str, rows: range) -> set[Space]:
    """The spaces of some rows that have one of these letters."""
    return {Space(0, Cell(r, c)) for r in rows for c in range(9) if floor[r][c] in letters}


@pytest.mark.parametrize("confirmed", [0, 1, 8])
def test_what_was_confirmed_is_printed_and_what_was_seen_is_proposed(confirmed: int) -> None:
    """R5.1: where a token may lie is known in either case, but of which kind only a person can say."""
    floor = ("..b......",) + (".........",) * 6 + ("n.......f",)
    known = reference_of(board(floor, confirmed))
    assert known.printed.keys() == spaces(floor, "bnmf", range(confirmed))
    assert known.proposed.keys() == spaces(floor, "bnmf", range(confirmed, 8))
    assert known.plain == spaces(floor, ".", range(8))


def test_a_board_of_which_no_treasure_is_known_has_no_plain_spaces() -> None:
    """An empty list may be one that nobody has filled, or that of a game without treasures."""
    bare, berry = (".........",) * 8, ("..b......",) + (".........",) * 7
    assert reference_of(board(bare, 8)).plain == reference_of(board(bare, 0)).plain == frozenset()
    assert reference_of(board(berry, 0)).plain == spaces(berry, ".", range(8))


def test_what_was_covered_when_the_board_was_to_be_empty_is_known_to_the_reader() -> None:
    """Seats and spaces are those of the board."""
    covered = replace(board((".........",) * 8, 8), covered=(Cell(1, 2), Cell(7, 8)))
    assert reference_of(covered).covered == {Space(0, Cell(1, 2)), Space(0, Cell(7, 8))}


def test_a_board_of_another_size_is_no_board_of_this_game() -> None:
    """A profile whose parts fit one another, but not the game: what is expected and found is said."""
    whole = board((".........",) * 8, 8)
    floor, sure = ("........",) * 8, ((1.0,) * 8,) * 8
    small = replace(whole, size_wh=(8.0, 8.0), picture=whole.picture[:, :80], floor=floor, floor_confidence=sure)
    with pytest.raises(ProfileError, match="board 1: expected 9 x 8 spaces, found 8 x 8; calibrate anew"):
        reference_of(small)
