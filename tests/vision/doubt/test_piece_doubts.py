"""A piece is laid whole and is of one colour."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.piece_doubts import hardly_fitting, hardly_tiles, laid_in_parts, patched
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark."""


def test_a_piece_with_a_space_of_another_colour_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """A pale card beside a tile is no part of it; prints differ a little in strength and in hue."""
    found, _, seen = seen_tile()
    for chroma, hue_deg, lost in ((12.0, 0.0, set(CELLS)), (18.0, 30.0, set[int]()), (29.0, 30.0, set[int]())):
        seen.chroma[0, 1], seen.hue_deg[0, 1] = chroma, hue_deg
        assert patched(found, seen) == lost
    seen.chroma[0, 1], seen.burnt[0, 1] = 5.0, 1.0
    assert not patched(found, seen)  # what little is left of a colour tells nothing


def test_a_part_of_a_piece_in_the_shade_is_as_colourful_as_it_is_light(seen_tile: Callable[..., SeenTile]) -> None:
    """Blinds throw stripes over the empty board as well: a shadow that was there before is not known as one."""
    found, _, seen = seen_tile()
    seen.lightness[:] = 40.0
    seen.chroma[0, 1] = 13.0
    for lightness, lost in ((20.0, set[int]()), (40.0, set(CELLS)), (60.0, set(CELLS))):
        seen.lightness[0, 1] = lightness
        assert patched(found, seen) == lost


@pytest.mark.parametrize(
    ("cost", "mark", "lost"), [(2.6, "token", set(CELLS)), (2.2, "token", set[int]()), (2.6, "hole", set[int]())]
)
def test_a_tile_with_a_token_that_fits_badly_all_over_is_not_believed(
    seen_tile: Callable[..., SeenTile], cost: float, mark: str, lost: set[int]
) -> None:
    """Where gold flashes on a tile another of its spaces may have the token; a bare hole is seen for itself."""
    found, _, _ = seen_tile()
    dear = tuple((piece._replace(cost=cost * len(CELLS)), share) for piece, share in found.pieces)
    verdicts = {**found.verdicts, CELLS[-1]: Verdict(Surface(mark), 1.0)}
    assert hardly_fitting(Explained(verdicts, dear), ROLES, ()) == lost
    assert not hardly_fitting(Explained(verdicts, dear), ROLES, [CELLS[-1]])  # an icon is seen there


@pytest.mark.parametrize(
    ("cost", "unlike", "look", "tiles", "doubted"),
    [
        (9.5, 3.5, 0, 2, True),
        (9.5, 3.5, 0, 1, False),
        (9.5, 3.5, 1, 2, False),
        (8.5, 3.5, 0, 2, False),
        (9.5, 2.5, 0, 2, False),
    ],
    ids=["nobody saw it come", "the only one", "it was seen to come", "it fits", "no space is another's"],
)
def test_a_tile_that_fits_badly_and_was_not_seen_to_come_is_not_believed(
    seen_tile: Callable[..., SeenTile], cost: float, unlike: float, look: int, tiles: int, doubted: bool
) -> None:
    """R1.3: of two tiles side by side one may be read with a space of the other, which has another colour."""
    found, costs, _ = seen_tile()
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    costs.by_surface[Surface("leaf.red")].reshape(-1)[1] = 4.0
    costs.by_surface[Surface("leaf.yellow")].reshape(-1)[1] = 4.0 - unlike
    ((laid, share),) = found.pieces
    beside = Candidate(green, (13, 14, 15), 13, False, 0.5, 0b111 << 13), 1.0
    poor = Candidate(laid.kind, laid.cells, laid.mark, laid.capped, cost, laid.bits)
    read = Explained(found.verdicts, ((poor, share), beside)[:tiles])
    assert hardly_tiles(read, costs, [look] * 72) == (set(laid.cells) if doubted else frozenset())


