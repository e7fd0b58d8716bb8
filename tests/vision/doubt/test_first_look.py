"""Two tiles that came in one look with what lies on them: two tokens side by side and an animal are hard to tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt import first_look
from vision.doubt.first_look import of_two_discs, one_or_two
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE, ONCE = (FLOOR,) * 72, (0,) * 72
ANIMAL, HOLE, TOKEN = (Surface(name) for name in ("animal", "hole", "token"))
MARK, NEXT_MARK = 12, 13
"""Of the red tile that ``seen_tile`` shows, and of the green one to its right."""
BOTH = {MARK, NEXT_MARK}


def two_tiles(seen_tile: Callable[..., SeenTile], first: str, second: str) -> SeenTile:
    """Both tiles, newly read, with these surfaces on their marks."""
    found, costs, seen = seen_tile()
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    laid = Candidate(green, (NEXT_MARK, 14, 15), NEXT_MARK, False, 0.5, 0b111 << NEXT_MARK)
    leaves = {cell: Verdict(green.surface, 1.0) for cell in (14, 15)}
    things = {MARK: Verdict(Surface(first), 1.0), NEXT_MARK: Verdict(Surface(second), 1.0)}
    return Explained({**found.verdicts, **leaves, **things}, (*found.pieces, (laid, 1.0))), costs, seen


def test_two_tokens_side_by_side_on_new_tiles_may_be_an_animal(seen_tile: Callable[..., SeenTile]) -> None:
    """R6.1: a round face and a round tail. In play tiles come one by one, and so do their tokens (R5.1)."""
    found, costs, seen = two_tiles(seen_tile, "token", "token")
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES) == BOTH
    played = [Surface("hole") if cell == MARK else FLOOR for cell in range(72)]
    assert not one_or_two(found, (), played, ONCE, costs, seen, ROLES)
    one_by_one = [2 if cell >= NEXT_MARK else 1 for cell in range(72)]
    assert not one_or_two(found, (), BARE, one_by_one, costs, seen, ROLES)
    assert not one_or_two(found, (), BARE, ONCE, costs, seen, ROLES, shown=BOTH)
    found, costs, seen = two_tiles(seen_tile, "token", "hole")
    assert not one_or_two(found, (), BARE, ONCE, costs, seen, ROLES)


@pytest.mark.parametrize(("shown", "cost", "lost"), [({MARK}, 5.0, BOTH), ({MARK}, 1.0, set()), (BOTH, 5.0, set())])
def test_an_icon_beside_what_is_hardly_a_token_may_be_a_face(
    seen_tile: Callable[..., SeenTile], shown: set[int], cost: float, lost: set[int]
) -> None:
    """R6.1: the eyes of an animal look like berries. Two icons are two tokens."""
    found, costs, seen = two_tiles(seen_tile, "token", "token")
    costs.by_surface[Surface("token")].reshape(-1)[NEXT_MARK] = cost
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES, shown=shown) == lost
    one_by_one = [2 if cell >= NEXT_MARK else 1 for cell in range(72)]
    assert not one_or_two(found, (), BARE, one_by_one, costs, seen, ROLES, shown=shown)


@pytest.mark.parametrize(
    ("seam", "unread", "lost"), [(-0.8, {13}, {12}), (1.0, {13}, set()), (-0.8, {14}, set()), (-0.8, set(), set())]
)
def test_a_hole_without_an_edge_towards_a_mark_that_is_left_unread_may_be_the_fur_of_an_animal(
    seen_tile: Callable[..., SeenTile], seam: float, unread: set[int], lost: set[int]
) -> None:
    """R6.1: an animal lies over both, in the colours of the floor. Laid one by one they are what they were."""
    found, costs, seen = two_tiles(seen_tile, "hole", "token")
    costs.seam_right.reshape(-1)[MARK] = seam
    assert one_or_two(found, unread, BARE, ONCE, costs, seen, ROLES) == lost
    one_by_one = [2 if cell >= NEXT_MARK else 1 for cell in range(72)]
    assert not one_or_two(found, unread, BARE, one_by_one, costs, seen, ROLES)


@pytest.mark.parametrize(
    ("seam", "unread", "lost"), [(-0.8, {13}, {12}), (1.0, {13}, set()), (-0.8, {14}, set()), (-0.8, {11}, set())]
)
def test_a_token_without_an_edge_towards_a_tile_that_is_left_unread_may_be_the_head_of_an_animal(
    seen_tile: Callable[..., SeenTile], seam: float, unread: set[int], lost: set[int]
) -> None:
    """R6.1: the rest of the animal is what nobody could read. A leaf of its own tile is none."""
    found, costs, seen = two_tiles(seen_tile, "token", "leaf.green")
    costs.seam_right.reshape(-1)[[MARK - 1, MARK]] = seam
    assert one_or_two(found, unread, BARE, ONCE, costs, seen, ROLES) == lost
    assert one_or_two(found, unread, BARE, ONCE, costs, seen, ROLES, shown={MARK}) == lost


@pytest.mark.parametrize(
    ("seam", "hidden", "lost"), [(-0.8, {21}, {12}), (1.0, {21}, set()), (-0.8, {22}, set()), (-0.8, set(), set())]
)
def test_a_token_without_an_edge_towards_what_is_hidden_may_be_the_head_of_an_animal(
    seen_tile: Callable[..., SeenTile], seam: float, hidden: set[int], lost: set[int]
) -> None:
    """R6.1: what was not read in one attempt is not looked at in the next, nor what lies under a hand."""
    found, costs, seen = seen_tile()
    costs.seam_down.reshape(-1)[MARK] = seam
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES, hidden=hidden) == lost
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES, shown={MARK}, hidden=hidden) == lost


@pytest.mark.parametrize(("token", "lost"), [((5.0, 6.9), BOTH), ((5.0, 8.0), set()), ((8.0, 8.0), set())])
def test_an_animal_on_new_tiles_is_one_where_a_token_hardly_fits_somewhere(
    seen_tile: Callable[..., SeenTile], token: tuple[float, float], lost: set[int]
) -> None:
    """Pale tokens in a blurred picture have no edges between them either."""
    found, costs, seen = two_tiles(seen_tile, "animal", "animal")
    costs.by_surface[Surface("token")].reshape(-1)[[MARK, NEXT_MARK]] = token
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES) == lost
    by_itself = [3 if cell in BOTH else 1 for cell in range(72)]
    assert not one_or_two(found, (), BARE, by_itself, costs, seen, ROLES)


def test_an_animal_that_is_seen_to_lie_across_both_marks_is_no_two_tokens(
    seen_tile: Callable[..., SeenTile], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R6.1: but one of which no other end is read may be the rest of something else."""
    asked: list[set[int]] = []

    def lies_across(animal: set[int], *_: object) -> bool:
        asked.append(animal)
        return True

    monkeypatch.setattr(first_look, "lies_across", lies_across)
    found, costs, seen = two_tiles(seen_tile, "animal", "animal")
    costs.by_surface[Surface("token")].reshape(-1)[[MARK, NEXT_MARK]] = 5.0
    assert not one_or_two(found, (), BARE, ONCE, costs, seen, ROLES)
    assert asked == [BOTH]
    assert one_or_two(found, {NEXT_MARK}, BARE, ONCE, costs, seen, ROLES) == BOTH


