"""What counts as changed between two pictures of a board, where channels are cut off."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures import stillness
from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.stillness import FLICKER, changed_spaces, is_same_but_for_light
from vision.measures.uneven_light import light_between
from vision.reference import Plane, plane_size_wh

SIZE = (9.0, 8.0)


def board() -> Plane:
    """A mottled board with a leaf of another colour on two of its spaces."""
    random = np.random.default_rng(4)
    width, height = plane_size_wh(SIZE)
    coarse = random.uniform(0.6, 1.4, (height // 4 + 1, width // 4 + 1, 3)).repeat(4, 0).repeat(4, 1)
    plane = (coarse[:height, :width] * np.array([40.0, 60.0, 80.0])).astype(np.float32)
    board_of(plane, SIZE)[2, 2:4] *= np.array([0.5, 1.6, 1.6], np.float32)
    return np.asarray(plane, np.float32)


def changed(now: Plane, then: Plane) -> set[tuple[int, int]]:
    """The changed spaces by row and column."""
    found: NDArray[np.bool_] = changed_spaces(BoardPicture(now), BoardPicture(then), 1.0, SIZE)
    return {(int(row), int(col)) for row, col in np.argwhere(found)}


def lit(plane: Plane, *factors: float) -> Plane:
    """A board in a light of these strengths in blue, green and red, as a camera shows it that cuts off at 255."""
    return np.asarray(np.minimum(plane * np.array(factors, np.float32), 255), np.float32)


def test_a_lamp_that_cuts_off_one_channel_changes_nothing() -> None:
    """Red cut off nearly everywhere, when the lamp comes and when it goes: every space looks as it did."""
    plain, burnt = board(), lit(board(), 1.2, 1.5, 6.0)
    assert (burnt[..., 2] >= 250).mean() > 0.85
    assert changed(burnt, plain) == set()
    assert changed(plain, burnt) == set()


def test_what_changes_while_a_channel_is_cut_off_is_seen_in_the_others() -> None:
    """A leaf laid under that lamp changes its spaces and no others."""
    plain, burnt = board(), lit(board(), 1.2, 1.5, 6.0)
    laid = board()
    board_of(laid, SIZE)[5, 5:7] = (20.0, 90.0, 150.0)
    for now, then in ((lit(laid, 1.2, 1.5, 6.0), plain), (laid, burnt), (lit(laid, 1.2, 1.5, 6.0), burnt)):
        assert changed(now, then) == {(5, 5), (5, 6)}


def test_what_lies_beside_a_space_changes_it_but_not_inside() -> None:
    """A tile may reach over its edge by a fifth of a space; what comes to lie on the next one changes its inside."""
    laid, plain = board(), board()
    spaces = board_of(laid, SIZE)
    spaces[5, 5] = spaces[5, 6, :, :4] = spaces[3, 1, 8:16, 8:16] = (20.0, 90.0, 150.0)
    found = stillness.changed(BoardPicture(laid), BoardPicture(plain), 1.0, SIZE)
    assert {(int(row), int(col)) for row, col in np.argwhere(found.spaces)} == {(3, 1), (5, 5), (5, 6)}
    assert {(int(row), int(col)) for row, col in np.argwhere(found.insides)} == {(3, 1), (5, 5)}


def test_a_single_channel_tells_nothing() -> None:
    """Where green is cut off as well a space counts as changed, once: after that it is as it was before."""
    plain, burnt = board(), lit(board(), 1.2, 9.0, 9.0)
    dazzled = changed(burnt, plain)
    assert {(2, 2), (2, 3)} <= dazzled
    assert len(dazzled) > 60
    assert changed(lit(board(), 1.3, 9.5, 9.5), burnt) == set()


@pytest.mark.parametrize("by", [-0.06, 0.03, 0.06])
def test_light_that_flickers_makes_no_other_picture(by: float) -> None:
    """A few hundredths more or less light everywhere leave the same board; a little more on one space do not."""
    assert abs(by) < FLICKER
    plain = board()
    other = lit(plain, 1 + by, 1 + by, 1 + by)
    assert is_same_but_for_light(BoardPicture(other), BoardPicture(plain), 1.0)
    board_of(other, SIZE)[5, 4] *= 1.08
    assert not is_same_but_for_light(BoardPicture(other), BoardPicture(plain), 1.0)


def test_a_lamp_that_is_switched_makes_another_picture() -> None:
    """A tenth more light everywhere is looked at anew, and so is a picture without any."""
    plain = board()
    assert not is_same_but_for_light(BoardPicture(lit(plain, 1.1, 1.1, 1.1)), BoardPicture(plain), 1.0)
    assert not is_same_but_for_light(BoardPicture(lit(plain, 0.0, 0.0, 0.0)), BoardPicture(plain), 1.0)


def test_what_lies_in_a_hole_leaves_its_frame_as_it_was() -> None:
    """A token changes the middle of a space, what is next door one side of it, and an animal all of it."""
    laid, plain = board(), board()
    spaces = board_of(laid, SIZE)
    spaces[3, 1, 5:19, 5:19] = spaces[5, 5] = spaces[5, 6, :, :4] = (20.0, 90.0, 150.0)
    frames = stillness.changed(BoardPicture(laid), BoardPicture(plain), 1.0, SIZE).frames
    assert frames[5, 5] > 0.9
    assert frames[3, 1] < 0.2
    assert frames[5, 6] < 0.2
    assert not stillness.changed(BoardPicture(plain), BoardPicture(plain), 1.0, SIZE).frames.any()


def test_a_shadow_on_the_frame_of_a_space_leaves_it_as_it_was() -> None:
    """What is lighter or of another colour does not, and without a shadow all of it counts."""
    shaded, plain = board(), board()
    spaces = board_of(shaded, SIZE)
    spaces[5, 5] *= 0.5
    spaces[3, 1] *= 2.5
    spaces[1, 7] = (20.0, 90.0, 150.0)
    pictures = BoardPicture(shaded), BoardPicture(plain)
    frames = stillness.frames_in_shadow(*pictures, 1.0, SIZE)
    assert frames[5, 5] < 0.2
    assert min(frames[3, 1], frames[1, 7]) > 0.9
    assert stillness.changed(*pictures, 1.0, SIZE).frames[5, 5] > 0.9


def noisy(plane: Plane, seed: int) -> Plane:
    """The plane with so much noise that every space looks a little different."""
    noise = np.random.default_rng(seed).normal(0, 9, plane.shape)
    return np.asarray(np.clip(plane + noise, 0, 255), np.float32)


def test_noise_that_makes_all_spaces_differ_changes_none() -> None:
    """In poor light everything differs from picture to picture; what is laid differs by more, and so does a hole."""
    plain, laid = board(), board()
    spaces = board_of(laid, SIZE)
    spaces[5, 5:7] = (20.0, 90.0, 150.0)
    hole = spaces[5, 6, 6:18, 6:18].shape
    spaces[5, 6, 6:18, 6:18] = board_of(plain, SIZE)[5, 6, 6:18, 6:18].reshape(hole)
    now, then = BoardPicture(noisy(plain, 1)), BoardPicture(noisy(plain, 2))
    foreign = stillness.plain_change(now, then, light_between(now, then), 1.0)
    assert np.median(stillness.block_means(foreign, SIZE)) > 0.07, "less noise than this would prove nothing"
    for shown, found in ((plain, set()), (laid, {(5, 5), (5, 6)})):
        assert changed(noisy(shown, 1), noisy(plain, 2)) == found
        still = stillness.is_still(BoardPicture(noisy(shown, 1)), then, 1.0, SIZE)
        assert still == (not found)


def test_what_changes_the_frame_of_a_space_has_changed_it_though_all_else_did_a_little() -> None:
    """An animal as dark as the token that it covers, while a shadow has moved over the board."""
    plain, laid = board(), board()
    spaces = board_of(laid, SIZE)
    spaces[:, :, 6:10, 7:17] = (60.0, 30.0, 20.0)  # a fifth of every space, as a shadow's edge leaves it
    spaces[5, 5] = board_of(plain, SIZE)[5, 5]
    spaces[5, 5, :, :6] = spaces[5, 5, :, 18:] = spaces[5, 5, :4] = spaces[5, 5, 20:] = (20.0, 90.0, 150.0)
    found = stillness.changed(BoardPicture(laid), BoardPicture(plain), 1.0, SIZE)
    assert found.shares[5, 5] < 2.5 * np.median(found.shares)
    assert found.frames[5, 5] > 0.9
    assert np.argwhere(found.insides).tolist() == [[5, 5]]
