"""Where a board mirrors a lamp or a window."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile

CLIPPED = 250  # of 255: a channel that says no more than that it is light
PALE = 170  # of 255, for the weakest channel
WASHED_OUT = 0.15  # share of a space's pixels; with half of them clipped no space of the scenes could be read


def glare_map(board: BoardProfile) -> NDArray[np.bool_]:
    """Which spaces are washed out, bool (rows, cols)."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    grid = grid_part(board)
    white = (grid.max(axis=2) >= CLIPPED) & (grid.min(axis=2) >= PALE)  # glare has no colour, a bright leaf has
    spaces = white.reshape(rows, board.px_per_unit, cols, board.px_per_unit).swapaxes(1, 2).reshape(rows, cols, -1)
    return np.asarray(spaces.mean(axis=2) > WASHED_OUT)


def glare_rows(board: BoardProfile) -> tuple[str, ...]:
    """The same as text: ``#`` where a space is washed out, ``.`` elsewhere, a row a line from the far side."""
    return tuple("".join("#" if bright else "." for bright in row) for row in glare_map(board))


def grid_part(board: BoardProfile) -> NDArray[np.uint8]:
    """The grid in the reference picture, without its surroundings."""
    start = round(board.margin * board.px_per_unit)
    return board.picture[start:-start, start:-start] if start else board.picture
