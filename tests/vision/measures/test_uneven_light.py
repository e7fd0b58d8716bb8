"""Bands of a lamp that flickers lie over pictures that are read out row by row: they are light, and no piece is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.measures.board_picture import BoardPicture
from vision.measures.color import compare, estimate_light
from vision.measures.uneven_light import alike_but_for_slopes, light_between, light_patch_by_patch, light_under_shadows
from vision.reference import PX_PER_SPACE, Plane, plane_size_wh

SIZE = (9.0, 8.0)
NOISE = 1.0
PIECE = (slice(96, 144), slice(96, 168))  # rows and columns of pixels: two spaces by three


def board() -> Plane:
    """An empty board with a mottled print on a table, float32 (height, width, 3)."""
    width, height = plane_size_wh(SIZE)
    rng = np.random.default_rng(3)
    mottles = cv2.resize(rng.normal(0.0, 14.0, (height // 3, width // 3)), (width, height))
    return np.asarray(np.array([60.0, 90.0, 80.0]) + mottles[..., None], np.float32)


def noisy(plane: Plane, seed: int) -> BoardPicture:
    """A picture of it."""
    return BoardPicture((plane + np.random.default_rng(seed).normal(0.0, NOISE, plane.shape)).astype(np.float32))


def bands(phase: float, spaces: float = 5.0, depth: float = 0.13) -> Plane:
    """Factors of light that swing from far to near, one period in so many spaces, (height, 1, 1)."""
    height = plane_size_wh(SIZE)[1]
    turns = np.arange(height) / (spaces * PX_PER_SPACE) + phase
    return np.asarray(1 + depth * np.sin(2 * np.pi * turns), np.float32)[:, None, None]


@pytest.mark.parametrize("phase", [0.2, 0.5, 0.8])
def test_bands_of_light_are_no_change_of_the_board(phase: float) -> None:
    """Under a smooth field a good part of the bare board looks foreign."""
    empty, seen = noisy(board() * bands(0.0), 1), noisy(board() * bands(phase), 2)
    smooth = compare(seen, empty, estimate_light(seen, empty), NOISE)
    even = compare(seen, empty, light_between(seen, empty), NOISE)
    assert even.plain.mean() < 0.03
    assert smooth.plain.mean() > 5 * even.plain.mean()


@pytest.mark.parametrize("phase", [0.2, 0.5])
def test_a_piece_under_bands_is_foreign_all_over(phase: float) -> None:
    """It shows nothing of the floor, so it says nothing about the light."""
    laid = board()
    leaves = np.random.default_rng(7).normal(0.0, 12.0, laid[PIECE].shape)
    laid[PIECE] = np.array([60.0, 150.0, 75.0]) + leaves
    empty, seen = noisy(board() * bands(0.0), 1), noisy(laid * bands(phase), 2)
    even = compare(seen, empty, light_between(seen, empty), NOISE)
    assert even.plain[PIECE].mean() > 0.9
    bare = even.plain.copy()
    bare[PIECE] = 0.0
    assert bare.mean() < 0.02


def test_steady_light_is_a_smooth_field() -> None:
    """What a shadow or a piece takes away is no light of the table: nothing is evened."""
    empty, dark = noisy(board(), 1), board() * 0.8
    dark[:120, :160] *= 0.5
    seen = noisy(dark, 2)
    assert np.array_equal(light_between(seen, empty).channels, estimate_light(seen, empty).channels)


def soft_shadow(depth: float = 0.3, reach: float = 0.28) -> Plane:
    """Factors of light with a shadow over the far left, so far round it, somewhat bluish, (height, width, 3)."""
    width, height = plane_size_wh(SIZE)
    across, down = np.meshgrid(np.arange(width) / width, np.arange(height) / height)
    inside = np.hypot(across - 0.25, down - 0.3) / reach
    dark = depth / (1 + np.exp((inside - 1) / 0.1))
    return np.asarray(1 - dark[..., None] * np.array([0.85, 0.97, 1.0]), np.float32)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_shadow_that_falls_on_a_part_of_the_board_or_leaves_it_is_light(leaves: bool) -> None:
    """Under a smooth field the bare board looks foreign in it, and a piece in it stays foreign all over."""
    laid = board()
    laid[PIECE] = np.array([60.0, 150.0, 75.0]) + np.random.default_rng(7).normal(0.0, 12.0, laid[PIECE].shape)
    then, now = (soft_shadow(), 1.0) if leaves else (1.0, soft_shadow())
    empty, seen = noisy(board() * then, 1), noisy(laid * now, 2)
    smooth = light_between(seen, empty)
    even = compare(seen, empty, light_under_shadows(smooth, seen, empty), NOISE).plain
    assert even[PIECE].mean() > 0.9
    bare = np.ones(even.shape, bool)
    bare[PIECE] = False
    assert even[bare].mean() < 0.02
    assert compare(seen, empty, smooth, NOISE).plain[bare].mean() > 5 * even[bare].mean()


def test_light_is_told_patch_by_patch_beside_a_piece() -> None:
    """Floor that is lighter round a piece is no change, however little lighter it is; the piece is foreign all over."""
    laid, round_it = board(), np.ones((*board().shape[:2], 1), np.float32)
    laid[PIECE] = np.array([60.0, 150.0, 75.0]) + np.random.default_rng(7).normal(0.0, 12.0, laid[PIECE].shape)
    round_it[84:156, 84:180] = 1.08
    empty, seen = noisy(board(), 1), noisy(laid * round_it, 2)
    smooth = light_between(seen, empty)
    told = light_patch_by_patch(smooth, seen, empty)
    near = np.zeros(laid.shape[:2], np.bool_)
    near[84:156, 84:180] = True
    near[PIECE] = False
    even, uneven = (compare(seen, empty, light, NOISE).plain for light in (told, smooth))
    assert even[near].mean() < 0.4 * uneven[near].mean()
    assert even[PIECE].mean() > 0.9


def test_what_glitters_here_and_there_is_no_shadow() -> None:
    """Gilt lines are lighter in one place and darker beside it once anything has moved."""
    width, height = plane_size_wh(SIZE)
    half = PX_PER_SPACE // 2
    glints = np.random.default_rng(5).normal(0.0, 0.12, (height // half, width // half))
    glitter = np.kron(np.exp(glints), np.ones((half, half)))[:height, :width, None]
    empty, seen = noisy(board(), 1), noisy(board() * glitter.astype(np.float32), 2)
    smooth = estimate_light(seen, empty)
    assert light_under_shadows(smooth, seen, empty) is smooth


def test_in_steady_light_there_is_no_shadow() -> None:
    """Where a smooth field explains the board it is left as it is, and so it is where hardly any of it is seen."""
    empty, seen = noisy(board(), 1), noisy(board() * 0.8, 2)
    hidden = noisy(np.full_like(board(), 120.0), 3)
    for picture in (seen, hidden):
        smooth = estimate_light(picture, empty)
        assert light_under_shadows(smooth, picture, empty) is smooth


def test_a_faint_print_is_told_under_the_edge_of_a_shadow() -> None:
    """There the edge is most of what a patch shows: beside a tile at the rim the light would be guessed without it."""
    faint = board() * 0.2 + board().mean(axis=(0, 1)) * 0.8
    laid = faint.copy()
    laid[18:66, 18:66] = np.array([60.0, 150.0, 75.0])  # two spaces by two in the far left corner
    width, height = plane_size_wh(SIZE)
    edge = 1 / (1 + np.exp((np.arange(width) - 3.6 * PX_PER_SPACE) / 8.0))
    shadow = np.broadcast_to(1 - 0.5 * (1 - edge), (height, width))[..., None]
    empty, seen = noisy(faint, 1), noisy(laid * shadow, 2)
    even = compare(seen, empty, light_under_shadows(light_between(seen, empty), seen, empty), NOISE).plain
    assert even[18:66, 69 : 69 + 2 * PX_PER_SPACE].mean() < 0.25


def test_a_shadow_over_a_tenth_of_the_board_is_light_and_a_hint_of_one_is_left_alone() -> None:
    """The smooth field is none the worse for a hint, and bands of noise might be taken for one."""
    empty, small, hint = (
        noisy(board(), 1),
        noisy(board() * soft_shadow(0.35, reach=0.14), 2),
        noisy(board() * soft_shadow(0.05), 3),
    )
    assert light_under_shadows(light_between(small, empty), small, empty) is not light_between(small, empty)
    even = compare(small, empty, light_under_shadows(light_between(small, empty), small, empty), NOISE)
    assert even.plain.mean() < 0.02
    hint = noisy(board() * soft_shadow(0.05), 3)
    smooth = light_between(hint, empty)
    assert light_under_shadows(smooth, hint, empty) is smooth


def test_patches_are_alike_beside_the_slope_of_a_shadow_and_others_are_not() -> None:
    """What is printed differs from patch to patch; only where the slope is nearly all of it is it left out."""
    random = np.random.default_rng(1)
    down, right = np.mgrid[:12, :12].reshape(2, -1) - 5.5
    known, other = random.normal(0.0, 1.0, (2, 144))
    half = 0.7 * known + 0.714 * other
    steep = 2.0 * down + right

    def structure(*patches: Plane) -> Plane:
        rows = np.array(patches, np.float32)[None]
        return np.asarray(rows / np.linalg.norm(rows, axis=2, keepdims=True), np.float32)

    then = structure(known, known, known, known)
    now = structure(known + steep, other + steep, half, 0.5 * known + other + steep)
    alike = np.einsum("rcn,rcn->rc", now, then)
    found = alike_but_for_slopes(now, then, np.minimum(alike, 0.2))
    assert found[0, 0] > 0.95
    assert np.array_equal(found[0, 1:], np.minimum(alike, 0.2)[0, 1:])
