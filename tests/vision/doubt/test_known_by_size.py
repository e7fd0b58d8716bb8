"""Tiles in colours that nobody has shown are told by their size, one that lies by itself at once (R12.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Grid
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.known_by_size import by_themselves, known_by_size, on_mark, with_look
from vision.explaining.candidates import Candidate
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.open_board import OpenBoard
from vision.explaining.open_spaces import Verdict
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

Costs = NDArray[np.float64]
ROLES, GRID = Roles.of(pieces(ANY_ANIMAL)), Grid(8, 9)
HOLE, TOKEN, RED = Surface("hole"), Surface("token"), Surface("leaf.red")
FLAT = np.zeros((8, 9))


@pytest.fixture
def lying_alone(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Candidate]:
    """Makes a tile of these spaces the one thing that is found to lie by itself, and gives it."""

    def lies(cells: tuple[int, ...], mark: int = 1, surface: str = "leaf.red") -> Candidate:
        kind = next(kind for kind in ROLES.patterned if kind.surface == surface)
        laid = Candidate(kind, cells, mark, False, 0.5, sum(1 << cell for cell in cells))
        monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
        return laid

    return lies


def evidence(**values: float) -> SpaceEvidence:
    """Measures that are these on every space and nothing otherwise."""
    return SpaceEvidence(
        **{field.name: np.full((8, 9), values.get(field.name, 0.0), np.float32) for field in fields(SpaceEvidence)}
    )


def costs(floor: float, hole: float = 0.0, token: float = 0.0, right: Costs = FLAT, down: Costs = FLAT) -> SurfaceCosts:
    """What ground, bare mark and token cost on every space, and the nats that speak for edges."""
    by_surface = {FLOOR: FLAT + floor, HOLE: FLAT + hole, TOKEN: FLAT + token}
    return SurfaceCosts(by_surface, {}, right, down, np.ones((8, 9), np.bool_))


def seen_as(surface: str, cells: Sequence[int]) -> Explained:
    """All these spaces explained as one surface."""
    return Explained({cell: Verdict(Surface(surface), 0.9) for cell in cells}, ())


def place(cells: Sequence[int], before: Mapping[int, Surface] | None = None) -> OpenBoard:
    """A board on which these spaces are open and those others had something on them."""
    return OpenBoard(ROLES, GRID, [(before or {}).get(cell, FLOOR) for cell in range(72)], cells)


@pytest.mark.parametrize(("stands", "alone"), [(None, True), (4, False), (40, True)])
def test_tiles_with_nothing_beside_them_lie_by_themselves(
    lying_alone: Callable[..., Candidate], stands: int | None, alone: bool
) -> None:
    """Nothing new and nothing of old: beside another tile the ground between them may look like a mark."""
    laid = lying_alone((1, 2, 3), surface="leaf.green")
    before = {} if stands is None else {stands: RED}
    found = by_themselves(evidence(), place(laid.cells, before)._replace(looks=[0] * 72))
    assert found == (set(laid.cells) if alone else set())


@pytest.mark.parametrize(("again", "closes_in"), [("leaf.red", False), ("leaf.green", True), (None, True)])
def test_a_tile_that_is_only_lit_otherwise_closes_nothing_in(
    monkeypatch: pytest.MonkeyPatch, again: str | None, closes_in: bool
) -> None:
    """What lay there before and is read as that again is no part of what is new; any other, or what is hidden, may."""
    asked = list[int]()

    def lying(_seen: SpaceEvidence, board: OpenBoard, *_more: Any) -> list[Candidate]:
        asked.extend(board.cells)
        return []

    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lying)
    found = seen_as("leaf.green", (1, 2, 3))
    if again is not None:
        found = Explained({**found.verdicts, 4: Verdict(Surface(again), 0.9)}, ())
    assert not known_by_size(found, costs(floor=0.0), evidence(), Palette(), place((1, 2, 3, 4), {4: RED}))
    assert asked == ([1, 2, 3, 4] if closes_in else [1, 2, 3])


@pytest.mark.parametrize(
    ("floor", "ring", "circle", "token", "stands", "told"),
    [
        (0.5, 0.0, 0.0, 8.0, True, False),
        (0.5, 0.0, 0.0, 8.0, False, True),
        (0.5, -3.0, 0.0, 8.0, False, True),
        (0.5, -3.5, 0.0, 8.0, False, False),
        (0.5, -3.5, 0.0, 0.1, False, True),
        (1.9, 1.6, 0.0, 8.0, True, True),
        (8.0, 0.0, 0.0, 8.0, True, True),
        (1.3, 1.2, 1.8, 8.0, True, True),
        (1.3, 1.2, 1.6, 8.0, True, False),
        (1.3, -0.1, 1.8, 8.0, True, False),
    ],
)
def test_ground_beside_older_tiles_is_a_mark_where_its_ring_is_seen(
    lying_alone: Callable[..., Candidate],
    floor: float,
    ring: float,
    circle: float,
    token: float,
    stands: bool,
    told: bool,
) -> None:
    """The mark of a new tile may lie where an older one was thought to have its own; by itself a tile must have one.

    That may be a token which nobody saw, if the ground beside the tile has nothing of a mark.
    """
    laid = lying_alone((1, 2, 3), surface="leaf.green")
    found, fits = seen_as("leaf.green", laid.cells), costs(floor=floor, hole=floor - ring, token=token)
    board = place(laid.cells, {4: RED} if stands else None)
    assert known_by_size(found, fits, evidence(chroma=30.0, circle=circle), Palette(), board) == (
        [laid] if told else []
    )


@pytest.mark.parametrize(
    ("chroma", "hue_deg", "seam", "told"),
    [
        (17.0, 0.0, 0.6, False),
        (17.0, 0.0, -0.2, True),
        (30.0, 25.0, 0.1, False),
        (24.0, 5.0, 1.5, True),  # a leaf with an outline is of one colour with the others
    ],
)
def test_a_tile_with_a_squirrel_at_its_end_is_no_larger_tile(
    lying_alone: Callable[..., Candidate], chroma: float, hue_deg: float, seam: float, told: bool
) -> None:
    """The squirrel has another colour, and an edge parts it from the tile; what is only one of both may be a leaf."""
    laid = lying_alone((1, 2, 3, 4, 13))
    seen, down = evidence(chroma=30.0), FLAT.copy()
    seen.chroma[1, 4], seen.hue_deg[1, 4], down[0, 4] = chroma, hue_deg, seam
    found, fits = seen_as("leaf.yellow", laid.cells), costs(floor=8.0, down=down)
    assert known_by_size(found, fits, seen, Palette(), place(laid.cells)) == ([laid] if told else [])


@pytest.mark.parametrize(
    ("chroma", "hue_deg", "shown", "token", "told"),
    [
        (6.0, 10.0, None, False, True),
        (6.0, 55.0, None, False, False),
        (6.0, 55.0, None, True, True),
        (17.0, 55.0, None, True, False),
        (6.0, 10.0, "leaf.red", True, False),
    ],
    ids=["of one hue", "of two", "of two, with a token", "of two that are plain to see", "of the hue of another leaf"],
)
def test_a_tile_whose_hue_nobody_can_tell_is_told_by_its_size_under_a_token(
    lying_alone: Callable[..., Candidate], chroma: float, hue_deg: float, shown: str | None, token: bool, told: bool
) -> None:
    """Little of its card is leaf; things side by side may have two hues as well, but a token lies in a hole (R5.1)."""
    laid = lying_alone((1, 2, 3), surface="leaf.green")
    seen, tokens = evidence(chroma=chroma), np.zeros((8, 9), np.bool_)
    seen.hue_deg[0, 3], tokens[0, 1] = hue_deg, token
    palette = Palette() if shown is None else Palette().show(Surface(shown), LeafLook(5.0, chroma, 1.0))
    found, fits = seen_as("squirrel", laid.cells), costs(floor=8.0)
    assert known_by_size(found, fits, seen, palette, place(laid.cells), tokens) == ([laid] if told else [])


@pytest.mark.parametrize(
    ("mark", "edges", "told"),
    [
        (1, {4: 3.0}, False),
        (1, {4: 2.5}, True),
        (1, {3: 3.0}, False),
        (1, {1: 3.0}, True),
        (3, {2: 3.0, 3: 3.0}, True),
        (3, {2: 3.0, 3: 3.0, 4: 3.0}, False),
    ],
    ids=["its end", "hardly an edge", "its middle", "round its hole", "its hole in the middle", "its end and its hole"],
)
def test_what_a_clear_edge_parts_is_no_larger_tile(
    lying_alone: Callable[..., Candidate], mark: int, edges: Mapping[int, float], told: bool
) -> None:
    """Something of its colour that is none of the game may lie beside a smaller tile; a hole has an edge all round."""
    laid = lying_alone((1, 2, 3, 4, 13), mark)
    right, down = FLAT.copy(), FLAT.copy()
    for cell, nats in edges.items():
        (down if cell == 4 else right)[0, cell] = nats  # the last space lies below the fourth
    found, fits = seen_as("leaf.yellow", laid.cells), costs(floor=8.0, right=right, down=down)
    assert known_by_size(found, fits, evidence(chroma=30.0), Palette(), place(laid.cells)) == ([laid] if told else [])


def test_a_tile_known_by_its_size_shows_its_color_to_all_that_came_with_it(
    lying_alone: Callable[..., Candidate],
) -> None:
    """R12.3: what has that hue in the same picture is no leaf of another size, though such leaves usually look so."""
    seen = evidence(chroma=30.0, hue_deg=133.0)
    palette, look = Palette(), LeafLook(133.0, 30.0, 0.0)
    assert not palette.hues.knows_as_another(Surface("leaf.green"), look)
    assert with_look(palette, lying_alone((1, 2, 3, 4, 5)), seen).hues.knows_as_another(Surface("leaf.green"), look)


@pytest.mark.parametrize(
    ("floor", "token", "shows"), [(0.9, False, "hole"), (0.9, True, "token"), (8.0, False, None), (8.0, True, "token")]
)
def test_the_mark_of_a_tile_known_by_its_size_is_bare_where_it_looks_like_the_floor(
    floor: float, token: bool, shows: str | None
) -> None:
    """Little of a ring may be seen round it; what lies on it is only told where it is known."""
    fits, tokens = costs(floor, hole=5.0, token=5.0), np.zeros((8, 9), np.bool_)
    tokens[0, 1] = token
    known = on_mark(fits, 1, tokens, ROLES).by_surface
    assert {name for name in known if known[name][0, 1] == 0.0} == (set() if shows is None else {shows})
    assert all((known[name][1:] == fits.by_surface[name][1:]).all() for name in (FLOOR, HOLE, TOKEN))


@pytest.mark.parametrize(
    ("chroma", "burnt", "lies", "ring", "told"),
    [
        (17.0, 0.0, True, 3.0, True),
        (35.0, 0.0, True, 3.0, False),
        (17.0, 0.5, True, 3.0, False),
        (17.0, 0.0, False, 3.0, False),
        (17.0, 0.0, True, 1.0, False),
    ],
    ids=["much paler", "as vivid", "in glare", "none lies there", "its hole may be ground"],
)
def test_a_tile_of_the_hue_of_another_leaf_is_told_by_its_size_where_it_is_much_paler(
    lying_alone: Callable[..., Candidate], chroma: float, burnt: float, lies: bool, ring: float, told: bool
) -> None:
    """On pale leaves a drawing may have the hue of the next colour; as vivid they may be a part of such a tile."""
    laid, yellow, other = lying_alone((1, 2, 3), surface="leaf.green"), Surface("leaf.yellow"), 40
    found = Explained({**seen_as("squirrel", (2, 3)).verdicts, 1: Verdict(FLOOR, 1.0)}, ())
    seen, fits = evidence(hue_deg=60.0, chroma=40.0, lightness=50.0), costs(floor=8.0, hole=8.0 - ring, token=8.0)
    seen.chroma[0, 2:4], seen.burnt[0, 2:4] = chroma, burnt
    palette = Palette().learn(yellow, LeafLook(60.0, 40.0, 5.0))
    own = known_by_size(found, fits, seen, palette, place(laid.cells, {other: yellow} if lies else None))
    assert own == ([laid] if told else [] if ring > 1.5 else ())


@pytest.mark.parametrize(("circle", "told"), [(1.8, True), (1.6, False)])
def test_what_was_read_as_ground_is_a_mark_where_a_clear_circle_is_seen(
    lying_alone: Callable[..., Candidate], circle: float, told: bool
) -> None:
    """A mark need only fit better than ground there: ground that is boxed in has no circle round it."""
    laid = lying_alone((1, 2, 3), surface="leaf.green")
    found = Explained({**seen_as("squirrel", (2, 3)).verdicts, 1: Verdict(FLOOR, 1.0)}, ())
    seen = evidence(hue_deg=170.0, chroma=25.0, circle=circle)
    own = known_by_size(found, costs(floor=1.3, hole=0.1, token=8.0), seen, Palette(), place(laid.cells))
    assert list(own) == ([laid] if told else [])
