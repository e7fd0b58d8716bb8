"""Things that lie between spaces are looked for one after the other, until none is left or the same is found again."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from engine.game import Spot
from engine.grid import Cell, Space
from vision.explaining.pieces import FOREIGN, Explained, Verdict
from vision.explaining.read_board import ReadBoard
from vision.misplaced import strays
from vision.misplaced.lumps import Lump
from vision.misplaced.lying import Lie
from vision.misplaced.strays import find_strays
from vision.roles import FLOOR

SPOTS: tuple[tuple[Spot | None, ...], ...] = tuple(tuple(Space(0, Cell(r, c)) for c in range(9)) for r in range(8))
STRANGE = 40


@pytest.fixture
def board() -> ReadBoard:
    """A board on which something strange lies on one space, e5."""
    cover = np.zeros((8, 9))
    cover.flat[STRANGE] = 1.0
    seen = Mock(spots=SPOTS, size_wh=(9.0, 8.0))
    seen.spaces = Mock(cover=cover)
    found = Explained({cell: Verdict(FOREIGN if cell == STRANGE else FLOOR, 1.0) for cell in range(72)}, ())
    return ReadBoard(seen, found, (FLOOR,) * 72)


@pytest.mark.parametrize("is_off", [False, True])
@pytest.mark.parametrize(("cells", "taken"), [((0, 1), ()), ((31,), (31,))], ids=["elsewhere", "where a piece lies"])
def test_what_is_found_again_and_again_ends_the_search(
    board: ReadBoard, monkeypatch: pytest.MonkeyPatch, is_off: bool, cells: tuple[int, ...], taken: tuple[int, ...]
) -> None:
    """The largest thing that hangs together with what is looked for may touch none of its spaces."""
    asked: list[frozenset[Cell]] = []

    def lump_on(change: object, size_wh: tuple[float, float], where: frozenset[Cell]) -> Lump:
        asked.append(where)
        assert len(asked) < 3
        return Lump(tuple(map(board.cell, cells)), Lie((0.0, 0.0), 9.0 if is_off else 0.0, 1.0, 2))

    monkeypatch.setattr(strays, "lump_on", lump_on)
    assert len(find_strays(board, set(), set(taken), ())) == is_off
    assert len(asked) == 1


def test_one_thing_after_the_other_is_found(board: ReadBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first one covers is not looked at again."""
    lumps = [
        Lump((Cell(3, 4), Cell(4, 4)), Lie((0.4, 0.0), 0.0, 1.0, 2)),
        Lump((Cell(4, 2), Cell(4, 3)), Lie((0.0, 0.4), 0.0, 1.0, 2)),
    ]
    asked: list[frozenset[Cell]] = []

    def lump_on(change: object, size_wh: tuple[float, float], where: frozenset[Cell]) -> Lump | None:
        asked.append(where)
        return lumps[len(asked) - 1] if len(asked) <= len(lumps) else None

    monkeypatch.setattr(strays, "lump_on", lump_on)
    found = find_strays(board, set(), set(), ())
    assert [sighting.problem for sighting in found] == ["misplaced", "misplaced"]
    assert asked[0] > asked[1] > asked[2]
    assert Cell(4, 4) in asked[0] - asked[1]
    assert Cell(4, 2) in asked[1] - asked[2]
