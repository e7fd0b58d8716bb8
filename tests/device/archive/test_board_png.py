"""The boards as pixels: every space has its colour where it lies, names come without accents."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.archive.board_drawing import CELL, SAID, lies_on
from device.archive.board_png import SCALE, boards_png
from engine.catalog import GAMES
from engine.indian_summer.sets import demo_floors

GAME = GAMES["indian-summer"]


@pytest.fixture
def player() -> dict[str, object]:
    """A solo player's part of the table message, the board with one of everything."""
    shown = dict(GAME.display(GAME.new_solo(None, demo_floors()[0], name="Zoë Ω")))
    found = dict(shown["players"][0])  # type: ignore[index]
    found["board"] = ["gyrLoBNMF", "sa.......", *["." * 9] * 6]
    return found


def decoded(png: bytes) -> np.ndarray:
    """The picture."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture


def test_each_space_has_its_colour_where_it_lies(player: dict[str, object]) -> None:
    """Near the corner of a space is its own colour; in the middle of a hole is the hole's."""
    picture = decoded(boards_png([player], "A game"))
    for column, sign in enumerate("gyrLoBNMF"):
        x, y = (30 + column * CELL) * SCALE, 44 * SCALE
        ground = picture[y + 8, x + 8, ::-1]
        assert "#{:02x}{:02x}{:02x}".format(*ground) == lies_on(sign)
        if sign == "o":
            hole = picture[y + CELL * SCALE // 2, x + CELL * SCALE // 2, ::-1]
            assert "#{:02x}{:02x}{:02x}".format(*hole) == SAID["o"][0]


def test_boards_stand_side_by_side(player: dict[str, object]) -> None:
    """Two boards are twice as wide as one and as high; the second is drawn as well."""
    one, two = decoded(boards_png([player], "A")), decoded(boards_png([player, player], "A"))
    assert two.shape[:2] == (one.shape[0], 2 * one.shape[1])
    boards = slice(44 * SCALE, (44 + 8 * CELL) * SCALE)
    assert np.array_equal(two[boards, : one.shape[1]], two[boards, one.shape[1] :])


def test_letters_that_the_font_lacks_are_replaced(player: dict[str, object]) -> None:
    """``Zoë Ω`` is drawn as ``Zoe ?``: the same pixels."""
    plain = {**player, "name": "Zoe ?"}
    assert boards_png([player], "é") == boards_png([plain], "e")
