from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from vision.finding.cards import Card, by_cards, find_cards, quads_of_cards
from vision.frame import Frame
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
CORNERS = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def table_with_cards(numbers: dict[int, tuple[int, int]], side: int = 56) -> Frame:
    """A gray table with markers of these numbers at these places (left, top)."""
    pixels = np.full((600, 800, 3), 150, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (left, top) in numbers.items():
        white = np.full((side + 20, side + 20), 255, np.uint8)
        white[10:-10, 10:-10] = cv2.aruco.generateImageMarker(dictionary, number % 50, side)
        pixels[top : top + side + 20, left : left + side + 20] = white[..., None]
    return Frame(pixels, 0.0, 0)


def beside(corner: int, seat: int = 0, shift: float = 0.8) -> Card:
    """A card a little outside a corner of the board at CORNERS."""
    units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float64)[corner]
    outward = np.where(units > 4, shift, -shift)
    middle = BoardPose.from_corners(CORNERS, SIZE_WH).project([units + outward])
    return Card(seat, corner, middle + np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]]))


def test_cards_are_found_by_number() -> None:
    """Every card of the picture is found; its number says seat and corner."""
    cards = find_cards(table_with_cards({0: (20, 20), 3: (600, 40), 6: (60, 420)}))
    assert [(card.seat, card.corner) for card in cards] == [(0, 0), (0, 3), (1, 2)]
    assert np.allclose(cards[0].middle_px, [20 + 37.5, 20 + 37.5], atol=1.0)


def test_other_markers_are_no_cards() -> None:
    """A marker beyond those of four players is not a card, nor is a number that is there twice."""
    cards = find_cards(table_with_cards({16: (20, 20), 1: (200, 20), 51: (400, 300)}))
    assert cards == ()


@pytest.mark.parametrize("turn", [0, 2])
def test_cards_say_which_way_a_board_lies(turn: int) -> None:
    """The pose found without cards is turned so that its corners are those that the cards name."""
    found = BoardPose.from_corners(np.roll(CORNERS, turn, axis=0), SIZE_WH)
    told = by_cards(found, [beside(0), beside(2)], SIZE_WH)
    assert told is not None
    assert np.allclose(told[0].corners_px(SIZE_WH), CORNERS, atol=1e-3)
    assert told[1] == 0


def test_cards_that_contradict_each_other_tell_nothing() -> None:
    """One card for each half turn: no guess."""
    pose = BoardPose.from_corners(CORNERS, SIZE_WH)
    other = Card(0, 2, beside(1).corners_px)
    assert by_cards(pose, [beside(1), Card(0, 1, beside(3).corners_px)], SIZE_WH) is None
    assert by_cards(pose, [other], SIZE_WH) is None  # a card of a near corner at a far one, a quarter off
    assert by_cards(pose, [beside(0, shift=6.0)], SIZE_WH) is None


def test_four_cards_enclose_the_board_of_their_seat() -> None:
    """The quadrilateral of a seat goes through the middles of its four cards, and three cards make none."""
    cards = [beside(corner, seat=1) for corner in range(4)] + [beside(corner) for corner in range(3)]
    (quad,) = quads_of_cards(cards)
    assert np.allclose(quad, [card.middle_px for card in cards[:4]])


@pytest.mark.parametrize(("name", "step"), [("normal_302_cards", "step_00"), ("normal_306_2boards_cards", "step_00")])
def test_cards_of_a_scene_lie_where_the_truth_says(scene: Any, name: str, step: str) -> None:
    """All four cards of a scene are found within a pixel."""
    picture = scene(name, step)
    cards = {4 * card.seat + card.corner: card for card in find_cards(picture.frame)}
    assert sorted(map(str, cards)) == sorted(picture.truth["aruco"])
    for number, card in cards.items():
        assert np.abs(card.corners_px - picture.truth["aruco"][str(number)]).max() < 1.5
