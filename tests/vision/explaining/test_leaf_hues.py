"""Which hues are known of a leaf on this table, and which are another's or nobody's."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import Surface
from vision.explaining.leaf_hues import LeafLook, is_strange
from vision.explaining.palette import Palette

GREEN, YELLOW, RED = (Surface(f"leaf.{name}") for name in ("green", "yellow", "red"))


@pytest.mark.parametrize(("hue_deg", "far"), [(132.0, False), (155.0, False), (180.0, True), (22.0, True)])
def test_hues_far_from_those_of_a_leaf_are_another_prints(hue_deg: float, far: bool) -> None:
    """Blue leaves of three, and red ones; once one was shown its hue is known."""
    look = LeafLook(hue_deg, 30.0, 5.0)
    assert Palette().hues.is_far_off(GREEN, look) == far
    assert not Palette.of_shown({GREEN: (look,)}).hues.is_far_off(GREEN, look)
    assert not Palette().hues.is_far_off(GREEN, look._replace(chroma=2.0))  # the light that is mirrored in it


def test_what_looks_as_another_leaf_of_this_table_is_known_as_that() -> None:
    """Shown or seen on this table; what is usual elsewhere says nothing."""
    look = LeafLook(140.0, 30.0, 5.0)
    assert not Palette().hues.knows_as_another(RED, look)
    for known in (Palette.of_shown({GREEN: (look._replace(hue_deg=135.0),)}), Palette().learn(GREEN, look)):
        assert known.hues.knows_as_another(RED, look)
        assert not known.hues.knows_as_another(GREEN, look)
        assert not known.hues.knows_as_another(RED, look._replace(hue_deg=160.0))


@pytest.mark.parametrize(
    ("hue_deg", "belied"), [(130.0, True), (85.0, False), (22.0, False), (-130.0, False), (160.0, False)]
)
def test_a_leaf_that_is_known_in_the_opposite_hue_belies_what_looks_as_another(hue_deg: float, belied: bool) -> None:
    """Green is not the second ink of red; a neighbouring hue may be, and so may one that no leaf usually has."""
    look = LeafLook(hue_deg, 30.0, 5.0)
    assert not Palette().hues.belies(RED, look)
    assert Palette().learn(RED, LeafLook(22.0, 30.0, 5.0)).hues.belies(RED, look) == belied


@pytest.mark.parametrize(("hue_deg", "strange"), [(22.0, False), (60.0, False), (180.0, False), (-80.0, True)])
def test_inks_that_neither_leaves_nor_card_have_are_strange(hue_deg: float, strange: bool) -> None:
    """Blue is; brown, teal and what lies between the leaves are not."""
    assert is_strange(np.float32([hue_deg])).tolist() == [strange]


def test_what_looks_as_its_own_leaf_even_more_is_known_as_that() -> None:
    """Where red and yellow are near each other the nearest counts."""
    red, yellow = LeafLook(35.0, 30.0, 5.0), LeafLook(46.0, 30.0, 5.0)
    palette = Palette.of_shown({YELLOW: (yellow,)})
    assert palette.hues.knows_as_another(RED, red)
    assert not palette.learn(RED, red).hues.knows_as_another(RED, red)
    assert palette.learn(RED, red).hues.knows_as_another(RED, yellow)


@pytest.mark.parametrize(("hue_deg", "is_known"), [(40.0, True), (60.0, False)])
def test_a_leaf_is_known_in_the_hues_that_it_was_seen_in(hue_deg: float, is_known: bool) -> None:
    """What was known beforehand of its surface does not count, nor another leaf's hue."""
    palette = Palette().learn(YELLOW, LeafLook(20.0, 30.0, 5.0)).learn(RED, LeafLook(60.0, 30.0, 5.0))
    assert palette.hues.knows_in_hue(YELLOW, LeafLook(hue_deg, 30.0, 5.0)) == is_known
    assert not palette.hues.knows_in_hue(GREEN, LeafLook(132.0, 30.0, 5.0))
    assert Palette.of_shown({GREEN: [LeafLook(150.0, 30.0, 5.0)]}).hues.knows_in_hue(GREEN, LeafLook(140.0, 30.0, 5.0))
