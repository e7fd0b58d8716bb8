"""Icons in other inks than they are printed in, told by their outline and what is light and dark in them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.vision.prints.icons_drawn import icon, token
from vision.prints.icon_drawings import Floats, draw
from vision.prints.icon_search import IconSearch
from vision.prints.icons import Icon
from vision.prints.tinted_drawings import TintedDrawings
from vision.reference import Plane

ICONS = [[icon(2 * kind), icon(2 * kind + 1)] for kind in range(4)]
PRINTED = draw(ICONS)
SEARCH, IN_PRINT = IconSearch.among(TintedDrawings.of(PRINTED)), IconSearch.among(PRINTED)

Ink = Callable[[Plane, Plane], Plane]


def paler(ink: Plane, cover: Plane) -> Plane:
    """Half way to white."""
    return np.asarray(0.5 * ink + 0.5 * 255 * cover[..., None], np.float32)


def negative(ink: Plane, cover: Plane) -> Plane:
    """Light where it is dark."""
    return np.asarray(255 * cover[..., None] - ink, np.float32)


def in_gold(ink: Plane, cover: Plane) -> Plane:
    """One gold, its lighter tones lighter."""
    tone = ink.mean(axis=2, keepdims=True) * np.array([0.4, 0.8, 1.1])
    return np.asarray(0.4 * tone + cover[..., None] * np.array([40.0, 90.0, 120.0]), np.float32)


def shares(search: IconSearch, seen: Floats) -> list[float]:
    """What the best drawing of each kind leaves of a picture, as shares of it."""
    whole = np.square(seen - seen.mean(axis=2, keepdims=True)).mean()
    return [float(left.min() / whole) for _, left in sorted(search.left(seen).items())]


@pytest.mark.parametrize("ink", [paler, negative, in_gold])
@pytest.mark.parametrize("turn_deg", [0.0, 101.0, 236.0])
def test_an_icon_in_another_ink_is_the_one_that_fits(ink: Ink, turn_deg: float) -> None:
    """Little is left of the true kind, and more of every other."""
    for kind, icons in enumerate(ICONS):
        shown = icons[0]
        seen = token(ink(shown.ink, shown.cover), shown.cover, 0.8, turn_deg, 6.0)
        left = shares(SEARCH, seen)
        assert int(np.argmin(left)) == kind
        assert left[kind] < 0.15


def test_what_an_icon_looks_like_in_print_is_told_as_well() -> None:
    """Any ink is also that of the print: never more is left than of the drawing in its own colours."""
    for icons in ICONS:
        seen = token(icons[1].ink, icons[1].cover, 0.9, 45.0, 8.0)
        assert (SEARCH.every.unexplained(seen) <= IN_PRINT.every.unexplained(seen) + 1e-2).all()


def test_in_print_an_icon_in_gold_is_little_like_itself() -> None:
    """Why it is looked at in any ink at all."""
    shown = ICONS[2][0]
    seen = token(in_gold(shown.ink, shown.cover), shown.cover, 0.8, 30.0, 6.0)
    assert shares(IN_PRINT, seen)[2] > 3 * shares(SEARCH, seen)[2]


def test_an_icon_of_one_tone_has_no_shades_that_noise_would_make() -> None:
    """What is constant within the ink is its cover over again."""
    flat = icon(0)
    plain = [[Icon("0", np.asarray(flat.cover[..., None] * np.ones(3) * 90, np.float32), flat.cover, flat.middle_xy)]]
    assert not TintedDrawings.of(draw(plain)).shades.any()
