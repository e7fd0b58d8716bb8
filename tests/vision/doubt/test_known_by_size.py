"""Tiles in colours that nobody has shown are told by their size, one that lies by itself at once (R12.3)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from device.eyes import detector_of
from device.simulation import foliage
from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Surface
from engine.grid import Cell, Grid, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from tests.drawn_tables import calibrated, drawn_table
from vision.doubt.known_by_size import by_themselves, known_by_size, on_mark, with_look
from vision.explaining.candidates import Candidate
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.open_board import OpenBoard
from vision.explaining.open_spaces import Verdict
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.frame import Frame
from vision.measures.evidence import SpaceEvidence
from vision.reading import BoardReading, read_board
from vision.roles import FLOOR, Roles
from vision.tracker import Tracker

PRINTED = ["..b...n..", ".........", "m........", ".........", "....f....", ".........", ".n.....b.", "........."]
SEED = 3
# each tile with its mark first, and the size that its colour stands for
GREEN = [Cell(0, 1), Cell(0, 2), Cell(1, 2)]
GREEN_BESIDE = [Cell(2, 1), Cell(2, 2), Cell(1, 1)]
YELLOW = [Cell(3, 7), Cell(3, 6), Cell(3, 5), Cell(2, 5)]
RED = [Cell(5, 1), Cell(5, 2), Cell(6, 2), Cell(6, 1), Cell(7, 1)]
BLUE = ((93, 99), (160, 220), (100, 210), (92, 40, 30))


@pytest.fixture(params=[20, 90, 140])
def turned(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Foliage whose hues are turned by so many of 180 steps, so that some come to be those of others."""
    for color, (hues, *rest) in list(foliage.FOLIAGE.items()):
        monkeypatch.setitem(foliage.FOLIAGE, color, ((hues[0] + request.param, hues[1] + request.param), *rest))
    return int(request.param)


class Watched:
    """A table that is watched while tiles come to lie on it."""

    def __init__(self) -> None:
        profile = calibrated([PRINTED], SEED)
        self._eyes = detector_of(profile)
        self._table: SimulatedTable = drawn_table([PRINTED], SEED)
        self._tracker, self._clock, self._names = Tracker(), itertools.count(), iter("abcdefgh")
        self._look()

    @property
    def palette(self) -> Palette:
        """What is known of the leaves."""
        return self._tracker._palette

    def lay(self, *laid: tuple[str, Sequence[Cell]]) -> Mapping[Space, str]:
        """Lay tiles of these colours at once; what is read of the whole board then."""
        for color, cells in laid:
            name = next(self._names)
            self._table.lay(Piece(name, Kind.LEAF, 0, color, tuple(sorted(cells)), cells[0], (0.0, 0.0), 0.0))
        self._look()
        return {
            spot: str(reading.surface)
            for spot, reading in self._tracker.settled.readings.items()
            if isinstance(spot, Space) and reading.surface != "floor"
        }

    def lay_with_token(self, color: str, cells: Sequence[Cell], kind: str) -> Mapping[Space, str]:
        """Lay a tile and a token on its mark before anybody looks; what is read of the whole board then."""
        name = next(self._names)
        self._table.lay(Piece(f"{name} token", Kind.TOKEN, 0, kind, (cells[0],), None))
        return self.lay((color, cells))

    def _look(self) -> None:
        for _ in range(12):
            self._tracker.update(self._eyes.glance(Frame(self._table.picture(), next(self._clock) / 10, 0)))


def tile(color: str, cells: Sequence[Cell]) -> dict[Space, str]:
    """What a reading of such a tile is."""
    return {Space(0, cell): f"leaf.{color}" if n else "hole" for n, cell in enumerate(cells)}


def test_tiles_are_read_one_by_one_in_any_color(turned: int) -> None:
    """Nothing was shown: each lies by itself when it comes, and so all is read to the last space."""
    table = Watched()
    known: dict[Space, str] = {}
    for color, cells in (("red", RED), ("yellow", YELLOW), ("green", GREEN)):
        known |= tile(color, cells)
        assert table.lay((color, cells)) == known


def test_a_color_that_was_told_by_its_size_is_known_beside_others(turned: int) -> None:
    """The next tile of that colour is read beside another one, where its size alone says less."""
    table = Watched()
    table.lay(("green", GREEN))
    assert table.lay(("green", GREEN_BESIDE)) == tile("green", GREEN) | tile("green", GREEN_BESIDE)


def test_a_tile_that_comes_with_its_token_is_read_in_any_color(turned: int) -> None:
    """The icon on the token tells that there is a mark under it, the size what tile it is."""
    cells = [Cell(6, 1), Cell(5, 1), Cell(5, 2), Cell(6, 2), Cell(7, 1)]
    read = Watched().lay_with_token("red", cells, "nut")
    assert read == tile("red", cells) | {Space(0, cells[0]): "token"}


