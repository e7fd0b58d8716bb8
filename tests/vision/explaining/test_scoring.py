"""What fits a space is told from its measures: structure and print, which no light changes, count most."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.scored_space import ANIMAL, GREEN, HOLE, RED, ROLES, SQUIRREL, TOKEN, nats, scored
from vision.explaining.beforehand import Beforehand
from vision.explaining.palette import Palette
from vision.explaining.scoring import score
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR


def of_two(
    right: dict[str, float], seam: float, icon: bool = False, on_marks: bool = False, came: bool = False
) -> SurfaceCosts:
    """The costs of a space that looks like a disc and of the one on its right, ``seam`` between them."""
    looks = {"cover": 0.9, "disc": 0.8, "ring": 0.9, "shade_cover": 0.9, "shade_disc": 0.8, "texture": 3.0}
    looks |= {"circle": 2.2, "chroma": 8.0, "hue_deg": -50.0, "lightness": 45.0}
    every = {
        field.name: np.zeros((1, 2, 4) if field.name.startswith("side_") else (1, 2), np.float32)
        for field in fields(SpaceEvidence)
    }
    for name, value in looks.items():
        every[name][:] = value
    for name, value in right.items():
        every[name][0, 1] = value
    every["side_chroma"][:] = every["chroma"][..., None]
    every["seam_right"][0, 0] = seam
    icons, marks, new = np.array([[icon, False]]), np.full((1, 2), on_marks), np.full((1, 2), came)
    known = Beforehand.nothing((1, 2))._replace(icons=icons, marks=marks, laid=~marks, came=new)
    return score(SpaceEvidence(**every), ROLES, Palette(), known)


def test_a_disc_where_nothing_is_printed_is_one_only_if_it_cannot_be_a_hole() -> None:
    """R5.1: tokens lie over prints; one that somebody mislaid is seen all the same (R12.1)."""
    shaded = {"cover": 0.79, "disc": 0.35, "ring": 0.95, "shade_cover": 0.42, "shade_disc": 0.02, "shade_ring": 0.72}
    shaded |= {"likeness": 0.09, "disc_likeness": 0.14, "disc_contrast": 1.17, "circle": 1.9, "texture": 7.2}
    for plain in (False, True):
        perhaps = scored(plain=plain, **shaded)
        assert (nats(perhaps, TOKEN) + 4 < nats(perhaps, HOLE)) != plain
        surely = scored(plain=plain, **(shaded | {"disc": 0.9, "shade_disc": 0.8, "circle": 2.5}))
        assert nats(surely, TOKEN) + 2.5 < min(nats(surely, HOLE), nats(surely, FLOOR))


def test_a_print_that_is_hidden_is_under_something_however_much_that_looks_like_the_floor() -> None:
    """R12.1: a white token over a white print is nearly the floor where both are white, but for the print."""
    white = {
        "cover": 0.59,
        "disc": 0.11,
        "ring": 1.0,
        "disc_likeness": 0.75,
        "disc_contrast": 7.0,
        "circle": 2.89,
        "shade_ring": 1.0,
    }
    unclear, hidden, seen = (scored(**which, **white) for which in ({}, {"hidden": True}, {"bare": True}))
    assert nats(unclear, HOLE) + 2 < nats(unclear, TOKEN)
    assert nats(hidden, TOKEN) + 4 < nats(hidden, HOLE)
    assert nats(seen, HOLE) + 7 < nats(seen, TOKEN)


def test_an_animal_comes_onto_no_mark_that_the_same_turn_laid() -> None:
    """R5.1, R6.1: on a new tile a token may lie, also one that is mislaid; where nobody knows the print either may."""
    looks = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "shade_cover": 1.0, "texture": 5.0}
    new, old, elsewhere = (
        nats(scored(printed=printed, plain=plain, laid=laid, **looks), ANIMAL)
        for printed, plain, laid in ((True, False, True), (True, False, False), (False, False, True))
    )
    assert (old, elsewhere) == pytest.approx((new - 2, new - 2))
    assert nats(scored(plain=True, **looks), ANIMAL) == pytest.approx(new)


def test_a_space_whose_colours_are_cut_off_says_nothing() -> None:
    """Of a burnt space nothing is used, unless two channels show bare floor; one alone does not."""
    covered = {"cover": 0.9, "disc": 0.9, "ring": 0.9}
    assert not scored(burnt=0.9, **covered).usable.any()
    assert scored(burnt=0.3, **covered).usable.all()
    assert scored(burnt=0.9).usable.all()
    assert not scored(burnt=0.9, dazzled=0.6).usable.any()


def test_a_burnt_space_that_is_foreign_all_over_is_covered_by_a_leaf_of_any_colour() -> None:
    """Channels that are cut off take the hue, but those left tell that something lies there; where none is, nothing."""
    costs = scored(burnt=0.95, cover=0.98, disc=0.98, ring=0.98)
    assert costs.usable.all()
    assert nats(costs, GREEN) == nats(costs, RED) < nats(costs, SQUIRREL)
    assert nats(costs, FLOOR) > 7
    covered = {"burnt": 0.95, "cover": 0.98, "disc": 0.98, "ring": 0.98}
    bright_yellow = scored(dazzled=0.95, **covered)
    assert bright_yellow.usable.all()
    assert nats(bright_yellow, GREEN) == nats(bright_yellow, RED) < nats(bright_yellow, SQUIRREL)
    assert not scored(dazzled=0.95, clipped=0.3, **covered).usable.any()


@pytest.mark.parametrize(
    ("unlike", "is_floor"),
    [({}, True), ({"likeness": 0.85}, False), ({"burnt": 0.9}, False)]
    + [({measure: 0.08}, False) for measure in ("cover", "disc", "ring")],
)
def test_a_print_of_white_and_dark_that_is_as_it_was_is_bare_floor(unlike: dict[str, float], is_floor: bool) -> None:
    """White has no colours to tell it by; but a piece as white would hide the dark of the print."""
    white = {"clipped": 0.7, "dazzled": 0.7, "burnt": 0.8, "likeness": 0.95} | unlike
    costs = scored(**white)
    assert costs.usable.all() == is_floor
    assert (nats(costs, FLOOR) < 1) == is_floor


def test_the_icon_of_a_token_tells_a_disc_that_does_not_stand_out() -> None:
    """Where one is seen the space is no leaf and nothing else, but a hole whose floor is seen stays one (R12.1)."""
    foliage = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "circle": 1.2, "hue_deg": 130.0, "chroma": 20.0}
    foliage |= {"shade_cover": 1.0, "shade_disc": 1.0, "shade_ring": 1.0, "texture": 5.0}
    leaf = Surface("leaf.green")
    plain, told = scored(**foliage), scored(icon=True, **foliage)
    assert nats(plain, leaf) + 2 < nats(plain, TOKEN)
    assert nats(told, TOKEN) + 5 < min(nats(told, surface) for surface in (leaf, ANIMAL, SQUIRREL, FLOOR, HOLE))
    through = {"cover": 0.6, "disc": 0.05, "ring": 0.9, "circle": 1.5, "disc_contrast": 3.0, "disc_likeness": 0.9}
    assert nats(scored(icon=True, **through), HOLE) + 3 < nats(scored(icon=True, **through), TOKEN)
    lit = {"cover": 0.5, "disc": 0.22, "ring": 0.4, "likeness": 0.9}  # hardly foreign: its card is a shade of the floor
    unseen, seen = scored(**lit), scored(icon=True, **lit)
    assert nats(unseen, FLOOR) + 4 < nats(unseen, TOKEN)
    assert nats(seen, TOKEN) + 4 < nats(seen, FLOOR)
    told = scored(icon=True, hidden=True, **through)  # its print shows, but not in its place
    assert nats(told, TOKEN) + 5 < nats(told, HOLE)
    assert nats(told, TOKEN) + 1 < min(nats(told, surface) for surface in (FLOOR, leaf, ANIMAL, SQUIRREL))


@pytest.mark.parametrize(
    ("inside", "sides", "leaves", "more"),
    [(20.0, 12.0, 33.0, 2.0), (20.0, 25.0, 33.0, 0.0), (20.0, 12.0, 15.0, 0.0), (20.0, 19.0, 33.0, 0.0)],
)
def test_a_figure_on_a_pale_card_is_hardly_a_leaf_of_its_colour(
    inside: float, sides: float, leaves: float, more: float
) -> None:
    """Foliage goes on to the sides of a space; leaves that are all as pale, or pale in the middle, are leaves."""
    looks = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "hue_deg": 20.0, "disc_hue_deg": 20.0, "texture": 4.0}
    known = Palette(chroma=leaves, texture=4.0)
    colours = {"chroma": inside, "disc_chroma": inside}
    card = nats(scored(palette=known, side_chroma=sides, **colours, **looks), RED)
    leaf = nats(scored(palette=known, side_chroma=inside, **colours, **looks), RED)
    assert card - leaf == pytest.approx(more, abs=0.01)


def test_the_clearer_an_edge_the_less_likely_it_lies_inside_a_piece() -> None:
    """Of the borders inside tiles one in two hundred is as clear as six, beside squirrels half are."""
    costs = [float(of_two({}, seam).seam_right[0, 0]) for seam in (1.0, 3.0, 4.5, 6.0, 12.0)]
    assert costs == pytest.approx([-0.8, 0.0, 1.5, 3.0, 3.0])


def test_what_goes_on_next_door_is_no_token() -> None:
    """No edge between two marks: an animal lies on both, however round it is drawn and in whatever colours."""
    for one in (of_two({}, 1.0), of_two({"lightness": 60.0}, 1.0), of_two({"hue_deg": 130.0}, 1.0)):
        assert nats(one, ANIMAL) + 2 < nats(one, TOKEN)
    assert nats(of_two({}, 6.0), TOKEN) + 2 < nats(of_two({}, 6.0), ANIMAL)
    beside_floor = of_two(dict.fromkeys(("cover", "disc", "ring", "shade_cover", "shade_disc", "texture"), 0.0), 1.0)
    assert nats(beside_floor, TOKEN) + 2 < nats(beside_floor, ANIMAL)
    assert nats(of_two({}, 1.0, icon=True), TOKEN) + 2 < nats(of_two({}, 1.0, icon=True), ANIMAL)


def test_what_looks_like_a_leaf_and_lies_on_a_mark_goes_on_next_door_as_well() -> None:
    """R6.1: a fox has the colour of a red leaf, and two marks side by side are parted by the edges of their tiles."""
    fox = {"hue_deg": 22.0, "chroma": 40.0, "circle": 1.3, "disc": 1.0, "cover": 1.0}
    assert nats(of_two(fox, 1.0), TOKEN) + 2 < nats(of_two(fox, 1.0), ANIMAL)
    assert nats(of_two(fox, 1.0, on_marks=True), ANIMAL) + 2 < nats(of_two(fox, 1.0, on_marks=True), TOKEN)
    assert nats(of_two(fox, 6.0, on_marks=True), TOKEN) + 2 < nats(of_two(fox, 6.0, on_marks=True), ANIMAL)


def test_what_goes_on_round_a_disc_may_be_the_tile_that_the_same_turn_laid() -> None:
    """R6.1: an animal comes after its tile, whose leaves may be of a hue that no leaf has in this light.

    On a board that nobody has seen before tiles may have lain for long.
    """
    assert nats(of_two({}, 1.0), ANIMAL) + 2 < nats(of_two({}, 1.0), TOKEN)
    assert nats(of_two({}, 1.0, came=True), TOKEN) + 2 < nats(of_two({}, 1.0, came=True), ANIMAL)


def test_what_is_as_colourful_as_leaves_may_be_round_and_is_no_token() -> None:
    """A painted squirrel of wood has a round back; a token that lies beside its hole is card-brown or pale."""
    looks = {"cover": 1.0, "disc": 1.0, "ring": 0.6, "circle": 1.9, "texture": 4.0, "likeness": -0.2, "hue_deg": -48.0}
    leaves = Palette(chroma=30.0, texture=2.0)
    painted = scored(palette=leaves, chroma=46.0, disc_chroma=46.0, disc_hue_deg=-48.0, **looks)
    pale = scored(palette=leaves, chroma=12.0, disc_chroma=12.0, disc_hue_deg=-48.0, **looks)
    assert nats(painted, SQUIRREL) + 1.0 < nats(pale, SQUIRREL)
    assert nats(pale, TOKEN) < nats(pale, SQUIRREL)


def test_a_pale_leaf_drawn_round_where_nothing_is_printed_is_no_token() -> None:
    """R5.1: a face on a tile, or on a squirrel, speaks for a token only where one may lie."""
    face = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "circle": 2.46, "texture": 3.5, "likeness": 0.16, "hue_deg": 20.0}
    leaves = Palette(chroma=44.0, texture=3.5)
    plain, printed = (
        scored(palette=leaves, chroma=48.0, disc_chroma=24.0, disc_hue_deg=26.0, plain=plain, **face)
        for plain in (True, False)
    )
    assert nats(plain, RED) + 2.5 < nats(plain, TOKEN)
    assert nats(printed, TOKEN) + 2.5 < nats(printed, RED)
    assert nats(plain, SQUIRREL) + 1.0 < nats(printed, SQUIRREL)
    other = scored(palette=leaves, chroma=48.0, disc_chroma=24.0, disc_hue_deg=80.0, plain=True, **face)
    assert nats(plain, RED) + 2.5 < nats(other, RED)  # a disc of another hue may have been put there by mistake


def test_a_leaf_drawn_on_blue_is_no_token() -> None:
    """A pale blue leaf in a circle, on a blue tile; a brown disc there is one, and so is one that is hardly blue."""
    seen = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "circle": 2.7, "texture": 8.0, "likeness": -0.5, "hue_deg": -67.0}
    leaves = Palette(chroma=45.0, texture=6.0)
    drawn = scored(palette=leaves, chroma=45.0, disc_chroma=25.0, disc_hue_deg=-84.0, **seen)
    brown = scored(palette=leaves, chroma=45.0, disc_chroma=25.0, disc_hue_deg=70.0, **seen)
    grey = scored(palette=leaves, chroma=45.0, disc_chroma=8.0, disc_hue_deg=-84.0, **seen)
    assert nats(drawn, GREEN) < nats(drawn, TOKEN)
    for disc in (brown, grey):
        assert nats(disc, TOKEN) + 3.0 < nats(disc, GREEN)


def test_what_is_known_to_have_the_hue_of_a_leaf_costs_as_little_as_if_hues_said_nothing() -> None:
    """A blue tile of three that lies by itself is green; as any other leaf it is as strange as before."""
    seen = {"cover": 1.0, "disc": 1.0, "ring": 1.0, "texture": 8.0, "likeness": -0.5, "hue_deg": -67.0, "chroma": 45.0}
    costs = scored(**seen)
    known = costs.known(GREEN, [0])
    assert costs.hueless is not None
    assert nats(known, GREEN) == costs.hueless[0, 0]
    assert nats(costs.without_hues(), GREEN) == costs.hueless[0, 0]
    assert costs.one_print is not None
    assert costs.without_hues().shared[GREEN] is costs.one_print
    assert nats(known, RED) == nats(costs, RED)
    assert known.shared[GREEN].paid[0, 0] == known.sides[GREEN][0, 0] == 0.0


def test_what_hides_a_print_and_is_paler_than_leaves_is_rather_a_token() -> None:
    """R12.1: a dark disc with red berries on a red tile; leaves that hide a print are as colourful as the others."""
    seen = {
        "cover": 0.8,
        "disc": 0.6,
        "ring": 0.9,
        "circle": 1.54,
        "texture": 3.2,
        "disc_chroma": 20.0,
        "hue_deg": 25.0,
    }
    leaves = Palette(chroma=24.0, texture=3.0)
    token, leaf = (scored(palette=leaves, hidden=True, printed=True, chroma=chroma, **seen) for chroma in (13.0, 24.0))
    bare = scored(palette=leaves, printed=True, chroma=13.0, **seen)
    assert nats(token, TOKEN) + 1.0 < nats(leaf, TOKEN)
    assert nats(token, TOKEN) + 1.0 < nats(bare, TOKEN)


def test_what_is_known_to_be_one_thing_is_that_whatever_is_drawn_on_it() -> None:
    """Two heads in circles with an edge between: nothing else fits there then, and the edge counts for nothing."""
    heads = of_two({"disc": 0.9, "cover": 0.95, "circle": 2.5}, seam=8.0)
    known = heads.surely(ANIMAL, [0, 1])
    assert heads.seam_right[0, 0] > 1.0 > 0.0 > known.seam_right[0, 0]
    assert known.by_surface[ANIMAL].tolist() == [[0.0, 0.0]]
    assert all(cost.min() >= 8.0 for surface, cost in known.by_surface.items() if surface != ANIMAL)
    assert heads.surely(ANIMAL, [1]).seam_right[0, 0] == heads.seam_right[0, 0]
