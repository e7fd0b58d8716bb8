"""Bare ground at the edge of a shadow is taken for no piece, and a piece in a shadow for no ground."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.vision.drawn_costs import GRID, ROLES, costs_of, drawn
from tests.vision.measures.test_uneven_light import NOISE, board, noisy
from vision.doubt.lit_floor import perhaps_lit_floor
from vision.explaining.pieces import explain
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane
from vision.roles import FLOOR

START = round(MARGIN_SPACES * PX_PER_SPACE)
TILE = "ggo"


def doubted(picture: Plane, rows: str, *, shadow: bool = True, shaded: bool = False) -> frozenset[int]:
    """What is doubted of pieces drawn in the far left corner, where the board looks like this."""
    seen: Any = SimpleNamespace(
        occlusion=SimpleNamespace(shadow=shadow),
        shaded=shaded,
        spaces=SimpleNamespace(cover=np.zeros((8, 9))),
        picture=noisy(picture, 2),
        empty=noisy(board(), 1),
        noise=NOISE,
    )
    bare = [FLOOR] * 72
    return perhaps_lit_floor(explain(costs_of(drawn(rows)), ROLES, GRID, bare, range(72)), bare, seen, ROLES)


def edge() -> Plane:
    """The board with the edge of a shadow across its first spaces."""
    return board() * np.linspace(0.6, 1.2, board().shape[1], dtype=np.float32)[:, None]


def laid(spaces: int = 2) -> Plane:
    """The same with leaves on the first spaces."""
    plane = edge()
    leaves = np.random.default_rng(7).normal(0.0, 12.0, (PX_PER_SPACE, spaces * PX_PER_SPACE, 3))
    plane[START : START + PX_PER_SPACE, START : START + spaces * PX_PER_SPACE] = np.array([60.0, 150.0, 75.0]) + leaves
    return plane


@pytest.mark.parametrize("shadow", [True, False])
def test_ground_in_a_light_of_its_own_is_no_tile_and_no_squirrel(shadow: bool) -> None:
    """Whether the shadow falls over the rim or was taken for light: what is printed there shows as before."""
    assert doubted(edge(), TILE, shadow=shadow, shaded=not shadow) == {0, 1, 2}
    assert doubted(edge(), "s", shadow=shadow, shaded=not shadow) == {0}


def test_what_hides_the_print_is_a_tile_in_a_shadow_as_well() -> None:
    """The mark tells nothing: the ground shows through a hole."""
    assert doubted(laid(), TILE) == frozenset()
    assert doubted(laid(), "s") == frozenset()
    assert doubted(laid(1), TILE) == frozenset()


def test_where_no_shadow_fell_nothing_is_doubted_for_one() -> None:
    """A plain tile on a plain floor would look like that, too."""
    assert doubted(edge(), TILE, shadow=False) == frozenset()
