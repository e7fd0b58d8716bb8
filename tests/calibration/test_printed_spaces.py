"""Spaces with an icon are parted from plain ones by how strange they are, and by what is printed twice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.printed_spaces import likest, spaces_with_icons, split
from calibration.treasures import SCALE, icons_of

LITTER = np.geomspace(2.0, 4.9, 56)  # ground on which leaves are printed
EVEN = np.geomspace(1.2, 1.8, 66)
BERRIES, FEATHERS = np.array([28.7, 27.3, 26.8]), np.array([14.5, 14.3, 14.0, 13.7, 13.5, 12.6])
NUTS = np.array([10.7, 10.5, 9.8, 8.9, 8.9, 8.1, 8.0])
BRIGHT = np.array([22.5, 21.5, 21.4, 21.1, 20.4, 19.5, 19.0, 18.4, 18.2])  # berries and feathers on humus
DULL = np.array([8.6, 8.1, 7.7, 6.8, 6.5, 6.4])  # mushrooms and nuts on it
HUMUS = np.geomspace(1.8, 3.2, 57)
PHOTOGRAPHED = np.array([19.5, 19.1, 17.8, 17.1, 12.9, 12.6, 12.3])  # berries and feathers on a photograph of ground
BROWN = np.array([8.5, 8.4, 8.3, 7.8, 7.7, 7.4])  # nuts and mushrooms on it
TWIGS = np.geomspace(2.0, 5.9, 58)


@pytest.mark.parametrize(
    ("icons", "ground"),
    [
        (np.concatenate([BERRIES, FEATHERS, NUTS]), LITTER),  # berries stand out from the rest more than that does
        (np.concatenate([BRIGHT, DULL]), HUMUS),  # the bright ones stand out from the dull a little more than those do
        (np.concatenate([PHOTOGRAPHED, BROWN]), TWIGS),  # so do these, and seven were few for a board (R1.2)
        (np.concatenate([BERRIES, BERRIES]), EVEN),  # a board may have few
        (np.array([]), 0.8 * LITTER),
    ],
)
def test_icons_are_parted_from_the_ground_and_not_from_each_other(icons: np.ndarray, ground: np.ndarray) -> None:
    """However far kinds lie apart, all are icons."""
    strangest = np.random.default_rng(1).permutation(np.concatenate([icons, ground]))
    printed, sure = split(strangest)
    assert sorted(strangest[printed]) == sorted(icons)
    assert ((sure >= 0) & (sure <= 1)).all()


def test_a_dull_icon_is_told_by_its_twin() -> None:
    """On a photograph of moss and leaves it stands out no more than those do, but they are nowhere the same."""
    ground, dull = np.geomspace(1.3, 6.1, 54), np.linspace(4.0, 5.0, 10)
    strangest = np.concatenate([[10.1, 10.5, 10.6, 10.1], dull, ground])
    twins = np.concatenate([np.full(14, 0.78), np.linspace(0.4, 0.6, 54)])
    assert np.flatnonzero(spaces_with_icons(strangest, twins).there).tolist() == list(range(14))
    assert not split(strangest).there[4:14].any()  # by their strangeness alone they are ground


def test_the_only_icon_of_its_kind_is_told_by_how_it_stands_out() -> None:
    """It has no twin, and no less of an edge than the others."""
    strangest = np.concatenate([np.linspace(9.0, 12.0, 19), np.geomspace(1.5, 3.0, 53)])
    twins = np.concatenate([[0.45], np.linspace(0.85, 0.95, 18), np.linspace(0.4, 0.6, 53)])
    found = spaces_with_icons(strangest, twins)
    assert np.flatnonzero(found.there).tolist() == list(range(19))
    assert found.sure[0] < found.sure[1]
    assert found.sure[[1, *range(30, 72)]].min() > 0.95  # of what is plain as well


@pytest.mark.parametrize("stands_out", [12.0, 20.0, 30.0])
def test_the_only_bright_icon_is_told_among_dull_ones(stands_out: float) -> None:
    """The others are told by their twins; it stands out far more than they do, and from the ground."""
    strangest = np.concatenate([[stands_out], np.full(19, 5.0), np.geomspace(1.3, 4.0, 52)])
    twins = np.concatenate([[0.45], np.linspace(0.85, 0.95, 19), np.linspace(0.4, 0.6, 52)])
    assert np.flatnonzero(spaces_with_icons(strangest, twins).there).tolist() == list(range(20))


def test_ground_that_is_printed_in_a_pattern_is_ground() -> None:
    """All of its spaces have twins: that tells nothing."""
    strangest = np.concatenate([np.linspace(9.0, 12.0, 20), np.geomspace(1.5, 3.0, 52)])
    found = spaces_with_icons(strangest, np.concatenate([np.full(20, 0.9), np.linspace(0.85, 0.95, 52)]))
    assert np.flatnonzero(found.there).tolist() == list(range(20))


def test_a_lone_look_alike_of_something_plain_is_no_icon() -> None:
    """Two pieces of ground that happen to be alike do not stand out."""
    strangest = np.concatenate([np.linspace(9.0, 12.0, 20), np.geomspace(1.5, 3.0, 52)])
    twins = np.concatenate([np.full(20, 0.9), np.linspace(0.4, 0.6, 50), [0.8, 0.8]])
    assert np.flatnonzero(spaces_with_icons(strangest, twins).there).tolist() == list(range(20))


def test_a_board_without_icons_has_none() -> None:
    """Whatever is a little alike on it."""
    assert not spaces_with_icons(np.geomspace(1.5, 3.8, 72), np.linspace(0.3, 0.6, 72)).there.any()
    assert not spaces_with_icons(np.linspace(1.0, 3.0, 72), np.ones(72)).there.any()  # nor if all of it is


def littered(icons: dict[int, int], rng: np.random.Generator) -> np.ndarray:
    """The spaces of a board as CIE Lab: leaves of all tones everywhere, and drawings of some number on some spaces."""
    spaces = np.empty((72, SCALE, SCALE, 3))
    drawings = [rng.uniform(-1, 1, (8, 8)) for _ in range(4)]
    for n in range(72):
        plane = np.full((SCALE, SCALE), 45.0, np.float32)
        for _ in range(40):
            at, axes = rng.integers(0, SCALE, 2), rng.integers(2, 7, 2)
            place = (int(at[0]), int(at[1])), (int(axes[0]), int(axes[1]))
            cv2.ellipse(plane, *place, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(30, 60)), -1)
        if n in icons:
            drawn = cv2.resize(drawings[icons[n]].astype(np.float32), (24, 24), interpolation=cv2.INTER_CUBIC)
            down, right = 8 + rng.integers(-1, 2, 2)
            plane[down : down + 24, right : right + 24] = 45 + 24 * drawn
        lit = np.linspace(0, rng.uniform(-40, 40), SCALE)  # light falls off
        spaces[n] = np.stack([plane + lit + rng.normal(0, 1, plane.shape), 0 * plane, 0 * plane], axis=-1)
    return spaces


@pytest.mark.parametrize("seed", range(4))
def test_the_same_drawing_on_two_spaces_is_alike_in_any_light(seed: int) -> None:
    """Moved by a sample of forty, under light that falls off; litter is not."""
    icons = {3: 0, 20: 0, 33: 1, 50: 1, 51: 1, 70: 2, 8: 2}
    twins = likest(littered(icons, np.random.default_rng(seed)))
    assert twins[list(icons)].min() > np.delete(twins, list(icons)).max()


@pytest.mark.parametrize("seed", range(4))
def test_icons_on_litter_are_seen(seed: int) -> None:
    """Drawings no lighter and no darker than the leaves they lie on."""
    rng = np.random.default_rng(seed)
    icons = {int(cell): n % 4 for n, cell in enumerate(rng.choice(72, 20, replace=False))}
    assert set(icons_of(littered(icons, rng)).where.tolist()) == set(icons)
