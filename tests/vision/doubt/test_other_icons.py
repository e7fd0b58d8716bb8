"""A board of the same make with other icons is told by what nobody can read where nothing lies."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from engine.grid import Cell, Space
from vision.doubt.other_icons import other_icons, said_of_icons

SPOTS = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))
STRANGE = SPOTS[2][:6]


def seen(likeness: float = 0.1, hand: bool = False) -> Any:
    """A board on whose strange spaces the floor is so like the empty one; the others look as they did."""
    alike = np.ones((8, 9), np.float32)
    alike[2, :6] = likeness
    plane = np.zeros((9, 9, 3), np.float32)
    return Mock(spots=SPOTS, seat=1, plane=plane, occlusion=Mock(hand=hand), spaces=Mock(likeness=alike))


@pytest.fixture(autouse=True)
def open_floor(monkeypatch: pytest.MonkeyPatch) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which spaces have their lines in sight: all of them at first."""
    spaces = np.ones((8, 9), np.bool_)
    monkeypatch.setattr("vision.doubt.other_icons.open_on_plane", lambda plane, size_wh: spaces)
    return spaces


@pytest.mark.parametrize(
    ("board", "read", "told"),
    [
        (seen(), set(), set(STRANGE)),
        (seen(), set(STRANGE[:1]), set(STRANGE[1:])),
        (seen(), set(STRANGE[:2]), set()),
        (seen(likeness=0.35), set(), set()),
        (seen(hand=True), set(), set()),
    ],
    ids=["none is read", "all but one", "too few", "the same print in another light", "a hand is there"],
)
def test_other_icons_are_several_unread_spaces_of_another_look(board: Any, read: set[Space], told: set[Space]) -> None:
    """In ordinary play a space on which nothing lies is read, whatever light falls on it."""
    rest = {spot for row in SPOTS for spot in row}.difference(STRANGE)
    assert other_icons(board, rest | read) == told


def test_what_lies_on_a_space_is_no_other_icon(open_floor: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
    """Tiles hide the printed lines round their spaces."""
    open_floor[2, 1:] = False
    assert other_icons(seen(), ()) == frozenset()


def test_the_first_board_with_other_icons_is_named() -> None:
    """The sentence says how many spaces of which board; where all is as it was measured there is none."""
    said = said_of_icons([seen(likeness=0.9), seen()], ())
    assert said is not None
    assert str(said).startswith("6 spaces of board 2 look otherwise")
    assert said_of_icons([seen(likeness=0.9)], ()) is None
