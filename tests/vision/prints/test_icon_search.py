"""The search for the drawing that fits a token best, against looking at every drawing."""

from __future__ import annotations

import pytest

from tests.vision.prints.icons_drawn import icon, token
from vision.prints.icon_drawings import draw
from vision.prints.icon_search import IconSearch

ICONS = [[icon(2 * kind), icon(2 * kind + 1)] for kind in range(4)]
SEARCH = IconSearch.among(draw(ICONS))


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
            seen = token(icons[1].ink, icons[1].cover, size, turn_deg, noise)
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
    assert search.left(token(ICONS[2][0].ink, ICONS[2][0].cover, 0.8, 30.0, 0.0)).keys() == {0, 2}
