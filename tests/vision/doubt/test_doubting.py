"""What is doubted of a piece is outweighed where it came by itself, but for what is weighty and for its token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Spot
from engine.grid import Cell, Space
from vision import reading
from vision.detector import Detector
from vision.doubt import doubting
from vision.doubt.attempt import Attempt
from vision.explaining.odd_one import Odd
from vision.explaining.palette import Palette
from vision.explaining.surface_costs import CAP
from vision.frame import Frame
from vision.memory.explained_anew import explained
from vision.memory.settled_board import SettledBoard

LEAF, SQUIRREL = (Cell(3, 3), Cell(3, 4), Cell(4, 4)), Cell(4, 3)
FIRST = LEAF[0].row * 9 + LEAF[0].col
TILE = Piece("1", Kind.LEAF, 0, "green", LEAF, LEAF[1])
BESIDE = Piece("2", Kind.SQUIRREL, 0, "", (SQUIRREL,), None)
TOKEN = Piece("3", Kind.TOKEN, 0, "nut", (LEAF[1],), None)

Boards = tuple[SimulatedTable, Detector]


def read(boards: Boards, *laid: Piece, of: Sequence[Cell] = LEAF) -> Mapping[Spot, str]:
    """What is read of some cells when these pieces come in one look onto a bare board that is known."""
    simulator, detector = boards
    board: SettledBoard | None = None
    for pieces in ((), laid):
        for piece in pieces:
            simulator.lay(piece)
        seen = detector.read(Frame(simulator.picture(), 0.0, 1)).evidence[0]
        board = explained(board, seen, detector.roles, Palette(), {})
    assert board is not None
    spots = {Space(0, cell) for cell in of}
    return {spot: reading.surface for spot, reading in board.readings.items() if spot in spots}


@pytest.fixture
def doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hue of one space of the tile is disputed."""
    monkeypatch.setattr(doubting, "disputed", lambda *given: frozenset({FIRST}))


