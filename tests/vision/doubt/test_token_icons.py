"""Icons of tokens in what is in doubt: where one is looked for, how clear it must be, and what outdoes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Cell, Space
from tests.vision.marked_board import PLAIN, TILE, board
from vision.doubt import second_look
from vision.doubt.attempt import Attempt
from vision.doubt.moved_print import Moved
from vision.doubt.second_look import icons_seen, tokens_seen
from vision.explaining.pieces import Explained, Verdict

Spaces = NDArray[np.bool_]


@pytest.mark.parametrize(
    ("circle", "printed", "hidden", "asked"),
    [(1.2, True, False, False), (1.4, True, False, True), (1.2, True, True, True), (1.2, False, False, True)],
    ids=["no edge", "an edge", "its print is hidden", "nobody knows what is printed"],
)
def test_an_icon_over_a_print_that_may_show_all_the_same_is_looked_for_only_in_some_edge(
    circle: float, printed: bool, hidden: bool, asked: bool
) -> None:
    """R6.1: the face of an animal is drawn like an icon, without a disc round it."""
    told, prints = board("hole", "hole")
    every = np.ones((8, 9), np.bool_)
    prints.printed[:], prints.hidden[:] = printed, hidden
    told.seen.spots = [[Space(0, Cell(row, col)) for col in range(9)] for row in range(8)]
    told.seen.icons_on = lambda spots, unlike: spots
    told.seen.spaces = alike(circle)
    icons = np.flatnonzero(icons_seen(told, tile_in_doubt(), ~every)).tolist()
    assert icons == (list(TILE.cells) if asked else [])


@pytest.mark.parametrize(
    ("chroma", "hue_deg", "older", "stood", "those"),
    [
        (20.0, 130.0, 20.0, False, ()),
        (12.0, 130.0, 20.0, False, (TILE.mark,)),
        (20.0, 20.0, 20.0, False, (TILE.mark,)),
        (20.0, 130.0, 40.0, False, TILE.cells),
        (12.0, 130.0, 20.0, True, ()),
        (20.0, 20.0, 20.0, True, ()),
    ],
    ids=["a leaf", "paler", "of another hue", "paler than older tiles", "paler on a mark", "of another hue on a mark"],
)
def test_an_icon_need_not_be_as_clear_on_what_has_not_the_colour_of_leaves(
    chroma: float, hue_deg: float, older: float, stood: bool, those: Sequence[int]
) -> None:
    """A colourful icon on a dark disc is no leaf of another hue; animals lie on marks that stood there (R6.1)."""
    told, prints = board("hole", "hole")
    every, unlike = np.ones((8, 9), np.bool_), set[Space]()
    lay = [Surface("leaf.red" if cell > 60 else "floor") for cell in range(72)]
    told = replace(told, marks=every & stood, before=lay)
    prints.printed[:], prints.plain[:] = True, False
    told.seen.spots = [[Space(0, Cell(row, col)) for col in range(9)] for row in range(8)]
    told.seen.icons_on = lambda _asked, which: unlike.update(which) or ()
    seen = told.seen.spaces = alike(3.0)
    seen.chroma.reshape(-1)[61:] = older
    seen.chroma.reshape(-1)[TILE.mark] = seen.disc_chroma.reshape(-1)[TILE.mark] = chroma
    seen.hue_deg.reshape(-1)[TILE.mark] = seen.disc_hue_deg.reshape(-1)[TILE.mark] = hue_deg
    seen.color.reshape(-1)[TILE.mark] = chroma * np.exp(1j * np.radians(hue_deg))
    icons_seen(told, tile_in_doubt(), ~every)
    assert unlike == {Space(0, Cell(*divmod(cell, 9))) for cell in those}


def alike(circle: float) -> Mock:
    """Spaces that all look like one green leaf with such a circle on each."""
    every = np.ones((8, 9))
    measures = {"circle": circle, "clipped": 0.0, "chroma": 20.0, "disc_chroma": 20.0, "hue_deg": 130.0}
    measures |= {"disc_hue_deg": 130.0, "color": 20.0 * np.exp(1j * np.radians(130.0))}
    return Mock(**{name: value * every for name, value in measures.items()})


def tile_in_doubt() -> Mock:
    """An attempt that read the tile as leaf, and doubts its mark."""
    found = Explained(dict.fromkeys(TILE.cells, Verdict(Surface("leaf.green"), 1.0)), ((TILE, 1.0),))
    unmoved = Moved(*[frozenset[int]()] * 4)
    return Mock(spec=Attempt, confidences={}, found=found, doubted={TILE.mark}, moved=unmoved, drawn=frozenset())


@pytest.mark.parametrize(("odd", "seen"), [([20], [20, PLAIN]), ([], [22, PLAIN])])
def test_the_odd_space_of_a_tile_outdoes_an_icon_elsewhere_on_it(
    monkeypatch: pytest.MonkeyPatch, odd: list[int], seen: list[int]
) -> None:
    """Leaves may look like an icon by chance; what icons say of other tiles stands."""

    def at(cells: list[int]) -> Spaces:
        spaces = np.zeros((8, 9), np.bool_)
        spaces.reshape(-1)[cells] = True
        return spaces

    monkeypatch.setattr(second_look, "icons_seen", lambda *_: at([22, PLAIN]))
    monkeypatch.setattr(second_look, "odd_marks", lambda *_: at(odd))
    told, _ = board("hole", "hole")
    monkeypatch.setattr(second_look, "perhaps_shaded", lambda _: at([]))
    attempt = Mock(
        spec=Attempt, confidences={}, found=Explained({}, ((TILE, 1.0),)), moved=Moved(*[frozenset[int]()] * 4)
    )
    assert sorted(np.flatnonzero(tokens_seen(told, attempt, at([])))) == sorted(seen)


@pytest.mark.parametrize(
    ("icons", "odd", "looks", "printed", "circle", "seen"),
    [
        ([40], [41], (1, 1), True, 2.6, []),
        ([40], [40, 41], (1, 1), True, 2.6, []),
        ([], [40, 41], (1, 1), False, 2.3, []),
        ([], [40, 41], (1, 1), False, 2.5, [40, 41]),
        ([], [40, 41], (1, 1), True, 2.3, [40, 41]),
        ([40, 41], [40, 41], (1, 1), False, 2.3, [40, 41]),
        ([], [40, 41], (1, 2), False, 2.3, [40, 41]),
        ([], [40, 43], (1, 1), False, 2.3, [40, 43]),
    ],
    ids=["face", "odd face", "odd both", "with edges", "over a print", "two icons", "one after the other", "apart"],
)
def test_an_icon_beside_something_odd_that_came_at_once_may_be_the_face_of_an_animal(
    monkeypatch: pytest.MonkeyPatch,
    icons: list[int],
    odd: list[int],
    looks: tuple[int, int],
    printed: bool,
    circle: float,
    seen: list[int],
) -> None:
    """Who has not seen the two holes bare may look at an animal strung of dark beads (R6.1)."""

    def at(cells: list[int]) -> Spaces:
        return np.isin(np.arange(72), cells).reshape(8, 9)

    monkeypatch.setattr(second_look, "icons_seen", lambda *_: at(icons))
    monkeypatch.setattr(second_look, "odd_marks", lambda *_: at(odd))
    monkeypatch.setattr(second_look, "perhaps_shaded", lambda _: at([]))
    told, _ = board("hole", "hole")
    came = [0] * 72
    came[odd[0]], came[odd[-1]] = looks
    if icons == [40]:
        came[40] = came[41] = 1
    attempt = Mock(spec=Attempt, confidences={}, found=Explained({}, ()), moved=Moved(*[frozenset[int]()] * 4))
    told.seen.spaces = Mock(circle=np.where(np.arange(72).reshape(8, 9) == 40, circle, 2.0))
    told = replace(told, looks=came, prints=told.prints._replace(printed=at([40]) if printed else at([])))
    assert np.flatnonzero(tokens_seen(told, attempt, at([]))).tolist() == seen


@pytest.mark.parametrize(("icons", "seen"), [([], []), ([PLAIN], [PLAIN]), ([20], []), ([TILE.mark], [TILE.mark])])
def test_floor_that_may_lie_in_a_shadow_is_a_token_by_its_icon_alone(
    monkeypatch: pytest.MonkeyPatch, icons: list[int], seen: list[int]
) -> None:
    """A hole is unlike the rest of its tile as a token is, and an icon elsewhere on that tile is one by chance."""

    def at(cells: list[int]) -> Spaces:
        return np.isin(np.arange(72), cells).reshape(8, 9)

    monkeypatch.setattr(second_look, "icons_seen", lambda *_: at(icons))
    monkeypatch.setattr(second_look, "odd_marks", lambda *_: at([PLAIN, TILE.mark]))
    monkeypatch.setattr(second_look, "perhaps_shaded", lambda _: at([PLAIN, TILE.mark]))
    told, _ = board("hole", "hole")
    attempt = Mock(
        spec=Attempt, confidences={}, found=Explained({}, ((TILE, 1.0),)), moved=Moved(*[frozenset[int]()] * 4)
    )
    assert np.flatnonzero(tokens_seen(told, attempt, at([]))).tolist() == seen
    gone = replace(told, prints=told.prints._replace(gone=at([TILE.mark])))
    assert sorted(np.flatnonzero(tokens_seen(gone, attempt, at([])))) == sorted({*seen, TILE.mark})


def test_a_print_clearly_out_of_its_place_is_an_icon_but_on_a_mark_that_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes onto a mark later may be an animal with any face."""
    nothing = np.zeros((8, 9), np.bool_)
    monkeypatch.setattr(second_look, "icons_seen", lambda *_: nothing.copy())
    monkeypatch.setattr(second_look, "odd_marks", lambda *_: nothing)
    told, _ = board("hole", "hole")
    told = replace(told, marks=np.arange(72).reshape(8, 9) == PLAIN)
    monkeypatch.setattr(second_look, "perhaps_shaded", lambda _: nothing)
    clearly = frozenset({22, PLAIN})
    attempt = Mock(
        spec=Attempt, confidences={}, found=Explained({}, ()), moved=Moved(clearly, clearly, clearly, clearly)
    )
    assert np.flatnonzero(tokens_seen(told, attempt, nothing)).tolist() == [22]
