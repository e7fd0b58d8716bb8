"""Which hue is which leaf, before and after some tiles were seen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.hues_together import saved
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.palette import Palette

GREEN, YELLOW, RED = (Surface(f"leaf.{name}") for name in ("green", "yellow", "red"))
LEAVES = (GREEN, YELLOW, RED)


def likeliest(palette: Palette, hue_deg: float, chroma: float = 30.0) -> Surface:
    """The leaf whose hue fits best."""
    costs = palette.costs(LEAVES, np.array([[hue_deg]], np.float32), np.array([[chroma]], np.float32))
    return min(LEAVES, key=lambda leaf: float(costs[leaf][0, 0]))


@pytest.mark.parametrize(
    ("hue_deg", "leaf"), [(10, RED), (35, RED), (70, YELLOW), (100, YELLOW), (120, GREEN), (150, GREEN)]
)
def test_the_order_of_hues_is_known_beforehand(hue_deg: float, leaf: Surface) -> None:
    """Red, yellow and green are told apart on a table never seen before."""
    assert likeliest(Palette(), hue_deg) == leaf


@pytest.mark.parametrize(("leaf", "towards_others", "away"), [(GREEN, 112, 152), (RED, 42, 2)])
def test_a_leaf_may_be_farther_off_where_no_other_is(leaf: Surface, towards_others: float, away: float) -> None:
    """Teal and crimson are hardly another leaf's; what was shown is as likely off to both sides."""

    def cost(palette: Palette, hue_deg: float) -> float:
        hue, chroma = np.array([[hue_deg]], np.float32), np.array([[30.0]], np.float32)
        return float(palette.costs([leaf], hue, chroma)[leaf][0, 0])

    assert cost(Palette(), away) < cost(Palette(), towards_others)
    shown = Palette.of_shown({leaf: [LeafLook((away + towards_others) / 2, 30.0, 5.0)]})
    assert cost(shown, away) == pytest.approx(cost(shown, towards_others))


def test_sure_tiles_teach_the_hues_of_this_table() -> None:
    """Under a lamp that makes red tiles orange, orange is red after some were surely seen by their size."""
    palette = Palette()
    assert likeliest(palette, 57.0) == YELLOW
    for _ in range(12):
        palette = palette.learn(RED, LeafLook(52.0, 30.0, 5.0)).learn(YELLOW, LeafLook(88.0, 30.0, 5.0))
    assert likeliest(palette, 57.0) == RED


def test_something_pale_is_hardly_a_leaf_once_leaves_are_known() -> None:
    """Stone and fur of a leaf's hue cost more than a leaf of that hue."""
    palette = Palette()
    for _ in range(3):
        palette = palette.learn(GREEN, LeafLook(130.0, 30.0, 5.0))
    pale, full = (
        float(palette.costs([GREEN], np.array([[130]], np.float32), np.array([[chroma]], np.float32))[GREEN][0, 0])
        for chroma in (5.0, 30.0)
    )
    assert pale > full + 2.0


def test_grey_has_no_hue() -> None:
    """The hue of something nearly grey speaks neither for nor against a leaf as strongly as that of a colourful one."""
    costs = Palette().costs([RED], np.array([[90, 90]], np.float32), np.array([[1.0, 30.0]], np.float32))[RED]
    assert costs[0, 0] < costs[0, 1]


def test_learning_does_not_change_the_palette_it_starts_from() -> None:
    """Palettes are values."""
    palette = Palette()
    palette.learn(RED, LeafLook(40.0, 20.0, 4.0))
    assert palette == Palette()


@pytest.mark.parametrize("turned", [0, 60, 120, 180, 240, 300])
def test_shown_leaves_have_the_hues_that_were_shown(turned: int) -> None:
    """What is usual does not count against what a person has shown, however strange."""
    hues = {GREEN: 130.0 + turned, YELLOW: 85.0 + turned, RED: 25.0 + turned}
    palette = Palette.of_shown({leaf: (LeafLook(hue, 30.0, 5.0),) for leaf, hue in hues.items()})
    for leaf, hue in hues.items():
        for off in (-15, 0, 15):
            assert likeliest(palette, hue + off) == leaf


def test_a_color_may_have_several_looks() -> None:
    """Green tiles in grass and in teal: both are green, what lies between the two is not as sure."""
    palette = Palette.of_shown({GREEN: (LeafLook(120.0, 30.0, 5.0), LeafLook(200.0, 30.0, 5.0))})
    grass, between, teal = palette.costs(
        [GREEN], np.array([120.0, 160.0, 200.0], np.float32), np.full(3, 30.0, np.float32)
    )[GREEN]
    assert grass == pytest.approx(0.0)
    assert teal == pytest.approx(0.0)
    assert between > 3.0


def test_of_a_color_that_was_not_shown_less_is_known_where_the_others_are_strange() -> None:
    """Where red leaves are blue the yellow ones may be anything: a hue far from yellow tells less against them."""
    usual = Palette.of_shown({RED: (LeafLook(22.0, 30.0, 5.0),)})
    strange = Palette.of_shown({RED: (LeafLook(-100.0, 30.0, 5.0),)})
    hue, chroma = np.array([130.0], np.float32), np.array([30.0], np.float32)
    assert strange.costs([YELLOW], hue, chroma)[YELLOW][0] < 0.7 * usual.costs([YELLOW], hue, chroma)[YELLOW][0]


