"""What is looked at again: spaces of a tile in doubt that are odd as only a token is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from tests.vision.marked_board import ROLES, TILE, board
from vision.doubt import second_look
from vision.doubt.attempt import Attempt
from vision.doubt.second_look import odd_marks
from vision.explaining.candidates import Candidate
from vision.explaining.odd_one import Odd
from vision.explaining.pieces import Explained, Verdict

Spaces = NDArray[np.bool_]


def odd_there(
    monkeypatch: pytest.MonkeyPatch,
    *,
    hidden: bool = False,
    plain: bool = False,
    printed: bool = False,
    disc: float,
    shade_disc: float = 0.0,
    likeness: float = 1.0,
    contrast: float = 2.0,
    doubted: bool = True,
    confidence: float = 1.0,
) -> bool:
    """Whether the mark of a tile, its odd space beyond doubt, is told to have a token on such ground."""
    monkeypatch.setattr(second_look, "signs", Mock())
    monkeypatch.setattr(second_look, "learned", lambda: Mock(odd_one=lambda signs: Odd(2, 1.0, 1.0)))
    told, prints = board("hole", "hole")
    prints.hidden[:], prints.plain.reshape(-1)[TILE.mark], prints.printed[:] = hidden, plain, printed
    no, yes = np.zeros((8, 9), np.bool_), np.ones((8, 9), np.bool_)
    measures = {"disc": disc, "shade_disc": shade_disc, "disc_likeness": likeness, "disc_contrast": contrast}
    told.seen.spaces = Mock(**{name: np.full((8, 9), value) for name, value in measures.items()})
    found = Explained(dict.fromkeys(TILE.cells, Verdict(Surface("leaf.green"), 1.0)), ((TILE, 1.0),))
    attempt = Mock(spec=Attempt, confidences={TILE.mark: confidence}, found=found, costs=Mock(usable=yes))
    attempt.doubted = frozenset(TILE.cells if doubted else ())
    odd = np.flatnonzero(odd_marks(replace(told, marks=no), attempt, no)).tolist()
    assert odd in ([], [TILE.mark])
    return bool(odd)


@pytest.mark.parametrize(("confidence", "asked"), [(0.7, True), (0.8, False)])
def test_the_odd_space_is_asked_for_where_the_mark_is_not_sure_enough_to_be_read(
    monkeypatch: pytest.MonkeyPatch, confidence: float, asked: bool
) -> None:
    """Nothing speaks against such a tile, but the disc on it is hardly seen."""
    assert odd_there(monkeypatch, hidden=True, disc=1.0, doubted=False, confidence=confidence) == asked


@pytest.mark.parametrize(("plain", "is_odd"), [(False, True), (True, False)])
def test_over_plain_ground_the_odd_space_of_a_tile_is_its_hole(
    monkeypatch: pytest.MonkeyPatch, plain: bool, is_odd: bool
) -> None:
    """R5.1: tokens are taken from prints. In a black shadow what is printed and what is not look alike hidden."""
    assert odd_there(monkeypatch, hidden=True, plain=plain, disc=1.0) == is_odd


@pytest.mark.parametrize(("disc", "is_odd"), [(0.7, True), (0.5, False)])
def test_the_odd_space_has_a_token_where_no_print_tells_only_if_little_floor_shows(
    monkeypatch: pytest.MonkeyPatch, disc: float, is_odd: bool
) -> None:
    """A red icon over the same red print does not hide it; of holes in full light a third at most was foreign."""
    assert odd_there(monkeypatch, disc=disc) == is_odd


@pytest.mark.parametrize(
    ("printed", "disc", "shade_disc", "is_odd"),
    [(True, 0.6, 0.4, True), (False, 0.6, 0.4, False), (True, 0.4, 0.4, False), (True, 0.6, 0.2, False)],
    ids=["something else", "nothing is printed", "it shows", "a shadow"],
)
def test_the_odd_space_has_a_token_over_a_print_that_is_told_from_its_floor_by_nothing_but_its_hue(
    monkeypatch: pytest.MonkeyPatch, printed: bool, disc: float, shade_disc: float, is_odd: bool
) -> None:
    """R5.1: a red berry on green moss may be as light as that, and nobody sees that it is hidden."""
    assert odd_there(monkeypatch, printed=printed, disc=disc, shade_disc=shade_disc) == is_odd


@pytest.mark.parametrize(
    ("printed", "disc", "likeness", "contrast", "is_odd"),
    [
        (True, 0.45, 0.0, 1.1, True),
        (False, 0.45, 0.0, 1.1, False),
        (True, 0.35, 0.0, 1.1, False),
        (True, 0.45, 0.6, 1.1, False),
        (True, 0.45, 0.0, 0.9, False),
    ],
    ids=["it is gone", "nothing is printed", "little is foreign", "there is something of it", "hardly a print"],
)
def test_the_odd_space_has_a_token_where_nothing_is_left_of_a_faint_print(
    monkeypatch: pytest.MonkeyPatch, printed: bool, disc: float, likeness: float, contrast: float, is_odd: bool
) -> None:
    """R5.1: in poor light a dark token is as light as the shaded floor of its hole, but it has nothing of its print."""
    assert odd_there(monkeypatch, printed=printed, disc=disc, likeness=likeness, contrast=contrast) == is_odd


@pytest.mark.parametrize(
    ("place", "token", "mark", "printed", "look", "is_odd"),
    [
        (1, 0.5, "token", (21,), 2, True),
        (1, 0.3, "token", (21,), 2, False),
        (1, 0.5, "hole", (21,), 2, False),
        (1, 0.5, "token", (20, 21), 2, False),
        (1, 0.5, "token", (21, 22), 2, False),
        (2, 0.5, "token", (22,), 2, False),
        (1, 0.5, "token", (21,), 0, False),
    ],
    ids=[
        "only there",
        "hardly",
        "a hole is seen",
        "or there",
        "not mislaid",
        "it was read there",
        "nobody saw it come",
    ],
)
def test_less_tells_the_token_of_a_tile_that_can_have_it_on_one_space_only(
    monkeypatch: pytest.MonkeyPatch,
    place: int,
    token: float,
    mark: str,
    printed: Sequence[int],
    look: int,
    is_odd: bool,
) -> None:
    """R5.1: a leaf drawn round is taken for a token where none is taken from, and what hides the print for a leaf."""
    monkeypatch.setattr(second_look, "signs", Mock())
    monkeypatch.setattr(second_look, "learned", lambda: Mock(odd_one=lambda signs: Odd(place, 1.0, token)))
    told, prints = board("hole", "hole")
    prints.printed[:] = np.isin(np.arange(72), list(printed)).reshape(8, 9)
    prints.plain[:] = ~prints.printed
    no, yes = np.zeros((8, 9), np.bool_), np.ones((8, 9), np.bool_)
    told.seen.spaces = Mock(disc=yes * 0.9, shade_disc=yes * 0.5, disc_likeness=yes * 0.0, disc_contrast=yes * 2.0)
    verdicts = {cell: Verdict(Surface("leaf.green"), 1.0) for cell in TILE.body}
    found = Explained({**verdicts, TILE.mark: Verdict(Surface(mark), 0.9)}, ((TILE, 1.0),))
    attempt = Mock(spec=Attempt, confidences={}, found=found, costs=Mock(usable=yes), doubted=frozenset(TILE.cells))
    odd = odd_marks(replace(told, marks=no, looks=[look] * 72), attempt, no)
    assert np.flatnonzero(odd).tolist() == ([21] if is_odd else [])


@pytest.mark.parametrize(
    ("group", "apart", "token", "stood", "hue_deg", "printed", "odd"),
    [
        ((20, 21, 22), 1.0, 0.95, (), 200.0, True, [21]),
        ((20, 21, 22), 0.9, 0.95, (), 200.0, True, []),
        ((20, 21, 22), 1.0, 0.8, (), 200.0, True, []),
        ((20, 21), 1.0, 0.95, (), 200.0, True, []),
        ((19, 20, 21, 22, 23, 24), 1.0, 0.95, (), 200.0, True, []),
        ((20, 21, 22), 1.0, 0.95, (20,), 200.0, True, []),
        ((20, 21, 22), 1.0, 0.95, (), 70.0, True, []),
        ((20, 21, 22), 1.0, 0.95, (), 200.0, False, []),
    ],
    ids=["a tile", "any", "hardly a token", "too few", "too many", "on a mark that stood", "brown", "over no print"],
)
def test_of_single_things_of_a_strange_ink_that_are_as_many_as_a_tile_has_spaces_the_odd_one_is_its_token(
    monkeypatch: pytest.MonkeyPatch,
    group: tuple[int, ...],
    apart: float,
    token: float,
    stood: tuple[int, ...],
    hue_deg: float,
    printed: bool,
    odd: list[int],
) -> None:
    """R12.3: the box may be printed in other inks, and its first tile looks like no leaf that is known.

    Something may lie on one of several squirrels, too, but those are of wood or card.
    """
    monkeypatch.setattr(second_look, "signs", Mock())
    monkeypatch.setattr(second_look, "learned", lambda: Mock(odd_one=lambda signs: Odd(group.index(21), apart, token)))
    told, prints = board("hole", "hole")
    prints.plain[:], prints.printed[:] = False, printed
    no = np.zeros((8, 9), np.bool_)
    ones = np.ones((8, 9))
    hues = np.full((8, 9), hue_deg)
    told.seen.spaces = Mock(disc=ones, shade_disc=ones, disc_likeness=ones, disc_contrast=ones, hue_deg=hues)
    told.seen.spaces.hue_deg.reshape(-1)[21] = 70.0  # that of a token
    found = Explained(dict.fromkeys(group, Verdict(Surface("squirrel"), 1.0)), ())
    attempt = Mock(spec=Attempt, confidences={}, found=found, doubted=frozenset(group), costs=Mock(usable=~no))
    marks = np.isin(np.arange(72), stood).reshape(8, 9)
    assert np.flatnonzero(odd_marks(replace(told, marks=marks), attempt, no)).tolist() == odd


@pytest.mark.parametrize(
    ("token", "at_once", "gone", "hue_deg", "odd"),
    [
        (0.7, True, True, 180.0, [21]),
        (0.7, True, False, 180.0, []),
        (0.7, False, True, 180.0, []),
        (0.5, True, True, 180.0, []),
        (0.7, True, True, 174.0, []),
    ],
    ids=["at once", "its print may be there", "one by one", "hardly a token", "green"],
)
def test_less_tells_the_token_of_what_came_at_once_over_a_print_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, token: float, at_once: bool, gone: bool, hue_deg: float, odd: list[int]
) -> None:
    """Squirrels come one by one (R8.2); of a dark disc on a dark leaf hardly an edge is seen."""
    group = (20, 21, 22)
    monkeypatch.setattr(second_look, "signs", Mock())
    monkeypatch.setattr(second_look, "learned", lambda: Mock(odd_one=lambda signs: Odd(1, 1.0, token)))
    told, prints = board("hole", "hole")
    no, ones = np.zeros((8, 9), np.bool_), np.ones((8, 9))
    prints.plain[:], prints.printed[:] = False, True
    told = replace(told, prints=prints._replace(gone=~no if gone else no))
    hues = np.full((8, 9), hue_deg)
    told.seen.spaces = Mock(disc=ones, shade_disc=ones, disc_likeness=ones, disc_contrast=ones, hue_deg=hues)
    found = Explained(dict.fromkeys(group, Verdict(Surface("squirrel"), 1.0)), ())
    attempt = Mock(spec=Attempt, confidences={}, found=found, doubted=frozenset(group), costs=Mock(usable=~no))
    came: dict[int, Surface | None] = dict.fromkeys(group if at_once else group[:2], Surface("floor"))
    assert np.flatnonzero(odd_marks(replace(told, changed=came, marks=no), attempt, no)).tolist() == odd


@pytest.mark.parametrize(
    ("leaf", "before", "apart", "token", "stood", "named", "odd"),
    [
        ((20, 21), "floor", 1.0, 0.95, (), False, [22]),
        ((20, 21), "floor", 0.9, 0.95, (), False, []),
        ((20, 21), "floor", 1.0, 0.8, (), False, []),
        ((21,), "floor", 1.0, 0.95, (), False, []),
        ((20, 21, 23), "floor", 1.0, 0.95, (), False, []),
        ((20, 21), "leaf.green", 1.0, 0.95, (), False, []),
        ((20, 21), "floor", 1.0, 0.95, (20,), False, []),
        ((20, 21), "floor", 1.0, 0.95, (), True, []),
    ],
    ids=["three", "any", "hardly a token", "too few", "too many", "it lay there", "on a mark that stood", "of a piece"],
)
def test_of_a_tile_that_may_have_its_mark_in_either_of_two_spaces_the_odd_one_has_its_token(
    monkeypatch: pytest.MonkeyPatch,
    leaf: tuple[int, ...],
    before: str,
    apart: float,
    token: float,
    stood: tuple[int, ...],
    named: bool,
    odd: list[int],
) -> None:
    """R12.3: as many spaces as a tile of that colour has, and no piece in particular; squirrels lie beside them."""
    monkeypatch.setattr(second_look, "signs", Mock())
    cells = (*leaf, 22)
    places = Mock(odd_one=lambda signs: Odd(sorted(cells).index(22), apart, token))
    monkeypatch.setattr(second_look, "learned", lambda: places)
    told, prints = board("hole", "hole")
    prints.plain[:] = False
    ones, no = np.ones((8, 9)), np.zeros((8, 9), np.bool_)
    told.seen.spaces = Mock(disc=ones, shade_disc=ones, disc_likeness=ones, disc_contrast=ones, hue_deg=ones)
    read = dict.fromkeys(leaf, "leaf.green") | {22: "token", 31: "squirrel"}
    verdicts = {cell: Verdict(Surface(surface), 0.6) for cell, surface in read.items()}
    elsewhere = Candidate(ROLES.patterned[0], (22, 31, 40), 31, False, 0.5, 0)
    attempt = Mock(
        spec=Attempt,
        confidences={},
        found=Explained(verdicts, ((elsewhere, 1.0),) if named else ()),
        doubted=frozenset[int](),
        costs=Mock(usable=~no),
    )
    known = [Surface(before)] * 72
    told = replace(told, before=known, marks=np.isin(np.arange(72), stood).reshape(8, 9))
    assert [cell for cell in np.flatnonzero(odd_marks(told, attempt, no)).tolist() if cell in cells] == odd
    at_once = replace(told, changed=dict.fromkeys(cells, Surface("floor")))  # then no animal lies there
    hardly = [22] if token == 0.8 else odd
    assert [cell for cell in np.flatnonzero(odd_marks(at_once, attempt, no)).tolist() if cell in cells] == hardly
