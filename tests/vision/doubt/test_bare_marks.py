"""The hole of a tile askew is found by ground that shows somewhere in one of its spaces, while all else is solid."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt import second_look
from vision.doubt.attempt import Attempt, Board
from vision.doubt.bare_marks import is_bare_aside, perhaps_their_token
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.measures.evidence import BoardEvidence
from vision.prints.print_in_place import Prints
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS, MARK = (20, 21, 22), 22
ASIDE = 0.3 - 1.0 / PX_PER_SPACE


def seen(
    holes: dict[int, tuple[float, float]], contrast: float = 0.5, circle: float = 1.0, radius: float = 0.2
) -> BoardEvidence:
    """A board that is foreign all over but for round holes in some spaces, so far right and down of their middles."""
    plane = np.ones((round((8 + 2 * MARGIN_SPACES) * PX_PER_SPACE), round((9 + 2 * MARGIN_SPACES) * PX_PER_SPACE)))
    for cell, (right, down) in holes.items():
        row, col = divmod(cell, 9)
        middle = [round((at + 0.5 + MARGIN_SPACES) * PX_PER_SPACE) for at in (col + right, row + down)]
        cv2.circle(plane, middle, round(radius * PX_PER_SPACE), 0.1, -1)
    spaces = SimpleNamespace(disc_contrast=np.full((8, 9), contrast), circle=np.full((8, 9), circle))
    change = SimpleNamespace(plain=plane.astype(np.float32))
    return cast(BoardEvidence, SimpleNamespace(spaces=spaces, change=change, size_wh=(9.0, 8.0)))


@pytest.mark.parametrize("aside", [(0.0, 0.0), (ASIDE, 0.0), (-ASIDE, ASIDE)])
def test_one_hole_anywhere_near_the_middle_of_its_space_is_bare(aside: tuple[float, float]) -> None:
    """A tile 15 % off and turned by 4 degrees has its hole as far aside."""
    assert is_bare_aside(seen({MARK: aside}), CELLS, MARK)


def test_a_second_space_that_is_not_solid_leaves_open_which_is_the_hole() -> None:
    """A dark leaf on dark ground looks like that."""
    assert not is_bare_aside(seen({MARK: (0.2, 0.0), CELLS[0]: (0.0, 0.1)}), CELLS, MARK)
    assert not is_bare_aside(seen({}), CELLS, MARK)


@pytest.mark.parametrize(("contrast", "circle"), [(1.2, 1.0), (0.5, 1.9)])
def test_where_a_token_may_lie_that_is_as_dark_as_the_floor_nothing_is_said(contrast: float, circle: float) -> None:
    """Over a print (R5.1), or with an edge all round."""
    assert not is_bare_aside(seen({MARK: (0.2, 0.0)}, contrast, circle), CELLS, MARK)


def test_a_speck_of_floor_is_no_hole() -> None:
    """A gap between two leaves is as foreign as the floor, too."""
    assert not is_bare_aside(seen({MARK: (0.1, 0.0)}, radius=0.08), CELLS, MARK)


@pytest.mark.parametrize(
    ("read", "unread", "bare"), [("hole", True, True), ("hole", False, False), ("token", True, False)]
)
def test_marks_are_looked_at_that_were_read_as_holes_and_are_doubted(
    monkeypatch: pytest.MonkeyPatch, read: str, unread: bool, bare: bool
) -> None:
    """What is sure need not be asked, and a disc is looked at otherwise."""
    monkeypatch.setattr(second_look, "surely_bare", lambda seen, marks: np.zeros(marks.shape, np.bool_))
    tile, share = Candidate(ROLES.patterned[0], CELLS, MARK, False, 0.5, 0), 0.7 if unread else 1.0
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in CELLS[:2]} | {MARK: Verdict(Surface(read), share)}
    told = Mock(spec=Board, seen=seen({MARK: (0.2, 0.1)}), roles=ROLES, marks=np.zeros((8, 9), np.bool_))
    told.prints = Prints(*[np.zeros((8, 9), np.bool_)] * 5)
    attempt = Mock(
        spec=Attempt,
        found=Explained(verdicts, ((tile, 0.7),)),
        doubted=frozenset(CELLS) if unread else frozenset[int](),
    )
    assert np.flatnonzero(second_look.bare_marks(told, attempt)).tolist() == ([MARK] if bare else [])


@pytest.mark.parametrize("printed", [True, False], ids=["a treasure is printed", "none is"])
def test_where_a_treasure_is_printed_ground_that_shows_somewhere_is_no_hole(
    monkeypatch: pytest.MonkeyPatch, printed: bool
) -> None:
    """R12.1: a dull token over a faint treasure may be as dark as the ground in the shade of its tile."""
    monkeypatch.setattr(second_look, "surely_bare", lambda seen, marks: np.zeros(marks.shape, np.bool_))
    tile = Candidate(ROLES.patterned[0], CELLS, MARK, False, 0.5, 0)
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in CELLS[:2]} | {MARK: Verdict(Surface("hole"), 1.0)}
    told = Mock(spec=Board, seen=seen({MARK: (0.2, 0.1)}), roles=ROLES, marks=np.zeros((8, 9), np.bool_))
    told.prints = Prints(*[np.zeros((8, 9), np.bool_)] * 5)._replace(printed=np.full((8, 9), printed))
    attempt = Mock(spec=Attempt, found=Explained(verdicts, ((tile, 0.7),)), doubted=frozenset(CELLS))
    assert np.flatnonzero(second_look.bare_marks(told, attempt)).tolist() == ([] if printed else [MARK])


@pytest.mark.parametrize("hidden", [True, False], ids=["a print is hidden", "none is"])
def test_where_a_print_is_hidden_no_floor_is_looked_for(monkeypatch: pytest.MonkeyPatch, hidden: bool) -> None:
    """R12.1: a pale token over a faint treasure is as even as bare floor."""
    monkeypatch.setattr(second_look, "surely_bare", lambda seen, marks: marks)
    tile = Candidate(ROLES.patterned[0], CELLS, MARK, False, 0.5, 0)
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in CELLS[:2]}
    verdicts[MARK] = Verdict(Surface("token"), 1.0)
    told = Mock(spec=Board, seen=seen({MARK: (0.2, 0.1)}), roles=ROLES, marks=np.zeros((8, 9), np.bool_))
    told.prints = Prints(*[np.zeros((8, 9), np.bool_)] * 5)._replace(hidden=np.full((8, 9), hidden))
    attempt = Mock(spec=Attempt, found=Explained(verdicts, ((tile, 0.7),)), doubted=frozenset[int]())
    assert np.flatnonzero(second_look.bare_marks(told, attempt)).tolist() == ([] if hidden else [MARK])


@pytest.mark.parametrize(
    ("measured", "read_as", "printed", "lost"),
    [
        ({}, "hole", True, True),
        ({"disc_contrast": 1.1}, "hole", True, True),
        ({"disc": 0.1}, "hole", True, False),
        ({"disc_likeness": 0.4}, "hole", True, False),
        ({"disc_contrast": 1.0}, "hole", True, False),
        ({}, "token", True, False),
        ({}, "hole", False, False),
    ],
    ids=[
        "a dark disc",
        "over a faint treasure",
        "nothing",
        "its treasure, aside",
        "too faint a treasure",
        "read as a token",
        "on plain ground",
    ],
)
def test_a_mark_that_is_partly_foreign_and_unlike_its_treasure_may_be_its_token(
    measured: dict[str, float], read_as: str, printed: bool, lost: bool
) -> None:
    """R12.1: the same icon on a disc of the ground's own colour explains most of what is seen there."""
    known = {"disc": 0.15, "disc_contrast": 1.9, "disc_likeness": 0.2, **measured}
    spaces = SimpleNamespace(**{name: np.full((8, 9), value) for name, value in known.items()})
    board = cast(BoardEvidence, SimpleNamespace(spaces=spaces))
    nothing, treasure = np.zeros((8, 9), np.bool_), np.full((8, 9), printed)
    prints = Prints(nothing, nothing, nothing, nothing, treasure)
    found = Explained({MARK: Verdict(Surface(read_as), 1.0), CELLS[0]: Verdict(Surface("leaf.red"), 1.0)}, ())
    assert perhaps_their_token(found, board, prints, ROLES) == (frozenset({MARK}) if lost else frozenset())
