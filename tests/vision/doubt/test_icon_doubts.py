from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.icon_doubts import belied, marked_anew, swapped, unproven
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS = (1, 9, 10, 11, 12)


def test_a_hole_is_not_given_up_for_an_icon_on_a_leaf(seen_tile: Callable[..., SeenTile]) -> None:
    """Foliage that looks like an icon makes a tile's space its token and its hole bare floor: then neither is read."""
    icons = np.zeros((8, 9), np.bool_)
    icons.reshape(-1)[CELLS[-1]] = True
    tile, _, _ = seen_tile()
    below, far = CELLS[-1] + 9, CELLS[-1] + 30
    for hole, lost in ((below, {*CELLS, below}), (far, {far})):
        plain = Explained({**tile.verdicts, hole: Verdict(Surface("hole"), 0.7)}, ())
        found = replace(tile, verdicts={**tile.verdicts, hole: Verdict(FLOOR, 1.0)})
        assert swapped(plain, found, icons, ROLES, (), icons) == lost
    assert swapped(tile, tile, icons, ROLES, (), icons) == frozenset()


def test_a_guessed_hole_is_given_up_for_the_icon_of_the_print_below_it(seen_tile: Callable[..., SeenTile]) -> None:
    """R5.1: over a print a token is expected; what is given up for it must lie beside it and not have been believed."""
    icons = np.zeros((8, 9), np.bool_)
    icons.reshape(-1)[CELLS[-1]] = True
    tile, _, _ = seen_tile()
    below, far = CELLS[-1] + 9, CELLS[-1] + 30
    holes = dict.fromkeys((below, far), Verdict(Surface("hole"), 0.7))
    plain = Explained({**tile.verdicts, **holes}, ())
    found = replace(tile, verdicts={**tile.verdicts, **dict.fromkeys(holes, Verdict(FLOOR, 1.0))})
    assert swapped(plain, found, icons, ROLES, {below, far}, icons) == {far}
    assert swapped(plain, found, icons, ROLES, {far}, icons) == {*CELLS, below, far}
    assert swapped(plain, found, icons, ROLES, {below, far}, ~icons) == {*CELLS, below, far}
    # of two tiles with icons beside it one is enough to dispute it, whichever is met first
    ((tile_there, share),) = found.pieces
    other = tile_there._replace(cells=(below + 1, below + 2), mark=below + 2)
    both = icons.copy()
    both.flat[below + 2] = True
    for pieces_there in ((tile_there, other), (other, tile_there)):
        two = replace(found, pieces=tuple((piece, share) for piece in pieces_there))
        assert below in swapped(plain, two, both, ROLES, {below, far}, icons)


@pytest.mark.parametrize(
    ("leaf", "circle", "chroma", "icon", "is_doubted"),
    [
        (0.5, 1.2, 10.0, True, True),
        (1.5, 1.2, 10.0, True, False),
        (0.5, 1.6, 10.0, True, False),
        (0.5, 1.2, 24.0, True, False),
        (0.5, 1.2, 10.0, False, False),
    ],
    ids=["a shadow across a leaf", "no leaf", "the edge of a disc", "gilded tokens", "no icon"],
)
def test_an_icon_on_a_leaf_does_not_take_the_place_of_a_token_on_the_same_tile(
    seen_tile: Callable[..., SeenTile], leaf: float, circle: float, chroma: float, icon: bool, is_doubted: bool
) -> None:
    """R12.1: a token with the icon of the print below it shows none that is out of place."""
    found, costs, seen = seen_tile()
    (piece, share), *_ = found.pieces
    mark, before = CELLS[-1], CELLS[0]
    token = {mark: Verdict(Surface("token"), 1.0), before: Verdict(Surface("token"), 1.0)}
    anew = Explained({**found.verdicts, **token}, ((piece._replace(mark=mark, bits=7), share),))
    first = replace(anew, pieces=((piece._replace(mark=before, bits=7), share),))
    costs.by_surface[piece.kind.surface].reshape(-1)[mark], seen.circle.reshape(-1)[mark] = leaf, circle
    seen.chroma[:], seen.chroma.reshape(-1)[before] = 30.0, chroma
    icons = np.zeros((8, 9), np.bool_)
    icons.reshape(-1)[mark] = icon
    plain = Mock(found=first, costs=costs)
    assert marked_anew(plain, anew, icons, seen, ROLES) == (set(piece.cells) if is_doubted else set())
    assert not marked_anew(Mock(found=anew, costs=costs), anew, icons, seen, ROLES)


def test_a_bare_mark_that_shows_an_icon_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """R12.1: an icon that the print in its place does not explain is on a token, however bare the mark looks."""
    found, _, _ = seen_tile()
    assert ROLES.mark is not None
    mark, other = 12, 10
    icons = np.zeros((8, 9), np.bool_)
    icons.reshape(-1)[other] = True
    read = Explained({**found.verdicts, mark: Verdict(ROLES.mark, 1.0)}, found.pieces)
    assert belied(read, icons, ROLES) == set()
    icons.reshape(-1)[mark] = True
    assert belied(read, icons, ROLES) == {mark}


def test_a_white_disc_is_only_believed_with_its_icon(seen_tile: Callable[..., SeenTile]) -> None:
    """A lamp mirrored in whatever lies there has a round outline and no colour, but shows no icon of a token."""
    found, costs, seen = seen_tile()
    assert not unproven(found, costs, seen, ROLES, None)
    seen.clipped.reshape(-1)[[CELLS[0], CELLS[-1]]] = 0.45
    assert unproven(found, costs, seen, ROLES, None) == {CELLS[-1]}
    icons = np.zeros((8, 9), np.bool_)
    assert unproven(found, costs, seen, ROLES, icons) == {CELLS[-1]}
    icons.reshape(-1)[CELLS[-1]] = True
    assert not unproven(found, costs, seen, ROLES, icons)


def test_a_disc_in_which_the_floor_may_be_seen_in_another_light_is_only_believed_with_its_icon(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """A shadow between two lamps colours what it falls on: a hole in it looks like nothing that lies there else."""
    found, costs, seen = seen_tile()
    bare, icons = np.zeros((8, 9), np.bool_), np.zeros((8, 9), np.bool_)
    assert not unproven(found, costs, seen, ROLES, icons, bare)
    bare.reshape(-1)[[CELLS[0], CELLS[-1]]] = True
    assert unproven(found, costs, seen, ROLES, icons, bare) == {CELLS[-1]}
    icons.reshape(-1)[CELLS[-1]] = True
    assert not unproven(found, costs, seen, ROLES, icons, bare)


def test_a_disc_that_may_be_a_shadow_on_a_mark_is_only_believed_with_its_icon(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """A hole in the shadow is as round as a token, and dark tokens are a shade of many floors."""
    found, costs, seen = seen_tile()
    costs.by_surface[Surface("hole")].reshape(-1)[CELLS[-1]] = 4.1
    icons = np.zeros((8, 9), np.bool_)
    assert unproven(found, costs, seen, ROLES, icons) == {CELLS[-1]}
    icons.reshape(-1)[CELLS[-1]] = True
    assert not unproven(found, costs, seen, ROLES, icons)
