"""The search for the drawing that fits a token best, against looking at every drawing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.prints.icon_drawings import ACROSS, INSIDE, Floats, draw
from vision.prints.icon_search import IconSearch
from vision.prints.icons import Icon
from vision.reference import PX_PER_SPACE

MIDDLE = (PX_PER_SPACE - 1) / 2


def icon(kind: int) -> Icon:
    """A made-up icon: three blots of two colours, others for every kind."""
    random = np.random.default_rng(kind)
    cover = np.zeros((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    ink = np.zeros((PX_PER_SPACE, PX_PER_SPACE, 3), np.float32)
    for _ in range(3):
        blot = np.zeros_like(cover)
        x, y, long, short = (*random.normal(MIDDLE, 2.5, 2), *random.uniform(1.5, 4.5, 2))
        cv2.ellipse(blot, ((x, y), (2 * long, 2 * short), float(random.uniform(0, 180))), 1.0, -1, cv2.LINE_AA)
        cover, ink = np.maximum(cover, blot), np.where(blot[..., None] > 0.5, random.uniform(20, 230, 3), ink)
    return Icon(str(kind), np.asarray(ink * cover[..., None], np.float32), cover, (MIDDLE, MIDDLE))


ICONS = [[icon(2 * kind), icon(2 * kind + 1)] for kind in range(4)]
SEARCH = IconSearch.among(draw(ICONS))


def token(shown: Icon, size: float, turn_deg: float, noise: float) -> Floats:
    """The middle of a dark disc with an icon on it, (1, 3, p)."""
    matrix = cv2.getRotationMatrix2D(shown.middle_xy, turn_deg, size)
    matrix[:, 2] += -ACROSS[0] - MIDDLE
    ink, cover = (cv2.warpAffine(part, matrix, INSIDE.shape) for part in (shown.ink, shown.cover))
    seen = ink + (1 - cover[..., None]) * np.array([40.0, 55.0, 70.0])
    seen = seen + np.random.default_rng(7).normal(0, noise, seen.shape)
    return np.asarray(seen[INSIDE].T[None], np.float32)


def test_every_drawing_is_one_of_the_few_or_beside_one() -> None:
    """Nothing is left out for good, and the few are a quarter of all."""
    assert set(SEARCH.neighbours.reshape(-1).tolist()) == set(range(len(SEARCH.every.kind)))
    assert 4 * len(SEARCH.few.kind) == len(SEARCH.every.kind)
    kinds = SEARCH.every.kind[SEARCH.neighbours]
    assert (kinds == SEARCH.few.kind[:, None]).all()


@pytest.mark.parametrize("size", [0.7, 0.76, 0.9, 1.0])
@pytest.mark.parametrize("turn_deg", [0.0, 100.0, 241.0, 349.0])
def test_the_drawing_that_is_found_is_the_best_of_all(size: float, turn_deg: float) -> None:
    """Whatever the size, the turn and the noise: for every kind hardly more is left, and the least for the true one."""
    for kind, icons in enumerate(ICONS):
        for noise in (0.0, 12.0):
            seen = token(icons[1], size, turn_deg, noise)
            found = SEARCH.left(seen)
            left = SEARCH.every.unexplained(seen)
            best = {each: left[SEARCH.every.kind == each].min(axis=0) for each in range(len(ICONS))}
            assert min(found, key=lambda each: float(found[each].min())) == kind
            assert found.keys() == best.keys()
            for each in best:
                assert best[each] <= found[each] + 1e-3
                assert found[each] <= 1.05 * best[each] + 1.0


def test_a_kind_without_a_drawing_is_left_out() -> None:
    """Not every kind need be printed; the others are told apart as before."""
    search = IconSearch.among(draw([ICONS[0], [], ICONS[2]]))
    assert search.left(token(ICONS[2][0], 0.8, 30.0, 0.0)).keys() == {0, 2}
