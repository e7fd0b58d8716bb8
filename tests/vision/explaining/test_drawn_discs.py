"""R5.1: a tile has one token, over a print; a disc that its leaves over plain ground show as well is drawn on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.explaining.drawn_discs import as_drawn, drawn_discs, is_marked_elsewhere
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import CAP, SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark."""
RED, TOKEN = Surface("leaf.red"), Surface("token")
*BODY, MARK = CELLS


def prints(*plain: int) -> Prints:
    """A board on which nothing is printed on these spaces."""
    known = np.zeros((5, 72), np.bool_)
    known[3, list(plain)] = True
    return Prints(*known.reshape(5, 8, 9))


def shows(
    seen_tile: Callable[..., SeenTile], alike: int, *plain: int, color: float = 20.0, circle: float = 1.6
) -> bool:
    """Whether the disc on the mark is drawn, where so many other spaces show such a disc."""
    found, _, seen = seen_tile()
    seen.disc_hue_deg[:], seen.disc_chroma[:], seen.circle[:] = 100.0, 35.0, 1.0
    for cell, values in ((MARK, (20.0, 20.0, 2.4)), *((cell, (20.0, color, circle)) for cell in BODY[:alike])):
        for name, value in zip(("disc_hue_deg", "disc_chroma", "circle"), values, strict=True):
            getattr(seen, name).reshape(-1)[cell] = value
    told = drawn_discs(found, seen, prints(*plain), ROLES)
    assert told in ({}, {MARK: BODY[:alike]})
    return bool(told)


def test_a_disc_that_a_leaf_over_plain_ground_shows_too_is_drawn(seen_tile: Callable[..., SeenTile]) -> None:
    """Not one that only the mark shows, or a space over a print, on which the token may lie as well."""
    assert shows(seen_tile, 1, *BODY)
    assert shows(seen_tile, 3, *BODY)
    assert not shows(seen_tile, 0, *BODY)
    assert not shows(seen_tile, 1, *BODY[1:])


@pytest.mark.parametrize(("color", "circle"), [(24.0, 1.6), (16.0, 1.6), (20.0, 1.4)])
def test_a_disc_of_another_color_or_without_an_edge_is_no_copy(
    seen_tile: Callable[..., SeenTile], color: float, circle: float
) -> None:
    """Circles of any colour are found on leaves."""
    assert not shows(seen_tile, 1, *BODY, color=color, circle=circle)


def test_a_bare_mark_or_one_under_an_animal_shows_no_drawing(seen_tile: Callable[..., SeenTile]) -> None:
    """Only what was taken for a token may be drawn, and not where the icon of one is seen."""
    found, _, seen = seen_tile()
    seen.disc_chroma[:] = 20.0
    assert drawn_discs(found, seen, prints(*BODY), ROLES)
    icons = np.zeros((8, 9), np.bool_)
    icons.flat[MARK] = True
    assert not drawn_discs(found, seen, prints(*BODY), ROLES, icons)
    bare = replace(found, verdicts={**found.verdicts, MARK: Verdict(Surface("hole"), 1.0)})
    assert not drawn_discs(bare, seen, prints(*BODY), ROLES)
    capped = replace(found, pieces=((found.pieces[0][0]._replace(capped=True), 1.0),))
    assert not drawn_discs(capped, seen, prints(*BODY), ROLES)


def test_leaves_pay_nothing_for_what_is_drawn_on_all_of_them(seen_tile: Callable[..., SeenTile]) -> None:
    """The mark is as good a leaf as the one that is most like it, and no token."""
    _, costs, _ = seen_tile()
    for cell, nats in ((BODY[0], 1.7), (BODY[1], 0.6), (BODY[2], 1.8), (MARK, 5.0)):
        costs.by_surface[RED].reshape(-1)[cell] = nats
    told = as_drawn(costs, {MARK: BODY[:2]}, ROLES).by_surface
    assert [round(float(told[RED].flat[cell]), 2) for cell in (*BODY[:3], MARK)] == [0.2, 0.0, 1.8, 0.2]
    assert told[TOKEN].flat[MARK] == CAP
    assert costs.by_surface[RED].flat[MARK] == 5.0, "the costs that are given are kept"


def test_another_reading_counts_where_the_same_tile_has_another_mark(seen_tile: Callable[..., SeenTile]) -> None:
    """A tile that is read no more, or as before, is no better reading."""
    found, _, _ = seen_tile()
    piece = found.pieces[0][0]
    for again, counts in (
        ([piece._replace(mark=BODY[0])], True),
        ([piece], False),
        ([], False),
        ([piece._replace(cells=CELLS[1:], mark=BODY[1])], False),
    ):
        read = replace(found, pieces=tuple((each, 1.0) for each in again))
        assert is_marked_elsewhere(read, [MARK], [piece]) == counts
