"""R5.1: a token lies over a print, one to a piece; what else looks like one on the piece is doubted or only drawn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.doubts import doubted
from vision.doubt.due_tokens import tokens_due
from vision.doubt.mark_signs import Clues
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark."""


def test_a_disc_drawn_on_a_piece_may_be_its_token_where_something_is_printed_below(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R5.1: a token lies over a print; a gold one has the hue of a yellow leaf, and a pale leaf may be rounder."""
    for there, here, doubts in ((3.0, 0.3, set(CELLS)), (3.0, 3.0, set[int]()), (0.3, 0.3, set[int]())):
        found, costs, seen = seen_tile(leaf=4.5, disc=2.4)
        seen.disc_contrast.reshape(-1)[[CELLS[0], CELLS[-1]]] = there, here
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues(drawn=[CELLS[0]])) == doubts


def test_a_disc_over_no_print_is_not_believed_while_its_tile_hardly_looks_like_a_leaf_where_one_is(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R5.1: a token in the hue of its tile is as good as a leaf, and a round leaf beside it the better disc."""
    for there, here, leaf, doubts in (
        (3.0, 0.3, 2.4, set(CELLS)),
        (3.0, 0.3, 0.2, set[int]()),
        (3.0, 3.0, 2.4, set[int]()),
        (0.3, 0.3, 2.4, set[int]()),
    ):
        found, costs, seen = seen_tile(leaf=leaf, disc=4.5)
        seen.disc_contrast.reshape(-1)[[CELLS[0], CELLS[-1]]] = there, here
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues()) == doubts
        assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues(shown=[CELLS[-1]]))


