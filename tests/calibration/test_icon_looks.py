"""Icons are described by outline, edges and shares of hues, whatever lies round them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.icon_looks import EDGES, MEASURES, SHARES, VIEWS, edges_of, filled, is_medallion, views_of

GROUND = np.array([40.0, -10.0, 15.0])  # CIE Lab
BLUE, RED = np.array([45.0, 5.0, -35.0]), np.array([50.0, 45.0, 25.0])


def space(color: np.ndarray = BLUE) -> tuple[np.ndarray, np.ndarray]:
    """A long slanting leaf with a red tip on even ground, and where it is."""
    mask = np.zeros((40, 40), np.uint8)
    cv2.ellipse(mask, (20, 20), (12, 5), -40, 0, 360, 1, cv2.FILLED)
    tip = mask * (np.arange(40)[None, :] > 24)
    drawn = np.where(mask[..., None] > 0, color, GROUND)
    return np.where(tip[..., None] > 0, RED, drawn), mask > 0


def test_an_icon_that_lies_upside_down_has_the_same_views_in_another_order() -> None:
    """A board has no top: which way its icons lie does not matter."""
    seen, mask = space()
    views = views_of(seen, mask, GROUND)
    turned = views_of(seen[::-1, ::-1], mask[::-1, ::-1], GROUND)
    assert views.shape == (VIEWS, MEASURES)
    assert turned == pytest.approx(views[[2, 3, 0, 1]], abs=0.06)
    assert np.abs(views[0] - views[1]).max() > 0.2


@given(gain=st.floats(0.3, 1.5))
def test_edges_do_not_depend_on_the_light(gain: float) -> None:
    """What is lighter as a whole has the same edges; so has an icon that is lighter on its ground."""
    seen, mask = space()
    lit = seen * np.array([gain, 1.0, 1.0])
    for one, other in zip(views_of(seen, mask, GROUND), views_of(lit, mask, GROUND), strict=True):
        assert other[SHARES:] == pytest.approx(one[SHARES:], abs=0.02)


def test_shares_tell_length_and_hues() -> None:
    """A long blue thing with a red tip is blue for the most part, and red for the rest."""
    seen, mask = space()
    longer, solid, warm, red, blue, green, *_ = views_of(seen, mask, GROUND)[0]
    assert longer > 2
    assert solid > 0.9
    assert blue > 2 * red > 0.2
    assert (warm, green) == (0.0, 0.0)


def test_the_icon_on_a_medallion_counts_and_not_the_medallion() -> None:
    """A pale disc with an icon on it is described as that icon."""
    seen, mask = space()
    disc = np.zeros((40, 40), np.uint8)
    cv2.circle(disc, (20, 20), 17, 1, cv2.FILLED)
    framed = np.where((disc > 0)[..., None] & ~mask[..., None], np.array([85.0, 0.0, 5.0]), seen)
    assert is_medallion(filled(disc > 0))
    assert not is_medallion(filled(mask))
    plain, on_disc = views_of(seen, mask, GROUND)[0], views_of(framed, disc > 0, GROUND)[0]
    assert on_disc[:6] == pytest.approx(plain[:6], abs=0.1)


def test_specks_are_no_part_of_an_icon() -> None:
    """Neither what lies apart and is small, nor what is missing inside it."""
    _, mask = space()
    spoiled = mask.copy()
    spoiled[2:4, 2:4], spoiled[20, 20] = True, False
    assert (filled(spoiled) == filled(mask)).all()


def test_an_even_picture_has_no_edges() -> None:
    """Nothing is divided by nothing."""
    assert edges_of(np.full((32, 32), 0.5)).tolist() == [0.0] * EDGES
