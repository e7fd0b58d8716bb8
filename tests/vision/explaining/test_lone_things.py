"""What covers one space by itself is no token, whatever is drawn on it."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Grid
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.doubt_spread import READABLE
from vision.explaining.beforehand import Beforehand
from vision.explaining.confidence import confidence
from vision.explaining.lone_things import lone_things
from vision.explaining.pieces import explain
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
SINGLE, DISC = Surface("squirrel"), Surface("token")
THERE = 40
KNOWN, EVERY = Beforehand.nothing((8, 9)), range(72)


def seen_as(*rows: str, ring: float = 1.0) -> tuple[SurfaceCosts, SpaceEvidence]:
    """A board of which is covered what is drawn as "#"; a round edge is seen on all of that."""
    covered = np.zeros((8, 9), np.bool_)
    for row, text in enumerate(rows):
        covered[row, : len(text)] = [sign == "#" for sign in text]
    names = [kind.surface for kind in ROLES.patterned] + [Surface("hole"), Surface("animal")]
    by_surface = {name: np.full((8, 9), 8.0) for name in names}
    by_surface[FLOOR] = np.where(covered, 8.0, 0.0)
    by_surface[DISC] = np.where(covered, 0.0, 8.0)
    by_surface[SINGLE] = np.where(covered, 5.2, 8.0)
    flat = np.ones((8, 9))
    sides = {kind.surface: np.zeros((8, 9)) for kind in ROLES.patterned}
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["cover"][covered], measures["ring"][covered] = 0.96, ring
    costs = SurfaceCosts(by_surface, sides, flat, flat, np.ones((8, 9), np.bool_))
    return costs, SpaceEvidence(**measures)


def board(**known: str) -> list[Surface]:
    """What lay on all spaces before: floor but for what is ``known`` there, by its number."""
    before = [FLOOR] * 72
    for number, surface in known.items():
        before[int(number[1:])] = Surface(surface)
    return before


ALONE = (*[""] * 4, "....#")
ACROSS, AROUND = (*[""] * 4, "....#.#"), (*[""] * 4, "....#", ".....#")
APART, ASKEW = (*[""] * 4, "....#..#"), (*[""] * 4, "....#", "......#")
PAIR = (*[""] * 4, "....##")


@pytest.mark.parametrize(
    ("rows", "before", "ring", "found"),
    [
        (ALONE, {}, 1.0, (THERE,)),
        (ALONE, {"n40": "squirrel"}, 1.0, (THERE,)),
        (ALONE, {"n40": "hole"}, 1.0, ()),  # a token may come to lie on a hole
        (ALONE, {}, 0.5, ()),  # the floor shows round a token that was put beside its hole
        (ALONE, {}, 0.65, ()),
        (ALONE, {}, 0.75, (THERE,)),  # or round a figure without a card
        (PAIR, {}, 1.0, ()),  # a tile may have come
        (PAIR, {"n41": "leaf.red"}, 1.0, (THERE,)),  # that one has been there
        (ACROSS, {}, 1.0, ()),  # through whose hole the floor shows
        (ACROSS, {"n40": "squirrel"}, 1.0, (THERE, THERE + 2)),  # the other one has been known
        (AROUND, {}, 1.0, ()),
        (APART, {}, 1.0, ()),  # two that came at once
        (ALONE, {"n39": "leaf.red"}, 1.0, ()),  # a tile may have been moved by a space
        (ALONE, {"n39": "hole"}, 1.0, (THERE,)),  # through which the floor shows
    ],
)
def test_a_lone_thing_covers_a_space_beside_which_nothing_came(
    rows: tuple[str, ...], before: dict[str, str], ring: float, found: tuple[int, ...]
) -> None:
    """A tile covers three spaces at least (R1.3), and a token lies in a tile's hole (R5.1)."""
    costs, seen = seen_as(*rows, ring=ring)
    assert lone_things(costs, seen, board(**before), ROLES, KNOWN, EVERY) == found