def test_a_piece_of_which_a_part_came_later_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """Pieces are laid whole; only what shows on the mark may be newer, and of some spaces it is not known."""
    found, _, _ = seen_tile()
    *body, mark = CELLS
    whole = [0] * 72
    for cell in body:
        whole[cell] = 2
    nothing = set[int]()
    for changed, look, lost in (
        (body[0], 3, set(CELLS)),
        (mark, 3, nothing),
        (mark, 1, nothing),
        (mark, 0, nothing),
        (body[0], 0, nothing),
    ):
        looks = list(whole)
        looks[changed] = look
        assert laid_in_parts(found, looks, 9) == lost


@pytest.mark.parametrize(
    ("beside_it", "look", "lost"),
    [("squirrel", 1, True), ("squirrel", 2, False), ("floor", 1, False)],
    ids=["came together", "came later", "ground that was in doubt"],
)
def test_a_mark_that_came_before_its_piece_with_something_beside_it_is_of_that(
    seen_tile: Callable[..., SeenTile], beside_it: str, look: int, lost: bool
) -> None:
    """R1.3: a hole is no new tile's where it lay there before, in something that could not be read."""
    found, _, _ = seen_tile()
    *body, mark = CELLS
    near = mark + 1
    read = Explained({**found.verdicts, near: Verdict(Surface(beside_it), 1.0)}, found.pieces)
    looks = [0] * 72
    for cell in body:
        looks[cell] = 2
    looks[mark], looks[near] = 1, look
    assert laid_in_parts(read, looks, 9) == (set(CELLS) if lost else set())


def test_nothing_lies_on_the_mark_of_a_piece_beside_which_bare_ground_was_seen_there(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """A squirrel laid beside a tile is no token on it: a hole would have been seen there, unless the tile came now."""
    found, _, _ = seen_tile()
    *body, mark = CELLS
    leaf, hole = Surface("leaf.red"), Surface("hole")
    for changed, lost in (
        ({mark: FLOOR}, set(CELLS)),
        ({mark: FLOOR, body[0]: FLOOR}, set(CELLS)),
        ({mark: hole}, set[int]()),
        ({mark: None}, set[int]()),
        (dict.fromkeys(CELLS, FLOOR), set[int]()),
        ({**dict.fromkeys(CELLS, FLOOR), body[0]: leaf}, set[int]()),
        (dict.fromkeys(body, FLOOR), set[int]()),
    ):
        assert laid_in_parts(found, [0] * 72, 9, changed) == lost


@pytest.mark.parametrize(
    ("bare", "of_mark", "of_body", "lost"),
    [(True, 2, 1, True), (False, 2, 1, False), (True, 2, 2, False), (True, 2, 0, False), (True, 1, 2, False)],
    ids=["bare beside it", "unread beside it", "came at once", "nobody knows when", "came before it"],
)
def test_nothing_lies_on_a_mark_that_was_bare_ground_beside_its_piece_in_an_earlier_look(
    seen_tile: Callable[..., SeenTile], bare: bool, of_mark: int, of_body: int, lost: bool
) -> None:
    """The squirrel is none later, either, when all else that could not be read is explained once more."""
    found, _, _ = seen_tile()
    *body, mark = CELLS
    looks = [0] * 72
    looks[mark] = of_mark
    for cell in body:
        looks[cell] = of_body
    once_bare = {mark} if bare else {*body}
    assert laid_in_parts(found, looks, 9, {40: FLOOR}, once_bare) == (set(CELLS) if lost else set())


@pytest.mark.parametrize(("was", "bare", "lost"), [(None, False, False), (None, True, True), (FLOOR, False, True)])
def test_what_could_not_be_read_may_have_come_with_the_rest_of_its_tile(
    seen_tile: Callable[..., SeenTile], was: Surface | None, bare: bool, lost: bool
) -> None:
    """In a hand's shadow a leaf looks otherwise than in the look after that; a space seen bare came later."""
    found, _, _ = seen_tile()
    looks, later = [0] * 72, CELLS[1]
    for cell in CELLS:
        looks[cell] = 2 if cell == later else 1
    looked = laid_in_parts(found, looks, 9, {later: was}, {later} if bare else ())
    assert looked == (set(CELLS) if lost else set())
