"""How much of the structure of empty spaces is still to be seen, from planes that are made up."""

from __future__ import annotations

import numpy as np

from tests.vision.measures.test_measuring import SIZE, floor, with_space
from vision.measures.board_picture import BoardPicture
from vision.measures.structure_kept import Structure, structure_kept
from vision.reference import PX_PER_SPACE, Plane


def compared(current: Plane, empty: Plane) -> Structure:
    """The structure of one plane against that of another."""
    return structure_kept(BoardPicture(current), BoardPicture(empty), 1.0, SIZE)


def test_the_print_in_the_middle_of_a_space_is_told_from_another() -> None:
    """In any brightness the same print is alike, another is not, and where nothing is printed nothing is legible."""
    rows, cols = np.mgrid[:PX_PER_SPACE, :PX_PER_SPACE]
    print_, other = (np.where(stripes % 8 < 4, 60.0, 110.0)[..., None] + np.zeros(3) for stripes in (rows, cols))
    empty = with_space(floor(), print_.astype(np.float32))
    for factor in (0.4, 1.0):
        same = compared((factor * empty).astype(np.float32), empty)
        changed = compared(with_space((factor * empty).astype(np.float32), (factor * other).astype(np.float32)), empty)
        assert same.disc_likeness[0, 1] > 0.95
        assert changed.disc_likeness[0, 1] < 0.3
        assert same.disc_contrast[0, 1] > 1.5
    blank = np.full(floor().shape, 90, np.float32)
    assert compared(blank, blank).disc_contrast.max() < 0.1


def test_the_shadow_of_a_bar_on_floor_and_leaf_makes_them_no_more_alike() -> None:
    """It lies on the board from the start, and on whatever comes to lie there; a print in it is still known again."""
    rows, cols = np.mgrid[:PX_PER_SPACE, :PX_PER_SPACE]
    shade = np.where(rows + cols > PX_PER_SPACE, 0.45, 1.0)[..., None]
    ground, leaf = (np.random.default_rng(n).normal(mean, 8, shade.shape) for n, mean in ((1, 90), (2, 120)))
    print_ = np.where(np.hypot(rows - 14, cols - 14)[..., None] < 4, 20.0, 90.0)
    blank, empty = (with_space(floor(), (shade * part + np.zeros(3)).astype(np.float32)) for part in (ground, print_))
    tile = (shade * leaf * (0.4, 1.1, 0.5)).astype(np.float32)
    over_blank, over_print = (compared(with_space(floor(), tile), under) for under in (blank, empty))
    bare = compared((0.7 * empty).astype(np.float32), empty)
    for covered in (over_blank, over_print):
        assert max(covered.disc_likeness[0, 1], covered.likeness[0, 1]) < 0.6
    assert min(bare.disc_likeness[0, 1], bare.likeness[0, 1]) > 0.9
    assert over_blank.disc_contrast[0, 1] < 0.5 < 1.2 < bare.disc_contrast[0, 1]
