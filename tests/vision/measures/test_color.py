"""Light and change between two pictures of a board, on drawn planes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture, gray_of
from vision.measures.color import Change, compare, estimate_light, noise_level
from vision.reference import PX_PER_SPACE, plane_size_wh

SIZE = (9.0, 8.0)


def floor(seed: int = 0) -> NDArray[np.float32]:
    """A mottled dark board with its lines."""
    random = np.random.default_rng(seed)
    width, height = plane_size_wh(SIZE)
    plane = cv2.GaussianBlur(random.normal(0, 60, (height, width, 3)), (0, 0), 3.0) + np.array([50.0, 65.0, 60.0])
    margin = round(0.75 * PX_PER_SPACE)
    for k in range(10):
        plane[margin : height - margin, min(margin + k * PX_PER_SPACE, width - 1)] += 45
    for k in range(9):
        plane[min(margin + k * PX_PER_SPACE, height - 1), margin : width - margin] += 45
    return np.clip(plane, 5, 250).astype(np.float32)


def changed(now: NDArray[np.float32], then: NDArray[np.float32], noise: float) -> Change:
    """What differs under the light that the two planes tell."""
    seen, known = BoardPicture(now), BoardPicture(then)
    return compare(seen, known, estimate_light(seen, known), noise)


def field(seed: int) -> NDArray[np.float32]:
    """A smooth random light, a factor a pixel and channel."""
    random = np.random.default_rng(seed)
    width, height = plane_size_wh(SIZE)
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slope = 1 + random.uniform(-0.3, 0.3) * across + random.uniform(-0.3, 0.3) * down
    return (slope[..., None] * random.uniform(0.6, 1.3, 3)).astype(np.float32)


@pytest.mark.parametrize("seed", range(6))
def test_a_smooth_light_is_recovered(seed: int) -> None:
    """The gain between two pictures of the same board is the light that was put on one of them."""
    plane, light = floor(seed), field(seed)
    found = estimate_light(BoardPicture(plane * light), BoardPicture(plane)).gain
    inner = board_of(np.abs(found / light - 1), SIZE)
    assert inner.mean() < 0.02
    assert inner.max() < 0.12


@pytest.mark.parametrize("seed", range(6))
def test_covered_spaces_do_not_bend_the_light(seed: int) -> None:
    """With two thirds of the board under bright tiles the light is still that of the rest."""
    plane, light = floor(seed), field(seed)
    now = plane * light
    tiles = board_of(now, SIZE)
    random = np.random.default_rng(seed)
    for row, col in np.argwhere(random.random((8, 9)) < 0.66):
        tiles[row, col] = random.uniform(40, 200, (PX_PER_SPACE, PX_PER_SPACE, 3))
    found = estimate_light(BoardPicture(now), BoardPicture(plane)).gain
    assert board_of(np.abs(found / light - 1), SIZE).mean() < 0.04


@pytest.mark.parametrize("seed", range(3))
def test_pieces_never_change_what_the_rim_tells_of_light(seed: int) -> None:
    """The two outermost rings of patches are the same whatever lies on the grid, though the second reaches onto it."""
    plane = floor(seed)
    full = plane.copy()
    board_of(full, SIZE)[:] = np.random.default_rng(seed).uniform(0, 255, (8, 9, PX_PER_SPACE, PX_PER_SPACE, 3))
    bare, laden = BoardPicture(plane).patches, BoardPicture(full).patches
    rim = np.ones(bare.medians.shape[:2], np.bool_)
    rim[2:-2, 2:-2] = False
    assert np.array_equal(laden.medians[rim], bare.medians[rim])
    assert np.array_equal(laden.structure[rim], bare.structure[rim])
    assert not np.array_equal(laden.medians[~rim], bare.medians[~rim])


@pytest.mark.parametrize("seed", range(4))
def test_the_same_board_in_another_light_is_not_foreign(seed: int) -> None:
    """Light alone changes nothing."""
    plane = floor(seed)
    now = np.clip(plane * field(seed), 0, 255)
    change = changed(now, plane, noise_level(gray_of(now)))
    assert board_of(change.plain, SIZE).mean(axis=(2, 3)).max() < 0.1


def test_a_shadow_is_foreign_as_it_is_and_not_as_a_shade() -> None:
    """A hard shadow changes the level and keeps the colour."""
    plane = floor()
    now = plane.copy()
    board_of(now, SIZE)[2:5, 2:5] *= 0.55
    change = changed(now, plane, 1.0)
    assert board_of(change.plain, SIZE)[3, 3].mean() > 0.8
    assert board_of(change.shaded, SIZE)[3, 3].mean() < 0.1


def test_another_hue_is_foreign_in_any_shade() -> None:
    """A red tile is no shadow of a grey-green floor."""
    plane = floor()
    now = plane.copy()
    board_of(now, SIZE)[3, 3] = (15, 15, 70)
    change = changed(now, plane, 1.0)
    assert board_of(change.shaded, SIZE)[3, 3].mean() > 0.8


def test_half_a_pixel_of_misplacement_is_tolerated() -> None:
    """A pose is never better than some hundredths of a space: lines may lie a little beside themselves."""
    plane = floor()
    moved = cv2.warpAffine(
        plane, np.array([[1, 0, 0.7], [0, 1, -0.6]]), plane.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
    )
    shifted = np.asarray(moved, np.float32)
    change = changed(shifted, plane, 1.0)
    assert board_of(change.plain, SIZE).mean() < 0.03


@pytest.mark.parametrize("sigma", [1.0, 3.0, 6.0])
def test_noise_is_measured(sigma: float) -> None:
    """The noise of a mottled picture is measured within a third, its structure does not count."""
    plane = cv2.GaussianBlur(floor(), (0, 0), 2.0)
    one = np.random.default_rng(1).normal(0, sigma, plane.shape[:2]).astype(np.float32)
    assert noise_level(gray_of(plane + one[..., None])) == pytest.approx(sigma, rel=0.34)


@pytest.mark.parametrize("sigma", [0.0, 0.1, 4.0])
def test_noise_is_the_middle_of_all_that_is_curved(sigma: float) -> None:
    """However little of a picture is noisy: only some of it is sorted to find the middle."""
    height, width = 228, 252
    gray = np.zeros((height, width), np.float32)
    gray[:, : width * 2 // 3] = np.random.default_rng(2).normal(0, sigma, (height, width * 2 // 3))
    for seen in (gray, gray.T.copy()):
        kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
        curved = np.sort(np.abs(cv2.filter2D(seen, cv2.CV_32F, kernel)[::2, ::2]).ravel())
        assert noise_level(seen) == pytest.approx(float(curved[len(curved) // 2]) / (0.6745 * 6))


def burning(plane: NDArray[np.float32], seed: int) -> NDArray[np.float32]:
    """A light in which three quarters of a board's red are too much for a camera that cuts off at 255."""
    light = field(seed)
    light[..., 2] *= 255 / np.percentile(board_of(plane * light, SIZE)[..., 2], 25)
    return light


