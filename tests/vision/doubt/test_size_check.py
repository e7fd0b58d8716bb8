"""Colour and size of a tile check each other (R12.3), on boards of which only the hues are in doubt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.size_check import disputed, perhaps_one
from vision.explaining.candidates import Candidate
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.palette import Palette, SharedHue
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
KINDS = {kind.surface: kind for kind in ROLES.patterned}
RED, YELLOW, GREEN = Surface("leaf.red"), Surface("leaf.yellow"), Surface("leaf.green")
HOLE, SQUIRREL = Surface("hole"), Surface("squirrel")
FIVE, FOUR = (1, 9, 10, 11, 12), (9, 10, 11, 12)  # the mark is the last, 1 lies above 10


def laid(surface: Surface, cells: tuple[int, ...]) -> Candidate:
    """A tile without anything on its mark, which is the last of its cells."""
    return Candidate(KINDS[surface], cells, cells[-1], False, 0.5, sum(1 << cell for cell in cells))


def explained(surface: Surface, cells: tuple[int, ...], share: float, beside: Mapping[int, Verdict]) -> Explained:
    """One tile, its mark sure and the rest with this share, and what lies beside it."""
    verdicts = {cell: Verdict(surface, share) for cell in cells[:-1]} | {cells[-1]: Verdict(HOLE, 1.0)}
    return Explained({**verdicts, **beside}, ((laid(surface, cells), share),))


def looks(
    off: Mapping[Surface, float] = {}, chroma: float = 30.0, drawn: float = 0.0, **nats: float
) -> tuple[SurfaceCosts, SpaceEvidence]:
    """Costs of every space as a leaf of some colours, floor and hole (8 where none is given), and this chroma.

    ``off`` is how many degrees the hue of every space is from that of a leaf; ``drawn`` are the nats of its costs that
    are for what is drawn on it.
    """
    surfaces = [*KINDS, FLOOR, HOLE]
    by_surface = {surface: np.full((8, 9), nats.get(surface.rpartition(".")[2], 8.0)) for surface in surfaces}
    flat = np.zeros((8, 9))
    sides = {surface: by_surface[surface] for surface in KINDS}
    shared = {
        surface: SharedHue(flat + off.get(surface, 90.0), flat, 1.0, by_surface[surface] - drawn, flat)
        for surface in KINDS
    }
    costs = SurfaceCosts(by_surface, sides, flat, flat, np.ones((8, 9), np.bool_), shared)
    measures = {
        field.name: np.zeros((8, 9, 4) if field.name.startswith("side_") else (8, 9), np.float32)
        for field in fields(SpaceEvidence)
    }
    measures["chroma"][:] = chroma
    return costs, SpaceEvidence(**measures)


def never() -> Explained:
    """For what nobody may ask."""
    raise AssertionError("nothing was in doubt, so nobody should have asked what the sizes say")


ORANGE = looks(yellow=0.5, red=2.6)
TWO_THINGS = explained(YELLOW, FOUR, 0.7, {1: Verdict(SQUIRREL, 0.7)})
ONE_TILE = explained(RED, FIVE, 0.97, {})


def test_a_tile_between_two_colours_is_left_unread_where_its_size_speaks_for_the_other() -> None:
    """Five spaces of orange foliage are hardly a yellow tile of four and a thing beside it."""
    assert disputed(TWO_THINGS, lambda: ONE_TILE, *ORANGE, ROLES, Palette()) == set(FOUR)


def test_sizes_that_say_nothing_leave_the_colour_its_word() -> None:
    """On a full board tiles can be parted in many ways: then a share of one half contradicts nothing."""
    vague = explained(RED, FIVE, 0.6, {})
    assert disputed(TWO_THINGS, lambda: vague, *ORANGE, ROLES, Palette()) == frozenset()


def test_a_tile_that_may_lie_otherwise_as_well_needs_less_to_speak_against_it() -> None:
    """Red leaves in yellow light: what all ways to lay it have in common is no surer of its colour than the tile is."""
    common = {cell: Verdict(YELLOW, 1.0) for cell in (10, 11)}
    torn = Explained({**TWO_THINGS.verdicts, **common}, TWO_THINGS.pieces)
    leaning = explained(RED, FIVE, 0.7, {})
    assert disputed(torn, lambda: leaning, *ORANGE, ROLES, Palette()) == set(FOUR)
    settled = Explained({**TWO_THINGS.verdicts, **common}, ((TWO_THINGS.pieces[0][0], 0.96),))
    assert disputed(settled, lambda: leaning, *ORANGE, ROLES, Palette()) == frozenset()


@pytest.mark.parametrize(
    ("share", "rest", "sized", "is_torn"),
    [(0.6, 9, 0.5, True), (0.9, 9, 0.5, False), (0.6, 30, 0.5, False), (0.6, 9, 0.4, False)],
)
def test_a_tile_that_is_made_of_several_in_more_ways_than_one_needs_little_to_speak_against_it(
    share: float, rest: int, sized: float, is_torn: bool
) -> None:
    """Four spaces in the hue of tiles of three: three of them are one, and a fourth beside it is of none."""
    kind, cells = next(kind for kind in ROLES.patterned if kind.surface == GREEN), (0, 1, 2)
    piece = Candidate(kind, cells, 2, False, 0.5, 7)
    read = {cell: Verdict(GREEN, 0.9) for cell in (*cells[:2], rest)} | {2: Verdict(HOLE, 1.0)}
    by_size = Explained({cell: Verdict(YELLOW, sized) for cell in (*cells, rest)}, ())
    costs, seen = looks({GREEN: 5.0}, green=0.2)
    torn = disputed(Explained(read, ((piece, share),)), lambda: by_size, costs, seen, ROLES, Palette())
    assert torn == (set(cells) if is_torn else set())


@pytest.mark.parametrize(("share", "is_torn"), [(0.6, True), (0.9, False)])
def test_a_space_of_an_unsure_tile_that_is_a_single_thing_by_size_is_left_unread(share: float, is_torn: bool) -> None:
    """A squirrel in the hue of the tile beside it, of which nobody knows how it lies."""
    kind, cells = next(kind for kind in ROLES.patterned if kind.surface == GREEN), (0, 1, 2)
    piece = Candidate(kind, cells, 2, False, 0.5, 7)
    read = {cell: Verdict(GREEN, 0.9) for cell in cells[:2]} | {2: Verdict(HOLE, 1.0)}
    squirrel = Surface("squirrel")
    by_size = Explained({0: Verdict(squirrel, 0.6), 1: Verdict(GREEN, 0.9), 2: Verdict(HOLE, 1.0)}, ())
    costs, seen = looks({GREEN: 5.0}, green=0.2)
    torn = disputed(Explained(read, ((piece, share),)), lambda: by_size, costs, seen, ROLES, Palette())
    assert torn == (set(cells) if is_torn else set())


def test_a_sure_colour_needs_no_size() -> None:
    """What lies on each space is sure by hue: the other way to part the tiles is not even asked for."""
    sure = explained(YELLOW, FOUR, 0.99, {1: Verdict(SQUIRREL, 0.8)})
    costs, seen = looks(yellow=0.5, red=2.6)
    seen.hue_deg[0, 1] = 50.0
    assert disputed(sure, never, costs, seen, ROLES, Palette()) == frozenset()


def test_a_piece_of_no_known_colour_is_not_believed_unless_its_size_is_that_of_the_nearest() -> None:
    """Teal leaves are far from green and farther from all else: a tile of three is one, and no other."""
    teal = looks({GREEN: 50.0, YELLOW: 100.0, RED: -160.0}, green=3.6, yellow=4.5, red=4.5)
    three = explained(GREEN, (10, 11, 12), 0.93, {})
    sized = explained(GREEN, (10, 11, 12), 0.99, {})
    other = explained(GREEN, (11, 12, 13), 0.99, {10: Verdict(FLOOR, 1.0)})
    assert disputed(three, lambda: sized, *teal, ROLES, Palette()) == frozenset()
    assert disputed(three, lambda: other, *teal, ROLES, Palette()) == {10, 11, 12}
    for hidden, torn in (({13}, {10, 11, 12}), ({14, 30}, set[int]())):  # beside it there may be more of it
        assert disputed(three, lambda: sized, *teal, ROLES, Palette(), hidden) == torn
    purple = looks({GREEN: 130.0, YELLOW: 178.0, RED: -125.0}, green=4.4, yellow=4.5, red=4.4)
    assert disputed(three, lambda: sized, *purple, ROLES, Palette()) == {10, 11, 12}


@pytest.mark.parametrize(
    ("share", "sized", "is_torn"), [(0.97, 0.8, False), (0.97, 0.7, True), (0.93, 0.8, True), (0.97, 0.0, True)]
)
def test_a_hue_of_another_print_is_believed_where_size_says_the_same_of_every_space(
    share: float, sized: float, is_torn: bool
) -> None:
    """By size its mark may be another space as well: a leaf of three it is all the same."""
    teal = looks({GREEN: 50.0, YELLOW: 100.0, RED: -160.0}, green=3.6, yellow=4.5, red=4.5)
    three = explained(GREEN, (10, 11, 12), share, {})
    likely = Verdict(GREEN, sized) if sized else Verdict(YELLOW, 0.74)
    by_size = Explained({**three.verdicts, 10: Verdict(GREEN, 0.9), 11: likely}, ())
    assert disputed(three, lambda: by_size, *teal, ROLES, Palette()) == ({10, 11, 12} if is_torn else frozenset())


@pytest.mark.parametrize(
    ("green", "yellow", "red", "hidden", "is_lost"),
    [
        (45.0, 2.0, -60.0, {13}, True),
        (45.0, 60.0, -2.0, {13}, True),
        (45.0, 2.0, -60.0, {14, 30}, False),
        (10.0, -30.0, -60.0, {13}, False),
    ],
)
def test_a_tile_of_the_hue_of_larger_ones_may_go_on_where_nobody_sees_it(
    green: float, yellow: float, red: float, hidden: set[int], is_lost: bool
) -> None:
    """R12.3: under the shadow of a hand lies the fourth space of a yellow tile, and the rest is no green one."""
    costs, seen = looks({GREEN: green, YELLOW: yellow, RED: red}, green=0.7, yellow=0.1, red=1.2)
    three = explained(GREEN, (10, 11, 12), 0.99, {})
    assert disputed(three, lambda: three, costs, seen, ROLES, Palette(), hidden) == ({10, 11, 12} if is_lost else set())
    five = explained(RED, FIVE, 0.99, {})
    assert disputed(five, lambda: five, costs, seen, ROLES, Palette(), hidden) == frozenset()  # no tile is larger


def test_a_hue_is_not_unlikely_for_what_is_drawn_on_a_piece() -> None:
    """A leaf drawn round looks a little like a token: that is weighed elsewhere, and the hue is as it should be."""
    found = explained(YELLOW, FOUR, 0.97, {})
    costs, seen = looks({YELLOW: 10.0}, yellow=4.0, drawn=3.0)
    assert disputed(found, never, costs, seen, ROLES, Palette()) == frozenset()
    costs, seen = looks({YELLOW: 60.0}, yellow=4.0)
    unsure = explained(YELLOW, FOUR, 0.7, {})
    assert disputed(found, lambda: Explained(unsure.verdicts, ()), costs, seen, ROLES, Palette()) == set(FOUR)


def test_a_piece_without_any_colour_is_not_believed() -> None:
    """The hue of a shaded floor is noise, however well it fits."""
    costs, seen = looks(yellow=0.5, chroma=2.0)
    sure = explained(YELLOW, FOUR, 1.0, {})
    assert disputed(sure, never, costs, seen, ROLES, Palette()) == set(FOUR)


def test_floor_that_looks_like_a_mark_is_not_floor_where_a_tile_would_have_its_mark() -> None:
    """A tile of three in a hue that no leaf has is not two squirrels with bare ground between."""
    apart = Explained({10: Verdict(SQUIRREL, 1.0), 11: Verdict(SQUIRREL, 1.0), 12: Verdict(FLOOR, 1.0)}, ())
    sized = explained(GREEN, (10, 11, 12), 0.99, {})
    vague = explained(GREEN, (10, 11, 12), 0.6, {})
    ringed, bare = looks(hole=0.1, floor=4.2), looks(hole=1.0, floor=2.0)
    assert disputed(apart, lambda: sized, *ringed, ROLES, Palette()) == {10, 11, 12}
    assert disputed(apart, lambda: vague, *ringed, ROLES, Palette()) == frozenset()
    assert disputed(apart, never, *bare, ROLES, Palette()) == frozenset()


def test_what_is_printed_as_others_that_are_none_by_their_size_is_not_believed() -> None:
    """Where a yellow tile of four is a red one of five, the next one of that colour may be too, unless size tells."""
    costs, seen = looks(yellow=0.5, red=2.6)
    next_to_it = laid(YELLOW, (30, 31, 32, 33))
    two = Explained(
        {**TWO_THINGS.verdicts, **explained(YELLOW, (30, 31, 32, 33), 0.99, {}).verdicts},
        (*TWO_THINGS.pieces, (next_to_it, 0.99)),
    )
    sized = Explained(
        {**ONE_TILE.verdicts, **explained(YELLOW, (30, 31, 32, 33), 0.9, {}).verdicts},
        (*ONE_TILE.pieces, (next_to_it, 0.9)),
    )
    sure = Explained(sized.verdicts, (*ONE_TILE.pieces, (next_to_it, 0.97)))
    assert disputed(two, lambda: sized, costs, seen, ROLES, Palette()) == {*FOUR, 30, 31, 32, 33}
    assert disputed(two, lambda: sure, costs, seen, ROLES, Palette()) == set(FOUR)
    seen.hue_deg[3, 3:7] = 60.0
    assert disputed(two, lambda: sized, costs, seen, ROLES, Palette()) == set(FOUR)


def test_a_single_thing_of_a_tiles_colour_beside_it_may_be_a_part_of_it() -> None:
    """A tile of four in an ink like green ones: three spaces and a squirrel, as sure as they look, if sizes agree."""
    costs, seen = looks(green=0.5)
    seen.hue_deg[:] = 160.0
    three = explained(GREEN, (10, 11, 12), 0.99, {9: Verdict(SQUIRREL, 0.99)})
    four, vague = explained(YELLOW, FOUR, 0.85, {}), explained(YELLOW, FOUR, 0.6, {})
    assert disputed(three, lambda: four, costs, seen, ROLES, Palette()) == {10, 11, 12}
    assert disputed(three, lambda: vague, costs, seen, ROLES, Palette()) == frozenset()
    seen.hue_deg[1, 0] = 50.0  # a red-brown one
    assert disputed(three, never, costs, seen, ROLES, Palette()) == frozenset()


def test_what_has_the_hue_of_another_leaf_of_this_table_is_believed_only_where_its_size_proves_it() -> None:
    """Five spaces in the hue of the tiles of four may be such a tile and a squirrel of that colour."""
    costs, seen = looks(yellow=0.5, red=0.2)
    seen.hue_deg[:] = 44.0
    yellow = Palette.of_shown({YELLOW: (LeafLook(46.0, 30.0, 0.0),)})
    red = explained(RED, FIVE, 0.98, {})
    assert disputed(red, lambda: explained(RED, FIVE, 0.8, {}), costs, seen, ROLES, yellow) == set(FIVE)
    assert disputed(red, lambda: explained(RED, FIVE, 0.97, {}), costs, seen, ROLES, yellow) == frozenset()
    assert disputed(red, never, costs, seen, ROLES, Palette()) == frozenset()


@pytest.mark.parametrize(
    ("surface", "floor", "likeness", "burnt", "torn"),
    [
        (GREEN, 0.5, 0.0, 0.0, True),
        (GREEN, 2.0, 0.9, 0.0, True),
        (GREEN, 2.0, 0.5, 0.0, False),
        (GREEN, 4.0, 0.9, 0.0, False),
        (YELLOW, 0.5, 0.9, 0.0, False),
        (GREEN, 8.0, 0.9, 0.8, True),
        (GREEN, 8.0, 0.5, 0.8, False),
    ],
    ids=["bare", "bare in uneven light", "a hole", "ringed", "of two colours", "burnt out", "burnt out, a hole"],
)
def test_two_tiles_side_by_side_may_be_a_larger_one_where_a_mark_looks_bare(
    surface: Surface, floor: float, likeness: float, burnt: float, torn: bool
) -> None:
    """Five spaces and a bit of floor are two of three by a hue that nobody has confirmed; marks are ringed."""
    one, two = (0, 1, 9), (2, 11, 10)
    verdicts = {cell: Verdict(GREEN, 1.0) for cell in (*one[:-1], *two[:-1])}
    verdicts |= {one[-1]: Verdict(HOLE, 1.0), two[-1]: Verdict(Surface("token"), 1.0)}
    found = Explained(verdicts, ((laid(GREEN, one), 1.0), (laid(surface, two), 1.0)))
    costs, seen = looks({GREEN: 2.0}, floor=floor, hole=1.0, green=0.5, yellow=0.5)
    seen.likeness[:], seen.burnt[:] = likeness, burnt
    seen.hue_deg.reshape(-1)[list(two)] = 0.0 if surface == GREEN else 90.0
    doubted = {*one, *two} if torn else frozenset()
    assert perhaps_one(found, costs, seen, ROLES) == doubted
    assert disputed(found, never, costs, seen, ROLES, Palette()) == doubted


@pytest.mark.parametrize(
    ("second", "hue_deg", "share", "torn"),
    [
        ((3, 4, 13, 12), 0.0, 0.5, {9, 10, 11}),
        ((3, 4, 13, 12), 0.0, 0.4, set[int]()),
        ((3, 4, 13, 12), 40.0, 0.5, set[int]()),
        ((4, 5, 14, 13), 0.0, 0.5, set[int]()),
    ],
    ids=["they touch", "hardly by size", "two colours", "apart"],
)
def test_tiles_of_two_kinds_and_one_colour_that_touch_may_be_parted_elsewhere(
    second: tuple[int, ...], hue_deg: float, share: float, torn: set[int]
) -> None:
    """R12.3: four and four spaces of a strange ink are five and three by the hue of a tile that is a little like it."""
    first = (9, 10, 11)
    read = {cell: Verdict(GREEN, 0.99) for cell in first[:-1]} | {cell: Verdict(YELLOW, 0.99) for cell in second[:-1]}
    read |= {first[-1]: Verdict(HOLE, 1.0), second[-1]: Verdict(HOLE, 1.0)}
    found = Explained(read, ((laid(GREEN, first), 0.99), (laid(YELLOW, second), 0.99)))
    by_size = Explained({**read, first[0]: Verdict(YELLOW, share)}, ())
    costs, seen = looks(green=0.5, yellow=0.5)
    seen.hue_deg.reshape(-1)[list(second)] = hue_deg
    assert disputed(found, lambda: by_size, costs, seen, ROLES, Palette()) == torn
