"""Floor and the floor in a hole are told by structure and print, in whatever light or shade."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from tests.vision.scored_space import ANIMAL, HOLE, SQUIRREL, TOKEN, nats, scored
from vision.explaining.floor_costs import floor_costs
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR


def test_floor_under_a_lamp_of_another_colour_is_known_by_its_structure() -> None:
    """A space that looks foreign all over is floor where its structure is the floor's, and a piece where it is not."""
    looks = {"cover": 0.7, "disc": 0.64, "ring": 0.34, "shade_cover": 0.7, "shade_disc": 0.64, "texture": 2.0}
    floor, piece = scored(likeness=0.95, **looks), scored(likeness=0.1, **looks)
    assert nats(floor, FLOOR) + 2 < min(nats(floor, SQUIRREL), nats(floor, ANIMAL))
    assert min(nats(piece, SQUIRREL), nats(piece, ANIMAL)) + 2 < nats(piece, FLOOR)


def test_floor_in_light_of_another_colour_shows_what_is_printed_on_it() -> None:
    """An even card on ground of many colours hides those: light would not, whatever its colour."""
    looks = {"cover": 1.0, "disc": 0.99, "ring": 1.0, "shade_cover": 0.67, "shade_disc": 0.49, "texture": 0.9}
    card, lit = scored(likeness=-0.6, disc_contrast=1.2, **looks), scored(likeness=0.8, disc_contrast=1.2, **looks)
    assert nats(card, SQUIRREL) + 3 < nats(card, FLOOR)
    assert nats(lit, FLOOR) < nats(lit, SQUIRREL)
    even = scored(likeness=-0.6, disc_contrast=0.1, **looks)
    assert abs(nats(even, FLOOR) - nats(lit, FLOOR)) < 0.1  # where nothing is to be seen of it nothing is missed


def test_an_even_floor_in_a_shadow_may_be_floor_though_nothing_of_its_structure_is_seen() -> None:
    """What shades it all over to its sides may be a shadow; a single thing costs two nats more once it is assumed."""
    looks = {"cover": 1.0, "disc": 1.0, "ring": 0.68, "shade_cover": 0.21, "shade_disc": 0.13, "shade_ring": 0.08}
    looks |= {"likeness": -0.19, "texture": 2.5}
    even, printed = scored(disc_contrast=0.13, **looks), scored(disc_contrast=1.5, **looks)
    assert 1.0 < nats(even, FLOOR) - nats(even, SQUIRREL) < 2.0
    assert nats(printed, SQUIRREL) + 4 < nats(printed, FLOOR)


def test_a_hole_shows_what_is_printed_on_the_floor() -> None:
    """A disc of the floor's brightness is no hole where the floor's print is not to be seen in it."""
    looks = {"cover": 0.68, "disc": 0.15, "ring": 0.77, "circle": 2.19, "chroma": 10.0, "disc_contrast": 3.0}
    printed, other = scored(disc_likeness=0.9, **looks), scored(disc_likeness=-0.3, **looks)
    assert nats(printed, HOLE) + 1 < nats(printed, TOKEN)
    assert nats(other, TOKEN) + 1 < nats(other, HOLE)
    plain = scored(disc_likeness=-0.3, **(looks | {"disc_contrast": 0.1}))
    assert abs(nats(plain, HOLE) - nats(printed, HOLE)) < 0.1  # where nothing is printed nothing can be missed


def test_a_print_in_another_turn_is_that_of_a_token() -> None:
    """R12.1: a dark token on a dark floor looks like a hole with the same print in it, but that never lies quite so."""
    looks = {"cover": 0.66, "disc": 0.2, "ring": 0.8, "circle": 1.7, "chroma": 10.0, "disc_contrast": 4.7}
    turned, through = scored(disc_likeness=0.55, **looks), scored(disc_likeness=0.8, **looks)
    assert nats(turned, HOLE) > nats(through, HOLE) + 2
    faint = looks | {"disc_contrast": 1.5}
    assert nats(scored(disc_likeness=0.55, **faint), HOLE) < nats(scored(disc_likeness=0.8, **faint), HOLE) + 1


def test_a_hole_in_the_shadow_is_not_bare_floor() -> None:
    """The leaf round a hole is no shade of the floor, however much of the space shows the floor."""
    looks = {"cover": 0.91, "disc": 0.72, "ring": 0.86, "shade_cover": 0.16, "shade_disc": 0.02, "likeness": 0.94}
    looks["texture"] = 3.0
    through = scored(shade_ring=0.9, disc_likeness=0.95, disc_contrast=3.0, **looks)
    assert nats(through, HOLE) + 1 < nats(through, FLOOR)
    bare = scored(shade_ring=0.05, disc_likeness=0.95, disc_contrast=3.0, **looks)
    assert nats(bare, FLOOR) + 1 < nats(bare, HOLE)


def test_a_hole_in_a_shadow_that_comes_over_the_rim_is_not_an_animal() -> None:
    """What is a shade of the floor may be an animal, but not where a shadow is known to lie."""
    looks = {"cover": 0.99, "disc": 0.98, "ring": 0.98, "shade_cover": 0.41, "shade_disc": 0.04, "shade_ring": 0.9}
    lit, shaded = scored(0.0, **looks), scored(1.0, **looks)
    assert nats(lit, ANIMAL) < nats(lit, HOLE)
    assert nats(shaded, HOLE) < nats(shaded, ANIMAL)


