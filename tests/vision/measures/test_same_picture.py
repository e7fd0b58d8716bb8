"""Two cards of one print are told from two spaces of anything else, however they were put down."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.grid import Cell
from vision.measures.same_picture import same_picture
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

ONE, OTHER = Cell(0, 0), Cell(1, 2)
PLANE_SHAPE = (round((2 + 2 * MARGIN_SPACES) * PX_PER_SPACE), round((3 + 2 * MARGIN_SPACES) * PX_PER_SPACE), 3)
SAME = 0.8


def face(seed: int) -> NDArray[np.float32]:
    """A picture of blots as large as a space and as much around it, in which no side is like another."""
    rng = np.random.default_rng(seed)
    blots = rng.uniform(40, 200, (12, 12, 3)).astype(np.float32)
    return np.asarray(cv2.resize(blots, (2 * PX_PER_SPACE,) * 2, interpolation=cv2.INTER_CUBIC), np.float32)


def shown(plane: NDArray[np.float32], cell: Cell, card: NDArray[np.float32]) -> None:
    """Put the middle of a picture on a space."""
    top, left = (round((at + MARGIN_SPACES) * PX_PER_SPACE) for at in (cell.row, cell.col))
    cut = slice(PX_PER_SPACE // 2, PX_PER_SPACE // 2 + PX_PER_SPACE)
    plane[top : top + PX_PER_SPACE, left : left + PX_PER_SPACE] = card[cut, cut]


def put_down(card: NDArray[np.float32], deg: float, aside_px: float) -> NDArray[np.float32]:
    """The picture turned about its middle and shifted."""
    middle = (card.shape[1] - 1) / 2, (card.shape[0] - 1) / 2
    turn = cv2.getRotationMatrix2D(middle, deg, 1.0)
    turn[:, 2] += aside_px
    return np.asarray(cv2.warpAffine(card, turn, card.shape[1::-1]), np.float32)


@pytest.mark.parametrize("deg", [0.0, 5.0, 90.0, 176.0, 270.0])
@pytest.mark.parametrize("aside_px", [0.0, 2.0])
@pytest.mark.parametrize("lit", [1.0, 0.6])
def test_a_card_is_known_again_whichever_way_round_it_lies(deg: float, aside_px: float, lit: float) -> None:
    """Turned by quarters and a little, a little aside and in less light."""
    plane = np.zeros(PLANE_SHAPE, np.float32)
    shown(plane, ONE, face(1))
    shown(plane, OTHER, lit * put_down(face(1), deg, aside_px))
    assert same_picture(plane, ONE, OTHER) > SAME


@pytest.mark.parametrize("seed", range(2, 12))
def test_another_picture_is_not_the_same(seed: int) -> None:
    """However it is turned and shifted."""
    plane = np.zeros(PLANE_SHAPE, np.float32)
    shown(plane, ONE, face(1))
    shown(plane, OTHER, face(seed))
    assert same_picture(plane, ONE, OTHER) < SAME


def test_the_picture_in_a_mirror_is_another() -> None:
    """The two halves of an animal seen from above are no two cards."""
    plane = np.zeros(PLANE_SHAPE, np.float32)
    shown(plane, ONE, face(1))
    shown(plane, OTHER, np.ascontiguousarray(face(1)[:, ::-1]))
    assert same_picture(plane, ONE, OTHER) < SAME


@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_of_plain_things_nothing_is_said(noise: float) -> None:
    """Two spaces of one colour are alike whatever lies there."""
    rng = np.random.default_rng(3)
    plane = np.full(PLANE_SHAPE, 120, np.float32) + rng.normal(0, noise, PLANE_SHAPE).astype(np.float32)
    assert same_picture(plane, ONE, OTHER) < SAME


def test_the_edge_of_a_plain_thing_is_no_picture() -> None:
    """A scrap of paper over two spaces ends in both."""
    plane = np.full(PLANE_SHAPE, 40, np.float32)
    plain = np.full((2 * PX_PER_SPACE,) * 2 + (3,), 40, np.float32)
    plain[: round(1.35 * PX_PER_SPACE)] = (90, 150, 80)
    for cell in (ONE, OTHER):
        shown(plane, cell, plain)
    assert same_picture(plane, ONE, OTHER) < SAME
