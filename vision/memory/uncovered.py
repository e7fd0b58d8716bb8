"""The memory of a board from which something has gone that lay over its edge: what it covered is as it was before."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from engine.game import Spot
from vision.measures.board_parts import grid_part
from vision.measures.board_picture import BoardPicture
from vision.memory.settled_board import SettledBoard
from vision.reference import PX_PER_SPACE, Plane


def uncovered(board: SettledBoard, before: SettledBoard, covered: Set[Spot]) -> SettledBoard:
    """The board with what was known of spots that could not be read, whatever was told of them since.

    Held against a picture of what covered them they would be new to the reader, and so would what lay there.

    Args:
        board: as it was settled last.
        before: as it was settled last before something came to lie over its edge.
        covered: the spots that this disturbed.
    """
    unread = {spot for row in board.spots for spot in row if spot is not None} - board.readings.keys()
    told = board.told & before.told  # what was told since can be seen now
    again = unread - told
    readings = {**board.readings, **{s: reading for s, reading in before.readings.items() if s in again}}
    lying = (s for s in before.sightings if s.spots & again and s not in board.sightings)
    return replace(
        board,
        picture=_with_spaces(board, before, unread | covered),
        surfaces={**board.surfaces, **{s: surface for s, surface in before.surfaces.items() if s in again}},
        readings=readings,
        sightings=(*(s for s in lying if s.spots <= readings.keys()), *board.sightings),
        told=told,
        kinds={**before.kinds, **board.kinds},
        doubtful=board.doubtful | before.doubtful & again,
        looks={**{spot: look for spot, look in before.looks.items() if spot in again}, **board.looks},
        larger=board.larger - again | before.larger & again,
    )


def _with_spaces(board: SettledBoard, before: SettledBoard, spots: Set[Spot]) -> BoardPicture:
    """The picture of a board with some spaces as they were before."""
    plane: Plane = board.picture.plane.copy()
    top, left = (part.start for part in grid_part((len(board.spots[0]), len(board.spots))))
    for r, row in enumerate(board.spots):
        for c, spot in enumerate(row):
            if spot in spots:
                y, x = top + r * PX_PER_SPACE, left + c * PX_PER_SPACE
                space = slice(y, y + PX_PER_SPACE), slice(x, x + PX_PER_SPACE)
                plane[space] = before.picture.plane[space]
    return BoardPicture(plane)