def test_a_burnt_space_is_floor_only_where_it_is_nothing_but_that() -> None:
    """Structure and shades are not enough where colours are missing: a hole between unread spaces has both."""
    hole = {"cover": 0.43, "disc": 0.1, "ring": 0.3, "likeness": 0.9, "texture": 0.8}
    assert nats(scored(**hole), FLOOR) < 1
    assert nats(scored(burnt=0.7, **hole), FLOOR) > 7
    assert nats(scored(burnt=0.7, cover=0.05), FLOOR) < 1


def test_an_even_floor_in_the_shade_of_a_tile_is_a_hole_where_it_is_known_to_be_bare() -> None:
    """A shade of the floor looks like a dark disc; where the floor is known through it, nothing else fits."""
    shade = {"cover": 0.76, "disc": 0.33, "ring": 0.95, "circle": 2.2, "texture": 4.0, "chroma": 5.0}
    shade |= {"shade_cover": 0.6, "shade_disc": 0.21, "shade_ring": 0.95, "likeness": -0.3, "disc_contrast": 0.2}
    plain, told = scored(**shade), scored(bare=True, **shade)
    assert nats(plain, TOKEN) + 2 < nats(plain, HOLE)
    assert nats(told, HOLE) + 3 < min(nats(told, surface) for surface in (TOKEN, ANIMAL, SQUIRREL, FLOOR))


@pytest.mark.parametrize(
    ("plain", "circle", "shade_disc", "is_hole"),
    [(True, 1.8, 0.16, True), (False, 1.8, 0.16, False), (True, 1.3, 0.16, False), (True, 1.8, 0.3, False)],
    ids=["round", "may be a token", "hardly round", "no shade of the floor"],
)
def test_what_is_round_and_a_shade_of_the_floor_is_a_hole_where_nothing_is_printed(
    plain: bool, circle: float, shade_disc: float, is_hole: bool
) -> None:
    """R5.1: by candlelight a thick tile throws its shadow on ground that has no print to tell it by."""
    shade = {"cover": 0.81, "disc": 0.5, "ring": 0.98, "texture": 4.0, "chroma": 15.0, "disc_contrast": 0.67}
    shade |= {
        "shade_cover": 0.47,
        "shade_ring": 0.98,
        "disc_likeness": 0.45,
        "circle": circle,
        "shade_disc": shade_disc,
    }
    seen = scored(plain=plain, **shade)
    assert (nats(seen, HOLE) + 1 < min(nats(seen, TOKEN), nats(seen, ANIMAL))) == is_hole


@pytest.mark.parametrize(
    ("changed", "is_hole"),
    [
        ({}, True),
        ({"disc_contrast": 0.9}, False),
        ({"disc_likeness": 0.88}, False),
        ({"likeness": 0.96}, False),
        ({"texture": 1.0}, False),
        ({"texture": 4.5}, False),
        ({"ring": 0.2}, False),
    ],
    ids=["a clear print", "faint", "another print", "all as it was", "a shadow", "strange", "one side is bare"],
)
def test_what_changed_round_a_clear_print_that_stands_is_a_piece_however_near_it_is_to_the_floor(
    changed: dict[str, float], is_hole: bool
) -> None:
    """R12.1: a leaf may be a shade of the floor, but no light leaves a print as it was and takes the floor round it."""
    looks = {"cover": 0.21, "disc": 0.0, "ring": 0.33, "shade_cover": 0.04, "shade_ring": 0.11, "likeness": 0.76}
    looks |= {"disc_likeness": 0.99, "disc_contrast": 2.19, "texture": 2.46} | changed
    costs = scored(**looks)
    assert (nats(costs, HOLE) < nats(costs, FLOOR)) == is_hole
    # where the floor is known to show in the middle the ring tells it from a shadow
    ringed = scored(bare=True, **(looks | {"ring": 0.52, "cover": 0.36, "shade_ring": 0.05}))
    assert (nats(ringed, HOLE) < 0.5) == (is_hole or "ring" in changed)
    # a scrap that lies across a corner of a space leaves three of its sides as they were
    corner = looks | {"ring": 0.04}
    assert nats(scored(**corner), HOLE) == nats(scored(**(corner | {"likeness": 1.0})), HOLE)


@pytest.mark.parametrize(
    ("beside", "disc", "ring", "told"),
    [(2, 0.02, 0.6, True), (3, 0.02, 0.6, False), (2, 0.15, 0.6, False), (2, 0.02, 0.4, False)],
    ids=["a hole", "a pocket", "the middle is dark too", "hardly dark"],
)
def test_no_shadow_lies_on_three_sides_of_a_space_and_leaves_its_middle_alone(
    beside: int, disc: float, ring: float, told: bool
) -> None:
    """R12.1: a tile that is a shade of the ground has a hole; in a pocket between three pieces each throws a shadow."""
    measures = {
        field.name: np.zeros((3, 3, 4) if field.name.startswith("side_") else (3, 3), np.float32)
        for field in fields(SpaceEvidence)
    }
    looks = {
        "cover": 0.7,
        "disc": disc,
        "ring": ring,
        "shade_cover": 0.07,
        "shade_ring": 0.1,
        "likeness": 0.62,
        "texture": 1.5,
    }
    for name, value in looks.items():
        measures[name][1, 1] = value
    for row, col in [(0, 1), (1, 0), (1, 2)][:beside]:
        measures["cover"][row, col] = 0.9
    least = float(floor_costs(SpaceEvidence(**measures)).costs[1, 1])
    assert (least > 2.5) == told