def test_tiles_that_come_side_by_side_are_not_guessed(turned: int) -> None:
    """Two of colours that nobody knows, laid at once so that they touch: whatever is read of them is right."""
    read = Watched().lay(("green", GREEN), ("red", [Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 4)]))
    true = tile("green", GREEN) | tile("red", [Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 4)])
    assert read.items() <= true.items()


def test_a_tile_in_the_color_of_others_is_left_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tiles of three have shown what green is: five spaces of it may be a tile and something beside it."""
    table = Watched()
    known = tile("green", GREEN) | tile("green", GREEN_BESIDE)
    table.lay(("green", GREEN))
    assert table.lay(("green", GREEN_BESIDE)) == known
    monkeypatch.setitem(foliage.FOLIAGE, "red", foliage.FOLIAGE["green"])
    read = table.lay(("red", RED))
    assert {spot: surface for spot, surface in read.items() if surface != "hole" or spot in known} == known


def test_five_spaces_of_green_are_no_tile_where_red_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colour and size check each other (R12.3): a tile of three that was not seen before may lie there with more."""
    table = Watched()
    known = table.lay(("red", RED))
    assert known == tile("red", RED)
    monkeypatch.setitem(foliage.FOLIAGE, "red", foliage.FOLIAGE["green"])
    read = table.lay(("red", [Cell(0, 2), Cell(0, 3), Cell(1, 3), Cell(2, 3), Cell(2, 2)]))
    assert {spot: surface for spot, surface in read.items() if surface != "hole" or spot in known} == known


def test_what_is_not_believed_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile is seen and yet left unread, as in glare: leaves of its colour are known no better than before."""
    table = Watched()
    table.lay(("red", RED))
    palette = table.palette
    unread = {Space(0, cell) for cell in YELLOW}

    def doubting(*given: Any) -> BoardReading:
        found = read_board(*given)
        return replace(found, readings={spot: r for spot, r in found.readings.items() if spot not in unread})

    monkeypatch.setattr("vision.memory.explained_anew.read_board", doubting)
    assert table.lay(("yellow", YELLOW)) == tile("red", RED)
    assert table.palette == palette


def test_a_strange_color_does_not_move_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blue tile of five is one print; usual red ones are read as before."""
    usual = foliage.FOLIAGE["red"]
    monkeypatch.setitem(foliage.FOLIAGE, "red", BLUE)
    table = Watched()
    assert table.lay(("red", RED)) == tile("red", RED)
    monkeypatch.setitem(foliage.FOLIAGE, "red", usual)
    other = [Cell(6, 7), Cell(5, 7), Cell(6, 6), Cell(7, 7), Cell(6, 8)]
    assert table.lay(("red", other)) == tile("red", RED) | tile("red", other)
    assert Surface("leaf.red") in table.lay(("red", other)).values()


@pytest.mark.parametrize(("stands", "alone"), [(None, True), (4, False), (40, True)])
def test_tiles_with_nothing_beside_them_lie_by_themselves(
    monkeypatch: pytest.MonkeyPatch, stands: int | None, alone: bool
) -> None:
    """Nothing new and nothing of old: beside another tile the ground between them may look like a mark."""
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3)
    laid = Candidate(roles.patterned[0], cells, 1, False, 0.5, sum(1 << cell for cell in cells))
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    before = ["leaf.red" if cell == stands else "floor" for cell in range(72)]
    seen = SpaceEvidence(**{field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)})
    found = by_themselves(seen, OpenBoard(roles, Grid(8, 9), [Surface(each) for each in before], cells, [0] * 72))
    assert found == (set(cells) if alone else set())


@pytest.mark.parametrize(("again", "closes_in"), [("leaf.red", False), ("leaf.green", True), (None, True)])
def test_a_tile_that_is_only_lit_otherwise_closes_nothing_in(
    monkeypatch: pytest.MonkeyPatch, again: str | None, closes_in: bool
) -> None:
    """What lay there before and is read as that again is no part of what is new; any other, or what is hidden, may."""
    roles, asked = Roles.of(pieces(ANY_ANIMAL)), list[int]()

    def lying(_seen: SpaceEvidence, board: OpenBoard, *_more: Any) -> list[Candidate]:
        asked.extend(board.cells)
        return []

    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lying)
    before = [Surface("leaf.red" if cell == 4 else "floor") for cell in range(72)]
    new = {cell: Verdict(Surface("leaf.green"), 0.9) for cell in (1, 2, 3)}
    found = Explained(new if again is None else new | {4: Verdict(Surface(again), 0.9)}, ())
    seen = SpaceEvidence(**{field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)})
    flat = np.zeros((8, 9))
    costs = SurfaceCosts(
        {FLOOR: flat, Surface("hole"): flat, Surface("token"): flat}, {}, flat, flat, np.ones((8, 9), np.bool_)
    )
    assert not known_by_size(found, costs, seen, Palette(), OpenBoard(roles, Grid(8, 9), before, [1, 2, 3, 4]))
    assert asked == ([1, 2, 3, 4] if closes_in else [1, 2, 3])