def test_a_named_leaf_is_known_beside_the_usual_ones() -> None:
    """A teal tile that somebody calls green is green from then on, and so are those that were seen before."""
    palette = Palette()
    for _ in range(6):
        palette = palette.learn(GREEN, LeafLook(132.0, 30.0, 5.0))
    hues, chroma = np.array([132.0, 200.0], np.float32), np.full(2, 30.0, np.float32)
    assert palette.costs([GREEN], hues, chroma)[GREEN][1] > 3.0
    after = palette.show(GREEN, LeafLook(200.0, 30.0, 5.0)).costs([GREEN], hues, chroma)[GREEN]
    assert after.max() < 0.5


@pytest.mark.parametrize("hue_deg", [130.0, 84.0])
def test_a_name_that_tells_nothing_new_or_contradicts_is_not_learned(hue_deg: float) -> None:
    """A green that looks as green does teaches nothing, and one that looks as yellow surely does confuses nothing."""
    palette = Palette()
    for _ in range(12):
        palette = palette.learn(GREEN, LeafLook(132.0, 30.0, 5.0)).learn(YELLOW, LeafLook(85.0, 30.0, 5.0))
    assert palette.show(GREEN, LeafLook(hue_deg, 30.0, 5.0)) == palette


def test_a_shown_leaf_follows_the_light_of_the_evening() -> None:
    """Sure tiles move the hue that was shown, and only the one that they look like."""
    palette = Palette.of_shown({GREEN: (LeafLook(120.0, 30.0, 5.0), LeafLook(200.0, 30.0, 5.0))})
    for _ in range(20):
        palette = palette.learn(GREEN, LeafLook(128.0, 30.0, 5.0))
    hues, chroma = np.array([128.0, 200.0], np.float32), np.full(2, 30.0, np.float32)
    assert palette.costs([GREEN], hues, chroma)[GREEN].max() < 0.1


def test_what_was_shown_goes_before_what_is_usual() -> None:
    """Where yellow leaves are as green as green ones usually are, and nobody has shown a green one, that is yellow."""
    palette = Palette.of_shown({YELLOW: (LeafLook(135.0, 30.0, 5.0),), RED: (LeafLook(100.0, 30.0, 5.0),)})
    for hue, leaf in ((135.0, YELLOW), (128.0, YELLOW), (100.0, RED), (106.0, RED)):
        assert likeliest(palette, hue) == leaf
    assert likeliest(palette, -150.0) == GREEN


def test_what_is_nearly_grey_teaches_little_of_a_hue() -> None:
    """Green tiles in the haze of a mirrored window do not make the next ones, which are green, another print's."""
    hazy, clear = LeafLook(-170.0, 4.5, 5.0), LeafLook(-170.0, 30.0, 5.0)
    off = [
        float(palette.costs([GREEN], np.array([140.0], np.float32), np.array([15.0], np.float32))[GREEN][0])
        for palette in (Palette(), Palette().learn(GREEN, hazy).learn(GREEN, hazy), Palette().learn(GREEN, clear))
    ]
    assert off[1] < off[0] + 0.5 < off[2]


def test_what_is_strange_of_one_leaf_leaves_the_others_apart() -> None:
    """However far off the green ones are: red ones are still no yellow ones."""
    palette = Palette.of_shown({GREEN: (LeafLook(-135.0, 30.0, 5.0),)})
    red = palette.costs((RED, YELLOW), np.float32([22.0]), np.float32([30.0]))
    assert red[RED][0] + 1.0 < red[YELLOW][0]


@given(hues=st.lists(st.floats(-20.0, 20.0), min_size=3, max_size=5), turned=st.floats(0.0, 360.0))
def test_how_alike_the_hues_of_a_piece_are_does_not_depend_on_what_they_are(hues: list[float], turned: float) -> None:
    """The circle of hues is opened where none of them is."""
    cells = np.arange(len(hues))[None]

    def saved_at(turn_deg: float) -> NDArray[np.float64]:
        seen = np.remainder(np.array(hues) + turn_deg, 360.0).astype(np.float32)
        return saved(Palette.of_one_print(seen, np.full(len(hues), 30.0, np.float32)), cells)

    assert saved_at(turned) == pytest.approx(saved_at(0.0), abs=1e-3)


def test_what_has_not_one_hue_is_hardly_one_piece() -> None:
    """Spaces alike cost nothing together; one of another hue costs some nats, and one that is the mark nothing."""
    chroma = np.full(4, 30.0, np.float32)
    for odd_deg, least, most in ((5.0, 0.0, 0.1), (60.0, 2.0, 3.0)):
        hue = Palette.of_one_print(np.array([odd_deg, 0.0, 2.0, -2.0], np.float32), chroma)
        paid = 3 * hue.paid[0] - saved(hue, np.arange(4)[None])[0]
        assert paid[0] < 0.1, "the first is the mark"
        assert least <= paid[1] <= most


def test_what_is_not_equally_colourful_is_hardly_one_piece() -> None:
    """A pale card beside leaves of its hue; leaves differ by a fifth."""
    for odd, least, most in ((25.0, 0.0, 0.3), (13.0, 1.5, 3.0)):
        hue = Palette.of_one_print(np.zeros(4, np.float32), np.array([30.0, odd, 30.0, 32.0], np.float32))
        paid = 3 * hue.paid[0] - saved(hue, np.arange(4)[None])[0]
        assert least <= paid[0] <= most
        assert paid[1] < 0.1, "the odd one is the mark"
