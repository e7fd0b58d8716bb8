"""Where a board mirrors a lamp or a window."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.profile import BoardProfile


def glare_map(board: BoardProfile) -> NDArray[np.bool_]:
    """Which spaces are washed out, bool (rows, cols)."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    lightest = grid_part(board).min(axis=2)  # glare has no colour: it lifts the weakest channel
    spaces = lightest.reshape(rows, board.px_per_unit, cols, board.px_per_unit).swapaxes(1, 2).reshape(rows, cols, -1)
    ground = np.percentile(spaces, 30, axis=2)  # an icon covers less than this
    usual = float(np.median(ground))
    return np.asarray((ground > 235) | (ground > usual + max(60.0, 1.2 * usual)))


def glare_rows(board: BoardProfile) -> tuple[str, ...]:
    """The same as text: ``#`` where a space is washed out, ``.`` elsewhere, a row a line from the far side."""
    return tuple("".join("#" if bright else "." for bright in row) for row in glare_map(board))


def grid_part(board: BoardProfile) -> NDArray[np.uint8]:
    """The grid in the reference picture, without its surroundings."""
    start = round(board.margin * board.px_per_unit)
    return board.picture[start:-start, start:-start] if start else board.picture
