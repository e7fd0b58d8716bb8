"""Where a token must lie on what is no tile for want of colours: over the only print that it hides (R5.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Surface
from engine.grid import Cell, Grid, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.attempt import Board
from vision.doubt.due_tokens import due_on_lumps, of_other_hue, undue_tokens
from vision.explaining.candidates import Candidate
from vision.explaining.open_board import OpenBoard
from vision.explaining.pieces import Explained, Verdict
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
LUMP, MARK = (20, 21, 30), 30


def due(
    *,
    things: Collection[int] = LUMP,
    printed: Collection[int] = (MARK,),
    hidden: Collection[int] = (MARK,),
    circles: Mapping[int, float] = {MARK: 1.7},
    looks: Mapping[int, int] = dict.fromkeys(LUMP, 2),
    before: Mapping[int, str] = {},
    confirmed: bool = True,
) -> frozenset[int]:
    """Where a token is due when some single things were read; prints not named are plain, circles not named faint."""
    known = np.zeros((5, 72), np.bool_)
    known[1, list(hidden)] = True
    known[4, list(printed)] = True
    known[3] = ~known[4] & confirmed
    circle = np.full(72, 1.2, np.float32)
    circle[list(circles)] = list(circles.values())
    nothing = {each.name: np.zeros((8, 9), np.float32) for each in fields(SpaceEvidence)}
    seen = SpaceEvidence(**{**nothing, "circle": circle.reshape(8, 9)})
    found = Explained({cell: Verdict(Surface("squirrel"), 1.0) for cell in things}, ())
    there = [Surface(before.get(cell, FLOOR)) for cell in range(72)]
    board = OpenBoard(ROLES, Grid(8, 9), there, list(range(72)), [looks.get(cell, 0) for cell in range(72)])
    return due_on_lumps(found, Prints(*known.reshape(5, 8, 9)), seen, board)


def test_a_token_hides_the_only_print_below_what_came_at_once_and_is_as_large_as_a_tile() -> None:
    """Squirrels come one by one (R3.2)."""
    assert due() == {MARK}


@pytest.mark.parametrize(
    "otherwise",
    [
        {"things": LUMP[1:]},
        {"things": (20, 30, 40)},
        {"printed": ()},
        {"printed": (MARK, 20), "hidden": (MARK, 20)},
        {"hidden": ()},
        {"circles": {MARK: 1.3}},
        {"circles": {MARK: 1.7, 21: 1.6}},
        {"looks": {}},
        {"looks": {20: 1, 21: 2, 30: 2}},
        {"before": {20: "squirrel"}},
        {"confirmed": False},
    ],
    ids=[
        "too small",
        "not side by side",
        "nothing is printed",
        "two prints",
        "the print shows",
        "nothing round",
        "as round beside it",
        "seen first",
        "one by one",
        "one lay there",
        "nobody knows what is printed beside it",
    ],
)
def test_otherwise_nothing_is_due(otherwise: Mapping[str, object]) -> None:
    """It may be squirrels, a drawing, or a hole."""
    assert not due(**otherwise)  # type: ignore[arg-type]  # each names an argument with its own type


@pytest.mark.parametrize(
    ("turned", "printed", "is_piece", "other"),
    [
        (MARK, LUMP, True, {MARK}),
        (MARK, LUMP, False, {MARK}),
        (21, LUMP, False, {21}),
        (MARK, (20, 21), False, set()),
        (None, LUMP, False, set()),
    ],
    ids=["of a piece", "of single things", "the middle one", "nothing is printed there", "all of one hue"],
)
def test_one_space_of_a_tile_has_quite_another_hue(
    turned: int | None, printed: Collection[int], is_piece: bool, other: set[int]
) -> None:
    """The mean of the rest, the odd one among them, is of no leaf's hue either: only the one that is furthest off."""
    every = np.ones((8, 9))
    seen = Mock(chroma=15.0 * every, disc_chroma=15.0 * every, hue_deg=130.0 * every, disc_hue_deg=130.0 * every)
    if turned is not None:
        seen.hue_deg.flat[turned] = seen.disc_hue_deg.flat[turned] = 20.0
    seen.color = seen.chroma * np.exp(1j * np.radians(seen.hue_deg))
    prints = Mock(printed=np.isin(np.arange(72), list(printed)).reshape(8, 9))
    told = Mock(spec=Board, roles=ROLES, prints=prints, marks=np.zeros((8, 9), np.bool_), before=[FLOOR] * 72)
    told.seen = Mock(spaces=seen)
    surface = Surface("leaf.green" if is_piece else "squirrel")
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    pieces_read = ((Candidate(green, LUMP, MARK, False, 0.5, 0), 1.0),) if is_piece else ()
    assert of_other_hue(told, Explained(dict.fromkeys(LUMP, Verdict(surface, 1.0)), pieces_read)) == other


@pytest.mark.parametrize(
    ("surface", "plain", "foreign", "burnt", "shown", "is_doubted"),
    [
        ("token", True, 0.4, 0.0, False, True),
        ("token", False, 0.4, 0.0, False, False),
        ("token", True, 0.6, 0.0, False, False),
        ("token", True, 0.9, 0.6, False, True),
        ("token", True, 0.4, 0.0, True, False),
        ("hole", True, 0.4, 0.0, False, False),
    ],
    ids=["a shaded hole", "over a print", "no shadow makes that", "a lamp does", "its icon shows", "no token"],
)
def test_a_token_where_nothing_is_printed_is_believed_only_if_it_is_no_shadow(
    surface: str, plain: bool, foreign: float, burnt: float, shown: bool, is_doubted: bool
) -> None:
    """R5.1: it lies over a treasure, and none is there."""
    spots = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))
    board = Mock(spec=Board, roles=ROLES, seen=Mock(spots=spots, plain=frozenset({spots[3][3]} if plain else ())))
    board.seen.spaces = Mock(shade_disc=np.full((8, 9), foreign), burnt=np.full((8, 9), burnt))
    found = Explained({MARK: Verdict(Surface(surface), 1.0), 31: Verdict(Surface("token"), 1.0)}, ())
    assert undue_tokens(board, found, [MARK] if shown else []) == ({MARK} if is_doubted else set())
