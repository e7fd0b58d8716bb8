"""By what the border of a grid is known."""

from __future__ import annotations

import numpy as np

from vision.finding.grid_aside import parts
from vision.finding.grid_beyond import widened
from vision.finding.grid_border import closed_border, on_sides_that_end
from vision.finding.grid_strips import strips
from vision.finding.stretches import Stretches

SPACES = (9, 8)


def test_sides_are_known_by_the_rungs_that_end_there_and_not_where_any_lead_on() -> None:
    """Of a grid that ends all round each side is known, where some stretches are seen beyond it those of the others."""
    around, grid = widened(SPACES), strips(SPACES)
    own = Stretches(grid.middle, grid.across, *np.zeros((2, len(grid.middle))))
    border = parts(SPACES).border[0][around.strips.own] > 0
    far = border & (own.across[:, 1] == 1) & (own.middle[:, 1] == 0)
    for beyond, known in ((0, border), (6, border & ~far), (9, border & False)):
        lines = np.zeros(len(around.strips.middle), np.bool_)
        lines[around.strips.own] = True
        lines[around.joins[around.side == 2][:beyond]] = True
        assert on_sides_that_end(own, lines, around).tolist() == known.tolist()
    lines[:] = False
    lines[around.strips.own] = border
    assert not on_sides_that_end(own, lines, around).any()


def test_a_border_that_hardly_stands_out_is_known_where_no_place_beside_shows_nearly_as_much() -> None:
    """Ornaments look like lines that lead on; but a space aside a line of the grid is wanting, and nobody drew one."""
    around, grid = widened(SPACES), strips(SPACES)
    own = Stretches(grid.middle, grid.across, *np.zeros((2, len(grid.middle))))
    border = parts(SPACES).border[0][around.strips.own] > 0
    seen = ~border | (np.arange(len(border)) % 3 > 0)
    lines = np.zeros(len(around.strips.middle), np.bool_)
    lines[around.strips.own] = seen
    lines[around.joins[::2]] = True  # a half leads on all round
    assert not on_sides_that_end(own, lines, around).any()
    assert closed_border(own, lines, lines, SPACES).tolist() == border.tolist()
    going_on, sparse = lines.copy(), np.zeros_like(lines)
    going_on[: around.strips.own.start], going_on[around.strips.own.stop :] = True, True
    sparse[around.strips.own] = np.arange(len(border)) % 4 > 0
    for other in (going_on, sparse):
        assert closed_border(own, other, other, SPACES).tolist() == (border & other[around.strips.own]).tolist()
