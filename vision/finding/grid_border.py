"""By what the border of a grid is known.

A rim may be drawn all over, so that hardly a line or an edge stands out along the border. Then the grid is seen to end
there, or no place beside shows nearly as much of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_aside import parts
from vision.finding.grid_beyond import Widened, widened
from vision.finding.grid_refine import rung_supports
from vision.finding.stretches import Stretches

INSIDE = 0.8  # share of the stretches inside from which sides are known by where those end
ENDED = 0.45  # by how much more rungs lead up to such a side than on from it: of grids a space aside one side has 0.15
ENDING = 0.3  # the same of all four sides: where one has less the grid may go on
NEARLY_ALL = 0.9  # share of a grid that is seen where it lies; of grids a space aside 0.88 at most
AHEAD = 0.025  # by which that is more than of any grid beside it: right ones had 0.031 at least, others 0.019 at most

Flags = NDArray[np.bool_]


def closed_border(own: Stretches, lines: Flags, framed: Flags, spaces: tuple[int, int]) -> Flags:
    """The outermost stretches of a grid, bool (n,) of its own, where it is known to end.

    Args:
        own: the grid's own stretches.
        lines: the stretches that are seen in place, of all that are within a space of the grid, bool (m,).
        framed: the same with edges along the border, bool (m,).
        spaces: columns and rows of the grid.
    """
    around, tried = widened(spaces), parts(spaces)
    rim = (tried.border[0] > 0)[around.strips.own]
    shares = tried.shares(lines, framed)
    if shares[0] >= NEARLY_ALL and shares[0] >= shares[1:].max() + AHEAD:
        return np.asarray(rim)
    return np.asarray((framed[around.strips.own] & rim) | on_sides_that_end(own, lines, around))


def on_sides_that_end(own: Stretches, lines: Flags, around: Widened) -> Flags:
    """The outermost stretches, bool (n,) of a grid's own, on sides where the grid is seen to end, whatever its frame.

    Rungs lead up to such a side and hardly any leads on from it; where many lead on at any side none is known. A rim
    may be drawn all over, so that neither a line nor an edge stands out along the border.

    Args:
        own: the grid's own stretches.
        lines: the stretches that are seen in place, of all that are ``around``, bool (m,).
        around: the grid with all within a space of it.
    """
    upright = own.across[:, 0] == 1
    place = np.where(upright, own.middle[:, 0], own.middle[:, 1])
    end = np.where(upright, place[upright].max(), place[~upright].max())
    first, last = place == 0, place == end
    if np.mean(lines[around.strips.own][~(first | last)]) < INSIDE:
        return np.zeros(len(place), np.bool_)
    columns, rows = rung_supports(own, lines[around.strips.own])
    up_to = np.array([columns[0], columns[-1], rows[0], rows[-1]])
    beyond = np.bincount(around.side, lines[around.joins]) / np.bincount(around.side)
    more = up_to - beyond
    left, right, far, near = (bool(side) for side in (more >= ENDED) & (more.min() >= ENDING))
    return np.asarray(np.where(upright, (first & left) | (last & right), (first & far) | (last & near)))
