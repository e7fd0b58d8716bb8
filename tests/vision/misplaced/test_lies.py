"""How pieces lie is measured once for all attempts to read a board, and for each board by itself."""

from __future__ import annotations

import numpy as np
import pytest

from engine.grid import Cell
from vision.measures.color import Change
from vision.measures.soft_ground import Ground
from vision.misplaced import lies
from vision.misplaced.lies import lie_on, lump_on
from vision.misplaced.lying import REACH, TOLERABLE, TOLERATED, Lie, lie_of
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

SIZE_WH = (5.0, 4.0)
CELLS = (Cell(1, 1), Cell(1, 2), Cell(2, 1))
EVERYWHERE = frozenset(Cell(row, col) for row in range(4) for col in range(5))


def covered(right: float) -> Change:
    """A board on which a piece lies so many spaces too far right."""
    height, width = (round((side + 2 * MARGIN_SPACES) * PX_PER_SPACE) for side in (4, 5))
    plane = np.zeros((height, width), np.float32)
    for cell in CELLS:
        top, left = (round((at + MARGIN_SPACES) * PX_PER_SPACE) for at in (cell.row, cell.col + right))
        plane[top : top + PX_PER_SPACE, left : left + PX_PER_SPACE] = 1.0
    return Change(plane, plane)


def test_each_board_is_measured_by_itself() -> None:
    """What was measured on one board is not taken for another's, whatever is asked in between."""
    boards = {right: covered(right) for right in (0.0, 0.25, -0.25)}
    for right, change in [*boards.items(), *boards.items()]:
        lie = lie_on(change, SIZE_WH, CELLS, None, EVERYWHERE)
        assert lie.offset_xy == pytest.approx((right, 0.0), abs=0.06)
        lump = lump_on(change, SIZE_WH, EVERYWHERE)
        assert lump is not None
        assert lump.lie.offset_xy == pytest.approx((right, 0.0), abs=0.06)


def test_only_the_cells_that_are_asked_are_looked_at() -> None:
    """A lump reaches no further than the part of the board in which it is looked for."""
    change = covered(0.0)
    lump = lump_on(change, SIZE_WH, frozenset({Cell(1, 1), Cell(2, 1), Cell(3, 1)}))
    assert lump is not None
    assert lump.cells == (Cell(1, 1), Cell(2, 1))
    assert lump_on(change, SIZE_WH, frozenset({Cell(0, 4)})) is None


@pytest.mark.parametrize(
    ("length", "turn_deg", "off"), [(2, 6.4, False), (2, -7.5, True), (3, 5.0, False), (3, 6.4, True)]
)
def test_the_turn_of_what_is_short_is_seen_less_well(length: int, turn_deg: float, off: bool) -> None:
    """Tiles of three spaces round a corner, turned by 4 degrees as promised, were measured up to 2.6 further."""
    assert Lie((0.1, -0.1), turn_deg, 0.7, length).is_off == off


@pytest.mark.parametrize(("fit", "off"), [(0.4985, False), (0.4975, True)], ids=["fits as well", "fits less"])
def test_what_fits_as_well_where_it_may_be_read_is_not_too_far_off(
    monkeypatch: pytest.MonkeyPatch, fit: float, off: bool
) -> None:
    """Among other pieces little tells how far a tile is turned; 4 degrees are read."""
    reached = list[bool]()

    def measured(*of: object, reach: object = None) -> tuple[Lie, Lie]:
        reached.append(reach is TOLERABLE)
        best = Lie((0.1, 0.1), 4.0, fit, 3) if reach is TOLERABLE else Lie((0.1, 0.1), 6.0, 0.5, 3)
        return best, Lie((0.0, 0.0), 0.0, 0.4, 3)

    monkeypatch.setattr(lies, "lie_of", measured)
    assert lie_on(covered(0.0), SIZE_WH, CELLS, None, EVERYWHERE).is_off == off
    assert reached == [False, True]


def test_a_lie_is_looked_for_within_reach() -> None:
    """Within what may be read a piece that lies too far off is as near to its place as that allows."""
    change = covered(0.35)
    ground = Ground.of(change.plain, change.shaded, np.ones(change.plain.shape, np.bool_))
    anywhere, within = (lie_of(ground, CELLS, None, reach=reach)[0] for reach in (REACH, TOLERABLE))
    assert anywhere.is_off
    assert not within.is_off
    assert within.offset_xy[0] == pytest.approx(TOLERATED, abs=0.03)


def test_the_longer_side_of_a_piece_is_its_length() -> None:
    """It is that of its cells, however they lie."""
    for cells, length in ((CELLS, 2), ((Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 1)), 3)):
        assert lie_on(covered(0.0), SIZE_WH, cells, None, EVERYWHERE).length == length