@pytest.mark.parametrize(
    ("rows", "came", "found"),
    [
        (APART, [THERE], (THERE,)),
        (APART, [THERE, THERE + 3], ()),
        (APART, [], ()),
        (ASKEW, [THERE], (THERE,)),
        (ACROSS, [THERE], ()),
        (AROUND, [THERE], ()),
        (PAIR, [THERE], ()),
    ],
)
def test_what_is_left_unread_elsewhere_came_before(
    rows: tuple[str, ...], came: list[int], found: tuple[int, ...]
) -> None:
    """A thing by itself is the only new one, whatever lies unread farther off than over a hole."""
    costs, seen = seen_as(*rows)
    new = KNOWN.came.copy()
    new.reshape(-1)[came] = True
    assert lone_things(costs, seen, board(), ROLES, KNOWN._replace(came=new), EVERY) == found


@pytest.mark.parametrize(("rows", "nats", "found"), [(APART, 0.8, (THERE,)), (APART, 1.5, ()), (ACROSS, 0.8, ())])
@pytest.mark.parametrize("came", [True, False], ids=["since the last look", "at any time"])
def test_ground_in_a_faint_shadow_is_nothing_that_came_but_where_a_hole_may_be(
    rows: tuple[str, ...], nats: float, found: tuple[int, ...], came: bool
) -> None:
    """What covers the ground of a tile's other spaces is clear; through its hole ground is seen in its shade."""
    costs, seen = seen_as(*rows)
    (other,) = set(np.flatnonzero(costs.by_surface[FLOOR])) - {THERE}
    costs.by_surface[FLOOR].reshape(-1)[other], seen.cover.reshape(-1)[other] = nats, 0.0
    known = KNOWN._replace(came=np.full((8, 9), came))
    assert lone_things(costs, seen, board(), ROLES, known, EVERY) == found


@pytest.mark.parametrize(("nats", "found"), [(0.8, (THERE,)), (1.5, ())])
def test_a_faint_shadow_is_not_a_second_new_thing_where_another_is_unread(nats: float, found: tuple[int, ...]) -> None:
    """Of two that are clearly covered one came now, and with it no more than a shadow far off."""
    costs, seen = seen_as("........#", *ALONE[1:])
    costs.by_surface[FLOOR].reshape(-1)[71] = nats
    new = KNOWN.came.copy()
    new.reshape(-1)[[THERE, 71]] = True
    assert lone_things(costs, seen, board(), ROLES, KNOWN._replace(came=new), EVERY) == found


def test_what_shows_the_icon_of_a_token_is_no_lone_thing() -> None:
    """A token put on the floor by mistake is not called a squirrel."""
    costs, seen = seen_as(*ALONE)
    icons: NDArray[np.bool_] = np.zeros((8, 9), np.bool_)
    icons.reshape(-1)[THERE] = True
    assert lone_things(costs, seen, board(), ROLES, KNOWN._replace(icons=icons), EVERY) == ()


def test_what_hangs_together_with_something_across_the_rim_is_no_lone_thing() -> None:
    """A sleeve may cover a single space."""
    costs, seen = seen_as(*ALONE)
    assert lone_things(costs, seen, board(), ROLES, KNOWN._replace(reached=KNOWN.reached + 0.5), EVERY) == ()


@pytest.mark.parametrize(
    ("here", "beside_it", "found"),
    [
        (4.5, {"leaf.red": 4.9, "leaf.green": 8.0}, (THERE,)),  # a frond is drawn there, but it is the same leaf
        (1.0, {"leaf.red": 0.0, "leaf.green": 8.0}, ()),
        (4.5, {"leaf.red": 4.5, "leaf.green": 0.5}, ()),
    ],
)
def test_what_may_lie_across_a_tile_is_no_lone_thing(
    here: float, beside_it: dict[str, float], found: tuple[int, ...]
) -> None:
    """A tile laid on another shows that one's colour beside it or has changed what was there."""
    costs, seen = seen_as(*PAIR)
    costs.by_surface[Surface("leaf.red")].reshape(-1)[THERE] = here
    for surface, cost in beside_it.items():
        costs.by_surface[Surface(surface)].reshape(-1)[THERE + 1] = cost
    assert lone_things(costs, seen, board(n41="leaf.red"), ROLES, KNOWN, EVERY) == found


