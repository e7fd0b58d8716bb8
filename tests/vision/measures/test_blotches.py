"""Blotches: noise of one channel that is smeared over several pixels, told by the rim of two pictures of a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.blotches import blotched, but_for_shadows, may_be_blotched, rim_of
from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture, gray_of
from vision.measures.color import Change, compare, estimate_light, noise_level
from vision.measures.occlusion import find_occlusion
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

SIZE = (9.0, 8.0)
BLUE = 0


def board() -> Plane:
    """A dark board with a rim and lines."""
    width, height = plane_size_wh(SIZE)
    plane = np.full((height, width, 3), (20.0, 45.0, 60.0), np.float32)
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    plane[start - 2 : start + 1, start:-start] = plane[start:-start, start - 2 : start + 1] = (30.0, 110.0, 140.0)
    inside = slice(start, -start)
    lines = slice(start, -start, PX_PER_SPACE)
    plane[lines, inside] = plane[inside, lines] = (25.0, 80.0, 100.0)
    return plane


def taken(plane: Plane, seed: int, blotches: float) -> Plane:
    """A picture of it with a little noise, and blotches in blue of so many grey levels."""
    random = np.random.default_rng(seed)
    seen = plane + random.normal(0, 0.7, plane.shape)
    smeared = cv2.GaussianBlur(random.normal(0, 1, plane.shape[:2]), (0, 0), 2.0)
    seen[..., BLUE] += blotches * smeared / smeared.std()
    return np.asarray(np.clip(seen, 0, 255), np.float32)


def change(now: Plane, then: Plane) -> Change:
    """What differs between two pictures."""
    seen, known = BoardPicture(now), BoardPicture(then)
    return compare(seen, known, estimate_light(seen, known), noise_level(gray_of(now)))


def hand(now: Plane, then: Plane) -> bool:
    """Whether a hand is seen."""
    found = find_occlusion(change(now, then), SIZE, BoardPicture(now), BoardPicture(then), noise_level(gray_of(now)))
    return found.hand


@pytest.mark.parametrize("seed", range(4))
def test_blotches_are_no_hand_and_nothing_foreign(seed: int) -> None:
    """Pixel noise tells nothing of them, and yet most of the board looks as it did."""
    now, then = taken(board(), seed, 6.0), taken(board(), seed + 50, 6.0)
    found = change(now, then)
    assert found.blotches[BLUE] > 2.0
    assert found.blotches[1:] == (1.0, 1.0)
    assert not hand(now, then)
    assert board_of(found.plain, SIZE).mean() < 0.25


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_seen_through_blotches(seed: int) -> None:
    """The other channels tell."""
    covered = board()
    covered[: 4 * PX_PER_SPACE, 5 * PX_PER_SPACE : 7 * PX_PER_SPACE] = (70.0, 110.0, 170.0)
    assert hand(taken(covered, seed, 6.0), taken(board(), seed + 50, 6.0))


def test_without_blotches_nothing_counts_otherwise() -> None:
    """Plain noise leaves every channel its unit, and so does something on one side of the rim."""
    now, then = taken(board(), 1, 0.0), taken(board(), 2, 0.0)
    now[:, : now.shape[1] // 8] = (70.0, 110.0, 170.0)
    assert max(change(now, then).blotches) < 1.1


def test_the_rim_is_looked_at_and_not_the_spaces() -> None:
    """What lies on the board says nothing of noise."""
    width, height = plane_size_wh(SIZE)
    rim: NDArray[np.bool_] = np.zeros(height * width, np.bool_)
    sides = rim_of((height, width))
    rim[sides] = True
    assert not board_of(rim.reshape(height, width), SIZE).any()
    rows, cols = np.divmod(sides, width)
    assert (rows[0].max(), cols[2].max()) < (MARGIN_SPACES * PX_PER_SPACE, MARGIN_SPACES * PX_PER_SPACE)
    assert (rows[1].min(), cols[3].min()) > (height / 2, width / 2)


def test_what_is_darker_alone_or_on_one_side_alone_is_no_blotches() -> None:
    """A shadow over all of the rim, or a hand on one side of it, leaves the unit as it is."""
    random = np.random.default_rng(3)
    off = random.normal(0, 6, (4, 100)).astype(np.float32)
    assert blotched(-off - 1, off - 1) > 4
    assert blotched(np.abs(off), -np.abs(off)) == 1.0
    one = np.where(np.arange(4)[:, None] == 0, off, 0.0).astype(np.float32)
    assert blotched(-one - 1, one - 1) == 1.0


def barred(plane: Plane, moved_px: int) -> Plane:
    """The same under bars of shade across all of it, so far on."""
    down, right = np.indices(plane.shape[:2])
    return np.where(((down + right + moved_px) % 60 < 24)[..., None], 0.4 * plane, plane).astype(np.float32)


@pytest.mark.parametrize("blotches", [0.0, 6.0], ids=["by day", "with blotches as well"])
def test_shadows_that_have_moved_are_no_blotches(blotches: float) -> None:
    """They make some of the rim darker and some lighter all round, in all channels: a leaf is still no floor."""
    leaf = slice(4 * PX_PER_SPACE, 6 * PX_PER_SPACE), slice(5 * PX_PER_SPACE, 7 * PX_PER_SPACE)
    laid = board()
    laid[leaf] = (30.0, 95.0, 25.0)
    now, then = (barred(taken(p, seed, blotches), 30 * seed) for p, seed in ((laid, 1), (board(), 0)))
    found = change(now, then)
    assert min(found.blotches) < 1.8
    assert found.plain[leaf].mean() > 0.7


def test_only_what_all_channels_share_beyond_blotches_is_left_out() -> None:
    """In poor light the channel that differs least has little of them."""
    assert but_for_shadows([1.0, 1.7, 4.4]) == (1.0, 1.7, 4.4)
    assert but_for_shadows([8.0, 7.7, 11.7]) == pytest.approx((2.0, 1.7, 5.7))


@pytest.mark.parametrize("seed", range(20))
def test_where_counting_says_that_there_are_no_blotches_there_are_none(seed: int) -> None:
    """It spares the measuring, and denies nothing that this would find."""
    random = np.random.default_rng(seed)
    off = random.normal(random.uniform(-2.5, 0.0, (9, 4, 1)), 1.0, (9, 4, 50)).astype(np.float32)
    below, above = off - 0.3, -off - 0.3
    found = np.array([blotched(*parts) > 1.0 for parts in zip(below, above, strict=True)])
    assert not (found & ~may_be_blotched(below > 0, above > 0)).any()


def test_counting_tells_most_blotches_from_none() -> None:
    """A channel that is beyond all that it may be on two sides may have some, one that is so on one side has none."""
    beyond = np.zeros((2, 4, 50), np.bool_)
    beyond[0, :2] = beyond[1, :1] = True
    assert may_be_blotched(beyond, beyond).tolist() == [True, False]
