"""What has come onto marks is an animal where it can be nothing else."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from tests.vision.marked_board import PLAIN, PRINTED, TILE, board
from vision.doubt import second_look
from vision.doubt.second_look import (
    capped,
    surely_elsewhere,
)
from vision.explaining.odd_one import Odd
from vision.explaining.pieces import Explained, Verdict

Spaces = NDArray[np.bool_]


@pytest.mark.parametrize(
    ("plain_before", "printed_before", "seen", "animals"),
    [
        ("hole", "hole", "token", [PLAIN, PRINTED]),
        ("hole", "token", "token", [PLAIN, PRINTED]),  # the token was taken away for the animal
        ("hole", "token", "hole", []),  # it was, and nothing came in its place
        ("leaf.red", "token", "token", []),
    ],
)
def test_what_covers_a_hole_over_plain_ground_covers_the_one_beside_it(
    plain_before: str, printed_before: str, seen: str, animals: list[int]
) -> None:
    """Its face may look like a token; but none is laid over plain ground (R5.1), and an animal covers two (R6.1)."""
    verdicts = {PLAIN: Verdict(Surface("animal"), 0.9), PRINTED: Verdict(Surface(seen), 0.9)}
    told, prints = board(plain_before, printed_before)
    assert capped(told, Explained(verdicts, ()), prints) == animals


def test_marks_that_a_hand_kept_from_being_read_are_marks_still() -> None:
    """No tile lies otherwise since; of spaces that never were marks nothing is known."""
    told, prints = board("hole", "hole")
    verdicts = {PLAIN: Verdict(Surface("animal"), 0.9), PRINTED: Verdict(Surface("token"), 0.9)}
    unread = replace(told, changed={PLAIN: None, PRINTED: None})
    assert capped(unread, Explained(verdicts, ()), prints) == [PLAIN, PRINTED]
    unmarked = replace(unread, marks=np.zeros((8, 9), np.bool_))
    assert capped(unmarked, Explained(verdicts, ()), prints) == []


@pytest.mark.parametrize("is_hidden", [True, False])
def test_a_mark_that_its_tile_hides_is_covered_whatever_it_is_taken_for(is_hidden: bool) -> None:
    """Such a tile is only explained with something on its mark."""
    told, prints = board("hole", "token")
    verdicts = {PLAIN: Verdict(Surface("hole"), 0.7), PRINTED: Verdict(Surface("token"), 0.9)}
    tile = TILE._replace(cells=(1, PLAIN, 19), mark=PLAIN, capped=is_hidden)
    assert capped(told, Explained(verdicts, ((tile, 1.0),)), prints) == ([PLAIN, PRINTED] if is_hidden else [])


@pytest.mark.parametrize(("hand", "shadow"), [(False, False), (True, False), (False, True)])
def test_what_came_is_unknown_only_while_something_is_in_the_way(hand: bool, shadow: bool) -> None:
    """Spaces that were bare are told then; what lay there already did not come."""
    told, _ = board("hole", "hole")
    told.seen.occlusion.hand, told.seen.occlusion.shadow = hand, shadow
    bare = replace(told, wanted=[PLAIN, PRINTED, 40])
    assert bare.fresh() == (frozenset({40}) if hand or shadow else frozenset())


@pytest.mark.parametrize(("covered", "bare", "one_turn"), [(10, 12, True), (11, 0, False), (0, 72, True)])
def test_more_than_one_turn_and_a_missed_one_lay_is_a_game_under_way(covered: int, bare: int, one_turn: bool) -> None:
    """R6.1: no turn lays an animal with its tile; what lay there before and what is bare did not come."""
    told, _ = board("hole", "hole")
    marks = np.zeros((8, 9), np.bool_)
    marks.reshape(-1)[[PLAIN, PRINTED]] = True
    cover = np.zeros((8, 9), np.float32)
    new = [cell for cell in range(72) if cell not in (PLAIN, PRINTED)]
    cover.reshape(-1)[[PLAIN, PRINTED, *new[:covered]]] = 0.9
    told = replace(told, wanted=[PLAIN, PRINTED, *new[: covered + bare]], marks=marks)
    laid = told.laid_now(Mock(cover=cover))
    assert laid.any() == one_turn
    assert not laid[marks].any()


def test_what_was_read_as_bare_before_and_looks_otherwise_came_since() -> None:
    """A board that nobody has seen before tells nothing of that, nor does a space that was unread."""
    told, _ = board("hole", "hole")
    assert not replace(told, marks=np.zeros((8, 9), np.bool_), changed={}).came_on_bare().any()
    seen = replace(
        told, marks=np.zeros((8, 9), np.bool_), changed={40: Surface("floor"), 41: Surface("hole"), 42: None}
    )
    assert np.flatnonzero(seen.came_on_bare()).tolist() == [40]


@pytest.mark.parametrize(("before", "animals"), [("hole", [PLAIN, PRINTED]), ("token", [PLAIN, PRINTED])])
def test_what_covers_two_marks_with_their_frames_is_an_animal(before: str, animals: list[int]) -> None:
    """Whatever face is drawn on it, and whatever is printed below: a token lies inside of its hole (R5.1, R6.1)."""
    told, prints = board(before, before)
    printed = prints._replace(plain=np.zeros_like(prints.plain), printed=~np.zeros_like(prints.printed))
    verdicts = {cell: Verdict(Surface("token"), 0.9) for cell in (PLAIN, PRINTED)}
    found = Explained(verdicts, ())
    assert capped(told, found, printed) == []
    assert capped(replace(told, larger=frozenset({PLAIN})), found, printed) == []
    assert capped(replace(told, larger=frozenset({PLAIN, PRINTED})), found, printed) == animals


@pytest.mark.parametrize(
    ("foreign", "changed", "is_animal"),
    [(0.9, True, True), (0.3, True, False), (0.9, False, False)],
    ids=["a face in a ring", "a hole", "nothing has changed"],
)
def test_what_is_drawn_like_a_hole_on_an_animal_is_none(foreign: float, changed: bool, is_animal: bool) -> None:
    """The frame of its hole looks otherwise and no floor shows in the middle; a token was taken away for an animal."""
    told, prints = board("token", "hole")
    told.seen.spaces.disc.reshape(-1)[PLAIN] = foreign
    told = replace(told, larger=frozenset({PLAIN, PRINTED}), changed=told.changed if changed else {})
    verdicts = {PLAIN: Verdict(Surface("hole"), 0.7), PRINTED: Verdict(Surface("token"), 0.9)}
    assert capped(told, Explained(verdicts, ()), prints) == ([PLAIN, PRINTED] if is_animal else [])


@pytest.mark.parametrize(
    ("place", "apart", "token", "doubted"),
    [(0, 1.0, 0.9, True), (2, 1.0, 1.0, False), (0, 0.9, 1.0, False), (0, 1.0, 0.1, False)],
    ids=["it is another space", "it is the mark", "it may be any", "no token lies there"],
)
def test_a_tile_whose_odd_space_is_surely_not_its_mark_is_doubted(
    monkeypatch: pytest.MonkeyPatch, place: int, apart: float, token: float, doubted: bool
) -> None:
    """A tile has one mark, and its token is unlike the leaves round it (R5.1), however round one of them is."""
    told, _ = board("hole", "hole")
    monkeypatch.setattr(second_look, "signs", Mock())
    monkeypatch.setattr(second_look, "learned", lambda: Mock(odd_one=lambda signs: Odd(place, apart, token)))
    circle = np.ones((8, 9))
    circle.reshape(-1)[TILE.mark] = 3.0
    told.seen.spaces = Mock(circle=circle)
    found = Explained({}, ((TILE, 1.0),))
    assert surely_elsewhere(told, found) == (set(TILE.cells) if doubted else frozenset())