@pytest.mark.parametrize(
    ("floor", "ring", "token", "stands", "told"),
    [
        (0.5, 0.0, 8.0, True, False),
        (0.5, 0.0, 8.0, False, True),
        (0.5, -3.0, 8.0, False, True),
        (0.5, -3.5, 8.0, False, False),
        (0.5, -3.5, 0.1, False, True),
        (1.9, 1.6, 8.0, True, True),
        (8.0, 0.0, 8.0, True, True),
    ],
)
def test_ground_beside_older_tiles_is_a_mark_where_its_ring_is_seen(
    monkeypatch: pytest.MonkeyPatch, floor: float, ring: float, token: float, stands: bool, told: bool
) -> None:
    """The mark of a new tile may lie where an older one was thought to have its own; by itself a tile must have one.

    That may be a token which nobody saw, if the ground beside the tile has nothing of a mark.
    """
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3)
    laid = Candidate(roles.patterned[0], cells, 1, False, 0.5, sum(1 << cell for cell in cells))
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    before = [Surface("leaf.red" if stands and cell == 4 else "floor") for cell in range(72)]
    found = Explained({cell: Verdict(Surface("leaf.green"), 0.9) for cell in cells}, ())
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["chroma"][:] = 30.0
    flat = np.zeros((8, 9))
    costs = SurfaceCosts(
        {FLOOR: flat + floor, Surface("hole"): flat + floor - ring, Surface("token"): flat + token},
        {},
        flat,
        flat,
        np.ones((8, 9), np.bool_),
    )
    own = known_by_size(found, costs, SpaceEvidence(**measures), Palette(), OpenBoard(roles, Grid(8, 9), before, cells))
    assert own == ([laid] if told else [])


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
    monkeypatch: pytest.MonkeyPatch, chroma: float, hue_deg: float, seam: float, told: bool
) -> None:
    """The squirrel has another colour, and an edge parts it from the tile; what is only one of both may be a leaf."""
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3, 4, 13)
    red = next(kind for kind in roles.patterned if kind.surface == "leaf.red")
    laid = Candidate(red, cells, 1, False, 0.5, sum(1 << cell for cell in cells))
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    found = Explained({cell: Verdict(Surface("leaf.yellow"), 0.9) for cell in cells}, ())
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["chroma"][:] = 30.0
    measures["chroma"][1, 4], measures["hue_deg"][1, 4] = chroma, hue_deg
    flat, down = np.zeros((8, 9)), np.zeros((8, 9))
    down[0, 4] = seam
    costs = SurfaceCosts(
        {FLOOR: flat + 8.0, Surface("hole"): flat, Surface("token"): flat}, {}, flat, down, np.ones((8, 9), np.bool_)
    )
    place = OpenBoard(roles, Grid(8, 9), [FLOOR] * 72, cells)
    own = known_by_size(found, costs, SpaceEvidence(**measures), Palette(), place)
    assert own == ([laid] if told else [])


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
    monkeypatch: pytest.MonkeyPatch, chroma: float, hue_deg: float, shown: str | None, token: bool, told: bool
) -> None:
    """Little of its card is leaf; things side by side may have two hues as well, but a token lies in a hole (R5.1)."""
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3)
    laid = Candidate(roles.patterned[0], cells, 1, False, 0.5, sum(1 << cell for cell in cells))
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    found = Explained({cell: Verdict(Surface("squirrel"), 0.9) for cell in cells}, ())
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["chroma"][:], measures["hue_deg"][0, 3] = chroma, hue_deg
    flat, tokens = np.zeros((8, 9)), np.zeros((8, 9), np.bool_)
    tokens[0, 1] = token
    costs = SurfaceCosts(
        {FLOOR: flat + 8.0, Surface("hole"): flat, Surface("token"): flat}, {}, flat, flat, np.ones((8, 9), np.bool_)
    )
    place = OpenBoard(roles, Grid(8, 9), [FLOOR] * 72, cells)
    palette = Palette() if shown is None else Palette().show(Surface(shown), LeafLook(5.0, chroma, 1.0))
    own = known_by_size(found, costs, SpaceEvidence(**measures), palette, place, tokens)
    assert own == ([laid] if told else [])


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
    monkeypatch: pytest.MonkeyPatch, mark: int, edges: Mapping[int, float], told: bool
) -> None:
    """Something of its colour that is none of the game may lie beside a smaller tile; a hole has an edge all round."""
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3, 4, 13)
    red = next(kind for kind in roles.patterned if kind.surface == "leaf.red")
    laid = Candidate(red, cells, mark, False, 0.5, sum(1 << cell for cell in cells))
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    found = Explained({cell: Verdict(Surface("leaf.yellow"), 0.9) for cell in cells}, ())
    measures = {field.name: np.full((8, 9), 0.0, np.float32) for field in fields(SpaceEvidence)}
    measures["chroma"][:] = 30.0
    flat, right, down = np.zeros((8, 9)), np.zeros((8, 9)), np.zeros((8, 9))
    for cell, nats in edges.items():
        (down if cell == 4 else right)[0, cell] = nats  # the last space lies below the fourth
    costs = SurfaceCosts(
        {FLOOR: flat + 8.0, Surface("hole"): flat, Surface("token"): flat}, {}, right, down, np.ones((8, 9), np.bool_)
    )
    place = OpenBoard(roles, Grid(8, 9), [FLOOR] * 72, cells)
    assert known_by_size(found, costs, SpaceEvidence(**measures), Palette(), place) == ([laid] if told else [])