@pytest.mark.parametrize(("stood", "lost"), [(BOTH, set()), ({MARK}, BOTH)])
def test_what_came_onto_known_marks_while_a_hand_was_there_is_an_animal(
    seen_tile: Callable[..., SeenTile], stood: set[int], lost: set[int]
) -> None:
    """R5.1: tokens came with their tiles, which are read anew with all that lies on them when the hand has gone."""
    found, costs, seen = two_tiles(seen_tile, "animal", "animal")
    costs.by_surface[Surface("token")].reshape(-1)[[MARK, NEXT_MARK]] = 5.0
    assert one_or_two(found, (), BARE, ONCE, costs, seen, ROLES, stood=stood) == lost
    assert one_or_two(found, {NEXT_MARK}, BARE, ONCE, costs, seen, ROLES, stood=stood) == BOTH


def test_an_animal_of_which_one_space_is_left_is_none(seen_tile: Callable[..., SeenTile]) -> None:
    """R6.1: it covers two at least."""
    found, costs, seen = two_tiles(seen_tile, "animal", "animal")
    assert one_or_two(found, {NEXT_MARK}, BARE, ONCE, costs, seen, ROLES) == BOTH
    assert not one_or_two(found, (), BARE, ONCE, costs, seen, ROLES)


@pytest.mark.parametrize(
    ("round_ones", "before", "doubted"),
    [
        ({10: 3.9, 11: 3.5}, HOLE, {10, 11}),
        ({10: 3.9, 11: 2.8}, HOLE, set[int]()),
        ({10: 3.9, 11: 2.8}, FLOOR, {10, 11}),
        ({10: 3.9, 11: 2.4}, FLOOR, set[int]()),
        ({10: 3.9, 12: 3.9}, FLOOR, set[int]()),
        ({10: 3.9, 11: 3.5}, ANIMAL, set[int]()),
        ({10: 3.9, 20: 3.5}, FLOOR, set[int]()),
    ],
    ids=[
        "two discs",
        "a head",
        "they came with their tiles",
        "a head at first sight",
        "both ends",
        "it lay there before",
        "a token beside it",
    ],
)
def test_two_round_things_side_by_side_are_no_animal(
    seen_tile: Callable[..., SeenTile],
    round_ones: dict[int, float],
    before: Surface,
    doubted: set[int],
) -> None:
    """R5.1: tokens lie in the holes of tiles side by side; in the tones of a camera they may be as pale as a card."""
    _, _, seen = seen_tile()
    seen.circle[:] = 1.5
    for cell, strength in round_ones.items():
        seen.circle.reshape(-1)[cell] = strength
    found = Explained({cell: Verdict(ANIMAL, 1.0) for cell in (10, 11, 12)} | {20: Verdict(TOKEN, 1.0)}, ())
    assert of_two_discs(found, (before,) * 72, seen, ROLES) == doubted