def test_the_token_that_is_due_over_the_only_print_below_a_piece_may_look_much_like_a_leaf(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R5.1: it lies there and nowhere else on the piece; something round that hides the print must be seen."""
    *body, mark = CELLS
    for leaf, printed, hidden, circle, doubts in (
        (-3.0, [mark], True, 1.5, set[int]()),
        (-3.0, [mark], True, 1.3, set(CELLS)),
        (-3.0, [mark], False, 1.5, set(CELLS)),
        (-3.0, [mark, body[0]], True, 1.5, set(CELLS)),
        (-3.0, [], True, 1.5, set(CELLS)),
        (-4.0, [mark], True, 1.5, set(CELLS)),
    ):
        found, costs, seen = seen_tile()
        costs.by_surface[Surface("token")].reshape(-1)[mark] = 4.0
        costs.by_surface[Surface("leaf.red")].reshape(-1)[mark] = 4.0 + leaf
        seen.circle[:] = 1.0
        seen.circle.reshape(-1)[mark] = circle
        seen.disc_chroma.reshape(-1)[mark] = 20.0  # neither pale nor as colourful as the leaf
        known = np.zeros((5, 72), np.bool_)
        known[1, mark] = hidden
        known[4, printed] = True
        known[3] = ~known[4]
        prints = Prints(*known.reshape(5, 8, 9))
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues(prints=prints)) == doubts


@pytest.mark.parametrize(
    ("hue_deg", "hidden", "doubts"), [(130.0, True, False), (130.0, False, True), (25.0, True, True)]
)
def test_the_icon_of_a_token_that_is_due_may_be_as_colourful_as_leaves(
    seen_tile: Callable[..., SeenTile], hue_deg: float, hidden: bool, doubts: bool
) -> None:
    """Red berries on a green leaf, or the other way round: what has the leaf's own hue may be drawn on it."""
    mark = CELLS[-1]
    found, costs, seen = seen_tile()
    costs.by_surface[Surface("token")].reshape(-1)[mark] = 3.0
    costs.by_surface[Surface("leaf.red")].reshape(-1)[mark] = 4.0
    seen.circle[:] = 1.0
    for name, value in (("circle", 1.46), ("chroma", 24.0), ("disc_chroma", 30.0), ("hue_deg", hue_deg)):
        getattr(seen, name).reshape(-1)[mark] = value
    known = np.zeros((5, 72), np.bool_)
    known[1, mark], known[4, mark] = hidden, True
    known[3] = ~known[4]
    prints = Prints(*known.reshape(5, 8, 9))
    assert bool(set(CELLS) & doubted(found, costs, seen, ROLES, Clues(prints=prints))) == doubts


@pytest.mark.parametrize(
    ("chroma", "inner", "hue_deg", "hidden", "doubts"),
    [
        (15.0, 15.0, 20.0, True, False),
        (15.0, 15.0, 20.0, False, True),
        (20.0, 20.0, 20.0, True, True),
        (30.0, 30.0, 20.0, True, True),
        (20.0, 15.0, 20.0, True, False),
        (20.0, 20.0, 80.0, True, False),
        (20.0, 20.0, 80.0, False, True),
    ],
)
def test_what_hides_a_print_and_is_much_paler_than_its_leaf_or_of_another_hue_is_a_token(
    seen_tile: Callable[..., SeenTile], chroma: float, inner: float, hue_deg: float, hidden: bool, doubts: bool
) -> None:
    """A dark disc on dark leaves has no edge to be seen; another space of the tile may lie over a print as well."""
    *body, mark = CELLS
    found, costs, seen = seen_tile()
    costs.by_surface[Surface("token")].reshape(-1)[mark] = 3.0
    costs.by_surface[Surface("leaf.red")].reshape(-1)[mark] = 4.0
    seen.circle.reshape(-1)[mark], seen.chroma.reshape(-1)[mark] = 1.2, chroma
    seen.disc_chroma[:] = 30.0
    seen.disc_chroma.reshape(-1)[mark], seen.hue_deg.reshape(-1)[mark] = inner, hue_deg
    known = np.zeros((5, 72), np.bool_)
    known[1, mark], known[4, [mark, body[0]]] = hidden, True
    prints = Prints(*known.reshape(5, 8, 9))
    assert bool(set(CELLS) & doubted(found, costs, seen, ROLES, Clues(prints=prints))) == doubts


@pytest.mark.parametrize(
    ("share", "at_mark", "chroma", "circle", "hidden", "shown", "doubts"),
    [
        (0.84, 0.9, 30.0, 1.72, True, False, True),
        (0.84, 1.25, 30.0, 1.82, True, False, True),
        (0.95, 1.25, 8.0, 1.82, True, False, False),
        (0.95, 0.9, 8.0, 1.72, True, False, True),
        (0.95, 0.9, 30.0, 1.72, True, False, False),
        (0.84, 0.9, 30.0, 1.45, True, False, False),
        (0.84, 0.9, 30.0, 1.72, False, False, False),
        (0.84, 0.9, 30.0, 1.72, True, True, False),
    ],
    ids=[
        "clearer",
        "as much clearer",
        "sure of the mark",
        "sure without an edge on grey leaves",
        "paler than colourful leaves",
        "hardly clearer",
        "over no print",
        "the icon is seen",
    ],
)
def test_a_token_with_hardly_an_edge_is_doubted_where_another_space_over_a_print_has_a_clear_one(
    seen_tile: Callable[..., SeenTile],
    share: float,
    at_mark: float,
    chroma: float,
    circle: float,
    hidden: bool,
    shown: bool,
    doubts: bool,
) -> None:
    """A dark leaf is as pale as a token; where a tile lies aside its token is seen aside as well."""
    *body, mark = CELLS
    found, costs, seen = seen_tile()
    found = Explained({**found.verdicts, mark: Verdict(Surface("token"), share)}, found.pieces)
    seen.circle[:] = at_mark
    seen.chroma[:], seen.disc_chroma[:] = chroma, chroma
    seen.circle.reshape(-1)[body[0]] = circle
    seen.chroma.reshape(-1)[mark], seen.disc_chroma.reshape(-1)[mark] = 0.4 * chroma, 0.4 * chroma
    known = np.zeros((5, 72), np.bool_)
    known[1, mark], known[1, body[0]], known[4, [mark, body[0]]] = True, hidden, True
    clues = Clues(prints=Prints(*known.reshape(5, 8, 9)), shown=[mark] if shown else [])
    assert bool(set(CELLS) & doubted(found, costs, seen, ROLES, clues)) == doubts


@pytest.mark.parametrize(
    ("hue_deg", "foreign", "bare", "due"),
    [(80.0, 0.7, False, True), (80.0, 0.3, False, False), (20.0, 0.7, False, False), (80.0, 0.7, True, False)],
)
def test_a_token_of_its_own_hue_is_due_over_a_print_that_is_hardly_legible_too(
    seen_tile: Callable[..., SeenTile], hue_deg: float, foreign: float, bare: bool, due: bool
) -> None:
    """R5.1: no shade of the floor has such a hue, and the floor is not seen there."""
    mark = CELLS[-1]
    found, _, seen = seen_tile()
    seen.hue_deg.reshape(-1)[mark], seen.shade_disc.reshape(-1)[mark] = hue_deg, foreign
    known = np.zeros((5, 72), np.bool_)
    known[0, mark], known[4, mark] = bare, True
    assert tokens_due(found, Prints(*known.reshape(5, 8, 9)), seen) == ({mark} if due else set())


@pytest.mark.parametrize(
    ("measure", "mark_has", "leaves_have", "due"),
    [
        ("disc_chroma", 12.0, 24.0, True),
        ("disc_chroma", 12.0, 12.0, False),
        ("circle", 1.5, 1.0, True),
        ("circle", 1.5, 1.5, False),
    ],
)
def test_a_drawing_that_all_leaves_of_a_piece_have_is_no_token(
    seen_tile: Callable[..., SeenTile], measure: str, mark_has: float, leaves_have: float, due: bool
) -> None:
    """Leaves may be pale in the middle or drawn in a ring; a token is paler or rounder than those beside it (R5.1)."""
    *body, mark = CELLS
    found, _, seen = seen_tile()
    seen.circle[:], seen.chroma[:], seen.disc_chroma[:] = 1.0, 24.0, 24.0
    getattr(seen, measure).reshape(-1)[body] = leaves_have
    getattr(seen, measure).reshape(-1)[mark] = mark_has
    known = np.zeros((5, 72), np.bool_)
    known[1, mark] = known[4, mark] = True
    known[3] = ~known[4]
    assert tokens_due(found, Prints(*known.reshape(5, 8, 9)), seen) == ({mark} if due else set())


@pytest.mark.parametrize(
    ("second_hidden", "disc", "circle", "shown", "lost"),
    [
        (True, 0.0, 1.0, (), True),
        (True, 0.0, 1.0, (12,), False),
        (True, 2.5, 1.0, (), False),
        (True, 2.5, 1.8, (), True),
        (True, 3.2, 1.8, (), False),
        (False, 0.0, 1.0, (12,), False),
    ],
    ids=["alike", "an icon is seen", "hardly a disc", "with some edge", "rather a leaf", "its print shows"],
)
def test_of_two_leaves_over_prints_that_look_like_tokens_neither_is_the_mark_for_sure(
    seen_tile: Callable[..., SeenTile],
    second_hidden: bool,
    disc: float,
    circle: float,
    shown: tuple[int, ...],
    lost: bool,
) -> None:
    """R5.1: a pale leaf drawn over one treasure, or a mirrored lamp, looks like the token that lies over the other."""
    found, costs, seen = seen_tile(leaf=3.0, disc=disc)
    seen.circle.reshape(-1)[1] = circle
    known = np.zeros((5, 72), np.bool_)
    known[1, [12, 1] if second_hidden else [12]] = known[4, [12, 1]] = True
    seen.disc_chroma[:], seen.disc_hue_deg[:] = 10.0, 20.0
    doubts = doubted(found, costs, seen, ROLES, Clues(shown=shown, prints=Prints(*known.reshape(5, 8, 9))))
    assert ({1, 9, 10, 11, 12} <= doubts) is lost


@pytest.mark.parametrize(
    ("twin", "twin_circle", "circle", "mark_hue", "lost"),
    [
        (20.0, 2.5, 2.5, 200.0, False),
        (26.0, 2.5, 2.5, 200.0, False),
        (35.0, 2.5, 2.5, 200.0, True),
        (20.0, 2.0, 2.5, 200.0, True),
        (20.0, 2.5, 2.0, 200.0, True),
        (20.0, 2.5, 2.5, 20.0, True),
    ],
    ids=["drawn twice", "printed a little otherwise", "another drawing", "a leaf", "hardly round", "the mark as well"],
)
def test_what_is_drawn_on_a_leaf_over_plain_ground_as_well_is_no_token_over_a_print(
    seen_tile: Callable[..., SeenTile], twin: float, twin_circle: float, circle: float, mark_hue: float, lost: bool
) -> None:
    """R5.1: a piece has one token, so that of two spaces with the same disc neither has it, where another may."""
    first, second, *_, mark = CELLS
    found, costs, seen = seen_tile(leaf=3.0, disc=0.0)
    seen.disc_chroma[:], seen.disc_hue_deg[:] = 10.0, 20.0
    seen.disc_hue_deg.reshape(-1)[list(CELLS[1:-1])] = 80.0
    seen.disc_hue_deg.reshape(-1)[mark], seen.chroma.reshape(-1)[mark] = mark_hue, 12.0  # paler: a token is due
    seen.disc_hue_deg.reshape(-1)[second], seen.circle.reshape(-1)[second] = twin, twin_circle
    seen.circle.reshape(-1)[first] = circle
    known = np.zeros((5, 72), np.bool_)
    known[1, [first, mark]] = known[4, [first, mark]] = True
    known[3] = ~known[4]
    doubts = doubted(found, costs, seen, ROLES, Clues(prints=Prints(*known.reshape(5, 8, 9))))
    assert (set(CELLS) <= doubts) is lost


@pytest.mark.parametrize(
    ("disc", "chroma", "hue_deg", "lost"),
    [
        (0.0, 28.0, 20.0, True),
        (0.0, 28.0, 50.0, False),
        (0.0, 20.0, 20.0, False),
        (5.0, 28.0, 20.0, False),
    ],
    ids=["drawn on a leaf", "of another hue", "less colourful", "no other may be it"],
)
def test_a_disc_as_its_leaf_is_no_token_for_sure_where_another_print_is_hidden(
    seen_tile: Callable[..., SeenTile], disc: float, chroma: float, hue_deg: float, lost: bool
) -> None:
    """R5.1: a leaf drawn round over one treasure, in the ink of its tile, and a token over the other that looks dim."""
    first, *_, mark = CELLS
    found, costs, seen = seen_tile(leaf=-1.0, disc=disc)
    known = np.zeros((5, 72), np.bool_)
    known[1, [first, mark]] = known[4, [first, mark]] = True
    seen.circle[:] = 2.3
    seen.disc_chroma[:], seen.disc_hue_deg[:] = chroma, hue_deg
    doubts = doubted(found, costs, seen, ROLES, Clues(prints=Prints(*known.reshape(5, 8, 9))))
    assert (set(CELLS) <= doubts) is lost


@pytest.mark.parametrize(
    ("printed_on", "plain", "twin_hue", "twin_circle", "lost"),
    [
        ((0, -1), True, 52.0, 3.0, True),
        ((-1,), True, 52.0, 3.0, False),
        ((0, -1), False, 52.0, 3.0, False),
        ((0, -1), True, 80.0, 3.0, False),
        ((0, -1), True, 52.0, 2.0, False),
    ],
    ids=["drawn on both", "no other print", "nobody knows what is below", "another drawing", "hardly a disc"],
)
def test_a_disc_that_is_drawn_on_another_leaf_of_its_tile_too_is_no_token_for_sure(
    seen_tile: Callable[..., SeenTile],
    printed_on: tuple[int, ...],
    plain: bool,
    twin_hue: float,
    twin_circle: float,
    lost: bool,
) -> None:
    """R5.1: over plain ground none lies, so both are drawings, and the token over the other print looks like a leaf."""
    second, mark = CELLS[1], CELLS[-1]
    found, costs, seen = seen_tile(leaf=-5.0, disc=6.0)
    seen.circle[:] = 2.3
    seen.disc_chroma[:], seen.disc_hue_deg[:] = 20.0, 200.0
    seen.disc_hue_deg.reshape(-1)[mark] = 50.0
    seen.disc_hue_deg.reshape(-1)[second], seen.circle.reshape(-1)[second] = twin_hue, twin_circle
    known = np.zeros((5, 72), np.bool_)
    known[1, [CELLS[each] for each in printed_on]] = known[4, [CELLS[each] for each in printed_on]] = True
    known[3] = ~known[4] & plain
    doubts = doubted(found, costs, seen, ROLES, Clues(prints=Prints(*known.reshape(5, 8, 9))))
    assert (set(CELLS) <= doubts) is lost


@pytest.mark.parametrize(
    ("hole", "on", "lost"),
    [(1.5, 3, True), (2.5, 3, False), (1.5, 4, False)],
    ids=["perhaps the hole", "no hole", "printed"],
)
def test_a_token_where_none_belongs_is_no_hole_for_sure(
    seen_tile: Callable[..., SeenTile], hole: float, on: int, lost: bool
) -> None:
    """R5.1: over plain ground it may be the hole as well, whose dark floor lies deep."""
    mark = CELLS[-1]
    found, costs, seen = seen_tile(leaf=8.0, disc=8.0)
    costs.by_surface[Surface("hole")].reshape(-1)[mark] = costs.by_surface[Surface("token")].reshape(-1)[mark] + hole
    known = np.zeros((5, 72), np.bool_)
    known[on, mark] = True
    doubts = doubted(found, costs, seen, ROLES, Clues(prints=Prints(*known.reshape(5, 8, 9))))
    assert (mark in doubts) is lost


@pytest.mark.parametrize(
    ("inner", "hue_deg", "circle", "mark_hue_deg", "hidden", "lost"),
    [
        (20.0, 60.0, 1.6, 10.0, True, True),
        (20.0, 60.0, 1.6, 10.0, False, False),
        (20.0, 60.0, 1.4, 10.0, True, False),
        (20.0, 40.0, 1.6, 10.0, True, False),
        (26.0, 50.0, 1.6, 10.0, True, False),
        (20.0, 60.0, 1.6, 60.0, True, False),
    ],
    ids=["a token", "no print below it", "no edge", "a tint as well", "nearer to the leaf", "two tokens"],
)
def test_a_pale_drawing_in_a_tint_of_its_leaf_is_no_token_beside_a_disc_of_another_hue(
    seen_tile: Callable[..., SeenTile],
    inner: float,
    hue_deg: float,
    circle: float,
    mark_hue_deg: float,
    hidden: bool,
    lost: bool,
) -> None:
    """White leaves are drawn on red ones; the true token is of brown card, and both lie over prints (R5.1)."""
    first, mark = CELLS[0], CELLS[-1]
    found, costs, seen = seen_tile()
    seen.circle[:] = 1.0
    for cell, *values in ((first, circle, inner, hue_deg), (mark, 2.4, 15.0, mark_hue_deg)):
        for name, value in zip(("circle", "disc_chroma", "disc_hue_deg"), values, strict=True):
            getattr(seen, name).reshape(-1)[cell] = value
    known = np.zeros((5, 72), np.bool_)
    known[1, mark], known[1, first] = True, hidden
    known[4, [mark, first]] = True
    known[3] = ~known[4]
    prints = Prints(*known.reshape(5, 8, 9))
    assert bool(set(CELLS) & doubted(found, costs, seen, ROLES, Clues(prints=prints))) == lost
