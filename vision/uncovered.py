"""The memory of a board from which something has gone that lay over its edge: what it covered is as it was before."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from engine.game import Spot
from vision.board_parts import grid_part
from vision.color import BoardPicture
from vision.reference import PX_PER_SPACE
from vision.settled_board import SettledBoard


def uncovered(board: SettledBoard, before: SettledBoard, covered: Set[Spot]) -> SettledBoard:
    """The board with what was known of spots that could not be read, but for what was told since.

    Held against a picture of what covered them they would be new to the reader, and so would what lay there.

    Args:
        board: as it was settled last.
        before: as it was settled last before something came to lie over its edge.
        covered: the spots that this disturbed.
    """
    unread = {spot for row in board.spots for spot in row if spot is not None} - board.readings.keys()
    again, hidden = unread - board.told, unread | covered
    plane = board.picture.plane.copy()
    top, left = (part.start for part in grid_part((len(board.spots[0]), len(board.spots))))
    for r, row in enumerate(board.spots):
        for c, spot in enumerate(row):
            if spot in hidden:
                y, x = top + r * PX_PER_SPACE, left + c * PX_PER_SPACE
                space = slice(y, y + PX_PER_SPACE), slice(x, x + PX_PER_SPACE)
                plane[space] = before.picture.plane[space]
    known = {spot: surface for spot, surface in before.surfaces.items() if spot in again}
    return replace(
        board,
        picture=BoardPicture(plane),
        surfaces={**board.surfaces, **known},
        readings={**board.readings, **{s: reading for s, reading in before.readings.items() if s in again}},
        kinds={**before.kinds, **board.kinds},
        doubtful=board.doubtful | before.doubtful & again,
        looks={**{spot: look for spot, look in before.looks.items() if spot in again}, **board.looks},
    )