def test_a_tile_known_by_its_size_shows_its_color_to_all_that_came_with_it() -> None:
    """R12.3: what has that hue in the same picture is no leaf of another size, though such leaves usually look so."""
    roles, cells = Roles.of(pieces(ANY_ANIMAL)), (1, 2, 3, 4, 5)
    red = next(kind for kind in roles.patterned if kind.surface == "leaf.red")
    laid = Candidate(red, cells, 1, False, 0.5, sum(1 << cell for cell in cells))
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["chroma"][:], measures["hue_deg"][:] = 30.0, 133.0
    palette, look = Palette(), LeafLook(133.0, 30.0, 0.0)
    assert not palette.hues.knows_as_another(Surface("leaf.green"), look)
    assert with_look(palette, laid, SpaceEvidence(**measures)).hues.knows_as_another(Surface("leaf.green"), look)


@pytest.mark.parametrize(
    ("floor", "token", "shows"), [(0.9, False, "hole"), (0.9, True, "token"), (8.0, False, None), (8.0, True, "token")]
)
def test_the_mark_of_a_tile_known_by_its_size_is_bare_where_it_looks_like_the_floor(
    floor: float, token: bool, shows: str | None
) -> None:
    """Little of a ring may be seen round it; what lies on it is only told where it is known."""
    flat, tokens = np.full((8, 9), 5.0), np.zeros((8, 9), np.bool_)
    names = [Surface(name) for name in ("floor", "hole", "token")]
    by_surface = {name: np.full((8, 9), floor if name == "floor" else 5.0) for name in names}
    tokens[0, 1] = token
    costs = SurfaceCosts(by_surface, {}, flat, flat, np.ones((8, 9), np.bool_))
    known = on_mark(costs, 1, tokens, Roles.of(pieces(ANY_ANIMAL)))
    least = {name for name in names if known.by_surface[name][0, 1] == 0.0}
    assert least == (set() if shows is None else {shows})
    assert all((known.by_surface[name][1:] == by_surface[name][1:]).all() for name in names)


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
    monkeypatch: pytest.MonkeyPatch, chroma: float, burnt: float, lies: bool, ring: float, told: bool
) -> None:
    """On pale leaves a drawing may have the hue of the next colour; as vivid they may be a part of such a tile."""
    roles, yellow = Roles.of(pieces(ANY_ANIMAL)), Surface("leaf.yellow")
    cells, other = (1, 2, 3), 40
    laid = Candidate(roles.patterned[0], cells, 1, False, 0.5, 0)
    monkeypatch.setattr("vision.doubt.known_by_size.lying_alone", lambda *given: [laid])
    before = [yellow if lies and cell == other else FLOOR for cell in range(72)]
    verdicts = {1: Verdict(FLOOR, 1.0), 2: Verdict(Surface("squirrel"), 0.9), 3: Verdict(Surface("squirrel"), 0.9)}
    measures = {field.name: np.zeros((8, 9), np.float32) for field in fields(SpaceEvidence)}
    measures["hue_deg"][:], measures["chroma"][:], measures["lightness"][:] = 60.0, 40.0, 50.0
    measures["chroma"][0, 2:4], measures["burnt"][0, 2:4] = chroma, burnt
    flat = np.zeros((8, 9))
    floor = {FLOOR: flat + 8.0, Surface("hole"): flat + 8.0 - ring, Surface("token"): flat + 8.0}
    costs = SurfaceCosts(floor, {}, flat, flat, np.ones((8, 9), np.bool_))
    palette = Palette().learn(yellow, LeafLook(60.0, 40.0, 5.0))
    seen, grid = SpaceEvidence(**measures), Grid(8, 9)
    own = known_by_size(Explained(verdicts, ()), costs, seen, palette, OpenBoard(roles, grid, before, cells))
    assert own == ([laid] if told else [] if ring > 1.5 else ())
