"""A space that is lit otherwise shows what it showed; what has come to lie on it does not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.local_light import is_plain_floor, lit_otherwise, may_be_bare, shows_floor
from vision.reference import PX_PER_SPACE, Plane, plane_size_wh

SIZE = (9.0, 8.0)
HOLE = 4, 4
TOKEN_RADIUS = 0.32  # spaces

AT = (np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5
FROM_MIDDLE = np.hypot(AT[:, None], AT[None, :])


def board(*, token: float = 0.0) -> Plane:
    """A mottled board with a leaf on three of its spaces, and an even floor in the hole in the middle one.

    ``token`` is how many times as bright as that floor a token in the hole is, 0 for none.
    """
    random = np.random.default_rng(4)
    width, height = plane_size_wh(SIZE)
    coarse = random.uniform(0.6, 1.4, (height // 4 + 1, width // 4 + 1, 1)).repeat(4, 0).repeat(4, 1)
    plane = (coarse[:height, :width] * np.array([40.0, 60.0, 80.0])).astype(np.float32)
    spaces = board_of(plane, SIZE)
    spaces[4, 3:6] *= np.array([0.5, 1.6, 1.6], np.float32)
    spaces[HOLE][FROM_MIDDLE < 0.36] = (50.0, 60.0, 55.0)
    if token:
        spaces[HOLE][FROM_MIDDLE < TOKEN_RADIUS] = np.array([50.0, 60.0, 55.0]) * token
    noisy = plane + random.normal(0, 1, plane.shape)
    return np.asarray(noisy, np.float32)


def shaded(plane: Plane, strength: float) -> Plane:
    """The board with a bluish shadow that falls on its middle and fades away from there."""
    down, right = np.mgrid[: plane.shape[0], : plane.shape[1]] / PX_PER_SPACE
    near = np.exp(-(((down - 5.2) ** 2 + (right - 5.2) ** 2) / 8.0))
    return np.asarray(plane * (1 - strength * near[..., None] * np.array([0.8, 0.95, 1.0])), np.float32)


def lit(now: Plane, then: Plane) -> NDArray[np.bool_]:
    """The spaces of the leaf that only the light has changed."""
    leaf = np.zeros((8, 9), np.bool_)
    leaf[4, 3:6] = True
    return lit_otherwise(BoardPicture(now), BoardPicture(then), leaf, 1.0)[4, 3:6]


@pytest.mark.parametrize("strength", [0.0, 0.3, 0.5])
def test_a_shadow_of_its_own_color_changes_nothing(strength: float) -> None:
    """When it comes and when it goes, also on a hole over an even floor: the leaf round it tells the light."""
    assert lit(shaded(board(), strength), board()).all()
    assert lit(board(), shaded(board(), strength)).all()


@pytest.mark.parametrize("strength", [0.0, 0.3, 0.5])
@pytest.mark.parametrize("token", [0.45, 0.7, 1.5])
def test_a_token_is_no_light(strength: float, token: float) -> None:
    """One that has the hue of the floor changes its hole however the light falls, laid or taken away, and no more."""
    laid = shaded(board(token=token), strength)
    assert lit(laid, board()).tolist() == [True, False, True]
    assert lit(shaded(board(), strength), board(token=token)).tolist() == [True, False, True]


def test_what_has_no_structure_is_not_known_again() -> None:
    """An even thing in the place of another even thing is not taken for the same in another light."""
    then, now = board(), board()
    board_of(then, SIZE)[4, 3:6] = (40.0, 60.0, 50.0)
    board_of(now, SIZE)[4, 3:6] = (30.0, 45.0, 37.0)
    assert not lit(now, then).any()


def test_another_hue_is_no_light() -> None:
    """The same print on a leaf of another colour is another leaf."""
    now = board()
    board_of(now, SIZE)[4, 3:6] *= np.array([1.0, 0.5, 1.0], np.float32)
    assert not lit(now, board()).any()


def test_only_spaces_that_are_asked_for_are_looked_at() -> None:
    """No space is asked for: none is answered."""
    nothing = np.zeros((8, 9), np.bool_)
    assert not lit_otherwise(BoardPicture(board()), BoardPicture(board()), nothing, 1.0).any()


@pytest.mark.parametrize("strength", [0.0, 0.3, 0.5])
def test_a_hole_in_the_shadow_may_be_bare_and_an_icon_is_not(strength: float) -> None:
    """What is seen through a hole is the floor in some light, or something as even as an even floor; no icon is."""
    empty, hole = board(), np.zeros((8, 9), np.bool_)
    hole[HOLE] = True
    icon = board(token=0.7)
    board_of(icon, SIZE)[HOLE][FROM_MIDDLE < 0.12] = (120.0, 80.0, 60.0)
    for now, bare in ((board(), True), (board(token=0.7), True), (icon, False)):
        seen = BoardPicture(shaded(now, strength))
        assert may_be_bare(seen, BoardPicture(empty), hole, 1.0).tolist() == (hole & bare).tolist()


@pytest.mark.parametrize("strength", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("off", [0, 3])
def test_a_hole_in_the_shade_of_its_tile_surely_shows_the_floor_and_an_icon_does_not(strength: float, off: int) -> None:
    """R12.1: however its tile lies an even floor is seen in one light; what has an icon or shines is something else."""
    empty, hole = board(), np.zeros((8, 9), np.bool_)
    board_of(empty, SIZE)[HOLE] = (50.0, 60.0, 55.0)
    hole[HOLE] = True
    icon, bright = board(), board(token=1.8)
    board_of(icon, SIZE)[HOLE][FROM_MIDDLE < 0.12] = (120.0, 80.0, 60.0)
    for now, floor in ((board(), True), (icon, False), (bright, False)):
        board_of(now, SIZE)[HOLE] = np.roll(board_of(now, SIZE)[HOLE], off, axis=1)
        seen = BoardPicture(shaded(now, strength))
        assert shows_floor(seen, BoardPicture(empty), hole, 1.0).tolist() == (hole & floor).tolist()


@pytest.mark.parametrize(
    ("seen", "icon", "plain"),
    [
        ((45.0, 55.0, 50.0), 0.0, True),  # the shade of a tile
        ((44.0, 57.0, 54.0), 0.0, True),  # and a little of its colour
        ((30.0, 60.0, 55.0), 0.0, False),  # another colour
        ((60.0, 72.0, 66.0), 0.0, False),  # brighter than the floor
        ((25.0, 30.0, 28.0), 0.0, False),  # darker than a tile's shade
        ((45.0, 55.0, 50.0), 30.0, False),  # an icon
    ],
)
def test_a_plain_floor_is_known_by_its_colour_and_for_want_of_structure(
    seen: tuple[float, float, float], icon: float, plain: bool
) -> None:
    """R12.1: a hole shows a shade of the floor without an icon; of a floor with a structure this tells nothing."""
    hole = np.zeros((8, 9), np.bool_)
    hole[HOLE] = True
    empty, now = board(), board()
    for plane, color, ink in ((empty, (50.0, 60.0, 55.0), 0.0), (now, seen, icon)):
        board_of(plane, SIZE)[HOLE] = color
        board_of(plane, SIZE)[HOLE][FROM_MIDDLE < 0.12] += ink
        board_of(plane, SIZE)[HOLE] += np.random.default_rng(5).normal(0, 2, (PX_PER_SPACE, PX_PER_SPACE, 3))
    found = is_plain_floor(BoardPicture(now), BoardPicture(empty), hole, 1.0)
    assert found.tolist() == (hole & plain).tolist()
    board_of(empty, SIZE)[HOLE][FROM_MIDDLE < 0.12] += 30.0
    assert not is_plain_floor(BoardPicture(now), BoardPicture(empty), hole, 1.0).any()
