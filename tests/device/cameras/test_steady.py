"""Telling from a small picture whether the large one is worth fetching."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from device.cameras.steady import LONGEST_S, Steady, block_means

ROWS, COLUMNS = 360, 640


@pytest.fixture
def table() -> NDArray[np.uint8]:
    """A small grey picture of a table."""
    return np.random.default_rng(1).integers(60, 190, (ROWS, COLUMNS), np.uint8)


def noisy(picture: NDArray[np.uint8], seed: int, sigma: float = 3.0) -> NDArray[np.uint8]:
    """The picture as a sensor brings it another time."""
    noise = np.random.default_rng(seed).normal(0, sigma, picture.shape)
    return np.clip(np.rint(picture + noise), 0, 255).astype(np.uint8)


def test_noise_is_no_change(table: NDArray[np.uint8]) -> None:
    """Pictures of a table that lies still are told apart from the first by nothing but noise."""
    steady = Steady()
    told = [steady.changed(block_means(noisy(table, number)), number / 10) for number in range(9)]
    assert told == [True, *[False] * 8]


@pytest.mark.parametrize("corner", [(0, 0), (100, 203), (ROWS - 10, COLUMNS - 10), (181, 5)])
def test_a_token_laid_anywhere_is_a_change(table: NDArray[np.uint8], corner: tuple[int, int]) -> None:
    """A patch of ten pixels, a little lighter than what lay there, is noticed, also at the picture's edge."""
    steady = Steady()
    steady.changed(block_means(noisy(table, 0)), 0.0)
    row, column = corner
    laid = table.copy()
    laid[row : row + 10, column : column + 10] += 25
    assert steady.changed(block_means(noisy(laid, 1)), 0.1)


def test_a_light_that_fades_slowly_adds_up(table: NDArray[np.uint8]) -> None:
    """Each picture is but half a level darker than the one before; against the one last fetched it counts."""
    steady = Steady(longest_s=1e9)
    told = [steady.changed(block_means((table - 0.5 * number).astype(np.uint8)), number / 10) for number in range(30)]
    assert 3 <= sum(told) <= 10


def test_the_large_picture_is_fetched_every_second(table: NDArray[np.uint8]) -> None:
    """However still everything lies, nothing that the small picture hides stays hidden for longer."""
    steady = Steady()
    fetched = [number for number in range(100) if steady.changed(block_means(table), number / 10)]
    assert all(later - earlier <= 10 * LONGEST_S for earlier, later in itertools.pairwise(fetched))
    assert len(fetched) == 10


def test_another_size_is_a_change(table: NDArray[np.uint8]) -> None:
    """A camera opened anew with another size is not held against the old picture."""
    steady = Steady()
    assert steady.changed(block_means(table), 0.0)
    assert steady.changed(block_means(table[:200]), 0.1)


def test_the_means_are_a_copy(table: NDArray[np.uint8]) -> None:
    """The memory of the picture may be taken away afterwards."""
    means = block_means(table)
    before = means.copy()
    table[:] = 0
    assert np.array_equal(means, before)
