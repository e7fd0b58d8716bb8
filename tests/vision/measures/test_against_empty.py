"""What differs from the empty board: a shadow is light unless a hand may throw it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.measures.test_uneven_light import NOISE, SIZE, board, noisy, soft_shadow
from vision.measures.against_empty import against_empty
from vision.measures.color import compare
from vision.measures.occlusion import find_occlusion
from vision.measures.uneven_light import light_between
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

START = round(MARGIN_SPACES * PX_PER_SPACE)


def reaching_in(plane: Plane) -> Plane:
    """The same with an arm that comes over the near rim, three spaces wide."""
    plane[-START - 3 * PX_PER_SPACE :, START + 4 * PX_PER_SPACE : START + 7 * PX_PER_SPACE] = (90.0, 120.0, 190.0)
    return plane


def mostly_lighter_bands() -> Plane:
    """Factors of light with two bright bands and three that are hardly darker, (height, 1, 1)."""
    far = np.arange(plane_size_wh(SIZE)[1]) / PX_PER_SPACE
    bright, dark = (sum(np.exp(-(((far - at) / 0.5) ** 2)) for at in each) for each in ((2.5, 7.0), (0.3, 4.75, 9.3)))
    return np.asarray(1 + 0.4 * bright - 0.1 * dark, np.float32)[:, None, None]


def test_a_shadow_alone_hides_nothing() -> None:
    """The floor in it looks as it did, reached by nothing; that a shadow fell over the rim is known all the same."""
    empty, seen = noisy(board(), 1), noisy(board() * soft_shadow(), 2)
    light = light_between(seen, empty)
    found = against_empty(seen, empty, light, NOISE, SIZE)
    assert found.light is not light
    assert found.change.plain.mean() < 0.02
    assert found.occlusion.shadow
    assert not found.occlusion.hand
    assert not found.occlusion.reached.any()


def test_bands_that_are_mostly_lighter_are_no_hand() -> None:
    """In smooth light they look like one that comes over the rim, and a third of the board looks foreign."""
    empty, seen = noisy(board(), 1), noisy(board() * mostly_lighter_bands(), 2)
    light = light_between(seen, empty)
    smooth = compare(seen, empty, light, NOISE)
    assert find_occlusion(smooth, SIZE, seen, empty, NOISE).hand
    found = against_empty(seen, empty, light, NOISE, SIZE)
    assert not found.occlusion.hand
    assert 5 * found.change.plain.mean() < smooth.plain.mean()


def test_a_hand_in_such_bands_is_one() -> None:
    """It hides the rim in any light."""
    empty, seen = noisy(board(), 1), noisy(reaching_in(board() * mostly_lighter_bands()), 2)
    light = light_between(seen, empty)
    found = against_empty(seen, empty, light, NOISE, SIZE)
    assert found.occlusion.hand
    assert found.light is light


def test_under_a_hand_a_shadow_is_a_shadow(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be that of the hand, and what lies in it may be moving: the light stays as it was, unasked."""
    monkeypatch.delattr("vision.measures.against_empty.light_under_shadows")
    empty, seen = noisy(board(), 1), noisy(reaching_in(board() * soft_shadow()), 2)
    light = light_between(seen, empty)
    found = against_empty(seen, empty, light, NOISE, SIZE)
    assert found.occlusion.hand
    assert found.light is light


def test_where_a_hand_shows_without_the_shadow_the_shadow_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks like a hand in one of two lights is not read past in the other."""
    empty, seen = noisy(board(), 1), noisy(board() * soft_shadow(), 2)
    light, asked = light_between(seen, empty), []

    def second_is_a_hand(*given: object) -> object:
        asked.append(given)
        found = find_occlusion(*given)  # type: ignore[arg-type]
        return replace(found, hand=len(asked) == 2)

    monkeypatch.setattr("vision.measures.against_empty.find_occlusion", second_is_a_hand)
    found = against_empty(seen, empty, light, NOISE, SIZE)
    assert len(asked) == 2
    assert found.light is light
    assert not found.occlusion.hand
