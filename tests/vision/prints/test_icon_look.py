"""When what the middle of a token shows tells its kind: the vaguer the icon, the more has to speak for it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.prints.icons_drawn import icon, token
from vision.prints.icon_drawings import INSIDE, Drawings, draw
from vision.prints.icon_look import IconLook, look
from vision.prints.icon_search import Drawn, IconSearch
from vision.prints.tinted_drawings import TintedDrawings


@pytest.mark.parametrize(
    ("ahead", "unexplained", "named"), [(1.33, 0.2, True), (1.33, 0.35, False), (1.6, 0.35, True), (3.0, 0.4, False)]
)
def test_a_kind_that_explains_less_of_a_token_must_be_further_ahead(
    ahead: float, unexplained: float, named: bool
) -> None:
    """R12.1: an acorn drawn dark on white was nearest to a feather printed white on dark, and not by much."""
    assert IconLook("feather", ahead, unexplained).is_named_over(None, every=True) == named


@pytest.mark.parametrize(
    ("ahead", "unexplained", "named"),
    [
        (1.2, 0.2, False),
        (1.33, 0.2, True),
        (1.33, 0.37, False),  # a feather on a printed nut looked so
        (1.52, 0.38, False),  # and one on a mushroom
        (1.7, 0.45, True),
        (3.0, 0.55, False),
    ],
)
def test_the_kind_that_is_printed_there_may_be_drawn_otherwise(ahead: float, unexplained: float, named: bool) -> None:
    """R12.1: icons on tokens are paler or darker than in print; one that is far ahead is the one that is due."""
    look = IconLook("feather", ahead, unexplained)
    assert look.is_named_over("feather", every=True) == named
    assert not look.is_named_over("nut", every=True)


@pytest.mark.parametrize(("ahead", "unexplained", "named"), [(1.52, 0.2, False), (1.8, 0.3, False), (1.8, 0.2, True)])
def test_a_kind_that_does_not_belong_there_must_be_the_clearer(ahead: float, unexplained: float, named: bool) -> None:
    """R12.1: a wrong token is noticed, and a right one that is drawn otherwise than its print is not called wrong."""
    assert IconLook("mushroom", ahead, unexplained).is_named_over("berry", every=True) == named


@pytest.mark.parametrize(
    ("ahead", "unexplained", "named"), [(1.4, 0.2, False), (1.6, 0.25, False), (1.6, 0.2, True), (2.6, 0.45, True)]
)
def test_while_a_kind_is_printed_nowhere_only_what_shows_its_print_is_told(
    ahead: float, unexplained: float, named: bool
) -> None:
    """A token of the missing kind would be taken for the next best."""
    look = IconLook("nut", ahead, unexplained)
    assert look.is_named_over("nut", every=False) == named
    assert not look.is_named_over("berry", every=False)
    assert not look.is_named_over(None, every=False)


@pytest.mark.parametrize(("ahead", "unexplained", "told"), [(1.4, 0.2, False), (1.6, 0.35, False), (1.6, 0.25, True)])
def test_in_any_ink_an_icon_must_be_clear(ahead: float, unexplained: float, told: bool) -> None:
    """Without its colours much looks a little like an icon."""
    assert IconLook("nut", ahead, unexplained).is_as_printed == told


def in_print(drawings: Drawings) -> Drawn:
    """The icons in the ink of their print."""
    return drawings


@pytest.mark.parametrize("in_ink", [in_print, TintedDrawings.of])
@pytest.mark.parametrize("level", [0.0, 90.0, 255.0])
def test_a_picture_of_one_colour_shows_no_icon(in_ink: Callable[[Drawings], Drawn], level: float) -> None:
    """R12.1: where a lamp burnt the icon out ground of any colour explains all, and the only kind is far ahead."""
    icons = [[icon(0)]]
    search, flat = IconSearch.among(in_ink(draw(icons))), np.full((1, 3, INSIDE.sum()), level, np.float32)
    seen = look(search, ["nut"], flat)
    assert not seen.is_named_over("nut", every=True)
    assert not seen.is_as_printed


@pytest.mark.parametrize("in_ink", [in_print, TintedDrawings.of])
def test_kinds_without_a_drawing_are_left_out(in_ink: Callable[[Drawings], Drawn]) -> None:
    """A kind keeps its name though one before it is printed nowhere."""
    shown = icon(4)
    search = IconSearch.among(in_ink(draw([[icon(0)], [], [shown], []])))
    seen = look(search, ["berry", "feather", "mushroom", "nut"], token(shown.ink, shown.cover, 0.8, 30.0, 6.0))
    assert seen.kind == "mushroom"
    assert seen.ahead > 2
