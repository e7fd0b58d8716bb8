"""What is foreign beyond the edge of a piece may be floor in another light; what sticks out looks like the piece."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.board_parts import grid_part
from vision.measures.board_picture import BoardPicture
from vision.measures.lit_strip import is_lit_floor
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

SIZE = 9.0, 8.0
HERE = 4, 4
BEYOND = 0.25, 0.42
SIDES = ((3, 4), (5, 4), (4, 3), (4, 5))
PIECE = np.array([90.0, 30.0, 120.0])
NOISE = 1.0


def empty_plane() -> NDArray[np.float32]:
    """A speckled floor, float32 (height, width, 3)."""
    cols, rows = (round(size + 2 * MARGIN_SPACES) for size in SIZE)
    speckles = np.random.default_rng(3).normal(0.0, 8.0, (rows * PX_PER_SPACE, cols * PX_PER_SPACE, 1))
    return np.asarray(np.array([100.0, 130.0, 150.0]) + speckles, np.float32)


def with_piece(there: tuple[int, int], strip: NDArray[np.float64] | str) -> bool:
    """Whether what lies beyond the piece on ``there`` is lit floor: factors of its channels, or the piece itself."""
    empty = empty_plane()
    rows, cols = (part.start for part in grid_part(SIZE))
    now = empty.copy()
    reach = round((BEYOND[1]) * PX_PER_SPACE)
    spans = []
    for start, at, other in zip((rows, cols), HERE, there, strict=True):
        first, end = start + at * PX_PER_SPACE, start + (at + 1) * PX_PER_SPACE
        spans.append(slice(first - reach * (other < at), end + reach * (other > at)))
    if isinstance(strip, str):
        texture = np.random.default_rng(4).normal(0.0, 25.0 if strip == "leaves" else 1.0, now[tuple(spans)].shape)
        now[tuple(spans)] = PIECE + texture
    else:
        now[tuple(spans)] *= strip.astype(np.float32)
        inner = (
            slice(start + at * PX_PER_SPACE, start + (at + 1) * PX_PER_SPACE)
            for start, at in zip((rows, cols), HERE, strict=True)
        )
        now[tuple(inner)] = PIECE
    pictures = (BoardPicture(np.clip(plane, 0, 255).astype(np.uint8)) for plane in (now, empty))
    return is_lit_floor(*pictures, SIZE, HERE, there, BEYOND, all_foreign=False, noise=NOISE)


@pytest.mark.parametrize("there", SIDES)
def test_a_shadow_of_one_of_two_lamps_is_light(there: tuple[int, int]) -> None:
    """It takes the blue lamp away and leaves the yellow one: no darker shade of the floor, and floor all the same."""
    assert with_piece(there, np.array([0.5, 0.9, 0.95]))


@pytest.mark.parametrize("there", SIDES)
@pytest.mark.parametrize("look", ["plain", "leaves"])
def test_what_sticks_out_is_no_light(there: tuple[int, int], look: str) -> None:
    """A tile that lies aside, of one colour or of many leaves."""
    assert not with_piece(there, look)


def test_what_is_dimmed_like_the_piece_may_be_the_piece() -> None:
    """A strip with the very factors of the piece is believed to be that."""
    middle = np.array([100.0, 130.0, 150.0])
    assert not with_piece(SIDES[0], PIECE / middle)


def in_the_blue_lamp_s_shadow(there: tuple[int, int], noise: float) -> bool:
    """Whether floor is lit floor where the blue of a lamp fades towards the piece, in a picture with so much noise."""
    empty, rng = empty_plane(), np.random.default_rng(5)
    empty[..., 0] *= 0.3
    spans = [
        slice(part.start + at * PX_PER_SPACE, part.start + (at + 1) * PX_PER_SPACE)
        for part, at in zip(grid_part(SIZE), there, strict=True)
    ]
    here = [
        slice(part.start + at * PX_PER_SPACE, part.start + (at + 1) * PX_PER_SPACE)
        for part, at in zip(grid_part(SIZE), HERE, strict=True)
    ]
    towards = np.subtract(HERE, there)
    away = np.arange(PX_PER_SPACE)[::-1] if towards.sum() > 0 else np.arange(PX_PER_SPACE)
    left = np.clip((away - 5.0) / 4.0, 0.1, 1.0)
    now = empty.copy()
    now[tuple(spans)][..., 0] *= left[:, None] if towards[0] else left
    now[tuple(here)] = PIECE
    now += rng.normal(0.0, noise, now.shape).astype(np.float32)
    pictures = (BoardPicture(np.clip(plane, 0, 255).astype(np.float32)) for plane in (now, empty))
    return is_lit_floor(*pictures, SIZE, HERE, there, BEYOND, all_foreign=False, noise=noise)


@pytest.mark.parametrize("there", SIDES)
@pytest.mark.parametrize("noise", [0.5, 6.0])
def test_the_soft_edge_of_a_shadow_is_light(there: tuple[int, int], noise: float) -> None:
    """It is as deep along the whole piece at one distance; what little blue is left is full of noise."""
    assert in_the_blue_lamp_s_shadow(there, noise)