@pytest.mark.usefixtures("doubt")
def test_a_tile_that_came_by_itself_is_read_whole_in_spite_of_a_doubt(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is read where nothing outweighs the doubt: there is no hole without its tile (R1.3)."""
    assert sorted(read(two_boards, TILE).values()) == ["hole", "leaf.green", "leaf.green"]
    two_boards[0].lift(TILE.id)
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    left = read(two_boards, TILE)
    assert Space(0, LEAF[0]) not in left
    assert "hole" not in left.values()


def test_what_the_doubted_mark_of_a_tile_shows_is_read_only_where_that_is_clear(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That the tile came by itself says where its hole is, and not whether a token lies in it (R5.1)."""
    mark = LEAF[1].row * 9 + LEAF[1].col
    for least, doubts, shown in ((0.85, {mark}, True), (1.1, {mark}, False), (1.1, set[int](), True)):
        monkeypatch.setattr(doubting, "_SHOWS", least)
        monkeypatch.setattr(doubting, "doubted", lambda *given, of=frozenset(doubts): of)
        monkeypatch.setattr(doubting, "disputed", lambda *given: frozenset({FIRST}))
        found = sorted(read(two_boards, TILE).values())
        assert found == (["hole"] if shown else []) + ["leaf.green", "leaf.green"]
        two_boards[0].lift(TILE.id)


@pytest.mark.parametrize("where", ["vision.doubt.doubting", "vision.doubt.doubts"])
def test_single_things_are_judged_by_the_treasures_that_lie_below(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """What hides all of a treasure has it in its colours at most: whoever asks has to say where they are."""
    simulator, detector = two_boards
    given: list[NDArray[np.bool_]] = []

    def noted(*of: Any) -> frozenset[int]:
        given.append(of[-1])
        return frozenset()

    monkeypatch.setattr(f"{where}.stray_singles", noted)
    simulator.lay(BESIDE)
    (seen, _) = detector.glance(Frame(simulator.picture(), 0.0, 0)).evidence
    below = Space(0, Cell(6, 6))
    explained(None, replace(seen, printed=frozenset({below})), detector.roles, Palette(), {})
    assert given
    for known in given:
        assert np.argwhere(known).tolist() == [[6, 6]]


@pytest.mark.usefixtures("doubt")
def test_a_tile_that_came_with_something_beside_it_is_doubted_still(two_boards: Boards) -> None:
    """The two may be one tile of another size (R12.3)."""
    assert Space(0, LEAF[0]) not in read(two_boards, TILE, BESIDE)


@pytest.mark.parametrize(
    "doubt_of_it",
    [
        "laid_in_parts",
        "surely_elsewhere",
        "gone_alone",
        "strangely_rimmed",
        "without_hole",
        "of_two_discs",
        "one_read_as_two",
        "two_read_as_one",
        "beside_strange",
        "hardly_tiles",
    ],
)
def test_what_is_weighty_is_not_outweighed(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, doubt_of_it: str
) -> None:
    """Such as that it came in parts, its token is seen on another space, or it went in parts.

    Or that something of another colour lies round its hole, that ground shows there, or something strange beside its
    token.
    """
    monkeypatch.setattr(doubting, "framed", lambda *given: frozenset())
    monkeypatch.setattr("vision.reading.holes_seen", lambda *given: frozenset())
    monkeypatch.setattr(doubting, doubt_of_it, lambda *given: frozenset({FIRST}))
    assert Space(0, LEAF[0]) not in read(two_boards, TILE)


def test_a_hole_with_a_frame_round_it_is_one_though_ground_fits_as_well(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The frame is thin where a tile lies aside, or as dark as a shadow."""
    monkeypatch.setattr(doubting, "without_hole", lambda *given: frozenset({FIRST}))
    monkeypatch.setattr("vision.reading.holes_seen", lambda *given: frozenset())
    for told, believed in (({LEAF[1].row * 9 + LEAF[1].col}, True), (set[int](), False)):
        monkeypatch.setattr(doubting, "framed", lambda *given, of=frozenset(told): of)
        assert (Space(0, LEAF[0]) in read(two_boards, TILE)) == believed
        two_boards[0].lift(TILE.id)


def test_a_hole_that_is_seen_where_its_tile_lies_is_one(two_boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked once the tile is in doubt; then it is surely the mark of a piece, and its frame is seen."""
    mark, attempt, made = LEAF[1].row * 9 + LEAF[1].col, reading._attempt, list[Attempt]()

    def noted(*given: Any) -> Attempt:
        made.append(attempt(*given))
        return made[-1]

    monkeypatch.setattr(reading, "_attempt", noted)
    monkeypatch.setattr(reading, "bare_marks", lambda board, attempt: np.zeros_like(board.marks))
    monkeypatch.setattr(doubting, "framed", lambda *given: frozenset())
    monkeypatch.setattr(doubting, "without_hole", lambda *given: frozenset({FIRST}))
    for told, believed in ((frozenset({mark}), True), (frozenset[int](), False)):
        made.clear()
        monkeypatch.setattr(reading, "holes_seen", lambda *given, of=told: of)
        assert (Space(0, LEAF[0]) in read(two_boards, TILE)) == believed
        costs = {surface: costs.flat[mark] for surface, costs in made[-1].costs.by_surface.items()}
        assert (costs == {surface: 0.0 if surface == "hole" else CAP for surface in costs}) == believed
        assert (mark in made[-1].costs.of_pieces) == believed
        two_boards[0].lift(TILE.id)


@pytest.mark.parametrize("doubt_of_it", ["discs_in_shadow", "undue_tokens", "perhaps_their_token"])
def test_a_mark_that_may_be_something_else_is_left_unread_on_a_tile_that_is_believed(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, doubt_of_it: str
) -> None:
    """That the tile came by itself says nothing of what its mark shows."""
    mark = LEAF[1].row * 9 + LEAF[1].col
    monkeypatch.setattr(doubting, doubt_of_it, lambda *given: frozenset({mark}))
    assert read(two_boards, TILE) == {Space(0, LEAF[0]): "leaf.green", Space(0, LEAF[2]): "leaf.green"}


def test_tokens_beside_what_is_hidden_are_doubted_by_that(two_boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """An animal may lie there (R6.1)."""
    given: list[tuple[Any, Any]] = []

    def noted(board: Any, told: Any) -> doubting.Doubts:
        given.append((board, told))
        return all_doubts(board, told)

    all_doubts = doubting.all_doubts
    monkeypatch.setattr(reading, "all_doubts", noted)
    read(two_boards, TILE)
    board, told = given[-1]
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    monkeypatch.setattr(doubting, "one_or_two", lambda *given: frozenset(given[-1]))
    assert FIRST in all_doubts(board, replace(told, hidden=(FIRST,))).unread
    assert FIRST not in all_doubts(board, replace(told, hidden=())).unread


def test_what_goes_round_a_hole_is_judged_by_the_prints_that_are_seen(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that the picture shows in their place, or whole through a hole.

    One that is seen by its frame alone is none of them, nor one on plain ground.
    """
    given: list[tuple[Any, Any]] = []
    asked: list[Sequence[int]] = []

    def noted(board: Any, told: Any) -> doubting.Doubts:
        given.append((board, told))
        return all_doubts(board, told)

    def rimmed(*given: Any) -> frozenset[int]:
        asked.append(given[-1])
        return frozenset()

    all_doubts = doubting.all_doubts
    monkeypatch.setattr(reading, "all_doubts", noted)
    read(two_boards, TILE)
    board, told = given[-1]
    monkeypatch.setattr(doubting, "strangely_rimmed", rimmed)
    seen, by_frame = (np.zeros_like(board.prints.bare) for _ in range(2))
    seen.reshape(-1)[5], by_frame.reshape(-1)[6] = True, True
    framed = replace(told, prints=told.prints._replace(bare=seen | by_frame), holes=frozenset({7, 8}))
    plain = np.zeros_like(seen)
    plain.reshape(-1)[8] = True
    all_doubts(replace(board, prints=board.prints._replace(bare=seen, plain=plain)), framed)
    assert [set(cells) for cells in asked] == [{5, 7}]


def test_a_tile_that_lies_by_itself_has_a_hole_though_ground_is_all_that_shows_there(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of its spaces must be the mark, whatever is to be seen of it."""
    monkeypatch.setattr(doubting, "without_hole", lambda *given: frozenset({FIRST}))
    monkeypatch.setattr(reading, "hardly_ringed", lambda *given: frozenset({FIRST + 1}))
    assert Space(0, LEAF[0]) in read(two_boards, TILE)


def test_floor_in_patches_of_light_is_left_unread(two_boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shadows of the empty board may have moved on."""
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    monkeypatch.setattr(doubting, "floor_in_patches", lambda *given: frozenset({FIRST}))
    assert Space(0, LEAF[0]) not in read(two_boards, TILE)


def test_a_squirrel_beside_what_is_doubted_last_of_all_may_be_a_part_of_it(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came in the same look."""
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    for doubted, seen in ((frozenset[int](), "squirrel"), (frozenset({FIRST}), None)):
        monkeypatch.setattr(doubting, "perhaps_larger", lambda *given, lost=doubted: lost)
        assert read(two_boards, TILE, BESIDE, of=(SQUIRREL,)).get(Space(0, SQUIRREL)) == seen
        two_boards[0].lift(TILE.id)
        two_boards[0].lift(BESIDE.id)


@pytest.mark.parametrize("asked", ["hanging_together", "round_marks", "stray_singles"])
def test_what_depends_on_what_is_doubted_last_of_all_is_doubted_as_well(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """Tiles without an edge between them may have other spaces, and ground that looks like a hole may be theirs.

    A leaf beside them may be a part of them, too.
    """
    last = LEAF[-1].row * 9 + LEAF[-1].col
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    monkeypatch.setattr(doubting, "perhaps_larger", lambda *given: frozenset({FIRST}))
    for joined in (frozenset[int](), frozenset({last})):

        def doubts(*given: object, then: frozenset[int] = joined) -> frozenset[int]:
            unread = next(part for part in given if isinstance(part, frozenset))
            return then if FIRST in unread else frozenset()

        monkeypatch.setattr(doubting, asked, doubts)
        assert (Space(0, LEAF[-1]) in read(two_boards, TILE)) != bool(joined)
        two_boards[0].lift(TILE.id)


@pytest.mark.parametrize(
    "doubt_of_it",
    ["round_a_hole", "leaf_of_no_tile", "other_marks"],
)
def test_what_may_be_a_tile_or_a_larger_one_or_none_is_left_unread(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, doubt_of_it: str
) -> None:
    """Unless that is outweighed."""
    monkeypatch.setattr(doubting, doubt_of_it, lambda *given: frozenset({FIRST}))
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    assert Space(0, LEAF[0]) not in read(two_boards, TILE)


@pytest.mark.usefixtures("doubt")
@pytest.mark.parametrize(("place", "apart", "read_whole"), [(1, 1.0, True), (1, 0.5, False), (0, 0.95, False)])
def test_the_token_of_such_a_tile_must_be_the_odd_one_of_its_spaces(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch, place: int, apart: float, read_whole: bool
) -> None:
    """Another space with a drawing may be taken for it (R5.1)."""
    odd: Any = Mock(odd_one=lambda signs: Odd(place, apart, 1.0))
    monkeypatch.setattr("vision.doubt.second_look.learned", lambda: odd)
    assert (len(read(two_boards, TILE, TOKEN)) == len(LEAF)) == read_whole


def test_what_may_be_floor_in_a_shadow_is_left_unread_in_a_tile_that_came_by_itself(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All else of it is read: it lies there whatever its mark shows."""
    mark = LEAF[1].row * 9 + LEAF[1].col
    monkeypatch.setattr(doubting, "discs_in_shadow", lambda *given: frozenset({mark}))
    assert Space(0, LEAF[1]) in read(two_boards, TILE, TOKEN)  # its icon is seen
    two_boards[0].clear()
    monkeypatch.setattr("vision.reading.tokens_seen", lambda board, *given: np.zeros_like(board.marks))
    assert read(two_boards, TILE, TOKEN) == {Space(0, cell): "leaf.green" for cell in LEAF if cell != LEAF[1]}


def test_a_token_that_is_not_due_is_not_read_though_its_tile_is(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R5.1: a shadow may look like one, and the tile round it is sure all the same."""
    mark = LEAF[1].row * 9 + LEAF[1].col
    assert "token" in read(two_boards, TILE, TOKEN).values()
    for piece in (TILE, TOKEN):
        two_boards[0].lift(piece.id)
    monkeypatch.setattr(doubting, "undue_tokens", lambda *given: frozenset({mark}))
    assert sorted(read(two_boards, TILE, TOKEN).values()) == ["leaf.green", "leaf.green"]


def test_what_an_icon_marks_anew_is_left_unread(two_boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """R12.1: only where icons were looked for and one was seen."""
    icons = np.zeros((8, 9), np.bool_)
    monkeypatch.setattr(reading, "marked_anew", lambda *given: frozenset({FIRST}))
    monkeypatch.setattr(reading, "tokens_seen", lambda *given: icons)
    monkeypatch.setattr(reading, "bare_marks", lambda *given: np.zeros((8, 9), np.bool_))
    assert Space(0, LEAF[0]) in read(two_boards, TILE, TOKEN)
    for piece in (TILE, TOKEN):
        two_boards[0].lift(piece.id)
    icons[LEAF[1]] = True
    assert Space(0, LEAF[0]) not in read(two_boards, TILE, TOKEN)


def test_a_tile_whose_mark_may_be_shade_is_left_unread(two_boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so is what may be its true mark."""
    monkeypatch.setattr(doubting, "outweighed", lambda *given: ())
    assert Space(0, LEAF[0]) in read(two_boards, TILE)
    two_boards[0].lift(TILE.id)
    monkeypatch.setattr(doubting, "shaded_marks", lambda *given: frozenset({FIRST}))
    assert Space(0, LEAF[0]) not in read(two_boards, TILE)


def test_a_mark_in_a_frame_is_told_so_to_what_asks_for_a_ring(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hole may be so wide that next to nothing of its tile is left beside it."""
    asked: list[Any] = []
    monkeypatch.setattr(doubting, "framed", lambda *given: frozenset({FIRST}))
    monkeypatch.setattr(doubting, "doubted", lambda *given: asked.append(given[-1]) or frozenset())
    read(two_boards, TILE)
    assert {clues.framed for clues in asked} == {frozenset({FIRST})}


def test_a_tile_is_read_anew_where_its_disc_is_drawn_and_otherwise_kept(
    two_boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the drawing were none, if then another of its spaces is its mark."""
    there, all_doubts = [cell.row * 9 + cell.col for cell in LEAF], doubting.all_doubts
    asked: list[Any] = []
    monkeypatch.setattr(reading, "drawn_discs", lambda *given: asked.append(given[-1]) or {FIRST: there})
    monkeypatch.setattr(reading, "as_drawn", lambda costs, drawn, roles: costs.surely(roles.single, drawn[FIRST]))
    told: list[Any] = []
    monkeypatch.setattr(reading, "all_doubts", lambda board, of: told.append(of) or all_doubts(board, of))
    for elsewhere in (True, False):
        monkeypatch.setattr(reading, "is_marked_elsewhere", lambda again, drawn, pieces, of=elsewhere: of)
        read(two_boards, TILE)
        assert asked[-1] is told[-1].icons
        assert (told[-1].costs.by_surface["squirrel"].flat[FIRST] == 0.0) == elsewhere
        assert (told[-1].found.verdicts[FIRST].surface == "squirrel") == elsewhere
        two_boards[0].lift(TILE.id)