@pytest.mark.parametrize(
    ("came", "open_cells", "found"),
    [
        (True, [THERE], (THERE,)),
        (True, [THERE, THERE + 1], ()),  # another tile of its colour may lie across it
        (False, [THERE], ()),  # something unread lay there before
    ],
)
def test_what_came_on_bare_floor_does_not_go_on_over_a_tile_that_looks_as_before(
    came: bool, open_cells: list[int], found: tuple[int, ...]
) -> None:
    """A squirrel fills a gap between tiles (R1.4), and may have the hue of one of them."""
    costs, seen = seen_as(*PAIR)
    for cell in (THERE, THERE + 1):
        costs.by_surface[Surface("leaf.red")].reshape(-1)[cell] = 0.5
    new = KNOWN.came.copy()
    new.reshape(-1)[THERE] = came
    before = board(n41="leaf.red")
    assert lone_things(costs, seen, before, ROLES, KNOWN._replace(came=new), open_cells) == found


@pytest.mark.parametrize(("circle", "touched", "found"), [(2.2, 0.3, (THERE,)), (3.0, 0.3, ()), (3.0, 0.1, (THERE,))])
def test_what_is_in_a_clear_circle_may_be_the_token_of_a_tile(
    circle: float, touched: float, found: tuple[int, ...]
) -> None:
    """The rest of its tile may look much like bare ground; where that has not been touched at all there is none."""
    costs, seen = seen_as(*ALONE)
    seen.circle.reshape(-1)[THERE] = circle
    seen.cover.reshape(-1)[THERE + 1] = touched
    assert lone_things(costs, seen, board(), ROLES, KNOWN, EVERY) == found


def test_what_is_in_a_clear_circle_beside_glare_may_be_the_token_of_a_tile() -> None:
    """Nobody sees whether something came there."""
    costs, seen = seen_as(*ALONE)
    seen.circle.reshape(-1)[THERE] = 3.0
    costs.usable.reshape(-1)[THERE + 1] = False
    assert lone_things(costs, seen, board(), ROLES, KNOWN, EVERY) == ()


@pytest.mark.parametrize(("came", "found"), [(False, ()), (True, (THERE,))])
def test_what_is_in_a_clear_circle_beside_a_tile_may_lie_in_its_hole(came: bool, found: tuple[int, ...]) -> None:
    """A hole may have gone unread, unless it was bare floor before something came."""
    costs, seen = seen_as(*PAIR)
    seen.circle.reshape(-1)[THERE] = 3.0
    new = KNOWN.came.copy()
    new.reshape(-1)[THERE] = came
    assert lone_things(costs, seen, board(n41="leaf.red"), ROLES, KNOWN._replace(came=new), EVERY) == found


@pytest.mark.parametrize("known", [False, True])
def test_a_squirrel_drawn_in_a_circle_is_read_where_it_lies_by_itself(known: bool) -> None:
    """Its edge counts for a token until it is known that none can lie there."""
    costs, seen = seen_as(*ALONE)
    if known:
        costs = costs.surely(SINGLE, lone_things(costs, seen, board(), ROLES, KNOWN, EVERY))
    found = explain(costs, ROLES, Grid(8, 9), board(), [THERE])
    sure = confidence(found, costs, (), seen.circle, ROLES)[THERE]
    assert (found.verdicts[THERE].surface == SINGLE and sure >= READABLE) is known