@pytest.mark.parametrize("seed", range(4))
def test_light_is_told_by_what_it_does_not_cut_off(seed: int) -> None:
    """Red cut off over most of a board: its light is told by the darker parts, when it comes and when it goes."""
    plane = floor(seed)
    light = burning(plane, seed)
    now = np.minimum(plane * light, np.float32(255))
    found = estimate_light(BoardPicture(now), BoardPicture(plane)).gain
    back = estimate_light(BoardPicture(plane), BoardPicture(now)).gain
    for off in (np.abs(found / light - 1), np.abs(back * light - 1)):
        assert board_of(off, SIZE).mean() < 0.03
        assert board_of(off, SIZE)[..., 2].max() < 0.12


@pytest.mark.parametrize("seed", range(4))
def test_a_channel_that_is_cut_off_as_it_should_be_is_not_foreign(seed: int) -> None:
    """Light that cuts red off changes nothing, when it comes and when it goes; what other channels show still does."""
    plane = floor(seed)
    now = np.minimum(plane * burning(plane, seed), np.float32(255))
    for seen, known in ((now, plane), (plane, now)):
        change = changed(seen, known, 1.0)
        assert board_of(change.plain, SIZE).mean(axis=(2, 3)).max() < 0.1
        assert board_of(change.shaded, SIZE).mean(axis=(2, 3)).max() < 0.1
        laid = seen.copy()
        board_of(laid, SIZE)[3, 3] *= np.array([0.5, 1.7, 1.0], np.float32)
        change = changed(laid, known, 1.0)
        assert board_of(change.plain, SIZE)[3, 3].mean() > 0.8
        assert board_of(change.shaded, SIZE)[3, 3].mean() > 0.6


def test_a_channel_at_the_cut_where_none_is_expected_is_foreign() -> None:
    """A reflection is no floor: there the light was not so strong."""
    plane = floor()
    now = plane.copy()
    board_of(now, SIZE)[3, 3, :, :, 2] = 255
    assert board_of(changed(now, plane, 1.0).plain, SIZE)[3, 3].mean() > 0.8


def test_a_blank_picture_has_no_likeness() -> None:
    """Black has the structure of nothing."""
    plane = floor()
    assert estimate_light(BoardPicture(np.zeros_like(plane)), BoardPicture(plane)).likeness == 0.0
    assert estimate_light(BoardPicture(plane * field(3)), BoardPicture(plane)).likeness > 0.9
